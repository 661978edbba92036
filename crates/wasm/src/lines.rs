//! Functions about query lines. No algorithm is here: each passes text to the library that the command `clearance query`
//! uses, and returns its answer.

use std::cell::RefCell;

#[cfg(feature = "mesh")]
use clearance::Ray;
#[cfg(feature = "plane")]
use clearance::glam::DVec2;
#[cfg(feature = "space")]
use clearance::glam::DVec3;
use clearance_lines::steps::Sink;
use clearance_lines::{Choice, How, Line, Names, Reply, lines_after, words};
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(feature = "mesh")]
use crate::checked::Checked;
#[cfg(feature = "plane")]
use crate::plane;
#[cfg(feature = "space")]
use crate::space::{self, Combined, Surface};
use crate::steps::Steps;
#[cfg(feature = "mesh")]
use crate::walk::{self};

/// What the queries of all lines share.
#[cfg(all(feature = "plane", feature = "space"))]
pub(crate) type Memory = clearance_lines::Memory;
#[cfg(not(feature = "space"))]
pub(crate) type Memory = clearance::Scratch<DVec2>;
#[cfg(not(feature = "plane"))]
pub(crate) type Memory = clearance::Scratch<DVec3>;

thread_local! {
    /// The shapes that lines have named: a page names a mesh once, instead of writing it into each line.
    static NAMES: RefCell<Names> = RefCell::default();
}

/// Answers JSON lines with JSON lines, like `clearance query`. A bad line does not affect the others. Shapes that a line
/// names are known to all later calls.
///
/// `algorithm` is a name from the command line (`auto` if it is left out). The independent checker is not
/// included: it would be a tenth of the code.
#[wasm_bindgen]
pub fn query(text: &str, algorithm: Option<String>) -> Result<String, String> {
    let how = How { choice: choice(algorithm.as_deref())?, verify: false };
    let mut memory = Memory::default();
    let mut out = Vec::new();
    NAMES.with_borrow_mut(|names| {
        for (number, line) in lines_after(names, text.as_bytes()) {
            if let Some(reply) = answered(&line, number, how, &mut memory, None)? {
                out.extend(reply.text().map_err(|e| e.to_string())?);
            }
        }
        Ok::<_, String>(())
    })?;
    String::from_utf8(out).map_err(|e| e.to_string())
}

/// Answers one line, and returns its steps.
#[wasm_bindgen]
pub fn trace(line: &str, algorithm: Option<String>) -> Result<Steps, String> {
    Steps::of(line, choice(algorithm.as_deref())?)
}

/// The two shapes of a 2D line for drawing, in world coordinates. JSON: `a` and `b`, each with the
/// `corners` of the core, counterclockwise, their vertex numbers `ids` (-1 on curves), the `radius`, and
/// `outline`, the rounded boundary as alternating x and y. A half-plane is `unbounded` and has a `normal`
/// and a `foot`.
#[cfg(feature = "plane")]
#[wasm_bindgen]
pub fn outlines(line: &str) -> Result<String, String> {
    plane::outlines(&first(line)?)
}

/// The difference (`difference`) or sum (`sum`) of the two shapes of a 2D line, in the axes of the world.
/// JSON: the `corners` of the difference of the cores, counterclockwise from the leftmost; `from`, the
/// vertex numbers of A and of B for each corner (-1 on curves); the `normals` and `offsets` of the sides,
/// where side i runs from corner i to the next; the `radius`; and `outline`, as in `outlines`.
#[cfg(feature = "plane")]
#[wasm_bindgen]
pub fn difference(line: &str, of: &str) -> Result<String, String> {
    plane::difference(&first(line)?, named(of)?)
}

/// The farthest point of A - B along a direction of any length, in the axes of the world. JSON: the
/// `direction`, normalised; the points `a`, `b` and `point` of the cores, and their vertex numbers `ia`
/// and `ib` (-1 on curves); the heights, including radii, of A (`ha`), -B (`hb`) and A - B (`h`); the
/// height of the cores' difference (`core`); and the sum of the radii (`radius`).
#[cfg(feature = "plane")]
#[wasm_bindgen]
pub fn support(line: &str, x: f64, y: f64) -> Result<String, String> {
    plane::support(&first(line)?, x, y)
}

/// The support function of A - B around the circle, sorted by angle. Three numbers for each direction:
/// the angle (from 0 to 2 pi, in the axes of the world), the height, and 1 at a side of the difference,
/// which is a kink, or 0 at one of the `samples`.
#[cfg(feature = "plane")]
#[wasm_bindgen(js_name = supportCurve)]
pub fn support_curve(line: &str, samples: u32) -> Result<Vec<f64>, String> {
    plane::curve(&first(line)?, samples)
}

/// The surface of shape `a` or `b` of a 3D line, in the shape's frame: of its core, or with its radius if
/// `rounded`.
#[cfg(feature = "space")]
#[wasm_bindgen]
pub fn surface(line: &str, side: &str, rounded: bool) -> Result<Surface, String> {
    Surface::of(&first(line)?, side, rounded)
}

/// The pose of shape `a` or `b` of a 3D line: the three columns of its rotation, then the translation.
#[cfg(feature = "space")]
#[wasm_bindgen]
pub fn pose(line: &str, side: &str) -> Result<Vec<f64>, String> {
    space::pose(&first(line)?, side)
}

/// The difference (`difference`) or sum (`sum`) of the two cores of a 3D line, in the frame of A.
#[cfg(feature = "space")]
#[wasm_bindgen]
pub fn combined(line: &str, of: &str) -> Result<Combined, String> {
    Combined::of(&first(line)?, named(of)?)
}

/// The overlaps of the projections of two shapes in 3D along `directions`, which are three coordinates of
/// any length each, in the frame of A.
#[cfg(feature = "space")]
#[wasm_bindgen]
pub fn heights(line: &str, directions: &[f64]) -> Result<Vec<f64>, String> {
    space::heights(&first(line)?, directions)
}

/// Three coordinates for each vertex of a mesh, three vertices for each triangle: checked, and mended where nothing
/// must be guessed.
#[cfg(feature = "mesh")]
#[wasm_bindgen]
pub fn checked(vertices: &[f64], triangles: &[u32]) -> Result<Checked, String> {
    Checked::of(vertices, triangles)
}

/// The walk through the tree of a mesh for the distance of a line's shapes, of which at least one is a mesh. JSON: whose
/// tree it is (`of`: a, b or both), the box `around` it, and the `steps`. A step `open` has the `children` of a node,
/// each with its `box` in the frame of the mesh, its `number`, and its `bound`: no triangle in it is nearer. A step
/// `leaf` has the triangles that were `asked`, their distances and nearest points in the world, and which are better
/// than all before. Each step has the `best` so far. Of two meshes a step `pair` has the two leaves, how many pairs of
/// triangles were asked, and the better ones; `leaves` has the boxes of all leaves.
#[cfg(feature = "mesh")]
#[wasm_bindgen]
pub fn walk(line: &str) -> Result<String, String> {
    walk::distance(&first(line)?)
}

/// The same for a ray in the world against shape `side` of a line: bounds, values and `best` are times, in units of the
/// direction's length.
#[cfg(feature = "mesh")]
#[wasm_bindgen(js_name = walkOfRay)]
pub fn walk_of_ray(
    line: &str,
    side: &str,
    origin: &[f64],
    direction: &[f64],
    tmax: f64,
) -> Result<String, String> {
    let vector = |v: &[f64]| match v {
        [x, y, z] => Ok(DVec3::new(*x, *y, *z)),
        _ => Err(String::from("a vector has three coordinates")),
    };
    let ray = Ray::new(vector(origin)?, vector(direction)?, tmax).map_err(|e| e.to_string())?;
    walk::ray(&first(line)?, side, &ray)
}

/// The dimension of a line's pair, 2 or 3; `None` if it is not clear. A page uses it to choose the
/// library.
#[wasm_bindgen]
pub fn dimension(line: &str) -> Option<usize> {
    first(line).and_then(|line| line.dim()).ok()
}

/// The operation on two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
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

/// `None` for a line that only names shapes.
pub(crate) fn answered(
    line: &Result<Line, String>,
    number: u64,
    how: How,
    memory: &mut Memory,
    sink: Option<&mut dyn Sink>,
) -> Result<Option<Reply>, String> {
    #[cfg(all(feature = "plane", feature = "space"))]
    return Ok(clearance_lines::reply::<DVec2, DVec3>(line, number, how, memory, sink));
    #[cfg(not(feature = "space"))]
    return clearance_lines::reply_in::<DVec2>(line, number, how, memory, sink)
        .map_err(|_| "in space: this library has the plane alone".into());
    #[cfg(not(feature = "plane"))]
    return clearance_lines::reply_in::<DVec3>(line, number, how, memory, sink)
        .map_err(|_| "in the plane: this library has space alone".into());
}

/// The first line of a text that asks something, with its number.
pub(crate) fn first_asked(text: &str) -> Result<(u64, Result<Line, String>), String> {
    let asks = |line: &Result<Line, String>| !line.as_ref().is_ok_and(Line::only_names);
    let found = NAMES
        .with_borrow_mut(|names| lines_after(names, text.as_bytes()).find(|(_, line)| asks(line)));
    found.ok_or_else(|| "there is no line".into())
}

/// The first line of a text that asks something.
fn first(text: &str) -> Result<Line, String> {
    first_asked(text)?.1
}

/// Boolean GJK on the cores of a 2D line, with a given first direction in the axes of the world. The
/// answer is that of `gjk-boolean`: another first direction gives other steps, but the same answer.
#[cfg(feature = "plane")]
#[wasm_bindgen(js_name = traceFrom)]
pub fn trace_from(line: &str, x: f64, y: f64) -> Result<Steps, String> {
    Steps::from(line, DVec2::new(x, y))
}

/// The algorithm with this name on the command line.
fn choice(name: Option<&str>) -> Result<Choice, String> {
    let Some(name) = name else { return Ok(Choice::Auto) };
    Choice::named(name).ok_or_else(|| words::unknown("algorithm", name, &Choice::names()))
}
