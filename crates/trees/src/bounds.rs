//! A box along the axes, and how far two of them are apart.

/// A box along the axes, in tree coordinates. It is closed: its faces belong to it.
///
/// The empty box reaches from plus to minus infinity. It is the neutral element of [`Bounds::join`], and no
/// box meets it.
///
/// ```
/// use clearance_trees::Bounds;
/// let a = Bounds::of([[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]);
/// let b = Bounds::of([[4.0, 0.0, 0.0], [5.0, 1.0, 5.0]]);
/// assert!(!a.meets(&b) && a.meets(&b.grown(3.0)));
/// assert!((a.gap(&b) - 9.0).abs() < 1e-5);
/// assert!(Bounds::EMPTY.is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounds {
    /// The least coordinates.
    pub min: [f32; 3],
    /// The greatest coordinates.
    pub max: [f32; 3],
}

impl Bounds {
    /// The box without points.
    pub const EMPTY: Self = Self { min: [f32::INFINITY; 3], max: [f32::NEG_INFINITY; 3] };

    /// The smallest box around the points; the empty one if there are none.
    pub fn of(points: impl IntoIterator<Item = [f32; 3]>) -> Self {
        points
            .into_iter()
            .fold(Self::EMPTY, |all, point| all.join(&Self { min: point, max: point }))
    }

    /// The smallest box around both.
    #[inline]
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        let mut joined = *self;
        for axis in 0..3 {
            joined.min[axis] = less(self.min[axis], other.min[axis]);
            joined.max[axis] = more(self.max[axis], other.max[axis]);
        }
        joined
    }

    /// The box with each face moved outward by `by`, rounded outward.
    #[inline]
    #[must_use]
    pub fn grown(&self, by: f32) -> Self {
        Self {
            min: self.min.map(|x| (x - by).next_down()),
            max: self.max.map(|x| (x + by).next_up()),
        }
    }

    /// Have the boxes a point in common?
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        (self.min[0] <= other.max[0])
            & (self.min[1] <= other.max[1])
            & (self.min[2] <= other.max[2])
            & (other.min[0] <= self.max[0])
            & (other.min[1] <= self.max[1])
            & (other.min[2] <= self.max[2])
    }

    /// The squared distance of the boxes, rounded down: never above the exact one. It is 0 if they meet.
    #[inline]
    pub fn gap(&self, other: &Self) -> f32 {
        let mut sum = 0.0;
        for axis in 0..3 {
            let apart = more(self.min[axis] - other.max[axis], other.min[axis] - self.max[axis]);
            let apart = more(apart, 0.0);
            sum += apart * apart;
        }
        more(sum * SQUARE_DOWN - TINY, 0.0)
    }

    /// Is no point inside?
    #[inline]
    pub fn is_empty(&self) -> bool {
        !(self.min[0] <= self.max[0] && self.min[1] <= self.max[1] && self.min[2] <= self.max[2])
    }

    /// The box as trees store it: the empty one if a number is NaN or the sides are exchanged, and without
    /// -0, because processors differ in the sign of the least of 0 and -0.
    pub(crate) fn cleaned(&self) -> Self {
        if self.is_empty() {
            return Self::EMPTY;
        }
        Self { min: self.min.map(|x| x + 0.0), max: self.max.map(|x| x + 0.0) }
    }

    /// Half of the surface area: proportional to the share of random lines that meet the box.
    pub(crate) fn half_area(&self) -> f32 {
        let [x, y, z] = self.sides();
        x * (y + z) + y * z
    }

    pub(crate) fn sides(&self) -> [f32; 3] {
        [self.max[0] - self.min[0], self.max[1] - self.min[1], self.max[2] - self.min[2]]
    }
}

/// What the computed squared distance of two boxes is multiplied by, so that it is not above the exact one.
/// With e = 2^-24, each difference is off by a factor of at most 1 + e, its square by (1 + e)^3; two additions,
/// this product and the difference after it by 1 + e each. (1 - 8 e) (1 + e)^7 < 1.
pub(crate) const SQUARE_DOWN: f32 = 1.0 - 8.0 * EPSILON;

/// The largest relative error of one operation: half of what `f32` calls epsilon.
pub(crate) const EPSILON: f32 = 0.5 * f32::EPSILON;

/// What products may lose by underflow, many times over. An operation with a subnormal result is off by up to
/// 2^-150, and no bound here has more than a hundred of them.
pub(crate) const TINY: f32 = f32::MIN_POSITIVE;

/// The least of two, without the library's care for NaN.
#[inline(always)]
pub(crate) fn less(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The greatest of two, without the library's care for NaN.
#[inline(always)]
pub(crate) fn more(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
