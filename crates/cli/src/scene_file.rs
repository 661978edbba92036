//! A scene as a TOML file: bodies with shapes or meshes, and the pairs that may touch.
//!
//! Every error names the body. An unknown key is an error, because it is in most cases a misspelt key.
//! Meshes that are not convex are only warnings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clearance::number::Scalar;
use clearance::shape::{Hull, Shape};
use clearance::space::Vector;
use clearance::{Pose, Scene};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::input;
use crate::text::shown;
use clearance_lines::keys;
use clearance_mesh::Part;

/// The content of the file.
#[derive(Debug, Deserialize)]
pub struct SceneFile {
    /// A label for lengths; nothing is converted.
    #[serde(default)]
    pub units: String,
    dim: Option<toml::Value>,
    #[serde(default)]
    ignore: Vec<Vec<String>>,
    #[serde(default, rename = "body")]
    bodies: Vec<BodyFile>,
}

#[derive(Debug, Deserialize)]
struct BodyFile {
    name: String,
    mesh: Option<String>,
    scale: Option<f64>,
    shape: Option<toml::Value>,
    shapes: Option<Vec<toml::Value>>,
    pose: toml::Value,
}

/// The keys of a file, and of a body.
const KEYS: [&str; 4] = ["units", "dim", "ignore", "body"];
const BODY_KEYS: [&str; 6] = ["name", "mesh", "scale", "shape", "shapes", "pose"];

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
    body: String,
    /// Its index in the body.
    part: usize,
    /// The file, and the name of the object or solid in it.
    mesh: String,
    object: String,
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
        refuse_unknown(&toml::from_str(text)?)?;
        Ok(toml::from_str(text)?)
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
            let dim = keys::dim_of_t(&body.pose);
            let dim =
                dim.map_err(|e| anyhow::anyhow!("the pose of body \"{}\" {e}", shown(&body.name)))?;
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
        let mut index = BTreeMap::new();
        for body in &self.bodies {
            let place = || format!("body \"{}\"", shown(&body.name));
            let parts = body.parts(folder, &mut notes).with_context(place)?;
            let pose = read_pose(&body.pose).context("pose").with_context(place)?;
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
                number.with_context(|| format!("ignore names an unknown body \"{}\"", shown(name)))
            };
            let (first, second) = (known(a)?, known(b)?);
            ensure!(first != second, "ignore names body \"{}\" twice in one pair", shown(a));
            scene.ignore(first, second);
        }
        Ok((scene, notes))
    }
}

impl BodyFile {
    /// 2 or 3, if the shapes or the rotation of the body imply it. Meshes are in 3D.
    fn dim(&self) -> Option<usize> {
        let shapes = self.shape.iter().chain(self.shapes.iter().flatten());
        let kinds = shapes.filter_map(keys::dim_of_kind).next();
        let dim = kinds.or_else(|| keys::dim_of_rotation(&self.pose));
        self.mesh.as_ref().map(|_| 3).or(dim)
    }

    /// The parts of the body, from whichever of the three ways it uses.
    fn parts<V: Vector>(&self, folder: &Path, notes: &mut Notes) -> Result<Vec<Shape<V>>> {
        ensure!(self.mesh.is_some() || self.scale.is_none(), "scale goes with a mesh");
        match (&self.mesh, &self.shape, &self.shapes) {
            (Some(mesh), None, None) => self.mesh_parts(mesh, &folder.join(mesh), notes),
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

    fn mesh_parts<V: Vector>(
        &self,
        named: &str,
        path: &Path,
        notes: &mut Notes,
    ) -> Result<Vec<Shape<V>>> {
        ensure!(V::DIM == 3, "a mesh needs a pose in space: t with 3 numbers and q");
        let scale = self.scale.unwrap_or(1.0);
        ensure!(scale.is_finite() && scale > 0.0, "scale must be positive, but is {scale}");
        let loaded = input::read_mesh(path)?;
        let file = input::name(path);
        for warning in &loaded.warnings {
            notes.warnings.push(format!("body \"{}\": {file}: {warning}", shown(&self.name)));
        }
        let parts = loaded.parts.into_iter().map(Part::weld);
        let mut shapes = Vec::new();
        for (number, part) in parts.enumerate() {
            let missing = part.missing();
            if let Some(missing) = missing {
                let object = if part.name.is_empty() { "" } else { ", object " };
                notes.warnings.push(format!(
                    "body \"{}\": {file}{object}{} is not convex; its hull is used, \
                     and {:.1} % of that are not mesh",
                    shown(&self.name),
                    shown(&part.name),
                    100.0 * missing,
                ));
            }
            notes.hulls.push(HullNote {
                body: self.name.clone(),
                part: number,
                mesh: named.into(),
                object: part.name.clone(),
                not_mesh: missing.unwrap_or(0.0),
            });
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
    refuse(&keys::odd_in_shape(value, &[]))?;
    Ok(Shape::deserialize(value.clone())?)
}

fn read_pose<V: Vector>(value: &toml::Value) -> Result<Pose<V>>
where
    Pose<V>: DeserializeOwned,
{
    refuse(&keys::odd_in_pose(value, &[]))?;
    Ok(Pose::deserialize(value.clone())?)
}

/// Unknown keys are errors. They are checked before the file is read otherwise, because the messages of
/// the TOML reader quote them unescaped.
fn refuse_unknown(file: &toml::Table) -> Result<()> {
    let odd = |table: &toml::Table, known: &[&str]| {
        let key = table.keys().find(|key| !known.contains(&key.as_str()))?;
        Some(format!("unknown field `{}`", shown(key)))
    };
    if let Some(reason) = odd(file, &KEYS) {
        bail!(reason);
    }
    let bodies = file.get("body").and_then(toml::Value::as_array);
    for body in bodies.into_iter().flatten().filter_map(toml::Value::as_table) {
        if let Some(reason) = odd(body, &BODY_KEYS) {
            let name = body.get("name").and_then(toml::Value::as_str).unwrap_or_default();
            bail!("body \"{}\": {reason}", shown(name));
        }
    }
    Ok(())
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
