//! Box3D, through the raw bindings of `boxddd-sys`. `b3ShapeDistance`, with a simplex cache for each
//! pair, is also its test of overlap. `b3Collide...` computes manifolds, with its cache. Casts are
//! `b3ShapeCast` and `b3RayCast...`. It has no cylinders, no manifolds of triangles, and no hulls with
//! more than 128 edges. Its distance accepts any 128 points as a shape.
//!
//! Shapes nearer than a tenth of its slop, 0.5 mm, overlap. A cast stops one slop, 5 mm, before it
//! touches. Manifolds have a margin of 20 mm, which is [`MARGIN`]. A box is a metre large.
//!
//! [`MARGIN`]: crate::entrant::MARGIN

// Calls of C functions: shapes are owned here and live longer than the call, and nothing is kept there.
#![allow(unsafe_code)]

use std::hint::black_box;
use std::ptr::null_mut;

use boxddd_sys::ffi::*;

use super::Peer;
use crate::entrant::{Answer, Ask, Entrant, Heat, Library, Question, Sink};
use crate::pairs::{Case, Pair, Scene};
use crate::place::Stand;
use crate::shape::{Kind, Recipe};
use crate::truth::STRICT_F32;

/// 3D, `f32`.
pub const PEER: Peer = Peer {
    name: "box3d",
    packages: ["boxddd-sys"; 2],
    plane: None,
    space: Some(enter),
    has,
    strict: STRICT_F32,
};

fn has(pair: Pair, question: Question) -> bool {
    let is_hull = |kind: &Kind| match kind {
        Kind::Box | Kind::Ball | Kind::Capsule | Kind::Point => true,
        Kind::Points(count) => *count <= CORNERS,
        _ => false,
    };
    let is_cloud = |kind: &Kind| match kind {
        Kind::Points(count) => *count <= 128,
        Kind::Cylinder | Kind::Cone => false,
        _ => true,
    };
    match question {
        Question::Boolean | Question::Distance | Question::ShapeCast | Question::CastTime => {
            pair.kinds.iter().all(is_cloud)
        }
        Question::Manifold | Question::RayCast => pair.kinds.iter().all(is_hull),
        Question::Penetration | Question::Project => false,
    }
}

/// A hull of 64 triangulated corners has more than 128 edges.
const CORNERS: usize = 32;

/// Shapes that are nearer than this overlap.
const OVERLAP_SLOP: f32 = 0.0005;

enum Shape {
    /// Any other shape: points.
    Cloud,
    Ball(b3Sphere),
    Capsule(b3Capsule),
    Box(Box<b3BoxHull>),
    Hull(*mut b3HullData),
}

struct Solid {
    points: Vec<b3Vec3>,
    radius: f32,
    shape: Shape,
}

impl Solid {
    fn new(recipe: &Recipe) -> Self {
        let solid = |points: &[[f64; 3]], radius: f64, shape| Self {
            points: points.iter().map(vector).collect(),
            radius: radius as f32,
            shape,
        };
        match recipe {
            Recipe::Box([x, y, z]) => {
                // SAFETY: a function of three numbers.
                let hull = unsafe { b3MakeBoxHull(*x as f32, *y as f32, *z as f32) };
                let shape = Shape::Box(Box::new(hull));
                Self { points: hull.boxPoints.to_vec(), radius: 0.0, shape }
            }
            Recipe::Ball(radius) => {
                let ball = b3Sphere { center: vector(&[0.0; 3]), radius: *radius as f32 };
                solid(&[[0.0; 3]], *radius, Shape::Ball(ball))
            }
            Recipe::Capsule(half, radius) => {
                let ends = [[0.0, -*half, 0.0], [0.0, *half, 0.0]];
                let [center1, center2] = ends.each_ref().map(vector);
                let capsule = b3Capsule { center1, center2, radius: *radius as f32 };
                solid(&ends, *radius, Shape::Capsule(capsule))
            }
            Recipe::Points(points) => {
                let mut solid = solid(points, 0.0, Shape::Cloud);
                if points.len() <= CORNERS {
                    let count = points.len() as i32;
                    // SAFETY: so many points.
                    let hull = unsafe { b3CreateHull(solid.points.as_ptr(), count, count) };
                    assert!(!hull.is_null(), "points on a sphere have a hull");
                    solid.shape = Shape::Hull(hull);
                }
                solid
            }
            Recipe::Triangle(corners) => solid(corners, 0.0, Shape::Cloud),
            Recipe::Point => solid(&[[0.0; 3]], 0.0, Shape::Cloud),
            Recipe::Cylinder(..) | Recipe::Cone(..) => panic!("{recipe:?} is not asked of it"),
        }
    }
    fn proxy(&self) -> b3ShapeProxy {
        let Self { points, radius, .. } = self;
        b3ShapeProxy { points: points.as_ptr(), count: points.len() as i32, radius: *radius }
    }
    fn hull(&self) -> Option<*const b3HullData> {
        match &self.shape {
            Shape::Box(hull) => Some((&raw const **hull).cast()),
            Shape::Hull(hull) => Some(*hull),
            _ => None,
        }
    }
}

impl Drop for Solid {
    fn drop(&mut self) {
        if let Shape::Hull(hull) = self.shape {
            // SAFETY: b3CreateHull made it, and nobody else has it.
            unsafe { b3DestroyHull(hull) }
        }
    }
}

struct Placed {
    shapes: usize,
    at_a: b3Transform,
    at_b: [b3Transform; 3],
    velocity: b3Vec3,
}

/// The cache of a pair: an axis for hulls, otherwise a simplex.
#[derive(Clone, Copy)]
struct Memory {
    simplex: b3SimplexCache,
    axis: b3SATCache,
}

const FORGOTTEN: Memory = Memory {
    simplex: b3SimplexCache { metric: 0.0, count: 0, indexA: [0; 4], indexB: [0; 4] },
    axis: b3SATCache { separation: 0.0, type_: 0, indexA: 0, indexB: 0, hit: 0 },
};

struct Box3d {
    shapes: Vec<[Solid; 2]>,
    cases: Vec<Placed>,
    memories: [[Vec<Memory>; Question::ALL.len()]; Heat::ALL.len()],
}

fn enter(scene: &Scene) -> Box<dyn Entrant> {
    let place = |c: &Case| Placed {
        shapes: c.shapes,
        at_a: transform(&c.at_a),
        at_b: c.at_b.each_ref().map(transform),
        velocity: vector(&c.velocity),
    };
    Box::new(Box3d {
        shapes: scene.shapes.iter().map(|both| both.each_ref().map(Solid::new)).collect(),
        cases: scene.cases.iter().map(place).collect(),
        memories: Default::default(),
    })
}

impl Library for Box3d {
    fn prepare(&mut self, ask: Ask) {
        let count = if ask.heat == Heat::Cold { 0 } else { self.cases.len() };
        self.memories[ask.heat as usize][ask.question as usize].resize(count, FORGOTTEN);
    }

    fn each(&mut self, ask: Ask, step: usize, cases: &[u32], sink: &mut Sink) {
        let memories = &mut self.memories[ask.heat as usize][ask.question as usize];
        for i in cases.iter().map(|i| *i as usize) {
            let Placed { shapes, at_a, at_b, velocity } = &self.cases[i];
            let ([a, b], at_b) = (&self.shapes[*shapes], &at_b[step]);
            let mut forgotten = FORGOTTEN;
            let cold = ask.heat == Heat::Cold;
            let memory = if cold { &mut forgotten } else { &mut memories[i] };
            match ask.question {
                Question::Boolean => {
                    let found = black_box(nearest(a, at_a, b, at_b, memory));
                    sink.take(|| Answer::Boolean(found.distance < OVERLAP_SLOP));
                }
                Question::Distance => {
                    let found = black_box(nearest(a, at_a, b, at_b, memory));
                    sink.take(|| Answer::Distance(found.distance.into()));
                }
                Question::Manifold => {
                    let found = collide(a, at_a, b, at_b, memory);
                    black_box(&found);
                    sink.take(|| Answer::Manifold(found.deepest(at_a, at_b)));
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
    at_a: &b3Transform,
    b: &Solid,
    at_b: &b3Transform,
    memory: &mut Memory,
) -> b3DistanceOutput {
    let input = b3DistanceInput {
        proxyA: a.proxy(),
        proxyB: b.proxy(),
        transform: inv_mul(at_a, at_b),
        useRadii: true,
    };
    // SAFETY: the points live, the cache is of these shapes, and no simplexes are wanted.
    unsafe { b3ShapeDistance(&input, &mut memory.simplex, null_mut(), 0) }
}

/// A manifold, in the frame of A, or of B if the shapes were exchanged.
struct Patch {
    normal: b3Vec3,
    points: [b3LocalManifoldPoint; 4],
    count: usize,
    swapped: bool,
}

impl Patch {
    fn deepest(&self, at_a: &b3Transform, at_b: &b3Transform) -> Option<(f64, [f64; 3])> {
        let separations = self.points[..self.count].iter().map(|point| point.separation);
        let normal = if self.swapped {
            rotate(at_b.q, self.normal).map(|x| -x)
        } else {
            rotate(at_a.q, self.normal)
        };
        separations.min_by(f32::total_cmp).map(|least| (least.into(), numbers(normal)))
    }
}

fn collide(
    a: &Solid,
    at_a: &b3Transform,
    b: &Solid,
    at_b: &b3Transform,
    memory: &mut Memory,
) -> Patch {
    // SAFETY: numbers and a pointer, for all of which zero is a value.
    let (mut points, mut manifold) =
        unsafe { std::mem::zeroed::<([b3LocalManifoldPoint; 4], b3LocalManifold)>() };
    manifold.points = points.as_mut_ptr();
    let (to, room) = (&raw mut manifold, 4);
    let Memory { simplex, axis } = memory;
    // The hull must come first.
    let swapped = a.hull().is_none() && b.hull().is_some();
    let (first, second, b_in_a) = match swapped {
        true => (b, a, inv_mul(at_b, at_a)),
        false => (a, b, inv_mul(at_a, at_b)),
    };
    // SAFETY: the shapes live, there is room for four points, and the cache is of these shapes.
    unsafe {
        match (first.hull(), &first.shape, second.hull(), &second.shape) {
            (Some(x), _, Some(y), _) => b3CollideHulls(to, room, x, y, b_in_a, axis),
            (Some(x), _, _, Shape::Ball(y)) => {
                b3CollideHullAndSphere(to, room, x, y, b_in_a, simplex);
            }
            (Some(x), _, _, Shape::Capsule(y)) => {
                b3CollideHullAndCapsule(to, room, x, y, b_in_a, simplex);
            }
            (_, Shape::Capsule(x), _, Shape::Capsule(y)) => {
                b3CollideCapsules(to, room, x, y, b_in_a);
            }
            _ => panic!("it is not asked for manifolds of these"),
        }
    }
    Patch { normal: manifold.normal, points, count: manifold.pointCount as usize, swapped }
}

fn cast(
    a: &Solid,
    at_a: &b3Transform,
    b: &Solid,
    at_b: &b3Transform,
    velocity: &b3Vec3,
) -> b3CastOutput {
    let input = b3ShapeCastPairInput {
        proxyA: a.proxy(),
        proxyB: b.proxy(),
        transform: inv_mul(at_a, at_b),
        translationB: inv_rotate(at_a.q, *velocity),
        maxFraction: 1.0,
        canEncroach: false,
    };
    // SAFETY: the points live.
    unsafe { b3ShapeCast(&input) }
}

fn cast_ray(a: &Solid, at_a: &b3Transform, from: b3Vec3, velocity: b3Vec3) -> b3CastOutput {
    let input = b3RayCastInput {
        origin: inv_rotate(at_a.q, sub(from, at_a.p)),
        translation: inv_rotate(at_a.q, velocity),
        maxFraction: 1.0,
    };
    // SAFETY: the shape lives.
    unsafe {
        match (a.hull(), &a.shape) {
            (Some(hull), _) => b3RayCastHull(hull, &input),
            (_, Shape::Ball(ball)) => b3RayCastSphere(ball, &input),
            (_, Shape::Capsule(capsule)) => b3RayCastCapsule(capsule, &input),
            _ => panic!("it is not asked for rays against these"),
        }
    }
}

fn vector([x, y, z]: &[f64; 3]) -> b3Vec3 {
    b3Vec3 { x: *x as f32, y: *y as f32, z: *z as f32 }
}

fn numbers(v: b3Vec3) -> [f64; 3] {
    [v.x, v.y, v.z].map(f64::from)
}

fn transform(stand: &Stand) -> b3Transform {
    let [x, y, z, w] = stand.quaternion().to_array();
    b3Transform { p: vector(&stand.t), q: b3Quat { v: vector(&[x, y, z]), s: w as f32 } }
}

// These functions are inline in its headers, and so not in the bindings.

trait Map {
    fn map(self, f: impl Fn(f32) -> f32) -> Self;
}
impl Map for b3Vec3 {
    fn map(self, f: impl Fn(f32) -> f32) -> Self {
        Self { x: f(self.x), y: f(self.y), z: f(self.z) }
    }
}

fn sub(a: b3Vec3, b: b3Vec3) -> b3Vec3 {
    b3Vec3 { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }
}
fn add_mul(a: b3Vec3, s: f32, b: b3Vec3) -> b3Vec3 {
    b3Vec3 { x: a.x + s * b.x, y: a.y + s * b.y, z: a.z + s * b.z }
}
fn cross(a: b3Vec3, b: b3Vec3) -> b3Vec3 {
    b3Vec3 { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}
fn dot(a: b3Vec3, b: b3Vec3) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z
}
fn rotate(q: b3Quat, v: b3Vec3) -> b3Vec3 {
    add_mul(v, 2.0, cross(q.v, add_mul(cross(q.v, v), q.s, v)))
}
fn inv_rotate(q: b3Quat, v: b3Vec3) -> b3Vec3 {
    add_mul(v, 2.0, cross(q.v, add_mul(cross(q.v, v), -q.s, v)))
}
fn inv_mul(a: &b3Transform, b: &b3Transform) -> b3Transform {
    let (p, q) = (a.q, b.q);
    let v = sub(add_mul(q.v.map(|x| p.s * x), -q.s, p.v), cross(p.v, q.v));
    b3Transform { p: inv_rotate(p, sub(b.p, a.p)), q: b3Quat { v, s: p.s * q.s + dot(p.v, q.v) } }
}
