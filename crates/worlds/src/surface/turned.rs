//! The tree of turned boxes of a surface, for pairs of surfaces. It is built when it is first needed.

use alloc::vec::Vec;

use clearance_trees::{Eights, NONE, Quads, Quality, Tree};
use glam::DVec3;

use super::blocks::boxes;

/// Turned boxes, and where their leaves are among the blocks of the tree of eights.
#[derive(Clone, Debug)]
pub(crate) struct TurnedBoxes {
    pub quads: Quads,
    /// For each leaf, the number of the block with the same facets.
    pub blocks: Vec<u32>,
}

impl TurnedBoxes {
    /// Of facets with these corners, whose tree of eights is given.
    pub fn new(facets: &[[DVec3; 3]], eights: &Eights, dim: usize) -> Self {
        let tree = Tree::new(&boxes(facets, dim), 4, Quality::Best);
        let points = |facet: u32| facets[facet as usize].map(|p| p.as_vec3().to_array());
        let quads = Quads::new(&tree, points);
        let mut block_of = alloc::vec![NONE; facets.len()];
        for (block, leaf) in eights.leaves().iter().enumerate() {
            block_of[leaf[0] as usize] = block as u32;
        }
        // Both trees are collapsed from the same leaves.
        let blocks = quads.leaves().iter().map(|leaf| block_of[leaf[0] as usize]).collect();
        Self { quads, blocks }
    }
}

/// A value that is made when it is first needed. Without the standard library it is made each time.
#[derive(Debug, Default)]
pub(super) struct Lazy {
    #[cfg(feature = "std")]
    made: std::sync::OnceLock<alloc::boxed::Box<TurnedBoxes>>,
}

impl Clone for Lazy {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Lazy {
    /// Calls a function with the value.
    pub fn with<R>(
        &self,
        make: impl FnOnce() -> TurnedBoxes,
        then: impl FnOnce(&TurnedBoxes) -> R,
    ) -> R {
        #[cfg(feature = "std")]
        let made = self.made.get_or_init(|| alloc::boxed::Box::new(make()));
        #[cfg(not(feature = "std"))]
        let made = &make();
        then(made)
    }
}
