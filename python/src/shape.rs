//! `Shape`, and the functions that make shapes.

use std::hash::{DefaultHasher, Hash, Hasher};

use clearance::d3_f64::{
    self, Aabb, Capsule, Collider, Compound, Cone, Cuboid, Cylinder, DVec3, Ellipsoid, HalfSpace,
    HeightField, Hull, Mesh, Solid, Sphere,
};
use clearance::glam::Vec3;
use clearance::hull::Mass;
use clearance::shape::{Segment, Triangle};
use clearance::space::Vector;
use clearance::{Axis, Rounded, worlds};
use numpy::{
    IntoPyArray, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{array, kind, value};
use crate::narrow::{Narrow, shape_of, soup};
use crate::picture;
use crate::plane::Shape2;
use crate::pose::Pose;
use crate::single::{OnePose, at};

/// A shape in its own frame, convex or not. It does not change, and copies share what is large.
#[pyclass(frozen, from_py_object, module = "clearance")]
#[derive(Clone)]
pub struct Shape(pub Collider, Narrow<Vec3>);

impl Shape {
    pub fn new(shape: impl Into<Collider>) -> Self {
        Self(shape.into(), Narrow::default())
    }
    /// The shape in float32.
    pub fn narrow(&self) -> Result<&worlds::Collider<Vec3>, String> {
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

#[pymethods]
impl Shape {
    /// From the text of a convex shape: what pickle keeps of it.
    #[staticmethod]
    fn _of_text(text: &str) -> PyResult<Self> {
        let shape: d3_f64::Shape =
            serde_json::from_str(text).map_err(|wrong| value("text", wrong))?;
        Ok(Self::new(shape))
    }
    #[getter]
    fn kind(&self) -> String {
        match &self.0 {
            Collider::Convex(shape) => kind_of(shape),
            Collider::Surface(surface) if surface.is_solid() => "solid".into(),
            Collider::Surface(_) => "mesh".into(),
            _ => "compound".into(),
        }
    }
    #[getter]
    fn volume(&self) -> PyResult<f64> {
        Ok(self.mass()?.volume)
    }
    #[getter]
    fn center_of_mass(&self) -> PyResult<[f64; 3]> {
        Ok(self.mass()?.centroid.to_array())
    }
    /// About the center of mass, for a density of 1.
    #[getter]
    fn inertia<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let columns = self.mass()?.inertia.to_cols_array_2d();
        Ok(PyArray2::from_vec2(py, &columns.map(Vec::from))?)
    }
    #[pyo3(signature = (pose = None))]
    fn bounds<'py>(
        &self,
        py: Python<'py>,
        pose: Option<OnePose>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let Aabb { min, max } = self.0.aabb(&at(pose));
        Ok(PyArray2::from_vec2(py, &[min, max].map(|p| p.to_array().to_vec()))?)
    }
    fn scaled(&self, factors: [f64; 3]) -> PyResult<Self> {
        self.0.scaled(DVec3::from(factors)).map(Self::new).map_err(|wrong| value("scaled", wrong))
    }
    #[staticmethod]
    #[pyo3(signature = (mesh, solid = None))]
    fn from_trimesh(mesh: &Bound<'_, PyAny>, solid: Option<bool>) -> PyResult<Self> {
        crate::exchange::from_trimesh(mesh, solid)
    }
    #[staticmethod]
    fn from_scipy(hull: &Bound<'_, PyAny>) -> PyResult<Self> {
        let points = hull.getattr("points");
        self::hull(&points.map_err(|_| kind("hull", "a scipy.spatial.ConvexHull is needed"))?)
    }
    fn to_trimesh<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::exchange::to_trimesh(py, self)
    }
    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
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
                let part =
                    |part: &worlds::Part<DVec3>| (Shape::new(shape_of(part)), Pose(part.pose));
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
pub fn hash_of<V: Vector<Scalar = f64>>(kind: &str, shape: &worlds::Collider<V>) -> u64 {
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
    shape: &worlds::Collider<V>,
) -> String {
    let what = match shape {
        worlds::Collider::Convex(shape) => {
            let text = serde_json::to_string(shape).unwrap_or_default();
            if text.len() < 200 { text } else { kind.into() }
        }
        worlds::Collider::Surface(surface) => format!("{kind} of {} {facets}", surface.len()),
        worlds::Collider::Compound(compound) => {
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
    let words = [("extents", "an extent"), ("height", "the length"), ("length", "the length")];
    words.iter().fold(wrong.to_string(), |text, (half, whole)| {
        text.replace(&format!("half_{half}"), &format!("half of {whole}"))
    })
}

#[pyfunction]
pub fn ball(radius: f64) -> PyResult<Shape> {
    made("ball", Sphere::new(radius))
}

#[pyfunction]
#[pyo3(name = "box")]
pub fn box_(extents: [f64; 3]) -> PyResult<Shape> {
    made("box", Cuboid::new(DVec3::from(extents) / 2.0))
}

/// Along z.
#[pyfunction]
pub fn capsule(radius: f64, length: f64) -> PyResult<Shape> {
    made("capsule", Capsule::along(Axis::Z, length / 2.0, radius))
}

/// Along z.
#[pyfunction]
pub fn cylinder(radius: f64, length: f64) -> PyResult<Shape> {
    made("cylinder", Cylinder::new(Axis::Z, length / 2.0, radius))
}

/// Along z; the origin is in the middle of its height.
#[pyfunction]
pub fn cone(radius: f64, length: f64) -> PyResult<Shape> {
    made("cone", Cone::new(Axis::Z, length / 2.0, radius))
}

#[pyfunction]
pub fn ellipsoid(radii: [f64; 3]) -> PyResult<Shape> {
    made("ellipsoid", Ellipsoid::new(DVec3::from(radii)))
}

#[pyfunction]
pub fn segment(start: [f64; 3], end: [f64; 3]) -> PyResult<Shape> {
    made("segment", Segment::new(DVec3::from(start), DVec3::from(end)))
}

#[pyfunction]
pub fn triangle(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> PyResult<Shape> {
    made("triangle", Triangle::new(DVec3::from(a), DVec3::from(b), DVec3::from(c)))
}

#[pyfunction]
#[pyo3(signature = (normal, offset = 0.0))]
pub fn half_space(normal: [f64; 3], offset: f64) -> PyResult<Shape> {
    made("half_space", HalfSpace::new(DVec3::from(normal), offset))
}

#[pyfunction]
pub fn hull(points: &Bound<'_, PyAny>) -> PyResult<Shape> {
    made("hull", Hull::new(vectors("points", points)?))
}

/// All points within a distance of a convex shape, of space or of the plane.
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
    shape: &worlds::Collider<V>,
    radius: f64,
) -> PyResult<clearance::Shape<V>> {
    let worlds::Collider::Convex(clearance::Shape::Convex(convex)) = shape else {
        return Err(value("shape", "only bounded convex shapes can be rounded"));
    };
    let rounded = Rounded::new(convex.inner().clone(), convex.margin() + radius);
    Ok(clearance::Shape::Convex(rounded.map_err(|wrong| value("rounded", wrong))?))
}

#[pyfunction]
pub fn mesh(vertices: &Bound<'_, PyAny>, triangles: &Bound<'_, PyAny>) -> PyResult<Shape> {
    Ok(Shape::new(surface(vertices, triangles)?))
}

#[pyfunction]
pub fn solid(vertices: &Bound<'_, PyAny>, triangles: &Bound<'_, PyAny>) -> PyResult<Shape> {
    let (mesh, _) = surface(vertices, triangles)?.mended();
    let solid = Solid::new(mesh).map_err(|wrong| {
        // The advice for Rust, to mend it, was followed.
        let said = wrong.to_string();
        let reason = said.split("`Surface").next().unwrap_or_default();
        value("solid", reason.trim_end_matches([' ', ';']))
    })?;
    Ok(Shape::new(solid))
}

fn surface(vertices: &Bound<'_, PyAny>, triangles: &Bound<'_, PyAny>) -> PyResult<Mesh> {
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
    let index = |i: &i64| {
        u32::try_from(*i).map_err(|_| value("triangles", format!("{i} is no index of a vertex")))
    };
    let triangles =
        view.rows().into_iter().map(|row| Ok([index(&row[0])?, index(&row[1])?, index(&row[2])?]));
    let triangles = triangles.collect::<PyResult<Vec<_>>>()?;
    Mesh::new(vertices, triangles).map_err(|wrong| value("mesh", wrong))
}

#[pyfunction]
pub fn height_field(heights: &Bound<'_, PyAny>, cell: [f64; 2]) -> PyResult<Shape> {
    let heights = matrix("heights", heights, "(rows, columns)")?;
    let rows: Vec<Vec<f64>> =
        heights.as_array().rows().into_iter().map(|row| row.to_vec()).collect();
    let field = HeightField::new(&rows, cell);
    Ok(Shape::new(field.map_err(|wrong| value("height_field", wrong))?))
}

#[pyfunction]
pub fn compound(parts: Vec<(Shape, OnePose)>) -> PyResult<Shape> {
    let parts = parts.into_iter().map(|(shape, pose)| (pose.0, shape.0));
    let compound = Compound::new(parts).map_err(|wrong| value("compound", wrong))?;
    Ok(Shape::new(compound))
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
