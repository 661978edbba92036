//! [`Error`]: why an input was refused, and where.

/// Why a surface, a height field or a part of one was refused.
#[derive(Clone, PartialEq, thiserror::Error)]
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
    /// A height field has fewer than two rows or columns.
    #[error("a height field needs at least 2 rows and 2 columns, but has {rows} and {columns}")]
    FewHeights {
        /// The number of rows.
        rows: usize,
        /// The number of heights in the first row.
        columns: usize,
    },
    /// A row of a height field is not as long as the first.
    #[error("row {row} of the height field has {len} heights, but the first has {expected}")]
    RaggedRow {
        /// The number of the row.
        row: usize,
        /// The number of heights it has.
        len: usize,
        /// The number of heights of the first row.
        expected: usize,
    },
    /// A height is NaN, infinite or past [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST).
    #[error("the height in row {row}, column {column} is not finite or too large: {value}")]
    BadHeight {
        /// The number of the row.
        row: usize,
        /// The number of the column.
        column: usize,
        /// The height.
        value: f64,
    },
}

/// The sentence of [`Display`](core::fmt::Display): what `main` prints of an error that it returns, and what
/// `unwrap` prints.
impl core::fmt::Debug for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}
