//! Is a shape inside a solid whose surface it does not meet?
//!
//! A connected piece of a surface that is apart from the surface of a solid is wholly inside or wholly outside. So
//! one point of each connected piece decides, by the winding number of the solid's surface there: the crossings of
//! the ray along +x, from behind the front +1 and from before it -1. Their signs are exact.
//!
//! ```text
//!       ____________
//!      |            |        |<- gap ->|    nothing of the surface is nearer to a point p of the other shape
//!      |   p--------+--->                   than the gap. So all points around it have its winding number,
//!      |____________|                       and one of them is taken whose ray meets no edge.
//! ```

use alloc::vec::Vec;

use glam::DVec3;

use super::assembly::Assembly;
use super::frame::{Frame, exact, minus, norm};
use super::interval::Interval;
use clearance_geometry::hull::exact::{TINY, normalised, order, projection, side, turn};
use clearance_geometry::shape::{Convex, FacetList, Part, PartPieces, View};
use clearance_geometry::space::Vector;

/// Is a connected piece of `inner` inside a solid of `outer`? All pieces are at least `gap` apart. `None` if the gap
/// is too small for `f64`.
pub(super) fn is_inside<V: Vector>(
    inner: &Assembly<'_, V>,
    outer: &Assembly<'_, V>,
    gap: f64,
) -> Option<bool> {
    let mut answer = Some(false);
    for (frame_outer, pieces) in &outer.parts {
        let PartPieces::Facets(list) = pieces else { continue };
        if !list.solid {
            continue;
        }
        let solid = Soup::of(list)?;
        for (frame, pieces) in &inner.parts {
            let seen = frame.seen_from(frame_outer);
            let points = match pieces {
                PartPieces::Convex(Part::Convex(shape)) => alloc::vec![point_of(&shape.view())?],
                // It reaches beyond every bounded solid.
                PartPieces::Convex(Part::HalfSpace(_)) => continue,
                PartPieces::Facets(list) => a_point_each(list)?,
            };
            for point in points {
                match solid.surrounds(&seen, point, gap) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => answer = None,
                }
            }
        }
    }
    answer
}

/// A point of a core; `None` for user-defined shapes.
fn point_of<V: Vector>(core: &View<'_, V>) -> Option<V> {
    match core {
        View::Vertices(vertices) => vertices.first().copied(),
        View::Opaque => None,
        _ => Some(V::ZERO),
    }
}

/// A corner of each connected piece of a surface. Facets with corners at one place are connected.
fn a_point_each<V: Vector>(list: &FacetList<'_, V>) -> Option<Vec<V>> {
    let places: Vec<V> = (0..list.vertices.len() as u32).filter_map(|v| list.vertex(v)).collect();
    let mut parent: Vec<u32> = (0..places.len() as u32).collect();
    let mut sorted = parent.clone();
    sorted.sort_by(|i, j| {
        order(&places[*i as usize].widen(), &places[*j as usize].widen()).then(i.cmp(j))
    });
    for pair in sorted.windows(2) {
        if places[pair[0] as usize] == places[pair[1] as usize] {
            join(&mut parent, pair[0], pair[1]);
        }
    }
    for [a, b, c] in list.facets {
        let named = [*a, *b, *c].into_iter().max()?;
        places.get(named as usize)?;
        join(&mut parent, *a, *b);
        join(&mut parent, *a, *c);
    }
    let mut known = alloc::vec![false; places.len()];
    let mut points = Vec::new();
    for [vertex, ..] in list.facets {
        let root = root(&mut parent, *vertex) as usize;
        if !core::mem::replace(&mut known[root], true) {
            points.push(places[root]);
        }
    }
    Some(points)
}

fn join(parent: &mut [u32], i: u32, j: u32) {
    let (i, j) = (root(parent, i), root(parent, j));
    parent[i.max(j) as usize] = i.min(j);
}

fn root(parent: &mut [u32], mut i: u32) -> u32 {
    while parent[i as usize] != i {
        parent[i as usize] = parent[parent[i as usize] as usize];
        i = parent[i as usize];
    }
    i
}

/// The facets of a closed surface, with coordinates divided by `size`: below 2, where the predicates are exact.
struct Soup {
    dim: usize,
    facets: Vec<[DVec3; 3]>,
    size: f64,
}

/// How many rays are tried.
const RAYS: u32 = 16;

impl Soup {
    fn of<V: Vector>(list: &FacetList<'_, V>) -> Option<Self> {
        let corners: Option<Vec<[V; 3]>> =
            (0..list.facets.len() as u32).map(|facet| list.corners(facet)).collect();
        let (corners, size) = normalised(corners?.as_flattened());
        let place =
            |p: &V::Wide| DVec3::new(p.get(0), p.get(1), if V::DIM == 3 { p.get(2) } else { 0.0 });
        let facets =
            corners.as_chunks::<3>().0.iter().map(|facet| [0, 1, 2].map(|i| place(&facet[i])));
        Some(Self { dim: V::DIM, facets: facets.collect(), size })
    }

    /// Is the winding number at a point of another frame not 0? `None` if each ray meets an edge, or if rounding moves
    /// the point by more than a part of the gap.
    fn surrounds<V: Vector>(&self, seen: &Frame, point: V, gap: f64) -> Option<bool> {
        let place = seen.apply(exact(point));
        let near = place.map(|x| x.nearest());
        let lost = norm(minus(place, near.map(Interval::exact))).high();
        let gap = gap / self.size;
        // The rounding of the sums below, and corners that were taken for 0.
        let rounding = 4.0 * (f64::EPSILON + TINY);
        let is_known = lost / self.size + rounding < gap / 4.0;
        if !is_known {
            return None;
        }
        let near = DVec3::from_array(near) / self.size;
        if self.is_beside(near) {
            return Some(false);
        }
        (0..RAYS).find_map(|ray| {
            // Up to a quarter of the gap aside.
            let aside = |step: f64| gap / 4.0 * ((f64::from(ray) * step) % 1.0 - 0.5);
            let away =
                DVec3::new(0.0, aside(0.618), if self.dim == 3 { aside(0.414) } else { 0.0 });
            let crossings = self.facets.iter().map(|facet| crossing(self.dim, facet, near + away));
            crossings.sum::<Option<i32>>().map(|winding| winding != 0)
        })
    }

    /// Is the point surely outside of the box around all facets?
    fn is_beside(&self, point: DVec3) -> bool {
        let corners = || self.facets.as_flattened().iter().copied();
        let (min, max) = (corners().reduce(DVec3::min), corners().reduce(DVec3::max));
        let inside = |(min, max): (DVec3, DVec3)| (min.cmple(point) & point.cmple(max)).all();
        !min.zip(max).is_some_and(inside)
    }
}

/// The crossings of the ray from a point along +x with a facet: 1, 0 or -1; `None` if it meets an edge.
fn crossing(dim: usize, facet: &[DVec3; 3], p: DVec3) -> Option<i32> {
    let [a, b, c] = *facet;
    let (min, max) = (a.min(b).min(c), a.max(b).max(c));
    if p.x > max.x || p.y < min.y || p.y > max.y || p.z < min.z || p.z > max.z {
        return Some(0);
    }
    if dim == 2 {
        let left = turn(a.truncate(), b.truncate(), p.truncate());
        let meets_end = p.y == a.y || p.y == b.y || left == 0.0;
        let is_up = a.y < b.y;
        let crosses = i32::from((left > 0.0) == is_up);
        return (!meets_end).then_some(if is_up { crosses } else { -crosses });
    }
    let [u, v, w, q] = [a, b, c, p].map(|x| projection(x, 0));
    let turns = [turn(u, v, q), turn(v, w, q), turn(w, u, q)];
    let (left, right) = (turns.iter().any(|t| *t > 0.0), turns.iter().any(|t| *t < 0.0));
    if left && right {
        return Some(0);
    }
    let behind = -side([a, b, c], p);
    if behind == 0.0 || turns.contains(&0.0) {
        return None;
    }
    // On the left of all edges, seen from +x: the front is towards +x.
    Some(i32::from(left && behind > 0.0) - i32::from(right && behind < 0.0))
}
