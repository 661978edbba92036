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
