"""float32 and the plane: the same questions, against float64 and against numbers worked out by hand."""

import copy
import math
import pickle

import numpy as np
import pytest
from test_shapes import MIXED, QUESTIONS, columns, same, stacked

import clearance as c

SQUARE = [[0, 0], [1, 0], [1, 1], [0, 1]]
FLAT = [
    c.circle(0.5),
    c.box2([1.0, 2.0]),
    c.ellipse([0.3, 0.8]),
    c.polygon(SQUARE),
    c.capsule2([-0.5, 0], [0.5, 0], 0.2),
    c.segment2([-1, 0], [1, 0]),
    c.rounded(c.polygon(SQUARE), 0.1),
    c.chain(SQUARE),
    c.region([SQUARE, [[0.2, 0.2], [0.2, 0.8], [0.8, 0.8], [0.8, 0.2]]]),
    c.compound2([(c.circle(0.3), c.Pose2([1, 0])), (c.box2([1, 1]), c.Pose2([-1, 0], 0.5))]),
]
SOLID = [*MIXED, c.compound([(c.sphere(0.3), c.Pose([1, 0, 0])), (c.box([1, 1, 1]), c.Pose([-1, 0, 0]))])]
HALF = {"space": c.half_space([0, 0, 1]), "plane": c.half_plane([0, 1])}


def drawn(shapes, count=200):
    """A table, poses with one too many for each shape, and pairs of indices."""
    rng = np.random.default_rng(1)
    reach = rng.uniform(-0.9, 0.9, (60, 3))
    poses = np.hstack([reach, rng.normal(size=(60, 4))]) if shapes is SOLID else reach * [1.5, 1.5, 3]
    pairs = rng.integers([0, 0, 0, 0], [len(shapes), 60, len(shapes), 60], (count, 4))
    return c.Shapes(shapes), poses, pairs


@pytest.mark.parametrize("shapes", [SOLID, FLAT], ids=["space", "plane"])
def test_float32_is_near_float64(shapes):
    table, poses, pairs = drawn(shapes)
    narrow = poses.astype("f4")
    exact = table.clearance(narrow.astype("f8"), pairs)
    found = table.clearance(narrow, pairs)
    assert 40 < (exact.status == c.APART).sum() < 160
    for name, column in columns(found).items():
        assert column.dtype == ("u1" if name == "status" else "f4")
    # The depth of what is not convex is known within bounds only.
    assert (found.lower <= exact.upper + 5e-6).all() and (exact.lower <= found.upper + 5e-6).all()
    apart = exact.status == c.APART
    np.testing.assert_allclose(found.signed_distance[apart], exact.signed_distance[apart], atol=5e-6)
    for name in QUESTIONS:
        rows = getattr(table, name)(narrow, pairs)
        same(getattr(table, name)(poses, pairs, precision="float32"), rows)
        same(getattr(table, name)(narrow, pairs, threads=2), rows)
        a, b = [[shapes[k] for k in pairs[:, i]] for i in (0, 2)]
        same(getattr(c, name)(a, narrow[pairs[:, 1]], b, narrow[pairs[:, 3]]), rows)
        single = [getattr(c, name)(shapes[i], narrow[p], shapes[j], narrow[q]) for i, p, j, q in pairs]
        for column, values in stacked(single).items():
            np.testing.assert_allclose(columns(rows)[column], values, atol=1e-5)
        wide = getattr(table, name)(narrow, pairs, precision="float64")
        same(wide, getattr(table, name)(narrow.astype("f8"), pairs))


@pytest.mark.parametrize("shapes", [SOLID, FLAT], ids=["space", "plane"])
def test_the_plane_and_space_answer_rows_as_single_pairs(shapes):
    table, poses, pairs = drawn(shapes)
    at = [c.Pose(p[:3], p[3:]) if shapes is SOLID else c.Pose2(p[:2], p[2]) for p in poses]
    for name in QUESTIONS:
        single = [getattr(c, name)(shapes[i], at[p], shapes[j], at[q]) for i, p, j, q in pairs]
        rows = columns(getattr(table, name)(poses, pairs))
        for column, values in stacked(single).items():
            np.testing.assert_array_equal(rows[column], values)


def test_the_precision_is_that_of_the_arrays():
    box, ball, f4, f8 = c.box([1, 1, 1]), c.sphere(0.1), np.zeros((2, 3), "f4"), np.zeros((2, 3))
    far = c.Pose([3, 0, 0])
    for poses, dtype in [
        ((f4, f4), "f4"),
        ((f4, f8), "f8"),
        ((f4, far), "f4"),
        ((far, f4), "f4"),
        ((f8, far), "f8"),
        ((f4, f4.tolist()), "f8"),
        ((f4.astype(">f4"), f4), "f4"),
        ((f4.astype("f2"), f4), "f8"),
        ((f4[::-1], f4), "f4"),
    ]:
        assert c.distance(box, poses[0], ball, poses[1]).dtype == dtype, poses
        asked = c.distance(box, poses[0], ball, poses[1], precision="float32")
        assert asked.dtype == "f4"
    third = c.sphere(1 / 3)
    single = c.distance(box, c.Pose(), third, far, precision="float32")
    assert type(single) is float and single == float(np.float32(single)) != c.distance(box, c.Pose(), third, far)
    out = np.zeros(2, "f4")
    assert c.distance(box, f4, ball, far, out=out) is out and out[0] > 2
    with pytest.raises(ValueError, match="^out: an array of float64"):
        c.distance(box, f8, ball, far, out=out)
    with pytest.raises(ValueError, match='^precision: "f4" is neither'):
        c.distance(box, f4, ball, far, precision="f4")
    with pytest.raises(ValueError, match="^pose_b: "):
        c.distance(box, f4, ball, c.Pose([1e40, 0, 0]))
    with pytest.raises(ValueError, match="^b: in float32: "):
        c.distance(box, f4, c.box([1e-60, 1, 1]), far)
    with pytest.raises(ValueError, match="^shapes: row 1: in float32: "):
        c.Shapes([box, c.sphere(1e40)]).distance(f4, [[0, 1]])
    # The last number of float32 that is not below the distance.
    assert c.within(box, f4, ball, far, 2.4).all() and not c.within(box, f4, ball, far, 2.39).any()


def test_the_plane_by_hand():
    ground, ball = c.half_plane([0, 2.0]), c.circle(0.5)
    found = c.clearance(ground, c.Pose2(), ball, [3.0, 0.75])
    assert found.signed_distance == 0.25 and found.status == c.APART
    np.testing.assert_array_equal(found.normal, [0, 1])
    np.testing.assert_array_equal(found.point_b, [3, 0.25])
    brick = c.box2([2.0, 1.0])
    turned = [[0.0, 2.0, math.pi / 2], [0.0, 2.0, 0.0], [0.0, 0.9, 0.0]]
    np.testing.assert_allclose(c.distance(ground, c.Pose2(), brick, turned), [1.0, 1.5, 0.4], atol=1e-15)
    assert c.distance(ground, c.Pose2(), brick, c.Pose2([0, 2], math.pi / 2)) == pytest.approx(1.0)
    np.testing.assert_allclose(c.penetration(brick, c.Pose2(), brick, [0.0, 0.75]).depth, 0.25)
    ring = FLAT[8]
    assert not c.intersects(ring, c.Pose2(), c.circle(0.2), [0.5, 0.5])
    assert c.intersects(ring, c.Pose2(), c.circle(0.31), [0.5, 0.5])
    assert ring.area == pytest.approx(1 - 0.36) and ring.center_of_mass == pytest.approx([0.5, 0.5])
    assert c.distance(brick, np.zeros((4, 1, 2)), ball, np.zeros((5, 3))).shape == (4, 5)
    np.testing.assert_allclose(brick.bounds(c.Pose2([1, 1], math.pi / 2)), [[0.5, 0], [1.5, 2]], atol=1e-12)


def test_values_of_the_plane():
    for k, shape in enumerate([*FLAT, HALF["plane"]]):
        for again in [pickle.loads(pickle.dumps(shape)), copy.deepcopy(shape)]:
            assert again == shape and hash(again) == hash(shape), shape
        assert all(shape != other for other in FLAT[:k]) and repr(shape).startswith("Shape2(")
    kinds = "circle box ellipse polygon capsule segment polygon chain region compound"
    assert [shape.kind for shape in FLAT] == kinds.split()
    pose = c.Pose2([1, 2], 0.5)
    assert pickle.loads(pickle.dumps(pose)) == pose and hash(copy.copy(pose)) == hash(pose)
    np.testing.assert_allclose((pose @ pose.inverse()).matrix(), np.eye(3), atol=1e-15)
    again = c.Pose2.from_matrix(pose.matrix())
    assert again.xy == [1, 2] and again.angle == pytest.approx(0.5) and "Pose2(xy=[1.0, 2.0]" in repr(pose)
    table = c.Shapes(FLAT)
    assert pickle.loads(pickle.dumps(table)) == table and table[:2] == c.Shapes(FLAT[:2]) != MIXED
    assert list(table) == FLAT and hash(table) == hash(c.Shapes(table))


FLAT_POSE, BALL, CIRCLE = c.Pose2(), c.sphere(1.0), c.circle(1.0)


@pytest.mark.parametrize(
    "ask, says",
    [
        (lambda: c.distance(CIRCLE, FLAT_POSE, BALL, FLAT_POSE), "b: a Shape2"),
        (lambda: c.distance(BALL, c.Pose(), CIRCLE, c.Pose()), "b: a Shape"),
        (lambda: c.distance(CIRCLE, c.Pose(), CIRCLE, FLAT_POSE), "pose_a: Pose is no pose: poses are a Pose2"),
        (lambda: c.distance(BALL, FLAT_POSE, BALL, c.Pose()), "pose_a: Pose2 is no pose: poses are a Pose"),
        (lambda: c.distance(BALL, c.Pose(), [BALL, CIRCLE], c.Pose()), "b: row 1: a Shape"),
        (lambda: c.Shapes([CIRCLE, BALL]), "shapes: row 1: a Shape2"),
        (lambda: c.Shapes([BALL, CIRCLE]), "shapes: row 1: a Shape"),
        (lambda: c.rounded(3, 1.0), "shape: a Shape or Shape2"),
        (lambda: c.polygon("points"), "points: "),
    ],
)
def test_mixed_dimensions_are_refused(ask, says):
    with pytest.raises(TypeError, match=f"^{says}"):
        ask()


@pytest.mark.parametrize(
    "ask, says",
    [
        (lambda: c.distance(CIRCLE, np.zeros(7), CIRCLE, FLAT_POSE), "pose_a: the shape is"),
        (lambda: c.distance(BALL, c.Pose(), BALL, np.zeros(2)), "pose_b: the shape is"),
        (lambda: c.distance(CIRCLE, [0, 0, math.inf], CIRCLE, FLAT_POSE), "pose_a: "),
        (lambda: c.circle(-1.0), "circle: "),
        (lambda: c.box2([1.0, 0.0]), "box2: "),
        (lambda: c.polygon([[0, 0], [2, 0], [0.5, 0.5], [0, 2]]), "polygon: "),
        (lambda: c.polygon(np.zeros((3, 3))), "points: "),
        (lambda: c.region([]), "region: "),
        (lambda: c.region([[[0, 0], [1, 0]]]), "region: "),
        (lambda: c.chain(np.zeros((1, 2))), "chain: "),
        (lambda: c.Pose2([math.nan, 0]), "Pose2: "),
        (lambda: c.Pose2.from_matrix(2 * np.eye(3)), "matrix: "),
        (lambda: c.rounded(HALF["plane"], 1.0), "shape: only bounded"),
        (lambda: c.segment2([0, 0], [1, 0]).area, "shape: it encloses no area"),
        (lambda: c.compound2([]), "compound2: "),
    ],
)
def test_values_that_are_refused(ask, says):
    with pytest.raises(ValueError, match=f"^{says}"):
        ask()
