//! The parts of a body: one shape, a list of shapes, a mesh, or a cloud of points; and the bodies of a file of objects.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clearance::number::Scalar;
use clearance::shape::Ball;
use clearance::space::Vector;
use clearance::{Collider, Compound, Pose};
use clearance_formats::{Exported, ExportedPose, ExportedShape, Mesh, Note, Points};
use clearance_lines::keys::{self, Tree};
use clearance_lines::shapes;
use clearance_models::{Loaded, LoadedPart, Meshes, Notes};
use serde::de::DeserializeOwned;
use toml::Value;

use super::body::BodyFile;
use super::messages::Messages;
use super::objects;
use super::poses::{Angles, placed};
use super::table::refuse;
use super::units::MeshFile;
use crate::text::shown;

/// Makes the parts of bodies.
pub struct Parts<'f, V: Vector> {
    angles: Angles,
    /// Is each mesh taken as the hulls of its pieces?
    hulls: bool,
    /// The length of a metre.
    metre: f64,
    /// Paths of meshes are relative to it.
    folder: &'f Path,
    messages: &'f Messages,
    meshes: Meshes<V>,
    /// The mesh files so far.
    pub files: Vec<MeshFile>,
}

const ONE: &str = "it can have only one of mesh, hull, bodies, shape, shapes and cloud";

/// Shapes with their poses in the body.
type Posed<V> = Vec<(Pose<V>, Collider<V>)>;

impl<'f, V: Vector> Parts<'f, V>
where
    Pose<V>: DeserializeOwned,
{
    pub fn new(
        angles: Angles,
        hulls: bool,
        metre: f64,
        folder: &'f Path,
        messages: &'f Messages,
    ) -> Self {
        let (meshes, files) = (Meshes::default(), Vec::new());
        Self { angles, hulls, metre, folder, messages, meshes, files }
    }

    /// The mesh file of a body.
    fn load(&mut self, body: &BodyFile, named: &str, hulls: bool) -> Result<&Loaded<V>> {
        let reading = body.reading(self.metre, hulls)?;
        let loaded = self.meshes.load(&self.folder.join(named), &reading)?;
        let size = loaded.size().max_element();
        self.files.push(MeshFile { named: named.into(), has_up: body.up.is_some(), size });
        Ok(loaded)
    }

    /// The bodies with their names and parts: one, or those of the objects of a file.
    pub fn bodies(
        &mut self,
        body: &BodyFile,
        notes: &mut Notes,
    ) -> Result<Vec<(String, Posed<V>)>> {
        let Some(named) = &body.bodies else {
            return Ok(vec![(body.name.clone(), self.of(body, notes)?)]);
        };
        let BodyFile { mesh, hull, cloud, shape, shapes, .. } = body;
        let others = [mesh, hull, cloud].iter().any(|file| file.is_some());
        ensure!(!others && shape.is_none() && shapes.is_none(), "{ONE}");
        ensure!(body.radius.is_none(), "radius goes with a cloud");
        ensure!(body.on.is_none(), "a link holds one body: it cannot be on a link");
        ensure!(V::DIM == 3, "bodies need a pose in space: t with 3 numbers and q");
        if let Some(exported) = self.messages.of(&body.name) {
            return self.of_exported(body, named, exported, notes);
        }
        let loaded = self.load(body, named, self.hulls)?;
        loaded.warn(&body.name, named, notes);
        notes.files.push(loaded.file_note(named));
        let objects: Vec<_> = loaded.parts.chunk_by(|a, b| a.number == b.number).collect();
        let names = objects::names(objects.iter().map(|parts| &parts[0].object[..]));
        let body = |(parts, name): (&&[LoadedPart<V>], String)| {
            let name = format!("{}/{name}", body.name);
            for (part, number) in parts.iter().zip(0..) {
                part.note(&name, number, named, notes);
            }
            let parts = parts.iter().map(|part| (part.pose, part.shape.clone()));
            (name, parts.collect())
        };
        Ok(objects.iter().zip(names).map(body).collect())
    }

    /// The parts of a body, from whichever of the ways it uses.
    fn of(&mut self, body: &BodyFile, notes: &mut Notes) -> Result<Posed<V>> {
        let BodyFile { mesh, hull, scale, shape, shapes, .. } = body;
        let is_mesh = mesh.is_some() || hull.is_some();
        ensure!(is_mesh || scale.is_none(), "scale goes with a mesh");
        ensure!(is_mesh || body.up.is_none(), "up goes with a mesh");
        ensure!(body.cloud.is_some() || body.radius.is_none(), "radius goes with a cloud");
        if let Some(file) = &body.cloud {
            let others = mesh.is_some() || hull.is_some() || shape.is_some() || shapes.is_some();
            ensure!(!others, "{ONE}");
            return self.of_cloud(body, file, notes);
        }
        match (mesh, hull, shape, shapes) {
            (Some(file), None, None, None) => self.of_mesh(body, file, self.hulls, notes),
            (None, Some(file), None, None) => self.of_mesh(body, file, true, notes),
            (None, None, Some(shape), None) => {
                let shape = self.shape(shape, &[], body, notes).context("shape")?;
                Ok(vec![(Pose::IDENTITY, shape)])
            }
            (None, None, None, Some(shapes)) => {
                ensure!(!shapes.is_empty(), "shapes is empty");
                let mut parts = Vec::new();
                for (i, shape) in shapes.iter().enumerate() {
                    let place = || format!("shapes[{i}]");
                    parts.push(self.posed_shape(shape, body, notes).with_context(place)?);
                }
                Ok(parts)
            }
            (None, None, None, None) => {
                bail!("it needs a mesh, a hull, bodies, a shape, shapes or a cloud")
            }
            _ => bail!("{ONE}"),
        }
    }

    /// A shape of a list, with its pose in the body.
    fn posed_shape(
        &self,
        value: &Value,
        body: &BodyFile,
        notes: &mut Notes,
    ) -> Result<(Pose<V>, Collider<V>)> {
        let shape = self.shape(value, &["pose"], body, notes)?;
        Ok((self.angles.pose(value.entry("pose"), &body.name, notes)?, shape))
    }

    /// A shape. Keys in `also` are known, too.
    fn shape(
        &self,
        value: &Value,
        also: &[&str],
        body: &BodyFile,
        notes: &mut Notes,
    ) -> Result<Collider<V>> {
        refuse(&keys::odd_in_shape(value, also))?;
        keys::check_shape(value).map_err(|wrong| anyhow!(wrong))?;
        let value = self.angles.of_shape(value, &body.name, notes);
        shapes::read(&value).map_err(|wrong| anyhow!(wrong))
    }

    /// The parts of a mesh file.
    fn of_mesh(
        &mut self,
        body: &BodyFile,
        named: &str,
        hulls: bool,
        notes: &mut Notes,
    ) -> Result<Posed<V>> {
        ensure!(V::DIM == 3, "a mesh needs a pose in space: t with 3 numbers and q");
        let loaded = self.load(body, named, hulls)?;
        loaded.note(&body.name, 0, named, notes);
        Ok(loaded.parts.iter().map(|part| (part.pose, part.shape.clone())).collect())
    }

    /// The objects of a planning scene that MoveIt exported, or of a message, and then what links hold.
    fn of_exported(
        &self,
        body: &BodyFile,
        named: &str,
        exported: &Exported,
        notes: &mut Notes,
    ) -> Result<Vec<(String, Posed<V>)>> {
        let has_scale = body.scale.is_some() || body.up.is_some();
        ensure!(!has_scale, "scale and up go with a mesh, not with {}", shown(named));
        ensure!(
            self.metre == 1.0,
            "{} is in metres, and units of the scene are others",
            shown(named)
        );
        let path = self.folder.join(named);
        let mut all = Vec::new();
        let said = |note: &Note| format!("body {:?}: {named}: {note}", body.name);
        notes.warnings.extend(exported.notes.iter().map(said));
        let held = exported.held.iter().map(|held| &held.object);
        for object in exported.objects.iter().chain(held) {
            let name = format!("{}/{}", body.name, object.name);
            let place = || format!("{}: object \"{}\"", shown(named), shown(&object.name));
            let of_object = self.posed(&object.pose, body, notes).with_context(place)?;
            let mut parts: Posed<V> = Vec::new();
            for (shape, pose) in &object.shapes {
                let pose = self.posed(pose, body, notes).with_context(place)?;
                let pose = placed(&of_object, &pose);
                if let ExportedShape::Mesh(mesh) = shape {
                    let mesh = Mesh { parts: vec![mesh.clone()], warnings: Vec::new() };
                    let loaded = Loaded::of(&path, mesh, self.hulls).with_context(place)?;
                    loaded.note(&name, parts.len(), named, notes);
                    parts.extend(loaded.parts.into_iter().map(|part| (pose, part.shape)));
                } else {
                    let shape = shapes::read(&table_of(shape)).map_err(|wrong| anyhow!(wrong));
                    parts.push((pose, shape.with_context(place)?));
                }
            }
            all.push((name, parts));
        }
        Ok(all)
    }

    fn posed(&self, pose: &ExportedPose, body: &BodyFile, notes: &mut Notes) -> Result<Pose<V>> {
        let ExportedPose { place, quaternion } = pose;
        let pose = table([("t", list(place)), ("q", list(quaternion))]);
        self.angles.pose(Some(&pose), &body.name, notes)
    }

    /// The balls of a cloud, as one part.
    fn of_cloud(&self, body: &BodyFile, named: &str, notes: &mut Notes) -> Result<Posed<V>> {
        ensure!(V::DIM == 3, "a cloud needs a pose in space: t with 3 numbers and q");
        let cloud = Points::open(&self.folder.join(named))?;
        let place = |note: &Note| format!("body {:?}: {named}: {note}", body.name);
        notes.warnings.extend(cloud.notes.iter().map(place));
        let radii = match (cloud.radii, body.radius) {
            (Some(_), Some(_)) => {
                bail!("the points of {} have radii, and radius is another", shown(named))
            }
            (Some(radii), None) => radii,
            (None, Some(radius)) => vec![radius; cloud.points.len()],
            (None, None) => {
                bail!("the points of {} have no radii: it needs a radius", shown(named))
            }
        };
        let ball = |(point, radius): (&[f64; 3], f64)| {
            let place = Pose::at(V::from_fn(|axis| V::Scalar::of(point[axis])))?;
            Ok((place, Ball::<V>::new(V::Scalar::of(radius))?.into()))
        };
        let balls = cloud.points.iter().zip(radii).map(ball);
        let balls = balls.collect::<Result<Vec<_>, clearance::Error>>()?;
        Ok(vec![(Pose::IDENTITY, Compound::new(balls)?.into())])
    }
}

/// A shape as a scene file has it; nothing for a mesh.
fn table_of(shape: &ExportedShape) -> Value {
    let round = |kind: &str, [radius, height]: &[f64; 2]| {
        let (radius, half) = (Value::Float(*radius), Value::Float(height / 2.0));
        table([
            ("kind", kind.into()),
            ("radius", radius),
            ("half_height", half),
            ("axis", "z".into()),
        ])
    };
    match shape {
        ExportedShape::Box(edges) => {
            let half = list(&edges.map(|edge| edge / 2.0));
            table([("kind", "box".into()), ("half_extents", half)])
        }
        ExportedShape::Sphere(radius) => {
            table([("kind", "sphere".into()), ("radius", Value::Float(*radius))])
        }
        ExportedShape::Cylinder(size) => round("cylinder", size),
        ExportedShape::Cone(size) => round("cone", size),
        ExportedShape::Mesh(_) => table([]),
    }
}

fn table<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::Table(entries.map(|(key, value)| (key.to_owned(), value)).into_iter().collect())
}

fn list(numbers: &[f64]) -> Value {
    Value::Array(numbers.iter().copied().map(Value::Float).collect())
}
