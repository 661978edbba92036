//! Tests of `gjk::lanes`.

use std::vec::Vec;

use clearance_pairs::gjk::lanes::*;
use clearance_pairs::hull::{Block, LANES, block};
use clearance_pairs::number::simd::{Work, widest};
use clearance_testing::Random;
use glam::{DVec3, Vec3A};

/// Points of a lattice or anywhere, in blocks.
fn cloud(random: &mut Random, count: usize) -> Vec<Block> {
    let is_lattice = random.below(2) == 0;
    let mut point = || {
        let p = random.in_cube(1.0);
        if is_lattice { (p * 2.0).round() * 0.5 } else { p }
    };
    let points: Vec<DVec3> = (0..count).map(|_| point()).collect();
    points.chunks(LANES).map(|eight| block(eight, 1.0)).collect()
}

/// The search in wider registers than those of the tests.
struct Wide<'a> {
    pair: &'a Pair<'a>,
    start: Start,
    limits: Limits,
}

impl Work for Wide<'_> {
    type Output = Found;
    #[inline(always)]
    fn run(self) -> Found {
        search(self.pair, self.pair.begin(self.start), self.limits)
    }
}

fn corners(blocks: &[Block], count: usize) -> Corners<'_> {
    Corners { blocks, unit: 1.0, count: count as u32 }
}

/// No vertex is higher than the one that is found, to the last bit of the same sums.
#[test]
fn the_farthest_of_all_is_found() {
    let (mut random, mut ties) = (Random::new(1), 0);
    for i in 0..2000 {
        let count = 1 + random.below(40);
        let blocks = cloud(&mut random, count);
        let corners = corners(&blocks, count);
        let d = (random.direction3() * 2.0).round().as_vec3a();
        let d = if i % 2 == 0 { d } else { random.direction3().as_vec3a() };
        let height = |id: u32| {
            let p = corners.vertex(id);
            p.x * d.x + p.y * d.y + p.z * d.z
        };
        let found = corners.farthest(d);
        let level = (0..count as u32).filter(|id| height(*id) == height(found)).count();
        assert!((0..count as u32).all(|id| height(id) <= height(found)), "{i}");
        ties += usize::from(level > 1);
    }
    assert!(ties > 150, "{ties}");
    let blocks = cloud(&mut random, 9);
    assert!(corners(&blocks, 9).farthest(Vec3A::NAN) < 9);
}

/// The nearest point of each simplex on the way is that of the slow version in `f64`, and registers of
/// any width find the same.
#[test]
fn the_nearest_corners_are_found() {
    use clearance_pairs::gjk::simplex::{Known, closest};
    let (mut random, mut kinds, mut open) = (Random::new(2), [0; 5], 0);
    for i in 0..4000 {
        let counts = [1 + random.below(40), 1 + random.below(40)];
        let clouds = counts.map(|count| cloud(&mut random, count));
        let turn = glam::DMat3::from_quat(random.rotation());
        let columns = [turn.x_axis, turn.y_axis, turn.z_axis].map(|c| c.as_vec3a());
        let translation = random.in_cube(3.0).as_vec3a();
        let [a, b] = [0, 1].map(|k| corners(&clouds[k], counts[k]));
        let pair = Pair { a, b, b_in_a: BInA::new(columns, translation) };
        let limits = Limits { above: f32::INFINITY, below: 0.0 };
        let start = Start::Guess(-translation);
        let found = search(&pair, pair.begin(start), limits);
        assert_eq!(found, widest(Wide { pair: &pair, start, limits }), "{i}");
        let again = pair.begin(Start::Corners(found.names, found.len));
        let again = search(&pair, again, limits);
        kinds[found.len - 1] += 1;
        if found.inside {
            assert!(again.inside, "{i}");
            continue;
        }
        let points = found.names.map(|ids| pair.point(ids).point.as_dvec3());
        let nearest = closest(&points[..found.len], Known::default());
        if nearest.inside || nearest.point.length() < 1e-3 {
            continue;
        }
        let support = pair.point(found.support).point.as_dvec3();
        let gap = support.dot(found.toward.as_dvec3()) / f64::from(found.toward.length());
        let off = nearest.point.length() - gap;
        assert!(off > -4e-6, "{i}: {off}");
        if off > 4e-6 {
            open += 1;
            continue;
        }
        let points = again.names.map(|ids| pair.point(ids).point.as_dvec3());
        let nearest_again = closest(&points[..again.len], Known::default());
        let off = nearest_again.point.length() - nearest.point.length();
        assert!(off.abs() < 4e-6, "{i}: {off}");
        kinds[4] += 1;
    }
    assert!(kinds.iter().all(|count| *count > 300) && open < 20, "{kinds:?} {open}");
}
