//! Bodies slide down a ramp of tiles without friction: no seam may brake or lift them.
//!
//! A body at rest is slightly inside its tile, so that it is slightly below the top of the next
//! one. The exact normal there is along the ramp, so the contact would brake the body.

use std::f32::consts::TAU;

use clearance::Axis;
use clearance::glam::{Mat3, Quat, Vec2, Vec3};
use clearance::shape::{ConvexShape, Cuboid, Cylinder, Hull};

use super::world::{Body, GRAVITY, STEP, World, of_box};

const TILES: usize = 16;
const HALF: Vec3 = Vec3::new(0.35, 1.0, 0.1);
/// The slope of the ramp, in radians.
const STEEP: f32 = 0.15;

/// Measurements of a slide.
#[derive(Debug, Default)]
struct Slide {
    /// The largest speed perpendicular to the ramp, in metres per second.
    bump: f32,
    /// The largest loss of speed along the ramp in a step, compared with free sliding.
    braked: f32,
    spin: f32,
    /// The final speed as a share of that of free sliding.
    speed: f32,
}

fn down() -> Vec3 {
    Quat::from_rotation_y(STEEP) * Vec3::X
}

fn up() -> Vec3 {
    Quat::from_rotation_y(STEEP) * Vec3::Z
}

/// Slides for 1.6 seconds, after some time to settle, over tiles with coplanar tops.
fn slide(slider: Body, height: f32, is_flat: bool, slop: f32) -> Slide {
    let mut world = World::new(0.02, 0.0);
    world.slop = slop;
    let turn = Quat::from_rotation_y(STEEP);
    for i in 0..TILES {
        let at = down() * (2.0 * HALF.x * i as f32) - up() * HALF.z;
        let tile = if is_flat {
            Body::Plane(ConvexShape::from(Cuboid::new(Vec2::new(HALF.x, HALF.z)).unwrap()).into())
        } else {
            Body::Space(ConvexShape::from(Cuboid::new(HALF).unwrap()).into())
        };
        world.add(tile, (at, turn), 0.0, Mat3::ZERO);
    }
    let inertia =
        if is_flat { Mat3::from_diagonal(Vec3::Y * 20.0) } else { of_box(1.0, Vec3::splat(0.25)) };
    world.add(slider, (down() * 0.1 + up() * height, turn), 1.0, inertia);
    let gain = -GRAVITY * STEEP.sin();
    // The body settles while its speed along the ramp is held at 0.
    for _ in 0..30 {
        world.step();
        let body = &mut world.moving[TILES];
        body.velocity -= down() * body.velocity.dot(down());
    }
    let mut found = Slide::default();
    let (mut before, steps) = (0.0, (1.6 / STEP) as usize);
    for _ in 0..steps {
        world.step();
        let now = &world.moving[TILES];
        let speed = now.velocity.dot(down());
        found.bump = found.bump.max(now.velocity.dot(up()).abs());
        found.braked = found.braked.max(before + gain * STEP - speed);
        found.spin = found.spin.max(now.spin.length());
        before = speed;
    }
    found.speed = before / (gain * STEP * steps as f32);
    found
}

fn slider(i: usize) -> (Body, f32, bool) {
    let body = match i {
        0 => ConvexShape::from(Cuboid::new(Vec3::splat(0.25)).unwrap()),
        1 => ConvexShape::from(Cylinder::new(Axis::Z, 0.25, 0.25).unwrap()),
        2 => {
            let corner = |k: usize| {
                let (sin, cos) = (TAU * (k / 2) as f32 / 8.0).sin_cos();
                Vec3::new(0.25 * cos, 0.25 * sin, [-0.25, 0.25][k % 2])
            };
            ConvexShape::from(Hull::new((0..16).map(corner).collect::<Vec<_>>()).unwrap())
        }
        _ => {
            let square = ConvexShape::from(Cuboid::new(Vec2::splat(0.25)).unwrap());
            return (Body::Plane(square.into()), 0.25, true);
        }
    };
    (Body::Space(body.into()), 0.25, false)
}

#[test]
fn a_ramp_of_tiles_has_no_seams() {
    for i in 0..4 {
        let run = |slop: f32| {
            let (body, height, is_flat) = slider(i);
            slide(body, height, is_flat, slop)
        };
        let (smooth, rough) = (run(0.001), run(0.0));
        println!("{i}: {smooth:?}\n   {rough:?}");
        let most = smooth.bump.max(smooth.braked).max(smooth.spin);
        assert!(most < 5e-3 && (smooth.speed - 1.0).abs() < 2e-3, "{smooth:?}");
        assert!(rough.braked > 0.2 && rough.speed < 0.9, "without a slop seams brake: {rough:?}");
    }
}
