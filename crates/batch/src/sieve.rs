//! What the lanes find about pairs of boxes, for callers that ask about each pair themselves: scenes.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::boxes::{InSpace, Rows, TouchTest, Verdict, Wanted};
use clearance_geometry::number::Scalar as _;
use clearance_geometry::number::simd::widest_for_many;
use clearance_geometry::shape::Shape;
use clearance_geometry::space::{EntryPoint, Pose, Vector};
use clearance_pairs::depth::sat::d3::Axes;

/// A pair of shapes at poses; `None` for a row that is not asked.
pub type Placed<'p, V> = Option<[(&'p Shape<V>, &'p Pose<V>); 2]>;

/// Memory for what is found, and the answers.
#[derive(Clone, Debug, Default)]
pub struct Sieve {
    verdicts: Vec<Verdict>,
    kept: Vec<u16>,
    gaps: Vec<f32>,
}

/// What is found about two boxes in 3D.
#[derive(Clone, Copy, Debug)]
pub enum Sieved {
    /// They are farther apart than the margin, and surely by this much.
    Apart(f32),
    /// The axes that may have the least overlap.
    Along(Axes),
}

impl Sieved {
    /// The axes, if there are some.
    pub fn axes(self) -> Option<Axes> {
        if let Self::Along(axes) = self { Some(axes) } else { None }
    }
}

impl Sieve {
    /// Sifts the boxes of at most 2^15 pairs.
    pub fn sift<V: Vector>(&mut self, pairs: &[Placed<'_, V>], margin: V::Scalar) {
        self.verdicts.clear();
        self.verdicts.resize(pairs.len(), Verdict::NoBoxes);
        self.kept.clear();
        self.kept.resize(pairs.len(), 0);
        self.gaps.clear();
        self.gaps.resize(pairs.len(), 0.0);
        V::enter::<Sift<'_, '_>>((self, pairs, margin));
    }
    /// The answer of a row. `None` if these are not two boxes, or if it is not known.
    pub fn get(&self, row: usize) -> Option<Sieved> {
        match (self.verdicts[row], self.kept[row]) {
            (Verdict::Apart, _) => Some(Sieved::Apart(self.gaps[row])),
            (Verdict::NoBoxes, _) | (_, 0) => None,
            (_, bits) => Some(Sieved::Along(Axes::of_bits(bits.into()))),
        }
    }
    fn in_space<V: InSpace>(&mut self, pairs: &[Placed<'_, V>], margin: V::Scalar) {
        let Self { verdicts, kept, gaps } = self;
        let limit = f32::above(margin.to_f64().max(0.0));
        let (range, wanted) = (0..pairs.len(), Wanted::Overlaps);
        let rows = &Given(pairs);
        widest_for_many(TouchTest { rows, range, limit, verdicts, wanted, kept, gaps });
    }
}

struct Given<'p, V: Vector>(&'p [Placed<'p, V>]);

impl<V: InSpace> Rows for Given<'_, V> {
    type V = V;
    #[inline(always)]
    fn each(&self, rows: Range<usize>, mut take: impl FnMut(usize, [&Shape<V>; 2], [&Pose<V>; 2])) {
        for (i, pair) in self.0[rows].iter().enumerate() {
            if let Some([(a, at_a), (b, at_b)]) = pair {
                take(i, [a, b], [at_a, at_b]);
            }
        }
    }
}

struct Sift<'x, 'p>(PhantomData<&'x &'p ()>);

impl<'x, 'p: 'x> EntryPoint for Sift<'x, 'p> {
    type Given<V: Vector> = (&'x mut Sieve, &'x [Placed<'p, V>], V::Scalar);
    type Answer<V: Vector> = ();
    fn plane_f32(_: Self::Given<Vec2>) {}
    fn plane_f64(_: Self::Given<DVec2>) {}
    #[inline(never)]
    fn space_f32((sieve, pairs, margin): Self::Given<Vec3>) {
        sieve.in_space(pairs, margin);
    }
    #[inline(never)]
    fn space_f64((sieve, pairs, margin): Self::Given<DVec3>) {
        sieve.in_space(pairs, margin);
    }
}
