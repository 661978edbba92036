//! Pairs of shapes as JSON lines, and their answers: the format that `clearance query` reads and writes,
//! for all programs that use it. `crates/cli/FORMATS.md` describes it.
//!
//! ```text
//!   line.rs     what a line says            answer.rs   what is said of it
//!   ask.rs      the question to the library; cast.rs and contact.rs answer theirs
//!   told.rs     from a line to its answer, whatever is wrong with it
//!   asked.rs    the algorithms by name      cost.rs     what is too slow to begin
//!   keys.rs     what tables may say         number.rs   numbers as answers have them
//!   steps.rs    what an algorithm did: as JSON lines, or as columns (columns.rs)
//! ```

pub mod answer;
mod ask;
pub mod asked;
mod cast;
pub mod columns;
pub mod contact;
mod cost;
pub mod keys;
pub mod line;
pub mod number;
pub mod steps;
pub mod told;

pub use asked::{Asked, How};
pub use columns::Columns;
pub use line::Line;
pub use told::{Memory, Told, boolean_in_plane, told, told_in};
