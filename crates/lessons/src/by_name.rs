//! From the name of an algorithm to an option of a query.

use clearance_geometry::answer::Algorithm;
use clearance_geometry::space::{EntryPoint, Vector};
use clearance_pairs::depth::lesson::{Lesson, Method};
use clearance_pairs::depth::sat::d3;
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::axes::{exhaustive, exhaustive_in_plane, gauss};
use crate::gjk_boolean::overlap;

/// The algorithm of this name for [`Query::algorithm`](clearance_pairs::Query::algorithm): one of the query's own, or
/// one of this crate.
pub fn by_name<V: Vector>(algorithm: Algorithm) -> Method<V> {
    Method::new(algorithm, V::enter::<Lessons>(algorithm))
}

/// The algorithms of this crate, by the dimension of the vectors; `None` for others. In 2D the query itself has
/// [`Algorithm::SatPruned`] and [`Algorithm::SatGauss`]: the walk around both polygons.
struct Lessons;

impl EntryPoint for Lessons {
    type Given<V: Vector> = Algorithm;
    type Answer<V: Vector> = Option<&'static Lesson>;
    fn plane_f32(algorithm: Self::Given<Vec2>) -> Self::Answer<Vec2> {
        Self::plane_f64(algorithm)
    }
    fn plane_f64(algorithm: Self::Given<DVec2>) -> Self::Answer<DVec2> {
        static EVERY_AXIS: Lesson =
            Lesson::AxesInPlane(|pair, mut trace| exhaustive_in_plane(pair, &mut trace));
        static BOOLEAN: Lesson =
            Lesson::OverlapInPlane(|difference, mut trace| overlap(difference, None, &mut trace));
        match algorithm {
            Algorithm::Sat => Some(&EVERY_AXIS),
            Algorithm::GjkBoolean => Some(&BOOLEAN),
            _ => None,
        }
    }
    fn space_f32(algorithm: Self::Given<Vec3>) -> Self::Answer<Vec3> {
        Self::space_f64(algorithm)
    }
    fn space_f64(algorithm: Self::Given<DVec3>) -> Self::Answer<DVec3> {
        static EVERY_AXIS: Lesson =
            Lesson::AxesInSpace(|pair, mut trace| exhaustive(pair, &mut trace));
        static PRUNED: Lesson = Lesson::AxesInSpace(|pair, mut trace| d3::pruned(pair, &mut trace));
        static GAUSS: Lesson = Lesson::AxesInSpace(|pair, mut trace| gauss(pair, &mut trace));
        static BOOLEAN: Lesson =
            Lesson::OverlapInSpace(|difference, mut trace| overlap(difference, None, &mut trace));
        match algorithm {
            Algorithm::Sat => Some(&EVERY_AXIS),
            Algorithm::SatPruned => Some(&PRUNED),
            Algorithm::SatGauss => Some(&GAUSS),
            Algorithm::GjkBoolean => Some(&BOOLEAN),
            _ => None,
        }
    }
}
