//! What a cast answers: when two moving shapes touch first, and where.

use alloc::vec::Vec;

use super::{Certificate, End, Witness};
use crate::number::Scalar;
use crate::space::Vector;

/// Whether the shapes touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[repr(u8)]
pub enum ImpactStatus {
    /// They do: contact was proven.
    Hit = 0,
    /// They do not, within the time asked about: that was proven.
    Miss = 1,
    /// They come as near as rounding, but no overlap was proven; or the cast took too many steps,
    /// see [`Impact::end`]. Counts as a hit.
    #[default]
    Undecided = 2,
}

/// The first contact of two moving shapes. Times are in the unit that the velocities have,
/// lengths in that of the input; the normal and the points are in world coordinates.
///
/// *Contact* is a clearance not above the gap that was asked for, mostly 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<V: Vector> {
    /// Whether they touch.
    pub status: ImpactStatus,
    /// The best estimate of the time of first contact, within `[lower, upper]`; infinity for a
    /// miss.
    pub time: V::Scalar,
    /// The shapes were proven not to touch before: not above the true time. For a miss this is
    /// the end of the time asked about.
    pub lower: V::Scalar,
    /// Here contact was proven: not below the true time. Infinity where it was not.
    pub upper: V::Scalar,
    /// Unit vector from A to B at contact. Meaningless for a miss.
    pub normal: V,
    /// The point of A that touches B, at `time`. Meaningless for a miss, and where the limit on
    /// steps was reached.
    pub point_a: V,
    /// The point of B that touches A, at `time`; `point_b - point_a` is the gap asked for times
    /// the normal, or the signed distance where they start in contact. Meaningless where `point_a`
    /// is.
    pub point_b: V,
    /// The signed distance at the start, where the shapes start in contact; `None` where they
    /// start apart.
    pub initial: Option<V::Scalar>,
    /// Why the cast ended.
    pub end: End,
    /// Support points looked at.
    pub iterations: u32,
    /// From A to B, in A's frame at time 0, of any length but zero. If neither shape turns, it
    /// proves by itself that they are apart until `lower`; otherwise only just before it.
    pub axis: V::Wide,
    /// Points of both shapes, each in its own frame, that prove the contact at `upper`. Empty
    /// where contact was not proven, and where a separating axis test found them in contact at
    /// the start.
    pub witness: Witness<V::Wide>,
}

impl<V: Vector> Impact<V> {
    /// False only where it was proven that the shapes do not touch.
    pub fn hit(&self) -> bool {
        self.status != ImpactStatus::Miss
    }

    /// No contact until a time, which was proven.
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
            initial: None,
            end: End::Converged,
            iterations,
            axis,
            witness: Witness::default(),
        }
    }

    /// The same with the shapes in the other order. `to_other` leads from the frame of A at time
    /// 0 to that of B.
    #[doc(hidden)]
    pub fn mirrored(self, to_other: impl Fn(V::Wide) -> V::Wide) -> Self {
        Self {
            normal: -self.normal,
            point_a: self.point_b,
            point_b: self.point_a,
            axis: -to_other(self.axis),
            witness: self.witness.mirrored(),
            ..self
        }
    }
}

/// A stretch of time over which one axis keeps two moving shapes apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch<W> {
    /// From this time on.
    pub from: f64,
    /// Until then; infinite where it keeps them apart for good.
    pub to: f64,
    /// From A to B, of any length but zero. In A's frame at time 0: it does not turn with A.
    pub axis: W,
}

/// An impact with all of its evidence: what `clearance::verify::check_impact` reads.
#[derive(Clone, Debug, PartialEq)]
pub struct ImpactCertificate<V: Vector> {
    /// The answer.
    pub impact: Impact<V>,
    /// One after the other they prove a gap from time 0 to [`Impact::lower`]. Empty where the
    /// shapes start in contact; not needed where neither turns, as [`Impact::axis`] proves it.
    /// A half-space needs no axis: its normal is the one there is, and turns with it.
    pub stretches: Vec<Stretch<V::Wide>>,
    /// The clearance at time 0, where the shapes start in contact.
    pub start: Option<Certificate<V>>,
}

impl<V: Vector> From<Impact<V>> for ImpactCertificate<V> {
    /// The answer alone: it proves motions without turns that start apart.
    fn from(impact: Impact<V>) -> Self {
        Self { impact, stretches: Vec::new(), start: None }
    }
}
