//! How fast a set of points moves, and how much its way bends, as seen from a link.
//!
//! Joints k = 1..m lead from a link, c, to the link that carries a ball with the points. Let D_k be the speed of a
//! joint's value, E_k its second derivative, z_k its axis through o_k, all in the frame of c. A point p has the velocity
//!
//! ```text
//!     p' = sum over k of D_k s_k,      s_k = z_k x (p - o_k) if the joint turns,      s_k = z_k if it slides
//! ```
//!
//! *Bend.* The derivatives E_k add E_k s_k. The joints before k turn s_k as a whole: they add D_j z_j x s_k for each j < k that turns. If k turns, s_k
//! changes by itself as p moves to its axis, which only k and the joints beyond it do: they add z_k x (D_j s_j) for each
//! j >= k. The vectors z have length 1. With rho_k the largest |s_k|, and with both sums put together by their pairs,
//!
//! ```text
//!     |p''| <= sum over the turning k of |D_k| (|D_k| rho_k + 2 sum over j > k of |D_j| rho_j) + sum over k of |E_k| rho_k
//! ```
//!
//! *Arms.* For a turning joint rho_k is the largest distance of p from the axis. That is bounded for a while w around
//! the moment, from the last joint back: the distance of the ball now, and w times the speed that the joints beyond
//! give to p. Nor is it more than the way from o_k over the points o of the joints beyond to p. Turns do not change the
//! parts of that way; joints that slide add to it at most what they slide in w.
//!
//! *Errors.* If joints are off by at most delta_k, each time on its own, fix errors: then the points move along a curve with the
//! same derivatives, and p'' is bounded as above if rho_k counts what the errors of the joints beyond k add to it. At a time a
//! point is where the errors put it to the first order, sum e_k s_k, up to half of
//!
//! ```text
//!     sum over the turning k of delta_k (delta_k rho_k + 2 sum over j > k of delta_j rho_j)
//! ```
//!
//! *Two balls.* The distance of two points a and b changes at most by |D_k| min(rho_k of a, rho_k of b) for each joint
//! k between them: along u = (a - b) / |a - b| the velocity of a by the joint is u . (z x (a - o)), which is
//! u . (z x (b - o)), as u . (z x (a - b)) = 0.
//!
//! Sums of a few positive numbers of type `f64` have an error of some 1e-15 of their size. `UP` is far more.

use alloc::vec::Vec;

use super::tree::Mover;
use crate::frame::{Triple, cross, minus, norm};

/// Covers the rounding of sums and products of positive numbers.
const UP: f64 = 1.0 + 1e-12;

/// A joint and its arm: see above.
#[derive(Clone, Copy)]
pub struct Arm {
    turns: bool,
    speed: f64,
    bend: f64,
    off: f64,
    /// At least rho.
    length: f64,
}

/// The arms of the joints, which lead to the ball, for `while_` to both sides of the moment.
pub fn arms(movers: &[Mover], center: Triple, radius: f64, while_: f64) -> Vec<Arm> {
    let way = |mover: &Mover| mover.speed * while_ + mover.off;
    let slide = |mover: &Mover| if mover.turns { 0.0 } else { way(mover) };
    let slides: f64 = movers.iter().map(slide).sum();
    let (mut reach, mut moved) = (radius + slides, 0.0);
    let mut last = center;
    let mut arms = Vec::with_capacity(movers.len());
    for mover in movers.iter().rev() {
        reach += norm(minus(last, mover.origin)).high();
        last = mover.origin;
        let now = || norm(cross(mover.axis, minus(center, mover.origin))).high() + radius;
        let length = if mover.turns { reach.min(now() + moved) } else { 1.0 };
        let length = length * UP;
        moved += way(mover) * length;
        let Mover { turns, speed, bend, off, .. } = *mover;
        arms.push(Arm { turns, speed, bend, off, length });
    }
    arms.reverse();
    arms
}

/// At least the acceleration of the points.
pub fn bend(arms: &[Arm]) -> f64 {
    let (mut bend, mut beyond) = (0.0, 0.0);
    for Arm { turns, speed, bend: own, length, .. } in arms.iter().rev() {
        if *own > 0.0 {
            bend += own * length;
        }
        if *turns {
            bend += speed * (speed * length + 2.0 * beyond);
        }
        beyond += speed * length;
    }
    bend * UP
}

/// At least twice what errors move the points by beyond the first order.
pub fn bend_of_errors(arms: &[Arm]) -> f64 {
    let still = |arm: &Arm| Arm { speed: arm.off, bend: 0.0, ..*arm };
    bend(&arms.iter().map(still).collect::<Vec<_>>())
}

/// At least what errors change the distance of two points by: see [`speed`].
pub fn taken(of_a: &[Arm], of_b: &[Arm]) -> f64 {
    let both = of_a.iter().zip(of_b.iter().rev());
    both.map(|(a, b)| a.off * a.length.min(b.length)).sum::<f64>() * UP
}

/// At least the speed of the distance of two points. The joints lead from B to A; `of_b` has them the other way round.
pub fn speed(of_a: &[Arm], of_b: &[Arm]) -> f64 {
    let both = of_a.iter().zip(of_b.iter().rev());
    both.map(|(a, b)| a.speed * a.length.min(b.length)).sum::<f64>() * UP
}
