//! `verify`: what the independent checker says about an answer, and the certificates of paths.
//!
//! An answer brings numbers and no evidence. The evidence is that of a new query: the checker brackets the truth with
//! it, and compares the numbers of the answer.

use ::clearance::answer::{PathCertificate as Evidence, SeparationCertificate, Status};
use ::clearance::d3_f64::{self, DVec3};
use ::clearance::verify::{Verdict, check, check_path, check_separation};
use ::clearance::worlds;
use numpy::{PyArray1, PyArray2};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Value, json};

use crate::each::{Answers, Placed, each};
use crate::error::{kind, value};
use crate::robot::World;
use crate::shape;

/// Is what an answer says about a pair true?
#[pyfunction]
#[pyo3(name = "verify", signature = (a, pose_a, b, pose_b, answer, *, threads = 1))]
pub fn verify<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    answer: &Bound<'py, PyAny>,
    threads: i64,
) -> PyResult<Py<PyAny>> {
    let (claims, dims) = claims(answer)?;
    let ask = |row: usize, sides: [Placed<'_>; 2]| {
        checked(sides, &claims[if claims.len() == 1 { 0 } else { row }])
    };
    let more = [("answer", &dims[..])];
    let found = each(py, [a, pose_a, b, pose_b], &more, threads, Verdict::Unproven, ask)?;
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
struct Claim {
    signed_distance: f64,
    lower: f64,
    upper: f64,
    normal: DVec3,
    point_a: DVec3,
    point_b: DVec3,
}

/// The numbers of an answer, a `Clearance` or a dict with its names, row by row; and the dimensions of the rows.
fn claims(answer: &Bound<'_, PyAny>) -> PyResult<(Vec<Claim>, Vec<usize>)> {
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
        array.map_err(|_| value("answer", format!("{name}: it is no array for rows {dims:?}")))
    };
    let numbers = |name| flat(name, 1)?.call_method0("ravel")?.extract::<Vec<f64>>();
    let vectors = |name| shape::vectors(name, &flat(name, 3)?);
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
fn checked([a, b]: [Placed<'_>; 2], claim: &Claim) -> Verdict {
    let (Some(p), Some(q)) = (a.convex(), b.convex()) else {
        return checked_pieces([a, b], claim);
    };
    let mut proof = d3_f64::certificate(p, a.pose, q, b.pose);
    proof.answer = claim.put(proof.answer);
    check(p, a.pose, q, b.pose, &proof)
}

impl Claim {
    /// An answer with the numbers of the claim.
    fn put(&self, answer: d3_f64::Clearance) -> d3_f64::Clearance {
        let Self { signed_distance, lower, upper, normal, point_a, point_b } = *self;
        d3_f64::Clearance { signed_distance, lower, upper, normal, point_a, point_b, ..answer }
    }
    /// Do the numbers contradict each other?
    fn contradicts_itself(&self) -> bool {
        let is_ordered = self.lower <= self.signed_distance && self.signed_distance <= self.upper;
        let is_unit = (self.normal.length() - 1.0).abs() <= 1e-6;
        !(is_ordered && is_unit)
    }
}

/// The same where one shape at least is not convex. Gaps are checked; an overlap is refuted if there is a gap, but a
/// depth is not proven.
///
/// 1. A certificate of the distance, as the library finds it, must be proven. Bounds that are beside it are wrong.
/// 2. With the points and the normal of the claim it must not be refuted.
/// 3. With all numbers of the claim it must be proven.
fn checked_pieces([a, b]: [Placed<'_>; 2], claim: &Claim) -> Verdict {
    if claim.contradicts_itself() {
        return Verdict::Refuted;
    }
    let verdict = |proof: &SeparationCertificate<DVec3>| {
        check_separation(a.shape, a.pose, b.shape, b.pose, proof)
    };
    let mut proof = worlds::certificate(a.shape, a.pose, b.shape, b.pose);
    if verdict(&proof) != Verdict::Proven {
        return Verdict::Unproven;
    }
    if claim.lower > proof.upper || claim.upper.max(0.0) < proof.lower {
        return Verdict::Refuted;
    }
    if claim.lower <= 0.0 || proof.pair.answer.status() != Status::Apart {
        return Verdict::Unproven;
    }
    let Claim { signed_distance, lower, upper, normal, point_a, point_b } = *claim;
    let pair = &mut proof.pair.answer;
    (pair.normal, pair.point_a, pair.point_b) = (normal, point_a, point_b);
    pair.signed_distance = signed_distance;
    proof.distance = signed_distance;
    if verdict(&proof) == Verdict::Refuted {
        return Verdict::Refuted;
    }
    (proof.lower, proof.upper) = (lower, upper);
    if let Some(cover) = &mut proof.cover {
        cover.lower = cover.lower.max(lower);
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
