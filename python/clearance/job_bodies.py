"""Jobs about all pairs of placed bodies that are near each other.

    id  shape    pose               id_a  id_b  distance
    1   "mug"    [7 numbers]   ->   1     2     0.01        rows of INPUT are bodies, rows of OUTPUT are pairs
    2   "table"  [7 numbers]        2     3     0.25

A part is a cell of ``clearance.cells``, found from a sample of the bodies: a process reads the table, keeps the bodies in
its cell, and asks the pairs that belong to it. No pair is found twice, and none is lost between cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from clearance import _clearance as c
from clearance import arrow, cells
from clearance._columns import Named, Rows, poses, refuse_poses, without_nulls
from clearance._pyarrow import pa, pq
from clearance.job import BATCH, Check, Part, hash_of_files, hash_of_shapes, read

#: Bodies whose boxes tell where to cut.
SAMPLE = 100_000

COLUMNS = ["id", "shape", "pose"]


@dataclass(frozen=True)
class Bodies:
    """A question about the pairs at most ``within`` apart, with columns as in ``clearance.arrow``.

    A body that has no place, or no shape, is a row without ``id_b``, with the reason as ``error``.
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
        every = max(1, sum(pq.read_metadata(path).num_rows for path in paths) // SAMPLE)
        batches = (batch for path in paths for batch in read(path, 0, None, COLUMNS))
        sample = [self._placed(batch)[0].boxes.of(slice(None, None, every)) for batch in batches]
        boxes = cells.Boxes(*(np.concatenate(corners) for corners in zip(*sample)))
        found = cells.cells(boxes, cells.Cell(), max(1, rows // every))
        content = hash_of_files(paths)
        return [Part(f"cell-{k:06}", paths, (0, 0), cell, content) for k, (_, cell) in enumerate(found)]

    def answers(self, part: Part, check: Check) -> Iterator[pa.RecordBatch]:
        # One cell has the outermost corner of space: it tells of the bodies without a place.
        tells = part.region.lower == cells.Cell().lower
        some = []
        for batch in part.batches(COLUMNS):
            check()
            bodies, refused = self._placed(batch)
            some.append(bodies.of(np.flatnonzero(cells.overlaps(bodies.boxes, part.region))))
            if tells:
                yield self._table(refused.column("id"), None, {}, refused.column("error"))
        bodies = _Bodies.joined(some)
        for a, b in _some_at_a_time(cells.pairs(bodies.boxes, part.region), check):
            near = bodies.ask("within", self.shapes, a, b, self.within, check)["within"]
            a, b = a[near], b[near]
            answers = bodies.ask(self.question, self.shapes, a, b, self.within, check)
            yield self._table(bodies.id.take(a), bodies.id.take(b), answers, None)

    def _placed(self, batch: pa.RecordBatch) -> tuple[_Bodies, pa.RecordBatch]:
        """The bodies, and those that are refused: ``id``, ``error``."""
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


class _Bodies(NamedTuple):
    """Placed bodies, a row each."""

    id: pa.Array
    shape: cells.Indices
    poses: cells.Floats
    boxes: cells.Boxes

    def of(self, rows: cells.Indices) -> _Bodies:
        return _Bodies(self.id.take(rows), self.shape[rows], self.poses[rows], self.boxes.of(rows))

    @staticmethod
    def joined(some: list[_Bodies]) -> _Bodies:
        kept = [bodies for bodies in some if len(bodies.id)] or some[:1]
        ids, shapes, poses, boxes = zip(*kept)
        corners = (np.concatenate(corners) for corners in zip(*boxes))
        return _Bodies(pa.concat_arrays(ids), np.concatenate(shapes), np.concatenate(poses), cells.Boxes(*corners))

    def ask(
        self,
        question: str,
        shapes: Mapping[str, c.Shape],
        a: cells.Indices,
        b: cells.Indices,
        within: float,
        check: Check,
    ) -> dict[str, Any]:
        sides = (self.shape[a], self.poses[a], self.shape[b], self.poses[b])
        return arrow.ask(question, c.Shapes(list(shapes.values())), *sides, within, progress=check)


def _some_at_a_time(
    pairs: Iterator[tuple[cells.Indices, cells.Indices]],
    check: Check,
) -> Iterator[tuple[cells.Indices, cells.Indices]]:
    """In batches; the last one may be empty."""
    held, count = list[tuple[cells.Indices, cells.Indices]](), 0
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
