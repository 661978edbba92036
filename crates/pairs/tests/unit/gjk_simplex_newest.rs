//! Tests of `gjk::simplex::newest`.

use clearance_pairs::gjk::simplex::newest::*;
use clearance_pairs::gjk::simplex::{Closest, Known, closest as any};
use clearance_testing::Random;
use glam::DVec3;

/// Where the fast version answers, it is as near as the slow one that looks at every feature; and
/// it answers of most simplices whose newest corner is a support point.
#[test]
fn as_near_as_the_slow_version() {
    let mut random = Random::new(1);
    let (mut asked, mut answered, mut features) = ([0; 2], [0; 2], [0; 3]);
    for i in 0..20_000 {
        // Away from the origin, so that it is outside; of all sizes, some of them slivers.
        let away = DVec3::X * [0.1, 1.0, 1.5, 3.0][i % 4];
        let size = [1.0, 1e-3, 1e-6][i / 4 % 3];
        let count = 3 + i / 12 % 2;
        let mut points: Vec<DVec3> =
            (0..count).map(|_| away + random.in_cube(1.0) * size).collect();
        if i % 5 == 0 {
            points[1] = points[0] + (points[1] - points[0]) * 1e-5;
        }
        // The newest corner is what the others' nearest point looks for.
        let toward = any(&points[..count - 1], Known::default()).point;
        let height = |p: &DVec3| p.dot(toward);
        let lowest = (0..count).min_by(|m, n| height(&points[*m]).total_cmp(&height(&points[*n])));
        if lowest != Some(count - 1) {
            continue;
        }
        asked[count - 3] += 1;
        let mut fast = Closest::nowhere();
        if closest(&points, &mut fast).is_none() {
            continue;
        }
        answered[count - 3] += 1;
        features[fast.weights.iter().filter(|w| **w > 0.0).count() - 1] += 1;
        let best = any(&points, Known { apart: true, newest: false });
        let rounding = 1e-15 * points[0].length();
        assert!(fast.point.length() <= best.point.length() + rounding, "{points:?}");
        let sum: DVec3 = points.iter().zip(fast.weights).map(|(p, w)| *p * w).sum();
        assert!((sum - fast.point).length() <= 4.0 * rounding, "{points:?}");
        let off = 1.0 - fast.direction.normalize().dot(best.direction.normalize());
        assert!(off < 1e-12 || best.point.length() < 1e-6, "{off:e} {points:?}");
    }
    for (asked, answered) in asked.into_iter().zip(answered) {
        assert!(asked > 2000 && 5 * answered > 4 * asked, "{answered} of {asked}");
    }
    assert!(features.iter().all(|n| *n > 100), "{features:?}");
}
