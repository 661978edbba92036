//! Every face against every vertex: for hulls so small that choosing faces takes longer than testing all.
//!
//! ```text
//!               vertices of B                  h[f][v]: how far face f of A is above vertex v of B.
//!            0   1   2   3   4   5
//!     face 0 .4  .9  .7  .2  .8  .6            The largest of a row is the overlap along the face's
//!          1 .3  .1  .5 [.6] .2  .4            normal, and the least of these, .6, that of the best
//!          2 .9  .8 [.7] .6  .9 [.7]           face.
//! ```
//!
//! One pass in lanes fills the grid, eight faces side by side. With `best` the least overlap found, which
//! may be along a face of the other hull, vertex v *proves* face f if h[f][v] >= best. A second pass
//! computes one bit for each, in one word for each face. If both ends of an arc share a bit, the arc is
//! proven along its length (see `bounded`); edges cross only among the others. The numbers equal those
//! with which single faces are tested, to the last bit.
//!
//! Two hulls of 8 vertices have 12 faces each, and 192 numbers. That is less work than the four or five
//! faces that a descent tests, each with a support of its own, and there is no branch to mispredict. Of
//! the 36 arcs, two or three are left.
//!
//! *Rounding.* A proof is a height along a face, as for faces that are chosen, and proves the same: see
//! [`PolytopePair::slack`].

use alloc::vec::Vec;
use core::array::from_fn;

use glam::DVec3;

use super::polytope_pair::{A_AND_B, InOwnFrame, PolytopePair};
use crate::depth::sat::Outcome;
use crate::hull::{LANES, Lane, Least};
use crate::number::simd::{Work, widest};
use crate::trace::{Trace, Watch};

/// One bit for each vertex fits into a word.
const MOST_VERTICES: usize = 64;

/// With at most this number of rows of eight in both grids, testing all is faster than choosing: hulls of
/// 12 vertices, or a hull of 64 and a triangle. At the limit it takes as many instructions, and a third
/// fewer mispredictions.
const MOST_ROWS: usize = 100;

/// The same for hulls that are so deep in each other that choosing leaves many faces: up to 16 vertices.
const MOST_DEEP: usize = 150;

/// All vertices of the other polytope against all faces of this one.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    /// The heights of faces above vertices: for eight faces those above all vertices, one after another,
    /// then for the next eight.
    above: Vec<Lane>,
    /// The number of vertices.
    vertices: usize,
    /// For each face, the bits of the vertices that prove it.
    proofs: Vec<[u64; LANES]>,
    /// The edges whose arcs no vertex proves.
    pub arcs: Vec<u32>,
}

/// Are both hulls small enough, for hulls that overlap by this much along some axis?
#[inline]
pub(super) fn suits(pair: &PolytopePair<'_>, overlap: f64) -> bool {
    let rows =
        |side: &InOwnFrame<'_>| side.own.offsets().len() / LANES * side.other.vertices().len();
    let vertices = pair.a.own.vertices().len().max(pair.b.own.vertices().len());
    let most = if pair.is_deep(overlap) { MOST_DEEP } else { MOST_ROWS };
    vertices <= MOST_VERTICES && rows(&pair.a) + rows(&pair.b) <= most
}

impl PolytopePair<'_> {
    /// Tests all faces of both.
    pub(super) fn try_grids<T: Trace<DVec3>>(
        &self,
        grids: &mut [Grid; 2],
        best: &mut Outcome<DVec3>,
        watch: &mut Watch<'_, DVec3, T>,
    ) {
        for (grid, of_b) in grids.iter_mut().zip(A_AND_B) {
            let (overlap, face) = grid.fill(self.side(of_b));
            // Against vertices that are NaN a lane without a face is the least.
            let is_face = (face as usize) < self.side(of_b).own.normals().len();
            if is_face && overlap < best.overlap {
                self.take_face(of_b, face, grid.deepest(face, overlap), best, watch);
            }
        }
    }
}

impl Grid {
    /// Fills the grid. Returns the least overlap along a face, and the face.
    #[inline]
    fn fill(&mut self, side: &InOwnFrame<'_>) -> (f64, u32) {
        self.vertices = side.other.vertices().len();
        let rows = side.own.offsets().len() / LANES;
        // A longer buffer does no harm.
        if self.above.len() < rows * self.vertices {
            self.above.resize(rows * self.vertices, [0.0; LANES]);
        }
        if self.proofs.len() < rows {
            self.proofs.resize(rows, [0; LANES]);
        }
        widest(Fill { grid: self, side })
    }

    /// The first vertex for which the face has this height.
    #[inline]
    fn deepest(&self, face: u32, overlap: f64) -> u32 {
        let (row, lane) = (face as usize / LANES, face as usize % LANES);
        let all = &self.above[row * self.vertices..][..self.vertices];
        let found = all.iter().enumerate().rev();
        found.fold(0, |found, (v, above)| if above[lane] == overlap { v as u32 } else { found })
    }

    /// Lists the arcs that no vertex proves to have this overlap.
    #[inline]
    pub fn list_arcs(&mut self, side: &InOwnFrame<'_>, best: f64) {
        widest(Prove { grid: self, side, best });
    }
}

struct Fill<'a> {
    grid: &'a mut Grid,
    side: &'a InOwnFrame<'a>,
}

impl Work for Fill<'_> {
    type Output = (f64, u32);

    #[inline(always)]
    fn run(self) -> (f64, u32) {
        let Self { grid: Grid { above, vertices, .. }, side } = self;
        let ([u, v, w], t) = (side.other_in_own.columns, side.other_in_own.translation);
        let (of, normals) = (side.other.vertices(), side.own.normals());
        // The vertices in this polytope's frame.
        let [mut px, mut py, mut pz] = [[0.0; MOST_VERTICES]; 3];
        let [x, y, z] = [of.x, of.y, of.z].map(|column| column.iter());
        let out = px.iter_mut().zip(&mut py).zip(&mut pz);
        for (((x, y), z), ((px, py), pz)) in x.zip(y).zip(z).zip(out) {
            *px = u.x * x + v.x * y + w.x * z + t.x;
            *py = u.y * x + v.y * y + w.y * z + t.y;
            *pz = u.z * x + v.z * y + w.z * z + t.z;
        }
        // The faces with these vertices.
        let columns = [normals.x, normals.y, normals.z, side.own.offsets()];
        let [x, y, z, d] = columns.map(|column| column.as_chunks().0.iter());
        let (mut least, mut row) = (Least::default(), 0.0);
        for (i, (((x, y), z), d)) in x.zip(y).zip(z).zip(d).enumerate() {
            let (x, y, z, d): (Lane, Lane, Lane, Lane) = (*x, *y, *z, *d);
            let above = &mut above[i * *vertices..][..*vertices];
            let mut most = [f64::NEG_INFINITY; LANES];
            for (((above, px), py), pz) in above.iter_mut().zip(&px).zip(&py).zip(&pz) {
                let here: Lane = from_fn(|k| d[k] - (x[k] * px + y[k] * py + z[k] * pz));
                most = from_fn(|k| if here[k] > most[k] { here[k] } else { most[k] });
                *above = here;
            }
            least.offer(row, &most);
            row += 1.0;
        }
        least.found()
    }
}

struct Prove<'a> {
    grid: &'a mut Grid,
    side: &'a InOwnFrame<'a>,
    best: f64,
}

impl Work for Prove<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { grid: Grid { above, vertices, proofs, arcs, .. }, side, best } = self;
        let rows = side.own.offsets().len() / LANES;
        for (row, proofs) in proofs.iter_mut().enumerate().take(rows) {
            let above = &above[row * *vertices..][..*vertices];
            // Each vertex shifts the bits before it up.
            *proofs = above.iter().fold([0; LANES], |bits, above| {
                from_fn(|k| bits[k] << 1 | u64::from(above[k] >= best))
            });
        }
        let proofs = proofs.as_flattened();
        let ends = side.own.topology().arcs();
        arcs.clear();
        for (k, [u, v]) in (0..).zip(ends) {
            // One or two of all arcs: a branch that is well predicted.
            if proofs[*u as usize] & proofs[*v as usize] == 0 {
                arcs.push(k);
            }
        }
    }
}
