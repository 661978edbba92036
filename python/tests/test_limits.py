"""Memory and time have limits: shapes are shared, what is too large is a MemoryError, and Ctrl-C ends every call."""

import os
import signal
import subprocess
import sys
import time
import tracemalloc

import numpy as np
import pytest

import clearance as c

HERE = c.Pose()
RNG = np.random.default_rng(1)


def round_hull(count, scale=1.0):
    points = RNG.normal(size=(count, 3))
    return c.hull(scale * points / np.linalg.norm(points, axis=1, keepdims=True))


def peak():
    """The most memory that this process had, in bytes."""
    with open("/proc/self/status", encoding="ascii") as file:
        return 1024 * int(next(line for line in file if line.startswith("VmHWM")).split()[1])


LISTS = """
import numpy as np, clearance as c, pyarrow as pa
from clearance import arrow
points = np.random.default_rng(1).normal(size=(3000, 3))
points /= np.linalg.norm(points, axis=1, keepdims=True)
hulls = [c.hull(points * (1 + k)) for k in range(3)]
rows = np.zeros((30_000, 7)); rows[:, 0] = 9; rows[:, 6] = 1
many = [hulls[k % 3] for k in range(len(rows))]
of = np.arange(len(rows)) % 3

def peak():
    with open("/proc/self/status") as file:
        return 1024 * int(next(line for line in file if line.startswith("VmHWM")).split()[1])

before = peak()
ASKED
print(peak() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it reads /proc")
@pytest.mark.parametrize(
    "asked",
    [
        "c.intersects(many, c.Pose(), c.sphere(1), rows)",
        "c.distance(c.Shapes(many), rows, c.sphere(1), c.Pose())",
        "c.contacts(many, c.Pose(), c.sphere(1), rows)",
        "arrow.answer(pa.table(dict(shape_a=of, shape_b=of, pose_a=list(rows[:, :3]), pose_b=list(rows))), hulls)",
    ],
)
def test_shapes_of_rows_are_shared(asked):
    pytest.importorskip("pyarrow")
    command = [sys.executable, "-c", LISTS.replace("ASKED", asked)]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    # A hull of 3000 points has 1.8 MB: 54 GB for all rows.
    assert int(found.stdout) < 100e6


def test_a_list_of_shapes_takes_no_longer_than_one():
    hull, rows = round_hull(3000), np.tile([9.0, 0, 0], (2000, 1))
    start = time.perf_counter()
    c.intersects([hull] * 2000, HERE, c.sphere(1), rows)
    # It was 1 ms a row.
    assert time.perf_counter() - start < 0.5
    found = c.distance([hull, c.sphere(1), hull], HERE, c.sphere(1), [[9.0, 0, 0], [5, 0, 0], [7, 0, 0]])
    assert found.tolist() == [
        c.distance(shape, HERE, c.sphere(1), [x, 0, 0]) for shape, x in [(hull, 9.0), (c.sphere(1), 5), (hull, 7)]
    ]


def test_shapes_that_are_gone_are_not_mistaken_for_others():
    def balls():
        for k in range(1000):
            yield c.sphere(0.001 * (k + 1))

    found = c.distance(balls(), HERE, c.sphere(1), np.tile([5.0, 0, 0], (1000, 1)))
    np.testing.assert_allclose(found, 4 - 0.001 * np.arange(1, 1001))


LARGE = np.zeros((1_000_000, 1, 3))


@pytest.mark.parametrize(
    "ask",
    [
        lambda a, b: c.contacts(c.sphere(1), a, c.sphere(1), b),
        lambda a, b: c.cast(c.sphere(1), a, [0, 0, 0], c.sphere(1), b, [0, 0, 0]),
        lambda a, b: c.distance(c.sphere(1), a, c.sphere(1), b),
        lambda a, b: c.verify_contacts(c.sphere(1), a, c.sphere(1), b, []),
        lambda a, b: c.cast(c.circle(1), a[..., :2], [0, 0], c.circle(1), b[..., :2], [0, 0]),
    ],
)
def test_more_rows_than_memory_are_an_error(ask):
    with pytest.raises(MemoryError):
        ask(LARGE, LARGE[:, 0])


class Late(Exception):
    """What the signal raises."""


def second():
    """One second on a machine that has nothing else to do: with three threads a core it is three."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)) if hasattr(os, "getloadavg") else 1.0


def interrupted(ask, after=0.3):
    """How long the call takes from a signal on; it must be one that takes much longer."""
    at = []

    def late(*_):
        at.append(time.monotonic())
        raise Late

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, after)
    start = time.monotonic()
    try:
        with pytest.raises(Late):
            ask()
        return time.monotonic() - start - after
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ground(side):
    return c.height_field(RNG.normal(size=(side, side)), (1.0, 1.0))


# The corners and triangles of a cube
CUBE = (
    np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float),
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6]]
    + [[0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]],
)

SURFACE = ground(60)
SMALL = ground(12)
POINTS = RNG.uniform(0, 60, (3_000_000, 3))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "ask",
    [
        lambda **of: c.signed_distance(SURFACE, POINTS, **of),
        lambda **of: c.contains(SURFACE, POINTS, **of),
        lambda **of: c.project(SURFACE, POINTS, **of),
        lambda **of: c.raycast(SURFACE, POINTS, POINTS[::-1], **of),
        lambda **of: c.raycast_all(SURFACE, POINTS, POINTS[::-1], **of),
        lambda **of: c.contacts(SURFACE, HERE, SURFACE, POINTS[:1_000_000], **of),
        lambda **of: c.cast(SMALL, HERE, [0, 0, 1, 1, 1, 1], SMALL, POINTS[:10_000] / 6, [0, 0, -1], **of),
        lambda **of: c.clearance(SURFACE, HERE, SURFACE, POINTS[:1_000_000], **of),
    ],
    ids=["signed_distance", "contains", "project", "raycast", "raycast_all", "contacts", "cast", "clearance"],
)
def test_rows_are_interrupted(ask, threads):
    # The quickest, `contains` with two threads, takes a quarter of a second.
    assert interrupted(lambda: ask(threads=threads), after=0.05) < second()


def lattice(count, shift=0.0):
    """Solids at equal distances, of which none is nearer to another one than all others."""
    places = np.stack(np.meshgrid(*[4.0 * np.arange(count)] * 3), -1).reshape(-1, 3) + shift
    cube = c.solid(*CUBE)
    return c.compound([(cube, place) for place in places])


def test_one_pair_is_interrupted():
    a, b = lattice(32), lattice(32, 2.0)
    assert interrupted(lambda: c.clearance(a, HERE, b, HERE)) < second()


def test_scenes_are_interrupted():
    scene = c.Scene()
    for number in range(300):
        scene.add(f"ground {number}", SURFACE, c.Pose([0, 0, 0.01 * number]))
    assert interrupted(lambda: scene.pairs(1e9)) < second()
    assert interrupted(lambda: scene.raycast(POINTS[:1_000_000], POINTS[1_000_000:2_000_000])) < second()
    assert interrupted(lambda: scene.contains(POINTS[:1_000_000])) < second()


def test_steps_are_interrupted():
    scene = c.Scene()
    for number in range(40):
        scene.add(f"ground {number}", SURFACE, c.Pose([0, 0, 0.01 * number]))
    assert interrupted(scene.step, after=0.1) < second()
    scene.remove("ground 1")
    assert len(scene) == 39


@pytest.mark.parametrize("threads", [1, 2])
def test_steps_of_many_small_bodies_are_interrupted(threads):
    scene, again, cube = c.Scene(), c.Scene(), c.solid(*CUBE)
    poses = np.concatenate([RNG.uniform(0, 0.3, (300, 3)), RNG.normal(size=(300, 4))], axis=1)
    scene.add_all("cube", cube, poses)
    again.add_all("cube", cube, poses[:30])
    assert interrupted(lambda: scene.step(threads=threads), after=0.1) < second()
    # What was not asked is asked by the next step.
    for name in scene.names[30:]:
        scene.remove(name)
    found, expected = scene.step(threads=threads), again.step()
    assert len(found) == len(expected) > 100
    np.testing.assert_array_equal(found.separation, expected.separation)


def test_constructors_are_interrupted():
    # A hull with so many corners takes seconds, of which its points are read in a few tenths. Meshes and solids are made in
    # less than the second that is allowed.
    points = RNG.normal(size=(500_000, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    # The machine may do something else for a while: least of three.
    assert min(interrupted(lambda: c.hull(points), after=0.15) for _ in range(3)) < second()


def test_answers_of_points_keep_no_copies():
    points, out = POINTS[:1_000_000], np.zeros(1_000_000)
    tracemalloc.start()
    assert c.signed_distance(c.sphere(1), points, out=out, threads=2) is out
    assert tracemalloc.get_traced_memory()[1] < 1e6
    tracemalloc.stop()
    np.testing.assert_array_equal(out[:1000], c.signed_distance(c.sphere(1), points[:1000]))
