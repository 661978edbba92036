"""Plans of OMPL, whose edges and whole paths are proven."""

import numpy as np
import pytest

pytest.importorskip("ompl")

import clearance as c
from clearance import ompl

CRANE = """<robot name="crane"><link name="base"/><link name="rail"/><link name="hook"><collision>
<geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="x" type="prismatic"><parent link="base"/><child link="rail"/><axis xyz="1 0 0"/>
<limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
<joint name="y" type="prismatic"><parent link="rail"/><child link="hook"/><axis xyz="0 1 0"/>
<limit lower="-2" upper="2" effort="1" velocity="1"/></joint></robot>"""


@pytest.fixture
def hall(tmp_path):
    """A ball that slides in the plane, and a wall between left and right with a gap above y = 1.5."""
    file = tmp_path / "crane.urdf"
    file.write_text(CRANE)
    wall = ("wall", c.box([0.1, 3.5, 1.0]), [0, -0.25, 0])
    return c.World(c.Robot.from_urdf(file), [wall])


def test_a_plan_is_proven_and_goes_around(hall):
    start, goal = [-1, 0], [1, 0]
    assert hall.prove([start, goal]).verdict == "broken"
    path = ompl.plan(hall, start, goal, clearance=0.05, tolerance={"x": 0.01, "y": 0.01})
    assert hall.prove(path, 0.05).verdict == "proven"
    assert hall.certificate(path, 0.05).verify(hall) == "proven"
    np.testing.assert_allclose(path.rows[[0, -1]], [start, goal])
    # What crosses the wall keeps what it has to: 0.1 of the ball, the clearance, and what joints may be off.
    assert path.rows[:, 1].max() > 1.5 + 0.1 + 0.05 + 0.01


def test_there_is_no_plan(hall):
    with pytest.raises(ompl.NoPlan, match=r"goal: .*broken.*wall"):
        ompl.plan(hall, [-1, 0], [0, 0])
    with pytest.raises(ompl.NoPlan, match="'y' is at 3"):
        ompl.plan(hall, [-1, 0], [1, 3])
    with pytest.raises(ompl.NoPlan, match="no path in 0.2 s"):
        ompl.plan(hall, [-1, 0], [1, 0], fixed={"y": 0}, seconds=0.2)
    with pytest.raises(ValueError, match="no joint 'z'"):
        ompl.plan(hall, [-1, 0], [1, 0], fixed={"z": 0})
    with pytest.raises(ValueError, match="start: the shape"):
        ompl.plan(hall, [-1], [1, 0])


def test_joints_that_stay(hall):
    path = ompl.plan(hall, [-1, 0], [1, 0], fixed={"y": 1.8})
    assert set(path.rows[:, 1]) == {1.8}
