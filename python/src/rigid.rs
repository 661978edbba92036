//! Rigid matrices as NumPy has them, row by row: the quick way to their poses.
//!
//! To say what is wrong with a matrix takes longer than to convert it. So a matrix that is nearly exact is converted here,
//! and [`None`] sends every other one to the conversion of the library, which accepts more and names what it refuses.
//!
//! The quaternion is the row of 4 q q^T with the largest component of q on its diagonal (Shepperd 1978). The sums and
//! differences of the matrix are that product:
//!
//! ```text
//!             x          y          z          w
//!      x  1+xx-yy-zz   xy + yx    xz + zx    zy - yz
//!      y   xy + yx   1-xx+yy-zz   yz + zy    xz - zx          xy: row x, column y of the matrix
//!      z   xz + zx    yz + zy   1-xx-yy+zz   yx - xy
//!      w   zy - yz    xz - zx    yx - xy   1+xx+yy+zz
//! ```

use clearance::glam::{DQuat, DVec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Turn, Vector};

/// How far squared lengths and inner products of columns may be from 1 and 0, in epsilons of the precision: as far as
/// 32 products of rotations take them.
const TOLERANCE: f64 = 256.0;

/// The pose of a matrix of shape (4, 4), if its numbers are those of a pose to rounding.
#[inline(always)]
pub fn pose<V: Vector<Wide = DVec3>>(numbers: &[V::Scalar]) -> Option<Pose<V>> {
    let numbers: &[V::Scalar; 16] = numbers.try_into().ok()?;
    let at = |row: usize, column: usize| numbers[4 * row + column].to_f64();
    let column = |j| DVec3::new(at(0, j), at(1, j), at(2, j));
    let (x, y, z, place) = (column(0), column(1), column(2), column(3));
    let squares = [x.dot(x), y.dot(y), z.dot(z)];
    let tolerance = TOLERANCE * V::Scalar::EPSILON.to_f64();
    let is_near = |value: f64, wanted: f64| (value - wanted).abs() <= tolerance;
    let is_rigid = squares.iter().all(|square| is_near(*square, 1.0))
        && [x.dot(y), x.dot(z), y.dot(z)].iter().all(|product| is_near(*product, 0.0))
        && x.cross(y).dot(z) > 0.0
        && place.abs().cmple(DVec3::splat(V::Scalar::LARGEST.to_f64())).all()
        && [at(3, 0), at(3, 1), at(3, 2), at(3, 3)] == [0.0, 0.0, 0.0, 1.0];
    if !is_rigid {
        return None;
    }
    // The columns with length 1: where a square is so near to 1, this is its root to rounding.
    let scaled = |column: DVec3, square: f64| column * (1.5 - 0.5 * square);
    let [a, b, c] = squares;
    let turn = quaternion(scaled(x, a), scaled(y, b), scaled(z, c));
    Some(Pose::from_unit(V::narrow(place), Turn::narrow(turn)))
}

/// The unit quaternion of the rotation with these columns.
#[inline(always)]
fn quaternion(x: DVec3, y: DVec3, z: DVec3) -> DQuat {
    let [xy, xz, yz] = [y.x + x.y, z.x + x.z, z.y + y.z];
    let [wx, wy, wz] = [y.z - z.y, z.x - x.z, x.y - y.x];
    let diagonal = [
        (1.0 + x.x) - (y.y + z.z),
        (1.0 - x.x) + (y.y - z.z),
        (1.0 - x.x) - (y.y - z.z),
        (1.0 + x.x) + (y.y + z.z),
    ];
    let rows = [
        [diagonal[0], xy, xz, wx],
        [xy, diagonal[1], yz, wy],
        [xz, yz, diagonal[2], wz],
        [wx, wy, wz, diagonal[3]],
    ];
    // Without branches: random rotations take each of them equally often.
    let first = usize::from(diagonal[1] > diagonal[0]);
    let second = 2 + usize::from(diagonal[3] > diagonal[2]);
    let is_second = usize::from(diagonal[second] > diagonal[first]);
    let largest = [first, second][is_second];
    DQuat::from_array(rows[largest]) * (0.5 / diagonal[largest].sqrt())
}
