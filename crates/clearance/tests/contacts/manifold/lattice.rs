//! Pairs of all kinds whose features are exactly parallel, perpendicular, collinear, equal or of
//! length 0: corners, sizes and positions are multiples of a half, rotations are quarter turns.
//! Each point has to be on both surfaces, and the separation has to lead from one to the other
//! along the normal.

use std::f64::consts::FRAC_PI_2;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Convex, View};
use clearance::space::{DVector, Motion, Vector};
use clearance::{Cache, Manifold, Query, Shape, clearance};
use clearance_testing::Random;

use super::check::{Body, Ruled, outside};
use crate::common::pairs::{Kind, Maker, Pair, Recipe, Stand, kinds};

fn half(random: &mut Random, most: usize) -> f64 {
    0.5 * (random.below(2 * most + 1) as f64 - most as f64)
}

/// Polygons on a lattice, in both orientations.
const RINGS: [&[[f64; 3]]; 4] = [
    &[[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 0.0], [-0.5, 0.5, 0.0]],
    &[[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]],
    &[[0.0, 0.5, 0.0], [0.5, 0.0, 0.0], [0.5, -0.5, 0.0], [-1.0, -0.5, 0.0]],
    &[[-0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.5, 0.5, 0.0], [0.0, -0.5, 0.0], [-0.5, -0.5, 0.0]],
];

pub fn recipe(random: &mut Random, kind: Kind, dim: usize) -> Recipe {
    let count = match kind {
        Kind::Segment | Kind::Capsule => 2,
        Kind::Triangle => 3,
        Kind::Hull => 1 + random.below(8),
        _ => 1,
    };
    let mut points: Vec<[f64; 3]> =
        (0..count).map(|_| core::array::from_fn(|_| half(random, 2))).collect();
    if kind == Kind::Polygon {
        points = RINGS[random.below(4)].to_vec();
    } else if kind == Kind::HalfSpace {
        let mut normal = points[0];
        if normal[..dim].iter().all(|x| *x == 0.0) {
            normal[0] = 1.0;
        }
        points = vec![normal];
    }
    Recipe {
        kind,
        points,
        sizes: core::array::from_fn(|_| [0.25, 0.5, 1.0][random.below(3)]),
        axis: random.below(dim),
        margin: [0.0, 0.0, 0.25, 0.5][random.below(4)],
    }
}

pub fn stand(random: &mut Random) -> Stand {
    const QUARTERS: [[f64; 4]; 6] = [
        [0.0, 0.0, 0.0, 1.0],
        [0.0, 0.0, 0.0, 1.0],
        [1.0, 0.0, 0.0, 1.0],
        [0.0, 1.0, 0.0, -1.0],
        [0.5, 0.5, -0.5, 0.5],
        [0.0, 1.0, 1.0, 0.0],
    ];
    Stand {
        t: core::array::from_fn(|_| half(random, 3)),
        q: QUARTERS[random.below(6)],
        angle: [0.0, 0.0, FRAC_PI_2, -FRAC_PI_2, 2.0 * FRAC_PI_2][random.below(5)],
    }
}

/// Counts of the outcomes.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    pairs: usize,
    found: usize,
    points: usize,
    /// A segment with a radius, parallel to the normal.
    end_on: usize,
    /// A triangle, or a hull of three or four points, with a radius.
    flat: usize,
    /// The witness points of the clearance are off the surfaces.
    misplaced: usize,
    wrong: usize,
}

/// The largest error of the points and of the normal.
fn off<V: Vector<Wide: Ruled<Scalar = f64, Wide = V::Wide>>>(
    [a, b]: [&Body<V::Wide>; 2],
    manifold: &Manifold<V>,
) -> f64 {
    let normal = manifold.normal.widen();
    let points = manifold.points().iter().map(|p| {
        let [on_a, on_b] = [p.point_a, p.point_b].map(V::widen);
        let along = (on_b - on_a - normal * p.separation.to_f64()).norm();
        [along, outside(a, on_a).abs(), outside(b, on_b).abs()].into_iter().fold(0.0, worse)
    });
    points.fold((normal.norm() - 1.0).abs(), worse)
}

/// The larger number, or NaN.
fn worse(x: f64, y: f64) -> f64 {
    if x >= y { x } else { y }
}

/// Whether a shape is a segment with a radius, parallel to the normal.
fn is_end_on<W: DVector>((shape, pose): &Body<W>, normal: W) -> bool {
    let Shape::Convex(shape) = shape else { return false };
    let View::Vertices(&[p, q]) = shape.view() else { return false };
    let Some(along) = (q - p).unit_along() else { return false };
    let cosine = Motion::of(pose).rotate(along).dot(normal);
    shape.radius() > 0.0 && cosine.abs() > 1.0 - 1e-14
}

/// Removes both rotations, and makes the first segment perpendicular to a side of the other shape.
fn stand_on_end(pair: &mut Pair) {
    let Pair { a, b, at_a, at_b } = pair;
    (at_a.angle, at_b.angle) = (0.0, 0.0);
    let is_line = matches!(a.kind, Kind::Segment | Kind::Capsule);
    let (line, other) = if is_line { (a, &*b) } else { (b, &*a) };
    let [x, y] = match *other.points {
        _ if other.kind == Kind::Cuboid => [1.0, 0.0],
        [[x, y, _]] => [x, y],
        [[x, y, _], [to_x, to_y, _], ..] => [y - to_y, to_x - x],
        [] => return,
    };
    let [from_x, from_y, _] = line.points[0];
    line.points[1] = [from_x + x, from_y + y, 0.0];
}

/// A change of a pair before its query.
type Change = fn(&mut Random, &mut Pair);

fn put_on_end(random: &mut Random, pair: &mut Pair) {
    if random.below(4) > 0 {
        stand_on_end(pair);
    }
}

/// Makes hulls triangles or parallelograms, and some triangles segments, most of them rounded.
fn flatten(random: &mut Random, pair: &mut Pair) {
    for one in [&mut pair.a, &mut pair.b] {
        if !matches!(one.kind, Kind::Hull | Kind::Triangle) {
            continue;
        }
        let point = |random: &mut Random| core::array::from_fn(|_| half(random, 2));
        let [p, q, mut r]: [[f64; 3]; 3] = core::array::from_fn(|_| point(random));
        if one.kind == Kind::Triangle && random.below(4) == 0 {
            r = core::array::from_fn(|i| 2.0 * q[i] - p[i]);
        }
        one.points = vec![p, q, r];
        if one.kind == Kind::Hull && random.below(2) == 0 {
            one.points.push(core::array::from_fn(|i| q[i] + r[i] - p[i]));
        }
        one.margin = [0.0, 0.25, 0.5, 1.0][random.below(4)];
    }
}

/// Whether `flatten` makes such a shape, with a radius.
fn is_flat(one: &Recipe) -> bool {
    let of_points = matches!(one.kind, Kind::Hull | Kind::Triangle);
    of_points && one.margin > 0.0 && matches!(one.points.len(), 3 | 4)
}

impl Counts {
    fn look<V: Maker>(&mut self, random: &mut Random, kinds: [Kind; 2], change: Change)
    where
        V::Wide: Maker<Scalar = f64, Wide = V::Wide> + Ruled,
    {
        let [a, b] = kinds.map(|kind| recipe(random, kind, V::DIM));
        let mut pair = Pair { a, b, at_a: stand(random), at_b: stand(random) };
        change(random, &mut pair);
        self.flat += usize::from([&pair.a, &pair.b].iter().any(|one| is_flat(one)));
        let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses::<V>(1.0));
        let margin = V::Scalar::of([0.0, 0.25, 0.5][random.below(3)]);
        let query = || Query::new(&a, &pose_a, &b, &pose_b);
        self.pairs += 1;
        let Some(manifold) = query().manifold(margin) else { return };
        let mut cache = Cache::default();
        let looked = query().cache(&mut cache).manifold(margin).expect("with a cache as without");
        let kept = query().cache(&mut cache).manifold(margin).expect("at rest, too");
        let (wide_a, wide_b) = pair.shapes::<V::Wide>(1.0);
        let both = [&(wide_a, pose_a.widen()), &(wide_b, pose_b.widen())];
        let answer = clearance(&both[0].0, &both[0].1, &both[1].0, &both[1].1);
        let deepest = answer.signed_distance.min(margin.to_f64());
        let mut most = (manifold.deepest().separation.to_f64() - deepest).abs();
        for found in [manifold, looked, kept] {
            most = worse(most, off(both, &found));
        }
        // Coordinates are below 4, so that half an ulp is 2 epsilons.
        let rounding = 32.0 * V::Scalar::EPSILON.to_f64();
        let curved = pair.a.curved() || pair.b.curved();
        let allowed = if curved { 2e-5 } else { 1e-10 } + rounding;
        self.found += 1;
        self.points += manifold.points().len();
        let normal = manifold.normal.widen().unit_along().expect("a direction");
        self.end_on += usize::from(both.iter().any(|body| is_end_on(body, normal)));
        if most.is_nan() || most > allowed {
            // A manifold is computed from the clearance, and is no more accurate.
            let known = [outside(both[0], answer.point_a), outside(both[1], answer.point_b)];
            if curved && known.iter().any(|off| off.abs() > allowed) {
                self.misplaced += 1;
            } else {
                println!("{kinds:?} {most:e}: {pair:?} {margin:?}\n{manifold:?}\n{answer:?}");
                self.wrong += 1;
            }
        }
    }

    fn sweep<V: Maker>(seed: u64, [first, second]: [&[Kind]; 2], each: usize) -> Self
    where
        V::Wide: Maker<Scalar = f64, Wide = V::Wide> + Ruled,
    {
        Self::over::<V>(seed, [first, second], each, |_, _| ())
    }

    fn over<V: Maker>(seed: u64, [first, second]: [&[Kind]; 2], each: usize, change: Change) -> Self
    where
        V::Wide: Maker<Scalar = f64, Wide = V::Wide> + Ruled,
    {
        let (mut random, mut all) = (Random::new(seed), Self::default());
        for a in first {
            for b in second {
                let mut seen = Self::default();
                (0..each).for_each(|_| seen.look::<V>(&mut random, [*a, *b], change));
                if seen.wrong + seen.misplaced > 0 {
                    println!("{a:?} {b:?}: {seen:?}");
                }
                all = all.and(seen);
            }
        }
        println!("{all:?}");
        assert_eq!(all.wrong, 0);
        assert_eq!(all.misplaced, 0, "{all:?}");
        all
    }

    fn and(self, other: Self) -> Self {
        Self {
            pairs: self.pairs + other.pairs,
            found: self.found + other.found,
            points: self.points + other.points,
            end_on: self.end_on + other.end_on,
            flat: self.flat + other.flat,
            misplaced: self.misplaced + other.misplaced,
            wrong: self.wrong + other.wrong,
        }
    }
}

/// The number of pairs of every two kinds; an environment variable may set it.
pub fn each(count: usize) -> usize {
    clearance_testing::pairs(count)
}

/// Segments with a radius that stand perpendicular on a half-plane, an edge, or the end of another
/// segment.
#[test]
fn lines_end_on_in_the_plane() {
    let lines = [Kind::Segment, Kind::Capsule];
    let others = [
        Kind::Segment,
        Kind::Triangle,
        Kind::Capsule,
        Kind::Cuboid,
        Kind::HalfSpace,
        Kind::Polygon,
    ];
    let most = each(1_600);
    let seen = Counts::over::<DVec2>(35, [&lines, &others], most, put_on_end)
        .and(Counts::over::<DVec2>(36, [&others, &lines], most, put_on_end))
        .and(Counts::over::<Vec2>(37, [&lines, &others], most, put_on_end));
    assert!(seen.end_on * 6 > seen.pairs, "{seen:?}");
    assert!(seen.end_on > 10_000 || most < 1_600, "{seen:?}");
}

#[test]
fn lattice_in_the_plane() {
    let seen = Counts::sweep::<DVec2>(31, [kinds(2); 2], each(150)).and(Counts::sweep::<Vec2>(
        32,
        [kinds(2); 2],
        each(150),
    ));
    assert!(seen.found * 3 > seen.pairs && seen.points > seen.found, "{seen:?}");
    assert!(seen.found > 10_000 || each(150) < 150, "{seen:?}");
}

#[test]
fn lattice_in_space() {
    let seen = Counts::sweep::<DVec3>(33, [kinds(3); 2], each(120)).and(Counts::sweep::<Vec3>(
        34,
        [kinds(3); 2],
        each(120),
    ));
    assert!(seen.found * 3 > seen.pairs && seen.points > seen.found, "{seen:?}");
    assert!(seen.found > 10_000 || each(120) < 120, "{seen:?}");
}

/// Triangles and flat hulls with a radius. A point near an edge of the rim may have a normal in any
/// direction perpendicular to the edge, although the shape has a face of two corners in its plane
/// there; a point beyond the ends of the edge is not over that face.
#[test]
fn flat_shapes_with_a_radius() {
    let flat = [Kind::Hull, Kind::Triangle];
    let others =
        [Kind::Hull, Kind::Cuboid, Kind::Triangle, Kind::Segment, Kind::Capsule, Kind::HalfSpace];
    let most = each(600);
    let seen = Counts::over::<DVec3>(38, [&flat, &others], most, flatten)
        .and(Counts::over::<DVec3>(39, [&others, &flat], most, flatten))
        .and(Counts::over::<Vec3>(40, [&flat, &others], most, flatten));
    assert!(seen.flat * 3 > seen.pairs * 2 && seen.found * 3 > seen.pairs, "{seen:?}");
    assert!(seen.flat > 10_000 || most < 600, "{seen:?}");
}
