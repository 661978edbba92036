//! [`Error`]: what is wrong with an input, and where. All constructors of shapes return it.

use crate::number::Scalar;

/// Why an input, for example a shape or a pose, was refused. The largest accepted length is
/// [`Scalar::LARGEST`]. Small lengths are all accepted.
///
/// All shapes have this one type of error, convex or not:
///
/// ```
/// use clearance::d3::{Mesh, Solid, Sphere, Vec3};
/// fn shapes(radius: f32) -> Result<(Mesh, Sphere), clearance::Error> {
///     let mesh = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
///     Ok((mesh, Sphere::new(radius)?))
/// }
/// assert_eq!(shapes(-1.0).unwrap_err().to_string(), "radius must not be negative, but is -1");
///
/// fn solid(mesh: Mesh) -> Result<Solid, clearance::Error> {
///     Ok(Solid::new(mesh)?)
/// }
/// let open = solid(shapes(1.0)?.0).unwrap_err();
/// assert!(open.to_string().contains("3 edges without a second triangle"));
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number is NaN or infinite.
    #[error("{} is not finite: {value}", Parameter(what, *.index))]
    NotFinite {
        /// The name of the parameter.
        what: &'static str,
        /// The index of the vertex, if the parameter is a list.
        index: Option<usize>,
        /// The number.
        value: f64,
    },
    /// A length or a speed is past [`Scalar::LARGEST`], so that products of lengths would overflow.
    #[error("{} is too large: {value:e}, the most is {}", Parameter(what, *.index), Power(*.most))]
    TooLarge {
        /// The name of the parameter.
        what: &'static str,
        /// The index of the vertex, if the parameter is a list.
        index: Option<usize>,
        /// The number.
        value: f64,
        /// [`Scalar::LARGEST`] of the precision.
        most: f64,
    },
    /// A size that must be positive is zero or negative.
    #[error("{what} must be positive, but is {value}")]
    NotPositive {
        /// The name of the parameter.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// A radius is below zero.
    #[error("{what} must not be negative, but is {value}")]
    Negative {
        /// The name of the parameter.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// A quaternion has length zero, so it defines no rotation.
    #[error("the quaternion is zero: it has no direction to normalise to")]
    ZeroQuaternion,
    /// A direction has length zero.
    #[error("{what} is the zero vector")]
    ZeroVector {
        /// The name of the parameter.
        what: &'static str,
    },
    /// A direction is so short that times measured in lengths of it overflow.
    #[error("{what} is too short: {value:e}, the least is {}", Power(*.least))]
    TooShort {
        /// The name of the parameter.
        what: &'static str,
        /// The largest coordinate of the direction.
        value: f64,
        /// The smallest accepted value.
        least: f64,
    },
    /// A matrix scales, shears, mirrors or projects, which no pose can.
    #[error("the matrix is not a rotation and a translation: {what} is {value}")]
    NotRigid {
        /// Which number of the matrix is wrong, and what it must be.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// A point set is empty.
    #[error("a {what} needs at least one point")]
    Empty {
        /// The kind of shape.
        what: &'static str,
    },
    /// There are fewer points than the shape needs.
    #[error("a {what} needs at least {least} points, but has {count}")]
    TooFew {
        /// The kind of shape.
        what: &'static str,
        /// The least number of points.
        least: usize,
        /// The given number of points.
        count: usize,
    },
    /// Two consecutive points are equal.
    #[error("vertex {index} of the {what} is where the one before it is")]
    SamePoint {
        /// The kind of shape.
        what: &'static str,
        /// The index of the second of the two points.
        index: usize,
    },
    /// A mesh cannot be converted to facets.
    #[error("triangle {triangle} of the mesh is wrong: {why}")]
    BadMesh {
        /// The number of the triangle.
        triangle: usize,
        /// What is wrong with the triangle.
        why: &'static str,
    },
    /// There are more points than an index can number.
    #[error("a {what} can have at most {most} points, but has {count}")]
    TooMany {
        /// The kind of shape.
        what: &'static str,
        /// The largest number of points.
        most: usize,
        /// The given number of points.
        count: usize,
    },
    /// An outline is not convex: it turns left and right, or goes around more than once.
    #[error(
        "the polygon is not convex: its outline turns the wrong way, or a second time around, at vertex {index}"
    )]
    NotConvex {
        /// The index of the vertex.
        index: usize,
    },
    /// A 2D shape in 3D, or the other way around.
    #[error("a {what} does not exist in {dim}D")]
    WrongDimension {
        /// The kind of shape.
        what: &'static str,
        /// The requested dimension.
        dim: usize,
    },
    /// A hull is broken. Exact predicates exclude this; if it happens, it is a bug, and this error is
    /// returned instead of the hull.
    #[error("this hull is broken, which is a bug: {why}")]
    NoHull {
        /// What is wrong with the hull.
        why: &'static str,
    },
    /// A column of a batch is neither empty nor as long as the batch has entries.
    #[error("the column \"{what}\" has {len} entries, but the rows have {expected}")]
    WrongLength {
        /// The name of the column.
        what: &'static str,
        /// The number of entries it has.
        len: usize,
        /// The number of entries it needs.
        expected: usize,
    },
    /// A name is unknown.
    #[error("unknown {what} \"{name}\"")]
    Unknown {
        /// The kind of name.
        what: &'static str,
        /// The name.
        name: alloc::string::String,
    },
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
    /// Factors would make a shape of a kind that does not exist, as a capsule with two radii.
    #[error("a {what} cannot be scaled by these factors: {why}")]
    NotScaled {
        /// The kind of shape.
        what: &'static str,
        /// What is wrong with the factors or the shape.
        why: &'static str,
    },
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
    /// A height is NaN, infinite or past [`Scalar::LARGEST`].
    #[error("the height in row {row}, column {column} is not finite or too large: {value}")]
    BadHeight {
        /// The number of the row.
        row: usize,
        /// The number of the column.
        column: usize,
        /// The height.
        value: f64,
    },
    /// A surface does not bound a volume.
    #[error("{why}")]
    NotSolid {
        /// What is wrong with it, and how to mend it: the sentence of `clearance::NotSolid`, which the constructor returns.
        why: alloc::string::String,
    },
}

/// The sentence of [`Display`](core::fmt::Display): what `main` prints of an error that it returns, and what
/// `unwrap` prints.
impl core::fmt::Debug for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

/// Displays a parameter and an index: "radius", or "vertex 3 of the hull".
struct Parameter(&'static str, Option<usize>);

impl core::fmt::Display for Parameter {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.1 {
            Some(i) => write!(f, "vertex {i} of the {}", self.0),
            None => f.write_str(self.0),
        }
    }
}

/// Displays a power of two: "2^160 = 1.46e48".
struct Power(f64);

impl core::fmt::Display for Power {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "2^{} = {:.2e}", libm::ilogb(self.0), self.0)
    }
}

impl Error {
    /// Returns an error for NaN and infinities.
    pub(crate) fn finite<S: Scalar>(what: &'static str, value: S) -> Result<S, Error> {
        if value.is_finite() {
            Ok(value)
        } else {
            Err(Error::NotFinite { what, index: None, value: value.to_f64() })
        }
    }

    /// Returns an error for NaN.
    #[doc(hidden)]
    pub fn not_nan<S: Scalar>(what: &'static str, value: S) -> Result<S, Error> {
        let wide = value.to_f64();
        if wide.is_nan() {
            return Err(Error::NotFinite { what, index: None, value: wide });
        }
        Ok(value)
    }

    /// Returns an error for NaN, infinities and lengths past [`Scalar::LARGEST`].
    pub(crate) fn length<S: Scalar>(what: &'static str, value: S) -> Result<S, Error> {
        Self::length_at(what, None, value)
    }

    /// Like [`Error::length`], for a vertex of a list.
    pub(crate) fn length_at<S: Scalar>(
        what: &'static str,
        index: Option<usize>,
        value: S,
    ) -> Result<S, Error> {
        let (wide, most) = (value.to_f64(), S::LARGEST.to_f64());
        // NaN fails the comparison.
        if wide.abs() <= most {
            Ok(value)
        } else if value.is_finite() {
            Err(Error::TooLarge { what, index, value: wide, most })
        } else {
            Err(Error::NotFinite { what, index, value: wide })
        }
    }

    /// Like [`Error::length`], and returns an error for lengths that are not positive.
    pub(crate) fn positive<S: Scalar>(what: &'static str, value: S) -> Result<S, Error> {
        Self::length(what, value)?;
        if value > S::ZERO {
            Ok(value)
        } else {
            Err(Error::NotPositive { what, value: value.to_f64() })
        }
    }

    /// Like [`Error::length`], and returns an error for negative lengths.
    #[doc(hidden)]
    pub fn not_negative<S: Scalar>(what: &'static str, value: S) -> Result<S, Error> {
        Self::length(what, value)?;
        if value >= S::ZERO {
            Ok(value)
        } else {
            Err(Error::Negative { what, value: value.to_f64() })
        }
    }
}
