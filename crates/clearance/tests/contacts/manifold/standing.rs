//! Bodies that stand on a flat end and tremble, without a cache: the middle of their contact points stays.

use std::collections::HashMap;
use std::f64::consts::TAU;

use clearance::glam::{DQuat, DVec3, Vec3};
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::verify::{Verdict, check_manifold};
use clearance::{FeatureId, Manifold, Pose, Query, Shape};
use clearance_testing::Random;

use crate::common::pairs::{Kind, Maker, Recipe, Stand, pose};

const MARGIN: f64 = 1e-3;
/// The positions of a body tremble by this.
const SHIFT: f64 = 2e-7;
const FRAMES: usize = 24;
const CHECKED: usize = 12;

#[derive(Default, Debug)]
struct Counts {
    frames: usize,
    /// The deepest point was another one than in the frame before.
    changed: usize,
    /// Proven by the checker, which takes a hundred times as long as the query.
    checked: usize,
    /// The largest motions of the middle and of a name's point, relative to the radius.
    middle: f64,
    of_name: f64,
    /// The smallest share of the end's width between two points.
    width: f64,
}

fn recipe(kind: Kind, points: Vec<[f64; 3]>, sizes: [f64; 3]) -> Recipe {
    Recipe { kind, points, sizes, axis: 2, margin: 0.0 }
}

/// A prism over a regular polygon, along z.
fn prism(sides: usize, radius: f64, half_height: f64) -> Recipe {
    let at = |k: usize| {
        let (sin, cos) = libm::sincos(TAU * (k / 2) as f64 / sides as f64);
        [radius * cos, radius * sin, [-half_height, half_height][k % 2]]
    };
    recipe(Kind::Hull, (0..2 * sides).map(at).collect(), [1.0; 3])
}

/// A body that stands on a flat end at the lower end of z, half its height and its radius.
fn standing(random: &mut Random, kind: usize) -> (Recipe, f64, f64) {
    let (half, radius) = (random.range(0.01, 0.06), random.range(0.02, 0.05));
    let sizes = [half, radius, 1.0];
    let shape = match kind {
        0 => recipe(Kind::Cylinder, vec![], sizes),
        1 => recipe(Kind::Cone, vec![], sizes),
        _ => prism(12 + random.below(21), radius, half),
    };
    (shape, half, radius)
}

/// What it stands on, whose top is at the height 0.1.
fn floor(random: &mut Random) -> Recipe {
    match random.below(3) {
        0 => recipe(Kind::Cuboid, vec![], [0.2, 0.15, 0.1]),
        1 => recipe(Kind::HalfSpace, vec![[0.0, 0.0, 1.0]], [0.1; 3]),
        _ => prism(3 + random.below(6), 0.3, 0.1),
    }
}

/// A body and its floor.
struct Pair<V: Vector> {
    floor: Shape<V>,
    body: Shape<V>,
    is_swapped: bool,
}

impl<V: Maker> Pair<V> {
    /// The contact, and every so often the verdict on it.
    fn contact(&self, at: [&Pose<V>; 2], is_checked: bool) -> (Manifold<V>, Option<Verdict>) {
        let [(a, pose_a), (b, pose_b)] = if self.is_swapped {
            [(&self.body, at[1]), (&self.floor, at[0])]
        } else {
            [(&self.floor, at[0]), (&self.body, at[1])]
        };
        let query = || Query::new(a, pose_a, b, pose_b);
        let found = query().manifold(V::Scalar::of(MARGIN)).unwrap();
        let verdict = is_checked
            .then(|| check_manifold(a, pose_a, b, pose_b, &found, &query().certificate()));
        (found, verdict)
    }

    /// The points in the frame of the body, with their names.
    fn points(&self, found: &Manifold<V>, at: &Pose<V>) -> Vec<(FeatureId, DVec3)> {
        let local = |p: &clearance::ContactPoint<V>| {
            let p = if self.is_swapped { p.local_a(at) } else { p.local_b(at) };
            DVec3::from_array(core::array::from_fn(|i| p.get(i).to_f64()))
        };
        found.points().iter().map(|p| (p.feature, local(p))).collect()
    }
}

/// Bodies that tilt by up to `tilt`; `None` for as much as the margin allows.
fn tremble<V: Maker>(seed: u64, kind: usize, tilt: Option<f64>, bodies: usize) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts { width: 2.0, ..Counts::default() });
    for _ in 0..bodies {
        let random = &mut random;
        let (body, half, radius) = standing(random, kind);
        let (floor, is_swapped) = (floor(random).make::<V>(1.0), random.below(2) == 0);
        let pair = Pair { floor, body: body.make::<V>(1.0), is_swapped };
        let (world, middle) = (random.rotation(), random.in_cube(0.5));
        let at = |t: DVec3, q: DQuat| {
            let (t, q) = (world * t + middle, world * q);
            pose::<V>(&Stand { t: t.to_array(), q: q.to_array(), angle: 0.0 }, 1.0)
        };
        let ground = at(DVec3::ZERO, DQuat::IDENTITY);
        let stand = random.in_cube(0.05) * DVec3::new(1.0, 1.0, 0.0)
            + DVec3::Z * (0.1 + half - 1e-4 * random.unit());
        let turn = DQuat::from_rotation_z(random.range(0.0, TAU));
        let tilt = tilt.unwrap_or(0.3 * MARGIN / radius);
        let mut first: Option<DVec3> = None;
        let mut names: HashMap<FeatureId, DVec3> = HashMap::new();
        let mut last = None;
        for frame in 0..FRAMES {
            let lean = DQuat::from_scaled_axis(random.direction3() * tilt * random.unit());
            let on = at(stand + random.in_cube(SHIFT), lean * turn);
            let (found, verdict) = pair.contact([&ground, &on], frame % CHECKED == 0);
            let points = pair.points(&found, &on);
            assert_eq!(points.len(), 4, "{found:?}");
            let here = points.iter().map(|(_, p)| *p).sum::<DVec3>() / 4.0;
            let moved = (here - *first.get_or_insert(here)).length() / radius;
            seen.middle = seen.middle.max(moved);
            for (i, (name, p)) in points.iter().enumerate() {
                let moved = (*names.entry(*name).or_insert(*p) - *p).length() / radius;
                seen.of_name = seen.of_name.max(moved);
                for (_, q) in &points[..i] {
                    seen.width = seen.width.min((*p - *q).length() / radius);
                }
            }
            assert!(verdict.is_none_or(|v| v == Verdict::Proven), "{verdict:?} {found:?}");
            seen.checked += usize::from(verdict.is_some());
            let deepest = Some(found.deepest().feature);
            seen.changed += usize::from(last.is_some() && deepest != last);
            last = deepest;
            seen.frames += 1;
        }
    }
    println!("{kind} {tilt:?}: {seen:?}");
    seen
}

/// A cylinder, a cone or a prism, in both precisions.
fn both(seed: u64, kind: usize, tilt: Option<f64>) -> [Counts; 2] {
    [tremble::<DVec3>(seed, kind, tilt, 25), tremble::<Vec3>(seed + 1, kind, tilt, 25)]
}

#[test]
fn a_standing_body_that_trembles_keeps_its_middle() {
    let mut frames = 0;
    for kind in 0..3 {
        for (i, tilt) in [Some(1e-6), Some(1e-4), None].into_iter().enumerate() {
            for seen in both(81 + 10 * kind as u64 + 2 * i as u64, kind, tilt) {
                frames += seen.frames;
                assert!(seen.middle < 0.05, "{seen:?}");
                assert!(seen.width > 1.0, "{seen:?}");
                assert!(seen.checked > seen.frames / 16, "{seen:?}");
                assert!(seen.changed > seen.frames / 8, "{seen:?}");
            }
        }
    }
    assert!(frames >= 10_000, "{frames}");
}
