//! Scenes by number, with bodies by number: those of a scene count from 0 in the order in which they came, and no number
//! is used twice.
//!
//! ```text
//!   room:  a pose for each body that is placed; or rays, then answers: a body, and RAY numbers
//!   indices: bodies that are placed, or that a filter leaves out; pairs of bodies that have contacts
//! ```

use std::cell::RefCell;

use clearance_geometry::space::Ray;
use clearance_scenes::Scene;
use clearance_scenes::{Body, Filter, Handle, Kind, Layers, Pair};
use clearance_worlds::Query;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::contacts::put_contacts;
use crate::pairs::{brief, put_clearance};
use crate::probes::{RAY, in_row, put_hit};
use crate::room::{Asked, Room, ask, number, wrong, wrong_row};
use crate::shapes::shape_of;
use crate::space::{DIM, POSE, V, pose, real, vector};

/// Two bodies and their clearance.
const NEAR: usize = 6 + 3 * DIM;

#[derive(Default)]
struct Bodies {
    scene: Scene<V>,
    /// By their numbers.
    handles: Vec<Option<Handle>>,
}

thread_local! {
    static SCENES: RefCell<Vec<Option<Bodies>>> = RefCell::default();
}

fn with_scene<R>(scene: u32, ask: impl FnOnce(&mut Bodies) -> Asked<R>) -> Asked<R> {
    SCENES.with_borrow_mut(|scenes| {
        let own = scenes.get_mut(scene as usize).and_then(Option::as_mut);
        ask(own.ok_or_else(|| wrong("scene", "this scene was freed"))?)
    })
}

impl Bodies {
    fn handle(&self, name: &str, body: u32) -> Asked<Handle> {
        let handle = self.handles.get(body as usize).copied().flatten();
        handle.ok_or_else(|| wrong(name, format!("there is no body {body}")))
    }
    fn number(&self, handle: Handle) -> u32 {
        self.scene[handle].data as u32
    }
    /// The numbers of a pair, the lower one first, and whether they are in the order of its handles.
    fn numbers(&self, pair: Pair) -> [u32; 2] {
        let [a, b] = [pair.a, pair.b].map(|handle| self.number(handle));
        [a.min(b), a.max(b)]
    }
    /// The bodies that an index of the room names.
    fn left_out(&self, room: &Room, count: usize) -> Asked<Vec<Handle>> {
        room.indices[..count].iter().map(|body| self.handle("without", *body)).collect()
    }
}

/// A scene without bodies.
#[wasm_bindgen(js_name = makeScene)]
pub fn make_scene() -> usize {
    SCENES.with_borrow_mut(|scenes| {
        let number = scenes.iter().position(Option::is_none).unwrap_or(scenes.len());
        if number == scenes.len() {
            scenes.push(None);
        }
        scenes[number] = Some(Bodies::default());
        number
    })
}

/// Forgets a scene.
#[wasm_bindgen(js_name = freeScene)]
pub fn free_scene(scene: u32) {
    SCENES.with_borrow_mut(|scenes| {
        if let Some(own) = scenes.get_mut(scene as usize) {
            *own = None;
        }
    });
}

/// Adds a body at the pose in the room. Its role is 0 fixed, 1 moving, 2 a sensor.
#[wasm_bindgen(js_name = addBody)]
pub fn add_body(scene: u32, shape: u32, role: u32, of: u32, with: u32, group: u32) -> f64 {
    number(|room| {
        let shape = shape_of("shape", shape)?;
        let at = pose(&room.given).map_err(|why| wrong("pose", why))?;
        with_scene(scene, |own| {
            let body = match role {
                0 => Body::fixed(shape),
                1 => Body::moving(shape),
                _ => Body::sensor(shape),
            };
            let number = own.handles.len() as u32;
            let body = body.at(at).layers(Layers::of(of).meeting(with)).group(group);
            own.handles.push(Some(own.scene.add(body.data(number.into()))));
            Ok(number)
        })
    })
}

/// Moves bodies, whose numbers are the indices, to poses in the room.
#[wasm_bindgen(js_name = placeBodies)]
pub fn place_bodies(scene: u32, count: usize) -> bool {
    ask(|room| {
        let at = |i: usize| pose(&room.given[POSE * i..]).map_err(|why| wrong_row("poses", i, why));
        let poses = (0..count).map(at).collect::<Asked<Vec<_>>>()?;
        with_scene(scene, |own| {
            let bodies = room.indices[..count].iter();
            let handles =
                bodies.map(|body| own.handle("bodies", *body)).collect::<Asked<Vec<_>>>()?;
            own.scene.place_all(&handles, &poses).map_err(|why| wrong("bodies", why))
        })
    })
}

/// Removes a body.
#[wasm_bindgen(js_name = removeBody)]
pub fn remove_body(scene: u32, body: u32) -> bool {
    ask(|_| {
        with_scene(scene, |own| {
            let handle = own.handle("body", body)?;
            own.scene.remove(handle).map_err(|why| wrong("body", why))?;
            own.handles[body as usize] = None;
            Ok(())
        })
    })
}

/// Leaves a pair out of all answers.
#[wasm_bindgen(js_name = ignorePair)]
pub fn ignore_pair(scene: u32, a: u32, b: u32) -> bool {
    ask(|_| {
        with_scene(scene, |own| {
            let (a, b) = (own.handle("a", a)?, own.handle("b", b)?);
            own.scene.set_ignored(a, b, true).map_err(|why| wrong("a", why))
        })
    })
}

/// The pairs within a distance, or without one the nearest, so many at most: two bodies and their clearance each.
#[wasm_bindgen(js_name = nearPairs)]
pub fn near_pairs(scene: u32, distance: f64, count: usize) -> bool {
    ask(|room| {
        with_scene(scene, |own| {
            let near = if distance == f64::INFINITY {
                own.scene.nearest(count)
            } else {
                own.scene.within(real(distance))
            };
            for near in near {
                let start = room.found.len();
                room.found.resize(start + NEAR, 0.0);
                let answer = &mut room.found[start..];
                let (mut pair, mut found) = (near.pair, near.clearance);
                if own.number(pair.a) > own.number(pair.b) {
                    pair = Pair { a: pair.b, b: pair.a };
                    (found.normal, found.point_a, found.point_b) =
                        (-found.normal, found.point_b, found.point_a);
                }
                let bodies = own.numbers(pair).map(f64::from);
                answer[..2].copy_from_slice(&bodies);
                put_clearance(&mut answer[2..], &brief(&found));
            }
            Ok(())
        })
    })
}

/// The pairs that intersect, at most so many.
#[wasm_bindgen(js_name = intersectingPairs)]
pub fn intersecting_pairs(scene: u32, most: usize) -> bool {
    ask(|room| {
        with_scene(scene, |own| {
            let (zero, mut pairs) = (real(0.0), Vec::new());
            own.scene.each_near(zero, |pair, _| {
                if pairs.len() >= most {
                    return None;
                }
                let [a, b] = [pair.a, pair.b].map(|handle| &own.scene[handle]);
                if clearance_worlds::intersects(&a.shape, &a.pose, &b.shape, &b.pose) {
                    pairs.push(own.numbers(pair));
                }
                Some(zero)
            });
            pairs.sort_unstable();
            room.found.extend(pairs.into_iter().flatten().map(f64::from));
            Ok(())
        })
    })
}

/// Where bodies touch, or come as near as `margin`: as [`contacts`](crate::contacts::contacts), whose rows are pairs of
/// bodies in the indices.
#[wasm_bindgen(js_name = sceneContacts)]
pub fn scene_contacts(scene: u32, margin: f64, slop: f64) -> bool {
    ask(|room| {
        with_scene(scene, |own| {
            let (limit, mut pairs) = (real(margin), Vec::new());
            own.scene.each_near(limit, |pair, _| {
                pairs.push(own.numbers(pair));
                Some(limit)
            });
            pairs.sort_unstable();
            room.indices.clear();
            for pair in pairs {
                let [Some(a), Some(b)] = pair.map(|body| own.handles[body as usize]) else {
                    continue;
                };
                let [a, b] = [&own.scene[a], &own.scene[b]];
                if a.kind == Kind::Sensor || b.kind == Kind::Sensor {
                    continue;
                }
                let mut query = Query::new(&a.shape, &a.pose, &b.shape, &b.pose).slop(real(slop));
                let row = (room.indices.len() / 2) as f64;
                put_contacts(&mut room.found, row, &query.contacts(limit));
                room.indices.extend(pair);
            }
            Ok(())
        })
    })
}

/// The bodies that so many rays meet first. Bodies of other layers than these are not seen, nor so many of the indices.
#[wasm_bindgen(js_name = sceneRays)]
pub fn scene_rays(
    scene: u32,
    rows: usize,
    tmax: f64,
    layers: u32,
    sensors: bool,
    without: usize,
    first: i32,
) -> bool {
    ask(|room| {
        with_scene(scene, |own| {
            let left_out = own.left_out(room, without)?;
            let filter = filter(layers, sensors, &left_out);
            let (given, answers) = room.given.split_at_mut(2 * DIM * rows);
            let rays = given.chunks_exact(2 * DIM);
            for (row, (ray, answer)) in rays.zip(answers.chunks_exact_mut(1 + RAY)).enumerate() {
                let ray = Ray::new(vector(ray), vector(&ray[DIM..]), real(tmax));
                let ray = ray.map_err(|why| in_row("rays", row, first, why))?;
                let hit = own.scene.cast_ray(&ray, &filter);
                answer[0] = hit.map_or(-1.0, |hit| own.number(hit.body).into());
                put_hit(&mut answer[1..], hit.map(|hit| hit.hit).as_ref());
            }
            Ok(())
        })
    })
}

/// The bodies that a shape at the pose in the room touches; or, without a shape, those that contain the point there.
#[wasm_bindgen(js_name = sceneTouching)]
pub fn scene_touching(scene: u32, shape: i32, layers: u32, sensors: bool, without: usize) -> bool {
    ask(|room| {
        with_scene(scene, |own| {
            let left_out = own.left_out(room, without)?;
            let filter = filter(layers, sensors, &left_out);
            let found = if let Ok(shape) = u32::try_from(shape) {
                let at = pose(&room.given).map_err(|why| wrong("pose", why))?;
                own.scene.touching(&shape_of("shape", shape)?, &at, &filter)
            } else {
                let point = vector(&room.given);
                own.scene.containing(point, &filter).map_err(|why| wrong("point", why))?
            };
            let mut bodies: Vec<_> = found.into_iter().map(|body| own.number(body)).collect();
            bodies.sort_unstable();
            room.found.extend(bodies.into_iter().map(f64::from));
            Ok(())
        })
    })
}

fn filter(layers: u32, sensors: bool, without: &[Handle]) -> Filter<'_> {
    let filter = Filter::of(layers).without(without);
    if sensors { filter.with_sensors() } else { filter }
}
