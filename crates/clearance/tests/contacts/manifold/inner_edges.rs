//! Flat inner edges of meshes and chains: the separations are those along the normal of the answer.
//!
//! A body is pressed into a flat floor of two triangles (in 2D, two segments) beside their common edge. For
//! one part alone the shortest way out is often sideways. The contact has the floor's normal, so its
//! depth is that of the body's lowest point below the floor, which is known exactly.

use clearance::batch::{self, Contacts, Pairs};
use clearance::number::Scalar;
use clearance::shape::{ChainSegment, Facet, NO_ID, Point};
use clearance::space::Vector;
use clearance::verify::{Verdict, check_manifold};
use clearance::{
    Cache, Convex, Manifold, Pose, Query, Shape, clearance, contact_manifold, intersects,
};
use clearance_testing::Random;

use crate::common::pairs::{Kind, Maker, Recipe, Stand, pose};

/// The two parts of a floor through the origin. The front is along the last axis.
fn floor<V: Vector>() -> [Shape<V>; 2] {
    let at = |p: [f64; 3]| V::from_fn(|i| V::Scalar::of(p[i]));
    if V::DIM == 2 {
        let points = [5.0, 0.0, -5.0].map(|x| at([x, 0.0, 0.0]));
        let links = ChainSegment::chain(&points, false).unwrap();
        return [0, 1].map(|i| links[i].into());
    }
    let vertices = [[0.0, -5.0], [0.0, 5.0], [-5.0, 0.0], [5.0, 0.0]];
    let vertices = vertices.map(|[x, y]| at([x, y, 0.0]));
    let facets = Facet::from_mesh(&vertices, &[[0, 1, 2], [1, 0, 3]]).unwrap();
    [0, 1].map(|i| facets[i].into())
}

/// A normal that leans by less than this from the front is not replaced.
const LEVEL: f64 = 1.0 / 1024.0;

#[derive(Debug, Default)]
struct Counts {
    pairs: u32,
    /// Contacts deeper along their normal than the shortest way out by a tenth or more.
    hits: u32,
    /// Pairs whose normal is not replaced.
    open: u32,
}

/// A convex body in the floor's frame: its lowest point, and the height of its centre.
fn lowest<V: Maker>(shape: &Shape<V>, at: &Pose<V>) -> Option<(V::Wide, f64)> {
    let Shape::Convex(body) = shape else { return None };
    let up = <V::Wide as Vector>::unit(V::DIM - 1);
    let (frame, local) = (clearance::space::Motion::of(at), at.unrotate(-up));
    let low = frame.apply(body.support_wide(local, NO_ID).point) - up * body.radius_wide();
    Some((low, frame.apply(body.center().widen()).dot(up)))
}

/// A body with its lowest point at a depth of up to a third, beside the common edge.
fn pressed<V: Maker>(random: &mut Random) -> Option<(Shape<V>, Pose<V>, f64)> {
    let recipe = Recipe::random(random, V::DIM);
    if matches!(recipe.kind, Kind::HalfSpace | Kind::Point) {
        return None;
    }
    let (shape, mut stand) = (recipe.make::<V>(1.0), Stand::random(random, 0.0));
    let (low, _) = lowest(&shape, &pose::<V>(&stand, 1.0))?;
    let depth = libm::pow(10.0, random.range(-2.0, -0.5));
    let beside = libm::pow(10.0, random.range(-5.0, -1.3)) * random.signed().signum();
    for i in 0..V::DIM {
        let place = if i == 0 { beside } else { 0.0 };
        stand.t[i] = if i == V::DIM - 1 { -depth } else { place } - low.get(i);
    }
    let at = pose::<V>(&stand, 1.0);
    let (low, center) = lowest(&shape, &at)?;
    (center > 0.0).then(|| (shape, at, -low.get(V::DIM - 1)))
}

/// The points are on both surfaces, and the separations are those along the normal.
fn is_sound<V: Maker>(
    found: &Manifold<V>,
    floor: &Shape<V>,
    body: &Shape<V>,
    at: &Pose<V>,
    tolerance: f64,
) -> bool {
    let place = |shape: &Shape<V>, pose: &Pose<V>, p: V| {
        let point = Point::new(p).unwrap();
        clearance(shape, pose, &point, &Pose::at(V::ZERO).unwrap()).signed_distance.to_f64().abs()
    };
    let n = found.normal.widen();
    found.points().iter().all(|p| {
        let along = n.dot(p.point_b.widen() - p.point_a.widen());
        (along - p.separation.to_f64()).abs() <= tolerance
            && place(floor, &Pose::IDENTITY, p.point_a) <= tolerance
            && place(body, at, p.point_b) <= tolerance
    })
}

fn sweep<V: Maker>(seed: u64, count: u32, tolerance: f64) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    let (floor, up) = (floor::<V>(), V::unit(V::DIM - 1));
    let still = Pose::IDENTITY;
    while seen.hits < count {
        let Some((body, at, depth)) = pressed::<V>(&mut random) else { continue };
        // A body that leans over the edge may be below the part without touching it.
        if !floor.iter().all(|part| intersects(part, &still, &body, &at)) {
            continue;
        }
        let found =
            [0, 1].map(|i| contact_manifold(&floor[i], &still, &body, &at, V::Scalar::ZERO));
        let lean = |m: &Manifold<V>| (m.normal - up).widen().norm();
        let most = found.iter().flatten().map(lean).fold(0.0, f64::max);
        // At an open edge of the floor any normal is right.
        if most > tolerance + LEVEL {
            seen.open += 1;
            continue;
        }
        seen.pairs += 1;
        let deepest = found.iter().flatten().map(|m| m.depth().to_f64()).fold(0.0, f64::max);
        let slack = tolerance + if most > tolerance { LEVEL * LEVEL } else { 0.0 };
        assert!((deepest - depth).abs() <= slack, "{deepest} for {depth}: {body:?} {at:?}");
        for (part, found) in floor.iter().zip(&found) {
            let Some(found) = found else { continue };
            let way_out = -clearance(part, &still, &body, &at).signed_distance.to_f64();
            if found.depth().to_f64() <= 1.1 * way_out {
                continue;
            }
            seen.hits += 1;
            if seen.hits.is_multiple_of(16) {
                assert!(is_sound(found, part, &body, &at, tolerance), "{found:?}: {body:?} {at:?}");
                let proof = Query::new(part, &still, &body, &at).certificate();
                let verdict = check_manifold(part, &still, &body, &at, found, &proof);
                assert_ne!(verdict, Verdict::Refuted, "{found:?}: {body:?} {at:?}");
                asked_otherwise([part, &body], [&still, &at], found, tolerance);
            }
        }
    }
    seen
}

/// The same pair exchanged, with a cache, asked twice, and in a batch.
fn asked_otherwise<V: Maker>(
    [a, b]: [&Shape<V>; 2],
    [at_a, at_b]: [&Pose<V>; 2],
    found: &Manifold<V>,
    tolerance: f64,
) {
    let depth = found.depth().to_f64();
    let is_same = |other: V::Scalar| (other.to_f64() - depth).abs() <= tolerance;
    let swapped = contact_manifold(b, at_b, a, at_a, V::Scalar::ZERO).unwrap();
    assert!(is_same(swapped.depth()), "{depth} {swapped:?}");
    let mut cache = Cache::default();
    for _ in 0..2 {
        let query = Query::new(a, at_a, b, at_b);
        let kept = query.cache(&mut cache).manifold(V::Scalar::ZERO).unwrap();
        assert!(is_same(kept.depth()), "{depth} {kept:?}");
    }
    let (shapes, poses) = ([a.clone(), b.clone()], [*at_a, *at_b]);
    let mut separations = [V::Scalar::ZERO; 4];
    let separation = &mut separations[..batch::points_per_row::<V>()];
    let mut columns = Contacts { separation, ..Default::default() };
    batch::contacts(&shapes, &poses, Pairs::Bodies(&[[0, 1]]), V::Scalar::ZERO, &mut columns)
        .unwrap();
    let least = separations.iter().fold(V::Scalar::ZERO, |m, s| m.min(*s));
    assert_eq!(-least, found.depth());
}

#[test]
fn separations_are_along_the_normal_beside_a_flat_inner_edge() {
    use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
    let seen = [
        sweep::<DVec2>(1, 2_600, 2e-7),
        sweep::<Vec2>(2, 2_600, 1e-5),
        sweep::<DVec3>(3, 2_600, 2e-7),
        sweep::<Vec3>(4, 2_600, 1e-5),
    ];
    println!("{seen:?}");
    let hits: u32 = seen.iter().map(|seen| seen.hits).sum();
    assert!(hits > 10_000, "{seen:?}");
    assert!(seen.iter().all(|seen| 4 * seen.open < seen.pairs), "{seen:?}");
}

/// A tip 0.03 below a floor, 1 mm beside the common edge: the depth was 0.0096, that of the way out
/// over the edge.
#[test]
fn a_tip_beside_an_inner_edge_has_its_depth() {
    use clearance::d3_f64::{DVec3, Hull, Pose};
    let tip = [[0.0, 0.0, 0.0], [0.3, 0.3, 1.0], [-0.3, 0.3, 1.0], [0.0, -0.4, 1.0]];
    let tip = Hull::new(tip.map(DVec3::from).to_vec()).unwrap();
    let at = Pose::at(DVec3::new(0.001, 0.1, -0.03)).unwrap();
    let depths = floor::<DVec3>().map(|part| {
        let found = contact_manifold(&part, &Pose::IDENTITY, &tip, &at, 0.01).unwrap();
        assert!(found.normal.abs_diff_eq(DVec3::Z, 1e-12));
        found.depth()
    });
    // The left triangle has the part of the tip on its side of the edge.
    assert!((depths[1] - 0.03).abs() < 1e-12 && (0.025..0.03).contains(&depths[0]), "{depths:?}");
}
