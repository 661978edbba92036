//! The depth of a cylinder and a box in each other: the least overlap along all normals.
//!
//! Along a normal n of length 1 the shapes overlap by
//!
//! ```text
//!     o(n) = sum h_i |n_i| + H |a.n| + R sqrt(1 - (a.n)^2) - n.c
//! ```
//!
//! with half the edge lengths h, half the height H, the radius R, the axis a, and c from the middle of
//! the box to that of the cylinder. Between the places where an n_i or a.n is 0, o is a sine along each
//! meridian around the axis, and a positive sine has no minimum inside an interval. So the least overlap
//! is along the axis, or on one of four great circles:
//!
//! ```text
//!     n across a                 a corner in the side: one place for each corner
//!     n across an edge of        an edge against a rim: o is a function of one angle, which is cut
//!     the box (three circles)    into arcs at the faces' normals, and where n is across the axis
//!                                or nearest to it
//! ```
//!
//! On an arc, the support point p of the difference at one end bounds o(n) >= p.n along all of it. Arcs
//! that two ends do not rule out are bisected until they are convex or concave; then Newton's method
//! finds the minimum. With f = sqrt(1 - (a.n)^2) and q the component of the axis along the edge, the
//! outline perpendicular to the edge has the radius of curvature rho = R q^2 / f^3, and the second
//! derivative of o by the angle is rho - o.

use glam::{DVec2, DVec3};

use super::cylinder_box::{CylinderAndBox, CylinderGap, ROUNDING};
use super::segment_box::across;
use crate::number::{max, min, sqrt};

/// The most bisections of an arc.
const CUTS: u32 = 12;

/// The most Newton steps to the minimum of an arc.
const STEPS: usize = 24;

/// Overlaps whose difference, relative to the size, is less than this are equal.
const SAME: f64 = 4.0 * f64::EPSILON;

/// The tolerance for points on their features, relative to the smaller shape. If the minimum is flat, its place is
/// known less exactly than its value.
const BESIDE: f64 = 1e-10;

/// The least overlap so far, and its normal.
struct Best {
    overlap: f64,
    normal: DVec3,
    face: Option<usize>,
}

impl CylinderAndBox {
    /// The place where the shapes are deepest in each other. `overlap` is true if they are known to
    /// overlap. `None` if this, or the depth, stays open.
    pub fn deepest(&self, overlap: bool) -> Option<CylinderGap> {
        let best = self.least_overlap()?;
        let Best { overlap: depth, normal, face } = best;
        let smaller = min(self.half.max_element(), max(self.long, self.radius));
        let beside = BESIDE * smaller + ROUNDING * self.size;
        let [on_box, on_cylinder] = self.points(normal, -depth, beside)?;
        let inside = (on_cylinder.abs() - self.half).max_element() < 0.0;
        let common = overlap || inside || self.holds(on_box);
        (depth > 0.0 && common).then_some(CylinderGap {
            normal,
            distance: SAME * self.size - depth,
            gap: -depth,
            on_box,
            on_cylinder,
            face,
        })
    }

    fn least_overlap(&self) -> Option<Best> {
        let mut best = Best { overlap: f64::INFINITY, normal: DVec3::ZERO, face: None };
        for i in 0..3 {
            let normal = DVec3::AXES[i] * if self.middle[i] < 0.0 { -1.0 } else { 1.0 };
            self.offer(&mut best, normal, Some(i));
        }
        let up = if self.axis.dot(self.middle) < 0.0 { -self.axis } else { self.axis };
        self.offer(&mut best, up, None);
        for i in 0..3 {
            let normal = across(i, self.axis, self.middle);
            let square = normal.dot(normal);
            if square > 0.0 {
                self.offer(&mut best, normal * (1.0 / sqrt(square)), None);
            }
        }
        self.corners(&mut best);
        if best.overlap <= 0.0 {
            return None;
        }
        for i in 0..3 {
            Circle::new(self, i).search(&mut best)?;
        }
        Some(best)
    }

    /// Adds a normal. The normal of a face is preferred if no other is better by more than rounding.
    #[inline]
    fn offer(&self, best: &mut Best, normal: DVec3, face: Option<usize>) {
        let overlap = -self.gap(normal);
        if overlap < best.overlap - SAME * self.size {
            *best = Best { overlap, normal, face };
        }
    }

    /// Adds the normals for corners of the box inside the side.
    fn corners(&self, best: &mut Best) {
        let Self { half, middle, axis, long, radius, .. } = *self;
        for bits in 0..8 {
            let sign = |i: usize| if bits >> i & 1 == 1 { 1.0 } else { -1.0 };
            let signs = DVec3::new(sign(0), sign(1), sign(2));
            let way = middle - half * signs;
            let up = way.dot(axis);
            let out = way - axis * up;
            let square = out.dot(out);
            let least = radius - best.overlap;
            let turned = (out * signs).min_element() >= 0.0;
            if turned && up.abs() <= long && (least < 0.0 || square > least * least) && square > 0.0
            {
                self.offer(best, out * (1.0 / sqrt(square)), None);
            }
        }
    }
}

/// The normals perpendicular to the edges along axis `i`: a plane whose first axis is nearest to the
/// cylinder's axis.
struct Circle<'p> {
    pair: &'p CylinderAndBox,
    near: DVec3,
    aside: DVec3,
    /// The directions of the two other axes of the box in this plane, and half the edge lengths along
    /// them.
    sides: [DVec2; 2],
    half: [f64; 2],
    middle: DVec2,
    /// The component of the cylinder's axis in the plane, and the square of the rest.
    lean: f64,
    rest: f64,
}

/// A normal, the overlap along it, and the support point of the difference.
#[derive(Clone, Copy)]
struct AxisOverlap {
    normal: DVec2,
    overlap: f64,
    point: DVec2,
    /// f, as in the module documentation.
    f: f64,
}

impl<'p> Circle<'p> {
    fn new(pair: &'p CylinderAndBox, i: usize) -> Self {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let (u, v) = (pair.axis[j], pair.axis[k]);
        let lean = sqrt(u * u + v * v);
        // If the cylinder is along the edge, any direction will do.
        let (u, v) = if lean > 0.0 { (u / lean, v / lean) } else { (1.0, 0.0) };
        let [mut near, mut aside] = [DVec3::ZERO; 2];
        (near[j], near[k]) = (u, v);
        (aside[j], aside[k]) = (-v, u);
        Self {
            pair,
            near,
            aside,
            sides: [DVec2::new(u, -v), DVec2::new(v, u)],
            half: [pair.half[j], pair.half[k]],
            middle: DVec2::new(near.dot(pair.middle), aside.dot(pair.middle)),
            lean,
            rest: pair.axis[i] * pair.axis[i],
        }
    }

    /// Searches all arcs. `None` if an arc stays open.
    fn search(&self, best: &mut Best) -> Option<()> {
        // The faces' normals, rotated by right angles into the first quarter.
        let side = self.sides[0];
        let first = if side.x * side.y >= 0.0 { side.abs() } else { side.perp().abs() };
        let around = [DVec2::X, first, DVec2::Y, first.perp(), DVec2::NEG_X];
        for sign in [1.0, -1.0] {
            for [from, to] in [0, 1, 2, 3].map(|i| [around[i] * sign, around[i + 1] * sign]) {
                // Directions away from the cylinder have a larger overlap than their opposites. Of two
                // opposite arcs at least one remains; both, if the middles coincide.
                let leads = from.dot(self.middle) >= 0.0 || to.dot(self.middle) >= 0.0;
                if leads && from.perp_dot(to) > 0.0 {
                    let corner = self.corner(from + to);
                    let ends = [self.spot(from, corner, to), self.spot(to, corner, from)];
                    self.arc(ends, corner, CUTS, best)?;
                }
            }
        }
        Some(())
    }

    /// The part of the difference without the rim, on an arc around a direction: a corner of the box
    /// minus an end of the axis.
    fn corner(&self, direction: DVec2) -> DVec2 {
        let [x, y] = self.sides;
        let up = if direction.x < 0.0 { -self.lean } else { self.lean };
        x * self.half[0].copysign(x.dot(direction))
            + y * self.half[1].copysign(y.dot(direction))
            + DVec2::X * (up * self.pair.long)
            - self.middle
    }

    /// The values at a normal, as the start of an arc towards `towards`.
    #[inline]
    fn spot(&self, normal: DVec2, corner: DVec2, towards: DVec2) -> AxisOverlap {
        let flat = DVec2::new(normal.x * self.rest, normal.y);
        let f = sqrt(normal.dot(flat));
        // Along the axis itself the rim is seen from above: its point on the arc's side counts.
        let rim = if f > 0.0 { flat / f } else { DVec2::new(0.0, 1.0_f64.copysign(towards.y)) };
        let point = corner + rim * self.pair.radius;
        AxisOverlap { normal, overlap: point.dot(normal), point, f }
    }

    /// Searches an arc for a lower overlap than the least so far.
    fn arc(&self, ends: [AxisOverlap; 2], corner: DVec2, cuts: u32, best: &mut Best) -> Option<()> {
        let [a, b] = ends;
        let limit = best.overlap - SAME * self.pair.size;
        // Both points bound the overlap; the bound is weakest where they are equal.
        let between = a.point - b.point;
        let mut weakest = between.perp();
        if weakest.dot(a.normal + b.normal) < 0.0 {
            weakest = -weakest;
        }
        let length = sqrt(weakest.dot(weakest));
        let bound = weakest.dot(a.point) / length;
        if bound >= limit {
            return Some(());
        }
        let is_between = a.normal.perp_dot(weakest) > 0.0 && weakest.perp_dot(b.normal) > 0.0;
        let curve = self.pair.radius * self.rest;
        let [flattest, roundest] = [min(a.f, b.f), max(a.f, b.f)];
        if !is_between || curve <= bound * flattest * flattest * flattest {
            // With one point for the whole arc, or if it is concave, an end is the lowest.
            let lower = if a.overlap <= b.overlap { a } else { b };
            if lower.overlap < limit {
                self.offer(&lower, best);
            }
            return Some(());
        }
        let most = max(a.overlap, b.overlap);
        // A normal in between is scaled to length 1.
        let middle = (a.normal + b.normal) * 0.5;
        let shortest = sqrt(middle.dot(middle));
        if curve * shortest >= most * roundest * roundest * roundest {
            self.lowest(ends, corner, best);
            return Some(());
        }
        if cuts == 0 {
            return None;
        }
        let middle = self.spot(middle / shortest, corner, b.normal);
        self.arc([a, middle], corner, cuts - 1, best)?;
        self.arc([middle, b], corner, cuts - 1, best)
    }

    /// The minimum of a convex arc.
    fn lowest(&self, [a, b]: [AxisOverlap; 2], corner: DVec2, best: &mut Best) {
        let slope = |spot: &AxisOverlap| spot.point.dot(spot.normal.perp());
        let (mut low, mut high) = (a, b);
        let mut here = if slope(&a) >= 0.0 {
            a
        } else if slope(&b) <= 0.0 {
            b
        } else {
            let between = a.normal + b.normal;
            self.spot(between / sqrt(between.dot(between)), corner, b.normal)
        };
        for _ in 0..STEPS {
            let rise = slope(&here);
            if rise > 0.0 {
                high = here
            } else {
                low = here
            }
            let curve = self.pair.radius * self.rest / (here.f * here.f * here.f);
            let step = -rise / (curve - here.overlap);
            let mut next = here.normal + here.normal.perp() * step;
            let is_within = low.normal.perp_dot(next) > 0.0 && next.perp_dot(high.normal) > 0.0;
            if !is_within {
                next = low.normal + high.normal;
            }
            here = self.spot(next / sqrt(next.dot(next)), corner, b.normal);
            if is_within && step.abs() <= 1e-9 || low.normal == high.normal {
                break;
            }
        }
        self.offer(&here, best);
    }

    fn offer(&self, spot: &AxisOverlap, best: &mut Best) {
        let normal = self.near * spot.normal.x + self.aside * spot.normal.y;
        self.pair.offer(best, normal, None);
    }
}
