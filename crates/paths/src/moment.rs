//! [`Moment`]: where everything is at one time.

use std::sync::Arc;

use clearance_geometry::space::Motion;
use glam::DVec3;

use crate::chain::Chain;
use crate::piece::Piece;
use crate::prover::Prover;
use crate::rates::Rates;
use crate::robot::Frame;

/// Where everything is at one time, as seen from the base of the robot.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    /// The motions of all frames, from each to that of the world.
    pub motions: Vec<Motion<DVec3>>,
    /// The axes of their joints.
    pub axes: Vec<DVec3>,
    /// The middles of the balls around all pieces.
    pub centers: Vec<DVec3>,
    /// How joints move around the time, if that is not as on the whole leg.
    pub rates: Option<Rates>,
}

impl Moment {
    pub fn of(prover: &Prover, configuration: &[f64]) -> Self {
        let robot = &prover.world.robot;
        let motions = robot.motions(configuration);
        // A turn leaves its own axis where it is, so the frame after it has it, too.
        let axis = |(motion, frame): (&Motion<DVec3>, &Frame)| motion.rotate(frame.axis);
        let axes = motions.iter().zip(&robot.frames).map(axis).collect();
        let center = |piece: &Arc<Piece>| motions[piece.frame].apply(piece.center);
        let centers = prover.pieces.iter().map(center).collect();
        Self { motions, axes, centers, rates: None }
    }
    /// The frames of a chain alone, for questions about its ends: seen from the frame that both sides of the chain hang
    /// on, which rounding puts no farther off than the world sees it. Balls are left out. The value of a frame's joint is off
    /// by its error, if there are any.
    pub fn of_chain(prover: &Prover, chain: &Chain, configuration: &[f64], errors: &[f64]) -> Self {
        let frames = &prover.world.robot.frames;
        let mut motions = vec![Motion::identity(); frames.len()];
        let mut axes = vec![DVec3::ZERO; frames.len()];
        let mut numbers: Vec<usize> = chain.links.iter().map(|link| link.frame).collect();
        // Parents come before children.
        numbers.sort_unstable();
        for number in numbers {
            let frame = &frames[number];
            let error = errors.get(number).copied().unwrap_or(0.0);
            let value = frame.value(configuration) + error;
            motions[number] = frame.motion_at(&motions[frame.parent], value);
            axes[number] = motions[number].rotate(frame.axis);
        }
        Self { motions, axes, centers: Vec::new(), rates: None }
    }
}
