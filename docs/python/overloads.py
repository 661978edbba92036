"""An extension of griffe: a function of a stub that has overloads alone is its last one, with the first one's documentation."""

from typing import Any

import griffe


class Overloads(griffe.Extension):
    def on_module_members(self, *, mod: griffe.Module, **_: Any) -> None:
        for name, overloads in mod.overloads.items():
            if name not in mod.members and overloads:
                function = overloads[-1]
                function.docstring = next((one.docstring for one in overloads if one.docstring), None)
                mod.set_member(name, function)
