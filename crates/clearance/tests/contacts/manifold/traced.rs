//! What an observer receives about a contact: the faces, how each was clipped by the other, the
//! candidate points, and which of them are kept. These are the points of the manifold.

use std::f64::consts::TAU;

use clearance::answer::FeatureId;
use clearance::glam::{DVec2, DVec3};
use clearance::shape::{ConvexShape, Polygon};
use clearance::space::DVector;
use clearance::trace::{Step, Trace};
use clearance::{Manifold, Pose, Query, Shape};
use clearance_testing::Random;

use super::bodies::*;

/// A candidate point.
struct Candidate<W> {
    a: W,
    b: W,
    separation: f64,
    feature: FeatureId,
}

/// The recorded steps.
struct Recorded<W> {
    faces: [Vec<W>; 2],
    cuts: Vec<Cut<W>>,
    candidates: Vec<Candidate<W>>,
    kept: Vec<u32>,
}

struct Cut<W> {
    ends: [W; 2],
    left: Vec<W>,
    by: [Option<u32>; 2],
}

impl<W> Default for Recorded<W> {
    fn default() -> Self {
        let faces = [Vec::new(), Vec::new()];
        Self { faces, cuts: Vec::new(), candidates: Vec::new(), kept: Vec::new() }
    }
}

impl<W: DVector> Trace<W> for Recorded<W> {
    fn step(&mut self, step: Step<'_, W>) {
        match step {
            Step::Facing { a, b, .. } => {
                *self = Self { faces: [a.into(), b.into()], ..Self::default() }
            }
            Step::Cut { ends, left, by, .. } => self.cuts.push(Cut { ends, left: left.into(), by }),
            Step::Touch { a, b, separation, feature } => {
                self.candidates.push(Candidate { a, b, separation, feature });
            }
            Step::Keep { kept } => self.kept = kept.into(),
            _ => {}
        }
    }
}

/// Counts of the outcomes.
#[derive(Debug, Default)]
struct Hits {
    manifolds: usize,
    /// There were more candidates than points.
    reduced: usize,
    /// Of an edge nothing is left, or all of it, or the part between two edges of the other face.
    nothing: usize,
    whole: usize,
    between: usize,
}

impl Hits {
    /// A is at the origin, so that its frame is the world.
    fn look<V>(&mut self, a: &Shape<V>, b: &Shape<V>, pose: &Pose<V>, margin: f64)
    where
        V: DVector,
    {
        let mut recorded = Recorded::default();
        let here = Pose::IDENTITY;
        let found = Query::new(a, &here, b, pose).trace(&mut recorded).manifold(margin);
        let Some(found) = found else {
            return assert!(recorded.kept.is_empty(), "no contact, but points are kept");
        };
        self.manifolds += 1;
        self.reduced += usize::from(recorded.candidates.len() > recorded.kept.len());
        check_points(&recorded, &found, margin);
        for cut in &recorded.cuts {
            self.check(cut);
        }
    }

    fn check<W: DVector>(&mut self, cut: &Cut<W>) {
        let [from, to] = cut.ends;
        let way = to - from;
        for point in &cut.left {
            let t = way.dot(*point - from) / way.dot(way);
            let off = (*point - from - way * t).norm();
            assert!((-1e-9..=1.0 + 1e-9).contains(&t) && off < 1e-9 * (1.0 + way.norm()));
        }
        match (&cut.left[..], cut.by) {
            ([], by) => {
                assert_eq!(by, [None; 2]);
                self.nothing += 1;
            }
            (_, [None, None]) => self.whole += 1,
            (_, [Some(_), Some(_)]) => self.between += 1,
            _ => {}
        }
    }
}

/// The kept candidates are the points of the manifold, in their order, and none is beyond the
/// margin.
fn check_points<V: DVector>(recorded: &Recorded<V>, found: &Manifold<V>, margin: f64) {
    assert_eq!(recorded.kept.len(), found.points().len());
    for (number, point) in recorded.kept.iter().zip(found.points()) {
        let Candidate { a, b, separation, feature } = recorded.candidates[*number as usize];
        assert_eq!(feature, point.feature);
        let off = (a - point.point_a).norm() + (b - point.point_b).norm();
        assert!(off < 1e-12 && (separation - point.separation).abs() < 1e-12, "{off:e}");
    }
    assert!(recorded.candidates.iter().all(|candidate| candidate.separation <= margin));
    assert!(recorded.faces.iter().all(|face| !face.is_empty()));
}

#[test]
fn bodies_that_lie_on_each_other() {
    let (mut random, mut hits) = (Random::new(61), Hits::default());
    for _ in 0..3_000 {
        let a = [cuboid([1.0, 0.7, 0.5]), prism(5, 1.0, 0.5)][random.below(2)].clone();
        let b = [cuboid([0.8, 0.6, 0.5]), prism(6, 0.8, 0.5)][random.below(2)].clone();
        let spin = clearance::glam::DQuat::from_rotation_z(random.range(-3.0, 3.0));
        let at = DVec3::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0), 0.99);
        let pose = Pose::new(at, slight_turn(&mut random) * spin).unwrap();
        hits.look(&a, &b, &pose, [0.0, 0.02][random.below(2)]);
    }
    println!("{hits:?}");
    assert!(hits.manifolds > 2_000 && hits.reduced > 500, "{hits:?}");
    assert!(hits.nothing > 1_000 && hits.whole > 500 && hits.between > 1_000, "{hits:?}");
}

#[test]
fn polygons() {
    let (mut random, mut hits) = (Random::new(62), Hits::default());
    for _ in 0..3_000 {
        let ring = |random: &mut Random, n: usize| -> Shape<DVec2> {
            let turn = random.range(0.0, 1.0);
            let corner = |k: usize| DVec2::from_angle(turn + TAU * k as f64 / n as f64);
            let polygon = Polygon::new((0..n).map(corner).collect::<Vec<_>>()).unwrap();
            ConvexShape::from(polygon).into()
        };
        let [n, m] = [(); 2].map(|()| 3 + random.below(4));
        let (a, b) = (ring(&mut random, n), ring(&mut random, m));
        let way = DVec2::from_angle(random.range(-3.0, 3.0)) * random.range(1.2, 1.9);
        let pose = Pose::new(way, random.range(-3.0, 3.0)).unwrap();
        hits.look(&a, &b, &pose, [0.0, 0.05][random.below(2)]);
    }
    println!("{hits:?}");
    assert!(hits.manifolds > 1_000, "{hits:?}");
}
