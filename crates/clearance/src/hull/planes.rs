//! Normals with all their digits, and how far a hull reaches along them.

use alloc::vec::Vec;

use glam::DVec3;

use super::double::outline_area;
use super::mesh::Mesh;
use crate::space::Vector;

/// Twice the area of an outline, along its normal, right to a few roundings in direction.
///
/// In plain `f64` a cross product is wrong by a few roundings of the product of the lengths.
/// Where the area is a fair share of the lengths that is good enough; of slivers it is taken
/// again with 32 digits.
pub(super) fn area(outline: impl Iterator<Item = DVec3> + Clone) -> DVec3 {
    const FAIR: f64 = 0.125;
    let mut points = outline.clone();
    let (Some(first), Some(second)) = (points.next(), points.next()) else {
        return DVec3::ZERO;
    };
    let (mut before, mut sum, mut lengths) = (second - first, DVec3::ZERO, 0.0);
    for point in points {
        let here = point - first;
        sum += before.cross(here);
        lengths += before.length_squared().max(here.length_squared());
        before = here;
    }
    let fair = sum.length_squared() > FAIR * FAIR * lengths * lengths;
    if fair { sum } else { outline_area(outline) }
}

/// The part of space between two parallel planes around a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab {
    /// Of length 1, outward.
    pub normal: DVec3,
    /// No vertex of the hull is above this along the normal: the largest height, rounded up.
    pub top: f64,
    /// No vertex of the face is below this.
    pub bottom: f64,
}

/// Who is a neighbour of whom on the exact hull, to find the top of the hull from near it.
pub(super) struct Neighbours {
    starts: Vec<u32>,
    all: Vec<u32>,
    /// The vertices reached by this search bear its number.
    reached: Vec<u32>,
    search: u32,
    frontier: Vec<u32>,
    /// No dot product of a unit normal and a vertex is wrong by more.
    pub rounding: f64,
}

impl Neighbours {
    pub(super) fn of(mesh: &Mesh) -> Self {
        let count = mesh.points.len();
        let mut starts = alloc::vec![0; count + 1];
        mesh.origin.iter().for_each(|v| starts[*v as usize + 1] += 1);
        (0..count).for_each(|v| starts[v + 1] += starts[v]);
        let (mut place, mut all) = (starts.clone(), alloc::vec![0; mesh.origin.len()]);
        for (e, v) in mesh.origin.iter().enumerate() {
            all[place[*v as usize] as usize] = mesh.origin[mesh.twin[e] as usize];
            place[*v as usize] += 1;
        }
        let reach = mesh.points.iter().map(|p| p.length()).fold(0.0, f64::max);
        // Three products and two sums: at most 3 roundings of 2^-53 of |n| |v| <= reach, with
        // a fourth for |n| > 1 and for this line.
        let rounding = 2.0 * f64::EPSILON * reach;
        let (reached, frontier) = (alloc::vec![0; count], Vec::new());
        Self { starts, all, reached, search: 0, frontier, rounding }
    }

    /// The neighbours of a vertex.
    fn around(&self, v: u32) -> core::ops::Range<usize> {
        self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize
    }

    /// The largest height of all vertices along a direction, not rounded up; `top` is that of
    /// a face's vertices, attained at `start`.
    ///
    /// From any vertex of a convex polyhedron edges lead upwards all the way to the top. So a
    /// flood from `start` over all that is not lower reaches the top; and over all that is
    /// lower by no more than the rounding of two heights, it does in spite of rounding.
    fn top(&mut self, points: &[DVec3], normal: DVec3, start: u32, mut top: f64) -> f64 {
        self.search += 1;
        self.reached[start as usize] = self.search;
        self.frontier.clear();
        self.frontier.push(start);
        let floor = top - 2.0 * self.rounding;
        while let Some(v) = self.frontier.pop() {
            for i in self.around(v) {
                let other = self.all[i];
                let height = normal.dot(points[other as usize]);
                if height >= floor && self.reached[other as usize] != self.search {
                    self.reached[other as usize] = self.search;
                    self.frontier.push(other);
                    top = top.max(height);
                }
            }
        }
        top
    }

    /// The largest height along a direction of the vertices next to a face.
    fn beside(&mut self, points: &[DVec3], normal: DVec3, face: &[u32]) -> f64 {
        self.search += 1;
        face.iter().for_each(|v| self.reached[*v as usize] = self.search);
        let mut highest = f64::NEG_INFINITY;
        for v in face {
            for other in &self.all[self.around(*v)] {
                // Without a branch: which neighbours are on the face is hard to predict.
                let on_face = self.reached[*other as usize] == self.search;
                let height = normal.dot(points[*other as usize]);
                let height = if on_face { f64::NEG_INFINITY } else { height };
                highest = if height > highest { height } else { highest };
            }
        }
        highest
    }

    /// The slab around the vertices of a face, across a normal.
    pub(super) fn slab(&mut self, points: &[DVec3], normal: DVec3, face: &[u32]) -> Slab {
        let (mut highest, mut best, mut bottom) = (0, f64::NEG_INFINITY, f64::INFINITY);
        for v in face {
            let height = normal.dot(points[*v as usize]);
            if height > best {
                (highest, best) = (*v, height);
            }
            bottom = if height < bottom { height } else { bottom };
        }
        // The flood seldom leaves the face; often no vertex beside the face is in its reach.
        let mut top = best;
        if self.beside(points, normal, face) >= best - 2.0 * self.rounding {
            top = self.top(points, normal, highest, best);
        }
        Slab { normal, top: top + self.rounding, bottom: bottom - self.rounding }
    }
}

/// The unit normal of an area.
pub(super) fn unit(area: DVec3) -> DVec3 {
    // Squares of what is longer keep all their digits.
    const SHORT: f64 = 1e-100;
    let length = area.length();
    if length > SHORT { area / length } else { area.unit_along().unwrap_or(DVec3::Z) }
}
