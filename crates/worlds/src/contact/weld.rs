//! Seams: where pieces continue each other that share no vertices.
//!
//! ```text
//!          \  n              C: contact of the edge of the right tile at p, with the normal n
//!        ___\p______         E: the left tile, which is touched, too
//!       | E  | C    |        E is above the plane through p across n: the edge is no corner of the surface
//! ```
//!
//! A moving shape that touches the surface on the left also touches the edge of the tile on the right, which for the
//! right tile alone has any normal from the top to the side. So for each contact C:
//!
//! 1. Is there another piece E that the same moving piece touches, that has the deepest point of C within the slop,
//!    and that is above the plane of C? Otherwise C stays.
//! 2. C gets the normal of its own face, as a [`Facet`](clearance_geometry::shape::Facet) does at a flat or concave
//!    edge. Points are sought anew along it. If there are some, they replace those of C.
//! 3. If there are none, C is left out if another contact D stands for it: the piece of C is nowhere higher above the
//!    plane of D than the slop. A convex piece that moves is in front of that plane, up to its depth; so it is nowhere
//!    deeper in C than in D, up to the slop. For a facet it is enough that the piece of D has the deepest point of C:
//!    inside of its edges, C would be touched along its front. Otherwise C stays as it was: over a gap between two tiles
//!    nothing else holds a ball.
//!
//! A facet may be a wall inside of the surface: the side of a solid tile, beside the next tile. It is nowhere above the
//! plane of E by more than the slop, and E goes on above the plane of C. Whatever its normal is, it goes on with step 3.
//!
//! The own face of a facet is its front. That of a convex piece is the face nearest to n that has the deepest point of C
//! within the slop, and that no E rises above. If there is none there is a valley, and C stays.

use alloc::vec::Vec;

use clearance_geometry::number::Scalar;
use clearance_geometry::shape::Operand;
use clearance_geometry::space::{Motion, Pose, Vector};
use clearance_pairs::Query;

use super::gather::gathered;
use super::pieces::touches;
use super::prescribed::Prescribed;
use super::touch::{Contact, Touch, same_normal};
use super::touched::Touched;
use crate::ShapeRef;
use crate::parts::{Leaf, leaf};

/// [`welded_contacts`](crate::welded_contacts()), of shapes as they are seen.
pub(crate) fn welded_contacts<V: Vector>(
    others: &[(&ShapeRef<'_, V>, &Pose<V>)],
    moving: &ShapeRef<'_, V>,
    pose: &Pose<V>,
    margin: V::Scalar,
    slop: V::Scalar,
) -> Vec<Vec<Contact<V>>> {
    let mut seats = Vec::new();
    for (body, (other, at)) in others.iter().enumerate() {
        let found = touches([*other, moving], [*at, pose], margin);
        seats.extend(found.iter().map(|touch| Seat {
            body,
            touch: *touch,
            piece: Touched::of(other, at, touch.contact.piece_a),
        }));
    }
    let seams = Seams { moving, pose, margin, slop: allowed(slop, &seats) };
    let mut kept = alloc::vec![Vec::new(); others.len()];
    for (body, touch) in seams.welded(&seats) {
        kept[body].push(touch);
    }
    kept.iter().map(|found| gathered(found)).collect()
}

/// The slop and more than the rounding of places.
struct Slop {
    slop: f64,
    rounding: f64,
}

/// Points of the world are sums of a few products in `f64`, rounded once to `V`; and so may be vertices.
fn allowed<V: Vector>(slop: V::Scalar, seats: &[Seat<'_, V>]) -> Slop {
    let largest = seats.iter().fold(0.0, |most: f64, seat| {
        Scalar::max(most, seat.touch.contact.manifold.deepest().point_a.widen().max_abs())
    });
    let rounding = 4.0 * V::Scalar::EPSILON.to_f64() * largest;
    Slop { slop: Scalar::max(slop.to_f64(), 0.0) + rounding, rounding }
}

/// A contact with the piece that is touched.
struct Seat<'a, V: Vector> {
    body: usize,
    touch: Touch<V>,
    piece: Touched<'a, V>,
}

/// Do two contacts have the same moving piece? A patch of two surfaces is of all facets of a part.
fn is_same_piece<V: Vector>(one: &Touch<V>, other: &Touch<V>) -> bool {
    let [x, y] = [one, other].map(|touch| touch.contact.piece_b);
    x == y || one.is_patch && other.is_patch && x.part == y.part
}

/// What becomes of a contact.
enum Fate<V: Vector> {
    Stays,
    /// It has the normal of its face.
    Turned(Touch<V>),
    /// There is no contact along the normal of its face.
    Refused,
}

/// A moving shape and what it means to touch at a seam.
struct Seams<'s, V: Vector> {
    moving: &'s ShapeRef<'s, V>,
    pose: &'s Pose<V>,
    margin: V::Scalar,
    slop: Slop,
}

impl<'s, V: Vector> Seams<'s, V> {
    /// The contacts that are left, each with the number of its body.
    fn welded(&self, seats: &[Seat<'s, V>]) -> Vec<(usize, Touch<V>)> {
        let fates: Vec<Fate<V>> = seats.iter().map(|seat| self.fate(seat, seats)).collect();
        let stays: Vec<(&Seat<'_, V>, Touch<V>)> = seats
            .iter()
            .zip(&fates)
            .filter_map(|(seat, fate)| match fate {
                Fate::Stays => Some((seat, seat.touch)),
                Fate::Turned(touch) => Some((seat, *touch)),
                Fate::Refused => None,
            })
            .collect();
        let mut left: Vec<(usize, Touch<V>)> =
            stays.iter().map(|(seat, touch)| (seat.body, *touch)).collect();
        for (seat, _) in seats.iter().zip(&fates).filter(|(_, fate)| matches!(fate, Fate::Refused))
        {
            if !stays.iter().any(|(other, touch)| self.stands_for(seat, other, touch)) {
                left.push((seat.body, seat.touch));
            }
        }
        left
    }

    fn fate(&self, seat: &Seat<'s, V>, seats: &[Seat<'s, V>]) -> Fate<V> {
        // Most contacts have the normal of their facet.
        let face = if seat.touch.is_front {
            None
        } else {
            let Some(face) = self.own_face(seat, seats) else { return Fate::Stays };
            Some(face)
        };
        let normal = face.unwrap_or_else(|| seat.touch.contact.manifold.normal.widen());
        if self.is_buried(seat, normal, seats) {
            return Fate::Refused;
        }
        match face.map(|normal| self.along(seat, normal)) {
            None => Fate::Stays,
            Some(None) => Fate::Refused,
            Some(Some(touch)) => Fate::Turned(touch),
        }
    }

    /// Is a facet with a contact of this normal a wall inside of the surface: under a face that goes on beyond it?
    fn is_buried(&self, seat: &Seat<'s, V>, normal: V::Wide, seats: &[Seat<'s, V>]) -> bool {
        let point = seat.touch.contact.manifold.deepest().point_a.widen();
        let slop = self.slop.slop;
        seat.touch.contact.piece_a.facet.is_some()
            && self.others(seat, seats).any(|other| {
                let its = &other.touch.contact;
                let (plane, along) = (its.manifold.deepest().point_a, its.manifold.normal);
                let goes_on =
                    |(piece, _): &(Touched<'_, V>, f64)| piece.height_above(point, normal) > slop;
                seat.piece.height_above(plane.widen(), along.widen()) <= slop
                    && other.piece.at_point(point, its, slop).iter().any(goes_on)
            })
    }

    /// The other contacts of the same moving piece.
    fn others<'o>(
        &self,
        seat: &'o Seat<'s, V>,
        seats: &'o [Seat<'s, V>],
    ) -> impl Iterator<Item = &'o Seat<'s, V>> {
        seats.iter().filter(move |other| {
            !core::ptr::eq(*other, seat) && is_same_piece(&seat.touch, &other.touch)
        })
    }

    /// The normal of the own face of a contact, in the world, if other pieces hide the edge that was touched.
    fn own_face(&self, seat: &Seat<'s, V>, seats: &[Seat<'s, V>]) -> Option<V::Wide> {
        let manifold = &seat.touch.contact.manifold;
        let (normal, point) = (manifold.normal.widen(), manifold.deepest().point_a.widen());
        let slop = self.slop.slop;
        let mut around: Vec<(V::Wide, Touched<'_, V>, f64)> = Vec::new();
        for Seat { touch: Touch { contact, .. }, piece, .. } in self.others(seat, seats) {
            let at_point = piece.at_point(point, contact, slop).into_iter();
            around
                .extend(at_point.map(|(piece, gap)| (contact.manifold.normal.widen(), piece, gap)));
        }
        let is_hidden = around.iter().any(|(_, piece, gap)| {
            piece.height_above(point, normal) > 2.0 * self.slop.rounding + gap
        });
        if !is_hidden {
            return None;
        }
        let fits = |face: V::Wide| {
            let is_low = |piece: &Touched<'_, V>| piece.height_above(point, face) <= slop;
            is_low(&seat.piece) && around.iter().all(|(_, piece, _)| is_low(piece))
        };
        let others = around.iter().map(|(normal, ..)| *normal);
        let face = seat.piece.own_face(normal, others, fits)?;
        (!same_normal(V::narrow(face), manifold.normal)).then_some(face)
    }

    /// The contact along another normal.
    fn along(&self, seat: &Seat<'s, V>, normal: V::Wide) -> Option<Touch<V>> {
        let piece_b = seat.touch.contact.piece_b;
        let (leaf, to_world) = leaf(self.moving, self.pose, piece_b.part);
        let ask = |moving: &Operand<'_, V::Wide>| {
            seat.piece.lowered(|piece, motion: &Motion<V::Wide>| {
                let Operand::Convex(shape) = piece else { return None };
                let along = motion.unrotate(normal);
                let flush = Prescribed { shape, normals: |_, _| Some(along), side: None };
                let flush = Operand::of(&flush);
                Query::<V>::moved(&flush, motion, moving, &to_world).manifold(self.margin)
            })
        };
        let manifold = match (leaf, piece_b.facet) {
            (Leaf::Convex(shape), _) => ask(&shape),
            (Leaf::Surface(surface), facet) => ask(&surface.piece(facet?).lowered()),
        }?;
        let contact = Contact { manifold, ..seat.touch.contact };
        Some(Touch { contact, is_front: true, is_patch: seat.touch.is_patch })
    }

    /// Can a contact be left out because of another one?
    fn stands_for(&self, seat: &Seat<'s, V>, other: &Seat<'_, V>, touch: &Touch<V>) -> bool {
        let (own, its) = (&seat.touch.contact, &touch.contact);
        let (point, plane) = (own.manifold.deepest().point_a, its.manifold.deepest().point_a);
        is_same_piece(&seat.touch, touch)
            && (seat.piece.height_above(plane.widen(), its.manifold.normal.widen())
                <= self.slop.slop
                || own.piece_a.facet.is_some()
                    && !other.piece.at_point(point.widen(), its, self.slop.slop).is_empty())
    }
}
