"""Robots: the files of the example, and what is proven about its paths."""

import os
import pickle
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import clearance as c

PANDA = Path(__file__).parents[2] / "scenes" / "panda"


@pytest.fixture(scope="module")
def panda():
    return c.Robot.from_urdf(PANDA / "panda.urdf", PANDA / "panda.srdf")


@pytest.fixture(scope="module")
def cell(panda):
    """The world of scenes/panda/cell.toml."""
    brick = c.box([0.1, 0.16, 0.2])
    places = [[0.5, 0.4, 0.2], [0.5, -0.4, 0.3], [0, 0.6, 0.4], [0.6, 0, 0.75], [-0.4, 0.3, 0.3]]
    bodies = [("table", c.box([1.2, 1.6, 0.04]), c.Pose([0.3, 0, -0.03]))]
    bodies += [(f"box {k + 1}", brick, c.Pose(place)) for k, place in enumerate(places)]
    return c.World(panda, bodies, allowed=[("panda_link0", "table")])


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
    with pytest.raises(ValueError, match="tolerance"):
        cell.least(rows, float("nan"))


def test_a_path_that_samples_call_free(panda, cell):
    rows = panda.path(PANDA / "missed.csv").rows
    found = cell.first_contact(rows)
    assert found.pair == ("panda_leftfinger", "box 2")
    assert found.upper - found.lower < 2e-6
    before, after = rows[int(found.upper)], rows[int(found.upper) + 1]
    there = before + (found.upper % 1) * (after - before)
    assert cell.touches(there)
    assert cell.prove(rows).verdict == "broken"


def test_what_never_moves_and_what_is_required(panda):
    rows, pose = panda.path(PANDA / "proven.csv").rows, [0.3, 0, -0.03]
    table = c.box([1.2, 1.6, 0.04])
    world = c.World(panda, [("table", table, pose)])
    assert ("panda_link0", "table") in world.pairs
    least = world.least(rows)  # 1 cm less what the foot reaches below its origin
    assert least.pair == ("panda_link0", "table") and 0.0098 < least.lower <= 0.00996 < least.upper < 0.01
    assert world.prove(rows).verdict == "proven" and world.prove(rows, 0.01).verdict == "broken"
    low = c.World(panda, [("table", table, pose)], clearances=[("panda_link0", "table", 0.005)])
    assert low.prove(rows, 0.01).verdict == "proven"
    assert low.certificate(rows, 0.01).verify(low) == "proven"
    assert low.certificate(rows, 0.01).verify(world) == "refuted"
    deep = c.World(panda, [("table", table, [0.3, 0, 0])])
    assert deep.touches(rows[0]) and deep.prove(rows).pair == ("panda_link0", "table")
    assert (deep.first_contact(rows).lower, deep.first_contact(rows).upper) == (0, 0)
    for wrong, says in [
        (("panda_link0", "tabel", 0.1), "tabel"),
        (("panda_link0", "panda_link1", 0.1), "a joint is between them"),
        (("panda_link0", "table", -0.1), "-0.1"),
    ]:
        with pytest.raises(ValueError, match=f"^World: .*{says}"):
            c.World(panda, [("table", table, pose)], clearances=[wrong])


def test_joints_without_a_column(panda, tmp_path):
    file = tmp_path / "path.csv"
    file.write_text("panda_joint1\n0\n1\n")
    with pytest.warns(UserWarning, match="without a column are at 0"):
        rows = panda.path(file).rows
    assert rows[1].tolist()[:3] == [1, 0, 0]
    with pytest.warns(UserWarning, match="column") as said:
        rows = panda.path(file, "panda_joint2=0.25,panda_joint4=-1.5").rows
    assert not any("joint2" in str(warning.message) for warning in said)
    assert rows[:, 1].tolist() == [0.25, 0.25] and rows[:, 3].tolist() == [-1.5, -1.5]


def arm():
    """A bar of length 1 that turns about z, and a ball at 1.4 on the y axis."""
    urdf = """<robot name="arm"><link name="base"/><link name="bar"><collision><origin xyz="0.5 0 0" rpy="0 1.5707963267948966 0"/>
    <geometry><cylinder radius="0.1" length="1"/></geometry></collision></link><joint name="turn" type="revolute"><parent
    link="base"/><child link="bar"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>"""
    return urdf


@pytest.fixture
def bar(tmp_path):
    file = tmp_path / "arm.urdf"
    file.write_text(arm())
    return c.World(c.Robot.from_urdf(file), [("post", c.sphere(0.2), [0, 1.4, 0])])


def test_what_a_controller_makes_of_rows(bar):
    # From 0 to 0, out by v / 4 between: it comes to the post if that is more than a quarter of a turn less 0.1 radians.
    def swing(v):
        return c.Path.timed([[0], [0]], [[v], [-v]], times=[0, 1])

    assert bar.prove(swing(5)).verdict == "proven" and bar.prove(swing(6.3), 0.21).verdict == "broken"
    assert bar.prove(c.Path([[0], [0]]), 0.3) == bar.prove([[0.0], [0.0]], 0.3)
    assert c.Path.timed([[0], [1]], dt=0.5).times.tolist() == [0, 0.5]
    contact = bar.prove(swing(6.3), 0.21)
    assert abs(contact.configuration[0] - 6.3 * contact.row * (1 - contact.row)) < 1e-12
    proof = bar.certificate(swing(5))
    assert proof.verify(bar) == "proven" and proof.path == swing(5)
    assert c.PathCertificate.from_json(proof.to_json()).path == swing(5)
    assert pickle.loads(pickle.dumps(contact)) == contact
    # Cubic control points of the same curve, and a B-spline of them.
    points = [[0], [5 / 3], [5 / 3], [0]]
    for same in [c.Path.bezier([points]), c.Path.bspline(3, [0] * 4 + [1] * 4, points)]:
        least = [bar.least(path, 1e-9).lower for path in (same, swing(5))]
        assert least[0] == pytest.approx(least[1], abs=1e-8)


def test_joints_that_are_off(bar):
    path = c.Path([[0], [1.2]])
    # At an angle of 1.2 the bar is 1.4 sin(pi / 2 - 1.2) - 0.3 from the post, more or less its flat end.
    lower = bar.least(path).lower
    near = path.within({"turn": 0.05})
    assert bar.prove(path, lower).verdict == "proven" and bar.prove(near, lower).verdict == "broken"
    worst = bar.prove(near, lower).configuration
    assert worst == pytest.approx([1.25], abs=0.06) and bar.prove(near, lower - 0.08).verdict == "proven"
    assert bar.certificate(near, lower - 0.08).verify(bar) == "proven"
    assert bar.prove(path.within([0.05]), lower) == bar.prove(near, lower)
    for wrong, says in [
        ({"trun": 0.1}, "did you mean"),
        ([-0.1], "cannot be off"),
        ([0.1, 0.1], "2 values"),
        (0.1, "a dict or numbers"),
    ]:
        with pytest.raises((ValueError, TypeError), match=says):
            bar.prove(path.within(wrong))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: c.Path.timed([[0], [1]]), "times"),
        (lambda: c.Path.timed([[0], [1]], times=[0]), "1 times for 2 rows"),
        (lambda: c.Path.timed([[0], [1]], [[0]], dt=1), "velocities"),
        (lambda: c.Path.timed([[0], [1]], None, [[0], [0]], dt=1), "no velocities"),
        (lambda: c.Path.timed([[0], [1]], times=[0.5, 1]), "0.5 s"),
        (lambda: c.Path.timed([[0], [1]], times=[0, 0]), "not after"),
        (lambda: c.Path.bezier([[[0], [1]], [[2], [3]]]), "does not begin"),
        (lambda: c.Path.bspline(3, [0, 1], [[0], [1]]), "no B-spline"),
        (lambda: c.Path([[0, 1]]), "2 values"),
        (lambda: c.Path([0, 1]), "shape"),
    ],
)
def test_paths_that_are_none(bar, make, says):
    with pytest.raises(ValueError, match=says):
        bar.prove(make())


def test_bad_worlds_and_paths(panda, cell):
    with pytest.raises(ValueError, match="panda_link1"):
        c.World(panda, [("panda_link1", c.sphere(1.0), c.Pose())])
    with pytest.raises(ValueError, match="path"):
        cell.prove(np.zeros((2, 3)))
    with pytest.raises(ValueError, match="path"):
        cell.prove(np.full((2, 8), np.nan))
    with pytest.raises(ValueError, match="path"):
        cell.prove(np.zeros((0, 8)))


def random_configurations(robot, count, seed=1):
    lower, upper = np.transpose([limits or (-np.pi, np.pi) for limits in robot.limits])
    return np.random.default_rng(seed).uniform(lower, upper, (count, len(robot.joints)))


@pytest.mark.parametrize("hulls", [False, True])
def test_many_configurations(hulls):
    robot = c.Robot.from_urdf(PANDA / "panda.urdf", PANDA / "panda.srdf", hulls=hulls)
    world = c.World(robot, [("table", c.box([1.2, 1.6, 0.04]), c.Pose([0.3, 0, -0.03]))])
    q = random_configurations(robot, 300)
    touching, distances = world.touches(q), world.distances(q)
    assert distances.shape == (300, len(world.pairs)) and 20 < touching.sum() < 280
    np.testing.assert_array_equal(touching, (distances == 0).any(axis=1))
    for row in range(0, 300, 60):
        assert world.touches(q[row].tolist()) is bool(touching[row])
        # Few rows of a pair are asked one by one, whose last digits may differ.
        np.testing.assert_allclose(world.distances(q[row]), distances[row], atol=1e-9)
    assert world.distances(q[:0]).shape == (0, len(world.pairs)) and world.touches(q[:0]).shape == (0,)
    assert [(mesh, share) for _, mesh, share in robot.hulls[:2]] == [("link0.stl", 0.0), ("link1.stl", 0.0)][
        : 2 * hulls
    ]


def test_many_edges(panda, cell):
    names, at = panda.joints, random_configurations(panda, 400)
    edges = np.stack([at, at + np.random.default_rng(2).uniform(-0.3, 0.3, at.shape)], axis=1)
    proven = cell.prove_edges(edges, 0.01)
    assert proven.shape == (400,) and 40 < proven.sum() < 360
    for edge, is_proven in zip(edges, proven):
        assert (cell.prove(edge, 0.01).verdict == "proven") == is_proven
    # Joints that stay have no columns.
    fixed = {names[1]: 0.25, names[7]: 0.01}
    left = np.delete(edges, [1, 7], axis=2)
    edges[:, :, 1], edges[:, :, 7] = 0.25, 0.01
    np.testing.assert_array_equal(cell.prove_edges(left, fixed=fixed), cell.prove_edges(edges))
    assert cell.prove_edges(edges[:0]).shape == (0,)
    done = []
    cell.prove_edges(np.repeat(edges, 200, axis=0), progress=done.append)
    assert done == sorted(done) and done[-1] > 0
    for bad, says in [
        (edges[:, :1], r"edges: .*\(N, 2, 8\)"),
        (left, "edges"),
        (edges[0], "edges"),
        (np.full((1, 2, 8), np.nan), "edges"),
    ]:
        with pytest.raises(ValueError, match=says):
            cell.prove_edges(bad)
    with pytest.raises(ValueError, match='no joint "elbow"'):
        cell.prove_edges(left, fixed={"elbow": 0.0})


def test_distances_are_those_of_the_links(panda):
    """The table moves around the world; links are placed by their matrices."""
    table, q = c.box([1.2, 1.6, 0.04]), random_configurations(panda, 20)
    distances = {}
    for height in (-0.5, -0.7):
        world = c.World(panda, [("table", table, c.Pose([0, 0, height]))])
        of_table = [k for k, pair in enumerate(world.pairs) if "table" in pair]
        distances[height] = world.distances(q)[:, of_table]
    # The base does not move: it is 0.48 above the table, and 0.2 farther from the lower one.
    gaps = distances[-0.7] - distances[-0.5]
    assert (distances[-0.5] > 0).any() and (gaps <= 0.2 + 1e-12).all() and gaps.max() > 0.19


def test_gradients_are_those_of_differences(panda, cell):
    rng = np.random.default_rng(4)
    lower, upper = np.array(panda.limits).T
    q = rng.uniform(lower, upper, (20, 8))
    distances, slopes = cell.gradients(q)
    assert distances.shape == (20, len(cell.pairs)) and slopes.shape == (20, len(cell.pairs), 8)
    np.testing.assert_allclose(np.maximum(distances, 0), cell.distances(q), atol=1e-12)
    one = cell.gradients(q[3])
    np.testing.assert_array_equal(one[0], distances[3])
    np.testing.assert_array_equal(one[1], slopes[3])
    along = rng.uniform(-1, 1, 8)
    step = 1e-6
    below, above = (cell.gradients(q + by * along)[0] for by in (-step, step))
    apart = np.minimum(below, above) > 0
    found = ((above - below) / (2 * step))[apart]
    smooth = np.abs(above + below - 2 * distances)[apart] < 1e-4 * step
    assert smooth.mean() > 0.9 and smooth.sum() > 400
    np.testing.assert_allclose(found[smooth], (slopes @ along)[apart][smooth], atol=1e-4)
    with pytest.raises(ValueError, match="row 1"):
        cell.gradients([[0.0] * 8, [np.nan] * 8])


def test_moved_bodies_are_where_new_ones_would_be(panda):
    def world(pose):
        bodies = [("table", c.box([1.2, 1.6, 0.04]), c.Pose([0.3, 0, -0.03])), ("ball", c.sphere(0.2), pose)]
        return c.World(panda, bodies, clouds=[("scan", [[2, 2, 2]], 0.1)], allowed=[("panda_link0", "table")])

    rows = panda.path(PANDA / "proven.csv")
    near, far = c.Pose([0.5, 0, 0.5]), c.Pose([0.0, 0.0, 3.0])
    first = world(near)
    assert first.prove(rows).verdict == "broken"
    moved = first.moved({"ball": far})
    assert moved == world(far) and moved != first and first == world(near)
    assert moved.prove(rows).verdict == world(far).prove(rows).verdict == "proven"
    q = [panda.configuration()]
    np.testing.assert_array_equal(moved.distances(q), world(far).distances(q))
    again = pickle.loads(pickle.dumps(moved)).moved({"ball": near})
    assert again == first and again.prove(rows).verdict == "broken"
    for name, says in [("panda_hand", "the robot carries it"), ("bal", "does not exist"), ("scan", "is a cloud")]:
        with pytest.raises(ValueError, match=f"bodies: .*{says}"):
            first.moved({name: far})


def test_a_cloud_is_a_body_of_balls(panda):
    cloud = np.random.default_rng(5).uniform([0.4, -0.3, 0.3], [0.6, 0.3, 0.9], (2000, 3))
    world = c.World(panda, clouds=[("scan", cloud, 0.01)])
    alone = c.World(panda, [("all", c.compound([(c.sphere(0.01), c.Pose(point)) for point in cloud]), c.Pose())])
    assert world.bodies[-1] == "scan"
    q = random_configurations(panda, 100)
    touching = world.touches(q)
    assert 10 < touching.sum() < 90
    np.testing.assert_array_equal(touching, alone.touches(q))
    with pytest.raises(ValueError, match="^clouds"):
        c.World(panda, clouds=[("scan", cloud[:, :2], 0.01)])
    with pytest.raises(ValueError, match="^World: .*radius"):
        c.World(panda, clouds=[("scan", cloud, -1.0)])


def test_two_robots_in_one_world():
    here, there = (
        c.Robot.from_urdf(PANDA / "panda.urdf", PANDA / "panda.srdf", base=c.Pose([0, y, 0]), hulls=True)
        for y in (0, 0.5)
    )
    both = c.Robot.joined([("left", here), ("right", there)])
    assert both.joints[0] == "left/panda_joint1" and len(both.joints) == 16 and both.name == "left, right"
    poses = dict(zip(both.links, both.fk([0.0] * 16)))
    np.testing.assert_allclose(poses["right/panda_link0"][:3, 3], [0, 0.5, 0])
    world = c.World(both)
    ready = [0, -0.785, 0, -2.356, 0, 1.571, 0.785, 0.02]
    assert not world.touches(ready + ready)
    q = random_configurations(both, 300)
    is_across = np.array([a[:4] != b[:4] for a, b in world.pairs])
    distances = world.distances(q)
    assert 10 < (distances[:, is_across] == 0).any(axis=1).sum() < 290
    # In one world with the other, a robot is as far from itself as alone.
    of_left = [k for k, pair in enumerate(world.pairs) if pair[0][:5] == pair[1][:5] == "left/"]
    np.testing.assert_allclose(distances[:, of_left], c.World(here).distances(q[:, :8]), atol=1e-9)
    with pytest.raises(ValueError, match="^robots"):
        c.Robot.joined([("one", here), ("one", there)])


@pytest.mark.parametrize(
    "ask, says",
    [
        (lambda world: world.touches([0.0] * 3), "q"),
        (lambda world: world.touches([[0.0] * 8, [np.nan] * 8]), "q: row 1"),
        (lambda world: world.distances([[0.0] * 7]), "q: row 0"),
        (lambda world: world.distances(np.zeros((2, 2, 8))), "q"),
        (lambda world: world.prove(np.zeros((2, 8)), -0.1), "clearance"),
        (lambda world: world.prove(np.zeros((2, 8)), np.nan), "clearance"),
        (lambda world: world.certificate(np.zeros((2, 3))), "path"),
    ],
)
def test_values_that_are_refused(cell, ask, says):
    with pytest.raises(ValueError, match=f"^{says}"):
        ask(cell)


@pytest.fixture(scope="module")
def long_path(panda):
    return np.tile(panda.path(PANDA / "proven.csv"), (40_000, 1))


def test_progress_is_told_and_may_raise(cell, long_path):
    class Enough(Exception):
        pass

    told = []

    def tell(row):
        told.append(row)
        if len(told) == 3:
            raise Enough

    with pytest.raises(Enough):
        cell.prove(long_path, progress=tell)
    assert 0 <= told[0] < told[1] < told[2] < len(long_path)
    told.clear()
    with pytest.raises(Enough):
        cell.first_contact(long_path, progress=tell)
    told[:] = [0.0, 0.0]
    with pytest.raises(Enough):
        cell.touches(long_path, progress=tell)


def interrupted(ask):
    """It does not wait for an answer, which takes longer than 5 seconds."""
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        ask()
    assert time.monotonic() - begin < 5


@pytest.mark.parametrize(
    "question, share", [("prove", 1.0), ("certificate", 1.0), ("first_contact", 1.0), ("least", 0.05)]
)
def test_ctrl_c_ends_a_search(cell, long_path, question, share):
    path = long_path[: int(share * len(long_path))]
    interrupted(lambda: getattr(cell, question)(path))


def test_ctrl_c_ends_a_check(cell, long_path):
    proof = cell.certificate(long_path[:2000])
    interrupted(lambda: proof.verify(cell))


def test_a_conveyor_beside_a_crane():
    """Two balls whose clearance at each time is a formula: one slides on a belt, and one sinks towards it."""
    belt, crane = c.Robot.moving(c.sphere(0.5)), c.Robot.moving(c.sphere(0.5), c.Pose([2, 0, 0]))
    cell = c.Robot.joined([("belt", belt), ("crane", crane)])
    assert cell.joints[:4] == ["belt/x", "belt/y", "belt/z", "belt/yaw"] and "crane" in cell.links
    world = c.World(cell)
    along = c.Path.timed([[0, 0, 0, 0], [5, 0, 0, 0]], times=[0, 10])
    down = c.Path.timed([[0, 0, 2, 0], [0, 0, 2, 0], [0, 0, 0, 0]], times=[0, 1, 5])
    path = c.Path.joined([along, down])
    assert path.times.tolist() == [0, 1, 5, 10] and "2 paths" in repr(path)
    at = np.linspace(0, 10, 100_001)
    truth = (np.hypot(at / 2 - 2, np.interp(at, [0, 1, 5], [2, 2, 0])) - 1).min()
    assert -1 < truth < 0
    contact = world.first_contact(path)
    assert contact.pair == ("belt", "crane")
    time = np.interp(contact.upper, range(4), path.times)
    assert abs(np.hypot(time / 2 - 2, np.interp(time, [0, 1, 5], [2, 2, 0])) - 1) < 1e-4
    late = c.Path.joined([along, c.Path.timed([[0, 0, 2, 0], [0, 0, 2, 0], [0, 0, 0, 0]], times=[0, 9, 13])])
    truth = (np.hypot(np.minimum(at, 10) / 2 - 2, np.interp(at, [0, 9, 13], [2, 2, 0])) - 1).min()
    assert world.prove(late, truth - 1e-6).verdict == "proven"
    assert world.prove(late, truth + 1e-6).verdict == "broken"
    assert world.certificate(late, 0.9).verify(world) == "proven"
    for again in [pickle.loads(pickle.dumps(x)) for x in [world, cell]]:
        assert again in (world, cell)
    assert pickle.loads(pickle.dumps(path)) == path
    with pytest.raises(ValueError, match="rows of their own"):
        np.asarray(path)
    with pytest.raises(ValueError, match="need times"):
        c.Path.joined([along, [[0, 0, 0, 0], [1, 0, 0, 0]]])
    with pytest.raises(ValueError, match="as an array"):
        c.Path.joined([along.within({"x": 0.1}), down])
    assert c.Path.joined([along.within([0.1, 0, 0, 0]), down]) != path
    with pytest.raises(ValueError, match="4 joints together"):
        world.prove(c.Path.joined([along]))
    # On clocks of their own they meet if the crane is early, and the clocks may differ by that.
    assert world.prove_clocks(late, 0.0, 0.5).verdict == "proven"
    found = world.prove_clocks(late)
    assert found.verdict == "broken" and found.pair == ("belt", "crane")
    x, z = found.configuration[0] - 2, found.configuration[6]
    assert np.hypot(x, z) < 1 and abs(found.times[0] / 2 - 2 - x) < 1e-9 and found.times[1] > 9
    assert pickle.loads(pickle.dumps(found)) == found != world.prove_clocks(late, 0.0, 0.5)
    assert repr(found).startswith("ClocksProof(verdict='broken', times=[")
    with pytest.raises(ValueError, match="window"):
        world.prove_clocks(late, 0.0, -1)
