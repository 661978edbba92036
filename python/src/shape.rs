//! `Shape`, and the functions that make shapes.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use clearance::d3_f64::{
    self, Aabb, Capsule, Collider, Compound, Cone, Cuboid, Cylinder, DVec3, Ellipsoid, HalfSpace,
    HeightField, Hull, Mesh, Solid, Sphere,
};
use clearance::hull::Mass;
use clearance::shape::{Segment, Triangle};
use clearance::{Axis, Rounded, worlds};
use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{kind, value};
use crate::pose::Pose;

/// A shape in its own frame, convex or not. It does not change, and copies share what is large.
#[pyclass(frozen, from_py_object, module = "clearance")]
#[derive(Clone)]
pub struct Shape(pub Collider);

impl Shape {
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
        Ok(Self(shape.into()))
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
        pose: Option<&Pose>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let Aabb { min, max } = self.0.aabb(&pose.map_or(d3_f64::Pose::IDENTITY, |pose| pose.0));
        Ok(PyArray2::from_vec2(py, &[min, max].map(|p| p.to_array().to_vec()))?)
    }
    fn scaled(&self, factors: [f64; 3]) -> PyResult<Self> {
        self.0.scaled(DVec3::from(factors)).map(Self).map_err(|wrong| value("scaled", wrong))
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
        let mut hasher = DefaultHasher::new();
        self.kind().hash(&mut hasher);
        let Aabb { min, max } = self.0.aabb(&d3_f64::Pose::IDENTITY);
        min.to_array()
            .iter()
            .chain(&max.to_array())
            .for_each(|x| (x + 0.0).to_bits().hash(&mut hasher));
        hasher.finish()
    }
    fn __repr__(&self) -> String {
        match &self.0 {
            Collider::Convex(shape) => {
                let text = serde_json::to_string(shape).unwrap_or_default();
                if text.len() < 200 {
                    format!("Shape({text})")
                } else {
                    format!("Shape({})", kind_of(shape))
                }
            }
            Collider::Surface(surface) => {
                format!("Shape({} of {} triangles)", self.kind(), surface.len())
            }
            Collider::Compound(compound) => {
                format!("Shape(compound of {} parts)", compound.parts().len())
            }
            _ => "Shape".into(),
        }
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
                let corners: Vec<f64> = (0..surface.surface().vertices().len() as u32)
                    .flat_map(|vertex| surface.vertex(vertex).to_array())
                    .collect();
                let turned =
                    |[a, b, c]: [u32; 3]| if surface.is_mirrored() { [a, c, b] } else { [a, b, c] };
                let triangles: Vec<u32> =
                    surface.surface().facets().iter().flat_map(|facet| turned(*facet)).collect();
                let corners = corners.into_pyarray(py);
                let corners = corners.reshape([corners.len() / 3, 3])?;
                let triangles = triangles.into_pyarray(py);
                let triangles = triangles.reshape([triangles.len() / 3, 3])?;
                let make = if surface.is_solid() { "solid" } else { "mesh" };
                (module.getattr(make)?, (corners, triangles)).into_pyobject(py)
            }
            Collider::Compound(compound) => {
                let part = |part: &worlds::Part<DVec3>| {
                    let shape = match &part.shape {
                        worlds::PartShape::Convex(shape) => Collider::Convex(shape.clone()),
                        worlds::PartShape::Surface(surface) => Collider::Surface(surface.clone()),
                    };
                    (Shape(shape), Pose(part.pose))
                };
                let parts: Vec<(Shape, Pose)> = compound.parts().iter().map(part).collect();
                (module.getattr("compound")?, (parts,)).into_pyobject(py)
            }
            _ => Err(kind("pickle", "a shape of an unknown kind")),
        }
    }
}

/// The word for a kind of convex shapes: that of its text.
fn kind_of(shape: &d3_f64::Shape) -> String {
    let text = serde_json::to_value(shape).ok();
    let word = text.as_ref().and_then(|text| text.get("kind")?.as_str());
    word.unwrap_or("convex").into()
}

/// A convex shape, or the reason why it was refused.
fn made(name: &str, shape: Result<impl Into<Collider>, clearance::Error>) -> PyResult<Shape> {
    shape.map(|shape| Shape(shape.into())).map_err(|wrong| value(name, wrong))
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

/// All points within a distance of a convex shape.
#[pyfunction]
pub fn rounded(shape: &Shape, radius: f64) -> PyResult<Shape> {
    match shape.convex() {
        Some(d3_f64::Shape::Convex(convex)) => {
            let radius = convex.margin() + radius;
            made("rounded", Rounded::new(convex.inner().clone(), radius).map(d3_f64::Shape::Convex))
        }
        _ => Err(value("shape", "only bounded convex shapes can be rounded")),
    }
}

#[pyfunction]
pub fn mesh(vertices: &Bound<'_, PyAny>, triangles: &Bound<'_, PyAny>) -> PyResult<Shape> {
    Ok(Shape(surface(vertices, triangles)?.into()))
}

#[pyfunction]
pub fn solid(vertices: &Bound<'_, PyAny>, triangles: &Bound<'_, PyAny>) -> PyResult<Shape> {
    let (mesh, _) = surface(vertices, triangles)?.mended();
    Ok(Shape(Solid::new(mesh).map_err(|wrong| value("solid", wrong))?.into()))
}

fn surface(vertices: &Bound<'_, PyAny>, triangles: &Bound<'_, PyAny>) -> PyResult<Mesh> {
    let numpy = vertices.py().import("numpy")?;
    let indices =
        numpy.call_method1("asarray", (triangles,))?.call_method1("astype", ("int64",))?;
    let indices: PyReadonlyArray2<'_, i64> = indices
        .extract()
        .map_err(|_| value("triangles", "an array of shape (N, 3) of indices is needed"))?;
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
    Mesh::new(vectors("vertices", vertices)?, triangles).map_err(|wrong| value("mesh", wrong))
}

#[pyfunction]
pub fn height_field(heights: PyReadonlyArray2<'_, f64>, cell: [f64; 2]) -> PyResult<Shape> {
    let rows: Vec<Vec<f64>> =
        heights.as_array().rows().into_iter().map(|row| row.to_vec()).collect();
    let field = HeightField::new(&rows, cell);
    Ok(Shape(field.map_err(|wrong| value("height_field", wrong))?.into()))
}

#[pyfunction]
pub fn compound(parts: Vec<(Shape, Pose)>) -> PyResult<Shape> {
    let parts = parts.into_iter().map(|(shape, pose)| (pose.0, shape.0));
    let compound = Compound::new(parts).map_err(|wrong| value("compound", wrong))?;
    Ok(Shape(Collider::Compound(Arc::new(compound))))
}

/// An argument of shape `(N, 3)`.
pub fn vectors(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<DVec3>> {
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (given, "float64"));
    let array = array.map_err(|_| kind(name, "numbers are needed, in an array of shape (N, 3)"))?;
    let array: PyReadonlyArray2<'_, f64> =
        array.extract().map_err(|_| value(name, "an array of shape (N, 3) is needed"))?;
    if array.shape()[1] != 3 {
        return Err(value(name, format!("the shape must be (N, 3), but is {:?}", array.shape())));
    }
    Ok(array.as_array().rows().into_iter().map(|row| DVec3::new(row[0], row[1], row[2])).collect())
}
