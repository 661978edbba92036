//! [`Body`]: a shape in a scene, and what it meets.

use clearance_geometry::space::{Pose, Vector};
use clearance_worlds::Collider;

/// What a body takes part in.
///
/// | | fixed | moving | sensor |
/// |---|---|---|---|
/// | fixed | - | contacts | intersects |
/// | moving | contacts | contacts | intersects |
/// | sensor | intersects | intersects | - |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Has contacts with moving bodies. It may be placed anew, but that costs more than for a moving one.
    Fixed,
    /// Has contacts with fixed and moving bodies.
    Moving,
    /// Tells which bodies intersect it, without contacts.
    Sensor,
}

/// Which bodies meet: two do if each is of a layer that the other one meets.
///
/// ```
/// use clearance::scenes::Layers;
/// let (ground, player, ghost) = (Layers::of(1), Layers::of(2), Layers::of(4).meeting(1));
/// assert!(ground.meets(ghost) && ground.meets(player) && !player.meets(ghost));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// A bit for each layer that the body is of.
    pub of: u32,
    /// A bit for each layer that it meets.
    pub with: u32,
}

impl Layers {
    pub(crate) const NONE: Self = Self { of: 0, with: 0 };

    /// Of these layers, a bit for each; meets all.
    pub const fn of(layers: u32) -> Self {
        Self { of: layers, with: u32::MAX }
    }
    /// Meets only these.
    #[must_use]
    pub const fn meeting(self, layers: u32) -> Self {
        Self { with: layers, ..self }
    }
    /// Do the two meet?
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        self.of & other.with != 0 && other.of & self.with != 0
    }
}

impl Default for Layers {
    fn default() -> Self {
        Self::of(1)
    }
}

/// A shape with a place, and what it meets. Clones share what is large.
///
/// ```
/// use clearance::d3::{Body, Cuboid, Pose, Sphere, Vec3};
/// let ground = Body::fixed(Cuboid::new(Vec3::new(9.0, 9.0, 1.0))?);
/// let ball = Body::moving(Sphere::new(0.5)?).at(Pose::at(Vec3::new(0.0, 0.0, 1.5))?).data(7);
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Body<V: Vector> {
    /// Its shape, in its own frame.
    pub shape: Collider<V>,
    /// Its pose: body to world.
    pub pose: Pose<V>,
    /// What it takes part in.
    pub kind: Kind,
    /// Which bodies it meets.
    pub layers: Layers,
    /// Bodies of one group other than 0 never meet: the limbs of a figure, the wheels of a car.
    pub group: u32,
    /// Is it joined with the fixed bodies beside it, so that what moves over the seam does not catch on it?
    pub is_welded: bool,
    /// A number for the user.
    pub data: u64,
}

/// What the boxes of a body are kept by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class {
    pub kind: Kind,
    pub layers: Layers,
}

impl<V: Vector> Body<V> {
    fn new(shape: impl Into<Collider<V>>, kind: Kind) -> Self {
        let (pose, layers) = (Pose::IDENTITY, Layers::default());
        Self { shape: shape.into(), pose, kind, layers, group: 0, is_welded: false, data: 0 }
    }
    /// A part of the level: ground, walls.
    pub fn fixed(shape: impl Into<Collider<V>>) -> Self {
        Self::new(shape, Kind::Fixed)
    }
    /// What moves.
    pub fn moving(shape: impl Into<Collider<V>>) -> Self {
        Self::new(shape, Kind::Moving)
    }
    /// A region that tells what is in it.
    pub fn sensor(shape: impl Into<Collider<V>>) -> Self {
        Self::new(shape, Kind::Sensor)
    }
    /// At this pose. Without one it is at the origin.
    #[must_use]
    pub fn at(self, pose: Pose<V>) -> Self {
        Self { pose, ..self }
    }
    /// Of these layers.
    #[must_use]
    pub fn layers(self, layers: Layers) -> Self {
        Self { layers, ..self }
    }
    /// Of this group.
    #[must_use]
    pub fn group(self, group: u32) -> Self {
        Self { group, ..self }
    }
    /// Joined with the fixed bodies beside it that are welded, too: see
    /// [`welded_contacts`](clearance_worlds::welded_contacts()). Only of fixed bodies.
    #[must_use]
    pub fn welded(self) -> Self {
        Self { is_welded: true, ..self }
    }
    /// With a number of the user's.
    #[must_use]
    pub fn data(self, data: u64) -> Self {
        Self { data, ..self }
    }
    pub(crate) fn class(&self) -> Class {
        Class { kind: self.kind, layers: self.layers }
    }
    /// May the two have contacts, or a sensor tell of it?
    #[inline]
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let is_of_kind = match (self.kind, other.kind) {
            (Kind::Moving, _) | (_, Kind::Moving) => true,
            (a, b) => a != b,
        };
        is_of_kind
            && self.layers.meets(other.layers)
            && (self.group == 0 || self.group != other.group)
    }
}
