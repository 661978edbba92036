//! The points of shapes in one common frame.

use alloc::vec::Vec;

use clearance_geometry::number::Scalar;
use clearance_geometry::shape::View;
use clearance_geometry::space::{Motion, Vector};

/// The vertices of a polytope, transformed by `motion` from the shape's frame to the common one, in the
/// order of their indices. `None` for curved and user-defined shapes.
///
/// A [`View`] contains the core only. The rounding radii of both shapes are to be subtracted from the
/// clearance of the points.
pub fn polytope_points<V: Vector>(
    view: View<'_, V>,
    motion: &Motion<V::Wide>,
) -> Option<Vec<V::Wide>> {
    match view {
        View::Vertices(points) => Some(points.iter().map(|p| motion.apply(p.widen())).collect()),
        View::Cuboid { half_extents } => {
            let half = half_extents.widen();
            let sign = |id: usize, i: usize| if id >> i & 1 == 1 { 1.0 } else { -1.0 };
            let corner = |id| V::Wide::from_fn(|i| sign(id, i) * half.get(i));
            Some((0..1 << V::DIM).map(|id| motion.apply(corner(id))).collect())
        }
        _ => None,
    }
}

/// Points whose hull approximates a shape from the inside.
#[derive(Clone, Debug, PartialEq)]
pub struct InnerPoints<W> {
    /// Points of the shape, up to rounding, in the common frame.
    pub points: Vec<W>,
    /// The largest distance of a point of the shape from the hull of the points, up to rounding. The true
    /// clearance of two shapes is at most that of their points, and at least that minus both errors.
    pub error: f64,
}

/// Like [`polytope_points`], with samples of curved shapes: `n` points on a circle, and on an ellipsoid
/// the poles and `n` times `n / 2 - 1` points. At least 4 are used. `None` for user-defined shapes.
///
/// A chord over an angle of 2 pi / n is within 1 - cos(pi / n) of the unit circle. On the unit sphere, a
/// direction is at most pi / n of longitude and pi / n of latitude away from a sample (for even n), so
/// within an angle of sqrt(2) pi / n. Stretching multiplies the error by at most the largest semi-axis.
pub fn inner_points<V: Vector>(
    view: View<'_, V>,
    motion: &Motion<V::Wide>,
    n: usize,
) -> Option<InnerPoints<V::Wide>> {
    let n = n.max(4).next_multiple_of(2);
    let step = 2.0 * core::f64::consts::PI / n as f64;
    let sagitta = |angle: f64| 1.0 - libm::cos(angle);
    let moved = |points: Vec<V::Wide>, error: f64| {
        let points = points.into_iter().map(|p| motion.apply(p)).collect();
        Some(InnerPoints { points, error })
    };
    match view {
        View::Ellipsoid { radii } => {
            let radii = radii.widen();
            let angle = if V::DIM == 2 { step / 2.0 } else { step / core::f64::consts::SQRT_2 };
            let stretched = |unit: [f64; 3]| V::Wide::from_fn(|i| unit[i] * radii.get(i));
            let mut points = Vec::new();
            let levels = if V::DIM == 2 { 1 } else { n / 2 - 1 };
            for level in 1..=levels {
                let (ring, height) =
                    if V::DIM == 2 { (1.0, 0.0) } else { libm::sincos(level as f64 * step) };
                points.extend(circle(n, ring).map(|[x, y]| stretched([x, y, height])));
            }
            if V::DIM == 3 {
                points.extend([1.0, -1.0].map(|z| stretched([0.0, 0.0, z])));
            }
            moved(points, sagitta(angle) * radii.max_abs())
        }
        View::Cylinder { radius, half_height, axis } => {
            let (r, h) = (radius.to_f64(), half_height.to_f64());
            let disc = |z| circle(n, r).map(move |[x, y]| along::<V>(axis, x, y, z));
            moved(disc(-h).chain(disc(h)).collect(), sagitta(step / 2.0) * r)
        }
        View::Cone { radius, half_height, axis } => {
            let (r, h) = (radius.to_f64(), half_height.to_f64());
            let disc = circle(n, r).map(|[x, y]| along::<V>(axis, x, y, -h));
            let apex = along::<V>(axis, 0.0, 0.0, h);
            moved(disc.chain([apex]).collect(), sagitta(step / 2.0) * r)
        }
        flat => {
            let points = polytope_points(flat, motion)?;
            Some(InnerPoints { points, error: 0.0 })
        }
    }
}

/// `n` points on a circle of this radius.
fn circle(n: usize, radius: f64) -> impl Iterator<Item = [f64; 2]> {
    let step = 2.0 * core::f64::consts::PI / n as f64;
    (0..n).map(move |k| {
        let (sin, cos) = libm::sincos(k as f64 * step);
        [radius * cos, radius * sin]
    })
}

/// The point at height z along a coordinate axis, and x and y along the two axes that follow it.
fn along<V: Vector>(axis: usize, x: f64, y: f64, z: f64) -> V::Wide {
    V::Wide::from_fn(|i| [z, x, y][(i + 3 - axis) % 3])
}
