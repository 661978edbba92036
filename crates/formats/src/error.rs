//! What is said about a file: errors, which end the reading, and notes, which do not.

use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};

/// Why a file was not read: one sentence, and its place.
///
/// ```
/// let error = clearance_formats::Urdf::read("<robot name='r'>\n<link/></robot>").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: a <link> has no name");
/// ```
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub struct Error {
    /// The file; `None` if it was read from memory.
    pub path: Option<PathBuf>,
    /// The line, from 1, where the element begins; `None` if the format has no lines, or if `what` names
    /// it.
    pub line: Option<usize>,
    /// The sentence, without a full stop.
    pub what: String,
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}: ", path.display())?;
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.what)
    }
}

/// The sentence of [`Display`](core::fmt::Display): what `main` prints of an error that it returns, and what
/// `unwrap` prints.
impl core::fmt::Debug for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

impl Error {
    /// An error without a place.
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { path: None, line: None, what: what.into() }
    }

    pub(crate) fn at(line: usize, what: impl Into<String>) -> Self {
        Self { line: Some(line), ..Self::new(what) }
    }

    /// The same, in this file.
    pub(crate) fn in_file(self, path: &Path) -> Self {
        Self { path: Some(path.to_owned()), ..self }
    }
}

/// A sentence about something odd that was tolerated, and what was assumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The line, from 1.
    pub line: usize,
    /// The sentence, without a full stop.
    pub what: String,
}

impl Display for Note {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// The notes about a file, while it is read.
#[derive(Default)]
pub(crate) struct Notes(pub Vec<Note>);

impl Notes {
    pub fn add(&mut self, line: usize, what: impl Into<String>) {
        self.0.push(Note { line, what: what.into() });
    }

    /// Adds notes, and the element that they are in.
    pub fn add_within(&mut self, kind: &str, name: &str, own: Self) {
        let place = format!("{kind} \"{}\"", shortened(name));
        own.0.into_iter().for_each(|note| self.add(note.line, format!("{place}: {}", note.what)));
    }
}

/// A word from a file, shortened for a message.
pub(crate) fn shortened(word: &str) -> String {
    let mut short: String = word.chars().take(60).collect();
    if short.len() < word.len() {
        short.push_str("...");
    }
    short
}
