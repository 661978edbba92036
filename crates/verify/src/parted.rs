//! The lower bound of a depth: once B is moved by it along the normal, no piece of B meets a piece of A, and neither shape is
//! inside the other. Pieces whose boxes meet must be apart along an axis: one of a pair of triangles (a face's normal, or
//! across two edges), the normal, or that from a nearest point to a nearest point.

use alloc::vec::Vec;

use super::Verdict;
use super::assembly::Assembly;
use super::frame::{Frame, Triple, cross, exact, minus, times};
use super::inside::is_inside;
use super::interval::Interval;
use super::nearest::nearest;
use super::pair::CorePair;
use super::points::{Body, Kind, either};
use clearance_geometry::answer::Clearance;
use clearance_geometry::shape::{PieceId, View};
use clearance_geometry::space::{Pose, Vector};

/// So many pairs of boxes are looked at, and of pieces, without which nothing is proven: some tenths of a second.
const MOST_BOXES: usize = 1 << 24;
const MOST_PIECES: usize = 1 << 14;

/// Does the translation by `lower` part the shapes?
pub(super) fn is_parted<V: Vector>(
    [a, b]: &[Assembly<'_, V>; 2],
    answer: &Clearance<V>,
) -> Verdict {
    let normal = exact(answer.normal);
    let way = times(normal, -Interval::exact(answer.lower));
    let b = b.moved(&Frame::of(&Pose::<V>::IDENTITY).rotated(|x| x, way));
    let gap = least_gap(a, &b, normal).filter(|gap| *gap > 0.0);
    let is_free =
        |gap: f64| is_inside(a, &b, gap) == Some(false) && is_inside(&b, a, gap) == Some(false);
    either(gap.is_some_and(is_free), false)
}

/// A gap that is proven between all pieces; `None` if there is none, or too much to do.
fn least_gap<V: Vector>(a: &Assembly<'_, V>, b: &Assembly<'_, V>, normal: Triple) -> Option<f64> {
    let [boxes_a, boxes_b] = [boxes(a)?, boxes(b)?];
    if boxes_a.len().checked_mul(boxes_b.len())? > MOST_BOXES {
        return None;
    }
    let (mut gap, mut left) = (f64::INFINITY, MOST_PIECES);
    for (id_a, box_a) in &boxes_a {
        for (id_b, box_b) in &boxes_b {
            let beside =
                (0..V::DIM).map(|i| (box_b[i][0] - box_a[i][1]).max(box_a[i][0] - box_b[i][1]));
            let beside = beside.fold(f64::NEG_INFINITY, f64::max);
            // Half of it, for rounding.
            gap = gap.min(if beside > 0.0 {
                0.5 * beside
            } else {
                left = left.checked_sub(1)?;
                let ((of_a, frame_a), (of_b, frame_b)) = (a.piece(*id_a)?, b.piece(*id_b)?);
                let (of_a, of_b) = (of_a.part(), of_b.part());
                gap_of(&Body::at(&of_a, frame_a), &Body::at(&of_b, frame_b), normal)?
            });
        }
    }
    Some(gap)
}

/// The boxes of all pieces in the world.
fn boxes<V: Vector>(body: &Assembly<'_, V>) -> Option<Vec<(PieceId, [[f64; 2]; 3])>> {
    let axis = |i: usize, sign: f64| {
        let along = |j: usize| if i == j { Interval::exact(sign) } else { Interval::ZERO };
        core::array::from_fn(along)
    };
    let of = |id: PieceId| {
        let mut around = [[0.0; 2]; 3];
        for (i, bounds) in around.iter_mut().enumerate().take(V::DIM) {
            let end = |sign| Some(body.highest(&[id], axis(i, sign))?.high());
            *bounds = [-end(-1.0)?, end(1.0)?];
        }
        Some((id, around))
    };
    body.ids().map(of).collect()
}

/// A gap between two pieces along one of some axes.
fn gap_of<V: Vector>(a: &Body<'_, V>, b: &Body<'_, V>, normal: Triple) -> Option<f64> {
    let (Kind::Core(view_a, radius_a), Kind::Core(view_b, radius_b)) = (&a.kind, &b.kind) else {
        return None;
    };
    let b_in_a = b.frame.seen_from(&a.frame);
    let pair = CorePair { a: *view_a, b: *view_b, b_in_a, radii: *radius_a + *radius_b };
    let parts = |axis: Triple| {
        let gap = pair.lower_bound(axis).max(pair.lower_bound(axis.map(|x| -x)));
        (gap > 0.0).then_some(gap)
    };
    if let Some(gap) = parts(a.frame.unrotate(normal)) {
        return Some(gap);
    }
    let edges_a = edges(view_a);
    let edges_b: Vec<Triple> = edges(view_b).into_iter().map(|edge| b_in_a.rotate(edge)).collect();
    let turned = |edge: &Triple| [edge[1], -edge[0], Interval::ZERO];
    let across =
        |edges: &[Triple]| if let [e, f, _] = *edges { cross(e, f) } else { [Interval::ZERO; 3] };
    let mut axes: Vec<Triple> = if V::DIM == 2 {
        edges_a.iter().chain(&edges_b).map(turned).collect()
    } else {
        let pairs = edges_a.iter().flat_map(|e| edges_b.iter().map(|f| cross(*e, *f)));
        [across(&edges_a), across(&edges_b)].into_iter().chain(pairs).collect()
    };
    if V::DIM == 3 {
        // In the planes of triangles, for those in one plane.
        let beside =
            |edges: &[Triple]| edges.iter().map(|e| cross(*e, across(edges))).collect::<Vec<_>>();
        axes.extend(beside(&edges_a).into_iter().chain(beside(&edges_b)));
    }
    // Any axis is a valid proof.
    axes.into_iter().find_map(|axis| parts(axis.map(Interval::middle))).or_else(|| {
        let mut q = b_in_a.translation;
        (0..32).find_map(|_| {
            let way = nearest(view_a, q)?.way(q).0;
            let p = minus(q, way);
            let back = nearest(view_b, b_in_a.unrotate(minus(p, b_in_a.translation)))?;
            let back = b_in_a.rotate(back.way(b_in_a.unrotate(minus(p, b_in_a.translation))).0);
            q = minus(p, back).map(Interval::middle);
            parts(back.map(Interval::middle))
        })
    })
}

/// The edges of a segment or triangle.
fn edges<V: Vector>(view: &View<'_, V>) -> Vec<Triple> {
    match *view {
        View::Vertices(corners) if corners.len() <= 3 => {
            let next = corners.iter().cycle().skip(1);
            corners.iter().zip(next).map(|(p, q)| minus(exact(*q), exact(*p))).collect()
        }
        _ => Vec::new(),
    }
}
