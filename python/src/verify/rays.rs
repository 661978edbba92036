//! Rays: the time, the point and the normal of a hit.

use std::ops::Range;

use clearance::answer::RayHit;
use clearance::space::Pose;
use clearance::verify::{RayCheck, Verdict};
use clearance::{Collider, Ray};
use pyo3::prelude::*;

use super::{Claimed, of_row, words};
use crate::each::Answers;
use crate::error::{filled, value};
use crate::parts;
use crate::probes::{Met, Rays, Wide, of_shape, plan, pose_of, shape_of};
use crate::rows::Options;
use crate::table::pieces;

/// Are the answers of ``raycast`` true? A word for each ray, as ``verify``: of the time, the point and the normal of a
/// hit, with the same ``hollow`` and ``one_sided``. Of shapes that are not convex all facets and parts are looked at.
#[pyfunction]
#[pyo3(signature = (
    shape, origins, directions, answer, *, tmax = None, pose = None, hollow = false, one_sided = false, threads = 1,
    progress = None
))]
#[allow(clippy::too_many_arguments, reason = "those of Python")]
pub fn verify_raycast<'py>(
    py: Python<'py>,
    shape: &Bound<'py, PyAny>,
    origins: &Bound<'py, PyAny>,
    directions: &Bound<'py, PyAny>,
    answer: &Bound<'py, PyAny>,
    tmax: Option<f64>,
    pose: Option<&Bound<'py, PyAny>>,
    hollow: bool,
    one_sided: bool,
    threads: i64,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let options = Options::of(threads, None, "raise", progress, None)?;
    of_shape!(V, shape, {
        let (shape, pose) = (shape_of::<V>(shape)?.clone(), pose_of::<V>(pose)?);
        let rays = Rays::of::<V>(origins, directions, tmax)?;
        let (plan, make, claims) =
            (plan(pieces(&shape), rays.count()), rays.make::<V>()?, claims(answer)?);
        if claims.len() != plan.count {
            let wrong = format!("it has {} rows, but there are {} rays", claims.len(), plan.count);
            return Err(value("answer", wrong));
        }
        let mut found = filled(Verdict::Unproven, plan.count)?;
        let make = |rows: Range<usize>| {
            let row = |row| Ok((make(row)?, *of_row(&claims, row)));
            rows.map(row).collect::<Result<Vec<_>, _>>()
        };
        let met = Met { hollow, one_sided };
        let work = move |rows: Vec<(Ray<V>, Claim<V>)>| {
            Ok(rows.iter().map(|(ray, claim)| checked(&shape, &pose, ray, met, *claim)).collect())
        };
        let put = |places: &mut [Verdict], found: Vec<Verdict>| places.copy_from_slice(&found);
        let places = found.chunks_mut(plan.each);
        parts::answer(py, &options, &plan, places, &make, work, &put)?;
        let one = if rays.dims.is_empty() { found.pop() } else { None };
        words(py, one.map_or_else(|| Answers::Rows(rays.dims.clone(), found), Answers::One))
    })
}

/// What an answer says about a ray: the time, the point and the normal of a hit. `None` is a miss.
type Claim<V> = Option<(f64, V, V)>;

fn claims<V: Wide>(answer: &Bound<'_, PyAny>) -> PyResult<Vec<Claim<V>>> {
    let claimed = Claimed::of(answer, "hit")?;
    let (hits, times): (Vec<f64>, Vec<f64>) = (claimed.numbers("hit")?, claimed.numbers("time")?);
    let (points, normals) = (claimed.vectors("point")?, claimed.vectors("normal")?);
    let claim = |row: usize| (hits[row] != 0.0).then(|| (times[row], points[row], normals[row]));
    Ok((0..claimed.count()).map(claim).collect())
}

/// The bounds of a hit and its place are those of a new answer, if they are proven.
fn checked<V: Wide>(
    shape: &Collider<V>,
    pose: &Pose<V>,
    ray: &Ray<V>,
    met: Met,
    claim: Claim<V>,
) -> Verdict {
    let check = RayCheck::new(shape, pose, ray);
    let check = if met.hollow { check.hollow() } else { check };
    let check = if met.one_sided { check.one_sided() } else { check };
    let own = met.first(shape, pose, ray);
    let Some((time, point, normal)) = claim else { return check.miss() };
    let claimed = match own {
        // A hit that is not certain has no upper bound, so that no time of it can be wrong.
        Some(own) if own.is_certain() && check.hit(&own) == Verdict::Proven => {
            RayHit { time, point, normal, ..own }
        }
        Some(_) => return Verdict::Unproven,
        // The claim has no bounds around its time, and a plane across its normal for evidence.
        None => {
            let (lower, upper, axis) = (time, time, normal.widen());
            let place = clearance::answer::Place::default();
            RayHit {
                time,
                lower,
                upper,
                point,
                normal,
                inside: false,
                place,
                from_behind: false,
                axis,
            }
        }
    };
    check.hit(&claimed)
}
