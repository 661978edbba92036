"""What coal and python-fcl expect of themselves, asked of clearance: their numbers, by the name of the test.

Each pair is asked where it is and after both shapes were moved together, and from both sides. Where the peer asks for less
than it could, as for any negative number in an overlap, so does the table. What has no counterpart here is listed in
docs/python/conformance.md.
"""

import math
import pickle

import numpy as np
import pytest

import clearance as c

ORIGIN = c.Pose()
#: coal box_box_distance: the transform that is applied to both shapes.
MOVED = c.Pose.from_wxyz([4, 5, 6], [0.435952844074, -0.718287018243, 0.310622451066, 0.444435113443])
EIGHTH, QUARTER = math.pi / 8, math.sqrt(2) / 2
NEGATIVE, NOT_NEGATIVE = "negative", "not negative"


def at(x, y=0.0, z=0.0):
    return c.Pose([x, y, z])


def turned(xyz, w, x, y, z):
    return c.Pose.from_wxyz(xyz, [w, x, y, z])


def cube_hull():
    return c.hull(np.array(np.meshgrid(*[[-0.5, 0.5]] * 3)).reshape(3, -1).T)


TETRAHEDRON = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
TETRAHEDRON_FACES = np.array([[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]])

#: The two meshes of python-fcl's test_precision: a wall, and a small box in it.
WALL = c.hull(
    [
        [-1.5596524477005005, -1.4861732721328735, 0.0],
        [-1.55965256690979, -1.3408161401748657, 0.0],
        [0.8114118576049805, -1.3408160209655762, 0.0],
        [0.8114122152328491, -1.4861732721328735, 0.0],
        [0.8114122152328491, -1.4861732721328735, 2.566922187805176],
        [-1.559652328491211, -1.4861699342727661, 2.566922187805176],
        [0.8114122152328491, -1.3408160209655762, 2.566922187805176],
        [-1.5596498250961304, -1.3408160209655762, 2.566922187805176],
    ]
)
SMALL = c.hull(
    [
        [-0.035486817359924316, -0.15411892533302307, 0.08323988318443298],
        [-0.035486817359924316, -0.034327179193496704, 0.13931824266910553],
        [-0.035486817359924316, -0.004236131906509399, 0.07503926753997803],
        [-0.035486817359924316, -0.12402787804603577, 0.018960915505886078],
        [0.035486817359924316, -0.004236131906509399, 0.07503926753997803],
        [0.035486817359924316, -0.12402787804603577, 0.018960915505886078],
        [0.035486817359924316, -0.034327179193496704, 0.13931824266910553],
        [0.035486817359924316, -0.15411892533302307, 0.08323988318443298],
    ]
)
SMALL_MATRIX = np.eye(4)
SMALL_MATRIX[:3] = [
    [-0.7731251991739131, 0.3586043541062879, -0.5231446679631834, -0.17816561357553456],
    [0.4540350514442685, 0.8888443213778688, -0.06170854409493361, -1.1899346069644454],
    [0.4428652147801832, -0.28523444667558645, -0.8500068893646534, 1.1061233975645952],
]
# The matrix is a rotation to six digits only.
_U, _, _V = np.linalg.svd(SMALL_MATRIX[:3, :3])
SMALL_MATRIX[:3, :3] = _U @ _V

FCL_BOX, FCL_CONE, FCL_CYLINDER = c.box([1, 1, 1]), c.cone(1, 1), c.cylinder(1, 1)
FCL_MESH, FCL_CONVEX = c.mesh(TETRAHEDRON, TETRAHEDRON_FACES), cube_hull()
LOWERED = at(0, 0, -0.6)
#: A rotation of 90 degrees about x.
LYING, BESIDE = turned([0, -0.9, 0], QUARTER, QUARTER, 0, 0), turned([0, -1.1, 0], QUARTER, QUARTER, 0, 0)

CAPSULE, BOX, CAPSULE_2, BOX_124 = c.capsule(5, 10), c.box([1, 1, 1]), c.capsule(2, 4), c.box([1, 2, 4])
SPHERE_20, SPHERE_10, BOX_20, BOX_10 = c.sphere(20), c.sphere(10), c.box([20, 40, 50]), c.box([10, 10, 10])
CYLINDER, CONE, SPACE = c.cylinder(5, 10), c.cone(5, 10), c.half_space([1, 0, 0])
COAL_TETRAHEDRON, BELOW = c.hull(TETRAHEDRON[[0, 2, 1, 3]]), c.half_space([0, 0, 1])
DIAGONAL = [math.sin(EIGHTH) / math.sqrt(3)] * 3

#: Where it comes from, a, its pose, b, its pose, signed distance, tolerance, the nearest points if they are asked for.
PAIRS = [
    (
        "coal box_box_distance 1",
        c.box([6, 10, 2]),
        ORIGIN,
        c.box([2, 2, 2]),
        at(25, 20, 5),
        math.sqrt(21**2 + 14**2 + 3**2),
        1e-9,
        (3, 5, 1),
        (24, 19, 4),
    ),
    (
        "coal box_box_distance 2",
        c.box([6, 10, 2]),
        ORIGIN,
        c.box([2, 2, 2]),
        turned([0, 0, 10], math.cos(EIGHTH), *DIAGONAL),
        9 - 1.62123444,
        1e-8,
        (0.60947571, 0.01175873, 1),
        (0.60947571, 0.01175873, 10 - 1.62123444),
    ),
    (
        "coal box_box_distance 3",
        BOX,
        turned([-2, 1, 0.5], math.cos(EIGHTH), 0, 0, math.sin(EIGHTH)),
        BOX,
        turned([2, 0.5, 0.5], math.cos(EIGHTH), 0, math.sin(EIGHTH), 0),
        4 - math.sqrt(2),
        1e-9,
        (QUARTER - 2, 1, 0.5),
        (2 - QUARTER, 1, 0.5),
    ),
    ("coal box_box_distance 4", BOX, at(2), BOX, ORIGIN, 1, 1e-12),
    ("coal box_box_distance 4", BOX, at(1.01), BOX, ORIGIN, 0.01, 1e-12),
    ("coal box_box_distance 4", BOX, at(0.99), BOX, ORIGIN, -0.01, 1e-12),
    ("coal box_box_distance 4", BOX, ORIGIN, BOX, ORIGIN, -1, 1e-12),
    ("coal capsule_capsule origin", CAPSULE, ORIGIN, CAPSULE, at(20.1), 10.1, 1e-9),
    ("coal capsule_capsule transformXY", CAPSULE, ORIGIN, CAPSULE, at(20, 20), math.sqrt(800) - 10, 1e-9),
    ("coal capsule_capsule transformZ", CAPSULE, ORIGIN, CAPSULE, at(0, 0, 20.1), 0.1, 1e-9),
    (
        "coal capsule_capsule transformZ2",
        CAPSULE,
        ORIGIN,
        CAPSULE,
        turned([0, 0, 25.1], QUARTER, 0, QUARTER, 0),
        10.1,
        1e-9,
        (0, 0, 10),
        (0, 0, 20.1),
    ),
    ("coal capsule_box_1 beside", CAPSULE_2, at(3), BOX_124, ORIGIN, 0.5, 1e-9),
    ("coal capsule_box_1 above", CAPSULE_2, at(0, 0, 8), BOX_124, ORIGIN, 2, 1e-9, (0, 0, 4), (0, 0, 2)),
    (
        "coal capsule_box_1 behind",
        CAPSULE_2,
        turned([-10, 0, 0], QUARTER, 0, QUARTER, 0),
        BOX_124,
        ORIGIN,
        5.5,
        1e-9,
        (-6, 0, 0),
        (-0.5, 0, 0),
    ),
    (
        "coal capsule_box_2",
        CAPSULE_2,
        turned([-10, 0.8, 1.5], QUARTER, 0, QUARTER, 0),
        BOX_124,
        ORIGIN,
        5.5,
        1e-9,
        (-6, 0.8, 1.5),
        (-0.5, 0.8, 1.5),
    ),
    (
        "coal geometric_shapes distance_spherebox",
        c.sphere(1),
        ORIGIN,
        c.box([10, 2, 10]),
        at(0, 5, 3),
        3,
        1e-12,
        (0, 1, 0),
        (0, 4, 0),
    ),
    *[
        ("coal GJKSolver spheresphere", SPHERE_20, ORIGIN, SPHERE_10, at(x), d, 1e-9)
        for x, d in [(40, 10), (30.1, 0.1), (29.9, NEGATIVE)]
    ],
    *[
        ("coal GJKSolver boxbox", BOX_10, ORIGIN, BOX_10, at(*xyz), d, 1e-9)
        for xyz, d in [
            ((10.1, 0, 0), 0.1),
            ((20.1, 0, 0), 10.1),
            ((0, 20.2, 0), 10.2),
            ((10.1, 10.1, 0), 0.1 * math.sqrt(2)),
        ]
    ],
    *[
        ("coal GJKSolver boxbox", BOX_20, ORIGIN, BOX_10, at(x), d, 1e-9)
        for x, d in [(0, NEGATIVE), (15.1, 0.1), (20, 5)]
    ],
    *[
        ("coal GJKSolver boxsphere", SPHERE_20, ORIGIN, c.box([5, 5, 5]), at(x), d, 1e-9)
        for x, d in [(0, NEGATIVE), (22.6, 0.1), (40, 17.5)]
    ],
    *[
        ("coal GJKSolver boxsphere", SPHERE_20, at(x), c.box([5, 5, 5]), ORIGIN, x - 22.5, 1e-6)
        for x in [0.0001 + 3 * i for i in range(11)]
    ],
    *[
        ("coal GJKSolver cylindercylinder", CYLINDER, ORIGIN, CYLINDER, at(x), d, 1e-6)
        for x, d in [(0, NEGATIVE), (10.1, 0.1), (40, 30)]
    ],
    *[
        ("coal GJKSolver conecone", CONE, ORIGIN, CONE, at(*xyz), d, 1e-6)
        for xyz, d in [((0, 0, 0), NEGATIVE), ((10.1, 0, 0), 0.1), ((0, 0, 40), 30)]
    ],
    *[
        ("coal GJKSolver conecylinder", CYLINDER, ORIGIN, CONE, at(x), d, 1e-6)
        for x, d in [(0, NEGATIVE), (10.1, 0.1), (40, 30)]
    ],
    *[
        ("coal collide_halfspacesphere", SPHERE_10, ORIGIN, SPACE, at(x), d, 1e-9)
        for x, d in [(0, -10), (5, -15), (-5, -5), (-10.1, 0.1), (10.1, -20.1)]
    ],
    *[
        ("coal python_unit collision", COAL_TETRAHEDRON, ORIGIN, BELOW, at(0, 0, z), d, 1e-9)
        for z, d in [(-0.1, 0.1), (0.1, -0.1), (2, -2)]
    ],
    ("coal python_unit api", c.capsule(1, 2), ORIGIN, c.capsule(1, 2), at(3), 1, 1e-12),
    ("coal python_unit collision_manager", c.sphere(0.5), at(-0.6), c.box([0.5] * 3), at(-0.6), NEGATIVE, 0),
    *[
        ("python-fcl pairwise: box, cone", a, ORIGIN, FCL_CONE, pose, d, 1e-6)
        for a in (FCL_BOX, FCL_CONVEX)
        for pose, d in [(ORIGIN, NEGATIVE), (LOWERED, NEGATIVE), (LYING, NEGATIVE), (BESIDE, 0.1)]
    ],
    *[
        ("python-fcl pairwise: mesh", FCL_MESH, ORIGIN, b, pose, d, 1e-6)
        for b, pose, d in [
            (FCL_BOX, ORIGIN, NEGATIVE),
            (FCL_CONVEX, ORIGIN, NEGATIVE),
            (FCL_CONE, ORIGIN, NEGATIVE),
            (FCL_CONE, LOWERED, 0.1),
        ]
    ],
    ("python-fcl updates", c.sphere(1), ORIGIN, c.sphere(1), at(0, 0, -5), 3, 1e-12),
    ("python-fcl updates", c.sphere(1), ORIGIN, c.sphere(1), at(0, 0, -0.3), NEGATIVE, 0),
    ("python-fcl precision", WALL, ORIGIN, SMALL, c.Pose.from_matrix(SMALL_MATRIX), -0.00735518, 1e-7),
    (
        "python-fcl nearest_points",
        c.box([20, 5, 1000]),
        turned([-2, 0, 0], 0.8660254, 0, 0, 0.5),
        c.box([5, 5, 1000]),
        at(-5, 10),
        NOT_NEGATIVE,
        0,
    ),
    (
        "python-fcl nearest_points",
        c.box([20, 5, 1000]),
        turned([-2, 0, 0], 0.8660254, 0, 0, 0.5),
        c.box([5, 5, 1000]),
        at(-15, 15),
        NOT_NEGATIVE,
        0,
    ),
]


@pytest.mark.parametrize("frame", [ORIGIN, MOVED], ids=["there", "moved"])
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].replace(" ", "_"))
def test_pairs(pair, frame):
    _, a, pose_a, b, pose_b, expected, tolerance, *points = pair
    pose_a, pose_b = frame @ pose_a, frame @ pose_b
    found, back = c.clearance(a, pose_a, b, pose_b), c.clearance(b, pose_b, a, pose_a)
    distance = found.signed_distance
    assert back.signed_distance == pytest.approx(distance, abs=max(tolerance, 1e-6))
    assert found.lower <= distance <= found.upper
    if expected == NEGATIVE:
        assert distance < 0 and found.status == c.OVERLAPPING
    elif expected == NOT_NEGATIVE:
        assert distance >= 0
    else:
        assert distance == pytest.approx(expected, abs=tolerance)
    # python-fcl's -1 of an overlap without a sign is 0 here.
    assert c.intersects(a, pose_a, b, pose_b) is (distance <= 0)
    assert c.distance(a, pose_a, b, pose_b) == pytest.approx(max(distance, 0), abs=1e-9)
    if distance > 0 or a.kind == b.kind == "hull":
        assert np.linalg.norm(found.point_b - found.point_a) == pytest.approx(abs(distance), abs=1e-9)
    for point, where in zip((found.point_a, found.point_b), points, strict=False):
        np.testing.assert_allclose((frame.inverse() @ c.Pose(point)).xyz, where, atol=1e-7)


#: python-fcl managed: a cylinder and a box at the origin, a cone above and a cylinder below, a mesh and a box below.
FIRST = [(FCL_BOX, ORIGIN), (FCL_CYLINDER, ORIGIN)]
SECOND = [(FCL_CONE, at(0, 0, 5)), (FCL_CYLINDER, at(0, 0, -5))]
THIRD = [(FCL_MESH, ORIGIN), (FCL_CONVEX, at(0, 0, -5))]
SPHERES = [(c.sphere(1), at(0, 0, z)) for z in (0, -5, 5)]


@pytest.mark.parametrize(
    ("name", "first", "second", "expected"),
    [
        ("distances: box, first", [(FCL_BOX, ORIGIN)], FIRST, NEGATIVE),
        ("distances: cylinder, first", [(FCL_CYLINDER, at(0, 0, -4.6))], FIRST, 3.6),
        ("distances: box, second", [(FCL_BOX, ORIGIN)], SECOND, 4.0),
        ("distances: cylinder, second", [(FCL_CYLINDER, at(0, 0, -4.6))], SECOND, NEGATIVE),
        ("distances: first", FIRST, None, NEGATIVE),
        ("distances: second", SECOND, None, 9.0),
        ("distances: first, second", FIRST, SECOND, 4.0),
        ("distances: second, third", SECOND, THIRD, NEGATIVE),
        ("distances: first, third", FIRST, THIRD, NEGATIVE),
        ("many_objects: apart", SPHERES, None, 3.0),
        ("many_objects: one moved", [SPHERES[0], (c.sphere(1), at(0, 0, -0.3)), SPHERES[2]], None, NEGATIVE),
        ("many_objects: another moved", [*SPHERES[:2], (c.sphere(1), at(0, 0, 0.3))], None, NEGATIVE),
    ],
)
def test_managed(name, first, second, expected):
    """python-fcl test_managed_collisions, test_managed_distances and test_many_objects: the least of all pairs."""
    numbers = [(i, j) for i in range(len(first)) for j in range(len(second or first)) if second or i < j]
    pairs = [(first[i], (second or first)[j]) for i, j in numbers]
    a, b = ([pair[side][0] for pair in pairs] for side in (0, 1))
    poses_a, poses_b = (np.array([pair[side][1].matrix() for pair in pairs]) for side in (0, 1))
    least = c.clearance(a, poses_a, b, poses_b).signed_distance.min()
    assert c.intersects(a, poses_a, b, poses_b).any() == (least <= 0)
    assert least < 0 if expected == NEGATIVE else least == pytest.approx(expected, abs=1e-6), name


#: coal security_margin: along which way the shapes touch, then the way, the margin, and whether they are so near.
STEPS = [(0, 0, True), (0.01, 0, False), (0.01, 0.01, True), (-0.01, -0.01, True), (0, -0.01, False)]
CORNER = [(0, 0, True), (0.01, 0, False), (0, 0.01, True), (0, -0.01, False)]


@pytest.mark.parametrize(
    ("a", "b", "touching", "way", "steps"),
    [
        (c.sphere(1), c.sphere(2), (0, 0, 3), (0, 0, 1), STEPS),
        (c.capsule(0.5, 1), c.capsule(0.5, 1), (0, 1, 0), (0, 1, 0), STEPS),
        (BOX, BOX, (0, 1, 1), (0, 0, 1), CORNER),
        (BOX, BOX, (0, 1, 1), (0, 1, 1), [(-0.01, -0.01, True)]),
        (BOX, c.sphere(0.5), (0, 0, 1), (0, 0, 1), STEPS),
        (cube_hull(), c.sphere(0.5), (0, 0, 1), (0, 0, 1), STEPS),
    ],
    ids=["sphere_sphere", "capsule_capsule", "box_box", "box_box_deep", "sphere_box", "sphere_convex"],
)
def test_security_margin(a, b, touching, way, steps):
    for step, margin, expected in steps:
        pose = c.Pose(np.array(touching) + step * np.array(way, dtype=float))
        signed = c.clearance(a, ORIGIN, b, pose).signed_distance
        assert (signed <= margin + 1e-9) is expected
        if margin >= 0:
            assert c.within(a, ORIGIN, b, pose, margin + 1e-9) is expected


def random_hull(rng):
    directions = rng.normal(size=(12, 3))
    return c.hull(directions / np.linalg.norm(directions, axis=1, keepdims=True) * rng.uniform(0.05, 1, 3))


MADE = {
    "sphere": lambda rng: c.sphere(rng.uniform(0.05, 1)),
    "capsule": lambda rng: c.capsule(rng.uniform(0.05, 1), rng.uniform(0.15, 1)),
    "box": lambda rng: c.box(rng.uniform(0.05, 1, 3)),
    "ellipsoid": lambda rng: c.ellipsoid(rng.uniform(0.05, 1, 3)),
    "cone": lambda rng: c.cone(rng.uniform(0.05, 1), rng.uniform(0.15, 1)),
    "cylinder": lambda rng: c.cylinder(rng.uniform(0.05, 1), rng.uniform(0.15, 1)),
    "mesh": random_hull,
    "halfspace": lambda rng: c.half_space(rng.normal(size=3), rng.uniform(-0.5, 0.5)),
}
NEAREST = [
    *[
        "sphere sphere",
        "sphere capsule",
        "sphere box",
        "mesh mesh",
        "mesh box",
        "mesh ellipsoid",
        "ellipsoid ellipsoid",
    ],
    *["cone cylinder", "cylinder ellipsoid", "capsule capsule", "sphere cylinder"],
    *[f"{kind} halfspace" for kind in ["box", "capsule", "sphere", "mesh", "cone", "cylinder", "ellipsoid"]],
]


@pytest.mark.parametrize("kinds", NEAREST)
def test_normal_and_nearest_points(kinds):
    """coal normal_and_nearest_points: the normal and the points agree with the distance, and moving B by it parts the
    shapes or joins them."""
    rng = np.random.default_rng(len(kinds))
    overlapping = 0
    for _ in range(10):
        a, b = (MADE[kind](rng) for kind in kinds.split())
        poses = np.hstack([rng.uniform(-1.5, 1.5, (40, 3)), rng.normal(size=(40, 4))])
        found = c.clearance(a, ORIGIN, b, poses)
        distance, normal = found.signed_distance, found.normal
        overlapping += (distance < 0).sum()
        np.testing.assert_allclose(np.linalg.norm(normal, axis=1), 1, atol=1e-12)
        np.testing.assert_allclose(found.point_b - found.point_a, distance[:, np.newaxis] * normal, atol=2e-6)
        back = c.clearance(b, poses, a, ORIGIN)
        np.testing.assert_allclose(back.signed_distance, distance, atol=2e-6)
        parted = poses.copy()
        parted[:, :3] += (np.maximum(-distance, 0) + 1e-2)[:, np.newaxis] * normal
        assert (c.distance(a, ORIGIN, b, parted) > 0).all()
        nearer = poses.copy()
        nearer[:, :3] -= (np.maximum(distance, 0) + 1e-2)[:, np.newaxis] * normal
        assert (c.clearance(a, ORIGIN, b, nearer).signed_distance < np.maximum(distance, 0)).all()
    assert 20 < overlapping < 380


@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (20, 2), (100, 100)])
def test_height_fields(columns, rows):
    """coal hfields: constant ground of 1 x 2 at height 1, and what stands on the box that it replaces."""
    cell, corner = [1 / (columns - 1), 2 / (rows - 1)], at(-0.5, -1)
    ground, lower = (c.height_field(np.full((rows, columns), height), cell) for height in (1.0, 0.5))
    same, there = c.box([1, 2, 1]), at(0, 0, 0.5)
    for shape, half in [(c.sphere(1), 1), (c.box([1, 1, 1]), 0.5)]:
        for gap, hits in [(0.1, False), (-0.1, True)]:
            pose = at(0, 0, 1 + half + gap)
            assert c.intersects(ground, corner, shape, pose) is hits
            assert c.intersects(same, there, shape, pose) is hits
            assert c.intersects(lower, corner, shape, pose) is False
        free = at(0, 0, 1.1 + half)
        assert c.distance(ground, corner, shape, free) == pytest.approx(c.distance(same, there, shape, free), abs=1e-9)


@pytest.mark.parametrize(
    ("hole", "height", "free", "stuck"), [("square", 0.5, 0.48, 0.51), ("circular", 1, 0.975, 1.01)]
)
def test_balls_in_holes(hole, height, free, stuck):
    """coal hfields: ground of 2 x 2 at height 1 with a hole in the middle, down to 0, and balls that fit or do not."""
    x, y = np.meshgrid(*[np.linspace(-1, 1, 100)] * 2)
    is_hole = (abs(x) < 0.5) & (abs(y) < 0.5) if hole == "square" else x**2 + y**2 <= 1
    ground = c.height_field(1.0 - is_hole, [2 / 99, 2 / 99])
    where = ground, at(-1, -1), c.sphere(free), at(0, 0, height)
    assert c.intersects(*where) is False and c.within(*where, 0.01) is False
    assert c.intersects(ground, at(-1, -1), c.sphere(stuck), at(0, 0, height)) is True


def test_aligned_capsules():
    """coal capsule_capsule trivial and aligned: short capsules are spheres; long ones in a row touch at their ends."""
    rng = np.random.default_rng(11)
    places = np.hstack([rng.uniform(-2, 2, (500, 3)), rng.normal(size=(500, 4))])
    others = np.hstack([rng.uniform(-2, 2, (500, 3)), rng.normal(size=(500, 4))])
    short, ball, long = c.capsule(1, 1e-12), c.sphere(1), c.capsule(0.01, 0.2)
    found = c.distance(ball, places, ball, others)
    np.testing.assert_allclose(c.distance(short, places, short, others), found, atol=1e-11)
    assert 100 < (found == 0).sum() < 400
    for step, expected in [(0.2 + 0.02 + 1e-3, False), (0.01, True)]:
        moved = np.array([(c.Pose(row[:3], row[3:]) @ at(0, 0, step)).matrix() for row in places])
        assert (c.intersects(long, places, long, moved) == expected).all()


@pytest.mark.parametrize(
    ("corners", "point", "square"),
    [
        *[("triangle", p, s) for p, s in [((1, 1, 1), 4 / 3), ((0, 0, 1.5), 0.25), ((1.5, 0, 0), 0.25)]],
        *[("triangle", p, s) for p, s in [((0, 1.5, 0), 0.25), ((1, 1, 0), 0.5), ((1, 0, 1), 0.5), ((0, 1, 1), 0.5)]],
        *[
            ("tetrahedron", p, s)
            for p, s in [((0, 0, 0), 1 / 3), ((0, 1, 1), 1 / 3), ((1, 1, 0), 1 / 3), ((1, 0, 1), 1 / 3)]
        ],
        *[
            ("tetrahedron", p, s)
            for p, s in [((1.5, 1.5, 1.5), 0.75), ((1.5, -0.5, -0.5), 0.75), ((-0.5, 1.5, -0.5), 0.75)]
        ],
        *[("tetrahedron", p, s) for p, s in [((0.5, -0.5, 0.5), 0.25), ((-0.5, -0.5, 1.5), 0.75)]],
    ],
)
def test_projections(corners, point, square):
    """coal simple: the squared distance of a point from a triangle or a tetrahedron."""
    a, b, d, e = [0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 1, 1]
    shape = c.triangle(a, b, d) if corners == "triangle" else c.hull([a, b, d, e])
    assert c.signed_distance(shape, [point])[0] ** 2 == pytest.approx(square, abs=1e-12)


RADIUS, LENGTH = 3.0, 8.0
ROUND = math.pi * RADIUS**2 * LENGTH
BALLS = 4 / 3 * math.pi * RADIUS**3


@pytest.mark.parametrize(
    ("shape", "volume", "center", "inertia"),
    [
        (c.box([8, 10, 12]), 960, 0, [80 * 244, 80 * 208, 80 * 164]),
        (c.sphere(2), 32 / 3 * math.pi, 0, [0.4 * 32 / 3 * math.pi * 4] * 3),
        (c.cylinder(RADIUS, LENGTH), ROUND, 0, [ROUND * 91 / 12] * 2 + [ROUND * 4.5]),
        (c.cone(RADIUS, LENGTH), ROUND / 3, -2, [ROUND / 3 * 3.75] * 2 + [ROUND / 3 * 2.7]),
        (
            c.capsule(RADIUS, LENGTH),
            ROUND + BALLS,
            0,
            [ROUND * 91 / 12 + BALLS * (3.6 - 1.125**2 + 5.125**2)] * 2 + [ROUND * 4.5 + BALLS * 3.6],
        ),
    ],
    ids=["box", "sphere", "cylinder", "cone", "capsule"],
)
def test_masses(shape, volume, center, inertia):
    """coal python_unit geometric_shapes: about the center of mass, at density 1."""
    assert shape.volume == pytest.approx(volume, rel=1e-9)
    np.testing.assert_allclose(shape.center_of_mass, [0, 0, center], atol=1e-9)
    np.testing.assert_allclose(shape.inertia, np.diag(inertia), rtol=1e-9, atol=1e-6)


@pytest.mark.parametrize(
    "shape", [BOX, c.sphere(1), c.ellipsoid([1, 2, 3]), COAL_TETRAHEDRON, CAPSULE, CYLINDER, BELOW]
)
def test_pickling(shape):
    """coal python_unit pickling."""
    assert pickle.loads(pickle.dumps(shape)) == shape
