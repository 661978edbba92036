//! Capsules from needles to nearly balls, and rays that hit them in all their parts: the
//! independent checker proves the hits, and missed rays are far from the segment.

use std::collections::BTreeMap;

use clearance::glam::{DQuat, DVec3};
use clearance::verify::{Verdict, check_ray};
use clearance::{RayCast, d3_f64};
use clearance_testing::Random;

const RAYS: usize = 40_000;

/// The part of the capsule that was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum At {
    Side,
    Cap,
    Inside,
    Missed,
}

/// A capsule, and a ray that passes close to it.
fn scene(random: &mut Random) -> (d3_f64::Capsule, d3_f64::Pose, d3_f64::Ray) {
    let half = libm::pow(10.0, random.range(-2.0, 2.0));
    let radius = half * libm::pow(10.0, [0.0, random.range(-6.0, 3.0)][random.below(2)]);
    let (size, axis) = (half + radius, random.below(3));
    let shift = [DVec3::ZERO, random.in_cube(size)][random.below(2)];
    let end = DVec3::AXES[axis] * half;
    let capsule = d3_f64::Capsule::new(shift - end, shift + end, radius).unwrap();
    let turn = [DQuat::IDENTITY, random.rotation()][random.below(2)];
    let pose = d3_f64::Pose::new(random.in_cube(3.0 * size), turn).unwrap();
    let near = pose.translation() + turn * (shift + end * random.range(-1.3, 1.3));
    let aside = random.direction3() * random.range(0.0, 1.5) * radius;
    let along = match random.below(4) {
        // Along the segment, or nearly so.
        0 => turn * end + random.direction3() * half * [0.0, 1e-12, 1e-3][random.below(3)],
        _ => random.direction3(),
    };
    let away = size * libm::pow(10.0, random.range(-1.0, 3.0));
    let origin = near + aside - along.normalize() * away;
    let ray =
        d3_f64::Ray::new(origin, along * libm::pow(10.0, random.range(-6.0, 6.0)), f64::INFINITY);
    (capsule, pose, ray.unwrap())
}

/// The least distance of the ray's points from the segment: it is convex along the ray.
fn nearest(capsule: &d3_f64::Capsule, pose: &d3_f64::Pose, ray: &d3_f64::Ray) -> f64 {
    let ends = capsule.segment().ends().map(|e| pose.translation() + pose.turn() * e);
    let edge = ends[1] - ends[0];
    let distance = |s: f64| {
        let from = ray.origin() + ray.unit() * s - ends[0];
        (from - edge * (from.dot(edge) / edge.dot(edge)).clamp(0.0, 1.0)).length()
    };
    let (mut low, mut high) = (0.0, 2.0 * ((ray.origin() - ends[0]).length() + edge.length()));
    for _ in 0..120 {
        let (one, other) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if distance(one) <= distance(other) { high = other } else { low = one }
    }
    distance(low)
}

#[test]
fn of_all_proportions() {
    let mut random = Random::new(20);
    let (mut seen, mut proven, mut certain) = (BTreeMap::<At, u32>::new(), 0, 0);
    for _ in 0..RAYS {
        let (capsule, pose, ray) = scene(&mut random);
        let radius = clearance::Convex::radius(&capsule);
        let far = (ray.origin() - pose.translation()).length();
        let Some(hit) = RayCast::new(&capsule, &pose, &ray).hit() else {
            let gap = nearest(&capsule, &pose, &ray) - radius;
            assert!(gap > -1e-13 * (far + radius), "{gap:e}: {capsule:?} {pose:?} {ray:?}");
            *seen.entry(At::Missed).or_default() += 1;
            continue;
        };
        match check_ray(&capsule, &pose, &ray, &hit) {
            Verdict::Proven => proven += 1,
            Verdict::Unproven => {}
            Verdict::Refuted => panic!("{hit:?} {capsule:?} {pose:?} {ray:?}"),
        }
        certain += u32::from(hit.is_certain());
        let [a, b] = capsule.segment().ends().map(|e| pose.translation() + pose.turn() * e);
        let share = (hit.point - a).dot(b - a) / (b - a).length_squared();
        let at = match (hit.inside, (0.0..=1.0).contains(&share)) {
            (true, _) => At::Inside,
            (false, true) => At::Side,
            (false, false) => At::Cap,
        };
        *seen.entry(at).or_default() += 1;
        // The width of the bounds in roundings of the lengths, if the ray is not grazing.
        if hit.is_certain() && !hit.inside && hit.axis.dot(ray.unit()) < -0.5 {
            let width = (hit.upper - hit.lower) * ray.length();
            let size = far + radius + (b - a).length();
            assert!(width < 2000.0 * f64::EPSILON * size, "{hit:?} {capsule:?} {pose:?} {ray:?}");
        }
    }
    println!("{seen:?} proven {proven} certain {certain}");
    let hits = RAYS as u32 - seen[&At::Missed];
    assert!(seen.len() == 4 && seen.values().all(|n| *n > 2_000), "{seen:?}");
    assert!(proven * 1000 > hits * 995, "{proven} of {hits}");
    assert!(certain * 100 > hits * 95, "{certain} of {hits}");
}
