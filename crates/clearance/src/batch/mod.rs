//! Batches: one question about many pairs in one call, the answers in columns.
//!
//! ```text
//!   shapes: [box, ball, ..]     pairs, a row each:       columns, filled by the batch:
//!   poses:  [pose, pose, ..]      row 0: (0, 1)            row 0: intersects, outcome
//!                                 row 1: (0, 2)            row 1: intersects, outcome
//! ```
//!
//! - **The caller owns the memory.** Columns are slices of the caller's, one entry a row (structure of
//!   arrays), so that other languages can hand over arrays of theirs. An empty column is not filled.
//! - **A row that cannot be asked loses no other.** Each row has an [`Outcome`]. A row without an answer
//!   gets what proves nothing: the shapes may touch.
//! - **Answers are those of single questions.** Rows are asked as [`Query`] and [`Cast`] would be, or by
//!   kernels for many pairs at once, for which the file of each says what holds. The bits depend neither
//!   on the number of threads, nor on the width of the registers, nor on the other rows.
//!
//! ```
//! use clearance::batch::{self, Booleans, Outcome, Pairs};
//! use clearance::d3::{Cuboid, Pose, Shape, Sphere, Vec3};
//!
//! let shapes: [Shape; 3] = [Cuboid::new(Vec3::ONE)?.into(), Sphere::new(1.0)?.into(), Sphere::new(2.0)?.into()];
//! let poses = [0.0, 1.5, 9.0].map(|x| Pose::at(Vec3::new(x, 0.0, 0.0)).unwrap());
//! let pairs = [[0, 1], [0, 2], [0, 7]];
//!
//! let (mut intersects, mut outcomes) = ([false; 3], [Outcome::default(); 3]);
//! let mut columns = Booleans { intersects: &mut intersects, outcome: &mut outcomes };
//! let without = batch::intersects(&shapes, &poses, Pairs::Bodies(&pairs), &mut columns)?;
//! assert_eq!(intersects, [true, false, true]);
//! assert_eq!((without, outcomes[2]), (1, Outcome::NoShape)); // there is no body 7
//! # Ok::<(), clearance::Error>(())
//! ```

mod boxes;
mod boxes_clearance;
mod columns;
mod rows;
mod run;
#[cfg(all(test, feature = "std"))]
mod tests;

use core::marker::PhantomData;
use core::ops::Range;

use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::Error;
use crate::answer::{Impact, ImpactStatus, Status};
use crate::number::Scalar;
use crate::number::simd::widest_for_many;
use crate::pair::entry::entry_points;
use crate::pair::{Cast, Query, Scratch};
use crate::shape::Shape;
use crate::space::{EntryPoint, Pose, Sweep, Vector};

pub use columns::{Booleans, Casts, Clearances, Contacts, Distances, points_per_row};
pub use rows::{Outcome, Pairs};

use boxes::{InSpace, Rest, Touching, Verdict};
use boxes_clearance::{Apart, Beside};
use columns::put;
use rows::{Place, Row};
use run::PART;

/// Do the shapes of each pair touch or overlap? As [`crate::intersects`], a row for each pair. Gives the
/// number of rows without an answer.
///
/// # Errors
/// A column that is neither empty nor has an entry for each row. No row is asked then.
pub fn intersects<V: Vector>(
    shapes: &[Shape<V>],
    poses: &[Pose<V>],
    pairs: Pairs<'_>,
    columns: &mut Booleans<'_>,
) -> Result<usize, Error> {
    Batch::new(shapes, poses, pairs).intersects(columns)
}

/// The distance of each pair; 0 where the shapes touch or overlap, and for a row without an answer. As
/// [`crate::distance`], a row for each pair, and much faster than [`clearance`], which finds the depth of what
/// overlaps, points and a normal. Gives the number of rows without an answer.
///
/// ```
/// use clearance::batch::{self, Distances, Pairs};
/// use clearance::d3::{Cuboid, Pose, Shape, Vec3};
///
/// let shapes: [Shape; 2] = [Cuboid::new(Vec3::ONE)?.into(), Cuboid::new(Vec3::splat(0.5))?.into()];
/// let poses = [0.0, 1.0, 3.0].map(|x| Pose::at(Vec3::new(x, 0.0, 0.0)).unwrap());
/// let pairs = Pairs::Poses { shapes: [0, 1], pose_a: 0, poses_b: 1..3 };
///
/// let mut distances = [9.0; 2];
/// let mut columns = Distances { distance: &mut distances, ..Default::default() };
/// batch::distance(&shapes, &poses, pairs, &mut columns)?;
/// assert_eq!(distances, [0.0, 1.5]);
/// # Ok::<(), clearance::Error>(())
/// ```
///
/// # Errors
/// As [`intersects`].
pub fn distance<V: Vector>(
    shapes: &[Shape<V>],
    poses: &[Pose<V>],
    pairs: Pairs<'_>,
    columns: &mut Distances<'_, V>,
) -> Result<usize, Error> {
    Batch::new(shapes, poses, pairs).distance(columns)
}

/// The signed clearance of each pair. As [`crate::clearance`], a row for each pair. Gives the number of
/// rows without an answer.
///
/// ```
/// use clearance::batch::{self, Clearances, Pairs};
/// use clearance::d3::{Cuboid, Pose, Shape, Vec3};
///
/// // One pair of shapes, and many poses of the second.
/// let shapes: [Shape; 2] = [Cuboid::new(Vec3::ONE)?.into(), Cuboid::new(Vec3::splat(0.5))?.into()];
/// let poses = [0.0, 2.0, 3.0, 4.0].map(|x| Pose::at(Vec3::new(x, 0.0, 0.0)).unwrap());
/// let pairs = Pairs::Poses { shapes: [0, 1], pose_a: 0, poses_b: 1..4 };
///
/// let mut distances = [0.0; 3];
/// let mut columns = Clearances { signed_distance: &mut distances, ..Default::default() };
/// batch::clearance(&shapes, &poses, pairs, &mut columns)?;
/// assert_eq!(distances, [0.5, 1.5, 2.5]);
/// # Ok::<(), clearance::Error>(())
/// ```
///
/// # Errors
/// As [`intersects`].
pub fn clearance<V: Vector>(
    shapes: &[Shape<V>],
    poses: &[Pose<V>],
    pairs: Pairs<'_>,
    columns: &mut Clearances<'_, V>,
) -> Result<usize, Error> {
    Batch::new(shapes, poses, pairs).clearance(columns)
}

/// Where the shapes of each pair touch, or come as near as `margin`. As [`crate::contact_manifold`], a row
/// for each pair. Gives the number of rows without an answer.
///
/// ```
/// use clearance::batch::{self, Contacts, Pairs};
/// use clearance::d3::{Cuboid, Pose, Shape, Vec3};
///
/// let shapes: [Shape; 2] = [Cuboid::new(Vec3::ONE)?.into(), Cuboid::new(Vec3::splat(0.5))?.into()];
/// let poses = [0.0, 1.5, 3.0].map(|x| Pose::at(Vec3::new(x, 0.0, 0.0)).unwrap());
/// let pairs = Pairs::Placed(&[[0, 0, 1, 1], [0, 0, 1, 2]]);
///
/// let (mut counts, mut separations) = ([0; 2], [0.0; 2 * 4]);
/// let mut columns =
///     Contacts { count: &mut counts, separation: &mut separations, ..Default::default() };
/// batch::contacts(&shapes, &poses, pairs, 0.1, &mut columns)?;
/// assert_eq!((counts, separations), ([4, 0], [0.0; 8]));
/// # Ok::<(), clearance::Error>(())
/// ```
///
/// # Errors
/// As [`intersects`]; a margin that is NaN.
pub fn contacts<V: Vector>(
    shapes: &[Shape<V>],
    poses: &[Pose<V>],
    pairs: Pairs<'_>,
    margin: V::Scalar,
    columns: &mut Contacts<'_, V>,
) -> Result<usize, Error> {
    Batch::new(shapes, poses, pairs).contacts(margin, columns)
}

/// When the moving shapes of each pair first touch, from time 0 to `tmax`, which may be infinite. As
/// [`crate::time_of_impact`], a row for each pair. Gives the number of rows without an answer.
///
/// ```
/// use clearance::batch::{self, Casts, Pairs};
/// use clearance::d3::{Cuboid, Pose, Shape, Sweep, Vec3};
///
/// let shapes: [Shape; 2] = [Cuboid::new(Vec3::ONE)?.into(), Cuboid::new(Vec3::splat(0.5))?.into()];
/// let at = |x: f32| Pose::at(Vec3::new(x, 0.0, 0.0)).unwrap();
/// let sweeps = [Sweep::at_rest(&at(0.0)), Sweep::linear(&at(4.5), -Vec3::X)?];
///
/// let mut times = [0.0];
/// let mut columns = Casts { time: &mut times, ..Default::default() };
/// batch::casts(&shapes, &sweeps, Pairs::Bodies(&[[0, 1]]), 9.0, &mut columns)?;
/// assert_eq!(times, [3.0]);
/// # Ok::<(), clearance::Error>(())
/// ```
///
/// # Errors
/// As [`intersects`]; a time that is NaN or negative.
pub fn casts<V: Vector>(
    shapes: &[Shape<V>],
    sweeps: &[Sweep<V>],
    pairs: Pairs<'_>,
    tmax: V::Scalar,
    columns: &mut Casts<'_, V>,
) -> Result<usize, Error> {
    Batch::new(shapes, sweeps, pairs).casts(tmax, columns)
}

/// A batch, to be asked with options: the shapes, where they stand or how they move, and which pairs.
///
/// ```
/// use clearance::batch::{Batch, Booleans, Pairs};
/// use clearance::d3::{Pose, Shape, Sphere, Vec3};
/// use core::sync::atomic::{AtomicUsize, Ordering};
///
/// let shapes = [Shape::from(Sphere::new(1.0)?), Shape::from(Sphere::new(1.0)?)];
/// let poses: Vec<Pose> = (0..5001).map(|i| Pose::at(Vec3::X * i as f32 * 1e-3).unwrap()).collect();
/// let pairs = Pairs::Poses { shapes: [0, 1], pose_a: 0, poses_b: 1..5001 };
///
/// let (mut intersects, last) = ([false; 5000], AtomicUsize::new(0));
/// let seen = |done, _all| last.store(done, Ordering::Relaxed);
/// let batch = Batch::new(&shapes, &poses, pairs).progress(&seen);
/// batch.intersects(&mut Booleans { intersects: &mut intersects, ..Default::default() })?;
/// assert_eq!(intersects.iter().filter(|touch| **touch).count(), 2000);
/// assert_eq!(last.into_inner(), 5000);
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone)]
pub struct Batch<'b, V: Vector, P = Pose<V>> {
    shapes: &'b [Shape<V>],
    places: &'b [P],
    pairs: Pairs<'b>,
    progress: Option<&'b (dyn Fn(usize, usize) + Sync)>,
    is_parallel: bool,
}

impl<'b, V: Vector, P> Batch<'b, V, P> {
    /// Shapes, their poses (for casts their sweeps), and the pairs that are asked about.
    pub fn new(shapes: &'b [Shape<V>], places: &'b [P], pairs: Pairs<'b>) -> Self {
        Self { shapes, places, pairs, progress: None, is_parallel: false }
    }
    /// Tells `progress`, every thousand rows or so, how many rows are done, and of how many. With threads it
    /// is called on any of them, and a smaller number may come after a larger one.
    pub fn progress(mut self, progress: &'b (dyn Fn(usize, usize) + Sync)) -> Self {
        self.progress = Some(progress);
        self
    }
    /// Asks on the threads of rayon's pool: that of the [`rayon::ThreadPool::install`] around the call, or
    /// else the global one. The answers are the same, to the last bit.
    #[cfg(feature = "rayon")]
    pub fn parallel(mut self) -> Self {
        self.is_parallel = true;
        self
    }
}

impl<V: Vector> Batch<'_, V> {
    /// See [`intersects`].
    ///
    /// # Errors
    /// See [`intersects`].
    pub fn intersects(&self, columns: &mut Booleans<'_>) -> Result<usize, Error> {
        V::enter::<BooleansEntry<'_, '_>>((self, columns.all()))
    }
    /// See [`distance()`].
    ///
    /// # Errors
    /// See [`distance()`].
    pub fn distance(&self, columns: &mut Distances<'_, V>) -> Result<usize, Error> {
        V::enter::<DistancesEntry<'_, '_>>((self, columns.all()))
    }
    /// See [`clearance`].
    ///
    /// # Errors
    /// See [`clearance`].
    pub fn clearance(&self, columns: &mut Clearances<'_, V>) -> Result<usize, Error> {
        V::enter::<ClearancesEntry<'_, '_>>((self, columns.all()))
    }
    /// See [`contacts`].
    ///
    /// # Errors
    /// See [`contacts`].
    pub fn contacts(
        &self,
        margin: V::Scalar,
        columns: &mut Contacts<'_, V>,
    ) -> Result<usize, Error> {
        Error::not_nan("margin", margin)?;
        V::enter::<ContactsEntry<'_, '_>>((self, margin, columns.all()))
    }
}

impl<V: Vector> Batch<'_, V, Sweep<V>> {
    /// See [`casts`].
    ///
    /// # Errors
    /// See [`casts`].
    pub fn casts(&self, tmax: V::Scalar, columns: &mut Casts<'_, V>) -> Result<usize, Error> {
        V::enter::<CastsEntry<'_, '_>>((self, tmax, columns.all()))
    }
}

/// Entry points with kernels for boxes in space.
macro_rules! with_kernels {
    ($name:ident($($option:ident: $type:ty,)?), $columns:ty, $plane:ident, $space_f32:ident, $space_f64:ident) => {
        struct $name<'x, 'b>(PhantomData<&'x &'b ()>);

        impl<'x, 'b: 'x> EntryPoint for $name<'x, 'b> {
            type Given<V: Vector> = (&'x Batch<'b, V>, $($type,)? $columns);
            type Answer<V: Vector> = Result<usize, Error>;
            #[inline(never)]
            fn plane_f32((batch, $($option,)? columns): Self::Given<Vec2>) -> Self::Answer<Vec2> {
                batch.run(columns, |range, columns| batch.$plane(range, $($option,)? columns))
            }
            #[inline(never)]
            fn plane_f64((batch, $($option,)? columns): Self::Given<DVec2>) -> Self::Answer<DVec2> {
                batch.run(columns, |range, columns| batch.$plane(range, $($option,)? columns))
            }
            #[inline(never)]
            fn space_f32((batch, $($option,)? columns): Self::Given<Vec3>) -> Self::Answer<Vec3> {
                batch.run(columns, |range, columns| batch.$space_f32(range, $($option,)? columns))
            }
            #[inline(never)]
            fn space_f64((batch, $($option,)? columns): Self::Given<DVec3>) -> Self::Answer<DVec3> {
                batch.run(columns, |range, columns| batch.$space_f64(range, $($option,)? columns))
            }
        }
    };
}
with_kernels!(BooleansEntry(), Booleans<'x>, touching, touching_in_space, touching_in_space);
with_kernels!(DistancesEntry(), Distances<'x, V>, distant, distant_in_space, distant);
with_kernels!(ClearancesEntry(), Clearances<'x, V>, apart, apart_in_space, apart);
with_kernels!(ContactsEntry(margin: V::Scalar,), Contacts<'x, V>, met, met_in_space, met_in_space);

entry_points! {
    CastsEntry<'x, 'b: 'x>(asked: (&'x Batch<'b, V, Sweep<V>>, V::Scalar, Casts<'x, V>)) -> Result<usize, Error> {
        let (batch, tmax, columns) = asked;
        Error::not_nan("tmax", tmax)?;
        if tmax < Scalar::ZERO {
            return Err(Error::Negative { what: "tmax", value: tmax.to_f64() });
        }
        batch.run(columns, |range, columns| batch.cast(range, tmax, columns))
    }
}

impl<V: Vector, P: Place> Batch<'_, V, P> {
    /// Asks row by row the rows of a part that are named, counted from its start. `answer` writes to the
    /// columns, also for a row that cannot be asked. Counts those.
    fn each(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        outcomes: &mut [Outcome],
        mut answer: impl FnMut(usize, Option<Row<'_, V, P>>, &mut Scratch<V::Wide>),
    ) -> usize {
        let (mut scratch, mut without) = (Scratch::default(), 0);
        for i in rows {
            let found = self.pairs.row(range.start + i, self.shapes, self.places);
            let outcome = found.as_ref().err().copied().unwrap_or_default();
            without += usize::from(found.is_err());
            put(outcomes, i, outcome);
            answer(i, found.ok(), &mut scratch);
        }
        without
    }
}

impl<V: Vector> Batch<'_, V> {
    fn touching(&self, range: Range<usize>, columns: Booleans<'_>) -> usize {
        let Booleans { intersects, outcome } = columns;
        self.touching_alone(&range, 0..range.len(), intersects, outcome)
    }

    fn touching_alone(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        intersects: &mut [bool],
        outcome: &mut [Outcome],
    ) -> usize {
        self.each(range, rows, outcome, |i, row, scratch| {
            let touch = row.is_none_or(|row| row.query().scratch(scratch).intersects());
            put(intersects, i, touch);
        })
    }

    fn distant(&self, range: Range<usize>, columns: Distances<'_, V>) -> usize {
        let Distances { distance, outcome } = columns;
        self.distant_alone(&range, 0..range.len(), distance, outcome)
    }

    fn distant_alone(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        distance: &mut [V::Scalar],
        outcome: &mut [Outcome],
    ) -> usize {
        self.each(range, rows, outcome, |i, row, scratch| {
            let found = row.map_or(Scalar::ZERO, |row| row.query().scratch(scratch).distance());
            put(distance, i, found);
        })
    }

    fn apart(&self, range: Range<usize>, mut columns: Clearances<'_, V>) -> usize {
        self.apart_alone(&range, 0..range.len(), &mut columns)
    }

    fn apart_alone(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        columns: &mut Clearances<'_, V>,
    ) -> usize {
        let outcome = core::mem::take(&mut columns.outcome);
        self.each(range, rows, outcome, |i, row, scratch| match row {
            Some(row) => columns.fill(i, &row.query().scratch(scratch).clearance()),
            None => columns.fill_without(i),
        })
    }

    fn met(&self, range: Range<usize>, margin: V::Scalar, mut columns: Contacts<'_, V>) -> usize {
        self.met_alone(&range, 0..range.len(), margin, &mut columns)
    }

    fn met_alone(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        margin: V::Scalar,
        columns: &mut Contacts<'_, V>,
    ) -> usize {
        let outcome = core::mem::take(&mut columns.outcome);
        self.each(range, rows, outcome, |i, row, scratch| {
            let found = row.and_then(|row| row.query().scratch(scratch).manifold(margin));
            columns.fill(i, found.as_ref());
        })
    }
}

impl<V: InSpace> Batch<'_, V> {
    /// What the lanes of `f32` know of the boxes of a part; gaps up to the limit are none.
    fn sift(&self, range: &Range<usize>, limit: f32) -> [Verdict; PART] {
        let mut all = [Verdict::Open; PART];
        let (batch, range, verdicts) = (self, range.clone(), &mut all[..]);
        widest_for_many(Touching { batch, range, limit, verdicts });
        all
    }

    /// Boxes many at once, and then the rest.
    fn touching_in_space(&self, range: Range<usize>, columns: Booleans<'_>) -> usize {
        let Booleans { intersects, outcome } = columns;
        let verdicts = &self.sift(&range, 0.0)[..range.len()];
        for (touch, verdict) in intersects.iter_mut().zip(verdicts) {
            *touch = *verdict != Verdict::Apart;
        }
        outcome.fill(Outcome::Answered);
        let rows = (0..range.len()).filter(|i| verdicts[*i] == Verdict::Open);
        self.touching_alone(&range, rows, intersects, outcome)
    }
}

impl<V: InSpace> Batch<'_, V> {
    /// Boxes that are farther apart than the margin many at once, and then the rest.
    fn met_in_space(
        &self,
        range: Range<usize>,
        margin: V::Scalar,
        mut columns: Contacts<'_, V>,
    ) -> usize {
        let limit = margin.max(Scalar::ZERO).to_f64() as f32;
        let verdicts = &self.sift(&range, limit)[..range.len()];
        let is_far = |i: &usize| verdicts[*i] == Verdict::Apart;
        (0..range.len()).filter(is_far).for_each(|i| columns.fill(i, None));
        columns.outcome.fill(Outcome::Answered);
        let rows = (0..range.len()).filter(|i| !is_far(i));
        self.met_alone(&range, rows, margin, &mut columns)
    }
}

impl Batch<'_, Vec3> {
    /// Boxes that overlap many at once, then those that are apart, and then the rest.
    fn distant_in_space(&self, range: Range<usize>, columns: Distances<'_, Vec3>) -> usize {
        let Distances { distance, outcome } = columns;
        let verdicts = &self.sift(&range, 0.0)[..range.len()];
        distance.fill(0.0);
        let rows = (0..range.len()).filter(|i| verdicts[*i] != Verdict::Touching);
        let found = &mut Clearances { signed_distance: &mut *distance, ..Default::default() };
        let rest = self.boxes_apart(&range, rows, found);
        outcome.fill(Outcome::Answered);
        let rest = rest.iter().map(|i| usize::from(*i));
        let without = self.distant_alone(&range, rest, distance, outcome);
        // Of boxes in each other that are open above.
        distance.iter_mut().for_each(|found| *found = found.max(0.0));
        without
    }

    /// Boxes many at once, and then the rest.
    fn apart_in_space(&self, range: Range<usize>, mut columns: Clearances<'_, Vec3>) -> usize {
        let rest = self.boxes_apart(&range, 0..range.len(), &mut columns);
        columns.outcome.fill(Outcome::Answered);
        self.apart_alone(&range, rest.iter().map(|i| usize::from(*i)), &mut columns)
    }

    /// Boxes many at once, then those that are apart beside the best axis. Gives the rows that are left.
    fn boxes_apart(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        columns: &mut Clearances<'_, Vec3>,
    ) -> Rest {
        let (mut rest, mut left) = (Rest::new(), Beside::new());
        let (batch, start) = (self, range.start);
        widest_for_many(Apart { batch, start, rows, columns, rest: &mut rest, beside: &mut left });
        for &(i, axis) in &left {
            let at = usize::from(i);
            if !boxes_clearance::beside(self, start + at, at, axis, columns) {
                rest.push(i);
            }
        }
        rest
    }
}

impl<V: Vector> Batch<'_, V, Sweep<V>> {
    fn cast(&self, range: Range<usize>, tmax: V::Scalar, mut columns: Casts<'_, V>) -> usize {
        let outcome = core::mem::take(&mut columns.outcome);
        self.each(&range, 0..range.len(), outcome, |i, row, _| {
            // The time was checked before.
            let cast = row.and_then(|Row { shapes: [a, b], places: [at_a, at_b] }| {
                Cast::new(a, at_a, b, at_b, tmax).ok()
            });
            match cast {
                Some(mut cast) => columns.fill(i, &cast.impact()),
                None => columns.fill_without(i),
            }
        })
    }
}

impl<V: Vector> Clearances<'_, V> {
    /// What a single question answered.
    fn fill(&mut self, i: usize, answer: &crate::Clearance<V>) {
        put(self.status, i, answer.status());
        put(self.signed_distance, i, answer.signed_distance);
        put(self.lower, i, answer.lower);
        put(self.upper, i, answer.upper);
        put(self.normal, i, answer.normal);
        put(self.point_a, i, answer.point_a);
        put(self.point_b, i, answer.point_b);
    }

    fn fill_without(&mut self, i: usize) {
        put(self.status, i, Status::Undecided);
        put(self.signed_distance, i, Scalar::ZERO);
        put(self.lower, i, -V::Scalar::INFINITY);
        put(self.upper, i, V::Scalar::INFINITY);
        put(self.normal, i, V::unit(0));
        put(self.point_a, i, V::ZERO);
        put(self.point_b, i, V::ZERO);
    }
}

impl<V: Vector> Contacts<'_, V> {
    fn fill(&mut self, i: usize, found: Option<&crate::Manifold<V>>) {
        let points = found.map_or(&[][..], |manifold| manifold.points());
        put(self.count, i, points.len() as u8);
        put(self.normal, i, found.map_or(V::unit(0), |manifold| manifold.normal));
        for k in 0..points_per_row::<V>() {
            // What is beyond the count is zero.
            let (point, at) =
                (points.get(k).copied().unwrap_or_default(), i * points_per_row::<V>() + k);
            put(self.separation, at, point.separation);
            put(self.point_a, at, point.point_a);
            put(self.point_b, at, point.point_b);
            put(self.feature, at, point.feature);
        }
    }
}

impl<V: Vector> Casts<'_, V> {
    fn fill(&mut self, i: usize, impact: &Impact<V>) {
        put(self.status, i, impact.status);
        put(self.time, i, impact.time);
        put(self.lower, i, impact.lower);
        put(self.upper, i, impact.upper);
        put(self.normal, i, impact.normal);
        put(self.point_a, i, impact.point_a);
        put(self.point_b, i, impact.point_b);
    }

    fn fill_without(&mut self, i: usize) {
        put(self.status, i, ImpactStatus::Undecided);
        put(self.time, i, Scalar::ZERO);
        put(self.lower, i, Scalar::ZERO);
        put(self.upper, i, V::Scalar::INFINITY);
        put(self.normal, i, V::unit(0));
        put(self.point_a, i, V::ZERO);
        put(self.point_b, i, V::ZERO);
    }
}

impl<'r, V: Vector> Row<'r, V, Pose<V>> {
    /// The single question.
    fn query(&self) -> Query<'r, V> {
        let Self { shapes: [a, b], places: [at_a, at_b] } = *self;
        Query::new(a, at_a, b, at_b)
    }
}
