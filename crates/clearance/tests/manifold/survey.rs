//! Many pairs of each kind.

use clearance::glam::{DVec2, DVec3};
use clearance::{Pose, Shape};

use crate::check::{Body, Report, Ruled, Trial};
use crate::common::Random;
use crate::pairs::{Maker, Pair};

/// How many manifolds had that many points.
#[derive(Debug, Default)]
struct Hits {
    none: usize,
    points: [usize; 4],
}

impl Hits {
    fn count<V: Ruled<Scalar = f64, Wide = V>>(&mut self, report: &Report<V>) {
        match &report.manifold {
            None => self.none += 1,
            Some(manifold) => self.points[manifold.points().len() - 1] += 1,
        }
    }
}

fn random_pairs<V: Maker<Scalar = f64, Wide = V> + Ruled>(seed: u64, count: usize) -> Hits {
    let mut wrong = 0;
    let (mut random, mut hits) = (Random::new(seed), Hits::default());
    for i in 0..count {
        let pair = Pair::random::<V>(&mut random);
        let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses(1.0));
        let margin = [0.0, 0.02, 0.5][random.below(3)];
        let straight = !pair.a.curved() && !pair.b.curved();
        let trial = Trial { a: (a, pose_a), b: (b, pose_b), margin, straight };
        let report = trial.check();
        if !report.complaints.is_empty() {
            let kinds = (pair.a.kind, pair.a.margin, pair.b.kind, pair.b.margin);
            let Report { complaints, answer, .. } = &report;
            println!(
                "pair {i}, {kinds:?} {}: {complaints:#?} {}",
                answer.signed_distance,
                answer.algorithm.name()
            );
            wrong += 1;
        }
        hits.count(&report);
    }
    assert_eq!(wrong, 0, "of {count}");
    hits
}

#[test]
fn random_pairs_in_space() {
    let hits = random_pairs::<DVec3>(1, 20_000);
    println!("{hits:?}");
}

#[test]
fn random_pairs_in_the_plane() {
    let hits = random_pairs::<DVec2>(2, 20_000);
    println!("{hits:?}");
}
