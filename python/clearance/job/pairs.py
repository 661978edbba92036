"""A question about each row.

id  shape_a  pose_a        shape_b  pose_b              id  distance
1   "mug"    [7 numbers]   "table"  [7 numbers]   ->    1   0.01
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clearance import _clearance as c
from clearance import arrow
from clearance._pyarrow import pa
from clearance.job.files import Check
from clearance.job.parts import ROWS, Part, parts_of_row_groups
from clearance.shape_file import fields_of


@dataclass(frozen=True)
class Pairs:
    """A question about each row, with the columns of ``clearance.arrow``; other columns are kept."""

    shapes: Mapping[str, c.Shape]
    question: str = "distance"
    """"distance", "intersects", "within" or "clearance"."""
    within: float | None = None
    """The distance that the question "within" needs."""
    rows: int = ROWS

    def __post_init__(self) -> None:
        arrow.check_question(self.question, self.within)

    def key(self) -> list[Any]:
        return [self.question, self.within, hash_of_shapes(self.shapes)]

    def parts(self, files: list[tuple[str, Path]], rows: int) -> list[Part]:
        return parts_of_row_groups(files, rows)

    def answers(self, part: Part, check: Check) -> Iterator[pa.RecordBatch]:
        asked: dict[str, Any] = {"question": self.question, "within": self.within, "on_error": "mark"}
        for batch in part.batches():
            yield arrow.answer(batch, self.shapes, **asked, progress=check)


def hash_of_shapes(shapes: Mapping[str, c.Shape]) -> str:
    if not isinstance(shapes, Mapping):
        raise TypeError(f"shapes: a dict of shapes by name is needed, not {type(shapes)}")
    hashed = hashlib.blake2b(digest_size=16)
    for name, shape in shapes.items():
        hashed.update(json.dumps([name, fields_of(shape)]).encode())
    return hashed.hexdigest()
