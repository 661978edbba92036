//! Two shapes in 2D as rings in one frame: points, segments and polygons, with or without a radius.
//!
//! A point or a segment is transformed into the frame of the other shape, whose corners need not be
//! transformed then. Two polygons stay in their own frames.

use glam::DVec2;

use super::polytopes::{TOO_MUCH_SLACK, thinness};
use super::round::SIZES;
use crate::algorithm::manifold::d2::names::Names;
use crate::algorithm::manifold::d2::rings::{RingPair, Rounded};
use crate::algorithm::sat::d2::{FacingEdges, Few, Gap, PolygonPair, Ring};
#[cfg(doc)]
use crate::hull::Outline;
use crate::hull::{Built, Edges, Hull2};
use crate::shape::{self, Convex, Lowered};
use crate::space::{MOTION_ERROR, Motion, Vector, plane};

/// A segment shorter than this, relative to the pair, has no usable direction.
pub(super) const SHORT: f64 = 1e-8;

/// The error bound of a vertex's height, relative to the size: see [`PolygonPair::rounding`].
const HEIGHT: f64 = 8.0 * f64::EPSILON;

/// Both rings, in A's frame.
pub(super) struct Rings<'r> {
    pub pair: RingPair<'r>,
    /// The polygons, if B is not transformed into A's frame.
    pub polygons: Option<PolygonPair<'r>>,
    /// Upper bounds of the points' distances from each shape's origin.
    pub reaches: [f64; 2],
    /// The sum of the radii.
    pub round: f64,
}

impl Rings<'_> {
    /// Calls `see` with both shapes as rings. The second shape may be a point or segment only if the
    /// first is one. `None` if a segment has no direction, or a polygon no area.
    #[inline]
    pub fn of<W: Vector<Scalar = f64, Wide = W>, R>(
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
        let (made_a, made_b) = (few(a, None, SHORT * size), few(b, Some(b_in_a), SHORT * size));
        let (core_a, core_b) = (Core::of(a, &made_a)?, Core::of(b, &made_b)?);
        // As in `Axes::in_plane`, with the error of the relative pose.
        let thin = 1.0 + core_a.thin(reaches[0]) + core_b.thin(reaches[1]);
        let is_known = HEIGHT * thin <= TOO_MUCH_SLACK && round.is_finite();
        if !SIZES.contains(&size) || !is_known {
            return None;
        }
        let slack = f64::EPSILON * (MOTION_ERROR * size + 4.0 * round) + HEIGHT * size * thin;
        let (ring_a, ring_b, is_placed) = (core_a.ring, core_b.ring, is_line(b));
        let motion = (!is_placed).then_some(b_in_a);
        let pair = RingPair {
            a: Rounded { ring: ring_a, names: core_a.names, radius: radii[0], motion: None },
            b: Rounded { ring: ring_b, names: core_b.names, radius: radii[1], motion },
            size: size + round,
            slack,
        };
        let polygons = motion.map(|motion| {
            // Any first axis will do.
            PolygonPair::new(ring_a, ring_b, motion, motion.translation, size)
        });
        Some(see(&Rings { pair, polygons, reaches, round }))
    }

    /// The line of the cores' difference above which the origin is the farthest.
    ///
    /// # Errors
    /// The gap between the cores, if it is wider than `gap`.
    #[inline]
    pub fn line(&self, gap: f64) -> Result<FacingEdges, Gap> {
        match &self.polygons {
            Some(polygons) => Ok(polygons.facing_edges(&polygons.best_edges(gap)?)),
            None => Ok(self.pair.a.ring.steepest_to(&self.pair.b.ring)),
        }
    }
}

/// Is it a point or a segment?
#[inline]
pub(super) fn is_line<W: Vector<Scalar = f64, Wide = W>>(shape: &Lowered<'_, W>) -> bool {
    matches!(shape.core(), shape::Core::Point(_) | shape::Core::Segment(_))
}

/// A core of few corners, in its own frame; a point or a segment in the frame to which the motion leads.
/// `None` for a segment that is too short, and for other cores.
/// for a segment that is too short, and for other cores.
#[inline(always)]
pub(super) fn few<W: Vector<Scalar = f64, Wide = W>>(
    shape: &Lowered<'_, W>,
    motion: Option<&Motion<DVec2>>,
    short: f64,
) -> Option<Few> {
    let placed = |p: W| motion.map_or(plane(p), |motion| motion.apply(plane(p)));
    match *shape.core() {
        shape::Core::Point(p) => Some(Few::corner(placed(p))),
        shape::Core::Segment([p, q]) if (q - p).norm() >= short => {
            Few::sides([placed(p), placed(q)])
        }
        shape::Core::Box(half) => Some(Few::rectangle(plane(half))),
        shape::Core::Triangle(corners) => Some(Few::triangle(corners.map(plane))),
        _ => None,
    }
}

/// A polygon as a ring, in both precisions. `None` for other cores.
#[inline(always)]
pub(super) fn outline<'a, W: Vector<Scalar = f64, Wide = W>>(
    shape: &'a Lowered<'_, W>,
) -> Option<(Ring<'a>, &'a [Edges])> {
    match shape.built() {
        Some(Built::Plane(Hull2::Outline(outline))) => Some((outline.into(), outline.narrow())),
        _ => None,
    }
}

/// A polygon with an area, a segment or a point.
struct Core<'r> {
    ring: Ring<'r>,
    names: Names,
    /// See [`Outline::area`]; `None` for rings with normals at right angles.
    area: Option<f64>,
}

impl<'r> Core<'r> {
    /// `None` if the shape is not a ring.
    #[inline]
    fn of<W: Vector<Scalar = f64, Wide = W>>(
        shape: &'r Lowered<'_, W>,
        made: &'r Option<Few>,
    ) -> Option<Self> {
        if let Some(built) = shape.built() {
            let Built::Plane(Hull2::Outline(outline)) = built else { return None };
            // The corners are in order from the leftmost; the shape's own order may begin with another
            // corner.
            let names = Names::From(outline.first());
            return Some(Self { ring: outline.into(), names, area: Some(outline.area()) });
        }
        let few = made.as_ref()?;
        let names = match shape.core() {
            shape::Core::Box(_) => Names::Rectangle,
            shape::Core::Triangle(_) => Names::Triangle(few.turns_left()?),
            _ => Names::Ends,
        };
        Some(Self { ring: few.ring(), names, area: few.triangle_area() })
    }

    /// An upper bound of the ratio of a circle around the shape to a circle inside: see [`thinness`].
    #[inline]
    fn thin(&self, reach: f64) -> f64 {
        self.area.map_or(1.0, |area| 1.0 / thinness(&self.ring, area, reach))
    }
}
