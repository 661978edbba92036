//! For rapier2d.

use std::borrow::Cow;

use clearance::{Collider, d2 as dim};
use parry2d as parry;

use dim::{Polygon, Pose, Rotation2};
use parry::math::{Rotation, Vector};
use parry::shape::{PackedFeatureId, Shape, TypedShape};

use convert::{Made, made, rounded};
pub use dispatch::Dispatcher;

#[path = "convert.rs"]
mod convert;
#[path = "dispatch.rs"]
mod dispatch;
#[path = "kept.rs"]
mod kept;
#[path = "manifold.rs"]
mod manifold;

/// A side of a polygon, which is a face to parry.
fn edge(number: u32) -> PackedFeatureId {
    PackedFeatureId::face(number)
}

fn pose(of: &parry::math::Pose) -> Pose {
    Pose::from_unit(of.translation, Rotation2::new(of.rotation.re, of.rotation.im))
}

/// How far a point of the unit circle moves from one rotation to the other.
fn turned(from: Rotation, to: Rotation) -> f32 {
    let [x, y] = [to.re - from.re, to.im - from.im];
    (x * x + y * y).sqrt()
}

fn ball(radius: f32) -> Made {
    made(dim::Circle::new(radius))
}

/// There are no convex shapes that are in the plane only.
fn convex_here(_: TypedShape<'_>) -> Option<Made> {
    None
}

/// The points of a polygon, and the radius around it.
fn points_of_hull(of: TypedShape<'_>) -> Option<(&[Vector], f32)> {
    match of {
        TypedShape::ConvexPolygon(s) => Some((s.points(), 0.0)),
        TypedShape::RoundConvexPolygon(s) => Some((s.inner_shape.points(), s.border_radius)),
        _ => None,
    }
}

fn hull(points: &[Vector], radius: f32) -> Made {
    rounded(Polygon::new(points.to_vec()), radius)
}

/// Triangles in the plane are areas, and chains have no front in parry: there are no one-sided surfaces.
type Source<'s> = (usize, Cow<'s, [Vector]>, Cow<'s, [[u32; 3]]>, bool);

fn surface(_: &dyn Shape) -> Option<Source<'_>> {
    None
}

fn collider_of_surface(_: &Source<'_>) -> Option<Collider<Vector>> {
    None
}
