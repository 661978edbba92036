//! Robots in `check`: a URDF file by itself, or in a scene.
//!
//! ```text
//!   robot.urdf --crates/formats--> links, joints
//!       shapes    the shapes of links, from primitives and mesh files
//!       model     the robot, what its SRDF file says, and its configuration
//!       around    the robot among the bodies of a scene: a scene at the configuration, a world for paths
//!       path      what is proven about a path
//!       motion    the clearance along a path, for a chart
//!       allowed   which pairs of links can touch within the limits
//! ```

mod allowed;
mod around;
mod model;
mod motion;
mod path;
mod shapes;

use std::io::{self, Write};

use serde::Serialize;

pub use allowed::{Allowed, PairOut};
pub use around::Around;
pub use model::{Model, Sources, package};
pub use motion::{Moment, Motion, Stretch};
pub use path::{PathFound, read as read_path};

/// What was asked about a robot, beside the pairs of the scene.
#[derive(Debug, Default, Serialize)]
pub struct Robot {
    /// A path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<PathFound>,
    /// The pairs of links within the limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<Allowed>,
    /// The clearance along the path; `None` if no page is written.
    #[serde(skip)]
    pub motion: Option<Motion>,
}

impl Robot {
    /// Is a path not proven, or the SRDF file wrong?
    pub fn fails(&self) -> bool {
        self.path.as_ref().is_some_and(|path| !path.is_proven())
            || self.allowed.as_ref().is_some_and(Allowed::is_contradicted)
    }
    pub fn write(&self, out: &mut impl Write, units: &str) -> io::Result<()> {
        self.path.as_ref().map_or(Ok(()), |path| path.write(out, units))?;
        self.allowed.as_ref().map_or(Ok(()), |allowed| allowed.write(out))
    }
}
