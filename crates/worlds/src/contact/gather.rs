//! From contacts of pieces to patches of one normal, with at most four points.

use alloc::vec::Vec;

use clearance_geometry::answer::{ContactPoint, Manifold};
use clearance_geometry::number::Scalar;
use clearance_geometry::space::Vector;

use super::touch::{Contact, Touch};

/// The cosine of about 3 degrees. Contacts of neighbours on a curved surface stay apart, those of pieces of one plane
/// do not.
const ALIKE: f64 = 0.9986;

/// The patches of each pair of parts, in the order of their pieces.
pub(super) fn gathered<V: Vector>(found: &[Touch<V>]) -> Vec<Contact<V>> {
    if let [only] = found {
        return alloc::vec![only.contact];
    }
    // Contacts are large: their numbers are sorted.
    let mut order: Vec<u32> = (0..found.len() as u32).collect();
    let parts = |touch: &Touch<V>| (touch.contact.piece_a.part, touch.contact.piece_b.part);
    order.sort_unstable_by(|x, y| {
        let [x, y] = [x, y].map(|i| &found[*i as usize]);
        parts(x).cmp(&parts(y)).then_with(|| first(x, y))
    });
    let mut patches = Vec::new();
    let same_parts = |x: &u32, y: &u32| parts(&found[*x as usize]) == parts(&found[*y as usize]);
    order.chunk_by(same_parts).for_each(|order| join(found, order, &mut patches));
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

/// Joins contacts whose normals agree, but for patches of two surfaces, which are joined already. The first has the normal
/// of the patch, the deepest its pieces.
fn join<V: Vector>(found: &[Touch<V>], order: &[u32], patches: &mut Vec<Contact<V>>) {
    let contact = |i: u32| &found[i as usize].contact;
    let depth = |i: u32| contact(i).manifold.deepest().separation;
    let (mut left, mut points) = (order.to_vec(), Vec::new());
    while let Some(&first) = left.first() {
        let normal = contact(first).manifold.normal;
        let (mut deepest, mut count) = (first, 0);
        points.clear();
        left.retain(|&i| {
            let manifold = &contact(i).manifold;
            let is_alike = i == first
                || !found[i as usize].is_patch
                    && manifold.normal.dot(normal) >= V::Scalar::of(ALIKE);
            if is_alike {
                deepest = if depth(i) < depth(deepest) { i } else { deepest };
                points.extend_from_slice(manifold.points());
                count += 1;
            }
            !is_alike
        });
        let mut patch = *contact(deepest);
        if count > 1 {
            patch.manifold = Manifold::new(normal, chosen(normal, &points));
        }
        patches.push(patch);
    }
}

/// Of the points of a patch, those that carry it: the deepest and what is [`spread`] around it.
pub(super) fn chosen<V: Vector>(normal: V, points: &[ContactPoint<V>]) -> Vec<ContactPoint<V>> {
    let deepest = points.iter().reduce(|a, b| if b.separation < a.separation { b } else { a });
    deepest.map_or_else(Vec::new, |deepest| spread(normal, deepest, points, V::Scalar::ZERO))
}

/// A point, the one farthest from it, and in 3D those farthest to both sides of the line through these two. Lengths up to
/// `tol` are none.
pub(super) fn spread<V: Vector>(
    normal: V,
    first: &ContactPoint<V>,
    points: &[ContactPoint<V>],
    tol: V::Scalar,
) -> Vec<ContactPoint<V>> {
    let mut kept = alloc::vec![*first];
    // The farthest by a measure, if it is away from those that are kept.
    let keep_farthest = |kept: &mut Vec<ContactPoint<V>>, measure: &dyn Fn(V) -> V::Scalar| {
        let measured = points.iter().map(|p| (measure(p.point_a - first.point_a), p));
        let best = measured.reduce(|old, new| if new.0 > old.0 + tol * tol { new } else { old });
        kept.extend(best.filter(|(far, _)| *far > tol * tol).map(|(_, point)| *point));
    };
    keep_farthest(&mut kept, &|way| way.dot(way));
    if V::DIM == 3 && kept.len() == 2 {
        let line = kept[1].point_a - first.point_a;
        // Nearer to the line than this is on it.
        let least = line.dot(line) * V::Scalar::of(1e-3);
        for sign in [1.0, -1.0] {
            let side = |way: V| V::volume(line.wedge(way), normal) * V::Scalar::of(sign) - least;
            keep_farthest(&mut kept, &side);
        }
    }
    kept
}
