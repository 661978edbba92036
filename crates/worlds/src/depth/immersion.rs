//! How deep any point of one shape is in another, by branch and bound.
//!
//! The depth of a point in B changes by no more than the point moves. So in a cube with the middle c and the radius r,
//! no point is deeper than the depth of c plus r:
//!
//! ```text
//!     cube with the largest bound ---> out, if all of it is outside of A
//!                                 ---> its middle, if it is in A: a depth that is reached
//!                                 ---> eight cubes (in 2D four) of half the size
//! ```
//!
//! *Source.* Tang, Lee and Kim 2009 bound the Hausdorff distance of meshes in this way.

use alloc::collections::BinaryHeap;
use core::cmp::Ordering;

use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Pose, Vector};

use crate::Collider;
use crate::probe::project;

/// The largest depth in B of any point of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Immersion<V: Vector> {
    /// A depth that is reached: that of `point`.
    pub lower: V::Scalar,
    /// A bound on the depth of all points of A.
    pub upper: V::Scalar,
    /// A point of both shapes, in world coordinates.
    pub point: V,
}

/// The largest depth in B of any point of A, up to `tolerance`, a length. `None` if no point of both was found. Sheets
/// have no inside: nothing is deep in them.
///
/// ```
/// use clearance::d3::{Cuboid, Pose, Sphere, Vec3};
/// use clearance::worlds;
/// let (ball, floor) = (Sphere::new(1.0)?.into(), Cuboid::new(Vec3::new(9.0, 9.0, 5.0))?.into());
/// let at = Pose::at(Vec3::new(0.0, 0.0, 5.7))?;
/// // The lowest point of the ball is 0.3 below the floor's top.
/// let found = worlds::immersion(&ball, &at, &floor, &Pose::IDENTITY, 0.01).unwrap();
/// assert!(found.lower <= 0.3001 && 0.2999 <= found.upper && found.upper - found.lower <= 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn immersion<V: Vector>(
    a: &Collider<V>,
    pose_a: &Pose<V>,
    b: &Collider<V>,
    pose_b: &Pose<V>,
    tolerance: V::Scalar,
) -> Option<Immersion<V>> {
    /// Cubes are opened at most so often; then the bounds are what they are.
    const MOST: usize = 20_000;
    let (box_a, box_b) = (a.aabb(pose_a), b.aabb(pose_b));
    let low = V::Wide::from_fn(|i| box_a.min.get(i).max(box_b.min.get(i)).to_f64());
    let high = V::Wide::from_fn(|i| box_a.max.get(i).min(box_b.max.get(i)).to_f64());
    if (0..V::DIM).any(|i| low.get(i) > high.get(i)) || !(low.is_finite() && high.is_finite()) {
        return None;
    }
    let mut cubes = BinaryHeap::new();
    let mut best: Option<(f64, V)> = None;
    let consider = |cubes: &mut BinaryHeap<Cube<V>>,
                    middle: V::Wide,
                    half: f64,
                    best: &mut Option<(f64, V)>| {
        let point = V::narrow(middle);
        // The middle is rounded.
        let radius = half * Scalar::sqrt(V::DIM as f64) + (point.widen() - middle).norm();
        let Ok(in_b) = project(b, pose_b, point) else { return };
        let (depth, bound) = (-in_b.upper.to_f64(), -in_b.lower.to_f64() + radius);
        if bound < best.map_or(0.0, |best| best.0) {
            return;
        }
        let Ok(in_a) = project(a, pose_a, point) else { return };
        if in_a.lower.to_f64() > radius {
            return;
        }
        if in_a.lower.to_f64() <= 0.0 && depth >= best.map_or(0.0, |best| best.0) {
            *best = Some((depth, point));
        }
        cubes.push(Cube { bound, middle, half });
    };
    let half = (high - low).max_abs() * 0.5;
    consider(&mut cubes, (low + high) * 0.5, half, &mut best);
    let mut upper = 0.0;
    for _ in 0..MOST {
        let Some(Cube { bound, middle, half }) = cubes.pop() else {
            upper = best.map_or(0.0, |best| best.0);
            break;
        };
        upper = bound;
        if bound - best.map_or(0.0, |best| best.0) <= tolerance.to_f64() {
            break;
        }
        for corner in 0..1_u32 << V::DIM {
            let off = V::Wide::from_fn(|i| if corner >> i & 1 == 0 { -0.5 } else { 0.5 }) * half;
            consider(&mut cubes, middle + off, half * 0.5, &mut best);
        }
    }
    let (lower, point) = best?;
    let (lower, upper) = (V::Scalar::below(lower), V::Scalar::above(upper.max(lower)));
    Some(Immersion { lower, upper, point })
}

/// A cube that may hold a deeper point.
struct Cube<V: Vector> {
    bound: f64,
    middle: V::Wide,
    half: f64,
}

impl<V: Vector> PartialEq for Cube<V> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl<V: Vector> Eq for Cube<V> {}
impl<V: Vector> PartialOrd for Cube<V> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<V: Vector> Ord for Cube<V> {
    /// By the bound, then by the place, so that the order is always the same.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_place = (0..V::DIM).map(|i| self.middle.get(i).total_cmp(&other.middle.get(i)));
        by_place.fold(self.bound.total_cmp(&other.bound), Ordering::then)
    }
}
