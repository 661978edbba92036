//! Certificates and bounds of pairs of shapes, against the checker and by hand.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::Pose;
use clearance::verify::{Verdict, check};
use clearance::{Collider, Compound, Shape};
use clearance_testing::{Random, pairs};

use super::{factors, solid};
use crate::common::pairs::{Maker, Recipe, Stand, pose};
use crate::make::surface;

/// Any small shape: convex, a sheet, a solid, or some as parts of parts.
fn small<V: Maker>(random: &mut Random, depth: usize) -> Collider<V> {
    let kind = random.below(if depth > 0 { 8 } else { 4 });
    match kind {
        0 => solid(random, 1.0),
        1 => Collider::from(surface::<V>(random)).scaled(factors(random, 1.0)).unwrap(),
        2 | 3 => loop {
            let shape = Recipe::random(random, V::DIM).make::<V>(1.0);
            if matches!(shape, Shape::Convex(_)) {
                break shape.into();
            }
        },
        _ => {
            let far = *random.one_of(&[1.0, 1.0, 1e3, 1e6]);
            let parts = (0..1 + random.below(3))
                .map(|_| (pose(&Stand::random(random, far), 1.0), small(random, depth - 1)));
            Compound::new(parts.collect::<Vec<_>>()).unwrap().into()
        }
    }
}

/// Certificates near the origin and far away: none is refuted, and most are proven.
fn certificates<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut proven, mut apart, mut unproven) = (Random::new(seed), 0, 0, 0);
    for i in 0..count {
        let shapes = [small::<V>(&mut random, 2), small::<V>(&mut random, 2)];
        let far = *random.one_of(&[0.0, 1e3, 1e6]);
        let away = [(); 3].map(|()| far * random.signed());
        let poses: [Pose<V>; 2] = core::array::from_fn(|_| {
            let mut stand = Stand::random(&mut random, 2.0);
            stand.t = core::array::from_fn(|i| stand.t[i] + away[i]);
            pose(&stand, 1.0)
        });
        let proof = clearance::certificate(&shapes[0], &poses[0], &shapes[1], &poses[1]);
        let verdict = check(&shapes[0], &poses[0], &shapes[1], &poses[1], &proof);
        assert_ne!(verdict, Verdict::Refuted, "{i}: {far} {shapes:?} {poses:?} {proof:?}");
        proven += usize::from(verdict == Verdict::Proven);
        unproven += usize::from(verdict == Verdict::Unproven);
        apart += usize::from(proof.answer.lower > V::Scalar::ZERO);
    }
    println!("{proven} proven, {unproven} unproven, {apart} apart of {count}");
    assert!(proven * 20 > count * 19 && apart * 4 > count, "{proven} {apart} of {count}");
}

/// A million: `CLEARANCE_PAIRS=250000 cargo test --release -p clearance --test worlds sound::cert`.
#[test]
fn certificates_far_away_are_not_refuted() {
    certificates::<Vec3>(1, pairs(500));
    certificates::<DVec3>(2, pairs(500));
    certificates::<Vec2>(3, pairs(4500));
    certificates::<DVec2>(4, pairs(4500));
}

/// Shapes that are not convex are within a negative distance unless their clearance is proven to be more.
fn deep<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut asked, mut beyond) = (Random::new(seed), 0, 0);
    while asked < count {
        let ball = |random: &mut Random| {
            let at: Pose<V> = pose(&Stand::random(random, 0.7), 1.0);
            let radius = V::Scalar::of(random.range(0.3, 0.8));
            (at, Collider::from(clearance::shape::Ball::<V>::new(radius).unwrap()))
        };
        let pair = Compound::new([ball(&mut random), ball(&mut random)]).unwrap();
        let (pair, (at, other)) = (Collider::from(pair), ball(&mut random));
        let found = clearance::clearance(&pair, &Pose::IDENTITY, &other, &at);
        for share in [0.25, 1.0, 1.5, 4.0] {
            let distance = found.lower.min(-V::Scalar::of(0.01)) * V::Scalar::of(share);
            let within = clearance::within(&pair, &Pose::IDENTITY, &other, &at, distance);
            assert_eq!(within, found.lower <= distance, "{found:?} {distance}");
            asked += 1;
            beyond += usize::from(!within && found.lower < V::Scalar::ZERO);
        }
    }
    assert!(beyond * 8 > count, "{beyond} of {count}");
}

#[test]
fn overlaps_are_within_a_negative_distance_only_if_they_may_be_so_deep() {
    deep::<Vec3>(1, 400);
    deep::<DVec3>(2, 400);
    deep::<Vec2>(3, 400);
    deep::<DVec2>(4, 400);
}

/// They are 6.1e-17 apart: neither a gap nor an overlap is proven, and no bound says that there is one.
#[test]
fn shapes_a_rounding_apart_are_undecided() {
    use clearance::d2_f64::{Chain, Cuboid};
    let square = Collider::from(Cuboid::new(DVec2::ONE).unwrap());
    let part = Compound::new([(Pose::at(DVec2::ONE).unwrap(), square)]).unwrap();
    let turned = Pose::new(DVec2::new(0.0, 3.0), std::f64::consts::FRAC_PI_2).unwrap();
    let chain = Chain::open(vec![DVec2::new(-2.0, 1.0), DVec2::ONE]).unwrap();
    let at = Pose::at(DVec2::new(-2.0, 2.0)).unwrap();
    let found = clearance::clearance(&part, &turned, &chain, &at);
    assert!(found.lower <= 0.0 && 6.2e-17 <= found.upper && found.upper < 1e-12, "{found:?}");
}

/// A box 0.1 deep in one of two.
#[test]
fn a_box_in_one_of_two_is_not_deeper_than_it_is() {
    use clearance::d3::Cuboid;
    let part = |x: f32| {
        (Pose::at(Vec3::X * x).unwrap(), Collider::from(Cuboid::new(Vec3::splat(2.0)).unwrap()))
    };
    let two = Compound::new([part(0.0), part(4.0)]).unwrap();
    let other = Collider::from(Cuboid::new(Vec3::ONE).unwrap());
    let at = Pose::at(Vec3::new(1.4, 2.9, 0.0)).unwrap();
    let within = |distance| clearance::within(&two, &Pose::IDENTITY, &other, &at, distance);
    assert!(within(0.0) && within(-0.05) && !within(-0.2) && !within(-2.0));
}

/// A part of a compound 1,700 km away. What its place is rounded by was missing in the bounds.
#[test]
fn a_certificate_far_away_holds() {
    use clearance::d2_f64::{Cuboid, Triangle};
    let square = Cuboid::new(DVec2::new(1.051740858376724, 0.7679992598520619)).unwrap();
    let place = Pose::at(DVec2::new(-0.055644740253704895, -0.05310510563967379)).unwrap();
    let part = Collider::from(Compound::new([(place, square.into())]).unwrap());
    let triangle = Collider::from(
        Triangle::new(
            DVec2::new(0.25441681422204976, -0.7977063972320286),
            DVec2::new(-0.15644427829409802, -0.10549469342271656),
            DVec2::new(-0.46670334085218435, -0.15710466621632224),
        )
        .unwrap(),
    );
    let here = Pose::at(DVec2::new(448573.12197568116, -1661217.6775748513)).unwrap();
    let there = Pose::at(DVec2::new(448572.6026017414, -1661219.4784647825)).unwrap();
    let proof = clearance::certificate(&part, &here, &triangle, &there);
    assert!(
        proof.answer.lower <= 1.085280259084487 && 1.085280259084487 <= proof.answer.upper,
        "{proof:?}"
    );
    assert_eq!(check(&part, &here, &triangle, &there, &proof), Verdict::Proven);
}
