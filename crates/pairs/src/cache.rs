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
    ids: [[u32; 2]; 4],
    len: usize,
    axis: [f64; 3],
    /// The feature that the axis is perpendicular to.
    feature: Feature,
    /// The last manifold that was searched for.
    pub(crate) rest: Rest,
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

    /// Drops data of another dimension.
    #[inline]
    pub(crate) fn enter(&mut self, dim: usize) {
        if usize::from(self.dim) != dim {
            *self = Self { dim: dim as u8, ..Self::default() };
        }
    }

    /// Adds the vertices to a simplex, as points of the difference.
    pub(crate) fn corners<W: DVector>(
        &self,
        difference: &Difference<'_, W>,
        simplex: &mut Simplex<W>,
    ) {
        for pair in self.ids.iter().take(self.len).filter_map(|ids| difference.pair_of(*ids)) {
            if simplex.len <= W::DIM {
                simplex.push(pair);
            }
        }
    }

    /// The numbers of the vertices, and how many pairs there are.
    pub(crate) fn ids(&self) -> ([[u32; 2]; 4], usize) {
        (self.ids, self.len.min(self.ids.len()))
    }

    /// The last direction from A to B. It is not zero, and need not have length 1.
    pub(crate) fn axis<W: DVector>(&self) -> Option<W> {
        let axis = W::from_fn(|i| self.axis[i]);
        (axis.is_finite() && axis != W::ZERO).then_some(axis)
    }

    /// The feature that the axis is perpendicular to, by index. No index is checked here.
    pub(crate) fn feature(&self) -> Feature {
        self.feature
    }

    /// The first pair of vertices, if there is any.
    #[inline]
    pub(crate) fn first_corner(&self) -> Option<[usize; 2]> {
        let [i, j] = self.ids[0];
        (self.len > 0).then_some([i as usize, j as usize])
    }

    /// Stores one pair of vertices or none. The axis stays. Polygons number them along their outlines: for a
    /// search that numbers them in another way, they are other corners, which are as valid a start.
    #[inline]
    pub(crate) fn remember_corner(&mut self, corner: Option<[usize; 2]>) {
        self.len = usize::from(corner.is_some());
        self.ids[0] = corner.unwrap_or_default().map(|i| i as u32);
    }

    /// Stores a simplex, an axis, and the feature that the axis is perpendicular to.
    pub(crate) fn remember<W: DVector>(&mut self, simplex: &Simplex<W>, axis: W, feature: Feature) {
        self.remember_ids(simplex.corners().iter().map(|pair| pair.ids), axis);
        self.feature = feature;
    }

    /// Stores vertices by their numbers, and an axis whose feature is not known.
    #[inline]
    pub(crate) fn remember_ids<W: DVector>(
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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::cores::Cores;
    use crate::query::Query;
    use crate::shape::{
        ConvexShape, Cuboid, Hull, Operand, Polygon, Rounded, Segment, Shape, Triangle,
    };
    use crate::space::Turn;
    use clearance_testing::Random;
    use glam::{DVec2, DVec3, Vec2, Vec3};

    /// Corners that are this flat, relative to the size, count as tiny.
    const TINY: f64 = 1e-3;

    struct Placed<V: Vector> {
        shapes: [Shape<V>; 2],
        poses: [Pose<V>; 2],
    }

    fn shape<V: Vector>(random: &mut Random, size: f64, radius: f64) -> Shape<V> {
        let mut points = |count: usize| -> Vec<V> {
            let mut point = || V::from_fn(|_| V::Scalar::of(random.signed() * size));
            (0..count).map(|_| point()).collect()
        };
        let p = points(12);
        let convex: ConvexShape<V> = match random.below(4) {
            0 => Segment::new(p[0], p[1]).unwrap().into(),
            1 => Triangle::new(p[0], p[1], p[2]).unwrap().into(),
            2 => Cuboid::new(V::from_fn(|i| p[0].get(i).abs())).unwrap().into(),
            _ if V::DIM == 2 => Polygon::new(p[..3].to_vec()).unwrap().into(),
            _ => Hull::new(p).unwrap().into(),
        };
        Rounded::new(convex, V::Scalar::of(radius)).unwrap().into()
    }

    type Given<V> = <<V as Vector>::Turn as Turn>::Given;

    impl<V: Vector> Placed<V> {
        fn random(
            random: &mut Random,
            [size_a, size_b]: [f64; 2],
            turn: &impl Fn(&mut Random) -> Given<V>,
        ) -> Self {
            let radius = if random.below(2) == 0 { random.unit() * (size_a + size_b) } else { 0.0 };
            let shapes = [shape(random, size_a, radius), shape(random, size_b, 0.0)];
            let mut pose = |size: f64| {
                let at = V::from_fn(|_| V::Scalar::of(random.signed() * size));
                Pose::new(at * V::Scalar::of(0.7), turn(random)).unwrap()
            };
            Self { shapes, poses: [pose(size_b), pose(size_a)] }
        }

        fn query(&self) -> Query<'_, V> {
            let Self { shapes: [a, b], poses: [pa, pb] } = self;
            Query::new(a, pa, b, pb)
        }

        /// The size of the pair; and whether the corners of a cache are around a place that is tiny beside
        /// it, as a simplex of full dimension.
        fn is_tiny(&self, cache: &Cache) -> (f64, bool) {
            let query = self.query();
            let (Operand::Convex(a), Operand::Convex(b)) = (&query.a, &query.b) else {
                unreachable!("a half-space")
            };
            let motion = Motion::b_in_a(&self.poses[0], &self.poses[1]);
            let cores = Cores::new(a, b, &motion);
            let mut simplex = Simplex::default();
            cache.corners(&Difference::new(a, b, &motion, cores.size), &mut simplex);
            let points = simplex.points();
            let ways = [1, 2, 3].map(|i| points[i] - points[0]);
            let flat = ways[0].wedge(ways[1]);
            let volume = if V::DIM == 2 {
                let plane = <V::Wide as Vector>::unit(0).wedge(Vector::unit(1));
                V::Wide::wedge_dot(flat, plane).abs()
            } else {
                V::Wide::volume(flat, ways[2]).abs()
            };
            (cores.size + cores.radii, simplex.len == V::DIM + 1 && volume < TINY)
        }
    }

    /// The cache of one pair is used for another one, of which one shape is 1e3 to 1e12 times smaller than the
    /// other. Its corners are then often a tiny simplex, around which rounding may put the origin.
    fn mixed<V: Vector>(seed: u64, most: f64, turn: impl Fn(&mut Random) -> Given<V>) -> usize {
        let (mut random, mut hits) = (Random::new(seed), 0);
        for i in 0..1_000_000 {
            if hits >= clearance_testing::pairs(2500) {
                break;
            }
            let other = Placed::<V>::random(&mut random, [1.0, 1.0], &turn);
            let mut cache = Cache::default();
            let query = other.query().cache(&mut cache);
            match random.below(3) {
                0 => _ = { query }.intersects(),
                1 => _ = { query }.distance(),
                _ => _ = { query }.clearance(),
            }
            let small = libm::pow(10.0, random.range(-12.0, -3.0));
            let sizes = if random.below(2) == 0 { [1.0, small] } else { [small, 1.0] };
            let placed = Placed::<V>::random(&mut random, sizes, &turn);
            let (size, is_tiny) = placed.is_tiny(&cache);
            hits += usize::from(is_tiny);
            let cold = placed.query().clearance();
            let mut copy = cache;
            let warm = placed.query().cache(&mut copy).clearance();
            assert!(warm.lower <= cold.upper && cold.lower <= warm.upper, "{i}: {warm:?} {cold:?}");
            let off = |x: V::Scalar| (x - cold.signed_distance).to_f64().abs();
            assert!(off(warm.signed_distance) <= most * size, "{i}: {warm:?} {cold:?}");
            assert!((warm.upper - warm.lower).to_f64() <= most * size, "{i}: {warm:?}");
            let mut copy = cache;
            let margin = V::Scalar::of(0.01 * small);
            if let Some(found) = placed.query().cache(&mut copy).manifold(margin) {
                let most = most * size + margin.to_f64();
                assert!(off(found.deepest().separation) <= most, "{i}: {found:?} {cold:?}");
            }
        }
        hits
    }

    #[test]
    fn tiny_corners_of_other_pairs_are_no_overlap() {
        let plane = [
            mixed::<DVec2>(1, 1e-9, |random| random.range(-3.2, 3.2)),
            mixed::<Vec2>(2, 1e-6, |random| random.range(-3.2, 3.2) as f32),
        ];
        let space = [
            mixed::<DVec3>(3, 1e-9, |random| random.rotation()),
            mixed::<Vec3>(4, 1e-6, |random| random.rotation().as_quat()),
        ];
        let hits = [plane, space].concat().iter().sum::<usize>();
        assert!(hits >= 10_000, "{plane:?} {space:?}");
    }
}
