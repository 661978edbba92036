//! A heap: thirty bodies fall into an open box, collide and come to rest. The scene is the library's; `impulses` moves the
//! bodies. A seed makes the same heap everywhere, to the last bit.
//!
//! ```text
//!   a seed --> shapes, poses --> Scene::step --> contacts, events, counts
//!                    ^                              |
//!                    +-------- impulses <-----------+
//! ```

use std::f64::consts::TAU;
use std::sync::atomic::{AtomicU32, Ordering};

use clearance::glam::DVec2;
use clearance::scenes::{Body, Event, Handle, StepOptions, near_boxes};
use clearance::shape::{Ball, Capsule, Cuboid, Hull, Rounded};
use clearance::{Collider, Pose, Scene};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::impulses::{Contact, Moving, advance};

/// Bodies that fall: `COLUMNS` side by side in each row.
const FALLING: usize = 30;
const COLUMNS: usize = 6;
/// The distances of their places at the start.
const APART: DVec2 = DVec2::new(1.29, 1.27);
/// The height of the lowest row.
const LOWEST: f64 = 1.3;

/// The inner half width of the box, the height of its sides, and their half thickness.
const HALF_WIDTH: f64 = 4.0;
const HEIGHT: f64 = 6.5;
const HALF_THICKNESS: f64 = 0.25;

const GRAVITY: DVec2 = DVec2::new(0.0, -10.0);
/// A step, in seconds.
const STEP: f64 = 1.0 / 60.0;
const SUBSTEPS: u32 = 8;
/// Points that are apart by no more than this are contacts.
const MARGIN: f64 = 0.05;

/// A shape as a query line writes it, as the library has it, and its moments for a density of 1.
struct Made {
    text: String,
    shape: Collider<DVec2>,
    mass: f64,
    inertia: f64,
}

/// The numbers of a seed (Vigna, "SplitMix64").
struct Numbers(u64);

impl Numbers {
    /// From `least` to `most`, in thousandths.
    fn between(&mut self, least: f64, most: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^= bits >> 31;
        let part = (bits >> 11) as f64 / (1_u64 << 53) as f64;
        rounded(least + (most - least) * part)
    }
}

fn rounded(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

/// A shape of the heap, about 1 wide: at the start all have room beside each other.
fn made(kind: usize, numbers: &mut Numbers) -> Made {
    match kind {
        0 => {
            let half = DVec2::new(numbers.between(0.25, 0.5), numbers.between(0.2, 0.33));
            cuboid(half)
        }
        1 => {
            let radius = numbers.between(0.28, 0.5);
            let text = format!(r#"{{"kind":"circle","radius":{radius}}}"#);
            let mass = 0.5 * TAU * radius * radius;
            let shape = Ball::new(radius).expect("a radius").into();
            Made { text, shape, mass, inertia: 0.5 * mass * radius * radius }
        }
        2 => {
            let (half, radius) = (numbers.between(0.15, 0.35), numbers.between(0.15, 0.25));
            let text = format!(
                r#"{{"kind":"capsule","radius":{radius},"p1":[-{half},0],"p2":[{half},0]}}"#
            );
            let ends = [DVec2::new(-half, 0.0), DVec2::new(half, 0.0)];
            let shape = Capsule::new(ends[0], ends[1], radius).expect("a capsule").into();
            let corners = [DVec2::new(half, radius), DVec2::new(half + radius, 0.0)];
            let signs = [DVec2::new(-1.0, 1.0), DVec2::NEG_ONE, DVec2::new(1.0, -1.0)];
            let ring = [
                corners[0],
                corners[0] * signs[0],
                corners[1] * signs[0],
                corners[0] * signs[1],
                corners[0] * signs[2],
                corners[1],
            ];
            let (mass, inertia, _) = moments(&ring);
            Made { text, shape, mass, inertia }
        }
        3 => polygon(numbers.between(3.0, 7.0) as usize, numbers.between(0.4, 0.54), 0.0, numbers),
        _ => polygon(numbers.between(3.0, 6.0) as usize, numbers.between(0.3, 0.45), 0.1, numbers),
    }
}

fn cuboid(half: DVec2) -> Made {
    let text = format!(r#"{{"kind":"box","half_extents":[{},{}]}}"#, half.x, half.y);
    let mass = 4.0 * half.x * half.y;
    let inertia = mass * half.length_squared() / 3.0;
    Made { text, shape: Cuboid::new(half).expect("a box").into(), mass, inertia }
}

/// A hull of corners on a circle around its centre of mass, rounded by `margin`.
fn polygon(corners: usize, radius: f64, margin: f64, numbers: &mut Numbers) -> Made {
    let on_circle = |k: usize| {
        let angle = TAU * (k as f64 + numbers.between(-0.2, 0.2)) / corners as f64;
        let (sin, cos) = libm::sincos(angle);
        DVec2::new(cos, sin) * radius
    };
    let ring: Vec<DVec2> = (0..corners).map(on_circle).collect();
    let (_, _, centre) = moments(&ring);
    let around = |p: &DVec2| DVec2::new(rounded(p.x - centre.x), rounded(p.y - centre.y));
    let ring: Vec<DVec2> = ring.iter().map(around).collect();
    // Near to the moments of the rounded polygon.
    let grown: Vec<DVec2> = ring.iter().map(|p| *p * (1.0 + margin / p.length())).collect();
    let (mass, inertia, _) = moments(&grown);
    let vertices: Vec<String> = ring.iter().map(|p| format!("[{},{}]", p.x, p.y)).collect();
    let vertices = vertices.join(",");
    let hull = Hull::new(ring).expect("some corners");
    if margin == 0.0 {
        let text = format!(r#"{{"kind":"hull","vertices":[{vertices}]}}"#);
        return Made { text, shape: hull.into(), mass, inertia };
    }
    let text = format!(r#"{{"kind":"hull","vertices":[{vertices}],"margin":{margin}}}"#);
    let shape = Rounded::new(hull, margin).expect("a margin").into();
    Made { text, shape, mass, inertia }
}

/// The area of a ring, its moment of inertia around the origin for a density of 1, and its centre of mass.
fn moments(ring: &[DVec2]) -> (f64, f64, DVec2) {
    let (mut area, mut inertia, mut centre) = (0.0, 0.0, DVec2::ZERO);
    for (i, p) in ring.iter().enumerate() {
        let q = ring[(i + 1) % ring.len()];
        let twice = p.perp_dot(q);
        area += twice / 2.0;
        inertia += twice * (p.dot(*p) + p.dot(q) + q.dot(q)) / 12.0;
        centre += (*p + q) * (twice / 6.0);
    }
    (area, inertia, centre / area)
}

/// What the last step found, in numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Pairs whose boxes come as near as the margin.
    met: u32,
    /// Those that were searched: the others have hardly moved since their last search.
    searched: u32,
    /// Pairs that touch, those of them that began to, and those that no longer do.
    touching: u32,
    began: u32,
    ended: u32,
}

/// Bodies in a box. The first three are its floor and its sides, which nothing moves.
#[wasm_bindgen]
pub struct Heap {
    scene: Scene<DVec2>,
    handles: Vec<Handle>,
    moving: Vec<Moving>,
    /// As query lines write them.
    shapes: Vec<String>,
    contacts: Vec<Contact>,
    /// Eight numbers for each contact point: see [`Heap::points`].
    points: Vec<f64>,
    counts: Counts,
}

#[wasm_bindgen]
impl Heap {
    /// The bodies of a seed in the air, and their contacts, which are none.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u32) -> Self {
        let mut heap = Self {
            scene: Scene::new(),
            handles: Vec::new(),
            moving: Vec::new(),
            shapes: Vec::new(),
            contacts: Vec::new(),
            points: Vec::new(),
            counts: Counts::default(),
        };
        heap.add_box();
        let mut numbers = Numbers(u64::from(seed));
        for at in 0..FALLING {
            heap.drop_one(at, &mut numbers);
        }
        heap.find();
        heap
    }

    fn add_box(&mut self) {
        let side = DVec2::new(HALF_THICKNESS, HALF_THICKNESS + 0.5 * HEIGHT);
        // Below the sides, too: a corner that ends where another body begins would be a crack.
        let floor = DVec2::new(HALF_WIDTH + 2.0 * HALF_THICKNESS, HALF_THICKNESS);
        let at = DVec2::new(HALF_WIDTH + HALF_THICKNESS, 0.5 * HEIGHT - HALF_THICKNESS);
        for (half, position) in
            [(floor, DVec2::new(0.0, -HALF_THICKNESS)), (side, DVec2::new(-at.x, at.y)), (side, at)]
        {
            let still = Moving { position, ..Moving::default() };
            self.add(cuboid(half), still, Body::fixed);
        }
    }

    fn drop_one(&mut self, at: usize, numbers: &mut Numbers) {
        // Each row has one of each kind, in an order of its own.
        let (row, column) = (at / COLUMNS, at % COLUMNS);
        let made = made((column + 3 * row) % 5, numbers);
        let place = DVec2::new(column as f64 - 0.5 * (COLUMNS - 1) as f64, row as f64) * APART;
        let aside = DVec2::new(numbers.between(-0.04, 0.04), LOWEST + numbers.between(-0.03, 0.03));
        let moving = Moving {
            position: place + aside,
            angle: numbers.between(-3.0, 3.0),
            velocity: DVec2::new(numbers.between(-2.0, 2.0), 0.0),
            spin: numbers.between(-2.0, 2.0),
            inverse_mass: 1.0 / made.mass,
            inverse_inertia: 1.0 / made.inertia,
            ..Moving::default()
        };
        self.add(made, moving, Body::moving);
    }

    fn add(&mut self, made: Made, moving: Moving, body: fn(Collider<DVec2>) -> Body<DVec2>) {
        self.handles.push(self.scene.add(body(made.shape).at(pose(&moving))));
        self.moving.push(moving);
        self.shapes.push(made.text);
    }

    /// A sixtieth of a second.
    pub fn step(&mut self) {
        advance(&mut self.moving, &mut self.contacts, GRAVITY, STEP, SUBSTEPS);
        for (handle, moving) in self.handles.iter().zip(&self.moving) {
            if moving.inverse_mass > 0.0 {
                self.scene.place(*handle, pose(moving)).expect("no body has gone");
            }
        }
        self.find();
    }

    /// The contacts of the bodies where they are.
    fn find(&mut self) {
        let met = self.boxes_that_meet();
        let searched = AtomicU32::new(0);
        let count = || {
            searched.fetch_add(1, Ordering::Relaxed);
            true
        };
        let step =
            self.scene.step_with(&StepOptions { watch: Some(&count), ..StepOptions::new(MARGIN) });
        let mut counts = Counts { met, ..Counts::default() };
        let mut began = Vec::new();
        for event in step.events() {
            match event {
                Event::Began(pair) => began.push(pair),
                Event::Ended(_) => counts.ended += 1,
                Event::Stayed(_) => {}
            }
        }
        let before = std::mem::take(&mut self.contacts);
        self.points.clear();
        for touching in step.contacts() {
            // The handles are those of a scene from which no body has gone.
            let bodies = [touching.pair.a.index(), touching.pair.b.index()];
            let known = before.iter().find(|contact| contact.bodies == bodies);
            let manifold = touching.deepest();
            let is_new = f64::from(u8::from(began.contains(&touching.pair)));
            for point in manifold.points() {
                let middle = (point.point_a + point.point_b) * 0.5;
                let [a, b] = [bodies[0] as f64, bodies[1] as f64];
                let normal = manifold.normal;
                self.points.extend([a, b, is_new, middle.x, middle.y, normal.x, normal.y]);
                self.points.push(point.separation);
            }
            self.contacts.push(Contact::new(bodies, &manifold, &self.moving, known));
        }
        counts.searched = searched.into_inner();
        counts.began = began.len() as u32;
        counts.touching = self.contacts.len() as u32;
        self.counts = counts;
    }

    fn boxes_that_meet(&self) -> u32 {
        let boxes: Vec<_> = self.handles.iter().filter_map(|h| self.scene.aabb(*h)).collect();
        let mut met = 0;
        near_boxes(&boxes, MARGIN, |pair, _| {
            met += u32::from(pair.into_iter().any(|body| self.moving[body].inverse_mass > 0.0));
            Some(MARGIN)
        });
        met
    }

    /// The shapes of all bodies as query lines write them: a list in JSON.
    pub fn shapes(&self) -> String {
        format!("[{}]", self.shapes.join(","))
    }

    /// Three numbers for each body: its translation and its angle.
    pub fn poses(&self) -> Vec<f64> {
        let pose = |m: &Moving| [m.position.x, m.position.y, m.angle];
        self.moving.iter().flat_map(pose).collect()
    }

    /// Eight numbers for each contact point: the two bodies, 1 if they began to touch in this step or else 0, the point, the
    /// normal from the first to the second, and the separation.
    pub fn points(&self) -> Vec<f64> {
        self.points.clone()
    }

    /// How many pairs of boxes meet, how many of them were searched, how many pairs touch, how many began to, and how
    /// many no longer do.
    pub fn counts(&self) -> Vec<u32> {
        let Counts { met, searched, touching, began, ended } = self.counts;
        vec![met, searched, touching, began, ended]
    }

    /// The largest speed of a body: of its centre, or the spin times a radius of 0.5.
    pub fn speed(&self) -> f64 {
        let speed = |m: &Moving| [m.velocity.length(), 0.5 * m.spin.abs()];
        let larger = |most: f64, speed: f64| if speed > most { speed } else { most };
        self.moving.iter().flat_map(speed).fold(0.0, larger)
    }
}

fn pose(moving: &Moving) -> Pose<DVec2> {
    Pose::new(moving.position, moving.angle).expect("impulses are finite")
}
