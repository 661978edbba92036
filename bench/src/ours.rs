//! clearance as its users write it: shapes of their own types, a query for each pair, memory
//! used again, and a cache for each pair that is asked about again.

use std::hint::black_box;
use std::ops::Range;

use clearance::number::Scalar;
use clearance::shape::{
    Ball, Capsule, Cone, Convex, Cuboid, Cylinder, Hull, Point, Polygon, Triangle,
};
use clearance::space::Vector;
use clearance::{Cache, Pose, Query, Scratch};

use crate::entrant::{Answer, Ask, Entrant, Library, Question};
use crate::pairs::Scene;
use crate::place::Posed;
use crate::shape::{Kind, Make};

type Wide<C> = <<C as Convex>::V as Vector>::Wide;

/// Which shapes, where A stands, and where B does in each step.
type Placed<V> = (usize, Pose<V>, [Pose<V>; 2]);

struct Ours<A: Convex, B> {
    shapes: Vec<(A, B)>,
    cases: Vec<Placed<A::V>>,
    /// One a pair for each question.
    caches: [Vec<Cache>; Question::ALL.len()],
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
    let cases = scene.cases.iter().map(|c| (c.shapes, pose(&c.at_a), c.at_b.each_ref().map(pose)));
    Box::new(Ours::<A, B> {
        shapes: scene.shapes.iter().map(|[a, b]| (A::make(a), B::make(b))).collect(),
        cases: cases.collect(),
        caches: Question::ALL.map(|_| vec![Cache::default(); scene.cases.len()]),
        scratch: Scratch::default(),
    })
}

impl<A: Convex, B: Convex<V = A::V>> Ours<A, B> {
    fn queries(
        &mut self,
        ask: Ask,
        step: usize,
        cases: Range<usize>,
        mut each: impl FnMut(Query<'_, A, B>),
    ) {
        let caches = &mut self.caches[ask.question as usize][cases.clone()];
        for ((shapes, pose_a, poses_b), cache) in self.cases[cases].iter().zip(caches) {
            let (a, b) = &self.shapes[*shapes];
            let query = Query::new(a, pose_a, b, &poses_b[step]).scratch(&mut self.scratch);
            each(if ask.warm { query.cache(cache) } else { query });
        }
    }
}

impl<A: Convex, B: Convex<V = A::V>> Library for Ours<A, B> {
    fn each(&mut self, ask: Ask, step: usize, cases: Range<usize>, mut sink: impl FnMut(Answer)) {
        match ask.question {
            Question::Boolean => self.queries(ask, step, cases, |query| {
                sink(Answer::Boolean(black_box(query.intersects())));
            }),
            Question::Distance => self.queries(ask, step, cases, |query| {
                sink(Answer::Distance(black_box(query.distance()).to_f64()));
            }),
            Question::ShapeCast | Question::RayCast | Question::Project => {
                for _ in cases {
                    sink(Answer::ShapeCast(None))
                }
            }
            Question::Penetration => self.queries(ask, step, cases, |query| {
                let found = black_box(query.penetration());
                sink(Answer::Penetration(found.map(|p| (p.depth.to_f64(), numbers(p.normal)))));
            }),
        }
    }
}

fn numbers<V: Vector>(v: V) -> [f64; 3] {
    core::array::from_fn(|i| if i < V::DIM { v.get(i).to_f64() } else { 0.0 })
}
