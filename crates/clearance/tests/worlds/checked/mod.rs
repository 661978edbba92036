//! The checker on answers about shapes of many pieces: right ones are not refuted, changed ones are.

mod contacts;
mod depths;
mod rays;

use clearance::number::Scalar;
use clearance::verify::Verdict;
use clearance::{Collider, Compound, Solid};
use clearance_testing::Random;

use crate::common::pairs::{Maker, Stand, pose};
use crate::make::{closed, collider, surface};

/// How many verdicts there were of each kind.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    proven: usize,
    unproven: usize,
    refuted: usize,
}

impl Tally {
    fn add(&mut self, verdict: Verdict) -> Verdict {
        match verdict {
            Verdict::Proven => self.proven += 1,
            Verdict::Unproven => self.unproven += 1,
            Verdict::Refuted => self.refuted += 1,
        }
        verdict
    }
    fn count(&self) -> usize {
        self.proven + self.unproven + self.refuted
    }
}

/// Shapes with an inside, half of them scaled, some mirrored; and any others.
fn shape<V: Maker>(random: &mut Random) -> Collider<V> {
    let solid = |random: &mut Random| {
        let solid = Collider::from(Solid::new(closed::<V>(random).0.mended().0).unwrap());
        let by = V::from_fn(|i| V::Scalar::of([[-1.5, 0.75, 2.0], [1.0; 3]][i % 2][i]));
        if random.below(2) == 0 { solid.scaled(by).unwrap() } else { solid }
    };
    match random.below(4) {
        0 => solid(random),
        1 => {
            let at = |random: &mut Random| pose(&Stand::random(random, 1.0), 1.0);
            let parts = (0..3).map(|i| {
                (at(random), if i == 0 { solid(random) } else { surface::<V>(random).into() })
            });
            Compound::new(parts.collect::<Vec<_>>()).unwrap().into()
        }
        _ => collider(random, 2, true),
    }
}
