//! The casts of `cases/cases.jsonl`, against values found with 50-digit arithmetic.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::is_wide;
use clearance::space::{Sweep, Vector};
use clearance::{Impact, ImpactStatus, Shape, cast_shapes, clearance};

use crate::common::cases::{Case, Readable};

/// A cast with its answer and the errors found.
struct Trial<V: Vector> {
    case: String,
    shapes: [Shape<V>; 2],
    sweeps: [Sweep<V>; 2],
    impact: Impact<V>,
    complaints: Vec<String>,
}

impl<V: Readable> Trial<V> {
    fn new(case: &Case, swapped: bool) -> Self {
        let [first, second] = if swapped { ["b", "a"] } else { ["a", "b"] };
        let ((a, pose_a), (b, pose_b)) = (case.body::<V>(first), case.body::<V>(second));
        let [va, vb]: [V; 2] = [first, second].map(|side| case.velocity(&format!("v{side}")));
        let tmax = V::Scalar::of(case.0["cast"]["tmax"].as_f64().expect("a number"));
        let impact = cast_shapes(&a, &pose_a, va, &b, &pose_b, vb, tmax).expect("a cast");
        let sweep = |pose, v| Sweep::linear(pose, v).expect("a sweep");
        let sweeps = [sweep(&pose_a, va), sweep(&pose_b, vb)];
        let case = format!(
            "{} {}{}",
            case.id(),
            std::any::type_name::<V>(),
            ["", ", swapped"][usize::from(swapped)]
        );
        Self { case, shapes: [a, b], sweeps, impact, complaints: Vec::new() }
    }
    fn complain_unless(&mut self, fine: bool, what: impl FnOnce() -> String) {
        if !fine {
            self.complaints.push(format!("{}: {}", self.case, what()));
        }
    }

    fn check(&mut self, case: &Case, swapped: bool) {
        let expected = &case.0["expected"];
        let hit = expected["hit"].as_bool().expect("true or false");
        let impact = self.impact;
        self.complain_unless(impact.hit() == hit, || format!("hit {hit}: {impact:?}"));
        if !hit || !impact.hit() {
            return;
        }
        self.time(case);
        let Some(normal) = expected["normal"].as_array().filter(|_| case.expected("toi") > 0.0)
        else {
            return;
        };
        let sign = if swapped { -1.0 } else { 1.0 };
        let normal = V::Wide::from_fn(|i| sign * normal[i].as_f64().expect("a number"));
        let turn = (impact.normal.widen() - normal).norm();
        let allowed = if is_wide::<V>() { 1e-6 } else { 1e-3 };
        self.complain_unless(turn <= allowed, || format!("normal off by {turn:e}: {impact:?}"));
    }

    fn time(&mut self, case: &Case) {
        let (scale, toi) = (case.scale(), case.expected("toi"));
        let [a, b] = self.sweeps.map(|s| s.velocity().widen());
        let speed = (b - a).norm();
        let wide = is_wide::<V>();
        let impact = self.impact;
        let [lower, time, upper] = [impact.lower, impact.time, impact.upper].map(Scalar::to_f64);
        // For a cast without a limit, the largest number is not a length of the scene.
        let scale = if scale >= 1e9 { 10.0 } else { scale };
        let allowed = if wide { case.expected("tol").max(1e-7 * scale / speed) } else { 1e-4 };
        self.complain_unless((time - toi).abs() <= allowed, || format!("time {toi}: {impact:?}"));
        let tight = if wide { 1e-12 } else { 1e-5 } * (1.0 + scale / speed);
        self.complain_unless((time - toi).abs() <= tight, || format!("tight {toi}: {impact:?}"));
        let rounding = 1e-13 * (1.0 + toi);
        self.complain_unless(lower <= toi + rounding, || format!("lower, not {toi}: {impact:?}"));
        self.complain_unless(upper >= toi - rounding, || format!("upper, not {toi}: {impact:?}"));
        let poses = self.sweeps.map(|s| s.pose_at(impact.time).expect("a pose"));
        let there = clearance(&self.shapes[0], &poses[0], &self.shapes[1], &poses[1]);
        let off = there.signed_distance.to_f64().abs();
        let near = impact.initial.is_some() || off <= if wide { 1e-12 } else { 1e-5 } * scale;
        self.complain_unless(near, || format!("clearance then: {off:e}"));
    }
}

fn trial<V: Readable>(case: &Case, complaints: &mut Vec<String>) -> u32 {
    for swapped in [false, true] {
        let mut trial = Trial::<V>::new(case, swapped);
        trial.check(case, swapped);
        complaints.append(&mut trial.complaints);
    }
    1
}

#[test]
fn every_shapecast() {
    let all = Case::shapecasts();
    let mut complaints = Vec::new();
    let (mut wide, mut short, mut undecided) = (0, 0, 0);
    for case in &all {
        wide += if case.dim() == 2 {
            trial::<DVec2>(case, &mut complaints)
        } else {
            trial::<DVec3>(case, &mut complaints)
        };
        if case.in_f32() {
            short += if case.dim() == 2 {
                trial::<Vec2>(case, &mut complaints)
            } else {
                trial::<Vec3>(case, &mut complaints)
            };
        }
        let status = if case.dim() == 2 {
            Trial::<DVec2>::new(case, false).impact.status
        } else {
            Trial::<DVec3>::new(case, false).impact.status
        };
        undecided += u32::from(status == ImpactStatus::Undecided);
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert_eq!((all.len(), wide, short), (32, 32, 10));
    assert!(undecided <= 1, "{undecided} undecided");
}
