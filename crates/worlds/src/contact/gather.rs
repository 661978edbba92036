//! From contacts of pieces to patches of one normal, with at most four points.

use alloc::vec::Vec;

use clearance_geometry::answer::{ContactPoint, Manifold};
use clearance_geometry::number::Scalar;
use clearance_geometry::space::Vector;

use super::Contact;
use super::pieces::Touch;

/// The cosine of about 3 degrees. Contacts of neighbours on a curved surface stay apart, those of pieces of one plane
/// do not.
const ALIKE: f64 = 0.9986;

/// The patches of each pair of parts, in the order of their pieces.
pub(super) fn gathered<V: Vector>(mut found: Vec<Touch<V>>) -> Vec<Contact<V>> {
    let parts = |touch: &Touch<V>| (touch.contact.piece_a.part, touch.contact.piece_b.part);
    found.sort_by(|x, y| parts(x).cmp(&parts(y)).then_with(|| first(x, y)));
    let of_parts = found.chunk_by(|x, y| parts(x) == parts(y));
    let mut patches: Vec<Contact<V>> = of_parts.flat_map(joined).collect();
    patches.sort_by_key(|patch| (patch.piece_a, patch.piece_b));
    patches
}

/// The order in which contacts begin patches: those with the normals of fronts before those of edges and corners,
/// whose normals turn from place to place; the deepest first.
fn first<V: Vector>(x: &Touch<V>, y: &Touch<V>) -> core::cmp::Ordering {
    let depth = |touch: &Touch<V>| touch.contact.manifold.deepest().separation.to_f64();
    let pieces = |touch: &Touch<V>| (touch.contact.piece_a, touch.contact.piece_b);
    y.is_front
        .cmp(&x.is_front)
        .then(depth(x).total_cmp(&depth(y)))
        .then_with(|| pieces(x).cmp(&pieces(y)))
}

/// A patch and its points so far.
struct Patch<V: Vector> {
    /// The first contact, which has the normal, and the pieces of the deepest.
    contact: Contact<V>,
    points: Vec<ContactPoint<V>>,
}

/// Contacts joined where their normals agree.
fn joined<V: Vector>(found: &[Touch<V>]) -> Vec<Contact<V>> {
    let mut patches: Vec<Patch<V>> = Vec::new();
    for Touch { contact, .. } in found {
        let points = contact.manifold.points();
        let normal = contact.manifold.normal;
        let alike = |patch: &&mut Patch<V>| {
            patch.contact.manifold.normal.dot(normal) >= V::Scalar::of(ALIKE)
        };
        match patches.iter_mut().find(alike) {
            Some(patch) => patch.join(contact),
            None => patches.push(Patch { contact: *contact, points: points.to_vec() }),
        }
    }
    patches.into_iter().map(Patch::finished).collect()
}

impl<V: Vector> Patch<V> {
    fn join(&mut self, contact: &Contact<V>) {
        let deepest = self.points.iter().fold(V::Scalar::INFINITY, |d, p| d.min(p.separation));
        if contact.manifold.deepest().separation < deepest {
            (self.contact.piece_a, self.contact.piece_b) = (contact.piece_a, contact.piece_b);
        }
        self.points.extend_from_slice(contact.manifold.points());
    }

    fn finished(self) -> Contact<V> {
        let normal = self.contact.manifold.normal;
        Contact { manifold: Manifold::new(normal, chosen(normal, &self.points)), ..self.contact }
    }
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
