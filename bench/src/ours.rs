//! clearance as its users write it: with shapes of concrete types, a query for each pair, reused memory,
//! and a cache for each pair that is queried again.

use std::hint::black_box;

use clearance::number::Scalar;
use clearance::shape::{
    Ball, Capsule, Cone, Convex, Cuboid, Cylinder, Hull, Point, Polygon, Triangle,
};
use clearance::space::Vector;
use clearance::{Cache, Cast, Pose, Query, Ray, Scratch, Sweep, cast_ray, cast_shapes, project};

use crate::entrant::{Answer, Ask, Entrant, Heat, Library, MARGIN, Question, Sink};
use crate::pairs::Scene;
use crate::place::Posed;
use crate::shape::{Kind, Make, vector};

type Wide<C> = <<C as Convex>::V as Vector>::Wide;

/// The indices of the shapes, the pose of A, the poses of B in each step, and the motion of B in a cast.
struct Placed<V: Vector> {
    shapes: usize,
    pose_a: Pose<V>,
    poses_b: [Pose<V>; 3],
    velocity: V,
}

struct Ours<A: Convex, B> {
    shapes: Vec<(A, B)>,
    cases: Vec<Placed<A::V>>,
    /// A cache for each pair and question, separately for moving and for resting bodies.
    caches: [[Vec<Cache>; Question::ALL.len()]; Heat::ALL.len()],
    scratch: Scratch<Wide<A>>,
}

/// Queries about two shapes.
struct Bodies<A: Convex, B>(Ours<A, B>);

/// Queries about a shape and a point. Only their questions are compiled for it.
struct Points<A: Convex>(Ours<A, Point<A::V>>);

/// clearance in 2D, with the concrete types of the scene's shapes.
pub fn plane<V: Posed>(scene: &Scene) -> Box<dyn Entrant> {
    match scene.pair.kinds {
        [Kind::Box, Kind::Box] => of::<Cuboid<V>, Cuboid<V>>(scene),
        [Kind::Points(_), Kind::Points(_)] => of::<Polygon<V>, Polygon<V>>(scene),
        [Kind::Ball, Kind::Points(_)] => of::<Ball<V>, Polygon<V>>(scene),
        [Kind::Capsule, Kind::Points(_)] => of::<Capsule<V>, Polygon<V>>(scene),
        [Kind::Box, Kind::Point] => of_a_point::<Cuboid<V>>(scene),
        [Kind::Points(_), Kind::Point] => of_a_point::<Polygon<V>>(scene),
        [Kind::Ball, Kind::Point] => of_a_point::<Ball<V>>(scene),
        [Kind::Capsule, Kind::Point] => of_a_point::<Capsule<V>>(scene),
        other => panic!("no line for {other:?}"),
    }
}

/// clearance in 3D.
pub fn space<V: Posed>(scene: &Scene) -> Box<dyn Entrant> {
    match scene.pair.kinds {
        [Kind::Box, Kind::Box] => of::<Cuboid<V>, Cuboid<V>>(scene),
        [Kind::Ball, Kind::Box] => of::<Ball<V>, Cuboid<V>>(scene),
        [Kind::Capsule, Kind::Box] => of::<Capsule<V>, Cuboid<V>>(scene),
        [Kind::Capsule, Kind::Capsule] => of::<Capsule<V>, Capsule<V>>(scene),
        [Kind::Cylinder, Kind::Box] => of::<Cylinder<V>, Cuboid<V>>(scene),
        [Kind::Cylinder, Kind::Cylinder] => of::<Cylinder<V>, Cylinder<V>>(scene),
        [Kind::Cylinder, Kind::Points(_)] => of::<Cylinder<V>, Hull<V>>(scene),
        [Kind::Cone, Kind::Box] => of::<Cone<V>, Cuboid<V>>(scene),
        [Kind::Cone, Kind::Cone] => of::<Cone<V>, Cone<V>>(scene),
        [Kind::Points(_), Kind::Points(_)] => of::<Hull<V>, Hull<V>>(scene),
        [Kind::Points(_), Kind::Triangle] => of::<Hull<V>, Triangle<V>>(scene),
        [Kind::Box, Kind::Points(_)] => of::<Cuboid<V>, Hull<V>>(scene),
        [Kind::Box, Kind::Point] => of_a_point::<Cuboid<V>>(scene),
        [Kind::Points(_), Kind::Point] => of_a_point::<Hull<V>>(scene),
        [Kind::Ball, Kind::Point] => of_a_point::<Ball<V>>(scene),
        [Kind::Capsule, Kind::Point] => of_a_point::<Capsule<V>>(scene),
        [Kind::Cylinder, Kind::Point] => of_a_point::<Cylinder<V>>(scene),
        [Kind::Cone, Kind::Point] => of_a_point::<Cone<V>>(scene),
        [Kind::Triangle, Kind::Point] => of_a_point::<Triangle<V>>(scene),
        other => panic!("no line for {other:?}"),
    }
}

fn of<A: Make + 'static, B: Make<V = A::V> + 'static>(scene: &Scene) -> Box<dyn Entrant>
where
    A::V: Posed,
{
    Box::new(Bodies(Ours::<A, B>::new(scene)))
}

fn of_a_point<A: Make + 'static>(scene: &Scene) -> Box<dyn Entrant>
where
    A::V: Posed,
{
    Box::new(Points(Ours::<A, Point<A::V>>::new(scene)))
}

impl<A: Make, B: Make<V = A::V>> Ours<A, B>
where
    A::V: Posed,
{
    fn new(scene: &Scene) -> Self {
        let pose = <A::V as Posed>::pose;
        let cases = scene.cases.iter().map(|c| Placed {
            shapes: c.shapes,
            pose_a: pose(&c.at_a),
            poses_b: c.at_b.each_ref().map(pose),
            velocity: vector(&c.velocity),
        });
        Self {
            shapes: scene.shapes.iter().map(|[a, b]| (A::make(a), B::make(b))).collect(),
            cases: cases.collect(),
            caches: Default::default(),
            scratch: Scratch::default(),
        }
    }
}

impl<A: Convex, B: Convex<V = A::V>> Ours<A, B> {
    fn queries(
        &mut self,
        ask: Ask,
        step: usize,
        cases: &[u32],
        mut each: impl FnMut(Query<'_, A::V>),
    ) {
        let caches = &mut self.caches[ask.heat as usize][ask.question as usize];
        for i in cases.iter().map(|i| *i as usize) {
            let Placed { shapes, pose_a, poses_b, .. } = &self.cases[i];
            let (a, b) = &self.shapes[*shapes];
            let query = Query::new(a, pose_a, b, &poses_b[step]).scratch(&mut self.scratch);
            each(if ask.heat == Heat::Cold { query } else { query.cache(&mut caches[i]) });
        }
    }

    /// The shapes, their poses, and the motion of B.
    fn placed(
        &self,
        step: usize,
        cases: &[u32],
        mut each: impl FnMut(&A, &Pose<A::V>, &B, &Pose<A::V>, A::V),
    ) {
        for i in cases {
            let Placed { shapes, pose_a, poses_b, velocity } = &self.cases[*i as usize];
            let (a, b) = &self.shapes[*shapes];
            each(a, pose_a, b, &poses_b[step], *velocity);
        }
    }
}

impl<A: Convex, B: Convex<V = A::V>> Library for Bodies<A, B> {
    fn prepare(&mut self, ask: Ask) {
        let count = if ask.heat == Heat::Cold { 0 } else { self.0.cases.len() };
        self.0.caches[ask.heat as usize][ask.question as usize].resize_with(count, Cache::default);
    }
    fn each(&mut self, ask: Ask, step: usize, cases: &[u32], sink: &mut Sink) {
        match ask.question {
            Question::Boolean => self.0.queries(ask, step, cases, |mut query| {
                let found = black_box(query.intersects());
                sink.take(|| Answer::Boolean(found));
            }),
            Question::Distance => self.0.queries(ask, step, cases, |mut query| {
                let found = black_box(query.distance());
                sink.take(|| Answer::Distance(found.to_f64()));
            }),
            Question::Penetration => self.0.queries(ask, step, cases, |mut query| {
                let found = black_box(query.penetration());
                let numbers = || found.map(|p| (p.depth.to_f64(), numbers(p.normal)));
                sink.take(|| Answer::Penetration(numbers()));
            }),
            Question::Manifold => {
                let mut found = None;
                self.0.queries(ask, step, cases, |mut query| {
                    query.manifold_into(Scalar::of(MARGIN), &mut found);
                    black_box(&found);
                    sink.take(|| {
                        Answer::Manifold(found.map(|manifold| {
                            (manifold.deepest().separation.to_f64(), numbers(manifold.normal))
                        }))
                    });
                });
            }
            Question::ShapeCast => self.0.placed(step, cases, |a, pose_a, b, pose_b, velocity| {
                let (still, one) = (A::V::ZERO, Scalar::ONE);
                let found = black_box(cast_shapes(a, pose_a, still, b, pose_b, velocity, one));
                let impact = found.expect("finite");
                let numbers = || (impact.time.to_f64(), numbers(impact.normal));
                sink.take(|| Answer::ShapeCast(impact.hit().then(numbers)));
            }),
            Question::CastTime => self.0.placed(step, cases, |a, pose_a, b, pose_b, velocity| {
                let (still, one) = (Sweep::at_rest(pose_a), Scalar::ONE);
                let moving = Sweep::linear(pose_b, velocity).expect("finite");
                let cast = Cast::new(a, &still, b, &moving, one);
                let found = black_box(cast.expect("finite").time());
                sink.take(|| Answer::CastTime(found.map(Scalar::to_f64)));
            }),
            Question::RayCast | Question::Project => panic!("B is not a point"),
        }
    }
}

impl<A: Convex> Library for Points<A> {
    fn each(&mut self, ask: Ask, step: usize, cases: &[u32], sink: &mut Sink) {
        match ask.question {
            Question::RayCast => self.0.placed(step, cases, |a, pose_a, _, pose_b, velocity| {
                let ray = Ray::new(pose_b.translation(), velocity, Scalar::ONE).expect("finite");
                let found = black_box(cast_ray(a, pose_a, &ray));
                let numbers = || found.map(|hit| (hit.time.to_f64(), numbers(hit.normal)));
                sink.take(|| Answer::RayCast(numbers()));
            }),
            Question::Project => self.0.placed(step, cases, |a, pose_a, _, pose_b, _| {
                let found = black_box(project(a, pose_a, pose_b.translation())).expect("finite");
                sink.take(|| Answer::Project(numbers(found.point)));
            }),
            _ => panic!("B is a point"),
        }
    }
}

fn numbers<V: Vector>(v: V) -> [f64; 3] {
    core::array::from_fn(|i| if i < V::DIM { v.get(i).to_f64() } else { 0.0 })
}
