//! The fast path for polygons, against the general path, which a query with an observer takes.

use std::f64::consts::TAU;

use clearance::glam::DVec2;
use clearance::shape::{ConvexShape, Cuboid, Hull, Point, Polygon, Segment, Triangle};
use clearance::trace::{Step, Trace};
use clearance::{Cache, Manifold, Pose, Query, Rounded, Shape, clearance};
use clearance_testing::Random;

use super::check::{Body, Trial};
use super::rest::count;

/// An observer that ignores all steps.
struct IgnoreAll;

impl Trace<DVec2> for IgnoreAll {
    fn step(&mut self, _: Step<'_, DVec2>) {}
}

/// Counts of the outcomes.
#[derive(Debug, Default)]
pub struct Hits {
    apart: usize,
    /// The fast path had no answer, and the general path ran.
    pub asked: usize,
    /// Answers of the fast path.
    pub points: [usize; 2],
    /// Both paths give the same names; or points along another axis; or other names.
    pub same: usize,
    pub other_axis: usize,
    pub other: usize,
    pub wrong: usize,
}

impl Hits {
    pub fn look(&mut self, a: Body<DVec2>, b: Body<DVec2>, margin: f64) {
        let long = Query::new(&a.0, &a.1, &b.0, &b.1).trace(&mut IgnoreAll).manifold(margin);
        let mut cache = Cache::default();
        let (short, asked) = count([&a.0, &b.0], [&a.1, &b.1], margin, &mut cache);
        let was_asked = asked.supports > 0;
        self.asked += usize::from(was_asked);
        let trial = Trial { a, b, margin, straight: true };
        let (size, report) = (trial.size(), trial.check());
        self.wrong += usize::from(!report.complaints.is_empty());
        if !report.complaints.is_empty() {
            println!("{:?} {short:?} {long:?}", report.complaints);
        }
        let (Some(short), Some(long)) = (short, long) else {
            self.apart += 1;
            // A clearance close to the margin may round to either side of it.
            let least = [short, long].into_iter().flatten().map(|m| m.deepest().separation);
            self.wrong += least.filter(|s| *s < margin - 1e-12 * size).count();
            return;
        };
        self.points[short.points().len() - 1] += usize::from(!was_asked);
        if (short.deepest().separation - long.deepest().separation).abs() > 1e-12 * size {
            println!("off: {short:?} {long:?}");
            self.wrong += 1;
        }
        if is_same(&short, &long, size) {
            self.same += 1;
        } else if (short.normal - long.normal).length() > 1e-9 {
            self.other_axis += 1;
        } else {
            self.other += 1;
        }
    }
}

/// The points have the same names and positions.
fn is_same(p: &Manifold<DVec2>, q: &Manifold<DVec2>, size: f64) -> bool {
    let matches = |p: &clearance::ContactPoint<DVec2>| {
        let same = q.points().iter().find(|q| q.feature == p.feature);
        same.is_some_and(|q| (p.point_a - q.point_a).length() <= 5e-3 * size)
    };
    p.points().len() == q.points().len() && p.points().iter().all(matches)
}

/// A rectangle, a polygon in either orientation, or a hull, of random size; some are thin.
pub fn any(random: &mut Random) -> Shape<DVec2> {
    let thin = [1.0, 1.0, 0.5, 0.05][random.below(4)];
    let size = DVec2::new(1.0, thin) * [1.0, 1.0, 0.1][random.below(3)];
    let kind = random.below(4);
    if kind == 0 {
        return ConvexShape::from(Cuboid::new(size * 0.5).unwrap()).into();
    }
    if random.below(8) == 0 {
        let [p, q, r] = [(); 3].map(|()| DVec2::new(random.unit(), random.unit()) * size);
        return ConvexShape::from(Triangle::new(p, q, r).unwrap()).into();
    }
    let (regular, turn) = (random.below(3) == 0, random.unit());
    let most = [6, 40][random.below(2)];
    let sides = 3 + random.below(most);
    let mut shares: Vec<f64> = (0..sides)
        .map(|i| if regular { (i as f64 + turn) / sides as f64 } else { random.unit() })
        .collect();
    shares.sort_by(f64::total_cmp);
    if kind == 1 {
        shares.reverse();
    }
    let corner = |share: &f64| {
        let (sin, cos) = libm::sincos(share * TAU);
        DVec2::new(cos, sin) * size * 0.5
    };
    let corners: Vec<DVec2> = shares.iter().map(corner).collect();
    if kind == 3 {
        return ConvexShape::from(Hull::new(corners).unwrap()).into();
    }
    ConvexShape::from(Polygon::new(corners).unwrap()).into()
}

/// `b` at a clearance of `target` from `a`.
pub fn at(a: &Body<DVec2>, b: &Shape<DVec2>, angle: f64, way: DVec2, target: f64) -> Body<DVec2> {
    let pose = Pose::new(a.1.translation() + way, angle).unwrap();
    let answer = clearance(&a.0, &a.1, b, &pose);
    let shift = answer.normal * (target - answer.signed_distance);
    (b.clone(), Pose::new(pose.translation() + shift, angle).unwrap())
}

pub fn direction(random: &mut Random) -> DVec2 {
    let (sin, cos) = libm::sincos(random.range(0.0, TAU));
    DVec2::new(cos, sin)
}

#[test]
fn polygons_at_random() {
    let (mut random, mut hits) = (Random::new(51), Hits::default());
    for _ in 0..30_000 {
        let [a, b] = [any(&mut random), any(&mut random)];
        let a = (a, Pose::new(direction(&mut random), random.range(-3.0, 3.0)).unwrap());
        let target = [-0.1, -0.01, 0.0, 0.01, 0.1][random.below(5)];
        let (way, angle) = (direction(&mut random) * 3.0, random.range(-3.0, 3.0));
        let b = at(&a, &b, angle, way, target);
        hits.look(a, b, [0.0, 0.02, 0.2][random.below(3)]);
    }
    println!("{hits:?}");
    assert_eq!(hits.wrong, 0);
    assert!(hits.points.iter().all(|n| *n > 1_500) && hits.asked > 1_000, "{hits:?}");
    assert!(hits.other * 200 < hits.same, "{hits:?}");
    assert_eq!(hits.other_axis, 0, "{hits:?}");
}

/// A circle, a capsule, or a polygon with a radius, which may be 0.
fn rounded(random: &mut Random) -> Shape<DVec2> {
    let radius = [0.0, 0.02, 0.3][random.below(3)];
    let shape = match random.below(4) {
        0 => ConvexShape::from(Point::new(DVec2::ZERO).unwrap()),
        1 => {
            let [p, q] = [(); 2].map(|()| DVec2::new(random.unit(), random.unit()));
            Segment::new(p, q).unwrap().into()
        }
        _ => {
            let Shape::Convex(shape) = any(random) else { unreachable!() };
            shape.inner().clone()
        }
    };
    Rounded::new(shape, radius).unwrap().into()
}

#[test]
fn rounded_polygons_at_random() {
    let (mut random, mut hits) = (Random::new(55), Hits::default());
    for _ in 0..30_000 {
        let [a, b] = [rounded(&mut random), rounded(&mut random)];
        let a = (a, Pose::new(direction(&mut random), random.range(-3.0, 3.0)).unwrap());
        let target = [-0.1, -0.01, 0.0, 0.01, 0.1][random.below(5)];
        let (way, angle) = (direction(&mut random) * 3.0, random.range(-3.0, 3.0));
        let b = at(&a, &b, angle, way, target);
        hits.look(a, b, [0.0, 0.02, 0.2][random.below(3)]);
    }
    println!("{hits:?}");
    assert_eq!(hits.wrong, 0);
    assert!(hits.points.iter().all(|n| *n > 1_500), "{hits:?}");
    // At a rounded corner the general path finds two more points, which nearly coincide.
    assert!(hits.other * 20 < hits.same, "{hits:?}");
    assert_eq!(hits.other_axis, 0, "{hits:?}");
}

/// The polygons have an edge on each other, or nearly so.
#[test]
fn polygons_that_lie_on_each_other() {
    let (mut random, mut hits) = (Random::new(52), Hits::default());
    for _ in 0..30_000 {
        let [a, b] = [any(&mut random), any(&mut random)];
        let turn = [0.0, random.range(-3.0, 3.0)][random.below(2)];
        let a = (a, Pose::new(direction(&mut random), turn).unwrap());
        let way = direction(&mut random);
        // Rotated so that an edge of B faces one of A.
        let edge = |shape: &Shape<DVec2>, way: DVec2| {
            let Shape::Convex(shape) = shape else { unreachable!() };
            let mut face = clearance::shape::Face::new();
            clearance::Convex::face(shape, way, &mut face);
            face.normal
        };
        let up = edge(&a.0, way).rotate(DVec2::from_angle(turn));
        let angle = (-up).to_angle() - edge(&b, DVec2::X).to_angle();
        let lean = [0.0, 1e-14, 1e-9, 1e-4, 0.02][random.below(5)] * random.range(-1.0, 1.0);
        let aside = up.perp() * random.range(-0.3, 0.3);
        let target = [0.0, -1e-3, 1e-3, -0.05][random.below(4)];
        let b = at(&a, &b, angle + lean, up * 3.0 + aside, target);
        hits.look(a, b, [0.0, 0.02][random.below(2)]);
    }
    println!("{hits:?}");
    assert_eq!(hits.wrong, 0);
    assert!(hits.points[1] > 10_000 && hits.points[0] > 500, "{hits:?}");
    assert!(hits.other * 50 < hits.same, "{hits:?}");
    assert_eq!(hits.other_axis, 0, "{hits:?}");
}

/// For polygons that move by more than a resting contact may, a query with a cache finds the points of
/// one without.
#[test]
fn moving_polygons_have_the_same_points_with_a_cache() {
    let (mut random, mut points, mut other, mut apart) = (Random::new(54), [0; 2], 0, 0);
    for _ in 0..2_000 {
        let [a, b] = [any(&mut random), any(&mut random)];
        let a = (a, Pose::new(direction(&mut random), random.range(-3.0, 3.0)).unwrap());
        let target = [-0.1, -0.01, 0.01, 0.1][random.below(4)];
        let (way, angle) = (direction(&mut random) * 3.0, random.range(-3.0, 3.0));
        let mut b = at(&a, &b, angle, way, target);
        let (mut cache, step) = (Cache::default(), [1e-3, 1e-2][random.below(2)]);
        for k in 0..16 {
            let margin = 0.02;
            let warm = Query::new(&a.0, &a.1, &b.0, &b.1).cache(&mut cache).manifold(margin);
            let cold = Query::new(&a.0, &a.1, &b.0, &b.1).manifold(margin);
            match (warm, cold) {
                (Some(warm), Some(cold)) => {
                    points[warm.points().len() - 1] += 1;
                    let off = warm.deepest().separation - cold.deepest().separation;
                    assert!(off.abs() <= 1e-13, "{warm:?} {cold:?}");
                    other += usize::from(!is_same(&warm, &cold, 1e-8));
                }
                (None, None) => apart += 1,
                one => panic!("{one:?}"),
            }
            // The steps are large; every sixth one is far.
            let by = if k % 6 == 5 { 0.3 } else { step };
            let shift = direction(&mut random) * by;
            let angle = angle + by * random.range(-1.0, 1.0) * (k + 1) as f64;
            b.1 = Pose::new(b.1.translation() + shift, angle).unwrap();
        }
    }
    println!("{points:?} {other} {apart}");
    assert!(points.iter().all(|n| *n > 3_000) && apart > 3_000, "{points:?} {apart}");
    assert!(other * 1000 < points[0] + points[1], "{other}");
}
