//! Benchmarks of clearance, in `benches`: `cargo bench -p clearance-benches`.
//!
//! They are a package of their own so that `cargo test` does not build criterion.
