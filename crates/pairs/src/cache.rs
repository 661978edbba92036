//! A cache: what one query leaves to the next on the same pair.

use crate::answer::Feature;
use crate::gjk::simplex::Simplex;
use crate::number::Scalar;
use crate::patch::rest::Rest;
use crate::shape::NO_ID;
use crate::shape::difference::Difference;
use crate::space::{DVector, Motion, Pose, Vector};

/// Data that a query stores for the next query on the same pair: a warm start.
///
/// It is a plain value with vertex numbers, a direction and the last manifold. A cache of another pair
/// never gives a wrong answer and costs only a few steps: vertex numbers that a shape does not have are
/// dropped, every direction is a valid start, and the manifold is used only for the same shapes (see
/// [`Convex::identity`](crate::shape::Convex::identity)).
///
/// A cache cannot be serialized, not even with the feature `serde`. The points of a contact at rest are
/// used without another look at the shapes, so a number that was changed in a file would become an
/// answer. A program that loads its state from a file starts with `Cache::default()`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cache {
    /// The dimension of the last pair, or 0. Data of another dimension could not be checked, so it is
    /// dropped.
    dim: u8,
    pub(crate) start: Start,
    /// The last manifold that was searched for.
    pub(crate) rest: Rest,
}

/// What a search starts from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Start {
    ids: [[u32; 2]; 4],
    axis: [f64; 3],
    /// The feature that the axis is perpendicular to.
    feature: Feature,
    /// The number of `ids`.
    len: u8,
}

/// The contact of bodies that have hardly moved: see [`Cache::still`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Still<V: Vector> {
    /// Unit vector from A to B in the frame of A.
    pub normal: V,
    separations: [V::Scalar; 4],
    len: u8,
}

impl<V: Vector> Still<V> {
    /// The separations of the points, in the order of the last manifold. Empty if there is still no contact.
    pub fn separations(&self) -> &[V::Scalar] {
        &self.separations[..usize::from(self.len)]
    }
}

impl Cache {
    /// Was the last manifold taken from the cache, without a new search? Then it has the same points as
    /// the one before, except points that are now beyond the margin, or there is still no contact. See
    /// [`crate::Query::manifold`].
    pub fn is_at_rest(&self) -> bool {
        self.rest.is_used
    }

    /// The contact points of the last [`Query::manifold`](crate::Query::manifold) with this cache, if B has
    /// hardly moved since they were searched. `b_in_a` is the pose of B in the frame of A, for the same
    /// shapes with the same slop: nothing is looked up in the shapes, and nothing is lowered. `None` if
    /// this margin is another, if the points may be others now, or if one of the shapes is a ball in 3D, whose
    /// points do not turn with it. Then ask the query.
    ///
    /// The points are the same places of both bodies, in the same order, with the errors that
    /// [`Query::manifold`](crate::Query::manifold) names for bodies at rest. So a solver that stores points in
    /// the frames of the bodies changes their separations and nothing else.
    ///
    /// ```
    /// use clearance::d3::{Cache, Cuboid, Pose, Query, Vec3};
    /// let (floor, brick) = (Cuboid::new(Vec3::new(9.0, 9.0, 1.0))?, Cuboid::new(Vec3::ONE)?);
    /// let (mut cache, mut local) = (Cache::default(), Vec::<(Vec3, Vec3, f32)>::new());
    /// for step in 0..3 {
    ///     let pose = Pose::at(Vec3::new(0.0, 0.0, 1.9999 - 0.0001 * step as f32))?;
    ///     if let Some(still) = cache.still(&pose, 0.05) {
    ///         for ((.., separation), new) in local.iter_mut().zip(still.separations()) {
    ///             *separation = *new;
    ///         }
    ///     } else if let Some(found) = Query::relative(&floor, &brick, &pose).cache(&mut cache).manifold(0.05) {
    ///         local = found.points().iter().map(|p| (p.point_a, p.local_b(&pose), p.separation)).collect();
    ///         assert_eq!(step, 0);
    ///     }
    ///     assert!((local[0].2 + 0.0001 * (step + 1) as f32).abs() < 1e-6);
    /// }
    /// # Ok::<(), clearance::Error>(())
    /// ```
    #[inline]
    pub fn still<V: Vector>(&self, b_in_a: &Pose<V>, margin: V::Scalar) -> Option<Still<V>> {
        if usize::from(self.dim) != V::DIM {
            return None;
        }
        let (normal, separations, len) = self.rest.still(&Motion::of(b_in_a), margin.to_f64())?;
        let separations = separations.map(V::Scalar::of);
        Some(Still { normal: V::narrow(normal), separations, len })
    }

    /// By how much B may move until [`Cache::still`] knows nothing, and how far B reaches from its origin. `None` if it
    /// already knows nothing.
    #[doc(hidden)]
    pub fn leave(&self) -> Option<[f64; 2]> {
        self.rest.most()
    }

    /// Drops data of another dimension.
    #[inline]
    pub(crate) fn enter(&mut self, dim: usize) {
        if usize::from(self.dim) != dim {
            *self = Self { dim: dim as u8, ..Self::default() };
        }
    }

    /// Adds the vertices to a simplex, as points of the difference.
    #[doc(hidden)]
    pub fn corners<W: DVector>(&self, difference: &Difference<'_, W>, simplex: &mut Simplex<W>) {
        for pair in self
            .start
            .ids
            .iter()
            .take(usize::from(self.start.len))
            .filter_map(|ids| difference.pair_of(*ids))
        {
            if simplex.len <= W::DIM {
                simplex.push(pair);
            }
        }
    }

    /// The numbers of the vertices, and how many pairs there are.
    pub(crate) fn ids(&self) -> ([[u32; 2]; 4], usize) {
        (self.start.ids, usize::from(self.start.len).min(4))
    }

    /// The last direction from A to B. It is not zero, and need not have length 1.
    pub(crate) fn axis<W: DVector>(&self) -> Option<W> {
        let axis = W::from_fn(|i| self.start.axis[i]);
        (axis.is_finite() && axis != W::ZERO).then_some(axis)
    }

    /// The feature that the axis is perpendicular to, by index. No index is checked here.
    pub(crate) fn feature(&self) -> Feature {
        self.start.feature
    }

    /// The first pair of vertices, if there is any.
    #[inline]
    pub(crate) fn first_corner(&self) -> Option<[usize; 2]> {
        let [i, j] = self.start.ids[0];
        (self.start.len > 0).then_some([i as usize, j as usize])
    }

    /// Stores one pair of vertices or none. The axis stays. Polygons number them along their outlines: for a
    /// search that numbers them in another way, they are other corners, which are as valid a start.
    #[inline]
    #[doc(hidden)]
    pub fn remember_corner(&mut self, corner: Option<[usize; 2]>) {
        self.start.len = u8::from(corner.is_some());
        self.start.ids[0] = corner.unwrap_or_default().map(|i| i as u32);
    }

    /// Stores vertices by their numbers, an axis, and the feature that the axis is perpendicular to.
    #[inline]
    pub(crate) fn remember<W: DVector>(
        &mut self,
        ids: impl IntoIterator<Item = [u32; 2]>,
        axis: W,
        feature: Feature,
    ) {
        let start = &mut self.start;
        (start.len, start.axis, start.feature) = (0, [0.0; 3], feature);
        for ids in ids.into_iter().filter(|ids| !ids.contains(&NO_ID)) {
            start.ids[usize::from(start.len)] = ids;
            start.len += 1;
        }
        for i in 0..W::DIM {
            start.axis[i] = axis.get(i);
        }
    }
}
