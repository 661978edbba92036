//! A box and a capsule slide over a floor of triangles without friction: nothing may stop or lift
//! them. With plain triangles, the inner edges of the mesh do.

use clearance::Axis;
use clearance::Shape;
use clearance::glam::{Quat, Vec2, Vec3};
use clearance::shape::{Capsule, ConvexShape, Cuboid, Facet, Triangle};

use super::world::{Body, STEP, World, of_box};

/// The side of a square of two triangles.
const CELL: f32 = 0.7;
const COLUMNS: usize = 16;
const ROWS: usize = 8;

/// Squares cut along their diagonals, with a height function.
struct Floor(fn(Vec2) -> f32);

impl Floor {
    fn corner(&self, i: i32, j: i32) -> Option<Vec3> {
        let inside = (0..=COLUMNS as i32).contains(&i) && (0..=ROWS as i32).contains(&j);
        let place = Vec2::new(i as f32, j as f32 - 0.5 * ROWS as f32) * CELL;
        inside.then(|| place.extend((self.0)(place)))
    }

    /// All triangles, with the vertices of their neighbours.
    fn facets(&self) -> Vec<Facet<Vec3>> {
        let mut all = Vec::new();
        for i in 0..COLUMNS as i32 {
            for j in 0..ROWS as i32 {
                let at = |[x, y]: [i32; 2]| self.corner(i + x, j + y);
                let halves = [
                    ([[0, 0], [1, 0], [1, 1]], [[0, -1], [2, 1], [0, 1]]),
                    ([[0, 0], [1, 1], [0, 1]], [[1, 0], [1, 2], [-1, 0]]),
                ];
                for (corners, beyond) in halves {
                    let facet = Facet::new(corners.map(|c| at(c).unwrap())).unwrap();
                    all.push(facet.with_neighbours(beyond.map(at)).unwrap());
                }
            }
        }
        all
    }
}

/// Measurements of a slide.
#[derive(Debug, Default)]
struct Ride {
    /// The largest speed along the normal of the floor, in metres per second.
    bump: f32,
    /// The largest change of the speed along the floor.
    braked: f32,
    spin: f32,
    /// The distance covered.
    way: f32,
}

/// Slides for two seconds over a floor that is tilted by `turn`, after half a second to settle.
fn ride(floor: &Floor, knows_neighbours: bool, shape: Shape<Vec3>, height: f32) -> Ride {
    let mut world = World::new(0.02, 0.0);
    for facet in floor.facets() {
        let [a, b, c] = facet.triangle().corners();
        let plain = || ConvexShape::from(Triangle::new(a, b, c).unwrap()).into();
        let body = if knows_neighbours { Body::Facet(facet) } else { Body::Space(plain()) };
        world.add_fixed(body, Vec3::ZERO);
    }
    let start = Vec3::new(1.3, -0.4, height);
    let inertia = of_box(1.0, Vec3::new(0.5, 0.3, 0.3));
    world.add(Body::Space(shape), (start, Quat::IDENTITY), 1.0, inertia);
    let steady = Vec3::new(3.0, 0.4, 0.0);
    for _ in 0..30 {
        world.step();
    }
    let body = world.moving.len() - 1;
    world.moving[body].velocity = steady;
    let mut ride = Ride::default();
    for _ in 0..(2.0 / STEP) as usize {
        world.step();
        let now = &world.moving[body];
        ride.bump = ride.bump.max(now.velocity.z.abs());
        ride.braked = ride.braked.max((now.velocity - steady).with_z(0.0).length());
        ride.spin = ride.spin.max(now.spin.length());
        ride.way = (now.position - start).with_z(0.0).length();
    }
    ride
}

fn slider(i: usize) -> (Shape<Vec3>, f32) {
    match i {
        0 => (ConvexShape::from(Cuboid::new(Vec3::new(0.5, 0.3, 0.3)).unwrap()).into(), 0.3),
        1 => (ConvexShape::from(Capsule::along(Axis::X, 0.3, 0.3).unwrap()).into(), 0.3),
        _ => (ConvexShape::from(Capsule::along(Axis::Y, 0.3, 0.3).unwrap()).into(), 0.3),
    }
}

#[test]
fn a_flat_mesh_has_no_bumps() {
    for i in 0..3 {
        let (shape, height) = slider(i);
        let smooth = ride(&Floor(|_| 0.0), true, shape.clone(), height);
        let rough = ride(&Floor(|_| 0.0), false, shape, height);
        println!("{smooth:?}\n{rough:?}");
        let most = smooth.bump.max(smooth.braked).max(smooth.spin);
        assert!(most < 0.02, "{smooth:?}");
        assert!(smooth.way > 6.0);
        assert!(rough.bump > 0.2 && rough.braked > 0.2, "plain triangles have bumps: {rough:?}");
    }
}

/// Up a ramp of 20 degrees, along its top and down again: the body leaves the ground no farther
/// than the ridge requires.
#[test]
fn a_valley_and_a_ridge_still_deflect_bodies() {
    let ramp = Floor(|p| 0.36 * (p.x - 4.2).clamp(0.0, 1.4));
    let (shape, height) = slider(2);
    let up = ride(&ramp, true, shape, height);
    println!("{up:?}");
    assert!(up.bump > 0.7, "it goes up: {up:?}");
    assert!(up.way > 3.0, "and on: {up:?}");
}
