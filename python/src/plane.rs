//! The plane: `Pose2`, `Shape2`, and functions that make shapes of the plane.

use std::hash::{DefaultHasher, Hash, Hasher};

use clearance::Chain;
use clearance::d2_f64::{
    self, Aabb, Capsule, Circle, Collider, Compound, Cuboid, DVec2, Ellipse, HalfPlane, Polygon,
    Region,
};
use clearance::glam::{DMat3, Vec2};
use clearance::hull::Mass;
use clearance::shape::Segment;
use clearance::space::Rotation2;
use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{kind, value};
use crate::narrow::{Narrow, shape_of, soup};
use crate::picture;
use crate::shape::{halves, hash_of, kind_of, matrix, numbers, repr_of};
use crate::single::{OnePose, at};

/// A pose of the plane: a rotation, then a translation. Immutable.
#[pyclass(frozen, from_py_object, eq, module = "clearance")]
#[derive(Clone, Copy, PartialEq)]
pub struct Pose2(pub d2_f64::Pose);

#[pymethods]
impl Pose2 {
    #[new]
    #[pyo3(
        signature = (xy = [0.0; 2], angle = 0.0),
        text_signature = "(xy=(0.0, 0.0), angle=0.0)"
    )]
    fn new(xy: [f64; 2], angle: f64) -> PyResult<Self> {
        let pose = d2_f64::Pose::new(DVec2::from(xy), angle);
        Ok(Self(pose.map_err(|wrong| value("Pose2", wrong))?))
    }
    /// From a rigid matrix of shape (3, 3).
    ///
    /// Raises ValueError if it stretches, shears or mirrors.
    #[staticmethod]
    fn from_matrix(matrix: &Bound<'_, PyAny>) -> PyResult<Self> {
        let matrix = self::matrix("matrix", matrix, "(3, 3)")?;
        if matrix.shape() != [3, 3] {
            let shape = matrix.shape();
            return Err(value("matrix", format!("the shape must be (3, 3), but is {shape:?}")));
        }
        let view = matrix.as_array();
        let column = |j: usize| std::array::from_fn(|i| view[[i, j]]);
        let columns: [[f64; 3]; 3] = std::array::from_fn(column);
        let pose = DMat3::from_cols_array_2d(&columns).try_into();
        Ok(Self(pose.map_err(|wrong: clearance::Error| value("matrix", wrong))?))
    }
    /// From the numbers of a pose: what pickle keeps of it.
    #[staticmethod]
    fn _of(xy: [f64; 2], turn: [f64; 2]) -> PyResult<Self> {
        let [cos, sin] = turn;
        let place = d2_f64::Pose::at(DVec2::from(xy)).map_err(|wrong| value("Pose2", wrong))?;
        let length = cos * cos + sin * sin;
        if !(length > 0.999 && length < 1.001) {
            return Err(value("Pose2", "the numbers are no rotation"));
        }
        Ok(Self(d2_f64::Pose::from_unit(place.translation(), Rotation2::new(cos, sin))))
    }

    /// The translation.
    #[getter]
    fn xy(&self) -> [f64; 2] {
        self.0.translation().to_array()
    }
    /// From -pi to pi.
    #[getter]
    fn angle(&self) -> f64 {
        self.0.turn().angle()
    }
    /// Shape (3, 3).
    fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = DMat3::from(self.0).transpose().to_cols_array_2d();
        Ok(PyArray2::from_vec2(py, &rows.map(|row| row.to_vec()))?)
    }
    /// From the world to the local frame.
    fn inverse(&self) -> Self {
        Self(self.0.inverse())
    }
    fn __matmul__(&self, other: &Self) -> Self {
        Self(self.0 * other.0)
    }
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let Rotation2 { cos, sin } = self.0.turn();
        // Equal poses may have zeros of both signs.
        self.xy().iter().chain(&[cos, sin]).for_each(|x| (x + 0.0).to_bits().hash(&mut hasher));
        hasher.finish()
    }
    fn __repr__(&self) -> String {
        format!("Pose2(xy={:?}, angle={:?})", self.xy(), self.angle())
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let pose = slf.get();
        let Rotation2 { cos, sin } = pose.0.turn();
        (slf.get_type().getattr("_of")?, (pose.xy(), [cos, sin])).into_pyobject(slf.py())
    }
}

/// A shape of the plane in its own frame, convex or not. Immutable; pickle keeps every bit.
#[pyclass(frozen, from_py_object, module = "clearance")]
#[derive(Clone)]
pub struct Shape2(pub Collider, Narrow<Vec2>);

impl Shape2 {
    pub fn new(shape: impl Into<Collider>) -> Self {
        Self(shape.into(), Narrow::default())
    }
    /// The shape in float32.
    pub fn narrow(&self) -> Result<&clearance::Collider<Vec2>, String> {
        self.1.of(&self.0)
    }
    fn mass(&self) -> PyResult<Mass> {
        self.0.mass().ok_or_else(|| value("shape", "it encloses no area"))
    }
}

impl PartialEq for Shape2 {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

#[pymethods]
impl Shape2 {
    /// From the text of a convex shape: what pickle keeps of it.
    #[staticmethod]
    fn _of_text(text: &str) -> PyResult<Self> {
        let shape: d2_f64::Shape =
            serde_json::from_str(text).map_err(|wrong| value("text", wrong))?;
        Ok(Self::new(shape))
    }
    /// From the segments of a chain or region.
    #[staticmethod]
    fn _of_segments(
        vertices: &Bound<'_, PyAny>,
        segments: Vec<[u32; 2]>,
        solid: bool,
    ) -> PyResult<Self> {
        joined("segments", places("vertices", vertices)?, segments, solid)
    }
    /// A ``Polygon`` or ``MultiPolygon`` of shapely as a region, its holes left out; lines as a chain.
    ///
    /// Raises ValueError for points, empty geometries, and polygons together with lines.
    #[staticmethod]
    fn from_shapely(geometry: &Bound<'_, PyAny>) -> PyResult<Self> {
        self::from_shapely(geometry)
    }
    /// Such as "circle", "box", "polygon", "chain", "region" or "compound".
    #[getter]
    fn kind(&self) -> String {
        match &self.0 {
            Collider::Convex(shape) => kind_of(shape),
            Collider::Surface(surface) if surface.is_solid() => "region".into(),
            Collider::Surface(_) => "chain".into(),
            _ => "compound".into(),
        }
    }
    /// Raises ValueError for a shape that encloses none.
    #[getter]
    fn area(&self) -> PyResult<f64> {
        Ok(self.mass()?.volume)
    }
    /// In the local frame. Raises ValueError for a shape that encloses no area.
    #[getter]
    fn center_of_mass(&self) -> PyResult<[f64; 2]> {
        Ok(self.mass()?.centroid.truncate().to_array())
    }
    /// The corners of a box along the axes of the world that contains the shape; shape (2, 2).
    #[pyo3(signature = (pose = None))]
    fn bounds<'py>(
        &self,
        py: Python<'py>,
        pose: Option<OnePose<DVec2>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let Aabb { min, max } = self.0.aabb(&at(pose));
        Ok(PyArray2::from_vec2(py, &[min, max].map(|p| p.to_array().to_vec()))?)
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
        repr_of("Shape2", &self.kind(), "segments", &self.0)
    }
    /// A function of this module and its arguments.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let module = py.import("clearance._clearance")?;
        match &self.0 {
            Collider::Convex(shape) => {
                let text = serde_json::to_string(shape).map_err(|wrong| value("pickle", wrong))?;
                (module.getattr("Shape2")?.getattr("_of_text")?, (text,)).into_pyobject(py)
            }
            Collider::Surface(surface) => {
                let (vertices, facets) = soup(surface);
                let numbers: Vec<f64> = vertices.iter().flat_map(|p| p.to_array()).collect();
                let vertices = numbers.into_pyarray(py).reshape([vertices.len(), 2])?;
                let segments: Vec<[u32; 2]> = facets.iter().map(|[i, j, _]| [*i, *j]).collect();
                let make = module.getattr("Shape2")?.getattr("_of_segments")?;
                (make, (vertices, segments, surface.is_solid())).into_pyobject(py)
            }
            Collider::Compound(compound) => {
                let part = |part: &clearance::CompoundPart<DVec2>| {
                    (Shape2::new(shape_of(part)), Pose2(part.pose))
                };
                let parts: Vec<(Shape2, Pose2)> = compound.parts().iter().map(part).collect();
                (module.getattr("compound2")?, (parts,)).into_pyobject(py)
            }
            _ => Err(kind("pickle", "a shape of an unknown kind")),
        }
    }
}

fn made(name: &str, shape: Result<impl Into<Collider>, clearance::Error>) -> PyResult<Shape2> {
    shape.map(Shape2::new).map_err(|wrong| value(name, halves(wrong)))
}

/// An argument of shape `(N, 2)`.
fn places(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<DVec2>> {
    Ok(numbers::<2>(name, given)?.into_iter().map(DVec2::from).collect())
}

/// Around the origin.
#[pyfunction]
pub fn circle(radius: f64) -> PyResult<Shape2> {
    made("circle", Circle::new(radius))
}

/// Around the origin with these edge lengths.
#[pyfunction]
pub fn box2(size: [f64; 2]) -> PyResult<Shape2> {
    made("box2", Cuboid::new(DVec2::from(size) / 2.0))
}

/// Along the axes, around the origin.
#[pyfunction]
pub fn ellipse(radii: [f64; 2]) -> PyResult<Shape2> {
    made("ellipse", Ellipse::new(DVec2::from(radii)))
}

/// A convex polygon; its corners in order, of shape (N, 2).
///
/// Raises ValueError if it is not convex: that is a ``region``.
#[pyfunction]
pub fn polygon(points: &Bound<'_, PyAny>) -> PyResult<Shape2> {
    made("polygon", Polygon::new(places("points", points)?))
}

/// From one point to another.
#[pyfunction]
pub fn segment2(start: [f64; 2], end: [f64; 2]) -> PyResult<Shape2> {
    made("segment2", Segment::new(DVec2::from(start), DVec2::from(end)))
}

/// All points within ``radius`` of a segment.
#[pyfunction]
pub fn capsule2(start: [f64; 2], end: [f64; 2], radius: f64) -> PyResult<Shape2> {
    made("capsule2", Capsule::new(DVec2::from(start), DVec2::from(end), radius))
}

/// All points p with ``normal . p <= offset``; the normal need not have length 1.
#[pyfunction]
#[pyo3(signature = (normal, offset = 0.0))]
pub fn half_plane(normal: [f64; 2], offset: f64) -> PyResult<Shape2> {
    made("half_plane", HalfPlane::new(DVec2::from(normal), offset))
}

/// Segments from each point, of shape (N, 2), to the next, without an inside.
#[pyfunction]
#[pyo3(signature = (points, *, closed = false))]
pub fn chain(points: &Bound<'_, PyAny>, closed: bool) -> PyResult<Shape2> {
    let points = places("points", points)?;
    let chain = if closed { Chain::closed(points) } else { Chain::open(points) };
    Ok(Shape2::new(chain.map_err(|wrong| value("chain", wrong))?))
}

/// What closed outlines enclose, each of shape (N, 2), either way round and with or without the first point again at the
/// end. An outline in another one is a hole, one in a hole is filled, and so on.
///
/// Raises ValueError for outlines that enclose nothing.
#[pyfunction]
pub fn region(outlines: Vec<Bound<'_, PyAny>>) -> PyResult<Shape2> {
    let outline = |(row, given): (usize, &Bound<'_, PyAny>)| {
        Ok(open(places(&format!("outlines: row {row}"), given)?))
    };
    let all = outlines.iter().enumerate().map(outline).collect::<PyResult<Vec<_>>>()?;
    let depths = depths(&all);
    enclosed(all.into_iter().zip(depths).map(|(outline, depth)| (outline, depth % 2 == 1)))
}

/// How many of the others each outline is in.
fn depths(outlines: &[Vec<DVec2>]) -> Vec<usize> {
    // An outline that encloses nothing has nothing in it.
    let region = |outline: &Vec<DVec2>| {
        let chain = Chain::closed(outline.clone()).ok()?;
        Some(Collider::from(Region::new(chain.mended().0).ok()?))
    };
    let regions: Vec<_> =
        if outlines.len() > 1 { outlines.iter().map(region).collect() } else { vec![] };
    let is_in = |own: &[DVec2], region: &Collider| {
        let corners = own.iter().copied();
        let middles = own.windows(2).map(|side| (side[0] + side[1]) / 2.0);
        // Points on both outlines tell nothing.
        let mut sides = corners.chain(middles).filter_map(|point| {
            let found = clearance::project(region, &d2_f64::Pose::IDENTITY, point).ok()?;
            (found.lower > 0.0 || found.upper < 0.0).then_some(found.upper < 0.0)
        });
        sides.next().unwrap_or(false)
    };
    let depth = |(own, outline): (usize, &Vec<DVec2>)| {
        let others = regions.iter().enumerate().filter(|(other, _)| *other != own);
        others
            .filter(|(_, region)| region.as_ref().is_some_and(|region| is_in(outline, region)))
            .count()
    };
    outlines.iter().enumerate().map(depth).collect()
}

/// Without a last point that is the first one.
fn open(mut outline: Vec<DVec2>) -> Vec<DVec2> {
    if outline.len() > 1 && outline.first() == outline.last() {
        outline.pop();
    }
    outline
}

/// The region of outlines, each with whether it is a hole.
fn enclosed(outlines: impl Iterator<Item = (Vec<DVec2>, bool)>) -> PyResult<Shape2> {
    let (mut vertices, mut segments) = (vec![], vec![]);
    for (mut outline, is_hole) in outlines {
        let (first, count) = (vertices.len() as u32, outline.len() as u32);
        let Some(&origin) = outline.first() else { continue };
        let area: f64 =
            outline.windows(2).map(|side| (side[0] - origin).perp_dot(side[1] - origin)).sum();
        if (area < 0.0) != is_hole {
            outline.reverse();
        }
        segments.extend((0..count).map(|i| [first + i, first + (i + 1) % count]));
        vertices.extend(outline);
    }
    joined("region", vertices, segments, true)
}

/// A geometry of shapely: polygons are a region, lines a chain.
fn from_shapely(geometry: &Bound<'_, PyAny>) -> PyResult<Shape2> {
    let py = geometry.py();
    let needed = || {
        kind("geometry", format!("a geometry of shapely is needed, not {}", geometry.get_type()))
    };
    let parts = match geometry.getattr("geoms") {
        Ok(parts) => parts.try_iter()?.collect::<PyResult<Vec<_>>>()?,
        Err(_) => vec![geometry.clone()],
    };
    let points = |line: Bound<'_, PyAny>| -> PyResult<Vec<DVec2>> {
        // The third coordinate, where there is one, is not of the plane.
        let all =
            py.import("numpy")?.call_method1("asarray", (line.getattr("coords")?, "float64"))?;
        let plane = (py.Ellipsis(), pyo3::types::PySlice::new(py, 0, 2, 1));
        places("geometry", &all.get_item(plane)?)
    };
    let (mut outlines, mut vertices, mut segments) = (vec![], vec![], vec![]);
    for part in parts {
        let word: String = part.getattr("geom_type").map_err(|_| needed())?.extract()?;
        match word.as_str() {
            "Polygon" if !part.getattr("is_empty")?.is_truthy()? => {
                outlines.push((open(points(part.getattr("exterior")?)?), false));
                for hole in part.getattr("interiors")?.try_iter()? {
                    outlines.push((open(points(hole?)?), true));
                }
            }
            "LineString" | "LinearRing" => {
                let (first, line) = (vertices.len() as u32, points(part)?);
                let count = line.len() as u32;
                segments.extend((1..count).map(|i| [first + i - 1, first + i]));
                vertices.extend(line);
            }
            "Polygon" => {}
            other => {
                return Err(value(
                    "geometry",
                    format!("polygons or lines are needed, not a {other}"),
                ));
            }
        }
    }
    match (outlines.is_empty(), segments.is_empty()) {
        (false, true) => enclosed(outlines.into_iter()),
        (true, false) => joined("geometry", vertices, segments, false),
        (true, true) => Err(value("geometry", "it is empty")),
        (false, false) => Err(value("geometry", "polygons and lines are two shapes")),
    }
}

fn joined(
    name: &str,
    vertices: Vec<DVec2>,
    segments: Vec<[u32; 2]>,
    is_solid: bool,
) -> PyResult<Shape2> {
    let chain = Chain::of_segments(vertices, segments).map_err(|wrong| value(name, wrong))?;
    if !is_solid {
        return Ok(Shape2::new(chain));
    }
    Ok(Shape2::new(Region::new(chain.mended().0).map_err(|wrong| value(name, wrong))?))
}

/// Shapes of the plane that keep their places to each other.
#[pyfunction]
pub fn compound2(parts: Vec<(Shape2, OnePose<DVec2>)>) -> PyResult<Shape2> {
    let parts = parts.into_iter().map(|(shape, pose)| (pose.0, shape.0));
    Ok(Shape2::new(Compound::new(parts).map_err(|wrong| value("compound2", wrong))?))
}
