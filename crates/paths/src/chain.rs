//! [`Chain`]: the joints between two frames, in the order from B to A, and how far they may carry points.
//!
//! ```text
//!        A                      joints of the chain:  2, 1, 3
//!        3                      joints 1 and 3 are below the nearest common frame (0):
//!    2   |                      side B  - -          side A  +
//!    B 1-0
//! ```

use glam::DVec3;

use crate::piece::Piece;
use crate::robot::{Frame, Robot};

/// A joint of a chain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    /// The frame that the joint moves.
    pub frame: usize,
    /// The frame that it is mounted on.
    pub mount: usize,
    /// Is it on the side of A? Then its motion carries A away from B; otherwise it carries B.
    pub carries_a: bool,
    /// Does it turn, or slide?
    pub turns: bool,
}

/// The joints between two frames, from B to A.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub links: Vec<Link>,
}

impl Chain {
    /// The joints between the frames of A and of B.
    pub fn between(robot: &Robot, a: usize, b: usize) -> Self {
        let up = |mut frame: usize| {
            let mut way = Vec::new();
            while frame > 0 {
                way.push(frame);
                frame = robot.frames[frame].parent;
            }
            way
        };
        let (mut to_a, mut to_b) = (up(a), up(b));
        while to_a.last().is_some() && to_a.last() == to_b.last() {
            to_a.pop();
            to_b.pop();
        }
        let link = |carries_a| {
            move |frame: usize| {
                let Frame { parent: mount, turns, .. } = robot.frames[frame];
                Link { frame, mount, carries_a, turns }
            }
        };
        let of_b = to_b.into_iter().map(link(false));
        let of_a = to_a.into_iter().rev().map(link(true));
        Self { links: of_b.chain(of_a).collect() }
    }

    /// For each joint, bounds on the distance of its frame's origin from the points of A and of B, in all
    /// configurations, if no joint slides. `Leg` adds how far those slide that do.
    pub fn reaches(&self, robot: &Robot, a: &Piece, b: &Piece) -> Vec<[f64; 2]> {
        let count = self.links.len();
        let mut reaches = vec![[0.0; 2]; count];
        let frame = |k: usize| &robot.frames[self.links[k].frame];
        // From the origin of a joint's frame to that of the next joint of the chain.
        let step = |k: usize| {
            let (one, next) = (self.links[k], self.links[k + 1]);
            match (one.carries_a, next.carries_a) {
                (false, true) => {
                    (frame(k).fixed.translation - frame(k + 1).fixed.translation).length()
                }
                (true, _) => frame(k + 1).fixed.translation.length(),
                (false, false) => frame(k).fixed.translation.length(),
            }
        };
        // The last joint of a side moves the piece, or the piece stands in the frame that the joint is mounted on.
        let from = |piece: &Piece, k: usize, moves: bool| {
            let origin = if moves { DVec3::ZERO } else { frame(k).fixed.translation };
            (piece.center - origin).length() + piece.radius
        };
        let mut way = 0.0;
        for (k, reach) in reaches.iter_mut().enumerate().rev() {
            way = if k + 1 == count { from(a, k, self.links[k].carries_a) } else { way + step(k) };
            reach[0] = way;
        }
        for (k, reach) in reaches.iter_mut().enumerate() {
            way = if k == 0 { from(b, k, !self.links[k].carries_a) } else { way + step(k - 1) };
            reach[1] = way;
        }
        reaches
    }
}
