//! Meshes: reads OBJ, PLY and STL files as parts: the points and triangles of each object or group of an OBJ file, of a
//! PLY file, and of each solid of a text STL file.
//!
//! A part may be taken as the hull of its points, or of its pieces (`pieces.rs`). Of a mesh that is not convex, the
//! difference is measured: the volume inside the triangles is less than that of the hull.
//!
//! A truncated file must not pass for a smaller part. So missing or superfluous data is an error, or a
//! warning if the rest is surely complete. Errors are sentences that name the line or the triangle. Words
//! from the file are quoted unchanged.

mod obj;
mod pieces;
mod ply;
mod stl;

use clearance_geometry::hull::Hull3;
use glam::{DAffine3, DVec3};

pub use pieces::Pieces;

/// The result, or a description of the error in the file.
type Result<T> = std::result::Result<T, String>;

/// One object of a mesh file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// The name in the file; may be empty.
    pub name: String,
    /// All points, in the frame and unit of the file.
    pub points: Vec<DVec3>,
    /// Corners by index, in either orientation.
    pub triangles: Vec<[usize; 3]>,
    /// The earlier part that is the same mesh of the file at another place, if there is one.
    pub same: Option<Same>,
}

/// A part that is the same mesh as an earlier one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Same {
    /// The number of that part.
    pub part: usize,
    /// What moves its points to those of this one, up to rounding. It may turn, stretch and mirror.
    pub motion: DAffine3,
}

/// The content of a mesh file.
#[derive(Debug, Default)]
pub struct Mesh {
    /// Parts with at least one face each.
    pub parts: Vec<Part>,
    /// Sentences about doubtful content of the file.
    pub warnings: Vec<String>,
}

/// Reads a mesh. The extension of the file name determines the format.
///
/// # Errors
/// Another extension, an error in the file, or a file without faces.
pub fn read(ending: &str, bytes: &[u8]) -> Result<Mesh> {
    let mut mesh = match ending.to_ascii_lowercase().as_str() {
        "obj" => obj::read(bytes)?,
        "ply" => ply::read(bytes)?,
        "stl" => stl::read(bytes)?,
        _ => return Err("a mesh is an OBJ, PLY or STL file".into()),
    };
    mesh.parts.retain(|part| !part.points.is_empty());
    if mesh.parts.is_empty() {
        return Err("the mesh has no faces".into());
    }
    Ok(mesh)
}

/// The points of a PLY file, whether it has faces or not, and what is doubtful in it.
///
/// # Errors
/// An error in the file; its faces may name vertices that do not exist.
pub fn ply_points(bytes: &[u8]) -> Result<(Vec<DVec3>, Vec<String>)> {
    let read = ply::Ply::read(bytes)?;
    Ok((read.points, read.warnings))
}

impl Same {
    /// The same in another frame, to which this leads.
    #[must_use]
    pub fn seen_from(self, frame: DAffine3) -> Self {
        Self { motion: frame * self.motion * frame.inverse(), ..self }
    }
}

impl Part {
    /// Adds a triangle with its own corners.
    fn push(&mut self, corners: [DVec3; 3]) {
        let first = self.points.len();
        self.points.extend(corners);
        self.triangles.push([first, first + 1, first + 2]);
    }

    /// Merges equal points: STL repeats a corner for each of its triangles.
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

    /// Multiplies all coordinates. Negative factors mirror, and triangles keep the orientation that they
    /// have.
    pub fn scaled(mut self, by: DVec3) -> Self {
        self.points.iter_mut().for_each(|p| *p *= by);
        if by.x * by.y * by.z < 0.0 {
            self.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        }
        self.same = self.same.map(|same| same.seen_from(DAffine3::from_scale(by)));
        self
    }

    /// The share of the hull of its points that is outside of the mesh; `None` if it is negligible.
    pub fn missing(&self, hull: &Hull3<DVec3>) -> Option<f64> {
        let Hull3::Solid(hull) = hull else { return None };
        let filled = volume(&self.points, &self.triangles).abs();
        let whole = hull.mass().volume;
        // Hulls lose a thousandth when their corners are rounded. Corners in `f32` may be off by 1e-7 of
        // the size, and so may all faces.
        let slack = 1e-3 * whole + 1e-7 * size(&self.points).powi(3);
        (whole - filled > slack).then(|| 1.0 - filled / whole)
    }
}

/// The largest distance of a point from the first point: the size within a factor of two.
fn size(points: &[DVec3]) -> f64 {
    points.iter().map(|p| (*p - points[0]).length()).fold(0.0, f64::max)
}

/// The next three words as the coordinates of a vertex.
fn coordinates<'t>(words: impl IntoIterator<Item = &'t str>) -> Result<DVec3> {
    let numbers = words.into_iter().take(3).map_while(|word| word.parse().ok());
    let point = <[f64; 3]>::try_from(numbers.collect::<Vec<f64>>());
    let point = point.map_err(|_| "a vertex needs three numbers")?;
    finite(DVec3::from_array(point)).ok_or_else(|| "a vertex is not finite".into())
}

fn finite(point: DVec3) -> Option<DVec3> {
    point.is_finite().then_some(point)
}

/// A word, shortened for a message.
fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

/// The volume inside a closed surface of outward triangles.
fn volume(points: &[DVec3], triangles: &[[usize; 3]]) -> f64 {
    // For a closed surface any apex is right. A near one loses the fewest digits.
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
    use clearance_geometry::hull::build3;

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

    #[test]
    fn a_dent_is_found_and_measured() {
        let part = |top| {
            let mesh = obj::read(cube(top).as_bytes()).unwrap();
            assert_eq!((mesh.parts.len(), mesh.warnings.len()), (1, 0), "{mesh:?}");
            mesh.parts.into_iter().next().unwrap()
        };
        assert_eq!((part(1.0).points.len(), part(1.0).triangles.len()), (9, 14));
        let missing = |part: Part| part.missing(&build3(&part.points).unwrap());
        assert_eq!(missing(part(1.0)), None);
        assert_eq!(missing(part(1.5)), None, "a roof is convex");
        // A pyramid of base 4 and height 0.5 is missing from the cube's 8.
        for scale in [DVec3::ONE, DVec3::new(-2.0, 1.0, 0.5), DVec3::new(-1.0, -1.0, 3.0)] {
            let missing = missing(part(0.5).scaled(scale)).unwrap();
            assert!((missing - 4.0 * 0.5 / 3.0 / 8.0).abs() < 1e-12, "{missing}");
        }
    }

    #[test]
    fn mirrored_meshes_keep_their_orientation() {
        let part = obj::read(cube(1.0).as_bytes()).unwrap().parts.remove(0);
        let filled = |part: Part| volume(&part.points, &part.triangles);
        let whole = filled(part.clone());
        for (scale, times) in
            [([-1.0, 1.0, 1.0], 1.0), ([-1.0; 3], 1.0), ([2.0, -3.0, -0.5], 3.0), ([0.5; 3], 0.125)]
        {
            assert_eq!(filled(part.clone().scaled(scale.into())), times * whole, "{scale:?}");
        }
    }
}
