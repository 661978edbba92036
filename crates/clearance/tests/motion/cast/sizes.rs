//! Casts of shapes of very different sizes and of thin radii, of curved shapes onto large faces, and of
//! half-spaces that are turned: the time of impact is where the clearance, found without casts, is 0, and the
//! checker confirms it.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Sweep, Vector};
use clearance::verify::{Verdict, check_impact};
use clearance::{
    Cast, Convex, HalfSpace, ImpactCertificate, ImpactStatus, Pose, Shape, clearance, d3_f64,
};
use clearance_testing::Random;

use super::oracle::{direction, motions};
use crate::common::pairs::{Kind, Maker, Recipe, Stand, pose, short};

/// The clearance at the time of impact may be this share of the size: some 64 roundings of the relative pose,
/// within which a search ends.
const NEAR: f64 = 4e-12;

/// A power of two between these exponents.
fn power(random: &mut Random, least: i32, most: i32) -> f64 {
    2.0_f64.powi(least + random.below((most - least + 1) as usize) as i32)
}

/// Two moving shapes, as numbers that both precisions represent.
struct Thrown {
    recipes: [Recipe; 2],
    scales: [f64; 2],
    stands: [Stand; 2],
    velocities: [[f64; 3]; 2],
    gap: f64,
}

impl Thrown {
    /// One shape is 1e3 to 1e7 times larger than the other, or radii are thin, or both. Points of both shapes
    /// move towards each other, some of them at the surface, so that the shapes graze each other.
    fn random<V: Maker<Scalar = f64, Wide = V>>(random: &mut Random) -> Self {
        let mut recipes = [0; 2].map(|_| {
            loop {
                let recipe = Recipe::random(random, V::DIM);
                if recipe.kind != Kind::HalfSpace {
                    break recipe;
                }
            }
        });
        let mut scales = [1.0; 2];
        if random.below(2) == 0 {
            scales[random.below(2)] = power(random, 10, 23);
        }
        for recipe in &mut recipes {
            // The sum of two radii would differ between the two precisions.
            recipe.margin = 0.0;
            let thin = power(random, -40, -3);
            match recipe.kind {
                Kind::Ball | Kind::Capsule => recipe.sizes[0] = thin,
                _ if random.below(3) > 0 => recipe.margin = thin,
                _ => {}
            }
        }
        let gap = if random.below(4) == 0 { power(random, -40, -3) } else { 0.0 };
        let big = scales[0].max(scales[1]);
        let mut stands = [(); 2].map(|()| Stand::random(random, 1.0));
        let way: V = direction(random);
        let far = power(random, 0, 3) * big;
        (0..V::DIM).for_each(|i| stands[1].t[i] = short(stands[0].t[i] + far * way.get(i)));
        let inward = [0.0, 1e-9, 1e-4, 0.1, 0.5][random.below(5)];
        let mut aim = |i: usize| {
            let at = pose::<V>(&stands[i], 1.0);
            let Shape::Convex(shape) = recipes[i].make::<V>(scales[i]) else { unreachable!() };
            let point = at.transform_point(shape.support(direction(random)));
            point + (at.translation() - point) * inward
        };
        let (a, b) = (aim(0), aim(1));
        let speed = power(random, -4, 4);
        let velocity = (a - b) * (speed / (a - b).norm());
        let own = direction::<V>(random) * (speed * [0.0, 0.5][random.below(2)]);
        let numbers =
            |v: V| core::array::from_fn(|i| if i < V::DIM { short(v.get(i)) } else { 0.0 });
        Self { recipes, scales, stands, velocities: [numbers(own), numbers(own + velocity)], gap }
    }

    fn shapes<V: Maker>(&self) -> [Shape<V>; 2] {
        [0, 1].map(|i| self.recipes[i].make(self.scales[i]))
    }

    fn sweeps<V: Maker>(&self) -> [Sweep<V>; 2] {
        [0, 1].map(|i| {
            let velocity = V::from_fn(|k| V::Scalar::of(self.velocities[i][k]));
            Sweep::linear(&pose(&self.stands[i], 1.0), velocity).unwrap()
        })
    }

    fn say(&self) -> String {
        let Self { recipes, scales, stands, velocities, gap } = self;
        format!("{recipes:?} {scales:?} {stands:?} {velocities:?} {gap:e}")
    }
}

/// Counts of the outcomes.
#[derive(Default, Debug)]
struct Counts {
    hits: u32,
    undecided: u32,
    unproven: u32,
    /// The largest clearance at the time of a hit, relative to the size.
    off: f64,
}

fn check<V: Maker>(thrown: &Thrown, seen: &mut Counts)
where
    V::Wide: Maker<Scalar = f64>,
{
    let ([a, b], [sweep_a, sweep_b]) = (thrown.shapes::<V>(), thrown.sweeps::<V>());
    let (tmax, gap) = (V::Scalar::INFINITY, V::Scalar::of(thrown.gap));
    let cast = || Cast::new(&a, &sweep_a, &b, &sweep_b, tmax).unwrap().gap(gap).unwrap();
    let proof = cast().certificate();
    let impact = proof.impact;
    let verdict = check_impact(&a, &sweep_a, &b, &sweep_b, tmax, gap, &proof);
    assert_ne!(verdict, Verdict::Refuted, "{impact:?} of {}", thrown.say());
    if impact.initial.is_some() || !impact.hit() {
        return;
    }
    seen.hits += 1;
    seen.undecided += u32::from(impact.status == ImpactStatus::Undecided);
    seen.unproven += u32::from(verdict == Verdict::Unproven);
    let [wide_a, wide_b] = thrown.shapes::<V::Wide>();
    let [a, b] = [sweep_a, sweep_b]
        .map(|sweep| Sweep::linear(&sweep.start().widen(), sweep.velocity().widen()).unwrap());
    let speed = (b.velocity() - a.velocity()).norm();
    for time in [Some(impact.time), cast().time()] {
        let time = time.expect("a hit").to_f64();
        let [at_a, at_b] = [a, b].map(|sweep| sweep.pose_at(time).unwrap());
        let apart = clearance(&wide_a, &at_a, &wide_b, &at_b).lower - thrown.gap;
        let travelled = (a.velocity().norm() + b.velocity().norm()) * time;
        let start = (b.start().translation() - a.start().translation()).norm();
        let size = thrown.scales[0] + thrown.scales[1] + start + travelled;
        // A time is rounded to the precision of the query.
        let rounded = speed * time * 0.5 * V::Scalar::EPSILON.to_f64();
        let off = (apart - rounded).max(0.0) / size;
        assert!(off <= NEAR, "{off:e} at {time} of {impact:?} of {}", thrown.say());
        seen.off = seen.off.max(off);
    }
}

fn suite<V: Maker>(seed: u64) -> u32
where
    V::Wide: Maker<Scalar = f64>,
{
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for _ in 0..motions() / 20 {
        check::<V>(&Thrown::random::<V::Wide>(&mut random), &mut seen);
    }
    println!("{} {seen:?}", core::any::type_name::<V>());
    assert!(seen.undecided * 25 < seen.hits && seen.unproven * 100 < seen.hits, "{seen:?}");
    seen.hits
}

/// Radii and gaps of less than 1e-6 of the size were once left out of the search for the axis of contact.
#[test]
fn times_of_thin_radii_and_of_different_sizes() {
    let hits = suite::<DVec2>(41) + suite::<DVec3>(42) + suite::<Vec2>(43) + suite::<Vec3>(44);
    assert!(hits as usize * 2 > motions() / 5, "{hits}");
}

/// A small curved shape that falls into the middle of a triangle. The corners of the triangle were once rounded
/// in the proof, which proves nothing.
#[test]
fn hits_in_the_middle_of_a_face_are_proven() {
    let (mut random, count) = (Random::new(45), motions() / 10);
    for i in 0..count {
        let size = libm::pow(10.0, random.range(0.5, 7.0));
        let [p, q, r] = [(); 3].map(|()| random.in_cube(size));
        let triangle = d3_f64::Triangle::new(p, q, r).unwrap();
        let mut small = Recipe::random(&mut random, 3);
        small.kind = [Kind::Cylinder, Kind::Cone, Kind::Ellipsoid][random.below(3)];
        small.margin = 0.0;
        let small = small.make::<DVec3>(1.0);
        let still = Sweep::at_rest(&Pose::new(DVec3::ZERO, random.rotation()).unwrap());
        let weights = [(); 3].map(|()| 0.2 + random.unit());
        let middle =
            (p * weights[0] + q * weights[1] + r * weights[2]) / weights.iter().sum::<f64>();
        let (to, from) =
            (still.start().transform_point(middle), random.direction3() * (2.5 * size));
        let falling = Pose::new(from, random.rotation()).unwrap();
        let falling = Sweep::linear(&falling, to - from).unwrap();
        let proof = Cast::new(&small, &falling, &triangle, &still, 3.0).unwrap().certificate();
        let verdict = check_impact(&small, &falling, &triangle, &still, 3.0, 0.0, &proof);
        assert!(proof.impact.hit() && verdict == Verdict::Proven, "{i}: {verdict:?} {proof:?}");
    }
}

/// Two half-spaces that face each other, turned together: the gap over the speed of approach.
fn walls<V: Maker>(seed: u64) -> u32
where
    V::Wide: Maker<Scalar = f64>,
{
    let (mut random, mut faced) = (Random::new(seed), 0);
    let quarters =
        [[0.0, 0.0, 0.0, 1.0], [0.5, 0.5, 0.5, 0.5], [1.0, 1.0, 0.0, 0.0], [0.0, 1.0, 0.0, 1.0]];
    for _ in 0..motions() / 10 {
        let mut stand = Stand::random(&mut random, 1.0);
        stand.q = quarters[random.below(4)];
        let up = V::narrow(direction::<V::Wide>(&mut random));
        let offset = V::Scalar::of(short(random.range(-1.0, 1.0)));
        let below = HalfSpace::new(up, offset).unwrap();
        let above = HalfSpace::new(-below.normal(), -below.offset()).unwrap();
        let at = pose::<V>(&stand, 1.0);
        let normal = at.transform_vector(below.normal()).widen();
        let normal = normal * (1.0 / normal.norm());
        let gap = random.range(0.1, 1.0);
        let aside = direction::<V::Wide>(&mut random);
        let there = V::narrow(at.translation().widen() + normal * gap + aside);
        let there = Pose::of_parts(there, at.turn());
        let gap = normal.dot(there.translation().widen() - at.translation().widen());
        let u = V::narrow(direction::<V::Wide>(&mut random));
        let (a, b) = (Sweep::at_rest(&at), Sweep::linear(&there, u).unwrap());
        let cast = |swap: bool| -> (ImpactCertificate<V>, Verdict) {
            let tmax = V::Scalar::of(10.0);
            let [(a, at_a), (b, at_b)] =
                if swap { [(&above, &b), (&below, &a)] } else { [(&below, &a), (&above, &b)] };
            let proof = Cast::new(a, at_a, b, at_b, tmax).unwrap().certificate();
            let verdict = check_impact(a, at_a, b, at_b, tmax, V::Scalar::ZERO, &proof);
            (proof, verdict)
        };
        for swap in [false, true] {
            let (proof, verdict) = cast(swap);
            let impact = proof.impact;
            assert_ne!(verdict, Verdict::Refuted, "{impact:?} {at:?} {below:?}");
            if gap <= 0.0 || impact.initial.is_some() {
                // In contact, or rounding leaves open whether the planes face each other.
                continue;
            }
            faced += 1;
            let closing = -normal.dot(u.widen());
            let time = if closing > 0.0 { gap / closing } else { f64::INFINITY };
            let off = 64.0 * V::Scalar::EPSILON.to_f64() / closing.abs();
            if (time - 10.0).abs() > 10.0 * off * time {
                assert_eq!(impact.hit(), time < 10.0, "{time} {impact:?} {at:?} {below:?}");
            }
            if impact.hit() {
                let error = (impact.time.to_f64() - time).abs();
                assert!(error <= off * (1.0 + time), "{time} {impact:?} {at:?} {below:?}");
            }
        }
    }
    println!("{} {faced}", core::any::type_name::<V>());
    faced
}

/// The axis was once in A's frame, and the velocities in the world.
#[test]
fn turned_half_spaces_meet_along_their_normals_in_the_world() {
    let faced = walls::<DVec2>(46) + walls::<DVec3>(47) + walls::<Vec2>(48) + walls::<Vec3>(49);
    assert!(faced as usize * 10 > motions(), "{faced}");
}
