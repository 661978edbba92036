//! Compounds by their tree against every part in order: no answer changes.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Ray, Sweep};
use clearance::{Collider, Compound, Solid};
use clearance_testing::{Random, pairs};

use crate::common::pairs::{Maker, Recipe, Stand, pose};
use crate::make::{closed, surface};

/// The same shape, all parts of which are asked in order.
fn slow<V: Maker>(shape: &Collider<V>) -> Collider<V> {
    match shape {
        Collider::Compound(compound) => compound.without_tree().into(),
        other => other.clone(),
    }
}

/// A convex part, a solid or a sheet with a size of about 0.3.
fn part<V: Maker>(random: &mut Random) -> Collider<V> {
    let size = V::from_fn(|_| V::Scalar::of(random.range(0.1, 0.4)));
    match random.below(4) {
        0 => Collider::from(Solid::new(closed::<V>(random).0.mended().0).unwrap()).scaled(size),
        1 => Collider::from(surface::<V>(random)).scaled(size),
        _ => loop {
            let shape = Recipe::random(random, V::DIM).make::<V>(0.3);
            if matches!(shape, clearance::Shape::Convex(_)) {
                break Ok(shape.into());
            }
        },
    }
    .unwrap()
}

/// Up to 60 parts in a cube of size `size`, some of them in a compound in it, and some twice or on a grid, so that there
/// are ties.
fn compound<V: Maker>(random: &mut Random, size: f64, depth: usize) -> Collider<V> {
    let mut parts: Vec<(Pose<V>, Collider<V>)> = Vec::new();
    for _ in 0..1 + random.below(60) {
        let mut stand = Stand::random(random, size);
        if random.below(3) == 0 {
            stand = Stand { t: stand.t.map(libm::round), q: [0.0, 0.0, 0.0, 1.0], angle: 0.0 };
        }
        let shape = match random.below(8) {
            0 if depth > 0 => compound(random, 0.5 * size, depth - 1),
            1 | 2 if !parts.is_empty() => random.one_of(&parts).1.clone(),
            _ => part(random),
        };
        parts.push((pose(&stand, 1.0), shape.clone()));
        if random.below(8) == 0 {
            parts.push((pose(&stand, 1.0), shape));
        }
    }
    Compound::new(parts).unwrap().into()
}

/// A pose near the origin or far away.
fn anywhere<V: Maker>(random: &mut Random) -> Pose<V> {
    let far = *random.one_of(&[0.0, 1.0, 1.0, 1e3]);
    if far == 0.0 { Pose::IDENTITY } else { pose(&Stand::random(random, far), 1.0) }
}

#[derive(Debug, Default)]
struct Counts {
    asked: usize,
    hits: usize,
    ties: usize,
    inside: usize,
}

fn rays_and_points<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut counts) = (Random::new(seed), Counts::default());
    let vector =
        |random: &mut Random, size: f64| V::from_fn(|_| V::Scalar::of(random.range(-size, size)));
    while counts.asked < count {
        let shape = compound::<V>(&mut random, 3.0, 1);
        let (every, at) = (slow(&shape), anywhere::<V>(&mut random));
        for _ in 0..50 {
            let far = *random.one_of(&[3.0, 3.0, 30.0, 1e5]);
            let [mut from, mut to] = [vector(&mut random, far), vector(&mut random, 3.0)];
            if random.below(4) > 0 {
                let Collider::Compound(parts) = &shape else { unreachable!("it is one") };
                to = random.one_of(parts.parts()).pose.translation() + vector(&mut random, 0.2);
            }
            if random.below(3) == 0 {
                let whole = |x: V::Scalar| V::Scalar::of(libm::round(x.to_f64()));
                [from, to] = [from, to].map(|p| V::from_fn(|i| whole(p.get(i))));
            }
            let [from, to] = [from, to].map(|p| at.transform_point(p));
            let tmax = V::Scalar::of(*random.one_of(&[0.5, 1.0, f64::INFINITY]));
            let Ok(ray) = Ray::new(from, to - from, tmax) else { continue };
            let found = clearance::cast_ray(&shape, &at, &ray);
            assert_eq!(found, clearance::cast_ray(&every, &at, &ray), "{ray:?} {at:?} {shape:?}");
            let all = clearance::cast_ray_all(&shape, &at, &ray);
            assert_eq!(all, clearance::cast_ray_all(&every, &at, &ray), "{ray:?} {at:?}");
            assert_eq!(
                found.is_some(),
                clearance::cast_ray_any(&shape, &at, &ray),
                "{ray:?} {at:?}"
            );
            counts.hits += usize::from(found.is_some());
            let first =
                |hit: &&clearance::RayHit<V>| found.is_some_and(|found| found.time == hit.time);
            counts.ties += usize::from(all.iter().filter(first).count() > 1);
            let near = clearance::project(&shape, &at, to).unwrap();
            assert_eq!(
                near,
                clearance::project(&every, &at, to).unwrap(),
                "{to:?} {at:?} {shape:?}"
            );
            let contains = clearance::contains(&shape, &at, to).unwrap();
            assert_eq!(contains, clearance::contains(&every, &at, to).unwrap(), "{to:?} {at:?}");
            counts.inside += usize::from(near.signed_distance < V::Scalar::ZERO);
            counts.asked += 1;
        }
    }
    println!("{counts:?}");
    assert!(counts.hits * 3 > count && counts.ties * 20 > count, "{counts:?}");
    assert!(counts.inside * 20 > count, "{counts:?}");
}

/// `CLEARANCE_PAIRS=100000 cargo test --release -p clearance --test worlds compounds`.
#[test]
fn rays_and_points_ask_no_part_too_few() {
    rays_and_points::<Vec3>(1, pairs(1000));
    rays_and_points::<DVec3>(2, pairs(1000));
    rays_and_points::<Vec2>(3, pairs(1000));
    rays_and_points::<DVec2>(4, pairs(1000));
}

/// Compounds in each other and apart: whether a part is inside a solid of the other one.
fn compounds_in_compounds<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut apart, mut inside) = (Random::new(seed), 0, 0);
    for i in 0..count {
        let tiny = clearance::shape::Ball::<V>::new(V::Scalar::of(0.03)).unwrap();
        let solid = Solid::new(closed::<V>(&mut random).0.mended().0).unwrap();
        let large = V::from_fn(|_| V::Scalar::of(*random.one_of(&[0.3, 3.0])));
        let solid = Collider::from(solid).scaled(large).unwrap();
        let ways = [0.0, 9.0].map(|x| V::from_fn(|i| V::Scalar::of(if i == 0 { x } else { 0.0 })));
        let few = |random: &mut Random, shape: &Collider<V>, size: f64| {
            (0..1 + random.below(6))
                .map(|_| (pose(&Stand::random(random, size), 1.0), shape.clone()))
                .collect::<Vec<_>>()
        };
        let mut small = few(&mut random, &tiny.into(), 0.5);
        let own = part(&mut random);
        small.extend(few(&mut random, &own, [0.5, 6.0][i % 2]));
        let large = ways.map(|way| (Pose::at(way).unwrap(), solid.clone()));
        let shapes = [Compound::new(large), Compound::new(small)].map(|made| made.unwrap().into());
        let poses = [anywhere::<V>(&mut random), anywhere::<V>(&mut random)];
        let poses = if random.below(4) == 0 { poses } else { [poses[0]; 2] };
        let every = shapes.each_ref().map(slow);
        for [x, y] in [[0, 1], [1, 0]] {
            let ask = |shapes: &[Collider<V>; 2]| {
                clearance::separation(&shapes[x], &poses[x], &shapes[y], &poses[y])
            };
            let (found, slow) = (ask(&shapes), ask(&every));
            assert_eq!(found.status(), slow.status(), "{i}: {found:?} {slow:?}");
            assert_eq!(found.inside, slow.inside, "{i}: {found:?} {slow:?}");
            let meet = |shapes: &[Collider<V>; 2]| {
                clearance::intersects(&shapes[x], &poses[x], &shapes[y], &poses[y])
            };
            assert_eq!(meet(&shapes), meet(&every), "{i}");
            if found.lower > V::Scalar::ZERO || found.inside {
                assert_eq!(found, slow, "{i}");
            }
            apart += usize::from(!found.intersects());
            inside += usize::from(found.inside);
        }
    }
    println!("{apart} apart, {inside} inside of {}", 2 * count);
    assert!(apart * 8 > count && inside * 20 > count, "{apart} {inside}");
}

#[test]
fn what_is_inside_a_part_of_a_compound_is_found() {
    compounds_in_compounds::<Vec3>(1, pairs(100));
    compounds_in_compounds::<DVec3>(2, pairs(100));
    compounds_in_compounds::<Vec2>(3, pairs(150));
    compounds_in_compounds::<DVec2>(4, pairs(150));
}

/// Casts of compounds, which turn or do not.
fn casts<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut hits, mut later, mut misses) = (Random::new(seed), 0, 0, 0);
    for i in 0..count {
        let a = compound::<V>(&mut random, 2.0, 1);
        let b = if i % 3 == 0 { compound(&mut random, 1.0, 0) } else { part(&mut random) };
        let stand = [1.0, 6.0].map(|size| Stand::random(&mut random, size));
        let at: [Pose<V>; 2] = stand.each_ref().map(|stand| pose(stand, 1.0));
        let way = at[0].translation() - at[1].translation();
        let sweeps = [0, 1].map(|k| {
            let turns = random.below(2) == 0;
            let turn = [(); 3].map(|()| if turns { random.range(-2.0, 2.0) } else { 0.0 });
            let off = V::from_fn(|_| V::Scalar::of(random.range(-1.5, 1.5)));
            let center = V::from_fn(|_| V::Scalar::of(random.range(-0.5, 0.5)));
            let velocity = if k == 0 { off } else { way + off };
            Sweep::new(&at[k], velocity, V::wedge_of(turn)).unwrap().about(center).unwrap()
        });
        let tmax = V::Scalar::of(*random.one_of(&[0.5, 2.0, 2.0]));
        let ask = |a: &Collider<V>, b: &Collider<V>| {
            clearance::time_of_impact(a, &sweeps[0], b, &sweeps[1], tmax).unwrap()
        };
        let (found, slow) = (ask(&a, &b), ask(&slow(&a), &slow(&b)));
        agree(&found, &slow, i);
        hits += usize::from(found.hit());
        later += usize::from(found.hit() && found.initial.is_none());
        misses += usize::from(!found.hit());
    }
    println!("{hits} hits, {later} after the start, {misses} misses of {count}");
    assert!(hits * 3 > count && later * 5 > count && misses * 8 > count, "{hits} {later} {misses}");
}

/// The same first contact: neither is proven to be earlier than the other may be.
fn agree<V: Maker>(found: &clearance::Impact<V>, slow: &clearance::Impact<V>, i: usize) {
    let say = || format!("{i}: {found:?} {slow:?}");
    assert_eq!(found.hit(), slow.hit(), "{}", say());
    assert!(found.lower <= slow.upper && slow.lower <= found.upper, "{}", say());
    if slow.hit() {
        assert!(found.time <= slow.upper && slow.time <= found.upper, "{}", say());
        let close = V::Scalar::of(1e-5) * (V::Scalar::ONE + slow.time);
        assert!((found.time - slow.time).abs() <= close, "{}", say());
        assert_eq!(found.upper.is_finite(), slow.upper.is_finite(), "{}", say());
    }
}

#[test]
fn casts_ask_no_part_too_few() {
    casts::<Vec3>(1, pairs(25));
    casts::<DVec3>(2, pairs(25));
    casts::<Vec2>(3, pairs(50));
    casts::<DVec2>(4, pairs(50));
}
