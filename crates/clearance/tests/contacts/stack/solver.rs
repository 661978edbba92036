//! Sequential impulses (Catto, "Iterative dynamics with temporal coherence", GDC 2005), in small
//! steps with soft contacts (Catto, "Solver2D", 2024): a contact point is a stiff spring while
//! positions are corrected, and then a hard constraint, so that the correction adds no energy.

use clearance::glam::{Mat3, Quat, Vec3};
use clearance::{ContactPoint, FeatureId};

/// The number of small steps for each step in which contacts are computed.
pub const SMALL_STEPS: usize = 8;

/// The frequency of the contact springs, in hertz. Their damping ratio is 10.
const SWINGS: f32 = 30.0;
const DAMPING: f32 = 10.0;

/// The largest speed at which overlap is corrected, in metres a second.
const MENDING: f32 = 3.0;

/// A body in the solver. The pose is that of its centre of mass.
#[derive(Clone, Copy, Debug)]
pub struct Moving {
    pub position: Vec3,
    pub turn: Quat,
    pub velocity: Vec3,
    pub spin: Vec3,
    pub inverse_mass: f32,
    /// In the body's frame.
    pub inverse_inertia: Mat3,
    /// Its position when contacts were computed, its translation since then, and its rotation since
    /// then as a rotation vector, which is small.
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
    /// The reciprocal of the mass that an impulse along a unit vector acts on.
    fn yielding(&self, arm: Vec3, along: Vec3) -> f32 {
        let lever = arm.cross(along);
        self.inverse_mass + lever.dot(self.world_inertia() * lever)
    }
    /// Contacts are computed for the present pose.
    pub fn begin(&mut self) {
        (self.start, self.shift, self.turned) = (self.position, Vec3::ZERO, Vec3::ZERO);
    }
    pub fn advance(&mut self, time: f32) {
        self.shift += self.velocity * time;
        self.turned += self.spin * time;
        // Rounded once, not in every small step.
        self.position = self.start + self.shift;
        let spin = Quat::from_xyzw(self.spin.x, self.spin.y, self.spin.z, 0.0);
        self.turn = (self.turn + spin * self.turn * (0.5 * time)).normalize();
    }
}

/// A contact point, and its impulse in the last small step, along the normal and perpendicular to
/// it.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    pub feature: FeatureId,
    pub impulse: Vec3,
    separation: f32,
    /// From the centres of A and B to the point, as they were when contacts were computed. They do
    /// not rotate with the bodies: a wheel touches below its centre, however far it has rolled.
    arms: [Vec3; 2],
}

/// A manifold between two bodies, by their numbers.
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
    /// Takes the impulses of the points with the same names from the last step.
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
            assert_eq!(known.is_some(), p.persisted, "the cache and the solver remember the same");
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

    /// Applies the impulses of the last small step again.
    pub fn warm(&self, bodies: &mut [Moving]) {
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

    /// One iteration over the points. `mends`: corrects overlap, else only stops bodies that
    /// approach.
    pub fn solve(&mut self, bodies: &mut [Moving], time: f32, mends: bool) {
        let [a, b] = pair(bodies, self.bodies);
        let (axes, friction) = (self.axes, self.friction);
        for touch in &mut self.touches {
            let arms = touch.arms;
            let speed = |a: &Moving, b: &Moving, axis: Vec3| {
                (b.velocity_at(arms[1]) - a.velocity_at(arms[0])).dot(axis)
            };
            let yielding = |a: &Moving, b: &Moving, axis| {
                a.yielding(arms[0], axis) + b.yielding(arms[1], axis)
            };
            let moved = |m: &Moving, arm: Vec3| m.shift + m.turned.cross(arm);
            let moved = moved(b, arms[1]) - moved(a, arms[0]);
            let separation = touch.separation + moved.dot(axes[0]);
            let [target, stiffness, softness] = spring(separation, time, mends);
            let closing = speed(a, b, axes[0]) + target;
            let pressed = touch.impulse.x;
            let wanted = -stiffness * closing / yielding(a, b, axes[0]) - softness * pressed;
            touch.impulse.x = (pressed + wanted).max(0.0);
            let given = axes[0] * (touch.impulse.x - pressed);
            a.push(-given, arms[0]);
            b.push(given, arms[1]);
            // Friction is limited to a disc whose radius is proportional to the normal impulse.
            let [y, z] = [axes[1], axes[2]].map(|w| -speed(a, b, w) / yielding(a, b, w));
            let rubbed = touch.impulse.with_x(0.0);
            let held = (rubbed + Vec3::new(0.0, y, z)).clamp_length_max(friction * touch.impulse.x);
            let given = axes[1] * (held.y - rubbed.y) + axes[2] * (held.z - rubbed.z);
            a.push(-given, arms[0]);
            b.push(given, arms[1]);
            touch.impulse = held.with_x(touch.impulse.x);
        }
    }
}

/// The parameters of a soft contact: the target speed, the factor of the mass, and the factor of
/// the impulse.
fn spring(separation: f32, time: f32, mends: bool) -> [f32; 3] {
    if separation > 0.0 {
        return [separation / time, 1.0, 0.0];
    }
    if !mends {
        return [0.0, 1.0, 0.0];
    }
    let rate = core::f32::consts::TAU * SWINGS;
    let first = 2.0 * DAMPING + time * rate;
    let second = time * rate * first;
    let softness = 1.0 / (1.0 + second);
    [(rate / first * separation).max(-MENDING), second * softness, softness]
}
