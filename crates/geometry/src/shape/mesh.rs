//! Makes facets with neighbours from an indexed mesh, and chain segments from a list of points.
//!
//! ```text
//!     vertices, [0, 1, 2], [2, 1, 3]        facets 0-1-2, with 3 beyond the edge from 1 to 2,
//!                                           and 2-1-3, with 0 beyond the edge from 2 to 1
//! ```
//!
//! Two triangles are neighbours if they share two vertices *by number* and go along the shared edge in
//! opposite directions. Vertices with equal positions but different numbers do not connect triangles.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{ChainSegment, Facet};
use crate::Error;
use crate::space::Vector;

impl<V: Vector> Facet<V> {
    /// The facets of a mesh, in the order of its triangles. Each has the neighbours that share an edge with
    /// it. An edge without a second triangle is open.
    ///
    /// A triangle is three vertex numbers, counterclockwise seen from the front.
    ///
    /// ```
    /// use clearance::d3::{self, Facet, Pose, Sphere, Vec3};
    /// let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    /// let vertices = corners.map(|[x, y]| Vec3::new(x, y, 0.0));
    /// let square = Facet::from_mesh(&vertices, &[[0, 1, 2], [0, 2, 3]])?;
    /// assert_eq!(square[0].neighbours(), [None, None, Some(vertices[3])]);
    ///
    /// let (ball, at) = (Sphere::new(0.5)?, Pose::at(Vec3::new(0.6, 0.4, 0.49))?);
    /// let contact = d3::contact_manifold(&square[0], &Pose::IDENTITY, &ball, &at, 0.0).unwrap();
    /// assert_eq!(contact.normal, Vec3::Z);
    /// # Ok::<(), clearance::Error>(())
    /// ```
    ///
    /// # Errors
    /// Each error names the triangle: a vertex number out of range; collinear corners; an edge that more
    /// than two triangles share, or that two triangles go along in the same direction, so that their
    /// fronts do not agree; a vertex that is NaN, infinite or past
    /// [`Scalar::LARGEST`](crate::number::Scalar::LARGEST). Vertices that no triangle uses are not checked.
    pub fn from_mesh(vertices: &[V], triangles: &[[u32; 3]]) -> Result<Vec<Self>, Error> {
        let bad = |triangle: usize, why| Error::BadMesh { triangle, why };
        let mut facets = Vec::with_capacity(triangles.len());
        // For each edge, given by its vertices in order: the triangle, and the number of the edge in it.
        let mut edges: BTreeMap<(u32, u32), (usize, usize)> = BTreeMap::new();
        for (i, triangle) in triangles.iter().enumerate() {
            let corner = |v: u32| vertices.get(v as usize).copied();
            let [Some(a), Some(b), Some(c)] = triangle.map(corner) else {
                return Err(bad(i, "it names a vertex that does not exist"));
            };
            facets.push(Self::new([a, b, c]).map_err(|error| match error {
                Error::ZeroVector { .. } => bad(i, "its corners are on a line"),
                Error::NotFinite { .. } | Error::TooLarge { .. } => {
                    bad(i, "it has a vertex that is NaN, infinite or too large")
                }
                other => other,
            })?);
            for k in 0..3 {
                let edge = (triangle[k], triangle[(k + 1) % 3]);
                if edges.insert(edge, (i, k)).is_some() {
                    let why = "another triangle goes along one of its edges the same way, or more than two share it";
                    return Err(bad(i, why));
                }
            }
        }
        for (i, triangle) in triangles.iter().enumerate() {
            let beyond = |k: usize| {
                let back = edges.get(&(triangle[(k + 1) % 3], triangle[k]));
                // The corner that is not on the edge is the one after the edge's end.
                back.map(|&(j, edge)| vertices[triangles[j][(edge + 2) % 3] as usize])
            };
            facets[i] = facets[i].with_neighbours([beyond(0), beyond(1), beyond(2)])?;
        }
        Ok(facets)
    }
}

impl<V: Vector> ChainSegment<V> {
    /// The segments of a chain through these points, each with its neighbours. The front is on the right
    /// when going along the chain. A closed chain also connects the last point to the first; around a
    /// solid its points go counterclockwise.
    ///
    /// ```
    /// use clearance::d2::{ChainSegment, Vec2};
    /// let floor = [2.0, 1.0, 0.0].map(|x| Vec2::new(x, 0.0));
    /// let links = ChainSegment::chain(&floor, false)?;
    /// assert_eq!((links.len(), links[0].front()), (2, Vec2::Y));
    /// assert_eq!(links[0].neighbours(), [None, Some(floor[2])]);
    /// # Ok::<(), clearance::Error>(())
    /// ```
    ///
    /// # Errors
    /// Fewer than two points (three for a closed chain); NaN and infinities; two equal consecutive points.
    /// The last two kinds of errors name the point.
    pub fn chain(points: &[V], closed: bool) -> Result<Vec<Self>, Error> {
        let (count, least) = (points.len(), if closed { 3 } else { 2 });
        if count < least {
            return Err(Error::TooFew { what: "chain", least, count });
        }
        crate::space::finite_points("chain", points, u32::MAX as usize)?;
        let at = |i: isize| {
            let around = i.rem_euclid(count as isize);
            (closed || i == around).then(|| points[around as usize])
        };
        let links = if closed { count } else { count - 1 };
        let link = |i: usize| {
            let ends = [points[i], points[(i + 1) % count]];
            let segment = Self::new(ends).map_err(|error| match error {
                Error::ZeroVector { .. } => {
                    Error::SamePoint { what: "chain", index: (i + 1) % count }
                }
                other => other,
            })?;
            let i = i as isize;
            segment.with_neighbours([at(i - 1), at(i + 2)])
        };
        (0..links).map(link).collect()
    }
}
