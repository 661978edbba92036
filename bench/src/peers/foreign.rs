//! Libraries in C++, behind C functions of the same signatures, which `foreign/NAME.cpp` defines. Shapes
//! are made there. Poses are passed in world coordinates; everything else that the library needs is made
//! from them there, inside the measured time.

// Calls of C functions: shapes and caches are made there and owned here, and live longer than the call.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::hint::black_box;
use std::marker::PhantomData;

use crate::entrant::{Answer, Ask, Entrant, Heat, Library, MARGIN, Question, Sink};
use crate::pairs::{Case, Scene};
use crate::place::Stand;
use crate::shape::Recipe;

/// A translation and a quaternion: x, y, z, w.
type Place<R> = [R; 7];

/// The functions of a library. `out` has room for a number, and a normal from A to B.
#[derive(Clone, Copy)]
pub struct Calls<R> {
    /// Makes a shape of a kind, from `count` numbers. Null if it cannot.
    pub shape: unsafe extern "C" fn(kind: i32, numbers: *const R, count: i32) -> *mut c_void,
    /// Frees a shape.
    pub free: unsafe extern "C" fn(*mut c_void),
    /// Do they touch?
    pub boolean: Pair<R, i32>,
    /// 0 if they touch.
    pub distance: Option<Pair<R, R>>,
    /// Is there an overlap? Writes the depth and the normal.
    pub penetration: Option<PairOut<R>>,
    /// The number of points. Writes the least separation and the normal.
    pub manifold: Option<Manifold<R>>,
    /// Does B meet A? Writes the time and the normal.
    pub shapecast: Option<Cast<R>>,
    /// The same, if the normal need not be that of the depth for shapes that start in contact.
    pub casttime: Option<Cast<R>>,
    /// Does the ray meet A? Writes the time, and the normal out of A.
    pub raycast: Option<RayCast<R>>,
    /// How caches for manifolds of two shapes are made, emptied and freed, if there are any.
    pub memory: Option<Memory>,
}

/// A shape of the library.
pub type Shape = *const c_void;
type Pair<R, A> = unsafe extern "C" fn(Shape, *const R, Shape, *const R) -> A;
type PairOut<R> = unsafe extern "C" fn(Shape, *const R, Shape, *const R, out: *mut R) -> i32;
type Manifold<R> = unsafe extern "C" fn(
    Shape,
    *const R,
    Shape,
    *const R,
    margin: R,
    memory: *mut c_void,
    out: *mut R,
) -> i32;
type Cast<R> =
    unsafe extern "C" fn(Shape, *const R, Shape, *const R, velocity: *const R, out: *mut R) -> i32;
type RayCast<R> =
    unsafe extern "C" fn(Shape, *const R, from: *const R, velocity: *const R, out: *mut R) -> i32;

/// Declares functions of these forms.
macro_rules! declare {
    ($($form:ident $real:ident $name:ident;)*) => {$(declare!(@ $form $real $name);)*};
    (@ shape $r:ident $name:ident) => {
        unsafe extern "C" {
            fn $name(kind: i32, numbers: *const $r, count: i32) -> *mut std::ffi::c_void;
        }
    };
    (@ free $r:ident $name:ident) => {
        unsafe extern "C" {
            fn $name(it: *mut std::ffi::c_void);
        }
    };
    (@ memory $r:ident $name:ident) => {
        unsafe extern "C" {
            fn $name(a: $crate::peers::foreign::Shape, b: $crate::peers::foreign::Shape) -> *mut std::ffi::c_void;
        }
    };
    (@ boolean $r:ident $name:ident) => {
        declare!(@ function $name i32; at_a: *const $r, b: $crate::peers::foreign::Shape, at_b: *const $r);
    };
    (@ distance $r:ident $name:ident) => {
        declare!(@ function $name $r; at_a: *const $r, b: $crate::peers::foreign::Shape, at_b: *const $r);
    };
    (@ penetration $r:ident $name:ident) => {
        declare!(@ function $name i32; at_a: *const $r, b: $crate::peers::foreign::Shape, at_b: *const $r, out: *mut $r);
    };
    (@ manifold $r:ident $name:ident) => {
        declare!(@ function $name i32; at_a: *const $r, b: $crate::peers::foreign::Shape, at_b: *const $r, margin: $r, memory: *mut std::ffi::c_void, out: *mut $r);
    };
    (@ shapecast $r:ident $name:ident) => {
        declare!(@ function $name i32; at_a: *const $r, b: $crate::peers::foreign::Shape, at_b: *const $r, velocity: *const $r, out: *mut $r);
    };
    (@ casttime $r:ident $name:ident) => {
        declare!(@ shapecast $r $name);
    };
    (@ raycast $r:ident $name:ident) => {
        declare!(@ function $name i32; at_a: *const $r, from: *const $r, velocity: *const $r, out: *mut $r);
    };
    (@ function $name:ident $answer:ty; $($arguments:tt)*) => {
        unsafe extern "C" {
            fn $name(a: $crate::peers::foreign::Shape, $($arguments)*) -> $answer;
        }
    };
}
pub(crate) use declare;

/// The cache of a library for a pair.
#[derive(Clone, Copy)]
pub struct Memory {
    /// Makes it for two shapes.
    pub new: unsafe extern "C" fn(Shape, Shape) -> *mut c_void,
    /// Empties it.
    pub forget: unsafe extern "C" fn(*mut c_void),
    /// Frees it.
    pub free: unsafe extern "C" fn(*mut c_void),
}

/// `f32` or `f64`.
pub trait Real: Copy + Into<f64> + 'static {
    /// Rounded.
    fn of(x: f64) -> Self;
}
impl Real for f32 {
    fn of(x: f64) -> Self {
        x as Self
    }
}
impl Real for f64 {
    fn of(x: f64) -> Self {
        x
    }
}

/// A library, whose functions are known at compile time.
pub trait Foreign: 'static {
    /// The precision.
    type Real: Real;
    /// Its functions.
    const CALLS: Calls<Self::Real>;
}

struct Placed<R> {
    shapes: usize,
    at_a: Place<R>,
    at_b: [Place<R>; 3],
    velocity: [R; 3],
}

struct Entered<F: Foreign> {
    shapes: Vec<[Owned; 2]>,
    cases: Vec<Placed<F::Real>>,
    /// Separate caches for moving and for resting bodies.
    memories: [Vec<Owned>; Heat::ALL.len()],
    library: PhantomData<F>,
}

/// An object of the library.
struct Owned(*mut c_void, unsafe extern "C" fn(*mut c_void));

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: what frees it came with it.
        unsafe { self.1(self.0) }
    }
}

/// Makes the entrant in 3D.
pub fn enter<F: Foreign>(scene: &Scene) -> Box<dyn Entrant> {
    let place = |c: &Case| Placed {
        shapes: c.shapes,
        at_a: at(&c.at_a),
        at_b: c.at_b.each_ref().map(at),
        velocity: c.velocity.map(Real::of),
    };
    Box::new(Entered::<F> {
        shapes: scene.shapes.iter().map(|both| both.each_ref().map(make::<F>)).collect(),
        cases: scene.cases.iter().map(place).collect(),
        memories: Default::default(),
        library: PhantomData,
    })
}

fn at<R: Real>(stand: &Stand) -> Place<R> {
    let ([x, y, z], q) = (stand.t, stand.quaternion());
    [x, y, z, q.x, q.y, q.z, q.w].map(R::of)
}

fn make<F: Foreign>(recipe: &Recipe) -> Owned {
    let (kind, numbers) = match recipe {
        Recipe::Box(half) => (0, half.to_vec()),
        Recipe::Ball(radius) => (1, vec![*radius]),
        Recipe::Capsule(half, radius) => (2, vec![*half, *radius]),
        Recipe::Cylinder(half, radius) => (3, vec![*half, *radius]),
        Recipe::Points(points) => (4, points.concat()),
        Recipe::Triangle(corners) => (5, corners.concat()),
        // Only its position is used.
        Recipe::Point => (1, vec![0.5]),
        Recipe::Cone(..) => panic!("{recipe:?} is not asked of it"),
    };
    let numbers: Vec<F::Real> = numbers.into_iter().map(Real::of).collect();
    // SAFETY: so many numbers.
    let shape = unsafe { (F::CALLS.shape)(kind, numbers.as_ptr(), numbers.len() as i32) };
    assert!(!shape.is_null(), "it has no shape of {recipe:?}");
    Owned(shape, F::CALLS.free)
}

impl<F: Foreign> Library for Entered<F> {
    fn prepare(&mut self, ask: Ask) {
        let memories = &mut self.memories[ask.heat as usize];
        let is_kept = ask.question == Question::Manifold && memories.is_empty();
        if let Some(Memory { new, free, .. }) = F::CALLS.memory.filter(|_| is_kept) {
            let memory = |c: &Placed<_>| {
                let [a, b] = &self.shapes[c.shapes];
                // SAFETY: the shapes live as long.
                Owned(unsafe { new(a.0, b.0) }, free)
            };
            *memories = self.cases.iter().map(memory).collect();
        }
    }

    fn each(&mut self, ask: Ask, step: usize, cases: &[u32], sink: &mut Sink) {
        let calls = F::CALLS;
        let memories = &self.memories[ask.heat as usize];
        for i in cases.iter().map(|i| *i as usize) {
            let Placed { shapes, at_a, at_b, velocity } = &self.cases[i];
            let ([a, b], at_b) = (&self.shapes[*shapes], &at_b[step]);
            let (a, b, at_a, at_b) = (a.0, b.0, at_a.as_ptr(), at_b.as_ptr());
            let mut out = [Real::of(0.0); 4];
            let to = out.as_mut_ptr();
            let normal = |[_, x, y, z]: [F::Real; 4]| [x, y, z].map(Into::into);
            // SAFETY: the shapes live, poses are 7 numbers, velocities 3, and there is room for 4.
            unsafe {
                match ask.question {
                    Question::Boolean => {
                        let found = black_box((calls.boolean)(a, at_a, b, at_b));
                        sink.take(|| Answer::Boolean(found != 0));
                    }
                    Question::Distance => {
                        let distance = calls.distance.expect("else it is not asked");
                        let found = black_box(distance(a, at_a, b, at_b));
                        sink.take(|| Answer::Distance(found.into()));
                    }
                    Question::Penetration => {
                        let penetration = calls.penetration.expect("else it is not asked");
                        let found = penetration(a, at_a, b, at_b, to);
                        black_box((found, &out));
                        let answer = || (found != 0).then(|| (out[0].into(), normal(out)));
                        sink.take(|| Answer::Penetration(answer()));
                    }
                    Question::Manifold => {
                        let memory = memories.get(i).map_or(std::ptr::null_mut(), |m| m.0);
                        if let Some(known) = calls.memory.filter(|_| ask.heat == Heat::Cold) {
                            (known.forget)(memory);
                        }
                        let manifold = calls.manifold.expect("else it is not asked");
                        let margin = Real::of(MARGIN);
                        let found = manifold(a, at_a, b, at_b, margin, memory, to);
                        black_box((found, &out));
                        let answer = || (found != 0).then(|| (out[0].into(), normal(out)));
                        sink.take(|| Answer::Manifold(answer()));
                    }
                    Question::ShapeCast | Question::CastTime => {
                        let is_brief = ask.question == Question::CastTime;
                        let cast = if is_brief { calls.casttime } else { calls.shapecast };
                        let cast = cast.expect("else it is not asked");
                        let found = cast(a, at_a, b, at_b, velocity.as_ptr(), to);
                        black_box((found, &out));
                        let time = out[0].into();
                        sink.take(|| match is_brief {
                            true => Answer::CastTime((found != 0).then_some(time)),
                            false => Answer::ShapeCast((found != 0).then(|| (time, normal(out)))),
                        });
                    }
                    Question::RayCast => {
                        let cast = calls.raycast.expect("else it is not asked");
                        let found = cast(a, at_a, at_b, velocity.as_ptr(), to);
                        black_box((found, &out));
                        let answer = || (found != 0).then(|| (out[0].into(), normal(out)));
                        sink.take(|| Answer::RayCast(answer()));
                    }
                    Question::Project => panic!("it is not asked that"),
                }
            }
        }
    }
}
