//! Which pieces of two moving shapes may touch, roughly the earliest first: pairs of nodes of two trees.
//!
//! Time is cut into stretches in which neither shape turns by more than an eighth of a radian. At the time t of a stretch,
//! a point with the arm a from the centre of its sweep is at
//!
//! ```text
//!     p + t (v + w x a)     up to     (|w| t)^2 |a| / 2
//! ```
//!
//! because a turn by an angle differs from its first order by at most half of the square. So balls around the boxes of
//! two nodes touch in a stretch only if balls along two lines do, which are larger by these bends: the bound of second order
//! that proofs of robots' paths use. Nodes are opened in the order in which such balls touch; what is left are pairs of
//! pieces, which are casts of their own.

use alloc::collections::BinaryHeap;
use core::cmp::Ordering;

use clearance_geometry::Error;
use clearance_geometry::number::{Scalar, sqrt};
use clearance_geometry::shape::{Convex, Operand};
use clearance_geometry::space::{Aabb, Motion, Sweep, Vector};
use clearance_trees::{Bounds, Child};
use glam::DVec3;

use crate::parts::off_by_far;
use crate::way::numbers;
use crate::{Compound, Instance, ShapeRef};

/// What the pieces of a moving shape are.
#[derive(Clone, Copy)]
pub(super) enum Pieces<'t, V: Vector> {
    /// One convex shape.
    One(Operand<'t, V::Wide>),
    /// One surface.
    Whole(&'t Instance<V>),
    /// Facets.
    Facets(&'t Instance<V>),
    /// Parts.
    Parts(&'t Compound<V>),
}

/// A moving shape.
pub(super) struct Body<'t, V: Vector> {
    pub pieces: Pieces<'t, V>,
    pub sweep: &'t Sweep<V>,
}

/// A node of a tree, or a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Inner(u32),
    Leaf(u32),
    Piece(u32),
}

/// The whole shape.
const ROOT: Node = Node::Inner(0);

/// A ball in the frame of a shape.
#[derive(Clone, Copy, Debug)]
struct Local<W> {
    center: W,
    radius: f64,
}

/// A ball that moves along a line from the beginning of a stretch.
#[derive(Clone, Copy, Debug)]
struct Ball {
    center: DVec3,
    velocity: DVec3,
    /// With the rounding of its place, and its bend within the stretch.
    radius: f64,
}

/// A shape at the beginning of a stretch.
struct Stage<V: Vector> {
    motion: Motion<V::Wide>,
    /// Where the centre of the sweep is.
    center: DVec3,
    velocity: DVec3,
    turn: DVec3,
    /// The length of the stretch, in which the shape turns by this angle.
    length: f64,
    angle: f64,
    /// How far it has turned before.
    turned: f64,
    /// The numbers from which the place at its beginning is computed, and what else that place is off by.
    size: f64,
    off: f64,
}

/// A pair of nodes that is still to be opened.
struct Open {
    entry: f64,
    nodes: [Node; 2],
    balls: [Ball; 2],
}

/// When two balls touch that move along lines, from the first to the last time; `None` for never. What is too small or too
/// large to be computed is always. `size`: the size of the coordinates of both centres, of which `way` is the difference.
fn touching(way: DVec3, velocity: DVec3, reach: f64, size: f64) -> Option<[f64; 2]> {
    const ALWAYS: Option<[f64; 2]> = Some([0.0, f64::INFINITY]);
    const SMALLEST: f64 = 1e-280;
    let reach = reach * (1.0 + 4.0 * f64::EPSILON) + 64.0 * f64::EPSILON * size;
    let square = velocity.length_squared();
    if velocity == DVec3::ZERO {
        let is_apart = way.length_squared() > reach * reach * (1.0 + 16.0 * f64::EPSILON);
        return if is_apart { None } else { ALWAYS };
    }
    // From the nearest place on, so that a long way costs no digits.
    let nearest = -way.dot(velocity) / square;
    let left = reach * reach - (way + velocity * nearest).length_squared();
    let is_known = square > SMALLEST && left.is_finite() && nearest.is_finite();
    if !is_known {
        return ALWAYS;
    }
    let half = sqrt(left / square) + 16.0 * f64::EPSILON * nearest.abs();
    (left >= 0.0 && nearest + half >= 0.0).then_some([(nearest - half).max(0.0), nearest + half])
}

/// When both shapes may come as near as a gap: the balls around the centres of their sweeps do, which no turn changes.
pub(super) fn span<V: Vector>(bodies: &[Body<'_, V>; 2], gap: f64) -> Option<[f64; 2]> {
    let [a, b] = [0, 1].map(|i| {
        let body = &bodies[i];
        let Stage { center, velocity, size, off, .. } = Stage::of(body, 0.0, 0.0);
        let reach = body.reach_from(body.sweep.center().widen());
        (center, velocity, reach + off_by_far(size + reach) + off)
    });
    touching(b.0 - a.0, b.1 - a.1, a.2 + b.2 + gap, a.0.length() + b.0.length())
}

/// Visits the pairs of pieces that may come as near as a gap within a stretch from one time for a length, roughly the
/// earliest first, with the time before which they and all later ones do not. The function returns the time up to which others are of interest.
pub(super) fn each_near<V: Vector>(
    bodies: &[Body<'_, V>; 2],
    gap: f64,
    [from, length]: [f64; 2],
    mut until: f64,
    mut visit: impl FnMut(f64, [u32; 2]) -> Result<f64, Error>,
) -> Result<(), Error> {
    let stages = [0, 1].map(|i| Stage::of(&bodies[i], from, length));
    let mut heap = BinaryHeap::new();
    let offer = |heap: &mut BinaryHeap<Open>, nodes, balls: [Ball; 2], until: f64| {
        let [a, b] = &balls;
        let (way, size) = (b.center - a.center, a.center.length() + b.center.length());
        let span = touching(way, b.velocity - a.velocity, a.radius + b.radius + gap, size);
        let Some([entry, _]) = span.filter(|[entry, _]| *entry <= length) else { return };
        let entry = (from + entry) * (1.0 - 16.0 * f64::EPSILON);
        if entry <= until {
            heap.push(Open { entry, nodes, balls });
        }
    };
    let roots = [0, 1].map(|i| stages[i].moving(bodies[i].around()));
    offer(&mut heap, [0, 1].map(|i| bodies[i].root()), roots, until);
    while let Some(Open { entry, nodes, balls }) = heap.pop() {
        if entry > until {
            break;
        }
        if let [Node::Piece(a), Node::Piece(b)] = nodes {
            until = visit(entry, [a, b])?;
            continue;
        }
        let is_piece = |i: usize| matches!(nodes[i], Node::Piece(_));
        let i = usize::from(is_piece(0) || !is_piece(1) && balls[1].radius > balls[0].radius);
        bodies[i].open(nodes[i], &mut |node, ball| {
            let (mut nodes, mut balls) = (nodes, balls);
            (nodes[i], balls[i]) = (node, stages[i].moving(ball));
            offer(&mut heap, nodes, balls, until);
        });
    }
    Ok(())
}

impl<'t, V: Vector> Body<'t, V> {
    /// The parts of a shape.
    pub fn of(shape: &ShapeRef<'t, V>, sweep: &'t Sweep<V>) -> Self {
        let pieces = match *shape {
            ShapeRef::Convex(shape) => Pieces::One(shape),
            ShapeRef::Surface(surface) => Pieces::Whole(surface),
            ShapeRef::Compound(compound) => Pieces::Parts(compound),
        };
        Self { pieces, sweep }
    }

    /// The number of pieces: facets or parts.
    pub fn len(&self) -> u32 {
        match &self.pieces {
            Pieces::One(_) | Pieces::Whole(_) => 1,
            Pieces::Facets(surface) => surface.len() as u32,
            Pieces::Parts(compound) => compound.parts().len() as u32,
        }
    }

    /// Is its pose finite, and is every part at a place where it can be cast? And is there a tree?
    pub fn is_known(&self) -> bool {
        let (start, center) = (Motion::of(self.sweep.start()), self.sweep.center());
        let far = start.translation.max_abs() + center.max_abs().to_f64() + self.reach();
        let has_tree = !matches!(self.pieces, Pieces::Parts(compound) if !compound.has_tree());
        start.zero_if_finite() == 0.0 && 8.0 * far < V::Scalar::LARGEST.to_f64() && has_tree
    }

    /// The angular velocity: its size, in radians per unit of time.
    pub fn turning(&self) -> f64 {
        turn_of(self.sweep).length()
    }

    /// How far the shape reaches from a point of its frame; infinitely for a half-space.
    fn reach_from(&self, center: V::Wide) -> f64 {
        if let Pieces::One(Operand::Convex(shape)) = self.pieces {
            return shape.reach_from(center) + shape.radius_wide();
        }
        let Local { center: middle, radius } = self.around();
        (middle - center).norm() + radius
    }

    /// How far it reaches from its origin; 0 for a half-space, which has only one piece.
    fn reach(&self) -> f64 {
        match &self.pieces {
            Pieces::One(Operand::Convex(shape)) => shape.reach() + shape.radius_wide(),
            Pieces::One(Operand::HalfSpace(_)) => 0.0,
            Pieces::Whole(surface) | Pieces::Facets(surface) => surface.reach(),
            Pieces::Parts(compound) => compound.far,
        }
    }

    fn root(&self) -> Node {
        if self.len() == 1 { Node::Piece(0) } else { ROOT }
    }

    /// A ball around the shape.
    fn around(&self) -> Local<V::Wide> {
        let wide = |Aabb { min, max }: Aabb<V>| Aabb { min: min.widen(), max: max.widen() };
        match &self.pieces {
            Pieces::One(Operand::Convex(shape)) => {
                let center = shape.center();
                Local { center, radius: shape.reach_from(center) + shape.radius_wide() }
            }
            Pieces::One(Operand::HalfSpace(_)) => {
                Local { center: V::Wide::ZERO, radius: f64::INFINITY }
            }
            Pieces::Facets(surface) | Pieces::Whole(surface) => around(wide(surface.bounds())),
            Pieces::Parts(compound) => around(wide(*compound.bounds())),
        }
    }

    /// Calls a function with what is in a node, and the ball around each.
    fn open(&self, node: Node, visit: &mut dyn FnMut(Node, Local<V::Wide>)) {
        let (tree, factors) = match &self.pieces {
            Pieces::One(_) | Pieces::Whole(_) => unreachable!("it is a piece"),
            Pieces::Facets(surface) => (surface.surface().tree().0, surface.to_tree()),
            Pieces::Parts(compound) => (&compound.tree, [compound.unit.0; 3]),
        };
        let node = match node {
            Node::Inner(node) => node,
            Node::Leaf(leaf) => {
                let mut piece = |item| visit(Node::Piece(item), self.piece(item));
                return tree.items(leaf).for_each(&mut piece);
            }
            Node::Piece(_) => unreachable!("pieces are not opened"),
        };
        for (_, child, bounds) in tree.nodes()[node as usize].children() {
            let child = match child {
                Child::Node(node) => Node::Inner(node),
                Child::Leaf(leaf) => Node::Leaf(leaf),
            };
            visit(child, ball_of::<V>(&bounds, factors));
        }
    }

    /// The ball around a piece.
    fn piece(&self, piece: u32) -> Local<V::Wide> {
        match &self.pieces {
            Pieces::One(_) | Pieces::Whole(_) => self.around(),
            Pieces::Facets(surface) => {
                let corners = surface.wide_corners(piece);
                let of = |take: fn(f64, f64) -> f64| {
                    let [a, b, c] = corners;
                    V::Wide::from_fn(|i| take(take(a.get(i), b.get(i)), c.get(i)))
                };
                let center = (of(f64::min) + of(f64::max)) * 0.5;
                let radius = corners.map(|corner| (corner - center).norm());
                Local { center, radius: radius.into_iter().fold(0.0, f64::max) }
            }
            Pieces::Parts(compound) => around(compound.parts()[piece as usize].bounds()),
        }
    }
}

/// The ball around a box.
fn around<W: Vector<Scalar = f64>>(Aabb { min, max }: Aabb<W>) -> Local<W> {
    Local { center: (min + max) * 0.5, radius: (max - min).norm() * 0.5 }
}

/// The ball around a box of a tree whose coordinates, at most 1, are those of a frame times some factors.
fn ball_of<V: Vector>(bounds: &Bounds, factors: [f64; 3]) -> Local<V::Wide> {
    let side = |numbers: [f32; 3]| V::Wide::from_fn(|i| f64::from(numbers[i]) / factors[i]);
    let largest = factors[..V::DIM].iter().fold(0.0_f64, |most, f| most.max(1.0 / f.abs()));
    // Corners are rounded to f32 in the tree, and to the precision of the vectors when they are scaled: together by at
    // most 1.5 units of roundoff, 2^-24, in each of three coordinates.
    let off = largest * f64::from(2.0 * f32::EPSILON);
    let smallest = V::Scalar::above(f64::from_bits(1)).to_f64();
    let ball = around(Aabb { min: side(bounds.min), max: side(bounds.max) });
    Local { radius: ball.radius + off + 2.0 * smallest, ..ball }
}

fn turn_of<V: Vector>(sweep: &Sweep<V>) -> DVec3 {
    let [x, y, z] = V::wedge_numbers(sweep.angular()).map(V::Scalar::to_f64);
    if V::DIM == 2 { DVec3::new(0.0, 0.0, x) } else { DVec3::new(x, y, z) }
}

fn space<V: Vector>(v: V::Wide) -> DVec3 {
    DVec3::from_array(numbers(v))
}

impl<V: Vector> Stage<V> {
    fn of(body: &Body<'_, V>, from: f64, length: f64) -> Self {
        let (motion, turn) = (body.sweep.at(from), turn_of(body.sweep));
        let (velocity, center) = (space::<V>(body.sweep.velocity().widen()), body.sweep.center());
        let (center, turned) = (center.widen(), turn.length() * from);
        let start = body.sweep.start().translation().widen();
        // What sweeps are made of, and how far it has moved.
        let size = start.norm() + velocity.length() * from + (1.0 + turned) * center.norm();
        // Each part has a sweep of its own, whose start and centre are rounded.
        let is_rounded = matches!(body.pieces, Pieces::Parts(_));
        let rounded = if is_rounded { 64.0 * V::Scalar::EPSILON.to_f64() } else { 0.0 };
        Self {
            motion,
            center: space::<V>(motion.apply(center)),
            velocity,
            turn,
            length,
            angle: if body.sweep.turns() { turn.length() * length } else { 0.0 },
            turned,
            size,
            off: rounded * (start.norm() + center.norm() + body.reach()),
        }
    }

    fn moving(&self, Local { center, radius }: Local<V::Wide>) -> Ball {
        let place = space::<V>(self.motion.apply(center));
        let arm = place - self.center;
        // The angle is rounded, too.
        let size = self.size + (1.0 + self.turned) * (center.norm() + radius);
        let bend = 0.5 * self.angle * self.angle * arm.length();
        let turns = if self.angle > 0.0 { self.length * self.velocity.length() } else { 0.0 };
        Ball {
            center: place,
            velocity: self.velocity + self.turn.cross(arm),
            radius: radius + self.off + off_by_far(size + turns) + bend,
        }
    }
}

impl Ord for Open {
    /// The earliest is the greatest; of equal ones that of the lowest nodes.
    fn cmp(&self, other: &Self) -> Ordering {
        other.entry.total_cmp(&self.entry).then_with(|| other.nodes.cmp(&self.nodes))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

#[cfg(test)]
mod tests {
    use super::super::Moving;
    use super::*;
    use crate::{AnyShape, Collider};
    use clearance_geometry::shape::Ball as Round;
    use clearance_geometry::space::Pose;
    use clearance_testing::Random;
    use glam::Vec3;

    /// Points of a part of a compound whose sweep is rounded stay in the balls that move along lines; some would not without
    /// the bend, and some not without what the sweep is rounded by.
    #[test]
    fn points_stay_in_their_balls() {
        let (mut random, mut bent, mut rounded, mut most) = (Random::new(5), 0, 0, 0.0_f64);
        for i in 0..4000 {
            let mut pose = |size: f64| {
                Pose::new(random.in_cube(size).as_vec3(), random.rotation().as_quat()).unwrap()
            };
            let (own, start) = (pose(10.0), pose([1.0, 1e3][i % 2]));
            let part = (own, Collider::from(Round::<Vec3>::new(1.0).unwrap()));
            let compound = Compound::new([part]).unwrap();
            let shape = compound.seen();
            let mut vector = |size: f64| random.in_cube(size).as_vec3();
            let sweep = Sweep::new(&start, vector(3.0), vector(2.0)).unwrap();
            let sweep = sweep.about(vector(1.0)).unwrap();
            let point = vector(1.0).as_dvec3();
            let (from, turning) = (random.range(0.0, 3.0), Body::of(&shape, &sweep).turning());
            let length = [0.125, 1e-4][i / 2 % 2] / turning;
            let stage = Stage::of(&Body::of(&shape, &sweep), from, length);
            let center = Motion::of(&own).apply(point);
            let ball = stage.moving(Local { center, radius: 0.0 });
            let time = length * random.one_of(&[0.0, 0.5, 1.0]);
            let moving = Moving::of(&shape, &sweep, 0).unwrap();
            let there = moving.sweep.at(from + time).apply(point);
            let off = there.distance(ball.center + ball.velocity * time);
            assert!(off <= ball.radius, "{i}: {off} {ball:?}");
            most = most.max(off / ball.radius);
            bent += usize::from(off > 1e-3 * ball.radius && off > 4.0 * stage.off);
            rounded += usize::from(off > ball.radius - stage.off);
        }
        println!("{bent} bent, {rounded} rounded, at most {most} of the radius");
        assert!(bent > 500 && rounded > 10 && most > 0.9, "{bent} {rounded} {most}");
    }
}
