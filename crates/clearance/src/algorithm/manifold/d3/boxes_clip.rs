//! The common part of the faces of two boxes, in the frame of the box whose face clips.
//!
//! In its own frame its face is aligned with the axes, and the other face is a parallelogram:
//!
//! ```text
//!        v |                      o  corners of the parallelogram within the face
//!      +---|-------+              +  corners of the face within the parallelogram
//!      |   |  x----|-x            x  where their sides cross
//!      |   | o     x   .
//!      |   |  .    |    .         A place is C + alpha P + beta Q with the parallelogram's middle
//!      |   +---x---+--- u.        and half its sides: it is within if both are from -1 to 1, and
//!      |        .........         the height is the same sum of heights.
//!      +-----------+
//! ```
//!
//! *Source.* Liang and Barsky 1984, "A new concept and method for line clipping", for clipping a line by
//! a box.

use glam::{DVec2, DVec3};

use super::box_face::{BoxFace, Side, Spot};
use crate::algorithm::manifold::candidates::{Candidate, Candidates};
use crate::algorithm::sat::d3::NEXT;
use crate::answer::{FeatureId, FeaturePart};

/// The most points of two faces: four corners of each, and the crossings of their sides.
pub(super) const MOST: usize = 16;

/// The box whose face clips, in its own frame, and the other box's face that faces it.
pub(super) struct FacePair {
    pub own: BoxFace,
    other: Side,
    /// C, P and Q of the module documentation: their places, and their heights above the face.
    middle: Spot,
    sides: [Spot; 2],
    /// P x Q, and the lengths of P and Q, in the plane of the face.
    area: f64,
    lengths: [f64; 2],
    /// Is the clipping face B's?
    pub is_b: bool,
}

impl FacePair {
    /// From half the edge lengths of the other box, its axes and its middle, and the normal out of it in
    /// its frame.
    pub fn new(
        own: BoxFace,
        other: DVec3,
        (axes, middle): ([DVec3; 3], DVec3),
        out: DVec3,
        is_b: bool,
    ) -> Self {
        let facing = Side::along(out);
        let (k, towards) = facing.axis();
        let sides = NEXT[k].map(|axis| own.along(axes[axis] * other[axis]));
        Self {
            own,
            other: facing,
            middle: own.below(middle + axes[k] * (towards * other[k])),
            sides,
            area: sides[0].place.perp_dot(sides[1].place),
            lengths: sides.map(|side| side.place.length()),
            is_b,
        }
    }

    /// Half of the width of the smaller face.
    pub fn extent(&self) -> f64 {
        let [p, q] = self.sides.map(|side| side.place.abs());
        (p + q).max_element().min(self.own.half[0].max(self.own.half[1]))
    }

    fn candidate(&self, place: DVec2, above: f64, parts: [FeaturePart; 2]) -> Candidate<DVec2> {
        let [own, other] = parts;
        let feature =
            if self.is_b { FeatureId::new(other, own) } else { FeatureId::new(own, other) };
        Candidate { place, heights: [0.0, above * self.own.rise], feature }
    }

    /// The feature of the other face at alpha and beta.
    fn other_part(&self, at: [f64; 2], near: f64) -> FeaturePart {
        let [p, q] = self.lengths;
        let inside = at.map(|share| 1.0 - share.abs());
        let area = self.area.abs();
        let across = [inside[0] * area / q, inside[1] * area / p];
        self.other.part(across, [inside[0] * p, inside[1] * q], at.map(|share| share >= 0.0), near)
    }

    /// The corners of the other face above this face.
    pub fn corners_above(
        &self,
        near: f64,
        rounding: f64,
        candidates: &mut Candidates<DVec2, MOST>,
    ) {
        for (s, t) in SIGNS {
            let Spot { place, above } = self.middle.along(self.sides[0], s).along(self.sides[1], t);
            if self.own.contains(place, rounding) {
                let parts = [self.own.part(place, near), self.other.corner([s > 0.0, t > 0.0])];
                candidates.offer(self.candidate(place, above, parts));
            }
        }
    }

    /// The corners of this face below the other face.
    pub fn corners_below(
        &self,
        near: f64,
        rounding: f64,
        candidates: &mut Candidates<DVec2, MOST>,
    ) {
        let [p, q] = self.sides.map(|side| side.place);
        let share = 1.0 / self.area;
        let [along_p, along_q] = self.lengths.map(|length| rounding * length * share.abs());
        for (s, t) in SIGNS {
            let place = DVec2::new(self.own.half[0] * s, self.own.half[1] * t);
            let from = place - self.middle.place;
            let at = [from.perp_dot(q) * share, p.perp_dot(from) * share];
            if at[0].abs() <= 1.0 + along_q && at[1].abs() <= 1.0 + along_p {
                let spot = self.middle.along(self.sides[0], at[0]).along(self.sides[1], at[1]);
                let parts = [self.own.corner([s > 0.0, t > 0.0]), self.other_part(at, near)];
                candidates.offer(self.candidate(place, spot.above, parts));
            }
        }
    }

    /// The crossings of the sides of both faces: `along` is the index of the other's side, `across` the
    /// coordinate at which this face is cut. A pass without branches finds those that cross.
    pub fn crossings(&self, near: f64, rounding: f64, candidates: &mut Candidates<DVec2, MOST>) {
        let starts = SIDES.map(|(along, s)| self.middle.along(self.sides[1 - along], s));
        let mut left = 0_u32;
        for (i, (along, _)) in SIDES.into_iter().enumerate() {
            let (start, run) = (starts[i].place.to_array(), self.sides[along].place.to_array());
            for (k, (across, r)) in SIDES.into_iter().enumerate() {
                let t = (r * self.own.half[across] - start[across]) / run[across];
                let beside = start[1 - across] + run[1 - across] * t;
                let within = beside.abs() <= self.own.half[1 - across] + rounding;
                left |= u32::from((t.abs() <= 1.0) & within) << (4 * i + k);
            }
        }
        while left != 0 {
            let number = left.trailing_zeros() as usize;
            left &= left - 1;
            let ((along, s), (across, r)) = (SIDES[number / 4], SIDES[number % 4]);
            let (start, run) = (starts[number / 4], self.sides[along]);
            let border = r * self.own.half[across];
            if self.is_flush([along, across], start, border, near) {
                continue;
            }
            let t = (border - start.place[across]) / run.place[across];
            let Spot { mut place, above } = start.along(run, t);
            place[across] = border;
            let mut at = [s; 2];
            at[along] = t;
            let parts = [self.own.part(place, near), self.other_part(at, near)];
            candidates.offer(self.candidate(place, above, parts));
        }
    }

    /// Do two sides run along each other? Then their crossing has no meaning.
    fn is_flush(&self, [along, across]: [usize; 2], start: Spot, border: f64, near: f64) -> bool {
        let run = self.sides[along].place;
        let off = start.place[across] - border;
        if (off + run[across]).abs() > near || (off - run[across]).abs() > near {
            return false;
        }
        let is_beside = |t: f64| {
            let mut corner = DVec2::ZERO;
            (corner[across], corner[1 - across]) = (border, t * self.own.half[1 - across]);
            run.perp_dot(corner - start.place).abs() <= near * self.lengths[along]
        };
        is_beside(-1.0) && is_beside(1.0)
    }
}

/// The sides of a face: the index of their direction, and the side of the middle.
const SIDES: [(usize, f64); 4] = [(0, -1.0), (0, 1.0), (1, -1.0), (1, 1.0)];

/// The corners of a face, as signs.
const SIGNS: [(f64, f64); 4] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
