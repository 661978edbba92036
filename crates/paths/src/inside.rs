//! Is a body inside a solid? Proofs of paths are about surfaces: a body that starts within a solid's material may stay
//! there without touching its surface. So this is asked once, at the start of a path.
//!
//! If no surfaces meet, each connected part of a body is inside or outside as a whole: one of its points decides. A
//! cloud has many parts, so a tree tells which of the points may be near a solid.

use clearance_geometry::space::{Aabb, Motion, Pose};
use clearance_trees::{Bounds, Eights, Quality, Tree};
use clearance_worlds::{Collider, Instance, PartShape};
use glam::DVec3;

use crate::robot::after;
use crate::world::Body;

/// The solids of a body, and a point of each of its connected parts, in the frame that carries it.
#[derive(Debug, Default)]
pub(crate) struct Insides {
    solids: Vec<Solid>,
    points: Vec<DVec3>,
    /// Of the points, times `unit`.
    tree: Eights,
    unit: f64,
}

/// A solid, and the way from its local frame.
#[derive(Debug)]
struct Solid {
    place: Motion<DVec3>,
    shape: Collider<DVec3>,
    /// A ball around it, in its local frame.
    center: DVec3,
    radius: f64,
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
        let largest = all.points.iter().fold(0.0, |most: f64, p| most.max(p.abs().max_element()));
        all.unit = if largest > 0.0 { 1.0 / largest } else { 1.0 };
        let boxes = all.points.iter().map(|p| Bounds::of([(*p * all.unit).as_vec3().to_array()]));
        all.tree = Eights::new(&Tree::new(&boxes.collect::<Vec<_>>(), 4, Quality::Quick));
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
            let Aabb { min, max } = instance.bounds();
            self.solids.push(Solid {
                place: *place,
                shape: Collider::Surface(instance.clone()),
                center: (min + max) / 2.0,
                radius: (max - min).length() / 2.0,
            });
        }
    }
    /// Has the body a solid?
    pub fn has_solids(&self) -> bool {
        !self.solids.is_empty()
    }
    /// Is a part of the other body inside a solid of this one?
    fn holds(&self, frame: &Motion<DVec3>, other: &Self, other_frame: &Motion<DVec3>) -> bool {
        self.solids.iter().any(|solid| {
            let motion = after(frame, &solid.place);
            let local = |p: DVec3| motion.unrotate(other_frame.apply(p) - motion.translation);
            let holds = |p: DVec3| {
                // A point that is not finite is in no solid.
                clearance_worlds::contains(&solid.shape, &Pose::IDENTITY, local(p)).unwrap_or(false)
            };
            let middle = motion.apply(solid.center) - other_frame.translation;
            other.any_near(other_frame.unrotate(middle), solid.radius, holds)
        })
    }
    /// Does `holds` hold for any point that may be in a ball?
    fn any_near(&self, center: DVec3, radius: f64, holds: impl Fn(DVec3) -> bool) -> bool {
        let mut any = false;
        // More than the rounding of numbers of about 1, in the ball and in the tree.
        let safe = 1e-5;
        let radius = DVec3::splat(radius * (1.0 + safe));
        let ends = [center - radius, center + radius].map(|p| (p * self.unit).as_vec3().to_array());
        let ball = Bounds::of(ends).grown(safe as f32);
        let visit = |leaf, limit| {
            any = self.tree.items(leaf).any(|i| holds(self.points[i as usize]));
            if any { -1.0 } else { limit }
        };
        self.tree.nearest(0.0, |node| node.gaps(&ball), visit);
        any
    }
}

/// Is one of two bodies inside the other, if their surfaces do not meet? With the motions of the frames that carry them.
pub(crate) fn either([a, b]: [&Insides; 2], [frame_a, frame_b]: [&Motion<DVec3>; 2]) -> bool {
    a.holds(frame_a, b, frame_b) || b.holds(frame_b, a, frame_a)
}
