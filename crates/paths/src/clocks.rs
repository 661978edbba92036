//! Robots with clocks of their own: is a clearance kept whatever the clocks show, or while they differ by at most a window?
//!
//! Pairs that one clock moves are asked about on its path. For pairs that two clocks move, a *cell* is a part of the path of
//! each. It is closed if the pair keeps its clearance for each two times in it; else it is cut in two, along the clock that
//! moves the pairs more. Cells without two times in the window are left out.
//!
//! ```text
//!     clock 2 |       |   .'|
//!             |-------|-.'--|     |clock 1 - clock 2| <= window: the strip between the dots
//!             |   | .'|'    |
//!             |---.'--|     |
//!             | .'|   |   .'|
//!             '-------------'- clock 1
//! ```
//!
//! - *Within a leg of each*, times are tau_1 and tau_2 from -1 to 1. On the ray from the middle to any of them, all bounds of
//!   `bound.rs` hold with the speeds that both have in their half-widths. So the gap along a direction at its end is at least that
//!   of `gap.rs`, less what the bend takes in the whole: linear in both for each point, and least in a corner of the cell.
//! - *Several legs* move each joint at most so far from its value at a row between them as their control points are. On the straight
//!   way there no clearance changes by more than the sum of that, times arms.

use std::collections::{HashMap, VecDeque};
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

use crate::answer::{Encounter, Verdict};
use crate::clear::{self, Node, is_opened};
use crate::curve::{DEGREE, OFF};
use crate::effort::{Effort, KEPT};
use crate::leg::{Course, Leg};
use crate::look::SHORTEST;
use crate::looks::{Item, Looks};
use crate::moment::Moment;
use crate::path::{Path, Way};
use crate::prover::{Needs, Prover};
use crate::questions::NEVER;
use crate::rates::Rates;
use crate::{Error, still};

/// So many frames are kept, of parts of paths that were asked about.
const PLACES: usize = 1 << 18;

/// What a clock shows, and where its robot is then.
#[derive(Clone, Copy)]
struct Shown {
    time: f64,
    row: f64,
}

/// What is known of a search.
enum Answer {
    Clear,
    Broken { pair: usize, at: Vec<Shown>, errors: Option<Vec<f64>> },
    Undecided { pair: usize, at: Vec<Shown> },
    Stopped,
}

/// A clock and what it moves.
struct Clock {
    /// With a value for each joint, of which the others stand still.
    path: Path,
    columns: Range<usize>,
    /// When legs begin and end.
    times: Vec<f64>,
}

/// Some legs of a clock's path, or a part of one. Leg 0 is where the robot stands before the first, and behind the last is
/// where it stands from then on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Part {
    legs: [usize; 2],
    /// How often the leg was halved, and which of the parts this is.
    cuts: u32,
    number: u64,
}

/// How joints move in a part of a path.
struct Motion {
    row: Vec<f64>,
    /// Where the row is, and when.
    place: f64,
    time: f64,
    /// From when to when the part is.
    span: [f64; 2],
    rates: Rates,
    /// What speeds are off by.
    off: Vec<f64>,
    /// Half the width of a part of one leg: of several ones only how far joints go is known.
    half: Option<f64>,
}

/// Parts of the paths of two clocks, and what is open there.
struct Cell<'p> {
    parts: [Part; 2],
    items: Vec<Item<'p>>,
}

impl Part {
    fn halves(self) -> [Self; 2] {
        let Self { legs: [from, to], cuts, number } = self;
        if to - from > 1 {
            let middle = from.midpoint(to);
            return [[from, middle], [middle, to]].map(|legs| Self { legs, ..self });
        }
        [2 * number, 2 * number + 1].map(|number| Self { cuts: cuts + 1, number, ..self })
    }
    /// The middle in its leg, and half its width.
    fn middle(self) -> [f64; 2] {
        let half = 0.5_f64.powi(self.cuts as i32 + 1);
        [(2 * self.number + 1) as f64 * half, half]
    }
}

impl Clock {
    fn count(&self) -> usize {
        self.path.legs()
    }
    fn whole(&self, window: f64) -> Part {
        // What is only stood before and behind is there at both ends, too.
        let legs =
            if window < f64::INFINITY { [0, self.count() + 2] } else { [1, self.count() + 1] };
        Part { legs, cuts: 0, number: 0 }
    }
    fn time(&self, place: f64) -> f64 {
        let leg = (place as usize).min(self.times.len() - 1);
        let [from, to] = [leg, leg + 1].map(|k| self.times[k.min(self.times.len() - 1)]);
        from + (place - leg as f64) * (to - from)
    }
    fn shows(&self, time: f64) -> Shown {
        let behind = self.times.partition_point(|own| *own <= time);
        if behind == 0 || behind == self.times.len() {
            return Shown { time, row: behind.saturating_sub(1) as f64 };
        }
        let [from, to] = [self.times[behind - 1], self.times[behind]];
        Shown { time, row: (behind - 1) as f64 + (time - from) / (to - from) }
    }
    /// Is it where the robot stands before or behind its path?
    fn stands(&self, Part { legs: [from, to], .. }: Part) -> bool {
        to - from == 1 && !(1..=self.count()).contains(&from)
    }
    /// From when to when a part is.
    fn span(&self, part: Part) -> [f64; 2] {
        let begin = |leg: usize| match leg {
            0 => f64::NEG_INFINITY,
            _ => self.times[(leg - 1).min(self.times.len() - 1)],
        };
        let [from, to] = part.legs;
        if part.cuts == 0 {
            return [begin(from), if to > self.count() + 1 { f64::INFINITY } else { begin(to) }];
        }
        let [middle, half] = part.middle();
        [middle - half, middle + half].map(|t| self.time(self.path.place(from - 1, t)))
    }
    fn motion(&self, looks: &Looks<'_>, part: Part) -> Motion {
        let (frames, span) = (&looks.prover.world.robot.frames, self.span(part));
        let ([from, to], last) = (part.legs, self.path.rows().len() - 1);
        if to - from == 1 && !self.stands(part) {
            let course = Course::new(self.path.way(from - 1), &looks.largest);
            let [middle, half] = part.middle();
            let place = self.path.place(from - 1, middle);
            return Motion {
                row: course.row(middle),
                place,
                time: self.time(place),
                span,
                rates: course.rates(frames, middle, half),
                off: frames.iter().map(|frame| course.off(frame)).collect(),
                half: Some(half),
            };
        }
        let place = (from.midpoint(to).max(1) - 1).min(last);
        let row = self.path.rows()[place].clone();
        let mut most = vec![0.0_f64; row.len()];
        for leg in from.max(1)..to.min(self.count() + 1) {
            for point in self.path.points(leg - 1) {
                let off = point.iter().zip(&row).map(|(x, at)| (x - at).abs());
                most.iter_mut().zip(off).for_each(|(most, off)| *most = most.max(off));
            }
        }
        // What rounding does to control points.
        let rounded = OFF * DEGREE as f64 * f64::EPSILON;
        let moved = |value: usize| match most[value] {
            0.0 => 0.0,
            far => far * (1.0 + 1e-12) + rounded * looks.largest[value],
        };
        let mut rates = Rates::even(vec![0.0; frames.len()]);
        for (most, frame) in rates.most.iter_mut().zip(frames).skip(1) {
            *most = frame.multiplier.abs() * moved(frame.value);
        }
        let place = place as f64;
        Motion {
            row,
            place,
            time: self.time(place),
            span,
            rates,
            off: vec![0.0; frames.len()],
            half: (to - from == 1).then_some(1.0),
        }
    }
}

impl Motion {
    /// When the robot is at the row, if the part moves it so far.
    fn when(&self, moves: f64) -> [f64; 2] {
        if moves > 0.0 { [self.time; 2] } else { self.span }
    }
}

/// The search.
struct Clocks<'p, 's> {
    looks: Looks<'p>,
    clocks: Vec<Clock>,
    window: f64,
    needs: Needs,
    /// For each pair, the clocks that move it.
    of_pairs: Vec<Vec<usize>>,
    known: HashMap<(usize, Part), Rc<Motion>>,
    stops: &'s mut dyn FnMut() -> bool,
}

impl Prover {
    /// Is the clearance kept if each part of a joined path ([`Path::joined`]) has a clock of its own? The clocks may differ by up
    /// to `window`, in the unit of the path's times; with [`f64::INFINITY`] nothing is known about when each robot is where.
    /// Negative windows and NaN count as 0. A path that was not joined has one clock.
    /// Before its first row and behind its last one a robot stands still. Parts may be those of robots, or of joints of one.
    ///
    /// What is proven holds for all times of all clocks in the window: a robot that waits, or goes slower for a while, too. A proof
    /// takes some times longer than that of the path on one clock. There is no certificate for it.
    ///
    /// ```
    /// # use clearance::d3_f64::{Collider, DVec3, Pose, Sphere};
    /// # use clearance::paths::{Path, Prover, Robot, TimedRow, Verdict, World};
    /// let ball = || vec![(Pose::IDENTITY, Collider::from(Sphere::new(0.5).unwrap()))];
    /// let (one, two) = (Robot::moving(ball()), Robot::moving(ball()));
    /// // Carts that cross: the second one is 4 s behind the first one.
    /// let row = |time, x, y| TimedRow { time, positions: vec![x, y, 0.0, 0.0], ..TimedRow::default() };
    /// let along = Path::timed(&one, vec![row(0.0, -5.0, 0.0), row(10.0, 5.0, 0.0)])?;
    /// let across = Path::timed(&two, vec![row(0.0, 0.0, -9.0), row(18.0, 0.0, 9.0)])?;
    /// let both = Robot::joined([("one", one), ("two", two)])?;
    /// let path = Path::joined(&both, &[along, across])?;
    ///
    /// let prover = Prover::new(World::new(both)?);
    /// assert_eq!(prover.clear_clocks(&path, 0.0, 2.0)?, Verdict::Proven);
    /// let Verdict::Broken(meeting) = prover.clear_clocks(&path, 0.0, 3.0)? else { panic!() };
    /// assert!((meeting.times[0] - meeting.times[1]).abs() <= 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Two bodies that joints of three parts move against each other.
    pub fn clear_clocks(
        &self,
        path: &Path,
        clearance: f64,
        window: f64,
    ) -> Result<Verdict<Encounter>, Error> {
        let found = self.clear_clocks_while(path, clearance, window, || ControlFlow::Continue(()));
        Ok(found?.expect(NEVER))
    }
    /// [`Prover::clear_clocks`] for long paths: `watch` is called again and again, and may end the search. Then there is no
    /// verdict.
    ///
    /// # Errors
    /// As there.
    pub fn clear_clocks_while(
        &self,
        path: &Path,
        clearance: f64,
        window: f64,
        mut watch: impl FnMut() -> ControlFlow<()>,
    ) -> Result<Option<Verdict<Encounter>>, Error> {
        let mut stops = || watch().is_break();
        let needs = Needs::Own(if clearance > 0.0 { clearance } else { 0.0 });
        let mut search = Clocks::new(self, path, needs, window, &mut stops)?;
        Ok(match search.run(path) {
            Answer::Clear => Some(Verdict::Proven),
            Answer::Broken { pair, at, errors } => {
                Some(Verdict::Broken(search.encounter(pair, &at, errors)))
            }
            Answer::Undecided { pair, at } => {
                Some(Verdict::Undecided(search.encounter(pair, &at, None)))
            }
            Answer::Stopped => None,
        })
    }
}

impl<'p, 's> Clocks<'p, 's> {
    fn new(
        prover: &'p Prover,
        joined: &Path,
        needs: Needs,
        window: f64,
        stops: &'s mut dyn FnMut() -> bool,
    ) -> Result<Self, Error> {
        let (start, mut first) = (&joined.rows()[0], 0);
        let clock = |path: Path| {
            let columns = first..first + path.rows()[0].len();
            first = columns.end;
            let among = |row: &[f64]| [&start[..columns.start], row, &start[first..]].concat();
            Clock { path: path.among(among), columns, times: path.given().curve.times() }
        };
        let clocks: Vec<Clock> = joined.parts()?.into_iter().map(clock).collect();
        let frames = &prover.world.robot.frames;
        let mut of_pairs = Vec::new();
        for pair in prover.pairs.iter() {
            let moving = prover.chains[pair.chain].links.iter().map(|link| &frames[link.frame]);
            let values = moving.filter(|frame| !frame.is_loose).map(|frame| frame.value);
            let own = |value| clocks.iter().position(|clock| clock.columns.contains(&value));
            let mut own: Vec<usize> = values.filter_map(own).collect();
            own.sort_unstable();
            own.dedup();
            if own.len() > 2 {
                let [one, other] = pair.bodies.map(|body| prover.world.bodies[body].name.clone());
                return Err(Error::Clocks { one, other });
            }
            of_pairs.push(own);
        }
        let (looks, known) = (Looks::new(prover, joined), HashMap::new());
        let window = window.max(0.0);
        Ok(Self { looks, clocks, window, needs, of_pairs, known, stops })
    }

    fn run(&mut self, joined: &Path) -> Answer {
        let prover = self.looks.prover;
        let start = joined.given().curve.times()[0];
        let at: Vec<Shown> = self.clocks.iter().map(|clock| clock.shows(start)).collect();
        if let Some(pair) = prover.inside_at(&joined.rows()[0]) {
            return Answer::Broken { pair, at, errors: None };
        }
        let mut open = None;
        match still::clear(&mut self.looks, joined, self.needs, &mut None) {
            still::Answer::Clear => {}
            still::Answer::Broken { pair } => {
                return Answer::Broken { pair, at, errors: None };
            }
            still::Answer::Undecided { pair } => {
                open = Some(Answer::Undecided { pair, at });
            }
        }
        let count = self.clocks.len();
        for one in 0..count {
            for two in one..count {
                let found = if one == two { self.alone(one) } else { self.both([one, two]) };
                match found {
                    Answer::Clear => {}
                    Answer::Undecided { .. } => open = open.or(Some(found)),
                    _ => return found,
                }
            }
        }
        open.unwrap_or(Answer::Clear)
    }
    /// What all clocks show if one of them is at a place.
    fn at(&self, clock: usize, row: f64) -> Vec<Shown> {
        let time = self.clocks[clock].time(row);
        let mut all: Vec<Shown> = self.clocks.iter().map(|other| other.shows(time)).collect();
        all[clock].row = row;
        all
    }
    /// The same, if two of them are in parts: at the row, or where nothing `moves`, at any time.
    fn at_both(&self, clocks: [usize; 2], of: [&Motion; 2], moves: [f64; 2]) -> Vec<Shown> {
        let [one, two] = [0, 1].map(|k| of[k].when(moves[k]));
        let other = nearest(nearest(of[0].time, one), two);
        let times = [nearest(other, one), other];
        let mut all: Vec<Shown> = self.clocks.iter().map(|other| other.shows(times[0])).collect();
        for k in 0..2 {
            let shown = self.clocks[clocks[k]].shows(times[k]);
            all[clocks[k]] =
                if moves[k] > 0.0 { Shown { row: of[k].place, ..shown } } else { shown };
        }
        all
    }
    /// A contact at two times of a cell that are in the window, near to its rows.
    fn inside(
        &mut self,
        clocks: [usize; 2],
        of: [&Motion; 2],
        item: &Item<'p>,
        need: f64,
    ) -> Option<Vec<Shown>> {
        let [one, two] = of.map(|motion| motion.span);
        let around = |time: f64| [time - self.window, time + self.window];
        let first = nearest(of[0].time, one);
        let second = nearest(nearest(nearest(of[1].time, around(first)), two), around(first));
        let times = [nearest(nearest(first, around(second)), one), nearest(second, two)];
        if (times[0] - times[1]).abs() > self.window {
            return None;
        }
        let mut all: Vec<Shown> = self.clocks.iter().map(|other| other.shows(times[0])).collect();
        (0..2).for_each(|k| all[clocks[k]] = self.clocks[clocks[k]].shows(times[k]));
        let prover = self.looks.prover;
        let moment = Moment::of(prover, &self.configuration(&all));
        self.looks.nearer(vec![*item], &moment, need).map(|_| all)
    }
    /// The configuration of what all clocks show.
    fn configuration(&self, all: &[Shown]) -> Vec<f64> {
        let of =
            |(clock, at): (&Clock, &Shown)| clock.path.at(at.row)[clock.columns.clone()].to_vec();
        self.clocks.iter().zip(all).flat_map(of).collect()
    }
    fn encounter(&self, pair: usize, all: &[Shown], errors: Option<Vec<f64>>) -> Encounter {
        let configuration = errors.unwrap_or_else(|| self.configuration(all));
        let prover = self.looks.prover;
        let pair = prover.pairs[pair].bodies.map(|body| prover.world.bodies[body].name.clone());
        let (rows, times) = all.iter().map(|at| (at.row, at.time)).unzip();
        Encounter { rows, times, pair, configuration }
    }
    /// The pairs that one clock moves, or none; these are asked about with the first.
    fn alone(&mut self, number: usize) -> Answer {
        let is_own = |pair: usize| match self.of_pairs[pair][..] {
            [] => number == 0,
            [only] => only == number,
            _ => false,
        };
        let ways: Vec<Way<'_>> = self.clocks[number].path.ways().collect();
        for (row, way) in ways.into_iter().enumerate() {
            let leg = Leg::new(&self.looks, way);
            let mut root = Node::root(&self.looks, &leg, self.needs);
            root.items.retain(|item| is_own(item.pair));
            let (looks, nodes) = (&mut self.looks, vec![root]);
            let found = clear::clear(looks, &leg, nodes, self.needs, &mut None, self.stops);
            let at = |t| self.at(number, self.clocks[number].path.place(row, t));
            match found {
                clear::Answer::Clear => {}
                clear::Answer::Broken { t, pair, errors } => {
                    return Answer::Broken { pair, at: at(t), errors };
                }
                clear::Answer::Undecided { t, pair } => {
                    return Answer::Undecided { pair, at: at(t) };
                }
                clear::Answer::Stopped => return Answer::Stopped,
            }
        }
        Answer::Clear
    }
    fn motion(&mut self, clock: usize, part: Part) -> Rc<Motion> {
        if self.known.len() * self.looks.prover.world.robot.frames.len() > PLACES {
            self.known.clear();
        }
        let (looks, clocks) = (&self.looks, &self.clocks);
        let make = || Rc::new(clocks[clock].motion(looks, part));
        self.known.entry((clock, part)).or_insert_with(make).clone()
    }
    /// The pairs that two clocks move.
    fn both(&mut self, clocks: [usize; 2]) -> Answer {
        let prover = self.looks.prover;
        let own = |pair: &usize| self.of_pairs[*pair] == clocks;
        let item = |pair| Item { from: -1.0, to: 1.0, ..self.looks.item(pair) };
        let items: Vec<Item<'p>> = (0..prover.pairs.len()).filter(own).map(item).collect();
        let parts = clocks.map(|clock| self.clocks[clock].whole(self.window));
        let legs = clocks.map(|clock| self.clocks[clock].count());
        let mut effort = Effort::of_legs(&self.looks, legs[0] + legs[1]);
        let mut kept = items.len();
        let mut queue = VecDeque::from([Cell { parts, items }]);
        while let Some(mut cell) = if kept < KEPT { queue.pop_front() } else { queue.pop_back() } {
            kept -= cell.items.len();
            if (self.stops)() {
                return Answer::Stopped;
            }
            if !self.counts(clocks, cell.parts) {
                continue;
            }
            match self.look(clocks, &mut cell, &mut effort) {
                Ok(halves) => {
                    kept += halves.iter().map(|cell| cell.items.len()).sum::<usize>();
                    queue.extend(halves);
                }
                Err(found) => return found,
            }
        }
        Answer::Clear
    }
    /// Are there two times of a cell in the window that no other cell has?
    fn counts(&self, clocks: [usize; 2], parts: [Part; 2]) -> bool {
        let of = |k: usize| &self.clocks[clocks[k]];
        let spans = [0, 1].map(|k| of(k).span(parts[k]));
        // Who stands at an end is met there, but by others whose times are farther from it than the window.
        let far = |k: usize| match (spans[k], spans[1 - k]) {
            ([f64::NEG_INFINITY, end], [from, _]) => from < end - self.window,
            ([end, _], [_, to]) => to > end + self.window,
        };
        let stands = [0, 1].map(|k| of(k).stands(parts[k]));
        let is_new = match stands {
            [false, false] => true,
            [true, true] => false,
            [first, _] => far(usize::from(!first)),
        };
        is_new && are_near(spans[0], spans[1], self.window)
    }
    /// Looks at a cell, and returns its halves, if anything is left open.
    fn look(
        &mut self,
        clocks: [usize; 2],
        cell: &mut Cell<'p>,
        effort: &mut Effort,
    ) -> Result<Vec<Cell<'p>>, Answer> {
        let prover = self.looks.prover;
        let frames = &prover.world.robot.frames;
        let motions = [0, 1].map(|k| self.motion(clocks[k], cell.parts[k]));
        let [one, two] = &motions;
        let halves = motions.each_ref().map(|motion| motion.half.unwrap_or(1.0));
        let is_smooth = motions.iter().all(|motion| motion.half.is_some());
        let mut rates = Rates::of_clocks([&one.rates, &two.rates], halves);
        // Nothing is known of directions.
        rates.back = rates.back.filter(|_| is_smooth);
        let off = one.off.iter().zip(&two.off).map(|(a, b)| halves[0] * a + halves[1] * b);
        let off: Vec<f64> = off.collect();
        let mut row = one.row.clone();
        let columns = self.clocks[clocks[1]].columns.clone();
        row[columns.clone()].copy_from_slice(&two.row[columns.clone()]);
        let is_second = |frame: usize| columns.contains(&frames[frame].value);
        let moment = Moment::of(prover, &row);
        let course = Course::new(Way::Straight([&row, &row]), &[]);
        let pairs = cell.items.iter().map(|item| item.pair);
        let leg = Leg::of(&self.looks, course, rates, &off, pairs);
        let (mut open, mut moved) = (Vec::new(), [0.0; 2]);
        while let Some(item) = cell.items.pop() {
            let need = prover.need(item.pair, self.needs);
            let mut seen = match is_smooth {
                true => self.looks.at(&leg, &item, &moment, 0.0, need),
                false => self.looks.around(&leg, &item, &moment, need),
            };
            if seen.closed == Some([-1.0, 1.0]) {
                continue;
            }
            if is_opened(&item, &seen, need) {
                cell.items.extend(item.opened());
                continue;
            }
            let (pair, mut moves) = (item.pair, [0.0; 2]);
            for (frame, arm) in self.looks.arms(pair) {
                moves[usize::from(is_second(frame))] += leg.rates.most[frame] * arm;
            }
            // What is at the row outside of the window breaks nothing, but what is near to it inside may.
            if seen.upper < need && !are_near(one.when(moves[0]), two.when(moves[1]), self.window) {
                if let Some(at) = self.inside(clocks, [one, two], &item, need) {
                    return Err(Answer::Broken { pair, at, errors: None });
                }
                seen.upper = f64::INFINITY;
            }
            if seen.upper < need {
                let errors = self.looks.worst.take();
                let at = self.at_both(clocks, [one, two], moves);
                return Err(Answer::Broken { pair, at, errors });
            }
            let ends = effort.ends(&self.looks, &seen, [need, need + leg.slack.now]);
            if ends || seen.is_final(&leg, &item) {
                let at = self.at_both(clocks, [one, two], moves);
                return Err(Answer::Undecided { pair, at });
            }
            (0..2).for_each(|k| moved[k] += moves[k]);
            open.push(Item { normal: seen.normal.or(item.normal), ..item });
        }
        let Some(first) = open.first() else { return Ok(Vec::new()) };
        let side = usize::from(moved[1] > moved[0]);
        if motions[side].half.is_some_and(|half| half < SHORTEST) {
            let at = self.at_both(clocks, [one, two], moved);
            return Err(Answer::Undecided { pair: first.pair, at });
        }
        let half = |part| {
            let mut parts = cell.parts;
            parts[side] = part;
            Cell { parts, items: open.clone() }
        };
        Ok(cell.parts[side].halves().map(half).into())
    }
}

/// The number of an interval that is nearest to another number.
fn nearest(time: f64, [from, to]: [f64; 2]) -> f64 {
    time.max(from).min(to)
}

/// Are there two times, one from each interval, that differ by no more than this?
fn are_near(one: [f64; 2], two: [f64; 2], window: f64) -> bool {
    one[0] - two[1] <= window && two[0] - one[1] <= window
}
