//! Reads a line as JSON, strictly: no table has a key twice. Says in plain words what is wrong.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::{Map, Value};

/// The value of a text of one line.
pub fn read(text: &str) -> Result<Value, String> {
    let value: Result<Strict, _> = serde_json::from_str(text.trim_end());
    value.map(|Strict(value)| value).map_err(|e| said(text, &e))
}

/// The parser's words, without its number of the line: here there is always only one.
fn said(text: &str, error: &serde_json::Error) -> String {
    let (words, column) = (error.to_string(), error.column());
    let words = words.rsplit_once(" at line ").map_or(&words[..], |(words, _)| words);
    let plain = match words {
        // A message of this file.
        _ if error.classify() == Category::Data => return format!("{words} at column {column}"),
        _ if error.is_eof() => "the line ends too early, in the middle of a value or a table",
        "expected value" => "there is no value",
        "expected ident" => "there is a word that JSON does not have",
        "trailing characters" => "there is more after the end of the value",
        "trailing comma" => "there is a comma before the end of a list or a table",
        "key must be a string" => "a key must be in quotes",
        "number out of range" => "a number is out of range",
        "recursion limit exceeded" => "lists and tables are nested too deeply",
        other => other,
    };
    format!("not JSON: {plain}, at column {column}{}", hint(text, error))
}

/// A value in which no table has a key twice. A key that occurs twice is ambiguous.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }
    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }
    fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(key) = table.next_key::<String>()? {
            if fields.contains_key(&key) {
                return Err(A::Error::custom(format!("the key {key:?} is there twice")));
            }
            let Strict(value) = table.next_value()?;
            fields.insert(key, value);
        }
        Ok(fields.into())
    }
}

/// A hint for text that other programs write for values that JSON does not have.
fn hint(text: &str, error: &serde_json::Error) -> &'static str {
    let wrong = text.get(error.column().saturating_sub(2)..).unwrap_or("");
    let wrong = wrong.trim_start_matches(|c: char| !c.is_ascii_alphabetic() && c != '-');
    let named = |name: &str| wrong.strip_prefix('-').unwrap_or(wrong).starts_with(name);
    if ["NaN", "nan", "Inf", "inf"].into_iter().any(named) {
        ": JSON has no NaN and no infinity"
    } else {
        ""
    }
}
