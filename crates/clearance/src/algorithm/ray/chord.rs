//! Where a line is in a shape, and what of that a ray meets.

use crate::number::Scalar;
use crate::space::{Motion, Vector};

/// Which end of a chord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Where the line comes in.
    Enter,
    /// Where it goes out.
    Leave,
}

/// Bounds on when a line enters and leaves a shape: it does not before the first, and surely has
/// by the second. If it is not certain that it meets the shape at all, entering has no upper bound
/// and leaving no lower one.
#[derive(Clone, Copy, Debug)]
pub struct Chord {
    /// On where it comes in.
    pub enter: [f64; 2],
    /// On where it goes out.
    pub leave: [f64; 2],
}

impl Chord {
    /// The same bounds, from another origin of times.
    #[inline(always)]
    pub(super) fn shifted(self, by: f64) -> Self {
        Self { enter: self.enter.map(|s| s + by), leave: self.leave.map(|s| s + by) }
    }
}

/// An end of a chord.
#[derive(Clone, Copy, Debug)]
pub struct Place<W> {
    /// The best estimate of the time, within rounding of the bounds.
    pub at: f64,
    /// The outward unit normal of the surface, in the axes of the line.
    pub normal: W,
}

/// What is found of a ray and a shape.
#[derive(Clone, Copy, Debug)]
pub enum Through<W> {
    /// The ray surely misses the shape.
    Missed,
    /// It surely starts inside of a solid shape.
    Inside,
    /// It meets the surface, or may do so, at a time between the bounds.
    Met {
        /// On the time.
        bounds: [f64; 2],
        /// Where.
        place: Place<W>,
        /// Does the ray leave a hollow shape there?
        leaves: bool,
    },
    /// There is no closed form, or it is too close to call: [`march`](super::march).
    Unclear,
}

impl<W: Vector<Scalar = f64>> Through<W> {
    /// It surely enters ahead, between the bounds, and starts outside.
    #[inline(always)]
    pub(super) fn ahead(bounds: [f64; 2], place: Place<W>) -> Self {
        Self::Met { bounds, place, leaves: false }
    }
    /// What a shape says in its own frame, in the axes of the world.
    #[inline(always)]
    pub fn turned(self, motion: &Motion<W>) -> Self {
        match self {
            Self::Met { bounds, place: Place { at, normal }, leaves } => {
                Self::Met { bounds, place: Place { at, normal: motion.rotate(normal) }, leaves }
            }
            found => found,
        }
    }
}

impl Chord {
    /// What a ray meets of the chord.
    ///
    /// ```text
    ///            enter       leave
    ///   ---- 1 ---[=== 2 ===]--- 3 ---->     The ray may start at 1, 2 or 3, or within rounding
    ///                                        of an end: there it touches the surface.
    /// ```
    ///
    /// Of the two ends one is asked for at most, so places are only made then.
    #[inline(always)]
    pub(super) fn through<W>(self, hollow: bool, place: impl Fn(End) -> Place<W>) -> Through<W> {
        let Self { enter, leave } = self;
        if leave[1] < 0.0 {
            return Through::Missed;
        }
        let (bounds, end, leaves) = if enter[1] >= 0.0 {
            // By a hair it may start inside, and then the surface is met at the far end only; or
            // past the far end, too, of what is thin.
            let upper = match (enter[0] < 0.0, hollow) {
                (true, _) if leave[0] < 0.0 => f64::INFINITY,
                (true, true) => Scalar::max(enter[1], leave[1]),
                _ => enter[1],
            };
            ([enter[0], upper], End::Enter, false)
        } else if leave[0] <= 0.0 {
            // On the way out, and maybe out already.
            ([0.0, f64::INFINITY], End::Leave, false)
        } else if hollow {
            (leave, End::Leave, true)
        } else {
            return Through::Inside;
        };
        Through::Met { bounds, place: place(end), leaves }
    }
}

/// A chord with the places at both ends: what functions find that are seldom asked.
#[derive(Clone, Copy)]
pub(super) struct Ends<W> {
    pub(super) chord: Chord,
    pub(super) places: [Place<W>; 2],
}

impl<W: Copy> Ends<W> {
    #[inline(always)]
    pub(super) fn through(self, hollow: bool) -> Through<W> {
        self.chord.through(hollow, |end| self.places[usize::from(end == End::Leave)])
    }
}
