//! Mesh files by the endings of their names, and what is common to those with a tree of nodes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::path::Path;

use clearance_mesh::{Mesh, Part, Same};
use glam::{DAffine3, DVec3};

use crate::error::{Error, shortened};
use crate::file::{self, MOST_OF_A_MESH};
use crate::{dae, gltf, three_mf};

/// Reads a mesh file: OBJ, PLY, STL, COLLADA (`.dae`), glTF (`.gltf`, `.glb`) or 3MF.
///
/// Each object, group, solid or placed geometry is a part; in glTF its name is the path of its nodes, `floor/pipe`,
/// and in 3MF that of its objects. Coordinates are as the file has them, but for two things: those of COLLADA and 3MF
/// are multiplied by their unit, so they are metres, and the nodes of a scene in COLLADA and glTF, and the build of 3MF,
/// place their geometries. Which axis is up is not considered, as RViz does: `Y_UP` turns
/// nothing. Only triangles and polygons count; polygons are read as fans. Points may be equal: see
/// [`Part::weld`].
///
/// ```no_run
/// let mesh = clearance_formats::read_mesh("meshes/link1.dae".as_ref())?;
/// for warning in &mesh.warnings {
///     eprintln!("{warning}");
/// }
/// let triangles: usize = mesh.parts.iter().map(|part| part.triangles.len()).sum();
/// # Ok::<(), clearance_formats::Error>(())
/// ```
///
/// # Errors
/// Another ending; a file that cannot be read, has more than 512 MiB, is truncated or garbled; coordinates
/// that are not finite; content that would be missing from the mesh, such as skins, compression or links to other
/// scenes; no triangles; scenes in which few nodes place much content very often.
pub fn read_mesh(path: &Path) -> Result<Mesh, Error> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new(""));
    let bytes = file::read(path, MOST_OF_A_MESH);
    bytes.and_then(|bytes| parse_mesh(&ending, &bytes, folder)).map_err(|e| e.in_file(path))
}

/// Reads the content of a mesh file as [`read_mesh`] does, by the ending of its name: `obj`, `ply`, `stl`,
/// `dae`, `gltf`, `glb` or `3mf`. Files that a glTF file names are looked for in `folder`.
///
/// # Errors
/// As [`read_mesh`].
pub fn parse_mesh(ending: &str, bytes: &[u8], folder: &Path) -> Result<Mesh, Error> {
    // Some editors begin a text with the mark of its encoding.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match ending.to_ascii_lowercase().as_str() {
        "obj" | "ply" | "stl" => clearance_mesh::read(ending, bytes).map_err(|what| {
            // A binary file may begin with any bytes.
            file::text(bytes).err().unwrap_or_else(|| Error::new(what))
        }),
        "dae" => dae::read(bytes),
        "gltf" | "glb" => gltf::read(bytes, folder),
        "3mf" => three_mf::read(bytes),
        other => {
            let what = "a mesh is an OBJ, PLY, STL, DAE, glTF, GLB or 3MF file";
            let how = conversion(other).map_or(String::new(), |how| format!("; {how}"));
            Err(Error::new(format!("\".{}\": {what}{how}", shortened(ending))))
        }
    }
}

/// Has a file the ending of a mesh file that [`read_mesh`] reads?
#[must_use]
pub fn is_mesh(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    ["obj", "ply", "stl", "dae", "gltf", "glb", "3mf"].contains(&&ending[..])
}

/// How a file is converted to one that is read, by its lower-case ending: a sentence, or `None` for an unknown one.
#[must_use]
pub fn conversion(ending: &str) -> Option<&'static str> {
    Some(match ending {
        "step" | "stp" | "iges" | "igs" | "brep" => {
            "its surfaces are curved: `gmsh part.step -2 -o part.stl` makes triangles of one part, and FreeCAD exports an \
             assembly with its names as glTF"
        }
        "ifc" => "`IfcConvert building.ifc building.glb` makes triangles of it, with its names",
        "amf" => {
            "the program that made it, a slicer or Blender exports it as 3MF, glTF, OBJ or STL"
        }
        "fbx" | "blend" | "3ds" | "x3d" | "wrl" | "usd" | "usdz" => "Blender exports it as glTF",
        "dwg" | "dxf" | "sldprt" | "sldasm" | "ipt" | "iam" | "prt" | "catpart" | "catproduct" => {
            "the program that made it exports it as glTF, OBJ or STL"
        }
        _ => return None,
    })
}

/// Numbers read, and points and triangles placed: up to 2 GB. Files that people have stay far below, but a
/// short file could place what it has without end.
const MOST_CONTENT: usize = 60_000_000;
/// Visits of nodes: a few nodes that place each other often would have no end.
const MOST_VISITS: usize = 1_000_000;
/// Nodes inside each other. One that is inside of itself gets there.
const MOST_DEPTH: usize = 100;

/// The name of a node in others, `floor/pipe`. It is empty if all are.
pub fn joined(path: &str, name: &str) -> String {
    let mut joined = path.to_owned();
    if !path.is_empty() && !name.is_empty() {
        joined.push('/');
    }
    joined + name
}

/// A surface in its own frame.
#[derive(Default)]
pub struct Surface {
    pub points: Vec<DVec3>,
    pub triangles: Vec<[usize; 3]>,
    /// Which of the points are from which list of the file: materials cut a mesh into primitives that share
    /// one.
    lists: HashMap<usize, Range<usize>>,
}

impl Surface {
    /// The numbers of the points of a list, which is read once.
    pub fn points_of<E>(
        &mut self,
        list: usize,
        read: impl FnOnce() -> Result<Vec<DVec3>, E>,
    ) -> Result<Range<usize>, E> {
        if let Some(known) = self.lists.get(&list) {
            return Ok(known.clone());
        }
        let first = self.points.len();
        self.points.extend(read()?);
        let numbers = first..self.points.len();
        self.lists.insert(list, numbers.clone());
        Ok(numbers)
    }
}

/// The mesh of a scene, while its nodes are visited.
#[derive(Default)]
pub struct Scene {
    mesh: Mesh,
    /// The parts that were placed first of each surface of the file, and how.
    first: HashMap<usize, (usize, DAffine3)>,
    content: usize,
    visits: usize,
}

impl Scene {
    /// Counts the visit of a node that is inside of `depth` others.
    pub fn enter(&mut self, depth: usize) -> Result<(), String> {
        self.visits += 1;
        if depth > MOST_DEPTH {
            return Err(format!("nodes are inside of themselves, or of more than {MOST_DEPTH}"));
        }
        if self.visits > MOST_VISITS {
            return Err(format!("the scene places more than {MOST_VISITS} nodes"));
        }
        Ok(())
    }

    pub fn warn(&mut self, what: impl Into<String>) {
        self.mesh.warnings.push(what.into());
    }

    /// Counts content.
    pub fn spend(&mut self, amount: usize) -> Result<(), String> {
        self.content = self.content.saturating_add(amount);
        if self.content > MOST_CONTENT {
            return Err(format!("the scene has more than {MOST_CONTENT} points and triangles"));
        }
        Ok(())
    }

    /// Counts a name as the points that would take as much memory.
    pub fn spend_on_name(&mut self, name: &str) -> Result<(), String> {
        self.spend(name.len() / size_of::<DVec3>())
    }

    /// Adds a part: the surface of this number in the file, moved.
    pub fn place(
        &mut self,
        name: &str,
        number: usize,
        surface: &Surface,
        to: DAffine3,
    ) -> Result<(), String> {
        self.spend(surface.points.len() + surface.triangles.len())?;
        self.spend_on_name(name)?;
        let mut part = Part { name: name.to_owned(), ..Part::default() };
        // Points without a triangle are not part of the surface.
        let mut kept = vec![usize::MAX; surface.points.len()];
        let mut corner = |old: usize| {
            if kept[old] == usize::MAX {
                kept[old] = part.points.len();
                part.points.push(to.transform_point3(surface.points[old]));
            }
            kept[old]
        };
        part.triangles = surface.triangles.iter().map(|t| t.map(&mut corner)).collect();
        if part.points.iter().any(|point| !point.is_finite()) {
            return Err(format!("\"{}\": a coordinate is not finite", shortened(name)));
        }
        // A mirror turns triangles inside out.
        if to.matrix3.determinant() < 0.0 {
            part.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        }
        if part.triangles.is_empty() {
            return Ok(());
        }
        match self.first.entry(number) {
            Entry::Occupied(first) => {
                let (part_before, to_before) = *first.get();
                let motion = to * to_before.inverse();
                part.same = motion.is_finite().then_some(Same { part: part_before, motion });
            }
            Entry::Vacant(first) => {
                first.insert((self.mesh.parts.len(), to));
            }
        }
        self.mesh.parts.push(part);
        Ok(())
    }

    /// The mesh, unless it is empty.
    pub fn mesh(self) -> Result<Mesh, Error> {
        if self.mesh.parts.is_empty() {
            return Err(Error::new("the mesh has no faces"));
        }
        Ok(self.mesh)
    }
}

/// The triangles of a polygon:
///
/// ```text
///   3---2
///   | / |     0 1 2, 0 2 3, ...
///   0---1
/// ```
pub fn fan(corners: &[usize]) -> impl Iterator<Item = [usize; 3]> {
    let sides = corners.get(1..).unwrap_or_default().windows(2);
    sides.map(|side| [corners[0], side[0], side[1]])
}

/// The triangles of a strip, in which every second one has the other orientation:
///
/// ```text
///   1---3---5
///   | \ | \ |     0 1 2, 2 1 3, 2 3 4, ...
///   0---2---4
/// ```
pub fn strip(corners: &[usize]) -> impl Iterator<Item = [usize; 3]> {
    let triples = corners.windows(3).enumerate();
    triples.map(|(i, t)| if i % 2 == 0 { [t[0], t[1], t[2]] } else { [t[1], t[0], t[2]] })
}
