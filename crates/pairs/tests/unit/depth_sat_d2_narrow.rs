//! Tests of `depth::sat::d2::narrow`.

use core::f64::consts::TAU;
use std::boxed::Box;
use std::vec::Vec;

use clearance_pairs::depth::sat::d2::narrow::*;
use clearance_pairs::depth::sat::d2::{Few, Ring};
use clearance_pairs::hull::{Edges, Hull2, LANES, Outline, build2};
use clearance_pairs::number::simd::{Work, widest};
use clearance_pairs::space::Motion;
use clearance_testing::Random;
use glam::DVec2;

enum Made {
    Many(Outline<DVec2>),
    Few(Box<(Few, [Edges; 1])>),
}

impl Made {
    /// Polygons of up to 40 corners, thin ones and on a lattice, rectangles, triangles and segments.
    fn random(random: &mut Random, size: f64) -> Self {
        let (is_lattice, thin) = (random.below(3) == 0, *random.one_of(&[1.0, 1.0, 1e-3]));
        let mut point = || {
            let p = DVec2::new(random.signed(), thin * random.signed());
            if is_lattice { (p * 2.0).round() * (0.5 * size) } else { p * size }
        };
        let few = match (point(), point(), point()) {
            (p, _, _) if random.below(4) == 0 => Some(Few::rectangle(p.abs() + 0.01 * size)),
            (p, q, _) if random.below(4) == 0 => Some(Few::segment([p, q])),
            (p, q, r) if random.below(4) == 0 => Some(Few::triangle([p, q, r])),
            _ => None,
        };
        if let Some(few) = few.filter(|few| few.ring().len() > 2 || few.turns_left().is_none()) {
            return Self::Few(Box::new((few, [few.narrow(size)])));
        }
        let count = 4 + random.below(40);
        let turned = |i: usize| DVec2::from_angle(i as f64 * TAU / count as f64);
        match build2(&(0..count).map(|i| turned(i) * size).collect::<Vec<_>>()).unwrap() {
            Hull2::Outline(outline) => Self::Many(outline),
            _ => unreachable!("on a circle"),
        }
    }
    fn ring(&self) -> (Ring<'_>, NarrowRing<'_>) {
        let (ring, rows): (Ring<'_>, &[Edges]) = match self {
            Self::Many(outline) => (outline.into(), outline.narrow()),
            Self::Few(made) => (made.0.ring(), &made.1),
        };
        (ring, NarrowRing { rows, corners: ring.len() })
    }
}

/// In wider registers than those of the tests.
struct Wide<'a>([NarrowRing<'a>; 2], Motion<DVec2>, f64);

impl Work for Wide<'_> {
    type Output = Steepest;
    #[inline(always)]
    fn run(self) -> Steepest {
        let Self([own, other], motion, size) = self;
        own.steepest(&other, &motion, size)
    }
}

/// No line is farther below the other ring than the one that is found, up to rounding, and its height
/// is that in `f64`; registers of any width find the same.
#[test]
fn the_steepest_of_all_is_found() {
    let (mut random, mut seen, mut worst) = (Random::new(5), [0; 3], 0.0);
    for i in 0..clearance_testing::pairs(20_000) {
        let size = 10.0_f64.powi(*random.one_of(&[0, 0, 0, -40, 40, 3, -5]));
        let other_size = size * *random.one_of(&[1.0, 1.0, 1e-2, 1e-6]);
        let (a, b) = (Made::random(&mut random, size), Made::random(&mut random, other_size));
        let ((ring, own), (beside, other)) = (a.ring(), b.ring());
        let [x, y] = if random.below(3) == 0 {
            [DVec2::X, DVec2::Y]
        } else {
            let x = DVec2::from_angle(random.range(0.0, TAU));
            [x, x.perp()]
        };
        let far = *random.one_of(&[0.1, 1.0, 1.0, 3.0, 100.0]);
        let translation = DVec2::new(random.signed(), random.signed()) * (far * size);
        let motion = Motion { columns: [x, y, DVec2::ZERO], translation };
        let reach =
            |ring: &Ring<'_>| (0..ring.len()).map(|k| ring.vertex(k).length()).fold(0.0, f64::max);
        let size = reach(&ring) + reach(&beside) + translation.length();
        let height = |edge: usize| {
            let (up, offset) = (ring.normal(edge), ring.offset(edge));
            let heights = (0..beside.len()).map(|k| up.dot(motion.apply(beside.vertex(k))));
            heights.fold(f64::INFINITY, f64::min) - offset
        };
        let most = (0..ring.len()).map(height).fold(f64::NEG_INFINITY, f64::max);
        let found = own.steepest(&other, &motion, size);
        assert_eq!(found, widest(Wide([own, other], motion, size)), "{i}");
        assert!(found.edge < ring.len(), "{i}");
        let off = [found.height - most, found.height - height(found.edge)];
        assert!(off.iter().all(|off| off.abs() < OFF * size), "{i}: {off:?} {size}");
        worst = f64::max(worst, off[0].abs() / (OFF * size));
        seen[0] += usize::from(most > 0.0);
        seen[1] += usize::from(most < 0.0);
        seen[2] += usize::from(ring.len() > LANES || beside.len() > LANES);
    }
    // A tenth of the bound is reached, so it is not far too wide.
    assert!(seen.iter().all(|count| *count > 3000) && worst > 0.1, "{seen:?} {worst}");
}
