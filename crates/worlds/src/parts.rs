//! The parts of a shape: what is left when compounds are opened.

use clearance_geometry::shape::Operand;
use clearance_geometry::space::{Aabb, Motion, Pose, Vector};

use crate::frame::{self, convex_box, moved_box, rounding_of_parts};
use crate::{Compound, Instance, PartShape, ShapeRef};

/// A part of a shape: a convex shape or a surface.
#[derive(Clone, Copy)]
pub(crate) enum Leaf<'a, V: Vector> {
    Convex(Operand<'a, V::Wide>),
    Surface(&'a Instance<V>),
}

/// A part of a shape with this number, and its motion to the world.
#[inline]
pub(crate) fn leaf<'a, V: Vector>(
    shape: &ShapeRef<'a, V>,
    pose: &Pose<V>,
    part: u32,
) -> (Leaf<'a, V>, Motion<V::Wide>) {
    let to_world = Motion::of(pose);
    match *shape {
        ShapeRef::Convex(shape) => (Leaf::Convex(shape), to_world),
        ShapeRef::Surface(instance) => (Leaf::Surface(instance), to_world),
        ShapeRef::Compound(compound) => part_of(compound, &to_world, part),
    }
}

pub(crate) fn part_of<'a, V: Vector>(
    compound: &'a Compound<V>,
    to_world: &Motion<V::Wide>,
    part: u32,
) -> (Leaf<'a, V>, Motion<V::Wide>) {
    let part = &compound.parts()[part as usize];
    let motion = frame::then(&Motion::of(&part.pose), to_world);
    match &part.shape {
        PartShape::Convex(shape) => (Leaf::Convex(Operand::of(shape)), motion),
        PartShape::Surface(instance) => (Leaf::Surface(instance), motion),
    }
}

/// More than what the places of parts are off by, besides what is counted for a shape with a pose; 0 for such a shape.
pub(crate) fn off_in_parts<V: Vector>(shape: &ShapeRef<'_, V>, pose: &Pose<V>) -> f64 {
    match shape {
        ShapeRef::Compound(compound) => rounding_of_parts(compound.far, pose),
        _ => 0.0,
    }
}

/// The number of parts.
pub(crate) fn parts<V: Vector>(shape: &ShapeRef<'_, V>) -> u32 {
    match shape {
        ShapeRef::Compound(compound) => compound.parts().len() as u32,
        _ => 1,
    }
}

/// The box around a part in the frame that `motion` leads to; `None` if it is infinite.
pub(crate) fn leaf_box<V: Vector>(
    leaf: Leaf<'_, V>,
    motion: &Motion<V::Wide>,
) -> Option<Aabb<V::Wide>> {
    match leaf {
        Leaf::Convex(Operand::Convex(shape)) => Some(convex_box(&shape, motion)),
        Leaf::Convex(Operand::HalfSpace(_)) => None,
        Leaf::Surface(instance) => Some(moved_box(&instance.bounds(), motion)),
    }
}
