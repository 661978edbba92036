//! Joint paths as CSV: a header with the names of joints, and a configuration in each row.
//!
//! ```text
//! # pick and place
//! time, shoulder, elbow
//! 0.0,  0.1,      -0.5
//! 0.5,  0.2,      -0.4
//! ```
//!
//! A column `time` is optional. Empty lines and lines that begin with `#` are skipped. Names and values may
//! be in quotes. Every joint of the header has a value in every row: a missing one is an error, because a 0
//! in its place would be another path.

use std::collections::HashSet;
use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Trim};

use crate::error::{Error, shortened};
use crate::file::{self, MOST_OF_A_MESH};
use crate::numbers::{number, shown};

/// A path of configurations.
///
/// ```
/// let path = clearance_formats::Rows::read("time,elbow\n0,0.5\n1,0.7\n")?;
/// assert_eq!((path.names, path.time), (vec!["elbow".to_owned()], Some(vec![0.0, 1.0])));
/// assert_eq!(path.rows, [[0.5], [0.7]]);
/// # Ok::<(), clearance_formats::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The names of joints: at least one, all different.
    pub names: Vec<String>,
    /// The time of each row, in seconds; it never goes back.
    pub time: Option<Vec<f64>>,
    /// At least one. Each has a value for each name, in radians or metres.
    pub rows: Vec<Vec<f64>>,
    /// The line of each row in the file, from 1.
    pub lines: Vec<usize>,
}

/// The name of the column that is no joint.
const TIME: &str = "time";

impl Rows {
    /// Reads the content of a CSV file.
    ///
    /// # Errors
    /// No header with names; a name that is doubled; no rows; a row with a value too few or too many, or
    /// with one that is no finite number, named by its line and column; time that goes back.
    pub fn read(bytes: impl AsRef<[u8]>) -> Result<Self, Error> {
        let text = file::text(bytes.as_ref())?;
        let mut records = Records::of(&text);
        let Some(line) = records.next()? else { return Err(Error::new("it is empty")) };
        let columns = columns(&records.record).map_err(|what| Error::at(line, what))?;
        let is_time = |name: &&String| **name == TIME;
        let mut read = Self {
            names: columns.iter().filter(|name| !is_time(name)).cloned().collect(),
            time: columns.iter().any(|name| is_time(&name)).then(Vec::new),
            ..Self::default()
        };
        while let Some(line) = records.next()? {
            read.enter(&columns, &records.record).map_err(|what| Error::at(line, what))?;
            read.lines.push(line);
        }
        if read.rows.is_empty() {
            return Err(Error::new("no row follows the names of joints"));
        }
        Ok(read)
    }

    /// Reads a CSV file.
    ///
    /// # Errors
    /// As [`read`](Self::read), or the file cannot be read.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let bytes = file::read(path, MOST_OF_A_MESH);
        bytes.and_then(Self::read).map_err(|e| e.in_file(path))
    }

    /// Adds a row.
    fn enter(&mut self, columns: &[String], record: &StringRecord) -> Result<(), String> {
        if record.len() > columns.len() {
            return Err(format!("{} values for {} columns", record.len(), columns.len()));
        }
        let mut row = Vec::with_capacity(self.names.len());
        for (i, name) in columns.iter().enumerate() {
            let word = record.get(i).map(unquoted).filter(|word| !word.is_empty());
            let word = word.ok_or_else(|| format!("\"{}\" has no value", shortened(name)))?;
            let value = number(word).map_err(|e| format!("\"{}\": {e}", shortened(name)))?;
            match &mut self.time {
                Some(times) if *name == TIME => {
                    if let Some(last) = times.last().filter(|last| value < **last) {
                        return Err(format!(
                            "time goes back from {} to {}",
                            shown(*last),
                            shown(value)
                        ));
                    }
                    times.push(value);
                }
                _ => row.push(value),
            }
        }
        self.rows.push(row);
        Ok(())
    }
}

/// The records of a text, with their lines.
struct Records<'t> {
    text: &'t str,
    reader: csv::Reader<&'t [u8]>,
    record: StringRecord,
    /// The bytes whose lines were counted, and the line after them.
    counted: (usize, usize),
}

impl<'t> Records<'t> {
    fn of(text: &'t str) -> Self {
        let mut options = ReaderBuilder::new();
        options.has_headers(false).flexible(true).trim(Trim::All).comment(Some(b'#'));
        let reader = options.from_reader(text.as_bytes());
        Self { text, reader, record: StringRecord::new(), counted: (0, 1) }
    }

    /// Reads a record that is neither blank nor a comment. Returns its line; `None` at the end.
    fn next(&mut self) -> Result<Option<usize>, Error> {
        loop {
            let from = usize::try_from(self.reader.position().byte()).unwrap_or(usize::MAX);
            let read = self.reader.read_record(&mut self.record);
            let line = self.line_from(from);
            if !read.map_err(|e| Error::at(line, e.to_string()))? {
                return Ok(None);
            }
            let is_blank = self.record.len() == 1 && self.record[0].is_empty();
            if !is_blank && !self.record[0].starts_with('#') {
                return Ok(Some(line));
            }
        }
    }

    /// The first line from a byte on that is neither empty nor a comment. The reader passes over such lines without a
    /// word, and does not count them in the place of the record after them.
    fn line_from(&mut self, from: usize) -> usize {
        let (mut byte, mut line) = self.counted;
        for part in self.text[byte..].split_inclusive('\n') {
            let content = part.trim_end_matches(['\r', '\n']);
            let is_passed = content.is_empty() || content.starts_with('#');
            if byte + content.len() > from && !is_passed {
                break;
            }
            byte += part.len();
            line += 1;
        }
        self.counted = (byte, line);
        line
    }
}

/// A value without the quotes that stand after a blank, which the reader leaves as they are.
fn unquoted(value: &str) -> &str {
    value.trim_matches('"')
}

/// The names of the columns.
fn columns(header: &StringRecord) -> Result<Vec<String>, String> {
    let mut known = HashSet::new();
    for name in header.iter().map(unquoted) {
        if name.is_empty() || number(name).is_ok() {
            let what = "the first line has the names of joints, separated by commas";
            return Err(format!("\"{}\" is no name: {what}", shortened(name)));
        }
        if !known.insert(name) {
            return Err(format!("\"{}\" is named twice", shortened(name)));
        }
    }
    if header.iter().all(|name| unquoted(name) == TIME) {
        return Err("no joint is named".into());
    }
    Ok(header.iter().map(|name| unquoted(name).into()).collect())
}
