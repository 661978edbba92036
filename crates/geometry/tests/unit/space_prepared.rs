//! Tests of `space::prepared`.

use clearance_geometry::space::prepared::*;
use clearance_geometry::space::{MOTION_ERROR, Prepared};
use clearance_testing::Random;
use glam::{DQuat, DVec3};

/// Quaternions of all lengths, and those that turn by about nothing and by half a turn.
fn quaternion(random: &mut Random, i: usize) -> DQuat {
    let turn = match i % 4 {
        0 => DQuat::from_xyzw(1e-9, 0.0, -1e-12, 1.0),
        1 => DQuat::from_xyzw(random.signed(), random.signed(), random.signed(), 1e-9),
        _ => random.rotation(),
    };
    turn * 2.0_f64.powi((i % 7) as i32 * 10 - 30)
}

#[test]
fn one_vector_is_rotated_back_as_by_the_matrix() {
    let mut random = Random::new(31);
    let (mut most, mut differ) = (0.0_f64, 0);
    for i in 0..100_000 {
        let turn = PreparedQuaternion::<f64>::of(quaternion(&mut random, i));
        let v = random.in_cube(1.0);
        let by_matrix = DVec3::from_array(turn.columns().map(|column| column.dot(v)));
        let off = (turn.unrotate(v) - by_matrix).length() / v.length();
        most = most.max(off);
        differ += usize::from(off > 0.0);
    }
    assert!(most < 0.5 * MOTION_ERROR * f64::EPSILON, "{most:e}");
    assert!(differ > 50_000, "{differ}");
    println!("at most {:.1} epsilons", most / f64::EPSILON);
}
