//! The fast paths for boxes (`intersects`, distance) against the full clearance query and GJK.

use crate::common::pairs::{Maker, Stand, pose, short};
use clearance::algorithm::sat::d3::{Boxes, Lanes, boxes};
use clearance::number::Scalar;
use clearance::shape::Cuboid;
use clearance::space::{Motion, Vector};
use clearance::verify::{Verdict, check};
use clearance::{Algorithm, Pose, Query, Rounded, Shape};
use clearance_testing::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

/// Two boxes given by half extents, possibly rounded, and their poses.
#[derive(Debug)]
struct Pair {
    halves: [[f64; 3]; 2],
    radii: [f64; 2],
    at: [Stand; 2],
}

#[derive(Debug, Default)]
struct Counts {
    apart: u32,
    overlapping: u32,
    near: u32,
    proven: u32,
}

/// Half extents of cubes, flat boxes and thin boxes of size about 1.
fn half(random: &mut Random) -> [f64; 3] {
    let thin = [1.0, 1.0, 1e-3, 1e-6][random.below(4)];
    let mut half = core::array::from_fn(|_| short(random.range(0.1, 1.0)));
    half[random.below(2)] *= thin;
    if random.below(4) == 0 {
        half[2] *= thin;
    }
    half.map(short)
}

/// The pose of B: rotated as A, by a quarter turn relative to A, almost as A, or independently.
fn turned(random: &mut Random, a: &Stand) -> Stand {
    let mut b = Stand::random(random, 1.0);
    let angle = match random.below(5) {
        0 => 0.0,
        1 => core::f64::consts::FRAC_PI_2,
        2 | 3 => 10.0_f64.powf(random.range(-16.0, -2.0)),
        _ => return b,
    };
    let axis = [random.direction3(), DVec3::X, DVec3::Z][random.below(3)];
    let turn = DQuat::from_array(a.q).normalize() * DQuat::from_axis_angle(axis, angle);
    // The product is rounded to `f64`, so the boxes are parallel up to rounding.
    (b.q, b.angle) = (turn.to_array(), a.angle + angle);
    b
}

impl Pair {
    fn random<V: Maker>(random: &mut Random) -> Self {
        let at_a = Stand::random(random, 1.0);
        let mut at_b = turned(random, &at_a);
        match random.below(6) {
            // The same centre.
            0 => at_b.t = at_a.t,
            // Beside each other along an axis of A.
            1 => {
                let way = DVec3::from_array(at_b.t).round() * random.range(0.5, 2.0);
                let way = DQuat::from_array(at_a.q).normalize() * way;
                at_b.t = (DVec3::from_array(at_a.t) + way).to_array();
            }
            _ => at_b.t = at_b.t.map(|x| x * random.range(0.5, 3.0)),
        }
        let round = |random: &mut Random| if random.below(8) == 0 { 0.25 } else { 0.0 };
        let radii = [round(random), round(random)];
        let mut pair = Self { halves: [half(random), half(random)], radii, at: [at_a, at_b] };
        if random.below(3) > 0 {
            pair.touch::<V>(random);
        }
        pair
    }

    /// Moves B along the normal until the clearance is small: of any size down to rounding, or 0.
    fn touch<V: Maker>(&mut self, random: &mut Random) {
        let left = match random.below(4) {
            0 => 0.0,
            1 => 0.05 * random.signed(),
            _ => 10.0_f64.powf(random.range(-16.0, -2.0)).copysign(random.signed()),
        };
        for _ in 0..2 {
            let [(a, at_a), (b, at_b)] = self.bodies::<V>(1.0);
            let answer = Query::new(&a, &at_a, &b, &at_b).clearance();
            let step = answer.normal.widen() * (left - answer.signed_distance.to_f64());
            for i in 0..V::DIM {
                self.at[1].t[i] += step.get(i);
            }
        }
    }

    fn bodies<V: Maker>(&self, scale: f64) -> [(Shape<V>, Pose<V>); 2] {
        [0, 1].map(|k| {
            let half = V::from_fn(|i| V::Scalar::of(self.halves[k][i] * scale));
            let half = Cuboid::new(half).unwrap();
            let shape = match self.radii[k] {
                0.0 => half.into(),
                radius => Rounded::new(half, V::Scalar::of(radius * scale)).unwrap().into(),
            };
            (shape, pose(&self.at[k], scale))
        })
    }

    /// All queries agree with the full clearance query, and `Algorithm::Gjk` with the distance.
    fn check<V: Maker>(&self, scale: f64, seen: &mut Counts) {
        let [(a, at_a), (b, at_b)] = &self.bodies::<V>(scale);
        let query = || Query::new(a, at_a, b, at_b);
        let certificate = query().certificate();
        let verdict = check(a, at_a, b, at_b, &certificate);
        assert_ne!(verdict, Verdict::Refuted, "{self:?}, {scale:e}: {certificate:?}");
        seen.proven += u32::from(verdict == Verdict::Proven);
        let full = &certificate.answer;
        let meet = query().intersects();
        assert_eq!(meet, full.intersects(), "{full:?}");
        let size = 8.0 * scale;
        // The width of the bounds, and the rounding of the result.
        let off = (1e-9 + 8.0 * V::Scalar::EPSILON.to_f64()) * size;
        let [lower, upper] = [full.lower.to_f64() - off, full.upper.to_f64() + off];
        let distance = query().distance().to_f64();
        let nearest = query().closest_points();
        let named = query().algorithm(Algorithm::Gjk).distance().to_f64();
        if meet {
            assert_eq!((distance, nearest), (0.0, None));
            assert!(lower <= 0.0 && named <= off);
            seen.overlapping += 1;
        } else {
            assert!(lower <= distance && distance <= upper, "{distance}: {full:?}");
            assert!((distance - named).abs() <= off, "{distance} and {named}");
            let nearest = nearest.expect("points");
            let way = nearest.point_b.widen() - nearest.point_a.widen();
            assert!((way.norm() - distance).abs() <= off);
            assert!((nearest.distance.to_f64() - distance).abs() <= off);
            let along = way.dot(nearest.normal.widen());
            assert!((along - distance).abs() <= off, "{nearest:?}");
            seen.apart += 1;
        }
        seen.near += u32::from(full.signed_distance.to_f64().abs() < 1e-5 * scale);
        for limit in [0.01, 0.3] {
            let limit = V::Scalar::of(limit * scale);
            assert_eq!(query().within(limit), full.lower <= limit, "{limit}: {full:?}");
        }
    }
}

fn agree<V: Maker, W: Maker>() {
    let (mut random, mut seen) = (Random::new(11), Counts::default());
    let count = clearance_testing::pairs(3000_u32);
    for _ in 0..count {
        let pair = Pair::random::<W>(&mut random);
        // Powers of two, which change no digit of the shapes.
        let scale = [1.0, 1.0, 2.0_f64.powi(-60), 2.0_f64.powi(60)][random.below(4)];
        pair.check::<V>(scale, &mut seen);
        pair.check::<W>(scale, &mut seen);
    }
    let Counts { apart, overlapping, near, proven } = seen;
    println!("{seen:?}");
    assert!(apart > count / 2 && overlapping > count / 2, "{seen:?}");
    assert!(near > count / 4 && proven > count, "{seen:?}");
}

/// The test of the 15 axes in `f32` lanes against the same test in `f64`. Where the lanes decide,
/// both agree; pairs that nearly touch may be left open.
#[test]
fn lanes_agree_with_the_slow_test() {
    let (mut random, mut seen) = (Random::new(12), [[0_u32; 2]; 3]);
    let count = clearance_testing::pairs(20_000_u32);
    for i in 0..count {
        let at_a = Stand::random(&mut random, 1.0);
        let (is_turned, at_b) = match i % 2 {
            0 => (true, Stand::random(&mut random, 1.5)),
            _ => (false, turned(&mut random, &at_a)),
        };
        let halves = [half(&mut random), half(&mut random)].map(DVec3::from_array);
        let poses = [&at_a, &at_b].map(|stand| pose::<DVec3>(stand, 1.0));
        let b_in_a = Motion::b_in_a(&poses[0], &poses[1]);
        let size = halves[0].length() + halves[1].length() + b_in_a.translation.length() * 1.001;
        let outcome = boxes(&Boxes::new(halves[0], halves[1], &b_in_a, size), &mut ());
        let way = poses[1].translation() - poses[0].translation();
        let lanes = Lanes::new(halves, poses.map(|pose| pose.columns()), way, size);
        match lanes.within(0.0) {
            Some(true) => assert!(outcome.overlap > 0.0),
            Some(false) => assert!(outcome.overlap < 0.0),
            None => assert!(outcome.overlap.abs() < 3e-3 * size, "{outcome:?}"),
        }
        let found = lanes.within(0.0).map_or(2, usize::from);
        seen[found][usize::from(is_turned)] += 1;
    }
    println!("{seen:?}");
    let [apart, meeting, open] = seen;
    assert!(apart.into_iter().chain(meeting).all(|n| n > count / 50), "{seen:?}");
    assert!(open[1] < count / 1000 && open[0] < count / 100, "{seen:?}");
}

#[test]
fn boxes_in_space() {
    agree::<Vec3, DVec3>();
}

#[test]
fn boxes_in_the_plane() {
    agree::<Vec2, DVec2>();
}
