//! [`Surface`]: indexed triangles or segments, checked once and never changed.

use alloc::vec::Vec;

use clearance_geometry::number::Scalar;
use clearance_geometry::shape::Shape;
use clearance_geometry::space::{Aabb, Vector, entry_points, finite_points};
use clearance_trees::{Bounds, Eight, Eights, NONE, Quads};
use glam::{DVec3, Vec4};

use super::blocks::{Block, binary, eights, quads};
use super::buckets::buckets;
use super::crossing::{crossing, touches};
use super::edges::Edge;
use super::joints::Joints;
use super::level::Level;
use super::piece::piece;
use super::report::Report;
use super::unit::Unit;
use crate::Error;
use crate::lazy::Lazy;

/// The most vertices and the most facets of a surface: the number of an edge of a facet must fit in 32 bits.
const MOST: usize = 1 << 28;

/// The facets of a [`Mesh`](crate::Mesh), chain, solid or height field, in its local frame, and what is known of them: triangles
/// in 3D, segments in 2D.
///
/// It may have holes, edges of many facets, and facets without area: [`Surface::report`] lists them. The front of
/// a triangle is where its corners are counterclockwise. The front of a segment is on the right of the way
/// from its first to its second vertex. A closed surface has its front outside.
///
/// The report, neighbours, bends and components are made when one of them is first asked for; without the feature
/// `std`, by the constructor. This takes about as long as building a tree.
#[derive(Clone, Debug)]
pub struct Surface<V: Vector> {
    vertices: Vec<V>,
    facets: Vec<[u32; 3]>,
    bounds: Aabb<V>,
    unit: Unit,
    joints: Lazy<Joints>,
    tree: Eights,
    blocks: Vec<Block>,
    /// Are the corners in the blocks exact?
    exact: bool,
    turned: Lazy<Quads>,
    around: Lazy<(Vec<u32>, Vec<u32>)>,
    /// Does no part of what it bounds overlap another one?
    #[cfg(feature = "std")]
    simple: Lazy<bool>,
}

/// The same vertices and facets, in the same order.
impl<V: Vector> PartialEq for Surface<V> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self, other)
            || (self.facets == other.facets && self.vertices == other.vertices)
    }
}

entry_points! {
    /// Builds a surface in this library: a caller would compile all of it again.
    SurfaceEntry<>(given: (&'static str, &'static str, Vec<V>, Vec<[u32; 3]>)) -> Result<Surface<V>, Error> {
        let (what, facet, vertices, facets) = given;
        Surface::checked(what, facet, vertices, facets)
    }
}

impl<V: Vector> Surface<V> {
    /// Checks the input.
    pub(crate) fn of(
        what: &'static str,
        facet: &'static str,
        vertices: Vec<V>,
        facets: Vec<[u32; 3]>,
    ) -> Result<Self, Error> {
        V::enter::<SurfaceEntry>((what, facet, vertices, facets))
    }
    fn checked(
        what: &'static str,
        facet: &'static str,
        vertices: Vec<V>,
        facets: Vec<[u32; 3]>,
    ) -> Result<Self, Error> {
        finite_points(what, &vertices, MOST)?;
        if facets.is_empty() {
            return Err(Error::NoFacets { what, facet });
        }
        if facets.len() > MOST {
            return Err(Error::TooMany { what: facet, most: MOST, count: facets.len() });
        }
        let count = vertices.len();
        for (index, corners) in facets.iter().enumerate() {
            if let Some(vertex) = corners.iter().copied().find(|v| *v as usize >= count) {
                return Err(Error::NoVertex { facet, index, vertex, count });
            }
        }
        let bounds = bounds(facets.as_flattened().iter().map(|v| vertices[*v as usize]));
        let unit = Unit::of(bounds.min.widen().max_abs().max(bounds.max.widen().max_abs()));
        let joints = Lazy::new(|| Joints::of(&vertices, &facets, unit));
        let corners: Vec<[DVec3; 3]> = facets
            .iter()
            .map(|facet| facet.map(|v| unit.place(vertices[v as usize].widen())))
            .collect();
        let exact = vertices.iter().all(|vertex| {
            let place = unit.place(vertex.widen()).as_vec3().as_dvec3();
            V::Wide::from_fn(|i| place[i] / unit.0) == vertex.widen()
        });
        let boxes = binary(&corners, V::DIM);
        let (tree, blocks) = eights(&boxes, &corners);
        let turned = Lazy::new(|| quads(&boxes, &corners));
        let around = Lazy::new(|| {
            let joints = joints.get(|| Joints::of(&vertices, &facets, unit));
            around(&facets, &joints.welded)
        });
        Ok(Self {
            vertices,
            facets,
            bounds,
            unit,
            joints,
            tree,
            blocks,
            exact,
            turned,
            around,
            #[cfg(feature = "std")]
            simple: Lazy::new(|| true),
        })
    }

    #[inline]
    fn joints(&self) -> &Joints {
        self.joints.get(|| Joints::of(&self.vertices, &self.facets, self.unit))
    }

    /// The vertices, in the local frame.
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }

    /// The vertex numbers of the facets. A segment from i to j is \[i, j, j\].
    pub fn facets(&self) -> &[[u32; 3]] {
        &self.facets
    }

    /// The number of facets; at least 1.
    #[expect(clippy::len_without_is_empty, reason = "there is one at least")]
    pub fn len(&self) -> usize {
        self.facets.len()
    }

    /// The corners of a facet, in the local frame. Of a segment the second and the third are the same.
    ///
    /// # Panics
    /// If there is no such facet.
    #[inline]
    pub fn corners(&self, facet: u32) -> [V; 3] {
        let [a, b, c] = self.facets[facet as usize];
        [self.vertices[a as usize], self.vertices[b as usize], self.vertices[c as usize]]
    }

    /// A facet as a convex shape: a triangle, in 2D a segment.
    ///
    /// # Panics
    /// If there is no such facet.
    pub fn piece(&self, facet: u32) -> Shape<V> {
        piece(self.corners(facet)).into()
    }

    /// The smallest box around all facets, in the local frame.
    pub fn bounds(&self) -> &Aabb<V> {
        &self.bounds
    }

    /// What was found: holes, doubled, degenerate and turned facets, components.
    pub fn report(&self) -> &Report {
        &self.joints().report
    }

    /// What is beyond each edge of a facet, and how the front bends there. Edge i leads from corner i to the
    /// next. In 2D edge i is the end at vertex i, and the third is always [`Bend::Open`](super::Bend::Open).
    ///
    /// # Panics
    /// If there is no such facet.
    #[inline]
    pub fn edges(&self, facet: u32) -> &[Edge; 3] {
        &self.joints().edges[facet as usize]
    }

    /// Is a facet [level](super::level)?
    #[inline]
    pub(crate) fn level(&self, facet: u32) -> Level {
        self.joints().level[facet as usize]
    }

    /// The number of the component that a facet is part of. Facets that share an edge (in 2D an end) are in one
    /// component. But two closed surfaces that touch along an edge, or at a vertex, are two components. A facet
    /// with two equal corners is one of its own.
    ///
    /// # Panics
    /// If there is no such facet.
    #[inline]
    pub fn component(&self, facet: u32) -> u32 {
        self.joints().component[facet as usize]
    }

    /// The number of the component of each facet: see [`Surface::component`].
    pub fn components(&self) -> &[u32] {
        &self.joints().component
    }

    /// What `ask` says when this is first asked for.
    #[cfg(feature = "std")]
    pub(crate) fn is_simple(&self, ask: impl FnOnce() -> bool) -> bool {
        *self.simple.get(ask)
    }

    /// The facets at a vertex, the lowest of its place; they are listed when this is first asked for.
    pub(crate) fn around(&self, vertex: u32) -> &[u32] {
        let (facets, ends) = self.around.get(|| around(&self.facets, self.welded()));
        &facets[ends[vertex as usize] as usize..ends[vertex as usize + 1] as usize]
    }

    /// For each vertex, the lowest number of a vertex at the same place: at equal coordinates.
    pub fn welded(&self) -> &[u32] {
        &self.joints().welded
    }

    /// Tree coordinates are local coordinates times this power of two: the largest is in [0.5, 1).
    pub fn unit(&self) -> f64 {
        self.unit.0
    }

    /// A point of the local frame in tree coordinates. In 2D the third coordinate is 0. Coordinates below 2^-200
    /// count as 0.
    #[inline]
    pub fn place(&self, point: V::Wide) -> DVec3 {
        self.unit.place(point)
    }

    /// The tree of the facets, in tree coordinates, and the facets of its leaves.
    pub(crate) fn tree(&self) -> (&Eights, &[Block]) {
        (&self.tree, &self.blocks)
    }

    /// What the corners in the blocks are multiplied by to get those of the facets, if that is exact: with vertices
    /// that `f32` holds. Then a facet can be had without looking up its vertices.
    #[inline]
    pub(crate) fn exact_unit(&self) -> Option<f64> {
        self.exact.then(|| 1.0 / self.unit.0)
    }

    /// The tree of turned boxes, with the same leaves; it is built when it is first asked for.
    pub(crate) fn turned(&self) -> &Quads {
        self.turned.get(|| {
            let corners: Vec<[DVec3; 3]> = (0..self.len() as u32).map(|f| self.places(f)).collect();
            quads(&binary(&corners, V::DIM), &corners)
        })
    }

    /// A vertex of each component.
    pub(crate) fn component_vertices(&self) -> impl Iterator<Item = u32> + '_ {
        self.joints().first.iter().map(|facet| self.facets[*facet as usize][0])
    }

    /// How often the ray from a point along +x crosses a facet from behind: 1, 0, or -1 from the front. Exact, as
    /// `crossing` says. The point is in tree coordinates, at most 1.
    #[inline]
    pub(crate) fn crossing(&self, facet: u32, point: DVec3) -> i32 {
        crossing(V::DIM, self.places(facet), point)
    }

    /// Is the point exactly on the facet, its rim included? In tree coordinates, at most 1.
    #[inline]
    pub(crate) fn touches(&self, facet: u32, point: DVec3) -> bool {
        touches(self.places(facet), point)
    }

    /// The winding number of a point in the local frame: see [`Solid::winding`](crate::Solid::winding).
    pub(crate) fn winding(&self, point: V::Wide) -> i32 {
        let (mut sum, place) = (0, self.place(point));
        if self.in_bounds(point) {
            self.each_along_x(&around_point(place), |facet| sum += self.crossing(facet, place));
        }
        sum
    }

    /// Is the winding number of a point not 0, or is the point exactly on a facet?
    pub(crate) fn surrounds(&self, point: V::Wide) -> bool {
        let (mut sum, mut touched, place) = (0, false, self.place(point));
        if self.in_bounds(point) {
            self.each_along_x(&around_point(place), |facet| {
                sum += self.crossing(facet, place);
                touched |= self.touches(facet, place);
            });
        }
        touched || sum != 0
    }

    /// Is the point in the box of the surface? Then tree coordinates are at most 1. False for NaN.
    fn in_bounds(&self, point: V::Wide) -> bool {
        let (min, max) = (self.bounds.min.widen(), self.bounds.max.widen());
        (0..V::DIM).all(|i| min.get(i) <= point.get(i) && point.get(i) <= max.get(i))
    }

    /// Calls a function with the facets whose boxes the rays from a box along +x meet, and others. In tree
    /// coordinates.
    pub(crate) fn each_along_x(&self, from: &Bounds, mut visit: impl FnMut(u32)) {
        let (low, high) = (from.min, from.max);
        // In 2D, boxes are prisms from 0 to 1, and facets are at 0.
        let bounds = |node: &Eight| {
            [0, 1].map(|half| {
                let [_, min_y, min_z, max_x, max_y, max_z] = node.bounds.map(|side| side[half]);
                let meets = min_y.cmple(Vec4::splat(high[1]))
                    & max_y.cmpge(Vec4::splat(low[1]))
                    & min_z.cmple(Vec4::splat(high[2]))
                    & max_z.cmpge(Vec4::splat(low[2]))
                    & max_x.cmpge(Vec4::splat(low[0]));
                Vec4::select(meets, Vec4::ZERO, Vec4::INFINITY)
            })
        };
        self.tree.nearest(0.0, bounds, |leaf, limit| {
            let block = &self.blocks[leaf as usize];
            let mut left = block.along_x(low, high);
            while left != 0 {
                let lane = left.trailing_zeros() as usize & 3;
                left &= left - 1;
                if block.id[lane] != NONE {
                    visit(block.id[lane]);
                }
            }
            limit
        });
    }

    /// Does the box of a leaf meet a box in tree coordinates? More than `f32` rounds is added.
    pub(crate) fn is_near(&self, at: &Bounds) -> bool {
        let largest = at.min.iter().chain(&at.max).fold(1.0, |most: f32, x| most.max(x.abs()));
        let at = at.grown(4.0 * f32::EPSILON * largest);
        let bounds = |node: &Eight| {
            [0, 1].map(|half| {
                let apart = |k: usize| {
                    node.bounds[k][half].cmpgt(Vec4::splat(at.max[k]))
                        | node.bounds[k + 3][half].cmplt(Vec4::splat(at.min[k]))
                };
                Vec4::select(apart(0) | apart(1) | apart(2), Vec4::INFINITY, Vec4::ZERO)
            })
        };
        let mut near = false;
        self.tree.nearest(0.0, bounds, |_, _| {
            near = true;
            -1.0
        });
        near
    }

    /// The corners of a facet in tree coordinates.
    ///
    /// # Panics
    /// If there is no such facet.
    #[inline]
    pub fn places(&self, facet: u32) -> [DVec3; 3] {
        let [a, b, c] = self.corners(facet);
        [self.unit.place(a.widen()), self.unit.place(b.widen()), self.unit.place(c.widen())]
    }
}

/// The facets at each vertex, and where those of each begin.
fn around(facets: &[[u32; 3]], welded: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let corners = (0..).zip(facets).flat_map(|(facet, corners)| corners.map(|v| (v, facet)));
    buckets(welded.len(), corners.map(|(v, facet)| (welded[v as usize], facet)))
}

/// A point as a box, rounded outward.
fn around_point(point: DVec3) -> Bounds {
    let point = point.to_array();
    Bounds { min: point.map(f32::below), max: point.map(f32::above) }
}

/// The smallest box around one or more points; -0 counts as 0.
fn bounds<V: Vector>(mut points: impl Iterator<Item = V>) -> Aabb<V> {
    let first = points.next().unwrap_or(V::ZERO);
    points.fold(Aabb { min: first, max: first }, |all, p| all.union(&Aabb { min: p, max: p }))
}
