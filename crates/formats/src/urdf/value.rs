//! Attributes with numbers, as far as they can be understood.

use crate::error::{Error, Notes, shortened};
use crate::numbers::number;
use crate::xml::Node;

/// What is said of a file that `xacro` has not expanded.
pub const XACRO: &str =
    "xacro has not expanded this: `xacro FILE.xacro > FILE.urdf` makes a URDF file";

/// Is an attribute an expression of xacro: `${..}`, or `$(..)` with one of its words?
pub fn is_program(value: &str) -> bool {
    const WORDS: [&str; 8] =
        ["arg ", "find ", "env ", "optenv ", "eval ", "dirname", "anon ", "cwd"];
    let word = |rest: &str| WORDS.iter().any(|word| rest.trim_start().starts_with(word));
    value.contains("${") || value.split("$(").skip(1).any(word)
}

/// An attribute with a number.
pub fn scalar(node: Node<'_>, name: &str) -> Result<Option<f64>, Error> {
    let read = |value: &str| number(value).map_err(|what| wrong(node, name, value, &what));
    node.attribute(name).map(|value| read(&value)).transpose()
}

/// An attribute with a size: a number that is there, and not negative.
pub fn size(node: Node<'_>, name: &str) -> Result<f64, Error> {
    let value = node.required(name)?;
    match number(&value) {
        Ok(size) if size >= 0.0 => Ok(size),
        Ok(_) => Err(wrong(node, name, &value, "a size is not negative")),
        Err(what) => Err(wrong(node, name, &value, &what)),
    }
}

/// An attribute with three numbers.
///
/// Commas between them are read as blanks. Of four numbers the first three are taken, as Bullet does. A
/// single one stands for all three where it is a size or a scale, or zero.
pub fn vector(node: Node<'_>, name: &str, notes: &mut Notes) -> Result<Option<[f64; 3]>, Error> {
    let Some(value) = node.attribute(name) else { return Ok(None) };
    let words = value.split(|c: char| c.is_ascii_whitespace() || c == ',');
    let numbers =
        words.filter(|word| !word.is_empty()).map(number).collect::<Result<Vec<f64>, _>>();
    let numbers = numbers.map_err(|what| wrong(node, name, &value, &what))?;
    let assumed = |what: &str| format!("{}: {what}", place(node, name, &value));
    if value.contains(',') {
        notes.add(node.line(), assumed("the commas are taken for blanks"));
    }
    match numbers[..] {
        [x, y, z] => Ok(Some([x, y, z])),
        [x, y, z, _] => {
            notes.add(node.line(), assumed("of four numbers the first three are taken"));
            Ok(Some([x, y, z]))
        }
        [all] if all == 0.0 || ["size", "scale"].contains(&name) => {
            notes.add(node.line(), assumed("the number is taken three times"));
            Ok(Some([all; 3]))
        }
        _ => {
            let what = format!("three numbers are needed, and there are {}", numbers.len());
            Err(wrong(node, name, &value, &what))
        }
    }
}

fn wrong(node: Node<'_>, name: &str, value: &str, what: &str) -> Error {
    let what = if is_program(value) { XACRO } else { what };
    node.error(format!("{}: {what}", place(node, name, value)))
}

fn place(node: Node<'_>, name: &str, value: &str) -> String {
    format!("<{} {name}=\"{}\">", node.name(), shortened(value))
}
