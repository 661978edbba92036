//! Where two shapes of any kind touch: contacts of convex pieces, gathered into patches.
//!
//! ```text
//!     facets near the shape ---> contact of each, with its neighbours' cones ---> patches of one normal,
//!                                (clearance_geometry::shape::OneSided)            4 points each
//! ```
//!
//! **Fronts.** Facets are touched from their fronts. A facet leaves contacts at flat and concave edges to the
//! neighbour there, so that nothing trips over the edges inside of a surface.

use alloc::vec::Vec;

use clearance_geometry::answer::{ContactPoint, Manifold};
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{ChainSegment, Facet, Operand};
use clearance_geometry::space::{Motion, Pose, Vector};
use clearance_pairs::Query;

use crate::parts::Leaf;
use crate::separation::{PieceId, Search, each_pair, facets_within};
use crate::{Collider, Instance};

/// A patch of contact of two shapes: points with one normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<V: Vector> {
    /// The part of A and the facet of the deepest point.
    pub piece_a: PieceId,
    /// The part of B and the facet of the deepest point.
    pub piece_b: PieceId,
    /// The normal from A to B, and up to 4 points; in 2D 2.
    pub manifold: Manifold<V>,
}

/// The patches where two shapes touch or come as near as `margin`, in world coordinates, in the order of parts and
/// facets. Facets are touched from their fronts, solids from outside.
///
/// ```
/// use clearance::d3::{Collider, Cuboid, HeightField, Pose, Vec3};
/// use clearance::worlds;
/// let floor = Collider::from(HeightField::new(&[[0.0; 9]; 9], [1.0, 1.0])?);
/// let brick = Collider::from(Cuboid::new(Vec3::new(1.0, 0.5, 0.25))?);
/// let lying = Pose::at(Vec3::new(4.0, 4.0, 0.249))?;
///
/// // It lies on some twenty triangles, with one patch of four points.
/// let patches = worlds::contacts(&floor, &Pose::IDENTITY, &brick, &lying, 0.01);
/// assert_eq!(patches.len(), 1);
/// assert_eq!((patches[0].manifold.normal, patches[0].manifold.points().len()), (Vec3::Z, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contacts<V: Vector>(
    a: &Collider<V>,
    pose_a: &Pose<V>,
    b: &Collider<V>,
    pose_b: &Pose<V>,
    margin: V::Scalar,
) -> Vec<Contact<V>> {
    let mut patches = Vec::new();
    let mut search = Search::new(margin.max(V::Scalar::ZERO), -V::Scalar::INFINITY);
    each_pair(&mut search, [a, b], [pose_a, pose_b], &mut |_, parts, leaves, motions| {
        let mut found = Vec::new();
        of_pair(parts, leaves, motions, margin, &mut found);
        patches.extend(gathered(found));
    });
    patches.sort_by_key(|patch: &Contact<V>| (patch.piece_a, patch.piece_b));
    patches
}

/// The contacts of the pieces of two parts.
fn of_pair<V: Vector>(
    [part_a, part_b]: [u32; 2],
    leaves: [Leaf<'_, V>; 2],
    motions: [&Motion<V::Wide>; 2],
    margin: V::Scalar,
    found: &mut Vec<Contact<V>>,
) {
    let [motion_a, motion_b] = motions;
    let mut ask = |facets: [Option<u32>; 2], operands: [&Operand<'_, V::Wide>; 2]| {
        let [a, b] = operands;
        if let Some(manifold) = Query::<V>::moved(a, motion_a, b, motion_b).manifold(margin) {
            let piece_a = PieceId { part: part_a, facet: facets[0] };
            let piece_b = PieceId { part: part_b, facet: facets[1] };
            found.push(Contact { piece_a, piece_b, manifold });
        }
    };
    let limit = margin.to_f64().max(0.0);
    match leaves {
        [Leaf::Convex(a), Leaf::Convex(b)] => ask([None; 2], [&Operand::of(a), &Operand::of(b)]),
        [Leaf::Surface(surface), Leaf::Convex(shape)] => {
            let (shape, seen) = (Operand::of(shape), motion_b.seen_from(motion_a));
            for facet in facets_within(surface, &shape, &seen, limit) {
                surface.with_front(facet, |front| ask([Some(facet), None], [front, &shape]));
            }
        }
        [Leaf::Convex(shape), Leaf::Surface(surface)] => {
            let (shape, seen) = (Operand::of(shape), motion_a.seen_from(motion_b));
            for facet in facets_within(surface, &shape, &seen, limit) {
                surface.with_front(facet, |front| ask([None, Some(facet)], [&shape, front]));
            }
        }
        [Leaf::Surface(a), Leaf::Surface(b)] => {
            let seen = motion_b.seen_from(motion_a);
            for facet_b in 0..b.len() as u32 {
                let piece = b.piece(facet_b);
                for facet_a in facets_within(a, &piece.lowered(), &seen, limit) {
                    a.with_front(facet_a, |front_a| {
                        b.with_front(facet_b, |front_b| {
                            ask([Some(facet_a), Some(facet_b)], [front_a, front_b]);
                        });
                    });
                }
            }
        }
    }
}

impl<V: Vector> Instance<V> {
    /// Calls a function with a facet as a one-sided shape that knows its neighbours. Not for facets without area,
    /// which have no front.
    fn with_front(&self, facet: u32, visit: impl FnOnce(&Operand<'_, V::Wide>)) {
        let (corners, beyond) = (self.corners(facet), self.beyond(facet));
        if V::DIM == 2 {
            let (ends, beyond) = self.turned([corners[0], corners[1]], [beyond[0], beyond[1]]);
            if let Ok(segment) = ChainSegment::new(ends).and_then(|s| s.with_neighbours(beyond)) {
                visit(&Operand::of(&segment));
            }
            return;
        }
        // Of edges 01, 12, 20, the last becomes the first when corners go 0, 2, 1.
        let (corners, beyond) = if self.is_mirrored() {
            let ([a, b, c], [ab, bc, ca]) = (corners, beyond);
            ([a, c, b], [ca, bc, ab])
        } else {
            (corners, beyond)
        };
        if let Ok(facet) = Facet::new(corners).and_then(|f| f.with_neighbours(beyond)) {
            visit(&Operand::of(&facet));
        }
    }

    /// In 2D: both lists reversed if the instance is mirrored.
    fn turned<T>(&self, [a, b]: [V; 2], [x, y]: [T; 2]) -> ([V; 2], [T; 2]) {
        if self.is_mirrored() { ([b, a], [y, x]) } else { ([a, b], [x, y]) }
    }
}

/// Contacts of two parts, joined where their normals agree.
fn gathered<V: Vector>(mut found: Vec<Contact<V>>) -> Vec<Contact<V>> {
    // About 3 degrees: neighbours on a curved surface stay apart, rounding does not.
    let alike = V::Scalar::of(0.9986);
    found.sort_by(|x, y| {
        let depth = |c: &Contact<V>| c.manifold.deepest().separation.to_f64();
        depth(x).total_cmp(&depth(y)).then((x.piece_a, x.piece_b).cmp(&(y.piece_a, y.piece_b)))
    });
    let mut patches: Vec<(Contact<V>, Vec<ContactPoint<V>>)> = Vec::new();
    for contact in found {
        let points = contact.manifold.points();
        let normal = contact.manifold.normal;
        match patches.iter_mut().find(|(patch, _)| patch.manifold.normal.dot(normal) >= alike) {
            Some((_, all)) => all.extend_from_slice(points),
            None => patches.push((contact, points.to_vec())),
        }
    }
    let join = |(patch, points): (Contact<V>, Vec<ContactPoint<V>>)| {
        let normal = patch.manifold.normal;
        Contact { manifold: Manifold::new(normal, chosen(normal, &points)), ..patch }
    };
    patches.into_iter().map(join).collect()
}

/// Of the points of a patch, those that carry it: the deepest, the one farthest from it, and in 3D those farthest to
/// both sides of the line through these two.
fn chosen<V: Vector>(normal: V, points: &[ContactPoint<V>]) -> Vec<ContactPoint<V>> {
    let zero = V::Scalar::ZERO;
    let Some(deepest) =
        points.iter().reduce(|a, b| if b.separation < a.separation { b } else { a })
    else {
        return Vec::new();
    };
    let mut kept = alloc::vec![*deepest];
    // The farthest by a measure, if it is away from those that are kept.
    let keep_farthest = |kept: &mut Vec<ContactPoint<V>>, measure: &dyn Fn(V) -> V::Scalar| {
        let from = deepest.point_a;
        let best = points.iter().map(|p| (measure(p.point_a - from), p)).fold(
            None,
            |best: Option<(V::Scalar, &ContactPoint<V>)>, new| match best {
                Some(old) if old.0 >= new.0 => Some(old),
                _ => Some(new),
            },
        );
        if let Some((far, point)) = best
            && far > zero
        {
            kept.push(*point);
        }
    };
    keep_farthest(&mut kept, &|way| way.dot(way));
    if V::DIM == 3 && kept.len() == 2 {
        let line = kept[1].point_a - deepest.point_a;
        // Nearer to the line than this is on it.
        let least = line.dot(line) * V::Scalar::of(1e-3);
        for sign in [1.0, -1.0] {
            let side = |way: V| V::volume(line.wedge(way), normal) * V::Scalar::of(sign) - least;
            keep_farthest(&mut kept, &side);
        }
    }
    kept
}
