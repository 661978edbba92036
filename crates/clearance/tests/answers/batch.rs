//! Batches compared with single queries. The answers do not depend on the other rows or on the
//! number of threads.

use clearance::answer::{FeatureId, ImpactStatus};
use clearance::batch::{
    Batch, Booleans, Casts, Clearances, Contacts, Distances, Outcome, Pairs, Penetrations, PoseRow,
    points_per_row,
};
use clearance::number::Scalar;
use clearance::shape::ConvexShape;
use clearance::space::Vector;
use clearance::{Error, Pose, Query, Shape, Status, Sweep, batch};
use clearance_testing::Random;
use glam::{DVec2, DVec3, Quat, Vec2, Vec3};

use crate::common::pairs::{Maker, Recipe, Stand, pose};

/// Shapes of all kinds, poses, and rows of indices into both.
struct Many<V: Vector> {
    shapes: Vec<Shape<V>>,
    poses: Vec<Pose<V>>,
    rows: Vec<[u32; 4]>,
}

impl<V: Maker> Many<V> {
    fn random(random: &mut Random, rows: usize) -> Self {
        let shapes = (0..60).map(|_| Recipe::random(random, V::DIM).make(1.0)).collect();
        let poses = (0..90).map(|_| pose(&Stand::random(random, 1.2), 1.0)).collect();
        let mut row = |_| [60, 90, 60, 90].map(|count| random.below(count) as u32);
        Self { shapes, poses, rows: (0..rows).map(&mut row).collect() }
    }

    fn batch(&self) -> Batch<'_, V> {
        Batch::new(&self.shapes, &self.poses, Pairs::Placed(&self.rows))
    }

    fn are_boxes(&self, row: usize) -> bool {
        let [a, _, b, _] = self.rows[row];
        [a, b].into_iter().all(|shape| match &self.shapes[shape as usize] {
            Shape::Convex(shape) => matches!(shape.inner(), ConvexShape::Cuboid(_)),
            Shape::HalfSpace(_) => false,
        })
    }

    /// The rows as single queries.
    fn queries(&self) -> impl Iterator<Item = Query<'_, V>> {
        self.rows.iter().map(|row| {
            let [a, at_a, b, at_b] = row.map(|i| i as usize);
            Query::new(&self.shapes[a], &self.poses[at_a], &self.shapes[b], &self.poses[at_b])
        })
    }
}

/// Columns that own their memory.
struct Owned<V: Vector> {
    intersects: Vec<bool>,
    status: Vec<Status>,
    impact: Vec<ImpactStatus>,
    numbers: [Vec<V::Scalar>; 3],
    vectors: [Vec<V>; 3],
    count: Vec<u8>,
    separation: Vec<V::Scalar>,
    points: [Vec<V>; 2],
    feature: Vec<FeatureId>,
    outcome: Vec<Outcome>,
}

impl<V: Vector> Owned<V> {
    fn new(rows: usize) -> Self {
        let points = rows * points_per_row::<V>();
        let numbers = |count| vec![<V::Scalar as Scalar>::ONE; count];
        Self {
            intersects: vec![false; rows],
            status: vec![Status::Apart; rows],
            impact: vec![ImpactStatus::Hit; rows],
            numbers: [numbers(rows), numbers(rows), numbers(rows)],
            vectors: [vec![V::ZERO; rows], vec![V::ZERO; rows], vec![V::ZERO; rows]],
            count: vec![9; rows],
            separation: numbers(points),
            points: [vec![V::unit(0); points], vec![V::unit(1); points]],
            feature: vec![FeatureId::default(); points],
            outcome: vec![Outcome::NoShape; rows],
        }
    }
    fn booleans(&mut self) -> Booleans<'_> {
        Booleans { intersects: &mut self.intersects, outcome: &mut self.outcome }
    }
    fn distances(&mut self) -> Distances<'_, V> {
        Distances { distance: &mut self.numbers[0], outcome: &mut self.outcome }
    }
    fn penetrations(&mut self) -> Penetrations<'_, V> {
        let (intersects, [depth, ..]) = (&mut self.intersects, &mut self.numbers);
        let ([normal, point_a, point_b], outcome) = (&mut self.vectors, &mut self.outcome);
        Penetrations { intersects, depth, normal, point_a, point_b, outcome }
    }
    fn clearances(&mut self) -> Clearances<'_, V> {
        let [signed_distance, lower, upper] = &mut self.numbers;
        let [normal, point_a, point_b] = &mut self.vectors;
        let (status, outcome) = (&mut self.status, &mut self.outcome);
        Clearances { status, signed_distance, lower, upper, normal, point_a, point_b, outcome }
    }
    fn contacts(&mut self) -> Contacts<'_, V> {
        let ([normal, ..], [point_a, point_b]) = (&mut self.vectors, &mut self.points);
        let (count, separation) = (&mut self.count, &mut self.separation);
        let (feature, outcome) = (&mut self.feature, &mut self.outcome);
        Contacts { count, normal, separation, point_a, point_b, feature, outcome }
    }
    fn casts(&mut self) -> Casts<'_, V> {
        let [time, lower, upper] = &mut self.numbers;
        let [normal, point_a, point_b] = &mut self.vectors;
        let (status, outcome) = (&mut self.impact, &mut self.outcome);
        Casts { status, time, lower, upper, normal, point_a, point_b, outcome }
    }
}

fn rows_are_answered_as_alone<V: Maker>(seed: u64) {
    let rows = clearance_testing::pairs(2500_usize);
    let many = Many::<V>::random(&mut Random::new(seed), rows);
    let (batch, mut owned, mut touching, mut met) = (many.batch(), Owned::new(rows), 0, 0);
    let (mut boxes, mut apart, mut deep) = (0, 0, 0);

    assert_eq!(batch.intersects(&mut owned.booleans()), Ok(0));
    for (i, mut query) in many.queries().enumerate() {
        assert_eq!(owned.intersects[i], query.intersects(), "{i}");
        assert_eq!(owned.outcome[i], Outcome::Answered);
        touching += usize::from(owned.intersects[i]);
    }

    assert_eq!(batch.distance(&mut owned.distances()), Ok(0));
    for (i, mut query) in many.queries().enumerate() {
        let (found, alone) = (owned.numbers[0][i], query.distance());
        let is_near = many.are_boxes(i) && found > Scalar::ZERO && alone > Scalar::ZERO;
        // A batch of boxes uses a kernel of its own, which is tested separately.
        assert!(found == alone || is_near, "{i}");
        apart += usize::from(found > Scalar::ZERO);
    }

    assert_eq!(batch.penetration(&mut owned.penetrations()), Ok(0));
    for (i, mut query) in many.queries().enumerate() {
        let found = query.penetration();
        assert_eq!(owned.intersects[i], found.is_some(), "{i}");
        assert_eq!(owned.outcome[i], Outcome::Answered);
        let Some(found) = found else { continue };
        let (depth, is_boxes) = (owned.numbers[0][i], many.are_boxes(i));
        let off = (depth.to_f64() - found.depth.to_f64()).abs();
        let vectors = owned.vectors.each_ref().map(|column| column[i]);
        let is_same =
            depth == found.depth && vectors == [found.normal, found.point_a, found.point_b];
        // The kernel for boxes may choose another of two equal axes.
        assert!(is_same || is_boxes && off <= 1e-6, "{i}: {depth:?} {found:?}");
        deep += 1;
    }

    assert_eq!(batch.clearance(&mut owned.clearances()), Ok(0));
    for (i, mut query) in many.queries().enumerate() {
        let answer = query.clearance();
        let [signed_distance, lower, upper] = [0, 1, 2].map(|k| owned.numbers[k][i]);
        let [normal, point_a, point_b] = [0, 1, 2].map(|k| owned.vectors[k][i]);
        assert_eq!(owned.status[i], answer.status(), "{i}");
        // The kernel for boxes may return other bounds, which must overlap these.
        if many.are_boxes(i) && lower <= answer.upper && answer.lower <= upper {
            boxes += 1;
            continue;
        }
        assert_eq!([lower, upper], [answer.lower, answer.upper], "{i}");
        assert_eq!(signed_distance, answer.signed_distance);
        assert_eq!([normal, point_a, point_b], [answer.normal, answer.point_a, answer.point_b]);
    }

    let margin = V::Scalar::of(0.05);
    assert_eq!(batch.contacts(margin, &mut owned.contacts()), Ok(0));
    for (i, mut query) in many.queries().enumerate() {
        let found = query.manifold(margin);
        let points = found.as_ref().map_or(&[][..], |found| found.points());
        assert_eq!(usize::from(owned.count[i]), points.len(), "{i}");
        assert!(found.is_none_or(|found| found.normal == owned.vectors[0][i]));
        for (k, point) in points.iter().enumerate() {
            let at = i * points_per_row::<V>() + k;
            assert_eq!(owned.points.each_ref().map(|p| p[at]), [point.point_a, point.point_b]);
            assert_eq!(
                (owned.separation[at], owned.feature[at]),
                (point.separation, point.feature)
            );
        }
        met += usize::from(!points.is_empty());
    }
    assert!(boxes > 0 && boxes < rows / 10, "{boxes} of {rows}");
    assert!(apart + touching == rows && deep == touching, "{apart} {touching} {deep}");
    for found in [touching, met] {
        assert!(found > rows / 8 && found < rows * 7 / 8, "{found} of {rows}");
    }
}

#[test]
fn rows_equal_single_queries_in_the_plane() {
    rows_are_answered_as_alone::<Vec2>(1);
    rows_are_answered_as_alone::<DVec2>(2);
}

#[test]
fn rows_equal_single_queries_in_space() {
    rows_are_answered_as_alone::<Vec3>(3);
    rows_are_answered_as_alone::<DVec3>(4);
}

fn casts_are_those_of_single_questions<V: Maker>(seed: u64) {
    let rows = clearance_testing::pairs(300_usize);
    let (mut random, tmax) = (Random::new(seed), V::Scalar::of(2.0));
    let many = Many::<V>::random(&mut random, rows);
    let mut moving = |pose| {
        let velocity = V::from_fn(|_| V::Scalar::of(random.signed()));
        Sweep::linear(pose, velocity).unwrap()
    };
    let sweeps: Vec<Sweep<V>> = many.poses.iter().map(&mut moving).collect();
    let (mut owned, mut hits) = (Owned::<V>::new(rows), 0);
    let pairs = Pairs::Placed(&many.rows);
    assert_eq!(batch::casts(&many.shapes, &sweeps, pairs, tmax, &mut owned.casts()), Ok(0));
    for (i, row) in many.rows.iter().enumerate() {
        let [a, at_a, b, at_b] = row.map(|i| i as usize);
        let [a, b] = [&many.shapes[a], &many.shapes[b]];
        let impact = clearance::time_of_impact(a, &sweeps[at_a], b, &sweeps[at_b], tmax).unwrap();
        assert_eq!(owned.impact[i], impact.status, "{i}");
        let numbers = owned.numbers.each_ref().map(|column| column[i]);
        assert_eq!(numbers, [impact.time, impact.lower, impact.upper], "{i}");
        let vectors = owned.vectors.each_ref().map(|column| column[i]);
        assert_eq!(vectors, [impact.normal, impact.point_a, impact.point_b], "{i}");
        hits += usize::from(impact.hit());
    }
    assert!(hits > rows / 8 && hits < rows * 7 / 8 + 1, "{hits} of {rows}");
}

#[test]
fn casts_equal_single_queries() {
    casts_are_those_of_single_questions::<Vec2>(5);
    casts_are_those_of_single_questions::<DVec3>(6);
    casts_are_those_of_single_questions::<Vec3>(7);
}

/// A row that cannot be answered gets an outcome with the reason and proves nothing. The other rows
/// are not affected.
#[test]
fn a_bad_row_changes_no_other_row() {
    let mut many = Many::<Vec3>::random(&mut Random::new(8), 3000);
    let mut good = Owned::<Vec3>::new(3000);
    many.batch().intersects(&mut good.booleans()).unwrap();

    let nowhere = many.poses.len() as u32;
    many.poses.push(Pose::from_unit(Vec3::NAN, Quat::IDENTITY));
    many.poses.push(Pose::from_unit(Vec3::ONE, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)));
    many.poses.push(Pose::from_unit(Vec3::ONE, Quat::from_xyzw(f32::INFINITY, 0.0, 0.0, 1.0)));
    let bad = [
        ([60, 0, 1, 1], Outcome::NoShape),
        ([0, 0, u32::MAX, 1], Outcome::NoShape),
        ([0, nowhere + 3, 1, 1], Outcome::NoPose),
        ([0, 0, 1, u32::MAX], Outcome::NoPose),
        ([0, nowhere, 1, 1], Outcome::BadPose),
        ([0, 1, 1, nowhere + 1], Outcome::BadPose),
        ([0, 1, 1, nowhere + 2], Outcome::BadPose),
    ];
    let old = many.rows.clone();
    for (i, row) in many.rows.iter_mut().enumerate().skip(3).step_by(5) {
        *row = bad[i % bad.len()].0;
    }
    let mut owned = Owned::new(3000);
    let without = many.batch().intersects(&mut owned.booleans()).unwrap();
    assert_eq!(without, 600);
    for (i, row) in many.rows.iter().enumerate() {
        if *row == old[i] {
            assert_eq!(
                (owned.intersects[i], owned.outcome[i]),
                (good.intersects[i], Outcome::Answered)
            );
        } else {
            assert_eq!((owned.intersects[i], owned.outcome[i]), (true, bad[i % bad.len()].1));
        }
    }
    assert_eq!(many.batch().distance(&mut owned.distances()), Ok(600));
    assert!((3..3000).step_by(5).all(|i| owned.numbers[0][i] == 0.0));
    assert!((3..3000).step_by(5).all(|i| owned.outcome[i] != Outcome::Answered));
    assert_eq!(many.batch().penetration(&mut owned.penetrations()), Ok(600));
    assert!((3..3000).step_by(5).all(|i| owned.intersects[i] && owned.numbers[0][i] == 0.0));
    assert_eq!(many.batch().clearance(&mut owned.clearances()), Ok(600));
    for i in (3..3000).step_by(5) {
        let bounds = owned.numbers.each_ref().map(|column| column[i]);
        assert_eq!(
            (owned.status[i], bounds),
            (Status::Undecided, [0.0, -f32::INFINITY, f32::INFINITY])
        );
    }
    assert_eq!(many.batch().contacts(0.1, &mut owned.contacts()), Ok(600));
    assert!((3..3000).step_by(5).all(|i| owned.count[i] == 0));
    let sweeps: Vec<_> = many.poses.iter().map(Sweep::at_rest).collect();
    let pairs = Pairs::Placed(&many.rows);
    assert_eq!(batch::casts(&many.shapes, &sweeps, pairs, 0.0, &mut owned.casts()), Ok(600));
    assert!((3..3000).step_by(5).all(|i| owned.impact[i] == ImpactStatus::Undecided));
}

/// All three ways to name pairs give the same rows; index lists end where the shorter list ends.
#[test]
fn rows_are_named_in_three_ways() {
    let many = Many::<Vec3>::random(&mut Random::new(9), 0);
    let (shapes, poses) = (&many.shapes[..], &many.poses[..]);
    let bodies: Vec<[u32; 2]> = (1..60).map(|b| [0, b]).collect();
    let placed: Vec<[u32; 4]> = bodies.iter().map(|[a, b]| [*a, *a, *b, *b]).collect();
    let (mut by_body, mut by_place) = (Owned::new(59), Owned::new(59));
    batch::clearance(shapes, poses, Pairs::Bodies(&bodies), &mut by_body.clearances()).unwrap();
    batch::clearance(shapes, poses, Pairs::Placed(&placed), &mut by_place.clearances()).unwrap();
    assert_eq!(by_body.numbers, by_place.numbers);

    let placed: Vec<[u32; 4]> = (1..100).map(|at_b| [3, 0, 7, at_b]).collect();
    let of_two = Pairs::Poses { shapes: [3, 7], pose_a: 0, poses_b: 1..100 };
    let (mut by_pose, mut by_place) = (Owned::new(99), Owned::new(99));
    assert_eq!(batch::clearance(shapes, poses, of_two, &mut by_pose.clearances()), Ok(10));
    let pairs = Pairs::Placed(&placed);
    assert_eq!(batch::clearance(shapes, poses, pairs, &mut by_place.clearances()), Ok(10));
    assert_eq!((by_pose.numbers, by_pose.outcome), (by_place.numbers, by_place.outcome));
}

/// Columns may be left out, but a column of another length is an error.
#[test]
fn columns_have_the_length_of_the_batch() {
    let many = Many::<Vec2>::random(&mut Random::new(10), 5);
    let (mut short, mut outcome) = ([0.0; 9], [Outcome::default(); 5]);
    let mut columns =
        Contacts { separation: &mut short, outcome: &mut outcome, ..Default::default() };
    let wrong = Error::WrongLength { what: "separation", len: 9, expected: 10 };
    assert_eq!(many.batch().contacts(0.0, &mut columns), Err(wrong));
    let mut right = [0.0; 10];
    columns.separation = &mut right;
    assert_eq!(many.batch().contacts(0.0, &mut columns), Ok(0));
    assert_eq!(many.batch().intersects(&mut Booleans::default()), Ok(0));
    let nan = many.batch().contacts(f32::NAN, &mut columns);
    assert!(matches!(nan, Err(Error::NotFinite { what: "margin", .. })));
}

/// The results are bit-identical for any number of threads.
#[test]
fn threads_change_no_bit() {
    let rows = 5000;
    let many = Many::<Vec3>::random(&mut Random::new(11), rows);
    let mut alone = Owned::new(rows);
    many.batch().clearance(&mut alone.clearances()).unwrap();
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (mut owned, seen) = (Owned::new(rows), std::sync::Mutex::new(Vec::new()));
        let progress = |done, all| seen.lock().unwrap().push((done, all));
        let batch = many.batch().parallel().progress(&progress);
        pool.install(|| batch.clearance(&mut owned.clearances())).unwrap();
        assert_eq!((&owned.numbers, &owned.vectors), (&alone.numbers, &alone.vectors));
        assert_eq!((&owned.status, &owned.outcome), (&alone.status, &alone.outcome));
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        assert!(seen.len() > 1 && seen.last() == Some(&(rows, rows)), "{seen:?}");
    }
}

/// Poses as rows of numbers are those that [`Pose::new`] makes of them. What it refuses is a bad pose.
#[test]
fn rows_of_numbers_are_poses() {
    let (mut random, shapes) =
        (Random::new(12), Many::<Vec3>::random(&mut Random::new(13), 0).shapes);
    let mut rows: Vec<[f32; 7]> =
        (0..300).map(|_| core::array::from_fn(|_| random.signed() as f32 * 1.5)).collect();
    rows[7] = [0.0; 7];
    (rows[8][2], rows[9][3], rows[10][6]) = (f32::NAN, f32::INFINITY, f32::NAN);
    let made = |[x, y, z, turn @ ..]: &[f32; 7]| {
        Pose::new(Vec3::new(*x, *y, *z), Quat::from_array(*turn)).ok()
    };
    let nowhere = Pose::from_unit(Vec3::NAN, Quat::IDENTITY);
    let poses: Vec<_> = rows.iter().map(|row| made(row).unwrap_or(nowhere)).collect();
    let pairs = Pairs::Poses { shapes: [3, 8], pose_a: 0, poses_b: 1..300 };
    let (mut of_rows, mut of_poses) = (Owned::new(299), Owned::new(299));
    let batch = Batch::of_rows(&shapes, &rows, pairs.clone());
    assert_eq!(batch.clearance(&mut of_rows.clearances()), Ok(4));
    let batch = Batch::new(&shapes, &poses, pairs);
    assert_eq!(batch.clearance(&mut of_poses.clearances()), Ok(4));
    assert_eq!((&of_rows.numbers, &of_rows.vectors), (&of_poses.numbers, &of_poses.vectors));
    for (row, outcome) in rows[1..].iter().zip(of_rows.outcome) {
        let expected = if made(row).is_some() { Outcome::Answered } else { Outcome::BadPose };
        assert_eq!(outcome, expected, "{row:?}");
    }

    let [first, second] = [[0.5, -2.0, 3.0], [f64::NAN, 0.0, 0.0]];
    let pose = Pose::new(DVec2::new(0.5, -2.0), 3.0).unwrap();
    assert_eq!(PoseRow::<DVec2>::pose(&first).unwrap(), pose);
    assert!(PoseRow::<DVec2>::pose(&second).is_err());
}

/// A batch of few rows lowers no shape before it is asked, and gives the answers of a large one.
#[test]
fn few_rows_are_answered_as_many() {
    let many = Many::<Vec2>::random(&mut Random::new(14), 600);
    let (mut all, mut touching) = (Owned::new(600), 0);
    many.batch().penetration(&mut all.penetrations()).unwrap();
    for (i, few) in many.rows.chunks(50).enumerate() {
        let mut owned = Owned::new(50);
        let batch = Batch::new(&many.shapes, &many.poses, Pairs::Placed(few));
        assert_eq!(batch.penetration(&mut owned.penetrations()), Ok(0));
        let rows = 50 * i..50 * (i + 1);
        assert_eq!(owned.intersects, all.intersects[rows.clone()]);
        assert_eq!(owned.numbers[0], all.numbers[0][rows.clone()]);
        assert_eq!(owned.vectors[0], all.vectors[0][rows]);
        touching += owned.intersects.iter().filter(|touch| **touch).count();
    }
    assert!((100..500).contains(&touching), "{touching}");
}
