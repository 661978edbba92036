//! Tests of `answer::manifold`.

use clearance_geometry::answer::manifold::*;

#[test]
fn names_tell_their_parts() {
    let parts = [FeaturePart::Face(0), FeaturePart::Edge(7), FeaturePart::Vertex(MOST - 1)];
    for a in parts {
        for b in parts {
            let id = FeatureId::new(a, b);
            assert_eq!((id.a(), id.b()), (a, b));
            assert_eq!(id.swapped(), FeatureId::new(b, a));
        }
    }
}
