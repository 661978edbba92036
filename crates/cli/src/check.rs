//! `clearance check`: the pairs of bodies of a scene that are nearest to each other, worst first.
//!
//! Without `--within` these are ten pairs. The totals are still those of all pairs: see `scene.rs`. A pair of bodies is represented by its nearest parts; `--parts` lists all of them.

use std::io::{self, Write};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clearance::Pose;
use clearance::glam::{DVec2, DVec3};
use clearance::paths::{self, Prover};
use clearance::space::DVector;
use clearance_formats::{Srdf, conversion, is_mesh};
use clearance_lines::words;
use clearance_models::{Angles, Interpolation, Model, Notes, Sources};
use rayon::prelude::*;
use serde::de::DeserializeOwned;

use crate::approvals::{self, Approval};
use crate::baseline::Baseline;
use crate::bcf::{self, World};
use crate::findings::{self, Finding};
use crate::input;
use crate::interrupt;
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::report::Report;
use crate::robot::within::Said as Tolerances;
use crate::robot::{self, Allowed, Around, Certificate, ClocksFound, PathFound, Robot};
use crate::scene::{Body, BodyPair, Scene};
use crate::scene_file::SceneFile;
use crate::survey::Within;
use crate::text::shown;
use crate::{csv, glb, html, overlap, picture, warn};

/// What `--help` says at its end.
const EXAMPLES: &str = "\
Examples:
  clearance check scene.toml                    the ten closest pairs
  clearance check scene.toml --clearance 0.01   exit with 1 unless all are 0.01 apart
  clearance check scene.toml --tolerance 1e-6   exit with 1 if any overlap by more than 1e-6
  clearance check scene.toml --within 0 --json  all pairs that clash, for a program
  clearance check scene.toml --within 0 --parts every two parts that clash, too
  clearance check scene.toml --contacts --svg scene.svg
  clearance check scene.toml --html report.html --csv report.csv
  clearance check scene.toml --hulls            meshes as the hulls of their pieces
  clearance check pipes.glb house.glb           each object of one file with those of the other
  clearance check part.stl                      the objects of a file with each other
  clearance check scene.toml --within 0 --json > old.json
  clearance check scene.toml --baseline old.json   exit with 1 if a clash is new
  clearance check scene.toml --approve ok.toml --reason \"as built\"
  clearance check scene.toml --approvals ok.toml --bcf clashes.bcf
  clearance check plant.glb --seconds 60        what is known after a minute
  clearance check scene.toml --within 0 --overlap common.glb   what clashing solids have in common
  clearance check arm.urdf --srdf arm.srdf --path path.csv --clearance 0.01
  clearance check arm.urdf --path path.csv --verify   have the proof checked
  clearance check cell.toml --path arm.csv --path belt.csv --clocks --window 0.5   clocks that differ
  clearance check arm.urdf --prove-allowed --write-srdf arm.srdf

A scene:
  [[body]]
  name = \"floor\"
  shape = { kind = \"half-space\", normal = [0, 0, 1], offset = 0 }
  [[body]]
  name = \"mug\"
  shape = { kind = \"cylinder\", radius = 0.04, half_height = 0.05, axis = \"z\" }
  pose = { t = [0.4, 0, 0.06], rpy = [0, 0, 1.57] }

  [[body]]
  name = \"plate\"
  mesh = \"plate.stl\"
  [[clearance]]
  between = [\"mug\", \"plate*\"]
  least = 0.005

A closed mesh is a solid; an open one is a sheet, with a warning.
A pose is t, then rpy, q, or axis with angle, in radians; degrees = true at the top changes that.

Exit status: 0 all pairs keep their distance or only touch, 1 a pair is a clash or close, or was not
looked at, 2 the input is of no use, or the output cannot be written. Pairs that are approved, and
with --baseline those that are known, do not count.
All keys of a scene and of --json: crates/cli/FORMATS.md in the repository.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The scene: bodies with meshes or shapes, and poses; `-` reads standard input, and then meshes are found from the
    /// current folder. Or a robot: a URDF file. Or mesh files, whose objects are bodies: those of one file are checked
    /// with each other, those of several files with those of the other files
    #[arg(required = true, value_name = "SCENE")]
    files: Vec<PathBuf>,
    /// The clearance required between bodies; -T is the same as --tolerance T
    #[arg(long, value_name = "D", default_value_t = 0.0, allow_negative_numbers = true)]
    clearance: f64,
    /// The overlap that is tolerated: bodies that are proven to overlap by no more than T touch, which is
    /// no clash. Their local depth is enough: how deep the deepest point of both is in either of them
    #[arg(long, value_name = "T", conflicts_with = "clearance", allow_negative_numbers = true)]
    tolerance: Option<f64>,
    /// Look at all pairs of bodies within this distance instead of the ten closest
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    within: Option<f64>,
    /// Take each mesh as the convex hulls of its pieces
    #[arg(long)]
    pub hulls: bool,
    /// List all pairs of parts of each pair of bodies shown; with --within those within that distance
    #[arg(long)]
    parts: bool,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// What an SRDF file says about the robot: pairs that may touch, and named states
    #[arg(long, value_name = "FILE")]
    pub srdf: Option<PathBuf>,
    /// The configuration of the robot: joints with values in radians (in degrees if the scene has degrees = true) and
    /// metres, the others at 0; or the name of a state of the SRDF file. On a path, joints without a column stay there
    #[arg(long, value_name = "NAME=VALUE,..", allow_hyphen_values = true)]
    q: Option<String>,
    /// Prove that the robot moves along a path without a collision, and with the clearances that are required: a CSV file
    /// whose first line names joints, or a trajectory of ROS as YAML or JSON. Several files move the joints that each of
    /// them names, on one clock
    #[arg(long, value_name = "FILE")]
    path: Vec<PathBuf>,
    /// Prove it if each file of the path has a clock of its own, or each robot and body that moves of one file
    #[arg(long, requires = "path", conflicts_with_all = ["verify", "certificate"])]
    clocks: bool,
    /// The clocks differ by S seconds at most; without it by anything
    #[arg(long, value_name = "S", requires = "clocks", allow_negative_numbers = true)]
    window: Option<f64>,
    /// How joints move between the rows of the path: as the joint_trajectory_controller of ROS moves them, by times,
    /// velocities and accelerations; or evenly. Without it as a controller if the path has velocities, else evenly
    #[arg(long, value_name = "HOW", requires = "path")]
    interpolation: Option<Interpolated>,
    /// Prove all motions near the path: each joint may be off by so much at each time, in radians (degrees if the scene has
    /// degrees = true) or metres. One number is for all joints, if all turn or all slide
    #[arg(long, value_name = "T|NAME=T,..", requires = "path")]
    joint_tolerance: Option<String>,
    /// The same, as ROS's joint_trajectory_controller has it in a file of parameters: constraints.NAME.trajectory
    #[arg(long, value_name = "FILE.yaml", requires = "path")]
    tolerance_of: Option<PathBuf>,
    /// The bases of the robots may stand elsewhere: shifted along each axis by up to SHIFT, and turned about each by TURN
    #[arg(long, value_name = "SHIFT,TURN", requires = "path")]
    pub base_tolerance: Option<String>,
    /// Check a proof of the path by an independent checker, with kinematics of its own
    #[arg(long, requires = "path")]
    verify: bool,
    /// Write the proof of the path, if there is one, for `clearance verify`
    #[arg(long, value_name = "FILE.json", requires = "path")]
    certificate: Option<PathBuf>,
    /// Do not look for the least clearance of the path
    #[arg(long, requires = "path")]
    no_least: bool,
    /// End after S seconds with what is known by then: pairs that were not looked at are counted. With --path only the
    /// search for the least clearance ends so; proofs have no such limit
    #[arg(long, value_name = "S", conflicts_with = "no_least")]
    seconds: Option<f64>,
    /// Take the visuals of links that have no collisions
    #[arg(long)]
    pub visuals: bool,
    /// The folder of a package that mesh files are named by
    #[arg(long, value_name = "NAME=DIR")]
    pub package: Vec<String>,
    /// Prove which pairs of links can touch within the limits of the joints
    #[arg(long)]
    prove_allowed: bool,
    /// Write the pairs that are proven to touch never or always to an SRDF file
    #[arg(long, value_name = "FILE", requires = "prove_allowed")]
    write_srdf: Option<PathBuf>,
    /// What --json wrote in an earlier run: pairs that were found before are known, and only new ones are a failure
    #[arg(long, value_name = "OLD.json")]
    baseline: Option<PathBuf>,
    /// Pairs that are approved, each with a reason: they are listed, and are no failure. A scene may have them, too
    #[arg(long, value_name = "FILE.toml")]
    approvals: Option<PathBuf>,
    /// Approve all that is found, no deeper than it is: add that to a file for --approvals
    #[arg(long, value_name = "FILE.toml", requires = "reason")]
    approve: Option<PathBuf>,
    /// Why --approve approves
    #[arg(long, value_name = "TEXT", requires = "approve")]
    reason: Option<String>,
    /// Write the pairs, and what is known about the path, as a table for spreadsheets
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a page that shows all this with pictures; browsers open it without a network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write what clashes or is close as topics of BCF 3.0, which programs for buildings read
    #[arg(long, value_name = "FILE.bcf")]
    bcf: Option<PathBuf>,
    /// Write what each two solids that clash have in common, a surface for each part of it, as GLB
    #[arg(long, value_name = "FILE.glb")]
    overlap: Option<PathBuf>,
    /// Draw the scene and its closest pairs; never over the scene or one of its meshes
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Say where each pair shown touches, by the points of every two parts; --svg draws them
    #[arg(long)]
    contacts: bool,
    /// Points that are apart by up to M are contacts, too; without M, by up to the D of --clearance, if
    /// that is not negative
    #[arg(long, value_name = "M", requires = "contacts", allow_negative_numbers = true)]
    margin: Option<f64>,
}

/// What `--interpolation` says.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Interpolated {
    Controller,
    Linear,
}

impl From<Interpolated> for Interpolation {
    fn from(said: Interpolated) -> Self {
        match said {
            Interpolated::Controller => Self::Controller,
            Interpolated::Linear => Self::Linear,
        }
    }
}

impl Options {
    /// The scene, or the first of the mesh files.
    fn scene(&self) -> &Path {
        &self.files[0]
    }
    /// Is it asked which findings are new or approved?
    fn judges(&self) -> bool {
        self.baseline.is_some() || self.approvals.is_some() || self.approve.is_some()
    }
}

/// The files beside the scene and the table. They are opened before the work, which may be long.
struct Files {
    picture: Option<Output>,
    rows: Option<Output>,
    page: Option<Output>,
    topics: Option<Output>,
    common: Option<Output>,
    proof: Option<Output>,
    /// With what is in it now.
    approvals: Option<(Output, String)>,
    /// What is read of findings.
    baseline: Option<Baseline>,
    approved: Vec<Approval>,
}

impl Files {
    fn create(options: &Options) -> Result<Self> {
        let open = |path: &Option<PathBuf>| path.as_deref().map(Output::create).transpose();
        Ok(Self {
            picture: open(&options.svg)?,
            rows: open(&options.csv)?,
            page: open(&options.html)?,
            topics: open(&options.bcf)?,
            common: open(&options.overlap)?,
            proof: open(&options.certificate)?,
            baseline: options.baseline.as_deref().map(Baseline::load).transpose()?,
            approved: options
                .approvals
                .as_deref()
                .map(approvals::load)
                .transpose()?
                .unwrap_or_default(),
            approvals: match &options.approve {
                Some(path) => {
                    let before = approvals::before(path)?;
                    Some((Output::create(path)?, before))
                }
                None => None,
            },
        })
    }

    fn write<V: DVector>(
        self,
        report: &Report<'_, V>,
        sources: &html::Sources<'_>,
        world: &World,
        failed: bool,
    ) -> Result<()> {
        if let Some(mut out) = self.picture {
            let drawn = out.write_all(picture::draw(report).as_bytes());
            drawn.and_then(|()| out.commit()).context("cannot write the picture")?;
        }
        if let Some(mut out) = self.rows {
            let written = csv::write(report, &mut out);
            written.and_then(|()| out.commit()).context("cannot write the CSV file")?;
        }
        if let Some(mut out) = self.page {
            let page = html::page(report, sources, failed)?;
            let written = out.write_all(page.as_bytes());
            written.and_then(|()| out.commit()).context("cannot write the page")?;
        }
        if let Some(mut out) = self.topics {
            let file = bcf::file(report, world).context("cannot write the BCF file")?;
            let written = out.write_all(&file);
            written.and_then(|()| out.commit()).context("cannot write the BCF file")?;
        }
        if let Some(mut out) = self.common {
            let file = glb::of_common(report, world).context("cannot write the GLB file")?;
            let written = out.write_all(&file);
            written.and_then(|()| out.commit()).context("cannot write the GLB file")?;
        }
        Ok(())
    }
}

/// The error of a closed or full output.
const NOT_WRITTEN: &str = "cannot write the report";
/// The most `--seconds`, a year.
const LONGEST: f64 = 31_536_000.0;
/// The number of pairs without `--within`.
const CLOSEST: usize = 10;

/// Runs the command; returns the exit status.
pub fn run(options: &Options) -> Result<u8> {
    let began = Instant::now();
    check_options(options)?;
    let file = opened(options)?;
    // Approvals are added to a file of them.
    let approvals = options.approvals.iter().filter(|file| Some(*file) != options.approve.as_ref());
    let given = options.srdf.iter().chain(&options.path).chain(&options.tolerance_of);
    let given = given.chain(&options.baseline).chain(approvals).cloned();
    let inputs = options.files.iter().cloned().chain(file.meshes(folder(options))).chain(given);
    let outputs = [
        ("--svg", options.svg.as_deref()),
        ("--csv", options.csv.as_deref()),
        ("--html", options.html.as_deref()),
        ("--write-srdf", options.write_srdf.as_deref()),
        ("--approve", options.approve.as_deref()),
        ("--bcf", options.bcf.as_deref()),
        ("--overlap", options.overlap.as_deref()),
        ("--certificate", options.certificate.as_deref()),
    ];
    let outputs = outputs.into_iter().filter_map(|(name, path)| Some((name, path?)));
    output::refuse_clashes(&inputs.collect::<Vec<_>>(), &outputs.collect::<Vec<_>>())?;
    let files = Files::create(options)?;
    let dim = file.dim().with_context(|| input::name(options.scene()))?;
    if !file.moves() {
        let robots = options.srdf.is_some() || options.q.is_some() || !options.path.is_empty();
        ensure!(
            !robots && !options.prove_allowed,
            "--srdf, --q, --path and --prove-allowed need a robot"
        );
        return match dim {
            2 => check::<DVec2>(options, &file, files, began),
            _ => check::<DVec3>(options, &file, files, began),
        };
    }
    check_robot(options, &file, files, began)
}

/// The scene, or what stands for one.
fn opened(options: &Options) -> Result<SceneFile> {
    let scene = options.scene();
    let is_robot = scene.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("urdf"));
    for file in &options.files {
        let ending = file.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        if let Some(how) = conversion(&ending) {
            bail!("{}: \".{ending}\" is not read: {how}", input::name(file));
        }
    }
    let is_meshes = options.files.iter().all(|file| is_mesh(file));
    ensure!(
        is_meshes || options.files.len() == 1,
        "one scene, one robot, or mesh files alone can be checked"
    );
    let mut file = if is_meshes {
        SceneFile::of_meshes(&options.files)?
    } else if is_robot {
        SceneFile::of_robot(scene)
    } else {
        SceneFile::load(scene)?
    };
    file.hulls = options.hulls;
    Ok(file)
}

/// The unit of URDF files, as a scene may say it, and a scene that says none.
const METRES: [&str; 6] = ["", "m", "metre", "metres", "meter", "meters"];

/// All that moves, as one robot.
struct Robots {
    model: Model,
    /// The values that the scene gives the joints, if it does.
    said: Option<Vec<Option<f64>>>,
    /// The names of the robots and of the bodies that move, and their joints.
    parts: Vec<(String, Range<usize>)>,
    /// The first joint of a body.
    of_bodies: usize,
}

impl Robots {
    /// Where joints stay that no path moves: bodies stay where they are.
    fn kept(&self, said: Option<Vec<Option<f64>>>) -> Vec<Option<f64>> {
        let mut kept = said.unwrap_or_default();
        kept.resize(self.model.robot.joints().len(), None);
        for value in &mut kept[self.of_bodies..] {
            *value = value.or(Some(0.0));
        }
        kept
    }
}

/// The robots of the scene and the bodies that move, which are no others any more.
fn robots(
    options: &Options,
    file: &SceneFile,
    bodies: &mut Vec<Body<DVec3>>,
    notes: &mut Notes,
) -> Result<Robots> {
    let folder = folder(options);
    let packages = options.package.iter().map(|said| robot::package(said));
    let packages: Vec<_> = packages.collect::<Result<_>>()?;
    let several = file.robots.len() > 1;
    ensure!(
        options.srdf.is_none() || !several,
        "--srdf is for one robot: each [[robot]] has its own"
    );
    ensure!(options.write_srdf.is_none() || !several, "--write-srdf is for one robot");
    if !METRES.contains(&&file.units[..]) {
        let units = shown(&file.units);
        notes
            .warnings
            .push(format!("units = {units:?}: robots are in metres, and nothing is scaled"));
    }
    let (mut models, mut values, mut is_said) = (Vec::new(), Vec::new(), false);
    for robot in &file.robots {
        let place = || match &robot.name[..] {
            "" => input::name(options.scene()),
            name => format!("{}: robot \"{}\"", input::name(options.scene()), shown(name)),
        };
        let named = robot.srdf.as_ref().map(|srdf| folder.join(srdf));
        let sources = Sources {
            urdf: folder.join(&robot.urdf),
            srdf: options.srdf.clone().or(named),
            packages: packages.clone(),
            hulls: options.hulls,
            visuals: options.visuals,
        };
        let base = file.base(robot, notes).with_context(place)?;
        let model = Model::load(&sources, &base, notes)?;
        is_said |= robot.q.is_some();
        values.extend(match &robot.q {
            // It is not used then.
            Some(said) if options.q.is_none() => {
                let values = model.said(said, file.joint_angles(), notes);
                values.map_err(|wrong| anyhow!("q: {wrong}")).with_context(place)?
            }
            _ => vec![None; model.robot.joints().len()],
        });
        models.push((robot.name.clone(), model));
    }
    let of_bodies = values.len();
    for (name, base) in file.moving()? {
        let Some(at) = bodies.iter().position(|body| body.name == name) else { continue };
        let parts = bodies.remove(at).parts.into_iter();
        let shapes = parts.map(|part| (part.pose, part.shape)).collect();
        values.extend([None; 4]);
        models.push((name, Model::moving(shapes, &base)));
    }
    let (mut parts, mut first) = (Vec::new(), 0);
    for (name, model) in &models {
        let columns = first..first + model.robot.joints().len();
        first = columns.end;
        parts.push((if name.is_empty() { model.name.clone() } else { name.clone() }, columns));
    }
    let model = match models.pop() {
        Some((name, model)) if name.is_empty() && models.is_empty() => model,
        last => Model::joined(models.into_iter().chain(last).collect())?,
    };
    Ok(Robots { model, said: is_said.then_some(values), parts, of_bodies })
}

/// The path of the files, and the names of its parts if it has any.
fn motion(
    options: &Options,
    Robots { model, parts, .. }: &Robots,
    angles: Angles,
    kept: &[Option<f64>],
    notes: &mut Notes,
) -> Result<Option<(paths::Path, Vec<String>)>> {
    let how = options.interpolation.map(Interpolation::from);
    let near = Tolerances {
        joints: options.joint_tolerance.as_deref(),
        controllers: options.tolerance_of.as_deref(),
    };
    let files = &options.path[..];
    let columns = if files.len() > 1 { model.columns(files)? } else { Vec::new() };
    let still = model.robot.neutral();
    let mut all = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let mut kept = kept.to_vec();
        // What other files move is not missing here.
        for (_, columns) in columns.iter().enumerate().filter(|(other, _)| *other != number) {
            for joint in columns.clone() {
                kept[joint] = kept[joint].or(Some(still[joint]));
            }
        }
        let path = model.motion(file, angles, &kept, how, notes)?;
        all.push(near.apply(path, &model.robot, angles)?);
    }
    let (of_parts, names): (Vec<_>, Vec<String>) = match &all[..] {
        [] => return Ok(None),
        [path] if options.clocks => {
            ensure!(
                parts.len() > 1,
                "--clocks needs several robots, bodies that move, or files of a path"
            );
            parts.iter().map(|(name, columns)| ((path, columns.clone()), name.clone())).unzip()
        }
        [_] => return Ok(all.pop().map(|path| (path, Vec::new()))),
        _ => {
            let mut each: Vec<_> = all.iter().zip(columns).zip(files).collect();
            each.sort_by_key(|((_, columns), _)| columns.start);
            each.into_iter().map(|(part, file)| (part, input::name(file))).unzip()
        }
    };
    Ok(Some((model.beside(&of_parts)?, names)))
}

/// The robots among the bodies of the scene, for questions about motions, and the same in a configuration.
fn around(
    file: &SceneFile,
    model: &Model,
    bodies: Vec<Body<DVec3>>,
    q: &[f64],
    notes: &mut Notes,
) -> Result<(paths::World, Scene<DVec3>)> {
    let on = file.links(&bodies);
    let links = model.robot.links().map(|link| (link.name.as_str(), None));
    let named = bodies.iter().map(|body| (body.name.as_str(), body.group.as_deref()));
    let allowed = file.ignored(links.chain(named))?;
    let around = Around::new(model, bodies, &on, &allowed, q, notes)?;
    let ignored = around.ignored();
    let Around { world, bodies, .. } = around;
    Ok((world, file.scene(bodies, ignored, notes)?))
}

/// The world of a scene with a robot, as `check --path` asks about it.
pub fn world(options: &Options) -> Result<(paths::World, Notes)> {
    let place = || input::name(options.scene());
    let file = opened(options)?;
    ensure!(file.moves(), "{}: there is no robot in it", place());
    let (mut bodies, mut notes) = file.bodies::<DVec3>(folder(options)).with_context(place)?;
    let Robots { model, .. } = robots(options, &file, &mut bodies, &mut notes)?;
    let q = model.robot.neutral();
    let (mut world, scene) = around(&file, &model, bodies, &q, &mut notes).with_context(place)?;
    robot::require(&scene, &mut world, &mut notes)?;
    if let Some(said) = &options.base_tolerance {
        let angles = file.joint_angles();
        robot::within::base(said, &mut world, angles).context("--base-tolerance")?;
    }
    Ok((world, notes))
}

/// The robots among the bodies of the scene.
fn check_robot(
    options: &Options,
    file: &SceneFile,
    mut files: Files,
    began: Instant,
) -> Result<u8> {
    interrupt::watch();
    let place = || input::name(options.scene());
    let (mut bodies, mut notes) = file.bodies::<DVec3>(folder(options)).with_context(place)?;
    let robots = robots(options, file, &mut bodies, &mut notes)?;
    let (model, angles) = (&robots.model, file.joint_angles());
    let said = match &options.q {
        Some(said) => {
            let values = model.said(said, angles, &mut notes);
            Some(values.map_err(|wrong| anyhow!("--q: {wrong}"))?)
        }
        None => robots.said.clone(),
    };
    let is_said = said.is_some();
    let kept = robots.kept(said);
    let path = motion(options, &robots, angles, &kept, &mut notes)?;
    let q = match &path {
        Some((path, _)) if !is_said => path.rows()[0].clone(),
        _ => model.with_neutral(&kept),
    };
    let (mut world, scene) = around(file, model, bodies, &q, &mut notes).with_context(place)?;
    if path.is_some() {
        robot::require(&scene, &mut world, &mut notes)?;
    }
    if let Some(said) = &options.base_tolerance {
        robot::within::base(said, &mut world, angles).context("--base-tolerance")?;
    }
    // Asked before the work, which may be long.
    let before = srdf_before(options, file)?;
    let mut found = Robot::default();
    if let Some((path, names)) = path.as_ref().filter(|_| options.clocks) {
        let clearance = required(options).max(0.0);
        let prover = Prover::new(world);
        let asked = ClocksFound::ask(&prover, path, names, clearance, options.window)?;
        if !options.json {
            let mut out = anstream::stdout().lock();
            let written = asked.write(&mut out, &file.units).and_then(|()| out.flush());
            written.context(NOT_WRITTEN)?;
        }
        found.clocks = Some(asked);
    } else if let Some((path, _)) = &path {
        let (prover, clearance) = (Prover::new(world), required(options).max(0.0));
        let mut asked = PathFound::ask(&prover, path, clearance);
        if options.verify {
            asked.verify(&prover, path);
        }
        if let Some(out) = files.proof.take().filter(|_| asked.is_proven()) {
            let proof = prover.certificate_while(path, clearance, |_| interrupt::going_on());
            let proof = proof.context("--certificate: the proof was ended, and is not written")?;
            Certificate::new(prover.world(), path.given(), proof).write(out)?;
        }
        let most = options.seconds.map(Duration::from_secs_f64);
        let find = |asked: &mut PathFound| {
            if !options.no_least {
                asked.find_least(&prover, path, most);
            }
        };
        // What is proven is said first, however long the least clearance takes.
        if asked.is_open() {
            find(&mut asked);
            print_proof(options, file, &asked)?;
        } else {
            print_proof(options, file, &asked)?;
            find(&mut asked);
        }
        if options.html.is_some() && !asked.is_stopped() {
            found.motion = asked.motion(&prover, path)?;
        }
        found.path = Some(asked);
    }
    if options.prove_allowed {
        let allowed = Allowed::ask(model)?;
        if let Some(file) = &options.write_srdf {
            let text = allowed.srdf(model, before.as_deref(), &mut notes);
            let text = text.with_context(|| input::name(file))?;
            let mut out = Output::create(file)?;
            let written = out.write_all(text.as_bytes());
            written.and_then(|()| out.commit()).context("cannot write the SRDF file")?;
        }
        found.allowed = Some(allowed);
    }
    // Ctrl-C and the limit were for the proofs, if there are any.
    let is_proof = !options.path.is_empty() || options.prove_allowed;
    let ended = going_on(options, began);
    let going_on = || if is_proof { ControlFlow::Continue(()) } else { ended() };
    report(options, file, files, &scene, notes, found, going_on)
}

/// Prints what is proven about the path, unless all is printed as JSON.
fn print_proof(options: &Options, file: &SceneFile, path: &PathFound) -> Result<()> {
    if options.json {
        return Ok(());
    }
    let mut out = anstream::stdout().lock();
    path.write(&mut out, &file.units).and_then(|()| out.flush()).context(NOT_WRITTEN)
}

/// The text of the SRDF file that is written anew: the file of this name, or else the one that was read.
fn srdf_before(options: &Options, file: &SceneFile) -> Result<Option<String>> {
    let Some(written) = &options.write_srdf else { return Ok(None) };
    let named = file.robots.iter().find_map(|robot| robot.srdf.as_ref());
    let named = named.map(|srdf| folder(options).join(srdf));
    let there = Some(written.clone()).filter(|path| path.is_file());
    let Some(path) = there.or(options.srdf.clone()).or(named) else { return Ok(None) };
    let text = input::read_text(&path, input::MOST_OF_A_SCENE)?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    Srdf::read(&text).with_context(|| input::name(&path))?;
    Ok(Some(text))
}

fn check_options(options: &Options) -> Result<()> {
    let Options { clearance, tolerance, within, margin, seconds, .. } = *options;
    let given = [
        ("--clearance", Some(clearance)),
        ("--tolerance", tolerance),
        ("--within", within),
        ("--margin", margin),
        ("--seconds", seconds),
        ("--window", options.window),
    ];
    for (name, value) in given {
        let Some(value) = value else { continue };
        let said = words::number(value);
        ensure!(value.is_finite(), "{name} must be a finite number, but is {said}");
        let may_be_negative = name == "--clearance" || name == "--within";
        ensure!(value >= 0.0 || may_be_negative, "{name} must not be negative, but is {said}");
    }
    let long = seconds.is_some_and(|seconds| seconds > LONGEST);
    ensure!(!long, "--seconds must be at most {LONGEST}");
    let required = required(options);
    if let Some(within) = within {
        ensure!(
            within >= required,
            "--within {within} is below --clearance {required}: pairs in between would not be looked at"
        );
    }
    Ok(())
}

/// The clearance that pairs should have. It is negative for an overlap that is tolerated.
fn required(options: &Options) -> f64 {
    options.tolerance.map_or(options.clearance, |tolerance| -tolerance)
}

/// The folder to which the paths of meshes are relative; those of the command line are relative to the current one.
fn folder(options: &Options) -> &Path {
    let scene = options.scene();
    scene.parent().filter(|_| !is_mesh(scene)).unwrap_or(Path::new(""))
}

/// The largest separation of a contact's points.
fn margin(options: &Options) -> f64 {
    options.margin.unwrap_or(required(options).max(0.0))
}

/// Goes on until there was a Ctrl-C, or until the seconds are over.
fn going_on(options: &Options, began: Instant) -> impl Fn() -> ControlFlow<()> + Sync {
    let most = options.seconds.map(Duration::from_secs_f64);
    interrupt::going_on_until(most.and_then(|most| began.checked_add(most)))
}

fn check<V: DVector>(
    options: &Options,
    file: &SceneFile,
    files: Files,
    began: Instant,
) -> Result<u8>
where
    Pose<V>: DeserializeOwned,
{
    interrupt::watch();
    let built = file.build::<V>(folder(options));
    let (scene, notes) = built.with_context(|| input::name(options.scene()))?;
    let going_on = going_on(options, began);
    report(options, file, files, &scene, notes, Robot::default(), going_on)
}

/// Looks at the pairs of the scene, and prints what was found.
fn report<V: DVector>(
    options: &Options,
    file: &SceneFile,
    mut files: Files,
    scene: &Scene<V>,
    mut notes: Notes,
    robot: Robot,
    going_on: impl Fn() -> ControlFlow<()> + Sync,
) -> Result<u8> {
    let (world, doubt) = file.world();
    if options.bcf.is_some() {
        ensure!(V::DIM == 3, "--bcf is for scenes in space");
        notes.warnings.extend(doubt.map(String::from));
    }
    if options.overlap.is_some() {
        ensure!(V::DIM == 3, "--overlap is for scenes in space");
        let doubt = doubt.map(|_| {
            "--overlap: GLB is in metres, and the scene names no unit that is known: its lengths are taken as metres"
        });
        notes.warnings.extend(doubt.map(String::from));
    }
    notes.warnings.iter().for_each(|warning| warn(warning));

    let mut progress = Progress::new(true);
    let required = required(options);
    let given = std::mem::take(&mut files.approved);
    let approved: Vec<&Approval> = given.iter().chain(&file.approved).collect();
    let has_states = options.judges() || !approved.is_empty();
    // All that fails must be known then.
    let needs_all = has_states || options.bcf.is_some();
    let within = match options.within {
        None if needs_all => Within::Distance(scene.most_required(required).max(0.0)),
        None => Within::Closest(CLOSEST),
        Some(within) => Within::Distance(within),
    };
    if let Some(within) = options.within {
        let most = scene.most_required(required);
        ensure!(
            within >= most,
            "--within {within} is below the clearance {most} that the scene requires: pairs in between \
             would not be looked at"
        );
    }
    let at = |done, of| progress.at(done as u64, of as u64);
    let mut found = scene.survey(within, required, at, &going_on);
    progress.finish();
    if options.contacts {
        let pairs = found.pairs.par_iter_mut().filter(|_| going_on().is_continue());
        pairs.for_each(|pair| scene.ask_local_depth(pair));
    }

    let touching = |pair: &BodyPair<V>| scene.contacts_between(pair.a, pair.b, margin(options));
    let contacts: Option<Vec<_>> =
        options.contacts.then(|| found.pairs.iter().map(touching).collect());
    let known = |index: usize| Some(&contacts.as_ref()?[index][..]);
    let mut findings = findings::all(scene, &found.pairs, known);
    let baseline = files.baseline.take();
    let gone = baseline.map_or_else(Vec::new, |baseline| baseline.compare(&mut findings));
    for warning in approvals::apply(&approved, scene, &found.pairs, &mut findings) {
        warn(&warning);
        notes.warnings.push(warning);
    }
    if let (Some((mut out, mut text)), Some(reason)) = (files.approvals.take(), &options.reason) {
        approvals::approve(&mut text, reason, scene, &found.pairs, &mut findings)?;
        let written = out.write_all(text.as_bytes());
        written.and_then(|()| out.commit()).context("cannot write the approvals")?;
    }
    let common = options.overlap.is_some().then(|| {
        let (common, left_out) = overlap::of_clashes(scene, &found.pairs);
        for warning in left_out {
            warn(&warning);
            notes.warnings.push(warning);
        }
        common
    });
    let limit = options.within.unwrap_or(f64::INFINITY);
    let all_parts = |pair: &BodyPair<V>| scene.pairs_of_parts(pair, limit);
    let parts = options.parts.then(|| found.pairs.iter().map(all_parts).collect());
    let (found, units) = (&found, file.units.as_str());
    let fails = if has_states {
        findings.iter().any(Finding::fails)
    } else {
        found.totals.clash + found.totals.close > 0
    };
    let failed = robot.fails() || fails || found.left.count > 0;
    let notes = &notes;
    let report = Report {
        scene,
        found,
        contacts,
        parts,
        common,
        findings,
        gone,
        has_states,
        units,
        required,
        notes,
        robot,
    };
    if options.json {
        let mut out = io::BufWriter::new(io::stdout().lock());
        report.write_json(&mut out).and_then(|()| out.flush()).context(NOT_WRITTEN)?;
    } else {
        // Colours are removed if the output is not a terminal.
        let mut out = io::BufWriter::new(anstream::stdout().lock());
        report.write_table(&mut out).and_then(|()| out.flush()).context(NOT_WRITTEN)?;
    }
    let sources =
        html::Sources { scene: options.scene(), path: options.path.first().map(PathBuf::as_path) };
    files.write(&report, &sources, &world, failed)?;
    Ok(u8::from(failed))
}
