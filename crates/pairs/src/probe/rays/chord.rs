//! The chord of a line in a shape, and the part of it that a ray meets.

use super::line::is_unit;
use crate::number::max;
use crate::space::{DVector, Motion};

/// An end of a chord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The line enters.
    Enter,
    /// The line leaves.
    Leave,
}

/// Bounds on the times at which a line enters and leaves a shape: not before the first, and certainly by
/// the second. If it is not certain that it meets the shape, entering has no upper bound and leaving no
/// lower one.
#[derive(Clone, Copy, Debug)]
pub struct Chord {
    /// Bounds on the time of entering.
    pub enter: [f64; 2],
    /// Bounds on the time of leaving.
    pub leave: [f64; 2],
}

impl Chord {
    /// The same bounds, with another origin of time.
    #[inline(always)]
    pub(super) fn shifted(self, by: f64) -> Self {
        Self { enter: self.enter.map(|s| s + by), leave: self.leave.map(|s| s + by) }
    }
}

/// The place at an end of a chord.
#[derive(Clone, Copy, Debug)]
pub struct Place<W> {
    /// The best estimate of the time, within rounding of the bounds.
    pub at: f64,
    /// The outward unit normal of the surface, in the axes of the line.
    pub normal: W,
}

/// The result of a ray and a shape.
#[derive(Clone, Copy, Debug)]
pub enum Through<W> {
    /// The ray certainly misses the shape.
    Missed,
    /// The ray certainly starts inside a solid shape.
    Inside,
    /// The ray meets the surface, or may meet it, at a time between the bounds.
    Met {
        /// Bounds on the time.
        bounds: [f64; 2],
        /// The estimated time, and the normal.
        place: Place<W>,
        /// Does the ray leave a hollow shape there?
        leaves: bool,
    },
    /// There is no closed form, or rounding leaves the result open: `march` decides.
    Unclear,
}

impl<W: DVector> Through<W> {
    /// `Unclear` if the normal has not the length 1: if the surface is far smaller than the other lengths, a
    /// square underflows.
    #[inline(always)]
    pub fn with_unit_normal(self) -> Self {
        match self {
            Self::Met { place, .. } if !is_unit(place.normal) => Self::Unclear,
            found => found,
        }
    }
    /// Rotates the result from the shape's frame to the axes of the world.
    #[inline(always)]
    pub fn rotated(self, motion: &Motion<W>) -> Self {
        match self {
            Self::Met { bounds, place: Place { at, normal }, leaves } => {
                Self::Met { bounds, place: Place { at, normal: motion.rotate(normal) }, leaves }
            }
            found => found,
        }
    }
}

impl Chord {
    /// The result of a ray from the chord of its line.
    ///
    /// ```text
    ///            enter       leave
    ///   ---- 1 ---[=== 2 ===]--- 3 ---->     The ray may start at 1, 2 or 3, or within rounding
    ///                                        of an end: there it touches the surface.
    /// ```
    ///
    /// At most one of the two ends is needed, so `place` computes it on demand.
    #[inline(always)]
    pub(super) fn through<W>(self, hollow: bool, place: impl Fn(End) -> Place<W>) -> Through<W> {
        let Self { enter, leave } = self;
        if leave[1] < 0.0 {
            return Through::Missed;
        }
        if enter[1] >= 0.0 {
            let place = place(End::Enter);
            // It may just start inside, and then it meets the surface only at the far end; or beyond the
            // far end, too, if the shape is thin. The hit is at the start then, as far from the place as the bounds have to
            // say: in a shape that is hardly thicker than rounding, this is much.
            let upper = match (enter[0] < 0.0, hollow) {
                (true, _) if leave[0] < 0.0 => f64::INFINITY,
                (true, true) => max(enter[1], leave[1]),
                _ => max(enter[1], -place.at),
            };
            return Through::Met { bounds: [enter[0], upper], place, leaves: false };
        }
        let (bounds, end, leaves) = if leave[0] <= 0.0 {
            // On the way out, or already outside.
            ([0.0, f64::INFINITY], End::Leave, false)
        } else if hollow {
            (leave, End::Leave, true)
        } else {
            return Through::Inside;
        };
        Through::Met { bounds, place: place(end), leaves }
    }
}

/// A chord with the places at both ends, for functions that are called rarely.
#[derive(Clone, Copy)]
pub(super) struct Ends<W> {
    pub chord: Chord,
    pub places: [Place<W>; 2],
}

impl<W: Copy> Ends<W> {
    #[inline(always)]
    pub fn through(self, hollow: bool) -> Through<W> {
        self.chord.through(hollow, |end| self.places[usize::from(end == End::Leave)])
    }
}
