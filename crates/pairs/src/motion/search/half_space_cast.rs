//! Casts of a half-space (A) and a convex shape (B): there is only one axis.
//!
//! The axis is the half-space's normal. If the half-space turns, the normal n turns with it, and the
//! second derivative of n . (x - ca) is at most the following. Here x = ca + d + r is a point of B, d the
//! vector from centre to centre, and r the arm:
//!
//! ```text
//!     n''.(d + r) + 2 n'.(d' + r') + n.r''  <=  wa^2 (D + rb) + 2 wa (|u| + wb rb) + K_b
//! ```
//!
//! rb is the reach of B from its centre, and D the larger of |d| at both ends.

use core::cell::Cell;

use super::advance::Probe;
use super::path::{Path, speed};
use super::{MovingPair, Nearest, Separation};
use crate::answer::{Member, Witness};
use crate::shape::{Convex, Lowered};
use crate::space::{DVector, Motion};
use crate::trace::{Trace, Watch};

/// A half-space and a convex shape.
pub struct Plane<'s, W: DVector> {
    /// The outward normal, of length 1, in A's frame.
    pub normal: W,
    /// The plane's distance from A's origin along it, scaled.
    pub offset: f64,
    /// The convex shape.
    pub b: &'s Lowered<'s, W>,
    /// The factor by which lengths were multiplied.
    pub scale: f64,
    /// The number of support points.
    pub steps: Cell<u32>,
}

/// The lowest point of B over the half-space.
struct Low<W> {
    /// In A's frame, from the centre of the half-space's rotation.
    arm: W,
    /// Its height over the plane.
    height: f64,
    /// Not scaled.
    member: Member<W>,
}

impl<W: DVector> Plane<'_, W> {
    fn lowest(&self, path: &Path<W>, b_in_a: &Motion<W>) -> Low<W> {
        self.steps.set(self.steps.get() + 1);
        let b = self.b.support(b_in_a.unrotate(-self.normal));
        let point = b_in_a.apply(b * self.scale);
        let height = self.normal.dot(point) - self.offset;
        let foot = point - self.normal * height;
        let member = Member { a: foot * (1.0 / self.scale), b };
        Low { arm: foot - path.spins[0].center, height, member }
    }
}

impl<W: DVector> MovingPair<W> for Plane<'_, W> {
    fn look<T: Trace<W>>(
        &mut self,
        path: &Path<W>,
        time: f64,
        bound: f64,
        _: &mut Watch<'_, W, T>,
    ) -> Separation<W> {
        let placed = path.at(time);
        let low = self.lowest(path, &placed.b_in_a);
        if low.height <= bound {
            return Separation::Near(low.height);
        }
        Separation::Apart { axis: placed.to_fixed(self.normal), gap: low.height, lands: false }
    }

    fn probe(&self, path: &Path<W>, time: f64, _: W) -> Probe<W> {
        let placed = path.at(time);
        let low = self.lowest(path, &placed.b_in_a);
        let arm_b = placed.b_in_a.rotate(low.member.b * self.scale - path.spins[1].center);
        Probe { gap: low.height, arms: [placed.to_fixed(low.arm), placed.to_fixed(arm_b)] }
    }

    fn bend(&self, path: &Path<W>, axis: W, times: [f64; 2]) -> f64 {
        let [a, b] = &path.spins;
        let (wa, wb) = (speed::<W>(a.angular), speed::<W>(b.angular));
        if wa == 0.0 {
            return path.bend_along(axis);
        }
        let from = path.start.apply(b.center) - a.center;
        let far = |time: f64| (from + path.velocity * time).norm();
        let reach = far(times[0]).max(far(times[1])) + b.reach;
        let leaning = wa * (wa * reach + 2.0 * (path.velocity.norm() + wb * b.reach));
        (leaning + wb * wb * b.reach) * (1.0 + 16.0 * f64::EPSILON)
    }

    fn nearest(&mut self, path: &Path<W>, time: f64) -> Nearest<W> {
        let placed = path.at(time);
        let low = self.lowest(path, &placed.b_in_a);
        // Far away, rounding may put a point below the plane. The way to it stays along the normal.
        let between = placed.to_fixed(self.normal * low.height.max(f64::EPSILON));
        Nearest { points: [low.member.a, low.member.b], between }
    }

    fn contact<T: Trace<W>>(
        &mut self,
        path: &Path<W>,
        time: f64,
        bound: f64,
        _: &mut Watch<'_, W, T>,
        proof: Option<&mut Witness<W>>,
    ) -> bool {
        let low = self.lowest(path, &path.at(time).b_in_a);
        if low.height <= bound
            && let Some(proof) = proof
        {
            proof.fill([(low.member, 1.0)]);
        }
        low.height <= bound
    }

    fn steps(&self) -> u32 {
        self.steps.get()
    }
}
