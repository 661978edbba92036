//! When two moving shapes of any kind touch first.
//!
//! Each piece is a cast of its own (`clearance_pairs::Cast`), and the earliest counts. If a surface does not turn,
//! the tree leaves out what the other shape does not sweep over: a ray of its centre against boxes that are grown by
//! its half extents. Facets of surfaces that turn, and parts of compounds, are chosen by pairs of nodes of both trees
//! ([`near`]).

mod near;

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use clearance_geometry::Error;
use clearance_geometry::answer::{End, Impact, ImpactStatus};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Convex, Operand};
use clearance_geometry::space::{Aabb, Motion, Pose, Sweep, Vector};
use clearance_pairs::Cast;

use crate::frame::{convex_box, rounding};
use crate::parts::{Leaf, leaf};
use crate::separation::{PieceId, Separation, either, nearest};
use crate::way::Way;
use crate::{Instance, ShapeRef};
use near::{Body, Pieces, each_near, span};

/// [`time_of_impact`](crate::time_of_impact()), if one of the shapes is not convex.
pub(crate) fn time_of_impact<V: Vector>(
    a: &ShapeRef<'_, V>,
    sweep_a: &Sweep<V>,
    b: &ShapeRef<'_, V>,
    sweep_b: &Sweep<V>,
    tmax: V::Scalar,
    options: CastOptions<V::Scalar>,
) -> Result<Impact<V>, Error> {
    let mut first = First::new(tmax, options);
    let bodies = [Body::of(a, sweep_a), Body::of(b, sweep_b)];
    first.by_nodes(&bodies, &mut |first, [part_a, part_b]| {
        let moving_a = Moving::of(a, sweep_a, part_a)?;
        first.of_parts([&moving_a, &Moving::of(b, sweep_b, part_b)?])
    })?;
    let mut found = first.best.expect("a pair of parts is asked about");
    found.lower = found.lower.min(first.lower);
    if first.is_ended && !found.hit() {
        let (time, end) = (found.lower, End::StepLimit);
        found = Impact { status: ImpactStatus::Undecided, time, end, ..found };
    }
    // Of a shape that is nowhere nothing is known.
    let is_somewhere = |sweep: &Sweep<V>| Motion::of(sweep.start()).zero_if_finite() == 0.0;
    if !(found.hit() || is_somewhere(sweep_a) && is_somewhere(sweep_b)) {
        let (lower, upper, end) = (V::Scalar::ZERO, V::Scalar::INFINITY, End::NoProgress);
        let status = ImpactStatus::Undecided;
        return Ok(Impact { status, time: lower, lower, upper, end, ..found });
    }
    if found.upper > V::Scalar::ZERO {
        return Ok(started_inside([a, b], [sweep_a.start(), sweep_b.start()]).unwrap_or(found));
    }
    Ok(found)
}

/// The contact of shapes whose surfaces do not meet at the start, if one is inside the other, a solid.
fn started_inside<V: Vector>(
    shapes: [&ShapeRef<'_, V>; 2],
    poses: [&Pose<V>; 2],
) -> Option<Impact<V>> {
    let is_inside = either(shapes, poses, 0.0);
    if is_inside == Some(false) {
        return None;
    }
    let zero = V::Scalar::ZERO;
    let (start, surfaces) = nearest(shapes, poses);
    let Separation { normal, point_a, point_b, place_a, place_b, .. } = start;
    let is_proven = is_inside == Some(true);
    Some(Impact {
        status: if is_proven { ImpactStatus::Hit } else { ImpactStatus::Undecided },
        time: zero,
        lower: zero,
        upper: if is_proven { zero } else { V::Scalar::INFINITY },
        normal,
        point_a,
        point_b,
        piece_a: place_a.piece(),
        piece_b: place_b.piece(),
        initial: Some(-surfaces.signed_distance),
        ..Impact::miss(0.0, normal.widen(), 0)
    })
}

/// Options of a cast, as those of [`Cast`].
#[derive(Clone, Copy, Default)]
pub(crate) struct CastOptions<S> {
    /// The clearance at which shapes are in contact.
    pub gap: S,
    pub ignore_parting: bool,
}

/// A moving part.
struct Moving<'a, V: Vector> {
    part: u32,
    leaf: Leaf<'a, V>,
    sweep: Sweep<V>,
}

impl<'a, V: Vector> Moving<'a, V> {
    fn of(shape: &ShapeRef<'a, V>, sweep: &Sweep<V>, part: u32) -> Result<Self, Error> {
        let (leaf, _) = leaf(shape, sweep.start(), part);
        let ShapeRef::Compound(compound) = shape else {
            return Ok(Self { part, leaf, sweep: *sweep });
        };
        let pose = compound.parts()[part as usize].pose;
        let start = *sweep.start() * pose;
        let center = pose.inverse_transform_point(sweep.center());
        let sweep = Sweep::new(&start, sweep.velocity(), sweep.angular())?.about(center)?;
        Ok(Self { part, leaf, sweep })
    }
}

/// The first contact so far.
struct First<V: Vector> {
    /// Later contacts are of no interest.
    until: V::Scalar,
    /// The least lower bound of all pieces that were asked about.
    lower: V::Scalar,
    best: Option<Impact<V>>,
    options: CastOptions<V::Scalar>,
    /// So many pairs of pieces of shapes that turn may still be asked about.
    left: u32,
    /// Were more needed? Then what is known is known up to `lower`.
    is_ended: bool,
}

/// A moving convex piece: its number, its shape, and how it moves.
#[derive(Clone, Copy)]
struct MovingPiece<'a, V: Vector> {
    id: PieceId,
    shape: Operand<'a, V::Wide>,
    sweep: &'a Sweep<V>,
}

/// In a stretch, no shape turns by more than this: the bend of its points is 1/128 of their arms.
const ANGLE: f64 = 1.0 / 8.0;

/// Of shapes that turn, so many pairs of pieces are asked about at most: about a second. More are near each other only
/// where a surface turns along another one, as a shaft in its bush does. Casts along lines take little time each, and
/// all that is near is asked.
const MOST_PAIRS: u32 = 1 << 15;

/// More stretches than these, 20 turns, would take longer than to ask all pairs.
const MOST_STRETCHES: usize = 1024;

/// What is done with a pair of pieces.
type Visit<'v, V> = &'v mut dyn FnMut(&mut First<V>, [u32; 2]) -> Result<(), Error>;

impl<V: Vector> First<V> {
    fn new(until: V::Scalar, options: CastOptions<V::Scalar>) -> Self {
        let lower = V::Scalar::INFINITY;
        Self { until, lower, best: None, options, left: MOST_PAIRS, is_ended: false }
    }

    /// Nothing is known from a time on.
    fn end_at(&mut self, time: f64) {
        self.is_ended = true;
        self.lower = self.lower.min(V::Scalar::below(time));
    }

    /// Asks about the pairs of parts, or of facets, that may be the first to touch; one at least, once about each.
    fn by_nodes(&mut self, bodies: &[Body<'_, V>; 2], visit: Visit<'_, V>) -> Result<(), Error> {
        let counts = [bodies[0].len(), bodies[1].len()];
        if counts == [1, 1] {
            return visit(self, [0, 0]);
        }
        let mut asked = BTreeSet::new();
        let turns = bodies.iter().any(|body| body.sweep.turns());
        let mut once = |first: &mut Self, pair: [u32; 2]| {
            if !asked.insert(pair) {
                return Ok(());
            }
            first.left = first.left.saturating_sub(u32::from(turns));
            visit(first, pair)
        };
        let is_known = bodies.iter().all(Body::is_known);
        if !(is_known && self.by_stretches(bodies, &mut once)?) {
            for (a, b) in (0..counts[0]).flat_map(|a| (0..counts[1]).map(move |b| (a, b))) {
                if self.left == 0 {
                    self.end_at(0.0);
                    break;
                }
                once(self, [a, b])?;
            }
        }
        // One pair gives the answer its form.
        if self.best.is_none() { once(self, [0, 0]) } else { Ok(()) }
    }

    /// Asks about the pairs that come near, stretch after stretch; false if the shapes turn too often for that.
    fn by_stretches(
        &mut self,
        bodies: &[Body<'_, V>; 2],
        visit: Visit<'_, V>,
    ) -> Result<bool, Error> {
        let gap = self.options.gap.to_f64();
        let Some([mut from, end]) = span(bodies, gap) else { return Ok(true) };
        let longest = ANGLE / bodies[0].turning().max(bodies[1].turning());
        for _ in 0..MOST_STRETCHES {
            let until = end.min(self.until.to_f64());
            if from > until {
                return Ok(true);
            }
            let length = longest.min(until - from);
            each_near(bodies, gap, [from, length], until, |entry, pair| {
                if self.left > 0 {
                    visit(self, pair)?;
                }
                if self.left == 0 {
                    // The pairs that are left do not touch before this one may.
                    self.end_at(entry);
                    return Ok(-1.0);
                }
                Ok(end.min(self.until.to_f64()))
            })?;
            if self.is_ended {
                return Ok(true);
            }
            if from + length >= end.min(self.until.to_f64()) {
                return Ok(true);
            }
            from += length;
        }
        Ok(false)
    }

    /// Of two parts.
    fn of_parts(&mut self, [a, b]: [&Moving<'_, V>; 2]) -> Result<(), Error> {
        let piece = |of: &Moving<'_, V>| PieceId { part: of.part, facet: None };
        let turns = a.sweep.turns() || b.sweep.turns();
        match (a.leaf, b.leaf) {
            (Leaf::Convex(shape_a), Leaf::Convex(shape_b)) => {
                let a = MovingPiece { id: piece(a), shape: shape_a, sweep: &a.sweep };
                self.ask([a, MovingPiece { id: piece(b), shape: shape_b, sweep: &b.sweep }])
            }
            (Leaf::Surface(surface), Leaf::Convex(shape)) => {
                let other = MovingPiece { id: piece(b), shape, sweep: &b.sweep };
                self.of_surface(a, surface, other, |facet, other| [facet, other])
            }
            (Leaf::Convex(shape), Leaf::Surface(surface)) => {
                let other = MovingPiece { id: piece(a), shape, sweep: &a.sweep };
                self.of_surface(b, surface, other, |facet, other| [other, facet])
            }
            (Leaf::Surface(surface), Leaf::Surface(other)) if turns => {
                let bodies = [
                    Body { pieces: Pieces::Facets(surface), sweep: &a.sweep },
                    Body { pieces: Pieces::Facets(other), sweep: &b.sweep },
                ];
                self.by_nodes(&bodies, &mut |first, facets| {
                    let shapes = [surface.piece(facets[0]), other.piece(facets[1])];
                    let moving = [a, b];
                    first.ask([0, 1].map(|i| MovingPiece {
                        id: PieceId { part: moving[i].part, facet: Some(facets[i]) },
                        shape: shapes[i].lowered(),
                        sweep: &moving[i].sweep,
                    }))
                })
            }
            (Leaf::Surface(surface), Leaf::Surface(other)) => {
                for facet in first_ones_first(other, a, b) {
                    if self.is_ended {
                        self.end_at(0.0);
                        break;
                    }
                    let id = PieceId { part: b.part, facet: Some(facet) };
                    let piece = other.piece(facet);
                    let other = MovingPiece { id, shape: piece.lowered(), sweep: &b.sweep };
                    self.of_surface(a, surface, other, |facet, other| [facet, other])?;
                }
                Ok(())
            }
        }
    }

    /// Of a surface and a convex piece. `order`: which of the facet and the piece is A.
    fn of_surface(
        &mut self,
        moving: &Moving<'_, V>,
        surface: &Instance<V>,
        other: MovingPiece<'_, V>,
        order: impl for<'p> Fn(MovingPiece<'p, V>, MovingPiece<'p, V>) -> [MovingPiece<'p, V>; 2],
    ) -> Result<(), Error> {
        let ask = |first: &mut Self, facet: u32| {
            let id = PieceId { part: moving.part, facet: Some(facet) };
            let piece = surface.piece(facet);
            first
                .ask(order(MovingPiece { id, shape: piece.lowered(), sweep: &moving.sweep }, other))
        };
        let gap = self.options.gap.to_f64();
        let swept = (!moving.sweep.turns()).then(|| swept(&moving.sweep, &other, gap)).flatten();
        let Some((centre, half)) = swept else {
            let bodies = [
                Body { pieces: Pieces::Facets(surface), sweep: &moving.sweep },
                Body { pieces: Pieces::One(other.shape), sweep: other.sweep },
            ];
            return self.by_nodes(&bodies, &mut |first, [facet, _]| ask(first, facet));
        };
        let Some(way) = Way::of(centre, surface, half) else {
            // It passes the surface by. One facet gives the answer its form.
            return ask(self, 0);
        };
        let limit = way.limit(self.until.to_f64());
        let (tree, _) = surface.surface().tree();
        let mut result = Ok(());
        tree.nearest(
            limit,
            |node| node.entries(&way.line, limit),
            |leaf, _| {
                for facet in tree.items(leaf) {
                    if result.is_ok() {
                        result = ask(self, facet);
                    }
                }
                if result.is_err() { -1.0 } else { way.limit(self.until.to_f64()) }
            },
        );
        result?;
        if self.best.is_none() { ask(self, 0) } else { Ok(()) }
    }

    /// Of two convex pieces.
    fn ask(&mut self, [a, b]: [MovingPiece<'_, V>; 2]) -> Result<(), Error> {
        let cast = Cast::lowered(a.shape, a.sweep, b.shape, b.sweep, self.until)?;
        let cast = cast.gap(self.options.gap)?;
        let mut cast = if self.options.ignore_parting { cast.ignore_parting() } else { cast };
        let impact = cast.impact();
        self.lower = self.lower.min(impact.lower);
        let new = Impact { piece_a: a.id, piece_b: b.id, ..impact };
        let is_first = |old: &Impact<V>| {
            let (new_time, old_time) = (impact.time, old.time);
            new_time < old_time
                || (new_time == old_time && (a.id, b.id) < (old.piece_a, old.piece_b))
        };
        if self.best.as_ref().is_none_or(is_first) {
            self.until = self.until.min(impact.upper.max(impact.time));
            self.best = Some(new);
        }
        Ok(())
    }
}

/// The facets of B, those first that are ahead on the way towards A: an early contact leaves little of the way for the
/// others.
fn first_ones_first<V: Vector>(
    facets: &Instance<V>,
    a: &Moving<'_, V>,
    b: &Moving<'_, V>,
) -> Vec<u32> {
    let mut order: Vec<u32> = (0..facets.len() as u32).collect();
    let along = b.sweep.velocity().widen() - a.sweep.velocity().widen();
    let along = Motion::of(b.sweep.start()).unrotate(along);
    let ahead = |facet: u32| {
        let at = facets.corners(facet).map(|corner| corner.widen().dot(along));
        at[0].max(at[1]).max(at[2])
    };
    let heights: Vec<f64> = order.iter().map(|facet| ahead(*facet)).collect();
    order.sort_by(|x, y| heights[*y as usize].total_cmp(&heights[*x as usize]));
    order
}

/// The way of the centre of a piece in the frame of a surface that does not turn, and how far the piece reaches from
/// there along the axes of that frame, with the gap; `None` for a half-space.
fn swept<V: Vector>(
    surface: &Sweep<V>,
    piece: &MovingPiece<'_, V>,
    gap: f64,
) -> Option<([V::Wide; 2], V::Wide)> {
    let Operand::Convex(shape) = &piece.shape else { return None };
    let (frame, start) = (Motion::of(surface.start()), Motion::of(piece.sweep.start()));
    let seen = start.seen_from(&frame);
    let center = piece.sweep.center().widen();
    let origin = seen.apply(center);
    let along = frame.unrotate(piece.sweep.velocity().widen() - surface.velocity().widen());
    let half = if piece.sweep.turns() {
        let reach = shape.reach_from(center) + shape.radius_wide() + rounding(&seen, shape.reach());
        V::Wide::from_fn(|_| reach)
    } else {
        let Aabb { min, max } = convex_box(shape, &seen);
        V::Wide::from_fn(|i| (max.get(i) - origin.get(i)).max(origin.get(i) - min.get(i)))
    };
    let half = V::Wide::from_fn(|i| (half.get(i) + gap) * (1.0 + 2.0 * f64::EPSILON));
    Some(([origin, along], half))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::tests::grid;
    use crate::{AnyShape, Collider, Compound};
    use clearance_geometry::shape::Ball;
    use clearance_testing::Random;
    use glam::DVec3;

    /// A small ball that flies into a grid of 10,648 boxes, which turns or does not, meets few of them.
    #[test]
    fn a_cast_asks_few_parts() {
        let (grid, mut random, mut hits, mut most) = (grid(), Random::new(3), 0, 0);
        let ball = Ball::<DVec3>::new(0.1).unwrap();
        let (shape, ball) = (grid.seen(), ball.seen());
        for i in 0..200 {
            let from = random.direction3() * 30.0 + DVec3::splat(10.5);
            let to = random.in_cube(9.0) + DVec3::splat(10.5);
            let turn = if i % 2 == 0 { DVec3::ZERO } else { random.in_cube(0.5) };
            let sweep = Sweep::new(&Pose::IDENTITY, DVec3::ZERO, turn).unwrap();
            let flies = Sweep::linear(&Pose::at(from).unwrap(), to - from).unwrap();
            let options = CastOptions { gap: 0.0, ignore_parting: false };
            let mut first = First::new(2.0, options);
            let bodies = [Body::of(&shape, &sweep), Body::of(&ball, &flies)];
            let mut asked = 0;
            let of_pair = &mut |first: &mut First<DVec3>, [a, b]: [u32; 2]| {
                asked += 1;
                let moving = [Moving::of(&shape, &sweep, a)?, Moving::of(&ball, &flies, b)?];
                first.of_parts([&moving[0], &moving[1]])
            };
            first.by_nodes(&bodies, of_pair).unwrap();
            hits += usize::from(first.best.unwrap().hit());
            most = asked.max(most);
        }
        println!("{hits} hits, at most {most} parts asked");
        assert!(hits > 150 && most <= 200, "{hits} {most}");
    }

    /// Balls in the gaps of the grid fly along the gaps: more pairs pass each other than turning shapes may ask about,
    /// and the miss is proven.
    #[test]
    fn a_cast_along_a_line_asks_all_that_is_near() {
        let grid = grid();
        let ball: Collider<DVec3> = Ball::new(0.25).unwrap().into();
        let balls = grid.parts().iter().map(|part| (part.pose, ball.clone()));
        let balls = Compound::new(balls).unwrap();
        let (shape, balls) = (grid.seen(), balls.seen());
        let still = Sweep::at_rest(&Pose::IDENTITY);
        let middle = Pose::at(DVec3::new(0.0, 0.5, 0.5)).unwrap();
        let flies = Sweep::linear(&middle, DVec3::X).unwrap();
        let mut first = First::new(1.0, CastOptions::default());
        let bodies = [Body::of(&shape, &still), Body::of(&balls, &flies)];
        let mut asked = 0;
        let of_pair = &mut |first: &mut First<DVec3>, [a, b]: [u32; 2]| {
            asked += 1;
            let moving = [Moving::of(&shape, &still, a)?, Moving::of(&balls, &flies, b)?];
            first.of_parts([&moving[0], &moving[1]])
        };
        first.by_nodes(&bodies, of_pair).unwrap();
        let found = first.best.unwrap();
        assert!(asked > MOST_PAIRS && !first.is_ended, "{asked}");
        assert_eq!(found.status, ImpactStatus::Miss);
    }
}
