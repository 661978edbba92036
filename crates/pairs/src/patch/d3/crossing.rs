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
    #[doc(hidden)]
    pub fn are_beside(&self, both: f64) -> bool {
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
