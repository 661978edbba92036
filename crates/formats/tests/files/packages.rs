use std::path::Path;

use clearance_formats::Packages;

use super::{folder, write};

/// ```text
///   ws/arm/package.xml (of "the_arm"), urdf/arm.urdf, urdf/near.stl, meshes/a.stl, meshes/b c.stl
///   ws/other/meshes/b.stl
///   elsewhere/c.stl
/// ```
#[test]
fn names_of_files_are_resolved() {
    let root = folder("names_of_files_are_resolved");
    let [arm, other] = ["ws/arm", "ws/other"].map(|name| root.join(name));
    write(&arm.join("package.xml"), "<package><name> the_arm </name></package>");
    for file in ["urdf/arm.urdf", "urdf/near.stl", "meshes/a.stl", "meshes/b c.stl"] {
        write(&arm.join(file), "");
    }
    write(&other.join("meshes/b.stl"), "");
    write(&root.join("elsewhere/c.stl"), "");
    let packages = Packages::of(&arm.join("urdf/arm.urdf"));
    let whole = arm.join("meshes/a.stl");
    let absolute = format!("file://{}", whole.display());
    for (uri, path) in [
        ("near.stl", arm.join("urdf/near.stl")),
        (" ./near.stl ", arm.join("urdf/./near.stl")),
        ("file://near.stl", arm.join("urdf/near.stl")),
        ("..\\meshes\\a.stl", arm.join("urdf/../meshes/a.stl")),
        ("package://arm/meshes/a.stl", whole.clone()),
        ("package:///arm//meshes/a.stl", whole.clone()),
        ("model://arm/meshes/a.stl", whole.clone()),
        ("package://the_arm/meshes/a.stl", whole.clone()),
        ("package://other/meshes/b.stl", other.join("meshes/b.stl")),
        ("package://arm/meshes/b%20c.stl", arm.join("meshes/b c.stl")),
        ("package://arm/meshes/b c.stl", arm.join("meshes/b c.stl")),
        // A path leaves a package as it leaves any folder.
        ("package://arm/../other/meshes/b.stl", arm.join("../other/meshes/b.stl")),
        (absolute.as_str(), whole.clone()),
    ] {
        assert_eq!(packages.resolve(uri).unwrap(), path, "{uri}");
        assert!(path.is_file(), "{uri}");
    }

    // Those that are named come first, the last before the others; what they lack is looked for above.
    let named =
        packages.clone().with("arm", root.join("nowhere")).with("arm", root.join("elsewhere"));
    assert_eq!(named.resolve("package://arm/c.stl").unwrap(), root.join("elsewhere/c.stl"));
    assert_eq!(named.resolve("package://arm/meshes/a.stl").unwrap(), whole);
    let error = named.resolve("package://arm/d.stl").unwrap_err().to_string();
    let tried = [root.join("elsewhere/d.stl"), root.join("nowhere/d.stl"), arm.join("d.stl")];
    let tried = tried.map(|path| path.display().to_string()).join(", ");
    assert_eq!(error, format!("\"package://arm/d.stl\": no such file: {tried}"));
}

#[test]
fn what_has_no_file_is_an_error() {
    let root = folder("what_has_no_file_is_an_error");
    let packages = Packages::of(&root.join("arm.urdf"));
    for (uri, says) in [
        ("package://../../etc/passwd", "no package is named"),
        ("package://../etc", "no package is named"),
        ("package://./etc", "no package is named"),
        ("package://", "no package is named"),
        ("package://%2e%2e/%2e%2e/etc/passwd", "no package is named"),
        ("model:///", "no package is named"),
        ("", "no file is named"),
        ("file://", "no file is named"),
        ("https://a.example/b.stl", "only package://, model://, file:// and paths are read"),
        (
            "package://unheard_of/b.stl",
            "no folder of the package is above the file: name it by --package unheard_of=DIR",
        ),
    ] {
        let error = packages.resolve(uri).unwrap_err().to_string();
        let shown = uri.replace("%2e", ".");
        assert_eq!(error, format!("\"{shown}\": {says}"));
    }
    // A folder is no file.
    assert!(packages.resolve(".").unwrap_err().what.contains("no such file"));
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_followed_and_circles_end() {
    use std::os::unix::fs::symlink;
    let root = folder("symbolic_links_are_followed_and_circles_end");
    write(&root.join("real/a.stl"), "solid\nendsolid\n");
    symlink("real", root.join("linked")).unwrap();
    symlink("loop.stl", root.join("loop.stl")).unwrap();
    symlink("turn", root.join("turn")).unwrap();
    symlink("/dev/zero", root.join("zero.stl")).unwrap();
    let packages = Packages::of(&root.join("arm.urdf"));
    assert_eq!(packages.resolve("package://linked/a.stl").unwrap(), root.join("linked/a.stl"));
    for uri in ["loop.stl", "package://turn/a.stl", "turn/a.stl", "zero.stl"] {
        let error = packages.resolve(uri).unwrap_err();
        assert!(error.what.starts_with(&format!("\"{uri}\": no ")), "{error}");
    }
    let read = |name: &str| clearance_formats::read_mesh(&root.join(name)).unwrap_err();
    assert_eq!(read("zero.stl").what, "it is not a file");
    assert!(read("loop.stl").what.starts_with("cannot read it: "));
    assert_eq!(read("loop.stl").path.as_deref(), Some(&*root.join("loop.stl")));
}

#[test]
fn a_file_without_a_folder_is_in_the_current_one() {
    let packages = Packages::of(Path::new("arm.urdf"));
    let here = std::env::current_dir().unwrap();
    assert_eq!(packages.resolve("Cargo.toml").unwrap(), here.join("Cargo.toml"));
}
