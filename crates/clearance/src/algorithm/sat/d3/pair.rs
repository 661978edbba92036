//! Two polytopes, and the overlap along an axis: the steps that all tests in space share.

use glam::DVec3;

use super::super::{Feature, Outcome};
use crate::hull::Facets;
use crate::number::binade;
use crate::space::Motion;
use crate::trace::{Trace, Watch};

/// Two polytopes and how B stands in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct PolytopePair<'a> {
    pub(in super::super) a: Side<'a>,
    pub(in super::super) b: Side<'a>,
    pub(in super::super) start: DVec3,
    /// The overlap along the first axis and its vertices, where they are known beforehand.
    started: Option<(f64, [u32; 2])>,
    /// What may be the best.
    guess: Feature,
    pub(in super::super) rounding: f64,
    /// A power of two that brings the size to between 1 and 2.
    pub(super) scale: f64,
}

/// One of the two polytopes in its own frame, and the other as seen from there. What holds of A
/// holds of B with the roles exchanged: an axis is then in B's frame, from B to A.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Side<'a> {
    pub own: &'a Facets<'a>,
    pub other: &'a Facets<'a>,
    pub other_in_own: Motion<DVec3>,
}

impl<'a> PolytopePair<'a> {
    /// Two polytopes with at least a point each. `start` is the first axis to be tried, of any
    /// length: from a point inside A to one inside B, say, in A's frame. `size` is no less than
    /// the sum of the farthest vertices' distances from their origins and that of the origins.
    #[inline]
    pub fn new(
        a: &'a Facets<'a>,
        b: &'a Facets<'a>,
        b_in_a: &Motion<DVec3>,
        start: DVec3,
        size: f64,
    ) -> Self {
        Self {
            start: start.try_normalize().unwrap_or(DVec3::Z),
            started: None,
            guess: Feature::None,
            a: Side { own: a, other: b, other_in_own: *b_in_a },
            b: Side { own: b, other: a, other_in_own: inverse(b_in_a) },
            // A height is a sum of six products, of lengths below `size`: gamma_8 with room.
            rounding: 8.0 * f64::EPSILON * size,
            scale: 1.0 / binade(size),
        }
    }

    /// For who has taken the overlap along the first axis, which is of length 1, and knows the
    /// numbers of the farthest vertices.
    #[inline]
    pub fn start_with(&mut self, start: DVec3, overlap: f64, vertices: [u32; 2]) {
        (self.start, self.started) = (start, Some((overlap, vertices)));
    }

    /// For who knows what was the best of the same hulls the last time: it is tried first. A number
    /// that there is not is no harm.
    #[inline]
    pub fn guess(&mut self, feature: Feature) {
        let faces = |of: &Facets<'_>, face: u32| (face as usize) < of.topology().faces();
        let edges = |of: &Facets<'_>, edge: u32| (edge as usize) < of.topology().edges();
        let is_there = match feature {
            Feature::FaceA(face) => faces(self.a.own, face),
            Feature::FaceB(face) => faces(self.b.own, face),
            Feature::Edges(i, j) => edges(self.a.own, i) && edges(self.b.own, j),
            Feature::None => false,
        };
        self.guess = if is_there { feature } else { Feature::None };
    }

    /// Takes the overlap across what was guessed. False if there was no guess.
    #[inline]
    pub(super) fn try_guess<T: Trace<DVec3>>(
        &self,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, T>,
    ) -> bool {
        match self.guess {
            Feature::FaceA(face) => {
                self.try_face_a(face, best, watch);
            }
            Feature::FaceB(face) => {
                self.try_face_b(face, best, watch);
            }
            Feature::Edges(i, j) => {
                self.try_crossing(&self.arc_a(i), &self.arc_b(j), best, watch);
            }
            Feature::None => return false,
        }
        true
    }

    /// Takes the overlap along the first axis. It counts as more by rounding, so that a face or
    /// a pair of edges that lies across it takes its place.
    pub(super) fn try_start<T: Trace<DVec3>>(
        &self,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, T>,
    ) {
        let (overlap, vertices) = self.started.unwrap_or_else(|| self.overlap(self.start));
        self.take_axis(self.start, Feature::None, overlap, vertices, best, watch);
        best.overlap += self.rounding;
    }

    /// Overlaps and gaps up to this may be rounding, that of the poses included: the shapes
    /// touch.
    pub fn touch(&self) -> f64 {
        8.0 * self.rounding
    }

    /// Is an overlap along some axis more than half of what the balls inside of both reach? Then they
    /// are deep in each other.
    #[inline]
    pub(super) fn is_deep(&self, overlap: f64) -> bool {
        let (a, b) = (self.a.own, self.b.own);
        a.is_solid() && b.is_solid() && 2.0 * overlap > a.inner_radius() + b.inner_radius()
    }

    /// Has one of the polytopes a volume? Then no cell of the overlaid maps reaches around half
    /// the sphere, and an overlap of nothing at its corners is one of nothing within.
    pub fn solid(&self) -> bool {
        self.a.own.is_solid() || self.b.own.is_solid()
    }

    /// How far the truth may be below what the faces say: see [`Facets::slack`].
    pub fn slack(&self) -> f64 {
        self.a.own.slack() + self.b.own.slack() + self.rounding
    }

    /// The overlap along an axis of length 1 in A's frame, by the farthest vertices.
    fn overlap(&self, axis: DVec3) -> (f64, [u32; 2]) {
        let a = self.a.own.support(axis);
        let (b, point) = self.a.against(axis);
        (axis.dot(self.a.own.vertices().get(a) - point), [a, b])
    }

    /// Takes the overlap along an axis of length 1 in A's frame. True if it is the least so far.
    pub(super) fn try_axis<T: Trace<DVec3>>(
        &self,
        axis: DVec3,
        feature: Feature,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, T>,
    ) -> bool {
        let (overlap, vertices) = self.overlap(axis);
        self.take_axis(axis, feature, overlap, vertices, best, watch)
    }

    #[inline]
    fn take_axis<T: Trace<DVec3>>(
        &self,
        axis: DVec3,
        feature: Feature,
        overlap: f64,
        vertices: [u32; 2],
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, T>,
    ) -> bool {
        best.counters.supports += 2;
        best.counters.axes += 1;
        watch.axis(axis, overlap, feature);
        best.offer(overlap, axis, feature, vertices)
    }

    /// Takes the overlap along all faces of both.
    pub(super) fn try_faces<T: Trace<DVec3>>(
        &self,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, T>,
    ) {
        for face in 0..self.a.own.topology().faces() as u32 {
            self.try_face_a(face, best, watch);
        }
        for face in 0..self.b.own.topology().faces() as u32 {
            self.try_face_b(face, best, watch);
        }
    }

    /// Takes the overlap along the normal of a face of A, and gives B's deepest vertex there.
    pub(super) fn try_face_a<T: Trace<DVec3>>(
        &self,
        face: u32,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, T>,
    ) -> u32 {
        let normal = self.a.own.normals().get(face);
        best.counters.supports += 1;
        let vertex = self.a.against(normal).0;
        self.take_face_a(face, vertex, best, watch);
        vertex
    }

    /// Takes the overlap against the normal of a face of B, and gives A's farthest vertex there.
    pub(super) fn try_face_b<T: Trace<DVec3>>(
        &self,
        face: u32,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, T>,
    ) -> u32 {
        let normal = self.b.own.normals().get(face);
        let axis = -self.a.other_in_own.rotate(normal);
        best.counters.supports += 1;
        let vertex = self.b.against(normal).0;
        self.take_face_b(face, axis, vertex, best, watch);
        vertex
    }

    /// The same where B's farthest vertex is known.
    pub(super) fn take_face_a<T: Trace<DVec3>>(
        &self,
        face: u32,
        vertex: u32,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, T>,
    ) -> bool {
        let (overlap, normal) = self.a.above(face, vertex);
        best.counters.axes += 1;
        watch.axis(normal, overlap, Feature::FaceA(face));
        let vertices = || [self.a.nearest_corner(face, vertex), vertex];
        overlap < best.overlap && best.offer(overlap, normal, Feature::FaceA(face), vertices())
    }

    /// The same where A's farthest vertex is known, and the axis.
    pub(super) fn take_face_b<T: Trace<DVec3>>(
        &self,
        face: u32,
        axis: DVec3,
        vertex: u32,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, T>,
    ) -> bool {
        let (overlap, _) = self.b.above(face, vertex);
        best.counters.axes += 1;
        watch.axis(axis, overlap, Feature::FaceB(face));
        let vertices = || [vertex, self.b.nearest_corner(face, vertex)];
        overlap < best.overlap && best.offer(overlap, axis, Feature::FaceB(face), vertices())
    }
}

impl Side<'_> {
    /// The farthest vertex of the other against an axis, and where it is in this one's frame.
    #[inline]
    pub(super) fn against(&self, axis: DVec3) -> (u32, DVec3) {
        let vertex = self.other.support(self.other_in_own.unrotate(-axis));
        (vertex, self.point(vertex))
    }
    /// A vertex of the other in this one's frame.
    #[inline]
    pub(super) fn point(&self, vertex: u32) -> DVec3 {
        self.other_in_own.apply(self.other.vertices().get(vertex))
    }
    /// How far a face is above a vertex of the other, and the face's normal.
    #[inline]
    fn above(&self, face: u32, vertex: u32) -> (f64, DVec3) {
        let normal = self.own.normals().get(face);
        (self.own.offsets()[face as usize] - normal.dot(self.point(vertex)), normal)
    }
    /// The corner of a face that is nearest to a vertex of the other: of all corners, which are as
    /// far along the normal, it says the most of the other's faces around that vertex.
    #[inline]
    fn nearest_corner(&self, face: u32, vertex: u32) -> u32 {
        let (t, p) = (self.own.topology(), self.point(vertex));
        let mut nearest = (f64::INFINITY, 0);
        for edge in t.face_edges(face) {
            let corner = t.origin(edge);
            let square = (self.own.vertices().get(corner) - p).length_squared();
            nearest = if square < nearest.0 { (square, corner) } else { nearest };
        }
        nearest.1
    }
}

/// The pose of A in the frame of B.
#[inline]
fn inverse(b_in_a: &Motion<DVec3>) -> Motion<DVec3> {
    let [x, y, z] = b_in_a.columns;
    let columns = [DVec3::new(x.x, y.x, z.x), DVec3::new(x.y, y.y, z.y), DVec3::new(x.z, y.z, z.z)];
    Motion { columns, translation: -b_in_a.unrotate(b_in_a.translation) }
}
