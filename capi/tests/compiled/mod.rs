//! Programs in C and C++ that are compiled with the library beside this test.

#![allow(dead_code, reason = "not every test needs all")]

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles a program of `tests/c` in C.
pub fn c(source: &str, name: &str, definitions: &[String]) -> PathBuf {
    let compiler = env::var("CC").unwrap_or("cc".into());
    built(&compiler, &["-std=c11"], Path::new("tests/c").join(source), name, definitions)
}

/// Compiles a program in C++, from a path in this package; `None` without a compiler, which is an error if
/// `REQUIRE_CXX` is set.
pub fn cxx(source: &str, name: &str, definitions: &[String]) -> Option<PathBuf> {
    let compiler = env::var("CXX").unwrap_or("c++".into());
    if Command::new(&compiler).arg("--version").output().is_err() {
        assert!(env::var_os("REQUIRE_CXX").is_none(), "there is no {compiler}");
        eprintln!("skipped: there is no {compiler}");
        return None;
    }
    Some(built(&compiler, &["-std=c++17"], source.into(), name, definitions))
}

fn built(
    compiler: &str,
    standard: &[&str],
    source: PathBuf,
    name: &str,
    definitions: &[String],
) -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    // Cargo puts the library beside the tests that it is built for.
    let test = env::current_exe().unwrap();
    let folder = test.parent().unwrap();
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut command = Command::new(compiler);
    command.args(standard).args(["-g", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"]);
    command.arg(package.join("include")).args(definitions).arg("-o").arg(&program);
    command.arg(package.join(source)).arg("-L").arg(folder).args([
        "-lclearance_c",
        "-lm",
        "-lpthread",
    ]);
    command.arg(format!("-Wl,-rpath,{}", folder.display()));
    // `cargo xtask capi --sanitize`
    if let Ok(sanitizers) = env::var("CLEARANCE_SANITIZE") {
        command.arg(format!("-fsanitize={sanitizers}"));
    }
    let made = command.output().unwrap_or_else(|why| panic!("{compiler}: {why}"));
    assert!(made.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&made.stderr));
    program
}

/// What a program prints, if it ends well.
pub fn output(program: &Path, arguments: &[&str]) -> String {
    let ended = Command::new(program).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{}: {}\n{said}", program.display(), ended.status);
    String::from_utf8(ended.stdout).unwrap()
}
