//! Reads parts from OBJ and STL files, as far as the files of this benchmark need it.

use std::path::{Path, PathBuf};

/// Points as in the file, in `f64`; in single precision if the format has no more.
pub type Points = Vec<[f64; 3]>;

/// The files of a folder in the order of their names; none if there is no such folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|e| e.path()).collect();
    files.sort();
    files
}

/// Each object whose name starts with `convex_` is a part.
pub fn obj(text: &str) -> Vec<Points> {
    let mut parts: Vec<Points> = Vec::new();
    let mut taken = false;
    for line in text.lines() {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("o") => {
                taken = words.next().is_some_and(|name| name.starts_with("convex_"));
                parts.extend(taken.then(Vec::new));
            }
            Some("v") if taken => {
                let numbers: Vec<f64> = words.map_while(|w| w.parse().ok()).collect();
                let point = numbers.first_chunk::<3>().expect("three coordinates");
                parts.last_mut().expect("an object").push(*point);
            }
            _ => {}
        }
    }
    parts
}

/// All corners of all triangles of a binary file, including repeated ones. `None` if the length does not
/// fit: then it is a text file.
pub fn stl(bytes: &[u8]) -> Option<Points> {
    let count = u32::from_le_bytes(*bytes.get(80..)?.first_chunk()?) as usize;
    if bytes.len() != 84 + 50 * count {
        return None;
    }
    let number = |b: &[u8]| f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let corner = |b: &[u8]| [number(b), number(&b[4..]), number(&b[8..])];
    let triangles = bytes[84..].chunks_exact(50);
    Some(triangles.flat_map(|t| [corner(&t[12..]), corner(&t[24..]), corner(&t[36..])]).collect())
}
