//! Where two shapes touch: one patch of two convex shapes, or all patches of any shapes.

use clearance_geometry::answer::{ContactPoint as Found, Manifold as Patch};
use clearance_geometry::number::Scalar as _;
use clearance_worlds::{Contact, Query};

use crate::answers::Asked;
use crate::caches::{Options, with};
use crate::given::{check, list_mut, one, posed, put};
use crate::pairs::{Piece, length, of_pairs};
use crate::shapes::Shape;
use crate::space::{Array, Placed, PreparedPose, Real, Space};

/// A point where shapes touch.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ContactPoint<S: Space> {
    /// On the surface of A, in the world.
    pub point_a: Array<S>,
    /// On the surface of B, in the world.
    pub point_b: Array<S>,
    /// From A to B along the normal; negative in overlap.
    pub separation: Real<S>,
    /// The same number as long as the same features touch.
    pub feature: u64,
    /// Was the point there in the query before, with the same cache?
    pub persisted: bool,
}

/// Where two shapes touch: up to 4 points with one normal, in the plane 2.
#[repr(C)]
pub struct ManifoldAnswer<S: Space> {
    /// How many points there are; 0 if the shapes are farther apart than the margin.
    pub count: u32,
    /// From A to B, of length 1.
    pub normal: Array<S>,
    /// The points; those past the count are 0.
    pub points: [ContactPoint<S>; 4],
}

/// A point of a patch of two shapes that may have many.
#[repr(C)]
pub struct PatchPoint<S: Space> {
    /// The number of its patch, from 0 on. The points of a patch are one after the other.
    pub patch: u32,
    /// The normal of its patch, from A to B, of length 1.
    pub normal: Array<S>,
    /// The point.
    pub point: ContactPoint<S>,
    /// The part of A and the facet of the patch's deepest point.
    pub piece_a: Piece,
    /// The part of B and the facet of the patch's deepest point.
    pub piece_b: Piece,
}

impl<S: Space> From<&Found<S>> for ContactPoint<S> {
    fn from(found: &Found<S>) -> Self {
        Self {
            point_a: found.point_a.array(),
            point_b: found.point_b.array(),
            separation: found.separation,
            feature: found.feature.bits(),
            persisted: found.persisted,
        }
    }
}

impl<S: Space> ManifoldAnswer<S> {
    fn of(found: Option<&Patch<S>>) -> Self {
        let none = S::ZERO.array();
        let nowhere = ContactPoint {
            point_a: none,
            point_b: none,
            separation: Real::<S>::ZERO,
            feature: 0,
            persisted: false,
        };
        let mut own = Self { count: 0, normal: none, points: [nowhere; 4] };
        if let Some(found) = found {
            own.normal = found.normal.array();
            own.count = found.points().len() as u32;
            for (place, point) in own.points.iter_mut().zip(found.points()) {
                *place = point.into();
            }
        }
        own
    }
}

of_pairs! {
    /// Where two shapes touch, or come as near as `margin`. Of shapes of many pieces it is the deepest patch.
    fn manifold(query, margin: Real<S>, manifold: *mut ManifoldAnswer<S>) {
        check("manifold", manifold)?;
        let found = query.manifold(length("margin", margin)?);
        put("manifold", manifold, ManifoldAnswer::of(found.as_ref()))
    }
    /// All patches where two shapes touch, or come as near as `margin`. `count` is how many points there are; at most
    /// `capacity` of them are written.
    fn contacts(query, margin: Real<S>, points: *mut PatchPoint<S>, capacity: usize, count: *mut usize) {
        check("count", count)?;
        let found = query.contacts(length("margin", margin)?);
        write_all("points", patch_points(&found), points, capacity, count)
    }
}

/// The points of patches, one after the other.
pub fn patch_points<S: Space>(patches: &[Contact<S>]) -> impl Iterator<Item = PatchPoint<S>> {
    patches.iter().enumerate().flat_map(|(patch, contact)| {
        contact.manifold.points().iter().map(move |point| PatchPoint {
            patch: patch as u32,
            normal: contact.manifold.normal.array(),
            point: point.into(),
            piece_a: contact.piece_a.into(),
            piece_b: contact.piece_b.into(),
        })
    })
}

/// Writes as many of some answers as there is room for, and how many there are.
pub unsafe fn write_all<T>(
    name: &str,
    answers: impl Iterator<Item = T>,
    places: *mut T,
    capacity: usize,
    count: *mut usize,
) -> Asked {
    // SAFETY: the caller's.
    let places: &mut [std::mem::MaybeUninit<T>] =
        unsafe { list_mut(name, places.cast(), capacity)? };
    let mut found = 0;
    for answer in answers {
        if let Some(place) = places.get_mut(found) {
            place.write(answer);
        }
        found += 1;
    }
    // SAFETY: the caller's.
    unsafe { put("count", count, found) }
}
