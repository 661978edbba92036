//! Any bytes are a file of a robot, or are refused with a reason.
//!
//! The first byte tells the format: a digit from 0 to 8 for URDF, SRDF, CSV, OBJ, STL, DAE, glTF, GLB and 3MF, 9 for the scene
//! that MoveIt exports, m for a message.

use std::path::Path;

use clearance_formats::{Error, Exported, Geometry, Rows, Srdf, Urdf, parse_mesh};

/// Reads a file.
///
/// # Panics
/// Where what was read does not keep the promises of its reader.
pub fn files(bytes: &[u8]) {
    let Some((format, bytes)) = bytes.split_first() else { return };
    match format {
        b'0' => urdf(bytes),
        b'1' => srdf(bytes),
        b'2' => rows(Rows::read(bytes)),
        b'3' => mesh("obj", bytes),
        b'4' => mesh("stl", bytes),
        b'5' => mesh("dae", bytes),
        b'6' => mesh("gltf", bytes),
        b'7' => mesh("glb", bytes),
        b'8' => mesh("3mf", bytes),
        b'9' => objects(Exported::read(bytes)),
        b'm' => {
            rows(Rows::read_message(bytes));
            objects(Exported::read_message(bytes));
        }
        _ => {}
    }
}

/// Joints are between links that exist; all numbers are finite, and no size is negative.
fn urdf(bytes: &[u8]) {
    let Ok(robot) = Urdf::read(bytes) else { return };
    let has = |name: &str| robot.links.iter().any(|link| link.name == name);
    for joint in &robot.joints {
        assert!(has(&joint.parent) && has(&joint.child), "{joint:?}");
        let length: f64 = joint.axis.iter().map(|x| x * x).sum();
        assert!((length - 1.0).abs() < 1e-12, "{joint:?}");
        assert!(joint.limits.is_none_or(|[lower, upper]| lower <= upper), "{joint:?}");
        assert!(joint.origin.xyz.iter().chain(&joint.origin.rpy).all(|x| x.is_finite()));
    }
    for collision in robot.links.iter().flat_map(|link| &link.collisions) {
        let is_size = |x: &f64| x.is_finite() && *x >= 0.0;
        let good = match &collision.geometry {
            Geometry::Box { size } => size.iter().all(is_size),
            Geometry::Sphere { radius } => is_size(radius),
            Geometry::Cylinder { radius, length } | Geometry::Capsule { radius, length } => {
                is_size(radius) && is_size(length)
            }
            Geometry::Plane { normal } => normal.iter().all(|x| x.is_finite()),
            Geometry::Mesh { scale, .. } => scale.iter().all(|x| x.is_finite()),
        };
        assert!(good, "{collision:?}");
    }
}

/// What is written is read again as the same.
fn srdf(bytes: &[u8]) {
    let Ok(srdf) = Srdf::read(bytes) else { return };
    let again = Srdf::read(srdf.to_xml()).expect("what was written");
    assert_eq!((&again.disabled, &again.states), (&srdf.disabled, &srdf.states));
    assert_eq!(again.virtual_joints, srdf.virtual_joints);
}

/// Each row has a finite value for each name.
fn rows(read: Result<Rows, Error>) {
    let Ok(path) = read else { return };
    assert!(path.rows.iter().all(|row| row.len() == path.names.len()));
    let derivatives = path.velocities.iter().chain(&path.accelerations);
    assert!(derivatives.clone().all(|row| [0, path.names.len()].contains(&row.len())));
    assert!(path.rows.iter().chain(derivatives).flatten().all(|value| value.is_finite()));
    assert!(path.time.is_none_or(|time| time.len() == path.rows.len()));
}

/// Each object has shapes; poses are finite rotations and places. What is said of pairs is said of both ways around.
fn objects(read: Result<Exported, Error>) {
    let Ok(scene) = read else { return };
    assert!(!scene.objects.is_empty() || !scene.held.is_empty());
    let entries = &scene.allowed.entries;
    assert_eq!(entries.len(), scene.allowed.names.len());
    assert!(
        entries
            .iter()
            .enumerate()
            .all(|(i, row)| (0..entries.len()).all(|k| row[k] == entries[k][i]))
    );
    assert!(scene.padding.iter().all(|(_, padding)| *padding > 0.0 && padding.is_finite()));
    for object in scene.objects.iter().chain(scene.held.iter().map(|held| &held.object)) {
        assert!(!object.shapes.is_empty());
        for pose in object.shapes.iter().map(|(_, pose)| pose).chain([&object.pose]) {
            assert!(pose.place.iter().chain(&pose.quaternion).all(|x| x.is_finite()));
            assert_ne!(pose.quaternion, [0.0; 4]);
        }
    }
}

/// Points are finite, and triangles have corners that exist.
fn mesh(ending: &str, bytes: &[u8]) {
    let Ok(mesh) = parse_mesh(ending, bytes, Path::new("/nowhere")) else { return };
    assert!(!mesh.parts.is_empty());
    for part in &mesh.parts {
        assert!(part.points.iter().all(|point| point.is_finite()));
        assert!(part.triangles.iter().flatten().all(|corner| *corner < part.points.len()));
        assert!(!part.triangles.is_empty());
    }
}
