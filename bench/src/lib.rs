//! clearance beside other libraries: the same questions about the same pairs, in one run.
//!
//! ```text
//!   shapes, place --> entrants, one a library --> passes, interleaved --> least time --> table
//!        |                      |                                                          |
//!        +--> truth, proven --> +--> answers ----------------> failures ------------------>+
//! ```
//!
//! - [`shape`]: shapes in numbers that `f32` holds, from which each library makes its own.
//! - [`place`]: where they stand, so that the gap or the depth is the one wanted.
//! - [`truth`]: the answers in `f64`, proven; what else is off by how much.
//! - [`entrant`]: what a library must do; [`ours`] and [`batch`] do it, and those in [`peers`].
//! - [`run`]: who is asked what, when, and the least time of all.
//! - [`command`]: what the commands do besides.
//! - [`report`]: rows and the table.
//! - [`sat`]: another table, of algorithms that find how deep polytopes are in each other.

pub mod batch;
pub mod command;
pub mod entrant;
pub mod ours;
pub mod pairs;
pub mod peers;
pub mod place;
pub mod report;
pub mod run;
pub mod sat;
pub mod shape;
pub mod truth;

/// The version of a package, as the lock file or the system has it.
pub fn version(package: &str) -> &'static str {
    match package {
        "bullet" => return option_env!("BULLET_VERSION").unwrap_or_default(),
        "ccd" => return option_env!("CCD_VERSION").unwrap_or_default(),
        _ => (),
    }
    let lock = include_str!("../Cargo.lock");
    let name = format!("name = \"{package}\"\nversion = \"");
    let (_, rest) = lock.split_once(&name).unwrap_or_default();
    rest.split('"').next().unwrap_or_default()
}
