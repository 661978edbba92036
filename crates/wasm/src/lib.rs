//! clearance for web pages. No algorithm is here: each function hands text to the library that the
//! command `clearance query` uses, and hands back what it says.
//!
//! `cargo xtask lab` builds it twice, with TypeScript declarations: with the feature `plane` into
//! `lab/pkg/plane` and with `space` into `lab/pkg/space`. Tests have both in one.

#[cfg(not(any(feature = "plane", feature = "space")))]
compile_error!("of which shapes? the features are `plane` and `space`");

#[cfg(feature = "plane")]
mod plane;
#[cfg(feature = "space")]
mod space;
mod steps;

#[cfg(feature = "space")]
pub use space::{Combined, Surface};
pub use steps::Steps;

#[cfg(feature = "plane")]
use clearance::glam::DVec2;
#[cfg(feature = "space")]
use clearance::glam::DVec3;
use clearance_lines::line::lines;
use clearance_lines::steps::Sink;
use clearance_lines::{Asked, How, Line, Told};
use wasm_bindgen::prelude::wasm_bindgen;

/// What the queries of all lines share.
#[cfg(all(feature = "plane", feature = "space"))]
type Memory = clearance_lines::Memory;
#[cfg(not(feature = "space"))]
type Memory = clearance::Scratch<DVec2>;
#[cfg(not(feature = "plane"))]
type Memory = clearance::Scratch<DVec3>;

/// Answers JSON lines with JSON lines, as `clearance query` does: a bad line costs itself only.
///
/// `algorithm` is a name as the command has it (`auto` where left out). The independent checker is not
/// here: it would be a tenth of the code.
#[wasm_bindgen]
pub fn query(text: &str, algorithm: Option<String>) -> Result<String, String> {
    let how = How { asked: asked(algorithm.as_deref())?, verify: false };
    let mut memory = Memory::default();
    let mut out = Vec::new();
    for (number, line) in lines(text.as_bytes()) {
        let told = answered(&line, number, how, &mut memory, None)?;
        out.extend(told.text().map_err(|e| e.to_string())?);
    }
    String::from_utf8(out).map_err(|e| e.to_string())
}

/// Answers one line, and tells the steps on the way.
#[wasm_bindgen]
pub fn trace(line: &str, algorithm: Option<String>) -> Result<Steps, String> {
    Steps::of(line, asked(algorithm.as_deref())?)
}

/// A line's two shapes of the plane, for drawing, in the world. JSON: `a` and `b`, each with
/// `corners` of the core counterclockwise, their numbers `ids` (-1 on curves), `radius`, and
/// `outline`, the rounded boundary as x and y by turns. A half-plane is `unbounded` and has a `normal`
/// and a `foot`.
#[cfg(feature = "plane")]
#[wasm_bindgen]
pub fn outlines(line: &str) -> Result<String, String> {
    plane::outlines(&first(line)?)
}

/// The difference (`difference`) or sum (`sum`) of a line's two shapes of the plane, in the axes of the
/// world. JSON: `corners` of the cores' counterclockwise from the leftmost; `from`, the numbers of the
/// corners of A and of B that each is made of (-1 on curves); `normals` and `offsets` of the sides, of
/// which side i runs from corner i to the next; `radius`, and `outline` as in `outlines`.
#[cfg(feature = "plane")]
#[wasm_bindgen]
pub fn difference(line: &str, of: &str) -> Result<String, String> {
    plane::difference(&first(line)?, named(of)?)
}

/// The farthest point of A - B along a direction of any length, in the axes of the world. JSON: the
/// `direction` at length 1; of the cores the points `a`, `b` and `point`, and their numbers `ia` and
/// `ib` (-1 on curves); the heights with radii of A (`ha`), -B (`hb`) and A - B (`h`); that of the cores
/// (`core`) and both radii (`radius`).
#[cfg(feature = "plane")]
#[wasm_bindgen]
pub fn support(line: &str, x: f64, y: f64) -> Result<String, String> {
    plane::support(&first(line)?, x, y)
}

/// The support function of A - B around the circle: by angle (in 0 to 2 pi, in the axes of the world)
/// three numbers each: the angle, the height, and 1 where a side of the difference is, which is a
/// kink, or 0 for one of the `samples`.
#[cfg(feature = "plane")]
#[wasm_bindgen(js_name = supportCurve)]
pub fn support_curve(line: &str, samples: u32) -> Result<Vec<f64>, String> {
    plane::curve(&first(line)?, samples)
}

/// The surface of a line's shape `a` or `b` in space, in the shape's frame: of its core, or `rounded`.
#[cfg(feature = "space")]
#[wasm_bindgen]
pub fn surface(line: &str, side: &str, rounded: bool) -> Result<Surface, String> {
    Surface::of(&first(line)?, side, rounded)
}

/// Where shape `a` or `b` of a line in space stands: the three columns of its rotation, then the
/// translation.
#[cfg(feature = "space")]
#[wasm_bindgen]
pub fn pose(line: &str, side: &str) -> Result<Vec<f64>, String> {
    space::pose(&first(line)?, side)
}

/// The difference (`difference`) or sum (`sum`) of a line's two cores in space, in the frame of A.
#[cfg(feature = "space")]
#[wasm_bindgen]
pub fn combined(line: &str, of: &str) -> Result<Combined, String> {
    Combined::of(&first(line)?, named(of)?)
}

/// The overlap of the projections of two shapes in space along `directions`, three coordinates of any
/// length each, in the frame of A.
#[cfg(feature = "space")]
#[wasm_bindgen]
pub fn heights(line: &str, directions: &[f64]) -> Result<Vec<f64>, String> {
    space::heights(&first(line)?, directions)
}

/// 2 or 3: what a line's pair is of; `None` if it does not tell. A page asks it which library to ask.
#[wasm_bindgen]
pub fn dimension(line: &str) -> Option<usize> {
    first(line).and_then(|line| line.dim()).ok()
}

/// What two shapes are made to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Difference,
    Sum,
}

fn named(of: &str) -> Result<Of, String> {
    match of {
        "difference" => Ok(Of::Difference),
        "sum" => Ok(Of::Sum),
        other => Err(format!("a difference or a sum, but no {other:?}")),
    }
}

fn answered(
    line: &Result<Line, String>,
    number: u64,
    how: How,
    memory: &mut Memory,
    sink: Option<&mut dyn Sink>,
) -> Result<Told, String> {
    #[cfg(all(feature = "plane", feature = "space"))]
    return Ok(clearance_lines::told::<DVec2, DVec3>(line, number, how, memory, sink));
    #[cfg(not(feature = "space"))]
    return clearance_lines::told_in::<DVec2>(line, number, how, memory, sink)
        .ok_or_else(|| "in space: this library has the plane alone".into());
    #[cfg(not(feature = "plane"))]
    return clearance_lines::told_in::<DVec3>(line, number, how, memory, sink)
        .ok_or_else(|| "in the plane: this library has space alone".into());
}

/// The first line of a text that is not blank.
fn first(text: &str) -> Result<Line, String> {
    lines(text.as_bytes()).next().ok_or("there is no line")?.1
}

/// Boolean GJK on the cores of a line of the plane, where it looks at first along a direction in the axes
/// of the world; the answer is that of `gjk-boolean`. Another first direction leads another way, but not
/// to another answer.
#[cfg(feature = "plane")]
#[wasm_bindgen(js_name = traceFrom)]
pub fn trace_from(line: &str, x: f64, y: f64) -> Result<Steps, String> {
    Steps::from(line, DVec2::new(x, y))
}

/// The algorithm that has a name on the command line.
fn asked(name: Option<&str>) -> Result<Asked, String> {
    let Some(name) = name else { return Ok(Asked::Auto) };
    Asked::named(name).ok_or_else(|| format!("no algorithm is called {name:?}"))
}
