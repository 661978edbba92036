//! [`Path`]: configurations, one after the other, and the way from each to the next.

use clearance_geometry::answer::{JointCurve, JointPath, TimedRow};

use crate::Error;
use crate::curve::{Curve, DEGREE, between};
use crate::robot::{LARGEST_VALUE, Robot, check_row, usable};

/// A path in joint space. A place on it is a number: the leg, counted from 0, and the fraction of its time. A path without
/// times has rows, and each joint moves evenly from the value in a row to that in the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    given: JointPath,
    /// If these are not given, where legs end.
    rows: Vec<Vec<f64>>,
    /// The legs; none between rows that are given.
    curves: Vec<Curve>,
}

/// The way of a leg.
#[derive(Clone, Copy)]
pub(crate) enum Way<'p> {
    Straight([&'p [f64]; 2]),
    Curved(&'p Curve),
}

impl Path {
    /// A path through these configurations. One row is a robot that stands still.
    ///
    /// # Errors
    /// No rows, rows without one finite value for each joint of the robot.
    pub fn new(robot: &Robot, rows: impl Into<Vec<Vec<f64>>>) -> Result<Self, Error> {
        Self::of(robot, JointCurve::Rows(rows.into()).into())
    }
    /// The path of a controller that is sent these rows: polynomials of degree 3 or 5 where they have velocities, or
    /// velocities and accelerations ([`JointCurve::Timed`]). The first row is at time 0.
    ///
    /// ```
    /// # use clearance::d3_f64::{DVec3, Pose};
    /// # use clearance::paths::{Joint, JointKind, Link, Path, Robot, TimedRow};
    /// # let link = |name: &str| Link { name: name.into(), shapes: vec![] };
    /// # let joint = Joint {
    /// #     name: "turn".into(),
    /// #     kind: JointKind::Revolute,
    /// #     parent: "base".into(),
    /// #     child: "arm".into(),
    /// #     origin: Pose::IDENTITY,
    /// #     axis: DVec3::Z,
    /// #     limits: None,
    /// #     mimic: None,
    /// # };
    /// # let robot = Robot::new(vec![link("base"), link("arm")], vec![joint])?;
    /// let row = |time, position, velocity| TimedRow {
    ///     time,
    ///     positions: vec![position],
    ///     velocities: vec![velocity],
    ///     accelerations: vec![],
    /// };
    /// let path = Path::timed(&robot, vec![row(0.0, 0.0, 1.0), row(2.0, 1.0, 0.0)])?;
    /// assert_eq!(path.at(0.5), [0.75]); // after a second: a quarter more than a straight line
    /// # Ok::<(), clearance::paths::Error>(())
    /// ```
    ///
    /// # Errors
    /// No rows; a first time that is not 0; times that do not rise; accelerations without velocities; rows without one finite
    /// number for each joint; a curve with a value beyond [`LARGEST_VALUE`](crate::LARGEST_VALUE).
    pub fn timed(robot: &Robot, rows: impl Into<Vec<TimedRow>>) -> Result<Self, Error> {
        Self::of(robot, JointCurve::Timed(rows.into()).into())
    }
    /// A path of Bézier curves: for each leg its control points, two to eight, a row each.
    ///
    /// # Errors
    /// No legs; too few or too many control points; a leg that does not begin where the one before ends, exactly; rows
    /// without one finite value for each joint.
    pub fn bezier(robot: &Robot, legs: impl Into<Vec<Vec<Vec<f64>>>>) -> Result<Self, Error> {
        Self::of(robot, JointCurve::Bezier(legs.into()).into())
    }
    /// A B-spline of a degree from 1 to 7. Each interval of two different knots, from number `degree` to number
    /// `points.len()`, is a leg.
    ///
    /// # Errors
    /// A degree beyond that; knots that fall, all are one, or are not `points.len() + degree + 1`; a knot inside that is
    /// there more than `degree` times, where the spline would jump; rows without one finite value for each joint.
    pub fn bspline(
        robot: &Robot,
        degree: usize,
        knots: impl Into<Vec<f64>>,
        points: impl Into<Vec<Vec<f64>>>,
    ) -> Result<Self, Error> {
        let (knots, points) = (knots.into(), points.into());
        Self::of(robot, JointCurve::Spline { degree, knots, points }.into())
    }
    /// The paths of several robots ([`Robot::joined`]) on one clock, in the order of the robots: rows have times of their
    /// own, and curves stay what they are. Before its first row and behind its last one a robot stands still. Paths without
    /// times have a row a second; one row is a robot that never moves.
    ///
    /// ```
    /// # use clearance::d3_f64::{Collider, DVec3, Pose, Sphere};
    /// # use clearance::paths::{Path, Prover, Robot, TimedRow, World};
    /// let ball = || vec![(Pose::IDENTITY, Collider::from(Sphere::new(0.5).unwrap()))];
    /// let (cart, crane) = (Robot::moving(ball()), Robot::moving(ball()));
    /// // The cart needs 10 s for 5 m, and the crane, which hangs 2 m over its way, begins to sink after 4 s.
    /// let row = |time, positions: [f64; 4]| TimedRow { time, positions: positions.into(), ..TimedRow::default() };
    /// let along = vec![row(0.0, [0.0; 4]), row(10.0, [5.0, 0.0, 0.0, 0.0])];
    /// let above = |z| [2.0, 0.0, z, 0.0];
    /// let down = vec![row(0.0, above(2.0)), row(4.0, above(2.0)), row(8.0, above(0.0))];
    /// let paths = [Path::timed(&cart, along)?, Path::timed(&crane, down)?];
    ///
    /// let both = Robot::joined([("cart", cart), ("crane", crane)])?;
    /// let path = Path::joined(&both, &paths)?;
    /// assert_eq!(path.at(1.5), [3.0, 0.0, 0.0, 0.0, 2.0, 0.0, 1.0, 0.0]); // after 6 s
    /// // Then the cart is 1 m beyond the crane, which is 1 m above it: they are never nearer.
    /// let least = Prover::new(World::new(both)?).least(&path, 1e-6);
    /// assert!((least.upper - (2_f64.sqrt() - 1.0)).abs() < 1e-6 && least.upper - least.lower < 2e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Paths that have not the joints of the robot together; some with times and some without.
    pub fn joined(robot: &Robot, paths: &[Self]) -> Result<Self, Error> {
        let given = paths.iter().map(|path| path.given.curve.clone());
        let curve = JointCurve::joined(given.collect()).ok_or(Error::NoTimes)?;
        let tolerance = match paths.iter().all(|path| path.given.tolerance.is_empty()) {
            true => Vec::new(),
            false => {
                let off = |path: &Self| {
                    (0..path.given.curve.columns()).map(|k| path.off(k)).collect::<Vec<_>>()
                };
                paths.iter().flat_map(off).collect()
            }
        };
        Self::of(robot, JointPath { curve, tolerance })
    }
    /// A path from what was given, of any kind.
    ///
    /// # Errors
    /// As those of the kinds, and of [`Path::within`].
    pub fn of(
        robot: &Robot,
        JointPath { curve: given, tolerance }: JointPath,
    ) -> Result<Self, Error> {
        check(robot.joints(), &given)?;
        let path = Self::made(given)?;
        for (leg, curve) in path.curves.iter().enumerate() {
            curve.points.iter().try_for_each(|point| check_row(robot.joints(), leg, point))?;
        }
        match (path.rows().is_empty(), tolerance.is_empty()) {
            (true, _) => Err(Error::NoRows),
            (_, true) => Ok(path),
            _ => path.within(robot, tolerance),
        }
    }
    /// Of what was checked.
    fn made(given: JointCurve) -> Result<Self, Error> {
        let curves = match &given {
            JointCurve::Rows(_) => Vec::new(),
            JointCurve::Timed(rows) => {
                rows.windows(2).map(|two| Curve::between(&two[0], &two[1])).collect()
            }
            JointCurve::Bezier(legs) => legs.iter().cloned().map(Curve::of).collect(),
            JointCurve::Spline { degree, knots, points } => {
                Curve::of_spline(*degree, knots, points)
            }
            JointCurve::Joined { curves, times } => {
                let paths =
                    curves.iter().cloned().map(Self::made).collect::<Result<Vec<_>, _>>()?;
                let own: Vec<_> = curves.iter().map(JointCurve::times).collect();
                let leg = |span: &[f64]| {
                    let legs = paths.iter().zip(&own).map(|(path, own)| path.between(own, span));
                    Curve::beside(&legs.collect::<Vec<_>>())
                };
                times.windows(2).map(leg).collect()
            }
        };
        let rows = match (&given, curves.last()) {
            (JointCurve::Rows(_), _) => Vec::new(),
            (JointCurve::Timed(rows), _) => rows.iter().map(|row| row.positions.clone()).collect(),
            (_, Some(last)) => {
                let ends = curves.iter().map(|leg| leg.ends()[0]);
                ends.chain([last.ends()[1]]).map(<[f64]>::to_vec).collect()
            }
            (_, None) => return Err(Error::NoRows),
        };
        Ok(Self { given: given.into(), rows, curves })
    }
    /// The paths that are joined, without tolerances; else this one.
    pub(crate) fn parts(&self) -> Result<Vec<Self>, Error> {
        match &self.given.curve {
            JointCurve::Joined { curves, .. } => curves.iter().cloned().map(Self::made).collect(),
            _ => Ok(vec![self.clone()]),
        }
    }
    /// The control points of the leg that has all from one time to another, with its own times, and its places then.
    fn between(&self, times: &[f64], span: &[f64]) -> (Vec<Vec<f64>>, [f64; 2]) {
        let behind = times.partition_point(|time| *time <= span[0]);
        let row = |row: usize| (vec![self.rows()[row].clone()], [0.0, 1.0]);
        if behind == 0 || behind == times.len() {
            return row(behind.saturating_sub(1));
        }
        let (leg, [start, end]) = (behind - 1, [times[behind - 1], times[behind]]);
        let points = self
            .curves
            .get(leg)
            .map_or_else(|| self.ends(leg).map(<[f64]>::to_vec).to_vec(), Curve::by_time);
        (points, [(span[0] - start) / (end - start), (span[1] - start) / (end - start)])
    }
    /// The same path, and all motions near it: each joint may be off by so much at each time, in radians or units of length;
    /// a number for each of [`Robot::joints`](crate::Robot::joints). Then what is proven is proven for all of these motions,
    /// and a contact is one that some of them have.
    ///
    /// # Errors
    /// A number that is negative, NaN or beyond [`LARGEST_VALUE`](crate::LARGEST_VALUE); too few or too many.
    pub fn within(mut self, robot: &Robot, tolerance: impl Into<Vec<f64>>) -> Result<Self, Error> {
        let tolerance = tolerance.into();
        let (len, expected) = (tolerance.len(), robot.joints().len());
        if len != expected {
            return Err(Error::ToleranceLength { len, expected });
        }
        let is_off = |off: f64| (0.0..=LARGEST_VALUE).contains(&off);
        let mut each = robot.joints().iter().zip(&tolerance);
        if let Some((joint, off)) = each.find(|(_, off)| !is_off(**off)) {
            return Err(Error::Tolerance { joint: joint.clone(), off: *off });
        }
        self.given.tolerance = tolerance;
        Ok(self)
    }

    /// What was given.
    pub fn given(&self) -> &JointPath {
        &self.given
    }
    /// The configurations where legs begin and end.
    pub fn rows(&self) -> &[Vec<f64>] {
        match &self.given.curve {
            JointCurve::Rows(rows) => rows,
            _ => &self.rows,
        }
    }
    /// The configuration at a place of the path.
    pub fn at(&self, place: f64) -> Vec<f64> {
        let (leg, t) = self.leg_of(place);
        match self.curves.get(leg) {
            Some(curve) => curve.at(t),
            None => {
                let [from, to] = self.ends(leg);
                between(from, to, t)
            }
        }
    }
    /// The time of a place in seconds, or a B-spline's parameter there. `None` if the path has no times.
    pub fn time(&self, place: f64) -> Option<f64> {
        let (leg, t) = self.leg_of(place);
        let times = self.given.curve.has_times().then(|| self.given.curve.times())?;
        let [from, to] = [times[leg], times[(leg + 1).min(times.len() - 1)]];
        Some(from + t * (to - from))
    }
    /// How many legs it has, at least one: a path of one row has a leg without a way.
    pub fn legs(&self) -> usize {
        (self.rows().len() - 1).max(1)
    }
    /// Some legs of the path, of which there is one at least.
    pub fn part(&self, legs: std::ops::Range<usize>) -> Self {
        let ends = |rows: usize| legs.start..=legs.end.min(rows - 1);
        let of = |rows: &[Vec<f64>]| rows[ends(rows.len())].to_vec();
        let curve = match &self.given.curve {
            JointCurve::Rows(rows) => JointCurve::Rows(of(rows)),
            JointCurve::Timed(rows) => JointCurve::Timed(rows[ends(rows.len())].to_vec()),
            JointCurve::Bezier(all) => JointCurve::Bezier(all[legs.clone()].to_vec()),
            JointCurve::Spline { degree, knots, points } => {
                let spans = (*degree..points.len()).filter(|k| knots[*k] < knots[*k + 1]);
                let spans: Vec<usize> = spans.skip(legs.start).take(legs.len()).collect();
                let (first, last) = (spans[0], spans[spans.len() - 1]);
                JointCurve::Spline {
                    degree: *degree,
                    knots: knots[first - degree..=last + 1 + degree].to_vec(),
                    points: points[first - degree..=last].to_vec(),
                }
            }
            JointCurve::Joined { curves, times } => JointCurve::Joined {
                curves: curves.clone(),
                times: times[ends(times.len())].to_vec(),
            },
        };
        let rows = if self.rows.is_empty() { Vec::new() } else { of(&self.rows) };
        let curves = self.curves.get(legs.start..legs.end).unwrap_or_default().to_vec();
        let tolerance = self.given.tolerance.clone();
        Self { given: JointPath { curve, tolerance }, rows, curves }
    }

    /// The leg and the time in it.
    fn leg_of(&self, place: f64) -> (usize, f64) {
        let leg = (place.max(0.0) as usize).min(self.legs() - 1);
        (leg, (place - leg as f64).clamp(0.0, 1.0))
    }
    /// The place of a time of a leg, from 0 to 1, in a straight one of a share of the way. A path of one row has one place.
    pub(crate) fn place(&self, leg: usize, t: f64) -> f64 {
        let t = self
            .curves
            .get(leg)
            .map_or(t, |curve| if curve.is_straight() { curve.time(t) } else { t });
        (leg as f64 + t).min((self.rows().len() - 1) as f64)
    }
    fn ends(&self, leg: usize) -> [&[f64]; 2] {
        let rows = self.rows();
        [&rows[leg], &rows[(leg + 1).min(rows.len() - 1)]]
    }
    /// The ways of all legs.
    pub(crate) fn ways(&self) -> impl ExactSizeIterator<Item = Way<'_>> {
        (0..self.legs()).map(|leg| self.way(leg))
    }
    pub(crate) fn way(&self, leg: usize) -> Way<'_> {
        match self.curves.get(leg) {
            Some(curve) if !curve.is_straight() => Way::Curved(curve),
            _ => Way::Straight(self.ends(leg)),
        }
    }
    /// The control points of a leg.
    pub(crate) fn points(&self, leg: usize) -> Vec<&[f64]> {
        match self.curves.get(leg) {
            Some(curve) => curve.points.iter().map(Vec::as_slice).collect(),
            None => self.ends(leg).into(),
        }
    }
    /// The same motion, with other joints beside it that stand still: without what was given.
    pub(crate) fn among(&self, among: impl Fn(&[f64]) -> Vec<f64>) -> Self {
        let rows = self.rows().iter().map(|row| among(row)).collect();
        let curves = self.curves.iter().map(|curve| curve.among(&among)).collect();
        Self { given: JointCurve::Bezier(Vec::new()).into(), rows, curves }
    }
    /// How far a joint may be off.
    pub(crate) fn off(&self, joint: usize) -> f64 {
        self.given.tolerance.get(joint).copied().unwrap_or(0.0)
    }
    /// The least and the largest value of a joint on the path, or what is beyond them.
    pub(crate) fn range(&self, joint: usize) -> [f64; 2] {
        let given = match &self.given.curve {
            JointCurve::Spline { points, .. } => points,
            _ => self.rows(),
        };
        let all = given.iter().chain(self.curves.iter().flat_map(|curve| &curve.points));
        let [least, most] = all.fold([f64::MAX, f64::MIN], |[least, most], row| {
            [least.min(row[joint]), most.max(row[joint])]
        });
        [least - self.off(joint), most + self.off(joint)]
    }
    /// The largest degree of a curve; 0 if there are straight lines alone.
    pub(crate) fn degree(&self) -> usize {
        let curved = self.curves.iter().filter(|curve| !curve.is_straight());
        curved.map(|curve| curve.points.len() - 1).max().unwrap_or(0)
    }
}

/// Refuses what is no path of these joints.
fn check(joints: &[String], given: &JointCurve) -> Result<(), Error> {
    match given {
        JointCurve::Rows(rows) => check_rows(joints, rows),
        JointCurve::Timed(rows) => {
            if let Some(first) = rows.first().filter(|first| first.time != 0.0) {
                return Err(Error::Start { time: first.time });
            }
            let mut before = f64::NEG_INFINITY;
            for (number, row) in rows.iter().enumerate() {
                check_row(joints, number, &row.positions)?;
                let derivatives =
                    [("velocities", &row.velocities), ("accelerations", &row.accelerations)];
                for (what, values) in
                    derivatives.into_iter().filter(|(_, values)| !values.is_empty())
                {
                    let (len, expected) = (values.len(), row.positions.len());
                    if len != expected {
                        return Err(Error::Derivatives { row: number, what, len, expected });
                    }
                    for (joint, value) in joints.iter().zip(values) {
                        usable(joint, *value)?;
                    }
                }
                if row.velocities.is_empty() && !row.accelerations.is_empty() {
                    return Err(Error::NoVelocities { row: number });
                }
                if !(row.time > before && row.time.is_finite()) {
                    return Err(Error::Times { row: number, time: row.time });
                }
                before = row.time;
            }
            Ok(())
        }
        JointCurve::Bezier(legs) => {
            for (leg, points) in legs.iter().enumerate() {
                let degree = points.len().wrapping_sub(1);
                if !(1..=DEGREE).contains(&degree) {
                    return Err(Error::Degree { leg, points: points.len() });
                }
                check_rows(joints, points)?;
                if leg > 0 && legs[leg - 1].last() != points.first() {
                    return Err(Error::Jump { leg });
                }
            }
            Ok(())
        }
        JointCurve::Spline { degree, knots, points } => {
            check_rows(joints, points)?;
            let reason = if !(1..=DEGREE).contains(degree) {
                "its degree is not from 1 to 7"
            } else if points.len() <= *degree {
                "it has no more control points than its degree"
            } else if knots.len() != points.len() + degree + 1 {
                "it has not so many knots as control points and its degree, and one"
            } else if !knots.iter().all(|knot| knot.is_finite()) || !knots.is_sorted() {
                "its knots fall, or are not finite"
            } else if knots[*degree] == knots[points.len()] {
                "it has no length"
            } else if knots[1..knots.len() - 1].windows(degree + 1).any(|k| k[0] == k[*degree]) {
                "it jumps at a knot"
            } else {
                return Ok(());
            };
            Err(Error::Spline { reason })
        }
        JointCurve::Joined { curves, times } => {
            let (mut first, expected) = (0, joints.len());
            for curve in curves {
                let own = curve.columns();
                let of_curve = joints.get(first..first + own);
                check(of_curve.ok_or(Error::Columns { len: first + own, expected })?, curve)?;
                first += own;
            }
            if first < expected {
                return Err(Error::Columns { len: first, expected });
            }
            let ends = [times.first(), times.last()].map(|time| time.copied().unwrap_or(0.0));
            let has = |time: &f64| {
                !(ends[0] < *time && *time < ends[1])
                    || times[times.partition_point(|own| own < time)] == *time
            };
            let is_cut = || curves.iter().all(|curve| curve.times().iter().all(has));
            match (1..times.len()).find(|k| !(times[k - 1] < times[*k] && times[*k].is_finite())) {
                Some(row) => Err(Error::Times { row, time: times[row] }),
                None if times.len() > 1 && times[0].is_finite() && is_cut() => Ok(()),
                None => Err(Error::Uncut),
            }
        }
    }
}

fn check_rows(joints: &[String], rows: &[Vec<f64>]) -> Result<(), Error> {
    rows.iter().enumerate().try_for_each(|(number, row)| check_row(joints, number, row))
}
