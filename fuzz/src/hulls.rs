//! Hulls of any points are valid.
//!
//! `validate` compares each point with each face by exact predicates. The points are few, so that
//! each is near all others, and many of them are in line or in a plane.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::hull::{Hull2, Hull3, build2, build3, build3_with_report};
use clearance::number::Scalar;
use clearance::space::Vector;

use crate::bytes::Bytes;

/// More points make `validate` slow, and find no more.
const MOST: usize = 256;

/// Builds the hull of the points that the bytes describe, in one of the four types of vectors.
///
/// # Panics
/// Where the hull is not valid, or depends on the power of two that the points are scaled by.
pub fn hulls(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    match bytes.below(4) {
        0 => in_plane::<Vec2>(&mut bytes),
        1 => in_plane::<DVec2>(&mut bytes),
        2 => in_space::<Vec3>(&mut bytes),
        _ => in_space::<DVec3>(&mut bytes),
    }
}

/// Points on the lattice, scaled along the axes, each with an offset that may be a rounding.
fn points<V: Vector>(bytes: &mut Bytes<'_>) -> Vec<V> {
    let scale: [f64; 3] = [(); 3].map(|()| if bytes.below(4) == 0 { bytes.power() } else { 1.0 });
    let mut points = Vec::new();
    while !bytes.is_empty() && points.len() < MOST {
        points.push(V::from_fn(|i| V::Scalar::of(bytes.number() * scale[i])));
    }
    points
}

fn in_plane<V: Vector<Wide = DVec2>>(bytes: &mut Bytes<'_>) {
    let points = points::<V>(bytes);
    if let Ok(hull) = build2(&points) {
        hull.validate(&points).expect("a valid hull");
        let Hull2::Outline(outline) = hull else { return };
        assert!(outline.area() >= 0.0 && outline.centroid().is_finite(), "{outline:?}");
    }
}

fn in_space<V: Vector<Wide = DVec3>>(bytes: &mut Bytes<'_>) {
    let points = points::<V>(bytes);
    let Ok(hull) = build3(&points) else { return };
    hull.validate(&points).expect("a valid hull");
    let (same, report) = build3_with_report(&points).expect("the same hull");
    assert_eq!(same, hull);
    assert!(report.duplicates + report.inside + report.in_faces <= points.len(), "{report:?}");
    if let Hull3::Solid(solid) = hull {
        let mass = solid.mass();
        assert!(mass.volume >= 0.0 && mass.centroid.is_finite(), "{mass:?}");
        assert!(solid.inner_radius() <= solid.outer_radius());
    }
}
