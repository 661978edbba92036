//! Bodies and time steps.

use std::collections::HashMap;

use clearance::glam::{Mat3, Quat, Vec2, Vec3};
use clearance::scenes::near_boxes;
use clearance::shape::Facet;
use clearance::{Aabb, Cache, ContactPoint, Manifold, Query, Shape, d2, d3};

use super::solver::{Contact, Moving, SUBSTEPS, Touch};

pub const STEP: f32 = 1.0 / 60.0;
pub const GRAVITY: f32 = -10.0;

/// The shape of a body, whose local origin is its centre of mass.
pub enum Body {
    Space(Shape<Vec3>),
    /// A triangle of a mesh.
    Facet(Facet<Vec3>),
    /// In the plane of x and z, in which it stays.
    Plane(Shape<Vec2>),
}

/// A point of the plane in space.
fn lifted(p: Vec2) -> Vec3 {
    Vec3::new(p.x, 0.0, p.y)
}

fn flat(moving: &Moving) -> d2::Pose {
    // The rotation is around -y, which is from x to z.
    let angle = -2.0 * moving.turn.y.atan2(moving.turn.w);
    d2::Pose::new(Vec2::new(moving.position.x, moving.position.z), angle).expect("finite")
}

/// A normal, and points.
type Found = (Vec3, Vec<ContactPoint<Vec3>>);

fn in_space(manifold: Manifold<Vec3>) -> Found {
    (manifold.normal, manifold.points().to_vec())
}

fn in_plane(manifold: Manifold<Vec2>) -> Found {
    let points = manifold.points().iter().map(|p| ContactPoint {
        point_a: lifted(p.point_a),
        point_b: lifted(p.point_b),
        separation: p.separation,
        feature: p.feature,
        persisted: p.persisted,
        previous: p.previous,
    });
    (lifted(manifold.normal), points.collect())
}

/// All bodies, and the cache of each pair.
pub struct World {
    pub bodies: Vec<Body>,
    pub moving: Vec<Moving>,
    pub friction: f32,
    /// Contacts are computed up to this distance.
    pub margin: f32,
    /// See `Query::slop`.
    pub slop: f32,
    caches: HashMap<[usize; 2], Cache>,
    contacts: Vec<Contact>,
    /// The number of contact points that did not exist in the step before, and of all.
    pub new_points: usize,
    pub points: usize,
}

pub fn pose(moving: &Moving) -> d3::Pose {
    d3::Pose::new(moving.position, moving.turn).expect("finite")
}

/// The inverse inertia of a box with these half extents.
pub fn of_box(mass: f32, half: Vec3) -> Mat3 {
    let square = half * half;
    let across = Vec3::new(square.y + square.z, square.z + square.x, square.x + square.y);
    Mat3::from_diagonal((across * (mass / 3.0)).recip())
}

impl World {
    pub fn new(margin: f32, friction: f32) -> Self {
        Self {
            bodies: Vec::new(),
            moving: Vec::new(),
            friction,
            margin,
            slop: 0.0,
            caches: HashMap::new(),
            contacts: Vec::new(),
            new_points: 0,
            points: 0,
        }
    }

    /// Adds a body with a mass.
    pub fn add(&mut self, body: Body, at: (Vec3, Quat), mass: f32, inverse_inertia: Mat3) {
        self.bodies.push(body);
        let inverse_mass = if mass > 0.0 { 1.0 / mass } else { 0.0 };
        self.moving.push(Moving::new(at, inverse_mass, inverse_inertia));
    }
    /// Adds a body that does not move.
    pub fn add_fixed(&mut self, body: Body, at: Vec3) {
        self.add(body, (at, Quat::IDENTITY), 0.0, Mat3::ZERO);
    }

    fn aabb(&self, i: usize) -> Aabb<Vec3> {
        match &self.bodies[i] {
            Body::Space(shape) => shape.aabb(&pose(&self.moving[i])),
            Body::Facet(facet) => facet.aabb(&pose(&self.moving[i])),
            Body::Plane(shape) => {
                let Aabb { min, max } = shape.aabb(&flat(&self.moving[i]));
                Aabb { min: lifted(min), max: lifted(max) }
            }
        }
    }

    fn near(&self) -> Vec<[usize; 2]> {
        let boxes: Vec<_> = (0..self.bodies.len()).map(|i| self.aabb(i)).collect();
        let (is_fixed, mut pairs) = (|i: usize| self.moving[i].inverse_mass == 0.0, Vec::new());
        near_boxes(&boxes, self.margin.into(), |pair, _| {
            if !pair.into_iter().all(is_fixed) {
                pairs.push(pair);
            }
            Some(self.margin.into())
        });
        pairs.sort();
        pairs
    }

    fn find(&mut self, [i, j]: [usize; 2]) -> Option<Found> {
        let (a, b) = (&self.moving[i], &self.moving[j]);
        let cache = self.caches.entry([i, j]).or_default();
        match (&self.bodies[i], &self.bodies[j]) {
            (Body::Space(s), Body::Space(t)) => Query::new(s, &pose(a), t, &pose(b))
                .cache(cache)
                .slop(self.slop)
                .manifold(self.margin)
                .map(in_space),
            (Body::Facet(s), Body::Space(t)) => Query::new(s, &pose(a), t, &pose(b))
                .cache(cache)
                .slop(self.slop)
                .manifold(self.margin)
                .map(in_space),
            (Body::Plane(s), Body::Plane(t)) => Query::new(s, &flat(a), t, &flat(b))
                .cache(cache)
                .slop(self.slop)
                .manifold(self.margin)
                .map(in_plane),
            _ => panic!("a world is flat or not"),
        }
    }

    fn collide(&mut self) {
        let mut last: HashMap<[usize; 2], Vec<Touch>> =
            self.contacts.drain(..).map(|c| (c.bodies, c.touches)).collect();
        let pairs = self.near();
        self.caches.retain(|pair, _| pairs.contains(pair));
        (self.new_points, self.points) = (0, 0);
        for pair in pairs {
            let Some((normal, points)) = self.find(pair) else { continue };
            let known = last.remove(&pair).unwrap_or_default();
            let both = pair.map(|i| &self.moving[i]);
            self.points += points.len();
            self.new_points += points.iter().filter(|p| !p.persisted).count();
            self.contacts.push(Contact::new(pair, both, (normal, &points), &known, self.friction));
        }
    }

    /// One step of 1/60 s.
    pub fn step(&mut self) {
        self.collide();
        self.moving.iter_mut().for_each(Moving::begin);
        let time = STEP / SUBSTEPS as f32;
        for _ in 0..SUBSTEPS {
            for body in self.moving.iter_mut().filter(|m| m.inverse_mass > 0.0) {
                body.velocity.z += GRAVITY * time;
            }
            for contact in &self.contacts {
                contact.warm_start(&mut self.moving);
            }
            for contact in &mut self.contacts {
                contact.solve(&mut self.moving, time, true);
            }
            for body in &mut self.moving {
                body.advance(time);
            }
            for contact in &mut self.contacts {
                contact.solve(&mut self.moving, time, false);
            }
        }
    }
}
