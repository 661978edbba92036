//! A face of a box, in the frame of its box, and the points above it.
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

use crate::algorithm::sat::d3::NEXT;
use crate::answer::FeaturePart;
use crate::number::Scalar;

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
        1.0 / Scalar::max(Scalar::max(x, y), z)
    }
    #[inline]
    fn new(half: DVec3, which: WhichFace, lean: DVec2, rise: f64) -> Self {
        let ([u, v], half) = (NEXT[which.up], half.as_ref());
        Self { which, half: [half[u], half[v]], height: half[which.up], lean, rise }
    }

    /// The place of a point in the frame of the box.
    #[inline]
    pub fn below(&self, p: DVec3) -> FacePoint {
        self.spot(|i| p.as_ref()[i], self.height)
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
    /// The name of the face.
    #[inline]
    pub fn face(&self) -> FeaturePart {
        self.which.face()
    }
    /// The names of all parts by number.
    #[inline]
    pub fn parts(&self) -> &'static [FeaturePart; PARTS] {
        self.which.parts()
    }
    /// The name of a corner, by the signs of its place.
    #[inline]
    pub fn corner(&self, signs: [bool; 2]) -> FeaturePart {
        self.which.corner(signs)
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
    /// The names of all parts by number.
    #[inline]
    pub fn parts(self) -> &'static [FeaturePart; PARTS] {
        &NAMES[self.up][usize::from(self.positive)]
    }
    /// The name of the face.
    pub const fn face(self) -> FeaturePart {
        FeaturePart::Face(2 * self.up as u32 + self.positive as u32)
    }
    /// The name of the corner that has these signs in the face.
    pub const fn corner(self, [at_u, at_v]: [bool; 2]) -> FeaturePart {
        let [u, v] = NEXT[self.up];
        let top = (self.positive as u32) << self.up;
        FeaturePart::Vertex(top | (at_u as u32) << u | (at_v as u32) << v)
    }
    /// The name of the edge at which a coordinate of the face is at its end.
    pub const fn border(self, across: usize, positive: bool) -> FeaturePart {
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

/// The numbers of the parts of a face: its corners and its edges, four each and numbered as in the figure of
/// `boxes_points`, and the face itself.
pub(super) const CORNERS: usize = 0;
pub(super) const BORDERS: usize = 4;
pub(super) const FACE: usize = 8;
const PARTS: usize = 9;

/// The names of the parts of each face, by its axis, its end and the number.
static NAMES: [[[FeaturePart; PARTS]; 2]; 3] = {
    let mut names = [[[FeaturePart::Face(0); PARTS]; 2]; 3];
    let mut i = 0;
    while i < 24 {
        let (up, positive, k) = (i / 8, i / 4 % 2 == 1, i % 4);
        let which = WhichFace { up, positive };
        let parts = &mut names[up][positive as usize];
        parts[CORNERS + k] = which.corner([k == 1 || k == 2, k >= 2]);
        parts[BORDERS + k] = which.border(k / 2, k % 2 == 1);
        parts[FACE] = which.face();
        i += 1;
    }
    names
};

/// The name of a corner of a box: a bit is set if the coordinate is positive.
pub(super) fn vertex(bits: [bool; 3]) -> FeaturePart {
    FeaturePart::Vertex((0..3).map(|i| u32::from(bits[i]) << i).sum())
}

/// The edge along an axis, by the signs of the two following coordinates.
pub(super) fn edge(axis: usize, bits: [bool; 3]) -> FeaturePart {
    let [u, v] = NEXT[axis];
    FeaturePart::Edge(4 * axis as u32 + u32::from(bits[u]) + 2 * u32::from(bits[v]))
}
