//! Files as bytes and as text.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::Error;

/// The largest URDF, SRDF or CSV file, in bytes.
pub const MOST_OF_A_TEXT: u64 = 128 << 20;
/// The largest mesh file, in bytes: ten million triangles of binary STL.
pub const MOST_OF_A_MESH: u64 = 512 << 20;

/// How a file begins that stands for one kept by Git LFS.
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// The content of a regular file of at most `most` bytes. Symbolic links are followed.
///
/// # Errors
/// They do not name the path yet.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let unreadable = |e: std::io::Error| Error::new(format!("cannot read it: {e}"));
    // What is no regular file, such as a device or a pipe, may have no end.
    if !path.metadata().map_err(unreadable)?.is_file() {
        return Err(Error::new("it is not a file"));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > most {
        return Err(Error::new(format!("it has more than {} MiB", most >> 20)));
    }
    if bytes.starts_with(LFS_POINTER) {
        return Err(Error::new("it stands for a file that Git LFS has: `git lfs pull` fetches it"));
    }
    Ok(bytes)
}

/// Bytes as text, without a byte order mark. Names may be in any encoding: what is not UTF-8 is replaced.
/// Numbers and words of the formats are ASCII.
pub fn text(bytes: &[u8]) -> Result<String, Error> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(Error::new("it is UTF-16: only UTF-8 is read"));
    }
    let text = String::from_utf8_lossy(bytes);
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}
