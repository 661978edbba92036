//! A surface as a shape has it: scaled, and either a sheet or the boundary of a solid.
//!
//! ```text
//!     Arc<Surface> <--- Instance { scale (1, 1, 1) }       one tree, shared
//!                  <--- Instance { scale (-2, 2, 2) }      mirrored, twice as large
//! ```
//!
//! The corners of an instance are the products of vertex and scale, rounded to the precision of the vectors.
//! The rounded corners are the exact shape that questions are about.

use alloc::borrow::Cow;
use alloc::sync::Arc;

use clearance_geometry::number::{Scalar, binade};
use clearance_geometry::space::{Aabb, Vector};

use clearance_trees::{Bounds, Eights};

use crate::Error;
use crate::surface::{Bend, Block, Edge, Level, Piece, Surface, Unit, crossing, piece, touches};

/// A scaled surface.
#[derive(Clone, Debug)]
pub struct Instance<V: Vector> {
    surface: Arc<Surface<V>>,
    scale: V,
    solid: bool,
    /// The largest coordinate of a corner.
    reach: f64,
    /// What a coordinate of the local frame is multiplied by to get that of the surface's tree.
    to_tree: [f64; 3],
}

/// The same corners and facets, in the same order, and the same inside.
impl<V: Vector> PartialEq for Instance<V> {
    fn eq(&self, other: &Self) -> bool {
        self.scale == other.scale && self.solid == other.solid && *self.surface == *other.surface
    }
}

impl<V: Vector> Instance<V> {
    /// The surface as it is. `solid`: what is inside belongs to the shape.
    pub(crate) fn new(surface: Arc<Surface<V>>, solid: bool) -> Self {
        Self::of(surface, V::from_fn(|_| V::Scalar::ONE), solid)
    }
    fn of(surface: Arc<Surface<V>>, scale: V, solid: bool) -> Self {
        let unit = surface.unit();
        let factor = |i| if i < V::DIM { unit / scale.get(i).to_f64() } else { unit };
        let to_tree = [factor(0), factor(1), factor(2)];
        let mut made = Self { surface, scale, solid, reach: 0.0, to_tree };
        let Aabb { min, max } = made.bounds();
        made.reach = min.max_abs().max(max.max_abs()).to_f64();
        made
    }
    /// The same surface, its coordinates multiplied further.
    pub(crate) fn scaled(&self, by: V) -> Result<Self, Error> {
        let scale = V::from_fn(|i| self.scale.get(i) * by.get(i));
        for i in 0..V::DIM {
            if !(scale.get(i).abs() > V::Scalar::ZERO && scale.get(i).is_finite()) {
                return Err(Error::Scale { value: by.get(i).to_f64() });
            }
        }
        let scaled = Self::of(self.surface.clone(), scale, self.solid);
        let Aabb { min, max } = scaled.bounds();
        for corner in [min, max] {
            clearance_geometry::space::finite("scaled mesh", None, corner)?;
        }
        Ok(scaled)
    }
    /// The surface, without the scale.
    pub fn surface(&self) -> &Arc<Surface<V>> {
        &self.surface
    }
    /// The factors of the coordinates.
    pub fn scale(&self) -> V {
        self.scale
    }
    /// Is a factor not 1?
    pub(crate) fn is_scaled(&self) -> bool {
        self.scale != V::from_fn(|_| V::Scalar::ONE)
    }
    /// Does what is inside belong to the shape?
    pub fn is_solid(&self) -> bool {
        self.solid
    }
    /// Are fronts turned to the other side, because an odd number of factors is negative?
    pub fn is_mirrored(&self) -> bool {
        (0..V::DIM).filter(|i| self.scale.get(*i) < V::Scalar::ZERO).count() % 2 == 1
    }
    /// The number of facets: triangles, in 2D segments.
    #[expect(clippy::len_without_is_empty, reason = "there is one at least")]
    pub fn len(&self) -> usize {
        self.surface.facets().len()
    }
    /// The corners of a facet in the local frame. In 2D the last two are equal.
    #[inline]
    pub fn corners(&self, facet: u32) -> [V; 3] {
        self.surface.corners(facet).map(|p| self.place(p))
    }
    /// The same in `f64`.
    #[inline]
    pub(crate) fn wide_corners(&self, facet: u32) -> [V::Wide; 3] {
        let [a, b, c] = self.corners(facet);
        [a.widen(), b.widen(), c.widen()]
    }
    /// What the corners in the blocks of the tree are multiplied by, if they are exact. Then no vertex has to be fetched
    /// from far memory.
    #[inline]
    pub(crate) fn exact_unit(&self) -> Option<f64> {
        if self.is_scaled() { None } else { self.surface.exact_unit() }
    }
    /// The corners of a facet in a block of the tree; `exact` is [`Instance::exact_unit`].
    #[inline(always)]
    pub(crate) fn corners_in(
        &self,
        block: &Block,
        lane: usize,
        exact: Option<f64>,
    ) -> [V::Wide; 3] {
        match exact {
            Some(unit) => block.facet::<V>(lane, unit),
            None => self.wide_corners(block.id[lane]),
        }
    }
    /// A vertex in the local frame.
    pub fn vertex(&self, vertex: u32) -> V {
        self.place(self.surface.vertices()[vertex as usize])
    }
    #[inline]
    fn place(&self, p: V) -> V {
        V::from_fn(|i| p.get(i) * self.scale.get(i))
    }
    /// The far corner of the neighbour beyond an edge of a facet, in 2D beyond an end, if there is one neighbour.
    pub(crate) fn beyond(&self, facet: u32, edge: usize) -> Option<V> {
        let Edge { bend, opposite, .. } = self.surface.edges(facet)[edge];
        (bend != Bend::Open).then(|| self.vertex(opposite))
    }
    /// Is a facet [level](crate::surface::level)? Another scale for each axis tilts what is around it.
    #[inline]
    pub(crate) fn level(&self, facet: u32) -> Level {
        let level = self.surface.level(facet);
        if level == Level::Not || self.even_scale().is_some() { level } else { Level::Not }
    }
    /// How far corners are off those of the surface, scaled.
    #[inline]
    pub(crate) fn rounding(&self) -> f64 {
        let smallest = V::Scalar::above(f64::from_bits(1)).to_f64();
        if self.is_scaled() { self.reach * V::Scalar::EPSILON.to_f64() + smallest } else { 0.0 }
    }
    /// The unit normal of a facet's front: the side from which its corners go around counterclockwise, in 2D the
    /// right of the way from the first end to the second. `None` if the facet has no area.
    pub fn front(&self, facet: u32) -> Option<V::Wide> {
        self.front_of(&self.corners(facet).map(V::widen))
    }
    /// The same of a facet with these corners.
    pub(crate) fn front_of(&self, &[a, b, c]: &[V::Wide; 3]) -> Option<V::Wide> {
        let numbers = V::Wide::wedge_numbers((b - a).wedge(c - a));
        let normal = if V::DIM == 2 {
            V::Wide::from_fn(|i| if i == 0 { (b - a).get(1) } else { (a - b).get(0) })
        } else {
            V::Wide::from_fn(|i| numbers[i])
        };
        let normal = if self.is_mirrored() { -normal } else { normal };
        normal.unit_along()
    }
    /// The facet as a convex shape.
    pub fn piece(&self, facet: u32) -> Piece<V> {
        piece(self.corners(facet))
    }
    /// The box around the surface in the local frame.
    pub fn bounds(&self) -> Aabb<V> {
        let Aabb { min, max } = self.surface.bounds();
        let (a, b) = (self.place(*min), self.place(*max));
        Aabb {
            min: V::from_fn(|i| a.get(i).min(b.get(i))),
            max: V::from_fn(|i| a.get(i).max(b.get(i))),
        }
    }
}

/// The tree of a surface as an instance has it. Coordinates of the local frame times `unit` are those of the tree,
/// once the tree's are multiplied by the factors.
pub(crate) struct InstanceTree<'a> {
    pub eights: &'a Eights,
    blocks: &'a [Block],
    pub unit: f64,
    pub factors: Option<[f32; 3]>,
}

impl InstanceTree<'_> {
    /// The facets of a leaf.
    #[inline(always)]
    pub fn block(&self, leaf: u32) -> Cow<'_, Block> {
        let block = &self.blocks[leaf as usize];
        let Some(factors) = self.factors else { return Cow::Borrowed(block) };
        let mut scaled = *block;
        for corner in &mut scaled.corners.corners {
            for k in 0..3 {
                corner[k] *= factors[k];
            }
        }
        Cow::Owned(scaled)
    }
    /// No coordinate of the tree is larger.
    pub fn reach(&self) -> f64 {
        2.0
    }
    /// Is a coordinate so small that squares do not overflow in `f32`?
    pub fn holds(&self, largest: f64) -> bool {
        largest < (1_u64 << 60) as f64
    }
}

impl<V: Vector> Instance<V> {
    pub(crate) fn tree(&self) -> InstanceTree<'_> {
        let (eights, blocks) = self.surface.tree();
        let unit = self.surface.unit();
        if !self.is_scaled() {
            return InstanceTree { eights, blocks, unit, factors: None };
        }
        // The largest factor is in [1, 2), so that the largest coordinate is below 2.
        let size = binade(self.scale.max_abs().to_f64());
        let factor = |i| if i < V::DIM { (self.scale.get(i).to_f64() / size) as f32 } else { 1.0 };
        InstanceTree {
            eights,
            blocks,
            unit: unit / size,
            factors: Some(core::array::from_fn(factor)),
        }
    }
    /// What a coordinate of the local frame is multiplied by to get that of the surface's tree.
    #[inline]
    pub(crate) fn to_tree(&self) -> [f64; 3] {
        self.to_tree
    }
    /// The largest coordinate of a corner.
    #[inline]
    pub(crate) fn reach(&self) -> f64 {
        self.reach
    }
    /// The size of all factors and their signs, if they have one size.
    pub(crate) fn even_scale(&self) -> Option<(f64, [f64; 3])> {
        let size = self.scale.get(0).abs();
        let even = (1..V::DIM).all(|i| self.scale.get(i).abs() == size);
        let sign = |i| if i < V::DIM && self.scale.get(i) < V::Scalar::ZERO { -1.0 } else { 1.0 };
        even.then(|| (size.to_f64(), [sign(0), sign(1), sign(2)]))
    }
    /// Is a point of the local frame inside the surface, or on it? Exact, for the rounded corners.
    ///
    /// The unscaled surface would not do: its facets, scaled, lie beside those of the rounded corners. So the tree of the
    /// unscaled surface gives the facets that may be met, and their own corners decide.
    pub(crate) fn contains(&self, point: V::Wide) -> bool {
        if !self.is_scaled() {
            return self.surface.surrounds(point);
        }
        let Aabb { min, max } = self.bounds();
        let is_within =
            |i| min.get(i).to_f64() <= point.get(i) && point.get(i) <= max.get(i).to_f64();
        if !(0..V::DIM).all(is_within) {
            return false;
        }
        // Mirrored back, which is exact, so that the ray along +x is one along +x of the tree. The sign of the winding
        // number does not matter.
        let sign = |i| if self.scale.get(i) < V::Scalar::ZERO { -1.0 } else { 1.0 };
        let unit = Unit::of(self.reach);
        let place = |p: V::Wide| unit.place(V::Wide::from_fn(|i| p.get(i) * sign(i)));
        let (mut sum, mut touched, at) = (0, false, place(point));
        self.surface.each_along_x(&self.in_tree(point, 0.0), |facet| {
            let corners = self.wide_corners(facet).map(place);
            sum += crossing(V::DIM, corners, at);
            touched |= touches(corners, at);
        });
        touched || sum != 0
    }

    /// May a facet be as near to a point of the local frame as `error`? False only if none is.
    pub(crate) fn is_near(&self, point: V::Wide, error: f64) -> bool {
        self.surface.is_near(&self.in_tree(point, error))
    }

    /// The coordinates of the surface's tree that belong to a point of the local frame that is off by `error`, as a box.
    ///
    /// A corner of the instance is a vertex times the scale, rounded: off by half an epsilon of itself, or by half of the
    /// smallest number. Divided by the scale again, which rounds once more, it is off by less than an epsilon of a
    /// coordinate that is at most 1, and by that number.
    fn in_tree(&self, point: V::Wide, error: f64) -> Bounds {
        let rounded = if self.is_scaled() { V::Scalar::EPSILON.to_f64() } else { 0.0 };
        let smallest = V::Scalar::above(f64::from_bits(1)).to_f64();
        let (mut min, mut max) = ([0.0; 3], [0.0; 3]);
        for i in 0..V::DIM {
            let (at, off) = (point.get(i) * self.to_tree[i], self.to_tree[i].abs());
            let off = (error + if self.is_scaled() { smallest } else { 0.0 }) * off + rounded;
            let off = off + 4.0 * f64::EPSILON * at.abs();
            // With factors that leave the range of numbers, every facet may be meant.
            let ends =
                if (at + off).is_finite() { [at - off, at + off] } else { [-f64::MAX, f64::MAX] };
            (min[i], max[i]) = (f32::below(ends[0]), f32::above(ends[1]));
        }
        Bounds { min, max }
    }
}
