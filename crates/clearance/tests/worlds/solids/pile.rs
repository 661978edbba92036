//! Solids dropped in a heap, with a small solver of impulses: nothing falls through, and all come to rest.

use std::collections::HashMap;

use clearance::d3_f64::{Collider, Pose, contacts};
use clearance::glam::{DMat3, DQuat, DVec3};
use clearance_testing::Random;

use super::shapes::{Raw, cuboid, ell, moved, ring, solid, turn};

const STEP: f64 = 1.0 / 120.0;

struct Body {
    at: DVec3,
    turn: DQuat,
    speed: DVec3,
    spin: DVec3,
    /// The inverse mass, and the inverse inertia in the world; 0 of the floor.
    ease: f64,
    ease_own: DMat3,
    ease_turn: DMat3,
}

/// Two bodies, and the name of a point of theirs.
type Name = (usize, usize, u64);

struct Point {
    name: Name,
    arms: [DVec3; 2],
    separation: f64,
    /// The normal and two directions across it, with impulses along them.
    axes: [DVec3; 3],
    impulse: [f64; 3],
}

struct Pile {
    shapes: [Collider; 2],
    bodies: Vec<Body>,
    known: HashMap<Name, [f64; 3]>,
    deepest: f64,
    kept: [usize; 2],
}

impl Pile {
    fn new(raw: &Raw, count: usize) -> Self {
        let mass = clearance::Solid::new(
            clearance::d3_f64::Mesh::new(raw.0.clone(), raw.1.clone()).unwrap(),
        )
        .unwrap()
        .mass();
        let middle = DVec3::from_array(mass.centroid.to_array());
        let inertia = DMat3::from_cols_array(&mass.inertia.to_cols_array());
        let floor = solid(&cuboid([-12.0, -12.0, -2.0], [12.0, 12.0, 0.0]));
        let mut random = Random::new(3);
        let at_rest = |at, turn| Body {
            at,
            turn,
            speed: DVec3::ZERO,
            spin: DVec3::ZERO,
            ease: 0.0,
            ease_own: DMat3::ZERO,
            ease_turn: DMat3::ZERO,
        };
        let mut bodies = vec![at_rest(DVec3::ZERO, DQuat::IDENTITY)];
        for k in 0..count {
            let aside = random.in_cube(0.5);
            let at = DVec3::new(aside.x, aside.y, 1.5 + 2.0 * k as f64);
            let mut body = at_rest(at, turn(&mut random));
            (body.ease, body.ease_own) = (1.0 / mass.volume, inertia.inverse());
            bodies.push(body);
        }
        let shapes = [floor, solid(&moved(raw, |p| p - middle))];
        Self { shapes, bodies, known: HashMap::new(), deepest: 0.0, kept: [0; 2] }
    }

    fn points(&mut self) -> Vec<Point> {
        let (mut points, mut deepest) = (vec![], 0.0_f64);
        for j in 1..self.bodies.len() {
            for i in 0..j {
                let [a, b] = [i, j].map(|i| &self.bodies[i]);
                let [pose_a, pose_b] = [a, b].map(|body| Pose::new(body.at, body.turn).unwrap());
                let [x, y] = [i, j].map(|i| &self.shapes[usize::from(i > 0)]);
                for patch in &contacts(x, &pose_a, y, &pose_b, 0.0) {
                    let n = patch.manifold.normal;
                    let (u, w) = n.any_orthonormal_pair();
                    for p in patch.manifold.points() {
                        let middle = (p.point_a + p.point_b) * 0.5;
                        deepest = deepest.max(-p.separation);
                        let name = (i, j, p.feature.bits());
                        let old = self.known.get(&name);
                        self.kept[0] += usize::from(old.is_some());
                        self.kept[1] += 1;
                        points.push(Point {
                            name,
                            arms: [middle - a.at, middle - b.at],
                            separation: p.separation,
                            axes: [n, u, w],
                            impulse: old.copied().unwrap_or_default(),
                        });
                    }
                }
            }
        }
        self.deepest = deepest;
        points
    }

    fn push(&mut self, point: &Point, impulse: DVec3) {
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let body = &mut self.bodies[[point.name.0, point.name.1][side]];
            body.speed += impulse * (sign * body.ease);
            body.spin += body.ease_turn * point.arms[side].cross(impulse) * sign;
        }
    }

    fn step(&mut self) {
        for body in &mut self.bodies[1..] {
            body.speed.z -= 9.81 * STEP;
            let turn = DMat3::from_quat(body.turn);
            body.ease_turn = turn * body.ease_own * turn.transpose();
        }
        let mut points = self.points();
        for point in &points {
            let impulse = (0..3).map(|k| point.axes[k] * point.impulse[k]).sum();
            self.push(point, impulse);
        }
        for _ in 0..20 {
            for point in &mut points {
                // Friction first.
                for k in [1, 2, 0] {
                    self.solve(point, k);
                }
            }
        }
        self.known = points.iter().map(|point| (point.name, point.impulse)).collect();
        for body in &mut self.bodies[1..] {
            body.at += body.speed * STEP;
            body.turn = (DQuat::from_scaled_axis(body.spin * STEP) * body.turn).normalize();
            body.spin *= 0.999;
        }
    }

    fn solve(&mut self, point: &mut Point, k: usize) {
        let axis = point.axes[k];
        let (mut ease, mut speed) = (0.0, 0.0);
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let (body, arm) = (&self.bodies[[point.name.0, point.name.1][side]], point.arms[side]);
            let turn = arm.cross(axis);
            ease += body.ease + turn.dot(body.ease_turn * turn);
            speed += sign * (body.speed + body.spin.cross(arm)).dot(axis);
        }
        let out = (0.2 / STEP * (-point.separation - 0.005).max(0.0)).min(2.0);
        let (bias, most) = if k == 0 { (out, f64::MAX) } else { (0.0, 0.6 * point.impulse[0]) };
        let least = if k == 0 { 0.0 } else { -most };
        let new = (point.impulse[k] + (bias - speed) / ease).clamp(least, most);
        let impulse = axis * (new - point.impulse[k]);
        point.impulse[k] = new;
        self.push(point, impulse);
    }
}

#[test]
fn heaps_come_to_rest() {
    for (name, raw) in [("L", ell(0.5)), ("ring", ring(0.5, 1.0, 0.25, 12))] {
        let mut pile = Pile::new(&raw, 6);
        let (mut deepest, mut fastest) = (0.0_f64, 0.0_f64);
        for step in 0..1440 {
            pile.step();
            if step > 1320 {
                deepest = deepest.max(pile.deepest);
                let speed = |body: &Body| body.speed.length() + 0.5 * body.spin.length();
                fastest = fastest.max(pile.bodies.iter().map(speed).fold(0.0, f64::max));
            }
        }
        let [kept, all] = pile.kept;
        println!("{name}: {deepest} deep, {fastest} fast, {kept} of {all} names kept");
        assert!(pile.bodies[1..].iter().all(|body| body.at.z > 0.1), "{name}");
        assert!(deepest < 0.01 && fastest < 0.01, "{name}: {deepest} {fastest}");
        assert!(kept * 10 > all * 8, "{name}: {kept} of {all}");
    }
}
