//! `cast`: when moving shapes touch first.
//!
//! A motion is from time 0 on, at a constant velocity and angular velocity:
//!
//! | in space | in the plane | means |
//! |---|---|---|
//! | `(.., 3)` | `(.., 2)` | a velocity |
//! | `(.., 6)` | `(.., 3)` | a velocity, and an angular velocity |
//! | a `Pose`, `(.., 7)`, `(.., 4, 4)` | a `Pose2` | the pose at time 1 |

use ::clearance::answer::{End, Impact};
use ::clearance::number::Scalar;
use ::clearance::space::Pose;
use ::clearance::{Cast, Error, Sweep};
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::answer;
use crate::columns::{column, vector, vectors};
use crate::contacts::numbers;
use crate::each::{Answers, More, each};
use crate::error::{kind, value};
use crate::parts::Refused;
use crate::poses::{Poses, View};
use crate::rows::{Options, Placed};
use crate::sides::{Given, place, with_vectors};
use crate::space::Space;

/// When do the shapes touch first, from time 0 to ``tmax``, if they move at constant velocities and turn around their
/// local origins?
///
/// A motion is a velocity, numbers of shape (3,); a velocity and an angular velocity in radians, (6,), both along the axes
/// of the world; or the pose at time 1, a ``Pose`` or numbers of shape (7,) or (4, 4), reached along a line and by the
/// shortest rotation. In the plane it has the shape (2,) or (3,), or is a ``Pose2``. Many have as many more dimensions as
/// the pairs.
///
/// Shapes that touch or overlap at the start hit at time 0. Triangles are hit from both sides. A motion without a rotation
/// uses the trees of meshes; one with it asks triangle by triangle.
///
/// Shapes are in contact if they are as near as ``gap``. With ``ignore_parting`` a contact at the start does not count while
/// they move apart or slide along each other.
///
/// Raises ValueError for a time or a gap that is NaN or negative, and for motions that are not finite, with the argument and
/// its row.
#[pyfunction]
#[pyo3(signature = (
    a, pose_a, motion_a, b, pose_b, motion_b, *, tmax = 1.0, gap = 0.0, ignore_parting = false, threads = 1,
    progress = None, precision = None
))]
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
    gap: f64,
    ignore_parting: bool,
    threads: i64,
    progress: Option<Bound<'py, PyAny>>,
    precision: Option<&str>,
) -> PyResult<answer::Impact> {
    let options = Options::of(threads, None, "raise", progress, precision)?;
    let (given, motions) = ([a, pose_a, b, pose_b], [motion_a, motion_b]);
    let precision = options.precision(&[pose_a, pose_b]);
    let how = How::of(tmax, gap, ignore_parting)?;
    with_vectors!(V, a, precision, ask::<V>(py, given, motions, how, &options))
}

/// Until when, and what counts as contact.
#[derive(Clone, Copy)]
pub struct How {
    tmax: f64,
    pub gap: f64,
    ignore_parting: bool,
}

impl How {
    /// A last time and a gap that are ones.
    pub fn of(tmax: f64, gap: f64, ignore_parting: bool) -> PyResult<Self> {
        if tmax.is_nan() || tmax < 0.0 {
            return Err(value("tmax", format!("{tmax} is no time from 0 on")));
        }
        if !(gap >= 0.0 && gap.is_finite()) {
            return Err(value("gap", format!("{gap} is no distance")));
        }
        Ok(Self { tmax, gap, ignore_parting })
    }
    /// The last time in a precision.
    pub fn tmax<S: Scalar>(&self) -> S {
        S::of(self.tmax)
    }
    /// The cast of two shapes.
    pub fn cast<'s, V: Space>(
        &self,
        [a, b]: [Placed<'s, V>; 2],
        [sweep_a, sweep_b]: [&Sweep<V>; 2],
    ) -> Result<Cast<'s, V>, Error> {
        let cast = Cast::new(a.shape, sweep_a, b.shape, sweep_b, self.tmax())?;
        let cast = cast.gap(V::Scalar::of(self.gap))?;
        Ok(if self.ignore_parting { cast.ignore_parting() } else { cast })
    }
}

fn ask<'py, V: Space>(
    py: Python<'py>,
    given: Given<'_, 'py>,
    motions: [&Bound<'py, PyAny>; 2],
    how: How,
    options: &Options<'_>,
) -> PyResult<answer::Impact> {
    let ask = move |_: usize, sides: [Placed<'_, V>; 2], sweeps: [&Sweep<V>; 2]| {
        first(sides, sweeps, how)
    };
    match each_moving(py, given, motions, &[], options, First::miss(), ask)? {
        Answers::One(found) => one(py, &found),
        Answers::Rows(dims, found) => many(py, &dims, &found),
    }
}

/// Asks each row about moving shapes: as [`each`].
pub fn each_moving<'py, V: Space, T: Clone + Send + 'static>(
    py: Python<'py>,
    given: Given<'_, 'py>,
    [motion_a, motion_b]: [&Bound<'py, PyAny>; 2],
    more: &[More<'_>],
    options: &Options<'_>,
    blank: T,
    ask: impl Fn(usize, [Placed<'_, V>; 2], [&Sweep<V>; 2]) -> Result<T, Error> + Send + Sync + 'static,
) -> PyResult<Answers<T>> {
    let motions = [Motions::<V>::of("motion_a", motion_a)?, Motions::of("motion_b", motion_b)?];
    let ways = [motions[0].ways()?, motions[1].ways()?];
    let extra = |row: usize, sides: [Placed<'_, V>; 2]| {
        let sweep = |side: usize, name: &str| {
            let (own, start) = (&ways[side], sides[side].pose);
            own.sweep(start, row).map_err(|wrong| {
                let why = format!("{}{wrong}", own.place(row));
                Refused { row, why: (name.into(), why) }
            })
        };
        Ok([sweep(0, "motion_a")?, sweep(1, "motion_b")?])
    };
    let ask = move |row: usize, sides: [Placed<'_, V>; 2], [a, b]: &[Sweep<V>; 2]| {
        let why = |wrong| ("cast".into(), format!("row {row}: {wrong}"));
        ask(row, sides, [a, b]).map_err(|wrong| Refused { row, why: why(wrong) })
    };
    let moving = [("motion_a", ways[0].dims()), ("motion_b", ways[1].dims())];
    each(py, given, &[&moving, more].concat(), options, blank, extra, ask)
}

/// The motions of one side.
enum Motions<'py, V: Space> {
    /// As many numbers for each as the last dimension has.
    Velocities(PyReadonlyArrayDyn<'py, f64>),
    /// The poses at time 1.
    Ends(Poses<'py, V>),
}

/// How many numbers are an angular velocity.
const fn turns<V: Space>() -> usize {
    if V::DIM == 2 { 1 } else { 3 }
}

impl<'py, V: Space> Motions<'py, V> {
    fn of(name: &str, given: &Bound<'py, PyAny>) -> PyResult<Self> {
        if V::pose_of(given).is_some() {
            return Ok(Self::Ends(Poses::of(name, given)?));
        }
        let (dim, both) = (V::DIM, V::DIM + turns::<V>());
        let forms = format!(
            "a motion is a velocity, an array of shape (.., {dim}); a velocity and an angular velocity, (.., {both}); or \
             the pose at time 1, a {}",
            V::POSE
        );
        let numpy = given.py().import("numpy")?;
        let array = numpy.call_method1("asarray", (given,))?;
        let letter: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        if !matches!(letter.as_str(), "f" | "i" | "u") {
            let of = given.get_type();
            return Err(kind(name, format!("{} is no motion: {forms}", of.name()?)));
        }
        let wide = numpy.call_method1("ascontiguousarray", (&array, "float64"))?;
        let wide = wide.cast_into::<PyArrayDyn<f64>>()?;
        match wide.shape() {
            [.., last] if [dim, both].contains(last) => Ok(Self::Velocities(wide.readonly())),
            shape if V::form(shape).is_some() => Ok(Self::Ends(Poses::of(name, &array)?)),
            shape => Err(value(name, format!("the shape is {shape:?}, but {forms}"))),
        }
    }
    /// As plain memory, which other threads may read.
    fn ways(&self) -> PyResult<Ways<'_, V>> {
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
enum Ways<'a, V: Space> {
    /// So many numbers for each.
    Velocities {
        numbers: &'a [f64],
        len: usize,
        dims: &'a [usize],
    },
    Ends(View<'a, V>),
}

impl<V: Space> Ways<'_, V> {
    /// The dimensions of the rows.
    fn dims(&self) -> &[usize] {
        match self {
            Self::Velocities { dims, .. } => dims,
            Self::Ends(ends) => ends.dims,
        }
    }
    /// The number of the motion of a row.
    fn index(&self, row: usize) -> usize {
        if self.dims().iter().all(|size| *size == 1) { 0 } else { row }
    }
    /// Where the motion of a row is, for messages.
    fn place(&self, row: usize) -> String {
        place(self.index(row), self.dims())
    }
    /// The motion of a row, from a pose on.
    fn sweep(&self, start: &Pose<V>, row: usize) -> Result<Sweep<V>, Error> {
        let row = self.index(row);
        let numbers = match self {
            Self::Velocities { numbers, len, .. } => &numbers[len * row..len * (row + 1)],
            Self::Ends(ends) => return Sweep::between(start, &ends.at(row)?),
        };
        let mut turn = [0.0; 3];
        turn.iter_mut().zip(&numbers[V::DIM..]).for_each(|(own, number)| *own = *number);
        let velocity = V::from_fn(|i| V::Scalar::of(numbers[i]));
        Sweep::new(start, velocity, V::wedge_of(turn))
    }
}

/// The first contact of a pair.
#[derive(Clone, Copy)]
struct First<V: Space> {
    hit: bool,
    /// The time and its bounds.
    times: [V::Scalar; 3],
    /// The normal, and the points of A and of B.
    vectors: [V; 3],
    pieces: [[i64; 2]; 2],
}

impl<V: Space> First<V> {
    fn miss() -> Self {
        let nan = V::from_fn(|_| V::Scalar::of(f64::NAN));
        let times = [V::Scalar::INFINITY; 3];
        Self { hit: false, times, vectors: [nan; 3], pieces: [[-1; 2]; 2] }
    }
    fn of(found: &Impact<V>) -> Self {
        let times = [found.time, found.lower, found.upper];
        let nothing = Self { times, ..Self::miss() };
        if !found.hit() {
            return nothing;
        }
        // At the limit of its steps a cast has no points.
        let has_points = found.end != End::StepLimit;
        let vectors = [found.normal, found.point_a, found.point_b];
        let vectors = if has_points { vectors } else { nothing.vectors };
        Self { hit: true, times, vectors, pieces: [found.piece_a, found.piece_b].map(numbers) }
    }
}

fn first<V: Space>(
    [a, b]: [Placed<'_, V>; 2],
    sweeps: [&Sweep<V>; 2],
    how: How,
) -> Result<First<V>, Error> {
    let found = how.cast([a, b], sweeps)?.impact();
    Ok(First::of(&found))
}

fn one<V: Space>(py: Python<'_>, found: &First<V>) -> PyResult<answer::Impact> {
    let [time, lower, upper] = found.times.map(|time| time.to_f64().into_py_any(py));
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

fn many<V: Space>(py: Python<'_>, dims: &[usize], found: &[First<V>]) -> PyResult<answer::Impact> {
    let shaped = |array: Py<PyAny>, last: &[usize]| {
        array.call_method1(py, "reshape", ([dims, last].concat(),))
    };
    let times = |k: usize| shaped(column(py, found.iter().map(|found| found.times[k]))?, &[]);
    let places =
        |k: usize| shaped(vectors(py, found.iter().map(|found| found.vectors[k]))?, &[V::DIM]);
    let pieces = |side: usize, k: usize| {
        shaped(column(py, found.iter().map(|found| found.pieces[side][k]))?, &[])
    };
    Ok(answer::Impact {
        hit: shaped(column(py, found.iter().map(|found| found.hit))?, &[])?,
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
