//! The contacts of shapes of many pieces, kept while the bodies hardly move.
//!
//! They are searched with a margin that is larger by twice the way D that the bodies may move until they are searched anew.
//! So while no point of one has moved by more than D as the other one sees it, what is not among them is still beyond the
//! margin. D is at most 1/64 of the margin and 1/512 of the smaller body, and at most what keeps each separation on its side
//! of the margin: which points count does not change either. Motions are measured as in `clearance_pairs::kept`, in the
//! frame of the larger body: a terrain reaches so far that its own points move by metres where a crate on it turns a little.
//!
//! ```text
//!        then                     now
//!      __q______               ______          p and q move with their bodies, n with A:
//!     | B       |             /  q   /         s = n.(q - p), which has changed by at most D
//!   __x_________|__         _x______/_
//!      p    A                 p   A
//! ```

use alloc::vec::Vec;

use clearance_geometry::answer::ContactPoint;
use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Aabb, Motion, Pose, Vector};
use clearance_pairs::kept::Anchor;
use clearance_worlds::Contact;

/// A body at a step: a line of the processor's cache in `f32`.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Placed<V: Vector> {
    pub pose: Pose<V>,
    pub tight: Aabb<V>,
}

/// Contacts within the margin, and where the bodies were when they were searched.
#[derive(Clone, Debug)]
pub(crate) struct Patches<V: Vector> {
    pub all: Vec<Contact<V>>,
    then: [Pose<V>; 2],
    searched: u64,
}

/// How far two bodies may move until they are searched anew.
pub(crate) struct Room<V: Vector> {
    /// The place of the smaller one, 0 or 1, and how far it reaches from its origin.
    smaller: usize,
    reach: f64,
    leave: f64,
    /// The margin of the search.
    pub margin: V::Scalar,
}

impl<V: Vector> Room<V> {
    pub fn of(bodies: [&Placed<V>; 2], margin: V::Scalar) -> Self {
        let reaches = bodies.map(reach);
        let smaller = usize::from(reaches[1] < reaches[0]);
        let reach = reaches[smaller];
        let leave = (margin.to_f64() / 64.0).min(reach / 512.0);
        let leave = if leave > 0.0 && leave.is_finite() { leave } else { 0.0 };
        let margin = V::Scalar::above(margin.to_f64() + 2.0 * leave);
        Self { smaller, reach, leave, margin }
    }
    /// Leaves out the points beyond the margin. Returns how long the others stay.
    pub fn keep(
        &self,
        found: &mut Vec<Contact<V>>,
        bodies: [&Placed<V>; 2],
        margin: V::Scalar,
    ) -> Anchor<V> {
        let mut leave = self.leave;
        found.retain_mut(|contact| {
            let points = contact.manifold.points();
            for point in points {
                leave = leave.min((point.separation.to_f64() - margin.to_f64()).abs());
            }
            let is_within = |point: &&ContactPoint<V>| point.separation <= margin;
            let count = points.iter().filter(is_within).count();
            if count < points.len() {
                contact.manifold = contact
                    .manifold
                    .with_points(|point| (point.separation <= margin).then_some(*point));
            }
            count > 0
        });
        let [larger, smaller] = [1 - self.smaller, self.smaller].map(|at| &bodies[at].pose);
        Anchor::free(larger, smaller, leave, self.reach).seen_from_b(self.smaller == 0)
    }
}

/// How far a body reaches from its origin at most.
fn reach<V: Vector>(body: &Placed<V>) -> f64 {
    let middle = body.pose.translation().widen();
    let [min, max] = [body.tight.min, body.tight.max].map(|corner| corner.widen() - middle);
    V::Wide::from_fn(|i| min.get(i).abs().max(max.get(i).abs())).norm()
}

impl<V: Vector> Patches<V> {
    pub const NONE: Self = Self { all: Vec::new(), then: [Pose::IDENTITY; 2], searched: 0 };

    pub fn new(all: Vec<Contact<V>>, then: [Pose<V>; 2], searched: u64) -> Self {
        Self { all, then, searched }
    }
    /// A contact at a step, with the bodies at these poses.
    pub fn at(&self, contact: &Contact<V>, now: [&Pose<V>; 2], step: u64) -> Contact<V> {
        if self.searched == step {
            return *contact;
        }
        let then = [&self.then[0], &self.then[1]];
        let manifold = &contact.manifold;
        let mut index = 0;
        let mut next = |point: ContactPoint<V>| {
            index += 1;
            ContactPoint { persisted: true, previous: Some(index - 1), ..point }
        };
        let moved = if then == now {
            manifold.with_points(|point| Some(next(*point)))
        } else {
            let (then, now) = (then.map(Motion::of), now.map(Motion::of));
            let turn = |x: V::Wide| now[0].rotate(then[0].unrotate(x));
            let old = manifold.normal.widen();
            let normal = turn(old);
            // Where a point of a body has come to, less where it was: rounding of the point itself is not in it.
            let way = |at: usize, x: V::Wide| {
                now[at].apply(then[at].unrotate(x - then[at].translation)) - x
            };
            manifold.turned_to(V::narrow(normal)).with_points(|point| {
                let (a, b) = (point.point_a.widen(), point.point_b.widen());
                let (way_a, way_b) = (way(0, a), way(1, b));
                let apart = old * point.separation.to_f64() + way_b - way_a;
                let (a, separation) = (a + way_a, normal.dot(apart));
                Some(next(ContactPoint {
                    point_a: V::narrow(a),
                    point_b: V::narrow(a + normal * separation),
                    separation: V::Scalar::of(separation),
                    ..*point
                }))
            })
        };
        Contact { manifold: moved, ..*contact }
    }
}
