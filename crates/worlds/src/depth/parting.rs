//! A short translation of B that parts two shapes.
//!
//! At any place where the shapes are proven to be apart, the way of B to there is a translation that parts them. So
//! gaps are asked about, and nothing else:
//!
//! ```text
//!    A [######]      ladder     along a direction, in steps that grow, until a place is free
//!       [ B ] 1 2  .  .  4
//!             <--------         approach   back towards the start, until B nearly touches
//!             |
//!             v                 slide      along the plane of what it touches, to the point of all such planes
//!                                          that is nearest to the start
//! ```
//!
//! The steps of an approach are long, to where the nearest pieces would touch, and short after a place that is not free:
//! B may always move as far as the gap. A start in steps that grow finds the way out below a ceiling; and B is pushed out
//! of all of its contacts, which finds the way out between two walls.
//!
//! *Source.* Je, Tang, Lee, Lee and Kim, PolyDepth, 2012, for approach and slide.

use alloc::vec::Vec;

use clearance_geometry::number::Scalar;
use clearance_geometry::shape::Operand;
use clearance_geometry::space::{DVector, Motion, Pose, Vector};

use crate::contact::{Contact, contacts};
use crate::separation::{Gap, Separation, proven_gap};
use crate::{PartShape, ShapeRef};

/// With more pairs of pieces, B is not pushed out: the contacts of each step take long.
const MOST_PUSHED: f64 = 1e6;
/// So many places are asked about: along directions, and on slides.
const MOST_PLACES: u32 = 600;
/// So many visits may be made for a place, and for all places: some tenths of a second. Without a limit, the gap
/// between surfaces that lie close to each other everywhere would take as many as there are facets.
const MOST_VISITS: u32 = 1 << 12;
const ALL_VISITS: u32 = 1 << 18;
/// The first step of a ladder, as a share of the size of the smaller shape: it parts what touches.
const FIRST: f64 = 1.0 / (1 << 20) as f64;
/// Slides start at the best of the free places that were found along directions.
const MOST_SLIDES: usize = 3;

/// The length and the direction of a translation of B that parts two shapes that are not proven to be apart; `None` if
/// none was found. `more` are directions to try.
pub(super) fn shortest_parting<V: Vector>(
    shapes: [&ShapeRef<'_, V>; 2],
    poses: [&Pose<V>; 2],
    found: &Separation<V>,
    more: &[V],
) -> Option<(f64, V)> {
    let mut places = Places::of(shapes, poses)?;
    let mut free: Vec<Free<V>> = Vec::new();
    let directions = places.directions(found, more);
    for direction in &directions {
        let most = free.iter().map(|free| free.way.norm()).fold(f64::INFINITY, f64::min);
        if let Some(first) = places.ladder(*direction, most) {
            free.push(places.approach(first, V::Wide::ZERO));
        }
    }
    if pieces(shapes[0]) * pieces(shapes[1]) <= MOST_PUSHED
        && let Some(pushed) = places.push_out()
    {
        free.push(places.approach(pushed, V::Wide::ZERO));
    }
    free.sort_by(|x, y| x.way.norm().total_cmp(&y.way.norm()));
    free.truncate(MOST_SLIDES);
    let slid: Vec<_> = free.into_iter().map(|free| places.slide(free).way).collect();
    // Where the boxes are apart, so are the shapes, if the search did not come so far.
    let axes = (0..V::DIM).flat_map(|i| [V::Wide::unit(i), -V::Wide::unit(i)]);
    let boxes =
        directions.into_iter().chain(axes).map(|way| way * (1.01 * places.boxes_apart(way)));
    let ways = slid.into_iter().chain(boxes.filter(|way| way.is_finite()));
    let best = ways.reduce(|x, y| if y.norm() < x.norm() { y } else { x })?;
    Some((best.norm() * (1.0 + 4.0 * f64::EPSILON), V::narrow(best.unit_along()?)))
}

/// Is it proven that a translation by the first step of a ladder parts two shapes that are not proven to be apart? Then
/// [`shortest_parting`] finds one that is not longer.
pub(super) fn is_parted_at_once<V: Vector>(
    shapes: [&ShapeRef<'_, V>; 2],
    poses: [&Pose<V>; 2],
    found: &Separation<V>,
    more: &[V],
) -> bool {
    let Some(mut places) = Places::of(shapes, poses) else { return false };
    let first = places.first();
    let directions = places.directions(found, more);
    directions
        .into_iter()
        .any(|direction| places.free_within(u32::MAX, direction * first).is_some())
}

/// A translation of B that parts the shapes.
#[derive(Clone, Copy)]
struct Free<V: Vector> {
    way: V::Wide,
    /// The gap that is then proven, and the distance of about the nearest pieces.
    gap: f64,
    near: f64,
    /// From A to B, at the nearest pieces.
    normal: V::Wide,
}

/// The places of B.
struct Places<'s, V: Vector> {
    shapes: [&'s ShapeRef<'s, V>; 2],
    poses: [&'s Pose<V>; 2],
    /// The size of the smaller shape.
    size: f64,
    /// What the place of B is rounded by.
    rounding: f64,
    /// Shorter steps are not taken.
    least: f64,
    /// So many places may be asked about, and so many pairs of leaves visited.
    left: u32,
    visits: u32,
}

impl<'s, V: Vector> Places<'s, V> {
    /// `None` for shapes that are both infinite.
    fn of(shapes: [&'s ShapeRef<'s, V>; 2], poses: [&'s Pose<V>; 2]) -> Option<Self> {
        let boxes = [0, 1].map(|i| shapes[i].aabb(poses[i]));
        let size = |i: usize| (boxes[i].max - boxes[i].min).max_abs().to_f64();
        let size = size(0).min(size(1));
        let far = poses[0].translation().max_abs().max(poses[1].translation().max_abs()).to_f64();
        let rounding = V::Scalar::EPSILON.to_f64() * far;
        let least = 4.0 * (rounding + V::Scalar::EPSILON.to_f64() * size);
        size.is_finite().then_some(Self {
            shapes,
            poses,
            size,
            rounding,
            least,
            left: MOST_PLACES,
            visits: ALL_VISITS,
        })
    }

    /// Directions to try: that of the pieces that touch, that from middle to middle, `more`, and the axes of both frames.
    fn directions(&self, found: &Separation<V>, more: &[V]) -> Vec<V::Wide> {
        let mut directions: Vec<V::Wide> = Vec::new();
        let mut offer = |direction: V::Wide| {
            if let Some(unit) = direction.unit_along()
                && directions.iter().all(|known| known.dot(unit) < 0.999)
            {
                directions.push(unit);
            }
        };
        more.iter().for_each(|direction| offer(direction.widen()));
        let normal = found.normal.widen();
        let middle = |i: usize| {
            let around = self.shapes[i].aabb(self.poses[i]);
            around.min.widen() + around.max.widen()
        };
        [normal, -normal, middle(1) - middle(0)].into_iter().for_each(&mut offer);
        for pose in self.poses {
            for axis in (0..V::DIM).map(|axis| Motion::of(pose).rotate(V::Wide::unit(axis))) {
                [axis, -axis].into_iter().for_each(&mut offer);
            }
        }
        let diagonal =
            |bits: u32| V::Wide::from_fn(|i| if bits >> i & 1 == 0 { -1.0 } else { 1.0 });
        (0..1 << V::DIM).map(diagonal).for_each(&mut offer);
        directions
    }

    /// The pose of B after a translation, rounded.
    fn pose(&self, way: V::Wide) -> Option<Pose<V>> {
        let at = Pose::at(V::narrow(self.poses[1].translation().widen() + way)).ok()?;
        Some(Pose::from_unit(at.translation(), self.poses[1].turn()))
    }

    /// B at its place after a translation, if the shapes are then proven to be apart.
    fn free(&mut self, way: V::Wide) -> Option<Free<V>> {
        self.free_within(MOST_VISITS, way)
    }

    /// [`Self::free`], with so many visits.
    fn free_within(&mut self, most_visits: u32, way: V::Wide) -> Option<Free<V>> {
        self.left = self.left.checked_sub(1)?;
        let pose = self.pose(way)?;
        let mut visits = most_visits.min(self.visits);
        self.visits -= visits;
        let found = proven_gap(self.shapes, [self.poses[0], &pose], &mut visits);
        self.visits += visits;
        let Gap { proven, near, normal } = found?;
        // As it was rounded.
        let way = pose.translation().widen() - self.poses[1].translation().widen();
        // Who moves B by a rounded length along a rounded direction needs a little more than nothing.
        let enough = self.rounding + 4.0 * V::Scalar::EPSILON.to_f64() * way.norm();
        (proven > enough).then_some(Free { way, gap: proven, near, normal: normal.widen() })
    }

    /// The first step along a direction.
    fn first(&self) -> f64 {
        (self.size * FIRST).max(self.least)
    }

    /// The first free place along a direction, in steps that grow, if it is nearer than `most`.
    fn ladder(&mut self, direction: V::Wide, most: f64) -> Option<Free<V>> {
        // Where the boxes are apart, so are the shapes; of half-spaces the box says nothing.
        let last = (1.01 * self.boxes_apart(direction)).min(0.999 * most);
        let first = self.first();
        let mut length = first;
        while length < last && self.left > 0 {
            // The first step parts shapes that touch, but by so little that the proof takes many visits.
            let visits = if length == first { u32::MAX } else { MOST_VISITS };
            let free = self.free_within(visits, direction * length);
            if free.is_some() {
                return free;
            }
            length *= 4.0;
        }
        self.free(direction * last)
    }

    /// B moved to the nearest place out of all contacts that were found so far, again and again, if this ends at a free
    /// place.
    fn push_out(&mut self) -> Option<Free<V>> {
        const MOST_STEPS: usize = 16;
        let (mut way, mut planes) = (V::Wide::ZERO, Vec::new());
        for _ in 0..MOST_STEPS {
            let ([a, b], pose_b) = (self.shapes, self.pose(way)?);
            let found = contacts(a, self.poses[0], b, &pose_b, V::Scalar::ZERO);
            if found.is_empty() {
                break;
            }
            planes.extend(found.iter().map(|contact: &Contact<V>| {
                let normal = contact.manifold.normal.widen();
                (normal, contact.manifold.depth().to_f64() + normal.dot(way))
            }));
            // A little farther, so that a gap is proven.
            way = nearest_in_front(&planes);
            way = way + way.unit_along()? * (4.0 * self.least);
        }
        self.free(way)
    }

    /// From a free place towards another one, until B nearly touches A.
    fn approach(&mut self, from: Free<V>, to: V::Wide) -> Free<V> {
        const MOST_STEPS: usize = 24;
        let mut free = from;
        // A way from the free place that is not free.
        let mut blocked = f64::INFINITY;
        for _ in 0..MOST_STEPS {
            let rest = to - free.way;
            let Some(direction) = rest.unit_along() else { break };
            let least = self.least.max(1e-6 * free.way.norm());
            let closing = -free.normal.dot(direction);
            let touching = if closing > 0.0 { free.near / closing * 0.999 } else { f64::INFINITY };
            // Half-way to what is blocked, or as far as the gap.
            let step = touching.min(blocked * 0.5).max(free.gap * 0.999).min(rest.norm());
            if step < least {
                break;
            }
            match self.free(free.way + direction * step) {
                Some(next) => (free, blocked) = (next, blocked - step),
                None if step <= free.gap => break,
                None => blocked = step,
            }
        }
        free
    }

    /// From a free place along the planes of what B touches there, to places nearer to the start.
    fn slide(&mut self, from: Free<V>) -> Free<V> {
        const MOST_STEPS: usize = 12;
        let mut best = from;
        let mut planes: Vec<(V::Wide, f64)> = Vec::new();
        for _ in 0..MOST_STEPS {
            planes.push((best.normal, best.normal.dot(best.way) - best.gap));
            let to = nearest_in_front(&planes);
            let next = self.approach(best, to);
            let gain = best.way.norm() - next.way.norm();
            if (to - next.way).norm() <= self.least {
                // There, other pieces are near.
                planes.clear();
            }
            if gain > 0.0 {
                best = next;
            }
            if gain <= 1e-4 * best.way.norm() {
                break;
            }
        }
        best
    }

    /// A length by which B can be moved along a direction so that the boxes of both shapes are apart.
    fn boxes_apart(&self, direction: V::Wide) -> f64 {
        let reach = |i: usize, direction: V::Wide| {
            let (shape, pose) = (self.shapes[i], self.poses[i]);
            if let ShapeRef::Convex(Operand::HalfSpace(half)) = shape {
                let (normal, offset) = half.widen();
                let motion = Motion::of(pose);
                let normal = motion.rotate(normal);
                let is_along = normal.dot(direction) > 0.999;
                let height = offset + normal.dot(motion.translation);
                return if is_along { height } else { f64::INFINITY };
            }
            let around = shape.aabb(pose);
            let (min, max) = (around.min.widen(), around.max.widen());
            let along = |i: usize| {
                let d = direction.get(i);
                (min.get(i) * d).max(max.get(i) * d)
            };
            (0..V::DIM).map(along).sum::<f64>()
        };
        reach(0, direction) + reach(1, -direction)
    }
}

/// The number of facets and convex parts.
fn pieces<V: Vector>(shape: &ShapeRef<'_, V>) -> f64 {
    match shape {
        ShapeRef::Convex(_) => 1.0,
        ShapeRef::Surface(surface) => surface.len() as f64,
        ShapeRef::Compound(compound) => {
            let pieces = compound.parts().iter().map(|part| match &part.shape {
                PartShape::Surface(surface) => surface.len() as f64,
                PartShape::Convex(_) => 1.0,
            });
            pieces.sum()
        }
    }
}

/// The point in front of all planes `normal . x >= height` that is nearest to the origin: Hildreth's method, one plane
/// after the other.
fn nearest_in_front<W: DVector>(planes: &[(W, f64)]) -> W {
    const ROUNDS: usize = 50;
    let mut weights = alloc::vec![0.0; planes.len()];
    let mut point = W::ZERO;
    for _ in 0..ROUNDS {
        for ((normal, height), weight) in planes.iter().zip(&mut weights) {
            let square = normal.dot(*normal);
            let change = ((height - normal.dot(point)) / square).max(-*weight);
            if change.is_finite() {
                *weight += change;
                point = point + *normal * change;
            }
        }
    }
    point
}
