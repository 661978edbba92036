//! Several scenes, robots or paths in one call: each is checked by itself.
//!
//! The exit status is the worst of all: 2 before 1, before what is undecided, before 0. One that cannot be read keeps no
//! other from being checked.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{fs, io};

use anyhow::{Context, Result, ensure};
use clearance_formats::is_mesh;

use super::options::Options;
use super::{Checked, NOT_WRITTEN, one};
use crate::ci::{self, Case, Outcome, Suite};
use crate::output::{self, Output};
use crate::scene_file::SceneFile;
use crate::{BAD_INPUT, input, interrupt, tell};

/// What files of paths end in, in a folder of them.
const PATHS: [&str; 4] = ["csv", "yaml", "yml", "json"];

/// Runs the command; returns the exit status.
pub fn run(options: &Options) -> Result<u8> {
    options.check()?;
    let runs = runs(options)?;
    let opened: Vec<Result<SceneFile>> = runs.iter().map(Options::opened).collect();
    let mut inputs = Vec::new();
    for (run, file) in runs.iter().zip(&opened) {
        inputs.extend(run.inputs());
        inputs.extend(file.iter().flat_map(|file| file.meshes(run.folder())));
    }
    let outputs = options.outputs().into_iter();
    let outputs: Vec<(&str, &Path)> =
        outputs.filter_map(|(name, path)| Some((name, path?))).collect();
    output::refuse_clashes(&inputs, &outputs)?;
    let create = |path: &Option<PathBuf>| path.as_deref().map(Output::create).transpose();
    let (junit, sarif) = (create(&options.junit)?, create(&options.sarif)?);

    let (several, mut suites, mut statuses) = (runs.len() > 1, Vec::new(), Vec::new());
    for (run, file) in runs.iter().zip(opened) {
        let (name, began) = (run.name(), Instant::now());
        if several && interrupt::going_on().is_break() {
            statuses.push(run.undecided());
            suites.push(left(run, name));
            continue;
        }
        if several && !options.json {
            writeln!(anstream::stdout(), "{name}:").context(NOT_WRITTEN)?;
        }
        let checked = file.and_then(|file| one(run, &file, began));
        let Checked { status, mut cases } = checked.unwrap_or_else(|error| {
            tell(&error);
            Checked { status: BAD_INPUT, cases: vec![Case::unread(&name, &error)] }
        });
        if several && !options.json {
            writeln!(anstream::stdout()).context(NOT_WRITTEN)?;
        }
        statuses.push(status);
        let (file, seconds) = (input::name(run.scene()), began.elapsed().as_secs_f64());
        // The last case is about all others.
        let told: f64 = cases.iter().map(|case| case.seconds).sum();
        if let Some(last) = cases.last_mut() {
            last.seconds = (seconds - told).max(0.0);
        }
        suites.push(Suite { name, file, cases, seconds });
    }
    if several && !options.json {
        summary(&suites, &statuses).context(NOT_WRITTEN)?;
    }
    write(junit, || ci::junit(&suites)).context("cannot write the JUnit file")?;
    write(sarif, || Ok(ci::sarif(&suites)?)).context("cannot write the SARIF file")?;
    Ok(worst(&statuses))
}

/// One to each scene or robot, and to each of its paths by itself.
fn runs(options: &Options) -> Result<Vec<Options>> {
    options.refuse_others()?;
    let (meshes, scenes): (Vec<PathBuf>, Vec<PathBuf>) =
        options.files.iter().cloned().partition(|file| is_mesh(file));
    ensure!(
        meshes.is_empty() || scenes.is_empty(),
        "mesh files alone are checked with each other, and scenes and robots each by itself: not both in one call"
    );
    let files = match &meshes[..] {
        [] => scenes.into_iter().map(|scene| vec![scene]).collect(),
        _ => vec![meshes],
    };
    let paths: Vec<Vec<PathBuf>> = match &options.paths[..] {
        [] => vec![options.path.clone()],
        given => each(given)?.into_iter().map(|path| vec![path]).collect(),
    };
    let mut runs = Vec::new();
    for files in files {
        for path in &paths {
            let (files, path) = (files.clone(), path.clone());
            runs.push(Options { files, path, paths: Vec::new(), ..options.clone() });
        }
    }
    let of_one = options.outputs().into_iter().chain([("--baseline", options.baseline.as_deref())]);
    for (name, given) in of_one.filter(|_| runs.len() > 1) {
        let is_of_all = name == "--junit" || name == "--sarif";
        ensure!(given.is_none() || is_of_all, "{name} is for one scene and one path in a call");
    }
    if runs.len() > 1 {
        runs.iter_mut().for_each(|run| run.label = Some(run.name()));
    }
    Ok(runs)
}

/// The files, and those in folders, by name.
fn each(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for path in paths {
        if !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let place = || format!("--paths: cannot read {}", input::name(path));
        let mut inner = Vec::new();
        for file in fs::read_dir(path).with_context(place)? {
            let file = file.with_context(place)?.path();
            let ending = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
            inner.extend(PATHS.contains(&&ending[..]).then_some(file));
        }
        let endings = PATHS.join(", ");
        ensure!(!inner.is_empty(), "--paths: {} has no files {endings}", input::name(path));
        inner.sort();
        all.extend(inner);
    }
    Ok(all)
}

/// One that Ctrl-C came before.
fn left(run: &Options, name: String) -> Suite {
    let message = "It was not looked at, as the work was ended.".to_string();
    let cases = vec![Case::undecided(&name, message)];
    Suite { name, file: input::name(run.scene()), cases, seconds: 0.0 }
}

/// A line to each, and one for all.
fn summary(suites: &[Suite], statuses: &[u8]) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    for (Suite { name, cases, .. }, status) in suites.iter().zip(statuses) {
        let failed = cases.iter().any(|case| case.outcome == Outcome::Failed);
        let word = match status {
            0 => "passes",
            &BAD_INPUT => "cannot be checked",
            _ if !failed => "is undecided",
            _ => "fails",
        };
        writeln!(out, "{name} {word}")?;
    }
    let passed = statuses.iter().filter(|status| **status == 0).count();
    writeln!(out, "{passed} of {} pass", statuses.len())
}

fn write(out: Option<Output>, content: impl FnOnce() -> io::Result<Vec<u8>>) -> io::Result<()> {
    let Some(mut out) = out else { return Ok(()) };
    out.write_all(&content()?)?;
    out.commit()
}

/// 2, or else 1, or else that of what is undecided.
fn worst(statuses: &[u8]) -> u8 {
    let rank = |status: &u8| match status {
        &BAD_INPUT => 3,
        1 => 2,
        0 => 0,
        _ => 1,
    };
    statuses.iter().copied().max_by_key(rank).unwrap_or(0)
}
