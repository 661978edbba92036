//! Pairs that touch within rounding, where one algorithm may prove a gap and another may not. No
//! query may contradict what another query proves.
//!
//! ```text
//!     clearance    0, one ulp of one coordinate, 1e-16 .. 1e-12 of the size; up to 1e-6 in f32
//!     margin       0; queries with a limit get limits this close to the clearance
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::lessons;
use clearance::number::Scalar;
use clearance::shape::{Point, is_wide};
use clearance::verify::{self, Verdict};
use clearance::{
    Algorithm, Cache, Cast, Certificate, Clearance, ImpactStatus, Manifold, Pose, Query, Shape,
    Status, Sweep, certificate, clearance, closest_points, contact_manifold, contains, distance,
    intersects, penetration, project, signed_distance, within,
};
use clearance_testing::Random;

use super::{pairs_per_suite, placed};
use crate::common::pairs::{Kind, Maker, Pair, Recipe, Stand, kinds};

/// Counts of the outcomes.
#[derive(Debug, Default)]
struct Tally {
    apart: u32,
    overlapping: u32,
    undecided: u32,
    contacts: u32,
    kinds: BTreeSet<(Kind, Kind)>,
    /// How often queries contradict each other, with the first pair of each kind.
    wrong: BTreeMap<String, (u32, String)>,
}

impl Tally {
    fn check(&mut self, is_right: bool, what: &str, of: impl FnOnce() -> String) {
        if !is_right {
            self.wrong.entry(what.into()).or_insert_with(|| (0, of())).0 += 1;
        }
    }
}

/// A clearance close to 0, relative to the size.
fn tiny<V: Maker>(random: &mut Random) -> f64 {
    let shares: &[f64] = if is_wide::<V>() {
        &[0.0, 1e-16, 3e-16, 1e-15, 1e-14, 1e-13, 1e-12]
    } else {
        &[0.0, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-8, 1e-7, 1e-6]
    };
    shares[random.below(shares.len())] * [-1.0, 1.0][random.below(2)]
}

/// A pair whose clearance is close to `target`, in general position or on the lattice. In two of
/// three pairs A is moved to the origin, where `f32` resolves the last digits.
fn pair<V: Maker>(random: &mut Random, target: f64) -> Option<Pair> {
    let mut pair = if random.below(2) == 0 {
        placed::pair(random, V::DIM).0
    } else {
        Pair {
            a: Recipe::random(random, V::DIM),
            b: Recipe::random(random, V::DIM),
            at_a: Stand::random(random, 1.0),
            at_b: Stand::random(random, 2.0),
        }
    };
    if random.below(3) > 0 {
        let to_origin = pair.at_a.t;
        for (t, o) in pair.at_b.t.iter_mut().zip(to_origin) {
            *t -= o;
        }
        pair.at_a.t = [0.0; 3];
    }
    for moves_a in [false, true] {
        let ([a, b], [pa, pb]) = placed::made::<V>(&pair);
        let answer = clearance(&a, &pa, &b, &pb);
        if !answer.bounded() {
            return None;
        }
        let off = tiny::<V>(random);
        let (sign, stand) = if moves_a { (-1.0, &mut pair.at_a) } else { (1.0, &mut pair.at_b) };
        let by = sign * (target + off - answer.signed_distance.to_f64());
        for i in 0..V::DIM {
            stand.t[i] += answer.normal.get(i).to_f64() * by;
        }
        // Without the second move, points that are exactly on the lattice stay there.
        if random.below(3) == 0 {
            break;
        }
    }
    if random.below(3) == 0 {
        let t = &mut pair.at_b.t[random.below(V::DIM)];
        let step = V::Scalar::EPSILON.to_f64() * (*t).abs();
        *t += step * [-1.0, 1.0][random.below(2)];
    }
    Some(pair)
}

/// Two shapes and their poses.
struct Asked<'p, V: Maker> {
    pair: &'p Pair,
    a: Shape<V>,
    b: Shape<V>,
    pa: Pose<V>,
    pb: Pose<V>,
    /// The result that all others must agree with.
    answer: Clearance<V>,
    proof: Certificate<V>,
}

impl<'p, V: Maker> Asked<'p, V> {
    fn new(pair: &'p Pair) -> Self {
        let ([a, b], [pa, pb]) = placed::made::<V>(pair);
        let answer = clearance(&a, &pa, &b, &pb);
        let proof = certificate(&a, &pa, &b, &pb);
        Self { pair, a, b, pa, pb, answer, proof }
    }

    fn query(&self) -> Query<'_, V> {
        Query::new(&self.a, &self.pa, &self.b, &self.pb)
    }

    /// Whether the clearance is proven to be more than `limit`.
    fn is_beyond(&self, limit: V::Scalar) -> bool {
        self.answer.lower > limit
    }

    fn what(&self, other: &dyn Debug) -> String {
        format!("{other:?}\n  {:?}\n  of {:?}", self.answer, self.pair)
    }

    /// The two intervals of bounds must have a common number.
    fn meets(&self, tally: &mut Tally, what: &str, other: &Clearance<V>) {
        let is_sound = self.answer.lower <= other.upper && other.lower <= self.answer.upper;
        tally.check(is_sound, what, || self.what(other));
    }

    /// There must be a manifold unless the clearance is proven to be more than the margin.
    fn manifold(
        &self,
        tally: &mut Tally,
        what: &str,
        found: Option<&Manifold<V>>,
        margin: V::Scalar,
    ) {
        let is_some = format!("{what} is there");
        tally.check(!(found.is_some() && self.is_beyond(margin)), &is_some, || self.what(&found));
        let is_none = format!("{what} is missing");
        tally.check(found.is_some() || self.is_beyond(margin), &is_none, || self.what(&margin));
        let Some(manifold) = found else { return };
        tally.check(!manifold.points().is_empty(), what, || self.what(manifold));
        let Self { a, b, pa, pb, proof, .. } = self;
        let verdict = verify::check_manifold(a, pa, b, pb, manifold, proof);
        let is_refuted = format!("{what} is refuted");
        tally.check(verdict != Verdict::Refuted, &is_refuted, || self.what(manifold));
    }
}

/// All queries about a pair whose clearance is about 0.
fn about_zero<V: Maker>(asked: &Asked<'_, V>, tally: &mut Tally) {
    let Asked { pair, a, b, pa, pb, answer, proof } = asked;
    let zero = V::Scalar::ZERO;
    let apart = answer.status() == Status::Apart;
    match answer.status() {
        Status::Apart => tally.apart += 1,
        Status::Overlapping => tally.overlapping += 1,
        Status::Undecided => tally.undecided += 1,
    }
    tally.kinds.insert((pair.a.kind, pair.b.kind));

    let agree = |tally: &mut Tally, what: &str, says_apart: bool, other: &dyn Debug| {
        tally.check(says_apart == apart, what, || asked.what(other));
    };
    agree(tally, "intersects", !intersects(a, pa, b, pb), &());
    agree(tally, "within", !within(a, pa, b, pb, zero), &());
    let gap = distance(a, pa, b, pb);
    agree(tally, "distance", gap > zero, &gap);
    let nearest = closest_points(a, pa, b, pb);
    agree(tally, "closest points", nearest.is_some(), &nearest);
    let depth = penetration(a, pa, b, pb);
    agree(tally, "penetration", depth.is_none(), &depth);
    asked.meets(tally, "certificate", &proof.answer);
    let verdict = verify::check(a, pa, b, pb, proof);
    tally.check(verdict != Verdict::Refuted, "certificate is refuted", || asked.what(proof));
    let found = contact_manifold(a, pa, b, pb, zero);
    asked.manifold(tally, "manifold", found.as_ref(), zero);
    tally.contacts += u32::from(found.is_some());

    // With a cache, twice: the second query starts where the first one ended.
    let mut cache = Cache::default();
    for _ in 0..2 {
        let warm = asked.query().cache(&mut cache).clearance();
        asked.meets(tally, "clearance of a cache", &warm);
        let is_near = asked.query().cache(&mut cache).intersects();
        agree(tally, "intersects of a cache", !is_near, &());
        let found = asked.query().cache(&mut cache).manifold(zero);
        asked.manifold(tally, "manifold of a cache", found.as_ref(), zero);
    }

    // Swapped, and by other algorithms.
    asked.meets(tally, "turned around", &clearance(b, pb, a, pa));
    use Algorithm::{Epa, Gjk, GjkBoolean, GjkEpa, Sat};
    for name in [Gjk, GjkEpa, GjkBoolean, Epa, Sat] {
        let other = asked.query().algorithm(lessons::by_name(name)).clearance();
        asked.meets(tally, name.name(), &other);
        let is_near = asked.query().algorithm(lessons::by_name(name)).intersects();
        let what = format!("intersects by {}", name.name());
        tally.check(is_near == other.intersects(), &what, || asked.what(&other));
    }

    // Casts from this pose: at rest, moving apart, and approaching.
    for velocity in [V::ZERO, answer.normal, -answer.normal] {
        let (still, moving) = (Sweep::at_rest(pa), Sweep::linear(pb, velocity).unwrap());
        let impact = Cast::new(a, &still, b, &moving, V::Scalar::ONE).unwrap().impact();
        let overlaps = answer.status() == Status::Overlapping;
        let is_late = impact.status == ImpactStatus::Miss || impact.lower > zero;
        tally.check(!(overlaps && is_late), "cast misses", || asked.what(&impact));
        let starts = impact.status == ImpactStatus::Hit && impact.upper <= zero;
        tally.check(!(starts && apart), "cast hits", || asked.what(&impact));
    }
}

/// Points on the surfaces, up to rounding.
fn about_points<V: Maker>(asked: &Asked<'_, V>, random: &mut Random, tally: &mut Tally) {
    let Asked { a, b, pa, pb, answer, .. } = asked;
    let off = tiny::<V>(random);
    for (shape, pose, at) in [(a, pa, answer.point_a), (b, pb, answer.point_b)] {
        let point = V::narrow(at.widen() * (1.0 + off));
        let near = project(shape, pose, point).unwrap();
        let inside = contains(shape, pose, point).unwrap();
        let height = signed_distance(shape, pose, point).unwrap();
        let what = || asked.what(&(near, inside, height, point));
        let is_held = |x: V::Scalar| near.lower <= x && x <= near.upper;
        tally.check(is_held(near.signed_distance), "projection", what);
        tally.check(is_held(height), "signed distance", what);
        tally.check(inside == (near.lower <= V::Scalar::ZERO), "contains", what);
        let (spot, place) = (Point::new(V::ZERO).unwrap(), Pose::at(point).unwrap());
        let other = clearance(shape, pose, &spot, &place);
        let meets = near.lower <= other.upper && other.lower <= near.upper;
        tally.check(meets, "clearance of a point", || asked.what(&(near, other)));
    }
}

/// Queries with a limit: the clearance itself, its bounds, or one rounding step below.
fn about_limits<V: Maker>(asked: &Asked<'_, V>, limit: f64, tally: &mut Tally) {
    let Asked { a, b, pa, pb, answer, .. } = asked;
    let Clearance { lower, upper, signed_distance, .. } = *answer;
    let below = |x: V::Scalar| V::Scalar::below(x.to_f64() - f64::EPSILON * x.to_f64().abs());
    for limit in [V::Scalar::of(limit), lower, below(lower), signed_distance, upper] {
        let is_near = within(a, pa, b, pb, limit);
        tally.check(is_near != asked.is_beyond(limit), "limit", || asked.what(&limit));
        let found = contact_manifold(a, pa, b, pb, limit);
        asked.manifold(tally, "manifold of a margin", found.as_ref(), limit);
    }
}

fn suite<V: Maker>(seed: u64) {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    // The offset of the pair, plus the rounding of its pose.
    let near = if is_wide::<V>() { 1e-11 } else { 4e-6 };
    let (mut hits, mut tried) = (0, 0);
    while hits < pairs_per_suite() {
        tried += 1;
        let Some(pair) = pair::<V>(&mut random, 0.0) else { continue };
        let asked = Asked::<V>::new(&pair);
        if asked.answer.signed_distance.to_f64().abs() > near {
            continue;
        }
        hits += 1;
        about_zero(&asked, &mut tally);
        about_points(&asked, &mut random, &mut tally);
        if hits % 4 == 0 {
            let limit = random.range(-0.25, 0.5);
            if let Some(pair) = self::pair::<V>(&mut random, limit) {
                about_limits(&Asked::<V>::new(&pair), limit, &mut tally);
            }
        }
    }
    let Tally { apart, overlapping, undecided, contacts, wrong, kinds: met } = tally;
    let all = [apart, overlapping, undecided, contacts];
    println!("{}D, {:e}: {hits} of {tried}, {all:?}", V::DIM, V::Scalar::EPSILON.to_f64());
    for (what, (count, first)) in &wrong {
        println!("{what}: {count}\n  {first}");
    }
    assert!(wrong.is_empty(), "{:?}", wrong.keys());
    let least = hits / 20;
    assert!(all.iter().all(|n| *n > least), "{all:?}");
    let kinds = kinds(V::DIM).len();
    assert!(met.len() > kinds * kinds * 9 / 10, "{}", met.len());
}

#[test]
fn near_plane_f64() {
    suite::<DVec2>(31);
}

#[test]
fn near_space_f64() {
    suite::<DVec3>(32);
}

#[test]
fn near_plane_f32() {
    suite::<Vec2>(33);
}

#[test]
fn near_space_f32() {
    suite::<Vec3>(34);
}
