//! Manifolds: the clearance of the pair first, then where it touches, then the world.

use super::query::Cache;
use super::solved::Solved;
use crate::algorithm::manifold::{Aim, Deepest, Owner, Patch, Side, Sides, d2, d3};
use crate::answer::{Algorithm, ContactPoint, Feature, Manifold};
use crate::number::{Scalar, binade};
use crate::shape::{Convex, Part, Wide, norm_above};
use crate::space::{Motion, Vector};

/// A pair whose clearance is known.
pub(super) struct Contact<'s, A: Convex, B: Convex> {
    pub a: Part<'s, A>,
    pub b: Part<'s, B>,
    pub b_in_a: Motion<Wide<A>>,
    pub margin: f64,
}

impl<A: Convex, B: Convex<V = A::V>> Contact<'_, A, B> {
    /// The manifold in the frame that `frame` maps A's to. None where there is nothing within the
    /// margin, or nothing is known.
    pub fn manifold(
        &self,
        solved: &Solved<Wide<A>>,
        radii: [f64; 2],
        frame: &Motion<Wide<A>>,
        cache: Option<&mut Cache>,
    ) -> Option<Manifold<A::V>> {
        let patch = self.patch(solved, radii, cache.as_deref());
        let Some(patch) = patch.filter(|patch| !patch.touches().is_empty()) else {
            if let Some(cache) = cache {
                self.remember_gap(cache, solved.lower - (radii[0] + radii[1]));
                cache.remember_features([]);
            }
            return None;
        };
        let known = |feature| cache.as_deref().is_some_and(|c| c.features().contains(&feature));
        let unit = binade(self.size(radii));
        let world = |p| A::V::narrow(frame.apply(p * unit));
        let points = patch.touches().iter().map(|touch| ContactPoint {
            point_a: world(touch.a),
            point_b: world(touch.b),
            separation: Scalar::of(touch.separation * unit),
            feature: touch.feature,
            persisted: known(touch.feature),
        });
        let manifold = Manifold::new(A::V::narrow(frame.rotate(patch.normal)), points);
        if let Some(cache) = cache {
            self.remember(cache, &patch, unit, solved.estimate);
            cache.remember_features(manifold.points().iter().map(|p| p.feature));
        }
        Some(manifold)
    }

    fn patch(
        &self,
        solved: &Solved<Wide<A>>,
        radii: [f64; 2],
        cache: Option<&Cache>,
    ) -> Option<Patch<Wide<A>>> {
        let normal = solved.normal.unit_along()?;
        let distance = solved.estimate - (radii[0] + radii[1]);
        let bounded = solved.lower.is_finite() && solved.upper.is_finite();
        let beyond = solved.lower - (radii[0] + radii[1]) > self.margin;
        if !bounded || beyond || self.margin.is_nan() {
            return None;
        }
        let size = self.size(radii);
        let scale = 1.0 / binade(size);
        let ends = [solved.point_a + normal * radii[0], solved.point_b - normal * radii[1]];
        let wanted = self.wanted(normal)?;
        let exact = solved.algorithm.is_sat() || solved.algorithm == Algorithm::HalfSpace;
        let aim = if exact { Aim::Exact } else { Aim::Near };
        let deepest = Deepest {
            normal: wanted,
            points: ends.map(|p| p * scale),
            distance: distance * scale,
            accuracy: (solved.upper - solved.lower) * scale,
            aim: if wanted == normal { aim } else { Aim::Wanted },
            owner: if wanted == normal { self.owner(solved) } else { Owner::Wanted },
        };
        let sides = Sides {
            a: Side { part: self.a, motion: Motion::identity(), scale },
            b: Side { part: self.b, motion: self.b_in_a.scaled(scale), scale },
            size: size * scale,
        };
        let margin = self.margin * scale;
        Some(if A::V::DIM == 2 {
            d2::contact(&sides, &deepest, margin)
        } else {
            let cached = cache.map_or(&[][..], Cache::features);
            d3::contact(&sides, &deepest, margin, cached)
        })
    }

    /// What the normal of the clearance is across.
    fn owner(&self, solved: &Solved<Wide<A>>) -> Owner {
        match (self.a, self.b, solved.feature) {
            (Part::HalfSpace(_), ..) | (.., Feature::FaceA(_)) => Owner::A,
            (_, Part::HalfSpace(_), _) | (.., Feature::FaceB(_)) => Owner::B,
            (.., Feature::Edges(..)) => Owner::Edges,
            (.., Feature::None) => Owner::Gap,
        }
    }

    /// The normal that both shapes agree to; none if either does not want to be met.
    fn wanted(&self, normal: Wide<A>) -> Option<Wide<A>> {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return Some(normal) };
        let motion = &self.b_in_a;
        let (middle_a, middle_b) = (a.center().widen(), b.center().widen());
        let normal = a.contact_normal(normal, motion.apply(middle_b))?;
        let (out, seen) = (-motion.unrotate(normal), middle_a - motion.translation);
        let wanted = b.contact_normal(out, motion.unrotate(seen))?;
        // Turned there and back it would not be the same to the last bit.
        Some(if wanted == out { normal } else { -motion.rotate(wanted) })
    }

    /// No coordinate of a contact, in A's frame, is larger.
    pub(super) fn size(&self, radii: [f64; 2]) -> f64 {
        reach(self.a) + reach(self.b) + norm_above(self.b_in_a.translation) + radii[0] + radii[1]
    }
}

fn reach<C: Convex>(part: Part<'_, C>) -> f64 {
    match part {
        Part::Convex(shape) => shape.reach(),
        Part::HalfSpace(half) => half.offset().to_f64().abs(),
    }
}
