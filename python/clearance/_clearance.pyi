from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, ClassVar, Literal, TypeAlias, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "BodyContact",
    "BodyPair",
    "Clearance",
    "ClocksProof",
    "ClosestPoints",
    "Contact",
    "Contacts",
    "Impact",
    "LeastClearance",
    "LocalDepth",
    "Manifold",
    "Overlap",
    "OverlapPart",
    "Path",
    "PathCertificate",
    "Penetration",
    "Picture",
    "Pose",
    "Pose2",
    "Projection",
    "Proof",
    "RayHit",
    "RayHits",
    "Robot",
    "Scene",
    "SceneRayHit",
    "SceneStep",
    "Shape",
    "Shape2",
    "Shapes",
    "World",
    "__version__",
    "box",
    "box2",
    "capsule",
    "capsule2",
    "cast",
    "chain",
    "circle",
    "clearance",
    "closest_points",
    "compound",
    "compound2",
    "cone",
    "contacts",
    "contains",
    "cylinder",
    "distance",
    "ellipse",
    "ellipsoid",
    "half_plane",
    "half_space",
    "height_field",
    "hull",
    "intersects",
    "local_depth",
    "mesh",
    "overlap",
    "penetration",
    "picture",
    "polygon",
    "project",
    "raycast",
    "raycast_all",
    "region",
    "rounded",
    "segment",
    "segment2",
    "signed_distance",
    "solid",
    "sphere",
    "trace",
    "triangle",
    "verify",
    "verify_cast",
    "verify_contacts",
    "verify_raycast",
    "within",
]

__version__: str

_Floats: TypeAlias = NDArray[np.float64]
_Vector: TypeAlias = tuple[float, float, float] | list[float] | _Floats
_Vector2: TypeAlias = tuple[float, float] | list[float] | _Floats
#: One shape, or a sequence of them: all of space, or all of the plane.
_Shapes: TypeAlias = Shape | Shape2 | Sequence[Shape] | Sequence[Shape2]
#: Numbers of answers: float32 or float64.
_Numbers: TypeAlias = NDArray[np.floating[Any]]
#: A pose: a ``Pose``, or numbers of shape (7,): x, y, z, qx, qy, qz, qw; (3,): x, y, z; (4, 4): a rigid matrix. Many: a
#: list of ``Pose``, or (.., 7), (.., 3) or (.., 4, 4). Rotations and rigid transforms of scipy are poses, too. With shapes
#: of the plane: a ``Pose2``, or numbers of shape (.., 3): x, y, angle; (.., 2): x, y.
_Poses: TypeAlias = Any
#: One of these.
_Pose: TypeAlias = Any
_OnError: TypeAlias = Literal["raise", "mark"]
_Precision: TypeAlias = Literal["float32", "float64"]
_Progress: TypeAlias = Callable[[int, int], object]
_Algorithm: TypeAlias = Literal[
    "auto",
    "gjk",
    "gjk-epa",
    "gjk-boolean",
    "epa",
    "sat",
    "sat-pruned",
    "sat-gauss",
    "sat-bounded",
    "sat-boxes",
    "closed-form",
    "half-space",
]
_Path: TypeAlias = str | PathLike[str]
_Word: TypeAlias = Literal["proven", "unproven", "refuted"]

@final
class Pose:
    """A rotation, then a translation: from the local frame to the world. Immutable."""

    def __new__(
        cls, xyz: _Vector = (0.0, 0.0, 0.0), quaternion: Sequence[float] | _Floats = (0.0, 0.0, 0.0, 1.0)
    ) -> Pose:
        """``quaternion`` is x, y, z, w, of any length but zero.

        Raises ValueError for numbers that are not finite or too large, and for a zero quaternion.
        """
    @staticmethod
    def from_wxyz(xyz: _Vector, wxyz: Sequence[float] | _Floats) -> Pose:
        """From a quaternion w, x, y, z."""
    @staticmethod
    def from_matrix(matrix: ArrayLike) -> Pose:
        """From a rigid matrix of shape (4, 4).

        Raises ValueError if it stretches, shears or mirrors.
        """
    @property
    def xyz(self) -> list[float]:
        """The translation."""
    @property
    def quaternion(self) -> list[float]:
        """x, y, z, w, of length 1."""
    def matrix(self) -> _Floats:
        """Shape (4, 4)."""
    __array_ufunc__: None
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """x, y, z, qx, qy, qz, qw: ``np.array`` of N poses has shape (N, 7), and a list of poses is an array of them."""
    def inverse(self) -> Pose:
        """From the world to the local frame."""
    def __matmul__(self, other: Pose, /) -> Pose:
        """``other`` first, then ``self``."""
    def __rmatmul__(self, other: Pose, /) -> Pose: ...
    def __hash__(self) -> int: ...

@final
class Shape:
    """A shape in its own frame, convex or not. Immutable; copies share what is large. Equal shapes are equal number by
    number. Pickle keeps every bit."""

    @property
    def kind(self) -> str:
        """Such as "box", "hull", "mesh", "solid" or "compound"; of a ball "sphere", and of a height field "mesh"."""
    @property
    def volume(self) -> float:
        """Raises ValueError for a shape that encloses none."""
    @property
    def center_of_mass(self) -> list[float]:
        """In the local frame. Raises ValueError for a shape that encloses no volume."""
    @property
    def inertia(self) -> _Floats:
        """About the center of mass, for a density of 1; shape (3, 3)."""
    def bounds(self, pose: _Pose = None) -> _Floats:
        """The corners of a box along the axes of the world that contains the shape; shape (2, 3)."""
    def scaled(self, factors: _Vector) -> Shape:
        """Other sizes: each coordinate of the local frame times a factor; negative factors mirror. A mesh, solid or height
        field takes any and shares its tree, a convex shape those that leave it one of its kind (a sphere may become an
        ellipsoid), a compound one positive factor.

        Raises ValueError for other factors.
        """
    def _repr_html_(self) -> str:
        """A picture of the shape, with its kind and the sizes of its box."""
    @staticmethod
    def from_trimesh(mesh: Any, solid: bool | None = None) -> Shape:
        """A ``trimesh.Trimesh`` as a solid or, with ``solid=False``, as a surface without an inside; without ``solid``, as
        a solid if it is watertight.

        Triangles keep their numbers, but of a solid those that are degenerate or doubled are dropped.
        Raises ValueError with what is open if ``solid=True`` and the mesh is not closed.
        """
    @staticmethod
    def from_scipy(hull: Any) -> Shape:
        """The hull of the points of a ``scipy.spatial.ConvexHull`` in three dimensions."""
    def to_trimesh(self) -> Any:
        """A ``trimesh.Trimesh`` with the same vertices and triangles, of a mesh, solid, height field, hull or box.

        Raises ValueError for other shapes: they are not made of triangles.
        """
    def __hash__(self) -> int: ...

def sphere(radius: float) -> Shape:
    """A sphere around the origin."""

def box(size: _Vector) -> Shape:
    """A box around the origin with these edge lengths."""

def capsule(radius: float, length: float) -> Shape:
    """All points within ``radius`` of a segment of this length along z, around the origin."""

def cylinder(radius: float, length: float) -> Shape:
    """Along z, around the origin."""

def cone(radius: float, length: float) -> Shape:
    """Along z; the apex is at ``length / 2``, the base at ``-length / 2``."""

def ellipsoid(radii: _Vector) -> Shape:
    """Along the axes, around the origin."""

def segment(start: _Vector, end: _Vector) -> Shape:
    """From one point to another."""

def triangle(a: _Vector, b: _Vector, c: _Vector) -> Shape:
    """A triangle without a thickness."""

def half_space(normal: _Vector, offset: float = 0.0) -> Shape:
    """All points p with ``normal . p <= offset``; the normal need not have length 1."""

def hull(points: ArrayLike) -> Shape:
    """The convex hull of points of shape (N, 3), which may be flat."""

@overload
def rounded(shape: Shape, radius: float) -> Shape:
    """All points within ``radius`` of a bounded convex shape."""

@overload
def rounded(shape: Shape2, radius: float) -> Shape2: ...
def mesh(vertices: ArrayLike | _Path, triangles: ArrayLike | None = None) -> Shape:
    """A surface of triangles, counterclockwise seen from the front, without an inside. Shapes (N, 3) and (M, 3).

    Without triangles it is a file: OBJ, PLY, STL, DAE, glTF, GLB or 3MF, all its objects together, as
    ``mesh("part.stl")``. Raises ValueError with the file and the reason.
    """

def solid(vertices: ArrayLike | _Path, triangles: ArrayLike | None = None) -> Shape:
    """What a closed mesh encloses, also that of a file, as for ``mesh``. Equal vertices are joined, and fronts turned.

    Raises ValueError with what is open if the mesh is not closed.
    """

def height_field(heights: ArrayLike, cell: tuple[float, float] | list[float]) -> Shape:
    """Ground over a grid: ``heights[row, column]`` is z at x = column * cell[0], y = row * cell[1]."""

def compound(parts: Sequence[tuple[Shape, _Pose]]) -> Shape:
    """Shapes that keep their places to each other."""

@final
class Pose2:
    """A pose of the plane: a rotation, then a translation. Immutable."""

    def __new__(cls, xy: _Vector2 = (0.0, 0.0), angle: float = 0.0) -> Pose2:
        """``angle`` in radians, counterclockwise.

        Raises ValueError for numbers that are not finite or too large.
        """
    @staticmethod
    def from_matrix(matrix: ArrayLike) -> Pose2:
        """From a rigid matrix of shape (3, 3).

        Raises ValueError if it stretches, shears or mirrors.
        """
    @property
    def xy(self) -> list[float]:
        """The translation."""
    @property
    def angle(self) -> float:
        """From -pi to pi."""
    def matrix(self) -> _Floats:
        """Shape (3, 3)."""
    def inverse(self) -> Pose2:
        """From the world to the local frame."""
    def __matmul__(self, other: Pose2, /) -> Pose2:
        """``other`` first, then ``self``."""
    def __rmatmul__(self, other: Pose2, /) -> Pose2: ...
    def __hash__(self) -> int: ...

@final
class Shape2:
    """A shape of the plane in its own frame, convex or not. Immutable; pickle keeps every bit."""

    @property
    def kind(self) -> str:
        """Such as "circle", "box", "polygon", "chain", "region" or "compound"."""
    @property
    def area(self) -> float:
        """Raises ValueError for a shape that encloses none."""
    @property
    def center_of_mass(self) -> list[float]:
        """In the local frame. Raises ValueError for a shape that encloses no area."""
    @staticmethod
    def from_shapely(geometry: Any) -> Shape2:
        """A ``Polygon`` or ``MultiPolygon`` of shapely as a region, its holes left out; lines as a chain.

        Raises ValueError for points, empty geometries, and polygons together with lines.
        """
    def bounds(self, pose: _Pose = None) -> _Floats:
        """The corners of a box along the axes of the world that contains the shape; shape (2, 2)."""
    def _repr_html_(self) -> str:
        """A picture of the shape, with its kind and the sizes of its box."""
    def __hash__(self) -> int: ...

def circle(radius: float) -> Shape2:
    """Around the origin."""

def box2(size: _Vector2) -> Shape2:
    """Around the origin with these edge lengths."""

def ellipse(radii: _Vector2) -> Shape2:
    """Along the axes, around the origin."""

def polygon(points: ArrayLike) -> Shape2:
    """A convex polygon; its corners in order, of shape (N, 2).

    Raises ValueError if it is not convex: that is a ``region``.
    """

def segment2(start: _Vector2, end: _Vector2) -> Shape2:
    """From one point to another."""

def capsule2(start: _Vector2, end: _Vector2, radius: float) -> Shape2:
    """All points within ``radius`` of a segment."""

def half_plane(normal: _Vector2, offset: float = 0.0) -> Shape2:
    """All points p with ``normal . p <= offset``; the normal need not have length 1."""

def chain(points: ArrayLike, *, closed: bool = False) -> Shape2:
    """Segments from each point, of shape (N, 2), to the next, without an inside."""

def region(outlines: Sequence[ArrayLike]) -> Shape2:
    """What closed outlines enclose, each of shape (N, 2), either way round and with or without the first point again at the
    end. An outline in another one is a hole, one in a hole is filled, and so on.

    Raises ValueError for outlines that enclose nothing.
    """

def compound2(parts: Sequence[tuple[Shape2, _Pose]]) -> Shape2:
    """Shapes of the plane that keep their places to each other."""

@final
class Clearance:
    """How far apart shapes are. For one pair the attributes are values, for N rows arrays.

    ``status`` is 0 where the bounds contain 0 (undecided), 1 apart, 2 overlapping.
    """

    signed_distance: Any
    """The distance; minus the depth of an overlap. Within [lower, upper]."""
    lower: Any
    """It is proven that the exact value is not below."""
    upper: Any
    """It is proven that the exact value is not above."""
    normal: Any
    """Unit vectors from A to B, shape (3,) or (N, 3): moving B by depth * normal parts the shapes."""
    point_a: Any
    """The point of A that is nearest to B, or deepest in it, in world coordinates; shape (3,) or (N, 3)."""
    point_b: Any
    """The same of B."""
    status: Any
    """0 where the bounds contain 0 (undecided), 1 apart, 2 overlapping."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes by name, in order."""
    def __len__(self) -> int:
        """The number of rows. Raises TypeError for one row, which has none."""
    def __getitem__(self, index: Any, /) -> Clearance:
        """The answer of a row; of a slice, a mask or an array of rows, the answer of these."""
    def __iter__(self) -> Iterator[Clearance]: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

@final
class ClosestPoints:
    """The nearest points of shapes. For one pair the attributes are values, for N rows arrays."""

    point_a: Any
    """On A, in world coordinates, shape (3,) or (N, 3). NaN where the shapes touch or overlap."""
    point_b: Any
    """On B, as ``point_a``."""
    distance: Any
    """0 where they touch or overlap."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes by name, in order."""
    def __len__(self) -> int:
        """The number of rows. Raises TypeError for one row, which has none."""
    def __getitem__(self, index: Any, /) -> ClosestPoints:
        """The answer of a row; of a slice, a mask or an array of rows, the answer of these."""
    def __iter__(self) -> Iterator[ClosestPoints]: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

@final
class Penetration:
    """How deep shapes overlap. For one pair the attributes are values, for N rows arrays."""

    depth: Any
    """0 where the shapes are apart, or just touch."""
    normal: Any
    """Unit vectors from A to B, shape (3,) or (N, 3): moving B by depth * normal parts the shapes. NaN where they are
    apart."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes by name, in order."""
    def __len__(self) -> int:
        """The number of rows. Raises TypeError for one row, which has none."""
    def __getitem__(self, index: Any, /) -> Penetration:
        """The answer of a row; of a slice, a mask or an array of rows, the answer of these."""
    def __iter__(self) -> Iterator[Penetration]: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

@final
class LocalDepth:
    """How deep the deepest common point of shapes is. For one pair the attributes are values, for N rows arrays."""

    lower: Any
    """As deep is ``point``; proven. 0 where the shapes are apart."""
    upper: Any
    """No point of both shapes is deeper in one of them."""
    point: Any
    """A point of both shapes, shape (3,) or (N, 3). NaN where they are apart, as the normal."""
    normal: Any
    """Unit vectors, shape (3,) or (N, 3): the direction in which B leaves this point."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes by name, in order."""
    def __len__(self) -> int:
        """The number of rows. Raises TypeError for one row, which has none."""
    def __getitem__(self, index: Any, /) -> LocalDepth:
        """The answer of a row; of a slice, a mask or an array of rows, the answer of these."""
    def __iter__(self) -> Iterator[LocalDepth]: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

@final
class Overlap:
    """What two solids have in common."""

    lower: float
    """It is proven that the common volume is not below."""
    upper: float
    """It is proven that the common volume is not above."""
    parts: list[OverlapPart]
    """The connected parts with a volume, a list of ``OverlapPart``, the largest first."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes by name, in order."""
    def __len__(self) -> int:
        """Raises TypeError: it has no rows."""
    def __getitem__(self, index: Any, /) -> Overlap: ...
    def __iter__(self) -> Iterator[Overlap]: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

@final
class OverlapPart:
    """A connected part of what two solids have in common, in world coordinates."""

    lower: float
    """It is proven that the volume is not below."""
    upper: float
    """It is proven that the volume is not above."""
    centroid: NDArray[Any]
    """The centre of mass, shape (3,)."""
    bounds: NDArray[Any]
    """The box around it, shape (2, 3)."""
    vertices: NDArray[Any]
    """The corners of its surface, shape (K, 3)."""
    faces: NDArray[np.int64]
    """The triangles of its surface, closed, counterclockwise seen from outside; shape (M, 3)."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes by name, in order."""
    def __len__(self) -> int:
        """Raises TypeError: it has no rows."""
    def __getitem__(self, index: Any, /) -> OverlapPart: ...
    def __iter__(self) -> Iterator[OverlapPart]: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

# Of all questions about pairs:
#
# - Shapes and poses are broadcast by NumPy's rules over the dimensions before those of a pose; a list of shapes has one.
#   Poses of shape (M, 1, 7) and (N, 7) give answers of shape (M, N). One pair gives a value.
# - Rows go to ``threads`` threads, and their answers are the same bits.
# - ``out`` is an array of the right dtype and shape, or an answer of such arrays; it is written and returned.
# - A pose is refused for a number that is not finite, or a rotation that is none. ``on_error="raise"`` raises ValueError
#   with the argument and its row; ``"mark"`` answers all other rows, and gives False, NaN and the status 0 to this one.
# - ``progress(done, all)`` is called between parts of the rows, where Ctrl-C interrupts, too.
# - ``precision`` is "float32" or "float64": what the question is computed in, and the dtype of its arrays. Without it: in
#   float32 if all poses that are arrays have that dtype and there is one, in float64 otherwise. In float32 the distances
#   and depths of rows may differ from those of single pairs in the last digits; all else is the same to the bit.
# - They raise ValueError for numbers of rows that do not fit, and TypeError for what is no shape or pose.

def clearance(
    a: _Shapes,
    pose_a: _Poses,
    b: _Shapes,
    pose_b: _Poses,
    *,
    threads: int = 1,
    out: Clearance | None = None,
    on_error: _OnError = "raise",
    progress: _Progress | None = None,
    precision: _Precision | None = None,
) -> Clearance:
    """How far apart are the shapes, or how deep do they overlap? In world coordinates and the unit of the input."""

def closest_points(
    a: _Shapes,
    pose_a: _Poses,
    b: _Shapes,
    pose_b: _Poses,
    *,
    threads: int = 1,
    out: ClosestPoints | None = None,
    on_error: _OnError = "raise",
    progress: _Progress | None = None,
    precision: _Precision | None = None,
) -> ClosestPoints:
    """The nearest points of the shapes, in world coordinates."""

@overload
def distance(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, *, threads: int = 1) -> float:
    """How far apart are the shapes? 0 if they touch or overlap."""

@overload
def distance(a: Shape2, pose_a: Pose2, b: Shape2, pose_b: Pose2, *, threads: int = 1) -> float: ...
@overload
def distance(
    a: _Shapes,
    pose_a: _Poses,
    b: _Shapes,
    pose_b: _Poses,
    *,
    threads: int = 1,
    out: _Numbers | None = None,
    on_error: _OnError = "raise",
    progress: _Progress | None = None,
    precision: _Precision | None = None,
) -> Any: ...
@overload
def intersects(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, *, threads: int = 1) -> bool:
    """Do the shapes touch or overlap? False only if a gap is proven."""

@overload
def intersects(a: Shape2, pose_a: Pose2, b: Shape2, pose_b: Pose2, *, threads: int = 1) -> bool: ...
@overload
def intersects(
    a: _Shapes,
    pose_a: _Poses,
    b: _Shapes,
    pose_b: _Poses,
    *,
    threads: int = 1,
    out: NDArray[np.bool_] | None = None,
    on_error: _OnError = "raise",
    progress: _Progress | None = None,
    precision: _Precision | None = None,
) -> Any: ...
def penetration(
    a: _Shapes,
    pose_a: _Poses,
    b: _Shapes,
    pose_b: _Poses,
    *,
    threads: int = 1,
    out: Penetration | None = None,
    on_error: _OnError = "raise",
    progress: _Progress | None = None,
    precision: _Precision | None = None,
) -> Penetration:
    """How deep do the shapes overlap, and along which normal?"""

def local_depth(
    a: _Shapes,
    pose_a: _Poses,
    b: _Shapes,
    pose_b: _Poses,
    *,
    threads: int = 1,
    out: LocalDepth | None = None,
    on_error: _OnError = "raise",
    progress: _Progress | None = None,
    precision: _Precision | None = None,
) -> LocalDepth:
    """How deep is the deepest common point of the shapes: the larger of its distances from the surfaces of A and of B? A
    shaft that is too thick for its hole is as deep as it is too thick, where ``clearance`` must pull it out."""

def overlap(
    a: _Shapes,
    pose_a: _Poses,
    b: _Shapes,
    pose_b: _Poses,
    *,
    threads: int = 1,
    progress: _Progress | None = None,
    precision: _Precision | None = None,
) -> Any:
    """What do two solids have in common? One pair gives an ``Overlap``, many give a list of them. Raises ValueError for
    shapes that are not both solids of space or overlap themselves, and for more than two million pairs of triangles near
    each other.

    B is moved by 1e-10 of its size, so that no faces are in one plane: the bounds on volumes contain what that changes."""

@overload
def within(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, distance: float, *, threads: int = 1) -> bool:
    """Are the shapes at most ``distance`` apart? False only if it is proven that they are not. A negative distance asks
    whether they overlap at least that deep."""

@overload
def within(a: Shape2, pose_a: Pose2, b: Shape2, pose_b: Pose2, distance: float, *, threads: int = 1) -> bool: ...
@overload
def within(
    a: _Shapes,
    pose_a: _Poses,
    b: _Shapes,
    pose_b: _Poses,
    distance: float,
    *,
    threads: int = 1,
    out: NDArray[np.bool_] | None = None,
    on_error: _OnError = "raise",
    progress: _Progress | None = None,
    precision: _Precision | None = None,
) -> Any: ...

@final
class Shapes(Sequence[Any]):
    """A table of shapes, all of space or all of the plane, and questions about pairs of indices into it. Immutable.

    ``poses`` is an array of N poses: (N, 7), (N, 3) or (N, 4, 4); of the plane (N, 3) or (N, 2). ``pairs`` is an array of
    integers. A row [i, j] of shape (M, 2) asks about shape i at pose i and shape j at pose j; a row of shape (M, 4) is
    [shape_a, pose_a, shape_b, pose_b]. Answers have M rows. Each pose is converted once. The other arguments are those of
    the functions with the same names. Raises ValueError for an index that is negative or too large, with its row.
    """

    def __new__(cls, shapes: Sequence[Shape] | Sequence[Shape2]) -> Shapes: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Any: ...
    @overload
    def __getitem__(self, index: slice, /) -> Shapes: ...
    def __iter__(self) -> Iterator[Any]: ...
    def index(self, shape: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of the first shape that is equal.

        Raises ValueError if there is none.
        """
    def count(self, shape: Any) -> int:
        """How many shapes are equal."""
    def __hash__(self) -> int: ...
    def clearance(
        self,
        poses: _Poses,
        pairs: ArrayLike,
        *,
        threads: int = 1,
        out: Clearance | None = None,
        on_error: _OnError = "raise",
        progress: _Progress | None = None,
        precision: _Precision | None = None,
    ) -> Clearance:
        """How far apart are the shapes, or how deep do they overlap? In world coordinates and the unit of the input."""
    def closest_points(
        self,
        poses: _Poses,
        pairs: ArrayLike,
        *,
        threads: int = 1,
        out: ClosestPoints | None = None,
        on_error: _OnError = "raise",
        progress: _Progress | None = None,
        precision: _Precision | None = None,
    ) -> ClosestPoints:
        """The nearest points of the shapes, in world coordinates."""
    def distance(
        self,
        poses: _Poses,
        pairs: ArrayLike,
        *,
        threads: int = 1,
        out: _Numbers | None = None,
        on_error: _OnError = "raise",
        progress: _Progress | None = None,
        precision: _Precision | None = None,
    ) -> _Numbers:
        """How far apart are the shapes? 0 if they touch or overlap."""
    def intersects(
        self,
        poses: _Poses,
        pairs: ArrayLike,
        *,
        threads: int = 1,
        out: NDArray[np.bool_] | None = None,
        on_error: _OnError = "raise",
        progress: _Progress | None = None,
        precision: _Precision | None = None,
    ) -> NDArray[np.bool_]:
        """Do the shapes touch or overlap? False only if a gap is proven."""
    def penetration(
        self,
        poses: _Poses,
        pairs: ArrayLike,
        *,
        threads: int = 1,
        out: Penetration | None = None,
        on_error: _OnError = "raise",
        progress: _Progress | None = None,
        precision: _Precision | None = None,
    ) -> Penetration:
        """How deep do the shapes overlap, and along which normal?"""
    def within(
        self,
        poses: _Poses,
        pairs: ArrayLike,
        distance: float,
        *,
        threads: int = 1,
        out: NDArray[np.bool_] | None = None,
        on_error: _OnError = "raise",
        progress: _Progress | None = None,
        precision: _Precision | None = None,
    ) -> NDArray[np.bool_]:
        """Are the shapes at most ``distance`` apart? False only if it is proven that they are not."""

# Points have the shape (3,), of one, or (.., 3); those of the plane (2,) or (.., 2). One is answered with values, rows with
# arrays. The other arguments are those of the questions about pairs.

def contains(
    shape: Shape | Shape2,
    points: ArrayLike,
    *,
    pose: _Pose = None,
    threads: int = 1,
    out: NDArray[np.bool_] | None = None,
    progress: _Progress | None = None,
) -> Any:
    """Is each point inside or on the surface? False only where it is proven to be outside."""

def signed_distance(
    shape: Shape | Shape2,
    points: ArrayLike,
    *,
    pose: _Pose = None,
    threads: int = 1,
    out: _Floats | None = None,
    progress: _Progress | None = None,
) -> Any:
    """How far each point is from the surface, negative inside."""

@final
class Projection:
    """The nearest point of a surface to each of N points. Of one point the attributes are values."""

    signed_distance: Any
    """Negative inside of a convex shape or a solid. Within [lower, upper]."""
    lower: Any
    """It is proven that the exact value is not below."""
    upper: Any
    """It is proven that the exact value is not above."""
    point: Any
    """The nearest point, in world coordinates, shape (N, 3)."""
    normal: Any
    """Unit vectors, shape (N, 3): from the surface to the given point; outward for a point inside or on the surface."""
    part: Any
    """The part of a compound, 0 for other shapes."""
    face: Any
    """The triangle, -1 on a convex shape."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes by name, in order."""
    def __len__(self) -> int:
        """The number of rows. Raises TypeError for one row, which has none."""
    def __getitem__(self, index: Any, /) -> Projection:
        """The answer of a row; of a slice, a mask or an array of rows, the answer of these."""
    def __iter__(self) -> Iterator[Projection]: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

def project(
    shape: Shape | Shape2,
    points: ArrayLike,
    *,
    pose: _Pose = None,
    threads: int = 1,
    out: Projection | None = None,
    progress: _Progress | None = None,
) -> Projection:
    """The nearest point of the surface to each point, in world coordinates."""

@final
class RayHit:
    """Where each of N rays first meets a shape. Of one ray the attributes are values."""

    hit: Any
    """False only where a miss is proven."""
    time: Any
    """In lengths of the direction; infinite for a miss, and 0 for a ray that starts inside."""
    point: Any
    """In world coordinates, shape (N, 3). NaN for a miss, as the normal."""
    normal: Any
    """Unit vectors, shape (N, 3)."""
    part: Any
    """The part of a compound, 0 for other shapes, -1 for a miss."""
    face: Any
    """The triangle, -1 on a convex shape and for a miss."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes by name, in order."""
    def __len__(self) -> int:
        """The number of rows. Raises TypeError for one row, which has none."""
    def __getitem__(self, index: Any, /) -> RayHit:
        """The answer of a row; of a slice, a mask or an array of rows, the answer of these."""
    def __iter__(self) -> Iterator[RayHit]: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

def raycast(
    shape: Shape | Shape2,
    origins: ArrayLike,
    directions: ArrayLike,
    *,
    tmax: float | None = None,
    pose: _Pose = None,
    hollow: bool = False,
    one_sided: bool = False,
    threads: int = 1,
    out: RayHit | None = None,
    progress: _Progress | None = None,
) -> RayHit:
    """Rays from origins along directions, both of shape (.., 3), of the plane (.., 2), up to the time ``tmax`` if there is
    one. No ray passes between triangles.

    With ``hollow`` only the surface counts, so that a ray that starts inside hits where it leaves. With ``one_sided`` a
    triangle of a mesh, and a segment of a chain, is met from its front alone.
    """

# Contacts, casts and verdicts

#: See ``cast``.
_Motions: TypeAlias = Pose | Pose2 | ArrayLike

@final
class Manifold:
    """A patch of contact: up to four points with one normal, in world coordinates."""

    normal: _Numbers
    """A unit vector from A to B, shape (3,); (2,) in the plane."""
    point_a: _Numbers
    """Points on the surface of A, shape (K, 3); in the plane (K, 2), at most two."""
    point_b: _Numbers
    """``point_a + separation * normal``."""
    separation: _Numbers
    """Shape (K,); minus the depth of an overlap, and never above the margin."""
    feature: NDArray[np.uint64]
    """A number for the features of A and of B that meet at the point: it stays the same while the shapes move a little.
    The upper 32 bits are those of A; of these, the upper two are 0 for a face, 1 for an edge and 2 for a corner."""
    part_a: int
    """The part of a compound, 0 for other shapes."""
    face_a: int
    """The triangle, in the plane the segment, at the deepest point; -1 on a convex shape."""
    part_b: int
    """The part of B, as ``part_a``."""
    face_b: int
    """The triangle of B, as ``face_a``."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes by name, in order."""
    def __len__(self) -> int:
        """The number of points."""
    def __getitem__(self, index: Any, /) -> Manifold:
        """The patch of some of its points."""
    def __iter__(self) -> Iterator[Manifold]: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

@final
class Contacts:
    """The points of contact of N pairs, in columns with an entry for each of M points; those of row i are
    ``offsets[i]:offsets[i + 1]``. Rows of more dimensions are counted through, the last dimension first."""

    offsets: NDArray[np.int64]
    """Shape (N + 1,)."""
    patch: NDArray[np.int64]
    """Which patch of its row a point belongs to, from 0; shape (M,), as all below but vectors, which are (M, 3), in the
    plane (M, 2)."""
    normal: _Numbers
    """Unit vectors from A to B, the same for all points of a patch."""
    point_a: _Numbers
    """On the surface of A."""
    point_b: _Numbers
    """On the surface of B: ``point_a + separation * normal``."""
    separation: _Numbers
    """Minus the depth of an overlap, and never above the margin."""
    feature: NDArray[np.uint64]
    """A number for the features that meet at the point: see ``Manifold``."""
    part_a: NDArray[np.int64]
    """The part of a compound, 0 for other shapes."""
    face_a: NDArray[np.int64]
    """The triangle, in the plane the segment, at the deepest point of the patch; -1 on a convex shape."""
    part_b: NDArray[np.int64]
    """The part of B, as ``part_a``."""
    face_b: NDArray[np.int64]
    """The triangle of B, as ``face_a``."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes by name, in order."""
    def __len__(self) -> int:
        """The number of pairs."""
    def __getitem__(self, index: Any, /) -> Any:
        """The patches of a pair, as ``contacts`` of this pair alone gives them; of a slice or an array of rows, their ``Contacts``."""
    def __iter__(self) -> Iterator[Any]: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

@overload
def contacts(
    a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, *, margin: float = 0.0, slop: float = 0.0, threads: int = 1
) -> list[Manifold]:
    """Where do the shapes touch, or come as near as ``margin``? One pair gives a list of patches: of convex shapes at most
    one. Many give ``Contacts``. A negative margin asks for points of at least this depth.

    Triangles are touched from their fronts, solids from outside: a shape that is inside of a solid and does not meet its
    surface has no contact. ``slop`` is the depth by which bodies at rest may overlap: gaps and steps below it give no contact
    sideways, and seams of meshes are welded. Raises ValueError for a margin or a slop that is not finite.
    """

@overload
def contacts(
    a: Shape2, pose_a: Pose2, b: Shape2, pose_b: Pose2, *, margin: float = 0.0, slop: float = 0.0, threads: int = 1
) -> list[Manifold]: ...
@overload
def contacts(
    a: _Shapes,
    pose_a: _Poses,
    b: _Shapes,
    pose_b: _Poses,
    *,
    margin: float = 0.0,
    slop: float = 0.0,
    threads: int = 1,
    progress: _Progress | None = None,
    precision: _Precision | None = None,
) -> Any: ...

@final
class Impact:
    """When moving shapes touch first. For one pair the attributes are values, for N rows arrays."""

    hit: Any
    """False only where it is proven that the shapes do not touch until the last time."""
    time: Any
    """Within [lower, upper]; infinite for a miss."""
    lower: Any
    """It is proven that the shapes do not touch before; for a miss, the last time."""
    upper: Any
    """It is proven that the shapes touch then; infinite if that is not proven."""
    normal: Any
    """Unit vectors from A to B at that time, shape (3,) or (N, 3). NaN, as both points, for a miss, and if the search
    ended before it knew them."""
    point_a: Any
    """The point of A that touches, in world coordinates; shape (3,) or (N, 3)."""
    point_b: Any
    """The same of B."""
    part_a: Any
    """The part of a compound, 0 for other shapes, -1 for a miss."""
    face_a: Any
    """The triangle, -1 on a convex shape and for a miss."""
    part_b: Any
    """The part of B, as ``part_a``."""
    face_b: Any
    """The triangle of B, as ``face_a``."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes by name, in order."""
    def __len__(self) -> int:
        """The number of rows. Raises TypeError for one row, which has none."""
    def __getitem__(self, index: Any, /) -> Impact:
        """The answer of a row; of a slice, a mask or an array of rows, the answer of these."""
    def __iter__(self) -> Iterator[Impact]: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

def cast(
    a: _Shapes,
    pose_a: _Poses,
    motion_a: _Motions,
    b: _Shapes,
    pose_b: _Poses,
    motion_b: _Motions,
    *,
    tmax: float = 1.0,
    gap: float = 0.0,
    ignore_parting: bool = False,
    threads: int = 1,
    progress: _Progress | None = None,
    precision: _Precision | None = None,
) -> Impact:
    """When do the shapes touch first, from time 0 to ``tmax``, if they move at constant velocities and turn around their
    local origins?

    A motion is a velocity, numbers of shape (3,); a velocity and an angular velocity in radians, (6,), both along the axes
    of the world; or the pose at time 1, a ``Pose`` or numbers of shape (7,) or (4, 4), reached along a line and by the
    shortest rotation. In the plane it has the shape (2,) or (3,), or is a ``Pose2``. Many have as many more dimensions as
    the pairs.

    Shapes that touch or overlap at the start hit at time 0. Triangles are hit from both sides. A motion without a rotation
    uses the trees of meshes; one with it asks triangle by triangle.

    Shapes are in contact if they are as near as ``gap``. With ``ignore_parting`` a contact at the start does not count while
    they move apart or slide along each other.

    Raises ValueError for a time or a gap that is NaN or negative, and for motions that are not finite, with the argument and
    its row.
    """

@overload
def verify(
    a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, answer: Clearance | dict[str, Any], *, threads: int = 1
) -> _Word:
    """Is the answer of ``clearance`` true? ``answer`` may be a dict with its names, too.

    A checker that shares no code with the solvers brackets the truth in intervals of 32 digits, and compares bounds,
    points and normal. "proven": all are confirmed. "refuted": one is wrong, or they contradict each other. "unproven": the
    evidence does not decide, as for depths of shapes that are not convex. Many rows give an array of words, to be
    compared as ``verify(..) == "proven"``.

    The truth is that of the shapes in the precision of the question: answers of float32 are checked with the poses of
    float32 that they are about. Of shapes that are not convex, points other than those of the nearest pieces that the
    library names are refuted, also if they are as near.
    """

@overload
def verify(
    a: Shape2, pose_a: Pose2, b: Shape2, pose_b: Pose2, answer: Clearance | dict[str, Any], *, threads: int = 1
) -> _Word: ...
@overload
def verify(
    a: _Shapes,
    pose_a: _Poses,
    b: _Shapes,
    pose_b: _Poses,
    answer: Clearance | dict[str, Any],
    *,
    threads: int = 1,
    progress: _Progress | None = None,
    precision: _Precision | None = None,
) -> Any: ...
@overload
def verify_contacts(
    a: Shape,
    pose_a: Pose,
    b: Shape,
    pose_b: Pose,
    answer: list[Manifold],
    *,
    margin: float = 0.0,
    slop: float = 0.0,
    threads: int = 1,
) -> _Word:
    """Is the answer of ``contacts`` with this ``margin`` and ``slop`` true? As ``verify``: of points, separations and normal, to the
    accuracy that ``contacts`` has, 4e-9 of the size of the pair and 2e-7 with a curved shape. No patch is proven by a gap
    above the margin.

    Other points might span a larger area, and ``feature`` and the numbers of parts and triangles are not looked at. Patches
    of shapes that are not convex are unproven.
    """

@overload
def verify_contacts(
    a: Shape2,
    pose_a: Pose2,
    b: Shape2,
    pose_b: Pose2,
    answer: list[Manifold],
    *,
    margin: float = 0.0,
    slop: float = 0.0,
    threads: int = 1,
) -> _Word: ...
@overload
def verify_contacts(
    a: _Shapes,
    pose_a: _Poses,
    b: _Shapes,
    pose_b: _Poses,
    answer: Contacts | list[Manifold] | dict[str, Any],
    *,
    margin: float = 0.0,
    slop: float = 0.0,
    threads: int = 1,
    progress: _Progress | None = None,
    precision: _Precision | None = None,
) -> Any: ...
def verify_cast(
    a: _Shapes,
    pose_a: _Poses,
    motion_a: _Motions,
    b: _Shapes,
    pose_b: _Poses,
    motion_b: _Motions,
    answer: Impact | dict[str, Any],
    *,
    tmax: float = 1.0,
    gap: float = 0.0,
    ignore_parting: bool = False,
    threads: int = 1,
    progress: _Progress | None = None,
    precision: _Precision | None = None,
) -> Any:
    """Is the answer of ``cast`` with the same options true? A word for one pair, an array of words for rows, as ``verify``: of
    the time and its bounds, and where neither shape turns of points and normal.

    Shapes that are not convex are unproven.
    """

def verify_raycast(
    shape: Shape | Shape2,
    origins: ArrayLike,
    directions: ArrayLike,
    answer: RayHit | dict[str, Any],
    *,
    tmax: float | None = None,
    pose: _Pose = None,
    hollow: bool = False,
    one_sided: bool = False,
    threads: int = 1,
    progress: _Progress | None = None,
) -> Any:
    """Are the answers of ``raycast`` true? A word for each ray, as ``verify``: of the time, the point and the normal of a
    hit, with the same ``hollow`` and ``one_sided``. Of shapes that are not convex all facets and parts are looked at.
    """

# Scenes

@final
class BodyPair:
    """Two bodies of a scene, in the order in which they were added, and the clearance between them."""

    @property
    def a(self) -> str:
        """The name of the first body."""
    @property
    def b(self) -> str:
        """The name of the second body."""
    @property
    def answer(self) -> Clearance:
        """The clearance between them."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class BodyContact:
    """A patch where two bodies of a scene touch."""

    @property
    def a(self) -> str:
        """The name of the first body."""
    @property
    def b(self) -> str:
        """The name of the second body."""
    @property
    def manifold(self) -> Manifold:
        """The points, with the normal from the first body to the second."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class SceneRayHit:
    """Where each of N rays first meets a body of a scene. Of one ray the attributes are values."""

    hit: Any
    """False only where a miss is proven."""
    body: Any
    """The index in ``Scene.names``; -1 for a miss."""
    time: Any
    """In lengths of the direction; infinite for a miss."""
    point: Any
    """In world coordinates, shape (N, 3). NaN for a miss, as the normal."""
    normal: Any
    """Unit vectors, shape (N, 3)."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes by name, in order."""
    def __len__(self) -> int:
        """The number of rows. Raises TypeError for one row, which has none."""
    def __getitem__(self, index: Any, /) -> SceneRayHit:
        """The answer of a row; of a slice, a mask or an array of rows, the answer of these."""
    def __iter__(self) -> Iterator[SceneRayHit]: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

@final
class Scene:
    """Bodies with names, of shapes of any kind. They have handles, too, for columns of many: numbers that stay the same while
    the body is there, and then are never used again. Threads may ask at once; a change meanwhile raises RuntimeError. Scenes
    with the same bodies in the same order are equal; pickle keeps them, but not the handles, nor what steps have found.

    Names that are unknown, or taken, raise ValueError, as handles of no body do.
    """

    def __new__(cls) -> Scene: ...
    def add(
        self,
        name: str,
        shape: Shape,
        pose: _Pose = None,
        *,
        fixed: bool = False,
        sensor: bool = False,
        layers: int | tuple[int, int] | None = None,
        group: int = 0,
    ) -> int:
        """A body at this pose in the world, at the origin without one. Returns its handle.

        Fixed bodies meet no other fixed ones, and sensors no sensors: they are no pairs. A sensor has no contacts, and rays and
        points do not see it; ``step`` tells what intersects it. ``layers`` has a bit for each layer that the body is of;
        two numbers are these, and those that it meets, which else are all. Without it a body is of layer 1. Bodies of
        one ``group`` other than 0 never meet.
        """
    def add_all(
        self,
        names: str | Sequence[str],
        shape: Shape,
        poses: _Pose,
        *,
        fixed: bool = False,
        sensor: bool = False,
        layers: int | tuple[int, int] | None = None,
        group: int = 0,
    ) -> NDArray[np.int64]:
        """A body of this shape at each pose of an array, (N, 7) or (N, 4, 4); see ``add``. Names are N of them, or what they begin
        with: ``"crate"`` makes ``crate0``, ``crate1`` and so on. Returns their handles.
        """
    def move(self, name: str, pose: _Pose) -> None:
        """To this pose in the world."""
    def place(self, handles: ArrayLike, poses: _Pose) -> None:
        """Moves bodies, given by their handles, each to a pose of an array, (N, 7) or (N, 4, 4): many at once."""
    def remove(self, name: str) -> None:
        """The body, and what ``ignore`` was told about it."""
    def ignore(self, a: str, b: str) -> None:
        """Leaves the pair out of all answers."""
    @property
    def names(self) -> list[str]:
        """In the order in which they were added."""
    @property
    def handles(self) -> NDArray[np.int64]:
        """Of all bodies, in the order of ``names``; int64."""
    def pose(self, name: str) -> Pose:
        """Where the body is."""
    def shape(self, name: str) -> Shape:
        """The shape of the body."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __len__(self) -> int: ...
    def __contains__(self, name: str, /) -> bool: ...
    def pairs(self, distance: float = 0.0) -> list[BodyPair]:
        """All pairs that are not proven to be farther apart than ``distance``, the deepest or nearest first."""
    def nearest(self, count: int = 1) -> list[BodyPair]:
        """The ``count`` pairs with the least clearance, the deepest or nearest first."""
    def intersecting(self, most: int | None = None) -> NDArray[np.int64]:
        """The handles of the pairs that intersect, in the order of ``names``; int64, shape (K, 2). Of each other pair a gap is proven.
        With ``most`` the search ends at so many, whichever they are.
        """
    def contacts(self, margin: float = 0.0, *, slop: float = 0.0) -> list[BodyContact]:
        """Where bodies touch, or come as near as ``margin``: see ``contacts``."""
    def step(self, margin: float = 0.0, *, slop: float = 0.0, threads: int = 1) -> SceneStep:
        """The contacts of all bodies, as ``contacts`` has them, in columns, and which pairs began and ended to have some since the
        last step. Only pairs of which one has moved are asked anew; after an interrupt, which ends the step, all are. Threads
        end with the call.
        """
    def raycast(self, origins: ArrayLike, directions: ArrayLike, *, tmax: float | None = None) -> SceneRayHit:
        """Rays from origins along directions, both of shape (.., 3), up to the time ``tmax``: see ``raycast``."""
    def contains(self, points: ArrayLike) -> NDArray[np.bool_]:
        """Is each point, of shape (.., 3), in a body? False only where it is proven to be outside of all."""
    def picture(self) -> Picture:
        """The bodies, and the 8 pairs that are the nearest, numbered and listed."""
    def _repr_html_(self) -> str: ...

@final
class SceneStep:
    """What a step of a scene has found, in columns. Bodies are their handles, and rows in the order of these."""

    began: NDArray[np.int64]
    """The pairs that touch, or come as near as the margin, and did not at the last step; with a sensor, those that intersect.
    Shape (K, 2), int64."""
    ended: NDArray[np.int64]
    """Those that do no longer, also because one was removed. Shape (K, 2), int64."""
    a: NDArray[np.int64]
    """The first body of each of M patches of contact. Shape (M,), int64."""
    b: NDArray[np.int64]
    """The second body."""
    normal: _Floats
    """Unit vectors from the first body to the second, shape (M, 3)."""
    count: NDArray[np.int64]
    """How many points a patch has, from 1 to 4. Shape (M,), int64."""
    point_a: _Floats
    """Points on the first body, in world coordinates, shape (M, 4, 3). NaN where there are fewer, as below."""
    point_b: _Floats
    """``point_a + separation * normal``, shape (M, 4, 3)."""
    separation: _Floats
    """Minus the depths of overlaps, and never above the margin; shape (M, 4)."""
    def __len__(self) -> int:
        """The number of patches."""

@final
class RayHits:
    """All places where rays meet a shape: a row for each, by the number of the ray and then by time."""

    ray: NDArray[np.int64]
    """The row of the ray."""
    time: _Floats
    """In lengths of the direction."""
    point: _Floats
    """In world coordinates, shape (M, 3) for M hits."""
    normal: _Floats
    """Unit vectors, shape (M, 3)."""
    part: NDArray[np.int64]
    """The part of a compound, 0 for other shapes."""
    face: NDArray[np.int64]
    """The triangle, -1 on a convex shape."""
    def to_dict(self) -> dict[str, Any]:
        """The attributes by name, in order."""
    def __len__(self) -> int:
        """The number of hits."""
    def __getitem__(self, index: Any, /) -> RayHits:
        """The answer of a row; of a slice, a mask or an array of rows, the answer of these."""
    def __iter__(self) -> Iterator[RayHits]: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

def raycast_all(
    shape: Shape | Shape2,
    origins: ArrayLike,
    directions: ArrayLike,
    *,
    tmax: float | None = None,
    pose: _Pose = None,
    threads: int = 1,
    progress: _Progress | None = None,
) -> RayHits:
    """All triangles and convex parts that rays meet, up to the time ``tmax`` if there is one. Origins and directions have
    shape (.., 3), of the plane (.., 2).

    Solids are hollow: a ray meets their surface, going in and out. A ray through an edge meets both triangles.
    """

@final
class Robot:
    """A robot as its URDF and SRDF files describe it. Links are true meshes. Robots with the same links, joints and states
    are equal; pickle keeps the names of the files, and reads them again."""

    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

    @staticmethod
    def from_urdf(
        urdf: _Path,
        srdf: _Path | None = None,
        *,
        packages: Sequence[tuple[str, _Path]] | None = None,
        base: _Pose = None,
        hulls: bool = False,
        visuals: bool = False,
    ) -> Robot:
        """``packages`` are the folders of packages by name; others are looked for around the file. ``hulls`` takes each
        mesh as the hulls of its pieces, ``visuals`` the visuals of links without collisions: else ``warnings`` names these.

        Raises ValueError with the file, its line and the reason.
        """
    @staticmethod
    def moving(shape: Shape, base: _Pose = None) -> Robot:
        """A body that moves by itself, as a box on a conveyor or a cart, for ``Robot.joined``. Its joints are x, y and z, which
        say where its origin is as seen from its base, and yaw, by which it turns about z. The link with the shape has the name
        of the body there."""
    @staticmethod
    def joined(robots: Sequence[tuple[str, Robot]]) -> Robot:
        """Several robots as one, by their names, each with its own base. Names of links and joints begin with that of the
        robot and a slash; with "" for a name they stay what they are. Values of joints come in the order of the robots; a
        state of the SRDF files moves all that have it.

        Raises ValueError for a name that two have.
        """
    @property
    def hulls(self) -> list[tuple[str, str, float]]:
        """The meshes that are taken as hulls: the link, the file, and the share of the hull's volume that is outside of
        the mesh."""
    @property
    def name(self) -> str:
        """As in the URDF file."""
    @property
    def joints(self) -> list[str]:
        """The joints that move and follow no other: a configuration has a value for each, in radians or metres."""
    @property
    def links(self) -> list[str]:
        """The names of the links."""
    @property
    def limits(self) -> list[tuple[float, float] | None]:
        """The least and the largest value of each of ``joints``; None for one that turns without an end."""
    @property
    def warnings(self) -> list[str]:
        """What is doubtful about the files."""
    def configuration(self, q: str | None = None) -> list[float]:
        """Such as ``"elbow=1,wrist=0.5"``, or the name of a state of the SRDF file. Other joints are at 0.

        Warns of values beyond limits; raises ValueError for an unknown name.
        """
    def path(self, file: _Path, q: str | None = None) -> Path:
        """The path of a CSV file whose first line names joints, and velocities and times if it has them. Other joints keep
        their value in ``q``, as in ``configuration``. Those without one are at 0, with a warning."""
    def fk(self, q: ArrayLike) -> _Floats:
        """The matrices of ``links``, shape (links, 4, 4), for a configuration; (N, links, 4, 4) for many, of shape
        (N, joints)."""

@final
class Path:
    """How the joints of a robot move. Made of an array of shape (rows, joints), the joints move evenly from row to row; each
    question takes such an array, too. Where a question needs an array, it has that of ``rows``."""

    def __new__(cls, rows: ArrayLike) -> Path: ...
    @staticmethod
    def timed(
        positions: ArrayLike,
        velocities: ArrayLike | None = None,
        accelerations: ArrayLike | None = None,
        *,
        times: Sequence[float] | _Floats | None = None,
        dt: float | None = None,
    ) -> Path:
        """What a controller makes of timed rows: arrays of shape (rows, joints), and the times (rows,) from 0 on, or the time
        from row to row. With velocities each leg is a cubic, with accelerations, too, a quintic, else straight: the rule of
        ROS's joint_trajectory_controller."""
    @staticmethod
    def bezier(legs: Sequence[ArrayLike]) -> Path:
        """Bézier curves: for each leg an array of its control points, of shape (2 to 8, joints). A leg begins where the one
        before ends, exactly."""
    @staticmethod
    def bspline(degree: int, knots: Sequence[float] | _Floats, points: ArrayLike) -> Path:
        """A B-spline of a degree from 1 to 7, with control points of shape (N, joints) and N + degree + 1 knots that do not
        fall: the arguments of scipy's ``BSpline(t, c, k)``, whose names are knots, points and degree here."""
    @staticmethod
    def joined(paths: Sequence[Path | ArrayLike]) -> Path:
        """The paths of several robots (``Robot.joined``, ``Robot.moving``) on one clock, in the order of the robots: rows have
        times of their own, and curves stay what they are. Before its first row and behind its last one a robot stands still.
        Paths without times have a row a second; one row is a robot that never moves. ``within`` of a part takes an array here."""
    def within(self, tolerance: Mapping[str, float] | Sequence[float] | _Floats) -> Path:
        """The same path, and all motions near it: each joint may be off by so much at each time, in radians or metres. An array
        of shape (joints,), or a dict by name, in which the other joints are not off. What is proven is proven for all of
        these motions, and a contact is one that some of them have."""
    @property
    def rows(self) -> _Floats:
        """The configurations, shape (rows, joints); of curves their control points. Joined paths have none together."""
    @property
    def times(self) -> _Floats | None:
        """The times of the rows in seconds, shape (rows,); None if there are none. Of joined paths those of all."""
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> _Floats:
        """NumPy asks for the rows."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

# In a notebook, what is found about a path shows its clearance as a chart, with what is proven of it, and draws its worst
# moment: as the page of the command does. Paths of more than 1000 rows, and worlds of many pieces, have a table only.

@final
class Proof:
    """Whether a path keeps a clearance."""

    @property
    def verdict(self) -> Literal["proven", "broken", "undecided"]:
        """Is the clearance kept on the whole path?"""
    @property
    def row(self) -> float | None:
        """Where it is broken or undecided: the number of a row and a fraction."""
    @property
    def pair(self) -> tuple[str, str] | None:
        """The bodies that come too near there."""
    @property
    def configuration(self) -> list[float] | None:
        """The values of the joints there: those of the path, or of a motion within its tolerance."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

@final
class ClocksProof:
    """Whether the parts of a joined path keep a clearance, each with a clock of its own."""

    @property
    def verdict(self) -> Literal["proven", "broken", "undecided"]:
        """Is the clearance kept whatever the clocks show?"""
    @property
    def times(self) -> list[float] | None:
        """What the clock of each part shows where it is broken or undecided."""
    @property
    def rows(self) -> list[float] | None:
        """Where each part is then: the number of a row and a fraction."""
    @property
    def pair(self) -> tuple[str, str] | None:
        """The bodies that come too near there."""
    @property
    def configuration(self) -> list[float] | None:
        """The values of the joints there: those of the path, or of a motion within its tolerance."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Contact:
    """The first contact of a path: it is free up to row ``lower``, and the pair overlaps at ``upper``; None if no
    overlap could be proven."""

    @property
    def lower(self) -> float:
        """The path is proven to be free up to this row."""
    @property
    def upper(self) -> float | None:
        """The pair is proven to overlap at this row."""
    @property
    def pair(self) -> tuple[str, str]:
        """The bodies that meet."""
    @property
    def configuration(self) -> list[float]:
        """The values of the joints there: those of the path, or of a motion within its tolerance."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

@final
class LeastClearance:
    """The least clearance of a path is between the bounds."""

    @property
    def lower(self) -> float:
        """It is proven that no pair comes nearer."""
    @property
    def upper(self) -> float:
        """The pair is so near at this row, or nearer."""
    @property
    def row(self) -> float | None:
        """Where that is: the number of a row and a fraction."""
    @property
    def pair(self) -> tuple[str, str] | None:
        """The bodies that are so near."""
    @property
    def configuration(self) -> list[float] | None:
        """The values of the joints there: those of the path, or of a motion within its tolerance."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

@final
class PathCertificate:
    """The proof that a path keeps a clearance: for all pairs of bodies, stretches of time and what parts them there.
    Pickle and JSON keep every bit."""

    @property
    def clearance(self) -> float:
        """What the path keeps."""
    @property
    def path(self) -> Path:
        """What was given, with its tolerance."""
    @property
    def stretches(self) -> int:
        """How many stretches it has."""
    def verify(self, world: World) -> _Word:
        """Does the path keep the clearance in this world? A checker with kinematics of its own, in intervals, decides.
        "refuted": a stretch is wrong or missing, as in a world with other bodies; the path may be free, then."""
    def to_json(self) -> str:
        """As text, with every bit."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    @staticmethod
    def from_json(text: str) -> PathCertificate:
        """Raises ValueError for a text that is no certificate."""

@final
class World:
    """A robot among bodies. Links with a joint between them, and pairs that the SRDF file disables, may touch.
    Worlds of the same robot and bodies are equal; pickle keeps what a world was made of."""

    def __new__(
        cls,
        robot: Robot,
        bodies: Sequence[tuple[str, Shape, _Pose]] | None = None,
        *,
        clouds: Sequence[tuple[str, ArrayLike, float]] | None = None,
        attached: Sequence[tuple[str, str, Shape, _Pose]] | None = None,
        allowed: Sequence[tuple[str, str]] | None = None,
        clearances: Sequence[tuple[str, str, float]] | None = None,
    ) -> World:
        """``bodies``: name, shape, pose in the world. ``clouds``: name, points in the world of shape (N, 3), the radius of
        the ball around each; many are cheap. ``attached``: name, link, shape, pose in the frame of the link.
        ``allowed``: more pairs that may touch. ``clearances``: a clearance that two bodies must keep on paths, in place of
        that of ``prove``; the last one for a pair holds."""
    def moved(self, bodies: Mapping[str, _Pose]) -> World:
        """The world with bodies elsewhere: of each its name, and its pose in the world. It shares what was made for this one, and
        takes a tenth of a millisecond among a hundred bodies; answers are those of a world that is made anew.

        Raises ValueError for what is no body: a link, what is attached, a cloud.
        """
    @property
    def robot(self) -> Robot:
        """The robot."""
    @property
    def bodies(self) -> list[str]:
        """The names of the links with shapes, of the bodies and of what is attached."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs that are asked about, those too that never move against each other: a base on its table. Not asked
        about are two links that fixed joints hold together, and two bodies that stand in the world."""
    def picture(self, q: Sequence[float] | _Floats | None = None) -> Picture:
        """The bodies in a configuration of shape (joints,), by default the neutral one, and the 8 nearest of ``pairs``,
        numbered and listed."""
    def _repr_html_(self) -> str:
        """The picture of the neutral configuration."""
    def touches(self, q: ArrayLike, *, progress: Callable[[float], object] | None = None) -> Any:
        """Does any pair touch or overlap? False only if it is proven that none does. A bool for a configuration, an array
        of shape (N,) for many, of shape (N, joints). ``progress`` is told the rows that are done, as in ``prove``."""
    def distances(self, q: ArrayLike) -> _Floats:
        """The distance of each pair of ``pairs``, 0 where the bodies touch or overlap; shape (pairs,) for a configuration,
        (N, pairs) for many, of shape (N, joints)."""
    def gradients(self, q: ArrayLike) -> tuple[_Floats, _Floats]:
        """The signed distance of each pair of ``pairs``, minus the depth where bodies overlap, and its derivative by each joint:
        shapes (pairs,) and (pairs, joints) for a configuration, (N, pairs) and (N, pairs, joints) for many, of shape (N, joints).
        The derivative is exact where the nearest points are unique; else, as between parallel faces, or where bodies touch, it
        is a subgradient. The depth of bodies that are not convex is one that is known to be enough."""
    def prove(
        self, path: ArrayLike, clearance: float = 0.0, *, progress: Callable[[float], object] | None = None
    ) -> Proof:
        """Do all pairs keep the clearance on the whole path, or that of ``clearances``, between its rows too? ``path`` is a
        ``Path``, or an array of shape (rows, joints) between whose rows joints move evenly.

        Ctrl-C ends this, as all questions about paths. ``progress`` is told some 20 times a second up to which row the
        path is proven, and may raise.
        """
    def prove_edges(
        self,
        edges: ArrayLike,
        clearance: float = 0.0,
        *,
        fixed: Mapping[str, float] | None = None,
        progress: Callable[[float], object] | None = None,
    ) -> NDArray[np.bool_]:
        """Is each of many straight edges proven to keep the clearance, or that of ``clearances``? ``edges`` is of shape
        (N, 2, joints), the answer of shape (N,). Most take some microseconds. ``fixed`` are the values of joints that stay;
        edges have no columns for these. What is False is a contact or, rarely, undecided: ``prove`` of its two rows tells which.
        ``progress`` is told the edges that are done, as in ``prove``."""
    def prove_clocks(self, path: ArrayLike, clearance: float = 0.0, window: float | None = None) -> ClocksProof:
        """The same of a joined path, each part of which has a clock of its own (``Path.joined``). The clocks may differ by up to
        ``window``, in the unit of the path's times; by default nothing is known about when each part is where."""
    def certificate(self, path: ArrayLike, clearance: float = 0.0) -> PathCertificate | None:
        """The proof as data that a checker checks; None if it cannot be proven. It takes longer than ``prove``."""
    def first_contact(
        self, path: ArrayLike, tolerance: float = 1e-6, *, progress: Callable[[float], object] | None = None
    ) -> Contact | None:
        """To ``tolerance``, a part of a row. None if it is proven that there is none."""
    def least(self, path: ArrayLike, tolerance: float | None = None) -> LeastClearance:
        """To ``tolerance``, a length; without one, to 1e-4 of how far what moves is from the robot's base."""
    def pairs_over_limits(
        self, effort: int = 20_000
    ) -> list[tuple[tuple[str, str], Literal["never", "always", "sometimes", "undecided"]]]:
        """Can each pair touch within the limits of the joints? A pair that a joint without bounds moves is never "never",
        but where all that the joint moves turns by whole multiples of its value."""

@final
class Picture:
    """A picture that notebooks show. It needs no script and no network, and the same bodies give the same bytes.

    Red lines are the shortest ways between shapes, numbered as in the list beside. In space z points up, and one looks from
    the side of +x and -y, a little from above. ``ok`` is a proven gap, ``clash`` a proven overlap, ``inside`` one shape in
    the other, and ``touch`` none of these.
    """

    svg: str
    """The text of an SVG file."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

def picture(a: Shape | Shape2, pose_a: _Poses, b: Shape | Shape2, pose_b: _Poses) -> Picture:
    """Two shapes, and the shortest way between them. ``Scene.picture`` and ``World.picture`` draw more bodies.

    Raises ValueError for rows of poses, and TypeError for what is no shape or pose.
    """

def trace(
    a: Shape | Shape2, pose_a: _Poses, b: Shape | Shape2, pose_b: _Poses, algorithm: _Algorithm = "auto"
) -> list[dict[str, Any]]:
    """The steps of an algorithm about one pair of convex shapes, in float64.

    ``step`` names each: ``start``, then ``support``, ``simplex`` (GJK), ``polytope``, ``face``, ``expand`` (EPA), ``axis``,
    ``skip``, ``cross`` (separating axes), ``bounds``, and at last ``finish``. The other keys are the numbers of the step, as
    floats, ints and lists; they are those of ``clearance query --trace``, which crates/cli/FORMATS.md describes. Points and
    directions are in the frame of A, and ``corners`` are points of the Minkowski difference of the cores, in the unit of
    the input.

    A pair that is answered without an algorithm, as with a half-space, has no steps. Raises ValueError for shapes that are
    not convex, rows of poses, and an algorithm that is unknown or would take more than a minute.
    """
