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
//! be in quotes, but have no commas. Every joint of the
//! header has a value in every row: a missing one is an error, because a 0 in its place would be another
//! path.

use std::collections::HashSet;
use std::path::Path;

use crate::error::{Error, shortened};
use crate::file::{self, MOST_OF_A_MESH};
use crate::numbers::number;

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
        let lines = text.lines().zip(1..).map(|(line, number)| (line.trim(), number));
        let mut lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        let Some((header, line)) = lines.next() else { return Err(Error::new("it is empty")) };
        let columns = columns(header).map_err(|what| Error::at(line, what))?;
        let is_time = |name: &&&str| **name == TIME;
        let mut read = Self {
            names: columns.iter().filter(|name| !is_time(name)).map(ToString::to_string).collect(),
            time: columns.iter().any(|name| is_time(&name)).then(Vec::new),
            ..Self::default()
        };
        for (row, line) in lines {
            read.enter(&columns, row).map_err(|what| Error::at(line, what))?;
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
    fn enter(&mut self, columns: &[&str], line: &str) -> Result<(), String> {
        let words: Vec<&str> = cells(line).collect();
        if words.len() > columns.len() {
            return Err(format!("{} values for {} columns", words.len(), columns.len()));
        }
        let mut row = Vec::with_capacity(self.names.len());
        for (i, name) in columns.iter().enumerate() {
            let word = words.get(i).filter(|word| !word.is_empty());
            let word = word.ok_or_else(|| format!("\"{}\" has no value", shortened(name)))?;
            let value = number(word).map_err(|e| format!("\"{}\": {e}", shortened(name)))?;
            match &mut self.time {
                Some(times) if *name == TIME => {
                    if let Some(last) = times.last().filter(|last| value < **last) {
                        return Err(format!("time goes back from {last} to {value}"));
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

/// What is between the commas of a line, without blanks and quotes.
fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(|cell| cell.trim().trim_matches('"'))
}

/// The names of the columns.
fn columns(header: &str) -> Result<Vec<&str>, String> {
    let mut known = HashSet::new();
    for name in cells(header) {
        if name.is_empty() || number(name).is_ok() {
            let what = "the first line has the names of joints, separated by commas";
            return Err(format!("\"{}\" is no name: {what}", shortened(name)));
        }
        if !known.insert(name) {
            return Err(format!("\"{}\" is named twice", shortened(name)));
        }
    }
    if cells(header).all(|name| name == TIME) {
        return Err("no joint is named".into());
    }
    Ok(cells(header).collect())
}
