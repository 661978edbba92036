//! Manifolds of balls and capsules in space: the closed form says where they touch in one point,
//! and what else touches is a line over a face or beside another line.

use glam::DVec3;

use super::rest::Rest;
use super::{Contact, Places};
use crate::algorithm::manifold::crossing::Crossing;
use crate::algorithm::manifold::rods::{self, Known, Rod};
use crate::algorithm::manifold::{Owner, Patch, Touch};
use crate::answer::{FeatureId, Manifold, Witness};
use crate::number::Scalar;
use crate::pair::polytopes::{from_space, space};
use crate::pair::round::{self, Found, Nearest, slack_of, sum};
use crate::pair::solved::{Ask, Solved};
use crate::shape::{self, Convex, Lowered, Part};
use crate::space::{Motion, Vector};

/// What rounding does to boxes around cores, relative to the size: 27 epsilons for the relative pose,
/// and as much for sums.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Relative to the size: where no point that the faces give is as deep as the shapes are, but for
/// this, the place of the clearance is one more. As much as a rim that trembles by a hundred
/// thousandth changes.
const OFF: f64 = 1e-10;

/// A core that touches in closed form.
#[derive(Clone, Copy)]
enum Core {
    Point(DVec3),
    Segment([DVec3; 2]),
    Box(DVec3),
    /// Around a coordinate axis: the way from the middle to the end, and the radius.
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

    /// Half the edge lengths of the box around it in another frame.
    #[inline]
    fn half(self, turn: impl Fn(DVec3) -> DVec3) -> DVec3 {
        match self {
            Core::Point(_) => DVec3::ZERO,
            Core::Segment([a, b]) => turn((b - a) * 0.5).abs(),
            Core::Box(half) => {
                let [x, y, z] = DVec3::AXES.map(|axis| turn(axis * half).abs());
                x + y + z
            }
            Core::Cylinder(end, radius) => {
                let end = turn(end);
                // Not 1 less a square: of what is nearly 1 that would leave half of the digits.
                let [x, y, z] = (end * end).to_array();
                let aside = [y + z, z + x, x + y].map(|square| Scalar::sqrt(square / (x + y + z)));
                end.abs() + DVec3::from_array(aside) * radius
            }
        }
    }
}

/// How far apart two boxes around the cores are at least, if it is more than `limit`: the frame is
/// that of a box, if there is one. Most pairs that are not near are told so by this.
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

impl<V: Vector> Contact<'_, V> {
    /// Cores which may touch in more than one point.
    #[inline]
    pub(super) fn of_long(
        &self,
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) -> Option<()> {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return None };
        let cores = core(a).zip(core(b))?;
        let radii = [a.radius_wide(), b.radius_wide()];
        let both = radii[0] + radii[1];
        let in_a = self.in_space();
        if let Some(gap) = apart_at_once(cores.0, cores.1, &in_a, self.margin + both) {
            self.apart(rest, gap - both);
            return Some(());
        }
        let found = round::solve(a, b, self.b_in_a, Ask::Contact(self.margin), None)?;
        let lower = found.lower - both;
        if lower > self.margin {
            self.apart(rest, lower);
            return Some(());
        }
        let normal = found.axis;
        if self.wanted(normal) != Some(normal) {
            return None;
        }
        if asks_faces(cores, radii) {
            let curved = matches!(cores, (Core::Cylinder(..), _) | (_, Core::Cylinder(..)));
            let off = if curved { OFF * self.size(radii) } else { 0.0 };
            let (lower, upper) = (found.lower - off, found.upper + off);
            let solved = Solved { lower, upper, ..found.solved(Witness::default()) };
            self.with_facets(|facets| self.manifold(&solved, facets, radii, frame, rest, out));
            return Some(());
        }
        self.along_lines(cores, &found, radii, frame, rest, out);
        Some(())
    }

    /// The points of cores that may touch along a line, or the nearest alone.
    #[inline]
    fn along_lines(
        &self,
        cores: (Core, Core),
        found: &Found<V::Wide>,
        radii: [f64; 2],
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) {
        if let Some(patch) = self.touching(cores, found, radii, &self.in_space()) {
            let patch = patch.map(from_space::<V::Wide>);
            self.hand_over(&patch, 1.0, found.estimate, frame, rest, out);
        } else {
            self.alone(found, radii, frame, rest, out);
        }
    }

    /// Two segments, each in its own frame, with radii: mostly they touch at their nearest points
    /// alone. Nothing where the closed form does not decide them.
    #[inline]
    pub(super) fn of_capsules(
        &self,
        ends: [[V::Wide; 2]; 2],
        radii: [f64; 2],
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) -> Option<()> {
        let [a, b] = ends;
        let both = radii[0] + radii[1];
        let extent = |ends: [V::Wide; 2]| Scalar::max(sum(ends[0]), sum(ends[1]));
        let size = extent(a) + extent(b) + sum(self.b_in_a.translation);
        let slack = slack_of(size, both)?;
        let nearest = Nearest::of(&a, &[self.b_in_a.apply(b[0]), self.b_in_a.apply(b[1])]);
        let found = nearest.found(slack)?;
        let lower = found.lower - both;
        if lower > self.margin {
            self.apart(rest, lower);
            return Some(());
        }
        let normal = found.axis;
        if self.wanted(normal) != Some(normal) {
            return None;
        }
        let Nearest { ways, squares, product, shares, .. } = nearest;
        let ways = [space(ways[0]), space(ways[1])];
        let (size, normal) = (size + both, space(normal));
        if (Crossing { radii, ways, squares, product, shares, normal, size }).leaves() {
            self.alone(&found, radii, frame, rest, out);
            return Some(());
        }
        let [a, b] = ends.map(|ends| Core::Segment(ends.map(space)));
        self.along_lines((a, b), &found, radii, frame, rest, out);
        Some(())
    }

    /// A ball, of either dimension, against what it touches in one point: the nearest. Is it decided?
    /// It is not where the closed form does not do so.
    #[inline]
    pub fn of_nearest(
        &self,
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) -> bool {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return false };
        let Some(found) = round::solve(a, b, self.b_in_a, Ask::Contact(self.margin), None) else {
            return false;
        };
        let radii = [a.radius_wide(), b.radius_wide()];
        let lower = found.lower - (radii[0] + radii[1]);
        if lower > self.margin {
            self.apart(rest, lower);
            return true;
        }
        let as_wanted = self.wanted(found.axis) == Some(found.axis);
        if as_wanted {
            self.alone(&found, radii, frame, rest, out);
        }
        as_wanted
    }

    /// The nearest points, and no others.
    #[inline]
    fn alone(
        &self,
        found: &Found<V::Wide>,
        radii: [f64; 2],
        frame: &Motion<V::Wide>,
        rest: Option<&mut Rest>,
        out: &mut Option<Manifold<V>>,
    ) {
        let Found { estimate: clearance, axis: normal, points: [a, b], parts, .. } = *found;
        let [a, b] = [a + normal * radii[0], b - normal * radii[1]];
        // What rounding alone puts beyond the margin is at it.
        let mut separation = clearance - (radii[0] + radii[1]);
        let mut b = b;
        if separation > self.margin {
            separation = self.margin;
            b = a + normal * separation;
        }
        let touches = &[Touch { a, b, separation, feature: FeatureId::new(parts[0], parts[1]) }];
        let places = Places { normal, owner: owner(found), touches, unit: 1.0, clearance };
        self.hand_over_places(&places, frame, rest, out);
    }

    #[inline]
    fn in_space(&self) -> Motion<DVec3> {
        let Motion { columns, translation } = *self.b_in_a;
        Motion { columns: columns.map(space), translation: space(translation) }
    }

    /// The points of capsules; none if the nearest are all.
    #[inline(never)]
    fn touching(
        &self,
        cores: (Core, Core),
        found: &Found<V::Wide>,
        radii: [f64; 2],
        in_a: &Motion<DVec3>,
    ) -> Option<Patch<DVec3>> {
        let [normal, a, b] = [found.axis, found.points[0], found.points[1]].map(space);
        let known = Known {
            normal,
            owner: owner(found),
            points: [a + normal * radii[0], b - normal * radii[1]],
            distance: found.estimate - (radii[0] + radii[1]),
            accuracy: found.upper - found.lower,
            size: self.size(radii),
            margin: self.margin,
        };
        match cores {
            (Core::Segment(a), Core::Segment(b)) => {
                let placed = b.map(|p| in_a.apply(p));
                let a = Rod::of_capsule(a, radii[0]);
                let b = Rod::of_capsule(placed, radii[1]);
                rods::between_rods(&a, &b, &known)
            }
            (Core::Box(half), Core::Segment(ends)) => {
                let shape = rods::Box { half, pose: None };
                let ends = ends.map(|p| in_a.apply(p));
                rods::on_box(&shape, ends, radii[1], &known)
            }
            (Core::Segment(ends), Core::Box(half)) => {
                let shape = rods::Box { half, pose: Some(in_a) };
                let ends = ends.map(|p| in_a.unrotate(p - in_a.translation));
                rods::on_box(&shape, ends, radii[0], &known)
            }
            _ => None,
        }
    }
}

/// What the normal is across.
fn owner<W>(found: &Found<W>) -> Owner {
    match found.faces {
        [true, _] => Owner::A,
        [_, true] => Owner::B,
        _ => Owner::Gap,
    }
}

/// Where a cylinder touches, or a box that is rounded, the faces of both say.
fn asks_faces(cores: (Core, Core), radii: [f64; 2]) -> bool {
    let (a, b) = cores;
    if matches!((a, b), (Core::Point(_), _) | (_, Core::Point(_))) {
        return false;
    }
    let asks = |core: Core, radius: f64| match core {
        Core::Box(_) => radius != 0.0,
        Core::Cylinder(..) => true,
        _ => false,
    };
    asks(a, radii[0]) || asks(b, radii[1])
}
