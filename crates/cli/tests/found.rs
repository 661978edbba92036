//! Pairs on which this project itself was found wrong, with every algorithm.

mod common;

use common::{cases, run};

#[test]
fn what_was_found_wrong_is_right() {
    let found = cases().replace("cases.jsonl", "found.jsonl");
    for algorithm in ["auto", "gjk", "gjk-boolean", "epa"] {
        let run = run(&["query", &found, "--expect", "--verify", "--algorithm", algorithm]);
        assert_eq!(run.status, 0, "{algorithm}: {}", run.err);
        for answer in run.lines() {
            assert_eq!(answer["verdict"], "proven", "{algorithm}: {answer}");
        }
    }
}
