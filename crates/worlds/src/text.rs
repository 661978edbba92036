//! Reads and writes surfaces, solids and height fields as text (feature `serde`), exact to the last bit.
//!
//! ```
//! use clearance::{Chain, HeightField, Mesh, Solid};
//! use glam::{Vec2, Vec3};
//! let mesh: Mesh<Vec3> =
//!     serde_json::from_str(r#"{"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]]}"#)?;
//! let chain = Chain::open(vec![Vec2::ZERO, Vec2::X])?;
//! assert_eq!(serde_json::to_string(&chain)?, r#"{"vertices":[[0.0,0.0],[1.0,0.0]],"segments":[[0,1]]}"#);
//! let ground: HeightField<Vec3> = serde_json::from_str(r#"{"heights": [[0, 1], [0, 2]], "cell": [1, 1]}"#)?;
//! let wrong = serde_json::from_value::<Solid<Vec3>>(serde_json::to_value(&mesh)?);
//! assert!(wrong.unwrap_err().to_string().starts_with("the surface bounds no volume: 3 edges"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Reading uses the checked constructors, so all that was read is valid. Unknown fields are ignored.

use alloc::vec::Vec;

use clearance_geometry::space::Vector;
use clearance_geometry::space::text::{Number, Numbers};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};

use crate::height_field::HeightField;
use crate::solid::Solid;
use crate::{Chain, Mesh};

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound = "V: Vector")]
struct Triangles<V: Vector> {
    vertices: Vec<Numbers<V>>,
    triangles: Vec<[u32; 3]>,
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound = "V: Vector")]
struct Segments<V: Vector> {
    vertices: Vec<Numbers<V>>,
    segments: Vec<[u32; 2]>,
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound = "V: Vector")]
struct Heights<V: Vector> {
    heights: Vec<Vec<Number<V::Scalar>>>,
    cell: [Number<V::Scalar>; 2],
}

fn plain<V: Vector>(vertices: Vec<Numbers<V>>) -> Vec<V> {
    vertices.into_iter().map(|vertex| vertex.0).collect()
}

impl<V: Vector> Serialize for Mesh<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let vertices = self.vertices().iter().map(|vertex| Numbers(*vertex)).collect();
        if V::DIM == 2 {
            let segments = self.facets().iter().map(|[i, j, _]| [*i, *j]).collect();
            return Segments { vertices, segments }.serialize(serializer);
        }
        Triangles { vertices, triangles: self.facets().to_vec() }.serialize(serializer)
    }
}

impl<'de, V: Vector> Deserialize<'de> for Mesh<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let surface = if V::DIM == 2 {
            let Segments { vertices, segments } = Segments::deserialize(deserializer)?;
            Chain::of_segments(plain(vertices), segments)
        } else {
            let Triangles { vertices, triangles } = Triangles::deserialize(deserializer)?;
            Mesh::new(plain(vertices), triangles)
        };
        surface.map_err(D::Error::custom)
    }
}

impl<V: Vector> Serialize for Solid<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Mesh::from(self.surface().clone()).serialize(serializer)
    }
}

impl<'de, V: Vector> Deserialize<'de> for Solid<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(Mesh::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl<V: Vector> Serialize for HeightField<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = |row: &[V]| row.iter().map(|vertex| Number(vertex.get(2))).collect();
        let heights = self.vertices().chunks(self.columns()).map(row).collect();
        Heights::<V> { heights, cell: self.cell().map(Number) }.serialize(serializer)
    }
}

impl<'de, V: Vector> Deserialize<'de> for HeightField<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Heights { heights, cell } = Heights::<V>::deserialize(deserializer)?;
        let row = |row: Vec<Number<V::Scalar>>| row.into_iter().map(|height| height.0).collect();
        let rows: Vec<Vec<V::Scalar>> = heights.into_iter().map(row).collect();
        Self::new(&rows, cell.map(|size| size.0)).map_err(D::Error::custom)
    }
}
