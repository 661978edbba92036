//! Properties that must hold for every pair, tested on random pairs of all kinds of shapes in both
//! dimensions and precisions. `CLEARANCE_PAIRS` sets how many (default 100,000 in all).

mod range;

use std::collections::BTreeMap;

use crate::common::pairs::{self, Kind, Maker, Pair, Stand, kinds, moved};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::is_wide;
use clearance::space::{DVector, Vector};
use clearance::{
    Cache, Certificate, Clearance, ClosestPoints, Pose, Query, Shape, Status, certificate,
    clearance, closest_points, distance, intersects, penetration, verify, within,
};
use clearance_testing::Random;

/// Counts of the outcomes, to check that the suite reached all branches.
#[derive(Default)]
struct Counts {
    pairs: u32,
    status: BTreeMap<&'static str, u32>,
    kinds: BTreeMap<(Kind, Kind), u32>,
    unconverged: Vec<String>,
    unproven: BTreeMap<(Kind, Kind), u32>,
    /// The most steps that an algorithm took, on polytopes and on curved shapes.
    most_steps: BTreeMap<(&'static str, bool), u32>,
    polytopes_unproven: Vec<String>,
    /// Depths of curved shapes in 3D and `f32`, which caps prove.
    capped: u32,
    /// Pairs apart, whose closest points were checked.
    closest: u32,
    /// Answers whose points or normal were moved: the checker refutes all of them.
    moved: BTreeMap<&'static str, u32>,
}

fn pairs_per_suite() -> u32 {
    clearance_testing::some_pairs(100_000) / 4 + 1
}

/// A pair in one precision with its answer, and the tolerance for comparing with it.
struct Asked<V: Maker> {
    pair: Pair,
    shapes: (Shape<V>, Shape<V>),
    poses: (Pose<V>, Pose<V>),
    answer: Clearance<V>,
    tolerance: f64,
}

fn is_curved(pair: &Pair) -> bool {
    pair.a.curved() || pair.b.curved()
}

impl<V: Maker> Asked<V> {
    fn new(pair: Pair) -> Self {
        let (shapes, poses) = (pair.shapes(1.0), pair.poses(1.0));
        let answer = clearance(&shapes.0, &poses.0, &shapes.1, &poses.1);
        let curved = is_curved(&pair);
        // Poses composed in a test add rounding in the precision of the pair.
        let own = if curved { 2e-8 } else { 1e-12 };
        let tolerance = own + 40.0 * V::Scalar::EPSILON.to_f64();
        Self { pair, shapes, poses, answer, tolerance }
    }
    fn value(&self) -> f64 {
        self.answer.signed_distance.to_f64()
    }
    fn bounded(&self) -> bool {
        self.answer.bounded()
    }
    fn again(&self, a: &Pose<V>, b: &Pose<V>) -> Clearance<V> {
        clearance(&self.shapes.0, a, &self.shapes.1, b)
    }
    #[track_caller]
    fn near(&self, other: f64, what: &str) {
        let value = self.value();
        let same = value == other || (value - other).abs() <= self.tolerance;
        assert!(same, "{what}: {value:e} and {other:e} of {:?}", self.pair);
    }
}

fn suite<V: Maker>(seed: u64)
where
    V::Wide: Maker<Scalar = f64>,
{
    let mut random = Random::new(seed);
    let mut seen = Counts::default();
    for _ in 0..pairs_per_suite() {
        let pair = Pair::random::<V::Wide>(&mut random);
        let asked = Asked::<V>::new(pair);
        well_formed(&asked);
        booleans_agree(&asked, &mut seen);
        swap_mirrors(&asked);
        powers_of_two_scale_bits(&asked);
        if asked.bounded() {
            rigid_motion_changes_nothing(&asked, &mut random);
            moving_by_depth_leaves_touching(&asked);
            any_scale_agrees(&asked);
            warm_agrees_with_cold(&asked);
        }
        note(&asked, &mut seen);
    }
    seen.check::<V>();
}

/// Finite, with a unit normal, consistent, within the bounds and the limits on steps.
fn well_formed<V: Maker>(asked: &Asked<V>) {
    let Asked { answer, pair, .. } = asked;
    let nan = |x: V::Scalar| x.to_f64().is_nan();
    assert!(!nan(answer.lower) && !nan(answer.upper) && !nan(answer.signed_distance), "{pair:?}");
    assert!(answer.lower <= answer.signed_distance && answer.signed_distance <= answer.upper);
    assert!(answer.normal.is_finite() && answer.point_a.is_finite() && answer.point_b.is_finite());
    let slack = 8.0 * V::Scalar::EPSILON.to_f64();
    assert!((answer.normal.norm().to_f64() - 1.0).abs() <= slack, "{answer:?} of {pair:?}");
    if asked.bounded() {
        let along = (answer.point_b - answer.point_a).widen();
        let expected = answer.normal.widen() * asked.value();
        // The normal is good to 1e-6 rad.
        let allowed = 4.0 * asked.tolerance + 1e-6 * asked.value().abs();
        assert!((along - expected).norm() <= allowed, "{answer:?} of {pair:?}");
    }
    let most = clearance::algorithm::gjk::MOST_STEPS + clearance::algorithm::epa::MOST_STEPS + 16;
    assert!(answer.iterations <= most);
}

/// All queries agree.
fn booleans_agree<V: Maker>(asked: &Asked<V>, seen: &mut Counts) {
    let Asked { answer, pair, shapes: (a, b), poses: (pa, pb), .. } = asked;
    let apart = answer.status() == Status::Apart;
    assert_eq!(intersects(a, pa, b, pb), !apart, "intersects: {answer:?} of {pair:?}");
    let gap = distance(a, pa, b, pb).to_f64();
    asked_distance(asked, gap, apart);
    assert_eq!(closest_points(a, pa, b, pb).is_some(), apart, "{pair:?}");
    let depth = penetration(a, pa, b, pb);
    assert_eq!(depth.is_some(), !apart, "{pair:?}");
    if let Some(p) = depth {
        let expected = (-answer.signed_distance).max(V::Scalar::ZERO);
        if V::DIM == 3 && !is_wide::<V>() && is_curved(pair) && asked.bounded() {
            // EPA proves the depth by caps, and that of the full answer without. Sizes are about 1.
            let off = (p.depth - expected).to_f64().abs();
            let rounding = V::Scalar::EPSILON.to_f64() * expected.to_f64();
            assert!(off <= 1e-9 + rounding, "{p:?} and {answer:?} of {pair:?}");
            seen.capped += 1;
        } else {
            assert_eq!(p.depth, expected, "{pair:?}");
        }
    }
    if asked.bounded() {
        let margin = V::Scalar::of(4.0 * asked.tolerance);
        assert!(within(a, pa, b, pb, answer.upper + margin), "within: {answer:?} of {pair:?}");
        assert!(!within(a, pa, b, pb, answer.lower - margin), "within: {answer:?} of {pair:?}");
    }
}

fn asked_distance<V: Maker>(asked: &Asked<V>, gap: f64, apart: bool) {
    if apart {
        asked.near(gap, "distance");
    } else {
        assert_eq!(gap, 0.0, "{:?}", asked.pair);
    }
}

fn swap_mirrors<V: Maker>(asked: &Asked<V>) {
    let (a, b) = &asked.shapes;
    let mirrored = clearance(b, &asked.poses.1, a, &asked.poses.0);
    asked.near(mirrored.signed_distance.to_f64(), "swapped");
    if asked.bounded() && asked.value().abs() > 1e-3 {
        // The normal need not be unique, but the mirrored one must separate just as well.
        leaves_touching(asked, -mirrored.normal, "the mirrored normal");
    }
}

fn rigid_motion_changes_nothing<V: Maker>(asked: &Asked<V>, random: &mut Random) {
    let motion = Stand::random(random, 1.0);
    let pair = &asked.pair;
    let (a, b) = (moved::<V>(&pair.at_a, &motion), moved::<V>(&pair.at_b, &motion));
    asked.near(asked.again(&a, &b).signed_distance.to_f64(), "moved");
}

/// Moving B by minus the clearance along `normal` leaves the shapes touching.
#[track_caller]
fn leaves_touching<V: Maker>(asked: &Asked<V>, normal: V, what: &str) {
    let (pa, pb) = &asked.poses;
    let shift = normal * -asked.answer.signed_distance;
    let mut stand = asked.pair.at_b;
    for i in 0..V::DIM {
        stand.t[i] = (pb.translation() + shift).get(i).to_f64();
    }
    let after = asked.again(pa, &pairs::pose(&stand, 1.0));
    let left = after.signed_distance.to_f64();
    assert!(
        left.abs() <= 3.0 * asked.tolerance,
        "{what} leaves {left:e} {after:?}\n before {:?}\n of {:?}",
        asked.answer,
        asked.pair
    );
}

fn moving_by_depth_leaves_touching<V: Maker>(asked: &Asked<V>) {
    leaves_touching(asked, asked.answer.normal, "moving by the depth");
}

fn powers_of_two_scale_bits<V: Maker>(asked: &Asked<V>) {
    for scale in [2f64.powi(20), 2f64.powi(-20)] {
        let (a, b) = asked.pair.shapes::<V>(scale);
        let (pa, pb) = asked.pair.poses::<V>(scale);
        let scaled = clearance(&a, &pa, &b, &pb);
        let by = V::Scalar::of(scale);
        let Clearance { signed_distance, lower, upper, normal, point_a, .. } = asked.answer;
        assert_eq!(scaled.signed_distance, signed_distance * by, "{:?}", asked.pair);
        assert_eq!((scaled.lower, scaled.upper), (lower * by, upper * by), "{:?}", asked.pair);
        assert_eq!((scaled.normal, scaled.point_a), (normal, point_a * by), "{:?}", asked.pair);
    }
}

fn any_scale_agrees<V: Maker>(asked: &Asked<V>) {
    for scale in [1e6, 1e-6] {
        let (a, b) = asked.pair.shapes::<V>(scale);
        let (pa, pb) = asked.pair.poses::<V>(scale);
        let scaled = clearance(&a, &pa, &b, &pb);
        asked.near(scaled.signed_distance.to_f64() / scale, "scaled");
    }
}

/// A warm start, from the cache of this pair or of another one, changes only the number of steps.
fn warm_agrees_with_cold<V: Maker>(asked: &Asked<V>) {
    let ((a, b), (pa, pb)) = (&asked.shapes, &asked.poses);
    let mut cache = Cache::default();
    // The vertex ids of the mirrored pair are the wrong ones, where they exist at all.
    Query::new(b, pb, a, pa).cache(&mut cache).clearance();
    for _ in 0..2 {
        let warm = Query::new(a, pa, b, pb).cache(&mut cache).clearance();
        asked.near(warm.signed_distance.to_f64(), "warm");
    }
}

/// Counts the outcome, and runs the checker.
fn note<V: Maker>(asked: &Asked<V>, seen: &mut Counts) {
    let Asked { answer, pair, shapes: (a, b), poses: (pa, pb), .. } = asked;
    seen.pairs += 1;
    let status = match answer.status() {
        Status::Apart => "apart",
        Status::Overlapping => "overlapping",
        Status::Undecided => "undecided",
    };
    *seen.status.entry(status).or_default() += 1;
    let key = (pair.a.kind.min(pair.b.kind), pair.a.kind.max(pair.b.kind));
    *seen.kinds.entry(key).or_default() += 1;
    let curved = pair.a.curved() || pair.b.curved();
    let most = seen.most_steps.entry((answer.algorithm.name(), curved)).or_default();
    *most = answer.iterations.max(*most);
    if !answer.converged() {
        let Clearance { signed_distance, lower, upper, end, algorithm, iterations, .. } = answer;
        let kinds = (pair.a.kind, pair.b.kind);
        seen.unconverged.push(format!(
            "{kinds:?} {signed_distance:?} in [{lower:?}, {upper:?}], {end:?} of {algorithm:?} after {iterations}"
        ));
    }
    let proof: Certificate<V> = certificate(a, pa, b, pb);
    match verify::check(a, pa, b, pb, &proof) {
        verify::Verdict::Proven => {
            closest_points_are_proven(asked, &proof, seen);
            if seen.pairs.is_multiple_of(16) && asked.bounded() {
                moved_points_are_refuted(asked, &proof, seen);
            }
        }
        verify::Verdict::Refuted => panic!("refuted: {proof:?} of {pair:?}"),
        verify::Verdict::Unproven => {
            *seen.unproven.entry(key).or_default() += 1;
            if !pair.a.curved() && !pair.b.curved() {
                seen.polytopes_unproven.push(format!("{pair:?} {proof:?}"));
            }
        }
    }
}

/// The closest points, whose search begins in `f32` in 3D, are as good as those of the clearance: the checker
/// accepts them in their place.
fn closest_points_are_proven<V: Maker>(
    asked: &Asked<V>,
    proof: &Certificate<V>,
    seen: &mut Counts,
) {
    let Asked { answer, pair, shapes: (a, b), poses: (pa, pb), .. } = asked;
    let Some(found) = closest_points(a, pa, b, pb) else { return };
    asked.near(found.distance.to_f64(), "the distance of the closest points");
    let ClosestPoints { normal, point_a, point_b, .. } = found;
    let signed_distance = found.distance.max(answer.lower).min(answer.upper);
    let answer = Clearance { signed_distance, normal, point_a, point_b, ..proof.answer };
    let proof = Certificate { answer, ..proof.clone() };
    let verdict = verify::check(a, pa, b, pb, &proof);
    assert_eq!(verdict, verify::Verdict::Proven, "{found:?} of {pair:?}");
    seen.closest += 1;
}

/// A unit vector perpendicular to `n`.
fn across<W: DVector>(n: W) -> W {
    let least = (0..W::DIM).fold(0, |m, i| if n.get(i).abs() < n.get(m).abs() { i } else { m });
    let e = W::unit(least);
    (e - n * n.dot(e)).unit_along().expect("across a unit vector")
}

/// Proven answers with a point moved off its surface, or with another normal: by a thousandth of
/// the size plus the width of the bounds.
fn moved_points_are_refuted<V: Maker>(asked: &Asked<V>, proof: &Certificate<V>, seen: &mut Counts) {
    let Asked { answer, pair, shapes: (a, b), poses: (pa, pb), .. } = asked;
    let Clearance { point_a, point_b, signed_distance, .. } = *answer;
    let n = answer.normal.widen();
    let off = 1e-3 + 8.0 * (answer.upper.to_f64() - answer.lower.to_f64());
    let by = |p: V, way: V::Wide| V::narrow(p.widen() + way);
    let points = |point_a, point_b| Clearance { point_a, point_b, ..*answer };
    let turned = (n + across(n) * 0.5).unit_along().expect("a direction");
    let (out, beside, far) = (n * off, across(n) * off, across(n) * 50.0);
    let mut lies = vec![
        ("a out", points(by(point_a, out), point_b)),
        ("a in", points(by(point_a, -out), point_b)),
        ("b in", points(point_a, by(point_b, out))),
        ("b out", points(point_a, by(point_b, -out))),
        ("both on", points(by(point_a, out), by(point_b, out))),
        ("both back", points(by(point_a, -out), by(point_b, -out))),
        ("a beside", points(by(point_a, beside), point_b)),
        ("b beside", points(point_a, by(point_b, beside))),
        ("both far beside", points(by(point_a, far), by(point_b, far))),
        ("both at the centre of a", points(pa.translation(), pa.translation())),
        ("both at the centres", points(pa.translation(), pb.translation())),
        ("not a number", points(point_a * V::Scalar::of(f64::NAN), point_b)),
        ("no length", Clearance { normal: V::ZERO, ..*answer }),
    ];
    if signed_distance.to_f64().abs() > 4.0 * off {
        lies.extend([
            ("swapped", points(point_b, point_a)),
            ("a at b", points(point_b, point_b)),
            ("b at a", points(point_a, point_a)),
            ("reversed", Clearance { normal: -answer.normal, ..*answer }),
            ("turned", Clearance { normal: V::narrow(turned), ..*answer }),
        ]);
    }
    let center = |t: V, p: V| (t.widen() - p.widen()).norm() < 4.0 * off;
    for (name, lie) in lies {
        // The witness points may happen to be the centres.
        let same = match name {
            "both at the centre of a" => {
                signed_distance.to_f64().abs() <= 4.0 * off || center(pa.translation(), point_a)
            }
            "both at the centres" => {
                let way = pb.translation().widen() - pa.translation().widen();
                (way - n * signed_distance.to_f64()).norm() <= 4.0 * off
            }
            _ => false,
        };
        if same {
            continue;
        }
        let lie = Certificate { answer: lie, ..proof.clone() };
        let verdict = verify::check(a, pa, b, pb, &lie);
        assert_eq!(verdict, verify::Verdict::Refuted, "{name}: {lie:?} of {pair:?}");
        *seen.moved.entry(name).or_default() += 1;
    }
}

impl Counts {
    /// Checks that the suite reached the cases it is for.
    fn check<V: Vector>(&self) {
        let share = |status: &str| {
            f64::from(*self.status.get(status).unwrap_or(&0)) / f64::from(self.pairs)
        };
        println!(
            "{} pairs in {}D: {:?}, unconverged {}, unproven {:?}, most steps {:?}",
            self.pairs,
            V::DIM,
            self.status,
            self.unconverged.len(),
            self.unproven,
            self.most_steps
        );
        assert!((0.3..0.7).contains(&share("apart")), "apart: {}", share("apart"));
        assert!(self.closest > self.pairs / 4, "{}", self.closest);
        assert!((0.3..0.7).contains(&share("overlapping")), "{}", share("overlapping"));
        if is_wide::<V>() {
            // In f32, rounding the poses moves pairs that were placed in contact out of it.
            assert!((0.01..0.2).contains(&share("undecided")), "{}", share("undecided"));
        }
        let kinds = kinds(V::DIM).len();
        assert_eq!(self.kinds.len(), kinds * (kinds + 1) / 2, "every pair of kinds occurred");
        println!("{:#?}", self.unconverged);
        println!("moved: {} {:?}", self.moved.values().sum::<u32>(), self.moved);
        let all: u32 = self.moved.values().sum();
        assert!(all > self.pairs / 2, "{all}: {:?}", self.moved);
        assert_eq!(self.moved.len(), 18, "{:?}", self.moved);
        assert!(self.moved.values().all(|n| *n > self.pairs / 80), "{:?}", self.moved);
        let has_caps = V::DIM == 3 && !is_wide::<V>();
        assert!(!has_caps || 10 * self.capped > self.pairs, "{} capped", self.capped);
        let few = self.unconverged.len() as f64 <= 1e-3 * f64::from(self.pairs);
        assert!(few, "unconverged: {:#?}", self.unconverged);
        assert!(self.polytopes_unproven.is_empty(), "{:#?}", self.polytopes_unproven);
    }
}

#[test]
fn plane_f64() {
    suite::<DVec2>(1);
}

#[test]
fn space_f64() {
    suite::<DVec3>(2);
}

#[test]
fn plane_f32() {
    suite::<Vec2>(3);
}

#[test]
fn space_f32() {
    suite::<Vec3>(4);
}
