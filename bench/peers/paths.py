"""Paths of a robot with coal and pinocchio, by their packages for Python: microseconds a path, and hits that are missed.

    cargo run --release -p paths -- --write /tmp/paths.json    # in bench; prints the times of proofs
    pip install pin coal numpy
    python peers/paths.py /tmp/paths.json

The robot, its pairs of bodies, the boxes around it and the paths are those of the command. Meshes are the hulls of their
vertices, as there. Configurations are sampled at even distances up to the first collision, by pinocchio's loop over the
pairs and by its tree of boxes; both run in C++ for a configuration, and what the calls from Python cost, about
a microsecond, is in the times.
"""

import json
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import coal
import numpy as np
import pinocchio as pin

PASSES = 3
SAMPLES = [10, 30, 100, 300, 1000]


def load(task):
    """The model of joints and the model of shapes, with the pairs of the task."""
    urdf = Path(task["urdf"])
    model = pin.buildModelFromUrdf(str(urdf))
    folders = [str(folder) for folder in urdf.parents][:-1]
    shapes = pin.buildGeomFromUrdf(model, str(urdf), pin.GeometryType.COLLISION, folders)
    bodies = {}
    for number, shape in enumerate(shapes.geometryObjects):
        if isinstance(shape.geometry, coal.BVHModelBase):
            shape.geometry.buildConvexRepresentation(True)
            shape.geometry = shape.geometry.convex
        bodies.setdefault(model.frames[shape.parentFrame].name, []).append(number)
    for k, box in enumerate(task["boxes"]):
        place = pin.SE3(np.eye(3), np.array(box["at"]))
        shape = pin.GeometryObject(f"box {k}", 0, 0, place, coal.Box(*(2 * np.array(box["half"]))))
        bodies[f"box {k}"] = [shapes.addGeometryObject(shape)]
    for a, b in task["pairs"]:
        for i in bodies.get(a, []):
            for j in bodies.get(b, []):
                shapes.addCollisionPair(pin.CollisionPair(i, j))
    return model, shapes


class Configurations:
    """Values of the robot's joints as configurations of pinocchio, those that follow others included."""

    def __init__(self, task, model):
        followers = []
        for joint in ElementTree.parse(task["urdf"]).getroot().iter("joint"):
            mimic = joint.find("mimic")
            if mimic is not None:
                multiplier, offset = (float(mimic.get(key, default)) for key, default in (("multiplier", 1), ("offset", 0)))
                followers.append((joint.get("name"), mimic.get("joint"), multiplier, offset))
        number = {name: k for k, name in enumerate(task["joints"])}
        free = [(name, k, 1.0, 0.0) for name, k in number.items()]
        free += [(name, number[of], multiplier, offset) for name, of, multiplier, offset in followers if of in number]
        self.columns = []
        for name, k, multiplier, offset in free:
            joint = model.joints[model.getJointId(name)]
            self.columns.append((joint.idx_q, joint.nq == 2, k, multiplier, offset))
        self.size = model.nq

    def of(self, values):
        q = np.zeros(self.size)
        for at, is_circle, k, multiplier, offset in self.columns:
            value = multiplier * values[k] + offset
            if is_circle:
                q[at], q[at + 1] = np.cos(value), np.sin(value)
            else:
                q[at] = value
        return q


def main(file):
    task = json.loads(Path(file).read_text())
    model, shapes = load(task)
    configurations = Configurations(task, model)
    data, found = model.createData(), shapes.createData()
    tree = pin.BroadPhaseManager_DynamicAABBTreeCollisionManager(model, shapes, found)
    ways = {
        "pairs": lambda q: pin.computeCollisions(model, data, shapes, found, q, True),
        "tree": lambda q: pin.computeCollisions(model, data, tree, q, True),
    }
    paths = task["paths"]
    hits = sum(path["verdict"] == "broken" for path in paths)
    print(f"{len(shapes.collisionPairs)} pairs of shapes, {len(paths)} paths, {hits} hits")
    for samples in SAMPLES:
        rows = []
        for path in paths:
            start, end = (np.array(row) for row in path["rows"])
            rows.append([configurations.of(start + k / samples * (end - start)) for k in range(1, samples)])
        for name, collides in ways.items():
            least, missed, wrong = np.inf, 0, 0
            for _ in range(PASSES):
                begin = time.perf_counter()
                results = [any(map(collides, path)) for path in rows]
                least = min(least, time.perf_counter() - begin)
            for path, result in zip(paths, results):
                missed += path["verdict"] == "broken" and not result
                wrong += path["verdict"] == "proven" and result
            print(f"{samples} samples, {name}: {least / len(paths) * 1e6:.1f} us a path, {missed} of {hits} hits missed,"
                  f" {wrong} proofs refuted")


if __name__ == "__main__":
    main(sys.argv[1])
