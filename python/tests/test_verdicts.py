"""The checker about contacts, casts and rays: answers are proven, and changed numbers are refuted."""

import numpy as np
import pytest
from test_certificates import CONVEX, HERE, pyramid, random_poses

import clearance as c

PAIRS = [(CONVEX[k], CONVEX[(k + 1) % len(CONVEX)]) for k in range(len(CONVEX))]


def changed(answer, **columns):
    """As a dict, with other columns: functions of the old ones."""
    fields = answer.to_dict()
    return fields | {name: change(fields[name]) for name, change in columns.items()}


#: What is wrong with points that are moved, stretched or turned by `size`.
CONTACTS = {
    "points elsewhere": {"point_a": lambda x: x + 1e-3, "point_b": lambda x: x + 1e-3},
    "one point elsewhere": {"point_b": lambda x: x + 1e-3},
    "deeper": {"separation": lambda x: x - 1e-3},
    "a normal the other way": {"normal": lambda x: -x},
    "a normal that is too long": {"normal": lambda x: 1.01 * x},
    "no number": {"separation": lambda x: x * np.nan},
}


@pytest.mark.parametrize("margin", [0.0, 0.05])
@pytest.mark.parametrize("a, b", PAIRS)
def test_contacts_are_proven_and_changed_ones_refuted(a, b, margin):
    poses = random_poses(np.random.default_rng(1), 40, 0.9)
    answer = c.contacts(a, HERE, b, poses, margin=margin)
    touch = np.diff(answer.offsets) > 0
    assert 8 < touch.sum() < 40
    words = c.verify_contacts(a, HERE, b, poses, answer, margin=margin, threads=2)
    assert (words == "proven").all()
    for name, change in CONTACTS.items():
        words = c.verify_contacts(a, HERE, b, poses, changed(answer, **change), margin=margin)
        assert (words[touch] == "refuted").all() and (words[~touch] == "proven").all(), name


def test_contacts_that_are_left_out_or_too_many():
    floor, brick, on_it = c.box([4.0, 4.0, 1.0]), c.box([1.0, 0.5, 0.5]), c.Pose([0.2, 0.1, 0.74])
    found = c.contacts(floor, HERE, brick, on_it)
    assert c.verify_contacts(floor, HERE, brick, on_it, found) == "proven"
    assert c.verify_contacts(floor, HERE, brick, on_it, []) == "refuted"
    assert c.verify_contacts(floor, HERE, brick, on_it, found * 2) == "refuted"
    assert c.verify_contacts(floor, HERE, brick, on_it, found, margin=-0.02) == "refuted"
    above = c.Pose([0.2, 0.1, 0.8])
    assert c.verify_contacts(floor, HERE, brick, above, []) == "proven"
    assert c.verify_contacts(floor, HERE, brick, above, [], margin=0.1) == "refuted"
    assert c.verify_contacts(floor, HERE, brick, [above, on_it][0], found) == "refuted"
    rows = c.verify_contacts(floor, HERE, brick, [[0.2, 0.1, 0.74], [0.2, 0.1, 0.8]], found)
    assert rows.tolist() == ["proven", "refuted"]


CASTS = {
    "earlier": {name: lambda x: 0.9 * x for name in ("time", "lower", "upper")},
    "later": {name: lambda x: 1.1 * x for name in ("time", "lower", "upper")},
    "a lower bound that is too high": {"lower": lambda x: 1.01 * x},
    "a miss": {
        "hit": np.zeros_like,
        "time": lambda x: x + np.inf,
        "lower": np.ones_like,
        "upper": lambda x: x + np.inf,
    },
    "no number": {"time": lambda x: x * np.nan},
}
POINTS = {
    "a point elsewhere": {"point_a": lambda x: x + 1e-3},
    "another normal": {"normal": lambda x: -x},
}


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("a, b", PAIRS)
def test_casts_are_proven_and_changed_ones_refuted(a, b, turns):
    rng = np.random.default_rng(2)
    poses = random_poses(rng, 40, 3.0)
    ways = rng.uniform(-1, 1, (40, 3)) - poses[:, :3]
    motions = np.hstack([ways, rng.normal(size=(40, 3))]) if turns else ways
    asked = (a, HERE, [0.3, 0, 0], b, poses, motions)
    answer = c.cast(*asked)
    found = answer.hit & (answer.time > 0)
    assert 12 < found.sum() < 40 and not answer.hit.all()
    assert (c.verify_cast(*asked, answer, threads=2) == "proven").all()
    for name, change in (CASTS if turns else CASTS | POINTS).items():
        assert (c.verify_cast(*asked, changed(answer, **change))[found] == "refuted").all(), name
    claimed = changed(answer, hit=np.ones_like, time=lambda _: np.full(40, 0.5), upper=lambda _: np.full(40, 0.5))
    assert (c.verify_cast(*asked, claimed)[~answer.hit] == "refuted").all()


def test_a_cast_that_starts_in_contact():
    a, b = CONVEX[:2]
    asked = (a, HERE, [0, 0, 0], b, c.Pose([0.3, 0, 0]), [1, 0, 0])
    found = c.cast(*asked)
    assert found.time == 0 and c.verify_cast(*asked, found) == "proven"
    later = changed(found, **{name: lambda _: 0.5 for name in ("time", "lower", "upper")})
    assert c.verify_cast(*asked, later) == "refuted"


RAYS = {
    "later": {"time": lambda x: x + 1e-3},
    "a point elsewhere": {"point": lambda x: x + 1e-3},
    "a normal the other way": {"normal": lambda x: -x},
    "a miss": {"hit": np.zeros_like},
    "no number": {"time": lambda x: x * np.nan},
}


@pytest.mark.parametrize("shape", CONVEX)
def test_rays_are_proven_and_changed_ones_refuted(shape):
    rng = np.random.default_rng(3)
    origins = rng.normal(size=(60, 3)) * 3
    directions, pose = rng.normal(size=(60, 3)) * 0.2 - origins, c.Pose([-0.3, -0.2, -0.2], [0.1, 0.0, 0.1, 1.0])
    answer = c.raycast(shape, origins, directions, pose=pose)
    hit = answer.hit
    assert 15 < hit.sum() < 60
    words = c.verify_raycast(shape, origins, directions, answer, pose=pose)
    assert (words == "proven").all()
    for name, change in RAYS.items():
        words = c.verify_raycast(shape, origins, directions, changed(answer, **change), pose=pose)
        assert (words[hit] == "refuted").all(), name
    assert (c.verify_raycast(shape, origins, directions, answer)[hit] != "proven").all()
    hits = {"hit": np.ones_like, "time": np.ones_like, "point": lambda _: origins + directions}
    claimed = changed(answer, **hits, normal=lambda x: np.where(np.isnan(x), [0, 0, 1.0], x))
    assert (c.verify_raycast(shape, origins, directions, claimed, pose=pose)[~hit] == "refuted").all()


def test_the_plane_and_float32():
    a, b = c.box2([1.0, 2.0]), c.polygon([[0, 0], [1, 0], [0, 1]])
    poses = np.random.default_rng(4).uniform(-1, 1, (40, 3))
    answer = c.contacts(a, c.Pose2(), b, poses)
    assert 5 < (np.diff(answer.offsets) > 0).sum()
    assert (c.verify_contacts(a, c.Pose2(), b, poses, answer) == "proven").all()
    impact = c.cast(a, c.Pose2(), [0, 0], b, poses, [1.0, 0.5, 0.2])
    assert (c.verify_cast(a, c.Pose2(), [0, 0], b, poses, [1.0, 0.5, 0.2], impact) == "proven").all()
    poses = random_poses(np.random.default_rng(5), 40, 1.0).astype(np.float32)
    answer = c.contacts(*PAIRS[0][:1], HERE, PAIRS[0][1], poses)
    assert answer.normal.dtype == np.float32
    assert (c.verify_contacts(PAIRS[0][0], HERE, PAIRS[0][1], poses, answer) == "proven").all()
    impact = c.cast(PAIRS[0][0], HERE, [0, 0, 0], PAIRS[0][1], poses, [1.0, 0.5, 0.2])
    assert (c.verify_cast(PAIRS[0][0], HERE, [0, 0, 0], PAIRS[0][1], poses, [1.0, 0.5, 0.2], impact) == "proven").all()


def test_shapes_that_are_not_convex_are_unproven():
    mesh, ball = pyramid(c.mesh), c.sphere(0.3)
    there, way = np.array([[0, 0, 1.6], [0, 0, 3.0]]), [0, 0, -2.0]
    contacts, impact = c.contacts(mesh, HERE, ball, there), c.cast(mesh, HERE, [0, 0, 0], ball, there, way)
    # That there is no patch is proven by the gap.
    assert c.verify_contacts(mesh, HERE, ball, there, contacts).tolist() == ["unproven", "proven"]
    assert (c.verify_cast(mesh, HERE, [0, 0, 0], ball, there, way, impact) == "unproven").all()
    hits = c.raycast(mesh, there, [way] * 2)
    assert hits.hit.all() and (c.verify_raycast(mesh, there, [way] * 2, hits) == "proven").all()
    assert (c.verify_raycast(mesh, there, [way] * 2, changed(hits, **RAYS["a miss"])) == "refuted").all()


def test_answers_that_are_none():
    a, b = PAIRS[0]
    there = np.full((3, 3), 2.0)
    contacts, impact = c.contacts(a, HERE, b, there), c.cast(a, HERE, [0, 0, 0], b, there, [1, 0, 0])
    with pytest.raises(ValueError, match="^answer: it has 3 rows, but there are 2 pairs"):
        c.verify_contacts(a, HERE, b, there[:2], contacts)
    with pytest.raises(ValueError, match="^answer: offsets"):
        c.verify_contacts(a, HERE, b, there, changed(contacts, offsets=lambda x: x + 9))
    with pytest.raises(ValueError, match="^margin"):
        c.verify_contacts(a, HERE, b, there, contacts, margin=np.nan)
    with pytest.raises(TypeError, match="^answer: it has no separation"):
        c.verify_contacts(a, HERE, b, there, impact)
    with pytest.raises(ValueError, match="^answer: the rows are"):
        c.verify_cast(a, HERE, [0, 0, 0], b, there[:2], [1, 0, 0], impact)
    with pytest.raises(ValueError, match="^tmax"):
        c.verify_cast(a, HERE, [0, 0, 0], b, there, [1, 0, 0], impact, tmax=-1.0)
    hits = c.raycast(a, there, -there)
    with pytest.raises(ValueError, match="^answer: it has 3 rows, but there are 2 rays"):
        c.verify_raycast(a, there[:2], -there[:2], hits)
    with pytest.raises(ValueError, match="^answer: normal"):
        c.verify_raycast(a, there, -there, changed(hits, normal=lambda x: x[:2]))
