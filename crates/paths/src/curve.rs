//! [`Curve`]: a leg on which joint values are polynomials of time, in Bernstein form.
//!
//! ```text
//!     q(t) = sum over i of binomial(d, i) (1 - t)^(d - i) t^i b_i         b_0 .. b_d: the control points, a row each
//!     q'(t) has d (b_(i+1) - b_i) for control points, and the part of q from s to t those that de Casteljau's scheme finds
//! ```
//!
//! A polynomial is nowhere above its largest control point, and nowhere below its least.
//!
//! With positions p, velocities v and accelerations a at both ends of a leg of h seconds:
//!
//! ```text
//!     cubic      p0,  p0 + h v0 / 3,  p1 - h v1 / 3,  p1
//!     quintic    p0,  p0 + h v0 / 5,  p0 + 2 h v0 / 5 + h^2 a0 / 20,  p1 - 2 h v1 / 5 + h^2 a1 / 20,  p1 - h v1 / 5,  p1
//! ```
//!
//! *Source.* Farin, Curves and Surfaces for CAGD, for both schemes and for blossoms.
//!
//! *Rounding*, in units of [`f64::EPSILON`], with L the largest magnitude of a control point of a joint on the path, d the degree:
//!
//! - A control point is off by 8 d L: h v / d and h^2 a / 20 are sums of a few control points, 11 L at most together, and
//!   have five roundings; that of a spline has three roundings of its share and three of its mean in each of d levels.
//! - That of a part of a leg is off by 10 d L more: two cuts add 3 d L, and places between two times that are off by 3.5, 7 d L.
//!   Each degree that is added to a leg adds 2 L. Together 18 d L.
//! - A value adds 4 d L: in d levels two products and a sum. Together [`OFF`] d L.
//! - A control point of q' is a difference of two, times d: off by 36 d^2 L and 3 d L. Two cuts add 6 d^2 L, and 2 d^2 L
//!   for the rounding of the place of the second: [`OFF_SPEED`] d^2 L. One of q'' is off by 72 d^3 L, and by 24 d^3 L from the
//!   rest: [`OFF_BEND`] d^3 L.

use clearance_geometry::answer::TimedRow;

/// The largest degree of a curve.
pub(crate) const DEGREE: usize = 7;

/// See above: of a value, of a speed, of a second derivative.
pub(crate) const OFF: f64 = 24.0;
pub(crate) const OFF_SPEED: f64 = 48.0;
pub(crate) const OFF_BEND: f64 = 96.0;

/// A leg.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Curve {
    /// The control points; two for a straight leg.
    pub points: Vec<Vec<f64>>,
    /// The share of a straight way that is done, over time, if joints do not move evenly.
    law: &'static [f64],
}

impl Curve {
    /// With these control points.
    pub fn of(points: Vec<Vec<f64>>) -> Self {
        Self { points, law: &[] }
    }
    /// From one row of a controller to the next.
    pub fn between(a: &TimedRow, b: &TimedRow) -> Self {
        let degree = a.degree(b);
        let ends = [&a.positions, &b.positions];
        if a.is_straight(b) {
            let law: &[f64] = match degree {
                1 => &[],
                3 => &[0.0, 0.0, 1.0, 1.0],
                _ => &[0.0, 0.0, 0.0, 1.0, 1.0, 1.0],
            };
            return Self { points: ends.map(Vec::clone).to_vec(), law };
        }
        let h = b.time - a.time;
        let speed = |row: &TimedRow, k: usize| h * row.velocities[k] / degree as f64;
        let point = |i: usize, k: usize| {
            // From the nearer end.
            let (row, steps, sign) =
                if 2 * i < degree + 1 { (a, i, 1.0) } else { (b, degree - i, -1.0) };
            let bend = if steps < 2 { 0.0 } else { h * h * row.accelerations[k] / 20.0 };
            row.positions[k] + sign * steps as f64 * speed(row, k) + bend
        };
        let row = |i| (0..a.positions.len()).map(|k| point(i, k)).collect();
        Self::of((0..=degree).map(row).collect())
    }
    /// The legs of a B-spline, by its blossom: control point i of the leg from u to v is its value at d - i times u and i
    /// times v.
    pub fn of_spline(degree: usize, knots: &[f64], points: &[Vec<f64>]) -> Vec<Self> {
        let leg = |span: usize| {
            let [u, v] = [knots[span], knots[span + 1]];
            let row = |i: usize| {
                let mut rows: Vec<Vec<f64>> = points[span - degree..=span].to_vec();
                for level in 1..=degree {
                    let at = if level <= degree - i { u } else { v };
                    for k in (level..=degree).rev() {
                        let [from, to] = [k + span - degree, k + span + 1 - level];
                        let share = (at - knots[from]) / (knots[to] - knots[from]);
                        rows[k] = between(&rows[k - 1], &rows[k], share);
                    }
                }
                rows.swap_remove(degree)
            };
            Self::of((0..=degree).map(row).collect())
        };
        let spans = degree..points.len();
        spans.filter(|span| knots[*span] < knots[*span + 1]).map(leg).collect()
    }

    /// The control points of the same leg as a polynomial of time.
    pub fn by_time(&self) -> Vec<Vec<f64>> {
        let [from, to] = self.ends();
        match self.law {
            [] => self.points.clone(),
            law => law.iter().map(|share| between(from, to, *share)).collect(),
        }
    }
    /// Legs beside each other, from one place of each to another. It has two degrees at least, so it is never straight.
    pub fn beside(legs: &[(Vec<Vec<f64>>, [f64; 2])]) -> Self {
        let degree = legs.iter().map(|(points, _)| points.len() - 1).fold(2, usize::max);
        let mut rows = vec![Vec::new(); degree + 1];
        for (points, span) in legs {
            for k in 0..points[0].len() {
                let own: Vec<f64> = points.iter().map(|row| row[k]).collect();
                let mut column = [own[0]; DEGREE + 1];
                // A joint that stands still does it without rounding.
                if own.iter().any(|x| *x != own[0]) {
                    column = part(&own, *span);
                    (own.len()..=degree).for_each(|degree| elevate(&mut column, degree));
                }
                rows.iter_mut().zip(column).for_each(|(row, x)| row.push(x));
            }
        }
        Self::of(rows)
    }

    /// The same leg, with rows that have more columns.
    pub fn among(&self, among: impl Fn(&[f64]) -> Vec<f64>) -> Self {
        Self { points: self.points.iter().map(|row| among(row)).collect(), law: self.law }
    }
    /// Do joints move on a straight line?
    pub fn is_straight(&self) -> bool {
        self.points.len() == 2
    }
    /// The first and the last control point.
    pub fn ends(&self) -> [&[f64]; 2] {
        [&self.points[0], &self.points[self.points.len() - 1]]
    }
    /// The configuration at a time from 0 to 1.
    pub fn at(&self, t: f64) -> Vec<f64> {
        if self.is_straight() {
            let [from, to] = self.ends();
            return between(from, to, if self.law.is_empty() { t } else { value(self.law, t) });
        }
        let columns = 0..self.points[0].len();
        columns.map(|k| value(&self.column(k)[..self.points.len()], t)).collect()
    }
    /// The time at which this share of a straight way is done.
    pub fn time(&self, share: f64) -> f64 {
        if self.law.is_empty() || share <= 0.0 {
            return share;
        }
        let [mut before, mut behind] = [0.0, 1.0];
        while let middle = f64::midpoint(before, behind)
            && before < middle
            && middle < behind
        {
            *(if value(self.law, middle) < share { &mut before } else { &mut behind }) = middle;
        }
        behind
    }
    fn column(&self, k: usize) -> [f64; DEGREE + 1] {
        let mut column = [0.0; DEGREE + 1];
        column.iter_mut().zip(&self.points).for_each(|(x, row)| *x = row[k]);
        column
    }
    /// The polynomials of a joint value and its derivatives. No control point that it was made of is larger than `largest`.
    pub fn polynomial(&self, k: usize, largest: f64) -> Polynomial {
        let (degree, value) = (self.points.len() - 1, self.column(k));
        let (first, second) = (derivative(&value, degree), derivative2(&value, degree));
        Polynomial { degree, value, first, second, largest }
    }
}

/// A joint value over a leg that is not straight.
#[derive(Clone, Debug)]
pub(crate) struct Polynomial {
    degree: usize,
    value: [f64; DEGREE + 1],
    first: [f64; DEGREE + 1],
    second: [f64; DEGREE + 1],
    largest: f64,
}

/// How a joint value moves around a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// The speed now.
    pub now: f64,
    /// At least the magnitudes of its speed and of its second derivative, all the while.
    pub most: f64,
    pub bend: f64,
}

impl Polynomial {
    pub fn value(&self, t: f64) -> f64 {
        value(&self.value[..=self.degree], t)
    }
    /// Around `t`, between these times.
    pub fn rate(&self, t: f64, span: [f64; 2]) -> Rate {
        let (first, second) = (&self.first[..self.degree], &self.second[..self.degree - 1]);
        let largest = |of: &[f64]| of.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let most = largest(&part(first, span)) + self.off_speed();
        let bend = largest(&part(second, span)) + self.off_bend();
        Rate { now: value(first, t), most: most * UP, bend: bend * UP }
    }
    /// Does the joint stand still?
    pub fn is_still(&self) -> bool {
        self.value[..=self.degree].iter().all(|x| *x == self.value[0])
    }
    /// What rounding does to the speed.
    pub fn off_speed(&self) -> f64 {
        OFF_SPEED * (self.degree.pow(2) as f64) * f64::EPSILON * self.largest
    }
    fn off_bend(&self) -> f64 {
        OFF_BEND * (self.degree.pow(3) as f64) * f64::EPSILON * self.largest
    }
}

/// Covers the rounding of sums of a few positive numbers.
const UP: f64 = 1.0 + 1e-12;

/// The configuration at a share of the way.
pub(crate) fn between(from: &[f64], to: &[f64], t: f64) -> Vec<f64> {
    from.iter().zip(to).map(|(a, b)| a + t * (b - a)).collect()
}

/// De Casteljau's scheme.
fn value(points: &[f64], t: f64) -> f64 {
    let mut left = [0.0; DEGREE + 1];
    left[..points.len()].copy_from_slice(points);
    for last in (1..points.len()).rev() {
        for i in 0..last {
            left[i] = (1.0 - t) * left[i] + t * left[i + 1];
        }
    }
    left[0]
}

/// The control points of a part; zeros behind them.
fn part(points: &[f64], [from, to]: [f64; 2]) -> [f64; DEGREE + 1] {
    let mut cut = [0.0; DEGREE + 1];
    cut[..points.len()].copy_from_slice(points);
    // What is before `to`, and of that, what is behind `from`.
    if to < 1.0 {
        for first in 1..points.len() {
            for i in (first..points.len()).rev() {
                cut[i] = (1.0 - to) * cut[i - 1] + to * cut[i];
            }
        }
    }
    if from > 0.0 {
        let t = from / to;
        for last in (1..points.len()).rev() {
            for i in 0..last {
                cut[i] = (1.0 - t) * cut[i] + t * cut[i + 1];
            }
        }
    }
    cut
}

/// The same polynomial with a control point more, of this degree.
fn elevate(points: &mut [f64; DEGREE + 1], degree: usize) {
    points[degree] = points[degree - 1];
    for i in (1..degree).rev() {
        let share = i as f64 / degree as f64;
        points[i] = share * points[i - 1] + (1.0 - share) * points[i];
    }
}

fn derivative(points: &[f64; DEGREE + 1], degree: usize) -> [f64; DEGREE + 1] {
    let mut first = [0.0; DEGREE + 1];
    (0..degree).for_each(|i| first[i] = degree as f64 * (points[i + 1] - points[i]));
    first
}

fn derivative2(points: &[f64; DEGREE + 1], degree: usize) -> [f64; DEGREE + 1] {
    let mut second = derivative(points, degree);
    (0..degree.saturating_sub(1))
        .for_each(|i| second[i] = (degree - 1) as f64 * (second[i + 1] - second[i]));
    second
}
