//! A local minimum of the support height, found from a face of EPA's polytope that is near it.
//!
//! The corners of the face show what touches there: the face or the edge of a shape, if they are different
//! points of it. Where a face is involved, or two edges, they determine the normal. Otherwise Newton's
//! method finds it ([`Aim`]). Casts find the place of contact by the same steps, from a portal.

use arrayvec::ArrayVec;

use super::face::{cross, face_simplex};
use crate::gjk::simplex::Simplex;
use crate::gjk::{Aim, Edge, Flat, flat};
use crate::number::{min, sqrt};
use crate::shape::difference::{Difference, Pair};
use crate::shape::{Convex, Core, NO_ID};
use crate::space::{DVector, Vector};

/// The most steps of Newton's method, and how far the deepest point may be off the normal, relative to the
/// size, when it ends.
const NEWTON: u32 = 6;
const MET: f64 = 1e-11;

/// The cosine of the angle from which on the normal of two edges is too far from the direction before.
const ASTRAY: f64 = 0.8;

/// The cosine of the angle between the normals of a face of the polytope and of a shape up to which the
/// shape's face is tried.
const STEEP: f64 = 0.9;

/// A local minimum of the support height.
#[derive(Clone, Copy, Debug)]
pub struct Spot<W: Vector> {
    /// The direction, of length 1.
    pub normal: W,
    pub height: f64,
    /// Corners of the difference, with the weights of the point `normal * height`.
    pub contact: Simplex<W>,
    /// Directions of edges, of length 1, and the distance of the point from their ends.
    pub flat: [(W, f64); 2],
    /// The distance of the point from the outline of a face of a shape.
    pub around: f64,
    /// Is the point of a shape inside of its face? Then the shape is not curved there.
    pub on_face: [bool; 2],
    /// How far the point is off the normal.
    pub off: f64,
}

impl<W: DVector> Spot<W> {
    /// The minimum near a face with these corners and normal.
    pub fn near(difference: &Difference<'_, W>, corners: [Pair<W>; 3], normal: W) -> Option<Self> {
        let face = face_simplex(&corners);
        let search = Search { difference, face, normal };
        let mut spot = Self::unknown(search.face);
        if search.on_flat(&mut spot) { Some(spot) } else { search.by_newton(spot) }
    }

    /// One more than the number of edges that the point is between the ends of.
    fn ends(&self) -> usize {
        1 + self.flat.iter().filter(|(_, far)| *far > 0.0).count()
    }

    /// A spot to be found: it is large, so it is filled in place. Until then its contact has these corners.
    pub fn unknown(contact: Simplex<W>) -> Self {
        let (flat, around, on_face) = ([(W::ZERO, 0.0); 2], 0.0, [false; 2]);
        let off = f64::INFINITY;
        Self { normal: W::ZERO, height: 0.0, contact, flat, around, on_face, off }
    }

    /// Fills all but the contact, which is there.
    fn complete(&mut self, normal: W, height: f64) {
        self.off = (self.contact.point() - normal * height).norm();
        (self.normal, self.height, self.around) = (normal, height, 0.0);
        self.on_face = [false; 2];
    }
}

struct Search<'d, 's, W: DVector> {
    difference: &'d Difference<'s, W>,
    face: Simplex<W>,
    normal: W,
}

impl<W: DVector> Search<'_, '_, W> {
    /// The minimum along the normal of a flat face that is near, or of the corners' triangle. False if the
    /// farthest point of the other shape is not inside of its outline.
    fn on_flat(&self, spot: &mut Spot<W>) -> bool {
        [0, 1].into_iter().any(|shape| {
            let face = FlatFace::near(self.difference, shape, self.normal, STEEP);
            let of_corners =
                || FlatFace::of_corners(self.difference, shape, &self.face, self.normal);
            let Some(face) = face.or_else(of_corners) else { return false };
            face.spot(self.difference, &self.look(face.normal), spot)
        })
    }

    /// The minimum by Newton's method, on a curved surface or along an edge. Edges join the search where the
    /// support point jumps, and leave it where the point would be beyond their ends.
    fn by_newton(&self, mut spot: Spot<W>) -> Option<Spot<W>> {
        let difference = self.difference;
        let (mut normal, mut edges) = (self.normal, [None; 2]);
        let mut w = self.look(normal);
        if let (Flat::More, _) | (_, Flat::More) = flats(difference, &spot.contact) {
            become_single(&mut spot.contact, &w);
        }
        let mut found: Option<Spot<W>> = None;
        for _ in 0..NEWTON {
            let next = turned(difference, &spot.contact, normal, &w, &mut edges);
            let Some(next) = next else { return found };
            let of_edges = edges[1].is_some();
            if of_edges && (next.dot(normal) < ASTRAY || next == normal) {
                return found;
            }
            normal = next;
            let before = core::mem::replace(&mut w, self.look(normal));
            if on_edges(difference, normal, w, &edges, &mut spot).is_none() {
                return found;
            }
            let is_met = edges.iter().flatten().count() + 1 == spot.ends();
            if is_met {
                let is_nearer = found.is_none_or(|found| spot.off < found.off);
                if is_nearer {
                    found = Some(spot);
                }
                if spot.off <= MET || !is_nearer && spot.off < 1e-9 {
                    break;
                }
            }
            if spot.contact.len == 1 && edges[0].is_none() {
                // Where the support point jumped, there may be an edge.
                spot.contact.push(before);
                let (of_a, of_b) = flats(difference, &spot.contact);
                if !matches!((of_a, of_b), (Flat::Edge(_), _) | (_, Flat::Edge(_))) {
                    spot.contact.len = 1;
                }
            }
        }
        found
    }

    fn look(&self, normal: W) -> Pair<W> {
        self.difference.support(normal, self.face.pairs[0].ids)
    }
}

/// How flat both shapes are at the corners.
fn flats<W: DVector>(difference: &Difference<'_, W>, simplex: &Simplex<W>) -> (Flat<W>, Flat<W>) {
    let Difference { a, b, .. } = difference;
    (flat(&a.to_core(), simplex, |pair| pair.a), flat(&b.to_core(), simplex, |pair| pair.b))
}

/// The next normal, by Newton's method. Sets `edges` to those that it is perpendicular to. `w` is the support
/// point along `normal`.
pub(crate) fn turned<W: DVector>(
    difference: &Difference<'_, W>,
    simplex: &Simplex<W>,
    normal: W,
    w: &Pair<W>,
    edges: &mut [Option<Edge<W>>; 2],
) -> Option<W> {
    if let (Flat::Edge(of_a), Flat::Edge(of_b)) = flats(difference, simplex) {
        let (a, b) = (Edge::new(false, of_a), Edge::new(true, of_b));
        let along = |edge: &Edge<W>| edge.along(difference, -normal);
        let next = cross(along(&a), along(&b)).unit_along()?;
        *edges = [Some(a), Some(b)];
        return Some(if next.dot(normal) < 0.0 { -next } else { next });
    }
    let aim = Aim::new(difference, simplex, -normal, w, true)?;
    *edges = [aim.edge(), None];
    aim.toward.unit_along().map(|toward| -toward)
}

/// Fills `spot` with the point along the normal, of the corner `w` and the edges that it is an end of. Edges
/// that the point would be beyond the ends of are left out. `None` if `w` is not an end of all edges.
pub(crate) fn on_edges<W: DVector>(
    difference: &Difference<'_, W>,
    normal: W,
    w: Pair<W>,
    edges: &[Option<Edge<W>>; 2],
    spot: &mut Spot<W>,
) -> Option<()> {
    let others = |edge: &Option<Edge<W>>| match edge {
        Some(edge) => edge.other_end(difference, -normal, &w).map(Some),
        None => Some(None),
    };
    let ends = [others(&edges[0])?, others(&edges[1])?];
    let Spot { contact, flat, .. } = spot;
    become_single(contact, &w);
    *flat = [(W::ZERO, 0.0); 2];
    let along = |end: Option<Pair<W>>| end.map_or(W::ZERO, |end| end.c - w.c);
    let along = [along(ends[0]), along(ends[1])];
    let shares = match ends {
        [Some(_), Some(_)] => {
            let area = cross(along[0], along[1]).dot(normal);
            let share = |i: usize| cross(along[1 - i], w.c).dot(normal) / area;
            [share(0), -share(1)]
        }
        _ => {
            let share = |along: W| -w.c.dot(along) / along.dot(along);
            [share(along[0]), share(along[1])]
        }
    };
    let is_between = |i: usize| 0.0 < shares[i] && shares[i] < 1.0;
    for i in [0, 1] {
        if let Some(end) = ends[i].filter(|_| is_between(i)) {
            let length = along[i].norm();
            flat[i] = (along[i] * (1.0 / length), length * min(shares[i], 1.0 - shares[i]));
            contact.push(end);
            contact.weights[contact.len - 1] = shares[i];
        } else if ends[i].is_some() && shares[i] >= 1.0 && contact.len == 1 {
            // The other end is the corner.
            contact.pairs[0] = ends[i]?;
        }
    }
    if contact.len == 3 {
        // The fourth corner of the parallelogram.
        let [u, v] = shares;
        let mut last = w;
        (last.a, last.b) = (ends[0]?.a, ends[1]?.b);
        last.ids = [NO_ID; 2];
        last.c = difference.point(last.a, last.b);
        contact.push(last);
        contact.weights = [(1.0 - u) * (1.0 - v), u * (1.0 - v), v * (1.0 - u), u * v];
    } else if contact.len == 2 {
        contact.weights[0] = 1.0 - contact.weights[1];
    }
    spot.complete(normal, normal.dot(w.c));
    Some(())
}

/// Leaves one corner, of weight 1.
fn become_single<W: DVector>(simplex: &mut Simplex<W>, w: &Pair<W>) {
    simplex.len = 0;
    simplex.push(*w);
    simplex.weights[0] = 1.0;
}

/// The outline of a face, around its center, in the shape's frame.
enum Outline<W> {
    /// The radius, and the axis that it is perpendicular to.
    Disc(f64, usize),
    /// Half the edges; 0 along the normal.
    Rectangle(W),
    /// The corners, of which the first takes the place of the center. They are kept as they are: sums of the center
    /// and an edge would be rounded, and only the vertices themselves prove anything.
    Triangle([W; 3]),
}

impl<W: DVector> Outline<W> {
    /// How far a point of the plane is inside, and corners of the face with the weights of the point, which is
    /// given from the center `end`. `None` if it is not inside.
    fn corners(&self, end: W, point: W) -> Option<(f64, ArrayVec<(W, f64), 4>)> {
        let mut corners = ArrayVec::new();
        let inside = match *self {
            Self::Disc(radius, axis) => {
                let far = point.norm();
                let across = point.unit_along().unwrap_or(W::unit((axis + 1) % 3));
                let share = 0.5 * (far / radius);
                corners.push((end + across * radius, 0.5 + share));
                corners.push((end + across * -radius, 0.5 - share));
                radius - far
            }
            Self::Rectangle(half) => {
                let mut inside = f64::INFINITY;
                corners.push((end, 1.0));
                for i in (0..W::DIM).filter(|i| half.get(*i) > 0.0) {
                    inside = min(inside, half.get(i) - point.get(i).abs());
                    let (side, share) =
                        (W::unit(i) * half.get(i), 0.5 * (point.get(i) / half.get(i)));
                    for k in 0..corners.len() {
                        let (corner, weight) = corners[k];
                        corners[k] = (corner + side, weight * (0.5 + share));
                        corners.push((corner - side, weight * (0.5 - share)));
                    }
                }
                inside
            }
            Self::Triangle([first, second, third]) => {
                let (p, q) = (second - first, third - first);
                let area = cross(p, q);
                let square = area.dot(area);
                // The weights of the corners at the ends of p and q. A corner's height is the area over the side
                // that it faces.
                let v = cross(point, q).dot(area) / square;
                let w = cross(p, point).dot(area) / square;
                let mut inside = f64::INFINITY;
                for (corner, weight, side) in
                    [(first, 1.0 - v - w, q - p), (second, v, q), (third, w, p)]
                {
                    inside = min(inside, weight / side.norm());
                    corners.push((corner, weight));
                }
                inside * sqrt(square)
            }
        };
        (inside > 0.0).then_some((inside, corners))
    }
}

/// A flat face of a shape: of a polytope, or the end of a cylinder or cone.
pub(crate) struct FlatFace<W: Vector> {
    /// The normal of the difference there, of length 1: from A to B, in A's frame.
    pub normal: W,
    shape: usize,
    /// The outward normal and the center, in the shape's frame.
    up: W,
    end: W,
    outline: Outline<W>,
}

impl<W: DVector> FlatFace<W> {
    /// The face of a box, or the flat end, of A (`shape` 0) or B, if the cosine of the angle between its normal
    /// and `normal` is more than `cosine`.
    pub fn near(
        difference: &Difference<'_, W>,
        shape: usize,
        normal: W,
        cosine: f64,
    ) -> Option<Self> {
        let Difference { a, b, b_in_a, .. } = difference;
        let (core, local) = if shape == 0 {
            (a.to_core(), normal)
        } else {
            (b.to_core(), -b_in_a.unrotate(normal))
        };
        let (up, end, outline) = flat_end(&core, local, cosine)?;
        let normal = if shape == 0 { up } else { -b_in_a.rotate(up) };
        Some(Self { normal, shape, up, end, outline })
    }

    /// The triangle of three corners, if they are different vertices of A (`shape` 0) or B. It is part of a face
    /// if no vertex is in front of it.
    pub fn of_corners(
        difference: &Difference<'_, W>,
        shape: usize,
        simplex: &Simplex<W>,
        normal: W,
    ) -> Option<Self> {
        let Difference { a, b, b_in_a, .. } = difference;
        let corner = |i: usize| [simplex.pairs[i].a, simplex.pairs[i].b][shape];
        let (p, q, r) = (corner(0), corner(1), corner(2));
        let is_curved = if shape == 0 { a.to_core() } else { b.to_core() }.is_curved();
        if is_curved || simplex.len != 3 {
            return None;
        }
        let up = cross(q - p, r - p).unit_along()?;
        let seen = if shape == 0 { up } else { -b_in_a.rotate(up) };
        let outline = Outline::Triangle([p, q, r]);
        let (up, normal) = if seen.dot(normal) < 0.0 { (-up, -seen) } else { (up, seen) };
        Some(Self { normal, shape, up, end: p, outline })
    }

    /// Fills `spot` with the point of the face along the normal. False, without a change, if the point is not
    /// inside of the outline. `w` is the support point along the normal.
    pub fn spot(&self, difference: &Difference<'_, W>, w: &Pair<W>, spot: &mut Spot<W>) -> bool {
        let Self { normal, shape, up, end, ref outline } = *self;
        let Difference { b_in_a, scale, .. } = difference;
        let height = normal.dot(w.c);
        // How far the point of the shape has to be from the support point, in the shape's frame.
        let missing = normal * height - w.c;
        let missing = if shape == 0 { missing } else { -b_in_a.unrotate(missing) };
        let out = [w.a, w.b][shape] + missing * (1.0 / *scale) - end;
        let Some((around, corners)) = outline.corners(end, out - up * up.dot(out)) else {
            return false;
        };
        let contact = &mut spot.contact;
        contact.len = 0;
        for (corner, weight) in corners {
            let mut pair = Pair { ids: [NO_ID; 2], ..*w };
            let point = if shape == 0 { &mut pair.a } else { &mut pair.b };
            *point = corner;
            pair.c = difference.point(pair.a, pair.b);
            contact.push(pair);
            contact.weights[contact.len - 1] = weight;
        }
        spot.flat = [(W::ZERO, 0.0); 2];
        spot.complete(normal, height);
        spot.around = around * *scale;
        spot.on_face[shape] = true;
        true
    }
}

/// The outward normal, the center and the outline of a face of a box, or of the flat end of a cylinder or
/// cone, if the cosine of the angle between its normal and a direction of length 1 is more than `cosine`.
fn flat_end<W: DVector>(core: &Core<W>, direction: W, cosine: f64) -> Option<(W, W, Outline<W>)> {
    let (axis, end, outline) = match *core {
        Core::Box(half) => {
            let axis = (0..3).find(|i| direction.get(*i).abs() > cosine)?;
            let side = W::from_fn(|i| if i == axis { 0.0 } else { half.get(i) });
            (axis, half.get(axis), Outline::Rectangle(side))
        }
        Core::Cylinder { axis, radius, half_height } => {
            (axis, half_height, Outline::Disc(radius, axis))
        }
        Core::Cone { axis, radius, half_height } if direction.get(axis) < 0.0 => {
            (axis, half_height, Outline::Disc(radius, axis))
        }
        _ => return None,
    };
    let along = direction.get(axis);
    let up = W::unit(axis) * if along < 0.0 { -1.0 } else { 1.0 };
    (along.abs() > cosine).then(|| (up, up * end, outline))
}
