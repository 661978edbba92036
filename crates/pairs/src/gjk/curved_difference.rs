//! The Minkowski difference of two shapes in `f32`, of which one or both are curved, for the search of
//! [`super::lanes`].
//!
//! Points of a curved surface have no numbers. So a corner is known by the direction for which it is the
//! support point, and the caller finds it again in `f64`, on the exact shape.
//!
//! ```text
//!      ____________  half        d: the direction.  across: d without its part along the axis.
//!     |     |     o| <- support  A cylinder's support point is on the rim of the end that d
//!     |   up|    / |    point    points to, along `across`; a cone's is its apex or on the rim
//!     |     |   d  |             of its base, whichever is higher along d.
//!     |_____|______|
//! ```

use glam::Vec3A;

use super::lanes::{BInA, Corner, Corners, Supports, dot};
use crate::number::sqrt;

/// A shape in its frame. Lengths are in the unit of the pair.
#[derive(Clone, Copy)]
pub(crate) enum Side<'a> {
    Polytope(Corners<'a>),
    /// `up` is the unit vector of the axis.
    Cylinder {
        up: Vec3A,
        radius: f32,
        half: f32,
    },
    /// The apex is at `half`, the base at `-half`.
    Cone {
        up: Vec3A,
        radius: f32,
        half: f32,
    },
    /// The three radii.
    Ellipsoid(Vec3A),
}

impl Side<'_> {
    /// The support point along a direction.
    #[inline(always)]
    fn support(&self, d: Vec3A) -> Vec3A {
        match self {
            Self::Polytope(corners) => corners.vertex(corners.farthest(d)),
            Self::Cylinder { up, radius, half } => {
                let (along, rim) = on_rim(d, *up, *radius);
                rim + *up * if along >= 0.0 { *half } else { -*half }
            }
            Self::Cone { up, radius, half } => {
                let (along, rim) = on_rim(d, *up, *radius);
                // The apex is 2 half over the base.
                let is_apex = along * (half + half) > dot(rim, d);
                if is_apex { *up * *half } else { rim - *up * *half }
            }
            Self::Ellipsoid(radii) => {
                let on_ball = d * *radii;
                *radii * (on_ball * share(1.0, on_ball))
            }
        }
    }
}

/// The part of a direction along an axis, and the support point of the circle around it.
#[inline(always)]
fn on_rim(d: Vec3A, up: Vec3A, radius: f32) -> (f32, Vec3A) {
    let along = dot(d, up);
    let across = d - up * along;
    (along, across * share(radius, across))
}

/// The factor that makes a vector this long; 0 for one whose square underflows.
#[inline(always)]
fn share(length: f32, v: Vec3A) -> f32 {
    let square = dot(v, v);
    if square > f32::MIN_POSITIVE { length / sqrt(square) } else { 0.0 }
}

/// Two shapes.
pub(crate) struct Difference<'a> {
    pub a: Side<'a>,
    pub b: Side<'a>,
    pub b_in_a: BInA,
}

/// A support point, and the direction against which it was found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Seen {
    pub toward: Vec3A,
    pub point: Vec3A,
}

impl Supports for Difference<'_> {
    type Name = Seen;
    #[inline(always)]
    fn support(&self, v: Vec3A) -> Corner<Seen> {
        let (a, b) = (self.a.support(-v), self.b.support(self.b_in_a.unrotate(v)));
        let point = a - self.b_in_a.apply(b);
        Corner { point, name: Seen { toward: v, point } }
    }
}
