//! Rows that are asked one after another, each as a single question.

use core::ops::Range;

use super::columns::{
    Booleans, Casts, Clearances, Contacts, Distances, Penetrations, points_per_row, put,
};
use super::given::Batch;
use super::rows::{Outcome, PoseOrSweep, Row};
use super::run::Rest;
use crate::answer::{ContactPoint, FeatureId, Impact, ImpactStatus, Penetration, Status};
use crate::depth::scratch::Scratch;
use crate::motion::Cast;
use crate::number::Scalar;
use crate::query::Query;
use crate::solved::Brief;
use crate::space::{Sweep, Vector};

impl<V: Vector, P: PoseOrSweep> Batch<'_, V, P> {
    /// Passes the given rows of a part to `ask`, one after another. Returns the rows that cannot be asked,
    /// with their outcomes written. Indices count from the part's start.
    #[inline(always)]
    fn each<'r>(
        &'r self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        outcomes: &mut [Outcome],
        mut ask: impl FnMut(usize, Row<'r, V, P>),
    ) -> Rest {
        let mut without = Rest::new();
        for i in rows {
            match self.pairs.row(range.start + i, self.shapes, self.places) {
                Ok(row) => ask(i, row),
                Err(outcome) => {
                    put(outcomes, i, outcome);
                    without.push(i as u16);
                }
            }
        }
        without
    }
}

impl<V: Vector> Batch<'_, V> {
    /// The same with a query. One is used for all rows, because making and moving one takes longer than a
    /// question about shapes that are far apart; and shapes of the row before are not lowered again.
    #[inline(always)]
    fn each_query<'q>(
        &'q self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        outcomes: &mut [Outcome],
        scratch: &'q mut Scratch<V::Wide>,
        mut ask: impl FnMut(usize, &mut Query<'q, V>),
    ) -> Rest {
        let mut last = [self.shapes.first(); 2];
        let some = self.shapes.first().zip(self.places.first());
        let mut query =
            some.map(|(shape, here)| Query::new(shape, here, shape, here).scratch(scratch));
        self.each(range, rows, outcomes, |i, Row { shapes, places }| {
            if let Some(query) = &mut query {
                query.about(shapes, last, places);
                ask(i, query);
            }
            last = shapes.map(Some);
        })
    }

    pub(super) fn touching(&self, range: Range<usize>, columns: Booleans<'_>) -> usize {
        self.touching_alone(&range, 0..range.len(), columns)
    }

    pub(super) fn touching_alone(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        Booleans { intersects, outcome }: Booleans<'_>,
    ) -> usize {
        let mut scratch = Scratch::default();
        let without = self.each_query(range, rows, outcome, &mut scratch, |i, query| {
            put(intersects, i, query.intersects());
        });
        for i in &without {
            put(intersects, usize::from(*i), true);
        }
        without.len()
    }

    pub(super) fn distant(&self, range: Range<usize>, columns: Distances<'_, V>) -> usize {
        self.distant_alone(&range, 0..range.len(), columns)
    }

    pub(super) fn distant_alone(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        Distances { distance, outcome }: Distances<'_, V>,
    ) -> usize {
        let mut scratch = Scratch::default();
        let without = self.each_query(range, rows, outcome, &mut scratch, |i, query| {
            put(distance, i, query.distance());
        });
        for i in &without {
            put(distance, usize::from(*i), Scalar::ZERO);
        }
        without.len()
    }

    pub(super) fn deep(&self, range: Range<usize>, mut columns: Penetrations<'_, V>) -> usize {
        self.deep_alone(&range, 0..range.len(), &mut columns)
    }

    pub(super) fn deep_alone(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        columns: &mut Penetrations<'_, V>,
    ) -> usize {
        let outcome = core::mem::take(&mut columns.outcome);
        let mut scratch = Scratch::default();
        let without = self.each_query(range, rows, outcome, &mut scratch, |i, query| {
            columns.fill(i, query.penetration().as_ref());
        });
        for i in &without {
            columns.fill(usize::from(*i), None);
            put(columns.intersects, usize::from(*i), true);
        }
        without.len()
    }

    pub(super) fn apart(&self, range: Range<usize>, mut columns: Clearances<'_, V>) -> usize {
        self.apart_alone(&range, 0..range.len(), &mut columns)
    }

    pub(super) fn apart_alone(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        columns: &mut Clearances<'_, V>,
    ) -> usize {
        let outcome = core::mem::take(&mut columns.outcome);
        let mut scratch = Scratch::default();
        let without = self.each_query(range, rows, outcome, &mut scratch, |i, query| {
            columns.fill(i, &query.brief());
        });
        for i in &without {
            columns.fill_without(usize::from(*i));
        }
        without.len()
    }

    pub(super) fn met(
        &self,
        range: Range<usize>,
        margin: V::Scalar,
        mut columns: Contacts<'_, V>,
    ) -> usize {
        columns.clear();
        self.met_alone(&range, 0..range.len(), margin, &mut columns)
    }

    /// The columns of these rows are clear.
    pub(super) fn met_alone(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        margin: V::Scalar,
        columns: &mut Contacts<'_, V>,
    ) -> usize {
        let outcome = core::mem::take(&mut columns.outcome);
        let mut found = None;
        let mut scratch = Scratch::default();
        let without = self.each_query(range, rows, outcome, &mut scratch, |i, query| {
            query.manifold_into(margin, &mut found);
            if let Some(found) = &found {
                let points = found.points().iter().copied();
                columns.fill(i, found.normal, points);
            }
        });
        without.len()
    }
}

impl<V: Vector> Batch<'_, V, Sweep<V>> {
    /// `tmax` was checked before.
    pub(super) fn cast(
        &self,
        range: Range<usize>,
        tmax: V::Scalar,
        mut columns: Casts<'_, V>,
    ) -> usize {
        let outcome = core::mem::take(&mut columns.outcome);
        let time_only = columns.has_only_times();
        let without = self.each(&range, 0..range.len(), outcome, |i, Row { shapes, places }| {
            let ([a, b], [at_a, at_b]) = (shapes, places);
            let Ok(mut cast) = Cast::new(a, at_a, b, at_b, tmax) else { return };
            if time_only {
                put(columns.time, i, cast.time().unwrap_or(Scalar::INFINITY));
            } else {
                columns.fill(i, &cast.impact());
            }
        });
        for i in &without {
            columns.fill_without(usize::from(*i));
        }
        without.len()
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

    fn fill_without(&mut self, i: usize) {
        put(self.status, i, Status::Undecided);
        put(self.signed_distance, i, Scalar::ZERO);
        put(self.lower, i, -V::Scalar::INFINITY);
        put(self.upper, i, V::Scalar::INFINITY);
        put(self.normal, i, V::unit(0));
        put(self.point_a, i, V::ZERO);
        put(self.point_b, i, V::ZERO);
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
