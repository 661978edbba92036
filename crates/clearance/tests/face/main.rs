//! What engines hold in their hands: shapes and what they tell, text, meshes, poses.

mod any;
#[path = "../common/mod.rs"]
mod common;
mod getters;
mod local;
mod mesh;
mod text;
mod trusted;
