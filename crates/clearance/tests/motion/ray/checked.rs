//! Hits and the independent checker: it proves correct ones, and refutes wrong ones.

use std::collections::BTreeMap;

use clearance::RayHit;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::verify::{Verdict, check_ray};
use clearance_testing::Random;

use super::rays::{AIMS, Scene};
use crate::common::pairs::{Kind, Maker, kinds};
use crate::common::rays::hit_of;

const RAYS: usize = 250;

#[derive(Default, Debug)]
struct Counts {
    /// By kind.
    proven: BTreeMap<Kind, u32>,
    /// Shapes with a radius around them.
    rounded: u32,
    wrong: u32,
    refuted: u32,
    /// Hits with a moved point or another normal: all of them are refuted.
    moved: BTreeMap<&'static str, u32>,
}

/// Hits with errors larger than their bounds allow.
fn wrong_answers<V: Maker>(hit: &RayHit<V>) -> Vec<RayHit<V>> {
    let part = |x: f64| V::Scalar::of(x);
    let (earlier, later) = (hit.lower * part(0.9), hit.upper * part(1.1));
    let (after, before) = (hit.upper * part(1.05), hit.lower * part(0.95));
    vec![
        RayHit { time: earlier, lower: earlier, upper: before, ..*hit },
        RayHit { time: later, lower: after, upper: later, ..*hit },
        RayHit { upper: V::Scalar::of(f64::NAN), ..*hit },
        RayHit { normal: hit.normal * part(2.0), ..*hit },
        RayHit { inside: !hit.inside, ..*hit },
    ]
}

/// Hits with a point off the ray or off the surface, or with a normal that is invalid there.
fn moved<V: Maker>(
    hit: &RayHit<V>,
    kind: Kind,
    margin: f64,
    speed: f64,
) -> Vec<(&'static str, RayHit<V>)> {
    let n = hit.normal.widen();
    let least = (0..V::DIM).fold(0, |m, i| if n.get(i).abs() < n.get(m).abs() { i } else { m });
    let e = <V::Wide as Vector>::unit(least);
    let across = (e - n * n.dot(e)).unit_along().expect("across a unit vector");
    // A grazing ray is near the surface for long.
    let [lower, upper] = [hit.lower, hit.upper].map(|t| t.to_f64());
    let open = speed * (upper - lower);
    let off = 0.01 + 8.0 * open;
    let point = |way: V::Wide| RayHit { point: V::narrow(hit.point.widen() + way), ..*hit };
    let turned = (n + across * 0.5).unit_along().expect("a direction");
    let mut wrong = vec![
        ("out", point(n * off)),
        ("in", point(n * -off)),
        ("beside", point(across * off)),
        ("not a number", point(n * f64::NAN)),
    ];
    // A ray that starts on the surface of a hollow shape may be slightly inside: its hit is there,
    // or where it leaves. The bounds are then so wide that any normal is valid.
    if open > 1e-4 {
        return wrong;
    }
    let thick =
        margin > 0.1 || !matches!(kind, Kind::Point | Kind::Segment | Kind::Triangle | Kind::Hull);
    if thick || hit.inside {
        wrong.push(("reversed", RayHit { normal: -hit.normal, ..*hit }));
    }
    let smooth = margin > 0.1 || matches!(kind, Kind::Ball | Kind::HalfSpace);
    if smooth || (hit.inside && upper == 0.0) {
        wrong.push(("turned", RayHit { normal: V::narrow(turned), ..*hit }));
    }
    wrong
}

fn suite<V: Maker>(seed: u64)
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    let short = V::Scalar::EPSILON.to_f64() > f64::EPSILON;
    for &kind in kinds(V::DIM) {
        for i in 0..RAYS {
            let scene = Scene::random::<V::Wide>(&mut random, kind, AIMS[i % AIMS.len()], short);
            let (shape, pose, ray) = (scene.shape::<V>(1.0), scene.pose(1.0), scene.ray(1.0));
            let hollow = random.below(2) == 0;
            let Some(hit) = hit_of(&shape, &pose, &ray, hollow) else { continue };
            let verdict = check_ray(&shape, &pose, &ray, &hit);
            assert_eq!(verdict, Verdict::Proven, "{hit:?} {scene:?}");
            *seen.proven.entry(kind).or_default() += 1;
            seen.rounded += u32::from(scene.recipe.margin > 0.0);
            let speed = ray.length();
            let moved_hits = if hit.is_certain() {
                moved(&hit, kind, scene.recipe.margin, speed)
            } else {
                Vec::new()
            };
            for (name, wrong) in moved_hits {
                let verdict = check_ray(&shape, &pose, &ray, &wrong);
                assert_eq!(verdict, Verdict::Refuted, "{name}: {wrong:?} of {hit:?} {scene:?}");
                *seen.moved.entry(name).or_default() += 1;
            }
            if hit.lower > V::Scalar::of(0.1)
                && hit.is_certain()
                && hit.upper < ray.tmax() * V::Scalar::of(0.8)
            {
                for wrong in wrong_answers(&hit) {
                    let verdict = check_ray(&shape, &pose, &ray, &wrong);
                    assert_ne!(verdict, Verdict::Proven, "{wrong:?} {scene:?}");
                    seen.wrong += 1;
                    seen.refuted += u32::from(verdict == Verdict::Refuted);
                }
            }
        }
    }
    println!("{seen:?}");
    for kind in kinds(V::DIM) {
        // Rays rounded to f32 almost never hit points and flat shapes.
        let least =
            if matches!(kind, Kind::Point | Kind::Segment | Kind::Triangle) { 25 } else { 80 };
        assert!(seen.proven[kind] >= least, "{kind:?}: {seen:?}");
    }
    assert!(seen.rounded > 300, "{seen:?}");
    assert!(seen.moved.len() == 6 && seen.moved.values().all(|n| *n > 200), "{seen:?}");
    assert!(seen.moved.values().sum::<u32>() > 3_000, "{seen:?}");
    assert!(seen.wrong > 3_000 && seen.refuted * 100 > seen.wrong * 85, "{seen:?}");
}

#[test]
fn in_the_plane() {
    suite::<DVec2>(7);
    suite::<Vec2>(8);
}

#[test]
fn in_space() {
    suite::<DVec3>(9);
    suite::<Vec3>(10);
}
