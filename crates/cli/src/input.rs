//! Reading with limits: no file and no line makes the command use unlimited memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use clearance_lines::line::MOST_OF_A_LINE;

use crate::text::shown;

/// The largest scene file, in bytes.
pub const MOST_OF_A_SCENE: u64 = 32 << 20;
/// A line that is longer than this is taken to have no end.
const ENDLESS: u64 = 1 << 30;

/// The name of an input for messages.
pub fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".into() } else { shown(&path.display().to_string()) }
}

/// Does the path `-` stand for standard input?
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// The input and its size in bytes, or 0 if the size is not known. `-` is standard input.
pub fn open(path: &Path) -> Result<(Box<dyn BufRead>, u64)> {
    if is_standard(path) {
        return Ok((Box::new(io::stdin().lock()), 0));
    }
    let context = || format!("cannot read {}", name(path));
    let file = File::open(path).with_context(context)?;
    let about = file.metadata().with_context(context)?;
    ensure!(!about.is_dir(), "cannot read {}: it is a folder", name(path));
    Ok((Box::new(BufReader::new(file)), about.len()))
}

/// The content of a file of at most `most` bytes.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>> {
    let (input, size) = open(path)?;
    let too_large = || format!("cannot read {}: it is larger than {} MiB", name(path), most >> 20);
    ensure!(size <= most, too_large());
    let mut bytes = Vec::new();
    let read = input.take(most + 1).read_to_end(&mut bytes);
    read.with_context(|| format!("cannot read {}", name(path)))?;
    ensure!(bytes.len() as u64 <= most, too_large());
    Ok(bytes)
}

/// The content of a text file of at most `most` bytes, without a byte order mark.
pub fn read_text(path: &Path, most: u64) -> Result<String> {
    let bytes = read(path, most)?;
    let text = str::from_utf8(without_mark(&bytes)).map_err(|e| e.valid_up_to() + 1);
    let text = text.map_err(|byte| anyhow::anyhow!("not UTF-8 text: byte {byte}"));
    Ok(text.with_context(|| format!("cannot read {}", name(path)))?.into())
}

/// The text without the byte order mark that some editors put before the first line.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The result of reading a line.
pub enum LineRead {
    /// The input has ended.
    End,
    /// A line, with its line end if it has one.
    Line,
    /// A line longer than [`MOST_OF_A_LINE`], which was skipped.
    TooLong,
}

/// Reads a line into `bytes`. Also returns the number of bytes read.
pub fn read_line(input: &mut dyn BufRead, bytes: &mut Vec<u8>) -> io::Result<(LineRead, u64)> {
    bytes.clear();
    let mut taken = input.take(MOST_OF_A_LINE).read_until(b'\n', bytes)? as u64;
    if taken == 0 {
        return Ok((LineRead::End, 0));
    }
    if taken < MOST_OF_A_LINE || bytes.ends_with(b"\n") {
        return Ok((LineRead::Line, taken));
    }
    *bytes = Vec::new();
    loop {
        let buffer = match input.fill_buf() {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let (used, done) = end.map_or((buffer.len(), buffer.is_empty()), |at| (at + 1, true));
        input.consume(used);
        taken += used as u64;
        if done {
            return Ok((LineRead::TooLong, taken));
        }
        if taken > ENDLESS {
            return Err(io::Error::other("a line has no end within 1 GiB"));
        }
    }
}
