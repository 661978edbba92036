//! Points: no point that is inside is said to be outside, and bounds of distances hold.

use clearance::Collider;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::Point as Spot;
use clearance::space::Pose;
use clearance::verify::{Verdict, check};
use clearance_testing::{Random, pairs};

use super::exact::{Exact, holds};
use super::{anywhere, of_facets, on_facet, solid};
use crate::common::exact::{Point, RBig, point};
use crate::common::pairs::Maker;

#[derive(Debug, Default)]
struct Points {
    asked: usize,
    inside: usize,
    near: usize,
}

/// The square of the least signed distance of a point from all parts, and whether it is inside of one.
fn of_parts<V: Maker>(parts: &[Exact<V>], at: &Point) -> Option<(RBig, bool)> {
    let mut best: Option<(RBig, bool)> = None;
    for part in parts {
        let local = part.local(at);
        let inside = part.is_solid && part.surrounds(&local)?;
        let square = part.square(&local);
        let is_less = |(other, other_inside): &(RBig, bool)| match (inside, *other_inside) {
            (true, true) => square > *other,
            (false, false) => square < *other,
            (inside, _) => inside,
        };
        if best.as_ref().is_none_or(is_less) {
            best = Some((square, inside));
        }
    }
    best
}

/// Points near scaled solids, and near parts of parts: the bounds hold, and no point that is inside is said to be outside.
fn points<V: Maker>(seed: u64, count: usize) -> Points {
    let (mut random, mut counts) = (Random::new(seed), Points::default());
    while counts.asked < count {
        let is_one = random.below(3) > 0;
        let size = if is_one { libm::pow(10.0, random.range(-6.0, 7.0)) } else { 1.0 };
        let made = if is_one { solid(&mut random, size).into() } else { of_facets(&mut random, 2) };
        let at = anywhere::<V>(&mut random, size);
        let (shape, parts) = (&made.shape, Exact::parts(&made, &at));
        for _ in 0..20 {
            let off = size * *random.one_of(&[0.0, 1e-15, 1e-7, 1e-2]);
            let part = random.below(parts.len());
            let spot = on_facet(&mut random, &parts[part])
                + V::from_fn(|_| V::Scalar::of(off * random.signed()));
            let Some((square, inside)) = of_parts(&parts, &point(spot)) else { continue };
            let found = clearance::project(shape, &at, spot).unwrap();
            let (lower, upper) = (found.lower.to_f64(), found.upper.to_f64());
            let say = || {
                format!(
                    "{spot:?} {at:?} {found:?} inside {inside} {}",
                    square.to_f64().value().sqrt()
                )
            };
            assert!(holds(lower, upper, &square, inside), "{}", say());
            let contains = clearance::contains(shape, &at, spot).unwrap();
            assert!(contains || !inside, "{}", say());
            assert!(!contains || inside || lower <= 0.0, "{}", say());
            // As two shapes.
            let probe = Collider::from(Spot::new(V::ZERO).unwrap());
            let there = Pose::at(spot).unwrap();
            let apart = clearance::separation(shape, &at, &probe, &there);
            let zero = RBig::ZERO;
            let square = if inside { &zero } else { &square };
            assert!(
                holds(apart.lower.to_f64(), apart.upper.to_f64(), square, false),
                "{} {apart:?}",
                say()
            );
            assert!(clearance::intersects(shape, &at, &probe, &there) || !inside, "{}", say());
            if counts.asked % 8 == 0 {
                let proof = clearance::certificate(shape, &at, &probe, &there);
                let verdict = check(shape, &at, &probe, &there, &proof);
                assert_ne!(verdict, Verdict::Refuted, "{} {proof:?}", say());
            }
            counts.asked += 1;
            counts.inside += usize::from(inside);
            counts.near += usize::from(found.signed_distance.abs().to_f64() < 1e-5 * size);
        }
    }
    assert!(counts.inside * 8 > counts.asked && counts.inside * 4 < 3 * counts.asked, "{counts:?}");
    assert!(counts.near * 4 > counts.asked && counts.near < counts.asked, "{counts:?}");
    counts
}

/// `CLEARANCE_PAIRS=500000 cargo test --release -p clearance --test worlds sound::points` asks two million points.
#[test]
fn points_near_solids_and_parts_are_where_rational_numbers_say() {
    points::<Vec3>(1, pairs(2500));
    points::<DVec3>(2, pairs(2500));
    points::<Vec2>(3, pairs(2500));
    points::<DVec2>(4, pairs(2500));
}

/// The rounded corners of this region go around a point that is outside of the unscaled corners, divided back.
#[test]
fn a_point_deep_in_a_scaled_region() {
    use clearance::d2::{Chain, Region};
    let corners = [[1797641.5, 0.0], [-1761214.1, 3050512.5], [-1748313.0, -3028167.0]];
    let corners = corners.map(Vec2::from_array).to_vec();
    let region = Collider::from(Region::new(Chain::closed(corners).unwrap()).unwrap());
    let region = region.scaled(Vec2::new(-2.340_052_6, 1.410_732_7)).unwrap();
    let (here, at) = (Pose::IDENTITY, Vec2::new(4098862.0, -2079727.1));
    assert!(clearance::contains(&region, &here, at).unwrap());
    assert!(clearance::project(&region, &here, at).unwrap().signed_distance < 0.0);
    let spot = Collider::from(Spot::new(Vec2::ZERO).unwrap());
    assert!(clearance::intersects(&region, &here, &spot, &Pose::at(at).unwrap()));
}
