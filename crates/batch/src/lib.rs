#![cfg_attr(not(feature = "std"), no_std)]
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
//! - **Poses** are a list of [`Pose`], or rows of numbers: [`Batch::of_rows`].
//! - **A row that cannot be asked loses no other.** Each row has an [`Outcome`]. A row without an answer
//!   gets what proves nothing: the shapes may touch.
//! - **Answers are those of single questions.** Rows are asked as [`Query`](clearance_pairs::Query) and
//!   [`Cast`](clearance_pairs::Cast) would be, or by kernels for many pairs at once, in 3D: boxes; balls and capsules
//!   against each other, and balls against boxes; and polytopes if many rows have the same shapes (12 for
//!   distances, 32 for whether they touch). The file of each kernel says what holds. The bits depend neither
//!   on the number of threads, nor on the width of the registers, nor on the other rows.
//! - **A row takes no longer than a single call.** Shapes are lowered once for all rows, and
//!   bounding balls decide most rows that are far apart. Rows need no order.
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

extern crate alloc;

mod alone;
mod boxes;
mod boxes_clearance;
mod boxes_contacts;
mod boxes_group;
mod columns;
mod given;
mod kinds;
mod polytopes;
mod poses;
mod questions;
mod round;
mod rows;
mod run;
#[doc(hidden)]
pub mod sieve;
#[cfg(test)]
mod tests;

use clearance_geometry::Error;
use clearance_geometry::shape::Shape;
use clearance_geometry::space::{Pose, Sweep, Vector};

pub use columns::{Booleans, Casts, Clearances, Contacts, Distances, Penetrations, points_per_row};
pub use given::{Batch, PoseRow};
pub use rows::{Outcome, Pairs};

/// Do the shapes of each pair touch or overlap? As `clearance::intersects`, a row for each pair. Gives the
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
/// `clearance::distance`, also in its rounding in `f32`, a row for each pair, and much faster than [`clearance`], which finds the depth of what
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

/// How deep the shapes of each pair overlap, and along which normal. As `clearance::penetration`, a row for
/// each pair. For shapes that are apart only a gap is proven, as in [`intersects`]; [`clearance`] finds their
/// distance, too. Gives the number of rows without an answer.
///
/// ```
/// use clearance::batch::{self, Pairs, Penetrations};
/// use clearance::d3::{Cuboid, Pose, Shape, Vec3};
///
/// let shapes: [Shape; 2] = [Cuboid::new(Vec3::ONE)?.into(), Cuboid::new(Vec3::splat(0.5))?.into()];
/// let poses = [0.0, 1.25, 3.0].map(|x| Pose::at(Vec3::new(x, 0.0, 0.0)).unwrap());
/// let pairs = Pairs::Poses { shapes: [0, 1], pose_a: 0, poses_b: 1..3 };
///
/// let (mut intersects, mut depths) = ([false; 2], [9.0; 2]);
/// let mut columns =
///     Penetrations { intersects: &mut intersects, depth: &mut depths, ..Default::default() };
/// batch::penetration(&shapes, &poses, pairs, &mut columns)?;
/// assert_eq!((intersects, depths[0]), ([true, false], 0.25));
/// # Ok::<(), clearance::Error>(())
/// ```
///
/// # Errors
/// As [`intersects`].
pub fn penetration<V: Vector>(
    shapes: &[Shape<V>],
    poses: &[Pose<V>],
    pairs: Pairs<'_>,
    columns: &mut Penetrations<'_, V>,
) -> Result<usize, Error> {
    Batch::new(shapes, poses, pairs).penetration(columns)
}

/// The signed clearance of each pair. As `clearance::clearance`, a row for each pair. Gives the number of
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

/// Where the shapes of each pair touch, or come as near as `margin`. As `clearance::contact_manifold`, a row
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
/// `clearance::time_of_impact`, a row for each pair. Gives the number of rows without an answer.
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
