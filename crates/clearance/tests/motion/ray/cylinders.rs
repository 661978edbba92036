//! Cylinders from needles to coins, and rays that hit them in all their parts and close to the rims: the
//! independent checker proves the hits, and missed rays are far from the cylinder.

use std::collections::BTreeMap;

use clearance::glam::{DQuat, DVec3};
use clearance::verify::{Verdict, check_ray};
use clearance::{RayCast, d3_f64};
use clearance_testing::Random;

const RAYS: usize = 40_000;

/// The part of the cylinder that was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum At {
    Side,
    Cap,
    Inside,
    Missed,
}

/// A cylinder, its radius, the vector from its middle to the end, and a ray that passes close to it.
struct Scene {
    cylinder: d3_f64::Cylinder,
    pose: d3_f64::Pose,
    radius: f64,
    to_end: DVec3,
    ray: d3_f64::Ray,
}

fn scene(random: &mut Random) -> Scene {
    let half = libm::pow(10.0, random.range(-2.0, 2.0));
    let power = match random.below(8) {
        // Thinner than the rounding of the radius.
        0 => random.range(9.0, 17.0),
        1..4 => 0.0,
        _ => random.range(-5.0, 3.0),
    };
    let radius = half * libm::pow(10.0, power);
    let (size, axis) = (half + radius, random.below(3));
    let cylinder = d3_f64::Cylinder::new(
        [d3_f64::Axis::X, d3_f64::Axis::Y, d3_f64::Axis::Z][axis],
        half,
        radius,
    );
    let turn = [DQuat::IDENTITY, random.rotation()][random.below(2)];
    let pose = d3_f64::Pose::new(random.in_cube(3.0 * size), turn).unwrap();
    let to_end = turn * (DVec3::AXES[axis] * half);
    let aside = to_end.cross(random.direction3()).normalize() * radius;
    let near = match random.below(4) {
        // On a rim, or next to it.
        0 => aside + to_end + random.direction3() * size * [0.0, 1e-14, 1e-9][random.below(3)],
        _ => aside * random.range(0.0, 1.2) + to_end * random.range(-1.2, 1.2),
    };
    let along = match random.below(4) {
        // Along the axis, or nearly so.
        0 => to_end + random.direction3() * half * [0.0, 1e-12, 1e-3][random.below(3)],
        _ => random.direction3(),
    };
    let away = size * libm::pow(10.0, random.range(-1.0, 3.0));
    let origin = pose.translation() + near - along.normalize() * away;
    let pace = libm::pow(10.0, random.range(-6.0, 6.0));
    let ray = d3_f64::Ray::new(origin, along * pace, f64::INFINITY).unwrap();
    Scene { cylinder: cylinder.unwrap(), pose, radius, to_end, ray }
}

impl Scene {
    /// The distances from the axis, and along it from the middle.
    fn place(&self, point: DVec3) -> [f64; 2] {
        let (from, axis) = (point - self.pose.translation(), self.to_end.normalize());
        let level = from.dot(axis);
        [(from - axis * level).length(), level.abs()]
    }
    /// How far the ray's nearest point is outside of the side or of a cap: it is convex along the ray.
    fn gap(&self) -> f64 {
        let half = self.to_end.length();
        let over = |s: f64| {
            let [aside, level] = self.place(self.ray.origin() + self.ray.unit() * s);
            (aside - self.radius).max(level - half)
        };
        let start = (self.ray.origin() - self.pose.translation()).length();
        let (mut low, mut high) = (0.0, 2.0 * (start + half + self.radius));
        for _ in 0..120 {
            let (one, other) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if over(one) <= over(other) { high = other } else { low = one }
        }
        over(low)
    }
}

#[test]
fn of_all_proportions() {
    let mut random = Random::new(21);
    let (mut proven, mut certain, mut narrow) = (0, 0, 0);
    let mut seen = BTreeMap::<At, u32>::new();
    for _ in 0..RAYS {
        let scene = scene(&mut random);
        let Scene { cylinder, pose, radius, to_end, ray } = &scene;
        let (half, far) = (to_end.length(), (ray.origin() - pose.translation()).length());
        let Some(hit) = RayCast::new(cylinder, pose, ray).hit() else {
            let gap = scene.gap();
            assert!(gap > -1e-13 * (far + radius + half), "{gap:e}: {cylinder:?} {pose:?} {ray:?}");
            *seen.entry(At::Missed).or_default() += 1;
            continue;
        };
        match check_ray(cylinder, pose, ray, &hit) {
            Verdict::Proven => proven += 1,
            Verdict::Unproven => {}
            Verdict::Refuted => panic!("{hit:?} {cylinder:?} {pose:?} {ray:?}"),
        }
        certain += u32::from(hit.is_certain());
        let at = if hit.inside {
            At::Inside
        } else if hit.axis.dot(to_end.normalize()).abs() > 0.5 {
            At::Cap
        } else {
            At::Side
        };
        *seen.entry(at).or_default() += 1;
        // The width of the bounds in roundings of the lengths, if the ray does not graze, not at a rim,
        // and if the cylinder is no needle.
        let [aside, level] = scene.place(hit.point);
        let is_flat = match at {
            At::Cap => aside < 0.99 * radius,
            _ => level < 0.99 * half,
        } && *radius > 1e-3 * half;
        if hit.is_certain() && !hit.inside && is_flat && hit.axis.dot(ray.unit()) < -0.5 {
            narrow += 1;
            let width = (hit.upper - hit.lower) * ray.length();
            let size = far + radius + half;
            assert!(width < 2000.0 * f64::EPSILON * size, "{hit:?} {cylinder:?} {pose:?} {ray:?}");
        }
    }
    println!("{seen:?} proven {proven} certain {certain} narrow {narrow}");
    let hits = RAYS as u32 - seen[&At::Missed];
    assert!(seen.len() == 4 && seen.values().all(|n| *n > 2_000), "{seen:?}");
    assert!(proven * 1000 > hits * 995, "{proven} of {hits}");
    assert!(certain * 100 > hits * 80, "{certain} of {hits}");
    assert!(narrow * 100 > hits * 30, "{narrow} of {hits}");
}
