//! Manifolds and the independent checker: it proves correct ones, and refutes wrong ones.

use clearance::glam::{DQuat, DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Ball, Capsule, Cuboid, Facet};
use clearance::space::Vector;
use clearance::verify::{Verdict, check, check_manifold};
use clearance::{Cache, ContactPoint, Convex, Manifold, Pose, Query};
use clearance_testing::Random;

use crate::common::pairs::{Maker, Pair, Stand, pose};

#[derive(Default, Debug)]
struct Counts {
    proven: u32,
    unproven: u32,
    many: u32,
    wrong: u32,
    refuted: u32,
    /// Manifolds with one point moved: all of them are refuted.
    moved: u32,
}

/// A manifold with its points changed.
fn with<V: Vector>(
    of: &Manifold<V>,
    normal: V::Wide,
    change: impl Fn(ContactPoint<V>) -> ContactPoint<V>,
) -> Manifold<V> {
    Manifold::new(V::narrow(normal), of.points().iter().copied().map(change))
}

/// Manifolds with errors above the tolerances; `off` is 1 % of the size or more.
fn wrong_manifolds<V: Vector>(of: &Manifold<V>, off: f64) -> Vec<(&'static str, Manifold<V>)> {
    let n = of.normal.widen();
    let moved = |p: V, by: V::Wide| V::narrow(p.widen() + by);
    let across = {
        let least = (0..V::DIM).fold(0, |m, i| if n.get(i).abs() < n.get(m).abs() { i } else { m });
        let e = <V::Wide as Vector>::unit(least);
        (e - n * n.dot(e)).unit_along().unwrap()
    };
    let deeper = |by: f64| {
        with(of, n, move |p| ContactPoint {
            point_b: moved(p.point_b, n * by),
            separation: V::Scalar::of(p.separation.to_f64() + by),
            ..p
        })
    };
    let shifted = |by: V::Wide| {
        with(of, n, move |p| ContactPoint {
            point_a: moved(p.point_a, by),
            point_b: moved(p.point_b, by),
            ..p
        })
    };
    let misstated = with(of, n, |p| {
        let separation = V::Scalar::of(p.separation.to_f64() + off);
        ContactPoint { separation, ..p }
    });
    let turned = (n + across * 0.5).unit_along().unwrap();
    let turned = with(of, turned, |p| {
        let point_b = moved(p.point_a, turned * p.separation.to_f64());
        ContactPoint { point_b, ..p }
    });
    let nowhere =
        with(of, n, |p| ContactPoint { point_a: p.point_a * V::Scalar::of(f64::NAN), ..p });
    vec![
        ("long normal", with(of, n * 1.01, |p| p)),
        ("no points", Manifold::new(of.normal, [])),
        ("not a number", nowhere),
        ("separation", misstated),
        ("turned", turned),
        ("deeper", deeper(-off)),
        ("less deep", deeper(off)),
        ("beside", shifted(across * (off * 400.0))),
        ("above", shifted(n * off)),
        ("below", shifted(n * -off)),
    ]
}

/// Manifolds whose last point is off a surface, or not where the separation leads.
fn one_moved<V: Vector>(of: &Manifold<V>, off: f64) -> Vec<(&'static str, Manifold<V>)> {
    let n = of.normal.widen();
    let least = (0..V::DIM).fold(0, |m, i| if n.get(i).abs() < n.get(m).abs() { i } else { m });
    let e = <V::Wide as Vector>::unit(least);
    let across = (e - n * n.dot(e)).unit_along().unwrap();
    let last = of.points().len() - 1;
    let by = |p: V, by: V::Wide| V::narrow(p.widen() + by);
    let with = |a: V::Wide, b: V::Wide| {
        let mut points = of.points().to_vec();
        let ContactPoint { point_a, point_b, .. } = points[last];
        points[last] =
            ContactPoint { point_a: by(point_a, a), point_b: by(point_b, b), ..points[last] };
        Manifold::new(of.normal, points)
    };
    let (out, none, far) = (n * off, n * 0.0, across * (off * 1e3));
    let mut wrong = vec![
        ("a out", with(out, none)),
        ("a in", with(-out, none)),
        ("b out", with(none, -out)),
        ("both on", with(out, out)),
        ("both back", with(-out, -out)),
        ("a beside", with(across * off, none)),
        ("both far beside", with(far, far)),
        ("not a number", with(n * f64::NAN, none)),
    ];
    let separation = of.points()[last].separation.to_f64();
    if separation.abs() > 4.0 * off {
        wrong.push(("swapped", with(n * separation, n * -separation)));
    }
    wrong
}

/// A random pair: its manifold is proven wherever its clearance is.
fn look<V: Maker>(random: &mut Random, seen: &mut Counts)
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let pair = Pair::random::<V::Wide>(random);
    let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses::<V>(1.0));
    let query = || Query::new(&a, &pose_a, &b, &pose_b);
    let margin = [0.0, 0.02, 0.5][random.below(3)];
    let Some(manifold) = query().manifold(V::Scalar::of(margin)) else { return };
    let proof = query().certificate();
    let check = |m: &Manifold<V>| check_manifold(&a, &pose_a, &b, &pose_b, m, &proof);
    match check(&manifold) {
        Verdict::Proven => seen.proven += 1,
        Verdict::Unproven => {
            println!("{manifold:?} {:?} {pair:?}", proof.answer);
            seen.unproven += 1;
        }
        Verdict::Refuted => panic!("{manifold:?} {pair:?}"),
    }
    seen.many += u32::from(manifold.points().len() > 1);
    if random.below(4) > 0 {
        return;
    }
    if check(&manifold) == Verdict::Proven {
        for (name, wrong) in one_moved(&manifold, 0.01) {
            assert_eq!(check(&wrong), Verdict::Refuted, "{name}: {wrong:?} of {pair:?}");
            seen.moved += 1;
        }
    }
    for (name, wrong) in wrong_manifolds(&manifold, 0.05) {
        // Where all points coincide, any normal is as good as another.
        if name == "turned"
            && manifold.depth().to_f64() < 0.01
            && proof.answer.upper.to_f64() < 0.01
        {
            continue;
        }
        let verdict = check(&wrong);
        assert_ne!(verdict, Verdict::Proven, "{name}: {wrong:?} {pair:?}");
        seen.wrong += 1;
        seen.refuted += u32::from(verdict == Verdict::Refuted);
    }
}

fn suite<V: Maker>(seed: u64)
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for _ in 0..5_000 {
        look::<V>(&mut random, &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.proven > 3_000 && seen.many > 400, "{seen:?}");
    assert!(seen.unproven * 1_000 <= seen.proven, "{seen:?}");
    assert!(seen.moved > 5_000, "{seen:?}");
    assert!(seen.wrong > 7_000 && seen.refuted * 100 > seen.wrong * 80, "{seen:?}");
}

#[test]
fn in_the_plane() {
    suite::<DVec2>(17);
    suite::<Vec2>(18);
}

#[test]
fn in_space() {
    suite::<DVec3>(19);
    suite::<Vec3>(20);
}

/// Contacts of segments and capsules that cross at a small angle.
fn nearly_parallel<V: Maker>(seed: u64, count: usize) -> u32 {
    let (mut random, mut hits, mut unproven, mut sideways) = (Random::new(seed), 0, 0, 0.0_f64);
    for _ in 0..count {
        let radius = [0.0, 1e-3, 0.1][random.below(3)];
        let end = |z: f64| V::narrow(V::Wide::from_fn(|i| [0.0, 0.0, z][i]));
        let mut rod = || {
            let (low, high) = (-random.range(0.3, 1.0), random.range(0.3, 1.0));
            let shape = Capsule::new(end(low), end(high), V::Scalar::of(radius)).unwrap();
            clearance::Shape::from(clearance::shape::ConvexShape::from(shape))
        };
        let (a, b) = (rod(), rod());
        let power = |random: &mut Random, low: f64| libm::pow(10.0, random.range(low, -1.0));
        let angle = power(&mut random, -12.0);
        let apart = power(&mut random, -9.0) + [0.0, 2.0 * radius][random.below(2)];
        let world = random.rotation();
        let turn = world * DQuat::from_rotation_x(angle);
        let at = world * DVec3::new(apart, 0.0, 0.1 * random.signed());
        let stand = |t: DVec3, q: DQuat| Stand { t: t.to_array(), q: q.to_array(), angle: 0.0 };
        let [pose_a, pose_b] =
            [stand(DVec3::ZERO, world), stand(at, turn)].map(|at| pose::<V>(&at, 1.0));
        let query = || Query::new(&a, &pose_a, &b, &pose_b);
        let Some(found) = query().manifold(V::Scalar::of(0.15)) else { continue };
        let proof = query().certificate();
        let verdict = check_manifold(&a, &pose_a, &b, &pose_b, &found, &proof);
        for p in found.points() {
            let off = p.point_b.widen()
                - p.point_a.widen()
                - found.normal.widen() * p.separation.to_f64();
            sideways = sideways.max(off.norm());
        }
        assert_ne!(verdict, Verdict::Refuted, "{angle:e} {apart:e} {radius}: {found:?} {proof:?}");
        let verdict_on_answer = check(&a, &pose_a, &b, &pose_b, &proof);
        assert_ne!(verdict_on_answer, Verdict::Refuted, "{angle:e} {apart:e} {radius}: {proof:?}");
        unproven += u32::from(verdict == Verdict::Unproven);
        hits += 1;
    }
    println!("{hits} contacts, {unproven} unproven, sideways by {sideways:e}");
    assert!(unproven * 100 < hits, "{unproven} of {hits}");
    hits
}

#[test]
fn contacts_of_nearly_parallel_segments_are_not_refuted() {
    let hits = nearly_parallel::<DVec3>(23, 8_000) + nearly_parallel::<Vec3>(24, 3_000);
    assert!(hits > 10_000, "{hits}");
}

/// The verdict on a manifold found with a cache; `None` if there is no manifold.
fn verdict<A: Convex<V = DVec3>, B: Convex<V = DVec3>>(
    (a, pose_a): (&A, &Pose<DVec3>),
    (b, pose_b): (&B, &Pose<DVec3>),
    margin: f64,
    cache: &mut Cache,
) -> Option<Verdict> {
    let manifold = Query::new(a, pose_a, b, pose_b).cache(cache).manifold(margin)?;
    let proof = Query::new(a, pose_a, b, pose_b).certificate();
    Some(check_manifold(a, pose_a, b, pose_b, &manifold, &proof))
}

/// A facet's contact is proven if it keeps the normal of the clearance, and otherwise unproven, but
/// never refuted.
#[test]
fn facets_that_change_the_normal_are_unproven() {
    let mut random = Random::new(21);
    let facet = Facet::new([DVec3::ZERO, DVec3::X, DVec3::Y]).unwrap();
    let [mut proven, mut unproven] = [0, 0];
    for _ in 0..1_000 {
        let corner = |random: &mut Random| Some(DVec3::new(1.0, 1.0, random.range(-1.0, 1.0)));
        let facet = facet.with_neighbours([None, corner(&mut random), None]).unwrap();
        let (ball, die) = (Ball::new(0.3).unwrap(), Cuboid::new(DVec3::splat(0.2)).unwrap());
        let at = DVec3::new(0.5, 0.5, 0.2) + random.in_cube(0.3);
        let pose = Pose::new(at, random.rotation()).unwrap();
        let here = Pose::IDENTITY;
        let mut none = Cache::default();
        let found = match random.below(3) {
            0 => verdict((&facet, &here), (&ball, &pose), 0.0, &mut none),
            1 => verdict((&facet, &here), (&die, &pose), 0.0, &mut none),
            _ => verdict((&die, &pose), (&facet, &here), 0.0, &mut none),
        };
        assert_ne!(found, Some(Verdict::Refuted), "{facet:?} {pose:?}");
        proven += u32::from(found == Some(Verdict::Proven));
        unproven += u32::from(found == Some(Verdict::Unproven));
    }
    assert!(proven > 200 && unproven > 100, "{proven} proven, {unproven} unproven");
}

/// A box that rocks on a floor: the cached points do not always include the deepest.
#[test]
fn cached_points_are_unproven_at_worst() {
    let mut random = Random::new(22);
    let (floor, die) =
        (Cuboid::new(DVec3::new(9.0, 9.0, 1.0)).unwrap(), super::bodies::prism(9, 1.0, 0.5));
    let clearance::Shape::Convex(die) = die else { unreachable!() };
    let (mut cache, [mut proven, mut unproven]) = (Cache::default(), [0, 0]);
    for _ in 0..1_000 {
        let tilt = random.direction3() * random.range(0.0, 2e-4);
        let q = clearance::glam::DQuat::from_scaled_axis(tilt);
        let pose = Pose::new(DVec3::new(0.0, 0.0, 1.4995), q).unwrap();
        let found = verdict((&floor, &Pose::IDENTITY), (&die, &pose), 0.02, &mut cache);
        proven += u32::from(found == Some(Verdict::Proven));
        unproven += u32::from(found == Some(Verdict::Unproven));
    }
    assert!(proven + unproven == 1_000 && proven > 200 && unproven > 100, "{proven} {unproven}");
}
