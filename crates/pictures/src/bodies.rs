//! What is drawn: bodies, and what was found of pairs of them.

use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::{Clearance, Collider, Manifold, Pose, Status};

/// A shape at its pose in the world.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a, V: Vector> {
    /// The shape, in its own frame.
    pub shape: &'a Collider<V>,
    /// From that frame to the world.
    pub pose: Pose<V>,
}

/// Parts with a name, in one colour.
#[derive(Clone, Debug)]
pub struct Body<'a, V: Vector> {
    /// It may have any characters.
    pub name: &'a str,
    /// Its shapes.
    pub parts: Vec<Part<'a, V>>,
}

/// Two bodies, and what was found of them.
#[derive(Clone, Debug)]
pub struct Pair<'a, V: Vector> {
    /// The number of the first body.
    pub a: usize,
    /// The number of the second body.
    pub b: usize,
    /// The part of each that is nearest to the other, or deepest in it.
    pub parts: [usize; 2],
    /// The clearance of those parts, in the world.
    pub answer: Clearance<V>,
    /// What it means.
    pub class: Class,
    /// Where they touch, if that is drawn.
    pub contacts: Vec<&'a Manifold<V>>,
}

impl<V: Vector> Pair<'_, V> {
    /// Two parts of bodies, of which any gap is enough, without contacts.
    pub fn of([a, b]: [usize; 2], parts: [usize; 2], answer: Clearance<V>) -> Self {
        Self { a, b, parts, answer, class: Class::of(&answer), contacts: Vec::new() }
    }

    /// Are both bounds finite? Else the estimate and the points have no meaning.
    pub fn bounded(&self) -> bool {
        self.answer.lower.is_finite() && self.answer.upper.is_finite()
    }
}

/// What the clearance of a pair means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// They overlap, or no gap is proven between convex parts.
    Clash,
    /// One is in the other, and their surfaces do not touch. It counts as a clash.
    Inside,
    /// They have the same shape at the same place. It counts as a clash.
    Duplicate,
    /// They are no deeper than is tolerated; or one of them is not convex, no overlap is proven, and a tiny translation
    /// parts them.
    Touch,
    /// There is a gap, but it is less than required.
    Close,
    /// They are as far apart as required.
    Ok,
}

impl Class {
    /// All of them that fail.
    pub const FAILING: [Self; 4] = [Self::Clash, Self::Inside, Self::Duplicate, Self::Close];

    /// What a clearance means if any gap is enough.
    fn of<V: Vector>(answer: &Clearance<V>) -> Self {
        match answer.status() {
            Status::Apart => Self::Ok,
            _ if answer.inside => Self::Inside,
            Status::Overlapping => Self::Clash,
            Status::Undecided => Self::Touch,
        }
    }

    /// A word for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clash => "clash",
            Self::Inside => "inside",
            Self::Duplicate => "duplicate",
            Self::Touch => "touch",
            Self::Close => "close",
            Self::Ok => "ok",
        }
    }

    /// Are they nearer than they may be?
    pub fn fails(self) -> bool {
        Self::FAILING.contains(&self)
    }

    /// Does it count as a clash?
    pub fn is_clash(self) -> bool {
        matches!(self, Self::Clash | Self::Inside | Self::Duplicate)
    }
}
