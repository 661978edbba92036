//! A line through a cylinder: between the planes of its caps, and inside its side.

use super::chord::{End, Through};
use super::line::{Line, unit};
use super::round::{Cut, chord, cylinder};
use crate::number::Scalar;
use crate::space::Vector;

/// The cylinder along a coordinate axis, around the frame's origin.
#[inline(always)]
pub fn through<W: Vector<Scalar = f64>>(
    [radius, half]: [f64; 2],
    axis: usize,
    line: &Line<W>,
    hollow: bool,
) -> Through<W> {
    let reach = radius + half;
    let grown = |line: &Line<W>, grow: f64| cut([radius + grow, half + grow], axis, line);
    chord(line, [reach, line.slack(reach), 1.0], grown, hollow)
}

#[inline]
fn cut<W: Vector<Scalar = f64>>(
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
    let ends = [Scalar::max(round[0], flat[0]), Scalar::min(round[1], flat[1])];
    if ends[0] > ends[1] {
        return None;
    }
    let middle = 0.5 * (ends[0] + ends[1]);
    let from_axis = (origin + along * middle).norm();
    let depth = Scalar::min(radius - from_axis, half - (height + speed * middle).abs());
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
