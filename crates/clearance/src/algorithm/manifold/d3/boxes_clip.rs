//! What the faces of two boxes share, as the box sees it whose face is cut.
//!
//! In its own frame its face is upright, and the other's is a parallelogram:
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
//! *Source.* Of cutting a line by a box: Liang and Barsky 1984, "A new concept and method for line
//! clipping".

use glam::{DVec2, DVec3};

use crate::algorithm::manifold::candidates::{Candidate, Candidates};
use crate::algorithm::sat::d3::{NEXT, side_of};
use crate::answer::{FeatureId, FeaturePart};

/// The most points of two faces: four of each, and where their sides cross.
pub(super) const MOST: usize = 16;

/// The face of a box that is the most across a normal out of the box.
pub(super) struct Facing {
    pub face: Face,
    /// How far the normal leads along the face for each step that it leads away from it.
    pub lean: DVec2,
    /// How long the normal is for each step away from the face: 1 or more.
    pub rise: f64,
}

impl Facing {
    pub fn along(out: DVec3) -> Self {
        let up = (1..3).fold(0, |m, i| if out[i].abs() > out[m].abs() { i } else { m });
        let [u, v] = NEXT[up];
        let rise = 1.0 / out[up].abs();
        Self {
            face: Face { up, positive: out[up] >= 0.0 },
            lean: DVec2::new(out[u], out[v]) * rise,
            rise,
        }
    }
}

/// The box whose face is cut, in its own frame, and the other one's face that is turned against it.
pub(super) struct FacePair {
    own: Face,
    other: Face,
    /// Half the sides of the face, and how high it is.
    half: [f64; 2],
    height: f64,
    rise: f64,
    /// C, P and Q of the head of this file: their places, and how high they are above the face.
    middle: Spot,
    sides: [Spot; 2],
    /// P x Q, and the lengths of P and Q, in the plane of the face.
    area: f64,
    lengths: [f64; 2],
    /// Is it B's face?
    pub is_b: bool,
}

/// A place, and the height above the face.
#[derive(Clone, Copy)]
struct Spot {
    place: DVec2,
    above: f64,
}

impl Spot {
    fn along(self, way: Self, share: f64) -> Self {
        Self { place: self.place + way.place * share, above: self.above + way.above * share }
    }
}

/// A face of a box: the number of the axis across it, and on which side it is.
#[derive(Clone, Copy)]
pub(super) struct Face {
    up: usize,
    positive: bool,
}

impl FacePair {
    /// With half the edge lengths of the box and of the other one, the axes and the middle of the
    /// other one, and the normal out of it in its frame.
    pub fn new(
        [half, other]: [[f64; 3]; 2],
        (axes, middle): ([DVec3; 3], DVec3),
        facing: Facing,
        out: DVec3,
        is_b: bool,
    ) -> Self {
        let Facing { face: own, lean, rise } = facing;
        let k = (1..3).fold(0, |m, i| if out[i].abs() > out[m].abs() { i } else { m });
        let towards = if out[k] >= 0.0 { 1.0 } else { -1.0 };
        let [[u, v], [p, q]] = [NEXT[own.up], NEXT[k]];
        let spot = |way: DVec3, level: f64| {
            let up = way[own.up];
            let above = (if own.positive { up } else { -up }) - level;
            Spot { place: DVec2::new(way[u], way[v]) - lean * above, above }
        };
        let sides = [spot(axes[p] * other[p], 0.0), spot(axes[q] * other[q], 0.0)];
        Self {
            own,
            other: Face { up: k, positive: towards > 0.0 },
            half: [half[u], half[v]],
            height: half[own.up],
            rise,
            middle: spot(middle + axes[k] * (towards * other[k]), half[own.up]),
            sides,
            area: sides[0].place.perp_dot(sides[1].place),
            lengths: sides.map(|side| side.place.length()),
            is_b,
        }
    }

    /// Half of the width across, of the smaller face.
    pub fn extent(&self) -> f64 {
        let [p, q] = self.sides.map(|side| side.place.abs());
        (p + q).max_element().min(self.half[0].max(self.half[1]))
    }
    /// The point of the face at a place, in the frame of its box.
    pub fn point(&self, place: DVec2) -> DVec3 {
        let Face { up, positive } = self.own;
        let [u, v] = NEXT[up];
        let mut point = DVec3::ZERO;
        point[up] = if positive { self.height } else { -self.height };
        (point[u], point[v]) = (place.x, place.y);
        point
    }

    fn candidate(&self, place: DVec2, above: f64, parts: [FeaturePart; 2]) -> Candidate<DVec2> {
        let [own, other] = parts;
        let feature =
            if self.is_b { FeatureId::new(other, own) } else { FeatureId::new(own, other) };
        Candidate { place, heights: [0.0, above * self.rise], feature }
    }

    /// What lies of this face at a place.
    fn own_part(&self, place: DVec2, near: f64) -> FeaturePart {
        let inside = [self.half[0] - place.x.abs(), self.half[1] - place.y.abs()];
        self.own.part(inside, inside, [place.x >= 0.0, place.y >= 0.0], near)
    }
    /// What lies of the other's face at alpha and beta.
    fn other_part(&self, at: [f64; 2], near: f64) -> FeaturePart {
        let [p, q] = self.lengths;
        let inside = at.map(|share| 1.0 - share.abs());
        let area = self.area.abs();
        let across = [inside[0] * area / q, inside[1] * area / p];
        self.other.part(across, [inside[0] * p, inside[1] * q], at.map(|share| share >= 0.0), near)
    }

    /// The other's corners above the face.
    pub fn corners_above(
        &self,
        near: f64,
        rounding: f64,
        candidates: &mut Candidates<DVec2, MOST>,
    ) {
        for (s, t) in SIGNS {
            let Spot { place, above } = self.middle.along(self.sides[0], s).along(self.sides[1], t);
            let [x, y] = self.half;
            if place.x.abs() <= x + rounding && place.y.abs() <= y + rounding {
                let parts = [self.own_part(place, near), self.other.corner([s > 0.0, t > 0.0])];
                candidates.offer(self.candidate(place, above, parts));
            }
        }
    }

    /// The face's corners below the other's face.
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
            let place = DVec2::new(self.half[0] * s, self.half[1] * t);
            let from = place - self.middle.place;
            let at = [from.perp_dot(q) * share, p.perp_dot(from) * share];
            if at[0].abs() <= 1.0 + along_q && at[1].abs() <= 1.0 + along_p {
                let spot = self.middle.along(self.sides[0], at[0]).along(self.sides[1], at[1]);
                let parts = [self.own.corner([s > 0.0, t > 0.0]), self.other_part(at, near)];
                candidates.offer(self.candidate(place, spot.above, parts));
            }
        }
    }

    /// Where the sides of both faces cross: `along` is which of the other's sides runs, `across`
    /// which coordinate of this face is cut. Which of them do is found first, without a branch.
    pub fn crossings(&self, near: f64, rounding: f64, candidates: &mut Candidates<DVec2, MOST>) {
        let starts = SIDES.map(|(along, s)| self.middle.along(self.sides[1 - along], s));
        let mut left = 0_u32;
        for (i, (along, _)) in SIDES.into_iter().enumerate() {
            let (start, run) = (starts[i].place.to_array(), self.sides[along].place.to_array());
            for (k, (across, r)) in SIDES.into_iter().enumerate() {
                let t = (r * self.half[across] - start[across]) / run[across];
                let beside = start[1 - across] + run[1 - across] * t;
                let within = beside.abs() <= self.half[1 - across] + rounding;
                left |= u32::from((t.abs() <= 1.0) & within) << (4 * i + k);
            }
        }
        while left != 0 {
            let number = left.trailing_zeros() as usize;
            left &= left - 1;
            let ((along, s), (across, r)) = (SIDES[number / 4], SIDES[number % 4]);
            let (start, run) = (starts[number / 4], self.sides[along]);
            let border = r * self.half[across];
            if self.is_flush([along, across], start, border, near) {
                continue;
            }
            let t = (border - start.place[across]) / run.place[across];
            let Spot { mut place, above } = start.along(run, t);
            place[across] = border;
            let mut at = [s; 2];
            at[along] = t;
            let parts = [self.own_part(place, near), self.other_part(at, near)];
            candidates.offer(self.candidate(place, above, parts));
        }
    }

    /// Do two sides run along each other? Then where they cross means nothing.
    fn is_flush(&self, [along, across]: [usize; 2], start: Spot, border: f64, near: f64) -> bool {
        let run = self.sides[along].place;
        let off = start.place[across] - border;
        if (off + run[across]).abs() > near || (off - run[across]).abs() > near {
            return false;
        }
        let is_beside = |t: f64| {
            let mut corner = DVec2::ZERO;
            (corner[across], corner[1 - across]) = (border, t * self.half[1 - across]);
            run.perp_dot(corner - start.place).abs() <= near * self.lengths[along]
        };
        is_beside(-1.0) && is_beside(1.0)
    }
}

/// The sides of a face: along which of two directions, and on which side.
const SIDES: [(usize, f64); 4] = [(0, -1.0), (0, 1.0), (1, -1.0), (1, 1.0)];

/// The corners of a face, as signs.
const SIGNS: [(f64, f64); 4] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];

impl Face {
    /// By its number in a separating axis test.
    pub fn of(face: u32) -> Self {
        let (up, positive) = side_of(face);
        Self { up, positive }
    }
    /// The signs of all three coordinates as bits, from those of the two in the face.
    fn bits(self, signs: [bool; 2]) -> [bool; 3] {
        let [u, v] = NEXT[self.up];
        let mut bits = [self.positive; 3];
        (bits[u], bits[v]) = (signs[0], signs[1]);
        bits
    }
    fn corner(self, signs: [bool; 2]) -> FeaturePart {
        vertex(self.bits(signs))
    }
    /// What lies at a place that is so far inside of the sides, and along these so far from the
    /// corner.
    fn part(
        self,
        inside: [f64; 2],
        from_corner: [f64; 2],
        signs: [bool; 2],
        near: f64,
    ) -> FeaturePart {
        let side = usize::from(inside[1] < inside[0]);
        if inside[side] > near {
            FeaturePart::Face(2 * self.up as u32 + u32::from(self.positive))
        } else if from_corner[1 - side] <= near {
            self.corner(signs)
        } else {
            // A side where one coordinate is at its end runs along the other.
            edge(NEXT[self.up][1 - side], self.bits(signs))
        }
    }
}

/// The numbers of [`Cuboid`](crate::shape::Cuboid): a bit is set where the coordinate is positive.
pub(super) fn vertex(bits: [bool; 3]) -> FeaturePart {
    FeaturePart::Vertex((0..3).map(|i| u32::from(bits[i]) << i).sum())
}

/// The edge along an axis, by the signs of the two coordinates that follow.
pub(super) fn edge(axis: usize, bits: [bool; 3]) -> FeaturePart {
    let [u, v] = NEXT[axis];
    FeaturePart::Edge(4 * axis as u32 + u32::from(bits[u]) + 2 * u32::from(bits[v]))
}
