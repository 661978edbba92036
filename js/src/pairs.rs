//! Questions about two shapes, a row of poses and a row of answers for each pair.
//!
//! ```text
//!   room:  poses of A (1 or n) | poses of B (1 or n) | answers, WIDTH numbers a row
//! ```

use clearance_geometry::number::Scalar;
use clearance_geometry::space::Pose;
use clearance_geometry::space::Vector;
#[cfg(feature = "whole")]
use clearance_pairs::{Query, solution::Brief};
use clearance_worlds::Collider;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::room::{Asked, ask, wrong, wrong_row};
use crate::shapes::with_shapes;
#[cfg(feature = "whole")]
use crate::space::Real;
use crate::space::{DIM, POSE, V, pose};

/// The questions, with the numbers of JavaScript's side.
mod question {
    pub const INTERSECTS: u32 = 0;
    pub const DISTANCE: u32 = 1;
    #[cfg(feature = "whole")]
    pub const WITHIN: u32 = 2;
    pub const CLOSEST_POINTS: u32 = 3;
    #[cfg(feature = "whole")]
    pub const CLEARANCE: u32 = 4;
    #[cfg(feature = "whole")]
    pub const PENETRATION: u32 = 5;
}
use question::*;

/// Writes a vector.
pub fn put(place: &mut [f64], vector: V) {
    (0..DIM).for_each(|i| place[i] = vector.get(i).to_f64());
}

/// Writes vectors one after the other.
pub fn put_all(place: &mut [f64], vectors: &[V]) {
    vectors.iter().enumerate().for_each(|(k, vector)| put(&mut place[DIM * k..], *vector));
}

/// A shape and its pose.
type Placed<'a> = (&'a Collider<V>, &'a Pose<V>);

/// Asks about `rows` pairs; `many` has bit 0 if A has a pose for each row, bit 1 if B has. Each answer has `width` numbers.
/// `first` is the number of the first row, for errors of one of many.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "numbers only")]
pub fn pairs(
    question: u32,
    a: u32,
    b: u32,
    rows: usize,
    many: u32,
    width: usize,
    option: f64,
    first: i32,
) -> bool {
    ask(|room| {
        let poses = Poses { rows, many, first };
        let (given, answers) = room.given.split_at_mut(poses.end());
        let answers = answers.get_mut(..rows * width).ok_or("room: too small")?;
        with_shapes(a, b, |a, b| {
            poses.each(given, answers, width, |at_a, at_b, answer| {
                answered(question, (a, at_a), (b, at_b), option, answer);
                Ok(())
            })
        })
    })
}

/// The poses of both sides, in the room.
pub struct Poses {
    pub rows: usize,
    pub many: u32,
    /// Negative for one pair, of which errors need no row.
    pub first: i32,
}

impl Poses {
    fn of_a(&self) -> usize {
        if self.many & 1 == 1 { self.rows } else { 1 }
    }
    /// How many numbers they are.
    pub fn end(&self) -> usize {
        let of_b = if self.many & 2 == 2 { self.rows } else { 1 };
        POSE * (self.of_a() + of_b)
    }
    /// The pose of a side and a row.
    pub fn at(&self, given: &[f64], side: usize, row: usize) -> Asked<Pose<V>> {
        let is_many = self.many >> side & 1 == 1;
        let start = POSE * (side * self.of_a() + if is_many { row } else { 0 });
        let name = ["poseA", "poseB"][side];
        pose(&given[start..start + POSE]).map_err(|why| {
            if is_many && self.first >= 0 {
                wrong_row(name, row + self.first as usize, why)
            } else {
                wrong(name, why)
            }
        })
    }
    /// Calls `ask` with both poses of each row, and with its answer of so many numbers.
    fn each(
        &self,
        given: &[f64],
        answers: &mut [f64],
        width: usize,
        mut ask: impl FnMut(&Pose<V>, &Pose<V>, &mut [f64]) -> Asked,
    ) -> Asked {
        let [mut at_a, mut at_b] = [self.at(given, 0, 0)?, self.at(given, 1, 0)?];
        for (row, answer) in answers.chunks_exact_mut(width).enumerate() {
            if row > 0 && self.many & 1 == 1 {
                at_a = self.at(given, 0, row)?;
            }
            if row > 0 && self.many & 2 == 2 {
                at_b = self.at(given, 1, row)?;
            }
            ask(&at_a, &at_b, answer)?;
        }
        Ok(())
    }
}

#[cfg_attr(not(feature = "whole"), allow(unused, reason = "the option is that of `within`"))]
fn answered(question: u32, (a, at_a): Placed, (b, at_b): Placed, option: f64, answer: &mut [f64]) {
    match question {
        INTERSECTS => answer[0] = clearance_worlds::intersects(a, at_a, b, at_b).into(),
        DISTANCE => answer[0] = clearance_worlds::distance(a, at_a, b, at_b).to_f64(),
        #[cfg(feature = "whole")]
        // Rounded up, so that a gap is proven for the distance that was given.
        WITHIN => {
            answer[0] = clearance_worlds::within(a, at_a, b, at_b, Real::above(option)).into()
        }
        CLOSEST_POINTS => match clearance_worlds::closest_points(a, at_a, b, at_b) {
            Some(found) => {
                put_all(&mut answer[1..], &[found.point_a, found.point_b]);
                answer[0] = found.distance.to_f64();
            }
            None => {
                answer.fill(f64::NAN);
                answer[0] = 0.0;
            }
        },
        #[cfg(feature = "whole")]
        CLEARANCE => put_clearance(answer, &clearance_of((a, at_a), (b, at_b))),
        #[cfg(feature = "whole")]
        PENETRATION => match clearance_worlds::penetration(a, at_a, b, at_b) {
            Some(found) => {
                answer[0] = found.depth.to_f64();
                put(&mut answer[1..], found.normal);
            }
            None => {
                answer.fill(f64::NAN);
                answer[0] = 0.0;
            }
        },
        _ => answer.fill(f64::NAN),
    }
}

/// The numbers of a clearance. Of two convex shapes they come without evidence, in half of the time.
#[cfg(feature = "whole")]
fn clearance_of((a, at_a): Placed, (b, at_b): Placed) -> Brief<V> {
    match (a, b) {
        (Collider::Convex(a), Collider::Convex(b)) => Query::new(a, at_a, b, at_b).brief(),
        _ => brief(&clearance_worlds::clearance(a, at_a, b, at_b)),
    }
}

/// The numbers of a full answer.
#[cfg(feature = "whole")]
pub fn brief(found: &clearance_geometry::answer::Clearance<V>) -> Brief<V> {
    Brief {
        numbers: [found.lower, found.signed_distance, found.upper],
        vectors: [found.normal, found.point_a, found.point_b],
    }
}

/// Signed distance, lower and upper bound, status, normal, both points.
#[cfg(feature = "whole")]
pub fn put_clearance(answer: &mut [f64], found: &Brief<V>) {
    let [lower, signed_distance, upper] = found.numbers.map(Real::to_f64);
    let status = match (lower > 0.0, upper < 0.0) {
        (true, _) => 1.0,
        (_, true) => 2.0,
        _ => 0.0,
    };
    answer[..4].copy_from_slice(&[signed_distance, lower, upper, status]);
    put_all(&mut answer[4..], &found.vectors);
}
