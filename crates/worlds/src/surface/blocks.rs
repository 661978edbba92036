//! Blocks: four facets in lanes of `f32`, in tree coordinates, beside the leaves of a
//! surface's trees.

use alloc::vec::Vec;

use clearance_geometry::number::Scalar;
use clearance_trees::{Bounds, Eights, NONE, Quads, Quality, Tree};
use glam::{DVec3, Vec4};

use crate::lanes::Triangles;

/// Four facets in lanes, in tree coordinates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The corners, rounded. A lane without a facet repeats another one of the block.
    pub corners: Triangles,
    /// The numbers of the facets; [`NONE`] for a lane without.
    pub id: [u32; 4],
}

impl Block {
    fn of(facets: &[[DVec3; 3]], id: [u32; 4]) -> Self {
        let mut corners = [[Vec4::ZERO; 3]; 3];
        for lane in 0..4 {
            let facet = if id[lane] == NONE { id[0] } else { id[lane] };
            for (corner, place) in corners.iter_mut().zip(&facets[facet as usize]) {
                for (axis, x) in corner.iter_mut().zip(place.as_vec3().to_array()) {
                    axis[lane] = x;
                }
            }
        }
        Self { corners: Triangles { corners }, id }
    }
}

/// The binary tree of facets with these corners.
pub(super) fn binary(facets: &[[DVec3; 3]], dim: usize) -> Tree {
    let boxes: Vec<Bounds> = facets.iter().map(|corners| around(corners, dim)).collect();
    Tree::new(&boxes, 4, Quality::Best)
}

/// The tree of eights, for one thing against the surface, and the facets of its leaves.
pub(super) fn eights(tree: &Tree, facets: &[[DVec3; 3]]) -> (Eights, Vec<Block>) {
    let eights = Eights::new(tree);
    let blocks = eights.leaves().iter().map(|leaf| Block::of(facets, *leaf)).collect();
    (eights, blocks)
}

/// The tree of turned boxes, for another surface against this one. It has the same leaves.
pub(super) fn quads(tree: &Tree, facets: &[[DVec3; 3]]) -> Quads {
    Quads::new(tree, |facet| facets[facet as usize].map(|p| p.as_vec3().to_array()))
}

/// The box of a facet, rounded outward. In 2D it is a prism from 0 to 1.
fn around([a, b, c]: &[DVec3; 3], dim: usize) -> Bounds {
    let (min, max) = (a.min(*b).min(*c), a.max(*b).max(*c));
    let (min, mut max) = (min.to_array().map(f32::below), max.to_array().map(f32::above));
    if dim == 2 {
        max[2] = 1.0;
    }
    Bounds { min, max }
}
