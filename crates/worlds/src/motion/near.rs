//! Which pieces of two moving shapes may touch, the earliest first: pairs of nodes of two trees.
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
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Convex, Shape};
use clearance_geometry::space::{Aabb, DVector, Motion, Sweep, Vector, motion_in_space, space};
use clearance_trees::{Bounds, Child};
use glam::DVec3;

use crate::frame::rounding;
use crate::{Collider, Compound, Instance};

/// What the pieces of a moving shape are.
pub(super) enum Pieces<'t, V: Vector> {
    /// One convex shape.
    One(&'t Shape<V>),
    /// One surface.
    Whole(&'t Instance<V>),
    /// Facets.
    Surface(&'t Instance<V>),
    /// Parts.
    Compound(&'t Compound<V>),
}

/// A moving shape.
pub(super) struct Body<'t, V: Vector> {
    pub pieces: Pieces<'t, V>,
    pub sweep: &'t Sweep<V>,
}

/// A node of a tree, or a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Root,
    Inner(u32),
    Leaf(u32),
    Piece(u32),
}

/// A ball in the frame of a shape.
#[derive(Clone, Copy, Debug)]
struct Local {
    center: DVec3,
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
struct Stage<'b, 't, V: Vector> {
    body: &'b Body<'t, V>,
    motion: Motion<DVec3>,
    /// Where the centre of the sweep is, its velocity, and the angular velocity.
    center: DVec3,
    velocity: DVec3,
    turn: DVec3,
    /// The length of the stretch.
    length: f64,
    /// How far it has turned before.
    turned: f64,
}

/// A pair of nodes that is still to be opened.
struct Open {
    entry: f64,
    nodes: [Node; 2],
    balls: [Ball; 2],
}

/// When two balls touch that move along lines, from the first to the last time; `None` for never.
fn touching(way: DVec3, velocity: DVec3, reach: f64) -> Option<[f64; 2]> {
    let square = velocity.length_squared();
    if square == 0.0 {
        return (way.length_squared() <= reach * reach).then_some([0.0, f64::INFINITY]);
    }
    // From the nearest place on, so that a long way costs no digits.
    let nearest = -way.dot(velocity) / square;
    let left = reach * reach - (way + velocity * nearest).length_squared();
    let half = (left / square).sqrt() + 16.0 * f64::EPSILON * nearest.abs();
    (left >= 0.0 && nearest + half >= 0.0).then_some([(nearest - half).max(0.0), nearest + half])
}

/// When both shapes may touch: the balls around the centres of their sweeps do, which no turn changes.
pub(super) fn span<V: Vector>(bodies: &[Body<'_, V>; 2]) -> Option<[f64; 2]> {
    let [a, b] = [0, 1].map(|i| {
        let body = &bodies[i];
        let start = Motion::of(body.sweep.start());
        let center = body.sweep.center().widen();
        let radius = body.reach_from(center);
        let off = rounding(&start, center.max_abs() + radius);
        (space(start.apply(center)), space(body.sweep.velocity().widen()), radius + off)
    });
    let (way, velocity) = (b.0 - a.0, b.1 - a.1);
    let off = 64.0 * f64::EPSILON * (a.0.length() + b.0.length());
    touching(way, velocity, a.2 + b.2 + off)
}

/// Visits the pairs of pieces that may touch within a stretch from one time for a length, roughly the earliest first. The
/// function returns the time up to which others are of interest.
pub(super) fn each_near<V: Vector>(
    bodies: &[Body<'_, V>; 2],
    [from, length]: [f64; 2],
    mut until: f64,
    mut visit: impl FnMut([u32; 2]) -> Result<f64, Error>,
) -> Result<(), Error> {
    let stages = [0, 1].map(|i| Stage::of(&bodies[i], from, length));
    let mut heap = BinaryHeap::new();
    let offer = |heap: &mut BinaryHeap<Open>, nodes, balls: [Ball; 2], until: f64| {
        let [a, b] = &balls;
        let off = 64.0 * f64::EPSILON * (a.center.length() + b.center.length());
        let reach = a.radius + b.radius + off;
        let span = touching(b.center - a.center, b.velocity - a.velocity, reach);
        if let Some([entry, _]) = span.filter(|[entry, _]| *entry <= length) {
            let entry = from + entry;
            if entry <= until {
                heap.push(Open { entry, nodes, balls });
            }
        }
    };
    let roots = [0, 1].map(|i| stages[i].moving(stages[i].body.around()));
    offer(&mut heap, [Node::Root; 2], roots, until);
    while let Some(Open { entry, nodes, balls }) = heap.pop() {
        if entry > until {
            break;
        }
        if let [Node::Piece(a), Node::Piece(b)] = nodes {
            until = visit([a, b])?;
            continue;
        }
        let is_whole = |i: usize| matches!(nodes[i], Node::Piece(_));
        let i = usize::from(is_whole(0) || !is_whole(1) && balls[1].radius > balls[0].radius);
        stages[i].body.open(nodes[i], &mut |node, ball| {
            let (mut nodes, mut balls) = (nodes, balls);
            (nodes[i], balls[i]) = (node, stages[i].moving(ball));
            offer(&mut heap, nodes, balls, until);
        });
    }
    Ok(())
}

impl<'t, V: Vector> Body<'t, V> {
    /// The parts of a shape.
    pub fn of(shape: &'t Collider<V>, sweep: &'t Sweep<V>) -> Self {
        let pieces = match shape {
            Collider::Convex(shape) => Pieces::One(shape),
            Collider::Surface(surface) => Pieces::Whole(surface),
            Collider::Compound(compound) => Pieces::Compound(compound),
        };
        Self { pieces, sweep }
    }

    /// The number of pieces: facets or parts.
    pub fn len(&self) -> u32 {
        match &self.pieces {
            Pieces::One(_) | Pieces::Whole(_) => 1,
            Pieces::Surface(surface) => surface.len() as u32,
            Pieces::Compound(compound) => compound.parts().len() as u32,
        }
    }

    /// The angular velocity: its size, in radians per unit of time.
    pub fn turning(&self) -> f64 {
        turn_of(self.sweep).length()
    }

    /// How far the shape reaches from a point of its frame; infinitely for a half-space.
    fn reach_from(&self, center: V::Wide) -> f64 {
        if let Pieces::One(Shape::Convex(shape)) = &self.pieces {
            return Convex::reach_from(shape, center) + shape.radius_wide();
        }
        let Local { center: middle, radius } = self.around();
        (middle - space(center)).length() + radius
    }

    /// A ball around the shape.
    fn around(&self) -> Local {
        match &self.pieces {
            Pieces::One(Shape::Convex(shape)) => {
                let center = Convex::center(shape).widen();
                let radius = Convex::reach_from(shape, center) + shape.radius_wide();
                Local { center: space(center), radius }
            }
            Pieces::One(Shape::HalfSpace(_)) => Local { center: DVec3::ZERO, radius: f64::INFINITY },
            Pieces::Surface(surface) | Pieces::Whole(surface) => around(&wide(&surface.bounds())),
            Pieces::Compound(compound) => around(&wide(compound.bounds())),
        }
    }

    /// Calls a function with what is in a node, and the ball around each.
    fn open(&self, node: Node, visit: &mut dyn FnMut(Node, Local)) {
        let (tree, factors) = match &self.pieces {
            Pieces::One(_) | Pieces::Whole(_) => {
                return visit(Node::Piece(0), self.around());
            }
            Pieces::Surface(surface) => (surface.surface().tree().0, surface.to_tree()),
            Pieces::Compound(compound) => (&compound.tree, [compound.unit.0; 3]),
        };
        let node = match node {
            Node::Root => 0,
            Node::Inner(node) => node,
            Node::Leaf(leaf) => {
                return tree.items(leaf).for_each(|item| visit(Node::Piece(item), self.piece(item)));
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
    fn piece(&self, piece: u32) -> Local {
        match &self.pieces {
            Pieces::One(_) | Pieces::Whole(_) => self.around(),
            Pieces::Surface(surface) => {
                let [a, b, c] = surface.wide_corners(piece).map(space);
                let center = (a.min(b).min(c) + a.max(b).max(c)) * 0.5;
                let radius = [a, b, c].map(|p| p.distance(center)).into_iter().fold(0.0, f64::max);
                Local { center, radius }
            }
            Pieces::Compound(compound) => around(&compound.parts()[piece as usize].bounds()),
        }
    }
}

fn wide<V: Vector>(bounds: &Aabb<V>) -> Aabb<V::Wide> {
    Aabb { min: bounds.min.widen(), max: bounds.max.widen() }
}

/// The ball around a box.
fn around<W: DVector>(bounds: &Aabb<W>) -> Local {
    let (min, max) = (space(bounds.min), space(bounds.max));
    Local { center: (min + max) * 0.5, radius: (max - min).length() * 0.5 }
}

/// The ball around a box of a tree whose coordinates, at most 1, are those of a frame times some factors.
fn ball_of<V: Vector>(bounds: &Bounds, factors: [f64; 3]) -> Local {
    let side = |numbers: [f32; 3]| {
        let at = |i: usize| if i < V::DIM { f64::from(numbers[i]) / factors[i] } else { 0.0 };
        DVec3::new(at(0), at(1), at(2))
    };
    let (min, max) = (side(bounds.min), side(bounds.max));
    let largest = factors[..V::DIM].iter().fold(0.0_f64, |most, f| most.max(1.0 / f.abs()));
    // Corners are rounded to f32 in the tree, and to the precision of the vectors when they are scaled: together by at
    // most 1.5 units of roundoff, 2^-24, in each of three coordinates.
    let off = largest * f64::from(2.0 * f32::EPSILON);
    let smallest = V::Scalar::above(f64::from_bits(1)).to_f64();
    Local { center: (min + max) * 0.5, radius: (max - min).length() * 0.5 + off + 2.0 * smallest }
}

fn turn_of<V: Vector>(sweep: &Sweep<V>) -> DVec3 {
    let [x, y, z] = V::Wide::wedge_numbers(V::wedge_widen(sweep.angular()));
    if V::DIM == 2 { DVec3::new(0.0, 0.0, x) } else { DVec3::new(x, y, z) }
}

impl<'b, 't, V: Vector> Stage<'b, 't, V> {
    fn of(body: &'b Body<'t, V>, from: f64, length: f64) -> Self {
        let motion = motion_in_space(&body.sweep.at(from));
        let turn = turn_of(body.sweep);
        Self {
            body,
            motion,
            center: motion.apply(space(body.sweep.center().widen())),
            velocity: space(body.sweep.velocity().widen()),
            turn,
            length,
            turned: turn.length() * from,
        }
    }

    fn moving(&self, Local { center, radius }: Local) -> Ball {
        let place = self.motion.apply(center);
        let arm = place - self.center;
        // The angle is rounded, too.
        let off = (1.0 + self.turned) * rounding(&self.motion, center.length() + radius);
        let angle = if self.turn == DVec3::ZERO { 0.0 } else { self.turn.length() * self.length };
        let turns = if angle > 0.0 { 4.0 * f64::EPSILON * self.length } else { 0.0 };
        let bend = 0.5 * angle * angle * arm.length() + turns * self.velocity.length();
        Ball {
            center: place,
            velocity: self.velocity + self.turn.cross(arm),
            radius: radius + off + bend,
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
