"""Tables of shapes: pairs of indices, against single questions."""

import copy
import pickle

import numpy as np
import pytest

import clearance as c

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
CONVEX = c.Shapes([c.box([1.0, 2.0, 0.5]), c.ball(0.5), c.capsule(0.3, 1.2), c.hull(CORNERS)])
MIXED = c.Shapes([*CONVEX, c.mesh(CORNERS, FACES), c.solid(CORNERS, FACES)])
QUESTIONS = ["intersects", "distance", "clearance", "closest_points", "penetration"]


def drawn(shapes, count=300, reach=0.8):
    rng = np.random.default_rng(1)
    poses = np.hstack([rng.uniform(-reach, reach, (40, 3)), rng.normal(size=(40, 4))])
    pairs = rng.integers([0, 0, 0, 0], [len(shapes), 40, len(shapes), 40], (count, 4))
    return poses, pairs


def columns(answer):
    return answer.to_dict() if hasattr(answer, "to_dict") else {"": answer}


def same(found, expected):
    found, expected = columns(found), columns(expected)
    assert found.keys() == expected.keys()
    for name in found:
        np.testing.assert_array_equal(found[name], expected[name], err_msg=name)
        assert np.asarray(found[name]).dtype == np.asarray(expected[name]).dtype, name


def stacked(answers):
    """Single answers as rows."""
    if not hasattr(answers[0], "to_dict"):
        return {"": np.array(answers)}
    return {name: np.array([getattr(one, name) for one in answers]) for name in answers[0].to_dict()}


@pytest.mark.parametrize("shapes", [CONVEX, MIXED], ids=["convex", "mixed"])
@pytest.mark.parametrize("name", QUESTIONS)
def test_pairs_are_single_questions(shapes, name):
    poses, pairs = drawn(shapes)
    at = [c.Pose(pose[:3], pose[3:]) for pose in poses]
    found = getattr(shapes, name)(poses, pairs)
    alone = stacked([getattr(c, name)(shapes[i], at[p], shapes[j], at[q]) for i, p, j, q in pairs])
    for column, values in columns(found).items():
        np.testing.assert_array_equal(values, alone[column], err_msg=column)
    same(getattr(shapes, name)(poses, pairs, threads=3), found)
    touching = shapes.intersects(poses, pairs)
    assert 30 < touching.sum() < 270
    near = shapes.within(poses, pairs, 0.2)
    assert (near >= touching).all() and near.sum() > touching.sum()


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "<i4", ">u4", "i8", ">i8", "u8"])
def test_any_integers_are_indices(dtype):
    poses, pairs = drawn(CONVEX)
    expected = CONVEX.distance(poses, pairs)
    same(CONVEX.distance(poses, pairs.astype(dtype)), expected)
    same(CONVEX.distance(poses, pairs.astype(dtype)[::-1])[::-1], expected)
    same(CONVEX.distance(poses, pairs.tolist()), expected)


def test_bodies():
    poses, _ = drawn(CONVEX)
    pairs = np.array([[0, 1], [2, 3], [3, 0], [1, 1]])
    found = CONVEX.distance(poses[:4], pairs)
    same(found, CONVEX.distance(poses, pairs[:, [0, 0, 1, 1]]))
    assert found[3] == 0
    assert CONVEX.distance(poses, np.zeros((0, 2), int)).shape == (0,)
    assert c.Shapes([]).clearance(np.zeros((0, 7)), np.zeros((0, 4), int)).normal.shape == (0, 3)
    same(CONVEX.distance(c.Pose(), [[0, 0]]), np.zeros(1))


@pytest.mark.parametrize(
    "pairs, says",
    [
        ([[0, 1], [0, 4]], "pairs: row 1: 4 is no index of 4 shapes"),
        ([[0, 0, 1, 40]], "pairs: row 0: 40 is no index of 40 poses"),
        ([[0, 1], [2, -1]], "pairs: row 1: -1 is no index"),
        ([[0, 2**62]], "pairs: row 0: 4611686018427387904 is no index"),
        ([[0, 2**32]], "pairs: row 0: 4294967296 is no index"),
        (np.array([[0, 2**64 - 1]], np.uint64), "pairs: row 0"),
        ([[0, 1, 2]], r"pairs: the shape must be \(N, 2\) or \(N, 4\)"),
        ([0, 1], "pairs: the shape"),
    ],
)
def test_indices_that_are_refused(pairs, says):
    poses, _ = drawn(CONVEX)
    with pytest.raises(ValueError, match=f"^{says}"):
        CONVEX.distance(poses, pairs)
    with pytest.raises(ValueError, match=f"^{says}"):
        CONVEX.clearance(poses, pairs, threads=2)


def test_arguments_that_are_refused():
    poses, pairs = drawn(CONVEX)
    for wrong in [pairs.astype(float), pairs.astype(bool), "pairs", None]:
        with pytest.raises(TypeError, match="^pairs"):
            CONVEX.distance(poses, wrong)
    with pytest.raises(ValueError, match="^poses: row 3"):
        bad = poses.copy()
        bad[3, 0] = np.nan
        CONVEX.distance(bad, [[0, 1]])
    with pytest.raises(ValueError, match="^poses"):
        CONVEX.distance(poses[None], pairs)
    with pytest.raises(TypeError, match="^shapes"):
        c.Shapes([c.ball(1.0), "ball"])
    with pytest.raises(TypeError, match="^shapes"):
        c.Shapes(3)


def test_a_table_is_a_sequence_and_a_value():
    assert len(MIXED) == 6 and MIXED[1] == c.ball(0.5) == MIXED[-5] and list(MIXED) == list(iter(MIXED))
    assert MIXED[:4] == CONVEX and hash(MIXED[:4]) == hash(CONVEX) and MIXED != CONVEX
    with pytest.raises(IndexError):
        MIXED[6]
    for again in [pickle.loads(pickle.dumps(MIXED)), copy.deepcopy(MIXED), c.Shapes(MIXED)]:
        assert again == MIXED and hash(again) == hash(MIXED) and c.ball(0.5) in again
