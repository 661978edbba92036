//! How fast a set of points moves, and how much its way bends, as seen from a link.
//!
//! Joints k = 1..m lead from a link, c, to the link that carries a ball with the points. Let D_k be the speed of a
//! joint's value, z_k its axis through o_k, all in the frame of c. A point p has the velocity
//!
//! ```text
//!     p' = sum over k of D_k s_k,      s_k = z_k x (p - o_k) if the joint turns,      s_k = z_k if it slides
//! ```
//!
//! *Bend.* The joints before k turn s_k as a whole: they add D_j z_j x s_k for each j < k that turns. If k turns, s_k
//! changes by itself as p moves to its axis, which only k and the joints beyond it do: they add z_k x (D_j s_j) for each
//! j >= k. The vectors z have length 1. With rho_k the largest |s_k|, and with both sums put together by their pairs,
//!
//! ```text
//!     |p''| <= sum over the turning k of |D_k| (|D_k| rho_k + 2 sum over j > k of |D_j| rho_j)
//! ```
//!
//! *Arms.* For a turning joint rho_k is the largest distance of p from the axis. That is bounded for a while w around
//! the moment, from the last joint back: the distance of the ball now, and w times the speed that the joints beyond
//! give to p. Nor is it more than the way from o_k over the points o of the joints beyond to p. Turns do not change the
//! parts of that way; joints that slide add to it at most what they slide in w.
//!
//! *Two balls.* The distance of two points a and b changes at most by |D_k| min(rho_k of a, rho_k of b) for each joint
//! k between them: along u = (a - b) / |a - b| the velocity of a by the joint is u . (z x (a - o)), which is
//! u . (z x (b - o)), as u . (z x (a - b)) = 0.
//!
//! Sums of a few positive numbers of type `f64` have an error of some 1e-15 of their size. [`UP`] is far more.

use alloc::vec::Vec;

use super::tree::Mover;
use crate::frame::{Triple, cross, minus, norm};

/// Covers the rounding of sums and products of positive numbers.
const UP: f64 = 1.0 + 1e-12;

/// A joint and its arm: see above.
#[derive(Clone, Copy)]
pub(super) struct Arm {
    turns: bool,
    speed: f64,
    /// At least rho.
    length: f64,
}

/// The arms of the joints, which lead to the ball, for `while_` to both sides of the moment.
pub(super) fn arms(movers: &[Mover], center: Triple, radius: f64, while_: f64) -> Vec<Arm> {
    let slide = |mover: &Mover| if mover.turns { 0.0 } else { mover.speed * while_ };
    let slides: f64 = movers.iter().map(slide).sum();
    let (mut way, mut moved) = (radius + slides, 0.0);
    let mut last = center;
    let mut arms = Vec::with_capacity(movers.len());
    for mover in movers.iter().rev() {
        way += norm(minus(last, mover.origin)).high();
        last = mover.origin;
        let now = || norm(cross(mover.axis, minus(center, mover.origin))).high() + radius;
        let length = if mover.turns { way.min(now() + while_ * moved) } else { 1.0 };
        let length = length * UP;
        moved += mover.speed * length;
        arms.push(Arm { turns: mover.turns, speed: mover.speed, length });
    }
    arms.reverse();
    arms
}

/// At least the acceleration of the points.
pub(super) fn bend(arms: &[Arm]) -> f64 {
    let (mut bend, mut beyond) = (0.0, 0.0);
    for Arm { turns, speed, length } in arms.iter().rev() {
        if *turns {
            bend += speed * (speed * length + 2.0 * beyond);
        }
        beyond += speed * length;
    }
    bend * UP
}

/// At least the speed of the distance of two points. The joints lead from B to A; `of_b` has them the other way round.
pub(super) fn speed(of_a: &[Arm], of_b: &[Arm]) -> f64 {
    let both = of_a.iter().zip(of_b.iter().rev());
    both.map(|(a, b)| a.speed * a.length.min(b.length)).sum::<f64>() * UP
}

#[cfg(test)]
mod tests {
    use super::super::tree::{Leg, Moment, Tree};
    use super::*;
    use crate::frame::exact;
    use alloc::vec;
    use clearance_geometry::answer::{JointMotion, JointValue, Mechanism, MechanismJoint};
    use clearance_geometry::space::Pose;
    use clearance_testing::Random;
    use glam::DVec3;

    /// Links 0 to `count` in a row, or as a tree.
    fn tree(random: &mut Random, count: usize) -> Tree {
        let joint = |(random, child): (&mut Random, usize)| MechanismJoint {
            parent: if random.below(3) == 0 { random.below(child) } else { child - 1 },
            child,
            origin: Pose::new(random.in_cube(1.0), random.rotation()).unwrap(),
            axis: random.in_cube(1.0),
            motion: *random.one_of(&[JointMotion::Turns, JointMotion::Turns, JointMotion::Slides]),
            value: if random.below(4) == 0 && child > 1 {
                JointValue::Follows { joint: child - 2, multiplier: -1.5, offset: 0.3 }
            } else {
                JointValue::Column(child - 1)
            },
        };
        let mechanism = Mechanism {
            joints: (1..=count).map(|child| joint((random, child))).collect(),
            bases: vec![],
            bodies: vec![],
            allowed: vec![],
            required: vec![],
        };
        Tree::of(&mechanism, count).unwrap()
    }

    /// A point of a link, as another link sees it.
    fn seen(moment: &Moment, point: (usize, DVec3), from: usize) -> DVec3 {
        let world = moment.frame(Some(point.0)).apply(exact(point.1));
        let frame = moment.frame(Some(from));
        let local = frame.unrotate(minus(world, frame.translation));
        DVec3::from_array(local.map(|x| x.nearest()))
    }

    #[test]
    fn no_point_bends_or_moves_more_than_the_bounds_and_some_nearly_do() {
        let mut random = Random::new(1);
        // A second difference is a mean of the second derivative around its time.
        let step = 1e-4;
        let (mut most_bent, mut fastest) = (0.0_f64, 0.0_f64);
        for round in 0..600 {
            let random = &mut random;
            let count = 1 + round % 5;
            let tree = tree(random, count);
            let row = |random: &mut Random| (0..count).map(|_| random.range(-2.0, 2.0)).collect();
            let rows: [Vec<f64>; 2] = [row(random), row(random)];
            let leg = Leg { from: &rows[0], to: &rows[1] };
            let moment = tree.at(leg, 0.5);
            let [a, b] = [0; 2].map(|_| random.below(count + 1));
            let (center, radius) = (random.in_cube(0.5), *random.one_of(&[0.0, 0.3]));
            let half = *random.one_of(&[0.01, 0.1, 0.4]);
            let place = |link, point| moment.frame(Some(link)).apply(exact(point));
            let arms = |from, to, point, radius| {
                let movers = tree.movers(leg, &moment, Some(from), Some(to));
                arms(&movers, place(to, point), radius, half)
            };
            let bend = bend(&arms(b, a, center, radius));
            let other = random.in_cube(0.5);
            let speed = speed(&arms(b, a, center, 0.0), &arms(a, b, other, 0.0));
            for _ in 0..10 {
                let point = (a, center + random.in_cube(1.0).normalize() * radius);
                let t = 0.5 + random.range(-1.0, 1.0) * (half - step);
                let [before, now, behind] = [t - step, t, t + step].map(|t| tree.at(leg, t));
                let at = |moment| seen(moment, point, b);
                let bent = (at(&before) - 2.0 * at(&now) + at(&behind)).length() / (step * step);
                assert!(bent <= bend * (1.0 + 1e-6) + 1e-6, "{bent} {bend}");
                let far = |moment: &Moment| seen(moment, (a, center), b).distance(other);
                let moved = (far(&behind) - far(&before)).abs() / (2.0 * step);
                assert!(moved <= speed * (1.0 + 1e-6) + 1e-6, "{moved} {speed}");
                if bend > 0.1 && speed > 0.1 && count > 1 {
                    most_bent = most_bent.max(bent / bend);
                    fastest = fastest.max(moved / speed);
                }
            }
        }
        assert!(most_bent > 0.9 && fastest > 0.9, "{most_bent} {fastest}");
    }
}
