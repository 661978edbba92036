"""Pictures are well-formed SVG without scripts and addresses, and traces agree with the answers."""

import xml.etree.ElementTree as xml
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clearance
from clearance import Pose, Pose2

PANDA = Path(__file__).parent.parent.parent / "scenes" / "panda"
BOX = clearance.box([1, 2, 3])
TETRAHEDRON = ([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
SHAPES: list[Any] = [
    BOX,
    clearance.sphere(2),
    clearance.cone(1, 2),
    clearance.half_space([0, 0, 1]),
    clearance.mesh(*TETRAHEDRON),
    clearance.solid(*TETRAHEDRON),
    clearance.compound([(BOX, Pose()), (clearance.sphere(1), Pose([0, 0, 2]))]),
    clearance.circle(1),
    clearance.polygon([[0, 0], [1, 0], [0, 1]]),
    clearance.region([[[0, 0], [2, 0], [2, 2], [0, 2]]]),
    clearance.chain([[0, 0], [1, 0], [1, 1]]),
]


def drawn(html: str) -> xml.Element:
    """The tree of a picture, which loads and runs nothing."""
    tree = xml.fromstring(html)
    for node in tree.iter():
        assert node.tag.rpartition("}")[2] not in ("script", "image", "use", "foreignObject")
        assert not any(name.startswith("on") or "href" in name for name in node.attrib)
    return tree


def count(tree: xml.Element, tag: str) -> int:
    return sum(node.tag.endswith(tag) for node in tree.iter())


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_shapes_are_drawn(shape: Any) -> None:
    tree = drawn(shape._repr_html_())
    assert count(tree, "polygon") + count(tree, "path") > 0
    (caption,) = (node.text for node in tree.iter() if node.tag.endswith("figcaption"))
    assert caption is not None and caption.startswith(shape.kind.replace("_", " "))


def test_pictures_for_pages_are_not_large() -> None:
    field = clearance.height_field(np.random.default_rng(1).normal(size=(120, 120)), (1.0, 1.0))
    assert len(field._repr_html_()) < 1_100_000
    scene = clearance.Scene()
    for number in range(15):
        scene.add(str(number), clearance.sphere(1), Pose([3 * number, 0, 0]))
    picture = scene.picture()
    assert 100_000 < len(picture._repr_html_()) < 1_100_000 < len(picture.svg)
    assert count(drawn(picture._repr_html_()), "text") == 8
    for number in range(100):
        scene.add(f"more {number}", clearance.sphere(1), Pose([3 * number, 0, 0]))
    assert scene._repr_html_() == "<p>Scene(115 bodies)</p>"


@pytest.mark.parametrize(
    ("place", "word"),
    [([3, 0, 0], "ok"), ([1.2, 0, 0], "clash"), ([0.1, 0, 0], "clash")],
    ids=["apart", "half", "in"],
)
def test_pairs_say_what_is_proven(place: list[float], word: str) -> None:
    picture = clearance.picture(BOX, Pose(), clearance.sphere(1), np.array(place))
    words = [node.text for node in drawn(picture.svg).iter() if node.text]
    assert word in words and "a" in words and "b" in words
    assert clearance.picture(BOX, Pose(), clearance.sphere(1), Pose(place)).svg == picture.svg


def test_one_in_the_other() -> None:
    solid = clearance.solid(*TETRAHEDRON)
    words = [
        node.text
        for node in drawn(clearance.picture(solid, Pose(), clearance.sphere(0.01), [0.2, 0.2, 0.2]).svg).iter()
    ]
    assert "inside" in words


def test_names_are_text() -> None:
    scene = clearance.Scene()
    scene.add("<script>&\u202e\ufffe", BOX)
    scene.add("b", BOX, Pose([2, 0, 0]))
    assert count(drawn(scene._repr_html_()), "rect") >= 2
    assert drawn(clearance.Scene()._repr_html_()) is not None


def test_definitions_of_pictures_on_one_page_differ() -> None:
    pictures = [clearance.picture(BOX, Pose(), BOX, Pose([x, 0, 0])) for x in (2, 3)]
    ids = [{node.get("id") for node in drawn(picture._repr_html_()).iter() if node.get("id")} for picture in pictures]
    assert all(ids) and not ids[0] & ids[1]


def test_worlds_are_drawn_in_a_configuration() -> None:
    robot = clearance.Robot.from_urdf(PANDA / "panda.urdf", PANDA / "panda.srdf", hulls=True)
    world = clearance.World(robot, [("table", clearance.box([1.2, 1.6, 0.04]), Pose([0.3, 0, -0.03]))])
    path = robot.path(PANDA / "proven.csv").rows
    pictures = [world.picture(path[0]).svg, world.picture(path[2]).svg, world._repr_html_()]
    assert len(set(pictures)) == 3 and all(drawn(picture) is not None for picture in pictures)
    with pytest.raises(ValueError, match="q"):
        world.picture([0.0])


def classes(tree: xml.Element) -> list[str]:
    return [name for node in tree.iter() for name in node.get("class", "").split()]


def test_what_is_found_about_a_path_has_a_chart_and_the_worst_moment() -> None:
    robot = clearance.Robot.from_urdf(PANDA / "panda.urdf", PANDA / "panda.srdf", hulls=True)
    box, places = clearance.box([0.1, 0.16, 0.2]), [[0.5, 0.4, 0.2], [0.5, -0.4, 0.3], [0, 0.6, 0.4], [0.6, 0, 0.75]]
    boxes = [(f"box <{k}>", box, Pose(place)) for k, place in enumerate(places)]
    world, path = clearance.World(robot, boxes), robot.path(PANDA / "missed.csv")
    contact, least = world.first_contact(path), world.least(path)
    assert contact is not None and least.upper < 0
    for found, rows in [(world.prove(path, 0.01), 4), (contact, 4), (least, 5)]:
        tree = drawn(found._repr_html_())
        assert count(tree, "tr") == rows and count(tree, "path") > 3
        assert classes(tree).count("mark") == 2 and classes(tree).count("moment") == 1
        assert ("required" in classes(tree)) is isinstance(found, clearance.Proof)
        words = [node.text for node in tree.iter()]
        assert "An overlap" in words and "box <" in " ".join(tree.itertext())
    free = clearance.World(robot)
    tree = drawn(free.prove(path)._repr_html_())
    assert classes(tree).count("mark") == 1 and "Least clearance" in [node.text for node in tree.iter()]


def test_paths_that_are_long_or_stand_still_are_tables() -> None:
    robot = clearance.Robot.from_urdf(PANDA / "panda.urdf", PANDA / "panda.srdf", hulls=True)
    path = robot.path(PANDA / "missed.csv").rows
    for rows in (path[:1], np.tile(path, (600, 1))):
        page = clearance.World(robot).prove(rows)._repr_html_()
        assert page.startswith("<table>") and count(drawn(page), "tr") == 4


def test_answers_are_tables() -> None:
    one = clearance.clearance(BOX, Pose(), BOX, Pose([2, 0, 0]))
    rows = clearance.clearance(BOX, Pose(), BOX, np.arange(60.0).reshape(20, 3))
    assert count(drawn(one._repr_html_()), "tr") == 7
    assert count(drawn(rows._repr_html_()), "tr") == 13 and "20 rows" in rows._repr_html_()
    (patch,) = clearance.contacts(BOX, Pose(), BOX, Pose([0.99, 0, 0]))
    assert "separation" in patch._repr_html_()
    assert "closest" in clearance.closest_points(BOX, Pose(), BOX, Pose([2, 0, 0]))._repr_html_().lower()


PAIRS = [
    (BOX, Pose(), clearance.hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]), [0.0, 0.0, 1.2]),
    (clearance.box2([2, 1]), Pose2(), clearance.polygon([[0, 0], [1, 0], [0, 1]]), [0.7, 0.2]),
]


@pytest.mark.parametrize("pair", PAIRS, ids=["space", "plane"])
@pytest.mark.parametrize("algorithm", ["auto", "gjk-epa", "epa", "sat", "sat-bounded"])
def test_traces_end_at_the_answer(pair: Any, algorithm: Any) -> None:
    a, pose_a, b, pose_b = pair
    steps = clearance.trace(a, pose_a, b, pose_b, algorithm)
    depth = -clearance.clearance(*pair).signed_distance
    assert depth > 0.1 and steps[0]["step"] == "start" and steps[-1]["step"] == "finish"
    bounds = [step for step in steps if step["step"] == "bounds"]
    overlaps = [step["overlap"] for step in steps if step["step"] == "axis"]
    assert bounds or overlaps
    assert (min(overlaps) if overlaps else -bounds[-1]["upper"]) == pytest.approx(depth)


def test_gjk_comes_closer() -> None:
    hull, far = clearance.hull(np.random.default_rng(1).normal(size=(20, 3))), [5.0, 1.0, 2.0]
    steps = clearance.trace(hull, Pose(), clearance.cone(1, 2), far, algorithm="gjk")
    lengths = [float(np.linalg.norm(step["closest"])) for step in steps if step["step"] == "simplex"]
    assert len(lengths) > 1 and lengths == sorted(lengths, reverse=True)
    assert lengths[-1] == pytest.approx(clearance.distance(hull, Pose(), clearance.cone(1, 2), far))


def test_pairs_without_an_algorithm_have_no_steps() -> None:
    assert clearance.trace(clearance.half_space([0, 0, 1]), Pose(), BOX, Pose()) == []


@pytest.mark.parametrize(
    ("shape", "pose", "algorithm", "message"),
    [
        (BOX, Pose(), "bfs", "algorithm"),
        (clearance.mesh(*TETRAHEDRON), Pose(), "gjk", "not convex"),
        (BOX, np.zeros((2, 3)), "gjk", "one pair"),
    ],
)
def test_refused(shape: Any, pose: Any, algorithm: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        clearance.trace(shape, pose, BOX, Pose(), algorithm=algorithm)
