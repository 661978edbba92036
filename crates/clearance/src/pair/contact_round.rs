//! Manifolds of balls and capsules in space: the closed form says where they touch in one point,
//! and what else touches is a line over a face or beside another line.

use glam::DVec3;

use super::contact::Contact;
use super::polytopes::{from_space, space};
use super::rest::Rest;
use super::round::{self, Found};
use super::solved::{Ask, Solved};
use crate::algorithm::manifold::capsule::{self, Known, Rod};
use crate::algorithm::manifold::{Owner, Patch};
use crate::answer::Manifold;
use crate::number::Scalar;
use crate::shape::{Convex, Part, View, Wide};
use crate::space::{Motion, Vector};

/// Relative to the size: where no point that the faces give is as deep as the shapes are, but for
/// this, the place of the clearance is one more. As much as a rim that trembles by a hundred
/// thousandth changes.
const OFF: f64 = 1e-10;

/// A core that touches in closed form.
#[derive(Clone, Copy)]
enum Core {
    Point,
    Segment([DVec3; 2]),
    Box(DVec3),
    Cylinder,
}

#[inline]
fn core<C: Convex>(shape: &C) -> Option<Core> {
    let wide = |v: C::V| space(v.widen());
    match shape.view() {
        View::Vertices(&[_]) => Some(Core::Point),
        View::Vertices(&[a, b]) => Some(Core::Segment([wide(a), wide(b)])),
        View::Cuboid { half_extents } => Some(Core::Box(wide(half_extents))),
        View::Cylinder { .. } => Some(Core::Cylinder),
        _ => None,
    }
}

impl<A: Convex, B: Convex<V = A::V>> Contact<'_, A, B> {
    /// A ball or a capsule against another one, or a box. None where the closed form does not decide
    /// it.
    #[inline]
    pub fn of_round(
        &self,
        frame: &Motion<Wide<A>>,
        rest: Option<&mut Rest>,
    ) -> Option<Option<Manifold<A::V>>> {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return None };
        let cores = (core(a)?, core(b)?);
        if A::V::DIM != 3 || self.margin.is_nan() {
            return None;
        }
        let found = round::solve(a, b, &self.b_in_a, Ask::Contact(self.margin))?;
        let radii = [a.radius().to_f64(), b.radius().to_f64()];
        let lower = found.solved.lower - (radii[0] + radii[1]);
        if lower > self.margin {
            if let Some(rest) = rest {
                self.remember_gap(rest, lower);
            }
            return Some(None);
        }
        let normal = found.solved.axis;
        if self.wanted(normal) != Some(normal) {
            return None;
        }
        match self.touching(cores, &found, radii) {
            Some(patch) => {
                let patch = patch.map(from_space::<Wide<A>>);
                Some(self.handed_over(&patch, 1.0, found.solved.estimate, frame, rest))
            }
            None => {
                let curved = matches!(cores, (Core::Cylinder, _) | (_, Core::Cylinder));
                let off = if curved { OFF * self.size(radii) } else { 0.0 };
                let (lower, upper) = (found.solved.lower - off, found.solved.upper + off);
                let solved = Solved { lower, upper, ..found.solved };
                Some(self.manifold(&solved, radii, frame, rest))
            }
        }
    }

    /// The points; none of a box that is rounded.
    #[inline]
    fn touching(
        &self,
        cores: (Core, Core),
        Found { solved, parts, faces }: &Found<Wide<A>>,
        radii: [f64; 2],
    ) -> Option<Patch<DVec3>> {
        let owner = match faces {
            [true, _] => Owner::A,
            [_, true] => Owner::B,
            _ => Owner::Gap,
        };
        let [normal, a, b] = [solved.axis, solved.point_a, solved.point_b].map(space);
        let known = Known {
            normal,
            owner,
            points: [a + normal * radii[0], b - normal * radii[1]],
            parts: *parts,
            distance: solved.estimate - (radii[0] + radii[1]),
            accuracy: solved.upper - solved.lower,
            size: self.size(radii),
            margin: self.margin,
        };
        let pose = &self.b_in_a;
        let in_a =
            Motion { columns: pose.columns.map(space), translation: space(pose.translation) };
        match cores {
            (Core::Segment(a), Core::Segment(b)) => {
                let a = Rod::of_capsule(a, radii[0]);
                let b = Rod::of_capsule(b.map(|p| in_a.apply(p)), radii[1]);
                Some(capsule::between_rods(&a, &b, &known))
            }
            (Core::Box(half), Core::Segment(ends)) if radii[0] == 0.0 => {
                let shape = capsule::Box { half, pose: None };
                let ends = ends.map(|p| in_a.apply(p));
                Some(capsule::on_box(&shape, ends, radii[1], &known))
            }
            (Core::Segment(ends), Core::Box(half)) if radii[1] == 0.0 => {
                let shape = capsule::Box { half, pose: Some(&in_a) };
                let ends = ends.map(|p| in_a.unrotate(p - in_a.translation));
                Some(capsule::on_box(&shape, ends, radii[0], &known))
            }
            (Core::Point, _) | (_, Core::Point) => Some(known.alone()),
            _ => None,
        }
    }
}
