//! The rows of a batch in parts: one after another, or on the threads of rayon.

use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::columns::Columns;
use super::given::Batch;
use crate::Error;
use crate::space::Vector;

/// The number of rows that a thread takes at a time: enough to make the distribution negligible.
pub(super) const PART: usize = 1024;

impl<V: Vector, P: Sync> Batch<'_, V, P> {
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
        let counted = |(range, columns): (Range<usize>, C)| {
            let count = range.len();
            let without = work(range, columns);
            if let Some(progress) = self.progress {
                progress(done.fetch_add(count, Ordering::Relaxed) + count, rows);
            }
            without
        };
        let parts = Parts { columns: Some(columns), start: 0, rows };
        #[cfg(feature = "rayon")]
        if self.is_parallel {
            use rayon::iter::{IntoParallelIterator, ParallelIterator};
            let parts: alloc::vec::Vec<_> = parts.collect();
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
}

impl<C: Columns> Iterator for Parts<C> {
    type Item = (Range<usize>, C);
    fn next(&mut self) -> Option<Self::Item> {
        let count = PART.min(self.rows - self.start);
        let columns = self.columns.take().filter(|_| count > 0)?;
        let (first, rest) = columns.split(count);
        let range = self.start..self.start + count;
        (self.columns, self.start) = (Some(rest), range.end);
        Some((range, first))
    }
}
