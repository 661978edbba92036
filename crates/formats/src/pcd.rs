//! Clouds of points as PCD, the format of the Point Cloud Library: a header, then points as text or as bytes.
//!
//! ```text
//!   FIELDS x y z intensity        SIZE 4 4 4 4, TYPE F F F F, COUNT 1 1 1 1
//!   POINTS 1000                   or WIDTH times HEIGHT
//!   DATA ascii                    or binary: the fields of a point, one after the other, little-endian
//! ```
//!
//! A point with a coordinate that is not finite stands for a ray that came back from nowhere: it is left out, with a note.
//!
//! *Source.* The PCD file format of pointclouds.org, version 0.7.

use crate::error::{Error, Note, shortened};
use crate::points::{MOST, Points};

/// The sensor in the frame of the file: a place, and a quaternion w, x, y, z.
const AT_ORIGIN: [f64; 7] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];

/// A field of a point.
struct Field<'t> {
    name: &'t str,
    size: usize,
    is_float: bool,
    count: usize,
}

/// What the header says, and where the data begin.
struct Header<'t> {
    fields: Vec<Field<'t>>,
    points: usize,
    data: &'t str,
    begin: usize,
    /// The line of `DATA`.
    line: usize,
    notes: Vec<Note>,
}

impl Points {
    /// Reads the content of a PCD file, as text or binary.
    ///
    /// # Errors
    /// A header without x, y and z as floating-point numbers; compressed data; fewer points than the header says, or none that
    /// is finite, or more than five million; a line with too few values or one that is no number.
    pub fn read_pcd(bytes: impl AsRef<[u8]>) -> Result<Self, Error> {
        let bytes = bytes.as_ref();
        let header = Header::read(bytes)?;
        if header.points > MOST {
            return Err(Error::new(format!("there are more than {MOST} points: take one a voxel")));
        }
        let data = &bytes[header.begin..];
        let (points, missing) = match header.data {
            "ascii" => header.of_text(data)?,
            "binary" => header.of_bytes(data)?,
            "binary_compressed" => {
                let what = "its data are compressed: `pcl_convert_pcd_ascii_binary in.pcd out.pcd 1` writes them as they are";
                return Err(Error::at(header.line, what));
            }
            other => {
                let what =
                    format!("DATA \"{}\" is not read: it is ascii or binary", shortened(other));
                return Err(Error::at(header.line, what));
            }
        };
        if points.is_empty() {
            return Err(Error::new("there are no points"));
        }
        let mut notes = header.notes;
        if missing > 0 {
            let what =
                format!("{missing} points have a coordinate that is not finite, and are left out");
            notes.push(Note { line: header.line, what });
        }
        Ok(Self { points, radii: None, notes })
    }
}

impl<'t> Header<'t> {
    fn read(bytes: &'t [u8]) -> Result<Self, Error> {
        let (mut begin, mut line, mut notes) = (0, 0, Vec::new());
        let (mut names, mut sizes, mut types, mut counts) = (vec![], vec![], vec![], vec![]);
        let [mut width, mut height, mut points] = [None; 3];
        while begin < bytes.len() {
            let end = bytes[begin..].iter().position(|byte| *byte == b'\n').map(|end| begin + end);
            let text = std::str::from_utf8(&bytes[begin..end.unwrap_or(bytes.len())]);
            line += 1;
            let text = text.map_err(|_| Error::at(line, "a line of the header is no text"))?;
            begin = end.map_or(bytes.len(), |end| end + 1);
            let mut words = text.split_ascii_whitespace();
            let key = words.next().unwrap_or("#");
            let words: Vec<&str> = words.collect();
            let whole = |word: &&str| word.parse::<usize>().ok();
            let wholes = || -> Result<Vec<usize>, Error> {
                let all = words.iter().map(whole).collect::<Option<_>>();
                all.ok_or_else(|| {
                    Error::at(line, format!("{key} has something that is no whole number"))
                })
            };
            match key {
                "FIELDS" => names = words,
                "TYPE" => types = words,
                "SIZE" => sizes = wholes()?,
                "COUNT" => counts = wholes()?,
                "WIDTH" => width = wholes()?.first().copied(),
                "HEIGHT" => height = wholes()?.first().copied(),
                "POINTS" => points = wholes()?.first().copied(),
                "VIEWPOINT" if !words.iter().map(|word| word.parse()).eq(AT_ORIGIN.map(Ok)) => {
                    let what = "VIEWPOINT is not read: points are taken in the frame of the file";
                    notes.push(Note { line, what: what.into() });
                }
                "DATA" => {
                    let fields = Self::fields(&names, &sizes, &types, &counts);
                    let fields = fields.map_err(|what| Error::at(line, what))?;
                    let area = width.and_then(|width| height.unwrap_or(1).checked_mul(width));
                    let points = points.or(area).ok_or_else(|| {
                        Error::at(line, "the header has neither POINTS nor WIDTH and HEIGHT")
                    })?;
                    let data = words.first().copied().unwrap_or_default();
                    return Ok(Self { fields, points, data, begin, line, notes });
                }
                key if key.starts_with('#') || ["VERSION", "VIEWPOINT"].contains(&key) => {}
                key => {
                    let what = format!("\"{}\" is no line of a PCD header", shortened(key));
                    return Err(Error::at(line, what));
                }
            }
        }
        Err(Error::new("it ends before DATA"))
    }

    fn fields(
        names: &[&'t str],
        sizes: &[usize],
        types: &[&str],
        counts: &[usize],
    ) -> Result<Vec<Field<'t>>, String> {
        if [sizes.len(), types.len()] != [names.len(); 2]
            || ![0, names.len()].contains(&counts.len())
        {
            return Err("FIELDS, SIZE, TYPE and COUNT are not of one length".into());
        }
        let field = |(k, name): (usize, &&'t str)| Field {
            name,
            size: sizes[k],
            is_float: types[k] == "F",
            count: counts.get(k).copied().unwrap_or(1),
        };
        let fields: Vec<Field<'t>> = names.iter().enumerate().map(field).collect();
        for axis in ["x", "y", "z"] {
            let is_read = |field: &&Field<'_>| {
                field.is_float && [4, 8].contains(&field.size) && field.count == 1
            };
            match fields.iter().find(|field| field.name == axis) {
                Some(field) if is_read(&field) => {}
                Some(_) => {
                    return Err(format!("{axis} is no floating-point number of 4 or 8 bytes"));
                }
                None => return Err(format!("there is no field {axis}")),
            }
        }
        Ok(fields)
    }

    /// For each axis, what all fields before it have in sum.
    fn places(&self, of: impl Fn(&Field<'_>) -> Option<usize>) -> Option<[usize; 3]> {
        let mut places = [0; 3];
        for (axis, place) in ["x", "y", "z"].into_iter().zip(&mut places) {
            let before = self.fields.iter().take_while(|field| field.name != axis);
            *place = before.map(&of).try_fold(0_usize, |sum, next| sum.checked_add(next?))?;
        }
        Some(places)
    }

    /// The finite points, and how many others there are.
    fn of_text(&self, data: &[u8]) -> Result<(Vec<[f64; 3]>, usize), Error> {
        let text = String::from_utf8_lossy(data);
        let large = || Error::at(self.line, "its fields are too large");
        let places = self.places(|field| Some(field.count)).ok_or_else(large)?;
        let (mut points, mut missing, mut lines) =
            (Vec::new(), 0, text.lines().zip(self.line + 1..));
        for number in 0..self.points {
            let short = || Error::new(format!("it has {number} points, but says {}", self.points));
            let (line, at) = lines.find(|(line, _)| !line.trim().is_empty()).ok_or_else(short)?;
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let mut point = [0.0; 3];
            for (value, place) in point.iter_mut().zip(places) {
                let word =
                    words.get(place).ok_or_else(|| Error::at(at, "a point has too few values"))?;
                let number = word.parse();
                *value = number
                    .map_err(|_| Error::at(at, format!("\"{}\" is no number", shortened(word))))?;
            }
            keep(point, &mut points, &mut missing);
        }
        Ok((points, missing))
    }

    fn of_bytes(&self, data: &[u8]) -> Result<(Vec<[f64; 3]>, usize), Error> {
        let bytes = |field: &Field<'_>| field.size.checked_mul(field.count);
        let large = || Error::at(self.line, "its fields are too large");
        let places = self.places(bytes).ok_or_else(large)?;
        let size =
            self.fields.iter().map(bytes).try_fold(0_usize, |sum, next| sum.checked_add(next?));
        let size = size.ok_or_else(large)?;
        let axes = ["x", "y", "z"];
        let sizes = axes.map(|axis| {
            self.fields.iter().find(|field| field.name == axis).map_or(4, |field| field.size)
        });
        let all = data.chunks_exact(size);
        if all.len() < self.points {
            return Err(Error::new(format!(
                "it has {} points, but says {}",
                all.len(),
                self.points
            )));
        }
        let (mut points, mut missing) = (Vec::new(), 0);
        for bytes in all.take(self.points) {
            let mut point = [0.0; 3];
            for ((value, place), size) in point.iter_mut().zip(places).zip(sizes) {
                let bytes = &bytes[place..place + size];
                let short = bytes.try_into().map(|bytes| f64::from(f32::from_le_bytes(bytes)));
                let long = bytes.try_into().map(f64::from_le_bytes);
                *value = short.or(long).map_err(|_| large())?;
            }
            keep(point, &mut points, &mut missing);
        }
        Ok((points, missing))
    }
}

fn keep(point: [f64; 3], points: &mut Vec<[f64; 3]>, missing: &mut usize) {
    if point.iter().all(|value| value.is_finite()) {
        points.push(point);
    } else {
        *missing += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::Points;

    const HEADER: &str = "# .PCD v0.7\nVERSION 0.7\nFIELDS i x y z\nSIZE 2 4 8 4\nTYPE U F F F\nCOUNT 2 1 1 1\nWIDTH 3\nHEIGHT 1\n\
                          VIEWPOINT 0 0 0 1 0 0 0\nPOINTS 3\n";

    #[test]
    fn text_and_bytes_are_the_same_points() {
        let text = format!("{HEADER}DATA ascii\n7 8 1 2 3\nnan nan nan nan nan\n7 8 4 5 6.5\n");
        let read = Points::read_pcd(&text).unwrap();
        assert_eq!(read.points, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]]);
        let said = "line 11: 1 points have a coordinate that is not finite, and are left out";
        assert_eq!(read.notes[0].to_string(), said);
        let mut bytes = format!("{HEADER}DATA binary\n").into_bytes();
        for [x, y, z] in [[1.0, 2.0, 3.0], [f64::NAN; 3], [4.0, 5.0, 6.5]] {
            bytes.extend([7, 0, 8, 0]);
            bytes.extend((x as f32).to_le_bytes());
            bytes.extend(y.to_le_bytes());
            bytes.extend((z as f32).to_le_bytes());
        }
        assert_eq!(Points::read_pcd(&bytes).unwrap(), read);
        let short = Points::read_pcd(&bytes[..bytes.len() - 1]).unwrap_err();
        assert_eq!(short.to_string(), "it has 2 points, but says 3");
    }

    #[test]
    fn odd_files_are_named() {
        let all = format!("{HEADER}DATA ascii\n7 8 1 2 3\n");
        for (text, words) in [
            (String::new(), "it ends before DATA"),
            ("ply\n".into(), "line 1: \"ply\" is no line of a PCD header"),
            (all.clone(), "it has 1 points, but says 3"),
            (all.replace("POINTS 3", "POINTS 2000000000"), "more than 5000000 points"),
            (all.replace("i x", "i a"), "line 11: there is no field x"),
            (all.replace("U F F F", "U F I F"), "line 11: y is no floating-point number"),
            (all.replace("SIZE 2 4 8", "SIZE 2 4"), "line 11: FIELDS, SIZE, TYPE and COUNT"),
            (all.replace("SIZE 2", "SIZE a"), "line 4: SIZE has something that is no whole number"),
            (all.replace("7 8 1 2", "7 8 a 2"), "line 12: \"a\" is no number"),
            (all.replace("7 8 1 2 3", "7 8 1"), "line 12: a point has too few values"),
            (
                all.replace("DATA ascii", "DATA binary_compressed"),
                "line 11: its data are compressed",
            ),
            (all.replace("DATA ascii", "DATA xml"), "line 11: DATA \"xml\" is not read"),
            (
                all.replace("COUNT 2", "COUNT 18446744073709551615").replace("ascii", "binary"),
                "too large",
            ),
        ] {
            let error = Points::read_pcd(&text).unwrap_err().to_string();
            assert!(error.contains(words), "{text:?}: {error}");
        }
        let moved = all.replace("POINTS 3", "POINTS 1").replace("0 0 0 1 0 0 0", "0 0 2 1 0 0 0");
        assert!(Points::read_pcd(moved).unwrap().notes[0].what.contains("VIEWPOINT"));
    }
}
