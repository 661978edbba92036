//! A bullet passes a thin plate within one step. Testing only the poses at the steps misses the plate; a
//! cast does not. Shapes that turn can be cast, too.
//!
//! `cargo run --example swept_bullet`

use clearance::d3::*;

fn main() -> Result<(), Error> {
    let plate = Cuboid::new(Vec3::new(0.005, 1.0, 1.0))?;
    let bullet = Capsule::new(Vec3::ZERO, Vec3::new(0.02, 0.0, 0.0), 0.004)?;
    let muzzle = Pose::at(Vec3::new(-20.0, 0.1, 0.0))?;
    let velocity = Vec3::new(900.0, 0.0, 0.0); // metres per second
    let step = 1.0 / 60.0;

    let flying = Sweep::linear(&muzzle, velocity)?;
    for i in 0..4 {
        let pose = flying.pose_at(step * i as f32)?;
        let hit = intersects(&plate, &Pose::IDENTITY, &bullet, &pose);
        println!("step {i}: bullet at x = {:6.2}, touches the plate: {hit}", pose.translation().x);
    }

    let still = Sweep::at_rest(&Pose::IDENTITY);
    let impact = time_of_impact(&plate, &still, &bullet, &flying, 3.0 * step)?;
    println!("cast: {:?} after {:.6} s at {:.4}", impact.status, impact.time, impact.point_b);
    println!("  proven to be from {} to {}", impact.lower, impact.upper);

    // A blade that turns ten times a second, and a ball that drops past it.
    let blade = Cuboid::new(Vec3::new(0.5, 0.02, 0.02))?;
    let turning =
        Sweep::new(&Pose::IDENTITY, Vec3::ZERO, Vec3::Z * (10.0 * core::f32::consts::TAU))?;
    let ball = Sphere::new(0.03)?;
    let drop = Sweep::linear(&Pose::at(Vec3::new(0.0, 0.4, 0.4))?, Vec3::new(0.0, 0.0, -5.0))?;
    let impact: Impact = Cast::new(&blade, &turning, &ball, &drop, 1.0)?.impact();
    println!("blade and ball: {:?}", impact.status);
    if impact.hit() {
        println!(
            "  after {:.4} s, along {:.3}, at {:.3}",
            impact.time, impact.normal, impact.point_a
        );
    }
    Ok(())
}
