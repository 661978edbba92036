//! The names of a shape for the corners and edges of its ring.

use crate::depth::sat::d2::Ring;

/// The names of a shape for the corners and edges of its ring.
#[derive(Clone, Copy, Debug)]
pub enum Names {
    /// The names of a [`Cuboid`](crate::shape::Cuboid): bits and axes.
    Rectangle,
    /// The names of a [`Triangle`](crate::shape::Triangle); true if its corners are in the ring's order.
    Triangle(bool),
    /// The ends of a circle or a capsule.
    Ends,
    /// The names of an outline, in order, starting with this index.
    From(u32),
}

impl Names {
    /// The name of a corner of the ring.
    #[inline]
    pub fn vertex(self, i: usize, ring: &Ring<'_>) -> u32 {
        match self {
            Self::Rectangle => [0, 1, 3, 2][i & 3],
            Self::Triangle(true) | Self::Ends => i as u32,
            Self::Triangle(false) => [0, 2, 1, 0][i & 3],
            Self::From(first) => around(first + i as u32, ring),
        }
    }
    /// The names of an edge of the ring.
    #[inline]
    pub fn of_edge(self, i: usize, ring: &Ring<'_>) -> EdgeNames {
        if let Self::From(first) = self {
            // An edge has the name of the corner where it begins.
            let edge = around(first + i as u32, ring);
            return EdgeNames { corners: [edge, around(edge + 1, ring)], edge };
        }
        let corners = [i, ring.next(i)].map(|corner| self.vertex(corner, ring));
        EdgeNames { corners, edge: self.edge(i, ring) }
    }
    /// The name of an edge of the ring.
    #[inline]
    pub fn edge(self, i: usize, ring: &Ring<'_>) -> u32 {
        match self {
            Self::Rectangle => [2, 1, 3, 0][i & 3],
            Self::Ends => 0,
            Self::Triangle(true) => i as u32,
            // In the reverse order, each begins at its end.
            Self::Triangle(false) => [2, 1, 0, 0][i & 3],
            Self::From(first) => around(first + i as u32, ring),
        }
    }
}

/// The names of an edge of a ring, and of the corners at its ends.
#[derive(Clone, Copy, Debug)]
pub struct EdgeNames {
    /// Where it begins and where it ends.
    pub corners: [u32; 2],
    /// The edge itself.
    pub edge: u32,
}

fn around(name: u32, ring: &Ring<'_>) -> u32 {
    let count = ring.len() as u32;
    if name < count { name } else { name - count }
}
