//! `clearance check`: the pairs of bodies of a scene that are nearest to each other, worst first.
//!
//! Without `--within` these are ten pairs. The totals are still those of all pairs: see `scene.rs`. A pair of bodies is represented by its nearest parts; `--parts` lists all of them.
//!
//! ```text
//!   options   what was said           robots   the robots among the bodies
//!   runs      several scenes or paths, each by itself
//!   (this file)   reads one, asks and prints
//! ```

mod options;
mod robots;
mod runs;

pub use options::Options;
pub use robots::world;
pub use runs::run;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use clearance::Pose;
use clearance::glam::{DVec2, DVec3};
use clearance::paths::Prover;
use clearance::space::DVector;
use clearance_formats::Srdf;
use clearance_models::Notes;
use rayon::prelude::*;
use serde::de::DeserializeOwned;

use crate::approvals::{self, Approval};
use crate::baseline::Baseline;
use crate::bcf::{self, World};
use crate::ci::{self, Case, Outcome};
use crate::findings::{self, Finding};
use crate::input;
use crate::interrupt;
use crate::output::Output;
use crate::progress::Progress;
use crate::report::Report;
use crate::robot::{self, Allowed, Certificate, ClocksFound, PathFound, Robot};
use crate::scene::{BodyPair, Scene};
use crate::scene_file::SceneFile;
use crate::survey::Within;
use crate::{csv, glb, html, overlap, picture, warn};
use robots::{around, motion, robots};

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
/// The number of pairs without `--within`.
const CLOSEST: usize = 10;

/// What came of one scene, robot or path.
struct Checked {
    /// The exit status.
    status: u8,
    cases: Vec<Case>,
}

/// Checks one of them.
fn one(options: &Options, file: &SceneFile, began: Instant) -> Result<Checked> {
    let files = Files::create(options)?;
    let dim = file.dim().with_context(|| input::name(options.scene()))?;
    if !file.moves() {
        let robots = options.srdf.is_some() || options.q.is_some() || !options.path.is_empty();
        ensure!(
            !robots && !options.prove_allowed,
            "--srdf, --q, --path and --prove-allowed need a robot"
        );
        return match dim {
            2 => check::<DVec2>(options, file, files, began),
            _ => check::<DVec3>(options, file, files, began),
        };
    }
    check_robot(options, file, files, began)
}

/// The robots among the bodies of the scene.
fn check_robot(
    options: &Options,
    file: &SceneFile,
    mut files: Files,
    began: Instant,
) -> Result<Checked> {
    interrupt::watch();
    let place = || input::name(options.scene());
    let (mut bodies, mut notes) = file.bodies::<DVec3>(options.folder()).with_context(place)?;
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
    let kept = robots.kept(said, file, &mut notes);
    let path = motion(options, &robots, angles, &kept, &mut notes)?;
    let q = match &path {
        Some((path, _)) if !is_said => path.rows()[0].clone(),
        _ => model.with_neutral(&kept),
    };
    let (mut world, scene) = around(file, model, bodies, &q, &mut notes).with_context(place)?;
    if path.is_some() {
        robot::require(&scene, &mut world, options.required().max(0.0), &mut notes)?;
    }
    if let Some(said) = &options.base_tolerance {
        robot::within::base(said, &mut world, angles).context("--base-tolerance")?;
    }
    // Asked before the work, which may be long.
    let before = srdf_before(options, file)?;
    let mut found = Robot::default();
    if let Some((path, names)) = path.as_ref().filter(|_| options.clocks) {
        let clearance = options.required().max(0.0);
        let prover = Prover::new(world);
        let asked = ClocksFound::ask(&prover, path, names, clearance, options.window)?;
        if !options.json {
            let mut out = anstream::stdout().lock();
            let written = asked.write(&mut out, &file.units).and_then(|()| out.flush());
            written.context(NOT_WRITTEN)?;
        }
        found.clocks = Some(asked);
    } else if let Some((path, _)) = &path {
        let (prover, clearance) = (Prover::new(world), options.required().max(0.0));
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
    found.seconds = began.elapsed().as_secs_f64();
    // Ctrl-C and the limit were for the proofs, if there are any.
    let is_proof = !options.path.is_empty() || options.prove_allowed;
    let ended = options.going_on(began);
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
    let named = named.map(|srdf| options.folder().join(srdf));
    let there = Some(written.clone()).filter(|path| path.is_file());
    let Some(path) = there.or(options.srdf.clone()).or(named) else { return Ok(None) };
    let text = input::read_text(&path, input::MOST_OF_A_SCENE)?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    Srdf::read(&text).with_context(|| input::name(&path))?;
    Ok(Some(text))
}

fn check<V: DVector>(
    options: &Options,
    file: &SceneFile,
    files: Files,
    began: Instant,
) -> Result<Checked>
where
    Pose<V>: DeserializeOwned,
{
    interrupt::watch();
    let built = file.build::<V>(options.folder());
    let (scene, notes) = built.with_context(|| input::name(options.scene()))?;
    let going_on = options.going_on(began);
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
) -> Result<Checked> {
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
    let required = options.required();
    let given = std::mem::take(&mut files.approved);
    let approved: Vec<&Approval> = given.iter().chain(&file.approved).collect();
    let has_states = options.judges() || !approved.is_empty();
    // All that fails must be known then.
    let needs_all = has_states || options.lists_all();
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

    let touching = |pair: &BodyPair<V>| scene.contacts_between(pair.a, pair.b, options.margin());
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
        name: options.label.as_deref(),
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
    let paths: Vec<String> = options.path.iter().map(|path| input::name(path)).collect();
    let cases = ci::cases(&report, &paths.join(", "));
    // Without `needs_all` pairs may fail that are not among the cases.
    let is_wrong = !needs_all || cases.iter().any(|case| case.outcome == Outcome::Failed);
    let status = match failed {
        false => 0,
        true if is_wrong => 1,
        true => options.undecided(),
    };
    Ok(Checked { status, cases })
}
