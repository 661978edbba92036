//! Clearances: bounds, points and normal.

use ::clearance::answer::{Clearance, Status};
use ::clearance::number::Scalar;
use ::clearance::verify::{Verdict, check};
use ::clearance::{self as library};
use pyo3::prelude::*;

use super::{Claimed, of_row, words};
use crate::each::{each, nothing};
use crate::rows::{Options, Placed};
use crate::sides::{Given, with_vectors};
use crate::space::Space;

/// Is the answer of ``clearance`` true? ``answer`` may be a dict with its names, too.
///
/// A checker that shares no code with the solvers brackets the truth in intervals of 32 digits, and compares bounds,
/// points and normal. "proven": all are confirmed. "refuted": one is wrong, or they contradict each other. "unproven": the
/// evidence does not decide, as for depths of shapes that are not convex. Many rows give an array of words, to be
/// compared as ``verify(..) == "proven"``.
///
/// The truth is that of the shapes in the precision of the question: answers of float32 are checked with the poses of
/// float32 that they are about. Of shapes that are not convex, points other than those of the nearest pieces that the
/// library names are refuted, also if they are as near.
#[pyfunction]
#[pyo3(signature = (
    a, pose_a, b, pose_b, answer, *, threads = 1, progress = None, precision = None
))]
#[allow(clippy::too_many_arguments, reason = "those of Python")]
pub fn verify<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    answer: &Bound<'py, PyAny>,
    threads: i64,
    progress: Option<Bound<'py, PyAny>>,
    precision: Option<&str>,
) -> PyResult<Py<PyAny>> {
    let options = Options::of(threads, None, "raise", progress, precision)?;
    let given = [a, pose_a, b, pose_b];
    let precision = options.precision(&[pose_a, pose_b]);
    with_vectors!(V, a, precision, ask::<V>(py, given, answer, &options))
}

fn ask<V: Space>(
    py: Python<'_>,
    given: Given<'_, '_>,
    answer: &Bound<'_, PyAny>,
    options: &Options<'_>,
) -> PyResult<Py<PyAny>> {
    let (claims, dims) = claims::<V>(answer)?;
    let ask = move |row: usize, sides: [Placed<'_, V>; 2], (): &()| {
        Ok(checked(sides, of_row(&claims, row)))
    };
    words(py, each(py, given, &[("answer", &dims)], options, Verdict::Unproven, nothing, ask)?)
}

/// The numbers of an answer about a pair.
#[derive(Clone, Copy)]
struct Claim<V: Space> {
    signed_distance: V::Scalar,
    lower: V::Scalar,
    upper: V::Scalar,
    normal: V,
    point_a: V,
    point_b: V,
}

/// The numbers of an answer, row by row, and the dimensions of the rows.
fn claims<V: Space>(answer: &Bound<'_, PyAny>) -> PyResult<(Vec<Claim<V>>, Vec<usize>)> {
    let claimed = Claimed::of(answer, "signed_distance")?;
    let numbers = |name| claimed.numbers::<V::Scalar>(name);
    let vectors = |name| claimed.vectors::<V>(name);
    let (distances, lower, upper) =
        (numbers("signed_distance")?, numbers("lower")?, numbers("upper")?);
    let (normals, points_a, points_b) =
        (vectors("normal")?, vectors("point_a")?, vectors("point_b")?);
    let claim = |row: usize| Claim {
        signed_distance: distances[row],
        lower: lower[row],
        upper: upper[row],
        normal: normals[row],
        point_a: points_a[row],
        point_b: points_b[row],
    };
    Ok(((0..claimed.count()).map(claim).collect(), claimed.dims))
}

/// What the checker says about a claim.
///
/// If a shape is not convex, gaps are checked; an overlap is refuted if there is a gap, but a depth is not proven.
///
/// 1. The certificate, as the library finds it, must be proven. Bounds that are beside it are wrong.
/// 2. With the points and the normal of the claim it must not be refuted.
/// 3. With all numbers of the claim it must be proven.
fn checked<V: Space>([a, b]: [Placed<'_, V>; 2], claim: &Claim<V>) -> Verdict {
    let mut proof = library::certificate(a.shape, a.pose, b.shape, b.pose);
    let verdict = |proof: &_| check(a.shape, a.pose, b.shape, b.pose, proof);
    let own = proof.answer;
    let claimed = claim.in_place_of(own);
    if proof.pieces.is_none() {
        proof.answer = claimed;
        return verdict(&proof);
    }
    if contradicts_itself(claim) {
        return Verdict::Refuted;
    }
    if verdict(&proof) != Verdict::Proven {
        return Verdict::Unproven;
    }
    let zero = V::Scalar::ZERO;
    if claim.lower > own.upper || claim.upper.max(zero) < own.lower {
        return Verdict::Refuted;
    }
    if claim.lower <= zero || own.status() != Status::Apart {
        return Verdict::Unproven;
    }
    proof.answer = Clearance { lower: own.lower, upper: own.upper, ..claimed };
    if verdict(&proof) == Verdict::Refuted {
        return Verdict::Refuted;
    }
    proof.answer = claimed;
    if let Some(cover) = proof.pieces.as_mut().and_then(|pieces| pieces.cover.as_mut()) {
        cover.lower = cover.lower.max(claim.lower.to_f64());
    }
    if verdict(&proof) == Verdict::Proven { Verdict::Proven } else { Verdict::Unproven }
}

impl<V: Space> Claim<V> {
    /// The numbers of the claim with the evidence of an answer.
    fn in_place_of(&self, own: Clearance<V>) -> Clearance<V> {
        let Self { signed_distance, lower, upper, normal, point_a, point_b } = *self;
        Clearance { signed_distance, lower, upper, normal, point_a, point_b, ..own }
    }
}

/// Do the numbers contradict each other?
fn contradicts_itself<V: Space>(claim: &Claim<V>) -> bool {
    let is_ordered = claim.lower <= claim.signed_distance && claim.signed_distance <= claim.upper;
    let is_unit = (claim.normal.norm().to_f64() - 1.0).abs() <= 1e-6;
    !(is_ordered && is_unit)
}
