//! The contacts of the pieces of two parts, each piece asked with [`clearance_pairs`].

use alloc::vec::Vec;

use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{ChainSegment, Facet, Operand};
use clearance_geometry::space::{Motion, Vector};
use clearance_pairs::Query;

use super::Contact;
use crate::Instance;
use crate::parts::Leaf;
use crate::separation::PieceId;

/// A contact of two pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch<V: Vector> {
    pub contact: Contact<V>,
    /// Is the normal that of the front of a facet? False for convex shapes without facets.
    pub is_front: bool,
}

/// Are two unit normals the same, up to rounding in the precision of `V`? Normals in `f64` that are rounded, rotated
/// or not, differ by less than 4 epsilons in each coordinate.
pub(super) fn same_normal<V: Vector>(a: V, b: V) -> bool {
    (a - b).max_abs() <= V::Scalar::of(4.0) * V::Scalar::EPSILON
}

/// Adds the contacts of two parts. `near` lists the facets of a surface that may be as near to a convex shape as a
/// limit; the shape's motion leads to the frame of the surface.
pub(super) fn of_pair<V: Vector>(
    parts: [u32; 2],
    leaves: [Leaf<'_, V>; 2],
    motions: [&Motion<V::Wide>; 2],
    margin: V::Scalar,
    near: impl Fn(&Instance<V>, &Operand<'_, V::Wide>, &Motion<V::Wide>, f64) -> Vec<u32>,
    found: &mut Vec<Touch<V>>,
) {
    let limit = margin.to_f64().max(0.0);
    let mut ask = |facets: [Option<u32>; 2], [a, b]: [&Side<'_, V>; 2]| {
        let [motion_a, motion_b] = motions;
        let asked = Query::<V>::moved(&a.shape, motion_a, &b.shape, motion_b).manifold(margin);
        let Some(manifold) = asked else { return };
        let [piece_a, piece_b] = [0, 1].map(|i| PieceId { part: parts[i], facet: facets[i] });
        let front = |side: &Side<'_, V>, motion: &Motion<V::Wide>, sign: f64| {
            side.front.is_some_and(|front| {
                same_normal(manifold.normal, V::narrow(motion.rotate(front) * sign))
            })
        };
        let is_front = front(a, motion_a, 1.0) || front(b, motion_b, -1.0);
        found.push(Touch { contact: Contact { piece_a, piece_b, manifold }, is_front });
    };
    match leaves {
        [Leaf::Convex(a), Leaf::Convex(b)] => {
            ask([None; 2], [&Side::of(Operand::of(a)), &Side::of(Operand::of(b))]);
        }
        [Leaf::Surface(surface), Leaf::Convex(shape)] => {
            let (shape, seen) = (Side::of(Operand::of(shape)), motions[1].seen_from(motions[0]));
            for facet in near(surface, &shape.shape, &seen, limit) {
                surface.with_front(facet, |front| ask([Some(facet), None], [front, &shape]));
            }
        }
        [Leaf::Convex(shape), Leaf::Surface(surface)] => {
            let (shape, seen) = (Side::of(Operand::of(shape)), motions[0].seen_from(motions[1]));
            for facet in near(surface, &shape.shape, &seen, limit) {
                surface.with_front(facet, |front| ask([None, Some(facet)], [&shape, front]));
            }
        }
        [Leaf::Surface(a), Leaf::Surface(b)] => {
            let seen = motions[1].seen_from(motions[0]);
            for facet_b in 0..b.len() as u32 {
                b.with_front(facet_b, |front_b| {
                    for facet_a in near(a, &front_b.shape, &seen, limit) {
                        let facets = [Some(facet_a), Some(facet_b)];
                        a.with_front(facet_a, |front_a| ask(facets, [front_a, front_b]));
                    }
                });
            }
        }
    }
}

/// A piece as one side of a question.
struct Side<'a, V: Vector> {
    shape: Operand<'a, V::Wide>,
    /// The unit normal of the front of a facet, in its frame.
    front: Option<V::Wide>,
}

impl<'a, V: Vector> Side<'a, V> {
    fn of(shape: Operand<'a, V::Wide>) -> Self {
        Self { shape, front: None }
    }
}

impl<V: Vector> Instance<V> {
    /// Calls a function with a facet as a one-sided shape that knows its neighbours. Not for facets without area,
    /// which have no front.
    fn with_front(&self, facet: u32, visit: impl FnOnce(&Side<'_, V>)) {
        let (corners, beyond) = (self.corners(facet), self.beyond(facet));
        let front = self.front(facet);
        if V::DIM == 2 {
            let (ends, beyond) = self.turned([corners[0], corners[1]], [beyond[0], beyond[1]]);
            if let Ok(segment) = ChainSegment::new(ends).and_then(|s| s.with_neighbours(beyond)) {
                visit(&Side { shape: Operand::of(&segment), front });
            }
            return;
        }
        // Of edges 01, 12, 20, the last becomes the first when corners go 0, 2, 1.
        let (corners, beyond) = if self.is_mirrored() {
            let ([a, b, c], [ab, bc, ca]) = (corners, beyond);
            ([a, c, b], [ca, bc, ab])
        } else {
            (corners, beyond)
        };
        if let Ok(facet) = Facet::new(corners).and_then(|f| f.with_neighbours(beyond)) {
            visit(&Side { shape: Operand::of(&facet), front });
        }
    }

    /// In 2D: both lists reversed if the instance is mirrored.
    fn turned<T>(&self, [a, b]: [V; 2], [x, y]: [T; 2]) -> ([V; 2], [T; 2]) {
        if self.is_mirrored() { ([b, a], [y, x]) } else { ([a, b], [x, y]) }
    }
}
