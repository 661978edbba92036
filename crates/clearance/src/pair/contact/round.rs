//! Manifolds of balls and capsules in 3D: a closed form gives the deepest point. Further points are on a
//! line over a face or beside another line.

use glam::DVec3;

use super::asked::Contact;
use crate::algorithm::manifold::d3::crossing::Crossing;
use crate::algorithm::manifold::{Outcome, Owner, Patch, PatchPoint};
use crate::answer::{FeatureId, Witness};
use crate::number::Scalar;
use crate::pair::round::{self, Nearest, Nearness, slack_of, sum};
use crate::pair::solved::{Ask, Solved};
use crate::shape::{self, Convex, Lowered};
use crate::space::{Motion, Vector, space};
use crate::trace::nobody;

/// The rounding of boxes around cores, relative to the size: 27 epsilons for the relative pose, and as
/// much for sums.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Relative to the size: if no point from the faces is as deep as the shapes, within this, the place of
/// the clearance is added as a point. A vibration of a rim by one hundred-thousandth changes the depth by
/// as much.
const OFF: f64 = 1e-10;

/// A core whose contacts have a closed form.
#[derive(Clone, Copy)]
enum Core {
    Point(DVec3),
    Segment([DVec3; 2]),
    Box(DVec3),
    /// Around a coordinate axis: the vector from the middle to the end, and the radius.
    Cylinder(DVec3, f64),
}

#[inline]
fn core<W: Vector<Scalar = f64, Wide = W>>(shape: &Lowered<'_, W>) -> Option<Core> {
    match *shape.core() {
        shape::Core::Point(p) => Some(Core::Point(space(p))),
        shape::Core::Segment(ends) => Some(Core::Segment(ends.map(space))),
        shape::Core::Box(half) => Some(Core::Box(space(half))),
        shape::Core::Cylinder { radius, half_height, axis } if W::DIM == 3 => {
            Some(Core::Cylinder(DVec3::AXES[axis] * half_height, radius))
        }
        _ => None,
    }
}

impl Core {
    #[inline]
    fn middle(self) -> DVec3 {
        match self {
            Core::Point(p) => p,
            Core::Segment([a, b]) => (a + b) * 0.5,
            Core::Box(_) | Core::Cylinder(..) => DVec3::ZERO,
        }
    }

    /// Half the edge lengths of its bounding box in another frame.
    #[inline]
    fn half(self, turn: impl Fn(DVec3) -> DVec3) -> DVec3 {
        match self {
            Core::Point(_) => DVec3::ZERO,
            Core::Segment([a, b]) => turn((b - a) * 0.5).abs(),
            Core::Box(half) => {
                let side = |axis: DVec3| turn(axis * half).abs();
                side(DVec3::X) + side(DVec3::Y) + side(DVec3::Z)
            }
            Core::Cylinder(end, radius) => {
                let end = turn(end);
                // Not 1 minus a square, which loses half of the digits near 1.
                let [x, y, z] = (end * end).to_array();
                let aside = |square: f64| Scalar::sqrt(square / (x + y + z));
                end.abs() + DVec3::new(aside(y + z), aside(z + x), aside(x + y)) * radius
            }
        }
    }
}

/// A lower bound of the distance of two boxes around the cores, if it is more than `limit`. In the frame
/// of the core that is a box, if there is one. This decides for most pairs that are not near.
#[inline]
fn apart_at_once(a: Core, b: Core, b_in_a: &Motion<DVec3>, limit: f64) -> Option<f64> {
    let (halves, way) = if matches!(b, Core::Box(_)) {
        let turn = |v| b_in_a.unrotate(v);
        ([a.half(turn), b.half(|v| v)], turn(a.middle() - b_in_a.translation) - b.middle())
    } else {
        let turn = |v| b_in_a.rotate(v);
        ([a.half(|v| v), b.half(turn)], b_in_a.apply(b.middle()) - a.middle())
    };
    let over = (way.abs() - halves[0] - halves[1]).max(DVec3::ZERO);
    let sum = |v: DVec3| v.x.abs() + v.y.abs() + v.z.abs();
    let size =
        sum(a.middle()) + sum(b.middle()) + sum(b_in_a.translation) + sum(halves[0] + halves[1]);
    let slack = ROUNDING * size;
    let (square, least) = (over.dot(over), Scalar::max(limit, 0.0) + slack);
    (square > least * least).then(|| Scalar::sqrt(square) - slack)
}

impl<W: Vector<Scalar = f64, Wide = W>> Contact<'_, W> {
    /// Cores that may touch in more than one point.
    #[inline]
    pub(super) fn of_long(
        &self,
        [a, b]: [&Lowered<'_, W>; 2],
        cached: Option<&[FeatureId]>,
        patch: &mut Patch<W>,
    ) -> Outcome {
        let Some(cores) = core(a).zip(core(b)) else { return Outcome::Open };
        let radii = [a.radius_wide(), b.radius_wide()];
        let both = radii[0] + radii[1];
        if let Some(gap) = apart_at_once(cores.0, cores.1, &self.in_space(), self.margin + both) {
            return Outcome::Apart { at_least: gap - both };
        }
        let Some(found) = round::solve(a, b, self.b_in_a, Ask::Contact(self.margin), None) else {
            return Outcome::Open;
        };
        let lower = found.lower - both;
        if lower > self.margin {
            return Outcome::Apart { at_least: lower };
        }
        let curved = matches!(cores, (Core::Cylinder(..), _) | (_, Core::Cylinder(..)));
        let off = if curved { OFF * self.size(radii) } else { 0.0 };
        self.of_lines(&found, off, radii, cached, patch)
    }

    /// The points of the features along the normal of a clearance, which may be off by this.
    #[inline(never)]
    fn of_lines(
        &self,
        found: &Nearness<W>,
        off: f64,
        radii: [f64; 2],
        cached: Option<&[FeatureId]>,
        patch: &mut Patch<W>,
    ) -> Outcome {
        let (lower, upper) = (found.lower - off, found.upper + off);
        let solved = Solved { lower, upper, ..found.solved(Witness::default()) };
        self.with_facets(|facets| {
            self.of_features(&solved, facets, radii, cached, patch, nobody!(W))
        })
    }

    /// Two segments with radii, each in its own frame. In most cases they touch only at their nearest
    /// points.
    #[inline]
    pub(super) fn of_capsules(
        &self,
        [a, b]: [[W; 2]; 2],
        radii: [f64; 2],
        cached: Option<&[FeatureId]>,
        patch: &mut Patch<W>,
    ) -> Outcome {
        let both = radii[0] + radii[1];
        let extent = |ends: [W; 2]| Scalar::max(sum(ends[0]), sum(ends[1]));
        let size = extent(a) + extent(b) + sum(self.b_in_a.translation);
        let Some(slack) = slack_of(size, both) else { return Outcome::Open };
        let nearest = Nearest::of(&a, &[self.b_in_a.apply(b[0]), self.b_in_a.apply(b[1])]);
        let Some(found) = nearest.found(slack) else { return Outcome::Open };
        let lower = found.lower - both;
        if lower > self.margin {
            return Outcome::Apart { at_least: lower };
        }
        let Nearest { squares, product, rises, shares, .. } = nearest;
        if (Crossing { radii, squares, product, rises, shares, size: size + both }).leaves() {
            return self.alone(&found, radii, patch);
        }
        self.of_lines(&found, 0.0, radii, cached, patch)
    }

    /// A ball, in 2D or 3D, and a shape that it touches in one point: the nearest points.
    #[inline]
    pub(super) fn of_nearest(&self, [a, b]: [&Lowered<'_, W>; 2], patch: &mut Patch<W>) -> Outcome {
        let Some(found) = round::solve(a, b, self.b_in_a, Ask::Contact(self.margin), None) else {
            return Outcome::Open;
        };
        let radii = [a.radius_wide(), b.radius_wide()];
        let lower = found.lower - (radii[0] + radii[1]);
        if lower > self.margin {
            return Outcome::Apart { at_least: lower };
        }
        self.alone(&found, radii, patch)
    }

    /// Only the nearest points.
    #[inline]
    fn alone(&self, found: &Nearness<W>, radii: [f64; 2], patch: &mut Patch<W>) -> Outcome {
        let Nearness { estimate: clearance, axis: normal, points: [a, b], parts, .. } = *found;
        let [a, b] = [a + normal * radii[0], b - normal * radii[1]];
        // A point that only rounding puts beyond the margin counts as at the margin.
        let mut separation = clearance - (radii[0] + radii[1]);
        let mut b = b;
        if separation > self.margin {
            separation = self.margin;
            b = a + normal * separation;
        }
        patch.begin(normal, owner(found));
        patch.push(PatchPoint { a, b, separation, feature: FeatureId::new(parts[0], parts[1]) });
        Outcome::Touching { clearance }
    }

    #[inline]
    fn in_space(&self) -> Motion<DVec3> {
        let Motion { columns, translation } = *self.b_in_a;
        Motion { columns: columns.map(space), translation: space(translation) }
    }
}

/// The shape to whose face the normal is perpendicular.
fn owner<W>(found: &Nearness<W>) -> Owner {
    match found.faces {
        [true, _] => Owner::A,
        [_, true] => Owner::B,
        _ => Owner::Gap,
    }
}
