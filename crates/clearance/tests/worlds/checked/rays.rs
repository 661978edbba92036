//! Rays: hits and misses of all kinds of shapes.

use clearance::answer::RayHit;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Ray, Vector};
use clearance::verify::{RayCheck, Verdict};
use clearance::{Collider, RayCast, Solid};
use clearance_testing::{Random, pairs};

use super::{Tally, shape};
use crate::common::pairs::{Maker, Stand, pose};
use crate::make::{bumpy, closed, surface};

/// The options of a cast.
#[derive(Clone, Copy, Debug)]
struct Options {
    hollow: bool,
    one_sided: bool,
}

struct Case<V: Vector> {
    shape: Collider<V>,
    at: Pose<V>,
    ray: Ray<V>,
    options: Options,
}

impl<V: Maker> Case<V> {
    fn random(random: &mut Random, shape: Collider<V>) -> Self {
        let at = pose(&Stand::random(random, 1.0), 1.0);
        let within = |random: &mut Random| {
            at.transform_point(V::from_fn(|_| V::Scalar::of(random.range(-0.8, 0.8))))
        };
        let target = within(random);
        let from = if random.below(4) == 0 {
            within(random)
        } else {
            V::from_fn(|_| V::Scalar::of(random.range(-4.0, 4.0)))
        };
        let speed = V::Scalar::of([1.0, 0.01, 30.0][random.below(3)]);
        let tmax = [0.7, 1.5, f64::INFINITY][random.below(3)];
        let ray = Ray::new(from, (target - from) * speed, V::Scalar::of(tmax) / speed).unwrap();
        let options = Options { hollow: random.below(3) == 0, one_sided: random.below(3) == 0 };
        Self { shape, at, ray, options }
    }
    fn hit(&self) -> Option<RayHit<V>> {
        let cast = RayCast::new(&self.shape, &self.at, &self.ray);
        let cast = if self.options.hollow { cast.hollow() } else { cast };
        if self.options.one_sided { cast.one_sided().hit() } else { cast.hit() }
    }
    fn verdict(&self, hit: Option<&RayHit<V>>) -> Verdict {
        let check = RayCheck::new(&self.shape, &self.at, &self.ray);
        let check = if self.options.hollow { check.hollow() } else { check };
        let check = if self.options.one_sided { check.one_sided() } else { check };
        hit.map_or_else(|| check.miss(), |hit| check.hit(hit))
    }
}

const LIES: [&str; 8] = [
    "earlier",
    "later",
    "a miss",
    "another facet",
    "another part",
    "a turned normal",
    "the other side",
    "a point moved off",
];

/// The verdict on a hit that is changed; `None` if it cannot be changed in this way.
fn lie<V: Maker>(case: &Case<V>, hit: &RayHit<V>, which: &str) -> Option<Verdict> {
    let mut wrong = *hit;
    let shifted = |by: f64| {
        let number = |x: V::Scalar| x * V::Scalar::of(by);
        let [origin, along] = case.ray.widen();
        let point = V::narrow(origin + along * (hit.time.to_f64() * by));
        RayHit {
            time: number(hit.time),
            lower: number(hit.lower),
            upper: number(hit.upper),
            point,
            ..*hit
        }
    };
    match which {
        "earlier" => wrong = shifted(0.99),
        "later" => wrong = shifted(1.01),
        "a miss" => return Some(case.verdict(None)),
        "another facet" => wrong.place.facet = Some(hit.place.facet? + 1),
        "another part" => wrong.place.part += 1,
        "a turned normal" => {
            let aside = V::unit((0..V::DIM).fold(0, |k, i| {
                if hit.normal.get(i).abs() < hit.normal.get(k).abs() { i } else { k }
            }));
            let turned = hit.normal.widen() + aside.widen() * 0.01;
            wrong.normal = V::narrow(turned.unit_along()?);
        }
        "the other side" => {
            wrong.normal = -hit.normal;
            wrong.from_behind = !hit.from_behind;
        }
        _ => wrong.point = hit.point + hit.normal * V::Scalar::of(0.01),
    }
    let is_new = wrong.time > V::Scalar::ZERO && wrong.time < case.ray.tmax();
    is_new.then(|| case.verdict(Some(&wrong)))
}

fn sweep<V: Maker>(seed: u64, count: usize) {
    let mut random = Random::new(seed);
    let (mut hits, mut misses, mut inside, mut lies) =
        (Tally::default(), Tally::default(), 0, [Tally::default(); 8]);
    for i in 0..count {
        let mut shape = shape::<V>(&mut random);
        if matches!(shape, Collider::Convex(_)) {
            shape = surface::<V>(&mut random).into();
        }
        let case = Case::random(&mut random, shape);
        let found = case.hit();
        let verdict = case.verdict(found.as_ref());
        let Case { options, ray, .. } = &case;
        assert_ne!(verdict, Verdict::Refuted, "{i}: {found:?} {options:?} {ray:?}");
        let Some(hit) = found else {
            misses.add(verdict);
            continue;
        };
        hits.add(verdict);
        inside += usize::from(hit.inside);
        if verdict == Verdict::Proven && hit.time > V::Scalar::ZERO && hit.is_certain() {
            for (which, tally) in LIES.iter().zip(&mut lies) {
                if let Some(verdict) = lie(&case, &hit, which) {
                    tally.add(verdict);
                }
            }
        }
    }
    let told = format!("{hits:?} {misses:?} {inside} {lies:?}");
    println!("{told}");
    assert!(
        hits.proven * 20 > hits.count() * 19 && misses.proven * 20 > misses.count() * 19,
        "{told}"
    );
    assert!(
        hits.count() > count / 3 && misses.count() > count / 10 && inside > count / 40,
        "{told}"
    );
    for (which, tally) in LIES.iter().zip(lies) {
        assert!(tally.count() > count / 20, "{which}: {told}");
        assert!(tally.refuted * 20 > tally.count() * 19, "{which}: {told}");
    }
}

#[test]
fn hits_are_proven_and_lies_refuted() {
    sweep::<Vec3>(1, pairs(400));
    sweep::<DVec3>(2, pairs(400));
    sweep::<Vec2>(3, pairs(400));
    sweep::<DVec2>(4, pairs(400));
}

/// Rays at corners and edges, where no facet alone is surely met.
#[test]
fn hits_at_rims_are_proven_by_the_facets_around_them() {
    let (mut random, mut tally) = (Random::new(5), Tally::default());
    for i in 0..400 {
        let mesh = closed::<DVec3>(&mut random).0.mended().0;
        let at =
            if i % 2 == 0 { Pose::IDENTITY } else { pose(&Stand::random(&mut random, 1.0), 1.0) };
        let [a, b, _] = mesh.corners(random.below(mesh.len()) as u32);
        let rim = if i % 3 == 0 { a } else { (a + b) * 0.5 };
        let (from, to) = (at.transform_point(rim * 3.0), at.transform_point(DVec3::ZERO));
        let ray = Ray::new(from, to - from, f64::INFINITY).unwrap();
        let options = Options { hollow: false, one_sided: false };
        let case = Case { shape: Solid::new(mesh).unwrap().into(), at, ray, options };
        let hit = case.hit().expect("the middle is inside");
        assert_ne!(tally.add(case.verdict(Some(&hit))), Verdict::Refuted, "{i}: {hit:?}");
        assert_eq!(case.verdict(None), Verdict::Refuted, "{i}: {hit:?}");
    }
    assert!(tally.proven * 20 > tally.count() * 19, "{tally:?}");
}

/// The work is that of the number of facets.
#[test]
fn a_ray_is_checked_in_linear_time() {
    let mesh = bumpy(29, 1);
    let shape = Collider::from(mesh.clone());
    let at = pose(&Stand::random(&mut Random::new(6), 1.0), 1.0);
    let ray = Ray::new(Vec3::new(3.0, 2.0, 1.0), at.translation() - Vec3::new(3.0, 2.0, 1.0), 9.0);
    let case =
        Case { shape, at, ray: ray.unwrap(), options: Options { hollow: false, one_sided: false } };
    let hit = case.hit().unwrap();
    let start = std::time::Instant::now();
    assert_eq!(case.verdict(Some(&hit)), Verdict::Proven);
    let time = start.elapsed();
    println!("{} facets: {time:?}", mesh.len());
    assert!(mesh.len() > 10_000 && time.as_secs_f64() < 1.0, "{time:?}");
}

/// A facet that is met from behind has no front to be met; a box behind the start is missed for good.
#[test]
fn misses_from_behind_are_not_refuted() {
    use clearance::d3_f64::{Cuboid, Facet, Ray, Shape};
    let corners = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let facet = Collider::from(Shape::from(Facet::new(corners).unwrap()));
    let boxed = Collider::from(Cuboid::new(DVec3::ONE).unwrap());
    let along = |z: f64| Ray::new(DVec3::new(0.25, 0.25, -z), DVec3::Z * z, f64::INFINITY).unwrap();
    let at = Pose::IDENTITY;
    assert!(RayCast::new(&facet, &at, &along(3.0)).one_sided().hit().is_none());
    assert_eq!(RayCheck::new(&facet, &at, &along(3.0)).one_sided().miss(), Verdict::Unproven);
    assert_eq!(RayCheck::new(&facet, &at, &along(3.0)).miss(), Verdict::Refuted);
    let away = Ray::new(DVec3::splat(-3.0), -DVec3::ONE, f64::INFINITY).unwrap();
    assert_eq!(RayCheck::new(&boxed, &at, &away).miss(), Verdict::Proven);
}
