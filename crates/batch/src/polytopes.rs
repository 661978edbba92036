//! A question about one pair of polytopes at many poses: the search with a pose in each lane, and the
//! bounds of [`polytope_lanes`]. The answers are those of single questions, to the last bit.

use glam::DVec3;

use clearance_geometry::number::simd::{Work, widest_for_many};
use clearance_geometry::shape::{Convex, Lowered, Operand, Shape};
use clearance_geometry::space::{Motion, Pose, Vector};
use clearance_pairs::answers::Outcome;
use clearance_pairs::cores::Cores;
use clearance_pairs::distance::polytope_lanes::{self, Pair, VertexSet};
use clearance_pairs::gjk::lanes::Found;
use clearance_pairs::gjk::poses::{self, POSES, PoseQueue};
use clearance_pairs::plan::{self, Solver};
use clearance_pairs::solution::{Ask, Bounds};

/// Two polytopes without their poses.
pub(crate) struct Polytopes<'s> {
    a: Lowered<'s, DVec3>,
    b: Lowered<'s, DVec3>,
}

impl<'s> Polytopes<'s> {
    /// `None` if the shapes are not answered by GJK in lanes.
    pub fn new<V: Vector<Wide = DVec3>>(a: &'s Shape<V>, b: &'s Shape<V>) -> Option<Self> {
        let (Operand::Convex(a), Operand::Convex(b)) = (Operand::of(a), Operand::of(b)) else {
            return None;
        };
        let solver = plan::clearance(a.core(), b.core(), Ask::Distance);
        (solver == Solver::Lanes).then_some(Self { a, b })
    }

    /// The bounds of the clearance at each pair of poses. `put` takes a row and its answer; if it is open or near
    /// the limit, a single question has to answer.
    pub fn ask<V: Vector<Wide = DVec3>>(
        &self,
        ask: Ask,
        rows: &[(usize, [&Pose<V>; 2])],
        put: &mut dyn FnMut(usize, Outcome<Bounds>),
    ) {
        let motion =
            |(row, [at_a, at_b]): &(usize, [&Pose<V>; 2])| (*row, Motion::b_in_a(at_a, at_b));
        let rows = &mut rows.iter().map(motion);
        widest_for_many(Asking { shapes: self, ask, rows, put });
    }
}

/// The index of a row, and the pose of B in A's frame.
type Rows<'r> = &'r mut dyn Iterator<Item = (usize, Motion<DVec3>)>;

/// Takes the answer of a row.
type Put<'r> = &'r mut dyn FnMut(usize, Outcome<Bounds>);

/// The question, compiled for one kind of registers.
struct Asking<'w, 's, 'r> {
    shapes: &'w Polytopes<'s>,
    ask: Ask,
    rows: Rows<'r>,
    put: Put<'r>,
}

impl Work for Asking<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { shapes, ask, rows, put } = self;
        let (few_a, few_b) = (&mut None, &mut None);
        match (VertexSet::of(&shapes.a, few_a), VertexSet::of(&shapes.b, few_b)) {
            (Some(a), Some(b)) => {
                let row = Row { index: 0, b_in_a: Motion::identity(), size: 0.0, slack: 0.0 };
                let (vertices, lanes) = ([a, b], [row; POSES]);
                let corners = [a.corners(1.0), b.corners(1.0)];
                poses::search(corners, &mut InLanes { shapes, vertices, ask, rows, put, lanes });
            }
            _ => {
                for (index, _) in rows {
                    put(index, Outcome::Open);
                }
            }
        }
    }
}

/// The rows whose search is in a lane, and those that wait.
struct InLanes<'w, 's, 'r> {
    shapes: &'w Polytopes<'s>,
    vertices: [VertexSet<'w>; 2],
    ask: Ask,
    rows: Rows<'r>,
    put: Put<'r>,
    lanes: [Row; POSES],
}

/// A row, and the numbers of its [`Cores`].
#[derive(Clone, Copy)]
struct Row {
    index: usize,
    b_in_a: Motion<DVec3>,
    size: f64,
    slack: f64,
}

impl PoseQueue for InLanes<'_, '_, '_> {
    #[inline(always)]
    fn next(&mut self, lane: usize) -> Option<poses::RelativePose> {
        let Polytopes { a, b } = self.shapes;
        loop {
            let (index, b_in_a) = self.rows.next()?;
            let cores = Cores::new(a, b, &b_in_a);
            if polytope_lanes::is_in_range(&cores, self.ask) {
                let Cores { size, slack, .. } = cores;
                self.lanes[lane] = Row { index, b_in_a, size, slack };
                return Some(Pair::new(&cores, self.vertices[0], self.vertices[1]).posed(self.ask));
            }
            (self.put)(index, Outcome::Open);
        }
    }

    #[inline(always)]
    fn done(&mut self, lane: usize, found: &Found) {
        let Polytopes { a, b } = self.shapes;
        let Row { index, ref b_in_a, size, slack } = self.lanes[lane];
        let radii = [a.radius_wide(), b.radius_wide()];
        let (sum, seen) = (radii[0] + radii[1], None);
        let cores = Cores { a, b, b_in_a, size, radii: sum, slack, seen };
        let limit = if let Ask::Within(limit) = self.ask { limit } else { 0.0 };
        let bounds = Pair::new(&cores, self.vertices[0], self.vertices[1]).bounds(found, self.ask);
        let answer = match bounds {
            Some(bounds) => {
                let clearance = bounds.of_shapes(radii);
                Outcome::of(&clearance, limit, || size + sum).with(|| clearance)
            }
            None => Outcome::Open,
        };
        (self.put)(index, answer);
    }
}
