//! The fast paths for pairs of 2D kinds, against the general path, which a query with an observer
//! takes.

use std::f64::consts::FRAC_PI_2;

use clearance::glam::{DVec2, Vec2};
use clearance::number::Scalar;
use clearance::shape::{Ball, Capsule, ConvexShape, Cuboid, Segment};
use clearance::space::Vector;
use clearance::{Manifold, Pose, Query, Rounded, Shape};
use clearance_testing::Random;

use super::polygons::{Hits, any, at, direction};

/// Draws a shape.
type Draw<'d> = &'d dyn Fn(&mut Random) -> Shape<DVec2>;

/// Half extents of random size; some are thin.
pub fn extents(random: &mut Random) -> DVec2 {
    let thin = [1.0, 1.0, 0.5, 0.05, 1e-4][random.below(5)];
    let half = DVec2::new(1.0, thin) * [0.5, 0.5, 0.05, 2.0][random.below(4)];
    if random.below(2) == 0 { half } else { DVec2::new(half.y, half.x) }
}

fn rectangle(random: &mut Random) -> Shape<DVec2> {
    ConvexShape::from(Cuboid::new(extents(random)).unwrap()).into()
}

/// Pairs at a clearance, rotated at random or by nearly a right angle, near the origin or far from
/// it.
fn pairs(seed: u64, count: usize, [draw_a, draw_b]: [Draw<'_>; 2]) -> Hits {
    let (mut random, mut hits) = (Random::new(seed), Hits::default());
    for _ in 0..count {
        let far = [0.0, 0.0, 0.0, 1e4][random.below(4)];
        let (shape_a, shape_b) = (draw_a(&mut random), draw_b(&mut random));
        let turn = random.range(-3.0, 3.0);
        let a = (shape_a, Pose::new(direction(&mut random) * (1.0 + far), turn).unwrap());
        let lean = [0.0, 1e-15, 1e-9, 1e-3, 0.1][random.below(5)] * random.range(-1.0, 1.0);
        let level = turn + random.below(4) as f64 * FRAC_PI_2 + lean;
        let angle = if random.below(2) == 0 { random.range(-3.0, 3.0) } else { level };
        let target = [-0.3, -0.02, 0.0, 1e-3, 0.01, 0.1, 1.0][random.below(7)];
        let mut way = direction(&mut random) * 3.0;
        if random.below(3) == 0 {
            // Along an axis of A, slightly off the centre.
            let (axis, aside) = (DVec2::from_angle(turn), random.range(-0.5, 0.5));
            way = if random.below(2) == 0 { axis } else { axis.perp() } * 3.0 + axis * aside;
        }
        let b = at(&a, &shape_b, angle, way, target);
        hits.look(a, b, [0.0, 0.02, 0.2][random.below(3)]);
    }
    println!("{hits:?}");
    assert_eq!(hits.wrong, 0);
    hits
}

#[test]
fn rectangles_by_their_axes() {
    let hits = pairs(61, 40_000, [&rectangle, &rectangle]);
    assert!(hits.points.iter().all(|n| *n > 3_000) && hits.asked > 1_000, "{hits:?}");
    assert!(hits.other * 100 < hits.same, "{hits:?}");
    assert!(hits.other_axis * 200 < hits.same, "{hits:?}");
}

fn circle(random: &mut Random) -> Shape<DVec2> {
    ConvexShape::from(Ball::new([0.0, 0.01, 0.3, 2.0][random.below(4)]).unwrap()).into()
}

/// A shape with sharp or with rounded corners.
fn flat(random: &mut Random) -> Shape<DVec2> {
    if random.below(4) == 0 { round(random) } else { any(random) }
}

fn round(random: &mut Random) -> Shape<DVec2> {
    let Shape::Convex(shape) = any(random) else { unreachable!() };
    Rounded::new(shape.inner().clone(), 0.1).unwrap().into()
}

fn line(random: &mut Random) -> Shape<DVec2> {
    let ends = [(); 2].map(|()| direction(random) * random.unit());
    if random.below(3) == 0 {
        return ConvexShape::from(Segment::new(ends[0], ends[1]).unwrap()).into();
    }
    ConvexShape::from(Capsule::new(ends[0], ends[1], random.range(0.01, 0.5)).unwrap()).into()
}

#[test]
fn circles_by_the_nearest_edge() {
    for (seed, draw) in [(63, [&circle as Draw<'_>, &flat]), (64, [&flat, &circle])] {
        let hits = pairs(seed, 30_000, draw);
        assert!(hits.points[0] > 10_000 && hits.asked > 1_000, "{hits:?}");
        assert!(hits.other * 500 < hits.same, "{hits:?}");
        assert!(hits.other_axis * 200 < hits.same, "{hits:?}");
    }
}

#[test]
fn circles_and_lines() {
    for (seed, draw) in [(65, [&circle as Draw<'_>, &line]), (66, [&line, &circle])] {
        let hits = pairs(seed, 10_000, draw);
        assert!(hits.points[0] > 4_000, "{hits:?}");
        assert!(hits.other * 500 < hits.same, "{hits:?}");
        assert!(hits.other_axis * 200 < hits.same, "{hits:?}");
    }
    let hits = pairs(67, 10_000, [&circle, &circle]);
    assert!(hits.points[0] > 4_000 && hits.other + hits.other_axis == 0, "{hits:?}");
}

#[test]
fn capsules_by_the_normals_of_both() {
    for (seed, draw) in [(68, [&line as Draw<'_>, &any]), (69, [&any, &line])] {
        let hits = pairs(seed, 40_000, draw);
        assert!(hits.points.iter().all(|n| *n > 5_000) && hits.asked > 1_000, "{hits:?}");
        assert!(hits.other * 500 < hits.same, "{hits:?}");
        assert!(hits.other_axis * 500 < hits.same, "{hits:?}");
    }
    // At rounded corners the general path finds two more points, which nearly coincide.
    let hits = pairs(70, 10_000, [&line, &round]);
    assert!(hits.points.iter().all(|n| *n > 1_000) && hits.asked > 100, "{hits:?}");
    assert!(hits.other * 10 < hits.same && hits.other_axis * 500 < hits.same, "{hits:?}");
}

/// `f32` against `f64` on the same numbers: the answers differ by the final rounding only.
fn both_precisions(
    seed: u64,
    draw: impl Fn(&mut Random) -> ([Shape<Vec2>; 2], [Shape<DVec2>; 2]),
) -> usize {
    let (mut random, mut found) = (Random::new(seed), 0);
    for _ in 0..10_000 {
        let ([a, b], [wide_a, wide_b]) = draw(&mut random);
        let mut pose = |by: f64| {
            let at = direction(&mut random) * by * random.unit();
            Pose::new(Vec2::narrow(at), random.range(-3.0, 3.0) as f32).unwrap()
        };
        let (pose_a, pose_b) = (pose(0.1), pose(1.2));
        let narrow = Query::new(&a, &pose_a, &b, &pose_b).manifold(0.02);
        let margin = f64::from(0.02_f32);
        let wide = Query::new(&wide_a, &pose_a.widen(), &wide_b, &pose_b.widen()).manifold(margin);
        assert_eq!(narrow, wide.as_ref().map(narrowed));
        found += usize::from(narrow.is_some());
    }
    found
}

fn narrowed(m: &Manifold<DVec2>) -> Manifold<Vec2> {
    let points = m.points().iter().map(|p| clearance::ContactPoint {
        point_a: Vec2::narrow(p.point_a),
        point_b: Vec2::narrow(p.point_b),
        separation: f32::of(p.separation),
        feature: p.feature,
        persisted: p.persisted,
        previous: p.previous,
    });
    Manifold::new(Vec2::narrow(m.normal), points)
}

#[test]
fn f32_differs_from_f64_by_the_final_rounding() {
    let found = both_precisions(62, |random| {
        let [half_a, half_b] = [(); 2].map(|()| Vec2::narrow(extents(random)));
        let narrow = |half| ConvexShape::from(Cuboid::new(half).unwrap()).into();
        let wide = |half: Vec2| ConvexShape::from(Cuboid::new(half.widen()).unwrap()).into();
        ([half_a, half_b].map(narrow), [half_a, half_b].map(wide))
    });
    assert!(found > 2_000, "{found}");
}
