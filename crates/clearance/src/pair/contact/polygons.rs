//! Manifolds of two polygons of the plane, by their own short way.

use glam::DVec2;

use super::Contact;
use super::rest::Rest;
use crate::algorithm::manifold::polygons::{Names, Polygons};
use crate::algorithm::sat::d2::{self, Meeting};
use crate::answer::Manifold;
use crate::hull::{Built, Hull2, Outline};
use crate::pair::polytopes::{Polygon, TOO_MUCH_SLACK, plane};
use crate::shape::{Convex, Core, Lowered, Part};
use crate::space::{MOTION_ERROR, Motion, Vector};

impl<V: Vector> Contact<'_, V> {
    /// Two polygons of the plane with corners as they are, of three or more. Is the pair decided? It
    /// is not where they are none, or where that way does not lead to an answer.
    #[inline]
    pub fn of_polygons(
        &self,
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) -> bool {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return false };
        // Written where they are used: what could be made instead is large.
        if let (Some(a), Some(b)) = (outline(a), outline(b)) {
            let both = [&Polygon::Built(a), &Polygon::Built(b)];
            return self.between_polygons(both, frame, rest, out).is_some();
        }
        let (Some(a), Some(b)) = (broad(a), broad(b)) else { return false };
        self.between_polygons([&a, &b], frame, rest, out).is_some()
    }

    fn between_polygons(
        &self,
        [a, b]: [&Polygon<'_>; 2],
        frame: &Motion<V::Wide>,
        mut rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
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
        let reaches = [shape_a.reach(), shape_b.reach()];
        let lead = rest.as_deref().and_then(|rest| self.lead(rest));
        let known = lead.and_then(|lead| pair.still(lead, reaches));
        if let Some(best) = known
            && self.between_edges(&best, &polygons, [a, b], frame, rest.as_deref_mut(), out)
        {
            return Some(());
        }
        let best = if let Some(rest) = rest.as_deref_mut() {
            let (best, lead) = polygons.leading();
            self.keep(rest, lead);
            best
        } else {
            polygons.best()
        };
        if let Some(gap) = polygons.gap(best.overlap) {
            self.apart(rest, gap);
            return Some(());
        }
        let best = polygons.meeting(&best)?;
        self.between_edges(&best, &polygons, [a, b], frame, rest, out).then_some(())
    }

    /// By the edge that is the best, or may be: is the pair decided?
    #[inline]
    fn between_edges(
        &self,
        best: &Meeting,
        polygons: &Polygons<'_>,
        [a, b]: [&Polygon<'_>; 2],
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) -> bool {
        if let Some(gap) = polygons.gap(best.overlap) {
            self.apart(rest, gap);
            return true;
        }
        let (Part::Convex(shape_a), Part::Convex(shape_b)) = (self.a, self.b) else { return false };
        let Some(names) = names(shape_a, a).zip(names(shape_b, b)) else { return false };
        let mut patch = None;
        let is_shown = polygons.points(best, names.into(), &mut patch);
        let Some(patch) = patch.as_ref().filter(|_| is_shown) else { return false };
        let as_wanted = self.wanted(patch.normal) == Some(patch.normal);
        if as_wanted {
            self.hand_over(patch, 1.0, -best.overlap, frame, rest, out);
        }
        as_wanted
    }
}

/// What was built of a hull with an area.
#[inline]
pub(in crate::pair) fn outline<'s, W: Vector<Scalar = f64, Wide = W>>(
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
pub(in crate::pair) fn names<W: Vector<Scalar = f64, Wide = W>>(
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
