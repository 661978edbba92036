"""The checker: answers are confirmed, and changed numbers are refuted; certificates of paths."""

import pickle
from pathlib import Path

import numpy as np
import pytest

import clearance as c

HERE = c.Pose()
PANDA = Path(__file__).parents[2] / "scenes" / "panda"
CONVEX = [
    c.box([1.0, 2.0, 0.5]),
    c.capsule(radius=0.3, length=1.2),
    c.cone(radius=0.5, length=1.0),
    c.ellipsoid([0.3, 0.5, 0.8]),
    c.hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]),
]


def pyramid(make):
    corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0], [0, 0, 1.5]], dtype=float)
    return make(corners, [[0, 2, 1], [0, 3, 2], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])


def random_poses(rng, count, reach):
    return np.hstack([rng.uniform(-reach, reach, (count, 3)), rng.normal(size=(count, 4))])


#: Changes that make an answer wrong; `size` is a length much larger than the bounds are wide.
CHANGES = {
    "all farther": lambda x, size: x | {k: x[k] + size for k in ("signed_distance", "lower", "upper")},
    "all nearer": lambda x, size: x | {k: x[k] - size for k in ("signed_distance", "lower", "upper")},
    "a lower bound that is too high": lambda x, size: x | {"lower": x["upper"] + size},
    "another normal": lambda x, size: x | {"normal": -x["normal"]},
    "a normal that is too long": lambda x, size: x | {"normal": 1.01 * x["normal"]},
    "a point elsewhere": lambda x, size: x | {"point_a": x["point_a"] + size},
    "no number": lambda x, size: x | {"signed_distance": x["signed_distance"] * np.nan},
}


@pytest.mark.parametrize("k", range(len(CONVEX)))
def test_answers_about_convex_shapes_are_proven(k):
    a, b = CONVEX[k], CONVEX[(k + 1) % len(CONVEX)]
    poses = random_poses(np.random.default_rng(k), 80, 1.0)
    answer = c.clearance(a, HERE, b, poses)
    assert 10 < np.sum(answer.status == c.APART) < 70
    words = c.verify(a, HERE, b, poses, answer, threads=2)
    assert words.shape == (80,) and (words == "proven").all()


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("k", range(len(CONVEX)))
def test_changed_answers_about_convex_shapes_are_refuted(k, change):
    a, b = CONVEX[k], CONVEX[(k + 2) % len(CONVEX)]
    poses = random_poses(np.random.default_rng(k), 10, 1.0)
    answer = CHANGES[change](c.clearance(a, HERE, b, poses).to_dict(), 1e-3)
    assert (c.verify(a, HERE, b, poses, answer) == "refuted").all()


@pytest.mark.parametrize("make", [c.mesh, c.solid])
@pytest.mark.parametrize("b", [c.sphere(0.3), c.box([0.5, 0.4, 0.3]), pyramid(c.mesh)])
def test_gaps_of_meshes_are_proven_and_changed_ones_refuted(make, b):
    a, poses = pyramid(make), random_poses(np.random.default_rng(7), 60, 3.0)
    answer = c.clearance(a, HERE, b, poses)
    apart = answer.status == c.APART
    assert 20 < apart.sum() < 60
    words = c.verify(a, HERE, b, poses, answer)
    assert (words[apart] == "proven").all() and (words[~apart] == "unproven").all()
    gaps = {name: column[apart] for name, column in answer.to_dict().items()}
    for name, change in CHANGES.items():
        changed = c.verify(a, HERE, b, poses[apart], change(gaps, 1e-3))
        assert (changed == "refuted").all(), name


def test_a_gap_that_is_claimed_inside_of_a_solid_is_refuted():
    inside, ball = c.Pose([0, 0, 0.5]), c.sphere(0.05)
    of_mesh = c.clearance(pyramid(c.mesh), HERE, ball, inside)
    assert of_mesh.status == c.APART and c.verify(pyramid(c.mesh), HERE, ball, inside, of_mesh) == "proven"
    assert c.verify(pyramid(c.solid), HERE, ball, inside, of_mesh) == "refuted"


def test_single_answers():
    a, b, there = CONVEX[0], CONVEX[1], c.Pose([2, 0, 0])
    answer = c.clearance(a, HERE, b, there)
    assert c.verify(a, HERE, b, there, answer) == "proven"
    assert c.verify(a, HERE, b, c.Pose([2.1, 0, 0]), answer) == "refuted"


def test_rows_of_two_dimensions():
    poses = np.random.default_rng(9).uniform(-2, 2, (3, 1, 3))
    answer = c.clearance(CONVEX, HERE, CONVEX[0], poses)
    assert (c.verify(CONVEX, HERE, CONVEX[0], poses, answer) == np.full((3, 5), "proven")).all()
    one = c.clearance(CONVEX[0], HERE, CONVEX[1], c.Pose([2, 0, 0]))
    assert c.verify(CONVEX[0], HERE, CONVEX[1], [[2, 0, 0], [2.5, 0, 0]], one).tolist() == ["proven", "refuted"]


@pytest.mark.parametrize("a, b", [(CONVEX[0], CONVEX[3]), (pyramid(c.mesh), c.sphere(0.3))])
def test_answers_in_float32_are_checked_in_float32(a, b):
    poses = random_poses(np.random.default_rng(11), 60, 2.0).astype(np.float32)
    answer = c.clearance(a, HERE, b, poses)
    assert answer.lower.dtype == np.float32
    apart = answer.status == c.APART
    assert 20 < apart.sum() and (c.verify(a, HERE, b, poses, answer)[apart] == "proven").all()
    for name, change in CHANGES.items():
        changed = c.verify(a, HERE, b, poses[apart], change({k: v[apart] for k, v in answer.to_dict().items()}, 1e-2))
        assert (changed == "refuted").all(), name


def test_answers_in_the_plane():
    a, b = c.box2([1.0, 2.0]), c.polygon([[0, 0], [1, 0], [0, 1]])
    poses = np.random.default_rng(12).uniform(-2, 2, (60, 3))
    answer = c.clearance(a, c.Pose2(), b, poses)
    assert 10 < np.sum(answer.status == c.APART) < 50
    assert (c.verify(a, c.Pose2(), b, poses, answer) == "proven").all()
    assert (c.verify(a, c.Pose2(), b, poses, CHANGES["all farther"](answer.to_dict(), 1e-3)) == "refuted").all()


def test_answers_that_are_none():
    a, b, there = CONVEX[0], CONVEX[1], np.full((3, 3), 2.0)
    answer = c.clearance(a, HERE, b, there).to_dict()
    with pytest.raises(ValueError, match="^answer: the rows are"):
        c.verify(a, HERE, b, there[:2], answer)
    with pytest.raises(ValueError, match="^answer: normal"):
        c.verify(a, HERE, b, there, answer | {"normal": "up"})
    with pytest.raises(ValueError, match="^answer: normal"):
        c.verify(a, HERE, b, there, answer | {"normal": answer["normal"][:2]})
    with pytest.raises(ValueError, match="^threads"):
        c.verify(a, HERE, b, there, answer, threads=0)
    with pytest.raises(TypeError, match="^answer: it has no signed_distance"):
        c.verify(a, HERE, b, there, {})


@pytest.fixture(scope="module")
def panda():
    return c.Robot.from_urdf(PANDA / "panda.urdf", PANDA / "panda.srdf")


def cell(panda, height=-0.03):
    table = c.box([1.2, 1.6, 0.04])
    return c.World(
        panda, [("table", table, c.Pose([0.3, 0, height])), ("brick", c.box([0.1] * 3), c.Pose([0, 0.6, 0.4]))]
    )


def test_a_certificate_is_confirmed_in_its_world_alone(panda):
    world, path = cell(panda), panda.path(PANDA / "proven.csv").rows[:4]
    # The foot stands 9.97 mm above the table.
    proof = world.certificate(path, 0.009)
    assert proof.clearance == 0.009 and proof.stretches > 0
    np.testing.assert_array_equal(proof.path, path)
    assert proof.verify(world) == "proven"
    for same in [pickle.loads(pickle.dumps(proof)), c.PathCertificate.from_json(proof.to_json())]:
        assert same.to_json() == proof.to_json() and same.verify(world) == "proven"
    assert proof.verify(cell(panda, height=0.3)) == "refuted"
    assert proof.verify(c.World(panda)) == "refuted"
    assert (
        c.PathCertificate.from_json(proof.to_json().replace('"clearance":0.009', '"clearance":0.5')).verify(world)
        == "refuted"
    )
    assert world.certificate(path, 10.0) is None


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"path": [[1], [1, 2]], "evidence": {}}', '{"path": 3}'])
def test_texts_that_are_no_certificates(text):
    with pytest.raises(ValueError, match="^text"):
        c.PathCertificate.from_json(text)
