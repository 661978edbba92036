//! `clearance check`: the pairs of bodies of a scene that are nearest each other, worst first.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clearance::glam::{DVec2, DVec3};
use clearance::scene::{BodyPair, Found, Scene, Within};
use clearance::space::Vector;
use clearance::{Clearance, Pose};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::answer::Number;
use crate::progress::Progress;
use crate::say;
use crate::scene_file::SceneFile;
use crate::svg;

#[derive(clap::Args)]
pub struct Options {
    /// The scene: bodies with meshes or shapes, and poses
    scene: PathBuf,
    /// The clearance required between bodies
    #[arg(long, value_name = "D", default_value_t = 0.0, allow_negative_numbers = true)]
    clearance: f64,
    /// Look at all pairs of bodies within this distance instead of the ten closest
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    within: Option<f64>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Draw the scene and its closest pairs
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// How many pairs there are without `--within`.
const CLOSEST: usize = 10;

/// What a clearance means for a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// The bodies touch or overlap, or no gap between them is proven.
    Clash,
    /// There is a gap, but it is less than required.
    Close,
    Ok,
}

impl Class {
    fn of<V: Vector<Scalar = f64>>(answer: &Clearance<V>, required: f64) -> Self {
        if answer.intersects() {
            Self::Clash
        } else if answer.signed_distance < required {
            Self::Close
        } else {
            Self::Ok
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Clash => "clash",
            Self::Close => "close",
            Self::Ok => "ok",
        }
    }
}

/// Runs the command; returns the exit status.
pub fn run(options: &Options) -> Result<u8> {
    for (name, value) in [("--clearance", options.clearance), ("--within", within(options))] {
        ensure!(!value.is_nan(), "{name} must be a number");
    }
    if within(options) < options.clearance {
        say(format_args!(
            "warning: --within is below --clearance: pairs in between are not looked at\n"
        ));
    }
    let file = SceneFile::load(&options.scene)?;
    match file.dim()? {
        2 => check::<DVec2>(options, &file),
        _ => check::<DVec3>(options, &file),
    }
}

fn within(options: &Options) -> f64 {
    options.within.unwrap_or(f64::INFINITY)
}

fn check<V: Vector<Scalar = f64>>(options: &Options, file: &SceneFile) -> Result<u8>
where
    Pose<V>: DeserializeOwned,
{
    let folder = options.scene.parent().unwrap_or(Path::new(""));
    let scene = file.build::<V>(folder).with_context(|| options.scene.display().to_string())?;

    let mut progress = Progress::new(true);
    let within = options.within.map_or(Within::Closest(CLOSEST), Within::Distance);
    let found = scene.pairs_watched(within, |done, of| progress.at(done as u64, of as u64));
    progress.finish();

    let report = Report { scene: &scene, found: &found, units: &file.units, options };
    let mut out = io::BufWriter::new(io::stdout().lock());
    if options.json { report.write_json(&mut out) } else { report.write_table(&mut out) }?;
    out.flush()?;
    if let Some(path) = &options.svg {
        let picture = svg::draw(&scene, &found, &file.units, |pair| report.class(pair));
        std::fs::write(path, picture)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(u8::from(found.pairs.iter().any(|pair| report.class(pair) != Class::Ok)))
}

/// What was found, and what is needed to say it.
struct Report<'a, V: Vector> {
    scene: &'a Scene<V>,
    found: &'a Found<V>,
    units: &'a str,
    options: &'a Options,
}

impl<V: Vector<Scalar = f64>> Report<'_, V> {
    fn class(&self, pair: &BodyPair<V>) -> Class {
        Class::of(&pair.answer, self.options.clearance)
    }

    fn name(&self, body: usize) -> &str {
        &self.scene.bodies()[body].name
    }

    fn write_table(&self, out: &mut impl Write) -> io::Result<()> {
        let unit = if self.units.is_empty() { String::new() } else { format!(" [{}]", self.units) };
        let head = ["pair", "class", "clearance", "normal", "point on a", "point on b"];
        let mut rows = vec![head.map(String::from)];
        for column in [2, 4, 5] {
            rows[0][column] += &unit;
        }
        let size = self.size();
        rows.extend(self.found.pairs.iter().map(|pair| self.row(pair, size)));

        let width = |column: usize| rows.iter().map(|r| r[column].chars().count()).max();
        let widths: [usize; 6] = std::array::from_fn(|column| width(column).unwrap_or(0));
        for row in &rows {
            let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, width))| {
                if column == 2 { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
            });
            let line = cells.collect::<Vec<_>>().join("  ");
            writeln!(out, "{}", line.trim_end())?;
        }
        self.write_totals(out)
    }

    fn row(&self, pair: &BodyPair<V>, size: f64) -> [String; 6] {
        let answer = &pair.answer;
        let point = |p: V| if answer.bounded() { fixed(p, size) } else { "-".into() };
        [
            format!("{} - {}", self.name(pair.a), self.name(pair.b)),
            self.class(pair).name().into(),
            if answer.bounded() { digits(answer.signed_distance, 6) } else { "unbounded".into() },
            fixed(answer.normal, 1.0),
            point(answer.point_a),
            point(answer.point_b),
        ]
    }

    /// The largest coordinate of a point in the table.
    fn size(&self) -> f64 {
        let answers = self.found.pairs.iter().map(|pair| &pair.answer).filter(|a| a.bounded());
        answers.map(|a| a.point_a.max_abs().max(a.point_b.max_abs())).fold(0.0, f64::max)
    }

    fn write_totals(&self, out: &mut impl Write) -> io::Result<()> {
        let count = |class| self.found.pairs.iter().filter(|p| self.class(p) == class).count();
        let plural =
            |n: usize, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
        writeln!(
            out,
            "{}, {} shown: {} clash, {} close, {} ok ({} looked at)",
            plural(self.scene.bodies().len(), "body", "bodies"),
            plural(self.found.pairs.len(), "pair", "pairs"),
            count(Class::Clash),
            count(Class::Close),
            count(Class::Ok),
            self.found.candidates,
        )
    }

    fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let pairs = self.found.pairs.iter().map(|pair| {
            let answer = &pair.answer;
            let known = |number: f64| Number::of(number).filter(|_| answer.bounded());
            PairOut {
                a: self.name(pair.a),
                b: self.name(pair.b),
                class: self.class(pair),
                signed_distance: known(answer.signed_distance),
                lower: Number::of(answer.lower),
                upper: Number::of(answer.upper),
                normal: Number::all(answer.normal),
                point_a: Number::all(answer.point_a).filter(|_| answer.bounded()),
                point_b: Number::all(answer.point_b).filter(|_| answer.bounded()),
                parts: pair.parts,
            }
        });
        let report = ReportOut {
            pairs: pairs.collect(),
            bodies: self.scene.bodies().len(),
            candidates: self.found.candidates,
        };
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)
    }
}

#[derive(Serialize)]
struct ReportOut<'a> {
    pairs: Vec<PairOut<'a>>,
    bodies: usize,
    candidates: usize,
}

#[derive(Serialize)]
struct PairOut<'a> {
    a: &'a str,
    b: &'a str,
    class: Class,
    signed_distance: Option<Number>,
    lower: Option<Number>,
    upper: Option<Number>,
    normal: Option<Vec<Number>>,
    point_a: Option<Vec<Number>>,
    point_b: Option<Vec<Number>>,
    parts: [usize; 2],
}

/// A number with so many significant digits.
pub fn digits(x: f64, count: usize) -> String {
    if x == 0.0 {
        return "0".into();
    }
    let magnitude = x.abs().log10().floor() as i32;
    if !(-5..=9).contains(&magnitude) {
        return format!("{x:.*e}", count - 1);
    }
    let decimals = (count as i32 - 1 - magnitude).max(0) as usize;
    format!("{x:.decimals$}")
}

/// A vector with as many decimals as tell a millionth of `size`.
fn fixed<V: Vector<Scalar = f64>>(v: V, size: f64) -> String {
    let magnitude = if size > 0.0 { size.log10().ceil() as i32 } else { 0 };
    let decimals = (6 - magnitude).clamp(0, 15) as usize;
    // Adding 0 turns -0 into 0.
    let rounded = |x: f64| {
        let text = format!("{x:.decimals$}");
        let is_zero = text.trim_start_matches('-').bytes().all(|b| b == b'0' || b == b'.');
        if is_zero { text.trim_start_matches('-').to_string() } else { text }
    };
    let cells: Vec<String> = (0..V::DIM).map(|i| rounded(v.get(i))).collect();
    format!("({})", cells.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_digits() {
        assert_eq!(digits(0.123456789, 6), "0.123457");
        assert_eq!(digits(-12.3456789, 6), "-12.3457");
        assert_eq!(digits(1.5e-9, 6), "1.50000e-9");
        assert_eq!(digits(123456789.0, 6), "123456789");
        assert_eq!(digits(0.0, 6), "0");
        assert_eq!(fixed(DVec2::new(-1e-9, 1.25), 1.0), "(0.000000, 1.250000)");
        assert_eq!(fixed(DVec2::new(1000.0, -250.5), 1000.0), "(1000.000, -250.500)");
    }
}
