//! Points of a patch, and which four are kept.

use alloc::vec::Vec;

use clearance_geometry::answer::FeatureId;
use glam::DVec3;

/// A point of a patch.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub a: DVec3,
    pub b: DVec3,
    pub separation: f64,
    pub feature: FeatureId,
}

/// The deepest point, the one farthest from it, and those farthest to both sides of the line through these. Of equally
/// deep ones the one farthest out, so that it does not change when rounding does. Lengths below `tol` are none.
pub fn chosen(normal: DVec3, mut spots: Vec<Spot>, tol: f64) -> Vec<Spot> {
    spots.sort_by(|x, y| {
        let by_name = || x.feature.bits().cmp(&y.feature.bits());
        x.separation.total_cmp(&y.separation).then_with(by_name)
    });
    let Some(deepest) = spots.first().map(|spot| spot.separation) else { return spots };
    let ties = spots.partition_point(|spot| spot.separation <= deepest + tol);
    let middle = spots[..ties].iter().map(|spot| spot.a).sum::<DVec3>() / ties as f64;
    let out = |spot: &Spot| (spot.a - middle).length();
    let farther = |x: Spot, y: Spot| if out(&y) > out(&x) + tol { y } else { x };
    let Some(first) = spots[..ties].iter().copied().reduce(farther) else { return spots };
    let mut kept = alloc::vec![first];
    let far = |measure: &dyn Fn(DVec3) -> f64| {
        let measured = spots.iter().map(|spot| (measure(spot.a - first.a), spot));
        measured.reduce(|old, new| if new.0 > old.0 + tol * tol { new } else { old })
    };
    let flat = |way: DVec3| way - normal * way.dot(normal);
    if let Some((square, second)) = far(&|way| flat(way).length_squared())
        && square > tol * tol
    {
        kept.push(*second);
        let line = flat(second.a - first.a);
        for sign in [1.0, -1.0] {
            // Nearer to the line than this is on it.
            let aside = |way: DVec3| line.cross(way).dot(normal) * sign - square * 1e-3;
            kept.extend(far(&aside).filter(|found| found.0 > 0.0).map(|found| *found.1));
        }
    }
    kept
}
