//! Two boxes that are apart: their nearest points.
//!
//! The point of A nearest to p is p with its coordinates clamped to A. So half of the squared distance is
//! a function of a point y of B alone. It is convex, and quadratic between the planes of A's faces:
//!
//! ```text
//!     p = R y + t     x = p kept within A     d = p - x        f(y) = d.d / 2
//!
//!     slope g = R^T d                         bend R^T D R, D marks the coordinates of d that are not 0
//! ```
//!
//! 1. **Start** at the feature of B on the axis with the widest gap: a corner below a face of A, a point
//!    of a face below a corner of A, or a point of an edge.
//! 2. **Newton's method** over the free coordinates of y: those that are not at a face of B, or whose
//!    slope leads inwards. If the bend is singular, y becomes the point of B nearest to x.
//! 3. **The end.** Along d, all of A is below x, and all of B is above y less `lost / |d|`, where `lost`
//!    is the sum of `b_j |g_j| + g_j y_j`. If that is rounding, the distance is proven. Before this, d is
//!    made perpendicular to the edges of B along which y is free, which it is up to rounding.
//!
//! *Source.* Bertsekas, "Projected Newton methods for optimization problems with simple constraints",
//! 1982.

use crate::depth::sat::d3::{Along, NEXT};
use crate::number::{max, min, sqrt};
use crate::space::{DVector, Motion, Vector};

/// The most steps. A pair that needs more is left to GJK.
const MOST_LOOKS: u32 = 12;

/// The largest difference of the bounds, relative to the size.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Squares of sines below this count as 0.
const FLAT: f64 = 1e-6;

/// Two boxes, by half their edge lengths, and the pose of B in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct BoxAndBox<'m, W: Vector> {
    pub half_a: W,
    pub half_b: W,
    pub b_in_a: &'m Motion<W>,
    /// No point of the difference is farther from the origin.
    pub size: f64,
}

/// The nearest points of two boxes.
#[derive(Clone, Copy, Debug)]
pub struct Nearest<W> {
    /// Points of A and of B, in A's frame.
    pub points: [W; 2],
    /// The point of B in B's frame: coordinates at a face are those of the face.
    pub on_b: W,
    /// From A to B, of length 1.
    pub normal: W,
    /// The distance of the points.
    pub distance: f64,
    /// The gap of the boxes along the normal.
    pub gap: f64,
}

impl<W: DVector> BoxAndBox<'_, W> {
    /// The nearest points, starting from an axis with about the widest gap. `None` if the boxes touch, or
    /// if more than [`MOST_LOOKS`] steps are needed.
    pub fn nearest(&self, start: Along) -> Option<Nearest<W>> {
        let Self { half_a, half_b, b_in_a, .. } = *self;
        let mut y = self.start(start);
        for _ in 0..MOST_LOOKS {
            let p = b_in_a.apply(y);
            let x = kept(half_a, p);
            let d = p - x;
            let slope = b_in_a.unrotate(d);
            let found = self.proven([x, y, p], [d, slope]);
            if found.is_some() {
                return found;
            }
            let inside = |j: usize| y.get(j).abs() < half_b.get(j);
            if (0..W::DIM).any(inside) {
                let found = self.proven([x, y, p], self.straightened(y, d));
                if found.is_some() {
                    return found;
                }
            }
            let step = self.step(y, d, slope);
            y = match step {
                Some(step) => kept(half_b, y + step),
                None => self.below(x),
            };
        }
        None
    }

    /// Is the gap of the boxes along the normal that wide? `seen` is the normal in B's frame.
    #[inline(always)]
    fn proven(&self, [x, y, p]: [W; 3], [normal, seen]: [W; 2]) -> Option<Nearest<W>> {
        let Self { half_a, half_b, size, .. } = *self;
        let d = p - x;
        let lost = (0..W::DIM).fold(0.0, |lost, i| {
            let (out, back) = (normal.get(i), seen.get(i));
            let of_a = half_a.get(i) * out.abs() - x.get(i) * out;
            lost + (of_a + (half_b.get(i) * back.abs() + y.get(i) * back))
        });
        let (distance, over) = (sqrt(d.dot(d)), 1.0 / sqrt(normal.dot(normal)));
        let gap = (normal.dot(d) - lost) * over;
        let (points, normal) = ([x, p], normal * over);
        let found = Nearest { points, on_b: y, normal, distance, gap };
        (distance - gap <= ROUNDING * size).then_some(found)
    }

    /// The vector d without its rounding errors along the edges of B along which y is free, and its
    /// slope. Near a touch the rounding errors are most of d.
    #[cold]
    #[inline(never)]
    fn straightened(&self, y: W, d: W) -> [W; 2] {
        let mut normal = d;
        for j in 0..W::DIM {
            let column = self.bent(j, d);
            let square = column.dot(column);
            if y.get(j).abs() < self.half_b.get(j) && square > FLAT {
                normal = normal - column * (normal.dot(column) / square);
            }
        }
        [normal, self.b_in_a.unrotate(normal)]
    }

    /// The direction of B's edges along j, without the coordinates in which nothing changes.
    fn bent(&self, j: usize, d: W) -> W {
        let column = self.b_in_a.columns[j];
        W::from_fn(|i| if d.get(i) == 0.0 { 0.0 } else { column.get(i) })
    }

    /// In 2D: the axis of the least overlap, and this overlap. Off by a few rounding errors; NaN if the
    /// motion is not finite.
    ///
    /// Without closures: in release builds they became calls, and took a third of the time of two rectangles.
    #[inline(always)]
    pub fn least_in_plane(&self) -> (Along, f64) {
        let mut best = (Along::FaceA(0), self.over_a(0));
        let rest = [self.over_a(1), self.over_b(0), self.over_b(1)];
        for (along, overlap) in
            [Along::FaceA(1), Along::FaceB(0), Along::FaceB(1)].into_iter().zip(rest)
        {
            best = if overlap < best.1 { (along, overlap) } else { best };
        }
        (best.0, best.1 + self.b_in_a.zero_if_finite())
    }

    /// In 2D: the overlap along an axis of A.
    #[inline(always)]
    fn over_a(&self, i: usize) -> f64 {
        let [x, y, _] = self.b_in_a.columns;
        let (across_x, across_y) =
            (self.half_b.get(0) * x.get(i).abs(), self.half_b.get(1) * y.get(i).abs());
        self.half_a.get(i) + across_x + across_y - self.b_in_a.translation.get(i).abs()
    }

    /// In 2D: the overlap along an axis of B.
    #[inline(always)]
    fn over_b(&self, j: usize) -> f64 {
        let column = self.b_in_a.columns[j];
        let (across_x, across_y) =
            (self.half_a.get(0) * column.get(0).abs(), self.half_a.get(1) * column.get(1).abs());
        self.half_b.get(j) + across_x + across_y - column.dot(self.b_in_a.translation).abs()
    }

    /// The point of B nearest to a point in A's frame.
    fn below(&self, x: W) -> W {
        kept(self.half_b, self.b_in_a.unrotate(x - self.b_in_a.translation))
    }

    /// The step of Newton's method; `None` if the bend is singular.
    fn step(&self, y: W, d: W, slope: W) -> Option<W> {
        let (mut free, mut count) = ([0; 3], 0);
        for j in 0..W::DIM {
            free[count] = j;
            let inside = y.get(j).abs() < self.half_b.get(j);
            count += usize::from(inside || slope.get(j) * y.get(j) > 0.0);
        }
        if (0..W::DIM).all(|i| d.get(i) != 0.0) {
            let only = |j: usize| if free[..count].contains(&j) { -slope.get(j) } else { 0.0 };
            return Some(W::from_fn(only));
        }
        let free = &free[..count];
        if (0..W::DIM).filter(|i| d.get(*i) != 0.0).count() == 1 {
            // Over a face of A, the lowest corner.
            let corner = |j: usize| -self.half_b.get(j).copysign(slope.get(j)) - y.get(j);
            return Some(W::from_fn(|j| if free.contains(&j) { corner(j) } else { 0.0 }));
        }
        match *free {
            [j] => {
                let column = self.bent(j, d);
                Some(W::unit(j) * (-slope.get(j) / column.dot(column)))
            }
            [j, k] => {
                let (u, v) = (self.bent(j, d), self.bent(k, d));
                let (uu, uv, vv) = (u.dot(u), u.dot(v), v.dot(v));
                let determinant = uu * vv - uv * uv;
                let (g, h) = (slope.get(j), slope.get(k));
                let at_j = (uv * h - vv * g) / determinant;
                let at_k = (uv * g - uu * h) / determinant;
                (determinant > FLAT).then(|| W::unit(j) * at_j + W::unit(k) * at_k)
            }
            _ => None,
        }
    }

    /// A point of B that has the gap along this axis.
    fn start(&self, along: Along) -> W {
        let Self { half_a, half_b, b_in_a, .. } = *self;
        let t = b_in_a.translation;
        match along {
            Along::FaceA(i) => {
                let row = W::from_fn(|j| b_in_a.columns[j].get(i));
                corner(half_b, row * if t.get(i) < 0.0 { 1.0 } else { -1.0 })
            }
            Along::FaceB(j) => {
                let normal = b_in_a.columns[j];
                let normal = if normal.dot(t) < 0.0 { -normal } else { normal };
                self.below(corner(half_a, normal))
            }
            Along::Edges(i, j) => {
                let [u, v] = NEXT[i];
                let edge = b_in_a.columns[j];
                let (at_u, at_v) = (edge.get(u), edge.get(v));
                let axis = W::unit(v) * at_u - W::unit(u) * at_v;
                let axis = if axis.dot(t) < 0.0 { -axis } else { axis };
                let y = corner(half_b, -b_in_a.unrotate(axis));
                let y = W::from_fn(|k| if k == j { 0.0 } else { y.get(k) });
                let way = corner(half_a, axis) - b_in_a.apply(y);
                let share = (way.get(u) * at_u + way.get(v) * at_v) / (at_u * at_u + at_v * at_v);
                kept(half_b, y + W::unit(j) * share)
            }
        }
    }
}

/// The point of a box nearest to a point.
fn kept<W: DVector>(half: W, p: W) -> W {
    W::from_fn(|i| min(max(p.get(i), -half.get(i)), half.get(i)))
}

/// The corner of a box that is the farthest along a direction.
fn corner<W: DVector>(half: W, direction: W) -> W {
    W::from_fn(|i| half.get(i).copysign(direction.get(i)))
}
