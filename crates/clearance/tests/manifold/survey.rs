//! Many pairs of each kind.

use clearance::contact_manifold;
use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::space::Vector;
use clearance::{Pose, Shape};

use crate::bodies::*;
use crate::check::{Report, Ruled, Trial};
use crate::common::Random;
use crate::pairs::{Maker, Pair};

/// How many manifolds had that many points, and how many were mirrored by swapping A and B.
#[derive(Debug, Default)]
struct Hits {
    none: usize,
    points: [usize; 4],
    mirrored: usize,
    wrong: usize,
}

impl Hits {
    fn count<V: Ruled<Scalar = f64, Wide = V>>(
        &mut self,
        trial: &Trial<V>,
        report: &Report<V>,
        what: impl FnOnce() -> String,
    ) {
        match &report.manifold {
            None => self.none += 1,
            Some(manifold) => self.points[manifold.points().len() - 1] += 1,
        }
        let mirror = trial.mirror_complaint(report);
        self.mirrored += usize::from(mirror.is_none());
        if !report.complaints.is_empty() || mirror.is_some() {
            let Report { complaints, answer, .. } = &report;
            if self.wrong < 10 {
                println!(
                    "{}: {complaints:#?} {mirror:?} {:e} {}",
                    what(),
                    answer.signed_distance,
                    answer.algorithm.name()
                );
            }
            self.wrong += usize::from(!report.complaints.is_empty());
        }
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
        let report = trial.check();
        let kinds = (pair.a.kind, pair.a.margin, pair.b.kind, pair.b.margin);
        hits.count(&trial, &report, || format!("pair {i}, {kinds:?}"));
    }
    hits
}

#[test]
fn random_pairs_in_space() {
    let hits = random_pairs::<DVec3>(1, 20_000);
    println!("random {hits:?}");
    assert_eq!(hits.wrong, 0);
}

#[test]
fn random_pairs_in_the_plane() {
    let hits = random_pairs::<DVec2>(2, 20_000);
    println!("random2 {hits:?}");
    assert_eq!(hits.wrong, 0);
}

/// Random and aligned poses of some shapes, from just touching to deep.
fn resting(
    name: &str,
    seed: u64,
    count: usize,
    straight: bool,
    mut shapes: impl FnMut(&mut Random) -> [Shape<DVec3>; 2],
) -> Hits {
    let (mut random, mut hits) = (Random::new(seed), Hits::default());
    let turns = cube_rotations();
    for i in 0..count {
        let [a, b] = shapes(&mut random);
        let at = random.in_cube(2.0);
        let pose_a = match random.below(2) {
            0 => Pose::at(at).unwrap(),
            _ => Pose::new(at, random.rotation()).unwrap(),
        };
        let turn_a = DQuat::from_xyzw(0.0, 0.0, 0.0, 1.0);
        let _ = turn_a;
        let q = slight_turn(&mut random) * turns[random.below(24)];
        let share = libm::pow(10.0, random.range(-9.0, -1.0)) * [-1.0, -1.0, 1.0][random.below(3)];
        let target = [0.0, share][usize::from(random.below(4) > 0)];
        let mut way =
            [DVec3::X, DVec3::Y, DVec3::Z][random.below(3)] * [-1.0, 1.0][random.below(2)];
        way *= 3.0;
        if random.below(2) == 0 {
            way += DVec3::new(0.0, 0.0, 0.0) + random.in_cube(0.6);
        }
        let b = {
            let local = placed(&(a.clone(), Pose::IDENTITY), &b, q, way, target);
            let turn = pose_a;
            let motion = clearance::space::Motion::of(&turn);
            let stand = clearance::space::Motion::of(&local.1);
            let p = motion.apply(stand.translation);
            let q = turn.turn() * local.1.turn();
            (local.0, Pose::new(p, q).unwrap())
        };
        let margin = [0.0, 0.01, 0.05][random.below(3)];
        let trial = Trial { a: (a, pose_a), b, margin, straight };
        let report = trial.check();
        hits.count(&trial, &report, || format!("{name} {i}"));
    }
    println!("{name} {hits:?}");
    hits
}

#[test]
fn boxes() {
    let ratios = [1.0, 1.0, 0.5, 0.1, 0.01, 0.001];
    let hits = resting("boxes", 3, 20_000, true, |random| {
        let ratio = ratios[random.below(6)];
        [cuboid([1.0, 1.0, 0.5]), cuboid([ratio, ratio, 0.5 * ratio])]
    });
    assert_eq!(hits.wrong, 0);
}

#[test]
fn prisms() {
    let sides = [3, 4, 6, 8, 12, 31, 64];
    let all: Vec<_> = sides.iter().map(|s| prism(*s, 1.0, 0.5)).collect();
    let hits = resting("prisms", 4, 10_000, true, |random| {
        [all[random.below(7)].clone(), all[random.below(7)].clone()]
    });
    assert_eq!(hits.wrong, 0);
}

#[test]
fn round_on_flat() {
    let hits = resting("round on flat", 5, 4_000, false, |random| {
        let axis = random.below(3);
        let flat = [cuboid([1.0, 1.0, 0.5]), prism(6, 1.0, 0.5), cuboid([0.4, 0.4, 0.4])];
        let round = [cylinder(axis, 0.5, 0.4), cone(axis, 0.5, 0.4), capsule(axis, 0.5, 0.4)];
        let mut pair = [flat[random.below(3)].clone(), round[random.below(3)].clone()];
        if random.below(2) == 0 {
            pair.swap(0, 1);
        }
        pair
    });
    assert_eq!(hits.wrong, 0);
}

#[test]
fn round_on_round() {
    let hits = resting("round on round", 6, 4_000, false, |random| {
        let mut round = || {
            let axis = random.below(3);
            let all = [
                cylinder(axis, 0.5, 0.4),
                cone(axis, 0.5, 0.4),
                capsule(axis, 0.5, 0.4),
                cylinder(axis, 0.2, 1.0),
            ];
            all[random.below(4)].clone()
        };
        [round(), round()]
    });
    assert_eq!(hits.wrong, 0);
}

#[test]
fn rounded_boxes() {
    let hits = resting("rounded", 7, 5_000, true, |random| {
        let all = [cuboid([0.8, 0.8, 0.4]), prism(6, 0.8, 0.4), capsule(0, 0.5, 0.1)];
        [0, 1].map(|_| rounded(&all[random.below(3)], [0.0, 0.1, 0.3][random.below(3)]))
    });
    assert_eq!(hits.wrong, 0);
}

#[test]
fn real_parts() {
    let all = parts();
    let hits = resting("parts", 8, 3_000, true, |random| {
        [0, 1].map(|_| all[random.below(all.len())].clone())
    });
    assert_eq!(hits.wrong, 0);
}

#[test]
fn debug_pair() {
    let mut random = Random::new(1);
    for i in 0..17186 {
        let pair = Pair::random::<DVec3>(&mut random);
        let ((a, b), (pose_a, pose_b)) = (pair.shapes::<DVec3>(1.0), pair.poses(1.0));
        let margin = [0.0, 0.02, 0.5][random.below(3)];
        if ![16700, 3335, 112, 773, 5196, 2534].contains(&i) {
            continue;
        }
        println!("{i} {pair:?} {margin}");
        for m in [
            contact_manifold(&a, &pose_a, &b, &pose_b, margin),
            contact_manifold(&b, &pose_b, &a, &pose_a, margin),
        ] {
            let m = m.unwrap();
            println!("n {:?}", m.normal);
            for p in m.points() {
                println!(
                    "  {:?} {:e} {:?} {:?}",
                    p.point_a,
                    p.separation,
                    p.feature.a(),
                    p.feature.b()
                );
            }
        }
    }
}
