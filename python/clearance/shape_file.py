"""Files of named shapes: JSON lines, a shape a line, in the text of the command's query lines.

    {"name": "mug", "kind": "cylinder", "radius": 0.04, "half_height": 0.05, "axis": "z"}
    {"name": "cup", "kind": "compound", "shapes": [{"kind": "sphere", "radius": 1.0, "pose": {"t": [1.0, 0.0, 0.0]}}]}
    {"name": "part", "mesh": "part.stl", "scale": 0.001}

``crates/cli/FORMATS.md`` has the keys of all kinds. A ``mesh`` file is a solid where it is closed, as in the command's
scenes; its path starts at the folder of the shape file, and trimesh reads it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from clearance import _clearance as c

_Fields = dict[str, Any]


def read_shapes(file: str | PathLike[str]) -> dict[str, c.Shape]:
    """The shapes by name, in the order of the lines: a column of a table names a shape, or counts lines from 0.

    A line without a name has its number for one. Blank lines do not count. Raises ValueError with the file, the line and
    the reason, for a key that is unknown, too.
    """
    return {name: shape for name, shape, _ in read_bodies(file)}


def read_bodies(file: str | PathLike[str]) -> list[tuple[str, c.Shape, c.Pose]]:
    """As ``read_shapes``, with the ``pose`` of each line, the origin without one: the bodies of a ``World``."""
    path, bodies = Path(file), dict[str, tuple[str, c.Shape, c.Pose]]()
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as wrong:
        raise ValueError(f"{path}: {wrong}") from wrong
    lines = [line for line in enumerate(text.splitlines(), 1) if line[1].strip()]
    for number, line in lines:
        try:
            c.Shape._check_line(line)  # type: ignore[attr-defined]
            fields = json.loads(line)
            name = str(fields.pop("name", len(bodies)))
            if name in bodies:
                raise ValueError(f"a second shape named {name}")
            pose = _pose_of(fields.pop("pose", {}))
            bodies[name] = (name, shape_of(fields, path.parent), pose)
        except (KeyError, TypeError, ValueError, OSError) as wrong:
            reason = f"{wrong} is missing" if isinstance(wrong, KeyError) else wrong
            raise ValueError(f"{path}, line {number}: {reason}") from wrong
    return list(bodies.values())


def write_shapes(file: str | PathLike[str], shapes: Mapping[str, c.Shape]) -> None:
    """What ``read_shapes`` reads; every number keeps its bits."""
    lines = (json.dumps({"name": name, **fields_of(shape)}) + "\n" for name, shape in shapes.items())
    Path(file).write_text("".join(lines), encoding="utf-8")


def shape_of(fields: _Fields, folder: Path) -> c.Shape:
    """The shape with these keys."""
    if "mesh" in fields:
        return _mesh_file(folder / fields["mesh"], fields.get("scale", 1.0))
    kind = fields.get("kind")
    if kind in ("mesh", "solid"):
        make = c.mesh if kind == "mesh" else c.solid
        return make(fields["vertices"], fields["triangles"])
    if kind == "height_field":
        return c.height_field(np.array(fields["heights"], dtype=np.float64), fields["cell"])
    if kind == "compound":
        parts = [(_pose_of(part.pop("pose", {})), shape_of(part, folder)) for part in fields["shapes"]]
        return c.compound([(shape, pose) for pose, shape in parts])
    of_text: Callable[[str], c.Shape] = c.Shape._of_text  # type: ignore[attr-defined]
    return of_text(json.dumps(fields))


def fields_of(shape: c.Shape) -> _Fields:
    """The keys of a shape. What pickle keeps of it is a function and its arguments."""
    reduced: Any = shape.__reduce__()
    make, arguments = reduced
    if make in (c.mesh, c.solid):
        vertices, triangles = arguments
        return {"kind": shape.kind, "vertices": vertices.tolist(), "triangles": triangles.tolist()}
    if make is c.compound:
        parts = [{**fields_of(part), "pose": {"t": pose.xyz, "q": pose.quaternion}} for part, pose in arguments[0]]
        return {"kind": "compound", "shapes": parts}
    fields: _Fields = json.loads(arguments[0])
    return fields


def _pose_of(fields: _Fields) -> c.Pose:
    of_text: Callable[[str], c.Pose] = c.Pose._of_text  # type: ignore[attr-defined]
    return of_text(json.dumps(fields)) if fields else c.Pose()


def _mesh_file(path: Path, scale: float) -> c.Shape:
    try:
        import trimesh  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError as wrong:
        raise ImportError(f"{path} is a mesh: pip install trimesh") from wrong
    loaded = trimesh.load_mesh(path)
    vertices, triangles = np.asarray(loaded.vertices) * scale, np.asarray(loaded.faces)
    try:
        return c.solid(vertices, triangles)
    except ValueError:
        return c.mesh(vertices, triangles)
