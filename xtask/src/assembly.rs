//! An assembly as large as those of plants and machines, as one GLB file: 10,000 parts and 5 million triangles, the same
//! in each run.
//!
//! ```text
//!   a grid of cells, each as wide as 1         every second cell: a node that shares one of 50 meshes
//!   +---+---+---+---+                          every other cell: a mesh of its own
//!   | o | # | O |( )|    o turned    a closed profile around an axis, turned any way: near or over its neighbours
//!   +---+---+---+---+    # block     as wide as the cell, or a little less: it touches the next one
//!   | # | o | # | O |    O fitted    a bolt of any length in a sleeve whose faces are its own, or a little wider
//!   +---+---+---+---+
//! ```
//!
//! All coordinates are on a grid of 2^-10 where parts touch, so that they touch exactly in `f32`, too.

use std::f64::consts::TAU;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, ensure};
use clearance_testing::Random;
use serde_json::{Value, json};

/// Cells along each axis: 22 * 22 * 21 hold 10,000 parts, as some hold two.
const CELLS: [usize; 3] = [22, 22, 21];
const PARTS: usize = 10_000;
const TRIANGLES: usize = 5_000_000;
/// Meshes that are shared, of each kind.
const SHARED: usize = 10;

/// A closed surface.
#[derive(Default)]
struct Surface {
    points: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

/// What a cell holds.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Turned,
    Ring,
    Block,
    Bolt,
    Sleeve,
}

const KINDS: [Kind; 5] = [Kind::Turned, Kind::Ring, Kind::Block, Kind::Bolt, Kind::Sleeve];

/// Writes the file, and prints what is in it.
pub fn write(path: &Path) -> anyhow::Result<()> {
    let mut random = Random::new(1);
    let mut glb = Glb::default();
    // Triangles of a part on average.
    let each = TRIANGLES / PARTS;
    let shared: Vec<Vec<usize>> = KINDS
        .iter()
        .map(|kind| (0..SHARED).map(|_| glb.mesh(&kind.surface(each, &mut random))).collect())
        .collect();
    let (mut parts, mut unique) = (0, 0);
    for cell in 0..CELLS.iter().product::<usize>() {
        let kinds: &[Kind] = match random.below(10) {
            0 => &[Kind::Bolt, Kind::Sleeve],
            1 | 2 => &[Kind::Ring],
            3..=5 => &[Kind::Block],
            _ => &[Kind::Turned],
        };
        let at = [cell % CELLS[0], cell / CELLS[0] % CELLS[1], cell / CELLS[0] / CELLS[1]];
        for kind in kinds {
            if parts == PARTS {
                break;
            }
            let mesh = if parts % 2 == 0 {
                let of_kind = KINDS.iter().position(|other| other == kind).unwrap_or(0);
                shared[of_kind][random.below(SHARED)]
            } else {
                unique += 1;
                // What the last parts have brings the sum to what it should be.
                let left = TRIANGLES.saturating_sub(glb.placed) / (PARTS - parts);
                glb.mesh(&kind.surface(left, &mut random))
            };
            glb.place(mesh, at.map(|i| i as f64), kind.turn(&mut random));
            parts += 1;
        }
    }
    let triangles = glb.placed;
    ensure!(parts == PARTS, "the cells hold {parts} parts");
    glb.write(path).with_context(|| path.display().to_string())?;
    let meshes = SHARED * KINDS.len();
    println!(
        "{parts} parts, {triangles} triangles; {unique} parts have a mesh of their own, the others share {meshes}"
    );
    Ok(())
}

impl Kind {
    /// A surface of about so many triangles; sizes and their number vary.
    fn surface(self, triangles: usize, random: &mut Random) -> Surface {
        // Few parts have many triangles, and many have few.
        let triangles = triangles as f64 * [0.25, 0.5, 0.75, 1.0, 2.5][random.below(5)];
        let around = |corners: usize| (triangles / (2 * corners) as f64).max(6.0) as usize;
        // A bolt and its sleeve have the same faces.
        const FIT: usize = 24;
        match self {
            Self::Turned => {
                // Steps between the ends, wide and narrow in turns.
                let steps = 3 + random.below(4);
                let height = random.range(0.3, 0.6);
                let hole = random.range(0.03, 0.08);
                let mut profile = vec![[hole, -height]];
                for step in 0..steps {
                    let radius = random.range(0.15, 0.6);
                    for end in [step, step + 1] {
                        let z = 2.0 * height * end as f64 / steps as f64 - height;
                        profile.push([radius, z]);
                    }
                }
                profile.push([hole, height]);
                turned(&profile, around(profile.len()))
            }
            Self::Ring => {
                let (radius, half) = (random.range(0.3, 0.5), random.range(0.03, 0.12));
                let profile: Vec<[f64; 2]> = (0..12)
                    .map(|i| {
                        let (sin, cos) = (TAU * f64::from(i) / 12.0).sin_cos();
                        [radius + half * cos, half * sin]
                    })
                    .collect();
                turned(&profile, around(profile.len()))
            }
            Self::Block => {
                let half = [0.5, 0.5, 0.5 - 0.0625 * random.below(3) as f64];
                block(half, (triangles / 12.0).sqrt().max(1.0) as usize)
            }
            Self::Bolt => {
                let (shaft, head) = (0.25 - [0.0, 0.01][random.below(2)], 0.40625);
                // How far one must be pulled out differs.
                let tip = -random.range(0.3125, 0.484375);
                let profile = [
                    [0.0625, tip],
                    [shaft, tip],
                    [shaft, 0.25],
                    [head, 0.25],
                    [head, 0.4375],
                    [0.0625, 0.4375],
                ];
                turned(&divided(&profile, triangles, FIT), FIT)
            }
            Self::Sleeve => {
                let wide = random.range(0.35, 0.45);
                let profile = [[0.25, -0.375], [wide, -0.375], [wide, 0.25], [0.25, 0.25]];
                turned(&divided(&profile, triangles, FIT), FIT)
            }
        }
    }

    /// The rotation of a node, a quaternion.
    fn turn(self, random: &mut Random) -> Option<[f64; 4]> {
        if !matches!(self, Self::Turned | Self::Ring) {
            return None;
        }
        Some(random.rotation().to_array())
    }
}

/// A profile with more corners on its sides, so that there are about so many triangles.
fn divided(profile: &[[f64; 2]], triangles: f64, around: usize) -> Vec<[f64; 2]> {
    let pieces = (triangles / (2 * around * profile.len()) as f64).max(1.0) as usize;
    let mut all = Vec::new();
    for (i, from) in profile.iter().enumerate() {
        let to = profile[(i + 1) % profile.len()];
        all.extend((0..pieces).map(|k| {
            let share = k as f64 / pieces as f64;
            [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share)
        }));
    }
    all
}

/// A closed profile (radius, z), counterclockwise, around the z axis.
fn turned(profile: &[[f64; 2]], around: usize) -> Surface {
    let (n, m) = (profile.len(), around.max(3));
    let mut surface = Surface::default();
    for i in 0..m {
        let (sin, cos) = (TAU * i as f64 / m as f64).sin_cos();
        surface.points.extend(profile.iter().map(|[r, z]| [r * cos, r * sin, *z]));
    }
    for (i, k) in (0..m).flat_map(|i| (0..n).map(move |k| (i, k))) {
        let corner = |i: usize, k: usize| ((i % m) * n + k % n) as u32;
        let [a, b, c, d] = [corner(i, k), corner(i + 1, k), corner(i + 1, k + 1), corner(i, k + 1)];
        surface.triangles.extend([[a, b, c], [a, c, d]]);
    }
    surface
}

/// A block whose sides have `n` times `n` squares each.
fn block(half: [f64; 3], n: usize) -> Surface {
    let mut surface = Surface::default();
    let mut known = std::collections::HashMap::new();
    for (axis, side) in (0..3).flat_map(|axis| [(axis, 0), (axis, n)]) {
        let mut corner = |u: usize, v: usize| {
            let mut at = [0; 3];
            (at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3]) = (side, u, v);
            *known.entry(at).or_insert_with(|| {
                let point = [0, 1, 2].map(|i| half[i] * (2.0 * at[i] as f64 / n as f64 - 1.0));
                surface.points.push(point);
                surface.points.len() as u32 - 1
            })
        };
        for (u, v) in (0..n).flat_map(|u| (0..n).map(move |v| (u, v))) {
            let [a, b, c, d] =
                [corner(u, v), corner(u + 1, v), corner(u + 1, v + 1), corner(u, v + 1)];
            let two = if side == 0 { [[a, c, b], [a, d, c]] } else { [[a, b, c], [a, c, d]] };
            surface.triangles.extend(two);
        }
    }
    surface
}

/// The file while it is made.
#[derive(Default)]
struct Glb {
    binary: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    meshes: Vec<Value>,
    nodes: Vec<Value>,
    /// The triangles of each mesh, and of all nodes.
    triangles: Vec<usize>,
    placed: usize,
}

impl Glb {
    /// Adds a mesh; returns its number.
    fn mesh(&mut self, surface: &Surface) -> usize {
        let points = surface.points.iter().flatten().flat_map(|x| (*x as f32).to_le_bytes());
        let points = self.accessor(points.collect(), 5126, "VEC3", surface.points.len());
        let corners = surface.triangles.iter().flatten().flat_map(|i| i.to_le_bytes());
        let corners = self.accessor(corners.collect(), 5125, "SCALAR", 3 * surface.triangles.len());
        self.meshes.push(json!({
            "primitives": [{ "attributes": { "POSITION": points }, "indices": corners }]
        }));
        self.triangles.push(surface.triangles.len());
        self.meshes.len() - 1
    }

    fn accessor(&mut self, bytes: Vec<u8>, component: u32, kind: &str, count: usize) -> usize {
        self.views.push(json!({
            "buffer": 0, "byteOffset": self.binary.len(), "byteLength": bytes.len()
        }));
        self.binary.extend(bytes);
        self.accessors.push(json!({
            "bufferView": self.views.len() - 1, "componentType": component, "type": kind, "count": count
        }));
        self.accessors.len() - 1
    }

    fn place(&mut self, mesh: usize, at: [f64; 3], turn: Option<[f64; 4]>) {
        let mut node = json!({
            "name": format!("part_{}", self.nodes.len()), "mesh": mesh, "translation": at
        });
        if let Some(turn) = turn {
            node["rotation"] = json!(turn);
        }
        self.nodes.push(node);
        self.placed += self.triangles[mesh];
    }

    fn write(self, path: &Path) -> anyhow::Result<()> {
        let roots: Vec<usize> = (0..self.nodes.len()).collect();
        let document = json!({
            "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": roots }],
            "nodes": self.nodes, "meshes": self.meshes, "accessors": self.accessors,
            "bufferViews": self.views, "buffers": [{ "byteLength": self.binary.len() }]
        });
        let mut text = document.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let length = 12 + 8 + text.len() + 8 + self.binary.len();
        let mut out = BufWriter::new(File::create(path)?);
        out.write_all(b"glTF")?;
        for word in [2, length, text.len()] {
            out.write_all(&u32::try_from(word)?.to_le_bytes())?;
        }
        out.write_all(b"JSON")?;
        out.write_all(&text)?;
        out.write_all(&u32::try_from(self.binary.len())?.to_le_bytes())?;
        out.write_all(b"BIN\0")?;
        out.write_all(&self.binary)?;
        Ok(out.flush()?)
    }
}
