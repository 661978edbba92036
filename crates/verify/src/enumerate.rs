//! The checker's own surface, for overlapping polytopes whose answer has none: the hull of all
//! differences of two vertices.
//!
//! Nothing here needs to be right, because the result is checked like any other surface. The hull is that of
//! the rounded differences. A face with more than three corners is divided into triangles at their true
//! places, which dents the surface by the rounding. If the corners of a face are exactly in one plane, as
//! those of boxes are, there is no dent.
//!
//! It is slow, and is used for pairs with up to 4,096 differences.

use alloc::vec::Vec;

use glam::{DVec2, DVec3};

use super::cores::TAKEN_FOR_ZERO;
use super::pair::CorePair;
use clearance_geometry::answer::{Member, Surface};
use clearance_geometry::hull::{Hull2, Hull3, build2, build3};
use clearance_geometry::number::binade;
use clearance_geometry::shape::View;
use clearance_geometry::space::{DVector, Vector};

/// The largest number of differences.
const MOST: usize = 4096;

/// The hull of the difference of two polytopes; `None` if it cannot be computed.
pub(super) fn surface<V: Vector>(pair: &CorePair<'_, V>) -> Option<Surface<V::Wide>> {
    let (a, b) = (vertices(&pair.a)?, vertices(&pair.b)?);
    if a.len().checked_mul(b.len())? > MOST {
        return None;
    }
    let each = a.iter().flat_map(|a| b.iter().map(|b| Member { a: *a, b: *b }));
    let members: Vec<Member<V::Wide>> = each.collect();
    let points = members.iter().map(|m| Some(pair.corner(m)?.point.map(|x| x.nearest())));
    let points = scaled(&points.collect::<Option<Vec<_>>>()?);
    let faces = if V::DIM == 3 { hull(&points) } else { outline(&points) };
    let faces = faces?;
    Some(used_only(Surface { members, faces }))
}

/// The vertices of a polytope.
fn vertices<V: Vector>(core: &View<'_, V>) -> Option<Vec<V::Wide>> {
    match *core {
        View::Vertices(vertices) => Some(vertices.iter().map(|v| v.widen()).collect()),
        View::Cuboid { half_extents } => {
            let half: V::Wide = half_extents.widen();
            let signed = |id: usize, i: usize| {
                if id >> i & 1 == 1 { half.get(i) } else { -half.get(i) }
            };
            let corner = |id| <V::Wide as Vector>::from_fn(|i| signed(id, i));
            Some((0..1 << V::DIM).map(corner).collect())
        }
        _ => None,
    }
}

/// Removes the members that no face uses.
fn used_only<W: Copy>(surface: Surface<W>) -> Surface<W> {
    let mut used: Vec<u32> = surface.faces.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    let number = |i: u32| used.partition_point(|u| *u < i) as u32;
    Surface {
        members: used.iter().map(|i| surface.members[*i as usize]).collect(),
        faces: surface.faces.iter().map(|f| f.map(number)).collect(),
    }
}

/// The points in units of about the largest coordinate, so that none is too large for a hull.
fn scaled(points: &[[f64; 3]]) -> Vec<DVec3> {
    let unit = binade(points.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs())));
    points.iter().map(|p| DVec3::from_array(*p) / unit).collect()
}

/// The faces of the hull of points in 3D, divided into triangles; `None` if it has no volume.
fn hull(points: &[DVec3]) -> Option<Vec<[u32; 3]>> {
    let Ok(Hull3::Solid(hull)) = build3(points) else { return None };
    let (topology, numbers) = (hull.topology(), numbers(points, hull.vertices().iter())?);
    let fan = |face: u32| {
        let origins = topology.face_edges(face).map(|e| topology.origin(e));
        let corners: Vec<u32> = origins.map(|v| numbers[v as usize]).collect();
        (2..corners.len()).map(move |k| [corners[0], corners[k - 1], corners[k]])
    };
    Some((0..topology.faces() as u32).flat_map(fan).collect())
}

/// The edges of the hull of points in 2D, counterclockwise; `None` if it has no area.
fn outline(points: &[DVec3]) -> Option<Vec<[u32; 3]>> {
    let points: Vec<DVec2> = points.iter().map(|p| p.truncate()).collect();
    let Ok(Hull2::Outline(outline)) = build2(&points) else { return None };
    let numbers = numbers(&points, outline.vertices().iter().copied())?;
    let next = numbers.iter().cycle().skip(1);
    Some(numbers.iter().zip(next).map(|(i, j)| [*i, *j, 0]).collect())
}

/// The indices of a hull's vertices among its points, whose largest coordinate is at least 1.
fn numbers<W: DVector>(points: &[W], vertices: impl Iterator<Item = W>) -> Option<Vec<u32>> {
    let is_at = |p: &W, v: W| (*p - v).max_abs() <= TAKEN_FOR_ZERO;
    vertices.map(|v| Some(points.iter().position(|p| is_at(p, v))? as u32)).collect()
}
