//! Two boxes: from their 15 axes directly to the points.
//!
//! The axis of the least overlap, or of the widest gap, is the normal if there are points that are this
//! far apart along it. In most cases it is the normal of a face, and the other box's face that faces it
//! most is clipped by the sides of the first (`box_face`). Or it is perpendicular to two edges that
//! cross. If a face is nearly flat there, it is clipped in the same way, with places along the normal;
//! otherwise there is one point.
//!
//! The general path treats what remains: gaps between a corner and an edge or another corner, and edges
//! that are nearly parallel. Points and names are those of the general path (`d3`); the tests compare
//! them.

use glam::{DVec2, DVec3};

use super::box_face::{BoxFace, FacePair, MOST, edge, vertex};
use super::reduce::reduce;
use crate::answer::FeatureId;
use crate::depth::sat::d3::{Along, Axes, Boxes, Crossing, boxes_within};
use crate::number::min;
use crate::patch::candidates::Candidates;
use crate::patch::{FLAT, NEAR, Outcome, Owner, Patch, PatchPoint, ROUNDING};
use crate::space::{DVector, Motion, from_space};

/// Edges are nearly parallel if the sine of the angle between them is below this: then a small rotation
/// moves their crossing along them.
const CROSSING: f64 = 1.0 / 64.0;

/// The error bound of the clearance, relative to the size: the relative pose (27 epsilons), the sums of
/// an overlap (8), and the amount by which an axis has to be better (48, see [`Boxes::slack`]), with some
/// room.
pub const ACCURACY: f64 = 128.0 * f64::EPSILON;

/// Sizes whose squares, over squares of sines, are in the range of `f64`. Other pairs stay open.
pub const SIZES: core::ops::Range<f64> = 1e-60..1e60;

/// Two boxes around the origins of their frames, and the pose of B in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct BoxPair {
    boxes: Boxes,
}

impl BoxPair {
    /// Two boxes by half their edge lengths.
    #[inline]
    pub fn new([half_a, half_b]: [DVec3; 2], b_in_a: &Motion<DVec3>) -> Self {
        let size = size([half_a, half_b], b_in_a.translation);
        Self { boxes: Boxes::new(half_a, half_b, b_in_a, size) }
    }

    /// Up to four points nearer than `margin`. `kept` are the axes that may have the least overlap, if
    /// they are known, and `cached` the names that are kept if there is a choice. `Open` if no points
    /// show the clearance from the axes.
    pub fn contact<W: DVector>(
        &self,
        kept: Option<Axes>,
        margin: f64,
        cached: &[FeatureId],
        patch: &mut Patch<W>,
    ) -> Outcome {
        let boxes = &self.boxes;
        if !SIZES.contains(&boxes.size()) {
            return Outcome::Open;
        }
        let accuracy = ACCURACY * boxes.size();
        let kept = kept.unwrap_or_else(|| boxes.nearly_least());
        let best = boxes_within(boxes, kept, margin + accuracy, &mut ());
        let clearance = -best.overlap;
        if clearance > margin + accuracy {
            return Outcome::Apart { at_least: clearance - accuracy };
        }
        let aim = Aimed { normal: best.axis, clearance, margin, accuracy };
        let out = [best.axis, -boxes.b_in_a().unrotate(best.axis)];
        let [half_a, half_b] = boxes.halves();
        let is_shown = match best.along {
            Along::FaceA(i) => {
                let up = BoxFace::at(half_a, i, best.positive);
                self.on_face(&self.seen_from_a(up, out[1]), Owner::A, &aim, cached, patch)
            }
            Along::FaceB(j) => {
                let up = BoxFace::at(half_b, j, best.positive);
                self.on_face(&self.seen_from_b(up, out[0]), Owner::B, &aim, cached, patch)
            }
            Along::Edges(i, j) => {
                let (rise_a, rise_b) = (BoxFace::rise(out[0]), BoxFace::rise(out[1]));
                let is_flat = min(rise_a, rise_b) <= 1.0 / FLAT;
                let edges = Owner::Edges;
                match boxes.crossing([i, j], out) {
                    Some(crossing) if !is_flat => self.on_edges(&crossing, out, &aim, patch),
                    Some(_) if rise_a <= rise_b => {
                        let seen = self.seen_from_a(BoxFace::across(half_a, out[0]), out[1]);
                        self.on_face(&seen, edges, &aim, cached, patch)
                    }
                    Some(_) => {
                        let seen = self.seen_from_b(BoxFace::across(half_b, out[1]), out[0]);
                        self.on_face(&seen, edges, &aim, cached, patch)
                    }
                    None => false,
                }
            }
        };
        if is_shown { Outcome::Touching { clearance } } else { Outcome::Open }
    }

    /// With the normal out of B, in B's frame.
    fn seen_from_a(&self, face: BoxFace, out_of_b: DVec3) -> FacePair {
        let Motion { columns, translation } = self.boxes.b_in_a();
        FacePair::new(face, self.boxes.halves()[1], (columns, *translation), out_of_b, false)
    }

    /// With the normal out of A.
    fn seen_from_b(&self, face: BoxFace, out_of_a: DVec3) -> FacePair {
        let b_in_a = self.boxes.b_in_a();
        let [x, y, z] = b_in_a.columns;
        let rows =
            [DVec3::new(x.x, y.x, z.x), DVec3::new(x.y, y.y, z.y), DVec3::new(x.z, y.z, z.z)];
        let motion = (&rows, -b_in_a.unrotate(b_in_a.translation));
        FacePair::new(face, self.boxes.halves()[0], motion, out_of_a, true)
    }

    /// Adds the points above a face. Is one of them as near as the clearance?
    fn on_face<W: DVector>(
        &self,
        seen: &FacePair,
        owner: Owner,
        aim: &Aimed,
        cached: &[FeatureId],
        patch: &mut Patch<W>,
    ) -> bool {
        let rounding = ROUNDING * self.boxes.size();
        let near = 2.0 * NEAR * seen.extent();
        let doubt = [rounding + aim.accuracy, rounding, near];
        let mut candidates = Candidates::<DVec2, MOST>::new(aim.margin, doubt);
        seen.offer_points(near, rounding, &mut candidates);
        let least = aim.clearance + 2.0 * aim.accuracy + rounding;
        if candidates.least() > min(least, aim.margin) {
            return false;
        }
        patch.begin(from_space(aim.normal), owner);
        let chosen = reduce(candidates.all(), cached, [candidates.tie, aim.margin]);
        for candidate in chosen.iter().map(|i| &candidates.all()[i]) {
            let own = seen.own.point(candidate.place);
            let (separation, feature) = (candidate.separation(), candidate.feature);
            patch.push(PatchPoint::from_space(if seen.is_b {
                let b = self.boxes.b_in_a().apply(own);
                PatchPoint { a: b - aim.normal * separation, b, separation, feature }
            } else {
                PatchPoint { a: own, b: own + aim.normal * separation, separation, feature }
            }));
        }
        true
    }

    /// Adds the point between two edges that cross, if neither box has a face that is flat along the
    /// normal. Is the crossing well defined?
    fn on_edges<W: DVector>(
        &self,
        crossing: &Crossing,
        ups: [DVec3; 2],
        aim: &Aimed,
        patch: &mut Patch<W>,
    ) -> bool {
        let Crossing { axes: [i, j], shares, middle } = *crossing;
        let along = self.boxes.b_in_a().columns[j][i];
        if 1.0 - along * along < CROSSING * CROSSING {
            return false;
        }
        let half = aim.normal * (0.5 * aim.clearance);
        let [half_a, half_b] = self.boxes.halves();
        let lengths = [half_a[i], half_b[j]];
        let near = 2.0 * NEAR * min(lengths[0], lengths[1]);
        let part = |axis: usize, up: DVec3, share: f64, length: f64| {
            let bit = |k: usize| up[k] >= 0.0;
            let bits = core::array::from_fn(|k| if k == axis { share >= 0.0 } else { bit(k) });
            if length - share.abs() <= near { vertex(bits) } else { edge(axis, bits) }
        };
        let feature = FeatureId::new(
            part(i, ups[0], shares[0], lengths[0]),
            part(j, ups[1], shares[1], lengths[1]),
        );
        patch.begin(from_space(aim.normal), Owner::Edges);
        patch.push(PatchPoint::from_space(PatchPoint {
            a: middle - half,
            b: middle + half,
            separation: min(aim.clearance, aim.margin),
            feature,
        }));
        true
    }
}

/// An upper bound of the sum of half the diagonals and the distance of the middles: a length is at most the
/// sum of its coordinates.
#[inline]
pub fn size([half_a, half_b]: [DVec3; 2], middle: DVec3) -> f64 {
    let sum = half_a + half_b + middle.abs();
    (sum.x + sum.y + sum.z) * (1.0 + 8.0 * f64::EPSILON)
}

/// The result of the axes.
struct Aimed {
    normal: DVec3,
    clearance: f64,
    margin: f64,
    accuracy: f64,
}
