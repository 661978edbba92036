//! Points within 1e-17 to 1 of the corners, edges and faces of segments, triangles, polygons and hulls,
//! and of thin ellipsoids, with and without a radius, against 32-digit arithmetic: the bounds contain the
//! distance, and the nearest point is on the surface.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Ellipsoid, Hull, Polygon, Segment, Triangle};
use clearance::space::{Motion, Vector};
use clearance::{ConvexShape, Pose, Rounded, contains, project, signed_distance};
use clearance_testing::Random;

use super::twofold::{D, P, Polytope, from_ellipsoid, from_segment, from_sheet, local, point};
use crate::common::pairs::{Maker, Stand, pose};

const SHAPES: usize = 700;
const POINTS: usize = 16;

type Truth = Box<dyn Fn(P) -> D>;

#[derive(Debug, Default)]
struct Counts {
    points: usize,
    /// Within 1e-9 of the core.
    close: usize,
    /// The largest width of the bounds, and distance of a nearest point from the surface.
    width: f64,
    off: f64,
    wrong: usize,
    first: Vec<String>,
}

impl Counts {
    fn claim(&mut self, holds: bool, what: &str, say: impl FnOnce() -> String) {
        self.wrong += usize::from(!holds);
        if !holds && self.first.len() < 12 {
            self.first.push(format!("{what}: {}", say()));
        }
    }
}

/// A core, its corners and its exact distance.
fn core<V: Maker>(random: &mut Random, kind: usize) -> Option<(ConvexShape<V>, Vec<V>, Truth)> {
    let thin = [1.0, libm::pow(10.0, random.range(-5.0, 0.0))][random.below(2)];
    let mut corner = || {
        let p = random.in_cube(1.0);
        V::from_fn(|i| V::Scalar::of(if i == 0 { p[i] } else { p[i] * thin }))
    };
    let [a, b, c] = [corner(), corner(), corner()];
    let count = V::DIM + 1 + random.below(4);
    let solid = |shape: ConvexShape<V>, corners: Vec<V>| {
        let polytope = Polytope::new(&corners);
        let truth: Truth = Box::new(move |p| polytope.signed_distance(p));
        Some((shape, corners, truth))
    };
    match kind {
        0 => {
            let truth: Truth = Box::new(move |p| from_segment([a, b].map(point), p));
            Some((Segment::new(a, b).ok()?.into(), vec![a, b], truth))
        }
        1 if V::DIM == 3 => {
            let truth: Truth = Box::new(move |p| from_sheet([a, b, c], p));
            Some((Triangle::new(a, b, c).ok()?.into(), vec![a, b, c], truth))
        }
        1 => solid(Triangle::new(a, b, c).ok()?.into(), vec![a, b, c]),
        2 if V::DIM == 2 => solid(Polygon::new(vec![a, b, c]).ok()?.into(), vec![a, b, c]),
        _ => {
            let corners: Vec<V> = (0..count)
                .map(|_| {
                    V::narrow(V::Wide::from_fn(|i| {
                        let x = random.signed();
                        if i == 0 { x } else { x * thin }
                    }))
                })
                .collect();
            solid(Hull::new(corners.clone()).ok()?.into(), corners)
        }
    }
}

/// A point near a corner, an edge or a face, in the shape's frame.
fn near<V: Vector>(random: &mut Random, corners: &[V]) -> V::Wide {
    let mut corner = || random.one_of(corners).widen();
    let [a, b, c] = [corner(), corner(), corner()];
    let [s, t] =
        [[0.0, 0.0], [random.unit(), 0.0], [random.unit(), random.unit()]][random.below(3)];
    let on = a + (b - a) * s + (c - (a + (b - a) * s)) * t;
    let (far, way) = (libm::pow(10.0, random.range(-17.0, 0.0)), random.direction3());
    on + V::Wide::from_fn(|i| way[i]) * far
}

fn check<V: Maker>(random: &mut Random, kind: usize, seen: &mut Counts) {
    let Some((core, corners, truth)) = core::<V>(random, kind) else { return };
    let place = |random: &mut Random| near(random, &corners);
    check_points(random, core, &truth, &place, seen);
}

/// Projects points onto a core, rounded or not, in a random pose.
fn check_points<V: Maker>(
    random: &mut Random,
    core: ConvexShape<V>,
    truth: &Truth,
    place: &dyn Fn(&mut Random) -> V::Wide,
    seen: &mut Counts,
) {
    let epsilon = V::Scalar::EPSILON.to_f64();
    let radius = [0.0, 0.3][random.below(2)];
    let shape = Rounded::new(core, V::Scalar::of(radius)).unwrap();
    let radius = V::Scalar::of(radius).to_f64();
    let pose: Pose<V> =
        if random.below(3) == 0 { Pose::IDENTITY } else { pose(&Stand::random(random, 1.0), 1.0) };
    for _ in 0..POINTS {
        let world = V::narrow(Motion::of(&pose).apply(place(random)));
        let from_core = truth(local(&pose, world));
        let exact = from_core - D::of(radius);
        let found = project(&shape, &pose, world).unwrap();
        let say = || format!("{from_core:?} {found:?} {world:?} {shape:?} {pose:?}");
        let [lower, upper] = [found.lower, found.upper].map(|x| D::of(x.to_f64()));
        let rounding = D::of(1e-29);
        seen.claim(lower <= exact + rounding, "lower", say);
        seen.claim(exact <= upper + rounding, "upper", say);
        let inside = contains(&shape, &pose, world).unwrap();
        seen.claim(inside == (found.lower <= V::Scalar::ZERO), "contains", say);
        assert_eq!(signed_distance(&shape, &pose, world), Ok(found.signed_distance));
        let off = (truth(local(&pose, found.point)) - D::of(radius)).0.abs();
        let width = (upper - lower).0;
        let most = 2.0 * width + 16.0 * epsilon;
        seen.claim(off <= most, "off", || format!("{off:e} of {most:e} {}", say()));
        seen.points += 1;
        seen.close += usize::from(from_core.0.abs() < 1e-9);
        seen.width = seen.width.max(width);
        seen.off = seen.off.max(off);
    }
}

fn suite<V: Maker>(seed: u64) -> usize {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for i in 0..4 * SHAPES {
        check::<V>(&mut random, i % 4, &mut seen);
    }
    println!("{} {seen:?}", std::any::type_name::<V>());
    assert!(seen.wrong == 0, "{seen:#?}");
    assert!(seen.width < 2e-13 + 2.0 * V::Scalar::EPSILON.to_f64(), "{seen:?}");
    seen.close
}

#[test]
fn bounds_hold_near_corners_edges_and_faces() {
    let close = [suite::<DVec2>(81), suite::<DVec3>(83)];
    assert!(close.iter().all(|close| *close > 15_000), "{close:?}");
    // A rounded point is seldom as near.
    let close = [suite::<Vec2>(82), suite::<Vec3>(84)];
    assert!(close.iter().all(|close| *close > 5_000), "{close:?}");
}

/// Radii between 1 and a hundred-millionth, and points near the surface, anywhere, near the middle and
/// near planes of symmetry.
fn ellipsoids<V: Maker>(seed: u64) -> usize {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for _ in 0..SHAPES {
        let thin = random.range(-8.0, 0.0);
        let mut radii = V::from_fn(|_| V::Scalar::of(libm::pow(10.0, thin * random.unit())));
        if random.below(2) == 0 {
            let one = random.below(V::DIM);
            radii = V::from_fn(|i| if i == one { V::Scalar::of(1.0) } else { radii.get(i) });
        }
        let Ok(core) = Ellipsoid::new(radii) else { continue };
        let numbers: Vec<f64> = (0..V::DIM).map(|i| radii.get(i).to_f64()).collect();
        let e = radii.widen();
        let truth: Truth = Box::new(move |p| from_ellipsoid(&numbers, p));
        let place = |random: &mut Random| {
            let far = libm::pow(10.0, random.range(-17.0, 0.0)) * [-1.0, 1.0][random.below(2)];
            let u = random.direction3();
            let kind = random.below(4);
            let mut u = V::Wide::from_fn(|i| {
                if kind == 3 { u[i] * libm::pow(10.0, random.range(-12.0, 0.0)) } else { u[i] }
            });
            if random.below(4) == 0 {
                let flat = random.below(V::DIM);
                u = V::Wide::from_fn(|i| if i == flat { 0.0 } else { u.get(i) });
            }
            let u = u.unit_along().unwrap_or(V::Wide::unit(0));
            match kind {
                0 => u * (2.0 * random.unit()),
                1 => V::Wide::from_fn(|i| u.get(i) * e.get(i) * random.unit()),
                _ => {
                    let on = V::Wide::from_fn(|i| u.get(i) * e.get(i));
                    let out = V::Wide::from_fn(|i| u.get(i) / e.get(i));
                    on + out.unit_along().unwrap_or(u) * far
                }
            }
        };
        check_points(&mut random, core.into(), &truth, &place, &mut seen);
    }
    println!("{} {seen:?}", std::any::type_name::<V>());
    assert!(seen.wrong == 0, "{seen:#?}");
    assert!(seen.width < 1e-13 + 4.0 * V::Scalar::EPSILON.to_f64(), "{seen:?}");
    seen.points
}

#[test]
fn bounds_hold_near_thin_ellipsoids() {
    let points = [ellipsoids::<DVec2>(91), ellipsoids::<DVec3>(92)];
    assert!(points.iter().all(|points| *points > 10_000), "{points:?}");
    let points = [ellipsoids::<Vec2>(93), ellipsoids::<Vec3>(94)];
    assert!(points.iter().all(|points| *points > 10_000), "{points:?}");
}
