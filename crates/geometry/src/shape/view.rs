//! The geometry of a shape's core: [`View`] in the shape's own precision, and [`Core`] in `f64`.

use crate::number::{Scalar, sqrt};
use crate::space::{DVector, Vector};

/// The geometry of a shape's core, in the shape's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum View<'a, V: Vector> {
    /// The convex hull of points: polygons, polyhedra, segments, single points.
    Vertices(&'a [V]),
    /// The box with corners at plus and minus `half_extents`.
    Cuboid {
        /// Half the edge lengths.
        half_extents: V,
    },
    /// An ellipse or ellipsoid along the coordinate axes.
    Ellipsoid {
        /// The semi-axes.
        radii: V,
    },
    /// A cylinder along a coordinate axis, around the local origin.
    Cylinder {
        /// The radius of the base disc.
        radius: V::Scalar,
        /// Half the height.
        half_height: V::Scalar,
        /// The number of the coordinate axis.
        axis: usize,
    },
    /// A cone along a coordinate axis: base disc at `-half_height`, apex at `+half_height`.
    Cone {
        /// The radius of the base disc.
        radius: V::Scalar,
        /// Half the height.
        half_height: V::Scalar,
        /// The number of the coordinate axis.
        axis: usize,
    },
    /// Any other shape: only the support function is known.
    Opaque,
}

/// The geometry of a shape's core, in the shape's frame and in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Core<W> {
    /// A single point, for example the center of a ball.
    Point(W),
    /// The segment between two points.
    Segment([W; 2]),
    /// The triangle of three points.
    Triangle([W; 3]),
    /// The box with corners at plus and minus this.
    Box(W),
    /// A polygon or hull. [`Convex::built`](super::Convex::built) returns its faces.
    Polytope {
        /// The number of points that define it. Some may be inside.
        points: usize,
    },
    /// A cylinder along a coordinate axis, around the local origin.
    Cylinder {
        /// The radius of the base disc.
        radius: f64,
        /// Half the height.
        half_height: f64,
        /// The number of the coordinate axis.
        axis: usize,
    },
    /// A cone along a coordinate axis: base disc at `-half_height`, apex at `+half_height`.
    Cone {
        /// The radius of the base disc.
        radius: f64,
        /// Half the height.
        half_height: f64,
        /// The number of the coordinate axis.
        axis: usize,
    },
    /// An ellipse or ellipsoid along the coordinate axes, given by its semi-axes.
    Ellipsoid(W),
    /// A user-defined shape: only the support function is known.
    Custom,
}

impl<W: Vector> Core<W> {
    /// Converts a [`View`]. A hull or polygon (`is_built`) of three or more points becomes a polytope,
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

    /// Is the core curved, or user-defined and so possibly curved?
    #[inline]
    pub fn is_curved(&self) -> bool {
        matches!(
            self,
            Core::Cylinder { .. } | Core::Cone { .. } | Core::Ellipsoid(_) | Core::Custom
        )
    }

    /// Is the core curved in a way that [`Core::bend`] handles?
    #[inline]
    pub fn bends(&self) -> bool {
        matches!(self, Core::Cylinder { .. } | Core::Cone { .. } | Core::Ellipsoid(_))
    }

    /// The derivative of the support point with respect to the direction, applied to `turn`: if the
    /// direction changes by a small multiple of `turn`, the support point moves by the same multiple of
    /// the result.
    ///
    /// `point` is the support point along `direction`. All vectors are in the shape's frame and in its unit
    /// of length. The map is linear and symmetric in `turn`. It is zero at corners, on faces and for
    /// user-defined shapes.
    pub fn bend(&self, direction: W, point: W, turn: W) -> W
    where
        W: DVector,
    {
        match *self {
            Core::Cylinder { radius, axis, .. } => bend_of_rim(radius, axis, direction, turn),
            Core::Cone { radius, axis, .. } if point.get(axis) < 0.0 => {
                bend_of_rim(radius, axis, direction, turn)
            }
            Core::Ellipsoid(radii) => {
                // Computed from ratios of lengths, because squares of tiny lengths would underflow.
                let over = 1.0 / point.dot(direction);
                let stretched = W::from_fn(|i| radii.get(i) * turn.get(i) * (radii.get(i) * over));
                stretched - point * (point.dot(turn) * over)
            }
            _ => W::ZERO,
        }
    }

    /// The corners of a point, a segment or a triangle; empty for other cores.
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

/// [`Core::bend`] for a circle around an axis.
fn bend_of_rim<W: DVector>(radius: f64, axis: usize, direction: W, turn: W) -> W {
    let flat = |v: W| W::from_fn(|i| if i == axis { 0.0 } else { v.get(i) });
    let (out, turn) = (flat(direction), flat(turn));
    let square = out.dot(out);
    if square <= 0.0 {
        return W::ZERO;
    }
    (turn - out * (out.dot(turn) / square)) * (radius / sqrt(square))
}
