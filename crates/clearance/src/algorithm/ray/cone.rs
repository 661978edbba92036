//! A line through a cone: within the infinite cone that hangs from the apex, above the base.
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
//! A line that is flatter than the side (a > 0) has its chord between the roots. One that is
//! steeper (a < 0) has both cones' surfaces once, and goes on in ours downwards for ever.
//! The discriminant is |u g - o h|² - |o ^ u|², with h how g changes: b² - a c would cancel.

use super::round::{Cut, chord};
use super::{Line, Through};
use crate::number::Scalar;
use crate::space::Vector;

/// The cone along a coordinate axis, its apex at `half_height`, its base at `-half_height`.
#[inline]
pub(super) fn through<W: Vector<Scalar = f64>>(
    radius: f64,
    half_height: f64,
    axis: usize,
    line: &Line<W>,
) -> Through<W> {
    let reach = radius + half_height;
    let height = 2.0 * half_height;
    let side = Scalar::sqrt(radius * radius + height * height);
    let (slope, steep) = (radius / height, side / radius);
    chord(line, reach, line.slack(reach), |line, grow| {
        // Grown on all sides a cone is one of the same slope again.
        let (top, base) = (half_height + grow * steep, -half_height - grow);
        cut(&Cone { top, base, slope, normal: [height / side, radius / side], axis }, line)
    })
}

struct Cone {
    top: f64,
    base: f64,
    /// Radius over height.
    slope: f64,
    /// Of the side: away from the axis and along it.
    normal: [f64; 2],
    axis: usize,
}

#[inline(always)]
fn cut<W: Vector<Scalar = f64>>(cone: &Cone, line: &Line<W>) -> Option<Cut<W>> {
    let across = |v: W| W::from_fn(|i| if i == cone.axis { 0.0 } else { v.get(i) });
    let axis = W::unit(cone.axis);
    // From the point nearest the apex on: near there both roots depend on small numbers.
    let begin = (axis * cone.top - line.origin).dot(line.along);
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
    let ends = [Scalar::max(round[0], flat[0]), Scalar::min(round[1], flat[1])];
    if ends[0] > ends[1] {
        return None;
    }
    let side = |s: f64| {
        let x = origin + along * s;
        x * (cone.normal[0] / x.norm()) + axis * cone.normal[1]
    };
    let middle = 0.5 * (ends[0] + ends[1]);
    let from_axis = (origin + along * middle).norm();
    let from_side = (width + widens * middle - from_axis) * cone.normal[0];
    Some(Cut {
        ends: ends.map(|s| begin + s),
        normals: [
            if flat[0] > round[0] { -axis } else { side(ends[0]) },
            if flat[1] < round[1] { -axis } else { side(ends[1]) },
        ],
        depth: Scalar::min(from_side, height + speed * middle - cone.base),
    })
}

/// The part of a line in the infinite cone: its shadow across the axis, and the cone's width at
/// the line's origin and how that changes.
#[inline(always)]
fn nappe<W: Vector<Scalar = f64>>(
    [origin, along]: [W; 2],
    [width, widens]: [f64; 2],
) -> Option<[f64; 2]> {
    let a = along.dot(along) - widens * widens;
    let b = origin.dot(along) - width * widens;
    let c = origin.dot(origin) - width * width;
    let (area, shift) = (origin.wedge(along), along * width - origin * widens);
    let square = shift.dot(shift) - W::wedge_dot(area, area);
    if a > 0.0 {
        // Both roots are on the same cone: ours, if it has a width between them.
        return (square >= 0.0 && width * a - widens * b >= 0.0)
            .then(|| super::round::roots(a, b, c, Scalar::sqrt(square)));
    }
    let root = Scalar::sqrt(square.max(0.0));
    // The roots in order, the larger divisor first found.
    let q = if b >= 0.0 { -b - root } else { -b + root };
    let (one, other) = (q / a, c / q);
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    // Parallel to a line of the side there is one root, the finite one, and what is within is on
    // the side of it where b s falls.
    if a == 0.0 && (b > 0.0) == (widens > 0.0) {
        return None;
    }
    let [low, high] = [low, high].map(|s| if s.is_finite() { s } else { c / q });
    if widens > 0.0 { Some([high, f64::INFINITY]) } else { Some([f64::NEG_INFINITY, low]) }
}
