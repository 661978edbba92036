//! [`Scene`]: the bodies, and how they change.

use alloc::vec::Vec;

use clearance_geometry::number::Scalar as _;
use clearance_geometry::space::{Aabb, Pose, Vector};
use clearance_worlds::Collider;

use crate::bodies::Bodies;
use crate::body::Body;
use crate::boxes::Boxes;
use crate::handle::{Handle, Pair, SceneError};
use crate::pairs::{Change, Pairs};
use crate::patches::Placed;
use crate::touch::Touches;

/// Bodies that come, move and go. [`Scene::step`] tells which of them touch, and what has changed; rays, points and shapes
/// are asked about all of them at any time.
///
/// ```
/// use clearance::d3::{Body, Cuboid, Pose, Ray, Scene, Sphere, Vec3};
/// use clearance::scenes::{Event, Filter};
///
/// let mut scene = Scene::new();
/// let ground = scene.add(Body::fixed(Cuboid::new(Vec3::new(9.0, 9.0, 1.0))?));
/// let ball = scene.add(Body::moving(Sphere::new(0.5)?).at(Pose::at(Vec3::new(0.0, 0.0, 4.0))?));
/// let mut landed = None;
/// for frame in 0..100 {
///     let height = (4.0 - 0.05 * frame as f32).max(1.5);
///     scene.place(ball, Pose::at(Vec3::new(0.0, 0.0, height))?)?;
///     for event in scene.step(0.01).events() {
///         if let Event::Began(pair) = event {
///             assert_eq!([pair.a, pair.b], [ground, ball]);
///             landed = Some(frame);
///         }
///     }
/// }
/// assert_eq!(landed, Some(50));
/// assert_eq!(scene.last_step().contacts_of(ground, ball).unwrap().deepest().normal, Vec3::Z);
///
/// let down = Ray::new(Vec3::new(0.0, 0.0, 9.0), Vec3::NEG_Z, 100.0)?;
/// assert_eq!(scene.cast_ray(&down, &Filter::all()).unwrap().body, ball);
/// assert_eq!(scene.cast_ray(&down, &Filter::all().without(&[ball])).unwrap().body, ground);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Two scenes that were changed in the same way have the same answers, to the last bit, and so has a clone: a game that
/// rolls back keeps one.
#[derive(Clone, Debug)]
pub struct Scene<V: Vector> {
    pub(crate) bodies: Bodies<V>,
    /// What has happened to each since the last step.
    pub(crate) changes: Vec<Change>,
    /// Those with a change.
    pub(crate) changed: Vec<u32>,
    pub(crate) boxes: Boxes<V>,
    pub(crate) pairs: Pairs,
    pub(crate) touches: Touches<V>,
    /// The pairs that touched before the last step and are kept no more.
    pub(crate) gone: Vec<Pair>,
    /// The number of the last step; 0 before the first.
    pub(crate) step: u64,
    /// The bodies as they were at the last step.
    pub(crate) placed: Vec<Placed<V>>,
    /// The margin of the last step.
    pub(crate) margin: V::Scalar,
    /// The margin and the slop of the last step, if it asked all pairs.
    pub(crate) limits: Option<[V::Scalar; 2]>,
    /// Had it a filter?
    pub(crate) is_filtered: bool,
}

impl<V: Vector> Default for Scene<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> Scene<V> {
    /// A scene without bodies.
    pub fn new() -> Self {
        Self {
            bodies: Bodies::new(),
            changes: Vec::new(),
            changed: Vec::new(),
            boxes: Boxes::new(),
            pairs: Pairs::default(),
            touches: Touches::new(),
            gone: Vec::new(),
            step: 0,
            placed: Vec::new(),
            margin: V::Scalar::ZERO,
            limits: None,
            is_filtered: false,
        }
    }

    /// The number of bodies.
    pub fn len(&self) -> usize {
        self.bodies.len()
    }
    /// Are there no bodies?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The bodies, in the order of handles.
    pub fn bodies<'s>(&'s self) -> impl Iterator<Item = (Handle, &'s Body<V>)> {
        let body = |(at, body): (usize, &'s Option<Body<V>>)| {
            Some((self.bodies.handle(at), body.as_ref()?))
        };
        self.bodies.all.iter().enumerate().filter_map(body)
    }
    /// The body with this handle.
    pub fn get(&self, handle: Handle) -> Option<&Body<V>> {
        self.bodies.get(handle)
    }
    /// The box around a body.
    pub fn aabb(&self, handle: Handle) -> Option<Aabb<V>> {
        self.get(handle).map(|_| self.boxes.tight[handle.index()])
    }

    /// About how many bytes the scene holds, without what shapes share.
    pub fn memory(&self) -> usize {
        let placed = self.placed.capacity() * size_of::<Placed<V>>();
        let pairs = self.pairs.memory() + self.touches.memory();
        self.bodies.memory() + placed + self.boxes.memory() + pairs
    }

    /// Adds a body.
    pub fn add(&mut self, body: Body<V>) -> Handle {
        self.add_all([body])[0]
    }
    /// Adds bodies, in less time than one by one.
    pub fn add_all(&mut self, bodies: impl IntoIterator<Item = Body<V>>) -> Vec<Handle> {
        let (mut handles, mut boxes) = (Vec::new(), Vec::new());
        for body in bodies {
            boxes.push((0, body.shape.aabb(&body.pose), body.class()));
            let at = self.bodies.insert(body);
            if self.changes.len() <= at as usize {
                self.changes.push(Change::default());
            }
            boxes.last_mut().expect("it was added").0 = at;
            self.note(at, Change { moved: true, sought: true, ..Change::default() });
            handles.push(self.bodies.handle(at as usize));
        }
        self.boxes.insert(&boxes);
        handles
    }
    /// Removes a body. Its contacts end with the next step.
    ///
    /// # Errors
    /// A stale handle.
    pub fn remove(&mut self, handle: Handle) -> Result<Body<V>, SceneError> {
        let body = self.bodies.remove(handle)?;
        self.boxes.remove(handle.index);
        self.note(handle.index, Change { sought: true, parted: true, ..Change::default() });
        Ok(body)
    }
    /// Moves a body to a pose.
    ///
    /// # Errors
    /// A stale handle.
    #[inline]
    pub fn place(&mut self, handle: Handle, pose: Pose<V>) -> Result<(), SceneError> {
        let at = self.bodies.place(handle, 0)?;
        self.put(at, pose, false);
        Ok(())
    }
    /// Moves bodies, each to its pose: many in less time than one by one.
    ///
    /// # Errors
    /// A stale handle, and slices of different lengths; then no body is moved.
    pub fn place_all(&mut self, handles: &[Handle], poses: &[Pose<V>]) -> Result<(), SceneError> {
        if handles.len() != poses.len() {
            let (handles, poses) = (handles.len(), poses.len());
            return Err(SceneError::Lengths { handles, poses });
        }
        for (at, handle) in handles.iter().enumerate() {
            self.bodies.place(*handle, at)?;
        }
        /// From such a part of the bodies on all boxes are put in place at once.
        const MANY: usize = 8;
        let are_many = MANY * handles.len() > self.len();
        for (handle, pose) in handles.iter().zip(poses) {
            self.put(handle.index, *pose, are_many);
        }
        if are_many {
            self.boxes.refill();
        }
        Ok(())
    }
    fn put(&mut self, at: u32, pose: Pose<V>, is_one_of_many: bool) {
        let body = self.bodies.all[at as usize].as_mut().expect("it is valid");
        body.pose = pose;
        let sought = self.boxes.place(at, body.shape.aabb(&pose), body.class(), is_one_of_many);
        self.note(at, Change { moved: true, sought, ..Change::default() });
    }

    /// Gives a body another shape. Its contacts end, and begin anew.
    ///
    /// # Errors
    /// A stale handle.
    pub fn set_shape(
        &mut self,
        handle: Handle,
        shape: impl Into<Collider<V>>,
    ) -> Result<(), SceneError> {
        let at = self.bodies.place(handle, 0)?;
        let body = self.bodies.all[at as usize].as_mut().expect("it is valid");
        body.shape = shape.into();
        self.boxes.place(at, body.shape.aabb(&body.pose), body.class(), false);
        self.note(at, Change { moved: true, sought: true, parted: true, asked: false });
        Ok(())
    }
    /// Changes all but the shape and the pose. Contacts with what the body no longer meets end.
    ///
    /// ```
    /// use clearance::d3::{Body, Cuboid, Scene, Vec3};
    /// use clearance::scenes::Layers;
    /// let mut scene = Scene::new();
    /// let door = scene.add(Body::fixed(Cuboid::new(Vec3::ONE)?));
    /// scene.change(door, |body| body.layers = Layers::of(4))?;
    /// assert_eq!(scene.get(door).unwrap().layers, Layers::of(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A stale handle.
    pub fn change(
        &mut self,
        handle: Handle,
        change: impl FnOnce(&mut Body<V>),
    ) -> Result<(), SceneError> {
        let at = self.bodies.place(handle, 0)?;
        let body = self.bodies.all[at as usize].as_mut().expect("it is valid");
        let mut new = body.clone();
        change(&mut new);
        (new.shape, new.pose) = (body.shape.clone(), body.pose);
        self.bodies.welded += usize::from(new.is_welded);
        self.bodies.welded -= usize::from(body.is_welded);
        if (new.kind, new.layers) != (body.kind, body.layers) {
            let tight = self.boxes.tight[at as usize];
            self.boxes.remove(at);
            self.boxes.insert(&[(at, tight, new.class())]);
        }
        let is_other = (new.kind, new.layers, new.group, new.is_welded)
            != (body.kind, body.layers, body.group, body.is_welded);
        *body = new;
        if is_other {
            self.note(at, Change { moved: true, sought: true, parted: false, asked: true });
        }
        Ok(())
    }
    /// Whether two bodies are left out of all contacts and pairs, whatever their layers.
    ///
    /// # Errors
    /// A stale handle.
    pub fn set_ignored(
        &mut self,
        a: Handle,
        b: Handle,
        is_ignored: bool,
    ) -> Result<(), SceneError> {
        let places = [self.bodies.place(a, 0)?, self.bodies.place(b, 1)?];
        self.bodies.ignore([a, b], is_ignored);
        self.note(places[0], Change { moved: true, sought: true, parted: false, asked: true });
        Ok(())
    }

    pub(crate) fn note(&mut self, at: u32, new: Change) {
        if new.asked | new.parted {
            self.boxes.know(at, clearance_trees::Bounds::EMPTY);
        }
        let change = &mut self.changes[at as usize];
        if !change.is_any() {
            self.changed.push(at);
        }
        change.add(new);
    }
    /// After a step: nothing has changed, and places that were left are free.
    pub(crate) fn settle(&mut self) {
        for at in core::mem::take(&mut self.changed) {
            let change = core::mem::take(&mut self.changes[at as usize]);
            if change.sought {
                self.boxes.know(at, self.boxes.near[at as usize]);
            }
        }
        self.bodies.settle();
    }
}

impl<V: Vector> core::ops::Index<Handle> for Scene<V> {
    type Output = Body<V>;
    /// # Panics
    /// With a stale handle; [`Scene::get`] does not.
    fn index(&self, handle: Handle) -> &Body<V> {
        self.get(handle).expect("the scene has no body with this handle, or no longer")
    }
}
