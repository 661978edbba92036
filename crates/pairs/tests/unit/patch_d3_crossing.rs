//! Tests of `patch::d3::crossing`.

use clearance_pairs::answer::Feature;
use clearance_pairs::patch::d3::contact;
use clearance_pairs::patch::d3::crossing::*;
use clearance_pairs::patch::{Aim, Deepest, Owner, Patch, PosedShape, PosedShapes};
use clearance_pairs::shape::{Capsule, Lowered};
use clearance_pairs::space::Motion;
use clearance_testing::Random;
use glam::DVec3;

/// Below 1: often tiny, seldom large.
fn steep(random: &mut Random) -> f64 {
    libm::pow(10.0, random.range(-12.0, 0.0))
}

/// Through a point, inside level and from an end falling away along `down`.
fn segment(random: &mut Random, point: DVec3, down: DVec3, angle: f64) -> [DVec3; 2] {
    let length = 0.01 + 2.0 * random.unit();
    let level = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * length;
    let share = random.unit();
    let ends = if random.unit() < 0.5 {
        [point - level * share, point + level * (1.0 - share)]
    } else {
        let slope = 3.0 * if random.unit() < 0.5 { steep(random) } else { random.unit() };
        [point, point + level + down * (slope * length)]
    };
    if random.unit() < 0.5 { ends } else { [ends[1], ends[0]] }
}

#[test]
fn segments_that_leave_each_other_touch_in_one_point() {
    let random = &mut Random::new(7);
    let (mut left, mut opposite, mut beside, mut alone) = (0, 0, 0, 0);
    for _ in 0..200_000 {
        let distance = 0.01 + random.unit();
        let points = [DVec3::ZERO, DVec3::Z * distance];
        let turn = if random.unit() < 0.5 { steep(random) } else { 6.0 * random.unit() };
        let a = segment(random, points[0], -DVec3::Z, 1.0);
        let b = segment(random, points[1], DVec3::Z, 1.0 + turn);
        let radii = [random.unit(), random.unit() * random.unit()];
        let (size, normal) = (8.0, DVec3::Z);
        let (u, v) = (a[1] - a[0], b[1] - b[0]);
        let (squares, rises) = ([u.dot(u), v.dot(v)], [u.z, v.z]);
        let shares = [u.dot(points[0] - a[0]) / squares[0], v.dot(points[1] - b[0]) / squares[1]];
        let product = u.dot(v);
        let crossing = Crossing { radii, squares, product, rises, shares, size };
        let deepest = Deepest {
            normal,
            points: [points[0] + normal * radii[0], points[1] - normal * radii[1]],
            distance: distance - radii[0] - radii[1],
            accuracy: 1e-14,
            aim: Aim::Near,
            owner: Owner::Gap,
            feature: Feature::None,
        };
        let [a, b] = [(a, radii[0]), (b, radii[1])]
            .map(|([from, to], radius)| Capsule::new(from, to, radius).unwrap());
        let (a, b) = (Lowered::of(&a), Lowered::of(&b));
        let posed = |capsule| PosedShape {
            shape: Some(capsule),
            facets: None,
            motion: Motion::identity(),
            scale: 1.0,
        };
        let sides = PosedShapes { a: posed(&a), b: posed(&b), size };
        let mut patch = Patch::<DVec3>::empty();
        contact(&sides, &deepest, 1.0, None, &mut patch, &mut ());
        let touched = patch.points().len() > 1;
        if crossing.leaves() {
            assert!(!touched, "{crossing:?}");
            left += 1;
        } else if touched {
            beside += 1;
        } else {
            alone += 1;
        }
        if crossing.are_beside(product - rises[0] * rises[1]) {
            assert!(!touched, "{crossing:?}");
            opposite += 1;
        }
    }
    let all = [left, opposite, beside, alone];
    assert!(left > 40_000 && opposite > 10_000 && beside > 20_000, "{all:?}");
}
