//! Regions of the plane: what outlines enclose, whichever way round they are. An outline in another one is a hole, one in
//! a hole is filled, and so on.

use clearance_geometry::Error;
use clearance_geometry::space::Pose;
use clearance_geometry::space::Vector;
use clearance_worlds::{Collider, Mesh, Solid, project};

use crate::space::{Real, V};

/// The segments of all outlines, with their fronts outside.
pub fn enclosed(outlines: Vec<Vec<V>>) -> Result<Mesh<V>, Error> {
    let outlines: Vec<Vec<V>> = outlines.into_iter().map(open).collect();
    let (depths, zero) = (depths(&outlines), Real::default());
    let (mut vertices, mut segments) = (Vec::new(), Vec::new());
    for (mut outline, depth) in outlines.into_iter().zip(depths) {
        let (first, count) = (vertices.len() as u32, outline.len() as u32);
        let Some(&origin) = outline.first() else { continue };
        let sides = outline.windows(2);
        let area: Real = sides.map(|side| (side[0] - origin).wedge(side[1] - origin)).sum();
        if (area < zero) != (depth % 2 == 1) {
            outline.reverse();
        }
        segments.extend((0..count).map(|i| [first + i, first + (i + 1) % count]));
        vertices.extend(outline);
    }
    Mesh::of_segments(vertices, segments)
}

/// Without a last point that is the first one.
fn open(mut outline: Vec<V>) -> Vec<V> {
    if outline.len() > 1 && outline.first() == outline.last() {
        outline.pop();
    }
    outline
}

/// How many of the others each outline is in.
fn depths(outlines: &[Vec<V>]) -> Vec<usize> {
    if outlines.len() == 1 {
        return vec![0];
    }
    // An outline that encloses nothing has nothing in it.
    let region = |outline: &Vec<V>| {
        let chain = Mesh::closed(outline.clone()).ok()?;
        Some(Collider::from(Solid::new(chain.mended().0).ok()?))
    };
    let regions: Vec<_> = outlines.iter().map(region).collect();
    let depth = |(own, outline): (usize, &Vec<V>)| {
        let others = regions.iter().enumerate().filter(|(other, _)| *other != own);
        others
            .filter(|(_, other)| other.as_ref().is_some_and(|other| is_in(outline, other)))
            .count()
    };
    outlines.iter().enumerate().map(depth).collect()
}

fn is_in(outline: &[V], region: &Collider<V>) -> bool {
    let half = crate::space::real(0.5);
    let corners = outline.iter().copied();
    let middles = outline.windows(2).map(|side| (side[0] + side[1]) * half);
    // Points on both outlines tell nothing.
    let mut sides = corners.chain(middles).filter_map(|point| {
        let found = project(region, &Pose::IDENTITY, point).ok()?;
        let zero = Real::default();
        (found.lower > zero || found.upper < zero).then_some(found.upper < zero)
    });
    sides.next().unwrap_or(false)
}
