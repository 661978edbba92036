//! Tracing: an algorithm reports each of its steps to an observer.
//!
//! The observer is a type parameter. For `()` the compiler removes all tracing, so the same source serves
//! for a debugger, for the page in the browser and for fast queries.

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::answer::{Algorithm, End, Feature, FeatureId};
use crate::shape::Face;
use crate::shape::difference::Pair;
use crate::space::{DVector, Vector};

/// One step. Points are those of the Minkowski difference of the cores, in A's frame. Lengths are in the
/// unit of the input, whatever precision the algorithm runs in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step<'s, W: Vector> {
    /// An algorithm begins.
    Start {
        /// The algorithm.
        algorithm: Algorithm,
        /// The precision in which it runs: 32 or 64.
        bits: u32,
    },
    /// A support point was computed.
    Support {
        /// The direction, in A's frame, of any length.
        direction: W,
        /// The support point of A, in A's frame.
        a: W,
        /// The support point of B, in B's frame.
        b: W,
        /// The difference of the two, in A's frame: `a` minus the support point of B in A's frame.
        point: W,
        /// The vertex numbers of both support points, or [`NO_ID`](crate::shape::NO_ID).
        ids: [u32; 2],
    },
    /// The simplex was reduced to the feature that contains its point nearest to the origin. For boolean
    /// GJK: to the feature beyond which the origin lies, or at the end to the simplex that contains the
    /// origin.
    Simplex {
        /// 1 to 4 corners.
        corners: &'s [W],
        /// The vertex numbers of the two support points of each corner, as in `Support`.
        ids: &'s [[u32; 2]],
        /// The weights of the corners in the nearest point.
        weights: &'s [f64],
        /// The nearest point, or the origin if it is inside.
        closest: W,
    },
    /// The polytope with which EPA starts; in 2D also after each new corner.
    Polytope {
        /// In 2D, a ring, counterclockwise.
        corners: &'s [W],
        /// In 3D, the corners of each face by their indices, counterclockwise seen from outside. In 2D,
        /// face i runs from corner i to the next.
        faces: &'s [[u32; 3]],
        /// The distance of each face from the origin.
        distances: &'s [f64],
    },
    /// EPA selected a face of the polytope: the one nearest to the origin.
    Face {
        /// The index of the face. In 2D, faces are numbered anew with each ring.
        number: u32,
        /// 2 corners in 2D, 3 in 3D.
        corners: &'s [W],
        /// Its outward unit normal.
        normal: W,
        /// Its distance from the origin.
        distance: f64,
    },
    /// The polytope grew by a corner.
    Expand {
        /// The new corner.
        point: W,
        /// The number of faces that were visible from the new corner, and were removed.
        removed: u32,
        /// The number of new faces.
        added: u32,
        /// The indices of the removed faces.
        seen: &'s [u32],
        /// In 3D, the edges between removed and remaining faces, as corner indices, in the order of their
        /// loop. The new corner has the next corner index. It makes a face with each edge, in this order,
        /// with the next face indices.
        horizon: &'s [[u32; 2]],
        /// In 3D, the distances of the new faces from the origin.
        distances: &'s [f64],
    },
    /// The overlap of the projections along an axis was computed.
    Axis {
        /// A unit vector in A's frame, from A to B.
        axis: W,
        /// The length of the overlap of the projections; negative for a gap.
        overlap: f64,
        /// The features to which the axis is perpendicular.
        feature: Feature,
    },
    /// A bound ruled out axes of one polytope: none of them can have less overlap than the best.
    Skip {
        /// Do the faces and edges belong to B? Otherwise they belong to A.
        of_b: bool,
        /// The indices of faces.
        faces: &'s [u32],
        /// The indices of edges: the axes perpendicular to one of them and any edge of the other
        /// polytope.
        edges: &'s [u32],
        /// The vertex of the other polytope that proves it, if one vertex does.
        by: Option<u32>,
        /// The least overlap so far.
        best: f64,
    },
    /// On the Gauss map, an arc of -B leaves a cell of A through the cell's border. The axis
    /// perpendicular to both edges is there.
    Cross {
        /// The index of the edge of B.
        arc: u32,
        /// The index of the vertex of A.
        cell: u32,
        /// The index of the edge of A.
        border: u32,
        /// The index of the vertex of A whose cell is next.
        next: u32,
        /// A unit vector in A's frame.
        axis: W,
    },
    /// The bounds on the cores' clearance so far.
    Bounds {
        /// From the best axis.
        lower: f64,
        /// From the nearest point found, or the polytope.
        upper: f64,
    },
    /// An axis was proven to separate two moving shapes over a stretch of time.
    Stretch {
        /// The begin of the stretch.
        from: f64,
        /// The end of the stretch; infinite if the axis separates the shapes forever.
        to: f64,
        /// A unit vector from A to B, in A's frame at the start of the motion.
        axis: W,
    },
    /// The features of a contact that face each other along the normal: a face, an edge or a corner of
    /// each shape. A half-space has no corners.
    Facing {
        /// A unit vector from A to B.
        normal: W,
        /// The corners of A's feature, including the rounding radius. Four points for a rim.
        a: &'s [W],
        /// The corners of B's feature, in A's frame.
        b: &'s [W],
    },
    /// An edge of one face was clipped by the border of the other, seen along the normal.
    Cut {
        /// Does the edge belong to B's face? Otherwise it belongs to A's.
        of_b: bool,
        /// The index of the edge in its shape.
        edge: u32,
        /// Both ends of the edge.
        ends: [W; 2],
        /// The ends of the part of the edge that is over the other face; empty if no part is.
        left: &'s [W],
        /// The indices of the other face's edges that clip each end, if one does.
        by: [Option<u32>; 2],
    },
    /// A point at which the shapes face each other within the margin.
    Touch {
        /// The point on A.
        a: W,
        /// The point on B, in A's frame.
        b: W,
        /// The distance from A to B along the normal; negative if the shapes overlap.
        separation: f64,
        /// The features of both shapes at the point.
        feature: FeatureId,
    },
    /// The points that the contact keeps, out of all that were reported as `Touch`.
    Keep {
        /// Their indices, in the order in which they were reported.
        kept: &'s [u32],
    },
    /// The algorithm ended.
    Finish {
        /// The reason.
        end: End,
    },
}

/// An observer of steps.
pub trait Trace<W: Vector> {
    /// Returns false if the observer ignores all steps. Then no step is built.
    #[inline]
    fn watches(&self) -> bool {
        true
    }
    /// Receives a step.
    fn step(&mut self, step: Step<'_, W>);
}

/// The observer that ignores all steps, for which the compiler removes all tracing.
impl<W: Vector> Trace<W> for () {
    #[inline]
    fn watches(&self) -> bool {
        false
    }
    #[inline]
    fn step(&mut self, _: Step<'_, W>) {}
}

impl<W: Vector, T: Trace<W> + ?Sized> Trace<W> for &mut T {
    #[inline]
    fn watches(&self) -> bool {
        (**self).watches()
    }
    #[inline]
    fn step(&mut self, step: Step<'_, W>) {
        (**self).step(step);
    }
}

/// The algorithm's access to its observer. It converts lengths of the scaled difference to the unit of
/// the input.
#[doc(hidden)]
pub struct Watch<'t, W, T> {
    trace: &'t mut T,
    unit: f64,
    /// The unit of time, for motions.
    tick: f64,
    vector: PhantomData<W>,
}

impl<'t, W: DVector, T: Trace<W>> Watch<'t, W, T> {
    /// `scale` is the scale of the difference.
    pub fn new(trace: &'t mut T, scale: f64) -> Self {
        Self { trace, unit: 1.0 / scale, tick: 1.0, vector: PhantomData }
    }
    /// The same for a motion whose times were multiplied by `rate`.
    pub fn moving(trace: &'t mut T, scale: f64, rate: f64) -> Self {
        Self { tick: 1.0 / rate, ..Self::new(trace, scale) }
    }
    pub fn start(&mut self, algorithm: Algorithm) {
        self.tell(|_| Step::Start { algorithm, bits: 64 });
    }
    /// Is there an observer that receives steps?
    #[inline]
    pub fn watches(&self) -> bool {
        self.trace.watches()
    }
    pub fn support(&mut self, direction: W, w: &Pair<W>) {
        let Pair { a, b, ids, c } = *w;
        self.tell(|unit| Step::Support { direction, a, b, point: c * unit, ids });
    }
    pub fn simplex(&mut self, pairs: &[Pair<W>], weights: &[f64], closest: W) {
        if self.trace.watches() {
            let (mut corners, mut ids) = ([W::ZERO; 4], [[0; 2]; 4]);
            for (i, pair) in pairs.iter().enumerate().take(4) {
                (corners[i], ids[i]) = (pair.c * self.unit, pair.ids);
            }
            let len = pairs.len().min(4);
            let (corners, ids, weights) = (&corners[..len], &ids[..len], &weights[..len]);
            let closest = closest * self.unit;
            self.trace.step(Step::Simplex { corners, ids, weights, closest });
        }
    }
    /// Reports the corners, the faces in 3D, and all distances. They are computed only for an observer.
    pub fn polytope(&mut self, details: impl FnOnce() -> (Vec<W>, Vec<[u32; 3]>, Vec<f64>)) {
        if self.trace.watches() {
            let (mut corners, faces, mut distances) = details();
            corners.iter_mut().for_each(|c| *c = *c * self.unit);
            distances.iter_mut().for_each(|d| *d *= self.unit);
            let (corners, distances) = (&corners[..], &distances[..]);
            self.trace.step(Step::Polytope { corners, faces: &faces, distances });
        }
    }
    pub fn face(&mut self, number: u32, corners: &[W], normal: W, distance: f64) {
        if self.trace.watches() {
            let mut scaled = [W::ZERO; 3];
            for (s, c) in scaled.iter_mut().zip(corners) {
                *s = *c * self.unit;
            }
            let corners = &scaled[..corners.len().min(3)];
            let distance = distance * self.unit;
            self.trace.step(Step::Face { number, corners, normal, distance });
        }
    }
    /// Reports the new corner. The removed faces, the horizon in 3D and the distances of the new faces
    /// are computed only for an observer.
    pub fn expand(
        &mut self,
        point: W,
        [removed, added]: [u32; 2],
        details: impl FnOnce() -> (Vec<u32>, Vec<[u32; 2]>, Vec<f64>),
    ) {
        if self.trace.watches() {
            let (seen, horizon, mut distances) = details();
            distances.iter_mut().for_each(|d| *d *= self.unit);
            let (seen, horizon, distances) = (&seen[..], &horizon[..], &distances[..]);
            let point = point * self.unit;
            self.trace.step(Step::Expand { point, removed, added, seen, horizon, distances });
        }
    }
    #[inline]
    pub fn axis(&mut self, axis: W, overlap: f64, feature: Feature) {
        self.tell(|unit| Step::Axis { axis, overlap: overlap * unit, feature });
    }
    /// Reports the faces, the edges and the vertex. They are computed only for an observer.
    pub fn skip(
        &mut self,
        of_b: bool,
        best: f64,
        details: impl FnOnce() -> (Vec<u32>, Vec<u32>, Option<u32>),
    ) {
        if self.trace.watches() {
            let (faces, edges, by) = details();
            let (faces, edges, best) = (&faces[..], &edges[..], best * self.unit);
            self.trace.step(Step::Skip { of_b, faces, edges, by, best });
        }
    }
    pub fn cross(&mut self, [arc, cell, border, next]: [u32; 4], axis: W) {
        self.tell(|_| Step::Cross { arc, cell, border, next, axis });
    }
    /// Reports bounds on the clearance of the cores, which is negative if they overlap.
    pub fn bounds(&mut self, lower: f64, upper: f64) {
        self.tell(|unit| Step::Bounds { lower: lower * unit, upper: upper * unit });
    }
    pub fn stretch(&mut self, [from, to]: [f64; 2], axis: W) {
        let tick = self.tick;
        self.tell(|_| Step::Stretch { from: from * tick, to: to * tick, axis });
    }
    /// Reports the corners of both features that face each other.
    pub fn facing(&mut self, normal: W, faces: [&Face<W>; 2]) {
        if self.trace.watches() {
            let corners = |face: &Face<W>| -> Vec<W> {
                face.corners().iter().map(|corner| corner.point * self.unit).collect()
            };
            let [a, b] = faces.map(corners);
            self.trace.step(Step::Facing { normal, a: &a, b: &b });
        }
    }
    /// Reports an edge of A's face or of B's, and the part of it that is left.
    pub fn cut(
        &mut self,
        of_b: bool,
        edge: u32,
        ends: [W; 2],
        found: Option<([W; 2], [Option<u32>; 2])>,
    ) {
        let scaled = |ends: [W; 2]| ends.map(|p| p * self.unit);
        let left = found.map(|(left, _)| scaled(left));
        let by = found.map_or([None; 2], |(_, by)| by);
        let left = left.as_ref().map_or(&[][..], |left| &left[..]);
        self.trace.step(Step::Cut { of_b, edge, ends: scaled(ends), left, by });
    }
    pub fn touch(&mut self, [a, b]: [W; 2], separation: f64, feature: FeatureId) {
        self.tell(|unit| Step::Touch {
            a: a * unit,
            b: b * unit,
            separation: separation * unit,
            feature,
        });
    }
    pub fn keep(&mut self, kept: &[u32]) {
        self.trace.step(Step::Keep { kept });
    }
    pub fn finish(&mut self, end: End) {
        self.tell(|_| Step::Finish { end });
    }
    #[inline]
    fn tell(&mut self, step: impl FnOnce(f64) -> Step<'static, W>) {
        if self.trace.watches() {
            self.trace.step(step(self.unit));
        }
    }
}
