//! Tests of `hull::small`.

use std::vec::Vec;

use clearance_geometry::hull::flat::pillow;
use clearance_geometry::hull::small::*;
use clearance_geometry::hull::{Facets, Hull3, build3};
use glam::DVec3;

#[test]
fn the_table_of_a_box_is_that_of_its_hull() {
    let half = DVec3::new(1.0, 2.0, 3.0);
    let small = Small::cuboid(half);
    let facets = small.facets();
    let corners: Vec<DVec3> = (0..8).map(|i| facets.vertices().get(i)).collect();
    let Hull3::Solid(hull) = build3(&corners).unwrap() else { panic!("a box is solid") };
    // Its faces may have other numbers: a half-edge is where it runs and what lies beside.
    let edges = |f: Facets<'_>| {
        let t = f.topology();
        let edge = |e| {
            let normal = f.normals().get(t.face(e));
            (t.origin(e), t.target(e), t.target(t.next(e)), normal.to_array().map(|x| x as i8))
        };
        let mut all: Vec<_> = (0..2 * t.edges() as u32).map(edge).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(edges(facets), edges(hull.facets()));
    facets.topology().validate().unwrap();
    for face in 0..6 {
        let height = facets.normals().get(face).abs().dot(half);
        assert_eq!(facets.offsets()[face as usize], height);
    }
}

#[test]
fn a_triangle_is_a_pillow() {
    assert_eq!(TRIANGLE, pillow(3).topology());
}

#[test]
fn walks_around_small_faces_and_vertices_come_back() {
    for t in [CUBOID, TRIANGLE, SEGMENT] {
        assert_eq!(t.vertices() + t.faces(), t.edges() + 2);
        let faces = (0..t.faces() as u32)
            .map(|f| t.face_edges(f).take(99).inspect(|e| assert_eq!(t.face(*e), f)).count());
        assert_eq!(faces.sum::<usize>(), 2 * t.edges());
        let vertices = (0..t.vertices() as u32)
            .map(|v| t.vertex_edges(v).take(99).inspect(|e| assert_eq!(t.origin(*e), v)).count());
        assert_eq!(vertices.sum::<usize>(), 2 * t.edges());
    }
    assert_eq!(POINT.vertex_edges(0).next(), None);
}

#[test]
fn flat_triangles_are_segments_and_points() {
    let p = DVec3::new(0.5, -2.0, 1.0);
    assert_eq!(Small::triangle([p; 3]).facets().vertices().len(), 1);
    let line = Small::triangle([p * 2.0, p, p * 4.0]);
    assert_eq!(line.facets().vertices().len(), 2);
    assert_eq!(line.facets().vertices().get(0), p);
}
