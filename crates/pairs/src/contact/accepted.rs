//! The normal of a contact that both shapes accept, with the slop applied.

use crate::patch::contact_pair::ContactPair;
use crate::shape::{Convex, Lowered, Part};
use crate::space::{DVector, Motion};

impl<W: DVector> ContactPair<'_, W> {
    /// The normal that both shapes accept; `None` if either refuses the contact, or if one is not where the
    /// other can be touched. Most shapes accept any normal.
    #[inline(always)]
    pub(crate) fn accepted(&self, normal: W) -> Option<W> {
        if self.takes_any() { Some(normal) } else { self.agreed(normal) }
    }

    /// Do both shapes accept this normal as it is?
    #[inline(always)]
    pub(crate) fn takes(&self, normal: W) -> bool {
        let is_number = !normal.dot(normal).is_nan();
        if self.takes_any() { is_number } else { self.agreed(normal) == Some(normal) }
    }

    #[inline(always)]
    fn takes_any(&self) -> bool {
        let takes_any =
            |part: Part<'_, Lowered<'_, W>>| !matches!(part, Part::Convex(s) if s.wants_normals());
        self.slop <= 0.0 && takes_any(self.a) && takes_any(self.b)
    }

    /// The same for shapes that do not accept every normal.
    #[cold]
    #[inline(never)]
    fn agreed(&self, normal: W) -> Option<W> {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return Some(normal) };
        let normal = if self.slop > 0.0 { self.normal_within_slop(normal)? } else { normal };
        if !(a.wants_normals() || b.wants_normals()) {
            return Some(normal);
        }
        let motion = self.b_in_a;
        let is_faced = |one: &Lowered<'_, W>, other: &Lowered<'_, W>, at: &Motion<W>| {
            one.side().is_none_or(|side| side.faces(other, at))
        };
        let a_in_b = Motion::identity().seen_from(motion);
        if !(is_faced(a, b, motion) && is_faced(b, a, &a_in_b)) {
            return None;
        }
        let (middle_a, middle_b) = (a.center().widen(), b.center().widen());
        let normal = a.contact_normal(normal, motion.apply(middle_b))?;
        let (out, seen) = (-motion.unrotate(normal), middle_a - motion.translation);
        let wanted = b.contact_normal(out, motion.unrotate(seen))?;
        // Rotated forth and back, it would differ in the last bit.
        Some(if wanted == out { normal } else { -motion.rotate(wanted) })
    }
}
