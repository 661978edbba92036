//! What balls prove of an edge: see [`Rake`].

use std::ops::Range;

use clearance_geometry::number::simd::{Work, widest};

use super::covered::{Ball, Body, Meeting, Other, Rake};
use super::frames::{HALF, Moving, Stretch};
use super::lanes::{LANES, Lane, Vector};
use super::standing::{Block, above};
use crate::kinematics::{Rounding, Sums};
use crate::robot::{Frame, Robot};

/// The bend of a lane is at most this part of the reach: longer edges have more stretches, but no more than so many.
const BEND: f64 = 0.005;
const STRETCHES: f64 = 64.0;

/// Pairs that are not proven for a part of an edge.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub pairs: Range<usize>,
    pub from: f64,
    pub to: f64,
    /// The middle of the lane in which balls overlap most, and the gap there, which is negative.
    pub worst: f64,
    pub gap: f32,
}

/// What is open of an edge, and memory for its stretches.
#[derive(Default)]
pub(crate) struct Swept {
    pub open: Vec<Open>,
    /// For each body, the bend of the whole edge.
    bends: Vec<f64>,
    frames: Vec<Moving>,
    wholes: Vec<Whole>,
    /// The places of all balls, as far as they are known.
    places: Vec<[Vector; 2]>,
}

/// A body on a stretch: the ball around it, what it bends, the box that it stays in, and whether its balls' places are
/// known.
#[derive(Clone, Copy)]
struct Whole {
    place: [Vector; 2],
    bend: f32,
    bounds: [[f32; 3]; 2],
    has_places: bool,
}

impl Rake {
    /// The pairs that balls do not part on all of an edge, by the clearance that each pair needs. `rounding` is that of `f32`,
    /// for the values of the edge.
    pub fn sweep(
        &self,
        robot: &Robot,
        ends: [&[f64]; 2],
        needs: impl Fn(usize) -> f64,
        rounding: &Rounding,
        swept: &mut Swept,
    ) {
        let whole = Stretch { ends, from: 0.0, to: 1.0 };
        let way = |frame: &Frame| frame.multiplier * (ends[1][frame.value] - ends[0][frame.value]);
        let mut sums = Sums::default();
        for frame in &robot.frames[1..] {
            *(if frame.turns { &mut sums.turns } else { &mut sums.slides }) += way(frame).abs();
        }
        swept.open.clear();
        swept.bends.clear();
        swept.bends.extend(self.bodies.iter().map(|body| self.bend(body, robot, &whole)));
        let bend = swept.bends.iter().fold(0.0, |most: f64, bend| most.max(*bend));
        let count = (bend / BEND).sqrt().ceil().max(1.0);
        let all = |pairs: &Range<usize>| Open {
            pairs: pairs.clone(),
            from: 0.0,
            to: 1.0,
            worst: 0.5,
            gap: f32::INFINITY,
        };
        let stretch = |k: usize| {
            let share = |k: usize| k as f64 / count;
            Stretch { ends, from: share(k), to: share(k + 1) }
        };
        let is_short = count <= STRETCHES && self.frames.are_short(robot, &stretch(0));
        swept.open.extend(self.others.iter().map(all));
        if !is_short {
            swept.open.extend(self.meetings.iter().map(|meeting| all(&meeting.pairs)));
            return;
        }
        let part = 1.0 / count;
        let sums = Sums { turns: sums.turns * part, slides: sums.slides * part, ..sums };
        let slack = rounding.of_gaps(&sums).at(HALF);
        for k in 0..count as usize {
            let stretch = stretch(k);
            let bend = part * part;
            let needs = &needs;
            widest(Sweep { rake: self, robot, needs, slack, bend, stretch, swept });
        }
    }
    /// A bound on how far the center of a ball may be, half a lane later, from where its speed carries it.
    fn bend(&self, body: &Body, robot: &Robot, edge: &Stretch<'_>) -> f64 {
        let (mut bend, mut beyond, mut slid) = (0.0, 0.0, 0.0);
        for (number, rho) in &body.carriers {
            let frame = &robot.frames[*number];
            let values = edge.ends.map(|row| frame.value(row));
            let way = (values[1] - values[0]).abs();
            if frame.turns {
                let rho = rho + slid;
                bend += way * (way * rho + 2.0 * beyond);
                beyond += way * rho;
            } else {
                slid += values[0].abs().max(values[1].abs()) * self.unit;
                beyond += way * self.unit;
            }
        }
        0.5 * bend * HALF * HALF * (1.0 + 1e-9)
    }
}

/// One stretch of an edge.
struct Sweep<'a, N> {
    rake: &'a Rake,
    robot: &'a Robot,
    needs: &'a N,
    slack: f64,
    /// The bend of the stretch, as a part of that of the edge.
    bend: f64,
    stretch: Stretch<'a>,
    swept: &'a mut Swept,
}

/// Where two bodies are not parted: the lanes, as bits, and the least gap.
#[derive(Clone, Copy)]
struct Left {
    lanes: u8,
    gap: f32,
    lane: usize,
}

impl Left {
    const NONE: Self = Self { lanes: 0, gap: f32::INFINITY, lane: 0 };

    /// With what a gap leaves in lanes that are asked about.
    #[inline(always)]
    fn with(self, gap: Lane, asked: u8) -> Self {
        let mut all = self;
        let left = !gap.positive() & asked;
        all.lanes |= left;
        if left != 0 {
            for (lane, gap) in gap.0.iter().enumerate() {
                // A center inside has no gap.
                let gap = if gap.is_nan() { f32::NEG_INFINITY } else { *gap };
                if left >> lane & 1 == 1 && gap < all.gap {
                    (all.gap, all.lane) = (gap, lane);
                }
            }
        }
        all
    }
}

impl<N: Fn(usize) -> f64> Work for Sweep<'_, N> {
    type Output = ();
    #[inline(always)]
    fn run(mut self) {
        let rake = self.rake;
        rake.frames.at(self.robot, &self.stretch, &mut self.swept.frames);
        self.swept.places.resize(rake.balls.len(), [Vector::ZERO; 2]);
        self.swept.wholes.clear();
        for (body, bend) in rake.bodies.iter().zip(&self.swept.bends) {
            let bend = above(bend * self.bend);
            let place = self.swept.frames[body.frame].place(body.whole.center);
            let bounds = bounds(place, body.whole.radius + bend);
            self.swept.wholes.push(Whole { place, bend, bounds, has_places: false });
        }
        for meeting in &rake.meetings {
            let need = (self.needs)(meeting.pairs.start);
            let need = above((need + self.slack) * rake.unit);
            let left = match &meeting.other {
                Other::Blocks(blocks) => self.blocks(meeting.body, blocks.clone(), need),
                Other::Body(other) => self.bodies([meeting.body, *other], need),
            };
            if left.lanes != 0 {
                self.add(meeting, left);
            }
        }
    }
}

impl<N> Sweep<'_, N> {
    /// Balls against what stands still.
    #[inline(always)]
    fn blocks(&mut self, body: usize, blocks: Range<usize>, need: f32) -> Left {
        let whole = self.swept.wholes[body];
        let half = HALF as f32;
        let mut left = Left::NONE;
        for block in &self.rake.blocks[blocks] {
            let need = need + whole.bend + block.radius;
            if !meet(&whole.bounds, block, need) {
                continue;
            }
            let [center, speed] = whole.place;
            let radius = Lane::all(need + self.rake.bodies[body].whole.radius);
            let asked = !(block.apart(center, speed, half) - radius).positive();
            if asked == 0 {
                continue;
            }
            self.place(body);
            for k in self.rake.bodies[body].balls.clone() {
                let [center, speed] = self.swept.places[k];
                let radius = Lane::all(need + self.rake.balls[k].radius);
                left = left.with(block.apart(center, speed, half) - radius, asked);
            }
        }
        left
    }
    /// Balls against balls.
    #[inline(always)]
    fn bodies(&mut self, [a, b]: [usize; 2], need: f32) -> Left {
        let [of_a, of_b] = [a, b].map(|body| &self.rake.bodies[body]);
        let [whole_a, whole_b] = [a, b].map(|body| self.swept.wholes[body]);
        let need = need + whole_a.bend + whole_b.bend;
        let wholes = need + of_a.whole.radius + of_b.whole.radius;
        let asked = !(apart(whole_a.place, whole_b.place) - Lane::all(wholes)).positive();
        let mut left = Left::NONE;
        if asked == 0 {
            return left;
        }
        self.place(a);
        self.place(b);
        for i in of_a.balls.clone() {
            let one = self.swept.places[i];
            let need = need + self.rake.balls[i].radius;
            let whole = apart(one, whole_b.place) - Lane::all(need + of_b.whole.radius);
            let asked = asked & !whole.positive();
            if asked == 0 {
                continue;
            }
            for k in of_b.balls.clone() {
                let radius = Lane::all(need + self.rake.balls[k].radius);
                left = left.with(apart(one, self.swept.places[k]) - radius, asked);
            }
            // Links that are near each other at all times are left to the search at once.
            if left.lanes == u8::MAX {
                break;
            }
        }
        left
    }
    /// Where the balls of a body are.
    #[inline(always)]
    fn place(&mut self, body: usize) {
        let whole = &mut self.swept.wholes[body];
        if whole.has_places {
            return;
        }
        whole.has_places = true;
        let Body { frame, balls, .. } = &self.rake.bodies[body];
        let moving = &self.swept.frames[*frame];
        for k in balls.clone() {
            let Ball { center, .. } = self.rake.balls[k];
            self.swept.places[k] = moving.place(center);
        }
    }
    /// The stretches of lanes that are left of two bodies.
    fn add(&mut self, Meeting { pairs, .. }: &Meeting, Left { lanes, gap, lane }: Left) {
        let time = |lane: f64| {
            let share = lane / LANES as f64;
            self.stretch.from + (self.stretch.to - self.stretch.from) * share
        };
        let worst = time(lane as f64 + 0.5);
        let mut from = 0;
        while from < LANES {
            let first = from + (u32::from(lanes) >> from).trailing_zeros() as usize;
            if first >= LANES {
                break;
            }
            let end = first + (!(u32::from(lanes)) >> first).trailing_zeros() as usize;
            let [start, stop] = [first, end].map(|lane| time(lane as f64));
            let gap = if (first..end).contains(&lane) { gap } else { f32::INFINITY };
            self.swept.open.push(Open { pairs: pairs.clone(), from: start, to: stop, worst, gap });
            from = end;
        }
    }
}

/// How far the centers of two balls are apart at all times of a lane, but for the bend.
#[inline(always)]
fn apart([a, speed_a]: [Vector; 2], [b, speed_b]: [Vector; 2]) -> Lane {
    (a - b).apart(speed_a - speed_b, HALF as f32)
}

/// The box that a ball stays in on a stretch.
#[inline(always)]
fn bounds([center, speed]: [Vector; 2], radius: f32) -> [[f32; 3]; 2] {
    let around = |k: usize| speed.0[k].map(|x| x.abs() * HALF as f32 + radius);
    let least = |lane: Lane| lane.0.into_iter().fold(f32::INFINITY, f32::min);
    let most = |lane: Lane| lane.0.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let side = |k: usize| [least(center.0[k] - around(k)), most(center.0[k] + around(k))];
    let [x, y, z] = [side(0), side(1), side(2)];
    [[x[0], y[0], z[0]], [x[1], y[1], z[1]]]
}

/// May what is in a box be within a distance of a block? Also if a number is NaN.
#[inline(always)]
fn meet([min, max]: &[[f32; 3]; 2], block: &Block, distance: f32) -> bool {
    let parts =
        |k: usize| min[k] - block.bounds[1][k] > distance || block.bounds[0][k] - max[k] > distance;
    !(parts(0) || parts(1) || parts(2))
}
