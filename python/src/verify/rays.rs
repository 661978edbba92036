//! Rays: the time, the point and the normal of a hit.

use clearance::answer::RayHit;
use clearance::cast_ray;
use clearance::d3_f64::{DVec3, Pose, Ray, Shape};
use clearance::verify::{Verdict, check_ray};
use pyo3::prelude::*;

use super::{Claimed, words};
use crate::each::Answers;
use crate::error::value;
use crate::probes::rays;
use crate::shape;
use crate::single::{OnePose, at};
use crate::watch::Watch;

/// Is what `raycast` says about rays true?
#[pyfunction]
#[pyo3(signature = (shape, origins, directions, answer, *, tmax = f64::INFINITY, pose = None))]
pub fn verify_raycast(
    py: Python<'_>,
    shape: &shape::Shape,
    origins: &Bound<'_, PyAny>,
    directions: &Bound<'_, PyAny>,
    answer: &Bound<'_, PyAny>,
    tmax: f64,
    pose: Option<OnePose>,
) -> PyResult<Py<PyAny>> {
    let (rays, pose, claims) = (rays(origins, directions, tmax)?, at(pose), claims(answer)?);
    if claims.len() != rays.len() {
        let wrong = format!("it has {} rows, but there are {} rays", claims.len(), rays.len());
        return Err(value("answer", wrong));
    }
    let mut found = vec![Verdict::Unproven; rays.len()];
    if let Some(shape) = shape.convex() {
        let mut watch = Watch::new(None);
        py.detach(|| {
            for (row, found) in found.iter_mut().enumerate() {
                *found = checked(shape, &pose, &rays[row], claims[row]);
                if watch.at(row as f64).is_break() {
                    break;
                }
            }
        });
        watch.end()?;
    }
    words(py, Answers::Rows(vec![rays.len()], found))
}

/// What an answer says about a ray: the time, the point and the normal of a hit. `None` is a miss.
type Claim = Option<(f64, DVec3, DVec3)>;

fn claims(answer: &Bound<'_, PyAny>) -> PyResult<Vec<Claim>> {
    let claimed = Claimed::of(answer, "hit")?;
    let (hits, times): (Vec<f64>, Vec<f64>) = (claimed.numbers("hit")?, claimed.numbers("time")?);
    let (points, normals) = (claimed.vectors("point")?, claimed.vectors("normal")?);
    let claim = |row: usize| (hits[row] != 0.0).then(|| (times[row], points[row], normals[row]));
    Ok((0..claimed.count()).map(claim).collect())
}

/// A miss has no evidence: it is refuted by a hit that is proven, or stays unproven.
fn checked(shape: &Shape, pose: &Pose, ray: &Ray, claim: Claim) -> Verdict {
    let verdict = |hit: &RayHit<DVec3>| check_ray(shape, pose, ray, hit);
    let own = cast_ray(shape, pose, ray);
    let Some((time, point, normal)) = claim else {
        let is_met = own.is_some_and(|hit| hit.is_certain() && verdict(&hit) == Verdict::Proven);
        return if is_met { Verdict::Refuted } else { Verdict::Unproven };
    };
    let claimed = match own {
        Some(own) if verdict(&own) == Verdict::Proven => RayHit { time, point, normal, ..own },
        Some(_) => return Verdict::Unproven,
        // The claim has no bounds around its time, and a plane across its normal for evidence.
        None => {
            let (lower, upper, axis) = (time, time, normal);
            RayHit { time, lower, upper, point, normal, inside: false, axis }
        }
    };
    verdict(&claimed)
}
