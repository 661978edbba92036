//! A batch: its input and its options.

use alloc::borrow::Cow;

use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

use crate::rows::{Outcome, Pairs, PoseOrSweep, Row};
use clearance_geometry::Error;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::Shape;
use clearance_geometry::space::{Pose, Turn, Vector};

/// A batch with options: shapes, their poses or motions, and pairs.
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
pub struct Batch<'b, V: Vector, P: Clone = Pose<V>> {
    pub(super) shapes: &'b [Shape<V>],
    pub(super) places: Cow<'b, [P]>,
    pub(super) pairs: Pairs<'b>,
    pub(super) progress: Option<&'b (dyn Fn(usize, usize) + Sync)>,
    pub(super) is_parallel: bool,
}

impl<'b, V: Vector, P: Clone> Batch<'b, V, P> {
    /// Shapes, their poses (for casts their sweeps), and the pairs that are asked about.
    pub fn new(shapes: &'b [Shape<V>], places: &'b [P], pairs: Pairs<'b>) -> Self {
        let places = Cow::Borrowed(places);
        Self { shapes, places, pairs, progress: None, is_parallel: false }
    }
    /// Calls `progress` after each part of some thousand rows with the number of finished rows and the number
    /// of all rows. With threads it is called on any of them, and a smaller number may come after a larger
    /// one.
    pub fn progress(mut self, progress: &'b (dyn Fn(usize, usize) + Sync)) -> Self {
        self.progress = Some(progress);
        self
    }
    /// Uses the threads of rayon's pool: that of the [`rayon::ThreadPool::install`] around the call, or
    /// else the global one. The answers are the same, to the last bit.
    #[cfg(feature = "rayon")]
    pub fn parallel(mut self) -> Self {
        self.is_parallel = true;
        self
    }
}

impl<V: Vector, P: PoseOrSweep> Batch<'_, V, P> {
    /// The shapes and places of a row, or its error.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> Result<Row<'_, P>, Outcome> {
        let [[a, b], [at_a, at_b]] = self.pairs.indices(row);
        if a.max(b) >= self.shapes.len() {
            return Err(Outcome::NoShape);
        }
        let (Some(at_a), Some(at_b)) = (self.places.get(at_a), self.places.get(at_b)) else {
            return Err(Outcome::NoPose);
        };
        if at_a.zero_if_sound() + at_b.zero_if_sound() != 0.0 {
            return Err(Outcome::BadPose);
        }
        Ok(Row { shapes: [a, b], places: [at_a, at_b] })
    }
}

impl<'b, V: Vector> Batch<'b, V> {
    /// With poses as they lie in memory, a row of numbers for each: see [`PoseRow`]. What [`Pose::new`] refuses
    /// is [`BadPose`](crate::Outcome::BadPose) in each row that asks for it.
    ///
    /// ```
    /// use clearance::batch::{Batch, Booleans, Outcome, Pairs};
    /// use clearance::d3::{Shape, Sphere};
    ///
    /// // x, y, z in the world, and a quaternion x, y, z, w of any length but zero.
    /// let rows: [[f32; 7]; 3] = [
    ///     [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0],
    ///     [1.5, 0.0, 0.0, 0.0, 0.0, 3.0, 3.0],
    ///     [1.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    /// ];
    /// let shapes = [Shape::from(Sphere::new(1.0)?)];
    /// let pairs = Pairs::Poses { shapes: [0, 0], pose_a: 0, poses_b: 1..3 };
    ///
    /// let (mut intersects, mut outcome) = ([false; 2], [Outcome::default(); 2]);
    /// let mut columns = Booleans { intersects: &mut intersects, outcome: &mut outcome };
    /// Batch::of_rows(&shapes, &rows, pairs).intersects(&mut columns)?;
    /// assert_eq!(outcome, [Outcome::Answered, Outcome::BadPose]);
    /// assert!(intersects[0]);
    /// # Ok::<(), clearance::Error>(())
    /// ```
    pub fn of_rows(shapes: &'b [Shape<V>], rows: &[impl PoseRow<V>], pairs: Pairs<'b>) -> Self {
        let nan = V::from_fn(|_| V::Scalar::of(f64::NAN));
        let nowhere = Pose::from_unit(nan, <V::Turn as Turn>::IDENTITY);
        let poses = rows.iter().map(|row| row.pose().unwrap_or(nowhere));
        Self { places: poses.collect(), ..Self::new(shapes, &[], pairs) }
    }
}

/// Numbers that are a pose. In 3D seven: the translation x, y, z in the world's unit, and a quaternion x, y, z, w
/// of any length but zero. In 2D three: x, y and an angle in radians. A program can implement it for a type of its
/// own.
pub trait PoseRow<V: Vector> {
    /// The pose.
    ///
    /// # Errors
    /// As [`Pose::new`].
    fn pose(&self) -> Result<Pose<V>, Error>;
}

macro_rules! pose_rows {
    ($($s:ty: $plane:ty, $space:ident, $quaternion:ident;)*) => {$(
        impl PoseRow<$plane> for [$s; 3] {
            fn pose(&self) -> Result<Pose<$plane>, Error> {
                let [x, y, angle] = *self;
                Pose::new(<$plane>::new(x, y), angle)
            }
        }

        impl PoseRow<$space> for [$s; 7] {
            fn pose(&self) -> Result<Pose<$space>, Error> {
                let [x, y, z, turn @ ..] = *self;
                Pose::new($space::new(x, y, z), $quaternion::from_array(turn))
            }
        }
    )*};
}
pose_rows! {
    f32: Vec2, Vec3, Quat;
    f64: DVec2, DVec3, DQuat;
}
