//! Tests of `motion::search::newton`.

use std::vec::Vec;

use clearance_pairs::motion::search::portal::{Nearness, PortalEnd, PortalSearch, frame_of};
use clearance_pairs::number::binade;
use clearance_pairs::shape::difference::Difference;
use clearance_pairs::shape::{Cone, Cylinder, Ellipsoid, Hull, Lowered};
use clearance_pairs::space::Motion;
use clearance_pairs::trace::Watch;
use clearance_pairs::{Axis, Convex, ConvexShape, Pose};
use clearance_testing::Random;
use glam::DVec3;

const ROUNDING: f64 = 8.0 * f64::EPSILON;

fn shape(random: &mut Random, kind: usize) -> ConvexShape<DVec3> {
    let mut size = || 0.2 + 0.4 * random.unit();
    let (height, radius, third) = (size(), size(), size());
    match kind {
        0 => Cylinder::new(Axis::Z, height, radius).unwrap().into(),
        1 => Cone::new(Axis::Z, height, radius).unwrap().into(),
        2 => Ellipsoid::new(DVec3::new(height, radius, third)).unwrap().into(),
        _ => Hull::new((0..30).map(|_| random.direction3() * 0.5).collect::<Vec<_>>())
            .unwrap()
            .into(),
    }
}

/// Newton's method lands at the time that ever smaller portals find, and mostly at once.
#[test]
fn landings_are_those_of_the_smallest_portals() {
    let (mut random, mut tried, mut landed, mut met) = (Random::new(1), 0, 0, 0);
    for i in 0..clearance_testing::pairs(20_000) as usize {
        let (a, b) = (shape(&mut random, i % 3), shape(&mut random, i / 3 % 4));
        let (a, b) = (Lowered::of(&a), Lowered::of(&b));
        let at = random.direction3() * 3.0;
        let poses = [DVec3::ZERO, at].map(|at| Pose::new(at, random.rotation()).unwrap());
        let size = a.reach() + b.reach() + 3.0;
        let b_in_a = Motion::b_in_a(&poses[0], &poses[1]);
        let difference = Difference::new(&a, &b, &b_in_a, size);
        let aside = random.direction3() * (0.4 * random.unit() * difference.scale);
        let velocity = aside + difference.center();
        let frame = frame_of(velocity).unwrap();
        let mut nobody = ();
        let mut watch = Watch::new(&mut nobody, binade(size));
        let mut search = |enough: f64| {
            let mut portal = PortalSearch::new(&difference, velocity, frame, 2.0);
            let size = (a.reach() + b.reach()) * difference.scale;
            let near = Nearness { rounding: ROUNDING, enough };
            let end = portal.search(difference.center(), size, near, &mut watch);
            let lands = end == PortalEnd::Near && portal.lands(ROUNDING, &mut watch);
            let time = portal.axis.dot(portal.last.c) / portal.axis.dot(velocity);
            (end, lands, time)
        };
        let (end, lands, time) = search(1e-2);
        if end != PortalEnd::Near {
            continue;
        }
        tried += 1;
        landed += u32::from(lands);
        let (end, _, slow) = search(0.0);
        if lands && end == PortalEnd::Surface {
            assert!((time - slow).abs() <= 1e-11, "{i}: {time} {slow}");
            met += 1;
        }
    }
    assert!(landed * 10 > tried * 7 && met * 10 > landed * 8, "{tried} {landed} {met}");
}
