//! Blocks: four facets in lanes of `f32`, in tree coordinates, beside the leaves of a surface's tree.

use alloc::vec::Vec;

use clearance_geometry::number::Scalar;
use clearance_trees::{Bounds, Eights, NONE, Quality, Tree};
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

/// The tree of facets with these corners, and the facets of its leaves.
pub(super) fn tree(facets: &[[DVec3; 3]], dim: usize) -> (Eights, Vec<Block>) {
    let tree = Eights::new(&Tree::new(&boxes(facets, dim), 4, Quality::Best));
    let blocks = tree.leaves().iter().map(|leaf| Block::of(facets, *leaf)).collect();
    (tree, blocks)
}

/// The boxes of facets with these corners.
pub(super) fn boxes(facets: &[[DVec3; 3]], dim: usize) -> Vec<Bounds> {
    facets.iter().map(|corners| around(corners, dim)).collect()
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
