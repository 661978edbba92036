//! The gap of two pieces along a direction, now and for a while.
//!
//! A direction n that is fixed in the frame of the cut (`bound.rs`) points from B to A. At a time tau from now, the
//! gap along it, and so the clearance, is at least
//!
//! ```text
//!    g(tau) = min over p in A of (n + tau n x w_A) . p + tau n . u_A
//!           - max over q in B of (n + tau n x w_B) . q - tau n . u_B  -  alpha tau^2 / 2
//! ```
//!
//! because n . (w x p) = (n x w) . p. It is a minimum of functions that are concave in tau, so it is concave: what
//! holds at both ends of a stretch holds between them. Two supports an end prove a whole stretch. Joints that may be off
//! take a [`Loss`] from it, which changes none of that (`tube.rs`).

use glam::DVec3;

use crate::bound::{Twist, Twists};
use crate::piece::{Ball, Posed};
use crate::tube::Loss;

impl Twists {
    /// g, but for rounding: see `Leg::slack`.
    pub fn gap(&self, [a, b]: &[Posed<'_>; 2], n: DVec3, tau: f64, loss: &Loss) -> f64 {
        self.least(n, tau, loss, |along_a, along_b| {
            -a.piece.support(a.frame, -along_a) - b.piece.support(b.frame, along_b)
        })
    }
    /// What joints that may be off take from the gap along a direction.
    pub fn loss(&self, n: DVec3, [a, b]: &[Posed<'_>; 2]) -> Loss {
        self.tube.as_ref().map_or_else(Loss::default, |tube| tube.loss(n, [a.ball, b.ball]))
    }
    /// g of the balls around the pieces.
    pub fn gap_of_balls(&self, [a, b]: [Ball; 2], n: DVec3, tau: f64, loss: &Loss) -> f64 {
        self.least(n, tau, loss, |along_a, along_b| {
            let lowest = along_a.dot(a.center) - a.radius * along_a.length();
            let highest = along_b.dot(b.center) + b.radius * along_b.length();
            lowest - highest
        })
    }
    /// With two clocks, the least of both directions of the second one.
    #[inline]
    fn least(&self, n: DVec3, tau: f64, loss: &Loss, gap: impl Fn(DVec3, DVec3) -> f64) -> f64 {
        let one = |twist: &Twist| {
            let (along_a, along_b) = self.along(twist, n, tau, loss);
            gap(along_a, along_b) + self.drift(twist, n, tau, loss)
        };
        let now = one(&self.now);
        self.back.as_ref().map_or(now, |back| now.min(one(back)))
    }
    fn along(&self, twist: &Twist, n: DVec3, tau: f64, loss: &Loss) -> (DVec3, DVec3) {
        let turned = |turn: DVec3| n + n.cross(turn) * tau;
        let (along_a, along_b) = (turned(twist.turn_a), turned(twist.turn_b));
        match self.tube {
            Some(_) => (along_a + loss.along_a, along_b + loss.along_b),
            None => (along_a, along_b),
        }
    }
    fn drift(&self, twist: &Twist, n: DVec3, tau: f64, loss: &Loss) -> f64 {
        let drift = tau * n.dot(twist.slide_a - twist.slide_b) - 0.5 * self.alpha * tau * tau;
        match &self.tube {
            Some(tube) => drift - loss.gap - (tube.mixed * tau.abs() + 0.5 * tube.own),
            None => drift,
        }
    }
}
