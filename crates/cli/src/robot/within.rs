//! How far joints and bases may be off: `--joint-tolerance`, `--tolerance-of`, `--base-tolerance`.
//!
//! Radians and lengths never share a number: one number is for all joints only if all turn or all slide.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail, ensure};
use clearance::paths::{JointKind, Path, Robot, World};
use clearance_formats::Constraints;
use clearance_lines::words;
use clearance_models::Angles;

use crate::text::shown;

/// What was said about the tolerances of joints.
pub struct Said<'s> {
    /// A number, or `NAME=T,..`.
    pub joints: Option<&'s str>,
    /// A file of controllers.
    pub controllers: Option<&'s std::path::Path>,
}

impl Said<'_> {
    /// The path with these tolerances, in radians and lengths.
    pub fn apply(&self, path: Path, robot: &Robot, angles: Angles) -> Result<Path> {
        let Self { joints, controllers } = self;
        let mut widths: BTreeMap<usize, f64> = BTreeMap::new();
        if let Some(file) = controllers {
            for (name, width) in Constraints::open(file)?.joints {
                let joint = number_of(robot, &name)?;
                match width {
                    Some(width) => drop(widths.insert(joint, width)),
                    None if joints.is_some() => {}
                    None => bail!(
                        "the trajectory tolerance of joint \"{}\" is 0, negative or missing, which is not enforced, and no \
                         width: --joint-tolerance has to give it",
                        shown(&name)
                    ),
                }
            }
        }
        match joints.map(|said| (said, said.contains('='))) {
            None => {}
            Some((said, true)) => {
                for pair in said.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
                    let (name, width) = pair.split_once('=').unwrap_or((pair, ""));
                    let joint = number_of(robot, name.trim())?;
                    let width = in_radians(robot, joint, number(width)?, angles);
                    widths.insert(joint, width);
                }
            }
            Some((said, false)) => {
                let width = number(said)?;
                let turning = robot.kinds().iter().filter(|kind| **kind == JointKind::Revolute);
                let turning = turning.count();
                ensure!(
                    turning == 0 || turning == robot.joints().len(),
                    "{} is an angle for some joints and a length for others: name them, as in {}={}",
                    shown(said),
                    robot.joints()[0],
                    shown(said)
                );
                for joint in 0..robot.joints().len() {
                    widths.entry(joint).or_insert(in_radians(robot, joint, width, angles));
                }
            }
        }
        let each =
            (0..robot.joints().len()).map(|joint| widths.get(&joint).copied().unwrap_or(0.0));
        Ok(path.within(robot, each.collect::<Vec<_>>())?)
    }
}

/// All bases of the robots may stand elsewhere: `SHIFT,TURN`.
pub fn base(said: &str, world: &mut World, angles: Angles) -> Result<()> {
    let (shift, turn) =
        said.split_once(',').context("a shift and a turn are needed, as in 0.002,0.001")?;
    let turn = number(turn)?;
    let (shift, turn) =
        (number(shift)?, if angles == Angles::Degrees { turn.to_radians() } else { turn });
    let bases: Vec<String> = world.robot().bases().map(String::from).collect();
    bases.iter().try_for_each(|base| world.within(base, shift, turn)).map_err(Into::into)
}

fn number(said: &str) -> Result<f64> {
    let number = said.trim().parse().ok().filter(|width: &f64| width.is_finite() && *width >= 0.0);
    number.with_context(|| format!("\"{}\" is no tolerance", shown(said)))
}

fn number_of(robot: &Robot, name: &str) -> Result<usize> {
    let place = robot.joints().iter().position(|joint| joint == name);
    place.with_context(|| {
        let names: Vec<&str> = robot.joints().iter().map(String::as_str).collect();
        words::unknown("joint", name, &names)
    })
}

fn in_radians(robot: &Robot, joint: usize, width: f64, angles: Angles) -> f64 {
    let turns = robot.kinds()[joint] == JointKind::Revolute;
    if turns && angles == Angles::Degrees { width.to_radians() } else { width }
}
