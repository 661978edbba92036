//! The signed clearance: the distance, or minus the translational depth as an interval.
//!
//! ```text
//!    |t| >= depth of each pair of overlapping pieces         a translation must part every one of them
//!    |t| >= depth in A + depth in B, of any point            the balls around the point must be parted
//!    |t| <= length of any translation that parts the shapes  (parting)
//! ```
//!
//! The work does not grow with the number of pieces, but for that of questions about the distance: each of the three has
//! a number of questions that it may ask, and what is then known is the interval.

use alloc::vec::Vec;

use clearance_geometry::answer::{Clearance, Projection, Status};
use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Pose, Vector};
use clearance_pairs::Query;

use super::cubes::{self, End, Judged, common_box};
use super::parting::{is_parted_at_once, shortest_parting};
use crate::ShapeRef;
use crate::probe::project;
use crate::separation::{Search, Separation, is_within, nearest, search};

/// [`clearance`](crate::clearance()), if one of the shapes is not convex.
pub(crate) fn clearance<V: Vector>(
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
) -> Clearance<V> {
    if let (ShapeRef::Convex(shape_a), ShapeRef::Convex(shape_b)) = (a, b) {
        return Query::lowered(shape_a, pose_a, shape_b, pose_b).clearance();
    }
    let (found, pieces) = nearest([a, b], [pose_a, pose_b]);
    let Separation { distance, lower, upper, normal, point_a, point_b, place_a, place_b, inside } =
        found;
    let signed_distance = distance;
    let apart = Clearance {
        signed_distance,
        lower,
        upper,
        normal,
        point_a,
        point_b,
        place_a,
        place_b,
        inside,
        ..pieces
    };
    if found.status() == Status::Apart {
        return apart;
    }
    let least = Least::of([a, b], [pose_a, pose_b], &found);
    let parting = shortest_parting([a, b], [pose_a, pose_b], &found, &least.directions);
    let (length, normal) = parting.unwrap_or((f64::INFINITY, found.normal));
    let lower = V::Scalar::below(-length);
    // Without a depth that is proven the shapes may still be apart, by as much as their distance.
    let upper =
        if least.length > 0.0 { V::Scalar::above(-least.length.min(length)) } else { found.upper };
    Clearance { signed_distance: lower, lower, upper, normal, ..apart }
}

/// Is neither a gap nor an overlap proven, and is it proven that a translation by a millionth of the smaller shape parts
/// them? Then [`clearance`] has bounds around 0, of about that length; this takes a fraction of its time.
pub(crate) fn only_touches<V: Vector>(
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
) -> bool {
    let (shapes, poses) = ([a, b], [pose_a, pose_b]);
    let found = nearest(shapes, poses).0;
    if found.status() != Status::Undecided || found.inside {
        return false;
    }
    // Most shapes that only touch are parted along their contact, which costs less than the depths of points.
    if !is_parted_at_once(shapes, poses, &found, &[]) {
        return false;
    }
    Least::of(shapes, poses, &found).length <= 0.0
}

/// [`within`](crate::within()), if one of the shapes is not convex.
pub(crate) fn within<V: Vector>(
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
    distance: V::Scalar,
) -> bool {
    let zero = V::Scalar::ZERO;
    let is_deep = distance < zero;
    match (a, b) {
        _ if !is_deep => is_within([a, b], [pose_a, pose_b], zero.max(distance)),
        (ShapeRef::Convex(a), ShapeRef::Convex(b)) => {
            Query::lowered(a, pose_a, b, pose_b).within(distance)
        }
        _ => clearance(a, pose_a, b, pose_b).lower <= distance,
    }
}

/// What every translation that parts two shapes must do.
struct Least<V: Vector> {
    /// It has this length at least.
    length: f64,
    /// The directions of the translations that part the deepest pieces and the deepest point.
    directions: Vec<V>,
}

impl<V: Vector> Least<V> {
    fn of(shapes: [&ShapeRef<'_, V>; 2], poses: [&Pose<V>; 2], found: &Separation<V>) -> Self {
        /// So many overlapping pairs of pieces are asked about, and so many cubes are opened.
        const MOST_PIECES: u32 = 4096;
        const MOST_CUBES: usize = 64;
        let mut pieces = Search::deepest_of(MOST_PIECES, shapes, poses);
        search(&mut pieces, shapes[0], poses[0], shapes[1], poses[1]);
        let mut least = Self { length: 0.0, directions: Vec::new() };
        if let Some(deepest) = pieces.deepest() {
            least.offer(-deepest.upper.to_f64(), [deepest.normal, -deepest.normal]);
        }
        let boxes = [0, 1].map(|i| shapes[i].aabb(poses[i]));
        let middle = |i: usize| (boxes[i].min + boxes[i].max) * V::Scalar::of(0.5);
        for point in [found.point_a, found.point_b, middle(0), middle(1)] {
            if let Some(depths) = Depths::of(shapes, poses, point) {
                least.of_point(&depths);
            }
        }
        let Some(within) = common_box(&boxes[0], &boxes[1]) else { return least };
        let end = End { most: MOST_CUBES, tolerance: 0.0, share: 0.01 };
        let deepest = cubes::search(&within, end, |point: V, radius, best| {
            let depths = Depths::of(shapes, poses, point)?;
            let may_be = depths.bound() + 2.0 * radius >= best.max(least.length)
                && depths.may_be_in_both(radius);
            may_be
                .then(|| Judged { bound: depths.bound() + 2.0 * radius, reached: depths.proven() })
        });
        if let Some(depths) = deepest.best.and_then(|(_, point)| Depths::of(shapes, poses, point)) {
            least.of_point(&depths);
        }
        least
    }

    fn offer(&mut self, length: f64, directions: [V; 2]) {
        self.length = self.length.max(length);
        self.directions.extend(directions);
    }

    fn of_point(&mut self, depths: &Depths<V>) {
        if let Some(length) = depths.proven() {
            self.offer(length, [depths.0[0].normal, -depths.0[1].normal]);
        }
    }
}

/// How deep a point is in A and in B.
pub(crate) struct Depths<V: Vector>(pub [Projection<V>; 2]);

impl<V: Vector> Depths<V> {
    pub fn of(shapes: [&ShapeRef<'_, V>; 2], poses: [&Pose<V>; 2], point: V) -> Option<Self> {
        let [in_a, in_b] = [0, 1].map(|i| project(shapes[i], poses[i], point).ok());
        Some(Self([in_a?, in_b?]))
    }
    /// How deep it is in each, at least, if it is proven to be in both.
    pub fn each(&self) -> Option<[f64; 2]> {
        let is_in = self.0.iter().all(|depth| depth.upper <= V::Scalar::ZERO);
        is_in.then(|| [0, 1].map(|i| -self.0[i].upper.to_f64()))
    }
    /// The sum, if the point is proven to be in both.
    fn proven(&self) -> Option<f64> {
        self.each().map(|[in_a, in_b]| in_a + in_b)
    }
    /// No sum is larger.
    fn bound(&self) -> f64 {
        -self.0[0].lower.to_f64() - self.0[1].lower.to_f64()
    }
    /// It is no deeper in either.
    pub fn larger(&self) -> f64 {
        Scalar::max(-self.0[0].lower.to_f64(), -self.0[1].lower.to_f64())
    }
    /// May a point within a radius be in both?
    pub fn may_be_in_both(&self, radius: f64) -> bool {
        self.0.iter().all(|depth| depth.lower.to_f64() <= radius)
    }
}
