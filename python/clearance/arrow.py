"""Questions about pairs in tables: an Arrow RecordBatch in, a RecordBatch out, without copies of the numbers.

    shape_a  shape_b  pose_a        pose_b        id           id  distance
    "mug"    "table"  [7 numbers]   [7 numbers]    1    ->      1      0.01
    "mug"    null     [7 numbers]   [7 numbers]    2            2      null

A shape is a name, or a number that counts the shapes from 0. A pose is a list of 7 numbers (x, y, z, and a quaternion
x, y, z, w), of 3 (x, y, z) or of 16 (the rows of a rigid matrix), the same count in a whole column. A row with a null
in one of these columns has null answers. All other columns are kept.

    >>> answers = clearance.arrow.answer(batch, {"mug": mug, "table": table}, question="distance")

The function needs pyarrow, and runs inside of Polars, DuckDB, DataFusion, Ray and Spark: see docs/python/tables.md.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Any, Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from clearance import _clearance as c
from clearance._columns import Named, Rows, Shapes, columns_of, poses, refuse_poses, without_nulls
from clearance._pyarrow import pa

_Some = TypeVar("_Some", pa.RecordBatch, pa.Table)

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
    question: str = "distance",
    within: float | None = None,
    threads: int = 1,
    on_error: Literal["raise", "mark"] = "raise",
    progress: Callable[[int, int], object] | None = None,
) -> _Some:
    """The rows of a RecordBatch or a Table with their answers in place of the columns that ask.

    ``distance``, ``intersects`` and ``within`` give a column of this name; ``within`` asks whether shapes are at most
    the distance ``within`` apart. ``clearance`` gives the attributes of ``clearance.Clearance``.

    Raises KeyError for a missing column, TypeError for a column of another type, and ValueError with the column and the
    row for a shape that is not there and a pose that is none. ``on_error="mark"`` answers such a row with nulls instead,
    and says why in one more column, ``error``, which is null elsewhere. ``progress(done, all)`` is called between parts of
    the rows of each batch.
    """
    check_question(question, within)
    asked = _Asked(Named(shapes), question, within, on_error == "mark", {"threads": threads, "progress": progress})
    if isinstance(batch, pa.Table):
        nothing, batches = pa.RecordBatch.from_pylist([], batch.schema), batch.to_batches()
        firsts = accumulate((some.num_rows for some in batches), initial=0)
        return pa.Table.from_batches(map(asked.answer, batches, firsts), asked.answer(nothing).schema)
    return asked.answer(batch)


def check_question(question: str, within: float | None) -> None:
    """Raises ValueError for a question that is none, and for ``within`` without a distance."""
    if question not in _ANSWERS:
        raise ValueError(f"question: {question!r} is none of {', '.join(_ANSWERS)}")
    if question == "within" and (within is None or not 0 <= within < np.inf):
        raise ValueError(f"within: this question needs a distance, not {within}")


class _Asked(NamedTuple):
    """A question, and the shapes that it is about."""

    shapes: Named
    question: str
    within: float | None
    marks: bool
    options: dict[str, Any]
    """Of the questions of the package."""

    def answer(self, batch: pa.RecordBatch, first: int = 0) -> pa.RecordBatch:
        """With answers, and with errors if they are marked. ``first`` is the number of the first row in its table."""
        missing = [name for name in INPUTS if name not in batch.schema.names]
        if missing:
            raise KeyError(f"{missing[0]}: there is no such column")
        columns = [batch.column(name) for name in INPUTS]
        rows = Rows(without_nulls(columns), self.marks, first)
        answers = self._of_columns(columns, rows)
        batch = batch.drop_columns(list(INPUTS))
        added = columns_of(_ANSWERS[self.question], answers, rows.valid)
        for name, column in (added | rows.errors_of(batch.num_rows)).items():
            if name in batch.schema.names:
                raise KeyError(f"{name}: the table has a column of this name, which is that of an answer")
            batch = batch.append_column(name, column)
        return batch

    def _of_columns(self, columns: list[pa.Array], rows: Rows) -> dict[str, NDArray[Any]]:
        """The answers of valid rows; none if no row is valid. Refuses rows."""
        shape_a, shape_b = (self.shapes.numbers(INPUTS[k], columns[k], rows) for k in (0, 2))
        pose_a, pose_b = (poses(INPUTS[k], columns[k], rows) for k in (1, 3))
        if not rows.valid.any():
            return {}
        try:
            return ask(self.question, self.shapes.shapes, shape_a, pose_a, shape_b, pose_b, self.within, **self.options)
        except ValueError:
            before = rows.valid.sum()
            refuse_poses("pose_a", pose_a, rows)
            refuse_poses("pose_b", pose_b, rows)
            if rows.valid.sum() == before:
                raise
            return self._of_columns(columns, rows)


def ask(
    question: str,
    shapes: c.Shapes,
    shape_a: NDArray[np.int64],
    pose_a: NDArray[np.float64],
    shape_b: NDArray[np.int64],
    pose_b: NDArray[np.float64],
    within: float | None,
    **options: Any,
) -> dict[str, NDArray[Any]]:
    """The answers of rows of numbers of shapes and poses."""
    more = (within,) if question == "within" else ()
    if pose_a.shape == pose_b.shape:
        row = np.arange(len(pose_a))
        pairs = np.stack([shape_a, row, shape_b, row + len(row)], axis=1)
        asked: Any = getattr(shapes, question)
        given: tuple[Any, ...] = (np.concatenate([pose_a, pose_b]), pairs)
    else:
        # The same object in many rows is one shape.
        all_shapes = list(shapes)
        a, b = ([all_shapes[k] for k in side.tolist()] for side in (shape_a, shape_b))
        asked, given = getattr(c, question), (a, pose_a, b, pose_b)
    found = asked(*given, *more, **options)
    return dict(found.to_dict()) if question == "clearance" else {question: found}


def answers_of(question: str, answers: dict[str, NDArray[Any]], count: int) -> dict[str, pa.Array]:
    """The columns of answers of so many rows, which are null if there are no answers."""
    return columns_of(_ANSWERS[question], answers, np.full(count, bool(answers)))
