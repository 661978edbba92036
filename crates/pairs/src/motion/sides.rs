//! One-sided shapes in casts: a contact from behind, or one that moves away from the front, is no hit.
//!
//! A one-sided shape ([`crate::shape::Side`]) refuses a contact if the other shape is not where it can be
//! touched, or if the point of contact does not move against the front.
//!
//! Without turning, one test at the first contact is enough: the velocity along the front stays the same, and
//! a shape that moves against the front gets only farther behind. So a contact that is refused is refused for
//! good, before it there is a proven gap, and the answer is a miss. It is tested at the lower bound of the
//! time, so that the proven gap ends where the refusal begins.
//!
//! Turning shapes are tested again and again: see `parting`.

use super::Cast;
use super::parting::still;
use crate::answer::Impact;
use crate::shape::{Convex, Lowered, Operand};
use crate::space::{Motion, Vector};

/// A one-sided shape at a time.
struct Facing<W> {
    /// The front, in world coordinates: of A, and the opposite of B's.
    front: W,
    /// Is the other shape where it can touch this one?
    is_faced: bool,
}

impl<V: Vector> Cast<'_, V> {
    /// Is one of the shapes one-sided?
    pub(super) fn is_one_sided(&self) -> bool {
        let has_side = |shape: &Operand<'_, V::Wide>| matches!(shape, Operand::Convex(shape) if shape.side().is_some());
        has_side(&self.a) || has_side(&self.b)
    }

    fn facings(&self, time: f64) -> [Option<Facing<V::Wide>>; 2] {
        let (Operand::Convex(a), Operand::Convex(b)) = (&self.a, &self.b) else {
            return [None, None];
        };
        type Placed<'p, W> = (&'p Lowered<'p, W>, &'p Motion<W>);
        let seen =
            |(one, at): Placed<'_, V::Wide>, (other, at_other): Placed<'_, V::Wide>, sign| {
                let side = one.side()?;
                let is_faced = side.faces(other, &at_other.seen_from(at));
                Some(Facing { front: at.rotate(side.front) * sign, is_faced })
            };
        let [at_a, at_b] = [0, 1].map(|i| self.sweeps[i].at(time));
        [seen((a, &at_a), (b, &at_b), 1.0), seen((b, &at_b), (a, &at_a), -1.0)]
    }

    /// Is each shape where it can touch the other?
    pub(super) fn are_faced(&self, time: f64) -> bool {
        self.facings(time).iter().flatten().all(|facing| facing.is_faced)
    }

    /// Does a one-sided shape refuse the contact at a time and at these points?
    pub(super) fn is_refused(&self, time: f64, points: [V; 2]) -> bool {
        let [a, b] = self.moving(time, points).map(|(_, velocity)| velocity);
        let least = still::<V>() * (a.norm() + b.norm());
        let refuses =
            |facing: &Facing<V::Wide>| !facing.is_faced || facing.front.dot(b - a) >= -least;
        self.facings(time).iter().flatten().any(refuses)
    }

    /// The same for an impact of shapes that do not turn.
    pub(super) fn is_refused_for_good(&self, impact: &Impact<V>) -> bool {
        use crate::number::Scalar;
        self.is_refused(impact.lower.to_f64(), [impact.point_a, impact.point_b])
    }
}
