//! GJK, step by step. It finds the point of the Minkowski difference A - B that is nearest to the origin.
//! The distance of this point is the distance of the shapes.
//!
//! `cargo run --example gjk_step_by_step`

use clearance::d2_f64::*;
use clearance::trace::{Step, Trace};

/// Prints each step in words.
struct Printer;

impl Trace<DVec2> for Printer {
    fn step(&mut self, step: Step<'_, DVec2>) {
        match step {
            Step::Start { algorithm, .. } => println!("{} begins", algorithm.name()),
            Step::Support { direction, a, b, point, .. } => {
                println!(
                    "  along {direction:.3}, {a:.3} of A is farthest; of B, against it, {b:.3}"
                );
                println!("    their difference is {point:.3}");
            }
            Step::Simplex { corners, closest, .. } => {
                let kind = ["", "corner", "edge", "triangle"][corners.len().min(3)];
                let corners: Vec<String> = corners.iter().map(|p| format!("{p:.3}")).collect();
                println!("    the {kind} {} is left:", corners.join(" "));
                println!("    {closest:.3} is nearest the origin, {:.4} away", closest.length());
            }
            Step::Bounds { lower, upper } => {
                println!("    the distance is from {lower:.4} to {upper:.4}");
            }
            Step::Finish { end } => println!("it ends: {end:?}"),
            other => println!("    {other:?}"),
        }
    }
}

fn main() -> Result<(), Error> {
    let triangle =
        Triangle::new(DVec2::new(-1.0, -1.0), DVec2::new(1.0, -0.5), DVec2::new(0.0, 1.0))?;
    let square = Cuboid::new(DVec2::splat(0.5))?;
    let beside = Pose::new(DVec2::new(1.8, 0.6), 0.6)?;

    let mut printer = Printer;
    let answer: Clearance = Query::new(&triangle, &Pose::IDENTITY, &square, &beside)
        .algorithm(Algorithm::Gjk)
        .trace(&mut printer)
        .clearance();
    println!(
        "distance {:.6}, from {:.4} to {:.4}, after {} support points",
        answer.signed_distance, answer.point_a, answer.point_b, answer.iterations
    );
    Ok(())
}
