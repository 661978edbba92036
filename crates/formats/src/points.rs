//! Clouds of points as text: a point on each line, x, y and z, and its radius where there is a fourth number.
//!
//! ```text
//! # a scan of the cell
//! x, y, z, radius
//! 0.1, 0.2, 0.3, 0.01
//! ```
//!
//! Numbers are separated by commas, semicolons or blanks. A first line of names is optional. Empty lines and lines that
//! begin with `#` are skipped. Files of PCD (`pcd.rs`) and PLY have clouds, too.

use std::path::Path;

use crate::error::{Error, Note};
use crate::file::{self, MOST_OF_A_MESH};
use crate::numbers::number;

/// The most points of a file: each becomes a body of some hundred bytes.
pub(crate) const MOST: usize = 5_000_000;

/// The names of the columns.
const COLUMNS: [&str; 4] = ["x", "y", "z", "radius"];

/// A cloud of points.
///
/// ```
/// let cloud = clearance_formats::Points::read("x,y,z\n0,0,1\n0.5,0,1\n")?;
/// assert_eq!((cloud.points, cloud.radii), (vec![[0.0, 0.0, 1.0], [0.5, 0.0, 1.0]], None));
/// # Ok::<(), clearance_formats::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Points {
    /// The points: one at least.
    pub points: Vec<[f64; 3]>,
    /// A radius for each of them, above 0; `None` if no line has one.
    pub radii: Option<Vec<f64>>,
    /// What is odd.
    pub notes: Vec<Note>,
}

impl Points {
    /// Reads the content of a file.
    ///
    /// # Errors
    /// No points, or more than five million; a line with another number of values than the first, or with one that is no
    /// finite number; a radius that is not above 0.
    pub fn read(bytes: impl AsRef<[u8]>) -> Result<Self, Error> {
        let text = file::text(bytes.as_ref())?;
        let lines = text.lines().zip(1..).map(|(line, number)| (line.trim(), number));
        let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        let (mut read, mut radii, mut columns) = (Self::default(), Vec::new(), None);
        for (line, number) in lines {
            let words: Vec<&str> = words(line).collect();
            let names = || words.iter().map(|word| word.to_ascii_lowercase());
            if columns.is_none() && names().eq(COLUMNS[..words.len().clamp(3, 4)].iter().copied()) {
                columns = Some(words.len());
                continue;
            }
            let point = Self::point(&words, *columns.get_or_insert(words.len()));
            let (point, radius) = point.map_err(|what| Error::at(number, what))?;
            if read.points.len() == MOST {
                let what = format!("there are more than {MOST} points: take one a voxel");
                return Err(Error::at(number, what));
            }
            read.points.push(point);
            radii.extend(radius);
        }
        if read.points.is_empty() {
            return Err(Error::new("there are no points"));
        }
        read.radii = (!radii.is_empty()).then_some(radii);
        Ok(read)
    }

    /// Reads the vertices of a PLY file, as text or binary.
    ///
    /// # Errors
    /// A file that is none, or with a coordinate that is not finite; no vertices, or more than five million.
    pub fn read_ply(bytes: impl AsRef<[u8]>) -> Result<Self, Error> {
        let (points, warnings) = clearance_mesh::ply_points(bytes.as_ref()).map_err(Error::new)?;
        match points.len() {
            0 => return Err(Error::new("there are no points")),
            count if count > MOST => {
                return Err(Error::new(format!(
                    "there are more than {MOST} points: take one a voxel"
                )));
            }
            _ => {}
        }
        let notes = warnings.into_iter().map(|what| Note { line: 1, what });
        let points = points.into_iter().map(|point| point.to_array()).collect();
        Ok(Self { points, radii: None, notes: notes.collect() })
    }

    /// Reads a file: PCD or PLY if it ends in `.pcd` or `.ply`, else text.
    ///
    /// # Errors
    /// As [`read`](Self::read), [`read_pcd`](Self::read_pcd) and [`read_ply`](Self::read_ply), or the file cannot be read.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let is = |ending| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
        let read = file::read(path, MOST_OF_A_MESH).and_then(|bytes| match () {
            () if is("pcd") => Self::read_pcd(bytes),
            () if is("ply") => Self::read_ply(bytes),
            () => Self::read(bytes),
        });
        read.map_err(|e| e.in_file(path))
    }

    /// The point of a line, and its radius.
    fn point(words: &[&str], columns: usize) -> Result<([f64; 3], Option<f64>), String> {
        let count = words.len();
        if !(3..=4).contains(&count) {
            let what = "a point has x, y and z, and may have a radius";
            return Err(format!("it has {count} values, but {what}"));
        }
        if count != columns {
            return Err(format!("it has {count} values, but the first line has {columns}"));
        }
        let value = |(word, name): (&&str, &str)| number(word).map_err(|e| format!("{name}: {e}"));
        let values = words.iter().zip(COLUMNS).map(value).collect::<Result<Vec<f64>, _>>()?;
        match values[..] {
            [x, y, z] => Ok(([x, y, z], None)),
            [x, y, z, radius] if radius > 0.0 => Ok(([x, y, z], Some(radius))),
            [.., radius] => Err(format!("the radius must be above 0, but is {radius}")),
            [] => Err("it has no values".into()),
        }
    }
}

/// What is between the separators of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    // A comma or semicolon separates with nothing between, too: that is a value that is missing.
    let mark = if line.contains(';') { ";" } else { "," };
    let is_marked = line.contains(mark);
    let marked = line.split(mark).map(str::trim).filter(move |_| is_marked);
    let blank = line.split_ascii_whitespace().filter(move |_| !is_marked);
    marked.chain(blank)
}

#[cfg(test)]
mod tests {
    use super::Points;

    #[test]
    fn lines_are_points() {
        for text in ["1 2 3\n4 5 6", "# c\nX;Y;Z\n\n1;2;3\r\n4; 5 ;6\r\n", "1,2,3\n4,5,6"] {
            let cloud = Points::read(text).unwrap();
            assert_eq!(cloud.points, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "{text}");
            assert_eq!(cloud.radii, None);
        }
        let cloud = Points::read("x y z radius\n1 2 3 0.5\n").unwrap();
        assert_eq!(cloud.radii, Some(vec![0.5]));
    }

    #[test]
    fn vertices_of_ply_are_points() {
        let ply = |count: usize, rest: &str| {
            format!(
                "ply\nformat ascii 1.0\nelement vertex {count}\nproperty float x\nproperty float y\nproperty float z\n\
                     property uchar red\n{rest}"
            )
        };
        let cloud = Points::read_ply(ply(2, "end_header\n1 2 3 0\n4 5 6 9\n")).unwrap();
        assert_eq!(cloud.points, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        assert_eq!((cloud.radii, cloud.notes.len()), (None, 0));
        let faces = "element face 1\nproperty list uchar int vertex_indices\nend_header\n1 2 3 0\n3 0 0 0\n";
        assert_eq!(Points::read_ply(ply(1, faces)).unwrap().points, [[1.0, 2.0, 3.0]]);
        for (text, words) in [
            (ply(0, "end_header\n"), "there are no points"),
            (ply(1, "end_header\n1 nan 3 0\n"), "line 9: vertex 0: it is not finite"),
            ("1 2 3\n".into(), "line 1: a PLY file begins with a line \"ply\""),
        ] {
            let error = Points::read_ply(&text).unwrap_err().to_string();
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }

    #[test]
    fn odd_lines_are_named() {
        let cases = [
            ("", "no points"),
            ("x,y,z\n", "no points"),
            ("1,2\n", "line 1: it has 2 values"),
            ("1,2,3,4,5,6\n", "line 1: it has 6 values"),
            ("1,2,3\n1,2,3,4\n", "line 2: it has 4 values, but the first line has 3"),
            ("x,y,z,radius\n1,2,3\n", "line 2: it has 3 values, but the first line has 4"),
            ("1,2,3\n\n1,,3\n", "line 3: y: \"\" is no number"),
            ("1,2,nan\n", "line 1: z: \"nan\" is not finite"),
            ("1,2,1e999\n", "line 1: z: \"1e999\" is not finite"),
            ("1 2 3 0\n", "line 1: the radius must be above 0, but is 0"),
            ("a,b,c\n1,2,3\n", "line 1: x: \"a\" is no number"),
            ("ply\nformat ascii 1.0\n", "line 1: it has 1 values"),
        ];
        for (text, words) in cases {
            let error = Points::read(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }
}
