//! Nodes of four turned boxes in lanes: many against many.

use alloc::vec::Vec;

use glam::{Vec3, Vec4};
#[cfg(feature = "rayon")]
use rayon::prelude::*;

use crate::binary::{ITEMS, Tree};
use crate::bounds::more;
use crate::collapse::{NONE, Wide, collapse};
use crate::fit::{Points, Turned, up};

/// Four children's boxes by lane: middles, half extents, and axes, each by coordinate. Absent children are points,
/// which no walk visits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Quad {
    pub mid: [Vec4; 3],
    pub half: [Vec4; 3],
    pub axes: [[Vec4; 3]; 3],
    pub child: [u32; 4],
}

impl Quad {
    fn new(Wide { from, child }: &Wide<4>, points: &Points<'_>) -> Self {
        let zero = [Vec4::ZERO; 3];
        let mut quad = Self { mid: zero, half: zero, axes: [zero; 3], child: *child };
        for (lane, from) in from.iter().enumerate().filter(|(_, from)| **from != NONE) {
            let turned = points.fit(*from);
            for axis in 0..3 {
                quad.mid[axis][lane] = turned.mid[axis];
                quad.half[axis][lane] = turned.half[axis];
                for k in 0..3 {
                    quad.axes[axis][k][lane] = turned.axes[axis][k];
                }
            }
        }
        quad
    }

    /// How far the corners of the boxes are from the origin, at most.
    fn reach(&self) -> f32 {
        let reach = |Turned { mid, half, .. }: Turned| {
            up(mid.as_dvec3().length() + half.as_dvec3().length())
        };
        (0..4).fold(0.0, |most, lane| more(most, reach(self.get(lane))))
    }

    #[inline(always)]
    pub fn get(&self, lane: usize) -> Turned {
        let at = |v: &[Vec4; 3]| {
            Vec3::new(v[0].as_ref()[lane], v[1].as_ref()[lane], v[2].as_ref()[lane])
        };
        Turned {
            mid: at(&self.mid),
            half: at(&self.half),
            axes: [at(&self.axes[0]), at(&self.axes[1]), at(&self.axes[2])],
        }
    }
}

/// A tree of turned boxes, each made to fit the points of what is below. It is larger than [`Eights`] and takes
/// longer to make; for the distance of two meshes it pays many times over.
///
/// [`pairs`] walks through two of them.
///
/// [`Eights`]: crate::Eights
/// [`pairs`]: crate::pairs()
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quads {
    /// The first node has the root in its first lane, and no other child.
    pub(crate) nodes: Vec<Quad>,
    leaves: Vec<[u32; ITEMS]>,
    reach: f32,
}

impl Quads {
    /// From a binary tree, best one with leaves of 4 items, and the points of an item by its number: the convex hull
    /// of the points must contain the item.
    ///
    /// ```
    /// use clearance_trees::{Bounds, Quads, Quality, Tree};
    /// let segments = [[[0.0, 0.0, 0.0], [1.0, 1.0, 0.0]], [[1.0, 1.0, 0.0], [2.0, 1.0, 1.0]]];
    /// let boxes = segments.map(Bounds::of);
    /// let quads = Quads::new(&Tree::new(&boxes, 4, Quality::Best), |item| segments[item as usize]);
    /// assert_eq!(quads.leaves().len(), 1);
    /// assert!(quads.reach() > 2.4 && quads.reach() < 3.5);
    /// ```
    pub fn new<P: AsRef<[[f32; 3]]>>(tree: &Tree, points: impl Fn(u32) -> P) -> Self {
        if tree.nodes().is_empty() {
            return Self::default();
        }
        let points = Points::new(tree, points);
        let (wide, leaves) = collapse::<4>(tree, [0, NONE, NONE, NONE]);
        #[cfg(feature = "rayon")]
        let wide = wide.into_par_iter();
        #[cfg(not(feature = "rayon"))]
        let wide = wide.into_iter();
        let nodes: Vec<Quad> = wide.map(|node| Quad::new(&node, &points)).collect();
        let reach = nodes.iter().fold(0.0, |most, quad| more(most, quad.reach()));
        Self { nodes, leaves, reach }
    }

    /// The items of the leaves, by the leaf's number; [`NONE`] fills a leaf up. [`Eights`](crate::Eights) and [`Quads`] of the same
    /// tree have the same leaves.
    pub fn leaves(&self) -> &[[u32; ITEMS]] {
        &self.leaves
    }

    /// How far the corners of the boxes are from the origin, at most.
    pub fn reach(&self) -> f32 {
        self.reach
    }
}
