//! Joins faces of a sum that only rounding separates.
//!
//! If faces or edges of A and B are parallel, their sum is one face. Computed exactly, it is several
//! faces, some roundings apart, with false corners between them.
//!
//! ```text
//!     o-------o---o          o-----------o      The largest face takes in its neighbours,
//!     |      /   /|          |           |      and theirs, as long as all their corners are
//!     |    x----x |   --->   |           |      in its plane. What then has fewer than three
//!     |  /    \  \|          |           |      sides around it is no corner.
//!     o-------x---o          o-----------o
//! ```
//!
//! The plane is that of the largest face, because the plane of a thin face is noise. No vertex is moved.
//! If the joint faces do not make a polyhedron, which happens only if corners are about as far apart as
//! the rounding, the exact faces are used.

use alloc::vec::Vec;

use clearance_geometry::hull::{Polyhedron, Topology, area};

/// A joint face.
pub(super) struct Outline {
    /// The face that defines its plane.
    pub face: u32,
    /// The vertex indices at its corners, counterclockwise seen from outside.
    pub corners: Vec<u32>,
}

/// The faces of a hull, joined if their corners are at most `thickness` away from a plane.
pub(super) fn joined(hull: &Polyhedron<glam::DVec3>, thickness: f64) -> Vec<Outline> {
    let topology = hull.topology();
    let apart = || (0..topology.faces() as u32).collect::<Vec<u32>>();
    outlines(topology, &groups(hull, thickness))
        .or_else(|| outlines(topology, &apart()))
        .unwrap_or_default()
}

/// For each face, the face that it was joined to.
fn groups(hull: &Polyhedron<glam::DVec3>, thickness: f64) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let topology = hull.topology();
    let origins = |f: u32| topology.face_edges(f).map(|e| topology.origin(e));
    let areas: Vec<f64> = (0..topology.faces() as u32)
        .map(|f| area(origins(f).map(|v| hull.vertices().get(v))).length())
        .collect();
    let mut order: Vec<u32> = (0..topology.faces() as u32).collect();
    order.sort_by(|f, g| areas[*g as usize].total_cmp(&areas[*f as usize]));
    let mut groups = alloc::vec![NONE; order.len()];
    for largest in order {
        if groups[largest as usize] != NONE {
            continue;
        }
        let normal = hull.normals().get(largest);
        let floor = hull.offsets()[largest as usize] - hull.error() - thickness;
        let in_plane = |f: u32| origins(f).all(|v| normal.dot(hull.vertices().get(v)) >= floor);
        groups[largest as usize] = largest;
        let mut open = Vec::from([largest]);
        while let Some(face) = open.pop() {
            for edge in topology.face_edges(face) {
                let beyond = topology.face(Topology::twin(edge));
                if groups[beyond as usize] == NONE && in_plane(beyond) {
                    groups[beyond as usize] = largest;
                    open.push(beyond);
                }
            }
        }
    }
    groups
}

/// The outlines of the groups, if these make a polyhedron: four groups or more, each with one outline of
/// three or more corners, none of them twice.
fn outlines(topology: Topology<'_>, groups: &[u32]) -> Option<Vec<Outline>> {
    let group = |e: u32| groups[topology.face(e) as usize];
    let on_border = |e: &u32| group(*e) != group(Topology::twin(*e));
    // The number of changes of the group around a vertex.
    let sides = |v: u32| topology.vertex_edges(v).filter(on_border).count();
    let border: Vec<u32> = (0..2 * topology.edges() as u32).filter(on_border).collect();
    let (mut walked, mut done) = (0, alloc::vec![false; groups.len()]);
    let mut found = Vec::new();
    for start in border.iter().copied() {
        let face = group(start);
        if core::mem::replace(&mut done[face as usize], true) {
            continue;
        }
        let (mut corners, mut edge) = (Vec::new(), start);
        loop {
            walked += 1;
            if sides(topology.origin(edge)) >= 3 {
                corners.push(topology.origin(edge));
            }
            edge = topology.next(edge);
            while !on_border(&edge) {
                edge = topology.next(Topology::twin(edge));
            }
            if edge == start {
                break;
            }
        }
        if corners.len() < 3 || !distinct(&corners) {
            return None;
        }
        found.push(Outline { face, corners });
    }
    (walked == border.len() && found.len() >= 4).then_some(found)
}

fn distinct(numbers: &[u32]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|w| w[0] < w[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_geometry::hull::{Hull3, build3};
    use glam::DVec3;

    #[test]
    fn what_makes_no_polyhedron_is_refused() {
        let corner = |i: u32| DVec3::new((i & 1).into(), (i >> 1 & 1).into(), (i >> 2).into());
        let corners: Vec<DVec3> = (0..8).map(corner).collect();
        let Ok(Hull3::Solid(cube)) = build3(&corners) else { panic!("a cube is solid") };
        let upright = |f: &u32| cube.normals().get(*f).z == 0.0;
        let sides: Vec<u32> = (0..6).filter(upright).collect();
        let joining = |faces: &[u32]| -> Vec<u32> {
            (0..6).map(|f| if faces.contains(&f) { faces[0] } else { f }).collect()
        };
        let count = |groups: &[u32]| outlines(cube.topology(), groups).map(|found| found.len());
        assert_eq!(count(&joining(&[])), Some(6));
        // A ring has two outlines, and neither has corners.
        assert_eq!(count(&joining(&sides)), None);
        // Two opposite faces and one between them: the others meet at edges without end.
        assert_eq!(count(&joining(&sides[..3])), None);
        assert_eq!(joined(&cube, 0.0).len(), 6);
        // All in one plane, if that is 2 thick.
        assert_eq!(joined(&cube, 2.0).len(), 6);
    }
}
