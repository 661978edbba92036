//! Installs the C and C++ library: `cargo xtask capi` makes `target/capi`, which can be moved anywhere.
//!
//! ```text
//!   include/  clearance.h, clearance.hpp        lib/            libclearance, shared and static
//!   lib/cmake/clearance/  find_package          lib/pkgconfig/  pkg-config
//! ```

use std::env;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use clap::Args;

use crate::header;
use crate::steps::{cargo, run};

/// What `cargo xtask capi` does.
#[derive(Args)]
pub struct Options {
    /// Only write the header anew (a test compares)
    #[arg(long)]
    header: bool,
    /// Where to install (target/capi)
    #[arg(long)]
    to: Option<PathBuf>,
    /// Only these parts beside space in f64, such as "single,scenes" (all: single, plane, scenes, robots)
    #[arg(long)]
    features: Option<String>,
    /// Then build the examples with CMake and pkg-config against a copy of the folder, and run one
    #[arg(long)]
    check: bool,
    /// Only run the tests in C and C++ under sanitizers, of addresses and undefined behaviour, then of threads
    #[arg(long)]
    sanitize: bool,
}

pub fn capi(root: &Path, options: &Options) -> anyhow::Result<()> {
    if options.header {
        return header::write(root);
    }
    if options.sanitize {
        return sanitize(root);
    }
    let folder = options.to.clone().unwrap_or(root.join("target/capi"));
    build(root, options.features.as_deref())?;
    install(root, &folder)?;
    eprintln!("installed in {}", folder.display());
    if options.check { check(root, &folder) } else { Ok(()) }
}

/// The name of the shared library, for those who link it.
fn shared() -> String {
    format!("{DLL_PREFIX}clearance{DLL_SUFFIX}")
}

fn build(root: &Path, features: Option<&str>) -> anyhow::Result<()> {
    let mut command = cargo(root, "rustc --profile library --package clearance-capi --lib");
    if let Some(features) = features {
        command.args(["--no-default-features", "--features", features]);
    }
    // C has no observers of steps: a fifth of the code is theirs.
    let flags = env::var("RUSTFLAGS").unwrap_or_default();
    command.env("RUSTFLAGS", format!("--cfg clearance_unwatched {flags}").trim_end());
    // Programs look for the library by its own name.
    match OS {
        "macos" => {
            command.args(["--", &format!("-Clink-arg=-Wl,-install_name,@rpath/{}", shared())])
        }
        "windows" => &mut command,
        _ => command.args(["--", &format!("-Clink-arg=-Wl,-soname,{}", shared())]),
    };
    run(command)
}

fn install(root: &Path, folder: &Path) -> anyhow::Result<()> {
    let (capi, built) = (root.join("capi"), root.join("target/library"));
    let libraries = if OS == "windows" {
        vec![
            ("clearance_c.dll", "bin/clearance.dll"),
            ("clearance_c.dll.lib", "lib/clearance.dll.lib"),
            ("clearance_c.lib", "lib/clearance.lib"),
        ]
    } else {
        vec![("libclearance_c.a", "lib/libclearance.a")]
    };
    let mut files: Vec<(PathBuf, String)> =
        libraries.into_iter().map(|(from, to)| (built.join(from), to.into())).collect();
    if OS != "windows" {
        files.push((
            built.join(format!("{DLL_PREFIX}clearance_c{DLL_SUFFIX}")),
            format!("lib/{}", shared()),
        ));
    }
    for name in ["clearance.h", "clearance.hpp"] {
        files.push((capi.join("include").join(name), format!("include/{name}")));
    }
    files.push((
        capi.join("cmake/clearanceConfig.cmake"),
        "lib/cmake/clearance/clearanceConfig.cmake".into(),
    ));
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        files.push((root.join(name), format!("share/licenses/clearance/{name}")));
    }
    for (from, to) in files {
        let to = folder.join(to);
        fs::create_dir_all(to.parent().context("a folder")?)?;
        // A library that a program has loaded must not be written into.
        let _ = fs::remove_file(&to);
        fs::copy(&from, &to)
            .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    }
    for (from, to) in [
        ("clearanceConfigVersion.cmake", "lib/cmake/clearance/clearanceConfigVersion.cmake"),
        ("clearance.pc", "lib/pkgconfig/clearance.pc"),
    ] {
        let text = fs::read_to_string(capi.join("cmake").join(format!("{from}.in")))?;
        let to = folder.join(to);
        fs::create_dir_all(to.parent().context("a folder")?)?;
        fs::write(to, text.replace("@VERSION@", env!("CARGO_PKG_VERSION")))?;
    }
    Ok(())
}

/// As a new user: the examples, with what is installed in a folder of another name.
fn check(root: &Path, folder: &Path) -> anyhow::Result<()> {
    let (moved, work) =
        (root.join("target/capi-check/moved"), root.join("target/capi-check/build"));
    let _ = fs::remove_dir_all(root.join("target/capi-check"));
    fs::create_dir_all(&work)?;
    let mut copy = Command::new("cp");
    copy.arg("-R").arg(folder).arg(&moved);
    run(copy)?;
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(root.join("capi/examples")).arg("-B").arg(&work);
    configure
        .arg(format!("-DCMAKE_PREFIX_PATH={}", moved.display()))
        .arg("-DCMAKE_BUILD_TYPE=Release");
    run(configure)?;
    let mut build = Command::new("cmake");
    run({
        build.arg("--build").arg(&work);
        build
    })?;
    run(Command::new(work.join("character")))?;
    run(Command::new(work.join("character_static")))?;
    let mut flags = Command::new("pkg-config");
    flags
        .args(["--cflags", "--libs", "clearance"])
        .env("PKG_CONFIG_PATH", moved.join("lib/pkgconfig"));
    let Ok(found) = flags.output() else {
        eprintln!("pkg-config is not here, and was not checked");
        return Ok(());
    };
    ensure!(found.status.success(), "pkg-config: {}", String::from_utf8_lossy(&found.stderr));
    let flags = String::from_utf8(found.stdout)?;
    let mut compile = Command::new("c++");
    compile
        .arg("-std=c++17")
        .arg(root.join("capi/examples/character.cpp"))
        .arg("-o")
        .arg(work.join("by_pkg_config"));
    compile
        .args(flags.split_whitespace())
        .arg(format!("-Wl,-rpath,{}", moved.join("lib").display()));
    run(compile)?;
    run(Command::new(work.join("by_pkg_config")))
}

/// The library itself is that of the tests; what it allocates and frees is seen.
fn sanitize(root: &Path) -> anyhow::Result<()> {
    for sanitizers in ["address,undefined", "thread"] {
        let mut command = cargo(root, "test --package clearance-capi");
        command.env("CLEARANCE_SANITIZE", sanitizers).env("REQUIRE_CXX", "1");
        // What is too much memory is an answer, and no end.
        command.env("ASAN_OPTIONS", "allocator_may_return_null=1:detect_leaks=1");
        command.env("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1");
        command.env("TSAN_OPTIONS", "halt_on_error=1:allocator_may_return_null=1");
        run(command)?;
    }
    Ok(())
}
