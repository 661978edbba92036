//! [`Separation`]: how far apart two shapes are, and where they are nearest.

use clearance_geometry::answer::{Clearance, ClosestPoints, Place, Status};
use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Pose, Vector};

use super::search::{Search, place};
use crate::ShapeRef;

/// How far apart two shapes are, and where they are nearest, in world coordinates.
///
/// It is no [`Clearance`], which has one number for gaps and depths: the depth of shapes that are not convex takes much
/// longer than their distance. Of shapes that touch or overlap this says that they do, with the distance 0, where a
/// clearance without a depth has no lower bound and is undecided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation<V: Vector> {
    /// The distance: the best estimate, within `[lower, upper]`. 0 if no gap is proven.
    pub distance: V::Scalar,
    /// A lower bound on the distance of the exact shapes at the poses as given.
    pub lower: V::Scalar,
    /// An upper bound on this distance.
    pub upper: V::Scalar,
    /// Unit vector from A to B. If the shapes touch: that of the pieces that were found to touch.
    pub normal: V,
    /// The point of A nearest to B. If the shapes touch: the place of one of possibly many contacts.
    pub point_a: V,
    /// The point of B nearest to A.
    pub point_b: V,
    /// Where `point_a` is on A.
    pub place_a: Place,
    /// Where `point_b` is on B.
    pub place_b: Place,
    /// Is one of the shapes inside the other, a solid, so that their surfaces do not meet? Then the points
    /// are the nearest ones of the surfaces.
    pub inside: bool,
}

impl<V: Vector> Separation<V> {
    /// What a search without a limit found.
    pub(super) fn of(
        search: &Search<V>,
        [a, b]: [&ShapeRef<'_, V>; 2],
        [pose_a, pose_b]: [&Pose<V>; 2],
    ) -> Self {
        let (answer, [piece_a, piece_b]) = search.best();
        let Clearance { point_a, point_b, normal, .. } = answer;
        let zero = V::Scalar::ZERO;
        let touches = search.meets();
        let upper = if touches { zero } else { answer.upper.max(zero) };
        let lower = answer.lower.max(zero).min(upper);
        Self {
            distance: if lower > zero { answer.signed_distance.min(upper) } else { zero },
            lower,
            upper,
            normal,
            point_a,
            point_b,
            place_a: place(a, pose_a, piece_a, point_a),
            place_b: place(b, pose_b, piece_b, point_b),
            inside: false,
        }
    }
    /// What the bounds prove: a gap, a common point, or neither.
    pub fn status(&self) -> Status {
        if self.lower > V::Scalar::ZERO {
            Status::Apart
        } else if self.upper == V::Scalar::ZERO {
            Status::Overlapping
        } else {
            Status::Undecided
        }
    }
    /// The nearest points; `None` if the shapes touch or overlap.
    pub fn closest_points(&self) -> Option<ClosestPoints<V>> {
        let Self { point_a, point_b, normal, distance, .. } = *self;
        (!self.intersects()).then_some(ClosestPoints { point_a, point_b, normal, distance })
    }
    /// False only if a gap is proven.
    pub fn intersects(&self) -> bool {
        self.status() != Status::Apart
    }
}
