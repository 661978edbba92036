//! Tests of `patch::d2::rectangles`.

use clearance_pairs::patch::d2::rectangles::*;
use clearance_pairs::space::MOTION_ERROR;
use clearance_testing::{Counted, Random};
use glam::DVec2;

/// The overlaps of `RectanglePair::best` over numbers that count their errors. What the relative pose contributes is
/// [`MOTION_ERROR`]; the sums are counted for entries that are exact.
#[test]
fn accuracy_is_that_of_the_pose_and_of_the_counted_sums() {
    type Number = Counted<53>;
    let (mut random, mut most) = (Random::new(21), 0.0_f64);
    for i in 0..20_000 {
        let of = |v: DVec2| v.to_array().map(Number::exact);
        let size = |random: &mut Random| libm::pow(10.0, -3.0 * f64::from(i % 2) * random.unit());
        let halves = [(); 2].map(|()| DVec2::new(size(&mut random), size(&mut random)));
        let angle = random.range(-3.2, 3.2);
        let way = DVec2::from_angle(random.range(-3.2, 3.2)) * [0.1, 1.0, 3.0][i as usize % 3];
        let [a, b] = halves.map(of);
        let [x, y] = [DVec2::from_angle(angle), DVec2::from_angle(angle).perp()].map(of);
        let t = of(way);
        let length = halves[0].length() + halves[1].length() + way.length();
        for k in 0..2 {
            let of_a = a[k] + x[k].abs() * b[0] + y[k].abs() * b[1] - t[k].abs();
            let axis = [x, y][k];
            let along = axis[0] * t[0] + axis[1] * t[1];
            let sum = axis[0].abs() * a[0] + axis[1].abs() * a[1];
            let of_b = b[k] + sum - along.abs();
            most = most.max(of_a.epsilons(length)).max(of_b.epsilons(length));
        }
    }
    let needed = MOTION_ERROR + most;
    println!("{needed} epsilons");
    assert!(needed * f64::EPSILON <= ACCURACY, "{needed}");
}
