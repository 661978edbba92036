//! Rays against one shape, in the shape's own frame.
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
//! **Bounds.** The line is rounded: a point of it is off by up to [`Line::slack`], δ. So the
//! exact line enters no earlier than the rounded one enters the shape grown by δ, and surely no
//! later than it enters the shape shrunk by δ. For a face that is crossed at the cosine c these
//! are δ/c away. What a closed form cannot prove (a ray that misses or hits by a few roundings
//! only) is handed over to the march; so closed forms need not be good at such cases.

mod ball;
mod capsule;
mod cone;
mod cuboid;
mod cylinder;
mod ellipsoid;
mod half_space;
mod march;
mod planes;
mod round;
mod sheet;

pub use half_space::half_space;
pub use march::{March, march};

use crate::hull::{Built, Hull2, Hull3};
use crate::number::Scalar;
use crate::shape::{Convex, View, Wide};
use crate::space::{MOTION_ERROR, Vector};

/// The line of a ray, in the frame of a shape. Lengths count from the origin, along it.
#[derive(Clone, Copy, Debug)]
pub struct Line<W> {
    /// Where the ray starts.
    pub origin: W,
    /// The ray's direction, of length 1 to rounding.
    pub along: W,
}

/// Below this the squares of lengths leave the range of `f64`: such pairs are marched, which
/// scales them first.
const TINY: f64 = 1e-150;

/// Is δ large enough for a closed form? NaN is not.
#[inline(always)]
fn usable(slack: f64) -> bool {
    slack > TINY
}

impl<W: Vector<Scalar = f64>> Line<W> {
    /// The point at a distance from the origin.
    #[inline]
    pub fn point(&self, at: f64) -> W {
        self.origin + self.along * at
    }
    /// The same line, there and back: from the point at `at`, the other way.
    pub fn reversed(&self, at: f64) -> Self {
        Self { origin: self.point(at), along: -self.along }
    }
    /// How far a point of this line within `reach` of the frame's origin may be off the exact
    /// ray, with what a closed form adds.
    ///
    /// Turned into the shape's frame, the origin o is wrong by at most 12 epsilons of |o|, and
    /// the unit vector by 14 epsilons with its normalisation (as for [`MOTION_ERROR`], but one
    /// rotation instead of two). The points that matter are at most |o| + reach away, so they
    /// are off by 26 epsilons of |o| and 14 of the reach. A closed form's own sums, products and
    /// roots of such lengths add a handful: one more rotation's worth is allowed for. The sum of
    /// the coordinates' magnitudes stands for |o|: it is not below.
    #[inline]
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

/// Bounds on where a line enters and leaves a shape, as distances from the line's origin: it
/// does not before the first, and surely has by the second. If it is not certain that it meets
/// the shape at all, entering has no upper bound and leaving no lower one.
#[derive(Clone, Copy, Debug)]
pub struct Chord {
    /// On where it comes in.
    pub enter: [f64; 2],
    /// On where it goes out.
    pub leave: [f64; 2],
}

impl Chord {
    /// The same bounds, from another origin of distances.
    #[inline(always)]
    fn shifted(self, by: f64) -> Self {
        Self { enter: self.enter.map(|s| s + by), leave: self.leave.map(|s| s + by) }
    }
}

/// An end of a chord.
#[derive(Clone, Copy, Debug)]
pub struct Place<W> {
    /// The best estimate of the distance from the line's origin, within rounding of the bounds.
    pub at: f64,
    /// The outward unit normal of the surface.
    pub normal: W,
}

/// Who makes an answer of a chord. Of the two ends one is asked for at most, so places are only
/// made then.
pub trait Answer<W> {
    /// The answer.
    type Output;
    /// Makes it from the bounds, and from the places at will.
    fn of(self, chord: &Chord, place: impl Fn(End) -> Place<W>) -> Self::Output;
}

/// What a closed form says of a line and a shape.
#[derive(Clone, Copy, Debug)]
pub enum Through<T> {
    /// The line surely misses the shape.
    Missed,
    /// It meets it, or may do so, and this was made of the chord.
    Met(T),
    /// There is no closed form, or it is too close to call: [`march`].
    Unclear,
}

/// What is made of the chord of a line in a shape, where there is a closed form.
#[inline(always)]
pub fn through<C: Convex, A: Answer<Wide<C>>>(
    shape: &C,
    line: &Line<Wide<C>>,
    answer: A,
) -> Through<A::Output> {
    let radius = shape.radius().to_f64();
    match shape.view() {
        View::Vertices(&[p]) => of_ball(line, p.widen(), radius, answer),
        View::Vertices(&[a, b]) if radius == 0.0 && C::V::DIM == 2 => {
            sheet::segment([a, b].map(Vector::widen), line, answer)
        }
        View::Vertices(&[a, b]) => {
            capsule::through([a, b].map(Vector::widen), radius, line, answer)
        }
        // Rounded, or by a radius that is no number.
        _ if radius != 0.0 => Through::Unclear,
        View::Cuboid { half_extents } => cuboid::through(half_extents.widen(), line, answer),
        View::Ellipsoid { radii } => ellipsoid::through(radii.widen(), line, answer),
        View::Cylinder { radius, half_height, axis } => {
            cylinder::through([radius, half_height].map(Scalar::to_f64), axis, line, answer)
        }
        View::Cone { radius, half_height, axis } => {
            cone::through([radius, half_height].map(Scalar::to_f64), axis, line, answer)
        }
        View::Vertices(vertices) => match (shape.built(), vertices) {
            (Some(Built::Plane(Hull2::Outline(outline))), _) => {
                planes::polygon(outline, shape.reach(), line, answer)
            }
            (Some(Built::Space(Hull3::Solid(solid))), _) => {
                planes::polyhedron(solid, shape.reach(), line, answer)
            }
            (None, &[a, b, c]) => {
                let corners = [a, b, c].map(Vector::widen);
                if C::V::DIM == 2 {
                    planes::triangle(corners, line, answer)
                } else {
                    sheet::triangle(corners, line, answer)
                }
            }
            _ => Through::Unclear,
        },
        View::Opaque => Through::Unclear,
    }
}

/// A ball around any point.
#[inline(always)]
pub fn of_ball<W: Vector<Scalar = f64>, A: Answer<W>>(
    line: &Line<W>,
    center: W,
    radius: f64,
    answer: A,
) -> Through<A::Output> {
    if center == W::ZERO {
        return ball::through(radius, line, line.slack(radius), answer);
    }
    // The difference is rounded, and the line is as far off as it is from its own frame.
    let from = Line { origin: line.origin - center, along: line.along };
    ball::through(radius, &from, line.slack(0.0) + from.slack(radius), answer)
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
