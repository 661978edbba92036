//! Casts: the bounds of the time of the first contact, and where it is.

use ::clearance::Error;
use ::clearance::Sweep;
use ::clearance::answer::{End, Impact, ImpactStatus};
use ::clearance::number::Scalar;
use ::clearance::verify::{Verdict, check_impact};
use pyo3::prelude::*;

use super::{Claimed, of_row, words};
use crate::cast::{How, each_moving};
use crate::rows::{Options, Placed};
use crate::sides::{Given, with_vectors};
use crate::space::Space;

/// Is the answer of ``cast`` with the same options true? A word for one pair, an array of words for rows, as ``verify``: of
/// the time and its bounds, and where neither shape turns of points and normal.
///
/// Shapes that are not convex are unproven.
#[pyfunction]
#[pyo3(signature = (
    a, pose_a, motion_a, b, pose_b, motion_b, answer, *, tmax = 1.0, gap = 0.0, ignore_parting = false, threads = 1,
    progress = None, precision = None
))]
#[allow(clippy::too_many_arguments, reason = "those of Python")]
pub fn verify_cast<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    motion_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    motion_b: &Bound<'py, PyAny>,
    answer: &Bound<'py, PyAny>,
    tmax: f64,
    gap: f64,
    ignore_parting: bool,
    threads: i64,
    progress: Option<Bound<'py, PyAny>>,
    precision: Option<&str>,
) -> PyResult<Py<PyAny>> {
    let options = Options::of(threads, None, "raise", progress, precision)?;
    let (given, motions) = ([a, pose_a, b, pose_b], [motion_a, motion_b]);
    let precision = options.precision(&[pose_a, pose_b]);
    let how = How::of(tmax, gap, ignore_parting)?;
    with_vectors!(V, a, precision, ask::<V>(py, given, motions, answer, how, &options))
}

fn ask<'py, V: Space>(
    py: Python<'py>,
    given: Given<'_, 'py>,
    motions: [&Bound<'py, PyAny>; 2],
    answer: &Bound<'_, PyAny>,
    how: How,
    options: &Options<'_>,
) -> PyResult<Py<PyAny>> {
    let (claims, dims) = claims::<V>(answer)?;
    let ask = move |row: usize, sides: [Placed<'_, V>; 2], sweeps: [&Sweep<V>; 2]| {
        checked(sides, sweeps, how, of_row(&claims, row))
    };
    let more = [("answer", &dims[..])];
    words(py, each_moving(py, given, motions, &more, options, Verdict::Unproven, ask)?)
}

/// What an answer says about a pair.
struct Claim<V: Space> {
    hit: bool,
    /// The time and its bounds.
    times: [V::Scalar; 3],
    /// The normal, and the points of A and of B.
    vectors: [V; 3],
}

/// The claims row by row, and the dimensions of the rows.
fn claims<V: Space>(answer: &Bound<'_, PyAny>) -> PyResult<(Vec<Claim<V>>, Vec<usize>)> {
    let claimed = Claimed::of(answer, "hit")?;
    let hits: Vec<f64> = claimed.numbers("hit")?;
    let (times, lower, upper) =
        (claimed.numbers("time")?, claimed.numbers("lower")?, claimed.numbers("upper")?);
    let (normals, points_a, points_b) =
        (claimed.vectors("normal")?, claimed.vectors("point_a")?, claimed.vectors("point_b")?);
    let claim = |row: usize| Claim {
        hit: hits[row] != 0.0,
        times: [times[row], lower[row], upper[row]],
        vectors: [normals[row], points_a[row], points_b[row]],
    };
    Ok(((0..claimed.count()).map(claim).collect(), claimed.dims))
}

/// Bounds of the time beside those of a new cast are wrong, if these are proven.
fn checked<V: Space>(
    [a, b]: [Placed<'_, V>; 2],
    [sweep_a, sweep_b]: [&Sweep<V>; 2],
    how: How,
    claim: &Claim<V>,
) -> Result<Verdict, Error> {
    let mut proof = how.cast([a, b], [sweep_a, sweep_b])?.certificate();
    let (tmax, gap) = (how.tmax(), V::Scalar::of(how.gap));
    let verdict = |proof: &_| check_impact(a.shape, sweep_a, b.shape, sweep_b, tmax, gap, proof);
    let (own, [time, lower, upper]) = (proof.impact, claim.times);
    let is_beside = lower > own.upper || upper < own.lower;
    if is_beside && verdict(&proof) == Verdict::Proven {
        return Ok(Verdict::Refuted);
    }
    let status = match claim.hit {
        false => ImpactStatus::Miss,
        true if upper < V::Scalar::INFINITY => ImpactStatus::Hit,
        true => ImpactStatus::Undecided,
    };
    proof.impact = Impact { status, time, lower, upper, ..own };
    // At the limit of its steps a cast has no points, and a miss has none either.
    if claim.hit && own.end != End::StepLimit {
        let [normal, point_a, point_b] = claim.vectors;
        proof.impact = Impact { normal, point_a, point_b, ..proof.impact };
    }
    Ok(verdict(&proof))
}
