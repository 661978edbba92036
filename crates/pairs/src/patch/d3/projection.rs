//! The projection of a face onto the plane perpendicular to the normal, with the height of the face at
//! each place.
//!
//! Places are coordinates in this plane. The projection of a polygon is a polygon with its corners
//! counterclockwise. The projection of a rim is an ellipse; whether a place is inside is tested in the
//! plane of the rim, where it is a circle.

use arrayvec::ArrayVec;
use glam::DVec2;

use super::across::Seen;
use crate::answer::FeaturePart;
use crate::number::sqrt;
#[cfg(doc)]
use crate::patch::FLAT;
use crate::patch::{NEAR, STEEP};
use crate::shape::face::{Corner, MOST, Outline};
use crate::shape::{Face, NO_ID};
use crate::space::DVector;

/// The kind of face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A half-space, which contains all places.
    Plane,
    /// A single point.
    Point,
    /// A line, with a strip beside it in which the surface curves away.
    Line,
    /// A polygon with three or more corners.
    Polygon,
    /// A rim and the disc inside.
    Disc,
}

/// Half the width of the strip beside a line in which its height is known, relative to the radius there.
/// See [`Projection::strip`].
pub(super) const STRIP: f64 = 0.19;

/// See the module documentation.
#[derive(Clone, Debug)]
pub(super) struct Projection {
    pub kind: Kind,
    pub corners: ArrayVec<DVec2, MOST>,
    /// For each corner, the inward unit normal of the edge that follows.
    pub inward: ArrayVec<DVec2, MOST>,
    vertices: ArrayVec<u32, MOST>,
    edges: ArrayVec<u32, MOST>,
    number: u32,
    /// The height is `level + slope . (place - anchor)`. The anchor of a rim is its middle.
    pub anchor: DVec2,
    pub level: f64,
    pub slope: DVec2,
    /// The radius of the rim, or of the curve perpendicular to a line.
    pub radius: f64,
    /// For a line: how much faster the curve falls along the normal than perpendicular to the line. It is
    /// negative for the upper shape.
    fall: f64,
    /// For a line, see [`Projection::strip`]; relative to the radius.
    strip: f64,
    /// For a polygon, the index of its highest corner, which is the anchor.
    pub top: u32,
    /// Half of the width.
    pub extent: f64,
    /// For a polygon, the smallest and the largest coordinates of its corners, see [`Projection::spans`].
    bounds: [DVec2; 2],
    /// Places nearer to each other than this are the same.
    pub near: f64,
}

impl Projection {
    /// A half-space at this height. All projections start as one.
    pub fn plane(level: f64) -> Self {
        Self {
            kind: Kind::Plane,
            corners: ArrayVec::new(),
            inward: ArrayVec::new(),
            vertices: ArrayVec::new(),
            edges: ArrayVec::new(),
            number: 0,
            anchor: DVec2::ZERO,
            level,
            slope: DVec2::ZERO,
            radius: 0.0,
            fall: 0.0,
            strip: STRIP,
            top: NO_ID,
            extent: 0.0,
            bounds: [DVec2::ZERO; 2],
            near: 0.0,
        }
    }

    /// Sets this to the projection of a face. `side` is 1 for A, whose face is below the other, and -1
    /// for B.
    pub fn cast<W: DVector>(&mut self, face: &Face<W>, seen: &Seen<W>, side: f64) {
        self.number = face.number;
        let [along_u, along_v, upright] = seen.axes.map(|axis| axis.dot(face.normal));
        let slope = DVec2::new(along_u, along_v) * (-1.0 / upright);
        let out = face.normal * seen.radius;
        let [first, last] = self.set_corners(face.corners(), out, seen, side);
        match face.outline {
            Outline::Rim { center, radius } if self.len() == 4 => {
                self.kind = Kind::Disc;
                (self.anchor, self.level) = seen.spot(center + out);
                self.radius = radius * seen.scale;
                (self.slope, self.extent) = (slope, self.radius);
            }
            Outline::Corners if self.len() > 2 => {
                self.kind = Kind::Polygon;
                self.slope = slope;
                self.turn_left();
                self.set_borders();
            }
            outline => {
                self.kind = Kind::Point;
                let curved = match outline {
                    Outline::Corners => seen.radius,
                    Outline::Line { radius } if radius > 0.0 => radius + seen.radius,
                    Outline::Line { .. } | Outline::Rim { .. } => 0.0,
                };
                match outline {
                    Outline::Rim { .. } => self.corners.truncate(1),
                    _ if self.len() == 2 => {
                        self.set_line(last - first, curved * seen.scale, side);
                        if face.is_side() {
                            self.strip = strip_of_side(self.slope.dot(self.slope));
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Sets the corners. The highest one is the anchor; of equally high ones the first. Neighbours that
    /// coincide within rounding error are one corner, because an edge between them has no direction.
    /// Returns the heights of the first and the last.
    fn set_corners<W: DVector>(
        &mut self,
        corners: &[Corner<W>],
        out: W,
        seen: &Seen<W>,
        side: f64,
    ) -> [f64; 2] {
        /// All lengths are up to about 1.
        const TINY: f64 = 64.0 * f64::EPSILON;
        let (mut highest, mut ends) = (f64::NEG_INFINITY, [f64::NAN; 2]);
        for corner in corners {
            let (place, height) = seen.spot(corner.point + out);
            let is_at = |other: Option<&DVec2>, level: f64| {
                (height - level).abs() < TINY
                    && other.is_some_and(|other| (place - *other).abs().max_element() < TINY)
            };
            if is_at(self.corners.last(), ends[1]) || is_at(self.corners.first(), ends[0]) {
                continue;
            }
            ends = if self.corners.is_empty() { [height; 2] } else { [ends[0], height] };
            self.corners.push(place);
            self.vertices.push(corner.vertex);
            self.edges.push(corner.edge);
            let is_higher = height * side > highest;
            self.anchor = if is_higher { place } else { self.anchor };
            self.top = if is_higher { corner.vertex } else { self.top };
            highest = if is_higher { height * side } else { highest };
        }
        self.level = highest * side;
        ends
    }

    /// Reverses a polygon whose corners go around clockwise, because it is seen from behind.
    #[inline]
    fn turn_left(&mut self) {
        let from = self.corners[0];
        let ways = self.corners.windows(2).map(|ends| (ends[0] - from).perp_dot(ends[1] - from));
        if ways.sum::<f64>() < 0.0 {
            self.corners.reverse();
            self.vertices.reverse();
            // The edge that follows a corner now leads to it.
            self.edges.reverse();
            self.edges.rotate_left(1);
        }
    }

    fn set_line(&mut self, rise: f64, radius: f64, side: f64) {
        let along = self.corners[1] - self.corners[0];
        let length = along.length();
        if length <= STEEP * rise.abs() {
            // The line is seen end on. Only its farther end is left, which is the anchor.
            (self.vertices[0], self.corners[0]) = (self.vertex_at_anchor(), self.anchor);
            self.corners.truncate(1);
            return;
        }
        self.kind = Kind::Line;
        self.slope = along * (rise / (length * length));
        self.radius = radius;
        self.fall = side * sqrt(1.0 + (rise / length) * (rise / length));
        self.extent = 0.5 * length;
        self.inward.push(along.perp() / length);
    }

    fn vertex_at_anchor(&self) -> u32 {
        let first = self.anchor == self.corners[0];
        if first { self.vertices[0] } else { self.vertices[1] }
    }

    /// Sets the borders of a polygon whose corners are counterclockwise.
    #[inline]
    fn set_borders(&mut self) {
        let (mut low, mut high) = (self.corners[0], self.corners[0]);
        for (i, &corner) in self.corners.iter().enumerate() {
            let along = self.corners[self.after(i)] - corner;
            self.inward.push(along.perp() / along.length());
            (low, high) = (low.min(corner), high.max(corner));
        }
        self.extent = 0.5 * (high - low).max_element();
        self.bounds = [low, high];
    }

    /// Sets `near` for two projections that meet.
    pub fn settle(a: &mut Self, b: &mut Self) {
        let some = [a.extent, b.extent].into_iter().filter(|e| *e > 0.0);
        let smaller = some.fold(f64::INFINITY, f64::min);
        let near = if smaller.is_finite() { 2.0 * NEAR * smaller } else { 0.0 };
        (a.near, b.near) = (near, near);
    }

    /// The number of corners.
    #[inline]
    pub fn len(&self) -> usize {
        self.corners.len()
    }
    #[inline]
    pub fn after(&self, i: usize) -> usize {
        if i + 1 == self.len() { 0 } else { i + 1 }
    }
    /// The feature at a corner.
    pub fn vertex(&self, corner: usize) -> FeaturePart {
        FeaturePart::Vertex(self.vertices[corner])
    }
    /// The index of the edge that follows a corner; `None` for a rim.
    pub fn edge(&self, corner: usize) -> Option<u32> {
        (self.kind != Kind::Disc).then(|| self.edges[corner])
    }
    /// Are the vertex indices of the ends of a line or edge in ascending order?
    pub fn runs_up(&self, edge: usize) -> bool {
        self.vertices[edge] < self.vertices[self.after(edge)]
    }

    /// The height of the plane of a polygon or rim.
    #[inline(always)]
    pub fn level_at(&self, place: DVec2) -> f64 {
        self.level + self.slope.dot(place - self.anchor)
    }

    /// The height at a place of the projection.
    pub fn height(&self, place: DVec2) -> f64 {
        let level = self.level_at(place);
        if self.kind != Kind::Line || self.radius == 0.0 {
            return level;
        }
        let aside = self.inward[0].dot(place - self.corners[0]);
        let left = (self.radius * self.radius - aside * aside).max(0.0);
        level - self.fall * (self.radius - sqrt(left))
    }

    /// The distance of a place inside of edge `i`.
    #[inline]
    pub fn inside_of(&self, i: usize, place: DVec2) -> f64 {
        self.inward[i].dot(place - self.corners[i])
    }
    /// The edges of a polygon that a place is outside of, by more than `slack`: one bit each.
    #[inline]
    pub fn outside(&self, place: DVec2, slack: f64) -> u64 {
        let all = self.corners.iter().zip(&self.inward);
        all.enumerate().fold(0, |mask, (i, (corner, inward))| {
            mask | u64::from(inward.dot(place - *corner) < -slack) << i
        })
    }

    /// Is a place within the bounds of a polygon, or outside by at most `slack`?
    ///
    /// The borders alone do not tell: beyond a corner with a small angle, a place may be outside of both
    /// borders by no more than `slack`, and far from the corner. A polygon that is a line up to rounding
    /// has two such corners, and all of the line is within its borders. One of the bounds is across the
    /// angle of such a corner.
    #[inline]
    pub fn spans(&self, place: DVec2, slack: f64) -> bool {
        let [low, high] = self.bounds;
        let over = (low - place).max(place - high);
        over.x <= slack && over.y <= slack
    }

    /// The distance of a place from the middle, in the plane of the rim.
    pub fn off_center(&self, place: DVec2) -> f64 {
        let out = place - self.anchor;
        let rise = self.slope.dot(out);
        sqrt(out.dot(out) + rise * rise)
    }
    /// The place of the rim in a direction from the middle.
    pub fn on_rim(&self, direction: DVec2) -> DVec2 {
        let rise = self.slope.dot(direction);
        let length = sqrt(direction.dot(direction) + rise * rise);
        self.anchor + direction * (self.radius / length)
    }
    /// Is this place the middle of a rim? The middle is the farthest point given for a level disc, where
    /// all points are equally far.
    pub fn is_middle(&self, place: DVec2) -> bool {
        self.kind == Kind::Disc && self.off_center(place) < 0.5 * self.radius
    }
    /// The quarter of the rim that is nearest to a place.
    pub fn quarter(&self, place: DVec2) -> usize {
        let out = place - self.anchor;
        let [x, y] = [0, 1].map(|k| out.dot(self.corners[k] - self.anchor));
        match (x.abs() >= y.abs(), x >= 0.0, y >= 0.0) {
            (true, true, _) => 0,
            (false, _, true) => 1,
            (true, false, _) => 2,
            (false, _, false) => 3,
        }
    }

    /// Is it more than a point or a line?
    pub fn is_broad(&self) -> bool {
        matches!(self.kind, Kind::Plane | Kind::Polygon | Kind::Disc)
    }

    /// Is a place inside, or outside by at most `slack`?
    pub fn contains(&self, place: DVec2, slack: f64) -> bool {
        match self.kind {
            Kind::Plane => true,
            Kind::Point => false,
            Kind::Line => {
                let along = self.corners[1] - self.corners[0];
                let t = along.dot(place - self.corners[0]) / along.dot(along);
                let aside = self.inside_of(0, place).abs();
                let over = slack / (2.0 * self.extent);
                t >= -over && t <= 1.0 + over && aside <= slack.max(self.strip())
            }
            Kind::Polygon => self.outside(place, slack) == 0 && self.spans(place, slack),
            Kind::Disc => self.off_center(place) <= self.radius + slack,
        }
    }

    /// Half the width of the strip beside a line in which its height is known.
    ///
    /// An edge represents a shape only if the faces beside it are steeper than [`FLAT`]. So the rounding
    /// of a level edge is at least as wide as this strip. For a sloping edge, see [`strip_of_side`].
    pub fn strip(&self) -> f64 {
        self.strip * self.radius
    }
    /// The length by which the strip may be longer than the curve beside it, at both ends of a sloping
    /// line.
    pub fn oblique(&self) -> f64 {
        let drop = self.radius - sqrt(self.radius * self.radius - self.strip() * self.strip());
        drop * self.slope.length()
    }

    /// The nearest place inside, for a place that is outside by at most `near`.
    pub fn pulled(&self, place: DVec2, slack: f64) -> Option<DVec2> {
        let pulled = match self.kind {
            Kind::Disc => {
                let far = self.off_center(place);
                let out = far - self.radius;
                if out <= slack {
                    place
                } else if out <= self.near {
                    self.on_rim(place - self.anchor)
                } else {
                    return None;
                }
            }
            Kind::Polygon => {
                let mut place = place;
                for i in 0..self.len() {
                    let out = -self.inside_of(i, place);
                    if out > self.near {
                        return None;
                    }
                    if out > slack {
                        place += self.inward[i] * out;
                    }
                }
                place
            }
            _ => place,
        };
        self.contains(pulled, slack).then_some(pulled)
    }

    /// The place of a polygon's border in a direction from a place inside.
    pub fn border(&self, from: DVec2, direction: DVec2) -> DVec2 {
        let share = (0..self.len()).fold(f64::INFINITY, |least, i| {
            let fall = -self.inward[i].dot(direction);
            if fall > 0.0 { least.min(self.inside_of(i, from) / fall) } else { least }
        });
        from + direction * share
    }

    /// Is all of a rim inside, or outside by no more than `near`?
    pub fn surrounds(&self, rim: &Self) -> bool {
        match self.kind {
            Kind::Plane => true,
            Kind::Point | Kind::Line => false,
            Kind::Polygon => {
                (0..self.len()).all(|i| self.inside_of(i, rim.anchor) >= rim.radius - self.near)
            }
            Kind::Disc => self.off_center(rim.anchor) + rim.radius <= self.radius + self.near,
        }
    }

    /// The feature of this face at a place.
    pub fn part_at(&self, place: DVec2) -> FeaturePart {
        match self.kind {
            Kind::Plane => FeaturePart::Face(0),
            Kind::Point => self.vertex(0),
            Kind::Line => self.part_on_edge(0, place),
            Kind::Polygon => {
                let inside = |i: usize| self.inside_of(i, place);
                let nearest =
                    (1..self.len()).fold(0, |m, i| if inside(i) < inside(m) { i } else { m });
                if inside(nearest) <= self.near {
                    self.part_on_edge(nearest, place)
                } else {
                    FeaturePart::Face(self.number)
                }
            }
            Kind::Disc if self.off_center(place) >= self.radius - self.near => {
                self.rim_crossed(place, 0)
            }
            Kind::Disc => FeaturePart::Face(self.number),
        }
    }

    /// The feature at a place on or beyond an edge: one of the ends of the edge if it is near.
    pub fn part_on_edge(&self, i: usize, place: DVec2) -> FeaturePart {
        let j = self.after(i);
        let along = self.corners[j] - self.corners[i];
        let length = along.length();
        let t = along.dot(place - self.corners[i]) / length;
        if t <= self.near {
            self.vertex(i)
        } else if t >= length - self.near {
            self.vertex(j)
        } else {
            FeaturePart::Edge(self.edges[i])
        }
    }

    /// The feature for a point of the rim at a place: its quarter.
    pub fn rim_point(&self, place: DVec2) -> FeaturePart {
        self.vertex(self.quarter(place))
    }
    /// The feature for the farthest point of the rim along the normal. It has one name all around.
    pub fn rim_lowest(&self) -> FeaturePart {
        FeaturePart::Edge(4 * self.edges[0] + 3)
    }
    /// The feature for the crossing of an edge with the rim at a place: its quarter. An edge may cross
    /// one quarter twice, which `which` distinguishes as 1 and 2.
    pub fn rim_crossed(&self, place: DVec2, which: u32) -> FeaturePart {
        FeaturePart::Edge(4 * self.edges[self.quarter(place)] + which)
    }
}

/// Half the width of the strip beside an edge, relative to the radius, from the square of the edge's
/// slope.
///
/// The rounding of an edge ends where a face beside it begins. The normal of the face is perpendicular to
/// the edge, and so is the middle of the rounding, which leans as much as the edge slopes. So the cosine
/// of the angle between this face and the contact normal is the product of two cosines: of the slope, and
/// of the angle between the face and the middle. It is at most that of [`STRIP`].
fn strip_of_side(slope: f64) -> f64 {
    sqrt((STRIP * STRIP - (1.0 - STRIP * STRIP) * slope).max(0.0))
}
