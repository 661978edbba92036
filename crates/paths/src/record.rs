//! [`Record`]: which stretches a proof consists of, and what proves each. It becomes a [`PathCertificate`].
//!
//! A proof without a record also uses the speed of a clearance, which no fixed direction shows. Both kinds have the margin
//! that a checker needs (`looks.rs`).

use std::ops::Range;

use clearance_geometry::answer::{PathCertificate, PathReason, PathStretch};
use clearance_geometry::shape::Pieces;
use glam::DVec3;

use crate::look::Reason;
use crate::looks::{Item, Looks};
use crate::moment::Moment;
use crate::piece::Piece;
use crate::prover::Prover;

/// The stretches that are closed so far.
pub(crate) struct Record<'p> {
    prover: &'p Prover,
    /// For each root piece, its place in the list of its body's pieces.
    firsts: Vec<u32>,
    /// The number of the leg.
    pub leg: u32,
    certificate: PathCertificate,
}

impl<'p> Record<'p> {
    pub fn new(prover: &'p Prover, clearance: f64) -> Self {
        let mut certificate = PathCertificate { clearance, ..PathCertificate::default() };
        let mut firsts = Vec::new();
        for body in &prover.world.bodies {
            let parts = body.shapes.iter().map(|(_, shape)| shape.parts().len()).sum::<usize>();
            let (mut pieces, mut part) = (Vec::new(), 0);
            while part < parts as u32 {
                let root: &Piece = &prover.pieces[firsts.len()];
                firsts.push(pieces.len() as u32);
                let (ids, count) = root.ids(part);
                pieces.extend(ids);
                part += count;
            }
            certificate.pieces.push(pieces);
        }
        Self { prover, firsts, leg: 0, certificate }
    }

    /// Adds a stretch, if it has a length.
    pub fn add(&mut self, item: &Item<'_>, times: [f64; 2], reason: Reason, moment: &Moment) {
        if times[0] < times[1] {
            let bodies = self.prover.pairs[item.pair].bodies.map(|body| body as u32);
            let (leg, sets) = (self.leg, self.sets(item));
            let reason = self.reason(item, reason, moment);
            self.certificate.stretches.push(PathStretch { leg, bodies, sets, times, reason });
        }
    }
    /// Adds the pairs that are far from each other on the whole leg: all but those that are near. Either those that never
    /// move, or those that do.
    pub fn add_far(
        &mut self,
        looks: &Looks<'_>,
        are_still: bool,
        near: &[Item<'_>],
        moment: &Moment,
    ) {
        let mut near = near.iter().map(|item| item.pair).peekable();
        for pair in 0..self.prover.pairs.len() {
            let is_asked = self.prover.pairs[pair].is_still() == are_still;
            if near.next_if_eq(&pair).is_none() && is_asked {
                self.add(&looks.item(pair), [0.0, 1.0], Reason::Balls, moment);
            }
        }
    }
    pub fn finish(self) -> PathCertificate {
        self.certificate
    }

    fn sets(&self, item: &Item<'_>) -> [Range<u32>; 2] {
        let roots = self.prover.pairs[item.pair].pieces;
        let pieces = [item.a, item.b];
        [0, 1].map(|side| {
            let (first, range) = (self.firsts[roots[side]], &pieces[side].range);
            first + range.start as u32..first + range.end as u32
        })
    }
    /// In the frames of links.
    fn reason(&self, item: &Item<'_>, reason: Reason, moment: &Moment) -> PathReason {
        let world = &self.prover.world;
        match reason {
            Reason::Balls => {
                let bodies = self.prover.pairs[item.pair].bodies;
                let center = |piece: &Piece, body: usize| {
                    let local = &world.bodies[body].local;
                    local.unrotate(piece.center - local.translation).to_array()
                };
                PathReason::Balls([center(item.a, bodies[0]), center(item.b, bodies[1])])
            }
            Reason::Direction { normal, frame } => {
                let frame = frame.unwrap_or(item.b.frame);
                let local: DVec3 = moment.motions[frame].unrotate(-normal);
                // Frame 0 is the world's.
                let link = (frame > 0).then(|| world.robot.frames[frame].link as u32);
                PathReason::Direction { link, normal: local.to_array() }
            }
        }
    }
}
