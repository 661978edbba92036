//! How far apart two shapes are, and where they are nearest.
//!
//! ```text
//!    separation      the questions and their answer            (this file)
//!      answer        what is returned
//!      search        what is known so far: the best pair, and what need not be asked
//!      parts         the parts of compounds, nearest first
//!      one           a convex shape against a surface: the tree of eights
//!      two           two surfaces: the trees of turned boxes
//!      inside        surfaces are apart: is one shape inside the other?
//! ```
//!
//! Each search ends at pairs of convex pieces. `clearance_pairs` answers those with bounds in `f64`; trees and
//! lanes of `f32` only leave out pieces that are proven to be farther away. So the bounds of the answer are proven.

mod answer;
mod brute;
mod inside;
mod one;
mod parts;
mod search;
mod two;

use clearance_geometry::answer::Clearance;
use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Pose, Vector};

use crate::ShapeRef;
pub use answer::Separation;
pub(crate) use brute::separation_by_all_pieces;
pub(crate) use inside::{either, side};
pub(crate) use one::{VisitFacet, each_within};
pub(crate) use parts::{each_pair, pair, search};
pub use search::PieceId;
pub(crate) use search::{Search, place, widen};
pub(crate) use two::near_facets;

/// [`separation`](crate::separation()), of shapes as they are seen.
pub(crate) fn separation<V: Vector>(
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
) -> Separation<V> {
    nearest([a, b], [pose_a, pose_b]).0
}

/// The separation, and the clearance of the pieces that decide it.
pub(crate) fn nearest<V: Vector>(
    [a, b]: [&ShapeRef<'_, V>; 2],
    [pose_a, pose_b]: [&Pose<V>; 2],
) -> (Separation<V>, Clearance<V>) {
    let mut search = Search::nearest([a, b], [pose_a, pose_b]);
    parts::search(&mut search, a, pose_a, b, pose_b);
    let mut found = Separation::of(&search, [a, b], [pose_a, pose_b]);
    let zero = V::Scalar::ZERO;
    if found.lower > zero {
        match inside::either([a, b], [pose_a, pose_b], found.lower.to_f64()) {
            Some(false) => {}
            Some(true) => {
                found =
                    Separation { distance: zero, lower: zero, upper: zero, inside: true, ..found };
            }
            None => found.lower = zero,
        }
    }
    (found, search.best().0)
}

/// A gap between two shapes.
pub(crate) struct Gap<V: Vector> {
    /// The shapes are farther apart than this: a half of the distance at least.
    pub proven: f64,
    /// The distance of pieces that are about the nearest ones.
    pub near: f64,
    /// From A to B at these pieces.
    pub normal: V,
}

/// The gap between two shapes; `None` if none is proven with as many visits as are left. They are counted down.
pub(crate) fn proven_gap<V: Vector>(
    [a, b]: [&ShapeRef<'_, V>; 2],
    [pose_a, pose_b]: [&Pose<V>; 2],
    visits: &mut u32,
) -> Option<Gap<V>> {
    let mut search = Search::gap(*visits, [a, b], [pose_a, pose_b]);
    parts::search(&mut search, a, pose_a, b, pose_b);
    *visits = search.visits();
    if search.is_done() || inside::either([a, b], [pose_a, pose_b], 0.0) != Some(false) {
        return None;
    }
    let Clearance { signed_distance, lower, normal, .. } = search.best().0;
    let proven = lower.to_f64().min(search.left_out());
    (proven > 0.0).then_some(Gap { proven, near: signed_distance.to_f64(), normal })
}

/// [`intersects`](crate::intersects()), if one of the shapes is not convex.
pub(crate) fn intersects<V: Vector>(
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
) -> bool {
    is_within([a, b], [pose_a, pose_b], V::Scalar::ZERO)
}

/// Is the distance at most `distance`, which is 0 or more? Returns `false` only if it is proven to be more.
pub(crate) fn is_within<V: Vector>(
    shapes: [&ShapeRef<'_, V>; 2],
    poses: [&Pose<V>; 2],
    distance: V::Scalar,
) -> bool {
    let mut search = Search::new(shapes, poses, distance, distance);
    parts::search(&mut search, shapes[0], poses[0], shapes[1], poses[1]);
    search.is_done() || inside::either(shapes, poses, 0.0) != Some(false)
}
