//! Cylinders and cones: only a point's height along the axis and its distance s from the axis matter, so
//! both are shapes of a half-plane.
//!
//! ```text
//!     |  cylinder             | apex
//!   --+-------.               |\      normal (2h, r) / L
//!     |       |               | \   /
//!     |       | r             |  \ /
//!     |       |               |   \     L: the length of the side
//!   --+-------'             --+----'
//!     axis      s             base   rim
//! ```

use super::nearest_point::{Nearest, slack};
use crate::number::{max, min, sqrt};
use crate::space::DVector;

/// A point in the half-plane beside a coordinate axis.
struct Beside<W> {
    /// The unit vector away from the axis, and the distance from the axis.
    away: W,
    s: f64,
    /// The height along the axis.
    height: f64,
    axis: usize,
}

impl<W: DVector> Beside<W> {
    #[inline(always)]
    fn of(axis: usize, point: W) -> Self {
        let across = W::from_fn(|i| if i == axis { 0.0 } else { point.get(i) });
        let s = across.norm();
        // On the axis, all directions away from it are equal.
        let away = if s > 0.0 { across * (1.0 / s) } else { W::unit((axis == 0).into()) };
        Self { away, s, height: point.get(axis), axis }
    }
    /// A point or a direction of the half-plane, in 3D.
    #[inline(always)]
    fn lift(&self, s: f64, height: f64) -> W {
        self.away * s + W::unit(self.axis) * height
    }
}

pub fn cylinder<W: DVector>([radius, half]: [f64; 2], axis: usize, point: W) -> Nearest<W> {
    let at = Beside::of(axis, point);
    let error = slack(point, radius + half);
    let sign = if at.height < 0.0 { -1.0 } else { 1.0 };
    let [side, end] = [at.s - radius, at.height.abs() - half];
    let (s, height) = (min(at.s, radius), min(max(at.height, -half), half));
    if side > 0.0 || end > 0.0 {
        let [out, up] = [max(side, 0.0), max(end, 0.0)];
        let distance = sqrt(out * out + up * up);
        let share = 1.0 / distance;
        let normal = at.lift(out * share, sign * up * share);
        return Nearest { point: at.lift(s, height), normal, distance, error };
    }
    if side >= end {
        Nearest { point: at.lift(radius, height), normal: at.away, distance: side, error }
    } else {
        let normal = W::unit(axis) * sign;
        Nearest { point: at.lift(s, sign * half), normal, distance: end, error }
    }
}

pub fn cone<W: DVector>([radius, half]: [f64; 2], axis: usize, point: W) -> Nearest<W> {
    let at = Beside::of(axis, point);
    let error = slack(point, radius + half);
    let length = sqrt(radius * radius + 4.0 * half * half);
    let share = 1.0 / length;
    let [up, in_] = [2.0 * half * share, radius * share];
    // From the rim: along the side towards the apex, and perpendicular to it. Near the apex of a sharp
    // cone these are differences of nearly equal numbers, so there they are computed from the apex.
    let [out, rise] = [at.s - radius, at.height + half];
    let along = rise * up - out * in_;
    let above = if along > 0.5 * length {
        at.s * up + (at.height - half) * in_
    } else {
        out * up + rise * in_
    };
    let base =
        Nearest { point: at.lift(at.s, -half), normal: -W::unit(axis), distance: -rise, error };
    let side = |along: f64| Nearest {
        point: at.lift(radius - in_ * along, up * along - half),
        normal: at.lift(up, in_),
        distance: above,
        error,
    };
    if above <= 0.0 && rise >= 0.0 {
        // For a point inside, the nearest point of the side is between its ends, or the base is nearer.
        return if above >= -rise { side(along) } else { base };
    }
    if rise < 0.0 && out <= 0.0 {
        return base;
    }
    if (0.0..=length).contains(&along) {
        return side(along);
    }
    // The rim or the apex.
    let (s, height) = if along < 0.0 { (radius, -half) } else { (0.0, half) };
    let [out, rise] = [at.s - s, at.height - height];
    let distance = sqrt(out * out + rise * rise);
    // At this point within rounding, the direction to it is noise.
    let [out, rise] = if distance > error { [out / distance, rise / distance] } else { [up, in_] };
    Nearest { point: at.lift(s, height), normal: at.lift(out, rise), distance, error }
}
