//! Meshes beside other libraries, in one run: the same questions, in turns, every answer compared.
//!
//! Each row asks all entrants the same questions, one pass each in turn, and takes the least time of all passes. The
//! number behind a group is the geometric mean, over its rows, of the fastest peer's time divided by ours.

mod contacts;
mod inside;
mod make;
mod meshes;
mod rays;
mod shapes;

use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;

/// Answers to all questions of a row, as numbers that can be compared.
type Ask<'a> = Box<dyn FnMut() -> Vec<f32> + 'a>;

/// The same questions to several libraries. Ours is the first.
pub struct Row<'a> {
    group: &'static str,
    name: String,
    entrants: Vec<(&'static str, Ask<'a>)>,
    /// Answers that differ by more are counted.
    tolerance: f32,
}

/// Meshes beside other libraries.
#[derive(Parser)]
struct Options {
    /// Rows whose group or name has one of these words
    words: Vec<String>,
    /// Passes of each entrant
    #[arg(long, default_value_t = 9)]
    passes: usize,
    /// Only clearance, for a profiler
    #[arg(long)]
    alone: bool,
    /// Meshes of a million triangles, too
    #[arg(long)]
    large: bool,
    /// Write the pairs of meshes and their placements to this folder, for peers/mesh_pairs.py, and end
    #[arg(long)]
    write: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    if let Some(folder) = &options.write {
        return meshes::write(folder);
    }
    if let Some(core) = core_affinity::get_core_ids().and_then(|ids| ids.last().copied()) {
        core_affinity::set_for_current(core);
    }
    let is_asked = |text: &str| {
        options.words.is_empty() || options.words.iter().any(|word| text.contains(word.as_str()))
    };
    let mut groups: Vec<(&'static str, Vec<f64>)> = Vec::new();
    let mut measure = |mut row: Row<'_>| {
        if options.alone {
            row.entrants.truncate(1);
        }
        let ratio = measured(&mut row, options.passes);
        match groups.iter_mut().find(|(group, _)| *group == row.group) {
            Some((_, ratios)) => ratios.push(ratio),
            None => groups.push((row.group, vec![ratio])),
        }
    };
    if is_asked("rays") {
        rays::rows(options.large, &mut measure);
    }
    if is_asked("inside") {
        inside::rows(&mut measure);
    }
    if is_asked("build") {
        meshes::builds(options.large, &mut measure);
    }
    if is_asked("shapes") {
        shapes::rows(&mut measure);
    }
    if is_asked("contacts") {
        contacts::rows(&mut measure);
    }
    if is_asked("meshes") {
        meshes::pairs(&mut measure);
    }
    println!();
    for (group, ratios) in groups {
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        println!("{group:<40} {mean:5.2}");
    }
    Ok(())
}

/// Measures a row, prints it, and returns the fastest peer's time divided by ours.
fn measured(row: &mut Row<'_>, passes: usize) -> f64 {
    let mut least = vec![f64::INFINITY; row.entrants.len()];
    let mut answers: Vec<Vec<f32>> = vec![Vec::new(); row.entrants.len()];
    for _ in 0..passes {
        for (place, (_, ask)) in row.entrants.iter_mut().enumerate() {
            let start = Instant::now();
            answers[place] = ask();
            least[place] = least[place].min(start.elapsed().as_secs_f64());
        }
    }
    // Of a slow peer, fewer questions are asked.
    let each: Vec<f64> = (0..row.entrants.len())
        .map(|place| least[place] / answers[place].len().max(1) as f64 * 1e9)
        .collect();
    print!("{:<26} {:<16} {:>10.0} ns", row.group, row.name, each[0]);
    for place in 1..row.entrants.len() {
        let differ = answers[0].iter().zip(&answers[place]).filter(|(a, b)| {
            !((**a - **b).abs() <= row.tolerance || a == b)
        });
        let count = differ.count();
        let wrong = if count > 0 { format!(" ({count} differ)") } else { String::new() };
        print!("   {} {:.0}{wrong}", row.entrants[place].0, each[place]);
    }
    let best = each[1..].iter().copied().fold(f64::INFINITY, f64::min);
    println!("   x{:.2}", best / each[0]);
    best / each[0]
}
