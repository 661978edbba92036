//! Random points and points in special positions, for all kinds of shapes.

use std::collections::BTreeMap;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Geometry, NO_ID, Part, Point};
use clearance::space::{DVector, Motion, Vector};
use clearance::{Convex, Pose, Projection, Shape, clearance, contains, project, signed_distance};
use clearance_testing::Random;

use crate::common::pairs::{Kind, Maker, Recipe, Stand, kinds, pose};

const POINTS: usize = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Anywhere,
    Far,
    Vertex,
    Edge,
    Surface,
    NearSurface,
    Axis,
    Middle,
}

use Place::*;

const PLACES: [Place; 8] = [Anywhere, Far, Vertex, Edge, Surface, NearSurface, Axis, Middle];

fn vector<V: DVector>(v: DVec3) -> V {
    V::from_fn(|i| v[i])
}

/// A point in the shape's frame.
fn placed<V: Maker<Scalar = f64, Wide = V>>(
    random: &mut Random,
    place: Place,
    shape: &Shape<V>,
    recipe: &Recipe,
) -> V {
    let corner = |random: &mut Random| {
        let Part::Convex(core) = shape.part() else { return vector(random.in_cube(1.0)) };
        core.support_wide(vector(random.direction3()), NO_ID).point
    };
    let surface = |random: &mut Random, off: f64| {
        let Part::Convex(core) = shape.part() else { return vector(random.in_cube(1.0)) };
        let n = vector::<V>(random.direction3()).unit_along().unwrap_or(V::unit(0));
        core.support_wide(n, NO_ID).point + n * (core.radius() + off)
    };
    match place {
        Anywhere => vector(random.in_cube(1.5)),
        Far => vector(random.in_cube(1e3)),
        Vertex => corner(random),
        Edge => (corner(random) + corner(random)) * 0.5,
        Surface => surface(random, 0.0),
        NearSurface => {
            let off = libm::pow(10.0, random.range(-16.0, -2.0)) * [-1.0, 1.0][random.below(2)];
            surface(random, off)
        }
        Axis => V::unit(random.below(V::DIM)) * random.range(-1.5, 1.5),
        Middle => {
            let p = recipe.points.iter().fold(DVec3::ZERO, |sum, p| sum + DVec3::from(*p));
            let middle = vector(p / recipe.points.len() as f64);
            if recipe.points.len() > 1 { middle } else { V::ZERO }
        }
    }
}

#[derive(Default, Debug)]
struct Counts {
    inside: BTreeMap<Kind, u32>,
    outside: BTreeMap<Kind, u32>,
    undecided: BTreeMap<(Kind, Place), u32>,
    most: BTreeMap<Kind, f64>,
}

/// How far the shape extends beyond the tangent plane at the nearest point.
fn cut<V: Maker<Scalar = f64, Wide = V>>(
    shape: &Shape<V>,
    pose: &Pose<V>,
    near: &Projection<V>,
) -> f64 {
    let motion = Motion::of(pose);
    let q = motion.unrotate(near.point - motion.translation);
    let n = motion.unrotate(near.normal);
    match shape.part() {
        Part::HalfSpace(half) => (half.normal().dot(q) - half.offset()).abs(),
        Part::Convex(core) => {
            let top = core.support_wide(n, NO_ID).point.dot(n) + core.radius() * n.norm();
            (top - n.dot(q)).abs()
        }
    }
}

fn check<V: Maker<Scalar = f64, Wide = V>>(
    recipe: &Recipe,
    at: &Stand,
    place: Place,
    scale: f64,
    random: &mut Random,
    seen: &mut Counts,
) {
    let (shape, pose) = (recipe.make::<V>(scale), pose::<V>(at, scale));
    let local = placed(random, place, &recipe.make::<V>(1.0), recipe) * scale;
    let point = Motion::of(&pose).apply(local);
    let near = project(&shape, &pose, point).unwrap();
    let oracle = clearance(&shape, &pose, &Point::new(V::ZERO).unwrap(), &Pose::at(point).unwrap());
    let size = local.norm() + 2.0 * scale;
    let tell = || format!("{place:?} {near:?} {oracle:?} {recipe:?} {at:?}");
    let world = f64::EPSILON * (point.norm() + pose.translation().norm());
    assert!(near.lower <= near.signed_distance && near.signed_distance <= near.upper, "{}", tell());
    assert!(near.lower <= oracle.upper && oracle.lower <= near.upper, "{}", tell());
    assert!(near.upper - near.lower <= 1e-7 * size, "{}", tell());
    assert!((near.normal.norm() - 1.0).abs() < 1e-14, "{}", tell());
    let back = near.point + near.normal * near.signed_distance - point;
    assert!(back.norm() <= 2e-14 * size + 8.0 * world + (near.upper - near.lower), "{}", tell());
    let cut = cut(&shape, &pose, &near);
    assert!(cut <= 3e-14 * size + 8.0 * world + (near.upper - near.lower), "{cut:e} {}", tell());
    assert_eq!(contains(&shape, &pose, point), Ok(near.lower <= 0.0), "{}", tell());
    assert_eq!(signed_distance(&shape, &pose, point), Ok(near.signed_distance));
    let most = seen.most.entry(recipe.kind).or_default();
    *most = most.max((near.upper - near.lower) / size);
    if near.lower > 0.0 {
        *seen.outside.entry(recipe.kind).or_default() += 1;
    } else if near.upper < 0.0 {
        *seen.inside.entry(recipe.kind).or_default() += 1;
    } else {
        *seen.undecided.entry((recipe.kind, place)).or_default() += 1;
    }
}

fn suite<V: Maker<Scalar = f64, Wide = V>>(seed: u64) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for &kind in kinds(V::DIM) {
        for i in 0..POINTS {
            let recipe = loop {
                let recipe = Recipe::random(&mut random, V::DIM);
                if recipe.kind == kind {
                    break recipe;
                }
            };
            let at = Stand::random(&mut random, 2.0);
            let scale = [1.0, 1.0, 1e-6, 1e6][random.below(4)];
            check::<V>(&recipe, &at, PLACES[i % PLACES.len()], scale, &mut random, &mut seen);
        }
    }
    println!("{seen:?}");
    seen
}

/// Checks that points inside, outside and on the surface of all kinds occurred.
fn reached(seen: &Counts, dim: usize) {
    for kind in kinds(dim) {
        let count = |of: &BTreeMap<Kind, u32>| of.get(kind).copied().unwrap_or(0);
        let flat =
            matches!(kind, Kind::Point | Kind::Segment) || (*kind == Kind::Triangle && dim == 3);
        let inside = count(&seen.inside);
        assert!(inside >= if flat { 50 } else { 200 }, "{kind:?} inside: {inside}");
        assert!(count(&seen.outside) >= 150, "{kind:?} outside: {}", count(&seen.outside));
        let on = seen.undecided.get(&(*kind, Surface)).copied().unwrap_or(0);
        // A half-space has no support points, so its points are at random positions.
        assert!(on == POINTS as u32 / 8 || *kind == Kind::HalfSpace, "{kind:?} on it: {on}");
        assert!(seen.most[kind] < 3e-14, "{kind:?}: {:e}", seen.most[kind]);
    }
}

#[test]
fn in_the_plane() {
    reached(&suite::<DVec2>(1), 2);
}

#[test]
fn in_space() {
    reached(&suite::<DVec3>(2), 3);
}

/// In `f32` the answer is that of the same shape and point in `f64`, rounded.
fn f32_against_f64<V: Maker>(seed: u64)
where
    V::Wide: Maker<Scalar = f64, Wide = V::Wide>,
{
    let (mut random, mut count) = (Random::new(seed), 0);
    for i in 0..POINTS {
        let mut recipe = Recipe::random(&mut random, V::DIM);
        if recipe.kind == Kind::HalfSpace {
            // The normal of a half-space is normalized in its own precision.
            continue;
        }
        if matches!(recipe.kind, Kind::Ball | Kind::Capsule) {
            // The sum of two radii is rounded in their own precision.
            recipe.margin = 0.0;
        }
        let at = Stand::random(&mut random, 2.0);
        let (shape, pose) = (recipe.make::<V>(1.0), pose::<V>(&at, 1.0));
        let (wide, place) = (recipe.make::<V::Wide>(1.0), PLACES[i % PLACES.len()]);
        let local = placed(&mut random, place, &wide, &recipe);
        let point = V::narrow(Motion::of(&pose).apply(local));
        let near = project(&shape, &pose, point).unwrap();
        let twin = project(&wide, &pose.widen(), point.widen()).unwrap();
        let (lower, upper) = (near.lower.to_f64(), near.upper.to_f64());
        assert!(lower <= twin.lower && twin.upper <= upper, "{near:?} {twin:?}");
        let found = near.signed_distance.to_f64();
        assert!(lower <= found && found <= upper, "{near:?}");
        let off = V::Scalar::EPSILON.to_f64() * (twin.signed_distance.abs() + 1e-9);
        assert!((found - twin.signed_distance).abs() <= off, "{near:?} {twin:?}");
        assert!((near.normal.widen() - twin.normal).max_abs() <= 1e-6, "{near:?} {twin:?}");
        count += 1;
    }
    assert!(count > POINTS * 8 / 10, "{count}");
}

#[test]
fn f32_points_agree_with_f64() {
    f32_against_f64::<Vec2>(3);
    f32_against_f64::<Vec3>(4);
}
