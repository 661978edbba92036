//! Pairs of shapes as JSON lines, and their answers: the format that `clearance query` reads and writes,
//! for all programs that use it. `crates/cli/FORMATS.md` describes it.
//!
//! ```text
//!   line.rs     a line of input             answer.rs   its answer
//!   ask.rs      the question to the library; cast.rs and contact.rs ask theirs
//!   reply.rs    from a line to the line that answers it, errors included
//!   choice.rs   the algorithms by name      cost.rs     algorithms that would take too long
//!   keys.rs     the keys of tables          number.rs   the numbers of answers
//!   steps.rs    the steps of an algorithm: as JSON lines, or as columns (columns.rs)
//! ```

pub mod answer;
mod ask;
mod cast;
pub mod choice;
pub mod columns;
pub mod contact;
mod cost;
pub mod keys;
pub mod line;
pub mod number;
pub mod reply;
pub mod steps;

pub use choice::{Choice, How};
pub use columns::Columns;
pub use line::Line;
pub use reply::{Memory, Reply, boolean_in_plane, reply, reply_in};
