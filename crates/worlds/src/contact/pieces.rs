//! The contacts of the pieces of two parts. Facets are sifted; what is left is asked with [`clearance_pairs`].

use alloc::vec::Vec;

use clearance_geometry::answer::{ContactPoint, FeatureId, FeaturePart, Manifold};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{ChainSegment, Facet, Operand};
use clearance_geometry::space::{Motion, Vector};
use clearance_pairs::Query;

use super::Contact;
use super::sift::{Sift, Sifted, Spot};
use crate::Instance;
use crate::parts::Leaf;
use crate::separation::{PieceId, facets_within};

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

/// How facets are chosen.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Way {
    /// By trees, and by the corners of facets.
    Fast,
    /// All are asked: the slow obvious way.
    AllPieces,
}

/// Two parts whose contacts are asked for.
pub(super) struct Pair<'m, V: Vector> {
    pub parts: [u32; 2],
    pub motions: [&'m Motion<V::Wide>; 2],
    pub margin: V::Scalar,
    pub way: Way,
}

impl<V: Vector> Pair<'_, V> {
    /// Adds the contacts of the two parts.
    pub fn touches(&self, leaves: [Leaf<'_, V>; 2], found: &mut Vec<Touch<V>>) {
        match leaves {
            [Leaf::Convex(a), Leaf::Convex(b)] => {
                let sides = [a, b].map(|shape| Side::of(Operand::of(shape)));
                found.extend(self.ask([None; 2], [&sides[0], &sides[1]]));
            }
            [Leaf::Surface(surface), Leaf::Convex(shape)] => {
                self.of_surface(0, surface, &Side::of(Operand::of(shape)), found);
            }
            [Leaf::Convex(shape), Leaf::Surface(surface)] => {
                self.of_surface(1, surface, &Side::of(Operand::of(shape)), found);
            }
            [Leaf::Surface(a), Leaf::Surface(b)] => {
                let seen = self.motions[1].seen_from(self.motions[0]);
                for facet_b in 0..b.len() as u32 {
                    b.with_front(facet_b, |front_b| {
                        for facet_a in self.near(a, &front_b.shape, &seen) {
                            let facets = [Some(facet_a), Some(facet_b)];
                            let ask = |front_a: &Side<'_, V>| self.ask(facets, [front_a, front_b]);
                            found.extend(a.with_front(facet_a, ask).flatten());
                        }
                    });
                }
            }
        }
    }

    /// The contacts of a surface, which is A (0) or B (1), with a convex shape.
    fn of_surface(
        &self,
        index: usize,
        surface: &Instance<V>,
        other: &Side<'_, V>,
        found: &mut Vec<Touch<V>>,
    ) {
        let seen = self.motions[1 - index].seen_from(self.motions[index]);
        let margin = self.margin.to_f64();
        let sift = if self.way == Way::Fast && margin.is_finite() {
            Sift::of(surface, &other.shape, &seen, margin)
        } else {
            None
        };
        for facet in self.near(surface, &other.shape, &seen) {
            match sift.as_ref().map_or(Sifted::Unknown, |sift| sift.look(facet)) {
                Sifted::Apart => {}
                Sifted::Touching(spot) => found.push(self.of_ball(index, facet, &spot)),
                Sifted::Unknown => {
                    let ask = |front: &Side<'_, V>| match index {
                        0 => self.ask([Some(facet), None], [front, other]),
                        _ => self.ask([None, Some(facet)], [other, front]),
                    };
                    found.extend(surface.with_front(facet, ask).flatten());
                }
            }
        }
    }

    /// The facets of a surface that may be as near to a convex shape as the margin.
    fn near(
        &self,
        surface: &Instance<V>,
        shape: &Operand<'_, V::Wide>,
        seen: &Motion<V::Wide>,
    ) -> Vec<u32> {
        match self.way {
            Way::Fast => facets_within(surface, shape, seen, self.margin.to_f64().max(0.0)),
            Way::AllPieces => (0..surface.len() as u32).collect(),
        }
    }

    fn ask(&self, facets: [Option<u32>; 2], [a, b]: [&Side<'_, V>; 2]) -> Option<Touch<V>> {
        let [motion_a, motion_b] = self.motions;
        let mut query = Query::<V>::moved(&a.shape, motion_a, &b.shape, motion_b);
        let manifold = query.manifold(self.margin)?;
        let front = |side: &Side<'_, V>, motion: &Motion<V::Wide>, sign: f64| {
            side.front.is_some_and(|front| {
                same_normal(manifold.normal, V::narrow(motion.rotate(front) * sign))
            })
        };
        let is_front = front(a, motion_a, 1.0) || front(b, motion_b, -1.0);
        Some(self.touch(facets, manifold, is_front))
    }

    /// The contact of a ball with a facet of a surface, which is A (0) or B (1).
    fn of_ball(&self, index: usize, facet: u32, spot: &Spot<V::Wide>) -> Touch<V> {
        let motion = self.motions[index];
        let normal = motion.rotate(spot.normal);
        let on_facet = motion.apply(spot.point);
        let on_ball = on_facet + normal * spot.separation;
        let (part, center) = (spot.part, FeaturePart::Vertex(0));
        let (normal, points, feature, facets) = match index {
            0 => (normal, [on_facet, on_ball], FeatureId::new(part, center), [Some(facet), None]),
            _ => (-normal, [on_ball, on_facet], FeatureId::new(center, part), [None, Some(facet)]),
        };
        let point = ContactPoint {
            point_a: V::narrow(points[0]),
            point_b: V::narrow(points[1]),
            separation: V::Scalar::of(spot.separation),
            feature,
            persisted: false,
            previous: None,
        };
        let manifold = Manifold::new(V::narrow(normal), [point]);
        self.touch(facets, manifold, spot.is_front)
    }

    fn touch(&self, facets: [Option<u32>; 2], manifold: Manifold<V>, is_front: bool) -> Touch<V> {
        let [piece_a, piece_b] = [0, 1].map(|i| PieceId { part: self.parts[i], facet: facets[i] });
        Touch { contact: Contact { piece_a, piece_b, manifold }, is_front }
    }
}

/// A piece as one side of a question.
pub(super) struct Side<'a, V: Vector> {
    pub shape: Operand<'a, V::Wide>,
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
    pub(super) fn with_front<R>(
        &self,
        facet: u32,
        visit: impl FnOnce(&Side<'_, V>) -> R,
    ) -> Option<R> {
        let (corners, beyond) = (self.corners(facet), self.beyond(facet));
        let front = self.front(facet);
        if V::DIM == 2 {
            let (ends, beyond) = self.turned([corners[0], corners[1]], [beyond[0], beyond[1]]);
            let segment = ChainSegment::new(ends).and_then(|s| s.with_neighbours(beyond)).ok()?;
            return Some(visit(&Side { shape: Operand::of(&segment), front }));
        }
        // Of edges 01, 12, 20, the last becomes the first when corners go 0, 2, 1.
        let (corners, beyond) = if self.is_mirrored() {
            let ([a, b, c], [ab, bc, ca]) = (corners, beyond);
            ([a, c, b], [ca, bc, ab])
        } else {
            (corners, beyond)
        };
        let facet = Facet::new(corners).and_then(|f| f.with_neighbours(beyond)).ok()?;
        Some(visit(&Side { shape: Operand::of(&facet), front }))
    }

    /// In 2D: both lists reversed if the instance is mirrored.
    fn turned<T>(&self, [a, b]: [V; 2], [x, y]: [T; 2]) -> ([V; 2], [T; 2]) {
        if self.is_mirrored() { ([b, a], [y, x]) } else { ([a, b], [x, y]) }
    }
}
