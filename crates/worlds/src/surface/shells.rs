//! Shells: the components of a surface with their boxes and signed volumes, and which is inside which.

use alloc::vec::Vec;

use glam::DVec3;

use super::crossing::{crossing, touches};

/// The facets of a surface in tree coordinates.
#[derive(Clone, Copy)]
pub struct Soup<'a> {
    /// The vertices in tree coordinates.
    pub places: &'a [DVec3],
    /// The vertex numbers of the facets.
    pub facets: &'a [[u32; 3]],
    /// 2 or 3.
    pub dim: usize,
}

impl Soup<'_> {
    fn triangle(&self, facet: u32) -> [DVec3; 3] {
        self.facets[facet as usize].map(|v| self.places[v as usize])
    }
}

/// A component that is closed, with its facets in one orientation.
pub struct Shell {
    /// The numbers of its facets, in order.
    pub facets: Vec<u32>,
    min: DVec3,
    max: DVec3,
    /// The sign of the volume (in 2D of the area) that it encloses: positive if its front is outside. 0
    /// if it is not above rounding.
    pub sign: i32,
}

/// The shells of a surface, by the number of the component of each facet.
pub fn shells(soup: &Soup<'_>, component: &[u32], count: usize) -> Vec<Shell> {
    let empty =
        || Shell { facets: Vec::new(), min: DVec3::INFINITY, max: DVec3::NEG_INFINITY, sign: 0 };
    let mut shells: Vec<Shell> = core::iter::repeat_with(empty).take(count).collect();
    for (facet, component) in (0..).zip(component) {
        let shell = &mut shells[*component as usize];
        shell.facets.push(facet);
        for corner in soup.triangle(facet) {
            (shell.min, shell.max) = (shell.min.min(corner), shell.max.max(corner));
        }
    }
    for shell in &mut shells {
        shell.sign = shell.sign_of_volume(soup);
    }
    shells
}

impl Shell {
    /// A facet with the corners a, b, c adds the volume (a - o) . (b - a) x (c - a) / 6, where the point
    /// o is the first corner of all. Each product of lengths has an error of at most 12 units of
    /// rounding, and the sum one for each summand.
    fn sign_of_volume(&self, soup: &Soup<'_>) -> i32 {
        let [o, ..] = soup.triangle(self.facets[0]);
        let (mut sum, mut products, mut summands) = (0.0, 0.0, 0.0);
        for facet in &self.facets {
            let [a, b, c] = soup.triangle(*facet);
            let (far, along, across) = (a - o, b - a, if soup.dim == 2 { DVec3::Z } else { c - a });
            let volume = far.dot(along.cross(across));
            sum += volume;
            products += far.length() * along.length() * across.length();
            summands += volume.abs();
        }
        let error = f64::EPSILON * (12.0 * products + self.facets.len() as f64 * summands);
        i32::from(sum > error) - i32::from(sum < -error)
    }

    /// Is the box of this shell in the box of the other?
    fn is_in_box_of(&self, outer: &Self) -> bool {
        (self.min.cmpge(outer.min) & self.max.cmple(outer.max)).all()
    }
}

/// The corners of a shell that are tried, until one is not on the other shell.
const CORNERS: usize = 4;

/// For some of the shells, given by their numbers: the shells that go around them, with their winding numbers
/// around a corner, where they are not 0. A shell goes around those whose box is in its box.
///
/// If a corner is on the other shell, another one is taken, and if all [`CORNERS`] are, the first, moved as
/// `crossing` says. The corners are sorted by y, so that a facet meets only those at its height.
pub fn shells_around(soup: &Soup<'_>, shells: &[Shell], inner: &[usize]) -> Vec<Vec<(usize, i32)>> {
    let mut corners: Vec<(DVec3, usize, usize)> = Vec::with_capacity(CORNERS * inner.len());
    for (number, shell) in inner.iter().enumerate() {
        let facets = &shells[*shell].facets;
        let corner = |i: usize| soup.triangle(facets[i * facets.len() / CORNERS])[i % 2];
        corners.extend((0..CORNERS).map(|i| (corner(i), number, i)));
    }
    corners.sort_by(|(p, ..), (q, ..)| p.y.total_cmp(&q.y));
    // Inner shell, outer shell, corner, and the crossing; `None` if the corner is on the facet.
    let mut meetings: Vec<(usize, usize, usize, Option<i32>)> = Vec::new();
    for (outer, shell) in shells.iter().enumerate() {
        for facet in &shell.facets {
            let triangle = soup.triangle(*facet);
            let [low, high] =
                [f64::min, f64::max].map(|f| f(f(triangle[0].y, triangle[1].y), triangle[2].y));
            let first = corners.partition_point(|(p, ..)| p.y < low);
            for (p, number, i) in corners[first..].iter().take_while(|(p, ..)| p.y <= high) {
                let shell_there = inner[*number];
                if shell_there == outer || !shells[shell_there].is_in_box_of(shell) {
                    continue;
                }
                if touches(triangle, *p) {
                    meetings.push((*number, outer, *i, None));
                } else if let crossing @ (1 | -1) = crossing(soup.dim, triangle, *p) {
                    meetings.push((*number, outer, *i, Some(crossing)));
                }
            }
        }
    }
    meetings.sort_unstable();
    let mut around = alloc::vec![Vec::new(); inner.len()];
    for pair in meetings.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
        let of_corner =
            |i: usize| pair.iter().filter(move |meeting| meeting.2 == i).map(|meeting| meeting.3);
        let is_free = |i: &usize| of_corner(*i).all(|crossing| crossing.is_some());
        let corner = (0..CORNERS).find(is_free).unwrap_or(0);
        let winding: i32 = of_corner(corner).flatten().sum();
        if winding != 0 {
            around[pair[0].0].push((pair[0].1, winding));
        }
    }
    around
}
