//! A path of a mechanism, as plain data, and the evidence that its bodies stay apart on the way.
//!
//! ```text
//!     Mechanism        links, joints, the shapes on them, which pairs must keep which clearance
//!     JointPath        how the joints move: rows, curves between them, tolerances    these two are what is asked
//!     PathCertificate  stretches of time, each with two sets of pieces and what parts them all the while
//! ```
//!
//! Between two rows, a *leg*, time goes from 0 to 1. Everything is in space and in `f64`, and exact: poses, axes, values
//! and times are the numbers as given.

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
    /// 0, off by at most this at each time, on its own.
    Loose(f64),
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

/// How the joints of a mechanism move, as it was given: along a curve, or anyhow near it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointPath {
    /// Where they are to be.
    pub curve: JointCurve,
    /// For each column, how far its value may be off at each time, on its own: in radians, or units of length. Empty if no
    /// value is off.
    pub tolerance: Vec<f64>,
}

/// A curve of joint values. A row has a value for each column ([`JointValue::Column`]). One row is a mechanism that stands
/// still.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum JointCurve {
    /// Each joint moves evenly from row to row: its value at time t is a + t (b - a).
    Rows(Vec<Vec<f64>>),
    /// The rows of a controller, each at a time later than that of the row before.
    ///
    /// A leg is a polynomial of time with the positions at both ends. If both its rows have velocities, it is of degree 3 and
    /// has these, too; if both have accelerations as well, it is of degree 5 and has all of them. Otherwise joints move evenly.
    /// So the joint_trajectory_controller of ROS does it.
    Timed(Vec<TimedRow>),
    /// For each leg the control points of a Bézier curve of degree 1 to 7, a row each: two to eight rows. A leg begins
    /// where the one before ends.
    Bezier(Vec<Vec<Vec<f64>>>),
    /// A B-spline. Each interval of two different knots, of those from number `degree` up to number `points.len()`, is
    /// a leg.
    Spline {
        /// From 1 to 7.
        degree: usize,
        /// Numbers that do not fall, `points.len() + degree + 1` of them.
        knots: Vec<f64>,
        /// The control points, a row each; more than `degree`.
        points: Vec<Vec<f64>>,
    },
    /// Curves on one clock, beside each other: each has the next columns. Before its first time and behind its last one a
    /// curve stands still.
    Joined {
        /// The curves.
        curves: Vec<Self>,
        /// Two at least, which rise: a leg goes from each to the next, in which each curve is one polynomial. So the times of
        /// all curves ([`Self::times`]) that are between the first and the last one are here.
        times: Vec<f64>,
    },
}

impl JointCurve {
    /// Curves on one clock. `None` if some of those that move have times and some have not.
    pub fn joined(curves: Vec<Self>) -> Option<Self> {
        let moving =
            || curves.iter().map(|curve| (curve, curve.times())).filter(|(_, all)| all.len() > 1);
        if moving().any(|(curve, _)| curve.has_times())
            && !moving().all(|(curve, _)| curve.has_times())
        {
            return None;
        }
        let mut times: Vec<f64> = moving().flat_map(|(_, times)| times).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        if times.is_empty() {
            times.extend([0.0, 1.0]);
        }
        Some(Self::Joined { curves, times })
    }
    /// The times at which legs begin and end: of timed rows theirs, of a spline its knots, else the numbers of rows.
    pub fn times(&self) -> Vec<f64> {
        let numbers = |rows: usize| (0..rows).map(|row| row as f64).collect();
        match self {
            Self::Rows(rows) => numbers(rows.len()),
            Self::Timed(rows) => rows.iter().map(|row| row.time).collect(),
            Self::Bezier(legs) => numbers(legs.len() + 1),
            Self::Spline { degree, knots, points } => {
                let mut times = knots.get(*degree..=points.len()).unwrap_or_default().to_vec();
                times.dedup();
                times
            }
            Self::Joined { times, .. } => times.clone(),
        }
    }
    /// How many values a row has.
    pub fn columns(&self) -> usize {
        let first = match self {
            Self::Rows(rows) | Self::Spline { points: rows, .. } => rows.first(),
            Self::Timed(rows) => rows.first().map(|row| &row.positions),
            Self::Bezier(legs) => legs.first().and_then(|leg| leg.first()),
            Self::Joined { curves, .. } => return curves.iter().map(Self::columns).sum(),
        };
        first.map_or(0, Vec::len)
    }
    /// Has it times of its own, and not the numbers of rows?
    pub fn has_times(&self) -> bool {
        match self {
            Self::Rows(_) | Self::Bezier(_) => false,
            Self::Timed(_) | Self::Spline { .. } => true,
            Self::Joined { curves, .. } => curves.iter().any(Self::has_times),
        }
    }
}

impl From<JointCurve> for JointPath {
    fn from(curve: JointCurve) -> Self {
        Self { curve, tolerance: Vec::new() }
    }
}

impl From<Vec<Vec<f64>>> for JointPath {
    fn from(rows: Vec<Vec<f64>>) -> Self {
        JointCurve::Rows(rows).into()
    }
}

/// A row of a controller: where each joint is at a time, how fast it moves, and how that changes.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TimedRow {
    /// In seconds from the start.
    pub time: f64,
    /// A value for each joint: radians, or units of length.
    pub positions: Vec<f64>,
    /// Per second; empty if none are given.
    pub velocities: Vec<f64>,
    /// Per second squared; empty if none are given.
    pub accelerations: Vec<f64>,
}

impl TimedRow {
    /// The degree of the curve from one row to the next: 1, 3 or 5.
    pub fn degree(&self, next: &Self) -> usize {
        let both =
            |given: fn(&Self) -> &Vec<f64>| !given(self).is_empty() && !given(next).is_empty();
        match (both(|row| &row.velocities), both(|row| &row.accelerations)) {
            (true, true) => 5,
            (true, false) => 3,
            _ => 1,
        }
    }
    /// Is the leg from one row to the next straight? It is if it begins and ends at rest. Then the times of a certificate are
    /// shares of the way.
    pub fn is_straight(&self, next: &Self) -> bool {
        let still = |given: &[f64]| given.iter().all(|x| *x == 0.0);
        let rows = [self, next];
        match self.degree(next) {
            1 => true,
            3 => rows.iter().all(|row| still(&row.velocities)),
            _ => rows.iter().all(|row| still(&row.velocities) && still(&row.accelerations)),
        }
    }
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
    /// The leg, from 0.
    pub leg: u32,
    /// The numbers of the bodies A and B; that of A is the smaller one.
    pub bodies: [u32; 2],
    /// The pieces of A and of B, as ranges of [`PathCertificate::pieces`].
    pub sets: [Range<u32>; 2],
    /// The time in the leg, from 0 to 1; in a straight one of timed rows the share of the way ([`TimedRow::is_straight`]).
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
