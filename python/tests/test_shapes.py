"""Tables of shapes: pairs of indices, against single questions."""

import copy
import pickle

import numpy as np
import pytest

import clearance as c

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
CONVEX = c.Shapes([c.box([1.0, 2.0, 0.5]), c.sphere(0.5), c.capsule(0.3, 1.2), c.hull(CORNERS)])
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
        c.Shapes([c.sphere(1.0), "ball"])
    with pytest.raises(TypeError, match="^shapes"):
        c.Shapes(3)


def test_a_table_is_a_sequence_and_a_value():
    assert len(MIXED) == 6 and MIXED[1] == c.sphere(0.5) == MIXED[-5] and list(MIXED) == list(iter(MIXED))
    assert MIXED[:4] == CONVEX and hash(MIXED[:4]) == hash(CONVEX) and MIXED != CONVEX
    with pytest.raises(IndexError):
        MIXED[6]
    for again in [pickle.loads(pickle.dumps(MIXED)), copy.deepcopy(MIXED), c.Shapes(MIXED)]:
        assert again == MIXED and hash(again) == hash(MIXED) and c.sphere(0.5) in again


SQUARE = np.array([[0.0, 0], [4, 0], [4, 4], [0, 4]])


@pytest.mark.parametrize("turns", [(1, 1, 1), (1, -1, 1), (-1, -1, -1), (-1, 1, 1)])
@pytest.mark.parametrize("closed", [False, True])
def test_holes_go_either_way_round(turns, closed):
    outer, hole, island = SQUARE, 1 + SQUARE / 2, 1.5 + SQUARE / 4
    outlines = [outline[::turn] for outline, turn in zip([outer, hole, island], turns)]
    if closed:
        outlines = [np.vstack([outline, outline[:1]]) for outline in outlines]
    for some in (outlines, outlines[::-1]):
        made = c.region(some)
        assert made.kind == "region" and made.area == pytest.approx(16 - 4 + 1)
        inside = c.contains(made, [[0.5, 0.5], [1.2, 1.2], [2, 2], [5, 5]])
        assert inside.tolist() == [True, False, True, False]
    beside = c.region([SQUARE[:: turns[0]], (SQUARE + [10, 0])[:: turns[1]]])
    assert beside.area == pytest.approx(32)


def test_geometries_of_shapely():
    shapely = pytest.importorskip("shapely")
    ring = shapely.Point(0, 0).buffer(2).difference(shapely.Point(0, 0).buffer(1))
    made = c.Shape2.from_shapely(ring)
    assert made.kind == "region" and made.area == pytest.approx(ring.area)
    points = np.random.default_rng(1).uniform(-2.5, 2.5, (500, 2))
    assert (c.contains(made, points) == shapely.contains_xy(ring, points)).all()
    both = shapely.MultiPolygon([ring, shapely.Point(0, 0).buffer(0.5)])
    assert c.Shape2.from_shapely(both).area == pytest.approx(both.area)
    line = c.Shape2.from_shapely(shapely.LineString([[0, 0], [1, 0], [1, 1]]))
    assert line == c.chain([[0, 0], [1, 0], [1, 1]])
    assert c.Shape2.from_shapely(shapely.Polygon([[0, 0, 7], [1, 0, 7], [0, 1, 7]])).area == 0.5
    for wrong in [shapely.Point(0, 0), shapely.Polygon(), shapely.GeometryCollection([ring, shapely.Point(0, 0)])]:
        with pytest.raises(ValueError, match="^geometry: "):
            c.Shape2.from_shapely(wrong)
    with pytest.raises(TypeError, match="^geometry: a geometry of shapely is needed, not <class 'list'>"):
        c.Shape2.from_shapely([[0, 0]])


TETRAHEDRON = """v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
"""


def test_meshes_of_files(tmp_path):
    file = tmp_path / "a.obj"
    file.write_text(TETRAHEDRON)
    for given in (file, str(file)):
        assert c.mesh(given).kind == "mesh" and c.mesh(given) == c.mesh(file)
        assert c.solid(given).volume == pytest.approx(1 / 6)
    file.write_text(TETRAHEDRON.rsplit("f", 1)[0])
    with pytest.raises(ValueError, match="^solid: "):
        c.solid(file)
    file.write_text("f 1 2 3")
    with pytest.raises(ValueError, match="^mesh: .*a.obj"):
        c.mesh(file)


@pytest.mark.parametrize("ask", [c.contains, c.signed_distance, c.project])
@pytest.mark.parametrize("shape", [c.box([1, 1, 1]), c.region([SQUARE - 2]), c.height_field(np.eye(9), (0.5, 0.5))])
def test_points_have_any_dimensions(ask, shape):
    dim = 2 if isinstance(shape, c.Shape2) else 3
    points = np.random.default_rng(1).uniform(-3, 3, (3000, dim))
    calls = []
    found = ask(shape, points, progress=lambda *of: calls.append(of))
    assert calls[-1] == (3000, 3000)
    same(ask(shape, points, threads=2), found)
    out = ask(shape, points[::-1])
    assert ask(shape, points, out=out, threads=2) is out
    same(out, found)
    for name, column in columns(ask(shape, points.reshape(30, 100, dim))).items():
        np.testing.assert_array_equal(column.reshape(columns(found)[name].shape), columns(found)[name])
    one = ask(shape, points[7].tolist())
    for name, value in columns(one).items() if hasattr(one, "to_dict") else [("", one)]:
        np.testing.assert_array_equal(value, columns(found)[name][7])
    assert type(one) in (bool, float, c.Projection)
    assert ask(shape, np.zeros((0, dim))) is not None
    with pytest.raises(ValueError, match="^out: one row"):
        ask(shape, points[0], out=out)


@pytest.mark.parametrize("shape", [c.box([1, 1, 1]), c.region([SQUARE - 2])])
def test_rays_have_any_dimensions(shape):
    dim = 2 if isinstance(shape, c.Shape2) else 3
    rng = np.random.default_rng(1)
    reach = 4 if dim == 2 else 1
    origins, along = rng.uniform(-reach, reach, (500, dim)), rng.normal(size=(500, dim))
    found = c.raycast(shape, origins, along)
    assert 50 < found.hit.sum() < 450
    same(c.raycast(shape, origins, along, threads=2, out=c.raycast(shape, along, origins)), found)
    assert c.raycast(shape, origins.reshape(5, 100, dim), along.reshape(5, 100, dim))[2, 30] == found[230]
    assert c.raycast(shape, origins[0], along)[0] == found[0] == c.raycast(shape, origins[0], along[0])
    words = c.verify_raycast(shape, origins, along, found, threads=2)
    assert set(words) <= {"proven", "unproven"}
    if dim == 3:
        assert (words[found.hit] == "proven").all() and c.verify_raycast(shape, origins[0], along[0], found[0])
    every = c.raycast_all(shape, origins, along, threads=2)
    firsts = every.time[np.unique(every.ray, return_index=True)[1]]
    assert len(firsts) >= found.hit.sum()
