//! Manifolds in the plane by short ways: which of them a pair goes.

use super::Contact;
use super::rest::Rest;
use crate::algorithm::manifold::rectangles::{self, Found};
use crate::answer::Manifold;
use crate::space::{Motion, Vector};

impl<V: Vector> Contact<'_, V> {
    /// Two rectangles with sharp corners. Are they decided?
    #[inline]
    pub(super) fn between_rectangles(
        &self,
        [half_a, half_b]: [V::Wide; 2],
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) -> bool {
        let b_in_a = self.b_in_a;
        let sum = |v: V::Wide| v.get(0).abs() + v.get(1).abs();
        // No less than what it stands for: a length is at most the sum of its coordinates.
        let size =
            (sum(half_a) + sum(half_b) + sum(b_in_a.translation)) * (1.0 + 8.0 * f64::EPSILON);
        let pair = rectangles::Pair { half_a, half_b, b_in_a: *b_in_a, size };
        let best = match pair.best(self.margin) {
            Found::Side(best) => best,
            Found::Touch => return false,
            Found::Gap(gap) => {
                self.apart(rest, gap);
                return true;
            }
        };
        if self.wanted(best.normal) != Some(best.normal) {
            return false;
        }
        let mut patch = None;
        let is_shown = pair.points(&best, self.margin, &mut patch);
        if let Some(patch) = patch.as_ref().filter(|_| is_shown) {
            self.hand_over(patch, 1.0, -best.overlap, frame, rest, out);
        }
        is_shown
    }
}
