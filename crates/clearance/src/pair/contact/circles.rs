//! Manifolds of circles against polygons of the plane: the nearest place of the outline is all there
//! is to know.

use super::Contact;
use super::polygons::names;
use crate::algorithm::manifold::d2::circles::{self, Foot};
use crate::algorithm::manifold::d2::polygons::Names;
use crate::algorithm::manifold::{Outcome, Owner, Patch, Touch};
use crate::answer::{FeatureId, FeaturePart};
use crate::pair::polytopes::{Polygon, from_plane, plane};
use crate::shape::{Convex, Lowered};
use crate::space::{MOTION_ERROR, Vector};

/// Lengths between these have squares, and products of two, within the range of `f64`.
const SIZES: core::ops::Range<f64> = 1e-70..1e70;

impl<W: Vector<Scalar = f64, Wide = W>> Contact<'_, W> {
    /// A circle around a point of one shape's frame against the other, a polygon.
    #[inline]
    pub(super) fn of_circle(
        &self,
        center: W,
        is_a: bool,
        [a, b]: [&Lowered<'_, W>; 2],
        patch: &mut Patch<W>,
    ) -> Outcome {
        let radii = [a.radius_wide(), b.radius_wide()];
        let polygon = if is_a { b } else { a };
        let Some(place) = self.place_on(polygon, center, is_a, radii[0] + radii[1]) else {
            return Outcome::Open;
        };
        let (Foot { point, normal, distance, is_face, .. }, part, slack) = place;
        let separation = distance - (radii[0] + radii[1]);
        if separation - slack > self.margin {
            return Outcome::Apart { at_least: separation - slack };
        }
        // What rounding alone puts beyond the margin is for who asks whether it is within.
        if separation > self.margin {
            return Outcome::Open;
        }
        let (point, normal) = (from_plane::<W>(point), from_plane::<W>(normal));
        let b_in_a = self.b_in_a;
        let middle = FeaturePart::Vertex(0);
        let (normal, ends, owner, feature) = if is_a {
            let ends = [center, b_in_a.apply(point)];
            (-b_in_a.rotate(normal), ends, Owner::B, FeatureId::new(middle, part))
        } else {
            (normal, [point, b_in_a.apply(center)], Owner::A, FeatureId::new(part, middle))
        };
        patch.begin(normal, if is_face { owner } else { Owner::Gap });
        let [a, b] = [ends[0] + normal * radii[0], ends[1] - normal * radii[1]];
        patch.push(Touch { a, b, separation, feature });
        Outcome::Touching { clearance: distance }
    }

    /// Where a polygon is nearest to the other's centre, what that is called, and how well it is
    /// known.
    #[inline]
    fn place_on(
        &self,
        shape: &Lowered<'_, W>,
        center: W,
        is_of_b: bool,
        radii: f64,
    ) -> Option<(Foot, FeaturePart, f64)> {
        let polygon = Polygon::of(shape)?;
        let b_in_a = self.b_in_a;
        let local = if is_of_b {
            b_in_a.unrotate(center - b_in_a.translation)
        } else {
            b_in_a.apply(center)
        };
        let sum = |v: W| v.get(0).abs() + v.get(1).abs();
        let size = shape.reach() + sum(center) + sum(b_in_a.translation);
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
