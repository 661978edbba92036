//! A line through a cone: the part of the infinite cone below the apex that is above the base.
//!
//! ```text
//!          top          At the height z the cone's radius is g = slope (top - z). On a line both
//!         / | \         z and g change evenly, so
//!        /  |  \
//!       /   | g \           |x across the axis|² - g² = a s² + 2 b s + c.
//!      /____|____\
//!          base         It is below 0 in the cone, and in its mirror image above the apex,
//!                       where g < 0: that part does not count.
//! ```
//!
//! If a line is flatter than the side (a > 0), its chord is between the roots. A steeper line (a < 0)
//! meets the cone and its mirror image once each, and stays in the cone below. The discriminant is
//! computed as |u g - o h|² - |o ^ u|², where h is the rate at which g changes: b² - a c would cancel.
//!
//! The side has no single normal at the apex, where all normals of the side are valid. A line that meets
//! the apex exactly gets the normal along the axis, which is in their middle.

use super::chord::{End, Through};
use super::line::{Line, TINY};
use super::round::{Cut, chord};
use crate::number::{max, min, sqrt};
use crate::space::DVector;

/// The cone along a coordinate axis, with the apex at `half` and the base at `-half`.
#[inline(always)]
pub fn through<W: DVector>(
    [radius, half]: [f64; 2],
    axis: usize,
    line: &Line<W>,
    hollow: bool,
) -> Through<W> {
    let reach = radius + half;
    let height = 2.0 * half;
    let side = sqrt(radius * radius + height * height);
    let (slope, share) = (radius / height, 1.0 / side);
    let normal = [height * share, radius * share];
    let grown = |line: &Line<W>, grow: f64| {
        // A cone that is grown on all sides is a cone of the same slope.
        let (top, base) = (half + grow * side / radius, -half - grow);
        cut(Cone { top, base, slope, normal, axis }, line)
    };
    chord(line, [reach, line.slack(reach), 1.0], grown, hollow)
}

struct Cone {
    top: f64,
    base: f64,
    /// Radius over height.
    slope: f64,
    /// The normal of the side: its components away from the axis and along it.
    normal: [f64; 2],
    axis: usize,
}

fn cut<W: DVector>(cone: Cone, line: &Line<W>) -> Option<(Cut, impl Fn(End) -> W + use<W>)> {
    let across = |v: W| W::from_fn(|i| if i == cone.axis { 0.0 } else { v.get(i) });
    let axis = W::unit(cone.axis);
    // Times are counted from the point nearest to the apex: for lines that pass near the apex, both roots
    // depend on small numbers.
    let begin = (axis * cone.top - line.origin).dot(line.along) * line.over;
    let start = line.point(begin);
    let (origin, along) = (across(start), across(line.along));
    let [height, speed] = [start.get(cone.axis), line.along.get(cone.axis)];
    let (width, widens) = (cone.slope * (cone.top - height), -cone.slope * speed);
    let round = nappe([origin, along], [width, widens])?;
    let down = (cone.base - height) / speed;
    let flat = if speed == 0.0 {
        (height >= cone.base).then_some([f64::NEG_INFINITY, f64::INFINITY])?
    } else if speed > 0.0 {
        [down, f64::INFINITY]
    } else {
        [f64::NEG_INFINITY, down]
    };
    let ends = [max(round[0], flat[0]), min(round[1], flat[1])];
    if ends[0] > ends[1] {
        return None;
    }
    let middle = 0.5 * (ends[0] + ends[1]);
    let from_axis = (origin + along * middle).norm();
    let from_side = (width + widens * middle - from_axis) * cone.normal[0];
    let depth = min(from_side, height + speed * middle - cone.base);
    let by_base = [flat[0] > round[0], flat[1] < round[1]];
    let normal = move |end: End| {
        let i = usize::from(end == End::Leave);
        if by_base[i] {
            return -axis;
        }
        let x = origin + along * ends[i];
        let from_axis = x.norm();
        if from_axis > TINY {
            return x * (cone.normal[0] / from_axis) + axis * cone.normal[1];
        }
        x.unit_along().map_or(axis, |away| away * cone.normal[0] + axis * cone.normal[1])
    };
    Some((Cut { ends: ends.map(|s| begin + s), depth }, normal))
}

/// The part of a line in the infinite cone. Takes the projection of the line perpendicular to the axis,
/// the radius of the cone at the line's origin, and the rate at which the radius changes.
#[inline(always)]
fn nappe<W: DVector>([origin, along]: [W; 2], [width, widens]: [f64; 2]) -> Option<[f64; 2]> {
    let a = along.dot(along) - widens * widens;
    let b = origin.dot(along) - width * widens;
    let c = origin.dot(origin) - width * width;
    let (area, shift) = (origin.wedge(along), along * width - origin * widens);
    let square = shift.dot(shift) - W::wedge_dot(area, area);
    if a > 0.0 {
        // Both roots are on the same cone. It is the cone below the apex if its radius is positive
        // between them.
        return (square >= 0.0 && width * a - widens * b >= 0.0)
            .then(|| super::round::roots(a, b, c, sqrt(square)));
    }
    let root = sqrt(square.max(0.0));
    // The roots in order. The root with the larger divisor is computed first. Through the apex, both are
    // 0.
    let q = if b >= 0.0 { -b - root } else { -b + root };
    let (one, other) = (q / a, if q == 0.0 { 0.0 } else { c / q });
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    // A line parallel to the side has one root, the finite one. The part inside is on the side where b s
    // falls.
    if a == 0.0 && (b > 0.0) == (widens > 0.0) {
        return None;
    }
    let [low, high] = [low, high].map(|s| if s.is_finite() { s } else { other });
    if widens > 0.0 { Some([high, f64::INFINITY]) } else { Some([f64::NEG_INFINITY, low]) }
}
