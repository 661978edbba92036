//! Rays against all facets, and rays at the edges and corners of closed surfaces.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Ray, Vector};
use clearance::surface::Surface;
use clearance::{Collider, Solid};
use clearance_testing::{Random, pairs};

use crate::common::pairs::{Maker, Stand, pose};
use crate::make::{closed, surface};

/// A ray at a point near a surface, from somewhere around it.
fn ray_at<V: Maker>(random: &mut Random, target: V) -> Ray<V> {
    let far = [1.0, 3.0, 1e3][random.below(3)];
    let from = V::from_fn(|_| V::Scalar::of(random.range(-far, far)));
    let way = target - from;
    let speed = V::Scalar::of([1.0, 0.01, 30.0][random.below(3)]);
    Ray::new(from, way * speed, V::Scalar::INFINITY).unwrap()
}

/// A point of a facet; often of its rim.
fn on_facet<V: Vector>(random: &mut Random, surface: &Surface<V>) -> V {
    let [a, b, c] = surface.corners(random.below(surface.len()) as u32).map(V::widen);
    let (s, t) = match random.below(4) {
        0 => (0.0, 0.0),
        1 => (random.unit(), 0.0),
        _ => {
            let (s, t) = (random.unit(), random.unit());
            if s + t > 1.0 { (1.0 - s, 1.0 - t) } else { (s, t) }
        }
    };
    V::narrow(a + (b - a) * s + (c - a) * t)
}

fn against_all_facets<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut hits, mut misses, mut several) = (Random::new(seed), 0, 0, 0);
    for i in 0..count {
        let surface = surface::<V>(&mut random);
        let sheet = Collider::from(surface.clone());
        let at: Pose<V> = pose(&Stand::random(&mut random, 1.0), 1.0);
        for _ in 0..10 {
            let aimed = at.transform_point(on_facet(&mut random, &surface));
            let off = V::from_fn(|_| V::Scalar::of(random.range(-0.3, 0.3)));
            let target = if random.below(2) == 0 { aimed } else { aimed + off };
            let ray = ray_at(&mut random, target);
            let found = clearance::cast_ray(&sheet, &at, &ray);
            let all = clearance::cast_ray_all(&sheet, &at, &ray);
            assert_eq!(found.is_some(), clearance::cast_ray_any(&sheet, &at, &ray), "{i}");
            assert_eq!(found.is_some(), !all.is_empty(), "{i}");
            // One facet alone has the same hit: trees leave nothing out.
            let alone = (0..surface.len() as u32).filter_map(|facet| {
                let piece: clearance::Shape<V> = surface.piece(facet);
                clearance::cast_ray(&piece, &at, &ray)
            });
            let first = alone.min_by(|a, b| a.time.to_f64().total_cmp(&b.time.to_f64()));
            match (&found, &first) {
                (Some(found), Some(first)) => {
                    hits += 1;
                    several += usize::from(all.len() > 1);
                    assert!(found.lower <= first.upper, "{i}: {found:?} {first:?}");
                    assert!(first.lower <= found.upper, "{i}: {found:?} {first:?}");
                }
                (None, None) => misses += 1,
                // Only a ray that grazes within rounding.
                (Some(found), None) => {
                    let facet = found.place.facet.unwrap();
                    assert!(grazes(&surface, facet, &at, &ray, found.time), "{i}: {found:?}");
                }
                (None, Some(first)) => {
                    assert!(!first.is_certain(), "{i}: a certain hit is missing: {first:?}");
                }
            }
        }
    }
    assert!(hits > 3 * count && misses > count / 3 && several > count, "{hits} {misses} {several}");
}

/// Does a ray pass within rounding of the rim of a facet?
fn grazes<V: Maker>(
    surface: &Surface<V>,
    facet: u32,
    at: &Pose<V>,
    ray: &Ray<V>,
    time: V::Scalar,
) -> bool {
    let point = ray.widen()[0] + ray.widen()[1] * time.to_f64();
    let near = clearance::project(&surface.piece(facet), at, V::narrow(point)).unwrap();
    let size = 1.0 + ray.widen()[0].max_abs();
    near.lower.to_f64() < size * 1e-6
}

#[test]
fn trees_lose_no_hit() {
    against_all_facets::<Vec3>(1, pairs(300));
    against_all_facets::<DVec3>(2, pairs(300));
    against_all_facets::<Vec2>(3, pairs(300));
    against_all_facets::<DVec2>(4, pairs(300));
}

/// A pose that is not finite proves no miss: what single facets answer, surfaces answer.
#[test]
fn poses_that_are_not_finite_prove_nothing() {
    use clearance::d3::{Compound, Quat, Sphere};
    let (mut random, mut asked) = (Random::new(5), 0);
    for _ in 0..20 {
        let sheet = Collider::from(surface::<Vec3>(&mut random));
        let ball = Collider::from(Sphere::new(0.5).unwrap());
        let solid = Solid::new(closed::<Vec3>(&mut random).0.mended().0).unwrap();
        let both = Compound::new([(Pose::IDENTITY, sheet.clone()), (Pose::IDENTITY, ball.clone())]);
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let far = Pose::from_unit(Vec3::new(bad, 0.0, 0.0), Quat::IDENTITY);
            let turned = Pose::from_unit(Vec3::ZERO, Quat::from_xyzw(bad, 0.0, 0.0, 1.0));
            for at in [far, turned] {
                let both = Collider::from(both.clone().unwrap());
                for shape in [&sheet, &ball, &solid.clone().into(), &both] {
                    let from = random.in_cube(3.0).as_vec3();
                    let ray = Ray::new(from, Vec3::X, 9.0).unwrap();
                    let hit = clearance::cast_ray(shape, &at, &ray).expect("no miss is proven");
                    assert_eq!((hit.time, hit.lower, hit.upper), (0.0, 0.0, f32::INFINITY));
                    assert_eq!((hit.point, hit.normal, hit.inside), (from, -Vec3::X, false));
                    assert!(clearance::cast_ray_any(shape, &at, &ray));
                    assert!(!clearance::cast_ray_all(shape, &at, &ray).is_empty());
                    asked += 1;
                }
            }
        }
    }
    assert_eq!(asked, 20 * 6 * 4);
}

/// Batches have the bits of single questions, on one thread and on two.
#[test]
fn batches_are_loops() {
    let mut random = Random::new(6);
    let shape = Collider::from(surface::<Vec3>(&mut random));
    let solid = Collider::from(Solid::new(closed::<Vec3>(&mut random).0.mended().0).unwrap());
    let at: Pose<Vec3> = pose(&Stand::random(&mut random, 1.0), 1.0);
    let rays: Vec<_> = (0..2000)
        .map(|_| {
            let target = random.in_cube(1.0).as_vec3();
            ray_at(&mut random, target)
        })
        .collect();
    let mut points: Vec<_> = (0..2000).map(|_| random.in_cube(1.5).as_vec3()).collect();
    points[7] = Vec3::NAN;
    for shape in [&shape, &solid] {
        let batch = clearance::Probes::new(shape, &at);
        let hits = batch.cast_ray(&rays);
        let any: Vec<_> = hits.iter().map(Option::is_some).collect();
        let (near, inside) = (batch.project(&points), batch.contains(&points));
        assert!(any.iter().any(|hit| *hit) && !any.iter().all(|hit| *hit));
        assert!(near[7].is_err() && near.iter().filter(|near| near.is_ok()).count() == 1999);
        for (i, (ray, point)) in rays.iter().zip(&points).enumerate() {
            assert_eq!(hits[i], clearance::cast_ray(shape, &at, ray));
            assert_eq!(near[i].as_ref().ok(), clearance::project(shape, &at, *point).ok().as_ref());
            assert_eq!(
                inside[i].as_ref().ok(),
                clearance::contains(shape, &at, *point).ok().as_ref()
            );
        }
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let batch = batch.parallel();
                assert_eq!(batch.cast_ray(&rays), hits);
                assert_eq!(batch.cast_ray_any(&rays), any);
                assert!(format!("{:?}", batch.project(&points)) == format!("{near:?}"));
                assert!(format!("{:?}", batch.contains(&points)) == format!("{inside:?}"));
            });
        }
    }
}

/// From a point inside of a closed surface to each corner, to a point of each edge, and in random directions: every ray
/// hits, exactly posed or not. 10^7 rays at edges and corners:
/// `CLEARANCE_PAIRS=12500 cargo test --release -p clearance --test worlds no_ray`.
fn none_leaks<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut rays) = (Random::new(seed), 0);
    for i in 0..count {
        let (surface, inside) = closed::<V>(&mut random);
        let sheet = Collider::from(surface.clone());
        let at: Pose<V> = if random.below(2) == 0 {
            Pose::IDENTITY
        } else {
            pose(&Stand::random(&mut random, 10.0), 1.0)
        };
        let from = at.transform_point(inside);
        let mut shoot = |to: V| {
            let Ok(ray) = Ray::new(from, to - from, V::Scalar::INFINITY) else { return };
            rays += 1;
            assert!(
                clearance::cast_ray_any(&sheet, &at, &ray),
                "{i}: leak to {to:?} from {from:?}"
            );
            assert!(clearance::cast_ray(&sheet, &at, &ray).is_some(), "{i}");
        };
        for facet in 0..surface.len() as u32 {
            let corners = surface.corners(facet).map(|p| at.transform_point(p));
            for k in 0..V::DIM {
                let (a, b) = (corners[k], corners[(k + 1) % 3]);
                shoot(a);
                shoot(a + (b - a) * V::Scalar::of(0.5));
                shoot(a + (b - a) * V::Scalar::of(random.unit()));
            }
        }
        for _ in 0..100 {
            shoot(from + V::from_fn(|_| V::Scalar::of(random.signed())));
        }
    }
    assert!(rays > 200 * count, "{rays}");
}

#[test]
fn no_ray_leaves_a_closed_surface() {
    none_leaks::<Vec3>(1, pairs(40));
    none_leaks::<DVec3>(2, pairs(40));
    none_leaks::<Vec2>(3, pairs(100));
    none_leaks::<DVec2>(4, pairs(100));
}
