//! Numbers in text.

use crate::error::shortened;

/// A finite number.
pub fn number(word: &str) -> Result<f64, String> {
    let word = word.trim();
    let value: f64 = word.parse().map_err(|_| format!("\"{}\" is no number", shortened(word)))?;
    if !value.is_finite() {
        return Err(format!("\"{}\" is not finite", shortened(word)));
    }
    Ok(value)
}

/// A number in a message: with an exponent in place of many zeros.
pub fn shown(value: f64) -> String {
    let text = format!("{value:?}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), String::from)
}

/// Finite numbers between blanks.
pub fn numbers(text: &str) -> Result<Vec<f64>, String> {
    text.split_ascii_whitespace().map(number).collect()
}
