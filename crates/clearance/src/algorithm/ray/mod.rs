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

/// Where a line crosses a surface, as distances from the line's origin.
#[derive(Clone, Copy, Debug)]
pub struct Crossing<W> {
    /// The best estimate, within the bounds.
    pub at: f64,
    /// The exact line does not cross before; minus infinity if nothing is known.
    pub lower: f64,
    /// It surely crosses by then; infinity if that is not sure.
    pub upper: f64,
    /// The outward unit normal of the surface.
    pub normal: W,
}

/// The part of a line in a shape. If it is not certain that there is one, entering has no upper
/// bound and leaving no lower one.
#[derive(Clone, Copy, Debug)]
pub struct Chord<W> {
    /// Where the line comes in.
    pub enter: Crossing<W>,
    /// Where it goes out.
    pub leave: Crossing<W>,
}

/// What a closed form says of a line and a shape.
#[derive(Clone, Copy, Debug)]
pub enum Through<W> {
    /// The line surely misses the shape.
    Missed,
    /// It meets it.
    Chord(Chord<W>),
    /// There is no closed form, or it is too close to call: [`march`].
    Unclear,
}

/// The chord of a line in a shape, where there is a closed form.
#[inline]
pub fn through<C: Convex>(shape: &C, line: &Line<Wide<C>>) -> Through<Wide<C>> {
    let radius = shape.radius().to_f64();
    match shape.view() {
        View::Vertices(&[p]) => of_ball(line, p.widen(), radius),
        View::Vertices(&[a, b]) if radius == 0.0 && C::V::DIM == 2 => {
            sheet::segment([a, b].map(Vector::widen), line)
        }
        View::Vertices(&[a, b]) => capsule::through([a, b].map(Vector::widen), radius, line),
        // Rounded, or by a radius that is no number.
        _ if radius != 0.0 => Through::Unclear,
        View::Cuboid { half_extents } => cuboid::through(half_extents.widen(), line),
        View::Ellipsoid { radii } => ellipsoid::through(radii.widen(), line),
        View::Cylinder { radius, half_height, axis } => {
            cylinder::through(radius.to_f64(), half_height.to_f64(), axis, line)
        }
        View::Cone { radius, half_height, axis } => {
            cone::through(radius.to_f64(), half_height.to_f64(), axis, line)
        }
        View::Vertices(vertices) => match (shape.built(), vertices) {
            (Some(built), _) => of_built(built, shape.reach(), line),
            (None, &[a, b, c]) => {
                let corners = [a, b, c].map(Vector::widen);
                if C::V::DIM == 2 {
                    planes::triangle(corners, line)
                } else {
                    sheet::triangle(corners, line)
                }
            }
            _ => Through::Unclear,
        },
        View::Opaque => Through::Unclear,
    }
}

/// A ball around any point.
#[inline]
pub fn of_ball<W: Vector<Scalar = f64>>(line: &Line<W>, center: W, radius: f64) -> Through<W> {
    let from = Line { origin: line.origin - center, along: line.along };
    let off = if center == W::ZERO { 0.0 } else { line.slack(0.0) };
    ball::through(radius, &from, off + from.slack(radius))
}

fn of_built<W: Vector<Scalar = f64>>(built: &Built, reach: f64, line: &Line<W>) -> Through<W> {
    match built {
        Built::Plane(Hull2::Outline(outline)) => planes::polygon(outline, reach, line),
        Built::Space(Hull3::Solid(solid)) => planes::polyhedron(solid, reach, line),
        _ => Through::Unclear,
    }
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
