//! The gradient of the clearance against central differences, where it is unique.

use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::{Gradient, Pose, clearance};
use clearance_testing::Random;

use crate::common::pairs::{Maker, Pair, Stand};

/// The step of the differences. The error of a polytope's clearance is 1e-14, and the error from
/// its curvature is below the step times the curvature.
const STEP: f64 = 1e-5;

/// What differs between the two dimensions.
trait Nudged: Maker<Scalar = f64, Wide = Self> {
    /// The number of rotation axes.
    const TURNS: usize;
    /// The pose of a stand, rotated about its origin by an angle around an axis.
    fn turned_by(stand: &Stand, way: usize, angle: f64) -> Pose<Self>;
    fn turn_of(gradient: &Gradient<Self>, way: usize) -> f64;
}

impl Nudged for DVec2 {
    const TURNS: usize = 1;
    fn turned_by(stand: &Stand, _: usize, angle: f64) -> Pose<Self> {
        Pose::new(DVec2::new(stand.t[0], stand.t[1]), stand.angle + angle).unwrap()
    }
    fn turn_of(gradient: &Gradient<Self>, _: usize) -> f64 {
        gradient.rotation
    }
}

impl Nudged for DVec3 {
    const TURNS: usize = 3;
    fn turned_by(stand: &Stand, way: usize, angle: f64) -> Pose<Self> {
        let turn = DQuat::from_axis_angle(DVec3::AXES[way], angle);
        let q = turn * DQuat::from_array(stand.q).normalize();
        Pose::new(DVec3::from_array(stand.t), q).unwrap()
    }
    fn turn_of(gradient: &Gradient<Self>, way: usize) -> f64 {
        gradient.rotation[way]
    }
}

#[derive(Default, Debug)]
struct Counts {
    shifts: u32,
    turns: u32,
    overlaps: u32,
    bends: u32,
    worst: f64,
}

fn suite<V: Nudged>(seed: u64) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for _ in 0..1_500 {
        let pair = Pair::random::<V>(&mut random);
        let ((a, b), (pose_a, _)) = (pair.shapes::<V>(1.0), pair.poses::<V>(1.0));
        let stand = pair.at_b;
        let pose_b = V::turned_by(&stand, 0, 0.0);
        let answer = clearance(&a, &pose_a, &b, &pose_b);
        if !answer.bounded() {
            continue;
        }
        let gradient = answer.gradient(&pose_b);
        let value = |pose: &Pose<V>| clearance(&a, &pose_a, &b, pose).signed_distance;
        let ways = (0..V::DIM).map(|i| (true, i)).chain((0..V::TURNS).map(|i| (false, i)));
        for (shift, way) in ways {
            let moved = |step: f64| {
                let mut at = stand;
                if shift {
                    at.t[way] += step;
                }
                V::turned_by(&at, way, if shift { 0.0 } else { step })
            };
            let [back, here, forth] = [-STEP, 0.0, STEP].map(|step| value(&moved(step)));
            let [left, right] = [(here - back) / STEP, (forth - here) / STEP];
            // Where the one-sided slopes differ, there is no gradient.
            if (left - right).abs() > 1e-3 {
                seen.bends += 1;
                continue;
            }
            let slope = 0.5 * (left + right);
            let found =
                if shift { gradient.translation.get(way) } else { V::turn_of(&gradient, way) };
            let off = (slope - found).abs();
            assert!(off < 2e-3, "{found} {slope} {left} {right} {pair:?} {answer:?}");
            seen.worst = seen.worst.max(off);
            seen.shifts += u32::from(shift);
            seen.turns += u32::from(!shift);
            seen.overlaps += u32::from(here < 0.0);
        }
    }
    println!("{seen:?}");
    seen
}

#[test]
fn in_the_plane() {
    let seen = suite::<DVec2>(1);
    assert!(seen.shifts > 2_000 && seen.turns > 1_000 && seen.overlaps > 1_000, "{seen:?}");
}

#[test]
fn in_space() {
    let seen = suite::<DVec3>(2);
    assert!(seen.shifts > 3_000 && seen.turns > 3_000 && seen.overlaps > 2_000, "{seen:?}");
}
