//! Mass properties of shapes that have a volume, or in 2D an area.
//!
//! Shapes in 2D are laminas in the plane z = 0: the third diagonal entry of the inertia is that about the axis across
//! the plane, the sum of the other two.
//!
//! *Source.* The closed forms are those of any table of moments of inertia; a capsule's are a cylinder's and two half
//! balls', moved apart.

use core::f64::consts::PI;

use glam::{DMat3, DVec3};

use super::{Convex, Core, Operand, Shape, size_of};
use crate::hull::{Built, Hull2, Hull3, Mass, mass};
use crate::space::{DVector, Vector, plane, space};

impl<V: Vector> Shape<V> {
    /// Volume (in 2D area), centroid and inertia about the centroid, for a density of 1: for another one, multiply
    /// volume and inertia by it. In the local frame.
    ///
    /// `None` for shapes without a volume, half-spaces, custom shapes, and for rounded shapes other than balls and
    /// capsules, which have no short formula.
    ///
    /// ```
    /// use clearance::d3::{Cuboid, Shape, Vec3};
    /// let brick = Shape::from(Cuboid::new(Vec3::new(1.0, 2.0, 3.0))?).mass().unwrap();
    /// assert_eq!(brick.volume, 48.0);
    /// assert_eq!(brick.inertia.x_axis.x, 48.0 / 3.0 * (4.0 + 9.0));
    /// # Ok::<(), clearance::Error>(())
    /// ```
    pub fn mass(&self) -> Option<Mass> {
        let Operand::Convex(shape) = Operand::of(self) else { return None };
        let radius = size_of(shape.radius_wide());
        let flat = V::DIM == 2;
        match *shape.core() {
            Core::Point(center) if radius > 0.0 => Some(ball(space_of(center), radius, flat)),
            Core::Segment([a, b]) if radius > 0.0 => {
                Some(capsule([space_of(a), space_of(b)], radius, flat))
            }
            _ if radius > 0.0 => None,
            Core::Box(half) => Some(cuboid(space_of(half), flat)),
            Core::Ellipsoid(radii) => Some(ellipsoid(space_of(radii), flat)),
            Core::Cylinder { radius, half_height, axis } => {
                Some(cylinder(radius, half_height, axis))
            }
            Core::Cone { radius, half_height, axis } => Some(cone(radius, half_height, axis)),
            Core::Triangle(corners) if flat => area(&corners.map(space_of)),
            Core::Polytope { .. } => match shape.built()? {
                Built::Plane(Hull2::Outline(outline)) => {
                    let corners = outline.vertices().iter().map(|p| p.extend(0.0));
                    area(&corners.collect::<alloc::vec::Vec<_>>())
                }
                Built::Space(Hull3::Solid(solid)) => Some(*solid.mass()),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A vector in 3D; in 2D with z = 0.
fn space_of<W: DVector>(p: W) -> DVec3 {
    if W::DIM == 2 { plane(p).extend(0.0) } else { space(p) }
}

/// From the second moments along the axes, the integrals of x x, y y and z z about the centroid.
fn of_moments(volume: f64, centroid: DVec3, second: DVec3) -> Mass {
    let inertia = DMat3::from_diagonal(DVec3::splat(second.element_sum()) - second);
    Mass { volume, centroid, inertia }
}

fn ball(center: DVec3, r: f64, flat: bool) -> Mass {
    let mass = ellipsoid(if flat { DVec3::new(r, r, 0.0) } else { DVec3::splat(r) }, flat);
    Mass { centroid: center, ..mass }
}

fn cuboid(half: DVec3, flat: bool) -> Mass {
    let volume = if flat { 4.0 * half.x * half.y } else { 8.0 * half.x * half.y * half.z };
    of_moments(volume, DVec3::ZERO, half * half * (volume / 3.0))
}

fn ellipsoid(radii: DVec3, flat: bool) -> Mass {
    let (volume, share) = if flat {
        (PI * radii.x * radii.y, 4.0)
    } else {
        (4.0 / 3.0 * PI * radii.x * radii.y * radii.z, 5.0)
    };
    of_moments(volume, DVec3::ZERO, radii * radii * (volume / share))
}

fn cylinder(radius: f64, half_height: f64, axis: usize) -> Mass {
    let volume = 2.0 * PI * radius * radius * half_height;
    let mut second = DVec3::splat(volume * radius * radius / 4.0);
    second[axis] = volume * half_height * half_height / 3.0;
    of_moments(volume, DVec3::ZERO, second)
}

fn cone(radius: f64, half_height: f64, axis: usize) -> Mass {
    let height = 2.0 * half_height;
    let volume = PI * radius * radius * height / 3.0;
    let mut second = DVec3::splat(volume * radius * radius * 3.0 / 20.0);
    second[axis] = volume * height * height * 3.0 / 80.0;
    let mut centroid = DVec3::ZERO;
    // A quarter of the height above the base.
    centroid[axis] = -half_height / 2.0;
    of_moments(volume, centroid, second)
}

fn capsule([a, b]: [DVec3; 2], r: f64, flat: bool) -> Mass {
    let (way, length) = (b - a, (b - a).length());
    let half = length / 2.0;
    // A cylinder or rectangle in the middle, and the two halves of a ball or disc. Along: about the centroid; a half
    // ball's own second moment, moved by `half`, with its first moment.
    let (middle, ends, across, along) = if flat {
        let (middle, ends) = (2.0 * r * length, PI * r * r);
        let across = middle * r * r / 3.0 + ends * r * r / 4.0;
        let first = 4.0 / 3.0 * r * r * r;
        let along =
            middle * half * half / 3.0 + ends * (r * r / 4.0 + half * half) + 2.0 * half * first;
        (middle, ends, across, along)
    } else {
        let (middle, ends) = (PI * r * r * length, 4.0 / 3.0 * PI * r * r * r);
        let across = middle * r * r / 4.0 + ends * r * r / 5.0;
        let first = PI / 2.0 * r * r * r * r;
        let along =
            middle * half * half / 3.0 + ends * (r * r / 5.0 + half * half) + 2.0 * half * first;
        (middle, ends, across, along)
    };
    let axis = if length > 0.0 { way / length } else { DVec3::X };
    // Second moments: `along` for the axis, `across` for all directions across it that have an extent.
    let outer = DMat3::from_cols(axis * axis.x, axis * axis.y, axis * axis.z);
    let extent = DMat3::from_diagonal(if flat { DVec3::new(1.0, 1.0, 0.0) } else { DVec3::ONE });
    let second = extent * across + outer * (along - across);
    let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
    let inertia = DMat3::from_diagonal(DVec3::splat(trace)) - second;
    Mass { volume: middle + ends, centroid: (a + b) * 0.5, inertia }
}

/// Of a polygon in 2D with these corners, in order.
fn area(corners: &[DVec3]) -> Option<Mass> {
    let inside = corners.iter().sum::<DVec3>() / corners.len() as f64;
    let next = |i: usize| corners[(i + 1) % corners.len()];
    let turn: f64 =
        (0..corners.len()).map(|i| (corners[i] - inside).cross(next(i) - inside).z).sum();
    let edge = |i: usize| {
        if turn < 0.0 { [next(i), corners[i], inside] } else { [corners[i], next(i), inside] }
    };
    let found = mass(2, (0..corners.len()).map(edge), inside);
    (found.volume > 0.0).then_some(found)
}
