//! Each answer has evidence for its bounds. With it, a checker that shares no code with the algorithms
//! proves or refutes the answer.
//!
//! `cargo run --example certificates`

use clearance::d3_f64::*;

fn main() -> Result<(), Error> {
    let cylinder = Cylinder::new(Axis::Z, 1.0, 0.5)?; // half height, radius
    let cloud = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.2], [0.1, 0.9, 0.0], [0.3, 0.2, 1.1]];
    let hull = Hull::new(cloud.map(DVec3::from_array).to_vec())?;

    for x in [1.2, 0.3] {
        let there = Pose::new(DVec3::new(x, 0.1, 0.4), DQuat::from_rotation_y(0.3))?;
        let proof: Certificate = certificate(&cylinder, &Pose::IDENTITY, &hull, &there);
        let answer = &proof.answer;
        println!("hull at x = {x}: {:?}, {:.9}", answer.status(), answer.signed_distance);

        // An axis proves the lower bound: along it, the shapes are at least this far apart.
        println!("  at least {:.9}, by the axis {:.3}", answer.lower, answer.evidence.axis);
        // For a gap, a point of each shape proves the upper bound. For an overlap, a surface around the
        // origin does: its corners are differences of points of the shapes.
        match &proof.surface {
            None => println!(
                "  at most {:.9}, by points made of {} corners",
                answer.upper,
                answer.evidence.witness.len()
            ),
            Some(surface) => {
                println!(
                    "  at most {:.9}, by a surface of {} faces",
                    answer.upper,
                    surface.faces.len()
                )
            }
        }
        let check = |proof| verify::check(&cylinder, &Pose::IDENTITY, &hull, &there, proof);
        println!("  the checker says: {:?}", check(&proof));

        // An answer that is wrong by a thousandth is refuted.
        let mut wrong = proof.clone();
        for number in
            [&mut wrong.answer.signed_distance, &mut wrong.answer.lower, &mut wrong.answer.upper]
        {
            *number += 1e-3;
        }
        println!("  of an answer that is off by 0.001: {:?}", check(&wrong));
    }
    Ok(())
}
