//! The questions as users ask them: with shapes of concrete types, in `f32` and a few of them in `f64`, by the free
//! functions. Bodies that move or rest are queried with a cache for each pair and with reused memory, as in an engine.

use std::hint::black_box;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Hull, Point, Polygon, Triangle};
use clearance::space::Vector;
use clearance::{
    Cache, Cast, Convex, Pose, Query, Ray, Scratch, Sweep, cast_ray, cast_shapes, contact_manifold,
    distance, intersects, penetration, project,
};

use crate::entrant::{Ask, Heat, MARGIN, Question};
use crate::pairs::{Pair, Scene, pair};
use crate::place::{Posed, REGIMES, Regime};
use crate::shape::{Kind, Make, vector};

const PAIRS: [Pair; 34] = [
    pair(3, "box-box", Kind::Box, Kind::Box),
    pair(3, "sphere-sphere", Kind::Ball, Kind::Ball),
    pair(3, "sphere-box", Kind::Ball, Kind::Box),
    pair(3, "capsule-capsule", Kind::Capsule, Kind::Capsule),
    pair(3, "capsule-box", Kind::Capsule, Kind::Box),
    pair(3, "cylinder-cylinder", Kind::Cylinder, Kind::Cylinder),
    pair(3, "cylinder-box", Kind::Cylinder, Kind::Box),
    pair(3, "cylinder-hull-32", Kind::Cylinder, Kind::Points(32)),
    pair(3, "cone-box", Kind::Cone, Kind::Box),
    pair(3, "cone-cone", Kind::Cone, Kind::Cone),
    pair(3, "hull-8", Kind::Points(8), Kind::Points(8)),
    pair(3, "hull-16", Kind::Points(16), Kind::Points(16)),
    pair(3, "hull-32", Kind::Points(32), Kind::Points(32)),
    pair(3, "hull-64", Kind::Points(64), Kind::Points(64)),
    pair(3, "hull-128", Kind::Points(128), Kind::Points(128)),
    pair(3, "hull-32-triangle", Kind::Points(32), Kind::Triangle),
    pair(3, "box-hull-64", Kind::Box, Kind::Points(64)),
    pair(2, "box-box", Kind::Box, Kind::Box),
    pair(2, "circle-circle", Kind::Ball, Kind::Ball),
    pair(2, "polygon-8", Kind::Points(8), Kind::Points(8)),
    pair(2, "capsule-capsule", Kind::Capsule, Kind::Capsule),
    pair(2, "circle-polygon-8", Kind::Ball, Kind::Points(8)),
    pair(2, "capsule-polygon-8", Kind::Capsule, Kind::Points(8)),
    pair(3, "sphere", Kind::Ball, Kind::Point),
    pair(3, "box", Kind::Box, Kind::Point),
    pair(3, "capsule", Kind::Capsule, Kind::Point),
    pair(3, "cylinder", Kind::Cylinder, Kind::Point),
    pair(3, "cone", Kind::Cone, Kind::Point),
    pair(3, "triangle", Kind::Triangle, Kind::Point),
    pair(3, "hull-32", Kind::Points(32), Kind::Point),
    pair(2, "circle", Kind::Ball, Kind::Point),
    pair(2, "box", Kind::Box, Kind::Point),
    pair(2, "capsule", Kind::Capsule, Kind::Point),
    pair(2, "polygon-8", Kind::Points(8), Kind::Point),
];

/// Boxes have only the regimes of all pairs.
fn regimes(pair: &Pair) -> &'static [Regime] {
    if matches!(pair.kinds, [_, Kind::Point]) { pair.regimes() } else { &REGIMES }
}

const ASKS: [Ask; 11] = [
    Ask { question: Question::Boolean, heat: Heat::Cold },
    Ask { question: Question::Distance, heat: Heat::Cold },
    Ask { question: Question::Distance, heat: Heat::Warm },
    Ask { question: Question::Penetration, heat: Heat::Cold },
    Ask { question: Question::Manifold, heat: Heat::Cold },
    Ask { question: Question::Manifold, heat: Heat::Warm },
    Ask { question: Question::Manifold, heat: Heat::Rest },
    Ask { question: Question::ShapeCast, heat: Heat::Cold },
    Ask { question: Question::CastTime, heat: Heat::Cold },
    Ask { question: Question::RayCast, heat: Heat::Cold },
    Ask { question: Question::Project, heat: Heat::Cold },
];

/// The number of placements for each row.
pub const COUNT: usize = 200;

/// The same pairs and questions in `f64`.
const PAIRS_IN_F64: [Pair; 4] = [
    pair(3, "box-box f64", Kind::Box, Kind::Box),
    pair(3, "cylinder-box f64", Kind::Cylinder, Kind::Box),
    pair(3, "hull-32 f64", Kind::Points(32), Kind::Points(32)),
    pair(2, "polygon-8 f64", Kind::Points(8), Kind::Points(8)),
];
const ASKS_IN_F64: [Ask; 5] = [ASKS[0], ASKS[1], ASKS[3], ASKS[4], ASKS[7]];

/// The rows whose name is wanted.
pub struct Rows<'w> {
    pub wanted: &'w dyn Fn(&str) -> bool,
}

impl Rows<'_> {
    fn is_wanted(&self, pair: &str, regime: &str, question: &str) -> bool {
        (self.wanted)(&format!("{pair} {regime} {question}"))
    }
    /// Runs a row if its name is wanted, and prints its line: the pair, the regime, the question, the number of counted
    /// queries, and the number of positive answers.
    pub fn row(&self, pair: &str, regime: &str, question: &str, ask: impl FnOnce() -> [usize; 2]) {
        if self.is_wanted(pair, regime, question) {
            let [queries, yes] = ask();
            println!("{pair}\t{regime}\t{question}\t{queries}\t{yes}");
        }
    }
}

/// Answers a question about all placements of a scene: the number of queries, and of positive answers.
type Answers = Box<dyn Fn(Ask) -> [usize; 2]>;

/// Runs all rows about convex shapes in single questions.
pub fn rows(rows: &Rows<'_>) {
    PAIRS.iter().for_each(|pair| rows_of(rows, pair, &ASKS, of));
    PAIRS_IN_F64.iter().for_each(|pair| rows_of(rows, pair, &ASKS_IN_F64, of_f64));
}

fn rows_of(rows: &Rows<'_>, pair: &Pair, asks: &[Ask], of: fn(&Scene) -> Answers) {
    let of_a_point = matches!(pair.kinds, [_, Kind::Point]);
    let name = format!("{}D {}", pair.dim, pair.name);
    for &regime in regimes(pair) {
        let question = |ask: &Ask| format!("{} {}", ask.question.name(), ask.heat.name());
        let is_wanted = |ask: &&Ask| rows.is_wanted(&name, regime.0, &question(ask));
        let fits = |ask: &&Ask| ask.question.is_of_a_point() == of_a_point && is_wanted(ask);
        let asks: Vec<&Ask> = asks.iter().filter(fits).collect();
        if asks.is_empty() {
            continue;
        }
        let scene = match pair.dim {
            2 => Scene::with::<DVec2>(*pair, regime, COUNT),
            _ => Scene::with::<DVec3>(*pair, regime, COUNT),
        };
        let of = of(&scene);
        for ask in asks {
            rows.row(&name, regime.0, &question(ask), || of(*ask));
        }
    }
}

/// The function that queries a scene, for the concrete types of its shapes.
fn of(scene: &Scene) -> Answers {
    match (scene.pair.dim, scene.pair.kinds) {
        (2, [Kind::Box, Kind::Box]) => bodies::<Cuboid<Vec2>, Cuboid<Vec2>>(scene),
        (2, [Kind::Ball, Kind::Ball]) => bodies::<Ball<Vec2>, Ball<Vec2>>(scene),
        (2, [Kind::Capsule, Kind::Capsule]) => bodies::<Capsule<Vec2>, Capsule<Vec2>>(scene),
        (2, [Kind::Ball, Kind::Points(_)]) => bodies::<Ball<Vec2>, Polygon<Vec2>>(scene),
        (2, [Kind::Capsule, Kind::Points(_)]) => bodies::<Capsule<Vec2>, Polygon<Vec2>>(scene),
        (2, [Kind::Points(_), Kind::Points(_)]) => bodies::<Polygon<Vec2>, Polygon<Vec2>>(scene),
        (3, [Kind::Box, Kind::Box]) => bodies::<Cuboid<Vec3>, Cuboid<Vec3>>(scene),
        (3, [Kind::Ball, Kind::Ball]) => bodies::<Ball<Vec3>, Ball<Vec3>>(scene),
        (3, [Kind::Ball, Kind::Box]) => bodies::<Ball<Vec3>, Cuboid<Vec3>>(scene),
        (3, [Kind::Capsule, Kind::Capsule]) => bodies::<Capsule<Vec3>, Capsule<Vec3>>(scene),
        (3, [Kind::Capsule, Kind::Box]) => bodies::<Capsule<Vec3>, Cuboid<Vec3>>(scene),
        (3, [Kind::Cylinder, Kind::Cylinder]) => bodies::<Cylinder<Vec3>, Cylinder<Vec3>>(scene),
        (3, [Kind::Cylinder, Kind::Box]) => bodies::<Cylinder<Vec3>, Cuboid<Vec3>>(scene),
        (3, [Kind::Cylinder, Kind::Points(_)]) => bodies::<Cylinder<Vec3>, Hull<Vec3>>(scene),
        (3, [Kind::Cone, Kind::Box]) => bodies::<Cone<Vec3>, Cuboid<Vec3>>(scene),
        (3, [Kind::Cone, Kind::Cone]) => bodies::<Cone<Vec3>, Cone<Vec3>>(scene),
        (3, [Kind::Points(_), Kind::Triangle]) => bodies::<Hull<Vec3>, Triangle<Vec3>>(scene),
        (3, [Kind::Box, Kind::Points(_)]) => bodies::<Cuboid<Vec3>, Hull<Vec3>>(scene),
        (3, [Kind::Points(_), Kind::Points(_)]) => bodies::<Hull<Vec3>, Hull<Vec3>>(scene),
        (3, [Kind::Ball, Kind::Point]) => points::<Ball<Vec3>>(scene),
        (3, [Kind::Box, Kind::Point]) => points::<Cuboid<Vec3>>(scene),
        (3, [Kind::Capsule, Kind::Point]) => points::<Capsule<Vec3>>(scene),
        (3, [Kind::Cylinder, Kind::Point]) => points::<Cylinder<Vec3>>(scene),
        (3, [Kind::Cone, Kind::Point]) => points::<Cone<Vec3>>(scene),
        (3, [Kind::Triangle, Kind::Point]) => points::<Triangle<Vec3>>(scene),
        (3, [Kind::Points(_), Kind::Point]) => points::<Hull<Vec3>>(scene),
        (2, [Kind::Ball, Kind::Point]) => points::<Ball<Vec2>>(scene),
        (2, [Kind::Box, Kind::Point]) => points::<Cuboid<Vec2>>(scene),
        (2, [Kind::Capsule, Kind::Point]) => points::<Capsule<Vec2>>(scene),
        (2, [Kind::Points(_), Kind::Point]) => points::<Polygon<Vec2>>(scene),
        other => panic!("no line for {other:?}"),
    }
}

/// The same in `f64`.
fn of_f64(scene: &Scene) -> Answers {
    match (scene.pair.dim, scene.pair.kinds) {
        (3, [Kind::Box, Kind::Box]) => bodies::<Cuboid<DVec3>, Cuboid<DVec3>>(scene),
        (3, [Kind::Cylinder, Kind::Box]) => bodies::<Cylinder<DVec3>, Cuboid<DVec3>>(scene),
        (3, [Kind::Points(_), Kind::Points(_)]) => bodies::<Hull<DVec3>, Hull<DVec3>>(scene),
        (2, [Kind::Points(_), Kind::Points(_)]) => bodies::<Polygon<DVec2>, Polygon<DVec2>>(scene),
        other => panic!("no line for {other:?}"),
    }
}

/// Two shapes, the pose of A, the poses of B in each step, and the motion of B in a cast.
struct Body<A: Convex, B> {
    a: A,
    b: B,
    pose_a: Pose<A::V>,
    poses_b: [Pose<A::V>; 3],
    velocity: A::V,
}

fn bodies<A, B>(scene: &Scene) -> Answers
where
    A: Make + Clone + 'static,
    B: Make<V = A::V> + Clone + 'static,
    A::V: Posed,
{
    let bodies = placed::<A, B>(scene);
    Box::new(move |asked| ask(&bodies, asked))
}

/// The same for a shape and points.
fn points<A>(scene: &Scene) -> Answers
where
    A: Make + Clone + 'static,
    A::V: Posed,
{
    let bodies = placed::<A, Point<A::V>>(scene);
    Box::new(move |asked| ask_of_points(&bodies, asked.question))
}

fn placed<A, B>(scene: &Scene) -> Vec<Body<A, B>>
where
    A: Make + Clone,
    B: Make<V = A::V> + Clone,
    A::V: Posed,
{
    let shapes: Vec<_> = scene.shapes.iter().map(|[a, b]| (A::make(a), B::make(b))).collect();
    let body = |c: &crate::pairs::Case| Body {
        a: shapes[c.shapes].0.clone(),
        b: shapes[c.shapes].1.clone(),
        pose_a: Posed::pose(&c.at_a),
        poses_b: c.at_b.each_ref().map(Posed::pose),
        velocity: vector(&c.velocity),
    };
    scene.cases.iter().map(body).collect()
}

/// Returns the number of counted queries and of positive answers.
fn ask<A: Convex, B: Convex<V = A::V>>(bodies: &[Body<A, B>], ask: Ask) -> [usize; 2] {
    let margin = Scalar::of(MARGIN);
    match (ask.question, ask.heat) {
        (Question::Boolean, _) => cold(bodies, |Body { a, b, pose_a, poses_b, .. }| {
            black_box(intersects(a, pose_a, b, &poses_b[0]))
        }),
        (Question::Distance, Heat::Cold) => {
            cold(bodies, |Body { a, b, pose_a, poses_b, .. }| {
                black_box(distance(a, pose_a, b, &poses_b[0])) == Scalar::ZERO
            })
        }
        (Question::Distance, heat) => {
            again(bodies, heat, |mut query| black_box(query.distance()) == Scalar::ZERO)
        }
        (Question::Penetration, _) => cold(bodies, |Body { a, b, pose_a, poses_b, .. }| {
            black_box(&penetration(a, pose_a, b, &poses_b[0])).is_some()
        }),
        (Question::Manifold, Heat::Cold) => {
            cold(bodies, |Body { a, b, pose_a, poses_b, .. }| {
                black_box(&contact_manifold(a, pose_a, b, &poses_b[0], margin)).is_some()
            })
        }
        (Question::Manifold, heat) => {
            again(bodies, heat, |mut query| black_box(&query.manifold(margin)).is_some())
        }
        (Question::ShapeCast, _) => cold(bodies, |body| {
            let Body { a, b, pose_a, poses_b, velocity } = body;
            let (still, one) = (A::V::ZERO, Scalar::ONE);
            let found = cast_shapes(a, pose_a, still, b, &poses_b[0], *velocity, one);
            black_box(&found).as_ref().expect("finite").hit()
        }),
        (Question::CastTime, _) => cold(bodies, |body| {
            let Body { a, b, pose_a, poses_b, velocity } = body;
            let (still, one) = (Sweep::at_rest(pose_a), Scalar::ONE);
            let moving = Sweep::linear(&poses_b[0], *velocity).expect("finite");
            let found = Cast::new(a, &still, b, &moving, one).expect("finite").time();
            black_box(&found).is_some()
        }),
        (Question::RayCast | Question::Project, _) => unreachable!("B is not a point"),
    }
}

/// Positive answers are rays that hit, and points inside.
fn ask_of_points<A: Convex>(bodies: &[Body<A, Point<A::V>>], question: Question) -> [usize; 2] {
    match question {
        Question::RayCast => cold(bodies, |Body { a, pose_a, poses_b, velocity, .. }| {
            let ray = Ray::new(poses_b[0].translation(), *velocity, Scalar::ONE).expect("finite");
            black_box(&cast_ray(a, pose_a, &ray)).is_some()
        }),
        Question::Project => cold(bodies, |Body { a, pose_a, poses_b, .. }| {
            let found = project(a, pose_a, poses_b[0].translation()).expect("finite");
            black_box(&found).signed_distance < Scalar::ZERO
        }),
        _ => unreachable!("B is a point"),
    }
}

/// Asks about all bodies once.
pub fn cold<T>(bodies: &[T], query: impl Fn(&T) -> bool) -> [usize; 2] {
    let mut pass = || bodies.iter().filter(|body| query(body)).count();
    [bodies.len(), measured_queries(&mut pass)]
}

/// Runs the first step, after which the caches are filled, and counts the next step and the step back.
fn again<A: Convex, B: Convex<V = A::V>>(
    bodies: &[Body<A, B>],
    heat: Heat,
    answer: impl Fn(Query<'_, A::V>) -> bool,
) -> [usize; 2] {
    let mut caches = vec![Cache::default(); bodies.len()];
    let mut scratch = Scratch::<<A::V as Vector>::Wide>::default();
    let mut pass = |step: usize| {
        let one = |(body, cache): (&Body<A, B>, &mut Cache)| {
            let Body { a, b, pose_a, poses_b, .. } = body;
            let query = Query::new(a, pose_a, b, &poses_b[step]);
            answer(query.scratch(&mut scratch).cache(cache))
        };
        bodies.iter().zip(&mut caches).map(one).filter(|yes| *yes).count()
    };
    let [here, there] = heat.steps();
    pass(here);
    [2 * bodies.len(), measured_queries(&mut || pass(there) + pass(here))]
}

/// callgrind counts this function, which it finds by its name.
#[inline(never)]
pub fn measured_queries(pass: &mut dyn FnMut() -> usize) -> usize {
    // Without `black_box` the call would be a jump, which does not return here.
    black_box(pass())
}
