//! OBJ: reads vertices, faces and the names of objects. Colours, textures, normals and materials are
//! ignored.
//!
//! Many readers of this format skip unknown lines and numbers that are not finite. Skipped data would be
//! missing from the part, and a part that is too small seems to be clear of others. So these are errors. A face
//! with one or two corners is a point or a line, like the elements `p` and `l`: it is left out, with a warning.
//!
//! The format has no end mark. In a truncated file, the last vertices have no face yet: this is a
//! warning. Otherwise all corners are there, and the hull is the hull of the whole part.

use std::collections::HashMap;
use std::str::SplitWhitespace;

use glam::DVec3;

use super::{Mesh, Part, Result, coordinates, shortened};

/// Words at the start of lines that do not describe the surface.
const PASSED_OVER: [&str; 27] = [
    "vt",
    "vn",
    "vp",
    "p",
    "l",
    "s",
    "mg",
    "mtllib",
    "usemtl",
    "maplib",
    "usemap",
    "bevel",
    "c_interp",
    "d_interp",
    "lod",
    "shadow_obj",
    "trace_obj",
    "cstype",
    "deg",
    "bmat",
    "step",
    "con",
    "parm",
    "ctech",
    "stech",
    "end",
    "call",
];

/// Reads all objects of a file that have faces.
pub fn read(bytes: &[u8]) -> Result<Mesh> {
    // Names may be in any encoding; numbers and words are ASCII in all of them.
    let text = String::from_utf8_lossy(bytes);
    let mut file = File { objects: vec![Object::default()], ..File::default() };
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let mut whole = line.to_string();
        // A line that continues in the next line.
        while let Some(before) = whole.trim_end().strip_suffix('\\') {
            let next = lines.next().map_or("", |(line, _)| line);
            whole = format!("{before} {next}");
        }
        file.enter(&whole, number).map_err(|e| format!("line {number}: {e}"))?;
    }
    file.mesh()
}

/// The data read so far.
#[derive(Default)]
struct File {
    vertices: Vec<DVec3>,
    objects: Vec<Object>,
    /// The largest vertex number of a corner, and its line.
    last: (usize, usize),
    /// The number of faces with one or two corners, and the line of the first.
    lines: (usize, usize),
}

/// An object or a group.
#[derive(Default)]
struct Object {
    name: String,
    /// By the numbers of the vertices in the file.
    triangles: Vec<[usize; 3]>,
}

impl File {
    fn enter(&mut self, line: &str, number: usize) -> Result<()> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let point = coordinates(&mut words)?;
                self.vertices.push(weighted(point, words)?);
            }
            Some("f" | "fo") => self.face(words, number)?,
            Some(word @ ("o" | "g")) => {
                let name = line.trim_start()[word.len()..].trim().to_string();
                match self.objects.last_mut() {
                    Some(empty) if empty.triangles.is_empty() => empty.name = name,
                    _ => self.objects.push(Object { name, ..Object::default() }),
                }
            }
            Some("curv" | "curv2" | "surf") => return Err("free-form geometry is not read".into()),
            Some(word) if !word.starts_with('#') && !PASSED_OVER.contains(&word) => {
                return Err(format!("\"{}\" begins no line of an OBJ file", shortened(word)));
            }
            _ => {}
        }
        Ok(())
    }

    /// A polygon as a fan of triangles.
    fn face(&mut self, words: SplitWhitespace<'_>, line: usize) -> Result<()> {
        let words = words.take_while(|word| !word.starts_with('#'));
        let corners: Vec<usize> = words.map(|word| self.corner(word)).collect::<Result<_>>()?;
        for corner in &corners {
            self.last = self.last.max((*corner, line));
        }
        match corners.len() {
            0 => return Err("a face needs three corners, but has 0".into()),
            1 | 2 => {
                let (count, first) = self.lines;
                self.lines = (count + 1, if count == 0 { line } else { first });
                return Ok(());
            }
            _ => {}
        }
        if let Some(object) = self.objects.last_mut() {
            let fan = corners[1..].windows(2).map(|side| [corners[0], side[0], side[1]]);
            object.triangles.extend(fan);
        }
        Ok(())
    }

    /// The vertex of a corner such as `7`, `7/1/3` or `-1`, which is the last vertex.
    fn corner(&self, word: &str) -> Result<usize> {
        let wrong = || format!("\"{}\" is no corner of a face", shortened(word));
        let numbers: Vec<&str> = word.split('/').collect();
        let number = |text: &&str| text.parse::<i64>().ok();
        let mut texture_and_normal = numbers[1..].iter().filter(|n| !n.is_empty());
        if numbers.len() > 3 || !texture_and_normal.all(|n| number(n).is_some()) {
            return Err(wrong());
        }
        let index = number(&numbers[0]).ok_or_else(wrong)?;
        let count = self.vertices.len();
        let back = usize::try_from(index.unsigned_abs()).unwrap_or(usize::MAX);
        match index {
            0 => Err("vertices are numbered from 1, but a corner is 0".into()),
            1.. => Ok(back - 1),
            _ if back <= count => Ok(count - back),
            _ => Err(format!("corner {index} is before the first of {count} vertices")),
        }
    }

    fn mesh(self) -> Result<Mesh> {
        let (count, (last, line)) = (self.vertices.len(), self.last);
        let any = self.objects.iter().any(|object| !object.triangles.is_empty());
        if any && last >= count {
            return Err(format!("line {line}: corner {}, but {count} vertices", last + 1));
        }
        let mut used = vec![false; count];
        let mut part = |object: Object| {
            let (mut points, mut known) = (Vec::new(), HashMap::new());
            let mut of_part = |vertex: usize| {
                used[vertex] = true;
                *known.entry(vertex).or_insert_with(|| {
                    points.push(self.vertices[vertex]);
                    points.len() - 1
                })
            };
            let triangles = object.triangles.into_iter().map(|t| t.map(&mut of_part)).collect();
            Part { name: object.name, points, triangles, same: None }
        };
        let parts = self.objects.into_iter().map(&mut part).collect();
        let unused = used.iter().filter(|used| !**used).count();
        let unused = (unused > 0)
            .then(|| format!("{unused} of {count} vertices belong to no face: is the file whole?"));
        let (lines, first) = self.lines;
        let lines = (lines > 0).then(|| {
            let (has, is) =
                if lines == 1 { ("face has", "is") } else { ("faces have", "are") };
            format!(
                "{lines} {has} one or two corners and no area, and {is} left out; the first is in line {first}"
            )
        });
        Ok(Mesh { parts, warnings: lines.into_iter().chain(unused).collect() })
    }
}

/// The numbers after a vertex: none, a weight that divides it, or a colour, optionally with an opacity.
fn weighted(point: DVec3, words: SplitWhitespace<'_>) -> Result<DVec3> {
    let rest: Vec<&str> = words.take_while(|word| !word.starts_with('#')).collect();
    let numbers: Option<Vec<f64>> = rest.iter().map(|word| word.parse().ok()).collect();
    let numbers = numbers.ok_or("what follows a vertex must be numbers")?;
    match numbers[..] {
        [] | [_, _, _] | [_, _, _, _] => Ok(point),
        [weight] if weight != 0.0 && weight.is_finite() => Ok(point / weight),
        [weight] => Err(format!("a vertex cannot have the weight {weight}")),
        _ => Err("a vertex has three numbers and a weight or a colour".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

    fn with(rest: &str) -> Result<Mesh> {
        read(format!("{CORNERS}{rest}").as_bytes())
    }

    #[test]
    fn objects_and_groups_are_parts() {
        let mesh = with("o one\nf 1 2 3\ng two\nf 2 3 4\nf 1 2 4\n").unwrap();
        let names: Vec<&str> = mesh.parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!((names, mesh.warnings.len()), (vec!["one", "two"], 0));
        assert_eq!((mesh.parts[0].points.len(), mesh.parts[1].points.len()), (3, 4));
    }

    #[test]
    fn all_that_the_format_has_is_read() {
        let faces = "vt 0 0\nvn 0 0 1\nf 1/1/1 2//1 3/1\nf -4 -3 -1 # four\nf 1 3 \\\n 4\n";
        let mesh = with(&format!("#c\nmtllib a b\nusemtl red\ns off\n{faces}")).unwrap();
        assert_eq!(mesh.parts[0].triangles, [[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
        let quad = with("f 1 2 3 4\n").unwrap();
        assert_eq!(quad.parts[0].triangles, [[0, 1, 2], [0, 2, 3]]);
        let colours = "v 2 0 0 2\nv 0 1 0 0.5 0.5 0.5\nv 0 0 1 1 1 1 1\nf 3 2 1\n";
        assert_eq!(read(colours.as_bytes()).unwrap().parts[0].points[2], DVec3::X);
        // A face before its vertices.
        assert!(read(format!("f 1 2 3\n{CORNERS}").as_bytes()).is_ok());
    }

    #[test]
    fn faces_without_area_are_left_out_with_a_warning() {
        let mesh = with("f 1 2\nf 1 2 3\nf 4\n").unwrap();
        assert_eq!(mesh.parts[0].triangles, [[0, 1, 2]]);
        let says =
            "2 faces have one or two corners and no area, and are left out; the first is in line 5";
        assert_eq!(mesh.warnings, [says, "1 of 4 vertices belong to no face: is the file whole?"]);
        assert!(with("f 1 2 3\nf 1 5\n").unwrap_err().starts_with("line 6: corner 5"));
    }

    #[test]
    fn what_is_wrong_is_an_error_of_its_line() {
        for (rest, says) in [
            ("f 1 2 5\n", "line 5: corner 5, but 4 vertices"),
            ("f 1 2 -5\n", "line 5: corner -5 is before the first of 4 vertices"),
            ("f 1 2 0\n", "line 5: vertices are numbered from 1"),
            ("f\n", "line 5: a face needs three corners, but has 0"),
            ("f 1 2 x\n", "line 5: \"x\" is no corner of a face"),
            ("f 1/1/1/1 2 3\n", "line 5: \"1/1/1/1\" is no corner"),
            ("f 1 2 99999999999999999999\n", "line 5: \"99999999999999999999\" is no corner"),
            ("f 1 2 -9223372036854775808\n", "line 5: corner -9223372036854775808 is before"),
            ("\nv 1 2 nan\n", "line 6: a vertex is not finite"),
            ("v 1 2\n", "line 5: a vertex needs three numbers"),
            ("v 1 2 1e999\n", "line 5: a vertex is not finite"),
            ("v 1 2 3 0\n", "line 5: a vertex cannot have the weight 0"),
            ("v 1 2 3 4 5\n", "line 5: a vertex has three numbers and a weight or a colour"),
            ("v 1 2 3 red\n", "line 5: what follows a vertex must be numbers"),
            ("w 1 2 3\n", "line 5: \"w\" begins no line of an OBJ file"),
            ("surf 0 1 0 1 1 2 3\n", "line 5: free-form geometry is not read"),
        ] {
            let error = with(rest).unwrap_err();
            assert!(error.starts_with(says), "{rest}  expected: {says}\n  found: {error}");
        }
    }

    #[test]
    fn vertices_without_a_face_are_a_warning() {
        let mesh = with("f 1 2 3\n").unwrap();
        assert_eq!(mesh.warnings, ["1 of 4 vertices belong to no face: is the file whole?"]);
    }
}
