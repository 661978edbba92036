//! The mesh files of a scene. Bodies with the same file and scale share what is made of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clearance::glam::DVec3;
use clearance::hull::Built;
use clearance::shape::Convex;
use clearance::space::Vector;
use clearance::worlds::Collider;
use clearance_mesh::Pieces;

use super::notes::{MeshNote, Notes, PartIs};
use crate::text::shown;
use crate::{input, pieces};

/// The mesh files that were read, each for one scale, as hulls or true.
pub struct Meshes<V: Vector>(BTreeMap<(PathBuf, [u64; 3], bool), Loaded<V>>);

impl<V: Vector> Default for Meshes<V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

/// A mesh file as parts.
pub struct Loaded<V: Vector> {
    pub warnings: Vec<String>,
    pub parts: Vec<LoadedPart<V>>,
}

/// A part of a mesh: the name of its object, and what it is taken as.
pub struct LoadedPart<V: Vector> {
    pub shape: Collider<V>,
    pub object: String,
    pub is: PartIs,
}

impl<V: Vector> Meshes<V> {
    /// A mesh file, read and made into hulls or true surfaces if no body before has the same.
    pub fn load(&mut self, path: PathBuf, scale: DVec3, hulls: bool) -> Result<&Loaded<V>> {
        let key = (path, scale.to_array().map(f64::to_bits), hulls);
        if !self.0.contains_key(&key) {
            let read = if hulls { Loaded::hulls } else { Loaded::surfaces };
            let loaded = read(&key.0, scale)?;
            self.0.insert(key.clone(), loaded);
        }
        self.0.get(&key).context("a mesh is lost")
    }
}

impl<V: Vector> Loaded<V> {
    /// Notes what the parts are taken as, and what is doubtful. `first` is the number of the first in the body; the mesh
    /// is `named` where the body is described, and `file` in sentences.
    pub fn note(&self, body: &str, first: usize, named: &str, file: &str, notes: &mut Notes) {
        let name = shown(body);
        for warning in &self.warnings {
            notes.warnings.push(format!("body \"{name}\": {file}: {warning}"));
        }
        for (number, LoadedPart { object, is, .. }) in self.parts.iter().enumerate() {
            if let PartIs::Hull { not_mesh } = *is
                && not_mesh > 0.0
            {
                let object = shown(object);
                let object = if object.is_empty() { object } else { format!(", object {object}") };
                notes.warnings.push(format!(
                    "body \"{name}\": {file}{object} is not convex; its hull is used, \
                     and {:.1} % of that are not mesh",
                    100.0 * not_mesh,
                ));
            }
            let list = if matches!(is, PartIs::Hull { .. }) {
                &mut notes.hulls
            } else {
                &mut notes.meshes
            };
            list.push(MeshNote {
                body: body.into(),
                part: first + number,
                mesh: named.into(),
                object: object.clone(),
                is: *is,
            });
        }
    }

    /// Each object as the hulls of its pieces.
    fn hulls(path: &Path, scale: DVec3) -> Result<Self> {
        let mut mesh = input::read_mesh(path)?;
        let mut parts = Vec::new();
        for object in mesh.parts {
            let name = object.name.clone();
            let Pieces { parts: pieces, open } = object.weld().pieces();
            if open > 1 {
                mesh.warnings.push(format!(
                    "{}{open} of its pieces are not closed; they are taken as one hull",
                    of_object(&name)
                ));
            }
            for piece in pieces {
                let hull = LoadedPart::hull(piece.scaled(scale));
                parts.push(hull.with_context(|| input::name(path))?);
            }
        }
        Ok(Self { warnings: mesh.warnings, parts })
    }

    /// Each object as a solid of all that is closed, and a sheet of the rest.
    fn surfaces(path: &Path, scale: DVec3) -> Result<Self> {
        let mut mesh = input::read_mesh(path)?;
        let mut parts = Vec::new();
        for object in mesh.parts {
            let name = object.name.clone();
            let made = pieces::made(&object.scaled(scale)).with_context(|| input::name(path))?;
            let said = made.warnings.into_iter();
            mesh.warnings.extend(said.map(|said| format!("{}{said}", of_object(&name))));
            parts.extend(made.shapes.into_iter().map(|shape| {
                let solid = matches!(&shape, Collider::Surface(surface) if surface.is_solid());
                LoadedPart { shape, object: name.clone(), is: PartIs::True { solid } }
            }));
        }
        Ok(Self { warnings: mesh.warnings, parts })
    }
}

/// "object NAME: ", or nothing.
fn of_object(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("object {}: ", shown(name)) }
}

impl<V: Vector> LoadedPart<V> {
    fn hull(piece: clearance_mesh::Part) -> Result<Self> {
        let hull = pieces::hull(&piece)?;
        let missing = match hull.built() {
            Some(Built::Space(hull)) => piece.missing(hull),
            _ => None,
        };
        let is = PartIs::Hull { not_mesh: missing.unwrap_or(0.0) };
        Ok(Self { shape: Collider::from(hull), object: piece.name, is })
    }
}
