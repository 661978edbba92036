//! Links and their collision geometry, and their visuals.

use clearance_lines::words::guess;

use super::known::{KNOWN, SHAPES};
use super::value::{size, vector};
use crate::error::{Error, Notes, shortened};
use crate::xml::Node;

/// A rigid body.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Unique in the robot.
    pub name: String,
    /// Its parts; they may overlap. Without any the link is a frame only.
    pub collisions: Vec<Collision>,
    /// The parts that are drawn. An error if one of them is not read, which matters only to those who take them.
    pub visuals: Result<Vec<Collision>, Error>,
    /// The line of its element.
    pub line: usize,
}

/// A part of a link that collides, or is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Collision {
    /// The name in the file; may be empty, and need not be unique.
    pub name: String,
    /// The frame of the geometry in that of the link.
    pub origin: Origin,
    /// The shape.
    pub geometry: Geometry,
    /// The line of its element.
    pub line: usize,
}

/// A pose: a point `p` of the geometry is at `R p + xyz`, with `R = Rz(yaw) Ry(pitch) Rx(roll)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Origin {
    /// The translation, in metres.
    pub xyz: [f64; 3],
    /// Roll, pitch and yaw about the fixed axes x, y, z, in this order, in radians.
    pub rpy: [f64; 3],
}

/// A shape around the origin of its own frame. Sizes are in metres and not negative; they may be zero.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// A box with its centre at the origin.
    Box {
        /// The whole lengths of its edges along x, y, z.
        size: [f64; 3],
    },
    /// A ball with its centre at the origin.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// A cylinder around the z axis, with its centre at the origin.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Its whole height.
        length: f64,
    },
    /// A cylinder around the z axis with a half ball on each end (Bullet, MuJoCo).
    Capsule {
        /// The radius of the cylinder and of the balls.
        radius: f64,
        /// The distance between the centres of the balls: the height of the cylinder alone.
        length: f64,
    },
    /// A mesh in a file.
    Mesh {
        /// The file as the URDF names it: see [`Packages::resolve`](crate::Packages::resolve).
        uri: String,
        /// Factors along x, y, z before the pose of the part. Negative ones mirror.
        scale: [f64; 3],
    },
    /// All points `p` with `normal . p <= 0`, without end (Bullet).
    Plane {
        /// The outward normal; of any length but zero.
        normal: [f64; 3],
    },
}

/// Reads a `link` element.
pub(super) fn read(node: Node<'_>, notes: &mut Notes) -> Result<Link, Error> {
    let name = node.required("name")?;
    let parts = |what: &str, notes: &mut Notes| {
        let mut parts = Vec::new();
        for part in node.named(what) {
            read_part(part, notes, &mut parts).map_err(|e| within("link", &name, e))?;
        }
        Ok(parts)
    };
    let collisions = parts("collision", notes)?;
    let visuals = parts("visual", &mut Notes::default());
    let mut unknown = Notes::default();
    node.note_unknown(&KNOWN, &mut unknown);
    notes.add_within("link", &name, unknown);
    Ok(Link { name, collisions, visuals, line: node.line() })
}

/// Adds the element that an error is in.
pub(super) fn within(kind: &str, name: &str, error: Error) -> Error {
    Error { what: format!("{kind} \"{}\": {}", shortened(name), error.what), ..error }
}

/// Reads a `collision` or `visual` element: one part for each shape.
fn read_part(node: Node<'_>, notes: &mut Notes, parts: &mut Vec<Collision>) -> Result<(), Error> {
    let name = node.attribute("name").unwrap_or_default().into_owned();
    let origin = read_origin(node, notes)?;
    let before = parts.len();
    for shape in node.named("geometry").flat_map(Node::children) {
        // It belongs beside <geometry>, where it counts, and is noted as unknown.
        if shape.name() == "origin" {
            continue;
        }
        let geometry = read_geometry(shape, notes)?;
        parts.push(Collision { name: name.clone(), origin, geometry, line: node.line() });
    }
    let what = node.name();
    match parts.len() - before {
        0 => notes.add(node.line(), format!("a <{what}> has no geometry: nothing is there")),
        1 => {}
        count => notes.add(node.line(), format!("a <{what}> has {count} shapes: all are taken")),
    }
    Ok(())
}

/// The `origin` of a collision or a joint; without one, the identity.
pub(super) fn read_origin(parent: Node<'_>, notes: &mut Notes) -> Result<Origin, Error> {
    let Some(node) = parent.child("origin")? else { return Ok(Origin::default()) };
    if node.attribute("quat_xyzw").is_some() {
        return Err(node.error("<origin quat_xyzw>: rotations are read as rpy only"));
    }
    let xyz = vector(node, "xyz", notes)?.unwrap_or_default();
    let rpy = vector(node, "rpy", notes)?.unwrap_or_default();
    Ok(Origin { xyz, rpy })
}

/// Reads a child of `geometry`.
fn read_geometry(node: Node<'_>, notes: &mut Notes) -> Result<Geometry, Error> {
    let length = || size(node, "length");
    let radius = || size(node, "radius");
    Ok(match node.name() {
        "box" => {
            let size = vector(node, "size", notes)?;
            let size = size.ok_or_else(|| node.error("a <box> has no size"))?;
            if size.iter().any(|edge| *edge < 0.0) {
                return Err(node.error("a <box> has a negative size"));
            }
            Geometry::Box { size }
        }
        "sphere" => Geometry::Sphere { radius: radius()? },
        "cylinder" => Geometry::Cylinder { radius: radius()?, length: length()? },
        "capsule" => Geometry::Capsule { radius: radius()?, length: length()? },
        "mesh" => {
            let scale = vector(node, "scale", notes)?.unwrap_or([1.0; 3]);
            Geometry::Mesh { uri: node.required("filename")?, scale }
        }
        "plane" => {
            let normal = vector(node, "normal", notes)?.unwrap_or([0.0, 0.0, 1.0]);
            if normal == [0.0; 3] {
                return Err(node.error("a <plane> has the normal 0 0 0"));
            }
            Geometry::Plane { normal }
        }
        other => {
            let (name, meant) = (shortened(other), guess(other, &SHAPES));
            return Err(node.error(format!("<{name}> is no geometry that is read{meant}")));
        }
    })
}
