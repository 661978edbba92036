//! Two capsules that are far from parallel: they touch at one point, the nearest points of their
//! segments.
//!
//! This decides most pairs of capsules with a few products, without computing lines on the surfaces.

use super::clip::BESIDE;
use super::projection::STRIP;
use crate::number::{max, min};

/// Segments cross if the squared sine of the angle between them is above this. Their directions are
/// accurate to a few roundings of it.
const SKEW: f64 = 1e-6;

/// Lines on surfaces do not overlap if they begin this far beyond each other, relative to the size: the
/// rounding of the places of a line, with room.
const CLEAR: f64 = 1e-12;

/// A factor that is larger than 1 by more than the rounding error of a squared width.
const SURE: f64 = 1.0 + 1e-6;

/// Two segments with radii, in A's frame, at their nearest points.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    /// The radii around them.
    pub radii: [f64; 2],
    /// The squared lengths of the vectors from end to end.
    pub squares: [f64; 2],
    /// The dot product of both vectors.
    pub product: f64,
    /// The components of both vectors along the normal, which leads from A to B.
    pub rises: [f64; 2],
    /// The places of the nearest points along the segments, from 0 to 1.
    pub shares: [f64; 2],
    /// An upper bound of all relevant coordinates.
    pub size: f64,
}

impl Crossing {
    /// Do the surfaces leave each other before either segment ends? Then
    /// clipping their lines would find that point alone, after more work.
    ///
    /// ```text
    ///                       _.-  b
    ///      a  ------------x-----------      Seen along the normal, there is at least w of both ahead
    ///                _.-  |-- w --|         of the crossing x, or behind. At the end of what is shared
    ///            _.-                        there they are aside of each other by w sin(angle).
    /// ```
    ///
    /// If a segment is nearest at its end, it slopes away from there: its line on the surface begins
    /// beyond x, by the radius times the slope, and ends farther by the same length. This is more than a
    /// sloping strip loses (`capsules`), because steeper segments have no line on the surface.
    #[inline]
    pub fn leaves(&self) -> bool {
        let ([uu, vv], uv, [rise_u, rise_v]) = (self.squares, self.product, self.rises);
        let (flat_u, flat_v) = (uu - rise_u * rise_u, vv - rise_v * rise_v);
        let both = uv - rise_u * rise_v;
        // The squared sine of the angle, times the squares of both lengths. Its rounding error is far
        // less than the smallest value that counts.
        let flat = flat_u * flat_v;
        let area = flat - both * both;
        let radius = max(self.radii[0], self.radii[1]);
        let near = max(BESIDE * self.size, STRIP * radius);
        let [along_a, along_b] = self.shares;
        let along_b = if both < 0.0 { 1.0 - along_b } else { along_b };
        let shorter = |a: f64, b: f64| min(a * a * flat_u, b * b * flat_v);
        let ahead = shorter(1.0 - along_a, 1.0 - along_b);
        let most = max(ahead, shorter(along_a, along_b));
        // All together: a processor cannot predict which of them it is.
        (area > SKEW * flat) & (most * area > SURE * near * near * flat) | self.are_beside(both)
    }

    /// Do both segments end at their nearest points, and lead to opposite sides?
    ///
    /// ```text
    ///                    x  r  _.-            Each slopes away from the other. So their lines on the
    ///      --.._     :   :   :'  b            surfaces, at right angles to them, begin on either side
    ///        a  '-.._:   :   :                of the crossing x, and no part is shared.
    /// ```
    ///
    /// Takes the product of the vectors' components perpendicular to the normal.
    #[inline]
    fn are_beside(&self, both: f64) -> bool {
        let ([s, t], [rise_u, rise_v]) = (self.shares, self.rises);
        let is_end = |share: f64| (share == 0.0) | (share == 1.0);
        let are_opposite = ((s == t) == (both < 0.0)) & is_end(s) & is_end(t);
        // How far each falls from its end, and so the distance from x at which its line begins.
        let falls = [rise_u * (2.0 * s - 1.0), rise_v * (1.0 - 2.0 * t)];
        let least = CLEAR * self.size;
        let begins = |i: usize| {
            let shift = falls[i] * self.radii[i];
            (falls[i] > 0.0) & (shift * shift > least * least * self.squares[i])
        };
        are_opposite & begins(0) & begins(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    use crate::answer::Feature;
    use crate::patch::d3::contact;
    use crate::patch::{Aim, Deepest, Owner, Patch, PosedShape, PosedShapes};
    use crate::shape::{Capsule, Lowered};
    use crate::space::Motion;
    use clearance_testing::Random;

    /// Below 1: often tiny, seldom large.
    fn steep(random: &mut Random) -> f64 {
        libm::pow(10.0, random.range(-12.0, 0.0))
    }

    /// Through a point, inside level and from an end falling away along `down`.
    fn segment(random: &mut Random, point: DVec3, down: DVec3, angle: f64) -> [DVec3; 2] {
        let length = 0.01 + 2.0 * random.unit();
        let level = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * length;
        let share = random.unit();
        let ends = if random.unit() < 0.5 {
            [point - level * share, point + level * (1.0 - share)]
        } else {
            let slope = 3.0 * if random.unit() < 0.5 { steep(random) } else { random.unit() };
            [point, point + level + down * (slope * length)]
        };
        if random.unit() < 0.5 { ends } else { [ends[1], ends[0]] }
    }

    #[test]
    fn segments_that_leave_each_other_touch_in_one_point() {
        let random = &mut Random::new(7);
        let (mut left, mut opposite, mut beside, mut alone) = (0, 0, 0, 0);
        for _ in 0..200_000 {
            let distance = 0.01 + random.unit();
            let points = [DVec3::ZERO, DVec3::Z * distance];
            let turn = if random.unit() < 0.5 { steep(random) } else { 6.0 * random.unit() };
            let a = segment(random, points[0], -DVec3::Z, 1.0);
            let b = segment(random, points[1], DVec3::Z, 1.0 + turn);
            let radii = [random.unit(), random.unit() * random.unit()];
            let (size, normal) = (8.0, DVec3::Z);
            let (u, v) = (a[1] - a[0], b[1] - b[0]);
            let (squares, rises) = ([u.dot(u), v.dot(v)], [u.z, v.z]);
            let shares =
                [u.dot(points[0] - a[0]) / squares[0], v.dot(points[1] - b[0]) / squares[1]];
            let product = u.dot(v);
            let crossing = Crossing { radii, squares, product, rises, shares, size };
            let deepest = Deepest {
                normal,
                points: [points[0] + normal * radii[0], points[1] - normal * radii[1]],
                distance: distance - radii[0] - radii[1],
                accuracy: 1e-14,
                aim: Aim::Near,
                owner: Owner::Gap,
                feature: Feature::None,
            };
            let [a, b] = [(a, radii[0]), (b, radii[1])]
                .map(|([from, to], radius)| Capsule::new(from, to, radius).unwrap());
            let (a, b) = (Lowered::of(&a), Lowered::of(&b));
            let posed = |capsule| PosedShape {
                shape: Some(capsule),
                facets: None,
                motion: Motion::identity(),
                scale: 1.0,
            };
            let sides = PosedShapes { a: posed(&a), b: posed(&b), size };
            let mut patch = Patch::<DVec3>::empty();
            contact(&sides, &deepest, 1.0, None, &mut patch, &mut ());
            let touched = patch.points().len() > 1;
            if crossing.leaves() {
                assert!(!touched, "{crossing:?}");
                left += 1;
            } else if touched {
                beside += 1;
            } else {
                alone += 1;
            }
            if crossing.are_beside(product - rises[0] * rises[1]) {
                assert!(!touched, "{crossing:?}");
                opposite += 1;
            }
        }
        let all = [left, opposite, beside, alone];
        assert!(left > 40_000 && opposite > 10_000 && beside > 20_000, "{all:?}");
    }
}
