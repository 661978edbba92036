//! How long the slowest query took. This is printed and not asserted, as the machine may be busy.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The slowest query of each kind.
#[derive(Default)]
pub struct Slowest(BTreeMap<&'static str, (Duration, String)>);

impl Slowest {
    /// Runs the query. If it took longer than all before, it runs four more times; the shortest
    /// time counts.
    pub fn asked<R>(
        &mut self,
        question: &'static str,
        pair: &impl std::fmt::Debug,
        ask: impl Fn() -> R,
    ) -> R {
        let mut took = Duration::MAX;
        let mut answer = None;
        for _ in 0..5 {
            let start = Instant::now();
            answer = Some(ask());
            took = took.min(start.elapsed());
            if self.0.get(question).is_some_and(|slowest| took <= slowest.0) {
                break;
            }
        }
        if self.0.get(question).is_none_or(|slowest| took > slowest.0) {
            self.0.insert(question, (took, format!("{pair:?}")));
        }
        answer.expect("it was asked")
    }

    pub fn print(&self) {
        for (question, (took, pair)) in &self.0 {
            println!("slowest {question}: {took:?} of {pair}");
        }
    }
}
