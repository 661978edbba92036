//! Translational depths and immersions.

use clearance::d3_f64::{Cuboid, Sphere};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Vector};
use clearance::{Collider, HeightField, Mesh, Solid, separation_by_all_pieces};
use clearance_testing::{Random, pairs};

use crate::common::pairs::{Maker, Stand, pose};
use crate::make::{bumpy, closed, collider};

/// The lower bound of an overlap comes with a translation: it parts the shapes.
fn translations_part<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut overlaps, mut apart, mut tight) = (Random::new(seed), 0, 0, 0);
    for i in 0..count {
        let (a, b) = (collider::<V>(&mut random, 1, false), collider::<V>(&mut random, 1, false));
        let [at_a, at_b] = [1.0, 1.5].map(|size| pose::<V>(&Stand::random(&mut random, size), 1.0));
        let found = clearance::clearance(&a, &at_a, &b, &at_b);
        assert!(found.lower <= found.signed_distance, "{i}: {found:?}");
        assert!(found.signed_distance <= found.upper, "{i}: {found:?}");
        let separation = clearance::separation(&a, &at_a, &b, &at_b);
        if !separation.intersects() {
            apart += 1;
            assert_eq!(
                (found.signed_distance, found.lower),
                (separation.distance, separation.lower)
            );
            continue;
        }
        if found.lower == -V::Scalar::INFINITY {
            // Half-spaces.
            continue;
        }
        overlaps += 1;
        tight += usize::from(found.upper.to_f64() < 0.5 * found.lower.to_f64());
        // A little farther, other pieces of shapes that are not convex may be in the way. Convex ones touch.
        let are_convex = matches!((&a, &b), (Collider::Convex(_), Collider::Convex(_)));
        let more = V::Scalar::of(if are_convex { 1e-4 } else { 0.0 });
        let way = found.normal * (more - found.lower);
        let there = Pose::at(way).unwrap() * at_b;
        let moved = separation_by_all_pieces(&a, &at_a, &b, &there);
        assert!(moved.upper.to_f64() > 0.0, "{i}: {found:?} {moved:?}");
    }
    assert!(overlaps > count / 4 && apart > count / 8, "{overlaps} {apart}");
    assert!(tight > overlaps / 8, "{tight} of {overlaps}");
}

#[test]
fn overlaps_end_after_their_translation() {
    translations_part::<Vec3>(1, pairs(60));
    translations_part::<DVec3>(2, pairs(60));
    translations_part::<Vec2>(3, pairs(100));
    translations_part::<DVec2>(4, pairs(100));
}

/// The solid of a convex shape has the depth of the convex shape.
#[test]
fn solids_of_boxes_are_as_deep_as_boxes() {
    let (mut random, mut deep) = (Random::new(7), 0);
    let half = DVec3::new(0.5, 0.7, 0.9);
    let corners: Vec<DVec3> = (0..8)
        .map(|i| DVec3::from_fn(|k| if i >> k & 1 == 0 { -half[k] } else { half[k] }))
        .collect();
    let faces = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    let solid = Solid::new(Mesh::new(corners, faces.to_vec()).unwrap()).unwrap();
    let (as_solid, as_box) = (Collider::from(solid), Cuboid::new(half).unwrap());
    for _ in 0..200 {
        let ball = Sphere::new(random.range(0.1, 0.5)).unwrap();
        let at: Pose<DVec3> = pose(&Stand::random(&mut random, 0.8), 1.0);
        let identity = Pose::IDENTITY;
        let exact = clearance::clearance(&as_box, &identity, &ball, &at);
        let found = clearance::clearance(&as_solid, &identity, &ball, &at);
        assert!(found.lower <= exact.upper && exact.lower <= found.upper, "{found:?} {exact:?}");
        if exact.signed_distance < 0.0 {
            deep += 1;
            let inside = clearance::contains(&as_solid, &identity, at.translation()).unwrap();
            assert!(inside || clearance::intersects(&as_solid, &identity, &ball, &at));
        }
    }
    assert!(deep > 80, "{deep}");
}

/// Immersions against a grid of points.
#[test]
fn no_point_is_deeper_than_the_immersion() {
    let (mut random, mut found_some) = (Random::new(3), 0);
    for i in 0..24 {
        let a = collider::<DVec3>(&mut random, 1, true);
        let b = if i % 2 == 0 {
            Solid::new(closed::<DVec3>(&mut random).0.mended().0).unwrap().into()
        } else {
            collider::<DVec3>(&mut random, 1, true)
        };
        let [at_a, at_b] =
            [0.5, 0.5].map(|size| pose::<DVec3>(&Stand::random(&mut random, size), 1.0));
        let found = clearance::immersion(&a, &at_a, &b, &at_b, 0.05);
        let (lower, upper) = found.map_or((0.0, 1e-9), |found| (found.lower, found.upper));
        assert!(lower <= upper, "{i}");
        if let Some(found) = found {
            found_some += usize::from(found.lower > 0.0);
            let depth = -clearance::signed_distance(&b, &at_b, found.point).unwrap();
            assert!((depth - found.lower).abs() < 1e-6, "{i}: {depth} {found:?}");
            assert!(clearance::contains(&a, &at_a, found.point).unwrap(), "{i}");
        }
        for _ in 0..100 {
            let point = random.in_cube(1.5);
            if clearance::contains(&a, &at_a, point).unwrap() && found.is_some() {
                let depth = -clearance::signed_distance(&b, &at_b, point).unwrap();
                assert!(depth <= upper + 1e-9, "{i}: {depth} {found:?}");
            }
        }
    }
    assert!(found_some > 5, "{found_some}");
}

/// Are intervals at least as narrow as those of an algorithm that asked each facet of B about A and cast all of them
/// back? `known` has its lower and upper bounds by the number of the pair, in single precision.
fn no_wider<V: Maker>(
    seed: u64,
    sizes: [f64; 2],
    mut make: impl FnMut(&mut Random) -> Collider<V>,
    known: &[(usize, f64, f64)],
) -> usize {
    let (mut random, mut narrower) = (Random::new(seed), 0);
    let mut known = known.iter().peekable();
    for i in 0.. {
        let Some((number, lower, upper)) = known.peek() else { break };
        let (a, b) = (make(&mut random), make(&mut random));
        let [at_a, at_b] = sizes.map(|size| pose::<V>(&Stand::random(&mut random, size), 1.0));
        if i < *number {
            continue;
        }
        let found = clearance::clearance(&a, &at_a, &b, &at_b);
        let (new_lower, new_upper) = (found.lower.to_f64(), found.upper.to_f64());
        assert!(new_lower >= lower * (1.0 + 1e-3), "{i}: {found:?}, lower {lower}");
        assert!(new_upper <= upper * (1.0 - 1e-5), "{i}: {found:?}, upper {upper}");
        narrower += usize::from(new_upper - new_lower < 0.9 * (upper - lower));
        known.next();
    }
    narrower
}

#[test]
fn intervals_did_not_grow() {
    let solid =
        |random: &mut Random| Solid::new(closed::<Vec3>(random).0.mended().0).unwrap().into();
    let known = &[
        (1, -0.35730305, -0.2875674),
        (3, -0.24100508, -0.098541126),
        (4, -0.91431147, -0.6165725),
        (6, -0.16849132, -0.12519269),
        (7, -0.63037705, -0.54684585),
        (8, -0.45313385, -0.1913185),
        (9, -0.27314436, -0.18779889),
        (10, -0.4964729, -0.4094948),
        (11, -1.339308, -1.1351665),
        (12, -0.61500245, -0.23879436),
        (13, -0.8160904, -0.5301773),
        (14, -0.077650964, -0.052860487),
    ];
    let mut narrower = no_wider(5, [0.5, 1.5], solid, known);
    let solid =
        |random: &mut Random| Solid::new(closed::<DVec2>(random).0.mended().0).unwrap().into();
    let known = &[
        (0, -0.5196987, -0.36670783),
        (1, -0.69133973, -0.42886105),
        (2, -1.3291745, -1.3235837),
        (3, -0.6769999, -0.013506665),
        (5, -0.82340586, -0.37791544),
        (6, -0.44549066, -0.42538232),
        (7, -0.8110963, -0.57547486),
        (8, -1.0318985, -0.89145696),
        (9, -0.28237113, -0.007058775),
        (10, -1.4923548, -1.2625908),
        (11, -0.10162747, -0.063922055),
        (12, -0.73572505, -0.013741184),
    ];
    narrower += no_wider(6, [0.5, 1.5], solid, known);
    let known = &[
        (2, -0.025749752, -0.025746705),
        (3, -0.5107238, -0.025070574),
        (9, -0.8389817, -0.095568925),
        (12, -0.092799015, -0.04694034),
        (13, -0.23447074, -0.132707),
        (14, -0.5791184, -0.084998466),
        (22, -0.45474064, -0.17723165),
        (24, -0.621638, -0.62101406),
        (25, -0.6303788, -0.6303758),
        (29, -0.25868452, -0.2584229),
        (31, -0.15764438, -0.15764152),
        (35, -1.486211, -0.6404643),
    ];
    narrower += no_wider(1, [1.0, 1.5], |random| collider::<Vec3>(random, 1, false), known);
    let known = &[
        (0, -3.7449858, -0.47859314),
        (1, -1.9708699, -0.3338084),
        (2, -0.5974321, -0.022141587),
        (3, -3.0501974, -0.69889635),
        (4, -0.8664176, -0.52045166),
        (5, -2.0186775, -0.8201374),
        (6, -0.40264544, -0.3391712),
        (7, -0.09497863, -0.09497863),
        (8, -0.47536367, -0.057788894),
        (9, -0.45770133, -0.22884169),
        (10, -0.07164316, -0.028664736),
        (11, -0.18781489, -0.10345136),
    ];
    narrower += no_wider(4, [1.0, 1.5], |random| collider::<DVec2>(random, 1, false), known);
    assert!(narrower > 12, "{narrower}");
}

/// Large solids have an interval, too, in a short time, and its translation parts them.
#[test]
fn large_solids_have_narrow_intervals() {
    let [a, b] = [1, 2].map(|seed| Collider::from(Solid::new(bumpy(24, seed)).unwrap()));
    let mut random = Random::new(9);
    for gap in [0.0, 0.5, 1.0, 1.6, 1.9] {
        let at_a: Pose<Vec3> = pose(&Stand::random(&mut random, 0.0), 1.0);
        let turned: Pose<Vec3> = pose(&Stand::random(&mut random, 0.0), 1.0);
        let at_b = Pose::at((random.direction3() * gap).as_vec3()).unwrap() * turned;
        let found = clearance::clearance(&a, &at_a, &b, &at_b);
        assert!(found.lower <= found.upper && found.upper < 0.0, "{gap}: {found:?}");
        assert!(found.upper < 0.7 * found.lower, "{gap}: {found:?}");
        let there = Pose::at(found.normal * -found.lower).unwrap() * at_b;
        assert!(!clearance::intersects(&a, &at_a, &b, &there), "{gap}: {found:?}");
    }
}

/// Of surfaces that lie on each other everywhere, neither a gap nor an overlap may be proven; work is bounded, and a
/// tiny translation parts them. Of a solid on itself, only a long one does.
#[test]
fn surfaces_that_lie_on_each_other() {
    let floor = Collider::from(HeightField::<Vec3>::new(&[[0.0; 40]; 40], [0.05, 0.05]).unwrap());
    let shifted = Pose::at(Vec3::new(0.013, 0.017, 0.0)).unwrap();
    let found = clearance::clearance(&floor, &Pose::IDENTITY, &floor, &shifted);
    assert!(found.lower > -1e-4 && found.lower <= 0.0 && found.upper >= 0.0, "{found:?}");
    let solid = Collider::from(Solid::new(bumpy(20, 1)).unwrap());
    let found = clearance::clearance(&solid, &Pose::IDENTITY, &solid, &Pose::IDENTITY);
    assert!(found.lower > -2.1 && found.upper < -1.7, "{found:?}");
}
