//! The common part of the faces of two boxes, in the frame of the box whose face clips.
//!
//! In its own frame its face is aligned with the axes, and the other face is a parallelogram. This is a
//! choice of frame, not a reference face: corners of both faces count alike.
//!
//! ```text
//!        v |                      o  corners of the parallelogram within the face
//!      +---|-------+              +  corners of the face within the parallelogram
//!      |   |  x----|-x            x  where their edges cross
//!      |   | o     x   .
//!      |   |  .    |    .         A place is C + alpha P + beta Q with the parallelogram's middle
//!      |   +---x---+--- u.        and half its edges: it is within if both are from -1 to 1, and
//!      |        .........         the height is the same sum of heights.
//!      +-----------+
//! ```
//!
//! 1. If nothing counts but the lowest corner of the other face, it is the point ([`FacePair::only_corner`]).
//! 2. Otherwise all points that the faces may have in common are computed in lanes (`boxes_points`), and
//!    those that are in both faces and near enough are offered as candidates with their names.
//! 3. Points near a corner or an edge to which they do not belong may have the same name or place as
//!    others, and edges may run along each other. In most cases there are none, and the names are those of
//!    the corners and edges that the points were computed from.

use glam::DVec2;

use super::box_face::{self, FacePoint};
use super::boxes_points::{
    BORDERS, CROSSINGS, Common, EDGES, FacePair, OTHER_CORNERS, OWN_CORNERS, Parallelogram, SIGNS,
};
use crate::algorithm::manifold::candidates::{Candidate, Candidates};
use crate::answer::{FeatureId, FeaturePart};
use crate::number::Scalar;
use crate::number::simd::widest;

/// The most points that two faces have in common: four corners of each, and eight crossings, because a line
/// crosses the border of a convex face at most twice.
pub(super) const MOST: usize = 16;

impl FacePair {
    /// Half of the extent of the smaller face along the longer axis.
    pub fn extent(&self) -> f64 {
        let [p, q] = &self.half_edges;
        let ([u, v], of_other) = (self.own.half, p.place.abs() + q.place.abs());
        Scalar::min(Scalar::max(of_other.x, of_other.y), Scalar::max(u, v))
    }

    fn candidate(&self, place: DVec2, above: f64, parts: [FeaturePart; 2]) -> Candidate<DVec2> {
        let [own, other] = parts;
        let feature =
            if self.is_b { FeatureId::new(other, own) } else { FeatureId::new(own, other) };
        Candidate { place, heights: [0.0, above * self.own.rise], feature }
    }

    /// Offers the common points of both faces as candidates.
    pub fn offer_points(&self, near: f64, rounding: f64, candidates: &mut Candidates<DVec2, MOST>) {
        match self.only_corner(candidates.most(), near + rounding) {
            Some(corner) => _ = candidates.offer(corner),
            None => Parallelogram::of(self).offer_points(near, rounding, candidates),
        }
    }

    /// The lowest corner of the other face, if it is the only point, as in two of five contacts with a face at
    /// random:
    ///
    /// ```text
    ///    +-----------------+    Heights rise from the lowest corner C along both edges, and reach the
    ///    |    V            |    largest height that counts in V and W. If the triangle is inside of the
    ///    |   / `.          |    face by more than a name or rounding may change, no edge of the face
    ///    |  C----W         |    crosses it, and none of the face's corners is in it.
    ///    +-----------------+
    /// ```
    fn only_corner(&self, most: f64, inside: f64) -> Option<Candidate<DVec2>> {
        let [p, q] = self.half_edges;
        let down = |edge: FacePoint| if edge.above < 0.0 { 1.0 } else { -1.0 };
        let signs = [down(p), down(q)];
        let lowest = self.middle.along(p, signs[0]).along(q, signs[1]);
        let room = most - lowest.above * self.own.rise;
        // Of the whole edges, as shares. Infinite or NaN where an edge does not rise.
        let share = |edge: FacePoint| room / (2.0 * edge.above.abs() * self.own.rise);
        let shares = [share(p), share(q)];
        let end = |edge: FacePoint, sign: f64, share: f64| {
            lowest.place - edge.place * (2.0 * sign * share)
        };
        let is_only = room >= 0.0
            && shares[0] < 1.0
            && shares[1] < 1.0
            && self.own.contains(lowest.place, -inside)
            && self.own.contains(end(p, signs[0], shares[0]), -inside)
            && self.own.contains(end(q, signs[1], shares[1]), -inside);
        if !is_only {
            return None;
        }
        let parts = [self.own.face(), self.other.corner([signs[0] > 0.0, signs[1] > 0.0])];
        Some(self.candidate(lowest.place, lowest.above, parts))
    }
}

impl Parallelogram<'_> {
    /// The feature of the other face at alpha and beta.
    fn part(&self, at: [f64; 2], near: f64) -> FeaturePart {
        let [p, q] = self.lengths;
        let inside = [1.0 - at[0].abs(), 1.0 - at[1].abs()];
        let area = self.area.abs();
        let across = [inside[0] * area / q, inside[1] * area / p];
        let signs = [at[0] >= 0.0, at[1] >= 0.0];
        self.faces.other.part(across, [inside[0] * p, inside[1] * q], signs, near)
    }

    /// Offers the common points of both faces as candidates: corners of the other face, then corners of
    /// this face, then crossings.
    fn offer_points(&self, near: f64, rounding: f64, candidates: &mut Candidates<DVec2, MOST>) {
        let points = widest(Common { of: self, near, rounding, most: candidates.most() });
        let (counted, are_clear) = points.counted();
        if are_clear && self.keeps_apart(near) {
            // Each has the name of the corners, edges or faces that it was computed from.
            let (own, other) = (self.faces.own.parts(), self.faces.other.parts());
            for number in bits(counted) {
                let (place, above, _) = points.rows[number / 4].point(number % 4);
                let [of_own, of_other] = SOURCES[number];
                let parts = [own[of_own], other[of_other]];
                candidates.offer_new(self.faces.candidate(place, above, parts));
            }
            return;
        }
        for number in bits(counted) {
            let (row, k) = (number / 4, number % 4);
            let (place, above, at) = points.rows[row].point(k);
            if row < CROSSINGS || !self.is_flush(row - CROSSINGS, k, near) {
                let parts = self.parts(row, k, (place, at), near);
                candidates.offer(self.faces.candidate(place, above, parts));
            }
        }
    }

    /// Are clear points farther from each other than `near`? A point is clear if it is farther than that
    /// from all corners, and from all edges, that it was not computed from. So only two points on one
    /// line can be nearer: corners of a narrow face, or crossings of one edge with two edges that are
    /// near each other there. With an angle of 60 degrees or more between these, the crossings are no
    /// nearer to each other than the nearer of them is to the corner.
    fn keeps_apart(&self, near: f64) -> bool {
        let ([p, q], [u, v]) = (self.lengths, self.faces.own.half);
        /// More than the sine of 60 degrees.
        const WIDE: f64 = 0.9;
        let least = Scalar::min(Scalar::min(p, q), Scalar::min(u, v));
        self.area.abs() > WIDE * p * q && least > near
    }

    /// The features at a point, also if it is near to a corner or edge that it was not computed from.
    fn parts(
        &self,
        row: usize,
        k: usize,
        (place, at): (DVec2, [f64; 2]),
        near: f64,
    ) -> [FeaturePart; 2] {
        let FacePair { own, other, .. } = self.faces;
        let corner = [SIGNS[0][k] > 0.0, SIGNS[1][k] > 0.0];
        let of_own = if row == OWN_CORNERS { own.corner(corner) } else { own.part(place, near) };
        let of_other =
            if row == OTHER_CORNERS { other.corner(corner) } else { self.part(at, near) };
        [of_own, of_other]
    }

    /// Does an edge of the other face run along an edge of this face? Then their crossing has no meaning.
    fn is_flush(&self, edge: usize, border: usize, near: f64) -> bool {
        let FacePair { own, middle, half_edges, .. } = self.faces;
        let ((along, s), across) = (EDGES[edge], border / 2);
        let (start, run) = (middle.along(half_edges[1 - along], s), half_edges[along].place);
        let border = BORDERS[border] * own.half[across];
        let off = start.place[across] - border;
        if (off + run[across]).abs() > near || (off - run[across]).abs() > near {
            return false;
        }
        let is_beside = |t: f64| {
            let mut corner = DVec2::ZERO;
            (corner[across], corner[1 - across]) = (border, t * own.half[1 - across]);
            run.perp_dot(corner - start.place).abs() <= near * self.lengths[along]
        };
        is_beside(-1.0) && is_beside(1.0)
    }
}

/// The parts of this face and of the other one that each point was computed from, by their numbers.
const SOURCES: [[usize; 2]; 24] = {
    let mut sources = [[0; 2]; 24];
    let mut number = 0;
    while number < 24 {
        let (row, k) = (number / 4, number % 4);
        sources[number] = match row {
            OTHER_CORNERS => [box_face::FACE, box_face::CORNERS + k],
            OWN_CORNERS => [box_face::CORNERS + k, box_face::FACE],
            _ => {
                let (along, sign) = EDGES[row - CROSSINGS];
                let edge = 2 * (1 - along) + (sign > 0.0) as usize;
                [box_face::BORDERS + k, box_face::BORDERS + edge]
            }
        };
        number += 1;
    }
    sources
};

/// The numbers of the bits that are set.
fn bits(mut left: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let number = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (number < 64).then_some(number)
    })
}

#[cfg(test)]
mod tests {
    use clearance_testing::Random;
    use glam::{DQuat, DVec3};

    use super::super::box_face::BoxFace;
    use super::*;
    use crate::algorithm::manifold::{NEAR, ROUNDING};
    use crate::number::simd::Work;
    use crate::space::{Motion, Pose};

    /// A box on or in the upper face of another: flat, tilted by a little or by up to 1 rad, and one in
    /// four with edges along those of the other box.
    fn faces(random: &mut Random) -> FacePair {
        let half = |random: &mut Random| DVec3::splat(0.7) + random.in_cube(0.4);
        let halves = [half(random), half(random)];
        let tilt = match random.below(4) {
            0 => 0.0,
            1 => 10.0_f64.powf(random.range(-6.0, -1.0)),
            _ => random.range(0.1, 1.0),
        };
        let along = DVec3::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0), 0.0);
        let is_aligned = random.below(4) == 0;
        let yaw = if is_aligned { 0.0 } else { random.range(-3.0, 3.0) };
        let turn = DQuat::from_axis_angle(along.normalize(), tilt) * DQuat::from_rotation_z(yaw);
        let lowest = (turn.inverse() * DVec3::Z).abs().dot(halves[1]);
        let height = halves[0].z + lowest - random.range(0.0, 0.02);
        let aside = if is_aligned { halves[0] - halves[1] } else { random.in_cube(0.8) };
        let pose = Pose::new(DVec3::new(aside.x, aside.y, height), turn).unwrap();
        let motion = Motion::of(&pose);
        let out_of_b = -motion.unrotate(DVec3::Z);
        let own = BoxFace::at(halves[0], 2, true);
        FacePair::new(own, halves[1], (&motion.columns, motion.translation), out_of_b, false)
    }

    fn none(pair: &FacePair) -> Candidates<DVec2, MOST> {
        let near = 2.0 * NEAR * pair.extent();
        Candidates::new(0.02, [ROUNDING, ROUNDING, near])
    }

    /// The names and places of all points, without the ways for common cases: the slow version.
    fn slowly(pair: &FacePair) -> Candidates<DVec2, MOST> {
        let (mut found, other) = (none(pair), Parallelogram::of(pair));
        let near = found.near;
        let most = found.most();
        let points = Common { of: &other, near, rounding: ROUNDING, most }.run();
        for number in (0..24).filter(|number| points.counted().0 >> number & 1 == 1) {
            let (row, k) = (number / 4, number % 4);
            let (place, above, at) = points.rows[row].point(k);
            if row < CROSSINGS || !other.is_flush(row - CROSSINGS, k, near) {
                let parts = other.parts(row, k, (place, at), near);
                found.offer(pair.candidate(place, above, parts));
            }
        }
        found
    }

    #[test]
    fn common_cases_give_the_points_of_the_slow_version() {
        let (mut random, mut seen) = (Random::new(34), [0; 3]);
        let count = clearance_testing::pairs(20_000);
        for _ in 0..count {
            let pair = faces(&mut random);
            let (slow, mut fast) = (slowly(&pair), none(&pair));
            pair.offer_points(fast.near, ROUNDING, &mut fast);
            let [slow, found] = [slow.all(), fast.all()];
            assert_eq!(slow.len(), found.len(), "{slow:?} {found:?}");
            for (a, b) in slow.iter().zip(found) {
                assert_eq!((a.place, a.heights, a.feature), (b.place, b.heights, b.feature));
            }
            let (most, other) = (fast.most(), Parallelogram::of(&pair));
            let points = Common { of: &other, near: fast.near, rounding: ROUNDING, most }.run();
            seen[if pair.only_corner(most, fast.near + ROUNDING).is_some() {
                0
            } else if points.counted().1 && other.keeps_apart(fast.near) {
                1
            } else {
                2
            }] += 1;
        }
        assert!(seen.iter().all(|seen| *seen > count / 20), "{seen:?} of {count}");
    }
}
