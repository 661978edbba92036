//! Separating axis tests in 2D: merged against exhaustive, and both against the reference.
//! `CLEARANCE_PAIRS` sets how many pairs of each kind (default 2,000).

use clearance::algorithm::sat::d2::{Few, PolygonPair, Ring, exhaustive, merged};
use clearance::algorithm::sat::{Feature, Outcome};
use clearance::d2_f64::{DVec2, Pose};
use clearance::hull::{Hull2, Outline, build2};
use clearance::minkowski::difference;
use clearance::minkowski::reference::signed_distance;
use clearance::space::Motion;
use clearance_testing::Random;

const TAU: f64 = core::f64::consts::TAU;

fn pairs() -> usize {
    clearance_testing::pairs(2000)
}
fn on_circle(angle: f64) -> DVec2 {
    DVec2::new(libm::cos(angle), libm::sin(angle))
}
fn regular(count: usize) -> Vec<DVec2> {
    (0..count).map(|i| on_circle(TAU * i as f64 / count as f64)).collect()
}
/// Vertices on an ellipse.
fn ellipse(random: &mut Random, count: usize) -> Vec<DVec2> {
    let flat = DVec2::new(1.0, random.range(0.2, 1.0));
    (0..count).map(|_| on_circle(random.range(0.0, TAU)) * flat).collect()
}
fn motion(at: DVec2, angle: f64) -> Motion<DVec2> {
    Motion::of(&Pose::new(at, angle).unwrap())
}
/// 0, or from 1e-12 to 1e-2.
fn perturbation(random: &mut Random) -> f64 {
    match random.below(3) {
        0 => 0.0,
        _ => libm::pow(10.0, random.range(-12.0, -2.0)),
    }
}

/// A polygon of any kind, in the representation for the tests.
enum Shape {
    Many(Outline<DVec2>),
    Few(Few, Vec<DVec2>),
}

impl Shape {
    fn hull(points: &[DVec2]) -> Self {
        match build2(points).unwrap() {
            Hull2::Outline(outline) => Self::Many(outline),
            Hull2::Segment(ends) => Self::Few(Few::segment(ends), ends.into()),
            Hull2::Point(p) => Self::Few(Few::point(p), [p].into()),
        }
    }
    fn rectangle(half: DVec2) -> Self {
        let corner = |i: usize| {
            let sign = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
            DVec2::new(sign(0), sign(1)) * half
        };
        Self::Few(Few::rectangle(half), (0..4).map(corner).collect())
    }
    fn points(&self) -> &[DVec2] {
        match self {
            Self::Many(outline) => outline.vertices(),
            Self::Few(_, points) => points,
        }
    }
    fn ring(&self) -> Ring<'_> {
        match self {
            Self::Many(outline) => outline.into(),
            Self::Few(few, _) => few.ring(),
        }
    }
    fn reach(&self) -> f64 {
        self.points().iter().map(|p| p.length()).fold(0.0, f64::max)
    }
}

/// Counts for a kind of pairs.
#[derive(Default, Debug)]
struct Tally {
    overlap: usize,
    apart: usize,
    touch: usize,
}

impl Tally {
    /// Runs both tests and the reference, and compares the results.
    #[track_caller]
    fn check(&mut self, a: &Shape, b: &Shape, b_in_a: &Motion<DVec2>) -> Outcome<DVec2> {
        let size = a.reach() + b.reach() + b_in_a.translation.length();
        let pair = PolygonPair::new(a.ring(), b.ring(), b_in_a, b_in_a.translation, size);
        let slack = 4.0 * pair.rounding();
        let (slow, fast) = (exhaustive(&pair, &mut ()), merged(&pair, &mut ()));
        let moved: Vec<DVec2> = b.points().iter().map(|p| b_in_a.apply(*p)).collect();
        let truth = signed_distance(&difference(a.points(), &moved)).signed_distance;
        let context = || format!("{fast:?} {slow:?} {truth} {:?} {moved:?}", a.points());
        if truth > slack {
            assert!(slow.overlap < 0.0 && fast.overlap < 0.0, "{}", context());
            assert!(-slow.overlap <= truth + slack && -fast.overlap <= truth + slack);
            self.apart += 1;
        } else if truth < -slack {
            assert!((slow.overlap + truth).abs() <= slack, "{}", context());
            assert!((fast.overlap + truth).abs() <= slack, "{}", context());
            self.overlap += 1;
        } else {
            assert!(slow.overlap.abs() <= 2.0 * slack, "{}", context());
            assert!(fast.overlap.abs() <= 2.0 * slack, "{}", context());
            self.touch += 1;
        }
        attained(&fast, a.points(), &moved, slack);
        if truth < -slack {
            assert!(fast.feature != Feature::None);
            deepest(&fast, pair.points(&fast), [a.points(), &moved], slack);
        }
        assert_eq!(fast.counters.supports, 2);
        assert!(fast.counters.axes as usize <= 1 + a.points().len().max(4) + moved.len().max(4));
        fast
    }
}

/// The overlap is that along the axis, and the vertices are the farthest.
#[track_caller]
fn attained(found: &Outcome<DVec2>, a: &[DVec2], b: &[DVec2], slack: f64) {
    let axis = found.axis;
    assert!((axis.length() - 1.0).abs() < 1e-15);
    let top = a.iter().map(|p| axis.dot(*p)).fold(f64::MIN, f64::max);
    let bottom = b.iter().map(|p| axis.dot(*p)).fold(f64::MAX, f64::min);
    assert!((top - bottom - found.overlap).abs() <= slack, "{found:?}");
    let [v, w] = found.vertices.map(|v| v as usize);
    assert!(top - axis.dot(a[v]) <= slack && axis.dot(b[w]) - bottom <= slack, "{found:?}");
}

/// The witness points are in the shapes, and are the deepest points along the axis.
#[track_caller]
fn deepest(found: &Outcome<DVec2>, points: [DVec2; 2], shapes: [&[DVec2]; 2], slack: f64) {
    assert!((points[0] - points[1] - found.axis * found.overlap).length() <= slack);
    for (point, shape) in points.iter().zip(shapes) {
        let outside = signed_distance(&difference(shape, &[*point])).signed_distance;
        assert!(outside.abs() <= slack, "{found:?}: {outside}");
    }
}

/// If they overlap, moves B along the axis until the overlap is between 1e-6 and 0.1.
fn shallow(random: &mut Random, found: &Outcome<DVec2>, b_in_a: &mut Motion<DVec2>) {
    let target = libm::pow(10.0, random.range(-6.0, -1.0));
    if found.overlap > target {
        b_in_a.translation += found.axis * (found.overlap - target);
    }
}

#[test]
fn random_polygons() {
    let mut random = Random::new(1);
    let mut tally = Tally::default();
    for round in 0..pairs() {
        let (n, m) = (3 + random.below(62), 3 + random.below(62));
        let (a, b) = (ellipse(&mut random, n), ellipse(&mut random, m));
        let (a, b) = (Shape::hull(&a), Shape::hull(&b));
        let far = if round % 8 == 0 { 0.0 } else { random.range(0.0, 2.0) };
        let at = on_circle(random.range(0.0, TAU)) * far;
        let mut b_in_a = motion(at, random.range(0.0, TAU));
        let found = tally.check(&a, &b, &b_in_a);
        if round % 2 == 0 {
            shallow(&mut random, &found, &mut b_in_a);
            tally.check(&a, &b, &b_in_a);
        }
    }
    assert!(tally.overlap > pairs() && tally.apart > pairs() / 8, "{tally:?}");
}

#[test]
fn aligned_polygons() {
    let mut random = Random::new(2);
    let mut tally = Tally::default();
    for round in 0..pairs() {
        let (n, m) = (3 + random.below(30), 3 + random.below(30));
        let (a, mut b) = match round % 4 {
            0 => (Shape::hull(&regular(n)), Shape::hull(&regular(n))),
            1 => (Shape::hull(&regular(n)), Shape::hull(&regular(m))),
            _ => {
                let mut half = || DVec2::new(random.range(0.1, 1.0), random.range(0.1, 1.0));
                (Shape::rectangle(half()), Shape::rectangle(half()))
            }
        };
        if round % 8 == 7 {
            b = Shape::hull(b.points());
        }
        let turn = random.below(4) as f64 * TAU / 4.0 + perturbation(&mut random);
        let at = DVec2::new(random.range(-1.5, 1.5), random.range(-1.5, 1.5));
        let at = if round % 5 == 0 { DVec2::ZERO } else { at };
        let mut b_in_a = motion(at, turn);
        let found = tally.check(&a, &b, &b_in_a);
        shallow(&mut random, &found, &mut b_in_a);
        tally.check(&a, &b, &b_in_a);
    }
    assert!(tally.overlap > pairs() && tally.apart > pairs() / 8, "{tally:?}");
}

#[test]
fn segments_points_and_needles() {
    let mut random = Random::new(3);
    let mut tally = Tally::default();
    let shape = |random: &mut Random| match random.below(6) {
        0 => Shape::hull(&[on_circle(random.range(0.0, TAU)), DVec2::ZERO]),
        1 => {
            let axis = [DVec2::X, DVec2::Y][random.below(2)];
            Shape::hull(&[axis * random.range(-1.0, 1.0), axis])
        }
        2 => Shape::hull(&[on_circle(random.range(0.0, TAU)) * random.below(2) as f64]),
        3 => Shape::rectangle(DVec2::new(1.0, 1e-4)),
        4 => {
            let thin: Vec<DVec2> = regular(12).iter().map(|p| *p * DVec2::new(1.0, 1e-4)).collect();
            Shape::hull(&thin)
        }
        _ => Shape::hull(&ellipse(random, 8)),
    };
    for _ in 0..pairs() {
        let (a, b) = (shape(&mut random), shape(&mut random));
        let turn = match random.below(3) {
            0 => random.range(0.0, TAU),
            _ => random.below(4) as f64 * TAU / 4.0 + perturbation(&mut random),
        };
        let at = DVec2::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0));
        let mut b_in_a = motion(at * [0.0, 1e-4, 0.5][random.below(3)], turn);
        let found = tally.check(&a, &b, &b_in_a);
        shallow(&mut random, &found, &mut b_in_a);
        tally.check(&a, &b, &b_in_a);
    }
    let least = pairs() / 10;
    assert!(tally.overlap > least && tally.apart > least && tally.touch > least / 2, "{tally:?}");
}

#[test]
fn any_scale() {
    let mut random = Random::new(4);
    let mut tally = Tally::default();
    for round in 0..pairs() {
        let scale = libm::pow(10.0, random.range(-6.0, 6.0));
        let other = scale * libm::pow(10.0, random.range(-3.0, 3.0));
        let scaled = |points: Vec<DVec2>, by: f64| -> Vec<DVec2> {
            points.into_iter().map(|p| p * by).collect()
        };
        let a = Shape::hull(&scaled(ellipse(&mut random, 3 + round % 30), scale));
        let b = Shape::hull(&scaled(ellipse(&mut random, 3 + round % 23), other));
        let at = on_circle(random.range(0.0, TAU)) * random.range(0.0, 1.0) * scale.max(other);
        tally.check(&a, &b, &motion(at, random.range(0.0, TAU)));
    }
    assert!(tally.overlap > pairs() / 2 && tally.apart > pairs() / 16, "{tally:?}");
}

#[test]
fn triangles_of_all_kinds() {
    let mut random = Random::new(5);
    let (mut tally, mut flat) = (Tally::default(), 0);
    for _ in 0..pairs() {
        // On a small lattice many are collinear and some are points; half of them are clockwise.
        let mut at = || random.below(3) as f64 - 1.0;
        let [p, q] = [0; 2].map(|_| [0; 3].map(|_| DVec2::new(at(), at())));
        let (a, b) =
            (Shape::Few(Few::triangle(p), p.into()), Shape::Few(Few::triangle(q), q.into()));
        flat += usize::from((p[1] - p[0]).perp_dot(p[2] - p[0]) == 0.0);
        let turn = [0.0, TAU / 8.0, 1.0][random.below(3)];
        let shift = DVec2::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0));
        tally.check(&a, &b, &motion(shift * random.below(2) as f64, turn));
    }
    assert!(flat > pairs() / 10, "{flat}");
    let least = pairs() / 20;
    assert!(tally.overlap > least && tally.apart > least && tally.touch > least / 2, "{tally:?}");
}

#[test]
fn two_squares_by_hand() {
    let square = Few::rectangle(DVec2::ONE);
    let at = DVec2::new(1.5, 0.25);
    let pair = PolygonPair::new(square.ring(), square.ring(), &motion(at, 0.0), at, 6.0);
    let found = merged(&pair, &mut ());
    assert_eq!((found.overlap, found.axis), (0.5, DVec2::X));
    assert_eq!(found.feature, Feature::FaceA(1));
    assert_eq!(pair.points(&found), [DVec2::new(1.0, 0.125), DVec2::new(0.5, 0.125)]);
    // Apart: the second axis separates, and no more are tried.
    let at = DVec2::new(0.5, 2.5);
    let pair = PolygonPair::new(square.ring(), square.ring(), &motion(at, 0.0), DVec2::X, 6.0);
    let found = merged(&pair, &mut ());
    assert_eq!((found.overlap, found.axis), (-0.5, DVec2::Y));
    assert!(found.counters.axes < 9);
}

/// The best edge and the edge that faces it, against the exhaustive test, below and above the number of
/// edges from which the walk is used.
#[test]
fn the_best_edges_are_those_of_the_exhaustive_test() {
    let (mut random, mut gaps, mut lines, mut of_b) = (Random::new(7), 0, 0, 0);
    for _ in 0..pairs() {
        let most = [10, 40, 120][random.below(3)];
        let [Shape::Many(a), Shape::Many(b)] = [3 + random.below(most), 3 + random.below(most)]
            .map(|count| Shape::hull(&ellipse(&mut random, count)))
        else {
            continue;
        };
        let at = on_circle(random.range(0.0, TAU)) * random.range(0.2, 2.5);
        let motion = motion(at, random.range(0.0, TAU));
        let pair = PolygonPair::new((&a).into(), (&b).into(), &motion, at, 4.0 + at.length());
        let slow = exhaustive(&pair, &mut ());
        let gap = [0.0, 0.1][random.below(2)];
        match pair.best_edges(gap) {
            Err(found) => {
                // Along the axis, which need not be the normal of an edge.
                let top = |points: &[DVec2], n: DVec2| {
                    points.iter().map(|p| n.dot(*p)).fold(f64::MIN, f64::max)
                };
                let placed: Vec<_> = b.vertices().iter().map(|p| motion.apply(*p)).collect();
                let overlap = top(a.vertices(), found.axis) + top(&placed, -found.axis);
                let is_there = (found.overlap - overlap).abs() <= 2.0 * pair.rounding();
                assert!(found.overlap < -gap && is_there, "{found:?} {overlap} {slow:?}");
                gaps += 1;
            }
            Ok(line) => {
                assert!(
                    (line.overlap - slow.overlap).abs() <= pair.rounding(),
                    "{line:?} {slow:?}"
                );
                let (own, facing) = if line.is_of_b {
                    (-motion.rotate(b.normals()[line.edges[1]]), a.normals())
                } else {
                    (a.normals()[line.edges[0]], b.normals())
                };
                assert_eq!(own, line.normal);
                let out = if line.is_of_b { line.normal } else { -motion.unrotate(line.normal) };
                let most = facing.iter().map(|n| n.dot(out)).fold(f64::MIN, f64::max);
                let other = facing[line.edges[usize::from(!line.is_of_b)]];
                assert!(other.dot(out) >= most - 1e-15, "{line:?}");
                lines += 1;
                of_b += usize::from(line.is_of_b);
            }
        }
    }
    println!("{gaps} gaps, {lines} lines, {of_b} of B");
    assert!(gaps * 8 > pairs() && lines * 4 > pairs() && of_b * 4 > lines, "{gaps} {lines} {of_b}");
}
