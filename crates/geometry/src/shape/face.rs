//! [`Face`], the contact feature of a shape: the flat part of its surface that faces a direction.
//!
//! ```text
//!      corners            line               rim                point
//!
//!     3-----2           ________           .-1-.                 .
//!    /     /           0--------1         2  +  0               / \
//!   0-----1            (________)          '-3-'
//!
//!   a face of a        an edge; the       the cap of a         nothing is flat there;
//!   polytope           side of a          cylinder, the        an apex
//!                      cylinder           base of a cone
//! ```
//!
//! Heights are measured along the direction. For a polytope, the search starts at the highest vertex, takes
//! the edge there that falls least (by the smallest angle), and then the face beside this edge whose normal
//! is nearer to the direction. All parts have numbers that do not depend on the direction, so that contacts
//! can be recognised by them.

use arrayvec::ArrayVec;

use super::{NO_ID, Vertex};
use crate::hull::{self, Facets};
use crate::space::{DVector, Motion, Vector, from_space, space};

/// The most corners that a [`Face`] stores. A face with more corners stores this many, evenly chosen.
pub const MOST: usize = 32;

/// The flat part of a core's surface that faces a direction, in `f64` and in the shape's frame.
#[derive(Clone, Debug)]
pub struct Face<W: Vector> {
    /// The outward normal, of length 1. For an edge it is the perpendicular to the edge that is nearest to
    /// the direction. For a point it is the direction itself, of any length.
    pub normal: W,
    /// The face's number in the shape.
    pub number: u32,
    /// The kind of boundary: straight edges, a line of a curved side, or a circle.
    pub outline: Outline<W>,
    /// A lower bound for all edges at the highest corner: the squared sine of the angle by which the edge
    /// falls along the direction. 0 if the bound is not known.
    pub fall: f64,
    /// Is it an edge that a polygon was reduced to?
    is_side: bool,
    corners: ArrayVec<Corner<W>, MOST>,
}

/// A corner of a [`Face`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner<W> {
    /// The position.
    pub point: W,
    /// The number of the vertex in the shape.
    pub vertex: u32,
    /// The number of the edge from this corner to the next.
    pub edge: u32,
}

/// The kind of boundary that a [`Face`] has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outline<W> {
    /// Straight edges between the corners. With two corners it is an edge, with one a point.
    Corners,
    /// One line of a curved side, or of the rounding along an edge.
    Line {
        /// The radius of the curve across the line, which reaches at least a sixth of a right angle to both
        /// sides. 0 if the surface is not curved like this.
        radius: f64,
    },
    /// A circle. The four corners are points on it, a quarter turn apart.
    Rim {
        /// The center of the circle.
        center: W,
        /// The radius of the circle.
        radius: f64,
    },
}

/// The vector itself, or the unit vector along it if the vector is so short that its square would
/// underflow.
#[inline]
fn with_square<W: DVector>(v: W) -> W {
    const TINY: f64 = 1e-140;
    if v.max_abs() > TINY { v } else { v.unit_along().unwrap_or(v) }
}

impl<W: DVector> Face<W> {
    /// A face without corners and with a zero normal, to be filled by one of the `set_` methods.
    #[inline]
    pub fn new() -> Self {
        let (normal, outline) = (W::ZERO, Outline::Corners);
        Self { normal, number: 0, outline, fall: 0.0, is_side: false, corners: ArrayVec::new() }
    }

    /// Makes it the whole plane of a half-space, which has no corners.
    #[inline]
    pub fn set_plane(&mut self, normal: W) {
        self.clear(normal, 0, Outline::Corners);
    }

    /// Makes it a single point.
    pub fn set_point(&mut self, vertex: Vertex<W>, direction: W) {
        self.clear(direction, 0, Outline::Corners);
        let id = if vertex.id == NO_ID { 0 } else { vertex.id };
        self.push(vertex.point, id, id);
    }

    /// Makes it the edge between two corners. If the corners are equal, or the direction is parallel to the
    /// edge, it becomes the corner that is farther along the direction.
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

    /// Makes it one line of a curved side, with the normal there.
    pub fn set_line(&mut self, ends: [Vertex<W>; 2], number: u32, normal: W, radius: f64) {
        self.clear(normal, number, Outline::Line { radius });
        ends.into_iter().for_each(|end| self.push(end.point, end.id, number));
    }

    /// Makes it a circle. `axes` are two unit vectors from the center, at right angles. Quarter `k` of the
    /// rim has the number `first + k`, as a vertex and as an edge.
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

    /// Makes it a polygon. `corners` are in order, each with the number of the edge that follows.
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
            // Keeps every corner, or MOST of them in even steps.
            if count <= MOST || (i * MOST) / count >= self.corners.len() {
                self.push(corner.point, corner.id, edge);
            }
        }
    }

    /// The corners, in order around the face. A whole plane has none.
    #[inline]
    pub fn corners(&self) -> &[Corner<W>] {
        &self.corners
    }
    /// Is it more than a point or an edge?
    #[inline]
    pub fn is_broad(&self) -> bool {
        !matches!(self.corners.len(), 1 | 2)
    }
    /// Is it an edge that a polygon was reduced to by [`Face::reduce`]? Its rounding ends where the faces
    /// beside it begin.
    #[inline]
    pub fn is_side(&self) -> bool {
        self.is_side
    }
    /// Is it a polygon that stores all its corners?
    #[inline]
    pub fn is_polygon(&self) -> bool {
        (3..MOST).contains(&self.corners.len()) && self.outline == Outline::Corners
    }

    /// Moves the face outward by the rounding radius, multiplies all lengths by `scale`, and applies
    /// `motion`.
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

    /// Merges neighbouring corners that coincide within rounding error, because an edge between them has no
    /// direction. All lengths are up to about 1. A rim with such corners becomes a point.
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

    /// Reduces a face that is too steep to rest on. A polygon becomes its edge that falls least along
    /// `direction`. Anything else becomes `top`, the support point.
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

    /// The corner that is farthest along a direction; the first of several.
    fn highest(&self, direction: W) -> usize {
        let height = |i: usize| self.corners[i].point.dot(direction);
        (1..self.corners.len()).fold(0, |m, i| if height(i) > height(m) { i } else { m })
    }

    /// The one of the two edges at the highest corner that falls less.
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
        // Does not fail: callers with more corners thin them out.
        let _ = self.corners.try_push(Corner { point, vertex, edge });
    }

    /// Sets the face of a 3D polytope that faces `direction` most.
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
            // The signed square of the sine.
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
            // In a flat hull two edges lead to each neighbouring vertex, with a face of the rim between
            // them. Of the two, this takes the edge beside the higher face.
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

    /// Sets the face of a 3D polytope that has the number `face`. It must face `direction`.
    #[inline]
    #[doc(hidden)]
    pub fn set_facet(&mut self, facets: &Facets<'_>, face: u32, direction: W) {
        let (t, vertices) = (facets.topology(), facets.vertices());
        let vertex = |v: u32| Vertex { point: from_space(vertices.get(v)), id: v };
        let normal = from_space(facets.normals().get(face));
        let mut edges = t.face_edges(face);
        let count = edges.clone().count();
        let mut edge = edges.next().unwrap_or(0);
        let around = (0..count).map(|_| {
            let here = edge;
            edge = t.next(here);
            (vertex(t.origin(here)), here / 2)
        });
        self.set_polygon(around, normal, face);
        // A flat hull's rim consists of faces with two corners, whose normals are in the hull's plane.
        // Such a face is an edge of the surface, and its rounding faces every direction perpendicular to
        // the edge.
        if let [p, q] = self.corners[..]
            && let Some(normal) =
                (q.point - p.point).unit_along().and_then(|edge| across(edge, direction))
        {
            self.normal = normal;
        }
    }

    /// Sets the front or the back of a triangle in 3D.
    pub(super) fn set_triangle(&mut self, corners: [W; 3], direction: W) {
        let vertex = |i: usize| Vertex { point: corners[i], id: i as u32 };
        let Some(front) = hull::area(corners.iter().map(|p| space(*p))).unit_along() else {
            // A triangle flattened to a line: its ends are the two corners farthest apart.
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

    /// Sets the flatter of the two edges at corner `top` of a convex outline in 2D, in either orientation.
    /// `top` is the corner farthest along `direction`.
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
        // Products of tiny lengths underflow.
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

impl<W: DVector> Default for Face<W> {
    fn default() -> Self {
        Self::new()
    }
}

/// The unit vector perpendicular to an edge that is nearest to a direction. `edge` has length 1.
/// `None` if the direction is parallel to the edge.
///
/// Subtracting the direction's component along the edge leaves an error of the size of that component's
/// rounding. If little is left, the error is a large part of it, and it may be along the edge. So the
/// component along the edge is subtracted again. If this removes most of what was left, that was only
/// rounding error. Twice is enough (Kahan, in Parlett, "The symmetric eigenvalue problem", 1980,
/// section 6.9).
#[inline]
fn across<W: DVector>(edge: W, direction: W) -> Option<W> {
    /// The squared sine of the angle to the edge above which one subtraction is enough. An angle of 1e-3
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
