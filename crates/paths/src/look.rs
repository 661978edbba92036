//! A look at one pair of pieces at one time: how much of a stretch around it is proven to be clear?
//!
//! From cheap to dear, and most looks end early:
//!
//! 1. The balls are farther apart than the whole stretch can carry them.
//! 2. The stretch is so long that no direction will do (a guess at the bend): only `within` is asked, for a contact.
//! 3. The balls, with the motion of this stretch: by its speed, or along the way between their middles.
//! 4. The direction that did for the stretch that this one is a part of.
//! 5. The stretch is too long for the true bend: as 2.
//! 6. The way between the middles.
//! 7. The clearance. Its normal closes what it can to both sides.

use clearance_pairs::pair::{Cache, Query};
use glam::DVec3;

use crate::bound::{Joints, Twists};
use crate::chain::{Link, Moment};
use crate::gap::Posed;
use crate::kinematics::Rounding;
use crate::path::{Leg, Path};
use crate::piece::Piece;
use crate::prover::{Pair, Prover};

/// A stretch shorter than this is not divided: the search gives up.
pub(crate) const SHORTEST: f64 = 1.0 / (1_u64 << 40) as f64;

/// A direction closes a stretch only if the bend takes less than this part of the distance between the middles.
const BENDS: f64 = 0.25;
/// The bend of a pair's motion, as a part of its greatest speed times the speed of all turns: typical.
const TYPICAL: f64 = 0.5;

/// Two pieces and a stretch of time, in which nothing is known about them.
#[derive(Clone, Copy)]
pub(crate) struct Item<'p> {
    pub pair: usize,
    pub a: &'p Piece,
    pub b: &'p Piece,
    pub from: f64,
    pub to: f64,
    /// The last direction from B to A, in the frame that carries B.
    pub normal: Option<DVec3>,
}

impl<'p> Item<'p> {
    /// Are both pieces the bodies themselves, and no hulls around parts of them?
    pub fn is_exact(&self) -> bool {
        self.a.is_exact() && self.b.is_exact()
    }
    /// The larger of the pieces is opened.
    pub fn opened(&self) -> impl Iterator<Item = Self> + use<'p> {
        let item = *self;
        let opens_a = !item.a.is_exact() && (item.b.is_exact() || item.a.radius >= item.b.radius);
        let pieces = if opens_a { item.a.inside() } else { item.b.inside() };
        pieces.iter().map(move |piece| {
            if opens_a { Self { a: piece, ..item } } else { Self { b: piece, ..item } }
        })
    }
}

/// What a look showed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// The clearance at this time, if it was asked: it is in this interval.
    pub lower: f64,
    pub upper: f64,
    /// It is at least what is needed on this part of the stretch.
    pub closed: Option<[f64; 2]>,
    /// A direction that may do for other parts.
    pub normal: Option<DVec3>,
    /// The clearance changes by at most this in a unit of time.
    pub speed: f64,
}

impl Seen {
    fn open(lower: f64, upper: f64, speed: f64) -> Self {
        Self { lower, upper, closed: None, normal: None, speed }
    }
}

/// What the questions about a path keep from look to look.
pub(crate) struct Looks<'p> {
    pub prover: &'p Prover,
    caches: Vec<Cache>,
    joints: Joints,
    rounding: Rounding,
    /// For each chain, how far its sliding joints are from 0 at most.
    pub slides: Vec<f64>,
    /// How many clearances were asked.
    pub queries: u64,
}

impl<'p> Looks<'p> {
    /// For the configurations of a path.
    pub fn new(prover: &'p Prover, path: &Path) -> Self {
        let mut largest = vec![0.0; prover.world.robot.joints().len()];
        for row in path.rows() {
            largest.iter_mut().zip(row).for_each(|(most, x)| *most = x.abs().max(*most));
        }
        Self::up_to(prover, &largest)
    }
    /// For configurations with values of at most this size.
    pub fn up_to(prover: &'p Prover, largest: &[f64]) -> Self {
        let robot = &prover.world.robot;
        let slide = |link: &Link| {
            let frame = &robot.frames[link.frame];
            let most = || frame.multiplier.abs() * largest[frame.value] + frame.offset.abs();
            if frame.turns { 0.0 } else { most() }
        };
        Self {
            prover,
            caches: vec![Cache::default(); prover.pairs.len()],
            joints: Joints::default(),
            rounding: Rounding::of(robot, largest, prover.reach),
            slides: prover.chains.iter().map(|c| c.links.iter().map(slide).sum()).collect(),
            queries: 0,
        }
    }
    /// What a computed gap may exceed the true one by, if this is the sum of all speeds.
    pub fn slack(&self, speeds: f64) -> f64 {
        self.rounding.of_gaps(speeds)
    }

    /// A pair, for the whole leg.
    pub fn item(&self, pair: usize) -> Item<'p> {
        let [a, b] = self.prover.pairs[pair].pieces.map(|piece| &self.prover.pieces[piece]);
        Item { pair, a, b, from: 0.0, to: 1.0, normal: None }
    }
    /// The pairs that the balls around them do not part by `need` for `width` to both sides of the moment, as items for
    /// the whole leg.
    pub fn near(&self, leg: &Leg<'_>, moment: &Moment, width: f64, need: f64) -> Vec<Item<'p>> {
        let slack = leg.slack;
        self.near_by(moment, need, |pair| slack + width * leg.coarse[pair])
    }
    /// The pairs whose balls are less than `need` and some more apart.
    fn near_by(&self, moment: &Moment, need: f64, more: impl Fn(usize) -> f64) -> Vec<Item<'p>> {
        let pieces = &self.prover.pieces;
        let mut items = Vec::new();
        for (pair, Pair { pieces: [a, b], .. }) in self.prover.pairs.iter().enumerate() {
            let far = pieces[*a].radius + pieces[*b].radius + need + more(pair);
            if (moment.centers[*a] - moment.centers[*b]).length_squared() < far * far {
                items.push(self.item(pair));
            }
        }
        items
    }
    /// A pair that is nearer than `need`, which is proven.
    pub fn broken(&mut self, moment: &Moment, need: f64) -> Option<usize> {
        let mut items = self.near_by(moment, need, |_| 0.0);
        while let Some(item) = items.pop() {
            let posed = &self.posed(&item, moment);
            if !self.within(&item, posed, need) {
                continue;
            }
            if !item.is_exact() {
                items.extend(item.opened());
            } else if self.clearance(&item, posed).1 < need {
                return Some(item.pair);
            }
        }
        None
    }
    /// May any pair touch? Returns `false` only if gaps are proven.
    pub fn touch(&mut self, moment: &Moment) -> bool {
        let off = self.rounding.point * 2.0;
        let mut items = self.near_by(moment, off, |_| off);
        while let Some(item) = items.pop() {
            if self.within(&item, &self.posed(&item, moment), off) {
                if item.is_exact() {
                    return true;
                }
                items.extend(item.opened());
            }
        }
        false
    }
    /// The pieces where they are.
    pub fn posed<'m>(&self, item: &Item<'m>, moment: &'m Moment) -> [Posed<'m>; 2] {
        let [frame_a, frame_b] = [item.a, item.b].map(|piece| &moment.motions[piece.frame]);
        [Posed::new(item.a, frame_a), Posed::new(item.b, frame_b)]
    }

    /// How the pieces move to each other around a moment.
    pub fn twists(
        &mut self,
        speeds: &[f64],
        item: &Item<'_>,
        moment: &Moment,
        width: f64,
    ) -> Twists {
        let pair = &self.prover.pairs[item.pair];
        let reaches = &self.prover.reaches[pair.joints.clone()];
        let motion = (&self.prover.chains[pair.chain], reaches, self.slides[pair.chain]);
        let balls = self.posed(item, moment).map(|posed| posed.ball);
        Twists::new(speeds, moment, motion, balls, width, &mut self.joints)
    }

    /// Looks at the item at the time `t`, which the moment is of.
    pub fn at(
        &mut self,
        leg: &Leg<'_>,
        item: &Item<'_>,
        moment: &Moment,
        t: f64,
        need: f64,
    ) -> Seen {
        let (from, to) = (item.from - t, item.to - t);
        let width = from.abs().max(to.abs());
        let whole = Some([item.from, item.to]);
        let pair = &self.prover.pairs[item.pair];
        let posed = &self.posed(item, moment);
        let [a, b] = posed;
        let middles = (a.ball.center - b.ball.center).length();
        let balls = middles - a.ball.radius - b.ball.radius;
        let coarse = leg.coarse[item.pair];
        let closed = |speed| Seen { closed: whole, ..Seen::open(need, f64::INFINITY, speed) };

        if balls - leg.slack - width * coarse >= need {
            return closed(coarse);
        }
        let room = (middles - need).max(0.0);
        let too_long = |bend: f64| 0.5 * bend * width * width > BENDS * room;
        if too_long(TYPICAL * coarse * leg.turning[pair.chain]) {
            return self.contact(item, posed, balls, need, coarse);
        }
        let twists = self.twists(&leg.speeds, item, moment, width);
        if balls - leg.slack - width * twists.speed >= need {
            return closed(twists.speed);
        }
        let both =
            |gap: &dyn Fn(f64) -> f64| gap(from) - leg.slack >= need && gap(to) - leg.slack >= need;
        let between = (a.ball.center - b.ball.center) / middles;
        if balls > need && both(&|tau| twists.gap_of_balls([a.ball, b.ball], between, tau)) {
            return closed(twists.speed);
        }
        if let Some(normal) = item.normal {
            let normal = b.frame.rotate(normal);
            if both(&|tau| twists.gap(posed, normal, tau)) {
                return closed(twists.speed);
            }
        }
        if too_long(twists.alpha) {
            let seen = self.contact(item, posed, balls, need, twists.speed);
            if seen.upper == f64::INFINITY {
                return seen;
            }
        }
        if item.normal.is_none()
            && balls.is_finite()
            && both(&|tau| twists.gap(posed, between, tau))
        {
            return closed(twists.speed);
        }
        let (lower, upper, normal) = self.clearance(item, posed);
        let mut seen = Seen::open(lower, upper, twists.speed);
        if lower > need {
            seen.normal = Some(b.frame.unrotate(normal));
            let span = [from.min(0.0), to.max(0.0)];
            let [before, behind] = stretch(&twists, posed, normal, lower, span, need, leg.slack);
            if behind - before > 0.0 {
                seen.closed = Some([(t + before).max(item.from), (t + behind).min(item.to)]);
            }
        }
        seen
    }

    /// Are the pieces proven to be nearer than `need`? Otherwise nothing is known but what the balls say.
    fn contact(
        &mut self,
        item: &Item<'_>,
        posed: &[Posed<'_>; 2],
        balls: f64,
        need: f64,
        speed: f64,
    ) -> Seen {
        let apart = balls - self.rounding.point * 2.0;
        if apart > need || !self.within(item, posed, need) {
            return Seen::open(apart, f64::INFINITY, speed);
        }
        let (lower, upper, _) = self.clearance(item, posed);
        Seen::open(lower, upper, speed)
    }

    /// May the pieces be within a distance, but for rounding?
    pub fn within(&mut self, item: &Item<'_>, [a, b]: &[Posed<'_>; 2], distance: f64) -> bool {
        let (at_a, at_b) = (a.piece.motion(a.frame), b.piece.motion(b.frame));
        let (shape_a, shape_b) = (a.piece.lowered(), b.piece.lowered());
        let mut query: Query<'_, DVec3> = Query::moved(&shape_a, &at_a, &shape_b, &at_b);
        match self.cache(item) {
            Some(cache) => query.cache(cache).within(distance),
            None => query.within(distance),
        }
    }

    /// Bounds on the clearance, and its normal from B to A.
    pub fn clearance(&mut self, item: &Item<'_>, [a, b]: &[Posed<'_>; 2]) -> (f64, f64, DVec3) {
        self.queries += 1;
        let off = self.rounding.point * 2.0;
        let (at_a, at_b) = (a.piece.motion(a.frame), b.piece.motion(b.frame));
        let (shape_a, shape_b) = (a.piece.lowered(), b.piece.lowered());
        let mut query: Query<'_, DVec3> = Query::moved(&shape_a, &at_a, &shape_b, &at_b);
        let found = match self.cache(item) {
            Some(cache) => query.cache(cache).clearance(),
            None => query.clearance(),
        };
        (found.lower - off, found.upper + off, -found.normal)
    }

    /// The middle of the deepest overlap, in the world.
    pub fn overlap([a, b]: &[Posed<'_>; 2]) -> Option<DVec3> {
        let (at_a, at_b) = (a.piece.motion(a.frame), b.piece.motion(b.frame));
        let (shape_a, shape_b) = (a.piece.lowered(), b.piece.lowered());
        let mut query: Query<'_, DVec3> = Query::moved(&shape_a, &at_a, &shape_b, &at_b);
        let found = query.penetration()?;
        Some((found.point_a + found.point_b) / 2.0)
    }

    /// The memory of a pair; parts of its pieces have none.
    fn cache(&mut self, item: &Item<'_>) -> Option<&mut Cache> {
        let roots = self.prover.pairs[item.pair].pieces.map(|piece| &self.prover.pieces[piece]);
        let are_roots = std::ptr::eq(roots[0], item.a) && std::ptr::eq(roots[1], item.b);
        are_roots.then(|| &mut self.caches[item.pair])
    }
}

/// The stretch around now on which the clearance is at least `need`: by the speed from the clearance now, or by the
/// gap along its normal, where a chord of the concave gap is a lower bound on it.
fn stretch(
    twists: &Twists,
    posed: &[Posed<'_>; 2],
    normal: DVec3,
    lower: f64,
    [from, to]: [f64; 2],
    need: f64,
    slack: f64,
) -> [f64; 2] {
    let room = lower - slack - need;
    let by_speed = if twists.speed > 0.0 { (room / twists.speed).max(0.0) } else { f64::INFINITY };
    let gap = |tau: f64| twists.gap(posed, normal, tau) - slack - need;
    let mut now = None;
    let mut side = |end: f64| {
        if end.abs() <= by_speed {
            return end;
        }
        let far = gap(end);
        if far >= 0.0 {
            return end;
        }
        let near = *now.get_or_insert_with(|| gap(0.0));
        let chord = if near > 0.0 { near / (near - far) * (1.0 - 1e-12) } else { 0.0 };
        end.signum() * by_speed.max(end.abs() * chord)
    };
    [side(from), side(to)]
}
