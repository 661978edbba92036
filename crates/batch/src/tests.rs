//! The kernels against single questions, and in registers of each width.

use alloc::vec;
use alloc::vec::Vec;

use clearance_testing::Random;
use glam::{DQuat, DVec3, Quat, Vec3};

use crate::boxes::{InSpace, TouchTest, Verdict, Wanted};
use crate::boxes_clearance::{Apart, Beside, beside, nearest};
use crate::boxes_contacts::Sifted;
use crate::boxes_group::Grouped;
use crate::run::Rest;
use crate::{Batch, Clearances, Contacts, Distances, Pairs, Penetrations};
use clearance_geometry::answer::{FeatureId, Status};
use clearance_geometry::number::Scalar;
use clearance_geometry::number::simd::{Width, limit, widest_for_many};
use clearance_geometry::shape::{
    Ball, Capsule, Convex, ConvexShape, Cuboid, Hull, Rounded, Shape, Triangle,
};
use clearance_geometry::space::{Axis, Pose, Vector};
use clearance_pairs::answers::Outcome;
use clearance_pairs::probe::point::signed_distance;
use clearance_pairs::query::Query;
use clearance_pairs::solution::Ask;

/// The rows of a batch.
const ROWS: usize = 1024;

/// Boxes and poses: A and B by turns.
struct Boxes<V: Vector> {
    shapes: Vec<Shape<V>>,
    boxes: Vec<Cuboid<V>>,
    poses: Vec<Pose<V>>,
    rows: Vec<[u32; 2]>,
}

impl<V: Vector> Boxes<V> {
    /// Boxes anywhere and nearly touching; turned at random, alike, and nearly alike.
    fn random(random: &mut Random, pairs: usize, pose: impl Fn(DVec3, DQuat) -> Pose<V>) -> Self {
        let mut all = Self { shapes: vec![], boxes: vec![], poses: vec![], rows: vec![] };
        for i in 0..pairs as u32 {
            let boxes = [0, 1].map(|_| {
                let flat = if random.below(8) == 0 { 0.01 } else { 0.1 };
                Cuboid::new(V::from_fn(|_| V::Scalar::of(random.range(flat, 1.0)))).unwrap()
            });
            let turn = random.rotation();
            let other = match random.below(4) {
                0 => turn,
                1 => {
                    let angle = 10.0_f64.powf(random.range(-8.0, -1.0));
                    turn * DQuat::from_axis_angle(random.direction3(), angle)
                }
                _ => random.rotation(),
            };
            let origin = random.in_cube(10.0);
            let at_a = pose(origin, turn);
            let mut middle = origin + random.in_cube(1.8);
            if random.below(3) > 0 {
                let target = 10.0_f64.powf(random.range(-9.0, -0.5)) * random.signed().signum();
                let answer =
                    Query::new(&boxes[0], &at_a, &boxes[1], &pose(middle, other)).clearance();
                let normal = answer.normal.widen();
                let step = target - answer.signed_distance.to_f64();
                middle += DVec3::from_fn(|i| normal.get(i) * step);
            }
            all.poses.extend([at_a, pose(middle, other)]);
            all.shapes.extend(boxes.map(Shape::from));
            all.boxes.extend(boxes);
            all.rows.push([2 * i, 2 * i + 1]);
        }
        all
    }

    fn batch(&self) -> Batch<'_, V> {
        Batch::new(&self.shapes, &self.poses, Pairs::Bodies(&self.rows))
    }

    fn query(&self, row: usize) -> Query<'_, V> {
        let (a, b) = (2 * row, 2 * row + 1);
        Query::new(&self.boxes[a], &self.poses[a], &self.boxes[b], &self.poses[b])
    }
}

fn in_f32(t: DVec3, q: DQuat) -> Pose<Vec3> {
    Pose::new(t.as_vec3(), q.as_quat()).unwrap()
}

fn in_f64(t: DVec3, q: DQuat) -> Pose<DVec3> {
    Pose::new(t, q).unwrap()
}

/// What the machine does not have is the widest that it has.
const WIDTHS: [Width; 3] = [Width::Widest, Width::Wide, Width::Baseline];

fn verdicts<V: InSpace>(batch: &Batch<'_, V>, rows: usize, limit: f32) -> Vec<Verdict> {
    let (range, mut all) = (0..rows, vec![Verdict::NoBoxes; rows]);
    let (verdicts, wanted, kept) = (&mut all[..], Wanted::Verdicts, &mut [][..]);
    widest_for_many(TouchTest { rows: batch, range, limit, verdicts, wanted, kept, gaps: &mut [] });
    all
}

fn boxes_touch_as_alone<V: InSpace>(seed: u64, pose: impl Fn(DVec3, DQuat) -> Pose<V>) {
    let (mut random, mut seen) = (Random::new(seed), [0; 3]);
    let count = clearance_testing::pairs(10_000_usize);
    for _ in 0..count.div_ceil(ROWS) {
        // Not a multiple of a group.
        let boxes = Boxes::random(&mut random, ROWS - 3, &pose);
        let [answers, wide, narrow] = WIDTHS.map(|width| {
            limit(width);
            verdicts(&boxes.batch(), ROWS - 3, 0.0)
        });
        limit(Width::Widest);
        assert!(answers == wide && answers == narrow, "the width changes an answer");
        for (row, verdict) in answers.into_iter().enumerate() {
            seen[verdict as usize] += 1;
            if verdict != Verdict::Open {
                let touch = verdict == Verdict::Touching;
                assert_eq!(touch, boxes.query(row).intersects(), "{:?}", boxes.boxes[2 * row]);
            }
        }
    }
    let all = seen.iter().sum::<usize>();
    let [open, apart, touching] = seen;
    assert!(apart > all / 5 && touching > all / 5 && open > all / 50, "{seen:?}");
    assert!(open < all * 2 / 5, "{seen:?}");
}

#[test]
fn boxes_touch_as_alone_in_f32() {
    boxes_touch_as_alone(1, in_f32);
}

#[test]
fn boxes_touch_as_alone_in_f64() {
    boxes_touch_as_alone(2, in_f64);
}

/// What is known of a row depends on no other: neither on how many of a group are far from each other, nor
/// on which are beside it.
fn rows_are_on_their_own<V: InSpace>(seed: u64, pose: impl Fn(DVec3, DQuat) -> Pose<V>) {
    let (mut random, mut seen) = (Random::new(seed), [[0; 3]; 2]);
    let count = clearance_testing::pairs(10_000_usize);
    for _ in 0..count.div_ceil(ROWS) {
        let mut boxes = Boxes::random(&mut random, ROWS - 3, &pose);
        // From none to nearly all of some groups.
        let lies_far = |row: usize| random.below(16) < [0, 3, 7, 8, 9, 13, 15][row / 64 % 7];
        let is_far: Vec<bool> = (0..ROWS - 3).map(lies_far).collect();
        for (at, _) in boxes.poses.chunks_mut(2).zip(&is_far).filter(|(_, is_far)| **is_far) {
            let origin = at[0].translation().widen();
            let way = random.direction3() * random.range(4.0, 9.0);
            at[1] = pose(DVec3::from_fn(|i| origin.get(i)) + way, random.rotation());
        }
        let asked = |rows: &[[u32; 2]]| {
            let batch = Batch::new(&boxes.shapes, &boxes.poses, Pairs::Bodies(rows));
            verdicts(&batch, rows.len(), 0.0)
        };
        let answers = asked(&boxes.rows);
        let alone: Vec<Verdict> = boxes.rows.chunks(1).flat_map(asked).collect();
        assert!(answers == alone, "the rows beside it change an answer");
        for (verdict, is_far) in answers.into_iter().zip(is_far) {
            assert!(!is_far || verdict == Verdict::Apart);
            seen[usize::from(is_far)][verdict as usize] += 1;
        }
    }
    let [[open, apart, touching], [.., far, _]] = seen;
    let all = open + apart + touching + far;
    assert!(open > all / 50 && apart > all / 10 && touching > all / 10, "{seen:?}");
    assert!(far > all / 4, "{seen:?}");
}

#[test]
fn rows_are_on_their_own_in_f32() {
    rows_are_on_their_own(6, in_f32);
}

#[test]
fn rows_are_on_their_own_in_f64() {
    rows_are_on_their_own(7, in_f64);
}

/// The answers of a part.
#[derive(Clone, Debug, PartialEq)]
struct Answers {
    status: Vec<Status>,
    numbers: [Vec<f32>; 3],
    vectors: [Vec<Vec3>; 3],
    rest: Vec<u16>,
    beside: Vec<(u16, u8)>,
}

impl Answers {
    fn of(batch: &Batch<'_, Vec3>, rows: usize) -> Self {
        let mut all = Self {
            status: vec![Status::Undecided; rows],
            numbers: [0, 1, 2].map(|_| vec![0.0; rows]),
            vectors: [0, 1, 2].map(|_| vec![Vec3::ZERO; rows]),
            rest: vec![],
            beside: vec![],
        };
        let (mut rest, mut left) = (Rest::new(), Beside::new());
        let [signed_distance, lower, upper] = &mut all.numbers;
        let [normal, point_a, point_b] = &mut all.vectors;
        let (status, outcome) = (&mut all.status[..], &mut [][..]);
        let columns = &mut Clearances {
            status,
            signed_distance,
            lower,
            upper,
            normal,
            point_a,
            point_b,
            outcome,
        };
        let (start, rows) = (0, 0..rows);
        let solver = Apart::new(columns, &mut left);
        widest_for_many(Grouped { batch, start, rows, rest: &mut rest, solver });
        for (row, axis) in &left {
            let at = usize::from(*row);
            if !beside(batch, at, at, *axis, columns) {
                rest.push(*row);
            }
        }
        (all.rest, all.beside) = (rest.to_vec(), left.to_vec());
        all
    }
}

/// What the kernel answers holds the truth as the single answer does, and its points and normal show it.
#[test]
fn boxes_are_as_far_apart_as_alone() {
    let (mut random, mut seen) = (Random::new(3), [0; 4]);
    let count = clearance_testing::pairs(10_000_usize);
    for _ in 0..count.div_ceil(ROWS) {
        let boxes = Boxes::random(&mut random, ROWS - 3, in_f32);
        let [answers, wide, narrow] = WIDTHS.map(|width| {
            limit(width);
            Answers::of(&boxes.batch(), ROWS - 3)
        });
        limit(Width::Widest);
        assert!(answers == wide && answers == narrow, "the width changes an answer");
        seen[2] += answers.beside.len();
        seen[3] += answers.rest.len();
        for row in (0..ROWS - 3).filter(|row| !answers.rest.contains(&(*row as u16))) {
            let [found, lower, upper] = answers.numbers.each_ref().map(|column| column[row]);
            let [normal, point_a, point_b] = answers.vectors.each_ref().map(|column| column[row]);
            let alone = boxes.query(row).clearance();
            let about = || std::format!("{found} in {lower} to {upper}: {alone:?}");
            assert!(lower <= alone.upper && alone.lower <= upper, "{}", about());
            assert!(lower <= found && found <= upper, "{}", about());
            assert_eq!(answers.status[row], alone.status(), "{}", about());
            seen[usize::from(found < 0.0)] += 1;

            let (a, b) = (&boxes.boxes[2 * row], &boxes.boxes[2 * row + 1]);
            let (at_a, at_b) = (&boxes.poses[2 * row], &boxes.poses[2 * row + 1]);
            let size = (a.reach() + b.reach()) as f32 + found.abs();
            assert!(upper - lower <= 1e-6 * size, "{}", about());
            // Points are rounded to f32 where the boxes stand, which is up to 20 from the origin.
            let rounding = 1e-5;
            assert!((normal.length() - 1.0).abs() < 1e-6, "{}", about());
            let way = point_b - point_a;
            assert!((way - normal * found).length() < rounding, "{way}: {}", about());
            let outside = [(a, at_a, point_a), (b, at_b, point_b)]
                .map(|(shape, at, point)| signed_distance(shape, at, point).unwrap());
            assert!(outside.iter().all(|d| d.abs() < rounding), "{outside:?}: {}", about());
            // The gap along the normal.
            let support = |shape: &Cuboid<Vec3>, at: &Pose<Vec3>, along: Vec3| {
                at.transform_point(shape.support(at.inverse_transform_vector(along)))
            };
            let gap = normal.dot(support(b, at_b, -normal) - support(a, at_a, normal));
            assert!((gap - found).abs() < rounding, "{gap}: {}", about());
        }
    }
    let all = seen[0] + seen[1] + seen[3];
    assert!(seen[0] > all / 5 && seen[1] > all / 5 && seen[2] > all / 20, "{seen:?}");
    assert!(seen[3] > all / 100 && seen[3] < all * 2 / 5, "{seen:?}");
}

/// A distance is 0 where the single question says 0, and else within the rounding of the clearance; and no
/// width of registers changes it.
#[test]
fn boxes_are_as_distant_as_alone() {
    let (mut random, mut seen) = (Random::new(5), [0; 2]);
    let count = clearance_testing::pairs(10_000_usize);
    for _ in 0..count.div_ceil(ROWS) {
        let boxes = Boxes::random(&mut random, ROWS - 3, in_f32);
        let [answers, wide, narrow] = WIDTHS.map(|width| {
            limit(width);
            let mut all = vec![9.0; ROWS - 3];
            let mut columns = Distances { distance: &mut all, ..Default::default() };
            assert_eq!(boxes.batch().distance(&mut columns), Ok(0));
            all
        });
        limit(Width::Widest);
        assert!(answers == wide && answers == narrow, "the width changes an answer");
        for (row, found) in answers.into_iter().enumerate() {
            let (alone, truth) = (boxes.query(row).distance(), boxes.query(row).clearance());
            assert_eq!(found == 0.0, alone == 0.0, "{found} {alone} {truth:?}");
            seen[usize::from(found > 0.0)] += 1;
            let size = (boxes.boxes[2 * row].reach() + boxes.boxes[2 * row + 1].reach()) as f32;
            let off = (found - truth.signed_distance).abs();
            assert!(found == 0.0 || off <= 1e-6 * (size + found), "{found} {truth:?}");
        }
    }
    assert!(seen.iter().all(|count| *count > (seen[0] + seen[1]) / 4), "{seen:?}");
}

/// From the axes of the lanes, the distances of nearly all boxes that are found to be apart are proven, and
/// they are those of single questions up to rounding.
#[test]
fn distances_from_the_widest_gap_are_as_alone() {
    let (mut random, mut seen) = (Random::new(6), [0; 3]);
    let count = clearance_testing::pairs(10_000_usize);
    for _ in 0..count.div_ceil(ROWS) {
        let boxes = Boxes::random(&mut random, ROWS, in_f32);
        let (batch, range) = (&boxes.batch(), 0..ROWS);
        let (mut verdicts, mut kept) = (vec![Verdict::NoBoxes; ROWS], vec![0; ROWS]);
        let (verdicts, kept) = (&mut verdicts[..], &mut kept[..]);
        let wanted = Wanted::Gaps;
        widest_for_many(TouchTest {
            rows: batch,
            range,
            limit: 0.0,
            verdicts,
            wanted,
            kept,
            gaps: &mut [],
        });
        for row in 0..ROWS {
            let alone = boxes.query(row).distance();
            match verdicts[row] {
                Verdict::Touching => assert_eq!(alone, 0.0),
                Verdict::Open | Verdict::NoBoxes => seen[2] += 1,
                Verdict::Apart => {
                    assert!(kept[row] != 0 && alone > 0.0);
                    let found = nearest(batch, row, kept[row].trailing_zeros() as u8);
                    seen[usize::from(found.is_some())] += 1;
                    let found = found.map_or(alone, |(found, ..)| found.distance as f32);
                    assert!((found - alone).abs() <= 1e-6 * (4.0 + alone), "{found} {alone}");
                }
            }
        }
    }
    let [unproven, proven, open] = seen;
    assert!(proven > 20 * unproven && proven > open, "{seen:?}");
}

/// Balls, capsules and boxes, some of them rounded, at random and nearly touching.
fn round_shapes<V: InSpace>(
    random: &mut Random,
    rows: usize,
    pose: impl Fn(DVec3, DQuat) -> Pose<V>,
) -> (Vec<Shape<V>>, Vec<Pose<V>>) {
    let (mut shapes, mut poses) = (vec![], vec![]);
    for _ in 0..rows {
        let both = [0, 1].map(|_| -> Shape<V> {
            let scalar = |x: f64| V::Scalar::of(x);
            let mut point = || V::from_fn(|_| scalar(random.signed()));
            let [p, q] = [point(), point()];
            let size = scalar(random.range(0.0, 0.5));
            let shape = match random.below(5) {
                0 | 1 => Ball::new(size).unwrap().into(),
                2 => {
                    Capsule::new(p, if random.below(9) == 0 { p } else { q }, size).unwrap().into()
                }
                3 => Capsule::along(Axis::X, scalar(2.0), size).unwrap().into(),
                _ => Cuboid::new(V::from_fn(|_| scalar(random.range(0.1, 1.0)))).unwrap().into(),
            };
            match shape {
                Shape::Convex(inner) if random.below(4) == 0 => {
                    Rounded::new(inner.inner().clone(), size).unwrap().into()
                }
                shape => shape,
            }
        });
        let turn = random.rotation();
        let other = if random.below(4) == 0 { turn } else { random.rotation() };
        let origin = random.in_cube(10.0);
        let (at_a, mut middle) = (pose(origin, turn), origin + random.in_cube(2.5));
        if random.below(2) == 0 {
            let target = 10.0_f64.powf(random.range(-9.0, -0.5)) * random.signed().signum();
            let there = pose(middle, other);
            let answer = Query::new(&both[0], &at_a, &both[1], &there).clearance();
            let step = target - answer.signed_distance.to_f64();
            middle += answer.normal.widen() * step;
        }
        shapes.extend(both);
        poses.extend([at_a, pose(middle, other)]);
    }
    (shapes, poses)
}

/// Balls, capsules and boxes: the answers of single questions, up to the rounding of a distance, in lanes of
/// each width. Most are answered in lanes.
fn round_shapes_are_as_alone<V: InSpace>(seed: u64, pose: impl Fn(DVec3, DQuat) -> Pose<V>) {
    let (random, mut seen) = (&mut Random::new(seed), [0; 4]);
    let count = clearance_testing::pairs(10_000_usize);
    for _ in 0..count.div_ceil(ROWS) {
        let rows = ROWS - 3;
        let (shapes, poses) = round_shapes(random, rows, &pose);
        let pairs: Vec<_> = (0..rows as u32).map(|i| [2 * i, 2 * i + 1]).collect();
        let batch = Batch::new(&shapes, &poses, Pairs::Bodies(&pairs));
        let [found, wide, narrow] = WIDTHS.map(|width| {
            limit(width);
            let mut found = vec![None; rows];
            let rest = batch.round(0, 0..rows, |i, bounds, near| {
                found[i] = Some((bounds.lower, bounds.estimate, bounds.upper));
                bounds.lower > near || bounds.upper <= 0.0
            });
            rest.iter().for_each(|i| found[usize::from(*i)] = None);
            found
        });
        limit(Width::Widest);
        assert!(found == wide && found == narrow, "the width changes an answer");
        for (row, found) in found.into_iter().enumerate() {
            let [a, b] = [2 * row, 2 * row + 1];
            let query = || Query::new(&shapes[a], &poses[a], &shapes[b], &poses[b]);
            let is_round = |shape: &Shape<V>| match shape {
                Shape::Convex(shape) => !matches!(shape.inner(), ConvexShape::Cuboid(_)),
                Shape::HalfSpace(_) => false,
            };
            let Some((lower, estimate, upper)) = found else {
                let is_taken = is_round(&shapes[a]) && is_round(&shapes[b]);
                seen[2 + usize::from(is_taken)] += 1;
                continue;
            };
            seen[usize::from(upper <= 0.0)] += 1;
            let answer = query().clearance();
            assert!(lower <= answer.upper.to_f64() && answer.lower.to_f64() <= upper, "{row}");
            assert_eq!(query().intersects(), upper <= 0.0, "{row}");
            let rounding = V::Scalar::EPSILON.to_f64() * estimate.abs();
            // Lengths are below 8.
            let most = rounding + 64.0 * 8.0 * f64::EPSILON;
            let alone = query().distance().to_f64();
            assert!((estimate.max(0.0) - alone).abs() <= most, "{row}: {estimate} {alone}");
        }
    }
    let [apart, touching, others, open] = seen;
    assert!(apart > count / 4 && touching > count / 6 && others > count / 20, "{seen:?}");
    assert!(open < count / 10, "{seen:?}");
}

#[test]
fn round_shapes_are_as_alone_in_f32() {
    round_shapes_are_as_alone(13, in_f32);
}

#[test]
fn round_shapes_are_as_alone_in_f64() {
    round_shapes_are_as_alone(14, in_f64);
}

/// Depths of boxes in a batch, and the single ones: both are clearances within their bounds.
#[test]
fn boxes_are_as_deep_as_alone() {
    let (mut random, mut seen) = (Random::new(12), [0; 2]);
    let count = clearance_testing::pairs(5_000_usize);
    for _ in 0..count.div_ceil(ROWS) {
        let boxes = Boxes::random(&mut random, ROWS, in_f32);
        let (mut intersects, mut depth) = (vec![false; ROWS], vec![9.0; ROWS]);
        let mut normal = vec![Vec3::ZERO; ROWS];
        let columns = &mut Penetrations {
            intersects: &mut intersects,
            depth: &mut depth,
            normal: &mut normal,
            ..Default::default()
        };
        assert_eq!(boxes.batch().penetration(columns), Ok(0));
        for row in 0..ROWS {
            let alone = boxes.query(row).penetration();
            assert_eq!(intersects[row], alone.is_some(), "{row}");
            seen[usize::from(alone.is_some())] += 1;
            let Some(alone) = alone else { continue };
            assert!((depth[row] - alone.depth).abs() < 2e-6 && depth[row] >= 0.0, "{row}");
            assert!((normal[row].length() - 1.0).abs() < 1e-6, "{row}");
        }
    }
    assert!(seen[0] > count / 4 && seen[1] > count / 4, "{seen:?}");
}

/// Boxes that the lanes find to be farther apart than the margin have no contact, and no other is lost.
#[test]
fn boxes_that_are_far_have_no_contact() {
    let (mut random, mut seen) = (Random::new(4), [0; 3]);
    let count = clearance_testing::pairs(5_000_usize);
    for round in 0..count.div_ceil(ROWS) {
        let boxes = Boxes::random(&mut random, ROWS, in_f32);
        let margin = [0.0, 1e-3, 0.1][round % 3];
        let batch = &boxes.batch();
        let verdicts = verdicts(batch, ROWS, margin);
        let mut asked = vec![9; ROWS];
        let columns = &mut Contacts { count: &mut asked, ..Default::default() };
        assert_eq!(batch.contacts(margin, columns), Ok(0));
        for row in 0..ROWS {
            let alone = boxes.query(row).manifold(margin).map_or(0, |found| found.points().len());
            assert_eq!(usize::from(asked[row]), alone);
            let is_far = verdicts[row] == Verdict::Apart;
            assert!(!is_far || alone == 0);
            seen[if is_far { 0 } else { 1 + usize::from(alone > 0) }] += 1;
        }
    }
    // Few that are apart are left to the single question.
    assert!(seen[0] > seen[1] && seen[1] > 0 && seen[2] > seen[1], "{seen:?}");
}

/// Contacts of boxes in a batch have the bits of single ones, and few rows are left to these.
fn boxes_meet_as_alone<V: InSpace>(seed: u64, pose: impl Fn(DVec3, DQuat) -> Pose<V>) {
    let (mut random, mut seen, mut axes) = (Random::new(seed), [0; 3], 0);
    let count = clearance_testing::pairs(5_000_usize);
    for round in 0..count.div_ceil(ROWS) {
        let rows = ROWS - 3;
        let boxes = Boxes::random(&mut random, rows, &pose);
        let margin = V::Scalar::of([0.02, 1e-3, -0.01][round % 3]);
        for width in WIDTHS {
            limit(width);
            let (mut count, mut normal) = (vec![9; rows], vec![V::ZERO; rows]);
            let mut points = [0; 2].map(|_| vec![V::ZERO; 4 * rows]);
            let (mut separation, mut feature) =
                (vec![V::Scalar::ZERO; 4 * rows], vec![FeatureId::default(); 4 * rows]);
            let [point_a, point_b] = &mut points;
            let columns = &mut Contacts {
                count: &mut count,
                normal: &mut normal,
                separation: &mut separation,
                point_a,
                point_b,
                feature: &mut feature,
                ..Default::default()
            };
            let (batch, range) = (&boxes.batch(), 0..rows);
            let (mut verdicts, mut kept) = (vec![Verdict::NoBoxes; rows], vec![0; rows]);
            let limit = <f32 as Scalar>::above(margin.to_f64().max(0.0));
            let (verdicts, kept) = (&mut verdicts[..], &mut kept[..]);
            let wanted = Wanted::Overlaps;
            widest_for_many(TouchTest {
                rows: batch,
                range: 0..rows,
                limit,
                verdicts,
                wanted,
                kept,
                gaps: &mut [],
            });
            columns.clear();
            let sifted = Sifted { verdicts: verdicts.to_vec(), kept: kept.to_vec() };
            let rest = batch.boxes_met(&range, margin.to_f64(), &sifted, columns);
            for row in (0..rows).filter(|row| !rest.contains(&(*row as u16))) {
                let alone = boxes.query(row).manifold(margin);
                let expected = alone.as_ref().map_or(&[][..], |found| found.points());
                assert_eq!(usize::from(count[row]), expected.len());
                assert!(alone.as_ref().is_none_or(|found| found.normal == normal[row]));
                for (k, point) in expected.iter().enumerate() {
                    let at = 4 * row + k;
                    assert_eq!([points[0][at], points[1][at]], [point.point_a, point.point_b]);
                    assert_eq!((separation[at], feature[at]), (point.separation, point.feature));
                }
                seen[usize::from(!expected.is_empty())] += 1;
                axes += if expected.is_empty() { 0 } else { kept[row].count_ones() };
            }
            seen[2] += rest.len();
        }
        limit(Width::Widest);
    }
    let [apart, meet, rest] = seen;
    assert!(apart > rest && meet > 2 * rest && meet > apart / 4, "{seen:?}");
    // A quarter of these boxes are aligned alike, and another quarter nearly.
    assert!(axes < 4 * meet as u32, "{axes} {meet}");
}

#[test]
fn boxes_meet_as_alone_in_f32() {
    boxes_meet_as_alone(10, in_f32);
}

#[test]
fn boxes_meet_as_alone_in_f64() {
    boxes_meet_as_alone(11, in_f64);
}

/// A few shapes in rows with many poses: hulls, solid, flat and rounded, triangles, boxes, and a ball.
struct Polytopes<V: Vector> {
    shapes: Vec<Shape<V>>,
    poses: Vec<Pose<V>>,
    rows: Vec<[u32; 4]>,
}

impl<V: Vector> Polytopes<V> {
    fn random(random: &mut Random, rows: usize, pose: impl Fn(DVec3, DQuat) -> Pose<V>) -> Self {
        let vector = |p: DVec3| V::from_fn(|i| V::Scalar::of(p[i]));
        let mut points = |count: usize, thin: DVec3| -> Vec<V> {
            (0..count).map(|_| vector(random.in_cube(1.0) * thin)).collect()
        };
        let [solid, large, flat] =
            [(9, DVec3::ONE), (60, DVec3::ONE), (12, DVec3::new(1.0, 1.0, 0.0))]
                .map(|(count, thin)| Hull::new(points(count, thin)).unwrap());
        let corners = points(3, DVec3::ONE);
        let triangle = Triangle::new(corners[0], corners[1], corners[2]).unwrap();
        let cuboid = Cuboid::new(vector(DVec3::new(0.5, 0.7, 0.9))).unwrap();
        let rounded = Rounded::new(solid.clone(), V::Scalar::of(0.1)).unwrap();
        let ball = Ball::new(V::Scalar::of(0.5)).unwrap();
        let shapes: Vec<Shape<V>> = vec![
            solid.into(),
            large.into(),
            flat.into(),
            triangle.into(),
            cuboid.into(),
            rounded.into(),
            ball.into(),
        ];
        let mut all = Self { shapes, poses: vec![], rows: vec![] };
        // Four kinds for A and four for B, so that many rows have the same shapes.
        let first = [0, 1].map(|_| random.below(all.shapes.len()));
        for i in 0..rows as u32 {
            let pair = first.map(|first| (first + random.below(4)) % all.shapes.len());
            let shapes = pair.map(|index| &all.shapes[index]);
            let at_a = pose(random.in_cube(3.0), random.rotation());
            let (turn, mut middle) = (random.rotation(), random.in_cube(5.0));
            if random.below(3) > 0 {
                let target = 10.0_f64.powf(random.range(-9.0, -0.5)) * random.signed().signum();
                let at_b = pose(middle, turn);
                let answer = Query::new(shapes[0], &at_a, shapes[1], &at_b).clearance();
                let step = target - answer.signed_distance.to_f64();
                let normal = answer.normal.widen();
                middle += DVec3::from_fn(|k| normal.get(k) * step);
            }
            all.poses.extend([at_a, pose(middle, turn)]);
            all.rows.push([pair[0] as u32, 2 * i, pair[1] as u32, 2 * i + 1]);
        }
        all
    }
}

/// Rows that are searched together have the answers of single questions, to the last bit, in registers of
/// any width, and few rows are left to single questions.
fn polytopes_are_as_alone<V: InSpace>(
    seed: u64,
    pose: impl Fn(DVec3, DQuat) -> Pose<V>,
    nowhere: Pose<V>,
) {
    let (mut random, mut seen) = (Random::new(seed), [0; 4]);
    let has_distances = V::Scalar::EPSILON.to_f64() > f64::EPSILON;
    let count = clearance_testing::pairs(10_000_usize);
    for _ in 0..count.div_ceil(ROWS) {
        let rows = ROWS - 3;
        let mut all = Polytopes::random(&mut random, rows, &pose);
        // Rows that cannot be asked, which are told before: no shape, no pose, and a pose with NaN.
        let last = all.rows.len() - 1;
        (all.rows[0][0], all.rows[last][3]) = (99, u32::MAX);
        all.poses[3] = nowhere;
        let batch = Batch::new(&all.shapes, &all.poses, Pairs::Placed(&all.rows));
        let is_sound = |i: &u16| batch.row(usize::from(*i)).is_ok();
        let asked: Rest = (0..rows as u16).filter(is_sound).collect();
        assert_eq!(asked.len(), rows - 3);
        let [answers, wide, narrow] = WIDTHS.map(|width| {
            limit(width);
            let (mut distance, mut touch) = (vec![V::Scalar::of(9.0); rows], vec![false; rows]);
            let mut rests = [
                batch.polytopes(&(0..rows), asked.clone(), Ask::Distance, |i, found| {
                    distance[i] = match found {
                        Outcome::Beyond(bounds) => bounds.distance(),
                        _ => Scalar::ZERO,
                    };
                }),
                batch.polytopes(&(0..rows), asked.clone(), Ask::Within(0.0), |i, found| {
                    touch[i] = matches!(found, Outcome::Within(_));
                }),
            ];
            rests.iter_mut().for_each(|rest| rest.sort_unstable());
            (distance, touch, rests)
        });
        limit(Width::Widest);
        assert!(answers == wide && answers == narrow, "the width changes an answer");
        let (distance, touch, [left_distance, left_touch]) = answers;
        for (i, row) in all.rows.iter().enumerate() {
            let [a, at_a, b, at_b] = row.map(|index| index as usize);
            let is_left = |rest: &Rest| !asked.contains(&(i as u16)) || rest.contains(&(i as u16));
            // In f64, distances are not found in lanes.
            let is_distant = has_distances && !is_left(&left_distance);
            let is_touching = !is_left(&left_touch);
            let is_polytope = a < 6 && b < 6 && (a != 4 || b != 4);
            seen[2] += usize::from(is_polytope && is_touching && is_distant == has_distances);
            seen[3] += usize::from(is_polytope);
            let (Some(a), Some(at_b)) = (all.shapes.get(a), all.poses.get(at_b)) else { continue };
            let mut alone = Query::new(a, &all.poses[at_a], &all.shapes[b], at_b);
            if is_distant {
                assert_eq!(distance[i], alone.distance(), "{i}");
            }
            if is_touching {
                assert_eq!(touch[i], alone.intersects(), "{i}");
                seen[usize::from(touch[i])] += 1;
            }
        }
    }
    let [apart, touching, answered, asked] = seen;
    assert!(apart > asked / 5 && touching > asked / 5 && answered > asked * 2 / 3, "{seen:?}");
}

#[test]
fn polytopes_are_as_alone_in_f32() {
    polytopes_are_as_alone(8, in_f32, Pose::from_unit(Vec3::NAN, Quat::IDENTITY));
}

#[test]
fn polytopes_are_as_alone_in_f64() {
    polytopes_are_as_alone(9, in_f64, Pose::from_unit(DVec3::NAN, DQuat::IDENTITY));
}
