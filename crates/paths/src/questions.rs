//! The questions about paths, leg after leg.
//!
//! ```text
//!   look      one pair at one time: is a stretch around it proven, is there a contact, what is left?
//!     clear     is the clearance at least D on the whole leg?    breadth first
//!     first     when is the first contact?                       in the order of time
//!     least     what is the least clearance, and where?          the worst bound first
//!   still     the pairs that never move                           once
//!   limits    can two bodies touch in any configuration?         parts of the joint space
//! ```

use std::ops::ControlFlow;

use clearance_geometry::answer::PathCertificate;

use crate::Error;
use crate::answer::{FirstContact, Least, Meeting, Verdict};
use crate::clear::Node;
use crate::first::Hit;
use crate::least::{Best, Wanted};
use crate::leg::Leg;
use crate::limits::OverLimits;
use crate::looks::Looks;
use crate::moment::Moment;
use crate::path::Path;
use crate::prover::{Needs, Pair, Prover};
use crate::record::Record;
use crate::{clear, first, inside, least, limits, still};

/// Where a verdict is open, the least clearance is looked for to this part of the extent.
const LEAST: f64 = 1e-4;

pub(crate) const NEVER: &str = "nothing ends the search";

impl Prover {
    /// Is the clearance of all pairs of bodies at least `clearance` on the whole path, or what [`World::require`] says of a
    /// pair? Negative numbers and NaN count as 0. With 0, a proof says that nothing overlaps, and what breaks it is an
    /// overlap.
    ///
    /// [`World::require`]: crate::World::require
    pub fn clear(&self, path: &Path, clearance: f64) -> Verdict {
        self.clear_while(path, clearance, |_| ControlFlow::Continue(())).expect(NEVER)
    }
    /// [`Prover::clear`] for long paths: `watch` is called again and again with the place up to which the path is
    /// proven, and may end the search. Then there is no verdict.
    ///
    /// ```
    /// # use clearance::d3_f64::{Collider, DVec3, Pose, Sphere};
    /// # use clearance::paths::{Joint, JointKind, Link, Path, Prover, Robot, Verdict, World};
    /// # let ball = vec![(Pose::IDENTITY, Collider::from(Sphere::new(0.1)?))];
    /// # let links = vec![
    /// #     Link { name: "rail".into(), shapes: vec![] },
    /// #     Link { name: "slide".into(), shapes: ball.clone() },
    /// # ];
    /// # let joint = Joint {
    /// #     name: "x".into(),
    /// #     kind: JointKind::Prismatic,
    /// #     parent: "rail".into(),
    /// #     child: "slide".into(),
    /// #     origin: Pose::IDENTITY,
    /// #     axis: DVec3::X,
    /// #     limits: None,
    /// #     mimic: None,
    /// # };
    /// # let mut world = World::new(Robot::new(links, vec![joint])?)?;
    /// # world.add("post", [(Pose::at(DVec3::NEG_X)?, ball[0].1.clone())])?;
    /// use std::ops::ControlFlow;
    /// let rows: Vec<Vec<f64>> = (0..1000).map(|k| vec![f64::from(k)]).collect();
    /// let path = Path::new(world.robot(), rows)?;
    /// let prover = Prover::new(world);
    /// let mut proven = 0.0;
    /// let verdict = prover.clear_while(&path, 0.0, |place| {
    ///     proven = place;
    ///     if place < 100.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// });
    /// assert_eq!((verdict, proven), (None, 100.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clear_while(
        &self,
        path: &Path,
        clearance: f64,
        mut watch: impl FnMut(f64) -> ControlFlow<()>,
    ) -> Option<Verdict> {
        let needs = Needs::Own(if clearance > 0.0 { clearance } else { 0.0 });
        self.verdict(path, needs, &mut watch)
    }
    /// Where nothing is proven, two bodies that are nearer than they need are looked for by the worst bounds. So no search
    /// for the least clearance finds some where a verdict is open.
    fn verdict(
        &self,
        path: &Path,
        needs: Needs,
        watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Option<Verdict> {
        let verdict =
            self.clear_with(&mut Looks::new(self, path), path, needs, &mut None, watch)?;
        let Verdict::Undecided(Meeting { row: place, .. }) = verdict else { return Some(verdict) };
        let tolerance = LEAST * self.extent(path);
        let wanted = Wanted { tolerance, until: needs, from: place as usize };
        let mut is_ended = false;
        let nearer = least::nearer(self, path, wanted, &mut |_| {
            is_ended = watch(place).is_break();
            is_ended
        });
        (!is_ended).then(|| nearer.map_or(verdict, Verdict::Broken))
    }
    fn clear_with<'p>(
        &'p self,
        looks: &mut Looks<'p>,
        path: &'p Path,
        needs: Needs,
        record: &mut Option<Record<'_>>,
        watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Option<Verdict> {
        let at_start = |pair| self.meeting(path, 0.0, pair, None);
        if let Some(pair) = self.inside_at_start(path) {
            return Some(Verdict::Broken(at_start(pair)));
        }
        let still = match still::clear(looks, path, needs, record) {
            still::Answer::Clear => Verdict::Proven,
            still::Answer::Broken { pair } => return Some(Verdict::Broken(at_start(pair))),
            // What moves may still be nearer than it must be.
            still::Answer::Undecided { pair } => Verdict::Undecided(at_start(pair)),
        };
        for (row, way) in path.ways().enumerate() {
            if let Some(record) = record {
                record.leg = row as u32;
            }
            let (leg, start) = (Leg::new(looks, way), row as f64);
            let meeting = |t, pair, errors| self.meeting(path, path.place(row, t), pair, errors);
            let root = Node::root(looks, &leg, needs);
            if let Some(record) = record {
                record.add_far(looks, false, &root.items, &leg.moment(root.middle, root.half));
            }
            match clear::clear(looks, &leg, vec![root], needs, record, &mut || {
                watch(start).is_break()
            }) {
                clear::Answer::Clear => {}
                clear::Answer::Broken { t, pair, errors } => {
                    return Some(Verdict::Broken(meeting(t, pair, errors)));
                }
                clear::Answer::Undecided { t, pair } => {
                    return Some(Verdict::Undecided(meeting(t, pair, None)));
                }
                clear::Answer::Stopped => return None,
            }
        }
        Some(still)
    }
    /// The proof that the path is clear, as plain data that `clearance::verify::check_path` can check: see there for an
    /// example. `None` if it cannot be proven so; rarely, near the limit of what can be proven, [`Prover::clear`] knows more. It
    /// takes longer than that, and some hundred stretches.
    pub fn certificate(&self, path: &Path, clearance: f64) -> Option<PathCertificate> {
        self.certificate_while(path, clearance, |_| ControlFlow::Continue(()))
    }
    /// [`Prover::certificate`] for long paths: `watch` is called again and again with the place up to which the path is
    /// proven, and may end the search. Then there is no certificate.
    pub fn certificate_while(
        &self,
        path: &Path,
        clearance: f64,
        mut watch: impl FnMut(f64) -> ControlFlow<()>,
    ) -> Option<PathCertificate> {
        // A checker wants a number. What is nowhere near anything is that far from it, too.
        let clearance = if clearance > 0.0 { clearance.min(f64::MAX) } else { 0.0 };
        let mut looks = Looks::new(self, path);
        looks.is_recorded = true;
        let mut record = Some(Record::new(self, clearance));
        let needs = Needs::Own(clearance);
        let verdict = self.clear_with(&mut looks, path, needs, &mut record, &mut watch);
        record.filter(|_| verdict == Some(Verdict::Proven)).map(Record::finish)
    }
    /// Does any pair of bodies touch or overlap in a configuration? Returns `false` only if that is proven.
    ///
    /// # Errors
    /// A configuration without one finite value for each joint.
    pub fn touches(&self, configuration: &[f64]) -> Result<bool, Error> {
        let path = Path::new(&self.world.robot, vec![configuration.to_vec()])?;
        let moment = Moment::of(self, configuration);
        if self.inside_at_start(&path).is_some() {
            return Ok(true);
        }
        let mut looks = Looks::new(self, &path);
        // What may stand elsewhere is asked about at length only where it may come near.
        let may = looks.touch(&moment);
        Ok(may && !(looks.is_loose() && self.clear(&path, 0.0) == Verdict::Proven))
    }
    /// The first contact of the path, to `tolerance` (a part of a row, at least 2^-40); less exactly if bodies graze each
    /// other before it. If two bodies that never move against each other graze, no part of the path before the contact is
    /// proven to be free.
    pub fn first_contact(&self, path: &Path, tolerance: f64) -> FirstContact {
        self.first_contact_while(path, tolerance, |_| ControlFlow::Continue(())).expect(NEVER)
    }
    /// [`Prover::first_contact`] for long paths: `watch` is called again and again with the place up to which the path is
    /// free, and may end the search. Then there is no answer.
    pub fn first_contact_while(
        &self,
        path: &Path,
        tolerance: f64,
        mut watch: impl FnMut(f64) -> ControlFlow<()>,
    ) -> Option<FirstContact> {
        let at_start = |pair| self.meeting(path, 0.0, pair, None);
        if let Some(pair) = self.inside_at_start(path) {
            return Some(FirstContact::Found { from: 0.0, meeting: at_start(pair) });
        }
        let mut looks = Looks::new(self, path);
        let still = match still::clear(&mut looks, path, Needs::All(0.0), &mut None) {
            still::Answer::Clear => None,
            still::Answer::Broken { pair } => {
                return Some(FirstContact::Found { from: 0.0, meeting: at_start(pair) });
            }
            still::Answer::Undecided { pair } => Some(at_start(pair)),
        };
        for (row, way) in path.ways().enumerate() {
            let leg = Leg::new(&looks, way);
            let place = |t| path.place(row, t);
            let mut stops = |t| watch(place(t)).is_break();
            match first::first(&mut looks, &leg, tolerance, &mut stops) {
                first::Answer::None => {}
                first::Answer::Found { from, hit: Hit { t, pair, errors } } => {
                    let meeting = self.meeting(path, place(t), pair, errors);
                    let from = if still.is_some() { 0.0 } else { place(from) };
                    return Some(FirstContact::Found { from, meeting });
                }
                first::Answer::Undecided { t, pair } => {
                    let grazing = still.unwrap_or_else(|| self.meeting(path, place(t), pair, None));
                    // A contact behind that may be known by another search.
                    return Some(match self.verdict(path, Needs::All(0.0), &mut watch)? {
                        Verdict::Broken(meeting) => {
                            FirstContact::Found { from: grazing.row.min(meeting.row), meeting }
                        }
                        _ => FirstContact::Undecided(grazing),
                    });
                }
                first::Answer::Stopped => return None,
            }
        }
        Some(still.map_or(FirstContact::None, FirstContact::Undecided))
    }
    /// The least clearance of the path over all pairs, to `tolerance` (a length): a distance, or minus a penetration
    /// depth of two convex pieces. [`Prover::extent`] tells which tolerance suits. The search ends at the first overlap,
    /// or after some hundred thousand looks, and a few thousand for each leg, with the bounds that it has then. A negative
    /// tolerance and NaN count as 0.
    pub fn least(&self, path: &Path, tolerance: f64) -> Least {
        self.least_while(path, tolerance, |_| ControlFlow::Continue(()))
    }
    /// [`Prover::least`] for long paths: `watch` is called again and again with the bounds so far, and may end the
    /// search. Then they are the answer.
    pub fn least_while(
        &self,
        path: &Path,
        tolerance: f64,
        mut watch: impl FnMut([f64; 2]) -> ControlFlow<()>,
    ) -> Least {
        if let Some(pair) = self.inside_at_start(path) {
            let meeting = Some(self.meeting(path, 0.0, pair, None));
            return Least { lower: f64::NEG_INFINITY, upper: 0.0, meeting, evaluations: 0 };
        }
        let mut looks = Looks::new(self, path);
        let ([lower, upper], pair) = still::least(&mut looks, path);
        let best = Best { upper, row: 0.0, pair, errors: None };
        let tolerance = tolerance.max(0.0);
        let wanted = Wanted { tolerance, until: Needs::All(0.0), from: 0 };
        let moving = least::least(self, path, wanted, best, &mut |[least, most]| {
            watch([least.min(lower), most]).is_break()
        });
        let evaluations = moving.evaluations + looks.queries;
        Least { lower: moving.lower.min(lower), evaluations, ..moving }
    }
    /// Can two bodies touch within the limits of all joints? `bodies` are their numbers, a pair of
    /// [`World::pairs`](crate::World::pairs); others are undecided, but bodies without shapes never touch. `effort` is the most pairs of
    /// pieces that are looked at for a proof, and as many again are for a contact: 20,000 decide most pairs of an arm or
    /// a humanoid, in some milliseconds each.
    ///
    /// Joints without limits take all values. If all that such a joint moves turns by whole multiples of its value, one turn
    /// is looked at, and stands for all. Pairs that another one moves, a slider without limits, are undecided at best, unless
    /// a configuration shows that they touch and another one that they do not.
    pub fn over_limits(&self, bodies: [usize; 2], effort: usize) -> OverLimits {
        limits::over_limits(self, bodies, effort)
    }
    /// A pair of bodies one of which is inside a solid of the other where the path begins.
    fn inside_at_start(&self, path: &Path) -> Option<usize> {
        self.inside_at(&path.rows()[0])
    }
    /// The same in a configuration.
    pub(crate) fn inside_at(&self, configuration: &[f64]) -> Option<usize> {
        let solid = |pair: &Pair| pair.bodies.iter().any(|body| self.insides[*body].has_solids());
        let mut pairs = self.pairs.iter().enumerate().filter(|(_, pair)| solid(pair)).peekable();
        pairs.peek()?;
        let moment = Moment::of(self, configuration);
        let inside = |pair: &Pair| {
            inside::either(
                pair.bodies.map(|body| &*self.insides[body]),
                pair.frames.map(|frame| &moment.motions[frame]),
            )
        };
        pairs.find(|(_, pair)| inside(pair)).map(|(number, _)| number)
    }
}
