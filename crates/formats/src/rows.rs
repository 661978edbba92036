//! Joint paths as CSV: a header with the names of joints, and a configuration in each row.
//!
//! ```text
//! # pick and place
//! time, shoulder, elbow
//! 0.0,  0.1,      -0.5
//! 0.5,  0.2,      -0.4
//! ```
//!
//! A column `time` is optional, and so are `shoulder.velocity` and `shoulder.acceleration`: all joints have them, or none.
//! Empty lines and lines that begin with `#` are skipped. Names and values may be in quotes. Every column of the header has
//! a value in every row: a missing one is an error, because a 0 in its place would be another path.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Trim};

use crate::error::{Error, Note, shortened};
use crate::file::{self, MOST_OF_A_MESH};
use crate::numbers::{number, shown};
use crate::robot_state::RobotState;
use crate::yaml;

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
    /// How fast joints move, for each row: a value for each name, or none.
    pub velocities: Vec<Vec<f64>>,
    /// The same of accelerations. A row that has them has velocities.
    pub accelerations: Vec<Vec<f64>>,
    /// The line of each row in the file, from 1.
    pub lines: Vec<usize>,
    /// Where joints are before the first row, of a message that says so.
    pub start: RobotState,
    /// The planar joints of a message, by name: each J has the names J/x, J/y and J/theta.
    pub planar: Vec<String>,
    /// Is it a message of ROS, whose times are those of a controller?
    pub is_message: bool,
    /// What is odd.
    pub notes: Vec<Note>,
}

/// The name of the column that is no joint.
const TIME: &str = "time";
/// What follows the name of a joint in the names of its other columns.
const VELOCITY: &str = ".velocity";
const ACCELERATION: &str = ".acceleration";

/// What a column has.
#[derive(Clone, Copy, PartialEq)]
enum Column {
    Time,
    /// Of the joint of this number.
    Position(usize),
    Velocity(usize),
    Acceleration(usize),
}

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
        let (names, kinds) = kinds(&columns).map_err(|what| Error::at(line, what))?;
        let time = kinds.contains(&Column::Time).then(Vec::new);
        let mut read = Self { names, time, ..Self::default() };
        let columns: Vec<(String, Column)> = columns.into_iter().zip(kinds).collect();
        while let Some(line) = records.next()? {
            read.enter(&columns, &records.record).map_err(|what| Error::at(line, what))?;
            read.lines.push(line);
        }
        if read.rows.is_empty() {
            return Err(Error::new("no row follows the names of joints"));
        }
        Ok(read)
    }

    /// Reads a CSV file, or, if it ends in `.yaml`, `.yml` or `.json`, a message.
    ///
    /// # Errors
    /// As [`read`](Self::read) and [`read_message`](Self::read_message), or the file cannot be read.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let read = if yaml::is_message(path) {
            file::read(path, yaml::MOST_OF_A_MESSAGE).and_then(Self::read_message)
        } else {
            file::read(path, MOST_OF_A_MESH).and_then(Self::read)
        };
        read.map_err(|e| e.in_file(path))
    }

    /// Where a row is in the file.
    pub fn place(&self, row: usize) -> String {
        let line = self.lines[row];
        if self.is_message { format!("line {line}: points[{row}]") } else { format!("line {line}") }
    }

    /// Adds a row.
    fn enter(&mut self, columns: &[(String, Column)], record: &StringRecord) -> Result<(), String> {
        if record.len() > columns.len() {
            return Err(format!("{} values for {} columns", record.len(), columns.len()));
        }
        let room = |is_there: fn(&Column) -> bool| match columns.iter().any(|(_, c)| is_there(c)) {
            true => vec![0.0; self.names.len()],
            false => Vec::new(),
        };
        let mut row = vec![0.0; self.names.len()];
        let mut velocities = room(|column| matches!(column, Column::Velocity(_)));
        let mut accelerations = room(|column| matches!(column, Column::Acceleration(_)));
        for (i, (name, column)) in columns.iter().enumerate() {
            let word = record.get(i).map(unquoted).filter(|word| !word.is_empty());
            let word = word.ok_or_else(|| format!("\"{}\" has no value", shortened(name)))?;
            let value = number(word).map_err(|e| format!("\"{}\": {e}", shortened(name)))?;
            match *column {
                Column::Time => self.enter_time(value)?,
                Column::Position(joint) => row[joint] = value,
                Column::Velocity(joint) => velocities[joint] = value,
                Column::Acceleration(joint) => accelerations[joint] = value,
            }
        }
        self.rows.push(row);
        self.velocities.push(velocities);
        self.accelerations.push(accelerations);
        Ok(())
    }

    fn enter_time(&mut self, value: f64) -> Result<(), String> {
        let times = self.time.get_or_insert_default();
        if let Some(last) = times.last().filter(|last| value < **last) {
            return Err(format!("time goes back from {} to {}", shown(*last), shown(value)));
        }
        times.push(value);
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

/// The names of joints, and what each column has.
fn kinds(columns: &[String]) -> Result<(Vec<String>, Vec<Column>), String> {
    let all: HashSet<&str> = columns.iter().map(String::as_str).collect();
    let has = |joint: &str, ending: &str| all.contains(&*format!("{joint}{ending}"));
    let is_other = |name: &str| [VELOCITY, ACCELERATION].iter().any(|end| name.ends_with(end));
    let is_joint = |name: &&String| **name != TIME && !is_other(name);
    let names: Vec<String> = columns.iter().filter(is_joint).cloned().collect();
    for ending in [VELOCITY, ACCELERATION] {
        let with = names.iter().find(|joint| has(joint, ending));
        let without = names.iter().find(|joint| !has(joint, ending));
        if let (Some(with), Some(without)) = (with, without) {
            let (with, without) = (shortened(with), shortened(without));
            return Err(format!(
                "there is \"{with}{ending}\", but no \"{without}{ending}\": all joints have that column, or none has it"
            ));
        }
        if ending == ACCELERATION && with.is_some() && !names.iter().any(|name| has(name, VELOCITY))
        {
            return Err("there are accelerations, but no velocities".into());
        }
    }
    let numbers: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let kind = |name: &String| {
        let kind = match (name.strip_suffix(VELOCITY), name.strip_suffix(ACCELERATION)) {
            _ if name == TIME => Some(Column::Time),
            (Some(joint), _) => numbers.get(joint).map(|joint| Column::Velocity(*joint)),
            (_, Some(joint)) => numbers.get(joint).map(|joint| Column::Acceleration(*joint)),
            _ => numbers.get(&**name).map(|joint| Column::Position(*joint)),
        };
        kind.ok_or_else(|| {
            format!("\"{}\" is of a joint that has no column itself", shortened(name))
        })
    };
    let kinds = columns.iter().map(kind).collect::<Result<_, _>>()?;
    Ok((names, kinds))
}
