//! Hulls without width, up to rounding: points that would be on a line or in a plane, with noise of
//! 1e-17 to 1e-13 of the size. Their faces and the angles at their corners are noise, and contact points
//! must still be on both surfaces. Each contact is checked, and compared with that of the segment or the
//! polygon without noise.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::verify::{Verdict, check_manifold};
use clearance::{Cache, Manifold, Pose, Query, Shape};
use clearance_testing::Random;

use crate::common::pairs::{Kind, Maker, Recipe, Stand, pose};

/// The number of contacts of each suite.
const CONTACTS: u32 = 4_000;

/// The points of a hull without noise, and the noise of each coordinate.
struct Thin {
    points: Vec<[f64; 3]>,
    noise: f64,
}

impl Thin {
    /// Points of a line, or in 3D of a plane, in directions of which both precisions have the multiples.
    fn random(random: &mut Random, dim: usize) -> Self {
        let count = 2 + random.below(9);
        let is_flat = dim == 3 && random.below(3) == 0;
        let ways = *random.one_of(&[
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]],
            [[1.0, -0.5, 0.0], [0.0, 0.0, 1.0]],
        ]);
        let mut point = || {
            let [s, t] = [random.signed(), if is_flat { random.signed() } else { 0.0 }];
            core::array::from_fn(|i| s * ways[0][i] + t * ways[1][i])
        };
        let points = (0..count).map(|_| point()).collect();
        Self { points, noise: libm::pow(10.0, random.range(-17.0, -13.0)) }
    }

    /// The hull, with or without noise.
    fn make<V: Vector>(&self, random: &mut Random, is_noisy: bool) -> Shape<V> {
        let noise = if is_noisy { self.noise } else { 0.0 };
        let points = self.points.iter().map(|p| p.map(|x| x + noise * random.signed())).collect();
        let recipe = Recipe { kind: Kind::Hull, points, sizes: [0.0; 3], axis: 0, margin: 0.0 };
        recipe.make(1.0)
    }
}

#[derive(Debug, Default)]
struct Counts {
    contacts: u32,
    /// The points reach as far as those without noise, or less far: an edge of the hull is a part of the
    /// segment.
    wide: u32,
    narrow: u32,
    wrong: Vec<String>,
}

/// The largest distance between two points.
fn extent<V: Vector>(manifold: &Manifold<V>) -> f64 {
    let all = manifold.points();
    let far = |p: &V, q: &V| (p.widen() - q.widen()).norm();
    all.iter()
        .flat_map(|p| all.iter().map(move |q| far(&p.point_a, &q.point_a)))
        .fold(0.0, f64::max)
}

fn look<V: Maker>(random: &mut Random, seen: &mut Counts)
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let thin = Thin::random(random, V::DIM);
    let (noisy, plain) = (thin.make::<V>(random, true), thin.make::<V>(random, false));
    let other = match random.below(8) {
        0 => Thin::random(random, V::DIM).make::<V>(random, true),
        _ => Recipe::random(random, V::DIM).make::<V>(1.0),
    };
    let mut pose_a = pose::<V>(&Stand::random(random, 1.0), 1.0);
    if random.below(4) == 0 {
        pose_a = Pose::IDENTITY;
    }
    let pose_b = pose::<V>(&Stand::random(random, 2.0), 1.0);
    let apart = Query::new(&other, &pose_a, &noisy, &pose_b).clearance();
    if !apart.bounded() {
        return;
    }
    let target = *random.one_of(&[-0.05, -1e-3, -1e-9, 0.0, 1e-9, 0.005]);
    let shift = apart.normal.widen() * (target - apart.signed_distance.to_f64());
    let at = V::narrow(pose_b.translation().widen() + shift);
    let pose_b = Pose::from_unit(at, pose_b.turn());
    let margin = V::Scalar::of(*random.one_of(&[0.0, 0.01, 0.5]));
    let (is_swapped, has_cache) = (random.below(2) == 0, random.below(4) == 0);
    let ordered = |thin| -> [(Shape<V>, Pose<V>); 2] {
        let (one, two) = ((other.clone(), pose_a), (thin, pose_b));
        if is_swapped { [two, one] } else { [one, two] }
    };
    let contact = |[a, b]: &[(Shape<V>, Pose<V>); 2]| {
        let query = || Query::new(&a.0, &a.1, &b.0, &b.1);
        let mut cache = Cache::default();
        if !has_cache {
            return query().manifold(margin);
        }
        let _ = query().cache(&mut cache).clearance();
        query().cache(&mut cache).manifold(margin)
    };
    let [noisy, plain] = [ordered(noisy), ordered(plain)];
    let Some(manifold) = contact(&noisy) else { return };
    let [(a, at_a), (b, at_b)] = &noisy;
    let proof = Query::new(a, at_a, b, at_b).certificate();
    let verdict = check_manifold(a, at_a, b, at_b, &manifold, &proof);
    let say = || {
        let (points, answer, noise) = (&thin.points, &proof.answer, thin.noise);
        format!("{manifold:?} {answer:?} {other:?} {pose_a:?} {points:?} {noise:e} {pose_b:?}")
    };
    seen.contacts += 1;
    if verdict != Verdict::Proven {
        seen.wrong.push(format!("{verdict:?} {}", say()));
    }
    if let Some(of_plain) = contact(&plain) {
        let most = 1e-9_f64.max(64.0 * V::Scalar::EPSILON.to_f64());
        let off = (of_plain.depth() - manifold.depth()).to_f64().abs();
        if off > most {
            seen.wrong.push(format!("{off:e} {of_plain:?} {}", say()));
        }
        let is_wide = extent(&manifold) >= 0.99 * extent(&of_plain);
        *(if is_wide { &mut seen.wide } else { &mut seen.narrow }) += 1;
    }
}

fn suite<V: Maker>(seed: u64)
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    while seen.contacts < CONTACTS {
        look::<V>(&mut random, &mut seen);
    }
    let first = seen.wrong.first().cloned();
    println!("{} contacts, {} wide, {} narrow", seen.contacts, seen.wide, seen.narrow);
    assert!(first.is_none(), "{} wrong: {first:?}", seen.wrong.len());
    assert!(seen.narrow * 12 < seen.wide, "{} wide, {} narrow", seen.wide, seen.narrow);
}

#[test]
fn in_the_plane() {
    suite::<DVec2>(71);
    suite::<Vec2>(72);
}

#[test]
fn in_space() {
    suite::<DVec3>(73);
    suite::<Vec3>(74);
}

/// Contacts of ellipsoids that are 1e3 to 1e6 times as long as thick with all kinds, most of them deep.
fn ellipsoids<V: Maker>(seed: u64)
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let (mut random, mut contacts, mut wrong) = (Random::new(seed), 0, Vec::new());
    while contacts < 2_600 {
        let mut thin =
            Recipe { kind: Kind::Ellipsoid, margin: 0.0, ..Recipe::random(&mut random, V::DIM) };
        thin.sizes[random.below(V::DIM)] = libm::pow(10.0, random.range(-6.0, -3.0));
        let other = Recipe::random(&mut random, V::DIM);
        let [at_a, at_b] = [1.0, 1.5].map(|size| Stand::random(&mut random, size));
        let (a, b, pose_a) = (thin.make::<V>(1.0), other.make::<V>(1.0), pose::<V>(&at_a, 1.0));
        let mut pose_b = pose::<V>(&at_b, 1.0);
        let apart = Query::new(&a, &pose_a, &b, &pose_b).clearance();
        if apart.bounded() && apart.signed_distance > V::Scalar::ZERO {
            let target = -libm::pow(10.0, random.range(-4.0, -0.5));
            let shift = apart.normal.widen() * (target - apart.signed_distance.to_f64());
            let at = V::narrow(pose_b.translation().widen() + shift);
            pose_b = Pose::from_unit(at, pose_b.turn());
        }
        let query = || Query::new(&a, &pose_a, &b, &pose_b);
        let Some(manifold) = query().manifold(V::Scalar::of(0.01)) else { continue };
        contacts += 1;
        let proof = query().certificate();
        let verdict = check_manifold(&a, &pose_a, &b, &pose_b, &manifold, &proof);
        if verdict != Verdict::Proven {
            wrong.push(format!(
                "{verdict:?} {manifold:?} {:?} {a:?} {pose_a:?} {b:?} {pose_b:?}",
                proof.answer
            ));
        }
    }
    println!("{contacts} contacts, {} not proven", wrong.len());
    assert!(wrong.is_empty(), "{} {}", wrong.len(), wrong[0]);
}

#[test]
fn of_thin_ellipsoids() {
    ellipsoids::<DVec2>(75);
    ellipsoids::<Vec2>(76);
    ellipsoids::<DVec3>(77);
    ellipsoids::<Vec3>(78);
}

/// Hulls that are a point or a line of one direction, rounded: they have no faces, and their edges do not
/// cross. B moves along a line through A, so the axis that its cache gives often points the wrong way.
fn dots_and_lines<V: Maker>(seed: u64)
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let mut random = Random::new(seed);
    let (mut contacts, mut against, mut wrong) = (0, 0, Vec::new());
    while contacts < 6_500 {
        let mut hull = || {
            let half = if random.below(2) == 0 { 0.0 } else { random.signed() };
            let points = vec![[half, 0.0, 0.0], [-half, 0.0, 0.0], [half, 0.0, 0.0]];
            let margin = random.range(0.1, 0.6);
            let recipe = Recipe { kind: Kind::Hull, points, sizes: [0.0; 3], axis: 0, margin };
            recipe.make::<V>(1.0)
        };
        let [a, b] = [hull(), hull()];
        let way = [0.0, random.range(0.2, 1.0), random.signed()];
        let (pose_a, mut cache) = (Pose::IDENTITY, Cache::default());
        let mut last: Option<V> = None;
        for _ in 0..6 {
            let share = random.signed();
            let pose_b = Pose::at(V::from_fn(|i| V::Scalar::of(way[i] * share))).expect("finite");
            let query = || Query::new(&a, &pose_a, &b, &pose_b);
            let Some(manifold) = query().cache(&mut cache).manifold(V::Scalar::ZERO) else {
                continue;
            };
            let proof = query().certificate();
            contacts += 1;
            let normal = proof.answer.normal;
            against += u32::from(last.is_some_and(|last| last.dot(normal) < V::Scalar::ZERO));
            last = Some(normal);
            let verdict = check_manifold(&a, &pose_a, &b, &pose_b, &manifold, &proof);
            if verdict != Verdict::Proven {
                wrong.push(format!("{verdict:?} {manifold:?} {a:?} {b:?} {pose_b:?}"));
            }
        }
    }
    println!("{contacts} contacts, {against} against the last normal, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), wrong[0]);
    // In four suites 10,000.
    assert!(against >= 2_500, "{against} against the last normal");
}

#[test]
fn hulls_that_are_points_or_lines_with_an_axis_from_elsewhere() {
    dots_and_lines::<DVec2>(91);
    dots_and_lines::<Vec2>(92);
    dots_and_lines::<DVec3>(93);
    dots_and_lines::<Vec3>(94);
}
