//! The fuzzer of [`clearance_fuzz::solids`].
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| clearance_fuzz::solids(bytes));

#[cfg(not(fuzzing))]
fn main() {
    eprintln!("cargo xtask fuzz solids");
}
