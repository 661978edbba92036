//! Certificates of random robots' paths: proven as they come, refuted if a claim, a set or the path is changed.

use clearance::answer::{Mechanism, PathCertificate, PathReason, PathStretch};
use clearance::d3_f64::DVec3;
use clearance::paths::{Path, Prover, Verdict, World};
use clearance::separation;
use clearance::shape::PieceId;
use clearance::verify::{self, check_path};
use clearance_testing::Random;

use super::{configuration, distance, rounding, world};

/// A path that is proven, and its certificate.
struct Case {
    prover: Prover,
    path: Path,
    need: f64,
    size: f64,
    proof: PathCertificate,
}

impl Case {
    fn random(rng: &mut Random) -> Option<Self> {
        let size = *rng.one_of(&[1.0, 1.0, 1e-3, 1e3]);
        let world = world(rng, size);
        let rows = (0..1 + rng.below(3)).map(|_| configuration(rng, world.robot(), size));
        let path = Path::new(world.robot(), rows.collect::<Vec<_>>()).unwrap();
        let need = *rng.one_of(&[0.0, 0.02]) * size;
        let prover = Prover::new(world);
        let proof = prover.certificate(&path, need);
        assert_eq!(proof.is_some(), prover.clear(&path, need) == Verdict::Proven);
        Some(Self { proof: proof?, prover, path, need, size })
    }
    fn check(&self, proof: &PathCertificate) -> verify::Verdict {
        check_path(&self.prover.world().mechanism(), self.path.given(), proof)
    }
    /// Is a certificate with a change refuted? It must not be unproven.
    fn refutes(&self, change: impl FnOnce(&mut PathCertificate)) -> bool {
        let mut proof = self.proof.clone();
        change(&mut proof);
        self.check(&proof) == verify::Verdict::Refuted
    }
}

#[test]
fn certificates_are_proven_and_changed_ones_refuted() {
    let (mut rng, count) = (Random::new(3), clearance_testing::pairs(150));
    let (mut proven, mut stretches, mut cut) = (0, 0, 0);
    let (mut bends, mut bent, mut raised) = (0, 0, 0);
    for _ in 0..count {
        let Some(case) = Case::random(&mut rng) else { continue };
        let proof = &case.proof;
        assert_eq!(case.check(proof), verify::Verdict::Proven);
        if proof.stretches.is_empty() {
            continue;
        }
        proven += 1;
        stretches += proof.stretches.len();
        let rng = &mut rng;
        let number = rng.below(proof.stretches.len());
        let stretch = &proof.stretches[number];

        assert!(case.refutes(|proof| {
            proof.stretches.remove(number);
        }));
        assert!(case.refutes(|proof| proof.stretches.push(stretch.clone())));
        let (end, more) = (rng.below(2), rng.range(1e-9, 0.1));
        assert!(case.refutes(|proof| {
            proof.stretches[number].times[end] += if end == 0 { -more } else { more };
        }));
        let other = [stretch.bodies[0], stretch.bodies[1] + 1];
        assert!(case.refutes(|proof| proof.stretches[number].bodies = other));
        let side = rng.below(2);
        assert!(case.refutes(|proof| proof.stretches[number].sets[side].end -= 1));
        cut += usize::from(stretch.sets[side].len() > 1);
        let body = stretch.bodies[side] as usize;
        assert!(case.refutes(|proof| proof.pieces[body].clear()));
        assert!(case.refutes(|proof| proof.stretches[number].leg += 1));

        // Half-spaces have directions of their own.
        let floor = case.prover.world().names().position(|name| name == "floor");
        let is_direction = |number: &usize| {
            let PathStretch { bodies, reason, .. } = &proof.stretches[*number];
            let is_over_floor = floor.is_some_and(|floor| bodies.contains(&(floor as u32)));
            matches!(reason, PathReason::Direction { .. }) && !is_over_floor
        };
        let directions: Vec<usize> = (0..proof.stretches.len()).filter(is_direction).collect();
        if !directions.is_empty() {
            let (number, turn) = (*rng.one_of(&directions), rng.rotation());
            bends += 1;
            bent += usize::from(case.refutes(|proof| bend(proof, number, |n| turn * n)));
            assert!(case.refutes(|proof| bend(proof, number, |n| -n)));
        }
        raised += usize::from(case.refutes(|proof| proof.clearance += 10.0 * case.size));
    }
    println!("{proven} proven with {stretches} stretches, {cut} sets cut");
    println!("of {bends} directions that were bent {bent} refuted");
    assert!(proven > count / 2 && stretches > 20 * proven && cut > proven / 20);
    assert!(bends > proven / 3 && bent > bends / 2 && raised == proven);
}

fn bend(proof: &mut PathCertificate, number: usize, turn: impl Fn(DVec3) -> DVec3) {
    let PathReason::Direction { normal, .. } = &mut proof.stretches[number].reason else { return };
    *normal = turn(DVec3::from_array(*normal)).to_array();
}

#[test]
fn certificates_of_other_paths_prove_nothing_that_is_false() {
    let (mut rng, count) = (Random::new(4), clearance_testing::pairs(150));
    let (mut proven, mut refuted, mut broken) = (0, 0, 0);
    for _ in 0..count {
        let Some(case) = Case::random(&mut rng) else { continue };
        if case.proof.stretches.is_empty() || case.path.rows()[0].is_empty() {
            continue;
        }
        for _ in 0..8 {
            let mut rows = case.path.rows().to_vec();
            let (row, joint) = (rng.below(rows.len()), rng.below(rows[0].len()));
            rows[row][joint] += rng.range(-3.0, 3.0) * case.size.min(1.0);
            let found =
                check_path(&case.prover.world().mechanism(), &rows.clone().into(), &case.proof);
            let path = Path::new(case.prover.world().robot(), rows).unwrap();
            let truth = case.prover.clear(&path, case.need);
            // What proves one path may prove its neighbours, but none that is broken.
            if let Verdict::Broken(_) = truth {
                broken += 1;
                assert_eq!(found, verify::Verdict::Refuted);
            }
            proven += usize::from(found == verify::Verdict::Proven);
            refuted += usize::from(found == verify::Verdict::Refuted);
        }
    }
    println!("{proven} proven, {refuted} refuted, {broken} of them broken");
    assert!(refuted > count / 2 && broken > count / 10 && proven > count);
}

#[test]
fn what_is_no_certificate_is_not_proven() {
    let mut rng = Random::new(6);
    let has_two = |case: &Case| case.proof.stretches.len() > 1 && !case.path.rows()[0].is_empty();
    let case = std::iter::repeat_with(|| Case::random(&mut rng)).flatten().find(has_two).unwrap();
    type Change = fn(&mut PathCertificate);
    let changes: [Change; 19] = [
        |proof| proof.clearance = -1.0,
        |proof| proof.clearance = f64::NAN,
        |proof| proof.clearance = f64::INFINITY,
        |proof| proof.pieces.clear(),
        |proof| proof.pieces.push(vec![]),
        |proof| proof.pieces[0].push(PieceId { part: u32::MAX, facet: Some(u32::MAX) }),
        |proof| proof.stretches.clear(),
        |proof| proof.stretches[0].leg = u32::MAX,
        |proof| proof.stretches[0].bodies = [u32::MAX; 2],
        |proof| proof.stretches[0].bodies.swap(0, 1),
        |proof| proof.stretches[0].sets[1] = 0..u32::MAX,
        |proof| proof.stretches[0].sets[1] = 1..1,
        |proof| proof.stretches[0].times = [f64::NAN; 2],
        |proof| proof.stretches[0].times = [f64::NEG_INFINITY, f64::INFINITY],
        |proof| proof.stretches[0].times.swap(0, 1),
        |proof| proof.stretches[0].reason = PathReason::Balls([[f64::NAN; 3]; 2]),
        |proof| proof.stretches[0].reason = PathReason::Balls([[1e300; 3]; 2]),
        |proof| {
            proof.stretches[0].reason =
                PathReason::Direction { link: Some(u32::MAX), normal: [1.0; 3] };
        },
        |proof| {
            proof.stretches[0].reason = PathReason::Direction { link: None, normal: [0.0; 3] };
        },
    ];
    for (number, change) in changes.iter().enumerate() {
        let mut proof = case.proof.clone();
        change(&mut proof);
        assert_ne!(case.check(&proof), verify::Verdict::Proven, "{number}");
    }
    let row = &case.path.rows()[0];
    let short = row[1..].to_vec();
    for rows in [vec![], vec![vec![f64::NAN; row.len()]; 2], vec![row.clone(), short]] {
        let found = check_path(&case.prover.world().mechanism(), &rows.clone().into(), &case.proof);
        assert_eq!(found, verify::Verdict::Refuted);
    }
}

/// All pieces of all bodies, in order.
fn pieces(mechanism: &Mechanism<'_>) -> Vec<Vec<PieceId>> {
    let bodies = mechanism.bodies.iter().map(|body| {
        let parts = body.shapes.iter().flat_map(|(_, shape)| shape.parts());
        (0..).zip(parts).flat_map(|(number, part)| part.pieces.ids(number)).collect()
    });
    bodies.collect()
}

/// The directions from the one to the other of two bodies, at a configuration; none if they touch.
fn normal(world: &World, configuration: &[f64], bodies: [usize; 2]) -> Option<DVec3> {
    let posed = world.posed(configuration).unwrap();
    let all = posed[bodies[0]].iter().flat_map(|a| posed[bodies[1]].iter().map(move |b| (a, b)));
    let found = all.map(|((pose_a, a), (pose_b, b))| separation(*a, pose_a, *b, pose_b));
    let least = found.min_by(|a, b| a.distance.total_cmp(&b.distance))?;
    (least.distance > 0.0).then_some(least.normal)
}

#[test]
fn bold_claims_are_proven_only_if_they_are_true() {
    let (mut rng, count) = (Random::new(5), clearance_testing::pairs(150));
    let mut counts = [0; 3];
    for _ in 0..8 * count {
        let size = *rng.one_of(&[1.0, 1e-3, 1e3]);
        let world = world(&mut rng, size);
        let from = configuration(&mut rng, world.robot(), size);
        let step = *rng.one_of(&[0.1, 0.5, 2.0]) * size.min(1.0);
        let to: Vec<f64> = from.iter().map(|x| x + rng.range(-step, step)).collect();
        let path = Path::new(world.robot(), vec![from, to]).unwrap();
        let pairs: Vec<[usize; 2]> = world.pairs().collect();
        let mut mechanism = world.mechanism();
        let all = pieces(&mechanism);
        let has_pieces = |pair: &&[usize; 2]| pair.iter().all(|body| !all[*body].is_empty());
        let Some(pair) = pairs.iter().find(has_pieces) else { continue };
        let Some(normal) = normal(&world, &path.at(0.5), *pair) else { continue };
        let samples = (0..=200).map(|k| distance(&world, &path.at(f64::from(k) / 200.0), *pair));
        let least = samples.fold(f64::INFINITY, f64::min);

        // One claim about all pieces and the whole leg, which the prover might not make.
        mechanism.allowed.extend(pairs.iter().filter(|other| *other != pair));
        let links = world.robot().links().len();
        let link = (rng.below(3) > 0).then(|| rng.below(links));
        let poses = world.robot().poses(&path.at(0.5)).unwrap();
        let local = link.map_or(normal, |link| poses[link].inverse().transform_vector(normal));
        let reason = match rng.below(6) {
            0 => PathReason::Balls([[0.0; 3]; 2]),
            _ => PathReason::Direction {
                link: link.map(|link| link as u32),
                normal: local.to_array(),
            },
        };
        let stretch = PathStretch {
            leg: 0,
            bodies: pair.map(|body| body as u32),
            sets: pair.map(|body| 0..all[body].len() as u32),
            times: [0.0, 1.0],
            reason,
        };
        let clearance = least * rng.range(0.0, 1.02);
        let proof = PathCertificate { clearance, pieces: all, stretches: vec![stretch] };
        match check_path(&mechanism, path.given(), &proof) {
            verify::Verdict::Proven => {
                counts[0] += 1;
                assert!(least >= clearance - rounding(size), "{least}, not {clearance}");
            }
            verify::Verdict::Refuted => counts[1] += 1,
            verify::Verdict::Unproven => counts[2] += 1,
        }
    }
    println!("proven, refuted, unproven: {counts:?}");
    assert!(counts[0] > count && counts[1] > count && counts[2] < count / 10);
}
