//! Are two shapes apart, how far, and where are they nearest to each other?
//!
//! `cargo run --example first_query`

use clearance::d3::*;

fn main() -> Result<(), Error> {
    // A shape has its own frame. A pose places it in the world.
    let table = Cuboid::new(Vec3::new(0.75, 1.0, 0.0625))?; // half of each edge
    let ball = Sphere::new(0.125)?;

    for height in [0.5, 0.1875, 0.125] {
        let placed = Pose::at(Vec3::new(0.25, 0.5, height))?;
        let answer = clearance(&table, &Pose::IDENTITY, &ball, &placed);
        println!("ball at height {height}:");

        // The signed distance is an estimate. The true value is proven to be between the bounds.
        println!("  signed distance {:.6}", answer.signed_distance);
        println!("  proven to be from {} to {}", answer.lower, answer.upper);
        println!("  normal, from the table to the ball: {}", answer.normal);

        match answer.status() {
            Status::Apart => {
                println!("  apart: the nearest point of the ball is {}", answer.point_b)
            }
            Status::Overlapping => {
                let out = answer.normal * -answer.signed_distance;
                println!("  overlapping: moving the ball by {out} separates them");
            }
            Status::Undecided => println!("  touching: neither a gap nor an overlap is proven"),
        }
    }

    // A single question costs less than the full answer.
    let above = Pose::at(Vec3::new(0.0, 0.0, 1.0))?;
    println!("intersects: {}", intersects(&table, &Pose::IDENTITY, &ball, &above));
    println!("within 2: {}", within(&table, &Pose::IDENTITY, &ball, &above, 2.0));
    println!("distance: {}", distance(&table, &Pose::IDENTITY, &ball, &above));
    Ok(())
}
