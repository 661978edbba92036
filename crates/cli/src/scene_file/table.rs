//! Tables of TOML: their keys are checked, and an unknown one is an error.

use anyhow::{Result, anyhow, ensure};
use clearance_lines::keys::{self, Known, Tree};
use toml::Value;

/// Refuses unknown keys, and values of other kinds.
pub fn check(name: &str, table: &Value, known: &[Known]) -> Result<()> {
    let checked = keys::check_keys(name, table, known);
    checked.and_then(|()| keys::check_forms(table, known)).map_err(|wrong| anyhow!(wrong))
}

/// The text of a key.
pub fn text_of(table: &Value, key: &str) -> Option<String> {
    table.entry(key)?.text().map(String::from)
}

/// The strings of a list.
pub fn names(list: &Value) -> Vec<String> {
    let items = list.items().unwrap_or_default();
    items.iter().filter_map(|name| Some(name.text()?.into())).collect()
}

/// Makes an error of unknown keys.
pub fn refuse(odd: &[String]) -> Result<()> {
    ensure!(odd.is_empty(), "{}", odd.join("; "));
    Ok(())
}
