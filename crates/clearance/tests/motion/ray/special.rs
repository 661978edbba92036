//! Rays at places without a unique normal, or where a formula's gradient is 0: apexes, corners,
//! rims, edges, poles, ends and centres. All numbers are on a lattice, so that these places are hit
//! exactly. Shapes may be flat.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::hull::Built;
use clearance::number::Scalar;
use clearance::shape::{Face, Geometry, Hull, NO_ID, Part, Vertex, View, Wide};
use clearance::space::{Motion, Vector};
use clearance::verify::{Verdict, check_ray};
use clearance::{Convex, Pose, Ray, RayHit, Shape};
use clearance_testing::Random;

use crate::common::pairs::{Kind, Maker, Recipe, kinds};
use crate::common::rays::hit_of;

/// Rays per kind, dimension and precision; `CLEARANCE_PAIRS` changes the number.
fn rays() -> usize {
    clearance_testing::pairs(700 * 40) / 40
}

/// The most support points of a ray, by a closed form or by the march.
const MOST_SUPPORTS: u32 = 400;

#[derive(Default, Debug)]
struct Counts {
    hits: u32,
    misses: u32,
    certain: u32,
    left: u32,
    unproven: u32,
    by_kind: BTreeMap<Kind, u32>,
    supports: u32,
    off: f64,
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

fn lattice(random: &mut Random) -> f64 {
    [0.0, 0.0, 0.5, -0.5, 1.0, -1.0][random.below(6)]
}

/// A shape whose numbers are multiples of 1/2 or 1/4.
fn shape(random: &mut Random, kind: Kind, dim: usize) -> Recipe {
    let mut recipe = super::rays::of_kind(random, dim, kind);
    if kind != Kind::Polygon {
        for p in &mut recipe.points {
            *p = core::array::from_fn(|_| lattice(random));
        }
        if kind == Kind::HalfSpace && recipe.points[0][..dim].iter().all(|x| *x == 0.0) {
            recipe.points[0][1] = 1.0;
        }
    }
    recipe.sizes = core::array::from_fn(|_| [0.25, 0.5, 0.5, 1.0, 2.0][random.below(5)]);
    recipe.margin = [0.0, 0.0, 0.0, 0.25][random.below(4)];
    recipe
}

/// A special point of the core, in its frame.
fn place<V: Maker>(random: &mut Random, recipe: &Recipe, shape: &Shape<V>) -> V {
    let some = |random: &mut Random| recipe.points[random.below(recipe.points.len())];
    let lift = |p: [f64; 3]| V::from_fn(|i| V::Scalar::of(p[i]));
    let Part::Convex(core) = shape.part() else { return V::ZERO };
    let (axis, way) = (random.below(V::DIM), [-1.0, 1.0][random.below(2)]);
    match recipe.kind {
        Kind::Point
        | Kind::Segment
        | Kind::Capsule
        | Kind::Triangle
        | Kind::Polygon
        | Kind::Hull => {
            let (p, q) = (some(random), some(random));
            lift(core::array::from_fn(|i| 0.5 * (p[i] + q[i])))
        }
        Kind::Ball | Kind::HalfSpace => V::ZERO,
        Kind::Cuboid => {
            lift(core::array::from_fn(|i| recipe.sizes[i] * [-1.0, 0.0, 1.0][random.below(3)]))
        }
        Kind::Ellipsoid if random.below(4) == 0 => V::ZERO,
        Kind::Ellipsoid => V::unit(axis) * V::Scalar::of(way * recipe.sizes[axis]),
        Kind::Cylinder | Kind::Cone => match random.below(4) {
            0 => V::ZERO,
            // The apex or the centre of an end; the rim, or the middle of the side.
            1 | 2 => V::unit(recipe.axis) * V::Scalar::of(way * recipe.sizes[0]),
            _ => core.support(V::from_fn(|i| {
                V::Scalar::of(if i == recipe.axis { way } else { lattice(random) })
            })),
        },
    }
}

/// Counts the calls of its methods.
struct Counted<'c, C> {
    shape: &'c C,
    count: AtomicU32,
    known: bool,
}

impl<C: Convex> Convex for Counted<'_, C> {
    type V = C::V;
    fn support(&self, direction: C::V) -> C::V {
        self.support_vertex(direction, NO_ID).point
    }
    fn support_vertex(&self, direction: C::V, hint: u32) -> Vertex<C::V> {
        self.count.fetch_add(1, Ordering::Relaxed);
        self.shape.support_vertex(direction, hint)
    }
    fn support_wide(&self, direction: Wide<C>, hint: u32) -> Vertex<Wide<C>> {
        self.count.fetch_add(1, Ordering::Relaxed);
        self.shape.support_wide(direction, hint)
    }
    fn support_error(&self) -> f64 {
        self.shape.support_error()
    }
    fn center(&self) -> C::V {
        self.shape.center()
    }
    fn radius(&self) -> <C::V as Vector>::Scalar {
        self.shape.radius()
    }
    fn vertex(&self, id: u32) -> Option<C::V> {
        self.shape.vertex(id)
    }
    fn reach(&self) -> f64 {
        self.shape.reach()
    }
    fn face(&self, direction: Wide<C>, face: &mut Face<Wide<C>>) {
        self.shape.face(direction, face);
    }
    fn view(&self) -> View<'_, C::V> {
        if self.known { self.shape.view() } else { View::Opaque }
    }
    fn built(&self) -> Option<&Built> {
        self.shape.built().filter(|_| self.known)
    }
}

fn is_unit<V: Vector>(v: V) -> bool {
    v.is_finite() && (v.widen().norm() - 1.0).abs() <= 4.0 * V::Scalar::EPSILON.to_f64()
}

/// How far the shape extends beyond the plane at the point hit, or how far the point is off the
/// shape.
fn off<V: Maker>(shape: &Shape<V>, pose: &Pose<V>, hit: &RayHit<V>, ray: &Ray<V>) -> f64 {
    let motion = Motion::of(pose);
    let at = ray.origin().widen() + ray.direction().widen() * hit.time.to_f64();
    let (q, n) = (motion.unrotate(at - motion.translation), motion.unrotate(hit.normal.widen()));
    match shape.part() {
        Part::HalfSpace(half) => {
            let normal = half.normal().widen();
            (normal.dot(q) - half.offset().to_f64()).abs() + 1.0 - normal.dot(n)
        }
        Part::Convex(core) => {
            let top = core.support_wide(n, NO_ID).point.dot(n) + core.radius().to_f64() * n.norm();
            (top - n.dot(q)).abs()
        }
    }
}

fn check<V: Maker>(random: &mut Random, kind: Kind, seen: &mut Counts)
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let recipe = shape(random, kind, V::DIM);
    let shape = recipe.make::<V>(1.0);
    let target = place::<V>(random, &recipe, &shape);
    let whole = |random: &mut Random| [0.0, 0.0, 1.0, -1.0, 2.0][random.below(5)];
    let along = loop {
        let along = V::from_fn(|_| V::Scalar::of(whole(random)));
        let axial = random.below(3) == 0 && recipe.axis < V::DIM;
        let along = if axial { V::unit(recipe.axis) * V::Scalar::of(1.0) } else { along };
        if along != V::ZERO {
            break along * V::Scalar::of([-1.0, 1.0][random.below(2)]);
        }
    };
    let steps = [0.0, 0.5, 1.0, 2.0, 3.0][random.below(5)];
    // Exactly on the lattice, or rotated.
    let turned = random.below(3) == 0;
    let pose: Pose<V> = if turned {
        crate::common::pairs::pose(&crate::common::pairs::Stand::random(random, 2.0), 1.0)
    } else {
        Pose::at(V::from_fn(|_| V::Scalar::of(whole(random)))).unwrap()
    };
    let motion = Motion::of(&pose);
    let origin = V::narrow(motion.apply((target - along * V::Scalar::of(steps)).widen()));
    let direction = V::narrow(motion.rotate(along.widen()));
    let tmax = [f64::INFINITY, steps, 10.0][random.below(3)];
    let ray = Ray::new(origin, direction, V::Scalar::of(tmax)).unwrap();
    let hollow = random.below(2) == 0;
    let found = hit_of(&shape, &pose, &ray, hollow);
    let say = || format!("{found:?} {recipe:?} {pose:?} {ray:?} {hollow}");
    if let Part::Convex(core) = shape.part() {
        for known in [true, false] {
            let counted = Counted { shape: core, count: AtomicU32::new(0), known };
            let again = hit_of(&counted, &pose, &ray, hollow);
            let fine = again.is_none_or(|h| is_unit(h.normal) && h.axis.is_finite());
            seen.claim(fine, "marched", || format!("{again:?} {}", say()));
            if known {
                let count = counted.count.into_inner();
                seen.claim(again == found, "differs", say);
                seen.claim(count <= MOST_SUPPORTS, "supports", || format!("{count} {}", say()));
                seen.supports = seen.supports.max(count);
            }
        }
    }
    let Some(hit) = found else {
        seen.misses += 1;
        // The target is exactly in the shape.
        let round = matches!(kind, Kind::Cylinder | Kind::Cone | Kind::Polygon);
        // The points of a rim are rounded.
        let coordinates = (0..V::DIM).filter(|i| target.get(*i) != V::Scalar::ZERO).count();
        let exact = kind != Kind::HalfSpace && (!round || coordinates < 2);
        let there = tmax >= steps && exact && kind != Kind::Polygon;
        seen.claim(turned || !there || (hollow && tmax < 1e9), "missed", say);
        return;
    };
    seen.hits += 1;
    *seen.by_kind.entry(kind).or_default() += 1;
    seen.certain += u32::from(hit.is_certain());
    seen.left += u32::from(hit.inside && hollow);
    let ordered = hit.lower >= V::Scalar::ZERO && hit.lower <= hit.time && hit.time <= hit.upper;
    let finite = hit.time <= ray.tmax() && hit.point.is_finite();
    seen.claim(ordered && finite, "bounds", say);
    seen.claim(is_unit(hit.normal) && is_unit(hit.axis), "no unit", say);
    let verdict = check_ray(&shape, &pose, &ray, &hit);
    seen.claim(verdict != Verdict::Refuted, "refuted", say);
    seen.unproven += u32::from(verdict == Verdict::Unproven);
    let at = ray.origin().widen() + ray.direction().widen() * hit.time.to_f64();
    let apart = (hit.point.widen() - at).norm() / (8.0 + at.norm());
    seen.claim(apart <= 4.0 * V::Scalar::EPSILON.to_f64(), "point", say);
    if hit.inside && !hollow {
        return;
    }
    let size = 8.0 + steps * along.widen().norm();
    let off = off(&shape, &pose, &hit, &ray) / size;
    // A line that grazes an ellipsoid gets the normal of an ellipsoid enlarged by twice the
    // rounding.
    let exact = if hit.is_certain() { 2e-14 } else { 2e-13 };
    let rounding = (V::Scalar::EPSILON.to_f64() * 4.0).max(exact);
    // A line along a plane may hit it anywhere.
    if kind == Kind::HalfSpace && hit.lower == V::Scalar::ZERO {
        return;
    }
    seen.claim(off <= rounding, "normal", || format!("{off:e} {}", say()));
    if rounding < 1e-12 {
        seen.off = seen.off.max(off);
    }
}

fn suite<V: Maker>(seed: u64) -> Counts
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for &kind in kinds(V::DIM) {
        for _ in 0..rays() {
            check::<V>(&mut random, kind, &mut seen);
        }
    }
    println!("{} {seen:?}", std::any::type_name::<V>());
    seen
}

#[test]
fn special_points_have_normals() {
    let all = [suite::<DVec2>(31), suite::<Vec2>(32), suite::<DVec3>(33), suite::<Vec3>(34)];
    let hits: u32 = all.iter().map(|seen| seen.hits).sum();
    let left: u32 = all.iter().map(|seen| seen.left).sum();
    let misses: u32 = all.iter().map(|seen| seen.misses).sum();
    assert!(hits as usize > 15 * rays() && (hits >= 10_000 || rays() < 700), "{hits}");
    assert!(left > hits / 20 && misses > hits / 40, "{left} {misses} {hits}");
    for seen in &all {
        assert!(seen.wrong.is_empty(), "{:#?}", seen.wrong);
        assert!(seen.unproven * 100 < seen.hits, "{seen:?}");
        assert!(seen.by_kind.values().all(|n| *n as usize > rays() / 4), "{seen:?}");
    }
}

/// Hulls of up to 512 vertices, on balls and on a lattice, and rays at their corners and edges and
/// along their faces.
#[test]
fn no_ray_at_a_hull_takes_many_steps() {
    let (mut random, mut most, mut marched) = (Random::new(35), 0, 0);
    for count in [4, 6, 8, 16, 64, 512] {
        for turn in 0..rays() / 10 {
            let on_ball = turn % 2 == 0;
            let points = (0..count).map(|_| {
                let p = random.direction3();
                if on_ball { p } else { (p * 4.0).round() * 0.25 }
            });
            let points: Vec<DVec3> = points.collect();
            let Ok(hull) = Hull::new(points.clone()) else { continue };
            for _ in 0..8 {
                let corner = |random: &mut Random| points[random.below(points.len())];
                let (p, q) = (corner(&mut random), corner(&mut random));
                let (target, along) = match random.below(4) {
                    0 => (p, q - p),
                    1 => (p, random.direction3().cross(p)),
                    2 => ((p + q) * 0.5, random.direction3()),
                    _ => (p, random.direction3()),
                };
                if along.length() < 1e-3 {
                    continue;
                }
                let origin = target - along * [0.0, 0.5, 1.0, 3.0][random.below(4)];
                let ray = Ray::new(origin, along, f64::INFINITY).unwrap();
                for known in [true, false] {
                    let counted = Counted { shape: &hull, count: AtomicU32::new(0), known };
                    hit_of(&counted, &Pose::IDENTITY, &ray, random.below(2) == 0);
                    let taken = counted.count.into_inner();
                    assert!(!known || taken <= MOST_SUPPORTS, "{taken} {ray:?} {points:?}");
                    most = most.max(if known { taken } else { 0 });
                    marched += u32::from(taken > 0);
                }
            }
        }
    }
    println!("at most {most} supports, {marched} marched");
    assert!(marched as usize > 2 * rays(), "{marched}");
}
