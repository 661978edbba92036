//! A point outside of a polyhedron and beside all its faces: nearest to it is a corner or a point of an
//! edge.
//!
//! ```text
//!              p
//!             /          A walk goes from corner to corner, each time along the edge that leads
//!        ----q           nearest to p. It ends at the foot of p on an edge, or at a corner from
//!       /     \          which no edge leads nearer.
//! ```
//!
//! *Proof.* If no corner is higher than q along the direction from q to p, the polyhedron is behind the
//! plane through q across this direction.
//!
//! The walk ends at a place that is the nearest of all in most cases. If it is not, because p is above a
//! face there, the proof fails, and GJK answers.
//!
//! *Source.* Lin and Canny 1991, "A fast algorithm for incremental distance calculation": features are
//! left for nearer ones until p is in the region of one. There, the regions prove the answer; here, the
//! plane does, which also bounds the rounding.

use glam::DVec3;

use super::nearest_point::{CLEAR, Nearest};
use crate::hull::{LANES, Polyhedron};
use crate::number::simd::{Work, widest};
use crate::number::{max, min, sqrt};

/// A walk of more corners is left to GJK. From the highest face, one or two lead to the nearest.
const MOST_STEPS: u32 = 16;

/// The nearest point of a corner or an edge. The walk begins at the corner of `face` that is nearest to
/// the point. `None` if it cannot be proven.
#[inline(never)]
pub(super) fn nearest(
    solid: &Polyhedron<DVec3>,
    face: u32,
    p: DVec3,
    error: f64,
) -> Option<Nearest<DVec3>> {
    let point = walk(solid, face, p);
    let way = p - point;
    let distance = sqrt(way.length_squared());
    // False for NaN.
    let is_clear = distance > CLEAR * error;
    if !is_clear {
        return None;
    }
    let normal = way * (1.0 / distance);
    let higher = max(widest(Top { solid, normal }) - normal.dot(point), 0.0);
    (higher <= error).then_some(Nearest { point, normal, distance, error: error + higher })
}

/// The place where the walk along edges ends.
fn walk(solid: &Polyhedron<DVec3>, face: u32, p: DVec3) -> DVec3 {
    let (topology, vertices) = (solid.topology(), solid.vertices());
    let (mut corner, mut least) = (topology.corner(face), f64::INFINITY);
    for e in topology.face_edges(face) {
        let here = topology.origin(e);
        let square = (p - vertices.get(here)).length_squared();
        corner = if square < least { here } else { corner };
        least = if square < least { square } else { least };
    }
    let mut from = vertices.get(corner);
    for _ in 0..MOST_STEPS {
        let (way, mut best) = (p - from, 0.0);
        let (mut point, mut next) = (from, None);
        for e in topology.vertex_edges(corner) {
            let target = topology.target(e);
            let edge = vertices.get(target) - from;
            let (along, square) = (way.dot(edge), edge.length_squared());
            if along <= 0.0 {
                continue;
            }
            let share = min(along / square, 1.0);
            // The squared distance becomes less by this.
            let gain = share * (2.0 * along - share * square);
            if gain > best {
                (best, point) = (gain, from + edge * share);
                next = (share == 1.0).then_some(target);
            }
        }
        let Some(target) = next else { return point };
        (corner, from) = (target, vertices.get(target));
    }
    from
}

/// The height of the highest vertex along a direction, eight at a time.
struct Top<'w> {
    solid: &'w Polyhedron<DVec3>,
    normal: DVec3,
}

impl Work for Top<'_> {
    type Output = f64;
    #[inline(always)]
    fn run(self) -> f64 {
        let (vertices, n) = (self.solid.vertices(), self.normal);
        let [x, y, z] =
            [vertices.x(), vertices.y(), vertices.z()].map(|column| column.as_chunks::<LANES>().0);
        let mut top = [f64::NEG_INFINITY; LANES];
        for ((x, y), z) in x.iter().zip(y).zip(z) {
            for k in 0..LANES {
                let height = x[k] * n.x + y[k] * n.y + z[k] * n.z;
                top[k] = if height > top[k] { height } else { top[k] };
            }
        }
        top.into_iter().fold(f64::NEG_INFINITY, max)
    }
}
