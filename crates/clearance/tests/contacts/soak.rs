//! A long-running test of boxes on boxes: `CLEARANCE_SOAK=N` poses of each class of sizes, similar
//! to MuJoCo's test of its box collider. The default number is small.
//!
//! Each depth is compared with three references: EPA, all separating axes, and the overlaps along
//! many directions, computed here in closed form, of which none may be less. Each pose has its own
//! seed.

use clearance::d3_f64::{DQuat, DVec3, Pose};
use clearance::lessons;
use clearance::shape::Cuboid;
use clearance::{Algorithm, Manifold, Query, contact_manifold};
use clearance_testing::Random;

/// Half extents of A and B.
const CLASSES: [(&str, [[f64; 3]; 2]); 8] = [
    ("cubes", [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]),
    ("bricks", [[1.0, 0.5, 0.25], [1.0, 0.5, 0.25]]),
    ("small on large", [[1.0, 1.0, 1.0], [0.1, 0.1, 0.1]]),
    ("tiny on large", [[10.0, 10.0, 1.0], [0.01, 0.02, 0.01]]),
    ("plates", [[1.0, 1.0, 0.01], [1.0, 1.0, 0.01]]),
    ("rods", [[1.0, 0.02, 0.02], [1.0, 0.02, 0.02]]),
    ("rod on plate", [[1.0, 1.0, 0.01], [0.02, 0.02, 1.0]]),
    ("odd", [[0.7, 1.3, 0.21], [0.37, 0.11, 0.93]]),
];

struct Solid {
    half: DVec3,
    pose: Pose,
    turn: DQuat,
}

impl Solid {
    fn new(half: DVec3, at: DVec3, turn: DQuat) -> Self {
        Self { half, pose: Pose::new(at, turn).unwrap(), turn }
    }
    fn shape(&self) -> Cuboid<DVec3> {
        Cuboid::new(self.half).unwrap()
    }
    /// The support value along a unit vector.
    fn reach(&self, along: DVec3) -> f64 {
        let local = self.turn.inverse() * along;
        self.pose.translation().dot(along) + local.abs().dot(self.half)
    }
    /// The signed distance of a point; negative inside.
    fn outside(&self, p: DVec3) -> f64 {
        let over = (self.turn.inverse() * (p - self.pose.translation())).abs() - self.half;
        let inside = over.max_element().min(0.0);
        over.max(DVec3::ZERO).length() + inside
    }
    /// The same body, as a box whose axes are permuted by a symmetry of the cube.
    fn renumbered(&self, symmetry: DQuat) -> Self {
        let half = (symmetry.inverse() * self.half).abs();
        Self::new(half, self.pose.translation(), self.turn * symmetry)
    }
}

/// The 24 rotations that map a cube to itself.
fn symmetries() -> Vec<DQuat> {
    let quarter = core::f64::consts::FRAC_PI_2;
    let (x, y, z) = (DQuat::from_rotation_x, DQuat::from_rotation_y, DQuat::from_rotation_z);
    let sides = [x(0.0), x(quarter), x(2.0 * quarter), x(-quarter), y(quarter), y(-quarter)];
    (0..24).map(|i| sides[i / 4] * z((i % 4) as f64 * quarter)).collect()
}

/// B in contact with A: mostly aligned or nearly so, in half of the cases flush with faces and
/// edges, with a depth of 0 to a third of the smallest half extent.
fn placed(random: &mut Random, [half_a, half_b]: [DVec3; 2], all: &[DQuat]) -> [Solid; 2] {
    let slight = [0.0, libm::pow(10.0, random.range(-12.0, -1.0))][random.below(2)];
    let tilt = DQuat::from_axis_angle(random.direction3(), slight);
    let turn = if random.below(4) == 0 { random.rotation() } else { tilt * all[random.below(24)] };
    let b = Solid::new(half_b, DVec3::ZERO, turn);
    let reach = DVec3::from_array([DVec3::X, DVec3::Y, DVec3::Z].map(|e| b.reach(e)));
    let mut at = DVec3::from_array([0, 1, 2].map(|i| match random.below(4) {
        0 => 0.0,
        1 => half_a[i] - reach[i],
        2 => half_a[i],
        _ => random.range(-1.0, 1.0) * half_a[i],
    }));
    let (axis, least) = (random.below(3), half_a.min_element().min(half_b.min_element()));
    let depth = [0.0, libm::pow(10.0, random.range(-9.0, -0.5))][random.below(4).min(1)] * least;
    at[axis] = half_a[axis] + reach[axis] - depth;
    let whole = if random.below(2) == 0 { DQuat::IDENTITY } else { random.rotation() };
    [Solid::new(half_a, DVec3::ZERO, whole), Solid::new(half_b, whole * at, whole * turn)]
}

/// Counts of the events under test.
#[derive(Debug, Default)]
struct Hits {
    poses: usize,
    manifolds: usize,
    by_epa: usize,
    edges: usize,
    four: usize,
}

fn depth_by(algorithm: Algorithm, [a, b]: [&Solid; 2]) -> Option<f64> {
    let answer = Query::new(&a.shape(), &a.pose, &b.shape(), &b.pose)
        .algorithm(lessons::by_name(algorithm))
        .clearance();
    answer.bounded().then_some(-answer.signed_distance)
}

fn manifold([a, b]: [&Solid; 2]) -> Option<Manifold<DVec3>> {
    contact_manifold(&a.shape(), &a.pose, &b.shape(), &b.pose, 0.0)
}

/// The least overlap along many directions: random ones, and ones near the normal found.
fn sampled(random: &mut Random, [a, b]: [&Solid; 2], found: DVec3) -> f64 {
    let overlap = |n: DVec3| a.reach(n) + b.reach(-n);
    let near = (0..30).map(|i| libm::pow(10.0, -0.3 * f64::from(i)));
    let near: Vec<_> = near.map(|far| (found + random.direction3() * far).normalize()).collect();
    let around = (0..30).map(|_| random.direction3());
    near.into_iter().chain(around).map(overlap).fold(f64::INFINITY, f64::min)
}

fn look(random: &mut Random, both: [&Solid; 2], all: &[DQuat], name: &str, hits: &mut Hits) {
    let size = both.iter().map(|s| s.half.length()).sum::<f64>();
    let tiny = 1e-13 * size;
    // The test of separating axes gives no distance for boxes that are apart.
    let exact = depth_by(Algorithm::Sat, both).unwrap_or(f64::NEG_INFINITY);
    hits.poses += 1;
    let Some(found) = manifold(both) else {
        assert!(exact <= tiny, "{name}: {exact:e} deep, but no manifold");
        return;
    };
    hits.manifolds += 1;
    let (depth, normal) = (found.depth(), found.normal);
    assert!((normal.length() - 1.0).abs() < 1e-14, "{name}");
    assert!((depth - exact.max(0.0)).abs() <= tiny, "{name}: {depth:e}, all axes {exact:e}");
    let along = both[0].reach(normal) + both[1].reach(-normal);
    assert!(
        (depth - along.max(0.0)).abs() <= tiny,
        "{name}: {depth:e}, along its normal {along:e}"
    );
    let least = sampled(random, both, normal);
    assert!(
        depth <= least.max(0.0) + tiny,
        "{name}: {depth:e}, but there is an overlap of {least:e}"
    );
    if let Some(by_epa) = depth_by(Algorithm::Epa, both).filter(|depth| *depth > tiny) {
        hits.by_epa += 1;
        assert!((depth - by_epa).abs() <= 1e-9 * size, "{name}: {depth:e}, EPA {by_epa:e}");
    }
    for p in found.points() {
        let middle = (p.point_a + p.point_b) * 0.5;
        let most = -0.5 * p.separation + 16.0 * tiny;
        let out = both.map(|s| s.outside(middle));
        assert!(out.iter().all(|out| *out <= most), "{name}: {out:?} out, {p:?}");
        assert!(-p.separation <= exact.max(0.0) + tiny, "{name}: deeper than the truth: {p:?}");
    }
    hits.four += usize::from(found.points().len() == 4);
    hits.edges += usize::from(found.points().len() == 1);
    let renumbered = both[1].renumbered(all[random.below(24)]);
    if depth > tiny {
        let other = manifold([both[0], &renumbered]).expect("the same body");
        let off = (other.depth() - depth).abs();
        assert!(off <= 8.0 * tiny, "{name}: {off:e} deeper with other axes");
    }
}

#[test]
fn boxes_on_boxes() {
    let poses: u64 = clearance_testing::from_environment("CLEARANCE_SOAK").unwrap_or(1500);
    let all = symmetries();
    for (class, (name, halves)) in CLASSES.into_iter().enumerate() {
        let mut hits = Hits::default();
        for seed in 0..poses {
            let mut random = Random::new(seed << 8 | class as u64);
            let [a, b] = placed(&mut random, halves.map(DVec3::from_array), &all);
            look(&mut random, [&a, &b], &all, &format!("{name} {seed}"), &mut hits);
        }
        println!("{name}: {hits:?}");
        let share = |count: usize| count as f64 / hits.poses as f64;
        assert!(share(hits.manifolds) > 0.5 && share(hits.by_epa) > 0.2, "{name}: {hits:?}");
        assert!(share(hits.four) > 0.1 && hits.edges > 0, "{name}: {hits:?}");
    }
}
