//! Two shapes whose cores have a closed form of their nearest points: points, segments, boxes, a box with a
//! cylinder, and in 2D points and segments with polygons.
//!
//! ```text
//!            p                 The vector between the nearest points, at a time. It changes with the part of
//!           /|   velocity      the velocity that is perpendicular to the edges in which the nearest points
//!     +----x-+-->              lie: over a face of a box with one coordinate, over an edge with two.
//!     | box   |
//! ```
//!
//! Except for cylinders this takes one to two hundred instructions in the frame in which one core is at
//! rest: that of the box or polygon, or A's. It is a guess, without bounds of its own. The place of contact
//! and its proof are those of all queries, from [`crate::distance::round`].

use glam::DVec2;

use crate::answer::Witness;
use crate::depth::sat::d2::{Ends, FacingEdges, Ring};
use crate::distance::closed::segment_box;
use crate::distance::round::{self, Nearness, SegmentPair};
use crate::hull::{Built, Hull2, Outline};
use crate::motion::search::path::Path;
use crate::number::{max, min};
use crate::shape::{Convex, Core, Lowered};
use crate::solution::Ask;
use crate::space::{DVector, Motion, Vector, from_plane, plane, space};

/// The pair, and its cores as they are seen from one of them.
pub(super) struct Rounded<'s, W: Vector> {
    pub a: &'s Lowered<'s, W>,
    pub b: &'s Lowered<'s, W>,
    passing: Option<Passing<'s, W>>,
}

/// The vector between the nearest points of two cores, in a frame of the pair's choice.
pub(super) struct Seen<W> {
    /// The difference of two points of the cores; zero if the cores overlap.
    pub between: W,
    /// The same without the rounding along edges, which would tilt the axis of long segments.
    pub normal: W,
    /// Its change in a unit of time while the same features are nearest.
    pub change: W,
}

/// A core at rest, and one that moves along a line. Lengths are scaled.
struct Passing<'s, W: Vector> {
    rest: Rest<'s, W>,
    /// The start of the moving segment, and the vector along it: 0 for a point.
    from: W,
    along: W,
    velocity: W,
    /// From the frame of B, in which the box is at rest, to A's.
    turn: Option<Motion<W>>,
}

/// The core at rest.
enum Rest<'s, W> {
    /// From the origin, with the moving segment.
    Segment(SegmentPair<W>),
    Box(W),
    /// In 2D. In the unit of the input, with the scale.
    Polygon {
        outline: &'s Outline<DVec2>,
        scale: f64,
    },
}

/// A polygon or a box, at rest. `None` for other shapes.
fn rest<'s, W: DVector>(shape: &'s Lowered<'_, W>, scale: f64) -> Option<Rest<'s, W>> {
    match (shape.core(), shape.built()) {
        (Core::Box(half), _) => Some(Rest::Box(*half * scale)),
        (_, Some(Built::Plane(Hull2::Outline(outline)))) if W::DIM == 2 => {
            Some(Rest::Polygon { outline, scale })
        }
        _ => None,
    }
}

impl<'s, W: DVector> Rounded<'s, W> {
    /// The pair at the start of a cast; lengths are multiplied by `scale`.
    pub fn new(a: &'s Lowered<'s, W>, b: &'s Lowered<'s, W>, path: &Path<W>, scale: f64) -> Self {
        let ends = |core: &Core<W>| match *core {
            Core::Point(p) => Some([p * scale; 2]),
            Core::Segment([p, q]) => Some([p * scale, q * scale]),
            _ => None,
        };
        let Path { start, velocity, .. } = path;
        let moving = |[p, q]: [W; 2], rest, velocity, turn| Passing {
            rest,
            from: p,
            along: q - p,
            velocity,
            turn,
        };
        let passing = if let Some(rest) = rest(a, scale) {
            ends(b.core()).map(|ends| {
                let ends = [start.apply(ends[0]), start.apply(ends[1])];
                moving(ends, rest, *velocity, None)
            })
        } else if let Some(rest) = rest(b, scale) {
            ends(a.core()).map(|ends| {
                let local = |p: W| start.unrotate(p - start.translation);
                let ends = [local(ends[0]), local(ends[1])];
                moving(ends, rest, -start.unrotate(*velocity), Some(*start))
            })
        } else {
            ends(a.core()).zip(ends(b.core())).map(|([p, q], of_b)| {
                let of_b = [start.apply(of_b[0]) - p, start.apply(of_b[1]) - p];
                let edges = SegmentPair::of([q - p, of_b[1] - of_b[0]]);
                moving(of_b, Rest::Segment(edges), *velocity, None)
            })
        };
        Self { a, b, passing }
    }

    /// The nearest points at a time, without bounds; lengths and times are scaled. `None` if they take no
    /// less time than [`Rounded::nearest`].
    pub fn seen(&self, time: f64) -> Option<Seen<W>> {
        Some(self.passing.as_ref()?.seen(time))
    }

    /// The vector from A to B in A's frame, from [`Seen::normal`].
    pub fn axis(&self, normal: W) -> W {
        let turn = self.passing.as_ref().and_then(|passing| passing.turn.as_ref());
        turn.map_or(normal, |turn| -turn.rotate(normal))
    }

    /// The nearest points, in the unit of the input. Fills `proof`, if there is one, with points that prove
    /// the distance. `None` if rounding leaves the result open.
    pub fn nearest(
        &self,
        b_in_a: &Motion<W>,
        proof: Option<&mut Witness<W>>,
    ) -> Option<Nearness<W>> {
        round::solve(self.a, self.b, b_in_a, Ask::Distance, proof)
    }
}

impl<W: DVector> Passing<'_, W> {
    fn seen(&self, time: f64) -> Seen<W> {
        let from = self.from + self.velocity * time;
        match &self.rest {
            Rest::Segment(edges) => self.over_segment(edges, from),
            Rest::Box(half) => self.over_box(*half, from),
            Rest::Polygon { outline, scale } => self.over_polygon(outline, from, *scale),
        }
    }

    fn over_segment(&self, edges: &SegmentPair<W>, from: W) -> Seen<W> {
        let shares = edges.shares(-from);
        let between = edges.between(shares, from);
        let across = |x: W| edges.across(shares, x);
        Seen { between, normal: across(between), change: across(self.velocity) }
    }

    /// The nearest points are on the edge above whose line the segment is the farthest: of the normals, that
    /// of an edge at the nearest point is the closest to the direction of the distance.
    fn over_polygon(&self, outline: &Outline<DVec2>, from: W, scale: f64) -> Seen<W> {
        let (unit, ring) = (1.0 / scale, Ring::from(outline));
        let [p, q] = [plane(from) * unit, plane(from + self.along) * unit];
        let ends = Ends::segment([p, q]).unwrap_or_else(|| Ends::point(p));
        let FacingEdges { overlap, edges, .. } = ring.steepest_to(&ends.ring());
        if overlap >= 0.0 {
            return Seen { between: W::ZERO, normal: W::ZERO, change: self.velocity };
        }
        let [start, end] = [edges[0], ring.next(edges[0])].map(|i| ring.vertex(i) * scale);
        let edge = SegmentPair::of([from_plane(end - start), self.along]);
        self.over_segment(&edge, from - from_plane::<W>(start))
    }

    fn over_box(&self, half: W, from: W) -> Seen<W> {
        let along = self.along;
        // In 2D only points move past boxes.
        let share = if W::DIM == 3 {
            segment_box::nearest(space(half), space(from), space(along))
        } else {
            0.0
        };
        let p = from + along * share;
        let kept = |i: usize| min(max(p.get(i), -half.get(i)), half.get(i));
        let way = W::from_fn(|i| p.get(i) - kept(i));
        let is_over = |i: &usize| way.get(*i) != 0.0;
        let over = |x: W| W::from_fn(|i| if is_over(&i) { x.get(i) } else { 0.0 });
        let edge = over(along);
        // Over a face the segment is level.
        let leans = 0.0 < share && share < 1.0 && (0..W::DIM).filter(is_over).count() > 1;
        let lean = if leans { 1.0 / edge.dot(edge) } else { 0.0 };
        let across = |x: W| x - edge * (x.dot(edge) * lean);
        let change = across(over(self.velocity));
        Seen { between: way, normal: across(way), change }
    }
}
