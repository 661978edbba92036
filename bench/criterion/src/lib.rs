//! Benchmarks of clearance, in `benches`: `cargo bench -p clearance-benches`; and the program whose files
//! `cargo xtask journeys` counts.
//!
//! They are a package of their own, which has no tests, so that testing builds none of it.
