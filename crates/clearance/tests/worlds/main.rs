//! Questions about shapes that are not convex, against the slow obvious answers.

#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "each test binary uses a part of it")]
mod common;
mod contacts;
mod depth;
mod evidence;
mod make;
mod motion;
mod points;
mod rays;
mod separation;
