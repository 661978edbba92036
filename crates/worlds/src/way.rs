//! A line through the coordinates of a tree: the way of a ray, or of the centre of a shape that moves.

use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Aabb, Vector};
use clearance_trees::Line;

/// A way in the coordinates of a tree. It starts where it enters the box around the surface, so that a start far away
/// costs no digits.
pub(crate) struct Way {
    /// The line against boxes that are grown by half the size of what moves.
    pub line: Line,
    /// Its start and direction, whose largest coordinate is 1. In 2D the third coordinates are 0.
    pub origin: [f32; 3],
    pub direction: [f32; 3],
    /// No coordinate that matters is larger.
    pub largest: f32,
    /// The time of the start, and the time in which the largest coordinate changes by 1.
    start: f64,
    per_length: f64,
}

impl Way {
    /// The way from `origin` along `along`, in the frame of a surface, of something that reaches `half` to each side;
    /// `None` if it misses the box around the surface, or is too large for `f32`.
    pub fn of<V: Vector>(
        [origin, along]: [V::Wide; 2],
        bounds: &Aabb<V>,
        unit: f64,
        half: V::Wide,
    ) -> Option<Self> {
        let (min, max) = (bounds.min.widen() - half, bounds.max.widen() + half);
        let enters = |i: usize| {
            let near = if along.get(i) > 0.0 { min.get(i) } else { max.get(i) };
            let time = (near - origin.get(i)) / along.get(i);
            if time > 0.0 && time.is_finite() { time } else { 0.0 }
        };
        let start = (0..V::DIM).map(enters).fold(0.0, f64::max);
        let (entry, half) = ((origin + along * start) * unit, half * unit);
        // The coordinates of the box are below 2 + half; an entry a quarter beyond is none.
        let largest = 2.0 + half.max_abs();
        if !(entry.max_abs() < 1.25 * largest && largest < (1_u64 << 40) as f64) {
            return None;
        }
        // Of something at rest every direction is right, as long as no time passes.
        let steepest = along.max_abs();
        let direction = if steepest > 0.0 { along * (1.0 / steepest) } else { V::Wide::unit(0) };
        let per_length = if steepest > 0.0 { 1.0 / (steepest * unit) } else { f64::INFINITY };
        let at =
            |v: V::Wide| core::array::from_fn(|i| if i < V::DIM { v.get(i) as f32 } else { 0.0 });
        let (origin, direction): ([f32; 3], _) = (at(entry), at(direction));
        // Rounding to f32: a unit of roundoff of each coordinate of the start, of the direction over a way of at most
        // 2.5 times the largest coordinate, of boxes that are scaled, and of `half`: 8 units are enough.
        let growth = largest as f32 * 4.0 * f32::EPSILON;
        let grown = at(half).map(|half| half + growth);
        let mut in_prism = origin;
        if V::DIM == 2 {
            in_prism[2] = 0.5;
        }
        let line = Line::grown(in_prism, direction, grown);
        let largest = 2.5 * largest as f32;
        Some(Self { line, origin, direction, largest, start, per_length })
    }

    /// A time in the coordinates of the tree, rounded up by more than such times are off: a few units of roundoff of a
    /// way through the box.
    pub fn limit(&self, until: f64) -> f32 {
        let limit = f32::above(((until - self.start) / self.per_length).max(-1.0));
        limit + 16.0 * f32::EPSILON * (self.largest + limit.abs())
    }
}
