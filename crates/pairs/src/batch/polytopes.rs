//! A question about one pair of polytopes at many poses: the search with a pose in each lane, and the
//! bounds of [`lanes`]. The answers are those of single questions, to the last bit.

use glam::DVec3;

use crate::answers::Outcome;
use crate::cores::Cores;
use crate::distance::lanes::{self, Pair, VertexSet};
use crate::early::Balls;
use crate::gjk::lanes::Found;
use crate::gjk::poses::{self, POSES, PoseQueue};
use crate::number::Scalar;
use crate::number::simd::{Work, widest_for_many};
use crate::plan::{self, Solver};
use crate::query::Placement;
use crate::shape::{Convex, Lowered, Operand, Shape};
use crate::solved::{Ask, Bounds};
use crate::space::{Motion, Pose, Vector};

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

    /// Do the shapes touch or overlap at each pair of poses? `put` takes a row and its answer; `None` if a
    /// single question has to answer.
    pub fn intersects<'p, V: Vector<Wide = DVec3>>(
        &self,
        rows: impl Iterator<Item = (usize, [&'p Pose<V>; 2])>,
        put: impl FnMut(usize, Option<bool>),
    ) {
        let balls = Balls::new(&self.a, &self.b, 0.0);
        self.ask(Ask::Within(0.0), &mut TouchRows { rows, put, balls });
    }

    /// The distance at each pair of poses, in the precision of `f32`. `put` takes a row and its answer;
    /// `None` if a single question has to answer.
    pub fn distances<'p, V: Vector<Wide = DVec3>>(
        &self,
        rows: impl Iterator<Item = (usize, [&'p Pose<V>; 2])>,
        mut put: impl FnMut(usize, Option<V::Scalar>),
    ) {
        let put = |row, answer: Outcome<Bounds>| match answer {
            Outcome::Beyond(clearance) => put(row, Some(clearance.distance())),
            Outcome::Within(_) => put(row, Some(Scalar::ZERO)),
            Outcome::Near | Outcome::Open => put(row, None),
        };
        self.ask(Ask::Distance, &mut DistanceRows { rows, put });
    }

    fn ask(&self, ask: Ask, rows: &mut dyn Rows) {
        widest_for_many(Asking { shapes: self, ask, rows });
    }
}

/// The rows of two polytopes, and their answers.
trait Rows {
    /// The next row, and the pose of B in A's frame.
    fn next(&mut self) -> Option<(usize, Motion<DVec3>)>;
    fn put(&mut self, row: usize, answer: Outcome<Bounds>);
}

struct DistanceRows<I, P> {
    rows: I,
    put: P,
}

impl<'p, V, I, P> Rows for DistanceRows<I, P>
where
    V: Vector<Wide = DVec3>,
    I: Iterator<Item = (usize, [&'p Pose<V>; 2])>,
    P: FnMut(usize, Outcome<Bounds>),
{
    fn next(&mut self) -> Option<(usize, Motion<DVec3>)> {
        let (row, [at_a, at_b]) = self.rows.next()?;
        Some((row, Motion::b_in_a(at_a, at_b)))
    }
    fn put(&mut self, row: usize, answer: Outcome<Bounds>) {
        (self.put)(row, answer);
    }
}

struct TouchRows<I, P> {
    rows: I,
    put: P,
    balls: Option<Balls>,
}

impl<'p, V, I, P> Rows for TouchRows<I, P>
where
    V: Vector<Wide = DVec3>,
    I: Iterator<Item = (usize, [&'p Pose<V>; 2])>,
    P: FnMut(usize, Option<bool>),
{
    fn next(&mut self) -> Option<(usize, Motion<DVec3>)> {
        loop {
            let (row, [at_a, at_b]) = self.rows.next()?;
            let placement = Placement::InWorld(at_a, at_b);
            let way = placement.way();
            match self.balls.as_ref().and_then(|balls| balls.are_apart(way)) {
                Some(true) => (self.put)(row, Some(false)),
                _ => return Some((row, placement.b_in_a())),
            }
        }
    }
    fn put(&mut self, row: usize, answer: Outcome<Bounds>) {
        let touch = match answer {
            Outcome::Beyond(_) => Some(false),
            Outcome::Within(_) => Some(true),
            Outcome::Near | Outcome::Open => None,
        };
        (self.put)(row, touch);
    }
}

/// The question, compiled for one kind of registers.
struct Asking<'w, 's, 'r> {
    shapes: &'w Polytopes<'s>,
    ask: Ask,
    rows: &'r mut dyn Rows,
}

impl Work for Asking<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { shapes, ask, rows } = self;
        let (few_a, few_b) = (&mut None, &mut None);
        match (VertexSet::of(&shapes.a, few_a), VertexSet::of(&shapes.b, few_b)) {
            (Some(a), Some(b)) => {
                let row = Row { index: 0, b_in_a: Motion::identity(), size: 0.0, slack: 0.0 };
                let (vertices, lanes) = ([a, b], [row; POSES]);
                let corners = [a.corners(1.0), b.corners(1.0)];
                poses::search(corners, &mut InLanes { shapes, vertices, ask, rows, lanes });
            }
            _ => {
                while let Some((index, _)) = rows.next() {
                    rows.put(index, Outcome::Open);
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
    rows: &'r mut dyn Rows,
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
            if lanes::is_in_range(&cores, self.ask) {
                let Cores { size, slack, .. } = cores;
                self.lanes[lane] = Row { index, b_in_a, size, slack };
                return Some(Pair::new(&cores, self.vertices[0], self.vertices[1]).posed(self.ask));
            }
            self.rows.put(index, Outcome::Open);
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
        self.rows.put(index, answer);
    }
}
