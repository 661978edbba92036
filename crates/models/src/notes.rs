//! Remarks on files: warnings, and what meshes are taken as.

use std::path::Path;

use clearance_formats::Note;
use serde::Serialize;

/// Remarks on the files of a scene or a robot.
#[derive(Debug, Default)]
pub struct Notes {
    /// A sentence for each warning.
    pub warnings: Vec<String>,
    /// The pieces of meshes that are treated as their hulls.
    pub hulls: Vec<MeshNote>,
    /// The parts of true meshes.
    pub meshes: Vec<MeshNote>,
    /// The files whose objects are bodies.
    pub files: Vec<FileNote>,
}

impl Notes {
    /// The notes of a reader about its file.
    pub(crate) fn of_file(&mut self, path: &Path, notes: &[Note]) {
        self.warnings.extend(notes.iter().map(|note| format!("{}: {note}", path.display())));
    }
}

/// A mesh file.
#[derive(Debug, Serialize)]
pub struct FileNote {
    /// The file.
    pub file: String,
    /// The number of its objects.
    pub objects: usize,
    /// The number of its triangles, after mending; 0 if all objects are taken as hulls.
    pub triangles: usize,
    /// The extents of the box around it, scaled and before it is placed.
    pub size: [f64; 3],
    /// Is each object taken whole as a solid or as hulls?
    pub closed: bool,
}

/// A part of a mesh.
#[derive(Debug, Serialize)]
pub struct MeshNote {
    /// The name of the body, or of the link.
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
