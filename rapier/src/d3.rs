//! For rapier3d.

use std::borrow::Cow;

use clearance::{Collider, d3 as dim};
use parry3d as parry;

use dim::{Axis, Cone, Cylinder, Hull, Mesh, Pose, Solid};
use parry::math::{Rotation, Vector};
use parry::shape::{self, HeightFieldFlags, PackedFeatureId, Shape, TriMeshFlags, TypedShape};

use convert::{Made, made, rounded};
pub use dispatch::Dispatcher;

#[path = "convert.rs"]
mod convert;
#[path = "dispatch.rs"]
mod dispatch;
#[path = "kept.rs"]
mod kept;
#[path = "manifold.rs"]
mod manifold;

/// An edge of a shape.
fn edge(number: u32) -> PackedFeatureId {
    PackedFeatureId::edge(number)
}

fn pose(of: &parry::math::Pose) -> Pose {
    Pose::from_unit(of.translation, of.rotation)
}

/// How far a point of the unit sphere moves at most from one rotation to the other.
fn turned(from: Rotation, to: Rotation) -> f32 {
    2.0 * (to - from).length()
}

fn ball(radius: f32) -> Made {
    made(dim::Sphere::new(radius))
}

/// Convex shapes that are in space only.
fn convex_here(of: TypedShape<'_>) -> Option<Made> {
    let cylinder = |s: &shape::Cylinder| Cylinder::new(Axis::Y, s.half_height, s.radius);
    let cone = |s: &shape::Cone| Cone::new(Axis::Y, s.half_height, s.radius);
    Some(match of {
        TypedShape::Cylinder(s) => made(cylinder(s)),
        TypedShape::Cone(s) => made(cone(s)),
        TypedShape::RoundCylinder(s) => rounded(cylinder(&s.inner_shape), s.border_radius),
        TypedShape::RoundCone(s) => rounded(cone(&s.inner_shape), s.border_radius),
        _ => return None,
    })
}

/// The points of a hull, and the radius around it.
fn points_of_hull(of: TypedShape<'_>) -> Option<(&[Vector], f32)> {
    match of {
        TypedShape::ConvexPolyhedron(s) => Some((s.points(), 0.0)),
        TypedShape::RoundConvexPolyhedron(s) => Some((s.inner_shape.points(), s.border_radius)),
        _ => None,
    }
}

fn hull(points: &[Vector], radius: f32) -> Made {
    rounded(Hull::new(points.to_vec()), radius)
}

/// Where the vertices of a one-sided surface are, its vertices, its triangles, and whether they are said to be a solid's.
type Source<'s> = (usize, Cow<'s, [Vector]>, Cow<'s, [[u32; 3]]>, bool);

/// Facets of clearance are touched at their fronts, and nothing trips over the edges between them. So are triangles of
/// parry with `FIX_INTERNAL_EDGES`. The number of a triangle is the same in both.
fn surface(of: &dyn Shape) -> Option<Source<'_>> {
    match of.as_typed_shape() {
        TypedShape::TriMesh(mesh) => {
            let flags = mesh.flags();
            let is_one_sided = flags.contains(TriMeshFlags::FIX_INTERNAL_EDGES)
                && !flags.contains(TriMeshFlags::FIX_INTERNAL_EDGES_TWO_SIDED)
                && !flags.contains(TriMeshFlags::DEFORMABLE);
            let (vertices, is_solid) = (mesh.vertices(), flags.contains(TriMeshFlags::ORIENTED));
            is_one_sided.then(|| {
                let place = vertices.as_ptr() as usize;
                (place, vertices.into(), mesh.indices().into(), is_solid)
            })
        }
        TypedShape::HeightField(field) => {
            field.flags().contains(HeightFieldFlags::FIX_INTERNAL_EDGES).then_some(())?;
            let (rows, columns) = (field.nrows() + 1, field.ncols() + 1);
            let vertex = |j: usize, i: usize| {
                let height = field.heights()[(i, j)] * field.scale().y;
                Vector::new(field.x_at(j), height, field.z_at(i))
            };
            let vertices = (0..columns).flat_map(|j| (0..rows).map(move |i| vertex(j, i)));
            // With holes, the numbers would differ.
            let count = 2 * field.nrows() * field.ncols();
            let triangles = (0..count as u32).map(|id| field.triangle_vids_at_id(id));
            let place = std::ptr::from_ref(field) as usize;
            Some((place, vertices.collect(), triangles.collect::<Option<_>>()?, false))
        }
        _ => None,
    }
}

fn collider_of_surface(
    (_, vertices, triangles, is_solid): &Source<'_>,
) -> Option<Collider<Vector>> {
    let mesh = Mesh::new(vertices.to_vec(), triangles.to_vec()).ok()?;
    let solid = is_solid.then(|| Solid::new(mesh.surface().clone()).ok()).flatten();
    Some(solid.map_or_else(|| mesh.into(), Into::into))
}
