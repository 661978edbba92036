//! Which pairs of bodies can touch within the limits of the joints: how many are decided, in what time.

use std::time::Instant;

use clearance::paths::{OverLimits, Prover};

/// Asks about all pairs with the effort, and prints what is open.
pub fn measure(prover: &Prover, effort: usize) {
    let start = Instant::now();
    let pairs: Vec<[usize; 2]> = prover.world().pairs().collect();
    let found: Vec<OverLimits> = pairs.iter().map(|pair| prover.over_limits(*pair, effort)).collect();
    let time = start.elapsed().as_secs_f64();
    for (pair, verdict) in pairs.iter().zip(&found) {
        if let OverLimits::Undecided { open, .. } = verdict {
            let names = pair.map(|body| prover.world().names().nth(body).unwrap_or(""));
            println!("{names:?}: {:.2} % of the configurations are open", open * 100.0);
        }
    }
    let count = |is: fn(&OverLimits) -> bool| found.iter().filter(|verdict| is(verdict)).count();
    let never = count(|verdict| *verdict == OverLimits::Never);
    let always = count(|verdict| *verdict == OverLimits::Always);
    let sometimes = count(|verdict| matches!(verdict, OverLimits::Sometimes { .. }));
    println!("{} pairs in {time:.2} s: {never} never, {always} always, {sometimes} sometimes", found.len());
}
