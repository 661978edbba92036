//! `contacts`: where shapes touch, as patches of up to four points with one normal.
//!
//! ```text
//!   one pair:  a list of patches                 many:  columns with an entry for each point
//!                                                       offsets  0     4  4   6
//!     [Manifold(normal, 4 points), ..]                  row      |--0--|1 |-2-|
//! ```

use ::clearance::number::Scalar;
use ::clearance::{Contact, PieceId, Query};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::answer::{Contacts, Manifold};
use crate::columns::{column, vector, vectors};
use crate::each::{Answers, each, nothing};
use crate::error::{room, value};
use crate::rows::{Options, Placed};
use crate::sides::{Given, with_vectors};
use crate::space::Space;

/// Where do the shapes touch, or come as near as ``margin``? One pair gives a list of patches: of convex shapes at most
/// one. Many give ``Contacts``. A negative margin asks for points of at least this depth.
///
/// Triangles are touched from their fronts, solids from outside: a shape that is inside of a solid and does not meet its
/// surface has no contact. ``slop`` is the depth by which bodies at rest may overlap: gaps and steps below it give no contact
/// sideways, and seams of meshes are welded. Raises ValueError for a margin or a slop that is not finite.
#[pyfunction]
#[pyo3(signature = (
    a, pose_a, b, pose_b, *, margin = 0.0, slop = 0.0, threads = 1, progress = None, precision = None
))]
#[allow(clippy::too_many_arguments, reason = "those of Python")]
pub fn contacts<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    margin: f64,
    slop: f64,
    threads: i64,
    progress: Option<Bound<'py, PyAny>>,
    precision: Option<&str>,
) -> PyResult<Py<PyAny>> {
    let options = Options::of(threads, None, "raise", progress, precision)?;
    let (given, how) = ([a, pose_a, b, pose_b], How::of(margin, slop)?);
    let precision = options.precision(&[pose_a, pose_b]);
    with_vectors!(V, a, precision, ask::<V>(py, given, how, &options))
}

fn ask<V: Space>(
    py: Python<'_>,
    given: Given<'_, '_>,
    how: How,
    options: &Options<'_>,
) -> PyResult<Py<PyAny>> {
    let ask = move |_, sides: [Placed<'_, V>; 2], (): &()| Ok(patches(sides, how));
    match each(py, given, &[], options, Vec::new(), nothing, ask)? {
        Answers::One(found) => {
            let found = found.iter().map(|patch| manifold(py, patch));
            found.collect::<PyResult<Vec<_>>>()?.into_py_any(py)
        }
        Answers::Rows(_, found) => columns(py, &found)?.into_py_any(py),
    }
}

/// Up to which separation points count, and the depth of bodies at rest.
#[derive(Clone, Copy)]
pub struct How {
    pub margin: f64,
    pub slop: f64,
}

impl How {
    /// Numbers that are finite.
    pub fn of(margin: f64, slop: f64) -> PyResult<Self> {
        for (name, number) in [("margin", margin), ("slop", slop)] {
            if !number.is_finite() {
                return Err(value(name, format!("{number}")));
            }
        }
        Ok(Self { margin, slop })
    }
}

/// The patches of a pair.
pub fn patches<V: Space>([a, b]: [Placed<'_, V>; 2], how: How) -> Vec<Contact<V>> {
    let [margin, slop] = [how.margin, how.slop].map(V::Scalar::of);
    Query::new(a.shape, a.pose, b.shape, b.pose).slop(slop).contacts(margin).to_vec()
}

/// A part and a facet as numbers: -1 where there is no facet.
pub fn numbers(PieceId { part, facet }: PieceId) -> [i64; 2] {
    [i64::from(part), facet.map_or(-1, i64::from)]
}

/// A patch as Python sees it.
pub fn manifold<V: Space>(py: Python<'_>, patch: &Contact<V>) -> PyResult<Manifold> {
    let points = patch.manifold.points();
    let [part_a, face_a] = numbers(patch.piece_a);
    let [part_b, face_b] = numbers(patch.piece_b);
    Ok(Manifold {
        normal: vector(py, patch.manifold.normal)?,
        point_a: vectors(py, points.iter().map(|point| point.point_a))?,
        point_b: vectors(py, points.iter().map(|point| point.point_b))?,
        separation: column(py, points.iter().map(|point| point.separation))?,
        feature: column(py, points.iter().map(|point| point.feature.bits()))?,
        part_a: part_a.into_py_any(py)?,
        face_a: face_a.into_py_any(py)?,
        part_b: part_b.into_py_any(py)?,
        face_b: face_b.into_py_any(py)?,
    })
}

/// All points of all rows.
fn columns<V: Space>(py: Python<'_>, rows: &[Vec<Contact<V>>]) -> PyResult<Contacts> {
    let count = rows.iter().flatten().map(|patch| patch.manifold.points().len()).sum();
    let mut offsets = room(rows.len() + 1)?;
    offsets.push(0_i64);
    let (mut patch, mut normal, mut pieces) =
        (room(count)?, room(count)?, [const { Vec::new() }; 4]);
    for column in &mut pieces {
        *column = room(count)?;
    }
    let (mut point_a, mut point_b) = (room(count)?, room(count)?);
    let (mut separation, mut feature) = (room(count)?, room(count)?);
    for patches in rows {
        for (number, contact) in patches.iter().enumerate() {
            let [[part_a, face_a], [part_b, face_b]] =
                [contact.piece_a, contact.piece_b].map(numbers);
            for point in contact.manifold.points() {
                patch.push(number as i64);
                normal.push(contact.manifold.normal);
                point_a.push(point.point_a);
                point_b.push(point.point_b);
                separation.push(point.separation);
                feature.push(point.feature.bits());
                let numbers = [part_a, face_a, part_b, face_b];
                pieces.iter_mut().zip(numbers).for_each(|(column, number)| column.push(number));
            }
        }
        offsets.push(patch.len() as i64);
    }
    let [part_a, face_a, part_b, face_b] = pieces.map(|numbers| column(py, numbers.into_iter()));
    Ok(Contacts {
        offsets: column(py, offsets.into_iter())?,
        patch: column(py, patch.into_iter())?,
        normal: vectors(py, normal.into_iter())?,
        point_a: vectors(py, point_a.into_iter())?,
        point_b: vectors(py, point_b.into_iter())?,
        separation: column(py, separation.into_iter())?,
        feature: column(py, feature.into_iter())?,
        part_a: part_a?,
        face_a: face_a?,
        part_b: part_b?,
        face_b: face_b?,
    })
}
