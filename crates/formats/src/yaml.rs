//! YAML as a tree. JSON is YAML, too: one reader for both.
//!
//! Of several documents the first one that is not empty counts. Aliases are refused, as a small file could be a large tree
//! with them, and depth is bounded.

use std::borrow::Cow;
use std::path::Path;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError};

use crate::error::{Error, shortened};
use crate::numbers::number;

/// The files that have messages, by their ending.
const MESSAGES: [&str; 3] = ["yaml", "yml", "json"];
/// The largest file with a message, in bytes: its tree is many times as large.
pub const MOST_OF_A_MESSAGE: u64 = 32 << 20;
/// The most levels of lists and tables.
const MOST_DEPTH: usize = 64;

/// Does the name of a file end as those of messages do?
pub fn is_message(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    MESSAGES.iter().any(|known| ending == *known)
}

/// A value, and its line from 1.
#[derive(Debug, PartialEq)]
pub struct Node<'t> {
    pub line: usize,
    pub value: Value<'t>,
}

#[derive(Debug, PartialEq)]
pub enum Value<'t> {
    /// Nothing, or `null`.
    Null,
    /// A number or a word.
    Word(Cow<'t, str>),
    List(Vec<Node<'t>>),
    Table(Vec<(Cow<'t, str>, Node<'t>)>),
}

/// A list or table that is not finished.
enum Open<'t> {
    List(Vec<Node<'t>>),
    /// With the key whose value comes next.
    Table(Vec<(Cow<'t, str>, Node<'t>)>, Option<Cow<'t, str>>),
}

/// The first document of a text, and the line of the next one, if there is one.
pub fn read(text: &str) -> Result<(Node<'_>, Option<usize>), Error> {
    let wrong =
        |e: ScanError| Error::at(e.marker().line(), format!("this is no YAML: {}", e.info()));
    let mut open: Vec<(usize, Open<'_>)> = Vec::new();
    let mut first: Option<Node<'_>> = None;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(wrong)?;
        let line = span.start.line();
        if let (
            Some(node),
            Event::Scalar(..) | Event::SequenceStart(..) | Event::MappingStart(..),
        ) = (&first, &event)
        {
            // What `ros2 topic echo` ends with is an empty document.
            let is_null = matches!(&event, Event::Scalar(word, style, ..) if is_null(word, *style));
            match node.value {
                Value::Null => first = None,
                _ if is_null => continue,
                _ => {
                    return first
                        .map(|node| (node, Some(line)))
                        .ok_or_else(|| Error::new("it is empty"));
                }
            }
        }
        let done = match event {
            Event::Alias(_) => return Err(Error::at(line, "aliases (*name) are not read")),
            Event::SequenceStart(..) | Event::MappingStart(..) if open.len() == MOST_DEPTH => {
                return Err(Error::at(line, format!("it has more than {MOST_DEPTH} levels")));
            }
            Event::SequenceStart(..) => {
                open.push((line, Open::List(Vec::new())));
                continue;
            }
            Event::MappingStart(..) => {
                open.push((line, Open::Table(Vec::new(), None)));
                continue;
            }
            Event::Scalar(word, style, ..) => {
                let value = if is_null(&word, style) { Value::Null } else { Value::Word(word) };
                Node { line, value }
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some((line, Open::List(all))) => Node { line, value: Value::List(all) },
                Some((line, Open::Table(all, _))) => Node { line, value: Value::Table(all) },
                None => continue,
            },
            _ => continue,
        };
        match open.last_mut() {
            Some((_, parent)) => parent.add(done)?,
            None => first = Some(done),
        }
    }
    let first = first.filter(|node| node.value != Value::Null);
    first.map(|node| (node, None)).ok_or_else(|| Error::new("it is empty"))
}

fn is_null(word: &str, style: ScalarStyle) -> bool {
    style == ScalarStyle::Plain && ["", "~", "null"].contains(&word)
}

/// Is it true, as YAML, JSON and Python print it? `None` if it is neither true nor false.
pub fn truth(node: &Node<'_>) -> Option<bool> {
    let Value::Word(word) = &node.value else { return None };
    match &word[..] {
        "true" | "True" | "1" => Some(true),
        "false" | "False" | "0" => Some(false),
        _ => None,
    }
}

impl<'t> Open<'t> {
    fn add(&mut self, node: Node<'t>) -> Result<(), Error> {
        match self {
            Self::List(all) => all.push(node),
            Self::Table(all, key @ Some(_)) => all.extend(key.take().map(|key| (key, node))),
            Self::Table(all, key) => {
                let Value::Word(word) = node.value else {
                    return Err(Error::at(node.line, "a key is no word"));
                };
                if all.iter().any(|(other, _)| *other == word) {
                    let what = format!("\"{}\" is there twice", shortened(&word));
                    return Err(Error::at(node.line, what));
                }
                *key = Some(word);
            }
        }
        Ok(())
    }
}

impl<'t> Node<'t> {
    /// The value of a key of a table, unless it is nothing.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Value::Table(all) = &self.value else { return None };
        let (_, node) = all.iter().find(|(name, _)| name == key)?;
        (node.value != Value::Null).then_some(node)
    }
    /// The keys of a table.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let all = if let Value::Table(all) = &self.value { &all[..] } else { &[] };
        all.iter().map(|(key, _)| &**key)
    }
    /// The values of a list at a place of a message.
    pub fn list(&self, place: &str) -> Result<&[Self], Error> {
        let wrong = |what: String| Err(Error::at(self.line, format!("{place} {what}")));
        match &self.value {
            Value::List(all) => match all.iter().find(|node| node.is_left_out()) {
                Some(node) => node.left_out(place),
                None => Ok(all),
            },
            Value::Word(word) if word.starts_with("<sequence") => {
                wrong("is not printed: `ros2 topic echo` without `--no-arr` prints it".into())
            }
            _ => wrong("is no list".into()),
        }
    }
    /// A finite number at a place of a message.
    pub fn number(&self, place: &str) -> Result<f64, Error> {
        let wrong = |what: String| Error::at(self.line, format!("{place}: {what}"));
        match &self.value {
            Value::Word(word) => number(word).map_err(wrong),
            _ => Err(wrong("this is no number".into())),
        }
    }
    /// A word at a place of a message.
    pub fn word(&self, place: &str) -> Result<&str, Error> {
        match &self.value {
            Value::Word(word) if word.ends_with("...") => self.left_out(place),
            Value::Word(word) => Ok(word),
            _ => Err(Error::at(self.line, format!("{place}: this is no word"))),
        }
    }
    fn is_left_out(&self) -> bool {
        matches!(&self.value, Value::Word(word) if word == "...")
    }
    fn left_out<T>(&self, place: &str) -> Result<T, Error> {
        let what = "\"...\" stands for what is left out: `ros2 topic echo --full-length` (`-f`) prints all";
        Err(Error::at(self.line, format!("{place}: {what}")))
    }
}
