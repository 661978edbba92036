//! Pairs of shapes as JSON lines, and their answers: the format that `clearance query` reads and writes,
//! for all programs that use it. `crates/cli/FORMATS.md` describes it.
//!
//! ```text
//!   line.rs     a line of input             answer.rs   its answer
//!   json.rs     from text to values         names.rs    shapes that lines name once
//!   options.rs  the tables of the questions
//!   shapes.rs   shapes of any kind          region.rs   an area with holes
//!   ask.rs      the question to the library; cast.rs and contact.rs ask theirs
//!   pieces.rs   all questions about shapes that are not convex, with the feature `pieces`;
//!   depth.rs    how deep these are in each other
//!   reply.rs    from a line to the line that answers it, errors included
//!   choice.rs   the algorithms by name      cost.rs     algorithms that would take too long
//!   keys.rs     the keys of tables          number.rs   the numbers of answers
//!   words.rs    sentences about wrong names
//!   steps.rs    the steps of an algorithm: as JSON lines, or as columns (columns.rs)
//! ```

pub mod answer;
mod ask;
mod cast;
pub mod choice;
pub mod columns;
pub mod contact;
mod cost;
#[cfg(feature = "pieces")]
pub mod depth;
mod json;
pub mod keys;
pub mod line;
mod names;
pub mod number;
mod options;
#[cfg(feature = "pieces")]
mod pieces;
#[cfg(feature = "pieces")]
mod region;
pub mod reply;
pub mod shapes;
pub mod steps;
pub mod words;

pub use choice::{Choice, How};
pub use columns::Columns;
pub use cost::refusal;
pub use line::{Line, lines, lines_after};
pub use names::Names;
pub use options::{ContactOptions, Movement};
pub use reply::{Memory, Reply, boolean_in_plane, reply, reply_in};
