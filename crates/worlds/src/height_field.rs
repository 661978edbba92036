//! [`HeightField`]: ground whose heights are given on a grid.
//!
//! ```text
//!   y, rows                         Two triangles a cell. The diagonal leads from the corner at the lowest row
//!    2 +-----+-----+                and column to the opposite one. Facet 2 n is below the diagonal of cell n,
//!      | 5 / | 7 / |                facet 2 n + 1 above. Cells are counted row by row.
//!      | / 4 | / 6 |
//!    1 +-----+-----+                The front is up, towards +z.
//!      | 1 / | 3 / |
//!      | / 0 | / 2 |
//!    0 +-----+-----+
//!      0     1     2   x, columns
//! ```

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Deref;

use clearance_geometry::number::Scalar;
use clearance_geometry::space::Vector;

use crate::surface::Surface;
use crate::{Error, Mesh};

/// Ground in 3D whose heights are given on a grid in the plane of x and y, in its local frame. The corner
/// in row 0 and column 0 is above the origin.
///
/// It has all methods of [`Surface`]. In 2D a [`Chain`](crate::Chain) serves.
///
/// ```
/// use clearance::HeightField;
/// use glam::Vec3;
/// // Two rows of three heights: a step along x
/// let ground = HeightField::<Vec3>::new(&[[0.0, 0.0, 1.0], [0.0, 0.0, 1.0]], [2.0, 5.0])?;
/// assert_eq!((ground.len(), ground.bounds().max), (4, Vec3::new(4.0, 5.0, 1.0)));
/// assert_eq!(ground.height(3.0, 1.0), Some(0.5));
/// assert_eq!(ground.height(4.1, 1.0), None);
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct HeightField<V: Vector> {
    pub(crate) mesh: Mesh<V>,
    columns: usize,
    cell: [V::Scalar; 2],
}

impl<V: Vector> HeightField<V> {
    /// Ground from rows of heights: row i at y = i `cell[1]`, column j at x = j `cell[0]`.
    ///
    /// # Errors
    /// Vectors of 2D; fewer than two rows or columns; rows of different lengths; a height that is NaN or
    /// infinite, or past [`Scalar::LARGEST`]; cells that are not positive; more than 2^27 cells.
    pub fn new(rows: &[impl AsRef<[V::Scalar]>], cell: [V::Scalar; 2]) -> Result<Self, Error> {
        if V::DIM != 3 {
            return Err(Error::WrongDimension { what: "height field", dim: V::DIM });
        }
        for value in cell.map(Scalar::to_f64) {
            if !value.is_finite() {
                return Err(Error::NotFinite { what: "cell", index: None, value });
            } else if value <= 0.0 {
                return Err(Error::NotPositive { what: "cell", value });
            }
        }
        let columns = rows.first().map_or(0, |row| row.as_ref().len());
        if rows.len() < 2 || columns < 2 {
            return Err(Error::FewHeights { rows: rows.len(), columns });
        }
        let vertices = vertices(rows, columns, cell)?;
        let mesh = Mesh::new(vertices, triangles(rows.len(), columns))?;
        Ok(Self { mesh, columns, cell })
    }

    /// The surface: a vertex for each height, row by row.
    pub fn surface(&self) -> &Arc<Surface<V>> {
        self.mesh.surface()
    }

    /// The number of heights in a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.vertices().len() / self.columns
    }

    /// The distances of columns, along x, and of rows, along y.
    pub fn cell(&self) -> [V::Scalar; 2] {
        self.cell
    }

    /// The heights, row by row.
    pub fn heights(&self) -> impl ExactSizeIterator<Item = V::Scalar> {
        self.vertices().iter().map(|vertex| vertex.get(2))
    }

    /// The height of the ground at a place of the local frame, up to rounding; `None` beside the grid.
    pub fn height(&self, x: V::Scalar, y: V::Scalar) -> Option<V::Scalar> {
        let (column, u) = place(x, self.cell[0], self.columns)?;
        let (row, v) = place(y, self.cell[1], self.rows())?;
        let at = |row: usize, column: usize| {
            self.vertices()[row * self.columns + column].get(2).to_f64()
        };
        // Along both sides of the triangle that lead from the lowest corner to the highest
        let (from, to) = (at(row, column), at(row + 1, column + 1));
        let height = if u >= v {
            let corner = at(row, column + 1);
            from + (corner - from) * u + (to - corner) * v
        } else {
            let corner = at(row + 1, column);
            from + (corner - from) * v + (to - corner) * u
        };
        Some(V::Scalar::of(height))
    }
}

impl<V: Vector> Deref for HeightField<V> {
    type Target = Surface<V>;
    fn deref(&self) -> &Surface<V> {
        self.mesh.surface()
    }
}

/// The coordinate of a line of the grid.
fn line<S: Scalar>(number: usize, cell: S) -> S {
    S::of(number as f64 * cell.to_f64())
}

/// The number of the cell in which a coordinate is, and its place between the lines of the grid, from 0 to 1.
fn place<S: Scalar>(x: S, cell: S, lines: usize) -> Option<(usize, f64)> {
    if !(S::ZERO <= x && x <= line(lines - 1, cell)) {
        return None;
    }
    let guess = (x.to_f64() / cell.to_f64()) as usize;
    // Lines are rounded, so the guess may be off by one.
    let first = guess.saturating_sub(1);
    let number = (first..lines - 1).find(|i| x <= line(i + 1, cell)).unwrap_or(lines - 2);
    let [low, high] = [number, number + 1].map(|i| line(i, cell).to_f64());
    Some((number, if low < high { (x.to_f64() - low) / (high - low) } else { 0.0 }))
}

fn vertices<V: Vector>(
    rows: &[impl AsRef<[V::Scalar]>],
    columns: usize,
    cell: [V::Scalar; 2],
) -> Result<Vec<V>, Error> {
    let mut vertices = Vec::with_capacity(rows.len() * columns);
    for (row, heights) in rows.iter().enumerate() {
        let heights = heights.as_ref();
        if heights.len() != columns {
            return Err(Error::RaggedRow { row, len: heights.len(), expected: columns });
        }
        for (column, height) in heights.iter().enumerate() {
            if !height.is_finite() || height.abs() > V::Scalar::LARGEST {
                return Err(Error::BadHeight { row, column, value: height.to_f64() });
            }
            vertices.push(V::from_fn(|axis| match axis {
                0 => line(column, cell[0]),
                1 => line(row, cell[1]),
                _ => *height,
            }));
        }
    }
    Ok(vertices)
}

/// The triangles of all cells, counterclockwise seen from above.
fn triangles(rows: usize, columns: usize) -> Vec<[u32; 3]> {
    let mut triangles = Vec::with_capacity(2 * (rows - 1) * (columns - 1));
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let low = (row * columns + column) as u32;
            let high = low + columns as u32;
            triangles.extend([[low, low + 1, high + 1], [low, high + 1, high]]);
        }
    }
    triangles
}
