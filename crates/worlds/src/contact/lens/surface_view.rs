//! A surface as lenses see it: its facets in the frame of A and in one unit, whatever its precision and scale.
//!
//! Lenses are computed in `f64` once for all types of vectors. The unit is a power of two, so that coordinates are about
//! 1 and exact signs neither overflow nor underflow; corners of A are exact, those of B are moved, each always to the
//! same place.

use alloc::vec::Vec;
use core::cell::RefCell;

use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Motion, Vector, from_space};
use clearance_trees::NONE;
use glam::DVec3;

use crate::Instance;
use crate::surface::{Bend, Unit};
use crate::way::Way;

/// A surface, seen by lenses. Facets, and their edges from corner k to the next, go counterclockwise seen from the front.
pub trait SurfaceView {
    /// How many facets there are, and how many vertices.
    fn counts(&self) -> [usize; 2];
    fn corners(&self, facet: u32) -> [DVec3; 3];
    /// The unit normal of a facet; 0 if it has no area.
    fn normal(&self, facet: u32) -> DVec3;
    /// The numbers of the corners: vertices at one place have one number.
    fn vertices(&self, facet: u32) -> [u32; 3];
    fn place(&self, vertex: u32) -> DVec3;
    /// The facets at a vertex.
    fn around(&self, vertex: u32) -> &[u32];
    /// The facet beyond an edge, the number of the edge there, and the far vertex; `None` where there is no single one.
    fn beyond(&self, facet: u32, edge: usize) -> Option<(u32, usize, u32)>;
    /// Is an edge a ridge (1), flat (0) or a valley (-1)?
    fn bend(&self, facet: u32, edge: usize) -> i8;
    fn is_solid(&self) -> bool;
    /// Where a ray along a vector of length 1 first leaves the surface: passes a facet from behind, or its rim within
    /// `wide`.
    fn exit(&self, from: DVec3, along: DVec3, wide: f64) -> Option<(f64, u32)>;

    /// The number of an edge, the same from both facets.
    fn edge(&self, facet: u32, edge: usize) -> u32 {
        let own = 3 * facet + edge as u32;
        self.beyond(facet, edge).map_or(own, |(other, side, _)| own.min(3 * other + side as u32))
    }
}

/// A surface with its motion to the frame of A.
pub struct PosedSurface<'s, V: Vector> {
    pub surface: &'s Instance<V>,
    pub motion: Motion<V::Wide>,
    pub unit: Unit,
    is_mirrored: bool,
    placed: RefCell<Placed>,
}

/// The facets that were asked for, as most are many times: their corners and normals, and one more than the place of each
/// in this list.
struct Placed {
    facets: Vec<([DVec3; 3], DVec3)>,
    of: Vec<u32>,
}

impl<'s, V: Vector> PosedSurface<'s, V> {
    pub fn new(surface: &'s Instance<V>, motion: Motion<V::Wide>, unit: Unit) -> Self {
        // Memory of zeros is touched where it is used.
        let placed = Placed { facets: Vec::new(), of: alloc::vec![0; surface.len()] };
        let is_mirrored = surface.is_mirrored();
        Self { surface, motion, unit, is_mirrored, placed: RefCell::new(placed) }
    }
    #[inline]
    fn facet(&self, facet: u32) -> ([DVec3; 3], DVec3) {
        let mut placed = self.placed.borrow_mut();
        let known = placed.of[facet as usize];
        if known != 0 {
            return placed.facets[known as usize - 1];
        }
        let [a, b, c] = self.surface.wide_corners(facet);
        let corners = self.turned([self.placed(a), self.placed(b), self.placed(c)]);
        let [a, b, c] = corners;
        let found = (corners, (b - a).cross(c - a).normalize_or_zero());
        placed.facets.push(found);
        placed.of[facet as usize] = placed.facets.len() as u32;
        found
    }
    /// What counts corners of a mirrored surface backwards.
    fn turned<T>(&self, [a, b, c]: [T; 3]) -> [T; 3] {
        if self.is_mirrored { [a, c, b] } else { [a, b, c] }
    }
    fn own_edge(&self, edge: usize) -> usize {
        if self.is_mirrored { 2 - edge } else { edge }
    }
    /// A place in the frame of the surface itself.
    pub fn own(&self, at: DVec3) -> V::Wide {
        let at = from_space::<V::Wide>(at / self.unit.0);
        self.motion.unrotate(at - self.motion.translation)
    }
    #[inline]
    pub fn placed(&self, corner: V::Wide) -> DVec3 {
        self.unit.place(self.motion.apply(corner))
    }
}

impl<V: Vector> SurfaceView for PosedSurface<'_, V> {
    fn counts(&self) -> [usize; 2] {
        [self.surface.len(), self.surface.surface().vertices().len()]
    }
    fn corners(&self, facet: u32) -> [DVec3; 3] {
        self.facet(facet).0
    }
    fn normal(&self, facet: u32) -> DVec3 {
        self.facet(facet).1
    }
    fn vertices(&self, facet: u32) -> [u32; 3] {
        let surface = self.surface.surface();
        let corners = surface.facets()[facet as usize];
        self.turned(corners.map(|v| surface.welded()[v as usize]))
    }
    fn place(&self, vertex: u32) -> DVec3 {
        self.placed(self.surface.vertex(vertex).widen())
    }
    fn around(&self, vertex: u32) -> &[u32] {
        self.surface.surface().around(vertex)
    }
    fn beyond(&self, facet: u32, edge: usize) -> Option<(u32, usize, u32)> {
        let surface = self.surface.surface();
        let beyond = surface.edges(facet)[self.own_edge(edge)];
        (beyond.bend != Bend::Open).then(|| {
            let far = surface.welded()[beyond.opposite as usize];
            (beyond.facet, self.own_edge(usize::from(beyond.side)), far)
        })
    }
    fn bend(&self, facet: u32, edge: usize) -> i8 {
        let beyond = self.surface.surface().edges(facet)[self.own_edge(edge)];
        match beyond.bend {
            Bend::Open => return 1,
            Bend::Flat => return 0,
            _ => {}
        }
        // Rounded corners bend what was flat.
        let flat = Scalar::max(1e-9, 4.0 * V::Scalar::EPSILON.to_f64());
        let (corners, normal) = self.facet(facet);
        let way = self.place(beyond.opposite) - corners[edge];
        let up = normal.dot(way) / way.length();
        i8::from(up < -flat) - i8::from(up > flat)
    }
    fn is_solid(&self) -> bool {
        self.surface.is_solid()
    }

    fn exit(&self, from: DVec3, along: DVec3, wide: f64) -> Option<(f64, u32)> {
        let (unit, motion) = (self.unit.0, &self.motion);
        let half = V::Wide::from_fn(|_| wide / unit);
        let way = [self.own(from), motion.unrotate(from_space(along))];
        let way = Way::of::<V>(way, self.surface, half)?;
        let (tree, blocks) = self.surface.surface().tree();
        let (mut best, limit) = (None::<(f64, u32)>, way.limit(f64::INFINITY));
        tree.nearest(
            limit,
            |node| node.entries(&way.line, limit),
            |leaf, _| {
                for facet in blocks[leaf as usize].id.into_iter().filter(|id| *id != NONE) {
                    let until = best.map_or(f64::INFINITY, |(t, _)| t);
                    if let Some(t) = leaves(self.facet(facet), from, along, wide)
                        && (t < until || t == until && best.is_some_and(|(_, old)| facet < old))
                    {
                        best = Some((t, facet));
                    }
                }
                best.map_or(limit, |(t, _)| way.limit(t / unit))
            },
        );
        best
    }
}

/// When a ray passes a facet from behind; the facet is larger by `wide`, so that nothing passes between two.
fn leaves(
    ([p, q, r], n): ([DVec3; 3], DVec3),
    from: DVec3,
    along: DVec3,
    wide: f64,
) -> Option<f64> {
    let rise = n.dot(along);
    if rise <= 1e-9 {
        return None;
    }
    let t = n.dot(p - from) / rise;
    let at = from + along * t;
    let is_in = |s: DVec3, e: DVec3| {
        let way = e - s;
        way.cross(at - s).dot(n) >= -wide * way.length()
    };
    (t >= 0.0 && is_in(p, q) && is_in(q, r) && is_in(r, p)).then_some(t)
}
