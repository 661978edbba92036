"""Columns of Arrow tables as arrays of shapes and poses, and arrays of answers as columns.

values   | x y z .. w | x y z .. w | x y z .. w |      a column of lists: numbers, and where each row starts and ends;
rows     start      end=start                          a slice shares the numbers, and a row that is null may have some
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clearance import _clearance as c
from clearance._pyarrow import pa, pc

Shapes = Mapping[str, c.Shape] | Sequence[c.Shape]
Mask = NDArray[np.bool_]


class Rows:
    """Which rows are asked about, and why others are refused: rows that are not valid have no answer."""

    def __init__(self, valid: Mask, marks: bool = False, first: int = 0) -> None:
        self.valid, self.marks, self.errors = valid, marks, dict[int, str]()
        #: The number of the first row in the whole table.
        self.first = first

    def refuse(self, name: str, wrong: Mask, why: Callable[[int], str]) -> None:
        """Raises ValueError with the first row, or marks all rows."""
        for row in np.flatnonzero(self.valid & wrong).tolist():
            if not self.marks:
                raise ValueError(f"{name}: row {self.first + row}: {why(row)}")
            self.errors[row] = f"{name}: {why(row)}"
            self.valid[row] = False

    def errors_of(self, count: int) -> dict[str, pa.Array]:
        """The column ``error``, if rows are marked."""
        if not self.errors:
            return {"error": pa.nulls(count, pa.string())} if self.marks else {}
        return {"error": pa.array([self.errors.get(row) for row in range(count)], pa.string())}


def without_nulls(columns: Sequence[pa.Array]) -> Mask:
    """The rows that are not null in any column, and whose lists have no nulls."""
    valid = np.ones(len(columns[0]), np.bool_)
    for column in columns:
        valid &= column.is_valid().to_numpy(zero_copy_only=False)
        if pa.types.is_nested(column.type):
            values, starts, ends = _lists("pose", column)
            if values.null_count:
                before = np.concatenate([[0], np.cumsum(values.is_null().to_numpy(zero_copy_only=False))])
                valid &= before[starts] == before[ends]
    return valid


class Named:
    """Shapes, and their numbers by name."""

    def __init__(self, shapes: Shapes) -> None:
        self.names = list(shapes) if isinstance(shapes, Mapping) else []
        self.shapes = c.Shapes(list(shapes.values() if isinstance(shapes, Mapping) else shapes))

    def numbers(self, name: str, column: pa.Array, rows: Rows) -> NDArray[np.int64]:
        """The number of the shape in each valid row, 0 in others."""
        if pa.types.is_dictionary(column.type):
            column = column.dictionary_decode()
        if pa.types.is_integer(column.type):
            numbers = column.fill_null(0)
        elif pa.types.is_null(column.type):
            numbers = pa.array(np.zeros(len(column), np.int64))
        elif column.type in (pa.string(), pa.large_string(), pa.string_view()):
            numbers = pc.index_in(column.cast(pa.string()), value_set=pa.array(self.names, pa.string())).fill_null(-1)
        else:
            raise TypeError(f"{name}: a column of names or of numbers of shapes is needed, but it is {column.type}")
        found = numbers.to_numpy(zero_copy_only=False)
        wrong = (found < 0) | (found >= len(self.shapes))
        rows.refuse(name, wrong, lambda row: f"there is no shape {column[row].as_py()!r}")
        return np.where(rows.valid, found, 0).astype(np.int64)


def poses(name: str, column: pa.Array, rows: Rows) -> NDArray[np.float64]:
    """The poses of a column of lists; some pose where a row is not valid. A view where all rows are."""
    values, starts, ends = _lists(name, column)
    counts = ends - starts
    widths, times = np.unique(counts[rows.valid], return_counts=True)
    width = int(widths[times.argmax()]) if len(widths) else 7
    wrong = (counts != width) | (width not in (3, 7, 16))
    says = "numbers, but poses have 7, 3 or 16, all of a column the same count"
    rows.refuse(name, wrong, lambda row: f"{counts[row]} {says}")
    if rows.valid.all() and len(counts):
        numbers = _floats(name, values[starts[0] : ends[-1]]).reshape(-1, width)
    else:
        some = np.eye(4).ravel() if width == 16 else np.eye(1, width, width - 1)
        numbers = np.tile(some, (len(column), 1))
        if rows.valid.any():
            places = starts[rows.valid, None] + np.arange(width)
            numbers[rows.valid] = _floats(name, values.fill_null(0))[places]
    return numbers.reshape(-1, 4, 4) if width == 16 else numbers


def refuse_poses(name: str, poses: NDArray[np.float64], rows: Rows) -> None:
    """The rows whose poses are none."""
    ball, here = c.sphere(1.0), c.Pose()

    def why(row: int) -> str:
        try:
            c.distance(ball, poses[row], ball, here)
        except ValueError as wrong:
            return str(wrong).removeprefix("pose_a: ")
        return "it is no pose"

    rows.refuse(name, np.isnan(c.distance(ball, poses, ball, here, on_error="mark")), why)


def _lists(name: str, column: pa.Array) -> tuple[pa.Array, NDArray[np.int64], NDArray[np.int64]]:
    """The numbers of all rows, and where those of each row start and end. Slices have an offset, and rows that are null
    may have numbers."""
    if pa.types.is_fixed_size_list(column.type):
        width = column.type.list_size
        starts = (column.offset + np.arange(len(column))) * width
        return column.values, starts, starts + width
    if pa.types.is_list(column.type) or pa.types.is_large_list(column.type):
        offsets = column.offsets.to_numpy().astype(np.int64)
        return column.values, offsets[:-1], offsets[1:]
    if pa.types.is_null(column.type):
        return pa.array([], pa.float64()), np.zeros(len(column), np.int64), np.zeros(len(column), np.int64)
    raise TypeError(f"{name}: a column of lists of float64 is needed, but it is {column.type}")


def _floats(name: str, values: pa.Array) -> NDArray[np.float64]:
    if not (pa.types.is_floating(values.type) or pa.types.is_integer(values.type)):
        raise TypeError(f"{name}: lists of float64 are needed, but they are of {values.type}")
    numbers: NDArray[np.float64] = values.cast(pa.float64()).to_numpy()
    return numbers


def columns_of(
    kinds: Mapping[str, tuple[str, int]], answers: Mapping[str, NDArray[Any]], valid: Mask
) -> dict[str, pa.Array]:
    """The columns of answers by their types and widths, null where a row is not valid; no answers are needed if none is."""
    columns, mask = dict[str, pa.Array](), None if valid.all() else ~valid
    for name, (kind, width) in kinds.items():
        numbers = answers[name] if answers else np.zeros((len(valid), width))
        flat = np.ascontiguousarray(numbers, dtype=kind).reshape(-1)
        if width == 1:
            columns[name] = pa.array(flat, mask=mask)
        else:
            nulls = None if mask is None else pa.array(mask)
            columns[name] = pa.FixedSizeListArray.from_arrays(pa.array(flat), width, mask=nulls)
    return columns
