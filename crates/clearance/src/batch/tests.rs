//! The kernels for boxes against single questions, and in registers of each width.

use alloc::vec;
use alloc::vec::Vec;

use clearance_testing::Random;
use glam::{DQuat, DVec3, Vec3};

use super::boxes::{InSpace, Rest, Touching, Verdict};
use super::boxes_clearance::{Apart, Beside, beside};
use super::run::PART;
use super::{Batch, Clearances, Contacts, Distances, Pairs};
use crate::answer::Status;
use crate::number::Scalar;
use crate::number::simd::{Width, limit, widest_for_many};
use crate::pair::{Query, signed_distance};
use crate::shape::{Convex, Cuboid, Shape};
use crate::space::{Pose, Vector};

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
    let (range, mut all) = (0..rows, vec![Verdict::Open; rows]);
    widest_for_many(Touching { batch, range, limit, verdicts: &mut all });
    all
}

fn boxes_touch_as_alone<V: InSpace>(seed: u64, pose: impl Fn(DVec3, DQuat) -> Pose<V>) {
    let (mut random, mut seen) = (Random::new(seed), [0; 3]);
    let count = clearance_testing::pairs(10_000_usize);
    for _ in 0..count.div_ceil(PART) {
        // Not a multiple of a group.
        let boxes = Boxes::random(&mut random, PART - 3, &pose);
        let [answers, wide, narrow] = WIDTHS.map(|width| {
            limit(width);
            verdicts(&boxes.batch(), PART - 3, 0.0)
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
    for _ in 0..count.div_ceil(PART) {
        let mut boxes = Boxes::random(&mut random, PART - 3, &pose);
        // From none to nearly all of some groups.
        let lies_far = |row: usize| random.below(16) < [0, 3, 7, 8, 9, 13, 15][row / 64 % 7];
        let is_far: Vec<bool> = (0..PART - 3).map(lies_far).collect();
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
        widest_for_many(Apart { batch, start, rows, columns, rest: &mut rest, beside: &mut left });
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
    for _ in 0..count.div_ceil(PART) {
        let boxes = Boxes::random(&mut random, PART - 3, in_f32);
        let [answers, wide, narrow] = WIDTHS.map(|width| {
            limit(width);
            Answers::of(&boxes.batch(), PART - 3)
        });
        limit(Width::Widest);
        assert!(answers == wide && answers == narrow, "the width changes an answer");
        seen[2] += answers.beside.len();
        seen[3] += answers.rest.len();
        for row in (0..PART - 3).filter(|row| !answers.rest.contains(&(*row as u16))) {
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
    for _ in 0..count.div_ceil(PART) {
        let boxes = Boxes::random(&mut random, PART - 3, in_f32);
        let [answers, wide, narrow] = WIDTHS.map(|width| {
            limit(width);
            let mut all = vec![9.0; PART - 3];
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

/// Boxes that the lanes find to be farther apart than the margin have no contact, and no other is lost.
#[test]
fn boxes_that_are_far_have_no_contact() {
    let (mut random, mut seen) = (Random::new(4), [0; 3]);
    let count = clearance_testing::pairs(5_000_usize);
    for round in 0..count.div_ceil(PART) {
        let boxes = Boxes::random(&mut random, PART, in_f32);
        let margin = [0.0, 1e-3, 0.1][round % 3];
        let batch = &boxes.batch();
        let verdicts = verdicts(batch, PART, margin);
        let mut asked = vec![9; PART];
        let columns = &mut Contacts { count: &mut asked, ..Default::default() };
        assert_eq!(batch.contacts(margin, columns), Ok(0));
        for row in 0..PART {
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
