//! [`Filter`]: which bodies a question sees.

use crate::body::{Body, Kind, Layers};
use crate::handle::Handle;
use clearance_geometry::space::Vector;

/// Which bodies a ray, a point or a shape sees. It sees no sensors unless it is asked to.
///
/// ```
/// use clearance::d3::{Body, Pose, Ray, Scene, Sphere, Vec3};
/// use clearance::scenes::{Filter, Layers};
/// let mut scene = Scene::new();
/// let ghost = Body::moving(Sphere::new(1.0)?).layers(Layers::of(2));
/// let ghost = scene.add(ghost.at(Pose::at(Vec3::new(5.0, 0.0, 0.0))?));
/// let ray = Ray::new(Vec3::ZERO, Vec3::X, 10.0)?;
/// assert!(scene.cast_ray(&ray, &Filter::all()).is_some());
/// assert!(scene.cast_ray(&ray, &Filter::of(1)).is_none());
/// assert!(scene.cast_ray(&ray, &Filter::all().without(&[ghost])).is_none());
/// assert!(scene.cast_ray(&ray, &Filter::all().only(&|body| body != ghost)).is_none());
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Filter<'f> {
    layers: u32,
    with_sensors: bool,
    without: &'f [Handle],
    only: Option<&'f dyn Fn(Handle) -> bool>,
}

impl<'f> Filter<'f> {
    /// All fixed and moving bodies.
    pub fn all() -> Self {
        Self::of(u32::MAX)
    }
    /// Those of one of these layers, a bit for each.
    pub fn of(layers: u32) -> Self {
        Self { layers, with_sensors: false, without: &[], only: None }
    }
    /// Sensors, too.
    #[must_use]
    pub fn with_sensors(self) -> Self {
        Self { with_sensors: true, ..self }
    }
    /// Without these.
    #[must_use]
    pub fn without(self, bodies: &'f [Handle]) -> Self {
        Self { without: bodies, ..self }
    }
    /// Only those for which this is true. It may be asked about any body, in any order.
    #[must_use]
    pub fn only(self, is_seen: &'f dyn Fn(Handle) -> bool) -> Self {
        Self { only: Some(is_seen), ..self }
    }
    /// May it see a body of one of these layers?
    pub(crate) fn may_see(&self, layers: Layers, are_sensors: bool) -> bool {
        layers.of & self.layers != 0 && (self.with_sensors || !are_sensors)
    }
    /// Does it see this body?
    pub fn sees<V: Vector>(&self, handle: Handle, body: &Body<V>) -> bool {
        body.layers.of & self.layers != 0
            && (self.with_sensors || body.kind != Kind::Sensor)
            && !self.without.contains(&handle)
            && self.only.is_none_or(|is_seen| is_seen(handle))
    }
}
