//! The plane perpendicular to the normal: places in it, and heights above it.

use glam::DVec2;

use crate::patch::PosedShape;
use crate::space::DVector;

/// A plane perpendicular to a normal, with two unit vectors in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Across<W> {
    pub normal: W,
    pub axes: [W; 2],
}

impl<W: DVector> Across<W> {
    /// The plane for a normal of length 1, without a root or a branch.
    ///
    /// *Source.* Duff, Burgess, Christensen, Hery, Kensler, Liani and Villemin 2017, "Building an
    /// orthonormal basis, revisited".
    pub fn new(normal: W) -> Self {
        let (x, y, z) = (normal.get(0), normal.get(1), normal.get(2));
        let sign = 1.0_f64.copysign(z);
        let scale = -1.0 / (sign + z);
        let both = x * y * scale;
        let first = (1.0 + sign * x * x * scale, sign * both, -sign * x);
        let second = (both, sign + y * y * scale, -y);
        let axis = |(x, y, z): (f64, f64, f64)| W::unit(0) * x + W::unit(1) * y + W::unit(2) * z;
        Self { normal, axes: [axis(first), axis(second)] }
    }
    /// The same plane for the points of a shape in its own frame.
    pub fn seen_by(&self, side: &PosedShape<'_, W>) -> Seen<W> {
        let [u, v] = self.axes;
        let axes = [u, v, self.normal].map(|axis| side.motion.unrotate(axis));
        let origin = side.motion.translation;
        let (place, height) = (self.place(origin), self.height(origin));
        Seen { axes, place, height, radius: side.radius(), scale: side.scale }
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

/// The plane as seen from the frame of a shape, whose lengths are not scaled yet.
pub(super) struct Seen<W> {
    /// The two axes and the normal.
    pub axes: [W; 3],
    /// The shape's origin.
    place: DVec2,
    height: f64,
    /// The rounding radius.
    pub radius: f64,
    pub scale: f64,
}

impl<W: DVector> Seen<W> {
    /// The place of a point, and its height.
    pub fn spot(&self, p: W) -> (DVec2, f64) {
        let [x, y, z] = self.axes.map(|axis| axis.dot(p) * self.scale);
        (self.place + DVec2::new(x, y), self.height + z)
    }
}
