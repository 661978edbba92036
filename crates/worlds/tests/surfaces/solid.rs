//! Winding numbers against solid angles, at ties, and what is no solid.

use clearance_geometry::hull::{Hull3, build3};
use clearance_testing::{Random, pairs};
use clearance_worlds::{Chain, NotSolid, Solid};
use glam::{DVec2, DVec3, Vec3};

use crate::models::{Model, cube, moebius, rough_ball, star, torus};

/// The winding number by the sum of solid angles (van Oosterom and Strackee 1983), not rounded.
fn by_angles(solid: &Solid<DVec3>, p: DVec3) -> f64 {
    let angle = |f: u32| {
        let [a, b, c] = solid.corners(f).map(|corner| corner - p);
        let [x, y, z] = [a, b, c].map(DVec3::length);
        let volume = a.dot(b.cross(c));
        2.0 * libm::atan2(volume, x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y)
    };
    (0..solid.len() as u32).map(angle).sum::<f64>() / (4.0 * core::f64::consts::PI)
}

/// The winding number by the sum of angles.
fn by_angles_2d(solid: &Solid<DVec2>, p: DVec2) -> f64 {
    let angle = |f: u32| {
        let [a, b, _] = solid.corners(f).map(|corner| corner - p);
        libm::atan2(a.perp_dot(b), a.dot(b))
    };
    (0..solid.len() as u32).map(angle).sum::<f64>() / core::f64::consts::TAU
}

fn models(random: &mut Random) -> Vec<Model> {
    let deep =
        cube(1.0).and(&cube(0.7).turned()).and(&cube(0.4)).and(&cube(0.5).at(DVec3::splat(0.8)));
    vec![cube(0.9), torus(8, 6), rough_ball(random, 12, 7), torus(20, 3).soup(), deep]
}

#[test]
fn winding_is_the_solid_angle() {
    let mut random = Random::new(2);
    let mut counts = [0; 4];
    for model in models(&mut random) {
        let solid = Solid::new(model.mesh()).unwrap();
        for _ in 0..pairs(2000) {
            let p = random.in_cube(1.3);
            let angles = by_angles(&solid, p);
            // Near the surface, and on lines through edges, the sum of angles has no digits.
            if (angles - angles.round()).abs() < 1e-3 {
                assert_eq!(f64::from(solid.winding(p)), angles.round(), "{p}");
                assert_eq!(solid.contains(p), angles.round() != 0.0);
                counts[angles.round() as usize] += 1;
            }
        }
    }
    assert!(
        counts[0] > 2000 && counts[1] > 1000 && counts[2] > 20 && counts.iter().sum::<i32>() > 9900,
        "{counts:?}"
    );
}

#[test]
fn winding_in_the_plane() {
    let mut random = Random::new(3);
    let mut counts = [0; 2];
    for _ in 0..20 {
        let solid = Solid::new(star(&mut random, 17)).unwrap();
        for _ in 0..100 {
            let p = random.in_cube(1.0).truncate();
            let angles = by_angles_2d(&solid, p);
            assert!((angles - angles.round()).abs() < 1e-6);
            assert_eq!(f64::from(solid.winding(p)), angles.round(), "{p}");
            counts[angles.round() as usize] += 1;
        }
    }
    assert!(counts[0] > 500 && counts[1] > 500, "{counts:?}");
}

/// A finely cut cube: rays along x from lattice points meet vertices, edges and faces along them.
#[test]
fn ties_are_decided_alike() {
    let mut solids = vec![Solid::new(cube(1.0).mesh()).unwrap()];
    // An octahedron has four vertices in the plane of each ray through its middle.
    let corners = [DVec3::X, DVec3::Y, DVec3::NEG_X, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z];
    let sides = (0..4).flat_map(|i| [[i, (i + 1) % 4, 4], [(i + 1) % 4, i, 5]]).collect();
    solids.push(Solid::new(Model { vertices: corners.to_vec(), triangles: sides }.mesh()).unwrap());
    solids.push(Solid::new(torus(4, 4).map(|v| (v * 4.0).round() / 4.0).mesh()).unwrap());
    let mut counts = [0; 3];
    for solid in &solids {
        for i in 0..17 * 17 * 17 {
            let p =
                DVec3::from_array([i % 17, i / 17 % 17, i / 289].map(|k| f64::from(k) / 4.0 - 2.0));
            let on_surface = (0..solid.len() as u32).any(|f| is_on(solid.corners(f), p));
            if on_surface {
                // Of a closed solid without overlaps both numbers can be met beside it.
                assert!(solid.contains(p) && [0, 1].contains(&solid.winding(p)), "{p}");
                counts[2] += 1;
            } else {
                let angles = by_angles(solid, p).round();
                assert_eq!(f64::from(solid.winding(p)), angles, "{p}");
                assert_eq!(solid.contains(p), angles != 0.0);
                counts[angles as usize] += 1;
            }
        }
    }
    assert!(counts[0] > 10_000 && counts[1] > 400 && counts[2] > 300, "{counts:?}");
}

/// Is a point in a closed triangle? Exact for small multiples of a power of two.
fn is_on([a, b, c]: [DVec3; 3], p: DVec3) -> bool {
    let n = (b - a).cross(c - a);
    n.dot(p - a) == 0.0
        && [(a, b), (b, c), (c, a)].iter().all(|(a, b)| n.cross(*b - *a).dot(p - *a) >= 0.0)
}

#[test]
fn points_of_the_surface_are_contained() {
    let mut random = Random::new(6);
    for model in models(&mut random) {
        let solid = Solid::new(model.mesh()).unwrap();
        assert!(solid.vertices().iter().all(|v| solid.contains(*v)));
        // On a lattice the middle of an edge is exact.
        let lattice = model.map(|v| (v * 1024.0).round() / 1024.0);
        let solid = Solid::new(lattice.mesh()).unwrap();
        for f in 0..solid.len() as u32 {
            let [a, b, c] = solid.corners(f);
            assert!(solid.contains((a + b) * 0.5) && solid.contains((a + b) * 0.25 + c * 0.5));
        }
    }
    let ring = star(&mut random, 9);
    let solid = Solid::new(ring).unwrap();
    assert!(solid.vertices().iter().all(|v| solid.contains(*v)));
    let cube = Solid::new(cube(1.0).mesh()).unwrap();
    for p in [DVec3::new(0.1, 0.2, 1.0), DVec3::new(-1.0, 1.0, 0.3), DVec3::NEG_X] {
        assert!(
            cube.contains(p)
                && !cube.contains(p * 1.0f64.next_up())
                && cube.contains(p * 1.0f64.next_down())
        );
    }
    for p in [
        DVec3::NAN,
        DVec3::INFINITY,
        DVec3::new(f64::NEG_INFINITY, 0.0, 0.0),
        DVec3::new(-1e300, 0.0, 0.0),
    ] {
        assert_eq!((cube.winding(p), cube.contains(p)), (0, false));
    }
    let small = Solid::new(crate::models::cube(1e-300).mesh()).unwrap();
    assert!(small.contains(DVec3::splat(1e-300)) && !small.contains(DVec3::splat(1.01e-300)));
}

#[test]
fn what_is_no_solid_is_told_why() {
    let wrong = |model: &Model| Solid::new(model.mesh()).unwrap_err();
    let mut open = cube(1.0);
    open.triangles.pop();
    assert_eq!(
        wrong(&open).to_string(),
        "the surface bounds no volume: 3 edges without a second triangle, the first from vertex 1 to 5. \
         `Surface::mended` drops doubled and degenerate facets, but fills no holes."
    );
    let mut turned = cube(1.0);
    turned.triangles[0].swap(0, 1);
    let said = wrong(&turned).to_string();
    assert!(
        said.ends_with(
            "3 edges between triangles with opposite fronts, the first from vertex 0 to 2. \
         `Surface::mended` turns facets so that their fronts agree."
        ),
        "{said}"
    );
    assert!(matches!(wrong(&moebius(9)), NotSolid::Torn { .. }));
    assert_eq!(wrong(&cube(1.0).turned()), NotSolid::InsideOut { facets: 12, facet: 0 });
    let two = cube(1.0).and(&cube(1.0).at(DVec3::X * 5.0).turned());
    assert_eq!(wrong(&two), NotSolid::InsideOut { facets: 12, facet: 12 });
    // The inner of two cavities is outside of all.
    let cavities = cube(3.0).and(&cube(2.0).turned()).and(&cube(1.0).turned());
    assert_eq!(wrong(&cavities), NotSolid::InsideOut { facets: 12, facet: 24 });
    let both_sides = cube(1.0).and(&cube(1.0).turned());
    assert_eq!(wrong(&both_sides), NotSolid::Flat { facets: 24, facet: 0 });
    let flat = cube(1.0).and(&cube(0.5).map(|v| DVec3::new(v.x, v.y, 3.0)).soup());
    assert!(matches!(wrong(&flat), NotSolid::Flat { facet: 12.., .. }), "{}", wrong(&flat));
    // A cavity that touches the outer surface with one corner is one.
    let touching = cube(1.0).and(&cube(0.4).at(DVec3::splat(0.6)).turned());
    assert!(Solid::new(touching.mesh()).is_ok());
    let ring = [DVec2::ZERO, DVec2::Y, DVec2::X];
    assert!(matches!(
        Solid::new(Chain::closed(ring.to_vec()).unwrap()),
        Err(NotSolid::InsideOut { .. })
    ));
}

#[test]
fn mass_is_that_of_the_hull() {
    let mut random = Random::new(7);
    for _ in 0..20 {
        let points: Vec<DVec3> =
            (0..30).map(|_| random.in_cube(1.0) + DVec3::new(5.0, 0.0, 0.0)).collect();
        let Hull3::Solid(hull) = build3(&points).unwrap() else { unreachable!() };
        let topology = hull.topology();
        let mut model = Model { vertices: Vec::new(), triangles: Vec::new() };
        model.vertices = (0..topology.vertices() as u32).map(|v| hull.vertices().get(v)).collect();
        for face in 0..topology.faces() as u32 {
            let corners: Vec<u32> = topology.face_edges(face).map(|e| topology.origin(e)).collect();
            model.triangles.extend(corners.windows(2).skip(1).map(|w| [corners[0], w[0], w[1]]));
        }
        let (mass, of_hull) = (Solid::new(model.mesh()).unwrap().mass(), hull.mass());
        assert!((mass.volume - of_hull.volume).abs() < 1e-12);
        assert!((mass.centroid - of_hull.centroid).length() < 1e-12);
        assert!(mass.inertia.abs_diff_eq(of_hull.inertia, 1e-12));
    }
    let hollow = Solid::new(cube(1.0).and(&cube(0.5).turned()).mesh()).unwrap().mass();
    assert_eq!((hollow.volume, hollow.centroid), (7.0, DVec3::ZERO));
    // A cube of edge s has the inertia s^5 / 6.
    assert!((hollow.inertia.x_axis.x - (32.0 - 1.0) / 6.0).abs() < 1e-14);
    let small: Vec<Vec3> = cube(1.0).vertices.iter().map(|v| v.as_vec3() * 1e-3).collect();
    let small = clearance_worlds::Mesh::new(small, cube(1.0).triangles).unwrap();
    assert!((Solid::new(small).unwrap().mass().volume / 8e-9 - 1.0).abs() < 1e-6);
}

#[test]
fn mass_in_the_plane_is_that_of_a_lamina() {
    // A rectangle of 4 by 2 with its middle at (3, 1)
    let corners = [[1.0, 0.0], [5.0, 0.0], [5.0, 2.0], [1.0, 2.0]].map(DVec2::from_array);
    let mass = Solid::new(Chain::closed(corners.to_vec()).unwrap()).unwrap().mass();
    assert_eq!((mass.volume, mass.centroid), (8.0, DVec3::new(3.0, 1.0, 0.0)));
    // Area times the square of the other side, by 12
    let expected = DVec3::new(8.0 * 4.0 / 12.0, 8.0 * 16.0 / 12.0, 8.0 * 20.0 / 12.0);
    assert!(
        mass.inertia.abs_diff_eq(glam::DMat3::from_diagonal(expected), 1e-12),
        "{}",
        mass.inertia
    );
}
