//! Many straight edges: is each of them clear?
//!
//! ```text
//!   rake      balls prove most of it, for all times of eight lanes at once
//!     hits      where balls overlap most, a contact is looked for
//!     clear     what is left: some pairs, on parts of the edge
//! ```

use std::ops::ControlFlow;

use crate::Error;
use crate::answer::{Meeting, Verdict};
use crate::clear::{self, Node};
use crate::curve::between;
use crate::leg::Leg;
use crate::looks::{Item, Looks};
use crate::moment::Moment;
use crate::path::{Path, Way};
use crate::prover::{Needs, Prover};
use crate::questions::NEVER;
use crate::rake::{Open, Rake, Swept};
use crate::still;

/// Pairs that never move are clear on a path, too, if their clearance is more than they need by so many times the rounding of
/// a place: the slack of a leg on which nothing moves is four times that of a point, and 132 of its epsilons, of which that
/// of a point is 8 at least.
const STILL: f64 = 12.0;
/// A contact is looked for in so many places at most before a proof is.
const HITS: usize = 2;

/// What edges share.
struct Edges<'p> {
    rake: &'p Rake,
    needs: Needs,
    /// See [`Prover::spare`].
    spare: f64,
    looks: Looks<'p>,
    swept: Swept,
}

impl Prover {
    /// [`Prover::clear`] for many straight paths of two rows each, some times faster than one after the other: balls that
    /// cover the links prove most of them, and the others are searched as any path is. A verdict means what that of its path
    /// means, whatever other edges are in the call; a contact may be another one of the path. The first call prepares the
    /// balls, in some ten milliseconds.
    ///
    /// ```
    /// # use clearance::d3_f64::{Collider, DVec3, Pose, Sphere};
    /// # use clearance::paths::{Joint, JointKind, Link, Prover, Robot, Verdict, World};
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
    /// # world.add("post", [(Pose::at(DVec3::X)?, ball[0].1.clone())])?;
    /// // A ball of radius 0.1 slides along x; another one is at 1.
    /// let prover = Prover::new(world);
    /// let verdicts = prover.clear_edges(&[[[0.0], [0.7]], [[0.7], [1.5]]], 0.05)?;
    /// assert_eq!(verdicts[0], Verdict::Proven);
    /// assert!(matches!(&verdicts[1], Verdict::Broken(meeting) if meeting.pair == ["slide", "post"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A row without one finite value for each joint of the robot. The error tells the number of the edge as its row.
    pub fn clear_edges<R: AsRef<[f64]>>(
        &self,
        edges: &[[R; 2]],
        clearance: f64,
    ) -> Result<Vec<Verdict>, Error> {
        self.clear_edges_while(edges, clearance, |_| ControlFlow::Continue(()))
            .map(|all| all.expect(NEVER))
    }
    /// [`Prover::clear_edges`] for many edges: `watch` is called again and again with the number of verdicts so far, and may
    /// end the search. Then there are none.
    ///
    /// # Errors
    /// As [`Prover::clear_edges`].
    pub fn clear_edges_while<R: AsRef<[f64]>>(
        &self,
        edges: &[[R; 2]],
        clearance: f64,
        mut watch: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Option<Vec<Verdict>>, Error> {
        let robot = &self.world.robot;
        for (number, edge) in edges.iter().enumerate() {
            edge.iter().try_for_each(|row| robot.check(number, row.as_ref()))?;
        }
        let path =
            |edge: &[R; 2]| Path::new(robot, edge.each_ref().map(|row| row.as_ref().to_vec()));
        let needs = Needs::Own(if clearance > 0.0 { clearance } else { 0.0 });
        let looks = Looks::up_to(self, vec![0.0; robot.joints().len()], 0);
        let (spare, swept) = (self.spare(needs), Swept::default());
        let mut all = Edges { rake: self.covered(), needs, spare, looks, swept };
        let mut verdicts = Vec::new();
        for edge in edges {
            let mut is_ended = false;
            let mut watch = || {
                is_ended = is_ended || watch(verdicts.len()).is_break();
                is_ended
            };
            let ends = edge.each_ref().map(AsRef::as_ref);
            // What may stand elsewhere is no edge.
            let mut verdict = if self.is_loose() { None } else { all.verdict(ends, &mut watch) };
            if verdict.is_none() && !watch() {
                let as_flow =
                    |ends| if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                verdict = self.clear_while(&path(edge)?, clearance, |_| as_flow(watch()));
            }
            match verdict {
                Some(verdict) if !watch() => verdicts.push(verdict),
                _ => return Ok(None),
            }
        }
        Ok(Some(verdicts))
    }
    /// A lower bound on the clearance of the pairs that never move, less what they need.
    fn spare(&self, needs: Needs) -> f64 {
        let still = self.pairs.iter().enumerate().filter(|(_, pair)| pair.is_still());
        let most = still.map(|(number, _)| self.need(number, needs)).fold(0.0, f64::max);
        let neutral = || {
            let robot = &self.world.robot;
            let path = Path::new(robot, vec![robot.neutral()]).expect("the robot's own values");
            still::least(&mut Looks::new(self, &path), &path).0[0]
        };
        self.still.get_or_init(neutral) - most
    }
}

impl<'p> Edges<'p> {
    /// The verdict on an edge; `None` if a longer search has to tell it, or where `stops` says so.
    fn verdict(&mut self, ends: [&[f64]; 2], stops: &mut dyn FnMut() -> bool) -> Option<Verdict> {
        let prover = self.looks.prover;
        if let Some(pair) = prover.inside_at(ends[0]) {
            return Some(Verdict::Broken(self.meeting(ends, 0.0, pair)));
        }
        let robot = &prover.world.robot;
        self.looks.for_leg(ends);
        if self.looks.off() * STILL >= self.spare {
            self.looks.tell_slides();
            let path = Path::new(robot, ends.map(<[f64]>::to_vec)).ok()?;
            let still = still::clear(&mut self.looks, &path, self.needs, &mut None);
            matches!(still, still::Answer::Clear).then_some(())?;
        }
        let rounding = self.looks.rounding.in_f32(self.rake.body - prover.reach);
        let needs = |pair| prover.need(pair, self.needs);
        self.rake.sweep(robot, ends, needs, &rounding, &mut self.swept);
        if self.swept.open.is_empty() {
            return Some(Verdict::Proven);
        }
        if let Some((t, pair)) = self.hit(ends) {
            return Some(Verdict::Broken(self.meeting(ends, t, pair)));
        }
        self.looks.tell_slides();
        let (way, nodes) = (Way::Straight(ends), self.nodes());
        let open = self.swept.open.iter().flat_map(|open| open.pairs.clone());
        let leg = Leg::for_some(&self.looks, way, open);
        match clear::clear(&mut self.looks, &leg, nodes, self.needs, &mut None, stops) {
            clear::Answer::Clear => Some(Verdict::Proven),
            clear::Answer::Broken { t, pair, .. } => {
                Some(Verdict::Broken(self.meeting(ends, t, pair)))
            }
            clear::Answer::Undecided { .. } | clear::Answer::Stopped => None,
        }
    }
    fn meeting(&self, ends: [&[f64]; 2], t: f64, pair: usize) -> Meeting {
        self.looks.prover.meeting_in(between(ends[0], ends[1], t), t, pair)
    }
    /// A contact where balls overlap most.
    fn hit(&mut self, ends: [&[f64]; 2]) -> Option<(f64, usize)> {
        let prover = self.looks.prover;
        let mut worst: Vec<&Open> = self.swept.open.iter().filter(|open| open.gap < 0.0).collect();
        worst.sort_by(|one, other| one.gap.total_cmp(&other.gap));
        for open in worst.into_iter().take(HITS) {
            let moment = Moment::of(prover, &between(ends[0], ends[1], open.worst));
            let items = open.pairs.clone().map(|pair| self.looks.item(pair)).collect();
            let need = prover.need(open.pairs.start, self.needs);
            if let Some(pair) = self.looks.nearer(items, &moment, need) {
                return Some((open.worst, pair));
            }
        }
        None
    }
    /// What is left, as items that one search takes.
    fn nodes(&self) -> Vec<Node<'p>> {
        let mut nodes: Vec<Node<'p>> = Vec::new();
        for Open { pairs, from, to, .. } in &self.swept.open {
            let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
            let items = pairs.clone().map(|pair| {
                let item = self.looks.item(pair);
                Item { from: *from, to: *to, ..item }
            });
            match nodes.iter_mut().find(|node| node.middle == middle && node.half == half) {
                Some(node) => node.items.extend(items),
                None => nodes.push(Node { middle, half, items: items.collect() }),
            }
        }
        nodes
    }
}
