//! The nearest points of two cores that have one place of contact: their error bounds, and the features
//! of segments and boxes at such places.

use crate::answer::{Algorithm, End, Feature, FeaturePart, Member, Witness};
use crate::number::{max, min};
use crate::solution::{Bounds, Met, NEAR as NEAR_LIMIT, Solution};
use crate::space::{DVector, MOTION_ERROR, Vector};

/// Squares of lengths between these, and products of two, stay within the range of `f64`.
pub const SIZES: core::ops::Range<f64> = 1e-70..1e70;

/// A point this near to an end of an edge, relative to the edge's length, gets the name of the end.
pub const NEAR: f64 = 1.0 / 1024.0;

/// A cylinder around a coordinate axis.
#[derive(Clone, Copy)]
pub(crate) struct Cylinder {
    pub radius: f64,
    pub half_height: f64,
    pub axis: usize,
}

/// The axis that proves the lower bound of two cores' distance, and the points that prove the upper
/// bound.
pub struct Nearness<W> {
    /// Bounds on the cores' signed distance, rounding included, and an estimate within them.
    pub lower: f64,
    pub upper: f64,
    pub estimate: f64,
    /// From A to B, of length 1.
    pub axis: W,
    /// Points of the cores, in A's frame.
    pub points: [W; 2],
    /// The feature at each point.
    pub parts: [FeaturePart; 2],
    /// Is the normal that of a face of A, or of B?
    pub faces: [bool; 2],
}

/// The corners of a box whose weighted sum is a point in it. One coordinate after the other steps from
/// its low side to its high side, beginning with the one at the largest share.
///
/// ```text
///     2-----3      The point is in the triangle of 0, 1 and 3, as it is farther along
///     |   / |      the first axis than along the second.
///     | /  p|
///     0-----1
/// ```
pub(crate) fn corners_of_box<W: DVector>(half: W, point: W) -> [(W, f64); 4] {
    let share = |i: usize| {
        let (x, half) = (point.get(i), half.get(i));
        if half > 0.0 { 0.5 * (x / half) + 0.5 } else { 0.0 }
    };
    let mut along = [0, 1, 2].map(|i| if i < W::DIM { (share(i), i) } else { (0.0, i) });
    along.sort_unstable_by(|x, y| y.0.total_cmp(&x.0));
    let mut corner = -half;
    let mut corners = [(corner, 1.0 - along[0].0); 4];
    for (k, (share, i)) in along.into_iter().enumerate() {
        let next = along.get(k + 1).map_or(0.0, |next| next.0);
        corner = W::from_fn(|j| if j == i { half.get(j) } else { corner.get(j) });
        corners[k + 1] = (corner, share - next);
    }
    corners
}

/// Fills a witness with the members whose weight is not 0. The last weight is 1 minus the others.
pub(crate) fn heaviest_last<W: DVector, const N: usize>(
    mut parts: [(Member<W>, f64); N],
    proof: &mut Witness<W>,
) {
    let heaviest = (1..N).fold(0, |m, i| if parts[i].1 > parts[m].1 { i } else { m });
    parts.swap(heaviest, N - 1);
    proof.fill(parts.iter().copied().filter(|(_, weight)| *weight > 0.0));
}

/// The sum of the coordinates' magnitudes, an upper bound of the length.
#[inline]
pub fn sum<W: DVector>(v: W) -> f64 {
    (0..W::DIM).fold(0.0, |sum, i| sum + v.get(i).abs())
}

/// The foot's place between both ends, as a share; 0 if the ends coincide.
#[inline]
pub(crate) fn foot_share(along: f64, square: f64) -> f64 {
    if square > 0.0 { min(max(along / square, 0.0), 1.0) } else { 0.0 }
}

#[inline]
pub(crate) fn part_of_segment(share: f64) -> FeaturePart {
    if share <= NEAR {
        FeaturePart::Vertex(0)
    } else if share >= 1.0 - NEAR {
        FeaturePart::Vertex(1)
    } else {
        FeaturePart::Edge(0)
    }
}

/// The feature of a box at a point of the face across axis `up`: see [`crate::shape::Cuboid`] for the
/// indices.
#[inline]
pub fn part_of_box<W: DVector>(half: W, point: W, up: usize) -> FeaturePart {
    fn bits<W: Vector>(is: impl Fn(usize) -> bool) -> u32 {
        (0..W::DIM).fold(0, |bits, i| bits | u32::from(is(i)) << i)
    }
    // A bit for each axis: none of this can be predicted.
    let other = |i: usize| half.get(i % W::DIM);
    let of_face = [0, 1, 2].map(|i| max(other(i + 1), other(i + W::DIM - 1)))[up];
    let free = bits::<W>(|i| half.get(i) - point.get(i).abs() > 2.0 * NEAR * of_face) & !(1 << up);
    let corner = bits::<W>(|i| point.get(i) >= 0.0);
    let side = 2 * up as u32 + (corner >> up & 1);
    // The signs of the two axes after the free one.
    let axis = free.trailing_zeros() % 32;
    let signs = (corner | corner << 3) >> ((axis + 1) & 31) & 3;
    let names = [
        FeaturePart::Vertex(corner),
        if W::DIM == 2 { FeaturePart::Edge(side) } else { FeaturePart::Edge(4 * axis + signs) },
        FeaturePart::Face(side),
    ];
    names[free.count_ones() as usize]
}

/// Do the bounds differ by no more than rounding, and is the distance or depth of the cores larger than
/// it?
#[inline]
pub(crate) fn is_decided(distance: f64, gap: f64, slack: f64) -> bool {
    distance - gap <= 2.0 * slack && distance.abs() > 16.0 * slack && distance.abs() < SIZES.end
}

#[inline]
pub(crate) fn answer<W: DVector>(
    [gap, distance]: [f64; 2],
    slack: f64,
    axis: W,
    points: [W; 2],
    parts: [FeaturePart; 2],
    faces: [bool; 2],
) -> Option<Nearness<W>> {
    let Bounds { lower, upper, estimate } = bounds([gap, distance], slack)?;
    Some(Nearness { lower, upper, estimate, axis, points, parts, faces })
}

/// The bounds from the gap of two cores along an axis and the distance of two of their points; `None` if
/// these differ by more than rounding.
#[inline(always)]
pub(crate) fn bounds([gap, distance]: [f64; 2], slack: f64) -> Option<Bounds> {
    let lower = min(gap, distance) - slack;
    let found = Bounds { lower, upper: distance + slack, estimate: distance };
    is_decided(distance, gap, slack).then_some(found)
}

/// Two shapes whose cores have one place of contact, of which only the numbers are known.
pub struct RoundPair {
    /// See `slack_of`.
    pub size: f64,
    pub radii: [f64; 2],
}

impl RoundPair {
    /// Two segments are parallel if the squared sine of the angle between them is not above this: rounding
    /// errors are much larger.
    pub const PARALLEL: f64 = 1e-30;

    /// Reciprocals of smaller numbers, and products with them, may overflow.
    pub const TINY: f64 = 1e-200;

    /// The bounds of the clearance: see [`bounds`].
    #[inline(always)]
    pub fn bounds(&self, gap_and_distance: [f64; 2]) -> Option<Bounds> {
        let slack = slack_of(self.size, self.radii[0] + self.radii[1])?;
        Some(bounds(gap_and_distance, slack)?.of_shapes(self.radii))
    }
    /// Clearances this near to a limit are left to the full answer: see [`NEAR_LIMIT`].
    #[inline(always)]
    pub fn near(&self) -> f64 {
        NEAR_LIMIT * (self.size + (self.radii[0] + self.radii[1]))
    }
}

impl<W: DVector> Nearness<W> {
    #[inline(always)]
    pub fn bounds(&self) -> Bounds {
        let Self { lower, upper, estimate, .. } = *self;
        Bounds { lower, upper, estimate }
    }
    /// The part without evidence.
    #[inline(always)]
    pub fn met(&self) -> Met<W> {
        Met { bounds: self.bounds(), normal: self.axis, points: self.points }
    }

    /// The answer in the form of all solvers.
    pub fn solved(&self, witness: Witness<W>) -> Solution<W> {
        let Self { lower, upper, estimate, axis, points: [point_a, point_b], .. } = *self;
        Solution {
            lower,
            upper,
            estimate,
            axis,
            normal: axis,
            witness,
            point_a,
            point_b,
            end: End::Converged,
            algorithm: Algorithm::ClosedForm,
            feature: Feature::None,
            steps: 1,
        }
    }
}

/// The error bound of the distance of two cores; `None` if squares of lengths are out of range. As for
/// cores that are searched (`Cores::slack`), with as much again for their support points; the size is at
/// least the size there.
#[inline]
pub fn slack_of(size: f64, radii: f64) -> Option<f64> {
    let is_fine = SIZES.contains(&size) && radii.is_finite();
    is_fine.then_some(f64::EPSILON * ((MOTION_ERROR + 16.0) * size + 4.0 * radii))
}
