//! Scenes against brute force: every part of every body with every other.

use clearance::glam::{DVec2, DVec3, Vec2};
use clearance::number::Scalar;
use clearance::scene::{BodyContact, BodyPair, Scene, Totals, Within};
use clearance::shape::{Ball, Capsule, Cuboid, HalfSpace};
use clearance::space::Vector;
use clearance::{Clearance, Pose, Shape};
use clearance_testing::Random;

fn part(random: &mut Random) -> Shape<DVec3> {
    let size = random.range(0.1, 1.1);
    match random.below(3) {
        0 => Ball::new(size).unwrap().into(),
        1 => Cuboid::new(DVec3::new(size, 0.5, 0.3)).unwrap().into(),
        _ => Capsule::new(random.in_cube(1.0), random.in_cube(1.0), 0.2).unwrap().into(),
    }
}

fn scene(random: &mut Random, bodies: usize) -> Scene<DVec3> {
    let mut scene = Scene::new();
    let floor: Shape<DVec3> = HalfSpace::new(DVec3::Z, -5.0).unwrap().into();
    scene.add("floor", [floor], Pose::IDENTITY);
    for i in 1..bodies {
        let parts: Vec<_> = (0..i % 4).map(|_| part(random)).collect();
        scene.add(
            format!("body {i}"),
            parts,
            Pose::new(random.in_cube(6.0), random.rotation()).unwrap(),
        );
    }
    scene.ignore(2, 1);
    scene
}

/// The clearance of every two bodies that have parts, the least first.
fn all_pairs(scene: &Scene<DVec3>) -> Vec<(f64, usize, usize)> {
    let bodies = scene.bodies();
    let mut pairs = Vec::new();
    for a in 0..bodies.len() {
        for b in a + 1..bodies.len() {
            let clearance = |p: &Shape<DVec3>, q: &Shape<DVec3>| {
                clearance::clearance(p, &bodies[a].pose, q, &bodies[b].pose).signed_distance
            };
            let parts =
                bodies[a].parts.iter().flat_map(|p| bodies[b].parts.iter().map(move |q| (p, q)));
            let least = parts.map(|(p, q)| clearance(p, q)).min_by(f64::total_cmp);
            if (a, b) != (1, 2) {
                pairs.extend(least.map(|least| (least, a, b)));
            }
        }
    }
    pairs.sort_by(|p, q| p.0.total_cmp(&q.0).then((p.1, p.2).cmp(&(q.1, q.2))));
    pairs
}

fn summary(pairs: &[BodyPair<DVec3>]) -> Vec<(f64, usize, usize)> {
    pairs.iter().map(|p| (p.answer.signed_distance, p.a, p.b)).collect()
}

#[test]
fn scenes_find_what_all_pairs_find() {
    let mut random = Random::new(1);
    let (mut overlaps, mut spared) = (0, 0);
    for bodies in 0..30 {
        let scene = scene(&mut random, bodies);
        let all = all_pairs(&scene);
        for distance in [-0.1, 0.0, 0.5, 3.0] {
            let found = scene.pairs(Within::Distance(distance));
            let near: Vec<_> = all.iter().copied().filter(|pair| pair.0 <= distance).collect();
            assert_eq!(summary(&found.pairs), near, "within {distance}");
            overlaps += found.pairs.iter().filter(|pair| pair.answer.intersects()).count();
            spared += all.len() - found.candidates.min(all.len());
        }
        for most in [0, 1, 10, 1000] {
            let found = scene.pairs(Within::Closest(most));
            assert_eq!(summary(&found.pairs), all[..most.min(all.len())], "the closest {most}");
        }
    }
    assert!(overlaps > 100 && spared > 1000, "{overlaps} overlaps, {spared} pairs spared");
}

/// The classes of all pairs of bodies that have parts, comparing each part with each other.
fn all_totals<V: Vector>(scene: &Scene<V>, ignored: (usize, usize), required: V::Scalar) -> Totals {
    let bodies = scene.bodies();
    let mut totals = Totals::default();
    for (a, body_a) in bodies.iter().enumerate() {
        let others = bodies.iter().enumerate().skip(a + 1);
        for (_, body_b) in others.filter(|(b, _)| (a, *b) != ignored) {
            let (parts_a, parts_b) = (body_a.parts.iter(), body_b.parts.iter());
            let answers: Vec<_> = parts_a
                .flat_map(|p| parts_b.clone().map(move |q| (p, q)))
                .map(|(p, q)| clearance::clearance(p, &body_a.pose, q, &body_b.pose))
                .collect();
            if answers.is_empty() {
                continue;
            }
            if answers.iter().any(|answer| answer.intersects()) {
                let tolerated = |answer: &Clearance<V>| answer.lower >= required;
                if required < V::Scalar::ZERO && answers.iter().all(tolerated) {
                    totals.touch += 1;
                } else {
                    totals.clash += 1;
                }
            } else if answers.iter().any(|answer| answer.signed_distance < required) {
                totals.close += 1;
            } else {
                totals.ok += 1;
            }
        }
    }
    totals
}

#[test]
fn the_closest_pairs_come_with_the_totals_of_all() {
    let mut random = Random::new(5);
    let (mut seen, mut looked_at) = (Totals::default(), 0);
    for bodies in (0..40).chain([90, 100]) {
        let scene = scene(&mut random, bodies);
        let closest = all_pairs(&scene);
        for required in [-1.0, 0.0, 0.4, 2.5, f64::INFINITY] {
            let all = all_totals(&scene, (1, 2), required);
            for most in [0, 1, 10] {
                let found = scene.survey(Within::Closest(most), required, |_, _| ());
                assert_eq!(found.totals, all, "{bodies} bodies, {required} required");
                assert_eq!(summary(&found.pairs), closest[..most.min(closest.len())]);
                looked_at += found.candidates;
            }
            seen = sum(seen, all);
        }
    }
    assert!(
        looked_at < 2 * (seen.clash + seen.touch + seen.close + seen.ok),
        "pairs that are far apart are skipped"
    );
    // In 2D and in single precision, with owned shapes.
    for _ in 0..12 {
        let mut scene = Scene::<Vec2>::new();
        for i in 0..100 {
            let size = random.range(0.1, 0.6) as f32;
            let part: Shape<Vec2> = match random.below(2) {
                0 => Ball::new(size).unwrap().into(),
                _ => Cuboid::new(Vec2::new(size, 0.3)).unwrap().into(),
            };
            let at = random.in_cube(1.2).truncate().as_vec2();
            scene.add(
                format!("{i}"),
                [part],
                Pose::new(at, random.range(0.0, 6.0) as f32).unwrap(),
            );
        }
        for required in [0.5, -0.3] {
            let all = all_totals(&scene, NONE, required);
            assert_eq!(scene.survey(Within::Closest(10), required, |_, _| ()).totals, all);
            seen = sum(seen, all);
        }
    }
    assert!(seen.clash > 10_000 && seen.close > 10_000 && seen.ok > 10_000, "{seen:?}");
    assert!(seen.touch > 1000, "{seen:?}");
}

/// No ignored pair.
const NONE: (usize, usize) = (usize::MAX, usize::MAX);

fn sum(one: Totals, other: Totals) -> Totals {
    Totals {
        clash: one.clash + other.clash,
        touch: one.touch + other.touch,
        close: one.close + other.close,
        ok: one.ok + other.ok,
    }
}

/// Tiles that touch, exactly or up to rounding, near the origin and far from it.
#[test]
fn touching_bodies_are_counted_wherever_they_are() {
    for from in [0.0, 1.0, 1e3, -1e6, 1e9] {
        for width in [0.125, 0.1] {
            let (mut double, mut single) = (Scene::<DVec2>::new(), Scene::<Vec2>::new());
            for i in 0..144 {
                let at = DVec2::new((i % 12) as f64, (i / 12) as f64) * width + from;
                let tile = Cuboid::new(DVec2::splat(0.5 * width)).unwrap();
                double.add(format!("{i}"), [tile], Pose::at(at).unwrap());
                let tile = Cuboid::new(Vec2::splat(0.5 * width as f32)).unwrap();
                single.add(format!("{i}"), [tile], Pose::at(at.as_vec2()).unwrap());
            }
            let found = double.survey(Within::Closest(10), 0.15, |_, _| ());
            assert_eq!(found.totals, all_totals(&double, NONE, 0.15), "{width} from {from}");
            // Neighbours beside, below, and at both corners.
            assert!(width == 0.1 || found.totals.clash == 2 * 12 * 11 + 2 * 11 * 11);
            let found = single.survey(Within::Closest(10), 0.15, |_, _| ());
            assert_eq!(found.totals, all_totals(&single, NONE, 0.15), "{width} from {from}, f32");
        }
    }
}

#[test]
fn parts_are_named_and_bounds_hold_for_all_of_them() {
    let mut random = Random::new(2);
    let scene = scene(&mut random, 20);
    for pair in scene.pairs(Within::Closest(50)).pairs {
        let (a, b) = (&scene.bodies()[pair.a], &scene.bodies()[pair.b]);
        let [i, j] = pair.parts;
        let alone = clearance::clearance(&a.parts[i], &a.pose, &b.parts[j], &b.pose);
        assert_eq!(alone.signed_distance, pair.answer.signed_distance);
        assert!(pair.answer.lower <= alone.lower && pair.answer.upper == alone.upper);
    }
}

#[test]
fn the_callback_gets_each_pair() {
    let scene = scene(&mut Random::new(3), 10);
    let mut calls = 0;
    let found = scene.pairs_watched(Within::Distance(1.0), |done, of| {
        assert!(done == calls && done < of);
        calls += 1;
    });
    assert_eq!(calls, found.candidates);
}

#[test]
fn contacts_are_those_of_every_two_parts() {
    let mut random = Random::new(4);
    let (mut touching, mut apart, mut several) = (0, 0, 0);
    for bodies in 0..30 {
        let scene = scene(&mut random, bodies);
        for margin in [-0.1, 0.0, 0.5, 3.0] {
            let all = all_contacts(&scene, margin);
            assert_eq!(scene.contacts(margin), all, "margin {margin}");
            touching += all.iter().filter(|c| c.manifold.depth() > 0.0).count();
            apart += all.iter().filter(|c| c.manifold.deepest().separation > 0.0).count();
            several += all.windows(2).filter(|w| (w[0].a, w[0].b) == (w[1].a, w[1].b)).count();
        }
    }
    assert!(touching > 300 && apart > 300 && several > 300, "{touching} {apart} {several}");
}

/// The contacts of every two bodies, each part with each other.
fn all_contacts(scene: &Scene<DVec3>, margin: f64) -> Vec<BodyContact<DVec3>> {
    let bodies = scene.bodies();
    let mut found = Vec::new();
    for (a, body_a) in bodies.iter().enumerate() {
        for (b, body_b) in bodies.iter().enumerate().skip(a + 1).filter(|(b, _)| (a, *b) != (1, 2))
        {
            for (i, p) in body_a.parts.iter().enumerate() {
                for (j, q) in body_b.parts.iter().enumerate() {
                    let (pose_a, pose_b) = (&body_a.pose, &body_b.pose);
                    let manifold = clearance::contact_manifold(p, pose_a, q, pose_b, margin);
                    let contact = |manifold| BodyContact { a, b, parts: [i, j], manifold };
                    found.extend(manifold.map(contact));
                }
            }
        }
    }
    found
}

#[test]
fn two_bodies_touch_from_the_first_to_the_second() {
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let mut scene = Scene::new();
    scene.add("floor", [cube], Pose::IDENTITY);
    scene.add("box", [cube], Pose::at(DVec3::new(0.0, 0.0, 1.9)).unwrap());
    scene.ignore(0, 1);
    assert!(scene.contacts(0.0).is_empty(), "ignored");
    let up = scene.contacts_between(0, 1, 0.0);
    let down = scene.contacts_between(1, 0, 0.0);
    assert_eq!((up.len(), up[0].manifold.normal, up[0].manifold.points().len()), (1, DVec3::Z, 4));
    assert_eq!((down[0].a, down[0].b, down[0].manifold.normal), (1, 0, -DVec3::Z));
    for (a, b, margin) in [(0, 0, 1.0), (0, 2, 1.0), (usize::MAX, 0, 1.0), (0, 1, f64::NAN)] {
        assert!(scene.contacts_between(a, b, margin).is_empty());
    }
    assert!(scene.contacts(f64::NAN).is_empty());
    assert_eq!(scene.contacts_between(0, 1, f64::INFINITY).len(), 1);
}
