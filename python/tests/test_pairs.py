"""Pairs: single questions and rows, against each other and against numbers worked out by hand."""

import copy
import math
import pickle

import numpy as np
import pytest

import clearance as c

HERE = c.Pose()
SHAPES = [
    c.sphere(0.5),
    c.box([1.0, 2.0, 0.5]),
    c.capsule(radius=0.3, length=1.2),
    c.cylinder(radius=0.4, length=1.0),
    c.cone(radius=0.5, length=1.0),
    c.ellipsoid([0.3, 0.5, 0.8]),
    c.hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    c.rounded(c.triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]), 0.1),
]


#: Rows of which the last ones are no poses.
LATE = np.vstack([np.zeros((5000, 3)), np.full((5000, 3), np.inf)])


def tetrahedron(make):
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
    return make(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


def random_poses(rng, count, reach=1.5):
    turns = rng.normal(size=(count, 4))
    return np.hstack([rng.uniform(-reach, reach, (count, 3)), turns])


def test_a_mug_over_a_table():
    table, mug = c.box([1.2, 1.6, 0.04]), c.cylinder(0.04, 0.1)
    found = c.clearance(table, HERE, mug, c.Pose([0.4, 0.0, 0.08]))
    assert found.signed_distance == pytest.approx(0.01, abs=1e-12)
    assert found.lower <= found.signed_distance <= found.upper
    assert found.status == c.APART
    np.testing.assert_allclose(found.normal, [0, 0, 1])
    assert c.intersects(table, HERE, mug, c.Pose([0.4, 0.0, 0.06])) is True
    assert type(c.distance(table, HERE, mug, HERE)) is float


def test_nearest_points_and_depths_by_hand():
    box, ball = c.box([2.0, 2.0, 2.0]), c.sphere(1.0)
    near = c.closest_points(box, HERE, ball, c.Pose([0.5, 0.0, 2.25]))
    np.testing.assert_allclose([near.point_a, near.point_b], [[0.5, 0, 1], [0.5, 0, 1.25]], atol=1e-15)
    assert near.distance == pytest.approx(0.25) and type(near.distance) is float
    touching = c.closest_points(box, HERE, ball, HERE)
    assert touching.distance == 0 and np.isnan(touching.point_a).all()
    deep = c.penetration(box, HERE, ball, [[0, 0, -1.75], [0, 0, -2.25]])
    np.testing.assert_allclose(deep.depth, [0.25, 0.0])
    np.testing.assert_allclose(deep.normal, [[0, 0, -1], [np.nan] * 3], atol=1e-15)
    solid = tetrahedron(c.solid)
    deep = c.penetration(solid, HERE, ball, [[0, 0, -0.75], [0, 0, -1.25]])
    np.testing.assert_allclose(deep.depth, [0.25, 0.0], atol=1e-12)
    np.testing.assert_allclose(deep.normal[0], [0, 0, -1], atol=1e-12)
    near = c.closest_points(solid, HERE, ball, [0, 0, -1.25])
    np.testing.assert_allclose(near.point_b, [0, 0, -0.25], atol=1e-12)


@pytest.mark.parametrize("a", SHAPES, ids=lambda shape: shape.kind)
@pytest.mark.parametrize("b", SHAPES, ids=lambda shape: shape.kind)
def test_rows_are_single_questions(a, b):
    rng = np.random.default_rng(1)
    poses_a, poses_b = random_poses(rng, 50, 0.7), random_poses(rng, 50, 0.7)
    pairs = [(c.Pose(p[:3], p[3:]), c.Pose(q[:3], q[3:])) for p, q in zip(poses_a, poses_b)]
    rows = c.clearance(a, poses_a, b, poses_b)
    single = [c.clearance(a, p, b, q) for p, q in pairs]
    for name in ["signed_distance", "lower", "upper", "status"]:
        np.testing.assert_array_equal(getattr(rows, name), [getattr(one, name) for one in single])
    for name in ["normal", "point_a", "point_b"]:
        np.testing.assert_array_equal(getattr(rows, name), np.array([getattr(one, name) for one in single]))
    touching = [c.intersects(a, p, b, q) for p, q in pairs]
    np.testing.assert_array_equal(c.intersects(a, poses_a, b, poses_b), touching)
    assert 10 < sum(touching) < 50
    np.testing.assert_array_equal(c.distance(a, poses_a, b, poses_b), [c.distance(a, p, b, q) for p, q in pairs])
    near = c.within(a, poses_a, b, poses_b, 0.3)
    np.testing.assert_array_equal(near, [c.within(a, p, b, q, 0.3) for p, q in pairs])
    assert near.sum() >= sum(touching)


def test_all_forms_of_poses_mean_the_same():
    rng = np.random.default_rng(2)
    seven = random_poses(rng, 9000)
    seven[:, 3:] /= np.linalg.norm(seven[:, 3:], axis=1, keepdims=True)
    matrices = np.array([c.Pose(p[:3], p[3:]).matrix() for p in seven])
    a, b = SHAPES[1], SHAPES[6]
    expected = c.distance(a, HERE, b, seven)
    assert expected.shape == (9000,) and 0 < (expected == 0).sum() < 9000
    np.testing.assert_allclose(c.distance(a, HERE, b, matrices), expected, atol=1e-12)
    np.testing.assert_array_equal(c.distance(a, HERE, b, seven[::2][::-1]), expected[::2][::-1])
    np.testing.assert_array_equal(c.distance(a, HERE, b, seven, threads=2), expected)
    one = c.distance(a, HERE, b, seven[:1])
    assert one.shape == (1,)
    np.testing.assert_array_equal(c.distance(a, np.zeros((1, 3)), [b], seven), expected)
    np.testing.assert_array_equal(c.within(a, seven[:1], b, seven, 1.0), c.within(a, seven[0], b, seven, 1.0))
    np.testing.assert_array_equal(
        c.distance(a, HERE, c.sphere(0.1), seven[:, :3]),
        [c.distance(a, HERE, c.sphere(0.1), c.Pose(p[:3])) for p in seven],
    )
    assert c.distance(a, HERE, b, [0, 0, 3]) == c.distance(a, HERE, b, c.Pose([0, 0, 3]))
    assert c.distance(a, HERE, b, np.float32([0, 0, 3])) == c.distance(a, HERE, b, c.Pose([0, 0, 3]))


def test_shapes_may_differ_by_row():
    rng = np.random.default_rng(3)
    poses = random_poses(rng, len(SHAPES))
    found = c.distance(SHAPES, HERE, SHAPES[0], poses)
    expected = [c.distance(a, HERE, SHAPES[0], c.Pose(p[:3], p[3:])) for a, p in zip(SHAPES, poses)]
    np.testing.assert_array_equal(found, expected)


def test_meshes_and_solids():
    sheet, solid, small = tetrahedron(c.mesh), tetrahedron(c.solid), c.sphere(0.01)
    inside = c.Pose([0.2, 0.2, 0.2])
    assert not c.intersects(sheet, HERE, small, inside)
    assert c.intersects(solid, HERE, small, inside)
    assert c.clearance(solid, HERE, small, inside).status == c.OVERLAPPING
    rng = np.random.default_rng(4)
    poses = random_poses(rng, 200)
    hull = SHAPES[6]
    np.testing.assert_allclose(
        c.distance(solid, HERE, SHAPES[1], poses), c.distance(hull, HERE, SHAPES[1], poses), atol=1e-12
    )
    assert solid.volume == pytest.approx(1 / 6)
    np.testing.assert_allclose(solid.center_of_mass, [0.25] * 3)
    with pytest.raises(ValueError, match="volume"):
        _ = sheet.volume
    with pytest.raises(ValueError, match="solid"):
        c.solid([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])


def test_probes():
    solid = tetrahedron(c.solid)
    points = np.array([[0.1, 0.1, 0.1], [2.0, 0.0, 0.0], [0.2, 0.2, -0.5]])
    np.testing.assert_array_equal(c.contains(solid, points), [True, False, False])
    np.testing.assert_allclose(c.signed_distance(solid, points), [-0.1, 1.0, 0.5], atol=1e-12)
    near = c.project(solid, points)
    np.testing.assert_allclose(near.point[2], [0.2, 0.2, 0.0], atol=1e-12)
    assert near.face[2] == 0
    hits = c.raycast(solid, [[0.2, 0.2, 5.0], [3, 3, 3]], [[0, 0, -1], [0, 0, 1]])
    np.testing.assert_array_equal(hits.hit, [True, False])
    assert hits.time[0] == pytest.approx(4.4) and math.isinf(hits.time[1])


def test_shapes_are_values():
    shapes = [
        *SHAPES,
        tetrahedron(c.mesh),
        tetrahedron(c.solid),
        c.half_space([0, 0, 1], 0.5),
        c.height_field(np.zeros((3, 4)), [1.0, 1.0]),
        c.compound([(c.sphere(1.0), c.Pose([1, 0, 0])), (tetrahedron(c.solid), HERE)]),
    ]
    for k, shape in enumerate(shapes):
        again = pickle.loads(pickle.dumps(shape))
        assert again == shape and hash(again) == hash(shape), shape
        assert copy.deepcopy(shape) == shape
        assert all(shape != other for other in shapes[:k])
        assert repr(shape).startswith("Shape(")
    pose = c.Pose([1, 2, 3], [0, 0, 1, 1])
    assert pickle.loads(pickle.dumps(pose)) == pose
    assert c.Pose.from_matrix(pose.matrix()) == pose
    np.testing.assert_allclose((pose @ pose.inverse()).matrix(), np.eye(4), atol=1e-15)


@pytest.mark.parametrize(
    "ask, says",
    [
        (lambda: c.sphere(-1.0), "sphere"),
        (lambda: c.box([1, 2, math.nan]), "box"),
        (lambda: c.hull(np.zeros((0, 3))), "hull"),
        (lambda: c.hull(np.zeros((4, 2))), "points"),
        (lambda: c.hull([[1, 2], [3]]), "points: setting an array element"),
        (lambda: c.distance(SHAPES[0], [[1, 2, 3], [3]], SHAPES[1], HERE), "pose_a: setting an array element"),
        (lambda: c.Pose([0, 0, math.inf]), "Pose"),
        (lambda: c.Pose([0, 0, 0], [0, 0, 0, 0]), "Pose"),
        (lambda: c.distance(SHAPES[0], np.zeros((2, 5)), SHAPES[1], HERE), "pose_a"),
        (lambda: c.distance(SHAPES[0], np.zeros((2, 7)), SHAPES[1], HERE), "pose_a: row 0"),
        (lambda: c.distance(SHAPES[0], np.zeros((2, 3)), SHAPES[1], np.zeros((3, 3))), "pose_b: 3 rows"),
        (lambda: c.distance(SHAPES[0], np.full((2, 3), np.nan), SHAPES[1], HERE), "pose_a: row 0"),
        (lambda: c.distance(SHAPES[0], HERE, SHAPES[1], LATE, threads=2), "pose_b: row 5000"),
        (lambda: c.distance(SHAPES[0], 2 * np.eye(4), SHAPES[1], HERE), "pose_a"),
        (lambda: c.mesh([[0, 0, 0]], [[0, 1, 2]]), "triangles: row 0: 1 is no index of 1 vertices"),
        (lambda: c.mesh(np.zeros((3, 3)), [[0, 1, -2]]), "triangles: row 0: -2"),
        (lambda: c.raycast(SHAPES[0], np.zeros((2, 3)), np.ones((1, 3))), "directions"),
    ],
)
def test_values_that_are_refused(ask, says):
    with pytest.raises(ValueError, match=f"^{says}"):
        ask()


@pytest.mark.parametrize(
    "ask, says",
    [
        (lambda: c.distance("ball", HERE, SHAPES[1], HERE), "a"),
        (lambda: c.distance(SHAPES[0], "here", SHAPES[1], HERE), "pose_a"),
        (lambda: c.distance(SHAPES[0], np.array(["x"]), SHAPES[1], HERE), "pose_a"),
        (lambda: c.hull("points"), "points"),
        (lambda: c.hull(np.zeros((4, 3), complex)), "points"),
    ],
)
def test_types_that_are_refused(ask, says):
    with pytest.raises(TypeError, match=f"^{says}"):
        ask()


def test_no_rows():
    assert c.distance(SHAPES[0], np.zeros((0, 7)), SHAPES[1], HERE).shape == (0,)
    assert c.clearance(SHAPES[0], np.zeros((0, 7)), SHAPES[1], HERE).normal.shape == (0, 3)


def test_other_memory_layouts():
    rng = np.random.default_rng(5)
    poses = random_poses(rng, 20)
    expected = c.distance(SHAPES[1], HERE, SHAPES[2], poses)
    read_only = poses.copy()
    read_only.setflags(write=False)
    for same in [np.asfortranarray(poses), poses.astype(">f8"), poses.tolist(), read_only]:
        np.testing.assert_array_equal(c.distance(SHAPES[1], HERE, SHAPES[2], same), expected)
