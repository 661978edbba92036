//! Tests of `motion::search::contact_cone`.

use clearance_pairs::motion::search::contact_cone::*;
use clearance_pairs::motion::search::inside;
use clearance_pairs::space::DVector;
use clearance_testing::Random;
use glam::{DVec2, DVec3};
use robust::{Coord, Coord3D, orient2d, orient3d};

const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Does the simplex hold the origin? Computed exactly.
trait Exact: DVector {
    fn holds(points: [Self; 4]) -> bool;
}

impl Exact for DVec2 {
    fn holds([p, q, apex, _]: [Self; 4]) -> bool {
        let at = |p: DVec2| Coord { x: p.x, y: p.y };
        let sides = [[p, q], [q, apex], [apex, p]];
        let sides = sides.map(|[p, q]| orient2d(at(p), at(q), at(DVec2::ZERO)));
        sides.iter().all(|x| *x >= 0.0) || sides.iter().all(|x| *x <= 0.0)
    }
}

impl Exact for DVec3 {
    fn holds([p, q, r, apex]: [Self; 4]) -> bool {
        let at = |p: DVec3| Coord3D { x: p.x, y: p.y, z: p.z };
        let sides = [[p, q, r], [p, apex, q], [q, apex, r], [r, apex, p]];
        let side = |[p, q, r]: [DVec3; 3]| orient3d(at(p), at(q), at(r), at(DVec3::ZERO));
        let sides = sides.map(side);
        sides.iter().all(|x| *x >= 0.0) || sides.iter().all(|x| *x <= 0.0)
    }
}

/// A vector of at most this length.
fn small<W: DVector>(random: &mut Random, length: f64) -> W {
    let any = W::from_fn(|_| random.signed());
    any * (length * random.unit() / any.norm().max(1.0))
}

/// How many cones hold the origin; how many do by all four planes, at the same depth; and how many of
/// these are not found here.
fn count<W: Exact>(seed: u64) -> [u32; 3] {
    let (mut random, mut counts) = (Random::new(seed), [0; 3]);
    for _ in 0..clearance_testing::pairs(30_000) {
        let axis = small::<W>(&mut random, 1.0).unit_along().expect("an axis");
        let across = |v: W| v - axis * axis.dot(v);
        let (height, width) = (random.range(-1.0, 40.0), 10_f64.powf(random.range(-8.0, 0.0)));
        let (long, middle): (W, W) = (small(&mut random, 1.0), small(&mut random, 0.5));
        let mut corner = |i: usize| {
            let along = across(long * random.signed() + small(&mut random, width));
            let level = ROUNDING * (height + random.signed() * i as f64);
            along + axis * level + across(middle) * (width * random.unit())
        };
        let face = [corner(0), corner(1), if W::DIM == 3 { corner(2) } else { W::ZERO }];
        let apex = small::<W>(&mut random, 1.0) - axis * random.range(0.0, 1.0);
        let found = Seen::of(face, apex, axis).weights(ROUNDING);
        let mut points = face.into_iter().take(W::DIM).chain([apex; 2]);
        let points = [(); 4].map(|()| points.next().unwrap_or(apex));
        let slow = inside::weights(&points, ROUNDING);
        counts[1] += u32::from(slow.is_some());
        counts[2] += u32::from(slow.is_some() && found.is_none());
        let Some([u, v, w, t]) = found else { continue };
        counts[0] += 1;
        let sum = face[0] * u + face[1] * v + face[2] * w + apex * t;
        assert!(sum.max_abs() <= 4.0 * f64::EPSILON, "{sum:?}");
        for _ in 0..20 {
            let moved = points.map(|p| p + small::<W>(&mut random, ROUNDING));
            assert!(W::holds(moved), "{moved:?}");
        }
    }
    counts
}

/// Wherever the points truly are, the cone holds the origin. Nearly all cones are found that hold it by
/// the planes of all faces, and many thin ones that do not.
#[test]
fn cones_hold_the_origin() {
    for [held, slow, missed] in [count::<DVec2>(1), count::<DVec3>(2)] {
        assert!(missed * 20 < slow && held > slow, "{held} {slow} {missed}");
    }
}
