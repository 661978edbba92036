//! The box around a core that is turned and moved, by closed forms.
//!
//! A rotation has the columns c0, c1, c2. Along axis i of the world
//!
//! | core | reaches from its centre |
//! |---|---|
//! | box with half sides h | `sum |ck[i]| hk` |
//! | ellipsoid with semi-axes r | `root of sum (ck[i] rk)^2` |
//! | disc of radius r across axis a | `r * root of sum ck[i]^2, k not a` |
//!
//! The last sum is 1 - ca[i]^2, but that cancels where the disc is nearly across the axis.

use super::Core;
use crate::number::sqrt;
use crate::space::{Aabb, DVector, Motion};

impl<W: DVector> Core<W> {
    /// The smallest box around the moved core, up to a few units of roundoff of its size and its place. `None` of cores that
    /// only support points tell of.
    #[inline]
    pub(super) fn around(&self, motion: &Motion<W>) -> Option<Aabb<W>> {
        let (columns, centre) = (&motion.columns, motion.translation);
        let ends = |centre: W, reach: W| Aabb { min: centre - reach, max: centre + reach };
        let disc = |radius: f64, axis: usize| {
            W::from_fn(|i| {
                let across = (0..W::DIM).filter(|k| *k != axis).map(|k| columns[k].get(i));
                radius * sqrt(across.map(|x| x * x).sum::<f64>())
            })
        };
        Some(match *self {
            Core::Box(half) => {
                let along =
                    |i: usize| (0..W::DIM).map(|k| columns[k].get(i).abs() * half.get(k)).sum();
                ends(centre, W::from_fn(along))
            }
            Core::Ellipsoid(radii) => {
                let square = |x: f64| x * x;
                let along = |i: usize| {
                    sqrt((0..W::DIM).map(|k| square(columns[k].get(i) * radii.get(k))).sum::<f64>())
                };
                ends(centre, W::from_fn(along))
            }
            Core::Cylinder { radius, half_height, axis } => {
                let along = columns[axis] * half_height;
                ends(centre, disc(radius, axis) + W::from_fn(|i| along.get(i).abs()))
            }
            Core::Cone { radius, half_height, axis } => {
                let along = columns[axis] * half_height;
                let apex = centre + along;
                ends(centre - along, disc(radius, axis)).union(&Aabb { min: apex, max: apex })
            }
            _ => {
                let point = |p: &W| Aabb { min: motion.apply(*p), max: motion.apply(*p) };
                return self.few().iter().map(point).reduce(|a, b| a.union(&b));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use clearance_testing::Random;
    use glam::{DVec2, DVec3};

    use super::*;
    use crate::shape::{Capsule, Cone, Convex, Cuboid, Cylinder, Ellipsoid, NO_ID, Triangle};
    use crate::space::{Axis, Pose, Vector};

    /// The box holds the support points along the axes, and is larger by no more than the slack.
    fn check<C: Convex<V: DVector + Vector<Wide = C::V>>>(shape: &C, pose: &Pose<C::V>) {
        let (motion, around) = (Motion::of(pose), shape.aabb(pose));
        let size = shape.reach() + motion.translation.max_abs() + shape.radius_wide();
        for i in 0..C::V::DIM {
            for (sign, side) in [(-1.0, around.min), (1.0, around.max)] {
                let direction = motion.unrotate(C::V::unit(i) * sign);
                let point = motion.apply(shape.support_wide(direction, NO_ID).point);
                let beyond = sign * (side.get(i) - point.get(i)) - shape.radius_wide();
                assert!(beyond > 0.0 && beyond < 2e-14 * size, "{beyond} of {size}, {i} {sign}");
            }
        }
    }

    #[test]
    fn the_box_is_that_of_support_points() {
        let mut random = Random::new(5);
        for i in 0..4_000 {
            let turn = random.rotation();
            let far = random.range(-20.0, 20.0).exp2();
            let pose = Pose::new(
                random.in_cube(far),
                if i % 7 == 0 { glam::DQuat::IDENTITY } else { turn },
            )
            .unwrap();
            let size = |random: &mut Random| random.range(-20.0, 3.0).exp2();
            let sizes = DVec3::new(size(&mut random), size(&mut random), size(&mut random));
            let axis = *random.one_of(&[Axis::X, Axis::Y, Axis::Z]);
            check(&Cuboid::new(sizes).unwrap(), &pose);
            check(&Ellipsoid::new(sizes).unwrap(), &pose);
            check(&Cylinder::<DVec3>::new(axis, sizes.x, sizes.y).unwrap(), &pose);
            check(&Cone::<DVec3>::new(axis, sizes.x, sizes.y).unwrap(), &pose);
            check(&Capsule::new(random.in_cube(1.0), random.in_cube(2.0), sizes.z).unwrap(), &pose);
            let [a, b, c] = [(); 3].map(|()| random.in_cube(1.0));
            check(&Triangle::new(a, b, c).unwrap(), &pose);
            let flat = Pose::new(random.in_cube(far).truncate(), random.range(-4.0, 4.0)).unwrap();
            check(&Cuboid::new(DVec2::new(sizes.x, sizes.y)).unwrap(), &flat);
            check(&Ellipsoid::new(DVec2::new(sizes.x, sizes.y)).unwrap(), &flat);
        }
    }
}
