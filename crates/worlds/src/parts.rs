//! The parts of a shape: what is left when compounds are opened.

use clearance_geometry::number::Scalar;
use clearance_geometry::shape::Shape;
use clearance_geometry::space::{Aabb, Motion, Pose, Vector};

use crate::frame::{self, bounds_of, convex_box, is_near, moved_box, rounding};
use crate::way::Way;
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

/// The box around a collider in the frame that `motion` leads to; `None` if it is infinite.
pub(crate) fn whole_box<V: Vector>(
    shape: &Collider<V>,
    motion: &Motion<V::Wide>,
) -> Option<Aabb<V::Wide>> {
    match shape {
        Collider::Convex(shape) => leaf_box(Leaf::Convex(shape), motion),
        Collider::Surface(instance) => leaf_box(Leaf::Surface(instance), motion),
        Collider::Compound(compound) => Some(moved_box(compound.bounds(), motion)),
    }
}

/// Is the test true for a part that may meet a box in the frame of the shape? No more parts are asked then.
pub(crate) fn any_in<'a, V: Vector>(
    shape: &'a Collider<V>,
    to_world: &Motion<V::Wide>,
    around: &Aabb<V::Wide>,
    mut test: impl FnMut(u32, Leaf<'a, V>, &Motion<V::Wide>) -> bool,
) -> bool {
    let compound = match shape {
        Collider::Convex(shape) => return test(0, Leaf::Convex(shape), to_world),
        Collider::Surface(instance) => return test(0, Leaf::Surface(instance), to_world),
        Collider::Compound(compound) => compound,
    };
    let mut ask = |part: u32| {
        let (leaf, motion) = part_of(compound, to_world, part);
        test(part, leaf, &motion)
    };
    let is_known = to_world.zero_if_finite() == 0.0 && is_near(around, compound.unit);
    if !is_known {
        return (0..compound.parts().len() as u32).any(ask);
    }
    let probe = bounds_of(&around.grown(off(compound, to_world)), compound.unit);
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
    shape: &'a Collider<V>,
    to_world: &Motion<V::Wide>,
    [origin, along]: [V::Wide; 2],
    until: f64,
    mut visit: impl FnMut(u32, Leaf<'a, V>, &Motion<V::Wide>) -> f64,
) {
    match shape {
        Collider::Convex(shape) => _ = visit(0, Leaf::Convex(shape), to_world),
        Collider::Surface(surface) => _ = visit(0, Leaf::Surface(surface), to_world),
        Collider::Compound(compound) => {
            let line = [origin, along];
            each_part_along(compound, to_world, line, until, |part| {
                let (leaf, motion) = part_of(compound, to_world, part);
                visit(part, leaf, &motion)
            });
        }
    }
}

#[inline(never)]
fn each_part_along<V: Vector>(
    compound: &Compound<V>,
    to_world: &Motion<V::Wide>,
    [origin, along]: [V::Wide; 2],
    mut until: f64,
    mut visit: impl FnMut(u32) -> f64,
) {
    // Nothing is known of where the parts are.
    if to_world.zero_if_finite() != 0.0 {
        (0..compound.parts().len() as u32).all(|part| visit(part) >= 0.0);
        return;
    }
    let local = [to_world.unrotate(origin - to_world.translation), to_world.unrotate(along)];
    // The line is rounded by as much as points of the parts, at a distance of the origin.
    let off = off(compound, to_world) + rounding(to_world, origin.max_abs());
    let half = V::Wide::from_fn(|_| off);
    let Some(way) = Way::through::<V>(local, [compound.unit.0; 3], half) else { return };
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

/// More than the error of a point of a part of a compound, whose motion to the world is a product of two.
pub(crate) fn off<V: Vector>(compound: &Compound<V>, to_world: &Motion<V::Wide>) -> f64 {
    let Aabb { min, max } = compound.bounds();
    rounding(to_world, min.max_abs().max(max.max_abs()).to_f64())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use clearance_geometry::shape::Cuboid;
    use clearance_testing::Random;
    use glam::DVec3;

    /// 22 x 22 x 22 boxes of size 0.6 at distances of 1.
    pub(crate) fn grid() -> Collider<DVec3> {
        let part: Collider<DVec3> = Cuboid::new(DVec3::splat(0.3)).unwrap().into();
        let at = |i: u32| DVec3::new(f64::from(i % 22), f64::from(i / 22 % 22), f64::from(i / 484));
        let parts = (0..22 * 22 * 22).map(|i| (Pose::at(at(i)).unwrap(), part.clone()));
        Compound::new(parts).unwrap().into()
    }

    /// A point asks the parts of some leaves of the tree, of 10,000.
    #[test]
    fn a_point_asks_few_parts() {
        let (shape, mut random, mut asked, mut inside) = (grid(), Random::new(1), 0, 0);
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
}
