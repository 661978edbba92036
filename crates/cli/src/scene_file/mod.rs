//! A scene as a TOML file: bodies with shapes or meshes, and the pairs that may touch.
//!
//! ```text
//!   table    tables of the file, and their keys     body     a body as it stands in the file
//!   rules    required clearances                    poses    angles in degrees or radians
//!   parts    the shapes of a body                   robot    the robots among the bodies
//!   objects  names of the objects of a mesh file    pattern  patterns for names of bodies
//!   ignore   the pairs that may touch               units    of the scene and its mesh files
//!   pieces   the file, read a body at a time     messages what planning scenes say of a robot
//!   (this file)   the file, and the scene that it makes
//! ```
//!
//! Every error names the body. An unknown key is an error, because it is in most cases a misspelt key.
//! What is doubtful in a mesh is a warning. Bodies with the same mesh share what is made of it.

mod body;
mod ignore;
mod messages;
mod objects;
mod parts;
pub mod pattern;
mod pieces;
mod poses;
mod robot;
mod rules;
pub mod table;
#[cfg(test)]
mod tests;
mod units;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use clearance::Pose;
use clearance::glam::DVec3;
use clearance::space::Vector;
use clearance_formats::RobotState;
use clearance_lines::keys::{Form, Known, Tree};
use clearance_models::Notes;
use serde::de::DeserializeOwned;
use toml::Value;

use crate::approvals::{self, Approval};
use crate::bcf::World;
use crate::input;
use crate::pairs::Pairs;
use crate::scene::{Body, Part, Scene};
use crate::text::shown;
use body::BodyFile;
use ignore::IgnoreFile;
use messages::Messages;
use parts::Parts;
use poses::{Angles, placed};
pub use robot::RobotFile;
use rules::RuleFile;
use table::{check, text_of};

/// The content of the file.
#[derive(Debug, Default)]
pub struct SceneFile {
    /// The unit of lengths, or a label.
    pub units: String,
    dim: Option<Value>,
    angles: Angles,
    ignore: Vec<IgnoreFile>,
    /// Checks, then clearances.
    rules: Vec<RuleFile>,
    bodies: Vec<BodyFile>,
    /// The robots among the bodies.
    pub robots: Vec<RobotFile>,
    /// Findings that are no failures.
    pub approved: Vec<Approval>,
    /// Is each mesh taken as the hulls of its pieces?
    pub hulls: bool,
    /// What planning scenes say.
    messages: Messages,
}

/// The keys of a file.
const KEYS: [Known; 12] = [
    ("units", Form::Text),
    ("dim", Form::Any),
    ("degrees", Form::Switch),
    ("ignore", Form::Names),
    ("clearance", Form::Tables),
    ("check", Form::Tables),
    ("approved", Form::Tables),
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
        let folder = path.parent().unwrap_or(Path::new(""));
        let read = || {
            let mut file = Self::read(&text)?;
            file.messages = Messages::open(&file.bodies, !file.robots.is_empty(), folder)?;
            Ok::<_, Error>(file)
        };
        read().with_context(|| input::name(path))
    }

    /// Reads the text of a file.
    pub fn read(text: &str) -> Result<Self> {
        let (file, bodies) = pieces::read(text)?;
        check("a scene", &file, &KEYS)?;
        let bodies = bodies?;
        let list = |key: &str| file.entry(key).and_then(Tree::items).unwrap_or_default();
        let robots = RobotFile::all(&file)?;
        if let Some(body) = bodies.iter().find(|body| body.on.is_some() && robots.is_empty()) {
            bail!("body \"{}\" is on a link, but the scene has no robot", shown(&body.name));
        }
        let rules = |key: &'static str, read: fn(&Value) -> Result<RuleFile>| {
            let rule = move |(rule, number)| read(rule).with_context(|| format!("{key}[{number}]"));
            list(key).iter().zip(0..).map(rule).collect::<Result<Vec<_>>>()
        };
        let checks = rules("check", RuleFile::check)?;
        ensure!(
            checks.is_empty() || robots.is_empty(),
            "[[check]] is for scenes without a robot: use ignore and [[clearance]]"
        );
        let clearances = rules("clearance", RuleFile::clearance)?;
        Ok(Self {
            units: text_of(&file, "units").unwrap_or_default(),
            dim: file.entry("dim").cloned(),
            angles: Angles {
                degrees: file.entry("degrees").and_then(Value::as_bool).unwrap_or(false),
            },
            ignore: IgnoreFile::all(list("ignore"))?,
            rules: checks.into_iter().chain(clearances).collect(),
            approved: approvals::all(list("approved"), "the scene")?,
            hulls: false,
            robots,
            bodies,
            messages: Messages::default(),
        })
    }

    /// A scene of all objects of mesh files: those of one file with each other, or those of several files with those of the
    /// other files.
    pub fn of_meshes(files: &[PathBuf]) -> Result<Self> {
        let stems: Vec<_> = files
            .iter()
            .map(|file| file.file_stem().unwrap_or_default().to_string_lossy())
            .collect();
        let names = objects::names(stems.iter().map(|stem| &stem[..]));
        let (mut bodies, mut rules) = (Vec::new(), Vec::new());
        for (number, (file, name)) in files.iter().zip(&names).enumerate() {
            let bodies_of = file.to_str().with_context(|| {
                format!("{}: the name of a mesh file must be UTF-8", input::name(file))
            })?;
            bodies.push(BodyFile {
                name: name.clone(),
                bodies: Some(bodies_of.into()),
                ..BodyFile::default()
            });
            for before in &names[..number] {
                rules.push(RuleFile::of_files([before, name])?);
            }
        }
        Ok(Self { rules, bodies, ..Self::default() })
    }

    /// A scene with nothing but a robot, in metres.
    pub fn of_robot(urdf: &Path) -> Self {
        let urdf = urdf.file_name().map(PathBuf::from).unwrap_or_default();
        let robots = vec![RobotFile { urdf, ..RobotFile::default() }];
        Self { units: "m".into(), robots, ..Self::default() }
    }

    /// The mesh files and clouds of the scene. Their paths are relative to `folder`.
    pub fn meshes(&self, folder: &Path) -> impl Iterator<Item = PathBuf> {
        self.bodies.iter().filter_map(move |body| Some(folder.join(body.file()?)))
    }

    /// How the world of BCF is told from that of the scene, and what is doubtful in that. Without another word of the scene,
    /// its y axis is up if it is that of all mesh files.
    pub fn world(&self) -> (World, Option<&'static str>) {
        let files: Vec<PathBuf> = self.meshes(Path::new("")).collect();
        let has_up = self.bodies.iter().any(|body| body.up.is_some());
        let is_y_up = !has_up && !files.is_empty() && files.iter().all(|file| units::is_gltf(file));
        let metre =
            if self.robots.is_empty() { units::in_metres(&self.units, &files) } else { Some(1.0) };
        let doubt = "--bcf: BCF is in metres, and the scene names no unit that is known: its lengths are taken as metres";
        (World { metre: metre.unwrap_or(1.0), is_y_up }, metre.is_none().then_some(doubt))
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
            let dim = body.dim_of_t();
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
        if self.moves() {
            ensure!(dim != Some(2), "what moves is in space, but the scene is 2D");
            return Ok(3);
        }
        dim.map_or_else(|| Err(self.without_dim()), Ok)
    }

    /// Why nothing tells the dimension: in most cases a shape or a key is misspelt.
    fn without_dim(&self) -> Error {
        let wrong = |body: &BodyFile| {
            let wrong = body.whole().wrong_shape()?;
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
        // Robots are in metres, and so is all around them.
        let metre = units::metre(&self.units).filter(|_| self.robots.is_empty()).unwrap_or(1.0);
        let mut parts = Parts::new(self.angles, self.hulls, metre, folder, &self.messages);
        let held: BTreeMap<String, &str> = self.messages.held().collect();
        let mut bodies = Vec::new();
        for body in &self.bodies {
            let body = &*body.whole();
            let place = || format!("body \"{}\"", shown(&body.name));
            let made = parts.bodies(body, &mut notes).with_context(place)?;
            let pose = self.angles.pose(body.pose.as_ref(), &body.name, &mut notes);
            let pose = pose.with_context(place)?;
            for (name, parts) in made {
                // What moves is in its own frame, and what a link holds in that of the link.
                let is_apart = body.moves || held.contains_key(&name);
                let pose = if is_apart { Pose::IDENTITY } else { pose };
                let part = |(own, shape)| Part::new(shape, placed(&pose, &own));
                let parts = parts.into_iter().map(part).collect();
                bodies.push(Body::new(&name, body.group.clone(), parts));
            }
        }
        notes.warnings.extend(units::doubts(&parts.files, &self.units));
        Ok((bodies, notes))
    }

    /// The pairs of these bodies that may touch, by number: the smaller one first. Bodies have a name, and may have a
    /// group.
    pub fn ignored<'b>(
        &self,
        bodies: impl Iterator<Item = (&'b str, Option<&'b str>)>,
    ) -> Result<BTreeSet<(usize, usize)>> {
        let bodies: Vec<_> = bodies.collect();
        let mut all = ignore::among(&self.ignore, &bodies)?;
        all.extend(
            self.messages.allowed(&bodies.iter().map(|(name, _)| *name).collect::<Vec<_>>()),
        );
        Ok(all)
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
        let names: Vec<&str> = bodies.iter().map(|body| &body.name[..]).collect();
        let is_left_out = |a, b| ignored.contains(&(a, b)) || of_links.contains(a, b);
        notes.warnings.extend(self.messages.doubts(&names, is_left_out));
        // Bodies without parts are in no pair.
        let has_parts = |body: usize| !bodies[body].parts.is_empty();
        ignored.retain(|(a, b)| has_parts(*a) && has_parts(*b) && !of_links.contains(*a, *b));
        let rules = self.rules.iter().map(|rule| rule.among(&bodies, notes));
        let mut rules = rules.collect::<Result<Vec<_>>>()?;
        rules.extend(self.messages.padding(&bodies));
        if bodies.len() == 1 {
            notes.warnings.push("the scene has one body: there is nothing to compare".into());
        }
        let scene = Scene::new(bodies, ignored, of_links, rules);
        // On a path, other pairs may be asked about.
        if scene.rules().iter().any(|rule| rule.is_check) {
            for (rule, file) in scene.rules().iter().zip(&self.rules) {
                if !scene.has_pair(rule) {
                    notes.warnings.push(format!("{file}: it fits no pair that is asked about"));
                }
            }
        }
        Ok(scene)
    }

    /// Does anything move?
    pub fn moves(&self) -> bool {
        !self.robots.is_empty() || self.bodies.iter().any(|body| body.moves)
    }
    /// The bodies that move by themselves, with their poses.
    pub fn moving(&self) -> Result<Vec<(String, Pose<DVec3>)>> {
        let pose = |body: &BodyFile| {
            let (body, name) = (body.whole(), body.name.clone());
            let pose = self.angles.pose(body.pose.as_ref(), &name, &mut Notes::default());
            Ok((name, pose?))
        };
        self.bodies.iter().filter(|body| body.moves).map(pose).collect()
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
    /// For each of these bodies, the link that it is on.
    pub fn links(&self, bodies: &[Body<DVec3>]) -> Vec<Option<&str>> {
        let own =
            self.bodies.iter().filter_map(|body| Some((body.name.clone(), body.on.as_deref()?)));
        let on: BTreeMap<String, &str> = own.chain(self.messages.held()).collect();
        bodies.iter().map(|body| on.get(&body.name[..]).copied()).collect()
    }
    /// What planning scenes say of joints, and by which bodies.
    pub fn starts(&self) -> impl Iterator<Item = (&str, &RobotState)> {
        self.messages.starts()
    }
}
