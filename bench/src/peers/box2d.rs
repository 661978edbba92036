//! Box2D, through the raw bindings of `boxdd-sys`. `b2ShapeDistance`, with a simplex cache for each pair,
//! is also its test of overlap. `b2Collide...` computes manifolds, without a cache. Casts are
//! `b2ShapeCast` and `b2RayCast...`. Its polygons have at most 8 corners.
//!
//! Lengths are scaled as for [`box3d`](super::box3d): shapes nearer than 0.5 mm overlap, a cast stops 5
//! mm before it touches, and manifolds have a margin of 20 mm.

// Calls of C functions: shapes are owned here and live longer than the call, and nothing is kept there.
#![allow(unsafe_code)]

use std::hint::black_box;
use std::ptr::null_mut;

use boxdd_sys::ffi::*;

use super::Peer;
use crate::entrant::{Answer, Ask, Entrant, Heat, Library, Question, Sink};
use crate::pairs::{Case, Pair, Scene};
use crate::place::Stand;
use crate::shape::{Kind, Recipe};
use crate::truth::STRICT_F32;

/// 2D, `f32`.
pub const PEER: Peer = Peer {
    name: "box2d",
    packages: ["boxdd-sys"; 2],
    plane: Some(enter),
    space: None,
    has,
    strict: STRICT_F32,
};

fn has(pair: Pair, question: Question) -> bool {
    let is_asked = !matches!(question, Question::Penetration | Question::Project);
    let is_small = |kind: &Kind| !matches!(kind, Kind::Points(count) if *count > 8);
    is_asked && pair.kinds.iter().all(is_small)
}

/// Shapes that are nearer than this overlap.
const OVERLAP_SLOP: f32 = 0.0005;

enum Shape {
    Point,
    Ball(b2Circle),
    Capsule(b2Capsule),
    Polygon(b2Polygon),
}

struct Solid {
    proxy: b2ShapeProxy,
    shape: Shape,
}

impl Solid {
    fn new(recipe: &Recipe) -> Self {
        let (points, radius, shape) = match recipe {
            Recipe::Box([x, y, _]) => {
                // SAFETY: a function of two numbers.
                let polygon = unsafe { b2MakeBox(*x as f32, *y as f32) };
                (polygon.vertices[..4].to_vec(), 0.0, Shape::Polygon(polygon))
            }
            Recipe::Ball(radius) => {
                let ball = b2Circle { center: vector(&[0.0; 3]), radius: *radius as f32 };
                (vec![ball.center], *radius, Shape::Ball(ball))
            }
            Recipe::Capsule(half, radius) => {
                let ends = [[0.0, -*half, 0.0], [0.0, *half, 0.0]];
                let [center1, center2] = ends.each_ref().map(vector);
                let capsule = b2Capsule { center1, center2, radius: *radius as f32 };
                (vec![center1, center2], *radius, Shape::Capsule(capsule))
            }
            Recipe::Points(points) => {
                let points: Vec<_> = points.iter().map(vector).collect();
                // SAFETY: so many points, and the hull is one of its own.
                let polygon = unsafe {
                    let hull = b2ComputeHull(points.as_ptr(), points.len() as i32);
                    b2MakePolygon(&hull, 0.0)
                };
                (polygon.vertices[..polygon.count as usize].to_vec(), 0.0, Shape::Polygon(polygon))
            }
            Recipe::Point => (vec![vector(&[0.0; 3])], 0.0, Shape::Point),
            other => panic!("{other:?} in the plane"),
        };
        // SAFETY: so many points.
        let proxy = unsafe { b2MakeProxy(points.as_ptr(), points.len() as i32, radius as f32) };
        Self { proxy, shape }
    }
}

struct Placed {
    shapes: usize,
    at_a: b2Transform,
    at_b: [b2Transform; 3],
    velocity: b2Vec2,
}

const FORGOTTEN: b2SimplexCache = b2SimplexCache { count: 0, indexA: [0; 3], indexB: [0; 3] };

struct Box2d {
    shapes: Vec<[Solid; 2]>,
    cases: Vec<Placed>,
    caches: [[Vec<b2SimplexCache>; Question::ALL.len()]; Heat::ALL.len()],
}

fn enter(scene: &Scene) -> Box<dyn Entrant> {
    let place = |c: &Case| Placed {
        shapes: c.shapes,
        at_a: transform(&c.at_a),
        at_b: c.at_b.each_ref().map(transform),
        velocity: vector(&c.velocity),
    };
    Box::new(Box2d {
        shapes: scene.shapes.iter().map(|both| both.each_ref().map(Solid::new)).collect(),
        cases: scene.cases.iter().map(place).collect(),
        caches: Default::default(),
    })
}

impl Library for Box2d {
    fn prepare(&mut self, ask: Ask) {
        let count = if ask.heat == Heat::Cold { 0 } else { self.cases.len() };
        self.caches[ask.heat as usize][ask.question as usize].resize(count, FORGOTTEN);
    }

    fn each(&mut self, ask: Ask, step: usize, cases: &[u32], sink: &mut Sink) {
        let caches = &mut self.caches[ask.heat as usize][ask.question as usize];
        for i in cases.iter().map(|i| *i as usize) {
            let Placed { shapes, at_a, at_b, velocity } = &self.cases[i];
            let ([a, b], at_b) = (&self.shapes[*shapes], &at_b[step]);
            let mut forgotten = FORGOTTEN;
            let cold = ask.heat == Heat::Cold;
            let cache = if cold { &mut forgotten } else { &mut caches[i] };
            match ask.question {
                Question::Boolean => {
                    let found = black_box(nearest(a, at_a, b, at_b, cache));
                    sink.take(|| Answer::Boolean(found.distance < OVERLAP_SLOP));
                }
                Question::Distance => {
                    let found = black_box(nearest(a, at_a, b, at_b, cache));
                    sink.take(|| Answer::Distance(found.distance.into()));
                }
                Question::Manifold => {
                    let (found, swapped) = collide(a, at_a, b, at_b);
                    black_box(&found);
                    sink.take(|| {
                        let points = &found.points[..found.pointCount as usize];
                        let least = points.iter().map(|p| p.separation).min_by(f32::total_cmp);
                        let q = if swapped { at_b.q } else { at_a.q };
                        let normal = numbers(rotate(q, found.normal));
                        let normal = if swapped { normal.map(|x| -x) } else { normal };
                        Answer::Manifold(least.map(|least| (least.into(), normal)))
                    });
                }
                Question::ShapeCast | Question::CastTime => {
                    let found = black_box(cast(a, at_a, b, at_b, velocity));
                    let time = found.fraction.into();
                    sink.take(|| match ask.question {
                        Question::CastTime => Answer::CastTime(found.hit.then_some(time)),
                        _ => Answer::ShapeCast(
                            found.hit.then(|| (time, numbers(rotate(at_a.q, found.normal)))),
                        ),
                    });
                }
                Question::RayCast => {
                    let found = black_box(cast_ray(a, at_a, at_b.p, *velocity));
                    sink.take(|| {
                        Answer::RayCast(found.hit.then(|| {
                            (found.fraction.into(), numbers(rotate(at_a.q, found.normal)))
                        }))
                    });
                }
                Question::Penetration | Question::Project => panic!("it is not asked that"),
            }
        }
    }
}

fn nearest(
    a: &Solid,
    at_a: &b2Transform,
    b: &Solid,
    at_b: &b2Transform,
    cache: &mut b2SimplexCache,
) -> b2DistanceOutput {
    let input = b2DistanceInput {
        proxyA: a.proxy,
        proxyB: b.proxy,
        transform: inv_mul(at_a, at_b),
        useRadii: true,
    };
    // SAFETY: the cache is of these shapes, and no simplexes are wanted.
    unsafe { b2ShapeDistance(&input, cache, null_mut(), 0) }
}

/// A manifold, in the frame of A; or in the frame of B, from B to A, if the shapes were exchanged,
/// because the polygon must come first.
fn collide(
    a: &Solid,
    at_a: &b2Transform,
    b: &Solid,
    at_b: &b2Transform,
) -> (b2LocalManifold, bool) {
    let (b_in_a, a_in_b) = (|| inv_mul(at_a, at_b), || inv_mul(at_b, at_a));
    // SAFETY: the shapes live.
    unsafe {
        match (&a.shape, &b.shape) {
            (Shape::Polygon(a), Shape::Polygon(b)) => (b2CollidePolygons(a, b, b_in_a()), false),
            (Shape::Ball(a), Shape::Polygon(b)) => {
                (b2CollidePolygonAndCircle(b, a, a_in_b()), true)
            }
            (Shape::Capsule(a), Shape::Polygon(b)) => {
                (b2CollidePolygonAndCapsule(b, a, a_in_b()), true)
            }
            _ => panic!("it is not asked for manifolds of these"),
        }
    }
}

fn cast(
    a: &Solid,
    at_a: &b2Transform,
    b: &Solid,
    at_b: &b2Transform,
    velocity: &b2Vec2,
) -> b2CastOutput {
    let input = b2ShapeCastPairInput {
        proxyA: a.proxy,
        proxyB: b.proxy,
        transform: inv_mul(at_a, at_b),
        translationB: inv_rotate(at_a.q, *velocity),
        maxFraction: 1.0,
        canEncroach: false,
    };
    // SAFETY: numbers.
    unsafe { b2ShapeCast(&input) }
}

fn cast_ray(a: &Solid, at_a: &b2Transform, from: b2Vec2, velocity: b2Vec2) -> b2CastOutput {
    let input = b2RayCastInput {
        origin: inv_rotate(at_a.q, sub(from, at_a.p)),
        translation: inv_rotate(at_a.q, velocity),
        maxFraction: 1.0,
    };
    // SAFETY: the shape lives.
    unsafe {
        match &a.shape {
            Shape::Polygon(polygon) => b2RayCastPolygon(polygon, &input),
            Shape::Ball(ball) => b2RayCastCircle(ball, &input),
            Shape::Capsule(capsule) => b2RayCastCapsule(capsule, &input),
            Shape::Point => panic!("it is not asked for rays against points"),
        }
    }
}

fn vector([x, y, _]: &[f64; 3]) -> b2Vec2 {
    b2Vec2 { x: *x as f32, y: *y as f32 }
}

fn numbers(v: b2Vec2) -> [f64; 3] {
    [v.x.into(), v.y.into(), 0.0]
}

fn transform(stand: &Stand) -> b2Transform {
    let (s, c) = libm::sincos(stand.angle);
    b2Transform { p: vector(&stand.t), q: b2Rot { c: c as f32, s: s as f32 } }
}

// These functions are inline in its headers, and so not in the bindings.

fn sub(a: b2Vec2, b: b2Vec2) -> b2Vec2 {
    b2Vec2 { x: a.x - b.x, y: a.y - b.y }
}
fn rotate(q: b2Rot, v: b2Vec2) -> b2Vec2 {
    b2Vec2 { x: q.c * v.x - q.s * v.y, y: q.s * v.x + q.c * v.y }
}
fn inv_rotate(q: b2Rot, v: b2Vec2) -> b2Vec2 {
    b2Vec2 { x: q.c * v.x + q.s * v.y, y: -q.s * v.x + q.c * v.y }
}
fn inv_mul(a: &b2Transform, b: &b2Transform) -> b2Transform {
    let (p, q) = (a.q, b.q);
    b2Transform {
        p: inv_rotate(p, sub(b.p, a.p)),
        q: b2Rot { c: p.c * q.c + p.s * q.s, s: p.c * q.s - p.s * q.c },
    }
}
