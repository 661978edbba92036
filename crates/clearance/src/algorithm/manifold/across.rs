//! The plane across the normal: places in it, and heights above it.

use glam::DVec2;

use crate::space::Vector;

/// A plane across a normal, with two unit vectors in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Across<W> {
    pub normal: W,
    pub axes: [W; 2],
}

impl<W: Vector<Scalar = f64>> Across<W> {
    /// Across a normal of length 1. The first axis is across the coordinate axis that is nearest to
    /// the plane.
    pub fn new(normal: W) -> Self {
        let x = normal;
        let least = (1..3).fold(0, |m, i| if x.get(i).abs() < x.get(m).abs() { i } else { m });
        let first = cross(x, W::unit(least)).unit_along().unwrap_or(W::unit(least));
        Self { normal, axes: [first, cross(x, first)] }
    }
    pub fn place(&self, p: W) -> DVec2 {
        DVec2::new(self.axes[0].dot(p), self.axes[1].dot(p))
    }
    pub fn height(&self, p: W) -> f64 {
        self.normal.dot(p)
    }
    pub fn point(&self, place: DVec2, height: f64) -> W {
        self.axes[0] * place.x + self.axes[1] * place.y + self.normal * height
    }
}

fn cross<W: Vector<Scalar = f64>>(a: W, b: W) -> W {
    W::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a.get(j) * b.get(k) - a.get(k) * b.get(j)
    })
}
