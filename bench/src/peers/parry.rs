//! parry, by its free functions over `dyn Shape`: `intersection_test`, `distance`, `contact` with a
//! prediction of 0, which returns `None` if the shapes are apart, and `cast_shapes`; and by its methods
//! for rays and points, solid and hollow. Manifolds come from its dispatcher, one for each pair. In cold
//! queries the manifold is emptied before.
//!
//! Its four crates are the same text with other types, and so is this.

use std::hint::black_box;

use crate::entrant::{Answer, Ask, Entrant, Heat, Library, MARGIN, Question, Sink};
use crate::pairs::{Case, Pair, Scene};
use crate::peers::Peer;
use crate::place::Stand;
use crate::shape::Recipe;
use crate::truth::STRICT_F32;
#[cfg(feature = "parry-f64")]
use crate::truth::STRICT_F64;

macro_rules! library {
    ($(#[$doc:meta])* $module:ident, $parry:ident, $scalar:ty, $shape:ident, $pose:ident) => {
        $(#[$doc])*
        pub mod $module {
            use super::*;
            use $parry::math::{Pose, Rotation, Vector};
            use $parry::query::{
                ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, Ray,
                ShapeCastHit, ShapeCastOptions, cast_shapes, contact, distance, intersection_test,
            };
            use $parry::shape::SharedShape;

            type Real = $scalar;
            type Manifold = ContactManifold<(), ()>;

            struct Parry {
                shapes: Vec<[SharedShape; 2]>,
                cases: Vec<(usize, Pose, [Pose; 3], Vector)>,
                /// Separate manifolds for moving and for resting bodies.
                manifolds: [Vec<Manifold>; Heat::ALL.len()],
            }

            $shape!();
            $pose!();

            /// Makes the entrant.
            pub fn enter(scene: &Scene) -> Box<dyn Entrant> {
                let place = |c: &Case| {
                    (c.shapes, pose(&c.at_a), c.at_b.each_ref().map(pose), vector(&c.velocity))
                };
                Box::new(Parry {
                    shapes: scene.shapes.iter().map(|both| both.each_ref().map(shape)).collect(),
                    cases: scene.cases.iter().map(place).collect(),
                    manifolds: Default::default(),
                })
            }

            impl Library for Parry {
                fn prepare(&mut self, ask: Ask) {
                    if ask.question == Question::Manifold {
                        let count = self.cases.len();
                        self.manifolds[ask.heat as usize].resize_with(count, Manifold::new);
                    }
                }
                fn each(&mut self, ask: Ask, step: usize, cases: &[u32], sink: &mut Sink) {
                    let shapes = &self.shapes;
                    let manifolds = &mut self.manifolds[ask.heat as usize];
                    let placed = cases.iter().map(|i| {
                        let (shape, pose_a, poses_b, velocity) = &self.cases[*i as usize];
                        let [a, b] = &shapes[*shape];
                        (pose_a, &**a, &poses_b[step], &**b, velocity)
                    });
                    let bodies = placed.clone().map(|(pa, a, pb, b, _)| (pa, a, pb, b));
                    let rays = placed.clone().map(|(pa, a, pb, _, v)| (pa, a, pb.translation, v));
                    match ask.question {
                        Question::Boolean => bodies.for_each(|(pa, a, pb, b)| {
                            let found = black_box(intersection_test(pa, a, pb, b));
                            sink.take(|| Answer::Boolean(found.is_ok_and(|f| f.intersecting)));
                        }),
                        Question::Distance => bodies.for_each(|(pa, a, pb, b)| {
                            let found = black_box(distance(pa, a, pb, b));
                            sink.take(|| Answer::Distance(found.map_or(f64::NAN, |f| f.distance.into())));
                        }),
                        Question::Penetration => bodies.for_each(|(pa, a, pb, b)| {
                            let found = black_box(contact(pa, a, pb, b, 0.0)).ok().flatten();
                            sink.take(|| Answer::Penetration(
                                found.map(|c| ((-c.dist).into(), numbers(c.normal1))),
                            ));
                        }),
                        Question::Manifold => {
                            for ((pa, a, pb, b), i) in bodies.zip(cases) {
                                let manifold = &mut manifolds[*i as usize];
                                if ask.heat == Heat::Cold {
                                    forget(manifold);
                                }
                                let margin = MARGIN as Real;
                                let found = DefaultQueryDispatcher.contact_manifold_convex_convex(
                                    &pa.inv_mul(pb), a, b, None, None, margin, manifold,
                                );
                                let _ = black_box((found, &*manifold));
                                sink.take(|| {
                                    let near = manifold.find_deepest_contact();
                                    let near = near.filter(|p| p.dist <= margin);
                                    let normal = pa.rotation * manifold.local_n1;
                                    Answer::Manifold(near.map(|p| (p.dist.into(), numbers(normal))))
                                });
                            }
                        }
                        Question::ShapeCast | Question::CastTime => placed.for_each(|(pa, a, pb, b, v)| {
                            let mut options = ShapeCastOptions::with_max_time_of_impact(1.0);
                            options.compute_impact_geometry_on_penetration =
                                ask.question == Question::ShapeCast;
                            let still = Vector::ZERO;
                            let found = black_box(cast_shapes(pa, still, a, pb, *v, b, options));
                            let hit = found.ok().flatten();
                            let time = |hit: &ShapeCastHit| hit.time_of_impact.into();
                            sink.take(|| match ask.question {
                                Question::CastTime => Answer::CastTime(hit.as_ref().map(time)),
                                _ => Answer::ShapeCast(
                                    hit.map(|hit| (time(&hit), numbers(pa.rotation * hit.normal1))),
                                ),
                            });
                        }),
                        Question::RayCast => rays.for_each(|(pa, a, origin, v)| {
                            let ray = Ray::new(origin, *v);
                            let hit = black_box(a.cast_ray_and_get_normal(pa, &ray, 1.0, true));
                            sink.take(|| Answer::RayCast(
                                hit.map(|h| (h.time_of_impact.into(), numbers(h.normal))),
                            ));
                        }),
                        Question::Project => rays.for_each(|(pa, a, point, _)| {
                            let found = black_box(a.project_point(pa, point, false));
                            sink.take(|| Answer::Project(numbers(found.point)));
                        }),
                    }
                }
            }

            /// Empties the manifold, but keeps its memory.
            fn forget(manifold: &mut Manifold) {
                let mut points = std::mem::take(&mut manifold.points);
                points.clear();
                *manifold = Manifold { points, ..Manifold::new() };
            }

            fn numbers(v: Vector) -> [f64; 3] {
                let list = v.to_array();
                core::array::from_fn(|i| list.get(i).map_or(0.0, |x| f64::from(*x)))
            }
        }
    };
}

macro_rules! space_shape {
    () => {
        fn shape(recipe: &Recipe) -> SharedShape {
            let r = |x: &f64| *x as Real;
            let point = vector;
            match recipe {
                Recipe::Box(h) => SharedShape::cuboid(r(&h[0]), r(&h[1]), r(&h[2])),
                Recipe::Ball(radius) => SharedShape::ball(r(radius)),
                Recipe::Capsule(half, radius) => SharedShape::capsule_y(r(half), r(radius)),
                Recipe::Cylinder(half, radius) => SharedShape::cylinder(r(half), r(radius)),
                Recipe::Points(points) => {
                    let points: Vec<Vector> = points.iter().map(point).collect();
                    SharedShape::convex_hull(&points).expect("points on a sphere have a hull")
                }
                Recipe::Triangle([a, b, c]) => SharedShape::triangle(point(a), point(b), point(c)),
                Recipe::Cone(half, radius) => SharedShape::cone(r(half), r(radius)),
                // Only its position is used.
                Recipe::Point => SharedShape::ball(0.0),
            }
        }
        fn vector([x, y, z]: &[f64; 3]) -> Vector {
            Vector::new(*x as Real, *y as Real, *z as Real)
        }
    };
}

macro_rules! plane_shape {
    () => {
        fn shape(recipe: &Recipe) -> SharedShape {
            let r = |x: &f64| *x as Real;
            let point = vector;
            match recipe {
                Recipe::Box(h) => SharedShape::cuboid(r(&h[0]), r(&h[1])),
                Recipe::Ball(radius) => SharedShape::ball(r(radius)),
                Recipe::Capsule(half, radius) => SharedShape::capsule_y(r(half), r(radius)),
                Recipe::Points(points) => {
                    let points: Vec<Vector> = points.iter().map(point).collect();
                    SharedShape::convex_polyline(points).expect("points on a circle are convex")
                }
                Recipe::Point => SharedShape::ball(0.0),
                other => panic!("{other:?} in the plane"),
            }
        }
        fn vector([x, y, _]: &[f64; 3]) -> Vector {
            Vector::new(*x as Real, *y as Real)
        }
    };
}

macro_rules! space_pose {
    () => {
        fn pose(stand: &Stand) -> Pose {
            let [x, y, z] = stand.t.map(|x| x as Real);
            let [i, j, k, w] = stand.quaternion().to_array().map(|x| x as Real);
            Pose::from_parts(Vector::new(x, y, z), Rotation::from_xyzw(i, j, k, w))
        }
    };
}

macro_rules! plane_pose {
    () => {
        fn pose(stand: &Stand) -> Pose {
            let [x, y, _] = stand.t.map(|x| x as Real);
            Pose::from_parts(Vector::new(x, y), Rotation::from_angle(stand.angle as Real))
        }
    };
}

library! {
    /// 2D, `f32`.
    plane, parry2d, f32, plane_shape, plane_pose
}
#[cfg(feature = "parry-f64")]
library! {
    /// 2D, `f64`.
    plane_f64, parry2d_f64, f64, plane_shape, plane_pose
}
library! {
    /// 3D, `f32`.
    space, parry3d, f32, space_shape, space_pose
}
#[cfg(feature = "parry-f64")]
library! {
    /// 3D, `f64`.
    space_f64, parry3d_f64, f64, space_shape, space_pose
}

/// It supports all questions here.
fn all(_: Pair, _: Question) -> bool {
    true
}

/// In `f32`.
pub const PEER: Peer = Peer {
    name: "parry",
    packages: ["parry2d", "parry3d"],
    plane: Some(plane::enter),
    space: Some(space::enter),
    has: all,
    strict: STRICT_F32,
};

/// In `f64`.
#[cfg(feature = "parry-f64")]
pub const PEER_F64: Peer = Peer {
    name: "parry-f64",
    packages: ["parry2d-f64", "parry3d-f64"],
    plane: Some(plane_f64::enter),
    space: Some(space_f64::enter),
    has: all,
    strict: STRICT_F64,
};
