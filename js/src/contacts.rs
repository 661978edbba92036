//! Where shapes touch, and when moving ones do.
//!
//! ```text
//!   contacts  found:  a row, a patch, pieces and a feature for each point
//!   casts     room:   poses of A | poses of B | motions of A | motions of B | answers of CAST numbers
//! ```

use clearance_geometry::Error;
use clearance_geometry::answer::End;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::PieceId;
use clearance_geometry::space::Vector;
use clearance_geometry::space::{Pose, Sweep};
use clearance_worlds::{Cast, Collider, Contact, Query};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::pairs::{Poses, put_all};
use crate::room::{ask, wrong, wrong_row};
use crate::shapes::with_shapes;
use crate::space::{DIM, POSE, Real, V, pose, real, vector};

/// Row, patch, separation, features of A and of B, parts and faces of both; normal, both points.
const CONTACT: usize = 9 + 3 * DIM;
/// Hit, time and its bounds, parts and faces of both; normal, both points.
const CAST: usize = 8 + 3 * DIM;

/// The points where shapes touch, or come as near as `margin`, into `found`.
#[wasm_bindgen]
pub fn contacts(
    a: u32,
    b: u32,
    rows: usize,
    many: u32,
    margin: f64,
    slop: f64,
    first: i32,
) -> bool {
    ask(|room| {
        let (poses, found) = (Poses { rows, many, first }, &mut room.found);
        with_shapes(a, b, |a, b| {
            for row in 0..rows {
                let [at_a, at_b] = [poses.at(&room.given, 0, row)?, poses.at(&room.given, 1, row)?];
                let mut query = Query::new(a, &at_a, b, &at_b).slop(real(slop));
                let row = (row + first.max(0) as usize) as f64;
                put_contacts(found, row, &query.contacts(real(margin)));
            }
            Ok(())
        })
    })
}

/// Adds the points of a pair's patches.
pub fn put_contacts(found: &mut Vec<f64>, row: f64, patches: &[Contact<V>]) {
    for (patch, contact) in patches.iter().enumerate() {
        for point in contact.manifold.points() {
            let start = found.len();
            found.resize(start + CONTACT, 0.0);
            let (answer, bits) = (&mut found[start..], point.feature.bits());
            answer[..3].copy_from_slice(&[row, patch as f64, point.separation.to_f64()]);
            answer[3] = f64::from((bits >> 32) as u32);
            answer[4] = f64::from(bits as u32);
            put_piece(&mut answer[5..], contact.piece_a);
            put_piece(&mut answer[7..], contact.piece_b);
            put_all(&mut answer[9..], &[contact.manifold.normal, point.point_a, point.point_b]);
        }
    }
}

/// Part and face.
fn put_piece(answer: &mut [f64], PieceId { part, facet }: PieceId) {
    answer[..2].copy_from_slice(&[part.into(), facet.map_or(-1.0, f64::from)]);
}

/// When moving shapes touch first. `many` has bits for both poses, then for both motions, of which each has so many
/// numbers: a velocity, a velocity and an angular one, or the pose at time 1.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "numbers only")]
pub fn casts(
    a: u32,
    b: u32,
    rows: usize,
    many: u32,
    width_a: usize,
    width_b: usize,
    tmax: f64,
    gap: f64,
    ignore_parting: bool,
    first: i32,
) -> bool {
    ask(|room| {
        let (poses, widths) = (Poses { rows, many, first }, [width_a, width_b]);
        let counts = [4, 8].map(|bit| if many & bit == 0 { 1 } else { rows });
        let starts = [poses.end(), poses.end() + widths[0] * counts[0]];
        let (given, answers) = room.given.split_at_mut(starts[1] + widths[1] * counts[1]);
        with_shapes(a, b, |a, b| {
            for (row, answer) in answers.chunks_exact_mut(CAST).take(rows).enumerate() {
                let sweep = |side: usize| {
                    let own = if counts[side] == 1 { 0 } else { row };
                    let motion = &given[starts[side] + widths[side] * own..][..widths[side]];
                    let swept = swept(&poses.at(given, side, row)?, motion);
                    let name = ["motionA", "motionB"][side];
                    swept.map_err(|why| match first {
                        0.. if counts[side] > 1 => wrong_row(name, row + first as usize, why),
                        _ => wrong(name, why),
                    })
                };
                let cast = cast([a, b], [&sweep(0)?, &sweep(1)?], [tmax, gap], ignore_parting);
                put_impact(answer, &mut cast.map_err(|why| wrong("cast", why))?);
            }
            Ok(())
        })
    })
}

/// The motion from a pose on.
fn swept(start: &Pose<V>, motion: &[f64]) -> Result<Sweep<V>, Error> {
    if motion.len() == POSE && (DIM == 3 || motion.len() > DIM + 1) {
        return Sweep::between(start, &pose(motion)?);
    }
    let mut turn = [0.0; 3];
    turn.iter_mut().zip(&motion[DIM..]).for_each(|(own, number)| *own = *number);
    Sweep::new(start, vector(motion), V::wedge_of(turn))
}

/// The cast of two shapes.
fn cast<'s>(
    [a, b]: [&'s Collider<V>; 2],
    [sweep_a, sweep_b]: [&Sweep<V>; 2],
    [tmax, gap]: [f64; 2],
    ignore_parting: bool,
) -> Result<Cast<'s, V>, Error> {
    let cast = Cast::new(a, sweep_a, b, sweep_b, real(tmax))?.gap(real(gap))?;
    Ok(if ignore_parting { cast.ignore_parting() } else { cast })
}

fn put_impact(answer: &mut [f64], cast: &mut Cast<'_, V>) {
    let found = cast.impact();
    answer[0] = found.hit().into();
    answer[1..4].copy_from_slice(&[found.time, found.lower, found.upper].map(Real::to_f64));
    answer[4..8].fill(-1.0);
    answer[8..].fill(f64::NAN);
    if found.hit() {
        put_piece(&mut answer[4..], found.piece_a);
        put_piece(&mut answer[6..], found.piece_b);
    }
    // At the limit of its steps a cast has no points.
    if found.hit() && found.end != End::StepLimit {
        put_all(&mut answer[8..], &[found.normal, found.point_a, found.point_b]);
    }
}
