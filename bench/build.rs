//! Compiles the glue code for libraries in C++, and Jolt itself. Without their features nothing is
//! compiled.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=CFLAGS");
    println!("cargo:rustc-check-cfg=cfg(asserting)");
    let flags = std::env::var("CFLAGS").unwrap_or_default();
    if cfg!(any(feature = "box2d", feature = "box3d")) && !flags.contains("-DNDEBUG") {
        println!("cargo:rustc-cfg=asserting");
        println!("cargo:warning=libraries in C check their assertions: call cargo in bench/");
    }
    #[cfg(feature = "jolt")]
    foreign::jolt();
    #[cfg(feature = "bullet")]
    foreign::packaged("bullet", "BULLET_VERSION");
    #[cfg(feature = "ccd")]
    foreign::packaged("ccd", "CCD_VERSION");
    #[cfg(feature = "coal")]
    foreign::coal();
    #[cfg(feature = "opengjk")]
    foreign::opengjk();
}

#[cfg(any(feature = "jolt", feature = "bullet", feature = "ccd", feature = "coal", feature = "opengjk"))]
mod foreign {
    #![allow(dead_code)]

    use std::path::PathBuf;
    use std::process::Command;

    /// A file in `foreign/`.
    fn build(file: &str) -> cc::Build {
        let path = format!("foreign/{file}");
        println!("cargo:rerun-if-changed={path}");
        let mut build = cc::Build::new();
        let is_cpp = file.ends_with(".cpp");
        build.file(path).opt_level(3).define("NDEBUG", None).warnings(false).cpp(is_cpp);
        if is_cpp {
            build.std("c++17");
        }
        build
    }

    fn output(command: &str, arguments: &[&str]) -> String {
        let output = Command::new(command).args(arguments).output();
        let output = output.unwrap_or_else(|error| panic!("{command}: {error}"));
        assert!(output.status.success(), "{command} {arguments:?}: {output:?}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// A library that is installed on the system, with its version.
    pub fn packaged(name: &str, version: &str) {
        let ask = |what| output("pkg-config", &[what, name]);
        let mut build = build(&format!("{name}.cpp"));
        build.includes(ask("--cflags-only-I").split_whitespace().map(|flag| &flag[2..]));
        build.compile(&format!("bench_{name}"));
        let libraries = match name {
            "bullet" => "BulletCollision LinearMath",
            other => other,
        };
        for library in libraries.split(' ') {
            println!("cargo:rustc-link-lib={library}");
        }
        println!("cargo:rustc-env={version}={}", ask("--modversion").trim());
    }

    /// coal, from the folder where pip has put `libcoal` and `cmeel-eigen`. This is compiled as the wheel was, without AVX,
    /// because what Eigen's types look like depends on it.
    pub fn coal() {
        println!("cargo:rerun-if-env-changed=COAL");
        let prefix = PathBuf::from(std::env::var("COAL").expect(
            "COAL has to name the folder `cmeel.prefix` beside the packages libcoal and cmeel-eigen",
        ));
        let (headers, libraries) = (prefix.join("include"), prefix.join("lib"));
        let mut build = build("coal.cpp");
        build.include(headers.join("eigen3")).include(headers);
        build.compile("bench_coal");
        println!("cargo:rustc-link-search={}", libraries.display());
        println!("cargo:rustc-link-lib=coal");
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", libraries.display());
        let described = std::fs::read_to_string(libraries.join("pkgconfig/coal.pc"));
        let described = described.expect("coal.pc");
        let version = described.lines().find_map(|line| line.strip_prefix("Version: "));
        println!("cargo:rustc-env=COAL_VERSION={}", version.expect("a version"));
    }

    /// openGJK, compiled twice from a clone of its repository.
    pub fn opengjk() {
        println!("cargo:rerun-if-env-changed=OPENGJK");
        let clone = std::env::var("OPENGJK")
            .expect("OPENGJK has to name a clone of https://github.com/MattiaMontanari/openGJK");
        let source = PathBuf::from(clone).join("scalar");
        for (name, prefix) in [("f32", "opengjk_"), ("f64", "opengjk_f64_")] {
            let mut build = build("opengjk.c");
            build.include(&source).include(source.join("include"));
            build.include(source.join("include/openGJK"));
            build.define("NAME(x)", format!("{prefix}##x").as_str());
            if name == "f32" {
                build.define("USE_32BITS", None);
            }
            build.compile(&format!("bench_opengjk_{name}"));
        }
    }

    /// The source files of Jolt's narrow phase.
    const JOLT: [&str; 30] = [
        "Core/Color",
        "Core/Factory",
        "Core/Memory",
        "Core/RTTI",
        "Core/StringTools",
        "Geometry/ConvexHullBuilder",
        "Geometry/ConvexHullBuilder2D",
        "Geometry/OrientedBox",
        "ObjectStream/SerializableObject",
        "Physics/Body/MassProperties",
        "Physics/Collision/CastConvexVsTriangles",
        "Physics/Collision/CastSphereVsTriangles",
        "Physics/Collision/CollideConvexVsTriangles",
        "Physics/Collision/CollideSphereVsTriangles",
        "Physics/Collision/CollisionDispatch",
        "Physics/Collision/ManifoldBetweenTwoFaces",
        "Physics/Collision/PhysicsMaterial",
        "Physics/Collision/Shape/BoxShape",
        "Physics/Collision/Shape/CapsuleShape",
        "Physics/Collision/Shape/CompoundShape",
        "Physics/Collision/Shape/ConvexHullShape",
        "Physics/Collision/Shape/ConvexShape",
        "Physics/Collision/Shape/CylinderShape",
        "Physics/Collision/Shape/DecoratedShape",
        "Physics/Collision/Shape/RotatedTranslatedShape",
        "Physics/Collision/Shape/ScaledShape",
        "Physics/Collision/Shape/Shape",
        "Physics/Collision/Shape/SphereShape",
        "Physics/Collision/Shape/StaticCompoundShape",
        "Physics/Collision/Shape/TriangleShape",
    ];

    /// Jolt, from the source in the package `oxijolt-sys`, which is not built itself: its C functions
    /// have neither tests of overlap nor distances of two shapes.
    pub fn jolt() {
        let cargo = std::env::var("CARGO").expect("cargo calls this");
        let packages = output(&cargo, &["metadata", "--format-version", "1", "--locked"]);
        let mut manifests = packages.split("\"manifest_path\":\"").skip(1);
        let manifest = manifests
            .find_map(|rest| rest.split('"').next().filter(|path| path.contains("/oxijolt-sys-")))
            .expect("the package oxijolt-sys");
        let source = PathBuf::from(manifest).with_file_name("vendor").join("JoltPhysics");
        let mut build = build("jolt.cpp");
        build.include(&source);
        for file in JOLT {
            build.file(source.join("Jolt").join(file).with_extension("cpp"));
        }
        if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64") {
            // Jolt's default compiler flags.
            for flag in ["-mavx2", "-mbmi", "-mpopcnt", "-mlzcnt", "-mf16c", "-mfma"] {
                build.flag_if_supported(flag);
            }
        }
        build.compile("bench_jolt");
    }
}
