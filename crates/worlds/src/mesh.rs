//! [`Mesh`] and [`Chain`]: triangles in 3D and segments in 2D, as shapes.
//!
//! A copy is cheap, because it shares the facets and the tree.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Deref;

use clearance_geometry::space::Vector;

use crate::surface::Surface;
use crate::{Error, Instance};

/// Segments in 2D: [`Chain::open`], [`Chain::closed`], [`Chain::of_segments`].
pub type Chain<V> = Mesh<V>;

/// Triangles in 3D ([`Mesh::new`]), or segments in 2D ([`Chain`]), in their local frame: a sheet, with no inside.
/// [`Solid`](crate::Solid) makes a volume of a closed one.
///
/// It cannot be changed, has all methods of [`Surface`], and a copy shares what is large.
///
/// ```
/// use clearance::{Chain, Mesh};
/// use glam::{Vec2, Vec3};
/// // A tetrahedron, with its front outside
/// let vertices = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
/// let mesh = Mesh::new(vertices, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
/// assert!(mesh.report().closed && mesh.report().oriented);
/// assert_eq!(mesh.bounds().max, Vec3::ONE);
/// assert_eq!(mesh.corners(3), [Vec3::Y, Vec3::ZERO, Vec3::Z]);
///
/// // A floor goes from right to left, so that its front is above.
/// let floor = Chain::open(vec![Vec2::X, Vec2::ZERO, Vec2::new(-1.0, 0.5)])?;
/// assert_eq!(floor.len(), 2);
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh<V: Vector> {
    pub(crate) instance: Instance<V>,
}

impl<V: Vector> Mesh<V> {
    /// A mesh of triangles. A triangle is three vertex numbers, counterclockwise seen from the front.
    ///
    /// # Errors
    /// Vectors of 2D; no triangles; a triangle that names a vertex that does not exist; vertices that are NaN,
    /// infinite or past [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST); more than 2^28 vertices or triangles.
    pub fn new(vertices: Vec<V>, triangles: Vec<[u32; 3]>) -> Result<Self, Error> {
        if V::DIM != 3 {
            return Err(Error::WrongDimension { what: "mesh", dim: V::DIM });
        }
        Self::checked("mesh", "triangle", vertices, triangles)
    }
}

impl<V: Vector> Chain<V> {
    /// The chain of segments from each vertex to the next.
    ///
    /// # Errors
    /// Vectors of 3D; fewer than two vertices; vertices that are NaN, infinite or past [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST); more
    /// than 2^28 vertices.
    pub fn open(vertices: Vec<V>) -> Result<Self, Error> {
        let last = (vertices.len() as u32).saturating_sub(1);
        let segments = (0..last).map(|i| [i, i + 1]).collect();
        Self::of_segments(vertices, segments)
    }

    /// Like [`Chain::open`], with a last segment from the last vertex to the first. Counterclockwise around an
    /// area the front is outside.
    ///
    /// # Errors
    /// The same as of [`Chain::open`].
    pub fn closed(vertices: Vec<V>) -> Result<Self, Error> {
        let count = vertices.len() as u32;
        let segments = if count < 2 { 0 } else { count };
        let segments = (0..segments).map(|i| [i, (i + 1) % count]).collect();
        Self::of_segments(vertices, segments)
    }

    /// Segments in any order. A segment is two vertex numbers, with the front on the right of the way from the
    /// first to the second.
    ///
    /// # Errors
    /// Vectors of 3D; no segments; a segment that names a vertex that does not exist; vertices that are NaN,
    /// infinite or past [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST); more than 2^28 vertices or segments.
    pub fn of_segments(vertices: Vec<V>, segments: Vec<[u32; 2]>) -> Result<Self, Error> {
        if V::DIM != 2 {
            return Err(Error::WrongDimension { what: "chain", dim: V::DIM });
        }
        let facets = segments.into_iter().map(|[i, j]| [i, j, j]).collect();
        Self::checked("chain", "segment", vertices, facets)
    }
}

impl<V: Vector> Mesh<V> {
    fn checked(
        what: &'static str,
        facet: &'static str,
        vertices: Vec<V>,
        facets: Vec<[u32; 3]>,
    ) -> Result<Self, Error> {
        Ok(Surface::of(what, facet, vertices, facets)?.into())
    }
    /// The facets and what is known of them.
    pub fn surface(&self) -> &Arc<Surface<V>> {
        self.instance.surface()
    }

    /// Mends what can be mended without guessing: merges equal vertices, drops doubled and degenerate facets,
    /// turns facets so that their fronts agree and are outside, and drops unused vertices. It fills no
    /// holes. Shells in other shells keep the side of their front, so that cavities remain cavities.
    ///
    /// Returns the surface, and sentences that say what was done; none if nothing was.
    ///
    /// ```
    /// use clearance::{Mesh, Solid};
    /// use glam::Vec3;
    /// let vertices = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    /// // The third triangle has its front inside.
    /// let mesh = Mesh::new(vertices, vec![[0, 2, 1], [0, 1, 3], [2, 1, 3], [2, 0, 3]])?;
    /// assert!(Solid::new(mesh.clone()).is_err());
    ///
    /// let (mended, done) = mesh.mended();
    /// assert_eq!(done, ["Turned 1 triangle so that the fronts of neighbours agree."]);
    /// assert!(Solid::new(mended).is_ok());
    /// # Ok::<(), clearance::Error>(())
    /// ```
    #[must_use]
    pub fn mended(&self) -> (Self, Vec<String>) {
        let (mended, done) = self.surface().mended();
        (mended.map_or_else(|| self.clone(), Self::from), done)
    }
}

impl<V: Vector> Deref for Mesh<V> {
    type Target = Surface<V>;
    fn deref(&self) -> &Surface<V> {
        self.surface()
    }
}

impl<V: Vector> From<Arc<Surface<V>>> for Mesh<V> {
    fn from(surface: Arc<Surface<V>>) -> Self {
        Self { instance: Instance::new(surface, false) }
    }
}

impl<V: Vector> From<Surface<V>> for Mesh<V> {
    fn from(surface: Surface<V>) -> Self {
        Arc::new(surface).into()
    }
}

impl<V: Vector> From<Mesh<V>> for Arc<Surface<V>> {
    fn from(mesh: Mesh<V>) -> Self {
        mesh.surface().clone()
    }
}
