//! Simplices, and GJK's sub-problem: the point of a segment, triangle or tetrahedron nearest to the
//! origin. `nearest.rs` tests every feature; `newest.rs` tests the features of the newest corner.

mod nearest;
mod newest;

pub use nearest::{Closest, Known};

use crate::answer::{Member, Witness};
use crate::number::Scalar;
use crate::shape::difference::Pair;
use crate::space::{DVector, Vector};

/// A simplex of the Minkowski difference: up to four points, with the weights of the point nearest to the
/// origin.
#[derive(Clone, Copy, Debug)]
pub struct Simplex<V: Vector> {
    /// The corners; the first `len` count.
    pub pairs: [Pair<V>; 4],
    /// The weights of the corners in the point nearest to the origin.
    pub weights: [V::Scalar; 4],
    /// The number of corners.
    pub len: usize,
}

impl<V: Vector> Default for Simplex<V> {
    fn default() -> Self {
        Self { pairs: [Pair::default(); 4], weights: [V::Scalar::ZERO; 4], len: 0 }
    }
}

impl<V: Vector> Simplex<V> {
    /// The corners.
    pub fn corners(&self) -> &[Pair<V>] {
        &self.pairs[..self.len]
    }
    /// Adds a corner of weight 0, unless there are four.
    #[inline]
    pub fn push(&mut self, pair: Pair<V>) {
        if self.len < 4 {
            self.pairs[self.len] = pair;
            self.weights[self.len] = V::Scalar::ZERO;
            self.len += 1;
        }
    }
    /// The corners as points of the difference. Entries from `len` on are meaningless.
    pub fn points(&self) -> [V; 4] {
        // Not by `map`: that makes the array twice.
        let [p, q, r, s] = &self.pairs;
        [p.c, q.c, r.c, s.c]
    }
    /// The weighted sum of the corners: a point of the difference.
    pub fn point(&self) -> V {
        let weighted = self.corners().iter().zip(&self.weights);
        weighted.fold(V::ZERO, |sum, (pair, weight)| sum + pair.c * *weight)
    }
    /// The depth of the origin inside a simplex of full dimension: at most its distance from the planes
    /// of the faces. 0 for smaller simplices, and if it is not certain that the origin is inside, because
    /// the weights of a sliver are noise.
    pub fn depth(&self) -> V::Scalar {
        if self.len != V::DIM + 1 {
            return V::Scalar::ZERO;
        }
        let points = self.points();
        let heights: [_; 4] = core::array::from_fn(|left_out| {
            let mut face = [V::ZERO; 3];
            let rest = (0..self.len).filter(|i| *i != left_out);
            rest.zip(&mut face).for_each(|(i, corner)| *corner = points[i]);
            let height = height_of_origin(&face[..V::DIM]);
            // Faces in this order run clockwise and counterclockwise alternately.
            if left_out % 2 == 0 { height } else { -height }
        });
        let heights = &heights[..self.len];
        let least = heights.iter().fold(V::Scalar::INFINITY, |m, h| m.min(h.abs()));
        let inside =
            heights.iter().all(|h| (*h > V::Scalar::ZERO) == (heights[0] > V::Scalar::ZERO));
        if inside { least } else { V::Scalar::ZERO }
    }
    /// Is the point a corner?
    pub(crate) fn contains(&self, point: V) -> bool {
        self.corners().iter().any(|p| p.c == point)
    }
    /// Takes the weights and drops the corners of weight 0. Not for a simplex that contains the origin,
    /// which needs all corners.
    pub(crate) fn settle(&mut self, nearest: &Closest<V>) {
        let mut kept = 0;
        for (i, &weight) in nearest.weights.iter().enumerate().take(self.len) {
            if nearest.inside || weight > V::Scalar::ZERO {
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
fn height_of_origin<V: Vector>(face: &[V]) -> V::Scalar {
    let (a, ab) = (face[0], face[1] - face[0]);
    let (volume, term, area) = if V::DIM == 2 {
        let turn = V::wedge_dot(a.wedge(ab), V::unit(0).wedge(V::unit(1)));
        (turn, a.norm() * ab.norm(), ab.norm())
    } else {
        let ac = face[2] - a;
        let area = ab.wedge(ac);
        let term = a.norm() * ab.norm() * ac.norm();
        (V::volume(area, a), term, V::wedge_dot(area, area).sqrt())
    };
    let certain = volume.abs() - V::Scalar::of(16.0) * V::Scalar::EPSILON * term;
    match certain > V::Scalar::ZERO {
        true if volume > V::Scalar::ZERO => certain / area,
        true => -certain / area,
        false => V::Scalar::ZERO,
    }
}

/// The nearest point of the convex hull of 1 to 4 points (1 to 3 in 2D).
pub fn closest<V: Vector>(points: &[V], known: Known) -> Closest<V> {
    let mut found = Closest::nowhere();
    find_closest(points, known, &mut found);
    found
}

/// The same, written to `found`: a result that is returned would be copied.
pub(crate) fn find_closest<V: Vector>(points: &[V], known: Known, found: &mut Closest<V>) {
    if !known.newest || V::DIM != 3 || newest::closest(points, found).is_none() {
        nearest::closest(points, known, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, Vec3};

    #[test]
    fn regions_of_a_triangle_in_space() {
        let shift = |x: f64, y: f64| {
            [
                DVec3::new(-1.0 + x, -1.0 + y, 2.0),
                DVec3::new(1.0 + x, -1.0 + y, 2.0),
                DVec3::new(x, 1.0 + y, 2.0),
            ]
        };
        let face = closest(&shift(0.0, 0.0), Known::default());
        assert!((face.point - DVec3::new(0.0, 0.0, 2.0)).length() < 1e-15);
        assert_eq!(face.direction, DVec3::new(0.0, 0.0, 2.0));
        let side = closest(&shift(0.0, 3.0), Known::default());
        assert_eq!(side.point, DVec3::new(0.0, 2.0, 2.0));
        assert_eq!(side.weights, [0.5, 0.5, 0.0, 0.0]);
        let corner = closest(&shift(5.0, 3.0), Known::default());
        assert_eq!(corner.point, DVec3::new(4.0, 2.0, 2.0));
    }

    #[test]
    fn full_simplices_hold_the_origin_or_not() {
        let plane = [DVec2::new(-1.0, -1.0), DVec2::new(1.0, -1.0), DVec2::new(0.0, 1.0)];
        assert!(closest(&plane, Known::default()).inside);
        assert!(!closest(&plane, Known { apart: true, newest: false }).inside);
        let tetra = [
            DVec3::new(-1.0, -1.0, -1.0),
            DVec3::new(1.0, -1.0, -1.0),
            DVec3::new(0.0, 1.0, -1.0),
            DVec3::new(0.0, 0.0, 1.0),
        ];
        let held = closest(&tetra, Known::default());
        assert!(held.inside && held.point.length() < 1e-15);
        assert!((held.weights.iter().sum::<f64>() - 1.0).abs() < 1e-15);
        let moved = tetra.map(|p| p - DVec3::new(0.0, 0.0, 2.0));
        assert_eq!(closest(&moved, Known::default()).point, DVec3::new(0.0, 0.0, -1.0));
    }

    #[test]
    fn needles_keep_their_digits_in_f32() {
        // A triangle of 1:1e4 whose face, not edge, is nearest, under a hundred turns.
        for k in 0..100 {
            let (s, c) = libm::sincosf(k as f32 * 0.1);
            let turn = |x: f32, y: f32| Vec3::new(c * x - s * y, s * x + c * y, 1.0);
            let found =
                closest(&[turn(-0.5, -3e-5), turn(0.5, -3e-5), turn(0.1, 7e-5)], Known::default());
            assert!((found.point.length() - 1.0).abs() < 1e-6, "{found:?}");
            assert!(found.direction.x.abs() < 1e-3 && found.direction.y.abs() < 1e-3);
        }
    }
}
