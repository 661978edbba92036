//! A cache: what one query leaves to the next on the same pair.

use super::contact::Rest;
use crate::algorithm::simplex::Simplex;
use crate::answer::Feature;
use crate::shape::difference::Difference;
use crate::shape::{Convex, NO_ID};
use crate::space::Vector;

/// Data that a query stores for the next query on the same pair: a warm start.
///
/// It is a plain value with vertex numbers, a direction and the last manifold. A cache of another pair
/// never gives a wrong answer and costs only a few steps: vertex numbers that a shape does not have are
/// dropped, every direction is a valid start, and the manifold is used only for the same shapes (see
/// [`Convex::identity`]).
///
/// A cache cannot be serialized, not even with the feature `serde`. The points of a contact at rest are
/// used without another look at the shapes, so a number that was changed in a file would become an
/// answer. A program that loads its state from a file starts with `Cache::default()`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cache {
    /// The dimension of the last pair, or 0. Data of another dimension could not be checked, so it is
    /// dropped.
    dim: u8,
    ids: [[u32; 2]; 4],
    len: usize,
    axis: [f64; 3],
    /// The feature that the axis is perpendicular to.
    feature: Feature,
    /// The last manifold that was searched for.
    pub(super) rest: Rest,
}

impl Cache {
    /// Was the last manifold taken from the cache, without a new search? Then it has the same points as
    /// the one before, except points that are now beyond the margin, or there is still no contact. See
    /// [`crate::Query::manifold`].
    pub fn is_at_rest(&self) -> bool {
        self.rest.is_used
    }

    /// Drops data of another dimension.
    #[inline]
    pub(super) fn enter(&mut self, dim: usize) {
        if usize::from(self.dim) != dim {
            *self = Self { dim: dim as u8, ..Self::default() };
        }
    }

    /// Adds the vertices to a simplex, as points of the difference.
    pub(super) fn corners<A: Convex, B: Convex<V = A::V>>(
        &self,
        difference: &Difference<'_, A, B>,
        simplex: &mut Simplex<A::V>,
    ) {
        for pair in self.ids.iter().take(self.len).filter_map(|ids| difference.pair_of(*ids)) {
            if simplex.len <= A::V::DIM {
                simplex.push(pair);
            }
        }
    }

    /// The numbers of the vertices, and how many pairs there are.
    pub(super) fn ids(&self) -> ([[u32; 2]; 4], usize) {
        (self.ids, self.len.min(self.ids.len()))
    }

    /// The last direction from A to B. It is not zero, and need not have length 1.
    pub(super) fn axis<W: Vector<Scalar = f64>>(&self) -> Option<W> {
        let axis = W::from_fn(|i| self.axis[i]);
        (axis.is_finite() && axis != W::ZERO).then_some(axis)
    }

    /// The feature that the axis is perpendicular to, by index. No index is checked here.
    pub(super) fn feature(&self) -> Feature {
        self.feature
    }

    /// The first pair of vertices, if there is any.
    #[inline]
    pub(super) fn first_corner(&self) -> Option<[usize; 2]> {
        let [i, j] = self.ids[0];
        (self.len > 0).then_some([i as usize, j as usize])
    }

    /// Stores one pair of vertices or none. The axis stays. Polygons number them along their outlines: for a
    /// search that numbers them in another way, they are other corners, which are as valid a start.
    #[inline]
    pub(super) fn remember_corner(&mut self, corner: Option<[usize; 2]>) {
        self.len = usize::from(corner.is_some());
        self.ids[0] = corner.unwrap_or_default().map(|i| i as u32);
    }

    /// Stores a simplex, an axis, and the feature that the axis is perpendicular to.
    pub(super) fn remember<W: Vector<Scalar = f64>>(
        &mut self,
        simplex: &Simplex<W>,
        axis: W,
        feature: Feature,
    ) {
        self.remember_ids(simplex.corners().iter().map(|pair| pair.ids), axis);
        self.feature = feature;
    }

    /// Stores vertices by their numbers, and an axis whose feature is not known.
    #[inline]
    pub(super) fn remember_ids<W: Vector<Scalar = f64>>(
        &mut self,
        ids: impl Iterator<Item = [u32; 2]>,
        axis: W,
    ) {
        self.len = 0;
        self.axis = [0.0; 3];
        self.feature = Feature::None;
        for ids in ids.filter(|ids| !ids.contains(&NO_ID)) {
            self.ids[self.len] = ids;
            self.len += 1;
        }
        for i in 0..W::DIM {
            self.axis[i] = axis.get(i);
        }
    }
}
