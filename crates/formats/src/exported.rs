//! The objects of a planning scene as MoveIt exports them to text: files that end in `.scene`.
//!
//! ```text
//!   cell                    the name of the scene
//!   * mug                   an object, and its pose: a place, and a quaternion x, y, z, w
//!   0.4 0 0.06
//!   0 0 0 1
//!   1                       the number of its shapes
//!   cylinder                box: three edges, sphere: radius, cylinder and cone: radius and height,
//!   0.04 0.1                mesh: the numbers of its points and triangles, and these
//!   0 0 0                   the pose of the shape in the object
//!   0 0 0 1
//!   0 0 0 0                 its colour
//!   0                       the number of named frames, and each with its pose
//!   .
//! ```
//!
//! Older files have neither poses of objects nor frames: the line after the first object is a single number there.
//!
//! *Source.* `saveGeometryToStream` and `loadGeometryFromStream` of MoveIt's planning_scene.cpp.

use std::collections::HashSet;
use std::path::Path;

use clearance_mesh::Part;
use glam::DVec3;

use crate::allowed::Allowed;
use crate::error::{Error, Note, shortened};
use crate::file::{self, MOST_OF_A_MESH};
use crate::numbers::number;
use crate::robot_state::RobotState;
use crate::yaml;

/// The objects of a file, in its order. Lengths are metres.
///
/// ```
/// let text = "cell\n* ball\n0 0 1\n0 0 0 1\n1\nsphere\n0.5\n0 0 0\n0 0 0 1\n0 0 0 0\n0\n.\n";
/// let scene = clearance_formats::Exported::read(text)?;
/// assert_eq!((scene.objects[0].name.as_str(), scene.objects[0].pose.place), ("ball", [0.0, 0.0, 1.0]));
/// # Ok::<(), clearance_formats::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exported {
    /// What stands around the robot.
    pub objects: Vec<ExportedObject>,
    /// What links hold, of a message. All names of objects are different.
    pub held: Vec<HeldObject>,
    /// Which pairs may touch, of a message.
    pub allowed: Allowed,
    /// How much farther links must stay away from what stands around the robot, by name: lengths above 0, of a message.
    pub padding: Vec<(String, f64)>,
    /// Where joints are, of a message.
    pub start: RobotState,
    /// What was odd, and what was not read.
    pub notes: Vec<Note>,
}

/// An object: shapes that move as one.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportedObject {
    /// Its id.
    pub name: String,
    /// Where it stands.
    pub pose: ExportedPose,
    /// One or more shapes, each with its pose in the object.
    pub shapes: Vec<(ExportedShape, ExportedPose)>,
}

/// An object that a link holds, and that moves with it.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldObject {
    /// The link.
    pub link: String,
    /// Its pose is in the frame of the link.
    pub object: ExportedObject,
    /// The links that it may touch, beside its own.
    pub touch_links: Vec<String>,
}

/// A place and a rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExportedPose {
    /// The translation.
    pub place: [f64; 3],
    /// x, y, z, w: of any length but zero.
    pub quaternion: [f64; 4],
}

/// A shape around its origin; cylinders and cones are along z.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportedShape {
    /// With edges of these lengths.
    Box([f64; 3]),
    /// With this radius.
    Sphere(f64),
    /// A radius and a height.
    Cylinder([f64; 2]),
    /// A radius and a height; the apex is above.
    Cone([f64; 2]),
    /// Triangles.
    Mesh(Part),
}

pub(crate) const IDENTITY: ExportedPose =
    ExportedPose { place: [0.0; 3], quaternion: [0.0, 0.0, 0.0, 1.0] };

impl Exported {
    /// Reads the content of a file.
    ///
    /// # Errors
    /// A line that is not what must stand there; a plane or another shape that is not read; an object without shapes, or with
    /// the name of another; a file that ends before its `.`.
    pub fn read(bytes: impl AsRef<[u8]>) -> Result<Self, Error> {
        let text = file::text(bytes.as_ref())?;
        let mut lines = Lines::of(&text);
        lines.next("the name of the scene")?;
        let (mut read, mut names, mut has_poses) = (Self::default(), HashSet::new(), None);
        loop {
            let (line, marker) = lines.filled("`*` and an object, or `.`")?;
            if marker == "." {
                return match read.objects.is_empty() {
                    true => Err(Error::new("it has no objects")),
                    false => Ok(read),
                };
            }
            let Some(name) =
                marker.strip_prefix('*').map(str::trim).filter(|name| !name.is_empty())
            else {
                let what =
                    format!("\"{}\" is neither `*` and an object nor `.`", shortened(marker));
                return Err(Error::at(line, what));
            };
            if !names.insert(name.to_owned()) {
                let what = format!("object \"{}\" is there twice", shortened(name));
                return Err(Error::at(line, what));
            }
            let is_new = *has_poses.get_or_insert_with(|| lines.peek().contains(' '));
            let object = lines.object(name, is_new);
            read.objects.push(object.map_err(|wrong| {
                let what = format!("object \"{}\": {}", shortened(name), wrong.what);
                Error { what, ..wrong }
            })?);
        }
    }

    /// Reads a file: a message if its name ends with `.yaml`, `.yml` or `.json`.
    ///
    /// # Errors
    /// As [`read`](Self::read) or [`read_message`](Self::read_message), or the file cannot be read.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let read = match yaml::is_message(path) {
            true => file::read(path, yaml::MOST_OF_A_MESSAGE).and_then(Self::read_message),
            false => file::read(path, MOST_OF_A_MESH).and_then(Self::read),
        };
        read.map_err(|e| e.in_file(path))
    }
}

/// The lines of a text, from one on.
struct Lines<'t> {
    rest: std::iter::Peekable<std::str::Lines<'t>>,
    /// The number of the last one.
    line: usize,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Self {
        Self { rest: text.lines().peekable(), line: 0 }
    }
    fn next(&mut self, what: &str) -> Result<(usize, &'t str), Error> {
        self.line += 1;
        let line = self.rest.next().map(str::trim);
        line.map(|text| (self.line, text))
            .ok_or_else(|| Error::new(format!("it ends before {what}")))
    }
    /// The next line that is not blank.
    fn filled(&mut self, what: &str) -> Result<(usize, &'t str), Error> {
        loop {
            let (line, text) = self.next(what)?;
            if !text.is_empty() {
                return Ok((line, text));
            }
        }
    }
    fn peek(&mut self) -> &'t str {
        self.rest.peek().map_or("", |line| line.trim())
    }
    /// So many finite numbers of a line.
    fn numbers<const N: usize>(&mut self, what: &str) -> Result<[f64; N], Error> {
        let (line, text) = self.filled(what)?;
        let wrong = |why: String| Error::at(line, format!("{what}: {why}"));
        let all = text.split_ascii_whitespace().map(number).collect::<Result<Vec<f64>, _>>();
        let all = all.map_err(wrong)?;
        let count = all.len();
        all.try_into().map_err(|_| wrong(format!("it has {N} numbers, but here are {count}")))
    }
    /// A count.
    fn count(&mut self, what: &str) -> Result<usize, Error> {
        let (line, text) = self.filled(what)?;
        text.parse()
            .map_err(|_| Error::at(line, format!("{what}: \"{}\" is none", shortened(text))))
    }
    fn pose(&mut self, what: &str) -> Result<ExportedPose, Error> {
        let place = self.numbers(&format!("the place of {what}"))?;
        let quaternion = self.numbers(&format!("the rotation of {what}"))?;
        if quaternion == [0.0; 4] {
            return Err(Error::at(self.line, format!("the rotation of {what} is 0")));
        }
        Ok(ExportedPose { place, quaternion })
    }
    fn object(&mut self, name: &str, has_pose: bool) -> Result<ExportedObject, Error> {
        let pose = if has_pose { self.pose("the object")? } else { IDENTITY };
        let count = self.count("the number of its shapes")?;
        if count == 0 {
            return Err(Error::at(self.line, "it has no shapes"));
        }
        let mut shapes = Vec::new();
        for _ in 0..count {
            let shape = self.shape()?;
            let pose = self.pose("a shape")?;
            self.numbers::<4>("the colour of a shape")?;
            shapes.push((shape, pose));
        }
        if has_pose {
            for _ in 0..self.count("the number of its frames")? {
                self.filled("the name of a frame")?;
                self.pose("a frame")?;
            }
        }
        Ok(ExportedObject { name: name.into(), pose, shapes })
    }
    fn shape(&mut self) -> Result<ExportedShape, Error> {
        let (line, kind) = self.filled("a shape")?;
        let shape = match kind {
            "box" => ExportedShape::Box(self.numbers("the edges of a box")?),
            "sphere" => ExportedShape::Sphere(self.numbers::<1>("the radius of a sphere")?[0]),
            "cylinder" => ExportedShape::Cylinder(self.numbers("radius and height of a cylinder")?),
            "cone" => ExportedShape::Cone(self.numbers("radius and height of a cone")?),
            "mesh" => ExportedShape::Mesh(self.mesh()?),
            "plane" => {
                let what = "a plane has no thickness, and is not read: a body with a half-space may be what is meant";
                return Err(Error::at(line, what));
            }
            _ => {
                let what = format!(
                    "\"{}\" is not read: a shape is a box, sphere, cylinder, cone or mesh",
                    shortened(kind)
                );
                return Err(Error::at(line, what));
            }
        };
        Ok(shape)
    }
    fn mesh(&mut self) -> Result<Part, Error> {
        let wrong = |line: usize, what: &str| Error::at(line, what);
        let is_index = |value: &f64| value.fract() == 0.0 && (0.0..4_294_967_296.0).contains(value);
        let counts: [f64; 2] = self.numbers("the numbers of points and triangles of a mesh")?;
        if !counts.iter().all(is_index) || counts.contains(&0.0) {
            return Err(wrong(self.line, "a mesh has points and triangles"));
        }
        let [points, triangles] = counts.map(|count| count as usize);
        let mut part = Part::default();
        for _ in 0..points {
            part.points.push(DVec3::from_array(self.numbers("a point of a mesh")?));
        }
        for _ in 0..triangles {
            let corners: [f64; 3] = self.numbers("a triangle of a mesh")?;
            if !corners.iter().all(|corner| is_index(corner) && *corner < points as f64) {
                return Err(wrong(
                    self.line,
                    "a triangle of a mesh has a point that does not exist",
                ));
            }
            part.triangles.push(corners.map(|corner| corner as usize));
        }
        Ok(part)
    }
}
