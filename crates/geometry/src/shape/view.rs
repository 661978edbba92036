//! What the core of a shape is: [`View`], as the shape has it, and [`Core`], the same in `f64`.

use crate::number::Scalar;
use crate::space::Vector;

/// What the core of a shape is, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum View<'a, V: Vector> {
    /// The convex hull of points: polygons, polyhedra, segments, single points.
    Vertices(&'a [V]),
    /// The box with corners at plus and minus these.
    Cuboid {
        /// Half the edge lengths.
        half_extents: V,
    },
    /// An ellipse or ellipsoid along the coordinate axes.
    Ellipsoid {
        /// Semi-axes.
        radii: V,
    },
    /// A cylinder along a coordinate axis, around the origin.
    Cylinder {
        /// Of the base disc.
        radius: V::Scalar,
        /// Half the height.
        half_height: V::Scalar,
        /// The number of the coordinate axis.
        axis: usize,
    },
    /// A cone along a coordinate axis: base disc at `-half_height`, apex at `+half_height`.
    Cone {
        /// Of the base disc.
        radius: V::Scalar,
        /// Half the height.
        half_height: V::Scalar,
        /// The number of the coordinate axis.
        axis: usize,
    },
    /// Only its support function is known.
    Opaque,
}

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
    /// A polygon or hull: see [`Convex::built`](super::Convex::built) for its faces.
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
