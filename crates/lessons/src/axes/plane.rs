//! Every normal of both polygons against every vertex of both: the slow obvious version.

use glam::DVec2;

use clearance_pairs::depth::sat::d2::PolygonPair;
use clearance_pairs::depth::sat::{Feature, Outcome};
use clearance_pairs::trace::{Trace, Watch};

/// The least overlap over all normals. The search does not stop at a separating axis.
pub fn exhaustive<T: Trace<DVec2>>(pair: &PolygonPair<'_>, trace: &mut T) -> Outcome<DVec2> {
    let mut watch = Watch::new(trace, 1.0);
    let mut best = Outcome::new();
    for (edge, normal) in pair.a.normals.iter().enumerate() {
        pair.try_axis(*normal, Feature::FaceA(edge as u32), &mut best, &mut watch);
    }
    for edge in 0..pair.b.len() {
        let feature = Feature::FaceB(edge as u32);
        pair.try_axis(pair.against_b(edge), feature, &mut best, &mut watch);
    }
    best
}
