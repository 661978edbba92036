//! A convex polyhedron with its planes, lanes, balls, mass and seeds, in the local frame.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::f64::consts::PI;

use glam::DVec3;

use super::ball::{Plane, center, depth};
use super::facets::{Facets, support};
use super::lanes::{Lanes, Narrow, padded};
use super::mass::{Mass, mass};
use super::merge::merge;
use super::mesh::Mesh;
use super::planes::{Neighbours, mean, reach};
use super::quickhull::Triangle;
use super::support::{Climbs, EXTREMES, extremes, highest, outposts};
use super::topology::{HalfEdges, Topology};
use crate::Error;
use crate::number::Scalar;
use crate::space::Vector;

/// A solid hull.
///
/// Its vertices are exactly the extreme points of the input, in the order of the input. Faces are
/// polygons; faces that only rounding separates have been joined. Every face has a plane, and no vertex
/// is outside of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron<V: Vector> {
    edges: HalfEdges,
    vertices: Lanes<V>,
    narrow: Narrow,
    normals: Lanes<V>,
    offsets: Box<[V::Scalar]>,
    error: V::Scalar,
    center: V,
    inner: V::Scalar,
    outer: V::Scalar,
    mass: Mass,
    extremes: [u32; EXTREMES],
    /// The coordinates of the extreme vertices; for small hulls, of all vertices.
    outposts: Lanes<V>,
    climbs: Option<Climbs>,
    slack: f64,
    fullness: f64,
}

impl<V: Vector<Wide = DVec3>> Polyhedron<V> {
    /// Vertices, edges and faces, without coordinates.
    pub fn topology(&self) -> Topology<'_> {
        self.edges.topology()
    }
    /// The vertices, as arrays of coordinates.
    pub fn vertices(&self) -> &Lanes<V> {
        &self.vertices
    }
    /// The vertices in `f32`.
    pub fn narrow(&self) -> &Narrow {
        &self.narrow
    }
    /// The outward unit normals of the faces, up to rounding, as arrays of coordinates. They are the
    /// points of the Gauss map, and [`Topology::arc`] connects them.
    pub fn normals(&self) -> &Lanes<V> {
        &self.normals
    }
    /// For each face the largest height of all vertices along the stored normal, rounded up. Padded like
    /// the normals. A plane is `normal . x = offset`.
    pub fn offsets(&self) -> &[V::Scalar] {
        &self.offsets
    }
    /// A bound on the distance of a face's vertex below the plane of the face.
    ///
    /// It is a few roundings of the size of the input. The vertices span the exact hull. Along the normal
    /// of a face, the offset is above the exact hull by at most this. The planes together may be farther
    /// from the hull at sharp edges and corners.
    pub fn error(&self) -> V::Scalar {
        self.error
    }
    /// The centre of a ball inside, about the largest possible. If its radius is 0, the hull may be thinner
    /// than the rounding of this point, which is then inside up to rounding.
    pub fn center(&self) -> V {
        self.center
    }
    /// The radius of the ball inside, rounded down: the ball is inside the exact hull. 0 if the hull is
    /// thinner than its rounding.
    pub fn inner_radius(&self) -> V::Scalar {
        self.inner
    }
    /// The radius of the ball with the same centre around all vertices, rounded up.
    pub fn outer_radius(&self) -> V::Scalar {
        self.outer
    }
    /// Volume, centroid and inertia for density 1.
    pub fn mass(&self) -> &Mass {
        &self.mass
    }
    /// The farthest vertices along x, -x, y, -y, z, -z and the diagonals of a cube, in the order +++,
    /// ++-, +-+ and so on. A vertex may occur more than once.
    pub fn extremes(&self) -> &[u32; EXTREMES] {
        &self.extremes
    }
    /// A vertex that is about the farthest along a direction of any length, from which to start climbing.
    /// From 64 vertices on it comes from a table; below, it is the farthest of the extreme vertices.
    pub fn seed(&self, direction: V) -> u32 {
        let height = |i: u32| self.height(self.extremes[i as usize], direction);
        match &self.climbs {
            Some(climbs) => climbs.near(direction.widen()),
            None => self.extremes[highest(EXTREMES as u32, height) as usize],
        }
    }
    /// The farthest vertex along a direction of any length, up to rounding. Climbs along the edges of the
    /// exact hull from the vertex `start`. Of small hulls, all vertices are tested.
    pub fn climb(&self, direction: V, start: u32) -> u32 {
        match &self.climbs {
            Some(climbs) => climbs.farthest(self.vertices.all(), direction, start),
            None => highest(self.vertices.len() as u32, |v| self.height(v, direction)),
        }
    }
    fn height(&self, vertex: u32, direction: V) -> f64 {
        self.vertices.get(vertex).dot(direction).to_f64()
    }

    /// Makes a polyhedron from the exact surface of normalised points.
    pub(super) fn of(surface: Vec<Triangle>, points: &[DVec3], size: f64) -> Result<Self, Error> {
        let mut mesh = Mesh::of(&surface, points)?;
        drop(surface);
        let largest = mesh.points.iter().map(|p| p.max_abs()).fold(0.0, f64::max);
        let mut planes = merge(&mut mesh, THICKNESS * V::Scalar::EPSILON.to_f64() * largest);
        let (edges, faces) = HalfEdges::of(&mesh);

        let (mut normals, mut tops) = (Vec::<V>::new(), Vec::<V::Scalar>::new());
        normals.reserve_exact(faces.len());
        tops.reserve_exact(faces.len());
        let mut error: f64 = 0.0;
        for slab in planes.slabs(&mesh, &faces, |normal| V::narrow(normal).widen()) {
            let top = V::Scalar::above(slab.top * size);
            error = error.max(top.to_f64() / size - slab.bottom);
            normals.push(V::narrow(slab.normal));
            tops.push(Error::finite("plane of a hull", top)?);
        }
        let vertices: Vec<V> = mesh.points.iter().map(|p| V::narrow(*p * size)).collect();
        // If no faces were joined, the mesh is still the exact hull.
        let near = planes.near.take().unwrap_or_else(|| Neighbours::of(&mesh));
        let extremes = extremes(&mesh.points);
        let climbs = Climbs::of(near, &mesh.points, size, V::Scalar::EPSILON.to_f64());
        let mass = Self::mass_of(&mesh);
        let mut hull = Self {
            vertices: Lanes::new(&vertices),
            narrow: Narrow::new(&mesh.points, size),
            normals: Lanes::new(&normals),
            offsets: padded(tops.into_iter()),
            error: V::Scalar::above(error * (1.0 + f64::EPSILON) * size),
            center: V::ZERO,
            inner: V::Scalar::ZERO,
            outer: V::Scalar::ZERO,
            mass: mass.scaled(3, size),
            fullness: 0.0,
            outposts: outposts(&vertices, &extremes),
            extremes,
            edges,
            climbs,
            slack: f64::INFINITY,
        };
        hull.place_balls(&mesh.points, size);
        let outer = hull.outer.to_f64() / size;
        hull.fullness = mass.volume / (4.0 / 3.0 * PI * outer * outer * outer);
        hull.slack = slack(hull.error.to_f64(), hull.inner.to_f64(), hull.outer.to_f64());
        Ok(hull)
    }

    fn mass_of(mesh: &Mesh) -> Mass {
        let fans = mesh.alive().flat_map(|f| {
            let mut outline = mesh.outline(f);
            let apex = outline.next().unwrap_or_default();
            let mut from = outline.next().unwrap_or_default();
            outline.map(move |to| [apex, core::mem::replace(&mut from, to), to])
        });
        mass(3, fans, mean(&mesh.points))
    }

    /// Computes the balls inside and around, from normalised vertices.
    ///
    /// *Why the ball is inside.* Let e be `error`, and let the ball's centre c be deeper than r + e below
    /// every plane. Assume that a point of the ball is outside of the exact hull. From a point z of the
    /// hull, it would be seen through some point y of the hull's surface. y is between vertices of a
    /// face, so at most e below its plane. But all points of the ball, and z if it is well chosen, are
    /// deeper than e, and so is y, which is between the two.
    fn place_balls(&mut self, points: &[DVec3], size: f64) {
        let plane = |(normal, offset): (V, &V::Scalar)| {
            let normal = normal.widen();
            let length = normal.length();
            Plane { normal: normal / length, offset: offset.to_f64() / size / length }
        };
        let planes: Vec<Plane> = self.normals.iter().zip(&self.offsets).map(plane).collect();
        let farthest = reach(points, DVec3::ZERO);
        // The roundings of normal, offset and product, each below 2^-53 of the reach: at most eight of
        // them, and as many for the error.
        let e = self.error.to_f64() / size + 8.0 * f64::EPSILON * farthest;
        let inside = mean(points);
        self.center = V::narrow(center(&planes, inside, farthest) * size);
        let at = self.center.widen() / size;
        if depth(&planes, inside).0 > e {
            let radius = (depth(&planes, at).0 - e).max(0.0);
            self.inner = V::Scalar::below(radius * size).max(V::Scalar::ZERO);
        }
        let far = reach(points, at);
        self.outer = V::Scalar::above(far * (1.0 + 4.0 * f64::EPSILON) * size);
    }
}

impl Polyhedron<DVec3> {
    /// The farthest vertex along a direction of any length, up to rounding.
    #[inline]
    pub fn support(&self, direction: DVec3) -> u32 {
        support(self.vertices.columns(), self.climbs.as_ref(), direction)
    }
    /// The view for separating axis tests.
    #[inline(always)]
    pub fn facets(&self) -> Facets<'_> {
        Facets {
            topology: self.topology(),
            vertices: self.vertices.columns(),
            normals: self.normals.columns(),
            offsets: &self.offsets,
            extremes: self.outposts.columns(),
            climbs: self.climbs.as_ref(),
            slack: self.slack,
            fullness: self.fullness,
            inner: self.inner,
            center: self.center,
        }
    }
}

/// The largest thickness of a face that was joined from several, in units of the type's epsilon times the
/// largest coordinate. A coordinate that was rounded a few times, for example by a rotation of a box, has
/// an error of up to 2 epsilons. With a larger value, edges of finely rounded parts vanish; with a
/// smaller one, rotated boxes keep diagonals across their sides.
const THICKNESS: f64 = 4.0;

/// See [`Facets::slack`].
pub(super) fn slack(error: f64, inner: f64, outer: f64) -> f64 {
    // The quotient is rounded, and so is the sum that it bounds.
    let steepest = if inner > 0.0 { outer / inner } else { f64::INFINITY };
    error * steepest * (1.0 + 16.0 * f64::EPSILON)
}
