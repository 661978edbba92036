//! Contacts with a terrain: the number of patches, with a margin of 0.02.
//!
//! Bodies move: each pass asks 2 mm beside the one before, forth and back. parry keeps the manifolds of the pass before,
//! once for the mesh as it is, and once with its inner edges corrected, as ours always are.

use clearance::d3::{Pose, Vec3};
use parry3d::math::Pose as ParryPose;
use parry3d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry3d::shape::{Shape, TriMesh, TriMeshFlags};

use crate::make::terrain;
use crate::rays::{our_mesh, parry_mesh};
use crate::shapes::{placements, shapes};
use crate::{Ask, Row};

/// How far bodies move from pass to pass.
const STEP: f32 = 0.002;

/// All rows of contacts.
pub fn rows(measure: &mut dyn FnMut(Row<'_>)) {
    let ground = terrain(224);
    let (ours, parry) = (our_mesh(&ground), parry_mesh(&ground));
    let mut welded = parry.clone();
    welded.set_flags(TriMeshFlags::FIX_INTERNAL_EDGES).expect("its topology is not needed");
    for (name, shape, parry_shape) in &shapes() {
        let over = match *name {
            "ball" => 0.45,
            "capsule" => 0.5,
            _ => 0.7,
        };
        let placed = placements(over, 300);
        let mut moved = false;
        let ask_ours = || {
            moved = !moved;
            let way = Vec3::X * if moved { STEP } else { 0.0 };
            let ask = |pose: &Pose| {
                let pose = Pose::new(pose.translation() + way, pose.turn()).expect("a pose");
                clearance::contacts(&ours, &Pose::IDENTITY, shape, &pose, 0.02)
            };
            placed.iter().map(|(pose, _)| ask(pose).len().min(1) as f32).collect()
        };
        let of_parry = |mesh| asked_of_parry(&placed, mesh, &**parry_shape);
        measure(Row {
            group: match *name {
                "ball" => "contacts, ball",
                "capsule" => "contacts, capsule",
                _ => "contacts, hull",
            },
            name: format!("{name} on terrain"),
            entrants: vec![
                ("clearance", Box::new(ask_ours)),
                ("parry", of_parry(&parry)),
                ("parry welded", of_parry(&welded)),
            ],
            tolerance: 0.0,
        });
    }
}

/// The same of parry.
fn asked_of_parry<'a>(
    placed: &'a [(Pose, ParryPose)],
    mesh: &'a TriMesh,
    shape: &'a dyn Shape,
) -> Ask<'a> {
    let mut kept: Vec<(Vec<ContactManifold<(), ()>>, _)> =
        placed.iter().map(|_| (Vec::new(), None)).collect();
    let mut moved = false;
    Box::new(move || {
        moved = !moved;
        let ask = |pose: &ParryPose, kept: &mut (Vec<ContactManifold<(), ()>>, _)| {
            let mut seen = *pose;
            seen.translation.x += if moved { STEP } else { 0.0 };
            let (manifolds, workspace) = kept;
            DefaultQueryDispatcher
                .contact_manifolds(&seen, mesh, shape, 0.02, manifolds, workspace)
                .expect("it is supported");
            f32::from(u8::from(manifolds.iter().any(|m| !m.points.is_empty())))
        };
        placed.iter().zip(&mut kept).map(|((_, pose), kept)| ask(pose, kept)).collect()
    })
}
