//! The dispatcher: which pairs clearance answers, and the words of both sides.

use std::sync::Arc;

use clearance::answer::{Impact, ImpactStatus};
use clearance::pair::{Cast, Query};
use clearance::{Error, Sweep};

use super::convert::Converted;
use super::dim::{self, Shape};
use super::kept::{Kept, Pair, Pieces, ask, patches};
use super::parry::math::{Pose, Real, Vector};
use super::parry::query::details::{self, ContactManifoldsWorkspace, NormalConstraints};
use super::parry::query::*;
use super::parry::shape::{Shape as ParryShape, TriMeshFlags};
use super::pose;

/// Answers rapier's and parry's questions by clearance. See the [crate](crate).
#[derive(Default)]
pub struct Dispatcher {
    converted: Converted,
}

const PARRY: DefaultQueryDispatcher = DefaultQueryDispatcher;

impl Dispatcher {
    fn convex(&self, [a, b]: [&dyn ParryShape; 2]) -> Option<[Arc<Shape>; 2]> {
        Some([self.converted.convex(a)?, self.converted.convex(b)?])
    }
    /// What to keep of a new pair. `None`: parry has it.
    fn kept(&self, pair: [&dyn ParryShape; 2]) -> Option<Kept> {
        if let Some(shapes) = self.convex(pair) {
            return Some(Kept::Pair(Pair::new(shapes)));
        }
        let deforms = |shape: &dyn ParryShape| {
            shape.as_trimesh().is_some_and(|mesh| mesh.flags().contains(TriMeshFlags::DEFORMABLE))
        };
        let is_left = pair.into_iter().any(|s| deforms(s) || s.as_voxels().is_some());
        let has_parts =
            |s: &dyn ParryShape| s.as_composite_shape().is_some() || s.as_heightfield().is_some();
        (!is_left && pair.into_iter().any(has_parts))
            .then(|| Kept::Pieces(Pieces::new(pair, self.converted.with_surface(pair))))
    }
    /// parry's walks over parts come back with each pair of them.
    fn walk<M: Data, D: Data + Copy>(
        &self,
        b_in_a: &Pose,
        [a, b]: [&dyn ParryShape; 2],
        margin: Real,
        manifolds: &mut Vec<ContactManifold<M, D>>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        use details::*;
        match [a.as_composite_shape(), b.as_composite_shape()] {
            [Some(c), Some(d)] => contact_manifolds_composite_shape_composite_shape(
                self, b_in_a, c, d, margin, manifolds, workspace,
            ),
            _ if a.as_trimesh().is_some() || b.as_trimesh().is_some() => {
                contact_manifolds_trimesh_shape_shapes(
                    self, b_in_a, a, b, margin, manifolds, workspace,
                )
            }
            [Some(c), None] if b.as_heightfield().is_none() => {
                contact_manifolds_composite_shape_shape(
                    self, b_in_a, c, b, margin, manifolds, workspace, false,
                )
            }
            [None, Some(d)] if a.as_heightfield().is_none() => {
                contact_manifolds_composite_shape_shape(
                    self,
                    &b_in_a.inverse(),
                    d,
                    a,
                    margin,
                    manifolds,
                    workspace,
                    true,
                )
            }
            [None, None] => contact_manifolds_heightfield_shape_shapes(
                self, b_in_a, a, b, margin, manifolds, workspace,
            ),
            _ => return PARRY.contact_manifolds(b_in_a, a, b, margin, manifolds, workspace),
        }
        Ok(())
    }
}

/// What an engine keeps with a manifold or with a point.
trait Data: Default + Clone + Send + Sync {}
impl<T: Default + Clone + Send + Sync> Data for T {}

impl<M, D> PersistentQueryDispatcher<M, D> for Dispatcher
where
    M: Default + Clone + Send + Sync,
    D: Default + Copy + Send + Sync,
{
    fn contact_manifolds(
        &self,
        b_in_a: &Pose,
        a: &dyn ParryShape,
        b: &dyn ParryShape,
        margin: Real,
        manifolds: &mut Vec<ContactManifold<M, D>>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        if !workspace.as_ref().is_some_and(|kept| kept.0.is::<Kept>())
            && let Some(kept) = self.kept([a, b])
        {
            *workspace = Some(kept.into());
        }
        match workspace.as_mut().and_then(|kept| kept.0.downcast_mut::<Kept>()) {
            Some(Kept::Pair(pair)) => {
                manifolds.resize_with(1, ContactManifold::new);
                pair.update(b_in_a, margin, &mut manifolds[0]);
            }
            Some(Kept::Pieces(pieces)) => {
                if let Some(margin) = pieces.begin(b_in_a, margin, manifolds) {
                    match &pieces.colliders {
                        Some(colliders) => patches(colliders, b_in_a, margin, manifolds),
                        None => self.walk(b_in_a, [a, b], margin, manifolds, &mut pieces.walk)?,
                    }
                }
            }
            None => return PARRY.contact_manifolds(b_in_a, a, b, margin, manifolds, workspace),
        }
        Ok(())
    }

    fn contact_manifold_convex_convex(
        &self,
        b_in_a: &Pose,
        a: &dyn ParryShape,
        b: &dyn ParryShape,
        normals_a: Option<&dyn NormalConstraints>,
        normals_b: Option<&dyn NormalConstraints>,
        margin: Real,
        manifold: &mut ContactManifold<M, D>,
    ) -> Result<(), Unsupported> {
        let is_free = normals_a.is_none() && normals_b.is_none();
        let Some([one, other]) = is_free.then(|| self.convex([a, b])).flatten() else {
            return PARRY.contact_manifold_convex_convex(
                b_in_a, a, b, normals_a, normals_b, margin, manifold,
            );
        };
        let pose = pose(b_in_a);
        ask(Query::relative(&*one, &*other, &pose), &pose, margin, manifold);
        Ok(())
    }
}

/// Two convex shapes are asked about here. Otherwise parry walks the parts of one of both, or answers alone.
macro_rules! by_parts {
    ([$a:ident, $b:ident], $first:expr, $second:expr, $alone:expr) => {
        match [$a.as_composite_shape(), $b.as_composite_shape()] {
            [Some(parts), _] => Ok($first(parts)),
            [_, Some(parts)] => Ok($second(parts)),
            _ => $alone,
        }
    };
}

impl QueryDispatcher for Dispatcher {
    fn intersection_test(
        &self,
        b_in_a: &Pose,
        a: &dyn ParryShape,
        b: &dyn ParryShape,
    ) -> Result<ShapeIntersection, Unsupported> {
        use details::{intersection_test_composite_shape_shape as first, *};
        if let Some([a, b]) = self.convex([a, b]) {
            return Ok(Query::relative(&*a, &*b, &pose(b_in_a)).intersects().into());
        }
        let alone = || PARRY.intersection_test(b_in_a, a, b);
        if a.as_ball().is_some() || b.as_ball().is_some() {
            return alone(); // parry asks about the inside of a mesh.
        }
        by_parts!(
            [a, b],
            |parts| first(self, b_in_a, parts, b),
            |parts| intersection_test_shape_composite_shape(self, b_in_a, a, parts),
            alone()
        )
    }

    fn distance(
        &self,
        b_in_a: &Pose,
        a: &dyn ParryShape,
        b: &dyn ParryShape,
    ) -> Result<ShapeDistance, Unsupported> {
        if let Some([a, b]) = self.convex([a, b]) {
            return Ok(Query::relative(&*a, &*b, &pose(b_in_a)).distance().into());
        }
        by_parts!(
            [a, b],
            |parts| details::distance_composite_shape_shape(self, b_in_a, parts, b),
            |parts| details::distance_shape_composite_shape(self, b_in_a, a, parts),
            PARRY.distance(b_in_a, a, b)
        )
    }

    fn contact(
        &self,
        b_in_a: &Pose,
        a: &dyn ParryShape,
        b: &dyn ParryShape,
        margin: Real,
    ) -> Result<Option<Contact>, Unsupported> {
        if let Some([a, b]) = self.convex([a, b]) {
            let pose = pose(b_in_a);
            let found = Query::relative(&*a, &*b, &pose).clearance();
            let [point_b, normal_b] = [
                pose.inverse_transform_point(found.point_b),
                -pose.inverse_transform_vector(found.normal),
            ];
            let depth = found.signed_distance;
            return Ok((depth <= margin)
                .then(|| Contact::new(found.point_a, point_b, found.normal, normal_b, depth)));
        }
        by_parts!(
            [a, b],
            |parts| details::contact_composite_shape_shape(self, b_in_a, parts, b, margin),
            |parts| details::contact_shape_composite_shape(self, b_in_a, a, parts, margin),
            PARRY.contact(b_in_a, a, b, margin)
        )
    }

    fn closest_points(
        &self,
        b_in_a: &Pose,
        a: &dyn ParryShape,
        b: &dyn ParryShape,
        most: Real,
    ) -> Result<ClosestPoints, Unsupported> {
        if let Some([a, b]) = self.convex([a, b]) {
            let pose = pose(b_in_a);
            return Ok(match Query::relative(&*a, &*b, &pose).closest_points() {
                None => ClosestPoints::Intersecting,
                Some(found) if found.distance > most => ClosestPoints::Disjoint,
                Some(found) => {
                    let point_b = pose.inverse_transform_point(found.point_b);
                    ClosestPoints::WithinMargin(found.point_a, point_b)
                }
            });
        }
        by_parts!(
            [a, b],
            |parts| details::closest_points_composite_shape_shape(self, b_in_a, parts, b, most),
            |parts| details::closest_points_shape_composite_shape(self, b_in_a, a, parts, most),
            PARRY.closest_points(b_in_a, a, b, most)
        )
    }

    fn cast_shapes(
        &self,
        b_in_a: &Pose,
        velocity: Vector,
        a: &dyn ParryShape,
        b: &dyn ParryShape,
        options: ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        let sweeps = || {
            let here = Sweep::at_rest(&dim::Pose::IDENTITY);
            Ok([here, Sweep::linear(&pose(b_in_a), velocity)?])
        };
        if let Some(found) = self.cast([a, b], sweeps, options) {
            return Ok(found);
        }
        let alone = || PARRY.cast_shapes(b_in_a, velocity, a, b, options);
        if a.as_heightfield().is_some() || b.as_heightfield().is_some() {
            return alone();
        }
        by_parts!(
            [a, b],
            |parts| details::cast_shapes_composite_shape_shape(
                self, b_in_a, velocity, parts, b, options
            ),
            |parts| details::cast_shapes_shape_composite_shape(
                self, b_in_a, velocity, a, parts, options
            ),
            alone()
        )
    }

    fn cast_shapes_nonlinear(
        &self,
        motion_a: &NonlinearRigidMotion,
        a: &dyn ParryShape,
        motion_b: &NonlinearRigidMotion,
        b: &dyn ParryShape,
        start: Real,
        end: Real,
        stop_at_penetration: bool,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        let sweep = |of: &NonlinearRigidMotion| {
            let start = pose(&of.position_at_time(start));
            Sweep::new(&start, of.linvel, of.angvel)?.about(of.local_center)
        };
        let options = ShapeCastOptions {
            max_time_of_impact: end - start,
            stop_at_penetration,
            ..Default::default()
        };
        let sweeps = || Ok([sweep(motion_a)?, sweep(motion_b)?]);
        if let Some(mut found) = self.cast([a, b], sweeps, options) {
            found.iter_mut().for_each(|hit| hit.time_of_impact += start);
            return Ok(found);
        }
        let stops = stop_at_penetration;
        by_parts!(
            [a, b],
            |parts| details::cast_shapes_nonlinear_composite_shape_shape(
                self, motion_a, parts, motion_b, b, start, end, stops
            ),
            |parts| details::cast_shapes_nonlinear_shape_composite_shape(
                self, motion_a, a, motion_b, parts, start, end, stops
            ),
            PARRY.cast_shapes_nonlinear(motion_a, a, motion_b, b, start, end, stops)
        )
    }
}

impl Dispatcher {
    /// A cast of two convex shapes. `None` if they are none, or if it is undecided.
    fn cast(
        &self,
        pair: [&dyn ParryShape; 2],
        sweeps: impl Fn() -> Result<[dim::Sweep; 2], Error>,
        options: ShapeCastOptions,
    ) -> Option<Option<ShapeCastHit>> {
        let ([a, b], [of_a, of_b]) = (self.convex(pair)?, sweeps().ok()?);
        let cast = Cast::new(&*a, &of_a, &*b, &of_b, options.max_time_of_impact).ok()?;
        let cast = cast.gap(options.target_distance).ok()?;
        let hit = if options.stop_at_penetration { cast } else { cast.ignore_parting() }.impact();
        match hit.status {
            ImpactStatus::Miss => Some(None),
            ImpactStatus::Undecided => None,
            ImpactStatus::Hit => Some(Some(local(&hit, [&of_a, &of_b])?)),
        }
    }
}

/// The hit with places and normals in the frames of both shapes.
fn local(hit: &Impact<Vector>, sweeps: [&dim::Sweep; 2]) -> Option<ShapeCastHit> {
    let [at_a, at_b] = [sweeps[0].pose_at(hit.time).ok()?, sweeps[1].pose_at(hit.time).ok()?];
    Some(ShapeCastHit {
        time_of_impact: hit.time,
        witness1: at_a.inverse_transform_point(hit.point_a),
        witness2: at_b.inverse_transform_point(hit.point_b),
        normal1: at_a.inverse_transform_vector(hit.normal),
        normal2: -at_b.inverse_transform_vector(hit.normal),
        status: match hit.initial {
            Some(_) => ShapeCastStatus::PenetratingOrWithinTargetDist,
            None => ShapeCastStatus::Converged,
        },
        subshape1: 0,
        subshape2: 0,
    })
}
