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

    /// The winding number of another shell around a corner of this one, the first of eight that are not on the
    /// other shell. If all are, that of the first, moved as `crossing` says.
    pub fn winding_around(&self, inner: &Self, soup: &Soup<'_>) -> i32 {
        if !(inner.min.cmpge(self.min) & inner.max.cmple(self.max)).all() {
            return 0;
        }
        let corner = |i: usize| soup.triangle(inner.facets[i * inner.facets.len() / 8])[i % 2];
        let is_free = |p: &DVec3| !self.facets.iter().any(|f| touches(soup.triangle(*f), *p));
        let p = (0..8).map(corner).find(is_free).unwrap_or_else(|| corner(0));
        self.facets.iter().map(|f| crossing(soup.dim, soup.triangle(*f), p)).sum()
    }
}
