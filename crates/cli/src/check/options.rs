//! The options of `clearance check`, and what follows from them alone.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use clearance_formats::{conversion, is_mesh};
use clearance_lines::words;
use clearance_models::Interpolation;

use crate::input;
use crate::interrupt;
use crate::scene_file::SceneFile;

/// The most `--seconds`, a year.
const LONGEST: f64 = 31_536_000.0;
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
  clearance check cells/*.toml --junit clearance.xml --sarif clearance.sarif --exit-undecided 4
  clearance check arm.urdf --srdf arm.srdf --paths paths/   each path in a folder
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
with --baseline those that are known, do not count. --exit-undecided tells 1 from what is undecided.
Of several scenes the worst: 2, then 1, then what is undecided.
All keys of a scene and of --json: crates/cli/FORMATS.md in the repository.";

#[derive(Clone, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The scene: bodies with meshes or shapes, and poses; `-` reads standard input, and then meshes are found from the
    /// current folder. Or a robot: a URDF file. Of several scenes and robots each is checked by itself. Or mesh files, whose
    /// objects are bodies: those of one file are checked with each other, those of several files with those of the other files
    #[arg(required = true, value_name = "SCENE")]
    pub(super) files: Vec<PathBuf>,
    /// The clearance required between bodies; -T is the same as --tolerance T
    #[arg(long, value_name = "D", default_value_t = 0.0, allow_negative_numbers = true)]
    pub(super) clearance: f64,
    /// The overlap that is tolerated: bodies that are proven to overlap by no more than T touch, which is
    /// no clash. Their local depth is enough: how deep the deepest point of both is in either of them
    #[arg(long, value_name = "T", conflicts_with = "clearance", allow_negative_numbers = true)]
    pub(super) tolerance: Option<f64>,
    /// Look at all pairs of bodies within this distance instead of the ten closest
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    pub(super) within: Option<f64>,
    /// Take each mesh as the convex hulls of its pieces
    #[arg(long)]
    pub hulls: bool,
    /// List all pairs of parts of each pair of bodies shown; with --within those within that distance
    #[arg(long)]
    pub(super) parts: bool,
    /// Print JSON instead of a table
    #[arg(long)]
    pub(super) json: bool,
    /// What an SRDF file says about the robot: pairs that may touch, and named states
    #[arg(long, value_name = "FILE")]
    pub srdf: Option<PathBuf>,
    /// The configuration of the robot: joints with values in radians (in degrees if the scene has degrees = true) and
    /// metres, the others at 0; or the name of a state of the SRDF file. On a path, joints without a column stay there
    #[arg(long, value_name = "NAME=VALUE,..", allow_hyphen_values = true)]
    pub(super) q: Option<String>,
    /// Prove that the robot moves along a path without a collision, and with the clearances that are required: a CSV file
    /// whose first line names joints, or a trajectory of ROS as YAML or JSON. Several files move the joints that each of
    /// them names, on one clock
    #[arg(long, value_name = "FILE", group = "motion")]
    pub(super) path: Vec<PathBuf>,
    /// The same for several paths, each by itself; of a folder its files .csv, .yaml, .yml and .json
    #[arg(long, value_name = "FILE|FOLDER", group = "motion", num_args = 1..)]
    pub(super) paths: Vec<PathBuf>,
    /// Prove it if each file of the path has a clock of its own, or each robot and body that moves of one file
    #[arg(long, requires = "motion", conflicts_with_all = ["verify", "certificate"])]
    pub(super) clocks: bool,
    /// The clocks differ by S seconds at most; without it by anything
    #[arg(long, value_name = "S", requires = "clocks", allow_negative_numbers = true)]
    pub(super) window: Option<f64>,
    /// How joints move between the rows of the path: as the joint_trajectory_controller of ROS moves them, by times,
    /// velocities and accelerations; or evenly. Without it as a controller if the path has velocities, else evenly
    #[arg(long, value_name = "HOW", requires = "motion")]
    pub(super) interpolation: Option<Interpolated>,
    /// Prove all motions near the path: each joint may be off by so much at each time, in radians (degrees if the scene has
    /// degrees = true) or metres. One number is for all joints, if all turn or all slide
    #[arg(long, value_name = "T|NAME=T,..", requires = "motion")]
    pub(super) joint_tolerance: Option<String>,
    /// The same, as ROS's joint_trajectory_controller has it in a file of parameters: constraints.NAME.trajectory
    #[arg(long, value_name = "FILE.yaml", requires = "motion")]
    pub(super) tolerance_of: Option<PathBuf>,
    /// The bases of the robots may stand elsewhere: shifted along each axis by up to SHIFT, and turned about each by TURN
    #[arg(long, value_name = "SHIFT,TURN", requires = "motion")]
    pub base_tolerance: Option<String>,
    /// Check a proof of the path by an independent checker, with kinematics of its own
    #[arg(long, requires = "motion")]
    pub(super) verify: bool,
    /// Write the proof of the path, if there is one, for `clearance verify`
    #[arg(long, value_name = "FILE.json", requires = "motion")]
    pub(super) certificate: Option<PathBuf>,
    /// Do not look for the least clearance of the path
    #[arg(long, requires = "motion")]
    pub(super) no_least: bool,
    /// End after S seconds with what is known by then: pairs that were not looked at are counted. With --path only the
    /// search for the least clearance ends so; proofs have no such limit
    #[arg(long, value_name = "S", conflicts_with = "no_least")]
    pub(super) seconds: Option<f64>,
    /// Take the visuals of links that have no collisions
    #[arg(long)]
    pub visuals: bool,
    /// The folder of a package that mesh files are named by
    #[arg(long, value_name = "NAME=DIR")]
    pub package: Vec<String>,
    /// Prove which pairs of links can touch within the limits of the joints
    #[arg(long)]
    pub(super) prove_allowed: bool,
    /// Write the pairs that are proven to touch never or always to an SRDF file
    #[arg(long, value_name = "FILE", requires = "prove_allowed")]
    pub(super) write_srdf: Option<PathBuf>,
    /// What --json wrote in an earlier run: pairs that were found before are known, and only new ones are a failure
    #[arg(long, value_name = "OLD.json")]
    pub(super) baseline: Option<PathBuf>,
    /// Pairs that are approved, each with a reason: they are listed, and are no failure. A scene may have them, too
    #[arg(long, value_name = "FILE.toml")]
    pub(super) approvals: Option<PathBuf>,
    /// Approve all that is found, no deeper than it is: add that to a file for --approvals
    #[arg(long, value_name = "FILE.toml", requires = "reason")]
    pub(super) approve: Option<PathBuf>,
    /// Why --approve approves
    #[arg(long, value_name = "TEXT", requires = "approve")]
    pub(super) reason: Option<String>,
    /// Write the pairs, and what is known about the path, as a table for spreadsheets
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// Write a page that shows all this with pictures; browsers open it without a network
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Write what clashes or is close as topics of BCF 3.0, which programs for buildings read
    #[arg(long, value_name = "FILE.bcf")]
    pub(super) bcf: Option<PathBuf>,
    /// Write what each two solids that clash have in common, a surface for each part of it, as GLB
    #[arg(long, value_name = "FILE.glb")]
    pub(super) overlap: Option<PathBuf>,
    /// Write the results as JUnit's XML, which programs that build and test show: a suite for each scene or path
    #[arg(long, value_name = "FILE.xml")]
    pub(super) junit: Option<PathBuf>,
    /// Write what is wrong or undecided as SARIF 2.1.0, which GitHub shows
    #[arg(long, value_name = "FILE.sarif")]
    pub(super) sarif: Option<PathBuf>,
    /// The exit status if nothing is proven to be wrong, and something is undecided or was not looked at (without it 1)
    #[arg(long, value_name = "STATUS", value_parser = clap::value_parser!(u8).range(3..=125))]
    pub(super) exit_undecided: Option<u8>,
    /// Draw the scene and its closest pairs; never over the scene or one of its meshes
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
    /// Say where each pair shown touches, by the points of every two parts; --svg draws them
    #[arg(long)]
    pub(super) contacts: bool,
    /// Points that are apart by up to M are contacts, too; without M, by up to the D of --clearance, if
    /// that is not negative
    #[arg(long, value_name = "M", requires = "contacts", allow_negative_numbers = true)]
    pub(super) margin: Option<f64>,
    /// What is checked, if it is one of several in a call.
    #[arg(skip)]
    pub(super) label: Option<String>,
}

/// What `--interpolation` says.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum Interpolated {
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
    pub(super) fn scene(&self) -> &Path {
        &self.files[0]
    }
    /// The folder to which the paths of meshes are relative; those of the command line are relative to the current one.
    pub(super) fn folder(&self) -> &Path {
        let scene = self.scene();
        scene.parent().filter(|_| !is_mesh(scene)).unwrap_or(Path::new(""))
    }
    /// What is checked: the scene or the first of the mesh files, and the path of `--paths`.
    pub(super) fn name(&self) -> String {
        let paths: Vec<String> = self.path.iter().map(|path| input::name(path)).collect();
        let of_paths = if paths.is_empty() { "" } else { " --path " };
        format!("{}{of_paths}{}", input::name(self.scene()), paths.join(" --path "))
    }
    /// The files that are read beside meshes. Approvals are added to a file of them.
    pub(super) fn inputs(&self) -> Vec<PathBuf> {
        let approvals = self.approvals.iter().filter(|file| Some(*file) != self.approve.as_ref());
        let given = self.files.iter().chain(&self.srdf).chain(&self.path);
        given.chain(&self.tolerance_of).chain(&self.baseline).chain(approvals).cloned().collect()
    }
    /// The options that name files to be written.
    pub(super) fn outputs(&self) -> [(&'static str, Option<&Path>); 10] {
        [
            ("--svg", self.svg.as_deref()),
            ("--csv", self.csv.as_deref()),
            ("--html", self.html.as_deref()),
            ("--write-srdf", self.write_srdf.as_deref()),
            ("--approve", self.approve.as_deref()),
            ("--bcf", self.bcf.as_deref()),
            ("--overlap", self.overlap.as_deref()),
            ("--certificate", self.certificate.as_deref()),
            ("--junit", self.junit.as_deref()),
            ("--sarif", self.sarif.as_deref()),
        ]
    }
    /// The exit status of what is undecided.
    pub(super) fn undecided(&self) -> u8 {
        self.exit_undecided.unwrap_or(1)
    }
    /// Is each pair listed that fails, or told from what is undecided?
    pub(super) fn lists_all(&self) -> bool {
        let is_listed = self.junit.is_some() || self.sarif.is_some() || self.bcf.is_some();
        is_listed || self.exit_undecided.is_some()
    }
    /// Is it asked which findings are new or approved?
    pub(super) fn judges(&self) -> bool {
        self.baseline.is_some() || self.approvals.is_some() || self.approve.is_some()
    }
    /// The clearance that pairs should have. It is negative for an overlap that is tolerated.
    pub(super) fn required(&self) -> f64 {
        self.tolerance.map_or(self.clearance, |tolerance| -tolerance)
    }
    /// The largest separation of a contact's points.
    pub(super) fn margin(&self) -> f64 {
        self.margin.unwrap_or(self.required().max(0.0))
    }
    /// Goes on until there was a Ctrl-C, or until the seconds are over.
    pub(super) fn going_on(&self, began: Instant) -> impl Fn() -> ControlFlow<()> + Sync + use<> {
        let most = self.seconds.map(Duration::from_secs_f64);
        interrupt::going_on_until(most.and_then(|most| began.checked_add(most)))
    }
    /// Refuses numbers that mean nothing.
    pub(super) fn check(&self) -> Result<()> {
        let Options { clearance, tolerance, within, margin, seconds, .. } = *self;
        let given = [
            ("--clearance", Some(clearance)),
            ("--tolerance", tolerance),
            ("--within", within),
            ("--margin", margin),
            ("--seconds", seconds),
            ("--window", self.window),
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
        let required = self.required();
        if let Some(within) = within {
            ensure!(
                within >= required,
                "--within {within} is below --clearance {required}: pairs in between would not be looked at"
            );
        }
        Ok(())
    }
    /// Refuses files that something else reads, and says what converts them.
    pub(super) fn refuse_others(&self) -> Result<()> {
        for file in &self.files {
            let ending =
                file.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
            if let Some(how) = conversion(&ending) {
                bail!("{}: \".{ending}\" is not read: {how}", input::name(file));
            }
        }
        Ok(())
    }
    /// Reads the scene, or what stands for one.
    pub(super) fn opened(&self) -> Result<SceneFile> {
        let scene = self.scene();
        let is_robot = scene.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("urdf"));
        self.refuse_others()?;
        let mut file = if is_mesh(scene) {
            SceneFile::of_meshes(&self.files)?
        } else if is_robot {
            SceneFile::of_robot(scene)
        } else {
            SceneFile::load(scene)?
        };
        file.hulls = self.hulls;
        Ok(file)
    }
}
