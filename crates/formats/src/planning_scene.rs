//! The objects of a planning scene as a message of MoveIt, printed as YAML or JSON.
//!
//! ```text
//!   moveit_msgs/PlanningScene        world: such a one, and what robots hold and which pairs may touch, which is noted
//!   moveit_msgs/PlanningSceneWorld   collision_objects: a list
//!   moveit_msgs/CollisionObject      id, pose, primitives and primitive_poses, meshes and mesh_poses
//!   shape_msgs/SolidPrimitive        type: 1 box, 2 sphere, 3 cylinder, 4 cone; dimensions, height before radius
//! ```
//!
//! *Source.* The message definitions of moveit_msgs and shape_msgs. A quaternion of four zeros is no rotation, as MoveIt has
//! it.

use std::collections::HashSet;

use clearance_mesh::Part;
use glam::DVec3;

use crate::error::{Error, Note, shortened};
use crate::exported::{Exported, ExportedObject, ExportedPose, ExportedShape, IDENTITY};
use crate::file;
use crate::yaml::{self, Node};

impl Exported {
    /// Reads a message with the objects of a planning scene.
    ///
    /// ```
    /// let message = "world:
    ///   collision_objects:
    ///   - id: post
    ///     pose: {position: {x: 1, y: 0, z: 0}, orientation: {x: 0, y: 0, z: 0, w: 1}}
    ///     primitives: [{type: 3, dimensions: [2.0, 0.1]}]
    ///     primitive_poses: [{position: {x: 0, y: 0, z: 1}, orientation: {x: 0, y: 0, z: 0, w: 1}}]
    /// ";
    /// let scene = clearance_formats::Exported::read_message(message)?;
    /// assert_eq!((scene.objects[0].name.as_str(), scene.objects[0].pose.place), ("post", [1.0, 0.0, 0.0]));
    /// # Ok::<(), clearance_formats::Error>(())
    /// ```
    ///
    /// # Errors
    /// Another message; an object without an id or shapes, or with the id of another; a plane, a prism; shapes and poses that
    /// are not as many; objects in different frames; what the printer left out.
    pub fn read_message(bytes: impl AsRef<[u8]>) -> Result<Self, Error> {
        let text = file::text(bytes.as_ref())?;
        let (message, next) = yaml::read(&text)?;
        let scene = message.get("scene").unwrap_or(&message);
        let world = scene.get("world").unwrap_or(scene);
        let Some(objects) = world.get("collision_objects") else {
            let what = "this is no planning scene: it has \"world\" with \"collision_objects\", or these alone";
            return Err(Error::at(message.line, what));
        };
        let mut read = Self::default();
        let (mut names, mut frames) = (HashSet::new(), HashSet::new());
        for (number, node) in objects.list("collision_objects")?.iter().enumerate() {
            let place = format!("collision_objects[{number}]");
            let object = object(node, &place)?;
            if !names.insert(object.name.clone()) {
                let what = format!("object \"{}\" is there twice", shortened(&object.name));
                return Err(Error::at(node.line, what));
            }
            let frame = node.get("header").and_then(|header| header.get("frame_id"));
            frames.insert(frame.map_or(Ok(""), |frame| frame.word(&format!("{place}.header")))?);
            if frames.len() > 1 {
                let what = format!("{place} is in another frame than those before");
                return Err(Error::at(node.line, what));
            }
            read.objects.push(object);
        }
        if read.objects.is_empty() {
            return Err(Error::at(objects.line, "it has no objects"));
        }
        let what = "another message begins here: only the first one of the file is read";
        read.notes.extend(next.map(|line| Note { line, what: what.into() }));
        read.notes.extend(unread(scene, world));
        Ok(read)
    }
}

/// What a scene says beside its objects.
fn unread(scene: &Node<'_>, world: &Node<'_>) -> Vec<Note> {
    let state = scene.get("robot_state");
    let matrix = scene.get("allowed_collision_matrix");
    let allows = |row: &Node<'_>| {
        let enabled = row.get("enabled").and_then(|all| all.list("enabled").ok());
        enabled.is_some_and(|all| all.iter().any(|entry| entry.word("") == Ok("true")))
    };
    let is_padded = |entry: &Node<'_>| {
        let number = |key: &str| entry.get(key).and_then(|value| value.number("").ok());
        number("padding").is_some_and(|x| x != 0.0) || number("scale").is_some_and(|x| x != 1.0)
    };
    let any = |_: &Node<'_>| true;
    let of = |table: Option<&'_ Node<'_>>, key: &str, counts: &dyn Fn(&Node<'_>) -> bool| {
        let list = table.and_then(|table| table.get(key))?;
        list.list(key).ok()?.iter().find(|entry| counts(entry)).map(|entry| entry.line)
    };
    let octomap = world.get("octomap").and_then(|map| map.get("octomap"));
    let all = [
        (
            of(state, "attached_collision_objects", &any),
            "attached_collision_objects are not read: bodies of the scene with `on` are what a robot holds",
        ),
        (
            of(matrix, "entry_values", &allows),
            "allowed_collision_matrix is not read: the SRDF file and `ignore` say which pairs may touch",
        ),
        (
            of(Some(scene), "link_padding", &is_padded).or(of(
                Some(scene),
                "link_scale",
                &is_padded,
            )),
            "padding and scale of links are not read: a required clearance is what is meant",
        ),
        (of(octomap, "data", &any), "the octomap is not read: a cloud is what is meant"),
    ];
    let note = |(line, what): (Option<usize>, &str)| Some(Note { line: line?, what: what.into() });
    all.into_iter().filter_map(note).collect()
}

fn object(node: &Node<'_>, place: &str) -> Result<ExportedObject, Error> {
    let missing = |what: &str| Error::at(node.line, format!("{place} has no {what}"));
    let name = node.get("id").ok_or_else(|| missing("id"))?.word(&format!("{place}.id"))?;
    let mut shapes = Vec::new();
    type Read = fn(&Node<'_>, &str) -> Result<ExportedShape, Error>;
    for (key, poses, read) in [
        ("primitives", "primitive_poses", primitive as Read),
        ("meshes", "mesh_poses", mesh),
        ("planes", "plane_poses", plane),
    ] {
        let list = |key: &str| node.get(key).map_or(Ok(&[][..]), |all| all.list(key));
        let (given, poses) = (list(key)?, list(poses)?);
        if given.len() != poses.len() {
            let what = format!("{place} has {} {key} and {} poses", given.len(), poses.len());
            return Err(Error::at(node.line, what));
        }
        for (number, (shape, at)) in given.iter().zip(poses).enumerate() {
            let place = format!("{place}.{key}[{number}]");
            shapes.push((read(shape, &place)?, pose(at, &place)?));
        }
    }
    if shapes.is_empty() {
        return Err(missing("shapes"));
    }
    let at = node.get("pose").map_or(Ok(IDENTITY), |at| pose(at, &format!("{place}.pose")))?;
    Ok(ExportedObject { name: name.into(), pose: at, shapes })
}

/// The numbers of these keys; those that are missing are 0, as in a message.
fn parts<const N: usize>(
    node: Option<&Node<'_>>,
    keys: [&str; N],
    place: &str,
) -> Result<[f64; N], Error> {
    let mut all = [0.0; N];
    for (value, key) in all.iter_mut().zip(keys) {
        if let Some(given) = node.and_then(|node| node.get(key)) {
            *value = given.number(&format!("{place}.{key}"))?;
        }
    }
    Ok(all)
}

fn pose(node: &Node<'_>, place: &str) -> Result<ExportedPose, Error> {
    let place_of = parts(node.get("position"), ["x", "y", "z"], place)?;
    let quaternion = parts(node.get("orientation"), ["x", "y", "z", "w"], place)?;
    let quaternion = if quaternion == [0.0; 4] { IDENTITY.quaternion } else { quaternion };
    Ok(ExportedPose { place: place_of, quaternion })
}

fn primitive(node: &Node<'_>, place: &str) -> Result<ExportedShape, Error> {
    let wrong = |what: String| Error::at(node.line, format!("{place} {what}"));
    let kind = node.get("type").ok_or_else(|| wrong("has no type".into()))?.number(place)?;
    let sizes = node.get("dimensions").map_or(Ok(&[][..]), |all| all.list(place))?;
    let sizes: Vec<f64> = sizes.iter().map(|size| size.number(place)).collect::<Result<_, _>>()?;
    match (kind as i64, &sizes[..]) {
        (1, &[x, y, z]) => Ok(ExportedShape::Box([x, y, z])),
        (2, &[radius]) => Ok(ExportedShape::Sphere(radius)),
        (3, &[height, radius]) => Ok(ExportedShape::Cylinder([radius, height])),
        (4, &[height, radius]) => Ok(ExportedShape::Cone([radius, height])),
        (1..=4, _) => Err(wrong(format!("has {} dimensions", sizes.len()))),
        _ => Err(wrong(format!(
            "is of type {kind}, which is not read: 1 is a box, 2 a sphere, 3 a cylinder, 4 a cone"
        ))),
    }
}

fn mesh(node: &Node<'_>, place: &str) -> Result<ExportedShape, Error> {
    let list = |key: &str| node.get(key).map_or(Ok(&[][..]), |all| all.list(place));
    let (mut part, vertices) = (Part::default(), list("vertices")?);
    for vertex in vertices {
        let point = parts(Some(vertex), ["x", "y", "z"], place)?;
        part.points.push(DVec3::from_array(point));
    }
    for triangle in list("triangles")? {
        let corners = triangle.get("vertex_indices").unwrap_or(triangle).list(place)?;
        let corner = |node: &Node<'_>| {
            let number = node.number(place)?;
            let known = number.fract() == 0.0 && (0.0..vertices.len() as f64).contains(&number);
            let wrong = || format!("{place} has a triangle with a vertex that does not exist");
            known.then_some(number as usize).ok_or_else(|| Error::at(node.line, wrong()))
        };
        let all = corners.iter().map(corner).collect::<Result<Vec<usize>, Error>>()?;
        let wrong =
            |_| Error::at(triangle.line, format!("{place} has a triangle of other corners than 3"));
        part.triangles.push(all.try_into().map_err(wrong)?);
    }
    match part.triangles.is_empty() {
        true => Err(Error::at(node.line, format!("{place} has no triangles"))),
        false => Ok(ExportedShape::Mesh(part)),
    }
}

fn plane(node: &Node<'_>, place: &str) -> Result<ExportedShape, Error> {
    let what = "has no thickness, and is not read: a body with a half-space may be what is meant";
    Err(Error::at(node.line, format!("{place} {what}")))
}
