//! Two boxes in a lane: their overlaps along the 15 axes, and the axes that may have the least.
//!
//! *Rounding.* An overlap is the numerator N divided by the sine s. With `off` and S as in `boxes.rs`, N
//! is off by at most `off`, and s by 33 units of roundoff in both of its terms: by less than half of `off / S`.
//! No overlap is more than S. If an axis has the least overlap o, (N - 3 off) / s of this axis is below
//! o, and (N + 3 off) / s of any other axis is above o, by at least `off`, which the rounding of the squares does not
//! reach.

use crate::algorithm::columns::{dot, less};

/// Two boxes: half of their edges, and the pose of B in A's frame, R by rows, and t.
pub(super) struct Pair {
    pub(super) half_a: [f32; 3],
    pub(super) half_b: [f32; 3],
    pub(super) rows: [[f32; 3]; 3],
    pub(super) t: [f32; 3],
}

/// The overlaps along the axes across one edge of A and all of B, times the sines, and the squares of these.
struct Edges {
    overlaps: [f32; 3],
    squares: [f32; 3],
}

// Functions, not closures: a closure is not always inlined, and a loop around a call stays scalar.
impl Pair {
    /// The axes that may have the least overlap, or the widest gap, if overlaps are off by at most `bound`:
    /// the bits of [`Axes`](crate::algorithm::sat::d3::Axes). None if the bound is infinite. And the least
    /// overlap, for edges times the sine.
    #[inline(always)]
    pub fn nearly_least(&self, bound: f32) -> (u32, f32) {
        let off = 3.0 * bound;
        let faces_a = [self.face_a(0), self.face_a(1), self.face_a(2)];
        let faces_b = [self.face_b(0), self.face_b(1), self.face_b(2)];
        let [x, y, z] = [self.edges(0), self.edges(1), self.edges(2)];
        let faces = less(least_of(faces_a), least_of(faces_b));
        let most = less(less(x.most(off), y.most(off)), less(z.most(off), square(faces + off)));

        let a = face(faces_a[0], most, off, 0)
            | face(faces_a[1], most, off, 1)
            | face(faces_a[2], most, off, 2);
        let b = face(faces_b[0], most, off, 3)
            | face(faces_b[1], most, off, 4)
            | face(faces_b[2], most, off, 5);
        let edges = x.kept(most, off, 6) | y.kept(most, off, 9) | z.kept(most, off, 12);
        let kept = if bound < f32::INFINITY { a | b | edges } else { 0 };
        let across = less(less(least_of(x.overlaps), least_of(y.overlaps)), least_of(z.overlaps));
        (kept, less(across, faces))
    }

    /// The overlap along the axis perpendicular to the edges i of A and j of B, times their sine.
    #[inline(always)]
    pub fn overlap(&self, i: usize, j: usize) -> f32 {
        let Self { half_a: a, half_b: b, rows: r, t } = self;
        let (u, v, m, n) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
        let of_a = a[u] * r[v][j].abs() + a[v] * r[u][j].abs();
        let of_b = b[m] * r[i][n].abs() + b[n] * r[i][m].abs();
        (of_a + of_b) - (t[v] * r[u][j] - t[u] * r[v][j]).abs()
    }

    #[inline(always)]
    pub fn sine_square(&self, i: usize, j: usize) -> f32 {
        let [u, v] = [self.rows[(i + 1) % 3][j], self.rows[(i + 2) % 3][j]];
        u * u + v * v
    }

    #[inline(always)]
    fn face_a(&self, i: usize) -> f32 {
        let [x, y, z] = self.rows[i];
        self.half_a[i] + dot([x.abs(), y.abs(), z.abs()], self.half_b) - self.t[i].abs()
    }

    #[inline(always)]
    fn face_b(&self, j: usize) -> f32 {
        let [x, y, z] = [self.rows[0][j], self.rows[1][j], self.rows[2][j]];
        self.half_b[j] + dot([x.abs(), y.abs(), z.abs()], self.half_a)
            - dot([x, y, z], self.t).abs()
    }

    #[inline(always)]
    fn edges(&self, i: usize) -> Edges {
        Edges {
            overlaps: [self.overlap(i, 0), self.overlap(i, 1), self.overlap(i, 2)],
            squares: [self.sine_square(i, 0), self.sine_square(i, 1), self.sine_square(i, 2)],
        }
    }
}

impl Edges {
    /// The least square of an overlap. Infinite for edges that are exactly parallel.
    #[inline(always)]
    fn most(&self, off: f32) -> f32 {
        let ([x, y, z], [u, v, w]) = (self.overlaps, self.squares);
        least_of([square(x + off) / u, square(y + off) / v, square(z + off) / w])
    }

    /// The bits of the axes whose square is at most this, from a bit on.
    #[inline(always)]
    fn kept(&self, most: f32, off: f32, bit: u32) -> u32 {
        let ([x, y, z], [u, v, w]) = (self.overlaps, self.squares);
        edge(x, u, most, off, bit) | edge(y, v, most, off, bit + 1) | edge(z, w, most, off, bit + 2)
    }
}

#[inline(always)]
fn face(overlap: f32, most: f32, off: f32, bit: u32) -> u32 {
    if square(overlap - off) <= most { 1 << bit } else { 0 }
}

#[inline(always)]
fn edge(overlap: f32, sine: f32, most: f32, off: f32, bit: u32) -> u32 {
    if square(overlap - off) <= most * sine { 1 << bit } else { 0 }
}

#[inline(always)]
fn least_of([x, y, z]: [f32; 3]) -> f32 {
    less(less(x, y), z)
}

/// The square with the sign of the number.
#[inline(always)]
fn square(x: f32) -> f32 {
    x * x.abs()
}
