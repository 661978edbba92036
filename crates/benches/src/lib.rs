//! Benchmarks of clearance, in `benches`: `cargo bench -p clearance-benches`.
//!
//! They are a package of their own, which has no tests, so that testing does not build criterion.
