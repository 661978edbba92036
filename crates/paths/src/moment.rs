//! [`Moment`]: where everything is at one time.

use clearance_geometry::space::Motion;
use glam::DVec3;

use crate::piece::Piece;
use crate::prover::Prover;
use crate::robot::Frame;

/// Where everything is at one time, in the world.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    /// The motions of all frames, local to world.
    pub motions: Vec<Motion<DVec3>>,
    /// The axes of their joints.
    pub axes: Vec<DVec3>,
    /// The middles of the balls around all pieces.
    pub centers: Vec<DVec3>,
}

impl Moment {
    pub fn of(prover: &Prover, configuration: &[f64]) -> Self {
        let robot = &prover.world.robot;
        let motions = robot.motions(configuration);
        // A turn leaves its own axis where it is, so the frame after it has it, too.
        let axis = |(motion, frame): (&Motion<DVec3>, &Frame)| motion.rotate(frame.axis);
        let axes = motions.iter().zip(&robot.frames).map(axis).collect();
        let center = |piece: &Piece| motions[piece.frame].apply(piece.center);
        let centers = prover.pieces.iter().map(center).collect();
        Self { motions, axes, centers }
    }
}
