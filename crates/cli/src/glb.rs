//! GLB: surfaces as the nodes of one file, for programs that show or mesh them.
//!
//! Source: Khronos, glTF 2.0 specification, sections 3 and 4. Coordinates are in metres, with y up, in `f32`. Each node
//! stands in the middle of its surface, so that these are small, and are as exact far from the origin as near it.

use anyhow::{Result, ensure};
use clearance::glam::DVec3;
use clearance::space::DVector;
use serde_json::{Value, json};

use crate::bcf::World;
use crate::report::Report;

/// What bodies that clash have in common: a node for each part, named after both and numbered.
pub fn of_common<V: DVector>(report: &Report<'_, V>, world: &World) -> Result<Vec<u8>> {
    let mut file = Glb::default();
    for (index, pair) in report.found.pairs.iter().enumerate() {
        let parts = report.common(index).into_iter().flat_map(|common| &common.parts);
        for (part, number) in parts.zip(1..) {
            let name = format!("{} - {} {number}", report.name(pair.a), report.name(pair.b));
            let corners: Vec<DVec3> = part.vertices.iter().map(|p| world.point(*p)).collect();
            file.add(&name, &corners, &part.triangles)?;
        }
    }
    file.bytes()
}

/// A file that is written.
#[derive(Default)]
struct Glb {
    nodes: Vec<Value>,
    meshes: Vec<Value>,
    accessors: Vec<Value>,
    views: Vec<Value>,
    binary: Vec<u8>,
}

/// Lengths in the file have 32 bits. So much is left for the text.
const MOST: usize = 3 << 30;
/// What the numbers of the format mean.
const F32: u32 = 5126;
const U32: u32 = 5125;
const VERTICES: u32 = 34962;
const TRIANGLES: u32 = 34963;

impl Glb {
    /// Adds a surface, in metres and with z up.
    fn add(&mut self, name: &str, corners: &[DVec3], triangles: &[[u32; 3]]) -> Result<()> {
        let size = 12 * (corners.len() + triangles.len());
        ensure!(
            self.binary.len() + size <= MOST,
            "it would have more than 3 GiB: ask about fewer pairs"
        );
        let ends = corners.iter().fold(None, |ends: Option<(DVec3, DVec3)>, p| {
            Some(ends.map_or((*p, *p), |(min, max)| (min.min(*p), max.max(*p))))
        });
        let Some((min, max)) = ends else { return Ok(()) };
        let middle = (min + max) * 0.5;
        let local = |p: &DVec3| y_up(*p - middle).as_vec3();
        let points: Vec<[f32; 3]> = corners.iter().map(|p| local(p).to_array()).collect();
        ensure!(points.as_flattened().iter().all(|x| x.is_finite()), "it is too large for 32 bits");
        let bytes = points.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
        let end = |of: fn(f32, f32) -> f32| {
            points.iter().copied().reduce(|p, q| [0, 1, 2].map(|i| of(p[i], q[i])))
        };
        let position = self.accessor(
            bytes,
            VERTICES,
            json!({ "componentType": F32, "type": "VEC3", "count": points.len(),
                    "min": end(f32::min), "max": end(f32::max) }),
        );
        let indices: &[u32] = triangles.as_flattened();
        let bytes = indices.iter().flat_map(|i| i.to_le_bytes()).collect();
        let indices = self.accessor(
            bytes,
            TRIANGLES,
            json!({ "componentType": U32, "type": "SCALAR", "count": indices.len() }),
        );
        let primitive =
            json!({ "attributes": { "POSITION": position }, "indices": indices, "material": 0 });
        self.nodes.push(json!({
            "name": name, "mesh": self.meshes.len(), "translation": y_up(middle).to_array(),
        }));
        self.meshes.push(json!({ "primitives": [primitive] }));
        Ok(())
    }

    /// Adds numbers, and returns by which number they are told. All of them have 4 bytes, so they are aligned.
    fn accessor(&mut self, bytes: Vec<u8>, target: u32, mut about: Value) -> usize {
        about["bufferView"] = self.views.len().into();
        self.views.push(json!({
            "buffer": 0, "byteOffset": self.binary.len(), "byteLength": bytes.len(), "target": target,
        }));
        self.binary.extend(bytes);
        self.accessors.push(about);
        self.accessors.len() - 1
    }

    /// The bytes of the file.
    fn bytes(self) -> Result<Vec<u8>> {
        let mut document = json!({ "asset": { "version": "2.0", "generator": "clearance" } });
        // Lists must not be empty.
        if !self.nodes.is_empty() {
            let all: Vec<usize> = (0..self.nodes.len()).collect();
            document["scene"] = 0.into();
            document["scenes"] = json!([{ "nodes": all }]);
            document["nodes"] = self.nodes.into();
            document["meshes"] = self.meshes.into();
            document["accessors"] = self.accessors.into();
            document["bufferViews"] = self.views.into();
            document["buffers"] = json!([{ "byteLength": self.binary.len() }]);
            document["materials"] = json!([{
                "pbrMetallicRoughness": { "baseColorFactor": [0.8, 0.05, 0.05, 1], "metallicFactor": 0 },
            }]);
        }
        let mut text = serde_json::to_vec(&document)?;
        text.resize(text.len().next_multiple_of(4), b' ');
        let mut chunks = vec![(b"JSON", text)];
        if !self.binary.is_empty() {
            chunks.push((b"BIN\0", self.binary));
        }
        let length = 12 + chunks.iter().map(|(_, content)| 8 + content.len()).sum::<usize>();
        let mut out = Vec::with_capacity(length);
        out.extend(b"glTF");
        out.extend(2_u32.to_le_bytes());
        out.extend(u32::try_from(length)?.to_le_bytes());
        for (kind, content) in chunks {
            out.extend(u32::try_from(content.len())?.to_le_bytes());
            out.extend(kind);
            out.extend(content);
        }
        Ok(out)
    }
}

fn y_up(v: DVec3) -> DVec3 {
    DVec3::new(v.x, v.z, -v.y)
}
