//! The points of a pair whose clearance is known: the feature of each shape along the normal, and the
//! part that both share.

use crate::answer::{Algorithm, Feature, FeatureId};
use crate::cores::CONVERGED_CURVED;
use crate::hull::Facets;
use crate::number::{binade, min};
use crate::patch::contact_pair::ContactPair;
use crate::patch::{Aim, Deepest, Outcome, Owner, Patch, PosedShape, PosedShapes, d2, d3};
use crate::shape::{Convex, Part};
use crate::solution::Solution;
use crate::space::{DVector, Motion};
use crate::trace::Trace;

impl<W: DVector> ContactPair<'_, W> {
    /// The points of a pair whose clearance is known, from the features along its normal. Takes the
    /// facets of polytopes, and the names of the points of the last query.
    pub fn of_features<T: Trace<W>>(
        &self,
        solved: &Solution<W>,
        facets: [Option<&Facets<'_>>; 2],
        radii: [f64; 2],
        cached: Option<&[FeatureId]>,
        patch: &mut Patch<W>,
        trace: &mut T,
    ) -> Outcome {
        patch.algorithm = solved.algorithm;
        let size = self.size(radii);
        let touching = Outcome::Touching { clearance: solved.estimate };
        let apart = Outcome::Apart { at_least: solved.lower - (radii[0] + radii[1]) };
        let normal = solved.normal;
        let bounded = solved.lower.is_finite() && solved.upper.is_finite();
        let beyond = solved.lower - (radii[0] + radii[1]) > self.margin;
        if !bounded || beyond || self.margin.is_nan() {
            return apart;
        }
        let Some(wanted) = self.accepted(normal) else { return Outcome::Refused };
        let deepest = self.deepest(solved, [normal, wanted], radii, 1.0 / binade(size));
        self.points_of(&deepest, facets, size, cached, patch, trace);
        match (patch.points(), deepest.aim) {
            ([], Aim::Wanted) => Outcome::Refused,
            ([], _) => apart,
            _ => touching,
        }
    }

    /// The points along the normal that a shape prescribes, whatever the clearance is: the points of one depend on the
    /// clearance in nothing else.
    pub fn of_prescribed(&self, patch: &mut Patch<W>) -> Outcome {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return Outcome::Open };
        let Some(normal) = self.accepted(W::unit(0)) else { return Outcome::Refused };
        let clearance = self.gap_along([a, b], normal);
        let size = self.size([a.radius_wide(), b.radius_wide()]);
        if !(clearance <= self.margin + self.near() && size.is_finite()) {
            return Outcome::Refused;
        }
        let (points, distance, accuracy) = ([W::ZERO; 2], 0.0, 0.0);
        let (aim, owner, feature) = (Aim::Wanted, Owner::Wanted, Feature::None);
        let deepest = Deepest { normal, points, distance, accuracy, aim, owner, feature };
        self.with_facets(|facets| self.points_of(&deepest, facets, size, None, patch, &mut ()));
        if patch.points().is_empty() { Outcome::Refused } else { Outcome::Touching { clearance } }
    }

    /// The points along a normal.
    fn points_of<T: Trace<W>>(
        &self,
        deepest: &Deepest<W>,
        [facets_a, facets_b]: [Option<&Facets<'_>>; 2],
        size: f64,
        cached: Option<&[FeatureId]>,
        patch: &mut Patch<W>,
        trace: &mut T,
    ) {
        patch.unit = binade(size);
        let scale = 1.0 / patch.unit;
        let sides = PosedShapes {
            a: PosedShape {
                shape: self.a.convex(),
                facets: facets_a,
                motion: Motion::identity(),
                scale,
            },
            b: PosedShape {
                shape: self.b.convex(),
                facets: facets_b,
                motion: self.b_in_a.scaled(scale),
                scale,
            },
            size: size * scale,
        };
        let margin = self.margin * scale;
        if W::DIM == 2 {
            d2::contact(&sides, deepest, margin, patch, trace);
        } else {
            d3::contact(&sides, deepest, margin, cached, patch, trace);
        }
    }

    /// The clearance, scaled, with its normal and the normal that the shapes accept.
    fn deepest(
        &self,
        solved: &Solution<W>,
        [normal, wanted]: [W; 2],
        radii: [f64; 2],
        scale: f64,
    ) -> Deepest<W> {
        let distance = solved.estimate - (radii[0] + radii[1]);
        let most = CONVERGED_CURVED * self.size(radii);
        let ends = [solved.point_a + normal * radii[0], solved.point_b - normal * radii[1]];
        let exact = solved.algorithm.is_sat() || solved.algorithm == Algorithm::HalfSpace;
        let aim = if exact { Aim::Exact } else { Aim::Near };
        Deepest {
            normal: wanted,
            points: ends.map(|p| p * scale),
            distance: distance * scale,
            // A search that reached its limit computes the clearance better than it can prove.
            accuracy: min(solved.upper - solved.lower, most) * scale,
            aim: if wanted == normal { aim } else { Aim::Wanted },
            owner: if wanted == normal { self.owner(solved) } else { Owner::Wanted },
            feature: if wanted == normal { solved.feature } else { Feature::None },
        }
    }

    /// The shape to whose feature the normal of the clearance is perpendicular.
    fn owner(&self, solved: &Solution<W>) -> Owner {
        match (self.a, self.b, solved.feature) {
            (Part::HalfSpace(_), ..) | (.., Feature::FaceA(_)) => Owner::A,
            (_, Part::HalfSpace(_), _) | (.., Feature::FaceB(_)) => Owner::B,
            (.., Feature::Edges(..)) => Owner::Edges,
            (.., Feature::None) => Owner::Gap,
        }
    }
}
