//! Tests of `gjk::poses`.

use std::vec::Vec;

use clearance_pairs::gjk::lanes;
use clearance_pairs::gjk::lanes::{BInA, Corners, Found, Limits, Pair, Start};
use clearance_pairs::gjk::poses::*;
use clearance_pairs::hull::{Block, LANES, block};
use clearance_pairs::number::simd::{Work, widest_for_many};
use clearance_testing::Random;
use glam::{DMat3, DVec3};

/// PoseQueue in turn, and the results in the order in which they came.
struct All<'a> {
    poses: &'a [RelativePose],
    at: usize,
    lanes: [usize; POSES],
    found: Vec<(usize, Found)>,
}

impl PoseQueue for All<'_> {
    fn next(&mut self, lane: usize) -> Option<RelativePose> {
        let pose = self.poses.get(self.at)?;
        self.lanes[lane] = self.at;
        self.at += 1;
        Some(*pose)
    }
    fn done(&mut self, lane: usize, found: &Found) {
        self.found.push((self.lanes[lane], *found));
    }
}

struct Searching<'a>([Corners<'a>; 2], &'a [RelativePose]);

impl Work for Searching<'_> {
    type Output = Vec<(usize, Found)>;
    #[inline(always)]
    fn run(self) -> Self::Output {
        let (at, lanes, found) = (0, [0; POSES], Vec::new());
        let mut all = All { poses: self.1, at, lanes, found };
        search(self.0, &mut all);
        all.found
    }
}

/// Vertices of a lattice or anywhere, in blocks.
fn cloud(random: &mut Random, count: usize, unit: f32) -> Vec<Block> {
    let is_lattice = random.below(3) == 0;
    let mut point = || {
        let p = random.in_cube(1.0);
        (if is_lattice { (p * 2.0).round() * 0.5 } else { p }) / f64::from(unit)
    };
    let points: Vec<DVec3> = (0..count).map(|_| point()).collect();
    points.chunks(LANES).map(|eight| block(eight, 1.0)).collect()
}

fn pose(random: &mut Random, units: [f32; 2]) -> RelativePose {
    let is_turned = random.below(4) > 0;
    let turn = if is_turned { DMat3::from_quat(random.rotation()) } else { DMat3::IDENTITY };
    let columns = [turn.x_axis, turn.y_axis, turn.z_axis].map(|column| column.as_vec3a());
    let reach = *random.one_of(&[0.5, 2.0, 5.0]);
    let way = random.in_cube(reach);
    let way = if random.below(4) == 0 { (way * 2.0).round() * 0.5 } else { way };
    let below = *random.one_of(&[0.0, 0.0, 0.3]);
    let above = *random.one_of(&[f32::INFINITY, f32::INFINITY, below]);
    let guess = random.direction3().as_vec3a();
    let (translation, limits) = (way.as_vec3a(), Limits { above, below });
    RelativePose { units, columns, translation, guess, limits }
}

/// Each pose has the result of a search alone, to the last bit, in registers of any width.
#[test]
fn each_pose_has_the_result_of_a_search_alone() {
    let (mut random, mut kinds) = (Random::new(4), [0; 4]);
    for i in 0..60 {
        let counts = [1 + random.below(40), 1 + random.below(40)];
        let units = [1.0, *random.one_of(&[1.0, 0.25])];
        let clouds = [0, 1].map(|k| cloud(&mut random, counts[k], units[k]));
        let many = *random.one_of(&[0, 1, 15, 17, 100, 200]);
        let poses: Vec<RelativePose> = (0..many).map(|_| pose(&mut random, units)).collect();
        let corners =
            |k: usize, unit: f32| Corners { blocks: &clouds[k], unit, count: counts[k] as u32 };
        let both = [corners(0, 1.0), corners(1, 1.0)];
        let mut found = Searching(both, &poses).run();
        assert_eq!(found, widest_for_many(Searching(both, &poses)), "{i}");
        found.sort_by_key(|(at, _)| *at);
        assert_eq!(found.len(), many);
        for (at, found) in &found {
            let RelativePose { units, columns, translation, guess, limits } = poses[*at];
            let (a, b) = (corners(0, units[0]), corners(1, units[1]));
            let pair = Pair { a, b, b_in_a: BInA::new(columns, translation) };
            let alone = lanes::search(&pair, pair.begin(Start::Guess(guess)), limits);
            assert_eq!(*found, alone, "{i} {at}");
            kinds[found.len - 1] += 1;
        }
    }
    assert!(kinds.iter().all(|count| *count > 300), "{kinds:?}");
}
