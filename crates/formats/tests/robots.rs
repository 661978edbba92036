//! The files that people have. `CLEARANCE_ROBOTS=DIR cargo test -p clearance-formats --test robots --
//! --ignored --nocapture` reads every URDF and SRDF below a folder and each mesh that they name, and prints
//! those that fail with their sentences. The wheel `example-robot-data` of PyPI is such a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clearance_formats::{Geometry, Packages, Srdf, Urdf, read_mesh};

/// All files below a folder with one of the endings. Links are not followed.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = entry.path();
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            files(&path, endings, found);
        } else if kind.is_file()
            && path.extension().is_some_and(|e| endings.iter().any(|w| e == *w))
        {
            found.push(path);
        }
    }
    found.sort();
}

#[test]
#[ignore = "reads a folder of robots that CLEARANCE_ROBOTS names"]
fn robots_open() {
    let folder = std::env::var_os("CLEARANCE_ROBOTS").expect("CLEARANCE_ROBOTS names a folder");
    let (mut urdfs, mut srdfs) = (Vec::new(), Vec::new());
    files(Path::new(&folder), &["urdf", "URDF"], &mut urdfs);
    files(Path::new(&folder), &["srdf"], &mut srdfs);
    assert!(!urdfs.is_empty(), "no URDF");

    let (mut opened, mut whole, mut notes) = (0, 0, 0);
    let (mut missing, mut used, mut meshes) = (0, BTreeSet::new(), BTreeMap::new());
    for path in &urdfs {
        let robot = match Urdf::open(path) {
            Ok(robot) => robot,
            Err(e) => {
                println!("URDF    {e}");
                continue;
            }
        };
        opened += 1;
        for note in &robot.notes {
            println!("note    {}: {note}", path.display());
            notes += 1;
        }
        let packages = Packages::of(path);
        let mut failed = 0;
        for collision in robot.links.iter().flat_map(|link| &link.collisions) {
            let Geometry::Mesh { uri, .. } = &collision.geometry else { continue };
            used.insert((path, uri.clone()));
            match packages.resolve(uri) {
                Ok(mesh) => {
                    failed +=
                        usize::from(!*meshes.entry(mesh.clone()).or_insert_with(|| read(&mesh)));
                }
                Err(e) => {
                    println!("missing {}: line {}: {e}", path.display(), collision.line);
                    (failed, missing) = (failed + 1, missing + 1);
                }
            }
        }
        whole += usize::from(failed == 0);
    }
    let srdf = |path: &PathBuf| Srdf::open(path).map_err(|e| println!("SRDF    {e}")).is_ok();
    let srdfs_opened = srdfs.iter().filter(|path| srdf(path)).count();
    let mut others = Vec::new();
    files(Path::new(&folder), &["obj", "stl", "STL", "dae", "DAE", "gltf", "glb"], &mut others);
    let read_all = meshes.values().filter(|read| **read).count();
    println!("{opened} of {} URDFs open, {notes} notes; {whole} with all meshes", urdfs.len());
    println!("{srdfs_opened} of {} SRDFs open", srdfs.len());
    println!(
        "{read_all} of {} meshes of collisions are read; {missing} names have no file",
        meshes.len()
    );
    let of_all =
        others.iter().filter(|path| *meshes.entry((*path).clone()).or_insert_with(|| read(path)));
    println!("{} of all {} mesh files are read", of_all.count(), others.len());
    assert!(opened * 100 >= urdfs.len() * 97, "{opened} of {}", urdfs.len());
}

/// Whether a mesh is read.
fn read(path: &Path) -> bool {
    read_mesh(path).map_err(|e| println!("mesh    {e}")).is_ok()
}
