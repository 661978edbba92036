//! clearance for web pages. No algorithm is here: each function hands text to the library that the
//! command `clearance query` uses, and hands back what it says.
//!
//! `cargo xtask lab` builds it, with TypeScript declarations, into `lab/pkg`.

mod steps;

pub use steps::Steps;

use clearance::glam::{DVec2, DVec3};
use clearance_lines::line::lines;
use clearance_lines::{Asked, How, Memory, told};
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers JSON lines with JSON lines, as `clearance query` does: a bad line costs itself only.
///
/// `algorithm` is a name as the command has it (`auto` where left out). With `verify` the
/// independent checker looks at each answer.
#[wasm_bindgen]
pub fn query(
    text: &str,
    algorithm: Option<String>,
    verify: Option<bool>,
) -> Result<String, String> {
    let how = How { asked: asked(algorithm.as_deref())?, verify: verify.unwrap_or(false) };
    let mut memory = Memory::default();
    let mut out = Vec::new();
    for (number, line) in lines(text.as_bytes()) {
        let told = told::<DVec2, DVec3>(&line, number, how, &mut memory, None);
        out.extend(told.text().map_err(|e| e.to_string())?);
    }
    String::from_utf8(out).map_err(|e| e.to_string())
}

/// Answers one line, and tells the steps on the way.
#[wasm_bindgen]
pub fn trace(line: &str, algorithm: Option<String>) -> Result<Steps, String> {
    Steps::of(line, asked(algorithm.as_deref())?)
}

/// The algorithm that has a name on the command line.
fn asked(name: Option<&str>) -> Result<Asked, String> {
    let Some(name) = name else { return Ok(Asked::Auto) };
    Asked::named(name).ok_or_else(|| format!("no algorithm is called {name:?}"))
}
