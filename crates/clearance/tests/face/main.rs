//! The interface for engines: shapes and their getters, text, meshes, poses.

mod any;
#[path = "../common/mod.rs"]
mod common;
mod getters;
mod local;
mod mesh;
mod names;
mod scaled;
mod text;
mod trusted;
