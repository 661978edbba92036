//! User-defined shapes with wrong methods. Whatever such a shape returns, a query neither panics
//! nor returns NaN, reports nothing as proven without a basis, and terminates: each shape counts
//! the calls of its support function.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::pairs::{Maker, Stand, pose};
use crate::common::rays;
use clearance::algorithm::{epa, gjk};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::lessons;
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

/// The most steps of a query.
const MOST: u32 = gjk::MOST_STEPS + epa::MOST_STEPS + 16;

/// The most support calls of a ray cast and of a shape cast. A shape cast may take 5,000 steps, and
/// each step may compute the size of the shape, which takes twelve calls.
const MOST_OF_RAYS: u32 = 384;
const MOST_OF_CASTS: u32 = 13 * 5_000;

/// Additional calls to compute the size of a shape: two support points for each axis, each time.
const SIZES: u32 = 64;

fn cuboid<V: Vector>(half: f64) -> Cuboid<V> {
    Cuboid::new(V::from_fn(|_| V::Scalar::of(half))).expect("positive")
}

/// What is wrong with a shape. Everything else is as for a ball of radius 1.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// Nothing: a ball as a user-defined shape.
    None,
    NaN,
    Infinite,
    Huge,
    Zero,
    Constant,
    /// One point, then its opposite, and so on.
    Alternating,
    /// A random point each time.
    Random,
    /// The farthest point in the opposite direction.
    Backwards,
    /// The direction itself, with its length: the shape is unbounded.
    Echo,
    /// Correct, but NaN in every third call.
    Sometimes,
    /// A ball that is a little larger in each call.
    Growing,
    /// Vertex ids whose points are NaN.
    Numbers,
    /// A face of NaN.
    Face,
    /// A contact normal of NaN.
    Normal,
    /// The identity of another shape, by which caches recognise shapes.
    Identity,
    /// The method returns this number, which is not finite or not a size.
    Radius(f64),
    Reach(f64),
    Error(f64),
    Center(f64),
}

const FAULTS: [Fault; 16] = [
    Fault::None,
    Fault::NaN,
    Fault::Infinite,
    Fault::Huge,
    Fault::Zero,
    Fault::Constant,
    Fault::Alternating,
    Fault::Random,
    Fault::Backwards,
    Fault::Echo,
    Fault::Sometimes,
    Fault::Growing,
    Fault::Numbers,
    Fault::Face,
    Fault::Normal,
    Fault::Identity,
];

/// Numbers that are no finite lengths.
const NUMBERS: [f64; 5] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, -1e-30];

/// All faults.
fn faults() -> impl Iterator<Item = Fault> {
    let abouts: [fn(f64) -> Fault; 4] = [Fault::Radius, Fault::Reach, Fault::Error, Fault::Center];
    let numbers = abouts.into_iter().flat_map(|about| NUMBERS.into_iter().map(about));
    FAULTS.into_iter().chain(numbers)
}

impl Fault {
    /// Whether no finite bound can be proven for such a shape.
    fn has_no_bounds(self) -> bool {
        use Fault::*;
        matches!(self, NaN | Infinite | Radius(_) | Reach(_) | Error(_))
    }
    /// Whether all support points that are not NaN are those of the ball.
    fn is_a_ball(self) -> bool {
        let odd = [Fault::None, Fault::Sometimes, Fault::Face, Fault::Identity, Fault::Normal];
        odd.contains(&self) || matches!(self, Fault::Center(_))
    }
}

/// A shape with a wrong support function, which counts its calls.
struct Faulty<V> {
    fault: Fault,
    asked: AtomicU32,
    nothing: std::marker::PhantomData<V>,
}

impl<V: Vector> Faulty<V> {
    fn new(fault: Fault) -> Self {
        Self { fault, asked: AtomicU32::new(0), nothing: std::marker::PhantomData }
    }
    fn all(x: f64) -> V {
        V::from_fn(|_| V::Scalar::of(x))
    }
    fn ball(direction: V, radius: f64) -> V {
        direction.unit_along().unwrap_or(V::ZERO) * V::Scalar::of(radius)
    }
    /// The default implementation of the trait.
    fn reach_by_supports(&self) -> f64 {
        let ends = (0..V::DIM).flat_map(|i| [V::unit(i), -V::unit(i)].map(|d| (i, d)));
        let most =
            ends.fold(0.0, |most, (i, d)| f64::max(most, self.support(d).get(i).to_f64().abs()));
        most * 1.75
    }
}

impl<V: Vector> Convex for Faulty<V> {
    type V = V;
    fn support(&self, direction: V) -> V {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        let sign = if asked.is_multiple_of(2) { 1.0 } else { -1.0 };
        match self.fault {
            Fault::NaN => Self::all(f64::NAN),
            Fault::Infinite => Self::all(sign * f64::INFINITY),
            Fault::Huge => Self::all(sign * if is_wide::<V>() { 1e300 } else { 1e38 }),
            Fault::Zero => V::ZERO,
            Fault::Constant => Self::all(0.25),
            Fault::Alternating => Self::all(sign),
            Fault::Random => {
                let mut random = Random::new(u64::from(asked));
                V::from_fn(|_| V::Scalar::of(random.range(-1.0, 1.0)))
            }
            Fault::Backwards => Self::ball(-direction, 1.0),
            Fault::Echo => direction,
            Fault::Sometimes if asked.is_multiple_of(3) => Self::all(f64::NAN),
            Fault::Growing => Self::ball(direction, 1.0 + f64::from(asked) * 1e-3),
            _ => Self::ball(direction, 1.0),
        }
    }
    fn center(&self) -> V {
        match self.fault {
            Fault::NaN => Self::all(f64::NAN),
            Fault::Center(x) => Self::all(x),
            _ => V::ZERO,
        }
    }
    fn radius(&self) -> V::Scalar {
        if let Fault::Radius(x) = self.fault { V::Scalar::of(x) } else { V::Scalar::ZERO }
    }
    fn support_vertex(&self, direction: V, _: u32) -> Vertex<V> {
        let point = self.support(direction);
        let numbered = self.fault == Fault::Numbers;
        Vertex { point, id: if numbered { self.asked.load(Ordering::Relaxed) } else { NO_ID } }
    }
    fn vertex(&self, _: u32) -> Option<V> {
        (self.fault == Fault::Numbers).then(|| Self::all(f64::NAN))
    }
    fn reach(&self) -> f64 {
        if let Fault::Reach(x) = self.fault { x } else { self.reach_by_supports() }
    }
    fn support_error(&self) -> f64 {
        match self.fault {
            Fault::Error(x) => x,
            _ => 8.0 * V::Scalar::EPSILON.to_f64() * self.reach(),
        }
    }
    fn face(&self, direction: Wide<Self>, face: &mut Face<Wide<Self>>) {
        let point = match self.fault {
            Fault::Face => Vertex::unnamed(Self::all(f64::NAN).widen()),
            _ => self.support_wide(direction, NO_ID),
        };
        face.set_point(point, direction);
    }
    fn contact_normal(&self, normal: Wide<Self>, _: Wide<Self>) -> Option<Wide<Self>> {
        Some(if self.fault == Fault::Normal { Self::all(f64::NAN).widen() } else { normal })
    }
    fn identity(&self) -> Option<u64> {
        (self.fault == Fault::Identity).then_some(1)
    }
}

/// One type for all shapes, so that the queries are compiled once.
enum Solid<V: Vector> {
    Faulty(Faulty<V>),
    Cuboid(Cuboid<V>),
    Ball(Ball<V>),
    Segment(Segment<V>),
}

macro_rules! of_solid {
    ($solid:expr, $shape:ident => $answer:expr) => {
        match $solid {
            Solid::Faulty($shape) => $answer,
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

/// An argument of a query.
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
    fn faulty(fault: Fault) -> Self {
        Thing::Solid(Solid::Faulty(Faulty::new(fault)))
    }
    /// The number of support calls since the last time.
    fn asked(&self) -> u32 {
        if let Thing::Solid(Solid::Faulty(shape)) = self {
            shape.asked.swap(0, Ordering::Relaxed)
        } else {
            0
        }
    }
}

/// Correct shapes.
fn correct<V: Vector>() -> [Thing<V>; 4] {
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

/// Two arguments, of which one may be faulty, and the pose of B in the frame of A.
struct Asked<'t, V: Maker> {
    faults: [Fault; 2],
    a: &'t Thing<V>,
    b: &'t Thing<V>,
    pb: Pose<V>,
    /// The true clearance if it is known: that of a ball.
    truth: Option<Clearance<V>>,
}

impl<V: Maker> Asked<'_, V> {
    /// Runs a query, and counts the support calls.
    #[track_caller]
    fn ask<R>(&self, question: &str, most: u32, ask: impl FnOnce() -> R) -> R {
        let [_, _] = [self.a.asked(), self.b.asked()];
        let answer = ask();
        let count = self.a.asked().max(self.b.asked());
        assert!(count <= most + SIZES, "{question} asked {count} times: {}", self.what());
        answer
    }

    fn what(&self) -> String {
        format!("{:?} {:?} {}D {}", self.faults, self.pb, V::DIM, V::Scalar::EPSILON.to_f64())
    }

    #[track_caller]
    fn numbers(&self, numbers: &[V::Scalar], vectors: &[V]) {
        let are_numbers = numbers.iter().all(|x| !x.to_f64().is_nan());
        let all = vectors.iter().all(|v| (0..V::DIM).all(|i| !v.get(i).to_f64().is_nan()));
        assert!(are_numbers && all, "{numbers:?} {vectors:?}: {}", self.what());
    }

    /// Whether no finite bound can be proven for one of the shapes.
    fn has_no_bounds(&self) -> bool {
        self.faults.iter().any(|fault| fault.has_no_bounds())
    }

    #[track_caller]
    fn sound(&self, answer: &Clearance<V>) {
        let Clearance { lower, signed_distance, upper, normal, point_a, point_b, .. } = *answer;
        self.numbers(&[lower, signed_distance, upper], &[normal, point_a, point_b]);
        assert!(lower <= signed_distance && signed_distance <= upper, "{}", self.what());
        assert!(answer.iterations <= MOST, "{} steps: {}", answer.iterations, self.what());
        let undecided = answer.status() == Status::Undecided;
        assert!(undecided || !self.has_no_bounds(), "{answer:?}: {}", self.what());
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
            let query = Query::new(a, pa, b, pb).algorithm(lessons::by_name(algorithm));
            self.sound(&self.ask("clearance", MOST, || query.cache(&mut cache).clearance()));
        }
        // A boolean query may run EPA twice: for any depth, and then for that depth. If the result
        // is still open, it runs the full query.
        let (one, most) = (V::Scalar::ONE, 2 * MOST + epa::MOST_STEPS);
        let near = self.ask("intersects", most, || intersects(a, pa, b, pb));
        let wide = self.ask("within", most, || within(a, pa, b, pb, one));
        let deep = self.ask("within", most, || within(a, pa, b, pb, -one));
        assert!(near && wide && deep || !self.has_no_bounds(), "{}", self.what());
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
        // Whether it is proven depends on the fault; it must terminate.
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
        assert!(is_open || !self.has_no_bounds(), "{impact:?}: {}", self.what());
    }

    /// Queries about A alone.
    fn of_one(&self) {
        let (a, pa, at) = (self.a, &Pose::IDENTITY, self.pb.translation());
        let nothing = self.faults[0].has_no_bounds();
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

/// Every query: each fault against correct shapes, and the faults against each other.
fn faulty_shapes<V: Maker>() {
    let mut random = Random::new(12);
    for fault in faults() {
        for far in [0.0, 0.5, 3.0] {
            let pb = pose::<V>(&Stand::random(&mut random, far), 1.0);
            let (a, ball) = (Thing::faulty(fault), Ball::new(V::Scalar::ONE).expect("positive"));
            let ball = Thing::Solid(Solid::Ball(ball));
            for b in &correct::<V>() {
                let truth = fault.is_a_ball().then(|| clearance(&ball, &Pose::IDENTITY, b, &pb));
                Asked { faults: [fault, Fault::None], a: &a, b, pb, truth }.all();
                let truth = fault.is_a_ball().then(|| clearance(b, &Pose::IDENTITY, &ball, &pb));
                Asked { faults: [Fault::None, fault], a: b, b: &a, pb, truth }.all();
            }
        }
    }
    for fault in FAULTS {
        let pb = pose::<V>(&Stand::random(&mut random, 0.5), 1.0);
        let a = Thing::faulty(fault);
        for other in FAULTS {
            let b = Thing::faulty(other);
            Asked { faults: [fault, other], a: &a, b: &b, pb, truth: None }.of_pairs();
        }
    }
}

/// A cache with data of another pair, dimension or precision does no harm: the manifold is found
/// exactly where it is found without the cache.
#[test]
fn a_cache_of_another_pair() {
    let mut random = Random::new(22);
    let mut cache = Cache::default();
    let mut found = [0; 4];
    // A sphere and a circle have the same shape number in the cache.
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

/// Compares queries with the cache and without. Returns 1 if there is a contact.
fn with_cache<V: Maker>(random: &mut Random, seed: u64, cache: &mut Cache) -> u32 {
    let shape = |seed: u64| -> Shape<V> {
        let size = V::Scalar::of(0.5);
        match seed % 3 {
            0 => Ball::new(size).unwrap().into(),
            1 => cuboid::<V>(0.5).into(),
            _ => Capsule::new(V::unit(0) * size, -V::unit(0) * size, size).unwrap().into(),
        }
    };
    // The same coordinates in 2D and 3D.
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

/// Queries about faulty user-defined shapes terminate and return no NaN.
#[test]
fn plane_f32() {
    faulty_shapes::<Vec2>();
}

#[test]
fn plane_f64() {
    faulty_shapes::<DVec2>();
}

#[test]
fn space_f32() {
    faulty_shapes::<Vec3>();
}

#[test]
fn space_f64() {
    faulty_shapes::<DVec3>();
}

/// A correct user-defined shape is called as often as the answer reports.
#[test]
fn steps_are_counted() {
    for far in [0.5, 3.0] {
        let (ball, other) = (Faulty::<DVec3>::new(Fault::None), cuboid::<DVec3>(0.5));
        let pb = Pose::at(DVec3::new(far, 0.25, 0.125)).expect("finite");
        let answer = Query::new(&ball, &Pose::IDENTITY, &other, &pb).clearance();
        let asked = ball.asked.load(Ordering::Relaxed);
        // Its size is computed first, with two calls for each axis, each time it is needed.
        let sizes = 4 * 2 * 3;
        assert!(
            (answer.iterations..=answer.iterations + sizes).contains(&asked),
            "{asked}: {answer:?}"
        );
    }
}
