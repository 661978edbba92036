//! The points of patches: on both surfaces, along the normal, the deepest first of all, and inside where they overlap.

use clearance::d3_f64::{Pose, contacts, signed_distance};
use clearance_testing::{Random, pairs};

use super::refine::shallow;
use super::shapes::{any, solid};

#[test]
fn points_are_on_both_surfaces() {
    let (mut random, mut asked, mut gaps, mut overlaps) = (Random::new(9), 0, 0, 0);
    while asked < pairs(400) {
        let [a, b] = [solid(&any(&mut random)), solid(&any(&mut random))];
        let Some(at) = shallow(&mut random, &a, &b) else { continue };
        asked += 1;
        let here = Pose::IDENTITY;
        for patch in &contacts(&a, &here, &b, &at, 0.02) {
            let manifold = &patch.manifold;
            assert!((manifold.normal.length() - 1.0).abs() < 1e-12);
            for point in manifold.points() {
                let way = point.point_a + manifold.normal * point.separation;
                assert!((way - point.point_b).length() < 1e-12, "{asked}: {point:?}");
                assert!(point.separation >= -manifold.depth() && point.separation <= 0.02);
                let off_a = signed_distance(&a, &here, point.point_a).unwrap();
                let off_b = signed_distance(&b, &at, point.point_b).unwrap();
                // The curve is that of B moved by 1e-10.
                assert!(
                    off_a.abs() < 1e-9 && off_b.abs() < 1e-9,
                    "{asked}: {off_a} {off_b} {patch:?}"
                );
                gaps += usize::from(point.separation > 1e-6);
                overlaps += usize::from(point.separation < -1e-6);
            }
        }
    }
    println!("{gaps} points apart, {overlaps} in each other");
    assert!(gaps > asked / 10 && overlaps > asked, "{gaps} {overlaps} of {asked}");
}
