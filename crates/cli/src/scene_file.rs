//! A scene as a TOML file: bodies with shapes or meshes, and the pairs that may touch.
//!
//! Every error names the body. An unknown key is an error, because it is in most cases a misspelt key.
//! Meshes that are not convex are only warnings. Bodies with the same mesh share what is made of it.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clearance::glam::DVec3;
use clearance::hull::Built;
use clearance::shape::{Convex, Hull, Shape};
use clearance::space::Vector;
use clearance::{Pose, Scene};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toml::Value;

use crate::input;
use crate::text::shown;
use clearance_lines::keys::{self, Form, Known, Tree};
use clearance_lines::words;
use clearance_mesh::{Part, Pieces};

/// The content of the file.
#[derive(Debug)]
pub struct SceneFile {
    /// A label for lengths; nothing is converted.
    pub units: String,
    dim: Option<Value>,
    /// Are the angles of poses in degrees?
    degrees: bool,
    ignore: Vec<Vec<String>>,
    bodies: Vec<BodyFile>,
}

#[derive(Debug)]
struct BodyFile {
    name: String,
    mesh: Option<String>,
    scale: Option<Value>,
    shape: Option<Value>,
    shapes: Option<Vec<Value>>,
    pose: Option<Value>,
}

/// The keys of a file, and of a body.
const KEYS: [Known; 5] = [
    ("units", Form::Text),
    ("dim", Form::Any),
    ("degrees", Form::Switch),
    ("ignore", Form::Names),
    ("body", Form::Tables),
];
const BODY_KEYS: [Known; 6] = [
    ("name", Form::Text),
    ("mesh", Form::Text),
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
    /// The parts of meshes, each of which is treated as its hull.
    pub hulls: Vec<HullNote>,
}

/// A part of a mesh.
#[derive(Debug, Serialize)]
pub struct HullNote {
    /// Its name.
    pub body: String,
    /// Its index in the body.
    pub part: usize,
    /// The file, and the name of the object or solid in it.
    mesh: String,
    /// The name of the object or solid; empty if the file has none.
    pub object: String,
    /// The share of the hull's volume that is outside of the mesh; 0 if it is negligible.
    not_mesh: f64,
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
            bodies: bodies
                .map(|(body, number)| BodyFile::of(body, number))
                .collect::<Result<_>>()?,
        })
    }

    /// The mesh files of the scene. Their paths are relative to `folder`.
    pub fn meshes(&self, folder: &Path) -> impl Iterator<Item = PathBuf> {
        self.bodies.iter().filter_map(move |body| Some(folder.join(body.mesh.as_ref()?)))
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
        let (mut scene, mut notes) = (Scene::new(), Notes::default());
        let (mut index, mut meshes) = (BTreeMap::new(), Meshes::default());
        for body in &self.bodies {
            let place = || format!("body \"{}\"", shown(&body.name));
            let parts = body.parts(folder, &mut meshes, &mut notes).with_context(place)?;
            let pose = self.pose(body, &mut notes).context("pose").with_context(place)?;
            let number = scene.add(&body.name, parts, pose);
            let before = index.insert(body.name.as_str(), number);
            ensure!(before.is_none(), "two bodies have the name \"{}\"", shown(&body.name));
        }
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
            scene.ignore(first, second);
        }
        if self.bodies.len() == 1 {
            notes.warnings.push("the scene has one body: there is nothing to compare".into());
        }
        Ok((scene, notes))
    }

    /// The pose of a body. Without one it is at the origin, unturned.
    fn pose<V: Vector>(&self, body: &BodyFile, notes: &mut Notes) -> Result<Pose<V>>
    where
        Pose<V>: DeserializeOwned,
    {
        let Some(pose) = &body.pose else { return Ok(Pose::IDENTITY) };
        refuse(&keys::odd_in_pose(pose, &[]))?;
        keys::check_pose(pose).map_err(|wrong| anyhow!(wrong))?;
        for wide in keys::wide_angles(pose, if self.degrees { 360.0 } else { TAU }) {
            notes.warnings.push(format!("body \"{}\": pose: {wide}", shown(&body.name)));
        }
        let pose = if self.degrees { in_radians(pose) } else { pose.clone() };
        Ok(Pose::deserialize(pose)?)
    }
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

/// The mesh files that were read, each for one scale.
struct Meshes<V: Vector>(BTreeMap<(PathBuf, [u64; 3]), Loaded<V>>);

impl<V: Vector> Default for Meshes<V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

/// A mesh file as hulls.
struct Loaded<V: Vector> {
    warnings: Vec<String>,
    parts: Vec<HullPart<V>>,
}

/// A part of a mesh as its hull.
struct HullPart<V: Vector> {
    shape: Shape<V>,
    object: String,
    missing: Option<f64>,
}

impl<V: Vector> Meshes<V> {
    /// A mesh file, read and made into hulls if no body before has the same.
    fn load(&mut self, path: PathBuf, scale: DVec3) -> Result<&Loaded<V>> {
        let key = (path, scale.to_array().map(f64::to_bits));
        if !self.0.contains_key(&key) {
            let loaded = Loaded::read(&key.0, scale)?;
            self.0.insert(key.clone(), loaded);
        }
        self.0.get(&key).context("a mesh is lost")
    }
}

impl<V: Vector> Loaded<V> {
    fn read(path: &Path, scale: DVec3) -> Result<Self> {
        let mut mesh = input::read_mesh(path)?;
        let mut parts = Vec::new();
        for object in mesh.parts {
            let name = object.name.clone();
            let Pieces { parts: pieces, open } = object.weld().pieces();
            if open > 1 {
                let name = if name.is_empty() { "".into() } else { format!("object {name}: ") };
                mesh.warnings.push(format!(
                    "{name}{open} of its pieces are not closed; they are taken as one hull"
                ));
            }
            for piece in pieces {
                let hull = HullPart::of(piece.scaled(scale)).with_context(|| input::name(path))?;
                parts.push(hull);
            }
        }
        Ok(Self { warnings: mesh.warnings, parts })
    }
}

impl<V: Vector> HullPart<V> {
    fn of(part: Part) -> Result<Self> {
        let point = |p: &DVec3| V::from_fn(|i| clearance::number::Scalar::of(p.to_array()[i]));
        let hull = Hull::new(part.points.iter().map(point).collect::<Vec<V>>())?;
        let missing = match hull.built() {
            Some(Built::Space(hull)) => part.missing(hull),
            _ => None,
        };
        Ok(Self { shape: hull.into(), object: part.name, missing })
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
            mesh: text_of(body, "mesh"),
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
        self.mesh.as_ref().map(|_| 3).or(dim)
    }

    /// The parts of the body, from whichever of the three ways it uses.
    fn parts<V: Vector>(
        &self,
        folder: &Path,
        meshes: &mut Meshes<V>,
        notes: &mut Notes,
    ) -> Result<Vec<Shape<V>>> {
        ensure!(self.mesh.is_some() || self.scale.is_none(), "scale goes with a mesh");
        match (&self.mesh, &self.shape, &self.shapes) {
            (Some(mesh), None, None) => self.mesh_parts(mesh, folder, meshes, notes),
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
        folder: &Path,
        meshes: &mut Meshes<V>,
        notes: &mut Notes,
    ) -> Result<Vec<Shape<V>>> {
        ensure!(V::DIM == 3, "a mesh needs a pose in space: t with 3 numbers and q");
        let path = folder.join(named);
        let file = input::name(&path);
        let loaded = meshes.load(path, self.scale()?)?;
        let body = shown(&self.name);
        for warning in &loaded.warnings {
            notes.warnings.push(format!("body \"{body}\": {file}: {warning}"));
        }
        for (number, HullPart { object, missing, .. }) in loaded.parts.iter().enumerate() {
            if let Some(missing) = missing {
                let object = shown(object);
                let object = if object.is_empty() { object } else { format!(", object {object}") };
                notes.warnings.push(format!(
                    "body \"{body}\": {file}{object} is not convex; its hull is used, \
                     and {:.1} % of that are not mesh",
                    100.0 * missing,
                ));
            }
            notes.hulls.push(HullNote {
                body: self.name.clone(),
                part: number,
                mesh: named.into(),
                object: object.clone(),
                not_mesh: missing.unwrap_or(0.0),
            });
        }
        Ok(loaded.parts.iter().map(|part| part.shape.clone()).collect())
    }
}

fn read_shape<V: Vector>(value: &Value) -> Result<Shape<V>> {
    refuse(&keys::odd_in_shape(value, &[]))?;
    keys::check_shape(value).map_err(|wrong| anyhow!(wrong))?;
    Ok(Shape::deserialize(value.clone())?)
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
