//! Facets of a lens that are joined and whose normals are alike: whole faces, so that it does not matter how they are cut
//! into triangles.

use alloc::vec::Vec;

use glam::DVec3;

use super::flood::Face;
use super::surface_pair::SurfacePair;

/// Facets in the order of their numbers.
pub type Group = Vec<Face>;

/// The cosine of some 40 degrees.
const ALIKE: f64 = 0.766;

/// Facets around the largest face within some 40 degrees of it, of what is left those around the next largest, and so on.
pub fn groups(meeting: &SurfacePair<'_>, which: usize, faces: &[Face]) -> Vec<Group> {
    let joined = Joined { meeting, which, faces };
    let (mut seen, mut seeds) = (alloc::vec![false; faces.len()], Vec::new());
    for i in 0..faces.len() {
        if !seen[i] {
            let face = joined.spread(i, 1.0 - 1e-9, &mut seen);
            let area: f64 = face.iter().map(|i| faces[*i].area).sum();
            seeds.push((key(area / (meeting.size * meeting.size), faces[i].normal), i));
        }
    }
    seeds.sort_unstable();
    seen.fill(false);
    let mut found = Vec::new();
    for (_, seed) in seeds {
        if !seen[seed] {
            let mut group = joined.spread(seed, ALIKE, &mut seen);
            group.sort_unstable();
            found.push(group.into_iter().map(|i| faces[i].clone()).collect());
        }
    }
    found
}

/// The larger areas first, and then in the order of normals, up to rounding.
fn key(area: f64, normal: DVec3) -> [i64; 4] {
    let round = |x: f64, by: f64| (x * by + 0.5_f64.copysign(x)) as i64;
    [-round(area, 1e9), round(normal.x, 1e6), round(normal.y, 1e6), round(normal.z, 1e6)]
}

struct Joined<'m> {
    meeting: &'m SurfacePair<'m>,
    which: usize,
    faces: &'m [Face],
}

impl Joined<'_> {
    /// The facets joined to one whose normals are near its own. They are marked as seen.
    fn spread(&self, first: usize, cosine: f64, seen: &mut [bool]) -> Vec<usize> {
        let axis = self.faces[first].normal;
        let mut group = alloc::vec![first];
        seen[first] = true;
        let mut next = 0;
        while let Some(&i) = group.get(next) {
            next += 1;
            for k in 0..3 {
                let side = self.meeting.sides[self.which];
                let Some((other, ..)) = side.beyond(self.faces[i].facet, k) else { continue };
                if let Ok(j) = self.faces.binary_search_by_key(&other, |face| face.facet)
                    && !seen[j]
                    && self.faces[j].normal.dot(axis) > cosine
                {
                    seen[j] = true;
                    group.push(j);
                }
            }
        }
        group
    }
}
