//! The hulls of the pieces of shapes that are not convex.

use clearance::shape::Hull;
use clearance::space::Vector;
use clearance::{Collider, Error, Instance, PartShape, Pose};
use clearance_mesh::Part;
use clearance_models::hull;
use clearance_pictures::solid::in_space;

/// The hulls of the pieces of a shape at a pose, and their poses. A piece without a hull is left out.
pub fn hulls<V: Vector>(shape: &Collider<V>, pose: &Pose<V>) -> Vec<(Collider<V>, Pose<V>)> {
    match shape {
        Collider::Surface(surface) => {
            let hulls = of_surface(surface).into_iter().filter_map(Result::ok);
            hulls.map(|hull| (Collider::from(hull), *pose)).collect()
        }
        Collider::Compound(compound) => {
            let part = |part: &clearance::CompoundPart<V>| {
                let pose = *pose * part.pose;
                match &part.shape {
                    PartShape::Convex(shape) => vec![(Collider::Convex(shape.clone()), pose)],
                    PartShape::Surface(surface) => {
                        hulls(&Collider::Surface(surface.clone()), &pose)
                    }
                }
            };
            compound.parts().iter().flat_map(part).collect()
        }
        shape => vec![(shape.clone(), *pose)],
    }
}

fn of_surface<V: Vector>(surface: &Instance<V>) -> Vec<Result<Hull<V>, Error>> {
    let count = surface.surface().vertices().len() as u32;
    let corners = || (0..count).map(|vertex| surface.vertex(vertex));
    if V::DIM == 2 {
        return vec![Hull::new(corners().collect::<Vec<V>>())];
    }
    let triangle = |corners: &[u32; 3]| corners.map(|vertex| vertex as usize);
    let part = Part {
        name: String::new(),
        points: corners().map(in_space).collect(),
        triangles: surface.surface().facets().iter().map(triangle).collect(),
        same: None,
    };
    part.weld().pieces().parts.iter().map(hull).collect()
}
