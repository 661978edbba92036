//! Mesh files: the triangles of an OBJ, PLY or STL file, and the hull of all its points.
//!
//! The page draws a few hundred corners fast enough for dragging. For a hull with more corners, the
//! farthest corners along evenly spread directions are used, and the page says so.

use std::collections::BTreeSet;
use std::f64::consts::PI;

use clearance::glam::DVec3;
use clearance_geometry::hull::{Facets, Hull3, build3};
use clearance_mesh::Part;
use wasm_bindgen::prelude::wasm_bindgen;

/// A mesh file as a shape.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Mesh {
    whole: Part,
    vertices: Vec<DVec3>,
    corners: usize,
    parts: usize,
    is_flat: bool,
    missing: Option<f64>,
    warnings: Vec<String>,
}

#[wasm_bindgen]
impl Mesh {
    /// Reads a file whose name ends in `obj` or `stl`. At most about `most` corners of its hull are kept.
    #[wasm_bindgen(constructor)]
    pub fn read(name: &str, bytes: &[u8], most: usize) -> Result<Mesh, String> {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let clearance_mesh::Mesh { parts, warnings } = clearance_mesh::read(ending, bytes)?;
        let (count, whole) = (parts.len(), joined(parts).weld());
        let hull = build3(&whole.points).map_err(|e| e.to_string())?;
        let all = corners(&hull);
        Ok(Self {
            corners: all.len(),
            vertices: if all.len() > most { farthest(&all, most) } else { all },
            parts: count,
            is_flat: !matches!(hull, Hull3::Solid(_)),
            missing: whole.missing(&hull),
            whole,
            warnings,
        })
    }
    /// Three coordinates for each vertex of the mesh, as in the file; equal vertices are one.
    #[wasm_bindgen(getter)]
    pub fn points(&self) -> Vec<f64> {
        self.whole.points.iter().flat_map(|point| point.to_array()).collect()
    }
    /// Three vertices for each triangle.
    #[wasm_bindgen(getter)]
    pub fn triangles(&self) -> Vec<u32> {
        self.whole.triangles.iter().flatten().map(|vertex| *vertex as u32).collect()
    }
    /// Three coordinates for each corner of the hull, as in the file.
    #[wasm_bindgen(getter)]
    pub fn vertices(&self) -> Vec<f64> {
        self.vertices.iter().flat_map(|corner| corner.to_array()).collect()
    }
    /// The number of corners of the hull.
    #[wasm_bindgen(getter)]
    pub fn corners(&self) -> usize {
        self.corners
    }
    /// The number of objects, groups or solids in the file.
    #[wasm_bindgen(getter)]
    pub fn parts(&self) -> usize {
        self.parts
    }
    /// Are all points in a plane?
    #[wasm_bindgen(getter, js_name = isFlat)]
    pub fn is_flat(&self) -> bool {
        self.is_flat
    }
    /// The share of the hull that is outside of the mesh; `None` if it is negligible.
    #[wasm_bindgen(getter)]
    pub fn missing(&self) -> Option<f64> {
        self.missing
    }
    /// Warnings about the file.
    #[wasm_bindgen(getter)]
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }
}

/// Joins all parts.
fn joined(parts: Vec<Part>) -> Part {
    let mut all = Part::default();
    for part in parts {
        let first = all.points.len();
        all.points.extend(part.points);
        all.triangles.extend(part.triangles.into_iter().map(|t| t.map(|corner| first + corner)));
    }
    all
}

fn corners(hull: &Hull3<DVec3>) -> Vec<DVec3> {
    let all = |facets: &Facets<'_>| {
        let vertices = facets.vertices();
        (0..vertices.len() as u32).map(|i| vertices.get(i)).collect()
    };
    match hull {
        Hull3::Point(point) => vec![*point],
        Hull3::Segment(ends) => ends.to_vec(),
        Hull3::Flat(hull) => all(&hull.facets()),
        Hull3::Solid(hull) => all(&hull.facets()),
    }
}

/// The corners that are the farthest along one of `directions` directions, in their order.
fn farthest(corners: &[DVec3], directions: usize) -> Vec<DVec3> {
    let along = |direction: DVec3| {
        let height = |i: &usize| direction.dot(corners[*i]);
        // Of equal heights, the first.
        (0..corners.len()).rev().max_by(|i, j| height(i).total_cmp(&height(j)))
    };
    let kept: BTreeSet<usize> =
        (0..directions).filter_map(|k| along(direction(k, directions))).collect();
    kept.into_iter().map(|i| corners[i]).collect()
}

/// The direction `k` of `count` evenly spread directions. Each is rotated by the golden angle from the
/// one before.
fn direction(k: usize, count: usize) -> DVec3 {
    let golden = PI * (3.0 - 5.0_f64.sqrt());
    let z = 1.0 - (2.0 * k as f64 + 1.0) / count as f64;
    let (sin, cos) = libm::sincos(golden * k as f64);
    let ring = (1.0 - z * z).sqrt();
    DVec3::new(ring * cos, ring * sin, z)
}
