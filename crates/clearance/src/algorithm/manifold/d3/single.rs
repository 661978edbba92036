//! Manifolds of one point: a corner over a face, or two edges that cross.
//!
//! Most contacts of hulls that do not lie flat on each other have one point, and this can be shown
//! without clipping. The *cap* is the part of B that is nearer to a face of A than the margin. Its corners
//! are the deepest corner of B and the places where the edges from it leave the margin. If all these edges
//! are long enough to leave it, and the projection of the cap is inside of the face, the deepest corner is
//! the only contact point that clipping would give:
//!
//! ```text
//!        \         /                          i
//!         \ . . . /. . margin                 x          two edges, i of A and j of B, seen along
//!          \ B   /                           /|\         the normal
//!           \   /                      j ---+-o-+--- j
//!            \ /                             \|/         o  their crossing
//!      -------v----------  face of A          x          x  B's faces beside j are beyond the margin
//!                                             i          +  A's faces beside i are beyond the margin
//! ```
//!
//! For two edges, a cap is the part of each edge that is nearer than the margin to the faces beside the
//! other edge. It ends at x on i and at + on j, where these faces pass the margin. If the caps are inside of
//! the edges, and their ends are over the faces of the other shape, then everything within the margin lies
//! on the four faces beside the edges, and the crossing is the only contact point. The shapes are convex, so
//! no other part of them is nearer than these faces.
//!
//! If the normals of all faces beside the edges differ from the contact normal by more than 11 degrees
//! (`FLAT`), the general path takes the edges alone and no faces. Then the crossing is the only point,
//! whatever the margin is.
//!
//! All other pairs are left to the [general path](super), which finds the same points.

use arrayvec::ArrayVec;
use glam::DVec3;

use crate::algorithm::manifold::{FLAT, NEAR, ROUNDING};
use crate::hull::Facets;
use crate::number::Scalar;
use crate::space::Motion;

/// Two polytopes without radius, and the pose of B in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct SharpPair<'f> {
    /// The first.
    pub a: &'f Facets<'f>,
    /// The second.
    pub b: &'f Facets<'f>,
    /// The pose of B in A's frame.
    pub b_in_a: Motion<DVec3>,
    /// An upper bound of all relevant coordinates.
    pub size: f64,
    /// Points up to this separation count.
    pub margin: f64,
}

/// The only contact point.
#[derive(Clone, Copy, Debug)]
pub struct Single {
    /// The point on A, in A's frame. The point on B is farther along the normal by `separation`.
    pub point: DVec3,
    /// From A to B along the normal.
    pub separation: f64,
    /// The index of the corner, if there is one.
    pub vertex: u32,
}

/// Edges are parallel if the sine of the angle between them is less than this.
const CROSSING: f64 = 1.0 / 64.0;

/// Pairs that are this deep, relative to the size, seldom touch in one point.
const DEEP: f64 = 1.0 / 16.0;

/// The most corners of a cap. A corner with as many edges or more is left to the general path.
const MOST: usize = 12;

impl SharpPair<'_> {
    /// The deepest corner of B, if it is the only point over a face of A.
    pub fn over_a(&self, face: u32) -> Option<Single> {
        let normal = self.a.normals().get(face);
        let local = self.b_in_a.unrotate(normal);
        let at = |p: DVec3| self.b_in_a.apply(p);
        let (vertex, separation) = self.corner(self.a, face, self.b, local, at)?;
        let point = at(self.b.vertices().get(vertex)) - normal * separation;
        Some(Single { point, separation, vertex })
    }

    /// The deepest corner of A, if it is the only point over a face of B.
    pub fn over_b(&self, face: u32) -> Option<Single> {
        let local = self.b_in_a.rotate(self.b.normals().get(face));
        let from = self.b_in_a.translation;
        let at = |p: DVec3| self.b_in_a.unrotate(p - from);
        let (vertex, separation) = self.corner(self.b, face, self.a, local, at)?;
        Some(Single { point: self.a.vertices().get(vertex), separation, vertex })
    }

    /// The corner of `other` that is deepest against a face of `own`, if its cap is over the face. `normal`
    /// is the normal of the face in the frame of `other`, and `at` maps from that frame to that of `own`.
    fn corner(
        &self,
        own: &Facets<'_>,
        face: u32,
        other: &Facets<'_>,
        normal: DVec3,
        at: impl Fn(DVec3) -> DVec3,
    ) -> Option<(u32, f64)> {
        let vertex = other.support(-normal);
        let deepest = other.vertices().get(vertex);
        let height = own.normals().get(face).dot(at(deepest)) - own.offsets()[face as usize];
        let left = self.left(height)?;
        let topology = other.topology();
        let ways = topology.vertex_edges(vertex).map(|edge| {
            let way = other.vertices().get(topology.target(edge)) - deepest;
            (way, way.dot(normal))
        });
        let mut cap = ArrayVec::<DVec3, MOST>::new();
        cap.push(at(deepest));
        for (way, rise) in ways {
            if rise.is_nan() || rise <= left {
                return None;
            }
            cap.try_push(at(deepest + way * (left / rise))).ok()?;
        }
        is_over(own, face, &cap).then_some((vertex, height))
    }

    /// The length that is left to the margin, including the tolerance at the margin.
    fn left(&self, separation: f64) -> Option<f64> {
        let left = (self.margin - separation) * (1.0 + NEAR) + ROUNDING * self.size;
        (separation <= self.margin && left > 0.0 && left < DEEP * self.size).then_some(left)
    }

    /// The point where two edges cross if seen along an axis perpendicular to both, if it is the only contact
    /// point.
    pub fn at_edges(&self, [i, j]: [u32; 2], axis: DVec3) -> Option<Single> {
        let (roof_a, roof_b) = (Roof::of(self.a, i), Roof::of(self.b, j));
        let roof_b = roof_b.moved(&self.b_in_a);
        let (along_a, along_b) = (roof_a.along, roof_b.along);
        let between = roof_b.from - roof_a.from;
        let across = along_a.cross(along_b);
        let area = across.dot(across);
        let share_a = between.cross(along_b).dot(across) / area;
        let share_b = between.cross(along_a).dot(across) / area;
        let point = roof_a.from + along_a * share_a;
        let separation = axis.dot(roof_b.from + along_b * share_b - point);
        let left = self.left(separation)?;
        let lengths = along_a.dot(along_a) * along_b.dot(along_b);
        if area <= CROSSING * CROSSING * lengths || area.is_nan() {
            return None;
        }
        let single = Single { point, separation, vertex: 0 };
        let only_edges_meet = roof_a.flattest(axis) < FLAT && roof_b.flattest(-axis) < FLAT;
        if only_edges_meet {
            let is_between = |share: f64| share > 2.0 * NEAR && share < 1.0 - 2.0 * NEAR;
            return (is_between(share_a) && is_between(share_b)).then_some(single);
        }
        // Back and forward along A's edge, how far B's faces stay within the margin, as shares of the edge;
        // and along B's edge the same for A's faces.
        let of_a = roof_b.shares(along_a, -axis, left);
        let of_b = roof_a.shares(along_b, axis, left);
        let is_between = |share: f64, [back, on]: [f64; 2]| {
            share - back > 2.0 * NEAR && share + on < 1.0 - 2.0 * NEAR
        };
        if !(is_between(share_a, of_a) && is_between(share_b, of_b)) {
            return None;
        }
        let in_b = |p: DVec3| self.b_in_a.unrotate(p - self.b_in_a.translation);
        let over = |facets: &Facets<'_>, face: u32, share: f64, p: DVec3| {
            share == 0.0 || is_over(facets, face, &[p])
        };
        let on_b = point + axis * separation;
        let are_all_over = [0, 1].into_iter().all(|k| {
            let sign = if k == 0 { -1.0 } else { 1.0 };
            let (share_a, share_b) = (of_a[k] * sign, of_b[k] * sign);
            let (face_a, normal_a) = roof_a.towards(along_b * sign);
            let (face_b, normal_b) = roof_b.towards(along_a * sign);
            let below = dropped(along_b * share_b, normal_a, axis);
            let above = dropped(along_a * share_a, normal_b, axis);
            over(self.a, face_a, share_b, point + below)
                && over(self.b, face_b, share_a, in_b(on_b + above))
        });
        are_all_over.then_some(single)
    }
}

/// Moves a vector, which is perpendicular to an axis, along this axis into the plane with a normal.
fn dropped(way: DVec3, normal: DVec3, axis: DVec3) -> DVec3 {
    way - axis * (normal.dot(way) / normal.dot(axis))
}

/// An edge with the two faces beside it, like the ridge of a roof.
struct Roof {
    from: DVec3,
    along: DVec3,
    faces: [u32; 2],
    normals: [DVec3; 2],
}

impl Roof {
    fn of(facets: &Facets<'_>, edge: u32) -> Self {
        let (t, vertices, normals) = (facets.topology(), facets.vertices(), facets.normals());
        let from = vertices.get(t.origin(2 * edge));
        let along = vertices.get(t.target(2 * edge)) - from;
        // The two faces beside the edge, which its arc on the Gauss map joins.
        let faces @ [u, v] = t.arc(edge);
        Self { from, along, faces, normals: [normals.get(u), normals.get(v)] }
    }

    fn moved(&self, motion: &Motion<DVec3>) -> Self {
        Self {
            from: motion.apply(self.from),
            along: motion.rotate(self.along),
            faces: self.faces,
            normals: [motion.rotate(self.normals[0]), motion.rotate(self.normals[1])],
        }
    }

    /// The larger cosine between a direction and the two normals.
    fn flattest(&self, up: DVec3) -> f64 {
        self.normals[0].dot(up).max(self.normals[1].dot(up))
    }

    /// The face on the side of the edge to which a vector leads.
    fn towards(&self, way: DVec3) -> (u32, DVec3) {
        let k = usize::from(self.normals[1].dot(way) > self.normals[0].dot(way));
        (self.faces[k], self.normals[k])
    }

    /// How far one may go back and forward along a vector, as a share of it, until the face on this side is
    /// lower than the edge by `fall`. Heights are along `up`, and the edge is the highest part of the shape.
    /// The share is 0 if the face is steeper than vertical, so that the shape ends at the edge.
    fn shares(&self, way: DVec3, up: DVec3, fall: f64) -> [f64; 2] {
        let one_way = |way: DVec3| {
            let (_, normal) = self.towards(way);
            let (steep, level) = (normal.dot(way), normal.dot(up));
            if level > 0.0 { fall * level / steep } else { 0.0 }
        };
        [one_way(-way), one_way(way)]
    }
}

/// Are all points over a face, and not near its edges?
fn is_over(facets: &Facets<'_>, face: u32, points: &[DVec3]) -> bool {
    let (t, normal) = (facets.topology(), facets.normals().get(face));
    let corner = facets.vertices().get(t.corner(face));
    let farthest = t.face_edges(face).fold(0.0_f64, |farthest, edge| {
        let way = facets.vertices().get(t.origin(edge)) - corner;
        farthest.max(way.dot(way))
    });
    // `NEAR` is relative to the width of the face, which is at most twice the distance from one corner to
    // the farthest.
    let near = 2.0 * NEAR * Scalar::sqrt(farthest);
    t.face_edges(face).all(|edge| {
        let [from, to] = [t.origin(edge), t.target(edge)].map(|v| facets.vertices().get(v));
        let out = (to - from).cross(normal);
        let most = out.dot(from) - near * Scalar::sqrt(out.dot(out));
        points.iter().all(|point| out.dot(*point) < most)
    })
}
