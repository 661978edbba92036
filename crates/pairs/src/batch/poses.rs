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
//! The search is in [`crate::batch::polytopes::Polytopes`]. Its answers are those of single questions, to the last
//! bit, so it does not matter which rows are together.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::boxes::InSpace;
use super::columns::put;
use super::given::Batch;
use super::rows::Row;
use super::run::{Rest, indices};
use crate::batch::polytopes::Polytopes;
use crate::space::Pose;

/// For fewer rows with the same shapes, some lanes stay empty and single questions are about as fast:
/// `cargo bench -p clearance-benches --bench poses` compares them.
const FEWEST_DISTANCES: usize = 12;

/// The same for whether they touch: a single question takes a third of a distance.
const FEWEST_TOUCHES: usize = 32;

impl<V: InSpace> Batch<'_, V> {
    /// Answers the rows that can be searched together. Returns those that are left.
    pub(super) fn polytopes_touching(
        &self,
        range: &Range<usize>,
        rows: &Rest,
        intersects: &mut [bool],
    ) -> Rest {
        self.together(range, rows, FEWEST_TOUCHES, |shapes, same, rest| {
            shapes.intersects(same.iter().copied(), |i, touch| match touch {
                Some(touch) => put(intersects, i, touch),
                None => rest.push(i as u16),
            });
        })
    }

    /// The same for distances, in the precision of `f32`.
    pub(super) fn polytopes_distant(
        &self,
        range: &Range<usize>,
        rows: &Rest,
        distance: &mut [V::Scalar],
    ) -> Rest {
        self.together(range, rows, FEWEST_DISTANCES, |shapes, same, rest| {
            shapes.distances(same.iter().copied(), |i, found| match found {
                Some(found) => put(distance, i, found),
                None => rest.push(i as u16),
            });
        })
    }

    /// Passes rows with the same shapes, if there are at least `fewest`, to `ask`, which adds what it leaves
    /// open to the rest. There, too, rows with the same shapes follow each other.
    #[inline(always)]
    fn together<'r>(
        &'r self,
        range: &Range<usize>,
        rows: &Rest,
        fewest: usize,
        mut ask: impl FnMut(&Polytopes<'_>, &[Placed<'r, V>], &mut Rest),
    ) -> Rest {
        let (mut placed, mut rest) = (Vec::new(), Rest::with_capacity(rows.len()));
        let key = |row: usize| {
            let [[a, b], _] = self.pairs.indices(range.start + row);
            (a as u64) << 32 | b as u64
        };
        Lists::new(indices(rows).map(key).collect()).each(|same| {
            let start = rest.len();
            rest.extend(same.map(|at| rows[at]));
            let same = &rest[start..];
            let [indices, _] = self.pairs.indices(range.start + usize::from(same[0]));
            let [a, b] = indices.map(|shape| self.shapes.get(shape));
            let (Some(a), Some(b)) = (a, b) else { return };
            let shapes = if same.len() < fewest { None } else { Polytopes::new(a, b) };
            let Some(shapes) = shapes else { return };
            placed.clear();
            let mut left = 0;
            for at in start..rest.len() {
                let row = usize::from(rest[at]);
                match self.pairs.row(range.start + row, self.shapes, self.places) {
                    Ok(Row { places, .. }) => placed.push((row, places)),
                    Err(_) => {
                        rest[start + left] = rest[at];
                        left += 1;
                    }
                }
            }
            rest.truncate(start + left);
            ask(&shapes, &placed, &mut rest);
        });
        rest
    }
}

/// A row, from the part's start, and its poses.
type Placed<'r, V> = (usize, [&'r Pose<V>; 2]);

/// Rows in lists of the same shapes. A hash table, because sorting a row takes as long as lowering its shapes.
struct Lists {
    /// The first row of each list.
    firsts: Rest,
    /// The next row of the same list.
    next: Vec<u16>,
}

/// The end of a list.
const END: u16 = u16::MAX;

impl Lists {
    fn new(keys: Vec<u64>) -> Self {
        let slots = 2 * keys.len().next_power_of_two();
        let (mut table, mut next) = (vec![END; slots], vec![END; keys.len()]);
        let mut used = Vec::new();
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
        Self { firsts: used.iter().map(|slot| table[*slot]).collect(), next }
    }

    /// Passes the rows of each list.
    fn each(&self, mut pass: impl FnMut(&mut dyn Iterator<Item = usize>)) {
        for first in &self.firsts {
            let mut row = *first;
            pass(&mut core::iter::from_fn(|| {
                let at = usize::from(row);
                row = *self.next.get(at)?;
                Some(at)
            }));
        }
    }
}
