//! Meshes and chains with the neighbours given by their indices: no bumps where they are flat,
//! ridges where they are convex.

use clearance::d3::{self, Cuboid, Facet, Hull, Manifold, Pose, Quat, Shape, Sphere, Vec3};
use clearance::shape::ChainSegment;
use clearance::{Error, d2};
use clearance_testing::{Random, pairs};

/// A square of `n` by `n` cells of length 1 in z = 0, with the front above.
fn grid(n: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let vertices = (0..=n).flat_map(|y| (0..=n).map(move |x| Vec3::new(x as f32, y as f32, 0.0)));
    let cells = (0..n).flat_map(|y| (0..n).map(move |x| y * (n + 1) + x));
    let triangles = cells.flat_map(|v| {
        let [a, b, c, d] = [v, v + 1, v + n + 2, v + n + 1];
        // The diagonals have two directions.
        if v % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }
    });
    (vertices.collect(), triangles.collect())
}

/// The contacts of each facet, at the origin, with a body.
fn contacts(facets: &[Facet], body: &Shape, at: &Pose, margin: f32) -> Vec<Manifold> {
    let contact = |facet| d3::contact_manifold(facet, &Pose::IDENTITY, body, at, margin);
    facets.iter().filter_map(contact).collect()
}

/// A body that overlaps a flat mesh slightly is pushed straight up, to within a sixteenth of a
/// degree: up to that angle a facet does not change normals.
#[test]
fn a_flat_grid_has_no_bumps() {
    let mut random = Random::new(1);
    let (vertices, triangles) = grid(6);
    let facets = Facet::from_mesh(&vertices, &triangles).unwrap();
    // Each inner edge has a neighbour on both sides.
    let shared: usize = facets.iter().map(|f| f.neighbours().iter().flatten().count()).sum();
    assert_eq!((facets.len(), shared), (72, 3 * 72 - 24));
    let ball = Shape::from(Sphere::new(0.3).unwrap());
    let brick = Shape::from(Cuboid::new(Vec3::splat(0.3)).unwrap());
    let mut found = 0;
    for _ in 0..pairs(100) {
        let mut along = || random.range(1.0, 5.0) as f32;
        let at = Vec3::new(along(), along(), 0.3 - 0.002);
        let turn = Quat::from_rotation_z(along());
        for body in [&ball, &brick] {
            for contact in contacts(&facets, body, &Pose::new(at, turn).unwrap(), 0.01) {
                assert!(contact.normal.distance(Vec3::Z) < 2e-3, "{contact:?}");
                found += 1;
            }
        }
    }
    assert!(found > pairs(100) * 2, "{found}");
}

/// The same without shared indices gives bumps, so the test above can fail.
#[test]
fn triangles_that_share_no_vertex_have_bumps() {
    let (vertices, triangles) = grid(6);
    let loose: Vec<Vec3> = triangles.iter().flatten().map(|v| vertices[*v as usize]).collect();
    let numbers: Vec<[u32; 3]> =
        (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let facets = Facet::from_mesh(&loose, &numbers).unwrap();
    let brick = Shape::from(Cuboid::new(Vec3::splat(0.3)).unwrap());
    let mut bumps = 0;
    for i in 0..100 {
        let at = Pose::at(Vec3::new(1.0 + 0.04 * i as f32, 2.3, 0.298)).unwrap();
        let contacts = contacts(&facets, &brick, &at, 0.0);
        bumps += contacts.iter().filter(|contact| contact.normal.z < 0.9).count();
    }
    assert!(bumps > 0);
}

/// A ball touches an edge or vertex of a cube along any normal between those of the adjacent faces.
#[test]
fn the_edges_of_a_cube_are_ridges() {
    let hull = Hull::new(
        [-1.0, 1.0]
            .map(|x| [-1.0, 1.0].map(|y| [-1.0, 1.0].map(|z| Vec3::new(x, y, z))))
            .concat()
            .concat(),
    )
    .unwrap();
    let vertices: Vec<Vec3> = hull.vertices().collect();
    let mut triangles = Vec::new();
    for face in hull.faces() {
        let face: Vec<u32> = face.collect();
        triangles.extend((1..face.len() - 1).map(|k| [face[0], face[k], face[k + 1]]));
    }
    assert_eq!(triangles.len(), 12);
    let facets = Facet::from_mesh(&vertices, &triangles).unwrap();
    assert!(facets.iter().all(|facet| facet.neighbours().iter().all(Option::is_some)));
    let ball = Shape::from(Sphere::new(0.5).unwrap());
    for out in
        [Vec3::Z, Vec3::new(1.0, 0.0, 1.0), Vec3::new(1.0, -1.0, 1.0), Vec3::new(2.0, 0.0, 1.0)]
    {
        let normal = out.normalize();
        let on = out.map(|x| if x == 0.0 { 0.3 } else { x.signum() });
        let at = Pose::at(on + normal * 0.49).unwrap();
        let contacts = contacts(&facets, &ball, &at, 0.0);
        assert!(!contacts.is_empty());
        for contact in contacts {
            assert!(contact.normal.distance(normal) < 1e-5, "{out}: {contact:?}");
        }
    }
}

#[test]
fn errors_of_a_mesh_name_the_triangle() {
    let vertices = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::X * 2.0, Vec3::splat(f32::NAN)];
    let refused = |triangles: &[[u32; 3]], number: usize, says: &str| {
        let error = Facet::from_mesh(&vertices, triangles).unwrap_err();
        assert!(matches!(error, Error::BadMesh { triangle, .. } if triangle == number), "{error}");
        assert!(error.to_string().contains(says), "{error}");
    };
    refused(&[[0, 1, 2], [0, 1, 6]], 1, "a vertex that does not exist");
    refused(&[[0, 1, 4]], 0, "triangle 0 of the mesh is wrong: its corners are on a line");
    refused(&[[0, 1, 2], [1, 1, 2]], 1, "on a line");
    refused(&[[0, 1, 5]], 0, "NaN");
    // The second triangle has its front on the other side.
    refused(&[[0, 1, 2], [0, 1, 3]], 1, "the same way");
    // Three triangles share an edge.
    refused(&[[0, 1, 2], [1, 0, 3], [1, 0, 2]], 2, "more than two share it");
    // Vertices that no triangle uses are allowed.
    assert_eq!(Facet::from_mesh(&vertices, &[[0, 1, 2]]).unwrap().len(), 1);
    assert_eq!(Facet::from_mesh(&vertices, &[]), Ok(vec![]));
    let plane = clearance::shape::Facet::from_mesh(&[d2::Vec2::ZERO; 3], &[[0, 1, 2]]);
    assert!(matches!(plane, Err(Error::WrongDimension { .. })));
}

#[test]
fn chains_open_and_closed() {
    use d2::{Circle, Pose, Vec2, contact_manifold};
    let square = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
    let closed = ChainSegment::chain(&square, true).unwrap();
    for (i, link) in closed.iter().enumerate() {
        let at = |k: usize| square[(i + k) % 4];
        assert_eq!((link.ends(), link.neighbours()), ([at(0), at(1)], [Some(at(3)), Some(at(2))]));
        assert!(link.front().dot(link.ends()[0] - Vec2::splat(0.5)) > 0.0);
    }
    let open = ChainSegment::chain(&square, false).unwrap();
    assert_eq!(open.len(), 3);
    assert_eq!(open[0].neighbours(), [None, Some(Vec2::ONE)]);
    assert_eq!(open[2].neighbours(), [Some(Vec2::X), None]);
    assert_eq!(ChainSegment::chain(&square[..2], false).unwrap()[0].neighbours(), [None, None]);

    // A floor of many links: a ball that rolls over it is only pushed up.
    let floor: Vec<Vec2> = (0..20).rev().map(|x| Vec2::new(0.25 * x as f32, 0.0)).collect();
    let (links, ball) = (ChainSegment::chain(&floor, false).unwrap(), Circle::new(0.3).unwrap());
    let mut found = 0;
    for i in 0..100 {
        let pose = Pose::at(Vec2::new(0.5 + 0.037 * i as f32, 0.28)).unwrap();
        for link in &links {
            let contact = contact_manifold(link, &Pose::IDENTITY, &ball, &pose, 0.0);
            found += usize::from(contact.is_some());
            assert!(contact.is_none_or(|contact| contact.normal == Vec2::Y));
        }
    }
    assert!(found >= 100, "{found}");

    let few = ChainSegment::chain(&square[..2], true).unwrap_err();
    assert_eq!(few.to_string(), "a chain needs at least 3 points, but has 2");
    let same = ChainSegment::chain(&[Vec2::X, Vec2::Y, Vec2::Y], false).unwrap_err();
    assert_eq!(same, Error::SamePoint { what: "chain", index: 2 });
    let same = ChainSegment::chain(&[Vec2::X, Vec2::Y, Vec2::X], true).unwrap_err();
    assert_eq!(same.to_string(), "vertex 0 of the chain is where the one before it is");
    let nan = ChainSegment::chain(&[Vec2::X, Vec2::NAN], false).unwrap_err();
    assert!(nan.to_string().contains("vertex 1 of the chain is not finite"));
}
