//! What the report finds, and what is an error.

use clearance_worlds::{Chain, Mesh};
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::models::{Model, cube, moebius, torus};

/// Open, crowded, turned edges, degenerate and doubled facets, duplicate vertices, components, closed, oriented.
fn found(model: &Model) -> ([usize; 7], [bool; 2]) {
    let mesh = model.mesh();
    let r = mesh.report();
    let counts = [
        r.open_edges.count,
        r.crowded_edges.count,
        r.turned_edges.count,
        r.degenerate.len(),
        r.doubled.len(),
        r.duplicate_vertices.count,
        r.components,
    ];
    (counts, [r.closed, r.oriented])
}

#[test]
fn closed_surfaces() {
    let one = cube(1.0);
    assert_eq!(found(&one), ([0, 0, 0, 0, 0, 0, 1], [true, true]));
    assert_eq!(found(&one.soup()), ([0, 0, 0, 0, 0, 28, 1], [true, true]));
    assert_eq!(found(&torus(9, 7)), ([0, 0, 0, 0, 0, 0, 1], [true, true]));
    assert_eq!(found(&one.clone().turned()), ([0, 0, 0, 0, 0, 0, 1], [true, true]));
    let nested = cube(2.0).and(&one.clone().turned());
    assert_eq!(found(&nested), ([0, 0, 0, 0, 0, 0, 2], [true, true]));
    // Cubes that touch at a corner, along an edge, in a face
    let beside =
        |x: f64, y: f64, z: f64| found(&one.clone().and(&one.clone().at(DVec3::new(x, y, z))));
    assert_eq!(beside(2.0, 2.0, 2.0), ([0, 0, 0, 0, 0, 1, 2], [true, true]));
    assert_eq!(beside(2.0, 2.0, 0.0), ([0, 1, 0, 0, 0, 2, 2], [true, true]));
    // The two triangles in the face are no more closed with one cube than with the other. With the same diagonal they
    // are doubled.
    assert_eq!(beside(2.0, 0.0, 0.0), ([0, 5, 0, 0, 2, 4, 1], [true, true]));
    let mirrored = one.clone().map(|v| DVec3::new(v.x + 2.0, -v.y, v.z)).turned();
    assert_eq!(found(&one.clone().and(&mirrored)), ([0, 4, 0, 0, 0, 4, 1], [true, true]));
    assert_eq!(beside(0.0, 0.0, 0.0), ([0, 18, 0, 0, 12, 8, 1], [true, true]));
    let both_sides = one.clone().and(&one.turned());
    assert_eq!(found(&both_sides), ([0, 18, 0, 0, 12, 8, 1], [true, true]));
}

#[test]
fn broken_surfaces() {
    let mut open = cube(1.0);
    open.triangles.pop();
    assert_eq!(found(&open), ([3, 0, 0, 0, 0, 0, 1], [false, true]));
    let mut turned = cube(1.0);
    turned.triangles[3].swap(0, 1);
    assert_eq!(found(&turned), ([0, 0, 3, 0, 0, 0, 1], [true, false]));
    assert_eq!(found(&moebius(8)), ([16, 0, 1, 0, 0, 0, 1], [false, false]));
    // A crack of one rounding
    let mut cracked = cube(1.0).soup();
    cracked.vertices[0].x = f64::from_bits(cracked.vertices[0].x.to_bits() + 1);
    assert_eq!(found(&cracked), ([4, 0, 0, 0, 0, 27, 1], [false, true]));
    let mut fin = cube(1.0);
    fin.vertices.push(DVec3::splat(3.0));
    fin.triangles.push([0, 1, 8]);
    // The cube is closed without the fin.
    assert_eq!(found(&fin), ([2, 1, 0, 0, 0, 0, 2], [false, true]));
    // Exactly on a line, and next to it; equal corners; the same triangle again
    let mut thin = cube(1.0);
    thin.vertices.extend([
        DVec3::new(5.0, 0.1, 0.3),
        DVec3::new(6.0, 0.1, 0.3),
        DVec3::new(7.0, 0.1, 0.3),
    ]);
    thin.vertices.push(DVec3::new(7.0, 0.1f64.next_up(), 0.3));
    thin.triangles.extend([[8, 9, 10], [8, 9, 11], [8, 9, 8], [4, 3, 2]]);
    let mesh = thin.mesh();
    assert_eq!(mesh.report().degenerate, [12, 14]);
    assert!(mesh.report().doubled.is_empty());
    thin.triangles.extend([[3, 2, 0], [3, 1, 0]]);
    assert_eq!(thin.mesh().report().doubled, [16, 17]);
}

#[test]
fn zero_has_no_sign() {
    let mut model = cube(1.0).at(DVec3::ONE).soup();
    model.vertices.iter_mut().step_by(2).for_each(|v| {
        *v = DVec3::from_array(v.to_array().map(|x| if x == 0.0 { -0.0 } else { x }));
    });
    assert_eq!(found(&model), ([0, 0, 0, 0, 0, 28, 1], [true, true]));
}

#[test]
fn lengths_of_any_size() {
    let one = found(&torus(6, 5));
    for power in [-1070, -600, -1, 150] {
        let scaled = torus(6, 5).map(|v| v * libm::exp2(f64::from(power) + 3.0));
        // In subnormal numbers points become equal, but the ring stays closed.
        let (counts, flags) = found(&scaled);
        assert_eq!(flags, one.1);
        assert!(power < -1000 || counts == one.0, "{power}: {counts:?}");
        let mesh = scaled.mesh();
        let largest = mesh.vertices().iter().map(|v| v.abs().max_element()).fold(0.0, f64::max);
        let unit = mesh.unit();
        assert!(power < -1000 || (0.5..1.0).contains(&(largest * unit)), "{power}");
    }
    assert!(Mesh::new(vec![Vec3::ZERO; 3], vec![[0, 1, 2]]).unwrap().unit() == 0.5);
}

#[test]
fn chains() {
    let square = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
    let ring = Chain::closed(square.to_vec()).unwrap();
    assert_eq!(ring.report().to_string(), "The surface is closed, and all fronts agree.");
    assert_eq!((ring.len(), ring.corners(3)), (4, [DVec2::Y, DVec2::ZERO, DVec2::ZERO]));
    let line = Chain::open(square.to_vec()).unwrap();
    assert_eq!(
        line.report().to_string(),
        "2 ends without a second segment, the first at vertex 0."
    );
    let tangle = [[0, 1], [2, 1], [3, 3], [1, 3], [0, 1]];
    let tangle =
        Chain::of_segments([square.to_vec(), square.to_vec()].concat(), tangle.to_vec()).unwrap();
    assert_eq!(
        tangle.report().to_string(),
        "2 ends without a second segment, the first at vertex 2. \
         1 end of more than two segments, the first at vertex 1. \
         2 ends between segments with opposite fronts, the first at vertex 0. \
         1 segment without extent, the first 2. \
         1 segment with the corners of another segment, the first 4. \
         4 vertices of no segment, the first 4. \
         4 vertices at the place of another vertex, the first 4."
    );
}

#[test]
fn errors_say_what_and_where() {
    let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    let said = |vertices: &[Vec3], triangles: &[[u32; 3]]| {
        Mesh::new(vertices.to_vec(), triangles.to_vec()).unwrap_err().to_string()
    };
    assert_eq!(said(&corners, &[]), "a mesh needs at least one triangle");
    assert_eq!(said(&[], &[[0, 1, 2]]), "a mesh needs at least one point");
    assert_eq!(
        said(&corners, &[[0, 1, 2], [0, 3, 1]]),
        "triangle 1 names vertex 3, but there are 3 vertices"
    );
    assert_eq!(
        said(&[Vec3::ZERO, Vec3::X, Vec3::splat(f32::NAN)], &[[0, 1, 1]]),
        "vertex 2 of the mesh is not finite: NaN"
    );
    assert!(
        said(&[Vec3::ZERO, Vec3::splat(3e38)], &[[0, 1, 1]])
            .contains("vertex 1 of the mesh is too large")
    );
    let flat = Mesh::new(vec![Vec2::ZERO], vec![[0, 0, 0]]);
    assert_eq!(flat.unwrap_err().to_string(), "a mesh does not exist in 2D");
    assert_eq!(Chain::open(corners).unwrap_err().to_string(), "a chain does not exist in 3D");
    assert_eq!(
        Chain::open(vec![Vec2::X]).unwrap_err().to_string(),
        "a chain needs at least one segment"
    );
    assert_eq!(
        Chain::closed(vec![Vec2::X]).unwrap_err().to_string(),
        "a chain needs at least one segment"
    );
    assert_eq!(
        Chain::of_segments(vec![Vec2::X], vec![[0, 9]]).unwrap_err().to_string(),
        "segment 0 names vertex 9, but there are 1 vertices"
    );
}
