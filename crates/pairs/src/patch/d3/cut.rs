//! The part of a line that lies within a projection.
//!
//! A polygon cuts the line at each of its edges in turn (Cyrus and Beck 1978, "Generalized two- and
//! three-dimensional clipping"). A rim cuts it at the roots of a quadratic in the plane of the rim.

use glam::DVec2;

use super::projection::{Kind, Projection};
use crate::number::sqrt;

/// Where a line is cut by the border of a projection.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// From 0 to 1 along the line.
    pub t: f64,
    /// The edge that cuts, or `None` if the line ends inside.
    pub edge: Option<usize>,
    /// Does the line run along this edge? Then the place of the cut has no meaning.
    pub flush: bool,
}

impl Projection {
    /// The part of a line inside a polygon, a disc or a plane; `None` if all of it is outside.
    pub fn cut(&self, from: DVec2, to: DVec2, slack: f64) -> Option<[End; 2]> {
        match self.kind {
            Kind::Polygon => self.cut_by_edges(from, to, slack),
            Kind::Disc => self.cut_by_rim(from, to),
            Kind::Plane => Some([0.0, 1.0].map(|t| End { t, edge: None, flush: false })),
            Kind::Point | Kind::Line => None,
        }
    }

    fn cut_by_edges(&self, from: DVec2, to: DVec2, slack: f64) -> Option<[End; 2]> {
        let [mut start, mut end] = [0.0, 1.0].map(|t| End { t, edge: None, flush: false });
        for i in 0..self.len() {
            let (before, after) = (self.inside_of(i, from), self.inside_of(i, to));
            let (comes, goes) = (before < -slack, after < -slack);
            if comes && goes {
                return None;
            }
            if !(comes || goes) {
                continue;
            }
            let flush = before.abs() <= self.near && after.abs() <= self.near;
            let t = before / (before - after);
            if comes && t > start.t {
                start = End { t, edge: Some(i), flush };
            } else if goes && t < end.t {
                end = End { t, edge: Some(i), flush };
            }
        }
        (start.t <= end.t).then_some([start, end])
    }

    /// Solves |p + t d|^2 = radius^2 in the plane of the rim.
    fn cut_by_rim(&self, from: DVec2, to: DVec2) -> Option<[End; 2]> {
        let (p, d) = (from - self.anchor, to - from);
        let (p_up, d_up) = (self.slope.dot(p), self.slope.dot(d));
        let dd = d.dot(d) + d_up * d_up;
        let pd = (p.dot(d) + p_up * d_up) / dd;
        // The squared distance of the line from the middle.
        let foot = p - d * pd;
        let foot_up = p_up - d_up * pd;
        let aside = foot.dot(foot) + foot_up * foot_up;
        let left = self.radius * self.radius - aside;
        if !(left > 0.0 && dd > 0.0) {
            return None;
        }
        let half = sqrt(left / dd);
        let flush = sqrt(aside) >= self.radius - self.near;
        let [start, end] = [-pd - half, -pd + half];
        let at = |t: f64, cut: bool| End { t, edge: cut.then_some(0), flush: cut && flush };
        let ends = [
            if start > 0.0 { at(start, true) } else { at(0.0, false) },
            if end < 1.0 { at(end, true) } else { at(1.0, false) },
        ];
        (ends[0].t <= ends[1].t).then_some(ends)
    }
}
