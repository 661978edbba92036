//! `clearance check` of many bodies, in little memory.

use std::process::Command;

use crate::common::{file, folder};

/// What a body may take. Tables of TOML, all at once, took 6,000.
const BYTES_OF_A_BODY: usize = 1500;
/// What the command takes for itself: its code, libraries and stacks.
const BYTES: usize = 80 << 20;

#[cfg(target_os = "linux")]
#[test]
fn many_boxes_are_checked_in_little_memory() {
    let count = 100_000;
    // A cube of boxes, of which each fiftieth reaches into the next one.
    let mut scene = String::from("units = \"m\"\n");
    for k in 0..count {
        let (half, at) = (if k % 50 == 0 { 0.6 } else { 0.45 }, [k % 47, k / 47 % 47, k / 47 / 47]);
        scene += &format!(
            "[[body]]\nname = \"box{k}\"\nshape = {{ kind = \"box\", half_extents = [{half}, 0.45, 0.45] }}\n\
             pose = {{ t = {:?} }}\n",
            at.map(f64::from)
        );
    }
    let path = file(&folder("memory"), "scene.toml", &scene);
    // Of the address space: threads and allocators take some that they do not use.
    let most = (BYTES + BYTES_OF_A_BODY * count as usize) >> 10;
    let limited = format!("ulimit -v {most}; exec \"$0\" check \"$1\" --within 0");
    let run = Command::new("sh")
        .args(["-c", &limited, env!("CARGO_BIN_EXE_clearance"), &path])
        .envs([("RAYON_NUM_THREADS", "2"), ("MALLOC_ARENA_MAX", "1")])
        .output()
        .unwrap();
    let (out, err) = [run.stdout, run.stderr].map(|text| String::from_utf8(text).unwrap()).into();
    assert_eq!(run.status.code(), Some(1), "{err}");
    assert!(
        out.contains("\n100000 bodies, 3915 pairs shown: 3915 clash, 0 close, 0 ok"),
        "{out:.400}"
    );
}
