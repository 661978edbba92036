//! Points against all bodies.

use alloc::vec::Vec;

use clearance_geometry::Error;
use clearance_geometry::answer::Projection;
use clearance_geometry::number::Scalar as _;
use clearance_geometry::space::{Aabb, Pose, Vector};
use clearance_worlds::{contains, project};

use glam::Vec4;

use crate::boxes::{Home, outward, square};
use crate::filter::Filter;
use crate::handle::Handle;
use crate::scene::Scene;

impl<V: Vector> Scene<V> {
    /// The bodies that contain a point of the world, in the order of handles: of each that is seen and not among them, it is
    /// proven that the point is outside.
    ///
    /// # Errors
    /// A point with a coordinate that is NaN, infinite or past
    /// [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST).
    pub fn containing(&self, point: V, filter: &Filter<'_>) -> Result<Vec<Handle>, Error> {
        let (mut found, mut refused) = (Vec::new(), Pose::at(point).err());
        self.in_bounds(&outward(&Aabb { min: point, max: point }), filter, |handle, body| {
            match contains(&body.shape, &body.pose, point) {
                Ok(true) => found.push(handle),
                Ok(false) => (),
                Err(error) => refused = Some(error),
            }
        });
        found.sort_unstable();
        refused.map_or(Ok(found), Err)
    }
    /// The body whose surface is nearest to a point of the world, and the point there. Of bodies that contain the point, the one
    /// that it is the deepest in. `None` if none is seen.
    ///
    /// # Errors
    /// As [`Scene::containing`].
    pub fn project(
        &self,
        point: V,
        filter: &Filter<'_>,
    ) -> Result<Option<(Handle, Projection<V>)>, Error> {
        let mut best: Option<(Handle, Projection<V>)> = None;
        let mut refused = Pose::at(point).err();
        let mut limit = f32::INFINITY;
        let mut ask = |item: u32, limit: f32| {
            let Some((handle, body)) = self.seen(item, filter) else { return limit };
            match project(&body.shape, &body.pose, point) {
                Ok(found) => {
                    let rank =
                        |handle: Handle, found: &Projection<V>| (found.signed_distance, handle);
                    if best
                        .as_ref()
                        .is_none_or(|(old, kept)| rank(handle, &found) < rank(*old, kept))
                    {
                        best = Some((handle, found));
                        // Whatever contains the point has a box that does.
                        return limit.min(square(found.upper.to_f64().max(0.0)));
                    }
                    limit
                }
                Err(error) => {
                    refused = Some(error);
                    -1.0
                }
            }
        };
        let at = outward(&Aabb { min: point, max: point });
        for item in self.boxes.pack(Home::Endless).items() {
            limit = ask(item, limit);
        }
        for packs in self.packs(filter) {
            packs.nearest(
                limit,
                // The square of a gap that `f32` does not hold is still one that may be the least.
                |node| node.gaps(&at).map(|gaps| gaps.min(Vec4::splat(f32::MAX))),
                |item, _| {
                    limit = ask(item, limit);
                    limit
                },
            );
        }
        refused.map_or(Ok(best), Err)
    }
}
