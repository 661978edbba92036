//! Shapes of many pieces from bytes: meshes of any triangles, closed solids, compounds of such, and convex shapes.

use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::{Collider, Compound, Mesh, Pose, Solid};

use crate::bodies::{Body, Space, pose, vector};
use crate::bytes::Bytes;

/// A shape where it stands.
#[derive(Debug)]
pub struct Placed<V: Vector> {
    pub shape: Collider<V>,
    pub pose: Pose<V>,
}

impl<V: Space> Placed<V> {
    /// A shape and then its pose. `None` where a constructor refuses.
    pub fn read(
        bytes: &mut Bytes<'_>,
        size: f64,
        shape: impl Fn(&mut Bytes<'_>, f64) -> Option<Collider<V>>,
    ) -> Option<Self> {
        Some(Self { shape: shape(bytes, size)?, pose: pose(bytes, size)? })
    }
}

/// A shape of any kind. `None` where a constructor refuses.
pub fn collider<V: Space>(bytes: &mut Bytes<'_>, size: f64) -> Option<Collider<V>> {
    let shape = match bytes.below(8) {
        0..=3 => return Some(Body::read(bytes, size).shape.into()),
        4 => sheet(bytes, size)?,
        5 | 6 => solid(bytes, size)?,
        _ => return compound(bytes, size),
    };
    match bytes.below(4) {
        0 => shape.scaled(vector(bytes, 1.0)).ok(),
        _ => Some(shape),
    }
}

/// Triangles with few corners, so that they share some, lie in each other and have no area; closed ones may be filled.
pub fn sheet<V: Space>(bytes: &mut Bytes<'_>, size: f64) -> Option<Collider<V>> {
    let count = 3 + bytes.below(14);
    let vertices: Vec<V> = (0..count).map(|_| vector(bytes, size)).collect();
    let triangles = 1 + bytes.below(24);
    // Also a vertex that does not exist.
    let triangles =
        (0..triangles).map(|_| [(); 3].map(|()| bytes.below(count + 1) as u32)).collect();
    let mesh = Mesh::new(vertices, triangles).ok()?;
    Some(match bytes.below(3) {
        0 => Solid::new(mesh.mended().0).ok()?.into(),
        _ => Collider::from(mesh),
    })
}

/// Closed shells: boxes and tetrahedra that touch, cross and hold each other.
pub fn solid<V: Space>(bytes: &mut Bytes<'_>, size: f64) -> Option<Collider<V>> {
    let (mut vertices, mut triangles): (Vec<V>, Vec<[u32; 3]>) = (vec![], vec![]);
    for _ in 0..1 + bytes.below(3) {
        let (first, corner) = (vertices.len() as u32, vector::<V>(bytes, size));
        let mut facets = |all: &[[u32; 3]]| {
            triangles.extend(all.iter().map(|corners| corners.map(|corner| first + corner)));
        };
        if bytes.below(2) == 0 {
            vertices.push(corner);
            vertices.extend((0..3).map(|_| vector::<V>(bytes, size)));
            facets(&[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]);
        } else {
            let edges: V = vector(bytes, size);
            vertices.extend((0..8).map(|bits: u32| {
                let edge = |i| if bits >> i & 1 == 0 { V::Scalar::ZERO } else { edges.get(i) };
                corner + V::from_fn(edge)
            }));
            facets(&[
                [0, 2, 3],
                [0, 3, 1],
                [4, 5, 7],
                [4, 7, 6],
                [0, 1, 5],
                [0, 5, 4],
                [2, 6, 7],
                [2, 7, 3],
                [0, 4, 6],
                [0, 6, 2],
                [1, 3, 7],
                [1, 7, 5],
            ]);
        }
    }
    Some(Solid::new(Mesh::new(vertices, triangles).ok()?.mended().0).ok()?.into())
}

/// Up to four parts, which may be compounds.
fn compound<V: Space>(bytes: &mut Bytes<'_>, size: f64) -> Option<Collider<V>> {
    let part = |bytes: &mut Bytes<'_>| -> Option<(Pose<V>, Collider<V>)> {
        Some((pose(bytes, size)?, collider(bytes, size)?))
    };
    let count = 1 + bytes.below(4);
    let mut parts = Vec::new();
    for _ in 0..count {
        // Parts need bytes of their own: without any, each would be a compound of compounds.
        if !bytes.is_empty() {
            parts.push(part(bytes)?);
        }
    }
    Compound::new(parts).ok().map(Collider::from)
}
