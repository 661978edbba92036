//! Tests of `depth::epa::cap`.

use std::vec::Vec;

use clearance_pairs::depth::epa::{Goal, Minima, Scratch, penetration};
use clearance_pairs::gjk::Search;
use clearance_pairs::shape::difference::Difference;
use clearance_pairs::shape::{Cone, Cuboid, Cylinder, Ellipsoid, Hull, Lowered, Segment};
use clearance_pairs::space::Motion;
use clearance_pairs::{Axis, Convex, ConvexShape, gjk};
use clearance_testing::Random;
use glam::{DQuat, DVec3};

/// Lengths that tie, with needles and coins.
const SIZES: [f64; 5] = [1.0, 1.0, 0.5, 0.01, 30.0];

fn size(random: &mut Random, is_aligned: bool) -> f64 {
    if is_aligned { SIZES[random.below(SIZES.len())] } else { random.range(0.2, 1.0) }
}

fn shape(random: &mut Random, kind: usize, is_aligned: bool) -> ConvexShape<DVec3> {
    let [x, y, z] = [(); 3].map(|()| size(random, is_aligned));
    let axis = [Axis::X, Axis::Y, Axis::Z][random.below(3)];
    match kind {
        0 => Cylinder::new(axis, x, y).unwrap().into(),
        1 => Cone::new(axis, x, y).unwrap().into(),
        2 => Ellipsoid::new(DVec3::new(x, y, z)).unwrap().into(),
        3 => Cuboid::new(DVec3::new(x, y, z)).unwrap().into(),
        4 => Segment::new(DVec3::new(x, y, 0.0), DVec3::new(0.0, -y, z)).unwrap().into(),
        _ => {
            let points = (0..20).map(|_| random.direction3() * x).collect::<Vec<_>>();
            Hull::new(points).unwrap().into()
        }
    }
}

fn motion(random: &mut Random, is_aligned: bool, reach: f64) -> Motion<DVec3> {
    let turn = if is_aligned {
        let quarter = |k: usize| core::f64::consts::FRAC_PI_2 * k as f64;
        let [x, y] = [(); 2].map(|()| quarter(random.below(3)));
        DQuat::from_rotation_x(x) * DQuat::from_rotation_y(y)
    } else {
        DQuat::from_axis_angle(random.direction3(), random.range(0.0, 3.0))
    };
    let way = if is_aligned {
        DVec3::new(random.below(3) as f64 * 0.25, random.below(2) as f64 * 0.5, 0.0)
    } else {
        random.direction3() * random.range(0.0, reach)
    };
    let columns = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| turn * axis);
    Motion { columns, translation: way }
}

/// EPA with caps against EPA without them: the bounds agree, the point is along the axis, and in most
/// pairs there are fewer support points.
#[test]
fn caps_find_what_corners_find() {
    let mut random = Random::new(7);
    for is_aligned in [false, true] {
        let (mut overlapping, mut fewer, mut late, mut steps) = (0, 0, 0, [0, 0]);
        for i in 0..clearance_testing::pairs(4000) as usize {
            let kinds = [i % 3, i / 3 % 6];
            let [a, b] = kinds.map(|kind| shape(&mut random, kind, is_aligned));
            let (a, b) = (Lowered::of(&a), Lowered::of(&b));
            let reach = 0.6 * (a.reach() + b.reach());
            let b_in_a = motion(&mut random, is_aligned, reach);
            let size = a.reach() + b.reach() + b_in_a.translation.length();
            let difference = Difference::new(&a, &b, &b_in_a, size);
            let gap =
                gjk::Goal { above: f64::INFINITY, below: -1.0, accuracy: 1e-14, corners: false };
            let mut search = Search::default();
            search.begin(&difference, None);
            search.run(&difference, &gap, None, &mut ());
            if !search.overlap {
                continue;
            }
            let [alone, capped] = [Minima::Unused, Minima::Caps].map(|minima| {
                let goal = Goal {
                    accuracy: 1e-10,
                    enough: f64::INFINITY,
                    rounding: 1e-14,
                    most: 384,
                    minima,
                };
                let mut scratch = Scratch::default();
                penetration(&difference, &search.simplex, &goal, &mut scratch, &mut ())
            });
            // Both contain the depth. At the limit of steps the bounds are wide.
            let most = 1e-13;
            assert!(capped.lower <= alone.upper + most, "{i} {kinds:?}: {capped:?} {alone:?}");
            assert!(alone.lower <= capped.upper + most, "{i} {kinds:?}: {capped:?} {alone:?}");
            let is_met = [&alone, &capped].map(|found| found.upper - found.lower < 4e-10);
            late += usize::from(is_met == [true, false]);
            let axis = capped.axis.normalize();
            let height = axis.dot(difference.support(axis, [clearance_pairs::shape::NO_ID; 2]).c);
            assert!((height - capped.upper).abs() < 1e-14, "{i} {kinds:?}: {capped:?}");
            overlapping += 1;
            fewer += usize::from(2 * capped.steps < alone.steps);
            steps = [steps[0] + alone.steps as usize, steps[1] + capped.steps as usize];
        }
        assert!(overlapping > 1000, "{overlapping}");
        // Near the limit of steps, one may meet its bounds and the other not.
        assert!(1000 * late <= overlapping, "{late} of {overlapping}, aligned: {is_aligned}");
        assert!(4 * steps[1] < 3 * steps[0], "{steps:?} of {overlapping}, aligned: {is_aligned}");
        assert!(5 * fewer > overlapping, "{fewer} of {overlapping}, aligned: {is_aligned}");
    }
}
