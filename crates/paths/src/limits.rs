//! Which pairs of bodies can ever touch within the limits of the joints?
//!
//! A box of joint values is divided until each part is decided. In the middle of a part, with h_k half its width along
//! joint k, the clearance is asked; a straight line leads from there to each point of the part, so the bounds of
//! `bound.rs` hold with h_k for the speeds, and the part is free if
//!
//! - the clearance is more than the speed of the motion, or
//! - the gap along its normal is: each joint takes from it h_k times the largest |(n x axis) . arm| of a point of A or B,
//!   and the bend takes its half.
//!
//! Breadth first leads to a proof, and late to a contact: `seek.rs` looks for one from the nearest of the open parts.
//!
//! A part is all contact if the middle of the overlap, carried by A, stays inside B: its depth in B is more than the
//! joints can move it. Only pairs of one convex piece each are tried for that.
//!
//! Joints without limits: if all that a joint moves only turns, and by whole multiples of its value, all is after a turn as
//! before, and one turn is looked at. Of other joints without limits, part of the values are looked at: a contact there is
//! one, and so is a gap, but nothing is said of all values.

use std::collections::VecDeque;

use clearance_pairs::pair;
use glam::DVec3;

use crate::chain::Chain;
use crate::inside;
use crate::looks::{Item, Looks};
use crate::moment::Moment;
use crate::piece::Posed;
use crate::prover::{Pair, Prover};
use crate::rates::Rates;
use crate::robot::{Frame, LARGEST_VALUE};
use crate::seek::seek;
use crate::tube::Loss;

/// Can two bodies touch within the limits?
#[derive(Clone, Debug, PartialEq)]
pub enum OverLimits {
    /// In no configuration, which is proven.
    Never,
    /// In all configurations, which is proven.
    Always,
    /// In some: they overlap in the first configuration, and are apart in the second.
    Sometimes {
        /// A configuration in which they overlap.
        touching: Vec<f64>,
        /// A configuration in which they are apart.
        apart: Vec<f64>,
    },
    /// The effort did not suffice, or a joint between them has no bounds. This share of the configurations is open.
    Undecided {
        /// The share of the joint space, from 0 to 1; 1 if a joint has no bounds.
        open: f64,
        /// A configuration in which they overlap, if one was found: then they touch always or sometimes.
        touching: Option<Vec<f64>>,
        /// A configuration in which they are apart, if one was found: then they touch never or sometimes.
        apart: Option<Vec<f64>>,
        /// A joint between them that has no bounds, or is free ([`JointKind::Free`](crate::JointKind::Free)).
        unbounded: Option<String>,
    },
}

/// A part of the joint space of a pair, and the pieces that are open in it.
struct Part<'p> {
    middle: Vec<f64>,
    half: Vec<f64>,
    items: Vec<Item<'p>>,
    share: f64,
    /// About how near the bodies are in the middle of what it is a half of.
    near: f64,
}

/// What is known about a pair.
#[derive(Default)]
struct Found {
    touching: Option<Vec<f64>>,
    apart: Option<Vec<f64>>,
}

/// See [`Prover::over_limits`].
pub(crate) fn over_limits(prover: &Prover, bodies: [usize; 2], effort: usize) -> OverLimits {
    let bodies = [bodies[0].min(bodies[1]), bodies[0].max(bodies[1])];
    let has_shapes =
        |body: usize| prover.world.bodies.get(body).is_some_and(|b| !b.shapes.is_empty());
    if !bodies.into_iter().all(has_shapes) {
        return OverLimits::Never;
    }
    if let Some(joint) = free_between(prover, bodies) {
        return undecided(1.0, Found::default(), Some(joint));
    }
    let Some(pair) = prover.pairs.iter().find(|pair| pair.bodies == bodies) else {
        return undecided(1.0, Found::default(), None);
    };
    let moving = moving_values(prover, pair);
    let (limits, are_whole) = limits(prover, &prover.chains[pair.chain]);
    let unbounded = (0..limits.len()).find(|value| moving[*value] && !are_whole[*value]);
    let unbounded = unbounded.map(|value| prover.world.robot.joints()[value].clone());
    let (found, closed) = search(prover, bodies, effort, &limits, &moving);
    let Found { touching, apart } = &found;
    if let (Some(touching), Some(apart)) = (touching, apart) {
        return OverLimits::Sometimes { touching: touching.clone(), apart: apart.clone() };
    }
    match closed {
        _ if unbounded.is_some() => undecided(1.0, found, unbounded),
        Ok(Closed::Free) => OverLimits::Never,
        Ok(Closed::Contact) => OverLimits::Always,
        Err(open) => undecided(open, found, None),
    }
}

fn undecided(open: f64, found: Found, unbounded: Option<String>) -> OverLimits {
    let Found { touching, apart } = found;
    OverLimits::Undecided { open, touching, apart, unbounded }
}

/// The name of a free joint between two bodies.
fn free_between(prover: &Prover, bodies: [usize; 2]) -> Option<String> {
    let robot = &prover.world.robot;
    let link = |body: usize| prover.world.bodies[body].link;
    let [a, b] = bodies.map(|body| link(body).and_then(|link| robot.links[link].free));
    let joint = if a == b { None } else { a.max(b) };
    joint.map(|joint| robot.given[joint].name.clone())
}

/// Looks at all values within the limits: how all configurations are decided, or the share that is open.
fn search(
    prover: &Prover,
    bodies: [usize; 2],
    effort: usize,
    limits: &[[f64; 2]],
    moving: &[bool],
) -> (Found, Result<Closed, f64>) {
    let largest: Vec<f64> = limits.iter().map(|[lo, hi]| lo.abs().max(hi.abs())).collect();
    let mut looks = Looks::up_to(prover, largest, 0);
    let all = prover.pairs.iter().enumerate();
    let pairs = all.filter(|(_, pair)| pair.bodies == bodies).map(|(number, _)| number);
    let items: Vec<Item<'_>> = pairs.map(|pair| looks.item(pair)).collect();
    let middle = limits.iter().map(|[lo, hi]| (lo + hi) / 2.0).collect();
    let half = limits
        .iter()
        .zip(moving)
        .map(|([lo, hi], moves)| if *moves { (hi - lo) / 2.0 } else { 0.0 });
    let roots = items.clone();
    let root = Part { middle, half: half.collect(), items, share: 1.0, near: f64::INFINITY };
    let mut found = Found::default();
    let (mut queue, mut open, mut work) = (VecDeque::from([root]), 1.0, 0);
    let (mut is_always, mut parts, mut sought) = (true, 0_usize, 0);
    while let Some(mut part) = queue.pop_front() {
        parts += 1;
        // Each time that there are twice as many parts, a contact is looked for from the nearest of them. Such searches
        // have no more effort than the proof.
        let is_time = parts.is_power_of_two() && parts > 1 && sought <= work;
        if is_time && found.touching.is_none() {
            let others = std::iter::once(&mut part).chain(&mut queue);
            let nearest = others.min_by(|x, y| x.near.total_cmp(&y.near)).expect("there is one");
            nearest.near = f64::INFINITY;
            let before = looks.queries;
            found.touching = seek(&mut looks, &roots, limits, &nearest.middle);
            sought += (looks.queries - before) as usize;
        }
        let closed = look(&mut looks, &mut part, &mut found, &mut work);
        is_always &= closed != Some(Closed::Free);
        if found.touching.is_some() && found.apart.is_some() {
            return (found, Err(open));
        }
        if closed.is_some() {
            open -= part.share;
            continue;
        }
        let halves = halves(prover, part);
        if work >= effort || halves.is_empty() {
            // What never moves is decided by one look.
            let is_still = !moving.contains(&true) && found.touching.is_some();
            let open = if is_still { Ok(Closed::Contact) } else { Err(open.clamp(0.0, 1.0)) };
            return (found, open);
        }
        queue.extend(halves);
    }
    (found, Ok(if is_always { Closed::Contact } else { Closed::Free }))
}

/// The values of each joint that are looked at, and whether what is true of them on a chain is true of all its values.
fn limits(prover: &Prover, chain: &Chain) -> (Vec<[f64; 2]>, Vec<bool>) {
    let robot = &prover.world.robot;
    // A little more than half a turn, because pi is rounded.
    let half_turn = std::f64::consts::PI * (1.0 + 1e-12);
    // About as far as a slider can meet anything.
    let ways = robot.frames.iter().map(|frame| frame.fixed.translation.length());
    let far = 2.0 * prover.reach + ways.sum::<f64>();
    let of_value = |(value, limits): (usize, &Option<[f64; 2]>)| {
        let frames = || chain.links.iter().map(|link| &robot.frames[link.frame]);
        let followers = || frames().filter(|frame| frame.value == value && !frame.is_loose);
        let is_periodic = followers().all(|frame| frame.turns && frame.multiplier.fract() == 0.0);
        let half =
            |frame: &Frame| if frame.turns { half_turn } else { far } / frame.multiplier.abs();
        match *limits {
            Some([low, high]) if is_periodic && high - low > 2.0 * half_turn => {
                let middle = (low + high) / 2.0;
                ([middle - half_turn, middle + half_turn], true)
            }
            Some(ends) => (ends, true),
            None if is_periodic => ([-half_turn, half_turn], true),
            None => {
                let most = followers().map(half).filter(|half| half.is_finite());
                let most = most.fold(half_turn, f64::max).min(LARGEST_VALUE);
                ([-most, most], false)
            }
        }
    };
    robot.limits().iter().enumerate().map(of_value).unzip()
}

/// Which values move the pair.
fn moving_values(prover: &Prover, pair: &Pair) -> Vec<bool> {
    let frames = &prover.world.robot.frames;
    let mut moving = vec![false; prover.world.robot.joints().len()];
    for link in &prover.chains[pair.chain].links {
        let frame = &frames[link.frame];
        moving[frame.value] |= !frame.is_loose;
    }
    moving
}

/// How a part is decided.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Closed {
    Free,
    Contact,
}

/// Of all frames that go over half of a part in a unit of time.
fn rates(prover: &Prover, half: &[f64]) -> Rates {
    let frames = &prover.world.robot.frames;
    let speed = |(k, frame): (usize, &Frame)| {
        if k == 0 { 0.0 } else { (frame.multiplier * half[frame.value]).abs() + frame.off }
    };
    Rates::even(frames.iter().enumerate().map(speed).collect())
}

/// Looks at the middle of a part. What is left open stays in its items.
fn look(
    looks: &mut Looks<'_>,
    part: &mut Part<'_>,
    found: &mut Found,
    work: &mut usize,
) -> Option<Closed> {
    let prover = looks.prover;
    let pair = part.items[0].pair;
    let chain = &prover.chains[prover.pairs[pair].chain];
    let moment = Moment::of_chain(prover, chain, &part.middle, &[]);
    let rates = rates(prover, &part.half);
    let (speeds, slack) = (&rates.most, looks.slack(&rates, |_| 0.0).at(1.0));
    let (mut open, mut items) = (Vec::new(), std::mem::take(&mut part.items));
    let (mut touches, mut may_touch) = (false, false);
    let lone = items.len() == 1 && items[0].is_exact();
    part.near = f64::INFINITY;
    while let Some(item) = items.pop() {
        *work += 1;
        let posed = &looks.posed(&item, &moment);
        let twists = looks.twists(&rates, &item, &moment, 1.0);
        let [a, b] = posed;
        let balls = (a.ball.center - b.ball.center).length() - a.ball.radius - b.ball.radius;
        if balls > twists.speed + slack {
            continue;
        }
        let (lower, upper, normal) = looks.clearance(&item, posed);
        part.near = part.near.min(lower);
        if lower > twists.speed + slack {
            continue;
        }
        if lower > slack {
            let taken = taken_by_joints(looks, &item, posed, &moment, speeds, normal);
            let gap = twists.gap(posed, normal, 0.0, &Loss::default()) - taken - 0.5 * twists.alpha;
            if gap > slack {
                continue;
            }
        } else if !item.is_exact() {
            items.extend(item.opened());
            continue;
        } else {
            may_touch = true;
            touches |= upper < 0.0;
        }
        open.push(item);
    }
    if touches && found.touching.is_none() {
        found.touching = Some(part.middle.clone());
    }
    // Where no surfaces meet, one body may be inside of the other, and it stays so where they never do.
    let is_inside = !may_touch && is_inside(prover, &prover.pairs[pair], &moment);
    if is_inside && found.touching.is_none() {
        found.touching = Some(part.middle.clone());
    }
    if !may_touch && !is_inside && found.apart.is_none() {
        found.apart = Some(part.middle.clone());
    }
    if open.is_empty() {
        return Some(if is_inside { Closed::Contact } else { Closed::Free });
    }
    if lone && touches && stays_in_contact(looks, &open[0], &moment, speeds, slack) {
        return Some(Closed::Contact);
    }
    part.items = open;
    None
}

/// Is one of two bodies inside a solid of the other, if no surfaces meet?
fn is_inside(prover: &Prover, pair: &Pair, moment: &Moment) -> bool {
    let insides = pair.bodies.map(|body| &*prover.insides[body]);
    insides.iter().any(|body| body.has_solids())
        && inside::either(insides, pair.frames.map(|frame| &moment.motions[frame]))
}

/// How much all joints take from the gap along the normal, to the first order.
fn taken_by_joints(
    looks: &Looks<'_>,
    item: &Item<'_>,
    [a, b]: &[Posed<'_>; 2],
    moment: &Moment,
    speeds: &[f64],
    normal: DVec3,
) -> f64 {
    let chain = &looks.prover.chains[looks.prover.pairs[item.pair].chain];
    let mut taken = 0.0;
    for link in &chain.links {
        let (speed, axis) = (speeds[link.frame], moment.axes[link.frame]);
        if !link.turns {
            taken += speed * normal.dot(axis).abs();
        } else if speed > 0.0 {
            let along = normal.cross(axis);
            let origin = along.dot(moment.motions[link.frame].translation);
            let most = |posed: &Posed<'_>| {
                let high = posed.piece.support(posed.frame, along) - origin;
                let low = posed.piece.support(posed.frame, -along) + origin;
                high.max(low)
            };
            taken += speed * most(a).max(most(b));
        }
    }
    taken
}

/// Does the middle of the overlap, carried by A, stay inside B in the whole part?
fn stays_in_contact(
    looks: &Looks<'_>,
    item: &Item<'_>,
    moment: &Moment,
    speeds: &[f64],
    slack: f64,
) -> bool {
    let posed = looks.posed(item, moment);
    let Some(middle) = Looks::overlap(&posed) else { return false };
    let depth = |posed: &Posed<'_>| {
        let local = posed.piece.motion(posed.frame);
        let point = local.unrotate(middle - local.translation);
        let pose = clearance_geometry::space::Pose::IDENTITY;
        pair::signed_distance(posed.piece.shape(), &pose, point).map_or(0.0, |distance| -distance)
    };
    let [depth_a, depth_b] = posed.each_ref().map(depth);
    let pair = &looks.prover.pairs[item.pair];
    let chain = &looks.prover.chains[pair.chain];
    let mut moved = 0.0;
    for link in chain.links.iter().rev() {
        let arm = middle - moment.motions[link.frame].translation;
        let rho =
            if link.turns { moment.axes[link.frame].cross(arm).length() + moved } else { 1.0 };
        moved += speeds[link.frame] * rho;
    }
    depth_a > slack && depth_b > moved + 2.0 * slack
}

/// Halves the part along the joint that moves the pair most; nothing if no joint does.
fn halves<'p>(prover: &Prover, part: Part<'p>) -> Vec<Part<'p>> {
    let frames = &prover.world.robot.frames;
    let speeds = rates(prover, &part.half).most;
    let mut moves = vec![0.0; part.half.len()];
    for item in &part.items {
        let pair = &prover.pairs[item.pair];
        for (frame, arm) in &prover.arms[pair.joints.clone()] {
            let value = frames[*frame].value;
            moves[value] = f64::max(moves[value], speeds[*frame] * arm);
        }
    }
    let most = (0..moves.len()).max_by(|x, y| moves[*x].total_cmp(&moves[*y]));
    let Some(value) = most.filter(|value| part.half[*value] > 0.0) else { return Vec::new() };
    let half = |sign: f64| {
        let mut next = Part {
            items: part.items.clone(),
            middle: part.middle.clone(),
            half: part.half.clone(),
            share: part.share / 2.0,
            near: part.near,
        };
        next.half[value] /= 2.0;
        next.middle[value] += sign * next.half[value];
        next
    };
    vec![half(-1.0), half(1.0)]
}
