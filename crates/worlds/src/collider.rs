//! [`Collider`]: a shape of any kind, convex or not, in one type; and [`Compound`]: shapes that keep their places to
//! each other.
//!
//! A compound in a compound is opened when it is made, so a compound is a list of parts, each with its pose:
//!
//! ```text
//!     [ hull, [ ball, mesh ], box ]   -->   parts 0 hull, 1 ball, 2 mesh, 3 box
//! ```

use alloc::sync::Arc;
use alloc::vec::Vec;

use clearance_geometry::number::{Scalar, max, sqrt};
use clearance_geometry::shape::{Convex, Shape};
use clearance_geometry::space::{Aabb, MOTION_ERROR, Motion, Pose, Vector, entry_points};
use clearance_trees::{Bounds, Eights, Quality, Tree};

use crate::frame::{bounds_of, convex_box, moved_box, then, unit_of};
use crate::surface::{Surface, Unit};
use crate::{Error, HeightField, Instance, Mesh, Solid};

/// A shape of any kind. Copies are cheap: they share what is large.
///
/// ```
/// use clearance::d3::{self, Collider, Mesh, Pose, Sphere, Vec3};
/// let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
/// let square = Collider::from(Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]])?);
/// let ball = Collider::from(Sphere::new(0.5)?);
///
/// let above = Pose::at(Vec3::new(0.3, 0.2, 2.0))?;
/// assert_eq!(d3::distance(&square, &Pose::IDENTITY, &ball, &above), 1.5);
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Collider<V: Vector> {
    /// A convex shape or a half-space.
    Convex(Shape<V>),
    /// A mesh, solid, height field, chain or region.
    Surface(Instance<V>),
    /// Shapes that keep their places to each other.
    Compound(Arc<Compound<V>>),
}

impl<V: Vector> Collider<V> {
    /// A surface that others use, too. What is inside, if it is closed, does not belong to the shape.
    pub fn sheet(surface: Arc<Surface<V>>) -> Self {
        Self::Surface(Instance::new(surface, false))
    }
    /// The parts of a compound, or the shape as the only part.
    #[doc(hidden)]
    pub fn to_parts(&self) -> Vec<CompoundPart<V>> {
        let alone = |shape| alloc::vec![CompoundPart { pose: Pose::IDENTITY, shape }];
        match self {
            Self::Convex(shape) => alone(PartShape::Convex(shape.clone())),
            Self::Surface(instance) => alone(PartShape::Surface(instance.clone())),
            Self::Compound(compound) => compound.parts.clone(),
        }
    }
    /// The same shape with each coordinate of its local frame multiplied by a factor; negative factors mirror.
    ///
    /// | shape | factors |
    /// |---|---|
    /// | mesh, solid, height field, chain, region | any; the copy shares the vertices and the tree |
    /// | convex shape, half-space | those that give a shape of a kind that exists: see [`Shape::scaled`] |
    /// | compound | one positive factor: parts may be turned |
    ///
    /// ```
    /// use clearance::d3::{Capsule, Collider, Compound, Cuboid, Pose, Vec3};
    /// let brick = Collider::from(Cuboid::new(Vec3::ONE)?);
    /// let flat = brick.scaled(Vec3::new(2.0, 1.0, 0.5))?;
    /// assert_eq!(flat, Cuboid::new(Vec3::new(2.0, 1.0, 0.5))?.into());
    ///
    /// let at = Pose::at(Vec3::X)?;
    /// let pair = Collider::from(Compound::new([(Pose::IDENTITY, brick.clone()), (at, brick)])?);
    /// let twice = pair.scaled(Vec3::splat(2.0))?;
    /// assert!((twice.aabb(&Pose::IDENTITY).max.x - 4.0).abs() < 1e-5); // rounded outward
    ///
    /// let capsule = Collider::from(Capsule::new(Vec3::ZERO, Vec3::X, 0.5)?);
    /// let bent = capsule.scaled(Vec3::new(1.0, 2.0, 1.0)).unwrap_err();
    /// assert_eq!(bent.to_string(), "a capsule cannot be scaled by these factors: their sizes differ");
    /// # Ok::<(), clearance::Error>(())
    /// ```
    ///
    /// # Errors
    /// Factors that are 0, NaN or infinite, or that give no shape; sizes past
    /// [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST).
    pub fn scaled(&self, by: V) -> Result<Self, Error> {
        match self {
            Self::Convex(shape) => Ok(Self::Convex(shape.scaled(by)?)),
            Self::Surface(instance) => Ok(Self::Surface(instance.scaled(by)?)),
            Self::Compound(compound) => Ok(compound.scaled(by)?.into()),
        }
    }
}

impl<V: Vector, S: Into<Shape<V>>> From<S> for Collider<V> {
    fn from(shape: S) -> Self {
        Self::Convex(shape.into())
    }
}

impl<V: Vector> From<Mesh<V>> for Collider<V> {
    /// A sheet: what is inside, if it is closed, does not belong to it.
    fn from(mesh: Mesh<V>) -> Self {
        Self::Surface(mesh.instance)
    }
}

impl<V: Vector> From<Solid<V>> for Collider<V> {
    fn from(solid: Solid<V>) -> Self {
        Self::Surface(solid.instance)
    }
}

impl<V: Vector> From<HeightField<V>> for Collider<V> {
    fn from(field: HeightField<V>) -> Self {
        field.mesh.into()
    }
}

impl<V: Vector> From<Compound<V>> for Collider<V> {
    fn from(compound: Compound<V>) -> Self {
        Self::Compound(Arc::new(compound))
    }
}

/// Posed shapes, convex and not, that move as one.
///
/// ```
/// use clearance::d3::{self, Collider, Compound, Cuboid, Pose, Sphere, Vec3};
/// let ball = Collider::from(Sphere::new(0.25)?);
/// let handle = Collider::from(Cuboid::new(Vec3::new(0.1, 0.1, 1.0))?);
/// let dumbbell = Compound::new([
///     (Pose::at(Vec3::new(0.0, 0.0, 1.0))?, ball.clone()),
///     (Pose::IDENTITY, handle),
///     (Pose::at(Vec3::new(0.0, 0.0, -1.0))?, ball.clone()),
/// ])?;
/// let nearest = d3::separation(
///     &dumbbell, &Pose::IDENTITY, &ball, &Pose::at(Vec3::new(0.0, 1.0, -1.0))?,
/// );
/// assert_eq!((nearest.distance, nearest.place_a.part), (0.5, 2));
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Compound<V: Vector> {
    parts: Vec<CompoundPart<V>>,
    bounds: Aabb<V>,
    /// How far any part reaches from its own origin, and that origin from the compound's, together at most.
    pub(crate) far: f64,
    /// How far points of parts of compounds in it are at most from where both poses lead, not their rounded product.
    pub(crate) rounded: f64,
    pub(crate) unit: Unit,
    pub(crate) tree: Eights,
}

/// A part of a compound.
#[derive(Clone, Debug, PartialEq)]
pub struct CompoundPart<V: Vector> {
    /// The pose in the frame of the compound. Of a part of a compound in it, the product of both poses, rounded; what that
    /// moves counts in the bounds of distances, rays and points.
    pub pose: Pose<V>,
    /// The shape.
    pub shape: PartShape<V>,
}

/// The shape of a part: a [`Collider`] that is no compound.
#[derive(Clone, Debug, PartialEq)]
pub enum PartShape<V: Vector> {
    /// A convex shape.
    Convex(Shape<V>),
    /// A mesh, solid, height field, chain or region.
    Surface(Instance<V>),
}

/// The same parts, in the same order.
impl<V: Vector> PartialEq for Compound<V> {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts
    }
}

entry_points! {
    CompoundEntry<>(shapes: Vec<(Pose<V>, Collider<V>)>) -> Result<Compound<V>, Error> { Compound::of(shapes) }
}

impl<V: Vector> Compound<V> {
    /// The shapes at these poses in the frame of the compound. Parts are numbered from 0 in this order; those
    /// of a compound in it take one number each.
    ///
    /// # Errors
    /// No shapes, more than 2^31, half-spaces, and shapes that reach past
    /// [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST).
    pub fn new(shapes: impl IntoIterator<Item = (Pose<V>, Collider<V>)>) -> Result<Self, Error> {
        V::enter::<CompoundEntry>(shapes.into_iter().collect())
    }
    fn of(shapes: Vec<(Pose<V>, Collider<V>)>) -> Result<Self, Error> {
        let mut parts = Vec::new();
        let (mut around, mut rounded): (Option<Aabb<V>>, f64) = (None, 0.0);
        for (pose, shape) in shapes {
            let own = shape.aabb(&pose);
            for corner in [own.min, own.max] {
                clearance_geometry::space::finite("part of the compound", None, corner)?;
            }
            around = Some(around.map_or(own, |all| all.union(&own)));
            match shape {
                Collider::Convex(shape) => {
                    parts.push(CompoundPart { pose, shape: PartShape::Convex(shape) })
                }
                Collider::Surface(shape) => {
                    parts.push(CompoundPart { pose, shape: PartShape::Surface(shape) })
                }
                Collider::Compound(inner) => {
                    for part in &inner.parts {
                        let product = CompoundPart { pose: pose * part.pose, ..part.clone() };
                        rounded = max(rounded, inner.rounded + product.moved([&part.pose, &pose]));
                        parts.push(product);
                    }
                }
            }
        }
        let bounds = around.ok_or(Error::NoParts)?;
        let unit = unit_of(&bounds);
        let boxes: Vec<Bounds> = parts.iter().map(|part| bounds_of(&part.bounds(), unit)).collect();
        let tree = Eights::new(&Tree::new(&boxes, 4, Quality::Best));
        let far = parts.iter().map(CompoundPart::far).fold(0.0, f64::max);
        Ok(Self { parts, bounds, far, rounded, unit, tree })
    }
    /// The same parts, larger or smaller by one positive factor.
    fn scaled(&self, by: V) -> Result<Self, Error> {
        let size = by.get(0);
        let is_one = (1..V::DIM).all(|i| by.get(i) == size);
        if !(is_one && size > V::Scalar::ZERO) {
            let why = "its parts may be turned, so that they need one positive factor";
            return Err(Error::NotScaled { what: "compound", why });
        }
        let scaled = self.parts.iter().map(|part| {
            let shape = match &part.shape {
                PartShape::Convex(shape) => Collider::Convex(shape.scaled(by)?),
                PartShape::Surface(instance) => Collider::Surface(instance.scaled(by)?),
            };
            let place = part.pose.translation() * size;
            clearance_geometry::space::finite("scaled compound", None, place)?;
            Ok((Pose::from_unit(place, part.pose.turn()), shape))
        });
        let scaled = scaled.collect::<Result<Vec<_>, Error>>()?;
        // What poses of parts in parts are off by, and more than its rounding.
        let rounded = self.rounded * size.to_f64() * (1.0 + V::Scalar::EPSILON.to_f64());
        Ok(Self { rounded, ..Self::new(scaled)? })
    }
    /// The parts, by number.
    pub fn parts(&self) -> &[CompoundPart<V>] {
        &self.parts
    }
    /// The box around all parts in the frame of the compound.
    pub fn bounds(&self) -> &Aabb<V> {
        &self.bounds
    }
    /// The same parts, all of which every question asks, in order: the slow obvious way, against which trees are tested.
    #[doc(hidden)]
    pub fn without_tree(&self) -> Self {
        Self { unit: Unit(f64::INFINITY), ..self.clone() }
    }
    /// Does a question about some parts use the tree?
    pub(crate) fn has_tree(&self) -> bool {
        self.unit.0.is_finite()
    }
}

impl<V: Vector> CompoundPart<V> {
    /// How far it reaches from its own origin, along axes at least.
    fn reach(&self) -> f64 {
        match &self.shape {
            PartShape::Convex(Shape::Convex(shape)) => shape.reach() + shape.radius_wide(),
            PartShape::Convex(Shape::HalfSpace(_)) => unreachable!("refused: its box is infinite"),
            PartShape::Surface(instance) => instance.reach(),
        }
    }
    /// How far it reaches from its own origin, and how far that is from the compound's, together.
    fn far(&self) -> f64 {
        self.reach() + self.pose.translation().max_abs().to_f64()
    }
    /// How far its points are at most from where two poses lead, of which its own is the product.
    fn moved(&self, poses: [&Pose<V>; 2]) -> f64 {
        let [first, next] = poses.map(Motion::of);
        let (exact, own) = (then(&first, &next), Motion::of(&self.pose));
        let between = |i: usize| exact.columns[i] - own.columns[i];
        let turned = sqrt((0..V::DIM).map(|i| between(i).dot(between(i))).sum::<f64>());
        let way = (exact.translation - own.translation).norm();
        // A corner is at most the root of 3 times as far away as its largest coordinate; both motions are rounded.
        let reach = 2.0 * self.reach();
        let size = reach + first.translation.norm() + next.translation.norm();
        way + turned * reach + 2.0 * MOTION_ERROR * f64::EPSILON * size
    }
    /// The box around the part in the frame of the compound.
    pub(crate) fn bounds(&self) -> Aabb<V::Wide> {
        let motion = Motion::of(&self.pose);
        match &self.shape {
            PartShape::Convex(Shape::Convex(shape)) => convex_box(shape, &motion),
            PartShape::Convex(Shape::HalfSpace(_)) => unreachable!("refused: its box is infinite"),
            PartShape::Surface(instance) => moved_box(&instance.bounds(), &motion),
        }
    }
}
