//! Tree coordinates: all coordinates of a surface times one power of two.

use clearance_geometry::hull::exact::TINY;
use clearance_geometry::number::binade;
use clearance_geometry::space::DVector;
use glam::DVec3;

/// The power of two by which coordinates are multiplied such that the largest is in [0.5, 1).
///
/// In these coordinates neither trees in `f32` nor exact predicates leave the range of their numbers.
/// Coordinates below [`TINY`] count as 0: then the last bit of a product of three coordinates is at least
/// 2^-756, so no predicate underflows.
#[derive(Clone, Copy, Debug)]
pub struct Unit(pub f64);

impl Unit {
    /// The unit of points whose largest coordinate is `largest`. If it is 0, the unit is 0.5.
    pub fn of(largest: f64) -> Self {
        Self(0.5 / binade(largest))
    }

    /// A point in tree coordinates, exact but for what is below [`TINY`]. In 2D the third coordinate is 0.
    pub fn place<V: DVector>(self, point: V) -> DVec3 {
        let coordinate = |i: usize| {
            let x = point.get(i) * self.0;
            // This also turns -0 into 0.
            if x.abs() < TINY { 0.0 } else { x }
        };
        DVec3::new(coordinate(0), coordinate(1), if V::DIM == 3 { coordinate(2) } else { 0.0 })
    }
}
