//! How far B must go where one body goes right through the other one.
//!
//! ```text
//!      B |   |            The longest chord of the lens ends at both faces of the plate A. Once B has gone as far, its tip is
//!     ___o   o___         still in A: so chords of what is then in each other are added, until nothing near crosses.
//!  A  ___o   o___  |
//!         \ /      | chord, then how deep the tip is
//!          v
//! ```
//!
//! Chords are those of the vertices that are inside then, and of the points of the curve, along the same direction.

use clearance_geometry::number::max;
use glam::DVec3;

use super::cross::{Crossings, Hit};
use super::flood::{Face, Flood, Lens};
use super::surface_pair::SurfacePair;

/// Does one of the bodies go right through the other one along a direction, and come out at a face of the lens?
pub fn is_through(meeting: &SurfacePair<'_>, lens: &Lens, d: DVec3) -> bool {
    [(0, d), (1, -d)]
        .into_iter()
        .any(|(which, way)| is_pierced(meeting, lens, which, &lens.faces[which], way))
}

/// Does the other body go in at a face behind and come out at one of these, along a way? All around in a hole it comes out
/// at other faces.
pub fn is_pierced(
    meeting: &SurfacePair<'_>,
    lens: &Lens,
    which: usize,
    faces: &[Face],
    way: DVec3,
) -> bool {
    /// So many hits are looked at.
    const MOST: usize = 32;
    let side = meeting.sides[which];
    let is_behind = |hit: &&Hit| side.normal(hit.facets[which]).dot(way) < -0.1;
    let each = lens.hits.len() / MOST + 1;
    lens.hits.iter().step_by(each).filter(is_behind).any(|hit| {
        let Some((length, _)) = meeting.exit(which, hit.point, way) else { return false };
        let at = hit.point + way * length;
        let holds = |face: &Face| {
            let is_front = face.normal.dot(way) > 0.1;
            is_front && face.normal.dot(at - face.corners[0]).abs() <= meeting.tolerance()
        };
        faces.iter().any(holds)
    })
}

/// The depth along a direction, from the length of a first chord on. `low` and `high` are the corners of the box around the
/// lens. It does not matter what is longer than `most`.
pub fn depth(
    meeting: &SurfacePair<'_>,
    lens: &Lens,
    (low, high): (DVec3, DVec3),
    d: DVec3,
    first: f64,
    most: f64,
) -> f64 {
    /// A tip is at most so many times as long as what it goes through is thick.
    const MOST_STEPS: usize = 16;
    let mut depth = max(first, beyond(meeting, lens, (low, high), d));
    for _ in 0..MOST_STEPS {
        if depth >= most {
            break;
        }
        let way = d * (depth * (1.0 + 1e-9) + meeting.tolerance());
        // What is inclined goes through at another place then.
        let grown = DVec3::splat(depth * 1.01 + meeting.tolerance());
        let (low, high) = (low - grown, high + grown);
        let is_near = |p: DVec3| p.cmpge(low).all() && p.cmple(high).all();
        let crossings = Crossings::of(meeting, &(meeting.near)(way, 0.0), way);
        let length = |exit: Option<(f64, u32)>| exit.map_or(0.0, |(length, _)| length);
        let is_own = |hit: &&Hit| is_near(hit.point) || (0..2).all(|i| has(lens, i, hit.facets[i]));
        let of_points = crossings.hits.iter().filter(is_own).map(|hit| {
            let up = meeting.exit(0, hit.point, d);
            max(length(up), length(meeting.exit(1, hit.point - way, -d)))
        });
        let flood = Flood::of(meeting, &crossings);
        let of_vertices = flood.inside().iter().map(|&(which, vertex)| {
            let at = meeting.sides[which].place(vertex);
            match which {
                0 if is_near(at) => length(meeting.exit(1, at - way, -d)),
                1 if is_near(at + way) => length(meeting.exit(0, at + way, d)),
                _ => 0.0,
            }
        });
        let mut more = 0.0;
        for length in of_points.chain(of_vertices) {
            more = max(more, length);
            if depth + more >= most {
                break;
            }
        }
        if more <= meeting.tolerance() {
            break;
        }
        depth += more;
    }
    depth
}

/// Has a lens a part of this facet?
fn has(lens: &Lens, which: usize, facet: u32) -> bool {
    lens.faces[which].binary_search_by_key(&facet, |face| face.facet).is_ok()
}

/// The longest chord from a corner of a facet of the lens that is on the other side of what the body goes through.
fn beyond(meeting: &SurfacePair<'_>, lens: &Lens, (low, high): (DVec3, DVec3), d: DVec3) -> f64 {
    let mut longest = 0.0;
    for (which, way) in [(0, -d), (1, d)] {
        for face in &lens.faces[which] {
            for k in (0..3).filter(|k| !face.inside[*k]) {
                let from = face.corners[k];
                if let Some((length, facet)) = meeting.exit(1 - which, from, way) {
                    let at = from + way * length;
                    let is_near = at.cmpge(low).all() && at.cmple(high).all();
                    if is_near || has(lens, 1 - which, facet) {
                        longest = max(longest, length);
                    }
                }
            }
        }
    }
    longest
}
