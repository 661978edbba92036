//! clearance for web pages: pairs of shapes as text, and a heap of bodies.
//!
//! ```text
//!   lines      query lines and their answers: plane, space and mesh have what pictures need besides
//!   steps      the steps of an algorithm
//!   heap       a scene of bodies that fall into a box, moved by impulses
//! ```
//!
//! `cargo xtask lab` builds it four times, with TypeScript declarations: with the feature `plane` into
//! `lab/pkg/plane`, with `space` into `lab/pkg/space`, with `mesh` into `lab/pkg/mesh`, and with `heap` into
//! `lab/pkg/heap`. Tests use all at once.

#[cfg(not(any(feature = "plane", feature = "space", feature = "heap")))]
compile_error!("of which shapes? the features are `plane`, `space` and `heap`");

#[cfg(feature = "mesh")]
mod checked;
#[cfg(feature = "mesh")]
mod file;
#[cfg(feature = "heap")]
mod heap;
#[cfg(feature = "heap")]
mod impulses;
#[cfg(any(feature = "plane", feature = "space"))]
mod lines;
#[cfg(feature = "plane")]
mod plane;
#[cfg(feature = "space")]
mod space;
#[cfg(any(feature = "plane", feature = "space"))]
mod steps;
#[cfg(feature = "mesh")]
mod walk;

#[cfg(feature = "mesh")]
pub use checked::Checked;
#[cfg(feature = "mesh")]
pub use file::Mesh;
#[cfg(feature = "heap")]
pub use heap::Heap;
#[cfg(any(feature = "plane", feature = "space"))]
pub use lines::*;
#[cfg(feature = "space")]
pub use space::{Combined, Surface};
#[cfg(any(feature = "plane", feature = "space"))]
pub use steps::Steps;
