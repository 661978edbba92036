"""clearance beside coal, python-fcl and trimesh, in one process: `python python/bench/peers.py`, with a release build.

All start from arrays of matrices (4, 4), as NumPy has them, and end with an array of answers: clearance in one call, the
peers in a loop, with the request made once. A second time of clearance is that from arrays (7,) of places and quaternions,
which the peers do not take. Times are CPU time on one core, those of two threads wall time. The contenders
take turns, and the least of all rounds counts. The same run compares the answers. coal and python-fcl are asked for what
clearance answers: without nearest points, and without the depth of overlaps. Their meshes are surfaces, so clearance's are,
too. python-fcl's -1 of an overlap counts as 0.

Needs coal (`pip install coal`), python-fcl, trimesh and scipy.
"""

from __future__ import annotations

import datetime
import os
import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import coal
import fcl
import numpy as np
import trimesh
from numpy.typing import NDArray

import clearance
import clearance.trimesh

Array = NDArray[Any]
Ask = Callable[[], Any]


class Body(NamedTuple):
    """The same shape for all."""

    ours: clearance.Shape
    coal: Any
    fcl: Any


class Case(NamedTuple):
    name: str
    body: Body
    a: Array
    """Matrices, shape (N, 4, 4)."""
    b: Array
    hits: tuple[float, float]
    """The share of pairs that overlap is between these."""


class Row(NamedTuple):
    what: str
    ours: list[float]
    """Seconds for each: from matrices and, where it was asked so, from places and quaternions."""
    peers: dict[str, float]
    note: str


def least(
    asks: dict[str, Ask], clock: Callable[[], float], rounds: int = 12
) -> tuple[dict[str, float], dict[str, Any]]:
    """The least time of each and its answer. They take turns, of two calls each: the first one fills the caches."""
    times, answers = dict.fromkeys(asks, float("inf")), {}
    for name, ask in rounds * list(asks.items()):
        for _ in range(2):
            start = clock()
            answers[name] = ask()
            times[name] = min(times[name], clock() - start)
    return times, answers


def matrices(rng: np.random.Generator, count: int, reach: float) -> Array:
    """Random rotations, and places within ``reach`` of the origin along each axis."""
    made = np.tile(np.eye(4), (count, 1, 1))
    for matrix in made:
        matrix[:3, :3] = trimesh.transformations.random_rotation_matrix(rng.random(3))[:3, :3]
    made[:, :3, 3] = rng.uniform(-reach, reach, (count, 3))
    return made


def coal_points(points: Array) -> Any:
    made = coal.StdVec_Vec3s()
    made.extend(list(points))
    return made


def convex(points: Array) -> Body:
    mesh = trimesh.convex.convex_hull(points)
    faces = np.column_stack([np.full(len(mesh.faces), 3), mesh.faces]).ravel()
    return Body(
        clearance.hull(points),
        coal.Convex.convexHull(coal_points(points), True, ""),
        fcl.Convex(np.array(mesh.vertices), len(mesh.faces), faces),
    )


def surface(mesh: Any) -> Body:
    vertices, faces = np.array(mesh.vertices), np.array(mesh.faces)
    triangles = coal.StdVec_Triangle()
    triangles.extend([coal.Triangle(*map(int, face)) for face in faces])
    theirs = coal.BVHModelOBBRSS()
    theirs.beginModel(len(faces), len(vertices))
    theirs.addSubModel(coal_points(vertices), triangles)
    theirs.endModel()
    other = fcl.BVHModel()
    other.beginModel(len(vertices), len(faces))
    other.addSubModel(vertices, faces)
    other.endModel()
    return Body(clearance.mesh(vertices, faces), theirs, other)


def cases() -> list[Case]:
    rng = np.random.default_rng(1)
    torus = surface(trimesh.creation.torus(2, 0.5, 100, 50))
    still = np.tile(np.eye(4), (40, 1, 1))
    beside, apart = matrices(rng, 40, 0.2), matrices(rng, 40, 3)
    # Upright tori beside each other, and some that are turned at random, ten radii away.
    beside[:, :3, :3] = np.eye(3)
    beside[:, 0, 3] += 5.3
    apart[:, 0, 3] += 20
    box = Body(clearance.box([1, 0.8, 0.6]), coal.Box(1, 0.8, 0.6), fcl.Box(1, 0.8, 0.6))
    capsule = Body(clearance.capsule(0.3, 1), coal.Capsule(0.3, 1), fcl.Capsule(0.3, 1))
    directions = rng.normal(size=(32, 3))
    hull = convex(directions / np.linalg.norm(directions, axis=1, keepdims=True) * [0.8, 0.7, 0.6])
    sides = [matrices(rng, 1000, 0.9) for _ in range(2)]
    return [
        Case("boxes", box, *sides, (0.25, 0.65)),
        Case("capsules", capsule, *sides, (0.25, 0.65)),
        Case("hulls of 32", hull, *sides, (0.25, 0.65)),
        Case("meshes of 10,000, near", torus, still, beside, (0, 0)),
        Case("meshes of 10,000, apart", torus, still, apart, (0, 0)),
        Case("meshes of 10,000, overlapping", torus, still, matrices(rng, 40, 1), (0.9, 1)),
    ]


def unsigned() -> Any:
    request = coal.DistanceRequest()
    request.enable_signed_distance = False
    return request


def by_coal(ask: Any, request: Any, result: Any, body: Any, a: Array, b: Array) -> Array:
    found = np.empty(len(a))
    for k in range(len(a)):
        result.clear()
        place_a = coal.Transform3s(a[k, :3, :3], a[k, :3, 3])
        place_b = coal.Transform3s(b[k, :3, :3], b[k, :3, 3])
        found[k] = ask(body, place_a, body, place_b, request, result)
    return found


def by_fcl(ask: Any, request: Any, result: Any, body: Any, a: Array, b: Array) -> Array:
    found = np.empty(len(a))
    for k in range(len(a)):
        one = fcl.CollisionObject(body, fcl.Transform(a[k, :3, :3], a[k, :3, 3]))
        other = fcl.CollisionObject(body, fcl.Transform(b[k, :3, :3], b[k, :3, 3]))
        found[k] = ask(one, other, request, result())
    return found


def pairs(case: Case) -> list[Row]:
    """Distances and intersections of a case."""
    _, body, a, b, share = case
    request = unsigned()
    collide = coal.CollisionRequest()
    collide.enable_contact = False
    turned = [np.array([[*p.xyz, *p.quaternion] for p in map(clearance.Pose.from_matrix, side)]) for side in (a, b)]
    questions = {
        "distance": {
            "clearance": lambda: clearance.distance(body.ours, a, body.ours, b),
            "turned": lambda: clearance.distance(body.ours, turned[0], body.ours, turned[1]),
            "coal": lambda: by_coal(coal.distance, request, coal.DistanceResult(), body.coal, a, b),
            "python-fcl": lambda: by_fcl(fcl.distance, fcl.DistanceRequest(), fcl.DistanceResult, body.fcl, a, b),
        },
        "intersects": {
            "clearance": lambda: clearance.intersects(body.ours, a, body.ours, b),
            "turned": lambda: clearance.intersects(body.ours, turned[0], body.ours, turned[1]),
            "coal": lambda: by_coal(coal.collide, collide, coal.CollisionResult(), body.coal, a, b),
            "python-fcl": lambda: by_fcl(fcl.collide, fcl.CollisionRequest(), fcl.CollisionResult, body.fcl, a, b),
        },
    }
    rows = []
    for question, asks in questions.items():
        times, answers = least(asks, time.thread_time)
        ours, turned_ours, peers = answers.pop("clearance"), answers.pop("turned"), answers
        np.testing.assert_allclose(turned_ours, ours, atol=1e-12)
        hits = (ours if question == "intersects" else ours == 0).mean()
        assert share[0] <= hits <= share[1], (case.name, hits)
        if question == "distance":
            worst = {name: np.abs(np.maximum(found, 0) - ours).max() for name, found in peers.items()}
            note = ", ".join(f"{name} {most:.1e}" for name, most in worst.items())
        else:
            other = {name: int(((found > 0) != ours).sum()) for name, found in peers.items()}
            note = ", ".join(f"{name} {count}" for name, count in other.items())
        note = f"{hits:.0%} overlap; differences: {note}"
        times = {name: seconds / len(a) for name, seconds in times.items()}
        both = [times.pop("clearance"), times.pop("turned")]
        rows.append(Row(f"{case.name}: {question}", both, times, note))
    return rows


def single_calls() -> list[Row]:
    """One pair a call, 1,000 calls."""
    box, theirs = clearance.box([1, 0.8, 0.6]), coal.Box(1, 0.8, 0.6)
    matrix = np.eye(4)
    matrix[0, 3] = 2
    poses = [np.array([*place, 0, 0, 0, 1.0]) for place in np.eye(2, 3)]
    forms = {
        "two Pose": (clearance.Pose(), clearance.Pose([2, 0, 0])),
        "two arrays (7,)": (poses[0], poses[1] * [2, 2, 2, 1, 1, 1, 1]),
        "two arrays (4, 4)": (np.eye(4), matrix),
    }
    request, result = unsigned(), coal.DistanceResult()
    places = np.stack([np.eye(4)] * 1000), np.stack([matrix] * 1000)
    rows = []
    for name, (a, b) in forms.items():

        def ask(a: Any = a, b: Any = b) -> None:
            for _ in range(1000):
                clearance.distance(box, a, box, b)

        def ask_coal() -> Any:
            return by_coal(coal.distance, request, result, theirs, *places)

        times, _ = least({"clearance": ask, "coal": ask_coal}, time.thread_time)
        rows.append(
            Row(f"one call, boxes, {name}: distance", [times["clearance"] / 1000], {"coal": times["coal"] / 1000}, "")
        )
    return rows


def threads() -> Row:
    """300,000 pairs of hulls on one thread and on two: wall time."""
    rng = np.random.default_rng(2)
    hull = clearance.hull(rng.normal(size=(32, 3)))
    poses = np.hstack([rng.uniform(-2, 2, (300_000, 3)), rng.normal(size=(300_000, 4))])
    asks: dict[str, Ask] = {
        "two": lambda: clearance.distance(hull, clearance.Pose(), hull, poses, threads=2),
        "one": lambda: clearance.distance(hull, clearance.Pose(), hull, poses),
    }
    times, answers = least(asks, time.perf_counter)
    assert np.array_equal(answers["one"], answers["two"])
    each = {name: seconds / len(poses) for name, seconds in times.items()}
    return Row("hulls of 32, two threads: distance", [each["two"]], {"one thread": each["one"]}, "the same bits")


def managers() -> list[Row]:
    """trimesh's manager and ours: 300 tori and boxes, and one more torus of 10,000 triangles."""
    rng = np.random.default_rng(3)
    meshes = [trimesh.creation.torus(1, 0.3, 24, 24), trimesh.creation.box()]
    places, far = matrices(rng, 300, 10), np.eye(4)
    far[2, 3] = 12
    made: dict[str, Any] = {
        "clearance": clearance.trimesh.CollisionManager(),
        "trimesh": trimesh.collision.CollisionManager(),
    }
    for manager in made.values():
        for k, place in enumerate(places):
            manager.add_object(str(k), meshes[k % 2], place)
    probe = trimesh.creation.torus(2, 0.5, 100, 50)
    questions: dict[str, Callable[[Any], Any]] = {
        "in_collision_internal(return_names=True)": lambda m: m.in_collision_internal(return_names=True),
        "set_transform, in_collision_internal()": lambda m: (
            m.set_transform("0", places[0]),
            m.in_collision_internal(),
        )[1],
        "in_collision_single(torus, return_names=True)": lambda m: m.in_collision_single(probe, return_names=True),
        "min_distance_single(torus)": lambda m: m.min_distance_single(probe, far),
    }
    rows = []
    for name, ask in questions.items():
        asks: dict[str, Ask] = {who: (lambda manager=manager, ask=ask: ask(manager)) for who, manager in made.items()}
        times, answers = least(asks, time.thread_time)
        ours, theirs = answers["clearance"], answers["trimesh"]
        if isinstance(ours, tuple):
            # Ours sees containment, too.
            assert ours[1] >= theirs[1]
            note = f"{len(ours[1])} collisions, trimesh {len(theirs[1])}"
        else:
            note = f"difference {abs(ours - theirs):.1e}"
        rows.append(Row(f"manager: {name}", [times["clearance"]], {"trimesh": times["trimesh"]}, note))
    return rows


def readable(seconds: float) -> str:
    scale, unit = next(
        (s, u) for s, u in [(1, "s"), (1e3, "ms"), (1e6, "us"), (1e9, "ns")] if seconds * s >= 1 or u == "ns"
    )
    return f"{seconds * scale:.3g} {unit}"


def line(row: Row) -> str:
    def beside(seconds: float) -> str:
        return " / ".join(f"{seconds / ours:.1f}x" for ours in row.ours)

    peers = "; ".join(f"{name} {readable(seconds)}, **{beside(seconds)}**" for name, seconds in row.peers.items())
    return f"| {row.what} | {' / '.join(map(readable, row.ours))} | {peers} | {row.note} |"


def machine() -> str:
    info = Path("/proc/cpuinfo")
    named = [text for text in info.read_text().splitlines() if text.startswith("model name")] if info.exists() else []
    return named[0].split(":", 1)[1].strip() if named else platform.processor()


def main() -> None:
    names = ["clearance", "coal", "python-fcl", "trimesh", "numpy"]
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    print(f"{datetime.date.today()}, {machine()}, Python {platform.python_version()}, {versions}\n")
    print("| question | clearance, from (4, 4) / (7,) | peers, from (4, 4) | answers |\n|---|---|---|---|", flush=True)
    # Two threads first: after it, the process stays on one core.
    print(line(threads()), flush=True)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    for case in cases():
        print("\n".join(map(line, pairs(case))), flush=True)
    for row in [*single_calls(), *managers()]:
        print(line(row), flush=True)


if __name__ == "__main__":
    main()
