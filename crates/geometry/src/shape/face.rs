//! What a shape has to touch with: the flat part of its surface that is turned along a
//! direction.
//!
//! ```text
//!      corners            line               rim                point
//!
//!     3-----2           ________           .-1-.                 .
//!    /     /           0--------1         2  +  0               / \
//!   0-----1            (________)          '-3-'
//!
//!   a face of a        an edge; the       the cap of a         what has nothing flat there;
//!   polytope           side of a          cylinder, the        an apex
//!                      cylinder           base of a cone
//! ```
//!
//! Of a polytope, the way leads from the farthest vertex to the edge there that falls least, and
//! from the edge to the flatter of the two faces beside it. Parts have numbers that do not
//! depend on the direction: a contact is recognised by them.

use arrayvec::ArrayVec;

use super::{NO_ID, Vertex};
use crate::hull::{self, Facets};
use crate::space::{Motion, Vector, from_space, space};

/// The most corners that a [`Face`] has. Of faces with more it has that many, evenly chosen.
pub const MOST: usize = 32;

/// The flat part of a core's surface along a direction, in `f64` and in the shape's frame.
#[derive(Clone, Debug)]
pub struct Face<W: Vector> {
    /// Of length 1, outward. Of a line that is an edge: across it, as near to the direction as
    /// can be. Of a point: the direction, of whatever length.
    pub normal: W,
    /// The face's number in the shape.
    pub number: u32,
    /// What is between the corners.
    pub outline: Outline<W>,
    /// The square of the sine of the angle by which all edges fall from its highest corner, at
    /// least: 0 where that is not known.
    pub fall: f64,
    /// Is it an edge of a polygon, which begins beside it?
    is_side: bool,
    corners: ArrayVec<Corner<W>, MOST>,
}

/// A corner of a [`Face`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner<W> {
    /// Where it is.
    pub point: W,
    /// Its number in the shape.
    pub vertex: u32,
    /// The number of the edge that follows.
    pub edge: u32,
}

/// What is between the corners of a [`Face`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outline<W> {
    /// Straight edges; with two corners a line, with one a point.
    Corners,
    /// One line of a curved side, or of the rounding along an edge.
    Line {
        /// Of the curve across the line, for a sixth of a right angle to both sides; 0 where
        /// that is not so.
        radius: f64,
    },
    /// A circle. Its corners are four points of it, a quarter apart.
    Rim {
        /// Of the circle.
        center: W,
        /// Of the circle.
        radius: f64,
    },
}

/// A vector whose square is not lost: itself, or that of length 1 along one that is tiny.
#[inline]
fn with_square<W: Vector<Scalar = f64>>(v: W) -> W {
    const TINY: f64 = 1e-140;
    if v.max_abs() > TINY { v } else { v.unit_along().unwrap_or(v) }
}

impl<W: Vector<Scalar = f64, Wide = W>> Face<W> {
    /// What all begin as: see [`Face::set_plane`].
    #[inline]
    pub fn new() -> Self {
        let (normal, outline) = (W::ZERO, Outline::Corners);
        Self { normal, number: 0, outline, fall: 0.0, is_side: false, corners: ArrayVec::new() }
    }

    /// All of a plane, without corners: a half-space's.
    #[inline]
    pub fn set_plane(&mut self, normal: W) {
        self.clear(normal, 0, Outline::Corners);
    }

    /// A single point.
    pub fn set_point(&mut self, vertex: Vertex<W>, direction: W) {
        self.clear(direction, 0, Outline::Corners);
        let id = if vertex.id == NO_ID { 0 } else { vertex.id };
        self.push(vertex.point, id, id);
    }

    /// The edge between two corners; the farther one where they are the same, or the direction
    /// is that of the edge.
    pub fn set_edge(&mut self, ends: [Vertex<W>; 2], number: u32, direction: W) {
        let [p, q] = ends;
        let across = (q.point - p.point).unit_along().and_then(|edge| across(edge, direction));
        let Some(normal) = across else {
            let further = q.point.dot(direction) > p.point.dot(direction);
            return self.set_point(if further { q } else { p }, direction);
        };
        self.clear(normal, number, Outline::Corners);
        self.push(p.point, p.id, number);
        self.push(q.point, q.id, number);
    }

    /// One line of a curved side, with the normal there.
    pub fn set_line(&mut self, ends: [Vertex<W>; 2], number: u32, normal: W, radius: f64) {
        self.clear(normal, number, Outline::Line { radius });
        ends.into_iter().for_each(|end| self.push(end.point, end.id, number));
    }

    /// A circle, with the directions of two of its radii at right angles. Quarter k of the rim is
    /// vertex and edge `first + k`.
    pub fn set_rim(
        &mut self,
        center: W,
        axes: [W; 2],
        radius: f64,
        normal: W,
        number: u32,
        first: u32,
    ) {
        self.clear(normal, number, Outline::Rim { center, radius });
        for (k, out) in [axes[0], axes[1], -axes[0], -axes[1]].into_iter().enumerate() {
            self.push(center + out * radius, first + k as u32, first + k as u32);
        }
    }

    /// A polygon: corners in order, each with the number of the edge that follows.
    #[inline]
    pub fn set_polygon(
        &mut self,
        corners: impl ExactSizeIterator<Item = (Vertex<W>, u32)>,
        normal: W,
        number: u32,
    ) {
        self.clear(normal, number, Outline::Corners);
        let count = corners.len();
        for (i, (corner, edge)) in corners.enumerate() {
            // Every corner, or MOST of them at even steps.
            if count <= MOST || (i * MOST) / count >= self.corners.len() {
                self.push(corner.point, corner.id, edge);
            }
        }
    }

    /// The corners, in order around the face: none of a whole plane.
    #[inline]
    pub fn corners(&self) -> &[Corner<W>] {
        &self.corners
    }
    /// Is it more than a line?
    #[inline]
    pub fn is_broad(&self) -> bool {
        !matches!(self.corners.len(), 1 | 2)
    }
    /// Is it an edge that a polygon was reduced to? Its rounding ends where the faces beside it begin.
    #[inline]
    pub fn is_side(&self) -> bool {
        self.is_side
    }
    /// Is it a polygon, all of whose corners are known?
    #[inline]
    pub fn is_polygon(&self) -> bool {
        (3..MOST).contains(&self.corners.len()) && self.outline == Outline::Corners
    }

    /// Becomes the face of the shape with its rounding radius, all lengths multiplied by `scale`,
    /// where a motion then takes it.
    pub fn place(&mut self, motion: &Motion<W>, radius: f64, scale: f64) {
        let out = self.normal * radius;
        for corner in &mut self.corners {
            corner.point = motion.apply((corner.point + out) * scale);
        }
        self.normal = motion.rotate(self.normal);
        self.outline = match self.outline {
            Outline::Corners if self.corners.len() == 2 && radius > 0.0 => {
                Outline::Line { radius: radius * scale }
            }
            Outline::Line { radius: curved } if curved > 0.0 => {
                Outline::Line { radius: (curved + radius) * scale }
            }
            Outline::Rim { center, radius } => {
                let center = motion.apply((center + out) * scale);
                Outline::Rim { center, radius: radius * scale }
            }
            same => same,
        };
        self.unite();
    }

    /// Makes one of corners that are nearer together than rounding, as an edge between them has no
    /// direction; all lengths are up to about 1. What is left of a rim is a point.
    fn unite(&mut self) {
        const TINY: f64 = 64.0 * f64::EPSILON;
        let same = |p: &Corner<W>, q: &Corner<W>| (p.point - q.point).max_abs() < TINY;
        let count = self.corners.len();
        if count < 2 || !(0..count).any(|i| same(&self.corners[i], &self.corners[(i + 1) % count]))
        {
            return;
        }
        if let Outline::Rim { .. } = self.outline {
            self.corners.truncate(1);
            self.outline = Outline::Corners;
            return;
        }
        let corners = core::mem::take(&mut self.corners);
        for corner in corners {
            if !self.corners.last().is_some_and(|last| same(last, &corner)) {
                self.corners.push(corner);
            }
        }
        while self.corners.len() > 1
            && same(&self.corners[0], &self.corners[self.corners.len() - 1])
        {
            self.corners.pop();
        }
        if self.corners.len() == 1 {
            self.outline = Outline::Corners;
        }
    }

    /// Leaves what is not too steep to lie on: of a polygon the edge that falls least, of all else
    /// the farthest point, which is given.
    pub fn reduce(&mut self, top: Vertex<W>, direction: W) {
        if let Outline::Rim { .. } = self.outline {
            let nearest = self.corners[self.highest(direction)].vertex;
            return self.set_point(Vertex { id: nearest, ..top }, direction);
        }
        if self.corners.len() < 3 {
            return self.set_point(top, direction);
        }
        let flattest = self.flattest(direction);
        let [p, q] = [flattest, (flattest + 1) % self.corners.len()].map(|i| self.corners[i]);
        let ends = [p, q].map(|corner| Vertex { point: corner.point, id: corner.vertex });
        self.set_edge(ends, p.edge, direction);
        self.is_side = true;
    }

    /// The corner that is farthest along a direction; of equals the first.
    fn highest(&self, direction: W) -> usize {
        let height = |i: usize| self.corners[i].point.dot(direction);
        (1..self.corners.len()).fold(0, |m, i| if height(i) > height(m) { i } else { m })
    }

    /// Of the two edges at the highest corner the one that falls less.
    fn flattest(&self, direction: W) -> usize {
        let (top, count) = (self.highest(direction), self.corners.len());
        let before = if top == 0 { count - 1 } else { top - 1 };
        let after = if top + 1 == count { 0 } else { top + 1 };
        let fall = |i: usize| {
            let way = self.corners[top].point - self.corners[i].point;
            let way = with_square(way);
            way.dot(direction) / way.norm()
        };
        if fall(before) < fall(after) { before } else { top }
    }

    #[inline]
    fn clear(&mut self, normal: W, number: u32, outline: Outline<W>) {
        (self.normal, self.number, self.outline, self.fall) = (normal, number, outline, 0.0);
        self.is_side = false;
        self.corners.clear();
    }

    #[inline]
    fn push(&mut self, point: W, vertex: u32, edge: u32) {
        // What has more corners is thinned out where it is made.
        let _ = self.corners.try_push(Corner { point, vertex, edge });
    }

    /// Of a polytope in space, the face that is the most turned along a direction.
    #[inline]
    #[doc(hidden)]
    pub fn set_facet_along(&mut self, facets: &Facets<'_>, direction: W) {
        let along = space(direction);
        let (t, vertices) = (facets.topology(), facets.vertices());
        let top = facets.support(along);
        let at = vertices.get(top);
        let fall = |e: u32| {
            let edge = with_square(vertices.get(t.target(e)) - at);
            let fall = -edge.dot(along);
            // By its square.
            fall.abs() * fall / edge.dot(edge)
        };
        let mut edges = t.vertex_edges(top);
        let Some(first) = edges.next() else {
            return self.set_point(Vertex { point: from_space(at), id: top }, direction);
        };
        let height = |face: u32| facets.normals().get(face).dot(along);
        let beside = |e: u32| {
            let [one, other] = [e, hull::Topology::twin(e)].map(|e| t.face(e));
            if height(other) > height(one) { other } else { one }
        };
        let flattest = edges.fold((first, fall(first)), |best, e| {
            // To each end of an edge of what is flat two edges lead, with a face of the rim between.
            let is_same = t.target(e) == t.target(best.0);
            if is_same && height(beside(e)) > height(beside(best.0)) {
                return (e, best.1);
            }
            let here = fall(e);
            if here < best.1 { (e, here) } else { best }
        });
        let face = beside(flattest.0);
        self.set_facet(facets, face, direction);
        self.fall = flattest.1;
    }

    /// Of a polytope in space, the face of that number, which is turned along a direction.
    #[inline]
    #[doc(hidden)]
    pub fn set_facet(&mut self, facets: &Facets<'_>, face: u32, direction: W) {
        let (t, vertices) = (facets.topology(), facets.vertices());
        let vertex = |v: u32| Vertex { point: from_space(vertices.get(v)), id: v };
        let normal = from_space(facets.normals().get(face));
        let count = t.face_edges(face).count();
        let around = Counted(t.face_edges(face).map(|e| (vertex(t.origin(e)), e / 2)), count);
        self.set_polygon(around, normal, face);
        // The rim of a flat hull has faces of two corners, in its plane. As a part of the surface each
        // is an edge, and what is around it by a radius is turned along any direction across it.
        if let [p, q] = self.corners[..]
            && let Some(normal) =
                (q.point - p.point).unit_along().and_then(|edge| across(edge, direction))
        {
            self.normal = normal;
        }
    }

    /// Of a triangle in space, front or back.
    pub(super) fn set_triangle(&mut self, corners: [W; 3], direction: W) {
        let vertex = |i: usize| Vertex { point: corners[i], id: i as u32 };
        let Some(front) = hull::area(corners.iter().map(|p| space(*p))).unit_along() else {
            // On a line: its ends are the farthest apart.
            let length = |[i, j]: [usize; 2]| (corners[i] - corners[j]).max_abs();
            let sides = [[0, 1], [1, 2], [0, 2]];
            let longest =
                sides.into_iter().fold(sides[0], |m, s| if length(s) > length(m) { s } else { m });
            return self.set_edge(longest.map(vertex), 0, direction);
        };
        let front = from_space::<W>(front);
        let is_front = front.dot(direction) >= 0.0;
        let (normal, number) = if is_front { (front, 0) } else { (-front, 1) };
        let around = (0..3).map(|i| (vertex(i), i as u32));
        self.set_polygon(around, normal, number);
    }

    /// Of a convex outline in the plane, in either orientation: the flatter of the edges at its
    /// farthest corner.
    pub(super) fn set_ring<V: Vector<Wide = W>>(&mut self, ring: &[V], top: u32, direction: W) {
        let (count, top) = (ring.len(), top as usize);
        let vertex = |i: usize| Vertex { point: ring[i].widen(), id: i as u32 };
        if count < 3 {
            return match *ring {
                [_, _] => self.set_edge([vertex(0), vertex(1)], 0, direction),
                _ => self.set_point(vertex(0), direction),
            };
        }
        let at = |i: usize| ring[i % count].widen();
        let (before, after) = (at(top) - at(top + count - 1), at(top + 1) - at(top));
        // Of tiny lengths products are lost.
        let area = |p: W, q: W| p.get(0) * q.get(1) - p.get(1) * q.get(0);
        let along = |v: W| v.unit_along().unwrap_or(W::ZERO);
        let plain = area(before, after);
        let area = if plain.abs() > 1e-250 { plain } else { area(along(before), along(after)) };
        let turn = if area < 0.0 { -1.0 } else { 1.0 };
        let across = |e: W| W::from_fn(|i| if i == 0 { e.get(1) * turn } else { -e.get(0) * turn });
        let edge = |start: usize, along: W| Some((start, across(along).unit_along()?));
        let both = [edge((top + count - 1) % count, before), edge(top, after)];
        let flatter = match both {
            [Some(p), Some(q)] if q.1.dot(direction) > p.1.dot(direction) => Some(q),
            [p, q] => p.or(q),
        };
        match flatter {
            Some((start, normal)) => {
                let ends = [vertex(start), vertex((start + 1) % count)];
                self.set_line(ends, start as u32, normal, 0.0);
            }
            None => self.set_point(vertex(top), direction),
        }
    }
}

impl<W: Vector<Scalar = f64, Wide = W>> Default for Face<W> {
    fn default() -> Self {
        Self::new()
    }
}

/// The direction across an edge, both of length 1, that is as near to another direction as can be. None
/// where that is the edge's.
///
/// What is left of a direction without its part along the edge is off by the rounding of that part. Where
/// little is left that is much of it, and it leads along the edge as well as not: so its part along the
/// edge is taken away again, and where that was most of it, it was rounding. Twice is enough (Kahan, in
/// Parlett, "The symmetric eigenvalue problem", 1980, section 6.9).
#[inline]
fn across<W: Vector<Scalar = f64, Wide = W>>(edge: W, direction: W) -> Option<W> {
    /// The square of the sine of the angle to the edge from which on once is enough: an angle of 1e-3
    /// leaves 13 digits.
    const CLEAR: f64 = 1e-6;
    let left = direction - edge * edge.dot(direction);
    let normal = left.unit_along()?;
    if left.dot(left) >= CLEAR * direction.dot(direction) {
        return Some(normal);
    }
    let left = normal - edge * edge.dot(normal);
    if left.dot(left) < 0.5 { None } else { left.unit_along() }
}

/// An iterator whose length is known.
struct Counted<I>(I, usize);

impl<I: Iterator> Iterator for Counted<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.1, Some(self.1))
    }
}

impl<I: Iterator> ExactSizeIterator for Counted<I> {}
