"""What trimesh's own tests import as ``generic``, with clearance in the place of fcl, rtree and embree.

trimesh's sdist has its tests, but neither this module of theirs nor its models. So meshes with the properties that the
tests ask about stand in for the models. If ``TRIMESH_SOURCE`` names a checkout of trimesh, its models are used.
"""

import json
import logging
import os
import sys
import time  # noqa: F401
import types
import unittest  # noqa: F401
from collections import deque  # noqa: F401
from pathlib import Path

import numpy as np
import trimesh
from blocks import blocks
from shapely.geometry import Point, Polygon  # noqa: F401
from trimesh.base import Trimesh  # noqa: F401
from trimesh.constants import tol  # noqa: F401

import clearance.trimesh as ours

# The changed import. The tests skip themselves without fcl; this one answers nothing.
sys.modules["fcl"] = types.ModuleType("fcl")
trimesh.collision = ours
trimesh.proximity.closest_point = ours.closest_point
trimesh.proximity.signed_distance = ours.signed_distance
trimesh.proximity.ProximityQuery = ours.ProximityQuery
trimesh.ray.ray_triangle.RayMeshIntersector = ours.RayMeshIntersector
trimesh.ray.has_embree = False

log = logging.getLogger("trimesh")
transforms = np.array([trimesh.transformations.euler_matrix(np.pi / 4, i, 0) for i in np.linspace(0, 2 * np.pi, 100)])


def random(*shape):
    return np.random.RandomState(1).random_sample(*shape)


def without_faces(mesh, count):
    return trimesh.Trimesh(mesh.vertices, mesh.faces[count:], process=False)


def gear_train():
    """Two wheels on one shaft, which both overlap."""
    scene = trimesh.Scene()
    wheel, shaft = trimesh.creation.torus(2, 0.5), trimesh.creation.cylinder(radius=1.7, height=6)
    for name, mesh, z in [("first", wheel, 0), ("second", wheel, 2), ("shaft", shaft, 1)]:
        scene.add_geometry(
            mesh, node_name=name, geom_name=name, transform=trimesh.transformations.translation_matrix([0, 0, z])
        )
    return scene


SEVEN = np.ones((2, 2, 2))
SEVEN[1, 1, 1] = 0
STAND_INS = {
    "unit_cube.STL": trimesh.creation.box,
    "unit_sphere.STL": lambda: trimesh.creation.icosphere(subdivisions=3),
    "20mm-xyz-cube.stl": lambda: trimesh.creation.box([20, 20, 20]).apply_translation([-38, 5, -21]),
    "7_8ths_cube.stl": lambda: blocks(SEVEN, 20, [-20, -20, -20]),
    # The origin is in the plane of the face that ends at the corner next to it.
    "origin_inside.STL": lambda: blocks([[[1], [1]], [[1], [0]]], 2, [-1.5, -2, -1]),
    "teapot.stl": lambda: without_faces(trimesh.creation.icosphere(radius=5), 100),
    "cycloidal.3DXML": gear_train,
    "cylinder.stl": lambda: trimesh.creation.cylinder(radius=1, height=3),
    "torus.stl": lambda: trimesh.creation.torus(2, 0.5),
}
SOURCE = os.environ.get("TRIMESH_SOURCE")


def get_mesh(file_name, use_embree=False, **kwargs):
    if SOURCE:
        return trimesh.load(Path(SOURCE, "models", file_name), **kwargs)
    mesh = STAND_INS[file_name]()
    if isinstance(mesh, trimesh.Trimesh):
        mesh._source = types.SimpleNamespace(file_name=file_name)
    return mesh


def get_meshes(count):
    return [get_mesh(name) for name in ["unit_cube.STL", "7_8ths_cube.stl"][:count]]


def ray_data():
    if SOURCE:
        return json.loads(Path(SOURCE, "tests/data/ray_data.json").read_text())
    names = ["cylinder.stl", "torus.stl"]
    rays = {"ray_origins": random((1200, 3)) * 6 - 3, "ray_directions": random((1201, 3))[1:] - 0.5}
    loads = [{"file_name": name, "use_embree": embree} for name in names for embree in (True, False)]
    return {"load_kwargs": loads, "rays": dict.fromkeys(names, rays)}


data = {"ray_data": ray_data()}
