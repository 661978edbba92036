//! A cylinder and a box, in the frame of the box: the features that are nearest, and their exact nearest
//! points.
//!
//! ```text
//!        _______             1. To the nearest point of the other shape and back, a few times: which
//!       /       \  cylinder     coordinates are then within the box says whether a face, an edge
//!       \_______/               or a corner of it is nearest.
//!     .     | q              2. Of a face the way is along its normal; along an edge the distance
//!      . way|                   from the cylinder is convex, and Newton finds where it is least; a
//!     +-----x----+              corner is a point.
//!     |     box  |           3. The gap of both shapes along the way has to be as long as the way:
//!                               then that is the distance. If not, 1. goes on from there.
//! ```
//!
//! The direction between two edges is computed perpendicular to both, because two points that nearly
//! touch have no direction. A result that is not proven is left to GJK. `cylinder_depth` treats
//! overlapping shapes.

use glam::DVec3;

use super::segment_box::{across, kept, part_within};
use crate::number::sqrt;

/// The most rounds of step 1. Of random pairs, one in a thousand needs more.
const ROUNDS: usize = 8;

/// The most Newton steps along an edge. If the slope has a kink, half of the steps bisect.
const STEPS: usize = 32;

/// The square of the sine of an angle: an edge and a rim that meet at a smaller angle are parallel.
const ALONG: f64 = 1e-6;

/// The tolerance for points on their features, and for a cylinder that is upright or level, relative to
/// the size.
pub(super) const ROUNDING: f64 = 32.0 * f64::EPSILON;

/// A box around the origin, and a cylinder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CylinderAndBox {
    /// Half the edge lengths.
    pub half: DVec3,
    /// The middle of the cylinder.
    pub middle: DVec3,
    /// The axis of the cylinder, of length 1.
    pub axis: DVec3,
    /// Half the height of the cylinder.
    pub long: f64,
    pub radius: f64,
    /// The largest coordinate of both shapes.
    pub size: f64,
}

/// The distance of a box and a cylinder, or their depth, with the points where it is attained.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CylinderGap {
    /// Of length 1, out of the box.
    pub normal: DVec3,
    /// From the box to the cylinder; negative if they overlap.
    pub distance: f64,
    /// The cylinder's height over the box along the normal.
    pub gap: f64,
    /// Points of both shapes, `distance` apart along the normal.
    pub on_box: DVec3,
    pub on_cylinder: DVec3,
    /// The index of the coordinate axis along the normal, if the normal is that of a face.
    pub face: Option<usize>,
}

/// The result of [`CylinderAndBox::apart`].
pub(crate) enum Apart {
    By(CylinderGap),
    /// The shapes have a point in common.
    Never,
    /// Neither a gap nor a common point was found.
    Open,
}

/// A point of the box, the nearest point of the cylinder, and the feature of that point.
struct Foot {
    on_cylinder: DVec3,
    /// The vector of the point from the axis; and is the point beyond the side, and beyond a cap?
    out: DVec3,
    beside: bool,
    above: bool,
}

impl CylinderAndBox {
    /// The gap along a normal of length 1; negative if the shapes overlap along it.
    #[inline]
    pub fn gap(&self, normal: DVec3) -> f64 {
        let up = normal.dot(self.axis);
        let flat = normal - self.axis * up;
        let around = self.long * up.abs() + self.radius * sqrt(flat.dot(flat));
        normal.dot(self.middle) - around - self.half.dot(normal.abs())
    }

    /// The distance, if the shapes are apart. `slack` is the allowed difference between the gap and the
    /// distance. A common point is found up to rounding.
    pub fn apart(&self, slack: f64) -> Apart {
        let mut x = kept(self.half, self.middle);
        for _ in 0..ROUNDS {
            let q = self.foot(x).on_cylinder;
            let next = kept(self.half, q);
            if next == q {
                return Apart::Never;
            }
            let is_free = (q - next).to_array().map(|x| x == 0.0);
            let found = match is_free {
                [false, true, true] => self.over_face(0, next, q, &mut x),
                [true, false, true] => self.over_face(1, next, q, &mut x),
                [true, true, false] => self.over_face(2, next, q, &mut x),
                [true, false, false] => self.over_edge(0, next, &mut x),
                [false, true, false] => self.over_edge(1, next, &mut x),
                [false, false, true] => self.over_edge(2, next, &mut x),
                _ => self.at_corner(next, &mut x),
            };
            match found {
                Some(found) if found.distance == 0.0 => return Apart::Never,
                Some(found) if found.distance - found.gap <= slack => {
                    return Apart::By(found);
                }
                Some(_) => {}
                None => x = next,
            }
        }
        Apart::Open
    }

    /// The point of the cylinder that is nearest to a point.
    #[inline]
    fn foot(&self, x: DVec3) -> Foot {
        let way = x - self.middle;
        let up = self.axis.dot(way);
        let out = way - self.axis * up;
        let square = out.dot(out);
        let beside = square > self.radius * self.radius;
        let share = if beside { self.radius / sqrt(square) } else { 1.0 };
        let level = up.clamp(-self.long, self.long);
        let on_cylinder = self.middle + self.axis * level + out * share;
        Foot { on_cylinder, out, beside, above: level != up }
    }

    /// The case that a face is nearest, seen from `q` above `near`: the normal is the face's, if points
    /// show it. If not, the lowest point of the cylinder is beside the face, and the edge towards it is
    /// nearer.
    fn over_face(&self, up: usize, near: DVec3, q: DVec3, x: &mut DVec3) -> Option<CylinderGap> {
        let normal = DVec3::AXES[up] * if q[up] < 0.0 { -1.0 } else { 1.0 };
        let gap = self.gap(normal);
        if gap > 0.0
            && let Some([on_box, on_cylinder]) = self.points(normal, gap, ROUNDING * self.size)
        {
            let (distance, face) = (gap, Some(up));
            return Some(CylinderGap { normal, distance, gap, on_box, on_cylinder, face });
        }
        // The lowest point of the cylinder may be inside the box.
        let low = self.lowest(normal);
        if (low.abs() - self.half).max_element() <= 0.0 {
            let (distance, face) = (0.0, None);
            return Some(CylinderGap {
                normal,
                distance,
                gap,
                on_box: low,
                on_cylinder: low,
                face,
            });
        }
        let way = low - near;
        let share = |i: usize| {
            let left = self.half[i].copysign(way[i]) - near[i];
            if i == up || way[i] == 0.0 { f64::INFINITY } else { left / way[i] }
        };
        let [j, k] = [(up + 1) % 3, (up + 2) % 3];
        let (over, along) = if share(j) <= share(k) { (j, k) } else { (k, j) };
        if share(over) > 1.0 {
            return None;
        }
        let mut start = near + way * share(over);
        (start[up], start[over]) = (near[up], self.half[over].copysign(way[over]));
        start[along] = start[along].clamp(-self.half[along], self.half[along]);
        self.over_edge(along, start, x)
    }

    /// The lowest point of the cylinder along a normal.
    fn lowest(&self, normal: DVec3) -> DVec3 {
        let up = normal.dot(self.axis);
        let flat = normal - self.axis * up;
        let length = sqrt(flat.dot(flat));
        let out = if length > 0.0 { flat * (self.radius / length) } else { DVec3::ZERO };
        self.middle - out - self.axis * self.long.copysign(up)
    }

    /// The point of the edge along axis `i` through `start` that is nearest to the cylinder. It is stored
    /// in `x`.
    fn over_edge(&self, i: usize, start: DVec3, x: &mut DVec3) -> Option<CylinderGap> {
        let Self { half, axis, .. } = self;
        let (along, flat) = (axis[i] * axis[i], 1.0 - axis[i] * axis[i]);
        let (mut low, mut high) = (-half[i], half[i]);
        let mut seen = [false; 2];
        *x = start;
        for _ in 0..STEPS {
            // Half of the slope of the squared distance, and its derivative.
            let foot = self.foot(*x);
            let out = foot.out[i];
            let slope = x[i] - foot.on_cylinder[i];
            let around = if foot.beside {
                let square = foot.out.dot(foot.out);
                self.radius / sqrt(square) * (flat - out * out / square)
            } else {
                flat
            };
            let growth = 1.0 - around - if foot.above { 0.0 } else { along };
            if slope > 0.0 {
                (high, seen[1]) = (x[i], true);
            } else {
                (low, seen[0]) = (x[i], true);
            }
            let mut next = x[i] - slope / growth;
            if next <= low && !seen[0] {
                next = low;
            } else if next >= high && !seen[1] {
                next = high;
            } else if !(low < next && next < high) {
                next = 0.5 * (low + high);
            }
            let step = (next - x[i]).abs();
            if slope == 0.0 || low == high {
                break;
            }
            x[i] = next;
            if step <= 4.0 * f64::EPSILON * self.size {
                break;
            }
        }
        let mut foot = self.foot(*x);
        if foot.beside && !foot.above && flat > ALONG && x[i].abs() < half[i] {
            // The nearest points of the edge's line and the axis. Near a touch the slope above is mostly
            // rounding error.
            x[i] = (x[i] - foot.out[i] / flat).clamp(-half[i], half[i]);
            foot = self.foot(*x);
        }
        let way = foot.on_cylinder - *x;
        if x[i].abs() == half[i] {
            return self.towards(*x, &foot, way);
        }
        let mut normal = match (foot.beside, foot.above) {
            (true, true) => {
                let rim = axis.cross(foot.out);
                let both = across(i, rim, way);
                // If they are parallel, no single direction is perpendicular to both.
                if both.dot(both) > ALONG * rim.dot(rim) { both } else { way }
            }
            (true, false) => -foot.out,
            _ => *axis * if axis.dot(way) < 0.0 { -1.0 } else { 1.0 },
        };
        if foot.beside {
            normal[i] = 0.0;
        }
        Some(self.between(*x, foot.on_cylinder, normal))
    }

    fn at_corner(&self, corner: DVec3, x: &mut DVec3) -> Option<CylinderGap> {
        *x = corner;
        let foot = self.foot(corner);
        self.towards(corner, &foot, foot.on_cylinder - corner)
    }

    /// From a point of the box to its foot on the cylinder.
    fn towards(&self, x: DVec3, foot: &Foot, way: DVec3) -> Option<CylinderGap> {
        let normal = match (foot.beside, foot.above) {
            (true, true) => way,
            (true, false) => -foot.out,
            _ => self.axis * if self.axis.dot(way) < 0.0 { -1.0 } else { 1.0 },
        };
        Some(self.between(x, foot.on_cylinder, normal))
    }

    fn between(&self, on_box: DVec3, on_cylinder: DVec3, normal: DVec3) -> CylinderGap {
        let way = on_cylinder - on_box;
        let normal = normal * (1.0 / sqrt(normal.dot(normal)));
        let distance = sqrt(way.dot(way));
        CylinderGap { normal, distance, gap: self.gap(normal), on_box, on_cylinder, face: None }
    }

    /// Points of both shapes that are `gap` apart along a normal; `gap` is the gap along it. `None` if
    /// the features that face each other miss each other by more than `beside`.
    pub fn points(&self, normal: DVec3, gap: f64, beside: f64) -> Option<[DVec3; 2]> {
        let Self { half, middle, axis, long, radius, size } = *self;
        let rounding = ROUNDING * size;
        let up = normal.dot(axis);
        let flat = normal - axis * up;
        // Projected twice, because for a cylinder that is almost upright little is left the first time.
        let flat = flat - axis * flat.dot(axis);
        let length = sqrt(flat.dot(flat));
        if radius * length <= rounding {
            return self.points_of_cap(normal, gap, beside);
        }
        let out = middle - flat * (radius / length);
        if long * up.abs() > rounding {
            // A point of a rim.
            let on_cylinder = out - axis * (if up < 0.0 { -long } else { long });
            let on_box = on_cylinder - normal * gap;
            let is_there = (on_box.abs() - half).max_element() <= beside;
            return is_there.then_some([on_box, on_cylinder]);
        }
        // A line of the side: its part over the box, or inside it.
        let ends = [-long, long].map(|level| out + axis * level - normal * gap);
        let over = (0..3).find(|i| normal[*i].abs() == 1.0).unwrap_or(3);
        let [low, high] = part_within(half, ends, over, beside)?;
        let level = long * (low + high - 1.0);
        let on_cylinder = out + axis * level;
        Some([on_cylinder - normal * gap, on_cylinder])
    }

    /// For a cap: the box's feature along the normal is a corner, an edge or a face. Its point nearest to
    /// the axis must be over the cap.
    fn points_of_cap(&self, normal: DVec3, gap: f64, beside: f64) -> Option<[DVec3; 2]> {
        let Self { half, middle, axis, long, radius, size } = *self;
        let center = middle - axis * (if normal.dot(axis) < 0.0 { -long } else { long });
        let at = |i: usize| {
            if half[i] * normal[i].abs() <= ROUNDING * size {
                center[i].clamp(-half[i], half[i])
            } else {
                half[i].copysign(normal[i])
            }
        };
        let on_box = DVec3::new(at(0), at(1), at(2));
        let on_cylinder = on_box + normal * gap;
        let out = on_cylinder - center;
        let most = radius + beside;
        (out.dot(out) <= most * most).then_some([on_box, on_cylinder])
    }

    /// Is a point inside the cylinder?
    pub fn holds(&self, x: DVec3) -> bool {
        let foot = self.foot(x);
        !foot.beside && !foot.above
    }
}
