//! The 15 axes of two boxes against all axes of `exhaustive`, and queries that use them.

use clearance::algorithm::sat::d3::{self, Boxes, PolytopePair, exhaustive};
use clearance::algorithm::sat::{Feature, Outcome};
use clearance::glam::{DQuat, DVec3};
use clearance::hull::Facets;
use clearance::shape::{Cuboid, Rounded};
use clearance::verify::{Verdict, check};
use clearance::{Algorithm, Pose, Query, Status};
use clearance_testing::Random;

use super::bodies::{Body, cube_rotations};
use super::posed::{PosedPair, on_grid, slight_turn};

/// The unit of the errors below: no vertex is farther away.
fn size(posed: &PosedPair<'_>) -> f64 {
    posed.reach() * (1.0 + 1e-15)
}

fn half(body: &Body) -> DVec3 {
    body.points[7]
}

/// Only the test of the 15 axes.
fn fifteen(posed: &PosedPair<'_>) -> (Boxes, Outcome<DVec3>) {
    let [a, b] = [posed.a, posed.b].map(half);
    let pair = Boxes::new(a, b, &posed.motion(), size(posed));
    (pair, d3::boxes(&pair, &mut ()))
}

/// How often branches were reached, and the largest errors in epsilons of the size.
#[derive(Debug, Default)]
struct Counts {
    pairs: u32,
    apart: u32,
    face_a: u32,
    face_b: u32,
    edges: u32,
    depth: f64,
    points: f64,
}

impl Counts {
    fn check(&mut self, name: &str, posed: &PosedPair<'_>) {
        let (pair, found) = fifteen(posed);
        let unit = f64::EPSILON * size(posed);
        let [a, b] = [posed.a.facets(), posed.b.facets()];
        let slow = PolytopePair::new(&a, &b, &posed.motion(), posed.start(), size(posed));
        let slow = exhaustive(&slow, &mut ());
        self.pairs += 1;
        attained(name, posed, &found);
        named(name, [a, b], posed, &found);
        if found.overlap < -pair.touch() {
            self.apart += 1;
            assert!(slow.overlap <= found.overlap + 8.0 * unit, "{name}: {found:?} {slow:?}");
            return;
        }
        let off = found.overlap - slow.overlap;
        assert!(off.abs() <= pair.slack(found.overlap), "{name}: {found:?} {slow:?}");
        self.depth = self.depth.max(off.abs() / unit);
        match found.feature {
            Feature::FaceA(_) => self.face_a += 1,
            Feature::FaceB(_) => self.face_b += 1,
            Feature::Edges(..) => self.edges += 1,
            Feature::None => panic!("{name}: {found:?}"),
        }
        if found.overlap > pair.touch() {
            let off = off_points(posed, pair.points(&found), &found) / unit;
            assert!(off <= 64.0, "{name}: points off by {off} epsilons: {found:?}");
            self.points = self.points.max(off);
        }
    }

    /// Checks that at least these percentages of all pairs occurred.
    fn expect(&self, name: &str, least: [u32; 4]) {
        println!("{name}: {self:?}");
        let hits = [self.apart, self.face_a, self.face_b, self.edges];
        let enough = hits.iter().zip(least).all(|(hit, least)| 100 * hit >= least * self.pairs);
        assert!(enough, "{name}: {self:?} instead of at least {least:?} percent");
    }
}

/// The axis has length 1, and its overlap is that between the vertices, which are the farthest.
fn attained(name: &str, posed: &PosedPair<'_>, found: &Outcome<DVec3>) {
    let Outcome { axis, overlap, vertices, .. } = *found;
    let rounding = 8.0 * f64::EPSILON * size(posed);
    assert!((axis.length() - 1.0).abs() < 4e-15, "{name}: {found:?}");
    let motion = posed.motion();
    let top = posed.a.farthest(axis).dot(axis);
    let bottom = motion.apply(posed.b.farthest(motion.unrotate(-axis))).dot(axis);
    assert!((top - bottom - overlap).abs() <= rounding, "{name}: {found:?} {}", top - bottom);
    let [a, b] = vertices.map(|v| v as usize);
    let between = axis.dot(posed.a.points[a] - motion.apply(posed.b.points[b]));
    assert!((between - overlap).abs() <= rounding, "{name}: {found:?} {between}");
}

/// The axis is perpendicular to the feature named, and the vertices are on that feature.
fn named(name: &str, [a, b]: [Facets<'_>; 2], posed: &PosedPair<'_>, found: &Outcome<DVec3>) {
    let in_b = posed.motion().unrotate(found.axis);
    let face = |facets: Facets<'_>, face: u32, axis: DVec3, vertex: u32| {
        assert!((facets.normals().get(face) - axis).length() < 1e-14, "{name}: {found:?}");
        let t = facets.topology();
        let mut around = t.face_edges(face).map(|e| t.origin(e));
        assert!(around.any(|v| v == vertex), "{name}: {found:?}");
    };
    let edge = |facets: Facets<'_>, edge: u32, axis: DVec3| {
        let t = facets.topology();
        let ends = [t.origin(2 * edge), t.target(2 * edge)];
        let [p, q] = ends.map(|v| facets.vertices().get(v));
        assert!((q - p).normalize().dot(axis).abs() < 1e-14, "{name}: {found:?}");
        // Both ends are as far as any vertex.
        let top = facets.vertices().get(facets.scan(axis)).dot(axis);
        let short = top - p.dot(axis).min(q.dot(axis));
        assert!(short <= 8.0 * f64::EPSILON * size(posed), "{name}: {short} {found:?}");
    };
    match found.feature {
        Feature::FaceA(number) => face(a, number, found.axis, found.vertices[0]),
        Feature::FaceB(number) => face(b, number, -in_b, found.vertices[1]),
        Feature::Edges(i, j) => {
            edge(a, i, found.axis);
            edge(b, j, -in_b);
        }
        Feature::None => panic!("{name}: {found:?}"),
    }
}

/// The largest error: the distances of the points from the surfaces of their boxes, and the
/// deviation of their difference from the overlap along the axis.
fn off_points(posed: &PosedPair<'_>, [p, q]: [DVec3; 2], found: &Outcome<DVec3>) -> f64 {
    let in_b = posed.motion().unrotate(q - posed.motion().translation);
    let a = (p.abs() - half(posed.a)).max_element();
    let b = (in_b.abs() - half(posed.b)).max_element();
    let between = (p - q - found.axis * found.overlap).length();
    a.abs().max(b.abs()).max(between)
}

fn cuboid(random: &mut Random, low: f64, high: f64) -> Body {
    let mut side = || libm::pow(10.0, random.range(low, high));
    Body::cuboid(DVec3::new(side(), side(), side()))
}

fn survey(name: &str, pairs: u32, least: [u32; 4], mut make: impl FnMut(&mut Random, &mut Counts)) {
    let mut random = Random::new(name.bytes().map(u64::from).sum());
    let mut seen = Counts::default();
    (0..pairs).for_each(|_| make(&mut random, &mut seen));
    seen.expect(name, least);
}

#[test]
fn boxes_at_random() {
    survey("random boxes", 20_000, [5, 15, 15, 15], |random, seen| {
        let [a, b] = [0; 2].map(|_| cuboid(random, -0.5, 0.5));
        let q = random.rotation();
        seen.check("random", &PosedPair::random(random, &a, &b, q));
    });
}

/// Flat boxes and sticks: extents that differ by a factor of up to ten thousand.
#[test]
fn flat_boxes_and_sticks() {
    survey("flat boxes", 10_000, [5, 10, 10, 10], |random, seen| {
        let [a, b] = [0; 2].map(|_| {
            let mut sides = [[1.0, 0.7, 1e-4], [1.0, 1e-4, 2e-4], [1.0, 0.5, 0.8]][random.below(3)];
            sides.rotate_left(random.below(3));
            Body::cuboid(DVec3::from_array(sides))
        });
        let q = [random.rotation(), slight_turn(random)][random.below(2)];
        seen.check("flat", &PosedPair::random(random, &a, &b, q));
    });
}

#[test]
fn boxes_of_very_different_sizes() {
    survey("sizes", 10_000, [5, 10, 10, 1], |random, seen| {
        let a = cuboid(random, -0.5, 0.5);
        let scale = libm::pow(10.0, random.range(0.0, 6.0));
        let b = Body::cuboid(half(&cuboid(random, -0.5, 0.5)) / scale);
        let (a, b) = if random.below(2) == 0 { (a, b) } else { (b, a) };
        let q = random.rotation();
        seen.check("sizes", &PosedPair::random(random, &a, &b, q));
    });
}

/// The 24 rotations of a cube, some slightly perturbed; at random, on a grid where faces touch, and
/// with the same centre.
#[test]
fn boxes_almost_aligned() {
    let turns = cube_rotations();
    let sizes = [[1.0; 3], [1.0, 2.0, 0.5], [0.25, 0.25, 2.0]].map(DVec3::from_array);
    survey("aligned boxes", 40_000, [5, 20, 5, 5], |random, seen| {
        let [a, b] = [0; 2].map(|_| Body::cuboid(sizes[random.below(3)]));
        let q = slight_turn(random) * turns[random.below(24)];
        let posed = match random.below(3) {
            0 => PosedPair::new(&a, &b, on_grid(random, 0.25, 6), q),
            1 => PosedPair::concentric(&a, &b, q),
            _ => PosedPair::random(random, &a, &b, q),
        };
        seen.check("aligned", &posed);
    });
}

/// Two boxes rotated about a common axis have three pairs of parallel edges, and none of the
/// others is needed. Rounding must not let a parallel pair win, as happens where a quotient of
/// rounding errors is compared.
#[test]
fn parallel_edges_do_not_win_by_rounding() {
    let mut random = Random::new(7);
    let mut overlaps = 0;
    for _ in 0..5000 {
        let [a, b] = [0; 2].map(|_| cuboid(&mut random, -0.5, 0.5));
        let (turn, angle) = (random.rotation(), random.range(-3.0, 3.0));
        let axis = [DVec3::X, DVec3::Y, DVec3::Z][random.below(3)];
        // The relative pose is computed from two poses, as in queries, so that every entry has an
        // error.
        let pose_a = Pose::new(random.in_cube(1.0), turn).unwrap();
        let along = turn * random.direction3() * 0.5;
        let turned = turn * DQuat::from_axis_angle(axis, angle);
        let pose_b = Pose::new(pose_a.translation() + along, turned).unwrap();
        let [a, b] = [a, b].map(|body| Cuboid::new(half(&body)).unwrap());
        let answer = Query::new(&a, &pose_a, &b, &pose_b).clearance();
        overlaps += u32::from(answer.algorithm == Algorithm::SatBoxes);
        assert!(!matches!(answer.feature, Feature::Edges(..)), "{answer:?}");
    }
    assert!(overlaps > 2500, "{overlaps} of 5000 overlap");
}

/// For two equal boxes in the same place every face is equally good: the first one is taken.
#[test]
fn concentric_boxes_separate_along_the_first_of_the_shortest_axes() {
    let a = Cuboid::new(DVec3::new(2.0, 1.0, 1.0)).unwrap();
    let answer = Query::relative(&a, &a, &Pose::IDENTITY).clearance();
    assert_eq!(answer.algorithm, Algorithm::SatBoxes);
    assert_eq!((answer.signed_distance, answer.normal), (-2.0, DVec3::Y));
    assert_eq!(answer.feature, Feature::FaceA(3));
    assert_eq!((answer.point_a, answer.point_b), (DVec3::Y, -DVec3::Y));
}

/// Where boxes overlap, queries use the 15 axes, and the checker proves the certificate. Where they
/// touch or are apart, queries use other algorithms.
#[test]
fn queries_of_boxes_are_proven() {
    let mut random = Random::new(8);
    let (mut overlapping, mut others) = (0, 0);
    for i in 0..600 {
        let [a, b] = [0; 2].map(|_| cuboid(&mut random, -0.5, 0.5));
        let q = [random.rotation(), slight_turn(&mut random)][i % 2];
        let PosedPair { pose, .. } = PosedPair::random(&mut random, &a, &b, q);
        let [a, b] = [a, b].map(|body| Cuboid::new(half(&body)).unwrap());
        let query = || Query::relative(&a, &b, &pose);
        let certificate = query().certificate();
        let answer = certificate.answer;
        if answer.algorithm == Algorithm::SatBoxes {
            overlapping += 1;
            assert_eq!(answer.status(), Status::Overlapping, "{answer:?}");
            let by_name = query().algorithm(Algorithm::SatBoxes).clearance();
            assert_eq!(by_name.signed_distance, answer.signed_distance);
            let depth = query().penetration().map(|p| p.depth);
            assert_eq!(depth, Some(-answer.signed_distance));
        } else {
            others += 1;
        }
        let verdict = check(&a, &Pose::IDENTITY, &b, &pose, &certificate);
        assert!(matches!(verdict, Verdict::Proven), "{verdict:?} {certificate:?}");
    }
    assert!(overlapping > 300 && others > 60, "{overlapping} overlap, {others} do not");
}

/// Selected by name, the test applies to boxes only.
#[test]
fn other_shapes_have_no_answer() {
    let a = Cuboid::new(DVec3::ONE).unwrap();
    let b = clearance::shape::Ball::new(1.0).unwrap();
    let mut query = Query::relative(&a, &b, &Pose::IDENTITY).algorithm(Algorithm::SatBoxes);
    let answer = query.clearance();
    assert_eq!(answer.algorithm, Algorithm::SatBoxes);
    assert!(!answer.lower.is_finite() && !answer.upper.is_finite());
}

/// `intersects` and `within` for boxes and rounded boxes agree with the signed distance wherever
/// its sign is clear.
#[test]
fn booleans_of_boxes_agree_with_the_distance() {
    let mut random = Random::new(9);
    let (mut yes, mut no) = (0, 0);
    for i in 0..4000 {
        let [a, b] = [0; 2].map(|_| cuboid(&mut random, -0.5, 0.5));
        let q = [random.rotation(), slight_turn(&mut random)][i % 2];
        let radius = [0.0, random.range(0.0, 0.5)][i / 2 % 2];
        let along = random.direction3();
        let overlap = random.range(-0.5, 0.3) - 2.0 * radius;
        let PosedPair { pose, .. } = PosedPair::pushed(&a, &b, q, along, overlap);
        let [a, b] =
            [a, b].map(|body| Rounded::new(Cuboid::new(half(&body)).unwrap(), radius).unwrap());
        let query = || Query::relative(&a, &b, &pose);
        let truth = query().algorithm(Algorithm::Gjk).clearance();
        let distance = random.range(0.0, 0.2);
        for (limit, answer) in [(0.0, query().intersects()), (distance, query().within(distance))] {
            if truth.lower > limit {
                assert!(!answer, "pair {i}: {truth:?} {limit}");
                no += 1;
            } else if truth.upper <= limit {
                assert!(answer, "pair {i}: {truth:?} {limit}");
                yes += 1;
            }
        }
    }
    assert!(yes > 2000 && no > 2000, "{yes} yes and {no} no");
}
