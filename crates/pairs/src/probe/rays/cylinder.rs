//! A line through a cylinder: between the planes of its caps, and inside its side.
//!
//! ```text
//!                  x side                A line that enters is between the caps after it has crossed
//!           .------*------.              the plane of one, and beside the axis after it has crossed
//!           |       \     | radius       the side. It enters at the later of both places.
//!    -------|--------\----|--> axis
//!           |         \   |
//!           '----------*--'
//! ```
//!
//! Most lines surely enter or start inside, and only the place where they enter is computed
//! ([`sure`]). For all others, both ends of the chord are ([`through`]).

use super::chord::{End, Through};
use super::line::{Line, near_unit, unit};
use super::round::{Cut, chord, cylinder};
use super::sure::{Ahead, Sure, in_range};
use crate::number::{max, min, sqrt};
use crate::space::DVector;

/// Below this ratio of radius to half the height, normals of the side lose digits.
const THIN: f64 = 1e-3;

/// The cylinder around the frame's origin, if the line surely enters it ahead or starts inside; open
/// for all other lines. `axis` has the length 1.
///
/// The cylinder is the intersection of a slab and an infinite cylinder. So the line is outside until it
/// has entered the one that it enters last, and inside as soon as it is δ deep in that one, if it is
/// still δ deep in the other one.
///
/// - The slab: its depth changes by the speed along the axis.
/// - The infinite cylinder: with w the vector from the axis to the line's point, and p = -w·u, the squared
///   distance from the axis is w² - 2 p s + A s² at a time s later, where A ≤ u². It is less than
///   (r - δ)² at s = (2rδ + |w² - r²|) / p, if this is at most p / 2A. It is convex, so before -s it is
///   more than (r + δ)².
///
/// Both hold for any time that is nearly right, so the rounding of the roots does not matter.
#[inline(always)]
pub fn sure<W: DVector>(
    [radius, half]: [f64; 2],
    axis: W,
    line: &Line<W>,
    hollow: bool,
) -> Sure<W> {
    let slack = line.slack(radius + half);
    let [height, rise] = [line.origin.dot(axis), line.along.dot(axis)];
    let (origin, along) = (line.origin - axis * height, line.along - axis * rise);
    // With NaN, this and the following conditions give `Open`.
    if !(in_range(slack) && radius > THIN * half && min(radius, half) > 8.0 * slack) {
        return Sure::Open;
    }
    let shrunk = radius - 2.0 * slack;
    if height.abs() < half - 2.0 * slack && origin.dot(origin) < shrunk * shrunk {
        return if hollow { Sure::Open } else { Sure::Inside };
    }
    // The times at which the line enters, as fractions.
    let (a, area) = (along.dot(along), origin.wedge(along));
    let square = a * radius * radius - W::wedge_dot(area, area);
    let to_side = -origin.dot(along) - sqrt(square);
    let (speed, to_cap) = (rise.abs(), -half - height * 1.0_f64.copysign(rise));
    // False if the line misses the infinite cylinder, or is parallel to the axis.
    let by_side = to_side * speed > to_cap * a;
    let at = if by_side { to_side / a } else { to_cap / speed };
    let place = line.point(at);
    let level = place.dot(axis);
    let place = Near { level: level.abs(), away: place - axis * level, speed, slack };
    let (error, normal) = if by_side {
        (place.error_at_side([radius, half], line), near_unit(place.away, radius))
    } else {
        let error = place.error_at_cap([radius, half], line);
        (error, Some(axis * -1.0_f64.copysign(rise)))
    };
    let (Some(error), Some(normal)) = (error, normal) else { return Sure::Open };
    Sure::entering(Ahead { at, error, normal }, || false)
}

/// A point of a line within rounding of the place where the line enters.
struct Near<W> {
    /// The distance from the plane through the middle of the axis.
    level: f64,
    /// The vector from the axis.
    away: W,
    /// By how much `level` may change in a unit of time.
    speed: f64,
    /// δ.
    slack: f64,
}

impl<W: DVector> Near<W> {
    /// The error of the time if the line enters through the side; `None` if this is not certain.
    #[inline(always)]
    fn error_at_side(&self, [radius, half]: [f64; 2], line: &Line<W>) -> Option<f64> {
        let approach = -self.away.dot(line.along);
        let off = (self.away.dot(self.away) - radius * radius).abs();
        let spread = 2.5 * radius * self.slack + off;
        let error = spread / approach;
        let certain = approach > 0.0
            && 16.0 * spread * line.square < approach * approach
            && self.level + self.speed * error + 2.0 * self.slack < half;
        certain.then_some(error)
    }

    /// The same for a cap.
    #[inline(always)]
    fn error_at_cap(&self, [radius, half]: [f64; 2], line: &Line<W>) -> Option<f64> {
        let deep = 2.5 * self.slack + (self.level - half).abs();
        let error = deep / self.speed;
        // At least the length of the direction.
        let pace = (0..W::DIM).fold(0.0, |sum, i| sum + line.along.get(i).abs());
        let room = radius - 2.0 * self.slack - pace * error;
        let certain = deep < half && room > 0.0 && self.away.dot(self.away) < room * room;
        certain.then_some(error)
    }
}

/// The cylinder along a coordinate axis, around the frame's origin.
#[inline(always)]
pub fn through<W: DVector>(
    [radius, half]: [f64; 2],
    axis: usize,
    line: &Line<W>,
    hollow: bool,
) -> Through<W> {
    let reach = radius + half;
    let grown = |line: &Line<W>, grow: f64| cut([radius + grow, half + grow], axis, line);
    chord(line, [reach, line.slack(reach), 1.0], grown, hollow)
}

fn cut<W: DVector>(
    [radius, half]: [f64; 2],
    axis: usize,
    line: &Line<W>,
) -> Option<(Cut, impl Fn(End) -> W + use<W>)> {
    let across = |v: W| W::from_fn(|i| if i == axis { 0.0 } else { v.get(i) });
    let (origin, along) = (across(line.origin), across(line.along));
    let [height, speed] = [line.origin.get(axis), line.along.get(axis)];
    let round = cylinder(origin, along, radius)?;
    let flat = if speed == 0.0 {
        (height.abs() <= half).then_some([f64::NEG_INFINITY, f64::INFINITY])?
    } else {
        let share = 1.0 / speed;
        let ends = [(-half - height) * share, (half - height) * share];
        if speed > 0.0 { ends } else { [ends[1], ends[0]] }
    };
    let ends = [max(round[0], flat[0]), min(round[1], flat[1])];
    if ends[0] > ends[1] {
        return None;
    }
    let middle = 0.5 * (ends[0] + ends[1]);
    let from_axis = (origin + along * middle).norm();
    let depth = min(radius - from_axis, half - (height + speed * middle).abs());
    let by_end = [flat[0] > round[0], flat[1] < round[1]];
    let normal = move |end: End| {
        let i = usize::from(end == End::Leave);
        if by_end[i] {
            let up = (speed > 0.0) == (end == End::Leave);
            W::unit(axis) * if up { 1.0 } else { -1.0 }
        } else {
            unit(origin + along * ends[i])
        }
    };
    Some((Cut { ends, depth }, normal))
}
