//! The answer of a cast: when two moving shapes first touch, and where.

use alloc::vec::Vec;

use super::{Certificate, End, Witness};
use crate::number::Scalar;
use crate::shape::PieceId;
use crate::space::Vector;

/// Do the shapes touch?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[repr(u8)]
pub enum ImpactStatus {
    /// The shapes touch: contact was proven.
    Hit = 0,
    /// The shapes do not touch within the given time: this was proven.
    Miss = 1,
    /// The shapes come as near as rounding error, but no overlap was proven; or the cast took too many
    /// steps (see [`Impact::end`]). Counts as a hit.
    #[default]
    Undecided = 2,
}

/// The first contact of two moving shapes. Times are in the unit of the velocities, lengths in the unit of
/// the input. The normal and the points are in world coordinates.
///
/// *Contact* means that the clearance is not above the requested gap, which is usually 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<V: Vector> {
    /// Do the shapes touch?
    pub status: ImpactStatus,
    /// The best estimate of the time of impact, within `[lower, upper]`. Infinity for a miss.
    pub time: V::Scalar,
    /// A lower bound on the time of impact: the shapes are proven not to touch before. For a miss this is
    /// the end of the given time.
    pub lower: V::Scalar,
    /// An upper bound on the time of impact: contact is proven at this time, by points that only
    /// [`ImpactCertificate::witness`] has. Infinity if none was proven.
    pub upper: V::Scalar,
    /// Unit vector from A to B at contact. Meaningless for a miss.
    pub normal: V,
    /// The point of A that touches B, at `time`. Meaningless for a miss, and if the limit on steps was
    /// reached. If neither shape turns it is as accurate as the points of a [`Clearance`](super::Clearance) whose
    /// bounds are apart by the way from `lower` to `upper`, and may be off by 4e-9 of the pair's size more.
    pub point_a: V,
    /// The point of B that touches A, at `time`. `point_b - point_a` is the requested gap times the normal,
    /// or the signed distance times the normal if the shapes start in contact. Meaningless whenever
    /// `point_a` is.
    pub point_b: V,
    /// The part of A that touches B, and its facet. Meaningless for a miss.
    pub piece_a: PieceId,
    /// The part of B that touches A, and its facet. Meaningless for a miss.
    pub piece_b: PieceId,
    /// The signed distance at time 0 if the shapes start in contact, or if the cast is undecided from the
    /// start, as for motions that are too fast to be computed. Of a shape inside a solid it is minus the distance of
    /// their surfaces: they are deeper. `None` if they start apart.
    pub initial: Option<V::Scalar>,
    /// Why the cast stopped.
    pub end: End,
    /// The number of support points that were computed.
    pub iterations: u32,
    /// The axis that separates the shapes just before `lower`: from A to B, in A's frame at time 0, of any
    /// length but zero. If neither shape turns, this axis alone proves that they are apart until `lower`.
    pub axis: V::Wide,
}

impl<V: Vector> Impact<V> {
    /// False only if it is proven that the shapes do not touch.
    pub fn hit(&self) -> bool {
        self.status != ImpactStatus::Miss
    }

    /// The answer for a proven miss: no contact until the time `until`.
    #[doc(hidden)]
    pub fn miss(until: f64, axis: V::Wide, iterations: u32) -> Self {
        Self {
            status: ImpactStatus::Miss,
            time: V::Scalar::INFINITY,
            lower: V::Scalar::below(until),
            upper: V::Scalar::INFINITY,
            normal: V::unit(0),
            point_a: V::ZERO,
            point_b: V::ZERO,
            piece_a: PieceId::ONLY,
            piece_b: PieceId::ONLY,
            initial: None,
            end: End::Converged,
            iterations,
            axis,
        }
    }

    /// The same impact with A and B exchanged. `to_other` rotates a vector from the frame of A at time 0 to
    /// the frame of B.
    #[doc(hidden)]
    pub fn mirrored(self, to_other: impl Fn(V::Wide) -> V::Wide) -> Self {
        Self {
            normal: -self.normal,
            point_a: self.point_b,
            point_b: self.point_a,
            piece_a: self.piece_b,
            piece_b: self.piece_a,
            axis: -to_other(self.axis),
            ..self
        }
    }
}

/// An interval of time in which one axis separates two moving shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch<W> {
    /// The start of the interval.
    pub from: f64,
    /// The end of the interval. Infinite if the axis separates the shapes for good.
    pub to: f64,
    /// The axis, from A to B, of any length but zero. It is in A's frame at time 0 and does not turn
    /// with A.
    pub axis: W,
}

/// An impact with all of its evidence, as `clearance::verify::check_impact` needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct ImpactCertificate<V: Vector> {
    /// The answer.
    pub impact: Impact<V>,
    /// Points of both shapes, each in its own frame, that prove the contact at [`Impact::upper`]. Empty if
    /// contact was not proven, or if the shapes start in contact.
    pub witness: Witness<V::Wide>,
    /// The intervals which together prove a gap from time 0 to [`Impact::lower`]. Empty if the shapes start
    /// in contact. Not needed if neither shape turns, because [`Impact::axis`] is the proof. A half-space
    /// needs no axis: its normal is the only one possible, and turns with it.
    pub stretches: Vec<Stretch<V::Wide>>,
    /// The clearance at time 0, if the shapes start in contact.
    pub start: Option<Certificate<V>>,
}

impl<V: Vector> From<Impact<V>> for ImpactCertificate<V> {
    /// The answer without further evidence. This proves the misses of motions without rotation.
    fn from(impact: Impact<V>) -> Self {
        Self { impact, witness: Witness::default(), stretches: Vec::new(), start: None }
    }
}
