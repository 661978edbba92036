//! [`Path`]: configurations, one after the other, with a straight line of joint values between neighbours.

use crate::Error;
use crate::robot::Robot;

/// A path in joint space. Each joint moves evenly from the value in a row to that in the next. A place on it is a
/// number: the row, and the fraction of the way to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    rows: Vec<Vec<f64>>,
}

impl Path {
    /// A path through these configurations. One row is a robot that stands still.
    ///
    /// # Errors
    /// No rows, rows without one finite value for each joint of the robot.
    pub fn new(robot: &Robot, rows: impl Into<Vec<Vec<f64>>>) -> Result<Self, Error> {
        let rows = rows.into();
        for (number, row) in rows.iter().enumerate() {
            robot.check(number, row)?;
        }
        if rows.is_empty() { Err(Error::NoRows) } else { Ok(Self { rows }) }
    }
    /// The configurations.
    pub fn rows(&self) -> &[Vec<f64>] {
        &self.rows
    }
    /// The configuration at a place of the path.
    pub fn at(&self, place: f64) -> Vec<f64> {
        let last = self.rows.len() - 1;
        let row = (place.max(0.0) as usize).min(last.saturating_sub(1));
        let t = (place - row as f64).clamp(0.0, 1.0);
        between(&self.rows[row], &self.rows[(row + 1).min(last)], t)
    }
    /// The place of a time of a leg, from 0 to 1. A path of one row has a leg without a way, and one place.
    pub(crate) fn place(&self, leg: usize, t: f64) -> f64 {
        (leg as f64 + t).min((self.rows.len() - 1) as f64)
    }
    /// The rows of each leg.
    pub(crate) fn legs(&self) -> impl ExactSizeIterator<Item = [&[f64]; 2]> {
        let last = self.rows.len() - 1;
        (0..last.max(1)).map(move |k| [&self.rows[k][..], &self.rows[(k + 1).min(last)][..]])
    }
}

/// The configuration at a share of the way.
pub(crate) fn between(from: &[f64], to: &[f64], t: f64) -> Vec<f64> {
    from.iter().zip(to).map(|(a, b)| a + t * (b - a)).collect()
}
