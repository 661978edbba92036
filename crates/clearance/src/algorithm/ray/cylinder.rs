//! A line through a cylinder: between the planes of its ends, and within its round side.

use super::round::{Cut, chord, cylinder};
use super::{Line, Through, unit};
use crate::number::Scalar;
use crate::space::Vector;

/// The cylinder along a coordinate axis, around the frame's origin.
#[inline]
pub(super) fn through<W: Vector<Scalar = f64>>(
    radius: f64,
    half_height: f64,
    axis: usize,
    line: &Line<W>,
) -> Through<W> {
    let reach = radius + half_height;
    chord(line, reach, line.slack(reach), |line, grow| {
        cut(radius + grow, half_height + grow, axis, line)
    })
}

#[inline(always)]
fn cut<W: Vector<Scalar = f64>>(
    radius: f64,
    half: f64,
    axis: usize,
    line: &Line<W>,
) -> Option<Cut<W>> {
    let across = |v: W| W::from_fn(|i| if i == axis { 0.0 } else { v.get(i) });
    let (origin, along) = (across(line.origin), across(line.along));
    let [height, speed] = [line.origin.get(axis), line.along.get(axis)];
    let round = cylinder(origin, along, radius)?;
    let flat = if speed == 0.0 {
        (height.abs() <= half).then_some([f64::NEG_INFINITY, f64::INFINITY])?
    } else {
        let ends = [(-half - height) / speed, (half - height) / speed];
        if speed > 0.0 { ends } else { [ends[1], ends[0]] }
    };
    let ends = [Scalar::max(round[0], flat[0]), Scalar::min(round[1], flat[1])];
    if ends[0] > ends[1] {
        return None;
    }
    let up = W::unit(axis) * if speed > 0.0 { 1.0 } else { -1.0 };
    let side = |s: f64| unit(origin + along * s);
    let middle = 0.5 * (ends[0] + ends[1]);
    let from_axis = (origin + along * middle).norm();
    Some(Cut {
        ends,
        normals: [
            if flat[0] > round[0] { -up } else { side(ends[0]) },
            if flat[1] < round[1] { up } else { side(ends[1]) },
        ],
        depth: Scalar::min(radius - from_axis, half - (height + speed * middle).abs()),
    })
}
