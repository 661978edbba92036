//! Simplices, and GJK's sub-problem: the point of a segment, triangle or tetrahedron nearest to the
//! origin. `nearest.rs` tests every feature; `newest.rs` tests the features of the newest corner.

mod nearest;
#[doc(hidden)]
pub mod newest;

pub use nearest::{Closest, Known};

use crate::answer::{Member, Witness};
use crate::number::{min, sqrt};
use crate::shape::difference::Pair;
use crate::space::DVector;

/// A simplex of the Minkowski difference: up to four points, with the weights of the point nearest to the
/// origin.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simplex<W> {
    /// The corners; the first `len` count.
    pub pairs: [Pair<W>; 4],
    /// The weights of the corners in the point nearest to the origin.
    pub weights: [f64; 4],
    /// The number of corners.
    pub len: usize,
}

impl<W: DVector> Simplex<W> {
    /// The corners.
    pub fn corners(&self) -> &[Pair<W>] {
        &self.pairs[..self.len]
    }
    /// Adds a corner of weight 0, unless there are four.
    #[inline]
    pub fn push(&mut self, pair: Pair<W>) {
        if self.len < 4 {
            self.pairs[self.len] = pair;
            self.weights[self.len] = 0.0;
            self.len += 1;
        }
    }
    /// The corners as points of the difference. Entries from `len` on are meaningless.
    pub fn points(&self) -> [W; 4] {
        // Not by `map`: that makes the array twice.
        let [p, q, r, s] = &self.pairs;
        [p.c, q.c, r.c, s.c]
    }
    /// The weighted sum of the corners: a point of the difference.
    pub fn point(&self) -> W {
        let weighted = self.corners().iter().zip(&self.weights);
        weighted.fold(W::ZERO, |sum, (pair, weight)| sum + pair.c * *weight)
    }
    /// The depth of the origin inside a simplex of full dimension: at most its distance from the planes
    /// of the faces. 0 for smaller simplices, and if it is not certain that the origin is inside, because
    /// the weights of a sliver are noise.
    pub fn depth(&self) -> f64 {
        if self.len != W::DIM + 1 {
            return 0.0;
        }
        let points = self.points();
        let heights: [_; 4] = core::array::from_fn(|left_out| {
            let mut face = [W::ZERO; 3];
            let rest = (0..self.len).filter(|i| *i != left_out);
            rest.zip(&mut face).for_each(|(i, corner)| *corner = points[i]);
            let height = height_of_origin(&face[..W::DIM]);
            // Faces in this order run clockwise and counterclockwise alternately.
            if left_out % 2 == 0 { height } else { -height }
        });
        let heights = &heights[..self.len];
        let least = heights.iter().fold(f64::INFINITY, |m, h| min(m, h.abs()));
        let inside = heights.iter().all(|h| (*h > 0.0) == (heights[0] > 0.0));
        if inside { least } else { 0.0 }
    }
    /// Is the point a corner?
    pub(crate) fn contains(&self, point: W) -> bool {
        self.corners().iter().any(|p| p.c == point)
    }
    /// Takes the weights and drops the corners of weight 0. Not for a simplex that contains the origin,
    /// which needs all corners.
    pub(crate) fn settle(&mut self, nearest: &Closest<W>) {
        let mut kept = 0;
        for (i, &weight) in nearest.weights.iter().enumerate().take(self.len) {
            if nearest.inside || weight > 0.0 {
                if kept < i {
                    self.pairs[kept] = self.pairs[i];
                }
                self.weights[kept] = weight;
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl<W: DVector> Simplex<W> {
    /// The corners as evidence, the largest weight last. The last weight is 1 minus the others, and
    /// rounding must not make it negative.
    pub fn witness(&self) -> Witness<W> {
        let weights = &self.weights[..self.len];
        let heaviest = (0..self.len).fold(0, |m, i| if weights[i] > weights[m] { i } else { m });
        let order = (0..self.len).filter(|i| *i != heaviest).chain([heaviest]);
        Witness::new(order.filter_map(|i| {
            let pair = self.corners().get(i)?;
            Some((Member { a: pair.a, b: pair.b }, weights[i]))
        }))
    }
}

/// A lower bound of the origin's depth below the plane of a face whose corners run counterclockwise seen
/// from above; negative if the origin is above, and 0 if the side is not certain. In 2D: left and right
/// of an edge. The determinant is wrong by at most about 10 rounding errors of its largest term; 16 are
/// allowed for.
fn height_of_origin<W: DVector>(face: &[W]) -> f64 {
    let (a, ab) = (face[0], face[1] - face[0]);
    let (volume, term, area) = if W::DIM == 2 {
        let turn = W::wedge_dot(a.wedge(ab), W::unit(0).wedge(W::unit(1)));
        (turn, a.norm() * ab.norm(), ab.norm())
    } else {
        let ac = face[2] - a;
        let area = ab.wedge(ac);
        let term = a.norm() * ab.norm() * ac.norm();
        (W::volume(area, a), term, sqrt(W::wedge_dot(area, area)))
    };
    let certain = volume.abs() - 16.0 * f64::EPSILON * term;
    match certain > 0.0 {
        true if volume > 0.0 => certain / area,
        true => -certain / area,
        false => 0.0,
    }
}

/// The nearest point of the convex hull of 1 to 4 points (1 to 3 in 2D).
pub fn closest<W: DVector>(points: &[W], known: Known) -> Closest<W> {
    let mut found = Closest::nowhere();
    find_closest(points, known, &mut found);
    found
}

/// The same, written to `found`: a result that is returned would be copied.
pub(crate) fn find_closest<W: DVector>(points: &[W], known: Known, found: &mut Closest<W>) {
    if !known.newest || W::DIM != 3 || newest::closest(points, found).is_none() {
        nearest::closest(points, known, found);
    }
}
