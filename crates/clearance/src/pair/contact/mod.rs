//! Manifolds: the clearance of the pair first, then where it touches, then the world.

mod capsules;
mod circles;
mod fast;
mod plane;
mod polygons;
mod rest;
mod round;
mod single;

use core::cell::Cell;

use glam::DVec3;

use crate::algorithm::manifold::{Aim, Deepest, Owner, Patch, Side, Sides, Touch, boxes, d2, d3};
use crate::answer::{Algorithm, ContactPoint, Feature, FeatureId, Manifold};
use crate::hull::Facets;
use crate::number::{Scalar, binade};
use crate::pair::axes::CONVERGED_CURVED;
use crate::pair::polytopes::{from_space, space, with_facets};
use crate::pair::solved::{NEAR, Solved};
use crate::shape::{Convex, Core, Lowered, Part};
use crate::space::{Motion, Vector};
pub(in crate::pair) use rest::Rest;

/// A pair that is asked where it touches, up to a margin.
pub(in crate::pair) struct Contact<'s, V: Vector> {
    pub a: Part<'s, Lowered<'s, V::Wide>>,
    pub b: Part<'s, Lowered<'s, V::Wide>>,
    pub b_in_a: &'s Motion<V::Wide>,
    pub margin: f64,
    /// May it take fast paths?
    pub is_auto: bool,
    /// Where there is no contact, what the clearance was proven to be at least; infinity where that
    /// is for another reason.
    pub gap: Cell<f64>,
}

/// Where a pair touches, in A's frame.
pub(in crate::pair) struct Places<'p, W> {
    normal: W,
    /// What that is across.
    owner: Owner,
    /// In units of `unit`.
    touches: &'p [Touch<W>],
    unit: f64,
    /// Of the cores.
    clearance: f64,
}

/// What came of a look at a pair.
enum Met<W> {
    /// Points within the margin.
    Within(Patch<W>),
    /// None.
    Apart,
    /// None along the normal that a shape wants, or it does not want to be met.
    Refused,
}

impl<'s, V: Vector> Contact<'s, V> {
    #[inline]
    pub fn new(
        [a, b]: [Part<'s, Lowered<'s, V::Wide>>; 2],
        b_in_a: &'s Motion<V::Wide>,
        margin: f64,
        is_auto: bool,
    ) -> Self {
        Self { a, b, b_in_a, margin, is_auto, gap: Cell::new(f64::INFINITY) }
    }

    /// There is no contact, as the clearance is proven to be at least `gap`.
    #[inline]
    pub fn apart(&self, rest: Option<&mut Rest>, gap: f64) {
        self.gap.set(gap);
        if let Some(rest) = rest {
            self.remember_gap(rest, gap);
        }
    }

    /// Is what was found so near the margin that the full answer may deny it? `least` is the least
    /// separation of the points, if there are any.
    #[inline]
    pub fn is_open(&self, least: Option<f64>) -> bool {
        let over = match least {
            Some(least) => self.margin - least,
            None => self.gap.get() - self.margin,
        };
        // The sizes are asked for where they matter.
        over.is_finite() && over <= self.near()
    }

    /// Gaps that are this near to the margin may be proven by one search and not by another.
    pub fn near(&self) -> f64 {
        NEAR * self.size([radius(self.a), radius(self.b)])
    }
}

impl<V: Vector> Contact<'_, V> {
    /// Shows someone what tests of axes see of both: of hulls, and of other polytopes if both are
    /// such.
    #[inline(always)]
    pub fn with_facets(&self, see: impl FnOnce([Option<&Facets<'_>>; 2])) {
        let all = is_polytope(self.a) && is_polytope(self.b);
        seen(self.a, all, |a| seen(self.b, all, |b| see([a, b])));
    }

    /// The manifold in the frame that `frame` maps A's to. Nothing where there is nothing within the
    /// margin, or nothing is known. Given is what is seen of polytopes.
    pub fn manifold(
        &self,
        solved: &Solved<V::Wide>,
        facets: [Option<&Facets<'_>>; 2],
        radii: [f64; 2],
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) {
        let size = self.size(radii);
        if let Some(patch) = self.single(solved, facets, size) {
            return self.hand_over(&patch, 1.0, solved.estimate, frame, rest, out);
        }
        let names = rest.as_deref().map(Rest::names);
        let cached = names.as_ref().map(|(names, count)| &names[..*count]);
        let met = self.meeting(solved, facets, radii, size, cached);
        match (met, rest) {
            (Met::Within(patch), rest) => {
                self.hand_over(&patch, binade(size), solved.estimate, frame, rest, out);
            }
            (Met::Refused, Some(rest)) => self.remember_refusal(rest),
            (Met::Refused, None) => {}
            (Met::Apart, rest) => self.apart(rest, solved.lower - (radii[0] + radii[1])),
        }
    }

    /// The points of a patch, whose lengths are in units of `unit`; `clearance` is that of the cores.
    /// Written where they are wanted: a manifold is large, and what is handed up is copied.
    #[inline]
    pub(in crate::pair) fn hand_over(
        &self,
        patch: &Patch<V::Wide>,
        unit: f64,
        clearance: f64,
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) {
        let (normal, owner, touches) = (patch.normal, patch.owner(), patch.touches());
        self.hand_over_places(
            &Places { normal, owner, touches, unit, clearance },
            frame,
            rest,
            out,
        );
    }

    #[inline]
    fn hand_over_places(
        &self,
        places: &Places<'_, V::Wide>,
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) {
        if let Some(rest) = rest {
            self.remember(rest, places, frame, out);
        } else {
            in_world(places, frame, out);
        }
    }

    /// Two boxes in space with sharp corners. Nothing where that way does not lead to an answer.
    fn between_boxes(
        &self,
        halves: [V::Wide; 2],
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) -> Option<()> {
        let [half_a, half_b] = halves.map(space);
        let middle = space(self.b_in_a.translation);
        let sum = half_a + half_b + middle.abs();
        // No less than what it stands for: a length is at most the sum of its coordinates.
        let size = (sum.x + sum.y + sum.z) * (1.0 + 8.0 * f64::EPSILON);
        let columns = self.b_in_a.columns.map(space);
        let [x, y, z] = columns.map(DVec3::abs);
        let shadow = half_a + x * half_b.x + y * half_b.y + z * half_b.z;
        // Most pairs that are far from each other are so along one of A's axes.
        let gap = (middle.abs() - shadow).max_element() - boxes::ACCURACY * size;
        if gap > self.margin {
            self.apart(rest, gap);
            return Some(());
        }
        let unit = binade(size);
        let scale = 1.0 / unit;
        let pair = boxes::Pair {
            half_a: half_a * scale,
            half_b: half_b * scale,
            b_in_a: Motion { columns, translation: middle * scale },
            size: size * scale,
        };
        let (names, count) = rest.as_deref().map_or(Default::default(), Rest::names);
        let boxes::Found { patch, clearance } =
            pair.contact(self.margin * scale, &names[..count])?;
        let clearance = clearance * unit;
        let Some(patch) = patch else {
            self.apart(rest, clearance);
            return Some(());
        };
        let patch = patch.map(from_space::<V::Wide>);
        let as_wanted = self.wanted(patch.normal) == Some(patch.normal);
        as_wanted.then(|| self.hand_over(&patch, unit, clearance, frame, rest, out))
    }

    fn meeting(
        &self,
        solved: &Solved<V::Wide>,
        [facets_a, facets_b]: [Option<&Facets<'_>>; 2],
        radii: [f64; 2],
        size: f64,
        cached: Option<&[FeatureId]>,
    ) -> Met<V::Wide> {
        let Some(normal) = solved.normal.unit_along() else { return Met::Apart };
        let distance = solved.estimate - (radii[0] + radii[1]);
        let bounded = solved.lower.is_finite() && solved.upper.is_finite();
        let beyond = solved.lower - (radii[0] + radii[1]) > self.margin;
        if !bounded || beyond || self.margin.is_nan() {
            return Met::Apart;
        }
        let scale = 1.0 / binade(size);
        let ends = [solved.point_a + normal * radii[0], solved.point_b - normal * radii[1]];
        let Some(wanted) = self.wanted(normal) else { return Met::Refused };
        let exact = solved.algorithm.is_sat() || solved.algorithm == Algorithm::HalfSpace;
        let aim = if exact { Aim::Exact } else { Aim::Near };
        let deepest = Deepest {
            normal: wanted,
            points: ends.map(|p| p * scale),
            distance: distance * scale,
            // A search that reached its limit knows the clearance better than it can prove.
            accuracy: Scalar::min(solved.upper - solved.lower, CONVERGED_CURVED * size) * scale,
            aim: if wanted == normal { aim } else { Aim::Wanted },
            owner: if wanted == normal { self.owner(solved) } else { Owner::Wanted },
            feature: if wanted == normal { solved.feature } else { Feature::None },
        };
        let sides = Sides {
            a: Side { part: self.a, facets: facets_a, motion: Motion::identity(), scale },
            b: Side { part: self.b, facets: facets_b, motion: self.b_in_a.scaled(scale), scale },
            size: size * scale,
        };
        let margin = self.margin * scale;
        let patch = if V::DIM == 2 {
            d2::contact(&sides, &deepest, margin)
        } else {
            d3::contact(&sides, &deepest, margin, cached)
        };
        match (patch.touches(), deepest.aim) {
            ([], Aim::Wanted) => Met::Refused,
            ([], _) => Met::Apart,
            _ => Met::Within(patch),
        }
    }

    /// What the normal of the clearance is across.
    fn owner(&self, solved: &Solved<V::Wide>) -> Owner {
        match (self.a, self.b, solved.feature) {
            (Part::HalfSpace(_), ..) | (.., Feature::FaceA(_)) => Owner::A,
            (_, Part::HalfSpace(_), _) | (.., Feature::FaceB(_)) => Owner::B,
            (.., Feature::Edges(..)) => Owner::Edges,
            (.., Feature::None) => Owner::Gap,
        }
    }

    /// The normal that both shapes agree to; none if either does not want to be met.
    #[inline]
    pub(in crate::pair) fn wanted(&self, normal: V::Wide) -> Option<V::Wide> {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return Some(normal) };
        if !(a.wants_normals() || b.wants_normals()) {
            return Some(normal);
        }
        let motion = self.b_in_a;
        let (middle_a, middle_b) = (a.center().widen(), b.center().widen());
        let normal = a.contact_normal(normal, motion.apply(middle_b))?;
        let (out, seen) = (-motion.unrotate(normal), middle_a - motion.translation);
        let wanted = b.contact_normal(out, motion.unrotate(seen))?;
        // Turned there and back it would not be the same to the last bit.
        Some(if wanted == out { normal } else { -motion.rotate(wanted) })
    }

    /// No coordinate of a contact, in A's frame, is larger.
    pub(in crate::pair) fn size(&self, radii: [f64; 2]) -> f64 {
        // A length is at most the sum of its coordinates.
        let apart = (0..V::DIM).fold(0.0, |sum, i| sum + self.b_in_a.translation.get(i).abs());
        reach(self.a) + reach(self.b) + apart + radii[0] + radii[1]
    }
}

/// Has it faces in space, or may have?
#[inline]
fn is_polytope<W: Vector<Scalar = f64, Wide = W>>(part: Part<'_, Lowered<'_, W>>) -> bool {
    let Part::Convex(shape) = part else { return false };
    let core = shape.core();
    W::DIM == 3 && matches!(core, Core::Box(_) | Core::Triangle(_) | Core::Polytope { .. })
}

/// Shows someone what tests of axes see of a part in space, if that is a hull, or any polytope if
/// `all` are wanted.
#[inline(always)]
fn seen<W: Vector<Scalar = f64, Wide = W>, R>(
    part: Part<'_, Lowered<'_, W>>,
    all: bool,
    see: impl FnOnce(Option<&Facets<'_>>) -> R,
) -> R {
    match part {
        Part::Convex(shape) if W::DIM == 3 && (all || shape.built().is_some()) => {
            with_facets(shape, see)
        }
        _ => see(None),
    }
}

/// The points of a query without memory.
#[inline(always)]
fn in_world<V: Vector>(
    places: &Places<'_, V::Wide>,
    frame: &Motion<V::Wide>,
    out: &mut Option<Manifold<V>>,
) {
    let Places { normal, touches, unit, .. } = *places;
    let manifold = out.insert(Manifold::empty(V::narrow(frame.rotate(normal))));
    for touch in touches {
        manifold.push(ContactPoint {
            point_a: V::narrow(frame.apply(touch.a * unit)),
            point_b: V::narrow(frame.apply(touch.b * unit)),
            separation: Scalar::of(touch.separation * unit),
            feature: touch.feature,
            persisted: false,
        });
    }
}

/// Around the core.
fn radius<C: Convex>(part: Part<'_, C>) -> f64 {
    match part {
        Part::Convex(shape) => shape.radius_wide(),
        Part::HalfSpace(_) => 0.0,
    }
}

fn reach<C: Convex>(part: Part<'_, C>) -> f64 {
    match part {
        Part::Convex(shape) => shape.reach(),
        Part::HalfSpace(half) => half.offset().to_f64().abs(),
    }
}
