//! An algorithm by name answers itself, or not at all: every name is asked for every pair of kinds.

use std::collections::{BTreeMap, BTreeSet};

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::lessons;
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::{Algorithm, Clearance, Query};
use clearance_testing::Random;

use crate::common::pairs::{Kind, Maker, Pair, kinds};

/// The kinds of a pair, in the order of the kinds.
type Kinds = (Kind, Kind);

#[derive(Default)]
struct Seen {
    /// Pairs of kinds that each name has answered.
    answered: BTreeMap<&'static str, BTreeSet<Kinds>>,
    all: BTreeSet<Kinds>,
    /// Names of answers that a query without a name has given.
    auto: BTreeSet<&'static str>,
    asked: u32,
}

/// Does the answer say nothing at all?
fn is_nothing<V: Vector>(answer: &Clearance<V>) -> bool {
    let [lower, upper] = [answer.lower, answer.upper].map(Scalar::to_f64);
    lower == f64::NEG_INFINITY && upper == f64::INFINITY
}

fn look<V: Maker>(pair: &Pair, seen: &mut Seen) {
    let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses::<V>(1.0));
    let of = (pair.a.kind.min(pair.b.kind), pair.a.kind.max(pair.b.kind));
    let has_half_space = of.0 == Kind::HalfSpace || of.1 == Kind::HalfSpace;
    seen.all.insert(of);
    let truth = Query::new(&a, &pose_a, &b, &pose_b).clearance();
    for name in Algorithm::ALL {
        let query = || Query::new(&a, &pose_a, &b, &pose_b).algorithm(lessons::by_name(name));
        let answer = query().clearance();
        seen.asked += 1;
        let is_own = |given| match has_half_space {
            true => given == Algorithm::HalfSpace,
            false => name.answers().contains(&given),
        };
        if !is_nothing(&answer) {
            assert!(is_own(answer.algorithm), "{name:?}: {answer:?} {pair:?}");
            seen.answered.entry(name.name()).or_default().insert(of);
            let off = 1e-3 + (truth.upper - truth.lower).to_f64();
            let agrees = answer.lower.to_f64() <= truth.upper.to_f64() + off
                && truth.lower.to_f64() <= answer.upper.to_f64() + off;
            assert!(agrees || !truth.bounded(), "{name:?}: {answer:?} {truth:?} {pair:?}");
        }
        if name == Algorithm::Auto {
            seen.auto.insert(answer.algorithm.name());
        }
        if let Some(found) = query().manifold(V::Scalar::of(0.1)) {
            assert!(is_own(found.algorithm()), "{name:?}: {found:?} {pair:?}");
        }
    }
}

/// Random pairs until each pair of kinds was asked some times.
fn suite<V: Maker>(seed: u64, count: usize) -> Seen
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let (mut random, mut seen) = (Random::new(seed), Seen::default());
    for _ in 0..count {
        look::<V>(&Pair::random::<V::Wide>(&mut random), &mut seen);
    }
    let kinds = kinds(V::DIM);
    assert_eq!(seen.all.len(), kinds.len() * (kinds.len() + 1) / 2, "pairs of kinds");
    seen
}

/// Does a name answer pairs of these kinds?
fn applies(name: Algorithm, (p, q): Kinds, dim: usize) -> Option<bool> {
    use Algorithm::*;
    let is_polytope = |kind| {
        use Kind::*;
        matches!(kind, Triangle | Cuboid | Polygon | Hull | Point | Segment | Ball | Capsule)
    };
    Some(match name {
        _ if p == Kind::HalfSpace || q == Kind::HalfSpace => true,
        HalfSpace => false,
        Auto | Gjk | GjkEpa | GjkBoolean | Epa => true,
        SatBoxes => dim == 3 && p == Kind::Cuboid && q == Kind::Cuboid,
        _ if name.is_sat() && !(is_polytope(p) && is_polytope(q)) => false,
        _ => return None,
    })
}

fn check<V: Maker>(seed: u64, count: usize) -> u32
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let seen = suite::<V>(seed, count);
    for name in Algorithm::ALL {
        let answered = seen.answered.get(name.name()).cloned().unwrap_or_default();
        for kinds in &seen.all {
            let is_answered = answered.contains(kinds);
            let expected = applies(name, *kinds, V::DIM).unwrap_or(is_answered);
            assert_eq!(is_answered, expected, "{name:?} of {kinds:?} in {}D", V::DIM);
        }
        println!("{}D {name:?}: {} of {} pairs", V::DIM, answered.len(), seen.all.len());
    }
    println!("{}D auto: {:?}", V::DIM, seen.auto);
    seen.asked
}

#[test]
fn an_algorithm_by_name_is_obeyed_or_gives_nothing() {
    let asked = check::<DVec2>(91, 800)
        + check::<Vec2>(92, 800)
        + check::<DVec3>(93, 1_200)
        + check::<Vec3>(94, 1_200);
    assert!(asked >= 10_000, "{asked}");
}
