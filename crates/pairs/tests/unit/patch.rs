//! Tests of `patch`.

use clearance_pairs::patch::Owner::{A, B, Edges, Gap, Wanted};

#[test]
fn owners_are_exchanged() {
    assert_eq!([A, B, Edges, Gap, Wanted].map(|o| o.swapped()), [B, A, Edges, Gap, Wanted]);
}
