//! Gives the same points to each library in turn, and takes the least time of several runs.

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use clearance::hull::build3;

use crate::read::Points;
use crate::{narrow, wide};

pub fn header() {
    println!(
        "\n{:20} {:>6} | microseconds a part\n{:20} {:>6} | {:>10} {:>10} {:>6} {:>7} | {:>10} {:>10} {:>6} {:>7}",
        "",
        "",
        "set",
        "parts",
        "clearance",
        "parry f64",
        "ratio",
        "failed",
        "f32",
        "parry f32",
        "ratio",
        "failed"
    );
}

/// The seconds that a run took, or infinity if it failed.
fn time(run: impl FnOnce() -> bool) -> f64 {
    let start = Instant::now();
    // A library that panics has failed. Its state is not used afterwards.
    let built = catch_unwind(AssertUnwindSafe(run)).unwrap_or(false);
    let seconds = start.elapsed().as_secs_f64();
    if built { seconds } else { f64::INFINITY }
}

pub fn run(name: &str, parts: &[Points]) {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let rounds = if parts.len() > 1000 { 10 } else { 100 };
    let best: Vec<[f64; 4]> = parts.iter().map(|part| least(part, rounds)).collect();
    std::panic::set_hook(hook);
    print!("{name:20} {:6}", parts.len());
    for [ours, theirs] in [[0, 1], [2, 3]] {
        // Only parts that both libraries could build are compared.
        let both = best.iter().filter(|t| t[ours].is_finite() && t[theirs].is_finite());
        let built = both.clone().count().max(1) as f64;
        let mean = |i: usize| 1e6 * both.clone().map(|t| t[i]).sum::<f64>() / built;
        let failed = best.iter().filter(|t| t[theirs].is_infinite()).count();
        let ratio = mean(ours) / mean(theirs);
        print!(" | {:10.1} {:10.1} {ratio:6.2} {failed:7}", mean(ours), mean(theirs));
    }
    println!();
}

/// The least times of clearance and parry, in `f64` and in `f32`.
fn least(part: &Points, rounds: usize) -> [f64; 4] {
    let (double, single) = (wide(part), narrow(part));
    let parry64: Vec<_> =
        double.iter().map(|p| parry3d_f64::math::Vector::new(p.x, p.y, p.z)).collect();
    let parry32: Vec<_> =
        single.iter().map(|p| parry3d::math::Vector::new(p.x, p.y, p.z)).collect();
    let mut best = [f64::INFINITY; 4];
    for _ in 0..rounds {
        let times = [
            time(|| black_box(build3(&double)).is_ok()),
            time(|| black_box(parry3d_f64::transformation::try_convex_hull(&parry64)).is_ok()),
            time(|| black_box(build3(&single)).is_ok()),
            time(|| black_box(parry3d::transformation::try_convex_hull(&parry32)).is_ok()),
        ];
        best = std::array::from_fn(|i| best[i].min(times[i]));
    }
    best
}
