//! Rays against one shape.
//!
//! A line meets a convex shape in a chord: it enters at one place and leaves at another.
//!
//! ```text
//!                     enter            leave
//!     o ---------------[================]----------->  along
//!   origin            /                  \
//!              outward normal         outward normal
//! ```
//!
//! For the shapes that have one there is a closed form, one file a family. All others are
//! marched ([`march`]): GJK says how far the ray may go before it can meet the shape.
//!
//! **Times, not lengths.** Places on a line are counted in its direction, of whatever length that
//! is: so no ray is made to length 1, and what comes out are times.
//!
//! **Frames.** The line has the axes of the world, and starts from where the shape's frame does.
//! What is less work, to turn the line or what there is of the shape, each family knows.
//!
//! **Bounds.** The line is rounded: a point of it is off by up to [`Line::slack`], δ. So the
//! exact line enters no earlier than the rounded one enters the shape grown by δ, and surely no
//! later than it enters the shape shrunk by δ. For a face that is crossed at the cosine c these
//! are δ/c away. What a closed form cannot prove (a ray that misses or hits by a few roundings
//! only) is handed over to the march; so closed forms need not be good at such cases.

mod ball;
pub(crate) mod capsule;
pub(crate) mod cone;
pub(crate) mod cuboid;
pub(crate) mod cylinder;
pub(crate) mod ellipsoid;
mod half_space;
mod march;
pub(crate) mod planes;
mod round;
pub(crate) mod sheet;

pub use half_space::half_space;
pub use march::{MOST_SUPPORTS, March, march};

use crate::number::Scalar;
use crate::space::{MOTION_ERROR, Motion, Vector};

/// The line of a ray, seen from the origin of a shape's frame. Places on it are counted in
/// `along` from the origin on: they are times.
#[derive(Clone, Copy, Debug)]
pub struct Line<W> {
    /// Where the ray starts.
    pub origin: W,
    /// The ray's direction. Its square is within the range of `f64`.
    pub along: W,
    /// The square of the direction's length.
    pub square: f64,
    /// 1 over the square.
    pub over: f64,
}

/// Below this the squares of lengths leave the range of `f64`: such pairs are marched, which
/// scales them first.
const TINY: f64 = 1e-150;

/// Below this δ the products of four lengths and the square of a direction leave the range.
const SHORT: f64 = 1e-70;

/// Is δ large enough for a closed form? NaN is not.
#[inline(always)]
fn usable(slack: f64) -> bool {
    slack > SHORT
}

impl<W: Vector<Scalar = f64>> Line<W> {
    /// From origin and direction.
    #[inline(always)]
    pub fn new(origin: W, along: W) -> Self {
        let square = along.dot(along);
        Self { origin, along, square, over: 1.0 / square }
    }
    /// The point at a time.
    #[inline(always)]
    pub fn point(&self, at: f64) -> W {
        self.origin + self.along * at
    }
    /// The same line, somewhere else: see [`Vector::copied`].
    #[inline(always)]
    pub fn copied(&self) -> Self {
        Self { origin: self.origin.copied(), along: self.along.copied(), ..*self }
    }
    /// The same line from elsewhere.
    #[inline(always)]
    pub fn from(&self, origin: W) -> Self {
        Self { origin, ..*self }
    }
    /// When the line is nearest to the origin of the frame.
    #[inline(always)]
    fn nearest(&self) -> f64 {
        -self.origin.dot(self.along) * self.over
    }
    /// The same line in the frame that a motion turns by.
    #[inline(always)]
    pub fn unturned(&self, motion: &Motion<W>) -> Self {
        Self { origin: motion.unrotate(self.origin), along: motion.unrotate(self.along), ..*self }
    }
    /// The same line, there and back: from the point at `at`, the other way.
    pub fn reversed(&self, at: f64) -> Self {
        Self { origin: self.point(at), along: -self.along, ..*self }
    }
    /// How far a point of this line within `reach` of the frame's origin may be off the exact
    /// ray, with what a closed form adds.
    ///
    /// Turned into the shape's frame, both the origin o and the way along the ray are wrong by at
    /// most 12 epsilons of their lengths (as for [`MOTION_ERROR`], but one rotation instead of
    /// two). The points that matter are at most |o| + reach away, so they are off by 24 epsilons
    /// of |o| and 12 of the reach. Where it is the shape that is turned, they are off by 12 of the
    /// reach. A closed form's own sums, products and roots of such lengths add a handful: one more
    /// rotation's worth, and 3, are allowed for. The sum of the coordinates' magnitudes stands for
    /// |o|: it is not below.
    #[inline(always)]
    pub fn slack(&self, reach: f64) -> f64 {
        let far = (0..W::DIM).fold(0.0, |sum, i| sum + self.origin.get(i).abs());
        (MOTION_ERROR + 13.0) * f64::EPSILON * (far + reach)
    }
}

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
    fn shifted(self, by: f64) -> Self {
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
    /// There is no closed form, or it is too close to call: [`march`].
    Unclear,
}

impl<W: Vector<Scalar = f64>> Through<W> {
    /// It surely enters ahead, between the bounds, and starts outside.
    #[inline(always)]
    fn ahead(bounds: [f64; 2], place: Place<W>) -> Self {
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
    fn through<W>(self, hollow: bool, place: impl Fn(End) -> Place<W>) -> Through<W> {
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
struct Ends<W> {
    chord: Chord,
    places: [Place<W>; 2],
}

impl<W: Copy> Ends<W> {
    #[inline(always)]
    fn through(self, hollow: bool) -> Through<W> {
        self.chord.through(hollow, |end| self.places[usize::from(end == End::Leave)])
    }
}

/// A ball around any point.
#[inline(always)]
pub(crate) fn of_ball<W: Vector<Scalar = f64>>(
    line: &Line<W>,
    center: W,
    radius: f64,
    hollow: bool,
) -> Through<W> {
    if center == W::ZERO {
        return ball::through(radius, line, line.slack(radius), hollow);
    }
    // The difference is rounded, and the line is as far off as it is from its own frame.
    let from = line.from(line.origin - center);
    ball::through(radius, &from, line.slack(0.0) + from.slack(radius), hollow)
}

/// The same vector, of which the compiler does not know that the types are the same.
#[inline]
fn same<V: Vector<Scalar = f64>, W: Vector<Scalar = f64>>(v: V) -> W {
    W::from_fn(|i| v.get(i))
}

/// The vector of length 1 along another, whose square is within the range of `f64`.
#[inline(always)]
fn unit<W: Vector<Scalar = f64>>(v: W) -> W {
    v * (1.0 / v.norm())
}

/// The same of one that is about of that length.
///
/// The foot of a ball that is far away is rounded, so a radius is not the length of the way to its
/// surface. But from it one step of Newton's leads to 1 over the length: an error e of the square
/// leaves 3/8 e², less than a rounding.
#[inline(always)]
fn unit_of<W: Vector<Scalar = f64>>(v: W, length: f64) -> W {
    let share = 1.0 / length;
    let x = v * share;
    let excess = x.dot(x) - 1.0;
    if excess.abs() < 1e-8 { x * (1.0 - 0.5 * excess) } else { unit(v) }
}
