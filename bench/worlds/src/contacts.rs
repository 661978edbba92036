//! Contacts with a terrain: the number of patches, with a margin of 0.02.

use clearance::d3::Pose;
use clearance::worlds;
use parry3d::math::Pose as ParryPose;
use parry3d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};

use crate::Row;
use crate::make::terrain;
use crate::rays::{our_mesh, parry_mesh};
use crate::shapes::{placements, shapes};

/// All rows of contacts.
pub fn rows(measure: &mut dyn FnMut(Row<'_>)) {
    let ground = terrain(224);
    let (ours, parry) = (our_mesh(&ground), parry_mesh(&ground));
    for (name, shape, parry_shape) in &shapes() {
        let over = match *name {
            "ball" => 0.45,
            "capsule" => 0.5,
            _ => 0.7,
        };
        let placed = placements(over, 300);
        let ask_ours = || {
            let ask = |pose: &Pose| worlds::contacts(&ours, &Pose::IDENTITY, shape, pose, 0.02);
            placed.iter().map(|(pose, _)| ask(pose).len().min(1) as f32).collect()
        };
        let mut kept: Vec<(Vec<ContactManifold<(), ()>>, _)> =
            placed.iter().map(|_| (Vec::new(), None)).collect();
        let ask_parry = || {
            let ask = |pose: &ParryPose, kept: &mut (Vec<ContactManifold<(), ()>>, _)| {
                let here = ParryPose::IDENTITY;
                let seen = here.inv_mul(pose);
                let (manifolds, workspace) = kept;
                DefaultQueryDispatcher
                    .contact_manifolds(&seen, &parry, &**parry_shape, 0.02, manifolds, workspace)
                    .expect("it is supported");
                f32::from(u8::from(manifolds.iter().any(|m| !m.points.is_empty())))
            };
            placed.iter().zip(&mut kept).map(|((_, pose), kept)| ask(pose, kept)).collect()
        };
        measure(Row {
            group: match *name {
                "ball" => "contacts, ball",
                "capsule" => "contacts, capsule",
                _ => "contacts, hull",
            },
            name: format!("{name} on terrain"),
            entrants: vec![("clearance", Box::new(ask_ours)), ("parry", Box::new(ask_parry))],
            tolerance: 0.0,
        });
    }
}
