"""Questions about pairs in tables: an Arrow RecordBatch in, a RecordBatch out, without copies of the numbers.

    shape_a  shape_b  pose_a        pose_b        id           id  distance
    "mug"    "table"  [7 numbers]   [7 numbers]    1    ->      1      0.01
    "mug"    null     [7 numbers]   [7 numbers]    2            2      null

A shape is a name, or a number that counts the shapes from 0. A pose is a list of 7 numbers (x, y, z, and a quaternion
x, y, z, w), of 3 (x, y, z) or of 16 (the rows of a rigid matrix), the same count in a whole column. A row with a null
in one of these columns has null answers. All other columns are kept.

    >>> answers = clearance.arrow.answer(batch, {"mug": mug, "table": table}, question="distance")

The function needs pyarrow, and runs inside of Polars, DuckDB, DataFusion, Ray and Spark: see docs/tables.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from clearance import _clearance as c

if TYPE_CHECKING:
    import pyarrow as pa

Question = Literal["distance", "intersects", "within", "clearance"]
Shapes = Mapping[str, c.Shape] | Sequence[c.Shape]
_Some = TypeVar("_Some", "pa.RecordBatch", "pa.Table")

#: The columns that say what is asked.
INPUTS = ("shape_a", "pose_a", "shape_b", "pose_b")

#: The columns of answers: their type, and how many numbers a row.
_ANSWERS: dict[str, dict[str, tuple[str, int]]] = {
    "distance": {"distance": ("float64", 1)},
    "intersects": {"intersects": ("bool", 1)},
    "within": {"within": ("bool", 1)},
    "clearance": {
        **{name: ("float64", 1) for name in ("signed_distance", "lower", "upper")},
        **{name: ("float64", 3) for name in ("normal", "point_a", "point_b")},
        "status": ("int8", 1),
    },
}


def answer(
    batch: _Some,
    shapes: Shapes,
    *,
    question: Question = "distance",
    within: float | None = None,
    threads: int = 1,
    on_error: Literal["raise", "mark"] = "raise",
) -> _Some:
    """The rows of a RecordBatch or a Table with their answers in place of the columns that ask.

    ``distance``, ``intersects`` and ``within`` give a column of this name; ``within`` asks whether shapes are at most
    the distance ``within`` apart. ``clearance`` gives the attributes of ``clearance.Clearance``.

    Raises KeyError for a missing column, TypeError for a column of another type, and ValueError with the column and the
    row for a shape that is not there and a pose that is none. ``on_error="mark"`` answers such a row with nulls instead,
    and says why in one more column, ``error``, which is null elsewhere.
    """
    import pyarrow as pa

    check_question(question, within)
    if isinstance(batch, pa.Table):
        schema = answer(pa.RecordBatch.from_pylist([], batch.schema), shapes, question=question, within=within,
                        on_error=on_error).schema  # fmt: skip
        some = (answer(each, shapes, question=question, within=within, threads=threads, on_error=on_error)
                for each in batch.to_batches())  # fmt: skip
        return pa.Table.from_batches(some, schema)
    missing = [name for name in INPUTS if name not in batch.schema.names]
    if missing:
        raise KeyError(f"{missing[0]}: there is no such column")
    ask = _Asked(_Named(shapes), question, within, threads)
    return ask.marked(batch) if on_error == "mark" else ask.answer(batch)


def check_question(question: str, within: float | None) -> None:
    """Raises ValueError for a question that is none, and for ``within`` without a distance."""
    if question not in get_args(Question):
        raise ValueError(f"question: {question!r} is none of {', '.join(get_args(Question))}")
    if question == "within" and (within is None or not 0 <= within < np.inf):
        raise ValueError(f"within: this question needs a distance, not {within}")


class _Named:
    """Shapes, and their numbers by name."""

    def __init__(self, shapes: Shapes) -> None:
        self.names = list(shapes) if isinstance(shapes, Mapping) else []
        self.shapes = c.Shapes(list(shapes.values() if isinstance(shapes, Mapping) else shapes))

    def numbers(self, name: str, column: pa.Array, valid: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The number of the shape in each valid row, 0 in others."""
        import pyarrow as pa
        import pyarrow.compute as pc

        if pa.types.is_dictionary(column.type):
            column = column.dictionary_decode()
        if pa.types.is_integer(column.type):
            numbers = column
        elif pa.types.is_null(column.type):
            numbers = pa.nulls(len(column), pa.int64())
        elif column.type in (pa.string(), pa.large_string(), pa.string_view()):
            numbers = pc.index_in(column.cast(pa.string()), value_set=pa.array(self.names, pa.string()))
        else:
            raise TypeError(f"{name}: a column of names or of numbers of shapes is needed, but it is {column.type}")
        found = numbers.fill_null(-1 if numbers.type != pa.uint64() else 2**63)
        found = found.to_numpy(zero_copy_only=False)
        wrong = valid & ((found < 0) | (found >= len(self.shapes)))
        if wrong.any():
            row = int(wrong.argmax())
            raise ValueError(f"{name}: row {row}: there is no shape {column[row].as_py()!r}")
        return np.where(valid, found, 0).astype(np.int64)


class _Asked:
    """A question, and the shapes that it is about."""

    def __init__(self, shapes: _Named, question: Question, within: float | None, threads: int) -> None:
        self.shapes, self.question, self.within, self.threads = shapes, question, within, threads

    def marked(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """With a column of errors. Halves of a batch lead to a row that is refused."""
        import pyarrow as pa

        try:
            answered, error = self.answer(batch), None
        except ValueError as wrong:
            if batch.num_rows > 1:
                half = batch.num_rows // 2
                return pa.concat_batches([self.marked(batch.slice(0, half)), self.marked(batch.slice(half))])
            answered, error = self.answer(batch, refused=True), str(wrong).replace(" row 0:", "")
        return _add(answered, "error", pa.array([error] * batch.num_rows, pa.string()))

    def answer(self, batch: pa.RecordBatch, *, refused: bool = False) -> pa.RecordBatch:
        """With answers, which are all null for rows that are ``refused``."""
        columns = {name: batch.column(name) for name in INPUTS}
        valid = np.logical_and.reduce([_valid(column) for column in columns.values()]) & (not refused)
        answers = self._of_columns(columns, valid) if valid.any() else {}
        kept = batch.drop_columns(list(INPUTS))
        for name, column in columns_of(self.question, answers, valid).items():
            kept = _add(kept, name, column)
        return kept

    def _of_columns(self, columns: dict[str, pa.Array], valid: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
        shape_a, shape_b = (self.shapes.numbers(name, columns[name], valid) for name in ("shape_a", "shape_b"))
        pose_a, pose_b = (poses(name, columns[name], valid) for name in ("pose_a", "pose_b"))
        return ask(self.question, self.shapes.shapes, shape_a, pose_a, shape_b, pose_b, self.within, self.threads)


def ask(
    question: Question,
    shapes: c.Shapes,
    shape_a: NDArray[np.int64],
    pose_a: NDArray[np.float64],
    shape_b: NDArray[np.int64],
    pose_b: NDArray[np.float64],
    within: float | None,
    threads: int,
) -> dict[str, NDArray[Any]]:
    """The answers of rows of numbers of shapes and poses."""
    more = (within,) if question == "within" else ()
    if pose_a.shape == pose_b.shape:
        row = np.arange(len(pose_a))
        pairs = np.stack([shape_a, row, shape_b, row + len(row)], axis=1)
        asked: Any = getattr(shapes, question)
        given: tuple[Any, ...] = (np.concatenate([pose_a, pose_b]), pairs)
    else:
        a, b = ([shapes[int(k)] for k in side] for side in (shape_a, shape_b))
        asked, given = getattr(c, question), (a, pose_a, b, pose_b)
    try:
        found = asked(*given, *more, threads=threads)
    except ValueError:
        # A table of poses does not tell the sides: this does, by the same error of a pose.
        c.intersects(c.ball(1.0), pose_a, c.ball(1.0), pose_b)
        raise
    return dict(found.to_dict()) if question == "clearance" else {question: found}


def poses(name: str, column: pa.Array, valid: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The poses of a column of lists; the identity where a row is not valid. A view where all rows are."""
    values, starts, ends = _lists(name, column)
    if not valid.any():
        return np.zeros((len(column), 7))
    widths, counts = np.unique((ends - starts)[valid], return_counts=True)
    width = int(widths[counts.argmax()])
    odd = valid & ((ends - starts != width) | (width not in (3, 7, 16)))
    if odd.any():
        row = int(odd.argmax())
        count = (ends - starts)[row]
        raise ValueError(
            f"{name}: row {row}: {count} numbers, but poses have 7, 3 or 16, all of a column the same count"
        )
    if valid.all():
        numbers = _floats(name, values[starts[0] : ends[-1]]).reshape(-1, width)
    else:
        numbers = np.tile(np.eye(4).ravel() if width == 16 else np.eye(1, width, width - 1)[0], (len(column), 1))
        places = starts[valid, None] + np.arange(width)
        numbers[valid] = _floats(name, values.fill_null(0))[places]
    return numbers.reshape(-1, 4, 4) if width == 16 else numbers


def _lists(name: str, column: pa.Array) -> tuple[pa.Array, NDArray[np.int64], NDArray[np.int64]]:
    """The numbers of all rows, and where those of each row start and end. Slices have an offset, and rows that are null
    may have numbers."""
    import pyarrow as pa

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
    import pyarrow as pa

    if not (pa.types.is_floating(values.type) or pa.types.is_integer(values.type)):
        raise TypeError(f"{name}: lists of float64 are needed, but they are of {values.type}")
    numbers: NDArray[np.float64] = values.cast(pa.float64()).to_numpy()
    return numbers


def _valid(column: pa.Array) -> NDArray[np.bool_]:
    """Rows that are not null, and whose lists have no nulls."""
    import pyarrow as pa

    valid: NDArray[np.bool_] = column.is_valid().to_numpy(zero_copy_only=False)
    if pa.types.is_nested(column.type):
        values, starts, ends = _lists("pose", column)
        if values.null_count:
            before = np.concatenate([[0], np.cumsum(values.is_null().to_numpy(zero_copy_only=False))])
            valid = valid & (before[starts] == before[ends])
    return valid


def columns_of(
    question: Question, answers: Mapping[str, NDArray[Any]], valid: NDArray[np.bool_]
) -> dict[str, pa.Array]:
    """The columns of answers, null where a row is not valid; no answers are needed if none is."""
    import pyarrow as pa

    columns, mask = dict[str, "pa.Array"](), None if valid.all() else ~valid
    for name, (kind, width) in _ANSWERS[question].items():
        numbers = answers[name] if answers else np.zeros((len(valid), width))
        flat = np.ascontiguousarray(numbers, dtype=kind).reshape(-1)
        if width == 1:
            columns[name] = pa.array(flat, mask=mask)
        else:
            nulls = None if mask is None else pa.array(mask)
            columns[name] = pa.FixedSizeListArray.from_arrays(pa.array(flat), width, mask=nulls)
    return columns


def placed(batch: pa.RecordBatch, shapes: Shapes) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The numbers of shapes, and the poses, of columns ``shape`` and ``pose`` without nulls."""
    valid = np.ones(batch.num_rows, np.bool_)
    numbers = _Named(shapes).numbers("shape", batch.column("shape"), valid)
    return numbers, poses("pose", batch.column("pose"), valid)


def _add(batch: pa.RecordBatch, name: str, column: pa.Array) -> pa.RecordBatch:
    if name in batch.schema.names:
        raise KeyError(f"{name}: the table has a column of this name, which is that of an answer")
    return batch.append_column(name, column)
