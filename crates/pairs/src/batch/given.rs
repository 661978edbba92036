//! A batch: its input and its options.

use super::rows::Pairs;
use crate::shape::Shape;
use crate::space::{Pose, Vector};

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
pub struct Batch<'b, V: Vector, P = Pose<V>> {
    pub(super) shapes: &'b [Shape<V>],
    pub(super) places: &'b [P],
    pub(super) pairs: Pairs<'b>,
    pub(super) progress: Option<&'b (dyn Fn(usize, usize) + Sync)>,
    pub(super) is_parallel: bool,
}

impl<'b, V: Vector, P> Batch<'b, V, P> {
    /// Shapes, their poses (for casts their sweeps), and the pairs that are asked about.
    pub fn new(shapes: &'b [Shape<V>], places: &'b [P], pairs: Pairs<'b>) -> Self {
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

    /// Has any shape this property? True also for so many shapes that asking them would take long.
    pub(super) fn may_have(&self, is: impl Fn(&Shape<V>) -> bool) -> bool {
        self.shapes.len() > 1000 || self.shapes.iter().any(is)
    }
}
