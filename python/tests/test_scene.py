"""Scenes: pairs, contacts, rays and points of many bodies, against each pair on its own."""

import math
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import clearance as c


def pyramid(make=c.solid):
    corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0], [0, 0, 1.5]], dtype=float)
    return make(corners, [[0, 2, 1], [0, 3, 2], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])


def shelf():
    """A floor, a brick on it, a ball 1 to the right of the brick, and one far away."""
    scene = c.Scene()
    scene.add("floor", c.half_space([0, 0, 1]))
    scene.add("brick", c.box([1, 1, 1]), c.Pose([0, 0, 0.5]))
    scene.add("ball", c.sphere(0.5), c.Pose([2, 0, 0.75]))
    scene.add("moon", c.sphere(1.0), c.Pose([0, 0, 99]))
    return scene


def strewn(count=30, seed=1):
    rng = np.random.default_rng(seed)
    shapes = [c.sphere(0.4), c.box([0.5, 0.6, 0.7]), pyramid(), pyramid(c.mesh).scaled([0.5] * 3), c.cone(0.3, 0.8)]
    shapes.append(c.compound([(c.sphere(0.3), c.Pose([0.5, 0, 0])), (c.box([0.2] * 3), c.Pose())]))
    scene = c.Scene()
    for k in range(count):
        scene.add(f"body {k}", shapes[k % len(shapes)], c.Pose(rng.uniform(-2, 2, 3), rng.normal(size=4)))
    return scene


def by_hand(scene):
    """The clearances of all pairs, by their bodies."""
    names = scene.names
    pairs = [(a, b) for k, a in enumerate(names) for b in names[k + 1 :]]
    answers = [c.clearance(scene.shape(a), scene.pose(a), scene.shape(b), scene.pose(b)) for a, b in pairs]
    return dict(zip(pairs, answers))


def test_pairs_of_a_shelf():
    scene = shelf()
    found = [(pair.a, pair.b, pair.answer.signed_distance) for pair in scene.pairs(1.0)]
    assert found == [("floor", "brick", 0.0), ("floor", "ball", 0.25), ("brick", "ball", 1.0)]
    assert [(pair.a, pair.b) for pair in scene.pairs()] == [("floor", "brick")]
    assert [(pair.a, pair.b) for pair in scene.nearest(2)] == [("floor", "brick"), ("floor", "ball")]
    assert scene.nearest(0) == [] and c.Scene().nearest(3) == []
    scene.ignore("ball", "floor")
    assert [(pair.a, pair.b) for pair in scene.nearest(2)] == [("floor", "brick"), ("brick", "ball")]


def test_bodies_come_move_and_go():
    scene = shelf()
    assert scene.names == ["floor", "brick", "ball", "moon"] and len(scene) == 4 and "brick" in scene
    scene.move("moon", c.Pose([0, 0, 1.75]))
    assert scene.pose("moon") == c.Pose([0, 0, 1.75])
    worst = scene.nearest()[0]
    assert (worst.a, worst.b, worst.answer.signed_distance) == ("brick", "moon", -0.25)
    scene.remove("brick")
    assert scene.names == ["floor", "ball", "moon"] and "brick" not in scene
    assert scene.nearest()[0].a == "floor"
    scene.add("brick", c.sphere(0.1), c.Pose([9, 9, 9]))
    assert scene.shape("brick") == c.sphere(0.1) and scene.names[-1] == "brick"


def test_contacts_of_a_shelf():
    (found,) = shelf().contacts()
    assert (found.a, found.b) == ("floor", "brick") and found.manifold.point_a.shape == (4, 3)
    near = shelf().contacts(0.3)
    assert [(patch.a, patch.b) for patch in near] == [("floor", "brick"), ("floor", "ball")]
    assert near[1].manifold.separation.tolist() == [0.25]


@pytest.mark.parametrize("distance", [-0.05, 0.0, 0.5])
def test_pairs_are_those_of_all_pairs(distance):
    scene = strewn()
    expected = {pair: answer for pair, answer in by_hand(scene).items() if answer.lower <= distance}
    found = scene.pairs(distance)
    assert {(pair.a, pair.b) for pair in found} == set(expected) and 5 < len(found) < 400
    for pair in found:
        assert repr(pair.answer) == repr(expected[pair.a, pair.b])
    distances = [pair.answer.signed_distance for pair in found]
    assert distances == sorted(distances)


@pytest.mark.parametrize("count", [1, 5, 60])
def test_the_nearest_are_those_of_all_pairs(count):
    scene = strewn(count=12, seed=3)
    expected = sorted(answer.signed_distance for answer in by_hand(scene).values())[:count]
    assert [pair.answer.signed_distance for pair in scene.nearest(count)] == expected


def test_rays_meet_the_first_body():
    found = shelf().raycast([[0, 0, 50], [2, 0, 50], [7, 7, 50], [0, 0, 50]], [[0, 0, -1]] * 3 + [[1, 0, 0]])
    assert found.body.tolist() == [1, 2, 0, -1] and found.hit.tolist() == [True, True, True, False]
    np.testing.assert_allclose(found.time, [49, 48.75, 50, math.inf])
    np.testing.assert_allclose(found.point[:3], [[0, 0, 1], [2, 0, 1.25], [7, 7, 0]], atol=1e-12)
    np.testing.assert_allclose(found.normal[:3], [[0, 0, 1]] * 3, atol=1e-12)
    assert shelf().raycast([[0, 0, 50]], [[0, 0, -1]], tmax=48.0).hit.tolist() == [False]


def test_rays_and_points_are_those_of_each_body():
    rng, scene = np.random.default_rng(4), strewn()
    scene.move("body 3", c.Pose([0, 0, 0]))
    origins, points = rng.uniform(-5, 5, (100, 3)), rng.uniform(-3, 3, (200, 3))
    directions = rng.uniform(-2, 2, (100, 3)) - origins
    names, found = scene.names, scene.raycast(origins, directions)
    each = [c.raycast(scene.shape(name), origins, directions, pose=scene.pose(name)).time for name in names]
    inside = [c.contains(scene.shape(name), points, pose=scene.pose(name)) for name in names]
    np.testing.assert_allclose(found.time, np.min(each, axis=0), rtol=1e-12)
    assert 20 < found.hit.sum() < 100 and 10 < np.sum(inside) < 190
    np.testing.assert_array_equal(found.body[found.hit], np.argmin(each, axis=0)[found.hit])
    np.testing.assert_array_equal(scene.contains(points), np.any(inside, axis=0))


def test_threads_ask_one_scene():
    scene, points = strewn(count=12), np.random.default_rng(6).uniform(-3, 3, (50, 3))
    expected = [repr(scene.pairs(0.5)), repr(scene.nearest(9)), scene.contains(points).tolist()]
    scene.move("body 0", scene.pose("body 0"))
    with ThreadPoolExecutor(8) as pool:
        asked = [(scene.pairs, 0.5), (scene.nearest, 9), (scene.contains, points)] * 8
        found = list(pool.map(lambda ask: ask[0](ask[1]), asked))
    for k, answer in enumerate(found):
        assert (repr(answer) if k % 3 < 2 else answer.tolist()) == expected[k % 3]


def columns(step):
    """The patches of a step, by the pair of handles."""
    return list(zip(step.a.tolist(), step.b.tolist()))


def test_steps_are_contacts_and_what_began_and_ended():
    scene = strewn(count=40)
    handles = scene.handles
    place_of = {handle: number for number, handle in enumerate(handles.tolist())}
    step, patches = scene.step(0.05), scene.contacts(0.05)
    assert len(step) == len(patches) > 20
    assert {(scene.names[place_of[a]], scene.names[place_of[b]]) for a, b in columns(step)} == {
        (patch.a, patch.b) for patch in patches
    }
    assert set(map(tuple, step.began.tolist())) == set(columns(step)) and step.ended.shape == (0, 2)
    assert columns(step) == sorted(columns(step))
    lengths = np.linalg.norm(step.normal, axis=1)
    np.testing.assert_allclose(lengths, 1.0)
    used = np.arange(4) < step.count[:, np.newaxis]
    assert (
        step.point_a.shape == step.point_b.shape == (len(step), 4, 3) and 1 <= step.count.min() <= step.count.max() <= 4
    )
    for column in (step.separation, step.point_a[..., 0], step.point_b[..., 2]):
        np.testing.assert_array_equal(np.isfinite(column), used)
    reached = step.point_a + step.separation[..., np.newaxis] * step.normal[:, np.newaxis]
    np.testing.assert_allclose(reached, step.point_b, atol=1e-12)
    deepest = sorted(np.nanmin(step.separation, axis=1))
    np.testing.assert_allclose(deepest, sorted(patch.manifold.separation.min() for patch in patches), atol=1e-12)
    shared = strewn(count=40).step(0.05, threads=3)
    assert repr(shared) == repr(step)
    np.testing.assert_array_equal(shared.point_a, step.point_a)
    rest = scene.step(0.05)
    assert columns(rest) == columns(step) and len(rest.began) == len(rest.ended) == 0
    gone = handles[3]
    scene.remove("body 3")
    ended = scene.step(0.05).ended
    assert len(ended) > 0 and (ended == gone).any(axis=1).all()


def test_pairs_that_intersect_are_those_of_all_pairs():
    scene = strewn(seed=5)
    name_of = dict(zip(scene.handles.tolist(), scene.names))
    found = [(name_of[a], name_of[b]) for a, b in scene.intersecting().tolist()]
    each = {
        pair
        for pair in by_hand(scene)
        if c.intersects(*(of(name) for name in pair for of in (scene.shape, scene.pose)))
    }
    assert set(found) == each and len(found) == len(each) > 20
    assert scene.intersecting(0).shape == (0, 2) and len(scene.intersecting(3)) == 3
    assert all((name_of[a], name_of[b]) in each for a, b in scene.intersecting(3).tolist())


def test_columns_of_bodies_move_at_once():
    scene, one = c.Scene(), c.Scene()
    rng = np.random.default_rng(7)
    poses = np.concatenate([rng.uniform(-2, 2, (40, 3)), rng.normal(size=(40, 4))], axis=1)
    handles = scene.add_all("crate", c.box([0.5, 0.6, 0.7]), np.array([c.Pose().matrix()] * 40))
    np.testing.assert_array_equal(handles, scene.handles)
    scene.place(handles[::-1], poses[::-1])
    for number, pose in enumerate(poses):
        assert one.add(f"crate{number}", c.box([0.5, 0.6, 0.7]), pose) == handles[number]
    assert scene == one and scene.names[:2] == ["crate0", "crate1"]
    step, other = scene.step(), one.step()
    assert len(step) > 10 and repr(step) == repr(other) == f"SceneStep({len(step)} patches, {len(step)} began, 0 ended)"
    np.testing.assert_array_equal(step.separation, other.separation)
    assert list(c.Scene().add_all(["x", "y"], c.sphere(1.0), np.zeros((2, 3)))) == [0, 1]


def test_fixed_bodies_layers_groups_and_sensors():
    scene = c.Scene()
    floor = scene.add("floor", c.box([9, 9, 1]), fixed=True)
    scene.add("wall", c.box([1, 9, 9]), fixed=True)
    assert scene.pairs() == scene.nearest(3) == scene.contacts() == [] and len(scene.step()) == 0
    ball = scene.add("ball", c.sphere(0.5), [2, 0, 0.9])
    ghost = scene.add("ghost", c.sphere(0.5), [2, 0, 0.9], layers=(2, 4))
    zone = scene.add("zone", c.box([2, 2, 2]), [2, 0, 1], sensor=True)
    pairs = [(floor, ball), (floor, zone), (ball, zone)]
    assert {(pair.a, pair.b) for pair in scene.pairs()} == {("floor", "ball"), ("floor", "zone"), ("ball", "zone")}
    assert [(patch.a, patch.b) for patch in scene.contacts()] == [("floor", "ball")]
    step = scene.step()
    assert columns(step) == [(floor, ball)] and step.began.tolist() == list(map(list, pairs))
    assert not (step.began == ghost).any()
    scene.add("limb", c.sphere(0.5), [7, 0, 9], group=3)
    scene.add("arm", c.sphere(0.5), [7, 0, 9], group=3)
    assert len(scene.pairs()) == 3 and scene.contains([[7, 0, 9], [2, 0, 1.6]]).tolist() == [True, False]
    again = pickle.loads(pickle.dumps(scene))
    assert again == scene and [repr(pair.answer) for pair in again.pairs()] == [
        repr(pair.answer) for pair in scene.pairs()
    ]
    other = c.Scene()
    other.add("floor", c.box([9, 9, 1]))
    assert other != (fixed := c.Scene()) and fixed.add("floor", c.box([9, 9, 1]), fixed=True) == 0 and other != fixed


def test_handles_are_never_used_again():
    scene = shelf()
    old = scene.handles
    scene.remove("floor")
    scene.step()
    new = scene.add("floor", c.half_space([0, 0, 1]))
    assert scene.names == ["brick", "ball", "moon", "floor"] and new not in old
    np.testing.assert_array_equal(scene.handles, [*old[1:], new])
    assert [(pair.a, pair.b) for pair in scene.pairs(0.3)] == [("brick", "floor"), ("ball", "floor")]
    assert scene.raycast([[7, 7, 50]], [[0, 0, -1]]).body.tolist() == [3]
    with pytest.raises(ValueError, match="^handles: the scene has no body"):
        scene.place(old[:1], [[0, 0, 0]])


def test_an_empty_scene():
    scene = c.Scene()
    assert scene.pairs(9.0) == [] and scene.contacts() == []
    assert scene.contains([[0, 0, 0]]).tolist() == [False]
    assert scene.raycast([[0, 0, 0]], [[1, 0, 0]]).body.tolist() == [-1]


@pytest.mark.parametrize(
    "ask, says",
    [
        (lambda s: s.add("brick", c.sphere(1.0)), "name: there is a body"),
        (lambda s: s.move("nobody", c.Pose()), "name: there is no body"),
        (lambda s: s.remove("nobody"), "name: there is no body"),
        (lambda s: s.ignore("brick", "nobody"), "name: there is no body"),
        (lambda s: s.pairs(math.nan), "distance"),
        (lambda s: s.nearest(-1), "count"),
        (lambda s: s.contacts(math.nan), "margin"),
        (lambda s: s.step(math.nan), "margin"),
        (lambda s: s.intersecting(-1), "most"),
        (lambda s: s.step(slop=math.inf), "slop"),
        (lambda s: s.step(threads=0), "threads: at least 1"),
        (lambda s: s.add("x", c.sphere(1.0), layers=-1), "layers: -1"),
        (lambda s: s.add("x", c.sphere(1.0), group=2**32), "group"),
        (lambda s: s.add("x", c.sphere(1.0), fixed=True, sensor=True), "sensor"),
        (lambda s: s.add_all(["x", "x"], c.sphere(1.0), np.zeros((2, 3))), "names: there is a body"),
        (lambda s: s.add_all(["x"], c.sphere(1.0), np.zeros((2, 3))), "names: 1 names, but 2 poses"),
        (lambda s: s.add_all("x", c.sphere(1.0), np.zeros(7)), "poses: an array of shape"),
        (lambda s: s.add_all("x", c.sphere(1.0), [[0, 0, 0], [0, 0, math.nan]]), "poses: row 1"),
        (lambda s: s.place(s.handles, np.zeros((3, 3))), "handles: 4 handles and 3 poses"),
        (lambda s: s.place([s.handles], np.zeros((4, 3))), "handles: an array of N"),
        (lambda s: s.place([-1], np.zeros((1, 3))), "handles: the scene has no body"),
        (lambda s: s.place(s.handles, np.zeros((4, 5))), "poses: the shape"),
        (lambda s: s.contains([[math.nan] * 3]), "points"),
        (lambda s: s.raycast([[0, 0, 0]], [[0, 0, 0]]), "directions: row 0"),
        (lambda s: s.raycast([[0, 0, 0]], [[1, 0, 0]] * 2), "directions: 2 rows"),
    ],
)
def test_values_that_are_refused(ask, says):
    with pytest.raises(ValueError, match=f"^{says}"):
        ask(shelf())
