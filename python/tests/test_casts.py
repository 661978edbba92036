"""Casts: times worked out by hand, rows against single pairs, and meshes."""

import math

import numpy as np
import pytest

import clearance as c

HERE = c.Pose()
REST = [0.0, 0.0, 0.0]
WALL, BALL = c.box([1.0, 9.0, 9.0]), c.sphere(0.5)


def sheet(make=c.mesh, x=0.0):
    """A tetrahedron whose face is in the plane x = 0 if it is not moved."""
    corners = np.array([[x, -4, -4], [x, 4, -4], [x, 0, 4], [x + 1.0, 0, 0]])
    return make(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])


@pytest.mark.parametrize(
    "motion, time",
    [
        ([8.0, 0, 0], 0.5),
        ([8.0, 0, 0, 0, 0, 3.0], 0.5),  # a ball that turns
        (c.Pose([3.0, 0, 0]), 0.5),  # the pose at time 1
        ([3.0, 0, 0, 0, 0, 0, 1], 0.5),
        (np.array([[1.0, 0, 0, 3], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]), 0.5),
        ([4.1, 0, 0], 4 / 4.1),
        ([3.9, 0, 0], math.inf),
        ([-8.0, 0, 0], math.inf),
    ],
)
def test_a_ball_that_is_cast_at_a_wall(motion, time):
    found = c.cast(WALL, HERE, REST, BALL, c.Pose([-5, 0, 0]), motion)
    assert found.hit is math.isfinite(time)
    if found.hit:
        assert found.time == pytest.approx(time, abs=1e-12) and found.lower <= found.time <= found.upper
        assert found.upper - found.lower < 1e-11
        np.testing.assert_allclose(found.normal, [-1, 0, 0], atol=1e-12)
        np.testing.assert_allclose([found.point_a, found.point_b], [[-0.5, 0, 0]] * 2, atol=1e-11)
    else:
        assert found.time == math.inf and found.lower == 1.0 and np.isnan(found.point_a).all()
        assert found.part_a == -1


def test_a_bar_that_turns_meets_a_ball():
    bar, ball = c.box([6.0, 0.5, 0.5]), c.sphere(0.25)
    found = c.cast(bar, HERE, [0, 0, 0, 0, 0, 1.0], ball, c.Pose([0, 2, 0]), REST, tmax=10.0)
    assert found.hit and found.time == pytest.approx(math.pi / 2 - math.asin(0.25), abs=1e-9)


def test_a_touch_at_the_last_time_is_a_hit_that_is_not_proven():
    found = c.cast(WALL, HERE, REST, BALL, c.Pose([-5, 0, 0]), [4, 0, 0])
    assert found.hit and found.time == 1.0 and found.upper == math.inf


def test_both_move_and_a_start_in_contact():
    found = c.cast(BALL, c.Pose([-3, 0, 0]), [1, 0, 0], BALL, c.Pose([3, 0, 0]), [-1.5, 0, 0], tmax=math.inf)
    assert found.time == pytest.approx(2.0, abs=1e-12)
    assert c.cast(BALL, HERE, REST, BALL, c.Pose([0.5, 0, 0]), [1, 0, 0]).time == 0.0


@pytest.mark.parametrize("make, kind", [(c.mesh, "mesh"), (c.solid, "solid")])
def test_a_ball_that_is_cast_at_triangles(make, kind):
    found = c.cast(sheet(make), HERE, REST, BALL, c.Pose([-5, 0, 0]), [9, 0, 0])
    assert found.time == pytest.approx(0.5, abs=1e-12) and found.face_a == 0 and found.face_b == -1
    inside = c.cast(sheet(make), HERE, REST, c.sphere(0.05), c.Pose([0.3, 0, 0]), REST)
    assert inside.hit is (kind == "solid")
    turning = c.cast(sheet(make), HERE, [0, 0, 0, 1.0, 0, 0], BALL, c.Pose([-5, 0, 0]), [9, 0, 0])
    assert turning.time == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize("a", [WALL, c.cone(1.0, 2.0), sheet()])
@pytest.mark.parametrize("threads", [1, 2])
def test_rows_are_single_casts(a, threads):
    rng = np.random.default_rng(2)
    poses, turns = rng.uniform(-4, 4, (40, 3)), rng.normal(size=(40, 3))
    ways = np.hstack([rng.normal(size=(40, 3)) - poses, turns])
    rows = c.cast(a, HERE, [0.5, 0, 0], c.box([1, 1, 1]), poses, ways, threads=threads)
    assert 5 < rows.hit.sum() < 40 and rows.normal.shape == (40, 3)
    for row in range(40):
        single = c.cast(a, HERE, [0.5, 0, 0], c.box([1, 1, 1]), poses[row], ways[row])
        for name, value in single.to_dict().items():
            np.testing.assert_array_equal(getattr(rows, name)[row], value)


def test_a_time_is_that_of_the_clearance():
    """At the time the shapes touch, and before they are apart."""
    rng, hits = np.random.default_rng(3), 0
    for _ in range(40):
        start, way = rng.uniform(-3, 3, 3), rng.normal(size=3) * 5
        found = c.cast(WALL, HERE, REST, c.cone(0.5, 1.0), start, way)
        if found.hit and found.time > 0:
            hits += 1
            gap = c.distance(WALL, HERE, c.cone(0.5, 1.0), start + found.lower * 0.999 * way)
            assert gap > 0 and c.distance(WALL, HERE, c.cone(0.5, 1.0), start + found.time * way) < 1e-9
    assert hits > 5


def test_motions_broadcast():
    ways = np.array([[8.0, 0, 0], [4.0, 0, 0]])
    assert c.cast(WALL, HERE, REST, BALL, c.Pose([-5, 0, 0]), ways).time.tolist() == pytest.approx([0.5, 1.0])
    assert c.cast(WALL, HERE, REST, BALL, np.zeros((0, 3)), REST).hit.shape == (0,)
    grid = c.cast([WALL, c.box([3.0, 9, 9])], HERE, REST, BALL, np.full((2, 1, 3), [-5.0, 0, 0]), ways[0])
    np.testing.assert_allclose(grid.time, [[0.5, 0.375]] * 2)
    assert grid.normal.shape == (2, 2, 3)
    turned = np.asfortranarray(ways).astype(">f8")
    assert c.cast(WALL, HERE, REST, BALL, c.Pose([-5, 0, 0]), turned).hit.all()


@pytest.mark.parametrize(
    "more, says",
    [
        ({"tmax": -1.0}, "tmax"),
        ({"tmax": math.nan}, "tmax"),
        ({"motion_b": [math.nan, 0, 0]}, "motion_b"),
        ({"motion_b": np.array([[1.0, 0, 0], [math.inf, 0, 0]])}, "motion_b: row 1"),
        ({"motion_b": [1.0, 2.0]}, "motion_b: the shape is"),
        ({"motion_a": np.zeros((3, 6)), "motion_b": np.zeros((2, 3))}, "motion_b: the rows are"),
    ],
)
def test_values_that_are_refused(more, says):
    motions = {"motion_a": REST, "motion_b": REST} | more
    with pytest.raises(ValueError, match=f"^{says}"):
        c.cast(a=WALL, pose_a=HERE, b=BALL, pose_b=c.Pose([-5, 0, 0]), **motions)


def test_types_that_are_refused():
    with pytest.raises(TypeError, match="^motion_a"):
        c.cast(WALL, HERE, "fast", BALL, HERE, REST)
    with pytest.raises(TypeError, match="^b"):
        c.cast(WALL, HERE, REST, c.circle(1.0), HERE, REST)


@pytest.mark.parametrize(
    "motion, time",
    [
        ([8.0, 0.0], 0.5),
        ([8.0, 0.0, 3.0], 0.5),
        (c.Pose2([3.0, 0.0], 0.0), 0.5),
        ([[8.0, 0.0], [4.1, 0.0]], [0.5, 4 / 4.1]),
    ],
)
def test_casts_in_the_plane(motion, time):
    found = c.cast(c.box2([1.0, 9.0]), c.Pose2(), [0, 0], c.circle(0.5), c.Pose2([-5, 0], 0.0), motion)
    np.testing.assert_allclose(found.time, time, atol=1e-12)
    np.testing.assert_allclose(found.normal, np.broadcast_to([-1.0, 0.0], (*np.shape(time), 2)), atol=1e-12)


def test_a_bar_that_turns_in_the_plane():
    bar, ball = c.box2([6.0, 0.5]), c.circle(0.25)
    found = c.cast(bar, c.Pose2(), [0, 0, 1.0], ball, c.Pose2([0, 2], 0.0), [0, 0], tmax=10.0)
    assert found.time == pytest.approx(math.pi / 2 - math.asin(0.25), abs=1e-9)


def test_casts_in_float32():
    starts = np.array([[-5, 0, 0], [-5, 99, 0]], dtype=np.float32)
    found = c.cast(WALL, HERE, REST, BALL, starts, [8, 0, 0])
    assert found.time.dtype == found.normal.dtype == np.float32 and found.hit.tolist() == [True, False]
    assert found.time[0] == pytest.approx(0.5, abs=1e-6)
    with pytest.raises(ValueError, match="^motion_b: velocity is not finite"):
        c.cast(WALL, HERE, REST, BALL, starts, [1e300, 0, 0])


def test_a_gap_counts_as_contact():
    where = (WALL, HERE, REST, BALL, c.Pose([-5, 0, 0]), [1, 0, 0])
    found = c.cast(*where, tmax=9.0, gap=0.5)
    assert (found.hit, found.time) == (True, 3.5)
    assert c.verify_cast(*where, found, tmax=9.0, gap=0.5) == "proven"
    with pytest.raises(ValueError, match="gap: "):
        c.cast(*where, gap=-1.0)


def test_a_contact_that_parts_may_be_ignored():
    where = (WALL, HERE, REST, BALL, c.Pose([-1, 0, 0]), [-1, 0, 0])
    assert c.cast(*where).hit and not c.cast(*where, ignore_parting=True).hit


def test_rays_may_be_hollow_and_one_sided():
    inside = (c.sphere(1.0), [0.0, 0, 0], [1.0, 0, 0])
    assert c.raycast(*inside).time == 0.0
    found = c.raycast(*inside, hollow=True)
    assert found.time == 1.0 and c.verify_raycast(*inside, found, hollow=True) == "proven"
    triangle = c.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    below = (triangle, [0.2, 0.2, -1.0], [0.0, 0, 1])
    assert c.raycast(*below).hit and not c.raycast(*below, one_sided=True).hit
