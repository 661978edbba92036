//! Shapes and boxes against all bodies: which they touch, where, and when they meet one on their way.

use alloc::vec::Vec;

use clearance_geometry::Error;
use clearance_geometry::answer::Impact;
use clearance_geometry::number::Scalar as _;
use clearance_geometry::space::{Aabb, Pose, Sweep, Vector};
use clearance_pairs::checked_end;
use clearance_worlds::{AnyShape, Cast, Contacts, contacts, intersects};

use crate::body::Body;
use crate::boxes::Home;
use crate::boxes::outward;
use crate::filter::Filter;
use crate::handle::Handle;
use crate::scene::Scene;

/// When a moving shape meets a body first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeHit<V: Vector> {
    /// The body.
    pub body: Handle,
    /// When and where. The body is A, the moving shape B: the normal points from the body to the shape.
    pub impact: Impact<V>,
}

impl<V: Vector> Scene<V> {
    /// The bodies whose boxes meet a box, in the order of handles.
    pub fn in_box(&self, around: &Aabb<V>, filter: &Filter<'_>) -> Vec<Handle> {
        let mut found = Vec::new();
        for packs in self.packs(filter).chain([self.boxes.pack(Home::Endless)]) {
            packs.meeting(&outward(around), |item| {
                // Most boxes that are larger than those of the shapes are not met by them.
                if self.boxes.tight[item as usize].intersects(around) {
                    found.extend(self.seen(item, filter).map(|(handle, _)| handle));
                }
            });
        }
        found.sort_unstable();
        found
    }
    /// The bodies that a shape intersects, in the order of handles: of each other one that is seen, a gap is proven.
    pub fn touching<A: AnyShape<V = V>>(
        &self,
        shape: &A,
        pose: &Pose<V>,
        filter: &Filter<'_>,
    ) -> Vec<Handle> {
        let mut found = Vec::new();
        self.near(shape, pose, V::Scalar::ZERO, filter, |handle, body| {
            if intersects(&body.shape, &body.pose, shape, pose) {
                found.push(handle);
            }
        });
        found.sort_unstable();
        found
    }
    /// Where a shape touches bodies or comes as near as a margin, in the order of handles. The body is A, the shape B: normals
    /// point from the body to the shape.
    pub fn contacts_with<A: AnyShape<V = V>>(
        &self,
        shape: &A,
        pose: &Pose<V>,
        margin: V::Scalar,
        filter: &Filter<'_>,
    ) -> Vec<(Handle, Contacts<V>)> {
        let mut found = Vec::new();
        self.near(shape, pose, margin, filter, |handle, body| {
            let patches = contacts(&body.shape, &body.pose, shape, pose, margin);
            if !patches.is_empty() {
                found.push((handle, patches));
            }
        });
        found.sort_unstable_by_key(|(handle, _)| *handle);
        found
    }
    fn near<A: AnyShape<V = V>>(
        &self,
        shape: &A,
        pose: &Pose<V>,
        margin: V::Scalar,
        filter: &Filter<'_>,
        visit: impl FnMut(Handle, &Body<V>),
    ) {
        let bounds = outward(&shape.seen().aabb(pose));
        self.in_bounds(&bounds.grown(f32::above(margin.to_f64().max(0.0))), filter, visit);
    }

    /// The body that a moving shape meets first, from time 0 to `tmax`; the bodies stay where they are. `None` only if it is
    /// proven that it meets none that is seen.
    ///
    /// # Errors
    /// A time that is NaN or negative; poses past [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST).
    pub fn cast_shape<A: AnyShape<V = V>>(
        &self,
        shape: &A,
        sweep: &Sweep<V>,
        tmax: V::Scalar,
        filter: &Filter<'_>,
    ) -> Result<Option<ShapeHit<V>>, Error> {
        let mut first: Option<ShapeHit<V>> = None;
        let mut until = tmax;
        self.swept(shape, sweep, tmax, filter, None, |found| {
            let rank = |found: &ShapeHit<V>| (found.impact.time, found.body);
            if found.impact.hit() && first.as_ref().is_none_or(|old| rank(&found) < rank(old)) {
                until = until.min(found.impact.time);
                first = Some(found);
            }
            until
        })?;
        Ok(first)
    }
    /// Each body that a moving shape meets, in the order of times, then of handles, as if it was the only one.
    ///
    /// # Errors
    /// As [`Scene::cast_shape`].
    pub fn cast_shape_all<A: AnyShape<V = V>>(
        &self,
        shape: &A,
        sweep: &Sweep<V>,
        tmax: V::Scalar,
        filter: &Filter<'_>,
    ) -> Result<Vec<ShapeHit<V>>, Error> {
        let mut hits = Vec::new();
        self.swept(shape, sweep, tmax, filter, None, |found| {
            hits.extend(found.impact.hit().then_some(found));
            tmax
        })?;
        hits.sort_by(|a, b| {
            let by_time = a.impact.time.to_f64().total_cmp(&b.impact.time.to_f64());
            by_time.then(a.body.cmp(&b.body))
        });
        Ok(hits)
    }
    /// Casts a shape on the bodies along its way. `visit` returns the time up to which others are of interest. With a gap,
    /// that is a contact, and one that the shape slides along is none.
    pub(crate) fn swept<A: AnyShape<V = V>>(
        &self,
        shape: &A,
        sweep: &Sweep<V>,
        tmax: V::Scalar,
        filter: &Filter<'_>,
        slides_at: Option<V::Scalar>,
        mut visit: impl FnMut(ShapeHit<V>) -> V::Scalar,
    ) -> Result<(), Error> {
        checked_end(tmax)?;
        let mut refused = None;
        let (middle, half) = reach(&shape.seen().aabb(sweep.start()), sweep);
        let mut until = tmax;
        self.along([middle, sweep.velocity().widen()], half, tmax.to_f64(), filter, |body, at| {
            let still = Sweep::at_rest(&at.pose);
            let cast = Cast::new(&at.shape, &still, shape, sweep, tmax);
            let cast = cast.and_then(|cast| match slides_at {
                Some(gap) => Ok(cast.gap(gap)?.ignore_parting()),
                None => Ok(cast),
            });
            match cast.map(|mut cast| cast.impact()) {
                Ok(impact) => until = visit(ShapeHit { body, impact }),
                Err(error) => {
                    refused = Some(error);
                    return -1.0;
                }
            }
            until.to_f64()
        });
        refused.map_or(Ok(()), Err)
    }
}

/// The point of a moving shape that moves along a line, and how far the shape reaches from it along each axis.
fn reach<V: Vector>(around: &Aabb<V>, sweep: &Sweep<V>) -> (V::Wide, V::Wide) {
    let (low, high) = (around.min.widen(), around.max.widen());
    if !sweep.turns() {
        let middle = (low + high) * 0.5;
        return (
            middle,
            V::Wide::from_fn(|i| (high.get(i) - middle.get(i)).max(middle.get(i) - low.get(i))),
        );
    }
    let middle = sweep.start().widen().transform_point(sweep.center().widen());
    let farthest = V::Wide::from_fn(|i| {
        (high.get(i) - middle.get(i)).abs().max((middle.get(i) - low.get(i)).abs())
    });
    let radius = farthest.norm() * (1.0 + 16.0 * f64::EPSILON);
    (middle, V::Wide::from_fn(|_| radius))
}
