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
use clearance::shape::{Ball, Convex, Cuboid, Geometry, Segment, Vertex, is_wide};
use clearance::space::Vector;
use clearance::verify::check;
use clearance::{
    Algorithm, Cache, Clearance, HalfSpace, Pose, Query, certificate, closest_points, distance,
    intersects, penetration, within,
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
    // A boolean question may have EPA look for any depth first, and then for that depth.
    let (one, twice) = (V::Scalar::ONE, MOST + epa::MOST_STEPS);
    asked("intersects", twice, &mut || _ = intersects(&a, &pa, b, pb));
    asked("within", twice, &mut || _ = within(&a, &pa, b, pb, one));
    asked("within", twice, &mut || _ = within(&a, &pa, b, pb, -one));
    asked("distance", twice, &mut || assert!(!distance(&a, &pa, b, pb).to_f64().is_nan()));
    asked("closest points", twice, &mut || _ = closest_points(&a, &pa, b, pb));
    asked("penetration", MOST, &mut || _ = penetration(&a, &pa, b, pb));
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
