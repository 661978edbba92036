//! Mesh files as parts. Bodies with the same file and scale share what is made of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clearance::glam::{DAffine3, DMat3, DVec3};
use clearance::hull::Built;
use clearance::shape::Convex;
use clearance::space::Vector;
use clearance::{Collider, Pose};
use clearance_formats::{Error, Mesh, Part, read_mesh};

use crate::copies;
use crate::notes::{FileNote, MeshNote, Notes, PartIs};
use crate::surfaces::{Made, hull, made};

/// The mesh files that were read, each in one way.
pub struct Meshes<V: Vector>(BTreeMap<(PathBuf, Key), Loaded<V>>);

/// How a mesh file is read: the numbers of [`Reading`], by their bits.
type Key = ([u64; 4], [bool; 2]);

/// How a mesh file is read.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// The factors of the three coordinates; negative ones mirror.
    pub scale: DVec3,
    /// The length of a metre: a factor of the coordinates of files that are in metres, see [`is_in_metres`].
    pub metre: f64,
    /// Is the file's y axis up? Then it becomes z: (x, y, z) is read as (x, -z, y).
    pub is_y_up: bool,
    /// Are objects taken as the hulls of their pieces, and not as true surfaces?
    pub hulls: bool,
}

impl Default for Reading {
    /// As the file is, with true surfaces.
    fn default() -> Self {
        Self { scale: DVec3::ONE, metre: 1.0, is_y_up: false, hulls: false }
    }
}

impl Reading {
    fn key(&self) -> Key {
        let [x, y, z] = self.scale.to_array();
        ([x, y, z, self.metre].map(f64::to_bits), [self.is_y_up, self.hulls])
    }

    /// The objects of a file, as they are asked for.
    fn objects(&self, path: &Path) -> Result<Mesh, Error> {
        let mut mesh = read_mesh(path)?;
        let metre = if is_in_metres(path) { self.metre } else { 1.0 };
        for object in &mut mesh.parts {
            *object = std::mem::take(object).scaled(self.scale * metre);
            if self.is_y_up {
                object.points.iter_mut().for_each(|p| *p = DVec3::new(p.x, -p.z, p.y));
                let upright = DMat3::from_cols(DVec3::X, DVec3::Z, -DVec3::Y);
                object.same = object.same.map(|same| same.seen_from(DAffine3::from_mat3(upright)));
            }
        }
        Ok(mesh)
    }
}

/// Is a mesh file in metres, by its ending? glTF says so, and the lengths of COLLADA and 3MF are multiplied by their
/// unit. OBJ, PLY and STL have no unit.
#[must_use]
pub fn is_in_metres(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    ["dae", "gltf", "glb", "3mf"].contains(&&ending[..])
}

impl<V: Vector> Default for Meshes<V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

/// A mesh file as parts.
pub struct Loaded<V: Vector> {
    /// What is doubtful, in sentences.
    pub warnings: Vec<String>,
    /// In the frame of the file, scaled and turned as asked.
    pub parts: Vec<LoadedPart<V>>,
    /// The extents of the box around them.
    size: DVec3,
}

/// A part of a mesh: the name of its object, and what it is taken as.
pub struct LoadedPart<V: Vector> {
    /// A solid, a sheet or a hull. Objects that are the same mesh at other places share it.
    pub shape: Collider<V>,
    /// Its pose in the frame of the file.
    pub pose: Pose<V>,
    /// The number of its object in the file, which may have several parts.
    pub number: usize,
    /// The name in the file; may be empty.
    pub object: String,
    /// What the object is taken as.
    pub is: PartIs,
}

impl<V: Vector> Meshes<V> {
    /// A mesh file, read and made into true surfaces or the hulls of its pieces, if that was not done before.
    ///
    /// ```no_run
    /// use clearance::glam::{DAffine3, DMat3, DVec3};
    /// use clearance_models::{Meshes, Reading};
    ///
    /// let mut meshes = Meshes::<DVec3>::default();
    /// let from_millimetres = Reading { scale: DVec3::splat(0.001), ..Reading::default() };
    /// let gear = meshes.load("gear.stl".as_ref(), &from_millimetres)?;
    /// println!("{} parts", gear.parts.len());
    /// # Ok::<(), clearance_models::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`read_mesh`], and objects of which no surface or hull can be made.
    pub fn load(&mut self, path: &Path, reading: &Reading) -> Result<&Loaded<V>, Error> {
        let key = (path.to_owned(), reading.key());
        if !self.0.contains_key(&key) {
            self.0.insert(key.clone(), Loaded::of(path, reading.objects(path)?, reading.hulls)?);
        }
        Ok(&self.0[&key])
    }
}

impl<V: Vector> Loaded<V> {
    /// The objects of a mesh file whose content is known, each as a true surface or as the hulls of its pieces.
    ///
    /// # Errors
    /// Objects of which no surface or hull can be made.
    pub fn of(path: &Path, mesh: Mesh, hulls: bool) -> Result<Self, Error> {
        if hulls { Self::hulls(path, mesh) } else { Self::surfaces(path, mesh) }
    }

    /// Notes what the parts are taken as, and what is doubtful. `first` is the number of the first in the body; the mesh
    /// is `named` where the body is described.
    pub fn note(&self, body: &str, first: usize, named: &str, notes: &mut Notes) {
        self.warn(body, named, notes);
        for (part, number) in self.parts.iter().zip(first..) {
            part.note(body, number, named, notes);
        }
    }

    /// The extents of the box around it.
    pub fn size(&self) -> DVec3 {
        self.size
    }

    /// The file, `named` so where it is asked for.
    pub fn file_note(&self, named: &str) -> FileNote {
        let count = |part: &LoadedPart<V>| match &part.shape {
            Collider::Surface(surface) => surface.surface().len(),
            _ => 0,
        };
        FileNote {
            file: named.into(),
            objects: self.parts.chunk_by(|a, b| a.number == b.number).count(),
            triangles: self.parts.iter().map(count).sum(),
            size: self.size.to_array(),
            closed: self.parts.iter().all(|part| !matches!(part.is, PartIs::True { solid: false })),
        }
    }

    /// Notes what is doubtful in the file alone.
    pub fn warn(&self, body: &str, named: &str, notes: &mut Notes) {
        for warning in &self.warnings {
            notes.warnings.push(format!("body {body:?}: {named}: {warning}"));
        }
    }

    /// Each object as the hulls of its pieces.
    fn hulls(path: &Path, mesh: Mesh) -> Result<Self, Error> {
        let size = size(&mesh.parts);
        let (mut warnings, mut parts) = (mesh.warnings, Vec::new());
        for (object, number) in mesh.parts.into_iter().zip(0..) {
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
                let part = LoadedPart::hull(piece, number);
                parts.push(part.map_err(|wrong| in_file(path, &name, wrong))?);
            }
        }
        Ok(Self { warnings, parts, size })
    }

    /// Each object as a solid of all that is closed, and a sheet of the rest.
    fn surfaces(path: &Path, mesh: Mesh) -> Result<Self, Error> {
        let size = size(&mesh.parts);
        let (mut warnings, mut parts, mut more) = (mesh.warnings, Vec::new(), 0);
        let repeated: BTreeSet<usize> =
            mesh.parts.iter().filter_map(|object| Some(object.same?.part)).collect();
        let mut known: BTreeMap<usize, Made<V>> = BTreeMap::new();
        for (object, number) in mesh.parts.into_iter().zip(0..) {
            let name = object.name.clone();
            let copy = object.same.and_then(|same| {
                Some((known.get(&same.part)?.clone(), copies::pose(&same.motion)?))
            });
            let (made, pose) = match copy {
                Some(copy) => copy,
                None => {
                    (made(&object).map_err(|wrong| in_file(path, &name, wrong))?, Pose::IDENTITY)
                }
            };
            if repeated.contains(&number) {
                known.insert(number, made.clone());
            }
            if warnings.len() < MOST_WARNINGS {
                warnings.extend(made.warnings.iter().map(|said| of_object(&name) + said));
            } else {
                more += usize::from(!made.warnings.is_empty());
            }
            parts.extend(made.shapes.into_iter().map(|shape| {
                let solid = matches!(&shape, Collider::Surface(surface) if surface.is_solid());
                LoadedPart { shape, pose, number, object: name.clone(), is: PartIs::True { solid } }
            }));
        }
        if more > 0 {
            warnings.push(format!("{more} more of its objects were mended, or are open"));
        }
        Ok(Self { warnings, parts, size })
    }
}

/// The extents of the box around all objects.
fn size(objects: &[Part]) -> DVec3 {
    let points = || objects.iter().flat_map(|object| &object.points).copied();
    match (points().reduce(DVec3::min), points().reduce(DVec3::max)) {
        (Some(least), Some(most)) => most - least,
        _ => DVec3::ZERO,
    }
}

/// More sentences about one file are not read by anyone.
const MOST_WARNINGS: usize = 20;

/// "object NAME: ", or nothing.
fn of_object(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("object {name}: ") }
}

fn in_file(path: &Path, object: &str, wrong: impl std::fmt::Display) -> Error {
    let what = format!("{}{wrong}", of_object(object));
    Error { path: Some(path.to_owned()), line: None, what }
}

impl<V: Vector> LoadedPart<V> {
    /// Notes what the part is taken as. It has this number in the body.
    pub fn note(&self, body: &str, part: usize, named: &str, notes: &mut Notes) {
        let Self { object, is, .. } = self;
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
        let is_hull = matches!(is, PartIs::Hull { .. });
        let list = if is_hull { &mut notes.hulls } else { &mut notes.meshes };
        let (body, mesh, object) = (body.into(), named.into(), object.clone());
        list.push(MeshNote { body, part, mesh, object, is: *is });
    }

    fn hull(piece: Part, number: usize) -> Result<Self, clearance::Error> {
        let hull = hull(&piece)?;
        let missing = match hull.built() {
            Some(Built::Space(hull)) => piece.missing(hull),
            _ => None,
        };
        let is = PartIs::Hull { not_mesh: missing.unwrap_or(0.0) };
        Ok(Self {
            shape: Collider::from(hull),
            pose: Pose::IDENTITY,
            number,
            object: piece.name,
            is,
        })
    }
}
