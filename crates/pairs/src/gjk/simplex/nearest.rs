//! The point of a segment, triangle or tetrahedron nearest to the origin: GJK's sub-problem, by a test of
//! every feature.
//!
//! ```text
//!             \  b   /            A triangle's plane falls into seven regions. The origin lies
//!              \ o  /             over the face where all three areas
//!       edge ab \/ \  edge bc         wa = (b ^ bc).n   wb = (c ^ ca).n   wc = (a ^ ab).n
//!               /   \             are positive: they are its barycentric coordinates. Else the
//!        ______o_____o_____       nearest point is on one of the edges.
//!         a  |edge ca|  c
//! ```
//!
//! The areas are wedges (cross products) of a corner and an *edge*, and n is the wedge of the two
//! shortest edges. On a needle of 1:1e3 in f32 this keeps the digits that Gram determinants of dot
//! products lose. The candidate of every region is a convex combination with weights that are computed
//! here, so it is a point of the simplex whatever the rounding. The nearest candidate wins.
//!
//! Sources: Gilbert, Johnson, Keerthi 1988; Ericson, Real-Time Collision Detection, 5.1;
//! Montanari, Petrinic, Barbieri 2017 on why the naive sub-problem fails.

use crate::number::max;
use crate::space::DVector;

/// The point of a simplex nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub struct Closest<W> {
    /// The weighted sum of the corners: a point of the simplex.
    pub point: W,
    /// From the origin to the feature of the point, perpendicular to this feature. Equal to `point` up to
    /// rounding, but with a more exact direction if the feature is a face. Zero if the simplex contains
    /// the origin.
    pub direction: W,
    /// The weights of the corners in `point`, not negative; 0 for corners that are not needed.
    pub weights: [f64; 4],
    /// Is the origin inside? Only a simplex of full dimension can contain it.
    pub inside: bool,
}

impl<W: DVector> Closest<W> {
    /// No point of any simplex yet.
    #[doc(hidden)]
    pub fn nowhere() -> Self {
        let (zero, weights) = (W::ZERO, [0.0; 4]);
        Self { point: zero, direction: zero, weights, inside: false }
    }
    /// Sets it to corner `i`.
    pub(super) fn set_corner(&mut self, point: W, i: usize) {
        (self.point, self.direction, self.inside) = (point, point, false);
        self.weights = [0.0; 4];
        self.weights[i] = 1.0;
    }
    /// Takes another point if that is nearer.
    fn nearer(&mut self, find: impl FnOnce(&mut Self)) {
        let mut other = Self::nowhere();
        find(&mut other);
        if other.point.dot(other.point) < self.point.dot(self.point) {
            *self = other;
        }
    }
    /// Takes another point, whose direction is worse, only if it is nearer by more than rounding.
    pub(crate) fn unless_nearer(&mut self, find: impl FnOnce(&mut Self)) {
        let mut other = Self::nowhere();
        find(&mut other);
        let (mine, others) = (self.point.dot(self.point), other.point.dot(other.point));
        if others < mine * (1.0 - 8.0 * f64::EPSILON) {
            *self = other;
        }
    }
}

/// What the caller knows about the simplex.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    /// The origin is outside. If rounding puts it inside, the nearest face is returned.
    pub apart: bool,
    /// The nearest point is on a feature of the last corner, which was just added; the other features are
    /// not tested. Rounding can make this false. The result is a point of the simplex in any case, but
    /// maybe not the nearest.
    pub newest: bool,
}

/// Sets `found` to the nearest point of the convex hull of 1 to 4 points (1 to 3 in 2D). Points are written
/// in place, because a result that is returned is copied, and waits for its parts to be written.
pub(super) fn closest<W: DVector>(points: &[W], known: Known, found: &mut Closest<W>) {
    match points.len() {
        0 | 1 => found.set_corner(points[0], 0),
        2 => edge(points, [0, 1], found),
        3 => triangle(points, [0, 1, 2], known, found),
        _ => tetrahedron(points, known, found),
    }
}

fn edge<W: DVector>(points: &[W], [i, j]: [usize; 2], found: &mut Closest<W>) {
    let (a, b) = (points[i], points[j]);
    let ab = b - a;
    let (along, length) = (-a.dot(ab), ab.dot(ab));
    if along <= 0.0 {
        return found.set_corner(a, i);
    }
    if along >= length {
        return found.set_corner(b, j);
    }
    let t = along / length;
    found.weights = [0.0; 4];
    found.weights[i] = 1.0 - t;
    found.weights[j] = t;
    let point = a + ab * t;
    // Near the origin, the rounding of `point` turns it far more than `ab`. A remaining component along
    // the edge would make one end look much nearer than the other.
    let direction = point - ab * (point.dot(ab) / length);
    (found.point, found.direction, found.inside) = (point, direction, false);
}

fn triangle<W: DVector>(points: &[W], [i, j, k]: [usize; 3], known: Known, found: &mut Closest<W>) {
    let zero = 0.0;
    let (a, b, c) = (points[i], points[j], points[k]);
    let (ab, bc, ca) = (b - a, c - b, a - c);
    let (lab, lbc, lca) = (ab.dot(ab), bc.dot(bc), ca.dot(ca));
    // All three wedges are equal; one with the longest edge has the largest rounding error.
    let n = if lab >= lbc && lab >= lca {
        bc.wedge(ca)
    } else if lbc >= lca {
        ca.wedge(ab)
    } else {
        ab.wedge(bc)
    };
    let mut wa = W::wedge_dot(b.wedge(bc), n);
    let mut wb = W::wedge_dot(c.wedge(ca), n);
    let mut wc = W::wedge_dot(a.wedge(ab), n);
    let full = W::DIM == 2;
    let nn = W::wedge_dot(n, n);
    let longest = max(max(lab, lbc), lca);
    let thin = nn <= THIN * longest * longest;
    let mut inside = wa > zero && wb > zero && wc > zero;
    if !inside && !full {
        let lift = |area, corner: W, edge| lift(area, corner.dot(corner) * edge * nn);
        (wa, wb, wc) = (lift(wa, b, lbc), lift(wb, c, lca), lift(wc, a, lab));
        inside = !thin && wa >= zero && wb >= zero && wc >= zero;
    }

    let edges = |found: &mut Closest<W>| {
        if known.newest {
            edge(points, [j, k], found);
        } else {
            edge(points, [i, j], found);
            found.nearer(|other| edge(points, [j, k], other));
        }
        found.nearer(|other| edge(points, [k, i], other));
    };
    if !inside || (full && known.apart) {
        return edges(found);
    }
    let sum = wa + wb + wc;
    let (wa, wb, wc) = (wa / sum, wb / sum, wc / sum);
    let point = a * wa + b * wb + c * wc;
    if full && !is_origin(point, points) {
        edges(found);
        (found.inside, found.direction) = (true, W::ZERO);
        return;
    }
    found.weights = [zero; 4];
    (found.weights[i], found.weights[j], found.weights[k]) = (wa, wb, wc);
    (found.point, found.direction, found.inside) = (point, W::foot(n, a), full);
    // The areas of a sliver may be noise.
    if thin && !full {
        found.unless_nearer(edges);
    }
}

/// A triangle is thin if the square of twice its area is at most this share of the fourth power of its
/// longest edge. Its areas may be noise then.
pub(super) const THIN: f64 = 1e-8;

/// Is an area no more than its rounding error? `terms` is the product of the squares of its factors.
pub(super) fn is_rounding(area: f64, terms: f64) -> bool {
    let rounding = 8.0 * f64::EPSILON;
    area * area <= rounding * rounding * terms
}

/// An area that is negative by no more than its rounding error counts as zero.
///
/// If the origin's foot is on an edge of a face, the face and the edge are equally near, but only the
/// face has a usable direction: over a gap of 1e-12 the direction of the edge is noise.
fn lift(area: f64, terms: f64) -> f64 {
    if area < 0.0 && is_rounding(area, terms) { 0.0 } else { area }
}

/// Is this combination of the corners the origin, up to rounding?
fn is_origin<W: DVector>(point: W, corners: &[W]) -> bool {
    let size = corners.iter().fold(0.0, |m, p| max(m, p.max_abs()));
    point.max_abs() <= 8.0 * f64::EPSILON * size
}

/// The faces of a tetrahedron, and the opposite corner of each. The newest corner is the last corner of
/// each face except the first, which does not have it.
const FACES: [([usize; 3], usize); 4] =
    [([0, 1, 2], 3), ([0, 1, 3], 2), ([0, 2, 3], 1), ([1, 2, 3], 0)];

fn tetrahedron<W: DVector>(points: &[W], known: Known, found: &mut Closest<W>) {
    let zero = 0.0;
    let mut is_found = false;
    let mut heights = [zero; 4];
    for (face, opposite) in FACES {
        let [a, b, c] = face.map(|i| points[i]);
        let n = (b - a).wedge(c - a);
        let (origin, corner) = (W::volume(n, -a), W::volume(n, points[opposite] - a));
        // Is the origin on the corner's side of the face? A flat tetrahedron has no sides.
        let same_side = (origin > zero && corner > zero) || (origin < zero && corner < zero);
        if same_side && !known.apart {
            heights[opposite] = origin / corner;
            continue;
        }
        if known.newest && opposite == 3 {
            continue;
        }
        let known = Known { apart: false, ..known };
        if is_found {
            found.nearer(|other| triangle(points, face, known, other));
        } else {
            triangle(points, face, known, found);
        }
        is_found = true;
    }
    if !is_found {
        inside(points, heights, found);
    }
}

/// The origin as the corners weighted by their heights over the opposite faces. If the tetrahedron is so
/// flat that the heights are noise, the nearest point of its faces, which is a point of the tetrahedron
/// too.
fn inside<W: DVector>(points: &[W], heights: [f64; 4], found: &mut Closest<W>) {
    let sum = heights[0] + heights[1] + heights[2] + heights[3];
    let weights = heights.map(|h| h / sum);
    let mut point = W::ZERO;
    for (p, w) in points.iter().zip(&weights) {
        point = point + *p * *w;
    }
    if is_origin(point, points) {
        (found.point, found.weights) = (point, weights);
    } else {
        tetrahedron(points, Known { apart: true, newest: false }, found);
    }
    (found.inside, found.direction) = (true, W::ZERO);
}
