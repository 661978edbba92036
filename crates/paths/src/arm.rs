//! [`Joint`]: a joint between two pieces that moves or may be off, and how far their points may be from its axis.

use crate::chain::Chain;
use crate::moment::Moment;
use crate::piece::Ball;
use crate::rates::Rates;

/// A joint that moves, or that may be off.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Joint {
    pub frame: usize,
    pub mount: usize,
    pub carries_a: bool,
    pub turns: bool,
    pub speed: f64,
    pub bend: f64,
    /// How far it may be off.
    pub off: f64,
    pub rho_a: f64,
    pub rho_b: f64,
}

/// The chain between two pieces, how far it reaches, and how far the joints of all frames may be off; none if none may.
#[derive(Clone, Copy)]
pub(crate) struct Between<'l> {
    pub chain: &'l Chain,
    pub reaches: &'l [[f64; 2]],
    /// See `Looks`.
    pub slides: &'l [[f64; 2]],
    pub off: &'l [f64],
}

impl Joint {
    /// What the joint adds to the bend; `beyond`: how fast the joints beyond it move points.
    pub fn bend(&self, rho: f64, beyond: f64) -> f64 {
        // A half-space has points at any distance.
        let own = if self.bend > 0.0 { self.bend * rho } else { 0.0 };
        if self.turns { own + self.speed * (self.speed * rho + 2.0 * beyond) } else { own }
    }
}

/// The joints that move or may be off, with the largest distances of points from their axes: the distance of the ball now,
/// and what the joints beyond add within the stretch and by errors, but no more than the lengths of all links allow.
pub(crate) fn gather(
    rates: &Rates,
    moment: &Moment,
    Between { chain, reaches, slides, off }: Between<'_>,
    [a, b]: [Ball; 2],
    half_width: f64,
    joints: &mut Vec<Joint>,
) {
    joints.clear();
    for (k, (link, [a, b])) in chain.links.iter().zip(reaches).enumerate() {
        let (speed, bend) = (rates.most[link.frame], rates.bends[link.frame]);
        let off = if off.is_empty() { 0.0 } else { off[link.frame] };
        if speed > 0.0 || off > 0.0 {
            let turns = link.turns;
            let more = slides.get(k).copied().unwrap_or_default();
            let [rho_a, rho_b] = if turns { [a + more[0], b + more[1]] } else { [1.0; 2] };
            joints.push(Joint {
                frame: link.frame,
                mount: link.mount,
                carries_a: link.carries_a,
                turns,
                speed,
                bend,
                off,
                rho_a,
                rho_b,
            });
        }
    }
    let now = |joint: &Joint, ball: &Ball| {
        let arm = ball.center - moment.motions[joint.frame].translation;
        moment.axes[joint.frame].cross(arm).length() + ball.radius
    };
    let moves = |joint: &Joint, rho: f64| (half_width * joint.speed + joint.off) * rho;
    let mut moved = 0.0;
    for joint in joints.iter_mut().rev() {
        if joint.turns {
            joint.rho_a = joint.rho_a.min(now(joint, &a) + moved);
        }
        moved += moves(joint, joint.rho_a);
    }
    moved = 0.0;
    for joint in joints.iter_mut() {
        if joint.turns {
            joint.rho_b = joint.rho_b.min(now(joint, &b) + moved);
        }
        moved += moves(joint, joint.rho_b);
    }
}
