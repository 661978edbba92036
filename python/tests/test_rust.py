"""A million pairs that a Rust program asks, see pytest/pairs.rs: the answers from Python have the same bits."""

import os
from pathlib import Path

import numpy as np
import pytest

import clearance as c
from clearance.shape_file import read_shapes

FOLDER = os.environ.get("CLEARANCE_ANSWERS")


def same(found, expected):
    """Numbers of any float are the same in float64, zeros with their signs."""
    np.testing.assert_array_equal(found.astype("f8").view("u8"), np.ascontiguousarray(expected).view("u8"))


@pytest.mark.skipif(FOLDER is None, reason="cargo test -p clearance-python writes the answers")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_million_pairs_have_the_bits_of_rust(dtype):
    def rows(name, columns):
        return np.fromfile(Path(FOLDER, dtype, name)).reshape(-1, columns)

    table = c.Shapes(list(read_shapes(Path(FOLDER, "shapes.jsonl")).values()))
    asked = (rows("poses", 7).astype(dtype), rows("pairs", 4).astype("u4"))
    touches, distance = rows("gaps", 2).T
    assert len(touches) == 500_000 and 0.3 < touches.mean() < 0.7
    same(table.intersects(*asked), touches)
    same(table.distance(*asked, threads=2), distance)
    depth, *normal = rows("depths", 4).T
    poses, pairs = asked
    found = table.penetration(poses, pairs[: len(depth)])
    assert found.depth.dtype == dtype and len(depth) == 100_000
    same(found.depth, depth)
    same(np.where(np.isnan(found.normal), 0.0, found.normal), np.stack(normal, axis=-1))
