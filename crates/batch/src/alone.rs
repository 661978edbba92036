//! Rows that are asked one after another, each as a single question.
//!
//! Two things make a row cheaper than a call: each shape is lowered once, if there are enough rows, and bounding
//! balls decide most rows that are far apart before anything else is done.

use alloc::vec::Vec;

use crate::columns::{
    Booleans, Casts, Clearances, Contacts, Distances, Penetrations, points_per_row, put,
};
use crate::given::Batch;
use crate::rows::{Outcome, Row};
use crate::run::{Rest, indices};
use clearance_geometry::answer::{
    ContactPoint, FeatureId, Impact, ImpactStatus, Manifold, Penetration, Status,
};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Operand, Shape};
use clearance_geometry::space::{Pose, Sweep, Vector};
use clearance_pairs::depth::scratch::Lent;
use clearance_pairs::motion::Cast;
use clearance_pairs::prefilter::Balls;
use clearance_pairs::query::{Placement, Query};
use clearance_pairs::solution::Brief;

/// The columns of a question, as they are filled row by row.
pub(super) trait Answers<V: Vector> {
    /// Asks the query, and writes the answer.
    fn ask(&mut self, i: usize, query: &mut Query<'_, V>);
    /// Shapes that are farther apart than this have the answer of [`Answers::far`]. NaN: none have.
    fn limit(&self) -> f64 {
        f64::NAN
    }
    /// Writes the answer for shapes that are farther apart than the limit.
    fn far(&mut self, _: usize) {}
    /// Writes what proves nothing, for a row that cannot be asked.
    fn without(&mut self, i: usize, outcome: Outcome);
}

/// The shapes of a batch as the solvers take them: all of them, or none.
pub(super) struct Lowering<'b, V: Vector> {
    shapes: &'b [Shape<V>],
    lowered: Vec<Operand<'b, V::Wide>>,
}

impl<'b, V: Vector> Lowering<'b, V> {
    /// For so many rows. If they ask about each shape less than four times, each row lowers its own.
    pub fn new(shapes: &'b [Shape<V>], rows: usize) -> Self {
        let mut lowered = Vec::new();
        if let Some(first) = shapes.first().filter(|_| 2 * shapes.len() <= rows) {
            lowered.resize(shapes.len(), Operand::of(first));
            shapes.iter().zip(&mut lowered).for_each(|(shape, place)| shape.lower_into(place));
        }
        Self { shapes, lowered }
    }

    /// Are two shapes farther apart than the limit, by the balls around them?
    #[inline(always)]
    fn are_far(&self, [a, b]: [usize; 2], [at_a, at_b]: [&Pose<V>; 2], limit: f64) -> bool {
        let both = self.lowered.get(a).zip(self.lowered.get(b));
        let Some((Operand::Convex(a), Operand::Convex(b))) = both else { return false };
        let way = at_b.translation().widen() - at_a.translation().widen();
        Balls::new(a, b, limit).and_then(|balls| balls.are_apart(way)) == Some(true)
    }

    /// Writes a shape to the place of another.
    #[inline(always)]
    fn put(&self, shape: usize, place: &mut Operand<'b, V::Wide>) {
        if let Some(lowered) = self.lowered.get(shape) {
            *place = *lowered;
        } else if let Some(shape) = self.shapes.get(shape) {
            shape.lower_into(place);
        }
    }
}

impl<V: Vector> Batch<'_, V> {
    /// Answers the given rows of a part alone. Returns the number of those that cannot be asked. `start` is the
    /// part's first row, from which rows are counted.
    pub(super) fn alone(
        &self,
        start: usize,
        rows: impl ExactSizeIterator<Item = usize>,
        answers: &mut impl Answers<V>,
    ) -> usize {
        let lowering = Lowering::new(self.shapes, rows.len());
        let (near, without) = self.near(start, rows, &lowering, answers);
        self.ask(start, &near, &lowering, answers);
        without
    }

    /// The rows that have to be asked: both shapes exist, at sound poses, and the balls around them are within the
    /// limit of each other. The others are answered. Returns the number of those that cannot be asked, too.
    pub(super) fn near(
        &self,
        start: usize,
        rows: impl ExactSizeIterator<Item = usize>,
        lowering: &Lowering<'_, V>,
        answers: &mut impl Answers<V>,
    ) -> (Rest, usize) {
        let (limit, mut without) = (answers.limit(), 0);
        let mut near = Rest::with_capacity(rows.len());
        for i in rows {
            match self.row(start + i) {
                Ok(Row { shapes, places }) if lowering.are_far(shapes, places, limit) => {
                    answers.far(i);
                }
                Ok(_) => near.push(i as u16),
                Err(outcome) => {
                    answers.without(i, outcome);
                    without += 1;
                }
            }
        }
        (near, without)
    }

    /// Asks rows that can be asked, one after another. One query is used for all, because making one takes longer
    /// than a question about shapes that are far apart.
    pub(super) fn ask(
        &self,
        start: usize,
        rows: &Rest,
        lowering: &Lowering<'_, V>,
        answers: &mut impl Answers<V>,
    ) {
        let some = self.shapes.first().zip(self.places.first());
        let Some((shape, here)) = some.filter(|_| !rows.is_empty()) else { return };
        let mut scratch = Lent::new(None);
        let mut query = Query::new(shape, here, shape, here).scratch(scratch.get());
        for i in indices(rows) {
            let [[a, b], places] = self.pairs.indices(start + i);
            let [Some(at_a), Some(at_b)] = places.map(|at| self.places.get(at)) else { continue };
            lowering.put(a, &mut query.a);
            lowering.put(b, &mut query.b);
            query.placement = Placement::InWorld(at_a, at_b);
            answers.ask(i, &mut query);
        }
    }
}

impl<V: Vector> Batch<'_, V, Sweep<V>> {
    /// The same for casts. `tmax` was checked before.
    pub(super) fn cast(
        &self,
        start: usize,
        rows: impl ExactSizeIterator<Item = usize>,
        tmax: V::Scalar,
        mut columns: Casts<'_, V>,
    ) -> usize {
        let (time_only, mut without) = (columns.has_only_times(), 0);
        let lowering = Lowering::new(self.shapes, rows.len());
        let some = self.shapes.first().zip(self.places.first());
        let mut cast = some.and_then(|(shape, at)| Cast::new(shape, at, shape, at, tmax).ok());
        for i in rows {
            match (self.row(start + i), &mut cast) {
                (Ok(Row { shapes: [a, b], places }), Some(cast)) => {
                    lowering.put(a, &mut cast.a);
                    lowering.put(b, &mut cast.b);
                    cast.sweeps = places.map(|sweep| *sweep);
                    if time_only {
                        put(columns.time, i, cast.time().unwrap_or(Scalar::INFINITY));
                    } else {
                        columns.fill(i, &cast.impact());
                    }
                }
                (row, _) => {
                    columns.fill_without(i);
                    put(columns.outcome, i, row.err().unwrap_or_default());
                    without += 1;
                }
            }
        }
        without
    }
}

impl<V: Vector> Answers<V> for Booleans<'_> {
    fn ask(&mut self, i: usize, query: &mut Query<'_, V>) {
        put(self.intersects, i, query.intersects());
    }
    fn limit(&self) -> f64 {
        0.0
    }
    fn far(&mut self, i: usize) {
        put(self.intersects, i, false);
    }
    fn without(&mut self, i: usize, outcome: Outcome) {
        put(self.intersects, i, true);
        put(self.outcome, i, outcome);
    }
}

impl<V: Vector> Answers<V> for Distances<'_, V> {
    fn ask(&mut self, i: usize, query: &mut Query<'_, V>) {
        put(self.distance, i, query.distance());
    }
    fn without(&mut self, i: usize, outcome: Outcome) {
        put(self.distance, i, Scalar::ZERO);
        put(self.outcome, i, outcome);
    }
}

impl<V: Vector> Answers<V> for Penetrations<'_, V> {
    fn ask(&mut self, i: usize, query: &mut Query<'_, V>) {
        self.fill(i, query.penetration().as_ref());
    }
    fn limit(&self) -> f64 {
        0.0
    }
    fn far(&mut self, i: usize) {
        self.fill(i, None);
    }
    fn without(&mut self, i: usize, outcome: Outcome) {
        self.fill(i, None);
        put(self.intersects, i, true);
        put(self.outcome, i, outcome);
    }
}

impl<V: Vector> Answers<V> for Clearances<'_, V> {
    fn ask(&mut self, i: usize, query: &mut Query<'_, V>) {
        self.fill(i, &query.brief());
    }
    fn without(&mut self, i: usize, outcome: Outcome) {
        self.fill(
            i,
            &Brief {
                numbers: [-V::Scalar::INFINITY, Scalar::ZERO, V::Scalar::INFINITY],
                vectors: [V::unit(0), V::ZERO, V::ZERO],
            },
        );
        put(self.outcome, i, outcome);
    }
}

/// Contacts within a margin. The columns of the rows are clear.
pub(super) struct Meeting<'w, 'c, V: Vector> {
    pub columns: &'w mut Contacts<'c, V>,
    pub margin: V::Scalar,
    /// The last contact.
    pub found: Option<Manifold<V>>,
}

impl<V: Vector> Answers<V> for Meeting<'_, '_, V> {
    fn ask(&mut self, i: usize, query: &mut Query<'_, V>) {
        query.manifold_into(self.margin, &mut self.found);
        if let Some(found) = &self.found {
            self.columns.fill(i, found.normal, found.points().iter().copied());
        }
    }
    fn limit(&self) -> f64 {
        self.margin.to_f64()
    }
    fn without(&mut self, i: usize, outcome: Outcome) {
        put(self.columns.outcome, i, outcome);
    }
}

impl<V: Vector> Penetrations<'_, V> {
    /// Writes an answer; `None` if the shapes are apart.
    pub(super) fn fill(&mut self, i: usize, found: Option<&Penetration<V>>) {
        let unknown = Penetration {
            depth: Scalar::ZERO,
            normal: V::unit(0),
            point_a: V::ZERO,
            point_b: V::ZERO,
        };
        let Penetration { depth, normal, point_a, point_b } = *found.unwrap_or(&unknown);
        put(self.intersects, i, found.is_some());
        put(self.depth, i, depth);
        put(self.normal, i, normal);
        put(self.point_a, i, point_a);
        put(self.point_b, i, point_b);
    }
    /// These columns for the answers of clearances, which [`Self::settle`] makes depths of.
    pub(super) fn clearances<'x>(&'x mut self, lower: &'x mut [V::Scalar]) -> Clearances<'x, V> {
        let Self { depth, normal, point_a, point_b, .. } = self;
        Clearances { signed_distance: depth, lower, normal, point_a, point_b, ..Default::default() }
    }
    /// Makes a depth of a clearance.
    #[inline(always)]
    pub(super) fn settle(&mut self, i: usize, touch: bool) {
        if !touch {
            return self.fill(i, None);
        }
        put(self.intersects, i, true);
        if let Some(depth) = self.depth.get_mut(i) {
            *depth = Scalar::max(-*depth, Scalar::ZERO);
        }
    }
}

impl<V: Vector> Clearances<'_, V> {
    /// Writes an answer.
    #[inline(always)]
    pub(super) fn fill(&mut self, i: usize, &Brief { numbers, vectors }: &Brief<V>) {
        let ([lower, signed_distance, upper], [normal, point_a, point_b]) = (numbers, vectors);
        let beyond = if upper < Scalar::ZERO { Status::Overlapping } else { Status::Undecided };
        put(self.status, i, if lower > Scalar::ZERO { Status::Apart } else { beyond });
        put(self.signed_distance, i, signed_distance);
        put(self.lower, i, lower);
        put(self.upper, i, upper);
        put(self.normal, i, normal);
        put(self.point_a, i, point_a);
        put(self.point_b, i, point_b);
    }
}

impl<V: Vector> Contacts<'_, V> {
    /// Fills all rows as those without points.
    pub(super) fn clear(&mut self) {
        self.count.fill(0);
        self.normal.fill(V::unit(0));
        self.separation.fill(V::Scalar::ZERO);
        self.point_a.fill(V::ZERO);
        self.point_b.fill(V::ZERO);
        self.feature.fill(FeatureId::default());
    }

    /// Writes the points of a row that is clear.
    #[inline(always)]
    pub(super) fn fill(
        &mut self,
        i: usize,
        normal: V,
        points: impl ExactSizeIterator<Item = ContactPoint<V>>,
    ) {
        put(self.count, i, points.len() as u8);
        put(self.normal, i, normal);
        let most = points_per_row::<V>();
        for (at, point) in (i * most..(i + 1) * most).zip(points) {
            put(self.separation, at, point.separation);
            put(self.point_a, at, point.point_a);
            put(self.point_b, at, point.point_b);
            put(self.feature, at, point.feature);
        }
    }
}

impl<V: Vector> Casts<'_, V> {
    /// Are only the times to be filled?
    fn has_only_times(&self) -> bool {
        let bounds = self.lower.len() + self.upper.len();
        let vectors = self.normal.len() + self.point_a.len() + self.point_b.len();
        self.status.len() + bounds + vectors == 0
    }

    pub(super) fn fill(&mut self, i: usize, impact: &Impact<V>) {
        put(self.status, i, impact.status);
        put(self.time, i, impact.time);
        put(self.lower, i, impact.lower);
        put(self.upper, i, impact.upper);
        put(self.normal, i, impact.normal);
        put(self.point_a, i, impact.point_a);
        put(self.point_b, i, impact.point_b);
    }

    fn fill_without(&mut self, i: usize) {
        put(self.status, i, ImpactStatus::Undecided);
        put(self.time, i, Scalar::ZERO);
        put(self.lower, i, Scalar::ZERO);
        put(self.upper, i, V::Scalar::INFINITY);
        put(self.normal, i, V::unit(0));
        put(self.point_a, i, V::ZERO);
        put(self.point_b, i, V::ZERO);
    }
}
