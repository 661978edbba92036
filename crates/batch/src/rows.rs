//! The rows of a batch, and their possible errors.

use core::ops::Range;

use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Pose, Sweep, Vector};

/// The pairs of a batch, one in each row, as indices into the lists of shapes and of poses (for casts,
/// sweeps). A row with an invalid index has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pairs<'p> {
    /// Two bodies in each row: body i has shape i and pose i.
    Bodies(&'p [[u32; 2]]),
    /// Shapes and poses by indices of their own: the shape of A, its pose, the shape of B, its pose.
    Placed(&'p [[u32; 4]]),
    /// One pair of shapes, A at one pose, and B at each pose of a range: a row for each of them.
    Poses {
        /// The shapes of A and of B.
        shapes: [u32; 2],
        /// The pose of A in all rows.
        pose_a: u32,
        /// The poses of B: row i has `poses_b.start + i`.
        poses_b: Range<u32>,
    },
}

/// Whether a row was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// The row was answered: the other columns hold the answer. Also the value before a row was asked.
    #[default]
    Answered = 0,
    /// An index is past the end of the shapes.
    NoShape = 1,
    /// An index is past the end of the poses or sweeps.
    NoPose = 2,
    /// A pose has a number that is not finite, or an invalid rotation: see [`Pose::from_unit`].
    BadPose = 3,
}

/// The place of a shape in a batch: a pose, or a sweep.
pub trait PoseOrSweep: Clone + Send + Sync {
    /// 0 if all numbers are finite and the rotation is valid, otherwise NaN.
    #[doc(hidden)]
    fn zero_if_sound(&self) -> f64;
}

impl<V: Vector> PoseOrSweep for Pose<V> {
    #[inline(always)]
    fn zero_if_sound(&self) -> f64 {
        self.translation().dot(V::ZERO).to_f64() + self.zero_if_turn_is_finite()
    }
}

impl<V: Vector> PoseOrSweep for Sweep<V> {
    #[inline(always)]
    fn zero_if_sound(&self) -> f64 {
        // Velocities are checked when the sweep is made.
        self.start().zero_if_sound()
    }
}

/// A row that can be asked: the indices of its shapes, which exist, and where they are.
pub(super) struct Row<'r, P> {
    pub shapes: [usize; 2],
    pub places: [&'r P; 2],
}

impl Pairs<'_> {
    /// The number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Bodies(rows) => rows.len(),
            Self::Placed(rows) => rows.len(),
            Self::Poses { poses_b, .. } => poses_b.len(),
        }
    }

    /// Are there no rows?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The indices of the shapes and of the poses; out of range for a row that does not exist.
    #[inline(always)]
    pub(super) fn indices(&self, row: usize) -> [[usize; 2]; 2] {
        const NONE: u32 = u32::MAX;
        let [a, at_a, b, at_b] = match self {
            Self::Bodies(rows) => {
                let [a, b] = rows.get(row).copied().unwrap_or([NONE; 2]);
                [a, a, b, b]
            }
            Self::Placed(rows) => rows.get(row).copied().unwrap_or([NONE; 4]),
            Self::Poses { shapes: [a, b], pose_a, poses_b } => {
                [*a, *pose_a, *b, poses_b.start.saturating_add(row as u32)]
            }
        };
        [[a as usize, b as usize], [at_a as usize, at_b as usize]]
    }

    /// The same for some rows: the shape and the pose of A, and those of B.
    #[inline(always)]
    pub(super) fn given<'r, const N: usize>(
        &'r self,
        rows: Range<usize>,
        buffer: &'r mut [[u32; 4]; N],
    ) -> &'r [[u32; 4]] {
        if let Self::Placed(all) = self {
            return all.get(rows).unwrap_or_default();
        }
        let count = rows.len().min(N);
        for (given, row) in buffer.iter_mut().zip(rows) {
            let [[a, b], [at_a, at_b]] = self.indices(row);
            *given = [a, at_a, b, at_b].map(|index| index as u32);
        }
        &buffer[..count]
    }
}
