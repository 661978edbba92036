//! The convex hull of points, built: support by its vertices, faces for separating axis tests.
//!
//! Flat, collinear and single points are legal, as are duplicates and points inside.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{
    Convex, Face, Identity, NO_ID, Vertex, View, around, kind, reach_of, scan, support_by_formula,
};
use crate::Error;
use crate::hull::{Built, Hull2, Hull3, Polyhedron, build};
use crate::number::Scalar;
use crate::space::{Vector, finite_points};

/// The smallest convex shape around its points.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull<V: Vector> {
    points: Box<[V]>,
    built: Built,
    /// The vertices in the order of the built hull; a solid one keeps its own.
    corners: Box<[V]>,
    center: V,
    reach: f64,
    identity: u64,
}

impl<V: Vector> Hull<V> {
    /// The most points a hull can have.
    pub const MOST: usize = crate::hull::MOST;

    /// The hull of at least one point, in the local frame. Building it takes the time of
    /// thousands of queries: keep it. Of an indexed mesh give the vertices: its triangles would say no
    /// more, as the hull has faces of its own, exact and merged where they are in one plane.
    ///
    /// # Errors
    /// No points, too many, NaN and infinities, coordinates past
    /// [`Scalar::LARGEST`](crate::number::Scalar::LARGEST).
    pub fn new(points: impl Into<Vec<V>>) -> Result<Self, Error> {
        let points = points.into();
        finite_points("hull", &points, Self::MOST)?;
        let share = V::Scalar::of(1.0 / points.len() as f64);
        let center = points.iter().fold(V::ZERO, |sum, p| sum + *p * share);
        let built = build(&points)?;
        let corners = corners(&built).into();
        let (reach, identity) = (reach_of(&points), Identity::of(kind::HULL).points(&points));
        let (points, identity) = (points.into(), identity.number());
        Ok(Self { center, reach, identity, points, built, corners })
    }
    /// The points as given, in the local frame, in the order given: also those inside.
    pub fn points(&self) -> &[V] {
        &self.points
    }
    /// The vertices, in the local frame: points that are inside, in a face or on an edge are left out.
    /// Their numbers are those of [`Convex::vertex`] and of contacts.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = V> {
        let count = self.solid().map_or(self.corners.len(), |solid| solid.vertices().len());
        (0..count as u32).map(|id| match self.solid() {
            Some(solid) => point(solid.vertices().get(id)),
            None => self.corners[id as usize],
        })
    }
    /// The faces of a solid hull, in the order of their numbers: of each the numbers of its vertices,
    /// counterclockwise seen from outside. A flat hull in space has its front and its back. Points,
    /// segments and hulls of the plane have none; in the plane the vertices are the outline,
    /// counterclockwise.
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
            // Between front and back a flat hull has sides, which have no area.
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

/// The corners of a hull that is not solid.
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

/// The same point in another type of vectors.
#[inline]
fn point<V: Vector<Scalar = f64>, W: Vector>(p: V) -> W {
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
