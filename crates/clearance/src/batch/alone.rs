//! Rows that are asked one after the other, each as a single question.

use core::ops::Range;

use super::columns::{Booleans, Casts, Clearances, Contacts, Distances, points_per_row, put};
use super::given::Batch;
use super::rows::{Outcome, Place, Row};
use crate::answer::{Impact, ImpactStatus, Status};
use crate::number::Scalar;
use crate::pair::{Cast, Query, Scratch};
use crate::space::{Pose, Sweep, Vector};

impl<V: Vector, P: Place> Batch<'_, V, P> {
    /// Asks row by row the rows of a part that are named, counted from its start. `answer` writes to the
    /// columns, also for a row that cannot be asked. Counts those.
    fn each(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        outcomes: &mut [Outcome],
        mut answer: impl FnMut(usize, Option<Row<'_, V, P>>, &mut Scratch<V::Wide>),
    ) -> usize {
        let (mut scratch, mut without) = (Scratch::default(), 0);
        for i in rows {
            let found = self.pairs.row(range.start + i, self.shapes, self.places);
            let outcome = found.as_ref().err().copied().unwrap_or_default();
            without += usize::from(found.is_err());
            put(outcomes, i, outcome);
            answer(i, found.ok(), &mut scratch);
        }
        without
    }
}

impl<V: Vector> Batch<'_, V> {
    pub(super) fn touching(&self, range: Range<usize>, columns: Booleans<'_>) -> usize {
        let Booleans { intersects, outcome } = columns;
        self.touching_alone(&range, 0..range.len(), intersects, outcome)
    }

    pub(super) fn touching_alone(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        intersects: &mut [bool],
        outcome: &mut [Outcome],
    ) -> usize {
        self.each(range, rows, outcome, |i, row, scratch| {
            let touch = row.is_none_or(|row| row.query().scratch(scratch).intersects());
            put(intersects, i, touch);
        })
    }

    pub(super) fn distant(&self, range: Range<usize>, columns: Distances<'_, V>) -> usize {
        let Distances { distance, outcome } = columns;
        self.distant_alone(&range, 0..range.len(), distance, outcome)
    }

    pub(super) fn distant_alone(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        distance: &mut [V::Scalar],
        outcome: &mut [Outcome],
    ) -> usize {
        self.each(range, rows, outcome, |i, row, scratch| {
            let found = row.map_or(Scalar::ZERO, |row| row.query().scratch(scratch).distance());
            put(distance, i, found);
        })
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
        self.each(range, rows, outcome, |i, row, scratch| match row {
            Some(row) => columns.fill(i, &row.query().scratch(scratch).clearance()),
            None => columns.fill_without(i),
        })
    }

    pub(super) fn met(
        &self,
        range: Range<usize>,
        margin: V::Scalar,
        mut columns: Contacts<'_, V>,
    ) -> usize {
        self.met_alone(&range, 0..range.len(), margin, &mut columns)
    }

    pub(super) fn met_alone(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        margin: V::Scalar,
        columns: &mut Contacts<'_, V>,
    ) -> usize {
        let outcome = core::mem::take(&mut columns.outcome);
        self.each(range, rows, outcome, |i, row, scratch| {
            let found = row.and_then(|row| row.query().scratch(scratch).manifold(margin));
            columns.fill(i, found.as_ref());
        })
    }
}

impl<V: Vector> Batch<'_, V, Sweep<V>> {
    pub(super) fn cast(
        &self,
        range: Range<usize>,
        tmax: V::Scalar,
        mut columns: Casts<'_, V>,
    ) -> usize {
        let outcome = core::mem::take(&mut columns.outcome);
        self.each(&range, 0..range.len(), outcome, |i, row, _| {
            // The time was checked before.
            let cast = row.and_then(|Row { shapes: [a, b], places: [at_a, at_b] }| {
                Cast::new(a, at_a, b, at_b, tmax).ok()
            });
            match cast {
                Some(mut cast) => columns.fill(i, &cast.impact()),
                None => columns.fill_without(i),
            }
        })
    }
}

impl<V: Vector> Clearances<'_, V> {
    /// What a single question answered.
    pub(super) fn fill(&mut self, i: usize, answer: &crate::Clearance<V>) {
        put(self.status, i, answer.status());
        put(self.signed_distance, i, answer.signed_distance);
        put(self.lower, i, answer.lower);
        put(self.upper, i, answer.upper);
        put(self.normal, i, answer.normal);
        put(self.point_a, i, answer.point_a);
        put(self.point_b, i, answer.point_b);
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
    pub(super) fn fill(&mut self, i: usize, found: Option<&crate::Manifold<V>>) {
        let points = found.map_or(&[][..], |manifold| manifold.points());
        put(self.count, i, points.len() as u8);
        put(self.normal, i, found.map_or(V::unit(0), |manifold| manifold.normal));
        for k in 0..points_per_row::<V>() {
            // What is beyond the count is zero.
            let (point, at) =
                (points.get(k).copied().unwrap_or_default(), i * points_per_row::<V>() + k);
            put(self.separation, at, point.separation);
            put(self.point_a, at, point.point_a);
            put(self.point_b, at, point.point_b);
            put(self.feature, at, point.feature);
        }
    }
}

impl<V: Vector> Casts<'_, V> {
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

impl<'r, V: Vector> Row<'r, V, Pose<V>> {
    /// The single question.
    fn query(&self) -> Query<'r, V> {
        let Self { shapes: [a, b], places: [at_a, at_b] } = *self;
        Query::new(a, at_a, b, at_b)
    }
}
