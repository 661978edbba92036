//! A planning scene as a message of MoveIt, printed as YAML or JSON.
//!
//! ```text
//!   moveit_msgs/PlanningScene           world, robot_state, allowed_collision_matrix, link_padding
//!   moveit_msgs/PlanningSceneWorld      collision_objects: a list
//!   moveit_msgs/CollisionObject         id, pose, primitives and primitive_poses, meshes and mesh_poses
//!   shape_msgs/SolidPrimitive           type: 1 box, 2 sphere, 3 cylinder, 4 cone; dimensions, height before radius
//!   moveit_msgs/RobotState              attached_collision_objects, and where joints are (`robot_state.rs`)
//!   moveit_msgs/AttachedCollisionObject link_name, object: in the frame of that link; touch_links
//! ```
//!
//! Which pairs may touch is read in `allowed.rs`. What is neither read nor without a meaning for collisions is noted.
//!
//! *Source.* The message definitions of moveit_msgs and shape_msgs. A quaternion of four zeros is no rotation, as
//! MoveIt has it.

use std::collections::HashSet;

use clearance_mesh::Part;
use glam::DVec3;

use crate::allowed::Allowed;
use crate::error::{Error, Note, shortened};
use crate::exported::{
    Exported, ExportedObject, ExportedPose, ExportedShape, HeldObject, IDENTITY,
};
use crate::file;
use crate::robot_state::{RobotState, parts};
use crate::yaml::{self, Node, Value};

impl Exported {
    /// Reads a message with a planning scene.
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
    /// Another message; an object without an id or shapes, or with the id of another; a plane, a prism; shapes and
    /// poses that are not as many; objects in different frames, and one that a link holds in another frame than that of
    /// the link; a matrix that is none; what the printer left out.
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
        let what = "another message begins here: only the first one of the file is read";
        read.notes.extend(next.map(|line| Note { line, what: what.into() }));
        read.enter_objects(objects)?;
        if let Some(state) = scene.get("robot_state") {
            read.enter_held(state)?;
            read.start = RobotState::read(state, "robot_state", &mut read.notes)?;
        }
        if let Some(matrix) = scene.get("allowed_collision_matrix") {
            read.allowed = Allowed::read(matrix, "allowed_collision_matrix")?;
        }
        read.enter_padding(scene)?;
        read.note_others(scene, world);
        if read.objects.is_empty() && read.held.is_empty() {
            return Err(Error::at(objects.line, "it has no objects"));
        }
        let mut names = HashSet::new();
        let held = read.held.iter().map(|held| &held.object);
        match read.objects.iter().chain(held).find(|object| !names.insert(&object.name[..])) {
            None => Ok(read),
            Some(twice) => {
                let what = format!("object \"{}\" is there twice", shortened(&twice.name));
                Err(Error::at(objects.line, what))
            }
        }
    }

    fn enter_objects(&mut self, objects: &Node<'_>) -> Result<(), Error> {
        let mut frames = HashSet::new();
        for (number, node) in objects.list("collision_objects")?.iter().enumerate() {
            let place = format!("collision_objects[{number}]");
            if self.is_removed(node, &place) {
                continue;
            }
            self.objects.push(object(node, &place)?);
            frames.insert(frame_of(node, &place)?);
            if frames.len() > 1 {
                let what = format!("{place} is in another frame than those before");
                return Err(Error::at(node.line, what));
            }
        }
        Ok(())
    }

    /// Is this no object, but the news that one is no longer there?
    fn is_removed(&mut self, node: &Node<'_>, place: &str) -> bool {
        let operation = node.get("operation").and_then(|operation| operation.number(place).ok());
        let is_removed = operation == Some(REMOVE);
        if is_removed {
            let what = format!("{place} removes an object, and is left out");
            self.notes.push(Note { line: node.line, what });
        }
        is_removed
    }

    /// What links hold.
    fn enter_held(&mut self, state: &Node<'_>) -> Result<(), Error> {
        let key = "attached_collision_objects";
        for (number, node) in list(state, key)?.iter().enumerate() {
            let place = format!("{key}[{number}]");
            let missing = |what: &str| Error::at(node.line, format!("{place} has no {what}"));
            let given = node.get("object").ok_or_else(|| missing("object"))?;
            let place_of_object = format!("{place}.object");
            if self.is_removed(given, &place_of_object) {
                continue;
            }
            let link = node.get("link_name").ok_or_else(|| missing("link_name"))?.word(&place)?;
            let frame = frame_of(given, &place_of_object)?;
            if !["", link].contains(&frame) {
                let what = format!(
                    "{place} is held by link \"{}\", and its pose is in frame \"{}\": one in the frame of the link is read",
                    shortened(link),
                    shortened(frame)
                );
                return Err(Error::at(node.line, what));
            }
            let words = list(node, "touch_links")?.iter();
            let touch_links = words.map(|word| Ok(word.word(&place)?.into()));
            self.held.push(HeldObject {
                link: link.into(),
                object: object(given, &place_of_object)?,
                touch_links: touch_links.collect::<Result<_, Error>>()?,
            });
        }
        Ok(())
    }

    /// How much farther links must stay away from what stands around the robot.
    fn enter_padding(&mut self, scene: &Node<'_>) -> Result<(), Error> {
        for (key, number_key, none) in
            [("link_padding", "padding", 0.0), ("link_scale", "scale", 1.0)]
        {
            for (number, node) in list(scene, key)?.iter().enumerate() {
                let place = format!("{key}[{number}]");
                let link = node.get("link_name").map_or(Ok(""), |link| link.word(&place))?;
                let value = node.get(number_key).map_or(Ok(none), |value| value.number(&place))?;
                if value == none {
                    continue;
                }
                if key == "link_padding" && value > 0.0 {
                    self.padding.push((link.into(), value));
                    continue;
                }
                let what = format!(
                    "{place}: {number_key} {value} of link \"{}\" is not read: the link is as large as its file says",
                    shortened(link)
                );
                self.notes.push(Note { line: node.line, what });
            }
        }
        Ok(())
    }

    /// Notes what is said and not read.
    fn note_others(&mut self, scene: &Node<'_>, world: &Node<'_>) {
        let mut note = |line, what: &str| self.notes.push(Note { line, what: what.into() });
        let octomap = world.get("octomap").and_then(|map| map.get("octomap"));
        let data = octomap.and_then(|map| map.get("data"));
        if let Some(data) = data.filter(|data| data.value != Value::List(Vec::new())) {
            note(data.line, "the octomap is not read: a cloud is what is meant");
        }
        if let Some(change) =
            scene.get("is_diff").filter(|change| yaml::truth(change) == Some(true))
        {
            note(change.line, "is_diff: it changes another scene, of which nothing is known here");
        }
    }
}

/// The operation of an object that says that it is no longer there.
const REMOVE: f64 = 1.0;

/// The items of a key; none if it is missing.
fn list<'n>(node: &'n Node<'n>, key: &str) -> Result<&'n [Node<'n>], Error> {
    node.get(key).map_or(Ok(&[]), |all| all.list(key))
}

/// The frame of an object.
fn frame_of<'n>(node: &'n Node<'n>, place: &str) -> Result<&'n str, Error> {
    let frame = node.get("header").and_then(|header| header.get("frame_id"));
    frame.map_or(Ok(""), |frame| frame.word(&format!("{place}.header")))
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
        let (given, poses) = (list(node, key)?, list(node, poses)?);
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
