//! A scene as a TOML file: bodies with shapes or meshes, and the pairs that may touch.
//!
//! Whatever is wrong is an error that names the body, except for two things that are said on
//! standard error and let pass: meshes that are not convex, and fields that nobody knows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clearance::number::Scalar;
use clearance::shape::{Hull, Shape};
use clearance::space::Vector;
use clearance::{Pose, Scene};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::input;
use crate::mesh::{self, Part};
use crate::say;
use crate::text::shown;

/// The file as it is written.
#[derive(Deserialize)]
pub struct SceneFile {
    /// A label for lengths; nothing is converted.
    #[serde(default)]
    pub units: String,
    #[serde(default)]
    ignore: Vec<[String; 2]>,
    #[serde(default, rename = "body")]
    bodies: Vec<BodyFile>,
    #[serde(flatten)]
    unknown: BTreeMap<String, toml::Value>,
}

#[derive(Deserialize)]
struct BodyFile {
    name: String,
    mesh: Option<String>,
    scale: Option<f64>,
    shape: Option<toml::Value>,
    shapes: Option<Vec<toml::Value>>,
    pose: toml::Value,
    #[serde(flatten)]
    unknown: BTreeMap<String, toml::Value>,
}

impl SceneFile {
    /// Reads the file.
    pub fn load(path: &Path) -> Result<Self> {
        let text = input::read_text(path, input::MOST_OF_A_SCENE)?;
        let scene: Self = toml::from_str(&text).with_context(|| input::name(path))?;
        let said = |place: &str, unknown: &BTreeMap<String, toml::Value>| {
            for field in unknown.keys() {
                let field = shown(field);
                say(format_args!("warning: {place} has \"{field}\", which means nothing here\n"));
            }
        };
        said("the scene", &scene.unknown);
        for body in &scene.bodies {
            said(&format!("body \"{}\"", shown(&body.name)), &body.unknown);
        }
        Ok(scene)
    }

    /// The files that the scene reads besides itself. Their paths are relative to `folder`.
    pub fn meshes(&self, folder: &Path) -> impl Iterator<Item = PathBuf> {
        self.bodies.iter().filter_map(move |body| Some(folder.join(body.mesh.as_ref()?)))
    }

    /// 2 or 3, as told by the poses.
    pub fn dim(&self) -> Result<usize> {
        let Some(first) = self.bodies.first() else {
            bail!("the scene has no [[body]]");
        };
        let dim = first.dim()?;
        for body in &self.bodies {
            let other = body.dim()?;
            ensure!(
                other == dim,
                "the pose of body \"{}\" is {dim}D, that of \"{}\" is {other}D",
                shown(&first.name),
                shown(&body.name)
            );
        }
        Ok(dim)
    }

    /// The scene itself. Paths of meshes are relative to `folder`.
    pub fn build<V: Vector>(&self, folder: &Path) -> Result<Scene<V>>
    where
        Pose<V>: DeserializeOwned,
    {
        let mut scene = Scene::new();
        let mut index = BTreeMap::new();
        for body in &self.bodies {
            let place = || format!("body \"{}\"", shown(&body.name));
            let parts = body.parts(folder).with_context(place)?;
            let pose = Pose::deserialize(body.pose.clone()).context("pose").with_context(place)?;
            let number = scene.add(&body.name, parts, pose);
            let before = index.insert(body.name.as_str(), number);
            ensure!(before.is_none(), "two bodies have the name \"{}\"", shown(&body.name));
        }
        for pair in &self.ignore {
            let known = |name: &String| {
                let number = index.get(name.as_str()).copied();
                number.with_context(|| format!("ignore names an unknown body \"{}\"", shown(name)))
            };
            let (a, b) = (known(&pair[0])?, known(&pair[1])?);
            ensure!(a != b, "ignore names body \"{}\" twice in one pair", shown(&pair[0]));
            scene.ignore(a, b);
        }
        Ok(scene)
    }
}

impl BodyFile {
    fn dim(&self) -> Result<usize> {
        let t = self.pose.get("t").and_then(toml::Value::as_array).map(Vec::len);
        match t {
            Some(dim @ (2 | 3)) => Ok(dim),
            _ => {
                bail!("the pose of body \"{}\" needs \"t\" with 2 or 3 numbers", shown(&self.name))
            }
        }
    }

    /// From whichever of the three ways the body uses.
    fn parts<V: Vector>(&self, folder: &Path) -> Result<Vec<Shape<V>>> {
        ensure!(self.mesh.is_some() || self.scale.is_none(), "scale goes with a mesh");
        match (&self.mesh, &self.shape, &self.shapes) {
            (Some(mesh), None, None) => self.mesh_parts(&folder.join(mesh)),
            (None, Some(shape), None) => Ok(vec![read_shape(shape).context("shape")?]),
            (None, None, Some(shapes)) => {
                ensure!(!shapes.is_empty(), "shapes is empty");
                let numbered = shapes.iter().enumerate();
                numbered
                    .map(|(i, shape)| read_shape(shape).with_context(|| format!("shapes[{i}]")))
                    .collect()
            }
            (None, None, None) => bail!("it needs a mesh, a shape or shapes"),
            _ => bail!("it can have only one of mesh, shape and shapes"),
        }
    }

    fn mesh_parts<V: Vector>(&self, path: &Path) -> Result<Vec<Shape<V>>> {
        ensure!(V::DIM == 3, "a mesh needs a pose in space: t with 3 numbers and q");
        let scale = self.scale.unwrap_or(1.0);
        ensure!(scale.is_finite() && scale > 0.0, "scale must be positive, but is {scale}");
        let mesh = mesh::load(path)?;
        let file = input::name(path);
        for warning in &mesh.warnings {
            say(format_args!("warning: body \"{}\": {file}: {warning}\n", shown(&self.name)));
        }
        let parts = mesh.parts.into_iter().map(Part::weld);
        let mut shapes = Vec::new();
        for part in parts {
            if let Some(missing) = part.missing() {
                let object = if part.name.is_empty() { "" } else { ", object " };
                say(format_args!(
                    "warning: body \"{}\": {file}{object}{} is not convex; its hull is used, \
                     and {:.1} % of that are not mesh\n",
                    shown(&self.name),
                    shown(&part.name),
                    100.0 * missing,
                ));
            }
            let scaled =
                |p: &clearance::glam::DVec3| V::from_fn(|i| Scalar::of(p.to_array()[i] * scale));
            let points: Vec<V> = part.points.iter().map(scaled).collect();
            let hull = Hull::new(points).with_context(|| file.clone())?;
            shapes.push(hull.into());
        }
        Ok(shapes)
    }
}

fn read_shape<V: Vector>(value: &toml::Value) -> Result<Shape<V>> {
    Ok(Shape::deserialize(value.clone())?)
}
