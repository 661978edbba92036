//! glTF 2.0, as JSON with buffers in it or beside it (`.gltf`), and as one binary file (`.glb`).
//!
//! The format is that of <https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html>.
//!
//! ```text
//!   scene -> nodes (matrix, or translation, rotation, scale) -> mesh -> primitives
//!   primitive: POSITION, indices -> accessors -> bufferViews -> buffers
//!
//!   GLB, little endian:   "glTF"  version  length of all
//!                         length  "JSON"   JSON
//!                         length  "BIN\0"  buffer 0
//! ```
//!
//! All numbers of a file are checked against the bytes that are there, and nothing is allocated by a number
//! that was only announced.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clearance_mesh::Mesh;
use glam::{DAffine3, DMat3, DQuat, DVec3};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::error::{Error, shortened};
use crate::file::{self, MOST_OF_A_MESH};
use crate::mesh::{Scene, Surface, fan, joined, strip};
use crate::packages::percent_decoded;

/// What is read of the JSON.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Document {
    extensions_required: Vec<String>,
    extensions_used: Vec<String>,
    scene: Option<usize>,
    scenes: Vec<SceneRoots>,
    nodes: Vec<Node>,
    meshes: Vec<MeshOf>,
    accessors: Vec<Accessor>,
    buffer_views: Vec<View>,
    buffers: Vec<Buffer>,
}

#[derive(Deserialize)]
struct SceneRoots {
    #[serde(default)]
    nodes: Vec<usize>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Node {
    name: String,
    children: Vec<usize>,
    mesh: Option<usize>,
    skin: Option<usize>,
    weights: Vec<f64>,
    extensions: HashMap<String, IgnoredAny>,
    matrix: Option<[f64; 16]>,
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
}

#[derive(Deserialize)]
struct MeshOf {
    #[serde(default)]
    name: String,
    #[serde(default)]
    weights: Vec<f64>,
    primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
struct Primitive {
    attributes: Attributes,
    indices: Option<usize>,
    #[serde(default)]
    targets: Vec<IgnoredAny>,
    #[serde(default = "triangles")]
    mode: u32,
}

#[derive(Deserialize)]
struct Attributes {
    #[serde(rename = "POSITION")]
    position: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Accessor {
    buffer_view: Option<usize>,
    #[serde(default)]
    byte_offset: usize,
    component_type: u32,
    count: usize,
    #[serde(rename = "type")]
    kind: String,
    sparse: Option<serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct View {
    buffer: usize,
    #[serde(default)]
    byte_offset: usize,
    byte_length: usize,
    byte_stride: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Buffer {
    byte_length: usize,
    uri: Option<String>,
}

/// Modes of primitives.
const TRIANGLES: u32 = 4;
const STRIP: u32 = 5;
const FAN: u32 = 6;

fn triangles() -> u32 {
    TRIANGLES
}

/// Types of components.
const U8: u32 = 5121;
const U16: u32 = 5123;
const U32: u32 = 5125;
const F32: u32 = 5126;

/// Reads the content of a glTF or GLB file from a folder.
pub fn read(bytes: &[u8], folder: &Path) -> Result<Mesh, Error> {
    let (json, binary) = if bytes.starts_with(b"glTF") { chunks(bytes)? } else { (bytes, None) };
    let document: Document = serde_json::from_slice(json).map_err(|e| Error::new(e.to_string()))?;
    // Materials may look as they like. Other extensions may be what the surface is written in.
    let harmless =
        |name: &&String| ["material", "texture", "light"].iter().any(|w| name.contains(w));
    if let Some(name) = document.extensions_required.iter().find(|name| !harmless(name)) {
        return Err(Error::new(format!("the extension {} is not read", shortened(name))));
    }
    let others = document.extensions_used.iter().filter(|name| !harmless(name));
    let others: Vec<String> = others.map(|name| shortened(name)).collect();
    let buffers = (0..document.buffers.len())
        .map(|i| document.buffers[i].bytes(if i == 0 { binary } else { None }, folder))
        .collect::<Result<Vec<_>, Error>>()?;
    let mut reader = Reader {
        data: Data { document, buffers },
        surfaces: HashMap::new(),
        scene: Scene::default(),
        lines: 0,
        visited: HashSet::new(),
    };
    if !others.is_empty() {
        reader.scene.warn(format!("it has extensions that are not read: {}", others.join(", ")));
    }
    for root in reader.roots()? {
        reader.visit(root, DAffine3::IDENTITY, "", 0).map_err(Error::new)?;
    }
    reader.note_what_is_left_out();
    reader.scene.mesh()
}

/// The JSON and the binary part of a GLB file.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), Error> {
    let cut = || Error::new("the GLB file is cut short");
    let word = |at: usize| {
        let word = bytes.get(at..at.checked_add(4)?)?;
        word.try_into().ok().map(u32::from_le_bytes)
    };
    let length = |at: usize| word(at).and_then(|n| usize::try_from(n).ok()).ok_or_else(cut);
    if word(4).ok_or_else(cut)? != 2 {
        return Err(Error::new("only version 2 of glTF is read"));
    }
    if length(8)? > bytes.len() {
        return Err(cut());
    }
    let chunk = |at: usize, kind: &[u8; 4]| -> Result<&[u8], Error> {
        let begin = at.saturating_add(8);
        let end = begin.checked_add(length(at)?).ok_or_else(cut)?;
        if bytes.get(at + 4..begin) != Some(kind) {
            let kind = kind.trim_ascii_end().escape_ascii();
            return Err(Error::new(format!("the GLB file has no {kind} where it belongs")));
        }
        bytes.get(begin..end).ok_or_else(cut)
    };
    let json = chunk(12, b"JSON")?;
    let next = 20 + json.len();
    let binary = if next < bytes.len() { Some(chunk(next, b"BIN\0")?) } else { None };
    Ok((json, binary))
}

impl Buffer {
    /// The bytes: those in the GLB file, in the JSON, or in a file beside it.
    fn bytes(&self, binary: Option<&[u8]>, folder: &Path) -> Result<Vec<u8>, Error> {
        let bytes = match &self.uri {
            None => binary.ok_or_else(|| Error::new("a buffer has no uri"))?.to_vec(),
            Some(uri) => match uri
                .strip_prefix("data:")
                .and_then(|data| data.split_once(";base64,"))
            {
                Some((_, data)) => STANDARD.decode(data).map_err(|e| Error::new(e.to_string()))?,
                None => {
                    let path = folder.join(percent_decoded(uri));
                    let name = shortened(uri);
                    file::read(&path, MOST_OF_A_MESH)
                        .map_err(|e| Error::new(format!("buffer \"{name}\": {}", e.what)))?
                }
            },
        };
        if bytes.len() < self.byte_length {
            let (has, wanted) = (bytes.len(), self.byte_length);
            return Err(Error::new(format!(
                "a buffer has {has} bytes, and {wanted} are announced"
            )));
        }
        Ok(bytes)
    }
}

/// The content of a file.
struct Data {
    document: Document,
    buffers: Vec<Vec<u8>>,
}

struct Reader {
    data: Data,
    /// By the numbers of their meshes.
    surfaces: HashMap<usize, Surface>,
    scene: Scene,
    /// The number of meshes that are placed and have points or lines, which are left out.
    lines: usize,
    visited: HashSet<usize>,
}

/// The element of a list, or a sentence that it does not exist.
fn get<'l, T>(list: &'l [T], index: usize, kind: &str) -> Result<&'l T, String> {
    list.get(index).ok_or_else(|| format!("there is no {kind} {index}: there are {}", list.len()))
}

impl Reader {
    /// The nodes of the scene that counts. Without scenes, those that are no children.
    fn roots(&mut self) -> Result<Vec<usize>, Error> {
        let Document { scene, scenes, nodes, .. } = &self.data.document;
        if scenes.is_empty() {
            self.scene.warn("there is no scene: all nodes are taken");
            let mut is_root = vec![true; nodes.len()];
            for child in nodes.iter().flat_map(|node| &node.children) {
                if let Some(is_root) = is_root.get_mut(*child) {
                    *is_root = false;
                }
            }
            return Ok((0..nodes.len()).filter(|node| is_root[*node]).collect());
        }
        let scene = get(scenes, scene.unwrap_or(0), "scene").map_err(Error::new)?;
        Ok(scene.nodes.clone())
    }

    /// Warns of meshes that are not in the result.
    fn note_what_is_left_out(&mut self) {
        if self.lines > 0 {
            let lines = self.lines;
            self.scene.warn(format!("points and lines are left out, of {lines} placed meshes"));
        }
        let has_mesh =
            |(number, node): &(usize, &Node)| node.mesh.is_some() && !self.visited.contains(number);
        let left = self.data.document.nodes.iter().enumerate().filter(has_mesh).count();
        if left > 0 {
            self.scene
                .warn(format!("nodes with meshes that are not in its scene are left out: {left}"));
        }
    }

    /// Places a node's mesh and its children. `to_file` maps from its parent's frame; `path` has the names of the nodes that
    /// it is in.
    fn visit(
        &mut self,
        number: usize,
        to_file: DAffine3,
        path: &str,
        depth: usize,
    ) -> Result<(), String> {
        self.scene.enter(depth)?;
        self.scene.spend_on_name(path)?;
        let document = &self.data.document;
        let node = get(&document.nodes, number, "node")?;
        self.visited.insert(number);
        if node.skin.is_some() {
            return Err("skins are not read".into());
        }
        if node.extensions.contains_key("EXT_mesh_gpu_instancing") {
            return Err("instances by EXT_mesh_gpu_instancing are not read".into());
        }
        let to_file = to_file * node.transform()?;
        let (children, path) = (node.children.clone(), joined(path, &node.name));
        if let Some(index) = node.mesh {
            let mesh = get(&document.meshes, index, "mesh")?;
            let weights = if node.weights.is_empty() { &mesh.weights } else { &node.weights };
            let is_morphed = mesh.primitives.iter().any(|p| !p.targets.is_empty());
            if is_morphed && weights.iter().any(|weight| *weight != 0.0) {
                let name = shortened(&mesh.name);
                return Err(format!("mesh \"{name}\": morph targets with weights are not read"));
            }
            self.lines += usize::from(mesh.primitives.iter().any(|p| p.mode < TRIANGLES));
            if !self.surfaces.contains_key(&index) {
                let surface = self.data.surface(mesh, &mut self.scene)?;
                self.surfaces.insert(index, surface);
            }
            let name = if node.name.is_empty() { joined(&path, &mesh.name) } else { path.clone() };
            self.scene.place(&name, index, &self.surfaces[&index], to_file)?;
        }
        children.into_iter().try_for_each(|child| self.visit(child, to_file, &path, depth + 1))
    }
}

impl Data {
    /// The surface of a mesh.
    fn surface(&self, mesh: &MeshOf, scene: &mut Scene) -> Result<Surface, String> {
        let mut surface = Surface::default();
        for primitive in &mesh.primitives {
            self.primitive(primitive, &mut surface, scene)
                .map_err(|what| format!("mesh \"{}\": {what}", shortened(&mesh.name)))?;
        }
        Ok(surface)
    }

    /// Adds the triangles of a primitive. Points and lines have none.
    fn primitive(
        &self,
        primitive: &Primitive,
        surface: &mut Surface,
        scene: &mut Scene,
    ) -> Result<(), String> {
        if primitive.mode < TRIANGLES {
            return Ok(());
        }
        let position = primitive.attributes.position.ok_or("a primitive has no POSITION")?;
        let points = surface.points_of(position, || {
            let points = self.points(get(&self.document.accessors, position, "accessor")?)?;
            scene.spend(points.len())?;
            Ok::<_, String>(points)
        })?;
        let count = points.len();
        let corners: Vec<usize> = match primitive.indices {
            Some(indices) => self.indices(get(&self.document.accessors, indices, "accessor")?)?,
            None => (0..count).collect(),
        };
        if let Some(index) = corners.iter().find(|index| **index >= count) {
            return Err(format!("there is no point {index}: there are {count}"));
        }
        scene.spend(corners.len())?;
        let corners: Vec<usize> = corners.into_iter().map(|c| points.start + c).collect();
        match primitive.mode {
            TRIANGLES => {
                let (whole, rest) = corners.as_chunks::<3>();
                if !rest.is_empty() {
                    return Err("the last triangle is cut short".into());
                }
                surface.triangles.extend(whole);
            }
            STRIP => surface.triangles.extend(strip(&corners)),
            FAN => surface.triangles.extend(fan(&corners)),
            mode => return Err(format!("there is no mode {mode}")),
        }
        Ok(())
    }

    /// The points of an accessor.
    fn points(&self, accessor: &Accessor) -> Result<Vec<DVec3>, String> {
        if (accessor.component_type, accessor.kind.as_str()) != (F32, "VEC3") {
            return Err("POSITION is no VEC3 of floats".into());
        }
        let float = |b: &[u8; 4]| f64::from(f32::from_le_bytes(*b));
        let point = |bytes: &[u8]| {
            let numbers = bytes.as_chunks::<4>().0;
            DVec3::new(float(&numbers[0]), float(&numbers[1]), float(&numbers[2]))
        };
        Ok(self.elements(accessor, 12)?.map(point).collect())
    }

    /// The indices of an accessor.
    fn indices(&self, accessor: &Accessor) -> Result<Vec<usize>, String> {
        let size = match (accessor.component_type, accessor.kind.as_str()) {
            (U8, "SCALAR") => 1,
            (U16, "SCALAR") => 2,
            (U32, "SCALAR") => 4,
            _ => return Err("indices are no SCALARs of whole numbers".into()),
        };
        let little_endian =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |n, b| n << 8 | usize::from(*b));
        Ok(self.elements(accessor, size)?.map(little_endian).collect())
    }

    /// The bytes of each element of an accessor, which has `size` bytes.
    fn elements(
        &self,
        accessor: &Accessor,
        size: usize,
    ) -> Result<impl Iterator<Item = &[u8]>, String> {
        if accessor.sparse.is_some() {
            return Err("sparse accessors are not read".into());
        }
        let view = accessor.buffer_view.ok_or("an accessor has no bufferView")?;
        let view = get(&self.document.buffer_views, view, "bufferView")?;
        let buffer = get(&self.buffers, view.buffer, "buffer")?;
        let stride = view.byte_stride.unwrap_or(size);
        if stride < size {
            return Err(format!("elements of {size} bytes are {stride} bytes apart"));
        }
        let count = accessor.count;
        let bytes = || {
            let end = view.byte_offset.checked_add(view.byte_length)?;
            let view = buffer.get(view.byte_offset..end)?.get(accessor.byte_offset..)?;
            let needed = count
                .checked_sub(1)
                .map_or(Some(0), |n| n.checked_mul(stride)?.checked_add(size))?;
            view.get(..needed)
        };
        let bytes = bytes()
            .ok_or_else(|| format!("{count} elements are announced, but the buffer ends"))?;
        Ok(bytes.chunks(stride).map(move |element| &element[..size]))
    }
}

impl Node {
    /// The transform from the frame of the node to that of its parent.
    fn transform(&self) -> Result<DAffine3, String> {
        if let Some(m) = self.matrix {
            // Column by column.
            if [m[3], m[7], m[11], m[15]] != [0.0, 0.0, 0.0, 1.0] {
                return Err("the last row of a node's matrix is not 0 0 0 1".into());
            }
            let column = |i: usize| DVec3::new(m[i], m[i + 1], m[i + 2]);
            let turned = DMat3::from_cols(column(0), column(4), column(8));
            return Ok(DAffine3::from_mat3_translation(turned, column(12)));
        }
        let rotation = self.rotation.map_or(DQuat::IDENTITY, DQuat::from_array);
        let unit = rotation / rotation.length();
        if !unit.is_finite() {
            return Err("the rotation of a node is no quaternion".into());
        }
        Ok(DAffine3::from_scale_rotation_translation(
            self.scale.map_or(DVec3::ONE, DVec3::from_array),
            unit,
            self.translation.map_or(DVec3::ZERO, DVec3::from_array),
        ))
    }
}
