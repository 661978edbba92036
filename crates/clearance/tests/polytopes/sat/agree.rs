//! A property of every pair: all algorithms give the same depth.

use clearance::algorithm::sat::d3::{
    self, PolytopePair, bounded, bounded_by_choice, exhaustive, gauss, pruned, widest,
};
use clearance::algorithm::sat::{Feature, Outcome};
use clearance::glam::DVec3;
use clearance::shape::Point;
use clearance::{Algorithm, Clearance, Pose, Query, Scratch};
use clearance_testing::Random;

use super::bodies::Body;
use super::place::Meeting;

/// A separating axis test.
pub type Test = fn(&PolytopePair<'_>, &mut d3::Scratch) -> Outcome<DVec3>;

/// All tests that are fast enough for any pair.
pub const TESTS: [(&str, Test); 4] = [
    ("pruned", |pair, _| pruned(pair, &mut ())),
    ("gauss", |pair, _| gauss(pair, &mut ())),
    ("bounded", |pair, scratch| bounded(pair, scratch, &mut ())),
    ("bounded by choice", |pair, scratch| bounded_by_choice(pair, scratch, &mut ())),
];

/// What is kept from one pair to the next.
#[derive(Default)]
struct Memory {
    query: Scratch<DVec3>,
    test: d3::Scratch,
}

/// The exhaustive test takes edges times edges times vertices. Up to the first of these numbers it
/// is always used; up to the second for one pair in 64.
const EXHAUSTIVE: [usize; 2] = [100_000, 5_000_000];

/// Depths may differ by this factor of the larger size.
const TOLERANCE: f64 = 1e-9;

/// How often branches were reached, in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hits {
    /// The share of all pairs that overlap.
    pub overlap: u32,
    /// Of these, the shares with the least axis from a face of A, a face of B, and a pair of edges.
    pub face_a: u32,
    pub face_b: u32,
    pub edges: u32,
    /// The share of all pairs for which the exhaustive test was used.
    pub exhaustive: u32,
}

/// The counts of what [`Hits`] has in percent, in its order.
#[derive(Default)]
struct Counts {
    pairs: u32,
    hits: [u32; 5],
    vague: u32,
    /// Pairs apart for which the points of the widest gap were found.
    shown: u32,
    placed: Placed,
}

/// Checks random pairs of a family, of which at least the `expected` shares must be hit.
/// `CLEARANCE_PAIRS` sets the number of pairs of all families (default: 128,100).
pub fn survey<'a>(
    family: &str,
    pairs: usize,
    expected: Hits,
    mut meeting: impl FnMut(&mut Random) -> Meeting<'a>,
) {
    let share = clearance_testing::pairs(128_100.0) / 128_100.0;
    let pairs = (pairs as f64 * share).ceil() as usize;
    let mut random = Random::new(family.bytes().map(u64::from).sum());
    let (mut counts, mut memory) = (Counts::default(), Memory::default());
    let begin = std::time::Instant::now();
    for number in 0..pairs {
        let meeting = meeting(&mut random);
        let most = EXHAUSTIVE[usize::from(number % 64 == 0)];
        counts.count(&check(&format!("{family} {number}"), &meeting, most, &mut memory));
    }
    let hits = counts.hits();
    let Counts { vague, shown, placed, .. } = counts;
    println!(
        "{family}: {pairs} pairs in {:.1?}, {hits:?}, {vague} vague, {shown} gaps shown, {placed:?}",
        begin.elapsed()
    );
    // Four questions each.
    let overlapping = 4 * pairs * expected.overlap as usize / 100;
    assert!(placed.overlapping as usize >= overlapping, "{family}: {placed:?}");
    assert!(vague as usize <= 1 + pairs / 1000, "{family}: EPA is no judge of {vague} pairs");
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
    fn count(&mut self, seen: &Seen) {
        self.pairs += 1;
        self.hits[4] += u32::from(seen.exhaustive);
        self.vague += u32::from(seen.vague);
        self.shown += u32::from(seen.shown);
        self.placed.overlapping += seen.placed.overlapping;
        self.placed.gaps += seen.placed.gaps;
        self.placed.worst = self.placed.worst.max(seen.placed.worst);
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

/// What was found about a pair.
struct Seen {
    overlap: bool,
    exhaustive: bool,
    /// The bounds of EPA are wider than the tolerance.
    vague: bool,
    /// Two points prove the width of the gap.
    shown: bool,
    feature: Feature,
    /// The number of answers with points, and the largest error of these, relative to the reach.
    placed: Placed,
}

/// Witness points that were tested.
#[derive(Clone, Copy, Debug, Default)]
struct Placed {
    overlapping: u32,
    gaps: u32,
    worst: f64,
}

/// Runs all algorithms on a pair; the exhaustive test if it takes no more than `most`.
fn check(name: &str, meeting: &Meeting<'_>, most: usize, memory: &mut Memory) -> Seen {
    let (a, b) = (meeting.a.facets(), meeting.b.facets());
    let pair = PolytopePair::new(&a, &b, &meeting.motion(), meeting.start(), meeting.reach());
    // The planes of a thin hull are farther from the vertices than rounding.
    let slack = a.slack() + b.slack();
    assert!(slack.is_finite(), "{name}: a hull is thinner than its rounding");
    // Two points have no size.
    let size = meeting.a.radius.max(meeting.b.radius);
    let size = if size > 0.0 { size } else { meeting.reach() };
    let tolerance = TOLERANCE * size + slack;
    let bounds = epa(meeting, &mut memory.query);
    let placed = asked_by_name(name, meeting, bounds, slack, &mut memory.query);

    let product = [a, b].map(|f| f.topology().edges()).iter().product::<usize>()
        * (a.vertices().len() + b.vertices().len());
    let slow = (product <= most).then(|| exhaustive(&pair, &mut ()));
    let fast = TESTS.map(|(test, run)| (test, run(&pair, &mut memory.test)));
    for (test, outcome) in slow.iter().map(|o| ("exhaustive", *o)).chain(fast) {
        let name = format!("{name}, {test}");
        honest(&name, meeting, &outcome, slack);
        // The bounded tests end if the shapes touch within rounding, whatever the other axes are.
        let none = if test.starts_with("bounded") { pair.touch() } else { 0.0 };
        agree(&name, &outcome, bounds, none, tolerance);
        if let Some(slow) = &slow {
            // The gap that was found first may not be the widest.
            let low = if slow.overlap < 0.0 { f64::NEG_INFINITY } else { slow.overlap };
            agree(&name, &outcome, [low, slow.overlap], none, tolerance);
        }
    }
    let (outcome, shown) = widest(&pair, &mut memory.test, &mut ());
    let name = format!("{name}, widest");
    honest(&name, meeting, &outcome, slack);
    agree(&name, &outcome, bounds, pair.touch(), tolerance);
    if shown.is_some() {
        // The points prove that no gap is wider.
        let gap = -outcome.overlap;
        assert!(
            -bounds[1] - tolerance <= gap && gap <= -bounds[0] + tolerance,
            "{name}: {outcome:?}"
        );
    }
    Seen {
        overlap: bounds[0] > 0.0,
        exhaustive: slow.is_some(),
        vague: bounds[1] - bounds[0] > tolerance,
        shown: shown.is_some(),
        feature: slow.unwrap_or(fast[0].1).feature,
        placed,
    }
}

/// The bounds on the depth that EPA proves; negative for a gap.
fn epa(meeting: &Meeting<'_>, scratch: &mut Scratch<DVec3>) -> [f64; 2] {
    let query = Query::relative(&meeting.a.shape, &meeting.b.shape, &meeting.pose);
    let answer = query.algorithm(Algorithm::Epa).scratch(scratch).clearance();
    // For pairs apart EPA only reports this, and the distance is GJK's.
    let upper = if answer.upper.is_finite() { answer.upper } else { answer.signed_distance };
    [-upper, -answer.lower]
}

/// The answers of queries by separating axes, and without an algorithm by name, do not contradict
/// EPA. Their points are on both surfaces, at the distance that they report.
fn asked_by_name(
    name: &str,
    meeting: &Meeting<'_>,
    [low, high]: [f64; 2],
    slack: f64,
    scratch: &mut Scratch<DVec3>,
) -> Placed {
    let mut placed = Placed::default();
    let touch = 1e-13 * meeting.reach();
    let slack = slack + touch;
    for algorithm in
        [Algorithm::Auto, Algorithm::SatBounded, Algorithm::SatGauss, Algorithm::SatPruned]
    {
        let query = Query::relative(&meeting.a.shape, &meeting.b.shape, &meeting.pose);
        let answer = query.algorithm(algorithm).scratch(scratch).clearance();
        let agrees = -answer.upper <= high + slack && low <= -answer.lower + slack;
        assert!(agrees, "{name}: {algorithm:?} {answer:?} instead of {low:e} to {high:e}");
        assert!(answer.upper.is_finite() || answer.lower >= -touch, "{name}: {answer:?}");
        if answer.bounded() {
            let off = off_points(meeting, &answer);
            assert!(
                off <= OFF * meeting.reach() + 4.0 * slack + (answer.upper - answer.lower),
                "{name}: off by {off:e}: {answer:?}"
            );
            placed.worst = placed.worst.max(off / meeting.reach());
            placed.overlapping += u32::from(answer.upper < 0.0);
            placed.gaps += u32::from(answer.lower > 0.0);
        }
    }
    placed
}

/// The largest error of points relative to the reach: of their distance from the surfaces and along
/// the normal. The largest occur for tests by name if faces are parallel up to 1e-11 rad; others
/// are 1e-13 off.
const OFF: f64 = 4e-12;

/// The largest distance of points from their shapes, from the farthest points along the normal, and
/// from their distance along it.
fn off_points(meeting: &Meeting<'_>, answer: &Clearance<DVec3>) -> f64 {
    let normal = answer.normal;
    let outside = |body: &Body, pose: &Pose<DVec3>, p: DVec3| {
        let point = Point::new(p).expect("finite");
        Query::new(&body.shape, pose, &point, &Pose::IDENTITY).algorithm(Algorithm::Gjk).distance()
    };
    let off_a = outside(meeting.a, &Pose::IDENTITY, answer.point_a);
    let off_b = outside(meeting.b, &meeting.pose, answer.point_b);
    let motion = meeting.motion();
    let short_a = normal.dot(meeting.a.farthest(normal) - answer.point_a);
    let lowest = motion.apply(meeting.b.farthest(motion.unrotate(-normal)));
    let short_b = normal.dot(answer.point_b - lowest);
    let way = answer.point_b - answer.point_a - normal * answer.signed_distance;
    // The normal of a gap has half as many digits as the distance.
    if answer.lower > 0.0 {
        off_a.max(off_b).max(way.length() - 2e-7 * answer.signed_distance)
    } else {
        off_a.max(off_b).max(way.length()).max(short_a).max(short_b)
    }
}

/// Is the reported overlap that of the axis?
fn honest(name: &str, meeting: &Meeting<'_>, outcome: &Outcome<DVec3>, slack: f64) {
    let Outcome { axis, overlap, vertices, .. } = *outcome;
    let rounding = 1e-14 * meeting.reach() + slack;
    assert!((axis.length() - 1.0).abs() < 1e-14, "{name}: {axis}");
    let motion = meeting.motion();
    let top = meeting.a.farthest(axis).dot(axis);
    let bottom = motion.apply(meeting.b.farthest(motion.unrotate(-axis))).dot(axis);
    assert!((top - bottom - overlap).abs() <= rounding, "{name}: {} {outcome:?}", top - bottom);
    let a = meeting.a.facets().vertices().get(vertices[0]);
    let b = motion.apply(meeting.b.facets().vertices().get(vertices[1]));
    assert!((axis.dot(a - b) - overlap).abs() <= rounding, "{name}: {} {outcome:?}", top - bottom);
}

/// If they overlap, the depths are equal. If they are apart, both report this, and no axis has a
/// wider gap than the true one. An overlap up to `none` is not compared.
fn agree(name: &str, outcome: &Outcome<DVec3>, [low, high]: [f64; 2], none: f64, tolerance: f64) {
    let overlap = outcome.overlap;
    let apart = overlap < 0.0 || overlap <= none;
    let below = if high < -tolerance { apart } else { overlap <= high.max(0.0) + tolerance };
    let same = below && overlap >= low - tolerance;
    assert!(same, "{name}: {outcome:?} instead of {low:e} to {high:e}");
}
