//! [`Rake`]: the bodies of a world as balls and boxes.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use clearance_geometry::space::Motion;
use glam::DVec3;

use super::cover::{Part, cut, rounded};
use super::frames::Frames;
use super::standing::{Block, above, blocks};
use crate::piece::Piece;
use crate::robot::Robot;

/// The most balls of a body, and the radius below which none is cut, as a part of the reach of what moves.
const BALLS: usize = 16;
const SMALL: f64 = 0.05;
/// Pieces of a surface are opened while they are larger than twice that, and fewer than so many.
const OPENED: usize = 16;

/// A ball in the frame of a link, in units of the reach of what moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    pub center: [f32; 3],
    pub radius: f32,
}

/// A body that moves.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub frame: usize,
    /// Around all of it, and around its parts.
    pub whole: Ball,
    pub balls: Range<usize>,
    /// The frames that carry it, from its own on, and how far its balls' centers may be from their origins if none slides.
    pub carriers: Vec<(usize, f64)>,
}

/// What a moving body may meet.
#[derive(Clone, Debug)]
pub(super) enum Other {
    Body(usize),
    Blocks(Range<usize>),
}

/// A body that moves, and what it must not meet.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    /// The numbers of the prover's pairs, one for each two pieces.
    pub pairs: Range<usize>,
    pub body: usize,
    pub other: Other,
}

/// The balls and boxes of a world.
#[derive(Clone, Debug)]
pub(crate) struct Rake {
    pub(super) frames: Frames,
    pub(super) bodies: Vec<Body>,
    pub(super) balls: Vec<Ball>,
    pub(super) blocks: Vec<Block>,
    /// The blocks of each body that stands still and may be met; `None` if there are none around it.
    standing: BTreeMap<usize, Option<Range<usize>>>,
    pub(super) meetings: Vec<Meeting>,
    /// Pairs that balls cannot part: they are open on each edge.
    pub(super) others: Vec<Range<usize>>,
    /// 1 over the reach of what moves.
    pub(super) unit: f64,
    /// No point of what moves is farther from the origin of its frame.
    pub body: f64,
}

/// Two bodies that must not meet: the numbers of the pairs of their pieces, those pieces, and the frames that carry them.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub bodies: [usize; 2],
    pub pairs: Range<usize>,
    pub pieces: [Range<usize>; 2],
    pub frames: [usize; 2],
}

impl Rake {
    /// Of the bodies of a robot and around it.
    pub fn of(robot: &Robot, pieces: &[Arc<Piece>], groups: impl Iterator<Item = Group>) -> Self {
        let moving = pieces.iter().filter(|piece| piece.frame > 0);
        let body = moving.map(|piece| piece.reach()).fold(0.0, f64::max);
        let mut reaches = vec![0.0_f64; robot.frames.len()];
        for (number, frame) in robot.frames.iter().enumerate().skip(1) {
            reaches[number] = reaches[frame.parent] + frame.fixed.translation.length();
        }
        let reach = reaches.into_iter().fold(0.0, f64::max) + body;
        let unit = if reach > 0.0 { 1.0 / reach } else { 1.0 };
        let mut rake = Self {
            frames: Frames::of(robot, unit),
            bodies: Vec::new(),
            balls: Vec::new(),
            blocks: Vec::new(),
            standing: BTreeMap::new(),
            meetings: Vec::new(),
            others: Vec::new(),
            unit,
            body,
        };
        let mut known = BTreeMap::new();
        for Group { bodies, pairs, pieces: of, frames } in groups {
            if frames[0] == frames[1] {
                continue;
            }
            let mut covers = [0, 1].map(|side| {
                let cover = || rake.cover(robot, &pieces[of[side].clone()], frames[side]);
                known.entry(bodies[side]).or_insert_with(cover).clone()
            });
            if let Some(Other::Blocks(_)) = covers[0] {
                covers.swap(0, 1);
            }
            match covers {
                [Some(Other::Body(body)), Some(other)] => {
                    rake.meetings.push(Meeting { pairs, body, other });
                }
                _ => rake.others.push(pairs),
            }
        }
        for (body, cover) in known {
            let blocks = match cover {
                Some(Other::Body(_)) => continue,
                Some(Other::Blocks(blocks)) => Some(blocks),
                None => None,
            };
            rake.standing.insert(body, blocks);
        }
        rake
    }
    /// The same with these bodies elsewhere, which have these pieces there; `None` if what is around them is not as much.
    pub fn moved<'p>(
        &self,
        bodies: &[usize],
        pieces: impl Fn(usize) -> &'p [Arc<Piece>],
    ) -> Option<Self> {
        let mut rake = self.clone();
        for body in bodies {
            // What is in no pair has no blocks.
            let Some(own) = self.standing.get(body) else { continue };
            let own = own.clone()?;
            let blocks = self.blocks_of(pieces(*body))?;
            (blocks.len() == own.len()).then(|| rake.blocks[own].clone_from_slice(&blocks))?;
        }
        Some(rake)
    }
    fn blocks_of(&self, pieces: &[Arc<Piece>]) -> Option<Vec<Block>> {
        let pieces = opened(pieces, 2.0 * SMALL / self.unit);
        let all: Option<Vec<_>> = pieces.iter().map(|piece| blocks(piece, self.unit)).collect();
        Some(all?.into_iter().flatten().collect())
    }
    /// Balls or blocks around a body; `None` if it has a piece that neither fits around.
    fn cover(&mut self, robot: &Robot, pieces: &[Arc<Piece>], frame: usize) -> Option<Other> {
        if frame == 0 {
            let first = self.blocks.len();
            self.blocks.extend(self.blocks_of(pieces)?);
            return Some(Other::Blocks(first..self.blocks.len()));
        }
        let pieces = opened(pieces, 2.0 * SMALL / self.unit);
        let part = |piece: &&Piece| {
            let place = piece.motion(&Motion::identity());
            let (part, radius) = rounded(piece)?;
            let local = |point| self.frames.local(frame, place.apply(point));
            Some((part.moved(local), radius * self.unit))
        };
        let parts: Vec<(Part, f64)> = pieces.iter().map(part).collect::<Option<_>>()?;
        let most = BALLS.max(parts.len());
        let ball = |(part, margin): (Part, f64)| {
            let (center, radius) = part.ball();
            Ball { center, radius: above((radius + margin) * (1.0 + 1e-9)) }
        };
        let parts = cut(parts, most, SMALL, |part| part.ball().1);
        let first = self.balls.len();
        self.balls.extend(parts.into_iter().map(ball));
        let balls = first..self.balls.len();
        let whole = around(&self.balls[balls.clone()]);
        let own = self.balls[balls.clone()].iter().map(|ball| ball.at().length());
        let mut rho = own.fold(0.0, f64::max).max(point(whole.center).length());
        let (mut carrier, mut carriers) = (frame, Vec::new());
        while carrier > 0 {
            let link = &robot.frames[carrier];
            carriers.push((carrier, rho));
            rho += link.fixed.translation.length() * self.unit;
            carrier = link.parent;
        }
        self.bodies.push(Body { frame, whole, balls, carriers });
        Some(Other::Body(self.bodies.len() - 1))
    }
}

/// The pieces of a body, of surfaces those in their trees that are not larger.
fn opened(pieces: &[Arc<Piece>], enough: f64) -> Vec<&Piece> {
    let mut all: Vec<&Piece> = pieces.iter().map(|piece| &**piece).collect();
    while all.len() < OPENED {
        let coarse = |k: &usize| !all[*k].is_exact() && all[*k].radius > enough;
        let larger = |a: &usize, b: &usize| all[*a].radius.total_cmp(&all[*b].radius);
        let Some(largest) = (0..all.len()).filter(coarse).max_by(larger) else { break };
        let piece = all.swap_remove(largest);
        all.extend(piece.inside());
    }
    all
}

/// A ball around balls.
fn around(balls: &[Ball]) -> Ball {
    let (center, _) = Part::points(balls.iter().map(Ball::at).collect()).ball();
    let far = |ball: &Ball| (ball.at() - point(center)).length() + f64::from(ball.radius);
    Ball { center, radius: above(balls.iter().map(far).fold(0.0, f64::max) * (1.0 + 1e-9)) }
}

fn point(center: [f32; 3]) -> DVec3 {
    glam::Vec3::from_array(center).as_dvec3()
}

impl Ball {
    fn at(&self) -> DVec3 {
        point(self.center)
    }
}
