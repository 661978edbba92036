//! Queries do not allocate. Only EPA keeps a polytope on the heap, and a separating axis test its
//! lists, in a [`Scratch`] of the caller or of the thread. That memory is allocated once and then
//! reused.
//!
//! The allocator of this test binary counts the allocations of each thread. The pairs are random
//! ones of all kinds. Queries that need no depth still run EPA where GJK ends with the origin on a
//! flat simplex: it then has a common point, but cannot tell touching from overlapping. This
//! happens for touching pairs, which are counted separately, and for a few percent of the cylinders
//! and cones, where the segment or triangle passes through an axis of symmetry.

#![allow(unsafe_code, reason = "a global allocator can only be written with `unsafe`")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::lessons;
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::trace::{Step, Trace};
use clearance::{
    Algorithm, Cache, Cast, Clearance, End, Pose, Query, Ray, Scratch, Shape, Status, Sweep,
    clearance, closest_points, contains, distance, intersects, project, signed_distance, within,
};
use clearance_testing::Random;
use common::pairs::{Maker, Pair};
use common::rays::{cast_ray, hit_of};

/// The system's allocator, with a count for each thread.
struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

fn count_one() {
    // A thread that is ending has lost its counter, and nothing is left to count.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_one();
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The number of allocations while `f` ran on this thread.
fn allocations<R>(f: impl FnOnce() -> R) -> u64 {
    let before = COUNT.get();
    let result = f();
    let count = COUNT.get() - before;
    drop(result);
    count
}

/// A pair and its answer.
struct Case<V: Vector> {
    curved: bool,
    shapes: (Shape<V>, Shape<V>),
    poses: (Pose<V>, Pose<V>),
    answer: Clearance<V>,
}

impl<V: Maker> Case<V> {
    fn random(random: &mut Random) -> Self
    where
        V::Wide: Maker<Scalar = f64>,
    {
        let pair = Pair::random::<V::Wide>(random);
        let (shapes, poses) = (pair.shapes::<V>(1.0), pair.poses(1.0));
        let answer = clearance(&shapes.0, &poses.0, &shapes.1, &poses.1);
        Self { curved: pair.a.curved() || pair.b.curved(), shapes, poses, answer }
    }
    fn query(&self) -> Query<'_, V> {
        Query::new(&self.shapes.0, &self.poses.0, &self.shapes.1, &self.poses.1)
    }
    /// Whether the shapes are within a millionth of touching.
    fn touches(&self) -> bool {
        self.answer.signed_distance.to_f64().abs() < 1e-6
    }
}

/// Records whether EPA ran.
#[derive(Default)]
struct Epa(bool);

impl<W: Vector> Trace<W> for Epa {
    fn step(&mut self, step: Step<'_, W>) {
        self.0 |= matches!(step, Step::Start { algorithm: Algorithm::Epa, .. });
    }
}

/// Counts the axes tested.
#[derive(Default)]
struct Planes(u32);

impl<W: Vector> Trace<W> for Planes {
    fn step(&mut self, step: Step<'_, W>) {
        self.0 += u32::from(matches!(step, Step::Axis { .. }));
    }
}

/// Queries that need no depth do not allocate, for pairs apart and overlapping. Returns false where
/// GJK alone cannot answer, and nothing was tested.
fn no_depth_no_heap<V: Maker>(case: &Case<V>) -> bool {
    let ((a, b), (pa, pb)) = (&case.shapes, &case.poses);
    let (mut cache, near) = (Cache::default(), V::Scalar::of(0.01));
    let mut epa = Epa::default();
    case.query().trace(&mut epa).intersects();
    if epa.0 {
        return false;
    }
    let free = |what: &str, count: u64| assert_eq!(count, 0, "{what}: {:?}", case.answer);
    free("intersects", allocations(|| intersects(a, pa, b, pb)));
    free("within", allocations(|| within(a, pa, b, pb, near)));
    free("distance", allocations(|| distance(a, pa, b, pb)));
    free("closest points", allocations(|| closest_points(a, pa, b, pb)));
    for _ in 0..2 {
        free("cold and warm", allocations(|| case.query().cache(&mut cache).intersects()));
        free("cold and warm", allocations(|| case.query().cache(&mut cache).within(near)));
        free("cold and warm", allocations(|| case.query().cache(&mut cache).distance()));
        free("cold and warm", allocations(|| case.query().cache(&mut cache).closest_points()));
    }
    for algorithm in [Algorithm::Gjk, Algorithm::GjkBoolean] {
        free(
            algorithm.name(),
            allocations(|| case.query().algorithm(lessons::by_name(algorithm)).clearance()),
        );
    }
    true
}

/// The same queries with a scratch that was used on the pair before do not allocate, whichever
/// algorithm answers.
fn warm_scratch_no_heap<V: Maker>(case: &Case<V>) {
    let (mut scratch, near) = (Scratch::default(), V::Scalar::of(0.01));
    case.query().scratch(&mut scratch).clearance();
    let mut ask = || {
        case.query().scratch(&mut scratch).intersects();
        case.query().scratch(&mut scratch).within(near);
        case.query().scratch(&mut scratch).distance();
        case.query().scratch(&mut scratch).closest_points();
    };
    if V::DIM == 3 && case.touches() {
        // A search that begins in `f32` may leave a touch to EPA that the clearance does not.
        ask();
    }
    assert_eq!(allocations(ask), 0, "{:?}", case.answer);
    manifold_no_heap(case, &mut scratch);
}

/// A manifold with a scratch that was used before does not allocate, with a cache and without.
/// Neither does it with the scratch of the thread.
fn manifold_no_heap<V: Maker>(case: &Case<V>, scratch: &mut Scratch<V::Wide>) {
    let margin = V::Scalar::of(0.1);
    let mut ask = || {
        let mut cache = Cache::default();
        case.query().scratch(scratch).manifold(margin);
        case.query().scratch(scratch).cache(&mut cache).manifold(margin);
        case.query().scratch(scratch).cache(&mut cache).manifold(margin);
    };
    ask();
    assert_eq!(allocations(ask), 0, "a manifold: {:?}", case.answer);
    case.query().manifold(margin);
    let alone = allocations(|| case.query().manifold(margin));
    assert_eq!(alone, 0, "with the thread's memory: {:?}", case.answer);
}

/// A second clearance query does not allocate, with the scratch of the thread or of the caller. Nor
/// does the first one where the shapes are apart, unless polytopes are so close that separating
/// axes were tested. Returns whether the first one allocated.
fn clearance_reuses<V: Maker>(case: &Case<V>) -> bool {
    case.query().clearance();
    let again = allocations(|| case.query().clearance());
    assert_eq!(again, 0, "with the thread's memory: {:?}", case.answer);
    let mut scratch = Scratch::default();
    let first = allocations(|| case.query().scratch(&mut scratch).clearance());
    let warm = allocations(|| case.query().scratch(&mut scratch).clearance());
    if case.curved && V::DIM == 3 && V::Scalar::EPSILON.to_f64() > f64::EPSILON {
        // Its polytope is not that of the clearance, and may be larger.
        case.query().scratch(&mut scratch).penetration();
    }
    let deep = allocations(|| case.query().scratch(&mut scratch).penetration());
    assert_eq!((warm, deep), (0, 0), "with a warm scratch: {:?}", case.answer);
    let mut planes = Planes::default();
    case.query().trace(&mut planes).clearance();
    if case.answer.status() == Status::Apart && planes.0 < 2 {
        assert_eq!(first, 0, "apart: {:?}", case.answer);
    }
    first > 0
}

/// A scratch that was used on a batch of pairs is large enough for each of them.
fn a_batch_warms_up<V: Maker>(cases: &[Case<V>]) {
    let mut scratch = Scratch::default();
    let mut batch = || {
        for case in cases {
            case.query().scratch(&mut scratch).clearance();
        }
    };
    assert!(allocations(&mut batch) > 0);
    assert_eq!(allocations(&mut batch), 0);
}

/// Casts of shapes that start apart, with and without rotation, rays, and point queries do not
/// allocate. Returns whether the shapes are apart.
fn motions_rays_and_points<V: Maker>(case: &Case<V>, random: &mut Random) -> bool {
    let ((a, b), (pa, pb)) = (&case.shapes, &case.poses);
    let free = |what: &str, count: u64| assert_eq!(count, 0, "{what}: {:?}", case.answer);
    let part = |random: &mut Random| V::Scalar::of(random.range(-1.0, 1.0));
    let apart = case.answer.status() == Status::Apart;
    let way = V::from_fn(|_| part(random));
    if apart {
        let turn = V::wedge_of(random.direction3().to_array());
        let still = Sweep::at_rest(pa);
        let linear = Sweep::linear(pb, way).expect("a sweep");
        let turning = Sweep::new(pb, way, turn).expect("a sweep");
        for sweep in [linear, turning] {
            let cast = || Cast::new(a, &still, b, &sweep, V::Scalar::of(4.0)).expect("a cast");
            let impact = cast().impact();
            // Touching shapes use other algorithms, too.
            if impact.initial.is_none() && impact.end == End::Converged {
                free("cast", allocations(|| cast().impact()));
            }
        }
    }
    let origin = V::from_fn(|_| part(random) * V::Scalar::of(3.0));
    let ray = Ray::new(origin, way, V::Scalar::INFINITY).expect("a ray");
    free("ray", allocations(|| cast_ray(a, pa, &ray)));
    free("hollow ray", allocations(|| hit_of(a, pa, &ray, true)));
    free("contains", allocations(|| contains(a, pa, origin)));
    apart
}

/// Points inside a polytope may need its planes, those outside do not.
fn points<V: Maker>(case: &Case<V>, random: &mut Random) -> bool {
    let (a, pa) = (&case.shapes.0, &case.poses.0);
    let point = V::from_fn(|_| V::Scalar::of(random.range(-3.0, 3.0)));
    let Ok(distance) = signed_distance(a, pa, point) else { return false };
    if distance <= V::Scalar::ZERO {
        return false;
    }
    let count = allocations(|| (project(a, pa, point), signed_distance(a, pa, point)));
    assert_eq!(count, 0, "project: {:?}", case.shapes.0);
    true
}

fn suite<V: Maker>(seed: u64)
where
    V::Wide: Maker<Scalar = f64>,
{
    let mut random = Random::new(seed);
    let cases: Vec<_> = (0..1000).map(|_| Case::<V>::random(&mut random)).collect();
    let (mut used, mut apart, mut asked, mut flat) = (0, 0, 0, 0);
    let (mut moved, mut outside) = (0, 0);
    for case in &cases {
        moved += u32::from(motions_rays_and_points(case, &mut random));
        outside += u32::from(points(case, &mut random));
        warm_scratch_no_heap(case);
        if case.touches() {
            continue;
        }
        if !no_depth_no_heap(case) {
            assert!(case.curved, "EPA was asked whether they intersect: {:?}", case.answer);
            flat += 1;
        }
        used += u32::from(clearance_reuses(case));
        apart += u32::from(case.answer.status() == Status::Apart);
        asked += 1;
    }
    a_batch_warms_up(&cases);
    assert!(moved > 300 && outside > 300, "{moved} moved, {outside} points were outside");
    println!("{asked} pairs, {apart} apart, {used} used the heap, {flat} ended flat");
    assert!(flat <= asked / 100, "{flat} of {asked} ended with the origin on a flat simplex");
    assert!(asked > 600 && apart > asked / 3, "{apart} of {asked} are apart");
    // Overlaps of polygons and of half-spaces, and overlaps that are due to the radii alone, need
    // no EPA.
    assert!(used > asked / 50, "{used} of {asked} used the heap");
}

#[test]
fn plane() {
    suite::<Vec2>(1);
    suite::<DVec2>(2);
}

#[test]
fn space() {
    suite::<Vec3>(3);
    suite::<DVec3>(4);
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| 1), 0);
    assert_eq!(allocations(|| std::hint::black_box(Box::new(1))), 1);
    let mut list = Vec::with_capacity(1);
    assert_eq!(allocations(|| list.extend([1, 2, 3, 4, 5, 6, 7, 8, 9])), 1);
}
