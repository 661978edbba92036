//! Sequential impulses in the plane (Catto, "Iterative dynamics with temporal coherence", GDC 2005), in substeps with soft
//! contacts (Catto, "Solver2D", 2024): a point is a stiff spring while positions are corrected, and rigid in the relaxation
//! after it, so that the correction adds no energy. Points know each other from step to step by their names.
//!
//! Only sums, products, quotients and square roots are used, and no `f64::max`, which leaves the sign of a zero open: the
//! bits are the same everywhere.

use clearance::answer::{FeatureId, Manifold};
use clearance::glam::DVec2;

/// The frequency of the contact springs in hertz, and their damping ratio.
const HERTZ: f64 = 60.0;
const DAMPING_RATIO: f64 = 10.0;
/// The largest speed at which overlap is corrected.
const MAX_PUSH_OUT: f64 = 3.0;
const FRICTION: f64 = 0.5;
/// The resistance to rolling: how far before the point of contact the normal force can be.
const ROLLING: f64 = 0.02;

/// How a body moves; the origin of its frame is its centre of mass. A mass of 0 is that of a body that nothing moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moving {
    pub position: DVec2,
    pub angle: f64,
    pub velocity: DVec2,
    pub spin: f64,
    pub inverse_mass: f64,
    pub inverse_inertia: f64,
    /// Since contacts were found.
    pub shift: DVec2,
    pub turned: f64,
}

/// A vector turned left, by `by` times a right angle's length: the velocity of a point at an arm.
fn turned(by: f64, arm: DVec2) -> DVec2 {
    DVec2::new(-by * arm.y, by * arm.x)
}

impl Moving {
    fn velocity_at(&self, arm: DVec2) -> DVec2 {
        self.velocity + turned(self.spin, arm)
    }
    fn push(&mut self, impulse: DVec2, arm: DVec2) {
        self.velocity += impulse * self.inverse_mass;
        self.spin += self.inverse_inertia * arm.perp_dot(impulse);
    }
    fn twist(&mut self, impulse: f64) {
        self.spin += self.inverse_inertia * impulse;
    }
    /// The reciprocal of the mass that an impulse along a unit vector moves.
    fn inverse_mass_along(&self, arm: DVec2, along: DVec2) -> f64 {
        let lever = arm.perp_dot(along);
        self.inverse_mass + self.inverse_inertia * lever * lever
    }
    fn advance(&mut self, time: f64) {
        self.shift += self.velocity * time;
        self.turned += self.spin * time;
    }
    /// How far a point at an arm has gone since contacts were found.
    fn gone(&self, arm: DVec2) -> DVec2 {
        self.shift + turned(self.turned, arm)
    }
    /// Sums are rounded once, not in every substep.
    fn arrive(&mut self) {
        self.position += self.shift;
        self.angle += self.turned;
        (self.shift, self.turned) = (DVec2::ZERO, 0.0);
    }
}

/// A contact point, and its impulses in the last substep: along the normal, across, and against rolling.
#[derive(Clone, Copy, Debug)]
struct Touch {
    name: FeatureId,
    pressed: f64,
    dragged: f64,
    rolled: f64,
    separation: f64,
    /// From the centres of A and B. They do not turn with the bodies: a wheel touches below its centre, however far it rolls.
    arms: [DVec2; 2],
}

/// Where two bodies touch, which are given by their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Contact {
    pub bodies: [usize; 2],
    normal: DVec2,
    touches: Vec<Touch>,
}

impl Contact {
    /// Takes over the impulses of the last step from the points of the same names.
    pub fn new(
        bodies: [usize; 2],
        manifold: &Manifold<DVec2>,
        moving: &[Moving],
        before: Option<&Self>,
    ) -> Self {
        let touches = manifold.points().iter().map(|point| {
            let middle = (point.point_a + point.point_b) * 0.5;
            let known = before.and_then(|b| b.touches.iter().find(|t| t.name == point.feature));
            Touch {
                name: point.feature,
                pressed: known.map_or(0.0, |touch| touch.pressed),
                dragged: known.map_or(0.0, |touch| touch.dragged),
                rolled: known.map_or(0.0, |touch| touch.rolled),
                separation: point.separation,
                arms: bodies.map(|body| middle - moving[body].position),
            }
        });
        Self { bodies, normal: manifold.normal, touches: touches.collect() }
    }

    /// Gives the impulses of the last substep again.
    fn warm_start(&self, moving: &mut [Moving]) {
        let [a, b] = pair(moving, self.bodies);
        for touch in &self.touches {
            let impulse = self.normal * touch.pressed + self.normal.perp() * touch.dragged;
            a.push(-impulse, touch.arms[0]);
            b.push(impulse, touch.arms[1]);
            a.twist(-touch.rolled);
            b.twist(touch.rolled);
        }
    }

    /// One iteration over the points. With `is_soft` it corrects overlap, too.
    fn solve(&mut self, moving: &mut [Moving], time: f64, is_soft: bool) {
        let [a, b] = pair(moving, self.bodies);
        for touch in &mut self.touches {
            let [on_a, on_b] = touch.arms;
            let speed = |a: &Moving, b: &Moving| b.velocity_at(on_b) - a.velocity_at(on_a);
            let inverse_mass = |a: &Moving, b: &Moving, along: DVec2| {
                a.inverse_mass_along(on_a, along) + b.inverse_mass_along(on_b, along)
            };
            let separation = touch.separation + (b.gone(on_b) - a.gone(on_a)).dot(self.normal);
            let Spring { target, stiffness, softness } = spring(separation, time, is_soft);
            let closing = speed(a, b).dot(self.normal) + target;
            let wanted = touch.pressed * (1.0 - softness)
                - stiffness * closing / inverse_mass(a, b, self.normal);
            let pressed = if wanted > 0.0 { wanted } else { 0.0 };
            let given = self.normal * (pressed - touch.pressed);
            touch.pressed = pressed;
            a.push(-given, on_a);
            b.push(given, on_b);
            let across = self.normal.perp();
            let most = FRICTION * pressed;
            let wanted = touch.dragged - speed(a, b).dot(across) / inverse_mass(a, b, across);
            let dragged = wanted.clamp(-most, most);
            let given = across * (dragged - touch.dragged);
            touch.dragged = dragged;
            a.push(-given, on_a);
            b.push(given, on_b);
            let most = ROLLING * pressed;
            let wanted = touch.rolled - (b.spin - a.spin) / (a.inverse_inertia + b.inverse_inertia);
            let rolled = wanted.clamp(-most, most);
            a.twist(touch.rolled - rolled);
            b.twist(rolled - touch.rolled);
            touch.rolled = rolled;
        }
    }
}

fn pair(moving: &mut [Moving], bodies: [usize; 2]) -> [&mut Moving; 2] {
    moving.get_disjoint_mut(bodies).expect("two bodies")
}

/// The coefficients of a soft contact.
struct Spring {
    target: f64,
    stiffness: f64,
    softness: f64,
}

fn spring(separation: f64, time: f64, is_soft: bool) -> Spring {
    if separation > 0.0 {
        return Spring { target: separation / time, stiffness: 1.0, softness: 0.0 };
    }
    if !is_soft {
        return Spring { target: 0.0, stiffness: 1.0, softness: 0.0 };
    }
    let rate = core::f64::consts::TAU * HERTZ;
    let first = 2.0 * DAMPING_RATIO + time * rate;
    let second = time * rate * first;
    let softness = 1.0 / (1.0 + second);
    let target = rate / first * separation;
    let target = if target < -MAX_PUSH_OUT { -MAX_PUSH_OUT } else { target };
    Spring { target, stiffness: second * softness, softness }
}

/// Moves bodies through one step of so many substeps.
pub(crate) fn advance(
    moving: &mut [Moving],
    contacts: &mut [Contact],
    gravity: DVec2,
    time: f64,
    substeps: u32,
) {
    let time = time / f64::from(substeps);
    for _ in 0..substeps {
        for body in moving.iter_mut().filter(|body| body.inverse_mass > 0.0) {
            body.velocity += gravity * time;
        }
        for contact in contacts.iter() {
            contact.warm_start(moving);
        }
        for contact in contacts.iter_mut() {
            contact.solve(moving, time, true);
        }
        for body in moving.iter_mut() {
            body.advance(time);
        }
        for contact in contacts.iter_mut() {
            contact.solve(moving, time, false);
        }
    }
    for body in moving {
        body.arrive();
    }
}
