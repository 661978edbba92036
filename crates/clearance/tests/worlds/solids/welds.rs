//! Solids that slide over solid tiles side by side: walls between them are no contacts.

use clearance::d3_f64::{Collider, Pose};
use clearance::glam::{DQuat, DVec3};
use clearance::welded_contacts;

use super::shapes::{Raw, cuboid, ell, moved, ring, solid, split};

const SLOP: f64 = 1e-3;

/// Steps of a body over a seam, welded or not: patches that do not lead up, and steps without a patch that is as deep as
/// the body.
fn slide(tile: &Collider, body: &Raw, turn: DQuat, slop: f64) -> [usize; 2] {
    let body = moved(body, |p| turn * p);
    let low = body.0.iter().map(|p| p.z).fold(0.0, f64::min);
    let body = solid(&body);
    let places: Vec<Pose> =
        [-1.0, 1.0].map(|x| Pose::at(DVec3::new(x, 0.0, -0.5)).unwrap()).to_vec();
    let tiles: Vec<(&Collider, &Pose)> = places.iter().map(|at| (tile, at)).collect();
    let (mut tilted, mut lost) = (0, 0);
    for step in 0..300 {
        let x = -1.0 + step as f64 * 0.00646;
        let at = Pose::at(DVec3::new(x, 0.05, -low - SLOP)).unwrap();
        let found = welded_contacts(&tiles, &body, &at, 0.01, slop).concat();
        tilted += found.iter().filter(|p| p.manifold.normal.z < 0.9999).count();
        let depth = found.iter().map(|p| p.manifold.depth()).fold(-1.0, f64::max);
        lost += usize::from((depth - SLOP).abs() > 1e-8);
    }
    [tilted, lost]
}

#[test]
fn solids_slide_over_solid_tiles() {
    let tile = cuboid([-1.0, -1.0, -0.5], [1.0, 1.0, 0.5]);
    let tiles = [solid(&tile), solid(&split(&tile, 2))];
    let bodies = [
        ("box", cuboid([-0.2, -0.15, -0.1], [0.2, 0.15, 0.1])),
        ("fine box", split(&cuboid([-0.2, -0.15, -0.1], [0.2, 0.15, 0.1]), 2)),
        ("L", ell(0.15)),
        ("ring", ring(0.15, 0.25, 0.1, 16)),
    ];
    let turns = [DQuat::IDENTITY, DQuat::from_rotation_z(0.7), DQuat::from_rotation_y(0.6)];
    let mut alone = 0;
    for (name, body) in &bodies {
        for (i, (tile, turn)) in tiles.iter().flat_map(|t| turns.map(|q| (t, q))).enumerate() {
            let [tilted, lost] = slide(tile, body, turn, SLOP);
            // An edge that is in the seam, less deep than the slop, leaves both tiles sideways.
            assert!(tilted <= 1 && lost <= 1, "{name} {i}: {tilted} {lost}");
            alone += slide(tile, body, turn, 0.0)[0];
        }
    }
    assert!(alone > 40, "{alone}");
}
