"""Rows, single pairs, tables and threads give the same bits; Python's threads and processes may ask at once."""

import os
import threading

import numpy as np
import pytest
from test_shapes import CORNERS, FACES, QUESTIONS, columns, same

import clearance as c

hypothesis = pytest.importorskip("hypothesis")
given, settings, st = hypothesis.given, hypothesis.settings, hypothesis.strategies

HULL = np.random.default_rng(3).normal(size=(32, 3))
SOLID = [
    c.box([1.0, 2.0, 0.5]),
    c.sphere(0.7),
    c.capsule(0.3, 1.2),
    c.cylinder(0.4, 1.0),
    c.cone(0.5, 1.0),
    c.ellipsoid([0.3, 0.5, 0.8]),
    c.hull(HULL / 3),
    c.rounded(c.triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]), 0.1),
    c.half_space([0, 0, 1], -0.5),
    c.solid(CORNERS, FACES),
    c.compound([(c.sphere(0.3), c.Pose([0.5, 0, 0])), (c.box([1, 1, 1]), c.Pose([-0.5, 0, 0]))]),
]
FLAT = [
    c.circle(0.5),
    c.box2([1.0, 2.0]),
    c.ellipse([0.3, 0.8]),
    c.polygon([[0, 0], [1, 0], [0.8, 1], [0, 1]]),
    c.capsule2([-0.5, 0], [0.5, 0], 0.2),
    c.half_plane([1.0, 1.0]),
    c.chain(CORNERS[:, :2]),
    c.compound2([(c.circle(0.3), c.Pose2([1, 0])), (c.box2([1, 1]), c.Pose2([-1, 0], 0.5))]),
]
SEEN = {"touching": 0, "apart": 0, "float32": 0, "plane": 0}


def laid_out(poses, way):
    """The same numbers, laid out in another way."""
    if way == "every second":
        return np.repeat(poses, 2, axis=0)[::2]
    if way == "backwards":
        return poses[::-1].copy()[::-1]
    if way == "columns":
        return np.asfortranarray(poses)
    if way == "big endian":
        return poses.astype(poses.dtype.newbyteorder(">"))
    return poses


LAYOUTS = st.sampled_from(["plain", "every second", "backwards", "columns", "big endian"])


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    plane=st.booleans(),
    pick=st.lists(st.integers(0, 100), min_size=2, max_size=5),
    seed=st.integers(0, 2**32 - 1),
    rows=st.sampled_from([1, 2, 15, 40]),
    reach=st.sampled_from([0.5, 1.5, 1e6]),
    dtype=st.sampled_from(["f8", "f4"]),
    layouts=st.tuples(LAYOUTS, LAYOUTS),
    name=st.sampled_from([*QUESTIONS, "within"]),
)
def same_bits(plane, pick, seed, rows, reach, dtype, layouts, name):
    kinds = FLAT if plane else SOLID
    table = c.Shapes([kinds[k % len(kinds)] for k in pick])
    rng = np.random.default_rng(seed)
    middle = rng.uniform(-reach, reach, (rows, 1, 3))
    places = np.ascontiguousarray((middle + rng.uniform(-1, 1, (rows, 2, 3))).swapaxes(0, 1))
    turns = rng.normal(size=(2, rows, 4))
    poses = places if plane else np.concatenate([places, turns], axis=-1)
    poses_a, poses_b = [laid_out(part.astype(dtype), way) for part, way in zip(poses, layouts)]
    pairs = rng.integers(0, len(table), (rows, 2))
    more = [0.25] if name == "within" else []
    a, b = [[table[i] for i in side] for side in pairs.T]
    found = getattr(c, name)(a, poses_a, b, poses_b, *more)
    same(getattr(c, name)(a, poses_a, b, poses_b, *more, threads=2), found)
    indices = np.stack([pairs[:, 0], np.arange(rows), pairs[:, 1], rows + np.arange(rows)], axis=1)
    both = np.vstack([poses_a, poses_b]).astype(dtype)
    same(getattr(table, name)(both, indices, *more), found)
    for row in range(rows):
        single = getattr(c, name)(a[row], poses_a[row], b[row], poses_b[row], *more)
        for column, values in columns(found).items():
            one = columns(single)[column]
            if dtype == "f8" or values.dtype.kind != "f":
                np.testing.assert_array_equal(values[row], one, err_msg=column)
    touching = c.intersects(a, poses_a, b, poses_b)
    SEEN["touching"] += touching.sum()
    SEEN["apart"] += (~touching).sum()
    SEEN["float32"] += dtype == "f4"
    SEEN["plane"] += plane


def test_rows_tables_threads_and_single_pairs_have_the_same_bits():
    SEEN.update(dict.fromkeys(SEEN, 0))
    same_bits()
    assert min(SEEN["touching"], SEEN["apart"]) > 300 and min(SEEN["float32"], SEEN["plane"]) > 25, SEEN


def asked(kind="f8"):
    rng = np.random.default_rng(5)
    poses = np.hstack([rng.uniform(-1, 1, (8_000, 3)), rng.normal(size=(8_000, 4))]).astype(kind)
    table = c.Shapes(SOLID[:7])
    pairs = rng.integers([0, 0, 0, 0], [7, 8_000, 7, 8_000], (8_000, 4))
    return lambda: table.clearance(poses, pairs, threads=2)


@pytest.mark.parametrize("kind", ["f8", "f4"])
def test_eight_threads_of_python_at_once(kind):
    ask = asked(kind)
    found = [None] * 8

    def run(k):
        found[k] = ask()

    threads = [threading.Thread(target=run, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one in found:
        same(one, ask())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_in_the_middle():
    """A child that is forked while another thread asks answers, too."""
    ask = asked()
    expected = ask()
    busy = threading.Thread(target=lambda: [ask() for _ in range(3)])
    busy.start()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            same(ask(), expected)
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    busy.join()
    assert os.waitstatus_to_exitcode(status) == 0
    same(ask(), expected)
