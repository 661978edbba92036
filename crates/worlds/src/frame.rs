//! From the frames of shapes to the coordinates of trees, with bounds on what rounding does.
//!
//! Trees are in `f32`. A shape's coordinates are multiplied by a power of two, its [`Unit`], so that
//! the largest is about 1: squares neither overflow nor vanish, whatever the unit of the input. Boxes are rounded outward.

use clearance_geometry::number::Scalar;
use clearance_geometry::shape::Convex;
use clearance_geometry::space::{Aabb, DVector, MOTION_ERROR, Motion, Pose, Vector};
use clearance_trees::Bounds;

use crate::surface::Unit;

/// The unit of a tree of boxes.
pub(crate) fn unit_of<V: Vector>(bounds: &Aabb<V>) -> Unit {
    Unit::of(bounds.min.widen().max_abs().max(bounds.max.widen().max_abs()))
}

/// Is a box so near to a tree that squares of distances do not overflow?
pub(crate) fn is_near<W: DVector>(other: &Aabb<W>, unit: Unit) -> bool {
    const FAR: f64 = (1_u64 << 60) as f64;
    other.min.max_abs().max(other.max.max_abs()) * unit.0 < FAR
}

/// A box in the coordinates of a tree, rounded outward. In 2D it is a prism of height 1.
pub(crate) fn bounds_of<V: Vector>(bounds: &Aabb<V>, unit: Unit) -> Bounds {
    let (mut min, mut max) = ([0.0; 3], [1.0; 3]);
    for i in 0..V::DIM {
        min[i] = f32::below(bounds.min.get(i).to_f64() * unit.0);
        max[i] = f32::above(bounds.max.get(i).to_f64() * unit.0);
    }
    Bounds { min, max }
}

/// `first`, and then `next`.
pub(crate) fn then<W: DVector>(first: &Motion<W>, next: &Motion<W>) -> Motion<W> {
    let columns =
        core::array::from_fn(|i| if i < W::DIM { next.rotate(first.columns[i]) } else { W::ZERO });
    Motion { columns, translation: next.apply(first.translation) }
}

/// The box around a moved box, rounded outward.
pub(crate) fn moved_box<V: Vector>(bounds: &Aabb<V>, motion: &Motion<V::Wide>) -> Aabb<V::Wide> {
    let (min, max) = (bounds.min.widen(), bounds.max.widen());
    let (middle, half) = ((min + max) * 0.5, (max - min) * 0.5);
    let middle_moved = motion.apply(middle);
    let reach = V::Wide::from_fn(|i| {
        (0..V::DIM).map(|k| motion.columns[k].get(i).abs() * half.get(k)).sum()
    });
    let around = Aabb { min: middle_moved - reach, max: middle_moved + reach };
    around.grown(rounding(motion, min.max_abs().max(max.max_abs())))
}

/// The box around a moved convex shape, rounded outward.
pub(crate) fn convex_box<C: Convex>(
    shape: &C,
    motion: &Motion<<C::V as Vector>::Wide>,
) -> Aabb<<C::V as Vector>::Wide> {
    type W<C> = <<C as Convex>::V as Vector>::Wide;
    let radius = shape.radius_wide();
    let side = |sign: f64| {
        W::<C>::from_fn(|i| {
            let along = motion.unrotate(W::<C>::unit(i) * sign);
            motion.apply(shape.support_wide(along, u32::MAX).point).get(i) + sign * radius
        })
    };
    let around = Aabb { min: side(-1.0), max: side(1.0) };
    around.grown(rounding(motion, shape.reach() + radius) + shape.support_error())
}

/// More than the rounding error of a moved point, whose coordinates are at most `reach`.
pub(crate) fn rounding<W: DVector>(motion: &Motion<W>, reach: f64) -> f64 {
    2.0 * MOTION_ERROR * f64::EPSILON * (reach + motion.translation.max_abs())
}

/// More than the part of the error of a point of a compound that [`rounding`], and the slack of a query, do not count:
/// its parts' motions to the world are products of two.
///
/// With `far` as [`Compound::far`](crate::Compound): a column of the product of two rotations is off by 45 units of
/// roundoff, 27 more than that of one. So where [`MOTION_ERROR`] counts 53 for the product of two columns, there are 106
/// of those of two compounds, and the 53 are those of one epsilon less than [`MOTION_ERROR`], of a length that is at
/// most the root of 3 times the largest coordinate. The place of the part in the world is off by 26 units of the length of
/// its place in the compound, and by 2 of the pose's.
pub(crate) fn rounding_of_parts<V: Vector>(far: f64, pose: &Pose<V>) -> f64 {
    let way = pose.translation().max_abs().to_f64();
    f64::EPSILON * (PARTS_ERROR * far + 2.0 * way)
}

/// What the second turn of a part adds, in epsilons of how far the compound reaches; see [`rounding_of_parts`].
const PARTS_ERROR: f64 = 2.0 * MOTION_ERROR;

#[cfg(test)]
mod tests {
    use clearance_geometry::space::turned_axes;
    use clearance_testing::{Counted, Random};
    use glam::DVec3;

    use super::*;

    /// A point of a part of a compound, seen from a part of another, over numbers that count their errors.
    #[test]
    fn the_error_of_parts_is_the_counted_one() {
        type Number = Counted<53>;
        type Three = [Number; 3];
        fn unrotate(columns: [Three; 3], v: Three) -> Three {
            columns.map(|u| u[0] * v[0] + u[1] * v[1] + u[2] * v[2])
        }
        fn rotate(columns: [Three; 3], v: Three) -> Three {
            [0, 1, 2].map(|i| columns[0][i] * v[0] + columns[1][i] * v[1] + columns[2][i] * v[2])
        }
        // The scale of a quaternion is a factor of its matrix, and off by five units of roundoff.
        const SCALES: f64 = 4.0 * 2.5;
        let (mut random, mut most) = (Random::new(23), 0.0_f64);
        for _ in 0..20_000 {
            let [a, part_a, b, part_b] = [(); 4].map(|()| {
                turned_axes(random.rotation().to_array().map(Number::exact), Number::exact(1.0))
            });
            let [a, b] = [(a, part_a), (b, part_b)].map(|(a, part)| part.map(|c| rotate(a, c)));
            let b_in_a = b.map(|column| unrotate(a, column));
            let way = random.direction3();
            let point = way / way.abs().max_element();
            let applied = rotate(b_in_a, point.to_array().map(Number::exact));
            let off = DVec3::from_array(applied.map(|x| x.epsilons(1.0))).length();
            most = most.max(off + (SCALES - MOTION_ERROR) * point.length());
        }
        println!("{most} epsilons");
        assert!(most <= PARTS_ERROR && most > 0.25 * PARTS_ERROR, "{most}");
    }
}
