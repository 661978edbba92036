//! What a controller makes of rows beside the straight lines between them, and both with joints that may be off.
//!
//! Three configurations in turn are led through by a smooth curve (Catmull and Rom). Its rows are so near to each other that
//! the fastest joint moves by a step at most, and have its positions, velocities and accelerations: a quintic a leg. The
//! forms are proven in turns, and the least time of several passes counts.

use std::time::Instant;

use clearance::paths::{Path, Prover, TimedRow, Verdict};

use crate::a_path;

/// The largest steps of a joint from row to row, in radians.
const STEPS: [f64; 3] = [0.1, 0.2, 0.6];
/// How far each joint may be off, in radians or metres.
const OFF: f64 = 0.01;

/// Proves each form of each path.
pub fn measure(prover: &Prover, paths: &[Path], passes: usize) -> anyhow::Result<()> {
    let robot = prover.world().robot();
    for step in STEPS {
        let mut forms: Vec<[Path; 4]> = Vec::new();
        for two in paths.windows(2) {
            let rows = timed(&[&two[0].rows()[0], &two[0].rows()[1], &two[1].rows()[0]], step);
            let line = Path::new(robot, rows.iter().map(|row| row.positions.clone()).collect::<Vec<_>>())?;
            let curve = Path::timed(robot, rows)?;
            let near = |path: &Path| path.clone().within(robot, vec![OFF; robot.joints().len()]);
            forms.push([line.clone(), curve.clone(), near(&line)?, near(&curve)?]);
        }
        let (mut least, mut verdicts) = (vec![[f64::INFINITY; 4]; forms.len()], Vec::new());
        for _ in 0..passes {
            verdicts.clear();
            for (forms, least) in forms.iter().zip(&mut least) {
                let mut all = Vec::new();
                for (path, least) in forms.iter().zip(least) {
                    let start = Instant::now();
                    all.push(prover.clear(path, 0.0));
                    *least = least.min(start.elapsed().as_secs_f64());
                }
                verdicts.push(all);
            }
        }
        let clear = verdicts.iter().map(|all| all.iter().all(|verdict| *verdict == Verdict::Proven));
        let clear: Vec<bool> = clear.collect();
        let count = clear.iter().filter(|clear| **clear).count();
        let of_form = |k: usize| least.iter().zip(&clear).filter(|(_, clear)| **clear).map(|(t, _)| t[k]).sum::<f64>();
        let line = of_form(0);
        let rows = forms.iter().map(|forms| forms[0].rows().len()).sum::<usize>() / forms.len();
        println!("{rows} rows, steps of {step} rad: {count} of {} paths proven in all forms", forms.len());
        for (k, name) in ["lines", "quintics", "lines, joints off", "quintics, joints off"].into_iter().enumerate() {
            let of = |wanted: fn(&Verdict) -> bool| verdicts.iter().filter(|all| wanted(&all[k])).count();
            println!(
                "  {name}: {:.1} us, {:.2} of lines; {} proven, {} broken, {} undecided",
                a_path(of_form(k), count), of_form(k) / line, of(|v| *v == Verdict::Proven),
                of(|v| matches!(v, Verdict::Broken(_))), of(|v| matches!(v, Verdict::Undecided(_)))
            );
        }
        let differ = verdicts.iter().filter(|all| all[0] == Verdict::Proven && matches!(all[1], Verdict::Broken(_)));
        println!("  {} motions touch whose straight lines are free", differ.count());
    }
    Ok(())
}

/// Rows of a curve through these configurations, a second a leg.
fn timed(through: &[&Vec<f64>], step: f64) -> Vec<TimedRow> {
    let joints = through[0].len();
    let velocity = |k: usize, j: usize| match k {
        0 => 0.0,
        _ if k + 1 == through.len() => 0.0,
        _ => 0.5 * (through[k + 1][j] - through[k - 1][j]),
    };
    let mut rows = Vec::new();
    for leg in 0..through.len() - 1 {
        // Position, velocity and acceleration at a time of the leg.
        let at = |j: usize, t: f64| -> [f64; 3] {
            let (p, q, v, w) = (through[leg][j], through[leg + 1][j], velocity(leg, j), velocity(leg + 1, j));
            let (square, cube) = (3.0 * (q - p) - 2.0 * v - w, 2.0 * (p - q) + v + w);
            [
                p + t * (v + t * (square + t * cube)),
                v + t * (2.0 * square + t * 3.0 * cube),
                2.0 * square + t * 6.0 * cube,
            ]
        };
        let fastest = (0..joints).flat_map(|j| (0..=20).map(move |k| (j, f64::from(k) / 20.0)));
        let fastest = fastest.map(|(j, t)| at(j, t)[1].abs()).fold(0.0, f64::max);
        let count = (fastest / step).ceil().max(1.0) as usize;
        for k in usize::from(leg > 0)..=count {
            let t = k as f64 / count as f64;
            let column = |what: usize| (0..joints).map(|j| at(j, t)[what]).collect();
            let (positions, velocities, accelerations) = (column(0), column(1), column(2));
            rows.push(TimedRow { time: leg as f64 + t, positions, velocities, accelerations });
        }
    }
    rows
}
