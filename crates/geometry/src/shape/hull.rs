//! The convex hull of points. Its vertices give the support function, its faces the separating axes.
//!
//! Coplanar, collinear, duplicate and interior points are allowed, and so is a single point.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{
    Convex, Face, Identity, NO_ID, Vertex, View, around, kind, reach_of, scan, support_by_formula,
};
use crate::Error;
use crate::hull::{Built, Hull2, Hull3, Polyhedron, build};
use crate::number::Scalar;
use crate::space::{DVector, Vector, entry_points, finite_points};

/// The smallest convex shape around its points.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull<V: Vector> {
    points: Box<[V]>,
    built: Built,
    /// The vertices of a hull that is not solid, in the order of `built`. A solid hull stores its own.
    corners: Box<[V]>,
    center: V,
    reach: f64,
    identity: u64,
}

impl<V: Vector> Hull<V> {
    /// The most points a hull can have.
    pub const MOST: usize = crate::hull::MOST;

    /// The convex hull of one or more points in the local frame. Building it takes as long as thousands of
    /// queries, so keep it. For an indexed mesh, pass the vertices; the triangles are not needed,
    /// because the hull has its own exact faces, merged where they are coplanar.
    ///
    /// # Errors
    /// No points, more than [`Hull::MOST`] points, NaN and infinities, coordinates past
    /// [`Scalar::LARGEST`](crate::number::Scalar::LARGEST).
    #[inline]
    pub fn new(points: impl Into<Vec<V>>) -> Result<Self, Error> {
        V::enter::<HullEntry>(points.into())
    }
    fn of(points: Vec<V>) -> Result<Self, Error> {
        finite_points("hull", &points, Self::MOST)?;
        let share = V::Scalar::of(1.0 / points.len() as f64);
        let center = points.iter().fold(V::ZERO, |sum, p| sum + *p * share);
        let built = build(&points)?;
        let corners = corners(&built).into();
        let (reach, identity) = (reach_of(&points), Identity::of(kind::HULL).points(&points));
        let (points, identity) = (points.into(), identity.number());
        Ok(Self { center, reach, identity, points, built, corners })
    }
    /// All given points, in the local frame and in the given order, including interior ones.
    pub fn points(&self) -> &[V] {
        &self.points
    }
    /// The vertices, in the local frame. Points inside the hull, inside a face or on an edge are left out.
    /// The index of a vertex is its number in [`Convex::vertex`] and in contacts.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = V> {
        let count = self.solid().map_or(self.corners.len(), |solid| solid.vertices().len());
        (0..count as u32).map(|id| match self.solid() {
            Some(solid) => point(solid.vertices().get(id)),
            None => self.corners[id as usize],
        })
    }
    /// The faces, in the order of their numbers. Each is given by the numbers of its vertices,
    /// counterclockwise seen from outside. A flat hull in 3D has two faces, front and back. Points,
    /// segments and 2D hulls have none; the vertices of a 2D hull are its outline, counterclockwise.
    ///
    /// ```
    /// use clearance::d3::{Hull, Vec3};
    /// let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::splat(0.1)];
    /// let hull = Hull::new(corners)?;
    /// let vertices: Vec<Vec3> = hull.vertices().collect();
    /// assert_eq!((hull.points().len(), vertices.len(), hull.faces().count()), (5, 4, 4));
    /// for face in hull.faces() {
    ///     let [a, b, c] = face.map(|v| vertices[v as usize]).collect::<Vec<_>>()[..] else { panic!() };
    ///     let outward = (b - a).cross(c - a);
    ///     assert!(outward.dot(a - Vec3::splat(0.1)) > 0.0);
    /// }
    /// # Ok::<(), clearance::Error>(())
    /// ```
    pub fn faces(&self) -> impl Iterator<Item = impl Iterator<Item = u32>> {
        let topology = match &self.built {
            Built::Space(Hull3::Solid(solid)) => Some(solid.topology()),
            Built::Space(Hull3::Flat(flat)) => Some(flat.facets().topology()),
            _ => None,
        };
        let is_flat = self.solid().is_none();
        topology.into_iter().flat_map(move |topology| {
            let last = topology.faces() as u32 - 1;
            // Between the front and the back of a flat hull are faces of the rim, which have no area.
            let step = if is_flat { last as usize } else { 1 };
            (0..=last)
                .step_by(step)
                .map(move |face| topology.face_edges(face).map(move |edge| topology.origin(edge)))
        })
    }
    #[inline]
    fn solid(&self) -> Option<&Polyhedron<glam::DVec3>> {
        match &self.built {
            Built::Space(Hull3::Solid(solid)) => Some(solid),
            _ => None,
        }
    }
    #[inline]
    fn formula<W: Vector<Wide = V::Wide>>(&self, direction: W, hint: u32) -> Vertex<W> {
        if let Some(solid) = self.solid() {
            let along = glam::DVec3::from_fn(|i| direction.get(i).to_f64());
            let id = solid.support(along);
            return Vertex { point: point(solid.vertices().get(id)), id };
        }
        if V::DIM == 2 {
            around(&self.corners, direction, hint)
        } else {
            scan(&self.corners, direction)
        }
    }
}

entry_points! {
    /// Builds a hull in this library: a caller would compile all of it again.
    HullEntry<>(points: Vec<V>) -> Result<Hull<V>, Error> { Hull::of(points) }
}

/// The vertices of a hull that is not solid; none for a solid one.
fn corners<V: Vector>(built: &Built) -> Vec<V> {
    match built {
        Built::Plane(Hull2::Point(p)) => [*p].map(point).into(),
        Built::Plane(Hull2::Segment(ends)) => ends.map(point).into(),
        Built::Plane(Hull2::Outline(outline)) => {
            outline.vertices().iter().copied().map(point).collect()
        }
        Built::Space(Hull3::Point(p)) => [*p].map(point).into(),
        Built::Space(Hull3::Segment(ends)) => ends.map(point).into(),
        Built::Space(Hull3::Flat(flat)) => flat.vertices().iter().copied().map(point).collect(),
        Built::Space(Hull3::Solid(_)) => Vec::new(),
    }
}

/// Converts a point to another vector type.
#[inline]
fn point<V: DVector, W: Vector>(p: V) -> W {
    W::from_fn(|i| Scalar::of(p.get(i)))
}

impl<V: Vector> Convex for Hull<V> {
    type V = V;
    support_by_formula!();
    fn center(&self) -> V {
        self.center
    }
    fn vertex(&self, id: u32) -> Option<V> {
        match self.solid() {
            Some(solid) if (id as usize) < solid.vertices().len() => {
                Some(point(solid.vertices().get(id)))
            }
            Some(_) => None,
            None => self.corners.get(id as usize).copied(),
        }
    }
    fn reach(&self) -> f64 {
        self.reach
    }
    fn built(&self) -> Option<&Built> {
        Some(&self.built)
    }
    fn face(&self, direction: V::Wide, face: &mut Face<V::Wide>) {
        let vertex = |id: u32| Vertex { point: self.corners[id as usize].widen(), id };
        match &self.built {
            Built::Space(Hull3::Solid(solid)) => face.set_facet_along(&solid.facets(), direction),
            Built::Space(Hull3::Flat(flat)) => face.set_facet_along(&flat.facets(), direction),
            Built::Space(Hull3::Segment(_)) => face.set_edge([0, 1].map(vertex), 0, direction),
            Built::Space(Hull3::Point(_)) => face.set_point(vertex(0), direction),
            Built::Plane(_) => {
                let top = self.support_wide(direction, NO_ID).id;
                face.set_ring(&self.corners, top, direction);
            }
        }
    }
    fn identity(&self) -> Option<u64> {
        Some(self.identity)
    }
    fn view(&self) -> View<'_, V> {
        View::Vertices(&self.points)
    }
}
