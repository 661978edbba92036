//! `clearance check`: the pairs of bodies of a scene that are nearest each other, worst first.

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
use crate::report::{Class, Report};
use crate::say;
use crate::scene_file::SceneFile;
use crate::svg;

#[derive(clap::Args)]
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

/// How many pairs there are without `--within`.
const CLOSEST: usize = 10;

/// Runs the command; returns the exit status.
pub fn run(options: &Options) -> Result<u8> {
    for (name, value) in [("--clearance", options.clearance), ("--within", within(options))] {
        ensure!(!value.is_nan(), "{name} must be a number");
    }
    ensure!(margin(options) >= 0.0, "--margin must be a number, and not negative");
    if within(options) < options.clearance {
        say(format_args!(
            "warning: --within is below --clearance: pairs in between are not looked at\n"
        ));
    }
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

/// Where the paths of meshes begin.
fn folder(options: &Options) -> &Path {
    options.scene.parent().unwrap_or(Path::new(""))
}

/// How far apart a contact's points may be.
fn margin(options: &Options) -> f64 {
    options.margin.unwrap_or(options.clearance.max(0.0))
}

fn check<V: Vector<Scalar = f64>>(options: &Options, file: &SceneFile) -> Result<u8>
where
    Pose<V>: DeserializeOwned,
{
    let picture = options.svg.as_deref().map(Output::create).transpose()?;
    let scene = file.build::<V>(folder(options)).with_context(|| input::name(&options.scene))?;

    let mut progress = Progress::new(true);
    let within = options.within.map_or(Within::Closest(CLOSEST), Within::Distance);
    let found = scene.pairs_watched(within, |done, of| progress.at(done as u64, of as u64));
    progress.finish();

    let touching = |pair: &BodyPair<V>| scene.contacts_between(pair.a, pair.b, margin(options));
    let contacts = options.contacts.then(|| found.pairs.iter().map(touching).collect());
    let required = options.clearance;
    let report = Report { scene: &scene, found: &found, contacts, units: &file.units, required };
    let mut out = io::BufWriter::new(io::stdout().lock());
    if options.json { report.write_json(&mut out) } else { report.write_table(&mut out) }?;
    out.flush()?;
    if let Some(mut picture) = picture {
        let drawn = picture.write_all(svg::draw(&report).as_bytes());
        drawn.and_then(|()| picture.commit()).context("cannot write the picture")?;
    }
    Ok(u8::from(found.pairs.iter().any(|pair| report.class(pair) != Class::Ok)))
}
