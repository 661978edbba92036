//! A flat hull in 3D: a polygon and its plane, in the local frame.

use alloc::boxed::Box;
use alloc::vec::Vec;

use glam::{DVec2, DVec3};

use super::exact::{chain, projection, steepest};
use super::facets::Facets;
use super::lanes::{Lanes, padded};
use super::outline::moments;
use super::planes::{area, mean, reach, unit};
use super::small::flat_slack;
use super::support::{extremes, outposts};
use super::topology::HalfEdges;
use crate::number::Scalar;
use crate::space::Vector;

/// The hull of points that are exactly in one plane, but not on one line.
///
/// It has two sides. The front has the normal, and its plane is `normal . x = offset`; the back
/// has the opposite normal.
#[derive(Clone, Debug, PartialEq)]
pub struct Flat<V: Vector> {
    vertices: Box<[V]>,
    columns: Lanes<V>,
    edges: HalfEdges,
    normals: Lanes<V>,
    offsets: Box<[V::Scalar]>,
    extremes: Lanes<V>,
    slack: f64,
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
    /// A unit vector up to rounding. Its largest coordinate is positive.
    pub fn normal(&self) -> V {
        self.normal
    }
    /// The largest height of all vertices along the stored normal, rounded up.
    pub fn offset(&self) -> V::Scalar {
        self.offset
    }
    /// A bound on the distance of a vertex below the plane.
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

    /// Makes the hull of normalised points of one plane, which contains the points `three`.
    pub(super) fn of(points: &[DVec3], three: [usize; 3], size: f64) -> Self {
        // The projection onto the coordinate plane that is the most parallel to the polygon.
        let across = area(three.iter().map(|i| points[*i]));
        let axis = steepest(across);
        let projections: Vec<DVec2> = points.iter().map(|p| projection(*p, axis)).collect();
        let outline = chain(&projections);
        let corners: Vec<DVec3> = outline.iter().map(|i| points[*i]).collect();
        let narrow: V = V::narrow(unit(area(corners.iter().copied())));
        let normal = narrow.widen();

        // The same as for the faces of a polyhedron.
        let rounding = 2.0 * f64::EPSILON * reach(&corners, DVec3::ZERO);
        let heights = corners.iter().map(|p| normal.dot(*p));
        let (low, high) = heights
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), h| (low.min(h), high.max(h)));
        let offset = V::Scalar::above((high + rounding) * size);
        let thickness = offset.to_f64() / size - low + rounding;

        let sides = Sides::of(&corners, normal);
        let normals: Vec<DVec3> =
            [normal].into_iter().chain(sides.normals).chain([-normal]).collect();
        let normals: Vec<V> = normals.into_iter().map(V::narrow).collect();
        let back = V::Scalar::above((rounding - low) * size);
        let tops = sides.offsets.iter().map(|top| V::Scalar::above(top * size));
        let offsets = padded([offset].into_iter().chain(tops).chain([back]));

        let flat: Vec<DVec2> = outline.iter().map(|i| projections[*i]).collect();
        let (shadow_area, at, _) = moments(&flat);
        let middle = mean(&corners);
        // The height above the projection at which the plane through the middle passes.
        let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut centroid = DVec3::ZERO;
        (centroid[j], centroid[k]) = (at.x, at.y);
        let slope = normal[j] * (at.x - middle[j]) + normal[k] * (at.y - middle[k]);
        centroid[axis] = middle[axis] - slope / normal[axis];
        let vertices: Box<[V]> = corners.iter().map(|p| V::narrow(*p * size)).collect();
        Self {
            columns: Lanes::new(&vertices),
            edges: pillow(vertices.len() as u32),
            extremes: outposts(&vertices, &extremes(&corners)),
            vertices,
            normals: Lanes::new(&normals),
            offsets,
            slack: flat_slack(sides.thick.max(thickness), sides.inner, sides.outer) * size,
            normal: narrow,
            offset,
            error: V::Scalar::above(thickness * size),
            area: shadow_area / normal[axis].abs() * size * size,
            centroid: centroid * size,
        }
    }
}

impl Flat<DVec3> {
    /// The view for separating axis tests: face 0 is the front, the last face is the back, and face k + 1
    /// is the side at the edge that begins at vertex k.
    #[inline(always)]
    pub fn facets(&self) -> Facets<'_> {
        Facets {
            topology: self.edges.topology(),
            vertices: self.columns.columns(),
            normals: self.normals.columns(),
            offsets: &self.offsets,
            extremes: self.extremes.columns(),
            climbs: None,
            slack: self.slack,
            fullness: 0.0,
            inner: 0.0,
            center: self.centroid,
        }
    }
}

/// The planes through the edges of a flat polygon, perpendicular to it.
struct Sides {
    normals: Vec<DVec3>,
    offsets: Vec<f64>,
    /// A bound on the distance of an end of an edge below the plane of its side.
    thick: f64,
    /// The radii of the circles inside and around, about the middle.
    inner: f64,
    outer: f64,
}

impl Sides {
    fn of(corners: &[DVec3], front: DVec3) -> Self {
        let rounding = 4.0 * f64::EPSILON * reach(corners, DVec3::ZERO);
        let middle = mean(corners);
        let outer = reach(corners, middle);
        let (mut normals, mut offsets) = (Vec::new(), Vec::new());
        let (mut thick, mut inner) = (0.0, f64::INFINITY);
        for (k, from) in corners.iter().enumerate() {
            let to = corners[(k + 1) % corners.len()];
            let normal = unit((to - *from).cross(front));
            let ends = normal.dot(*from).min(normal.dot(to));
            let all = corners.iter().map(|p| normal.dot(*p));
            let top = all.fold(f64::NEG_INFINITY, f64::max) + rounding;
            thick = f64::max(thick, top - ends + rounding);
            inner = f64::min(inner, top - 2.0 * rounding - normal.dot(middle));
            normals.push(normal);
            offsets.push(top);
        }
        Self { normals, offsets, thick, inner: inner - thick, outer }
    }
}

/// The half-edges of a flat polygon with a side at each edge: edge k runs along the front from vertex k,
/// edge count + k along the back.
pub fn pillow(count: u32) -> HalfEdges {
    let (after, before) = (|k: u32| (k + 1) % count, |k: u32| (k + count - 1) % count);
    let (front, side, back) = (0, |k: u32| k + 1, count + 1);
    let (along, below) = (|k: u32| 2 * k, |k: u32| 2 * (count + k));
    let pairs = |f: &dyn Fn(u32) -> [u32; 2]| (0..count).flat_map(f).collect::<Vec<u32>>();
    let ends = pairs(&|k| [k, after(k)]);
    HalfEdges {
        origin: [&ends[..], &ends].concat().into(),
        next: [
            pairs(&|k| [along(after(k)), below(k)]),
            pairs(&|k| [along(k) + 1, below(before(k)) + 1]),
        ]
        .concat()
        .into(),
        face: [pairs(&|k| [front, side(k)]), pairs(&|k| [side(k), back])].concat().into(),
        of_face: [front]
            .into_iter()
            .chain((0..count).map(|k| along(k) + 1))
            .chain([below(0) + 1])
            .collect(),
        of_vertex: (0..count).map(along).collect(),
    }
}
