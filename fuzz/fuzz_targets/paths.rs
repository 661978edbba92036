//! The fuzzer of [`clearance_fuzz::paths`].
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| clearance_fuzz::paths(bytes));

#[cfg(not(fuzzing))]
fn main() {
    eprintln!("cargo xtask fuzz paths");
}
