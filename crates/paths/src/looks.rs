//! Questions about two pieces at one time, and what is kept from one to the next.

use clearance_geometry::answer::Clearance;
use clearance_pairs::pair::{Cache, Query};
use glam::DVec3;

use crate::arm::Between;
use crate::bound::{Joints, Twists};
use crate::chain::{Chain, Link};
use crate::kinematics::{Rounding, Slack, Sums};
use crate::moment::Moment;
use crate::path::Path;
use crate::piece::{Piece, Posed};
use crate::prover::{Pair, Prover};
use crate::rates::Rates;

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

/// A checker's balls are larger, by less than this factor: it rounds their radii up by 1e-12, twice. All that is proven
/// has that margin, also without a certificate: a checker can confirm it.
pub(crate) const GROWN: f64 = 1.0 + 4e-12;
/// A checker takes so many times the slack: the roundings of directions and centers into the frames of links are less.
const CHECKED: f64 = 2.0;

/// What the questions about a path keep from look to look.
pub(crate) struct Looks<'p> {
    pub prover: &'p Prover,
    /// Of the pairs that were asked about: most never are.
    caches: Vec<Option<Box<Cache>>>,
    joints: Joints,
    pub rounding: Rounding,
    /// The largest magnitude of each joint value.
    pub largest: Vec<f64>,
    /// For each chain, and each joint of it, how far the sliding joints between it and A, and between it and B, are from 0 at
    /// most: they lengthen its arms. Nothing for a chain in which none slides.
    slides: Vec<Vec<[f64; 2]>>,
    /// For each frame, how far its joint may be off, and for each pair, what that takes from its clearance at most; empty if
    /// no joint may be off.
    off: Vec<f64>,
    taken: Vec<f64>,
    /// How far each joint value may be off.
    pub errors: Vec<f64>,
    /// The last configuration with errors in which two bodies were found to be near.
    pub worst: Option<Vec<f64>>,
    /// How many clearances were asked.
    pub queries: u64,
    /// How many looks there were, and how many stretches were kept for later at most.
    pub looked: u64,
    pub kept: usize,
    /// Is what is closed kept for a certificate? See `record.rs`.
    pub is_recorded: bool,
}

impl<'p> Looks<'p> {
    /// For the configurations of a path.
    pub fn new(prover: &'p Prover, path: &Path) -> Self {
        let joints = 0..prover.world.robot.joints().len();
        let largest = joints.map(|joint| path.range(joint).map(f64::abs));
        let largest = largest.map(|[least, most]| least.max(most)).collect();
        let mut looks = Self::up_to(prover, largest, path.degree());
        let frames = prover.world.robot.frames.iter().enumerate();
        let off = frames.map(|(k, frame)| {
            if k == 0 { 0.0 } else { frame.multiplier.abs() * path.off(frame.value) + frame.off }
        });
        let off: Vec<f64> = off.collect();
        if off.iter().any(|off| *off > 0.0) {
            let taken = |pair| looks.sum_of_arms(pair, &off);
            looks.taken = (0..prover.pairs.len()).map(taken).collect();
            looks.errors = (0..looks.largest.len()).map(|joint| path.off(joint)).collect();
            looks.off = off;
        }
        looks
    }
    /// For configurations with values of at most this size, on curves of at most this degree: 0 for straight lines.
    pub fn up_to(prover: &'p Prover, largest: Vec<f64>, degree: usize) -> Self {
        let robot = &prover.world.robot;
        let mut looks = Self {
            prover,
            caches: vec![None; prover.pairs.len()],
            joints: Joints::default(),
            rounding: Rounding::of(robot, &largest, degree, prover.reach),
            slides: Vec::with_capacity(prover.chains.len()),
            largest,
            off: Vec::new(),
            taken: Vec::new(),
            errors: Vec::new(),
            worst: None,
            queries: 0,
            looked: 0,
            kept: 0,
            is_recorded: false,
        };
        looks.tell_slides();
        looks
    }
    /// For the values of another straight leg; what is kept of pairs stays.
    pub fn for_leg(&mut self, [from, to]: [&[f64]; 2]) {
        for (joint, most) in self.largest.iter_mut().enumerate() {
            *most = from[joint].abs().max(to[joint].abs());
        }
        let robot = &self.prover.world.robot;
        self.rounding = Rounding::of(robot, &self.largest, 0, self.prover.reach);
    }
    /// How far joints slide by these values.
    pub fn tell_slides(&mut self) {
        let Self { prover, largest, .. } = self;
        let slide = |link: &Link| {
            let frame = &prover.world.robot.frames[link.frame];
            let most =
                || frame.multiplier.abs() * largest[frame.value] + frame.offset.abs() + frame.off;
            if frame.turns { 0.0 } else { most() }
        };
        let slides = |chain: &Chain| {
            if chain.links.iter().all(|link| link.turns) {
                return Vec::new();
            }
            let (mut before, mut behind) = (0.0, 0.0);
            let mut all = vec![[0.0; 2]; chain.links.len()];
            for (k, link) in chain.links.iter().enumerate() {
                all[k][1] = before;
                before += slide(link);
            }
            for (k, link) in chain.links.iter().enumerate().rev() {
                all[k][0] = behind;
                behind += slide(link);
            }
            all
        };
        self.slides.clear();
        self.slides.extend(prover.chains.iter().map(slides));
    }
    /// May any joint be off?
    pub fn is_loose(&self) -> bool {
        !self.off.is_empty()
    }
    /// What joints that may be off take from the clearance of a pair at most.
    pub fn taken(&self, pair: usize) -> f64 {
        self.taken.get(pair).copied().unwrap_or(0.0)
    }
    /// What rounding may change the clearance of two pieces by, at one time.
    pub fn off(&self) -> f64 {
        2.0 * self.rounding.point
    }
    /// What a computed gap may exceed the true one by, if all frames move with these rates, and their speeds are off by
    /// `off`.
    pub fn slack(&self, rates: &Rates, off: impl Fn(usize) -> f64) -> Slack {
        let robot = &self.prover.world.robot;
        let mut sums = Sums::default();
        for (k, frame) in robot.frames.iter().enumerate() {
            let error = self.off.get(k).copied().unwrap_or(0.0);
            *(if frame.turns { &mut sums.errors_turn } else { &mut sums.errors_slide }) += error;
            if frame.turns {
                sums.turns += rates.most[k];
                sums.off_turns += off(k);
                sums.bends += rates.bends[k];
            } else {
                sums.slides += rates.most[k];
                sums.off_slides += off(k);
            }
        }
        // A checker sees all from the origin of the world.
        let farther = if self.is_recorded { robot.origin.length() } else { 0.0 };
        self.rounding.farther(farther).of_gaps(&sums).times(CHECKED)
    }

    /// A pair, for the whole leg.
    pub fn item(&self, pair: usize) -> Item<'p> {
        let [a, b] = self.prover.pairs[pair].pieces.map(|piece| &*self.prover.pieces[piece]);
        Item { pair, a, b, from: 0.0, to: 1.0, normal: None }
    }
    /// The pairs whose balls are less than this apart.
    pub fn near_by(&self, moment: &Moment, apart: impl Fn(usize) -> f64) -> Vec<Item<'p>> {
        let pieces = &self.prover.pieces;
        let mut items = Vec::new();
        for (pair, Pair { pieces: [a, b], .. }) in self.prover.pairs.iter().enumerate() {
            let far = GROWN * (pieces[*a].radius + pieces[*b].radius) + apart(pair);
            if (moment.centers[*a] - moment.centers[*b]).length_squared() < far * far {
                items.push(self.item(pair));
            }
        }
        items
    }
    /// A pair that moves and overlaps, which is proven.
    pub fn overlapping(&mut self, moment: &Moment) -> Option<usize> {
        let mut items = self.near_by(moment, |_| 0.0);
        items.retain(|item| !self.prover.pairs[item.pair].is_still());
        self.nearer(items, moment, 0.0)
    }
    /// One of the pairs that is nearer than it needs, which is proven.
    pub fn nearer(
        &mut self,
        mut items: Vec<Item<'p>>,
        moment: &Moment,
        need: f64,
    ) -> Option<usize> {
        while let Some(item) = items.pop() {
            let posed = &self.posed(&item, moment);
            let Some(upper) = self.upper_within(&item, posed, need) else { continue };
            if !item.is_exact() {
                items.extend(item.opened());
            } else if upper < need || self.clearance(&item, posed).1 < need {
                return Some(item.pair);
            }
        }
        None
    }
    /// May any pair touch? Returns `false` only if gaps are proven.
    pub fn touch(&mut self, moment: &Moment) -> bool {
        let off = self.off();
        let mut items = self.near_by(moment, |pair| 2.0 * off + self.taken(pair));
        while let Some(item) = items.pop() {
            let near = off + self.taken(item.pair);
            if self.within(&item, &self.posed(&item, moment), near) {
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

    /// The joints of a pair, and what no arm of both pieces is longer than; 1 for those that slide.
    pub fn arms(&self, number: usize) -> impl Iterator<Item = (usize, f64)> {
        let pair = &self.prover.pairs[number];
        let none = std::iter::repeat_n(&[0.0; 2], pair.joints.len());
        self.arms_by(number, self.slides[pair.chain].iter().chain(none))
    }
    fn arms_by<'l>(
        &'l self,
        number: usize,
        slides: impl Iterator<Item = &'l [f64; 2]>,
    ) -> impl Iterator<Item = (usize, f64)> {
        let Pair { joints, chain, .. } = &self.prover.pairs[number];
        let links = self.prover.chains[*chain].links.iter();
        let arms = self.prover.arms[joints.clone()].iter();
        let reaches = self.prover.reaches[joints.clone()].iter();
        arms.zip(links).zip(reaches.zip(slides)).map(|(((frame, arm), link), ([a, b], more))| {
            (*frame, if link.turns { (a + more[0]).min(b + more[1]) } else { *arm })
        })
    }
    /// The sum of these numbers of the frames of a pair's joints, times their arms.
    pub fn sum_of_arms(&self, number: usize, of: &[f64]) -> f64 {
        let pair = &self.prover.pairs[number];
        let slides = &self.slides[pair.chain];
        if slides.is_empty() {
            let arms = &self.prover.arms[pair.joints.clone()];
            return arms.iter().map(|(frame, arm)| of[*frame] * arm).sum();
        }
        self.arms_by(number, slides.iter()).map(|(frame, arm)| of[frame] * arm).sum()
    }
    /// How the pieces move to each other around a moment.
    pub fn twists(
        &mut self,
        rates: &Rates,
        item: &Item<'_>,
        moment: &Moment,
        width: f64,
    ) -> Twists {
        let pair = &self.prover.pairs[item.pair];
        let between = Between {
            chain: &self.prover.chains[pair.chain],
            reaches: &self.prover.reaches[pair.joints.clone()],
            slides: &self.slides[pair.chain],
            off: &self.off,
        };
        let balls = self.posed(item, moment).map(|posed| posed.ball);
        Twists::new(rates, moment, between, balls, width, &mut self.joints)
    }

    /// May the pieces be within a distance, but for rounding?
    pub fn within(&mut self, item: &Item<'_>, posed: &[Posed<'_>; 2], distance: f64) -> bool {
        asked(self.cache(item), posed, |mut query| query.within(distance))
    }
    /// An upper bound on the clearance, maybe infinite, where [`Looks::within`] is true; elsewhere `None`.
    fn upper_within(
        &mut self,
        item: &Item<'_>,
        posed: &[Posed<'_>; 2],
        distance: f64,
    ) -> Option<f64> {
        let off = self.off();
        let upper = asked(self.cache(item), posed, |mut query| query.upper_within(distance));
        upper.map(|upper| upper + off)
    }

    /// Bounds on the clearance, and its normal from B to A.
    pub fn clearance(&mut self, item: &Item<'_>, posed: &[Posed<'_>; 2]) -> (f64, f64, DVec3) {
        let off = self.off();
        let found = self.nearest(item, posed);
        (found.lower - off, found.upper + off, -found.normal)
    }

    /// The clearance, but for the rounding of kinematics.
    pub fn nearest(&mut self, item: &Item<'_>, posed: &[Posed<'_>; 2]) -> Clearance<DVec3> {
        self.queries += 1;
        asked(self.cache(item), posed, |mut query| query.clearance())
    }

    /// The middle of the deepest overlap, in the world.
    pub fn overlap(posed: &[Posed<'_>; 2]) -> Option<DVec3> {
        let found = asked(None, posed, |mut query| query.penetration())?;
        Some((found.point_a + found.point_b) / 2.0)
    }

    /// The memory of a pair; parts of its pieces have none.
    fn cache(&mut self, item: &Item<'_>) -> Option<&mut Cache> {
        let roots = self.prover.pairs[item.pair].pieces.map(|piece| &*self.prover.pieces[piece]);
        let are_roots = std::ptr::eq(roots[0], item.a) && std::ptr::eq(roots[1], item.b);
        are_roots.then(|| &mut **self.caches[item.pair].get_or_insert_default())
    }
}

/// A question about two pieces, with what is kept of them.
fn asked<R>(
    cache: Option<&mut Cache>,
    [a, b]: &[Posed<'_>; 2],
    ask: impl FnOnce(Query<'_, DVec3>) -> R,
) -> R {
    let (at_a, at_b) = (a.piece.motion(a.frame), b.piece.motion(b.frame));
    let (shape_a, shape_b) = (a.piece.lowered(), b.piece.lowered());
    let query: Query<'_, DVec3> = Query::moved(&shape_a, &at_a, &shape_b, &at_b);
    match cache {
        Some(cache) => ask(query.cache(cache)),
        None => ask(query),
    }
}
