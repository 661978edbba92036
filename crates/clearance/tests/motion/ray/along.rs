//! Rays against the clearance of the points along them: the point hit is on the shape, no point
//! before it is inside, and along a miss all points are outside.

use std::collections::BTreeMap;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::Point;
use clearance::space::Vector;
use clearance::{Clearance, Pose, Ray, RayHit, Shape, clearance};
use clearance_testing::Random;

use super::rays::{AIMS, Aim, Scene};
use crate::common::pairs::{Kind, Maker, kinds};
use crate::common::rays::{cast_ray, hit_of};

/// Rays per kind of shape.
const RAYS: usize = 1_000;

/// Counts, to check that the suite reached its branches.
#[derive(Default, Debug)]
struct Counts {
    hits: BTreeMap<(Kind, Aim), u32>,
    misses: BTreeMap<(Kind, Aim), u32>,
    uncertain: BTreeMap<(Kind, Aim), u32>,
    inside: BTreeMap<Kind, u32>,
    left: BTreeMap<Kind, u32>,
    proven_gaps: u32,
    /// The width of the bounds for rays that are not grazing, relative to the size.
    widest: BTreeMap<Kind, f64>,
}

/// A scene in `f64`, for the clearance of points along its ray.
struct Along<V: Maker> {
    shape: Shape<V>,
    pose: Pose<V>,
    ray: Ray<V>,
    /// The largest length involved.
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
    /// A time at which the ray is beyond everything.
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
    seen: &mut Counts,
    aim: Aim,
) {
    let hit = hit_of(&along.shape, &along.pose, &along.ray, hollow);
    let (kind, size) = (scene.recipe.kind, along.size);
    // The oracle computes the point itself, with two roundings.
    let rounding = 4.0 * f64::EPSILON * (size + along.ray.origin().norm());
    let Some(hit) = hit else {
        *seen.misses.entry((kind, aim)).or_default() += 1;
        if hollow && along.at(0.0).upper < 0.0 {
            // The ray stays inside to its end.
            assert!(along.at(along.end()).lower <= rounding, "an exit was missed: {scene:?}");
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
    assert!(point.lower <= tolerance && point.upper >= -tolerance, "{point:?} {hit:?} {scene:?}");
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
        // The ray crosses flat shapes: at the upper bound it is on the other side.
        let last = by_then.lower.min(point.lower);
        assert!(last <= tolerance, "not met by then: {by_then:?} {hit:?} {scene:?}");
    }
    if lower > 0.0 && normal.dot(along.ray.unit()).abs() > 0.1 && !rounded(scene) {
        let width = (upper - lower) * along.ray.length() / size;
        let widest = seen.widest.entry(kind).or_default();
        *widest = widest.max(width);
    }
}

/// Whether the shape has a radius, so that the ray is marched.
fn rounded(scene: &Scene) -> bool {
    scene.recipe.margin > 0.0
}

fn suite<V: Maker<Scalar = f64, Wide = V>>(seed: u64) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for &kind in kinds(V::DIM) {
        for i in 0..RAYS {
            let aim = AIMS[i % AIMS.len()];
            let scene = Scene::random::<V>(&mut random, kind, aim, false);
            let scale = [1.0, 1.0, 1e-6, 1e6][random.below(4)];
            let hollow = random.below(2) == 0;
            check(&scene, &Along::<V>::new(&scene, scale), hollow, &mut seen, aim);
        }
    }
    seen
}

/// Checks that for all kinds and aims hits, misses, grazes, starts inside and exits occurred.
fn reached(seen: &Counts, dim: usize) {
    println!("{seen:?}");
    let flat = |kind| matches!(kind, Kind::Point | Kind::Segment | Kind::Triangle);
    let count =
        |of: &BTreeMap<(Kind, Aim), u32>, kind, aim| of.get(&(kind, aim)).copied().unwrap_or(0);
    for &kind in kinds(dim).iter().filter(|k| **k != Kind::Point) {
        let near = [&seen.hits, &seen.misses].map(|of| count(of, kind, Aim::Near));
        // In 3D a segment is almost never hit, and a triangle rarely.
        let least = if dim == 3 && flat(kind) { 2 } else { 60 };
        assert!(near[0] >= least, "{kind:?} hit: {near:?}");
        assert!(near[1] >= 40, "{kind:?} missed: {near:?}");
        assert!(count(&seen.hits, kind, Aim::Surface) >= 100, "{kind:?} from the surface");
        let grazed = count(&seen.uncertain, kind, Aim::Graze);
        assert!(kind == Kind::HalfSpace || grazed >= 20, "{kind:?} grazed: {grazed}");
        let within = [&seen.inside, &seen.left].map(|of| of.get(&kind).copied().unwrap_or(0));
        assert!(flat(kind) || within[0] >= 150, "{kind:?} inside: {within:?}");
        assert!(flat(kind) || within[1] >= 70, "{kind:?} left: {within:?}");
    }
    assert!(seen.proven_gaps > 5_000, "{}", seen.proven_gaps);
    // Towards sharp corners the bounds are wider than across faces.
    assert!(seen.widest.values().all(|w| *w < 1e-10), "{:?}", seen.widest);
}

#[test]
fn in_the_plane() {
    reached(&suite::<DVec2>(1), 2);
}

#[test]
fn in_space() {
    reached(&suite::<DVec3>(2), 3);
}

/// An `f32` ray queries the same shapes as its `f64` counterpart, and its bounds are those of the
/// counterpart, rounded outwards.
fn f32_against_f64<V: Maker>(seed: u64)
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let (mut random, mut hits, mut misses) = (Random::new(seed), 0, 0);
    // The normal of a half-space is normalized in its own precision.
    for &kind in kinds(V::DIM).iter().filter(|k| **k != Kind::HalfSpace) {
        for i in 0..RAYS / 4 {
            let mut scene = Scene::random::<V::Wide>(&mut random, kind, AIMS[i % AIMS.len()], true);
            if matches!(kind, Kind::Ball | Kind::Capsule) {
                // The sum of two radii is rounded in their own precision.
                scene.recipe.margin = 0.0;
            }
            let scale = [1.0, 1024.0 * 1024.0, 1.0 / 1024.0][random.below(3)];
            let (pose, ray) = (scene.pose::<V>(scale), scene.ray::<V>(scale));
            let hit = cast_ray(&scene.shape::<V>(scale), &pose, &ray);
            let twin = cast_ray(&scene.shape(scale), &pose.widen(), &scene.ray::<V::Wide>(scale));
            let (Some(hit), Some(twin)) = (hit, twin) else {
                assert_eq!(hit.is_some(), twin.is_some(), "{scene:?}");
                misses += 1;
                continue;
            };
            hits += 1;
            assert!(hit.lower.to_f64() <= twin.lower && twin.upper <= hit.upper.to_f64());
            let off = 2.0 * V::Scalar::EPSILON.to_f64();
            assert!((hit.time.to_f64() - twin.time).abs() <= off * twin.time, "{hit:?} {twin:?}");
            assert!((hit.normal.widen() - twin.normal).max_abs() <= off, "{hit:?} {twin:?}");
            assert_eq!((hit.inside, hit.axis), (twin.inside, twin.axis));
        }
    }
    assert!(hits > 1_000 && misses > 400, "{hits} {misses}");
}

#[test]
fn f32_rays_agree_with_f64() {
    f32_against_f64::<Vec2>(3);
    f32_against_f64::<Vec3>(4);
}
