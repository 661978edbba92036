//! Pairs at rest: points kept in a cache against a query without a cache; and no search runs where
//! none is needed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::hull::Built;
use clearance::shape::{
    Ball, Convex, ConvexShape, Cuboid, Cylinder, Face, Facet, Geometry, Part, Vertex, View, Wide,
};
use clearance::space::{DVector, Motion, Vector};
use clearance::{Axis, Cache, Manifold, Pose, Query, Rounded, Shape, Sweep, contact_manifold};
use clearance_testing::Random;

use super::bodies::*;
use super::check::{Report, Ruled, Trial, outside};
use crate::common::pairs::{Maker, Pair};

/// How far bodies may move between two searches, as a share of the margin: `SHARE` of
/// `patch/rest.rs`.
const SHARE: f64 = 1.0 / 64.0;

/// The calls of a shape's methods.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Asked {
    /// Calls of `view`, with which every query begins.
    pub views: usize,
    /// Calls for farthest points and faces.
    pub supports: usize,
}

/// A shape that counts the calls of its methods.
struct Counting<'s, V: Vector>(&'s Rounded<ConvexShape<V>>, &'s Mutex<Asked>);

impl<V: Vector> Counting<'_, V> {
    fn count(&self) {
        self.1.lock().unwrap().supports += 1;
    }
}

impl<V: Vector> Convex for Counting<'_, V> {
    type V = V;
    fn support(&self, direction: V) -> V {
        self.count();
        self.0.support(direction)
    }
    fn support_vertex(&self, direction: V, hint: u32) -> Vertex<V> {
        self.count();
        self.0.support_vertex(direction, hint)
    }
    fn support_wide(&self, direction: V::Wide, hint: u32) -> Vertex<V::Wide> {
        self.count();
        self.0.support_wide(direction, hint)
    }
    fn face(&self, direction: V::Wide, face: &mut Face<V::Wide>) {
        self.count();
        self.0.face(direction, face)
    }
    fn support_error(&self) -> f64 {
        self.0.support_error()
    }
    fn center(&self) -> V {
        self.0.center()
    }
    fn radius(&self) -> V::Scalar {
        self.0.radius()
    }
    fn vertex(&self, id: u32) -> Option<V> {
        self.0.vertex(id)
    }
    fn reach(&self) -> f64 {
        self.0.reach()
    }
    fn built(&self) -> Option<&Built> {
        self.0.built()
    }
    fn identity(&self) -> Option<u64> {
        self.0.identity()
    }
    fn view(&self) -> View<'_, V> {
        self.1.lock().unwrap().views += 1;
        self.0.view()
    }
}

enum Counted<'s, V: Vector> {
    Convex(Counting<'s, V>),
    HalfSpace(&'s clearance::HalfSpace<V>),
}

impl<'s, V: Vector> Counted<'s, V> {
    fn new(shape: &'s Shape<V>, counter: &'s Mutex<Asked>) -> Self {
        match shape {
            Shape::Convex(shape) => Self::Convex(Counting(shape, counter)),
            Shape::HalfSpace(half) => Self::HalfSpace(half),
        }
    }
}

impl<'s, V: Vector> Geometry for Counted<'s, V> {
    type V = V;
    type Core = Counting<'s, V>;
    fn part(&self) -> Part<'_, Counting<'s, V>> {
        match self {
            Self::Convex(shape) => Part::Convex(shape),
            Self::HalfSpace(half) => Part::HalfSpace(half),
        }
    }
}

/// A manifold from a cache, and the calls that it took.
pub fn count<V: Vector>(
    [a, b]: [&Shape<V>; 2],
    [pose_a, pose_b]: [&Pose<V>; 2],
    margin: V::Scalar,
    cache: &mut Cache,
) -> (Option<Manifold<V>>, Asked) {
    let counter = Mutex::default();
    let (a, b) = (Counted::new(a, &counter), Counted::new(b, &counter));
    let found = Query::new(&a, pose_a, &b, pose_b).cache(cache).manifold(margin);
    (found, counter.into_inner().unwrap())
}

/// A manifold from a cache, and whether a search ran.
fn ask<V: Vector>(
    shapes: [&Shape<V>; 2],
    poses: [&Pose<V>; 2],
    margin: V::Scalar,
    cache: &mut Cache,
) -> (Option<Manifold<V>>, bool) {
    let (found, asked) = count(shapes, poses, margin, cache);
    let is_at_rest = cache.is_at_rest();
    // For bodies at rest, each shape's `view` is called once and nothing else.
    assert!(!is_at_rest || asked.supports == 0 && asked.views <= 2, "{asked:?}");
    (found, !is_at_rest)
}

/// The gap along a normal in the world; `None` for half-spaces.
fn gap_along<V: DVector>(trial: &Trial<V>, normal: V) -> Option<f64> {
    let top = |(shape, pose): &(Shape<V>, Pose<V>), normal: V| {
        let Shape::Convex(shape) = shape else { return None };
        let motion = Motion::of(pose);
        let farthest = motion.apply(shape.support(motion.unrotate(normal)));
        Some(farthest.dot(normal) + shape.radius())
    };
    Some(-top(&trial.b, -normal)? - top(&trial.a, normal)?)
}

/// Counts of the answers: without a search, and with one.
#[derive(Debug, Default)]
struct Hits {
    apart: [usize; 2],
    points: [[usize; 2]; 4],
    wrong: usize,
}

impl Hits {
    fn kept(&self) -> usize {
        self.points.iter().map(|[kept, _]| kept).sum()
    }

    /// Compares the answer from a cache with the exact one.
    fn look<V>(&mut self, trial: &Trial<V>, found: Option<Manifold<V>>, was_looked_for: bool)
    where
        V: Ruled<Scalar = f64, Wide = V>,
    {
        let column = usize::from(was_looked_for);
        let cold = trial.check();
        let mut report = Report { manifold: found, complaints: Vec::new(), ..cold };
        let clearance = report.answer.signed_distance;
        let [near, on_surface] = trial.tolerances();
        let near = near + 2.0 * (report.answer.upper - report.answer.lower);
        let moved = SHARE * trial.margin.max(0.0);
        match found {
            None => {
                self.apart[column] += 1;
                let fine = !report.answer.bounded() || clearance > trial.margin - near;
                report.complain_unless(fine, || format!("nothing at {clearance:e}"));
            }
            Some(manifold) => {
                self.points[manifold.points().len() - 1][column] += 1;
                let off = manifold.deepest().separation - clearance.min(trial.margin);
                let most = 2.0 * moved + near + if V::DIM == 3 { trial.margin / 16.0 } else { 0.0 };
                let fine = -off <= 2.0 * moved + near && off <= most;
                report.complain_unless(fine, || format!("the deepest is off by {off:e}"));
                self.points_of(trial, &manifold, on_surface + moved, &mut report);
                let along = gap_along(trial, manifold.normal).unwrap_or(clearance);
                let fine = along >= clearance - 2.0 * moved - near;
                report.complain_unless(fine, || format!("along the normal {along:e}"));
            }
        }
        if !report.complaints.is_empty() {
            println!("{:#?} {clearance:e} {}", report.complaints, trial.margin);
            self.wrong += 1;
        }
    }

    fn points_of<V: Ruled<Scalar = f64, Wide = V>>(
        &self,
        trial: &Trial<V>,
        manifold: &Manifold<V>,
        on_surface: f64,
        report: &mut Report<V>,
    ) {
        let normal = manifold.normal;
        report.complain_unless((normal.norm() - 1.0).abs() <= 1e-14, || "not a unit".into());
        let known =
            [outside(&trial.a, report.answer.point_a), outside(&trial.b, report.answer.point_b)];
        let on_surface = known.iter().fold(on_surface, |most, off| most.max(2.0 * off.abs()));
        for p in manifold.points() {
            report.complain_unless(p.separation <= trial.margin, || "beyond the margin".into());
            let rounding = 1e-14 * (trial.size() + p.point_a.max_abs());
            let off = (p.point_b - p.point_a - normal * p.separation).norm();
            report.complain_unless(off <= rounding, || format!("off the normal by {off:e}"));
            let off = [outside(&trial.a, p.point_a), outside(&trial.b, p.point_b)];
            let fine = off.iter().all(|o| o.abs() <= on_surface);
            report.complain_unless(fine, || format!("off the surfaces by {off:?} {p:?}"));
        }
    }
}

/// Moves B around its pose by steps of a share of the margin; every 16th step is a hundred times as
/// large.
fn walk<V>(mut trial: Trial<V>, step: f64, steps: usize, random: &mut Random, hits: &mut Hits)
where
    V: Maker<Scalar = f64, Wide = V> + Ruled,
{
    let mut cache = Cache::default();
    let start = trial.b.1;
    for i in 0..steps {
        let far = if i % 16 == 15 { 100.0 } else { 1.0 };
        let by = random.in_cube(far * step * trial.margin.max(1e-3));
        let turn = random.in_cube(far * step * trial.margin.max(1e-3));
        let b = if i % 16 == 0 { start } else { trial.b.1 };
        trial.b.1 = nudged(&b, by, turn);
        let bodies = [&trial.a.0, &trial.b.0];
        let poses = [&trial.a.1, &trial.b.1];
        let (found, was_looked_for) = ask(bodies, poses, trial.margin, &mut cache);
        hits.look(&trial, found, was_looked_for);
        // A second query in the same pose returns the same points without a search.
        let again = ask(bodies, poses, trial.margin, &mut cache);
        assert_eq!(again.0.is_some(), found.is_some());
        if let (Some(p), Some(q)) = (found, again.0) {
            assert!(!again.1 && same_points(&p, &q), "{p:?} {q:?}");
        }
    }
}

/// The points are equal, except for `persisted`.
fn same_points<V: Vector>(p: &Manifold<V>, q: &Manifold<V>) -> bool {
    let all = |m: &Manifold<V>| -> Vec<_> {
        m.points().iter().map(|p| (p.point_a, p.point_b, p.separation, p.feature)).collect()
    };
    p.normal == q.normal && all(p) == all(q)
}

fn nudged<V: DVector>(pose: &Pose<V>, by: DVec3, turn: DVec3) -> Pose<V> {
    let sweep = Sweep::new(pose, V::from_fn(|i| by[i]), V::wedge_of(turn.to_array()));
    sweep.unwrap().pose_at(1.0).unwrap()
}

fn random_walks<V>(seed: u64, count: usize) -> Hits
where
    V: Maker<Scalar = f64, Wide = V> + Ruled,
{
    let (mut random, mut hits) = (Random::new(seed), Hits::default());
    for _ in 0..count {
        let pair = Pair::random::<V>(&mut random);
        let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses(1.0));
        let margin = [0.0, 0.02, 0.1, 10.0][random.below(4)];
        let straight = !pair.a.curved() && !pair.b.curved();
        let trial = Trial { a: (a, pose_a), b: (b, pose_b), margin, straight };
        let step = [1e-4, 1e-3, 1e-2][random.below(3)];
        walk(trial, step, 32, &mut random, &mut hits);
    }
    println!("{hits:?}");
    assert_eq!(hits.wrong, 0);
    hits
}

#[test]
fn walks_in_space() {
    let hits = random_walks::<DVec3>(31, 1_000);
    assert!(hits.kept() > 4_000 && hits.apart[0] > 1_000, "{hits:?}");
    assert!(hits.points.iter().all(|[kept, looked]| *kept > 50 && *looked > 50), "{hits:?}");
}

#[test]
fn walks_in_the_plane() {
    let hits = random_walks::<DVec2>(32, 1_000);
    assert!(hits.kept() > 4_000 && hits.apart[0] > 1_000, "{hits:?}");
    assert!(hits.points[..2].iter().all(|[kept, looked]| *kept > 500 && *looked > 500));
}

/// Bodies that lie flat on each other, as in a pile.
#[test]
fn walks_at_rest() {
    let (mut random, mut hits) = (Random::new(33), Hits::default());
    let all = [
        cuboid([0.5; 3]),
        cuboid([0.2, 0.4, 0.3]),
        prism(6, 0.5, 0.5),
        cylinder(2, 0.5, 0.4),
        capsule(0, 0.5, 0.25),
        cone(2, 0.5, 0.4),
        rounded(&cuboid([0.4; 3]), 0.1),
    ];
    for i in 0..800 {
        let [a, b] = [&all[i % 7], &all[i / 7 % 7]];
        let q = slight_turn(&mut random) * cube_rotations()[random.below(24)];
        let way = DVec3::Z * 3.0 + random.in_cube(0.3);
        let a = (a.clone(), Pose::IDENTITY);
        let b = placed(&a, b, q, way, random.range(-0.01, 0.005));
        let trial = Trial { a, b, margin: 0.02, straight: false };
        walk(trial, [1e-4, 1e-3][i % 2], 32, &mut random, &mut hits);
    }
    println!("{hits:?}");
    assert_eq!(hits.wrong, 0);
    // Of every 32 steps, two return to the start and two are far.
    assert!(hits.kept() * 10 > 8 * 800 * 32, "{hits:?}");
}

/// A cache of other shapes, or with another margin, is ignored.
#[test]
fn a_cache_is_only_for_its_shapes_and_margin() {
    let floor = cuboid([5.0, 5.0, 1.0]);
    let below = Pose::at(DVec3::new(0.0, 0.0, -1.0)).unwrap();
    let pose = Pose::at(DVec3::new(0.0, 0.0, 0.499)).unwrap();
    let all = [
        cuboid([0.5; 3]),
        cuboid([0.5, 0.5, 0.51]),
        rounded(&cuboid([0.5; 3]), 0.01),
        prism(6, 0.5, 0.5),
        prism(6, 0.5000001, 0.5),
        cylinder(2, 0.5, 0.4),
        cylinder(2, 0.4, 0.5),
        cone(2, 0.5, 0.4),
    ];
    for kept in &all {
        for asked in &all {
            let mut cache = Cache::default();
            ask([&floor, kept], [&below, &pose], 0.02, &mut cache);
            for margin in [0.02, 0.03] {
                let is_known = core::ptr::eq(kept, asked) && margin == 0.02;
                let (warm, was_looked_for) =
                    ask([&floor, asked], [&below, &pose], margin, &mut cache);
                assert_eq!(was_looked_for, !is_known);
                let cold = contact_manifold(&floor, &below, asked, &pose, margin);
                assert_eq!(warm.is_some(), cold.is_some());
                if let (Some(warm), Some(cold)) = (warm, cold) {
                    assert!((warm.depth() - cold.depth()).abs() < 1e-12);
                }
            }
        }
    }
}

/// No search runs until motion may have used up the proven gap.
#[test]
fn no_search_while_the_gap_lasts() {
    let cube = cuboid([0.5; 3]);
    let at = |z: f64| Pose::at(DVec3::new(0.0, 0.0, z)).unwrap();
    let mut cache = Cache::default();
    let mut ask = |z: f64| ask([&cube, &cube], [&at(0.0), &at(z)], 0.25, &mut cache);
    // Close enough that the bounding balls alone do not prove the gap.
    assert!(ask(1.9).1, "the first query searches");
    for z in [1.85, 1.7, 1.5, 1.26] {
        let (found, was_looked_for) = ask(z);
        assert!(found.is_none() && !was_looked_for, "{z}");
    }
    let (found, was_looked_for) = ask(1.24);
    assert!(found.is_some() && was_looked_for);
}

/// A point that leaves the margin is not reported, and when it is back it has not persisted.
#[test]
fn points_leave_and_come_back() {
    let floor = cuboid([5.0, 5.0, 1.0]);
    let cube = cuboid([0.5; 3]);
    let below = Pose::at(DVec3::new(0.0, 0.0, -1.0)).unwrap();
    let mut cache = Cache::default();
    // Two corners are 19.99 mm above the floor; the margin is 20 mm.
    let mut step = |lift: f64| {
        let turn = DQuat::from_rotation_x(0.01);
        let low = 0.5 * (0.01_f64.sin() + 0.01_f64.cos());
        let high = 0.01_f64.sin();
        let z = low - high + 0.01999 + lift;
        let pose = Pose::new(DVec3::new(0.0, 0.0, z), turn).unwrap();
        let (found, was_looked_for) = ask([&floor, &cube], [&below, &pose], 0.02, &mut cache);
        let points: Vec<bool> =
            found.map_or(Vec::new(), |m| m.points().iter().map(|p| p.persisted).collect());
        (points, was_looked_for)
    };
    assert_eq!(step(0.0), (vec![false; 4], true));
    assert_eq!(step(1e-6), (vec![true; 4], false));
    assert_eq!(step(2e-5), (vec![true; 2], false));
    let (mut back, was_looked_for) = step(0.0);
    back.sort_unstable();
    assert_eq!((back, was_looked_for), (vec![false, false, true, true], false));
}

/// The number of steps for bodies that tremble by 8 um and 1e-5 rad at a depth of 0.3 mm: only the
/// first step searches.
const STEPS: usize = 200;

fn trembling(random: &mut Random, at: DVec3, turn: DQuat) -> Pose<DVec3> {
    let tilt = DQuat::from_scaled_axis(random.in_cube(1e-5));
    Pose::new(at + random.in_cube(8e-6), tilt * turn).unwrap()
}

/// Cylinders and cones rest on flat shapes, upright and lying, above and below, without a new
/// search.
#[test]
fn cylinders_and_cones_rest() {
    let mut random = Random::new(41);
    let lying = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2);
    let slab = cuboid([1.0, 1.0, 0.5]);
    let floors = [slab.clone(), rounded(&cuboid([0.9, 0.9, 0.4]), 0.1), prism(8, 1.5, 0.5)];
    let drum = cylinder(2, 0.5, 0.4);
    let bodies = [
        (&drum, 0.5, DQuat::IDENTITY),
        (&drum, 0.4, lying),
        (&rounded(&cylinder(2, 0.4, 0.3), 0.1), 0.5, DQuat::IDENTITY),
        (&cone(2, 0.5, 0.4), 0.5, DQuat::IDENTITY),
        (&cylinder(2, 0.02, 0.4), 0.02, DQuat::IDENTITY),
    ];
    for floor in floors.iter().chain([&cylinder(2, 0.5, 1.0)]) {
        for (i, (body, height, turn)) in bodies.iter().enumerate() {
            let (below, middle) = (Pose::at(-DVec3::Z * 0.5).unwrap(), DVec3::Z * (height - 3e-4));
            for is_a in [false, true] {
                let (mut cache, mut looks) = (Cache::default(), 0);
                for _ in 0..STEPS {
                    let pose = trembling(&mut random, middle, *turn);
                    let (shapes, poses) = if is_a {
                        ([*body, floor], [&pose, &below])
                    } else {
                        ([floor, *body], [&below, &pose])
                    };
                    let (found, was_looked_for) = ask(shapes, poses, 0.02, &mut cache);
                    assert!(found.is_some_and(|m| m.points().len() > 1), "{i}");
                    looks += usize::from(was_looked_for);
                }
                assert_eq!(looks, 1, "{i} on {floor:?}, {is_a}");
            }
        }
    }
}

/// Counts the method calls of a shape of any kind, except those that identify it.
struct CallCounter<'s, C>(&'s C, &'s AtomicUsize);

impl<C: Convex> CallCounter<'_, C> {
    fn shape(&self) -> &C {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0
    }
}

impl<C: Convex> Convex for CallCounter<'_, C> {
    type V = C::V;
    fn support(&self, direction: C::V) -> C::V {
        self.shape().support(direction)
    }
    fn face(&self, direction: Wide<C>, face: &mut Face<Wide<C>>) {
        self.shape().face(direction, face)
    }
    fn center(&self) -> C::V {
        self.shape().center()
    }
    fn radius(&self) -> <C::V as Vector>::Scalar {
        self.0.radius()
    }
    fn reach(&self) -> f64 {
        self.0.reach()
    }
    fn view(&self) -> View<'_, C::V> {
        self.shape().view()
    }
    fn contact_normal(&self, normal: Wide<C>, other: Wide<C>) -> Option<Wide<C>> {
        self.shape().contact_normal(normal, other)
    }
    fn identity(&self) -> Option<u64> {
        self.0.identity()
    }
}

/// The numbers of searches and of contacts of a body that trembles over a triangle.
fn over<C: Convex<V = DVec3>>(facet: &Facet<DVec3>, body: &C, at: DVec3) -> [usize; 2] {
    let (mut random, mut cache, mut looks) = (Random::new(42), Cache::default(), [0; 2]);
    for i in 0..STEPS {
        let asked = AtomicUsize::default();
        let counted = CallCounter(facet, &asked);
        let pose = trembling(&mut random, at, DQuat::IDENTITY);
        let here = Pose::IDENTITY;
        let found = if i < STEPS / 2 {
            Query::new(&counted, &here, body, &pose).cache(&mut cache).manifold(0.02)
        } else {
            Query::new(body, &pose, &counted, &here).cache(&mut cache).manifold(0.02)
        };
        assert!(!cache.is_at_rest() || asked.load(Ordering::Relaxed) <= 1, "only its view is read");
        looks[0] += usize::from(!cache.is_at_rest());
        looks[1] += usize::from(found.is_some());
    }
    looks
}

/// While a neighbour has the contact, there is no new search; over the triangle itself there is a
/// contact.
#[test]
fn contacts_of_a_neighbour_need_no_new_search() {
    let corner = |x: f64, y: f64| DVec3::new(x, y, 0.0);
    let half = [corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0)];
    let beyond = [corner(0.0, -1.0), corner(2.0, 1.0), corner(0.0, 1.0)].map(Some);
    let facet = Facet::new(half).unwrap().with_neighbours(beyond).unwrap();
    let (die, drum, ball) = (
        Cuboid::new(DVec3::splat(0.3)).unwrap(),
        Cylinder::new(Axis::Z, 0.3, 0.3).unwrap(),
        Ball::new(0.3).unwrap(),
    );
    for (x, y) in [(-0.305, 0.2), (0.2, 0.81), (1.305, 0.5), (0.6, -0.31)] {
        let at = DVec3::new(x, y, 0.2997);
        assert_eq!(over(&facet, &die, at), [2, 0], "{at}");
    }
    let [beside, behind] = [DVec3::new(0.4, 0.45, 0.2997), DVec3::new(0.6, 0.4, -0.05)];
    assert_eq!(over(&facet, &ball, beside), [2, 0]);
    assert_eq!(over(&facet, &ball, behind), [2, 0]);
    assert_eq!(over(&facet, &drum, behind), [2, 0]);
    assert_eq!(over(&facet, &die, behind), [2, 0]);
    // Over the triangle's middle there is a contact.
    assert_eq!(over(&facet, &drum, DVec3::new(0.6, 0.4, 0.2997)), [2, STEPS]);
    assert_eq!(over(&facet, &die, DVec3::new(0.6, 0.4, 0.2997)), [2, STEPS]);
}
