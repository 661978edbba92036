//! The pieces of shapes that are not convex: from the triangles of a file to solids and sheets, and the hulls of
//! pieces.

use std::sync::Arc;

use clearance::glam::DVec3;
use clearance::number::Scalar;
use clearance::shape::Hull;
use clearance::space::Vector;
use clearance::worlds::{Bend, Collider, Instance, Mesh, PartShape, Solid};
use clearance::{Error, Pose};
use clearance_mesh::Part;

use crate::solid::in_space;

/// What an object of a mesh file is made of.
pub struct Made<V: Vector> {
    /// A solid of all that is closed, and a sheet of the rest.
    pub shapes: Vec<Collider<V>>,
    /// What was mended, and what is open, in sentences.
    pub warnings: Vec<String>,
}

/// An object of a mesh file, mended as far as this is possible without guessing.
pub fn made<V: Vector>(object: &Part) -> Result<Made<V>, clearance::worlds::Error> {
    let (mesh, mut warnings) = mesh(&object.points, &object.triangles)?.mended();
    // Corners are merged in any case: an STL file repeats each of them.
    warnings.retain(|done| !done.starts_with("Merged"));
    let mesh = Arc::new(mesh);
    if let Ok(solid) = Solid::new(mesh.clone()) {
        return Ok(Made { shapes: vec![solid.into()], warnings });
    }
    warnings.push(format!(
        "it is not closed, so what is open is a sheet without an inside: {}",
        mesh.report()
    ));
    let facets = |open: bool| -> Vec<u32> {
        let is_open = open_components(&mesh);
        let all = 0..mesh.len() as u32;
        all.filter(|facet| is_open[mesh.component(*facet) as usize] == open).collect()
    };
    let closed = facets(false);
    let solid = (!closed.is_empty()).then(|| Solid::new(only(&mesh, &closed))).and_then(Result::ok);
    let shapes = match solid {
        Some(solid) => vec![solid.into(), only(&mesh, &facets(true)).into()],
        None => vec![Collider::sheet(mesh)],
    };
    Ok(Made { shapes, warnings })
}

fn mesh<V: Vector>(
    points: &[DVec3],
    triangles: &[[usize; 3]],
) -> Result<Mesh<V>, clearance::worlds::Error> {
    let index = |corner: usize| u32::try_from(corner).unwrap_or(u32::MAX);
    let triangles = triangles.iter().map(|triangle| triangle.map(index)).collect();
    Mesh::new(points.iter().map(|p| from_space(*p)).collect(), triangles)
}

fn from_space<V: Vector>(p: DVec3) -> V {
    V::from_fn(|i| V::Scalar::of(p.to_array()[i]))
}

/// For each component of a surface, does it have an edge without a second facet, or fronts that disagree there?
fn open_components<V: Vector>(mesh: &Mesh<V>) -> Vec<bool> {
    let mut open = vec![false; mesh.report().components];
    for facet in 0..mesh.len() as u32 {
        open[mesh.component(facet) as usize] |=
            mesh.edges(facet).iter().any(|edge| edge.bend == Bend::Open);
    }
    open
}

/// Some of the triangles of a mesh.
fn only<V: Vector>(mesh: &Mesh<V>, facets: &[u32]) -> Mesh<V> {
    let triangles = facets.iter().map(|facet| mesh.facets()[*facet as usize]).collect();
    Mesh::new(mesh.vertices().to_vec(), triangles).expect("triangles of a mesh are valid")
}

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

/// The hull of the points of a piece.
pub fn hull<V: Vector>(piece: &Part) -> Result<Hull<V>, Error> {
    Hull::new(piece.points.iter().map(|p| from_space(*p)).collect::<Vec<V>>())
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
