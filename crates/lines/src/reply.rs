//! Answers a line of input with a line of output. Every error becomes the reason in the answer.

use clearance::glam::{DVec2, DVec3};
use clearance::space::Vector;
use clearance::{Pose, Scratch};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::answer::{Answer, Outcome};
use crate::ask::{answer, boolean_from};
use crate::choice::How;
use crate::line::Line;
use crate::steps::Sink;

/// An answer, and the warnings about its line.
#[derive(Serialize)]
pub struct Reply {
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// Unknown keys, and what was not done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Reply {
    /// The line of text, with its line end.
    pub fn text(&self) -> serde_json::Result<Vec<u8>> {
        let mut text = serde_json::to_vec(self)?;
        text.push(b'\n');
        Ok(text)
    }
}

/// What the queries of all lines share.
#[derive(Default)]
pub struct Memory {
    plane: Scratch<DVec2>,
    space: Scratch<DVec3>,
}

/// Answers a line in the dimension of its poses: in the precision of `P` in 2D, and of `S` in 3D.
/// `number` identifies a line without an id. `sink` gets the steps. `None` if the line only names shapes,
/// and all of them are right.
pub fn reply<P, S>(
    line: &Result<Line, String>,
    number: u64,
    how: How,
    memory: &mut Memory,
    sink: Option<&mut dyn Sink>,
) -> Option<Reply>
where
    P: Vector<Wide = DVec2>,
    S: Vector<Wide = DVec3>,
    Pose<P>: DeserializeOwned,
    Pose<S>: DeserializeOwned,
{
    if let Some(done) = named::<P, S>(line, number, how) {
        return done;
    }
    let answer = |line: &Line, id: &Value, dim| match dim {
        2 => answer::<P>(line, id, how, &mut memory.plane, sink),
        _ => answer::<S>(line, id, how, &mut memory.space, sink),
    };
    Some(told_by(line, number, how, answer))
}

/// The same for programs that contain the code for one dimension only. An error, the dimension of the
/// line, if it has the other one.
pub fn reply_in<V: Vector>(
    line: &Result<Line, String>,
    number: u64,
    how: How,
    scratch: &mut Scratch<V::Wide>,
    sink: Option<&mut dyn Sink>,
) -> Result<Option<Reply>, usize>
where
    Pose<V>: DeserializeOwned,
{
    if let Some(done) = named::<V, V>(line, number, how) {
        return Ok(done);
    }
    match line.as_ref().map(Line::dim) {
        Ok(Ok(dim)) if dim != V::DIM => Err(dim),
        _ => {
            let answer = |line: &Line, id: &Value, _| answer::<V>(line, id, how, scratch, sink);
            Ok(Some(told_by(line, number, how, answer)))
        }
    }
}

/// What there is to say to a line that only names shapes: nothing, or the error of one of them. `None` if
/// it is a line of another kind.
fn named<P: Vector, S: Vector>(
    line: &Result<Line, String>,
    number: u64,
    how: How,
) -> Option<Option<Reply>>
where
    Pose<P>: DeserializeOwned,
    Pose<S>: DeserializeOwned,
{
    let line = line.as_ref().ok().filter(|line| line.only_names())?;
    let id = line.id().unwrap_or(Value::from(number));
    Some(line.build::<P, S>().err().map(|reason| Reply {
        answer: Answer::without(id, Outcome::Error, how.checks(), reason),
        warnings: Vec::new(),
    }))
}

/// Reports the steps of boolean GJK on the cores of a 2D line, with a given first direction in world
/// coordinates.
pub fn boolean_in_plane(
    line: &Line,
    number: u64,
    first: DVec2,
    sink: &mut dyn Sink,
) -> Result<(), String> {
    let id = line.id().unwrap_or(Value::from(number));
    match line.dim()? {
        2 => boolean_from(line, &id, first, sink),
        _ => Err("in space: a direction of the plane".into()),
    }
}

fn told_by(
    line: &Result<Line, String>,
    number: u64,
    how: How,
    answer: impl FnOnce(&Line, &Value, usize) -> Answer,
) -> Reply {
    let id = line.as_ref().ok().and_then(Line::id).unwrap_or(Value::from(number));
    let answer = match line.as_ref().map(|line| (line, line.dim())) {
        Ok((line, Ok(dim))) => answer(line, &id, dim),
        Ok((_, Err(reason))) => Answer::without(id, Outcome::Error, how.checks(), reason),
        Err(reason) => Answer::without(id, Outcome::Error, how.checks(), reason.clone()),
    };
    let mut warnings = line.as_ref().map_or_else(|_| Vec::new(), Line::warnings);
    warnings.extend_from_slice(&answer.notes);
    Reply { answer, warnings }
}
