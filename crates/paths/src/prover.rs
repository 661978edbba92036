//! [`Prover`]: the pieces and pairs of a world. The questions that it answers are in `questions.rs`.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::answer::Meeting;
use crate::chain::{Chain, Link};
use crate::inside::Insides;
use crate::path::Path;
use crate::piece::{Piece, pieces};
use crate::rake::{Group, Rake};
use crate::robot::Frame;
use crate::world::{Body, World};

/// Two pieces that must not meet.
#[derive(Debug)]
pub(crate) struct Pair {
    /// The numbers of the pieces.
    pub pieces: [usize; 2],
    /// The frames that carry them.
    pub frames: [usize; 2],
    /// The numbers of the bodies.
    pub bodies: [usize; 2],
    pub chain: usize,
    /// Where its joints are in [`Prover::reaches`].
    pub joints: Range<usize>,
    /// The clearance that it must have, if it has one of its own.
    pub required: Option<f64>,
}

/// The pieces of a body; see [`pieces`] for those that are known of its shapes.
pub(crate) fn pieces_of<'p>(
    body: &Body,
    known: &mut impl Iterator<Item = &'p Piece>,
) -> impl Iterator<Item = Piece> {
    let shapes = body.shapes.iter();
    let all: Vec<_> =
        shapes.map(|(place, shape)| pieces(shape, place, body.frame, known)).collect();
    all.into_iter().flatten()
}

impl Pair {
    /// Does it never move?
    pub fn is_still(&self) -> bool {
        self.frames[0] == self.frames[1]
    }
}

/// The clearance that each pair must have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Needs {
    /// That of the pair, or else this one.
    Own(f64),
    /// This one.
    All(f64),
}

/// Answers questions about paths of one world.
///
/// ```
/// use clearance::d3_f64::{Capsule, Collider, DVec3, Pose, Sphere};
/// use clearance::paths::{Joint, JointKind, Link, Path, Prover, Robot, Verdict, World};
/// let bar = Collider::from(Capsule::new(DVec3::ZERO, DVec3::X, 0.1)?);
/// let robot = Robot::new(
///     vec![
///         Link { name: "base".into(), shapes: vec![] },
///         Link { name: "arm".into(), shapes: vec![(Pose::IDENTITY, bar)] },
///     ],
///     vec![Joint {
///         name: "turn".into(),
///         kind: JointKind::Revolute,
///         parent: "base".into(),
///         child: "arm".into(),
///         origin: Pose::IDENTITY,
///         axis: DVec3::Z,
///         limits: None,
///         mimic: None,
///     }],
/// )?;
/// let mut world = World::new(robot)?;
/// world.add("post", [(Pose::at(DVec3::new(0.0, 1.4, 0.0))?, Sphere::new(0.2)?.into())])?;
/// let path = Path::new(world.robot(), vec![vec![0.0], vec![3.0]])?;
///
/// let prover = Prover::new(world);
/// assert_eq!(prover.clear(&path, 0.0), Verdict::Proven);
/// let least = prover.least(&path, 1e-6); // at a quarter of a turn: 1.4 - 1 - 0.1 - 0.2
/// assert!(least.lower <= 0.1 && 0.1 <= least.upper && least.upper - least.lower < 2e-6);
/// assert!(matches!(prover.clear(&path, 0.2), Verdict::Broken(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Prover {
    /// With frames for what may stand elsewhere; `given` is without them.
    pub(crate) world: World,
    pub(crate) given: Option<World>,
    /// Shared, as all in an `Arc`, by the provers of worlds in which bodies were moved.
    pub(crate) pieces: Vec<Arc<Piece>>,
    /// Those of each body.
    pub(crate) of_body: Arc<[Range<usize>]>,
    pub(crate) chains: Arc<[Chain]>,
    pub(crate) pairs: Arc<[Pair]>,
    /// For each joint of each pair: see [`Chain::reaches`].
    pub(crate) reaches: Vec<[f64; 2]>,
    /// The same joints, and the smaller reach of those that turn; 1 for those that slide.
    pub(crate) arms: Vec<(usize, f64)>,
    /// What is inside of what, for each body.
    pub(crate) insides: Vec<Arc<Insides>>,
    /// No point of a piece is farther from the origin of its frame; of a half-space, no number that it is given by.
    pub(crate) reach: f64,
    /// What is prepared when edges are first asked about.
    pub(crate) rake: OnceLock<Rake>,
    /// A lower bound on the clearance of the pairs that never move, once it was asked for.
    pub(crate) still: OnceLock<f64>,
}

impl Prover {
    /// Prepares the world for questions.
    pub fn new(world: World) -> Self {
        let (world, given) = match world.loose.is_empty() {
            true => (world, None),
            false => (world.loosened(), Some(world)),
        };
        let mut all: Vec<Arc<Piece>> = Vec::new();
        let mut of_body = Vec::new();
        for body in &world.bodies {
            let first = all.len();
            all.extend(pieces_of(body, &mut std::iter::empty()).map(Arc::new));
            of_body.push(first..all.len());
        }
        let mut known = std::collections::BTreeMap::new();
        let (mut chains, mut pairs, mut reaches) = (Vec::new(), Vec::new(), Vec::new());
        for bodies in world.pairs() {
            let frames = bodies.map(|body| world.bodies[body].frame);
            let chain = *known.entry(frames).or_insert_with(|| {
                chains.push(Chain::between(&world.robot, frames[0], frames[1]));
                chains.len() - 1
            });
            for a in of_body[bodies[0]].clone() {
                for b in of_body[bodies[1]].clone() {
                    let first = reaches.len();
                    reaches.extend(chains[chain].reaches(&world.robot, &all[a], &all[b]));
                    let joints = first..reaches.len();
                    let required = world.required.get(&bodies).copied();
                    pairs.push(Pair { pieces: [a, b], frames, bodies, chain, joints, required });
                }
            }
        }
        let insides = world.bodies.iter().map(|body| Arc::new(Insides::of(body))).collect();
        let prover = Self {
            world,
            given,
            pieces: all,
            of_body: of_body.into(),
            chains: chains.into(),
            pairs: pairs.into(),
            reaches,
            arms: Vec::new(),
            insides,
            reach: 0.0,
            rake: OnceLock::new(),
            still: OnceLock::new(),
        };
        prover.measured()
    }
    /// With the arms and the reach, which are measured of all pairs and pieces.
    pub(crate) fn measured(mut self) -> Self {
        let joints = self.pairs.iter().flat_map(|pair| &self.chains[pair.chain].links);
        let arm = |(link, [a, b]): (&Link, &[f64; 2])| {
            (link.frame, if link.turns { a.min(*b) } else { 1.0 })
        };
        self.arms = joints.zip(&self.reaches).map(arm).collect();
        self.reach = self.pieces.iter().map(|piece| piece.reach()).fold(0.0, f64::max);
        self
    }
    /// May anything stand elsewhere?
    pub(crate) fn is_loose(&self) -> bool {
        self.given.is_some()
    }
    /// The world.
    pub fn world(&self) -> &World {
        self.given.as_ref().unwrap_or(&self.world)
    }
    /// How far what moves may be from the base of the robot on a path, about: a length to measure tolerances by. A joint
    /// that slides counts with the way that it slides on the path, not with its limits or with the place where it is.
    pub fn extent(&self, path: &Path) -> f64 {
        let frames = &self.world.robot.frames;
        let way = |frame: &Frame| {
            let [least, most] = path.range(frame.value);
            if frame.turns { 0.0 } else { frame.multiplier.abs() * (most - least) }
        };
        let mut extents = vec![0.0; frames.len()];
        for (number, frame) in frames.iter().enumerate().skip(1) {
            // The way from the world to the base is none of the robot's.
            let own = if frame.parent == 0 { 0.0 } else { frame.fixed.translation.length() };
            extents[number] = extents[frame.parent] + own + way(frame);
        }
        let moving = self.pieces.iter().filter(|piece| piece.frame > 0);
        moving.map(|piece| extents[piece.frame] + piece.reach()).fold(0.0, f64::max)
    }
    /// Its bodies as balls and boxes, prepared when they are first asked for.
    pub(crate) fn covered(&self) -> &Rake {
        let mut first = 0;
        let group = |pairs: &[Pair]| {
            let numbers = first..first + pairs.len();
            first = numbers.end;
            let [one, last] = [&pairs[0], &pairs[pairs.len() - 1]];
            let pieces = [0, 1].map(|side| one.pieces[side]..last.pieces[side] + 1);
            Group { bodies: one.bodies, pairs: numbers, pieces, frames: one.frames }
        };
        self.rake.get_or_init(|| {
            let of_bodies = self.pairs.chunk_by(|one, next| one.bodies == next.bodies);
            Rake::of(&self.world.robot, &self.pieces, of_bodies.map(group))
        })
    }
    /// The clearance that a pair must have.
    pub(crate) fn need(&self, pair: usize, needs: Needs) -> f64 {
        match needs {
            Needs::All(clearance) => clearance,
            Needs::Own(clearance) => self.pairs[pair].required.unwrap_or(clearance),
        }
    }
    /// A pair at a place of a path, or in a configuration there that joints may have that are off.
    pub(crate) fn meeting(
        &self,
        path: &Path,
        row: f64,
        pair: usize,
        errors: Option<Vec<f64>>,
    ) -> Meeting {
        self.meeting_in(errors.unwrap_or_else(|| path.at(row)), row, pair)
    }
    /// A pair in a configuration, at a place of a path.
    pub(crate) fn meeting_in(&self, configuration: Vec<f64>, row: f64, pair: usize) -> Meeting {
        let name = |body: usize| self.world.bodies[body].name.clone();
        Meeting { row, pair: self.pairs[pair].bodies.map(name), configuration }
    }
}
