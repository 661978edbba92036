//! [`Pair`]: two parts whose contacts are asked for.

use clearance_geometry::space::{Motion, Vector};

/// How facets are chosen.
#[derive(Clone, Copy)]
pub(super) enum Way {
    /// By trees, and in closed form.
    Fast,
    /// All are asked: the slow obvious way.
    AllPieces,
}

/// Two parts whose contacts are asked for.
pub(super) struct Pair<'m, V: Vector> {
    pub parts: [u32; 2],
    pub motions: [&'m Motion<V::Wide>; 2],
    pub margin: V::Scalar,
    pub way: Way,
}
