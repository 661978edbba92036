//! A mesh as a shape: a solid if it is closed and its fronts agree, otherwise a surface without an inside. What can be
//! mended without guessing is mended, as `clearance check` does.

use clearance::glam::DVec3;
use clearance::{Mesh, Solid};
use wasm_bindgen::prelude::wasm_bindgen;

/// A mesh after the check.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Checked {
    mesh: Mesh<DVec3>,
    is_solid: bool,
    report: String,
}

#[wasm_bindgen]
impl Checked {
    /// Three coordinates for each vertex.
    #[wasm_bindgen(getter)]
    pub fn vertices(&self) -> Vec<f64> {
        self.mesh.vertices().iter().flat_map(|vertex| vertex.to_array()).collect()
    }
    /// Three vertices for each triangle.
    #[wasm_bindgen(getter)]
    pub fn triangles(&self) -> Vec<u32> {
        self.mesh.facets().iter().flatten().copied().collect()
    }
    /// Does what it encloses belong to it?
    #[wasm_bindgen(getter, js_name = isSolid)]
    pub fn is_solid(&self) -> bool {
        self.is_solid
    }
    /// What it is, why, and what was mended, in sentences.
    #[wasm_bindgen(getter)]
    pub fn report(&self) -> String {
        self.report.clone()
    }
}

impl Checked {
    pub(crate) fn of(vertices: &[f64], triangles: &[u32]) -> Result<Self, String> {
        let vertices = vertices.as_chunks::<3>().0.iter().map(|v| DVec3::from_array(*v)).collect();
        let mesh = Mesh::new(vertices, triangles.as_chunks::<3>().0.to_vec());
        let (mesh, mended) = mesh.map_err(|e| e.to_string())?.mended();
        let is_solid = Solid::new(mesh.clone()).is_ok();
        let report = mesh.report();
        let is = if is_solid {
            "It is closed, and all fronts agree: a solid.".into()
        } else if report.closed && report.oriented {
            "It encloses no volume, so it is a surface without an inside.".into()
        } else {
            format!("It bounds no volume, so it is a surface without an inside: {report}")
        };
        // Corners are merged in any case: an STL file repeats each of them.
        let mended = mended.into_iter().filter(|done| !done.starts_with("Merged"));
        let report = std::iter::once(is).chain(mended).collect::<Vec<String>>().join(" ");
        Ok(Self { mesh, is_solid, report })
    }
}
