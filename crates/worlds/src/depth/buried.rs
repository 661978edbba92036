//! Contacts of what is deep inside a solid, where no surface is touched: the translation that `clearance` finds.

use alloc::vec::Vec;

use clearance_geometry::answer::{ContactPoint, Manifold, Place};
use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Pose, Vector};

use super::clearance::clearance;
use crate::ShapeRef;
use crate::contact::{self, Contact};
use crate::separation::{PieceId, either};

/// [`contacts`](crate::contacts()), of shapes as they are seen. If there are none, the one of a shape inside the other
/// one; a convex shape has none there.
pub(crate) fn contacts<V: Vector>(
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
    margin: V::Scalar,
) -> Vec<Contact<V>> {
    let (shapes, poses) = ([a, b], [pose_a, pose_b]);
    let mut found = contact::contacts(a, pose_a, b, pose_b, margin);
    let is_convex = shapes.iter().any(|shape| matches!(shape, ShapeRef::Convex(_)));
    if found.is_empty() && !is_convex && either(shapes, poses, 0.0) == Some(true) {
        found.extend(buried(shapes, poses).filter(|c| -c.manifold.depth() <= margin));
    }
    found
}

fn buried<V: Vector>(
    [a, b]: [&ShapeRef<'_, V>; 2],
    [pose_a, pose_b]: [&Pose<V>; 2],
) -> Option<Contact<V>> {
    let found = clearance(a, pose_a, b, pose_b);
    let separation = found.signed_distance;
    if !separation.is_finite() {
        return None;
    }
    let point = ContactPoint {
        point_a: found.point_b - found.normal * separation,
        point_b: found.point_b,
        separation,
        ..ContactPoint::default()
    };
    let piece = |place: Place| PieceId { part: place.part, facet: place.facet };
    Some(Contact {
        piece_a: piece(found.place_a),
        piece_b: piece(found.place_b),
        manifold: Manifold::new(found.normal, [point]),
    })
}
