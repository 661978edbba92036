//! From the triangles of a file to solids, sheets and hulls.

use clearance::glam::DVec3;
use clearance::number::Scalar;
use clearance::shape::Hull;
use clearance::space::Vector;
use clearance::surface::Bend;
use clearance::{Collider, Mesh, Solid};
use clearance_formats::Part;

/// What an object of a mesh file is made of.
#[derive(Clone)]
pub struct Made<V: Vector> {
    /// A solid of all that is closed, and a sheet of the rest.
    pub shapes: Vec<Collider<V>>,
    /// What was mended, and what is open, in sentences.
    pub warnings: Vec<String>,
}

/// An object of a mesh file, mended as far as this is possible without guessing.
pub fn made<V: Vector>(object: &Part) -> Result<Made<V>, clearance::Error> {
    let (mesh, mut warnings) = mesh(&object.points, &object.triangles)?.mended();
    // Corners are merged in any case: an STL file repeats each of them.
    warnings.retain(|done| !done.starts_with("Merged"));
    if let Ok(solid) = Solid::new(mesh.clone()) {
        return Ok(Made { shapes: vec![solid.into()], warnings });
    }
    let report = mesh.report();
    let edges = [report.open_edges, report.crowded_edges, report.turned_edges];
    let first = edges.iter().find_map(|places| places.first);
    let at = first.map_or(String::new(), |[vertex, _]| {
        let place = mesh.vertices()[vertex as usize].widen();
        format!(" The first of these edges is at {}.", numbers(place))
    });
    warnings.push(format!(
        "it is not closed, so what is open is a sheet without an inside: {report}{at}"
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
        None => vec![mesh.into()],
    };
    Ok(Made { shapes, warnings })
}

/// The hull of the points of a piece.
///
/// # Errors
/// As [`Hull::new`].
pub fn hull<V: Vector>(piece: &Part) -> Result<Hull<V>, clearance::Error> {
    Hull::new(piece.points.iter().map(|p| from_space(*p)).collect::<Vec<V>>())
}

/// As in a file: `[1, 2.5, 0]`.
fn numbers<V: Vector>(place: V) -> String {
    let numbers: Vec<String> = (0..V::DIM).map(|i| place.get(i).to_f64().to_string()).collect();
    format!("[{}]", numbers.join(", "))
}

fn mesh<V: Vector>(
    points: &[DVec3],
    triangles: &[[usize; 3]],
) -> Result<Mesh<V>, clearance::Error> {
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
