//! PLY, as text and binary of both byte orders.
//!
//! The format is that of Greg Turk, *The PLY Polygon File Format*, 1994: a header lists elements, each with a count and
//! properties, which are numbers or lists of numbers; then follow the elements in that order.
//!
//! ```text
//!   ply
//!   format ascii 1.0 | binary_little_endian 1.0 | binary_big_endian 1.0
//!   element vertex 8                     property float x, y, z, and others
//!   element face 6                       property list uchar int vertex_indices (or vertex_index), and others
//!   end_header
//! ```
//!
//! Elements and properties of other names are passed over. Polygons are fans.

use glam::DVec3;

use super::{Mesh, Part, Result, finite, shortened};

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    Signed(usize),
    Unsigned(usize),
    Float(usize),
}

impl Number {
    fn of(word: &str) -> Result<Self> {
        Ok(match word {
            "char" | "int8" => Self::Signed(1),
            "uchar" | "uint8" => Self::Unsigned(1),
            "short" | "int16" => Self::Signed(2),
            "ushort" | "uint16" => Self::Unsigned(2),
            "int" | "int32" => Self::Signed(4),
            "uint" | "uint32" => Self::Unsigned(4),
            "float" | "float32" => Self::Float(4),
            "double" | "float64" => Self::Float(8),
            _ => return Err(format!("there is no type \"{}\"", shortened(word))),
        })
    }

    fn size(self) -> usize {
        let (Self::Signed(size) | Self::Unsigned(size) | Self::Float(size)) = self;
        size
    }

    /// The value of bytes, the least first. All of them are exact in `f64`.
    fn value(self, bytes: [u8; 8]) -> f64 {
        let bits = u64::from_le_bytes(bytes);
        match self {
            Self::Unsigned(_) => bits as f64,
            Self::Signed(size) => {
                let unused = 64 - 8 * size as u32;
                ((bits << unused) as i64 >> unused) as f64
            }
            Self::Float(4) => f64::from(f32::from_bits(bits as u32)),
            Self::Float(_) => f64::from_bits(bits),
        }
    }
}

struct Property {
    name: String,
    /// The type of the length, if it is a list.
    length: Option<Number>,
    number: Number,
}

struct Element {
    name: String,
    count: usize,
    properties: Vec<Property>,
}

#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Text,
    LeastFirst,
    MostFirst,
}

/// What is read of a file.
#[derive(Default)]
pub struct Ply {
    /// Its vertices.
    pub points: Vec<DVec3>,
    /// The corners of each face.
    corners: Vec<Vec<usize>>,
    pub warnings: Vec<String>,
}

/// Reads the file as a mesh.
pub fn read(bytes: &[u8]) -> Result<Mesh> {
    let Ply { points, corners, warnings } = Ply::read(bytes)?;
    let mut part = Part::default();
    for (number, polygon) in corners.iter().enumerate() {
        if let Some(corner) = polygon.iter().find(|corner| **corner >= points.len()) {
            let count = points.len();
            return Err(format!("face {number}: there is no vertex {corner}: there are {count}"));
        }
        let sides = polygon.get(1..).unwrap_or_default().windows(2);
        part.triangles.extend(sides.map(|side| [polygon[0], side[0], side[1]]));
    }
    // A cloud of points is no mesh.
    if !part.triangles.is_empty() {
        part.points = points;
    }
    Ok(Mesh { parts: vec![part], warnings })
}

impl Ply {
    /// Reads the file.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut lines = Lines { rest: bytes, number: 0 };
        let header = header(&mut lines);
        let (encoding, elements) =
            header.map_err(|what| format!("line {}: {what}", lines.number))?;
        let first = lines.number + 1;
        let mut body = Body { encoding, rest: lines.rest, whole: lines.rest, first };
        let mut read = Self::default();
        for element in &elements {
            for number in 0..element.count {
                let entered = body.element(element, &mut read.points, &mut read.corners);
                entered.map_err(|what| {
                    format!("{}{} {number}: {what}", body.place(), shortened(&element.name))
                })?;
            }
        }
        let rest = body.rest.trim_ascii().len();
        if rest > 0 {
            read.warnings.push(format!("{rest} bytes follow the last element"));
        }
        Ok(read)
    }
}

/// The lines of a header.
struct Lines<'b> {
    rest: &'b [u8],
    number: usize,
}

impl<'b> Lines<'b> {
    fn next(&mut self) -> Result<Vec<&'b str>> {
        self.number += 1;
        let end = self.rest.iter().position(|byte| *byte == b'\n');
        let end = end.ok_or("the header has no end")?;
        let (line, rest) = (&self.rest[..end], &self.rest[end + 1..]);
        self.rest = rest;
        // Comments may be in any encoding; the other lines are ASCII.
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        Ok(words.map(|word| std::str::from_utf8(word).unwrap_or("?")).collect())
    }
}

fn header(lines: &mut Lines<'_>) -> Result<(Encoding, Vec<Element>)> {
    if lines.next()? != ["ply"] {
        return Err("a PLY file begins with a line \"ply\"".into());
    }
    let (mut encoding, mut elements) = (None, Vec::<Element>::new());
    loop {
        let words = lines.next()?;
        match words[..] {
            ["format", format, "1.0"] => {
                encoding = Some(match format {
                    "ascii" => Encoding::Text,
                    "binary_little_endian" => Encoding::LeastFirst,
                    "binary_big_endian" => Encoding::MostFirst,
                    _ => return Err(format!("there is no format \"{}\"", shortened(format))),
                });
            }
            ["element", name, count] => {
                let count = count.parse();
                let count = count.map_err(|_| "the count of an element is no whole number")?;
                elements.push(Element { name: name.into(), count, properties: Vec::new() });
            }
            ["property", ref words @ ..] => {
                let element = elements.last_mut().ok_or("a property is of no element")?;
                element.properties.push(property(words)?);
            }
            ["comment" | "obj_info", ..] | [] => {}
            ["end_header"] => break,
            _ => {
                let line = shortened(&words.join(" "));
                return Err(format!("\"{line}\" belongs in no header"));
            }
        }
    }
    Ok((encoding.ok_or("the header says no format")?, elements))
}

fn property(words: &[&str]) -> Result<Property> {
    let (length, number, name) = match *words {
        ["list", length, number, name] => (Some(Number::of(length)?), number, name),
        [number, name] => (None, number, name),
        _ => return Err("a property is a type and a name, or a list with two types".into()),
    };
    if matches!(length, Some(Number::Float(_))) {
        return Err("the length of a list is a whole number".into());
    }
    Ok(Property { name: name.into(), length, number: Number::of(number)? })
}

/// What follows the header.
struct Body<'b> {
    encoding: Encoding,
    rest: &'b [u8],
    whole: &'b [u8],
    /// The number of its first line.
    first: usize,
}

impl Body<'_> {
    /// "line 5: " in a text.
    fn place(&self) -> String {
        if self.encoding != Encoding::Text {
            return String::new();
        }
        let passed = &self.whole[..self.whole.len() - self.rest.len()];
        let ends = passed.iter().filter(|byte| **byte == b'\n').count();
        // The end of the last word's own line has not passed.
        format!("line {}: ", self.first + ends)
    }

    fn element(
        &mut self,
        element: &Element,
        points: &mut Vec<DVec3>,
        corners: &mut Vec<Vec<usize>>,
    ) -> Result<()> {
        if element.properties.is_empty() {
            return Err("it has no properties".into());
        }
        let mut point = [None; 3];
        for property in &element.properties {
            let list = ["vertex_indices", "vertex_index"].contains(&&property.name[..]);
            match property.length {
                Some(length) => {
                    let count =
                        whole(self.number(length)?).ok_or("the length of a list is below 0")?;
                    let is_face = element.name == "face" && list;
                    let mut polygon = Vec::new();
                    for _ in 0..count {
                        let corner = self.number(property.number)?;
                        if is_face {
                            polygon.push(whole(corner).ok_or("a corner is no whole number")?);
                        }
                    }
                    if is_face {
                        corners.push(polygon);
                    }
                }
                None => {
                    let value = self.number(property.number)?;
                    if let Some(axis) =
                        ["x", "y", "z"].iter().position(|name| *name == property.name)
                    {
                        point[axis] = Some(value);
                    }
                }
            }
        }
        if element.name == "vertex" {
            let [Some(x), Some(y), Some(z)] = point else {
                return Err("it has no properties x, y and z".into());
            };
            points.push(finite(DVec3::new(x, y, z)).ok_or("it is not finite")?);
        }
        Ok(())
    }

    fn number(&mut self, number: Number) -> Result<f64> {
        if self.encoding == Encoding::Text {
            self.rest = self.rest.trim_ascii_start();
            let end = self.rest.iter().position(u8::is_ascii_whitespace).unwrap_or(self.rest.len());
            let (word, rest) = self.rest.split_at(end);
            if word.is_empty() {
                return Err("the file ends in it".into());
            }
            self.rest = rest;
            let text = std::str::from_utf8(word).unwrap_or("?");
            return text.parse().map_err(|_| format!("\"{}\" is no number", shortened(text)));
        }
        let size = number.size();
        let (found, rest) = self.rest.split_at_checked(size).ok_or("the file ends in it")?;
        self.rest = rest;
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(found);
        if self.encoding == Encoding::MostFirst {
            bytes[..size].reverse();
        }
        Ok(number.value(bytes))
    }
}

/// A number that counts something.
fn whole(number: f64) -> Option<usize> {
    (number >= 0.0 && number.fract() == 0.0 && number <= f64::from(u32::MAX))
        .then_some(number as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "ply\nformat ascii 1.0\ncomment \u{e9}\nelement vertex 4\nproperty float x\nproperty uchar red\n\
        property double y\nproperty float z\nelement edge 1\nproperty list uchar int ends\nelement face 2\n\
        property list uchar int vertex_indices\nproperty short group\nend_header\n0 9 0 0\n1 9 0 0.5\n1 9 1 0\n0 9 1 0\n\
        2 0 1\n4 0 1 2 3 -1\n3 2 1 0 7\n";

    /// The same in binary.
    fn binary(most_first: bool) -> Vec<u8> {
        let name = if most_first { "binary_big_endian" } else { "binary_little_endian" };
        let end = TEXT.find("end_header\n").unwrap() + "end_header\n".len();
        let mut all = TEXT[..end].replace("ascii", name).into_bytes();
        let mut push = |bytes: &[u8]| {
            let mut bytes = bytes.to_vec();
            if most_first {
                bytes.reverse();
            }
            all.extend(bytes);
        };
        for [x, y, z] in [[0.0, 0.0, 0.0], [1.0, 0.0, 0.5], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]] {
            push(&(x as f32).to_le_bytes());
            push(&[9]);
            push(&f64::to_le_bytes(y));
            push(&(z as f32).to_le_bytes());
        }
        for (corners, group) in
            [(&[0, 1][..], None), (&[0, 1, 2, 3], Some(-1)), (&[2, 1, 0], Some(7))]
        {
            push(&[corners.len() as u8]);
            corners.iter().for_each(|corner: &i32| push(&corner.to_le_bytes()));
            group.iter().for_each(|group: &i16| push(&group.to_le_bytes()));
        }
        all
    }

    #[test]
    fn text_and_binary_say_the_same() {
        let text = read(TEXT.as_bytes()).unwrap();
        assert_eq!(text.parts[0].triangles, [[0, 1, 2], [0, 2, 3], [2, 1, 0]]);
        assert_eq!(text.parts[0].points[1], DVec3::new(1.0, 0.0, 0.5));
        for most_first in [false, true] {
            let mesh = read(&binary(most_first)).unwrap();
            assert_eq!((mesh.parts, mesh.warnings), (text.parts.clone(), vec![]));
        }
        let windows = read(TEXT.replace('\n', "\r\n").as_bytes()).unwrap();
        assert_eq!(windows.parts, text.parts);
    }

    #[test]
    fn a_file_cut_short_is_an_error() {
        for whole in [TEXT.as_bytes().trim_ascii().to_vec(), binary(false), binary(true)] {
            // A digit less is another number.
            for length in 0..whole.len() - 1 {
                assert!(read(&whole[..length]).is_err(), "{length}");
            }
            assert_eq!(read(&[&whole[..], b" 5 6"].concat()).unwrap().warnings.len(), 1);
        }
    }

    #[test]
    fn what_is_wrong_is_an_error_of_its_place() {
        for (from, to, says) in [
            ("ply\n", "plx\n", "line 1: a PLY file begins with a line \"ply\""),
            ("ascii", "asci", "line 2: there is no format \"asci\""),
            ("float x", "flo x", "line 5: there is no type \"flo\""),
            (
                "element vertex 4",
                "element vertex -4",
                "line 4: the count of an element is no whole number",
            ),
            ("float x", "float u", "line 15: vertex 0: it has no properties x, y and z"),
            ("1 9 0 0.5", "1 9 0 nan", "line 16: vertex 1: it is not finite"),
            ("1 9 0 0.5", "1 9 0 x", "line 16: vertex 1: \"x\" is no number"),
            ("3 2 1 0 7", "3 2 1 4 7", "face 1: there is no vertex 4: there are 4"),
            ("3 2 1 0 7", "3 2 1 -1 7", "line 21: face 1: a corner is no whole number"),
            ("3 2 1 0 7", "3000000000 2 1", "line 22: face 1: the file ends in it"),
            (
                "element vertex 4",
                "element vertex 4000000000",
                "line 22: vertex 7: \"x\" is no number",
            ),
        ] {
            let text = TEXT.replacen(from, to, 1);
            let text = if to.ends_with("4000000000") { text + "x" } else { text };
            assert_eq!(read(text.as_bytes()).unwrap_err(), says, "{to}");
        }
    }
}
