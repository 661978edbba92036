//! Two shapes in 2D as rings in one frame: points, segments and polygons, with or without a radius.
//!
//! A point or a segment is transformed into the frame of the other shape, whose corners need not be
//! transformed then. Two polygons stay in their own frames.

use glam::DVec2;

use super::round::SIZES;
use crate::depth::polytopes::{TOO_MUCH_SLACK, thinness};
use crate::depth::sat::d2::{Ends, FacingEdges, Few, Gap, PolygonPair, Ring};
#[cfg(doc)]
use crate::hull::Outline;
use crate::hull::{Built, Edges, Hull2};
use crate::patch::d2::names::Names;
use crate::patch::d2::ring_points::{RingPair, Rounded};
use crate::shape::{self, Convex, Lowered};
use crate::space::{DVector, MOTION_ERROR, Motion, plane};

/// A segment shorter than this, relative to the pair, has no usable direction.
pub(crate) const SHORT: f64 = 1e-8;

/// The error bound of a vertex's height, relative to the size: see [`PolygonPair::rounding`].
const HEIGHT: f64 = 8.0 * f64::EPSILON;

/// Both rings, in A's frame.
pub(crate) struct Rings<'r> {
    pub pair: RingPair<'r>,
    both: &'r PolygonPair<'r>,
    /// The sum of the radii.
    pub round: f64,
}

impl Rings<'_> {
    /// Calls `see` with both shapes as rings. The second shape may be a point or segment only if the
    /// first is one. `None` if a segment has no direction, or a polygon no area.
    #[inline(always)]
    pub fn of<W: DVector, R>(
        [a, b]: [&Lowered<'_, W>; 2],
        b_in_a: &Motion<DVec2>,
        see: impl FnOnce(&Rings<'_>) -> R,
    ) -> Option<R> {
        let reaches = [a.reach(), b.reach()];
        let radii = [a.radius_wide(), b.radius_wide()];
        let (round, apart) = (radii[0] + radii[1], b_in_a.translation.abs());
        // NaN if a pose is not finite, which makes the size invalid.
        let apart = apart.x + apart.y + b_in_a.zero_if_finite();
        let size = reaches[0] + reaches[1] + apart;
        let (is_line_b, short) = (is_line(b), SHORT * size);
        let (made_a, made_b, ends_a, ends_b);
        if [a, b].into_iter().any(|shape| shape.built().is_some_and(|built| !has_area(built))) {
            return None;
        }
        let core_a = if let Some(core) = Core::built(a) {
            core
        } else if is_line(a) {
            ends_a = ends(a, |p| p, short)?;
            Core::of_ends(&ends_a)
        } else {
            made_a = Made::of(a, size)?;
            Core::made(a, &made_a)?
        };
        let core_b = if is_line_b {
            ends_b = ends(b, |p| b_in_a.apply(p), short)?;
            Core::of_ends(&ends_b)
        } else if let Some(core) = Core::built(b) {
            core
        } else {
            made_b = Made::of(b, size)?;
            Core::made(b, &made_b)?
        };
        // As in `Axes::in_plane`, with the error of the relative pose.
        let thin = 1.0 + core_a.thin(reaches[0]) + core_b.thin(reaches[1]);
        let is_known = HEIGHT * thin <= TOO_MUCH_SLACK && round.is_finite();
        if !SIZES.contains(&size) || !is_known {
            return None;
        }
        let slack = f64::EPSILON * (MOTION_ERROR * size + 4.0 * round) + HEIGHT * size * thin;
        // Any first axis will do.
        let both = &PolygonPair::new(core_a.ring, core_b.ring, b_in_a, b_in_a.translation, size);
        let ([ring_a, ring_b], motion) = (both.rings(), (!is_line_b).then_some(b_in_a));
        let pair = RingPair {
            a: Rounded { ring: ring_a, names: core_a.names, radius: radii[0], motion: None },
            b: Rounded { ring: ring_b, names: core_b.names, radius: radii[1], motion },
            size: size + round,
            slack,
        };
        Some(see(&Rings { pair, both, round }))
    }

    /// The line of the cores' difference above which the origin is the farthest.
    ///
    /// # Errors
    /// The gap between the cores, if it is wider than `gap`.
    #[inline]
    pub fn line(&self, gap: f64) -> Result<FacingEdges, Gap> {
        let RingPair { a, b, .. } = &self.pair;
        if b.motion.is_some() {
            return self.both.best_edges(gap);
        }
        Ok(a.ring.steepest_to(b.ring))
    }
}

/// Is it a point or a segment?
#[inline]
pub(crate) fn is_line<W: DVector>(shape: &Lowered<'_, W>) -> bool {
    matches!(shape.core(), shape::Core::Point(_) | shape::Core::Segment(_))
}

/// A point or a segment, in the frame to which `placed` leads. `None` for a segment that is too short, and
/// for other cores.
#[inline(always)]
fn ends<W: DVector>(
    shape: &Lowered<'_, W>,
    placed: impl Fn(DVec2) -> DVec2,
    short: f64,
) -> Option<Ends> {
    match *shape.core() {
        shape::Core::Point(p) => Some(Ends::point(placed(plane(p)))),
        shape::Core::Segment([p, q]) if (q - p).norm() >= short => {
            Ends::segment([placed(plane(p)), placed(plane(q))])
        }
        _ => None,
    }
}

/// A box or a triangle, in its own frame. `None` for other cores.
#[inline(always)]
pub(crate) fn few<W: DVector>(shape: &Lowered<'_, W>) -> Option<Few> {
    match *shape.core() {
        shape::Core::Box(half) => Some(Few::rectangle(plane(half))),
        shape::Core::Triangle(corners) => Some(Few::triangle(corners.map(plane))),
        _ => None,
    }
}

/// The ring of a box or a triangle, in both precisions.
pub(crate) struct Made {
    few: Few,
    edges: [Edges; 1],
}

impl Made {
    /// In `f32` as multiples of the size. `None` for other cores.
    #[inline(always)]
    pub fn of<W: DVector>(shape: &Lowered<'_, W>, size: f64) -> Option<Self> {
        let few = few(shape)?;
        Some(Self { edges: [few.narrow(size)], few })
    }
    #[inline(always)]
    pub fn ring(&self) -> (Ring<'_>, &[Edges]) {
        (self.few.ring(), &self.edges)
    }
}

/// Is it an outline, and not what is left of a polygon whose corners are in line?
#[inline(always)]
fn has_area(built: &Built) -> bool {
    matches!(built, Built::Plane(Hull2::Outline(_)))
}

/// A polygon as a ring, in both precisions. `None` for other cores.
#[inline(always)]
pub(crate) fn outline<'a, W: DVector>(
    shape: &'a Lowered<'_, W>,
) -> Option<(Ring<'a>, &'a [Edges])> {
    match shape.built() {
        Some(Built::Plane(Hull2::Outline(outline))) => Some((outline.into(), outline.narrow())),
        _ => None,
    }
}

/// A polygon with an area, a segment or a point.
#[derive(Clone, Copy)]
struct Core<'r> {
    ring: Ring<'r>,
    names: Names,
    /// See [`Outline::area`]; `None` for rings with normals at right angles.
    area: Option<f64>,
}

impl<'r> Core<'r> {
    /// An outline.
    #[inline(always)]
    fn built<W: DVector>(shape: &'r Lowered<'_, W>) -> Option<Self> {
        let Some(Built::Plane(Hull2::Outline(outline))) = shape.built() else { return None };
        // The corners are in order from the leftmost; the shape's own order may begin with another
        // corner.
        let names = Names::From(outline.first());
        Some(Self { ring: outline.into(), names, area: Some(outline.area()) })
    }

    #[inline(always)]
    fn of_ends(ends: &'r Ends) -> Self {
        Self { ring: ends.ring(), names: Names::Ends, area: None }
    }

    /// A box or a triangle.
    #[inline(always)]
    fn made<W: DVector>(shape: &Lowered<'_, W>, made: &'r Made) -> Option<Self> {
        let names = match shape.core() {
            shape::Core::Box(_) => Names::Rectangle,
            _ => Names::Triangle(made.few.turns_left()?),
        };
        Some(Self { ring: made.few.ring(), names, area: made.few.triangle_area() })
    }

    /// An upper bound of the ratio of a circle around the shape to a circle inside: see [`thinness`].
    #[inline]
    fn thin(&self, reach: f64) -> f64 {
        self.area.map_or(1.0, |area| 1.0 / thinness(&self.ring, area, reach))
    }
}
