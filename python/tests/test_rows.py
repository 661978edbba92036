"""Rows of a question: arrays that are given, marked rows, progress, signals, broadcasting, poses of scipy."""

import signal
import time

import numpy as np
import pytest
from test_shapes import QUESTIONS, columns, same

import clearance as c

BOX, HULL = c.box([1.0, 2.0, 0.5]), c.hull(np.random.default_rng(1).normal(size=(32, 3)))
ORIGIN = c.Pose()


def drawn(*dims, seed=1, reach=3.0):
    rng = np.random.default_rng(seed)
    return np.concatenate([rng.uniform(-reach, reach, (*dims, 3)), rng.normal(size=(*dims, 4))], axis=-1)


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_array_that_is_given_is_written(name):
    poses = drawn(9000)
    ask = getattr(c, name)
    expected = ask(BOX, ORIGIN, HULL, poses)
    out = ask(BOX, ORIGIN, HULL, poses[::-1])
    assert ask(BOX, ORIGIN, HULL, poses, out=out, threads=2) is out
    same(out, expected)
    assert 2000 < c.intersects(BOX, ORIGIN, HULL, poses).sum() < 7000
    table = c.Shapes([BOX, HULL])
    pairs = np.array([[0, k, 1, k + 1] for k in range(8998)])
    out = getattr(table, name)(poses, pairs)
    assert getattr(table, name)(poses, pairs, out=out) is out


@pytest.mark.parametrize(
    "out, says",
    [
        (np.zeros(5), "out: the shape must be"),
        (np.zeros((6, 1)), "out: the shape must be"),
        (np.zeros(6, "f4"), "out: an array of float64"),
        (np.zeros(6, ">f8"), "out: an array of float64"),
        (np.zeros(12)[::2], "out: the array must be contiguous"),
        (np.broadcast_to(0.0, 6), "out: the array must be contiguous"),
        ([0.0] * 6, "out: an array of float64"),
        ("out", "out: an array of float64"),
    ],
)
def test_arrays_that_cannot_be_written(out, says):
    with pytest.raises(ValueError, match=f"^{says}"):
        c.distance(BOX, ORIGIN, HULL, drawn(6), out=out)


def test_more_arrays_that_cannot_be_written():
    poses = drawn(6)
    fixed = np.zeros(6)
    fixed.setflags(write=False)
    with pytest.raises(ValueError, match="^out: .*(write|read-only)"):
        c.distance(BOX, ORIGIN, HULL, poses, out=fixed)
    with pytest.raises(ValueError, match="^out: "):
        c.distance(BOX, ORIGIN, HULL, poses, out=poses.reshape(-1)[:6])
    with pytest.raises(ValueError, match="^out: .*no attribute signed_distance"):
        c.clearance(BOX, ORIGIN, HULL, poses, out=c.penetration(BOX, ORIGIN, HULL, poses))
    with pytest.raises(ValueError, match="^out.signed_distance: the shape"):
        c.clearance(BOX, ORIGIN, HULL, poses, out=c.clearance(BOX, ORIGIN, HULL, poses[:5]))
    for here in [ORIGIN, np.zeros(3)]:
        with pytest.raises(ValueError, match="^out: one pair"):
            c.distance(BOX, ORIGIN, HULL, here, out=np.zeros(()))


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("shape", [HULL, c.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])], ids=["hull", "mesh"])
def test_marked_rows_lose_no_other(name, shape):
    ask, poses = getattr(c, name), drawn(5000 if shape is HULL else 200)
    poses_a = drawn(len(poses), seed=2)
    expected = columns(ask(BOX, poses_a, shape, poses))
    refused = np.zeros(len(poses), bool)
    refused[[0, 7, 100, len(poses) - 1]] = True
    poses[[0, 7]], poses[100, 3:], poses_a[-1, 2], poses_a[0, 2] = np.nan, 0, np.inf, np.inf
    with pytest.raises(ValueError, match="^pose_a: row 0: "):
        ask(BOX, poses_a, shape, poses)
    rows = np.arange(len(poses))
    pairs = np.stack([0 * rows, rows, 0 * rows + 1, rows + len(poses)], axis=1)
    for found in [
        ask(BOX, poses_a, shape, poses, on_error="mark", threads=2),
        getattr(c.Shapes([BOX, shape]), name)(np.vstack([poses_a, poses]), pairs, on_error="mark"),
    ]:
        for column, values in columns(found).items():
            np.testing.assert_array_equal(values[~refused], expected[column][~refused])
            marked = values[refused]
            assert np.isnan(marked).all() if marked.dtype.kind == "f" else not marked.any()


def test_single_pairs_are_marked_too():
    nowhere = np.full(3, np.nan)
    assert c.intersects(BOX, ORIGIN, HULL, nowhere, on_error="mark") is False
    assert np.isnan(c.distance(BOX, ORIGIN, HULL, nowhere, on_error="mark"))
    found = c.clearance(BOX, nowhere, HULL, drawn(3), on_error="mark")
    assert np.isnan(found.normal).all() and (found.status == c.UNDECIDED).all()
    with pytest.raises(ValueError, match="^pose_b: "):
        c.distance(BOX, ORIGIN, HULL, nowhere)
    with pytest.raises(ValueError, match="^on_error: "):
        c.distance(BOX, ORIGIN, HULL, ORIGIN, on_error="ignore")
    with pytest.raises(ValueError, match="^threads: "):
        c.distance(BOX, ORIGIN, HULL, ORIGIN, threads=0)
    with pytest.raises(ValueError, match="^distance: "):
        c.within(BOX, ORIGIN, HULL, ORIGIN, float("nan"))


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_told(threads):
    calls = []
    poses = drawn(50_000)
    c.intersects(BOX, ORIGIN, HULL, poses, progress=lambda *of: calls.append(of), threads=threads)
    assert len(calls) > 2 and calls == sorted(calls) and calls[-1] == (50_000, 50_000)

    def stop(done, all):
        if done > 10_000:
            raise RuntimeError(f"stopped at {done}")

    with pytest.raises(RuntimeError, match="stopped at"):
        c.intersects(BOX, ORIGIN, HULL, poses, progress=stop, threads=threads)
    with pytest.raises(TypeError):
        c.intersects(BOX, ORIGIN, HULL, poses, progress=3)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_signal_interrupts(threads):
    class Late(Exception):
        pass

    def late(*_):
        raise Late

    poses, done = drawn(3_000_000, reach=0.5), []
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    start = time.monotonic()
    try:
        with pytest.raises(Late):
            c.clearance(HULL, ORIGIN, HULL, poses, progress=lambda *of: done.append(of), threads=threads)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - start < 2.0
    assert not done or done[-1][0] < 3_000_000


@pytest.mark.parametrize(
    "dims_a, dims_b, dims",
    [
        ((5, 1), (7,), (5, 7)),
        ((7,), (5, 1), (5, 7)),
        ((2, 1, 3), (4, 1), (2, 4, 3)),
        ((4, 3), (4, 3), (4, 3)),
        ((1,), (1, 6), (1, 6)),
        ((1, 1), (), (1, 1)),
        ((3, 0), (1,), (3, 0)),
        ((2, 1), (0,), (2, 0)),
        ((70, 1), (90,), (70, 90)),
    ],
)
def test_poses_are_broadcast(dims_a, dims_b, dims):
    poses_a, poses_b = drawn(*dims_a), drawn(*dims_b, seed=2)
    all_a = np.broadcast_to(poses_a, (*dims, 7)).reshape(-1, 7)
    all_b = np.broadcast_to(poses_b, (*dims, 7)).reshape(-1, 7)
    for name in QUESTIONS:
        found = columns(getattr(c, name)(BOX, poses_a, HULL, poses_b))
        for column, values in columns(getattr(c, name)(BOX, all_a, HULL, all_b)).items():
            np.testing.assert_array_equal(found[column], values.reshape(*dims, *values.shape[1:]))
    matrices = np.array([c.Pose(p[:3], p[3:]).matrix() for p in poses_b.reshape(-1, 7)]).reshape(*dims_b, 4, 4)
    found = c.distance(BOX, poses_a, HULL, matrices)
    np.testing.assert_allclose(found, c.distance(BOX, poses_a, HULL, poses_b), atol=1e-12)
    assert c.distance(BOX, poses_a[..., :3], HULL, ORIGIN).shape == dims_a or dims_a == ()


def test_lists_of_shapes_have_one_dimension():
    shapes, poses = [BOX, HULL, c.sphere(0.3)], drawn(4, 1)
    found = c.distance(BOX, ORIGIN, shapes, poses)
    assert found.shape == (4, 3)
    for k, shape in enumerate(shapes):
        np.testing.assert_array_equal(found[:, k], c.distance(BOX, ORIGIN, shape, poses[:, 0]))
    same(c.distance(BOX, ORIGIN, c.Shapes(shapes), poses), found)


@pytest.mark.parametrize(
    "poses_a, poses_b, says",
    [
        (np.zeros((2, 3)), np.zeros((3, 3)), "pose_b: 3 rows, but pose_a has 2"),
        (np.zeros((4, 2, 3)), np.zeros((4, 1, 7)), r"pose_b: row \(0, 0\): "),
        (np.zeros((2, 3)), np.full((5, 1, 3), np.nan), r"pose_b: row \(0, 0\): "),
    ],
)
def test_rows_that_do_not_fit(poses_a, poses_b, says):
    with pytest.raises(ValueError, match=f"^{says}"):
        c.distance(BOX, poses_a, HULL, poses_b)


def test_more_rows_than_memory():
    with pytest.raises(MemoryError):
        c.distance(BOX, ORIGIN, HULL, np.broadcast_to(np.zeros(3), (2**50, 3)))


def test_poses_of_scipy():
    transform = pytest.importorskip("scipy.spatial.transform")
    poses = drawn(20)
    turns = transform.Rotation.from_quat(poses[:, 3:])
    at_origin = poses * [0, 0, 0, 1, 1, 1, 1]
    expected = c.distance(HULL, [2.8, 0, 0], BOX, at_origin)
    assert 0 < (expected > 0).sum() < 20
    np.testing.assert_allclose(c.distance(HULL, [2.8, 0, 0], BOX, turns), expected, atol=1e-12)
    one = c.distance(HULL, [2.8, 0, 0], BOX, turns[3])
    assert type(one) is float and one == pytest.approx(expected[3])
    if not hasattr(transform, "RigidTransform"):
        pytest.skip("this scipy has no RigidTransform")
    rigid = transform.RigidTransform.from_components(poses[:, :3], turns)
    expected = c.distance(HULL, ORIGIN, BOX, poses)
    np.testing.assert_allclose(c.distance(HULL, ORIGIN, BOX, rigid), expected, atol=1e-12)
    assert c.distance(HULL, ORIGIN, BOX, rigid[3]) == pytest.approx(expected[3])
