//! Scenes against lists: what they find is what a look at all bodies and pairs finds.

mod boxes;
#[path = "../common/mod.rs"]
mod common;
mod events;
mod examples;
mod lists;
#[path = "../worlds/make.rs"]
#[allow(dead_code, reason = "made for other tests, too")]
mod make;
mod random;
mod walking;
