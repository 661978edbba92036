//! Tracing: an algorithm reports each of its steps to an observer.
//!
//! The observer is a type parameter. For `()` all of it folds away, so the text that people
//! step through in a debugger or see drawn on a page is the text that runs.

use alloc::vec::Vec;

use crate::answer::{Algorithm, End, Feature, FeatureId};
use crate::number::Scalar;
use crate::shape::Face;
use crate::shape::difference::Pair;
use crate::space::Vector;

/// One step. Points are those of the Minkowski difference of the cores, in A's frame, and
/// lengths are in the unit of the input, whatever precision the algorithm runs in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step<'s, W: Vector> {
    /// An algorithm begins.
    Start {
        /// Which.
        algorithm: Algorithm,
        /// 32 or 64: the precision it runs in.
        bits: u32,
    },
    /// The support point along a direction was found.
    Support {
        /// In A's frame, of any length.
        direction: W,
        /// The support point of A, in A's frame.
        a: W,
        /// The support point of B, in B's frame.
        b: W,
        /// The difference of the two, in A's frame: it is `a` less the support point of B in A's frame.
        point: W,
        /// The numbers of both in their shapes, or [`NO_ID`](crate::shape::NO_ID).
        ids: [u32; 2],
    },
    /// The simplex was reduced to the corners that hold its point nearest the origin. Of boolean GJK
    /// it is the feature that the origin lies beyond, or at the end what holds it.
    Simplex {
        /// 1 to 4 corners.
        corners: &'s [W],
        /// The numbers of the two points that each is made of, as in a support point.
        ids: &'s [[u32; 2]],
        /// The corners' weights in the nearest point.
        weights: &'s [f64],
        /// The nearest point; the origin where it is inside.
        closest: W,
    },
    /// What EPA starts from; in the plane, also what it has become after a corner.
    Polytope {
        /// In the plane a ring, counterclockwise.
        corners: &'s [W],
        /// In space, by their numbers, the corners of each face, counterclockwise seen from outside. In
        /// the plane face i runs from corner i to the next.
        faces: &'s [[u32; 3]],
        /// The distance of each face from the origin.
        distances: &'s [f64],
    },
    /// A face of the polytope was taken up: the one nearest the origin.
    Face {
        /// Which one. In the plane faces are numbered anew with each ring.
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
        /// How many faces it saw and replaced.
        removed: u32,
        /// How many faces it gave.
        added: u32,
        /// The numbers of the faces that it saw.
        seen: &'s [u32],
        /// In space the edges between faces that it saw and others, as numbers of corners, in the order
        /// of their loop. The new corner has the next number, and makes a face with each edge: edge first,
        /// in this order, with the next numbers.
        horizon: &'s [[u32; 2]],
        /// In space the distances of the new faces from the origin.
        distances: &'s [f64],
    },
    /// The overlap of the projections along an axis was taken.
    Axis {
        /// Of length 1, in A's frame, from A to B.
        axis: W,
        /// By how much the projections overlap; negative where there is a gap.
        overlap: f64,
        /// What the axis is perpendicular to.
        feature: Feature,
    },
    /// A bound ruled out axes of one polytope: none of these can have less overlap than the best.
    Skip {
        /// Are they of B? Else of A.
        of_b: bool,
        /// The numbers of faces.
        faces: &'s [u32],
        /// The numbers of edges: axes across one of them and any edge of the other.
        edges: &'s [u32],
        /// The vertex of the other that proves it, where one does.
        by: Option<u32>,
        /// The least overlap so far.
        best: f64,
    },
    /// On the Gauss map an arc of -B leaves a cell of A through a border: there the axis across both
    /// edges is.
    Cross {
        /// The number of the edge of B.
        arc: u32,
        /// The number of the vertex of A.
        cell: u32,
        /// The number of the edge of A.
        border: u32,
        /// The number of the vertex of A whose cell comes next.
        next: u32,
        /// Of length 1, in A's frame.
        axis: W,
    },
    /// The bounds on the cores' clearance so far.
    Bounds {
        /// From the best axis.
        lower: f64,
        /// From the nearest point found, or the polytope.
        upper: f64,
    },
    /// An axis was proven to keep two moving shapes apart over a stretch of time.
    Stretch {
        /// From this time on.
        from: f64,
        /// Until then; infinite where it keeps them apart for good.
        to: f64,
        /// Of length 1, from A to B, in A's frame at the start of the motion.
        axis: W,
    },
    /// What faces the other shape across the normal of a contact: a face, an edge or a corner of each;
    /// of a half-space nothing.
    Facing {
        /// Of length 1, from A to B.
        normal: W,
        /// The corners of A's face, rounding included. Of a rim four.
        a: &'s [W],
        /// The same of B, in A's frame.
        b: &'s [W],
    },
    /// Seen along the normal, an edge of one face was cut by the border of the other.
    Cut {
        /// Is it of B's face? Else of A's.
        of_b: bool,
        /// The number of the edge in its shape.
        edge: u32,
        /// Both ends of the edge.
        ends: [W; 2],
        /// The ends of what is over the other face, on the edge; `None` if nothing is.
        left: &'s [W],
        /// The numbers of the edges of the other that cut at either end, where one does.
        by: [Option<u32>; 2],
    },
    /// A place where the shapes face each other within the margin.
    Touch {
        /// On A.
        a: W,
        /// On B, in A's frame.
        b: W,
        /// From A to B along the normal; negative where they overlap.
        separation: f64,
        /// What lies there.
        feature: FeatureId,
    },
    /// Of the places where the shapes face each other these are the points of the contact.
    Keep {
        /// Their numbers, in the order in which they were told.
        kept: &'s [u32],
    },
    /// The algorithm ended.
    Finish {
        /// Why.
        end: End,
    },
}

/// An observer of steps.
pub trait Trace<W: Vector> {
    /// Returns false if the observer ignores all steps; then no step is even built.
    #[inline]
    fn watches(&self) -> bool {
        true
    }
    /// Takes a step.
    fn step(&mut self, step: Step<'_, W>);
}

/// The observer that ignores all steps.
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

/// The observer that is nobody, as a type parameter: `()`, for which all of it folds away, or behind
/// a pointer where the feature `small` asks for little code, as all observers are then.
#[cfg(not(feature = "small"))]
macro_rules! nobody {
    ($W:ty) => {
        &mut ()
    };
}
#[cfg(feature = "small")]
macro_rules! nobody {
    ($W:ty) => {
        &mut (&mut () as &mut dyn $crate::trace::Trace<$W>)
    };
}
pub(crate) use nobody;

/// What an algorithm holds to speak to its observer: it translates lengths of the scaled
/// difference into the unit of the input.
pub(crate) struct Watch<'t, T> {
    trace: &'t mut T,
    unit: f64,
    /// Of time, where there is any.
    tick: f64,
}

impl<'t, T> Watch<'t, T> {
    /// `scale` is the difference's.
    pub(crate) fn new(trace: &'t mut T, scale: f64) -> Self {
        Self { trace, unit: 1.0 / scale, tick: 1.0 }
    }
    /// As [`Watch::new`], for a motion whose times were multiplied by `rate`.
    pub(crate) fn moving(trace: &'t mut T, scale: f64, rate: f64) -> Self {
        Self { tick: 1.0 / rate, ..Self::new(trace, scale) }
    }
    pub(crate) fn start<V: Vector>(&mut self, algorithm: Algorithm)
    where
        T: Trace<V::Wide>,
    {
        let wide = V::Scalar::EPSILON.to_f64() == f64::EPSILON;
        self.tell(|_| Step::Start { algorithm, bits: if wide { 64 } else { 32 } });
    }
    /// Does anybody watch?
    #[inline]
    pub(crate) fn watches<W: Vector>(&self) -> bool
    where
        T: Trace<W>,
    {
        self.trace.watches()
    }
    pub(crate) fn support<V: Vector>(&mut self, direction: V, w: &Pair<V>)
    where
        T: Trace<V::Wide>,
    {
        self.tell(|unit| Step::Support {
            direction: direction.widen(),
            a: w.a.widen(),
            b: w.b.widen(),
            point: w.c.widen() * unit,
            ids: w.ids,
        });
    }
    pub(crate) fn simplex<V: Vector>(
        &mut self,
        pairs: &[Pair<V>],
        weights: &[V::Scalar],
        closest: V,
    ) where
        T: Trace<V::Wide>,
    {
        if self.trace.watches() {
            let mut corners = [V::Wide::ZERO; 4];
            let (mut ids, mut wide) = ([[0; 2]; 4], [0.0; 4]);
            for (i, (pair, weight)) in pairs.iter().zip(weights).enumerate().take(4) {
                (corners[i], ids[i], wide[i]) =
                    (pair.c.widen() * self.unit, pair.ids, weight.to_f64());
            }
            let len = pairs.len().min(4);
            let (corners, ids, weights) = (&corners[..len], &ids[..len], &wide[..len]);
            let closest = closest.widen() * self.unit;
            self.trace.step(Step::Simplex { corners, ids, weights, closest });
        }
    }
    /// The corners, the faces in space, and all distances, which are made only for an observer.
    pub(crate) fn polytope<W: Vector<Scalar = f64>>(
        &mut self,
        told: impl FnOnce() -> (Vec<W>, Vec<[u32; 3]>, Vec<f64>),
    ) where
        T: Trace<W>,
    {
        if self.trace.watches() {
            let (mut corners, faces, mut distances) = told();
            corners.iter_mut().for_each(|c| *c = *c * self.unit);
            distances.iter_mut().for_each(|d| *d *= self.unit);
            let (corners, distances) = (&corners[..], &distances[..]);
            self.trace.step(Step::Polytope { corners, faces: &faces, distances });
        }
    }
    pub(crate) fn face<W: Vector<Scalar = f64>>(
        &mut self,
        number: u32,
        corners: &[W],
        normal: W,
        distance: f64,
    ) where
        T: Trace<W>,
    {
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
    /// The faces seen, the horizon in space and the distances of new faces are made only for an
    /// observer.
    pub(crate) fn expand<W: Vector<Scalar = f64>>(
        &mut self,
        point: W,
        [removed, added]: [u32; 2],
        told: impl FnOnce() -> (Vec<u32>, Vec<[u32; 2]>, Vec<f64>),
    ) where
        T: Trace<W>,
    {
        if self.trace.watches() {
            let (seen, horizon, mut distances) = told();
            distances.iter_mut().for_each(|d| *d *= self.unit);
            let (seen, horizon, distances) = (&seen[..], &horizon[..], &distances[..]);
            let point = point * self.unit;
            self.trace.step(Step::Expand { point, removed, added, seen, horizon, distances });
        }
    }
    #[inline]
    pub(crate) fn axis<W: Vector<Scalar = f64>>(&mut self, axis: W, overlap: f64, feature: Feature)
    where
        T: Trace<W>,
    {
        self.tell(|unit| Step::Axis { axis, overlap: overlap * unit, feature });
    }
    /// The faces, the edges and the vertex, which are made only for an observer.
    pub(crate) fn skip<W: Vector>(
        &mut self,
        of_b: bool,
        best: f64,
        told: impl FnOnce() -> (Vec<u32>, Vec<u32>, Option<u32>),
    ) where
        T: Trace<W>,
    {
        if self.trace.watches() {
            let (faces, edges, by) = told();
            let (faces, edges, best) = (&faces[..], &edges[..], best * self.unit);
            self.trace.step(Step::Skip { of_b, faces, edges, by, best });
        }
    }
    pub(crate) fn cross<W: Vector>(&mut self, [arc, cell, border, next]: [u32; 4], axis: W)
    where
        T: Trace<W>,
    {
        self.tell(|_| Step::Cross { arc, cell, border, next, axis });
    }
    /// Bounds on the cores' clearance: negative in overlap.
    pub(crate) fn bounds<W: Vector>(&mut self, lower: f64, upper: f64)
    where
        T: Trace<W>,
    {
        self.tell(|unit| Step::Bounds { lower: lower * unit, upper: upper * unit });
    }
    pub(crate) fn stretch<W: Vector>(&mut self, [from, to]: [f64; 2], axis: W)
    where
        T: Trace<W>,
    {
        let tick = self.tick;
        self.tell(|_| Step::Stretch { from: from * tick, to: to * tick, axis });
    }
    /// Both faces across the normal, by their corners.
    pub(crate) fn facing<W: Vector<Scalar = f64, Wide = W>>(
        &mut self,
        normal: W,
        faces: [&Face<W>; 2],
    ) where
        T: Trace<W>,
    {
        if self.trace.watches() {
            let corners = |face: &Face<W>| -> Vec<W> {
                face.corners().iter().map(|corner| corner.point * self.unit).collect()
            };
            let [a, b] = faces.map(corners);
            self.trace.step(Step::Facing { normal, a: &a, b: &b });
        }
    }
    /// An edge of A's face, or of B's, and what is left of it.
    pub(crate) fn cut<W: Vector<Scalar = f64>>(
        &mut self,
        of_b: bool,
        edge: u32,
        ends: [W; 2],
        found: Option<([W; 2], [Option<u32>; 2])>,
    ) where
        T: Trace<W>,
    {
        let scaled = |ends: [W; 2]| ends.map(|p| p * self.unit);
        let left = found.map(|(left, _)| scaled(left));
        let by = found.map_or([None; 2], |(_, by)| by);
        let left = left.as_ref().map_or(&[][..], |left| &left[..]);
        self.trace.step(Step::Cut { of_b, edge, ends: scaled(ends), left, by });
    }
    pub(crate) fn touch<W: Vector<Scalar = f64>>(
        &mut self,
        [a, b]: [W; 2],
        separation: f64,
        feature: FeatureId,
    ) where
        T: Trace<W>,
    {
        self.tell(|unit| Step::Touch {
            a: a * unit,
            b: b * unit,
            separation: separation * unit,
            feature,
        });
    }
    pub(crate) fn keep<W: Vector>(&mut self, kept: &[u32])
    where
        T: Trace<W>,
    {
        self.trace.step(Step::Keep { kept });
    }
    pub(crate) fn finish<W: Vector>(&mut self, end: End)
    where
        T: Trace<W>,
    {
        self.tell(|_| Step::Finish { end });
    }
    #[inline]
    fn tell<W: Vector>(&mut self, step: impl FnOnce(f64) -> Step<'static, W>)
    where
        T: Trace<W>,
    {
        if self.trace.watches() {
            self.trace.step(step(self.unit));
        }
    }
}
