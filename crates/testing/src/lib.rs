//! Helpers that the tests and benchmarks of the workspace share.
//!
//! The crate does not depend on clearance, so that the unit tests of clearance can use it, too: with the
//! dependency they would see each type twice. Helpers that need the library's types are in
//! `crates/clearance/tests/common`.

mod counted;
mod random;

pub use counted::Counted;
pub use random::Random;

/// The number of pairs (or shapes, files, lines) of a random test: the value of the environment variable
/// `CLEARANCE_PAIRS`, or `unless_told`.
///
/// # Panics
/// If the variable is not a number: a test must not run with an unintended count.
pub fn pairs<N: core::str::FromStr>(unless_told: N) -> N {
    from_environment("CLEARANCE_PAIRS").unwrap_or(unless_told)
}

/// As [`pairs`], but a quarter with `CLEARANCE_QUICK=1`: for the tests that take the longest.
///
/// # Panics
/// As [`pairs`].
pub fn some_pairs(unless_told: u32) -> u32 {
    let is_quick = from_environment::<u8>("CLEARANCE_QUICK") == Some(1);
    pairs(if is_quick { unless_told / 4 } else { unless_told })
}

/// The number in an environment variable; `None` if it is not set.
///
/// # Panics
/// If it is set to something that is not a number.
pub fn from_environment<N: core::str::FromStr>(name: &str) -> Option<N> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")))
}
