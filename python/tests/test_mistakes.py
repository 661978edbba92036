"""What people who come from other packages try first: it works, or an error says what to do instead."""

import re

import numpy as np
import pytest
from test_robots import PANDA

import clearance as c

HERE, BOX, BALL = c.Pose(), c.box([1, 1, 1]), c.sphere(0.5)
TRIANGLE = [[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]
MATRIX = [[0, -1, 0, 2], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
POSE = c.Pose.from_matrix(MATRIX)


@pytest.mark.parametrize(
    "pose", [POSE, MATRIX, np.array(MATRIX, np.float32), np.array(POSE), [*POSE.xyz, *POSE.quaternion]], ids=type
)
def test_one_pose_is_whatever_is_a_pose(pose):
    points = [[2.0, 0.3, 0], [0, 0, 0]]
    assert c.contains(BOX, points, pose=pose).tolist() == [True, False]
    assert c.project(BOX, points, pose=pose).signed_distance[1] == 1.5
    assert c.raycast(BOX, [[2.0, 0.3, -3]], [[0, 0, 1]], pose=pose).time[0] == 2.5
    assert (BOX.bounds(pose) == BOX.bounds(POSE)).all()
    assert c.compound([(BOX, pose)]) == c.compound([(BOX, POSE)])
    scene = c.Scene()
    scene.add("box", BOX, pose)
    scene.move("box", pose)
    assert scene.pose("box") == POSE
    assert c.distance(BALL, HERE, BOX, pose) == 1.0


def test_lists_of_poses_are_arrays_of_them():
    poses = [c.Pose([k, 0, 0], [0, 0, 1, k]) for k in range(4)]
    array = np.array([[*pose.xyz, *pose.quaternion] for pose in poses])
    np.testing.assert_array_equal(np.array(poses), array)
    assert np.asarray(poses[0], dtype="float32").dtype == np.float32
    with pytest.raises(TypeError):
        poses[0] @ np.zeros((7, 3))
    assert (poses[0] == np.zeros((4, 4))) is False
    found = c.clearance(BOX, poses, BALL, HERE)
    assert found.to_dict()["lower"].tolist() == c.clearance(BOX, array, BALL, HERE).lower.tolist()


def test_numbers_of_any_kind_are_arrays():
    assert c.height_field([[0, 0], [0, 1]], [1, 1]) == c.height_field(np.array([[0.0, 0], [0, 1]]), (1, 1))
    assert c.mesh(TRIANGLE, [(0, 1, 2)]) == c.mesh(np.array(TRIANGLE, np.float32), np.array([[0, 1, 2]], np.uint8))
    assert c.Shapes([BOX]).distance([[0, 0, 0]], []).shape == (0,)
    robot = c.Robot.from_urdf(PANDA / "panda.urdf", PANDA / "panda.srdf", hulls=True)
    path = [[0] * len(robot.joints), [0.01] * len(robot.joints)]
    world = c.World(robot, [("box", BOX, MATRIX)])
    assert world.prove(path).verdict == world.prove(np.array(path)).verdict
    assert robot.fk(path).shape == (2, len(robot.links), 4, 4)
    assert (robot.fk(path)[1] == robot.fk(path[1])).all()


@pytest.mark.parametrize(
    "ask, kind, says",
    [
        (lambda: c.distance(BOX, BALL, HERE, HERE), TypeError, "pose_a: Shape is no pose: poses are a Pose, or"),
        (lambda: c.distance(BOX, [0, 0, 0, 0, 0, 90], BALL, HERE), ValueError, "pose_a: the shape is [6]"),
        (
            lambda: c.contains(BOX, [[0, 0, 0]], pose=np.eye(3)),
            ValueError,
            "pose: one is needed, but the array has [3]",
        ),
        (lambda: c.contains(BOX, [0, 0]), ValueError, "points: an array of numbers of shape (.., 3) is needed, but"),
        (lambda: c.contains(BOX, [[0, 0, 0], [0, np.nan, 0]]), ValueError, "points: row 1: "),
        (lambda: c.contains(BALL, np.full((2, 3, 3), np.inf)), ValueError, "points: row (0, 0): "),
        (lambda: c.raycast(BOX, 5, [0, 0, -1]), ValueError, "origins: an array of numbers of shape (.., 3)"),
        (lambda: c.raycast(BOX, [0, 0, 5], [[0, 0, 1], [0, 0, 0]]), ValueError, "directions: row 1: "),
        (lambda: c.raycast(BOX, [[0, 0, 5], [0, np.nan, 5]], [0, 0, 1]), ValueError, "origins: row 1: "),
        (lambda: c.raycast(BOX, [0, 0, 5], [0, 0, -1], tmax=-1), ValueError, "tmax: -1 is no time"),
        (lambda: c.contains("box", [0, 0, 0]), TypeError, "shape: a Shape or Shape2 is needed, not <class 'str'>"),
        (
            lambda: c.distance([BOX, "box"], HERE, BALL, HERE),
            TypeError,
            "a: row 1: a Shape or a sequence of them is needed, not <class 'str'>",
        ),
        (
            lambda: c.cast(BOX, HERE, [[0, 0, 1], [0, 0, np.inf]], BALL, HERE, [0, 0, 0]),
            ValueError,
            "motion_a: row 1: ",
        ),
        (lambda: c.region([[[0, 0], [1, 0], [0, 1]], [0, 1]]), ValueError, "outlines: row 1: an array of numbers"),
        (lambda: c.Pose.from_matrix(np.eye(3)), ValueError, "matrix: the shape must be (4, 4), but is [3, 3]"),
        (lambda: c.Pose.from_matrix(np.eye(2, 4)[0]), ValueError, "matrix: an array of numbers of shape (4, 4)"),
        (lambda: c.box([1, -1, 1]), ValueError, "box: half of the size must be positive, but is -0.5"),
        (lambda: c.box2([1, -1]), ValueError, "box2: half of the size must be positive"),
        (lambda: c.cylinder(1, -1), ValueError, "cylinder: half of the length must be positive"),
        (lambda: c.capsule(1, -1), ValueError, "capsule: half of the length must not be negative"),
        (lambda: c.hull(np.zeros((3, 10))), ValueError, "points: an array of numbers of shape (N, 3) is needed, but"),
        (lambda: c.hull([]), ValueError, "the shape is [0]"),
        (lambda: c.mesh(TRIANGLE, [[0.5, 1, 2]]), TypeError, "triangles: an array of integers"),
        (lambda: c.mesh(TRIANGLE, [[0, 1, 2], [0, 1, 3]]), ValueError, "triangles: row 1: 3 is no index of 3 vertices"),
        (lambda: c.mesh("part.stl", [[0, 1, 2]]), TypeError, "vertices: numbers of shape (N, 3) are needed"),
        (lambda: c.mesh("no such part.stl"), ValueError, "mesh: no such part.stl: "),
        (lambda: c.solid(TRIANGLE), TypeError, "solid: vertices and triangles are needed, or the name of a mesh file"),
        (lambda: c.solid(TRIANGLE, [[0, 1, 2]]), ValueError, "the first from vertex 0 to 1."),
        (lambda: c.Shapes({"box": BOX}), TypeError, "shapes: row 0: a Shape is needed, not <class 'str'>"),
        (lambda: c.Shapes([BOX]).distance([[0, 0, 0]], [["box", "box"]]), TypeError, "pairs: an array of integers"),
        (lambda: c.distance(BOX, HERE, c.circle(1), c.Pose2()), TypeError, "pose_b: Pose2 is no pose"),
    ],
)
def test_errors_say_what_is_needed(ask, kind, says):
    with pytest.raises(kind, match=re.escape(says)) as wrong:
        ask()
    assert "Surface" not in str(wrong.value)


def test_what_is_no_mesh_of_trimesh():
    trimesh = pytest.importorskip("trimesh")
    from clearance.trimesh import CollisionManager

    scene = trimesh.Scene(trimesh.creation.box())
    with pytest.raises(TypeError, match=r"a trimesh.Trimesh is needed, not .*Scene'>"):
        c.Shape.from_trimesh(scene)
    for given in (scene, BOX, "box"):
        with pytest.raises(TypeError, match=r"a trimesh.Trimesh is needed, .* scene_to_collision takes scenes"):
            CollisionManager().add_object("one", given)
