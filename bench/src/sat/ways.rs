//! The algorithms: a separating axis test in lanes, the tests of clearance, and its queries.

use std::hint::black_box;
use std::ops::Range;

use clearance::algorithm::sat::Outcome;
use clearance::algorithm::sat::d3::{self, PolytopePair};
use clearance::glam::DVec3;
use clearance::{Algorithm, Convex, Query, Scratch};
use serde::Serialize;

use super::answer;
use super::bodies::{Bodies, PLACEMENTS, Placed};
use super::brute::{self, Moved};
use crate::entrant::Answer;

/// A column of the table.
pub struct Way {
    /// The name in the table.
    pub name: &'static str,
    how: How,
}

/// A separating axis test of clearance.
type Test = fn(&PolytopePair<'_>, &mut d3::Scratch) -> Outcome<DVec3>;

enum How {
    /// In lanes of `f32`.
    Brute,
    /// A test of clearance, without the query around it.
    Axes(Test),
    /// A query, which also gives bounds, points and evidence.
    Query(Algorithm),
}
use How::*;

/// All columns.
pub const WAYS: [Way; 8] = [
    Way { name: "brute", how: Brute },
    Way { name: "sat", how: Axes(|pair, _| d3::exhaustive(pair, &mut ())) },
    Way { name: "sat-pruned", how: Axes(|pair, _| d3::pruned(pair, &mut ())) },
    Way { name: "sat-gauss", how: Axes(|pair, _| d3::gauss(pair, &mut ())) },
    Way { name: "sat-bounded", how: Axes(|pair, scratch| d3::bounded(pair, scratch, &mut ())) },
    Way { name: "bounded, query", how: Query(Algorithm::SatBounded) },
    Way { name: "epa", how: Query(Algorithm::Epa) },
    Way { name: "auto", how: Query(Algorithm::Auto) },
];

/// What a test computed for a pair, on average.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Counts {
    /// Searches for support points.
    pub supports: f64,
    /// Axes along which the overlap was computed.
    pub axes: f64,
    /// Crossings of arcs.
    pub crossings: f64,
    /// Faces that a bound ruled out.
    pub faces_skipped: f64,
    /// Arcs that a bound ruled out.
    pub arcs_skipped: f64,
}

/// Memory to use again.
#[derive(Default)]
pub struct Memory {
    moved: Moved,
    axes: d3::Scratch,
    scratch: Scratch<DVec3>,
}

impl Way {
    /// Does it compute in `f32`?
    pub fn is_f32(&self) -> bool {
        matches!(self.how, Brute)
    }

    /// Runs the queries for the timing.
    pub fn pass(&self, bodies: &Bodies, cases: Range<usize>, memory: &mut Memory) {
        for i in cases {
            black_box(self.answer(&bodies.placed(i), memory));
        }
    }

    /// The depth and its direction, in world coordinates.
    pub fn answer(&self, placed: &Placed<'_>, memory: &mut Memory) -> Answer {
        let to_world = |axis| placed.motions.a_in_world.rotate(axis);
        match self.how {
            Brute => {
                let (a, b) = (&placed.a.lanes, &placed.b.lanes);
                let (overlap, axis) = brute::least(a, b, &placed.motions.b_in_a, &mut memory.moved);
                answer(overlap.into(), to_world(axis.as_dvec3()))
            }
            Axes(test) => {
                let found = run(test, placed, &mut memory.axes);
                answer(found.overlap, to_world(found.axis))
            }
            Query(algorithm) => {
                let Placed { a, b, poses: [pose_a, pose_b], .. } = placed;
                let query =
                    Query::new(&a.hull, pose_a, &b.hull, pose_b).scratch(&mut memory.scratch);
                let found = query.algorithm(algorithm).penetration();
                Answer::Penetration(found.map(|p| (p.depth, p.normal.to_array())))
            }
        }
    }

    /// What it computed, if it counts.
    pub fn counts(&self, bodies: &Bodies) -> Option<Counts> {
        let Axes(test) = self.how else { return None };
        let (mut sum, mut scratch) = (Counts::default(), d3::Scratch::default());
        for i in 0..PLACEMENTS {
            let counters = run(test, &bodies.placed(i), &mut scratch).counters;
            let mean = |count: u32| f64::from(count) / PLACEMENTS as f64;
            sum.supports += mean(counters.supports);
            sum.axes += mean(counters.axes);
            sum.crossings += mean(counters.crossings);
            sum.faces_skipped += mean(counters.faces_skipped.iter().sum());
            sum.arcs_skipped += mean(counters.arcs_skipped.iter().sum());
        }
        Some(sum)
    }
}

/// A test's outcome for a placement.
fn run(test: Test, placed: &Placed<'_>, scratch: &mut d3::Scratch) -> Outcome<DVec3> {
    let Placed { a, b, motions, .. } = placed;
    let b_in_a = &motions.b_in_a;
    let start = b_in_a.translation;
    let size = a.hull.reach() + b.hull.reach() + start.length();
    let facets = (a.facets(), b.facets());
    test(&PolytopePair::new(&facets.0, &facets.1, b_in_a, start, size), scratch)
}
