//! A scene as a TOML file: bodies with shapes or meshes, and the pairs that may touch.
//!
//! ```text
//!   table    tables of the file, and their keys     body     a body as it stands in the file
//!   rules    required clearances                    poses    angles in degrees or radians
//!   parts    the shapes of a body                   robot    the robots among the bodies
//!   pattern  patterns for names of bodies           ignore   the pairs that may touch
//!   (this file)   the file, and the scene that it makes
//! ```
//!
//! Every error names the body. An unknown key is an error, because it is in most cases a misspelt key.
//! What is doubtful in a mesh is a warning. Bodies with the same mesh share what is made of it.

mod body;
mod ignore;
mod parts;
mod pattern;
mod poses;
mod robot;
mod rules;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use clearance::Pose;
use clearance::glam::DVec3;
use clearance::space::Vector;
use clearance_lines::keys::{self, Form, Known, Tree};
use clearance_models::Notes;
use serde::de::DeserializeOwned;
use toml::Value;

use crate::input;
use crate::pairs::Pairs;
use crate::scene::{Body, Part, Scene};
use crate::text::shown;
use body::BodyFile;
use ignore::IgnoreFile;
use parts::Parts;
use poses::{Angles, placed};
pub use robot::RobotFile;
use rules::RuleFile;
use table::{check, text_of};

/// The content of the file.
#[derive(Debug)]
pub struct SceneFile {
    /// A label for lengths; nothing is converted.
    pub units: String,
    dim: Option<Value>,
    angles: Angles,
    ignore: Vec<IgnoreFile>,
    rules: Vec<RuleFile>,
    bodies: Vec<BodyFile>,
    /// The robots among the bodies.
    pub robots: Vec<RobotFile>,
    /// Is each mesh taken as the hulls of its pieces?
    pub hulls: bool,
}

/// The keys of a file.
const KEYS: [Known; 10] = [
    ("units", Form::Text),
    ("dim", Form::Any),
    ("degrees", Form::Switch),
    ("ignore", Form::Names),
    ("clearance", Form::Tables),
    ("body", Form::Tables),
    ("robot", Form::Any),
    ("srdf", Form::Text),
    ("q", Form::Any),
    ("base", Form::Table),
];

impl SceneFile {
    /// Reads the file.
    pub fn load(path: &Path) -> Result<Self> {
        let text = input::read_text(path, input::MOST_OF_A_SCENE)?;
        Self::read(&text).with_context(|| input::name(path))
    }

    /// Reads the text of a file.
    pub fn read(text: &str) -> Result<Self> {
        let file = Value::Table(toml::from_str(text)?);
        check("a scene", &file, &KEYS)?;
        let list = |key: &str| file.entry(key).and_then(Tree::items).unwrap_or_default();
        let bodies = list("body").iter().zip(1..).map(|(body, number)| BodyFile::of(body, number));
        let bodies = bodies.collect::<Result<Vec<_>>>()?;
        let robots = RobotFile::all(&file)?;
        if let Some(body) = bodies.iter().find(|body| body.on.is_some() && robots.is_empty()) {
            bail!("body \"{}\" is on a link, but the scene has no robot", shown(&body.name));
        }
        Ok(Self {
            units: text_of(&file, "units").unwrap_or_default(),
            dim: file.entry("dim").cloned(),
            angles: Angles {
                degrees: file.entry("degrees").and_then(Value::as_bool).unwrap_or(false),
            },
            ignore: IgnoreFile::all(list("ignore"))?,
            rules: list("clearance")
                .iter()
                .enumerate()
                .map(|(number, rule)| {
                    RuleFile::of(rule).with_context(|| format!("clearance[{number}]"))
                })
                .collect::<Result<_>>()?,
            hulls: false,
            robots,
            bodies,
        })
    }

    /// A scene with nothing but a robot, in metres.
    pub fn of_robot(urdf: &Path) -> Self {
        let urdf = urdf.file_name().map(PathBuf::from).unwrap_or_default();
        let robots = vec![RobotFile { urdf, ..RobotFile::default() }];
        Self {
            units: "m".into(),
            dim: None,
            angles: Angles { degrees: false },
            ignore: Vec::new(),
            rules: Vec::new(),
            bodies: Vec::new(),
            hulls: false,
            robots,
        }
    }

    /// The mesh files and clouds of the scene. Their paths are relative to `folder`.
    pub fn meshes(&self, folder: &Path) -> impl Iterator<Item = PathBuf> {
        let of_body =
            |body: &BodyFile| body.mesh.clone().or(body.hull.clone()).or(body.cloud.clone());
        self.bodies.iter().filter_map(move |body| Some(folder.join(of_body(body)?)))
    }

    /// 2 or 3: from `dim` and the `t` of the poses, otherwise from the shapes or the rotations.
    pub fn dim(&self) -> Result<usize> {
        ensure!(!self.bodies.is_empty() || !self.robots.is_empty(), "the scene has no [[body]]");
        let said = self.dim.as_ref().map(|dim| match dim.as_integer() {
            Some(2) => Ok(2),
            Some(3) => Ok(3),
            _ => bail!("dim is {dim}, but can be 2 or 3 only"),
        });
        let said = said.transpose()?;
        let mut first: Option<(usize, &str)> = None;
        for body in &self.bodies {
            let Some(pose) = &body.pose else { continue };
            let dim = keys::dim_of_t(pose);
            let dim = dim.map_err(|e| anyhow!("the pose of body \"{}\" {e}", shown(&body.name)))?;
            let Some(dim) = dim else { continue };
            if let Some(said) = said.filter(|said| *said != dim) {
                bail!("dim is {said}, but the pose of body \"{}\" is {dim}D", shown(&body.name));
            }
            let (other, name) = *first.get_or_insert((dim, &body.name));
            ensure!(
                other == dim,
                "the pose of body \"{}\" is {other}D, that of \"{}\" is {dim}D",
                shown(name),
                shown(&body.name)
            );
        }
        let dim = said.or(first.map(|(dim, _)| dim));
        let dim = dim.or_else(|| self.bodies.iter().find_map(BodyFile::dim));
        if !self.robots.is_empty() {
            ensure!(dim != Some(2), "a robot is in space, but the scene is 2D");
            return Ok(3);
        }
        dim.map_or_else(|| Err(self.without_dim()), Ok)
    }

    /// Why nothing tells the dimension: in most cases a shape or a key is misspelt.
    fn without_dim(&self) -> Error {
        let wrong = |body: &BodyFile| {
            let wrong = body.wrong_shape()?;
            Some(anyhow!("body \"{}\": {wrong}", shown(&body.name)))
        };
        self.bodies.iter().find_map(wrong).unwrap_or_else(|| {
            anyhow!(
                "nothing tells whether the scene is 2D or 3D: add \"dim\" at its top, or \"t\" to a pose"
            )
        })
    }

    /// Makes the scene, and the remarks on it. Paths of meshes are relative to `folder`.
    pub fn build<V: Vector>(&self, folder: &Path) -> Result<(Scene<V>, Notes)>
    where
        Pose<V>: DeserializeOwned,
    {
        let (bodies, mut notes) = self.bodies(folder)?;
        Ok((self.scene(bodies, Pairs::default(), &mut notes)?, notes))
    }

    /// The bodies of the file, and the remarks on them.
    pub fn bodies<V: Vector>(&self, folder: &Path) -> Result<(Vec<Body<V>>, Notes)>
    where
        Pose<V>: DeserializeOwned,
    {
        let mut notes = Notes::default();
        let mut parts = Parts::new(self.angles, self.hulls, folder);
        let mut bodies = Vec::new();
        for body in &self.bodies {
            let place = || format!("body \"{}\"", shown(&body.name));
            let of_body = parts.of(body, &mut notes).with_context(place)?;
            let pose = self.angles.pose(body.pose.as_ref(), &body.name, &mut notes);
            let pose = pose.with_context(place)?;
            let part = |(own, shape)| Part::new(shape, placed(&pose, &own));
            let of_body = of_body.into_iter().map(part).collect();
            bodies.push(Body::new(&body.name, body.group.clone(), of_body));
        }
        Ok((bodies, notes))
    }

    /// The pairs of these bodies that may touch, by number: the smaller one first. Bodies have a name, and may have a
    /// group.
    pub fn ignored<'b>(
        &self,
        bodies: impl Iterator<Item = (&'b str, Option<&'b str>)>,
    ) -> Result<BTreeSet<(usize, usize)>> {
        ignore::among(&self.ignore, &bodies.collect::<Vec<_>>())
    }

    /// The scene of these bodies: those of the file, and of its robot. `of_links` are further pairs that are not asked about.
    pub fn scene<V: Vector>(
        &self,
        bodies: Vec<Body<V>>,
        of_links: Pairs,
        notes: &mut Notes,
    ) -> Result<Scene<V>> {
        let mut names = BTreeSet::new();
        for body in &bodies {
            let is_new = names.insert(body.name.as_str());
            ensure!(is_new, "two bodies have the name \"{}\"", shown(&body.name));
        }
        let named = bodies.iter().map(|body| (body.name.as_str(), body.group.as_deref()));
        let mut ignored = self.ignored(named)?;
        ignored.retain(|(a, b)| !of_links.contains(*a, *b));
        let rules = self.rules.iter().map(|rule| rule.among(&bodies, notes)).collect();
        if bodies.len() == 1 {
            notes.warnings.push("the scene has one body: there is nothing to compare".into());
        }
        Ok(Scene::new(bodies, ignored, of_links, rules))
    }

    /// The base of a robot.
    pub fn base(&self, robot: &RobotFile, notes: &mut Notes) -> Result<Pose<DVec3>> {
        self.angles.pose(robot.base.as_ref(), "robot", notes).context("base")
    }
    /// The unit of the angles of joints.
    pub fn joint_angles(&self) -> clearance_models::Angles {
        if self.angles.degrees {
            clearance_models::Angles::Degrees
        } else {
            clearance_models::Angles::Radians
        }
    }
    /// For each body, the link that it is on.
    pub fn links(&self) -> Vec<Option<&str>> {
        self.bodies.iter().map(|body| body.on.as_deref()).collect()
    }
}
