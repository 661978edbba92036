//! The contacts of shapes of many pieces, kept while the bodies hardly move.
//!
//! While no point of one body has moved by more than D as the other one sees it, the contacts are those of the poses at which
//! they were searched, moved with the bodies. D is 1/64 of the margin, and at most 1/512 of the smaller body. A search at the
//! new poses may differ by more: which of the facets that touch have a contact jumps where a body hardly moves. Motions are
//! measured as in `clearance_pairs::kept`, in the frame of the larger body: a terrain reaches so far that its own points move
//! by metres where a crate on it turns a little.
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
    pub searched: u64,
}

/// For how long the contacts of two bodies are kept.
pub(crate) fn anchor<V: Vector>(bodies: [&Placed<V>; 2], margin: V::Scalar) -> Anchor<V> {
    let reaches = bodies.map(reach);
    let smaller = usize::from(reaches[1] < reaches[0]);
    let leave = (margin.to_f64() / 64.0).min(reaches[smaller] / 512.0);
    let [larger_pose, pose] = [1 - smaller, smaller].map(|at| &bodies[at].pose);
    Anchor::free(larger_pose, pose, leave, reaches[smaller]).seen_from_b(smaller == 0)
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
    pub fn at(
        &self,
        contact: &Contact<V>,
        now: [&Pose<V>; 2],
        margin: V::Scalar,
        step: u64,
    ) -> Contact<V> {
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
                let a = a + way_a;
                let separation = normal.dot(apart).min(margin.to_f64());
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
