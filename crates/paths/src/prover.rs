//! [`Prover`]: the pieces and pairs of a world, and the questions about paths.
//!
//! ```text
//!   prover      the questions, leg after leg                     (this file)
//!     look      one pair at one time: is a stretch around it closed, is there a contact, what is left?
//!     clear     is the clearance at least D on the whole leg?    breadth first
//!     first     when is the first contact?                       in the order of time
//!     least     what is the least clearance, and where?          the worst bound first
//! ```

use clearance_geometry::number::Scalar;

use crate::Error;
use crate::chain::{Chain, Link, Moment};
use crate::clear;
use crate::first;
use crate::inside::{self, Insides};
use crate::least;
use crate::limits::{self, OverLimits};
use crate::look::Looks;
use crate::path::{Leg, Path};
use crate::piece::{Piece, pieces};
use crate::world::World;

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
    pub joints: std::ops::Range<usize>,
}

/// Two bodies at a place of a path. The place is the number of a row, and a fraction of the way to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// The place.
    pub row: f64,
    /// The names of the bodies.
    pub pair: [String; 2],
}

/// Is a path clear?
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It is proven: at no time of the path any pair of bodies is nearer than what was asked for.
    Proven,
    /// Two bodies are nearer than that at this place, which is proven, too.
    Broken(Meeting),
    /// Neither could be proven near this place: the bodies graze each other at that distance.
    Undecided(Meeting),
}

/// The first contact of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum FirstContact {
    /// There is none, which is proven.
    None,
    /// Nothing touches before `from`, and two bodies overlap at `meeting.row`.
    Found {
        /// Up to this place, the path is proven to be free.
        from: f64,
        /// A contact, and where it is.
        meeting: Meeting,
    },
    /// Nothing touches before this place, and behind it nothing could be proven.
    Undecided(Meeting),
}

/// The least clearance of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Least {
    /// No pair of bodies is ever nearer than this. Minus infinity below [`Prover::least`]'s floor.
    pub lower: f64,
    /// The bodies of `meeting` are at most this far from each other; infinite if there are no pairs.
    pub upper: f64,
    /// Where that is. `None` if there are no pairs.
    pub meeting: Option<Meeting>,
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
    pub(crate) world: World,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) chains: Vec<Chain>,
    pub(crate) pairs: Vec<Pair>,
    /// For each joint of each pair: see [`Chain::reaches`].
    pub(crate) reaches: Vec<[f64; 2]>,
    /// The same joints, and the smaller reach of those that turn; 1 for those that slide.
    pub(crate) arms: Vec<(usize, f64)>,
    /// What is inside of what, for each body.
    insides: Vec<Insides>,
    /// No point of a bounded piece is farther from the origin of its frame.
    pub(crate) reach: f64,
}

impl Prover {
    /// Prepares the world for questions.
    pub fn new(world: World) -> Self {
        let mut all: Vec<Piece> = Vec::new();
        let mut of_body = Vec::new();
        for body in &world.bodies {
            let first = all.len();
            all.extend(
                body.shapes.iter().flat_map(|(place, shape)| pieces(shape, place, body.frame)),
            );
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
                    pairs.push(Pair { pieces: [a, b], frames, bodies, chain, joints });
                }
            }
        }
        let joints = pairs.iter().flat_map(|pair: &Pair| &chains[pair.chain].links);
        let arm = |(link, [a, b]): (&Link, &[f64; 2])| {
            (link.frame, if link.turns { a.min(*b) } else { 1.0 })
        };
        let arms = joints.zip(&reaches).map(arm).collect();
        let far = |piece: &Piece| piece.center.length() + piece.radius;
        let finite = all.iter().map(far).filter(|far| far.is_finite());
        let reach = finite.fold(0.0, f64::max);
        let insides = world.bodies.iter().map(Insides::of).collect();
        Self { world, pieces: all, chains, pairs, reaches, arms, insides, reach }
    }
    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }
    /// Is the clearance of all pairs of bodies at least `clearance` on the whole path? Negative numbers and NaN count
    /// as 0. With 0, a proof says that nothing touches, and a contact that breaks it is an overlap.
    pub fn clear(&self, path: &Path, clearance: f64) -> Verdict {
        let need = if clearance > 0.0 { clearance } else { 0.0 };
        if let Some(pair) = self.inside_at_start(path) {
            return Verdict::Broken(self.meeting(0.0, pair));
        }
        let mut looks = Looks::new(self, path);
        for (row, configuration) in path.rows().iter().enumerate() {
            let moment = Moment::of(self, configuration);
            if let Some(pair) = looks.broken(&moment, need) {
                return Verdict::Broken(self.meeting(row as f64, pair));
            }
        }
        for (row, rows) in path.legs().enumerate() {
            let leg = Leg::new(&looks, rows);
            match clear::clear(&mut looks, &leg, need) {
                clear::Answer::Clear => {}
                clear::Answer::Broken { t, pair } => {
                    return Verdict::Broken(self.meeting(row as f64 + t, pair));
                }
                clear::Answer::Undecided { t, pair } => {
                    return Verdict::Undecided(self.meeting(row as f64 + t, pair));
                }
            }
        }
        Verdict::Proven
    }
    /// Does any pair of bodies touch or overlap in a configuration? Returns `false` only if that is proven.
    ///
    /// # Errors
    /// A configuration without one finite value for each joint.
    pub fn touches(&self, configuration: &[f64]) -> Result<bool, Error> {
        let path = Path::new(&self.world.robot, vec![configuration.to_vec()])?;
        let moment = Moment::of(self, configuration);
        Ok(self.inside_at_start(&path).is_some() || Looks::new(self, &path).touch(&moment))
    }
    /// The first contact of the path, to `tolerance` (a part of a row, at least 2^-40).
    pub fn first_contact(&self, path: &Path, tolerance: f64) -> FirstContact {
        if let Some(pair) = self.inside_at_start(path) {
            return FirstContact::Found { from: 0.0, meeting: self.meeting(0.0, pair) };
        }
        let mut looks = Looks::new(self, path);
        for (row, rows) in path.legs().enumerate() {
            let leg = Leg::new(&looks, rows);
            let start = row as f64;
            match first::first(&mut looks, &leg, tolerance) {
                first::Answer::None => {}
                first::Answer::Found { from, t, pair } => {
                    return FirstContact::Found {
                        from: start + from,
                        meeting: self.meeting(start + t, pair),
                    };
                }
                first::Answer::Undecided { t, pair } => {
                    return FirstContact::Undecided(self.meeting(start + t, pair));
                }
            }
        }
        FirstContact::None
    }
    /// The least clearance of the path over all pairs, to `tolerance` (a length): a distance, or minus a penetration
    /// depth of two convex pieces. The search ends at the first overlap, with the bounds that it has then.
    pub fn least(&self, path: &Path, tolerance: f64) -> Least {
        if let Some(pair) = self.inside_at_start(path) {
            let meeting = Some(self.meeting(0.0, pair));
            return Least { lower: f64::NEG_INFINITY, upper: 0.0, meeting };
        }
        least::least(self, path, tolerance)
    }
    /// Can two bodies touch within the limits of all joints? `effort` is the most pairs of pieces that are looked at, for
    /// each pair of bodies: 20,000 decide most pairs of an arm in some milliseconds each. A joint without limits turns
    /// once. The pairs are those that are asked about; for the others there is no answer.
    ///
    /// What is said about surfaces is said about solids, too, unless one holds the other without touching it.
    pub fn over_limits(&self, effort: usize) -> Vec<([String; 2], OverLimits)> {
        let answer = |bodies: [usize; 2]| {
            let names = bodies.map(|body| self.world.bodies[body].name.clone());
            (names, limits::over_limits(self, bodies, effort))
        };
        self.world.pairs().map(answer).collect()
    }
    /// A pair of bodies one of which is inside a solid of the other where the path begins.
    fn inside_at_start(&self, path: &Path) -> Option<usize> {
        let solid = |pair: &Pair| pair.bodies.iter().any(|body| self.insides[*body].has_solids());
        let mut pairs = self.pairs.iter().enumerate().filter(|(_, pair)| solid(pair)).peekable();
        pairs.peek()?;
        let moment = Moment::of(self, &path.rows()[0]);
        let inside = |pair: &Pair| inside::either(&moment, &self.insides, pair.bodies, pair.frames);
        pairs.find(|(_, pair)| inside(pair)).map(|(number, _)| number)
    }
    pub(crate) fn meeting(&self, row: f64, pair: usize) -> Meeting {
        let name = |body: usize| self.world.bodies[body].name.clone();
        Meeting { row, pair: self.pairs[pair].bodies.map(name) }
    }
}

/// A tolerance that makes sense: at least `least`.
pub(crate) fn tolerable(tolerance: f64, least: f64) -> f64 {
    Scalar::max(tolerance, least)
}
