"""The drop-in for trimesh: trimesh's own tests, and what a drop-in made of hulls or of surfaces would fail."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import numpy as np
import pytest

import clearance as c
from clearance._boxes import least_distances, touching

trimesh = pytest.importorskip("trimesh")
pytest.importorskip("scipy")
pytest.importorskip("rtree")

from trimesh_suite.blocks import blocks

from clearance import trimesh as ours

SUITE = Path(__file__).with_name("trimesh_suite")
#: Assertions of trimesh's that ask for one of several right answers, and what is asked instead.
RETOLD = {
    # Two coincident cubes overlap by 1 along six directions, and everywhere.
    "assert g.np.allclose(c.point, g.np.array([5.0, -0.5, 0.5]))": "assert cube.bounding_box.contains([c.point - [5, 0, 0]])[0]",
    "assert g.np.allclose(c.normal, g.np.array([-1.0, 0.0, 0.0]))": "assert sorted(abs(c.normal).round(9)) == [0, 0, 1]",
}


def at(x, y=0.0, z=0.0):
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def manager(**objects):
    made = ours.CollisionManager()
    for name, (mesh, transform) in objects.items():
        made.add_object(name, mesh, transform)
    return made


def u_shape():
    """Two walls of 1 x 3 x 1 with a gap of 1 between them, on a floor of 1 x 1 x 1: from (0, 0, 0) to (3, 3, 1)."""
    return blocks(np.array([[[1], [1], [1]], [[1], [0], [0]], [[1], [1], [1]]]))


@pytest.fixture(scope="session")
def suite():
    """A folder with trimesh's tests, from the sdist of the version that is installed."""
    for needed in ["shapely", "manifold3d"]:
        pytest.importorskip(needed)
    folder = Path(tempfile.gettempdir(), f"clearance-tests-trimesh-{trimesh.__version__}")
    if not any(folder.glob("*.tar.gz")):
        wanted = f"trimesh=={trimesh.__version__}"
        fetch = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", "trimesh", wanted]
        fetched = subprocess.run([*fetch, "-d", str(folder)], capture_output=True, text=True, timeout=120, check=False)
        if fetched.returncode != 0:
            pytest.skip(f"the sdist of {wanted} could not be fetched: {fetched.stderr[-200:]}")
    with tempfile.TemporaryDirectory() as run:
        with tarfile.open(next(folder.glob("*.tar.gz"))) as sdist:
            for member in sdist.getmembers():
                if re.search(r"/tests/test_(collision|proximity|ray)\.py$", member.name):
                    text = sdist.extractfile(member).read().decode()
                    Path(run, Path(member.name).name).write_text(retold(member.name, text))
        for file in SUITE.glob("*.py"):
            shutil.copy(file, run)
        yield run


def retold(name, text):
    if name.endswith("test_collision.py"):
        for theirs, instead in RETOLD.items():
            assert text.count(theirs) == 1
            text = text.replace(theirs, instead)
    return text


@pytest.mark.slow
@pytest.mark.parametrize(("file", "count"), [("collision", 5), ("proximity", 12), ("ray", 11)])
def test_the_tests_of_trimesh(suite, file, count):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"test_{file}.py"]
    done = subprocess.run(command, cwd=suite, capture_output=True, text=True, timeout=300, check=False, env=os.environ)
    assert re.search(rf"^{count} passed in", done.stdout, re.MULTILINE), done.stdout


def test_a_brick_in_the_gap_of_a_concave_mesh():
    brick = trimesh.creation.box([0.5, 1, 1])
    u = manager(u=(u_shape(), None))
    # In the middle of the gap, which the hull of the mesh covers: 0.25 from both walls.
    assert u.in_collision_single(brick, at(1.5, 2.2, 0.5)) is False
    distance, name, data = u.min_distance_single(brick, at(1.45, 2.2, 0.5), return_name=True, return_data=True)
    assert (distance, name, data.names) == (pytest.approx(0.2), "u", {"u", "__external"})
    assert data.point("u")[0] == pytest.approx(1.0) and data.point("__external")[0] == pytest.approx(1.2)
    hit, names, contacts = u.in_collision_single(brick, at(1.2, 2.2, 0.5), return_names=True, return_data=True)
    assert hit is True and names == {"u"} and len(contacts) == 1
    assert contacts[0].depth == pytest.approx(0.05, rel=1e-6) and type(contacts[0].depth) is float
    np.testing.assert_allclose(contacts[0].normal, [1, 0, 0], atol=1e-9)


@pytest.mark.parametrize(("place", "normal"), [((1.4, 2.2), (1, 0)), ((1.6, 2.2), (-1, 0)), ((1.5, 1.4), (0, 1))])
def test_faces_of_a_concave_mesh(place, normal):
    u = u_shape()
    ball = trimesh.creation.icosphere(radius=0.3)
    data = manager(u=(u, None)).min_distance_single(ball, at(*place, 0.5), return_data=True)[1]
    face = data.index("u")
    np.testing.assert_allclose(u.face_normals[face][:2], normal, atol=1e-12)
    np.testing.assert_allclose(
        trimesh.triangles.closest_point(u.triangles[[face]], [data.point("u")])[0], data.point("u"), atol=1e-12
    )
    ball_face = ball.triangles[[data.index("__external")]] + [*place, 0.5]
    nearest = trimesh.triangles.closest_point(ball_face, [data.point("__external")])[0]
    np.testing.assert_allclose(nearest, data.point("__external"), atol=1e-12)


def test_a_ball_in_the_tube_of_a_torus():
    ball, torus = trimesh.creation.icosphere(radius=0.2), trimesh.creation.torus(2, 0.5, 64, 64)
    ring = manager(torus=(torus, None))
    # In the hole, where the hull of the torus is: free.
    assert ring.in_collision_single(ball, at(0)) is False
    assert ring.min_distance_single(ball, at(0)) == pytest.approx(1.3, abs=0.01)
    # In the tube, where no surface meets the ball: it overlaps by half of the tube and its radius.
    hit, contacts = ring.in_collision_single(ball, at(2), return_data=True)
    assert hit is True and contacts[0].depth == pytest.approx(0.7, abs=0.02)
    assert ring.min_distance_single(ball, at(2)) == pytest.approx(-0.7, abs=0.02)
    # In a hollow, a surface without an inside, it is free.
    open_torus = trimesh.Trimesh(torus.vertices, torus.faces[1:], process=False)
    assert not open_torus.is_watertight
    assert manager(torus=(open_torus, None)).in_collision_single(ball, at(-2)) is False
    assert manager(torus=(open_torus, None)).min_distance_single(ball, at(-2)) == pytest.approx(0.3, abs=0.01)


def test_depth_is_that_of_a_translation_that_parts():
    rng = np.random.default_rng(3)
    u, l_shape = u_shape(), blocks(np.array([[[1], [1]], [[1], [0]]]))
    deep = 0
    for _ in range(60):
        place = trimesh.transformations.random_rotation_matrix(rng.random(3))
        place[:3, 3] = rng.uniform(-1, 4, 3)
        _, contacts = manager(u=(u, None)).in_collision_single(l_shape, place, return_data=True)
        for contact in contacts:
            deep += contact.depth > 0.1
            parted = place.copy()
            parted[:3, 3] += contact.normal * (contact.depth + 1e-6)
            assert manager(u=(u, None)).in_collision_single(l_shape, parted) is False
    assert 10 < deep < 55


def test_a_manager_is_all_pairs():
    rng = np.random.default_rng(4)
    meshes = [u_shape(), trimesh.creation.torus(1, 0.3, 12, 12), trimesh.creation.box(), trimesh.creation.cone(0.5, 1)]
    placed = {}
    for k in range(40):
        place = trimesh.transformations.random_rotation_matrix(rng.random(3))
        place[:3, 3] = rng.uniform(0, 8, 3)
        placed[f"{k:02}"] = meshes[k % 4], place
    shapes = {name: (c.Shape.from_trimesh(mesh), c.Pose.from_matrix(place)) for name, (mesh, place) in placed.items()}
    names = sorted(shapes)
    pairs = [(a, b) for a in names for b in names if a < b]
    hits = {pair for pair in pairs if c.intersects(*shapes[pair[0]], *shapes[pair[1]])}
    assert 20 < len(hits) < 400
    every = manager(**placed)
    assert every.in_collision_internal(return_names=True) == (True, hits)
    left, right = ({n: placed[n] for n in half} for half in (names[:20], names[20:]))
    across = {(a, b) for a, b in hits if a in left and b in right}
    assert manager(**left).in_collision_other(manager(**right), return_names=True) == (True, across)
    assert manager(**right).in_collision_other(manager(**left), return_names=True) == (
        True,
        {(b, a) for a, b in across},
    )
    free = {name: placed[name] for name in names if not any(name in pair for pair in hits)}
    apart = {(a, b): c.distance(*shapes[a], *shapes[b]) for a in free for b in free if a < b}
    assert len(apart) > 5
    distance, nearest = manager(**free).min_distance_internal(return_names=True)
    assert distance == pytest.approx(min(apart.values())) and apart[nearest] == pytest.approx(distance)
    first = next(iter(free))
    assert manager(**free).min_distance_internal(first) == pytest.approx(
        min(d for pair, d in apart.items() if first in pair)
    )


def test_distances_are_those_of_fcl():
    pytest.importorskip("fcl")
    rng = np.random.default_rng(5)
    torus, box = trimesh.creation.torus(1, 0.3, 12, 12), trimesh.creation.box()
    theirs, mine = trimesh.collision.CollisionManager(), ours.CollisionManager()
    for made in (theirs, mine):
        made.add_object("torus", torus)
        made.add_object("box", box, at(3))
    free = 0
    for _ in range(60):
        place = at(*rng.uniform(-3, 5, 3))
        distance = mine.min_distance_single(torus, place)
        if distance > 0:
            free += 1
            assert distance == pytest.approx(theirs.min_distance_single(torus, place), abs=1e-6)
    assert 20 < free < 60


def test_objects_are_replaced_moved_and_removed():
    box, made = trimesh.creation.box(), ours.CollisionManager()
    assert isinstance(made.add_object("a", box), ours.CollisionObject)
    made.add_object("b", box, at(0.5))
    assert made.in_collision_internal() is True
    made.add_object("b", box, at(2))
    assert made.in_collision_internal(return_names=True, return_data=True) == (False, set(), [])
    made.set_transform("a", at(1.75))
    assert made.in_collision_internal(return_names=True) == (True, {("a", "b")})
    distance, names, data = made.min_distance_internal(return_names=True, return_data=True)
    assert (distance, names, data.distance) == (pytest.approx(-0.75), ("a", "b"), distance)
    made.remove_object("a")
    assert made.in_collision_internal() is False
    # What happens to the mesh later does not change what was added.
    box.apply_scale(100)
    assert made.in_collision_single(trimesh.creation.box(), at(0)) is False


def test_a_manager_that_has_changed_is_a_new_one():
    """Of objects that were moved, stretched, removed and replaced, pairs are told in the order of their names."""
    rng, changed = np.random.default_rng(8), ours.CollisionManager()
    meshes = [
        trimesh.creation.box([1, 1, 1]),
        trimesh.creation.torus(0.8, 0.2, 8, 8),
        trimesh.creation.icosphere(1, 0.6),
    ]
    now, hits = {}, 0
    for turn in range(60):
        name, mesh, transform = f"{rng.integers(12):02}", meshes[turn % 3], at(*rng.uniform(-1.5, 1.5, 3))
        if turn % 4 == 0:
            transform[0, 0] = rng.choice([-1.0, 1.5])
        if name not in now or turn % 5 == 0:
            changed.add_object(name, mesh, transform)
            now[name] = mesh, transform
        elif turn % 7 == 0:
            changed.remove_object(name)
            del now[name]
        else:
            changed.set_transform(name, transform)
            now[name] = now[name][0], transform
        fresh = ours.CollisionManager()
        for name, of in now.items():
            fresh.add_object(name, *of)
        hit, names = changed.in_collision_internal(return_names=True)
        assert (hit, names) == fresh.in_collision_internal(return_names=True) and changed.in_collision_internal() == hit
        hits += len(names)
    data, expected = (of.in_collision_internal(return_data=True)[1] for of in (changed, fresh))
    assert [(one.names, one.depth) for one in data] == [(one.names, one.depth) for one in expected] and len(data) > 3
    assert hits > 150


def test_transforms_may_stretch_and_mirror():
    u = u_shape()
    matrix = np.diag([-2.0, 1, 1, 1])
    matrix[:3, 3] = 10, 0, 0
    moved = u.copy().apply_transform(matrix)
    probe = trimesh.creation.box([1, 0.5, 0.5])
    one, other = manager(u=(u, matrix)), manager(u=(moved, None))
    hits = 0
    for x in np.linspace(3, 11, 9):
        assert one.in_collision_single(probe, at(x, 2, 0.5)) == other.in_collision_single(probe, at(x, 2, 0.5))
        assert one.min_distance_single(probe, at(x, 2, 0.5)) == pytest.approx(
            other.min_distance_single(probe, at(x, 2, 0.5))
        )
        hits += one.in_collision_single(probe, at(x, 2, 0.5))
    assert 2 < hits < 9
    one.set_transform("u", np.eye(4))
    assert one.min_distance_single(probe, at(-2, 0.5, 0.5)) == pytest.approx(1.5)


def test_no_pair():
    empty, box = ours.CollisionManager(), trimesh.creation.box()
    largest = np.finfo(float).max
    assert empty.in_collision_single(box, return_names=True, return_data=True) == (False, set(), [])
    assert empty.in_collision_other(empty, return_names=True) == (False, set())
    assert empty.min_distance_single(box) == empty.min_distance_internal() == empty.min_distance_other(empty) == largest
    distance, name, data = empty.min_distance_single(box, return_name=True, return_data=True)
    assert (distance, name, data.distance, data.point(None), data.index(None)) == (largest, None, largest, None, -1)
    empty.add_object("a", box)
    assert empty.min_distance_internal("a", return_names=True) == (largest, (None, None))


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda made, box: made.add_object("b", box, np.eye(3)), "transform must be"),
        (lambda made, box: made.add_object("b", box, np.full((4, 4), np.nan)), "transform must be finite"),
        (lambda made, box: made.in_collision_single(box, np.eye(3)), "transform must be"),
        (lambda made, _: made.set_transform("a", np.eye(3)), "transform must be"),
        (lambda made, _: made.set_transform("x", np.eye(4)), "x not in collision manager!"),
        (lambda made, _: made.remove_object("x"), "x not in collision manager!"),
        (lambda made, _: made.min_distance_internal("x"), "x not in collision manager!"),
        (lambda _, box: ours.closest_point(box, [1, 2, 3]), r"points must be \(n,3\)"),
        (lambda _, box: ours.RayMeshIntersector(box).intersects_any([[0, 0, 0]], [[0, 0, 0]]), "direction"),
    ],
)
def test_errors(ask, message):
    box = trimesh.creation.box()
    with pytest.raises(ValueError, match=message):
        ask(manager(a=(box, None)), box)


def test_scenes():
    scene, box = trimesh.Scene(), trimesh.creation.box()
    for name, x in [("left", 0), ("middle", 0.9), ("right", 3)]:
        scene.add_geometry(box, node_name=name, geom_name="box", transform=at(x))
    made, objects = ours.scene_to_collision(scene)
    assert set(objects) == {"left", "middle", "right"}
    assert made.in_collision_internal(return_names=True) == (True, {("left", "middle")})
    assert objects["left"].shape == objects["right"].shape and objects["left"].shape.kind == "hull"


def test_boxes_touch_and_are_apart():
    rng = np.random.default_rng(6)
    corner = rng.integers(0, 12, (200, 3)).astype(float)
    boxes = np.stack([corner, corner + rng.integers(0, 4, (200, 3))], axis=1)
    overlap = np.all((boxes[:, np.newaxis, 0] <= boxes[:, 1]) & (boxes[:, 0] <= boxes[:, np.newaxis, 1]), axis=2)
    np.testing.assert_array_equal(touching(boxes), np.argwhere(np.triu(overlap, 1)))
    assert 500 < len(touching(boxes)) < 5000
    least = least_distances(boxes[0], boxes)
    np.testing.assert_array_equal(least <= 0, overlap[0])
    assert least[0] == -np.ptp(boxes[0], axis=0).min()
    assert touching(np.zeros((0, 2, 3))).shape == (0, 2)


@pytest.mark.parametrize("mesh", [u_shape(), trimesh.creation.torus(1, 0.3, 12, 12)], ids=["u", "torus"])
def test_points_are_those_of_trimesh(mesh):
    points = np.random.default_rng(7).uniform(-1, 3, (500, 3))
    mine, theirs = ours.closest_point(mesh, points), trimesh.proximity.closest_point(mesh, points)
    np.testing.assert_allclose(mine[1], theirs[1], atol=1e-9)
    # Of faces that are equally near, trimesh compares two.
    looks = [(mesh.face_normals[found[2]] * (points - found[0])).sum(axis=1) for found in (mine, theirs)]
    assert (looks[0] >= looks[1] - 1e-9).all() and (mine[2] == theirs[2]).mean() > 0.7
    signed = ours.ProximityQuery(mesh).signed_distance(points)
    inside = ours.RayMeshIntersector(mesh).contains_points(points)
    np.testing.assert_allclose(np.abs(signed), theirs[1], atol=1e-9)
    np.testing.assert_array_equal(signed > 0, inside)
    assert 10 < inside.sum() < 400
    # The same mesh without one face has no inside; near its faces the sign is that of their sides.
    opened = trimesh.Trimesh(mesh.vertices, mesh.faces[1:], process=False)
    near = opened.triangles_center + 1e-3 * opened.face_normals
    assert (ours.signed_distance(opened, near) < 0).all()
    assert (ours.signed_distance(opened, opened.triangles_center - 1e-3 * opened.face_normals) > 0).all()
    assert all(len(column) == 0 for column in ours.closest_point(mesh, np.zeros((0, 3))))


def test_rays_are_those_of_trimesh():
    mesh = trimesh.creation.torus(1, 0.3, 12, 12)
    rng = np.random.default_rng(8)
    origins, directions = rng.uniform(-2, 2, (500, 3)), rng.normal(size=(500, 3))
    mine, theirs = ours.RayMeshIntersector(mesh), trimesh.ray.ray_triangle.RayMeshIntersector(mesh)
    first = mine.intersects_first(origins, directions)
    np.testing.assert_array_equal(first, theirs.intersects_first(origins, directions))
    np.testing.assert_array_equal(first >= 0, mine.intersects_any(origins, directions))
    assert 40 < (first >= 0).sum() < 400
    hits = mine.intersects_id(origins, directions)
    assert set(zip(*hits)) == set(zip(*theirs.intersects_id(origins, directions)))
    assert len(hits[0]) > (first >= 0).sum()
    locations, ray, face = mine.intersects_location(origins, directions)
    np.testing.assert_allclose(ours.closest_point(mesh, locations)[1], 0, atol=1e-12)
    assert len(ray) == len(face) == len(locations)


def test_all_hits_of_rays():
    u = c.Shape.from_trimesh(u_shape())
    found = c.raycast_all(u, [[-1, 2.3, 0.6], [9, 9, 9], [1.4, 9, 0.3]], [[2, 0, 0], [1, 0, 0], [0, -1, 0]])
    np.testing.assert_array_equal(found.ray, [0, 0, 0, 0, 2, 2])
    np.testing.assert_allclose(found.time, [0.5, 1, 1.5, 2, 8, 9])
    np.testing.assert_allclose(found.point[:4, 0], [0, 1, 2, 3])
    assert len(set(found.face)) == 6
    assert set(found.to_dict()) == {"ray", "time", "point", "normal", "part", "face"}
    assert len(c.raycast_all(u, [[-1, 2.3, 0.6]], [[2, 0, 0]], tmax=1.2, pose=c.Pose([0.1, 0, 0])).ray) == 2
    with pytest.raises(ValueError, match="row 1"):
        c.raycast_all(u, [[0, 0, 0], [0, 0, 0]], [[1, 0, 0], [0, 0, 0]])
    with pytest.raises(ValueError, match="directions: 2 rows"):
        c.raycast_all(u, [[0, 0, 0]], [[1, 0, 0], [0, 0, 1]])


def test_shapes_from_and_to_trimesh():
    u = u_shape()
    solid = c.Shape.from_trimesh(u)
    assert solid.kind == "solid" and solid.volume == pytest.approx(7)
    again = solid.to_trimesh()
    np.testing.assert_array_equal(again.faces, u.faces)
    assert c.Shape.from_trimesh(again) == solid
    assert c.Shape.from_trimesh(u, solid=False).kind == "mesh"
    opened = trimesh.Trimesh(u.vertices, u.faces[1:], process=False)
    assert c.Shape.from_trimesh(opened).kind == "mesh"
    with pytest.raises(ValueError, match="without a second triangle"):
        c.Shape.from_trimesh(opened, solid=True)
    mirrored = solid.scaled([-1, 1, 1]).to_trimesh()
    assert mirrored.volume == pytest.approx(7) and mirrored.bounds[0][0] == -3
    # Closed, but without a volume.
    flat = trimesh.Trimesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 1]], process=False)
    assert flat.is_watertight and c.Shape.from_trimesh(flat).kind == "mesh"
    for shape in [c.box([1, 2, 3]), c.hull(np.random.default_rng(9).normal(size=(50, 3)))]:
        made = shape.to_trimesh()
        assert made.is_watertight and made.is_convex and made.volume == pytest.approx(shape.volume)
    for shape in [c.sphere(1), c.rounded(c.box([1, 1, 1]), 0.1), c.half_space([0, 0, 1])]:
        with pytest.raises(ValueError, match="made of triangles"):
            shape.to_trimesh()
    with pytest.raises(TypeError, match="vertices"):
        c.Shape.from_trimesh("mesh")


def test_shapes_from_scipy():
    spatial = pytest.importorskip("scipy.spatial")
    hull = spatial.ConvexHull(np.random.default_rng(10).normal(size=(50, 3)))
    assert c.Shape.from_scipy(hull).volume == pytest.approx(hull.volume)
    with pytest.raises(TypeError, match="ConvexHull"):
        c.Shape.from_scipy([[0, 0, 0]])
    with pytest.raises(ValueError, match=r"\(N, 3\)"):
        c.Shape.from_scipy(spatial.ConvexHull([[0, 0], [1, 0], [0, 1]]))
