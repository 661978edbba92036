//! What a shape calls the corners and edges of its ring.

use crate::algorithm::sat::d2::Ring;

/// By what names a shape calls the corners and edges of its ring.
#[derive(Clone, Copy, Debug)]
pub enum Names {
    /// A [`Cuboid`](crate::shape::Cuboid)'s: bits and axes.
    Rectangle,
    /// A [`Triangle`](crate::shape::Triangle)'s, whose corners may be in the ring's order or not.
    Triangle(bool),
    /// A circle's or a capsule's ends.
    Ends,
    /// Those of an outline, in order, from that number on.
    From(u32),
}

impl Names {
    /// Of a corner of the ring.
    #[inline]
    pub fn vertex(self, i: usize, ring: &Ring<'_>) -> u32 {
        match self {
            Self::Rectangle => [0, 1, 3, 2][i & 3],
            Self::Triangle(true) | Self::Ends => i as u32,
            Self::Triangle(false) => [0, 2, 1, 0][i & 3],
            Self::From(first) => around(first + i as u32, ring),
        }
    }
    /// Of an edge of the ring.
    #[inline]
    pub fn edge(self, i: usize, ring: &Ring<'_>) -> u32 {
        match self {
            Self::Rectangle => [2, 1, 3, 0][i & 3],
            Self::Ends => 0,
            Self::Triangle(true) => i as u32,
            // Each begins where it ends when seen the other way round.
            Self::Triangle(false) => [2, 1, 0, 0][i & 3],
            Self::From(first) => around(first + i as u32, ring),
        }
    }
}

fn around(name: u32, ring: &Ring<'_>) -> u32 {
    let count = ring.len() as u32;
    if name < count { name } else { name - count }
}
