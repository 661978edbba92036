//! From the name of an algorithm to an option of a query.

use clearance_geometry::answer::Algorithm;
use clearance_pairs::depth::lesson::{Lesson, Method};
use clearance_pairs::depth::sat::{d2, d3};

use crate::axes::{exhaustive, exhaustive_in_plane, gauss};
use crate::gjk_boolean::overlap;

/// The algorithm of this name for [`Query::algorithm`](clearance_pairs::Query::algorithm): one of the query's own, or
/// one of this crate.
pub fn by_name(algorithm: Algorithm) -> Method {
    let lesson = match algorithm {
        Algorithm::Sat => &EVERY_AXIS,
        Algorithm::SatPruned => &PRUNED,
        Algorithm::SatGauss => &GAUSS,
        Algorithm::GjkBoolean => &BOOLEAN,
        _ => return algorithm.into(),
    };
    Method { name: algorithm, lesson: Some(lesson) }
}

static EVERY_AXIS: Lesson = Lesson::Axes {
    plane: |pair, mut trace| exhaustive_in_plane(pair, &mut trace),
    space: |pair, mut trace| exhaustive(pair, &mut trace),
};

static PRUNED: Lesson = Lesson::Axes {
    plane: |pair, mut trace| d2::merged(pair, &mut trace),
    space: |pair, mut trace| d3::pruned(pair, &mut trace),
};

static GAUSS: Lesson = Lesson::Axes {
    plane: |pair, mut trace| d2::merged(pair, &mut trace),
    space: |pair, mut trace| gauss(pair, &mut trace),
};

static BOOLEAN: Lesson = Lesson::Overlap {
    plane: |difference, mut trace| overlap(difference, None, &mut trace),
    space: |difference, mut trace| overlap(difference, None, &mut trace),
};
