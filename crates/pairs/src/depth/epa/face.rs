//! A face of EPA's polytope: its distance from the origin and its point nearest to the origin.

use crate::gjk::simplex::{Known, Simplex, closest};
use crate::shape::difference::Pair;
use crate::space::{DVector, Vector};

/// The distance and the direction of a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaceDistance<W: Vector> {
    /// A lower bound of the distance of the face from the origin. At most zero if the origin is outside
    /// the face's plane.
    pub distance: f64,
    /// The next search direction beyond the face: outward, of any length.
    pub direction: W,
}

/// The nearest point of the surface, for a face or for a simplex that may contain the origin.
pub(super) const SURFACE: Known = Known { apart: true, newest: false };

/// The place of a face with the given outward normal, of any length. The normal of a sliver is not
/// `reliable`; then the nearest point gives a better direction, if the origin is inside of the face's
/// plane. If the origin is outside, the direction to this point is inward, and there is no depth.
pub(super) fn place<W: DVector>(corners: &[W], normal: W, reliable: bool) -> FaceDistance<W> {
    let along = |v: W| {
        let direction = v.unit_along()?;
        let distance = corners.iter().fold(f64::INFINITY, |m, c| m.min(direction.dot(*c)));
        Some(FaceDistance { distance, direction })
    };
    let nowhere = FaceDistance { distance: f64::NEG_INFINITY, direction: W::unit(0) };
    let by_plane = along(normal).unwrap_or(nowhere);
    if reliable {
        return by_plane;
    }
    match along(closest(corners, SURFACE).point) {
        Some(by_point) if by_point.distance > by_plane.distance => by_point,
        _ => by_plane,
    }
}

/// A face or a tetrahedron as a simplex, with the weights of its point nearest to the origin.
pub(super) fn face_simplex<W: DVector>(pairs: &[Pair<W>]) -> Simplex<W> {
    let mut simplex = Simplex::default();
    pairs.iter().for_each(|pair| simplex.push(*pair));
    simplex.weights = closest(&simplex.points()[..simplex.len], SURFACE).weights;
    simplex
}

/// Where to look for the point that the answer reports, and how far the planes of the faces
/// that may have it are at most. The `best` axis leaves the polytope no farther out than the
/// difference; where several faces are equally near, that point alone fits the axis. Where the
/// origin is not inside, or no axis was tried, it is the point nearest the origin.
pub(super) fn reported<W: DVector>(lower: f64, best: (f64, W), rounding: f64) -> (W, f64) {
    if lower > rounding && best.0 < f64::INFINITY {
        (best.1 * best.0, best.0 + rounding)
    } else {
        (W::ZERO, lower + rounding)
    }
}

/// The face with the point nearest to `target`. Of equally near faces, the first.
pub(super) fn nearest_of<'p, W: DVector, const N: usize>(
    faces: impl Iterator<Item = [&'p Pair<W>; N]>,
    target: W,
) -> Simplex<W> {
    let (mut least, mut simplex) = (f64::INFINITY, Simplex::default());
    for face in faces {
        let nearest = closest(&face.map(|pair| pair.c - target), SURFACE);
        let distance = nearest.point.norm();
        if distance < least {
            (least, simplex.len) = (distance, 0);
            face.iter().for_each(|pair| simplex.push(**pair));
            simplex.weights = nearest.weights;
        }
    }
    simplex
}

/// The pair of the largest measure; the first wins ties. `pairs` is not empty.
pub(super) fn farthest<W: Vector>(pairs: &[Pair<W>], measure: impl Fn(&Pair<W>) -> f64) -> Pair<W> {
    let mut best = pairs[0];
    for pair in &pairs[1..] {
        if measure(pair) > measure(&best) {
            best = *pair;
        }
    }
    best
}

/// The cross product.
#[inline]
pub(super) fn cross<W: DVector>(u: W, v: W) -> W {
    W::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        u.get(j) * v.get(k) - u.get(k) * v.get(j)
    })
}
