//! Meshes: OBJ and STL files as convex parts.
//!
//! Each object or group of an OBJ file, and each solid of a text STL file, is taken as the hull
//! of its points. What that adds to a mesh with dents is measured: the volume inside its
//! triangles is less than that of its hull.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use clearance::glam::DVec3;

use crate::hull::Hull;

/// One object of a mesh file.
#[derive(Debug, Default, PartialEq)]
pub struct Part {
    /// As in the file; may be empty.
    pub name: String,
    /// All points, in the frame and unit of the file.
    pub points: Vec<DVec3>,
    /// Corners by index, in either orientation.
    pub triangles: Vec<[usize; 3]>,
}

/// Reads a mesh file; its ending tells the format.
pub fn load(path: &Path) -> Result<Vec<Part>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let parts = match ending.as_str() {
        "obj" => read_obj(&bytes),
        "stl" => read_stl(&bytes),
        _ => bail!("{}: a mesh is an OBJ or an STL file", path.display()),
    };
    let parts = parts.with_context(|| format!("cannot read {}", path.display()))?;
    let parts: Vec<Part> = parts.into_iter().filter(|part| !part.points.is_empty()).collect();
    ensure!(!parts.is_empty(), "{}: the mesh has no faces", path.display());
    Ok(parts)
}

fn read_obj(bytes: &[u8]) -> Result<Vec<Part>> {
    let options = tobj::LoadOptions {
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
        ..Default::default()
    };
    // Colours do not matter, and a change of colour must not split an object.
    let no_materials = |_: &Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut &bytes[..], &options, no_materials)?;
    Ok(models.into_iter().map(part_of_model).collect())
}

fn part_of_model(model: tobj::Model) -> Part {
    let points = model.mesh.positions.as_chunks().0.iter().map(|p| DVec3::from_array(*p));
    let corners = model.mesh.indices.as_chunks().0;
    let triangles = corners.iter().map(|t| t.map(|index| index as usize)).collect();
    Part { name: model.name, points: points.collect(), triangles }
}

/// A binary file is as long as its header says; all others are text. (Many binary files begin
/// with "solid", as text does.)
fn read_stl(bytes: &[u8]) -> Result<Vec<Part>> {
    const HEADER: usize = 84;
    const TRIANGLE: usize = 50;
    let Some(count) = bytes.get(80..HEADER).and_then(|b| b.try_into().ok()) else {
        return read_text_stl(bytes);
    };
    let count = u32::from_le_bytes(count) as usize;
    let body = &bytes[HEADER..];
    if count.checked_mul(TRIANGLE) == Some(body.len()) {
        return Ok(vec![read_binary_stl(body.as_chunks::<TRIANGLE>().0)]);
    }
    if bytes.trim_ascii_start().starts_with(b"solid") {
        return read_text_stl(bytes);
    }
    bail!(
        "it says that it has {count} triangles, but has the length of {}",
        body.len() as f64 / TRIANGLE as f64
    );
}

fn read_binary_stl(triangles: &[[u8; 50]]) -> Part {
    let mut part = Part::default();
    for triangle in triangles {
        // The first three numbers are the normal, which the corners tell better.
        let numbers = triangle[12..48].as_chunks().0.iter().map(|b| f32::from_le_bytes(*b));
        let numbers: Vec<f64> = numbers.map(f64::from).collect();
        part.push(numbers.as_chunks().0.iter().map(|p| DVec3::from_array(*p)));
    }
    part
}

/// Of a text file, the lines that begin a solid and those with corners say it all.
fn read_text_stl(bytes: &[u8]) -> Result<Vec<Part>> {
    let text = str::from_utf8(bytes).context("it is neither binary STL nor text")?;
    let mut parts = Vec::new();
    let mut corners = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("solid") => {
                let name = words.collect::<Vec<_>>().join(" ");
                parts.push(Part { name, ..Part::default() });
            }
            Some("vertex") => {
                let numbers: Vec<f64> = words.map_while(|word| word.parse().ok()).collect();
                let point = <[f64; 3]>::try_from(numbers);
                let place = || format!("line {}: a vertex needs three numbers", number + 1);
                corners.push(DVec3::from_array(point.ok().with_context(place)?));
            }
            Some("endloop") => {
                let part = parts.last_mut().context("it does not begin with \"solid\"")?;
                part.push(corners.drain(..));
            }
            _ => {}
        }
    }
    ensure!(!parts.is_empty(), "it is neither binary STL nor text");
    Ok(parts)
}

impl Part {
    /// Adds a polygon as a fan of triangles.
    fn push(&mut self, corners: impl Iterator<Item = DVec3>) {
        let first = self.points.len();
        self.points.extend(corners);
        self.triangles.extend((first + 2..self.points.len()).map(|i| [first, i - 1, i]));
    }

    /// Leaves each point in once: STL repeats a corner for each of its triangles.
    pub fn weld(mut self) -> Self {
        let bits = |p: DVec3| p.to_array().map(|x| (x + 0.0).to_bits());
        let mut known = std::collections::HashMap::new();
        let mut kept: Vec<DVec3> = Vec::new();
        let new_index: Vec<usize> = self
            .points
            .iter()
            .map(|p| {
                *known.entry(bits(*p)).or_insert_with(|| {
                    kept.push(*p);
                    kept.len() - 1
                })
            })
            .collect();
        for triangle in &mut self.triangles {
            *triangle = triangle.map(|index| new_index[index]);
        }
        self.points = kept;
        self
    }

    /// Which share of its hull the mesh leaves empty; None where that is as good as nothing.
    pub fn missing(&self) -> Option<f64> {
        let hull = Hull::of(&self.points);
        let size = hull.reach(&self.points);
        let filled = volume(&self.points, &self.triangles).abs();
        let whole = volume(&self.points, &hull.triangles);
        // A thousandth is what hulls lose when their corners are rounded; corners in f32 may be
        // off by a 1e-7th of the size, and so all faces.
        let slack = 1e-3 * whole + 1e-7 * size * size * size;
        (whole - filled > slack).then(|| 1.0 - filled / whole)
    }
}

/// The volume inside a closed surface of triangles that face outwards.
fn volume(points: &[DVec3], triangles: &[[usize; 3]]) -> f64 {
    // Any apex will do for a closed surface; a near one loses the fewest digits.
    let apex = points.first().copied().unwrap_or_default();
    let cone = |t: &[usize; 3]| {
        let [a, b, c] = t.map(|i| points[i] - apex);
        a.dot(b.cross(c))
    };
    triangles.iter().map(cone).sum::<f64>() / 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cube of edge 2 around the origin; `top` is where its four upper corners meet the
    /// extra point in the middle of the top face.
    fn cube(top: f64) -> String {
        let mut obj = String::from("o cube\n");
        for z in [-1, 1] {
            for (x, y) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
                obj += &format!("v {x} {y} {z}\n");
            }
        }
        obj += &format!("v 0 0 {top}\nf 4 3 2 1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
        obj + "usemtl red\nf 5 6 9\nusemtl blue\nf 6 7 9\nf 7 8 9\nf 8 5 9\n"
    }

    fn one(parts: Vec<Part>) -> Part {
        assert_eq!(parts.len(), 1, "{parts:?}");
        parts.into_iter().next().unwrap()
    }

    #[test]
    fn a_dent_is_found_and_measured() {
        let part = |top| one(read_obj(cube(top).as_bytes()).unwrap());
        assert_eq!((part(1.0).points.len(), part(1.0).triangles.len()), (9, 14));
        assert_eq!(part(1.0).missing(), None);
        assert_eq!(part(1.5).missing(), None, "a roof is convex");
        // A pyramid of base 4 and height 0.5 is missing from the cube's 8.
        let missing = part(0.5).missing().unwrap();
        assert!((missing - 4.0 * 0.5 / 3.0 / 8.0).abs() < 1e-12, "{missing}");
    }

    #[test]
    fn objects_and_groups_are_parts() {
        let two = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no one\nf 1 2 3\ng two\nf 2 3 4\nf 1 2 4\n";
        let parts = read_obj(two.as_bytes()).unwrap();
        let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["one", "two"]);
        assert_eq!((parts[0].points.len(), parts[1].points.len()), (3, 4));
    }

    #[test]
    fn text_and_binary_stl_say_the_same() {
        let text = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n\
            vertex 0 1 0.5\nendloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n\
            vertex 1 0 0\nvertex 0 -1 0\nendloop\nendfacet\nendsolid a\n";
        let mut binary = b"solid, it says, but it is not".to_vec();
        binary.resize(80, b' ');
        binary.extend(2_u32.to_le_bytes());
        for y in [1.0_f32, -1.0] {
            let z = if y > 0.0 { 0.5 } else { 0.0 };
            let numbers = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, y, z];
            binary.extend(numbers.iter().flat_map(|x| x.to_le_bytes()));
            binary.extend([0, 0]);
        }
        let text = one(read_stl(text.as_bytes()).unwrap()).weld();
        let binary = one(read_stl(&binary).unwrap()).weld();
        assert_eq!(text.points.len(), 4);
        assert_eq!((&text.points, &text.triangles), (&binary.points, &binary.triangles));
    }

    #[test]
    fn broken_files_are_errors() {
        for bytes in [&b"nothing of the kind"[..], &[0; 90], b"solid\nvertex 1 2\n", b""] {
            assert!(read_stl(bytes).is_err(), "{bytes:?}");
        }
        assert!(read_obj(b"v 0 0 0\nf 1 2 3\n").is_err());
    }
}
