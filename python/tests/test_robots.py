"""Robots: the files of the example, and what is proven about its paths."""

from pathlib import Path

import numpy as np
import pytest

import clearance as c

PANDA = Path(__file__).parents[2] / "examples" / "panda"


@pytest.fixture(scope="module")
def panda():
    return c.Robot.from_urdf(PANDA / "panda.urdf", PANDA / "panda.srdf")


@pytest.fixture(scope="module")
def cell(panda):
    """The world of examples/panda/cell.toml."""
    brick = c.box([0.1, 0.16, 0.2])
    places = [[0.5, 0.4, 0.2], [0.5, -0.4, 0.3], [0, 0.6, 0.4], [0.6, 0, 0.75], [-0.4, 0.3, 0.3]]
    bodies = [("table", c.box([1.2, 1.6, 0.04]), c.Pose([0.3, 0, -0.03]))]
    bodies += [(f"box {k + 1}", brick, c.Pose(place)) for k, place in enumerate(places)]
    return c.World(panda, bodies)


def test_the_robot_is_that_of_its_file(panda):
    assert panda.name == "panda" and len(panda.joints) == 8 and panda.joints[0] == "panda_joint1"
    assert panda.limits[0] == (-2.8973, 2.8973)
    poses = dict(zip(panda.links, panda.fk([0.0] * 8)))
    np.testing.assert_allclose(poses["panda_link7"][:3, 3], [0.088, 0.0, 0.333 + 0.316 + 0.384], atol=1e-12)
    assert panda.configuration("panda_joint4=-1.5")[3] == -1.5
    with pytest.warns(UserWarning, match="beyond its limits"):
        panda.configuration("panda_joint1=4")
    with pytest.raises(ValueError, match="did you mean"):
        panda.configuration("panda_jiont4=-1.5")
    with pytest.raises(ValueError, match="nothing.urdf"):
        c.Robot.from_urdf(PANDA / "nothing.urdf")


def test_a_path_that_is_proven(panda, cell):
    rows = panda.path(PANDA / "proven.csv")
    found = cell.prove(rows)
    assert (found.verdict, found.pair) == ("proven", None)
    least = cell.least(rows)
    assert 0.0195 < least.lower <= least.upper < 0.02
    assert cell.first_contact(rows) is None
    assert cell.prove(rows, 0.03).verdict == "broken"


def test_a_path_that_samples_call_free(panda, cell):
    rows = panda.path(PANDA / "missed.csv")
    found = cell.first_contact(rows)
    assert found.pair == ("panda_leftfinger", "box 2")
    assert found.upper - found.lower < 2e-6
    before, after = rows[int(found.upper)], rows[int(found.upper) + 1]
    there = before + (found.upper % 1) * (after - before)
    assert cell.touches(there)
    assert cell.prove(rows).verdict == "broken"


def test_bad_worlds_and_paths(panda, cell):
    with pytest.raises(ValueError, match="panda_link1"):
        c.World(panda, [("panda_link1", c.ball(1.0), c.Pose())])
    with pytest.raises(ValueError, match="path"):
        cell.prove(np.zeros((2, 3)))
    with pytest.raises(ValueError, match="path"):
        cell.prove(np.full((2, 8), np.nan))
    with pytest.raises(ValueError, match="path"):
        cell.prove(np.zeros((0, 8)))
