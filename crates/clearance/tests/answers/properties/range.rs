//! The ends of the range: each pair at an ordinary size, and scaled up and down by powers of two as
//! far as the largest and smallest lengths. The two shapes may get different powers.
//!
//! A power of two loses no digits, so both pairs have the same answers, scaled. Neither answer may
//! contradict the other: bounds on the clearance, on times and on the distance of points have to
//! overlap. The checker refutes no answer, there is no NaN, and every query terminates.

use super::*;
use crate::common::pairs::{self, Recipe, pose};
use crate::common::rays;
use clearance::Axis;
use clearance::shape::Geometry;
use clearance::verify::{Verdict, check, check_impact, check_manifold, check_ray};
use clearance::{
    Cast, Error, HalfSpace, ImpactStatus, Ray, Rounded, Sweep, contact_manifold, contains, project,
    signed_distance,
};

/// A pair and the arguments of its queries.
#[derive(Clone, Debug)]
struct Case {
    pair: Pair,
    /// The sizes of A and B, and of the distance between them.
    sizes: [f64; 3],
    velocity: [[f64; 3]; 2],
    spin: [[f64; 3]; 2],
    point: [f64; 3],
    target: [f64; 3],
}

/// How a case is drawn: the sizes of the pair differ by up to 2^`unlike`, the numbers of one shape
/// by up to 2^`thin`, and with `full` some numbers are the largest allowed, 1.
#[derive(Clone, Copy, Debug, Default)]
struct Draw {
    unlike: usize,
    thin: usize,
    full: bool,
}

fn two(power: i32) -> f64 {
    libm::ldexp(1.0, power)
}

fn numbers(random: &mut Random) -> [f64; 3] {
    core::array::from_fn(|_| pairs::short(random.range(-1.0, 1.0)))
}

impl Case {
    fn random<V: Maker>(random: &mut Random, draw: Draw) -> Self
    where
        V::Wide: Maker<Scalar = f64>,
    {
        let mut pair = Pair::random::<V::Wide>(random);
        let mut sizes = [0; 3].map(|_: i32| -(random.below(draw.unlike + 1) as i32));
        let largest = sizes.into_iter().max().unwrap_or(0);
        sizes = sizes.map(|power| power - largest);
        if random.below(2) == 0 {
            sizes[2] = sizes[0].min(sizes[1]);
        }
        let sizes = sizes.map(two);
        for recipe in [&mut pair.a, &mut pair.b] {
            if draw.thin > 0 && random.below(2) == 0 {
                thin(recipe, random, draw.thin);
            }
            if draw.full {
                fill(recipe, random);
            }
        }
        for stand in [&mut pair.at_a, &mut pair.at_b] {
            stand.t = stand.t.map(|x| (x * sizes[2]).clamp(-1.0, 1.0));
        }
        if (draw.unlike > 0 || draw.thin > 0) && random.below(2) == 0 {
            // Moves B to where they touch, or nearly so.
            let (a, b) = (pair.a.make::<V::Wide>(sizes[0]), pair.b.make::<V::Wide>(sizes[1]));
            let answer = clearance(&a, &pose(&pair.at_a, 1.0), &b, &pose(&pair.at_b, 1.0));
            if answer.bounded() {
                let target = [0.0, 0.1, -0.1][random.below(3)] * sizes[0].min(sizes[1]);
                let shift = answer.normal * (target - answer.signed_distance);
                for i in 0..V::DIM {
                    pair.at_b.t[i] += shift.get(i);
                }
            }
        }
        Self {
            pair,
            sizes,
            velocity: [numbers(random), numbers(random)],
            spin: [numbers(random), numbers(random)],
            point: numbers(random),
            target: numbers(random).map(|x| 0.5 * x),
        }
    }
}

/// Makes some numbers tiny or 0, or two points differ by a tiny amount.
fn thin(recipe: &mut Recipe, random: &mut Random, most: usize) {
    if recipe.kind == Kind::Polygon {
        return; // It would no longer be convex.
    }
    let mut change = |x: &mut f64, zero: bool| match random.below(4) {
        0 => *x *= two(-(random.below(most + 1) as i32)),
        1 if zero => *x = 0.0,
        _ => {}
    };
    for x in recipe.points.iter_mut().flatten() {
        change(x, recipe.kind != Kind::HalfSpace);
    }
    recipe.sizes.iter_mut().for_each(|x| change(x, false));
    change(&mut recipe.margin, true);
    if random.below(3) == 0 && recipe.points.len() > 1 {
        let tiny = |x: f64, random: &mut Random| {
            let power = two(-(random.below(most + 1) as i32));
            if x == 0.0 { pairs::short(random.unit()) * power } else { x }
        };
        recipe.points[1] = recipe.points[0].map(|x| tiny(x, random));
    }
}

/// Makes some numbers as large as allowed.
fn fill(recipe: &mut Recipe, random: &mut Random) {
    if matches!(recipe.kind, Kind::Ball | Kind::Capsule | Kind::Ellipsoid) {
        recipe.margin = 0.0; // The limit is on the sum. An ellipsoid may be a ball.
    }
    let corners = recipe.points.iter_mut().flatten().filter(|_| recipe.kind != Kind::Polygon);
    for x in corners.chain(&mut recipe.sizes) {
        if random.below(3) == 0 {
            *x = 1f64.copysign(*x);
        }
    }
}

/// Bounds on a result, in units of the case.
#[derive(Clone, Copy, Debug)]
struct Bounds(f64, f64);

impl Bounds {
    const NOTHING: Self = Self(f64::NEG_INFINITY, f64::INFINITY);
    const NEVER: Self = Self(f64::MAX, f64::INFINITY);

    fn of<S: Scalar>(lower: S, upper: S, unit: f64) -> Self {
        Self(lower.to_f64() / unit, upper.to_f64() / unit)
    }
    fn if_true(holds: bool) -> Self {
        if holds { Self::NOTHING } else { Self(0.0, f64::INFINITY) }
    }
}

/// The results for a case at one scale.
#[derive(Default)]
struct Outcome {
    known: Vec<(&'static str, Bounds)>,
    wrong: Vec<&'static str>,
}

impl Outcome {
    fn expect(&mut self, holds: bool, what: &'static str) {
        if !holds {
            self.wrong.push(what);
        }
    }
    fn ordered<S: Scalar>(&mut self, [lower, value, upper]: [S; 3], what: &'static str) {
        self.expect(lower <= value && value <= upper, what);
    }
    fn unit<V: Vector>(&mut self, normal: V, what: &'static str) {
        let off = (normal.widen().norm() - 1.0).abs();
        self.expect(off <= 8.0 * V::Scalar::EPSILON.to_f64(), what);
    }
    fn checked(&mut self, verdict: Verdict, what: &'static str) {
        self.expect(verdict != Verdict::Refuted, what);
    }
}

/// A case at one scale.
struct Scaled<'c, V: Vector> {
    case: &'c Case,
    scale: f64,
    shapes: [Shape<V>; 2],
    poses: [Pose<V>; 2],
}

impl<'c, V: Maker> Scaled<'c, V> {
    fn new(case: &'c Case, scale: f64) -> Self {
        let Case { pair, sizes, .. } = case;
        let shapes = [pair.a.make(scale * sizes[0]), pair.b.make(scale * sizes[1])];
        let poses = [pose(&pair.at_a, scale), pose(&pair.at_b, scale)];
        Self { case, scale, shapes, poses }
    }
    fn vector(&self, numbers: &[f64; 3], size: f64) -> V {
        V::from_fn(|i| V::Scalar::of(numbers[i].clamp(-1.0, 1.0) * size * self.scale))
    }
    /// A point near A, within the range of points.
    fn near_a(&self, numbers: &[f64; 3]) -> V {
        let (size, t) = (self.case.sizes[0], &self.case.pair.at_a.t);
        self.vector(&core::array::from_fn(|i| t[i] + numbers[i] * size), 1.0)
    }

    /// All queries; casts and checks, which take longest, only if `all`.
    fn ask(&self, all: bool) -> Outcome {
        let mut outcome = Outcome::default();
        self.ask_pair(&mut outcome, all);
        self.ask_contacts(&mut outcome, all);
        for point in [self.vector(&self.case.point, 1.0), self.near_a(&self.case.point)] {
            self.ask_point(&mut outcome, point).expect("within the range");
        }
        self.ask_rays(&mut outcome, all);
        if all {
            self.ask_casts(&mut outcome, false);
            self.ask_casts(&mut outcome, true);
        }
        outcome
    }

    fn ask_pair(&self, outcome: &mut Outcome, all: bool) {
        let ([a, b], [pa, pb]) = (&self.shapes, &self.poses);
        let proof = all.then(|| certificate(a, pa, b, pb));
        let answers = [Some(clearance(a, pa, b, pb)), proof.as_ref().map(|proof| proof.answer)];
        for answer in answers.into_iter().flatten() {
            let Clearance { lower, upper, signed_distance, normal, point_a, point_b, .. } = answer;
            outcome.known.push(("clearance", Bounds::of(lower, upper, self.scale)));
            outcome.ordered([lower, signed_distance, upper], "bounds of a clearance");
            outcome.unit(normal, "normal of a clearance");
            let endless = lower.to_f64() == f64::NEG_INFINITY; // Half-spaces.
            let finite = point_a.is_finite() && point_b.is_finite() && upper.is_finite();
            outcome.expect(finite && lower.is_finite() || endless, "numbers of a clearance");
        }
        if let Some(proof) = &proof {
            outcome.checked(check(a, pa, b, pb, proof), "refuted clearance");
        }
        outcome.expect(distance(a, pa, b, pb).is_finite(), "distance");
        outcome.known.push(("intersects", Bounds::if_true(intersects(a, pa, b, pb))));
        if let Some(p) = penetration(a, pa, b, pb) {
            outcome.unit(p.normal, "normal of a penetration");
        }
        if let Some(p) = closest_points(a, pa, b, pb) {
            let finite = p.point_a.is_finite() && p.point_b.is_finite() && p.distance.is_finite();
            outcome.expect(finite, "closest points");
        }
    }

    fn ask_contacts(&self, outcome: &mut Outcome, all: bool) {
        let ([a, b], [pa, pb]) = (&self.shapes, &self.poses);
        let smaller = self.case.sizes[0].min(self.case.sizes[1]);
        for margin in [0.0, 0.1 * smaller] {
            let least = V::Scalar::of(margin * self.scale);
            let Some(found) = contact_manifold(a, pa, b, pb, least) else { continue };
            let fine = |p: &clearance::ContactPoint<V>| {
                p.point_a.is_finite() && p.point_b.is_finite() && p.separation.is_finite()
            };
            let fine = found.points().iter().all(fine);
            outcome.expect(fine, "contact points");
            outcome.unit(found.normal, "normal of a manifold");
            if all && fine {
                let proof = certificate(a, pa, b, pb);
                outcome.checked(check_manifold(a, pa, b, pb, &found, &proof), "refuted manifold");
            }
        }
    }

    fn ask_point(&self, outcome: &mut Outcome, point: V) -> Result<(), Error> {
        let ([a, _], [pa, _]) = (&self.shapes, &self.poses);
        let near = project(a, pa, point)?;
        outcome.known.push(("projection", Bounds::of(near.lower, near.upper, self.scale)));
        outcome.ordered([near.lower, near.signed_distance, near.upper], "bounds of a projection");
        outcome.unit(near.normal, "normal of a projection");
        outcome.expect(near.point.is_finite() && near.upper.is_finite(), "projection");
        outcome.expect(signed_distance(a, pa, point)?.is_finite(), "distance of a point");
        outcome.known.push(("contains", Bounds::if_true(contains(a, pa, point)?)));
        Ok(())
    }

    fn ask_rays(&self, outcome: &mut Outcome, all: bool) {
        let ([a, _], [pa, _]) = (&self.shapes, &self.poses);
        let (from, to) = (self.vector(&self.case.point, 1.0), self.near_a(&self.case.target));
        let half = V::Scalar::of(0.5);
        let rays = [(from, (to - from) * half), (to, self.vector(&self.case.velocity[0], 1.0))];
        for (origin, direction) in rays {
            let Ok(ray) = Ray::new(origin, direction, Scalar::INFINITY) else {
                outcome.known.extend([("no ray", Bounds::NOTHING); 2]);
                continue;
            };
            for hollow in [false, true] {
                let Some(hit) = rays::hit_of(a, pa, &ray, hollow) else {
                    outcome.known.push(("ray", Bounds::NEVER));
                    continue;
                };
                outcome.known.push(("ray", Bounds::of(hit.lower, hit.upper, 1.0)));
                outcome.ordered([hit.lower, hit.time, hit.upper], "times of a ray");
                outcome.expect(hit.point.is_finite() && hit.time.is_finite(), "point of a ray");
                outcome.unit(hit.normal, "normal of a ray");
                if all {
                    outcome.checked(check_ray(a, pa, &ray, &hit), "refuted ray");
                }
            }
        }
    }

    fn ask_casts(&self, outcome: &mut Outcome, turning: bool) {
        let ([a, b], [pa, pb]) = (&self.shapes, &self.poses);
        let sweep = |i: usize, pose: &Pose<V>| {
            let w = if turning { V::wedge_of(self.case.spin[i]) } else { Default::default() };
            Sweep::new(pose, self.vector(&self.case.velocity[i], 1.0), w).expect("within the range")
        };
        let (first, second) = (sweep(0, pa), sweep(1, pb));
        let tmax = V::Scalar::of(if turning { 2.0 } else { 4.0 });
        let mut cast = Cast::new(a, &first, b, &second, tmax).expect("a time");
        let proof = cast.certificate();
        let impact = &proof.impact;
        if impact.status == ImpactStatus::Miss {
            outcome.known.push(("cast", Bounds::NEVER));
        } else {
            outcome.known.push(("cast", Bounds::of(impact.lower, impact.upper, 1.0)));
            outcome.ordered([impact.lower, impact.time, impact.upper], "times of a cast");
            outcome.unit(impact.normal, "normal of a cast");
            let finite = impact.point_a.is_finite() && impact.point_b.is_finite();
            outcome.expect(finite && impact.time.is_finite(), "numbers of a cast");
        }
        let verdict = check_impact(a, &first, b, &second, tmax, Scalar::ZERO, &proof);
        outcome.checked(verdict, "refuted cast");
    }
}

/// Fails if the answer at one scale contradicts the answer at the other, or is wrong at either.
#[track_caller]
fn compare(case: &Case, one: &Outcome, other: &Outcome, power: i32) {
    assert!(one.wrong.is_empty(), "{:?} of {case:?}", one.wrong);
    assert!(other.wrong.is_empty(), "{:?} at 2^{power} of {case:?}", other.wrong);
    assert_eq!(one.known.len(), other.known.len(), "{case:?}");
    for ((what, x), (_, y)) in one.known.iter().zip(&other.known) {
        assert!(x.0 <= y.1 && y.0 <= x.1, "{what}: {x:?}, at 2^{power} {y:?} of {case:?}");
    }
}

/// Compares each of `hits` random cases with the same case at one of the scales.
fn sweep<V: Maker>(seed: u64, hits: usize, draw: Draw, powers: &[i32])
where
    V::Wide: Maker<Scalar = f64>,
{
    let mut random = Random::new(seed);
    let mut seen: BTreeMap<Kind, usize> = BTreeMap::new();
    for i in 0..hits {
        let case = Case::random::<V>(&mut random, draw);
        let (power, all) = (powers[i % powers.len()], i % 16 == 0);
        let one = Scaled::<V>::new(&case, 1.0).ask(all);
        let other = Scaled::<V>::new(&case, two(power)).ask(all);
        compare(&case, &one, &other, power);
        *seen.entry(case.pair.a.kind).or_default() += 1;
    }
    let some = hits / (4 * kinds(V::DIM).len());
    assert_eq!(seen.len(), kinds(V::DIM).len());
    assert!(seen.values().all(|count| *count >= some), "{seen:?}");
}

/// The number of comparisons of each of the 4 tests: 12,800 in all.
fn hits() -> usize {
    let all = pairs_per_suite() as usize;
    (all / 25_000 * 3_200).max(3_200)
}

fn in_f64<V: Maker<Scalar = f64>>(seed: u64)
where
    V::Wide: Maker<Scalar = f64>,
{
    let hits = hits() / 4;
    sweep::<V>(seed, hits, Draw::default(), &[158, 100, -160, -300, -700, -950]);
    sweep::<V>(seed + 1, hits, Draw { full: true, ..Draw::default() }, &[160]);
    sweep::<V>(seed + 2, hits, Draw { unlike: 300, ..Draw::default() }, &[158, -300]);
    let both = Draw { unlike: 40, thin: 300, ..Draw::default() };
    sweep::<V>(seed + 3, hits, both, &[158, -300]);
}

/// `f32` ranges from 2^-149 to 2^128, so the shapes of a pair differ less in size.
fn in_f32<V: Maker<Scalar = f32>>(seed: u64)
where
    V::Wide: Maker<Scalar = f64>,
{
    let hits = hits() / 4;
    sweep::<V>(seed, hits, Draw::default(), &[122, 60, -40, -90]);
    sweep::<V>(seed + 1, hits, Draw { full: true, ..Draw::default() }, &[124]);
    sweep::<V>(seed + 2, hits, Draw { unlike: 60, ..Draw::default() }, &[122, -20]);
    sweep::<V>(seed + 3, hits, Draw { unlike: 20, thin: 30, ..Draw::default() }, &[122, -20]);
}

#[test]
fn ends_of_the_range_in_the_plane() {
    in_f64::<DVec2>(101);
}
#[test]
fn ends_of_the_range_in_space() {
    in_f64::<DVec3>(201);
}
#[test]
fn ends_of_the_range_in_the_plane_in_f32() {
    in_f32::<Vec2>(301);
}
#[test]
fn ends_of_the_range_in_space_in_f32() {
    in_f32::<Vec3>(401);
}

/// For one step beyond the largest number every constructor returns an error that states the limit.
fn doors<V: Maker>(range: &str) {
    let last = V::Scalar::LARGEST;
    let beyond = last * (V::Scalar::ONE + V::Scalar::EPSILON);
    let x = |size: V::Scalar| V::unit(0) * size;
    let all = |size: V::Scalar| V::from_fn(|_| size);
    let one = V::Scalar::ONE;
    let half = V::Scalar::of(0.5);
    let ball = |radius| clearance::shape::Ball::<V>::new(radius);
    let tile = clearance::shape::Cuboid::new(all(one)).expect("a box");
    let door = |size: V::Scalar| -> Vec<Option<Error>> {
        use clearance::shape::{Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Point, Polygon};
        use clearance::shape::{Segment, Triangle};
        let rest = Sweep::at_rest(&Pose::IDENTITY);
        let ring = vec![V::ZERO, x(size), V::unit(1)];
        vec![
            ball(size).err(),
            Rounded::new(tile, size).err(),
            ball(size * half).and_then(|b| Rounded::new(b, size * half)).err(),
            Cuboid::new(all(size)).err(),
            Ellipsoid::new(all(size)).err(),
            Capsule::<V>::along(Axis::X, one, size).err(),
            Capsule::<V>::along(Axis::X, size, one).err(),
            Cylinder::<V>::new(Axis::X, size, one).err(),
            Cone::<V>::new(Axis::X, one, size).err(),
            Point::new(x(-size)).err(),
            Segment::new(V::ZERO, x(size)).err(),
            Triangle::new(V::ZERO, x(size), V::unit(1)).err(),
            Hull::new(ring.clone()).err(),
            if V::DIM == 2 { Polygon::new(ring).err() } else { Hull::new(ring).err() },
            HalfSpace::new(V::unit(0), size).err(),
            Pose::at(x(size)).err(),
            Sweep::linear(&Pose::IDENTITY, x(size)).err(),
            rest.about(x(size)).err(),
            Ray::new(x(size), V::unit(0), one).err(),
            Ray::new(V::ZERO, x(size), one).err(),
            project(&tile, &Pose::IDENTITY, x(size)).err(),
            contains(&tile, &Pose::IDENTITY, x(size)).err(),
            signed_distance(&tile, &Pose::IDENTITY, x(size)).err(),
            Cast::new(&tile, &rest, &tile, &rest, one).and_then(|cast| cast.gap(size)).err(),
        ]
    };
    assert!(door(last).iter().all(Option::is_none), "{:?}", door(last));
    for (i, error) in door(beyond).into_iter().enumerate() {
        let Some(error) = error else { panic!("door {i} is open") };
        assert!(matches!(error, Error::TooLarge { .. }), "{i}: {error:?}");
        assert!(error.to_string().ends_with(range), "{i}: {error}");
    }
    // The product of speed and time has no limit: a contact beyond the largest number is undecided.
    let far = Sweep::linear(&Pose::at(x(last)).expect("the last"), x(-V::Scalar::of(1e-38)));
    let rest = Sweep::at_rest(&Pose::IDENTITY);
    let cast = Cast::new(&tile, &rest, &tile, &far.expect("slow"), Scalar::INFINITY);
    let impact = cast.expect("a time").impact();
    assert!(impact.lower <= impact.time && impact.time.is_finite(), "{impact:?}");
    assert!(impact.point_a.is_finite() && impact.point_b.is_finite(), "{impact:?}");
}

#[test]
fn one_step_beyond_the_range() {
    doors::<DVec2>("the most is 2^160 = 1.46e48");
    doors::<DVec3>("the most is 2^160 = 1.46e48");
    doors::<Vec2>("the most is 2^124 = 2.13e37");
    doors::<Vec3>("the most is 2^124 = 2.13e37");
}

/// The smallest positive numbers, as sizes and as coordinates, alone and together with 1.
fn smallest<V: Maker>(least: V::Scalar) {
    use clearance::shape::{Ball, Cuboid, Point, Segment};
    let all = |size: V::Scalar| V::from_fn(|_| size);
    let tile = Cuboid::new(all(V::Scalar::ONE)).expect("a box");
    let here = Pose::IDENTITY;
    let tiny: [Shape<V>; 5] = [
        Ball::new(least).expect("a ball").into(),
        Cuboid::new(all(least)).expect("a box").into(),
        Point::new(all(least)).expect("a point").into(),
        Segment::new(V::ZERO, V::unit(0) * least).expect("a segment").into(),
        Segment::new(V::ZERO, V::unit(0) + V::unit(1) * least).expect("a segment").into(),
    ];
    for shape in &tiny {
        for (a, b) in [(shape, &tile.into()), (shape, shape), (&tile.into(), shape)] {
            let found = certificate(a, &here, b, &here);
            let Clearance { lower, upper, normal, point_a, .. } = found.answer;
            assert!(lower <= upper && upper.to_f64() <= 1e-12, "{a:?} {found:?}");
            assert!(normal.is_finite() && point_a.is_finite(), "{found:?}");
            assert_ne!(check(a, &here, b, &here, &found), Verdict::Refuted, "{found:?}");
            let touch = contact_manifold(a, &here, b, &here, V::Scalar::ZERO);
            let finite = |p: &clearance::ContactPoint<V>| p.point_a.is_finite();
            assert!(touch.is_none_or(|m| m.points().iter().all(finite)), "{a:?} {b:?}");
        }
        let near = project(shape, &here, V::unit(1)).expect("a point");
        let off = (near.signed_distance.to_f64() - 1.0).abs();
        assert!(off <= 4.0 * V::Scalar::EPSILON.to_f64(), "{near:?}");
    }
}

#[test]
fn the_smallest_numbers() {
    smallest::<DVec2>(5e-324);
    smallest::<DVec3>(5e-324);
    smallest::<Vec2>(1e-45);
    smallest::<Vec3>(1e-45);
}

/// A sum of radii keeps all of its digits, in `f32` too, and the checker uses the exact sum.
fn sums_of_radii<V: Maker>(seed: u64) {
    use clearance::shape::{Ball, Capsule, Point};
    let mut random = Random::new(seed);
    let (mut lost, rounds) = (0, hits());
    for _ in 0..rounds {
        let large = two(random.below(60) as i32 - 10);
        let mut some = |size: f64| V::Scalar::of(size * random.range(0.5, 1.0));
        let (big, small, least) = (some(large), some(1.0), some(0.1));
        let inner = Ball::<V>::new(small).expect("a ball");
        let once = Rounded::new(inner, big).expect("a ball");
        let twice = Rounded::new(once, least).expect("a ball");
        let rod =
            Rounded::new(Capsule::along(Axis::Y, big, small).expect("a rod"), big).expect("a rod");
        // At the distance of the large radius from the core.
        let point =
            (Point::new(V::ZERO).expect("a point"), Pose::at(V::unit(0) * big).expect("near"));
        overlaps_by(&once, &point, small.to_f64());
        overlaps_by(&rod, &point, small.to_f64());
        overlaps_by(&twice, &point, small.to_f64() + least.to_f64());
        lost += u32::from((big + small) - big != small);
    }
    assert!(lost as usize > rounds / 2, "{lost} of {rounds} sums lose digits");
}

#[track_caller]
fn overlaps_by<V: Maker, A: Geometry<V = V>>(
    a: &A,
    (point, at): &(clearance::shape::Point<V>, Pose<V>),
    depth: f64,
) {
    let here = Pose::IDENTITY;
    let found = certificate(a, &here, point, at);
    let [lower, upper] = [found.answer.lower, found.answer.upper].map(Scalar::to_f64);
    assert!(lower <= -depth && -depth <= upper, "{depth:e}: {found:?}");
    // The width is at most the rounding of a query in f64 and of its result.
    let size = at.translation().norm().to_f64() + depth;
    let width = 1024.0 * f64::EPSILON * size + 4.0 * V::Scalar::EPSILON.to_f64() * depth;
    assert!(upper - lower <= width, "{depth:e}: {found:?}");
    assert_eq!(check(a, &here, point, at, &found), Verdict::Proven, "{depth:e}: {found:?}");
    let near = project(a, &here, at.translation()).expect("a point");
    let [lower, upper] = [near.lower, near.upper].map(Scalar::to_f64);
    assert!(lower <= -depth && -depth <= upper, "{depth:e}: {near:?}");
}

#[test]
fn radii_are_not_rounded() {
    sums_of_radii::<DVec2>(501);
    sums_of_radii::<DVec3>(502);
    sums_of_radii::<Vec2>(503);
    sums_of_radii::<Vec3>(504);
}
