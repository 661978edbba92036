//! Algorithms that a query does not have itself: `clearance-lessons` hands them in, those of the plane to queries in the
//! plane, so that a program about one of both does not have the solvers of the other.

use core::marker::PhantomData;

use glam::{DVec2, DVec3};

use super::sat::{Outcome, d2, d3};
use crate::answer::Algorithm;
use crate::gjk::simplex::Simplex;
use crate::shape::difference::Difference;
use crate::space::{DVector, EntryPoint, Vector};
use crate::trace::Trace;

/// Which algorithm a query about these vectors uses: one of its own, by its name ([`Algorithm`]), or one of
/// `clearance::lessons`.
pub struct Method<V> {
    #[doc(hidden)]
    pub name: Algorithm,
    #[doc(hidden)]
    pub lesson: Option<&'static Lesson>,
    vectors: PhantomData<fn() -> V>,
}

impl<V> Method<V> {
    #[doc(hidden)]
    #[inline]
    pub fn new(name: Algorithm, lesson: Option<&'static Lesson>) -> Self {
        Self { name, lesson, vectors: PhantomData }
    }
}

impl<V> From<Algorithm> for Method<V> {
    #[inline]
    fn from(name: Algorithm) -> Self {
        Self::new(name, None)
    }
}

impl<V> Clone for Method<V> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Method<V> {}

/// A solver from outside.
pub enum Lesson {
    /// A separating axis test in 2D.
    AxesInPlane(fn(&d2::PolygonPair<'_>, &mut dyn Trace<DVec2>) -> Outcome<DVec2>),
    /// A separating axis test in 3D.
    AxesInSpace(fn(&d3::PolytopePair<'_>, &mut dyn Trace<DVec3>) -> Outcome<DVec3>),
    /// Do two cores overlap, in 2D?
    OverlapInPlane(fn(&Difference<'_, DVec2>, &mut dyn Trace<DVec2>) -> Overlap<DVec2>),
    /// The same in 3D.
    OverlapInSpace(fn(&Difference<'_, DVec3>, &mut dyn Trace<DVec3>) -> Overlap<DVec3>),
}

/// What a search for an overlap found.
#[derive(Clone, Copy, Debug)]
pub enum Overlap<W> {
    /// All of the difference is beyond the origin along this axis.
    Apart {
        /// From the origin to the difference; of any length.
        axis: W,
        /// The number of support points.
        steps: u32,
    },
    /// The simplex contains the origin, up to rounding.
    Overlapping {
        /// With the weights of the origin.
        simplex: Simplex<W>,
        /// The number of support points.
        steps: u32,
    },
    /// The cores touch within rounding: the search did not decide.
    Undecided {
        /// The last simplex.
        simplex: Simplex<W>,
        /// The number of support points.
        steps: u32,
    },
}

impl Lesson {
    /// Runs a search for an overlap; `None` if it is a test of axes.
    pub(crate) fn overlap<W: DVector>(
        &'static self,
        difference: &Difference<'_, W>,
        trace: &mut dyn Trace<W>,
    ) -> Option<Overlap<W>> {
        W::enter::<OverlapEntry<'_, '_>>((self, difference, trace))
    }
}

/// From any vectors to those of the search.
struct OverlapEntry<'d, 's>(PhantomData<(&'d (), &'s ())>);

impl<'d, 's: 'd> EntryPoint for OverlapEntry<'d, 's> {
    type Given<V: Vector> =
        (&'static Lesson, &'d Difference<'s, V::Wide>, &'d mut (dyn Trace<V::Wide> + 'd));
    type Answer<V: Vector> = Option<Overlap<V::Wide>>;
    fn plane_f32(given: Self::Given<glam::Vec2>) -> Self::Answer<glam::Vec2> {
        Self::plane_f64(given)
    }
    fn plane_f64((lesson, difference, trace): Self::Given<DVec2>) -> Self::Answer<DVec2> {
        let Lesson::OverlapInPlane(plane) = lesson else { return None };
        Some(plane(difference, trace))
    }
    fn space_f32(given: Self::Given<glam::Vec3>) -> Self::Answer<glam::Vec3> {
        Self::space_f64(given)
    }
    fn space_f64((lesson, difference, trace): Self::Given<DVec3>) -> Self::Answer<DVec3> {
        let Lesson::OverlapInSpace(space) = lesson else { return None };
        Some(space(difference, trace))
    }
}
