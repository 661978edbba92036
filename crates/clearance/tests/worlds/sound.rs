//! What is called proven is true: points, rays and certificates against rational numbers and the checker, of shapes that
//! are scaled, mirrored, far away, and parts of parts.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Point as Spot, View};
use clearance::space::{Pose, Ray, Vector};
use clearance::verify::{Verdict, check_separation};
use clearance::worlds::{self, Collider, Compound, Instance, Part, PartShape, Solid};
use clearance::{Convex, Shape};
use clearance_testing::{Random, pairs};

use crate::common::exact::{Point, RBig, b_in_a, cross, dot, minus, number, plus, point, times};
use crate::common::pairs::{Maker, Recipe, Stand, pose};
use crate::make::{closed, surface};

/// A part with its facets, whose corners are known exactly, and the poses that lead to it.
struct Exact<V: Vector> {
    poses: Vec<Pose<V>>,
    /// Where its frame has the world's axes, as ways from the world's origin, and that origin.
    axes: [Point; 3],
    origin: Point,
    facets: Vec<[V::Wide; 3]>,
    is_solid: bool,
}

impl<V: Maker> Exact<V> {
    /// The parts of a shape of surfaces, triangles and segments.
    fn parts(shape: &Collider<V>, pose: &Pose<V>) -> Vec<Self> {
        match shape {
            Collider::Convex(shape) => vec![Self::of_convex(shape, vec![*pose])],
            Collider::Surface(instance) => vec![Self::of_surface(instance, vec![*pose])],
            Collider::Compound(compound) => {
                let part = |part: &Part<V>| match &part.shape {
                    PartShape::Convex(shape) => Self::of_convex(shape, vec![*pose, part.pose]),
                    PartShape::Surface(surface) => {
                        Self::of_surface(surface, vec![*pose, part.pose])
                    }
                };
                compound.parts().iter().map(part).collect()
            }
            _ => unreachable!("there are no others"),
        }
    }
    fn of_convex(shape: &Shape<V>, poses: Vec<Pose<V>>) -> Self {
        let Shape::Convex(convex) = shape else { unreachable!("no half-space") };
        let View::Vertices(vertices) = convex.view() else { unreachable!("no curved shape") };
        let corner = |i: usize| vertices[i.min(vertices.len() - 1)].widen();
        Self::of(poses, vec![[corner(0), corner(1), corner(2)]], false)
    }
    fn of_surface(surface: &Instance<V>, poses: Vec<Pose<V>>) -> Self {
        let corners = |facet| surface.corners(facet).map(V::widen);
        Self::of(poses, (0..surface.len() as u32).map(corners).collect(), surface.is_solid())
    }
    fn of(poses: Vec<Pose<V>>, facets: Vec<[V::Wide; 3]>, is_solid: bool) -> Self {
        let seen = |at: Point| poses.iter().fold(at, |at, pose| b_in_a(pose, &Pose::IDENTITY, &at));
        let unit = |i: usize| core::array::from_fn(|k| number(f64::from(u8::from(i == k))));
        let origin = seen(core::array::from_fn(|_| RBig::ZERO));
        let axes = [0, 1, 2].map(|i| minus(&seen(unit(i)), &origin));
        Self { poses, axes, origin, facets, is_solid }
    }
    /// A point of the world in the frame of the part.
    fn local(&self, at: &Point) -> Point {
        plus(&self.origin, &self.way(at))
    }
    /// A way in the world in the frame of the part.
    fn way(&self, way: &Point) -> Point {
        let [x, y, z] = [0, 1, 2].map(|i| times(&self.axes[i], &way[i]));
        plus(&plus(&x, &y), &z)
    }
    /// The largest coordinate.
    fn size(&self) -> f64 {
        self.facets.as_flattened().iter().fold(0.0, |most, p| p.max_abs().max(most))
    }

    /// Is a point of its frame inside of the solid? `None` if it is level with a corner or on a facet.
    fn surrounds(&self, at: &Point) -> Option<bool> {
        let [_, y, z] = near(at);
        let room = 1e-6 * self.size();
        let mut winding = 0;
        for corners in &self.facets {
            let beside = |i: usize, x: f64| {
                let [p, q, r] = corners.map(|corner| corner.get(i));
                x < p.min(q).min(r) - room || x > p.max(q).max(r) + room
            };
            if !(beside(1, y) || V::DIM == 3 && beside(2, z)) {
                winding += crossings::<V>(&corners.map(point), at)?;
            }
        }
        Some(winding != 0)
    }

    /// The square of the distance of a point of its frame from the nearest facet.
    fn square(&self, at: &Point) -> RBig {
        let rough: Vec<f64> =
            self.facets.iter().map(|corners| rough::<V>(corners, near(at))).collect();
        let least = rough.iter().copied().fold(f64::INFINITY, f64::min);
        let most = least * (1.0 + 1e-6) + 1e-9 * (self.size() + norm(near(at)));
        let squares = self.facets.iter().zip(&rough).filter(|(_, rough)| **rough <= most);
        squares.map(|(corners, _)| square_to_facet(at, &corners.map(point))).min().expect("a facet")
    }

    /// The first time from 0 at which a ray meets a facet. `None` of `Err` if it is in the plane of one.
    fn first(&self, origin: &Point, along: &Point) -> Result<Option<RBig>, ()> {
        let (from, way) = (near(origin), near(along));
        let size = self.size() + norm(from);
        let mut first: Option<RBig> = None;
        for corners in &self.facets {
            let middle: [f64; 3] = core::array::from_fn(|i| {
                if i < V::DIM {
                    (corners[0].get(i) + corners[1].get(i) + corners[2].get(i)) / 3.0
                } else {
                    0.0
                }
            });
            let radius = corners.iter().map(|p| {
                norm(core::array::from_fn(|i| if i < V::DIM { p.get(i) - middle[i] } else { 0.0 }))
            });
            let radius = radius.fold(0.0, f64::max) + 1e-6 * size;
            let off: [f64; 3] = core::array::from_fn(|i| middle[i] - from[i]);
            let share = (0..3).map(|i| off[i] * way[i]).sum::<f64>() / norm(way).powi(2);
            let aside = norm(core::array::from_fn(|i| off[i] - share * way[i]));
            if aside > radius {
                continue;
            }
            if let Some(time) = time_of::<V>(&corners.map(point), origin, along)? {
                first = Some(first.map_or(time.clone(), |old| old.min(time)));
            }
        }
        Ok(first)
    }
}

fn near(at: &Point) -> [f64; 3] {
    core::array::from_fn(|i| at[i].to_f64().value())
}
fn norm(v: [f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// How often the ray along +x crosses a facet, by its direction; `None` if it meets its rim or starts on it.
fn crossings<V: Vector>([a, b, c]: &[Point; 3], at: &Point) -> Option<i32> {
    let sign =
        |x: &RBig| if x.is_zero() { None } else { Some(if *x > RBig::ZERO { 1 } else { -1 }) };
    if V::DIM == 2 {
        let (above_a, above_b) = (sign(&(&a[1] - &at[1]))?, sign(&(&b[1] - &at[1]))?);
        let left = cross(&minus(b, a), &minus(at, a))[2].clone();
        let is_met = above_a != above_b && sign(&left)? == above_b;
        return Some(if is_met { above_b } else { 0 });
    }
    let turn = |p: &Point, q: &Point| cross(&minus(p, at), &minus(q, at))[0].clone();
    let (u, v, w) = (sign(&turn(a, b)), sign(&turn(b, c)), sign(&turn(c, a)));
    if [u, v, w].contains(&Some(1)) && [u, v, w].contains(&Some(-1)) {
        return Some(0);
    }
    let (u, _, _) = (u?, v?, w?);
    let normal = cross(&minus(b, a), &minus(c, a));
    // The front is towards +x, and the facet ahead, if the point is behind it.
    let behind = sign(&dot(&normal, &minus(a, at)))?;
    Some(if behind == u { u } else { 0 })
}

/// The distance from a facet, about.
fn rough<V: Vector>(corners: &[V::Wide; 3], at: [f64; 3]) -> f64 {
    let at = V::Wide::from_fn(|i| at[i]);
    let [a, b, c] = *corners;
    let edge = |a: V::Wide, b: V::Wide| {
        let (e, d) = (b - a, at - a);
        let square = e.dot(e);
        let t = if square > 0.0 { (d.dot(e) / square).clamp(0.0, 1.0) } else { 0.0 };
        (d - e * t).norm()
    };
    let rim = edge(a, b).min(edge(b, c)).min(edge(c, a));
    if V::DIM == 2 {
        return rim;
    }
    let n = V::Wide::wedge_numbers((b - a).wedge(c - a));
    let n = V::Wide::from_fn(|i| n[i]);
    let over = |u: V::Wide, v: V::Wide| {
        let m = V::Wide::wedge_numbers((v - u).wedge(at - u));
        V::Wide::from_fn(|i| m[i]).dot(n) > 0.0
    };
    let is_over = over(a, b) && over(b, c) && over(c, a);
    if is_over { rim.min(n.dot(at - a).abs() / n.norm()) } else { rim }
}

fn square_to_facet(at: &Point, [a, b, c]: &[Point; 3]) -> RBig {
    let to_edge = |a: &Point, b: &Point| {
        let (e, d) = (minus(b, a), minus(at, a));
        let (square, along) = (dot(&e, &e), dot(&d, &e));
        if along <= RBig::ZERO || square.is_zero() {
            return dot(&d, &d);
        }
        if along >= square {
            let d = minus(at, b);
            return dot(&d, &d);
        }
        dot(&d, &d) - &along * &along / square
    };
    let rim = to_edge(a, b).min(to_edge(b, c)).min(to_edge(c, a));
    let n = cross(&minus(b, a), &minus(c, a));
    let over = |u: &Point, v: &Point| dot(&cross(&minus(v, u), &minus(at, u)), &n) >= RBig::ZERO;
    let square = dot(&n, &n);
    if !square.is_zero() && over(a, b) && over(b, c) && over(c, a) {
        let height = dot(&n, &minus(at, a));
        return (&height * &height / square).min(rim);
    }
    rim
}

/// When a ray meets a facet, from 0; `Err` if it is in its plane, or the facet has none.
fn time_of<V: Vector>(
    [a, b, c]: &[Point; 3],
    origin: &Point,
    along: &Point,
) -> Result<Option<RBig>, ()> {
    let zero = RBig::ZERO;
    let (normal, sides) = if V::DIM == 2 {
        let e = minus(b, a);
        let side = |p: &Point| cross(along, &minus(p, origin))[2].clone();
        ([e[1].clone(), -e[0].clone(), RBig::ZERO], vec![side(a), -side(b)])
    } else {
        let side = |p: &Point, q: &Point| dot(along, &cross(&minus(p, origin), &minus(q, origin)));
        (cross(&minus(b, a), &minus(c, a)), vec![side(a, b), side(b, c), side(c, a)])
    };
    let rate = dot(&normal, along);
    if sides.iter().any(|s| *s > zero) && sides.iter().any(|s| *s < zero) {
        return Ok(None);
    }
    if rate.is_zero() {
        return Err(());
    }
    let time = dot(&normal, &minus(a, origin)) / rate;
    Ok((time >= zero).then_some(time))
}

/// Is a number at most the root of a square with a sign?
fn at_most(x: f64, square: &RBig, is_negative: bool) -> bool {
    let own = number(x) * number(x);
    match (x > 0.0, is_negative) {
        (true, true) => false,
        (true, false) => own <= *square,
        (false, true) => own >= *square,
        (false, false) => true,
    }
}

/// Bounds on a signed distance, the root of a square, negative inside.
fn holds(lower: f64, upper: f64, square: &RBig, is_inside: bool) -> bool {
    (lower == f64::NEG_INFINITY || at_most(lower, square, is_inside))
        && (upper == f64::INFINITY || at_most(-upper, square, !is_inside))
}

/// Factors of any sign that make a shape of size 1 one of about `size`, and stretch it.
fn factors<V: Vector>(random: &mut Random, size: f64) -> V {
    V::from_fn(|_| V::Scalar::of(random.range(0.3, 3.0) * size * random.one_of(&[1.0, -1.0])))
}

/// A closed surface of any size, stretched and mirrored.
fn solid<V: Maker>(random: &mut Random, size: f64) -> Collider<V> {
    let solid = Solid::new(closed::<V>(random).0.mended().0).unwrap();
    Collider::from(solid).scaled(factors(random, size)).unwrap()
}

/// A point on a facet of a part, moved to the world and rounded there.
fn on_facet<V: Maker>(random: &mut Random, part: &Exact<V>) -> V {
    let [a, b, c] = *random.one_of(&part.facets);
    let (mut s, mut t) = (random.unit(), random.unit());
    if random.below(4) == 0 {
        t = 0.0;
    }
    if s + t > 1.0 {
        (s, t) = (1.0 - s, 1.0 - t);
    }
    let local = V::narrow(a + (b - a) * s + (c - a) * t);
    part.poses.iter().rev().fold(local, |at, pose| pose.transform_point(at))
}

/// A pose near the origin or far away, or none.
fn anywhere<V: Maker>(random: &mut Random, size: f64) -> Pose<V> {
    let far = *random.one_of(&[0.0, 1.0, 1e3, 1e6]);
    if far == 0.0 { Pose::IDENTITY } else { pose(&Stand::random(random, far), size) }
}

#[derive(Debug, Default)]
struct Points {
    asked: usize,
    inside: usize,
    near: usize,
}

/// The square of the least signed distance of a point from all parts, and whether it is inside of one.
fn of_parts<V: Maker>(parts: &[Exact<V>], at: &Point) -> Option<(RBig, bool)> {
    let mut best: Option<(RBig, bool)> = None;
    for part in parts {
        let local = part.local(at);
        let inside = part.is_solid && part.surrounds(&local)?;
        let square = part.square(&local);
        let is_less = |(other, other_inside): &(RBig, bool)| match (inside, *other_inside) {
            (true, true) => square > *other,
            (false, false) => square < *other,
            (inside, _) => inside,
        };
        if best.as_ref().is_none_or(is_less) {
            best = Some((square, inside));
        }
    }
    best
}

/// Points near scaled solids, and near parts of parts: the bounds hold, and no point that is inside is said to be outside.
fn points<V: Maker>(seed: u64, count: usize) -> Points {
    let (mut random, mut counts) = (Random::new(seed), Points::default());
    while counts.asked < count {
        let is_one = random.below(3) > 0;
        let size = if is_one { libm::pow(10.0, random.range(-6.0, 7.0)) } else { 1.0 };
        let shape = if is_one { solid(&mut random, size) } else { of_facets(&mut random, 2) };
        let at = anywhere::<V>(&mut random, size);
        let parts = Exact::parts(&shape, &at);
        for _ in 0..20 {
            let off = size * *random.one_of(&[0.0, 1e-15, 1e-7, 1e-2]);
            let part = random.below(parts.len());
            let spot = on_facet(&mut random, &parts[part])
                + V::from_fn(|_| V::Scalar::of(off * random.signed()));
            let Some((square, inside)) = of_parts(&parts, &point(spot)) else { continue };
            let found = worlds::project(&shape, &at, spot).unwrap();
            let (lower, upper) = (found.lower.to_f64(), found.upper.to_f64());
            let say = || {
                format!(
                    "{spot:?} {at:?} {found:?} inside {inside} {}",
                    square.to_f64().value().sqrt()
                )
            };
            assert!(holds(lower, upper, &square, inside), "{}", say());
            let contains = worlds::contains(&shape, &at, spot).unwrap();
            assert!(contains || !inside, "{}", say());
            assert!(!contains || inside || lower <= 0.0, "{}", say());
            // As two shapes.
            let probe = Collider::from(Spot::new(V::ZERO).unwrap());
            let there = Pose::at(spot).unwrap();
            let apart = worlds::separation(&shape, &at, &probe, &there);
            let zero = RBig::ZERO;
            let square = if inside { &zero } else { &square };
            assert!(
                holds(apart.lower.to_f64(), apart.upper.to_f64(), square, false),
                "{} {apart:?}",
                say()
            );
            assert!(worlds::intersects(&shape, &at, &probe, &there) || !inside, "{}", say());
            if counts.asked % 8 == 0 {
                let proof = worlds::certificate(&shape, &at, &probe, &there);
                let verdict = check_separation(&shape, &at, &probe, &there, &proof);
                assert_ne!(verdict, Verdict::Refuted, "{} {proof:?}", say());
            }
            counts.asked += 1;
            counts.inside += usize::from(inside);
            counts.near += usize::from(found.signed_distance.abs().to_f64() < 1e-5 * size);
        }
    }
    assert!(counts.inside * 8 > counts.asked && counts.inside * 4 < 3 * counts.asked, "{counts:?}");
    assert!(counts.near * 4 > counts.asked && counts.near < counts.asked, "{counts:?}");
    counts
}

/// `CLEARANCE_PAIRS=500000 cargo test --release -p clearance --test worlds sound::points` asks two million points.
#[test]
fn points_near_solids_and_parts_are_where_rational_numbers_say() {
    points::<Vec3>(1, pairs(2500));
    points::<DVec3>(2, pairs(2500));
    points::<Vec2>(3, pairs(2500));
    points::<DVec2>(4, pairs(2500));
}

/// A sheet, a solid, a triangle (in 2D a segment), or some of these as parts of parts.
fn of_facets<V: Maker>(random: &mut Random, depth: usize) -> Collider<V> {
    match random.below(if depth > 0 { 6 } else { 3 }) {
        0 => Collider::from(surface::<V>(random)).scaled(factors(random, 1.0)).unwrap(),
        1 => solid(random, 1.0),
        2 => {
            let points: [V; 3] =
                core::array::from_fn(|_| V::narrow(V::Wide::from_fn(|_| random.signed())));
            if V::DIM == 2 {
                Shape::from(clearance::shape::Segment::new(points[0], points[1]).unwrap()).into()
            } else {
                let [a, b, c] = points;
                Shape::from(clearance::shape::Triangle::new(a, b, c).unwrap()).into()
            }
        }
        _ => {
            let far = *random.one_of(&[1.0, 1.0, 1e3]);
            let parts = (0..1 + random.below(3))
                .map(|_| (pose(&Stand::random(random, far), 1.0), of_facets(random, depth - 1)));
            Compound::new(parts.collect::<Vec<_>>()).unwrap().into()
        }
    }
}

#[derive(Debug, Default)]
struct Rays {
    asked: usize,
    hits: usize,
    certain: usize,
    ends: usize,
}

/// Rays at facets, many of which end on one: no hit is missed, and the bounds of those that are certain hold.
fn rays<V: Maker>(seed: u64, count: usize) -> Rays {
    let (mut random, mut counts) = (Random::new(seed), Rays::default());
    while counts.asked < count {
        let shape = of_facets::<V>(&mut random, 2);
        let at = anywhere::<V>(&mut random, 1.0);
        let parts = Exact::parts(&shape, &at);
        for _ in 0..20 {
            let part = random.below(parts.len());
            let target = on_facet(&mut random, &parts[part]);
            let size = *random.one_of(&[1.0, 3.0, 100.0]);
            let from = target + V::from_fn(|_| V::Scalar::of(size * random.signed()));
            let ends = random.below(2) == 0;
            let tmax = if ends { V::Scalar::ONE } else { V::Scalar::INFINITY };
            let Ok(ray) = Ray::new(from, target - from, tmax) else { continue };
            let Some((first, inside)) = exactly(&parts, &ray) else { continue };
            let found = worlds::cast_ray(&shape, &at, &ray);
            let say = || {
                format!(
                    "{ray:?} {found:?} {:?} {inside}",
                    first.as_ref().map(|t| t.to_f64().value())
                )
            };
            let tmax = (tmax < V::Scalar::INFINITY).then(|| number(1.0));
            let is_met = first.as_ref().is_some_and(|t| tmax.as_ref().is_none_or(|most| t <= most));
            assert_eq!(found.is_some(), worlds::cast_ray_any(&shape, &at, &ray), "{}", say());
            counts.asked += 1;
            counts.ends += usize::from(ends && is_met && !inside);
            counts.hits += usize::from(is_met);
            let Some(met) = found else {
                assert!(!is_met, "a miss of a ray that hits: {}", say());
                continue;
            };
            let hit = met;
            assert!(
                (hit.normal.widen().norm() - 1.0).abs() < 1e-6 && hit.time <= ray.tmax(),
                "{}",
                say()
            );
            assert!(hit.lower <= hit.time && (hit.time <= hit.upper), "{}", say());
            if let Some(time) = &first {
                assert!(
                    number(hit.lower.to_f64()) <= *time,
                    "met before the lower bound: {}",
                    say()
                );
            }
            if hit.is_certain() {
                counts.certain += 1;
                let by = number(hit.upper.to_f64());
                assert!(first.as_ref().is_some_and(|time| *time <= by), "certain: {}", say());
            }
            for each in worlds::cast_ray_all(&shape, &at, &ray) {
                let weights = each.place.weights;
                let sum: f64 = weights.iter().sum();
                let is_facet = each.place.facet.is_some();
                assert!(weights.iter().all(|w| *w >= 0.0), "{weights:?}");
                assert!(!is_facet || (sum - 1.0).abs() < 1e-12, "{weights:?}");
            }
        }
    }
    assert!(counts.hits * 3 > counts.asked && counts.ends * 12 > counts.asked, "{counts:?}");
    assert!(counts.certain * 4 > counts.hits, "{counts:?}");
    counts
}

/// When the ray first meets a part, and whether it starts inside of one; `None` if that is a matter of planes.
fn exactly<V: Maker>(parts: &[Exact<V>], ray: &Ray<V>) -> Option<(Option<RBig>, bool)> {
    let [origin, along] = ray.widen().map(point);
    let mut first: Option<RBig> = None;
    let mut inside = false;
    for part in parts {
        let (from, way) = (part.local(&origin), part.way(&along));
        if part.is_solid && part.surrounds(&from)? {
            inside = true;
            first = Some(RBig::ZERO);
        }
        if let Some(time) = part.first(&from, &way).ok()? {
            first = Some(first.map_or(time.clone(), |old| old.min(time)));
        }
    }
    Some((first, inside))
}

/// `CLEARANCE_PAIRS=250000 cargo test --release -p clearance --test worlds sound::rays` casts a million rays.
#[test]
fn rays_meet_what_they_meet_in_rational_numbers() {
    rays::<Vec3>(1, pairs(2500));
    rays::<DVec3>(2, pairs(2500));
    rays::<Vec2>(3, pairs(2500));
    rays::<DVec2>(4, pairs(2500));
}

/// Any small shape: convex, a sheet, a solid, or some as parts of parts.
fn small<V: Maker>(random: &mut Random, depth: usize) -> Collider<V> {
    let kind = random.below(if depth > 0 { 8 } else { 4 });
    match kind {
        0 => solid(random, 1.0),
        1 => Collider::from(surface::<V>(random)).scaled(factors(random, 1.0)).unwrap(),
        2 | 3 => loop {
            let shape = Recipe::random(random, V::DIM).make::<V>(1.0);
            if matches!(shape, Shape::Convex(_)) {
                break shape.into();
            }
        },
        _ => {
            let far = *random.one_of(&[1.0, 1.0, 1e3, 1e6]);
            let parts = (0..1 + random.below(3))
                .map(|_| (pose(&Stand::random(random, far), 1.0), small(random, depth - 1)));
            Compound::new(parts.collect::<Vec<_>>()).unwrap().into()
        }
    }
}

/// Certificates near the origin and far away: none is refuted, and most are proven.
fn certificates<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut proven, mut apart, mut unproven) = (Random::new(seed), 0, 0, 0);
    for i in 0..count {
        let shapes = [small::<V>(&mut random, 2), small::<V>(&mut random, 2)];
        let far = *random.one_of(&[0.0, 1e3, 1e6]);
        let away = [(); 3].map(|()| far * random.signed());
        let poses: [Pose<V>; 2] = core::array::from_fn(|_| {
            let mut stand = Stand::random(&mut random, 2.0);
            stand.t = core::array::from_fn(|i| stand.t[i] + away[i]);
            pose(&stand, 1.0)
        });
        let proof = worlds::certificate(&shapes[0], &poses[0], &shapes[1], &poses[1]);
        let verdict = check_separation(&shapes[0], &poses[0], &shapes[1], &poses[1], &proof);
        assert_ne!(verdict, Verdict::Refuted, "{i}: {far} {shapes:?} {poses:?} {proof:?}");
        proven += usize::from(verdict == Verdict::Proven);
        unproven += usize::from(verdict == Verdict::Unproven);
        apart += usize::from(proof.lower > V::Scalar::ZERO);
    }
    println!("{proven} proven, {unproven} unproven, {apart} apart of {count}");
    assert!(proven * 20 > count * 19 && apart * 4 > count, "{proven} {apart} of {count}");
}

/// A million: `CLEARANCE_PAIRS=250000 cargo test --release -p clearance --test worlds sound::cert`.
#[test]
fn certificates_far_away_are_not_refuted() {
    certificates::<Vec3>(1, pairs(500));
    certificates::<DVec3>(2, pairs(500));
    certificates::<Vec2>(3, pairs(4500));
    certificates::<DVec2>(4, pairs(4500));
}

/// Shapes that are not convex are within a negative distance unless their clearance is proven to be more.
fn deep<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut asked, mut beyond) = (Random::new(seed), 0, 0);
    while asked < count {
        let ball = |random: &mut Random| {
            let at: Pose<V> = pose(&Stand::random(random, 0.7), 1.0);
            let radius = V::Scalar::of(random.range(0.3, 0.8));
            (at, Collider::from(clearance::shape::Ball::<V>::new(radius).unwrap()))
        };
        let pair = Compound::new([ball(&mut random), ball(&mut random)]).unwrap();
        let (pair, (at, other)) = (Collider::from(pair), ball(&mut random));
        let found = worlds::clearance(&pair, &Pose::IDENTITY, &other, &at);
        for share in [0.25, 1.0, 1.5, 4.0] {
            let distance = found.lower.min(-V::Scalar::of(0.01)) * V::Scalar::of(share);
            let within = worlds::within(&pair, &Pose::IDENTITY, &other, &at, distance);
            assert_eq!(within, found.lower <= distance, "{found:?} {distance}");
            asked += 1;
            beyond += usize::from(!within && found.lower < V::Scalar::ZERO);
        }
    }
    assert!(beyond * 8 > count, "{beyond} of {count}");
}

#[test]
fn overlaps_are_within_a_negative_distance_only_if_they_may_be_so_deep() {
    deep::<Vec3>(1, 400);
    deep::<DVec3>(2, 400);
    deep::<Vec2>(3, 400);
    deep::<DVec2>(4, 400);
}

/// The rounded corners of this region go around a point that is outside of the unscaled corners, divided back.
#[test]
fn a_point_deep_in_a_scaled_region() {
    use clearance::d2::{Chain, Region};
    let corners = [[1797641.5, 0.0], [-1761214.1, 3050512.5], [-1748313.0, -3028167.0]];
    let corners = corners.map(Vec2::from_array).to_vec();
    let region = Collider::from(Region::new(Chain::closed(corners).unwrap()).unwrap());
    let region = region.scaled(Vec2::new(-2.340_052_6, 1.410_732_7)).unwrap();
    let (here, at) = (Pose::IDENTITY, Vec2::new(4098862.0, -2079727.1));
    assert!(worlds::contains(&region, &here, at).unwrap());
    assert!(worlds::project(&region, &here, at).unwrap().signed_distance < 0.0);
    let spot = Collider::from(Spot::new(Vec2::ZERO).unwrap());
    assert!(worlds::intersects(&region, &here, &spot, &Pose::at(at).unwrap()));
}

/// The ray meets the chain 1e-17 before its end.
#[test]
fn a_ray_that_ends_on_a_chain_hits() {
    use clearance::d2_f64::Chain;
    let chain = Chain::open(vec![DVec2::ZERO, DVec2::X, DVec2::new(3.0, 0.0)]).unwrap();
    let at = Pose::new(DVec2::new(2.395034679334363, 1.94011414423227), 1.96769666158404).unwrap();
    let from = DVec2::new(-1.778027931898979, 3.316230457666681);
    let along = DVec2::new(3.05888130099342, 1.2821124965091397);
    for tmax in [1.0, 1.1] {
        let ray = Ray::new(from, along, tmax).unwrap();
        let hit = worlds::cast_ray(&chain, &at, &ray).expect("a hit");
        assert!(hit.is_certain() && (hit.time - 1.0).abs() < 1e-15 && hit.time <= tmax);
    }
}

/// A ray along a segment, in the plane of a triangle, and at a facet without length.
#[test]
fn weights_of_what_is_seen_from_the_side() {
    use clearance::d2_f64::Chain;
    use clearance::d3_f64::Mesh;
    let (here, y) = (Pose::IDENTITY, DVec2::Y);
    let down = Ray::new(DVec2::new(0.0, 3.0), -y, 10.0).unwrap();
    let first = |chain: Chain| worlds::cast_ray(&chain, &here, &down).unwrap();
    let upright = first(Chain::open(vec![DVec2::ZERO, y]).unwrap());
    assert_eq!((upright.place.weights, upright.time), ([0.0, 1.0, 0.0], 2.0));
    let chain = Chain::open(vec![DVec2::ZERO, DVec2::ZERO, DVec2::X]).unwrap();
    for hit in worlds::cast_ray_all(&chain, &here, &down) {
        assert_eq!((hit.place.weights, hit.normal), ([1.0, 0.0, 0.0], y), "{hit:?}");
    }
    // It enters in the middle of the first edge; or it starts in the middle.
    let corners = vec![DVec3::ZERO, DVec3::Y, DVec3::new(1.0, 0.5, 0.0)];
    let mesh = Collider::from(Mesh::new(corners, vec![[0, 1, 2]]).unwrap());
    for (x, time, weights) in [(-3.0, 3.0, [0.5, 0.5, 0.0]), (0.5, 0.0, [0.25, 0.25, 0.5])] {
        let ray = Ray::new(DVec3::new(x, 0.5, 0.0), DVec3::X, 10.0).unwrap();
        let found = worlds::cast_ray(&mesh, &Pose::IDENTITY, &ray).unwrap();
        assert_eq!((found.place.weights, found.time), (weights, time));
    }
}

/// They are 6.1e-17 apart: neither a gap nor an overlap is proven, and no bound says that there is one.
#[test]
fn shapes_a_rounding_apart_are_undecided() {
    use clearance::d2_f64::{Chain, Cuboid};
    let square = Collider::from(Cuboid::new(DVec2::ONE).unwrap());
    let part = Compound::new([(Pose::at(DVec2::ONE).unwrap(), square)]).unwrap();
    let turned = Pose::new(DVec2::new(0.0, 3.0), std::f64::consts::FRAC_PI_2).unwrap();
    let chain = Chain::open(vec![DVec2::new(-2.0, 1.0), DVec2::ONE]).unwrap();
    let at = Pose::at(DVec2::new(-2.0, 2.0)).unwrap();
    let found = worlds::clearance(&part, &turned, &chain, &at);
    assert!(found.lower <= 0.0 && 6.2e-17 <= found.upper && found.upper < 1e-12, "{found:?}");
}

/// A box 0.1 deep in one of two.
#[test]
fn a_box_in_one_of_two_is_not_deeper_than_it_is() {
    use clearance::d3::Cuboid;
    let part = |x: f32| {
        (Pose::at(Vec3::X * x).unwrap(), Collider::from(Cuboid::new(Vec3::splat(2.0)).unwrap()))
    };
    let two = Compound::new([part(0.0), part(4.0)]).unwrap();
    let other = Collider::from(Cuboid::new(Vec3::ONE).unwrap());
    let at = Pose::at(Vec3::new(1.4, 2.9, 0.0)).unwrap();
    let within = |distance| worlds::within(&two, &Pose::IDENTITY, &other, &at, distance);
    assert!(within(0.0) && within(-0.05) && !within(-0.2) && !within(-2.0));
}

/// A part of a compound 1,700 km away. What its place is rounded by was missing in the bounds.
#[test]
fn a_certificate_far_away_holds() {
    use clearance::d2_f64::{Cuboid, Triangle};
    let square = Cuboid::new(DVec2::new(1.051740858376724, 0.7679992598520619)).unwrap();
    let place = Pose::at(DVec2::new(-0.055644740253704895, -0.05310510563967379)).unwrap();
    let part = Collider::from(Compound::new([(place, square.into())]).unwrap());
    let triangle = Collider::from(
        Triangle::new(
            DVec2::new(0.25441681422204976, -0.7977063972320286),
            DVec2::new(-0.15644427829409802, -0.10549469342271656),
            DVec2::new(-0.46670334085218435, -0.15710466621632224),
        )
        .unwrap(),
    );
    let here = Pose::at(DVec2::new(448573.12197568116, -1661217.6775748513)).unwrap();
    let there = Pose::at(DVec2::new(448572.6026017414, -1661219.4784647825)).unwrap();
    let proof = worlds::certificate(&part, &here, &triangle, &there);
    assert!(proof.lower <= 1.085280259084487 && 1.085280259084487 <= proof.upper, "{proof:?}");
    assert_eq!(check_separation(&part, &here, &triangle, &there, &proof), Verdict::Proven);
}

/// Rays in the planes of facets, at a cube with a cavity: facets that they pass in their plane are none that they may meet.
#[test]
fn rays_in_the_plane_of_a_facet_pass_it() {
    use clearance::d3_f64::Mesh;
    let mut vertices: Vec<DVec3> = Vec::new();
    let mut triangles = Vec::new();
    for half in [1.0, 0.5] {
        let first = vertices.len() as u32;
        vertices.extend((0..8).map(|i| {
            DVec3::from_array([0, 1, 2].map(|k| if i >> k & 1 == 0 { -half } else { half }))
        }));
        let quads =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        for [a, b, c, d] in quads.map(|quad| quad.map(|i| first + i)) {
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    let hollow = Collider::from(Mesh::new(vertices, triangles).unwrap());
    let (mut random, mut hits, mut misses) = (Random::new(5700), 0, 0);
    for _ in 0..pairs(20_000) {
        let axis = random.below(3);
        let (mut from, mut along) = ([0.0; 3], [0.0; 3]);
        for k in 0..3 {
            from[k] = (random.below(65) as f64 - 32.0) / 8.0;
            along[k] = random.below(11) as f64 - 5.0;
        }
        from[axis] = *random.one_of(&[-1.0, -0.5, 0.5, 1.0]);
        along[axis] = 0.0;
        let (mut enters, mut leaves) = (f64::NEG_INFINITY, f64::INFINITY);
        for k in (0..3).filter(|k| along[*k] != 0.0) {
            let times = [-1.0, 1.0].map(|side| (side - from[k]) / along[k]);
            enters = f64::max(enters, f64::min(times[0], times[1]));
            leaves = f64::min(leaves, f64::max(times[0], times[1]));
        }
        let beside = (0..3).any(|k| along[k] == 0.0 && from[k].abs() > 1.0);
        // It starts outside, and does not touch an edge in one point.
        if along == [0.0; 3] || enters < 0.0 || (enters - leaves).abs() < 1e-9 {
            continue;
        }
        let ray = Ray::new(DVec3::from_array(from), DVec3::from_array(along), 100.0).unwrap();
        let found = worlds::cast_ray(&hollow, &Pose::IDENTITY, &ray);
        if beside || enters > leaves {
            assert!(found.is_none(), "{from:?} {along:?}: {found:?}");
            misses += 1;
        } else {
            let hit = found.unwrap_or_else(|| panic!("{from:?} {along:?}: at {enters}"));
            assert!((hit.time - enters).abs() < 1e-12, "{from:?} {along:?}: {hit:?}, not {enters}");
            assert!(hit.lower <= enters && enters <= hit.upper, "{hit:?}, not {enters}");
            hits += 1;
        }
    }
    assert!(hits > 1_000 && misses > 3_000, "{hits} {misses}");
}
