//! Casts: when moving shapes touch first.

mod cases;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/cases.rs"]
mod file;
mod named;
mod oracle;
#[path = "../common/pairs.rs"]
mod pairs;
mod proof;
mod turning;
