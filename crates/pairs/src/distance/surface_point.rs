//! The nearest point of a core's surface, in closed form.

use crate::distance::point::{
    Nearest, ellipsoid_point, face_planes, of_cuboid, of_point, round_core, segment, triangle,
};
use crate::entry::entry_points;
use crate::hull::{Built, Hull2, Hull3};
use crate::plan::{self, Surface};
use crate::shape::{Convex, Core, Wide};
use crate::space::{DVector, Vector};

/// The nearest point of the core's surface, if there is a closed form. Closed forms that take about as
/// long as a call are compiled inline.
pub(crate) fn nearest<C: Convex>(shape: &C, point: Wide<C>) -> Option<Nearest<Wide<C>>> {
    let core = shape.to_core();
    Some(match (plan::surface(&core), core) {
        (Surface::Point, Core::Point(p)) => of_point(p, point),
        (Surface::Segment, Core::Segment(ends)) => segment::nearest(ends, point),
        (Surface::Box, Core::Box(half)) => of_cuboid(half, point),
        (Surface::Cylinder, Core::Cylinder { radius, half_height, axis }) => {
            round_core::cylinder([radius, half_height], axis, point)
        }
        (Surface::Cone, Core::Cone { radius, half_height, axis }) => {
            round_core::cone([radius, half_height], axis, point)
        }
        (Surface::Triangle, Core::Triangle(corners)) if C::V::DIM == 3 => {
            triangle::in_space(corners, point)?
        }
        (Surface::Clearance, _) => return None,
        _ => {
            return Wide::<C>::enter::<NearestEntry<'_>>((&shape.to_core(), built(shape), point));
        }
    })
}

/// The faces and edges of a hull, and its reach.
pub(crate) fn built<C: Convex>(shape: &C) -> Option<(&Built, f64)> {
    shape.built().map(|built| (built, shape.reach()))
}

entry_points! {
    NearestEntry<'x>(
        asked: (&'x Core<V::Wide>, Option<(&'x Built, f64)>, V::Wide)
    ) -> Option<Nearest<V::Wide>> {
        let (core, built, point) = asked;
        by_call(core, built, point)
    }
}

/// The closed forms that [`nearest`] does not compile inline.
fn by_call<W: DVector>(
    core: &Core<W>,
    built: Option<(&Built, f64)>,
    point: W,
) -> Option<Nearest<W>> {
    match (plan::surface(core), core, built) {
        (Surface::Ellipsoid, &Core::Ellipsoid(radii), _) => {
            Some(ellipsoid_point::nearest(radii, point))
        }
        (Surface::Planes, &Core::Triangle(corners), _) if W::DIM == 2 => {
            triangle::in_the_plane(corners, point)
        }
        (Surface::Planes, _, Some((Built::Plane(Hull2::Outline(outline)), reach)))
            if W::DIM == 2 =>
        {
            face_planes::polygon(outline, reach, point)
        }
        (Surface::Planes, _, Some((Built::Space(Hull3::Solid(solid)), reach))) if W::DIM == 3 => {
            face_planes::polyhedron(solid, reach, point)
        }
        _ => None,
    }
}
