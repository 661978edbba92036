//! The examples of scenes run, and what they assert holds.

#[path = "../../examples/conveyor.rs"]
mod conveyor;
#[path = "../../examples/ricochets.rs"]
mod ricochets;
#[path = "../../examples/terrain.rs"]
mod terrain;

#[test]
fn parcels_pass_their_gates() {
    conveyor::main().unwrap();
}

#[test]
fn a_character_gets_over_the_hills() {
    terrain::main().unwrap();
}

#[test]
fn bullets_stay_in_the_hall() {
    ricochets::main().unwrap();
}
