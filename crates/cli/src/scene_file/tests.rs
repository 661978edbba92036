//! Scenes that are wrong somewhere.

use super::*;
use clearance::glam::{DVec2, DVec3};
use clearance_testing::Random;

const PLANE: [&str; 6] = [
    r#"{ kind = "circle", radius = 1 }"#,
    r#"{ kind = "box", half_extents = [1, 2], margin = 0.1 }"#,
    r#"{ kind = "polygon", vertices = [[0, 0], [1, 0], [0, 1]] }"#,
    r#"{ kind = "capsule", radius = 0.5, p1 = [0, 0], p2 = [1, 1] }"#,
    r#"{ kind = "half-plane", normal = [0, 1], offset = 0 }"#,
    r#"{ kind = "ellipse", radii = [1, 2] }"#,
];
const SPACE: [&str; 6] = [
    r#"{ kind = "sphere", radius = 1 }"#,
    r#"{ kind = "box", half_extents = [1, 2, 3], margin = 0.1 }"#,
    r#"{ kind = "hull", vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }"#,
    r#"{ kind = "capsule", radius = 0.5, half_length = 1, axis = "x" }"#,
    r#"{ kind = "half-space", normal = [0, 0, 1], offset = 0 }"#,
    r#"{ kind = "cone", radius = 1, half_height = 2, axis = "z" }"#,
];
const PLANE_POSES: [&str; 3] = ["{ t = [1, 2], angle = 0.5 }", "{ angle = 1 }", "{ t = [0.5, 0] }"];
const SPACE_POSES: [&str; 5] = [
    "{ t = [1, 2, 3], q = [0, 0, 0.5, 1] }",
    "{ rpy = [1, 2, 3] }",
    "{ t = [1, 2, 3], axis = \"x\", angle = 1 }",
    "{ axis = [1, 2, 3], angle = 1 }",
    "{ q = [1, 0, 0, 0] }",
];

/// A scene of two to four bodies that is as it should be.
fn scene(random: &mut Random) -> String {
    let dim = 2 + random.below(2);
    let (shapes, poses): (&[&str], &[&str]) =
        if dim == 2 { (&PLANE, &PLANE_POSES) } else { (&SPACE, &SPACE_POSES) };
    let mut text = format!("units = \"m\"\ndim = {dim}\nignore = [[\"b1\", \"b0\"]]\n");
    for body in 0..2 + random.below(3) {
        text += &format!("[[body]]\nname = \"b{body}\"\n");
        text += &match random.below(2) {
            0 => format!("shape = {}\n", random.one_of(shapes)),
            _ => format!("shapes = [{}, {}]\n", random.one_of(shapes), random.one_of(shapes)),
        };
        text += &format!("pose = {}\n", random.one_of(poses));
    }
    text
}

/// How many bodies there are, or what is wrong.
pub fn read(text: &str) -> Result<usize, String> {
    let read = || {
        let file = SceneFile::read(text)?;
        Ok(match file.dim()? {
            2 => file.build::<DVec2>(Path::new(""))?.0.bodies().len(),
            _ => file.build::<DVec3>(Path::new(""))?.0.bodies().len(),
        })
    };
    read().map_err(|e: anyhow::Error| format!("{e:#}"))
}

/// A key somewhere is misspelt, doubled, or has a value that fits nowhere; or names are wrong:
/// each is an error that says so.
#[test]
fn hostile_scenes_are_refused() {
    let count: usize = clearance_testing::pairs(10_000);
    let (mut random, mut hits) = (Random::new(3), [0; 4]);
    for _ in 0..count {
        let fine = scene(&mut random);
        assert!(read(&fine).is_ok_and(|bodies| bodies >= 2), "{fine}\n{:?}", read(&fine));
        let keys: Vec<usize> = fine.match_indices(" = ").map(|(at, _)| at).collect();
        let end = keys[random.below(keys.len())];
        let start = fine[..end].rfind(['\n', ' ']).map_or(0, |at| at + 1);
        let (key, value) = (&fine[start..end], &fine[end + 3..]);
        let kind = random.below(4);
        let (text, says) = match kind {
            0 => (format!("{}x{}", &fine[..end], &fine[end..]), format!("{key}x")),
            1 => {
                let inline = fine[..start].ends_with(['{', ' ']);
                let gap = if inline { ", " } else { "\n" };
                let text = format!("{}{key} = 0{gap}{}", &fine[..start], &fine[start..]);
                (text, "duplicate key".into())
            }
            2 => {
                let mut depth = 0;
                let ends = value.find(|c| {
                    depth += i32::from("[{".contains(c)) - i32::from("]}".contains(c));
                    depth < 0 || (depth == 0 && [',', '\n'].contains(&c))
                });
                let rest = &value[ends.unwrap_or(value.len())..];
                (format!("{}true{rest}", &fine[..end + 3]), String::new())
            }
            _ => {
                let (names, says) = [
                    (r#"[["b0"]]"#, "needs the names of two bodies, but has 1"),
                    (r#"[["b0", "b1"], []]"#, "ignore[1] needs the names of two bodies"),
                    (r#"[["b0", "b1", "b0"]]"#, "needs the names of two bodies, but has 3"),
                    (r#"[["b0", "b0"]]"#, "names body \"b0\" twice"),
                    (r#"[["b0", "b9"]]"#, "unknown body \"b9\""),
                    (r#"[["b1", "b0"]]"#, "two bodies have the name \"b0\""),
                ][random.below(6)];
                let text = fine.replacen(r#"[["b1", "b0"]]"#, names, 1);
                let same = says.starts_with("two").then(|| text.replace("\"b1\"\n", "\"b0\"\n"));
                (same.unwrap_or(text), says.into())
            }
        };
        let reason = read(&text).expect_err(&text);
        assert!(!reason.is_empty() && reason.contains(&says), "{text}\n{says}\n{reason}");
        hits[kind] += 1;
    }
    assert!(hits.iter().all(|hits| 5 * hits > count), "{hits:?} of {count}");
}
