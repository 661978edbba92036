//! Casts: when moving shapes touch first.

mod cases;
mod checked;
mod closed;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/cases.rs"]
mod file;
mod hostile;
mod named;
mod oracle;
#[path = "../common/pairs.rs"]
mod pairs;
mod parting;
mod proof;
mod turning;
