//! Points near needle tips, sharp edges and thin wedges, against 32-digit arithmetic. There a point
//! may be below all planes up to rounding, and far outside.

use std::collections::BTreeMap;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Cone, Hull, Polygon, Triangle};
use clearance::space::{Motion, Vector};
use clearance::{Axis, ConvexShape, Pose, Rounded, contains, project, signed_distance};
use clearance_testing::Random;

use super::twofold::{D, P, Polytope, from_cone, from_sheet, local};
use crate::common::pairs::{Maker, Stand, pose};

/// The number of shapes in each suite; `CLEARANCE_PAIRS` changes it.
fn shapes() -> usize {
    clearance_testing::pairs(400 * 16) / 16
}

const POINTS: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sharp {
    Needle,
    Wedge,
    Blade,
    Sheet,
    Cone,
}

enum Truth {
    Polytope(Polytope),
    Sheet(Box<dyn Fn(P) -> D>),
}

impl Truth {
    fn at(&self, p: P) -> D {
        match self {
            Self::Polytope(polytope) => polytope.signed_distance(p),
            Self::Sheet(from) => from(p),
        }
    }
}

struct Scene<V: Vector> {
    shape: ConvexShape<V>,
    truth: Truth,
    /// Two points of a sharp edge, or the tip twice, and a point well behind it.
    edge: [V::Wide; 2],
    behind: V::Wide,
}

#[derive(Default, Debug)]
struct Counts {
    /// Closer than a thousandth, outside and inside, by kind.
    outside: BTreeMap<Sharp, u32>,
    inside: BTreeMap<Sharp, u32>,
    /// Below all planes up to rounding, but farther away than that.
    beyond: u32,
    width: f64,
    /// The first few errors.
    wrong: Vec<String>,
}

impl Counts {
    fn claim(&mut self, holds: bool, what: &str, say: impl FnOnce() -> String) {
        if !holds && self.wrong.len() < 30 {
            self.wrong.push(format!("{what}: {}", say()));
        }
    }
}

/// A vector in the given precision.
fn vector<V: Vector>(v: [f64; 3]) -> V {
    V::from_fn(|i| V::Scalar::of(v[i]))
}

fn tip<V: Vector>(random: &mut Random, angle: f64, dim: usize) -> Vec<V> {
    let count = if dim == 2 { 2 } else { 3 + random.below(4) };
    let mut points = vec![vector([0.0; 3])];
    for i in 0..count {
        let around = core::f64::consts::TAU * (i as f64 + 0.3 * random.unit()) / count as f64;
        let (sin, cos) = libm::sincos(around);
        let side = if dim == 2 { [1.0 - 2.0 * i as f64, 0.0] } else { [cos, sin] };
        let far = -random.range(0.5, 1.5);
        points.push(vector([far, angle * far * side[0], angle * far * side[1]]));
    }
    // Sometimes with a tip on both sides.
    if dim == 3 && random.below(4) == 0 {
        points.push(vector([-2.0, 0.0, 0.0]));
    }
    points
}

fn scene<V: Maker>(random: &mut Random, kind: Sharp) -> Option<Scene<V>> {
    let short = V::Scalar::EPSILON.to_f64() > f64::EPSILON;
    let sharpest = if short { -4.0 } else { -8.0 };
    let angle = libm::pow(10.0, random.range(sharpest, -0.3));
    let wide = |v: V| v.widen();
    let solid = |points: Vec<V>, edge: [usize; 2]| {
        let truth = Truth::Polytope(Polytope::new(&points));
        let middle = points.iter().fold(V::Wide::ZERO, |sum, p| sum + wide(*p));
        let behind = middle * (1.0 / points.len() as f64);
        let edge = edge.map(|i| wide(points[i]));
        let shape: ConvexShape<V> = if V::DIM == 2 {
            if points.len() == 3 && edge[0] != edge[1] {
                Triangle::new(points[0], points[1], points[2]).ok()?.into()
            } else {
                Polygon::new(points).ok()?.into()
            }
        } else {
            Hull::new(points).ok()?.into()
        };
        Some(Scene { shape, truth, edge, behind })
    };
    match kind {
        Sharp::Needle => solid(tip(random, angle, V::DIM), [0, 0]),
        Sharp::Wedge if V::DIM == 2 => solid(tip(random, angle, 2), [0, 1]),
        Sharp::Wedge => {
            let y = random.range(0.1, 1.0);
            let base = |y: f64, z: f64| vector([-random_far(y), y, z]);
            let points = vec![
                vector([0.0; 3]),
                vector([0.0, 1.0, 0.0]),
                base(0.5 * y, angle),
                base(y, angle),
                base(0.5 * y, -angle),
                base(y, -angle),
            ];
            solid(points, [0, 1])
        }
        Sharp::Blade if V::DIM == 2 => {
            // Nearly collinear.
            let bend = angle * angle * 1e-3;
            let points = [[0.0, 0.0], [1.0, 0.0], [0.7, bend], [0.3, bend]];
            solid(points.map(|[x, y]| vector([x, y, 0.0])).to_vec(), [0, 1])
        }
        Sharp::Blade => {
            let thin = angle * 0.1;
            let points = [
                [0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0],
                [random.range(0.0, 1.0), 1.0, 0.0],
                [random.range(0.2, 0.5), random.range(0.2, 0.4), thin],
            ];
            solid(points.map(vector).to_vec(), [0, 1])
        }
        Sharp::Sheet if V::DIM == 2 => None,
        Sharp::Sheet => {
            let corners: [V; 3] =
                [[0.0; 3], [-1.0, angle, random.range(-0.1, 0.1)], [-1.0, -angle, 0.05]]
                    .map(vector);
            let [a, b, c] = corners;
            let truth = Truth::Sheet(Box::new(move |p| from_sheet(corners, p)));
            let shape = Triangle::new(a, b, c).ok()?.into();
            Some(Scene { shape, truth, edge: [wide(a); 2], behind: (wide(b) + wide(c)) * 0.5 })
        }
        Sharp::Cone => {
            let axis = random.below(V::DIM);
            let flat = random.below(3) == 0;
            let [radius, half] = if flat { [1.0, angle] } else { [angle, 1.0] };
            let [radius, half] = [radius, half].map(|x: f64| V::Scalar::of(x));
            let shape = Cone::new(Axis::ALL[axis], half, radius).ok()?.into();
            let sizes = [radius, half].map(Scalar::to_f64);
            let truth = Truth::Sheet(Box::new(move |p| from_cone(sizes, axis, p)));
            let up = V::Wide::unit(axis);
            let rim = V::Wide::unit((axis + 1) % V::DIM) * sizes[0] - up * sizes[1];
            let edge = if flat { [rim; 2] } else { [up * sizes[1]; 2] };
            Some(Scene { shape, truth, edge, behind: -up * (0.5 * sizes[1]) })
        }
    }
}

fn random_far(y: f64) -> f64 {
    0.5 + 0.5 * y
}

/// A point near the sharp feature, in the shape's frame.
fn near<V: Vector>(random: &mut Random, scene: &Scene<V>) -> V::Wide {
    let [a, b] = scene.edge;
    let on = a + (b - a) * random.unit();
    let out = (on - scene.behind).unit_along().unwrap_or(V::Wide::unit(0));
    let direction = random.direction3();
    let aside = V::Wide::from_fn(|i| direction[i]);
    let far = libm::pow(10.0, random.range(-16.0, 0.0));
    let less = libm::pow(10.0, random.range(-16.0, 0.0));
    match random.below(5) {
        0 => on + out * far,
        1 => on - out * far,
        2 => on + out * far + aside * (far * less),
        3 => on - out * far + aside * (far * less),
        _ => on + aside * far,
    }
}

fn check<V: Maker>(random: &mut Random, kind: Sharp, scene: &Scene<V>, seen: &mut Counts) {
    let margin = [0.0, 0.0, libm::pow(10.0, random.range(-13.0, 0.0))][random.below(3)];
    let margin = V::Scalar::of(margin);
    let shape = Rounded::new(scene.shape.clone(), margin).unwrap();
    let pose: Pose<V> =
        if random.below(3) == 0 { Pose::IDENTITY } else { pose(&Stand::random(random, 1.0), 1.0) };
    for _ in 0..POINTS {
        let place = near(random, scene);
        let world = V::narrow(Motion::of(&pose).apply(place));
        let core = scene.truth.at(local(&pose, world));
        let truth = core - D::of(margin.to_f64());
        let found = project(&shape, &pose, world).unwrap();
        let say = || format!("{kind:?} {truth:?} {found:?} {world:?} {shape:?} {pose:?}");
        let [lower, upper] = [found.lower, found.upper].map(|x| D::of(x.to_f64()));
        // The rounding of 32-digit arithmetic.
        let rounding = D::of(1e-29);
        seen.claim(lower <= truth + rounding, "lower", say);
        seen.claim(truth <= upper + rounding, "upper", say);
        let within = found.lower <= found.signed_distance && found.signed_distance <= found.upper;
        let unit = (found.normal.widen().norm() - 1.0).abs() <= 4.0 * V::Scalar::EPSILON.to_f64();
        seen.claim(within && unit, "within", say);
        let back = found.point.widen() + found.normal.widen() * found.signed_distance.to_f64();
        let off = (back - world.widen()).norm();
        let size = 4.0 + world.widen().norm();
        // For a point on the surface within rounding, the offset gives no normal.
        let width = (upper - lower).0;
        let near = off <= 8.0 * V::Scalar::EPSILON.to_f64() * size + width;
        seen.claim(near, "back", || format!("{off:e} {}", say()));
        let inside = contains(&shape, &pose, world).unwrap();
        seen.claim(inside == (found.lower <= V::Scalar::ZERO), "contains", say);
        assert_eq!(signed_distance(&shape, &pose, world), Ok(found.signed_distance));
        if V::Scalar::EPSILON.to_f64() == f64::EPSILON {
            seen.width = seen.width.max(width);
        }
        if core.0.abs() < 1e-3 {
            let side = if core.0 > 0.0 { &mut seen.outside } else { &mut seen.inside };
            *side.entry(kind).or_default() += 1;
            seen.beyond += u32::from(core.0 > 1e-13 && core.0 < 1e-6);
        }
    }
}

fn suite<V: Maker>(seed: u64) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for kind in [Sharp::Needle, Sharp::Wedge, Sharp::Blade, Sharp::Sheet, Sharp::Cone] {
        for _ in 0..shapes() / 4 {
            if let Some(scene) = scene::<V>(&mut random, kind) {
                check(&mut random, kind, &scene, &mut seen);
            }
        }
    }
    println!("{} {seen:?}", std::any::type_name::<V>());
    seen
}

#[test]
fn bounds_hold_near_needle_tips() {
    let all = [suite::<DVec2>(41), suite::<Vec2>(42), suite::<DVec3>(43), suite::<Vec3>(44)];
    let sum = |of: fn(&Counts) -> u32| all.iter().map(of).sum::<u32>() as usize;
    let [outside, inside] = [sum(|s| s.outside.values().sum()), sum(|s| s.inside.values().sum())];
    assert!(outside + inside > 25 * shapes() && inside > 5 * shapes(), "{outside} {inside}");
    assert!(sum(|s| s.beyond) > 5 * shapes());
    assert!(outside + inside >= 10_000 || shapes() < 400);
    assert!(all.iter().all(|s| s.wrong.is_empty() && s.width < 1e-9), "{all:#?}");
}
