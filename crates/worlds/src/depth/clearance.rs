//! The signed clearance: the distance, or minus the translational depth as an interval.
//!
//! ```text
//!    |t| >= depth of each pair of overlapping pieces         a translation must part every one of them
//!    |t| >= depth in A + depth in B, of any point            the balls around the point must be parted
//!    |t| <= s                                                a translation that parts the shapes:
//!
//!      A  [####]   . . . . . B'     B is moved along a direction until even the boxes are apart, and cast back:
//!              |<------>|           what is left of the way when it touches, s, parts the shapes
//!                  s
//! ```
//!
//! And B is pushed out along the normals of its deepest contacts, which finds the way out between two walls.

use alloc::vec::Vec;

use clearance_geometry::answer::Status;
use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Motion, Pose, Sweep, Vector};
use clearance_pairs::Query;

use crate::contact::{Contact, contacts};
use crate::motion::time_of_impact;
use crate::probe::project;
use crate::separation::{Search, Separation, search, separation};
use crate::{Collider, Place};

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
    a: &Collider<V>,
    pose_a: &Pose<V>,
    b: &Collider<V>,
    pose_b: &Pose<V>,
) -> Clearance<V> {
    if let (Collider::Convex(shape_a), Collider::Convex(shape_b)) = (a, b) {
        let found = Query::new(shape_a, pose_a, shape_b, pose_b).clearance();
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
    let both = Both { a, pose_a, b, pose_b };
    let least = both.every_translation(&found);
    let parting = both.parting_translation(&found);
    let (length, normal) = parting.unwrap_or((f64::INFINITY, found.normal));
    let lower = V::Scalar::below(-length);
    Clearance {
        signed_distance: lower,
        lower,
        upper: V::Scalar::above(-least.min(length)),
        normal,
        ..apart
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

/// Two shapes that overlap.
struct Both<'s, V: Vector> {
    a: &'s Collider<V>,
    pose_a: &'s Pose<V>,
    b: &'s Collider<V>,
    pose_b: &'s Pose<V>,
}

impl<V: Vector> Both<'_, V> {
    /// A length that every translation that parts the shapes has at least.
    fn every_translation(&self, found: &Separation<V>) -> f64 {
        let zero = V::Scalar::ZERO;
        let mut pieces =
            Search::new([self.a, self.b], [self.pose_a, self.pose_b], zero, -V::Scalar::INFINITY);
        search(&mut pieces, self.a, self.pose_a, self.b, self.pose_b);
        let of_pieces = pieces.deepest().map_or(0.0, |clearance| -clearance.upper.to_f64());
        let middle = |shape: &Collider<V>, pose: &Pose<V>| {
            let around = shape.aabb(pose);
            (around.min + around.max) * V::Scalar::of(0.5)
        };
        let (in_a, in_b) = (middle(self.a, self.pose_a), middle(self.b, self.pose_b));
        let (box_a, box_b) = (self.a.aabb(self.pose_a), self.b.aabb(self.pose_b));
        let shared = V::from_fn(|i| {
            let low = box_a.min.get(i).max(box_b.min.get(i));
            let high = box_a.max.get(i).min(box_b.max.get(i));
            (low + high) * V::Scalar::of(0.5)
        });
        let candidates = [found.point_a, found.point_b, in_a, in_b, shared];
        let depths = candidates.into_iter().filter_map(|point| self.depth_of(point));
        depths.fold(of_pieces, f64::max).max(0.0)
    }

    /// The depth in A plus that in B of a point in both; `None` if it is not proven to be in both.
    fn depth_of(&self, point: V) -> Option<f64> {
        let depth = |shape, pose| {
            let found = project(shape, pose, point).ok()?;
            (found.upper <= V::Scalar::ZERO).then(|| -found.upper.to_f64())
        };
        Some(depth(self.a, self.pose_a)? + depth(self.b, self.pose_b)?)
    }

    /// The shortest translation of B that was found to part the shapes: its length and its direction.
    fn parting_translation(&self, found: &Separation<V>) -> Option<(f64, V)> {
        const MOST_CASTS: usize = 6;
        let mut directions: Vec<V::Wide> = Vec::new();
        let mut offer = |direction: V::Wide| {
            for direction in direction.unit_along().into_iter().flat_map(|unit| [unit, -unit]) {
                if directions.iter().all(|known| known.dot(direction) < 0.999) {
                    directions.push(direction);
                }
            }
        };
        offer(found.normal.widen());
        for pose in [self.pose_a, self.pose_b] {
            (0..V::DIM).for_each(|axis| offer(Motion::of(pose).rotate(V::Wide::unit(axis))));
        }
        let mut ways: Vec<(f64, V::Wide)> = directions
            .into_iter()
            .map(|direction| (self.boxes_apart(direction), direction))
            .collect();
        ways.sort_by(|x, y| x.0.total_cmp(&y.0));
        ways.truncate(MOST_CASTS);
        let parted = ways.into_iter().filter_map(|(far, direction)| {
            Some((self.cast_back(direction, far)?, V::narrow(direction)))
        });
        parted.chain(self.push_out()).reduce(|best, new| if new.0 < best.0 { new } else { best })
    }

    /// Moves B along the normal of its deepest contact until the shapes are proven to be apart.
    fn push_out(&self) -> Option<(f64, V)> {
        const MOST_STEPS: usize = 16;
        let zero = V::Scalar::ZERO;
        let mut pose = *self.pose_b;
        for _ in 0..MOST_STEPS {
            let found = contacts(self.a, self.pose_a, self.b, &pose, zero);
            let depth = |contact: &Contact<V>| contact.manifold.deepest().separation.to_f64();
            let deepest = found.iter().reduce(|a, b| if depth(b) < depth(a) { b } else { a });
            let Some(deepest) = deepest else { break };
            // A little farther, so that a gap is proven.
            let size =
                pose.translation().max_abs().max(self.pose_a.translation().max_abs()).to_f64();
            let more = 16.0 * V::Scalar::EPSILON.to_f64() * (size - depth(deepest));
            let step = V::Scalar::of(-depth(deepest) * 1.001 + more);
            pose = Pose::at(deepest.manifold.normal * step).ok()? * pose;
        }
        let way = pose.translation().widen() - self.pose_b.translation().widen();
        let apart = separation(self.a, self.pose_a, self.b, &pose).status() == Status::Apart;
        let direction = apart.then(|| way.unit_along()).flatten()?;
        Some((way.norm(), V::narrow(direction)))
    }

    /// A length by which B can be moved along a direction so that the boxes of both shapes are apart.
    fn boxes_apart(&self, direction: V::Wide) -> f64 {
        let reach = |shape: &Collider<V>, pose: &Pose<V>, sign: f64| {
            let around = shape.aabb(pose);
            let (min, max) = (around.min.widen(), around.max.widen());
            (0..V::DIM)
                .map(|i| {
                    let d = direction.get(i) * sign;
                    (min.get(i) * d).max(max.get(i) * d)
                })
                .sum::<f64>()
        };
        reach(self.a, self.pose_a, 1.0) + reach(self.b, self.pose_b, -1.0)
    }

    /// How far B must be moved along a direction at most, if it comes back from `far` until it touches A.
    fn cast_back(&self, direction: V::Wide, far: f64) -> Option<f64> {
        let direction_v = V::narrow(direction);
        // A little farther, for rounding.
        let far = V::Scalar::of(far * 1.01);
        let there = Pose::at(direction_v * far).ok()? * self.pose_b;
        let start = there.translation();
        let coming = Sweep::linear(&there, -direction_v).ok()?;
        let resting = Sweep::at_rest(self.pose_a);
        let found = time_of_impact(self.a, &resting, self.b, &coming, far).ok()?.impact;
        // The start is rounded, and the direction is not quite of length 1.
        let size = start.max_abs().max(self.pose_b.translation().max_abs()).max(far).to_f64();
        let rounding = 8.0 * V::Scalar::EPSILON.to_f64() * size;
        let left = far.to_f64() - found.lower.to_f64();
        left.is_finite().then_some(left.max(0.0) + rounding)
    }
}
