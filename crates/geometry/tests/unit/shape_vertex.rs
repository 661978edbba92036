//! Tests of `shape::vertex`.

use std::vec::Vec;

use clearance_geometry::shape::Polygon;
use clearance_geometry::shape::vertex::*;
use clearance_geometry::space::Vector;
use glam::DVec2;

#[test]
fn climbing_finds_what_scanning_finds() {
    let ring: Vec<DVec2> = (0..97)
        .map(|i| libm::sincos(f64::from(i) * core::f64::consts::TAU / 97.0).into())
        .collect();
    let polygon = Polygon::new(ring).unwrap();
    assert_eq!(polygon.vertices().len(), 97);
    for k in 0..500_u32 {
        let (y, x) = libm::sincos(f64::from(k) * 0.7);
        let d = DVec2::new(x, y);
        let top = scan::<_, DVec2>(polygon.vertices(), d).point;
        let climbed = climb::<_, DVec2>(polygon.vertices(), d, k as usize % 97).point;
        assert_eq!(Vector::dot(top, d), Vector::dot(climbed, d));
    }
}
