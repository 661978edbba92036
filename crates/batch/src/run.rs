//! The rows of a batch in parts: one after another, or on the threads of rayon.

use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::columns::Columns;
use crate::given::Batch;
use crate::rows::Outcome;
use clearance_geometry::Error;
use clearance_geometry::space::Vector;

/// The number of rows of a part at most: so many that rows with the same shapes meet in it, in whatever
/// order they are, and so few that the rows of a part are counted in 16 bits.
const MOST: usize = 1 << 15;

/// The number of rows that a thread takes at a time at least: enough to make the distribution negligible.
#[cfg(feature = "rayon")]
const FEWEST: usize = 1 << 10;

/// Rows of a part, by index from its start.
pub(super) type Rest = Vec<u16>;

/// The same as indices of columns.
pub(super) fn indices(rows: &Rest) -> impl ExactSizeIterator<Item = usize> {
    rows.iter().map(|row| usize::from(*row))
}

impl<V: Vector, P: Clone + Sync> Batch<'_, V, P> {
    /// Passes the rows to `work` in parts, with their columns. `work` returns the number of rows without
    /// an answer, and so does this function, for all parts.
    pub(super) fn run<C: Columns>(
        &self,
        columns: C,
        work: impl Fn(Range<usize>, C) -> usize + Sync,
    ) -> Result<usize, Error> {
        let rows = self.pairs.len();
        columns.check(rows)?;
        let done = AtomicUsize::new(0);
        let counted = |(range, mut columns): (Range<usize>, C)| {
            let count = range.len();
            columns.outcomes().fill(Outcome::Answered);
            let without = work(range, columns);
            if let Some(progress) = self.progress {
                progress(done.fetch_add(count, Ordering::Relaxed) + count, rows);
            }
            without
        };
        let parts = Parts { columns: Some(columns), start: 0, rows, most: MOST };
        #[cfg(feature = "rayon")]
        if self.is_parallel {
            use rayon::iter::{IntoParallelIterator, ParallelIterator};
            // Some parts for each thread, which may take different times.
            let most = (rows / (4 * rayon::current_num_threads())).clamp(FEWEST, MOST);
            let parts: Vec<_> = Parts { most, ..parts }.collect();
            return Ok(parts.into_par_iter().map(counted).sum());
        }
        debug_assert!(!self.is_parallel, "there are no threads without the feature");
        Ok(parts.map(counted).sum())
    }
}

/// Parts of all rows, with their columns.
struct Parts<C> {
    columns: Option<C>,
    start: usize,
    rows: usize,
    /// The number of rows of a part.
    most: usize,
}

impl<C: Columns> Iterator for Parts<C> {
    type Item = (Range<usize>, C);
    fn next(&mut self) -> Option<Self::Item> {
        let count = self.most.min(self.rows - self.start);
        let columns = self.columns.take().filter(|_| count > 0)?;
        let (first, rest) = columns.split(count);
        let range = self.start..self.start + count;
        (self.columns, self.start) = (Some(rest), range.end);
        Some((range, first))
    }
}
