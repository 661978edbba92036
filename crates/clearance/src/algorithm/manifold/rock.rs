//! What a polytope would rock on: the corners almost as far along the normal as the farthest.
//!
//! The bottoms of real parts are many faces that are level to a fraction of a degree. A part that
//! rests on one of them, which may be a sliver, tips over its edge to the next, and on with every
//! step. So the shape is turned a little to eight sides, and the corners that it would come to
//! stand on are contacts, too, where they are over the other's face:
//!
//! ```text
//!       \                /        o  corners of the face that lies flattest
//!        \              /         x  what it would rock on
//!         x--..__.---..x
//! ------------o--o--------------
//! ```
//!
//! A face whose neighbours are steeper has no others. The sides are those of the shape's own
//! frame, so that they are the same whichever shape is called A, and turn with it.
//!
//! *Source.* Bullet turns shapes a little to find more points (`btConvexConvexAlgorithm`); it
//! adds them to what it remembers of earlier steps. Here they come of one query.

use super::Side;
use crate::shape::{Convex, Part, Vertex, View, Wide};
use crate::space::Vector;

/// The tangent of the angle: 1.8 degrees.
pub(super) const ANGLE: f64 = 1.0 / 32.0;

/// The sides to turn to, across the axis that the normal is nearest to.
const TO: [[f64; 2]; 8] = [
    [1.0, 0.0],
    [-1.0, 0.0],
    [0.0, 1.0],
    [0.0, -1.0],
    [HALF, HALF],
    [-HALF, HALF],
    [HALF, -HALF],
    [-HALF, -HALF],
];
const HALF: f64 = core::f64::consts::FRAC_1_SQRT_2;

impl<C: Convex> Side<'_, C> {
    /// The points of the surface, in A's frame, on which the shape stands along a direction of
    /// length 1 when it is turned a little; none of what has no corners, or too few to have faces
    /// that are nearly level.
    pub(super) fn rocked(&self, direction: Wide<C>) -> impl Iterator<Item = Vertex<Wide<C>>> {
        let Self { part, motion, .. } = self;
        let is_polytope = if let Part::Convex(shape) = part {
            matches!(shape.view(), View::Vertices(all) if all.len() > C::V::DIM + 1)
        } else {
            false
        };
        let local = motion.unrotate(direction);
        let size = |i: usize| local.get(i).abs();
        let up = (1..C::V::DIM).fold(0, |m, i| if size(i) > size(m) { i } else { m });
        let count = if C::V::DIM == 2 { 2 } else { TO.len() };
        TO[..if is_polytope { count } else { 0 }].iter().filter_map(move |to| {
            let [y, z] = [1, 2].map(|k| Wide::<C>::unit((up + k) % C::V::DIM));
            let aside = if C::V::DIM == 2 { y * to[0] } else { y * to[0] + z * to[1] };
            self.top(motion.rotate((local + aside * ANGLE).unit_along()?))
        })
    }
}
