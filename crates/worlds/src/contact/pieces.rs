//! The contacts of the pieces of two parts: those of balls in closed form, all others with [`clearance_pairs`].

use alloc::vec::Vec;

use clearance_geometry::answer::{ContactPoint, FeatureId, FeaturePart, Manifold};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Ball, Operand};
use clearance_geometry::space::{Aabb, Motion, Pose, Vector};
use clearance_pairs::Query;

use super::ball::{BallOver, Met, Spot};
use super::front::Side;
use super::touch::{Contact, Touch, same_normal};
use crate::parts::Leaf;
use crate::separation::{PieceId, Search, each_pair, facets_within};
use crate::{Collider, Instance};

/// How facets are chosen.
#[derive(Clone, Copy)]
pub(super) enum Way {
    /// By trees, and balls in closed form.
    Fast,
    /// All are asked: the slow obvious way.
    AllPieces,
}

/// The contacts of all pairs of pieces that may be near.
pub(super) fn touches<V: Vector>(
    shapes: [&Collider<V>; 2],
    poses: [&Pose<V>; 2],
    margin: V::Scalar,
) -> Vec<Touch<V>> {
    let mut found = Vec::new();
    let mut search = Search::new(shapes, poses, margin.max(V::Scalar::ZERO), -V::Scalar::INFINITY);
    each_pair(&mut search, shapes, poses, &mut |_, parts, leaves, motions| {
        Pair { parts, motions, margin, way: Way::Fast }.touches(leaves, &mut found);
    });
    found
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
                for facet_b in self.near_surface(b, a) {
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
        let ball = match self.way {
            Way::Fast => BallOver::of(surface, &other.shape, &seen, self.margin.to_f64()),
            Way::AllPieces => None,
        };
        for facet in self.near(surface, &other.shape, &seen) {
            match ball.as_ref().map_or(Met::Unknown, |ball| ball.meets(facet)) {
                Met::Apart => {}
                Met::Touching(spot) => found.push(self.of_ball(index, facet, &spot)),
                Met::Unknown => {
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

    /// The facets of B that may be as near to the ball around A as the margin.
    fn near_surface(&self, b: &Instance<V>, a: &Instance<V>) -> Vec<u32> {
        let Aabb { min, max } = a.bounds();
        let (min, max) = (min.widen(), max.widen());
        let radius = (max - min).norm() * (0.5 + 1e-9);
        let Ok(ball) = Ball::<V::Wide>::new(radius) else { return (0..b.len() as u32).collect() };
        let middle = self.motions[0].apply((min + max) * 0.5);
        let at = Motion { translation: middle, ..Motion::identity() };
        self.near(b, &Operand::of(&ball), &at.seen_from(self.motions[1]))
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
