//! clearance beside other libraries: the same questions about the same pairs, in one run.
//!
//! ```text
//!   shapes, place --> entrants, one a library --> passes, interleaved --> least time --> table
//!        |                      |                                                          |
//!        +--> truth, proven --> +--> answers ----------------> failures ------------------>+
//! ```
//!
//! - [`shape`]: shapes whose numbers are exact in `f32`, from which each library makes its own.
//! - [`place`]: poses with the required gap or depth.
//! - [`truth`]: the proven answers in `f64`, and the errors of other answers.
//! - [`entrant`]: the interface of a library. [`ours`], [`batch`] and [`peers`] implement it.
//! - [`run`]: the order of the queries, and the least times.
//! - [`command`]: the common parts of the commands.
//! - [`report`]: rows and the table.
//! - [`sat`]: another table, of algorithms that compute the depth of polytopes.

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

/// The version of a package, from the lock file or from the system.
pub fn version(package: &str) -> &'static str {
    match package {
        "bullet" => return option_env!("BULLET_VERSION").unwrap_or_default(),
        "coal" => return option_env!("COAL_VERSION").unwrap_or_default(),
        "ccd" => return option_env!("CCD_VERSION").unwrap_or_default(),
        _ => (),
    }
    let lock = include_str!("../Cargo.lock");
    let name = format!("name = \"{package}\"\nversion = \"");
    let (_, rest) = lock.split_once(&name).unwrap_or_default();
    rest.split('"').next().unwrap_or_default()
}
