//! Rays against the clearance of the points along them, which is what a hit is about: the point
//! hit is on the shape, none before is in it, and along a miss all are outside.

use std::collections::BTreeMap;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::shape::Point;
use clearance::space::Vector;
use clearance::{Clearance, Pose, Ray, RayCast, RayHit, Shape, clearance};

use super::common::Random;
use super::pairs::{Kind, Maker, kinds};
use super::rays::{AIMS, Aim, Scene};

/// Rays a kind of shape.
const RAYS: usize = 1_000;

/// What was seen, so that the suite can say that its branches were reached.
#[derive(Default)]
struct Seen {
    hits: BTreeMap<(Kind, Aim), u32>,
    misses: BTreeMap<(Kind, Aim), u32>,
    uncertain: BTreeMap<(Kind, Aim), u32>,
    inside: BTreeMap<Kind, u32>,
    left: BTreeMap<Kind, u32>,
    proven_gaps: u32,
    widest: f64,
}

/// A scene in `f64`, to ask for the clearance of the points of its ray.
struct Along<V: Maker> {
    shape: Shape<V>,
    pose: Pose<V>,
    ray: Ray<V>,
    /// The largest length that matters.
    size: f64,
}

impl<V: Maker<Scalar = f64, Wide = V>> Along<V> {
    fn new(scene: &Scene, scale: f64) -> Self {
        let (shape, pose, ray) =
            (scene.shape(scale), scene.pose::<V>(scale), scene.ray::<V>(scale));
        let far = (ray.origin() - pose.translation()).norm();
        Self { shape, pose, ray, size: far + 2.0 * scale }
    }
    fn at(&self, time: f64) -> Clearance<V> {
        let point = Point::new(self.ray.origin() + self.ray.direction() * time).unwrap();
        clearance(&self.shape, &self.pose, &point, &Pose::IDENTITY)
    }
    /// A time past everything.
    fn end(&self) -> f64 {
        (4.0 * self.size / self.ray.length()).min(self.ray.tmax())
    }
    /// The least clearance along the ray, which is convex in time.
    fn nearest(&self) -> Clearance<V> {
        let (mut low, mut high) = (0.0, self.end());
        for _ in 0..60 {
            let (one, other) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if self.at(one).signed_distance <= self.at(other).signed_distance {
                high = other;
            } else {
                low = one;
            }
        }
        self.at(low)
    }
}

fn check<V: Maker<Scalar = f64, Wide = V>>(
    scene: &Scene,
    along: &Along<V>,
    hollow: bool,
    seen: &mut Seen,
    aim: Aim,
) {
    let cast = RayCast::new(&along.shape, &along.pose, &along.ray);
    let hit = if hollow { cast.hollow().hit() } else { cast.hit() };
    let (kind, size) = (scene.recipe.kind, along.size);
    // The oracle adds origin and direction by itself: two roundings.
    let rounding = 4.0 * f64::EPSILON * (size + along.ray.origin().norm());
    let Some(hit) = hit else {
        *seen.misses.entry((kind, aim)).or_default() += 1;
        if hollow && along.at(0.0).upper < 0.0 {
            // Inside to the end.
            assert!(along.at(along.end()).lower <= rounding, "left unseen: {scene:?}");
        } else {
            assert!(along.nearest().upper >= -rounding, "missed: {scene:?}");
        }
        return;
    };
    *seen.hits.entry((kind, aim)).or_default() += 1;
    let RayHit { time, lower, upper, normal, inside, .. } = hit;
    assert!(
        lower >= 0.0 && lower <= time && time <= upper && time <= along.ray.tmax(),
        "{hit:?} {scene:?}"
    );
    assert!((normal.norm() - 1.0).abs() < 1e-14, "{hit:?} {scene:?}");
    let start = along.at(0.0);
    if inside {
        *seen.inside.entry(kind).or_default() += 1;
        assert!(start.lower <= rounding, "not inside: {hit:?} {scene:?}");
    }
    if inside && !hollow {
        assert_eq!((time, upper), (0.0, 0.0));
        return;
    }
    let tolerance = 1e-13 * size;
    let point =
        clearance(&along.shape, &along.pose, &Point::new(hit.point).unwrap(), &Pose::IDENTITY);
    if hit.is_certain() || lower <= time {
        if !(point.lower <= tolerance && point.upper >= -tolerance) {
            let p = Point::new(hit.point).unwrap();
            let c = clearance::certificate(&along.shape, &along.pose, &p, &Pose::IDENTITY);
            println!(
                "{:?} {:?}",
                clearance::verify::check(&along.shape, &along.pose, &p, &Pose::IDENTITY, &c),
                clearance::verify::bracket(&along.shape, &along.pose, &p, &Pose::IDENTITY, &c)
            );
        }
        assert!(
            point.lower <= tolerance && point.upper >= -tolerance,
            "{point:?} {hit:?} {scene:?}"
        );
    }
    for part in [0.0, 0.5, 0.99, 1.0] {
        let before = along.at(lower * part);
        if inside {
            assert!(before.lower <= rounding, "left earlier: {part} {before:?} {hit:?} {scene:?}");
        } else {
            assert!(before.upper >= -rounding, "met earlier: {part} {before:?} {hit:?} {scene:?}");
            seen.proven_gaps += u32::from(part < 1.0 && before.lower > 0.0);
        }
    }
    if !hit.is_certain() {
        *seen.uncertain.entry((kind, aim)).or_default() += 1;
        return;
    }
    let by_then = along.at(upper);
    if inside {
        *seen.left.entry(kind).or_default() += 1;
        assert!(by_then.upper >= -rounding, "{by_then:?} {hit:?} {scene:?}");
    } else if lower > 0.0 {
        // Flat shapes are crossed: at the upper bound the ray is on the other side.
        let last = by_then.lower.min(point.lower);
        assert!(last <= tolerance, "not met by then: {by_then:?} {hit:?} {scene:?}");
    }
    let steep = normal.dot(along.ray.unit()).abs();
    if steep > 0.1 {
        seen.widest = seen.widest.max((upper - lower) * along.ray.length() / size);
    }
}

fn suite<V: Maker<Scalar = f64, Wide = V>>(seed: u64) -> Seen {
    let (mut random, mut seen) = (Random::new(seed), Seen::default());
    for &kind in kinds(V::DIM) {
        for i in 0..RAYS {
            let aim = AIMS[i % AIMS.len()];
            let scene = Scene::random::<V>(&mut random, kind, aim);
            let scale = [1.0, 1.0, 1e-6, 1e6][random.below(4)];
            let hollow = random.below(2) == 0;
            check(&scene, &Along::<V>::new(&scene, scale), hollow, &mut seen, aim);
        }
    }
    seen
}

fn report(seen: &Seen, dim: usize) {
    println!(
        "hits {:?}\nmisses {:?}\nuncertain {:?}\ninside {:?}\nleft {:?}\ngaps {} widest {:e}",
        seen.hits,
        seen.misses,
        seen.uncertain,
        seen.inside,
        seen.left,
        seen.proven_gaps,
        seen.widest
    );
    let _ = dim;
}

#[test]
fn in_the_plane() {
    report(&suite::<DVec2>(1), 2);
}

#[test]
fn in_space() {
    report(&suite::<DVec3>(2), 3);
}

#[allow(unused)]
fn unused(_: Vec2, _: Vec3) {}
