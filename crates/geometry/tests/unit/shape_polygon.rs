//! Tests of `shape::polygon`.

use std::vec::Vec;

use clearance_geometry::Error;
use clearance_geometry::shape::polygon::*;
use clearance_geometry::space::Vector;
use glam::DVec2;

fn polygon(points: &[(f64, f64)]) -> Result<Polygon<DVec2>, Error> {
    Polygon::new(points.iter().map(|&(x, y)| DVec2::new(x, y)).collect::<Vec<_>>())
}

#[test]
fn orientation_duplicates_and_collinear_points_do_not_matter() {
    let square = polygon(&[(0., 0.), (1., 0.), (1., 1.), (0., 1.)]).unwrap();
    let untidy = polygon(&[
        (0., 1.),
        (0., 1.),
        (1., 1.),
        (1., 0.5),
        (1., 0.),
        (1., 0.),
        (0.5, 0.),
        (0., 0.),
        (0., 1.),
    ])
    .unwrap();
    assert_eq!(untidy.vertices().len(), 4);
    assert_eq!(square.vertices().len(), 4);
    let twice_area: f64 =
        (0..4).map(|i| Vector::wedge(untidy.vertices()[i], untidy.vertices()[(i + 1) % 4])).sum();
    assert_eq!(twice_area, 2.0, "counterclockwise");
}

#[test]
fn flat_outlines_are_segments_and_points() {
    assert_eq!(polygon(&[(1., 1.)]).unwrap().vertices().len(), 1);
    assert_eq!(polygon(&[(1., 1.), (1., 1.)]).unwrap().vertices().len(), 1);
    let flat = polygon(&[(0., 0.), (1., 1.), (3., 3.), (2., 2.)]).unwrap();
    assert_eq!(flat.vertices(), [DVec2::ZERO, DVec2::new(3., 3.)]);
}

#[test]
fn dents_bow_ties_stars_and_spikes_are_refused() {
    let star: Vec<(f64, f64)> =
        (0..5).map(|i| libm::sincos(f64::from(i) * 2.0 * 1.2566370614359172)).collect();
    for outline in [
        &[(0., 0.), (1., 1.), (1., 0.), (0., 1.)][..],
        &[(0., 0.), (4., 0.), (1., 1.), (0., 4.)],
        &[(0., 0.), (2., 0.), (1., 0.), (1., 1.)],
        &star,
    ] {
        assert!(matches!(polygon(outline), Err(Error::NotConvex { .. })), "{outline:?}");
    }
    assert!(matches!(polygon(&[]), Err(Error::Empty { .. })));
    assert!(matches!(polygon(&[(f64::NAN, 0.)]), Err(Error::NotFinite { .. })));
}
