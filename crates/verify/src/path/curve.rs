//! How joint values move on a leg: polynomials in Bernstein form, made from what was given, in intervals of 32 digits.
//!
//! A polynomial of degree d with control points b_0 .. b_d has a derivative with control points d (b_(i+1) - b_i), and is
//! between its least and largest control point. De Casteljau's scheme finds those of a part of it.

use alloc::vec::Vec;

use clearance_geometry::answer::{JointCurve, TimedRow};

use crate::interval::Interval;

/// The largest degree that is looked at.
const DEGREE: usize = 7;

/// The legs of a path.
pub(super) struct Legs<'p> {
    curve: &'p JointCurve,
    /// Of a spline, the number of the knot that each leg begins at.
    spans: Vec<usize>,
    /// Of curves that are joined, each with its times.
    curves: Vec<(Self, Vec<f64>)>,
    /// How many values a row has.
    pub columns: usize,
}

/// A leg: for each column the control points of a polynomial of time from 0 to 1.
pub struct Leg(Vec<Vec<Interval>>);

impl<'p> Legs<'p> {
    /// `None` if the path is none: it has no rows, rows of different lengths, numbers that are not finite, times that do not
    /// rise, a degree that is not from 1 to 7, or jumps.
    pub fn of(curve: &'p JointCurve) -> Option<Self> {
        let (mut spans, mut curves, mut columns) = (Vec::new(), Vec::new(), None);
        let mut is_row = |row: &Vec<f64>| {
            *columns.get_or_insert(row.len()) == row.len() && row.iter().all(|x| x.is_finite())
        };
        let is_path = match curve {
            JointCurve::Rows(rows) => rows.iter().all(is_row),
            JointCurve::Timed(rows) => {
                let mut is_given = |row: &TimedRow| {
                    let more = [&row.velocities, &row.accelerations];
                    row.time.is_finite()
                        && is_row(&row.positions)
                        && more.into_iter().all(|given| given.is_empty() || is_row(given))
                        && (row.accelerations.is_empty() || !row.velocities.is_empty())
                };
                rows.iter().all(&mut is_given)
                    && rows.windows(2).all(|two| two[0].time < two[1].time)
            }
            JointCurve::Bezier(legs) => {
                legs.iter().all(|points| (2..=DEGREE + 1).contains(&points.len()))
                    && legs.iter().flatten().all(is_row)
                    && legs.windows(2).all(|two| two[0].last() == two[1].first())
            }
            JointCurve::Spline { degree, knots, points } => {
                let is_spline = (1..=DEGREE).contains(degree)
                    && points.len() > *degree
                    && knots.len() == points.len() + degree + 1
                    && knots.iter().all(|knot| knot.is_finite())
                    && knots.is_sorted()
                    && !knots[1..knots.len() - 1].windows(degree + 1).any(|k| k[0] == k[*degree])
                    && points.iter().all(is_row);
                if is_spline {
                    spans = (*degree..points.len()).filter(|k| knots[*k] < knots[*k + 1]).collect();
                }
                is_spline
            }
            JointCurve::Joined { curves: given, times } => {
                let each = given.iter().map(|curve| Some((Self::of(curve)?, curve.times())));
                curves = each.collect::<Option<_>>()?;
                columns = Some(curves.iter().map(|(legs, _)| legs.columns).sum());
                let inside = |x: &&f64| times[0] < **x && **x < times[times.len() - 1];
                let has = |x: &f64| times[times.partition_point(|time| time < x)] == *x;
                times.len() > 1
                    && times.iter().all(|time| time.is_finite())
                    && times.is_sorted_by(|a, b| a < b)
                    && curves.iter().all(|(_, own)| own.iter().filter(inside).all(has))
            }
        };
        let this = Self { curve, spans, curves, columns: columns.unwrap_or(0) };
        (is_path && columns.is_some() && this.count() > 0).then_some(this)
    }
    /// How many there are: one between neighbours, and one of a single row.
    pub fn count(&self) -> usize {
        match self.curve {
            JointCurve::Rows(rows) => rows.len().max(2) - 1,
            JointCurve::Timed(rows) => rows.len().max(2) - 1,
            JointCurve::Bezier(legs) => legs.len(),
            JointCurve::Spline { .. } => self.spans.len(),
            JointCurve::Joined { times, .. } => times.len() - 1,
        }
    }
    /// A straight leg of timed rows as a line.
    pub fn at(&self, number: usize) -> Leg {
        match self.curve {
            JointCurve::Timed(rows)
                if rows.len() > 1 && rows[number].is_straight(&rows[number + 1]) =>
            {
                Leg::new(&[&rows[number].positions, &rows[number + 1].positions])
            }
            _ => self.by_time(number),
        }
    }
    fn by_time(&self, number: usize) -> Leg {
        match self.curve {
            JointCurve::Rows(rows) => {
                Leg::new(&[&rows[number], &rows[(number + 1).min(rows.len() - 1)]])
            }
            JointCurve::Timed(rows) => {
                timed(&rows[number], &rows[(number + 1).min(rows.len() - 1)])
            }
            JointCurve::Bezier(legs) => {
                Leg::new(&legs[number].iter().map(Vec::as_slice).collect::<Vec<_>>())
            }
            JointCurve::Spline { degree, knots, points } => {
                let span = self.spans[number];
                Leg::of(self.columns, |k| {
                    let own: Vec<f64> =
                        points[span - degree..=span].iter().map(|row| row[k]).collect();
                    (0..=*degree).map(|i| blossom(&own, &knots[span - degree..], i)).collect()
                })
            }
            JointCurve::Joined { times, .. } => {
                let span = [times[number], times[number + 1]];
                let each = self.curves.iter().flat_map(|(legs, times)| legs.between(times, span).0);
                Leg(each.collect())
            }
        }
    }
    /// From one time to another, between which no leg begins.
    fn between(&self, times: &[f64], [from, to]: [f64; 2]) -> Leg {
        let leg = times.partition_point(|time| *time <= from);
        if leg == 0 {
            return self.start();
        }
        let exact = |time: f64| Interval::exact(time);
        let Some(end) = times.get(leg).copied().map(exact) else { return self.end() };
        let start = exact(times[leg - 1]);
        let place = |time: f64| (exact(time) - start) / (end - start);
        let all = self.by_time(leg - 1).0.into_iter();
        Leg(all.map(|points| cut_out(points, [place(from), place(to)])).collect())
    }
    /// A leg that stands where the path begins.
    pub fn start(&self) -> Leg {
        let first = self.at(0);
        Leg(first.0.into_iter().map(|points| points[..1].to_vec()).collect())
    }
    fn end(&self) -> Leg {
        let last = self.at(self.count() - 1);
        Leg(last.0.into_iter().map(|points| points[points.len() - 1..].to_vec()).collect())
    }
}

/// From one row of a controller to the next.
fn timed(a: &TimedRow, b: &TimedRow) -> Leg {
    let degree = a.degree(b);
    if degree == 1 {
        return Leg::new(&[&a.positions, &b.positions]);
    }
    let h = Interval::exact(b.time) - Interval::exact(a.time);
    let share = |x: f64| Interval::exact(x) / Interval::exact(degree as f64);
    Leg::of(a.positions.len(), |k| {
        let [p0, p1] = [a, b].map(|row| Interval::exact(row.positions[k]));
        let [v0, v1] = [a, b].map(|row| h * share(row.velocities[k]));
        if degree == 3 {
            return [p0, p0 + v0, p1 - v1, p1].to_vec();
        }
        let [a0, a1] =
            [a, b].map(|row| h * h * Interval::exact(row.accelerations[k]) / Interval::exact(20.0));
        [p0, p0 + v0, p0 + v0 + v0 + a0, p1 - v1 - v1 + a1, p1 - v1, p1].to_vec()
    })
}

/// The blossom of a spline of degree d on the interval from knot number d to the next, at d - i times its begin and i times
/// its end, with its d + 1 control points there: control point i of the leg.
fn blossom(points: &[f64], knots: &[f64], i: usize) -> Interval {
    let degree = points.len() - 1;
    let exact = |k: usize| Interval::exact(knots[k]);
    let mut all: Vec<Interval> = points.iter().map(|x| Interval::exact(*x)).collect();
    for level in 1..=degree {
        let at = exact(degree + usize::from(level > degree - i));
        for k in (level..=degree).rev() {
            let [from, to] = [exact(k), exact(k + degree + 1 - level)];
            all[k] = mean(all[k - 1], all[k], (at - from) / (to - from));
        }
    }
    all[degree]
}

/// A part t of the way from one number to another.
fn mean(a: Interval, b: Interval, t: Interval) -> Interval {
    a + t * (b - a)
}

impl Leg {
    fn of(columns: usize, points: impl Fn(usize) -> Vec<Interval>) -> Self {
        Self((0..columns).map(points).collect())
    }
    /// With these control points: two for a straight line.
    pub fn new(points: &[&[f64]]) -> Self {
        let columns = points.first().map_or(0, |row| row.len());
        Self::of(columns, |k| points.iter().map(|row| Interval::exact(row[k])).collect())
    }
    /// The value in a column at a time.
    pub(super) fn value(&self, column: usize, time: f64) -> Interval {
        let mut points = self.0[column].clone();
        cut(&mut points, Interval::exact(time));
        points[0]
    }
    /// At least the magnitudes of a value's speed and of its second derivative, from one time to another.
    pub(super) fn rate(&self, column: usize, span: [f64; 2]) -> [Interval; 2] {
        let first = derivative(&self.0[column]);
        let second = derivative(&first);
        [first, second].map(|points| {
            let all =
                cut_out(points, span.map(Interval::exact)).into_iter().map(Interval::magnitude);
            Interval::exact(all.fold(0.0, f64::max))
        })
    }
}

/// The part of a polynomial from one time to another.
fn cut_out(mut points: Vec<Interval>, [from, to]: [Interval; 2]) -> Vec<Interval> {
    let one = Interval::ONE;
    if points.len() > 1 && (from.magnitude() > 0.0 || to.low() < 1.0) {
        // What is behind `from`, and of that, seen from its end, what is behind the rest.
        cut(&mut points, from);
        points.reverse();
        cut(&mut points, (one - to) / (one - from));
        points.reverse();
    }
    points
}

/// The part of a polynomial from a time on.
fn cut(points: &mut [Interval], time: Interval) {
    for last in (1..points.len()).rev() {
        for i in 0..last {
            points[i] = mean(points[i], points[i + 1], time);
        }
    }
}

fn derivative(points: &[Interval]) -> Vec<Interval> {
    let degree = Interval::exact(points.len() as f64 - 1.0);
    points.windows(2).map(|two| degree * (two[1] - two[0])).collect()
}
