//! The contacts of the pieces of two parts: in closed form ([`Form`]) where there is one, all others with
//! [`clearance_pairs`].

use alloc::vec::Vec;

use clearance_geometry::answer::{ContactPoint, FeatureId, Manifold};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Ball, Convex, Core, Operand};
use clearance_geometry::space::{Aabb, Motion, Pose, Vector, from_space};
use clearance_pairs::Query;

use super::facing::{Met, Spot};
use super::form::Form;
use super::front::{Normals, Side};
use super::gather::chosen;
use super::pair::{Pair, Way};
use super::surfaces;
use super::touch::{Contact, Touch, same_normal};
use crate::parts::Leaf;
use crate::separation::{PieceId, Search, VisitFacet, each_pair, each_within};
use crate::{Instance, ShapeRef};

/// The contacts of all pairs of pieces that may be near.
pub(super) fn touches<V: Vector>(
    shapes: [&ShapeRef<'_, V>; 2],
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

impl<V: Vector> Pair<'_, V> {
    /// Adds the contacts of the two parts.
    pub fn touches(&self, leaves: [Leaf<'_, V>; 2], found: &mut Vec<Touch<V>>) {
        match leaves {
            [Leaf::Convex(a), Leaf::Convex(b)] => {
                let sides = [a, b].map(Side::of);
                found.extend(self.ask([None; 2], [&sides[0], &sides[1]]));
            }
            [Leaf::Surface(surface), Leaf::Convex(shape)] => {
                self.of_surface(0, surface, &Side::of(shape), found);
            }
            [Leaf::Convex(shape), Leaf::Surface(surface)] => {
                self.of_surface(1, surface, &Side::of(shape), found);
            }
            [Leaf::Surface(a), Leaf::Surface(b)] if V::DIM == 3 => {
                surfaces::touches(self, [a, b], found);
            }
            [Leaf::Surface(a), Leaf::Surface(b)] => {
                let seen = self.motions[1].seen_from(self.motions[0]);
                self.each_near_surface(b, a, &mut |facet_b| {
                    b.with_front(facet_b, Normals::Joined, |front_b| {
                        self.each_near(a, &front_b.shape, &seen, &mut |facet_a, _| {
                            let facets = [Some(facet_a), Some(facet_b)];
                            let ask = |front_a: &Side<'_, V>| self.ask(facets, [front_a, front_b]);
                            found.extend(a.with_front(facet_a, Normals::Joined, ask).flatten());
                        });
                    });
                });
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
        let mut room = None;
        let mut form = match (self.way, &other.shape) {
            (Way::Fast, Operand::Convex(shape)) => {
                Form::of(surface, shape, &seen, self.margin.to_f64(), &mut room)
            }
            _ => None,
        };
        let (mut spots, mut asked, first) = (Vec::new(), Vec::new(), found.len());
        self.each_near(surface, &other.shape, &seen, &mut |facet, corners| {
            spots.clear();
            let met = match &mut form {
                Some(form) => form.meets(facet, corners, &mut spots),
                None => Met::Unknown,
            };
            let (normals, gap) = match met {
                Met::Apart => return,
                Met::Beside { gap } => return asked.push((facet, gap)),
                Met::Touching { normal, front } => {
                    return found.push(self.of_spots(index, facet, [normal, front], &spots));
                }
                Met::Front { gap } => (Normals::Front, gap),
                Met::Unknown => (Normals::Joined, f64::NEG_INFINITY),
            };
            let ask = |front: &Side<'_, V>| match index {
                0 => self.ask([Some(facet), None], [front, other]),
                _ => self.ask([None, Some(facet)], [other, front]),
            };
            found.extend(surface.with_front(facet, normals, ask).flatten());
            asked.push((facet, gap));
        });
        // The nearest point of a ball is kept where it is a peak; other points of facets are not.
        if matches!(&other.shape, Operand::Convex(ball) if matches!(ball.core(), Core::Point(_))) {
            return;
        }
        let least = separation_of(&found[first..]) - self.close(surface, &seen);
        let is_deep = |(facet, gap): &(u32, f64)| {
            *gap < least && gap_along_front(surface, *facet, &other.shape, &seen) < least
        };
        let mut deep: Vec<u32> =
            asked.iter().filter(|asked| is_deep(asked)).map(|(facet, _)| *facet).collect();
        let turned = form.as_ref().and_then(Form::deepest);
        deep.extend(turned.filter(|(own, _)| *own < least).map(|(_, facet)| facet));
        found.extend(self.deepest_of(index, surface, other, &deep, least));
    }

    /// Separations that differ by less are the same: by the rounding of answers, and by what searches for the depth of
    /// curved shapes are off.
    fn close(&self, surface: &Instance<V>, seen: &Motion<V::Wide>) -> f64 {
        let size = surface.reach() + seen.translation.max_abs();
        size * Scalar::max(8.0 * V::Scalar::EPSILON.to_f64(), 1e-9)
    }

    /// Some facet must be touched as deep as each is alone. If normals were turned so far that none is, the deepest of
    /// these facets keeps its own normal.
    fn deepest_of(
        &self,
        index: usize,
        surface: &Instance<V>,
        other: &Side<'_, V>,
        facets: &[u32],
        mut least: f64,
    ) -> Option<Touch<V>> {
        let mut deepest = None;
        for &facet in facets {
            let ask = |own: &Side<'_, V>| match index {
                0 => self.ask([Some(facet), None], [own, other]),
                _ => self.ask([None, Some(facet)], [other, own]),
            };
            if let Some(touch) = surface.with_front(facet, Normals::Own, ask).flatten()
                && separation_of(&[touch]) < least
            {
                least = separation_of(&[touch]);
                deepest = Some(touch);
            }
        }
        deepest
    }

    /// Visits the facets of a surface that may be as near to a convex shape as the margin, and their corners.
    fn each_near(
        &self,
        surface: &Instance<V>,
        shape: &Operand<'_, V::Wide>,
        seen: &Motion<V::Wide>,
        visit: VisitFacet<'_, V::Wide>,
    ) {
        match self.way {
            Way::Fast => {
                each_within(surface, shape, seen, self.margin.to_f64().max(0.0), visit);
            }
            Way::AllPieces => {
                (0..surface.len() as u32).for_each(|i| visit(i, surface.wide_corners(i)));
            }
        }
    }

    /// Visits the facets of B that may be as near to the ball around A as the margin.
    fn each_near_surface(&self, b: &Instance<V>, a: &Instance<V>, visit: &mut dyn FnMut(u32)) {
        let Aabb { min, max } = a.bounds();
        let (min, max) = (min.widen(), max.widen());
        let radius = (max - min).norm() * (0.5 + 1e-9);
        let Ok(ball) = Ball::<V::Wide>::new(radius) else {
            return (0..b.len() as u32).for_each(visit);
        };
        let middle = self.motions[0].apply((min + max) * 0.5);
        let at = Motion { translation: middle, ..Motion::identity() };
        let seen = at.seen_from(self.motions[1]);
        self.each_near(b, &Operand::of(&ball), &seen, &mut |facet, _| visit(facet));
    }

    fn ask(&self, facets: [Option<u32>; 2], [a, b]: [&Side<'_, V>; 2]) -> Option<Touch<V>> {
        let [motion_a, motion_b] = self.motions;
        let is_prescribed = matches!(self.way, Way::Fast) && (a.is_prescribed || b.is_prescribed);
        let query = Query::<V>::moved(&a.shape, motion_a, &b.shape, motion_b);
        let manifold = query.prescribed(is_prescribed).manifold(self.margin)?;
        let front = |side: &Side<'_, V>, motion: &Motion<V::Wide>, sign: f64| {
            side.front.is_some_and(|front| {
                same_normal(manifold.normal, V::narrow(motion.rotate(front) * sign))
            })
        };
        let is_front = front(a, motion_a, 1.0) || front(b, motion_b, -1.0);
        Some(self.touch(facets, manifold, is_front))
    }

    /// The contact at some spots of a facet of a surface, which is A (0) or B (1), all in the frame of the surface.
    fn of_spots(
        &self,
        index: usize,
        facet: u32,
        normals: [V::Wide; 2],
        spots: &[Spot],
    ) -> Touch<V> {
        let motion = self.motions[index];
        let [out, front] = normals.map(|normal| motion.rotate(normal));
        let is_front = same_normal(V::narrow(out), V::narrow(front));
        let point = |spot: &Spot| {
            let on_facet = motion.apply(from_space(spot.point));
            let on_shape = on_facet + out * spot.separation;
            let (points, parts) = match index {
                0 => ([on_facet, on_shape], [spot.part, spot.other]),
                _ => ([on_shape, on_facet], [spot.other, spot.part]),
            };
            ContactPoint {
                point_a: V::narrow(points[0]),
                point_b: V::narrow(points[1]),
                separation: V::Scalar::of(spot.separation),
                feature: FeatureId::new(parts[0], parts[1]),
                persisted: false,
                previous: None,
            }
        };
        let (normal, facets) = match index {
            0 => (V::narrow(out), [Some(facet), None]),
            _ => (V::narrow(-out), [None, Some(facet)]),
        };
        let points = spots.iter().map(point);
        let manifold = if spots.len() <= 4 {
            Manifold::new(normal, points)
        } else {
            let points: Vec<_> = points.collect();
            Manifold::new(normal, chosen(normal, &points))
        };
        self.touch(facets, manifold, is_front)
    }

    fn touch(&self, facets: [Option<u32>; 2], manifold: Manifold<V>, is_front: bool) -> Touch<V> {
        let [piece_a, piece_b] = [0, 1].map(|i| PieceId { part: self.parts[i], facet: facets[i] });
        Touch { contact: Contact { piece_a, piece_b, manifold }, is_front, is_patch: false }
    }
}

/// The least separation of some contacts.
fn separation_of<V: Vector>(found: &[Touch<V>]) -> f64 {
    let separation = |touch: &Touch<V>| touch.contact.manifold.deepest().separation.to_f64();
    found.iter().map(separation).fold(f64::INFINITY, Scalar::min)
}

/// The gap between a facet and a shape along the front of the facet: they are in each other by no more.
fn gap_along_front<V: Vector>(
    surface: &Instance<V>,
    facet: u32,
    shape: &Operand<'_, V::Wide>,
    seen: &Motion<V::Wide>,
) -> f64 {
    let (Operand::Convex(shape), Some(front)) = (shape, surface.front(facet)) else {
        return f64::INFINITY;
    };
    let lowest = seen.apply(shape.support(-seen.unrotate(front)));
    front.dot(lowest - surface.wide_corners(facet)[0]) - shape.radius()
}
