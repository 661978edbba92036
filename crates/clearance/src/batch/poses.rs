//! Polytopes at many poses: whether they touch, and distances. Rows with the same shapes are searched
//! together.
//!
//! ```text
//!   row  shapes            sorted by shapes
//!    0    3, 4             3, 4:  rows 0, 2, 3, ..   one search for all of them
//!    1    5, 3      -->    5, 3:  row 1              fewer than FEWEST: single questions
//!    2    3, 4             ..
//!    3    3, 4
//! ```
//!
//! The search is in [`crate::pair::Polytopes`]. Its answers are those of single questions, to the last
//! bit, so it does not matter which rows are together.

use core::ops::Range;

use super::boxes::{InSpace, Rest};
use super::columns::put;
use super::given::Batch;
use super::rows::Row;
use super::run::PART;
use crate::pair::Polytopes;
use crate::shape::{ConvexShape, Shape};
use crate::space::{Pose, Vector};
use arrayvec::ArrayVec;

/// For fewer rows with the same shapes, single questions are about as fast: with 12 rows, lanes take 0.65
/// times as long for hulls of 16 vertices, and 1.15 times for hulls of 256.
const FEWEST: usize = 12;

/// A row that may be searched together with others: the indices of its shapes, and its own.
type Sorted = ArrayVec<([u32; 2], u16), PART>;

impl<V: InSpace> Batch<'_, V> {
    /// Answers the rows that can be searched together. Returns those that are left.
    pub(super) fn polytopes_touching(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        intersects: &mut [bool],
    ) -> Rest {
        self.together(range, rows, |shapes, same, rest| {
            shapes.intersects(same, |i, touch| match touch {
                Some(touch) => put(intersects, i, touch),
                None => rest.push(i as u16),
            });
        })
    }

    /// The same for distances, in the precision of `f32`.
    pub(super) fn polytopes_distant(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        distance: &mut [V::Scalar],
    ) -> Rest {
        self.together(range, rows, |shapes, same, rest| {
            shapes.distances(same, |i, found| match found {
                Some(found) => put(distance, i, found),
                None => rest.push(i as u16),
            });
        })
    }

    /// Passes rows with the same shapes to `ask`, which adds what it leaves open to the rest.
    #[inline(always)]
    fn together<'s>(
        &'s self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        mut ask: impl FnMut(&Polytopes<'_>, Same<'_, 's, V>, &mut Rest),
    ) -> Rest {
        let (mut sorted, mut rest) = (Sorted::new(), Rest::new());
        for i in rows {
            match self.polytopes(range.start + i) {
                Some(shapes) => sorted.push((shapes, i as u16)),
                None => rest.push(i as u16),
            }
        }
        if !sorted.is_sorted() {
            sorted.sort_unstable();
        }
        for same in sorted.chunk_by(|(one, _), (other, _)| one == other) {
            let [a, b] = same[0].0.map(|index| &self.shapes[index as usize]);
            match if same.len() < FEWEST { None } else { Polytopes::new(a, b) } {
                Some(shapes) => {
                    let (batch, start, rows) = (self, range.start, same.iter());
                    ask(&shapes, Same { batch, start, rows }, &mut rest);
                }
                None => rest.extend(same.iter().map(|(_, i)| *i)),
            }
        }
        rest
    }

    /// The indices of the shapes of a row, if it can be asked and if they may be polytopes.
    #[inline(always)]
    fn polytopes(&self, row: usize) -> Option<[u32; 2]> {
        let Row { shapes, .. } = self.row(row)?;
        if !shapes.into_iter().any(is_polytope) {
            return None;
        }
        let [indices, _] = self.pairs.indices(row);
        Some(indices.map(|index| index as u32))
    }

    #[inline(always)]
    fn row(&self, row: usize) -> Option<Row<'_, V, Pose<V>>> {
        self.pairs.row(row, self.shapes, self.places).ok()
    }
}

/// Rows with the same shapes, and their poses.
struct Same<'r, 's, V: Vector> {
    batch: &'s Batch<'s, V>,
    start: usize,
    rows: core::slice::Iter<'r, ([u32; 2], u16)>,
}

impl<'s, V: InSpace> Iterator for Same<'_, 's, V> {
    type Item = (usize, [&'s Pose<V>; 2]);
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let i = usize::from(self.rows.next()?.1);
        Some((i, self.batch.row(self.start + i)?.places))
    }
}

fn is_polytope<V: Vector>(shape: &Shape<V>) -> bool {
    match shape {
        Shape::Convex(rounded) => {
            matches!(rounded.inner(), ConvexShape::Hull(_) | ConvexShape::Triangle(_))
        }
        Shape::HalfSpace(_) => false,
    }
}
