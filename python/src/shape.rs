//! `Shape`, and the functions that make shapes.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use clearance::d3_f64::{
    self, Aabb, Capsule, Collider, Compound, Cone, Cuboid, Cylinder, DVec3, Ellipsoid, HalfSpace,
    HeightField, Hull, Mesh, Solid, Sphere,
};
use clearance::glam::Vec3;
use clearance::hull::Mass;
use clearance::shape::{Segment, Triangle};
use clearance::space::Vector;
use clearance::{Axis, Rounded};
use numpy::{
    IntoPyArray, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{array, kind, value};
use crate::exchange::Triangles;
use crate::narrow::{Narrow, shape_of, soup};
use crate::picture;
use crate::plane::Shape2;
use crate::pose::Pose;
use crate::single::{OnePose, at};
use crate::text::check_line;
use crate::watch::{apart, apart_if};

/// A shape in its own frame, convex or not. Immutable; copies share what is large. Equal shapes are equal number by
/// number. Pickle keeps every bit.
#[pyclass(frozen, from_py_object, module = "clearance")]
#[derive(Clone)]
pub struct Shape(pub Collider, Narrow<Vec3>);

impl Shape {
    pub fn new(shape: impl Into<Collider>) -> Self {
        Self(shape.into(), Narrow::default())
    }
    /// The shape in float32.
    pub fn narrow(&self) -> Result<&clearance::Collider<Vec3>, String> {
        self.1.of(&self.0)
    }
    /// The shape, if it is convex.
    pub fn convex(&self) -> Option<&d3_f64::Shape> {
        match &self.0 {
            Collider::Convex(shape) => Some(shape),
            _ => None,
        }
    }
    fn mass(&self) -> PyResult<Mass> {
        self.0.mass().ok_or_else(|| value("shape", "it encloses no volume"))
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

#[pymethods]
impl Shape {
    /// From the text of a convex shape: what pickle keeps of it.
    #[staticmethod]
    fn _of_text(text: &str) -> PyResult<Self> {
        let shape: d3_f64::Shape =
            serde_json::from_str(text).map_err(|wrong| value("text", wrong))?;
        Ok(Self::new(shape))
    }
    /// Raises ValueError for a line of a shape file that has keys that it does not know.
    #[staticmethod]
    fn _check_line(text: &str) -> PyResult<()> {
        check_line(text)
    }
    /// Such as "box", "hull", "mesh", "solid" or "compound"; of a ball "sphere", and of a height field "mesh".
    #[getter]
    fn kind(&self) -> String {
        match &self.0 {
            Collider::Convex(shape) => kind_of(shape),
            Collider::Surface(surface) if surface.is_solid() => "solid".into(),
            Collider::Surface(_) => "mesh".into(),
            _ => "compound".into(),
        }
    }
    /// Raises ValueError for a shape that encloses none.
    #[getter]
    fn volume(&self) -> PyResult<f64> {
        Ok(self.mass()?.volume)
    }
    /// In the local frame. Raises ValueError for a shape that encloses no volume.
    #[getter]
    fn center_of_mass(&self) -> PyResult<[f64; 3]> {
        Ok(self.mass()?.centroid.to_array())
    }
    /// About the center of mass, for a density of 1; shape (3, 3).
    #[getter]
    fn inertia<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let columns = self.mass()?.inertia.to_cols_array_2d();
        Ok(PyArray2::from_vec2(py, &columns.map(Vec::from))?)
    }
    /// The corners of a box along the axes of the world that contains the shape; shape (2, 3).
    #[pyo3(signature = (pose = None))]
    fn bounds<'py>(
        &self,
        py: Python<'py>,
        pose: Option<OnePose>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let Aabb { min, max } = self.0.aabb(&at(pose));
        Ok(PyArray2::from_vec2(py, &[min, max].map(|p| p.to_array().to_vec()))?)
    }
    /// Other sizes: each coordinate of the local frame times a factor; negative factors mirror. A mesh, solid or height
    /// field takes any and shares its tree, a convex shape those that leave it one of its kind (a sphere may become an
    /// ellipsoid), a compound one positive factor.
    ///
    /// Raises ValueError for other factors.
    fn scaled(&self, factors: [f64; 3]) -> PyResult<Self> {
        self.0.scaled(DVec3::from(factors)).map(Self::new).map_err(|wrong| value("scaled", wrong))
    }
    /// A ``trimesh.Trimesh`` as a solid or, with ``solid=False``, as a surface without an inside; without ``solid``, as
    /// a solid if it is watertight.
    ///
    /// Triangles keep their numbers, but of a solid those that are degenerate or doubled are dropped.
    /// Raises ValueError with what is open if ``solid=True`` and the mesh is not closed.
    #[staticmethod]
    #[pyo3(signature = (mesh, solid = None))]
    fn from_trimesh(mesh: &Bound<'_, PyAny>, solid: Option<bool>) -> PyResult<Self> {
        crate::exchange::from_trimesh(mesh, solid)
    }
    /// The hull of the points of a ``scipy.spatial.ConvexHull`` in three dimensions.
    #[staticmethod]
    fn from_scipy(hull: &Bound<'_, PyAny>) -> PyResult<Self> {
        let points = hull.getattr("points");
        self::hull(&points.map_err(|_| kind("hull", "a scipy.spatial.ConvexHull is needed"))?)
    }
    /// A ``trimesh.Trimesh`` with the same vertices and triangles, of a mesh, solid, height field, hull or box.
    ///
    /// Raises ValueError for other shapes: they are not made of triangles.
    fn to_trimesh<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::exchange::to_trimesh(py, self)
    }
    fn __eq__(&self, other: &Self) -> bool {
        self == other
    }
    pub fn __hash__(&self) -> u64 {
        hash_of(&self.kind(), &self.0)
    }
    fn _repr_html_(&self, py: Python<'_>) -> String {
        py.detach(|| picture::of_shape(&self.kind(), &self.0))
    }
    fn __repr__(&self) -> String {
        repr_of("Shape", &self.kind(), "triangles", &self.0)
    }
    /// A function of this module and its arguments.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let module = py.import("clearance._clearance")?;
        match &self.0 {
            Collider::Convex(shape) => {
                let text = serde_json::to_string(shape).map_err(|wrong| value("pickle", wrong))?;
                (module.getattr("Shape")?.getattr("_of_text")?, (text,)).into_pyobject(py)
            }
            Collider::Surface(surface) => {
                let (vertices, facets) = soup(surface);
                let corners: Vec<f64> = vertices.iter().flat_map(|p| p.to_array()).collect();
                let corners = corners.into_pyarray(py).reshape([vertices.len(), 3])?;
                let triangles: Vec<u32> = facets.iter().flatten().copied().collect();
                let triangles = triangles.into_pyarray(py).reshape([facets.len(), 3])?;
                let make = if surface.is_solid() { "solid" } else { "mesh" };
                (module.getattr(make)?, (corners, triangles)).into_pyobject(py)
            }
            Collider::Compound(compound) => {
                let part = |part: &clearance::CompoundPart<DVec3>| {
                    (Shape::new(shape_of(part)), Pose(part.pose))
                };
                let parts: Vec<(Shape, Pose)> = compound.parts().iter().map(part).collect();
                (module.getattr("compound")?, (parts,)).into_pyobject(py)
            }
            _ => Err(kind("pickle", "a shape of an unknown kind")),
        }
    }
}

/// The word for a kind of convex shapes: that of its text.
pub fn kind_of<V: Vector>(shape: &clearance::Shape<V>) -> String {
    let text = serde_json::to_value(shape).ok();
    let word = text.as_ref().and_then(|text| text.get("kind")?.as_str());
    word.unwrap_or("convex").into()
}

/// Equal shapes have equal kinds and boxes.
pub fn hash_of<V: Vector<Scalar = f64>>(kind: &str, shape: &clearance::Collider<V>) -> u64 {
    let mut hasher = DefaultHasher::new();
    kind.hash(&mut hasher);
    let bounds = shape.aabb(&clearance::Pose::IDENTITY);
    for i in 0..V::DIM {
        // Equal boxes may have zeros of both signs.
        let corners = [bounds.min.get(i), bounds.max.get(i)];
        corners.iter().for_each(|x| (x + 0.0).to_bits().hash(&mut hasher));
    }
    hasher.finish()
}

pub fn repr_of<V: Vector>(
    class: &str,
    kind: &str,
    facets: &str,
    shape: &clearance::Collider<V>,
) -> String {
    let what = match shape {
        clearance::Collider::Convex(shape) => {
            let text = serde_json::to_string(shape).unwrap_or_default();
            if text.len() < 200 { text } else { kind.into() }
        }
        clearance::Collider::Surface(surface) => format!("{kind} of {} {facets}", surface.len()),
        clearance::Collider::Compound(compound) => {
            format!("{kind} of {} parts", compound.parts().len())
        }
        _ => kind.into(),
    };
    format!("{class}({what})")
}

/// A convex shape, or the reason why it was refused.
fn made(name: &str, shape: Result<impl Into<Collider>, clearance::Error>) -> PyResult<Shape> {
    shape.map(Shape::new).map_err(|wrong| value(name, halves(wrong)))
}

/// The library's sizes are halves of the arguments.
pub fn halves(wrong: clearance::Error) -> String {
    let words = [("extents", "the size"), ("height", "the length"), ("length", "the length")];
    words.iter().fold(wrong.to_string(), |text, (half, whole)| {
        text.replace(&format!("half_{half}"), &format!("half of {whole}"))
    })
}

/// A sphere around the origin.
#[pyfunction]
pub fn sphere(radius: f64) -> PyResult<Shape> {
    made("sphere", Sphere::new(radius))
}

/// A box around the origin with these edge lengths.
#[pyfunction]
#[pyo3(name = "box")]
pub fn box_(size: [f64; 3]) -> PyResult<Shape> {
    made("box", Cuboid::new(DVec3::from(size) / 2.0))
}

/// All points within ``radius`` of a segment of this length along z, around the origin.
#[pyfunction]
pub fn capsule(radius: f64, length: f64) -> PyResult<Shape> {
    made("capsule", Capsule::along(Axis::Z, length / 2.0, radius))
}

/// Along z, around the origin.
#[pyfunction]
pub fn cylinder(radius: f64, length: f64) -> PyResult<Shape> {
    made("cylinder", Cylinder::new(Axis::Z, length / 2.0, radius))
}

/// Along z; the apex is at ``length / 2``, the base at ``-length / 2``.
#[pyfunction]
pub fn cone(radius: f64, length: f64) -> PyResult<Shape> {
    made("cone", Cone::new(Axis::Z, length / 2.0, radius))
}

/// Along the axes, around the origin.
#[pyfunction]
pub fn ellipsoid(radii: [f64; 3]) -> PyResult<Shape> {
    made("ellipsoid", Ellipsoid::new(DVec3::from(radii)))
}

/// From one point to another.
#[pyfunction]
pub fn segment(start: [f64; 3], end: [f64; 3]) -> PyResult<Shape> {
    made("segment", Segment::new(DVec3::from(start), DVec3::from(end)))
}

/// A triangle without a thickness.
#[pyfunction]
pub fn triangle(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> PyResult<Shape> {
    made("triangle", Triangle::new(DVec3::from(a), DVec3::from(b), DVec3::from(c)))
}

/// All points p with ``normal . p <= offset``; the normal need not have length 1.
#[pyfunction]
#[pyo3(signature = (normal, offset = 0.0))]
pub fn half_space(normal: [f64; 3], offset: f64) -> PyResult<Shape> {
    made("half_space", HalfSpace::new(DVec3::from(normal), offset))
}

/// The convex hull of points of shape (N, 3), which may be flat.
#[pyfunction]
pub fn hull(points: &Bound<'_, PyAny>) -> PyResult<Shape> {
    let (py, points) = (points.py(), vectors("points", points)?);
    made("hull", apart_if(py, points.len() > MANY, move || Hull::new(points))?)
}

/// What is made of more points or triangles may take a second.
pub const MANY: usize = 20_000;

/// All points within ``radius`` of a bounded convex shape.
#[pyfunction]
pub fn rounded<'py>(shape: &Bound<'py, PyAny>, radius: f64) -> PyResult<Bound<'py, PyAny>> {
    let py = shape.py();
    if let Ok(shape) = shape.cast::<Shape2>() {
        return Shape2::new(round(&shape.get().0, radius)?).into_bound_py_any(py);
    }
    let shape = shape.cast::<Shape>().map_err(|_| kind("shape", "a Shape or Shape2 is needed"))?;
    Shape::new(round(&shape.get().0, radius)?).into_bound_py_any(py)
}

fn round<V: Vector<Scalar = f64>>(
    shape: &clearance::Collider<V>,
    radius: f64,
) -> PyResult<clearance::Shape<V>> {
    let clearance::Collider::Convex(clearance::Shape::Convex(convex)) = shape else {
        return Err(value("shape", "only bounded convex shapes can be rounded"));
    };
    let rounded = Rounded::new(convex.inner().clone(), convex.margin() + radius);
    Ok(clearance::Shape::Convex(rounded.map_err(|wrong| value("rounded", wrong))?))
}

/// A surface of triangles, counterclockwise seen from the front, without an inside. Shapes (N, 3) and (M, 3).
///
/// Without triangles it is a file: OBJ, PLY, STL, DAE, glTF, GLB or 3MF, all its objects together, as
/// ``mesh("part.stl")``. Raises ValueError with the file and the reason.
#[pyfunction]
#[pyo3(signature = (vertices, triangles = None))]
pub fn mesh(vertices: &Bound<'_, PyAny>, triangles: Option<&Bound<'_, PyAny>>) -> PyResult<Shape> {
    let (py, (vertices, triangles)) = (vertices.py(), surface("mesh", vertices, triangles)?);
    let is_long = triangles.len() > MANY;
    let mesh = apart_if(py, is_long, move || Mesh::new(vertices, triangles))?;
    Ok(Shape::new(mesh.map_err(|wrong| value("mesh", wrong))?))
}

/// What a closed mesh encloses, also that of a file, as for ``mesh``. Equal vertices are joined, and fronts turned.
///
/// Raises ValueError with what is open if the mesh is not closed.
#[pyfunction]
#[pyo3(signature = (vertices, triangles = None))]
pub fn solid(vertices: &Bound<'_, PyAny>, triangles: Option<&Bound<'_, PyAny>>) -> PyResult<Shape> {
    let (py, (vertices, triangles)) = (vertices.py(), surface("solid", vertices, triangles)?);
    let is_long = triangles.len() > MANY;
    let work = move || {
        let mesh = Mesh::new(vertices, triangles).map_err(|wrong| wrong.to_string())?;
        let (mended, _) = mesh.mended();
        Solid::new(mended).map_err(|wrong| {
            // The advice for Rust, to mend it, was followed.
            let said = wrong.to_string();
            let reason = said.split("`Surface").next().unwrap_or_default();
            String::from(reason.trim_end_matches([' ', ';']))
        })
    };
    Ok(Shape::new(apart_if(py, is_long, work)?.map_err(|wrong| value("solid", wrong))?))
}

/// The vertices and triangles of arrays, or of a file if there are no triangles.
fn surface(
    name: &str,
    vertices: &Bound<'_, PyAny>,
    triangles: Option<&Bound<'_, PyAny>>,
) -> PyResult<Triangles> {
    let Some(triangles) = triangles else { return of_file(name, vertices) };
    let (vertices, needed) =
        (vectors("vertices", vertices)?, "an array of integers of shape (N, 3) is needed");
    let indices =
        array("triangles", triangles, "iu", needed)?.call_method1("astype", ("int64",))?;
    let indices: PyReadonlyArray2<'_, i64> =
        indices.extract().map_err(|_| value("triangles", needed))?;
    if indices.shape()[1] != 3 {
        return Err(value(
            "triangles",
            format!("the shape must be (N, 3), but is {:?}", indices.shape()),
        ));
    }
    let view = indices.as_array();
    let count = vertices.len();
    let index = |row: usize, i: i64| {
        u32::try_from(i).ok().filter(|i| (*i as usize) < count).ok_or_else(|| {
            value("triangles", format!("row {row}: {i} is no index of {count} vertices"))
        })
    };
    let rows = view.rows().into_iter().enumerate();
    let triangles =
        rows.map(|(k, row)| Ok([index(k, row[0])?, index(k, row[1])?, index(k, row[2])?]));
    Ok((vertices, triangles.collect::<PyResult<_>>()?))
}

/// The vertices and triangles of all objects of a mesh file.
fn of_file(name: &str, file: &Bound<'_, PyAny>) -> PyResult<Triangles> {
    let py = file.py();
    let path: PathBuf = file.extract().map_err(|_| {
        kind(name, "vertices and triangles are needed, or the name of a mesh file alone")
    })?;
    let read = apart(py, move || clearance_formats::read_mesh(&path))?;
    let read = read.map_err(|wrong| value(name, wrong))?;
    let warnings = py.import("warnings")?;
    for said in &read.warnings {
        warnings.call_method1("warn", (said,))?;
    }
    let (mut vertices, mut triangles) = (vec![], vec![]);
    for part in read.parts {
        let first = vertices.len();
        let index = |corner: usize| u32::try_from(first + corner).unwrap_or(u32::MAX);
        triangles.extend(part.triangles.into_iter().map(|triangle| triangle.map(index)));
        vertices.extend(part.points);
    }
    Ok((vertices, triangles))
}

/// Ground over a grid: ``heights[row, column]`` is z at x = column * cell[0], y = row * cell[1].
#[pyfunction]
pub fn height_field(heights: &Bound<'_, PyAny>, cell: [f64; 2]) -> PyResult<Shape> {
    let heights = matrix("heights", heights, "(rows, columns)")?;
    let rows: Vec<Vec<f64>> =
        heights.as_array().rows().into_iter().map(|row| row.to_vec()).collect();
    let is_long = rows.len().saturating_mul(rows.first().map_or(0, Vec::len)) > MANY;
    let field = apart_if(heights.py(), is_long, move || HeightField::new(&rows, cell))?;
    Ok(Shape::new(field.map_err(|wrong| value("height_field", wrong))?))
}

/// Shapes that keep their places to each other.
#[pyfunction]
pub fn compound(py: Python<'_>, parts: Vec<(Shape, OnePose)>) -> PyResult<Shape> {
    let parts: Vec<_> = parts.into_iter().map(|(shape, pose)| (pose.0, shape.0)).collect();
    let compound = apart_if(py, parts.len() > MANY, move || Compound::new(parts))?;
    Ok(Shape::new(compound.map_err(|wrong| value("compound", wrong))?))
}

/// An argument of shape `(N, 3)`.
pub fn vectors(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<DVec3>> {
    Ok(numbers::<3>(name, given)?.into_iter().map(DVec3::from).collect())
}

/// An argument of shape `(N, D)`.
pub fn numbers<const D: usize>(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<[f64; D]>> {
    let needed = format!("(N, {D})");
    let array = matrix(name, given, &needed)?;
    if array.shape()[1] != D {
        return Err(value(name, shaped(&needed, array.shape())));
    }
    let rows = array.as_array();
    Ok(rows.rows().into_iter().map(|row| std::array::from_fn(|i| row[i])).collect())
}

/// An argument of two dimensions; `needed` is its shape, for messages.
pub fn matrix<'py>(
    name: &str,
    given: &Bound<'py, PyAny>,
    needed: &str,
) -> PyResult<PyReadonlyArray2<'py, f64>> {
    let array = array(name, given, "fiu", &format!("numbers of shape {needed} are needed"))?;
    let array = given.py().import("numpy")?.call_method1("asarray", (array, "float64"))?;
    let array = array.cast_into::<PyArrayDyn<f64>>()?;
    let wrong = || value(name, shaped(needed, array.shape()));
    Ok(array.cast::<PyArray2<f64>>().map_err(|_| wrong())?.try_readonly()?)
}

fn shaped(needed: &str, shape: &[usize]) -> String {
    format!("an array of numbers of shape {needed} is needed, but the shape is {shape:?}")
}
