//! What is said of a `contact` line besides its clearance, and of bodies that touch: the manifold.
//!
//! A line may have a `margin`: then points up to that separation are listed. Without it they are
//! those that touch or overlap. No point, no manifold.

use clearance::answer::{ContactPoint, FeaturePart};
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::trace::{Step, Trace};
use clearance::verify::{self, Verdict};
use clearance::{Certificate, Manifold, Pose, Query, Shape};
use serde::Serialize;

use crate::number::Number;
use crate::steps::Watcher;

/// As in a line's `manifold`.
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
    /// What lies there on A and on B.
    feature: String,
}

impl Contact {
    /// With its numbers as answers have them.
    pub fn of<V: Vector>(manifold: &Manifold<V>) -> Self {
        let points = manifold.points().iter().map(point).collect();
        Self { normal: Number::all(manifold.normal), points }
    }
    /// The least separation of a point.
    pub fn deepest(&self) -> Option<f64> {
        let all = self.points.iter().filter_map(|point| point.separation);
        all.map(Number::to_f64).min_by(f64::total_cmp)
    }
}

/// A shape and where it stands.
type Placed<V> = (Shape<V>, Pose<V>);

/// Where two shapes touch, or come as near as `margin`.
pub fn of<V: Vector>(a: &Placed<V>, b: &Placed<V>, margin: f64) -> Option<Manifold<V>> {
    Query::new(&a.0, &a.1, &b.0, &b.1).manifold(V::Scalar::of(margin))
}

/// Shows an observer how that is found. The clearance that comes first was told before.
pub(crate) fn tell<V: Vector>(
    a: &Placed<V>,
    b: &Placed<V>,
    margin: f64,
    watcher: &mut Watcher<'_>,
) {
    let mut after = AfterClearance(watcher);
    Query::new(&a.0, &a.1, &b.0, &b.1).trace(&mut after).manifold(V::Scalar::of(margin));
}

/// Lets pass the steps of the contact itself.
struct AfterClearance<'w, 's>(&'w mut Watcher<'s>);

impl<W: Vector<Scalar = f64>> Trace<W> for AfterClearance<'_, '_> {
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

/// What the checker says of that, besides what it says of the clearance. That there is no contact
/// is proven by a gap beyond the margin; shapes without a depth have none either.
pub fn verdict<V: Vector>(
    a: &Placed<V>,
    b: &Placed<V>,
    margin: f64,
    found: Option<&Manifold<V>>,
    proof: &Certificate<V>,
) -> Verdict {
    match found {
        Some(manifold) => verify::check_manifold(&a.0, &a.1, &b.0, &b.1, manifold, proof),
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
