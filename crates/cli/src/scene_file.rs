//! A scene as a TOML file: bodies with shapes or meshes, and the pairs that may touch.
//!
//! Every error names the body. An unknown key is an error, because it is in most cases a misspelt key.
//! What is doubtful in a mesh is a warning. Bodies with the same mesh share what is made of it.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::TAU;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clearance::Pose;
use clearance::glam::DVec3;
use clearance::hull::Built;
use clearance::shape::Convex;
use clearance::space::Vector;
use clearance::worlds::Collider;
use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Value;

use crate::scene::{Body, Part, Rule, Scene};
use crate::text::shown;
use crate::{input, pieces};
use clearance_lines::keys::{self, Form, Known, Tree};
use clearance_lines::{shapes, words};
use clearance_mesh::Pieces;

/// The content of the file.
#[derive(Debug)]
pub struct SceneFile {
    /// A label for lengths; nothing is converted.
    pub units: String,
    dim: Option<Value>,
    /// Are the angles of poses in degrees?
    degrees: bool,
    ignore: Vec<Vec<String>>,
    rules: Vec<RuleFile>,
    bodies: Vec<BodyFile>,
    /// Is each mesh taken as the hulls of its pieces?
    pub hulls: bool,
}

/// The clearance of pairs whose names fit two patterns.
#[derive(Debug)]
struct RuleFile {
    between: [String; 2],
    least: f64,
}

#[derive(Debug, Default)]
struct BodyFile {
    name: String,
    group: Option<String>,
    mesh: Option<String>,
    hull: Option<String>,
    scale: Option<Value>,
    shape: Option<Value>,
    shapes: Option<Vec<Value>>,
    pose: Option<Value>,
}

/// The keys of a file, and of a body.
const KEYS: [Known; 6] = [
    ("units", Form::Text),
    ("dim", Form::Any),
    ("degrees", Form::Switch),
    ("ignore", Form::Names),
    ("clearance", Form::Tables),
    ("body", Form::Tables),
];
const RULE_KEYS: [Known; 2] = [("between", Form::Texts), ("least", Form::Number)];
const BODY_KEYS: [Known; 8] = [
    ("name", Form::Text),
    ("group", Form::Text),
    ("mesh", Form::Text),
    ("hull", Form::Text),
    ("scale", Form::NumberOrNumbers),
    ("shape", Form::Table),
    ("shapes", Form::Tables),
    ("pose", Form::Table),
];

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
    mesh: String,
    /// The name of the object or solid in it; empty if the file has none.
    pub object: String,
    #[serde(flatten)]
    is: PartIs,
}

/// What a part of a mesh is taken as.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
enum PartIs {
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
        let bodies = list("body").iter().zip(1..);
        Ok(Self {
            units: text_of(&file, "units").unwrap_or_default(),
            dim: file.entry("dim").cloned(),
            degrees: file.entry("degrees").and_then(Value::as_bool).unwrap_or(false),
            ignore: list("ignore").iter().map(names).collect(),
            rules: list("clearance")
                .iter()
                .enumerate()
                .map(|(number, rule)| {
                    RuleFile::of(rule).with_context(|| format!("clearance[{number}]"))
                })
                .collect::<Result<_>>()?,
            hulls: false,
            bodies: bodies
                .map(|(body, number)| BodyFile::of(body, number))
                .collect::<Result<_>>()?,
        })
    }

    /// The mesh files of the scene. Their paths are relative to `folder`.
    pub fn meshes(&self, folder: &Path) -> impl Iterator<Item = PathBuf> {
        let of_body = |body: &BodyFile| body.mesh.clone().or(body.hull.clone());
        self.bodies.iter().filter_map(move |body| Some(folder.join(of_body(body)?)))
    }

    /// 2 or 3: from `dim` and the `t` of the poses, otherwise from the shapes or the rotations.
    pub fn dim(&self) -> Result<usize> {
        ensure!(!self.bodies.is_empty(), "the scene has no [[body]]");
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
        dim.context(
            "nothing tells whether the scene is 2D or 3D: add \"dim\" at its top, or \"t\" to a pose",
        )
    }

    /// Makes the scene, and the remarks on it. Paths of meshes are relative to `folder`.
    pub fn build<V: Vector>(&self, folder: &Path) -> Result<(Scene<V>, Notes)>
    where
        Pose<V>: DeserializeOwned,
    {
        let mut notes = Notes::default();
        let (mut bodies, mut meshes) = (Vec::new(), Meshes::default());
        let mut index = BTreeMap::new();
        for body in &self.bodies {
            let place = || format!("body \"{}\"", shown(&body.name));
            let parts = self.parts(body, folder, &mut meshes, &mut notes).with_context(place)?;
            let pose = self.pose(body, &mut notes).context("pose").with_context(place)?;
            let part = |(own, shape)| Part::new(shape, placed(&pose, &own));
            let parts = parts.into_iter().map(part).collect();
            let before = index.insert(body.name.as_str(), bodies.len());
            bodies.push(Body::new(&body.name, body.group.clone(), parts));
            ensure!(before.is_none(), "two bodies have the name \"{}\"", shown(&body.name));
        }
        let mut ignored = BTreeSet::new();
        for (number, names) in self.ignore.iter().enumerate() {
            let [a, b] = &names[..] else {
                bail!("ignore[{number}] needs the names of two bodies, but has {}", names.len());
            };
            let known = |name: &String| {
                let number = index.get(name.as_str()).copied();
                let names = || index.keys().map(|name| shown(name)).collect::<Vec<_>>();
                number.with_context(|| {
                    format!("ignore names an {}", words::unknown("body", name, &names()))
                })
            };
            let (first, second) = (known(a)?, known(b)?);
            ensure!(first != second, "ignore names body \"{}\" twice in one pair", shown(a));
            ignored.insert((first.min(second), first.max(second)));
        }
        let rules = self.rules.iter().map(|rule| rule.among(&bodies, &mut notes)).collect();
        if self.bodies.len() == 1 {
            notes.warnings.push("the scene has one body: there is nothing to compare".into());
        }
        Ok((Scene::new(bodies, ignored, rules), notes))
    }

    /// The pose of a body. Without one it is at the origin, unturned.
    fn pose<V: Vector>(&self, body: &BodyFile, notes: &mut Notes) -> Result<Pose<V>>
    where
        Pose<V>: DeserializeOwned,
    {
        let Some(pose) = &body.pose else { return Ok(Pose::IDENTITY) };
        refuse(&keys::odd_in_pose(pose, &[]))?;
        keys::check_pose(pose).map_err(|wrong| anyhow!(wrong))?;
        for wide in keys::wide_angles(pose, self.turn()) {
            notes.warnings.push(format!("body \"{}\": pose: {wide}", shown(&body.name)));
        }
        let pose = if self.degrees { in_radians(pose) } else { pose.clone() };
        pose.read().map_err(|wrong| anyhow!(wrong))
    }

    /// A whole turn, in the unit of angles.
    fn turn(&self) -> f64 {
        if self.degrees { 360.0 } else { TAU }
    }

    /// The parts of a body with their poses in it, from whichever of the ways it uses.
    fn parts<V: Vector>(
        &self,
        body: &BodyFile,
        folder: &Path,
        meshes: &mut Meshes<V>,
        notes: &mut Notes,
    ) -> Result<Vec<(Pose<V>, Collider<V>)>>
    where
        Pose<V>: DeserializeOwned,
    {
        let BodyFile { mesh, hull, scale, shape, shapes, .. } = body;
        ensure!(mesh.is_some() || hull.is_some() || scale.is_none(), "scale goes with a mesh");
        match (mesh, hull, shape, shapes) {
            (Some(file), None, None, None) => {
                body.mesh_parts(file, self.hulls, folder, meshes, notes)
            }
            (None, Some(file), None, None) => body.mesh_parts(file, true, folder, meshes, notes),
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
            (None, None, None, None) => bail!("it needs a mesh, a hull, a shape or shapes"),
            _ => bail!("it can have only one of mesh, hull, shape and shapes"),
        }
    }

    /// A shape of a list, with its pose in the body.
    fn posed_shape<V: Vector>(
        &self,
        value: &Value,
        body: &BodyFile,
        notes: &mut Notes,
    ) -> Result<(Pose<V>, Collider<V>)>
    where
        Pose<V>: DeserializeOwned,
    {
        let shape = self.shape(value, &["pose"], body, notes)?;
        let Some(pose) = value.entry("pose") else { return Ok((Pose::IDENTITY, shape)) };
        let of_part =
            BodyFile { pose: Some(pose.clone()), name: body.name.clone(), ..BodyFile::default() };
        Ok((self.pose(&of_part, notes).context("pose")?, shape))
    }

    /// A shape. Keys in `also` are known, too.
    fn shape<V: Vector>(
        &self,
        value: &Value,
        also: &[&str],
        body: &BodyFile,
        notes: &mut Notes,
    ) -> Result<Collider<V>>
    where
        Pose<V>: DeserializeOwned,
    {
        refuse(&keys::odd_in_shape(value, also))?;
        keys::check_shape(value).map_err(|wrong| anyhow!(wrong))?;
        for wide in keys::wide_angles_of_parts(value, self.turn()) {
            notes.warnings.push(format!("body \"{}\": {wide}", shown(&body.name)));
        }
        let value = if self.degrees { parts_in_radians(value) } else { value.clone() };
        shapes::read(&value).map_err(|wrong| anyhow!(wrong))
    }
}

/// The pose of a part in the world. A part without a pose of its own has exactly that of its body.
fn placed<V: Vector>(body: &Pose<V>, own: &Pose<V>) -> Pose<V> {
    if *own == Pose::IDENTITY { *body } else { *body * *own }
}

impl RuleFile {
    fn of(rule: &Value) -> Result<Self> {
        check("a clearance", rule, &RULE_KEYS)?;
        let between = names(rule.entry("between").context("it needs between")?);
        let between = <[String; 2]>::try_from(between)
            .map_err(|has| anyhow!("between takes two names or patterns, but has {}", has.len()))?;
        let least = rule.entry("least").and_then(Tree::number).context("it needs least")?;
        ensure!(least.is_finite(), "least must be a finite number, but is {least}");
        Ok(Self { between, least })
    }

    /// Which bodies the patterns fit. A pattern that fits none is a warning.
    fn among<V: Vector>(&self, bodies: &[Body<V>], notes: &mut Notes) -> Rule {
        let fits = self.between.each_ref().map(|pattern| {
            let fits = |body: &Body<V>| match pattern.strip_prefix("group:") {
                Some(group) => body.group.as_ref().is_some_and(|name| is_like(name, group)),
                None => is_like(&body.name, pattern),
            };
            let fits: Vec<bool> = bodies.iter().map(fits).collect();
            if !fits.contains(&true) {
                let pattern = shown(pattern);
                notes.warnings.push(format!("clearance: no body fits \"{pattern}\""));
            }
            fits
        });
        Rule { fits, least: self.least }
    }
}

/// Does a name fit a pattern, in which `*` stands for any text and `?` for any character?
fn is_like(name: &str, pattern: &str) -> bool {
    let (name, pattern): (Vec<char>, Vec<char>) =
        (name.chars().collect(), pattern.chars().collect());
    // `fits[i]`: do the first i characters of the name fit the pattern so far?
    let mut fits: Vec<bool> = (0..=name.len()).map(|i| i == 0).collect();
    for symbol in pattern {
        if symbol == '*' {
            let mut any = false;
            fits.iter_mut().for_each(|fits| {
                any |= *fits;
                *fits = any;
            });
        } else {
            for i in (0..name.len()).rev() {
                fits[i + 1] = fits[i] && (symbol == '?' || symbol == name[i]);
            }
            fits[0] = false;
        }
    }
    fits[name.len()]
}

/// Refuses unknown keys, and values of other kinds.
fn check(name: &str, table: &Value, known: &[Known]) -> Result<()> {
    let checked = keys::check_keys(name, table, known);
    checked.and_then(|()| keys::check_forms(table, known)).map_err(|wrong| anyhow!(wrong))
}

/// The text of a key.
fn text_of(table: &Value, key: &str) -> Option<String> {
    table.entry(key)?.text().map(String::from)
}

/// The strings of a list.
fn names(list: &Value) -> Vec<String> {
    let items = list.items().unwrap_or_default();
    items.iter().filter_map(|name| Some(name.text()?.into())).collect()
}

/// A pose with its angles in degrees, in radians.
fn in_radians(pose: &Value) -> Value {
    let turned = |angle: &Value| match angle.number() {
        Some(degrees) => Value::Float(degrees.to_radians()),
        None => angle.clone(),
    };
    let mut pose = pose.clone();
    for key in ["angle", "rpy"] {
        match pose.get_mut(key) {
            Some(Value::Array(angles)) => angles.iter_mut().for_each(|one| *one = turned(one)),
            Some(angle) => *angle = turned(angle),
            None => {}
        }
    }
    pose
}

/// A shape with the poses of the parts of a compound in radians.
fn parts_in_radians(shape: &Value) -> Value {
    let mut shape = shape.clone();
    if let Some(Value::Array(parts)) = shape.get_mut("shapes") {
        for part in parts {
            *part = parts_in_radians(part);
            if let Some(pose) = part.get_mut("pose") {
                *pose = in_radians(pose);
            }
        }
    }
    shape
}

/// The mesh files that were read, each for one scale, as hulls or true.
struct Meshes<V: Vector>(BTreeMap<(PathBuf, [u64; 3], bool), Loaded<V>>);

impl<V: Vector> Default for Meshes<V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

/// A mesh file as parts.
struct Loaded<V: Vector> {
    warnings: Vec<String>,
    parts: Vec<LoadedPart<V>>,
}

/// A part of a mesh: the name of its object, and what it is taken as.
struct LoadedPart<V: Vector> {
    shape: Collider<V>,
    object: String,
    is: PartIs,
}

impl<V: Vector> Meshes<V> {
    /// A mesh file, read and made into hulls or true surfaces if no body before has the same.
    fn load(&mut self, path: PathBuf, scale: DVec3, hulls: bool) -> Result<&Loaded<V>> {
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

impl BodyFile {
    /// The body with this number in the file, from 1.
    fn of(body: &Value, number: usize) -> Result<Self> {
        let place = || match text_of(body, "name") {
            Some(name) => format!("body \"{}\"", shown(&name)),
            None => format!("body number {number}"),
        };
        check("a body", body, &BODY_KEYS).with_context(place)?;
        Ok(Self {
            name: text_of(body, "name").context("it has no name").with_context(place)?,
            group: text_of(body, "group"),
            mesh: text_of(body, "mesh"),
            hull: text_of(body, "hull"),
            scale: body.entry("scale").cloned(),
            shape: body.entry("shape").cloned(),
            shapes: body.entry("shapes").and_then(Value::as_array).cloned(),
            pose: body.entry("pose").cloned(),
        })
    }

    /// 2 or 3, if the shapes or the rotation of the body imply it. Meshes are in 3D.
    fn dim(&self) -> Option<usize> {
        let shapes = self.shape.iter().chain(self.shapes.iter().flatten());
        let kinds = shapes.filter_map(keys::dim_of_shape).next();
        let dim = kinds.or_else(|| self.pose.as_ref().and_then(keys::dim_of_rotation));
        self.mesh.as_ref().or(self.hull.as_ref()).map(|_| 3).or(dim)
    }

    /// The factors of the three coordinates of a mesh.
    fn scale(&self) -> Result<DVec3> {
        let Some(scale) = &self.scale else { return Ok(DVec3::ONE) };
        let factors = match (scale.number(), scale.items()) {
            (Some(factor), _) => vec![factor; 3],
            (None, items) => items.unwrap_or_default().iter().filter_map(Tree::number).collect(),
        };
        let factors = <[f64; 3]>::try_from(factors);
        let factors = factors
            .map_err(|has| anyhow!("scale takes one number or three, but has {}", has.len()))?;
        let fine = factors.iter().all(|factor| factor.is_finite() && *factor != 0.0);
        ensure!(fine, "scale must be finite and not 0, but is {scale}");
        Ok(factors.into())
    }

    fn mesh_parts<V: Vector>(
        &self,
        named: &str,
        hulls: bool,
        folder: &Path,
        meshes: &mut Meshes<V>,
        notes: &mut Notes,
    ) -> Result<Vec<(Pose<V>, Collider<V>)>> {
        ensure!(V::DIM == 3, "a mesh needs a pose in space: t with 3 numbers and q");
        let path = folder.join(named);
        let file = input::name(&path);
        let loaded = meshes.load(path, self.scale()?, hulls)?;
        let body = shown(&self.name);
        for warning in &loaded.warnings {
            notes.warnings.push(format!("body \"{body}\": {file}: {warning}"));
        }
        for (number, LoadedPart { object, is, .. }) in loaded.parts.iter().enumerate() {
            if let PartIs::Hull { not_mesh } = *is
                && not_mesh > 0.0
            {
                let object = shown(object);
                let object = if object.is_empty() { object } else { format!(", object {object}") };
                notes.warnings.push(format!(
                    "body \"{body}\": {file}{object} is not convex; its hull is used, \
                     and {:.1} % of that are not mesh",
                    100.0 * not_mesh,
                ));
            }
            let list = if hulls { &mut notes.hulls } else { &mut notes.meshes };
            list.push(MeshNote {
                body: self.name.clone(),
                part: number,
                mesh: named.into(),
                object: object.clone(),
                is: *is,
            });
        }
        Ok(loaded.parts.iter().map(|part| (Pose::IDENTITY, part.shape.clone())).collect())
    }
}

/// Makes an error of unknown keys.
fn refuse(odd: &[String]) -> Result<()> {
    ensure!(odd.is_empty(), "{}", odd.join("; "));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::glam::{DVec2, DVec3};
    use clearance_testing::Random;

    const PLANE: [&str; 6] = [
        r#"{ kind = "circle", radius = 1 }"#,
        r#"{ kind = "box", half_extents = [1, 2], margin = 0.1 }"#,
        r#"{ kind = "polygon", vertices = [[0, 0], [1, 0], [0, 1]] }"#,
        r#"{ kind = "capsule", radius = 0.5, p1 = [0, 0], p2 = [1, 1] }"#,
        r#"{ kind = "half-plane", normal = [0, 1], offset = 0 }"#,
        r#"{ kind = "ellipse", radii = [1, 2] }"#,
    ];
    const SPACE: [&str; 6] = [
        r#"{ kind = "sphere", radius = 1 }"#,
        r#"{ kind = "box", half_extents = [1, 2, 3], margin = 0.1 }"#,
        r#"{ kind = "hull", vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }"#,
        r#"{ kind = "capsule", radius = 0.5, half_length = 1, axis = "x" }"#,
        r#"{ kind = "half-space", normal = [0, 0, 1], offset = 0 }"#,
        r#"{ kind = "cone", radius = 1, half_height = 2, axis = "z" }"#,
    ];
    const PLANE_POSES: [&str; 3] =
        ["{ t = [1, 2], angle = 0.5 }", "{ angle = 1 }", "{ t = [0.5, 0] }"];
    const SPACE_POSES: [&str; 5] = [
        "{ t = [1, 2, 3], q = [0, 0, 0.5, 1] }",
        "{ rpy = [1, 2, 3] }",
        "{ t = [1, 2, 3], axis = \"x\", angle = 1 }",
        "{ axis = [1, 2, 3], angle = 1 }",
        "{ q = [1, 0, 0, 0] }",
    ];

    /// A scene of two to four bodies that is as it should be.
    fn scene(random: &mut Random) -> String {
        let dim = 2 + random.below(2);
        let (shapes, poses): (&[&str], &[&str]) =
            if dim == 2 { (&PLANE, &PLANE_POSES) } else { (&SPACE, &SPACE_POSES) };
        let mut text = format!("units = \"m\"\ndim = {dim}\nignore = [[\"b1\", \"b0\"]]\n");
        for body in 0..2 + random.below(3) {
            text += &format!("[[body]]\nname = \"b{body}\"\n");
            text += &match random.below(2) {
                0 => format!("shape = {}\n", random.one_of(shapes)),
                _ => format!("shapes = [{}, {}]\n", random.one_of(shapes), random.one_of(shapes)),
            };
            text += &format!("pose = {}\n", random.one_of(poses));
        }
        text
    }

    #[test]
    fn patterns_fit_names() {
        for (pattern, fits, others) in [
            ("arm", &["arm"][..], &["arm1", "ar", ""][..]),
            ("arm*", &["arm", "arm12"], &["an arm"]),
            ("*1?*", &["link12", "1x1x"], &["link1", "1"]),
            ("**", &["", "x"], &[]),
            ("", &[""], &["x"]),
            ("a*b*c", &["abc", "aXbbYc"], &["acb", "abcd"]),
        ] {
            assert!(fits.iter().all(|name| is_like(name, pattern)), "{pattern}");
            assert!(!others.iter().any(|name| is_like(name, pattern)), "{pattern}");
        }
    }

    /// How many bodies there are, or what is wrong.
    pub fn read(text: &str) -> Result<usize, String> {
        let read = || {
            let file = SceneFile::read(text)?;
            Ok(match file.dim()? {
                2 => file.build::<DVec2>(Path::new(""))?.0.bodies().len(),
                _ => file.build::<DVec3>(Path::new(""))?.0.bodies().len(),
            })
        };
        read().map_err(|e: anyhow::Error| format!("{e:#}"))
    }

    /// A key somewhere is misspelt, doubled, or has a value that fits nowhere; or names are wrong:
    /// each is an error that says so.
    #[test]
    fn hostile_scenes_are_refused() {
        let count: usize = clearance_testing::pairs(10_000);
        let (mut random, mut hits) = (Random::new(3), [0; 4]);
        for _ in 0..count {
            let fine = scene(&mut random);
            assert!(read(&fine).is_ok_and(|bodies| bodies >= 2), "{fine}\n{:?}", read(&fine));
            let keys: Vec<usize> = fine.match_indices(" = ").map(|(at, _)| at).collect();
            let end = keys[random.below(keys.len())];
            let start = fine[..end].rfind(['\n', ' ']).map_or(0, |at| at + 1);
            let (key, value) = (&fine[start..end], &fine[end + 3..]);
            let kind = random.below(4);
            let (text, says) = match kind {
                0 => (format!("{}x{}", &fine[..end], &fine[end..]), format!("{key}x")),
                1 => {
                    let inline = fine[..start].ends_with(['{', ' ']);
                    let gap = if inline { ", " } else { "\n" };
                    let text = format!("{}{key} = 0{gap}{}", &fine[..start], &fine[start..]);
                    (text, "duplicate key".into())
                }
                2 => {
                    let mut depth = 0;
                    let ends = value.find(|c| {
                        depth += i32::from("[{".contains(c)) - i32::from("]}".contains(c));
                        depth < 0 || (depth == 0 && [',', '\n'].contains(&c))
                    });
                    let rest = &value[ends.unwrap_or(value.len())..];
                    (format!("{}true{rest}", &fine[..end + 3]), String::new())
                }
                _ => {
                    let (names, says) = [
                        (r#"[["b0"]]"#, "needs the names of two bodies, but has 1"),
                        (r#"[["b0", "b1"], []]"#, "ignore[1] needs the names of two bodies"),
                        (r#"[["b0", "b1", "b0"]]"#, "needs the names of two bodies, but has 3"),
                        (r#"[["b0", "b0"]]"#, "names body \"b0\" twice"),
                        (r#"[["b0", "b9"]]"#, "unknown body \"b9\""),
                        (r#"[["b1", "b0"]]"#, "two bodies have the name \"b0\""),
                    ][random.below(6)];
                    let text = fine.replacen(r#"[["b1", "b0"]]"#, names, 1);
                    let same =
                        says.starts_with("two").then(|| text.replace("\"b1\"\n", "\"b0\"\n"));
                    (same.unwrap_or(text), says.into())
                }
            };
            let reason = read(&text).expect_err(&text);
            assert!(!reason.is_empty() && reason.contains(&says), "{text}\n{says}\n{reason}");
            hits[kind] += 1;
        }
        assert!(hits.iter().all(|hits| 5 * hits > count), "{hits:?} of {count}");
    }
}
