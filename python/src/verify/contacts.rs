//! Contacts: the patch of a pair, or that there is none.

use ::clearance::answer::{ContactPoint, Manifold};
use ::clearance::number::Scalar;
use ::clearance::verify::{Bracket, Verdict, bracket, check_manifold_with_slop};
use ::clearance::{self as library};
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::{Claimed, words};
use crate::contacts::How;
use crate::each::{Answers, each, nothing};
use crate::error::{kind, value};
use crate::rows::{Options, Placed};
use crate::sides::{Given, with_vectors};
use crate::space::Space;

/// Is the answer of ``contacts`` with this ``margin`` and ``slop`` true? As ``verify``: of points, separations and normal, to the
/// accuracy that ``contacts`` has, 4e-9 of the size of the pair and 2e-7 with a curved shape. No patch is proven by a gap
/// above the margin.
///
/// Other points might span a larger area, and ``feature`` and the numbers of parts and triangles are not looked at. Patches
/// of shapes that are not convex are unproven.
#[pyfunction]
#[pyo3(signature = (
    a, pose_a, b, pose_b, answer, *, margin = 0.0, slop = 0.0, threads = 1, progress = None,
    precision = None
))]
#[allow(clippy::too_many_arguments, reason = "those of Python")]
pub fn verify_contacts<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    answer: &Bound<'py, PyAny>,
    margin: f64,
    slop: f64,
    threads: i64,
    progress: Option<Bound<'py, PyAny>>,
    precision: Option<&str>,
) -> PyResult<Py<PyAny>> {
    let options = Options::of(threads, None, "raise", progress, precision)?;
    let (given, how) = ([a, pose_a, b, pose_b], How::of(margin, slop)?);
    let precision = options.precision(&[pose_a, pose_b]);
    with_vectors!(V, a, precision, ask::<V>(py, given, answer, how, &options))
}

fn ask<V: Space>(
    py: Python<'_>,
    given: Given<'_, '_>,
    answer: &Bound<'_, PyAny>,
    how: How,
    options: &Options<'_>,
) -> PyResult<Py<PyAny>> {
    let claims = claims::<V>(answer)?;
    let count = claims.len();
    // Answers count their rows through: that there are too few is known when all are asked.
    let ask = move |row: usize, sides: [Placed<'_, V>; 2], (): &()| {
        let claim = if claims.len() == 1 { claims.first() } else { claims.get(row) };
        Ok(claim.map_or(Verdict::Unproven, |claim| checked(sides, claim, how)))
    };
    let found = each(py, given, &[], options, Verdict::Unproven, nothing, ask)?;
    let rows = if let Answers::Rows(_, found) = &found { found.len() } else { 1 };
    if ![1, rows].contains(&count) {
        let wrong = format!("it has {count} rows, but there are {rows} pairs");
        return Err(value("answer", wrong));
    }
    words(py, found)
}

/// Points with one normal.
struct Patch<V: Space> {
    normal: V,
    points: Vec<ContactPoint<V>>,
}

/// The patches of each pair: of a list of `Manifold`, or of `Contacts`.
fn claims<V: Space>(answer: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<Patch<V>>>> {
    if let Ok(patches) = answer.cast::<PyList>() {
        return Ok(vec![patches.iter().map(|patch| of_manifold(&patch)).collect::<PyResult<_>>()?]);
    }
    let claimed = Claimed::of(answer, "separation")?;
    let (points, normals) = (points(&claimed)?, claimed.vectors::<V>("normal")?);
    let patches: Vec<f64> = claimed.numbers("patch")?;
    let offsets: Vec<f64> = Claimed::of(answer, "offsets")?.numbers("offsets")?;
    let row = |ends: &[f64]| {
        let [from, to] = [ends[0] as usize, ends[1] as usize];
        if from > to || to > points.len() {
            return Err(value("answer", "offsets: they are not those of its points"));
        }
        let indices: Vec<usize> = (from..to).collect();
        let same = |i: &usize, j: &usize| patches[*i] == patches[*j] && normals[*i] == normals[*j];
        let patches = indices.chunk_by(same).map(|some| Patch {
            normal: normals[some[0]],
            points: some.iter().map(|i| points[*i]).collect(),
        });
        Ok(patches.collect())
    };
    offsets.windows(2).map(row).collect()
}

fn of_manifold<V: Space>(patch: &Bound<'_, PyAny>) -> PyResult<Patch<V>> {
    let claimed = Claimed::of(patch, "separation")?;
    let whole = Claimed { answer: patch, dims: vec![] };
    let normal = whole.vectors::<V>("normal")?;
    Ok(Patch { normal: normal[0], points: points(&claimed)? })
}

fn points<V: Space>(claimed: &Claimed<'_, '_>) -> PyResult<Vec<ContactPoint<V>>> {
    if claimed.dims.len() != 1 {
        return Err(kind("answer", "the contacts of one pair are a list"));
    }
    let (points_a, points_b) = (claimed.vectors::<V>("point_a")?, claimed.vectors::<V>("point_b")?);
    let separations = claimed.numbers("separation")?;
    let points = points_a.into_iter().zip(points_b).zip(separations);
    let point = |((point_a, point_b), separation)| ContactPoint {
        point_a,
        point_b,
        separation,
        ..ContactPoint::default()
    };
    Ok(points.map(point).collect())
}

/// A convex pair has at most one patch, of four points. If it has none, the shapes are farther apart than the margin; with a
/// slop, a contact may be left out.
fn checked<V: Space>([a, b]: [Placed<'_, V>; 2], claim: &[Patch<V>], how: How) -> Verdict {
    let [margin, slop] = [how.margin, how.slop].map(V::Scalar::of);
    let proof = library::certificate(a.shape, a.pose, b.shape, b.pose);
    let is_convex = proof.pieces.is_none();
    match claim {
        [] => {
            let Bracket { lower, upper } = bracket(a.shape, a.pose, b.shape, b.pose, &proof);
            let margin = margin.to_f64();
            // Half-spaces that overlap without end have no contact, nor have facets from behind.
            let may_be_none = !is_convex || how.slop > 0.0;
            let is_near = !may_be_none && upper <= margin && upper.is_finite();
            if lower > margin {
                Verdict::Proven
            } else if is_near {
                Verdict::Refuted
            } else {
                Verdict::Unproven
            }
        }
        _ if !is_convex => Verdict::Unproven,
        [Patch { normal, points }]
            if points.len() <= 4 && points.iter().all(|point| point.separation <= margin) =>
        {
            let manifold = Manifold::new(*normal, points.iter().copied());
            check_manifold_with_slop(a.shape, a.pose, b.shape, b.pose, &manifold, &proof, slop)
        }
        _ => Verdict::Refuted,
    }
}
