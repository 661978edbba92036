//! Draws the parts of bodies, from back to front.
//!
//! All visible faces of a convex part can be drawn in any order, so nothing is sorted within such a part. The
//! triangles of another part are sorted by their middles. The clearance of two parts decides which is in front: its normal is the normal of a plane between them. A
//! part on the viewer's side of this plane cannot be hidden by the other.

use std::fmt::Write;

use clearance::HalfSpace;
use clearance::glam::{DVec2, DVec3};
use clearance::space::{DVector, Vector};

use crate::camera::Camera;
use crate::solid::{Solid, in_space};
use crate::{Body, COLORS, Class, GROUND, Pair, Part, polyline};

/// With more parts than this, they are sorted by their centres only.
const MANY: usize = 300;
/// An overlap is deep from this part of the smaller body's size on.
const DEEP: f64 = 0.1;

/// A part with its body and its surface.
pub struct Painted {
    body: usize,
    part: usize,
    pub solid: Solid,
}

/// The surfaces of the bodies with these numbers.
pub fn solids<V: Vector>(bodies: &[Body<'_, V>], drawn: &[usize]) -> Vec<Painted> {
    let mut solids = Vec::new();
    for body in drawn.iter().copied() {
        for (part, Part { shape, pose }) in bodies[body].parts.iter().enumerate() {
            let pieces = Solid::all_of(shape, pose).into_iter();
            solids.extend(pieces.map(|solid| Painted { body, part, solid }));
        }
    }
    solids
}

/// The diagonal of the box around a part of a body.
pub fn size(parts: &[Painted], body: usize, part: usize) -> f64 {
    let own = parts.iter().filter(|painted| (painted.body, painted.part) == (body, part));
    let points = own.flat_map(|painted| painted.solid.points.iter().copied());
    let nothing = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let (low, high) = points.fold(nothing, |(low, high), p| (low.min(p), high.max(p)));
    if low.is_finite() { low.distance(high) } else { 0.0 }
}

/// Indices of parts, from back to front.
pub fn painters_order<V: DVector>(
    bodies: &[Body<'_, V>],
    parts: &[Painted],
    camera: &Camera,
) -> Vec<usize> {
    let depth: Vec<f64> = parts.iter().map(|p| p.solid.center().dot(camera.toward)).collect();
    let mut left: Vec<usize> = (0..parts.len()).collect();
    left.sort_by(|i, j| depth[*i].total_cmp(&depth[*j]));
    if parts.len() > MANY {
        return left;
    }
    let behind = hidden_by(bodies, parts, camera);
    let mut order = Vec::new();
    while !left.is_empty() {
        // The deepest part that hides none of the remaining parts. Three parts can hide each other in a
        // circle: then the deepest part.
        let free = |i: &usize| !left.iter().any(|other| behind.contains(&(*other, *i)));
        let next = left.iter().position(free).unwrap_or(0);
        order.push(left.remove(next));
    }
    order
}

/// Pairs of parts of which the second may hide the first.
fn hidden_by<V: DVector>(
    bodies: &[Body<'_, V>],
    parts: &[Painted],
    camera: &Camera,
) -> std::collections::HashSet<(usize, usize)> {
    let frames: Vec<(DVec2, DVec2)> = parts
        .iter()
        .map(|part| {
            let seen = part.solid.points.iter().map(|p| camera.see(*p));
            let nothing = (DVec2::INFINITY, DVec2::NEG_INFINITY);
            seen.fold(nothing, |(low, high), p| (low.min(p), high.max(p)))
        })
        .collect();
    let shape = |painted: &Painted| {
        let part = &bodies[painted.body].parts[painted.part];
        (part.shape, &part.pose)
    };
    let mut behind = std::collections::HashSet::new();
    for i in 0..parts.len() {
        for j in i + 1..parts.len() {
            let ((low_i, high_i), (low_j, high_j)) = (frames[i], frames[j]);
            if low_i.cmpgt(high_j).any() || low_j.cmpgt(high_i).any() {
                continue;
            }
            let ((a, pose_a), (b, pose_b)) = (shape(&parts[i]), shape(&parts[j]));
            let normal = in_space(clearance::clearance(a, pose_a, b, pose_b).normal);
            behind.insert(if normal.dot(camera.toward) > 0.0 { (i, j) } else { (j, i) });
        }
    }
    behind
}

/// What is inside of another body, or deep in it: the smaller of two parts. A part may be drawn in pieces.
pub fn sunken<V: DVector>(pair: &Pair<'_, V>, parts: &[Painted]) -> Vec<usize> {
    let sized = [(pair.a, pair.parts[0]), (pair.b, pair.parts[1])]
        .map(|(body, part)| (size(parts, body, part), (body, part)));
    let (size, smaller) = if sized[0].0 < sized[1].0 { sized[0] } else { sized[1] };
    let is_deep = pair.bounded() && -pair.answer.signed_distance > DEEP * size;
    if !(is_deep || pair.class == Class::Inside) {
        return Vec::new();
    }
    let of = |index: &usize| (parts[*index].body, parts[*index].part) == smaller;
    (0..parts.len()).filter(of).collect()
}

/// Draws a part as seen through what is around it.
pub fn draw_through(svg: &mut String, camera: &Camera, painted: &Painted) {
    svg.push_str("<g opacity=\"0.6\" stroke-dasharray=\"4 3\">\n");
    draw_solid(svg, camera, painted);
    svg.push_str("</g>\n");
}

/// Draws a piece of a half-space's plane, or in 2D of the half-plane.
pub fn draw_ground<V: DVector>(
    svg: &mut String,
    camera: &Camera,
    half: &HalfSpace<V>,
    normal: DVec3,
    origin: DVec3,
) {
    let on_plane = origin + normal * half.offset();
    let foot = camera.middle + normal * normal.dot(on_plane - camera.middle);
    let (u, v) = normal.any_orthonormal_pair();
    let (corners, fill) = if V::DIM == 2 {
        let along = DVec3::new(-normal.y, normal.x, 0.0) * (8.0 * camera.reach);
        let down = normal * (-8.0 * camera.reach);
        ([foot + along, foot - along, foot - along + down, foot + along + down], GROUND)
    } else {
        let (u, v) = (u * (1.3 * camera.reach), v * (1.3 * camera.reach));
        ([foot + u + v, foot - u + v, foot - u - v, foot + u - v], GROUND)
    };
    let points = polyline(corners.into_iter().map(|p| camera.see(p)));
    let _ = writeln!(
        svg,
        "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"#c9cac6\" stroke-width=\"0.8\"/>"
    );
}

/// A colour with shading. The light comes from the upper left; lightness is from 0 to 1.
fn shaded(body: usize, camera: &Camera, normal: DVec3) -> String {
    let light = (camera.toward * 0.75 + camera.up * 0.8 - camera.right * 0.45).normalize();
    let lambert = normal.dot(light).max(0.0);
    let lightness = 0.66 + 0.42 * lambert;
    let channel = |c: f64| (255.0 * (c * lightness).min(1.0)).round() as u8;
    let [r, g, b] = COLORS[body % COLORS.len()].map(channel);
    format!("#{r:02x}{g:02x}{b:02x}")
}

pub fn draw_solid(svg: &mut String, camera: &Camera, painted: &Painted) {
    let solid = &painted.solid;
    if solid.faces.is_empty() {
        return draw_flat(svg, camera, painted);
    }
    for (face, normal) in solid.seen_from(camera.toward) {
        let corners = face.corners.iter().map(|p| camera.see(*p));
        let Some(corners) = in_picture(corners, camera.grid, camera.stage) else { continue };
        let fill = shaded(painted.body, camera, normal);
        let points = polyline(corners.into_iter());
        // The stroke closes thin gaps between faces that antialiasing leaves.
        let _ = writeln!(
            svg,
            "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"{fill}\" stroke-width=\"0.7\"/>"
        );
    }
    let lines = |wanted: &dyn Fn(bool, bool, f64) -> bool| {
        let mut d = String::new();
        for edge in &solid.edges {
            let [n, m] = edge.normals;
            if wanted(camera.faces(n), camera.faces(m), n.dot(m)) {
                let [from, to] = edge.ends.map(|p| camera.see(p));
                let _ = write!(d, "M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y);
            }
        }
        d
    };
    // Edges of more than 30 degrees, and the outline.
    let creases = lines(&|n, m, cos| n && m && cos < 0.866);
    let outline = lines(&|n, m, _| n != m);
    for (d, opacity, width) in [(creases, 0.28, 0.7), (outline, 0.62, 1.0)] {
        if !d.is_empty() {
            let _ = writeln!(
                svg,
                "<path d=\"{d}\" fill=\"none\" stroke=\"#2b3138\" stroke-opacity=\"{opacity}\" \
                 stroke-width=\"{width}\"/>"
            );
        }
    }
}

/// The corners of a face on a grid, if it has one; `None` if the face is outside of the picture, or shrinks to a line.
fn in_picture(corners: impl Iterator<Item = DVec2>, grid: f64, stage: DVec2) -> Option<Vec<DVec2>> {
    let snapped = |p: DVec2| if grid > 0.0 { (p / grid).round() * grid } else { p };
    let mut corners: Vec<DVec2> = corners.map(snapped).collect();
    let nothing = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    let (low, high) = corners.iter().fold(nothing, |(low, high), p| (low.min(*p), high.max(*p)));
    if high.cmplt(DVec2::ZERO).any() || low.cmpgt(stage).any() {
        return None;
    }
    if grid > 0.0 {
        corners.dedup();
        if corners.first() == corners.last() {
            corners.pop();
        }
    }
    (grid == 0.0 || corners.len() > 2).then_some(corners)
}

/// Draws a part without volume: its outline in the picture.
fn draw_flat(svg: &mut String, camera: &Camera, painted: &Painted) {
    let outline = outline(painted.solid.points.iter().map(|p| camera.see(*p)).collect());
    let fill = shaded(painted.body, camera, camera.up);
    let points = polyline(outline.into_iter());
    let _ = writeln!(
        svg,
        "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"#2b3138\" stroke-width=\"1.4\"/>"
    );
}

/// The hull of points in the picture, by Andrew's monotone chain.
pub fn outline(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    let mut chain: Vec<DVec2> = Vec::new();
    let mut floor = 0;
    for upper in [false, true] {
        let sorted: Vec<DVec2> =
            if upper { points.iter().rev().copied().collect() } else { points.clone() };
        for p in sorted {
            while chain.len() >= floor + 2 {
                let (a, b) = (chain[chain.len() - 2], chain[chain.len() - 1]);
                if (b - a).perp_dot(p - b) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        floor = chain.len();
    }
    if chain.is_empty() { points.into_iter().take(1).collect() } else { chain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_that_are_not_seen_are_left_out() {
        let face = |x: f64, size: f64, grid: f64| {
            let corners = [DVec2::ZERO, DVec2::X, DVec2::Y].map(|p| p * size + DVec2::new(x, 5.0));
            in_picture(corners.into_iter(), grid, DVec2::splat(100.0)).map(|corners| corners.len())
        };
        assert_eq!((face(5.0, 0.1, 0.0), face(5.0, 0.1, 1.5)), (Some(3), None));
        assert_eq!((face(5.0, 10.0, 1.5), face(-5.0, 10.0, 1.5)), (Some(3), Some(3)));
        assert_eq!((face(-50.0, 10.0, 0.0), face(150.0, 10.0, 0.0)), (None, None));
    }

    #[test]
    fn outlines_are_hulls() {
        let p = |x: f64, y: f64| DVec2::new(x, y);
        let square = vec![p(0., 0.), p(1., 0.), p(0.5, 0.5), p(1., 1.), p(0., 1.), p(0.5, 0.0)];
        assert_eq!(outline(square).len(), 4);
        assert_eq!(outline(vec![p(0., 0.), p(2., 2.), p(1., 1.)]).len(), 2);
        assert_eq!(outline(vec![p(1., 1.)]), [p(1., 1.)]);
    }
}
