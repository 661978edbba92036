//! clearance's contacts in rapier's form.
//!
//! Of a pair are kept both shapes and a cache. While the bodies have hardly moved, the cache alone tells the
//! separations (`Cache::still`), and rapier's points stay where they are on their bodies. Otherwise the query
//! finds the points, and those with the names of old ones get their impulses.

use clearance::d3::{Cache, Cuboid, Hull, Manifold, Query, Shape};
use clearance::{FeaturePart, d3};
use rapier3d::geometry::ContactManifold;
use rapier3d::math::{Pose, Real};
use rapier3d::parry::query::TrackedContact;
use rapier3d::parry::query::details::{
    ContactManifoldsWorkspace, TypedWorkspaceData, WorkspaceData,
};
use rapier3d::parry::shape::{self as parry, PackedFeatureId, TypedShape};

use crate::Contacts;

#[derive(Clone, Copy)]
pub struct Clearance;

/// What is kept of a pair. rapier drops it when a shape changes.
#[derive(Clone)]
struct Pair {
    shapes: [Shape; 2],
    cache: Cache,
    searches: usize,
}

impl WorkspaceData for Pair {
    fn as_typed_workspace_data(&self) -> TypedWorkspaceData<'_> {
        TypedWorkspaceData::Custom
    }
    fn clone_dyn(&self) -> Box<dyn WorkspaceData> {
        Box::new(self.clone())
    }
}

impl Contacts for Clearance {
    fn contacts(
        &self,
        b_in_a: &Pose,
        shapes: [&dyn parry::Shape; 2],
        margin: Real,
        manifolds: &mut Vec<ContactManifold>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) {
        let workspace = workspace.get_or_insert_with(|| {
            let shapes = shapes.map(|s| shape(s).expect("a box or a hull"));
            Pair { shapes, cache: Cache::default(), searches: 0 }.into()
        });
        let pair = workspace.0.downcast_mut::<Pair>().expect("a pair of clearance");
        if manifolds.is_empty() {
            manifolds.push(ContactManifold::new());
        }
        pair.contact(b_in_a, margin, &mut manifolds[0]);
    }
}

impl Pair {
    fn contact(&mut self, b_in_a: &Pose, margin: Real, manifold: &mut ContactManifold) {
        let pose = pose(b_in_a);
        if let Some(still) = self.cache.still(&pose, margin)
            && still.separations().len() == manifold.points.len()
        {
            for (point, separation) in manifold.points.iter_mut().zip(still.separations()) {
                point.dist = *separation;
            }
            manifold.local_n1 = still.normal;
            manifold.local_n2 = b_in_a.rotation.inverse() * -still.normal;
            return;
        }
        let [a, b] = &self.shapes;
        let found = Query::relative(a, b, &pose).cache(&mut self.cache).manifold(margin);
        self.searches += usize::from(!self.cache.is_at_rest());
        match found {
            Some(found) => write(&found, &pose, manifold),
            None => manifold.clear(),
        }
    }
}

/// Writes points, and hands impulses on to those of the same names.
fn write(found: &Manifold, pose: &d3::Pose, manifold: &mut ContactManifold) {
    manifold.local_n1 = found.normal;
    manifold.local_n2 = -found.local_normal_b(pose);
    let old = std::mem::take(&mut manifold.points);
    for point in found.points() {
        let [in_a, in_b] = [point.feature.a(), point.feature.b()].map(packed);
        let (a, b) = (point.point_a, point.local_b(pose));
        let mut new = TrackedContact::new(a, b, in_a, in_b, point.separation);
        // rapier may have cleared the manifold, so the index of the old point alone is not enough.
        if let Some(old) = old.iter().find(|old| old.fid1 == in_a && old.fid2 == in_b) {
            new.data = old.data;
        }
        manifold.points.push(new);
    }
}

fn packed(part: FeaturePart) -> PackedFeatureId {
    match part {
        FeaturePart::Face(i) => PackedFeatureId::face(i),
        FeaturePart::Edge(i) => PackedFeatureId::edge(i),
        FeaturePart::Vertex(i) => PackedFeatureId::vertex(i),
    }
}

/// How many of a pair's questions took a search.
pub fn searches(workspace: Option<&ContactManifoldsWorkspace>) -> usize {
    workspace.and_then(|kept| kept.0.downcast_ref::<Pair>()).map_or(0, |pair| pair.searches)
}

pub fn pose(pose: &Pose) -> d3::Pose {
    d3::Pose::from_unit(pose.translation, pose.rotation)
}

/// A shape of these scenes.
pub fn shape(shape: &dyn parry::Shape) -> Option<Shape> {
    let made = match shape.as_typed_shape() {
        TypedShape::Cuboid(cuboid) => Cuboid::new(cuboid.half_extents).map(Into::into),
        TypedShape::ConvexPolyhedron(hull) => Hull::new(hull.points().to_vec()).map(Into::into),
        _ => return None,
    };
    made.ok()
}
