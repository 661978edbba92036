"""What answers have in common: rows, comparison and a length. `answer.rs` calls these functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from clearance import _clearance as c
from clearance._html import OF_ROWS


def length(answer: Any) -> int:
    """The rows of an answer, the points of a patch, or the pairs of ``Contacts``."""
    if isinstance(answer, c.Contacts):
        return len(answer.offsets) - 1
    column = _column(answer)
    if not isinstance(column, np.ndarray) or column.ndim == 0:
        raise TypeError(f"a {type(answer).__name__} of one row has no length")
    return len(column)


def item(answer: Any, index: Any) -> Any:
    """The answer of a row, or of some rows, as NumPy takes an index. A pair of ``Contacts`` is a list of patches."""
    count = length(answer)
    if isinstance(answer, c.Contacts):
        return _pair(answer, range(count)[index]) if _is_number(index) else _pairs(answer, np.arange(count)[index])
    fields = answer.to_dict()
    if isinstance(answer, c.Manifold):
        some = [range(count)[index]] if _is_number(index) else index
        points = ("point_a", "point_b", "separation", "feature")
        return _made(answer, {name: field[some] if name in points else field for name, field in fields.items()})
    return _made(answer, {name: _plain(field[index]) for name, field in fields.items()})


def rows(answer: Any) -> Iterator[Any]:
    """The answers of all rows, one after the other."""
    return (item(answer, row) for row in range(length(answer)))


def equal(one: Any, other: Any) -> bool:
    """Are all numbers the same? A row without an answer is as another one."""
    pairs = zip(one.to_dict().values(), other.to_dict().values())
    return all(np.array_equal(a, b, equal_nan=np.asarray(a).dtype.kind == "f") for a, b in pairs)


def _column(answer: Any) -> Any:
    """A field with a value for each row."""
    fields = answer.to_dict()
    return next(fields[field] for field in (*OF_ROWS, "separation", "lower") if field in fields)


def _is_number(index: Any) -> bool:
    return hasattr(index, "__index__") and np.ndim(index) == 0


def _plain(found: Any) -> Any:
    """A number of Python."""
    return found.item() if isinstance(found, np.generic) else found


def _made(like: Any, fields: dict[str, Any]) -> Any:
    return type(like)._of(list(fields.values()))


def _pair(contacts: c.Contacts, row: int) -> list[c.Manifold]:
    """What ``contacts`` of this pair alone gives."""
    fields = contacts.to_dict()
    start, end = fields.pop("offsets")[row : row + 2]
    patch = fields.pop("patch")[start:end]
    some = [slice(k, k + np.searchsorted(patch[k:], number, side="right")) for k, number in _firsts(patch)]
    points = ("point_a", "point_b", "separation", "feature")
    own = {name: field[start:end] for name, field in fields.items()}
    of = [{name: own[name][k] if name in points else _plain(own[name][k.start]) for name in own} for k in some]
    make: Any = c.Manifold
    return [make._of(list(patch.values())) for patch in of]


def _firsts(patch: Any) -> Iterator[tuple[int, int]]:
    numbers, firsts = np.unique(patch, return_index=True)
    return zip(firsts.tolist(), numbers.tolist())


def _pairs(contacts: c.Contacts, chosen: Any) -> c.Contacts:
    fields = contacts.to_dict()
    starts = fields.pop("offsets")
    first, count = starts[:-1][chosen], np.diff(starts)[chosen]
    offsets = np.concatenate([[0], np.cumsum(count)])
    points = np.repeat(first - offsets[:-1], count) + np.arange(offsets[-1])
    made: c.Contacts = _made(contacts, {"offsets": offsets, **{name: field[points] for name, field in fields.items()}})
    return made
