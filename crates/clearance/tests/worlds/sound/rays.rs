//! Rays: no hit is missed, and the bounds of hits hold.

use clearance::Collider;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Ray, Vector};
use clearance_testing::{Random, pairs};

use super::exact::Exact;
use super::{anywhere, of_facets, on_facet};
use crate::common::exact::{RBig, number, point};
use crate::common::pairs::Maker;

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
        let made = of_facets::<V>(&mut random, 2);
        let at = anywhere::<V>(&mut random, 1.0);
        let (shape, parts) = (&made.shape, Exact::parts(&made, &at));
        for _ in 0..20 {
            let part = random.below(parts.len());
            let target = on_facet(&mut random, &parts[part]);
            let size = *random.one_of(&[1.0, 3.0, 100.0]);
            let from = target + V::from_fn(|_| V::Scalar::of(size * random.signed()));
            let ends = random.below(2) == 0;
            let tmax = if ends { V::Scalar::ONE } else { V::Scalar::INFINITY };
            let Ok(ray) = Ray::new(from, target - from, tmax) else { continue };
            let Some((first, inside)) = exactly(&parts, &ray) else { continue };
            let found = clearance::cast_ray(shape, &at, &ray);
            let say = || {
                format!(
                    "{ray:?} {found:?} {:?} {inside}",
                    first.as_ref().map(|t| t.to_f64().value())
                )
            };
            let tmax = (tmax < V::Scalar::INFINITY).then(|| number(1.0));
            let is_met = first.as_ref().is_some_and(|t| tmax.as_ref().is_none_or(|most| t <= most));
            assert_eq!(found.is_some(), clearance::cast_ray_any(shape, &at, &ray), "{}", say());
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
            for each in clearance::cast_ray_all(shape, &at, &ray) {
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
    rays::<Vec3>(1, pairs(700));
    rays::<DVec3>(2, pairs(700));
}
#[test]
fn rays_meet_what_they_meet_in_rational_numbers_of_the_plane() {
    rays::<Vec2>(3, pairs(4300));
    rays::<DVec2>(4, pairs(4300));
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
        let hit = clearance::cast_ray(&chain, &at, &ray).expect("a hit");
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
    let first = |chain: Chain| clearance::cast_ray(&chain, &here, &down).unwrap();
    let upright = first(Chain::open(vec![DVec2::ZERO, y]).unwrap());
    assert_eq!((upright.place.weights, upright.time), ([0.0, 1.0, 0.0], 2.0));
    let chain = Chain::open(vec![DVec2::ZERO, DVec2::ZERO, DVec2::X]).unwrap();
    for hit in clearance::cast_ray_all(&chain, &here, &down) {
        assert_eq!((hit.place.weights, hit.normal), ([1.0, 0.0, 0.0], y), "{hit:?}");
    }
    // It enters in the middle of the first edge; or it starts in the middle.
    let corners = vec![DVec3::ZERO, DVec3::Y, DVec3::new(1.0, 0.5, 0.0)];
    let mesh = Collider::from(Mesh::new(corners, vec![[0, 1, 2]]).unwrap());
    for (x, time, weights) in [(-3.0, 3.0, [0.5, 0.5, 0.0]), (0.5, 0.0, [0.25, 0.25, 0.5])] {
        let ray = Ray::new(DVec3::new(x, 0.5, 0.0), DVec3::X, 10.0).unwrap();
        let found = clearance::cast_ray(&mesh, &Pose::IDENTITY, &ray).unwrap();
        assert_eq!((found.place.weights, found.time), (weights, time));
    }
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
        let found = clearance::cast_ray(&hollow, &Pose::IDENTITY, &ray);
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
