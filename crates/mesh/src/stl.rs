//! STL, binary and text.
//!
//! Text is read by the grammar below, in which every word counts. `stl_io`, with which the tests compare,
//! ends at the first `endsolid` whatever follows, accepts only lower case and one solid, drops names, and
//! rounds to `f32`.
//!
//! ```text
//! solid [name, to the end of the line]
//!   facet normal x y z
//!     outer loop  vertex x y z  vertex x y z  vertex x y z  endloop
//!   endfacet
//!   ...
//! endsolid [name, to the end of the line]
//! ```
//!
//! Several solids may follow each other. Nothing else may remain.

use glam::DVec3;

use super::{Mesh, Part, Result, coordinates, finite, shortened};

/// The size of a binary file's header: a title, and the number of triangles.
const HEADER: usize = 84;
const TITLE: usize = 80;
/// The size of a triangle: its normal and its corners as `f32`, and two more bytes.
const TRIANGLE: usize = 50;
const NORMAL: usize = 12;

/// Reads all solids of a file.
///
/// The length of a binary file is the one that its header implies. Many binary files begin with "solid",
/// as text does. But text has no zero bytes, and each triangle of a binary file ends with two.
pub fn read(bytes: &[u8]) -> Result<Mesh> {
    let count = bytes.get(TITLE..HEADER).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    let length = count.and_then(|n| (n as usize).checked_mul(TRIANGLE)?.checked_add(HEADER));
    let begin = bytes.trim_ascii_start().get(..5).unwrap_or_default();
    let is_text = begin.eq_ignore_ascii_case(b"solid") && !bytes.contains(&0);
    if is_text && length != Some(bytes.len()) {
        return read_text(bytes);
    }
    let (Some(count), Some(length)) = (count, length) else {
        return Err("it is neither binary STL nor text".into());
    };
    let Some(triangles) = bytes.get(HEADER..length) else {
        let found = (bytes.len() as f64 - HEADER as f64) / TRIANGLE as f64;
        return Err(format!(
            "it is neither binary STL nor text, or cut short: it says that it has {count} \
             triangles, but has the length of {found}"
        ));
    };
    let more = bytes.len() - length;
    let warning = || format!("{more} bytes follow the last of {count} triangles");
    let warnings = (more > 0).then(warning).into_iter().collect();
    Ok(Mesh { parts: vec![read_binary(triangles)?], warnings })
}

fn read_binary(triangles: &[u8]) -> Result<Part> {
    let mut part = Part::default();
    for (triangle, number) in triangles.as_chunks::<TRIANGLE>().0.iter().zip(1..) {
        // The corners give a more accurate normal than the file.
        let numbers = triangle[NORMAL..].as_chunks::<4>().0;
        let number_at = |i: usize| f64::from(f32::from_le_bytes(numbers[i]));
        let corner = |i: usize| finite(DVec3::from_array([0, 1, 2].map(|k| number_at(3 * i + k))));
        let corners = [corner(0), corner(1), corner(2)];
        let [Some(a), Some(b), Some(c)] = corners else {
            return Err(format!("triangle {number}: a corner is not finite"));
        };
        part.push([a, b, c]);
    }
    Ok(part)
}

fn read_text(bytes: &[u8]) -> Result<Mesh> {
    // Names may be in any encoding; numbers and words are ASCII in all of them.
    let text = String::from_utf8_lossy(bytes);
    let mut words = Words { rest: &text, line: 1 };
    let mut parts = Vec::new();
    while let Some(word) = words.peek() {
        let part = if word.eq_ignore_ascii_case("solid") {
            words.solid()
        } else {
            Err(format!("\"{}\" follows the last solid", shortened(word)))
        };
        parts.push(part.map_err(|e| format!("line {}: {e}", words.line))?);
    }
    Ok(Mesh { parts, warnings: Vec::new() })
}

/// The rest of a text, word by word.
struct Words<'t> {
    rest: &'t str,
    /// The line of the last word.
    line: usize,
}

impl<'t> Words<'t> {
    fn peek(&mut self) -> Option<&'t str> {
        let word = self.rest.trim_start();
        let passed = &self.rest[..self.rest.len() - word.len()];
        self.line += passed.bytes().filter(|byte| *byte == b'\n').count();
        self.rest = word;
        word.split_whitespace().next()
    }

    fn next(&mut self) -> Option<&'t str> {
        let word = self.peek()?;
        self.rest = &self.rest[word.len()..];
        Some(word)
    }

    fn expect(&mut self, wanted: &str) -> Result<()> {
        match self.next() {
            None => Err(format!("the file ends before \"{wanted}\"")),
            Some(word) if word.eq_ignore_ascii_case(wanted) => Ok(()),
            Some(word) => Err(format!("expected \"{wanted}\", found \"{}\"", shortened(word))),
        }
    }

    /// The rest of the line.
    fn name(&mut self) -> &'t str {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name.trim()
    }

    fn solid(&mut self) -> Result<Part> {
        self.expect("solid")?;
        let mut part = Part { name: self.name().into(), ..Part::default() };
        while self.peek().is_some_and(|word| !word.eq_ignore_ascii_case("endsolid")) {
            part.push(self.facet()?);
        }
        self.expect("endsolid")?;
        self.name();
        Ok(part)
    }

    fn facet(&mut self) -> Result<[DVec3; 3]> {
        self.expect("facet")?;
        self.expect("normal")?;
        // The corners give a more accurate normal, and for thin triangles the one in the file may not be
        // a number.
        for _ in 0..3 {
            self.next().ok_or("the file ends in a normal")?;
        }
        self.expect("outer")?;
        self.expect("loop")?;
        let corners = [self.vertex()?, self.vertex()?, self.vertex()?];
        self.expect("endloop")?;
        self.expect("endfacet")?;
        Ok(corners)
    }

    fn vertex(&mut self) -> Result<DVec3> {
        self.expect("vertex")?;
        let words = std::iter::from_fn(|| self.next());
        coordinates(words)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    const FACETS: &str = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n\
        vertex 0 1 0.5\nendloop\nendfacet\nfacet normal nan nan nan\nouter loop\nvertex 0 0 0\n\
        vertex 1 0 0\nvertex 0 -1 0\nendloop\nendfacet\n";

    fn text() -> String {
        format!("solid a\n{FACETS}endsolid a\n")
    }

    fn binary(title: &[u8]) -> Vec<u8> {
        let mut binary = title.to_vec();
        binary.resize(TITLE, b' ');
        binary.extend(2_u32.to_le_bytes());
        for y in [1.0_f32, -1.0] {
            let z = if y > 0.0 { 0.5 } else { 0.0 };
            let numbers = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, y, z];
            binary.extend(numbers.iter().flat_map(|x| x.to_le_bytes()));
            binary.extend([0, 0]);
        }
        binary
    }

    fn parts(bytes: impl AsRef<[u8]>) -> Vec<Part> {
        let mesh = read(bytes.as_ref()).unwrap();
        assert_eq!(mesh.warnings, [""; 0]);
        mesh.parts
    }

    fn error(bytes: impl AsRef<[u8]>) -> String {
        read(bytes.as_ref()).unwrap_err()
    }

    #[test]
    fn text_and_binary_say_the_same() {
        let [text] = &parts(text())[..] else { panic!() };
        for title in ["made by hand", "solid, it says, but it is not", "SOLID"] {
            let [binary] = &parts(binary(title.as_bytes()))[..] else { panic!() };
            let (text, binary) = (text.clone().weld(), binary.clone().weld());
            assert_eq!((text.points.len(), &text.points), (4, &binary.points));
            assert_eq!(text.triangles, binary.triangles);
        }
    }

    #[test]
    fn text_is_read_as_the_library_reads_it() {
        let library = stl_io::read_stl(&mut Cursor::new(text().replace("nan", "0"))).unwrap();
        let [own] = &parts(text())[..] else { panic!() };
        let own = own.clone().weld();
        let points = library.vertices.iter().map(|v| DVec3::from_array(v.0.map(f64::from)));
        assert_eq!(own.points, points.collect::<Vec<_>>());
        assert_eq!(own.triangles, library.faces.iter().map(|f| f.vertices).collect::<Vec<_>>());
    }

    /// 2,000 triangles with coordinates of all sizes.
    #[test]
    fn binary_is_read_as_the_library_reads_it() {
        let count = 2000_u32;
        let mut bits = 1_u32;
        let mut number = || loop {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let x = f32::from_bits(bits);
            if x.is_finite() {
                return x;
            }
        };
        let mut bytes = vec![b' '; TITLE];
        bytes.extend(count.to_le_bytes());
        for _ in 0..count {
            bytes.extend((0..12).flat_map(|_| number().to_le_bytes()));
            bytes.extend([7, 0]);
        }
        let mut cursor = Cursor::new(&bytes);
        let library = stl_io::create_stl_reader(&mut cursor).unwrap();
        let library = library.flat_map(|triangle| triangle.unwrap().vertices);
        let library: Vec<DVec3> = library.map(|v| DVec3::from_array(v.0.map(f64::from))).collect();
        let [own] = &parts(&bytes)[..] else { panic!() };
        assert_eq!((own.triangles.len(), own.points.len()), (2000, 6000));
        assert_eq!(own.points, library);
    }

    #[test]
    fn case_lines_and_names_are_free() {
        let upper = parts(text().to_uppercase().replace("SOLID A", "SOLID A b\t"));
        assert_eq!((upper[0].name.as_str(), upper[0].triangles.len()), ("A b", 2));
        let one_line = format!("solid\n{}endsolid", FACETS.replace('\n', " "));
        assert_eq!(parts(one_line)[0].triangles.len(), 2);
        let windows = parts(text().replace('\n', "\r\n"));
        assert_eq!((windows[0].name.as_str(), windows[0].triangles.len()), ("a", 2));
        let two = parts(format!("\n{}\n\n{}", text(), text().replace("solid a", "solid \u{fffd}")));
        assert_eq!((two.len(), two[1].triangles.len()), (2, 2));
    }

    /// A text that ends anywhere before its last word is an error: 10,000 places.
    #[test]
    fn text_cut_short_is_an_error() {
        let text = format!("solid a\n{}endsolid a\n", FACETS.repeat(60));
        let end = text.rfind("endsolid").unwrap() + "endsolid".len();
        assert!(end > 10_000, "{end}");
        for length in 0..end {
            let error = error(&text[..length]);
            assert!(!error.is_empty(), "{length}");
            if length > "solid a\n".len() {
                assert!(error.starts_with("line "), "{length}: {error}");
            }
        }
        assert_eq!(parts(&text[..end])[0].triangles.len(), 120);
        assert_eq!(error(&text[..end - 9]), "line 841: the file ends before \"endsolid\"");
    }

    #[test]
    fn what_is_left_over_is_an_error() {
        for more in ["facet normal 0 0 1\n", "endsolid\n", "x", "vertex 1 2 3"] {
            let error = error(text() + more);
            assert!(error.starts_with("line 17: \""), "{error}");
            assert!(error.ends_with("follows the last solid"), "{error}");
        }
    }

    #[test]
    fn garbled_text_is_an_error_of_its_line() {
        for (from, to, says) in [
            ("vertex 1 0 0", "vertex 1 0", "line 6: a vertex needs three numbers"),
            ("vertex 1 0 0", "vertex 1 0 nan", "line 5: a vertex is not finite"),
            ("vertex 1 0 0", "vertex 1 0 1e999", "line 5: a vertex is not finite"),
            ("vertex 1 0 0\n", "", "line 6: expected \"vertex\", found \"endloop\""),
            ("endfacet", "endfact", "line 8: expected \"endfacet\", found \"endfact\""),
            ("endloop", "vertex 9 9 9\nendloop", "line 7: expected \"endloop\", found \"vertex\""),
        ] {
            let error = error(text().replacen(from, to, 1));
            assert_eq!(error, says, "{to}");
        }
    }

    #[test]
    fn a_binary_file_cut_short_is_an_error_and_more_is_a_warning() {
        let whole = binary(b"solid");
        for length in 0..whole.len() {
            let error = error(&whole[..length]);
            assert!(error.contains("binary STL") || error.starts_with("line "), "{error}");
        }
        let mesh = read(&[&whole[..], &[1, 2, 3]].concat()).unwrap();
        assert_eq!(mesh.warnings, ["3 bytes follow the last of 2 triangles"]);
        assert_eq!(mesh.parts[0].triangles.len(), 2);
        let mut nan = whole;
        nan[HEADER + 20..HEADER + 24].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(error(nan), "triangle 1: a corner is not finite");
    }

    #[test]
    fn other_files_are_errors() {
        for bytes in [&b"nothing of the kind"[..], &[1; 90], b"solid\nvertex 1 2\n", b""] {
            assert!(!error(bytes).is_empty());
        }
    }
}
