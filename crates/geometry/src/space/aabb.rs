//! Axis-aligned bounding boxes.

use super::vector::Vector;
use crate::number::Scalar;

/// The axis-aligned box from `min` to `max`. The function that returns it documents the frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<V: Vector> {
    /// The smallest coordinates.
    pub min: V,
    /// The largest coordinates.
    pub max: V,
}

impl<V: Vector> Aabb<V> {
    /// The smallest box that contains both boxes.
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: V::from_fn(|i| self.min.get(i).min(other.min.get(i))),
            max: V::from_fn(|i| self.max.get(i).max(other.max.get(i))),
        }
    }

    /// The box enlarged by `margin` on every side.
    pub fn grown(&self, margin: V::Scalar) -> Self {
        let by = V::from_fn(|_| margin);
        Self { min: self.min - by, max: self.max + by }
    }

    /// The distance between two boxes, 0 if they touch or overlap. Up to rounding, it is a lower bound
    /// on the distance of their contents.
    pub fn distance(&self, other: &Self) -> V::Scalar {
        let zero = V::Scalar::ZERO;
        V::from_fn(|i| {
            let gap = (other.min.get(i) - self.max.get(i)).max(self.min.get(i) - other.max.get(i));
            gap.max(zero)
        })
        .norm()
    }

    /// The distance between two boxes, in `f64`, in which no square overflows; 0 if they touch. It is never above the exact
    /// one.
    pub fn gap(&self, other: &Self) -> f64 {
        let [a, b] = [self, other].map(|box_| [box_.min.widen(), box_.max.widen()]);
        let along = |i: usize| (b[0].get(i) - a[1].get(i)).max(a[0].get(i) - b[1].get(i)).max(0.0);
        // Differences, squares, two sums and the root are off by less than four units of roundoff in all.
        V::Wide::from_fn(along).norm() * (1.0 - 4.0 * f64::EPSILON)
    }

    /// Do the boxes touch or overlap?
    pub fn intersects(&self, other: &Self) -> bool {
        (0..V::DIM)
            .all(|i| self.min.get(i) <= other.max.get(i) && other.min.get(i) <= self.max.get(i))
    }
}
