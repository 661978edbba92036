//! A flat hull in space: a polygon and its plane, in the local frame.

use alloc::boxed::Box;
use alloc::vec::Vec;

use glam::{DVec2, DVec3};

use super::exact::{chain, shadow};
use super::outline::moments;
use super::planes::{area, unit};
use crate::number::Scalar;
use crate::space::Vector;

/// The hull of points that are exactly in one plane, but not on one line.
///
/// It has two sides. The front has the normal, and its plane is `normal . x = offset`; the back
/// has the opposite normal.
#[derive(Clone, Debug, PartialEq)]
pub struct Flat<V: Vector> {
    vertices: Box<[V]>,
    normal: V,
    offset: V::Scalar,
    error: V::Scalar,
    area: f64,
    centroid: DVec3,
}

impl<V: Vector<Wide = DVec3>> Flat<V> {
    /// The corners: exactly the extreme points, counterclockwise seen from the front.
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }
    /// Of length 1 to rounding. Its largest coordinate is positive.
    pub fn normal(&self) -> V {
        self.normal
    }
    /// The largest height of all vertices along the normal as stored, rounded up.
    pub fn offset(&self) -> V::Scalar {
        self.offset
    }
    /// No vertex is farther than this below the plane.
    pub fn error(&self) -> V::Scalar {
        self.error
    }
    /// In the square of the unit of length.
    pub fn area(&self) -> f64 {
        self.area
    }
    /// The centroid of the area, in the local frame.
    pub fn centroid(&self) -> DVec3 {
        self.centroid
    }

    /// From normalised points of one plane, that of the three.
    pub(super) fn of(points: &[DVec3], three: [usize; 3], size: f64) -> Self {
        // The shadow on the coordinate plane that the polygon is most parallel to.
        let across = area(three.iter().map(|i| points[*i]));
        let axis = (1..3).fold(0, |m, i| if across[i].abs() > across[m].abs() { i } else { m });
        let shadows: Vec<DVec2> = points.iter().map(|p| shadow(*p, axis)).collect();
        let outline = chain(&shadows);
        let corners: Vec<DVec3> = outline.iter().map(|i| points[*i]).collect();
        let narrow: V = V::narrow(unit(area(corners.iter().copied())));
        let normal = narrow.widen();

        let reach = corners.iter().map(|p| p.length()).fold(0.0, f64::max);
        // As for the faces of a polyhedron.
        let rounding = 2.0 * f64::EPSILON * reach;
        let heights = corners.iter().map(|p| normal.dot(*p));
        let (low, high) = heights
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), h| (low.min(h), high.max(h)));
        let offset = V::Scalar::above((high + rounding) * size);
        let thickness = offset.to_f64() / size - low + rounding;

        let flat: Vec<DVec2> = outline.iter().map(|i| shadows[*i]).collect();
        let (shadow_area, at, _) = moments(&flat);
        let middle = corners.iter().fold(DVec3::ZERO, |sum, p| sum + *p) / corners.len() as f64;
        // The height above the shadow at which the plane through the middle passes.
        let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut centroid = DVec3::ZERO;
        (centroid[j], centroid[k]) = (at.x, at.y);
        let slope = normal[j] * (at.x - middle[j]) + normal[k] * (at.y - middle[k]);
        centroid[axis] = middle[axis] - slope / normal[axis];
        Self {
            vertices: corners.iter().map(|p| V::narrow(*p * size)).collect(),
            normal: narrow,
            offset,
            error: V::Scalar::above(thickness * size),
            area: shadow_area / normal[axis].abs() * size * size,
            centroid: centroid * size,
        }
    }
}
