//! Any text is JSON lines, a mesh or a scene, or is refused with a reason.
//!
//! Text that begins with `{` is lines, with `v` or `o` an OBJ file, with `s` or `0` an STL file (of text
//! or of numbers), and all other a scene.

use std::ops::ControlFlow;
use std::path::Path;

use clearance::Pose;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::hull::build3;
use clearance::space::DVector;
use clearance_cli::Within;
use clearance_cli::scene_file::SceneFile;
use clearance_lines::{Choice, How, Memory, lines as lines_of, reply};
use serde::de::DeserializeOwned;

/// A scene with more pairs takes long, and finds no more.
const MOST_BODIES: usize = 16;

/// Answers the lines or the scene that the bytes describe.
///
/// # Panics
/// Where the checker refutes an answer, or an answer cannot be written.
pub fn text(bytes: &[u8]) {
    match bytes.first() {
        Some(b'{') => lines(bytes),
        Some(b'v' | b'o') => mesh("obj", bytes),
        Some(b's' | b'0') => mesh("stl", bytes),
        _ => str::from_utf8(bytes).map_or((), scene),
    }
}

/// Each line in both precisions, and by an algorithm that the number of the line tells.
fn lines(bytes: &[u8]) {
    let mut memory = Memory::default();
    for (number, line) in lines_of(bytes) {
        let choices = [Choice::GjkEpa, Choice::SatBounded, Choice::Epa, Choice::GjkBoolean];
        for choice in [Choice::Auto, choices[number as usize % choices.len()]] {
            let how = How { choice, verify: true };
            let wide = reply::<DVec2, DVec3>(&line, number, how, &mut memory, None);
            let narrow = reply::<Vec2, Vec3>(&line, number, how, &mut memory, None);
            for reply in [wide, narrow].into_iter().flatten() {
                let text = String::from_utf8(reply.text().expect("JSON")).expect("UTF-8");
                assert_ne!(reply.answer.verdict, Some(Some("refuted")), "{choice:?}: {text}");
            }
        }
    }
}

/// The parts of a mesh, with what `check` says of each.
fn mesh(ending: &str, bytes: &[u8]) {
    let parts = clearance_mesh::read(ending, bytes).map_or(Vec::new(), |mesh| mesh.parts);
    for part in parts.into_iter().flat_map(|part| part.weld().pieces().parts) {
        let Ok(hull) = build3(&part.points) else { continue };
        let missing = part.missing(&hull);
        assert!(missing.is_none_or(|share| (0.0..=1.0).contains(&share)), "{missing:?}: {part:?}");
    }
}

fn scene(text: &str) {
    let Ok(file) = SceneFile::read(text) else { return };
    match file.dim() {
        Ok(2) => surveyed::<DVec2>(&file),
        Ok(_) => surveyed::<DVec3>(&file),
        Err(_) => {}
    }
}

/// What `check` does with a scene without meshes.
fn surveyed<V: DVector>(file: &SceneFile)
where
    Pose<V>: DeserializeOwned,
{
    let nowhere = Path::new("");
    if file.meshes(nowhere).next().is_some() {
        return;
    }
    let Ok((scene, _)) = file.build::<V>(nowhere) else { return };
    if scene.bodies().len() <= MOST_BODIES {
        let found = scene.survey(Within::Closest(10), 0.0, |_, _| {}, || ControlFlow::Continue(()));
        for pair in &found.pairs {
            assert!(!pair.answer.signed_distance.is_nan(), "{pair:?}");
            scene.contacts_between(pair.a, pair.b, 0.0);
        }
    }
}
