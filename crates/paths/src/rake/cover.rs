//! Balls that cover a body, and boxes around one that stands still.
//!
//! A convex piece is cut across its longest side, again and again, and a ball or a box is put around each part:
//!
//! ```text
//!      ____________            ____________
//!     |            |          |   |    |   |       a cut face is a face of both parts, so a part
//!     |            |   --->   |   |____|   |       is the hull of the corners of its faces
//!     |____________|          |___|    |___|
//! ```
//!
//! *Source.* The ball is that of Bădoiu and Clarkson 2003, "Smaller core-sets for balls": the center steps to the farthest
//! corner, by less and less.

use clearance_geometry::shape::{Convex, ConvexShape, Core, Hull, Operand, Shape};
use clearance_geometry::space::Pose;
use glam::DVec3;

use crate::piece::Piece;

/// The steps of the center of a ball.
const STEPS: usize = 64;

/// A part of a convex piece: its faces, by their corners. A flat one may have a single face.
#[derive(Clone, Debug)]
pub(super) struct Part(Vec<Vec<DVec3>>);

/// A convex piece as the rounded hull of corners, in the local frame of its shape. Of round shapes that is a box.
pub(super) fn rounded(piece: &Piece) -> Option<(Part, f64)> {
    let (Shape::Convex(shape), Operand::Convex(lowered)) = (piece.shape(), piece.lowered()) else {
        return None;
    };
    if let ConvexShape::Hull(hull) = shape.inner() {
        return Some((Part::of(hull), lowered.radius()));
    }
    if !lowered.core().few().is_empty() {
        return Some((Part::points(lowered.core().few().to_vec()), lowered.radius()));
    }
    let (middle, half, radius) = match lowered.core() {
        Core::Box(half) => (DVec3::ZERO, *half, lowered.radius()),
        _ => {
            let around = shape.aabb(&Pose::IDENTITY);
            ((around.min + around.max) / 2.0, (around.max - around.min) / 2.0, 0.0)
        }
    };
    let sign = |bits: usize, k: usize| if bits >> k & 1 == 0 { -1.0 } else { 1.0 };
    let signs = |bits| DVec3::new(sign(bits, 0), sign(bits, 1), sign(bits, 2));
    let hull =
        Hull::new((0..8).map(|bits| middle + half * signs(bits)).collect::<Vec<_>>()).ok()?;
    Some((Part::of(&hull), radius))
}

impl Part {
    fn of(hull: &Hull<DVec3>) -> Self {
        let corners: Vec<DVec3> = hull.vertices().collect();
        let face =
            |face: &mut dyn Iterator<Item = u32>| face.map(|k| corners[k as usize]).collect();
        let faces: Vec<Vec<DVec3>> = hull.faces().map(|mut ring| face(&mut ring)).collect();
        Self(if faces.is_empty() { vec![corners] } else { faces })
    }
    /// Corners alone, of a flat part.
    pub fn points(corners: Vec<DVec3>) -> Self {
        Self(vec![corners])
    }
    fn corners(&self) -> impl Iterator<Item = DVec3> {
        self.0.iter().flatten().copied()
    }
    /// The same part in another frame.
    pub fn moved(mut self, place: impl Fn(DVec3) -> DVec3) -> Self {
        self.0.iter_mut().flatten().for_each(|corner| *corner = place(*corner));
        self
    }
    /// The least and the largest coordinates.
    pub fn bounds(&self) -> [DVec3; 2] {
        let ends = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        self.corners().fold(ends, |[min, max], corner| [min.min(corner), max.max(corner)])
    }
    /// A small ball around it, with a center that `f32` can hold.
    pub fn ball(&self) -> ([f32; 3], f64) {
        let [min, max] = self.bounds();
        let mut center = (min + max) / 2.0;
        let distance = |center: DVec3| move |corner: &DVec3| (*corner - center).length_squared();
        for step in 1..=STEPS {
            let nearer = |p: &DVec3, q: &DVec3| distance(center)(p).total_cmp(&distance(center)(q));
            let Some(farthest) = self.corners().max_by(nearer) else { break };
            center += (farthest - center) / (step + 1) as f64;
        }
        let center = center.as_vec3();
        let squares = self.corners().map(|corner| distance(center.as_dvec3())(&corner));
        (center.to_array(), squares.fold(0.0, f64::max).sqrt())
    }
    /// Both halves, cut in the middle of the longest side.
    pub fn halves(&self) -> [Self; 2] {
        let [min, max] = self.bounds();
        let axis = (max - min).max_position();
        let middle = (min[axis] + max[axis]) / 2.0;
        [-1.0, 1.0].map(|side| self.beyond(axis, middle, side))
    }
    /// What is on one side of a plane: each face as far as it is there, and the cut.
    fn beyond(&self, axis: usize, middle: f64, side: f64) -> Self {
        let mut rim = Vec::new();
        let mut faces: Vec<Vec<DVec3>> = Vec::new();
        for face in &self.0 {
            let mut left = Vec::new();
            for (k, corner) in face.iter().enumerate() {
                let next = face[(k + 1) % face.len()];
                let [here, there] = [*corner, next].map(|p| (p[axis] - middle) * side);
                if here >= 0.0 {
                    left.push(*corner);
                }
                if (here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0) {
                    let mut cut = *corner + (next - *corner) * (here / (here - there));
                    cut[axis] = middle;
                    left.push(cut);
                    rim.push(cut);
                } else if here == 0.0 {
                    rim.push(*corner);
                }
            }
            faces.extend((!left.is_empty()).then_some(left));
        }
        if self.0.len() > 1 {
            faces.extend(in_order(rim, axis));
        }
        Self(faces)
    }
}

/// The corners of a convex face across an axis, one after the other around it.
fn in_order(mut corners: Vec<DVec3>, axis: usize) -> Option<Vec<DVec3>> {
    let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let angle = |p: &DVec3| (p[v] - middle[v]).atan2(p[u] - middle[u]);
    corners.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
    (!corners.is_empty()).then_some(corners)
}

/// The parts of parts, until `measure` of each is at most `enough`, or there are `most` of them: the largest is cut first.
pub(super) fn cut(
    mut parts: Vec<(Part, f64)>,
    most: usize,
    enough: f64,
    measure: impl Fn(&Part) -> f64,
) -> Vec<(Part, f64)> {
    let mut sizes: Vec<f64> = parts.iter().map(|(part, _)| measure(part)).collect();
    while parts.len() < most {
        let largest = (0..parts.len()).max_by(|a, b| sizes[*a].total_cmp(&sizes[*b]));
        let Some(largest) = largest.filter(|k| sizes[*k] > enough) else { break };
        let (part, radius) = parts.swap_remove(largest);
        sizes.swap_remove(largest);
        for half in part.halves() {
            sizes.push(measure(&half));
            parts.push((half, radius));
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_geometry::space::Motion;

    /// The balls around all parts of a hull have every point of it in them, and a part of them has not.
    #[test]
    fn balls_around_parts_cover_a_hull() {
        let corner = |k: u32| {
            DVec3::new(f64::from(k * 37 % 101), f64::from(k * 53 % 97), f64::from(k * 71 % 89))
        };
        let hull = Hull::new((0..40).map(corner).collect::<Vec<_>>()).unwrap();
        let shape = clearance_worlds::Collider::from(hull.clone());
        let piece =
            &crate::piece::pieces(&shape, &Motion::identity(), 1, &mut std::iter::empty())[0];
        let (part, radius) = rounded(piece).unwrap();
        assert_eq!(radius, 0.0);
        let size = |part: &Part| part.ball().1;
        let parts = cut(vec![(part, 0.0)], 16, 1.0, size);
        assert_eq!(parts.len(), 16);
        let balls: Vec<_> = parts.iter().map(|(part, _)| part.ball()).collect();
        let [mut inside, mut missed] = [0; 2];
        let vertices: Vec<DVec3> = hull.vertices().collect();
        for k in 0..20_000 {
            // Points between three corners, and in the middle of the hull.
            let pick = |step: usize| vertices[(k * step + k / 7) % vertices.len()];
            let share = |step: usize| ((k * step) % 1009) as f64 / 1009.0;
            let point =
                pick(1).lerp(pick(3), share(5)).lerp(pick(11).lerp(pick(17), share(29)), share(13));
            let is_in = |(center, radius): &([f32; 3], f64), part: f64| {
                let center = glam::Vec3::from_array(*center).as_dvec3();
                (point - center).length() <= part * radius * (1.0 + 1e-9)
            };
            inside += usize::from(balls.iter().any(|ball| is_in(ball, 1.0)));
            missed += usize::from(!balls.iter().any(|ball| is_in(ball, 0.75)));
        }
        assert_eq!(inside, 20_000);
        assert!(missed > 100, "{missed}");
    }
}
