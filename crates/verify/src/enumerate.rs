//! The checker's own surface, for overlapping polytopes whose answer has none: the hull of all
//! differences of two vertices.
//!
//! Nothing here needs to be right, because the result is checked like any other surface. The hull is
//! computed for points in general position: for the rounded differences, each moved at random by 2^-40 of
//! their size. Points are added one at a time: the faces visible from the new point are replaced by faces
//! from their border to it. Then the corners are used at their true places. This dents the surface by at
//! most the distance they were moved. If the corners of a face are exactly in one plane, as those of
//! boxes are, there is no dent.
//!
//! It is slow, and is used for pairs with up to 4,096 differences.

use alloc::vec::Vec;

use super::pair::CorePair;
use clearance_geometry::answer::{Member, Surface};
use clearance_geometry::shape::View;
use clearance_geometry::space::Vector;

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
    let points = scattered::<V>(points.collect::<Option<_>>()?);
    let faces = if V::DIM == 3 { hull(&points)? } else { outline(&points) };
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

/// The points, with each coordinate moved by up to 2^-40 of the largest.
fn scattered<V: Vector>(mut points: Vec<[f64; 3]>) -> Vec<[f64; 3]> {
    let largest = points.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs()));
    let step = largest * f64::from_bits((1023 - 40 - 31) << 52);
    let mut state = 1_u64;
    for x in points.iter_mut().flat_map(|p| &mut p[..V::DIM]) {
        // Knuth's linear congruential generator, whose upper bits are random.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *x += f64::from((state >> 32) as u32 as i32) * step;
    }
    points
}

/// Is the point outside of the face, on the side from which the face is counterclockwise?
fn sees(points: &[[f64; 3]], face: &[u32; 3], point: usize) -> bool {
    let at = |i: usize| {
        let [x, y, z] = points[i];
        robust::Coord3D { x, y, z }
    };
    let [a, b, c] = face.map(|i| at(i as usize));
    robust::orient3d(a, b, c, at(point)) < 0.0
}

/// The faces of the hull of points in 3D; `None` if the first four are in a plane.
fn hull(points: &[[f64; 3]]) -> Option<Vec<[u32; 3]>> {
    let mut faces: Vec<[u32; 3]> = alloc::vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    if points.len() < 4 {
        return None;
    }
    match (sees(points, &[0, 1, 2], 3), sees(points, &[0, 2, 1], 3)) {
        (true, false) => {}
        (false, true) => faces.iter_mut().for_each(|f| f.swap(0, 1)),
        _ => return None,
    }
    for new in 4..points.len() {
        let mut edges: Vec<[u32; 2]> = Vec::new();
        faces.retain(|&[i, j, k]| {
            let gone = sees(points, &[i, j, k], new);
            if gone {
                edges.extend([[i, j], [j, k], [k, i]]);
            }
            !gone
        });
        edges.sort_unstable();
        let border = edges.iter().filter(|[i, j]| edges.binary_search(&[*j, *i]).is_err());
        faces.extend(border.map(|&[i, j]| [i, j, new as u32]));
    }
    Some(faces)
}

/// The edges of the hull of points in 2D, counterclockwise: the lower chain from left to right, and the
/// upper chain back, without points that are not left of the chain.
fn outline(points: &[[f64; 3]]) -> Vec<[u32; 3]> {
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.sort_by(|i, j| {
        let [p, q] = [i, j].map(|i| points[*i as usize]);
        p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1]))
    });
    let coord = |i: u32| robust::Coord { x: points[i as usize][0], y: points[i as usize][1] };
    let left = |i, j, k| robust::orient2d(coord(i), coord(j), coord(k)) > 0.0;
    let chain = |order: &mut dyn Iterator<Item = u32>| {
        let mut chain: Vec<u32> = Vec::new();
        for k in order {
            while let [.., i, j] = chain[..]
                && !left(i, j, k)
            {
                chain.pop();
            }
            chain.push(k);
        }
        chain
    };
    let chains = [chain(&mut order.iter().copied()), chain(&mut order.iter().rev().copied())];
    chains.iter().flat_map(|c| c.windows(2)).map(|e| [e[0], e[1], 0]).collect()
}
