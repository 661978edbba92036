#![cfg_attr(not(feature = "std"), no_std)]
//! Scenes: bodies of any shape that come, move and go; which of them touch, what has changed, and what rays, points and
//! shapes meet.
//!
//! ```text
//!   body, handle --> bodies --> scene                      what there is, and how it changes
//!                    boxes  --> pairs --> touch, weld      which boxes meet, and what is kept of a pair
//!                                         patches          contacts of shapes of many pieces, kept
//!                                         step             contacts and events of a step
//!                    filter --> ask/                       rays, points, shapes, nearest pairs
//!                               character                  what walks and slides
//! ```
//!
//! All that is found of pairs is found from boxes that are rounded outward: what they leave out is proven to be farther away.

extern crate alloc;

mod ask;
mod bodies;
mod body;
mod boxes;
mod character;
mod filter;
mod handle;
mod pairs;
mod patches;
mod scene;
mod step;
mod touch;
mod weld;

pub use ask::{Hit, Near, ShapeHit, near_boxes};
pub use body::{Body, Kind, Layers};
pub use character::{Bump, Ground, Moved, Walk};
pub use filter::Filter;
pub use handle::{Handle, Pair, SceneError};
pub use scene::Scene;
pub use step::{Event, Step, StepOptions, Touching};
