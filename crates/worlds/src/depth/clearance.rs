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

use clearance_geometry::answer::Status;
use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Pose, Vector};
use clearance_pairs::Query;

use super::cubes::{self, End, Judged, common_box};
use super::parting::shortest_parting;
use crate::probe::{SurfacePoint, project};
use crate::separation::{Search, Separation, is_within, search, separation};
use crate::{ShapeRef, Place};

/// The signed clearance of two shapes of any kind, in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance<V: Vector> {
    /// The distance; if the shapes overlap, minus the length of a translation of B along `normal` that parts them.
    pub signed_distance: V::Scalar,
    /// A lower bound. Of an overlap: minus the shortest translation that is known to part the shapes.
    pub lower: V::Scalar,
    /// An upper bound. Of an overlap: minus a length that every such translation has at least.
    pub upper: V::Scalar,
    /// Unit vector from A to B; of an overlap, the direction of the translation.
    pub normal: V,
    /// The point of A nearest to B; of an overlap, a point of one of the places where the surfaces meet.
    pub point_a: V,
    /// The point of B nearest to A.
    pub point_b: V,
    /// Where `point_a` is on A.
    pub place_a: Place,
    /// Where `point_b` is on B.
    pub place_b: Place,
    /// Is one of the shapes inside the other, so that their surfaces do not meet?
    pub inside: bool,
}

impl<V: Vector> Clearance<V> {
    /// What the bounds prove: a gap, an overlap, or neither.
    pub fn status(&self) -> Status {
        if self.lower > V::Scalar::ZERO {
            Status::Apart
        } else if self.upper < V::Scalar::ZERO {
            Status::Overlapping
        } else {
            Status::Undecided
        }
    }
}

/// The signed clearance of two shapes of any kind: see [`Clearance`]. Of shapes that are not convex and overlap it is
/// an interval; its lower bound comes with a translation that parts them.
///
/// ```
/// use clearance::d3::{Collider, Compound, Cuboid, Pose, Vec3};
/// use clearance::worlds;
/// // Two posts, and a beam between them that is 0.1 deep in one of them.
/// let post = Collider::from(Cuboid::new(Vec3::new(1.0, 1.0, 9.0))?);
/// let posts = [-4.0, 4.0].map(|x| (Pose::at(Vec3::new(x, 0.0, 0.0)).unwrap(), post.clone()));
/// let beam = Collider::from(Cuboid::new(Vec3::new(2.5, 0.5, 0.5))?);
/// let at = Pose::at(Vec3::new(0.6, 0.0, 0.0))?;
/// let found = worlds::clearance(&Compound::new(posts)?.into(), &Pose::IDENTITY, &beam, &at);
/// assert!((found.signed_distance + 0.1).abs() < 1e-3 && found.normal.x < -0.999);
/// assert!(found.lower <= -0.1 && found.upper < -0.099);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn clearance<V: Vector>(
    a: &ShapeRef<'_, V>,
    pose_a: &Pose<V>,
    b: &ShapeRef<'_, V>,
    pose_b: &Pose<V>,
) -> Clearance<V> {
    if let (ShapeRef::Convex(shape_a), ShapeRef::Convex(shape_b)) = (a, b) {
        let found = Query::lowered(shape_a, pose_a, shape_b, pose_b).clearance();
        let place = Place::default();
        return Clearance {
            signed_distance: found.signed_distance,
            lower: found.lower,
            upper: found.upper,
            normal: found.normal,
            point_a: found.point_a,
            point_b: found.point_b,
            place_a: place,
            place_b: place,
            inside: false,
        };
    }
    let found = separation(a, pose_a, b, pose_b);
    let apart = of_separation(&found);
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

/// Is the clearance at most `distance`? Returns `false` only if it is proven to be more. A negative number asks whether
/// the shapes are as deep in each other; if one of them is not convex, this takes as long as [`clearance`]. NaN counts
/// as 0.
pub fn within<V: Vector>(
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

fn of_separation<V: Vector>(found: &Separation<V>) -> Clearance<V> {
    let Separation { distance, lower, upper, normal, point_a, point_b, place_a, place_b, inside } =
        *found;
    Clearance {
        signed_distance: distance,
        lower,
        upper,
        normal,
        point_a,
        point_b,
        place_a,
        place_b,
        inside,
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
struct Depths<V: Vector>([SurfacePoint<V>; 2]);

impl<V: Vector> Depths<V> {
    fn of(shapes: [&ShapeRef<'_, V>; 2], poses: [&Pose<V>; 2], point: V) -> Option<Self> {
        let [in_a, in_b] = [0, 1].map(|i| project(shapes[i], poses[i], point).ok());
        Some(Self([in_a?, in_b?]))
    }
    /// The sum, if the point is proven to be in both.
    fn proven(&self) -> Option<f64> {
        let is_in = self.0.iter().all(|depth| depth.upper <= V::Scalar::ZERO);
        is_in.then(|| -self.0[0].upper.to_f64() - self.0[1].upper.to_f64())
    }
    /// No sum is larger.
    fn bound(&self) -> f64 {
        -self.0[0].lower.to_f64() - self.0[1].lower.to_f64()
    }
    /// May a point within a radius be in both?
    fn may_be_in_both(&self, radius: f64) -> bool {
        self.0.iter().all(|depth| depth.lower.to_f64() <= radius)
    }
}
