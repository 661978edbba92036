//! The fast path for polytopes that touch in one point, against the general path, which a query
//! with an observer takes.

use clearance::answer::FeaturePart;
use clearance::glam::DVec3;
use clearance::shape::Triangle;
use clearance::{ContactPoint, Manifold, Pose, Query, Shape};
use clearance_testing::Random;

use super::bodies::*;
use super::boxes::{general, in_world};
use super::check::{Body, Trial};

/// Counts of the outcomes.
#[derive(Debug, Default)]
struct Hits {
    apart: usize,
    /// More than one point: both queries took the general path.
    many: usize,
    /// A vertex over a face of A, a vertex over a face of B, and two edges.
    over: [usize; 2],
    edges: usize,
    /// One point with other features.
    other: usize,
    /// The same point, named after another of two edges that nearly coincide.
    renamed: usize,
    wrong: usize,
}

impl Hits {
    fn look(&mut self, a: Body<DVec3>, b: Body<DVec3>, margin: f64) {
        let there = general(&a, &b, margin);
        let here = Query::new(&a.0, &a.1, &b.0, &b.1).manifold(margin);
        let size = Trial { a: a.clone(), b: b.clone(), margin, straight: true }.size();
        let (Some(short), Some(long)) = (here, there) else {
            let least = [here, there].into_iter().flatten().map(|m| m.deepest().separation);
            // A clearance close to the margin may round to either side of it.
            self.wrong += least.filter(|s| *s < margin - 1e-12 * size).count();
            self.apart += 1;
            return;
        };
        // At depth 0 there are many normals, and two boxes have a fast path of their own.
        let touching = long.deepest().separation.abs() <= 1e-12 * size;
        if !touching && !is_same(&short, &long, size, true) {
            if is_same(&short, &long, size, false) {
                self.renamed += 1;
            } else {
                println!("{short:?}\n{long:?}\n{a:?}\n{b:?}");
                self.wrong += 1;
            }
        }
        let [ContactPoint { feature, .. }] = *short.points() else {
            self.many += 1;
            return;
        };
        match (feature.a(), feature.b()) {
            (FeaturePart::Face(_), FeaturePart::Vertex(_)) => self.over[0] += 1,
            (FeaturePart::Vertex(_), FeaturePart::Face(_)) => self.over[1] += 1,
            (FeaturePart::Edge(_), FeaturePart::Edge(_)) => self.edges += 1,
            _ => self.other += 1,
        }
    }
}

/// The same points, and the same names if `by_name`.
fn is_same(p: &Manifold<DVec3>, q: &Manifold<DVec3>, size: f64, by_name: bool) -> bool {
    let near = |a: DVec3, b: DVec3| (a - b).length() <= 1e-9 * size;
    let matches = |p: &ContactPoint<DVec3>| {
        q.points().iter().any(|q| {
            (q.feature == p.feature || !by_name)
                && near(p.point_a, q.point_a)
                && near(p.point_b, q.point_b)
                && (p.separation - q.separation).abs() <= 1e-12 * size
        })
    };
    p.points().len() == q.points().len()
        && (p.normal - q.normal).length() <= 1e-9
        && p.points().iter().all(matches)
}

fn any(random: &mut Random) -> Shape<DVec3> {
    let mut point = |flat: f64| random.direction3() * DVec3::new(1.0, 0.8, flat);
    let few: Vec<DVec3> = (0..8).map(|_| point(1.0)).collect();
    let many: Vec<DVec3> = (0..40).map(|_| point(0.9)).collect();
    let thin: Vec<DVec3> = (0..12).map(|_| point(0.05)).collect();
    let corners = [point(1.0), point(1.0), point(1.0)];
    let along = point(1.0);
    match random.below(7) {
        // A hull that is only a segment.
        5 => Triangle::new(along, along * -0.5, along * 0.25).unwrap().into(),
        6 => hull(vec![along, along * -0.5, along * 0.25]),
        0 => hull(few),
        1 => hull(many),
        2 => hull(thin),
        3 => cuboid([1.0, 0.7, 0.5]),
        _ => Triangle::new(corners[0], corners[1], corners[2]).unwrap().into(),
    }
}

#[test]
fn one_point_is_that_of_the_general_path() {
    let (mut random, mut hits) = (Random::new(77), Hits::default());
    for _ in 0..20_000 {
        let [a, b] = [any(&mut random), any(&mut random)];
        let at_a = Pose::new(random.in_cube(2.0), random.rotation()).unwrap();
        let (q, way) = (random.rotation(), random.direction3() * 4.0);
        let target = [-0.1, -0.01, -1e-3, 0.0, 1e-3, 0.01, 0.1][random.below(7)];
        let b = placed(&(a.clone(), Pose::IDENTITY), &b, q, way, target);
        let a = (a, at_a);
        let b = in_world(&a, b);
        hits.look(a, b, [0.0, 0.005, 0.02, 0.2][random.below(4)]);
    }
    println!("{hits:?}");
    assert_eq!(hits.wrong, 0, "{hits:?}");
    assert!(hits.renamed <= 3, "{hits:?}");
    let Hits { over: [over_a, over_b], edges, many, .. } = hits;
    assert!(over_a > 300 && over_b > 300 && edges > 1_500 && many > 2_000, "{hits:?}");
}
