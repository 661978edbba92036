//! The interface of a library in the benchmark: it answers a question about all pairs of a scene.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::shape::SIZE;

/// The largest separation of points in a manifold.
pub const MARGIN: f64 = 0.02 * SIZE;

/// The question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// Do they touch?
    Boolean,
    /// How far apart are they? 0 if they overlap.
    Distance,
    /// How deep is the overlap, and in which direction?
    Penetration,
    /// The contact points, with a separation of at most [`MARGIN`], and the normal.
    Manifold,
    /// When does B, which moves, meet A?
    ShapeCast,
    /// The same, if only the time is needed.
    CastTime,
    /// Where does the ray from the point B enter A?
    RayCast,
    /// Which point of A's boundary is nearest to the point B?
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

    /// The name in the table.
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

    /// Is it a question about a shape and a point, and not about two shapes?
    pub fn is_of_a_point(self) -> bool {
        matches!(self, Self::RayCast | Self::Project)
    }

    /// Can a library be faster if it answered the same pair a moment ago? Bodies at rest are only asked
    /// for their contacts.
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

/// Was the pair queried a moment ago? A library may use its cache then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Heat {
    /// No.
    Cold,
    /// Yes, and B has moved by a step.
    Warm,
    /// Yes, and B rests except for a tremor.
    Rest,
}

impl Heat {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cold, Self::Warm, Self::Rest];

    /// The name in the table.
    pub fn name(self) -> &'static str {
        ["cold", "warm", "rest"][self as usize]
    }
    /// The indices of the alternating poses of B: see [`Case`](crate::pairs::Case). The answers at the
    /// second pose are judged.
    pub fn steps(self) -> [usize; 2] {
        match self {
            Self::Cold => [0, 0],
            Self::Warm => [0, 1],
            Self::Rest => [0, 2],
        }
    }
}

/// A question, and whether the pair is queried again after a small motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// What.
    pub question: Question,
    /// Again?
    pub heat: Heat,
}

/// An answer, in the units of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// They touch.
    Boolean(bool),
    /// The distance.
    Distance(f64),
    /// The depth, and the normal from A to B; `None` if they are apart.
    Penetration(Option<(f64, [f64; 3])>),
    /// The least separation of a point, and the normal from A to B; `None` if all points are beyond the
    /// margin.
    Manifold(Option<(f64, [f64; 3])>),
    /// The time of impact, in units of the velocity, and the normal from A to B; `None` if they miss.
    ShapeCast(Option<(f64, [f64; 3])>),
    /// The time of impact alone.
    CastTime(Option<f64>),
    /// The time, and the normal out of A; `None` if the ray misses.
    RayCast(Option<(f64, [f64; 3])>),
    /// The nearest point of the boundary.
    Project([f64; 3]),
}

/// A library with the shapes and poses of a scene, ready for queries.
pub trait Library {
    /// Allocates the memory that a question needs for each pair. Not timed.
    fn prepare(&mut self, _ask: Ask) {}
    /// Queries some pairs in turn, with B at its pose in this step: 0 to 2. The whole result of the
    /// library goes through `black_box`.
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

/// A [`Library`] of any type.
pub trait Entrant {
    /// The time of the queries.
    fn time(&mut self, ask: Ask, step: usize, cases: &[u32]) -> Duration;
    /// The answers of the queries.
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
