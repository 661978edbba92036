//! Robots in `check`: a URDF file by itself, or in a scene.
//!
//! ```text
//!   robot.urdf --crates/models--> the robot, what its SRDF file says, its configuration
//!       around    the robot among the bodies of a scene: a scene at the configuration, a world for paths
//!       rules     the required clearances of the scene, on a path
//!       path      what is proven about a path
//!       clocks    what is proven if each robot has a clock of its own
//!       within    how far joints and bases may be off
//!       certificate  the proof as a file
//!       allowed   which pairs of links can touch within the limits
//! ```

mod allowed;
mod around;
mod certificate;
mod clocks;
mod path;
mod rules;
pub mod within;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clearance_pictures::path::Motion;
use serde::Serialize;

use crate::text::shown;

pub use allowed::{Allowed, PairOut};
pub use around::Around;
pub use certificate::Certificate;
pub use clocks::ClocksFound;
pub use path::PathFound;
pub use rules::require;

/// What was asked about a robot, beside the pairs of the scene.
#[derive(Debug, Default, Serialize)]
pub struct Robot {
    /// A path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<PathFound>,
    /// The same path, with several clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClocksFound>,
    /// The pairs of links within the limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<Allowed>,
    /// How long it took.
    #[serde(skip)]
    pub seconds: f64,
    /// The clearance along the path; `None` if no page is written, or Ctrl-C ended the work.
    #[serde(skip)]
    pub motion: Option<Motion>,
}

impl Robot {
    /// Is a path not proven, or the SRDF file wrong?
    pub fn fails(&self) -> bool {
        self.path.as_ref().is_some_and(|path| !path.is_proven())
            || self.clocks.as_ref().is_some_and(|clocks| !clocks.is_proven())
            || self.allowed.as_ref().is_some_and(Allowed::is_contradicted)
    }
    /// What is known beside the proof of the path, which is printed before all else.
    pub fn write(&self, out: &mut impl Write, units: &str) -> io::Result<()> {
        self.path.as_ref().map_or(Ok(()), |path| path.write_least(out, units))?;
        self.allowed.as_ref().map_or(Ok(()), |allowed| allowed.write(out))
    }
}

/// `NAME=DIR` as a package.
pub fn package(said: &str) -> Result<(String, PathBuf)> {
    let (name, folder) = said.split_once('=').context("--package needs NAME=DIR")?;
    let folder = Path::new(folder);
    ensure!(
        !name.is_empty() && folder.is_dir(),
        "--package {}: there is no such folder",
        shown(said)
    );
    Ok((name.into(), folder.into()))
}
