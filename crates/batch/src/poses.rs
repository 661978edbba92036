//! Polytopes at many poses: whether they touch, and distances. Rows with the same shapes are searched
//! together.
//!
//! ```text
//!   row  shapes            in lists of the same shapes
//!    0    3, 4             3, 4:  rows 0, 2, 3, ..   one search for all of them
//!    1    5, 3      -->    5, 3:  row 1              few: single questions
//!    2    3, 4             ..
//!    3    3, 4
//! ```
//!
//! The search is in [`crate::polytopes::Polytopes`]. Its answers are those of single questions, to the last
//! bit, so it does not matter which rows are together.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::boxes::InSpace;
use crate::given::Batch;
use crate::polytopes::Polytopes;
use crate::run::{Rest, indices};
use clearance_geometry::shape::{ConvexShape, Shape};
use clearance_geometry::space::Vector;
use clearance_pairs::answers::Outcome;
use clearance_pairs::solution::{Ask, Bounds};

/// For fewer rows with the same shapes, some lanes stay empty and single questions are about as fast:
/// `cargo bench -p clearance-benches --bench poses` compares them.
const FEWEST_DISTANCES: usize = 12;

/// The same for whether they touch: a single question takes a third of a distance.
const FEWEST_TOUCHES: usize = 32;

impl<V: InSpace> Batch<'_, V> {
    /// Passes the answers of rows that can be searched together to `answer`: the bounds of the clearance, or in the
    /// precision of `f32` of the distance. Returns the rows that are left, those with the same shapes after each
    /// other. All rows can be asked.
    pub(super) fn polytopes(
        &self,
        range: &Range<usize>,
        rows: Rest,
        ask: Ask,
        mut answer: impl FnMut(usize, Outcome<Bounds>),
    ) -> Rest {
        let fewest = if ask == Ask::Distance { FEWEST_DISTANCES } else { FEWEST_TOUCHES };
        if !self.may_meet_again(range, &rows, fewest) {
            return rows;
        }
        let (mut placed, mut rest) = (Vec::new(), Rest::with_capacity(rows.len()));
        let key = |row: usize| {
            let [[a, b], _] = self.pairs.indices(range.start + row);
            (a as u64) << 32 | b as u64
        };
        let (firsts, next) = lists(&indices(&rows).map(key).collect::<Vec<_>>());
        for first in firsts {
            let (start, mut at) = (rest.len(), usize::from(first));
            while let Some(next) = next.get(at) {
                rest.push(rows[at]);
                at = usize::from(*next);
            }
            let same = &rest[start..];
            let [indices, _] = self.pairs.indices(range.start + usize::from(same[0]));
            let [a, b] = indices.map(|shape| self.shapes.get(shape));
            let shapes = a.zip(b).filter(|_| same.len() >= fewest);
            let Some(shapes) = shapes.and_then(|(a, b)| Polytopes::new(a, b)) else { continue };
            let poses = same.iter().filter_map(|row| {
                let [_, at] = self.pairs.indices(range.start + usize::from(*row));
                let [at_a, at_b] = at.map(|at| self.places.get(at));
                Some((usize::from(*row), [at_a?, at_b?]))
            });
            placed.clear();
            placed.extend(poses);
            rest.truncate(start);
            shapes.ask(ask, &placed, &mut |i, found| match found {
                Outcome::Near | Outcome::Open => rest.push(i as u16),
                found => answer(i, found),
            });
        }
        rest
    }

    /// May so many rows have the same polytopes? Not if fewer have the same A.
    fn may_meet_again(&self, range: &Range<usize>, rows: &Rest, fewest: usize) -> bool {
        if rows.len() < fewest {
            return false;
        }
        // 0 for what is no polytope, so that its rows do not count.
        let mut left: Vec<u16> = self
            .shapes
            .iter()
            .map(|shape| if is_polytope(shape) { fewest as u16 } else { 0 })
            .collect();
        rows.iter().any(|row| {
            let [[a, _], _] = self.pairs.indices(range.start + usize::from(*row));
            let Some(left) = left.get_mut(a).filter(|left| **left > 0) else { return false };
            *left -= 1;
            *left == 0
        })
    }
}

/// Is the shape one of those that are searched together?
fn is_polytope<V: Vector>(shape: &Shape<V>) -> bool {
    use ConvexShape::{Facet, Hull, Triangle};
    let Shape::Convex(shape) = shape else { return false };
    matches!(shape.inner(), Facet(_) | Hull(_) | Triangle(_))
}

/// The end of a list.
const END: u16 = u16::MAX;

/// Rows in lists of the same keys: the first row of each list, and for each row the next of its list. By a hash
/// table, because sorting a row takes as long as lowering its shapes.
fn lists(keys: &[u64]) -> (Rest, Vec<u16>) {
    let slots = 2 * keys.len().next_power_of_two();
    let (mut table, mut next) = (vec![END; slots], vec![END; keys.len()]);
    let mut used = Vec::with_capacity(keys.len());
    for (row, key) in keys.iter().enumerate().rev() {
        // The golden ratio spreads neighbours over the table.
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - slots.trailing_zeros());
        let mut slot = hash as usize;
        while table[slot] != END && keys[usize::from(table[slot])] != *key {
            slot = (slot + 1) % slots;
        }
        if table[slot] == END {
            used.push(slot);
        }
        next[row] = table[slot];
        table[slot] = row as u16;
    }
    (used.iter().map(|slot| table[*slot]).collect(), next)
}
