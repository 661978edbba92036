//! All queries about pairs on the lattice. The checker refutes no answer, points are on the
//! surfaces, no two answers contradict each other, and none takes more steps than documented.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::verify::{self, Verdict};
use clearance::{
    Cast, Clearance, Pose, Query, Ray, Shape, Sweep, certificate, clearance, contact_manifold,
    contains, intersects, penetration, project, signed_distance,
};
use clearance_testing::Random;

use super::pairs_per_suite;
use super::placed::{self, Place, vector};
use super::slowest::Slowest;
use crate::common::pairs::{Kind, Maker, Pair, kinds};
use crate::common::rays;

/// The most steps of a clearance, contact or ray query, on hulls of up to 512 vertices.
const MOST_STEPS: u32 = 400;
/// The most steps of a cast.
const MOST_CAST_STEPS: u32 = 5_000;

/// How often each outcome occurred.
#[derive(Default)]
struct Hits {
    places: BTreeMap<Place, u32>,
    kinds: BTreeMap<(Kind, Kind), u32>,
    counts: BTreeMap<&'static str, u32>,
    most_steps: BTreeMap<&'static str, u32>,
    unproven: BTreeMap<&'static str, u32>,
    slowest: Slowest,
}

impl Hits {
    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }
    fn steps(&mut self, what: &'static str, steps: u32) {
        let most = self.most_steps.entry(what).or_default();
        *most = steps.max(*most);
    }
    #[track_caller]
    fn verdict(&mut self, what: &'static str, verdict: Verdict, of: &dyn Fn() -> String) {
        self.count(what);
        match verdict {
            Verdict::Proven => {}
            Verdict::Unproven => *self.unproven.entry(what).or_default() += 1,
            Verdict::Refuted => panic!("{what} refuted: {}", of()),
        }
    }
}

/// A pair, and the tolerance for points on surfaces.
struct Asked<'p, V: Maker> {
    pair: &'p Pair,
    shapes: [Shape<V>; 2],
    poses: [Pose<V>; 2],
    off: f64,
}

impl<V: Maker> Asked<'_, V> {
    /// `point` is on the surface of one of the shapes.
    #[track_caller]
    fn on_surface(&self, which: usize, point: V, what: &str) {
        let (shape, pose) = (&self.shapes[which], &self.poses[which]);
        let height = signed_distance(shape, pose, point).unwrap().to_f64();
        assert!(
            height.abs() <= self.off,
            "{what}: {height:e} off shape {which} of {:?}",
            self.pair
        );
    }
    /// `to` is `from` moved by `by` along the normal.
    #[track_caller]
    fn leads(&self, from: V, to: V, normal: V, by: f64, what: &str) {
        let left = (to.widen() - from.widen() - normal.widen() * by).norm();
        // The error of a normal is about the square root of the error of a distance.
        let allowed = self.off + 1e-6 * by.abs();
        assert!(left <= allowed, "{what}: points off by {left:e} of {:?}", self.pair);
    }
}

/// The random seed of a suite; another `CLEARANCE_SEED` gives other pairs.
fn seed_of(suite: u64) -> u64 {
    let slice: u64 = clearance_testing::from_environment("CLEARANCE_SEED").unwrap_or(0);
    4 * slice + suite
}

fn suite<V: Maker>(suite: u64) {
    let mut random = Random::new(seed_of(suite));
    let (mut hits, mut flawed) = (Hits::default(), 0);
    for _ in 0..pairs_per_suite() {
        let (pair, place) = placed::pair(&mut random, V::DIM);
        *hits.places.entry(place).or_default() += 1;
        *hits.kinds.entry((pair.a.kind, pair.b.kind)).or_default() += 1;
        let (shapes, poses) = placed::made::<V>(&pair);
        let curved = pair.a.curved() || pair.b.curved();
        let off = if curved { 1e-6 } else { 2e-8 } + 400.0 * V::Scalar::EPSILON.to_f64();
        let asked = Asked { pair: &pair, shapes, poses, off };
        // A failure does not stop the run, so that a long run lists everything it finds.
        let all = catch_unwind(AssertUnwindSafe(|| {
            still(&asked, &mut hits);
            touching(&asked, &mut hits);
            seen_along_rays(&asked, &mut random, &mut hits);
            seen_from_points(&asked, &mut random, &mut hits);
            moving(&asked, &mut random, &mut hits);
        }));
        flawed += u32::from(all.is_err());
    }
    assert_eq!(flawed, 0, "pairs with a flaw, listed above");
    hits.check(V::DIM);
}

/// Clearance and penetration, with the checker.
fn still<V: Maker>(asked: &Asked<'_, V>, hits: &mut Hits) {
    let Asked { pair, shapes: [a, b], poses: [pa, pb], .. } = asked;
    let answer = hits.slowest.asked("clearance", pair, || clearance(a, pa, b, pb));
    hits.steps("clearance", answer.iterations);
    assert!(answer.iterations <= MOST_STEPS, "{} steps of {pair:?}", answer.iterations);
    assert!(answer.lower <= answer.signed_distance && answer.signed_distance <= answer.upper);
    assert_eq!(intersects(a, pa, b, pb), answer.intersects(), "{pair:?}");
    let Clearance { signed_distance, normal, point_a, point_b, .. } = answer;
    if answer.bounded() {
        hits.count(if signed_distance < V::Scalar::ZERO { "overlapping" } else { "apart" });
        asked.on_surface(0, point_a, "clearance");
        asked.on_surface(1, point_b, "clearance");
        asked.leads(point_a, point_b, normal, signed_distance.to_f64(), "clearance");
    }
    let depth = hits.slowest.asked("penetration", pair, || penetration(a, pa, b, pb));
    assert_eq!(depth.is_some(), answer.intersects(), "{pair:?}");
    if let Some(p) = depth.filter(|_| answer.bounded()) {
        asked.on_surface(0, p.point_a, "penetration");
        asked.on_surface(1, p.point_b, "penetration");
    }
    let proof = hits.slowest.asked("certificate", pair, || certificate(a, pa, b, pb));
    let verdict = verify::check(a, pa, b, pb, &proof);
    hits.verdict("clearance", verdict, &|| format!("{proof:?} of {pair:?}"));
}

/// Manifolds, with and without a margin.
fn touching<V: Maker>(asked: &Asked<'_, V>, hits: &mut Hits) {
    let Asked { pair, shapes: [a, b], poses: [pa, pb], .. } = asked;
    for margin in [0.0, 0.5] {
        let margin = V::Scalar::of(margin);
        let ask = || contact_manifold(a, pa, b, pb, margin);
        let Some(manifold) = hits.slowest.asked("manifold", pair, ask) else { continue };
        for point in manifold.points() {
            asked.on_surface(0, point.point_a, "manifold");
            asked.on_surface(1, point.point_b, "manifold");
            let by = point.separation.to_f64();
            asked.leads(point.point_a, point.point_b, manifold.normal, by, "manifold");
        }
        let proof = Query::new(a, pa, b, pb).certificate();
        let verdict = verify::check_manifold(a, pa, b, pb, &manifold, &proof);
        hits.verdict("manifold", verdict, &|| format!("{manifold:?} of {pair:?}"));
    }
}

/// Rays along the lattice towards the first shape, from inside and outside.
fn seen_along_rays<V: Maker>(asked: &Asked<'_, V>, random: &mut Random, hits: &mut Hits) {
    let Asked { pair, shapes: [shape, _], poses: [pose, other], .. } = asked;
    let along = vector::<V>(placed::direction(random, V::DIM));
    let back = along * V::Scalar::of([0.0, 1.0, 2.0, 4.0][random.below(4)]);
    let from = if random.below(2) == 0 { pose } else { other }.translation() - back;
    let ray = Ray::new(from, along, V::Scalar::of(100.0)).unwrap();
    for hollow in [false, true] {
        let cast = || rays::hit_of(shape, pose, &ray, hollow);
        let Some(hit) = hits.slowest.asked("ray", &(pair, ray), cast) else {
            hits.count("rays that miss");
            continue;
        };
        assert!(hit.normal.is_finite() && hit.axis.is_finite(), "{hit:?} of {ray:?}, {pair:?}");
        if !hollow {
            if !hit.inside && hit.is_certain() {
                asked.on_surface(0, hit.point, "ray");
            }
            let verdict = verify::check_ray(shape, pose, &ray, &hit);
            hits.verdict("ray", verdict, &|| format!("{hit:?} of {ray:?}, {pair:?}"));
        }
    }
}

/// The origin of the second shape and a point near it, projected onto the first.
fn seen_from_points<V: Maker>(asked: &Asked<'_, V>, random: &mut Random, hits: &mut Hits) {
    let Asked { pair, shapes: [shape, _], poses: [pose, other], .. } = asked;
    let step = vector::<V>(placed::direction(random, V::DIM));
    let point = other.translation() + step * V::Scalar::of([0.0, 0.5][random.below(2)]);
    let ask = || project(shape, pose, point).unwrap();
    let near = hits.slowest.asked("project", &(pair, point), ask);
    assert!(near.lower <= near.signed_distance && near.signed_distance <= near.upper);
    asked.on_surface(0, near.point, "project");
    asked.leads(near.point, point, near.normal, near.signed_distance.to_f64(), "project");
    let inside = contains(shape, pose, point).unwrap();
    assert!(inside || near.upper > V::Scalar::ZERO, "{near:?} of {point:?} in {pair:?}");
    assert!(!inside || near.lower <= V::Scalar::ZERO, "{near:?} of {point:?} in {pair:?}");
    hits.count(if inside { "points inside" } else { "points outside" });
}

/// The second shape moves along the lattice, and sometimes rotates.
fn moving<V: Maker>(asked: &Asked<'_, V>, random: &mut Random, hits: &mut Hits) {
    let Asked { pair, shapes: [a, b], poses: [pa, pb], .. } = asked;
    let velocity = vector::<V>(placed::direction(random, V::DIM));
    // The start is six steps back.
    let start = Pose::new(pb.translation() - velocity * V::Scalar::of(6.0), V::turn(&pair.at_b));
    let sweep_a = Sweep::at_rest(pa);
    let sweep_b = Sweep::linear(&start.unwrap(), velocity).unwrap();
    let tmax = V::Scalar::of(12.0);
    let ask = || Cast::new(a, &sweep_a, b, &sweep_b, tmax).unwrap().impact();
    let impact = hits.slowest.asked("cast", &(pair, velocity), ask);
    hits.steps("cast", impact.iterations);
    assert!(impact.iterations <= MOST_CAST_STEPS, "{} of {pair:?}", impact.iterations);
    hits.count(if impact.hit() { "casts that hit" } else { "casts that miss" });
    let prove = || Cast::new(a, &sweep_a, b, &sweep_b, tmax).unwrap().certificate();
    let proof = hits.slowest.asked("cast's certificate", &(pair, velocity), prove);
    let verdict = verify::check_impact(a, &sweep_a, b, &sweep_b, tmax, V::Scalar::ZERO, &proof);
    hits.verdict("cast", verdict, &|| format!("{proof:?} of {velocity:?}, {pair:?}"));
}

impl Hits {
    fn check(&self, dim: usize) {
        println!("{:?}\n{:?}", self.places, self.counts);
        println!("most steps {:?}, unproven {:?}", self.most_steps, self.unproven);
        self.slowest.print();
        let all: u32 = self.places.values().sum();
        assert!(self.places.len() == 4 && self.places.values().all(|n| 5 * n > all));
        let kinds = kinds(dim).len();
        assert!(self.kinds.len() > kinds * kinds * 9 / 10, "{}", self.kinds.len());
        let share = |what: &str| f64::from(*self.counts.get(what).unwrap_or(&0)) / f64::from(all);
        for what in ["overlapping", "apart", "manifold", "ray", "rays that miss", "points inside"] {
            assert!(share(what) > 0.05, "{what}: {}", share(what));
        }
        for what in ["points outside", "casts that hit", "casts that miss"] {
            assert!(share(what) > 0.05, "{what}: {}", share(what));
        }
    }
}

/// Casts along the lattice with at least one rounded shape: the contact points are where GJK ends
/// at the time of impact.
#[test]
fn rounded_casts() {
    let mut random = Random::new(seed_of(5));
    let (mut hits, mut asked, mut flawed) = (Hits::default(), 0, 0);
    while asked < clearance_testing::pairs(10_000) {
        let (pair, _) = placed::pair(&mut random, 3);
        if pair.a.margin == 0.0 && pair.b.margin == 0.0 {
            continue;
        }
        asked += 1;
        let (shapes, poses) = placed::made::<DVec3>(&pair);
        let asked = Asked { pair: &pair, shapes, poses, off: 1e-6 };
        let all = catch_unwind(AssertUnwindSafe(|| moving(&asked, &mut random, &mut hits)));
        flawed += u32::from(all.is_err());
    }
    assert_eq!(flawed, 0, "casts with a flaw, listed above");
    assert!(hits.counts["casts that hit"] > asked / 2, "{:?}", hits.counts);
}

#[test]
fn plane_f64() {
    suite::<DVec2>(1);
}

#[test]
fn space_f64() {
    suite::<DVec3>(2);
}

#[test]
fn plane_f32() {
    suite::<Vec2>(3);
}

#[test]
fn space_f32() {
    suite::<Vec3>(4);
}
