//! Contact manifolds: from the clearance of a pair to the points where it touches.
//!
//! The clearance gives the normal n and one point. The face of A that faces B and the face of B that
//! faces A are projected on a plane perpendicular to n. The shapes face each other in the intersection of
//! the projections:
//!
//! ```text
//!      seen from the side              seen along the normal
//!
//!            \   B   /                 +-----------+
//!      ...    \_____/  <- height of B  |  A        |      o  corners of what is shared:
//!      gap       |                     |     o-----o--+      contact points
//!      ...   ____|____ <- height of A  |     |     |  |
//!           /    |A   \                +-----o-----o  |
//!                n                           |      B |
//!                                            +--------+
//! ```
//!
//! At each place of the plane, A has a height along n, B has one, and the separation is the difference.
//! Both are heights of points on the surfaces. So no separation is less than the clearance, which is the
//! least along n by definition. There is no reference face, so nothing depends on which shape is A.
//!
//! 1. The normal: that of the clearance, or that of a face if it is as good (`d3`).
//! 2. The faces, or edges where neither shape is nearly flat across n ([`Face`]).
//! 3. The corners of the projections' intersection (`d3/projection`, `d3/clip`).
//! 4. The corners on which polytopes would stand if they were tilted a little (`tilted`). The deepest
//!    point, if none of the corners is.
//! 5. If there are more than four points, the deepest and those that span the largest area (`d3/reduce`).
//!
//! For some pairs, a faster path gives the same points: two boxes ([`d3::boxes`]), and in 2D circles, capsules,
//! rectangles and polygons ([`d2`]).
//!
//! Corners are named by the features of both shapes there. Points within a thousandth of the smaller face
//! count as the same place, so that a corner over an edge has the same name on whichever side rounding
//! puts it.
//!
//! *Source.* The reference face and the clipping of Gregorius, "Robust contact creation for physics
//! simulations", GDC 2015. Unlike there, both faces are clipped in the plane perpendicular to the normal,
//! in the same way, and heights are kept apart from places.

mod candidates;
pub(crate) mod contact_pair;
pub mod d2;
pub mod d3;
pub(crate) mod points;
pub(crate) mod rest;
#[doc(hidden)]
pub mod tilted;

use arrayvec::ArrayVec;
use glam::DVec3;

use crate::answer::{Algorithm, Feature, FeatureId};
use crate::hull::{Built, Facets};
use crate::number::min;
use crate::shape::{Convex, Core, Face, Lowered, NO_ID, Vertex};
use crate::space::{DVector, Motion, Vector, from_space, space};

/// The clearance and its nearest points, in A's frame and in scaled lengths.
#[derive(Clone, Copy, Debug)]
pub struct Deepest<W> {
    /// From A to B, of length 1.
    pub normal: W,
    /// The points of both surfaces, `distance` apart along the normal.
    pub points: [W; 2],
    /// The clearance.
    pub distance: f64,
    /// The error bound of the clearance.
    pub accuracy: f64,
    /// The origin of the normal.
    pub aim: Aim,
    /// The shape to whose feature the normal is perpendicular, if it is known.
    pub owner: Owner,
    /// The face or the edges to which the normal is perpendicular, by index, if it is the clearance's
    /// normal.
    pub feature: Feature,
}

/// The feature of a polytope along the normal, by its index.
#[derive(Clone, Copy, Debug)]
enum On {
    Face(u32),
    Edge(u32),
}

impl<W> Deepest<W> {
    /// The known features of A and of B.
    fn parts(&self) -> [Option<On>; 2] {
        match self.feature {
            Feature::FaceA(face) => [Some(On::Face(face)), None],
            Feature::FaceB(face) => [None, Some(On::Face(face))],
            Feature::Edges(i, j) => [i, j].map(|edge| Some(On::Edge(edge))),
            Feature::None => [None; 2],
        }
    }
}

/// The shape or feature to which a normal belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A face of A, or A is a half-space.
    A,
    /// A face of B, or B is a half-space.
    B,
    /// An edge of each.
    Edges,
    /// No face and no pair of edges: the normal is along the gap, if there is one.
    Gap,
    /// The shape prescribes the normal, see [`Convex::contact_normal`].
    Wanted,
}

impl Owner {
    /// The same if A and B are exchanged. By index, because a processor cannot predict whose face it is.
    #[inline]
    #[doc(hidden)]
    pub fn swapped(self) -> Self {
        [Self::B, Self::A, Self::Edges, Self::Gap, Self::Wanted][self as usize]
    }
}

/// The origin of a normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// It is the normal of the clearance, as exactly as that is known: a face's may be better.
    Near,
    /// It is the normal of the clearance, and exact: that of a face, or perpendicular to two edges.
    Exact,
    /// It is not the normal of the clearance, because a shape prescribes another, see
    /// [`Convex::contact_normal`]. Along it the shapes are deeper than the clearance.
    Wanted,
}

/// A shape and its pose in A's frame, lengths scaled.
#[derive(Debug)]
pub struct PosedShape<'s, W: DVector> {
    /// The shape; `None` for a half-space.
    pub shape: Option<&'s Lowered<'s, W>>,
    /// Its facets, if it is a polytope in 3D.
    pub facets: Option<&'s Facets<'s>>,
    /// Its pose in A's frame, the translation scaled.
    pub motion: Motion<W>,
    /// The power of two by which all lengths are multiplied, so that their squares stay in range.
    pub scale: f64,
}

/// Two shapes.
#[derive(Debug)]
pub struct PosedShapes<'s, W: DVector> {
    /// The first shape.
    pub a: PosedShape<'s, W>,
    /// The second shape.
    pub b: PosedShape<'s, W>,
    /// An upper bound of all relevant coordinates, scaled.
    pub size: f64,
}

/// A contact point, in A's frame and in scaled lengths.
#[derive(Clone, Copy, Debug, Default)]
pub struct PatchPoint<W> {
    /// On A.
    pub a: W,
    /// On B.
    pub b: W,
    /// From A to B along the normal.
    pub separation: f64,
    /// The features of both shapes at the point.
    pub feature: FeatureId,
}

/// The result of a contact solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// The shapes touch within the margin. The points are in the [`Patch`] that the solver was given.
    Touching {
        /// Of the cores, in the unit of the input.
        clearance: f64,
    },
    /// There are no points within the margin.
    Apart {
        /// The clearance of the shapes is proven to be no less; NaN or an infinity if nothing is proven.
        at_least: f64,
    },
    /// There are no points within the margin along the normal that a shape prescribes, or a shape refuses
    /// the contact: see [`Convex::contact_normal`].
    Refused,
    /// The solver does not decide the pair, because rounding could change the answer.
    Open,
}

/// The points of a manifold, in A's frame. A solver gets an empty patch and fills it: a patch is large,
/// and would be copied if it was returned.
#[derive(Clone, Debug)]
pub struct Patch<W> {
    /// From A to B, of length 1.
    pub normal: W,
    /// The shape or feature to which the normal belongs.
    pub owner: Owner,
    /// The unit of the lengths.
    pub unit: f64,
    /// The algorithm that found the normal.
    pub algorithm: Algorithm,
    touches: ArrayVec<PatchPoint<W>, 4>,
}

impl<W: Vector> Patch<W> {
    /// An empty patch.
    pub fn empty() -> Self {
        let (normal, owner, algorithm) = (W::ZERO, Owner::Gap, Algorithm::Auto);
        Self { normal, owner, unit: 1.0, algorithm, touches: ArrayVec::new() }
    }
    /// Removes all points and sets the normal and owner of the points that follow.
    pub fn begin(&mut self, normal: W, owner: Owner) {
        (self.normal, self.owner) = (normal, owner);
        self.touches.clear();
    }
    /// Adds a point. There may not be more than four, because the fifth might be the deepest.
    pub fn push(&mut self, touch: PatchPoint<W>) {
        debug_assert!(!self.touches.is_full(), "a fifth point");
        let _ = self.touches.try_push(touch);
    }
    /// Takes the result for A and B exchanged, in B's frame.
    pub fn swap(&mut self, b_in_a: &Motion<W>)
    where
        W: DVector,
    {
        self.normal = -b_in_a.rotate(self.normal);
        self.owner = self.owner.swapped();
        for touch in &mut self.touches {
            let [a, b] = [touch.b, touch.a].map(|p| b_in_a.apply(p));
            *touch = PatchPoint { a, b, feature: touch.feature.swapped(), ..*touch };
        }
    }
    /// The points: empty if all are beyond the margin.
    pub fn points(&self) -> &[PatchPoint<W>] {
        &self.touches
    }
}

impl<W: DVector> PatchPoint<W> {
    /// Converts a point from a solver that works in 3D only.
    fn from_space(PatchPoint { a, b, separation, feature }: PatchPoint<DVec3>) -> Self {
        Self { a: from_space(a), b: from_space(b), separation, feature }
    }
}

/// A face is flat along the normal if the cosine between both normals is above this: 11 degrees. If no
/// face is, edges or corners meet. If the margin is more than a fifth of the size of the faces, this
/// decides whether points far from the deepest are reported.
const FLAT: f64 = 0.98;

/// A face that is steeper than this has no usable height over its projection: rounding errors grow by the
/// reciprocal.
const STEEP: f64 = 1.0 / 16.0;

/// Points nearer to each other than this, relative to the smaller face, are at the same place.
const NEAR: f64 = 1.0 / 1024.0;

/// The rounding of heights and places, relative to the size of the pair: a place is a product of three
/// sums with unit vectors, and a height over a face that is not steep has as many again.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Another normal is tried instead of the clearance's if they are as near as this: the cosine of 1e-3
/// rad. Curved shapes give the normal to 1e-5 rad or better.
const SETTLED: f64 = 1.0 - 5e-7;

impl<W: DVector> PosedShapes<'_, W> {
    /// Is the normal of the clearance better than another one that was tried, with which no point is as
    /// deep as the clearance? With the right normal, the points of the clearance are above each other.
    fn refuted(&self, tried: W, deepest: &Deepest<W>) -> bool {
        let [from, to] = deepest.points;
        let aside = |n: W| ((to - from) - n * n.dot(to - from)).norm();
        aside(tried) > aside(deepest.normal) + ROUNDING * self.size
    }

    /// The normal of the clearance, or an equally good one: that of a face, or the direction from point
    /// to point. Any axis gives a lower bound of the clearance; of those that give the same bound, one
    /// that is exact to the last digit is better.
    fn settled(&self, deepest: &Deepest<W>, [face_a, face_b]: [&Face<W>; 2]) -> (W, Owner) {
        let normal = deepest.normal;
        let mut best = (normal, deepest.owner);
        if deepest.aim != Aim::Near {
            return best;
        }
        // Not by `zip`, which copies both points before they are read.
        let gap = |n: W| match (&self.a.top(n), &self.b.top(-n)) {
            (Some(a), Some(b)) => n.dot(b.point - a.point),
            _ => f64::NEG_INFINITY,
        };
        let [from, to] = deepest.points;
        // The normal of a segment in 3D turns around it with the direction: it belongs to no face.
        let owner = |face: &Face<_>, owner| {
            if W::DIM == 2 || face.is_broad() { owner } else { Owner::Gap }
        };
        let candidates = [
            self.a.normal_of(face_a).map(|along| (along, owner(face_a, Owner::A))),
            self.b.normal_of(face_b).map(|along| (-along, owner(face_b, Owner::B))),
            (deepest.distance > 0.0).then_some((to - from, Owner::Gap)),
        ];
        // In most cases no candidate is near. Then `gap(normal)` is never computed.
        let mut most = None;
        for (along, owner) in candidates.into_iter().flatten() {
            let Some(other) = along.unit_along() else { continue };
            if other == best.0 && best.1 == Owner::Gap {
                // It is the face's already.
                best.1 = owner;
            }
            if other == best.0 || other.dot(normal) < SETTLED {
                continue;
            }
            let (least, here) =
                (*most.get_or_insert_with(|| gap(normal) - ROUNDING * self.size), gap(other));
            // The normal of a face stays, so another one has to be better.
            let is_as_good = owner != Owner::Gap || best.1 == Owner::Gap;
            if here > least || is_as_good && here == least {
                (best, most) = ((other, owner), Some(here));
            }
        }
        best
    }
}

impl<W: DVector> PosedShape<'_, W> {
    /// Sets `face` to the core's face along a direction. The direction is in A's frame, the face in the
    /// shape's.
    fn face(&self, direction: W, face: &mut Face<W>) {
        let local = self.motion.unrotate(direction);
        match self.shape {
            Some(shape) => shape.face(local, face),
            None => face.set_plane(local),
        }
    }
    /// The same if the feature of a hull along the direction may be known: a face, or the flatter of the
    /// two faces at an edge.
    fn face_on(&self, direction: W, on: Option<On>, face: &mut Face<W>) {
        let Some(facets) = self.hull() else { return self.face(direction, face) };
        let along = self.motion.unrotate(direction);
        let number = match on {
            None => return face.set_facet_along(facets, along),
            Some(On::Face(number)) => number,
            Some(On::Edge(edge)) => {
                let local = space(along);
                let cosine = |face: u32| facets.normals().get(face).dot(local);
                let [u, v] = facets.topology().arc(edge);
                if cosine(v) > cosine(u) { v } else { u }
            }
        };
        face.set_facet(facets, number, along);
    }
    /// The same along another direction that is nearly equal.
    fn turn(&self, face: &mut Face<W>, direction: W) {
        // A round core has another line there, or touches at another end of its radius.
        if !face.is_polygon() {
            self.face(direction, face);
        }
    }
    /// The normal of a face, in A's frame; `None` if it is only the direction.
    fn normal_of(&self, face: &Face<W>) -> Option<W> {
        (face.corners().len() > 1).then(|| self.motion.rotate(face.normal))
    }
    /// The cosine between a face and a direction.
    fn upright(&self, face: &Face<W>, direction: W) -> f64 {
        self.motion.rotate(face.normal).dot(direction)
    }
    /// The farthest point of the core along a direction, in the shape's frame.
    fn farthest(&self, direction: W) -> Option<Vertex<W>> {
        Some(self.shape?.support_wide(self.motion.unrotate(direction), NO_ID))
    }
    /// The farthest point of the surface along a direction of length 1, in A's frame.
    fn top(&self, direction: W) -> Option<Vertex<W>> {
        let Vertex { point, id } = self.farthest(direction)?;
        let radius = self.radius() * self.scale;
        Some(Vertex { point: self.motion.apply(point * self.scale) + direction * radius, id })
    }
    /// Is the farthest corner of a face along its direction also the farthest point of the surface, as on
    /// all polytopes without radius?
    fn is_sharp(&self, face: &Face<W>) -> bool {
        let Some(shape) = self.shape else { return false };
        !shape.core().is_curved() && shape.radius() == 0.0 && face.is_polygon()
    }
    /// The facets of a hull, whose faces and edges have the indices of its feature names.
    fn hull(&self) -> Option<&Facets<'_>> {
        self.facets.filter(|_| self.shape.and_then(Lowered::built).is_some_and(Built::has_faces))
    }
    /// A point of the core, in A's frame.
    fn placed(&self, point: W) -> W {
        self.motion.apply(point * self.scale)
    }
    /// Reduces a face that is too steep along `direction` to the neighbourhood of the farthest point of
    /// the core.
    fn reduce(&self, face: &mut Face<W>, direction: W) {
        if let Some(top) = self.farthest(direction) {
            face.reduce(top, self.motion.unrotate(direction));
        }
    }
    /// Turns a face of the core into a face of the surface, in A's frame.
    fn place(&self, face: &mut Face<W>) {
        face.place(&self.motion, self.radius(), self.scale);
    }
    /// Is the core smooth, without a corner, edge or rim? A thin ellipsoid counts as having a rim if its
    /// least radius of curvature R is a small share of `size`: a place on it is known to e = `size` / 65,536,
    /// which changes the height of the surface by e^2 / (2 R).
    fn is_smooth(&self, size: f64) -> bool {
        const ROUND: f64 = 1.0 / 1024.0;
        let Some(shape) = self.shape else { return false };
        match shape.core() {
            Core::Ellipsoid(radii) => {
                let most = radii.max_abs();
                let least = (0..W::DIM).fold(most, |m, i| min(m, radii.get(i)));
                let curvature = least * (least / most) + self.radius();
                curvature * self.scale >= ROUND * size
            }
            Core::Custom => true,
            _ => false,
        }
    }
    fn radius(&self) -> f64 {
        self.shape.map_or(0.0, Lowered::radius_wide)
    }
}
