//! How long does somebody who uses the library wait after a change of their own file?
//!
//! Small engine programs, each with clearance and with parry, are written to a temporary folder:
//! `types` asks nine pairs of shapes by their own types, `shape` asks them by the type that holds
//! any shape. Each asks whether they touch, how far apart they are, and for the contacts. `hull` makes
//! one hull and asks for its contacts with a box, `mesh` a hull and a mesh. They are built from
//! nothing, in release; then `main.rs` is touched and the program is built again, in turns, and the
//! least time of some counts. Beside the seconds that one waits stand those that processors work,
//! which depend less on what else the machine does.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Instant, SystemTime};

use anyhow::{Context, ensure};

/// How often each program is built again.
const REPEAT: usize = 3;
/// What the programs are called.
const PROGRAMS: [&str; 4] = ["types", "shape", "hull", "mesh"];

const BENCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A package with the programs.
struct Engine {
    library: &'static str,
    folder: PathBuf,
}

fn main() -> anyhow::Result<()> {
    let folder = std::env::temp_dir().join(format!("rebuild-{}", std::process::id()));
    let measured = measure(&folder);
    fs::remove_dir_all(&folder)?;
    measured
}

fn measure(folder: &Path) -> anyhow::Result<()> {
    let clearance = format!("{{ path = {:?} }}", Path::new(BENCH).join("../crates/clearance"));
    let engines = [
        Engine::write(
            folder,
            "clearance",
            &clearance,
            [
                include_str!("../engines/clearance_types.rs"),
                include_str!("../engines/clearance_shape.rs"),
                include_str!("../engines/clearance_hull.rs"),
                include_str!("../engines/clearance_mesh.rs"),
            ],
        )?,
        // Which version, the lock file says.
        Engine::write(
            folder,
            "parry3d",
            "\"*\"",
            [
                include_str!("../engines/parry_types.rs"),
                include_str!("../engines/parry_shape.rs"),
                include_str!("../engines/parry_hull.rs"),
                include_str!("../engines/parry_mesh.rs"),
            ],
        )?,
    ];
    let header = |unit: &str| {
        println!("{unit:18}{:>10}{:>10}{:>10}", "clearance", "parry3d", "ratio");
    };
    let line = |name: &str, [ours, theirs]: [f64; 2]| {
        println!("  {name:16}{ours:10.2}{theirs:10.2}{:10.2}", ours / theirs);
    };
    let times = |name: &str, [ours, theirs]: [Time; 2]| {
        header(name);
        line("seconds", [ours.waited, theirs.waited]);
        line("of processors", [ours.worked, theirs.worked]);
    };
    let [ours, theirs] = &engines;
    times("from nothing", [ours.build("types")?, theirs.build("types")?]);
    for program in PROGRAMS {
        let mut least = [Time { waited: f64::INFINITY, worked: f64::INFINITY }; 2];
        let said = |engine: &Engine| {
            engine.build(program)?;
            run(&mut Command::new(engine.binary(program)))
        };
        let said = [said(ours)?, said(theirs)?];
        ensure!(said[0] == said[1], "the answers differ:\n{}\n{}", said[0], said[1]);
        for _ in 0..REPEAT {
            for (engine, least) in engines.iter().zip(&mut least) {
                engine.touch(program)?;
                let time = engine.build(program)?;
                least.waited = least.waited.min(time.waited);
                least.worked = least.worked.min(time.worked);
            }
        }
        times(&format!("{program}, touched"), least);
        line("megabytes", [ours.megabytes(program)?, theirs.megabytes(program)?]);
    }
    Ok(())
}

/// In seconds.
#[derive(Clone, Copy)]
struct Time {
    /// On the clock.
    waited: f64,
    /// Of all processors; 0 where the system does not say.
    worked: f64,
}

/// How long all programs have worked that this one started and that have ended, in seconds.
fn worked() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which is in brackets: user and system time of children are the fields 16
    // and 17 of all, in hundredths of a second.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(13).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

impl Engine {
    fn write(
        folder: &Path,
        library: &'static str,
        source: &str,
        programs: [&str; PROGRAMS.len()],
    ) -> anyhow::Result<Self> {
        let engine = Self { library, folder: folder.join(library) };
        fs::create_dir_all(engine.folder.join("src/bin"))?;
        let manifest = format!(
            "[package]\nname = \"engine\"\nedition = \"2024\"\n\n\
             [dependencies]\n{library} = {source}\n\n[workspace]\n"
        );
        fs::write(engine.folder.join("Cargo.toml"), manifest)?;
        // The versions of the table beside other libraries.
        fs::copy(Path::new(BENCH).join("Cargo.lock"), engine.folder.join("Cargo.lock"))?;
        for (program, text) in PROGRAMS.into_iter().zip(programs) {
            fs::write(engine.main(program), text)?;
        }
        // Downloads are not timed.
        run(&mut engine.cargo("fetch"))?;
        Ok(engine)
    }
    fn main(&self, program: &str) -> PathBuf {
        self.folder.join(format!("src/bin/{program}.rs"))
    }
    fn binary(&self, program: &str) -> PathBuf {
        self.folder
            .join("target/release")
            .join(program)
            .with_extension(std::env::consts::EXE_EXTENSION)
    }
    fn cargo(&self, command: &str) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.arg(command).current_dir(&self.folder).env_remove("CARGO_TARGET_DIR");
        cargo
    }
    fn build(&self, program: &str) -> anyhow::Result<Time> {
        let (start, before) = (Instant::now(), worked());
        run(self.cargo("build").args(["--release", "--bin", program]))
            .with_context(|| format!("{program} with {}", self.library))?;
        Ok(Time { waited: start.elapsed().as_secs_f64(), worked: worked() - before })
    }
    fn megabytes(&self, program: &str) -> anyhow::Result<f64> {
        Ok(fs::metadata(self.binary(program))?.len() as f64 / 1e6)
    }
    fn touch(&self, program: &str) -> anyhow::Result<()> {
        Ok(File::options().write(true).open(self.main(program))?.set_modified(SystemTime::now())?)
    }
}

/// What a command that succeeds prints.
fn run(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
