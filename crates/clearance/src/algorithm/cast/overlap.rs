//! A simplex that holds the origin well inside, from one that GJK ended with.
//!
//! GJK ends when its simplex holds the origin, and boxes that fall straight onto each other
//! let it end with a triangle through the middle of their difference. To prove an overlap the
//! origin must be inside by more than rounding.
//!
//! ```text
//!             x1                 The triangle pqr holds the origin o. The farthest points on
//!            /| \                both sides of it, x1 and x2, are joined by a segment that
//!           / |  \               crosses its plane at z. The origin lies in one of the
//!       p  /..|...\. q           triangles zpq, zqr and zrp, so that x1 and x2 with those two
//!         `. z  o .'             corners hold it: inside, unless it is in line with z and a
//!           `.|.'                corner.
//!             r                  In the plane: an edge pq, and x1 and x2 with p or with q.
//!             x2
//! ```

use crate::algorithm::simplex::{Known, Simplex, closest};
use crate::shape::Convex;
use crate::shape::difference::{Difference, Pair};
use crate::space::Vector;

/// A simplex of points of the difference that holds the origin at that depth, or more.
pub fn holds_origin<W, A, B>(
    difference: &Difference<'_, A, B>,
    simplex: &Simplex<W>,
    depth: f64,
) -> Option<Simplex<W>>
where
    W: Vector<Scalar = f64, Wide = W>,
    A: Convex<V = W>,
    B: Convex<V = W>,
{
    if simplex.depth() > depth {
        return Some(*simplex);
    }
    let flat = *simplex.corners().get(..W::DIM)?.first_chunk::<2>()?;
    let third = simplex.pairs[W::DIM - 1];
    let normal = across([flat[0].c, flat[1].c, third.c]);
    if normal == W::ZERO {
        return None;
    }
    let hints = flat[0].ids;
    let poles = [normal, -normal].map(|n| difference.support(n, hints));
    let corners = [flat[0], flat[1], third];
    let sides: &[[usize; 2]] =
        if W::DIM == 2 { &[[0, 0], [1, 1]] } else { &[[0, 1], [1, 2], [2, 0]] };
    sides.iter().find_map(|[i, j]| {
        let grown = with_weights(&[poles[0], poles[1], corners[*i], corners[*j]][..=W::DIM]);
        (grown.depth() > depth).then_some(grown)
    })
}

/// A vector across an edge of the plane, or a triangle in space.
fn across<W: Vector<Scalar = f64>>([p, q, r]: [W; 3]) -> W {
    if W::DIM == 2 {
        let along = q - p;
        return W::from_fn(|i| if i == 0 { -along.get(1) } else { along.get(0) });
    }
    let w = W::wedge_numbers((q - p).wedge(r - p));
    W::from_fn(|i| w[i])
}

fn with_weights<W: Vector<Scalar = f64>>(pairs: &[Pair<W>]) -> Simplex<W> {
    let mut simplex = Simplex::default();
    pairs.iter().for_each(|pair| simplex.push(*pair));
    let points = simplex.points();
    let nearest = closest(&points[..simplex.len], Known::default());
    simplex.settle(&nearest);
    simplex
}
