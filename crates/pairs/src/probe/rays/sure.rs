//! The result for most rays: that a ray surely enters ahead, surely starts inside, or surely misses.
//!
//! A closed form computes this first, and nothing else: one end of the chord, its error, and the normal
//! there. All of it stays in registers. For the other rays (those that start on the surface, pass it within
//! rounding, or leave a hollow shape) both ends of the chord are computed, by a function that is called.

/// What a closed form says of most rays.
#[derive(Clone, Copy, Debug)]
pub enum Sure<W> {
    /// The ray starts outside and enters ahead.
    Ahead(Ahead<W>),
    /// The ray starts inside a solid shape.
    Inside,
    /// The ray misses the shape.
    Missed,
    /// Nothing is sure.
    Open,
}

/// Where a ray enters: `at` is larger than `error`, and within the range of `f32`.
#[derive(Clone, Copy, Debug)]
pub struct Ahead<W> {
    /// The time.
    pub at: f64,
    /// A bound on its error.
    pub error: f64,
    /// The outward unit normal, in the axes of the line.
    pub normal: W,
}

/// Times and points below are within the range of `f32`, so the hit need not be checked for it. Later hits
/// are left open.
pub(super) const LATE: f64 = 1e38;

/// The same for δ, which is 40 epsilons of the lengths.
const FAR: f64 = 1e21;

/// Is δ small and large enough for a sure answer? NaN is not.
#[inline(always)]
pub(super) fn in_range(slack: f64) -> bool {
    slack > super::line::SHORT && slack < FAR
}

impl<W: Copy> Sure<W> {
    /// The line enters at about `at`, and its origin is surely not inside. `outside` tells whether it is
    /// surely outside: if so, a line that enters behind the origin also leaves there.
    #[inline(always)]
    pub(super) fn entering(ahead: Ahead<W>, outside: impl FnOnce() -> bool) -> Self {
        let Ahead { at, error, .. } = ahead;
        if at > error && at < LATE {
            Self::Ahead(ahead)
        } else if at < -error && outside() {
            Self::Missed
        } else {
            Self::Open
        }
    }
}
