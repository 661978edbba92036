//! What the questions about paths return.

/// Two bodies at a place of a path. The place is the number of a row, and a fraction of the way to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// The place.
    pub row: f64,
    /// The names of the bodies.
    pub pair: [String; 2],
    /// A value for each joint: there the path has it, or one of the motions within its tolerance. Bodies that may stand
    /// elsewhere ([`World::within`](crate::World::within)) stand where they come near.
    pub configuration: Vec<f64>,
}

/// Two bodies that meet where clocks show different times.
#[derive(Clone, Debug, PartialEq)]
pub struct Encounter {
    /// What the clock of each part of the path shows. Those that have nothing to do with it show the same as the first one
    /// that has.
    pub times: Vec<f64>,
    /// Where each part is then, in its own rows.
    pub rows: Vec<f64>,
    /// The names of the bodies.
    pub pair: [String; 2],
    /// A value for each joint: there the paths have it, or motions within their tolerance.
    pub configuration: Vec<f64>,
}

/// Is a path clear? With clocks of several paths, `M` is an [`Encounter`].
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<M = Meeting> {
    /// It is proven: at no time of the path, nor of any motion within its tolerance, any pair of bodies is nearer than what
    /// was asked for.
    Proven,
    /// Two bodies are nearer than that in a configuration at this place, which is proven, too.
    Broken(M),
    /// Neither could be proven near this place: the bodies graze each other at that distance, or nearly and for so long
    /// that some hundred thousand looks at a leg do not prove it. With a tolerance, they may be a little farther apart: what
    /// errors of joints take is bounded to the second order.
    Undecided(M),
}

/// The first contact of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum FirstContact {
    /// There is none, which is proven.
    None,
    /// Nothing touches before `from`, and two bodies overlap at `meeting.row`, or those of a motion within the path's
    /// tolerance do. In between, which is longer than the tolerance only where bodies graze each other, or joints may be off,
    /// nothing is known.
    Found {
        /// Up to this place, the path is proven to be free.
        from: f64,
        /// A contact, and where it is.
        meeting: Meeting,
    },
    /// Nothing touches before this place, and behind it nothing could be proven.
    Undecided(Meeting),
}

/// The least clearance of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Least {
    /// No pair of bodies is ever nearer than this, a length, on the path and all motions within its tolerance. Minus infinity if the search ended, at an overlap or by its
    /// watch, before it had looked at all legs, if a body is inside a solid from the start, or if joints may be off by so
    /// much that no bound is known.
    pub lower: f64,
    /// The bodies of `meeting` are at most this far from each other in its configuration, a length; negative if they
    /// overlap, infinite if there are no pairs.
    pub upper: f64,
    /// Where that is. `None` if there are no pairs.
    pub meeting: Option<Meeting>,
    /// How many clearances of two pieces were asked.
    pub evaluations: u64,
}
