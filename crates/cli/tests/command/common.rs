//! Functions that run the command, and its input.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The results of a run of the command.
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The lines of output, each of which must be JSON.
    pub fn lines(&self) -> Vec<Value> {
        let json =
            |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        self.out.lines().map(json).collect()
    }
    /// The output as one JSON value.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{}: {e}", self.out))
    }
}

fn run_of(output: Output) -> Run {
    Run {
        status: output.status.code().expect("the command was killed"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clearance"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command without input.
pub fn run(arguments: &[&str]) -> Run {
    run_with(arguments, b"")
}

/// Runs the command with the given standard input.
pub fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = command(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Written by a thread, because the command answers while it reads.
    let writer = std::thread::spawn(move || {
        // A command that ends early closes the pipe.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    run_of(output)
}

/// Runs the command with its standard error closed by the reader; returns the exit status.
pub fn run_with_closed_stderr(arguments: &[&str]) -> i32 {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = command(arguments).stdout(Stdio::null()).stderr(writer).status().unwrap();
    status.code().expect("the command was killed")
}

/// Runs the command with its standard output closed by the reader.
pub fn run_with_closed_stdout(arguments: &[&str]) -> Run {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    run_of(command(arguments).stdout(writer).output().unwrap())
}

/// `clearance query -` on these lines.
pub fn query(lines: impl AsRef<[u8]>, options: &[&str]) -> Run {
    run_with(&[&["query", "-"], options].concat(), lines.as_ref())
}

/// A line about two 3D shapes, the second one at `x`.
pub fn pair(a: &str, b: &str, x: f64) -> String {
    let pose = |x: f64| format!(r#""pose": {{"t": [{x}, 0, 0], "q": [0, 0, 0, 1]}}"#);
    format!(r#"{{"a": {{{a}, {}}}, "b": {{{b}, {}}}}}"#, pose(0.0), pose(x))
}

pub const BALL: &str = r#""kind": "sphere", "radius": 1"#;
pub const CUBE: &str = r#""kind": "box", "half_extents": [1, 1, 1]"#;

/// The path of the file of cases.
pub fn cases() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/cases.jsonl");
    path.to_str().unwrap().into()
}

/// A new, empty folder for one test.
pub fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes a file into the folder and returns its path.
pub fn file(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().into()
}

/// A ring around z, as a shape of lines: a square of edge 4 with a hole of edge 2, and 1 high.
pub fn ring(kind: &str) -> Value {
    let square = |half: f64, z: f64| {
        [[-half, -half, z], [half, -half, z], [half, half, z], [-half, half, z]]
    };
    let rims = [square(2.0, -0.5), square(1.0, -0.5), square(2.0, 0.5), square(1.0, 0.5)];
    let mut triangles = Vec::new();
    // The bottom, the hole, the outside and the top, from one rim to another.
    for [from, to] in [[1, 0], [3, 1], [0, 2], [2, 3]] {
        for side in 0..4 {
            let next = (side + 1) % 4;
            let [a, b] = [4 * from + side, 4 * from + next];
            let [c, d] = [4 * to + next, 4 * to + side];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    serde_json::json!({ "kind": kind, "vertices": rims.concat(), "triangles": triangles })
}
