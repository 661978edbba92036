//! The proof of a path as a file, for `clearance verify`: what was asked, and the evidence.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use clearance::answer::{JointPath, Mechanism, PathCertificate};
use clearance::glam::DVec3;
use clearance::paths::World;
use clearance::shape::{FacetList, Part, PartPieces, Pieces};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::output::Output;
use crate::text::shown;

/// What such a file says it is.
const FORMAT: &str = "clearance path certificate";
const VERSION: u32 = 1;
/// The largest file that is read, in bytes.
const MOST: u64 = 1 << 30;

/// The content of the file.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    format: String,
    version: u32,
    /// Of the joints and bases, and of the bodies and what they must keep: they tell that inputs differ.
    robot: Uuid,
    bodies: Uuid,
    /// The names of the columns of the path.
    joints: Vec<String>,
    pub path: JointPath,
    pub proof: PathCertificate,
}

impl Certificate {
    pub fn new(world: &World, path: &JointPath, proof: PathCertificate) -> Self {
        let [robot, bodies] = hashes(&world.mechanism());
        let (format, joints) = (FORMAT.into(), world.robot().joints().to_vec());
        Self { format, version: VERSION, robot, bodies, joints, path: path.clone(), proof }
    }
    pub fn write(&self, mut out: Output) -> Result<()> {
        let text = serde_json::to_string(self).context("cannot write the certificate")?;
        let written = writeln!(out, "{text}").and_then(|()| out.commit());
        written.context("cannot write the certificate")
    }
    pub fn read(path: &Path) -> Result<Self> {
        let size = fs::metadata(path).context("cannot read it")?.len();
        ensure!(size <= MOST, "it has more than {} MiB", MOST >> 20);
        let text = fs::read_to_string(path).context("cannot read it")?;
        let this: Self = serde_json::from_str(&text).context("it is no certificate of a path")?;
        ensure!(this.format == FORMAT, "it is no certificate of a path");
        ensure!(
            this.version == VERSION,
            "it is of version {}, and this command reads version {VERSION}",
            this.version
        );
        Ok(this)
    }
    /// Refuses a world whose joints are not the columns of the path.
    pub fn check_joints(&self, world: &World) -> Result<()> {
        let (has, needs) = (world.robot().joints(), &self.joints);
        ensure!(
            has == needs,
            "its path is of the joints {}, but those that move are {}",
            shown(&needs.join(", ")),
            shown(&has.join(", "))
        );
        Ok(())
    }
    /// How a world differs from that of the certificate, in words.
    pub fn differences(&self, world: &World) -> Vec<&'static str> {
        let [robot, bodies] = hashes(&world.mechanism());
        let what = [
            (robot != self.robot, "the robot is not the one that it was made for"),
            (
                bodies != self.bodies,
                "the bodies, or what they must keep, are not those that it was made for",
            ),
        ];
        what.into_iter().filter(|(differs, _)| *differs).map(|(_, what)| what).collect()
    }
}

/// Of the robot, and of the bodies: hashes of all numbers.
fn hashes(mechanism: &Mechanism<'_>) -> [Uuid; 2] {
    let Mechanism { joints, bases, bodies, allowed, required } = mechanism;
    let hash = |text: &str| Uuid::new_v5(&Uuid::NAMESPACE_OID, text.as_bytes());
    let robot = format!("{joints:?}{bases:?}");
    let mut around = format!("{allowed:?}{required:?}");
    for body in bodies {
        around += &format!("{:?}{:?}", body.link, body.part);
        for (pose, shape) in &body.shapes {
            around += &format!("{pose:?}{}", written(*shape));
        }
    }
    [hash(&robot), hash(&around)]
}

/// All numbers of a shape.
fn written(shape: &dyn Pieces<V = DVec3>) -> String {
    let mut text = String::new();
    for part in shape.parts() {
        text += &format!("{:?}", part.pose);
        text += &match part.pieces {
            PartPieces::Convex(Part::Convex(shape)) => {
                format!("{:?}{:?}{:?}", shape.view(), shape.radius(), shape.center())
            }
            PartPieces::Convex(Part::HalfSpace(half)) => format!("{half:?}"),
            PartPieces::Facets(list @ FacetList { .. }) => format!("{list:?}"),
        };
    }
    text
}
