//! Remarks on a scene, besides its clearances: warnings, and what its meshes are taken as.

use serde::Serialize;

/// Remarks on a scene, besides its clearances.
#[derive(Debug, Default)]
pub struct Notes {
    /// A sentence for each warning.
    pub warnings: Vec<String>,
    /// The pieces of meshes that are treated as their hulls.
    pub hulls: Vec<MeshNote>,
    /// The parts of true meshes.
    pub meshes: Vec<MeshNote>,
}

/// A part of a mesh.
#[derive(Debug, Serialize)]
pub struct MeshNote {
    /// Its name.
    pub body: String,
    /// Its index in the body.
    pub part: usize,
    /// The file.
    pub mesh: String,
    /// The name of the object or solid in it; empty if the file has none.
    pub object: String,
    /// What it is taken as.
    #[serde(flatten)]
    pub is: PartIs,
}

/// What a part of a mesh is taken as.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum PartIs {
    /// A hull.
    Hull {
        /// The share of the hull's volume that is outside of the mesh; 0 if it is negligible.
        not_mesh: f64,
    },
    /// The true surface.
    True {
        /// Does what it encloses belong to it?
        solid: bool,
    },
}
