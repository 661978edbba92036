//! `clearance check`: the pairs of bodies of a scene that are nearest to each other, worst first.
//!
//! Without `--within` these are ten pairs. The totals are still those of all pairs: see
//! `clearance::scene`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clearance::Pose;
use clearance::glam::{DVec2, DVec3};
use clearance::scene::{BodyPair, Within};
use clearance::space::Vector;
use serde::de::DeserializeOwned;

use crate::input;
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::report::Report;
use crate::scene_file::SceneFile;
use crate::{svg, warn};

/// What `--help` says at its end.
const EXAMPLES: &str = "\
Examples:
  clearance check scene.toml                    the ten closest pairs
  clearance check scene.toml --clearance 0.01   exit with 1 unless all are 0.01 apart
  clearance check scene.toml --within 0 --json  all pairs that clash, for a program
  clearance check scene.toml --contacts --svg scene.svg

A scene:
  [[body]]
  name = \"floor\"
  shape = { kind = \"half-space\", normal = [0, 0, 1], offset = 0 }
  pose = {}
  [[body]]
  name = \"mug\"
  shape = { kind = \"cylinder\", radius = 0.04, half_height = 0.05, axis = \"z\" }
  pose = { t = [0.4, 0, 0.06], rpy = [0, 0, 1.57] }

Exit status: 0 all pairs keep their distance, 1 a pair is a clash or close, 2 the input is of no use.
All keys of a scene and of --json: crates/cli/FORMATS.md in the repository.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The scene: bodies with meshes or shapes, and poses; `-` reads standard input, and then
    /// meshes are found from the current folder
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
    /// Draw the scene and its closest pairs; never over the scene or one of its meshes
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Say where each pair shown touches, by the points of every two parts; --svg draws them
    #[arg(long)]
    contacts: bool,
    /// Points that are apart by up to M are contacts, too; without M, by up to the D of --clearance
    #[arg(long, value_name = "M", requires = "contacts", allow_negative_numbers = true)]
    margin: Option<f64>,
}

/// The number of pairs without `--within`.
const CLOSEST: usize = 10;

/// Runs the command; returns the exit status.
pub fn run(options: &Options) -> Result<u8> {
    ensure!(options.clearance >= 0.0, "--clearance must be a number, and not negative");
    ensure!(!within(options).is_nan(), "--within must be a number");
    ensure!(margin(options) >= 0.0, "--margin must be a number, and not negative");
    ensure!(
        within(options) >= options.clearance,
        "--within {} is below --clearance {}: pairs in between would not be looked at",
        within(options),
        options.clearance
    );
    let file = SceneFile::load(&options.scene)?;
    let picture = options.svg.as_deref();
    let inputs: Vec<PathBuf> =
        [options.scene.clone()].into_iter().chain(file.meshes(folder(options))).collect();
    output::refuse_clashes(&inputs, picture.map(|path| ("--svg", path)).as_slice())?;
    match file.dim().with_context(|| input::name(&options.scene))? {
        2 => check::<DVec2>(options, &file),
        _ => check::<DVec3>(options, &file),
    }
}

fn within(options: &Options) -> f64 {
    options.within.unwrap_or(f64::INFINITY)
}

/// The folder to which the paths of meshes are relative.
fn folder(options: &Options) -> &Path {
    options.scene.parent().unwrap_or(Path::new(""))
}

/// The largest separation of a contact's points.
fn margin(options: &Options) -> f64 {
    options.margin.unwrap_or(options.clearance)
}

fn check<V: Vector<Scalar = f64>>(options: &Options, file: &SceneFile) -> Result<u8>
where
    Pose<V>: DeserializeOwned,
{
    let picture = options.svg.as_deref().map(Output::create).transpose()?;
    let (scene, notes) =
        file.build::<V>(folder(options)).with_context(|| input::name(&options.scene))?;
    notes.warnings.iter().for_each(|warning| warn(warning));

    let mut progress = Progress::new(true);
    let within = options.within.map_or(Within::Closest(CLOSEST), Within::Distance);
    let required = options.clearance;
    let found = scene.survey(within, required, |done, of| progress.at(done as u64, of as u64));
    progress.finish();

    let touching = |pair: &BodyPair<V>| scene.contacts_between(pair.a, pair.b, margin(options));
    let contacts = options.contacts.then(|| found.pairs.iter().map(touching).collect());
    let (scene, found, units, notes) = (&scene, &found, file.units.as_str(), &notes);
    let report = Report { scene, found, contacts, units, required, notes };
    if options.json {
        let mut out = io::BufWriter::new(io::stdout().lock());
        report.write_json(&mut out)?;
        out.flush()?;
    } else {
        // Colours are removed if the output is not a terminal.
        let mut out = io::BufWriter::new(anstream::stdout().lock());
        report.write_table(&mut out)?;
        out.flush()?;
    }
    if let Some(mut picture) = picture {
        let drawn = picture.write_all(svg::draw(&report).as_bytes());
        drawn.and_then(|()| picture.commit()).context("cannot write the picture")?;
    }
    Ok(u8::from(found.totals.clash + found.totals.close > 0))
}
