//! [`Handle`]: which body of a scene; [`Pair`]: which two.

/// A body of a scene. It stays valid until the body is removed, whatever else comes and goes; then it is stale, and no
/// other body ever has it. Handles are ordered by their places in the scene: a place that is free again is used by a
/// later body, with the next generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

impl Handle {
    /// As one number, for columns and files.
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }
    /// From [`Handle::to_bits`].
    pub fn from_bits(bits: u64) -> Self {
        Self { index: bits as u32, generation: (bits >> 32) as u32 }
    }
    /// The place in the scene: less than the most bodies that it has had at a time.
    pub fn index(self) -> usize {
        self.index as usize
    }
}

/// Two bodies, the one with the lower handle first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The first body.
    pub a: Handle,
    /// The second body.
    pub b: Handle,
}

impl Pair {
    /// The other one of the two. `None` if `body` is neither.
    pub fn other(self, body: Handle) -> Option<Handle> {
        match body {
            _ if body == self.a => Some(self.b),
            _ if body == self.b => Some(self.a),
            _ => None,
        }
    }
}

/// Why a scene did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The scene does not have this body, or no longer.
    #[error("the scene has no body with handle {}, or no longer (number {at} of those given)", handle.to_bits())]
    Stale {
        /// The handle.
        handle: Handle,
        /// Its place among those given; 0 if it is the only one.
        at: usize,
    },
    /// Two slices that belong together have different lengths.
    #[error("{handles} handles and {poses} poses: the numbers must be equal")]
    Lengths {
        /// The number of handles.
        handles: usize,
        /// The number of poses.
        poses: usize,
    },
}
