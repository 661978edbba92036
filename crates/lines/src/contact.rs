//! The manifold of `contact` lines, and of bodies that touch.
//!
//! A line may have a `margin`: then points up to this separation are listed. Otherwise only points that
//! touch or overlap are. If there is no point, there is no manifold. A `slop` is the depth by which bodies
//! at rest may overlap: see [`Query::slop`].

use clearance::answer::{ContactPoint, FeaturePart};
use clearance::number::Scalar;
use clearance::pair::Method;
use clearance::pair::Query;
use clearance::space::{DVector, Vector};
use clearance::trace::{Step, Trace};
use clearance::verify::{self, Verdict};
use clearance::{Certificate, Manifold, Pose, Shape};
use serde::Serialize;

use crate::number::Number;
use crate::options::ContactOptions;
use crate::steps::Watcher;

/// The object `manifold` of a line.
#[derive(Clone, Debug, Serialize)]
pub struct Contact {
    normal: Option<Vec<Number>>,
    points: Vec<Point>,
}

#[derive(Clone, Debug, Serialize)]
struct Point {
    point_a: Option<Vec<Number>>,
    point_b: Option<Vec<Number>>,
    separation: Option<Number>,
    /// The features of A and of B.
    feature: String,
}

impl Contact {
    /// Converts a manifold to the numbers of an answer.
    pub fn of<V: Vector>(manifold: &Manifold<V>) -> Self {
        let points = manifold.points().iter().map(point).collect();
        Self { normal: Number::all(manifold.normal), points }
    }
    /// The least separation of the points.
    pub fn deepest(&self) -> Option<f64> {
        let all = self.points.iter().filter_map(|point| point.separation);
        all.map(Number::to_f64).min_by(f64::total_cmp)
    }
}

/// A patch of contact of shapes that are not convex: a manifold, and where its deepest point is.
#[derive(Clone, Debug, Serialize)]
pub struct Patch {
    /// The parts of A and of B; 0 where a shape is no compound.
    parts: [u32; 2],
    /// The triangles or segments of A and of B; `None` on convex parts.
    facets: [Option<u32>; 2],
    #[serde(flatten)]
    pub(crate) contact: Contact,
}

#[cfg(feature = "pieces")]
impl Patch {
    pub(crate) fn of<V: Vector>(patch: &clearance::Contact<V>) -> Self {
        let pieces = [patch.piece_a, patch.piece_b];
        Self {
            parts: pieces.map(|piece| piece.part),
            facets: pieces.map(|piece| piece.facet),
            contact: Contact::of(&patch.manifold),
        }
    }
}

/// A convex shape and its pose.
pub(crate) type Placed<'p, V> = (&'p Shape<V>, &'p Pose<V>);

/// The manifold of two shapes that touch, or are nearer to each other than the margin.
pub(crate) fn of<V: Vector>(
    [a, b]: [Placed<'_, V>; 2],
    algorithm: Method<V>,
    options: ContactOptions,
) -> Option<Manifold<V>> {
    query([a, b], algorithm, options).manifold(V::Scalar::of(options.margin))
}

fn query<'q, V: Vector>(
    [a, b]: [Placed<'q, V>; 2],
    algorithm: Method<V>,
    options: ContactOptions,
) -> Query<'q, V> {
    Query::new(a.0, a.1, b.0, b.1).algorithm(algorithm).slop(V::Scalar::of(options.slop))
}

/// Reports how the manifold is found. The steps of the clearance before it were reported already.
pub(crate) fn tell<V: Vector>(
    [a, b]: [Placed<'_, V>; 2],
    algorithm: Method<V>,
    options: ContactOptions,
    watcher: &mut Watcher<'_>,
) {
    let mut after = AfterClearance(watcher);
    query([a, b], algorithm, options).trace(&mut after).manifold(V::Scalar::of(options.margin));
}

/// Passes on the steps of the contact only.
struct AfterClearance<'w, 's>(&'w mut Watcher<'s>);

impl<W: DVector> Trace<W> for AfterClearance<'_, '_> {
    fn step(&mut self, step: Step<'_, W>) {
        let of_contact = matches!(
            step,
            Step::Facing { .. } | Step::Cut { .. } | Step::Touch { .. } | Step::Keep { .. }
        );
        if of_contact {
            self.0.step(step);
        }
    }
}

/// The checker's verdict on the manifold, in addition to that on the clearance. A gap larger than the
/// margin proves that there is no contact. Shapes without depth have none either.
pub(crate) fn verdict<V: Vector>(
    [(a, pose_a), (b, pose_b)]: [Placed<'_, V>; 2],
    ContactOptions { margin, slop }: ContactOptions,
    found: Option<&Manifold<V>>,
    proof: &Certificate<V>,
) -> Verdict {
    let slop = V::Scalar::of(slop);
    match found {
        Some(manifold) => {
            verify::check_manifold_with_slop(a, pose_a, b, pose_b, manifold, proof, slop)
        }
        None if proof.answer.lower.to_f64() > margin || !proof.answer.bounded() => Verdict::Proven,
        None => Verdict::Unproven,
    }
}

fn point<V: Vector>(point: &ContactPoint<V>) -> Point {
    let feature = format!("{} / {}", part(point.feature.a()), part(point.feature.b()));
    Point {
        point_a: Number::all(point.point_a),
        point_b: Number::all(point.point_b),
        separation: Number::of(point.separation),
        feature,
    }
}

fn part(part: FeaturePart) -> String {
    match part {
        FeaturePart::Face(number) => format!("face {number}"),
        FeaturePart::Edge(number) => format!("edge {number}"),
        FeaturePart::Vertex(number) => format!("vertex {number}"),
    }
}
