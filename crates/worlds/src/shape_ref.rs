//! [`AnyShape`]: what every question takes, convex or not; and [`ShapeRef`], how questions see it.
//!
//! ```text
//!   a user's type                 ShapeKind                    ShapeRef
//!   Sphere, Hull, own shapes  --> Convex(shape)       --> Convex(operand)    the solvers of pairs
//!   Mesh, Solid, HeightField  --> Surface(instance)   --> Surface(instance)  \ trees, and these solvers
//!   Compound                  --> Compound(compound)  --> Compound(compound) / for what trees leave
//!   Collider                  --> any of the three
//! ```
//!
//! The type of a shape decides at compile time. So of a question about two convex shapes nothing of the others is left.

use clearance_geometry::number::Scalar as _;
use clearance_geometry::shape::{
    Convex, ConvexShape, Geometry, HalfSpace, Operand, Part, Pieces, Point, Rounded,
};
use clearance_geometry::space::{Aabb, Pose, Vector};

use crate::{Collider, Compound, HeightField, Instance, Mesh, Solid};

/// A shape of any kind: what questions take.
///
/// Every [`Geometry`] is one: all convex shapes, also those of one's own, and half-spaces. So are meshes, chains, solids,
/// regions, height fields, compounds and colliders.
pub trait AnyShape: Pieces {
    /// The type of the convex shape, if it is one.
    type Core: Convex<V = Self::V>;
    /// What kind of shape it is.
    fn kind(&self) -> ShapeKind<'_, Self::Core>;
    /// The shape as trees and solvers see it.
    #[doc(hidden)]
    #[inline]
    fn seen(&self) -> ShapeRef<'_, Self::V> {
        self.kind().seen()
    }
    /// The shape as solvers see it, if it is convex. It is written where the solver takes it; a [`ShapeRef`] is copied.
    #[doc(hidden)]
    #[inline]
    fn operand(&self) -> Option<Operand<'_, <Self::V as Vector>::Wide>> {
        match self.seen() {
            ShapeRef::Convex(operand) => Some(operand),
            _ => None,
        }
    }
}

/// The type of lengths and times.
pub(crate) type Scalar<A> = <<A as Pieces>::V as Vector>::Scalar;

/// A shape by its kind.
#[derive(Debug)]
#[non_exhaustive]
pub enum ShapeKind<'a, C: Convex> {
    /// A convex shape.
    Convex(&'a C),
    /// All points on one side of a plane (in 2D, of a line).
    HalfSpace(&'a HalfSpace<C::V>),
    /// A mesh, solid, height field, chain or region.
    Surface(&'a Instance<C::V>),
    /// Shapes that keep their places to each other.
    Compound(&'a Compound<C::V>),
}

/// A shape as trees and solvers see it. Copies are cheap.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum ShapeRef<'a, V: Vector> {
    /// A convex shape or a half-space.
    Convex(Operand<'a, V::Wide>),
    /// A mesh, solid, height field, chain or region.
    Surface(&'a Instance<V>),
    /// Shapes that keep their places to each other.
    Compound(&'a Compound<V>),
}

impl<'a, C: Convex> ShapeKind<'a, C> {
    #[inline]
    fn of(part: Part<'a, C>) -> Self {
        match part {
            Part::Convex(shape) => Self::Convex(shape),
            Part::HalfSpace(half) => Self::HalfSpace(half),
        }
    }
    /// The shape as trees and solvers see it.
    #[inline]
    pub(crate) fn seen(self) -> ShapeRef<'a, C::V> {
        match self {
            Self::Convex(shape) => ShapeRef::Convex(Operand::of(shape)),
            Self::HalfSpace(half) => ShapeRef::Convex(Operand::of(half)),
            Self::Surface(instance) => ShapeRef::Surface(instance),
            Self::Compound(compound) => ShapeRef::Compound(compound),
        }
    }
}

impl<G: Geometry> AnyShape for G {
    type Core = G::Core;
    #[inline]
    fn kind(&self) -> ShapeKind<'_, G::Core> {
        ShapeKind::of(self.part())
    }
    // A `Shape` is lowered in its library: the caller does not compile the methods of all kinds.
    #[inline]
    fn seen(&self) -> ShapeRef<'_, G::V> {
        ShapeRef::Convex(self.lowered())
    }
    #[inline]
    fn operand(&self) -> Option<Operand<'_, <G::V as Vector>::Wide>> {
        Some(self.lowered())
    }
}

/// Shapes that are not [`Geometry`], and references to them. Where none is convex, the core is a point.
macro_rules! of_pieces {
    ($($shape:ident($core:ty): $of:ident => $kind:expr $(, $seen:expr)?;)*) => {$(
        of_pieces! { @ $shape<V>, $core, $of => $kind $(, $seen)? }
        of_pieces! { @ &$shape<V>, $core, $of => $kind $(, $seen)? }
    )*};
    (@ $shape:ty, $core:ty, $of:ident => $kind:expr $(, $seen:expr)?) => {
        impl<V: Vector> AnyShape for $shape {
            type Core = $core;
            #[inline]
            fn kind(&self) -> ShapeKind<'_, $core> {
                let $of = self;
                $kind
            }
            $(
                #[inline]
                fn seen(&self) -> ShapeRef<'_, V> {
                    let $of = self;
                    $seen
                }
            )?
        }
    };
}

of_pieces! {
    Mesh(Point<V>): mesh => ShapeKind::Surface(&mesh.instance);
    Solid(Point<V>): solid => ShapeKind::Surface(&solid.instance);
    HeightField(Point<V>): field => ShapeKind::Surface(&field.mesh.instance);
    Instance(Point<V>): instance => ShapeKind::Surface(instance);
    Compound(Point<V>): compound => ShapeKind::Compound(compound);
    Collider(Rounded<ConvexShape<V>>): any => match any {
        Collider::Convex(shape) => ShapeKind::of(shape.part()),
        Collider::Surface(instance) => ShapeKind::Surface(instance),
        Collider::Compound(compound) => ShapeKind::Compound(compound),
    }, match any {
        Collider::Convex(shape) => ShapeRef::Convex(shape.lowered()),
        Collider::Surface(instance) => ShapeRef::Surface(instance),
        Collider::Compound(compound) => ShapeRef::Compound(compound),
    };
}

impl<V: Vector> Collider<V> {
    /// The smallest box along the world's axes that contains the shape at this pose, up to rounding outward.
    /// For a surface it is the box of the posed local box, which may be larger.
    pub fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        self.seen().aabb(pose)
    }
}

impl<V: Vector> ShapeRef<'_, V> {
    /// The smallest box along the world's axes that contains the shape at this pose, up to rounding outward.
    /// For a surface it is the box of the posed local box, which may be larger.
    pub fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        match self {
            Self::Convex(Operand::Convex(shape)) => outward(&shape.aabb(&pose.widen())),
            Self::Convex(Operand::HalfSpace(half)) => outward(&half.aabb(&pose.widen())),
            Self::Surface(instance) => posed(&instance.bounds(), pose),
            Self::Compound(compound) => posed(compound.bounds(), pose),
        }
    }
}

/// A box in the precision of `V`, rounded outward.
fn outward<V: Vector>(around: &Aabb<V::Wide>) -> Aabb<V> {
    Aabb {
        min: V::from_fn(|i| V::Scalar::below(around.min.get(i))),
        max: V::from_fn(|i| V::Scalar::above(around.max.get(i))),
    }
}

/// The box around a posed box.
fn posed<V: Vector>(bounds: &Aabb<V>, pose: &Pose<V>) -> Aabb<V> {
    let corners = (0..1 << V::DIM).map(|bits: u32| {
        let corner = |i| if bits >> i & 1 == 0 { bounds.min.get(i) } else { bounds.max.get(i) };
        pose.transform_point(V::from_fn(corner))
    });
    let point = |p| Aabb { min: p, max: p };
    let around = corners.map(point).reduce(|a, b| a.union(&b)).expect("a box has corners");
    let largest = around.min.max_abs().max(around.max.max_abs());
    around.grown(largest * V::Scalar::EPSILON * V::Scalar::of(4.0))
}
