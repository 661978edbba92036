//! Is a body inside a solid? Proofs of paths are about surfaces: a body that begins inside a hollow of a solid's
//! material stays there without touching anything. So it is asked once, where a path begins.
//!
//! If no surfaces meet, each connected part of a body is inside or outside as a whole: one of its points decides.

use clearance_geometry::space::{Motion, Pose};
use clearance_worlds::{Collider, Instance, PartShape};
use glam::DVec3;

use crate::robot::after;
use crate::world::Body;

/// The solids of a body, and a point of each of its connected parts, in the frame that carries it.
#[derive(Debug, Default)]
pub(crate) struct Insides {
    solids: Vec<(Motion<DVec3>, Collider<DVec3>)>,
    points: Vec<DVec3>,
}

impl Insides {
    pub fn of(body: &Body) -> Self {
        let mut all = Self::default();
        for (place, shape) in &body.shapes {
            match shape {
                Collider::Convex(shape) => all.convex(place, shape),
                Collider::Surface(instance) => all.surface(place, instance),
                Collider::Compound(compound) => {
                    for part in compound.parts() {
                        let place = after(place, &Motion::of(&part.pose));
                        match &part.shape {
                            PartShape::Convex(shape) => all.convex(&place, shape),
                            PartShape::Surface(instance) => all.surface(&place, instance),
                        }
                    }
                }
                _ => {}
            }
        }
        all
    }
    fn convex(&mut self, place: &Motion<DVec3>, shape: &clearance_geometry::shape::Shape<DVec3>) {
        use clearance_geometry::shape::{Convex, Shape};
        if let Shape::Convex(shape) = shape {
            self.points.push(place.apply(shape.center()));
        }
    }
    fn surface(&mut self, place: &Motion<DVec3>, instance: &Instance<DVec3>) {
        let components = instance.surface().components();
        let mut seen = std::collections::BTreeSet::new();
        for (facet, component) in components.iter().enumerate() {
            if seen.insert(component) {
                self.points.push(place.apply(instance.corners(facet as u32)[0]));
            }
        }
        if instance.is_solid() {
            self.solids.push((*place, Collider::Surface(instance.clone())));
        }
    }
    /// Has the body a solid?
    pub fn has_solids(&self) -> bool {
        !self.solids.is_empty()
    }
    /// Is a part of the other body inside a solid of this one?
    fn holds(&self, frame: &Motion<DVec3>, other: &Self, other_frame: &Motion<DVec3>) -> bool {
        self.solids.iter().any(|(place, solid)| {
            let motion = after(frame, place);
            let local = |p: DVec3| motion.unrotate(other_frame.apply(p) - motion.translation);
            // A point that is not finite is in no solid.
            let holds = |p: &DVec3| clearance_worlds::contains(solid, &Pose::IDENTITY, local(*p));
            other.points.iter().any(|p| holds(p).unwrap_or(false))
        })
    }
}

/// Is one of two bodies inside the other, if their surfaces do not meet? With the motions of the frames that carry them.
pub(crate) fn either([a, b]: [&Insides; 2], [frame_a, frame_b]: [&Motion<DVec3>; 2]) -> bool {
    a.holds(frame_a, b, frame_b) || b.holds(frame_b, a, frame_a)
}
