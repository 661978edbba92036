//! Where two shapes of any kind touch: contacts of convex pieces, gathered into patches.
//!
//! ```text
//!    facets near the shape ---> contact of each piece ---> weld seams -----------> patches of one normal,
//!    (separation/one)           (pieces)                   (weld, if asked for)     4 points each (gather)
//!    two surfaces in 3D ------> how they cross ----------^
//!                               (surfaces, lens)
//! ```
//!
//! **Fronts.** Facets are touched from their fronts. A facet leaves contacts at flat and concave edges to the
//! neighbour there, so that nothing trips over the edges inside of a surface: see
//! [`clearance_geometry::shape::Facet`]. Where nothing around is higher, it keeps them (peak); and the
//! facet that is touched the deepest keeps its contact, if no other one is as deep. What is not joined by common
//! vertices is joined by [`welded_contacts`].

mod ball;
mod capsule;
mod clip;
mod facing;
mod form;
mod front;
mod gather;
pub(crate) mod lens;
mod other;
mod pair;
mod peak;
mod pieces;
mod polytope;
mod prescribed;
mod surfaces;
mod touch;
mod touched;
mod weld;

use alloc::vec::Vec;

use clearance_geometry::space::{Pose, Vector};

use crate::ShapeRef;
use crate::parts::{leaf, parts};
use gather::gathered;
use pair::{Pair, Way};
use pieces::touches;
pub(crate) use surfaces::{MOST_PAIRS, meet};
pub use touch::{Contact, Contacts};
pub(crate) use weld::welded_contacts;

/// [`contacts`](crate::contacts()), of shapes as they are seen.
pub(crate) fn contacts<V: Vector>(
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
    margin: V::Scalar,
) -> Vec<Contact<V>> {
    gathered(&touches([a, b], [pose_a, pose_b], margin))
}

pub(crate) fn contacts_of_all_pieces<V: Vector>(
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
    margin: V::Scalar,
) -> Vec<Contact<V>> {
    let mut found = Vec::new();
    for part_a in 0..parts(a) {
        for part_b in 0..parts(b) {
            let ((leaf_a, motion_a), (leaf_b, motion_b)) =
                (leaf(a, pose_a, part_a), leaf(b, pose_b, part_b));
            let motions = [&motion_a, &motion_b];
            let pair = Pair { parts: [part_a, part_b], motions, margin, way: Way::AllPieces };
            pair.touches([leaf_a, leaf_b], &mut found);
        }
    }
    gathered(&found)
}
