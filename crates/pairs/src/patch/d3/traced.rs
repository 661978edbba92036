//! The trace of a contact in 3D: how the border of the other face cuts each edge of a face, all candidate
//! points, and which of them are kept.
//!
//! The cuts are those of [`clip`](super::clip), even if two polygons were clipped by the faster method.

use arrayvec::ArrayVec;
use glam::DVec2;

use super::across::Across;
use super::projection::{Kind, Projection};
use super::reduce::Chosen;
use crate::patch::candidates::Candidate;
use crate::space::DVector;
use crate::trace::{Trace, Watch};

/// Each edge of A's face, then each edge of B's. Borders that enclose no area do not cut.
pub(super) fn cuts<W: DVector, T: Trace<W>>(
    [a, b]: [&Projection; 2],
    across: &Across<W>,
    slack: f64,
    watch: &mut Watch<'_, W, T>,
) {
    for (one, other, of_b) in [(a, b, false), (b, a, true)] {
        let edges = match one.kind {
            Kind::Polygon => one.len(),
            Kind::Line => 1,
            _ => 0,
        };
        for i in (0..edges).filter(|_| other.is_broad()) {
            let (from, to) = (one.corners[i], one.corners[one.after(i)]);
            let point = |place: DVec2| across.point(place, one.height(place));
            let found = other.cut(from, to, slack).map(|ends| {
                let by = ends.map(|end| end.edge.and_then(|j| other.edge(j)));
                (ends.map(|end| point(from + (to - from) * end.t)), by)
            });
            watch.cut(of_b, one.edge(i).unwrap_or(0), [from, to].map(point), found);
        }
    }
}

/// All candidate points, and the indices of those that are kept.
pub(super) fn touches<W: DVector, T: Trace<W>>(
    all: &[Candidate<DVec2>],
    chosen: Chosen,
    across: &Across<W>,
    watch: &mut Watch<'_, W, T>,
) {
    for candidate in all {
        let ends = candidate.heights.map(|h| across.point(candidate.place, h));
        watch.touch(ends, candidate.separation(), candidate.feature);
    }
    let numbers: ArrayVec<u32, 4> = chosen.iter().map(|i| i as u32).collect();
    watch.keep(&numbers);
}
