//! A body of a mechanism: its pieces in the frame of the link that carries it.

use alloc::vec::Vec;
use core::ops::Range;

use clearance_geometry::answer::MechanismBody;
use clearance_geometry::shape::{Part, PartPieces, PieceId, View};
use glam::DVec3;

use crate::assembly::Assembly;
use crate::cores::radius_of;
use crate::frame::{Frame, Triple, dot, exact, minus, norm};
use crate::half_space;
use crate::interval::Interval;

/// A body, its pieces in the order of the certificate.
pub(super) struct Body<'s> {
    /// The parts in the frame of the link.
    pub assembly: Assembly<'s, DVec3>,
    pub link: Option<usize>,
    pub pieces: Vec<PieceId>,
    /// Each piece is inside the hull of balls: those from `starts[i]` to `starts[i + 1]`.
    balls: Vec<Ball>,
    starts: Vec<usize>,
}

/// A ball in the frame of the link.
#[derive(Clone, Copy)]
struct Ball {
    center: DVec3,
    radius: f64,
}

/// `f64` sums and lengths below have an error of some 1e-15 of their size: this is far more. Radii have it twice.
pub(super) const ROUNDING: f64 = 1e-12;

impl<'s> Body<'s> {
    /// `None` if the pieces are not those of the body, each once.
    pub fn of(body: &MechanismBody<'s>, pieces: &[PieceId]) -> Option<Self> {
        let parts = body.shapes.iter().flat_map(|(pose, shape)| {
            let here = Frame::of(pose);
            let posed = shape.parts().into_iter();
            posed.map(move |part| (Frame::of(&part.pose).then(&here), part.pieces))
        });
        let assembly = Assembly { parts: parts.collect() };
        let mut given = pieces.to_vec();
        given.sort_unstable();
        if !given.into_iter().eq(assembly.ids()) {
            return None;
        }
        let mut this = Self {
            assembly,
            link: body.link,
            pieces: pieces.to_vec(),
            balls: Vec::new(),
            starts: alloc::vec![0],
        };
        for id in pieces {
            this.add_balls(id);
            this.starts.push(this.balls.len());
        }
        Some(this)
    }

    /// Adds the balls of a piece.
    fn add_balls(&mut self, id: &PieceId) {
        let (frame, pieces) = &self.assembly.parts[id.part as usize];
        let mut add = |local: DVec3, more: f64| {
            let place = frame.apply(exact(local));
            let center = DVec3::from_array(place.map(|x| x.nearest()));
            let off = norm(minus(place, exact(center))).high();
            self.balls.push(Ball { center, radius: (more + off) * (1.0 + ROUNDING) });
        };
        let shape = match (pieces, id.facet) {
            (PartPieces::Facets(list), Some(facet)) => {
                list.corners(facet).into_iter().flatten().for_each(|corner| add(corner, 0.0));
                return;
            }
            (PartPieces::Convex(Part::Convex(shape)), _) => *shape,
            // Nothing is around a half-space.
            _ => return add(DVec3::ZERO, f64::INFINITY),
        };
        let rounded = radius_of(shape).high();
        let around = |half: DVec3| norm(exact(half)).high() + rounded;
        match shape.view() {
            View::Vertices(points) => points.iter().for_each(|point| add(*point, rounded)),
            View::Cuboid { half_extents } => add(DVec3::ZERO, around(half_extents)),
            View::Ellipsoid { radii } => add(DVec3::ZERO, radii.max_element() + rounded),
            View::Cylinder { radius, half_height, .. } | View::Cone { radius, half_height, .. } => {
                add(DVec3::ZERO, around(DVec3::new(radius, half_height, 0.0)));
            }
            View::Opaque => add(DVec3::ZERO, f64::INFINITY),
        }
    }

    fn balls(&self, set: &Range<usize>) -> &[Ball] {
        &self.balls[self.starts[set.start]..self.starts[set.end]]
    }
    /// The radius of a ball around this center in which the set is.
    pub fn radius(&self, set: &Range<usize>, center: DVec3) -> f64 {
        let far = |ball: &Ball| (ball.center - center).length() + ball.radius;
        self.balls(set).iter().map(far).fold(0.0, f64::max) * (1.0 + ROUNDING)
    }
    /// The middle of the set, about.
    pub fn middle(&self, set: &Range<usize>) -> DVec3 {
        let centers = || self.balls(set).iter().map(|ball| ball.center);
        let least = centers().fold(DVec3::INFINITY, DVec3::min);
        let most = centers().fold(DVec3::NEG_INFINITY, DVec3::max);
        (least + most) / 2.0
    }

    /// The half-space, if the set is one: its normal in the frame of the link.
    pub fn normal(&self, set: &Range<usize>) -> Option<Triple> {
        let (frame, half) = self.assembly.half_space(&self.pieces[set.clone()])?;
        Some(frame.rotate(exact(half.normal())))
    }

    /// The largest `axis . x` over the points of a set; the axis in the frame of the link. For a half-space the axis
    /// is [`Body::normal`]. `None` for user-defined shapes.
    pub fn highest(&self, set: &Range<usize>, axis: Triple) -> Option<Interval> {
        let pieces = &self.pieces[set.clone()];
        if let Some((frame, half)) = self.assembly.half_space(pieces) {
            return Some(half_space::level(half) * norm(axis) + dot(axis, frame.translation));
        }
        if pieces.len() == 1 {
            return self.assembly.highest(pieces, axis);
        }
        self.assembly.highest(&self.candidates(set, axis), axis)
    }

    /// The pieces of a set that may be the highest along an axis, by their corners in `f64`.
    fn candidates(&self, set: &Range<usize>, axis: Triple) -> Vec<PieceId> {
        let along = DVec3::from_array(axis.map(|x| x.nearest()));
        let size = |ball: &Ball| ball.center.length() + ball.radius;
        let balls = self.balls(set);
        let unsure = balls.iter().map(size).fold(0.0, f64::max) * along.length() * ROUNDING;
        // No piece is higher than its highest ball; it is as high as the middle of that at least if this is a corner.
        let height = |ball: &Ball| ball.center.dot(along) + ball.radius * along.length();
        let corner = |ball: &Ball| ball.center.dot(along) - ball.radius * along.length();
        let is_facet = |number: &usize| self.pieces[*number].facet.is_some();
        let least = set.clone().filter(is_facet).flat_map(|i| self.balls(&(i..i + 1)));
        let least = least.map(corner).fold(f64::NEG_INFINITY, f64::max) - unsure;
        let may = |number: &usize| {
            let number = *number;
            !self.balls(&(number..number + 1)).iter().all(|ball| height(ball) + unsure < least)
        };
        set.clone().filter(may).map(|number| self.pieces[number]).collect()
    }
}
