//! Lowering: what a query needs of a shape, in one type for all shapes and in `f64`.
//!
//! ```text
//!   any shape, f32 or f64 ---lower---> Operand ---> the solvers, compiled once in this library
//! ```
//!
//! Solvers that were generic over shapes would be compiled again for each pair of kinds, in the
//! user's crate. So a query first makes an [`Operand`] of each shape: what its core is ([`Core`]),
//! with its numbers in `f64` but without copies of vertices, and a reference to the shape itself for
//! what is seldom asked. Nothing is lost: the `f64` of an `f32` number is exact.

use super::{
    Convex, Face, Geometry, HalfSpace, NO_ID, Part, Vertex, View, Wide, box_corner, scan, size_of,
};
use crate::hull::{Built, Hull3};
use crate::number::Scalar;
use crate::space::Vector;

/// What the core of a shape is, in the shape's frame and in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Core<W> {
    /// A single point: of a ball the centre.
    Point(W),
    /// Between two points.
    Segment([W; 2]),
    /// Between three points.
    Triangle([W; 3]),
    /// The box with corners at plus and minus this.
    Box(W),
    /// A polygon or hull: see [`Convex::built`] for its faces.
    Polytope {
        /// The number of points that it was built of. Some may be inside.
        points: usize,
    },
    /// A cylinder along a coordinate axis, around the origin.
    Cylinder {
        /// Of the base disc.
        radius: f64,
        /// Half the height.
        half_height: f64,
        /// The number of the coordinate axis.
        axis: usize,
    },
    /// A cone along a coordinate axis: base disc at `-half_height`, apex at `+half_height`.
    Cone {
        /// Of the base disc.
        radius: f64,
        /// Half the height.
        half_height: f64,
        /// The number of the coordinate axis.
        axis: usize,
    },
    /// An ellipse or ellipsoid along the coordinate axes, by its semi-axes.
    Ellipsoid(W),
    /// A shape of one's own: only its support function is known.
    Custom,
}

impl<W: Vector> Core<W> {
    /// From what a shape shows. A hull or polygon that was built of three points or more is a polytope,
    /// because its faces and edges have numbers of their own.
    #[inline]
    pub fn of<V: Vector<Wide = W>>(view: View<'_, V>, is_built: bool) -> Self {
        match view {
            View::Vertices(&[p]) => Core::Point(p.widen()),
            View::Vertices(&[p, q]) => Core::Segment([p.widen(), q.widen()]),
            View::Vertices(&[p, q, r]) if !is_built => {
                Core::Triangle([p.widen(), q.widen(), r.widen()])
            }
            View::Vertices(all) => Core::Polytope { points: all.len() },
            View::Cuboid { half_extents } => Core::Box(half_extents.widen()),
            View::Ellipsoid { radii } => Core::Ellipsoid(radii.widen()),
            View::Cylinder { radius, half_height, axis } => {
                let (radius, half_height) = (radius.to_f64(), half_height.to_f64());
                Core::Cylinder { radius, half_height, axis }
            }
            View::Cone { radius, half_height, axis } => {
                let (radius, half_height) = (radius.to_f64(), half_height.to_f64());
                Core::Cone { radius, half_height, axis }
            }
            View::Opaque => Core::Custom,
        }
    }

    /// Is it curved, or unknown?
    #[inline]
    pub fn is_curved(&self) -> bool {
        matches!(
            self,
            Core::Cylinder { .. } | Core::Cone { .. } | Core::Ellipsoid(_) | Core::Custom
        )
    }

    /// Is it curved in a way that [`Core::bend`] knows?
    #[inline]
    pub fn bends(&self) -> bool {
        matches!(self, Core::Cylinder { .. } | Core::Cone { .. } | Core::Ellipsoid(_))
    }

    /// The derivative of the support point: how far it moves as the direction changes by `turn`, per turn,
    /// in the unit of the shape. `point` is the support point along `direction`, and all vectors are in the
    /// shape's frame. A symmetric map of `turn`, zero at corners, on faces, and of shapes of one's own.
    pub fn bend(&self, direction: W, point: W, turn: W) -> W
    where
        W: Vector<Scalar = f64>,
    {
        match *self {
            Core::Cylinder { radius, axis, .. } => of_rim(radius, axis, direction, turn),
            Core::Cone { radius, axis, .. } if point.get(axis) < 0.0 => {
                of_rim(radius, axis, direction, turn)
            }
            Core::Ellipsoid(radii) => {
                // Ratios of lengths: squares of tiny ones would be lost.
                let over = 1.0 / point.dot(direction);
                let stretched = W::from_fn(|i| radii.get(i) * turn.get(i) * (radii.get(i) * over));
                stretched - point * (point.dot(turn) * over)
            }
            _ => W::ZERO,
        }
    }

    /// The corners of a point, a segment or a triangle; none of others.
    #[inline]
    pub fn few(&self) -> &[W] {
        match self {
            Core::Point(p) => core::slice::from_ref(p),
            Core::Segment(ends) => ends,
            Core::Triangle(corners) => corners,
            _ => &[],
        }
    }
}

/// [`Core::bend`] of a circle around an axis.
fn of_rim<W: Vector<Scalar = f64>>(radius: f64, axis: usize, direction: W, turn: W) -> W {
    let flat = |v: W| W::from_fn(|i| if i == axis { 0.0 } else { v.get(i) });
    let (out, turn) = (flat(direction), flat(turn));
    let square = out.dot(out);
    if square <= 0.0 {
        return W::ZERO;
    }
    (turn - out * (out.dot(turn) / square)) * (radius / Scalar::sqrt(square))
}

/// What is seldom asked of a shape, through a reference that does not know its type: as in
/// [`Convex`], but in `f64`.
pub(super) trait Support<W: Vector> {
    fn support_wide(&self, direction: W, hint: u32) -> Vertex<W>;
    fn center(&self) -> W;
    fn vertex(&self, id: u32) -> Option<W>;
    fn reach_from(&self, center: W) -> f64;
    fn face(&self, direction: W, face: &mut Face<W>);
    fn contact_normal(&self, normal: W, other: W) -> Option<W>;
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
    fn identity(&self) -> Option<u64> {
        Convex::identity(self)
    }
}

/// A convex shape as solvers see it. Lengths are in `f64`, in the shape's frame; a size that the shape
/// gives as a negative number or NaN is NaN here.
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
    /// Lowers a shape. Exact.
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
    /// What the core is.
    #[inline]
    pub fn core(&self) -> &Core<W> {
        &self.core
    }
}

impl<W: Vector<Scalar = f64, Wide = W>> Convex for Lowered<'_, W> {
    type V = W;
    #[inline]
    fn support(&self, direction: W) -> W {
        Convex::support_wide(self, direction, NO_ID).point
    }
    #[inline]
    fn support_vertex(&self, direction: W, hint: u32) -> Vertex<W> {
        Convex::support_wide(self, direction, hint)
    }
    /// As the shape has it, to the last bit. Boxes, solid hulls and shapes of up to three points are
    /// answered here, because a call through the reference costs more than the answer.
    #[inline]
    fn support_wide(&self, direction: W, hint: u32) -> Vertex<W> {
        match (&self.core, self.built) {
            (Core::Box(half), _) => box_corner(*half, direction),
            (_, Some(Built::Space(Hull3::Solid(solid)))) => {
                let id = solid.support(glam::DVec3::from_fn(|i| direction.get(i)));
                let point = solid.vertices().get(id);
                Vertex { point: W::from_fn(|i| Vector::get(point, i)), id }
            }
            (core, None) if !core.few().is_empty() => scan(core.few(), direction),
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

/// A shape of a query, as solvers see it.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a, W: Vector> {
    /// Bounded and convex.
    Convex(Lowered<'a, W>),
    /// All points on one side of a plane (in 2D, a line).
    HalfSpace(HalfSpace<W>),
}

impl<'a, W: Vector<Scalar = f64, Wide = W>> Operand<'a, W> {
    /// Lowers a shape. Exact.
    #[inline]
    pub fn of<G: Geometry<V: Vector<Wide = W>>>(shape: &'a G) -> Self {
        match shape.part() {
            Part::Convex(shape) => Self::Convex(Lowered::of(shape)),
            Part::HalfSpace(half) => Self::HalfSpace(half.lowered()),
        }
    }
    /// The same as [`Geometry::part`] gives it.
    #[inline]
    pub fn part(&self) -> Part<'_, Lowered<'a, W>> {
        match self {
            Self::Convex(shape) => Part::Convex(shape),
            Self::HalfSpace(half) => Part::HalfSpace(half),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Cone, Cylinder, Ellipsoid};
    use crate::space::Axis;
    use clearance_testing::Random;
    use glam::DVec3;

    /// The derivative is what a small turn shows, of rims and of ellipsoids.
    #[test]
    fn support_points_move_as_they_bend() {
        let (mut random, mut moved) = (Random::new(1), 0);
        let cylinder = Cylinder::<DVec3>::new(Axis::Z, 0.5, 0.7).unwrap();
        let cone = Cone::<DVec3>::new(Axis::X, 0.5, 0.7).unwrap();
        let ellipsoid = Ellipsoid::new(DVec3::new(0.3, 0.9, 0.6)).unwrap();
        for i in 0..3000 {
            let (u, turn) = (random.direction3(), random.direction3());
            let lowered =
                [Lowered::of(&cylinder), Lowered::of(&cone), Lowered::of(&ellipsoid)][i % 3];
            let at = |step: f64| lowered.support(u + turn * step);
            let step = 1e-5;
            // Across a kink or near an axis of a rim, it is another point.
            let (before, after) = (at(-step), at(step));
            if (after - before).length() > 1e-3 {
                continue;
            }
            let shown = (after - before) / (2.0 * step);
            let found = lowered.core().bend(u, at(0.0), turn);
            let rounding = 1e-4 * (1.0 + shown.length_squared() * shown.length());
            assert!((found - shown).length() < rounding, "{i}: {u} {turn} {found} {shown}");
            moved += usize::from(shown.length() > 0.1);
        }
        assert!(moved > 1500, "{moved}");
    }
}
