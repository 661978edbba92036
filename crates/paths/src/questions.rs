//! The questions about paths, leg after leg.
//!
//! ```text
//!   look      one pair at one time: is a stretch around it closed, is there a contact, what is left?
//!     clear     is the clearance at least D on the whole leg?    breadth first
//!     first     when is the first contact?                       in the order of time
//!     least     what is the least clearance, and where?          the worst bound first
//!   limits    can two bodies touch in any configuration?         parts of the joint space
//! ```

use crate::Error;
use crate::answer::{FirstContact, Least, Verdict};
use crate::leg::Leg;
use crate::limits::OverLimits;
use crate::looks::Looks;
use crate::moment::Moment;
use crate::path::Path;
use crate::prover::{Pair, Prover};
use crate::{clear, first, inside, least, limits};

impl Prover {
    /// Is the clearance of all pairs of bodies at least `clearance` on the whole path? Negative numbers and NaN count
    /// as 0. With 0, a proof says that nothing overlaps, and what breaks it is an overlap.
    pub fn clear(&self, path: &Path, clearance: f64) -> Verdict {
        let need = if clearance > 0.0 { clearance } else { 0.0 };
        if let Some(pair) = self.inside_at_start(path) {
            return Verdict::Broken(self.meeting(0.0, pair));
        }
        let mut looks = Looks::new(self, path);
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
            return Least { lower: f64::NEG_INFINITY, upper: 0.0, meeting, evaluations: 0 };
        }
        least::least(self, path, tolerance)
    }
    /// Can two bodies touch within the limits of all joints? `bodies` are their numbers, a pair of
    /// [`World::pairs`](crate::World::pairs); of others it is said that they never do. `effort` is the most pairs of
    /// pieces that are looked at for a proof, and as many again are for a contact: 20,000 decide most pairs of an arm or
    /// a humanoid, in some milliseconds each. A joint without limits turns once.
    ///
    /// What is said about surfaces is said about solids, too, unless one holds the other without touching it.
    pub fn over_limits(&self, bodies: [usize; 2], effort: usize) -> OverLimits {
        limits::over_limits(self, bodies, effort)
    }
    /// A pair of bodies one of which is inside a solid of the other where the path begins.
    fn inside_at_start(&self, path: &Path) -> Option<usize> {
        let solid = |pair: &Pair| pair.bodies.iter().any(|body| self.insides[*body].has_solids());
        let mut pairs = self.pairs.iter().enumerate().filter(|(_, pair)| solid(pair)).peekable();
        pairs.peek()?;
        let moment = Moment::of(self, &path.rows()[0]);
        let inside = |pair: &Pair| {
            inside::either(
                pair.bodies.map(|body| &self.insides[body]),
                pair.frames.map(|frame| &moment.motions[frame]),
            )
        };
        pairs.find(|(_, pair)| inside(pair)).map(|(number, _)| number)
    }
}
