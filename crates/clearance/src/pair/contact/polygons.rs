//! Contacts of two polygons in 2D by their own fast path; of two rectangles by four axes.

use glam::DVec2;

use super::Contact;
use super::rest::Rest;
use crate::algorithm::manifold::d2::polygons::{Names, Polygons};
use crate::algorithm::manifold::d2::rectangles;
use crate::algorithm::manifold::{Outcome, Patch};
use crate::algorithm::sat::d2::{self, Meeting};
use crate::hull::{Built, Hull2, Outline};
use crate::pair::polytopes::{Polygon, TOO_MUCH_SLACK, plane};
use crate::shape::{Convex, Core, Lowered};
use crate::space::{MOTION_ERROR, Motion, Vector};

impl<W: Vector<Scalar = f64, Wide = W>> Contact<'_, W> {
    /// Two rectangles without radius.
    #[inline]
    pub(super) fn of_rectangles(&self, [half_a, half_b]: [W; 2], patch: &mut Patch<W>) -> Outcome {
        let b_in_a = self.b_in_a;
        let sum = |v: W| v.get(0).abs() + v.get(1).abs();
        // No less than what it stands for: a length is at most the sum of its coordinates.
        let size =
            (sum(half_a) + sum(half_b) + sum(b_in_a.translation)) * (1.0 + 8.0 * f64::EPSILON);
        rectangles::RectanglePair { half_a, half_b, b_in_a: *b_in_a, size }
            .contact(self.margin, patch)
    }

    /// Two polygons without radius, of three corners or more. Open if either has no area.
    #[inline]
    pub(super) fn of_polygons(
        &self,
        shapes: [&Lowered<'_, W>; 2],
        rest: Option<&mut Rest>,
        patch: &mut Patch<W>,
    ) -> Outcome {
        // Written where they are used: what could be made instead is large.
        if let [Some(a), Some(b)] = shapes.map(outline) {
            let both = [&Polygon::Built(a), &Polygon::Built(b)];
            return self.between_polygons(shapes, both, rest, patch);
        }
        let (Some(a), Some(b)) = (broad(shapes[0]), broad(shapes[1])) else { return Outcome::Open };
        self.between_polygons(shapes, [&a, &b], rest, patch)
    }

    fn between_polygons(
        &self,
        shapes: [&Lowered<'_, W>; 2],
        [a, b]: [&Polygon<'_>; 2],
        rest: Option<&mut Rest>,
        patch: &mut Patch<W>,
    ) -> Outcome {
        let columns = self.b_in_a.columns.map(plane);
        let b_in_a = Motion { columns, translation: plane(self.b_in_a.translation) };
        let middles = b_in_a.apply(plane(shapes[1].center())) - plane(shapes[0].center());
        let translation = self.b_in_a.translation;
        let apart = translation.get(0).abs() + translation.get(1).abs();
        let reaches = shapes.map(Convex::reach);
        let size = reaches[0] + reaches[1] + apart;
        let pair = d2::PolygonPair::new(a.ring(), b.ring(), &b_in_a, middles, size);
        // As in `Axes::in_plane`, and what the relative pose is off.
        let thin = 1.0 / a.thinness(reaches[0]) + 1.0 / b.thinness(reaches[1]);
        let slack = pair.rounding() * (1.0 + thin);
        if slack.is_nan() || slack > TOO_MUCH_SLACK * size {
            return Outcome::Open;
        }
        let accuracy = slack + MOTION_ERROR * f64::EPSILON * size;
        let polygons = Polygons { pair: &pair, margin: self.margin, size, accuracy };
        let names = || [names(shapes[0], a), names(shapes[1], b)];
        let lead = rest.as_deref().and_then(|rest| self.lead(rest));
        if let Some(best) = lead.and_then(|lead| pair.still(lead, reaches)) {
            let outcome = between_edges(&best, &polygons, names, patch);
            if outcome != Outcome::Open {
                return outcome;
            }
        }
        let best = if let Some(rest) = rest {
            let (best, lead) = polygons.leading();
            self.keep(rest, lead);
            best
        } else {
            polygons.best()
        };
        if let Some(gap) = polygons.gap(best.overlap) {
            return Outcome::Apart { at_least: gap };
        }
        let Some(best) = polygons.meeting(&best) else { return Outcome::Open };
        between_edges(&best, &polygons, names, patch)
    }
}

/// By the edge that is the best, or may be.
#[inline]
fn between_edges<W: Vector<Scalar = f64, Wide = W>>(
    best: &Meeting,
    polygons: &Polygons<'_>,
    names: impl FnOnce() -> [Option<Names>; 2],
    patch: &mut Patch<W>,
) -> Outcome {
    if let Some(gap) = polygons.gap(best.overlap) {
        return Outcome::Apart { at_least: gap };
    }
    match names() {
        [Some(a), Some(b)] if polygons.points(best, [a, b], patch) => {
            Outcome::Touching { clearance: -best.overlap }
        }
        _ => Outcome::Open,
    }
}

/// What was built of a hull with an area.
#[inline]
pub(super) fn outline<'s, W: Vector<Scalar = f64, Wide = W>>(
    shape: &'s Lowered<'_, W>,
) -> Option<&'s Outline<DVec2>> {
    if let Some(Built::Plane(Hull2::Outline(outline))) = shape.built() {
        Some(outline)
    } else {
        None
    }
}

/// A rectangle, a triangle with an area, or an outline.
#[inline]
fn broad<'s, W: Vector<Scalar = f64, Wide = W>>(shape: &'s Lowered<'_, W>) -> Option<Polygon<'s>> {
    if shape.built().is_some() {
        return outline(shape).map(Polygon::Built);
    }
    match *shape.core() {
        Core::Box(_) => Polygon::of(shape),
        Core::Triangle(_) => Polygon::of(shape)
            .filter(|it| matches!(it, Polygon::Made(few) if few.turns_left().is_some())),
        _ => None,
    }
}

/// What the shape calls the corners: an outline begins with the leftmost, a shape may not.
pub(super) fn names<W: Vector<Scalar = f64, Wide = W>>(
    shape: &Lowered<'_, W>,
    polygon: &Polygon<'_>,
) -> Option<Names> {
    let outline = match (polygon, *shape.core()) {
        (Polygon::Built(outline), _) => outline,
        (Polygon::Made(_), Core::Box(_)) => return Some(Names::Rectangle),
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
