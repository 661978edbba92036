//! Contacts of what is deep inside a solid, where no surface is touched: the translation that `clearance` finds.

use alloc::vec::Vec;

use clearance_geometry::answer::{ContactPoint, Manifold, Place};
use clearance_geometry::space::{Pose, Vector};

use super::clearance::clearance;
use crate::ShapeRef;
use crate::contact::{self, Contact};
use crate::separation::{PieceId, either, separation};

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

/// The contact along the translation that frees a body inside another: its points are where the freed body is nearest.
fn buried<V: Vector>(
    [a, b]: [&ShapeRef<'_, V>; 2],
    [pose_a, pose_b]: [&Pose<V>; 2],
) -> Option<Contact<V>> {
    let found = clearance(a, pose_a, b, pose_b);
    let way = found.normal * -found.signed_distance;
    if !way.is_finite() {
        return None;
    }
    let freed = Pose::from_unit(pose_b.translation() + way, pose_b.turn());
    let nearest = separation(a, pose_a, b, &freed);
    let point = ContactPoint {
        point_a: nearest.point_a,
        point_b: nearest.point_b - way,
        separation: found.signed_distance,
        ..ContactPoint::default()
    };
    let piece = |place: Place| PieceId { part: place.part, facet: place.facet };
    Some(Contact {
        piece_a: piece(nearest.place_a),
        piece_b: piece(nearest.place_b),
        manifold: Manifold::new(found.normal, [point]),
    })
}
