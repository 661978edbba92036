//! The estimated cost of the slow separating axis tests.
//!
//! | | steps | ns a step |
//! |---|---|---|
//! | `sat` | both ways along each pair of edges, all vertices | 1.3 |
//! | `sat-pruned` | each pair of edges | 9 |
//!
//! Measured for round hulls with 300 to 8,000 vertices. With two hulls of 100,000 vertices, `sat` would
//! take a year and a half. The cost of `sat-gauss` and `sat-bounded` grows with the number of crossings:
//! for these hulls they take a second. For prisms, the worst case, `sat-gauss` takes a minute.

use clearance::Shape;
use clearance::hull::{Built, Hull3};
use clearance::shape::{Convex, Geometry, Part};
use clearance::space::Vector;

use crate::choice::Choice;

/// A test that takes longer is not started.
const MOST_SECONDS: f64 = 60.0;

/// The reason not to start the requested algorithm, if there is one.
pub fn refusal<V: Vector>(choice: Choice, a: &Shape<V>, b: &Shape<V>) -> Option<String> {
    if V::DIM == 2 {
        return None;
    }
    let (a, b) = (Size::of(a)?, Size::of(b)?);
    let pairs = a.edges * b.edges;
    let (name, seconds) = match choice {
        Choice::Sat => ("sat", 1.3e-9 * 2.0 * pairs * (a.vertices + b.vertices)),
        Choice::SatPruned => ("sat-pruned", 9e-9 * pairs),
        _ => return None,
    };
    let reason = || {
        format!(
            "{name}: hulls of {} and {} edges would take some {seconds:.0e} s, and {MOST_SECONDS} s \
             are the most; auto and sat-bounded are fast",
            a.edges, b.edges
        )
    };
    (seconds > MOST_SECONDS).then(reason)
}

/// The size of a hull in 3D.
struct Size {
    vertices: f64,
    edges: f64,
}

impl Size {
    /// `None` for half-spaces. Shapes that are not hulls have few edges or none.
    fn of<V: Vector>(shape: &Shape<V>) -> Option<Self> {
        let Part::Convex(core) = shape.part() else { return None };
        let facets = match core.built() {
            Some(Built::Space(Hull3::Solid(hull))) => hull.facets(),
            Some(Built::Space(Hull3::Flat(hull))) => hull.facets(),
            _ => return Some(Self { vertices: 8.0, edges: 12.0 }),
        };
        let topology = facets.topology();
        Some(Self { vertices: facets.vertices().len() as f64, edges: topology.edges() as f64 })
    }
}
