//! What two bodies that overlap have in common: its deepest point, its volume, its surface.
//!
//! It is asked of each two parts whose boxes meet. A box or a hull is asked about as the solid that it is. A sheet has no
//! inside, and of what is curved the library knows no volume: both have a local depth only.

use std::collections::BTreeSet;

use clearance::number::Scalar;
use clearance::shape::{Hull, View};
use clearance::space::Vector;
use clearance::{Collider, Convex as _, LocalDepth, Mesh, Overlap, PartShape, Shape, Solid};

use crate::scene::{BodyPair, Part, Scene};
use crate::text::shown;

/// What the bodies of each pair that clashes have in common, and sentences about what is left out.
pub fn of_clashes<V: Vector>(
    scene: &Scene<V>,
    pairs: &[BodyPair<V>],
) -> (Vec<Option<Overlap<V>>>, Vec<String>) {
    let (mut no_solids, mut too_fine) = (BTreeSet::new(), BTreeSet::new());
    let of_pair = |pair: &BodyPair<V>| {
        let bodies = [pair.a, pair.b];
        let parts = bodies.map(|body| &scene.bodies()[body].parts[..]);
        let common = pair.class.is_clash().then(|| common(parts))?;
        let named = |which: [bool; 2]| (0..2).filter(move |i| which[*i]).map(|i| bodies[i]);
        no_solids.extend(named(common.is_left_out));
        too_fine.extend(named([common.is_too_fine; 2]));
        common.found
    };
    let found = pairs.iter().map(of_pair).collect();
    let said = [
        (no_solids, "are sheets and curved shapes"),
        (too_fine, "are bodies with more than two million pairs of triangles near each other"),
    ];
    let said = said.into_iter().filter(|(bodies, _)| !bodies.is_empty());
    let sentence = |(bodies, why): (BTreeSet<usize>, &str)| {
        let names = bodies.iter().take(MOST_NAMED).map(|body| shown(&scene.bodies()[*body].name));
        let names = names.collect::<Vec<_>>().join(", ");
        let more = bodies.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("--overlap: left out {why}: {names}{more}")
    };
    (found, said.map(sentence).collect())
}

/// A warning names so many bodies.
const MOST_NAMED: usize = 10;

/// What two bodies have in common, and what of them is left out.
struct Common<V: Vector> {
    /// `None` if parts with an inside are left out. Where parts of one body overlap, it counts more than once.
    found: Option<Overlap<V>>,
    /// Has the body a part there that is no solid?
    is_left_out: [bool; 2],
    /// Were more triangles near each other than the library looks at?
    is_too_fine: bool,
}

/// The depth of the deepest point that two bodies have in common, over all their parts. `None` if none overlap.
pub fn local_depth<V: Vector>(bodies: [&[Part<V>]; 2]) -> Option<LocalDepth<V>> {
    let pieces = bodies.map(pieces_of);
    let depths = meeting(&pieces)
        .filter_map(|[p, q]| clearance::local_depth(&p.shape, &p.pose, &q.shape, &q.pose));
    depths.reduce(|most, next| {
        let upper = if next.upper > most.upper { next.upper } else { most.upper };
        LocalDepth { upper, ..if next.lower > most.lower { next } else { most } }
    })
}

/// What two bodies have in common, the largest part first.
fn common<V: Vector>(bodies: [&[Part<V>]; 2]) -> Common<V> {
    let pieces = bodies.map(pieces_of);
    let mut all = Overlap { volume: [0.0; 2], parts: Vec::new() };
    let (mut is_left_out, mut is_too_fine) = ([false; 2], false);
    let (mut asked, mut is_whole) = (0, true);
    for both in meeting(&pieces) {
        let no_solids = both.map(|piece| !is_solid(&piece.shape));
        if no_solids != [false; 2] {
            (0..2).for_each(|i| is_left_out[i] |= no_solids[i]);
            // A sheet has no volume.
            is_whole &=
                both.iter().any(|p| matches!(p.shape, Collider::Surface(_)) && !is_solid(&p.shape));
            continue;
        }
        let [p, q] = both;
        asked += 1;
        match clearance::overlap(&p.shape, &p.pose, &q.shape, &q.pose) {
            Some(found) => {
                (0..2).for_each(|i| all.volume[i] += found.volume[i]);
                all.parts.extend(found.parts);
            }
            None => is_too_fine = true,
        }
    }
    all.parts.sort_by(|p, q| q.volume[0].total_cmp(&p.volume[0]));
    let is_told = is_whole && !is_too_fine && (asked > 0 || is_left_out == [false; 2]);
    Common { found: is_told.then_some(all), is_left_out, is_too_fine }
}

/// Pieces of both bodies whose boxes meet.
fn meeting<V: Vector>(pieces: &[Vec<Part<V>>; 2]) -> impl Iterator<Item = [&Part<V>; 2]> {
    let [a, b] = pieces;
    let all = a.iter().flat_map(move |p| b.iter().map(move |q| [p, q]));
    all.filter(|[p, q]| p.bounds.gap(&q.bounds) == 0.0)
}

fn is_solid<V: Vector>(shape: &Collider<V>) -> bool {
    matches!(shape, Collider::Surface(surface) if surface.is_solid())
}

/// The parts, those of compounds one by one, and polytopes as solids.
fn pieces_of<V: Vector>(parts: &[Part<V>]) -> Vec<Part<V>> {
    let pieces = |part: &Part<V>| -> Vec<Part<V>> {
        let pieces = part.shape.to_parts().into_iter().map(|piece| {
            let shape = match piece.shape {
                PartShape::Convex(shape) => Collider::Convex(shape),
                PartShape::Surface(surface) => Collider::Surface(surface),
            };
            Part::new(as_solid(shape), part.pose * piece.pose)
        });
        pieces.collect()
    };
    parts.iter().flat_map(pieces).collect()
}

/// A polytope in 3D as the solid of its faces; another shape as it is.
fn as_solid<V: Vector>(shape: Collider<V>) -> Collider<V> {
    polytope(&shape).map_or(shape, Collider::from)
}

fn polytope<V: Vector>(shape: &Collider<V>) -> Option<Solid<V>> {
    let Collider::Convex(Shape::Convex(convex)) = shape else { return None };
    if V::DIM != 3 || convex.radius() != V::Scalar::ZERO {
        return None;
    }
    let corners = match convex.view() {
        View::Vertices(corners) => corners.to_vec(),
        View::Cuboid { half_extents: half } => {
            let sign = |corner: i32, i: usize| {
                if corner >> i & 1 == 1 { half.get(i) } else { -half.get(i) }
            };
            (0..8).map(|corner| V::from_fn(|i| sign(corner, i))).collect()
        }
        _ => return None,
    };
    let hull = Hull::new(corners).ok()?;
    let fans = hull.faces().flat_map(|face| {
        let corners: Vec<u32> = face.collect();
        (2..corners.len()).map(move |i| [corners[0], corners[i - 1], corners[i]])
    });
    let fans = fans.collect();
    Solid::new(Mesh::new(hull.vertices().collect(), fans).ok()?).ok()
}
