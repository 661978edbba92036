//! All algorithms give the same depth for every pair.

use clearance::algorithm::sat::d3::{
    self, PolytopePair, bounded, bounded_by_choice, exhaustive, gauss, pruned, widest,
};
use clearance::algorithm::sat::{Feature, Outcome};
use clearance::glam::DVec3;
use clearance::lessons;
use clearance::shape::Point;
use clearance::{Algorithm, Clearance, Pose, Query, Scratch};
use clearance_testing::Random;

use super::bodies::Body;
use super::posed::PosedPair;

/// A separating axis test.
pub type Test = fn(&PolytopePair<'_>, &mut d3::Scratch) -> Outcome<DVec3>;

/// All tests that are fast enough for any pair.
pub const TESTS: [(&str, Test); 4] = [
    ("pruned", |pair, _| pruned(pair, &mut ())),
    ("gauss", |pair, _| gauss(pair, &mut ())),
    ("bounded", |pair, scratch| bounded(pair, scratch, &mut ())),
    ("bounded by choice", |pair, scratch| bounded_by_choice(pair, scratch, &mut ())),
];

/// Memory that is reused for the next pair.
#[derive(Default)]
struct Memory {
    query: Scratch<DVec3>,
    test: d3::Scratch,
}

/// The exhaustive test takes time proportional to edges times edges times vertices. It runs on
/// every pair up to the first of these products, and on one pair in 64 up to the second.
const EXHAUSTIVE: [usize; 2] = [100_000, 5_000_000];

/// Depths may differ by this fraction of the larger size.
const TOLERANCE: f64 = 1e-9;

/// How often branches were reached, in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hits {
    /// The share of all pairs that overlap.
    pub overlap: u32,
    /// Of these, the shares where the axis of least overlap belongs to a face of A, to a face of B,
    /// and to a pair of edges.
    pub face_a: u32,
    pub face_b: u32,
    pub edges: u32,
    /// The share of all pairs that the exhaustive test ran on.
    pub exhaustive: u32,
}

/// The counts for the percentages of [`Hits`], in its order.
#[derive(Default)]
struct Counts {
    pairs: u32,
    hits: [u32; 5],
    imprecise: u32,
    /// Apart, with two points that prove the width of the gap.
    shown: u32,
    points: Points,
}

/// Checks random pairs of a family, of which at least the `expected` shares must occur.
/// `CLEARANCE_PAIRS` sets the number of pairs of all families (default 128,100).
pub fn survey<'a>(
    family: &str,
    pairs: usize,
    expected: Hits,
    mut posed: impl FnMut(&mut Random) -> PosedPair<'a>,
) {
    let share = clearance_testing::pairs(128_100.0) / 128_100.0;
    let pairs = (pairs as f64 * share).ceil() as usize;
    let mut random = Random::new(family.bytes().map(u64::from).sum());
    let (mut counts, mut memory) = (Counts::default(), Memory::default());
    let begin = std::time::Instant::now();
    for number in 0..pairs {
        let posed = posed(&mut random);
        let most = EXHAUSTIVE[usize::from(number % 64 == 0)];
        counts.count(&check(&format!("{family} {number}"), &posed, most, &mut memory));
    }
    let hits = counts.hits();
    let Counts { imprecise, shown, points, .. } = counts;
    println!(
        "{family}: {pairs} pairs in {:.1?}, {hits:?}, {imprecise} imprecise, \
         {shown} gaps, {points:?}",
        begin.elapsed()
    );
    // Four queries each.
    let overlapping = 4 * pairs * expected.overlap as usize / 100;
    assert!(points.overlapping as usize >= overlapping, "{family}: {points:?}");
    assert!(
        imprecise as usize <= 1 + pairs / 1000,
        "{family}: EPA is imprecise for {imprecise} pairs"
    );
    assert!(pairs < 2000 || shown > 10, "{family}: only {shown} gaps were shown");
    let enough = hits.list().iter().zip(expected.list()).all(|(hit, least)| *hit >= least);
    assert!(enough, "{family}: {hits:?} instead of at least {expected:?}");
}

impl Hits {
    fn list(&self) -> [u32; 5] {
        [self.overlap, self.face_a, self.face_b, self.edges, self.exhaustive]
    }
}

impl Counts {
    fn count(&mut self, seen: &Finding) {
        self.pairs += 1;
        self.hits[4] += u32::from(seen.exhaustive);
        self.imprecise += u32::from(seen.imprecise);
        self.shown += u32::from(seen.shown);
        self.points.overlapping += seen.points.overlapping;
        self.points.gaps += seen.points.gaps;
        self.points.worst = self.points.worst.max(seen.points.worst);
        if !seen.overlap {
            return;
        }
        self.hits[0] += 1;
        match seen.feature {
            Feature::FaceA(_) => self.hits[1] += 1,
            Feature::FaceB(_) => self.hits[2] += 1,
            Feature::Edges(..) => self.hits[3] += 1,
            Feature::None => {}
        }
    }
    fn hits(&self) -> Hits {
        let [overlap, a, b, edges, exhaustive] = self.hits;
        let percent = |n: u32, of: u32| (100 * n).checked_div(of).unwrap_or(0);
        Hits {
            overlap: percent(overlap, self.pairs),
            face_a: percent(a, overlap),
            face_b: percent(b, overlap),
            edges: percent(edges, overlap),
            exhaustive: percent(exhaustive, self.pairs),
        }
    }
}

/// The outcome for one pair.
struct Finding {
    overlap: bool,
    exhaustive: bool,
    /// EPA's bounds on the depth are wider than the tolerance.
    imprecise: bool,
    /// Two points prove the width of the gap.
    shown: bool,
    feature: Feature,
    /// The number of answers with witness points, and their largest error relative to `reach`.
    points: Points,
}

/// Counts of the witness points checked.
#[derive(Clone, Copy, Debug, Default)]
struct Points {
    overlapping: u32,
    gaps: u32,
    worst: f64,
}

/// Runs all algorithms on one pair; the exhaustive test only if its product is at most `most`.
fn check(name: &str, posed: &PosedPair<'_>, most: usize, memory: &mut Memory) -> Finding {
    let (a, b) = (posed.a.facets(), posed.b.facets());
    let pair = PolytopePair::new(&a, &b, &posed.motion(), posed.start(), posed.reach());
    // For a thin hull, planes are off the vertices by more than rounding.
    let slack = a.slack() + b.slack();
    assert!(slack.is_finite(), "{name}: a hull is thinner than its rounding");
    // Two points have no size.
    let size = posed.a.radius.max(posed.b.radius);
    let size = if size > 0.0 { size } else { posed.reach() };
    let tolerance = TOLERANCE * size + slack;
    let bounds = epa(posed, &mut memory.query);
    let points = by_name(name, posed, bounds, slack, &mut memory.query);

    let product = [a, b].map(|f| f.topology().edges()).iter().product::<usize>()
        * (a.vertices().len() + b.vertices().len());
    let slow = (product <= most).then(|| exhaustive(&pair, &mut ()));
    let fast = TESTS.map(|(test, run)| (test, run(&pair, &mut memory.test)));
    for (test, outcome) in slow.iter().map(|o| ("exhaustive", *o)).chain(fast) {
        let name = format!("{name}, {test}");
        attained(&name, posed, &outcome, slack);
        // The bounded tests end where the shapes touch within rounding, without regard to other
        // axes.
        let none = if test.starts_with("bounded") { pair.touch() } else { 0.0 };
        agree(&name, &outcome, bounds, none, tolerance);
        if let Some(slow) = &slow {
            // The first gap found need not be the widest.
            let low = if slow.overlap < 0.0 { f64::NEG_INFINITY } else { slow.overlap };
            agree(&name, &outcome, [low, slow.overlap], none, tolerance);
        }
    }
    let (outcome, shown) = widest(&pair, &mut memory.test, &mut ());
    let name = format!("{name}, widest");
    attained(&name, posed, &outcome, slack);
    agree(&name, &outcome, bounds, pair.touch(), tolerance);
    if shown.is_some() {
        // The points prove that no gap is wider.
        let gap = -outcome.overlap;
        assert!(
            -bounds[1] - tolerance <= gap && gap <= -bounds[0] + tolerance,
            "{name}: {outcome:?}"
        );
    }
    Finding {
        overlap: bounds[0] > 0.0,
        exhaustive: slow.is_some(),
        imprecise: bounds[1] - bounds[0] > tolerance,
        shown: shown.is_some(),
        feature: slow.unwrap_or(fast[0].1).feature,
        points,
    }
}

/// The bounds on the depth that EPA proves; negative for a gap.
fn epa(posed: &PosedPair<'_>, scratch: &mut Scratch<DVec3>) -> [f64; 2] {
    let query = Query::relative(&posed.a.shape, &posed.b.shape, &posed.pose);
    let answer = query.algorithm(Algorithm::Epa).scratch(scratch).clearance();
    // For pairs that are apart, EPA proves only that; the distance is GJK's.
    let upper = if answer.upper.is_finite() { answer.upper } else { answer.signed_distance };
    [-upper, -answer.lower]
}

/// Queries with separating axes by name, and without a name, do not contradict EPA. Their points
/// are on both surfaces, and as far apart as the answer states.
fn by_name(
    name: &str,
    posed: &PosedPair<'_>,
    [low, high]: [f64; 2],
    slack: f64,
    scratch: &mut Scratch<DVec3>,
) -> Points {
    let mut points = Points::default();
    let touch = 1e-13 * posed.reach();
    let slack = slack + touch;
    for algorithm in
        [Algorithm::Auto, Algorithm::SatBounded, Algorithm::SatGauss, Algorithm::SatPruned]
    {
        let query = Query::relative(&posed.a.shape, &posed.b.shape, &posed.pose);
        let answer = query.algorithm(lessons::by_name(algorithm)).scratch(scratch).clearance();
        let agrees = -answer.upper <= high + slack && low <= -answer.lower + slack;
        assert!(agrees, "{name}: {algorithm:?} {answer:?} instead of {low:e} to {high:e}");
        assert!(answer.upper.is_finite() || answer.lower >= -touch, "{name}: {answer:?}");
        if answer.bounded() {
            let off = off_points(posed, &answer);
            assert!(
                off <= OFF * posed.reach() + 4.0 * slack + (answer.upper - answer.lower),
                "{name}: off by {off:e}: {answer:?}"
            );
            points.worst = points.worst.max(off / posed.reach());
            points.overlapping += u32::from(answer.upper < 0.0);
            points.gaps += u32::from(answer.lower > 0.0);
        }
    }
    points
}

/// The largest allowed error of witness points, relative to `reach`. The largest errors are those
/// of tests by name where faces are parallel to 1e-11 rad; the others are below 1e-13.
const OFF: f64 = 4e-12;

/// The largest error of the witness points: their distance from the shapes, from the farthest
/// points along the normal, and from each other compared with the signed distance.
fn off_points(posed: &PosedPair<'_>, answer: &Clearance<DVec3>) -> f64 {
    let normal = answer.normal;
    let outside = |body: &Body, pose: &Pose<DVec3>, p: DVec3| {
        let point = Point::new(p).expect("finite");
        Query::new(&body.shape, pose, &point, &Pose::IDENTITY).algorithm(Algorithm::Gjk).distance()
    };
    let off_a = outside(posed.a, &Pose::IDENTITY, answer.point_a);
    let off_b = outside(posed.b, &posed.pose, answer.point_b);
    let motion = posed.motion();
    let short_a = normal.dot(posed.a.farthest(normal) - answer.point_a);
    let lowest = motion.apply(posed.b.farthest(motion.unrotate(-normal)));
    let short_b = normal.dot(answer.point_b - lowest);
    let way = answer.point_b - answer.point_a - normal * answer.signed_distance;
    // The normal of a gap has half as many digits as the distance.
    if answer.lower > 0.0 {
        off_a.max(off_b).max(way.length() - 2e-7 * answer.signed_distance)
    } else {
        off_a.max(off_b).max(way.length()).max(short_a).max(short_b)
    }
}

/// The overlap returned is that along the axis, and that between the vertices.
fn attained(name: &str, posed: &PosedPair<'_>, outcome: &Outcome<DVec3>, slack: f64) {
    let Outcome { axis, overlap, vertices, .. } = *outcome;
    let rounding = 1e-14 * posed.reach() + slack;
    assert!((axis.length() - 1.0).abs() < 1e-14, "{name}: {axis}");
    let motion = posed.motion();
    let top = posed.a.farthest(axis).dot(axis);
    let bottom = motion.apply(posed.b.farthest(motion.unrotate(-axis))).dot(axis);
    assert!((top - bottom - overlap).abs() <= rounding, "{name}: {} {outcome:?}", top - bottom);
    let a = posed.a.facets().vertices().get(vertices[0]);
    let b = motion.apply(posed.b.facets().vertices().get(vertices[1]));
    assert!((axis.dot(a - b) - overlap).abs() <= rounding, "{name}: {} {outcome:?}", top - bottom);
}

/// For pairs that overlap, the depths are equal. For pairs that are apart, both agree on that, and
/// no axis has a gap wider than the distance. Overlaps up to `none` are not compared.
fn agree(name: &str, outcome: &Outcome<DVec3>, [low, high]: [f64; 2], none: f64, tolerance: f64) {
    let overlap = outcome.overlap;
    let apart = overlap < 0.0 || overlap <= none;
    let below = if high < -tolerance { apart } else { overlap <= high.max(0.0) + tolerance };
    let same = below && overlap >= low - tolerance;
    assert!(same, "{name}: {outcome:?} instead of {low:e} to {high:e}");
}
