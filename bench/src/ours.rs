//! clearance as its users write it: shapes of their own types, a query for each pair, memory
//! used again, and a cache for each pair that is asked about again.

use std::hint::black_box;
use std::ops::Range;

use clearance::number::Scalar;
use clearance::shape::{
    Ball, Capsule, Cone, Convex, Cuboid, Cylinder, Hull, Point, Polygon, Triangle,
};
use clearance::space::Vector;
use clearance::{Cache, Pose, Query, Ray, Scratch, cast_ray, cast_shapes, project};

use crate::entrant::{Answer, Ask, Entrant, Heat, Library, MARGIN, Question};
use crate::pairs::Scene;
use crate::place::Posed;
use crate::shape::{Kind, Make, vector};

type Wide<C> = <<C as Convex>::V as Vector>::Wide;

/// Which shapes, where A stands, where B does in each step, and how B moves in a cast.
struct Placed<V: Vector> {
    shapes: usize,
    pose_a: Pose<V>,
    poses_b: [Pose<V>; 3],
    velocity: V,
}

struct Ours<A: Convex, B> {
    shapes: Vec<(A, B)>,
    cases: Vec<Placed<A::V>>,
    /// One a pair for each question, of bodies that move and of such that rest.
    caches: [[Vec<Cache>; Question::ALL.len()]; Heat::ALL.len()],
    scratch: Scratch<Wide<A>>,
}

/// clearance in the plane, on shapes of the types that the scene has.
pub fn plane<V: Posed>(scene: &Scene) -> Box<dyn Entrant> {
    match scene.pair.kinds {
        [Kind::Box, Kind::Box] => of::<Cuboid<V>, Cuboid<V>>(scene),
        [Kind::Points(_), Kind::Points(_)] => of::<Polygon<V>, Polygon<V>>(scene),
        [Kind::Ball, Kind::Points(_)] => of::<Ball<V>, Polygon<V>>(scene),
        [Kind::Capsule, Kind::Points(_)] => of::<Capsule<V>, Polygon<V>>(scene),
        [Kind::Box, Kind::Point] => of::<Cuboid<V>, Point<V>>(scene),
        [Kind::Points(_), Kind::Point] => of::<Polygon<V>, Point<V>>(scene),
        [Kind::Ball, Kind::Point] => of::<Ball<V>, Point<V>>(scene),
        [Kind::Capsule, Kind::Point] => of::<Capsule<V>, Point<V>>(scene),
        other => panic!("no line for {other:?}"),
    }
}

/// clearance in space.
pub fn space<V: Posed>(scene: &Scene) -> Box<dyn Entrant> {
    match scene.pair.kinds {
        [Kind::Box, Kind::Box] => of::<Cuboid<V>, Cuboid<V>>(scene),
        [Kind::Ball, Kind::Box] => of::<Ball<V>, Cuboid<V>>(scene),
        [Kind::Capsule, Kind::Box] => of::<Capsule<V>, Cuboid<V>>(scene),
        [Kind::Capsule, Kind::Capsule] => of::<Capsule<V>, Capsule<V>>(scene),
        [Kind::Cylinder, Kind::Box] => of::<Cylinder<V>, Cuboid<V>>(scene),
        [Kind::Points(_), Kind::Points(_)] => of::<Hull<V>, Hull<V>>(scene),
        [Kind::Points(_), Kind::Triangle] => of::<Hull<V>, Triangle<V>>(scene),
        [Kind::Box, Kind::Points(_)] => of::<Cuboid<V>, Hull<V>>(scene),
        [Kind::Box, Kind::Point] => of::<Cuboid<V>, Point<V>>(scene),
        [Kind::Points(_), Kind::Point] => of::<Hull<V>, Point<V>>(scene),
        [Kind::Ball, Kind::Point] => of::<Ball<V>, Point<V>>(scene),
        [Kind::Capsule, Kind::Point] => of::<Capsule<V>, Point<V>>(scene),
        [Kind::Cylinder, Kind::Point] => of::<Cylinder<V>, Point<V>>(scene),
        [Kind::Cone, Kind::Point] => of::<Cone<V>, Point<V>>(scene),
        [Kind::Triangle, Kind::Point] => of::<Triangle<V>, Point<V>>(scene),
        other => panic!("no line for {other:?}"),
    }
}

fn of<A: Make + 'static, B: Make<V = A::V> + 'static>(scene: &Scene) -> Box<dyn Entrant>
where
    A::V: Posed,
{
    let pose = <A::V as Posed>::pose;
    let cases = scene.cases.iter().map(|c| Placed {
        shapes: c.shapes,
        pose_a: pose(&c.at_a),
        poses_b: c.at_b.each_ref().map(pose),
        velocity: vector(&c.velocity),
    });
    Box::new(Ours::<A, B> {
        shapes: scene.shapes.iter().map(|[a, b]| (A::make(a), B::make(b))).collect(),
        cases: cases.collect(),
        caches: Heat::ALL.map(|_| Question::ALL.map(|_| vec![Cache::default(); scene.cases.len()])),
        scratch: Scratch::default(),
    })
}

impl<A: Convex, B: Convex<V = A::V>> Ours<A, B> {
    fn queries(
        &mut self,
        ask: Ask,
        step: usize,
        cases: Range<usize>,
        mut each: impl FnMut(Query<'_, A::V>),
    ) {
        let caches = &mut self.caches[ask.heat as usize][ask.question as usize][cases.clone()];
        for (placed, cache) in self.cases[cases].iter().zip(caches) {
            let Placed { shapes, pose_a, poses_b, .. } = placed;
            let (a, b) = &self.shapes[*shapes];
            let query = Query::new(a, pose_a, b, &poses_b[step]).scratch(&mut self.scratch);
            each(if ask.heat == Heat::Cold { query } else { query.cache(cache) });
        }
    }

    /// The shapes, where they are, and how B moves.
    fn placed(
        &self,
        step: usize,
        cases: Range<usize>,
        mut each: impl FnMut(&A, &Pose<A::V>, &B, &Pose<A::V>, A::V),
    ) {
        for Placed { shapes, pose_a, poses_b, velocity } in &self.cases[cases] {
            let (a, b) = &self.shapes[*shapes];
            each(a, pose_a, b, &poses_b[step], *velocity);
        }
    }
}

impl<A: Convex, B: Convex<V = A::V>> Library for Ours<A, B> {
    fn each(&mut self, ask: Ask, step: usize, cases: Range<usize>, mut sink: impl FnMut(Answer)) {
        match ask.question {
            Question::Boolean => self.queries(ask, step, cases, |mut query| {
                sink(Answer::Boolean(black_box(query.intersects())));
            }),
            Question::Distance => self.queries(ask, step, cases, |mut query| {
                sink(Answer::Distance(black_box(query.distance()).to_f64()));
            }),
            Question::Penetration => self.queries(ask, step, cases, |mut query| {
                let found = black_box(query.penetration());
                sink(Answer::Penetration(found.map(|p| (p.depth.to_f64(), numbers(p.normal)))));
            }),
            Question::Manifold => self.queries(ask, step, cases, |mut query| {
                let found = black_box(query.manifold(Scalar::of(MARGIN)));
                sink(Answer::Manifold(found.map(|manifold| {
                    (manifold.deepest().separation.to_f64(), numbers(manifold.normal))
                })));
            }),
            Question::ShapeCast => self.placed(step, cases, |a, pose_a, b, pose_b, velocity| {
                let (still, one) = (A::V::ZERO, Scalar::ONE);
                let found = black_box(cast_shapes(a, pose_a, still, b, pose_b, velocity, one));
                let impact = found.expect("finite");
                sink(Answer::ShapeCast(impact.hit().then(|| impact.time.to_f64())));
            }),
            Question::RayCast => self.placed(step, cases, |a, pose_a, _, pose_b, velocity| {
                let ray = Ray::new(pose_b.translation(), velocity, Scalar::ONE).expect("finite");
                let found = black_box(cast_ray(a, pose_a, &ray));
                sink(Answer::RayCast(found.map(|hit| (hit.time.to_f64(), numbers(hit.normal)))));
            }),
            Question::Project => self.placed(step, cases, |a, pose_a, _, pose_b, _| {
                let found = black_box(project(a, pose_a, pose_b.translation())).expect("finite");
                sink(Answer::Project(numbers(found.point)));
            }),
        }
    }
}

fn numbers<V: Vector>(v: V) -> [f64; 3] {
    core::array::from_fn(|i| if i < V::DIM { v.get(i).to_f64() } else { 0.0 })
}
