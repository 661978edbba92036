//! Named cases of events, filters and welds.

use clearance::d3::{
    Body, Collider, Compound, Cuboid, HalfSpace, HeightField, Pose, Scene, Sphere, Sweep, Vec3,
};
use clearance::scenes::{Event, Filter, Layers, SceneError, StepOptions};

fn ball() -> Body {
    Body::moving(Sphere::new(0.5).unwrap())
}
fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::at(Vec3::new(x, y, z)).unwrap()
}

#[test]
fn removing_swapping_and_filtering_end_contacts() {
    let mut scene = Scene::new();
    let ground = scene.add(Body::fixed(HalfSpace::new(Vec3::Z, 0.0).unwrap()));
    let bodies: Vec<_> =
        (0..4).map(|i| scene.add(ball().at(at(2.0 * i as f32, 0.0, 0.4)))).collect();
    let sensor = scene.add(Body::sensor(Sphere::new(0.1).unwrap()).at(at(6.0, 0.0, 0.4)));
    assert_eq!(scene.step(0.01).began().count(), 5);
    assert_eq!(
        scene.step(0.01).events().filter(|event| matches!(event, Event::Stayed(_))).count(),
        5
    );
    assert_eq!(scene.last_step().contacts().count(), 4);

    scene.remove(bodies[0]).unwrap();
    scene.set_shape(bodies[1], Sphere::new(0.45).unwrap()).unwrap();
    scene.change(bodies[2], |body| body.layers = Layers::of(1).meeting(2)).unwrap();
    scene.set_ignored(bodies[3], sensor, true).unwrap();
    let step = scene.step(0.01);
    let ended: Vec<_> = step.ended().map(|pair| pair.other(ground).unwrap_or(sensor)).collect();
    assert_eq!(ended, [bodies[0], bodies[1], bodies[2], sensor]);
    assert_eq!(step.began().collect::<Vec<_>>().len(), 1);
    assert!(step.contacts_of(ground, bodies[2]).is_none());
    assert_eq!(step.contacts_of(bodies[1], ground).unwrap().contacts().count(), 1);
    // The place is used again, by another handle.
    let new = scene.add(ball().at(at(0.0, 0.0, 0.4)));
    assert_eq!((new.index(), new == bodies[0]), (bodies[0].index(), false));
    assert_eq!(
        scene.place(bodies[0], at(0.0, 0.0, 0.0)),
        Err(SceneError::Stale { handle: bodies[0], at: 0 })
    );
    let places = [at(1.0, 0.0, 0.0); 2];
    assert_eq!(
        scene.place_all(&[new, bodies[0]], &places),
        Err(SceneError::Stale { handle: bodies[0], at: 1 })
    );
    assert_eq!(scene.place_all(&[new], &places), Err(SceneError::Lengths { handles: 1, poses: 2 }));
    assert_eq!(scene[new].pose, at(0.0, 0.0, 0.4));
}

/// A platform that holds only what comes from above.
#[test]
fn a_filter_is_asked_at_each_step() {
    let mut scene = Scene::new();
    let platform = scene.add(Body::fixed(Cuboid::new(Vec3::new(5.0, 5.0, 0.1)).unwrap()));
    let ball = scene.add(ball().at(at(0.0, 0.0, -0.3)));
    let rises = std::sync::atomic::AtomicBool::new(true);
    let holds = |pair: clearance::scenes::Pair| {
        assert_eq!((pair.a, pair.b), (platform, ball));
        !rises.load(std::sync::atomic::Ordering::Relaxed)
    };
    let options = StepOptions { filter: Some(&holds), ..StepOptions::new(0.01) };
    assert_eq!(scene.step_with(&options).contacts().count(), 0);
    rises.store(false, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(scene.step_with(&options).began().count(), 1);
    assert_eq!(scene.step(0.01).events().count(), 1);
    // And so is the first step without one, even if nothing moves.
    rises.store(true, std::sync::atomic::Ordering::Relaxed);
    let options = StepOptions { filter: Some(&holds), ..StepOptions::new(0.01) };
    assert_eq!(scene.step_with(&options).ended().count(), 1);
    assert_eq!(scene.step(0.01).began().count(), 1);
}

/// A ball that rolls over a row of tiles has only contacts with the normal of their tops; those of tiles alone brake it.
#[test]
fn welded_tiles_have_no_seams() {
    let tile = Cuboid::new(Vec3::new(1.0, 1.0, 0.5)).unwrap();
    let mut sideways = [0, 0];
    for welded in [true, false] {
        let mut scene = Scene::new();
        // The ball is first in the order of handles in one half of the runs.
        let ball = scene.add(ball());
        for x in 0..6 {
            let body = Body::fixed(tile).at(at(2.0 * x as f32, 0.0, -0.5));
            scene.add(if welded { body.welded() } else { body });
        }
        let second = scene.add(self::ball());
        for step in 0..100 {
            let x = 0.1 * step as f32;
            scene.place(ball, at(x, 0.6, 0.498)).unwrap();
            scene.place(second, at(x, -0.6, 0.498)).unwrap();
            let options = StepOptions { slop: 0.004, ..StepOptions::new(0.02) };
            let mut touched = [false; 2];
            for touching in scene.step_with(&options).contacts() {
                let up = if touching.pair.b == second { 1.0 } else { -1.0 };
                touched[usize::from(touching.pair.b == second)] = true;
                for manifold in touching.manifolds() {
                    let flat = up * manifold.normal.z > 0.999;
                    sideways[usize::from(welded)] += usize::from(!flat);
                }
            }
            assert_eq!(touched, [true; 2], "{step}");
        }
    }
    assert_eq!(sideways[1], 0);
    assert!(sideways[0] > 5, "{sideways:?}");
}

#[test]
fn nothing_and_what_is_strange() {
    let mut scene = Scene::new();
    assert_eq!(scene.step(0.1).events().count(), 0);
    assert!(scene.nearest(3).is_empty() && scene.is_empty());
    let empty = Compound::new(Vec::<(Pose, Collider)>::new()).unwrap_or_else(|_| {
        Compound::new([(Pose::IDENTITY, Sphere::new(1.0).unwrap().into())]).unwrap()
    });
    let strange = scene.add(Body::moving(empty));
    let ball = scene.add(ball());
    assert_eq!(scene.step(f32::NAN).contacts().count(), 1);
    assert_eq!(scene.step(-0.1).contacts().count(), 1);
    assert_eq!(scene.step(f32::INFINITY).contacts().count(), 1);
    let far = Pose::at(Vec3::splat(1e30)).unwrap();
    scene.place(ball, far).unwrap();
    assert_eq!(scene.step(0.1).ended().count(), 1);
    scene.place(strange, far).unwrap();
    assert_eq!(scene.step(0.1).began().count(), 1);
    assert!(
        scene
            .cast_shape(&Sphere::new(1.0).unwrap(), &Sweep::at_rest(&far), f32::NAN, &Filter::all())
            .is_err()
    );
    assert!(scene.containing(Vec3::NAN, &Filter::all()).is_err());
    // A pose that is no pose is everywhere.
    scene.place(ball, Pose::from_unit(Vec3::NAN, clearance::d3::Quat::IDENTITY)).unwrap();
    assert_eq!(scene.touching(&Sphere::new(1.0).unwrap(), &Pose::IDENTITY, &Filter::all()), [ball]);
}

/// The squares of some distances are past `f32`. What came while all boxes were endless is found when they are not.
#[test]
fn bodies_and_points_far_away_are_found() {
    let mut scene = Scene::new();
    let near = scene.add(ball());
    let far = scene.add(ball().at(at(5.0, 0.0, 0.0)));
    let (point, _) = scene.project(Vec3::new(1e30, 0.0, 0.0), &Filter::all()).unwrap().unwrap();
    assert_eq!(point, near);
    let mut fine = clearance::d3_f64::Scene::new();
    let only =
        fine.add(clearance::d3_f64::Body::fixed(clearance::d3_f64::Sphere::new(1.0).unwrap()));
    let point = clearance::d3_f64::DVec3::new(0.0, -1e45, 0.0);
    let found = fine.project(point, &Filter::all()).unwrap().unwrap();
    assert_eq!((found.0, found.1.signed_distance), (only, 1e45));

    assert_eq!(scene.step(f32::INFINITY).began().count(), 1);
    scene.place(far, at(2e30, 0.0, 0.0)).unwrap();
    scene.step(0.1);
    assert_eq!(scene.within(f32::INFINITY).len(), 1);
    assert_eq!(scene.nearest(1).len(), 1);
    scene.place(far, at(1.5, 0.0, 0.0)).unwrap();
    assert_eq!(scene.step(0.1).began().count(), 0);
    scene.place(far, at(0.9, 0.0, 0.0)).unwrap();
    assert_eq!(scene.step(0.1).began().count(), 1);
}

/// Memory is that of the most bodies and pairs, however many steps are made.
#[test]
fn memory_does_not_grow() {
    let mut scene = Scene::new();
    scene.add(Body::fixed(HalfSpace::new(Vec3::Z, 0.0).unwrap()));
    let mut bodies: Vec<_> =
        (0..50).map(|i| scene.add(ball().at(at(0.3 * i as f32, 0.0, 0.45)))).collect();
    let mut most = 0;
    for step in 0..clearance_testing::pairs(4_000) {
        let one = step * 7 % bodies.len();
        let old = bodies[one];
        let other = bodies[(one + 1) % bodies.len()];
        scene.set_ignored(old, other, step % 2 == 0).unwrap();
        scene.remove(old).unwrap();
        bodies[one] = scene.add(ball().at(at(0.3 * (step % 61) as f32, 0.0, 0.45)));
        scene.step(0.01);
        if step == 1_000 {
            most = scene.memory();
        }
    }
    assert!(most > 0 && scene.memory() <= most + most / 4, "{} after {most}", scene.memory());
}

/// Bodies at one place that never meet take no memory as pairs, not even for a time.
#[test]
fn pairs_that_may_not_meet_take_no_memory() {
    let mut scene = Scene::new();
    scene.add_all((0..2_000).map(|i| if i < 10 { ball() } else { ball().group(1) }));
    scene.add_all((0..2_000).map(|_| ball().layers(Layers::of(2).meeting(4))));
    let before = scene.memory();
    assert_eq!(scene.step(0.0).contacts().count(), 45 + 10 * 1_990);
    // A pair that meets takes some hundred bytes, and there are 8 million.
    assert!(scene.memory() < before + 20_000 * 1_000, "{} after {before}", scene.memory());
    // What a closure leaves out is asked again, and takes some bytes a pair.
    let mut scene = Scene::new();
    scene.add_all((0..1_000).map(|_| ball()));
    let few = |pair: clearance::scenes::Pair| pair.b.index() < 10;
    let options = StepOptions { filter: Some(&few), ..StepOptions::new(0.0) };
    assert_eq!(scene.step_with(&options).contacts().count(), 45);
    assert!(scene.memory() < 500_000 * 50, "{}", scene.memory());
}

/// Bricks on a floor, each beside the next.
fn row(count: usize) -> (Scene, Vec<clearance::scenes::Handle>) {
    let mut scene = Scene::new();
    scene.add(Body::fixed(Cuboid::new(Vec3::new(900.0, 9.0, 1.0)).unwrap()));
    let brick = |i: usize| {
        let brick = Cuboid::new(Vec3::splat(0.45)).unwrap();
        Body::moving(brick).at(at(i as f32, 0.0, 1.45))
    };
    let bricks = scene.add_all((0..count).map(brick));
    (scene, bricks)
}

/// A step that a watch ends tells what it knows, and the next one all.
#[test]
fn a_step_can_be_ended() {
    let (mut scene, bricks) = row(100);
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let watch = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 30;
    let step = scene.step_with(&StepOptions { watch: Some(&watch), ..StepOptions::new(0.01) });
    assert_eq!((step.is_complete(), step.contacts().count()), (false, 30));
    let step = scene.step(0.01);
    assert_eq!((step.is_complete(), step.contacts().count()), (true, 100));
    assert_eq!((step.began().count(), step.events().count()), (70, 100));
    // What does not move is not asked, and what hardly moves is not searched.
    asked.store(0, std::sync::atomic::Ordering::Relaxed);
    for (i, brick) in bricks.iter().enumerate() {
        let by = if i == 7 { 0.01 } else { 1e-6 };
        scene.place(*brick, at(i as f32 + by, 0.0, 1.45)).unwrap();
    }
    scene.step_with(&StepOptions { watch: Some(&watch), ..StepOptions::new(0.01) });
    assert_eq!(asked.load(std::sync::atomic::Ordering::Relaxed), 1);
}

/// A solver carries its data over by the indices of the step before, whether a pair was searched, hardly moved or was not asked.
#[test]
fn points_are_carried_over_from_step_to_step() {
    let (mut scene, bricks) = row(1);
    for (step, x) in [0.0, 0.0, 1e-6, 0.3, 0.3, 0.6].into_iter().enumerate() {
        if step != 4 {
            scene.place(bricks[0], at(x, 0.0, 1.45)).unwrap();
        }
        let found = scene.step(0.01);
        let manifold = found.contacts().next().unwrap().deepest();
        assert_eq!(manifold.has_same_points(), step > 0, "{step}: {manifold:?}");
        let previous: Vec<_> = manifold.points().iter().map(|point| point.previous).collect();
        let own = [0, 1, 2, 3].map(|i| (step > 0).then_some(i));
        assert_eq!(previous, own, "{step}");
        // The points are those of the poses of the step, and move with the bodies.
        let [low, high] = [f32::min, f32::max]
            .map(|end| manifold.points().iter().map(|point| point.point_b.x).reduce(end).unwrap());
        assert!((low - (x - 0.45)).abs() < 1e-6 && (high - (x + 0.45)).abs() < 1e-6, "{step}");
        // Placing does not change what was found.
        scene.place(bricks[0], at(50.0, 0.0, 9.0)).unwrap();
        assert_eq!(scene.last_step().contacts().next().unwrap().deepest(), manifold);
        scene.place(bricks[0], at(x, 0.0, 1.45)).unwrap();
    }
}

/// A body, its boxes and its one contact.
#[test]
fn a_pair_at_rest_is_small() {
    let (mut scene, _) = row(4096);
    scene.step(0.01);
    let before = scene.memory();
    assert!(before < 4096 * 700, "{}", before / 4096);
}

/// A hundred thousand particles and as many sensors at one place: no two of them are looked at. Two thousand of another layer
/// that does not meet itself find all of their own in the packs of what moves.
#[test]
fn what_never_meets_its_own_kind_is_not_looked_at() {
    let start = std::time::Instant::now();
    let mut scene = Scene::new();
    let (drops, sparks) = (Layers::of(2).meeting(1 | 4), Layers::of(4).meeting(1 | 2));
    let body = scene.add(ball());
    scene.add_all((0..100_000).map(|_| ball().layers(drops)));
    let eye = Body::sensor(Sphere::new(0.1).unwrap()).layers(Layers::of(8).meeting(1 | 4));
    scene.add_all((0..100_000).map(|_| eye.clone()));
    scene.add_all((0..20).map(|i| ball().layers(sparks).at(at(0.9 + 0.2 * i as f32, 0.0, 0.0))));
    let few = 100_000;
    let step = scene.step(0.0);
    // The body touches the drops, the sensors and a spark; that spark touches the drops and sensors, too.
    let touching = step.contacts_of(body, step.contacts().next().unwrap().pair.b).is_some();
    assert!(touching && step.began().count() > 3 * few, "{}", step.began().count());
    // With 2e10 pairs of boxes this would be hours.
    assert!(start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
}

/// What was kept of a contact says nothing of a sensor, even if nothing moves.
#[test]
fn a_body_that_becomes_a_sensor_is_asked_as_one() {
    for x in [0.999, 1.001] {
        let mut scene = Scene::new();
        let body = scene.add(ball());
        let other = scene.add(ball().at(at(x, 0.0, 0.0)));
        assert_eq!(scene.step(0.01).contacts().count(), 1);
        scene.change(other, |body| body.kind = clearance::scenes::Kind::Sensor).unwrap();
        let expected = usize::from(x < 1.0);
        for step in 0..3 {
            let found = scene.step(0.01);
            assert_eq!(
                (found.contacts().count(), found.ended().count()),
                (0, usize::from(step == 0 && x > 1.0))
            );
            assert_eq!(found.events().filter(|e| matches!(e, Event::Stayed(_))).count(), expected);
            scene.place(body, at(-1e-6 * step as f32, 0.0, 0.0)).unwrap();
        }
    }
}

/// A crate that trembles on a terrain, on a floor of two boxes and under a ceiling of a mesh is searched once, and its points go
/// with it.
#[test]
fn shapes_of_many_pieces_rest_too() {
    let floor = HeightField::new(&[[0.0; 30]; 30], [10.0, 10.0]).unwrap();
    let half = |x: f32| (at(x, 0.0, -1.0), Cuboid::new(Vec3::ONE).unwrap().into());
    let tiles = Compound::new([half(-1.0), half(1.0)]).unwrap();
    let grounds: [(Collider, Pose); 2] =
        [(floor.into(), at(-150.0, -150.0, 0.0)), (tiles.into(), Pose::IDENTITY)];
    for ((ground, below), is_first) in
        grounds.into_iter().flat_map(|g| [(g.clone(), true), (g, false)])
    {
        let mut scene = Scene::new();
        let mut add = |is_ground: bool| {
            let body = Body::fixed(ground.clone()).at(below);
            let crate_ = Body::moving(Cuboid::new(Vec3::splat(0.5)).unwrap());
            scene.add(if is_ground { body } else { crate_ })
        };
        let (one, other) = (add(is_first), add(!is_first));
        let body = if is_first { other } else { one };
        let asked = std::sync::atomic::AtomicUsize::new(0);
        let watch = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < usize::MAX;
        let options = StepOptions { watch: Some(&watch), ..StepOptions::new(0.02) };
        for step in 0..100 {
            let t = step as f32;
            let turn = clearance::d3::Quat::from_scaled_axis(
                Vec3::new(t.sin(), t.cos(), 0.3 * t.sin()) * 3e-5,
            );
            let place = Vec3::new(0.2 + 2e-5 * t.cos(), 0.3, 0.499 + 3e-5 * (0.7 * t).sin());
            let pose = Pose::new(place, turn).unwrap();
            scene.place(body, pose).unwrap();
            let found = scene.step_with(&options);
            let all: Vec<_> = found.contacts().flat_map(|touching| touching.contacts()).collect();
            assert!(!all.is_empty());
            for contact in &all {
                assert_eq!(contact.manifold.has_same_points(), step > 0);
                for point in contact.manifold.points() {
                    let [on_ground, on_body] = if is_first {
                        [point.point_a, point.point_b]
                    } else {
                        [point.point_b, point.point_a]
                    };
                    assert!(on_ground.z.abs() < 1e-6, "{point:?}");
                    let lowest = pose.inverse_transform_point(on_body).z;
                    assert!((lowest + 0.5).abs() < 1e-6, "{lowest}");
                    let gap = on_body.z - on_ground.z;
                    assert!((point.separation - gap).abs() < 1e-6, "{point:?}");
                }
            }
        }
        assert_eq!(asked.into_inner(), 1);
        scene.place(body, at(0.2, 0.3, 0.5201)).unwrap();
        assert_eq!(scene.step(0.02).ended().count(), 1);
    }
}

/// A ball over the seam of two welded tiles touches the second one as soon as the first is gone, moved, other or of another kind.
#[test]
fn what_was_welded_away_comes_back() {
    use clearance::scenes::{Handle, Kind};
    type Change = fn(&mut Scene, Handle, Handle);
    let changes: [Change; 9] = [
        |scene, tile, _| drop(scene.remove(tile).unwrap()),
        |scene, tile, _| scene.place(tile, at(99.0, 0.0, 0.0)).unwrap(),
        |scene, tile, _| scene.place(tile, at(-1.0, 0.0, -1.3)).unwrap(),
        |scene, tile, _| scene.set_shape(tile, Cuboid::new(Vec3::splat(0.1)).unwrap()).unwrap(),
        |scene, tile, _| {
            scene.change(tile, |body| body.layers = Layers::of(2).meeting(0)).unwrap();
        },
        |scene, tile, _| scene.change(tile, |body| body.kind = Kind::Sensor).unwrap(),
        |scene, tile, _| scene.change(tile, |body| body.is_welded = false).unwrap(),
        |scene, tile, ball| scene.set_ignored(tile, ball, true).unwrap(),
        |scene, tile, ball| scene.set_ignored(ball, tile, true).unwrap(),
    ];
    for (which, change) in changes.into_iter().enumerate() {
        let tile = Body::fixed(Cuboid::new(Vec3::new(1.0, 2.0, 1.0)).unwrap()).welded();
        let mut scene = Scene::new();
        let [first, second] = [-1.0, 1.0].map(|x| scene.add(tile.clone().at(at(x, 0.0, -1.0))));
        let ball = scene.add(ball().at(at(-0.1, 0.0, 0.48)));
        assert_eq!(scene.step(0.02).contacts().count(), 1);
        assert!(scene.last_step().contacts_of(ball, second).is_none());
        change(&mut scene, first, ball);
        let found = scene.step(0.02);
        let separation = found.contacts_of(second, ball).unwrap().deepest().deepest().separation;
        assert!((separation + 0.009_694).abs() < 1e-5, "{which}: {separation}");
        let events: Vec<_> = found.events().collect();
        let alone = found.contacts().count();
        scene.place(ball, at(-0.1, 0.0, 0.48)).unwrap();
        assert_eq!(scene.step(0.02).contacts().count(), alone, "{which}: {events:?}");
    }
}

/// What a step that was ended has not asked is as it was, wherever the bodies are now; and what was removed is still in it.
#[test]
fn what_was_not_asked_is_as_it_was() {
    let mut scene = Scene::new();
    let floor = scene.add(Body::fixed(Cuboid::new(Vec3::ONE).unwrap()));
    let ball = scene.add(ball().at(at(0.0, 0.0, 1.45)));
    let before = scene.step(0.0).contacts_of(floor, ball).unwrap().deepest();
    assert_eq!(before.points()[0].point_a, Vec3::Z);
    for margin in [0.0, -0.2] {
        scene.place(ball, at(1.4, 1.4, 1.4)).unwrap();
        let watch = || false;
        let options = StepOptions { watch: Some(&watch), ..StepOptions::new(margin) };
        let step = scene.step_with(&options);
        assert_eq!((step.is_complete(), step.events().count()), (false, 1));
        assert_eq!(step.contacts_of(ball, floor).unwrap().deepest(), before_again(&before));
    }
    assert_eq!(scene.step(0.0).ended().count(), 1);
    scene.place(ball, at(0.0, 0.0, 1.45)).unwrap();
    scene.step(0.0);
    scene.remove(ball).unwrap();
    assert!(scene.last_step().contacts_of(floor, ball).is_some());
    assert_eq!(scene.last_step().contacts().count(), 1);
    assert_eq!(scene.step(0.0).ended().count(), 1);
    assert!(scene.last_step().contacts_of(floor, ball).is_none());
}
/// The same manifold, whose points are those of the step before.
fn before_again(before: &clearance::d3::Manifold) -> clearance::d3::Manifold {
    let again = |(i, point): (usize, &clearance::d3::ContactPoint)| clearance::d3::ContactPoint {
        persisted: true,
        previous: Some(i as u8),
        ..*point
    };
    clearance::d3::Manifold::new(before.normal, before.points().iter().enumerate().map(again))
}
