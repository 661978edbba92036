//! The contacts of bodies: a manifold for each two of their parts that are near enough.
//!
//! Parts are not joined: a body on two legs touches the floor with each of them, and the normals
//! need not agree.
//!
//! ```
//! use clearance::Scene;
//! use clearance::d3::{Cuboid, Pose, Vec3};
//!
//! let (mut scene, brick) = (Scene::new(), Cuboid::new(Vec3::new(0.5, 0.5, 0.25))?);
//! for level in 0..3 {
//!     let height = 0.5 * level as f32;
//!     scene.add(format!("brick {level}"), [brick], Pose::at(Vec3::new(0.0, 0.0, height))?);
//! }
//! let touching = scene.contacts(0.01); // points that are apart by no more than this
//! let corners: Vec<_> = touching.iter().map(|c| (c.a, c.b, c.manifold.points().len())).collect();
//! assert_eq!(corners, [(0, 1, 4), (1, 2, 4)]);
//! # Ok::<(), clearance::Error>(())
//! ```

use alloc::vec::Vec;

use super::pairs::{Boxes, Scene, beyond};
use crate::answer::Manifold;
use crate::query::Query;
use crate::space::Vector;
use crate::{Scratch, broad};

/// A contact of a part of one body and a part of another.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyContact<V: Vector> {
    /// The index of the first body.
    pub a: usize,
    /// The index of the second body.
    pub b: usize,
    /// Which part of each.
    pub parts: [usize; 2],
    /// The points in world coordinates, and the normal from the first part to the second.
    pub manifold: Manifold<V>,
}

impl<V: Vector> Scene<V> {
    /// The contacts of all bodies that touch, or come as near as `margin`, ordered by bodies, then by
    /// parts. Ignored pairs are left out. A negative margin asks for points of at least this depth.
    pub fn contacts(&self, margin: V::Scalar) -> Vec<BodyContact<V>> {
        let (boxes, wholes) = self.boxes();
        let mut scratch = Scratch::default();
        let mut found = Vec::new();
        for (a, b) in broad::pairs_within(&wholes, margin) {
            if !self.ignored.contains(&(a, b)) {
                let boxes = [&boxes[a], &boxes[b]];
                self.add_contacts([a, b], boxes, margin, &mut scratch, &mut found);
            }
        }
        found
    }

    /// The contacts of two bodies that touch, or come as near as `margin`, even if the pair is ignored.
    /// The normals point from `a` to `b`. Empty if both are the same body, or if one does not exist.
    pub fn contacts_between(&self, a: usize, b: usize, margin: V::Scalar) -> Vec<BodyContact<V>> {
        let mut found = Vec::new();
        let known = self.bodies.get(a).zip(self.bodies.get(b)).filter(|_| a != b);
        if let Some((body_a, body_b)) = known {
            let boxes = [&Boxes::of(body_a), &Boxes::of(body_b)];
            self.add_contacts([a, b], boxes, margin, &mut Scratch::default(), &mut found);
        }
        found
    }

    fn add_contacts(
        &self,
        [a, b]: [usize; 2],
        boxes: [&Boxes<V>; 2],
        margin: V::Scalar,
        scratch: &mut Scratch<V::Wide>,
        found: &mut Vec<BodyContact<V>>,
    ) {
        let (body_a, body_b) = (&self.bodies[a], &self.bodies[b]);
        for (i, part_a) in body_a.parts.iter().enumerate() {
            for (j, part_b) in body_b.parts.iter().enumerate() {
                if beyond(broad::gap(&boxes[0].parts[i], &boxes[1].parts[j]), margin) {
                    continue;
                }
                let query = Query::new(part_a, &body_a.pose, part_b, &body_b.pose);
                if let Some(manifold) = query.scratch(scratch).manifold(margin) {
                    found.push(BodyContact { a, b, parts: [i, j], manifold });
                }
            }
        }
    }
}
