//! The parts of compounds, nearest first, and which search is for which two parts.

use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Aabb, Motion, Pose, Vector};

use super::one::{self, ConvexPiece};
use super::search::{PieceId, Search};
use super::two;

use crate::ShapeRef;
use crate::frame::{bounds_of, is_near};
use crate::parts::{Leaf, leaf_box, part_of, whole_box};

/// Searches the nearest pieces of two shapes.
pub(crate) fn search<V: Vector>(
    search: &mut Search<V>,
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
) {
    each_pair(search, [a, b], [pose_a, pose_b], &mut pair);
}

/// What is done with a pair of parts: their numbers, their shapes, and their motions to the world.
type VisitPair<'v, 'a, V> = &'v mut dyn FnMut(
    &mut Search<V>,
    [u32; 2],
    [Leaf<'a, V>; 2],
    [&Motion<<V as Vector>::Wide>; 2],
);

/// Visits the pairs of parts that may be as near as matters, with their numbers and their motions to the world.
pub(crate) fn each_pair<'a, V: Vector>(
    search: &mut Search<V>,
    [a, b]: [&ShapeRef<'a, V>; 2],
    poses: [&Pose<V>; 2],
    visit: VisitPair<'_, 'a, V>,
) {
    let [motion_a, motion_b] = poses.map(Motion::of);
    let whole_b = || whole_box(b, &motion_b.seen_from(&motion_a));
    each_part(search, a, &motion_a, &whole_b, &mut |search, part_a, leaf_a, motion_a| {
        let part_box = || leaf_box(leaf_a, &motion_a.seen_from(&motion_b));
        each_part(search, b, &motion_b, &part_box, &mut |search, part_b, leaf_b, motion_b| {
            visit(search, [part_a, part_b], [leaf_a, leaf_b], [motion_a, motion_b]);
        });
    });
}

/// Searches the nearest pieces of two parts.
pub(crate) fn pair<V: Vector>(
    search: &mut Search<V>,
    parts: [u32; 2],
    leaves: [Leaf<'_, V>; 2],
    motions: [&Motion<V::Wide>; 2],
) {
    match leaves {
        [Leaf::Convex(a), Leaf::Convex(b)] => {
            let operands = [&a, &b];
            if search.is_yes_or_no() {
                return search.ask_within(operands, motions);
            }
            let pieces = parts.map(|part| PieceId { part, facet: None });
            search.ask(pieces, operands, motions);
        }
        [Leaf::Surface(surface), Leaf::Convex(shape)] => {
            let id = PieceId { part: parts[1], facet: None };
            let other = ConvexPiece { id, shape: &shape, motion: motions[1], is_a: false };
            one::search(search, (parts[0], surface, motions[0]), &other);
        }
        [Leaf::Convex(shape), Leaf::Surface(surface)] => {
            let id = PieceId { part: parts[0], facet: None };
            let other = ConvexPiece { id, shape: &shape, motion: motions[0], is_a: true };
            one::search(search, (parts[1], surface, motions[1]), &other);
        }
        [Leaf::Surface(a), Leaf::Surface(b)] => two::search(search, parts, [a, b], motions),
    }
}

/// What is done with a part: its number, its shape, and its motion to the world.
type Visit<'v, 'a, V> =
    &'v mut dyn FnMut(&mut Search<V>, u32, Leaf<'a, V>, &Motion<<V as Vector>::Wide>);

/// Visits the parts of a shape that may matter, those whose boxes are near another box first. The other box is in
/// the shape's frame; without one, every part is visited.
fn each_part<'a, V: Vector>(
    search: &mut Search<V>,
    shape: &ShapeRef<'a, V>,
    motion: &Motion<V::Wide>,
    other: &dyn Fn() -> Option<Aabb<V::Wide>>,
    visit: Visit<'_, 'a, V>,
) {
    let compound = match *shape {
        ShapeRef::Convex(shape) => return visit(search, 0, Leaf::Convex(shape), motion),
        ShapeRef::Surface(instance) => return visit(search, 0, Leaf::Surface(instance), motion),
        ShapeRef::Compound(compound) => compound,
    };
    let mut visit_part = |search: &mut Search<V>, part: u32| {
        if !search.is_done() {
            let (leaf, motion) = part_of(compound, motion, part);
            visit(search, part, leaf, &motion);
        }
    };
    let unit = compound.unit;
    let Some(probe) =
        other().filter(|other| is_near(other, unit)).map(|other| bounds_of(&other, unit))
    else {
        return (0..compound.parts().len() as u32).for_each(|part| visit_part(search, part));
    };
    let limit = |search: &Search<V>| {
        let bound = search.bound() * unit.0;
        if search.is_done() { -1.0 } else { f32::above(bound * bound) }
    };
    let first = limit(search);
    compound.tree.nearest(
        first,
        |node| node.gaps(&probe),
        |leaf, _| {
            compound.tree.items(leaf).for_each(|part| visit_part(search, part));
            limit(search)
        },
    );
}
