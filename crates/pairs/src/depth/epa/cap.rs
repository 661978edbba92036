//! A cap: directions around a local minimum of the support height, all of which are proven at once.
//!
//! Near the deepest point EPA needs corner after corner to approximate a curved surface. But there the
//! surface is known: it bends like a rim or an ellipsoid, or it is flat.
//!
//! ```text
//!         n     m      Let U = h(n) be least at n, and U n = a - b, with points a of A and b of B. Let A
//!         ^    /       contain a disc or an ellipsoid whose farthest point along n is a, and g be its
//!       U |   /        support function. It is lower than that of A, and equal at n. On the great circle
//!         | s/         from n towards t, g'' + g = K(s) > 0, and U cos s is the height of the point U n:
//!         | /
//!         o                h(m) >= U cos s + K (1 - cos s),     K the least K(s), for A and B together
//! ```
//!
//! If K >= U for all t, no height in the cap is below U. An ellipsoid with the half axes S has
//! K = |cof(S) (n x t)|^2 / |S m|^3, in which only |S m| changes with s. A disc of radius r around u is
//! one of them: K = r (t.(n x u))^2 / |m x u|^3.
//!
//! If n is perpendicular to an edge or a face, this contains points at some distance f from a on both
//! sides. Then h(m) is higher by f sin s |t.e|, which is at least (1 - cos s) (t.e)^2 f / tan(s / 2).
//!
//! *The other directions.* Around the normal of a face of EPA's polytope there is a region of directions in
//! which the corners do not prove the limit. The region ends somewhere on the arc to each neighbour's normal.
//! If all these ends are in the cap, so is the whole region, because the cap is convex: see
//! `Polytope::standing`.
//!
//! *Source.* The radius of curvature of a convex curve is h'' + h of its support function (Schneider, "Convex
//! bodies: the Brunn-Minkowski theory", 2.5). Its use as a proof comes from this library.

use super::face::cross;
use super::spot::Spot;
use crate::gjk::simplex::Simplex;
use crate::number::min;
use crate::shape::difference::Difference;
use crate::shape::{Convex, Core};
use crate::space::{DVector, Vector};

/// The angles of caps, in radians; the first that is proven is taken.
const ANGLES: [f64; 6] = [0.8, 0.55, 0.35, 0.2, 0.1, 0.05];

/// The share of the angle that is used. The rest is for the rounding of the faces' normals.
const USED: f64 = 0.99;

/// A local minimum, and the directions around it whose heights are proven.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cap<W: Vector> {
    /// The direction of the minimum, of length 1.
    pub normal: W,
    /// The height there.
    pub height: f64,
    /// The cosine of the cap's angle.
    pub cosine: f64,
    /// Corners of the difference, with the weights of the deepest point.
    pub contact: Simplex<W>,
}

impl<W: DVector> Cap<W> {
    /// The largest cap around a minimum in which no height is below `least`, which is at most the height of
    /// the minimum.
    pub fn around(difference: &Difference<'_, W>, spot: &Spot<W>, least: f64) -> Option<Self> {
        let bends = Bends::of(difference, spot);
        let spare = spot.height - least;
        let is_proven = |angle: &f64| {
            let (sin, cos) = libm::sincos(*angle);
            bends.at_least(spot.height - spare / (1.0 - cos), (sin, cos))
        };
        let angle = ANGLES.into_iter().find(is_proven)?;
        let Spot { normal, height, contact, .. } = *spot;
        Some(Self { normal, height, cosine: libm::cos(USED * angle), contact })
    }
}

impl<W: DVector> Cap<W> {
    /// Is a direction, of any length, in the cap?
    #[inline]
    pub fn contains(&self, direction: W) -> bool {
        let along = self.normal.dot(direction);
        along > 0.0 && along * along >= self.cosine * self.cosine * direction.dot(direction)
    }
}

/// How the surfaces bend at a minimum, as quadratic forms of the tangent t.
struct Bends<W: Vector> {
    round: [Option<Ellipse>; 2],
    /// The directions of flat parts, on two tangents, and the distances to their ends.
    flat: [([f64; 2], f64); 2],
    /// The distance to the end of a flat part in all directions.
    around: f64,
    of: core::marker::PhantomData<W>,
}

/// The curvature of an ellipsoid or disc.
struct Ellipse {
    /// The sums of the products of cof(S) (n x t) for both tangents.
    squares: [f64; 3],
    /// |S n|, and the largest half axis.
    reach: f64,
    most: f64,
}

impl Ellipse {
    /// The vector S and the coordinates are those of the shape.
    fn of<W: DVector>(axes: W, n: W, tangents: [W; 2]) -> Self {
        let cofactor =
            |v: W| W::from_fn(|i| axes.get((i + 1) % 3) * axes.get((i + 2) % 3) * v.get(i));
        let [u, v] = tangents.map(|t| cofactor(cross(n, t)));
        let reach = W::from_fn(|i| axes.get(i) * n.get(i)).norm();
        Self { squares: [u.dot(u), u.dot(v), v.dot(v)], reach, most: axes.max_abs() }
    }
    /// The form at the place of a cap where it is least.
    fn least(&self, (sin, cos): (f64, f64)) -> [f64; 3] {
        let Self { squares, reach, most } = self;
        let farthest = min(reach * cos + most * sin, *most);
        let over = 1.0 / (farthest * farthest * farthest);
        squares.map(|square| if square == 0.0 { 0.0 } else { square * over })
    }
}

impl<W: DVector> Bends<W> {
    fn of(difference: &Difference<'_, W>, spot: &Spot<W>) -> Self {
        let Difference { a, b, b_in_a, scale } = difference;
        let n = spot.normal;
        let tangents = tangents(n);
        let axes = [a.to_core(), b.to_core()];
        let axes = [0, 1].map(|i| if spot.on_face[i] { None } else { spot.half_axes(&axes[i], i) });
        let of_a = axes[0].map(|axes| Ellipse::of(axes * *scale, n, tangents));
        let of_b = axes[1].map(|axes| {
            let [n, u, v] = [n, tangents[0], tangents[1]].map(|v| b_in_a.unrotate(v));
            Ellipse::of(axes * *scale, n, [u, v])
        });
        let flat = spot.flat.map(|(e, far)| (tangents.map(|t| t.dot(e)), far));
        Self { round: [of_a, of_b], flat, around: spot.around, of: core::marker::PhantomData }
    }

    /// Is K at least this in all directions of a cap?
    fn at_least(&self, least: f64, (sin, cos): (f64, f64)) -> bool {
        // 1 / tan(s / 2)
        let steep = (1.0 + cos) / sin;
        let mut form = [self.around * steep, 0.0, self.around * steep];
        for ellipse in self.round.iter().flatten() {
            let round = ellipse.least((sin, cos));
            form = core::array::from_fn(|i| form[i] + round[i]);
        }
        for ([x, y], far) in self.flat {
            let flat = [x * x, x * y, y * y];
            form = core::array::from_fn(|i| form[i] + far * steep * flat[i]);
        }
        let [xx, xy, yy] = [form[0] - least, form[1], form[2] - least];
        xx >= 0.0 && yy >= 0.0 && xx * yy >= xy * xy
    }
}

/// Two directions perpendicular to a vector of length 1 and to each other.
fn tangents<W: DVector>(n: W) -> [W; 2] {
    let across = |i: usize| cross(n, W::unit(i));
    let least = if n.get(0).abs() < 0.6 { 0 } else { 1 };
    let u = across(least).unit_along().unwrap_or(W::unit(0));
    [u, cross(n, u)]
}

impl<W: DVector> Spot<W> {
    /// The half axes of a disc or ellipsoid in the shape whose farthest point is that of the spot: a cone
    /// has a smaller disc at the height of a point on its side.
    fn half_axes(&self, core: &Core<W>, shape: usize) -> Option<W> {
        let disc = |radius: f64, axis| W::from_fn(|i| if i == axis { 0.0 } else { radius });
        match *core {
            Core::Cylinder { radius, axis, .. } => Some(disc(radius, axis)),
            Core::Cone { radius, axis, .. } => {
                let weighted = self.contact.corners().iter().zip(self.contact.weights);
                let of_rim = weighted.filter(|(pair, _)| [pair.a, pair.b][shape].get(axis) < 0.0);
                let share = of_rim.fold(0.0, |sum, (_, weight)| sum + weight);
                (share > 0.0).then(|| disc(radius * share, axis))
            }
            Core::Ellipsoid(radii) => Some(radii),
            _ => None,
        }
    }
}
