//! COLLADA: the geometries that the nodes of a visual scene place, as triangles.
//!
//! ```text
//!   COLLADA
//!     asset/unit meter                          metres in a unit of the file
//!     library_geometries/geometry id            surfaces: geometry.rs
//!     library_nodes/node id                     nodes that others place
//!     library_visual_scenes/visual_scene id     trees of nodes
//!       node: translate, rotate, scale, matrix  one after the other: transform.rs
//!         node, instance_node url               inside of it
//!         instance_geometry url                 a surface, placed
//!     scene/instance_visual_scene url           the tree that counts
//! ```
//!
//! The format is COLLADA 1.4.1 (Khronos, 2008). Materials, lights, cameras and animations are not read.

mod geometry;
mod transform;

use std::collections::HashMap;

use clearance_mesh::Mesh;
use glam::{DAffine3, DVec3};

use crate::error::{Error, shortened};
use crate::file;
use crate::mesh::{Scene, Surface};
use crate::numbers::number;
use crate::xml::{Document, Node};

/// Reads the content of a COLLADA file.
pub fn read(bytes: &[u8]) -> Result<Mesh, Error> {
    let text = file::text(bytes)?;
    let document = Document::parse(&text)?;
    let root = document.root();
    if root.name() != "COLLADA" {
        let name = shortened(root.name());
        return Err(root.error(format!("a DAE file begins with <COLLADA>, this one with <{name}>")));
    }
    let ids = Ids::of(&document);
    let mut reader = Reader { ids, surfaces: HashMap::new(), scene: Scene::default() };
    let to_metres = DAffine3::from_scale(DVec3::splat(unit(root)?));
    match visual_scene(root, &reader.ids)? {
        Some(scene) => reader.children(scene, to_metres, 0)?,
        None => {
            reader.scene.warn("there is no scene: all geometries are taken as they are");
            for library in root.named("library_geometries") {
                for geometry in library.named("geometry") {
                    reader.place(geometry, to_metres)?;
                }
            }
        }
    }
    reader.scene.mesh()
}

/// The length of the file's unit in metres.
fn unit(root: Node<'_>) -> Result<f64, Error> {
    let unit = within(root.child("asset")?, "unit")?;
    let Some((unit, meter)) = unit.and_then(|unit| Some((unit, unit.attribute("meter")?))) else {
        return Ok(1.0);
    };
    // With the comma of some languages: a fraction of a metre has one meaning, and 1,000 has two.
    let fraction = meter.trim().strip_prefix("0,").map(|digits| format!("0.{digits}"));
    match number(fraction.as_deref().unwrap_or(&meter)) {
        Ok(length) if length > 0.0 => Ok(length),
        _ => Err(unit.error(format!("<unit meter=\"{}\">: it is no length", shortened(&meter)))),
    }
}

/// The scene that counts: the one that `scene` names, or the first.
fn visual_scene<'d>(root: Node<'d>, ids: &Ids<'d>) -> Result<Option<Node<'d>>, Error> {
    match within(root.child("scene")?, "instance_visual_scene")? {
        Some(instance) => ids.target(instance, "url").map(Some),
        None => {
            let mut libraries = root.named("library_visual_scenes");
            Ok(libraries.find_map(|library| library.named("visual_scene").next()))
        }
    }
}

/// The child of an element that may be missing.
fn within<'d>(parent: Option<Node<'d>>, name: &str) -> Result<Option<Node<'d>>, Error> {
    parent.map_or(Ok(None), |parent| parent.child(name))
}

/// Elements by their `id`, in the order of the file.
struct Ids<'d>(HashMap<String, Vec<Node<'d>>>);

impl<'d> Ids<'d> {
    fn of(document: &'d Document<'d>) -> Self {
        let mut ids: HashMap<String, Vec<Node<'d>>> = HashMap::new();
        for node in document.nodes() {
            if let Some(id) = node.attribute("id") {
                ids.entry(id.into_owned()).or_default().push(node);
            }
        }
        Self(ids)
    }

    /// The element that an attribute such as `url="#id"` names. Some files use an id again in each geometry:
    /// the one that counts is the last before the attribute.
    fn target(&self, node: Node<'d>, attribute: &str) -> Result<Node<'d>, Error> {
        let url = node.required(attribute)?;
        let place = format!("<{} {attribute}=\"{}\">", node.name(), shortened(&url));
        let Some(id) = url.strip_prefix('#') else {
            return Err(node.error(format!("{place}: other files are not read")));
        };
        let all = self.0.get(id).map_or(&[][..], Vec::as_slice);
        let before = all.partition_point(|other| other.index < node.index);
        let nearest = all.get(before.saturating_sub(1)).copied();
        nearest.ok_or_else(|| node.error(format!("{place}: nothing has this id")))
    }
}

/// What has been read of a file.
struct Reader<'d> {
    ids: Ids<'d>,
    /// By the numbers of their elements.
    surfaces: HashMap<usize, Surface>,
    scene: Scene,
}

impl<'d> Reader<'d> {
    /// Places what is inside of a node or of a visual scene. `to_file` maps from its frame to metres.
    fn children(&mut self, node: Node<'d>, to_file: DAffine3, depth: usize) -> Result<(), Error> {
        self.scene.enter(depth).map_err(|what| node.error(what))?;
        for child in node.children() {
            match child.name() {
                "node" => self.node(child, to_file, depth)?,
                "instance_node" => self.node(self.ids.target(child, "url")?, to_file, depth)?,
                "instance_geometry" => self.place(self.ids.target(child, "url")?, to_file)?,
                "instance_controller" => {
                    return Err(child.error("<instance_controller>: skins are not read"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn node(&mut self, node: Node<'d>, to_file: DAffine3, depth: usize) -> Result<(), Error> {
        if node.name() != "node" {
            return Err(node.error(format!("<{}> is placed as a node", shortened(node.name()))));
        }
        self.children(node, to_file * transform::of(node)?, depth + 1)
    }

    /// Adds a geometry.
    fn place(&mut self, geometry: Node<'d>, to_file: DAffine3) -> Result<(), Error> {
        if geometry.name() != "geometry" {
            let name = shortened(geometry.name());
            return Err(geometry.error(format!("<{name}> is placed as a geometry")));
        }
        if !self.surfaces.contains_key(&geometry.index) {
            let surface = geometry::read(geometry, &self.ids, &mut self.scene)?;
            self.surfaces.insert(geometry.index, surface);
        }
        let name = geometry.attribute("name").or_else(|| geometry.attribute("id"));
        let surface = &self.surfaces[&geometry.index];
        let placed = self.scene.place(&name.unwrap_or_default(), geometry.index, surface, to_file);
        placed.map_err(|what| geometry.error(what))
    }
}
