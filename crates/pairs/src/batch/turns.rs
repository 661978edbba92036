//! The rotations of many poses, in lanes.

use super::boxes::InSpace;
use crate::space::{Pose, turned_axes};

/// A rotation for each of N poses.
#[repr(align(64))]
pub(super) struct Turns<const N: usize> {
    /// The quaternion q: all x, all y, all z, all w.
    quaternions: [[f64; N]; 4],
    /// 1 / |q|^2.
    scales: [f64; N],
}

impl<const N: usize> Turns<N> {
    pub const NONE: Self = Self { quaternions: [[0.0; N]; 4], scales: [0.0; N] };

    #[inline(always)]
    pub fn put<V: InSpace>(&mut self, k: usize, pose: &Pose<V>) {
        let [x, y, z, w] = &mut self.quaternions;
        let turn = pose.prepared();
        ([x[k], y[k], z[k], w[k]], self.scales[k]) = (turn.numbers(), turn.scale());
    }
    /// The columns of the rotation matrix.
    #[inline(always)]
    pub fn axes(&self, k: usize) -> [[f64; 3]; 3] {
        let [x, y, z, w] = &self.quaternions;
        turned_axes([x[k], y[k], z[k], w[k]], self.scales[k])
    }
    /// 0 if the rotation is finite and not zero, otherwise NaN.
    #[inline(always)]
    pub fn zero_if_finite(&self, k: usize) -> f64 {
        self.scales[k] * 0.0
    }
}
