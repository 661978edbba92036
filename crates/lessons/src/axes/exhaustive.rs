//! All faces, and both directions of the cross product of every pair of edges.
//!
//! Each axis is tested by the farthest vertices, found by a scan of all. Nothing is left out: the other
//! tests are tested against this one. The time grows with the product of the numbers of edges and of
//! vertices.

use glam::DVec3;

use clearance_geometry::hull::Facets;
use clearance_pairs::depth::sat::d3::PolytopePair;
use clearance_pairs::depth::sat::{Feature, Outcome};
use clearance_pairs::trace::{Trace, Watch};

/// The least overlap over all axes. The search does not stop at a separating axis.
pub fn exhaustive<T: Trace<DVec3>>(pair: &PolytopePair<'_>, trace: &mut T) -> Outcome<DVec3> {
    let mut watch = Watch::new(trace, 1.0);
    let mut best = Outcome::new();
    try_axis(pair, pair.start, Feature::None, &mut best, &mut watch);
    for face in 0..pair.a.own.topology().faces() as u32 {
        let axis = pair.a.own.normals().get(face);
        try_axis(pair, axis, Feature::FaceA(face), &mut best, &mut watch);
    }
    for face in 0..pair.b.own.topology().faces() as u32 {
        let axis = -pair.a.other_in_own.rotate(pair.b.own.normals().get(face));
        try_axis(pair, axis, Feature::FaceB(face), &mut best, &mut watch);
    }
    for (j, along_b) in edges(pair.b.own).enumerate() {
        let along_b = pair.a.other_in_own.rotate(along_b);
        for (i, along_a) in edges(pair.a.own).enumerate() {
            // The product of parallel edges is noise, which does no harm, or zero.
            let Some(axis) = along_a.cross(along_b).try_normalize() else { continue };
            for axis in [axis, -axis] {
                let feature = Feature::Edges(i as u32, j as u32);
                try_axis(pair, axis, feature, &mut best, &mut watch);
            }
        }
    }
    best
}

/// The edges as vectors, each of length 1.
fn edges(facets: &Facets<'_>) -> impl Iterator<Item = DVec3> {
    let t = facets.topology();
    let edge = move |k: u32| {
        let [from, to] = [t.origin(2 * k), t.target(2 * k)].map(|v| facets.vertices().get(v));
        (to - from).normalize_or_zero()
    };
    (0..t.edges() as u32).map(edge)
}

fn try_axis<T: Trace<DVec3>>(
    pair: &PolytopePair<'_>,
    axis: DVec3,
    feature: Feature,
    best: &mut Outcome<DVec3>,
    watch: &mut Watch<'_, DVec3, T>,
) {
    let a = pair.a.own.scan(axis);
    let b = pair.b.own.scan(pair.a.other_in_own.unrotate(-axis));
    let overlap = axis.dot(pair.a.own.vertices().get(a) - pair.a.point(b));
    best.counters.supports += 2;
    best.counters.axes += 1;
    watch.axis(axis, overlap, feature);
    best.offer(overlap, axis, feature, [a, b]);
}
