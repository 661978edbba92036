//! The questions of a batch: many boxes at once, and then the other rows one by one.

use alloc::vec;
use core::marker::PhantomData;
use core::ops::Range;

use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::alone::{Answers, Lowering, Meeting};
use crate::boxes::{InSpace, TouchTest, Verdict, Wanted};
use crate::boxes_clearance::{self, Apart, Beside, nearest};
use crate::boxes_contacts::Sifted;
use crate::boxes_group::Grouped;
use crate::columns::{Booleans, Casts, Clearances, Contacts, Distances, Penetrations, put};
use crate::given::Batch;
use crate::run::{Rest, indices};
use clearance_geometry::Error;
use clearance_geometry::number::Scalar;
use clearance_geometry::number::simd::widest_for_many;
use clearance_geometry::space::{EntryPoint, Sweep, Vector};
use clearance_pairs::answers::Outcome;
use clearance_pairs::entry::entry_points;
use clearance_pairs::solution::{Ask, Bounds};

impl<V: Vector> Batch<'_, V> {
    /// See [`crate::intersects`].
    ///
    /// # Errors
    /// See [`crate::intersects`].
    pub fn intersects(&self, columns: &mut Booleans<'_>) -> Result<usize, Error> {
        V::enter::<BooleansEntry<'_, '_>>((self, columns.all()))
    }
    /// See [`crate::distance()`].
    ///
    /// # Errors
    /// See [`crate::distance()`].
    pub fn distance(&self, columns: &mut Distances<'_, V>) -> Result<usize, Error> {
        V::enter::<DistancesEntry<'_, '_>>((self, columns.all()))
    }
    /// See [`crate::penetration`].
    ///
    /// # Errors
    /// See [`crate::penetration`].
    pub fn penetration(&self, columns: &mut Penetrations<'_, V>) -> Result<usize, Error> {
        V::enter::<PenetrationsEntry<'_, '_>>((self, columns.all()))
    }
    /// See [`crate::clearance`].
    ///
    /// # Errors
    /// See [`crate::clearance`].
    pub fn clearance(&self, columns: &mut Clearances<'_, V>) -> Result<usize, Error> {
        V::enter::<ClearancesEntry<'_, '_>>((self, columns.all()))
    }
    /// See [`crate::contacts`].
    ///
    /// # Errors
    /// See [`crate::contacts`].
    pub fn contacts(
        &self,
        margin: V::Scalar,
        columns: &mut Contacts<'_, V>,
    ) -> Result<usize, Error> {
        Error::not_nan("margin", margin)?;
        V::enter::<ContactsEntry<'_, '_>>((self, margin, columns.all()))
    }
}

impl<V: Vector> Batch<'_, V, Sweep<V>> {
    /// See [`crate::casts`].
    ///
    /// # Errors
    /// See [`crate::casts`].
    pub fn casts(&self, tmax: V::Scalar, columns: &mut Casts<'_, V>) -> Result<usize, Error> {
        V::enter::<CastsEntry<'_, '_>>((self, tmax, columns.all()))
    }
}

/// Entry points with kernels for boxes in 3D.
macro_rules! with_kernels {
    ($name:ident($($option:ident: $type:ty,)?), $columns:ty, $plane:ident, $space_f32:ident, $space_f64:ident) => {
        struct $name<'x, 'b>(PhantomData<&'x &'b ()>);

        impl<'x, 'b: 'x> EntryPoint for $name<'x, 'b> {
            type Given<V: Vector> = (&'x Batch<'b, V>, $($type,)? $columns);
            type Answer<V: Vector> = Result<usize, Error>;
            #[inline(never)]
            fn plane_f32((batch, $($option,)? columns): Self::Given<Vec2>) -> Self::Answer<Vec2> {
                batch.run(columns, |range, columns| batch.$plane(range, $($option,)? columns))
            }
            #[inline(never)]
            fn plane_f64((batch, $($option,)? columns): Self::Given<DVec2>) -> Self::Answer<DVec2> {
                batch.run(columns, |range, columns| batch.$plane(range, $($option,)? columns))
            }
            #[inline(never)]
            fn space_f32((batch, $($option,)? columns): Self::Given<Vec3>) -> Self::Answer<Vec3> {
                batch.run(columns, |range, columns| batch.$space_f32(range, $($option,)? columns))
            }
            #[inline(never)]
            fn space_f64((batch, $($option,)? columns): Self::Given<DVec3>) -> Self::Answer<DVec3> {
                batch.run(columns, |range, columns| batch.$space_f64(range, $($option,)? columns))
            }
        }
    };
}
with_kernels!(BooleansEntry(), Booleans<'x>, all, touching_in_space, touching_in_space);
with_kernels!(DistancesEntry(), Distances<'x, V>, all, distant_in_space, all);
with_kernels!(PenetrationsEntry(), Penetrations<'x, V>, all, deep_in_space, all);
with_kernels!(ClearancesEntry(), Clearances<'x, V>, all, apart_in_space, all);
with_kernels!(ContactsEntry(margin: V::Scalar,), Contacts<'x, V>, met, met_in_space, met_in_space);

entry_points! {
    CastsEntry<'x, 'b: 'x>(asked: (&'x Batch<'b, V, Sweep<V>>, V::Scalar, Casts<'x, V>)) -> Result<usize, Error> {
        let (batch, tmax, columns) = asked;
        Error::not_nan("tmax", tmax)?;
        if tmax < Scalar::ZERO {
            return Err(Error::Negative { what: "tmax", value: tmax.to_f64() });
        }
        batch.run(columns, |range, columns| batch.cast(range.start, 0..range.len(), tmax, columns))
    }
}

impl<V: Vector> Batch<'_, V> {
    /// The rows of a part one by one.
    fn all(&self, range: Range<usize>, mut columns: impl Answers<V>) -> usize {
        self.alone(range.start, 0..range.len(), &mut columns)
    }

    fn met(&self, range: Range<usize>, margin: V::Scalar, mut columns: Contacts<'_, V>) -> usize {
        columns.clear();
        self.all(range, Meeting { columns: &mut columns, margin, found: None })
    }
}

impl<V: InSpace> Batch<'_, V> {
    /// What the `f32` lanes find about the boxes of a part; gaps up to the limit count as none.
    fn sift(&self, range: &Range<usize>, limit: f32, wanted: Wanted) -> Sifted {
        let mut sifted =
            Sifted { verdicts: vec![Verdict::NoBoxes; range.len()], kept: vec![0; range.len()] };
        let Sifted { verdicts, kept } = &mut sifted;
        let range = range.clone();
        widest_for_many(TouchTest {
            rows: self,
            range,
            limit,
            verdicts,
            wanted,
            kept,
            gaps: &mut [],
        });
        sifted
    }

    /// Polytopes at many poses at once, with their answers passed to `put`, then the other rows.
    fn searched<A: Answers<V>>(
        &self,
        range: &Range<usize>,
        rows: impl ExactSizeIterator<Item = usize>,
        ask: Ask,
        answers: &mut A,
        put: impl Fn(&mut A, usize, Outcome<Bounds>),
    ) -> usize {
        let lowering = Lowering::new(self.shapes, rows.len());
        let (near, without) = self.near(range.start, rows, &lowering, answers);
        let rest = self.polytopes(range, near, ask, |i, found| put(answers, i, found));
        self.ask(range.start, &rest, &lowering, answers);
        without
    }

    /// Many boxes at once, then the other rows.
    fn touching_in_space(&self, range: Range<usize>, mut columns: Booleans<'_>) -> usize {
        let kernels = self.kernels(&range);
        let put_found = |columns: &mut Booleans<'_>, i, found: Outcome<Bounds>| {
            put(columns.intersects, i, matches!(found, Outcome::Within(_)));
        };
        if !kernels.boxes && !kernels.round {
            let all = 0..range.len();
            return self.searched(&range, all, Ask::Within(0.0), &mut columns, put_found);
        }
        let mut rest: Rest = (0..range.len()).map(|row| row as u16).collect();
        if kernels.boxes {
            let Sifted { verdicts, .. } = self.sift(&range, 0.0, Wanted::Verdicts);
            for (touch, verdict) in columns.intersects.iter_mut().zip(&verdicts) {
                *touch = *verdict != Verdict::Apart;
            }
            rest.retain(|i| matches!(verdicts[usize::from(*i)], Verdict::Open | Verdict::NoBoxes));
        }
        if kernels.round && !rest.is_empty() {
            rest = self.round(range.start, indices(&rest), |i, bounds, near| {
                let is_apart = bounds.lower > near;
                put(columns.intersects, i, !is_apart);
                is_apart || bounds.upper <= 0.0
            });
        }
        if rest.is_empty() {
            return 0;
        }
        self.searched(&range, indices(&rest), Ask::Within(0.0), &mut columns, put_found)
    }

    /// Many boxes at once, then the other rows.
    fn met_in_space(
        &self,
        range: Range<usize>,
        margin: V::Scalar,
        mut columns: Contacts<'_, V>,
    ) -> usize {
        if !self.kernels(&range).boxes {
            return self.met(range, margin, columns);
        }
        columns.clear();
        let (wide, limit) = (margin.to_f64(), <f32 as Scalar>::above(margin.to_f64().max(0.0)));
        let sifted = self.sift(&range, limit, Wanted::Overlaps);
        let rest = self.boxes_met(&range, wide, &sifted, &mut columns);
        let answers = &mut Meeting { columns: &mut columns, margin, found: None };
        self.alone(range.start, indices(&rest), answers)
    }
}

impl Batch<'_, Vec3> {
    /// Many boxes that overlap at once, then those that are apart, then the other rows.
    fn distant_in_space(&self, range: Range<usize>, mut columns: Distances<'_, Vec3>) -> usize {
        let kernels = self.kernels(&range);
        let put_found = |columns: &mut Distances<'_, Vec3>, i, found: Outcome<Bounds>| {
            let gap = if let Outcome::Beyond(found) = found { found.distance() } else { 0.0 };
            put(columns.distance, i, gap);
        };
        if !kernels.boxes && !kernels.round {
            return self.searched(&range, 0..range.len(), Ask::Distance, &mut columns, put_found);
        }
        let mut rest = if kernels.boxes {
            let sifted = self.sift(&range, 0.0, Wanted::Gaps);
            columns.distance.fill(0.0);
            self.boxes_distant(&range, &sifted, columns.distance)
        } else {
            (0..range.len()).map(|row| row as u16).collect()
        };
        if kernels.round && !rest.is_empty() {
            rest = self.round(range.start, indices(&rest), |i, bounds, near| {
                put(columns.distance, i, bounds.distance());
                bounds.lower > near || bounds.upper <= 0.0
            });
        }
        if rest.is_empty() {
            return 0;
        }
        self.searched(&range, indices(&rest), Ask::Distance, &mut columns, put_found)
    }

    /// Writes the distances of boxes that are apart. Returns the rows that are left.
    fn boxes_distant(&self, range: &Range<usize>, sifted: &Sifted, distance: &mut [f32]) -> Rest {
        let mut rest = Rest::with_capacity(range.len());
        for (i, (verdict, kept)) in sifted.verdicts.iter().zip(&sifted.kept).enumerate() {
            if *verdict == Verdict::Touching {
                continue;
            }
            let is_apart = *verdict == Verdict::Apart && *kept != 0;
            let axis = kept.trailing_zeros() as u8;
            let found = if is_apart { nearest(self, range.start + i, axis) } else { None };
            match found {
                Some((found, ..)) => put(distance, i, found.distance as f32),
                None => rest.push(i as u16),
            }
        }
        rest
    }

    /// Boxes that are apart at once, then the clearances of those that are not, then the other rows.
    fn deep_in_space(&self, range: Range<usize>, mut columns: Penetrations<'_, Vec3>) -> usize {
        if !self.kernels(&range).boxes {
            return self.all(range, columns);
        }
        let Sifted { verdicts, .. } = self.sift(&range, 0.0, Wanted::Verdicts);
        let mut lower = vec![0.0; range.len()];
        let is_near = |i: &usize| matches!(verdicts[*i], Verdict::Open | Verdict::Touching);
        let near = (0..range.len()).filter(is_near);
        let mut rest = self.boxes_apart(&range, near, &mut columns.clearances(&mut lower));
        for (i, verdict) in verdicts.iter().enumerate() {
            if *verdict == Verdict::NoBoxes {
                rest.push(i as u16);
            } else {
                columns.settle(i, *verdict != Verdict::Apart && lower[i] <= 0.0);
            }
        }
        self.alone(range.start, indices(&rest), &mut columns)
    }

    /// Many boxes at once, then the other rows.
    fn apart_in_space(&self, range: Range<usize>, mut columns: Clearances<'_, Vec3>) -> usize {
        if !self.kernels(&range).boxes {
            return self.all(range, columns);
        }
        let rest = self.boxes_apart(&range, 0..range.len(), &mut columns);
        self.alone(range.start, indices(&rest), &mut columns)
    }

    /// Many boxes at once, then those that are apart beside the best axis. Returns the rows that are
    /// left.
    fn boxes_apart(
        &self,
        range: &Range<usize>,
        rows: impl Iterator<Item = usize>,
        columns: &mut Clearances<'_, Vec3>,
    ) -> Rest {
        let (mut rest, mut left) = (Rest::with_capacity(range.len()), Beside::new());
        let (batch, start) = (self, range.start);
        let solver = Apart::new(columns, &mut left);
        widest_for_many(Grouped { batch, start, rows, rest: &mut rest, solver });
        for &(i, axis) in &left {
            let at = usize::from(i);
            if !boxes_clearance::beside(self, start + at, at, axis, columns) {
                rest.push(i);
            }
        }
        rest
    }
}
