//! Scenes: bodies that come, move and go, and questions about all of them. One thread changes a scene; several may ask at
//! once while none does.

use clearance_geometry::number::Scalar as _;
use clearance_scenes::{
    Body, Event as Happened, Filter as Seen, Ground, Handle, Layers, Pair, SceneError, StepOptions,
    Walk as Way,
};
use clearance_worlds::Contact;

use crate::answers::{Asked, wrong};
use crate::casts::{Impact, Sweep, swept};
use crate::contacts::{PatchPoint, patch_points, write_all};
use crate::given::{check, collected, list, one, one_mut, posed, put, vector};
use crate::pairs::{ClearanceAnswer, length};
use crate::probes::{Ray, RayHit, line};
use crate::shapes::Shape;
use crate::space::{Array, Placed, Real, Space, exported, freed};

/// Bodies that come, move and go. One thread changes it; several may ask at once while none does. If a change returns
/// `CL_CODE_BUG`, free it.
pub struct Scene<S: Space>(clearance_scenes::Scene<S>);

/// What a body takes part in.
#[repr(i32)]
#[expect(dead_code, reason = "C gives their numbers")]
pub enum BodyKind {
    /// Has contacts with fixed and moving bodies.
    Moving = 0,
    /// Has contacts with moving bodies.
    Fixed = 1,
    /// Tells which bodies intersect it, without contacts.
    Sensor = 2,
}

/// How a body is in a scene. Two bodies meet if each is of a layer that the other one meets, and their groups differ or
/// are 0.
#[repr(C)]
pub struct BodyOptions {
    /// A `cl_body_kind`.
    pub kind: i32,
    /// A bit for each layer that it is of.
    pub layers: u32,
    /// A bit for each layer that it meets.
    pub meets: u32,
    /// Bodies of one group do not meet; 0 is no group.
    pub group: u32,
}

/// Which bodies a question sees.
#[repr(C)]
pub struct Filter {
    /// A bit for each layer.
    pub layers: u32,
    /// Sensors, too?
    pub with_sensors: bool,
    /// Bodies that it does not see; may be null if there are none.
    pub without: *const u64,
    /// How many these are.
    pub without_count: usize,
}

/// What has happened to two bodies in the last step.
#[repr(i32)]
#[derive(Clone, Copy)]
pub enum EventKind {
    /// They touch, and did not before.
    Began = 0,
    /// They still touch.
    Stayed = 1,
    /// They do no longer, or one was removed.
    Ended = 2,
}

/// Two bodies that touch, or did.
#[repr(C)]
pub struct Event {
    /// A `cl_event_kind`.
    pub kind: EventKind,
    /// The body with the lower number.
    pub body_a: u64,
    /// The other one.
    pub body_b: u64,
}

/// A point where two bodies of a scene touch.
#[repr(C)]
pub struct BodyContact<S: Space> {
    /// The body A of the point.
    pub body_a: u64,
    /// The body B of the point.
    pub body_b: u64,
    /// Where.
    pub point: PatchPoint<S>,
}

/// Two bodies of a scene and their clearance.
#[repr(C)]
pub struct NearBodies<S: Space> {
    /// The body A of the clearance.
    pub body_a: u64,
    /// The body B of the clearance.
    pub body_b: u64,
    /// How far apart or how deep.
    pub clearance: ClearanceAnswer<S>,
}

/// The body that a ray meets first.
#[repr(C)]
pub struct BodyRayHit<S: Space> {
    /// Which; meaningless if it meets none.
    pub body: u64,
    /// When and where.
    pub hit: RayHit<S>,
}

/// The body that a moving shape meets first.
#[repr(C)]
pub struct BodyImpact<S: Space> {
    /// Does it meet one? Otherwise the rest is meaningless.
    pub hit: bool,
    /// Which.
    pub body: u64,
    /// When and where: the body is A, the moving shape B.
    pub impact: Impact<S>,
}

/// How a character moves. `cl_walk_new` has good values.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Walk<S: Space> {
    /// Opposite to gravity, of length 1.
    pub up: Array<S>,
    /// The gap that is kept to everything: about a hundredth of the character.
    pub skin: Real<S>,
    /// The cosine of the steepest slope that is walked on.
    pub slope: Real<S>,
    /// The highest step that is walked over.
    pub step: Real<S>,
    /// How far below the feet there may be ground that a walking character follows.
    pub snap: Real<S>,
}

/// Where a character is after a move, and what it stands on.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Moved<S: Space> {
    /// Its pose.
    pub pose: Placed<S>,
    /// Does it stand on something? Otherwise what is told of the ground is meaningless.
    pub on_ground: bool,
    /// The body it stands on.
    pub ground_body: u64,
    /// The normal there, out of the ground.
    pub ground_normal: Array<S>,
    /// Where, in the world.
    pub ground_point: Array<S>,
    /// The pose of that body: the character goes with it at its next move.
    pub ground_pose: Placed<S>,
    /// Was it stopped by something above it?
    pub hit_ceiling: bool,
}

/// Something that a character touched on its way.
#[repr(C)]
pub struct Bump<S: Space> {
    /// The body.
    pub body: u64,
    /// Its normal there, towards the character.
    pub normal: Array<S>,
    /// Where on the body, in the world.
    pub point: Array<S>,
}

/// What a scene refuses is a body.
fn body_wrong(name: &str) -> impl Fn(SceneError) -> crate::answers::Wrong {
    move |why| wrong(name, why)
}

impl BodyOptions {
    /// These of a body, or those of one about which nothing is said.
    unsafe fn applied<S: Space>(options: *const Self, shape: &Shape<S>) -> Asked<Body<S>> {
        let shape = shape.collider.clone();
        if options.is_null() {
            return Ok(Body::moving(shape));
        }
        // SAFETY: the caller's.
        let Self { kind, layers, meets, group } = unsafe { one("options", options)? };
        let body = match kind {
            0 => Body::moving(shape),
            1 => Body::fixed(shape),
            2 => Body::sensor(shape),
            other => return Err(wrong("options", format!("there is no kind {other} of bodies"))),
        };
        Ok(body.layers(Layers::of(*layers).meeting(*meets)).group(*group))
    }
}

/// What is seen; null is all fixed and moving bodies.
unsafe fn seen(filter: *const Filter) -> Asked<(u32, bool, Vec<Handle>)> {
    if filter.is_null() {
        return Ok((u32::MAX, false, Vec::new()));
    }
    // SAFETY: the caller's.
    unsafe {
        let Filter { layers, with_sensors, without, without_count } = one("filter", filter)?;
        let without = list("filter.without", *without, *without_count)?;
        let handles =
            collected("filter.without", without.len(), |i| Ok(Handle::from_bits(without[i])))?;
        Ok((*layers, *with_sensors, handles))
    }
}

fn filtered((layers, with_sensors, without): &(u32, bool, Vec<Handle>)) -> Seen<'_> {
    let filter = Seen::of(*layers).without(without);
    if *with_sensors { filter.with_sensors() } else { filter }
}

exported! { all;
    /// A scene without bodies.
    fn scene_new(scene: *mut *mut Scene<S>) {
        check("scene", scene)?;
        put("scene", scene, Box::into_raw(Box::new(Scene(clearance_scenes::Scene::new()))))
    }
    /// Adds a body, whose number is never that of another one of this scene. Without `options`, which may be null, it is a
    /// moving body of layer 1 that meets all layers.
    fn scene_add(scene: *mut Scene<S>, shape: *const Shape<S>, pose: *const Placed<S>, options: *const BodyOptions,
                 body: *mut u64) {
        let scene = one_mut("scene", scene)?;
        check("body", body)?;
        let new = BodyOptions::applied(options, one("shape", shape)?)?.at(posed::<S>("pose", pose)?);
        put("body", body, scene.0.add(new).to_bits())
    }
    /// Moves a body.
    fn scene_place(scene: *mut Scene<S>, body: u64, pose: *const Placed<S>) {
        let (scene, at) = (one_mut("scene", scene)?, posed::<S>("pose", pose)?);
        scene.0.place(Handle::from_bits(body), at).map_err(body_wrong("body"))
    }
    /// Moves many bodies, which is quicker than each alone. If one is refused none moves.
    fn scene_place_all(scene: *mut Scene<S>, bodies: *const u64, poses: *const Placed<S>, count: usize) {
        let scene = one_mut("scene", scene)?;
        let bodies = list("bodies", bodies, count)?;
        let handles = collected("bodies", count, |i| Ok(Handle::from_bits(bodies[i])))?;
        let poses = crate::given::poses::<S>("poses", poses, count)?;
        scene.0.place_all(&handles, &poses).map_err(body_wrong("bodies"))
    }
    /// Gives a body another shape.
    fn scene_set_shape(scene: *mut Scene<S>, body: u64, shape: *const Shape<S>) {
        let (scene, shape) = (one_mut("scene", scene)?, one("shape", shape)?);
        scene.0.set_shape(Handle::from_bits(body), shape.collider.clone()).map_err(body_wrong("body"))
    }
    /// Removes a body.
    fn scene_remove(scene: *mut Scene<S>, body: u64) {
        one_mut("scene", scene)?.0.remove(Handle::from_bits(body)).map(drop).map_err(body_wrong("body"))
    }
    /// Leaves two bodies out of all answers about pairs, or takes them in again.
    fn scene_ignore(scene: *mut Scene<S>, body_a: u64, body_b: u64, ignored: bool) {
        let [a, b] = [body_a, body_b].map(Handle::from_bits);
        one_mut("scene", scene)?.0.set_ignored(a, b, ignored).map_err(body_wrong("body_a, body_b"))
    }
    /// Where a body is.
    fn scene_pose(scene: *const Scene<S>, body: u64, pose: *mut Placed<S>) {
        let scene = one("scene", scene)?;
        let body = scene.0.get(Handle::from_bits(body)).ok_or_else(|| wrong("body", "the scene has no such body"))?;
        put("pose", pose, S::placed(&body.pose))
    }
    /// Finds the contacts of all bodies, up to the margin, and what began and ended since the last step. Bodies that did not
    /// move are not asked again. `slop` is how deep bodies at rest may overlap before contacts count as deep.
    fn scene_step(scene: *mut Scene<S>, margin: Real<S>, slop: Real<S>) {
        let scene = one_mut("scene", scene)?;
        let (margin, slop) = (length("margin", margin)?, length("slop", slop)?);
        scene.0.step_with(&StepOptions { slop, ..StepOptions::new(margin) });
        Ok(())
    }
    /// The contacts of the last step, in the order of bodies. `count` is how many points there are; at most `capacity` of
    /// them are written.
    fn scene_contacts(scene: *const Scene<S>, points: *mut BodyContact<S>, capacity: usize, count: *mut usize) {
        let step = one("scene", scene)?.0.last_step();
        let all = step.contacts().flat_map(|touching| {
            let Pair { a, b } = touching.pair;
            let patches: Vec<Contact<S>> = touching.contacts().collect();
            let points: Vec<_> = patch_points(&patches).collect();
            points.into_iter().map(move |point| BodyContact { body_a: a.to_bits(), body_b: b.to_bits(), point })
        });
        write_all("points", all, points, capacity, count)
    }
    /// What the last step changed, in the order of bodies. `count` is how many events there are; at most `capacity` of them
    /// are written.
    fn scene_events(scene: *const Scene<S>, events: *mut Event, capacity: usize, count: *mut usize) {
        let all = one("scene", scene)?.0.last_step().events().map(|event| {
            let (kind, Pair { a, b }) = match event {
                Happened::Began(pair) => (EventKind::Began, pair),
                Happened::Stayed(pair) => (EventKind::Stayed, pair),
                Happened::Ended(pair) => (EventKind::Ended, pair),
            };
            Event { kind, body_a: a.to_bits(), body_b: b.to_bits() }
        });
        write_all("events", all, events, capacity, count)
    }
    /// The pairs with the least clearance, that first: at most `capacity`. `count` is how many there are among them.
    fn scene_nearest(scene: *const Scene<S>, pairs: *mut NearBodies<S>, capacity: usize, count: *mut usize) {
        let found = one("scene", scene)?.0.nearest(capacity);
        write_all("pairs", found.iter().map(near), pairs, capacity, count)
    }
    /// The pairs whose clearance is at most the distance, the least first. `count` is how many there are; at most `capacity`
    /// of them are written.
    fn scene_within(scene: *const Scene<S>, distance: Real<S>, pairs: *mut NearBodies<S>, capacity: usize,
                    count: *mut usize) {
        let found = one("scene", scene)?.0.within(length("distance", distance)?);
        write_all("pairs", found.iter().map(near), pairs, capacity, count)
    }
    /// The body that a ray meets first. Without `filter`, which may be null, it sees all fixed and moving bodies.
    fn scene_cast_ray(scene: *const Scene<S>, ray: *const Ray<S>, filter: *const Filter, hit: *mut BodyRayHit<S>) {
        let (scene, seen) = (one("scene", scene)?, seen(filter)?);
        let ray = line(one("ray", ray)?).map_err(|why| wrong("ray", why))?;
        let found = scene.0.cast_ray(&ray, &filtered(&seen));
        put("hit", hit, BodyRayHit {
            body: found.map_or(u64::MAX, |found| found.body.to_bits()),
            hit: RayHit::of(found.map(|found| found.hit).as_ref()),
        })
    }
    /// The body that a moving shape meets first, from time 0 to `tmax`; the bodies stay where they are. `filter` may be null.
    fn scene_cast_shape(scene: *const Scene<S>, shape: *const Shape<S>, sweep: *const Sweep<S>, tmax: Real<S>,
                        filter: *const Filter, impact: *mut BodyImpact<S>) {
        let (scene, shape, seen) = (one("scene", scene)?, one("shape", shape)?, seen(filter)?);
        let sweep = swept("sweep", sweep)?;
        let found = scene.0.cast_shape(&shape.collider, &sweep, tmax, &filtered(&seen));
        let found = found.map_err(|why| wrong("tmax", why))?;
        let none = clearance_geometry::answer::Impact::miss(tmax.to_f64(), Default::default(), 0);
        put("impact", impact, BodyImpact {
            hit: found.is_some(),
            body: found.map_or(u64::MAX, |found| found.body.to_bits()),
            impact: (&found.map_or(none, |found| found.impact)).into(),
        })
    }
    /// The bodies that a shape touches or overlaps, in order. `count` is how many there are; at most `capacity` of them are
    /// written. `filter` may be null.
    fn scene_touching(scene: *const Scene<S>, shape: *const Shape<S>, pose: *const Placed<S>, filter: *const Filter,
                      bodies: *mut u64, capacity: usize, count: *mut usize) {
        let (scene, shape, seen) = (one("scene", scene)?, one("shape", shape)?, seen(filter)?);
        let found = scene.0.touching(&shape.collider, &posed::<S>("pose", pose)?, &filtered(&seen));
        write_all("bodies", found.into_iter().map(Handle::to_bits), bodies, capacity, count)
    }
    /// The bodies that contain a point, as `scene_touching`.
    fn scene_containing(scene: *const Scene<S>, point: *const Array<S>, filter: *const Filter, bodies: *mut u64,
                        capacity: usize, count: *mut usize) {
        let (scene, seen) = (one("scene", scene)?, seen(filter)?);
        let found = scene.0.containing(vector("point", point)?, &filtered(&seen));
        let found = found.map_err(|why| wrong("point", why))?;
        write_all("bodies", found.into_iter().map(Handle::to_bits), bodies, capacity, count)
    }
    /// How a character of a height walks: a skin of a hundredth of it, steps and ground below up to a quarter, slopes up to
    /// 50 degrees.
    fn walk_new(up: *const Array<S>, height: Real<S>, walk: *mut Walk<S>) {
        let up: S = vector("up", up)?;
        let square = up.dot(up).to_f64();
        if !(0.999..1.001).contains(&square) {
            return Err(wrong("up", "its length is not 1"));
        }
        if !(height.to_f64() > 0.0 && height.to_f64().is_finite()) {
            return Err(wrong("height", format!("it must be positive, but is {height}")));
        }
        let Way { skin, slope, step, snap, .. } = Way::new(up, height);
        put("walk", walk, Walk { up: up.array(), skin, slope, step, snap })
    }
    /// Moves a character as far as it gets: along floors and walls, over steps, and with the ground that it stood on. Nothing
    /// in the scene changes. `before` is what its last move gave; it may be null. `filter` should leave out the body of the
    /// character. `bump_count` is how many bodies it touched; at most `bump_capacity` of them are written.
    fn scene_move_and_slide(scene: *const Scene<S>, shape: *const Shape<S>, pose: *const Placed<S>,
                            motion: *const Array<S>, before: *const Moved<S>, walk: *const Walk<S>,
                            filter: *const Filter, moved: *mut Moved<S>, bumps: *mut Bump<S>, bump_capacity: usize,
                            bump_count: *mut usize) {
        let (scene, shape, at) = (one("scene", scene)?, one("shape", shape)?, posed::<S>("pose", pose)?);
        let (motion, walk, seen) = (vector::<S>("motion", motion)?, one("walk", walk)?, seen(filter)?);
        check("moved", moved)?;
        check("bump_count", bump_count)?;
        let ground = if before.is_null() { None } else { ground(one("before", before)?)? };
        let Walk { up, skin, slope, step, snap } = *walk;
        let filter = filtered(&seen);
        let way = Way { up: S::vector(up), skin, slope, step, snap, filter, one_way: None };
        let found = scene.0.move_and_slide(&shape.collider, &at, motion, ground, &way).map_err(|why| wrong("motion", why))?;
        let nowhere = (u64::MAX, S::ZERO, S::ZERO, found.pose);
        let (body, normal, point, on) =
            found.ground.map_or(nowhere, |ground| (ground.body.to_bits(), ground.normal, ground.point, ground.pose));
        put("moved", moved, Moved {
            pose: S::placed(&found.pose),
            on_ground: found.ground.is_some(),
            ground_body: body,
            ground_normal: normal.array(),
            ground_point: point.array(),
            ground_pose: S::placed(&on),
            hit_ceiling: found.hit_ceiling,
        })?;
        let bumps_found = found.bumps.iter().map(|bump| {
            Bump { body: bump.body.to_bits(), normal: bump.normal.array(), point: bump.point.array() }
        });
        write_all("bumps", bumps_found, bumps, bump_capacity, bump_count)
    }
}

freed! { all;
    /// Gives back a scene; null is nothing.
    fn scene_free(scene: *mut Scene<S>);
}

fn near<S: Space>(near: &clearance_scenes::Near<S>) -> NearBodies<S> {
    let Pair { a, b } = near.pair;
    NearBodies { body_a: a.to_bits(), body_b: b.to_bits(), clearance: (&near.clearance).into() }
}

/// What a character stood on.
fn ground<S: Space>(moved: &Moved<S>) -> Asked<Option<Ground<S>>> {
    if !moved.on_ground {
        return Ok(None);
    }
    let pose = S::pose(&moved.ground_pose).map_err(|why| wrong("before", why))?;
    let (normal, point) = (S::vector(moved.ground_normal), S::vector(moved.ground_point));
    Ok(Some(Ground { body: Handle::from_bits(moved.ground_body), normal, point, pose }))
}
