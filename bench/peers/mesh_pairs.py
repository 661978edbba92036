"""Pairs of meshes with coal and FCL, by their packages for Python: nanoseconds a query, least of several passes.

    cargo run --release -p worlds -- --write /tmp/meshes     # in bench
    pip install coal python-fcl numpy
    python peers/mesh_pairs.py /tmp/meshes

The placements are those of `cargo run --release -p worlds -- meshes`. Both libraries get the trees that are their fastest
for distances here: boxes that are turned and swept spheres, OBBRSS. What a call from Python costs, about
a microsecond, is in the times. A query of coal starts cold: its guess is not kept.
"""

import sys
import time
from pathlib import Path

import numpy as np

PASSES = 7


def matrix(q):
    """The rotation of a quaternion x, y, z, w."""
    x, y, z, w = q / np.linalg.norm(q)
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])


class Coal:
    name = "coal"

    def __init__(self, meshes):
        import coal
        self.coal = coal
        self.meshes = [self.mesh(*mesh) for mesh in meshes]

    def mesh(self, vertices, triangles):
        coal = self.coal
        mesh = coal.BVHModelOBBRSS()
        mesh.beginModel(len(triangles), len(vertices))
        points = coal.StdVec_Vec3s()
        for v in vertices:
            points.append(v)
        corners = coal.StdVec_Triangle()
        for t in triangles:
            corners.append(coal.Triangle(int(t[0]), int(t[1]), int(t[2])))
        mesh.addSubModel(points, corners)
        mesh.endModel()
        return mesh

    def at(self, pose):
        return self.coal.Transform3s(matrix(pose[:4]), pose[4:])

    def distance(self, a, b):
        request, result = self.coal.DistanceRequest(), self.coal.DistanceResult()
        return max(self.coal.distance(self.meshes[0], a, self.meshes[1], b, request, result), 0.0)

    def intersects(self, a, b):
        request, result = self.coal.CollisionRequest(), self.coal.CollisionResult()
        return self.coal.collide(self.meshes[0], a, self.meshes[1], b, request, result) > 0


class Fcl:
    name = "fcl"

    def __init__(self, meshes):
        import fcl
        self.fcl = fcl
        self.objects = [fcl.CollisionObject(self.mesh(*mesh)) for mesh in meshes]

    def mesh(self, vertices, triangles):
        mesh = self.fcl.BVHModel()
        mesh.beginModel(len(vertices), len(triangles))
        mesh.addSubModel(vertices, triangles)
        mesh.endModel()
        return mesh

    def at(self, pose):
        return self.fcl.Transform(matrix(pose[:4]), pose[4:])

    def place(self, poses):
        for mesh, pose in zip(self.objects, poses):
            mesh.setTransform(pose)

    def distance(self, a, b):
        self.place([a, b])
        result = self.fcl.DistanceResult()
        return max(self.fcl.distance(*self.objects, self.fcl.DistanceRequest(), result), 0.0)

    def intersects(self, a, b):
        self.place([a, b])
        result = self.fcl.CollisionResult()
        return self.fcl.collide(*self.objects, self.fcl.CollisionRequest(), result) > 0


def main():
    folder = Path(sys.argv[1])
    meshes = [
        (np.loadtxt(folder / f"vertices_{k}.txt"), np.loadtxt(folder / f"triangles_{k}.txt", dtype=int))
        for k in "ab"
    ]
    peers = [Coal(meshes), Fcl(meshes)]
    for name in ["apart", "near", "overlapping"]:
        placed = np.loadtxt(folder / f"placements_{name}.txt")
        poses = [[(peer.at(row[:7]), peer.at(row[7:])) for row in placed] for peer in peers]
        for question in ["distance", "intersects"]:
            least = [float("inf")] * len(peers)
            answers = [None] * len(peers)
            for _ in range(PASSES):
                for i, peer in enumerate(peers):
                    ask = getattr(peer, question)
                    start = time.perf_counter_ns()
                    answers[i] = [ask(a, b) for a, b in poses[i]]
                    least[i] = min(least[i], (time.perf_counter_ns() - start) / len(placed))
            mean = sum(map(float, answers[0])) / len(placed)
            times = "   ".join(f"{peer.name} {ns:>9.0f} ns" for peer, ns in zip(peers, least))
            print(f"meshes, {question:<12} {name:<12} {times}   mean answer {mean:.6f}")


main()
