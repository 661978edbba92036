//! `--expect` for casts: hit or miss, the time, and the normal.
//!
//! With s the line's scale and v the relative speed:
//!
//! | | f64 | f32 |
//! |---|---|---|
//! | time of impact, and the bounds around it | max(tol, 1e-7 s/v) | 1e-4 |
//! | normal, of shapes that start apart, to an angle in radians of | 1e-5 | 1e-3 |
//!
//! If the shapes only graze each other, the time depends on rounding. Then a time that is too early
//! passes if the shapes are within 1e-7 s (f32: 1e-5 s) of each other at that time, which another query
//! tests. `undecided` counts as a hit.

use clearance::glam::{DVec2, DVec3};
use clearance::space::DVector;
use clearance::{Pose, Sweep, clearance};
use serde::de::DeserializeOwned;

use clearance_lines::answer::{Answer, Found};
use clearance_lines::line::{Expected, Line};
use clearance_lines::number::{Number, Precision, angle_between, wide};

/// The differences of the answer.
pub fn wrong(
    precision: Precision,
    line: &Line,
    answer: &Answer,
    expected: &Expected,
) -> Vec<String> {
    let Found::Cast { hit, toi } = answer.found else { return Vec::new() };
    if let Some(right) = expected.hit.filter(|right| hit != Some(*right)) {
        return vec![format!("hit: expected {right}, found {hit:?}")];
    }
    let time = wrong_time(precision, line, answer, expected, toi.map(Number::to_f64));
    time.into_iter().chain(wrong_normal(precision, answer, expected)).collect()
}

fn wrong_time(
    precision: Precision,
    line: &Line,
    answer: &Answer,
    expected: &Expected,
    toi: Option<f64>,
) -> Option<String> {
    let right = expected.toi?;
    let Some(found) = toi else { return Some(format!("toi: expected {right:e}, found none")) };
    let scale = line.scale();
    let speed = line.movement().map_or(0.0, |movement| movement.speed(scale));
    let (within, near) = match precision {
        Precision::F64 => (expected.tol.max(1e-7 * scale / speed), 1e-7 * scale),
        Precision::F32 => (1e-4, 1e-5 * scale),
    };
    let early = found < right;
    if (found - right).abs() > within && !(early && is_near(line, found, near)) {
        return Some(format!("toi: expected {right:e} within {within:.1e}, found {found:e}"));
    }
    let bound = |n: Option<Number>, none: f64| n.map_or(none, Number::to_f64);
    let lower = bound(answer.lower, f64::NEG_INFINITY);
    let upper = bound(answer.upper, f64::INFINITY);
    (lower > right + within || upper < right - within)
        .then(|| format!("bounds: expected {right:e} inside, found [{lower:e}, {upper:e}]"))
}

/// Are the shapes nearer to each other than `near` at the time?
fn is_near(line: &Line, time: f64, near: f64) -> bool {
    let found = match line.dim() {
        Ok(2) => gap::<DVec2>(line, time),
        _ => gap::<DVec3>(line, time),
    };
    found.is_ok_and(|[lower, upper]| lower >= -near && upper <= near)
}

/// Bounds on the clearance at a time, above the gap that counts as contact.
fn gap<V: DVector>(line: &Line, time: f64) -> Result<[f64; 2], String>
where
    Pose<V>: DeserializeOwned,
{
    let (a, b) = (line.placed::<V>("a")?, line.placed::<V>("b")?);
    let movement = line.movement()?;
    let [sweep_a, sweep_b] = movement.sweeps([&a.1, &b.1])?;
    let moved = |sweep: &Sweep<V>| sweep.pose_at(time).map_err(|e| e.to_string());
    let found = clearance(&*a.0, &moved(&sweep_a)?, &*b.0, &moved(&sweep_b)?);
    Ok([found.lower - movement.gap, found.upper - movement.gap])
}

fn wrong_normal(precision: Precision, answer: &Answer, expected: &Expected) -> Option<String> {
    let right = expected.normal.as_ref().filter(|_| !expected.initial_overlap)?;
    let most = if precision == Precision::F64 { 1e-5 } else { 1e-3 };
    let Some(found) = answer.normal.as_deref().map(wide) else {
        return Some(format!("normal: expected {right:?}, found none"));
    };
    let angle = angle_between(right, &found);
    (angle.is_nan() || angle > most).then(|| {
        format!("normal: expected {right:?} within {most:.0e} rad, found {found:?}, off by {angle:.1e} rad")
    })
}
