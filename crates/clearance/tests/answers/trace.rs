//! The steps that an observer receives. Some traces are kept as text in `tests/snapshots`, so that
//! a change of an algorithm shows up as a readable diff. Also: tracing changes no bit of the
//! answer, and all bounds reported during a search hold the final answer.
//!
//! If a change of the snapshots is intended, `CLEARANCE_BLESS=1 cargo test --test answers trace`
//! rewrites them.

use std::fmt::Write;
use std::path::Path;

use crate::common::pairs::{Maker, Pair};
use clearance::glam::{DQuat, DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Convex, Cuboid, Hull, Triangle, Vertex};
use clearance::space::{DVector, Vector};
use clearance::trace::{Step, Trace};
use clearance::{Algorithm, Cast, Pose, Query, Status, Sweep};
use clearance_testing::Random;

/// The steps as text, one a line.
#[derive(Default)]
struct Page(String);

impl<W: DVector> Trace<W> for Page {
    fn step(&mut self, step: Step<'_, W>) {
        self.0 += &line(&step);
        self.0.push('\n');
    }
}

fn line<W: DVector>(step: &Step<'_, W>) -> String {
    match step {
        Step::Start { algorithm, bits } => format!("{} in f{bits}", algorithm.name()),
        Step::Support { direction, a, b, point, .. } => format!(
            "  support along {}: {} - {} = {}",
            vector(*direction),
            vector(*a),
            vector(*b),
            vector(*point)
        ),
        Step::Simplex { corners, closest, .. } => {
            format!("  simplex {}, nearest {}", list(corners), vector(*closest))
        }
        Step::Face { corners, normal, distance, .. } => {
            format!("  face {}, normal {} at {}", list(corners), vector(*normal), number(*distance))
        }
        Step::Polytope { corners, faces, .. } => {
            let faces = if W::DIM == 2 { corners.len() } else { faces.len() };
            format!("  polytope of {} corners and {faces} faces", corners.len())
        }
        Step::Expand { point, removed, added, .. } => {
            format!("  expand to {}: -{removed} +{added} faces", vector(*point))
        }
        Step::Axis { axis, overlap, feature } => {
            format!("  axis {}, overlap {}, {feature:?}", vector(*axis), number(*overlap))
        }
        Step::Skip { of_b, faces, edges, by, best } => {
            let side = if *of_b { "B" } else { "A" };
            let [faces, edges] = [faces.len(), edges.len()];
            format!(
                "  skip {faces} faces and {edges} edges of {side} by {by:?}, best {}",
                number(*best)
            )
        }
        Step::Cross { arc, cell, border, next, axis } => {
            format!("  arc {arc} from {cell} to {next} across {border} at {}", vector(*axis))
        }
        Step::Bounds { lower, upper } => {
            format!("  within [{}, {}]", number(*lower), number(*upper))
        }
        Step::Stretch { from, to, axis } => {
            format!("  apart from {} to {} along {}", number(*from), number(*to), vector(*axis))
        }
        Step::Facing { normal, a, b } => {
            format!("facing along {}: {} and {}", vector(*normal), list(a), list(b))
        }
        Step::Cut { of_b, edge, left, by, .. } => {
            let side = if *of_b { "B" } else { "A" };
            format!("  edge {edge} of {side} is cut to [{}] by {by:?}", list(left))
        }
        Step::Touch { a, b, separation, feature } => {
            let at = [*a, *b].map(vector).join(" and ");
            format!("  {at}, {} apart: {:?}, {:?}", number(*separation), feature.a(), feature.b())
        }
        Step::Keep { kept } => format!("  keep {kept:?}"),
        Step::Finish { end } => format!("  {end:?}"),
    }
}

/// To six decimals, without a sign on zero, so that equal roundings give equal text.
fn number(x: f64) -> String {
    let text = format!("{x:.6}");
    let short =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if short == "-0" { "0".into() } else { short.into() }
}

fn vector<W: DVector>(v: W) -> String {
    let numbers: Vec<_> = (0..W::DIM).map(|i| number(v.get(i))).collect();
    format!("({})", numbers.join(", "))
}

fn list<W: DVector>(points: &[W]) -> String {
    points.iter().map(|p| vector(*p)).collect::<Vec<_>>().join(" ")
}

/// The trace of a pair, and its answer as the last line.
fn page<A: Convex, B: Convex<V = A::V>>(
    algorithm: Algorithm,
    a: &A,
    b: &B,
    pose_b: &Pose<A::V>,
) -> String {
    let mut page = Page::default();
    let here = Pose::IDENTITY;
    let query = Query::new(a, &here, b, pose_b).algorithm(algorithm);
    let answer = query.trace(&mut page).clearance();
    let (distance, normal) = (answer.signed_distance.to_f64(), answer.normal.widen());
    writeln!(
        page.0,
        "{}, {} along {}: {} support points",
        number(distance),
        answer.algorithm.name(),
        vector(normal),
        answer.iterations
    )
    .expect("text has room");
    page.0
}

/// Compares with the stored text, or stores it.
fn matches_snapshot(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
    if std::env::var_os("CLEARANCE_BLESS").is_some() {
        std::fs::write(&path, found).expect("the snapshot can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let kept = kept.replace('\r', "");
    assert!(kept == found, "{name} was\n{kept}\nand is\n{found}\nsee the top of this file");
}

/// The overlap is found by GJK and measured by EPA.
#[test]
fn two_triangles_that_overlap() {
    let v = DVec2::new;
    let a = Triangle::new(v(0.0, 0.0), v(4.0, 0.0), v(1.0, 3.0)).expect("finite");
    let b = Triangle::new(v(-1.0, -1.0), v(2.0, -1.0), v(0.0, 2.0)).expect("finite");
    let text = page(Algorithm::Epa, &a, &b, &Pose::at(v(3.0, 1.5)).expect("finite"));
    assert!(text.contains("gjk in f64") && text.contains("epa in f64"), "{text}");
    matches_snapshot("triangles_2d.txt", &text);
}

/// A triangle that shows only its support points: casts of it have no closed form.
struct Unknown(Triangle<DVec2>);

impl Convex for Unknown {
    type V = DVec2;
    fn support(&self, direction: DVec2) -> DVec2 {
        self.0.support(direction)
    }
    fn center(&self) -> DVec2 {
        self.0.center()
    }
    fn support_vertex(&self, direction: DVec2, hint: u32) -> Vertex<DVec2> {
        self.0.support_vertex(direction, hint)
    }
    fn support_wide(&self, direction: DVec2, hint: u32) -> Vertex<DVec2> {
        self.0.support_wide(direction, hint)
    }
    fn vertex(&self, id: u32) -> Option<DVec2> {
        self.0.vertex(id)
    }
    fn reach(&self) -> f64 {
        self.0.reach()
    }
    fn support_error(&self) -> f64 {
        self.0.support_error()
    }
}

/// A cast: each separating axis proves the shapes apart for an interval of time.
#[test]
fn a_triangle_falls_on_another() {
    matches_snapshot("cast_2d.txt", &fall(Unknown));
}

/// The trace of a cast of two triangles.
fn fall<C: Convex<V = DVec2>>(seen: impl Fn(Triangle<DVec2>) -> C) -> String {
    let v = DVec2::new;
    let a = Triangle::new(v(0.0, 0.0), v(4.0, 0.0), v(1.0, 3.0)).expect("finite");
    let b = Triangle::new(v(-1.0, -1.0), v(2.0, -1.0), v(0.0, 2.0)).expect("finite");
    let (a, b) = (seen(a), seen(b));
    let rest = Sweep::at_rest(&Pose::IDENTITY);
    let start = Pose::at(v(5.0, 8.0)).expect("finite");
    let falling = Sweep::linear(&start, v(-0.5, -1.0)).expect("finite");
    let mut page = Page::default();
    let mut cast = Cast::new(&a, &rest, &b, &falling, 10.0).expect("a cast").trace(&mut page);
    let impact = cast.impact();
    let (time, normal) = (number(impact.time), vector(impact.normal));
    writeln!(page.0, "{:?} at {time} along {normal}", impact.status).expect("text has room");
    page.0
}

/// A pair in f32; the search runs in f64.
#[test]
fn a_box_and_a_tetrahedron_apart() {
    let v = Vec3::new;
    let a = Cuboid::new(v(1.0, 0.5, 0.25)).expect("positive");
    let corners =
        [v(0.0, 0.0, 1.0), v(1.0, 0.0, -0.5), v(-0.5, 0.875, -0.5), v(-0.5, -0.875, -0.5)];
    let b = Hull::new(corners).expect("finite");
    let text = page(Algorithm::Gjk, &a, &b, &Pose::at(v(1.5, 1.25, 1.0)).expect("finite"));
    assert!(text.contains("gjk in f64") && !text.contains("in f32"), "{text}");
    matches_snapshot("box_tetrahedron_3d.txt", &text);
}

/// The polytope in 3D, rotated so that no two faces are equally near.
#[test]
fn a_box_and_a_tetrahedron_that_overlap() {
    let v = DVec3::new;
    let a = Cuboid::new(v(1.0, 0.5, 0.25)).expect("positive");
    let corners =
        [v(0.0, 0.0, 1.0), v(1.0, 0.0, -0.5), v(-0.5, 0.875, -0.5), v(-0.5, -0.875, -0.5)];
    let b = Hull::new(corners).expect("finite");
    let turn = DQuat::from_xyzw(0.125, 0.25, 0.0, 1.0);
    let pose = Pose::new(v(0.5, 0.375, 0.625), turn).expect("finite");
    let text = page(Algorithm::Epa, &a, &b, &pose);
    assert!(text.contains("gjk in f64") && text.contains("epa in f64"), "{text}");
    matches_snapshot("box_tetrahedron_overlap_3d.txt", &text);
    let text = page(Algorithm::Auto, &a, &b, &pose);
    assert!(text.contains("sat-bounded in f64") && !text.contains("epa"), "{text}");
    matches_snapshot("box_tetrahedron_axes_3d.txt", &text);
}

/// The bounds reported, each with the precision of the search.
#[derive(Default)]
struct Recorded {
    bits: u32,
    bounds: Vec<(u32, f64, f64)>,
    starts: u32,
    finishes: u32,
}

impl<W: Vector> Trace<W> for Recorded {
    fn step(&mut self, step: Step<'_, W>) {
        match step {
            Step::Start { bits, .. } => (self.bits, self.starts) = (bits, self.starts + 1),
            Step::Bounds { lower, upper } => self.bounds.push((self.bits, lower, upper)),
            Step::Finish { .. } => self.finishes += 1,
            _ => {}
        }
    }
}

/// Tracing changes nothing, and all bounds reported hold the final answer. Returns how many bounds
/// were reported, and how many of them after the cores were found to overlap.
fn traced<V: Maker>(pair: &Pair) -> [usize; 2] {
    let ((a, b), (pa, pb)) = (pair.shapes::<V>(1.0), pair.poses::<V>(1.0));
    let unseen = Query::new(&a, &pa, &b, &pb).clearance();
    let mut recorded = Recorded::default();
    let seen = Query::new(&a, &pa, &b, &pb).trace(&mut recorded).clearance();
    assert_eq!(seen, unseen, "{pair:?}");
    assert!(recorded.starts >= recorded.finishes, "{pair:?}");
    let radii = radius(&a) + radius(&b);
    for &(bits, lower, upper) in &recorded.bounds {
        // The bounds are of the cores, before the allowance for rounding errors.
        let slack = 16.0 * if bits == 32 { 1e-6 } else { 1e-14 };
        let [low, high] = [seen.lower, seen.upper].map(|x| x.to_f64() + radii);
        assert!(lower <= high + slack && low <= upper + slack, "{lower} {upper} {seen:?} {pair:?}");
    }
    let deep = recorded.bounds.iter().filter(|(_, _, upper)| *upper < 0.0).count();
    if seen.algorithm == Algorithm::Epa && seen.status() == Status::Overlapping {
        assert!(recorded.starts >= 2, "GJK and EPA each report their start: {pair:?}");
    }
    [recorded.bounds.len(), deep]
}

/// The radius of the shape around its core.
fn radius<V: Vector>(shape: &clearance::Shape<V>) -> f64 {
    match shape {
        clearance::Shape::Convex(shape) => shape.radius_wide(),
        clearance::Shape::HalfSpace(_) => 0.0,
    }
}

fn tracing_changes_nothing<V: Maker>(seed: u64)
where
    V::Wide: Maker<Scalar = f64>,
{
    let mut random = Random::new(seed);
    let mut recorded = [0; 2];
    for _ in 0..700 {
        let counts = traced::<V>(&Pair::random::<V::Wide>(&mut random));
        recorded = [recorded[0] + counts[0], recorded[1] + counts[1]];
    }
    println!("{} bounds, {} of them of depths", recorded[0], recorded[1]);
    assert!(recorded[0] > 1000 && recorded[1] > 100, "{recorded:?}");
}

#[test]
fn tracing_changes_no_bit() {
    tracing_changes_nothing::<Vec2>(1);
    tracing_changes_nothing::<DVec2>(2);
    tracing_changes_nothing::<Vec3>(3);
    tracing_changes_nothing::<DVec3>(4);
}

/// Without an observer no step is even built.
#[test]
fn the_empty_observer_gets_no_step() {
    let mut page = Page::default();
    assert!(!Trace::<DVec2>::watches(&()) && !Trace::<DVec3>::watches(&()));
    assert!(Trace::<DVec3>::watches(&page) && Trace::<DVec3>::watches(&&mut page));
}
