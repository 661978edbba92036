//! How deep the deepest common point of two shapes is in them: the depth of a fit.
//!
//! ```text
//!      B             at least   a point of both: the larger of its distances from the surfaces of A and of B.
//!    ______                     From the middle of a cell it goes on to the surface of A, away from that of B.
//!   |  x   |         at most    of a cell of what is common, with the corners v:
//!  _|__|___|_  A                - each v has a nearest point y of B's surface. If the hull of all y is apart from B, no
//! |_|__v___|_|                    point of the cell is deeper than the deepest v: it is among the v as a point of the
//!      y                          hull is among the y, and so no farther from it.
//!                               - B, moved by t, does not cross the cell: then x - t is not in B for any x of it.
//!                               - depth changes by no more than the point moves.
//! ```
//!
//! The cell with the largest bound is cut in two.
//!
//! A translation that parts the shapes takes B away from all of what is common, so this depth is never more than the
//! translational one. A shaft that is too thick for its hole all around has a depth of its length, and is as deep locally as
//! it is too thick.

use alloc::sync::Arc;
use alloc::vec::Vec;

use clearance_geometry::answer::Projection;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Geometry as _, Hull};
use clearance_geometry::space::{Aabb, Pose, Ray, Vector};

use super::common::{OverlapPart, is_apart, of_simple, simple};
use crate::contact::{Contact, contacts};
use crate::depth::cubes::{self, End, Judged, common_box};
use crate::depth::{Depths, clearance};
use crate::probe::{RayOptions, cast_ray, project};
use crate::separation::separation;
use crate::surface::Surface;
use crate::{Instance, ShapeRef};

/// The depth of the deepest common point of two shapes, with bounds. Lengths and coordinates are those of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalDepth<V: Vector> {
    /// As deep is `point`.
    pub lower: V::Scalar,
    /// No point of both shapes is deeper in one of them.
    pub upper: V::Scalar,
    /// A point of both shapes.
    pub point: V,
    /// The direction in which B leaves this point, of length 1.
    pub normal: V,
}

/// A shape and its pose.
type Body<'s, V> = (&'s ShapeRef<'s, V>, &'s Pose<V>);

/// Bounds as near to each other as this share are good enough.
const SHARE: f64 = 1e-3;

/// [`local_depth`](crate::local_depth()), of shapes as they are seen.
pub(crate) fn local_depth<V: Vector>(
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
) -> Option<LocalDepth<V>> {
    let bodies = [(a, pose_a), (b, pose_b)];
    // Also parts that are so thin that they may be none.
    let found = simple([a, b]).and_then(|solids| of_simple(solids, pose_a, pose_b, true));
    match found {
        Some(found) if found.parts.is_empty() => of_touch(bodies),
        Some(found) => Some(of_cells(bodies, found.parts)),
        None => of_whole(bodies),
    }
}

/// A point of both shapes, and the direction in which B leaves it.
#[derive(Clone, Copy)]
struct Deep<V: Vector> {
    depth: f64,
    point: V,
    normal: V,
}

impl<V: Vector> Deep<V> {
    /// `None` if the point is not proven to be in both.
    fn of(bodies: [Body<'_, V>; 2], point: V) -> Option<Self> {
        let depths = Depths::of(bodies.map(|body| body.0), bodies.map(|body| body.1), point)?;
        let [in_a, in_b] = depths.each()?;
        let [of_a, of_b] = [depths.0[0].normal, -depths.0[1].normal];
        let (depth, normal) = if in_a > in_b { (in_a, of_a) } else { (in_b, of_b) };
        Some(Self { depth, point, normal })
    }

    /// Farther away from the surface in which it is deep, up to the surface of the other shape.
    fn farther(&self, bodies: [Body<'_, V>; 2]) -> Option<Self> {
        let options = RayOptions { hollow: true, one_sided: false };
        let mut best: Option<Self> = None;
        // Away from the surface of B through A, and the other way around.
        for (other, sign) in [(0, 1.0), (1, -1.0)] {
            let way = self.normal * V::Scalar::of(sign);
            let Ok(ray) = Ray::new(self.point, way, V::Scalar::LARGEST) else { continue };
            let Some(hit) = cast_ray(bodies[other].0, bodies[other].1, &ray, options) else {
                continue;
            };
            // Not quite, so that the point is still inside.
            let short = 1.0 - Scalar::max(1e-6, 16.0 * V::Scalar::EPSILON.to_f64());
            let point = self.point + way * (hit.lower * V::Scalar::of(short));
            let new = Self::of(bodies, point).filter(|new| new.depth > self.depth);
            if new.is_some_and(|new| best.is_none_or(|best| new.depth > best.depth)) {
                best = new;
            }
        }
        best
    }

    /// From a point on, as long as it gets deeper. `None` if the point is not proven to be in both.
    fn from(bodies: [Body<'_, V>; 2], point: V) -> Option<Self> {
        const MOST_STEPS: usize = 4;
        let mut deep = Self::of(bodies, point)?;
        for _ in 0..MOST_STEPS {
            let Some(next) = deep.farther(bodies) else { break };
            let is_done = next.depth <= deep.depth * (1.0 + SHARE * 0.1);
            deep = next;
            if is_done {
                break;
            }
        }
        Some(deep)
    }

    /// The deepest of the middles of contacts; a point near both shapes if none is proven to be in both.
    fn at_contacts(bodies: [Body<'_, V>; 2], touching: &[Contact<V>], otherwise: V) -> Self {
        let half = V::Scalar::of(0.5);
        let first = touching.first().map(|contact| contact.manifold);
        let normal = first.map_or(V::unit(0), |manifold| manifold.normal);
        let mut deep = Self { depth: 0.0, point: otherwise, normal };
        for contact in touching {
            let points = contact.manifold.points();
            let sum = points.iter().fold(V::ZERO, |sum, p| sum + (p.point_a + p.point_b) * half);
            let middle = sum * V::Scalar::of(1.0 / points.len() as f64);
            deep.offer(bodies, middle);
            for point in points.iter().filter(|point| point.separation < V::Scalar::ZERO) {
                // A little towards the middle of the patch, as the points of a patch are on its rim.
                let own = (point.point_a + point.point_b) * half;
                deep.offer(bodies, own + (middle - own) * V::Scalar::of(1.0 / 16.0));
            }
        }
        deep
    }

    /// Takes the deepest point from another one on, if it is deeper.
    fn offer(&mut self, bodies: [Body<'_, V>; 2], point: V) {
        if let Some(new) = Self::from(bodies, point).filter(|new| new.depth > self.depth) {
            *self = new;
        }
    }

    fn with_upper(self, upper: f64) -> LocalDepth<V> {
        let lower = V::Scalar::below(self.depth);
        let upper = V::Scalar::above(Scalar::max(upper, self.depth));
        LocalDepth { lower, upper, point: self.point, normal: self.normal }
    }
}

/// Solids that have nothing in common once B is moved by the nudge: they touch at most.
fn of_touch<V: Vector>([(a, pose_a), (b, pose_b)]: [Body<'_, V>; 2]) -> Option<LocalDepth<V>> {
    let apart = separation(a, pose_a, b, pose_b);
    let upper = nudge([(a, pose_a), (b, pose_b)]) + apart.upper.to_f64();
    let deep = Deep { depth: 0.0, point: apart.point_a, normal: apart.normal };
    (apart.lower <= V::Scalar::ZERO).then(|| deep.with_upper(upper))
}

/// More than the nudge of B, which is 1e-10 of half of the smaller diagonal, and a little of how far it is away.
fn nudge<V: Vector>([(a, pose_a), (b, pose_b)]: [Body<'_, V>; 2]) -> f64 {
    let size = [a.aabb(pose_a), b.aabb(pose_b)].map(|around| (around.max - around.min).max_abs());
    size[0].min(size[1]).to_f64() * 1e-9
}

/// Shapes that are not both solids: all points of the common box, and the translation that parts the shapes.
fn of_whole<V: Vector>(bodies: [Body<'_, V>; 2]) -> Option<LocalDepth<V>> {
    const MOST_CUBES: usize = 1024;
    let [(a, pose_a), (b, pose_b)] = bodies;
    let apart = separation(a, pose_a, b, pose_b);
    if apart.lower > V::Scalar::ZERO {
        return None;
    }
    let found = clearance(a, pose_a, b, pose_b);
    let mut upper = Scalar::max(-found.lower.to_f64(), 0.0);
    let boxes = [a.aabb(pose_a), b.aabb(pose_b)];
    let mut starts = alloc::vec![found.point_a, found.point_b];
    if let Some(within) = common_box(&boxes[0], &boxes[1]) {
        let end = End { most: MOST_CUBES, tolerance: 0.0, share: SHARE };
        let inside = cubes::search(&within, end, |point: V, radius, reached| {
            let depths = Depths::of([a, b], [pose_a, pose_b], point)?;
            let bound = depths.larger() + radius;
            let may_be = bound >= reached && depths.may_be_in_both(radius);
            let reached = depths.each().map(|[in_a, in_b]| Scalar::max(in_a, in_b));
            may_be.then_some(Judged { bound, reached })
        });
        starts.extend(inside.best.map(|(_, point)| point));
        upper = Scalar::min(upper, inside.bound);
    }
    let mut deep = Deep { depth: 0.0, point: found.point_a, normal: found.normal };
    starts.iter().for_each(|point| deep.offer(bodies, *point));
    Some(deep.with_upper(upper))
}

/// Takes rays or nearest points, each as eight pairs of facets, from what is left; `None` if there is not so much.
fn spend(work: &mut u32, count: usize) -> Option<()> {
    *work = work.saturating_sub(8 * count as u32);
    (*work > 0).then_some(())
}

/// A part of what is common, and a bound on the depth of its points.
struct Cell<V: Vector> {
    common: Instance<V>,
    bounds: Aabb<V>,
    depth: f64,
}

impl<V: Vector> Cell<V> {
    fn of(
        bodies: [Body<'_, V>; 2],
        part: &OverlapPart<V>,
        ways: &[(V, V::Scalar)],
        work: &mut u32,
    ) -> Option<Self> {
        let (corners, facets) = (part.vertices.clone(), part.triangles.clone());
        let surface = Surface::of("mesh", "triangle", corners, facets).ok()?;
        let common = Instance::new(Arc::new(surface), true);
        let cell = Self { common, bounds: part.bounds, depth: f64::INFINITY };
        let mut depth = |i: usize| {
            let sign = V::Scalar::of(if i == 1 { 1.0 } else { -1.0 });
            let ways: Vec<_> = ways.iter().map(|(way, length)| (*way * sign, *length)).collect();
            let walls = Walls::of(bodies[i], &part.vertices, work)?;
            cell.by_hull(bodies[i], &walls).or_else(|| {
                let by_way = cell.by_way(bodies[i], part.centroid, &ways, work);
                cell.by_walls(bodies[i], &walls, by_way, work).or(by_way)
            })
        };
        // A norm of lengths below 1e-160 would be 0.
        let radius = part.vertices.iter().map(|v| (*v - part.centroid).max_abs().to_f64());
        let radius = radius.fold(0.0, f64::max) * Scalar::sqrt(V::DIM as f64);
        let near = |i: usize| {
            let found = project(bodies[i].0, bodies[i].1, part.centroid).ok()?;
            Some(radius - found.lower.to_f64())
        };
        let mut each = |i: usize| {
            let bounds = [depth(i), near(i)];
            bounds.into_iter().flatten().fold(f64::INFINITY, f64::min)
        };
        let depth = Scalar::max(each(0), each(1));
        Some(Self { depth, ..cell })
    }

    /// The depth of the deepest corner, if nearest points of the surface span what is apart from the body.
    fn by_hull(&self, (shape, pose): Body<'_, V>, walls: &Walls<V>) -> Option<f64> {
        let lift = self.lift(pose);
        let outside: Vec<V> = walls.0.iter().map(|wall| wall.point + wall.normal * lift).collect();
        let hull = Hull::new(outside).ok()?;
        let hull = ShapeRef::Convex(hull.lowered());
        let apart = separation(shape, pose, &hull, &Pose::IDENTITY);
        (apart.lower > V::Scalar::ZERO).then(|| walls.depth() + 2.0 * lift.to_f64())
    }

    /// The length of the shortest translation that takes all corners out through the planes at their nearest points, if
    /// the body leaves the cell by it, and if it is much shorter than another way. In a corner these are those of several
    /// walls. It is a little longer, as corners are off, and where walls meet in a corner of their own the nearest point
    /// tells not all of them.
    fn by_walls(
        &self,
        body: Body<'_, V>,
        walls: &Walls<V>,
        other: Option<f64>,
        work: &mut u32,
    ) -> Option<f64> {
        /// Around more of a corner a cell is cut anyway.
        const LONGEST: f64 = 4.0;
        let out = walls.way_out()?;
        let length = out.norm();
        let most = Scalar::min(LONGEST * walls.depth(), other.unwrap_or(f64::INFINITY) * 0.75);
        if length.to_f64() > most {
            return None;
        }
        let longer = length * V::Scalar::of(1.0 + SHARE * 0.5);
        self.leaves(body, -out * (V::Scalar::ONE / length), longer, work)
    }

    /// The length of a translation by which the body leaves the cell: away from the nearest surface as far as the corners
    /// of the cell are deep, or as far as a contact is deep, of those with about this normal.
    fn by_way(
        &self,
        (shape, pose): Body<'_, V>,
        middle: V,
        contacts: &[(V, V::Scalar)],
        work: &mut u32,
    ) -> Option<f64> {
        spend(work, 2 * self.common.surface().vertices().len())?;
        let own = -project(shape, pose, middle).ok()?.normal;
        let mut ways: Vec<(V, V::Scalar)> = contacts.to_vec();
        ways.sort_by(|x, y| y.0.dot(own).to_f64().total_cmp(&x.0.dot(own).to_f64()));
        ways.truncate(2);
        ways.extend(ways.first().map(|(way, _)| (*way, self.exit(shape, pose, *way))));
        // Between the corners the cell may be deeper.
        let exit = self.exit(shape, pose, own);
        ways.extend([(own, exit), (own, exit * V::Scalar::of(1.5))]);
        ways.sort_by(|x, y| x.1.to_f64().total_cmp(&y.1.to_f64()));
        ways.into_iter().find_map(|(way, length)| self.leaves((shape, pose), way, length, work))
    }

    /// A little more than a length, if the body has nothing in common with the cell once it is moved so far along a way.
    fn leaves(
        &self,
        (shape, pose): Body<'_, V>,
        way: V,
        length: V::Scalar,
        work: &mut u32,
    ) -> Option<f64> {
        // Farther than the nudge, which may lead back.
        let size = (self.bounds.max - self.bounds.min).max_abs();
        let length =
            length * V::Scalar::of(1.0 + 1e-9) + size * V::Scalar::of(4e-10) + self.lift(pose);
        let moved = Pose::at(pose.translation() + way * length).ok()?;
        let moved = Pose::from_unit(moved.translation(), pose.turn());
        let cell = ShapeRef::Surface(&self.common);
        is_apart(&cell, &Pose::IDENTITY, shape, &moved, work)
            .then(|| (length * (V::Scalar::ONE + V::Scalar::EPSILON * V::Scalar::of(4.0))).to_f64())
    }

    /// How deep the corners are in a body along a way of it.
    fn exit(&self, shape: &ShapeRef<'_, V>, pose: &Pose<V>, way: V) -> V::Scalar {
        let options = RayOptions { hollow: true, one_sided: false };
        let exit = |corner: &V| {
            let ray = Ray::new(*corner, -way, V::Scalar::LARGEST).ok()?;
            let hit = cast_ray(shape, pose, &ray, options)?;
            // A ray that enters has started outside.
            (hit.normal.dot(way) < V::Scalar::ZERO).then_some(hit.time)
        };
        let corners = self.common.surface().vertices();
        corners.iter().filter_map(exit).fold(V::Scalar::ZERO, V::Scalar::max)
    }

    /// A length above rounding.
    fn lift(&self, pose: &Pose<V>) -> V::Scalar {
        let far = self.bounds.min.max_abs().max(self.bounds.max.max_abs());
        far.max(pose.translation().max_abs()) * V::Scalar::EPSILON * V::Scalar::of(64.0)
    }

    /// What is on each side of the middle of the longest side.
    fn halves(&self) -> Option<Vec<OverlapPart<V>>> {
        let Aabb { min, max } = self.bounds;
        let size = max - min;
        let axis = (1..V::DIM).fold(0, |m, i| if size.get(i) > size.get(m) { i } else { m });
        let middle = (min.get(axis) + max.get(axis)) * V::Scalar::of(0.5);
        let around = self.bounds.grown(size.max_abs() * V::Scalar::of(0.125));
        let still = Pose::IDENTITY;
        let mut found = Vec::new();
        for is_low in [true, false] {
            let end = |i: usize, end: V::Scalar| if i == axis { middle } else { end };
            let half = Aabb {
                min: V::from_fn(
                    |i| if is_low { around.min.get(i) } else { end(i, around.min.get(i)) },
                ),
                max: V::from_fn(
                    |i| if is_low { end(i, around.max.get(i)) } else { around.max.get(i) },
                ),
            };
            let half = cuboid(&half)?;
            found.extend(of_simple([&self.common, &half], &still, &still, true)?.parts);
        }
        Some(found)
    }
}

/// The nearest point of a body's surface to each corner of a cell.
struct Walls<V: Vector>(Vec<Projection<V>>);

impl<V: Vector> Walls<V> {
    fn of((shape, pose): Body<'_, V>, corners: &[V], work: &mut u32) -> Option<Self> {
        spend(work, corners.len())?;
        let nearest = corners.iter().map(|corner| project(shape, pose, *corner).ok());
        nearest.collect::<Option<_>>().map(Self)
    }

    /// As deep is the deepest corner.
    fn depth(&self) -> f64 {
        let far = |wall: &Projection<V>| Scalar::max(-wall.lower.to_f64(), wall.upper.to_f64());
        self.0.iter().map(far).fold(0.0, Scalar::max)
    }

    /// About the shortest translation by which each corner gets as far along the normal of its wall as it is deep:
    /// C. Hildreth, A quadratic programming procedure, 1957. `None` if there is none, as between walls that face each other.
    fn way_out(&self) -> Option<V> {
        const ROUNDS: usize = 64;
        let deep = |wall: &Projection<V>| wall.upper < V::Scalar::ZERO;
        let walls: Vec<(V, V::Scalar)> = self
            .0
            .iter()
            .filter(|wall| deep(wall))
            .map(|wall| (wall.normal, -wall.lower))
            .collect();
        let mut pushed = alloc::vec![V::Scalar::ZERO; walls.len()];
        let mut out = V::ZERO;
        for _ in 0..ROUNDS {
            for ((normal, depth), pushed) in walls.iter().zip(&mut pushed) {
                let push = (*depth - normal.dot(out)).max(-*pushed);
                *pushed = *pushed + push;
                out = out + *normal * push;
            }
        }
        // What is still missing of the way is made up by all of it.
        let missing = |(normal, depth): &(V, V::Scalar)| {
            let gone = normal.dot(out);
            (gone > V::Scalar::ZERO).then(|| *depth / gone)
        };
        let longer = walls
            .iter()
            .map(missing)
            .try_fold(V::Scalar::ONE, |most, next| Some(most.max(next?)))?;
        (!walls.is_empty()).then(|| out * longer)
    }
}

/// A box as a solid.
fn cuboid<V: Vector>(around: &Aabb<V>) -> Option<Instance<V>> {
    let corner = |bits: u32| {
        V::from_fn(|i| if bits >> i & 1 == 0 { around.min.get(i) } else { around.max.get(i) })
    };
    let sides =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let facets = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let surface = Surface::of("mesh", "triangle", (0..8).map(corner).collect(), facets).ok()?;
    Some(Instance::new(Arc::new(surface), true))
}

/// The deepest point of some parts, and a bound on the depth of all their points.
fn of_cells<V: Vector>(bodies: [Body<'_, V>; 2], parts: Vec<OverlapPart<V>>) -> LocalDepth<V> {
    /// So many cells are looked at beside the parts, with so many rays, nearest points and pairs of facets; no
    /// more parts than these are looked at alone.
    const MOST_CELLS: usize = 48;
    const MOST_WORK: u32 = 1 << 20;
    const MOST_PARTS: usize = 256;
    let most = parts.len() + MOST_CELLS;
    let [(a, pose_a), (b, pose_b)] = bodies;
    let touching = contacts(a, pose_a, b, pose_b, V::Scalar::ZERO);
    let mut deep = Deep::at_contacts(bodies, &touching, parts[0].vertices[0]);
    let way = |contact: &Contact<V>| (contact.manifold.normal, contact.manifold.depth());
    let ways: Vec<(V, V::Scalar)> = touching.iter().map(way).collect();
    let (mut cells, mut asked, mut work, mut waiting) = (Vec::new(), 0, MOST_WORK, parts);
    let whole = || -clearance(a, pose_a, b, pose_b).lower.to_f64();
    if waiting.len() > MOST_PARTS {
        return deep.with_upper(whole());
    }
    // What is known of all points that are in no cell, and of the cell that was cut.
    let (mut settled, mut known) = (0.0, f64::INFINITY);
    loop {
        asked += waiting.len();
        for part in &waiting {
            deep.offer(bodies, part.centroid);
            match Cell::of(bodies, part, &ways, &mut work) {
                Some(cell) => cells.push(Cell { depth: Scalar::min(cell.depth, known), ..cell }),
                None => settled = Scalar::max(settled, known),
            }
        }
        let deepest = |i: &usize, j: &usize| cells[*i].depth.total_cmp(&cells[*j].depth);
        let worst = (0..cells.len()).max_by(deepest);
        let upper = worst.map_or(settled, |worst| Scalar::max(settled, cells[worst].depth));
        let enough = Scalar::max(deep.depth * (1.0 + SHARE), nudge(bodies));
        let is_done = upper <= enough || upper == settled;
        let is_enough = asked + 2 > most || work == 0;
        let Some(worst) = worst.filter(|_| !is_done && !is_enough) else {
            return deep.with_upper(if upper.is_finite() { upper } else { whole() });
        };
        let cell = cells.swap_remove(worst);
        known = cell.depth;
        waiting = cell.halves().unwrap_or_default();
        if waiting.is_empty() {
            settled = Scalar::max(settled, known);
        }
    }
}
