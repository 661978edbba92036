//! The closed forms compared with the march, which uses only the support function of a shape.

use clearance::glam::{DVec2, DVec3};
use clearance_testing::Random;

use super::rays::{AIMS, Scene};
use crate::common::pairs::{Kind, Maker, kinds};
use crate::common::rays::{hit_of, marched};

const RAYS: usize = 400;

#[derive(Default, Debug)]
struct Counts {
    hits: u32,
    misses: u32,
    left: u32,
    /// One has a hit that is not certain, and the other a miss.
    open: u32,
    /// The march proves the hit, too.
    certain: u32,
}

fn suite<V: Maker<Scalar = f64, Wide = V>>(seed: u64) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    for &kind in kinds(V::DIM).iter().filter(|k| **k != Kind::HalfSpace) {
        for i in 0..RAYS {
            let scene = Scene::random::<V>(&mut random, kind, AIMS[i % AIMS.len()], false);
            let (shape, pose, ray) =
                (scene.shape::<V>(1.0), scene.pose::<V>(1.0), scene.ray::<V>(1.0));
            let hollow = random.below(2) == 0;
            match (hit_of(&shape, &pose, &ray, hollow), marched(&shape, &pose, &ray, hollow)) {
                (Some(a), Some(b)) if a.is_certain() && b.lower > 0.0 => {
                    assert!(a.lower <= b.upper && b.lower <= a.upper, "{a:?} {b:?} {scene:?}");
                    assert_eq!(a.inside, b.inside);
                    seen.hits += 1;
                    seen.left += u32::from(a.inside);
                    seen.certain += u32::from(b.is_certain());
                }
                (None, None) => seen.misses += 1,
                (Some(a), None) => {
                    assert!(!a.is_certain() || a.upper > ray.tmax(), "{a:?} {scene:?}");
                    seen.open += 1;
                }
                (None, Some(b)) => {
                    assert!(!b.is_certain() || b.upper > ray.tmax(), "{b:?} {scene:?}");
                    seen.open += 1;
                }
                _ => seen.open += 1,
            }
        }
    }
    println!("{seen:?}");
    seen
}

#[test]
fn in_the_plane() {
    let seen = suite::<DVec2>(5);
    assert!(seen.hits > 900 && seen.misses > 700 && seen.left > 150, "{seen:?}");
    assert!(seen.certain * 10 > seen.hits * 8, "{seen:?}");
}

#[test]
fn in_space() {
    let seen = suite::<DVec3>(6);
    assert!(seen.hits > 900 && seen.misses > 700 && seen.left > 150, "{seen:?}");
    // The march proves most hits, but not those of triangles in space.
    assert!(seen.certain * 10 > seen.hits * 8, "{seen:?}");
}
