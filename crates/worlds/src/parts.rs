//! The parts of a shape: what is left when compounds are opened.

use alloc::vec::Vec;

use clearance_geometry::shape::{Convex, Operand};
use clearance_geometry::space::{Aabb, MOTION_ERROR, Motion, Pose, Vector};

use crate::frame::{self, bounds_of, convex_box, is_near, moved_box, rounding_of_parts};
use crate::way::Way;
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

/// The parts of a shape, each with its motion to the shape's frame.
pub(crate) fn own_parts<'a, V: Vector>(
    shape: &ShapeRef<'a, V>,
) -> Vec<(Leaf<'a, V>, Motion<V::Wide>)> {
    let alone = |leaf| alloc::vec![(leaf, Motion::of(&Pose::<V>::IDENTITY))];
    match *shape {
        ShapeRef::Convex(shape) => alone(Leaf::Convex(shape)),
        ShapeRef::Surface(instance) => alone(Leaf::Surface(instance)),
        ShapeRef::Compound(compound) => {
            let posed = compound.parts().iter().map(|part| {
                let leaf = match &part.shape {
                    PartShape::Convex(shape) => Leaf::Convex(Operand::of(shape)),
                    PartShape::Surface(instance) => Leaf::Surface(instance),
                };
                (leaf, Motion::of(&part.pose))
            });
            posed.collect()
        }
    }
}

/// More than what the places of parts are off by, besides what is counted for a shape with a pose; 0 for such a shape.
pub(crate) fn off_in_parts<V: Vector>(shape: &ShapeRef<'_, V>, pose: &Pose<V>) -> f64 {
    match shape {
        ShapeRef::Compound(compound) => rounding_of_parts(compound.far, pose) + compound.rounded,
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

/// The box around a shape in the frame that `motion` leads to; `None` if it is infinite.
pub(crate) fn whole_box<V: Vector>(
    shape: &ShapeRef<'_, V>,
    motion: &Motion<V::Wide>,
) -> Option<Aabb<V::Wide>> {
    match *shape {
        ShapeRef::Convex(shape) => leaf_box::<V>(Leaf::Convex(shape), motion),
        ShapeRef::Surface(instance) => leaf_box(Leaf::Surface(instance), motion),
        ShapeRef::Compound(compound) => Some(moved_box(compound.bounds(), motion)),
    }
}

/// How far a shape reaches from its origin; 0 of a half-space.
pub(crate) fn reach<V: Vector>(shape: &ShapeRef<'_, V>) -> f64 {
    match shape {
        ShapeRef::Convex(Operand::Convex(shape)) => shape.reach() + shape.radius_wide(),
        ShapeRef::Convex(Operand::HalfSpace(_)) => 0.0,
        ShapeRef::Surface(instance) => instance.reach(),
        ShapeRef::Compound(compound) => compound.far,
    }
}

/// More than anything here is off by that is found by way of several motions of numbers that are at most `size`.
pub(crate) fn off_by_far(size: f64) -> f64 {
    32.0 * MOTION_ERROR * f64::EPSILON * size
}

/// Is the test true for a part that may meet a box in the frame of the shape? No more parts are asked then.
pub(crate) fn any_in<'a, V: Vector>(
    shape: &ShapeRef<'a, V>,
    to_world: &Motion<V::Wide>,
    around: &Aabb<V::Wide>,
    mut test: impl FnMut(u32, Leaf<'a, V>, &Motion<V::Wide>) -> bool,
) -> bool {
    let compound = match *shape {
        ShapeRef::Convex(shape) => return test(0, Leaf::Convex(shape), to_world),
        ShapeRef::Surface(instance) => return test(0, Leaf::Surface(instance), to_world),
        ShapeRef::Compound(compound) => compound,
    };
    let mut ask = |part: u32| {
        let (leaf, motion) = part_of(compound, to_world, part);
        test(part, leaf, &motion)
    };
    let is_finite = around.min.is_finite() && around.max.is_finite();
    if !(is_finite && is_near(around, compound.unit)) {
        return (0..compound.parts().len() as u32).any(ask);
    }
    let probe = bounds_of(around, compound.unit);
    let mut any = false;
    compound.tree.nearest(
        0.0,
        |node| node.gaps(&probe),
        |leaf, _| {
            any = compound.tree.items(leaf).any(&mut ask);
            if any { -1.0 } else { 0.0 }
        },
    );
    any
}

/// Visits the parts that a line from a point along a vector, both of the world, may meet up to a time, roughly the nearest
/// first. The function returns the time up to which others are of interest; one below 0 ends the walk.
#[inline(always)]
pub(crate) fn each_along<'a, V: Vector>(
    shape: &ShapeRef<'a, V>,
    pose: &Pose<V>,
    line: [V::Wide; 2],
    until: f64,
    mut visit: impl FnMut(u32, Leaf<'a, V>, &Motion<V::Wide>) -> f64,
) {
    let to_world = Motion::of(pose);
    match *shape {
        ShapeRef::Convex(shape) => _ = visit(0, Leaf::Convex(shape), &to_world),
        ShapeRef::Surface(surface) => _ = visit(0, Leaf::Surface(surface), &to_world),
        ShapeRef::Compound(compound) => {
            let off = off_in_parts(shape, pose);
            each_part_along(compound, (&to_world, off), line, until, |part| {
                let (leaf, motion) = part_of(compound, &to_world, part);
                visit(part, leaf, &motion)
            });
        }
    }
}

#[inline(never)]
fn each_part_along<V: Vector>(
    compound: &Compound<V>,
    (to_world, off): (&Motion<V::Wide>, f64),
    [origin, along]: [V::Wide; 2],
    mut until: f64,
    mut visit: impl FnMut(u32) -> f64,
) {
    // Nothing is known of where the parts are.
    if to_world.zero_if_finite() != 0.0 || !compound.has_tree() {
        _ = (0..compound.parts().len() as u32).all(|part| visit(part) >= 0.0);
        return;
    }
    let local = [to_world.unrotate(origin - to_world.translation), to_world.unrotate(along)];
    // A part may be met within all that rounding does to it and to the line.
    let size = origin.max_abs() + to_world.translation.max_abs() + compound.far;
    let half = off_by_far(size) + off;
    let half = V::Wide::from_fn(|_| half);
    let Some(way) = Way::through::<V>(local, [compound.unit.0; 3], half, 1.0) else { return };
    let limit = way.limit(until);
    compound.tree.nearest(
        limit,
        |node| node.entries(&way.line, limit),
        |leaf, _| {
            for part in compound.tree.items(leaf) {
                until = visit(part);
                if until < 0.0 {
                    return -1.0;
                }
            }
            way.limit(until)
        },
    );
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{AnyShape, Collider};
    use clearance_geometry::shape::Cuboid;
    use clearance_testing::Random;
    use glam::DVec3;

    /// 22 x 22 x 22 boxes of size 0.6 at distances of 1.
    pub(crate) fn grid() -> Compound<DVec3> {
        let part: Collider<DVec3> = Cuboid::new(DVec3::splat(0.3)).unwrap().into();
        let at = |i: u32| DVec3::new(f64::from(i % 22), f64::from(i / 22 % 22), f64::from(i / 484));
        let parts = (0..22 * 22 * 22).map(|i| (Pose::at(at(i)).unwrap(), part.clone()));
        Compound::new(parts).unwrap()
    }

    /// A point asks the parts of some leaves of the tree, of 10,648.
    #[test]
    fn a_point_asks_few_parts() {
        let (grid, mut random, mut asked, mut inside) = (grid(), Random::new(1), 0, 0);
        let shape = grid.seen();
        assert!(parts(&shape) > 10_000);
        for _ in 0..1000 {
            let point = random.in_cube(10.0) + DVec3::splat(10.5);
            let around = Aabb { min: point, max: point };
            any_in(&shape, &Motion::identity(), &around, |_, leaf, motion| {
                asked += 1;
                let own = leaf_box(leaf, motion).unwrap();
                inside += u32::from(own.distance(&around) == 0.0);
                false
            });
        }
        assert!(inside > 100 && asked < 8 * 1000, "{inside} {asked}");
    }

    /// A line through the grid asks at most 100 of 10,648 parts, if it ends where it first meets a box.
    #[test]
    fn a_line_asks_few_parts() {
        let (grid, mut random, mut hits, mut most) = (grid(), Random::new(2), 0, 0);
        let shape = grid.seen();
        for i in 0..1000 {
            let from = random.in_cube([5.0, 50.0][i % 2]) + DVec3::splat(10.5);
            let to = random.in_cube(10.0) + DVec3::splat(10.5);
            let ray = clearance_geometry::space::Ray::new(from, to - from, 100.0).unwrap();
            let (mut asked, mut until) = (0, 100.0);
            each_along(&shape, &Pose::IDENTITY, ray.widen(), until, |_, leaf, motion| {
                asked += 1;
                let Leaf::Convex(shape) = leaf else { unreachable!("all are boxes") };
                let hit = clearance_pairs::cast_ray_moved(&shape, motion, 0.0, &ray, [false; 2]);
                until = hit.map_or(until, |hit| hit.upper.min(until));
                until
            });
            hits += usize::from(until < 100.0);
            most = asked.max(most);
        }
        println!("{hits} hits, at most {most} parts asked");
        assert!(hits > 800 && most <= 100, "{hits} {most}");
    }
}
