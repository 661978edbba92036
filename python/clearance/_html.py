"""Answers as HTML tables, for notebooks: without scripts, and nothing is loaded."""

from html import escape
from typing import Any

import numpy as np

#: More rows than this are left out.
MOST_ROWS = 12
#: A field of each kind of answers that has one value for a row.
OF_ROWS = ("signed_distance", "distance", "depth", "hit", "time")


def table(name: str, fields: dict[str, Any]) -> str:
    """The fields of one answer below each other; those of rows side by side, a row a line."""
    counted = next((fields[field] for field in OF_ROWS if field in fields), None)
    if isinstance(counted, np.ndarray) and counted.ndim == 1:
        return _rows(name, fields, len(counted))
    lines = [f"<tr><th>{field}</th><td>{_shown(found)}</td></tr>" for field, found in fields.items()]
    return _table(name, lines)


def _rows(name: str, fields: dict[str, Any], count: int) -> str:
    lines = ["<tr><th></th>" + "".join(f"<th>{field}</th>" for field in fields) + "</tr>"]
    for row in range(min(count, MOST_ROWS)):
        cells = "".join(f"<td>{_shown(found[row])}</td>" for found in fields.values())
        lines.append(f"<tr><th>{row}</th>{cells}</tr>")
    return _table(f"{name}, {count} rows" if count != 1 else f"{name}, 1 row", lines)


def _table(caption: str, lines: list[str]) -> str:
    return f"<table><caption>{escape(caption)}</caption>{''.join(lines)}</table>"


def _shown(found: Any) -> str:
    """Numbers with six digits; of long arrays their shape."""
    if isinstance(found, np.ndarray):
        if found.size > 12 or found.ndim > 2:
            return f"array of shape {found.shape}"
        return escape(np.array2string(found, precision=6, separator=", "))
    if isinstance(found, (float, np.floating)):
        return f"{found:.6g}"
    return escape(str(found))
