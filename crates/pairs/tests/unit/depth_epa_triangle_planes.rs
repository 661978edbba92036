//! Tests of `depth::epa::triangle_planes`.

use clearance_pairs::depth::epa::triangle_planes::*;
use clearance_testing::Random;
use glam::DVec3;

/// The bounds of the module documentation, for triangles of all sizes and widths: very thin ones, and
/// those whose plane has the origin on the other side.
#[test]
fn lanes_are_what_one_triangle_after_the_other_is() {
    let (mut random, mut low, mut behind) = (Random::new(5), 0, 0);
    for _ in 0..5000 {
        let mut corner = || {
            let far = random.direction3() * 10f64.powf(random.range(-3.0, 3.0));
            [far, far + random.direction3() * 10f64.powf(random.range(-12.0, 0.0))]
        };
        let all: [[DVec3; 3]; LANES] = core::array::from_fn(|_| {
            let ([a, b], [c, _]) = (corner(), corner());
            [a, b, c]
        });
        let mut planes = Planes::default();
        all.iter().enumerate().for_each(|(lane, corners)| planes.put(lane, *corners));
        planes.find();
        for (lane, corners) in all.iter().enumerate() {
            let mut edges = [0, 1, 2].map(|i| corners[(i + 1) % 3] - corners[i]);
            let longest = (0..3)
                .max_by(|i, j| edges[*i].length_squared().total_cmp(&edges[*j].length_squared()));
            edges.rotate_left(longest.unwrap_or(0));
            let [longest, first, second] = edges;
            let normal = first.cross(second);
            assert_eq!(planes.normal::<DVec3>(lane), normal);
            let rounding = HEIGHT * first.abs().max_element() * second.abs().max_element();
            assert!((planes.rounding[lane] - rounding).abs() <= 1e-15 * rounding);
            let square = corners.iter().fold(0.0, |most, p| f64::max(most, p.length_squared()));
            let is_low = normal.length_squared() <= LOW * square * longest.length_squared();
            let distance = planes.distances[lane];
            assert_eq!(distance.is_nan(), is_low);
            if is_low {
                low += 1;
                continue;
            }
            let nearest = corners.map(|p| normal.dot(p) / normal.length());
            let nearest = nearest.into_iter().fold(f64::INFINITY, f64::min);
            assert!((distance - nearest).abs() <= 1e-15 * nearest.abs());
            behind += u32::from(distance < 0.0);
        }
    }
    assert!(low > 1000 && behind > 1000, "{low} {behind}");
}
