//! [`Tube`]: what two pieces lose if joints may be off at each time, on its own.
//!
//! Fix errors e_k of the joints, of at most delta_k. Then all moves as on the path, along q(t) + e. With the joints on the
//! side of A in the frame of the cut (`bound.rs`), s_k(p) = z_k x (p - o_k), or z_k for a slide, and the symmetric form
//!
//! ```text
//!     bend(u, v) = sum over turning k of (u_k v_k rho_k + sum over j beyond k of (u_k v_j + v_k u_j) rho_j)
//! ```
//!
//! that bounds second derivatives of a point, a point at the moment is at p + sum e_k s_k up to bend(delta, delta) / 2, its
//! velocity is that on the path up to bend(D, delta), and both bends are as without errors, with rho_k that counts
//! them. So the gap along n loses at most, with x_k(p) = n . s_k(p) = (n x z_k) . (p - o_k),
//!
//! ```text
//!     sum delta_k |x_k(p)|  +  |tau| bend(D, delta)  +  bend(delta, delta) / 2
//! ```
//!
//! On the range of x_k over the piece, |x| is below its chord c0 + c1 x, which is linear in p: so the first sum shifts the
//! direction of the support, and a constant. All is concave in tau, as the gap itself (`gap.rs`). Where x_k has one sign
//! on the whole piece, the chord is |x| itself.
//!
//! *The first order.* No clearance changes by more than sum delta_k min(rho_k of A, rho_k of B): see `bound.rs`.

use glam::DVec3;

use crate::arm::Joint;
use crate::moment::Moment;
use crate::piece::{Ball, Posed};

/// Joints between two pieces that may be off.
#[derive(Clone, Debug)]
pub(crate) struct Tube {
    joints: Vec<Loose>,
    /// No clearance changes by more.
    pub taken: f64,
    /// bend(D, delta) and bend(delta, delta), of both sides.
    pub mixed: f64,
    pub own: f64,
}

/// A joint that may be off by `off`.
#[derive(Clone, Copy, Debug)]
struct Loose {
    axis: DVec3,
    origin: DVec3,
    turns: bool,
    with_a: bool,
    off: f64,
}

/// What the gap along a direction loses: shifts of the directions that supports are asked along, and a length.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Loss {
    pub along_a: DVec3,
    pub along_b: DVec3,
    pub gap: f64,
}

/// Covers the rounding of sums of a few positive numbers.
const UP: f64 = 1.0 + 1e-12;

impl Tube {
    /// `None` if no joint may be off. The joints from `cut` on move A.
    pub fn new(joints: &[Joint], cut: usize, moment: &Moment) -> Option<Self> {
        let loose = |(k, joint): (usize, &Joint)| Loose {
            axis: moment.axes[joint.frame],
            origin: moment.motions[joint.frame].translation,
            turns: joint.turns,
            with_a: k >= cut,
            off: joint.off,
        };
        let may = joints.iter().enumerate().filter(|(_, joint)| joint.off > 0.0);
        let may: Vec<Loose> = may.map(loose).collect();
        if may.is_empty() {
            return None;
        }
        let (mut mixed, mut own) = (0.0, 0.0);
        let mut side = |joints: &mut dyn Iterator<Item = (&Joint, f64)>| {
            let (mut moved, mut off) = (0.0, 0.0);
            for (joint, rho) in joints {
                if joint.turns {
                    mixed += joint.speed * joint.off * rho + joint.speed * off + joint.off * moved;
                    own += joint.off * (joint.off * rho + 2.0 * off);
                }
                moved += joint.speed * rho;
                off += joint.off * rho;
            }
        };
        side(&mut joints[..cut].iter().map(|joint| (joint, joint.rho_b)));
        side(&mut joints[cut..].iter().rev().map(|joint| (joint, joint.rho_a)));
        let taken = joints.iter().map(|joint| joint.off * joint.rho_a.min(joint.rho_b)).sum();
        Some(Self { joints: may, taken, mixed: mixed * UP, own: own * UP })
    }

    /// What the gap along `n` loses at the moment, but for second derivatives: with the ranges that balls tell.
    pub fn loss(&self, n: DVec3, balls: [Ball; 2]) -> Loss {
        self.by_ranges(n, |joint, m| {
            let ball = balls[usize::from(!joint.with_a)];
            let (middle, half) = (m.dot(ball.center - joint.origin), ball.radius * m.length());
            [middle - half, middle + half]
        })
    }
    /// The same, with the ranges that supports tell, which are known up to `off`.
    pub fn sharp_loss(&self, n: DVec3, posed: &[Posed<'_>; 2], off: f64) -> Loss {
        self.by_ranges(n, |joint, m| {
            let Posed { piece, frame, .. } = posed[usize::from(!joint.with_a)];
            let origin = m.dot(joint.origin);
            let [low, high] = [-piece.support(frame, -m), piece.support(frame, m)];
            [low - origin - off, high - origin + off]
        })
    }
    fn by_ranges(&self, n: DVec3, range: impl Fn(&Loose, DVec3) -> [f64; 2]) -> Loss {
        let mut loss = Loss::default();
        for joint in &self.joints {
            if !joint.turns {
                loss.gap += joint.off * n.dot(joint.axis).abs();
                continue;
            }
            let m = n.cross(joint.axis);
            let [c0, c1] = chord(range(joint, m));
            let shift = m * (joint.off * c1);
            if joint.with_a {
                loss.along_a -= shift;
            } else {
                loss.along_b += shift;
            }
            loss.gap += joint.off * c0 - shift.dot(joint.origin);
        }
        loss
    }
}

/// The line c0 + c1 x above |x| on a range.
fn chord([low, high]: [f64; 2]) -> [f64; 2] {
    if low >= 0.0 {
        [0.0, 1.0]
    } else if high <= 0.0 {
        [0.0, -1.0]
    } else {
        [-2.0 * low * high / (high - low), (high + low) / (high - low)]
    }
}
