//! Contacts of two surfaces by lenses: how deep they are in each other, place by place.
//!
//! ```text
//!        B                      ^ normal
//!     ________                  |
//!    |        |                      cross     the curve C where the surfaces cross, by exact signs: o...o
//!  __|__o  o__|____  A               flood     closed curves joined by submerged surface: a lens
//!    |  |..|..|                      chord     from a lower facet of B to an upper facet of A; the longest is the depth
//!    |__v__v__|  <- chords           through   chords go on, where one body goes right through the other
//!                                    settle    the normal of what it ends at is the next one, until chords get no shorter
//!                                    gaps      in front of each other: nearest places that are local supports
//! ```
//!
//! A patch has the normal along which B leaves a lens the soonest, and its depth: how far B must go. Its points are ends of
//! chords, points of the curve, and what is in front within the margin.
//!
//! All is in A's frame, in `f64` and in one unit ([`surface_view`]). Signs of volumes decide what crosses, so nothing is lost
//! between facets. Normals and depths are those of local minima, not of proven ones: `clearance` has bounds.

mod chord;
mod cross;
mod flood;
mod gaps;
mod groups;
mod settle;
mod spots;
mod surface_pair;
mod surface_view;
mod table;
mod through;

use alloc::vec::Vec;

use glam::DVec3;

pub use cross::{Crossings, Hit};
use flood::Face;
pub use flood::{Cuts, Flood};
use gaps::Gap;
pub use settle::Patch;
pub use spots::Spot;
use spots::{chosen, spot};
pub use surface_pair::SurfacePair;
pub use surface_view::{PosedSurface, SurfaceView};

/// The cosine of about 3 degrees: gaps whose ways differ by less are one patch.
const ALIKE: f64 = 0.9986;

impl SurfacePair<'_> {
    /// The patches of two surfaces, those of lenses before those of gaps.
    pub fn patches(&self) -> Vec<Patch> {
        let pairs = (self.near)(DVec3::ZERO, self.margin.max(0.0) + self.nudge().length());
        let crossings = Crossings::of(self, &pairs, DVec3::ZERO);
        let lenses = flood::lenses(self, &crossings);
        let of_lens = |lens| settle::patches(self, lens);
        let mut found: Vec<Patch> = lenses.iter().flat_map(of_lens).collect();
        if self.margin >= 0.0 {
            let crossing: Vec<[u32; 2]> = crossings.segments.iter().map(|s| s.facets).collect();
            self.add_gaps(&mut found, &pairs, &crossing);
        }
        found
    }

    /// Adds gaps to the patches with their normals, or as patches of their own, with what else is within the margin along
    /// the normal.
    fn add_gaps(&self, found: &mut Vec<Patch>, pairs: &[[u32; 2]], crossing: &[[u32; 2]]) {
        let apart: Vec<[u32; 2]> =
            pairs.iter().filter(|pair| crossing.binary_search(pair).is_err()).copied().collect();
        let mut grown: Vec<usize> = Vec::new();
        for Gap { facets, a, way, length, feature } in gaps::gaps(self, &apart) {
            let alike = found.iter().position(|patch| patch.normal.dot(way) > ALIKE);
            let at = alike.unwrap_or_else(|| {
                found.push(Patch { normal: way, depth: -length, facets, spots: Vec::new() });
                found.len() - 1
            });
            // Along the normal of the patch.
            let normal = found[at].normal;
            let separation = length * way.dot(normal);
            let b = a + normal * separation;
            found[at].spots.push(spot([a, b], separation, feature));
            if !grown.contains(&at) {
                grown.push(at);
            }
        }
        if grown.is_empty() {
            return;
        }
        let faces = [0, 1].map(|which| {
            let mut facets: Vec<u32> = apart.iter().map(|pair| pair[which]).collect();
            facets.sort_unstable();
            facets.dedup();
            let face = |facet: &u32| Face::of(self.sides[which], *facet);
            facets.iter().map(face).collect::<Vec<Face>>()
        });
        for at in grown {
            let patch = &mut found[at];
            let mut spots = core::mem::take(&mut patch.spots);
            spots.extend(chord::spots(self, [&faces[0], &faces[1]], patch.normal, None));
            spots.retain(|spot| {
                -spot.separation <= patch.depth + self.tolerance()
                    && spot.separation <= self.margin + self.rounding
            });
            patch.spots = chosen(patch.normal, spots, self.tolerance());
        }
    }
}
