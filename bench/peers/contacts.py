"""Contacts of two meshes beside coal, in one process: microseconds a question, least of many, in turns.

    pip install maturin coal numpy
    maturin develop --release -m ../python/Cargo.toml     # in bench
    python peers/contacts.py

Nine pairs of closed meshes that overlap a little. clearance answers with patches of the two solids, coal with all pairs of
triangles that cross (`BVHModelOBBRSS`, and no limit of contacts). What a call from Python costs is in the times of both; the
first row is two balls of clearance, and two triangles of coal, far apart: the call and little else.
Shapes and poses are made before.
"""

import itertools
import math
import time

import clearance
import coal
import numpy as np

SECONDS = 1.5


def cuboid(low, high):
    corners = [[(low, high)[i >> k & 1][k] for k in range(3)] for i in range(8)]
    sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    return corners, [t for a, b, c, d in sides for t in ([a, b, c], [a, c, d])]


def turned(outline, n):
    """A closed outline in (r, z), counterclockwise, around the z axis."""
    m = len(outline)
    turns = [math.tau * i / n for i in range(n)]
    points = [[r * math.cos(t), r * math.sin(t), z] for t in turns for r, z in outline]
    triangles = []
    for i in range(n):
        for j in range(m):
            a, b, c, d = [(p % n) * m + q % m for p, q in [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]]
            triangles += [[a, b, c], [a, c, d]]
    return points, triangles


def prism(polygon, triangles, half):
    m = len(polygon)
    points = [[x, y, z] for z in (-half, half) for x, y in polygon]
    ends = [t for a, b, c in triangles for t in ([a, c, b], [a + m, b + m, c + m])]
    sides = [(i, (i + 1) % m) for i in range(m)]
    return points, ends + [t for i, j in sides for t in ([i, j, j + m], [i, j + m, i + m])]


def circle(n, r):
    return [[r * math.cos(math.tau * i / n), r * math.sin(math.tau * i / n)] for i in range(n)]


def ring(inner, outer, half, n):
    return turned([[inner, -half], [outer, -half], [outer, half], [inner, half]], n)


def peg(n, r, half):
    return prism(circle(n, r), [[0, i, i + 1] for i in range(1, n - 1)], half)


def ell():
    outline = [[-1, -1], [2, -1], [2, 0], [0, 0], [0, 2], [-1, 2]]
    return prism(outline, [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]], 0.5)


def gear(n):
    steps = [(0.0, 1.0), (0.2, 1.0), (0.45, 1.2), (0.75, 1.2)]
    turns = [(math.tau * (i + k) / n, r) for i in range(n) for k, r in steps]
    outline = [[r * math.cos(t), r * math.sin(t)] for t, r in turns]
    m = len(outline)
    points = [[x, y, z] for z in (-0.2, 0.2) for x, y in [*outline, (0, 0)]]
    triangles = []
    for i in range(m):
        j = (i + 1) % m
        triangles += [[i, j, j + m + 1], [i, j + m + 1, i + m + 1], [m, j, i], [2 * m + 1, i + m + 1, j + m + 1]]
    return points, triangles


def torus(big, small, n, m):
    return turned([[big + x, y] for x, y in circle(m, small)], n)


def thread(n):
    """Rings in place of a helix: the nut, then the bolt."""
    z = [-0.9 + 0.4 * i for i in range(5)]
    nut = [[1.5, -1.0], [1.5, 1.0], [0.82, 1.0]] + [q for y in z[::-1] for q in ([1.02, y + 0.2], [0.82, y])]
    bolt = [[0.3, -1.0]] + [q for y in z for q in ([0.8, y], [1.0, y + 0.2])] + [[0.8, 1.0], [0.3, 1.0]]
    return turned(nut, n), turned(bolt, n)


def split(mesh, times):
    """Each triangle as four."""
    for _ in range(times):
        points, finer = [list(p) for p in mesh[0]], []
        middle = {}
        for a, b, c in mesh[1]:
            ab, bc, ca = (between(points, middle, *side) for side in ((a, b), (b, c), (c, a)))
            finer += [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
        mesh = points, finer
    return mesh


def between(points, known, i, j):
    """The number of the point in the middle of two."""
    key = (min(i, j), max(i, j))
    if key not in known:
        known[key] = len(points)
        points.append([(x + y) / 2 for x, y in zip(points[i], points[j])])
    return known[key]


def ball(times):
    """A subdivided icosahedron."""
    golden = (1 + math.sqrt(5)) / 2
    points = [p for s in (1, -1) for t in (golden, -golden) for p in ([0, s, t], [s, t, 0], [t, 0, s])]
    joined = [t for t in itertools.combinations(range(12), 3)
              if all(math.isclose(math.dist(points[i], points[j]), 2) for i, j in itertools.combinations(t, 2))]
    outward = [t if np.linalg.det([points[i] for i in t]) > 0 else t[::-1] for t in joined]
    mesh = points, outward
    for k in range(times + 1):
        mesh = [[x / math.hypot(*p) for x in p] for p in mesh[0]], mesh[1]
        mesh = split(mesh, 1) if k < times else mesh
    return mesh


def pairs():
    """Name, A, B, and the pose of B in A's frame: x, y, z, and a quaternion x, y, z, w."""
    straight = [0, 0, 0, 1]
    floor, box = cuboid([-5, -5, -1], [5, 5, 0]), cuboid([-0.5] * 3, [0.5] * 3)
    about_z, about_x = [0, 0, math.sin(0.07), math.cos(0.07)], [math.sin(0.75), 0, 0, math.cos(0.75)]
    on_floor = [1, 2, 0.49, 0, 0, 0.6, 0.8]
    away = [1.98, 0.1, 0, 0.02, 0.03, 0.3, 0.95]
    return [
        ("box on floor", floor, box, on_floor),
        ("L in L", ell(), ell(), [0.99, 0.99, 0.05, *straight]),
        ("peg in ring", ring(1, 2, 1, 24), peg(24, 0.9, 3), [0.12, 0, 0, *straight]),
        ("gears", gear(12), gear(12), [2.21, 0, 0.05, *about_z]),
        ("links", torus(1, 0.25, 32, 16), torus(1, 0.25, 32, 16), [1.51, 0, 0, *about_x]),
        ("thread", *thread(24), [0.03, 0, 0.02, *straight]),
        ("balls", ball(3), ball(3), away),
        ("fine balls", ball(5), ball(5), away),
        ("fine box on fine floor", split(floor, 5), split(box, 5), on_floor),
    ]


def of_coal(mesh):
    points, triangles = mesh
    model = coal.BVHModelOBBRSS()
    model.beginModel(len(triangles), len(points))
    corners, faces = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    for p in points:
        corners.append(np.array(p, dtype=float))
    for t in triangles:
        faces.append(coal.Triangle(*t))
    model.addSubModel(corners, faces)
    model.endModel()
    return model


def least(*questions):
    """The least time of each, in turns, in microseconds, and the last answers."""
    best, answers = [math.inf] * len(questions), [None] * len(questions)
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        for k, ask in enumerate(questions):
            start = time.perf_counter_ns()
            answers[k] = ask()
            best[k] = min(best[k], (time.perf_counter_ns() - start) / 1e3)
    return best, answers


def turn(q):
    x, y, z, w = q
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])


def asked(pose, ours, theirs):
    """The two questions about a pair, with the poses made."""
    pose = np.array(pose, dtype=float)
    pose[3:] /= np.linalg.norm(pose[3:])
    here, there = clearance.Pose(), clearance.Pose(pose[:3], pose[3:])
    origin, at = coal.Transform3s.Identity(), coal.Transform3s(turn(pose[3:]), pose[:3])
    request = coal.CollisionRequest(coal.CollisionRequestFlag.CONTACT, 100_000_000)

    def coal_collides():
        result = coal.CollisionResult()
        coal.collide(theirs[0], origin, theirs[1], at, request, result)
        return result.numContacts()

    return [lambda: len(clearance.contacts(ours[0], here, ours[1], there)), coal_collides]


def main():
    triangle = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]
    theirs = [of_coal(triangle)] * 2
    sphere = clearance.sphere(1.0)
    (us, peer), _ = least(*asked([0.3, 0.2, 9, 0, 0, 0, 1], [sphere, sphere], theirs))
    print(f"{'a call':<24} {'':>7} {'':>7} {us:9.1f} {peer:9.1f}")
    logs = []
    print(f"{'':<24} {'triangles':>15} {'ours, us':>9} {'coal, us':>9} {'ours/coal':>9}   patches, coal's contacts")
    for name, a, b, pose in pairs():
        solids = [clearance.solid(np.array(p, dtype=float), np.array(t)) for p, t in (a, b)]
        (us, peer), answers = least(*asked(pose, solids, [of_coal(a), of_coal(b)]))
        logs.append(math.log(us / peer))
        counts = f"{len(a[1]):>7} {len(b[1]):>7}"
        print(f"{name:<24} {counts} {us:9.1f} {peer:9.1f} {us / peer:9.2f}   {answers[0]}, {answers[1]}")
    print(f"geometric mean of ours / coal: {math.exp(sum(logs) / len(logs)):.2f}")


main()
