//! `cast`: when moving shapes touch first.
//!
//! A motion is from time 0 on, at a constant velocity and angular velocity:
//!
//! | shape of the array | means |
//! |---|---|
//! | `(.., 3)` | a velocity |
//! | `(.., 6)` | a velocity, and an angular velocity |
//! | `(.., 7)`, `(.., 4, 4)` | the pose at time 1 |

use ::clearance::Error;
use ::clearance::d3_f64::{self, Cast, Collider, DVec3, Impact, Sweep};
use ::clearance::worlds::{self, PartShape, PieceId};
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::answer;
use crate::contacts::{column, numbers, vector, vectors};
use crate::each::{Answers, each};
use crate::error::{kind, value};
use crate::pose::Pose;
use crate::poses::{Poses, View};
use crate::rows::{Options, Placed, are_convex};

const FORMS: &str = "a motion is a velocity, an array of shape (3,); a velocity and an angular velocity, (6,); or the \
                     pose at time 1, a Pose, (7,) or (4, 4); many have more dimensions before";

/// When do moving shapes touch first?
#[pyfunction]
#[pyo3(signature = (a, pose_a, motion_a, b, pose_b, motion_b, *, tmax = 1.0, threads = 1, progress = None))]
#[allow(clippy::too_many_arguments, reason = "those of Python")]
pub fn cast<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    motion_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    motion_b: &Bound<'py, PyAny>,
    tmax: f64,
    threads: i64,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<answer::Impact> {
    let options = Options::of(threads, None, "raise", progress, None)?;
    if tmax.is_nan() || tmax < 0.0 {
        return Err(value("tmax", format!("{tmax} is no time from 0 on")));
    }
    let motions = [Motions::of("motion_a", motion_a)?, Motions::of("motion_b", motion_b)?];
    let ways = [motions[0].ways()?, motions[1].ways()?];
    let ask = |row: usize, [a, b]: [Placed<'_, DVec3>; 2]| {
        let sweep_a = ways[0].sweep(a.pose, row).map_err(|wrong| ("motion_a", wrong))?;
        let sweep_b = ways[1].sweep(b.pose, row).map_err(|wrong| ("motion_b", wrong))?;
        first([a, b], [&sweep_a, &sweep_b], tmax).map_err(|wrong| ("cast", wrong))
    };
    let more = [("motion_a", ways[0].dims()), ("motion_b", ways[1].dims())];
    match each(py, [a, pose_a, b, pose_b], &more, &options, Ok(First::MISS), ask)? {
        Answers::One(found) => one(py, &found.map_err(|(name, wrong)| value(name, wrong))?),
        Answers::Rows(dims, found) => {
            let found = found.into_iter().enumerate().map(|(row, found)| {
                found.map_err(|(name, wrong)| value(name, format!("row {row}: {wrong}")))
            });
            many(py, &dims, &found.collect::<PyResult<Vec<_>>>()?)
        }
    }
}

/// The motions of one side.
enum Motions<'py> {
    /// Three or six numbers for each.
    Velocities(PyReadonlyArrayDyn<'py, f64>),
    /// The poses at time 1.
    Ends(Poses<'py, DVec3>),
}

impl<'py> Motions<'py> {
    fn of(name: &str, given: &Bound<'py, PyAny>) -> PyResult<Self> {
        if given.cast::<Pose>().is_ok() {
            return Ok(Self::Ends(Poses::of(name, given)?));
        }
        let numpy = given.py().import("numpy")?;
        let array = numpy.call_method1("asarray", (given,))?;
        let letter: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        if !matches!(letter.as_str(), "f" | "i" | "u") {
            let of = given.get_type();
            return Err(kind(name, format!("{} is no motion: {FORMS}", of.name()?)));
        }
        let array = numpy.call_method1("ascontiguousarray", (array, "float64"))?;
        let array = array.cast_into::<PyArrayDyn<f64>>()?;
        match array.shape() {
            [.., 3 | 6] => Ok(Self::Velocities(array.readonly())),
            [.., 7] | [.., 4, 4] => Ok(Self::Ends(Poses::of(name, &array)?)),
            shape => Err(value(name, format!("the shape is {shape:?}, but {FORMS}"))),
        }
    }
    /// As plain memory, which other threads may read.
    fn ways(&self) -> PyResult<Ways<'_>> {
        Ok(match self {
            Self::Velocities(array) => {
                let (dims, last) = array.shape().split_at(array.ndim() - 1);
                Ways::Velocities { numbers: array.as_slice()?, len: last[0], dims }
            }
            Self::Ends(poses) => Ways::Ends(poses.view()?),
        })
    }
}

/// The motions of one side, without Python.
enum Ways<'a> {
    /// So many numbers for each.
    Velocities {
        numbers: &'a [f64],
        len: usize,
        dims: &'a [usize],
    },
    Ends(View<'a, DVec3>),
}

impl Ways<'_> {
    /// The dimensions of the rows.
    fn dims(&self) -> &[usize] {
        match self {
            Self::Velocities { dims, .. } => dims,
            Self::Ends(ends) => ends.dims,
        }
    }
    /// The motion of a row, from a pose on.
    fn sweep(&self, start: &d3_f64::Pose, row: usize) -> Result<Sweep, Error> {
        let row = if self.dims().iter().all(|size| *size == 1) { 0 } else { row };
        let (numbers, len) = match self {
            Self::Velocities { numbers, len, .. } => (&numbers[len * row..len * (row + 1)], *len),
            Self::Ends(ends) => return Sweep::between(start, &ends.at(row)?),
        };
        let angular = if len == 6 { DVec3::from_slice(&numbers[3..]) } else { DVec3::ZERO };
        Sweep::new(start, DVec3::from_slice(numbers), angular)
    }
}

/// The first contact of a pair.
#[derive(Clone, Copy)]
struct First {
    hit: bool,
    /// The time and its bounds.
    times: [f64; 3],
    /// The normal, and the points of A and of B.
    vectors: [DVec3; 3],
    pieces: [[i64; 2]; 2],
}

impl First {
    const MISS: Self = Self {
        hit: false,
        times: [f64::INFINITY; 3],
        vectors: [DVec3::NAN; 3],
        pieces: [[-1; 2]; 2],
    };

    fn of(found: &Impact, pieces: [PieceId; 2]) -> Self {
        let times = [found.time, found.lower, found.upper];
        if !found.hit() {
            return Self { times, ..Self::MISS };
        }
        // Without a proven contact the search may have ended before it had points.
        let has_points = found.end != d3_f64::End::StepLimit;
        let vectors = [found.normal, found.point_a, found.point_b];
        let vectors = if has_points { vectors } else { [DVec3::NAN; 3] };
        Self { hit: true, times, vectors, pieces: pieces.map(numbers) }
    }
}

fn first(
    [a, b]: [Placed<'_, DVec3>; 2],
    [sweep_a, sweep_b]: [&Sweep; 2],
    tmax: f64,
) -> Result<First, Error> {
    if let Some([p, q]) = are_convex([a, b]) {
        let whole = PieceId { part: 0, facet: None };
        return Ok(First::of(&Cast::new(p, sweep_a, q, sweep_b, tmax)?.impact(), [whole; 2]));
    }
    // A cast is about surfaces; what is inside of a solid touches it at once.
    if has_solid(a.shape) || has_solid(b.shape) {
        let start = worlds::separation(a.shape, a.pose, b.shape, b.pose);
        if start.inside {
            let piece = |place: worlds::Place| PieceId { part: place.part, facet: place.facet };
            return Ok(First {
                hit: true,
                times: [0.0; 3],
                vectors: [start.normal, start.point_a, start.point_b],
                pieces: [start.place_a, start.place_b].map(|place| numbers(piece(place))),
            });
        }
    }
    let found = worlds::time_of_impact(a.shape, sweep_a, b.shape, sweep_b, tmax)?;
    Ok(First::of(&found.impact, [found.piece_a, found.piece_b]))
}

fn has_solid(shape: &Collider) -> bool {
    match shape {
        Collider::Surface(surface) => surface.is_solid(),
        Collider::Compound(compound) => compound
            .parts()
            .iter()
            .any(|part| matches!(&part.shape, PartShape::Surface(surface) if surface.is_solid())),
        _ => false,
    }
}

fn one(py: Python<'_>, found: &First) -> PyResult<answer::Impact> {
    let [time, lower, upper] = found.times.map(|time| time.into_py_any(py));
    let [normal, point_a, point_b] = found.vectors.map(|v| vector(py, v));
    let [[part_a, face_a], [part_b, face_b]] =
        found.pieces.map(|piece| piece.map(|number| number.into_py_any(py)));
    Ok(answer::Impact {
        hit: found.hit.into_py_any(py)?,
        time: time?,
        lower: lower?,
        upper: upper?,
        normal: normal?,
        point_a: point_a?,
        point_b: point_b?,
        part_a: part_a?,
        face_a: face_a?,
        part_b: part_b?,
        face_b: face_b?,
    })
}

fn many(py: Python<'_>, dims: &[usize], found: &[First]) -> PyResult<answer::Impact> {
    let shaped = |array: Py<PyAny>, last: &[usize]| {
        array.call_method1(py, "reshape", ([dims, last].concat(),))
    };
    let times =
        |k: usize| shaped(column(py, found.iter().map(|found| found.times[k]).collect())?, &[]);
    let places = |k: usize| {
        let all: Vec<DVec3> = found.iter().map(|found| found.vectors[k]).collect();
        shaped(vectors(py, &all)?, &[3])
    };
    let pieces = |side: usize, k: usize| {
        shaped(column(py, found.iter().map(|found| found.pieces[side][k]).collect())?, &[])
    };
    Ok(answer::Impact {
        hit: shaped(column(py, found.iter().map(|found| found.hit).collect())?, &[])?,
        time: times(0)?,
        lower: times(1)?,
        upper: times(2)?,
        normal: places(0)?,
        point_a: places(1)?,
        point_b: places(2)?,
        part_a: pieces(0, 0)?,
        face_a: pieces(0, 1)?,
        part_b: pieces(1, 0)?,
        face_b: pieces(1, 1)?,
    })
}
