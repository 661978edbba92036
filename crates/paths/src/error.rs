//! [`Error`]: why a robot, a path or a question was refused.

/// Why a robot, a path or a world was refused.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number is NaN, infinite or too large, or a cloud was refused.
    #[error(transparent)]
    Geometry(#[from] clearance_geometry::Error),
    /// Two links, two joints or two bodies have one name.
    #[error("there is a second {what} with the name \"{name}\"")]
    Doubled {
        /// "link", "joint" or "body".
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A joint, a pair or an attached body names something that does not exist.
    #[error("{by} names {what} \"{name}\", which does not exist")]
    Unknown {
        /// Who names it.
        by: String,
        /// "link", "joint" or "body".
        what: &'static str,
        /// The name.
        name: String,
    },
    /// Two joints move one link.
    #[error("link \"{link}\" has two parents: joints \"{one}\" and \"{other}\"")]
    TwoParents {
        /// The link.
        link: String,
        /// A joint.
        one: String,
        /// Another joint.
        other: String,
    },
    /// Links or mimic joints follow each other in a circle.
    #[error("{what} \"{name}\" follows itself in a circle")]
    Circle {
        /// "link" or "joint".
        what: &'static str,
        /// The name of one of them.
        name: String,
    },
    /// The axis of a joint is zero or not finite.
    #[error("the axis of joint \"{joint}\" has no direction")]
    Axis {
        /// The joint.
        joint: String,
    },
    /// The limits of a joint are not finite, or the lower is above the upper.
    #[error("joint \"{joint}\" cannot move from {lower} to {upper}")]
    Limits {
        /// The joint.
        joint: String,
        /// The lower limit.
        lower: f64,
        /// The upper limit.
        upper: f64,
    },
    /// A multiplier, an offset or a joint value is NaN, infinite or larger than [`LARGEST_VALUE`](crate::LARGEST_VALUE).
    #[error("{value} is no value for joint \"{joint}\"")]
    Value {
        /// The joint.
        joint: String,
        /// The number.
        value: f64,
    },
    /// A clearance is required of a pair that is not asked about.
    #[error("nothing is asked about \"{one}\" and \"{other}\": {reason}")]
    NotAsked {
        /// A body.
        one: String,
        /// Another body.
        other: String,
        /// Why that is so.
        reason: &'static str,
    },
    /// A required clearance is negative, NaN or infinite.
    #[error("{clearance} is no clearance that \"{one}\" and \"{other}\" could be required to keep")]
    Clearance {
        /// A body.
        one: String,
        /// Another body.
        other: String,
        /// The number.
        clearance: f64,
    },
    /// A configuration has not one value for each joint.
    #[error("row {row} has {len} values, but the robot has {expected} joints that move")]
    RowLength {
        /// The number of the row, from 0.
        row: usize,
        /// The number of values.
        len: usize,
        /// The number of joints.
        expected: usize,
    },
    /// A body cannot be said to stand elsewhere.
    #[error("\"{body}\" cannot have a tolerance: {reason}")]
    NotLoose {
        /// The body.
        body: String,
        /// Why that is so.
        reason: &'static str,
    },
    /// A body cannot be moved.
    #[error("\"{body}\" cannot be moved: {reason}")]
    NotMoved {
        /// The body.
        body: String,
        /// Why that is so.
        reason: &'static str,
    },
    /// A robot of so many links that all pairs of them are too much to ask about.
    #[error(
        "the robot has {links} links: all pairs of them, with the joints between, are too many"
    )]
    Large {
        /// How many links it has.
        links: usize,
    },
    /// A path without rows or legs.
    #[error("a path needs at least one row")]
    NoRows,
    /// A path with times does not begin at 0: where the robot is before that is not known.
    #[error("the first row is at {time} s: a row at 0 s has to say where the robot starts from")]
    Start {
        /// The time of the first row.
        time: f64,
    },
    /// The times of rows do not rise, or are not finite.
    #[error("row {row} is at {time} s, which is not after the row before")]
    Times {
        /// The number of the row, from 0.
        row: usize,
        /// Its time.
        time: f64,
    },
    /// A row has not one velocity or acceleration for each joint.
    #[error("row {row} has {len} {what}, but the robot has {expected} joints that move")]
    Derivatives {
        /// The number of the row, from 0.
        row: usize,
        /// "velocities" or "accelerations".
        what: &'static str,
        /// How many.
        len: usize,
        /// The number of joints.
        expected: usize,
    },
    /// A row has accelerations alone.
    #[error("row {row} has accelerations, but no velocities")]
    NoVelocities {
        /// The number of the row, from 0.
        row: usize,
    },
    /// A tolerance has not one number for each joint.
    #[error("the tolerance has {len} values, but the robot has {expected} joints that move")]
    ToleranceLength {
        /// The number of values.
        len: usize,
        /// The number of joints.
        expected: usize,
    },
    /// A joint cannot be off by this much.
    #[error("joint \"{joint}\" cannot be off by {off}")]
    Tolerance {
        /// The joint.
        joint: String,
        /// The number.
        off: f64,
    },
    /// A Bézier curve has too few control points, or too many.
    #[error("leg {leg} has {points} control points, not two to eight")]
    Degree {
        /// The number of the leg, from 0.
        leg: usize,
        /// How many it has.
        points: usize,
    },
    /// A Bézier curve does not begin where the one before ends.
    #[error("leg {leg} does not begin where the leg before ends")]
    Jump {
        /// The number of the leg, from 0.
        leg: usize,
    },
    /// Of paths that are joined some have times and some have not.
    #[error("of paths on one clock all need times, or none has any")]
    NoTimes,
    /// Paths that are joined have not the joints of the robot together.
    #[error("the paths have {len} joints together, but the robot has {expected} joints that move")]
    Columns {
        /// How many they have.
        len: usize,
        /// The number of joints.
        expected: usize,
    },
    /// Joints of three clocks move two bodies against each other.
    #[error("joints of more than two paths move \"{one}\" against \"{other}\"")]
    Clocks {
        /// A body.
        one: String,
        /// Another body.
        other: String,
    },
    /// The times of joined curves are less than two, or not all of them.
    #[error("the times of joined curves leave out some of theirs")]
    Uncut,
    /// A B-spline is none.
    #[error("this is no B-spline: {reason}")]
    Spline {
        /// Why.
        reason: &'static str,
    },
    /// A half-space moves with a link.
    #[error("body \"{body}\" is or has a half-space, which only a body that stands still can have")]
    HalfSpace {
        /// The name.
        body: String,
    },
}

/// The sentence of [`Display`](core::fmt::Display): what `main` prints of an error that it returns, and what
/// `unwrap` prints.
impl core::fmt::Debug for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}
