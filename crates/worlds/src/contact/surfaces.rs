//! The contacts of two surfaces in 3D: what [lenses](super::lens) find, in the world.

use alloc::vec::Vec;

use clearance_geometry::answer::{ContactPoint, Manifold};
use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Motion, Vector, from_space};
use glam::DVec3;

use super::lens::{Patch, PosedSurface, Spot, SurfacePair, SurfaceView};
use super::pair::{Pair, Way};
use super::touch::{Contact, Touch, same_normal};
use crate::Instance;
use crate::separation::{PieceId, near_facets};
use crate::surface::Unit;

/// More pairs of facets than these are not looked at: slivers that all cross would take gigabytes.
pub(crate) const MOST_PAIRS: usize = 1 << 21;

/// Adds the contacts of two surfaces.
pub(super) fn touches<V: Vector>(
    pair: &Pair<'_, V>,
    surfaces: [&Instance<V>; 2],
    found: &mut Vec<Touch<V>>,
) {
    let margin = pair.margin.to_f64();
    if margin.is_nan() {
        return;
    }
    meet_by(pair.way, surfaces, pair.motions, margin, |meeting, sides| {
        let touch = |patch: &Patch| of_patch(pair, sides, patch, meeting);
        found.extend(meeting.patches().iter().filter_map(touch));
    });
}

/// Asks about two surfaces as lenses see them; `None` if a pose is not finite.
pub(crate) fn meet<V: Vector, R>(
    surfaces: [&Instance<V>; 2],
    motions: [&Motion<V::Wide>; 2],
    ask: impl FnOnce(&SurfacePair<'_>, &[PosedSurface<'_, V>; 2]) -> R,
) -> Option<R> {
    meet_by(Way::Fast, surfaces, motions, 0.0, ask)
}

fn meet_by<V: Vector, R>(
    way: Way,
    surfaces: [&Instance<V>; 2],
    motions: [&Motion<V::Wide>; 2],
    margin: f64,
    ask: impl FnOnce(&SurfacePair<'_>, &[PosedSurface<'_, V>; 2]) -> R,
) -> Option<R> {
    let seen = motions[1].seen_from(motions[0]);
    let far = surfaces[0].reach() + surfaces[1].reach() + seen.translation.max_abs();
    if seen.zero_if_finite() != 0.0 || far <= 0.0 {
        return None;
    }
    // No facets are farther apart than that.
    let margin = Scalar::min(margin, 8.0 * far);
    let unit = Unit::of(far);
    let motions = [Motion::identity(), seen];
    let sides = [0, 1].map(|i| PosedSurface::new(surfaces[i], motions[i], unit));
    let near = |shift: DVec3, limit: f64| {
        let mut pairs: Vec<[u32; 2]> = Vec::new();
        let mut visit = |facets| {
            if pairs.len() < MOST_PAIRS {
                pairs.push(facets);
            }
        };
        match way {
            Way::Fast => {
                let moved = seen.translation + from_space(shift / unit.0);
                let moved = Motion { translation: moved, ..seen };
                near_facets(surfaces, [&motions[0], &moved], limit / unit.0, &mut visit);
            }
            Way::AllPieces => {
                let [count_a, count_b] = surfaces.map(|surface| surface.len() as u32);
                (0..count_a).for_each(|f| (0..count_b).for_each(|g| visit([f, g])));
            }
        }
        pairs.sort_unstable();
        pairs
    };
    let radius = |surface: &Instance<V>| {
        let around = surface.bounds();
        (around.max.widen() - around.min.widen()).norm() * 0.5
    };
    let size = Scalar::min(radius(surfaces[0]), radius(surfaces[1])) + far * 1e-5;
    let meeting = SurfacePair {
        sides: [&sides[0], &sides[1]],
        near: &near,
        margin: margin * unit.0,
        size: size * unit.0,
        rounding: far * unit.0 * 8e-15,
    };
    Some(ask(&meeting, &sides))
}

/// A patch in the world; `None` if rounding put all of it beyond the margin.
fn of_patch<V: Vector>(
    pair: &Pair<'_, V>,
    sides: &[PosedSurface<'_, V>; 2],
    patch: &Patch,
    meeting: &SurfacePair<'_>,
) -> Option<Touch<V>> {
    let (motion, unit) = (pair.motions[0], sides[0].unit.0);
    let world = |p: DVec3| V::narrow(motion.apply(from_space(p / unit)));
    let rotated = |n: DVec3| V::narrow(motion.rotate(from_space(n)));
    let point = |spot: &Spot| ContactPoint {
        point_a: world(spot.point_a),
        point_b: world(spot.point_b),
        separation: V::Scalar::of(spot.separation / unit + 0.0).min(pair.margin),
        feature: spot.feature,
        ..ContactPoint::default()
    };
    let near = |spot: &&Spot| spot.separation <= meeting.margin + meeting.rounding;
    let manifold = Manifold::new(rotated(patch.normal), patch.spots.iter().filter(near).map(point));
    if manifold.points().is_empty() {
        return None;
    }
    let [piece_a, piece_b] =
        [0, 1].map(|i| PieceId { part: pair.parts[i], facet: Some(patch.facets[i]) });
    let is_front = [(0, 1.0), (1, -1.0)].into_iter().any(|(i, sign)| {
        same_normal(manifold.normal, rotated(sides[i].normal(patch.facets[i]) * sign))
    });
    Some(Touch { contact: Contact { piece_a, piece_b, manifold }, is_front, is_patch: true })
}
