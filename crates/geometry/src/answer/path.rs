//! A path of a mechanism, as plain data, and the evidence that its bodies stay apart on the way.
//!
//! ```text
//!     Mechanism        links, joints, the shapes on them, which pairs must keep which clearance: what is asked
//!     PathCertificate  stretches of time, each with two sets of pieces and what parts them all the while
//! ```
//!
//! Rows of joint values make a path. Between two rows, a *leg*, each joint moves evenly: the value at time t, from 0 to
//! 1, is a + t (b - a). Everything is in space and in `f64`, and exact: poses, axes and values are the numbers as given.

use alloc::vec::Vec;
use core::ops::Range;

use glam::DVec3;

use crate::shape::{PieceId, Pieces};
use crate::space::Pose;

/// Links, the joints between them, and bodies on links and in the world.
///
/// Links are numbered from 0. A link without a joint that moves it stands in the world.
pub struct Mechanism<'s> {
    /// The joints, in any order. No two move one link.
    pub joints: Vec<MechanismJoint>,
    /// For each link, where it is if no joint moves it: these poses, the first one first, lead from its frame to the
    /// world. A link that has none is in the frame of the world.
    pub bases: Vec<Vec<Pose<DVec3>>>,
    /// The bodies, by number.
    pub bodies: Vec<MechanismBody<'s>>,
    /// Pairs of bodies that may touch, in any order. All others must not, but for bodies of one part.
    pub allowed: Vec<[usize; 2]>,
    /// The clearance that these pairs must have in place of that of the certificate; not negative. Of two for one pair,
    /// the last one counts.
    pub required: Vec<([usize; 2], f64)>,
}

/// A joint between two links.
#[derive(Clone, Debug, PartialEq)]
pub struct MechanismJoint {
    /// The link that it is mounted on.
    pub parent: usize,
    /// The link that it moves.
    pub child: usize,
    /// The pose of the joint, and of the child at value 0, in the frame of the parent.
    pub origin: Pose<DVec3>,
    /// The axis in the frame of the joint, of any length but zero.
    pub axis: DVec3,
    /// What it does.
    pub motion: JointMotion,
    /// Where its value comes from. Fixed joints ignore it.
    pub value: JointValue,
}

/// What a joint does with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointMotion {
    /// Nothing.
    Fixed,
    /// It turns the child around the axis by this angle in radians, counterclockwise if the axis points to the viewer.
    Turns,
    /// It slides the child along the axis by this length.
    Slides,
}

/// Where the value of a joint comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointValue {
    /// The number in this column of a row.
    Column(usize),
    /// The value of another joint, times a factor, plus an offset.
    Follows {
        /// The number of the other joint.
        joint: usize,
        /// The factor.
        multiplier: f64,
        /// The offset, in radians or units of length.
        offset: f64,
    },
}

/// A body: shapes that a link carries, or that stand in the world.
pub struct MechanismBody<'s> {
    /// The link that carries it; `None` for the world.
    pub link: Option<usize>,
    /// The part that it belongs to: bodies of one part are one thing, and may touch each other. So are links that fixed
    /// joints hold together, and all that stands in the world. `None`: a part of its own, as something that a link holds.
    pub part: Option<usize>,
    /// The shapes, with their poses in the frame of the link or in the world.
    pub shapes: Vec<(Pose<DVec3>, &'s dyn Pieces<V = DVec3>)>,
}

/// Proves that all pairs of bodies that must not touch keep a clearance on a whole path.
///
/// For each pair and each leg, the stretches are tiles of a box: the pieces of A, the pieces of B, and time. A pair with
/// fixed joints alone between its bodies never moves: it has stretches for the first leg only.
///
/// ```text
///     pieces of B |       |         |      Cuts across the whole box, and then across each part, lead to single
///                 |   1   |    3    |      stretches: here first at t, then at s. No two stretches overlap.
///               s |-------|         |
///                 |   2   |         |
///                 '-------'---------'---
///                 0       t         1
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PathCertificate {
    /// A clearance that each pair has at all times, but for those with one of their own ([`Mechanism::required`]); not
    /// negative.
    pub clearance: f64,
    /// For each body all of its pieces, in the order that sets are ranges of. Parts are numbered through all shapes of
    /// the body.
    pub pieces: Vec<Vec<PieceId>>,
    /// The stretches, in any order.
    pub stretches: Vec<PathStretch>,
}

/// Two sets of pieces, and what parts them for a stretch of a leg.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PathStretch {
    /// The leg, by the number of its first row.
    pub leg: u32,
    /// The numbers of the bodies A and B; that of A is the smaller one.
    pub bodies: [u32; 2],
    /// The pieces of A and of B, as ranges of [`PathCertificate::pieces`].
    pub sets: [Range<u32>; 2],
    /// The time from the first row on, from 0 to 1.
    pub times: [f64; 2],
    /// Why they keep the clearance.
    pub reason: PathReason,
}

/// Why two sets of pieces keep a clearance for a while.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PathReason {
    /// The balls around the sets keep it: with these centers, in the frames of the links that carry the bodies.
    Balls([[f64; 3]; 2]),
    /// The gap between the sets along a direction, which moves with a link, keeps it. If a set is a half-space, its own
    /// normal counts instead.
    Direction {
        /// The link; `None` for the world.
        link: Option<u32>,
        /// The direction from A to B in the frame of the link, of any length but zero.
        normal: [f64; 3],
    },
}
