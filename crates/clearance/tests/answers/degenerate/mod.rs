//! Degenerate pairs: identical, concentric, coplanar, collinear, touching to the last bit, thin,
//! far from the origin, tiny and huge.
//!
//! Each pair is checked by [`Probe::sound`]: no panic, no NaN, ordered bounds, a unit normal,
//! consistent points, few steps, the same result when swapped, agreement between all queries, and
//! no refutation by the checker, which has to *prove* the answers about polytopes. Where the
//! clearance is known by hand, it is compared.

mod steps;

use crate::common::pairs::{self, Kind, Maker, Recipe, Stand, kinds, pose};
use clearance::Axis;
use clearance::algorithm::{epa, gjk};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::lessons;
use clearance::number::{Scalar, binade};
use clearance::shape::{
    Ball, Capsule, Convex, Cuboid, Hull, Point, Polygon, Segment, Triangle, View, is_wide,
};
use clearance::space::Vector;
use clearance::verify::{Verdict, check};
use clearance::{
    Algorithm, Cache, Clearance, HalfSpace, Pose, Query, Rounded, Shape, Status, certificate,
    clearance, closest_points, distance, intersects, penetration, within,
};
use clearance_testing::Random;

/// The most steps of a query.
const MOST: u32 = gjk::MOST_STEPS + epa::MOST_STEPS + 16;

/// A pair under test.
struct Probe<V: Vector> {
    what: String,
    a: Shape<V>,
    b: Shape<V>,
    pa: Pose<V>,
    pb: Pose<V>,
}

impl<V: Maker> Probe<V> {
    fn new(what: impl Into<String>, a: impl Into<Shape<V>>, b: impl Into<Shape<V>>) -> Self {
        let what = format!("{} in {}D f{}", what.into(), V::DIM, bits::<V>());
        Self { what, a: a.into(), b: b.into(), pa: Pose::IDENTITY, pb: Pose::IDENTITY }
    }
    fn at(mut self, pa: Pose<V>, pb: Pose<V>) -> Self {
        (self.pa, self.pb) = (pa, pb);
        self
    }
    /// B moved by `x` along the first coordinate axis.
    fn shifted(self, x: f64) -> Self {
        let pb = Pose::at(V::unit(0) * V::Scalar::of(x)).expect("finite");
        self.at(Pose::IDENTITY, pb)
    }
    fn ask(&self) -> Clearance<V> {
        clearance(&self.a, &self.pa, &self.b, &self.pb)
    }
    fn swapped(&self) -> Self {
        let (a, b) = (self.b.clone(), self.a.clone());
        Self { what: format!("{}, swapped", self.what), a, b, pa: self.pb, pb: self.pa }
    }

    /// A bound on the lengths involved: the sizes of the shapes and the distance between them.
    fn size(&self) -> f64 {
        let between = (self.pb.translation().widen() - self.pa.translation().widen()).norm();
        between + reach(&self.a) + reach(&self.b)
    }
    /// The accuracy of the value: rounding for polytopes, the search tolerance for curved shapes.
    fn tolerance(&self) -> f64 {
        let own = if curved(&self.a) || curved(&self.b) { 2e-8 } else { 1e-12 };
        self.size() * (own + 8.0 * V::Scalar::EPSILON.to_f64()) + f64::from_bits(8)
    }
    /// The accuracy of a point in world coordinates.
    fn point_tolerance(&self) -> f64 {
        let away = self.pa.translation().max_abs().max(self.pb.translation().max_abs());
        let largest = self.size() + away.to_f64();
        self.tolerance() + 8.0 * V::Scalar::EPSILON.to_f64() * binade(largest)
    }
    fn half_spaces(&self) -> bool {
        [&self.a, &self.b].iter().any(|s| matches!(s, Shape::HalfSpace(_)))
    }

    /// Checks everything that has to hold for every answer.
    #[track_caller]
    fn sound(&self) -> Clearance<V> {
        let answer = self.ask();
        self.well_formed(&answer);
        self.points_fit(&answer);
        self.swap_mirrors(&answer);
        self.questions_agree(&answer);
        self.warm_agrees(&answer);
        self.checked();
        answer
    }

    #[track_caller]
    fn well_formed(&self, answer: &Clearance<V>) {
        let what = &self.what;
        let ordered =
            answer.lower <= answer.signed_distance && answer.signed_distance <= answer.upper;
        assert!(ordered, "{what}: {answer:?}"); // A NaN fails this comparison.
        assert!(answer.bounded() || self.half_spaces(), "{what}: {answer:?}");
        let length = answer.normal.norm().to_f64();
        assert!((length - 1.0).abs() <= 8.0 * V::Scalar::EPSILON.to_f64(), "{what}: {answer:?}");
        let finite = answer.point_a.is_finite() && answer.point_b.is_finite();
        assert!(finite || !answer.bounded(), "{what}: {answer:?}");
        assert!(answer.iterations <= MOST, "{what}: {answer:?}");
    }

    /// The points are as far apart along the normal as the value.
    #[track_caller]
    fn points_fit(&self, answer: &Clearance<V>) {
        if !answer.bounded() {
            return;
        }
        let between = (answer.point_b - answer.point_a).widen();
        let value = answer.signed_distance.to_f64();
        let off = (between - answer.normal.widen() * value).norm();
        let allowed = 4.0 * self.point_tolerance() + 1e-6 * value.abs();
        assert!(off <= allowed, "{}: points off by {off:e}: {answer:?}", self.what);
    }

    #[track_caller]
    fn swap_mirrors(&self, answer: &Clearance<V>) {
        let mirrored = self.swapped().ask();
        self.swapped().well_formed(&mirrored);
        self.near(mirrored.signed_distance, answer.signed_distance.to_f64());
        let both = [answer.status(), mirrored.status()];
        let contrary = both.contains(&Status::Apart) && both.contains(&Status::Overlapping);
        assert!(!contrary, "{}: {both:?}", self.what);
    }

    #[track_caller]
    fn questions_agree(&self, answer: &Clearance<V>) {
        let Self { what, a, b, pa, pb } = self;
        let apart = answer.status() == Status::Apart;
        assert_eq!(intersects(a, pa, b, pb), !apart, "{what}: {answer:?}");
        self.near(distance(a, pa, b, pb), answer.signed_distance.to_f64().max(0.0));
        assert_eq!(closest_points(a, pa, b, pb).is_some(), apart, "{what}");
        assert_eq!(penetration(a, pa, b, pb).is_some(), !apart, "{what}");
        let size = self.size();
        let far = V::Scalar::of(if size > 0.0 { size } else { 1.0 });
        assert!(within(a, pa, b, pb, answer.upper + far), "{what}");
        if answer.lower.is_finite() {
            assert!(!within(a, pa, b, pb, answer.lower - far), "{what}");
        }
        use Algorithm::{Epa, Gjk, GjkBoolean, GjkEpa};
        for algorithm in [Gjk, GjkEpa, GjkBoolean, Epa] {
            let alone = Query::new(a, pa, b, pb).algorithm(lessons::by_name(algorithm)).clearance();
            let ordered = alone.lower <= alone.upper && alone.iterations <= MOST;
            assert!(ordered, "{what} by {}: {alone:?}", algorithm.name());
            let holds = alone.lower <= answer.upper && answer.lower <= alone.upper;
            assert!(holds, "{what} by {}: {alone:?} and {answer:?}", algorithm.name());
        }
    }

    /// Warm starts from the cache of the swapped pair, whose vertices are the wrong ones, and from
    /// the pair's own cache.
    #[track_caller]
    fn warm_agrees(&self, answer: &Clearance<V>) {
        let Self { a, b, pa, pb, .. } = self;
        let mut cache = Cache::default();
        Query::new(b, pb, a, pa).cache(&mut cache).clearance();
        for _ in 0..2 {
            let warm = Query::new(a, pa, b, pb).cache(&mut cache).clearance();
            self.well_formed(&warm);
            self.near(warm.signed_distance, answer.signed_distance.to_f64());
        }
    }

    #[track_caller]
    fn checked(&self) {
        let Self { what, a, b, pa, pb } = self;
        let proof = certificate(a, pa, b, pb);
        let verdict = check(a, pa, b, pb, &proof);
        let open = curved(a) || curved(b);
        let fine = verdict == Verdict::Proven || (open && verdict == Verdict::Unproven);
        assert!(fine, "{what}: {verdict:?} {proof:?}");
    }

    #[track_caller]
    fn near(&self, found: V::Scalar, expected: f64) {
        let found = found.to_f64();
        let same = found == expected || (found - expected).abs() <= self.tolerance();
        assert!(same, "{}: {found:e} where {expected:e} is expected", self.what);
    }

    /// Sound, with this value, and with bounds no wider than the tolerance.
    #[track_caller]
    fn is(&self, expected: f64) -> Clearance<V> {
        let answer = self.holds(expected);
        let (lower, upper) = (answer.lower.to_f64(), answer.upper.to_f64());
        assert!(upper - lower <= 2.0 * self.tolerance(), "{}: [{lower:e}, {upper:e}]", self.what);
        answer
    }

    /// Sound, with this value within the bounds, which may be wide: for coaxial shapes all
    /// directions of a circle are equally good, and EPA ends at its step limit.
    #[track_caller]
    fn holds(&self, expected: f64) -> Clearance<V> {
        let answer = self.sound();
        self.near(answer.signed_distance, expected);
        let (lower, upper) = (answer.lower.to_f64(), answer.upper.to_f64());
        let slack = self.tolerance();
        let holds = lower <= expected + slack && expected - slack <= upper;
        assert!(holds, "{}: [{lower:e}, {upper:e}] and {expected:e}", self.what);
        answer
    }
}

fn bits<V: Vector>() -> u32 {
    if is_wide::<V>() { 64 } else { 32 }
}

fn reach<V: Vector>(shape: &Shape<V>) -> f64 {
    match shape {
        Shape::Convex(shape) => shape.reach() + shape.radius().to_f64(),
        Shape::HalfSpace(half) => half.offset().to_f64().abs(),
    }
}

fn curved<V: Vector>(shape: &Shape<V>) -> bool {
    let Shape::Convex(shape) = shape else { return false };
    !matches!(shape.view(), View::Vertices(_) | View::Cuboid { .. })
}

/// A vector from its first coordinates.
fn v<V: Vector>(numbers: &[f64]) -> V {
    V::from_fn(|i| V::Scalar::of(numbers.get(i).copied().unwrap_or(0.0)))
}

/// A random rotated pose near the origin.
fn somewhere<V: Maker>(random: &mut Random) -> Pose<V> {
    pose(&Stand::random(random, 1.0), 1.0)
}

fn cuboid<V: Vector>(half: f64) -> Cuboid<V> {
    Cuboid::new(V::from_fn(|_| V::Scalar::of(half))).expect("positive")
}
fn segment<V: Vector>(p: &[f64], q: &[f64]) -> Segment<V> {
    Segment::new(v(p), v(q)).expect("finite")
}
fn triangle<V: Vector>([p, q, r]: [&[f64]; 3]) -> Triangle<V> {
    Triangle::new(v(p), v(q), v(r)).expect("finite")
}

/// Runs the same test in both dimensions and precisions.
macro_rules! in_all {
    ($($(#[$doc:meta])* $name:ident => $test:ident;)*) => {$(
        $(#[$doc])*
        #[test]
        fn $name() {
            $test::<Vec2>();
            $test::<DVec2>();
            $test::<Vec3>();
            $test::<DVec3>();
        }
    )*};
}

in_all! {
    /// A shape against itself, in several poses.
    identical_shapes => against_itself;
    /// All kinds around the same centre, rotated at random and unrotated.
    concentric_shapes => concentric;
    /// Points, and shapes of size 0.
    points_and_zero_radii => points;
    segments_on_a_line_and_beside_it => parallel_segments;
    segments_that_cross => crossing_segments;
    triangles_in_a_plane => coplanar_triangles;
    boxes_at_the_last_bit => touching_boxes;
    needles_of_one_to_ten_thousand => needles;
    pairs_a_million_away_from_the_origin => world_offsets;
    tiny_and_huge_sizes => sizes;
    a_million_times_as_large => size_ratios;
    half_spaces_against_each_other => half_spaces;
}

/// How deep a shape overlaps itself: its width along its thinnest direction. `None` if there is no
/// simple formula.
fn thickness<V: Vector>(recipe: &Recipe) -> Option<f64> {
    let sizes = &recipe.sizes[..V::DIM];
    let least = sizes.iter().copied().fold(f64::INFINITY, f64::min);
    let core = match recipe.kind {
        Kind::Point | Kind::Segment => 0.0,
        Kind::Triangle if V::DIM == 3 => 0.0,
        Kind::Ball | Kind::Capsule => 2.0 * sizes[0],
        Kind::Cuboid | Kind::Ellipsoid => 2.0 * least,
        Kind::Cylinder => 2.0 * recipe.sizes[0].min(recipe.sizes[1]),
        _ => return None,
    };
    Some(core + 2.0 * recipe.margin)
}

/// A random recipe of a kind.
fn of_kind(random: &mut Random, dim: usize, kind: Kind) -> Recipe {
    loop {
        let recipe = Recipe::random(random, dim);
        if recipe.kind == kind {
            return recipe;
        }
    }
}

fn against_itself<V: Maker>() {
    let mut random = Random::new(1);
    for kind in kinds(V::DIM).iter().copied().filter(|kind| *kind != Kind::HalfSpace) {
        for _ in 0..5 {
            let recipe = of_kind(&mut random, V::DIM, kind);
            let (shape, stand) = (recipe.make::<V>(1.0), somewhere(&mut random));
            let probe = Probe::new(format!("{kind:?} in itself"), shape.clone(), shape);
            for probe in [probe.swapped(), probe.at(stand, stand)] {
                let answer = match thickness::<V>(&recipe) {
                    Some(depth) if kind == Kind::Cylinder => probe.holds(-depth),
                    Some(depth) => probe.is(-depth),
                    None => probe.sound(),
                };
                assert!(answer.intersects(), "{}: {answer:?}", probe.what);
            }
        }
    }
    let square = cuboid::<V>(0.5);
    let answer = Probe::new("boxes", square, square).is(-1.0);
    // The points are a whole edge apart, on opposite faces of the same box.
    for point in [answer.point_a, answer.point_b] {
        assert!(point.max_abs().to_f64() <= 0.5 + 1e-6, "{answer:?}");
    }
}

/// Moves the points of a recipe so that their mean is the local origin.
fn centred(mut recipe: Recipe) -> Recipe {
    let count = recipe.points.len() as f64;
    let mean = |i: usize| recipe.points.iter().map(|p| p[i]).sum::<f64>() / count;
    let mean = [mean(0), mean(1), mean(2)];
    if recipe.kind != Kind::HalfSpace {
        for point in &mut recipe.points {
            *point = std::array::from_fn(|i| pairs::short(point[i] - mean[i]));
        }
    }
    recipe
}

fn concentric<V: Maker>() {
    let mut random = Random::new(2);
    let (mut deep, mut all) = (0, 0);
    for &first in kinds(V::DIM) {
        for &second in kinds(V::DIM) {
            let [a, b] = [first, second]
                .map(|kind| centred(of_kind(&mut random, V::DIM, kind)).make::<V>(1.0));
            let stand = Stand::random(&mut random, 1.0);
            let turned = Stand { t: stand.t, ..Stand::random(&mut random, 1.0) };
            let (stand, turned) = (pose(&stand, 1.0), pose(&turned, 1.0));
            for (pa, pb) in [(Pose::IDENTITY, Pose::IDENTITY), (stand, stand), (stand, turned)] {
                let what = format!("{first:?} around {second:?}");
                let answer = Probe::new(what, a.clone(), b.clone()).at(pa, pb).sound();
                // Where both are flat, rounding the points to f32 can move the shapes apart.
                let near = answer.signed_distance.to_f64() < 1e-7;
                assert!(near, "{first:?} around {second:?}: {answer:?}");
                deep += u32::from(answer.status() == Status::Overlapping);
                all += 1;
            }
        }
    }
    assert!(deep > all / 2 && deep < all, "{deep} of {all} pairs have a depth");
}

fn points<V: Maker>() {
    let point = |x: f64| Point::new(v::<V>(&[x, 0.25, -0.5])).expect("finite");
    let ball = |radius: f64| Ball::<V>::new(V::Scalar::of(radius)).expect("not negative");
    Probe::new("a point in a point", point(1.0), point(1.0)).is(0.0);
    Probe::new("two points", point(1.0), point(3.5)).is(2.5);
    let tiny = V::Scalar::EPSILON.to_f64();
    Probe::new("points an ulp apart", point(1.0), point(1.0 + tiny)).is(tiny);
    Probe::new("balls without a radius", ball(0.0), ball(0.0)).is(0.0);
    Probe::new("balls without a radius", ball(0.0), ball(0.0)).shifted(2.0).is(2.0);
    Probe::new("a ball and its centre", ball(0.5), ball(0.0)).is(-0.5);
    Probe::new("touching balls", ball(0.5), ball(0.25)).shifted(0.75).is(0.0);
    let capsule = |half: f64, radius: f64| {
        Capsule::<V>::along(Axis::X, V::Scalar::of(half), V::Scalar::of(radius))
            .expect("not negative")
    };
    Probe::new("capsules without a radius", capsule(1.0, 0.0), capsule(2.0, 0.0)).is(0.0);
    Probe::new("capsules that are points", capsule(0.0, 0.0), capsule(0.0, 0.0)).is(0.0);
    Probe::new("a capsule that is a ball", capsule(0.0, 1.0), ball(0.5)).shifted(2.0).is(0.5);
    let corner = Point::new(V::from_fn(|_| V::Scalar::of(0.5))).expect("finite");
    Probe::new("a point on a corner", cuboid::<V>(0.5), corner).is(0.0);
    Probe::new("a point on a face", cuboid::<V>(0.5), point(0.5)).is(0.0);
    Probe::new("a point in a box", cuboid::<V>(2.0), point(1.0)).is(-1.0);
    let again = Hull::new(vec![v::<V>(&[1.0, 0.25, -0.5]); 5]).expect("finite");
    Probe::new("the same point five times", again, point(1.0)).is(0.0);
}

fn parallel_segments<V: Maker>() {
    let a = segment::<V>(&[-1.0, 0.0], &[1.0, 0.0]);
    let on_line = |x: f64| segment::<V>(&[x - 1.0, 0.0], &[x + 1.0, 0.0]);
    let beside = |x: f64, y: f64| segment::<V>(&[x + 1.0, y], &[x - 1.0, y]);
    let mut random = Random::new(3);
    for stand in [Pose::IDENTITY, somewhere(&mut random), somewhere(&mut random)] {
        let case = |what: &str, b: Segment<V>| Probe::new(what, a, b).at(stand, stand);
        case("the same segment", a).is(0.0);
        case("overlapping on a line", on_line(0.75)).is(0.0);
        case("end to end", on_line(2.0)).is(0.0);
        case("apart on a line", on_line(4.0)).is(2.0);
        case("side by side", beside(0.0, 0.5)).is(0.5);
        case("shifted along", beside(1.5, 0.5)).is(0.5);
        case("past each other", beside(5.0, 4.0)).is(5.0);
        case("a segment that is a point", segment(&[0.5, 0.0], &[0.5, 0.0])).is(0.0);
    }
}

fn crossing_segments<V: Maker>() {
    let a = segment::<V>(&[-1.0, 0.0], &[1.0, 0.0]);
    // In 2D the shortest translation that separates them ends at an endpoint; in 3D they lie in a
    // plane, and the depth is 0.
    let depth = if V::DIM == 2 { -0.75 } else { 0.0 };
    let mut random = Random::new(4);
    for stand in [Pose::IDENTITY, somewhere(&mut random), somewhere(&mut random)] {
        let case = |what: &str, b: Segment<V>| Probe::new(what, a, b).at(stand, stand);
        case("a cross", segment(&[0.25, -2.0], &[0.25, 3.0])).is(depth);
        case("a tee", segment(&[0.25, 0.0], &[0.25, 3.0])).is(0.0);
        case("an ell", segment(&[1.0, 0.0], &[1.0, 3.0])).is(0.0);
        case("above", segment(&[0.25, 0.5], &[0.25, 3.0])).is(0.5);
        let cross = case("a sharp cross", segment(&[-1.0, -1e-4], &[1.0, 1e-4])).sound();
        assert!(cross.intersects(), "{cross:?}");
    }
}

fn coplanar_triangles<V: Maker>() {
    let at = |x: f64, y: f64| triangle::<V>([&[x, y], &[x + 2.0, y], &[x, y + 2.0]]);
    let mut random = Random::new(5);
    let flat = |depth: f64| if V::DIM == 2 { depth } else { 0.0 };
    for stand in [Pose::IDENTITY, somewhere(&mut random), somewhere(&mut random)] {
        let case = |what: &str, b: Triangle<V>| Probe::new(what, at(0.0, 0.0), b).at(stand, stand);
        case("the same triangle", at(0.0, 0.0)).is(flat(-2f64.sqrt()));
        case("overlapping triangles", at(0.5, 0.5)).is(flat(-0.5f64.sqrt()));
        case("corner to corner", at(2.0, 0.0)).is(0.0);
        case("corner to edge", at(1.0, 1.0)).is(0.0);
        case("edge to edge", triangle([&[2.0, 0.0], &[0.0, 2.0], &[2.0, 2.0]])).is(0.0);
        case("apart in the plane", at(3.0, -1.0)).is(1.0);
        case("a triangle that is a segment", triangle([&[0.0, 0.0], &[1.0, 0.0], &[0.5, 0.0]]))
            .is(0.0);
        case("a triangle that is a point", triangle([&[0.5, 0.5]; 3])).is(flat(-0.5));
    }
}

/// Boxes that touch, or are one ulp of the coordinate apart or into each other.
fn touching_boxes<V: Maker>() {
    let up = V::Scalar::ONE + V::Scalar::EPSILON;
    let down = V::Scalar::ONE - V::Scalar::EPSILON * V::Scalar::of(0.5);
    let mut random = Random::new(6);
    for x in [down, V::Scalar::ONE, up] {
        let case = |what: &str| Probe::new(what, cuboid::<V>(0.5), cuboid(0.5));
        let expected = x.to_f64() - 1.0;
        case("touching boxes").shifted(x.to_f64()).is(expected);
        let corner = Pose::at(V::from_fn(|_| x)).expect("finite");
        let space = if expected > 0.0 { (V::DIM as f64).sqrt() } else { 1.0 };
        case("boxes corner to corner").at(Pose::IDENTITY, corner).is(expected * space);
        for _ in 0..20 {
            // Rotated together, and moved along the common axis: touching, up to rounding.
            let stand = Stand { t: [0.0; 3], ..Stand::random(&mut random, 1.0) };
            let pa = pose::<V>(&stand, 1.0);
            let along = (V::unit(0) * x).rotated(&stand);
            let along = Stand { t: std::array::from_fn(|i| coordinate(along, i)), ..stand };
            case("rotated touching boxes").at(pa, pose(&along, 1.0)).is(expected);
        }
    }
}

fn coordinate<V: Vector>(v: V, i: usize) -> f64 {
    if i < V::DIM { v.get(i).to_f64() } else { 0.0 }
}

/// Shapes 1e4 times as long as thick, at random angles to each other.
fn needles<V: Maker>() {
    let thin = 1e-4;
    let kinds: [Shape<V>; 5] = [
        segment::<V>(&[-1.0, 0.0], &[1.0, 0.0]).into(),
        Cuboid::new(V::from_fn(|i| V::Scalar::of(if i == 0 { 1.0 } else { thin })))
            .expect("positive")
            .into(),
        triangle::<V>([&[-1.0, 0.0], &[1.0, 0.0], &[0.9, thin]]).into(),
        Hull::new(needle_points::<V>(thin)).expect("finite").into(),
        Capsule::<V>::along(Axis::X, V::Scalar::ONE, V::Scalar::of(thin)).expect("positive").into(),
    ];
    let mut random = Random::new(7);
    let (mut apart, mut all) = (0, 0);
    for (i, a) in kinds.iter().enumerate() {
        for (j, b) in kinds.iter().enumerate() {
            let what = format!("needle {i} in needle {j}");
            assert!(Probe::new(what, a.clone(), b.clone()).sound().intersects());
            for _ in 0..20 {
                let what = format!("needle {i} at needle {j}");
                let (pa, pb) = (somewhere(&mut random), somewhere(&mut random));
                let answer = Probe::new(what, a.clone(), b.clone()).at(pa, pb).sound();
                apart += u32::from(answer.status() == Status::Apart);
                all += 1;
            }
        }
    }
    assert!(apart > all / 4, "{apart} of {all} needles are apart");
}

/// The corners of a double pyramid along the first axis.
fn needle_points<V: Vector>(thin: f64) -> Vec<V> {
    let mut points = vec![v::<V>(&[-1.0]), v(&[1.0])];
    for sign in [thin, -thin] {
        points.push(v(&[0.1, sign]));
        points.push(v(&[0.2, 0.5 * sign, sign]));
    }
    points
}

/// The same answers a million units away from the origin, up to the rounding of the points.
fn world_offsets<V: Maker>() {
    let far = v::<V>(&[1e6, -1e6, 1e6]);
    let step = V::unit(0) * V::Scalar::of(1.5);
    let [pa, pb] = [far, far + step].map(|t| Pose::at(t).expect("finite"));
    let ball = |radius: f64| Ball::<V>::new(V::Scalar::of(radius)).expect("positive");
    let deep = |what: &str, b: Shape<V>| Probe::new(what, cuboid(1.0), b).at(pa, pb);
    deep("boxes far away", cuboid(1.0).into()).is(-0.5);
    deep("a box and a ball far away", ball(0.25).into()).is(0.25);
    deep("touching far away", cuboid(0.5).into()).is(0.0);
    let (a, b) = (segment::<V>(&[-1.0, 0.0], &[1.0, 0.0]), segment(&[0.0, -1.0], &[0.0, 1.0]));
    Probe::new("segments far away", a, b).at(pa, pb).is(0.5);
    // The local coordinates have the same offset, so that the shapes are far from their own
    // origins.
    let there = |x: f64| segment::<V>(&[1e6 + x, 1e6], &[1e6 + x + 1.0, 1e6]);
    Probe::new("local offsets", there(0.0), there(3.0)).is(2.0);
    let mut random = Random::new(8);
    for _ in 0..50 {
        let mut stand = Stand::random(&mut random, 1.0);
        stand.t = stand.t.map(|x| x + 1e6);
        let turned = Stand { t: stand.t, ..Stand::random(&mut random, 1.0) };
        let (pa, pb) = (pose::<V>(&stand, 1.0), pose(&turned, 1.0));
        let answer = Probe::new("turned far away", cuboid(1.0), cuboid(0.5)).at(pa, pb).sound();
        assert_eq!(answer.status(), Status::Overlapping, "{answer:?}");
    }
}

/// From 1e-30 to 1e36 in f32, from 1e-150 to 1e45 in f64.
fn sizes<V: Maker>() {
    let exponents = if is_wide::<V>() { (-150..=45).step_by(15) } else { (-30..=36).step_by(3) };
    for exponent in exponents {
        let unit = libm::pow(10.0, f64::from(exponent));
        let s = |x: f64| V::Scalar::of(x * unit);
        let what = format!("sizes of {unit:e}");
        let cube = |x: f64| Cuboid::new(V::from_fn(|_| s(x))).expect("positive");
        Probe::new(&what, cube(1.0), cube(1.0)).shifted(1.5 * unit).is(-0.5 * unit);
        Probe::new(&what, cube(1.0), cube(0.25)).shifted(1.5 * unit).is(0.25 * unit);
        Probe::new(&what, cube(1.0), Ball::new(s(0.75)).expect("positive")).is(-1.75 * unit);
        let along = |x: f64, y: f64| v::<V>(&[x * unit, y * unit]);
        let a = Segment::new(along(-1.0, 0.0), along(1.0, 0.0)).expect("finite");
        let b = Segment::new(along(3.0, -1.0), along(3.0, 2.0)).expect("finite");
        Probe::new(&what, a, b).is(2.0 * unit);
        let hull = |x: f64| {
            let corners = [along(x, 0.0), along(x + 1.0, 1.0), along(x + 1.0, -1.0)];
            Rounded::new(Hull::new(corners).expect("finite").into(), s(0.25)).expect("positive")
        };
        let hulls: [Rounded<clearance::ConvexShape<V>>; 2] = [hull(0.0), hull(2.0)];
        let [a, b] = hulls;
        Probe::new(&what, a, b).is(0.5 * unit);
    }
}

/// One shape a million times as large as the other.
fn size_ratios<V: Maker>() {
    let ball = |radius: f64| Ball::<V>::new(V::Scalar::of(radius)).expect("positive");
    let small = || cuboid::<V>(1.0);
    Probe::new("a mote in a hall", cuboid::<V>(1e6), small()).is(-1e6 - 1.0);
    Probe::new("a mote by the wall", cuboid::<V>(1e6), small()).shifted(1e6).is(-1.0);
    Probe::new("a mote on the wall", cuboid::<V>(1e6), small()).shifted(1e6 + 1.0).is(0.0);
    Probe::new("a mote outside", cuboid::<V>(1e6), small()).shifted(1e6 + 2.0).is(1.0);
    Probe::new("a mote on a globe", ball(1e6), small()).shifted(1e6 + 2.0).is(1.0);
    Probe::new("a mote in a globe", ball(1e6), ball(1.0)).shifted(1e6).is(-1.0);
    let mut random = Random::new(9);
    for _ in 0..50 {
        let (pa, pb) = (somewhere(&mut random), somewhere(&mut random));
        let answer = Probe::new("a turned mote", cuboid::<V>(1e6), small()).at(pa, pb).sound();
        assert_eq!(answer.status(), Status::Overlapping, "{answer:?}");
    }
}

fn half_spaces<V: Maker>() {
    let half = |x: f64, y: f64, offset: f64| {
        HalfSpace::<V>::new(v(&[x, y]), V::Scalar::of(offset)).expect("a normal")
    };
    Probe::new("opposite, apart", half(1.0, 0.0, 0.5), half(-1.0, 0.0, -2.0)).is(1.5);
    Probe::new("opposite, overlapping", half(1.0, 0.0, 0.5), half(-1.0, 0.0, 2.0)).is(-2.5);
    Probe::new("opposite, touching", half(1.0, 0.0, 0.5), half(-1.0, 0.0, -0.5)).is(0.0);
    Probe::new("the same", half(1.0, 0.0, 0.5), half(1.0, 0.0, 0.5)).is_endless();
    Probe::new("crossing", half(1.0, 0.0, 0.5), half(0.0, 1.0, 0.5)).is_endless();
    Probe::new("slanted", half(1.0, 0.0, -9.0), half(-1.0, 1e-4, -9.0)).is_endless();
    let mut random = Random::new(10);
    for _ in 0..50 {
        let (pa, pb) = (somewhere(&mut random), somewhere(&mut random));
        let (a, b) = (half(1.0, 0.0, 0.5), half(0.0, 1.0, 0.5));
        Probe::new("turned half-spaces", a, b).at(pa, pb).is_endless();
    }
    let point = Point::new(v::<V>(&[0.5, 7.0])).expect("finite");
    Probe::new("a point on the plane", half(1.0, 0.0, 0.5), point).is(0.0);
    Probe::new("a box on the plane", half(1.0, 0.0, 0.5), cuboid(0.5)).shifted(1.0).is(0.0);
    Probe::new("a box in the ground", half(1.0, 0.0, 0.5), cuboid(0.5)).is(-1.0);
}

impl<V: Maker> Probe<V> {
    /// Sound, and overlapping without limit.
    #[track_caller]
    fn is_endless(&self) {
        let answer = self.sound();
        assert_eq!(answer.signed_distance.to_f64(), f64::NEG_INFINITY, "{}: {answer:?}", self.what);
        assert_eq!(answer.status(), Status::Overlapping, "{}", self.what);
    }
}

/// A polygon with duplicate corners and corners on its edges, against a translated copy.
#[test]
fn polygons_with_more_corners_than_needed() {
    let corners: [[f64; 2]; 7] =
        [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 2.0], [0.0, 2.0]];
    let polygon = || Polygon::new(corners.map(|p| v::<DVec2>(&p))).expect("convex");
    Probe::new("crowded polygons", polygon(), polygon()).is(-2.0);
    Probe::new("crowded polygons", polygon(), polygon()).shifted(2.0).is(0.0);
    Probe::new("crowded polygons", polygon(), polygon()).shifted(5.0).is(3.0);
}

/// Vertices that nearly coincide make sliver faces. Where the origin is just not behind a sliver,
/// EPA once took the distance to its nearest point for a depth, and reported it as proven.
#[test]
fn twin_corners_that_touch() {
    let mut random = Random::new(12);
    let mut depths = 0;
    for i in 0..2_000 {
        let apart = [1e-7, 1e-9, 1e-11, 1e-13][i % 4];
        let [a, b] = [(); 2].map(|()| twins(&mut random, apart));
        let (turn, along) = (random.rotation(), random.direction3());
        let t = farthest(&a, along) - turn * farthest(&b, turn.inverse() * -along);
        let [a, b] = [a, b].map(|points| Hull::new(points).expect("finite"));
        let pose = Pose::new(t, turn).expect("finite");
        let answer = Probe::new(format!("twins {apart:e}"), a, b).at(Pose::IDENTITY, pose).sound();
        depths += u32::from(answer.algorithm == Algorithm::Epa);
    }
    assert!(depths > 500, "EPA was asked {depths} times");
}

/// A corner with a coordinate that hulls round to 0: the witness has the corner of the hull, which
/// is none of the points given, so the checker once could not prove the answer.
#[test]
fn coordinates_too_small_to_count() {
    let upper = [[0.0, 0.0, 0.2], [1.0, 0.0, 0.1], [0.0, 1.0, 0.3], [0.0, 0.0, 1.0]];
    let lower = [[0.0, 0.0, -3.0], [1.0, 0.0, -3e-150], [0.0, 1.0, -3.0], [0.5, 0.3, -3e-5]];
    let space = |points: [[f64; 3]; 4]| Hull::new(points.map(DVec3::from)).expect("a hull");
    is_proven(space(upper), space(lower), 0.1);
    let plane = |points: [[f64; 2]; 4]| Hull::new(points.map(DVec2::from)).expect("a hull");
    let upper = [[0.0, 0.2], [1.0, 0.1], [0.0, 1.0], [0.5, 0.5]];
    let lower = [[0.0, -3.0], [1.0, -3e-150], [0.5, -1.0], [2.0, -2.0]];
    is_proven(plane(upper), plane(lower), 0.1);
}

#[track_caller]
fn is_proven<V: Maker<Scalar = f64>>(a: Hull<V>, b: Hull<V>, distance: f64) {
    let here = Pose::IDENTITY;
    let proof = certificate(&a, &here, &b, &here);
    let answer = &proof.answer;
    assert!((answer.signed_distance - distance).abs() < 1e-12, "{answer:?}");
    assert_eq!(check(&a, &here, &b, &here, &proof), Verdict::Proven, "{answer:?}");
}

/// Corners on the unit sphere, each with a second one `apart` away from it.
fn twins(random: &mut Random, apart: f64) -> Vec<DVec3> {
    let twin = |_| {
        let corner = random.direction3();
        [corner, (corner + random.direction3() * apart).normalize()]
    };
    (0..8).flat_map(twin).collect()
}

fn farthest(points: &[DVec3], along: DVec3) -> DVec3 {
    let by_height = |p: &&DVec3, q: &&DVec3| p.dot(along).total_cmp(&q.dot(along));
    *points.iter().max_by(by_height).expect("some")
}
