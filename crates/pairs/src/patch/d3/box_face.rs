//! The common part of the faces of two boxes, in the frame of the box whose face clips: this is aligned with
//! the axes there, so that a few numbers clip it.
//!
//! ```text
//!                 x p                 The place of a point p is its projection on the plane of the
//!               .'                    face along the contact normal. This may be tilted; then the place
//!        _____.'____________          is not straight below p.
//!       |    o  place       |  face   A place is within the face if it is no farther from the middle
//!       |        box        |         than half the edge, in both coordinates.
//! ```
//!
//! Features are named as in [`Cuboid`](crate::shape::Cuboid): a vertex by a bit for each coordinate, an
//! edge by its axis and the signs of the two following coordinates.

use glam::{DVec2, DVec3};

use crate::answer::{FeatureId, FeaturePart};
use crate::depth::sat::d3::NEXT;
use crate::number::{max, min};
use crate::patch::candidates::{Candidate, Candidates};

/// Which face of a box: the index of its axis, and the end of this axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct WhichFace {
    up: usize,
    positive: bool,
}

/// A face and a normal: see the module documentation.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxFace {
    which: WhichFace,
    /// Half the edges of the face, and its height.
    pub half: [f64; 2],
    height: f64,
    /// The movement along the face for each unit that the normal leads away from it.
    lean: DVec2,
    /// The length of the normal for each unit away from the face: at least 1.
    pub rise: f64,
}

/// A place in the plane of a face, and a height above the face.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacePoint {
    pub place: DVec2,
    pub above: f64,
}

impl FacePoint {
    #[inline]
    pub fn along(self, way: Self, share: f64) -> Self {
        Self { place: self.place + way.place * share, above: self.above + way.above * share }
    }
}

impl BoxFace {
    /// The face at an end of an axis, with the face's normal.
    #[inline]
    pub fn at(half: DVec3, up: usize, positive: bool) -> Self {
        Self::new(half, WhichFace { up, positive }, DVec2::ZERO, 1.0)
    }
    /// The face whose own normal is nearest to a normal out of the box.
    #[inline]
    pub fn across(half: DVec3, out: DVec3) -> Self {
        let which = WhichFace::along(out);
        let ([u, v], way, rise) = (NEXT[which.up], out.as_ref(), Self::rise(out));
        Self::new(half, which, DVec2::new(way[u], way[v]) * rise, rise)
    }
    /// The length of the normal for each unit away from this face.
    #[inline]
    pub fn rise(out: DVec3) -> f64 {
        let [x, y, z] = out.abs().to_array();
        1.0 / max(max(x, y), z)
    }
    #[inline]
    fn new(half: DVec3, which: WhichFace, lean: DVec2, rise: f64) -> Self {
        let ([u, v], half) = (NEXT[which.up], half.as_ref());
        Self { which, half: [half[u], half[v]], height: half[which.up], lean, rise }
    }

    /// The place of the point that is this far from another along a unit vector.
    #[inline]
    pub fn below_end(&self, from: &DVec3, along: &DVec3, far: f64) -> FacePoint {
        self.spot(|i| from.as_ref()[i] + along.as_ref()[i] * far, self.height)
    }
    /// The place of the difference of two points that are this far apart along a unit vector.
    #[inline]
    pub fn along(&self, along: &DVec3, far: f64) -> FacePoint {
        self.spot(|i| along.as_ref()[i] * far, 0.0)
    }
    /// By the coordinates of a point. Each is read from its place in memory: to choose between the
    /// coordinates of a vector, the compiler makes branches.
    #[inline(always)]
    fn spot(&self, at: impl Fn(usize) -> f64, level: f64) -> FacePoint {
        let WhichFace { up, positive } = self.which;
        let [u, v] = NEXT[up];
        let above = (if positive { at(up) } else { -at(up) }) - level;
        FacePoint { place: DVec2::new(at(u), at(v)) - self.lean * above, above }
    }
    /// The point of the face at a place, in the frame of the box.
    #[inline]
    pub fn point(&self, place: DVec2) -> DVec3 {
        let WhichFace { up, positive } = self.which;
        let [u, v] = NEXT[up];
        let height = if positive { self.height } else { -self.height };
        DVec3::AXES[up] * height + DVec3::AXES[u] * place.x + DVec3::AXES[v] * place.y
    }

    /// Is a place inside the face, or outside by at most `slack`?
    #[inline]
    pub fn contains(&self, place: DVec2, slack: f64) -> bool {
        place.x.abs() <= self.half[0] + slack && place.y.abs() <= self.half[1] + slack
    }
    /// The feature at a place.
    #[inline]
    pub fn part(&self, place: DVec2, near: f64) -> FeaturePart {
        let inside = [self.half[0] - place.x.abs(), self.half[1] - place.y.abs()];
        self.which.part(inside, inside, [place.x >= 0.0, place.y >= 0.0], near)
    }
}

impl WhichFace {
    /// The face whose normal is nearest to a direction.
    #[inline]
    pub fn along(out: DVec3) -> Self {
        let [x, y, z] = out.abs().to_array();
        let (up, most) = if y > x { (1, y) } else { (0, x) };
        let up = if z > most { 2 } else { up };
        Self { up, positive: out.as_ref()[up] >= 0.0 }
    }
    /// The axis perpendicular to it, and the sign of its end.
    #[inline]
    pub fn axis(self) -> (usize, f64) {
        (self.up, if self.positive { 1.0 } else { -1.0 })
    }
    /// The name of the face.
    fn face(self) -> FeaturePart {
        FeaturePart::Face(2 * self.up as u32 + self.positive as u32)
    }
    /// The name of the corner that has these signs in the face.
    fn corner(self, [at_u, at_v]: [bool; 2]) -> FeaturePart {
        let [u, v] = NEXT[self.up];
        let top = (self.positive as u32) << self.up;
        FeaturePart::Vertex(top | (at_u as u32) << u | (at_v as u32) << v)
    }
    /// The name of the edge at which a coordinate of the face is at its end.
    fn border(self, across: usize, positive: bool) -> FeaturePart {
        // An edge at which one coordinate is at its end runs along the other. The two coordinates that
        // follow that one are the coordinate perpendicular to the face and the one at its end, in either
        // order.
        let ([u, v], top) = (NEXT[self.up], self.positive as u32);
        let side = positive as u32;
        FeaturePart::Edge(if across == 0 {
            4 * v as u32 + top + 2 * side
        } else {
            4 * u as u32 + side + 2 * top
        })
    }
    /// The feature at a place, by its distances inside of the edges and, along these, from the corner.
    pub fn part(
        self,
        inside: [f64; 2],
        from_corner: [f64; 2],
        signs: [bool; 2],
        near: f64,
    ) -> FeaturePart {
        let across = usize::from(inside[1] < inside[0]);
        if inside[across] > near {
            self.face()
        } else if from_corner[1 - across] <= near {
            self.corner(signs)
        } else {
            self.border(across, signs[across])
        }
    }
}

/// The face of a box that clips, and the face of the other box that faces it: a parallelogram in the plane of
/// the first.
///
/// ```text
///      +-----------+                o  corners of the parallelogram within the face
///      |   x----|--x-               +  corners of the face within the parallelogram
///      |  o    x   |  .             x  where their edges cross
///      | .    .    |   .
///      +-x---+-----x....            A place of it is C + alpha P + beta Q, with alpha and beta from -1
///                                   to 1, and the height there is the same sum of heights.
/// ```
///
/// Which of the faces clips is a choice of frame: corners of both count alike.
pub(super) struct FacePair {
    pub own: BoxFace,
    other: WhichFace,
    /// C, and P and Q.
    middle: FacePoint,
    half_edges: [FacePoint; 2],
    /// Is the clipping face B's?
    pub is_b: bool,
}

/// The most points that two faces have in common: four corners of each, and eight crossings, because a line
/// crosses the border of a convex face at most twice.
pub(super) const MOST: usize = 16;

/// The corners of a face, by the signs of both coordinates.
const SIGNS: [[f64; 2]; 4] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];

impl FacePair {
    /// From half the edge lengths of the other box, its axes and its middle, and the normal out of it in
    /// its frame.
    pub fn new(
        own: BoxFace,
        other: DVec3,
        (axes, middle): (&[DVec3; 3], DVec3),
        out: DVec3,
        is_b: bool,
    ) -> Self {
        let (facing, half) = (WhichFace::along(out), other.as_ref());
        let (k, towards) = facing.axis();
        let [u, v] = NEXT[k];
        let half_edges = [own.along(&axes[u], half[u]), own.along(&axes[v], half[v])];
        let middle = own.below_end(&middle, &axes[k], towards * half[k]);
        Self { own, other: facing, middle, half_edges, is_b }
    }

    /// Half of the extent of the smaller face along the longer axis.
    pub fn extent(&self) -> f64 {
        let [p, q] = &self.half_edges;
        let ([u, v], of_other) = (self.own.half, p.place.abs() + q.place.abs());
        min(max(of_other.x, of_other.y), max(u, v))
    }

    /// Offers the common points of both faces: corners of the other, corners of this one, crossings.
    pub fn offer_points(&self, near: f64, rounding: f64, found: &mut Candidates<DVec2, MOST>) {
        let [p, q] = self.half_edges;
        let corners = SIGNS.map(|[s, t]| self.middle.along(p, s).along(q, t));
        let is_near = corners.map(|corner| found.counts(corner.above * self.own.rise));
        for ((corner, signs), is_near) in corners.iter().zip(SIGNS).zip(is_near) {
            if is_near && self.own.contains(corner.place, rounding) {
                let part = self.other.corner(signs.map(|sign| sign > 0.0));
                self.offer(*corner, [self.own.part(corner.place, near), part], found);
            }
        }
        let (area, lengths) = (p.place.perp_dot(q.place), [p, q].map(|edge| edge.place.length()));
        // Outside of the other face by at most the rounding. Infinite or NaN if it is seen edge on.
        let most = [1, 0].map(|k| 1.0 + rounding * lengths[k] / area.abs());
        for signs in SIGNS {
            let place = DVec2::new(self.own.half[0] * signs[0], self.own.half[1] * signs[1]);
            let from = place - self.middle.place;
            let at = [from.perp_dot(q.place) / area, p.place.perp_dot(from) / area];
            if at[0].abs() <= most[0] && at[1].abs() <= most[1] {
                let above = self.middle.along(p, at[0]).along(q, at[1]).above;
                let part = self.own.which.corner(signs.map(|sign| sign > 0.0));
                self.offer(FacePoint { place, above }, [part, self.part(at, near)], found);
            }
        }
        for i in 0..4 {
            let j = (i + 1) % 4;
            if is_near[i] || is_near[j] {
                self.offer_crossings([corners[i], corners[j]], [SIGNS[i], SIGNS[j]], near, found);
            }
        }
    }

    /// Offers the places where an edge of the other face crosses edges of this one.
    fn offer_crossings(
        &self,
        [from, to]: [FacePoint; 2],
        signs: [[f64; 2]; 2],
        near: f64,
        found: &mut Candidates<DVec2, MOST>,
    ) {
        let way = FacePoint { place: to.place - from.place, above: to.above - from.above };
        for (across, sign) in [(0, -1.0), (0, 1.0), (1, -1.0), (1, 1.0)] {
            let border = self.own.half[across];
            let inside = [from, to].map(|end| border - sign * end.place[across]);
            if (inside[0] < 0.0) == (inside[1] < 0.0) {
                continue;
            }
            let share = inside[0] / (inside[0] - inside[1]);
            let mut at = from.along(way, share);
            at.place[across] = sign * border;
            if at.place[1 - across].abs() > self.own.half[1 - across] {
                continue;
            }
            // If the edges run along each other, their crossing has no meaning.
            let is_beside = |end: f64| {
                let mut corner = at.place;
                corner[1 - across] = end * self.own.half[1 - across];
                let off = way.place.perp_dot(corner - from.place);
                off.abs() <= near * way.place.length()
            };
            let is_along = inside[0].abs() <= near && inside[1].abs() <= near;
            if is_along && is_beside(-1.0) && is_beside(1.0) {
                continue;
            }
            let along = [0, 1].map(|k| signs[0][k] + (signs[1][k] - signs[0][k]) * share);
            self.offer(at, [self.own.part(at.place, near), self.part(along, near)], found);
        }
    }

    /// The feature of the other face at alpha and beta.
    fn part(&self, at: [f64; 2], near: f64) -> FeaturePart {
        let [p, q] = self.half_edges.map(|edge| edge.place);
        let lengths = [p.length(), q.length()];
        let area = p.perp_dot(q).abs();
        let inside = at.map(|share| 1.0 - share.abs());
        let across = [inside[0] * area / lengths[1], inside[1] * area / lengths[0]];
        let from_corner = [inside[0] * lengths[0], inside[1] * lengths[1]];
        self.other.part(across, from_corner, at.map(|share| share >= 0.0), near)
    }

    fn offer(
        &self,
        FacePoint { place, above }: FacePoint,
        [own, other]: [FeaturePart; 2],
        found: &mut Candidates<DVec2, MOST>,
    ) {
        let feature =
            if self.is_b { FeatureId::new(other, own) } else { FeatureId::new(own, other) };
        found.offer(Candidate { place, heights: [0.0, above * self.own.rise], feature });
    }
}

/// The name of a corner of a box: a bit is set if the coordinate is positive.
pub(super) fn vertex(bits: [bool; 3]) -> FeaturePart {
    FeaturePart::Vertex((0..3).map(|i| u32::from(bits[i]) << i).sum())
}

/// The edge along an axis, by the signs of the two following coordinates.
pub(super) fn edge(axis: usize, bits: [bool; 3]) -> FeaturePart {
    let [u, v] = NEXT[axis];
    FeaturePart::Edge(4 * axis as u32 + u32::from(bits[u]) + 2 * u32::from(bits[v]))
}
