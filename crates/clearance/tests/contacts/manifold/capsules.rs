//! Contacts of capsules from the closed form of their clearance, against those from the general search, which
//! a query with an observer takes.

use clearance::answer::Algorithm;
use clearance::glam::{DQuat, DVec3};
use clearance::shape::{Capsule, ConvexShape};
use clearance::verify::Verdict;
use clearance::{Cache, Pose, Query, Shape};
use clearance_testing::Random;

use super::bodies::*;
use super::boxes::{cube_of, general, in_world, is_same};
use super::check::{Body, Trial};
use super::rest::count;

/// Counts of the outcomes.
#[derive(Debug, Default)]
struct Hits {
    apart: usize,
    /// Neither the closed form nor the nearest points alone decided: support points were needed.
    asked: usize,
    /// Answers by their number of points.
    points: [usize; 4],
    /// Both paths give the same names; or other ones, near the ends of the shared part.
    same: usize,
    other: usize,
    /// At depth 0 there are many normals.
    touching: usize,
    proven: usize,
    unproven: usize,
    wrong: usize,
}

impl Hits {
    fn look(&mut self, random: &mut Random, a: Body<DVec3>, b: Body<DVec3>, margin: f64) {
        let there = general(&a, &b, margin);
        let (found, asked) = count([&a.0, &b.0], [&a.1, &b.1], margin, &mut Cache::default());
        let was_asked = asked.supports > 0;
        let trial = Trial { a, b, margin, straight: true };
        let size = trial.size();
        self.asked += usize::from(was_asked);
        let (Some(short), Some(long)) = (found, there) else {
            self.apart += 1;
            // A clearance close to the margin may round to either side of it.
            let least = [found, there].into_iter().flatten().map(|m| m.deepest().separation);
            self.wrong += least.filter(|s| *s < margin - 1e-12 * size).count();
            return;
        };
        self.points[short.points().len() - 1] += 1;
        let off = (short.deepest().separation - long.deepest().separation).abs();
        if off > 1e-12 * size {
            println!("off by {off:e}: {short:?} {long:?}");
            self.wrong += 1;
        }
        if is_same(&short, &long, size) {
            self.same += 1;
        } else if long.deepest().separation.abs() <= 1e-12 * size {
            self.touching += 1;
        } else {
            self.other += 1;
        }
        if random.below(8) == 0 {
            match trial.verdict(&short) {
                Verdict::Proven => self.proven += 1,
                Verdict::Unproven => self.unproven += 1,
                Verdict::Refuted => panic!("{short:?} {:?} {:?}", trial.a, trial.b),
            }
            let report = trial.check();
            assert!(report.complaints.is_empty(), "{:?} {:?} {report:?}", trial.a, trial.b);
            let mirror = trial.mirror_complaint(&report);
            assert!(mirror.is_none(), "{mirror:?} {:?} {:?}", trial.a, trial.b);
        }
    }
}

/// Along z: short, long, a needle, thin or thick.
fn capsule_of(random: &mut Random) -> Shape<DVec3> {
    let half = [0.3, 0.6, 2.0, 50.0][random.below(4)];
    let radius = [0.5, 0.2, 0.01, 0.0][random.below(4)];
    let middle = [DVec3::ZERO, random.in_cube(0.3)][random.below(2)];
    let end = DVec3::Z * half;
    ConvexShape::from(Capsule::new(middle - end, middle + end, radius).unwrap()).into()
}

/// Places B, with its rotation given, in a direction from A at a clearance of about `target`; both
/// may be far from the world's origin.
fn stand(
    random: &mut Random,
    [a, b]: [Shape<DVec3>; 2],
    q: DQuat,
    way: DVec3,
    target: f64,
) -> [Body<DVec3>; 2] {
    let turn = [DQuat::IDENTITY, random.rotation()][random.below(2)];
    let far = [2.0, 2.0, 2.0, 1e3][random.below(4)];
    let at = (a.clone(), Pose::new(random.in_cube(far), turn).unwrap());
    let b = placed(&(a, Pose::IDENTITY), &b, q, way, target);
    let b = in_world(&at, b);
    if random.below(2) == 0 { [at, b] } else { [b, at] }
}

fn anyhow(seed: u64, with_box: bool) -> Hits {
    let (mut random, mut hits) = (Random::new(seed), Hits::default());
    for _ in 0..20_000 {
        let random = &mut random;
        let other = if with_box { cube_of(random) } else { capsule_of(random) };
        let shapes = [other, capsule_of(random)];
        let target = [-0.3, -0.01, 0.0, 0.01, 0.1][random.below(5)];
        let (q, way) = (random.rotation(), random.direction3() * 3.0);
        let [a, b] = stand(random, shapes, q, way, target);
        let margin = [0.0, 0.02, 0.2][random.below(3)];
        hits.look(random, a, b, margin);
    }
    println!("{hits:?}");
    assert_eq!(hits.wrong + hits.unproven, 0);
    assert!(hits.proven > 1_500 && hits.other * 200 < hits.same, "{hits:?}");
    hits
}

fn along_each_other(seed: u64, with_box: bool) -> Hits {
    let (mut random, mut hits) = (Random::new(seed), Hits::default());
    for _ in 0..20_000 {
        let random = &mut random;
        let other = if with_box { cube_of(random) } else { capsule_of(random) };
        let shapes = [other, capsule_of(random)];
        let eighth = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4);
        let lean = [DQuat::IDENTITY, eighth][random.below(2)];
        let q = slight_turn(random) * lean * cube_rotations()[random.below(24)];
        let aside = [DVec3::ZERO, random.in_cube(0.6)][random.below(2)];
        let way = [DVec3::Z, DVec3::new(0.0, 1.0, 1.0), DVec3::X][random.below(3)];
        let target = [0.0, -1e-3, 1e-3, -0.05][random.below(4)];
        let [a, b] = stand(random, shapes, q, way * 3.0 + aside, target);
        let margin = [0.0, 0.02][random.below(2)];
        hits.look(random, a, b, margin);
    }
    println!("{hits:?}");
    assert_eq!(hits.wrong + hits.unproven, 0);
    assert!(hits.proven > 1_500 && hits.other * 200 < hits.same, "{hits:?}");
    hits
}

#[test]
fn capsules_and_boxes_at_random() {
    let hits = anyhow(51, true);
    assert!(hits.points[0] > 9_000 && hits.points[1] > 2_000, "{hits:?}");
    assert!(hits.points[2] > 80, "{hits:?}");
}

#[test]
fn capsules_that_lie_on_boxes() {
    let hits = along_each_other(52, true);
    assert!(hits.points[0] > 6_000 && hits.points[1] > 6_000, "{hits:?}");
}

#[test]
fn two_capsules_at_random() {
    let hits = anyhow(53, false);
    assert!(hits.points[0] > 12_000 && hits.points[1] > 150, "{hits:?}");
}

#[test]
fn two_capsules_along_each_other() {
    let hits = along_each_other(54, false);
    assert!(hits.points[0] > 12_000 && hits.points[1] > 1_200, "{hits:?}");
}

/// With a named algorithm, capsules take the general path.
#[test]
fn a_named_algorithm_is_used() {
    let (cube, rod) = (cuboid([0.5; 3]), capsule(0, 0.3, 0.25));
    let over = Pose::at(DVec3::new(0.1, 0.2, 0.74)).unwrap();
    let query = || Query::new(&cube, &Pose::IDENTITY, &rod, &over);
    let by_name = query().algorithm(Algorithm::Gjk).manifold(0.0).unwrap();
    let short = query().manifold(0.0).unwrap();
    assert!((by_name.depth() - short.depth()).abs() < 1e-12);
    assert_eq!(by_name.points().len(), short.points().len());
}
