//! Lowering: converts any shape to one common type in `f64`, with all that a query needs.
//!
//! ```text
//!   any shape, f32 or f64 ---lower---> Operand ---> the solvers, compiled once in this library
//! ```
//!
//! If the solvers were generic over shapes, they would be compiled again for each pair of shape types, in
//! the user's crate. So a query first converts each shape to an [`Operand`]. It contains the geometry of
//! the core ([`Core`]) in `f64`, without copying vertices, and a reference to the shape itself for rarely
//! used methods. The conversion is exact, because every `f32` number is an `f64` number.

use super::{
    Convex, Core, Face, HalfSpace, NO_ID, Side, Vertex, Wide, box_corner, cone, cylinder, scan,
    size_of,
};
use crate::hull::{Built, Hull3};
use crate::space::{DVector, Vector, same};

/// The rarely used methods of a shape, in `f64` and object safe. They are described in [`Convex`].
pub(super) trait Support<W: Vector>: Send + Sync {
    fn support_wide(&self, direction: W, hint: u32) -> Vertex<W>;
    fn center(&self) -> W;
    fn vertex(&self, id: u32) -> Option<W>;
    fn reach_from(&self, center: W) -> f64;
    fn face(&self, direction: W, face: &mut Face<W>);
    fn contact_normal(&self, normal: W, other: W) -> Option<W>;
    fn side(&self) -> Option<Side<W>>;
    fn identity(&self) -> Option<u64>;
}

impl<C: Convex> Support<Wide<C>> for C {
    fn support_wide(&self, direction: Wide<C>, hint: u32) -> Vertex<Wide<C>> {
        Convex::support_wide(self, direction, hint)
    }
    fn center(&self) -> Wide<C> {
        Convex::center(self).widen()
    }
    fn vertex(&self, id: u32) -> Option<Wide<C>> {
        Convex::vertex(self, id).map(Vector::widen)
    }
    fn reach_from(&self, center: Wide<C>) -> f64 {
        Convex::reach_from(self, center)
    }
    fn face(&self, direction: Wide<C>, face: &mut Face<Wide<C>>) {
        Convex::face(self, direction, face);
    }
    fn contact_normal(&self, normal: Wide<C>, other: Wide<C>) -> Option<Wide<C>> {
        Convex::contact_normal(self, normal, other)
    }
    fn side(&self) -> Option<Side<Wide<C>>> {
        Convex::side(self)
    }
    fn identity(&self) -> Option<u64> {
        Convex::identity(self)
    }
}

/// A convex shape in the form that the solvers use. Lengths are in `f64`, in the shape's frame. If the
/// shape returns a size that is negative or NaN, the size is NaN here.
#[derive(Clone, Copy)]
pub struct Lowered<'a, W: Vector> {
    core: Core<W>,
    radius: f64,
    reach: f64,
    error: f64,
    wants_normals: bool,
    built: Option<&'a Built>,
    shape: &'a dyn Support<W>,
}

impl<W: Vector> core::fmt::Debug for Lowered<'_, W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { core, radius, reach, .. } = self;
        f.debug_struct("Lowered")
            .field("core", core)
            .field("radius", radius)
            .field("reach", reach)
            .finish_non_exhaustive()
    }
}

impl<'a, W: Vector> Lowered<'a, W> {
    /// Lowers a shape. The conversion is exact.
    #[inline]
    pub fn of<C: Convex<V: Vector<Wide = W>>>(shape: &'a C) -> Self {
        Self {
            core: shape.to_core(),
            radius: size_of(shape.radius_wide()),
            reach: size_of(shape.reach()),
            error: size_of(shape.support_error()),
            wants_normals: shape.wants_normals(),
            built: shape.built(),
            shape,
        }
    }
    /// The geometry of the core.
    #[inline]
    pub fn core(&self) -> &Core<W> {
        &self.core
    }
}

impl<W: DVector> Convex for Lowered<'_, W> {
    type V = W;
    #[inline]
    fn support(&self, direction: W) -> W {
        Convex::support_wide(self, direction, NO_ID).point
    }
    #[inline]
    fn support_vertex(&self, direction: W, hint: u32) -> Vertex<W> {
        Convex::support_wide(self, direction, hint)
    }
    /// The same answer as the shape's own method, to the last bit. Boxes, solid hulls, shapes of up to
    /// three points, cylinders and cones are handled here: a dynamic call costs more than the computation,
    /// or waits for its result in memory.
    #[inline]
    fn support_wide(&self, direction: W, hint: u32) -> Vertex<W> {
        match (&self.core, self.built) {
            (Core::Box(half), _) => box_corner(*half, direction),
            (_, Some(Built::Space(Hull3::Solid(solid)))) => {
                let id = solid.support(same(direction));
                Vertex { point: same(solid.vertices().get(id)), id }
            }
            (core, None) if !core.few().is_empty() => scan(core.few(), direction),
            (&Core::Cylinder { radius, half_height, axis }, _) => {
                Vertex::unnamed(cylinder::support(direction, axis, half_height, radius))
            }
            (&Core::Cone { radius, half_height, axis }, _) => {
                Vertex::unnamed(cone::support(direction, axis, half_height, radius))
            }
            _ => self.shape.support_wide(direction, hint),
        }
    }
    #[inline]
    fn support_error(&self) -> f64 {
        self.error
    }
    fn center(&self) -> W {
        self.shape.center()
    }
    #[inline]
    fn radius(&self) -> f64 {
        self.radius
    }
    fn vertex(&self, id: u32) -> Option<W> {
        self.shape.vertex(id)
    }
    #[inline]
    fn reach(&self) -> f64 {
        self.reach
    }
    fn reach_from(&self, center: W) -> f64 {
        self.shape.reach_from(center)
    }
    fn face(&self, direction: W, face: &mut Face<W>) {
        self.shape.face(direction, face);
    }
    #[inline]
    fn wants_normals(&self) -> bool {
        self.wants_normals
    }
    fn contact_normal(&self, normal: W, other: W) -> Option<W> {
        self.shape.contact_normal(normal, other)
    }
    /// A shape that does not want normals has no side and is not asked.
    #[inline]
    fn side(&self) -> Option<Side<W>> {
        if self.wants_normals { self.shape.side() } else { None }
    }
    fn identity(&self) -> Option<u64> {
        self.shape.identity()
    }
    #[inline]
    fn to_core(&self) -> Core<W> {
        self.core
    }
    #[inline]
    fn built(&self) -> Option<&Built> {
        self.built
    }
}

/// A shape of a query in the form that the solvers use. Threads can share it.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a, W: Vector> {
    /// A bounded convex shape.
    Convex(Lowered<'a, W>),
    /// All points on one side of a plane (in 2D, of a line).
    HalfSpace(HalfSpace<W>),
}
