//! Points, segments and polygons of the plane that are apart: the line of their difference that the origin
//! is the farthest above has the nearest points (`algorithm::manifold::d2::rings`).

use glam::DVec2;

use super::nearness::{Nearness, is_decided};
use crate::algorithm::manifold::d2::rings::Nearest;
use crate::algorithm::sat::d2::Gap;
use crate::answer::FeaturePart;
use crate::pair::rings::{Rings, is_line};
use crate::pair::solved::{Ask, NEAR};
use crate::shape::Lowered;
use crate::space::{Motion, Vector, from_plane, motion_in_plane};

/// Of more edges together GJK looks at fewer.
const MOST_EDGES: usize = 96;

/// Two rings, seen from that which is no line.
#[inline(never)]
pub(in crate::pair) fn solve<W: Vector<Scalar = f64, Wide = W>>(
    a: &Lowered<'_, W>,
    b: &Lowered<'_, W>,
    b_in_a: &Motion<W>,
    ask: Ask,
) -> Option<Nearness<W>> {
    let placed = motion_in_plane(b_in_a);
    if is_line(a) && !is_line(b) {
        let a_in_b = Motion::identity().seen_from(&placed);
        let found = Rings::of([b, a], &a_in_b, |rings| between::<W>(rings, ask))??;
        let [on_b, on_a] = found.points.map(|p| b_in_a.apply(p));
        let axis = -b_in_a.rotate(found.axis);
        return Some(Nearness { axis, points: [on_a, on_b], ..found });
    }
    Rings::of([a, b], &placed, |rings| between::<W>(rings, ask))?
}

#[inline]
fn between<W: Vector<Scalar = f64>>(rings: &Rings<'_>, ask: Ask) -> Option<Nearness<W>> {
    let Rings { pair, round, .. } = rings;
    if pair.a.ring.len() + pair.b.ring.len() > MOST_EDGES {
        return None;
    }
    let gap = match ask {
        // Where it is about that, the full answer decides.
        Ask::Within(limit) => limit,
        _ => f64::INFINITY,
    } + (round + pair.slack + 2.0 * NEAR * pair.size);
    let nothing = Nearness {
        lower: f64::NEG_INFINITY,
        upper: f64::INFINITY,
        estimate: 0.0,
        axis: W::unit(0),
        points: [W::ZERO; 2],
        parts: [FeaturePart::Vertex(0); 2],
        faces: [false; 2],
    };
    let line = match rings.line(gap) {
        Ok(line) => line,
        Err(Gap { axis, overlap }) => {
            let (lower, axis) = (-overlap - pair.slack, from_plane(axis));
            return Some(Nearness { lower, estimate: -overlap, axis, ..nothing });
        }
    };
    let nearest = pair.nearest(&line)?;
    let Nearest { normal, distance, .. } = nearest;
    let points = match pair.places(&line, &nearest) {
        Some(places) => places,
        // That cores overlap is no matter of points.
        None if distance < 0.0 => [DVec2::ZERO; 2],
        None => return None,
    };
    is_decided(distance, distance, pair.slack).then(|| Nearness {
        lower: distance - 2.0 * pair.slack,
        upper: distance + 2.0 * pair.slack,
        estimate: distance,
        axis: from_plane(normal),
        points: points.map(from_plane),
        ..nothing
    })
}
