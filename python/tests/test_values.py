"""Answers, scenes, robots and worlds are values: they pickle, copy and compare, and answers have rows."""

import copy
import pickle

import numpy as np
import pytest
from test_robots import PANDA

import clearance as c

HERE, BOX, BALL = c.Pose(), c.box([1, 1, 1]), c.sphere(0.5)
ROWS = np.linspace([0.0, 0, 0.9], [0.0, 0, 1.2], 7)
CORNERS = np.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)], float)
QUADS = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
CUBE = CORNERS, [t for a, b, c, d in QUADS for t in ([a, b, c], [a, c, d])]
UP, DOWN = [[0, 0, 5.0], [9, 0, 5]], [[0, 0, -1.0], [0, 0, -1]]


def scene():
    made = c.Scene()
    made.add("box", BOX)
    made.add("ball", BALL, c.Pose([0, 0, 0.9]))
    made.add("ground", c.half_space([0, 0, 1], -0.4))
    made.ignore("ball", "ground")
    return made


def robot(**of):
    return c.Robot.from_urdf(PANDA / "panda.urdf", PANDA / "panda.srdf", hulls=True, **of)


def world(of=None, height=-0.03):
    return c.World(
        of or robot(),
        [("table", c.box([1.2, 1.6, 0.04]), c.Pose([0.3, 0, height]))],
        clouds=[("scan", [[2.0, 0, 0], [2, 1, 0]], 0.01)],
        attached=[("tool", "panda_hand", c.sphere(0.02), [0, 0, 0.02])],
        allowed=[("tool", "panda_leftfinger")],
    )


def proofs():
    of = world()
    path = of.prove([[0.0] * 8, [0.01] * 8])
    return [path, of.first_contact([[0.0] * 8, [0.01] * 8]), of.least([[0.0] * 8, [0.001] * 8], 0.1)]


VALUES = {
    "clearance": lambda: c.clearance(BALL, HERE, BALL, [3, 0, 0]),
    "clearance of rows": lambda: c.clearance(BOX, HERE, BALL, ROWS),
    "closest points": lambda: c.closest_points(BOX, HERE, BALL, ROWS),
    "penetration": lambda: c.penetration(BOX, HERE, BALL, ROWS),
    "local depth of rows": lambda: c.local_depth(BOX, HERE, BALL, ROWS),
    "overlap": lambda: c.overlap(c.solid(*CUBE), HERE, c.solid(*CUBE), [0.5, 0, 0]),
    "projection": lambda: c.project(BOX, ROWS),
    "ray hit": lambda: c.raycast(BOX, UP, DOWN),
    "ray hits": lambda: c.raycast_all(BOX, UP, DOWN),
    "scene hit": lambda: scene().raycast(UP, DOWN),
    "manifold": lambda: c.contacts(BOX, HERE, BOX, [0, 0, 0.99])[0],
    "contacts": lambda: c.contacts(BOX, HERE, BALL, ROWS),
    "impact": lambda: c.cast(BOX, HERE, [0, 0, 0], BALL, ROWS + [0, 0, 1], [0, 0, -1]),
    "impact in the plane": lambda: c.cast(c.circle(1), c.Pose2(), [0, 0], c.circle(1), c.Pose2([3, 0]), [-2, 0]),
    "pair": lambda: scene().nearest()[0],
    "contact": lambda: scene().contacts()[0],
    "scene": scene,
    "shapes": lambda: c.Shapes([BOX, BALL]),
    "picture": lambda: c.picture(BOX, HERE, BALL, [2, 0, 0]),
    "robot": robot,
    "two robots": lambda: c.Robot.joined([("left", robot()), ("right", robot(base=c.Pose([2, 0, 0])))]),
    "world": world,
    "proof": lambda: proofs()[0],
    "first contact": lambda: proofs()[1] or proofs()[0],
    "least": lambda: proofs()[2],
    "certificate": lambda: world().certificate([[0.0] * 8, [0.001] * 8]) or world(),
}


@pytest.mark.parametrize("name", VALUES)
def test_values_pickle_copy_and_compare(name):
    one = VALUES[name]()
    for again in [pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one), VALUES[name]()]:
        assert again is not one and type(again) is type(one)
        assert again == one
    assert one != "another" and one != BOX


@pytest.mark.parametrize(
    "one, other",
    [
        (lambda: c.clearance(BALL, HERE, BALL, [3, 0, 0]), lambda: c.clearance(BALL, HERE, BALL, [3.1, 0, 0])),
        (lambda: c.contacts(BOX, HERE, BALL, ROWS), lambda: c.contacts(BOX, HERE, BALL, ROWS[:-1])),
        (lambda: c.penetration(BOX, HERE, BALL, ROWS), lambda: c.penetration(BOX, HERE, BALL, ROWS[0])),
        (scene, c.Scene),
        (robot, lambda: robot(base=c.Pose([1, 0, 0]))),
        (world, lambda: world(height=-0.04)),
        (lambda: proofs()[0], lambda: proofs()[2]),
    ],
)
def test_values_that_differ(one, other):
    assert one() != other()


def test_a_world_that_was_pickled_answers_the_same():
    one = world()
    other = pickle.loads(pickle.dumps(one))
    q = [0.0, -0.5, 0, -2, 0, 1.5, 0, 0.01]
    np.testing.assert_array_equal(one.distances(q), other.distances(q))
    assert other.pairs == one.pairs and "scan" in other.bodies


@pytest.mark.parametrize("name", [name for name in VALUES if "of rows" in name or name in ("penetration", "impact")])
def test_answers_have_rows(name):
    answer = VALUES[name]()
    assert len(answer) == len(ROWS) and answer and len(list(answer)) == len(ROWS)
    for row in (0, 3, -1):
        for field, value in answer[row].to_dict().items():
            np.testing.assert_array_equal(value, answer.to_dict()[field][row])
            assert not isinstance(value, np.generic)
    assert answer[2:4] == answer[np.arange(7) // 2 == 1] == answer[[2, 3]] and len(answer[2:4]) == 2
    with pytest.raises(IndexError):
        answer[7]
    assert c.clearance(BOX, HERE, BALL, ROWS)[3] == c.clearance(BOX, HERE, BALL, ROWS[3])


def test_one_row_has_no_length():
    for answer in [c.clearance(BALL, HERE, BALL, HERE), c.closest_points(BALL, HERE, BALL, [3, 0, 0])]:
        with pytest.raises(TypeError, match="of one row has no length"):
            len(answer)
        with pytest.raises(TypeError, match="of one row has no length"):
            answer[0]
        assert answer


def test_contacts_have_pairs():
    box = c.mesh([[-1, -1, 0.5], [1, -1, 0.5], [1, 1, 0.5], [-1, 1, 0.5]], [[0, 1, 2], [0, 2, 3]])
    rows = [[0, 0, 0.9], [0, 0, 9], [0.2, 0.3, 0.99], [0, 0, 0.98]]
    found = c.contacts(box, HERE, BOX, rows)
    assert len(found) == 4
    for row, pose in enumerate(rows):
        assert found[row] == c.contacts(box, HERE, BOX, pose)
    assert [len(pair) for pair in found] == [len(found[k]) for k in range(4)]
    assert found[1:3] == c.contacts(box, HERE, BOX, rows[1:3]) == found[[1, 2]]
    assert found[::-1] == c.contacts(box, HERE, BOX, rows[::-1])
    patch = found[0][0]
    assert len(patch) == len(patch.separation) and patch[0].separation.tolist() == [patch.separation[0]]
    with pytest.raises(IndexError):
        found[4]


def test_shapes_are_a_sequence():
    shapes = c.Shapes([BOX, BALL, BOX])
    assert shapes.index(BALL) == 1 and shapes.count(BOX) == 2 and BALL in shapes and list(reversed(shapes))[1] == BALL
    import collections.abc

    assert isinstance(shapes, collections.abc.Sequence)
    with pytest.raises(ValueError, match="not in"):
        shapes.index(c.sphere(9))
