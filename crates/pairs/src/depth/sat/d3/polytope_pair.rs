//! Two polytopes and the overlap along an axis: the steps that all tests in 3D share.

use glam::DVec3;

use super::super::{Feature, Outcome};
use crate::hull::Facets;
use crate::number::binade;
use crate::space::Motion;
use crate::trace::{Trace, Watch};

/// Two polytopes and the pose of B in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct PolytopePair<'a> {
    #[doc(hidden)]
    pub a: InOwnFrame<'a>,
    #[doc(hidden)]
    pub b: InOwnFrame<'a>,
    #[doc(hidden)]
    pub start: DVec3,
    /// The overlap along the first axis and the vertices, if they are known beforehand.
    started: Option<(f64, [u32; 2])>,
    /// The feature that may be the best.
    guess: Feature,
    pub(in super::super) rounding: f64,
    /// A power of two that scales the size to between 1 and 2.
    pub(super) scale: f64,
}

/// Is it B's turn?
pub(super) const A_AND_B: [bool; 2] = [false, true];

/// One of the two polytopes in its own frame, and the other in this frame. For B, the roles are
/// exchanged: an axis is then in B's frame, from B to A.
#[derive(Clone, Copy, Debug)]
pub struct InOwnFrame<'a> {
    pub own: &'a Facets<'a>,
    pub other: &'a Facets<'a>,
    pub other_in_own: Motion<DVec3>,
}

impl<'a> PolytopePair<'a> {
    /// Two polytopes with at least one point each. `start` is the first axis to test, of any length, for
    /// example from a point inside A to a point inside B, in A's frame. `size` is at least the sum of the
    /// distances of the farthest vertices from their origins and of the distance of the origins.
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
            a: InOwnFrame { own: a, other: b, other_in_own: *b_in_a },
            b: InOwnFrame { own: b, other: a, other_in_own: inverse(b_in_a) },
            // A height is a sum of six products of lengths below `size`: gamma_8 with some room.
            rounding: 8.0 * f64::EPSILON * size,
            scale: 1.0 / binade(size),
        }
    }

    /// Gives the overlap along the first axis, which has length 1, and the indices of the farthest
    /// vertices, if the caller has computed them.
    #[inline]
    pub fn start_with(&mut self, start: DVec3, overlap: f64, vertices: [u32; 2]) {
        (self.start, self.started) = (start, Some((overlap, vertices)));
    }

    /// Gives a feature to test first, for example the best of the same hulls in the last query. An index
    /// that does not exist does no harm.
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

    /// Tests the axis of the guessed feature. False if there is none.
    pub(super) fn try_guess<T: Trace<DVec3>>(
        &self,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, DVec3, T>,
    ) -> bool {
        match self.guess {
            Feature::FaceA(face) => _ = self.try_face(false, face, best, watch),
            Feature::FaceB(face) => _ = self.try_face(true, face, best, watch),
            Feature::Edges(i, j) => {
                self.try_crossing(&self.arc_a(i), &self.arc_b(j), best, watch);
            }
            Feature::None => return false,
        }
        true
    }

    /// Tests the first axis. Its overlap is raised by rounding, so that a face or a pair of edges with
    /// the same axis replaces it.
    #[doc(hidden)]
    pub fn try_start<T: Trace<DVec3>>(
        &self,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, DVec3, T>,
    ) {
        let (overlap, vertices) = self.started.unwrap_or_else(|| self.overlap(self.start));
        self.take_axis(self.start, Feature::None, overlap, vertices, best, watch);
        best.overlap += self.rounding;
    }

    /// Overlaps and gaps up to this, including the rounding of the poses, count as a touch.
    pub fn touch(&self) -> f64 {
        8.0 * self.rounding
    }

    /// Is an overlap along some axis more than half of what the inner balls of both allow? Then they are
    /// deep in each other.
    #[inline]
    pub(super) fn is_deep(&self, overlap: f64) -> bool {
        let (a, b) = (self.a.own, self.b.own);
        a.is_solid() && b.is_solid() && 2.0 * overlap > a.inner_radius() + b.inner_radius()
    }

    /// Does one of the polytopes have a volume? Then no cell of the overlaid maps is half the sphere, and
    /// an overlap of 0 at its corners is an overlap of 0 inside.
    pub fn solid(&self) -> bool {
        self.a.own.is_solid() || self.b.own.is_solid()
    }

    /// A bound on how far the truth may be below the overlap along the faces: see [`Facets::slack`].
    pub fn slack(&self) -> f64 {
        self.a.own.slack() + self.b.own.slack() + self.rounding
    }

    /// The overlap along an axis of length 1 in A's frame, by the farthest vertices.
    fn overlap(&self, axis: DVec3) -> (f64, [u32; 2]) {
        let a = self.a.own.support(axis);
        let (b, point) = self.a.against(axis);
        (axis.dot(self.a.own.vertices().get(a) - point), [a, b])
    }

    /// Tests an axis of length 1 in A's frame. True if its overlap is the least so far.
    pub(super) fn try_axis<T: Trace<DVec3>>(
        &self,
        axis: DVec3,
        feature: Feature,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, DVec3, T>,
    ) -> bool {
        let (overlap, vertices) = self.overlap(axis);
        self.take_axis(axis, feature, overlap, vertices, best, watch)
    }

    fn take_axis<T: Trace<DVec3>>(
        &self,
        axis: DVec3,
        feature: Feature,
        overlap: f64,
        vertices: [u32; 2],
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, DVec3, T>,
    ) -> bool {
        best.counters.supports += 2;
        best.counters.axes += 1;
        watch.axis(axis, overlap, feature);
        best.offer(overlap, axis, feature, vertices)
    }

    /// A or B in its own frame.
    #[inline]
    pub(super) fn side(&self, of_b: bool) -> &InOwnFrame<'a> {
        if of_b { &self.b } else { &self.a }
    }

    /// Tests the normal of a face of A or B, and returns the other's farthest vertex against it.
    pub(super) fn try_face<T: Trace<DVec3>>(
        &self,
        of_b: bool,
        face: u32,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, DVec3, T>,
    ) -> u32 {
        let side = self.side(of_b);
        let vertex = side.against(side.own.normals().get(face)).0;
        best.counters.supports += 1;
        self.take_face(of_b, face, vertex, best, watch);
        vertex
    }

    /// The same with the other's farthest vertex given.
    #[doc(hidden)]
    pub fn take_face<T: Trace<DVec3>>(
        &self,
        of_b: bool,
        face: u32,
        vertex: u32,
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, DVec3, T>,
    ) {
        let side = self.side(of_b);
        let (overlap, normal) = side.above(face, vertex);
        let axis = if of_b { -self.a.other_in_own.rotate(normal) } else { normal };
        let feature = if of_b { Feature::FaceB(face) } else { Feature::FaceA(face) };
        best.counters.axes += 1;
        watch.axis(axis, overlap, feature);
        if overlap < best.overlap {
            let corner = side.nearest_corner(face, vertex);
            let vertices = if of_b { [vertex, corner] } else { [corner, vertex] };
            best.offer(overlap, axis, feature, vertices);
        }
    }
}

impl InOwnFrame<'_> {
    /// The farthest vertex of the other polytope against an axis, and its position in this one's frame.
    #[inline]
    pub fn against(&self, axis: DVec3) -> (u32, DVec3) {
        let vertex = self.other.support(self.other_in_own.unrotate(-axis));
        (vertex, self.point(vertex))
    }
    /// A vertex of the other polytope in this one's frame.
    #[inline]
    pub fn point(&self, vertex: u32) -> DVec3 {
        self.other_in_own.apply(self.other.vertices().get(vertex))
    }
    /// The height of a face above a vertex of the other polytope, and the face's normal.
    #[inline]
    fn above(&self, face: u32, vertex: u32) -> (f64, DVec3) {
        let normal = self.own.normals().get(face);
        (self.own.offsets()[face as usize] - normal.dot(self.point(vertex)), normal)
    }
    /// The corner of a face that is nearest to a vertex of the other polytope. All corners are equally
    /// far along the normal; this one gives the best bounds for the other polytope's faces around the
    /// vertex.
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
