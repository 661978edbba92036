"""Jobs about a robot: does a configuration touch, is a path proven?

    id  joint1  joint2  ..      id  touches         configurations: a row each
    1   0.0     -0.785      ->  1   false

    path  row  joint1  ..       path  verdict   row   body_a  body_b       paths: rows that stand together
    "a"   0    0.0              "a"   "proven"  null  null    null
    "a"   1    0.3          ->  "b"   "broken"  0.75  "hand"  "table"
    "b"   0    0.0

Columns are named like the joints of ``Robot.joints``, all of them, in radians or metres.
"""

from __future__ import annotations

import hashlib
import json
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clearance import _clearance as c
from clearance._pyarrow import pa
from clearance.job.files import Check, read
from clearance.job.parts import ROWS, Part, parts_of_file, parts_of_row_groups
from clearance.shape_file import read_bodies


@dataclass(frozen=True)
class RobotFiles:
    """A robot and bodies around it by their files, which all processes see. ``bodies`` is a file of shapes whose lines
    have a ``pose``."""

    urdf: str | PathLike[str]
    srdf: str | PathLike[str] | None = None
    bodies: str | PathLike[str] | None = None
    hulls: bool = False

    def world(self) -> tuple[c.Robot, c.World]:
        """Made once a process, unless a file changes."""
        key = json.dumps([str(self), self.key()])
        if key not in _WORLDS:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                robot = c.Robot.from_urdf(self.urdf, self.srdf, hulls=self.hulls)
            _WORLDS[key] = (robot, c.World(robot, read_bodies(self.bodies) if self.bodies else []))
        return _WORLDS[key]

    def key(self) -> list[Any]:
        """The content of the files, and of the meshes they name."""
        return [_hash_of_models(Path(file)) for file in (self.urdf, self.srdf, self.bodies) if file] + [self.hulls]


_WORLDS = dict[str, tuple[c.Robot, c.World]]()


def _hash_of_models(file: Path) -> str:
    """Of a file, and of the files that its text names, where they are found near it: ``package://arm/hand.stl`` may be
    ``arm/hand.stl`` or ``hand.stl`` in the folder of the file, or in one of the three folders above it."""
    text = file.read_bytes()
    hashed = hashlib.blake2b(text, digest_size=16)
    for name in sorted(set(re.findall(rb"\"([^\"\n]+\.\w+)\"", text))):
        steps = Path(name.decode(errors="replace").split("://")[-1]).parts
        places = (folder.joinpath(*steps[k:]) for folder in file.absolute().parents[:4] for k in range(len(steps)))
        found = next((place for place in places if place.is_file()), None)
        hashed.update(found.read_bytes() if found else b"")
    return hashed.hexdigest()


@dataclass(frozen=True)
class Configurations:
    """Does any pair of the world touch? A row each; other columns are kept."""

    robot: RobotFiles
    rows: int = ROWS

    def key(self) -> list[Any]:
        return self.robot.key()

    def parts(self, files: list[tuple[str, Path]], rows: int) -> list[Part]:
        return parts_of_row_groups(files, rows)

    def answers(self, part: Part, check: Check) -> Iterator[pa.RecordBatch]:
        robot, world = self.robot.world()
        for batch in part.batches():
            joints, is_null = _joints(batch, robot)
            touches, errors = np.zeros(len(joints), np.bool_), dict[int, str]()
            some = np.flatnonzero(~is_null)
            try:
                touches[some] = world.touches(joints[some], progress=check)
            except ValueError:
                for row in some.tolist():
                    check()
                    try:
                        touches[row] = world.touches(joints[row])
                    except ValueError as wrong:
                        errors[row] = str(wrong)
            no_answer = is_null.copy()
            no_answer[list(errors)] = True
            kept = batch.drop_columns(robot.joints)
            kept = kept.append_column("touches", pa.array(touches, mask=no_answer))
            yield kept.append_column("error", pa.array(map(errors.get, range(len(joints))), pa.string()))


@dataclass(frozen=True)
class Paths:
    """Do all pairs keep the clearance on the whole path? Columns ``path``, joints, and ``row`` if rows have an order.

    The rows of a path stand together in one file; a path in two places of a file is an error.
    """

    robot: RobotFiles
    clearance: float = 0.0
    rows: int = ROWS

    def __post_init__(self) -> None:
        if not 0 <= self.clearance < np.inf:
            raise ValueError(f"clearance: a distance is needed, not {self.clearance}")

    def key(self) -> list[Any]:
        return [self.clearance, *self.robot.key()]

    def parts(self, files: list[tuple[str, Path]], rows: int) -> list[Part]:
        return [part for name, file in files for part in parts_of_file(name, file, _ends_of_paths(file), rows)]

    def answers(self, part: Part, check: Check) -> Iterator[pa.RecordBatch]:
        robot, world = self.robot.world()
        kind, rows = pa.null(), list[dict[str, Any]]()
        for path in _paths(part.batches(["path", "row", *robot.joints])):
            kind = path.schema.field("path").type
            if path.num_rows:
                check()
                rows.append({"path": path.column("path")[0].as_py(), **self._prove(path, robot, world, check)})
        words = {name: pa.string() for name in ("verdict", "body_a", "body_b", "error")}
        fields = {"path": kind, "verdict": words["verdict"], "row": pa.float64(), **words}
        yield pa.RecordBatch.from_pylist(rows, pa.schema(list(fields.items())))

    def _prove(self, path: pa.RecordBatch, robot: c.Robot, world: c.World, check: Check) -> dict[str, Any]:
        if "row" in path.schema.names:
            path = path.sort_by("row")
        joints, is_null = _joints(path, robot)
        if is_null.any() or path.column("path").null_count:
            return {"error": "a null"}
        try:
            proof = world.prove(np.ascontiguousarray(joints), self.clearance, progress=check)
        except ValueError as wrong:
            return {"error": str(wrong)}
        body_a, body_b = proof.pair or (None, None)
        return {"verdict": proof.verdict, "row": proof.row, "body_a": body_a, "body_b": body_b}


def _ends_of_paths(file: Path) -> list[int]:
    """The row after the last one of each path."""
    starts, names, at = list[int](), list[Any](), 0
    for batch in read(file, 0, None, ["path"]):
        paths = _decoded(batch).column("path")
        for start in _changes(paths):
            name = paths[start].as_py()
            if not names or name != names[-1]:  # else it goes on from the batch before
                starts.append(at + start)
                names.append(name)
        at += batch.num_rows
    if twice := [name for name, count in Counter(names).items() if count > 1]:
        raise ValueError(f"{file}: the rows of path {twice[0]!r} do not stand together: sort the table by path")
    return [*starts[1:], at]


def _changes(column: pa.Array) -> list[int]:
    """The rows that differ from the row before, and the first one."""
    codes = column.dictionary_encode(null_encoding="encode").indices.to_numpy()
    return [int(row) for row in np.flatnonzero(np.diff(codes, prepend=-1))]


def _decoded(batch: pa.RecordBatch) -> pa.RecordBatch:
    """With the names of paths themselves, where the column is a dictionary, as pandas' categories are."""
    at = batch.schema.get_field_index("path")
    is_dictionary = pa.types.is_dictionary(batch.schema.field(at).type)
    return batch.set_column(at, "path", batch.column(at).dictionary_decode()) if is_dictionary else batch


def _paths(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The rows of each path, across batches."""
    held = None
    for batch in map(_decoded, batches):
        joined = batch if held is None else pa.concat_batches([held, batch])
        starts = [*_changes(joined.column("path")), joined.num_rows] if joined.num_rows else [0, 0]
        for start, end in pairwise(starts[:-1]):
            yield joined.slice(start, end - start)
        held = joined.slice(starts[-2])
    if held is not None:
        yield held


def _joints(batch: pa.RecordBatch, robot: c.Robot) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Values of shape (rows, joints), and the rows with a null."""
    missing = [name for name in robot.joints if name not in batch.schema.names]
    if missing:
        raise ValueError(f"there is no column {missing[0]} for this joint")
    columns = [batch.column(name) for name in robot.joints]
    values = [column.cast(pa.float64()).to_numpy(zero_copy_only=False) for column in columns]
    nulls = [column.is_null().to_numpy(zero_copy_only=False) for column in columns]
    return np.stack(values, axis=1), np.any(nulls, axis=0)
