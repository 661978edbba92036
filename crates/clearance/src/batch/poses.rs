//! Polytopes at many poses: whether they touch, and distances. Rows with the same shapes are searched
//! together.
//!
//! ```text
//!   row  shapes            sorted by shapes
//!    0    3, 4             3, 4:  rows 0, 2, 3, ..   one search for all of them
//!    1    5, 3      -->    5, 3:  row 1              few: single questions
//!    2    3, 4             ..
//!    3    3, 4
//! ```
//!
//! The search is in [`crate::pair::Polytopes`]. Its answers are those of single questions, to the last
//! bit, so it does not matter which rows are together.

use core::ops::Range;

use arrayvec::ArrayVec;

use super::boxes::{InSpace, Rest};
use super::columns::put;
use super::given::Batch;
use super::rows::Row;
use super::run::PART;
use crate::pair::Polytopes;
use crate::shape::{ConvexShape, Shape};
use crate::space::{Pose, Vector};

/// For fewer rows with the same shapes, some lanes stay empty and single questions are about as fast:
/// `cargo bench -p clearance-benches --bench poses` compares them.
const FEWEST_DISTANCES: usize = 12;

/// The same for whether they touch: a single question takes a third of a distance.
const FEWEST_TOUCHES: usize = 32;

/// A row that may be searched together with others.
struct Candidate<'b, V: Vector> {
    /// The indices of its shapes.
    shapes: [usize; 2],
    /// The index of the row, from the part's start.
    row: usize,
    poses: [&'b Pose<V>; 2],
}

impl<V: InSpace> Batch<'_, V> {
    /// Answers the rows that can be searched together. Returns those that are left.
    pub(super) fn polytopes_touching(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        intersects: &mut [bool],
    ) -> Rest {
        self.together(range, rows, FEWEST_TOUCHES, |shapes, same, rest| {
            shapes.intersects(placed(same), |i, touch| match touch {
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
        self.together(range, rows, FEWEST_DISTANCES, |shapes, same, rest| {
            shapes.distances(placed(same), |i, found| match found {
                Some(found) => put(distance, i, found),
                None => rest.push(i as u16),
            });
        })
    }

    /// Passes rows with the same shapes, if there are at least `fewest`, to `ask`, which adds what it leaves
    /// open to the rest.
    #[inline(always)]
    fn together(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        fewest: usize,
        mut ask: impl FnMut(&Polytopes<'_>, &[Candidate<'_, V>], &mut Rest),
    ) -> Rest {
        let (mut sorted, mut rest) = (ArrayVec::<_, PART>::new(), Rest::new());
        for row in rows {
            match self.candidate(range.start, row) {
                Some(candidate) => sorted.push(candidate),
                None => rest.push(row as u16),
            }
        }
        if !sorted.is_sorted_by_key(|candidate| candidate.shapes) {
            sorted.sort_unstable_by_key(|candidate| (candidate.shapes, candidate.row));
        }
        for same in sorted.chunk_by(|one, other| one.shapes == other.shapes) {
            let [a, b] = same[0].shapes.map(|index| &self.shapes[index]);
            match if same.len() < fewest { None } else { Polytopes::new(a, b) } {
                Some(shapes) => ask(&shapes, same, &mut rest),
                None => rest.extend(same.iter().map(|candidate| candidate.row as u16)),
            }
        }
        rest
    }

    /// The row, if it can be asked and if its shapes may be polytopes.
    #[inline(always)]
    fn candidate(&self, start: usize, row: usize) -> Option<Candidate<'_, V>> {
        let found = self.pairs.row(start + row, self.shapes, self.places).ok()?;
        let [shapes, _] = self.pairs.indices(start + row);
        let Row { shapes: both, places: poses } = found;
        both.into_iter().any(is_polytope).then_some(Candidate { shapes, row, poses })
    }
}

/// The rows and poses, as the search takes them.
fn placed<'s, 'b, V: Vector>(
    same: &'s [Candidate<'b, V>],
) -> impl Iterator<Item = (usize, [&'b Pose<V>; 2])> + use<'s, 'b, V> {
    same.iter().map(|candidate| (candidate.row, candidate.poses))
}

fn is_polytope<V: Vector>(shape: &Shape<V>) -> bool {
    match shape {
        Shape::Convex(rounded) => {
            matches!(rounded.inner(), ConvexShape::Hull(_) | ConvexShape::Triangle(_))
        }
        Shape::HalfSpace(_) => false,
    }
}
