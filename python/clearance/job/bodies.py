"""Jobs about all pairs of placed bodies that are near each other.

    id  shape    pose               id_a  id_b  distance
    1   "mug"    [7 numbers]   ->   1     2     0.01        rows of INPUT are bodies, rows of OUTPUT are pairs
    2   "table"  [7 numbers]        2     3     0.25

A part is a cell of space (``cells``), found from a sample of the bodies: a process reads the table, keeps the bodies in
its cell, and asks the pairs that belong to it. No pair is found twice, and none is lost between cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from clearance import _clearance as c
from clearance import arrow
from clearance._boxes import Boxes, Indices
from clearance._columns import Named, Rows, poses, refuse_poses, without_nulls
from clearance._pyarrow import pa, pc
from clearance.job import cells
from clearance.job.files import BATCH, Check, metadata, naming
from clearance.job.pairs import hash_of_shapes
from clearance.job.parts import Part, hash_of

#: Bodies whose boxes tell where to cut.
SAMPLE = 100_000

COLUMNS = ["id", "shape", "pose"]


@dataclass(frozen=True)
class Bodies:
    """A question about the pairs at most ``within`` apart, with columns as in ``clearance.arrow``.

    A body that is refused, because of its shape or its pose, is a row without ``id_b``, with the reason as ``error``.
    """

    shapes: Mapping[str, c.Shape]
    within: float
    question: str = "distance"
    rows: int = BATCH

    def __post_init__(self) -> None:
        arrow.check_question(self.question, self.within)
        arrow.check_question("within", self.within)

    def key(self) -> list[Any]:
        return [self.question, self.within, hash_of_shapes(self.shapes)]

    def parts(self, files: list[tuple[str, Path]], rows: int) -> list[Part]:
        paths = tuple(path for _, path in files)
        every = max(1, sum(metadata(path).num_rows for path in paths) // SAMPLE)
        sample, ids = list[Boxes](), list[pa.Array]()
        for path in paths:
            with naming(path):
                for batch in Part("", (path,)).batches(COLUMNS):
                    sample.append(self._placed(batch)[0].boxes[::every])
                    ids.append(batch.column("id"))
        _refuse_doubles(ids)
        found = cells.cells(np.concatenate(sample), cells.Cell(), max(1, rows // every))
        content = hash_of(paths)
        return [Part(f"cell-{k:06}", paths, region=cell, content=content) for k, (_, cell) in enumerate(found)]

    def answers(self, part: Part, check: Check) -> Iterator[pa.RecordBatch]:
        # One cell has the outermost corner of space: its part reports the bodies that are refused.
        reports = part.region.lower == cells.Cell().lower
        some = []
        for batch in part.batches(COLUMNS):
            check()
            bodies, refused = self._placed(batch)
            some.append(bodies.of(np.flatnonzero(cells.overlaps(bodies.boxes, part.region))))
            if reports:
                yield self._table(refused.column("id"), None, {}, refused.column("error"))
        bodies = _Bodies.joined(some)
        for a, b in _batches(cells.pairs(bodies.boxes, part.region), check):
            near = bodies.ask("within", self.shapes, a, b, self.within, check)["within"]
            a, b = a[near], b[near]
            answers = bodies.ask(self.question, self.shapes, a, b, self.within, check)
            yield self._table(bodies.id.take(a), bodies.id.take(b), answers, None)

    def _placed(self, batch: pa.RecordBatch) -> tuple[_Bodies, pa.RecordBatch]:
        """The bodies, and those that are refused: ``id``, ``error``."""
        if missing := [name for name in COLUMNS if name not in batch.schema.names]:
            raise KeyError(f"{missing[0]}: there is no such column")
        ids, *columns = (batch.column(name) for name in COLUMNS)
        rows = Rows(without_nulls(columns), marks=True)
        shape, placed = Named(self.shapes).numbers("shape", columns[0], rows), poses("pose", columns[1], rows)
        refuse_poses("pose", placed, rows)
        good, bad = np.flatnonzero(rows.valid), np.flatnonzero(~rows.valid)
        reasons = pa.array([rows.errors.get(row, "a null") for row in bad.tolist()], pa.string())
        refused = pa.RecordBatch.from_arrays([ids.take(bad), reasons], ["id", "error"])
        shape, placed = shape[good], placed[good]
        boxes = cells.boxes_of(list(self.shapes.values()), shape, placed, self.within)
        return _Bodies(ids.take(good), shape, placed, boxes), refused

    def _table(
        self, id_a: pa.Array, id_b: pa.Array | None, answers: dict[str, Any], error: pa.Array | None
    ) -> pa.RecordBatch:
        count = len(id_a)
        columns = {
            "id_a": id_a,
            "id_b": pa.nulls(count, id_a.type) if id_b is None else id_b,
            **arrow.answers_of(self.question, answers, count),
            "error": pa.nulls(count, pa.string()) if error is None else error,
        }
        return pa.RecordBatch.from_pydict(columns)


def _refuse_doubles(ids: list[pa.Array]) -> None:
    """Raises ValueError for an id that two bodies have: a pair names its bodies by their ids."""
    known = pa.chunked_array(ids).drop_null()
    if pc.count_distinct(known).as_py() < len(known):
        counted = pc.value_counts(known)
        twice = counted.filter(pc.greater(counted.field("counts"), 1)).field("values")[0].as_py()
        raise ValueError(f"id: two bodies have the id {twice!r}")


class _Bodies(NamedTuple):
    """Placed bodies, a row each."""

    id: pa.Array
    shape: Indices
    poses: cells.Floats
    boxes: Boxes

    def of(self, rows: Indices) -> _Bodies:
        return _Bodies(self.id.take(rows), self.shape[rows], self.poses[rows], self.boxes[rows])

    @staticmethod
    def joined(some: list[_Bodies]) -> _Bodies:
        """Of batches without bodies, the width of poses is not known."""
        kept = [bodies for bodies in some if len(bodies.id)] or some[:1]
        ids, *columns = zip(*kept)
        return _Bodies(pa.concat_arrays(ids), *map(np.concatenate, columns))

    def ask(
        self, question: str, shapes: Mapping[str, c.Shape], a: Indices, b: Indices, within: float, check: Check
    ) -> dict[str, Any]:
        sides = (self.shape[a], self.poses[a], self.shape[b], self.poses[b])
        return arrow.ask(question, c.Shapes(list(shapes.values())), *sides, within, progress=check)


def _batches(pairs: Iterator[tuple[Indices, Indices]], check: Check) -> Iterator[tuple[Indices, Indices]]:
    """At least ``BATCH`` pairs at a time; the last ones may be fewer, or none."""
    held, count = list[tuple[Indices, Indices]](), 0
    for some in pairs:
        check()
        held.append(some)
        count += len(some[0])
        if count >= BATCH:
            a, b = (np.concatenate(side) for side in zip(*held))
            held, count = [], 0
            yield a, b
    none = np.zeros(0, np.int64)
    a, b = (np.concatenate(side) for side in zip((none, none), *held))
    yield a, b
