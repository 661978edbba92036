//! Points of clearance as parry's, which keep their impulses.

use clearance::FeaturePart;

use super::dim::{Manifold, Pose};
use super::parry::query::{ContactManifold, TrackedContact as Tracked};
use super::parry::shape::PackedFeatureId;

/// parry has no edges in 2D: it calls them faces.
fn packed(part: FeaturePart) -> PackedFeatureId {
    match part {
        FeaturePart::Face(i) => PackedFeatureId::face(i),
        FeaturePart::Edge(i) => super::edge(i),
        FeaturePart::Vertex(i) => PackedFeatureId::vertex(i),
    }
}

/// Zero for points with the same names, which no other distance is.
pub fn by_name<D>(old: &Tracked<D>, new: &Tracked<D>) -> f32 {
    if (old.fid1, old.fid2) == (new.fid1, new.fid2) { 0.0 } else { f32::INFINITY }
}

/// Writes what was found into a manifold without points. A point takes the impulses of the old one at the least distance,
/// if that is finite; each old one is taken once.
pub fn write<M, D: Default + Copy>(
    manifold: &mut ContactManifold<M, D>,
    found: &Manifold,
    pose: &Pose,
    old: &mut [Option<Tracked<D>>],
    distance: impl Fn(&Tracked<D>, &Tracked<D>) -> f32,
) {
    manifold.local_n1 = found.normal;
    manifold.local_n2 = -found.local_normal_b(pose);
    for point in found.points() {
        let [name_a, name_b] = [point.feature.a(), point.feature.b()].map(packed);
        let (a, b) = (point.point_a, point.local_b(pose));
        let mut new = Tracked::new(a, b, name_a, name_b, point.separation);
        let far = |slot: &Option<Tracked<D>>| {
            slot.as_ref().map_or(f32::INFINITY, |old| distance(old, &new))
        };
        let nearest = old.iter_mut().min_by(|x, y| far(x).total_cmp(&far(y)));
        if let Some(old) = nearest.filter(|slot| far(slot).is_finite()).and_then(Option::take) {
            new.data = old.data;
        }
        manifold.points.push(new);
    }
}
