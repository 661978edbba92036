//! Casts against all pieces.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::Point;
use clearance::space::{Pose, Sweep};
use clearance::{Cast, Collider, Compound, Shape, Solid};
use clearance_testing::{Random, pairs};

use crate::common::pairs::{Maker, Stand, pose};
use crate::make::{closed, collider};

/// The pieces of a shape with their poses at the start.
fn pieces<V: Maker>(shape: &Collider<V>, at: Pose<V>) -> Vec<(clearance::Shape<V>, Pose<V>)> {
    match shape {
        Collider::Convex(shape) => vec![(shape.clone(), at)],
        Collider::Surface(instance) => {
            (0..instance.len() as u32).map(|facet| (instance.piece(facet).into(), at)).collect()
        }
        Collider::Compound(compound) => compound
            .parts()
            .iter()
            .flat_map(|part| {
                let alone = match &part.shape {
                    clearance::PartShape::Convex(shape) => shape.clone().into(),
                    clearance::PartShape::Surface(instance) => Collider::Surface(instance.clone()),
                };
                pieces(&alone, at * part.pose)
            })
            .collect(),
        _ => unreachable!("there are no others"),
    }
}

fn sweep<V: Maker>(random: &mut Random, at: &Pose<V>, turns: bool, towards: V) -> Sweep<V> {
    let off = V::from_fn(|_| V::Scalar::of(random.range(-0.5, 0.5)));
    let angular = if turns { [0, 1, 2].map(|_| random.range(-1.0, 1.0)) } else { [0.0; 3] };
    let arm = if turns { 0.5 } else { 0.0 };
    let center = V::from_fn(|_| V::Scalar::of(arm * random.signed()));
    Sweep::new(at, towards + off, V::wedge_of(angular)).unwrap().about(center).unwrap()
}

/// The same motion of a piece that starts there; the pieces of a shape that turns are all at its pose.
fn of_piece<V: Maker>(sweep: &Sweep<V>, start: &Pose<V>) -> Sweep<V> {
    if sweep.turns() { *sweep } else { Sweep::linear(start, sweep.velocity()).unwrap() }
}

fn against_all_pieces<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut hits, mut misses, mut starts) = (Random::new(seed), 0, 0, 0);
    let mut turning = 0;
    for i in 0..count {
        let (a, b) = (collider::<V>(&mut random, 1, false), collider::<V>(&mut random, 1, false));
        let [at_a, at_b] = [1.0, 4.0].map(|size| pose::<V>(&Stand::random(&mut random, size), 1.0));
        // Turning shapes are slow, and the poses of turning parts are made in another way here.
        let way = at_a.translation() - at_b.translation();
        let is_alone = |shape: &Collider<V>| !matches!(shape, Collider::Compound(_));
        let sweep_a = sweep(&mut random, &at_a, i % 4 == 0 && is_alone(&a), V::ZERO);
        let sweep_b = sweep(&mut random, &at_b, i % 3 == 0 && is_alone(&b), way);
        let tmax = V::Scalar::of([0.5, 2.0][random.below(2)]);
        let found = clearance::time_of_impact(&a, &sweep_a, &b, &sweep_b, tmax).unwrap();
        let mut first = f64::INFINITY;
        let mut bounds = (f64::INFINITY, f64::INFINITY);
        for (piece_a, start_a) in pieces(&a, at_a) {
            let moving_a = of_piece(&sweep_a, &start_a);
            for (piece_b, start_b) in pieces(&b, at_b) {
                let moving_b = of_piece(&sweep_b, &start_b);
                let impact =
                    Cast::new(&piece_a, &moving_a, &piece_b, &moving_b, tmax).unwrap().impact();
                first = first.min(impact.time.to_f64());
                bounds = (bounds.0.min(impact.lower.to_f64()), bounds.1.min(impact.upper.to_f64()));
            }
        }
        // The time ends sooner for later pieces, and they come in another order, which may change the last digits.
        if found.hit() {
            let time = found.time.to_f64();
            let last = 4.0 * V::Scalar::EPSILON.to_f64() * time;
            assert!(
                bounds.0 - last <= time && time <= bounds.1 + last,
                "{i}: {found:?} {bounds:?}"
            );
        }
        assert!(found.lower.to_f64() <= bounds.1, "{i}: {found:?} {bounds:?}");
        // What is proven to touch is found, and no later.
        let upper = found.upper.to_f64();
        assert!(
            bounds.0 <= upper && (upper.is_finite() || bounds.1.is_infinite()),
            "{i}: {found:?}"
        );
        assert_eq!(found.hit(), first < f64::INFINITY, "{i}: {found:?}");
        hits += usize::from(found.hit());
        misses += usize::from(!found.hit());
        starts += usize::from(found.initial.is_some());
        turning += usize::from(found.hit() && (sweep_a.turns() || sweep_b.turns()));
    }
    assert!(
        hits > count / 4 && misses > count / 6 && starts > count / 20 && turning > count / 12,
        "{hits} {misses} {starts} {turning}"
    );
}

#[test]
fn trees_change_no_time_of_impact() {
    against_all_pieces::<Vec3>(1, pairs(200));
    against_all_pieces::<DVec3>(2, pairs(200));
    against_all_pieces::<Vec2>(3, pairs(200));
    against_all_pieces::<DVec2>(4, pairs(200));
}

/// What starts inside a solid touches it at once, alone or as a part, in either order, whatever it does then. The oracle
/// is the winding number at its centre.
fn starts_inside<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut inside, mut outside) = (Random::new(seed), 0, 0);
    for i in 0..count {
        let solid = Solid::new(closed::<V>(&mut random).0.mended().0).unwrap();
        let shape = Shape::from(Point::<V>::new(V::ZERO).unwrap());
        let small = Collider::from(shape.clone());
        let size = [0.3, 2.0][i / 4 % 2];
        let center = V::from_fn(|_| V::Scalar::of(size * random.signed()));
        let at = Pose::at(center).unwrap();
        let rests = Sweep::at_rest(&Pose::IDENTITY);
        let outward = sweep::<V>(&mut random, &at, i % 3 == 0, center);
        let is_inside = solid.contains(center.widen());
        let part =
            |shape: Collider<V>| Collider::from(Compound::new([(Pose::IDENTITY, shape)]).unwrap());
        let solid = Collider::from(solid);
        let (solid, small) = match i % 4 {
            0 => (part(solid), small),
            1 => (solid, part(small)),
            _ => (solid, small),
        };
        let cast = || Cast::new(&solid, &rests, &small, &outward, V::Scalar::of(1e-3)).unwrap();
        let swapped =
            Cast::new(&small, &outward, &solid, &rests, V::Scalar::of(1e-3)).unwrap().impact();
        for found in [cast().impact(), cast().ignore_parting().impact(), swapped] {
            if is_inside {
                assert!(found.hit() && found.time == V::Scalar::ZERO, "{i}: {found:?}");
                assert!(
                    found.initial.is_some_and(|deep| deep <= V::Scalar::ZERO),
                    "{i}: {found:?}"
                );
            }
        }
        if is_inside {
            inside += 1;
        } else {
            outside += usize::from(!cast().impact().hit());
        }
        assert_eq!(is_inside, cast().time() == Some(V::Scalar::ZERO), "{i}");
    }
    assert!(inside > count / 6 && outside > count / 6, "{inside} {outside}");
}

#[test]
fn what_starts_inside_a_solid_touches_it() {
    starts_inside::<Vec3>(5, pairs(200));
    starts_inside::<DVec3>(6, pairs(200));
    starts_inside::<Vec2>(7, pairs(200));
    starts_inside::<DVec2>(8, pairs(200));
}

/// A prism of many sides around z, open at both ends.
fn tube(sides: u32, radius: f64) -> clearance::Mesh<DVec3> {
    let vertex = |i: u32| {
        let angle = f64::from(i / 2) * std::f64::consts::TAU / f64::from(sides);
        DVec3::new(angle.cos() * radius, angle.sin() * radius, f64::from(i % 2))
    };
    let side = |i: u32| {
        let [a, b] = [2 * i, 2 * ((i + 1) % sides)];
        [[a, b, b + 1], [a, b + 1, a + 1]]
    };
    let vertices = (0..2 * sides).map(vertex).collect();
    clearance::Mesh::new(vertices, (0..sides).flat_map(side).collect()).unwrap()
}

/// A shaft turns in its bush, near all of it all the time: the work is bounded, and what is known is said.
#[test]
fn a_shaft_that_turns_in_its_bush_ends() {
    let (bush, shaft) = (tube(300, 1.0), tube(300, 0.999));
    let at_rest = Sweep::at_rest(&Pose::IDENTITY);
    let turning = Sweep::new(&Pose::IDENTITY, DVec3::ZERO, DVec3::Z).unwrap();
    let found = clearance::time_of_impact(&bush, &at_rest, &shaft, &turning, 6.0).unwrap();
    assert_eq!(found.status, clearance::ImpactStatus::Undecided, "{found:?}");
    assert!(found.lower < 6.0 && found.upper.is_infinite(), "{found:?}");
    assert_eq!(found.end, clearance::End::StepLimit);
    // With few sides all pairs are asked, and it is a miss.
    let (bush, shaft) = (tube(12, 1.0), tube(12, 0.9));
    let found = clearance::time_of_impact(&bush, &at_rest, &shaft, &turning, 6.0).unwrap();
    assert!(!found.hit() && found.lower == 6.0, "{found:?}");
    // A body in the way is met, whatever the limit is.
    let peg = Collider::from(clearance::d3_f64::Sphere::new(0.3).unwrap());
    let flies = Sweep::linear(&Pose::at(DVec3::new(0.0, 0.0, 0.5)).unwrap(), DVec3::X).unwrap();
    let found = clearance::time_of_impact(&tube(300, 1.0), &at_rest, &peg, &flies, 6.0).unwrap();
    assert!((found.time - 0.7).abs() < 1e-3, "{found:?}");
}
