//! The parts of a shape: what is left when compounds are opened.

use clearance_geometry::shape::Shape;
use clearance_geometry::space::{Aabb, Motion, Pose, Vector};

use crate::frame::{self, convex_box, moved_box, rounding_of_parts};
use crate::{Collider, Compound, Instance, PartShape};

/// A part of a collider: a convex shape or a surface.
#[derive(Clone, Copy)]
pub(crate) enum Leaf<'a, V: Vector> {
    Convex(&'a Shape<V>),
    Surface(&'a Instance<V>),
}

/// A part of a collider with this number, and its motion to the world.
#[inline]
pub(crate) fn leaf<'a, V: Vector>(
    shape: &'a Collider<V>,
    pose: &Pose<V>,
    part: u32,
) -> (Leaf<'a, V>, Motion<V::Wide>) {
    let to_world = Motion::of(pose);
    match shape {
        Collider::Convex(shape) => (Leaf::Convex(shape), to_world),
        Collider::Surface(instance) => (Leaf::Surface(instance), to_world),
        Collider::Compound(compound) => part_of(compound, &to_world, part),
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
        PartShape::Convex(shape) => (Leaf::Convex(shape), motion),
        PartShape::Surface(instance) => (Leaf::Surface(instance), motion),
    }
}

/// More than what the places of parts are off by, besides what is counted for a shape with a pose; 0 for such a shape.
pub(crate) fn off_in_parts<V: Vector>(shape: &Collider<V>, pose: &Pose<V>) -> f64 {
    match shape {
        Collider::Compound(compound) => rounding_of_parts(compound.far, pose),
        _ => 0.0,
    }
}

/// The number of parts.
pub(crate) fn parts<V: Vector>(shape: &Collider<V>) -> u32 {
    match shape {
        Collider::Compound(compound) => compound.parts().len() as u32,
        _ => 1,
    }
}

/// The box around a part in the frame that `motion` leads to; `None` if it is infinite.
pub(crate) fn leaf_box<V: Vector>(
    leaf: Leaf<'_, V>,
    motion: &Motion<V::Wide>,
) -> Option<Aabb<V::Wide>> {
    match leaf {
        Leaf::Convex(Shape::Convex(shape)) => Some(convex_box(shape, motion)),
        Leaf::Convex(Shape::HalfSpace(_)) => None,
        Leaf::Surface(instance) => Some(moved_box(&instance.bounds(), motion)),
    }
}
