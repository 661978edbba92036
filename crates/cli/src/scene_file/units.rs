//! The unit of a scene, and what is doubtful about the units and axes of its mesh files.
//!
//! Files in metres are converted to the unit of the scene, if that is known; other files are taken to be in it.

use std::path::{Path, PathBuf};

use clearance_models::is_in_metres;

use crate::text::{digits, shown};

/// Names of units, and how many are in a metre.
const UNITS: [(&[&str], f64); 8] = [
    (&["um", "micrometre", "micrometres", "micrometer", "micrometers"], 1e6),
    (&["mm", "millimetre", "millimetres", "millimeter", "millimeters"], 1e3),
    (&["cm", "centimetre", "centimetres", "centimeter", "centimeters"], 1e2),
    (&["dm", "decimetre", "decimetres", "decimeter", "decimeters"], 10.0),
    (&["m", "metre", "metres", "meter", "meters"], 1.0),
    (&["km", "kilometre", "kilometres", "kilometer", "kilometers"], 1e-3),
    (&["in", "inch", "inches"], 1.0 / 0.0254),
    (&["ft", "foot", "feet"], 1.0 / 0.3048),
];

/// The length of a metre in a unit, if it is known.
pub fn metre(unit: &str) -> Option<f64> {
    UNITS.iter().find(|(names, _)| names.contains(&unit)).map(|(_, metre)| *metre)
}

/// The length of the unit in metres, if it is known. Without a unit it is a metre if all mesh files are in metres, of which
/// there are some.
pub fn in_metres(unit: &str, files: &[PathBuf]) -> Option<f64> {
    let all_metric = unit.is_empty() && !files.is_empty() && files.iter().all(|f| is_in_metres(f));
    metre(unit).map(|metre| 1.0 / metre).or(all_metric.then_some(1.0))
}

/// A mesh file of a scene.
pub struct MeshFile {
    /// As the scene names it.
    pub named: String,
    /// Does the scene say which axis is up?
    pub has_up: bool,
    /// Its largest extent, in the unit of the scene.
    pub size: f64,
}

impl MeshFile {
    fn is_in_metres(&self) -> bool {
        is_in_metres(Path::new(&self.named))
    }
}

/// The y axis of glTF is up.
pub fn is_gltf(file: &Path) -> bool {
    let ending = file.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case("gltf") || ending.eq_ignore_ascii_case("glb")
}

/// A sentence for each doubt about files that are in one scene.
pub fn doubts(files: &[MeshFile], unit: &str) -> Vec<String> {
    /// Files whose sizes differ by more are hardly in one unit.
    const APART: f64 = 1000.0;
    let mut doubts = Vec::new();
    let metric = files.iter().find(|file| file.is_in_metres());
    let other = files.iter().find(|file| !file.is_in_metres());
    if let (Some(metric), None) = (metric, metre(unit)) {
        let metric = shown(&metric.named);
        if !unit.is_empty() {
            let unit = shown(unit);
            doubts.push(format!(
                "units = {unit:?} is a label, and no unit that is known: {metric}, which is in metres, is not converted"
            ));
        } else if let Some(other) = other {
            doubts.push(format!(
                "{metric} is in metres, and {} has no unit: with units = \"mm\", for instance, it is in millimetres, and \
                 {metric} is converted",
                shown(&other.named)
            ));
        }
    }
    let unsaid = |gltf: bool| {
        files.iter().find(|file| !file.has_up && is_gltf(Path::new(&file.named)) == gltf)
    };
    if let (Some(gltf), Some(other)) = (unsaid(true), unsaid(false)) {
        doubts.push(format!(
            "in {} the y axis is up, and in {} it may be another: up = \"y\" turns a body of a scene so that z is, \
             and up = \"z\" leaves it",
            shown(&gltf.named),
            shown(&other.named)
        ));
    }
    let sizes = || files.iter().filter(|file| file.size > 0.0);
    let least = sizes().min_by(|a, b| a.size.total_cmp(&b.size));
    let most = sizes().max_by(|a, b| a.size.total_cmp(&b.size));
    if let (Some(least), Some(most)) = (least, most)
        && most.size > APART * least.size
        && !(least.is_in_metres() && most.is_in_metres())
    {
        doubts.push(format!(
            "{} is {} times as large as {}: are both in one unit?",
            shown(&most.named),
            digits(most.size / least.size, 4),
            shown(&least.named)
        ));
    }
    doubts
}
