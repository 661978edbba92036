//! Which closed form finds the contacts of a convex shape with facets.

use alloc::vec::Vec;

use clearance_geometry::hull::{Built, Hull3, Small};
use clearance_geometry::shape::{Convex, Core, Lowered};
use clearance_geometry::space::{Motion, Vector, space};

use super::ball::BallForm;
use super::capsule::CapsuleForm;
use super::facing::{Met, Over, Spot};
use super::other::OtherForm;
use super::polytope::PolytopeForm;
use crate::Instance;

/// A convex shape over a surface, prepared once for all facets.
pub(super) struct Form<'s, 'f, V: Vector> {
    over: Over<'s, V>,
    kind: Kind<'f, V>,
}

#[expect(clippy::large_enum_variant, reason = "there is one for each question, which is not moved")]
enum Kind<'f, V: Vector> {
    Ball(BallForm),
    Capsule(CapsuleForm),
    Polytope(PolytopeForm<'f, V>),
    Other(OtherForm<'f, V>),
}

impl<'s, 'f, V: Vector> Form<'s, 'f, V> {
    /// `None` if coordinates are not finite, and in 2D for all but balls. `seen` is the motion from the shape's frame to
    /// that of the surface.
    pub fn of(
        surface: &'s Instance<V>,
        shape: &'f Lowered<'f, V::Wide>,
        seen: &Motion<V::Wide>,
        margin: f64,
        room: &'f mut Option<Small>,
    ) -> Option<Self> {
        let over = Over::of(surface, shape, seen, margin)?;
        let other = Kind::Other(OtherForm { shape });
        let kind = match (*shape.core(), shape.built()) {
            (Core::Point(p), _) => {
                let center = seen.apply(p);
                let over = Over { center, ..over };
                let kind = Kind::Ball(BallForm { radius: shape.radius() });
                return Some(Self { over, kind });
            }
            (Core::Segment(ends), _) if V::DIM == 3 && shape.radius() > 0.0 => {
                let ends = ends.map(|end| space(seen.apply(end)));
                Kind::Capsule(CapsuleForm { ends, radius: shape.radius() })
            }
            (Core::Box(half), _) if V::DIM == 3 => {
                let facets = room.insert(Small::cuboid(space(half))).facets();
                PolytopeForm::of(shape, facets, &over).map_or(other, Kind::Polytope)
            }
            (_, Some(Built::Space(Hull3::Solid(solid)))) => {
                PolytopeForm::of(shape, solid.facets(), &over).map_or(other, Kind::Polytope)
            }
            _ if V::DIM == 3 => other,
            _ => return None,
        };
        Some(Self { over, kind })
    }

    /// Of the facets whose normal was turned, the least separation along their own, and the facet.
    pub fn deepest(&self) -> Option<(f64, u32)> {
        self.over.deepest.get()
    }

    /// The contact with a facet that has these corners, whose points are added to `spots`.
    pub fn meets(
        &mut self,
        facet: u32,
        corners: [V::Wide; 3],
        spots: &mut Vec<Spot>,
    ) -> Met<V::Wide> {
        let facet = self.over.seen(facet, corners);
        if let Kind::Ball(ball) = &self.kind {
            return ball.meets(&self.over, &facet, spots);
        }
        let facing = match self.over.facing(&facet) {
            Ok(facing) => facing,
            Err(met) => return met,
        };
        match &mut self.kind {
            Kind::Ball(_) => unreachable!("balls"),
            Kind::Capsule(capsule) => capsule.meets(&self.over, &facing, spots),
            Kind::Polytope(polytope) => polytope.meets(&self.over, &facing, spots),
            Kind::Other(other) => other.meets(&self.over, &facing),
        }
    }
}
