//! How far two pieces may move to each other, to the first and to the second order.
//!
//! Joints k = 1..m of the chain lead from B to A. *Cut* the chain at a link. Seen from this link, the joints beyond it
//! move A, and those before it move B. Let D_k be the largest speed of a joint during the stretch, E_k that of its second
//! derivative, and rho_k the largest distance of A's (or B's) points from its axis; 1 if it slides.
//!
//! - *First order.* At the nearest points, both shapes have the same speed along the normal. So the clearance changes
//!   by at most L = sum |D_k| min(rho_k of A, rho_k of B) in a unit of time.
//! - *Second order.* In the frame of the cut, a point p of A moves as p + t (w x p + u) up to alpha_A t^2 / 2, with
//!   the twist (w, u) of the joints that move A, at the speeds of the moment, and alpha_A = sum over k of E_k rho_k, and
//!   sum over turning k of |D_k| (|D_k| rho_k + 2 sum over the joints j beyond k of |D_j| rho_j). On a straight leg E is 0.
//!   The same for B. No joint moves both, so alpha = alpha_A + alpha_B, and the best cut is that with the least alpha.
//!
//! *Source.* Schwarzer, Saha and Latombe 2005 for rho and L; the rest is our own. `docs/notes/paths.md` has the
//! derivation.

use glam::DVec3;

use crate::arm::{Between, Joint, gather};
use crate::moment::Moment;
use crate::piece::Ball;
use crate::rates::Rates;
use crate::tube::Tube;

/// The velocities of two pieces now.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Twist {
    /// The velocity of a point p of A in the frame of the cut is `turn_a x p + slide_a`.
    pub turn_a: DVec3,
    pub slide_a: DVec3,
    /// The same for B.
    pub turn_b: DVec3,
    pub slide_b: DVec3,
}

/// The motion of two pieces around a time.
#[derive(Clone, Debug)]
pub(crate) struct Twists {
    pub now: Twist,
    /// With two clocks: the same, if the second one runs backwards.
    pub back: Option<Box<Twist>>,
    /// The frame at the cut; `None` for that of B.
    pub frame: Option<usize>,
    /// The bound on the bend: see above.
    pub alpha: f64,
    /// The bound on the speed of the clearance.
    pub speed: f64,
    /// What joints that may be off add.
    pub tube: Option<Box<Tube>>,
}

/// Memory for [`Twists::new`].
#[derive(Default)]
pub(crate) struct Joints(Vec<Joint>, Vec<f64>);

impl Twists {
    /// The bounds for a stretch of `half_width` to both sides of the moment.
    pub fn new(
        rates: &Rates,
        moment: &Moment,
        between: Between<'_>,
        [a, b]: [Ball; 2],
        half_width: f64,
        Joints(joints, bends): &mut Joints,
    ) -> Self {
        gather(rates, moment, between, [a, b], half_width, joints);
        let speed = joints.iter().map(|joint| joint.speed * joint.rho_a.min(joint.rho_b)).sum();
        let (mut alpha, mut cut) = best_cut(joints, bends);
        let mut tube = None;
        if !between.off.is_empty() {
            // Errors bend as speeds do for a unit of time: the best cut is that for both together.
            let both = |joint: &Joint| Joint {
                speed: joint.speed * half_width + joint.off,
                bend: joint.bend * half_width * half_width,
                ..*joint
            };
            cut = best_cut(&joints.iter().map(both).collect::<Vec<_>>(), bends).1;
            let of_b = bend(joints[..cut].iter().map(|joint| (joint, joint.rho_b)));
            alpha = of_b + bend(joints[cut..].iter().rev().map(|joint| (joint, joint.rho_a)));
            tube = Tube::new(joints, cut, moment).map(Box::new);
        }
        // Behind a joint is the frame that it moves or, where the way leads up the tree, the one that it is mounted on.
        let behind = |joint: &Joint| if joint.carries_a { joint.frame } else { joint.mount };
        let twist = |speeds: &[f64]| {
            let mut twist = Twist::default();
            for (k, joint) in joints.iter().enumerate() {
                // Seen from the cut, a joint on the side of A carries A forwards; one on the side of B, backwards.
                let with_a = k >= cut;
                let sign = if with_a == joint.carries_a { 1.0 } else { -1.0 };
                let axis = moment.axes[joint.frame] * (speeds[joint.frame] * sign);
                let (turn, slide) = if joint.turns {
                    (axis, moment.motions[joint.frame].translation.cross(axis))
                } else {
                    (DVec3::ZERO, axis)
                };
                let (turns, slides) = if with_a {
                    (&mut twist.turn_a, &mut twist.slide_a)
                } else {
                    (&mut twist.turn_b, &mut twist.slide_b)
                };
                *turns += turn;
                *slides += slide;
            }
            twist
        };
        Self {
            now: twist(&rates.now),
            back: rates.back.as_ref().map(|speeds| Box::new(twist(speeds))),
            frame: cut.checked_sub(1).map(|k| behind(&joints[k])),
            alpha: alpha * (1.0 + 1e-12),
            speed,
            tube,
        }
    }
}

/// The least bend over all cuts, and the number of the first joint behind the best one.
fn best_cut(joints: &[Joint], bends: &mut Vec<f64>) -> (f64, usize) {
    // The bend of B if the cut is before joint k, for each k.
    bends.clear();
    let (mut bend, mut beyond) = (0.0, 0.0);
    for joint in joints {
        bends.push(bend);
        bend += joint.bend(joint.rho_b, beyond);
        beyond += joint.speed * joint.rho_b;
    }
    let (mut alpha, mut cut) = (bend, joints.len());
    (bend, beyond) = (0.0, 0.0);
    for (k, joint) in joints.iter().enumerate().rev() {
        bend += joint.bend(joint.rho_a, beyond);
        beyond += joint.speed * joint.rho_a;
        if bend + bends[k] < alpha {
            (alpha, cut) = (bend + bends[k], k);
        }
    }
    (alpha, cut)
}

/// The bend of a side, whose joints are in order from its piece to the cut.
fn bend<'j>(joints: impl Iterator<Item = (&'j Joint, f64)>) -> f64 {
    let (mut bend, mut beyond) = (0.0, 0.0);
    for (joint, rho) in joints {
        bend += joint.bend(rho, beyond);
        beyond += joint.speed * rho;
    }
    bend
}
