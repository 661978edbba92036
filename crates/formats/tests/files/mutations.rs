//! Every truncation of the small files, and thousands with bytes changed: no reader panics or hangs, and what
//! it reads keeps its promises.

use clearance_formats::{Geometry, Packages, Rows, Srdf, Urdf, parse_mesh};
use std::path::Path;

use super::data;
use super::three_mf;

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// Calls a reader with changed forms of a file. Returns how many of the truncated and of the others it read.
fn mutate(bytes: &[u8], mut read: impl FnMut(&[u8]) -> bool) -> (usize, usize) {
    assert!(read(bytes));
    let truncated = (0..bytes.len()).filter(|length| read(&bytes[..*length])).count();
    let mut numbers = Numbers(1);
    let odd = b"<>\"'&;/=!?-#0919.eE,:{}[]$ \n\0\xff";
    let changed = (0..4 * bytes.len()).filter(|round| {
        let mut changed = bytes.to_vec();
        for _ in 0..1 + round % 3 {
            let at = numbers.below(changed.len());
            match numbers.below(4) {
                0 => changed[at] ^= 1 << numbers.below(8),
                1 => changed[at] = odd[numbers.below(odd.len())],
                2 => drop(changed.remove(at)),
                _ => {
                    let from = numbers.below(changed.len());
                    let piece: Vec<u8> =
                        changed[from..].iter().copied().take(numbers.below(60)).collect();
                    changed.splice(at..at, piece);
                }
            }
        }
        read(&changed)
    });
    (truncated, changed.count())
}

/// Many changes leave a file that is read, and many do not.
fn is_mixed(read: usize, of: usize) {
    assert!(read * 20 > of && read * 20 < of * 19, "{read} of {of}");
}

#[test]
fn urdf() {
    let bytes = data("arm.urdf");
    let packages = Packages::of(Path::new("/nowhere/arm.urdf"));
    let (truncated, changed) = mutate(&bytes, |bytes| {
        let Ok(robot) = Urdf::read(bytes) else { return false };
        let has = |name: &str| robot.links.iter().any(|link| link.name == name);
        for joint in &robot.joints {
            assert!(has(&joint.parent) && has(&joint.child));
            let length: f64 = joint.axis.iter().map(|x| x * x).sum();
            assert!((length - 1.0).abs() < 1e-12);
            assert!(joint.limits.is_none_or(|[lower, upper]| lower <= upper));
            assert!(joint.origin.xyz.iter().chain(&joint.origin.rpy).all(|x| x.is_finite()));
        }
        for collision in robot.links.iter().flat_map(|link| &link.collisions) {
            match &collision.geometry {
                Geometry::Mesh { uri, .. } => assert!(packages.resolve(uri).is_err()),
                Geometry::Sphere { radius } => assert!(*radius >= 0.0 && radius.is_finite()),
                _ => {}
            }
        }
        true
    });
    // Only the last line end may be missing.
    assert_eq!(truncated, 1);
    is_mixed(changed, 4 * bytes.len());
}

#[test]
fn srdf() {
    let bytes = data("arm.srdf");
    let (truncated, changed) = mutate(&bytes, |bytes| {
        let Ok(srdf) = Srdf::read(bytes) else { return false };
        let again = Srdf::read(srdf.to_xml()).unwrap();
        assert_eq!(
            (again.disabled.len(), again.states.len()),
            (srdf.disabled.len(), srdf.states.len())
        );
        true
    });
    assert_eq!(truncated, 1);
    is_mixed(changed, 4 * bytes.len());
}

#[test]
fn rows() {
    let bytes = data("path.csv");
    let (truncated, changed) = mutate(&bytes, |bytes| {
        let Ok(path) = Rows::read(bytes) else { return false };
        assert!(path.rows.iter().all(|row| row.len() == path.names.len()));
        let derivatives = path.velocities.iter().chain(&path.accelerations);
        assert!(derivatives.clone().all(|row| [0, path.names.len()].contains(&row.len())));
        assert!(path.rows.iter().chain(derivatives).flatten().all(|value| value.is_finite()));
        assert!(path.time.is_none_or(|time| time.len() == path.rows.len()));
        true
    });
    // CSV has no end: after the first row, and after a digit of the last number.
    assert!(truncated > 0 && truncated < bytes.len() / 4, "{truncated}");
    is_mixed(changed, 4 * bytes.len());
}

#[test]
fn messages() {
    let bytes = b"joint_names: [a, b]\npoints:\n- positions:\n  - 0.5\n  - 1\n  velocities: [1, 2]\n  time_from_start:\n    sec: 1\n    nanosec: 5\n";
    let (truncated, changed) = mutate(bytes, |bytes| {
        let Ok(path) = Rows::read_message(bytes) else { return false };
        assert!(path.rows.iter().all(|row| row.len() == path.names.len()));
        let derivatives = path.velocities.iter().chain(&path.accelerations);
        assert!(derivatives.clone().all(|row| [0, path.names.len()].contains(&row.len())));
        assert!(path.rows.iter().chain(derivatives).flatten().all(|value| value.is_finite()));
        assert_eq!(path.time.unwrap().len(), path.rows.len());
        true
    });
    // At its end, where the nanoseconds may be missing.
    assert!(truncated > 0 && truncated < bytes.len() / 4, "{truncated}");
    is_mixed(changed, 4 * bytes.len());
}

/// Is a mesh read, and does it keep the promises of its reader?
fn is_read(ending: &str, bytes: &[u8]) -> bool {
    let Ok(mesh) = parse_mesh(ending, bytes, Path::new("/nowhere")) else { return false };
    for part in &mesh.parts {
        assert!(part.points.iter().all(|point| point.is_finite()));
        assert!(part.triangles.iter().flatten().all(|corner| *corner < part.points.len()));
        assert!(!part.triangles.is_empty());
    }
    !mesh.parts.is_empty()
}

fn mesh(name: &str, bytes: &[u8], at_the_end: usize) {
    let ending = name.rsplit('.').next().unwrap();
    let (truncated, changed) = mutate(bytes, |bytes| is_read(ending, bytes));
    assert_eq!(truncated, at_the_end, "{name}");
    is_mixed(changed, 4 * bytes.len());
}

#[test]
fn dae() {
    mesh("parts.dae", &data("parts.dae"), 1);
}

#[test]
fn gltf() {
    mesh("parts.gltf", &data("parts.gltf"), 1);
}

/// The model in an archive, and the archive, whose checksums refuse most changes.
#[test]
fn models_of_3mf() {
    let text = three_mf::arm();
    let read = |text: &[u8]| is_read("3mf", &three_mf::archive(&[(three_mf::MODEL, text)]));
    let (truncated, changed) = mutate(text.as_bytes(), read);
    assert_eq!(truncated, 0);
    is_mixed(changed, 4 * text.len());
    let (truncated, changed) =
        mutate(&three_mf::archive(&[(three_mf::MODEL, text)]), |bytes| is_read("3mf", bytes));
    assert!(truncated == 0 && changed > 0, "{truncated}, {changed}");
}
