//! [`Error`]: why an input was refused, and where.

/// Why a surface, a height field or a part of one was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number is NaN, infinite or too large, there are none or too many, or the dimension is wrong.
    #[error(transparent)]
    Geometry(#[from] clearance_geometry::Error),
    /// There are vertices, but no triangle or segment between them.
    #[error("a {what} needs at least one {facet}")]
    NoFacets {
        /// The kind of shape.
        what: &'static str,
        /// "triangle" or "segment".
        facet: &'static str,
    },
    /// A triangle or segment names a vertex that does not exist.
    #[error("{facet} {index} names vertex {vertex}, but there are {count} vertices")]
    NoVertex {
        /// "triangle" or "segment".
        facet: &'static str,
        /// The number of the triangle or segment.
        index: usize,
        /// The number of the vertex that it names.
        vertex: u32,
        /// The number of vertices.
        count: usize,
    },
    /// A factor is 0, NaN or infinite.
    #[error("a scale of {value} leaves no shape")]
    Scale {
        /// The factor.
        value: f64,
    },
    /// Convex shapes and compounds have no scale.
    #[error(
        "only surfaces are scaled: scale the sizes of a convex shape, and the parts of a compound"
    )]
    NotScaled,
    /// A compound without shapes.
    #[error("a compound needs at least one shape")]
    NoParts,
}
