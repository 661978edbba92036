//! A body of a scene file: its tables as they stand in the file.

use std::borrow::Cow;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clearance::glam::DVec3;
use clearance_lines::keys::{self, Form, Known, Tree};
use clearance_models::Reading;
use toml::Value;

use super::table::{check, text_of};
use crate::text::shown;

const BODY_KEYS: [Known; 14] = [
    ("name", Form::Text),
    ("group", Form::Text),
    ("on", Form::Text),
    ("moves", Form::Switch),
    ("mesh", Form::Text),
    ("hull", Form::Text),
    ("bodies", Form::Text),
    ("scale", Form::NumberOrNumbers),
    ("up", Form::Text),
    ("cloud", Form::Text),
    ("radius", Form::Number),
    ("shape", Form::Table),
    ("shapes", Form::Tables),
    ("pose", Form::Table),
];

/// What a file says of a body, or of all bodies of a mesh file.
#[derive(Clone, Debug, Default)]
pub struct BodyFile {
    pub name: String,
    pub group: Option<String>,
    /// The link that holds it; its pose is in the frame of that link.
    pub on: Option<String>,
    /// Does it move by itself, on a path?
    pub moves: bool,
    pub mesh: Option<String>,
    pub hull: Option<String>,
    /// A mesh file, of which each object is a body.
    pub bodies: Option<String>,
    pub scale: Option<Value>,
    /// The axis of a mesh that is up.
    pub up: Option<String>,
    /// A file of points.
    pub cloud: Option<String>,
    /// Of the points that have none of their own.
    pub radius: Option<f64>,
    pub shape: Option<Value>,
    pub shapes: Option<Vec<Value>>,
    pub pose: Option<Value>,
    /// Its text and its dimensions, if shape, shapes and pose are left out: they take ten times the memory of the text.
    pub short: Option<(Box<str>, Dims)>,
}

/// What tells the dimension: the `t` of the pose, and the rest. An error is what is wrong with the `t`.
pub type Dims = (Result<Option<usize>, String>, Option<usize>);

impl BodyFile {
    /// The body with this number in the file, from 1.
    pub fn of(body: &Value, number: usize) -> Result<Self> {
        let place = || match text_of(body, "name") {
            Some(name) => format!("body \"{}\"", shown(&name)),
            None => format!("body number {number}"),
        };
        check("a body", body, &BODY_KEYS).with_context(place)?;
        let moves = body.entry("moves").and_then(Value::as_bool).unwrap_or(false);
        if moves && (body.entry("on").is_some() || body.entry("bodies").is_some()) {
            return Err(anyhow!("moves is for one body that no link holds")).with_context(place);
        }
        Ok(Self {
            moves,
            name: text_of(body, "name").context("it has no name").with_context(place)?,
            group: text_of(body, "group"),
            on: text_of(body, "on"),
            mesh: text_of(body, "mesh"),
            hull: text_of(body, "hull"),
            bodies: text_of(body, "bodies"),
            scale: body.entry("scale").cloned(),
            up: text_of(body, "up"),
            cloud: text_of(body, "cloud"),
            radius: body.entry("radius").and_then(Tree::number),
            shape: body.entry("shape").cloned(),
            shapes: body.entry("shapes").and_then(Value::as_array).cloned(),
            pose: body.entry("pose").cloned(),
            short: None,
        })
    }

    /// The body without its shapes and its pose, which can be read again from a text in which it is the only body.
    pub fn short(self, text: &str) -> Self {
        let short = Some((text.into(), (self.dim_of_t(), self.dim())));
        Self { short, shape: None, shapes: None, pose: None, ..self }
    }
    /// The body with all that the file says of it.
    pub fn whole(&self) -> Cow<'_, Self> {
        let again = |text: &str| {
            let file: toml::Table = toml::from_str(text).ok()?;
            Self::of(file.get("body")?.as_array()?.first()?, 1).ok()
        };
        match &self.short {
            None => Cow::Borrowed(self),
            Some((text, _)) => Cow::Owned(again(text).expect("it was read before")),
        }
    }

    /// 2 or 3, if the pose of the body has so many numbers.
    pub fn dim_of_t(&self) -> Result<Option<usize>, String> {
        match &self.short {
            Some((_, (of_t, _))) => of_t.clone(),
            None => self.pose.as_ref().map_or(Ok(None), keys::dim_of_t),
        }
    }
    /// 2 or 3, if the shapes or the rotation of the body imply it. Meshes and clouds are in 3D.
    pub fn dim(&self) -> Option<usize> {
        if let Some((_, (_, dim))) = self.short {
            return dim;
        }
        let shapes = self.shape.iter().chain(self.shapes.iter().flatten());
        let kinds = shapes.filter_map(keys::dim_of_shape).next();
        let dim = kinds.or_else(|| self.pose.as_ref().and_then(keys::dim_of_rotation));
        self.file().map(|_| 3).or(dim)
    }

    /// The file of its mesh or cloud.
    pub fn file(&self) -> Option<&String> {
        let mesh = self.mesh.as_ref().or(self.hull.as_ref()).or(self.bodies.as_ref());
        mesh.or(self.cloud.as_ref())
    }

    /// What is wrong with the first shape whose kind or keys are not known.
    pub fn wrong_shape(&self) -> Option<String> {
        let shapes = self.shape.iter().chain(self.shapes.iter().flatten());
        let wrong = |shape: &Value| {
            let odd = || keys::odd_in_shape(shape, &["pose"]).into_iter().next();
            keys::check_kind(shape).err().or_else(odd)
        };
        shapes.into_iter().find_map(wrong)
    }

    /// How its mesh file is read, where a metre has this length.
    pub fn reading(&self, metre: f64, hulls: bool) -> Result<Reading> {
        let is_y_up = match self.up.as_deref() {
            None | Some("z") => false,
            Some("y") => true,
            Some(up) => bail!("up can be \"y\" or \"z\", but is \"{}\"", shown(up)),
        };
        Ok(Reading { scale: self.scale()?, metre, is_y_up, hulls })
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
}
