//! The answer that a pair's solver gives to the query: in `f64`, in A's frame, about the cores.

use crate::answer::{
    Algorithm, Clearance, ClosestPoints, End, Evidence, Feature, Penetration, Place, Witness,
};
use crate::number::Scalar;
use crate::space::{DVector, Motion, Vector};

/// Clearances this near to a limit, relative to the size of the pair, may be proven to be beyond it by
/// one search and not by another. This is more than the difference of converged bounds, 1e-8, and than
/// the rounding to `f32`.
pub const NEAR: f64 = 2e-7;

/// The most support points of a clearance, GJK's and EPA's together, unless EPA was chosen by name. A
/// pair that needs more is nearly equally deep along many directions, and the bounds show how much is
/// open.
pub(crate) const MOST_STEPS: u32 = 400;

/// The question, so that a solver can stop early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    /// Is the clearance at most this?
    Within(f64),
    /// The distance, to the precision of the query; nothing else if the shapes intersect. Searches give it
    /// in `f32` alone; in `f64` they are asked for the closest points.
    Distance,
    /// The distance and the closest points; nothing else if the shapes intersect.
    ClosestPoints,
    /// The depth; nothing else if the shapes are apart.
    Penetration,
    /// The full answer: bounds, normal, points and evidence.
    Clearance,
    /// The full answer if the clearance is at most this; else nothing.
    Contact(f64),
}

impl Ask {
    /// Does the question need the depth of shapes that overlap?
    pub fn wants_depth(self) -> bool {
        matches!(self, Ask::Penetration | Ask::Clearance | Ask::Contact(_))
    }

    /// Does a gap of this size answer the question? A gap of at most `near` needs the full answer.
    pub fn settled_beyond(self, gap: f64, near: f64) -> bool {
        match self {
            Ask::Penetration => gap > near,
            Ask::Contact(margin) => gap > margin,
            _ => false,
        }
    }

    /// Does this upper bound of the clearance answer the question?
    pub fn settled_by(self, upper: f64) -> bool {
        match self {
            Ask::Within(limit) => upper <= limit,
            Ask::Distance | Ask::ClosestPoints => upper <= 0.0,
            Ask::Penetration | Ask::Clearance | Ask::Contact(_) => false,
        }
    }
}

/// An answer about the cores. Points are on the cores, in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct Solution<W: Vector> {
    /// Bounds on the cores' signed distance, rounding included.
    pub lower: f64,
    pub upper: f64,
    /// Within the bounds.
    pub estimate: f64,
    /// From A to B, of any length but zero: the axis that proves `lower`.
    pub axis: W,
    /// From A to B, of length 1: the direction of the witness points.
    pub normal: W,
    /// Empty if the question does not need it: only [`Ask::Clearance`] does.
    pub witness: Witness<W>,
    pub point_a: W,
    pub point_b: W,
    pub end: End,
    pub algorithm: Algorithm,
    pub feature: Feature,
    pub steps: u32,
}

/// Bounds on a signed distance, rounding included, and an estimate within them, for questions about a
/// number.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub lower: f64,
    pub upper: f64,
    pub estimate: f64,
}

impl Bounds {
    /// From the bounds of the cores.
    #[inline(always)]
    pub fn of_shapes(self, [radius_a, radius_b]: [f64; 2]) -> Self {
        let Self { lower, upper, estimate } = self;
        let radii = radius_a + radius_b;
        Self { lower: lower - radii, upper: upper - radii, estimate: estimate - radii }
    }

    /// Rounded outwards: the lower bound, the estimate and the upper bound.
    #[inline]
    pub fn rounded<S: Scalar>(self) -> [S; 3] {
        let lower = S::below(self.lower);
        let upper = S::above(self.upper).max(lower);
        [lower, S::of(self.estimate).max(lower).min(upper), upper]
    }

    /// The distance; 0 unless a gap is proven.
    #[inline(always)]
    pub fn distance<S: Scalar>(self) -> S {
        let lower = S::below(self.lower);
        // A number rounded to nearest is at most the same number rounded up.
        if lower > S::ZERO { S::of(self.estimate).max(lower) } else { S::ZERO }
    }
}

/// The place of an answer. An answer is large, and returned by value it would be copied at every level.
pub(crate) type Answered<W> = Option<Solution<W>>;

impl<W: DVector> Solution<W> {
    /// Are all numbers finite (except for half-spaces), without NaN, and do the bounds not cross? Only a
    /// user-defined shape can fail this, by returning NaN or different values for the same direction.
    pub fn is_sound(&self) -> bool {
        let is_deep = self.upper == f64::NEG_INFINITY && self.algorithm != Algorithm::HalfSpace;
        if is_deep || self.lower == f64::INFINITY {
            return false;
        }
        // A finite number times 0 is 0; NaN is not.
        let vectors = self.axis * 0.0 + self.normal * 0.0 + self.point_a * 0.0 + self.point_b * 0.0;
        vectors == W::ZERO && !self.estimate.is_nan() && self.lower <= self.upper
    }

    /// An answer without information: infinite bounds.
    pub fn nothing() -> Self {
        Self {
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            estimate: 0.0,
            axis: W::unit(0),
            normal: W::unit(0),
            witness: Witness::default(),
            point_a: W::ZERO,
            point_b: W::ZERO,
            end: End::NoProgress,
            algorithm: Algorithm::Auto,
            feature: Feature::None,
            steps: 0,
        }
    }

    /// The bounds of the cores.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        let Self { lower, upper, estimate, .. } = *self;
        Bounds { lower, upper, estimate }
    }

    /// The part of the answer without evidence: bounds, normal and points.
    #[inline]
    pub fn met(&self) -> Met<W> {
        let Self { normal, point_a, point_b, .. } = *self;
        Met { bounds: self.bounds(), normal, points: [point_a, point_b] }
    }

    /// The answer with the rounding radii, in the frame to which `frame` maps A's, rounded outwards to
    /// the precision of the query.
    pub fn answer<V: Vector<Wide = W>>(&self, radii: [f64; 2], frame: &Motion<W>) -> Clearance<V> {
        let met = self.met();
        let [lower, signed_distance, upper] = met.bounds.of_shapes(radii).rounded();
        let [normal, point_a, point_b] = met.directed(radii, frame);
        let axis = self.axis.unit_along().unwrap_or(W::unit(0));
        Clearance {
            signed_distance,
            lower,
            upper,
            normal,
            point_a,
            point_b,
            place_a: Place::default(),
            place_b: Place::default(),
            inside: false,
            end: self.end,
            algorithm: self.algorithm,
            feature: self.feature,
            iterations: self.steps,
            evidence: Evidence { axis, witness: self.witness },
        }
    }
}

/// An answer about the cores without evidence. As in [`Solution`].
#[derive(Clone, Copy, Debug)]
pub struct Met<W> {
    pub bounds: Bounds,
    pub normal: W,
    /// Of A and of B.
    pub points: [W; 2],
}

/// The part of a [`Clearance`] that columns hold: the same numbers, without evidence.
pub struct Brief<V: Vector> {
    /// The lower bound, the signed distance and the upper bound.
    pub numbers: [V::Scalar; 3],
    /// The normal, and the points of A and B.
    pub vectors: [V; 3],
}

/// A [`Clearance`] without a witness.
pub(crate) struct Summary<V: Vector> {
    pub brief: Brief<V>,
    /// As in [`Solution`].
    pub axis: V::Wide,
    pub end: End,
    pub steps: u32,
}

impl<V: Vector> Summary<V> {
    pub fn of(full: &Clearance<V>) -> Self {
        let Clearance { lower, signed_distance, upper, normal, point_a, point_b, .. } = *full;
        let (numbers, vectors) = ([lower, signed_distance, upper], [normal, point_a, point_b]);
        let brief = Brief { numbers, vectors };
        Self { brief, axis: full.evidence.axis, end: full.end, steps: full.iterations }
    }
}

impl<W: DVector> Met<W> {
    /// The answer to a query for a clearance without evidence.
    #[inline]
    pub fn brief<V: Vector<Wide = W>>(&self, radii: [f64; 2], frame: &Motion<W>) -> Brief<V> {
        let numbers = self.bounds.of_shapes(radii).rounded();
        Brief { numbers, vectors: self.directed(radii, frame) }
    }

    /// The answer to a query for the penetration. `None` if a gap is proven.
    #[inline]
    pub fn penetration<V: Vector<Wide = W>>(
        &self,
        radii: [f64; 2],
        frame: &Motion<W>,
    ) -> Option<Penetration<V>> {
        let [lower, signed_distance, _] = self.bounds.of_shapes(radii).rounded::<V::Scalar>();
        if lower > Scalar::ZERO {
            return None;
        }
        let [normal, point_a, point_b] = self.directed(radii, frame);
        let depth = (-signed_distance).max(Scalar::ZERO);
        Some(Penetration { depth, normal, point_a, point_b })
    }

    /// The answer to a query for the nearest points. `None` unless a gap is proven.
    #[inline]
    pub fn nearest<V: Vector<Wide = W>>(
        &self,
        radii: [f64; 2],
        frame: &Motion<W>,
    ) -> Option<ClosestPoints<V>> {
        let [lower, distance, _] = self.bounds.of_shapes(radii).rounded::<V::Scalar>();
        let is_apart = lower > Scalar::ZERO;
        is_apart.then(|| {
            let [normal, point_a, point_b] = self.directed(radii, frame);
            ClosestPoints { point_a, point_b, normal, distance }
        })
    }

    /// The normal, and the points of A and B.
    #[inline]
    fn directed<V: Vector<Wide = W>>(&self, radii: [f64; 2], frame: &Motion<W>) -> [V; 3] {
        let Self { normal, points: [a, b], .. } = *self;
        let [a, b] = [a + normal * radii[0], b - normal * radii[1]];
        [frame.rotate(normal), frame.apply(a), frame.apply(b)].map(V::narrow)
    }
}
