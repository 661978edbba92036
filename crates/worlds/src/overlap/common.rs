//! The parts of an overlap: which closed surfaces bound them, and in which bounds their volumes are.
//!
//! B is moved by 1e-10 of its size, so that nothing is in one plane. That changes the common volume by at most the way
//! times the area of one surface near the other one, which is in the bounds.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use clearance_geometry::hull::exact::order;
use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Aabb, Motion, Pose, Vector, from_space};
use glam::DVec3;

use super::boundary::{Boundary, Shell};
use super::itself::is_simple;
use super::volume::Content;
use crate::contact::lens::{Crossings, PosedSurface, SurfacePair};
use crate::contact::{MOST_PAIRS, meet};
use crate::surface::crossing;
use crate::{Instance, ShapeRef};

/// What two solids have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlap<V: Vector> {
    /// Bounds on the common volume.
    pub volume: [f64; 2],
    /// The connected parts that are proven to have a volume, the largest first.
    pub parts: Vec<OverlapPart<V>>,
}

/// A connected part of what two solids have in common. Lengths and coordinates are those of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct OverlapPart<V: Vector> {
    /// Bounds on its volume.
    pub volume: [f64; 2],
    /// Its center of mass, without bounds.
    pub centroid: V,
    /// The box around it, up to rounding.
    pub bounds: Aabb<V>,
    /// The corners of its surface.
    pub vertices: Vec<V>,
    /// The triangles of its surface, closed, counterclockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// [`overlap`](crate::overlap()), of shapes as they are seen.
pub(crate) fn overlap<V: Vector>(
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
) -> Option<Overlap<V>> {
    of_simple(simple([a, b])?, pose_a, pose_b, false)
}

/// Two solids that do not overlap themselves; `None` if a shape is none.
pub(super) fn simple<'s, V: Vector>(shapes: [&ShapeRef<'s, V>; 2]) -> Option<[&'s Instance<V>; 2]> {
    let [ShapeRef::Surface(a), ShapeRef::Surface(b)] = shapes else { return None };
    let is_asked = V::DIM == 3 && [a, b].iter().all(|solid| solid.is_solid() && is_simple(solid));
    is_asked.then_some([*a, *b])
}

/// Of solids that are known not to overlap themselves. `are_all`: also parts that may be none.
pub(super) fn of_simple<V: Vector>(
    [a, b]: [&Instance<V>; 2],
    pose_a: &Pose<V>,
    pose_b: &Pose<V>,
    are_all: bool,
) -> Option<Overlap<V>> {
    let motions = [pose_a, pose_b].map(Motion::of);
    let world = &motions[0];
    meet([a, b], [&motions[0], &motions[1]], |meeting, solids| {
        Common::of(meeting, solids).map(|common| common.in_world(world, solids[0].unit.0, are_all))
    })?
}

/// Have two solids nothing in common, B moved by the nudge? `work` is what is left of pairs of facets to look at. False also
/// for shapes that are no solids.
pub(super) fn is_apart<V: Vector>(
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
    work: &mut u32,
) -> bool {
    let (ShapeRef::Surface(a), ShapeRef::Surface(b)) = (a, b) else { return false };
    let motions = [pose_a, pose_b].map(Motion::of);
    let is_apart = meet([*a, *b], [&motions[0], &motions[1]], |meeting, solids| {
        let pairs = (meeting.near)(DVec3::ZERO, meeting.nudge().length() + meeting.rounding);
        *work = work.saturating_sub(pairs.len() as u32);
        if pairs.len() >= MOST_PAIRS || *work == 0 {
            return false;
        }
        let crossings = Crossings::of(meeting, &pairs, DVec3::ZERO);
        crossings.hits.is_empty() && Boundary::of(meeting, &crossings, solids).shells.is_empty()
    });
    is_apart == Some(true)
}

/// The parts in the frame of A and in the unit of lenses.
struct Common {
    boundary: Boundary,
    /// Shells with their contents, and by how much their volumes change with the nudge.
    parts: Vec<(Shell, Content, f64)>,
    /// By how much the nudge changes all of the common volume.
    change: f64,
}

impl Common {
    fn of<V: Vector>(meeting: &SurfacePair<'_>, solids: &[PosedSurface<'_, V>; 2]) -> Option<Self> {
        let reach = meeting.nudge().length() + meeting.rounding;
        let pairs = (meeting.near)(DVec3::ZERO, 2.0 * reach);
        if pairs.len() >= MOST_PAIRS {
            return None;
        }
        let crossings = Crossings::of(meeting, &pairs, DVec3::ZERO);
        let mut boundary = Boundary::of(meeting, &crossings, solids);
        let mut shells = core::mem::take(&mut boundary.shells);
        shells.retain(|shell| !shell.triangles.is_empty());
        let rounding = meeting.rounding * 0.125;
        let contents = |shell: Shell| {
            let content = Content::of(&boundary, &shell, rounding);
            (shell, content)
        };
        let (mut outer, cavities): (Vec<_>, Vec<_>) =
            shells.into_iter().map(contents).partition(|(_, content)| content.volume >= 0.0);
        for (cavity, _) in cavities {
            join_cavity(&boundary, &mut outer, cavity);
        }
        let bands = Bands::of(meeting, &pairs, reach);
        let all_near = bands.near(DVec3::NEG_INFINITY, DVec3::INFINITY);
        // Then it takes too long to ask what is near each part.
        let is_many = outer.len() * pairs.len() > 1 << 24;
        let mut all = all_near;
        let parts = outer.into_iter().map(|(shell, _)| {
            let content = Content::of(&boundary, &shell, rounding);
            let own = bands.own(&shell, &content, meeting);
            let near = if is_many {
                all_near
            } else {
                bands.near(content.min - reach, content.max + reach)
            };
            (0..2).for_each(|which| all[which] += own[which]);
            let change = bands.change([own[0] + near[0], own[1] + near[1]]);
            (shell, content, change)
        });
        let mut parts: Vec<_> = parts.collect();
        parts.sort_by(|x, y| y.1.volume.total_cmp(&x.1.volume));
        Some(Self { parts, change: bands.change(all), boundary })
    }

    fn in_world<V: Vector>(self, motion: &Motion<V::Wide>, unit: f64, are_all: bool) -> Overlap<V> {
        let to_world = |p: DVec3| motion.apply(from_space(p / unit));
        // One after the other, so that nothing overflows; what underflows has a bound above 0.
        let volume_of = |v: f64| v / unit / unit / unit;
        let bounds_of = |[low, high]: [f64; 2]| {
            let (low, high) = (volume_of(low), volume_of(high));
            [if low.is_normal() { low.next_down() } else { 0.0 }, high.next_up()]
        };
        let (mut low, mut high) = (0.0, self.change);
        let mut parts = Vec::new();
        for (shell, content, change) in self.parts {
            let off = content.error + change;
            let volume = [content.volume - off, content.volume + off];
            low += Scalar::max(volume[0], 0.0);
            high += content.volume + content.error;
            if volume[0] <= 0.0 && !are_all {
                continue;
            }
            let (vertices, triangles) = compact::<V>(&self.boundary.points, &shell, &to_world);
            if !triangles.is_empty() {
                let around = |p: &V| Aabb { min: *p, max: *p };
                let bounds = vertices.iter().map(around).reduce(|a, b| a.union(&b));
                parts.push(OverlapPart {
                    volume: bounds_of(volume),
                    centroid: V::narrow(to_world(content.centroid)),
                    bounds: bounds.expect("a shell has corners"),
                    vertices,
                    triangles,
                });
            }
        }
        Overlap { volume: bounds_of([low, high]), parts }
    }
}

/// The corners of a shell in the world, and its triangles by their numbers. Corners that are rounded to one place are one,
/// and triangles that have become nothing, alone or in pairs, are left out.
fn compact<V: Vector>(
    points: &[DVec3],
    shell: &Shell,
    to_world: &impl Fn(DVec3) -> V::Wide,
) -> (Vec<V>, Vec<[u32; 3]>) {
    let mut nodes: Vec<u32> = shell.triangles.iter().flatten().copied().collect();
    nodes.sort_unstable();
    nodes.dedup();
    let place = |node: u32| V::narrow(to_world(points[node as usize]));
    let mut places: Vec<(V, u32)> = nodes.into_iter().map(|node| (place(node), node)).collect();
    places.sort_by(|(p, i), (q, j)| order(&p.widen(), &q.widen()).then(i.cmp(j)));
    let (mut vertices, mut number_of) = (Vec::new(), Vec::new());
    for (place, node) in places {
        if vertices.last() != Some(&place) {
            vertices.push(place);
        }
        number_of.push((node, vertices.len() as u32 - 1));
    }
    number_of.sort_unstable();
    let number = |node: u32| {
        let at = number_of.binary_search_by_key(&node, |(node, _)| *node);
        number_of[at.expect("all nodes are in the list")].1
    };
    let mut counted: BTreeMap<[u32; 3], i32> = BTreeMap::new();
    for [a, b, c] in shell.triangles.iter().map(|triangle| triangle.map(number)) {
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        let is_even = [[a, b, c], [b, c, a], [c, a, b]].contains(&sorted);
        *counted.entry(sorted).or_default() += if is_even { 1 } else { -1 };
    }
    let mut triangles = Vec::new();
    for ([a, b, c], count) in counted.into_iter().filter(|([a, b, c], _)| a != b && b != c) {
        let triangle = if count > 0 { [a, b, c] } else { [a, c, b] };
        (0..count.abs()).for_each(|_| triangles.push(triangle));
    }
    (vertices, triangles)
}

/// Adds a cavity to the smallest shell around it.
fn join_cavity(boundary: &Boundary, outer: &mut [(Shell, Content)], cavity: Shell) {
    let corner = |node: u32| boundary.points[node as usize];
    let at = corner(cavity.triangles[0][0]);
    let is_around = |(shell, content): &&mut (Shell, Content)| {
        let crossings = shell.triangles.iter().map(|t| crossing(3, t.map(corner), at));
        at.cmpge(content.min).all() && at.cmple(content.max).all() && crossings.sum::<i32>() != 0
    };
    let smaller =
        |x: &&mut (Shell, Content), y: &&mut (Shell, Content)| x.1.volume.total_cmp(&y.1.volume);
    if let Some((shell, _)) = outer.iter_mut().filter(is_around).min_by(smaller) {
        shell.triangles.extend(cavity.triangles);
        shell.facets.extend(cavity.facets);
    }
}

/// How much of each surface is so near to the other one that the nudge may change on which side it is.
struct Bands {
    /// The least box around both facets of each pair, and the area of either facet in it.
    pairs: Vec<(DVec3, DVec3, [f64; 2])>,
    reach: f64,
}

impl Bands {
    fn of(meeting: &SurfacePair<'_>, pairs: &[[u32; 2]], reach: f64) -> Self {
        let boxed = |which: usize, facet: u32| {
            let [a, b, c] = meeting.sides[which].corners(facet);
            let area = (b - a).cross(c - a).length() * 0.5;
            (a.min(b).min(c) - DVec3::splat(reach), a.max(b).max(c) + DVec3::splat(reach), area)
        };
        let of_pair = |&[f, g]: &[u32; 2]| {
            let ((min_f, max_f, area_f), (min_g, max_g, area_g)) = (boxed(0, f), boxed(1, g));
            let (min, max) = (min_f.max(min_g), max_f.min(max_g));
            let size = (max - min).max(DVec3::ZERO);
            // A plane part in a box is no larger than its three faces together.
            let most = size.x * size.y + size.y * size.z + size.z * size.x;
            (min, max, [Scalar::min(area_f, most), Scalar::min(area_g, most)])
        };
        Self { pairs: pairs.iter().map(of_pair).collect(), reach }
    }

    /// By how much the nudge changes a volume: by no more than the way times the area of either surface that is in it or
    /// near the other surface.
    fn change(&self, areas: [f64; 2]) -> f64 {
        // A little more for rounding.
        Scalar::min(areas[0], areas[1]) * self.reach * 1.001
    }

    /// The areas near the other surface, in a box.
    fn near(&self, min: DVec3, max: DVec3) -> [f64; 2] {
        let mut areas = [0.0; 2];
        for (low, high, near) in &self.pairs {
            if low.cmple(max).all() && high.cmpge(min).all() {
                (0..2).for_each(|which| areas[which] += near[which]);
            }
        }
        areas
    }

    /// The areas of a part, at most.
    fn own(&self, shell: &Shell, content: &Content, meeting: &SurfacePair<'_>) -> [f64; 2] {
        let size = content.max - content.min + 2.0 * self.reach;
        let most = size.x * size.y + size.y * size.z + size.z * size.x;
        let mut areas = [0.0; 2];
        for &(which, facet) in &shell.facets {
            let [a, b, c] = meeting.sides[which].corners(facet);
            areas[which] += Scalar::min((b - a).cross(c - a).length() * 0.5, most);
        }
        areas
    }
}
