//! Pairs whose sizes differ by 1e3 to 1e9, pairs of 1e-60 to 1e-100, and thin shapes whose origins coincide: the
//! checker never refutes a right answer, proves 98 in 100, and refutes 99 in 100 of those that are forged.
//!
//! An answer is right if its bounds hold the bracket that intervals prove.

use crate::common::pairs::{Kind, Maker, Recipe, Stand, pose, short};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::is_wide;
use clearance::space::Vector;
use clearance::verify::{Verdict, bracket, check};
use clearance::{Certificate, Clearance, Pose, Shape, certificate};
use clearance_testing::Random;

/// How many pairs each of the suites asks.
fn count() -> usize {
    clearance_testing::pairs(120)
}

/// How the sizes of a pair differ.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sizes {
    /// By 1e3 to 1e9.
    Different,
    /// Not; both are between 1e-60 and 1e-100, in `f32` between 1e-10 and 1e-20.
    Tiny,
    /// Edges and radii of each differ by up to 1e9, and the origins coincide.
    Thin,
}

/// Two shapes with their poses, as numbers.
#[derive(Debug)]
struct Pair {
    recipes: [Recipe; 2],
    scales: [f64; 2],
    stands: [Stand; 2],
    unit: f64,
}

impl Pair {
    fn random<V: Maker>(random: &mut Random, sizes: Sizes) -> Self {
        let mut recipes = [(); 2].map(|()| Recipe::random(random, V::DIM));
        let ratio = libm::pow(10.0, -random.range(3.0, 9.0));
        let mut scales = [1.0; 2];
        let mut unit = 1.0;
        match sizes {
            Sizes::Different => scales[random.below(2)] = short(ratio),
            Sizes::Tiny => {
                let [least, most] = if is_wide::<V>() { [60.0, 100.0] } else { [10.0, 20.0] };
                unit = libm::pow(10.0, -random.range(least, most));
                if random.below(2) == 0 {
                    scales[random.below(2)] = short(ratio);
                }
            }
            Sizes::Thin => {
                for recipe in &mut recipes {
                    let thin = random.below(3);
                    recipe.sizes[thin] = short(recipe.sizes[thin] * ratio);
                    recipe.points.iter_mut().for_each(|p| p[thin] = short(p[thin] * ratio));
                    // A polygon must stay convex, and a half-space keeps its normal.
                    if matches!(recipe.kind, Kind::Polygon | Kind::HalfSpace) {
                        recipe.kind = Kind::Segment;
                        recipe.points.resize(2, [0.5; 3]);
                    }
                }
            }
        }
        let at_a = Stand::random(random, 1.0);
        let mut at_b = Stand::random(random, 1.0);
        let apart = [0.0, 0.3, 0.9, 1.5][random.below(4)];
        let apart = if sizes == Sizes::Thin { 0.0 } else { apart };
        (0..3).for_each(|i| at_b.t[i] = short(at_a.t[i] + apart * at_b.t[i]));
        Self { recipes, scales, stands: [at_a, at_b], unit }
    }
    fn shapes<V: Maker>(&self) -> [Shape<V>; 2] {
        [0, 1].map(|i| self.recipes[i].make(self.scales[i] * self.unit))
    }
    fn poses<V: Maker>(&self) -> [Pose<V>; 2] {
        [0, 1].map(|i| pose(&self.stands[i], self.unit))
    }
}

/// Counts of the outcomes.
#[derive(Debug, Default)]
struct Counts {
    proven: usize,
    unproven: usize,
    overlapping: usize,
    forged: usize,
    forged_and_refuted: usize,
}

fn suite<V: Maker>(seed: u64, sizes: Sizes) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for _ in 0..count() {
        let pair = Pair::random::<V>(&mut random, sizes);
        let ([a, b], [at_a, at_b]) = (&pair.shapes::<V>(), &pair.poses::<V>());
        let proof = certificate(a, at_a, b, at_b);
        let verdict = check(a, at_a, b, at_b, &proof);
        assert_ne!(verdict, Verdict::Refuted, "{:?} of {pair:?}", proof.answer);
        let Clearance { lower, upper, .. } = proof.answer;
        let held = bracket(a, at_a, b, at_b, &proof);
        assert!(held.lower <= upper.to_f64() && lower.to_f64() <= held.upper, "{pair:?}");
        if verdict == Verdict::Unproven {
            seen.unproven += 1;
            continue;
        }
        seen.proven += 1;
        seen.overlapping += usize::from(upper < V::Scalar::ZERO);
        if !proof.answer.bounded() {
            continue;
        }
        if is_wide::<V>() {
            for forged in forged(&proof.answer, pair.unit) {
                let forged = Certificate { answer: forged, ..proof.clone() };
                let verdict = check(a, at_a, b, at_b, &forged);
                seen.forged += 1;
                seen.forged_and_refuted += usize::from(verdict == Verdict::Refuted);
            }
        }
    }
    println!("{} {sizes:?} {seen:?}", core::any::type_name::<V>());
    seen
}

/// Answers with points that are off by 1e-6 of the size, with a normal turned by 1e-4, and with bounds beyond the truth.
fn forged<V: Vector>(answer: &Clearance<V>, size: f64) -> Vec<Clearance<V>> {
    let (n, width) = (answer.normal.widen(), (answer.upper - answer.lower).to_f64());
    let least = (0..V::DIM).fold(0, |m, i| if n.get(i).abs() < n.get(m).abs() { i } else { m });
    let e = <V::Wide as Vector>::unit(least);
    let beside = (e - n * n.dot(e)).unit_along().expect("across a unit vector");
    let off = 1e-6 * size + 4.0 * width;
    let by = |p: V, way: V::Wide| V::narrow(p.widen() + way * off);
    let Clearance { point_a: p, point_b: q, lower, upper, .. } = *answer;
    let points = |point_a, point_b| Clearance { point_a, point_b, ..*answer };
    let bounds = |lower: V::Scalar, upper: V::Scalar| Clearance {
        lower,
        upper,
        signed_distance: lower,
        ..*answer
    };
    let far = V::Scalar::of(off);
    let mut forged = vec![
        points(by(p, n), q),
        points(p, by(q, -n)),
        points(by(p, n), by(q, n)),
        points(by(p, -n), by(q, -n)),
        points(by(p, beside), q),
        bounds(upper + far, upper + far + far),
        bounds(lower - far - far, lower - far),
    ];
    if answer.signed_distance.to_f64().abs() > 0.01 * size {
        let turned = (n + beside * 1e-4).unit_along().expect("a direction");
        forged.push(Clearance { normal: V::narrow(turned), ..*answer });
    }
    forged
}

fn assert_all(sizes: Sizes, seed: u64) {
    let all = [
        suite::<DVec2>(seed, sizes),
        suite::<DVec3>(seed + 1, sizes),
        suite::<Vec2>(seed + 2, sizes),
        suite::<Vec3>(seed + 3, sizes),
    ];
    let sum = |of: fn(&Counts) -> usize| all.iter().map(of).sum::<usize>();
    let (proven, forged) = (sum(|c| c.proven), sum(|c| c.forged));
    assert!(proven * 100 >= 4 * count() * 98, "{all:?}");
    assert!(sum(|c| c.overlapping) * 20 > count(), "{all:?}");
    assert!(sum(|c| c.forged_and_refuted) * 1000 >= forged * 990, "{all:?}");
    assert!(forged > 4 * count(), "{all:?}");
}

#[test]
fn sizes_that_differ_by_up_to_a_billion() {
    assert_all(Sizes::Different, 71);
}

#[test]
fn pairs_as_small_as_1e_100() {
    assert_all(Sizes::Tiny, 75);
}

#[test]
fn thin_shapes_whose_origins_coincide() {
    assert_all(Sizes::Thin, 79);
}
