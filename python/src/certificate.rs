//! `verify`: what the independent checker says about an answer, and the certificates of paths.
//!
//! An answer brings numbers and no evidence. The evidence is that of a new query: the checker brackets the truth with
//! it, and compares the numbers of the answer.

use ::clearance::answer::{PathCertificate as Evidence, Status};
use ::clearance::number::Scalar;
use ::clearance::verify::{Verdict, check, check_path, check_separation};
use ::clearance::{self as library, worlds};
use numpy::{PyArray1, PyArray2};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Value, json};

use crate::each::{Answers, each};
use crate::error::{kind, value};
use crate::robot::World;
use crate::rows::{Options, Placed, are_convex};
use crate::sides::{Given, with_vectors};
use crate::space::Space;

/// Is what an answer says about a pair true?
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
    let ask = |row: usize, sides: [Placed<'_, V>; 2]| {
        checked(sides, &claims[if claims.len() == 1 { 0 } else { row }])
    };
    let found = each(py, given, &[("answer", &dims)], options, Verdict::Unproven, ask)?;
    let (dims, found) = match found {
        Answers::One(found) => return word(found).into_py_any(py),
        Answers::Rows(dims, found) => (dims, found),
    };
    let words = [Verdict::Unproven, Verdict::Proven, Verdict::Refuted];
    let number = |verdict: Verdict| words.iter().position(|word| *word == verdict).unwrap_or(0);
    let numbers: Vec<i64> = found.into_iter().map(|verdict| number(verdict) as i64).collect();
    let words = py.import("numpy")?.call_method1("array", (words.map(word).to_vec(),))?;
    let words = words.get_item(PyArray1::from_vec(py, numbers))?;
    words.call_method1("reshape", (dims,))?.into_py_any(py)
}

/// A verdict as a word.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proven => "proven",
        Verdict::Refuted => "refuted",
        Verdict::Unproven => "unproven",
    }
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

/// The numbers of an answer, a `Clearance` or a dict with its names, row by row; and the dimensions of the rows.
fn claims<V: Space>(answer: &Bound<'_, PyAny>) -> PyResult<(Vec<Claim<V>>, Vec<usize>)> {
    let numpy = answer.py().import("numpy")?;
    let field = |name: &str| {
        let found = match answer.cast::<PyDict>() {
            Ok(dict) => dict.get_item(name)?,
            Err(_) => answer.getattr_opt(name)?,
        };
        let found = found.ok_or_else(|| kind("answer", format!("it has no {name}")))?;
        let array = numpy.call_method1("asarray", (found, "float64"));
        array.map_err(|_| value("answer", format!("{name}: numbers are needed")))
    };
    let dims: Vec<usize> = field("signed_distance")?.getattr("shape")?.extract()?;
    let rows: usize = dims.iter().product();
    let flat = |name: &str, each: usize| {
        let array = field(name)?.call_method1("reshape", ((rows, each),));
        let wrong =
            |_| value("answer", format!("{name}: {each} numbers are needed in the rows {dims:?}"));
        let array = array.map_err(wrong)?.call_method0("ravel")?;
        Ok::<_, PyErr>(array.extract::<Vec<f64>>()?.into_iter().map(V::Scalar::of))
    };
    let numbers = |name| Ok::<Vec<V::Scalar>, PyErr>(flat(name, 1)?.collect());
    let vectors = |name| {
        let all: Vec<V::Scalar> = flat(name, V::DIM)?.collect();
        let vectors = all.chunks(V::DIM).map(|numbers| V::from_fn(|i| numbers[i]));
        Ok::<Vec<V>, PyErr>(vectors.collect())
    };
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
    Ok(((0..rows).map(claim).collect(), dims))
}

/// What the checker says about a claim.
fn checked<V: Space>([a, b]: [Placed<'_, V>; 2], claim: &Claim<V>) -> Verdict {
    let Some([p, q]) = are_convex([a, b]) else { return checked_pieces([a, b], claim) };
    let mut proof = library::certificate(p, a.pose, q, b.pose);
    let Claim { signed_distance, lower, upper, normal, point_a, point_b } = *claim;
    let own = proof.answer;
    proof.answer =
        library::Clearance { signed_distance, lower, upper, normal, point_a, point_b, ..own };
    check(p, a.pose, q, b.pose, &proof)
}

/// Do the numbers contradict each other?
fn contradicts_itself<V: Space>(claim: &Claim<V>) -> bool {
    let is_ordered = claim.lower <= claim.signed_distance && claim.signed_distance <= claim.upper;
    let is_unit = (claim.normal.norm().to_f64() - 1.0).abs() <= 1e-6;
    !(is_ordered && is_unit)
}

/// The same where one shape at least is not convex. Gaps are checked; an overlap is refuted if there is a gap, but a
/// depth is not proven.
///
/// 1. A certificate of the distance, as the library finds it, must be proven. Bounds that are beside it are wrong.
/// 2. With the points and the normal of the claim it must not be refuted.
/// 3. With all numbers of the claim it must be proven.
fn checked_pieces<V: Space>([a, b]: [Placed<'_, V>; 2], claim: &Claim<V>) -> Verdict {
    if contradicts_itself(claim) {
        return Verdict::Refuted;
    }
    let mut proof = worlds::certificate(a.shape, a.pose, b.shape, b.pose);
    let verdict = |proof: &_| check_separation(a.shape, a.pose, b.shape, b.pose, proof);
    if verdict(&proof) != Verdict::Proven {
        return Verdict::Unproven;
    }
    let zero = V::Scalar::ZERO;
    if claim.lower > proof.upper || claim.upper.max(zero) < proof.lower {
        return Verdict::Refuted;
    }
    if claim.lower <= zero || proof.pair.answer.status() != Status::Apart {
        return Verdict::Unproven;
    }
    let Claim { signed_distance, lower, upper, normal, point_a, point_b } = *claim;
    let pair = &mut proof.pair.answer;
    (pair.normal, pair.point_a, pair.point_b) = (normal, point_a, point_b);
    (pair.signed_distance, proof.distance) = (signed_distance, signed_distance);
    if verdict(&proof) == Verdict::Refuted {
        return Verdict::Refuted;
    }
    (proof.lower, proof.upper) = (lower, upper);
    if let Some(cover) = &mut proof.cover {
        cover.lower = cover.lower.max(lower.to_f64());
    }
    if verdict(&proof) == Verdict::Proven { Verdict::Proven } else { Verdict::Unproven }
}

/// The proof that a path keeps a clearance: its rows, and what parts the bodies at which times.
#[pyclass(frozen, module = "clearance")]
pub struct PathCertificate {
    path: Vec<Vec<f64>>,
    evidence: Evidence,
}

impl PathCertificate {
    pub fn new(path: Vec<Vec<f64>>, evidence: Evidence) -> Self {
        Self { path, evidence }
    }
}

#[pymethods]
impl PathCertificate {
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        let wrong = |wrong| value("text", wrong);
        let mut given: Value = serde_json::from_str(text).map_err(wrong)?;
        let mut part = |name: &str| given.get_mut(name).map(Value::take).unwrap_or_default();
        let path: Vec<Vec<f64>> = serde_json::from_value(part("path")).map_err(wrong)?;
        let evidence = serde_json::from_value(part("evidence")).map_err(wrong)?;
        if path.iter().any(|row| row.len() != path[0].len()) {
            return Err(value("text", "the rows of the path are not equally long"));
        }
        Ok(Self { path, evidence })
    }
    fn to_json(&self) -> String {
        json!({ "path": self.path, "evidence": self.evidence }).to_string()
    }
    #[getter]
    fn clearance(&self) -> f64 {
        self.evidence.clearance
    }
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        Ok(PyArray2::from_vec2(py, &self.path)?)
    }
    /// The number of stretches of time.
    #[getter]
    fn stretches(&self) -> usize {
        self.evidence.stretches.len()
    }
    /// What the checker says about the path in a world.
    fn verify(&self, py: Python<'_>, world: &World) -> &'static str {
        let mechanism = world.prover().world();
        word(py.detach(|| check_path(&mechanism.mechanism(), &self.path, &self.evidence)))
    }
    fn __repr__(&self) -> String {
        let (rows, clearance, stretches) = (self.path.len(), self.clearance(), self.stretches());
        format!("PathCertificate({rows} rows, clearance {clearance}, {stretches} stretches)")
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let make = slf.get_type().getattr("from_json")?;
        (make, (slf.get().to_json(),)).into_pyobject(slf.py())
    }
}
