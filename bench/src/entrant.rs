//! What a library must do to take part: answer a question about all pairs of a scene.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::shape::SIZE;

/// How near points are that belong to a manifold.
pub const MARGIN: f64 = 0.02 * SIZE;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// Do they touch?
    Boolean,
    /// How far apart? 0 where they overlap.
    Distance,
    /// How deep, and which way out?
    Penetration,
    /// At which points, with which normal? Those as near as [`MARGIN`] count.
    Manifold,
    /// When will B, which moves, meet A?
    ShapeCast,
    /// The same, and nothing but the time is wanted.
    CastTime,
    /// Where does the ray from B, a point, enter A?
    RayCast,
    /// Which point of A's boundary is nearest to B, a point?
    Project,
}

impl Question {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Boolean,
        Self::Distance,
        Self::Penetration,
        Self::Manifold,
        Self::ShapeCast,
        Self::CastTime,
        Self::RayCast,
        Self::Project,
    ];

    /// What the table calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Distance => "distance",
            Self::Penetration => "penetration",
            Self::Manifold => "manifold",
            Self::ShapeCast => "shapecast",
            Self::CastTime => "casttime",
            Self::RayCast => "raycast",
            Self::Project => "project",
        }
    }

    /// Is it asked about a shape and a point, not about two shapes?
    pub fn is_of_a_point(self) -> bool {
        matches!(self, Self::RayCast | Self::Project)
    }

    /// Can a library gain by having answered a moment ago? Bodies that rest are asked for their
    /// contacts alone.
    pub fn knows(self, heat: Heat) -> bool {
        match heat {
            Heat::Cold => true,
            Heat::Warm => {
                matches!(self, Self::Boolean | Self::Distance | Self::Penetration | Self::Manifold)
            }
            Heat::Rest => self == Self::Manifold,
        }
    }
}

/// Was the pair asked about a moment ago? Who has a cache may use it then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Heat {
    /// No.
    Cold,
    /// Yes, and it has moved by a step.
    Warm,
    /// Yes, and it lies at rest but for a tremor.
    Rest,
}

impl Heat {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cold, Self::Warm, Self::Rest];

    /// What the table calls it.
    pub fn name(self) -> &'static str {
        ["cold", "warm", "rest"][self as usize]
    }
    /// Where B stands by turns, as a number of its places: see [`Case`](crate::pairs::Case). The
    /// second is what the answers are looked at for.
    pub fn steps(self) -> [usize; 2] {
        match self {
            Self::Cold => [0, 0],
            Self::Warm => [0, 1],
            Self::Rest => [0, 2],
        }
    }
}

/// A question, and whether a pair is asked about again after it hardly moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// What.
    pub question: Question,
    /// Again?
    pub heat: Heat,
}

/// What a library says, in the units of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// They touch.
    Boolean(bool),
    /// The distance.
    Distance(f64),
    /// The depth, and the normal from A to B; nothing if they are apart.
    Penetration(Option<(f64, [f64; 3])>),
    /// The least separation of a point, and the normal from A to B; nothing if all are farther
    /// than the margin.
    Manifold(Option<(f64, [f64; 3])>),
    /// The time of impact, in units of the velocity; nothing if they miss.
    ShapeCast(Option<f64>),
    /// The time, and the normal out of A; nothing if the ray misses.
    RayCast(Option<(f64, [f64; 3])>),
    /// The nearest point of the boundary.
    Project([f64; 3]),
}

/// A library with the shapes and poses of a scene, ready to be asked.
pub trait Library {
    /// Makes the memory that a question wants for each pair. Not timed.
    fn prepare(&mut self, _ask: Ask) {}
    /// Asks about some pairs in turn, B standing where it is in that step: 0 to 2. What the
    /// library returns goes through `black_box`, all of it.
    fn each(&mut self, ask: Ask, step: usize, cases: &[u32], sink: &mut Sink);
}

/// Where answers go. Known only as the program runs, so that each question is compiled once.
pub struct Sink(Option<Vec<Answer>>);

impl Sink {
    /// Keeps the answer if it is wanted.
    #[inline]
    pub fn take(&mut self, answer: impl FnOnce() -> Answer) {
        if let Some(all) = &mut self.0 {
            all.push(answer());
        }
    }
}

/// A [`Library`] of whatever type.
pub trait Entrant {
    /// How long the questions take.
    fn time(&mut self, ask: Ask, step: usize, cases: &[u32]) -> Duration;
    /// What the answers are.
    fn answers(&mut self, ask: Ask, step: usize, cases: &[u32]) -> Vec<Answer>;
}

impl<L: Library> Entrant for L {
    fn time(&mut self, ask: Ask, step: usize, cases: &[u32]) -> Duration {
        self.prepare(ask);
        let start = Instant::now();
        self.each(ask, step, cases, &mut Sink(None));
        start.elapsed()
    }
    fn answers(&mut self, ask: Ask, step: usize, cases: &[u32]) -> Vec<Answer> {
        self.prepare(ask);
        let mut sink = Sink(Some(Vec::new()));
        self.each(ask, step, cases, &mut sink);
        sink.0.unwrap_or_default()
    }
}
