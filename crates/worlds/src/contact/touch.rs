//! [`Contact`], what is returned, and [`Touch`], what it is made of.

use alloc::vec::{self, Vec};
use core::iter::Chain;
use core::ops::Deref;
use core::option;

use clearance_geometry::answer::Manifold;
use clearance_geometry::number::Scalar;
use clearance_geometry::space::Vector;

use crate::separation::PieceId;

/// A patch of contact of two shapes: points with one normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<V: Vector> {
    /// The part of A and the facet of the deepest point.
    pub piece_a: PieceId,
    /// The part of B and the facet of the deepest point.
    pub piece_b: PieceId,
    /// The normal from A to B, and up to 4 points; in 2D 2.
    pub manifold: Manifold<V>,
}

impl<V: Vector> Contact<V> {
    /// The contact with A and B exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        let (piece_a, piece_b) = (self.piece_b, self.piece_a);
        Self { piece_a, piece_b, manifold: self.manifold.swapped() }
    }
    /// The contact of two convex shapes.
    pub fn only(manifold: Manifold<V>) -> Self {
        Self { piece_a: PieceId::ONLY, piece_b: PieceId::ONLY, manifold }
    }
}

/// The patches of contact of two shapes, as a slice. One patch alone takes no memory of its own.
#[derive(Clone, Debug)]
pub struct Contacts<V: Vector>(Patches<V>);

#[derive(Clone, Debug)]
enum Patches<V: Vector> {
    None,
    One(Contact<V>),
    Many(Vec<Contact<V>>),
}

impl<V: Vector> Deref for Contacts<V> {
    type Target = [Contact<V>];
    fn deref(&self) -> &[Contact<V>] {
        match &self.0 {
            Patches::None => &[],
            Patches::One(patch) => core::slice::from_ref(patch),
            Patches::Many(patches) => patches,
        }
    }
}

/// The same patches.
impl<V: Vector> PartialEq for Contacts<V> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<V: Vector> From<Option<Contact<V>>> for Contacts<V> {
    #[inline]
    fn from(patch: Option<Contact<V>>) -> Self {
        Self(patch.map_or(Patches::None, Patches::One))
    }
}

impl<V: Vector> From<Vec<Contact<V>>> for Contacts<V> {
    fn from(patches: Vec<Contact<V>>) -> Self {
        Self(Patches::Many(patches))
    }
}

impl<V: Vector> IntoIterator for Contacts<V> {
    type Item = Contact<V>;
    type IntoIter = Chain<option::IntoIter<Contact<V>>, vec::IntoIter<Contact<V>>>;
    fn into_iter(self) -> Self::IntoIter {
        let (one, many) = match self.0 {
            Patches::None => (None, Vec::new()),
            Patches::One(patch) => (Some(patch), Vec::new()),
            Patches::Many(patches) => (None, patches),
        };
        one.into_iter().chain(many)
    }
}

impl<'c, V: Vector> IntoIterator for &'c Contacts<V> {
    type Item = &'c Contact<V>;
    type IntoIter = core::slice::Iter<'c, Contact<V>>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A contact of two pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch<V: Vector> {
    pub contact: Contact<V>,
    /// Is the normal that of the front of a facet? False for convex shapes without facets.
    pub is_front: bool,
    /// Is it a patch of two surfaces, not of two pieces?
    pub is_patch: bool,
}

/// Are two unit normals the same, up to rounding in the precision of `V`? Normals in `f64` that are rounded, rotated
/// or not, differ by less than 4 epsilons in each coordinate.
pub(super) fn same_normal<V: Vector>(a: V, b: V) -> bool {
    (a - b).max_abs() <= V::Scalar::of(4.0) * V::Scalar::EPSILON
}
