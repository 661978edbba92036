//! Shapes that lie about themselves. Whatever a shape of one's own answers, a query neither
//! panics nor returns NaN, and it ends: that is proven by counting, because each of these shapes
//! counts how often it is asked.

mod common;
#[path = "common/pairs.rs"]
mod pairs;

use std::cell::Cell;

use clearance::algorithm::{epa, gjk};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Ball, Capsule, Convex, Cuboid, Geometry, Segment, Vertex, is_wide};
use clearance::space::Vector;
use clearance::verify::check;
use clearance::{
    Algorithm, Cache, Cast, Clearance, HalfSpace, ImpactStatus, Pose, Query, Shape, Sweep,
    certificate, closest_points, distance, intersects, penetration, within,
};
use common::Random;
use pairs::{Maker, Stand, pose};

/// No query may take more steps.
const MOST: u32 = gjk::MOST_STEPS + epa::MOST_STEPS + 16;

fn cuboid<V: Vector>(half: f64) -> Cuboid<V> {
    Cuboid::new(V::from_fn(|_| V::Scalar::of(half))).expect("positive")
}

/// How a shape answers that is none.
#[derive(Clone, Copy, Debug)]
enum Lie {
    /// Not at all: a ball, as a shape of one's own.
    Honest,
    NaN,
    Infinite,
    Huge,
    Zero,
    Constant,
    /// One point, then its opposite, and so on.
    Alternating,
    /// Something else each time.
    Random,
    /// The farthest point the wrong way.
    Backwards,
    /// Whatever direction was asked for, with its length: no bounded shape.
    Echo,
    /// Sensible, but NaN for every third question.
    Sometimes,
    /// A ball that turns out to be a little larger each time.
    Growing,
    /// NaN for a radius.
    Radius,
    /// Infinity for a radius.
    Endless,
    /// Vertex numbers that lead to NaN.
    Numbers,
}

const LIES: [Lie; 15] = [
    Lie::Honest,
    Lie::NaN,
    Lie::Infinite,
    Lie::Huge,
    Lie::Zero,
    Lie::Constant,
    Lie::Alternating,
    Lie::Random,
    Lie::Backwards,
    Lie::Echo,
    Lie::Sometimes,
    Lie::Growing,
    Lie::Radius,
    Lie::Endless,
    Lie::Numbers,
];

/// A shape that lies, and counts how often it is asked for a support point.
struct Liar<V> {
    lie: Lie,
    asked: Cell<u32>,
    nothing: std::marker::PhantomData<V>,
}

impl<V: Vector> Liar<V> {
    fn new(lie: Lie) -> Self {
        Self { lie, asked: Cell::new(0), nothing: std::marker::PhantomData }
    }
    fn all(x: f64) -> V {
        V::from_fn(|_| V::Scalar::of(x))
    }
    fn ball(direction: V, radius: f64) -> V {
        direction.unit_along().unwrap_or(V::ZERO) * V::Scalar::of(radius)
    }
}

impl<V: Vector> Convex for Liar<V> {
    type V = V;
    fn support(&self, direction: V) -> V {
        let asked = self.asked.get() + 1;
        self.asked.set(asked);
        let sign = if asked.is_multiple_of(2) { 1.0 } else { -1.0 };
        match self.lie {
            Lie::NaN => Self::all(f64::NAN),
            Lie::Infinite => Self::all(sign * f64::INFINITY),
            Lie::Huge => Self::all(sign * if is_wide::<V>() { 1e300 } else { 1e38 }),
            Lie::Zero => V::ZERO,
            Lie::Constant => Self::all(0.25),
            Lie::Alternating => Self::all(sign),
            Lie::Random => {
                let mut random = Random::new(u64::from(asked));
                V::from_fn(|_| V::Scalar::of(random.range(-1.0, 1.0)))
            }
            Lie::Backwards => Self::ball(-direction, 1.0),
            Lie::Echo => direction,
            Lie::Sometimes if asked.is_multiple_of(3) => Self::all(f64::NAN),
            Lie::Growing => Self::ball(direction, 1.0 + f64::from(asked) * 1e-3),
            Lie::Honest | Lie::Sometimes | Lie::Radius | Lie::Endless | Lie::Numbers => {
                Self::ball(direction, 1.0)
            }
        }
    }
    fn center(&self) -> V {
        if matches!(self.lie, Lie::NaN) { Self::all(f64::NAN) } else { V::ZERO }
    }
    fn radius(&self) -> V::Scalar {
        V::Scalar::of(match self.lie {
            Lie::Radius => f64::NAN,
            Lie::Endless => f64::INFINITY,
            _ => 0.0,
        })
    }
    fn support_vertex(&self, direction: V, _: u32) -> Vertex<V> {
        let point = self.support(direction);
        let numbered = matches!(self.lie, Lie::Numbers);
        Vertex { point, id: if numbered { self.asked.get() } else { clearance::shape::NO_ID } }
    }
    fn vertex(&self, _: u32) -> Option<V> {
        matches!(self.lie, Lie::Numbers).then(|| Self::all(f64::NAN))
    }
}

/// Asks all questions about two shapes, of which the first may lie, and counts.
fn survives<V: Maker, B: Geometry<V = V>>(lie: Lie, b: &B, pb: &Pose<V>) {
    let a = Liar::<V>::new(lie);
    let pa = Pose::IDENTITY;
    let mut cache = Cache::default();
    for algorithm in [Algorithm::Auto, Algorithm::Gjk, Algorithm::GjkBoolean, Algorithm::Epa] {
        for swapped in [false, true] {
            a.asked.set(0);
            let answer = if swapped {
                Query::new(b, pb, &a, &pa).algorithm(algorithm).cache(&mut cache).clearance()
            } else {
                Query::new(&a, &pa, b, pb).algorithm(algorithm).cache(&mut cache).clearance()
            };
            no_nan(lie, &answer);
            assert!(answer.iterations <= MOST, "{lie:?} {answer:?}");
            // Besides the steps, a few questions for the shape's size: two for each axis.
            assert!(a.asked.get() <= MOST + 64, "{lie:?}: asked {} times", a.asked.get());
        }
    }
    let asked = |question: &str, most: u32, ask: &mut dyn FnMut()| {
        a.asked.set(0);
        ask();
        let count = a.asked.get();
        assert!(
            count <= most + 64,
            "{lie:?} and {}: {question} asked {count} times: {pb:?}",
            std::any::type_name::<B>()
        );
    };
    // A boolean question may have EPA look for any depth first, and then for that depth. What is
    // open then has the full answer.
    let (one, twice) = (V::Scalar::ONE, 2 * MOST + epa::MOST_STEPS);
    asked("intersects", twice, &mut || _ = intersects(&a, &pa, b, pb));
    asked("within", twice, &mut || _ = within(&a, &pa, b, pb, one));
    asked("within", twice, &mut || _ = within(&a, &pa, b, pb, -one));
    asked("distance", twice, &mut || assert!(!distance(&a, &pa, b, pb).to_f64().is_nan()));
    asked("closest points", twice, &mut || _ = closest_points(&a, &pa, b, pb));
    asked("penetration", 2 * MOST, &mut || _ = penetration(&a, &pa, b, pb));
    let mut proof = None;
    asked("certificate", MOST, &mut || proof = Some(certificate(&a, &pa, b, pb)));
    let proof = proof.expect("a certificate");
    asked("check", 0, &mut || _ = check(&a, &pa, b, pb, &proof));
}

#[track_caller]
fn no_nan<V: Vector>(lie: Lie, answer: &Clearance<V>) {
    let numbers = [answer.signed_distance, answer.lower, answer.upper];
    let nan = numbers.iter().any(|x| x.to_f64().is_nan());
    let vectors = [answer.normal, answer.point_a, answer.point_b];
    let wild = vectors.iter().any(|v| (0..V::DIM).any(|i| v.get(i).to_f64().is_nan()));
    assert!(!nan && !wild && answer.lower <= answer.upper, "{lie:?}: {answer:?} {}D", V::DIM);
}

fn liars<V: Maker>() {
    let mut random = Random::new(12);
    for lie in LIES {
        for far in [0.0, 0.5, 3.0] {
            let stand = pose::<V>(&Stand::random(&mut random, far), 1.0);
            survives(lie, &cuboid::<V>(0.5), &stand);
            survives(lie, &Ball::<V>::new(V::Scalar::of(0.25)).expect("positive"), &stand);
            let segment = Segment::new(V::unit(1), V::unit(0)).expect("finite");
            survives(lie, &segment, &stand);
            let half = HalfSpace::new(V::unit(0), V::Scalar::ONE).expect("a normal");
            survives(lie, &half, &stand);
            for other in LIES {
                survives(lie, &Liar::<V>::new(other), &stand);
            }
        }
    }
}

/// A ball that says a radius that is none.
struct Odd(f64);

impl Convex for Odd {
    type V = DVec3;
    fn support(&self, direction: DVec3) -> DVec3 {
        direction.unit_along().unwrap_or(DVec3::ZERO)
    }
    fn center(&self) -> DVec3 {
        DVec3::ZERO
    }
    fn radius(&self) -> f64 {
        self.0
    }
}

/// Sums of sizes were taken for numbers, and the cast panicked.
#[test]
fn a_radius_that_is_none_decides_no_cast() {
    let (brick, still) = (cuboid::<DVec3>(0.5), Sweep::at_rest(&Pose::IDENTITY));
    let start = Pose::at(DVec3::X * 3.0).expect("finite");
    let sweep = Sweep::linear(&start, -DVec3::X).expect("finite");
    for radius in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0] {
        let impact = Cast::new(&brick, &still, &Odd(radius), &sweep, 9.0).unwrap().impact();
        assert!(impact.status == ImpactStatus::Undecided && impact.lower == 0.0, "{impact:?}");
        let answer = Query::new(&brick, &Pose::IDENTITY, &Odd(radius), &start).clearance();
        assert!(!answer.bounded() && answer.intersects(), "{answer:?}");
        assert!(intersects(&brick, &Pose::IDENTITY, &Odd(radius), &start));
    }
}

/// What a cache holds of another pair, dimension or precision is no harm: manifolds are found where
/// they are without it.
#[test]
fn a_cache_of_another_pair() {
    let mut random = Random::new(22);
    let mut cache = Cache::default();
    let mut found = [0; 4];
    // A ball of space has the number of one of the plane.
    let (ball, circle) = (Ball::<DVec3>::new(1.0).unwrap(), Ball::<DVec2>::new(1.0).unwrap());
    let far = Pose::at(DVec3::new(1.0, 0.0, 5.0)).unwrap();
    Query::new(&ball, &Pose::IDENTITY, &ball, &far).cache(&mut cache).manifold(0.1);
    let near = Pose::at(DVec2::new(1.0, 0.0)).unwrap();
    let again = Query::new(&circle, &Pose::IDENTITY, &circle, &near).cache(&mut cache);
    assert!(again.manifold(0.1).is_some());
    for round in 0..24_000 {
        let seed = random.bits() % 6;
        found[round % 4] += match round % 4 {
            0 => with_cache::<Vec2>(&mut random, seed, &mut cache),
            1 => with_cache::<Vec3>(&mut random, seed, &mut cache),
            2 => with_cache::<DVec2>(&mut random, seed, &mut cache),
            _ => with_cache::<DVec3>(&mut random, seed, &mut cache),
        };
    }
    println!("{found:?} contacts");
    assert!(found.iter().all(|n| *n > 1000) && found.iter().sum::<u32>() > 10_000, "{found:?}");
}

/// Asks with the cache and without: 1 if there is a contact.
fn with_cache<V: Maker>(random: &mut Random, seed: u64, cache: &mut Cache) -> u32 {
    let shape = |seed: u64| -> Shape<V> {
        let size = V::Scalar::of(0.5);
        match seed % 3 {
            0 => Ball::new(size).unwrap().into(),
            1 => cuboid::<V>(0.5).into(),
            _ => Capsule::new(V::unit(0) * size, -V::unit(0) * size, size).unwrap().into(),
        }
    };
    // Where they were, but for the coordinates that the plane does not have.
    let at = [0.75, 0.25, 0.5 * random.below(4) as f64];
    let at = V::from_fn(|i| V::Scalar::of(if random.below(8) == 0 { 3.0 } else { at[i] }));
    let (a, b, pose) = (shape(seed), shape(seed / 3 + seed), Pose::at(at).unwrap());
    let margin = V::Scalar::of(0.1);
    let cold = Query::new(&a, &Pose::IDENTITY, &b, &pose).manifold(margin);
    let warm = Query::new(&a, &Pose::IDENTITY, &b, &pose).cache(cache).manifold(margin);
    assert_eq!(cold.is_some(), warm.is_some(), "{seed} {at:?}");
    if let (Some(cold), Some(warm)) = (&cold, &warm) {
        let off = (cold.depth().to_f64() - warm.depth().to_f64()).abs();
        assert!(off <= 0.1 / 16.0 + 1e-5, "{seed} {at:?}: {cold:?} {warm:?}");
    }
    let answer = Query::new(&a, &Pose::IDENTITY, &b, &pose).cache(cache).clearance();
    let other = Query::new(&a, &Pose::IDENTITY, &b, &pose).clearance();
    assert!(answer.lower <= other.upper && other.lower <= answer.upper, "{answer:?} {other:?}");
    u32::from(cold.is_some())
}

/// Shapes of one's own that answer nonsense: an end, and no NaN.
#[test]
fn shapes_that_lie() {
    liars::<Vec2>();
    liars::<DVec2>();
    liars::<Vec3>();
    liars::<DVec3>();
}

/// A shape of one's own that tells the truth is asked as often as the answer says.
#[test]
fn steps_are_counted() {
    for far in [0.5, 3.0] {
        let (ball, other) = (Liar::<DVec3>::new(Lie::Honest), cuboid::<DVec3>(0.5));
        let pb = Pose::at(DVec3::new(far, 0.25, 0.125)).expect("finite");
        let answer = Query::new(&ball, &Pose::IDENTITY, &other, &pb).clearance();
        let asked = ball.asked.get();
        // Its size is asked for first, with two questions for each axis, each time it matters.
        let sizes = 4 * 2 * 3;
        assert!(
            (answer.iterations..=answer.iterations + sizes).contains(&asked),
            "{asked}: {answer:?}"
        );
    }
}
