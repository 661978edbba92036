//! Programs in C and C++: what is refused, each part of the C++ header, and the examples.

mod compiled;

use clearance_c::answers::{Code, answered};

const PANDA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenes/panda");

#[test]
fn what_is_refused_names_its_argument() {
    let program = compiled::c("errors.c", "errors", &[]);
    let said = compiled::output(&program, &[&format!("{PANDA}/panda.urdf")]);
    assert_eq!(said, format!("0 failures, version {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_panic_is_a_code_and_a_sentence() {
    let code = answered(|| panic!("as a mistake would"));
    assert_eq!(code, Code::Bug);
    assert_eq!(answered(|| Ok(())), Code::Good);
}

#[test]
fn the_header_of_cpp_has_all() {
    if let Some(program) = compiled::cxx("tests/cpp/all.cpp", "all", &[]) {
        assert_eq!(compiled::output(&program, &[]), "0 failures\n");
    }
}

#[test]
fn the_page_says_what_works() {
    let page = include_str!("../../docs/c.md");
    let block = |language: &str| {
        page.split(&format!("```{language}\n")).nth(1).unwrap().split("```").next().unwrap()
    };
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (first, in_c) = (folder.join("first.cpp"), folder.join("in_c.c"));
    std::fs::write(&first, block("cpp")).unwrap();
    let body = block("c")
        .replace("cl_shape_free(box)", "printf(\"%g\\n\", distance);\ncl_shape_free(box)");
    std::fs::write(
        &in_c,
        format!("#include <clearance.h>\n#include <stdio.h>\nint main(void) {{\n{body}}}\n"),
    )
    .unwrap();

    let said = compiled::output(&compiled::c(in_c.to_str().unwrap(), "in_c", &[]), &[]);
    assert_eq!(said, "1.5\n");
    let Some(program) = compiled::cxx(first.to_str().unwrap(), "first", &[]) else { return };
    let said = compiled::output(&program, &[]);
    assert!(page.contains(&format!("./build/first # {said}")), "{said}");
}

#[test]
fn examples() {
    let Some(character) = compiled::cxx("examples/character.cpp", "character", &[]) else { return };
    assert_eq!(compiled::output(&character, &[]), "at x = 3.60, z = 0.32, on the ground\n");

    let clash = compiled::cxx("examples/clash.cpp", "clash", &[]).unwrap();
    let parts = [format!("{PANDA}/link5.stl"), format!("{PANDA}/link6.stl")];
    let far = compiled::output(&clash, &[&parts[0], &parts[1], "1", "0", "0"]);
    assert!(far.contains("apart: clearance 0."), "{far}");
    let met = std::process::Command::new(&clash).args(&parts).output().unwrap();
    assert_eq!(met.status.code(), Some(1), "{met:?}");

    let path = compiled::cxx("examples/path.cpp", "path", &[]).unwrap();
    let said = compiled::output(&path, &[&format!("{PANDA}/panda.urdf")]);
    assert!(said.contains("confirmed by the checker") && !said.contains("not confirmed"), "{said}");
}
