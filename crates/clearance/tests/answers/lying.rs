//! User-defined shapes with wrong support functions. Whatever they return, a query neither panics
//! nor returns NaN, it proves nothing that it cannot know, and it ends. The tests prove the last by
//! counting: each of these shapes counts its calls.

use std::cell::Cell;

use crate::common::pairs::{Maker, Stand, pose};
use crate::common::rays;
use clearance::algorithm::{epa, gjk};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{
    Ball, Capsule, Convex, Cuboid, Face, Geometry, NO_ID, Part, Segment, Vertex, View, Wide,
    is_wide,
};
use clearance::space::Vector;
use clearance::verify;
use clearance::{
    Algorithm, Cache, Cast, Clearance, HalfSpace, Impact, ImpactStatus, Pose, Query, Ray, Shape,
    Status, Sweep, certificate, clearance, closest_points, contains, distance, intersects,
    penetration, project, signed_distance, within,
};
use clearance_testing::Random;

/// No query may take more steps.
const MOST: u32 = gjk::MOST_STEPS + epa::MOST_STEPS + 16;

/// The most calls of a ray or a cast. A cast may take 5,000 to search, and asks for the size, with
/// twelve calls, in each step.
const MOST_OF_RAYS: u32 = 384;
const MOST_OF_CASTS: u32 = 13 * 5_000;

/// Calls for the size in addition: two support points for each axis, each time.
const SIZES: u32 = 64;

fn cuboid<V: Vector>(half: f64) -> Cuboid<V> {
    Cuboid::new(V::from_fn(|_| V::Scalar::of(half))).expect("positive")
}

/// What the shape returns. If nothing else is stated it is a ball of radius 1.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    /// A correct ball, as a user-defined shape.
    Honest,
    NaN,
    Infinite,
    Huge,
    Zero,
    Constant,
    /// A point and its opposite by turns.
    Alternating,
    /// A random point each time.
    Random,
    /// The farthest point in the opposite direction.
    Backwards,
    /// The direction with its length, as if the shape were unbounded.
    Echo,
    /// Correct, but NaN for every third call.
    Sometimes,
    /// A ball that grows with each call.
    Growing,
    /// Vertex numbers for which it returns NaN.
    Numbers,
    /// A face with NaN.
    Face,
    /// A contact normal with NaN.
    Normal,
    /// The identity number of another shape, which caches use.
    Identity,
    /// A radius that is invalid or wrong.
    Radius(f64),
    Reach(f64),
    Error(f64),
    Center(f64),
}

const LIES: [Lie; 16] = [
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
    Lie::Numbers,
    Lie::Face,
    Lie::Normal,
    Lie::Identity,
];

/// Invalid sizes.
const NUMBERS: [f64; 5] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, -1e-30];

/// All kinds of wrong shapes.
fn lies() -> impl Iterator<Item = Lie> {
    let abouts: [fn(f64) -> Lie; 4] = [Lie::Radius, Lie::Reach, Lie::Error, Lie::Center];
    let numbers = abouts.into_iter().flat_map(|about| NUMBERS.into_iter().map(about));
    LIES.into_iter().chain(numbers)
}

impl Lie {
    /// Can nothing be proven about such a shape?
    fn says_nothing(self) -> bool {
        use Lie::*;
        matches!(self, NaN | Infinite | Radius(_) | Reach(_) | Error(_))
    }
    /// Are all points that it returns points of the ball?
    fn is_a_ball(self) -> bool {
        let odd = [Lie::Honest, Lie::Sometimes, Lie::Face, Lie::Identity, Lie::Normal];
        odd.contains(&self) || matches!(self, Lie::Center(_))
    }
}

/// A shape with a wrong support function that counts its calls.
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
    /// As the trait's default computes it.
    fn reach_by_supports(&self) -> f64 {
        let ends = (0..V::DIM).flat_map(|i| [V::unit(i), -V::unit(i)].map(|d| (i, d)));
        let most =
            ends.fold(0.0, |most, (i, d)| f64::max(most, self.support(d).get(i).to_f64().abs()));
        most * 1.75
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
            _ => Self::ball(direction, 1.0),
        }
    }
    fn center(&self) -> V {
        match self.lie {
            Lie::NaN => Self::all(f64::NAN),
            Lie::Center(x) => Self::all(x),
            _ => V::ZERO,
        }
    }
    fn radius(&self) -> V::Scalar {
        if let Lie::Radius(x) = self.lie { V::Scalar::of(x) } else { V::Scalar::ZERO }
    }
    fn support_vertex(&self, direction: V, _: u32) -> Vertex<V> {
        let point = self.support(direction);
        let numbered = self.lie == Lie::Numbers;
        Vertex { point, id: if numbered { self.asked.get() } else { NO_ID } }
    }
    fn vertex(&self, _: u32) -> Option<V> {
        (self.lie == Lie::Numbers).then(|| Self::all(f64::NAN))
    }
    fn reach(&self) -> f64 {
        if let Lie::Reach(x) = self.lie { x } else { self.reach_by_supports() }
    }
    fn support_error(&self) -> f64 {
        match self.lie {
            Lie::Error(x) => x,
            _ => 8.0 * V::Scalar::EPSILON.to_f64() * self.reach(),
        }
    }
    fn face(&self, direction: Wide<Self>, face: &mut Face<Wide<Self>>) {
        let point = match self.lie {
            Lie::Face => Vertex::unnamed(Self::all(f64::NAN).widen()),
            _ => self.support_wide(direction, NO_ID),
        };
        face.set_point(point, direction);
    }
    fn contact_normal(&self, normal: Wide<Self>, _: Wide<Self>) -> Option<Wide<Self>> {
        Some(if self.lie == Lie::Normal { Self::all(f64::NAN).widen() } else { normal })
    }
    fn identity(&self) -> Option<u64> {
        (self.lie == Lie::Identity).then_some(1)
    }
}

/// One type for all shapes, so that the questions are compiled once.
enum Solid<V: Vector> {
    Liar(Liar<V>),
    Cuboid(Cuboid<V>),
    Ball(Ball<V>),
    Segment(Segment<V>),
}

macro_rules! of_solid {
    ($solid:expr, $shape:ident => $answer:expr) => {
        match $solid {
            Solid::Liar($shape) => $answer,
            Solid::Cuboid($shape) => $answer,
            Solid::Ball($shape) => $answer,
            Solid::Segment($shape) => $answer,
        }
    };
}

impl<V: Vector> Convex for Solid<V> {
    type V = V;
    fn support(&self, direction: V) -> V {
        of_solid!(self, shape => shape.support(direction))
    }
    fn center(&self) -> V {
        of_solid!(self, shape => shape.center())
    }
    fn radius(&self) -> V::Scalar {
        of_solid!(self, shape => shape.radius())
    }
    fn support_vertex(&self, direction: V, hint: u32) -> Vertex<V> {
        of_solid!(self, shape => shape.support_vertex(direction, hint))
    }
    fn vertex(&self, id: u32) -> Option<V> {
        of_solid!(self, shape => shape.vertex(id))
    }
    fn reach(&self) -> f64 {
        of_solid!(self, shape => shape.reach())
    }
    fn support_error(&self) -> f64 {
        of_solid!(self, shape => shape.support_error())
    }
    fn face(&self, direction: Wide<Self>, face: &mut Face<Wide<Self>>) {
        of_solid!(self, shape => shape.face(direction, face))
    }
    fn contact_normal(&self, normal: Wide<Self>, other: Wide<Self>) -> Option<Wide<Self>> {
        of_solid!(self, shape => shape.contact_normal(normal, other))
    }
    fn identity(&self) -> Option<u64> {
        of_solid!(self, shape => shape.identity())
    }
    fn view(&self) -> View<'_, V> {
        of_solid!(self, shape => shape.view())
    }
}

/// The argument of a question.
enum Thing<V: Vector> {
    Solid(Solid<V>),
    Half(HalfSpace<V>),
}

impl<V: Vector> Geometry for Thing<V> {
    type V = V;
    type Core = Solid<V>;
    fn part(&self) -> Part<'_, Solid<V>> {
        match self {
            Thing::Solid(solid) => Part::Convex(solid),
            Thing::Half(half) => Part::HalfSpace(half),
        }
    }
}

impl<V: Vector> Thing<V> {
    fn liar(lie: Lie) -> Self {
        Thing::Solid(Solid::Liar(Liar::new(lie)))
    }
    /// The number of calls since the last time.
    fn asked(&self) -> u32 {
        if let Thing::Solid(Solid::Liar(liar)) = self { liar.asked.take() } else { 0 }
    }
}

/// Correct shapes.
fn honest<V: Vector>() -> [Thing<V>; 4] {
    let ball = Ball::new(V::Scalar::of(0.25)).expect("positive");
    let segment = Segment::new(V::unit(1), V::unit(0)).expect("finite");
    let half = HalfSpace::new(V::unit(0), V::Scalar::ONE).expect("a normal");
    [
        Thing::Solid(Solid::Cuboid(cuboid(0.5))),
        Thing::Solid(Solid::Ball(ball)),
        Thing::Solid(Solid::Segment(segment)),
        Thing::Half(half),
    ]
}

/// Two shapes, one of which may be wrong, and B's pose in the frame of A.
struct Asked<'t, V: Maker> {
    lies: [Lie; 2],
    a: &'t Thing<V>,
    b: &'t Thing<V>,
    pb: Pose<V>,
    /// The true clearance, if both are balls.
    truth: Option<Clearance<V>>,
}

impl<V: Maker> Asked<'_, V> {
    /// Runs a question and counts the calls.
    #[track_caller]
    fn ask<R>(&self, question: &str, most: u32, ask: impl FnOnce() -> R) -> R {
        let [_, _] = [self.a.asked(), self.b.asked()];
        let answer = ask();
        let count = self.a.asked().max(self.b.asked());
        assert!(count <= most + SIZES, "{question} asked {count} times: {}", self.what());
        answer
    }

    fn what(&self) -> String {
        format!("{:?} {:?} {}D {}", self.lies, self.pb, V::DIM, V::Scalar::EPSILON.to_f64())
    }

    #[track_caller]
    fn numbers(&self, numbers: &[V::Scalar], vectors: &[V]) {
        let are_numbers = numbers.iter().all(|x| !x.to_f64().is_nan());
        let all = vectors.iter().all(|v| (0..V::DIM).all(|i| !v.get(i).to_f64().is_nan()));
        assert!(are_numbers && all, "{numbers:?} {vectors:?}: {}", self.what());
    }

    /// Can nothing be proven about one of the shapes?
    fn says_nothing(&self) -> bool {
        self.lies.iter().any(|lie| lie.says_nothing())
    }

    #[track_caller]
    fn sound(&self, answer: &Clearance<V>) {
        let Clearance { lower, signed_distance, upper, normal, point_a, point_b, .. } = *answer;
        self.numbers(&[lower, signed_distance, upper], &[normal, point_a, point_b]);
        assert!(lower <= signed_distance && signed_distance <= upper, "{}", self.what());
        assert!(answer.iterations <= MOST, "{} steps: {}", answer.iterations, self.what());
        let undecided = answer.status() == Status::Undecided;
        assert!(undecided || !self.says_nothing(), "{answer:?}: {}", self.what());
        if let Some(truth) = &self.truth {
            let off = 1e-5;
            let below = lower.to_f64() <= truth.upper.to_f64() + off;
            let above = upper.to_f64() >= truth.lower.to_f64() - off;
            assert!(below && above, "{answer:?} of {truth:?}: {}", self.what());
        }
    }

    fn of_pairs(&self) {
        let (a, b, pa, pb) = (self.a, self.b, &Pose::IDENTITY, &self.pb);
        let mut cache = Cache::default();
        for algorithm in [Algorithm::Auto, Algorithm::Gjk, Algorithm::GjkBoolean, Algorithm::Epa] {
            let query = Query::new(a, pa, b, pb).algorithm(algorithm);
            self.sound(&self.ask("clearance", MOST, || query.cache(&mut cache).clearance()));
        }
        // A boolean question may run EPA for any depth first, and then for the limit. If it is
        // still open, it uses the full answer.
        let (one, most) = (V::Scalar::ONE, 2 * MOST + epa::MOST_STEPS);
        let near = self.ask("intersects", most, || intersects(a, pa, b, pb));
        let wide = self.ask("within", most, || within(a, pa, b, pb, one));
        let deep = self.ask("within", most, || within(a, pa, b, pb, -one));
        assert!(near && wide && deep || !self.says_nothing(), "{}", self.what());
        assert!(!within(a, pa, b, pb, V::Scalar::of(f64::NAN)));
        let gap = self.ask("distance", most, || distance(a, pa, b, pb));
        self.numbers(&[gap], &[]);
        if let Some(p) = self.ask("closest points", most, || closest_points(a, pa, b, pb)) {
            self.numbers(&[p.distance], &[p.normal, p.point_a, p.point_b]);
        }
        if let Some(p) = self.ask("penetration", 2 * MOST, || penetration(a, pa, b, pb)) {
            self.numbers(&[p.depth], &[p.normal, p.point_a, p.point_b]);
        }
        let proof = self.ask("certificate", 2 * MOST, || certificate(a, pa, b, pb));
        self.sound(&proof.answer);
        // Any verdict is allowed: only the calls are counted.
        _ = self.ask("check", 0, || verify::check(a, pa, b, pb, &proof));
        let mut cache = Cache::default();
        for margin in [0.25, 0.25, 0.0, f64::INFINITY, f64::NAN] {
            let mut query = Query::new(a, pa, b, pb).cache(&mut cache);
            let found = self.ask("manifold", MOST, || query.manifold(V::Scalar::of(margin)));
            let Some(found) = found else { continue };
            self.numbers(&[found.depth()], &[found.normal]);
            for p in found.points() {
                self.numbers(&[p.separation], &[p.point_a, p.point_b]);
            }
            _ = verify::check_manifold(a, pa, b, pb, &found, &proof);
        }
    }

    fn moving(&self) {
        let still = Sweep::at_rest(&Pose::IDENTITY);
        let back = -self.pb.translation();
        for (back, turn) in [(back, false), (V::unit(0), false), (back, true)] {
            let sweep = if turn {
                Sweep::new(&self.pb, back, V::unit(0).wedge(V::unit(1)))
            } else {
                Sweep::linear(&self.pb, back)
            };
            let (sweep, tmax) = (sweep.expect("finite"), V::Scalar::of(3.0));
            let cast = || Cast::new(self.a, &still, self.b, &sweep, tmax).expect("a time");
            let most = MOST_OF_CASTS;
            self.impact(&self.ask("cast", most, || cast().ignore_parting().impact()));
            let proof = self.ask("certificate of a cast", most, || cast().certificate());
            self.impact(&proof.impact);
            let gap = V::Scalar::ZERO;
            _ = verify::check_impact(self.a, &still, self.b, &sweep, tmax, gap, &proof);
        }
    }

    #[track_caller]
    fn impact(&self, impact: &Impact<V>) {
        let Impact { time, lower, upper, normal, point_a, point_b, .. } = *impact;
        self.numbers(&[time, lower, upper], &[normal, point_a, point_b]);
        assert!(V::Scalar::ZERO <= lower && lower <= upper, "{impact:?}: {}", self.what());
        let is_open = impact.status == ImpactStatus::Undecided && lower == V::Scalar::ZERO;
        assert!(is_open || !self.says_nothing(), "{impact:?}: {}", self.what());
    }

    /// Questions about A only.
    fn of_one(&self) {
        let (a, pa, at) = (self.a, &Pose::IDENTITY, self.pb.translation());
        let nothing = self.lies[0].says_nothing();
        for toward in [V::unit(0), at - V::unit(0) * V::Scalar::of(-3.0)] {
            let Ok(ray) = Ray::new(V::unit(0) * V::Scalar::of(-3.0), toward, V::Scalar::of(9.0))
            else {
                continue;
            };
            for hollow in [false, true] {
                let hit = self.ask("ray", MOST_OF_RAYS, || rays::hit_of(a, pa, &ray, hollow));
                assert!(hit.is_some() || !nothing, "{}", self.what());
                let Some(hit) = hit else { continue };
                let numbers = [hit.time, hit.lower, hit.upper];
                self.numbers(&numbers, &[hit.point, hit.normal]);
                assert!(hit.lower <= hit.upper, "{hit:?}: {}", self.what());
                assert!(!nothing || hit.lower == V::Scalar::ZERO, "{hit:?}: {}", self.what());
                _ = verify::check_ray(a, pa, &ray, &hit);
            }
        }
        if let Thing::Solid(solid) = a {
            let bounds = solid.aabb(pa);
            self.numbers(&[], &[bounds.min, bounds.max]);
        }
        let inside = self.ask("contains", MOST, || contains(a, pa, at).expect("finite"));
        assert!(inside || !nothing, "{}", self.what());
        let height = self.ask("signed distance", MOST, || signed_distance(a, pa, at));
        self.numbers(&[height.expect("finite")], &[]);
        let near = self.ask("project", MOST, || project(a, pa, at).expect("finite"));
        self.numbers(&[near.signed_distance, near.lower, near.upper], &[near.point, near.normal]);
        assert!(near.lower <= near.upper, "{near:?}: {}", self.what());
        let unknown = near.lower == -V::Scalar::INFINITY || !nothing;
        assert!(unknown, "{near:?}: {}", self.what());
    }

    fn all(&self) {
        self.of_pairs();
        self.moving();
        self.of_one();
    }
}

/// Every question about each wrong shape against correct shapes and against wrong ones.
fn liars<V: Maker>() {
    let mut random = Random::new(12);
    for lie in lies() {
        for far in [0.0, 0.5, 3.0] {
            let pb = pose::<V>(&Stand::random(&mut random, far), 1.0);
            let (a, ball) = (Thing::liar(lie), Ball::new(V::Scalar::ONE).expect("positive"));
            let ball = Thing::Solid(Solid::Ball(ball));
            for b in &honest::<V>() {
                let truth = lie.is_a_ball().then(|| clearance(&ball, &Pose::IDENTITY, b, &pb));
                Asked { lies: [lie, Lie::Honest], a: &a, b, pb, truth }.all();
                let truth = lie.is_a_ball().then(|| clearance(b, &Pose::IDENTITY, &ball, &pb));
                Asked { lies: [Lie::Honest, lie], a: b, b: &a, pb, truth }.all();
            }
        }
    }
    for lie in LIES {
        let pb = pose::<V>(&Stand::random(&mut random, 0.5), 1.0);
        let a = Thing::liar(lie);
        for other in LIES {
            let b = Thing::liar(other);
            Asked { lies: [lie, other], a: &a, b: &b, pb, truth: None }.of_pairs();
        }
    }
}

/// A cache that holds another pair, dimension or precision does no harm: the manifolds are those
/// without a cache.
#[test]
fn a_cache_of_another_pair() {
    let mut random = Random::new(22);
    let mut cache = Cache::default();
    let mut found = [0; 4];
    // A ball in 3D has the identity number of one in 2D.
    let (ball, circle) = (Ball::<DVec3>::new(1.0).unwrap(), Ball::<DVec2>::new(1.0).unwrap());
    let far = Pose::at(DVec3::new(1.0, 0.0, 5.0)).unwrap();
    Query::new(&ball, &Pose::IDENTITY, &ball, &far).cache(&mut cache).manifold(0.1);
    let near = Pose::at(DVec2::new(1.0, 0.0)).unwrap();
    let mut again = Query::new(&circle, &Pose::IDENTITY, &circle, &near).cache(&mut cache);
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

/// Asks with the cache and without. Returns 1 if there is a contact.
fn with_cache<V: Maker>(random: &mut Random, seed: u64, cache: &mut Cache) -> u32 {
    let shape = |seed: u64| -> Shape<V> {
        let size = V::Scalar::of(0.5);
        match seed % 3 {
            0 => Ball::new(size).unwrap().into(),
            1 => cuboid::<V>(0.5).into(),
            _ => Capsule::new(V::unit(0) * size, -V::unit(0) * size, size).unwrap().into(),
        }
    };
    // The same positions, without the coordinates that 2D does not have.
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

/// For user-defined shapes with nonsense answers, queries end without NaN.
#[test]
fn plane_f32() {
    liars::<Vec2>();
}

#[test]
fn plane_f64() {
    liars::<DVec2>();
}

#[test]
fn space_f32() {
    liars::<Vec3>();
}

#[test]
fn space_f64() {
    liars::<DVec3>();
}

/// A correct user-defined shape is called as often as the answer reports.
#[test]
fn steps_are_counted() {
    for far in [0.5, 3.0] {
        let (ball, other) = (Liar::<DVec3>::new(Lie::Honest), cuboid::<DVec3>(0.5));
        let pb = Pose::at(DVec3::new(far, 0.25, 0.125)).expect("finite");
        let answer = Query::new(&ball, &Pose::IDENTITY, &other, &pb).clearance();
        let asked = ball.asked.get();
        // Its size is computed first, with two calls for each axis each time.
        let sizes = 4 * 2 * 3;
        assert!(
            (answer.iterations..=answer.iterations + sizes).contains(&asked),
            "{asked}: {answer:?}"
        );
    }
}
