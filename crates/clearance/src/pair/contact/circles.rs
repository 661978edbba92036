//! Manifolds of circles against polygons of the plane: the nearest place of the outline is all there
//! is to know.

use super::Contact;
use super::polygons::names;
use super::rest::Rest;
use crate::algorithm::manifold::circles::{self, Foot};
use crate::algorithm::manifold::polygons::Names;
use crate::algorithm::manifold::{Owner, Patch, Touch};
use crate::answer::{FeatureId, FeaturePart, Manifold};
use crate::pair::polytopes::{Polygon, from_plane, plane};
use crate::shape::{Convex, Lowered, Part};
use crate::space::{MOTION_ERROR, Motion, Vector};

/// Lengths between these have squares, and products of two, within the range of `f64`.
const SIZES: core::ops::Range<f64> = 1e-70..1e70;

impl<V: Vector> Contact<'_, V> {
    /// A circle around a point of one shape's frame against the other, a polygon. Is it decided?
    #[inline]
    pub(in crate::pair) fn of_circle(
        &self,
        center: V::Wide,
        is_a: bool,
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) -> bool {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return false };
        let found =
            if is_a { self.place_on(b, center, true) } else { self.place_on(a, center, false) };
        let Some((Foot { point, normal, distance, is_face, .. }, part, slack)) = found else {
            return false;
        };
        let radii = [a.radius_wide(), b.radius_wide()];
        let separation = distance - (radii[0] + radii[1]);
        if separation - slack > self.margin {
            self.apart(rest, separation - slack);
            return true;
        }
        // What rounding alone puts beyond the margin is for who asks whether it is within.
        if separation > self.margin {
            return false;
        }
        let (point, normal) = (from_plane::<V::Wide>(point), from_plane::<V::Wide>(normal));
        let b_in_a = self.b_in_a;
        let middle = FeaturePart::Vertex(0);
        let (normal, ends, owner, feature) = if is_a {
            let ends = [center, b_in_a.apply(point)];
            (-b_in_a.rotate(normal), ends, Owner::B, FeatureId::new(middle, part))
        } else {
            (normal, [point, b_in_a.apply(center)], Owner::A, FeatureId::new(part, middle))
        };
        if self.wanted(normal) != Some(normal) {
            return false;
        }
        let touch = Touch {
            a: ends[0] + normal * radii[0],
            b: ends[1] - normal * radii[1],
            separation,
            feature,
        };
        let owner = if is_face { owner } else { Owner::Gap };
        let patch = Patch::of_one(normal, owner, touch);
        self.hand_over(&patch, 1.0, distance, frame, rest, out);
        true
    }

    /// Where a polygon is nearest to the other's centre, what that is called, and how well it is
    /// known.
    #[inline]
    fn place_on(
        &self,
        shape: &Lowered<'_, V::Wide>,
        center: V::Wide,
        is_of_b: bool,
    ) -> Option<(Foot, FeaturePart, f64)> {
        let polygon = Polygon::of(shape)?;
        let b_in_a = self.b_in_a;
        let local = if is_of_b {
            b_in_a.unrotate(center - b_in_a.translation)
        } else {
            b_in_a.apply(center)
        };
        let sum = |v: V::Wide| v.get(0).abs() + v.get(1).abs();
        let size = shape.reach() + sum(center) + sum(b_in_a.translation);
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return None };
        let radii = a.radius_wide() + b.radius_wide();
        // As for two cores that are searched: see `Cores::slack`.
        let slack = f64::EPSILON * ((MOTION_ERROR + 16.0) * size + 4.0 * radii);
        let ring = polygon.ring();
        let foot = circles::foot(&ring, plane(local), slack)?;
        let is_clear = SIZES.contains(&size) && foot.distance.abs() > 16.0 * slack;
        if !is_clear || !radii.is_finite() {
            return None;
        }
        let names: Names = names(shape, &polygon)?;
        let part = match foot.part {
            circles::Part::Vertex(i) => FeaturePart::Vertex(names.vertex(i, &ring)),
            circles::Part::Edge(i) => FeaturePart::Edge(names.edge(i, &ring)),
        };
        Some((foot, part, slack))
    }
}
