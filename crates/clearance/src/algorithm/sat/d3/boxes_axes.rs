//! The 15 axes of two boxes by number.
//!
//! ```text
//!     0 1 2             A's faces, by the axis of A that they are perpendicular to
//!     3 4 5             B's faces
//!     6 + 3 i + j       edges along axis i of A and along axis j of B
//! ```

use glam::DVec3;

/// Some of the 15 axes, a bit each: A's faces, B's faces, then for each edge of A the edges of B.
#[derive(Clone, Copy, Debug)]
pub struct Axes(pub(super) u32);

impl Axes {
    pub(super) const ALL: Self = Self((1 << 15) - 1);

    /// From the bits.
    #[inline]
    pub(crate) fn of_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// From three bits for each of A's faces, B's faces and A's edges.
    #[inline]
    pub(super) fn of([faces_a, faces_b]: [u32; 2], edges: [u32; 3]) -> Self {
        Self(faces_a | faces_b << 3 | edges[0] << 6 | edges[1] << 9 | edges[2] << 12)
    }
}

/// One of the axes, by the index of the coordinate axis in the box's frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Along {
    /// Perpendicular to a face of A.
    FaceA(usize),
    /// Perpendicular to a face of B.
    FaceB(usize),
    /// Perpendicular to an edge of A and an edge of B.
    Edges(usize, usize),
}

/// The axes of A and of B along which the edges are, for the axes from number 6.
pub(super) const EDGE_PAIRS: [[usize; 2]; 9] =
    [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [2, 0], [2, 1], [2, 2]];

/// The two indices that follow each of 0, 1, 2.
pub(crate) const NEXT: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];

/// For each axis, a factor that removes the coordinate along it. A coordinate that is chosen by a number is
/// set by such factors, and not by its place in memory: to read a vector of which a part was just written
/// makes the processor wait.
pub(crate) const ACROSS: [DVec3; 3] =
    [DVec3::new(0.0, 1.0, 1.0), DVec3::new(1.0, 0.0, 1.0), DVec3::new(1.0, 1.0, 0.0)];
