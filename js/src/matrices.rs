//! Poses from matrices of 4 x 4, column by column, as three.js has them: a rotation and a translation, and factors of
//! scale.

use clearance_geometry::space::Pose;
use glam::DVec3;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::room::{Asked, ask};
use crate::space::POSE;

#[cfg(not(feature = "double"))]
type Matrix = glam::Mat4;
#[cfg(feature = "double")]
type Matrix = glam::DMat4;

/// Replaces the 16 numbers of a matrix from `start` on by those of a pose, and three factors.
///
/// A matrix that is rigid within rounding has the factors 1. Otherwise they are the lengths of its columns, the first one
/// negative if it mirrors; what is left must be rigid.
#[wasm_bindgen]
pub fn matrix(start: usize) -> bool {
    ask(|room| {
        let numbers = &mut room.given[start..start + 16];
        let (pose, factors) = taken_apart(numbers)?;
        let ([x, y, z], turn) = (pose.translation().to_array(), pose.turn().to_array());
        let turn = turn.map(f64::from);
        numbers[..3].copy_from_slice(&[x, y, z].map(f64::from));
        numbers[3..POSE].copy_from_slice(&turn);
        numbers[POSE..POSE + 3].copy_from_slice(&factors);
        Ok(())
    })
}

fn taken_apart(numbers: &[f64]) -> Asked<(Pose<crate::space::V>, [f64; 3])> {
    let rigid = |numbers: &[f64]| {
        let all: [_; 16] = std::array::from_fn(|i| crate::space::real(numbers[i]));
        Pose::try_from(Matrix::from_cols_array(&all))
    };
    if let Ok(pose) = rigid(numbers) {
        return Ok((pose, [1.0; 3]));
    }
    let columns = [0, 4, 8].map(|start| DVec3::from_slice(&numbers[start..]));
    let mut factors = columns.map(DVec3::length);
    if columns[0].cross(columns[1]).dot(columns[2]) < 0.0 {
        factors[0] = -factors[0];
    }
    let mut left: [f64; 16] = std::array::from_fn(|i| numbers[i]);
    for (column, factor) in left.as_chunks_mut::<4>().0.iter_mut().zip(factors) {
        column[..3].iter_mut().for_each(|number| *number /= factor);
    }
    let pose = rigid(&left).map_err(|why| why.to_string())?;
    Ok((pose, factors))
}
