"""What trimesh answers with python-fcl, rtree and embree, answered by clearance. To change the import is all:

    from clearance.trimesh import CollisionManager, scene_to_collision  # instead of trimesh.collision
    from clearance.trimesh import ProximityQuery, closest_point         # instead of trimesh.proximity
    from clearance.trimesh import RayMeshIntersector                    # instead of trimesh.ray.ray_triangle

Names, arguments, defaults and return values are those of trimesh 5. The answers differ where trimesh's are not those of
the shapes:

- A watertight mesh is a solid. One inside another is a collision, and its distance is negative; trimesh compares the
  surfaces, finds no collision and a positive distance.
- There is one contact for each pair, and its depth is the length of a translation that parts the whole pair; trimesh has a
  contact for each pair of triangles. The normal leads from the manager's object to the other one; of two objects of one
  manager, from the one that was added first.
- The least distance of objects that overlap is that of the deepest pair; trimesh stops at the first one, and says 0 of
  meshes that are not convex.
- ``index(name)`` is the nearest face, of convex meshes, too; trimesh has -1 there.
- Transforms are used in double precision, and may stretch and mirror.
- If there is no pair, the distance is the largest float as in trimesh, and the names are None.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib import import_module
from types import SimpleNamespace
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

import clearance
from clearance import Pose, Shape
from clearance._boxes import least_distances, touching

__all__ = [
    "CollisionManager",
    "CollisionObject",
    "ContactData",
    "DistanceData",
    "ProximityQuery",
    "RayMeshIntersector",
    "closest_point",
    "scene_to_collision",
    "signed_distance",
]

_Floats = NDArray[np.float64]
_Indices = NDArray[np.int64]
#: The distance if there is no pair.
_LARGEST = float(np.finfo(np.float64).max)
_EXTERNAL = "__external"


class _Geometry:
    """A mesh as it was when it was given: the shape that is asked about, and the surface with the mesh's faces."""

    def __init__(self, vertices: ArrayLike, faces: ArrayLike, is_watertight: bool):
        self.vertices = np.array(vertices, dtype=np.float64)
        self.faces = np.array(faces, dtype=np.int64)
        self.is_watertight = is_watertight

    @staticmethod
    def of(mesh: Any) -> _Geometry:
        kind: Any = type(mesh)
        by_content = kind.__hash__ is not None and kind.__hash__ is not object.__hash__
        found = _KNOWN.get(hash(mesh)) if by_content else None
        if found is None:
            if not (hasattr(mesh, "vertices") and hasattr(mesh, "faces")):
                raise TypeError(f"mesh: a trimesh.Trimesh is needed, not {kind}; scene_to_collision takes scenes")
            found = _Geometry(mesh.vertices, mesh.faces, bool(mesh.is_watertight))
            if by_content:
                _KNOWN[hash(mesh)] = found
        _LATEST.append(found)
        return found

    @cached_property
    def shape(self) -> Shape:
        """A solid or a surface; the hull of a solid that is convex, because questions about hulls are faster."""
        shape = Shape.from_trimesh(SimpleNamespace(**{name: getattr(self, name) for name in _MESH}))
        if shape.kind == "solid":
            hull = clearance.hull(self.vertices)
            # A volume is rounded to about this part of it.
            if hull.volume <= shape.volume * (1 + 1e-12):
                return hull
        return shape

    @cached_property
    def surface(self) -> Shape:
        return clearance.mesh(self.vertices, self.faces)

    def moved(self, matrix: _Floats) -> _Geometry:
        faces = self.faces[:, ::-1] if np.linalg.det(matrix[:3, :3]) < 0 else self.faces
        return _Geometry(self.vertices @ matrix[:3, :3].T + matrix[:3, 3], faces, self.is_watertight)


_MESH = ["vertices", "faces", "is_watertight"]
#: By the hash of their content, because meshes are often asked about again, and scenes place them many times: those that
#: are in use, and the latest.
_KNOWN: WeakValueDictionary[int, _Geometry] = WeakValueDictionary()
_LATEST: deque[_Geometry] = deque(maxlen=8)


class CollisionObject:
    """A mesh at its place in a manager."""

    def __init__(self, name: Any, mesh: Any, transform: ArrayLike | None = None):
        self.name = name
        self._given = _Geometry.of(mesh)
        self._scene: clearance.Scene | None = None
        self.set_transform(np.eye(4) if transform is None else transform)

    def set_transform(self, transform: ArrayLike) -> None:
        """Raises ValueError if the shape is not (4, 4)."""
        matrix = np.array(transform, dtype=np.float64)
        if matrix.shape != (4, 4):
            raise ValueError("transform must be (4,4)!")
        try:
            pose, geometry = Pose.from_matrix(matrix), self._given
        except ValueError:  # it stretches or mirrors
            if not np.isfinite(matrix).all():
                raise ValueError("transform must be finite") from None
            pose, geometry = Pose(), self._given.moved(matrix)
        was = self.__dict__.get("shape")
        self.pose, self.shape, self._geometry = pose, geometry.shape, geometry
        self.__dict__.pop("bounds", None)
        if self._scene is None:
            return
        if self.shape is was:
            self._scene.move(self.body, pose)
        else:
            self._scene.remove(self.body)
            self.enter(self._scene, self.body)

    def enter(self, scene: clearance.Scene, body: str) -> None:
        """From now on it is a body of a scene, too, with this name."""
        scene.add(body, self.shape, self.pose)
        self._scene, self.body = scene, body

    def leave(self) -> None:
        """It is no longer a body of the scene."""
        if self._scene is not None:
            self._scene.remove(self.body)
        self._scene = None

    @cached_property
    def bounds(self) -> _Floats:
        return self.shape.bounds(self.pose)

    def face(self, point: _Floats) -> int:
        """The face of the mesh that is nearest to a point of the world."""
        return int(clearance.project(self._geometry.surface, point[np.newaxis], pose=self.pose).face[0])


class _Answer(NamedTuple):
    """How far two objects are apart, in world coordinates."""

    objects: tuple[CollisionObject, CollisionObject]
    signed_distance: float
    normal: _Floats
    points: tuple[_Floats, _Floats]

    def face(self, name: Any) -> int:
        by_name = {one.name: (one, point) for one, point in zip(self.objects, self.points, strict=True)}
        one, point = by_name[name]
        return one.face(point)


class ContactData:
    """A contact of two objects."""

    def __init__(self, answer: _Answer):
        self.names = {one.name for one in answer.objects}
        self._answer = answer

    @property
    def normal(self) -> _Floats:
        """A unit vector; moving the second object along it by ``depth`` parts the two."""
        return self._answer.normal

    @property
    def point(self) -> _Floats:
        """In the middle of the points where the surfaces are deepest in the other object, in world coordinates."""
        a, b = self._answer.points
        return (a + b) / 2

    @property
    def depth(self) -> float:
        """0 if the objects only touch."""
        return max(0.0, -self._answer.signed_distance)

    def index(self, name: Any) -> int:
        """The face of the named object that is in contact."""
        return self._answer.face(name)


class DistanceData:
    """The least distance of two objects."""

    def __init__(self, answer: _Answer | None):
        self.names = {one.name for one in answer.objects} if answer else {None}
        self._answer = answer

    @property
    def distance(self) -> float:
        """Negative if the objects overlap."""
        return self._answer.signed_distance if self._answer else _LARGEST

    def point(self, name: Any) -> _Floats | None:
        """The point of the named object that is nearest to the other one, in world coordinates."""
        if self._answer is None:
            return None
        return {one.name: point for one, point in zip(self._answer.objects, self._answer.points, strict=True)}[name]

    def index(self, name: Any) -> int:
        """The face that the point is on; -1 if there is no pair."""
        return self._answer.face(name) if self._answer else -1


_Pairs = list[tuple[CollisionObject, CollisionObject]]


def _colliding(first: Sequence[CollisionObject], second: Sequence[CollisionObject]) -> _Pairs:
    """The pairs that touch or overlap."""
    pairs = touching(np.array([one.bounds for one in [*first, *second]]))
    pairs = pairs[(pairs[:, 0] < len(first)) & (pairs[:, 1] >= len(first))]
    if len(pairs) == 0:
        return []
    sides = [first[k] for k in pairs[:, 0]], [second[k - len(first)] for k in pairs[:, 1]]
    hit = clearance.intersects(*_columns(sides[0]), *_columns(sides[1]))
    return [(sides[0][k], sides[1][k]) for k in np.flatnonzero(hit)]


def _columns(objects: Iterable[CollisionObject]) -> tuple[list[Shape], _Floats]:
    return [one.shape for one in objects], np.array([one.pose for one in objects])


def _apart(a: CollisionObject, b: CollisionObject) -> _Answer:
    found = clearance.clearance(a.shape, a.pose, b.shape, b.pose)
    return _Answer((a, b), found.signed_distance, found.normal, (found.point_a, found.point_b))


def _nearest(first: Sequence[CollisionObject], second: Sequence[CollisionObject]) -> _Answer | None:
    """The pair with the least signed distance."""
    bounds = np.array([one.bounds for one in second]).reshape(-1, 2, 3)
    best: _Answer | None = None
    for one in first:
        least = least_distances(one.bounds, bounds)
        for j in np.argsort(least, kind="stable"):
            if best is not None and least[j] >= best.signed_distance:
                break
            answer = _apart(one, second[j])
            if best is None or answer.signed_distance < best.signed_distance:
                best = answer
    return best


def _contacts(pairs: _Pairs) -> list[ContactData]:
    return [ContactData(_apart(a, b)) for a, b in pairs]


def _wanted(answer: Any, *more: tuple[bool, Any]) -> Any:
    """The answer, with those of the others that are wanted."""
    wanted = [value for is_wanted, value in more if is_wanted]
    return (answer, *wanted) if wanted else answer


class CollisionManager:
    """Objects by name, and which of them collide: with each other, with one more, or with those of another manager.

    Bounding boxes sort out what is far. The objects are bodies of a ``clearance.Scene``.
    """

    def __init__(self) -> None:
        self._objs: dict[Any, CollisionObject] = {}
        self._scene, self._added = clearance.Scene(), 0

    def add_object(self, name: Any, mesh: Any, transform: ArrayLike | None = None) -> CollisionObject:
        """Adds a ``trimesh.Trimesh`` at a place, a matrix of shape (4, 4); one with the same name is replaced.

        Raises ValueError if the shape of the transform is not (4, 4).
        """
        added = CollisionObject(name, mesh, transform)
        if name in self._objs:
            self._objs[name].leave()
        self._added += 1
        added.enter(self._scene, str(self._added))
        self._objs[name] = added
        return added

    def remove_object(self, name: Any) -> None:
        """Raises ValueError for an unknown name."""
        self._objs.pop(self._known(name)).leave()

    def set_transform(self, name: Any, transform: ArrayLike) -> None:
        """Raises ValueError for an unknown name, or if the shape of the transform is not (4, 4)."""
        self._objs[self._known(name)].set_transform(transform)

    def in_collision_single(
        self, mesh: Any, transform: ArrayLike | None = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Does a mesh collide with any object?

        Returns bool; with ``return_names`` also a set of the names; with ``return_data`` also a list of ``ContactData``,
        in which the mesh has the name "__external".
        """
        pairs = _colliding(self._objects(), [CollisionObject(_EXTERNAL, mesh, transform)])
        return _collisions(pairs, {a.name for a, _ in pairs}, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Does any object collide with another one?

        Returns bool; with ``return_names`` also a set of pairs of names, each in alphabetical order; with ``return_data``
        also a list of ``ContactData``.
        """
        if not (return_names or return_data):
            return len(self._scene.intersecting(1)) > 0
        pairs = self._pairs()
        return _collisions(pairs, {tuple(sorted((a.name, b.name))) for a, b in pairs}, return_names, return_data)

    def in_collision_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Does any object collide with one of another manager?

        Returns bool; with ``return_names`` also a set of pairs of names, the own one first; with ``return_data`` also a
        list of ``ContactData``.
        """
        pairs = _colliding(self._objects(), other_manager._objects())
        return _collisions(pairs, {(a.name, b.name) for a, b in pairs}, return_names, return_data)

    def min_distance_single(
        self, mesh: Any, transform: ArrayLike | None = None, return_name: bool = False, return_data: bool = False
    ) -> Any:
        """How far is a mesh from the nearest object? Negative if they overlap.

        Returns float; with ``return_name`` also the name; with ``return_data`` also a ``DistanceData``, in which the mesh
        has the name "__external".
        """
        answer = _nearest(self._objects(), [CollisionObject(_EXTERNAL, mesh, transform)])
        name = answer.objects[0].name if answer else None
        return _distances(answer, name, return_name, return_data)

    def min_distance_internal(self, name: Any = None, return_names: bool = False, return_data: bool = False) -> Any:
        """How far apart are the nearest two objects, or the named one and the object nearest to it?

        Returns float; with ``return_names`` also the names in alphabetical order; with ``return_data`` also a
        ``DistanceData``. Raises ValueError for an unknown name.
        """
        if name is None:
            nearest = {body for pair in self._scene.nearest() for body in (pair.a, pair.b)}
            both = [one for one in self._objects() if one.body in nearest]
            answer = _apart(both[0], both[1]) if both else None
        else:
            one = self._objs[self._known(name)]
            answer = _nearest([one], [other for other in self._objects() if other is not one])
        names = tuple(sorted(one.name for one in answer.objects)) if answer else (None, None)
        return _distances(answer, names, return_names, return_data)

    def min_distance_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """How far apart are the nearest two objects, one of each manager?

        Returns float; with ``return_names`` also the names, the own one first; with ``return_data`` also a
        ``DistanceData``.
        """
        answer = _nearest(self._objects(), other_manager._objects())
        names = tuple(one.name for one in answer.objects) if answer else (None, None)
        return _distances(answer, names, return_names, return_data)

    def _objects(self) -> list[CollisionObject]:
        return list(self._objs.values())

    def _pairs(self) -> _Pairs:
        """The pairs that touch or overlap, in the order of the objects."""
        objects, scene = self._objects(), self._scene
        place = {one.body: number for number, one in enumerate(objects)}
        number = {handle: place[body] for handle, body in zip(scene.handles.tolist(), scene.names, strict=True)}
        pairs = sorted(sorted((number[a], number[b])) for a, b in scene.intersecting().tolist())
        return [(objects[a], objects[b]) for a, b in pairs]

    def _known(self, name: Any) -> Any:
        if name not in self._objs:
            raise ValueError(f"{name} not in collision manager!")
        return name


def _collisions(pairs: _Pairs, names: set[Any], return_names: bool, return_data: bool) -> Any:
    contacts = _contacts(pairs) if return_data else []
    return _wanted(len(pairs) > 0, (return_names, names), (return_data, contacts))


def _distances(answer: _Answer | None, names: Any, return_names: bool, return_data: bool) -> Any:
    data = DistanceData(answer)
    return _wanted(data.distance, (return_names, names), (return_data, data))


def scene_to_collision(scene: Any) -> tuple[CollisionManager, dict[Any, CollisionObject]]:
    """A manager with the meshes of a ``trimesh.Scene``, and its objects, by the names of nodes."""
    manager, objects = CollisionManager(), {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        objects[node] = manager.add_object(node, scene.geometry[geometry], transform)
    return manager, objects


def _rows(name: str, given: ArrayLike) -> _Floats:
    array = np.asarray(given, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name} must be (n,3)!")
    return array


def closest_point(mesh: Any, points: ArrayLike) -> tuple[_Floats, _Floats, _Indices]:
    """The nearest point of the surface to each point of shape (N, 3), its distance, and its face.

    Of faces that are equally near, to trimesh's tolerance, it is the one that looks most at the point, as in trimesh.
    """
    points = _rows("points", points)
    face = clearance.project(_Geometry.of(mesh).surface, points).face
    # A part at a time, because a corner may have many faces.
    part = 1 + 2**18 // mesh.vertex_faces.shape[1]
    found = [
        _most_facing(mesh, points[start : start + part], face[start : start + part])
        for start in range(0, len(points), part)
    ]
    if not found:
        return np.zeros((0, 3)), np.zeros(0), np.zeros(0, dtype=np.int64)
    closest, distance, faces = (np.concatenate(column) for column in zip(*found, strict=True))
    return closest, distance, faces


def _most_facing(mesh: Any, points: _Floats, face: _Indices) -> tuple[_Floats, _Floats, _Indices]:
    tol, on_triangles = import_module("trimesh.constants").tol, import_module("trimesh.triangles").closest_point
    around = mesh.vertex_faces[mesh.faces[face]].reshape(len(points), -1)
    around = np.column_stack([face, np.where(around < 0, face[:, np.newaxis], around)])
    repeated = np.repeat(points, around.shape[1], axis=0)
    closest = on_triangles(mesh.triangles[around.ravel()], repeated).reshape(*around.shape, 3)
    away = points[:, np.newaxis] - closest
    distance = np.linalg.norm(away, axis=2)
    is_near = distance <= distance.min(axis=1, keepdims=True) + tol.merge
    looks = np.where(is_near, (mesh.face_normals[around] * away).sum(axis=2), -np.inf)
    row, best = np.arange(len(points)), looks.argmax(axis=1)
    return closest[row, best], distance[row, best], around[row, best]


def signed_distance(mesh: Any, points: ArrayLike) -> _Floats:
    """How far each point, of shape (N, 3), is from the surface: positive inside, as in trimesh.

    A mesh that is not watertight has its inside behind its faces.
    """
    points = _rows("points", points)
    if mesh.is_watertight:
        found: NDArray[np.float64] = -clearance.signed_distance(Shape.from_trimesh(mesh), points)
        return found
    closest, distance, face = closest_point(mesh, points)
    behind = (mesh.face_normals[face] * (points - closest)).sum(axis=1) < 0
    return np.where(behind, distance, -distance)


class ProximityQuery:
    """Questions about points near a ``trimesh.Trimesh``."""

    def __init__(self, mesh: Any):
        self._mesh = mesh

    def on_surface(self, points: ArrayLike) -> tuple[_Floats, _Floats, _Indices]:
        """See ``closest_point``."""
        return closest_point(self._mesh, points)

    def vertex(self, points: ArrayLike) -> tuple[_Floats, _Indices]:
        """The distance of the nearest vertex to each point, and its number. Needs scipy."""
        distance, index = self._mesh.kdtree.query(points)
        return distance, index

    def signed_distance(self, points: ArrayLike) -> _Floats:
        """See ``signed_distance``."""
        return signed_distance(self._mesh, points)


class RayMeshIntersector:
    """Where rays meet the surface of a ``trimesh.Trimesh``. Origins and directions have shape (N, 3); no ray passes
    between faces."""

    def __init__(self, mesh: Any):
        self.mesh = mesh

    def intersects_id(
        self,
        ray_origins: ArrayLike,
        ray_directions: ArrayLike,
        return_locations: bool = False,
        multiple_hits: bool = True,
        **_: Any,
    ) -> tuple[_Indices, ...]:
        """The face and the ray of each hit, all hits or the first of each ray; with ``return_locations`` also where it is,
        and a hit on an edge only once."""
        face, ray, location = self._hits(_rows("rays", ray_origins), _rows("rays", ray_directions), multiple_hits)
        if not return_locations:
            return face, ray
        if len(face) > 0:
            unique_rows = import_module("trimesh.grouping").unique_rows
            once = np.sort(unique_rows(np.column_stack([location, ray]))[0])
            face, ray, location = face[once], ray[once], location[once]
        return face, ray, location

    def _hits(self, origins: _Floats, directions: _Floats, multiple: bool) -> tuple[_Indices, _Indices, Any]:
        surface = _Geometry.of(self.mesh).surface
        if multiple:
            hits = clearance.raycast_all(surface, origins, directions)
            return hits.face, hits.ray, hits.point
        first = clearance.raycast(surface, origins, directions)
        ray = np.flatnonzero(first.hit)
        return first.face[ray], ray, first.point[ray]

    def intersects_location(
        self, ray_origins: ArrayLike, ray_directions: ArrayLike, **kwargs: Any
    ) -> tuple[Any, _Indices, _Indices]:
        """Where each hit is, its ray and its face."""
        face, ray, location = self.intersects_id(ray_origins, ray_directions, return_locations=True, **kwargs)
        return location, ray, face

    def intersects_first(self, ray_origins: ArrayLike, ray_directions: ArrayLike, **_: Any) -> _Indices:
        """The face that each ray meets first, -1 for a miss."""
        surface = _Geometry.of(self.mesh).surface
        found: _Indices = clearance.raycast(surface, _rows("rays", ray_origins), _rows("rays", ray_directions)).face
        return found

    def intersects_any(self, ray_origins: ArrayLike, ray_directions: ArrayLike, **_: Any) -> NDArray[np.bool_]:
        """Does each ray meet any face?"""
        surface = _Geometry.of(self.mesh).surface
        rays = (_rows("rays", ray_origins), _rows("rays", ray_directions))
        found: NDArray[np.bool_] = clearance.raycast(surface, *rays).hit
        return found

    def contains_points(self, points: ArrayLike) -> NDArray[np.bool_]:
        """Is each point inside? A mesh that is not watertight contains what rays say, as in trimesh."""
        found: NDArray[np.bool_]
        if self.mesh.is_watertight:
            found = clearance.contains(Shape.from_trimesh(self.mesh), _rows("points", points))
        else:
            found = import_module("trimesh.ray.ray_util").contains_points(self, points)
        return found
