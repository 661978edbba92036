//! Shapes from and to other packages: meshes of trimesh, hulls of scipy.

use clearance::d3_f64::{Collider, Cuboid, DVec3, Hull, Shape as Convex};
use clearance::shape::ConvexShape;
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

use crate::error::{kind, value};
use crate::shape::{self, Shape};

/// Vertices, and the numbers of those of each triangle, counterclockwise seen from the front.
pub type Triangles = (Vec<DVec3>, Vec<[u32; 3]>);

/// A mesh of trimesh: a solid or a surface, as `solid` says; without it, a solid if the mesh bounds one.
pub fn from_trimesh(mesh: &Bound<'_, PyAny>, solid: Option<bool>) -> PyResult<Shape> {
    let attribute = |name| {
        mesh.getattr(name).map_err(|_| {
            let needed = "a trimesh.Trimesh is needed, not";
            kind("mesh", format!("it has no {name}; {needed} {}", mesh.get_type()))
        })
    };
    let (vertices, faces) = (attribute("vertices")?, attribute("faces")?);
    match solid {
        Some(true) => shape::solid(&vertices, Some(&faces)),
        // A watertight mesh may be flat, so that it bounds nothing.
        None if attribute("is_watertight")?.is_truthy()? => {
            shape::solid(&vertices, Some(&faces)).or_else(|_| shape::mesh(&vertices, Some(&faces)))
        }
        _ => shape::mesh(&vertices, Some(&faces)),
    }
}

/// The same vertices and triangles as a mesh of trimesh.
pub fn to_trimesh<'py>(py: Python<'py>, shape: &Shape) -> PyResult<Bound<'py, PyAny>> {
    let trimesh = py
        .import("trimesh")
        .map_err(|_| pyo3::exceptions::PyImportError::new_err("to_trimesh: pip install trimesh"))?;
    let (vertices, triangles) = triangles(shape).ok_or_else(|| {
        value("shape", "only meshes, solids, hulls and boxes are made of triangles")
    })?;
    let vertices: Vec<f64> = vertices.iter().flat_map(|v| v.to_array()).collect();
    let vertices = vertices.into_pyarray(py);
    let triangles = triangles.into_flattened().into_pyarray(py);
    let arrays = (
        vertices.reshape([vertices.len()? / 3, 3])?,
        triangles.reshape([triangles.len()? / 3, 3])?,
    );
    trimesh.getattr("Trimesh")?.call(arrays, Some(&[("process", false)].into_py_dict(py)?))
}

/// The triangles of a shape that is made of them.
pub fn triangles(shape: &Shape) -> Option<Triangles> {
    match &shape.0 {
        Collider::Surface(surface) => {
            let corners = 0..surface.surface().vertices().len() as u32;
            let turned =
                |[a, b, c]: [u32; 3]| if surface.is_mirrored() { [a, c, b] } else { [a, b, c] };
            let triangles = surface.surface().facets().iter().map(|facet| turned(*facet)).collect();
            Some((corners.map(|vertex| surface.vertex(vertex)).collect(), triangles))
        }
        Collider::Convex(Convex::Convex(convex)) if convex.margin() == 0.0 => {
            match convex.inner() {
                ConvexShape::Hull(hull) => Some(faces(hull)),
                ConvexShape::Cuboid(cuboid) => Some(faces(&corners(cuboid)?)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A box as a hull.
fn corners(cuboid: &Cuboid) -> Option<Hull> {
    let sign = |corner: u32, bit: u32| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |k| cuboid.half_extents() * DVec3::from_array([0, 1, 2].map(|bit| sign(k, bit)));
    Hull::new((0..8).map(corner).collect::<Vec<_>>()).ok()
}

/// The faces of a hull, each as a fan of triangles.
fn faces(hull: &Hull) -> Triangles {
    let mut triangles = Vec::new();
    for face in hull.faces() {
        let face: Vec<u32> = face.collect();
        triangles.extend(face.windows(2).skip(1).map(|pair| [face[0], pair[0], pair[1]]));
    }
    (hull.vertices().collect(), triangles)
}
