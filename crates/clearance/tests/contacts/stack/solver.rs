//! Sequential impulses (Catto, "Iterative dynamics with temporal coherence", GDC 2005), in substeps
//! with soft contacts (Catto, "Solver2D", 2024): a contact point is a stiff spring while positions
//! are corrected, and rigid in the relaxation after it, so that the correction adds no energy.

use clearance::glam::{Mat3, Quat, Vec3};
use clearance::{ContactPoint, FeatureId};

/// Substeps per step; contacts are computed once per step.
pub const SUBSTEPS: usize = 8;

/// The frequency of the contact springs in hertz, and their damping ratio.
const HERTZ: f32 = 30.0;
const DAMPING_RATIO: f32 = 10.0;

/// The largest speed at which overlap is corrected, in metres per second.
const MAX_PUSH_OUT: f32 = 3.0;

/// The state of a body. The pose is that of its centre of mass.
#[derive(Clone, Copy, Debug)]
pub struct Moving {
    pub position: Vec3,
    pub turn: Quat,
    pub velocity: Vec3,
    pub spin: Vec3,
    pub inverse_mass: f32,
    /// In the body's frame.
    pub inverse_inertia: Mat3,
    /// The position when contacts were computed, and since then the translation and the rotation,
    /// as a small rotation vector.
    start: Vec3,
    shift: Vec3,
    turned: Vec3,
}

impl Moving {
    /// A body at rest.
    pub fn new((position, turn): (Vec3, Quat), inverse_mass: f32, inverse_inertia: Mat3) -> Self {
        let (velocity, spin, start) = (Vec3::ZERO, Vec3::ZERO, position);
        let (shift, turned) = (Vec3::ZERO, Vec3::ZERO);
        Self { position, turn, velocity, spin, inverse_mass, inverse_inertia, start, shift, turned }
    }
    fn world_inertia(&self) -> Mat3 {
        let turn = Mat3::from_quat(self.turn);
        turn * self.inverse_inertia * turn.transpose()
    }
    fn velocity_at(&self, arm: Vec3) -> Vec3 {
        self.velocity + self.spin.cross(arm)
    }
    fn push(&mut self, impulse: Vec3, arm: Vec3) {
        self.velocity += impulse * self.inverse_mass;
        self.spin += self.world_inertia() * arm.cross(impulse);
    }
    /// The reciprocal of the effective mass for an impulse along a unit vector.
    fn inverse_mass_along(&self, arm: Vec3, along: Vec3) -> f32 {
        let lever = arm.cross(along);
        self.inverse_mass + lever.dot(self.world_inertia() * lever)
    }
    /// Contacts are computed at the current position.
    pub fn begin(&mut self) {
        (self.start, self.shift, self.turned) = (self.position, Vec3::ZERO, Vec3::ZERO);
    }
    pub fn advance(&mut self, time: f32) {
        self.shift += self.velocity * time;
        self.turned += self.spin * time;
        // The sum is rounded once, not in every substep.
        self.position = self.start + self.shift;
        let spin = Quat::from_xyzw(self.spin.x, self.spin.y, self.spin.z, 0.0);
        self.turn = (self.turn + spin * self.turn * (0.5 * time)).normalize();
    }
}

/// A contact point, and its impulse in the last substep: along the normal and the two tangents.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    pub feature: FeatureId,
    pub impulse: Vec3,
    separation: f32,
    /// From the centres of A and B when contacts were computed. They do not rotate with the bodies:
    /// a wheel touches below its centre, however far it has rolled.
    arms: [Vec3; 2],
}

/// The manifold of two bodies, which are given by their indices.
#[derive(Clone, Debug)]
pub struct Contact {
    pub bodies: [usize; 2],
    pub touches: Vec<Touch>,
    axes: [Vec3; 3],
    friction: f32,
}

fn pair(bodies: &mut [Moving], [a, b]: [usize; 2]) -> [&mut Moving; 2] {
    bodies.get_disjoint_mut([a, b]).expect("two bodies")
}

impl Contact {
    /// Takes over the impulses of the last step from the points of the same names.
    pub fn new(
        bodies: [usize; 2],
        [a, b]: [&Moving; 2],
        (normal, points): (Vec3, &[ContactPoint<Vec3>]),
        last: &[Touch],
        friction: f32,
    ) -> Self {
        let (across, aside) = normal.any_orthonormal_pair();
        let touches = points.iter().map(|p| {
            let middle = (p.point_a + p.point_b) * 0.5;
            let known = last.iter().find(|touch| touch.feature == p.feature);
            assert_eq!(known.is_some(), p.persisted, "cache and solver agree on persisted points");
            Touch {
                feature: p.feature,
                impulse: known.map_or(Vec3::ZERO, |touch| touch.impulse),
                separation: p.separation,
                arms: [middle - a.position, middle - b.position],
            }
        });
        let axes = [normal, across, aside];
        Self { bodies, touches: touches.collect(), axes, friction }
    }

    /// Warm start: applies the impulses of the last substep again.
    pub fn warm_start(&self, bodies: &mut [Moving]) {
        let [a, b] = pair(bodies, self.bodies);
        for touch in &self.touches {
            let impulse = self.world(touch.impulse);
            a.push(-impulse, touch.arms[0]);
            b.push(impulse, touch.arms[1]);
        }
    }

    fn world(&self, impulse: Vec3) -> Vec3 {
        self.axes[0] * impulse.x + self.axes[1] * impulse.y + self.axes[2] * impulse.z
    }

    /// One iteration over the points. With `use_bias` it corrects overlap, too; otherwise it only
    /// stops approaching points.
    pub fn solve(&mut self, bodies: &mut [Moving], time: f32, use_bias: bool) {
        let [a, b] = pair(bodies, self.bodies);
        let (axes, friction) = (self.axes, self.friction);
        for touch in &mut self.touches {
            let arms = touch.arms;
            let speed = |a: &Moving, b: &Moving, axis: Vec3| {
                (b.velocity_at(arms[1]) - a.velocity_at(arms[0])).dot(axis)
            };
            let inverse_mass_along = |a: &Moving, b: &Moving, axis| {
                a.inverse_mass_along(arms[0], axis) + b.inverse_mass_along(arms[1], axis)
            };
            let moved = |m: &Moving, arm: Vec3| m.shift + m.turned.cross(arm);
            let moved = moved(b, arms[1]) - moved(a, arms[0]);
            let separation = touch.separation + moved.dot(axes[0]);
            let [target, stiffness, softness] = spring(separation, time, use_bias);
            let closing = speed(a, b, axes[0]) + target;
            let pressed = touch.impulse.x;
            let wanted =
                -stiffness * closing / inverse_mass_along(a, b, axes[0]) - softness * pressed;
            touch.impulse.x = (pressed + wanted).max(0.0);
            let given = axes[0] * (touch.impulse.x - pressed);
            a.push(-given, arms[0]);
            b.push(given, arms[1]);
            // Friction is limited to a disc whose radius is the normal impulse times the
            // coefficient.
            let [y, z] = [axes[1], axes[2]].map(|w| -speed(a, b, w) / inverse_mass_along(a, b, w));
            let sliding = touch.impulse.with_x(0.0);
            let held =
                (sliding + Vec3::new(0.0, y, z)).clamp_length_max(friction * touch.impulse.x);
            let given = axes[1] * (held.y - sliding.y) + axes[2] * (held.z - sliding.z);
            a.push(-given, arms[0]);
            b.push(given, arms[1]);
            touch.impulse = held.with_x(touch.impulse.x);
        }
    }
}

/// The coefficients of a soft contact: target speed, mass scale and impulse scale.
fn spring(separation: f32, time: f32, use_bias: bool) -> [f32; 3] {
    if separation > 0.0 {
        return [separation / time, 1.0, 0.0];
    }
    if !use_bias {
        return [0.0, 1.0, 0.0];
    }
    let rate = core::f32::consts::TAU * HERTZ;
    let first = 2.0 * DAMPING_RATIO + time * rate;
    let second = time * rate * first;
    let softness = 1.0 / (1.0 + second);
    [(rate / first * separation).max(-MAX_PUSH_OUT), second * softness, softness]
}
