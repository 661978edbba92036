//! Many pairs of each kind: random ones, and ones that lie on each other.

use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::space::Motion;
use clearance::verify::Verdict;
use clearance::{Manifold, Pose, Shape};
use clearance_testing::Random;

use super::bodies::*;
use super::check::{Report, Ruled, Trial};
use crate::common::pairs::{Maker, Pair};

/// How many manifolds had each number of points, and how many were mirrored by swapping A and B.
#[derive(Debug, Default)]
struct Hits {
    none: usize,
    points: [usize; 4],
    mirrored: usize,
    wrong: usize,
    /// Verdicts of the independent checker, which runs on one in `LOOKED_AT` manifolds with points.
    proven: usize,
    unproven: usize,
}

/// The checker takes a hundred times as long as the query.
const LOOKED_AT: usize = 50;

impl Hits {
    fn count<V>(&mut self, trial: &Trial<V>, report: &Report<V>, name: &str)
    where
        V: Ruled<Scalar = f64, Wide = V>,
    {
        match &report.manifold {
            None => self.none += 1,
            Some(manifold) => {
                self.points[manifold.points().len() - 1] += 1;
                if self.points.iter().sum::<usize>() % LOOKED_AT == 0 {
                    self.look(trial, manifold, name);
                }
            }
        }
        self.mirrored += usize::from(trial.mirror_complaint(report).is_none());
        if !report.complaints.is_empty() {
            let Report { complaints, answer, .. } = report;
            println!("{name}: {complaints:#?} {:e}", answer.signed_distance);
            self.wrong += 1;
        }
    }

    fn look<V>(&mut self, trial: &Trial<V>, manifold: &Manifold<V>, name: &str)
    where
        V: Ruled<Scalar = f64, Wide = V>,
    {
        match trial.verdict(manifold) {
            Verdict::Proven => self.proven += 1,
            Verdict::Unproven => {
                println!("{name}: unproven {manifold:?}");
                self.unproven += 1;
            }
            Verdict::Refuted => panic!("{name}: {manifold:?}"),
        }
    }

    /// The least percentages of manifolds of one, two, three and four points, and of mirrored ones.
    #[track_caller]
    fn expect(&self, name: &str, points: [usize; 4], mirrored: f64) {
        let count = self.none + self.points.iter().sum::<usize>();
        println!("{name}: {self:?}");
        assert_eq!(self.wrong, 0, "{name}: of {count}");
        for (k, least) in points.into_iter().enumerate() {
            assert!(self.points[k] * 100 >= least * count, "{name}: {} points, {self:?}", k + 1);
        }
        assert!(self.proven > 150 && self.unproven * 100 <= self.proven, "{name}: {self:?}");
        let share = 100.0 * self.mirrored as f64 / count as f64;
        assert!(share >= mirrored, "{name}: {share} % mirrored");
    }
}

fn random_pairs<V: Maker<Scalar = f64, Wide = V> + Ruled>(seed: u64, count: usize) -> Hits {
    let (mut random, mut hits) = (Random::new(seed), Hits::default());
    for i in 0..count {
        let pair = Pair::random::<V>(&mut random);
        let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses(1.0));
        let margin = [0.0, 0.02, 0.5][random.below(3)];
        let straight = !pair.a.curved() && !pair.b.curved();
        let trial = Trial { a: (a, pose_a), b: (b, pose_b), margin, straight };
        hits.count(&trial, &trial.check(), &format!("{i}: {:?} {:?}", pair.a.kind, pair.b.kind));
    }
    hits
}

#[test]
fn random_pairs_in_space() {
    random_pairs::<DVec3>(1, 25_000).expect("in space", [50, 3, 1, 1], 99.5);
}

#[test]
fn random_pairs_in_the_plane() {
    random_pairs::<DVec2>(2, 25_000).expect("in the plane", [50, 10, 0, 0], 100.0);
}

/// Pairs of shapes, aligned or nearly, with a clearance from a gap of a tenth to a depth of a
/// tenth.
fn resting(
    seed: u64,
    count: usize,
    straight: bool,
    mut shapes: impl FnMut(&mut Random) -> [Shape<DVec3>; 2],
) -> Hits {
    let (mut random, mut hits) = (Random::new(seed), Hits::default());
    let turns = cube_rotations();
    for i in 0..count {
        let [a, b] = shapes(&mut random);
        let q = slight_turn(&mut random) * turns[random.below(24)];
        let share = libm::pow(10.0, random.range(-9.0, -1.0)) * [-1.0, -1.0, 1.0][random.below(3)];
        let target = [0.0, share, share, share][random.below(4)];
        let axis = [DVec3::X, DVec3::Y, DVec3::Z][random.below(3)];
        let aside = [DVec3::ZERO, random.in_cube(0.6)][random.below(2)];
        let way = axis * [-3.0, 3.0][random.below(2)] + aside;
        let resting = placed(&(a.clone(), Pose::IDENTITY), &b, q, way, target);
        // In half of the cases the whole pair is rotated.
        let turn = [DQuat::IDENTITY, random.rotation()][random.below(2)];
        let pose_a = Pose::new(random.in_cube(2.0), turn).unwrap();
        let at = Motion::of(&pose_a).apply(resting.1.translation());
        let b = (b, Pose::new(at, turn * resting.1.turn()).unwrap());
        let margin = [0.0, 0.01, 0.05][random.below(3)];
        let trial = Trial { a: (a, pose_a), b, margin, straight };
        hits.count(&trial, &trial.check(), &i.to_string());
    }
    hits
}

/// Also with faces a thousand times as large as others.
#[test]
fn boxes() {
    let ratios = [1.0, 1.0, 0.5, 0.1, 0.01, 0.001];
    let hits = resting(3, 70_000, true, |random| {
        let ratio = ratios[random.below(6)];
        [cuboid([1.0, 1.0, 0.5]), cuboid([ratio, ratio, 0.5 * ratio])]
    });
    hits.expect("boxes", [2, 1, 0, 70], 99.9);
}

#[test]
fn prisms() {
    let all = [3, 4, 6, 8, 12, 31, 64].map(|sides| prism(sides, 1.0, 0.5));
    let any = |random: &mut Random| all[random.below(all.len())].clone();
    let hits = resting(4, 30_000, true, |random| [any(random), any(random)]);
    hits.expect("prisms", [10, 30, 1, 20], 99.0);
}

#[test]
fn round_on_flat() {
    let flat = [cuboid([1.0, 1.0, 0.5]), prism(6, 1.0, 0.5), cuboid([0.4, 0.4, 0.4])];
    let hits = resting(5, 15_000, false, |random| {
        let axis = random.below(3);
        let round = [cylinder(axis, 0.5, 0.4), cone(axis, 0.5, 0.4), capsule(axis, 0.5, 0.4)];
        let mut pair = [flat[random.below(3)].clone(), round[random.below(3)].clone()];
        if random.below(2) == 0 {
            pair.swap(0, 1);
        }
        pair
    });
    hits.expect("round on flat", [30, 25, 0, 9], 99.0);
}

#[test]
fn round_on_round() {
    let any = |random: &mut Random| {
        let axis = random.below(3);
        match random.below(4) {
            0 => cylinder(axis, 0.5, 0.4),
            1 => cylinder(axis, 0.2, 1.0),
            2 => cone(axis, 0.5, 0.4),
            _ => capsule(axis, 0.5, 0.4),
        }
    };
    let hits = resting(6, 10_000, false, |random| [any(random), any(random)]);
    hits.expect("round on round", [40, 20, 1, 3], 99.0);
}

#[test]
fn rounded_boxes() {
    let all = [cuboid([0.8, 0.8, 0.4]), prism(6, 0.8, 0.4), capsule(0, 0.5, 0.1)];
    let hits = resting(7, 15_000, true, |random| {
        [0, 1].map(|_| rounded(&all[random.below(3)], [0.0, 0.1, 0.3][random.below(3)]))
    });
    hits.expect("rounded boxes", [25, 25, 0, 20], 99.0);
}

#[test]
fn real_parts() {
    let all = parts();
    let any = |random: &mut Random| all[random.below(all.len())].clone();
    let hits = resting(8, 10_000, true, |random| [any(random), any(random)]);
    hits.expect("real parts", [30, 2, 15, 12], 99.5);
}
