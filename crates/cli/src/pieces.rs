//! The pieces of shapes that are not convex: their hulls, and whether two shapes are the same.

use clearance::shape::Hull;
use clearance::space::Vector;
use clearance::worlds::{Collider, Instance, PartShape};
use clearance::{Error, Pose};
use clearance_mesh::Part;
use clearance_models::hull;

use crate::solid::in_space;

/// The hulls of the pieces of a shape at a pose, and their poses. A piece without a hull is left out.
pub fn hulls<V: Vector>(shape: &Collider<V>, pose: &Pose<V>) -> Vec<(Collider<V>, Pose<V>)> {
    match shape {
        Collider::Surface(surface) => {
            let hulls = of_surface(surface).into_iter().filter_map(Result::ok);
            hulls.map(|hull| (Collider::from(hull), *pose)).collect()
        }
        Collider::Compound(compound) => {
            let part = |part: &clearance::worlds::Part<V>| {
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
    };
    part.weld().pieces().parts.iter().map(hull).collect()
}

/// Are two shapes the same, vertex by vertex?
pub fn same<V: Vector>(p: &Collider<V>, q: &Collider<V>) -> bool {
    let same_surfaces = |p: &Instance<V>, q: &Instance<V>| {
        let [of_p, of_q] = [p.surface(), q.surface()];
        p.scale() == q.scale()
            && p.is_solid() == q.is_solid()
            && of_p.facets() == of_q.facets()
            && of_p.vertices() == of_q.vertices()
    };
    match (p, q) {
        (Collider::Convex(p), Collider::Convex(q)) => p == q,
        (Collider::Surface(p), Collider::Surface(q)) => same_surfaces(p, q),
        (Collider::Compound(p), Collider::Compound(q)) => {
            let same_parts =
                |(p, q): (&clearance::worlds::Part<V>, &clearance::worlds::Part<V>)| {
                    p.pose == q.pose
                        && match (&p.shape, &q.shape) {
                            (PartShape::Convex(p), PartShape::Convex(q)) => p == q,
                            (PartShape::Surface(p), PartShape::Surface(q)) => same_surfaces(p, q),
                            _ => false,
                        }
                };
            let (p, q) = (p.parts(), q.parts());
            p.len() == q.len() && p.iter().zip(q).all(same_parts)
        }
        _ => false,
    }
}
