//! A mesh that a file has at several places is made once.

use std::sync::Arc;

use clearance::Collider;
use clearance::glam::DVec3;
use clearance_models::{Loaded, LoadedPart, Meshes, Reading};

/// A tetrahedron: as it is, turned and moved, and twice as large.
const FILE: &str = r#"{
    "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0, 1, 2] }],
    "nodes": [
        { "name": "first", "mesh": 0 },
        { "name": "turned", "mesh": 0, "rotation": [0.5, 0.5, 0.5, 0.5], "translation": [5, 6, 7] },
        { "name": "large", "mesh": 0, "scale": [2, 2, 2] }
    ],
    "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
    "accessors": [
        { "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3" },
        { "bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR" }
    ],
    "bufferViews": [
        { "buffer": 0, "byteLength": 48 }, { "buffer": 0, "byteOffset": 48, "byteLength": 24 }
    ],
    "buffers": [{ "byteLength": 72, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAACAAEAAAABAAMAAAADAAIAAQACAAMA" }]
}"#;

fn corners(part: &LoadedPart<DVec3>) -> Vec<DVec3> {
    let Collider::Surface(surface) = &part.shape else { panic!("{}", part.object) };
    let corners = (0..4).map(|vertex| part.pose.transform_point(surface.vertex(vertex)));
    corners.map(|corner| corner.round()).collect()
}

#[test]
fn copies_share_what_is_made() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("copies.gltf");
    std::fs::write(&path, FILE).unwrap();
    let mut meshes = Meshes::<DVec3>::default();
    for (is_y_up, up) in [(false, DVec3::Z), (true, -DVec3::Y)] {
        let reading = Reading { is_y_up, ..Reading::default() };
        let Loaded { parts, .. } = meshes.load(&path, &reading).unwrap();
        let surface = |part: usize| match &parts[part].shape {
            Collider::Surface(surface) => surface.surface(),
            other => panic!("{other:?}"),
        };
        assert!(Arc::ptr_eq(surface(0), surface(1)));
        assert!(!Arc::ptr_eq(surface(0), surface(2)));
        // Corners are in the order of their triangles: 0, y, x, z. The turn takes x to y, y to z and z to x.
        let seen = |p: DVec3| if is_y_up { DVec3::new(p.x, -p.z, p.y) } else { p };
        let turned = [DVec3::ZERO, DVec3::Z, DVec3::Y, DVec3::X];
        let expected = turned.map(|p| seen(p + DVec3::new(5.0, 6.0, 7.0)));
        assert_eq!(corners(&parts[1]), expected);
        assert_eq!(corners(&parts[2])[3], 2.0 * up);
    }
}
