//! Where two shapes touch.

use alloc::vec::Vec;

use clearance_geometry::answer::Manifold;
use clearance_geometry::space::{Pose, Vector};
use clearance_pairs::Query;

use super::entries::{contact, depth};
use crate::contact::contacts_of_all_pieces as by_all_pieces;
use crate::shape_ref::{Scalar, ShapeRef::Convex};
use crate::{AnyShape, Contact, Contacts};

/// The patches where two shapes touch or come as near as `margin`, in world coordinates: up to 4 points in 3D, up to 2 in
/// 2D, with one normal each. Two convex shapes have one patch at most, which is [`contact_manifold`], and takes no memory.
///
/// Of other shapes the patches are in the order of parts and facets. Facets are touched from their fronts, solids from
/// outside. The normal of a patch is that of a facet if it has a contact with the normal of its facet, or else that of
/// its deepest point.
///
/// Two meshes, solids or height fields in 3D have a patch for each place where they are in each other, wherever their
/// triangles are: its depth is how far B must go along its normal to leave that place, and its points are named after
/// vertices (the first of those at one place), edges (three times a facet and the number of the edge there) and facets.
/// If one is inside of the other and touches nothing, the patch is the translation of its [`clearance`](crate::clearance()).
/// Normals and depths are found by local search, without bounds: of convex solids 1 in 5,000 is another way out than the
/// shortest one. Where one body goes right through the other, the way may end too early (2 in 100), or be longer than another
/// one; [`clearance`](crate::clearance()) has bounds. At most two million pairs of triangles are looked at, the nearest
/// first.
///
/// ```
/// use clearance::d3::{self, Cuboid, HeightField, Pose, Vec3};
/// let floor = HeightField::new(&[[0.0; 9]; 9], [1.0, 1.0])?;
/// let brick = Cuboid::new(Vec3::new(1.0, 0.5, 0.25))?;
/// let lying = Pose::at(Vec3::new(4.0, 4.0, 0.249))?;
///
/// // It lies on some twenty triangles, with one patch of four points.
/// let patches = d3::contacts(&floor, &Pose::IDENTITY, &brick, &lying, 0.01);
/// assert_eq!(patches.len(), 1);
/// assert_eq!((patches[0].manifold.normal, patches[0].manifold.points().len()), (Vec3::Z, 4));
/// # Ok::<(), clearance::Error>(())
/// ```
#[inline]
pub fn contacts<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    margin: Scalar<A>,
) -> Contacts<A::V> {
    match [a.seen(), b.seen()] {
        [Convex(a), Convex(b)] => {
            let manifold = Query::lowered(&a, pose_a, &b, pose_b).manifold(margin);
            manifold.map(Contact::only).into()
        }
        [a, b] => depth::contacts(&a, pose_a, &b, pose_b, margin).into(),
    }
}

/// The points where the shapes touch, or come as near as `margin`: up to 2 points in 2D, up to 4 in 3D,
/// in world coordinates. Of shapes of many pieces it is the deepest of their [`contacts`]. `None` if the clearance is
/// proven to be more than the margin, which may be negative, and for two half-spaces whose overlap is infinite.
///
/// ```
/// use clearance::d3::{self, Cuboid, Pose, Vec3};
/// let (floor, brick) = (Cuboid::new(Vec3::new(9.0, 9.0, 1.0))?, Cuboid::new(Vec3::ONE)?);
/// let lying = Pose::at(Vec3::new(0.0, 0.0, 1.99))?;
/// let contact = d3::contact_manifold(&floor, &Pose::IDENTITY, &brick, &lying, 0.05).unwrap();
/// assert_eq!((contact.points().len(), contact.normal), (4, Vec3::Z));
/// assert!((contact.depth() - 0.01).abs() < 1e-6);
/// # Ok::<(), clearance::Error>(())
/// ```
#[inline]
pub fn contact_manifold<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    margin: Scalar<A>,
) -> Option<Manifold<A::V>> {
    match [a.seen(), b.seen()] {
        [Convex(a), Convex(b)] => Query::lowered(&a, pose_a, &b, pose_b).manifold(margin),
        [a, b] => deepest(depth::contacts(&a, pose_a, &b, pose_b, margin).into()),
    }
}

/// The deepest patch; of equal ones, the first.
pub(super) fn deepest<V: Vector>(patches: Contacts<V>) -> Option<Manifold<V>> {
    let deeper = |a: Contact<V>, b: Contact<V>| {
        if b.manifold.depth() > a.manifold.depth() { b } else { a }
    };
    patches.into_iter().reduce(deeper).map(|contact| contact.manifold)
}

/// [`contacts`] by all pairs of pieces, without trees: the slow obvious version, for tests.
#[doc(hidden)]
pub fn contacts_of_all_pieces<A: AnyShape, B: AnyShape<V = A::V>>(
    a: &A,
    pose_a: &Pose<A::V>,
    b: &B,
    pose_b: &Pose<A::V>,
    margin: Scalar<A>,
) -> Vec<Contact<A::V>> {
    by_all_pieces(&a.seen(), pose_a, &b.seen(), pose_b, margin)
}

/// The contacts of one moving shape with several others, without the tilted ones at seams: one list of patches for
/// each of the others, as of [`contacts`] with the moving shape as B.
///
/// Pieces continue each other where they meet within `slop`, whether they are facets of one surface without common
/// vertices (T-junctions), parts of one compound or different bodies. A shape that moves over such a seam has contacts
/// with the normals of the faces beside it, not with those of edges inside of the surface. The slop should be the depth by
/// which bodies at rest may overlap. Negative numbers and NaN count as 0.
///
/// What it does not do: Steps that are higher than the slop are obstacles, lower ones are none, nor are walls and bodies
/// lower than the slop. Seams in valleys are welded for surfaces, not between convex pieces. Pieces that the moving shape
/// does not touch within the margin join nothing. It knows no earlier steps: a shape that is faster than the margin a
/// step may start behind a seam.
///
/// ```
/// use clearance::d3::{self, Cuboid, Pose, Sphere, Vec3};
/// let (tile, ball) = (Cuboid::new(Vec3::new(1.0, 1.0, 0.5))?, Sphere::new(0.5)?);
/// let [left, right] = [-1.0, 1.0].map(|x| Pose::at(Vec3::new(x, 0.0, -0.5)).unwrap());
/// let rolling = Pose::at(Vec3::new(-0.02, 0.0, 0.499))?;
///
/// // Alone, the edge of the right tile brakes the ball.
/// let alone = d3::contacts(&tile, &right, &ball, &rolling, 0.01);
/// assert!(alone[0].manifold.normal.x < -0.03);
/// let tiles = [(&tile, &left), (&tile, &right)];
/// let found = d3::welded_contacts(&tiles, &ball, &rolling, 0.01, 0.001);
/// assert_eq!(found[0][0].manifold.normal, Vec3::Z);
/// assert!(found[1].is_empty());
/// # Ok::<(), clearance::Error>(())
/// ```
pub fn welded_contacts<A: AnyShape, B: AnyShape<V = A::V>>(
    others: &[(&A, &Pose<A::V>)],
    moving: &B,
    pose: &Pose<A::V>,
    margin: Scalar<A>,
    slop: Scalar<A>,
) -> Vec<Vec<Contact<A::V>>> {
    let views: Vec<_> = others.iter().map(|(other, at)| (other.seen(), *at)).collect();
    let others: Vec<_> = views.iter().map(|(other, at)| (other, *at)).collect();
    contact::welded_contacts(&others, &moving.seen(), pose, margin, slop)
}
