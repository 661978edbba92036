//! Watching an algorithm think: it tells an observer each step it takes.
//!
//! The observer is a type parameter. For `()` all of it folds away, so the text that people
//! step through in a debugger or see drawn on a page is the text that runs.

use crate::answer::{Algorithm, End};
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
        /// The difference of the two, in A's frame.
        point: W,
    },
    /// The simplex was reduced to the corners that hold its point nearest the origin.
    Simplex {
        /// 1 to 4 corners.
        corners: &'s [W],
        /// The nearest point.
        closest: W,
    },
    /// A face of the polytope was taken up: the one nearest the origin.
    Face {
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
    },
    /// The bounds on the cores' clearance so far.
    Bounds {
        /// From the best axis.
        lower: f64,
        /// From the nearest point found, or the polytope.
        upper: f64,
    },
    /// The algorithm ended.
    Finish {
        /// Why.
        end: End,
    },
}

/// An observer of steps.
pub trait Trace<W: Vector> {
    /// False where nobody watches, so that no step is even made.
    const WATCHES: bool = true;
    /// Takes a step.
    fn step(&mut self, step: Step<'_, W>);
}

/// Nobody watches.
impl<W: Vector> Trace<W> for () {
    const WATCHES: bool = false;
    #[inline]
    fn step(&mut self, _: Step<'_, W>) {}
}

impl<W: Vector, T: Trace<W> + ?Sized> Trace<W> for &mut T {
    #[inline]
    fn step(&mut self, step: Step<'_, W>) {
        (**self).step(step);
    }
}
