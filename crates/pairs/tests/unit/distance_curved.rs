//! Tests of `distance::curved`.

use std::vec::Vec;

use clearance_pairs::distance::curved::*;
use clearance_pairs::shape::{Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Triangle};
use clearance_pairs::{Axis, Shape};
use clearance_testing::Random;
use glam::DVec3;

use crate::trial::Trial;

/// Two of three shapes are curved; thick and flat ones.
fn shape(random: &mut Random, size: f64) -> Shape<DVec3> {
    let thin = *random.one_of(&[1.0, 1.0, 1.0, 0.1, 1e-3]);
    let axis = *random.one_of(&Axis::ALL);
    let [r, h] = [random.range(0.1, 1.0) * size, random.range(0.1, 1.0) * size * thin];
    let [r, h] = if random.below(2) == 0 { [r, h] } else { [h, r] };
    let mut point = || random.in_cube(1.0) * size;
    let corners = [point(), point(), point()];
    match random.below(9) {
        0 | 1 => Cylinder::new(axis, h, r).unwrap().into(),
        2 | 3 => Cone::new(axis, h, r).unwrap().into(),
        4 | 5 => Ellipsoid::new(DVec3::new(r, h, random.range(0.1, 1.0) * size)).unwrap().into(),
        6 => Cuboid::new(corners[0].abs() + DVec3::splat(0.01 * size)).unwrap().into(),
        7 if random.below(2) == 0 => Capsule::new(corners[0], corners[1], h).unwrap().into(),
        7 => Triangle::new(corners[0], corners[1], corners[2]).unwrap().into(),
        _ => {
            let points: Vec<_> = (0..20).map(|_| random.in_cube(1.0) * size).collect();
            Hull::new(points).unwrap().into()
        }
    }
}

/// Much smaller shapes are of few digits beside the other, so more of them is left open.
#[test]
fn bounds_hold_the_answer_in_f64() {
    let trial = Trial {
        is_asked: |cores| [cores.a, cores.b].iter().any(|shape| shape.core().is_curved()),
        solve,
        least: 1e-3,
        width: 2.5e-7,
    };
    trial.run(5, shape);
}
