//! Manifolds of two polygons of the plane, by their own short way.

use super::Contact;
use super::rest::Rest;
use crate::algorithm::manifold::polygons::{Names, Polygons};
use crate::algorithm::sat::d2;
use crate::answer::Manifold;
use crate::hull::{Built, Hull2};
use crate::pair::polytopes::{Polygon, TOO_MUCH_SLACK, plane};
use crate::shape::{Convex, Part, View, Wide};
use crate::space::{MOTION_ERROR, Motion, Vector};

impl<A: Convex, B: Convex<V = A::V>> Contact<'_, A, B> {
    /// Two polygons of the plane with corners as they are, of three or more. Is the pair decided? It
    /// is not where they are none, or where that way does not lead to an answer.
    #[inline]
    pub fn of_polygons(
        &self,
        frame: &Motion<Wide<A>>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<A::V>>,
    ) -> bool {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return false };
        let (Some(a), Some(b)) = (broad(a), broad(b)) else { return false };
        self.between_polygons([&a, &b], frame, rest, out).is_some()
    }

    fn between_polygons(
        &self,
        [a, b]: [&Polygon<'_>; 2],
        frame: &Motion<Wide<A>>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<A::V>>,
    ) -> Option<()> {
        let (Part::Convex(shape_a), Part::Convex(shape_b)) = (self.a, self.b) else { return None };
        let columns = self.b_in_a.columns.map(plane);
        let b_in_a = Motion { columns, translation: plane(self.b_in_a.translation) };
        let middles =
            b_in_a.apply(plane(shape_b.center().widen())) - plane(shape_a.center().widen());
        let translation = self.b_in_a.translation;
        let apart = translation.get(0).abs() + translation.get(1).abs();
        let size = shape_a.reach() + shape_b.reach() + apart;
        let pair = d2::Pair::new(a.ring(), b.ring(), &b_in_a, middles, size);
        // As in `Axes::in_plane`, and what the relative pose is off.
        let thin = 1.0 / a.thinness(shape_a.reach()) + 1.0 / b.thinness(shape_b.reach());
        let slack = pair.rounding() * (1.0 + thin);
        if slack.is_nan() || slack > TOO_MUCH_SLACK * size {
            return None;
        }
        let accuracy = slack + MOTION_ERROR * f64::EPSILON * size;
        let polygons = Polygons { pair: &pair, margin: self.margin, size, accuracy };
        let best = polygons.best();
        if let Some(gap) = polygons.gap(&best) {
            if let Some(rest) = rest {
                self.remember_gap(rest, gap);
            }
            return Some(());
        }
        let names = [names(shape_a, a)?, names(shape_b, b)?];
        let patch = polygons.points(&best, names)?;
        let as_wanted = self.wanted(patch.normal) == Some(patch.normal);
        as_wanted.then(|| self.hand_over(&patch, 1.0, -best.overlap, frame, rest, out))
    }
}

/// A rectangle, a triangle with an area, or an outline.
#[inline]
fn broad<C: Convex>(shape: &C) -> Option<Polygon<'_>> {
    if let Some(built) = shape.built() {
        let Built::Plane(Hull2::Outline(outline)) = built else { return None };
        return Some(Polygon::Built(outline));
    }
    match shape.view() {
        View::Cuboid { .. } => Polygon::of(shape),
        View::Vertices(&[_, _, _]) => Polygon::of(shape)
            .filter(|it| matches!(it, Polygon::Made(few) if few.turns_left().is_some())),
        _ => None,
    }
}

/// What the shape calls the corners: an outline begins with the leftmost, a shape may not.
pub(in crate::pair) fn names<C: Convex>(shape: &C, polygon: &Polygon<'_>) -> Option<Names> {
    let outline = match (polygon, shape.view()) {
        (Polygon::Built(outline), _) => outline,
        (Polygon::Made(_), View::Cuboid { .. }) => return Some(Names::Rectangle),
        (Polygon::Made(few), _) => return few.turns_left().map(Names::Triangle),
    };
    let hint = outline.first();
    let count = outline.vertices().len() as u32;
    let is = |name: u32, i: usize| {
        shape.vertex(name).is_some_and(|p| plane(p.widen()) == outline.vertices()[i])
    };
    let first = if is(hint, 0) { hint } else { (0..count).find(|name| is(*name, 0))? };
    is(if first + 1 == count { 0 } else { first + 1 }, 1).then_some(Names::From(first))
}
