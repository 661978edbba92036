//! Manifolds in the plane by short ways: which of them a pair goes.

use super::Contact;
use super::rest::Rest;
use crate::algorithm::manifold::rectangles::{self, Found};
use crate::answer::Manifold;
use crate::number::Scalar;
use crate::shape::{Convex, Part, View, Wide};
use crate::space::{Motion, Vector};

impl<A: Convex, B: Convex<V = A::V>> Contact<'_, A, B> {
    /// Two rectangles with sharp corners: their axes tell that they are far from each other as fast
    /// as their reaches.
    #[inline]
    pub fn is_of_rectangles(&self) -> bool {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return false };
        let is_sharp = a.radius() == Scalar::ZERO && b.radius() == Scalar::ZERO;
        let are_cuboids =
            matches!([a.view(), b.view()], [View::Cuboid { .. }, View::Cuboid { .. }]);
        A::V::DIM == 2 && is_sharp && are_cuboids
    }

    /// A pair of the plane. Is it decided? It is not where it is none, or where its way does not
    /// lead to an answer.
    #[inline]
    pub fn in_plane(
        &self,
        frame: &Motion<Wide<A>>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<A::V>>,
    ) -> bool {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return false };
        if A::V::DIM != 2 || self.margin.is_nan() {
            return false;
        }
        let is_round = a.radius() != Scalar::ZERO || b.radius() != Scalar::ZERO;
        match (a.view(), b.view()) {
            (View::Cuboid { half_extents: half_a }, View::Cuboid { half_extents: half_b }) => {
                let halves = [half_a.widen(), half_b.widen()];
                !is_round && self.between_rectangles(halves, frame, rest, out)
            }
            (View::Vertices(&[p]), View::Vertices(&[_, _, _, ..])) => {
                self.of_circle(p.widen(), true, frame, rest, out)
            }
            (View::Vertices(&[_, _, _, ..]), View::Vertices(&[p])) => {
                self.of_circle(p.widen(), false, frame, rest, out)
            }
            (View::Vertices(&[_]), _) | (_, View::Vertices(&[_])) => {
                self.of_nearest(frame, rest, out)
            }
            (View::Vertices(&[p, q]), View::Vertices(&[_, _, _, ..]) | View::Cuboid { .. }) => {
                self.of_capsule([p.widen(), q.widen()], true, frame, rest, out)
            }
            (View::Vertices(&[_, _, _, ..]) | View::Cuboid { .. }, View::Vertices(&[p, q])) => {
                self.of_capsule([p.widen(), q.widen()], false, frame, rest, out)
            }
            _ => !is_round && self.of_polygons(frame, rest, out),
        }
    }

    #[inline]
    fn between_rectangles(
        &self,
        [half_a, half_b]: [Wide<A>; 2],
        frame: &Motion<Wide<A>>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<A::V>>,
    ) -> bool {
        let b_in_a = self.b_in_a;
        let sum = |v: Wide<A>| v.get(0).abs() + v.get(1).abs();
        // No less than what it stands for: a length is at most the sum of its coordinates.
        let size =
            (sum(half_a) + sum(half_b) + sum(b_in_a.translation)) * (1.0 + 8.0 * f64::EPSILON);
        let pair = rectangles::Pair { half_a, half_b, b_in_a, size };
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
