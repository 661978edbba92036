//! Mesh files as parts. Bodies with the same file and scale share what is made of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clearance::Collider;
use clearance::glam::DVec3;
use clearance::hull::Built;
use clearance::shape::Convex;
use clearance::space::Vector;
use clearance_formats::{Error, Part, read_mesh};

use crate::notes::{MeshNote, Notes, PartIs};
use crate::surfaces::{hull, made};

/// The mesh files that were read, each for one scale, as hulls or true.
pub struct Meshes<V: Vector>(BTreeMap<(PathBuf, [u64; 3], bool), Loaded<V>>);

impl<V: Vector> Default for Meshes<V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

/// A mesh file as parts.
pub struct Loaded<V: Vector> {
    /// What is doubtful, in sentences.
    pub warnings: Vec<String>,
    /// In the frame of the file, and scaled.
    pub parts: Vec<LoadedPart<V>>,
}

/// A part of a mesh: the name of its object, and what it is taken as.
pub struct LoadedPart<V: Vector> {
    /// A solid, a sheet or a hull.
    pub shape: Collider<V>,
    /// The name in the file; may be empty.
    pub object: String,
    /// What the object is taken as.
    pub is: PartIs,
}

impl<V: Vector> Meshes<V> {
    /// A mesh file, read and made into true surfaces or, with `hulls`, the hulls of its pieces, if that was not done
    /// before. Coordinates are multiplied by `scale`; negative factors mirror.
    ///
    /// ```no_run
    /// use clearance::glam::DVec3;
    /// use clearance_models::Meshes;
    ///
    /// let mut meshes = Meshes::<DVec3>::default();
    /// let gear = meshes.load("gear.stl".as_ref(), DVec3::splat(0.001), false)?; // from millimetres
    /// println!("{} parts", gear.parts.len());
    /// # Ok::<(), clearance_models::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`read_mesh`], and objects of which no surface or hull can be made.
    pub fn load(&mut self, path: &Path, scale: DVec3, hulls: bool) -> Result<&Loaded<V>, Error> {
        let key = (path.to_owned(), scale.to_array().map(f64::to_bits), hulls);
        if !self.0.contains_key(&key) {
            let read = if hulls { Loaded::hulls } else { Loaded::surfaces };
            self.0.insert(key.clone(), read(path, scale)?);
        }
        Ok(&self.0[&key])
    }
}

impl<V: Vector> Loaded<V> {
    /// Notes what the parts are taken as, and what is doubtful. `first` is the number of the first in the body; the mesh
    /// is `named` where the body is described.
    pub fn note(&self, body: &str, first: usize, named: &str, notes: &mut Notes) {
        for warning in &self.warnings {
            notes.warnings.push(format!("body {body:?}: {named}: {warning}"));
        }
        for (number, LoadedPart { object, is, .. }) in self.parts.iter().enumerate() {
            if let PartIs::Hull { not_mesh } = *is
                && not_mesh > 0.0
            {
                let of = if object.is_empty() { "" } else { ", object " };
                notes.warnings.push(format!(
                    "body {body:?}: {named}{of}{object} is not convex; its hull is used, \
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
    fn hulls(path: &Path, scale: DVec3) -> Result<Self, Error> {
        let mesh = read_mesh(path)?;
        let (mut warnings, mut parts) = (mesh.warnings, Vec::new());
        for object in mesh.parts {
            let name = object.name.clone();
            let pieces = object.weld().pieces();
            if pieces.open > 1 {
                warnings.push(format!(
                    "{}{} of its pieces are not closed; they are taken as one hull",
                    of_object(&name),
                    pieces.open
                ));
            }
            for piece in pieces.parts {
                let part = LoadedPart::hull(piece.scaled(scale));
                parts.push(part.map_err(|wrong| in_file(path, &name, wrong))?);
            }
        }
        Ok(Self { warnings, parts })
    }

    /// Each object as a solid of all that is closed, and a sheet of the rest.
    fn surfaces(path: &Path, scale: DVec3) -> Result<Self, Error> {
        let mesh = read_mesh(path)?;
        let (mut warnings, mut parts) = (mesh.warnings, Vec::new());
        for object in mesh.parts {
            let name = object.name.clone();
            let made = made(&object.scaled(scale)).map_err(|wrong| in_file(path, &name, wrong))?;
            warnings.extend(made.warnings.iter().map(|said| of_object(&name) + said));
            parts.extend(made.shapes.into_iter().map(|shape| {
                let solid = matches!(&shape, Collider::Surface(surface) if surface.is_solid());
                LoadedPart { shape, object: name.clone(), is: PartIs::True { solid } }
            }));
        }
        Ok(Self { warnings, parts })
    }
}

/// "object NAME: ", or nothing.
fn of_object(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("object {name}: ") }
}

fn in_file(path: &Path, object: &str, wrong: impl std::fmt::Display) -> Error {
    let what = format!("{}{wrong}", of_object(object));
    Error { path: Some(path.to_owned()), line: None, what }
}

impl<V: Vector> LoadedPart<V> {
    fn hull(piece: Part) -> Result<Self, clearance::Error> {
        let hull = hull(&piece)?;
        let missing = match hull.built() {
            Some(Built::Space(hull)) => piece.missing(hull),
            _ => None,
        };
        let is = PartIs::Hull { not_mesh: missing.unwrap_or(0.0) };
        Ok(Self { shape: Collider::from(hull), object: piece.name, is })
    }
}
